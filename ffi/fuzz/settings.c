/* Fills the structs as their tables in made.h say. */
#include "settings.h"

static const int32_t pair_counts[] = {4, 5, 9, 32, 3, 0, 65537}, product_counts[] = {1, 2, 3, 8, 0, 257};
static const int32_t windows[] = {100, 101, 120, 1000, 99, 0};

/* What fills a field in a table. */
#define WORD input_word(d->in)
#define COUNT(ordinary) input_count(d->in, ordinary)
#define CHOICE(count) input_choice(d->in, count)
#define NUMBER input_number(d->in)
#define FRACTION input_fraction(d->in)
#define VECTOR(name) new_vector(d, vector_##name)
#define BLOCKS (input_byte(d->in) < 240 ? d->parts.blocks : NULL)
#define STRUCT_SIZE(size) struct_size(d->in, size)
/* A pilot asks for as many batches as these say: few. */
#define ONE_OF(array) array[input_below(d->in, sizeof array / sizeof *array)]
#define PAIRS ONE_OF(pair_counts)
#define PRODUCTS ONE_OF(product_counts)
#define WINDOW (input_byte(d->in) < 240 ? (uint64_t)ONE_OF(windows) : COUNT(200) << input_below(d->in, 26))

static size_t struct_size(input *in, size_t size)
{
    const size_t sizes[] = {size, size, size - 8, size + 8, 0, 3};
    return sizes[input_below(in, sizeof sizes / sizeof *sizes)];
}

/* All alike but for a little, and below that, for a matrix, the rows of a factor; or the rows of a diagonal matrix. */
static void fill(decoder *d, size_t which)
{
    const vector *of = &d->all.vectors[which];
    for (size_t i = 0; i < d->dim; i++)
        for (size_t j = 0; j < d->dim; j++) {
            const double nearly = 1.0 - (double)(j % 7) / 8.0, other = ((double)((i + j) % 3) - 1.0) / 8.0;
            d->numbers[which][i * d->dim + j] =
                of->from * (of->is_diagonal != 0.0 ? (double)(i == j) : i == 0 || i == j ? nearly : other);
        }
}

static const double *new_vector(decoder *d, size_t which)
{
    const double from = input_number(d->in);
    const uint8_t how = input_byte(d->in);
    d->all.vectors[which] = (vector){from, how & 1};
    fill(d, which);
    return how < 240 ? d->numbers[which] : NULL;
}

#define TELL(prefix, path, x, format, type) TRACE("%s.%s = " format ";\n", prefix, path, (type)(x))
static void tell_double(const char *prefix, const char *path, double x) { TELL(prefix, path, x, "%.17g", double); }
static void tell_signed(const char *prefix, const char *path, int32_t x) { TELL(prefix, path, x, "%d", int); }
static void tell_unsigned(const char *prefix, const char *path, uint64_t x)
{
    TELL(prefix, path, x, "%llu", unsigned long long);
}
static void tell_pointer(const char *prefix, const char *path, const void *x)
{
    TELL(prefix, path, x == NULL ? "NULL" : path, "%s", const char *);
}

/* Of a row of a table: a field with what fills it and when it is used, or room for a later field, which must be 0. */
#define NOTHING(path, value, used)
#define PLUS_ONE(path, value, used) +1
#define FIELD_CHANGE(path, value, used) \
    if (index-- == 0)                   \
        it->path = (__typeof__(it->path))(value);
#define FIELD_FIT(path, value, used) \
    if (!(used))                     \
        it->path = defaults.path;
#define FIELD_TELL(path, value, used)                                                          \
    if (memcmp(&it->path, &defaults.path, sizeof it->path) != 0)                               \
        _Generic(it->path, double: tell_double, int32_t: tell_signed, uint32_t: tell_unsigned, \
                 uint64_t: tell_unsigned, default: tell_pointer)(prefix, #path, it->path);

/* Of a struct: its defaults, which _init makes of the last arguments; a change of one field, or of the first; defaults
   for what is not used; and what differs from the defaults. */
#define DEFINE_STRUCT(S, TABLE, ...)                                                                       \
    static S S##_defaults(void)                                                                            \
    {                                                                                                      \
        S defaults;                                                                                        \
        DEMAND(S##_init(__VA_ARGS__) == SGMCMC_OK, "defaults of " #S);                                     \
        return defaults;                                                                                   \
    }                                                                                                      \
    static void S##_change(decoder *d, S *it, bool first)                                                  \
    {                                                                                                      \
        enum { fields = 0 TABLE(PLUS_ONE, NOTHING), all = 0 TABLE(PLUS_ONE, PLUS_ONE) };                   \
        const uint8_t which = first ? 0 : input_byte(d->in);                                               \
        size_t index = which < 248 ? which % fields : input_below(d->in, all);                             \
        TABLE(FIELD_CHANGE, FIELD_CHANGE)                                                                  \
    }                                                                                                      \
    __attribute__((unused)) static void S##_fit(S *it)                                                     \
    {                                                                                                      \
        const S defaults = S##_defaults();                                                                 \
        TABLE(FIELD_FIT, NOTHING)                                                                          \
    }                                                                                                      \
    __attribute__((unused)) static void S##_tell(const char *prefix, const S *it)                          \
    {                                                                                                      \
        const S defaults = S##_defaults();                                                                 \
        TABLE(FIELD_TELL, FIELD_TELL)                                                                      \
    }
DEFINE_STRUCT(sgmcmc_chain_settings, SGMCMC_CHAIN_SETTINGS_FIELDS, &defaults, sizeof defaults)
DEFINE_STRUCT(sgmcmc_block, SGMCMC_BLOCK_FIELDS, &defaults, sizeof defaults)
DEFINE_STRUCT(sgmcmc_rule, SGMCMC_RULE_FIELDS, &defaults, sizeof defaults, SGMCMC_RULE_LANGEVIN)
DEFINE_STRUCT(sgmcmc_schedule, SGMCMC_SCHEDULE_FIELDS, &defaults, sizeof defaults)
DEFINE_STRUCT(sgmcmc_pilot_settings, SGMCMC_PILOT_SETTINGS_FIELDS, &defaults, sizeof defaults)
DEFINE_STRUCT(sgmcmc_health_settings, SGMCMC_HEALTH_SETTINGS_FIELDS, &defaults, sizeof defaults)

/* A chain that works, and whatever no default is there for. */
static void start(decoder *d, input *in, size_t dim)
{
    d->in = in;
    d->dim = dim;
    parts *p = &d->all;
    memset(p, 0, sizeof *p);
    for (size_t i = 0; i < VECTOR_COUNT; i++) {
        p->vectors[i] = (vector){0.5, i == vector_covariance};
        fill(d, i);
    }
    const sgmcmc_block block = sgmcmc_block_defaults();
    for (size_t i = 0; i < BLOCK_MAX; i++) {
        sgmcmc_block *it = &p->blocks[i];
        *it = block;
        it->start = 3 * i, it->len = 2, it->step_size_factor = 0.5;
        it->prior.slab_weight = 0.5, it->prior.slab_deviation = 1.0, it->prior.spike_deviation = 0.1;
    }
    sgmcmc_chain_settings *s = &p->settings;
    *s = sgmcmc_chain_settings_defaults();
    s->seed = 7, s->data_len = 20, s->batch.len = 6, s->moments = SGMCMC_MOMENTS_BOTH;
    s->clipping.limit = 10.0;
    s->estimator.interval = 3, s->estimator.anchor_len = 12;
    s->prior.slab_weight = 0.5, s->prior.slab_deviation = 1.0, s->prior.spike_deviation = 0.1;
    s->prior.means = d->numbers[vector_means], s->prior.precisions = d->numbers[vector_precisions];
    s->blocks = d->parts.blocks, s->block_size = sizeof *s->blocks;
    sgmcmc_sampler *sampler = &s->sampler;
    sampler->rule.preconditioner.values = d->numbers[vector_values];
    sampler->compensation.covariance = d->numbers[vector_covariance];
    sampler->step_size.value = sampler->proposal.step_size = 0.01;
    sampler->step_size.period = sampler->temperature.period = 3;
    sampler->step_size.cycle_len = sampler->temperature.cycle_len = 4;
    sampler->likelihood_scale = 6.0, sampler->proposal.noise.sigma = 0.1;
}

/* What was set stays in `all`, for a kind that uses it. */
static void fit(decoder *d)
{
    d->parts = d->all;
    sgmcmc_chain_settings_fit(&d->parts.settings);
    for (size_t i = 0; i < BLOCK_MAX; i++)
        sgmcmc_block_fit(&d->parts.blocks[i]);
}

/* A host with much data asks for its pieces one by one, which takes as long as it takes: not what this looks for. */
static bool is_short(const sgmcmc_chain_settings *s)
{
    const bool many = s->data_len > 4096;
    return !many ||
           ((s->chunk_len == 0 || s->data_len / s->chunk_len < 64) && s->estimator.kind != SGMCMC_ESTIMATOR_SAGA);
}

static bool is_taken(const decoder *d) { return is_short(&d->parts.settings) && d->accepts(d); }

static void take_back(decoder *d, const parts *before)
{
    const bool refill = memcmp(before->vectors, d->all.vectors, sizeof before->vectors) != 0;
    d->all = *before;
    for (size_t i = 0; refill && i < VECTOR_COUNT; i++)
        fill(d, i);
    fit(d);
}

/* Changes one field: of the settings most of the time, else of a block. */
static void change(decoder *d)
{
    const uint8_t where = input_byte(d->in);
    sgmcmc_chain_settings *s = &d->all.settings;
    const size_t block = where % BLOCK_MAX;
    if (where < 224) {
        sgmcmc_chain_settings_change(d, s, false);
    } else {
        sgmcmc_block_change(d, &d->all.blocks[block], false);
        /* One that is not among the chain's becomes so. */
        if (s->block_count <= block)
            s->block_count = block + 1;
    }
}

/* A number that everything is scaled by is worth more tries than others: before all is changed and after. */
static void try_scale(decoder *d, double *of_all, double x)
{
    const parts before = d->all;
    *of_all = x;
    fit(d);
    if (!is_taken(d))
        take_back(d, &before);
}

static void try_scales(decoder *d, uint8_t lead, double step_size, double temperature)
{
    sgmcmc_sampler *s = &d->all.settings.sampler;
    if (lead & 4)
        try_scale(d, s->kind == SGMCMC_SAMPLER_RULE ? &s->step_size.value : &s->proposal.step_size, step_size);
    if (lead & 8)
        try_scale(d, &s->temperature.value, temperature);
}

/* Fields behind a shorter struct_size are their defaults to the library, so they are to the oracles. */
static void forget_what_is_cut(sgmcmc_chain_settings *s)
{
    const sgmcmc_chain_settings defaults = sgmcmc_chain_settings_defaults();
    const size_t size = s->struct_size;
    if (size < sizeof *s)
        memcpy((char *)s + size, (const char *)&defaults + size, sizeof *s - size);
}

/* What a warm-up is to find: a burn-in is rarely there by chance, and with it a callback for step sizes, or none. */
static void leave_open(sgmcmc_chain_settings *s)
{
    s->burn_in = 6;
    s->sampler.tune_step_size = s->sampler.tune_refresh_len = 1;
    s->sampler.step_size.kind = SGMCMC_SCHEDULE_CALLBACK;
}

void settings_decode(decoder *d, input *in, size_t dim, bool (*accepts)(const decoder *))
{
    start(d, in, dim);
    d->accepts = accepts;
    d->refused = false;
    const uint8_t lead = input_byte(in);
    if (lead & 1)
        d->all.settings.sampler.kind = SGMCMC_SAMPLER_METROPOLIS_HASTINGS;
    if (lead & 0x10)
        leave_open(&d->all.settings);
    fit(d);
    DEMAND(is_taken(d), "the settings to begin with are refused");
    const double step_size = lead & 4 ? input_number(in) : 0.0, temperature = lead & 8 ? input_number(in) : 0.0;
    try_scales(d, lead, step_size, temperature);
    /* So is a rule's kind. */
    bool is_kind = (lead & 3) == 2;
    const bool stubborn = lead >= 0xf0;
    for (size_t left = is_kind + input_below(in, 40); left > 0 && in->len > 0; left--) {
        const parts before = d->all;
        const bool last = stubborn && left == 1, as_it_is = last && (lead & 2);
        /* The last one may be of what no kind uses. */
        if (as_it_is)
            d->all = d->parts;
        if (is_kind)
            sgmcmc_rule_change(d, &d->all.settings.sampler.rule, true);
        else
            change(d);
        is_kind = false;
        fit(d);
        if (as_it_is)
            d->parts = d->all;
        if (is_taken(d))
            continue;
        if (last && is_short(&d->parts.settings)) {
            d->refused = true;
            return;
        }
        take_back(d, &before);
    }
    try_scales(d, lead, step_size, temperature);
    forget_what_is_cut(&d->parts.settings);
}

void rule_decode(decoder *d, input *in, size_t dim)
{
    start(d, in, dim);
    sgmcmc_rule *rule = &d->all.settings.sampler.rule;
    sgmcmc_rule_change(d, rule, true);
    for (size_t left = input_below(in, 8); left > 0; left--)
        sgmcmc_rule_change(d, rule, false);
    d->parts = d->all;
    if (input_byte(in) < 240)
        sgmcmc_rule_fit(&d->parts.settings.sampler.rule);
}

void schedule_decode(decoder *d, input *in)
{
    start(d, in, 1);
    sgmcmc_schedule *schedule = &d->all.settings.sampler.step_size;
    sgmcmc_schedule_change(d, schedule, true);
    for (size_t left = input_below(in, 4); left > 0; left--)
        sgmcmc_schedule_change(d, schedule, false);
    d->parts = d->all;
    if (input_byte(in) < 240)
        sgmcmc_schedule_fit(&d->parts.settings.sampler.step_size);
}

void pilot_decode(sgmcmc_pilot_settings *pilot, input *in)
{
    static decoder d;
    d.in = in;
    *pilot = sgmcmc_pilot_settings_defaults();
    pilot->pair_count = 4;
    pilot->product_count = 2;
    for (size_t left = input_below(in, 4); left > 0; left--)
        sgmcmc_pilot_settings_change(&d, pilot, false);
    if (tracing)
        sgmcmc_pilot_settings_tell("pilot", pilot);
}

void health_decode(sgmcmc_health_settings *health, input *in)
{
    static decoder d;
    d.in = in;
    *health = sgmcmc_health_settings_defaults();
    health->window = 100;
    for (size_t left = input_below(in, 3); left > 0; left--)
        sgmcmc_health_settings_change(&d, health, false);
    if (tracing)
        sgmcmc_health_settings_tell("health", health);
}

#define VECTOR_TELL(name)                                                                                  \
    TRACE("/* %s from %.17g%s */\n", #name, d->parts.vectors[vector_##name].from,                          \
          d->parts.vectors[vector_##name].is_diagonal != 0.0 ? " in a diagonal matrix" : "");

void rule_tell(const decoder *d)
{
    if (tracing)
        sgmcmc_rule_tell("rule", &d->parts.settings.sampler.rule);
    EACH_VECTOR(VECTOR_TELL)
}

void settings_tell(const decoder *d)
{
    if (!tracing)
        return;
    TRACE("/* dim %zu */\n", d->dim);
    sgmcmc_chain_settings_tell("settings", &d->parts.settings);
    EACH_VECTOR(VECTOR_TELL)
    for (size_t i = 0; i < d->parts.settings.block_count && i < BLOCK_MAX; i++) {
        TRACE("/* block %zu */\n", i);
        sgmcmc_block_tell("block", &d->parts.blocks[i]);
    }
}
