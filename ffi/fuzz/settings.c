/* Fills the structs from their tables in fields.h. */
#include "settings.h"

#include "../tests/c/kinds.h"
#include "fields.h"

#define DEFINE_ENUM(type, array, LIST)                 \
    static const int32_t array[] = {LIST(ENUMERATOR)}; \
    DEFINE_COMPLETE(type, array, LIST)
DEFINE_ENUM(sgmcmc_sampler, samplers, EACH_SAMPLER)
DEFINE_ENUM(sgmcmc_batch, batches, EACH_BATCH)
DEFINE_ENUM(sgmcmc_rule_kind, rule_kinds, EACH_RULE_KIND)
DEFINE_ENUM(sgmcmc_drift, drifts, EACH_DRIFT)
DEFINE_ENUM(sgmcmc_momentum_form, momentum_forms, EACH_MOMENTUM_FORM)
DEFINE_ENUM(sgmcmc_preconditioner, preconditioners, EACH_PRECONDITIONER)
DEFINE_ENUM(sgmcmc_splitting, splittings, EACH_SPLITTING)
DEFINE_ENUM(sgmcmc_gradient_scale, gradient_scales, EACH_GRADIENT_SCALE)
DEFINE_ENUM(sgmcmc_schedule_kind, schedule_kinds, EACH_SCHEDULE_KIND)
DEFINE_ENUM(sgmcmc_schedule_unit, schedule_units, EACH_SCHEDULE_UNIT)
DEFINE_ENUM(sgmcmc_estimator, estimators, EACH_ESTIMATOR)
DEFINE_ENUM(sgmcmc_clipping, clippings, EACH_CLIPPING)
DEFINE_ENUM(sgmcmc_proposal, proposals, EACH_PROPOSAL)
DEFINE_ENUM(sgmcmc_density, densities, EACH_DENSITY)
DEFINE_ENUM(sgmcmc_proposal_gradient, proposal_gradients, EACH_PROPOSAL_GRADIENT)
DEFINE_ENUM(sgmcmc_noise, noises, EACH_NOISE)
DEFINE_ENUM(sgmcmc_prior, priors, EACH_PRIOR)
DEFINE_ENUM(sgmcmc_moments, moments, EACH_MOMENTS)
DEFINE_ENUM(sgmcmc_noise_compensation, compensations, EACH_NOISE_COMPENSATION)
DEFINE_ENUM(sgmcmc_simd, simd_levels, SIMD_LEVELS)
static const int32_t flags[] = {0, 1};
static const int32_t pair_counts[] = {4, 5, 9, 32, 3, 0, 65537}, product_counts[] = {1, 2, 3, 8, 0, 257};
static const int32_t windows[] = {100, 101, 120, 1000, 99, 0};

/* What the last column of a table may say. */
#define WORD input_word(d->in)
#define COUNT(ordinary) input_count(d->in, ordinary)
/* Of what a step takes one after the other. */
#define FEW input_below(d->in, 5)
#define CHOICE(array) input_choice(d->in, array, sizeof array / sizeof *array)
#define FLAG CHOICE(flags)
#define NUMBER input_number(d->in)
#define FRACTION input_fraction(d->in)
#define VECTOR(name) (d->parts.name##_from = input_number(d->in), fill(d), input_byte(d->in) < 240 ? d->name : NULL)
#define MATRIX VECTOR(matrix)
#define COVARIANCE_LEN (input_byte(d->in) < 128 ? d->dim : d->dim * d->dim)
#define BLOCKS (input_byte(d->in) < 240 ? d->parts.blocks : NULL)
#define RULE (input_byte(d->in) < 200 ? &d->parts.rule : NULL)
#define SCHEDULE(name) (input_byte(d->in) < 200 ? &d->parts.name : NULL)
#define PAIRS (uint32_t) CHOICE(pair_counts)
#define PRODUCTS (uint32_t) CHOICE(product_counts)
#define WINDOW (uint64_t)(input_byte(d->in) < 240 ? (uint64_t)CHOICE(windows) : COUNT(200) << input_below(d->in, 26))
#define STRUCT_SIZE(type) struct_size(d->in, sizeof(type))
/* For a field without a meaning yet: it must be zero, so it rarely is not. */
#define RESERVED (input_byte(d->in) == 255)

#define FIELD_OFFSET(S, type, name, value) offsetof(S, name),
#define FIELD_CASE(S, type, name, value) \
    case offsetof(S, name):              \
        object->name = (type)(value);    \
        break;
#define FIELD_TELL(S, type, name, value)                               \
    if (memcmp(&object->name, &normal->name, sizeof object->name) != 0) \
        TELL(prefix, #name, object->name);

/* As DEFINE_TABLED has it. */
#define DEFINE_STRUCT(S, TABLE, ...)                                                                      \
    DEFINE_TABLED(S, TABLE, __VA_ARGS__)                                                                  \
    static const size_t S##_offsets[] = {TABLE(FIELD_OFFSET, S)};                                         \
    enum { S##_field_count = sizeof S##_offsets / sizeof *S##_offsets };                                  \
    static void S##_change(decoder *d, S *object, size_t index)                                           \
    {                                                                                                     \
        switch (S##_offsets[index]) {                                                                     \
            TABLE(FIELD_CASE, S)                                                                          \
        }                                                                                                 \
    }                                                                                                     \
    static void S##_tell(const char *prefix, const S *object, const S *normal) { TABLE(FIELD_TELL, S) }

static void tell_double(const char *prefix, const char *name, double x) { TRACE("%s.%s = %.17g;\n", prefix, name, x); }
static void tell_signed(const char *prefix, const char *name, int64_t x)
{
    TRACE("%s.%s = %lld;\n", prefix, name, (long long)x);
}
static void tell_unsigned(const char *prefix, const char *name, uint64_t x)
{
    TRACE("%s.%s = %llu;\n", prefix, name, (unsigned long long)x);
}
static void tell_pointer(const char *prefix, const char *name, const void *x)
{
    TRACE("%s.%s = %s;\n", prefix, name, x == NULL ? "NULL" : name);
}
#define TELL(prefix, name, x)                                                                              \
    _Generic((x), double: tell_double, int32_t: tell_signed, uint32_t: tell_unsigned, uint64_t: tell_unsigned, \
             default: tell_pointer)(prefix, name, x)

static size_t struct_size(input *in, size_t size)
{
    const size_t sizes[] = {size, size, size - 8, size + 8, 0, 3};
    return sizes[input_below(in, sizeof sizes / sizeof *sizes)];
}

/* The vectors, from the number that each is made from. */
static void fill(decoder *d)
{
    const parts *p = &d->parts;
    const size_t dim = d->dim;
    for (size_t i = 0; i < dim * dim; i++)
        d->covariance[i] = p->covariance_from * (i % (dim + 1) == 0 ? 1.0 : 0.0);
    for (size_t i = 0; i < dim; i++) {
        const double nearly = 1.0 - (double)(i % 7) / 8.0;
        d->means[i] = p->means_from * nearly;
        d->precisions[i] = p->precisions_from * nearly;
        d->centre[i] = p->centre_from * nearly;
        /* A diagonal reads these, a factor the rows below. */
        d->matrix[i] = p->matrix_from * nearly;
        for (size_t j = 0; j < dim && i > 0; j++)
            d->matrix[i * dim + j] = p->matrix_from * (j == i ? nearly : ((double)((i + j) % 3) - 1.0) / 8.0);
    }
}

DEFINE_STRUCT(sgmcmc_rule, RULE_FIELDS, 0, )
DEFINE_STRUCT(sgmcmc_schedule, SCHEDULE_FIELDS, 0, )
DEFINE_STRUCT(sgmcmc_block, BLOCK_FIELDS, )
DEFINE_STRUCT(sgmcmc_chain_settings, SETTINGS_FIELDS, 0, )
DEFINE_STRUCT(sgmcmc_pilot_settings, PILOT_SETTINGS_FIELDS, 0, )
DEFINE_STRUCT(sgmcmc_health_settings, HEALTH_SETTINGS_FIELDS, 0, )

static void schedule_start(sgmcmc_schedule *schedule, int32_t kind)
{
    DEMAND(CALL(sgmcmc_schedule_init(schedule, sizeof *schedule)) == SGMCMC_OK, "a schedule's defaults");
    schedule->kind = kind;
    schedule->period = 3;
    schedule->cycle_len = 4;
}

static void rule_start(sgmcmc_rule *rule, int32_t kind)
{
    if (CALL(sgmcmc_rule_init(rule, sizeof *rule, kind)) != SGMCMC_OK)
        DEMAND(sgmcmc_rule_init(rule, sizeof *rule, SGMCMC_RULE_LANGEVIN) == SGMCMC_OK, "a rule's defaults");
}

/* A chain that works, and whatever no default is there for. */
static void start(decoder *d)
{
    parts *p = &d->parts;
    memset(p, 0, sizeof *p);
    DEMAND(CALL(sgmcmc_chain_settings_init(&p->settings, sizeof p->settings)) == SGMCMC_OK, "the settings' defaults");
    rule_start(&p->rule, SGMCMC_RULE_LANGEVIN);
    schedule_start(&p->step_size_schedule, SGMCMC_SCHEDULE_CONSTANT);
    schedule_start(&p->temperature_schedule, SGMCMC_SCHEDULE_CONSTANT);
    p->means_from = 0.5, p->precisions_from = 2.0, p->centre_from = 0.25, p->matrix_from = 0.5, p->covariance_from = 2.0;
    fill(d);
    for (size_t i = 0; i < BLOCK_MAX; i++)
        p->blocks[i] = (sgmcmc_block){.start = 3 * i, .len = 2, .step_size_factor = 0.5, .prior_precision = 1.0,
                                      .slab_weight = 0.5, .slab_deviation = 1.0, .spike_deviation = 0.1};
    sgmcmc_chain_settings *s = &p->settings;
    s->seed = 7;
    s->data_len = 20;
    s->batch_len = 6;
    s->step_size = 0.01;
    s->clipping_limit = 10.0;
    s->slab_weight = 0.5;
    s->slab_deviation = 1.0;
    s->spike_deviation = 0.1;
    s->moments = SGMCMC_MOMENTS_BOTH;
    s->prior_means = d->means;
    s->prior_precisions = d->precisions;
    s->blocks = p->blocks;
    s->block_size = sizeof *p->blocks;
    p->rule.preconditioner_values = d->matrix;
}

/* What was set stays in `all`, for a kind that uses it. */
static void fit(decoder *d)
{
    parts *p = &d->parts;
    d->all = *p;
    rule_for_its_kinds(&p->rule);
    schedule_for_its_kind(&p->step_size_schedule);
    schedule_for_its_kind(&p->temperature_schedule);
    for (size_t i = 0; i < BLOCK_MAX; i++)
        block_for_its_kind(&p->blocks[i]);
    settings_for_their_kinds(&p->settings);
}

/* Changes one field: of the settings in half of all cases, else of what they point to. */
static void change(decoder *d)
{
    parts *p = &d->parts;
    sgmcmc_chain_settings *s = &p->settings;
    const uint8_t where = input_byte(d->in);
    if (where < 128) {
        sgmcmc_chain_settings_change(d, s, input_below(d->in, sgmcmc_chain_settings_field_count));
    } else if (where < 188) {
        s->rule = &p->rule;
        sgmcmc_rule_change(d, &p->rule, input_below(d->in, sgmcmc_rule_field_count));
    } else if (where < 220) {
        sgmcmc_schedule *schedule = where & 1 ? &p->step_size_schedule : &p->temperature_schedule;
        *(where & 1 ? &s->step_size_schedule : &s->temperature_schedule) = schedule;
        sgmcmc_schedule_change(d, schedule, input_below(d->in, sgmcmc_schedule_field_count));
    } else if (where < 248) {
        const size_t block = where % BLOCK_MAX;
        sgmcmc_block_change(d, &p->blocks[block], input_below(d->in, sgmcmc_block_field_count));
        /* One that is not among the chain's becomes so. */
        if (s->block_count <= block)
            s->block_count = block + 1;
    } else {
        size_t *const sizes[] = {&s->struct_size, &p->rule.struct_size, &p->step_size_schedule.struct_size,
                                 &p->temperature_schedule.struct_size};
        size_t *size = sizes[where % 4];
        *size = struct_size(d->in, *size);
    }
}

/* A host with much data asks for its pieces one by one, which takes as long as it takes: not what this looks for. */
static bool is_short(const sgmcmc_chain_settings *s)
{
    const bool many = s->data_len > 4096;
    return !many || ((s->chunk_len == 0 || s->data_len / s->chunk_len < 64) && s->estimator != SGMCMC_ESTIMATOR_SAGA);
}

/* The two numbers that everything is scaled by are worth more tries than others: before all is changed and after. */
static void try_scales(decoder *d, double step_size, double temperature)
{
    sgmcmc_chain_settings *s = &d->parts.settings;
    const double before[] = {s->step_size, s->temperature};
    s->step_size = step_size;
    if (!d->accepts(d))
        s->step_size = before[0];
    s->temperature = temperature;
    if (!d->accepts(d))
        s->temperature = before[1];
    d->all.settings.step_size = s->step_size != before[0] ? step_size : d->all.settings.step_size;
    d->all.settings.temperature = s->temperature != before[1] ? temperature : d->all.settings.temperature;
}

/* Fields behind a shorter struct_size are their defaults to the library, so they are to the oracles. */
static void forget_what_is_cut(sgmcmc_chain_settings *s)
{
    sgmcmc_chain_settings defaults;
    DEMAND(sgmcmc_chain_settings_init(&defaults, sizeof defaults) == SGMCMC_OK, "defaults");
    const size_t size = s->struct_size;
    if (size < sizeof *s)
        memcpy((char *)s + size, (char *)&defaults + size, sizeof *s - size);
}

/* What a warm-up is to find: a burn-in is rarely there by chance, and with it a callback for step sizes, or none. */
static void leave_open(decoder *d)
{
    sgmcmc_chain_settings *s = &d->parts.settings;
    s->burn_in = 6;
    if (s->sampler == SGMCMC_SAMPLER_METROPOLIS_HASTINGS) {
        s->noise = SGMCMC_NOISE_LANGEVIN;
        s->tune_step_size = s->tune_refresh_len = 1;
    } else {
        d->parts.step_size_schedule.kind = SGMCMC_SCHEDULE_CALLBACK;
        s->step_size_schedule = &d->parts.step_size_schedule;
    }
}

void settings_decode(decoder *d, input *in, size_t dim, bool (*accepts)(const decoder *))
{
    d->in = in;
    d->dim = dim;
    d->accepts = accepts;
    d->refused = false;
    start(d);
    const uint8_t lead = input_byte(in);
    if (lead & 1) {
        d->parts.settings.sampler = SGMCMC_SAMPLER_METROPOLIS_HASTINGS;
        d->parts.settings.likelihood_scale = 6.0;
        d->parts.settings.noise_scale = 0.1;
    } else {
        d->parts.settings.anchor_interval = 3;
        d->parts.settings.anchor_len = 12;
        d->parts.settings.noise_covariance = d->covariance;
        d->parts.settings.noise_covariance_len = dim;
    }
    if ((lead & 3) == 2) {
        rule_start(&d->parts.rule, CHOICE(rule_kinds));
        d->parts.rule.preconditioner_values = d->matrix;
        d->parts.settings.rule = &d->parts.rule;
    }
    if (lead & 0x10)
        leave_open(d);
    fit(d);
    DEMAND(d->accepts(d), "the settings to begin with are refused");
    const double step_size = lead & 4 ? input_number(in) : d->parts.settings.step_size;
    const double temperature = lead & 8 ? input_number(in) : d->parts.settings.temperature;
    try_scales(d, step_size, temperature);
    const bool stubborn = lead >= 0xf0;
    for (size_t left = input_below(in, 40); left > 0 && in->len > 0; left--) {
        const parts before = d->all;
        d->parts = d->all;
        change(d);
        /* The last one now and then as it is, with what no kind uses. */
        if (!(stubborn && left == 1 && (lead & 1)))
            fit(d);
        if (is_short(&d->parts.settings) && d->accepts(d))
            continue;
        if (stubborn && left == 1 && is_short(&d->parts.settings)) {
            d->refused = true;
            return;
        }
        d->parts = before;
        fit(d);
        fill(d);
    }
    try_scales(d, step_size, temperature);
    forget_what_is_cut(&d->parts.settings);
}

void rule_decode(decoder *d, input *in, size_t dim)
{
    d->in = in;
    d->dim = dim;
    start(d);
    rule_start(&d->parts.rule, CHOICE(rule_kinds));
    d->parts.rule.preconditioner_values = d->matrix;
    for (size_t left = input_below(in, 8); left > 0; left--)
        sgmcmc_rule_change(d, &d->parts.rule, input_below(in, sgmcmc_rule_field_count));
    if (input_byte(in) < 240)
        rule_for_its_kinds(&d->parts.rule);
}

void schedule_decode(decoder *d, input *in)
{
    d->in = in;
    d->dim = 1;
    start(d);
    schedule_start(&d->parts.step_size_schedule, CHOICE(schedule_kinds));
    for (size_t left = input_below(in, 4); left > 0; left--)
        sgmcmc_schedule_change(d, &d->parts.step_size_schedule, input_below(in, sgmcmc_schedule_field_count));
    if (input_byte(in) < 240)
        schedule_for_its_kind(&d->parts.step_size_schedule);
}

void pilot_decode(sgmcmc_pilot_settings *pilot, input *in)
{
    static decoder d;
    d.in = in;
    DEMAND(CALL(sgmcmc_pilot_settings_init(pilot, sizeof *pilot)) == SGMCMC_OK, "a pilot's defaults");
    const sgmcmc_pilot_settings normal = *pilot;
    pilot->pair_count = 4;
    pilot->product_count = 2;
    for (size_t left = input_below(in, 4); left > 0; left--)
        sgmcmc_pilot_settings_change(&d, pilot, input_below(in, sgmcmc_pilot_settings_field_count));
    if (tracing)
        sgmcmc_pilot_settings_tell("pilot", pilot, &normal);
}

void health_decode(sgmcmc_health_settings *health, input *in)
{
    static decoder d;
    d.in = in;
    DEMAND(CALL(sgmcmc_health_settings_init(health, sizeof *health)) == SGMCMC_OK, "the defaults of health");
    const sgmcmc_health_settings normal = *health;
    health->window = 100;
    for (size_t left = input_below(in, 3); left > 0; left--)
        sgmcmc_health_settings_change(&d, health, input_below(in, sgmcmc_health_settings_field_count));
    if (tracing)
        sgmcmc_health_settings_tell("health", health, &normal);
}

void rule_tell(const decoder *d)
{
    if (!tracing)
        return;
    sgmcmc_rule normal;
    rule_start(&normal, d->parts.rule.kind);
    TRACE("sgmcmc_rule_init(&rule, %zu, %d);\n", d->parts.rule.struct_size, (int)d->parts.rule.kind);
    sgmcmc_rule_tell("rule", &d->parts.rule, &normal);
    TRACE("/* matrix from %.17g, covariance from %.17g */\n", d->parts.matrix_from, d->parts.covariance_from);
}

void settings_tell(const decoder *d)
{
    if (!tracing)
        return;
    const parts *p = &d->parts;
    sgmcmc_chain_settings normal;
    sgmcmc_schedule schedule;
    sgmcmc_chain_settings_init(&normal, sizeof normal);
    schedule_start(&schedule, SGMCMC_SCHEDULE_CONSTANT);
    schedule.period = schedule.cycle_len = 0;
    TRACE("/* dim %zu, means from %.17g, precisions from %.17g, centre from %.17g */\n", d->dim, p->means_from,
          p->precisions_from, p->centre_from);
    TRACE("settings.struct_size = %zu;\n", p->settings.struct_size);
    sgmcmc_chain_settings_tell("settings", &p->settings, &normal);
    if (p->settings.rule != NULL)
        rule_tell(d);
    if (p->settings.step_size_schedule != NULL)
        sgmcmc_schedule_tell("step_size_schedule", &p->step_size_schedule, &schedule);
    if (p->settings.temperature_schedule != NULL)
        sgmcmc_schedule_tell("temperature_schedule", &p->temperature_schedule, &schedule);
    const sgmcmc_block block = {0};
    for (size_t i = 0; i < p->settings.block_count && i < BLOCK_MAX; i++) {
        TRACE("/* block %zu */\n", i);
        sgmcmc_block_tell("block", &p->blocks[i], &block);
    }
}
