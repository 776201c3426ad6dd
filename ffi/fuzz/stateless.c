/* Calls without a chain: rules on the caller's vectors, generators, schedules, functions over arrays. */
#include "chain.h"

#include <math.h>

enum { STATE_MAX = 8 * DIM_MAX + DIM_MAX * DIM_MAX, GIVEN_MAX = 2 * DIM_MAX + DIM_MAX * DIM_MAX };

/* Everything that a rule's step may write. */
typedef struct board {
    _Alignas(64) unsigned char generator[1024];
    sgmcmc_rule_applied applied;
    real theta[DIM_MAX], state[STATE_MAX];
} board;

static board now, before, twin;
static decoder the_decoder;

static sgmcmc_rng *generator_of(board *board) { return (sgmcmc_rng *)(void *)board->generator; }

static void make_generator(board *board, uint64_t seed)
{
    sgmcmc_rng *rng = NULL;
    memset(board, 0x5a, sizeof *board);
    board->applied.struct_size = sizeof board->applied;
    DEMAND(sgmcmc_rng_size() <= sizeof board->generator && 64 % sgmcmc_align() == 0, "a generator's size");
    DEMAND(CALL(sgmcmc_rng_init(&rng, board->generator, sgmcmc_rng_size(), seed, 0)) == SGMCMC_OK, "a generator");
    DEMAND(sgmcmc_rng_init(&rng, board->generator, sgmcmc_rng_size(), seed, SGMCMC_CHAIN_COUNT_MAX) ==
               REFUSED_CHAIN_INDEX, "too large a chain_index");
}

static void finite(const real *x, size_t len, const char *what)
{
    for (size_t i = 0; i < len; i++)
        DEMAND(isfinite(x[i]), "%s[%zu] is %g", what, i, (double)x[i]);
}

static void rule_steps(input *in)
{
    static real gradient[DIM_MAX], host_terms[GIVEN_MAX];
    size_t state_len = 0, host_terms_len = 0;
    const size_t dim = 1 + input_below(in, DIM_MAX);
    rule_decode(&the_decoder, in, dim);
    const sgmcmc_rule *rule = &the_decoder.parts.settings.sampler.rule;
    const double step_size = input_number(in), temperature = input_number(in);
    TRACE("/* f%zu, dim %zu, step_size %.17g, temperature %.17g */\n", 8 * sizeof(real), dim, step_size, temperature);
    rule_tell(&the_decoder);
    make_generator(&now, 7);
    for (size_t i = 0; i < dim; i++)
        now.theta[i] = (real)0.5 - (real)i / 8;
    if (CALL(F(sgmcmc_rule_lengths)(&state_len, &host_terms_len, rule, dim)) != SGMCMC_OK)
        return;
    DEMAND(state_len <= STATE_MAX && host_terms_len <= GIVEN_MAX, "%zu numbers of state, %zu host_terms", state_len, host_terms_len);
    before = twin = now;
    sgmcmc_status status = CALL(F(sgmcmc_rule_start)(generator_of(&now), now.state, state_len, rule, dim, step_size,
                                                     temperature));
    feature(5, (uint64_t)rule->kind << 24 | (uint64_t)rule->drift.kind << 16 |
                   (uint64_t)rule->preconditioner.kind << 8 | (uint64_t)status);
    if (status != SGMCMC_OK) {
        DEMAND(memcmp(&now, &before, sizeof now) == 0, "rule_start answers %d and writes", (int)status);
        return;
    }
    finite(now.state, state_len, "the state at the start");
    DEMAND(F(sgmcmc_rule_start)(generator_of(&twin), twin.state, state_len, rule, dim, step_size, temperature) ==
               SGMCMC_OK && memcmp(&now, &twin, sizeof now) == 0, "rule_start on a copy");
    for (uint64_t k = 0; k < 8 && in->len > 0; k++) {
        const double size = input_number(in), heat = input_number(in);
        const double slope = input_number(in), term = input_number(in);
        const uint32_t data_len = (uint32_t)input_count(in, 100);
        TRACE("/* step: %.17g, %.17g, gradient from %.17g, host_terms %.17g */\n", size, heat, slope, term);
        for (size_t i = 0; i < dim; i++)
            gradient[i] = (real)(slope * ((double)(i % 3) - 0.75));
        for (size_t i = 0; i < host_terms_len; i++)
            host_terms[i] = (real)term;
        before = twin = now;
        status = CALL(F(sgmcmc_rule_move_to_site)(now.theta, dim, now.state, state_len, rule));
        DEMAND(status == SGMCMC_OK || memcmp(&now, &before, sizeof now) == 0, "move_to_site answers %d and writes",
               (int)status);
        now = before;
        status = CALL(RULE_STEP(generator_of(&now), &now.applied, now.theta, dim, now.state, state_len,
                                          gradient, host_terms, host_terms_len, rule, size, heat, k, data_len));
        feature(6, (uint64_t)rule->kind << 16 | (uint64_t)status);
        if (status != SGMCMC_OK) {
            DEMAND(memcmp(&now, &before, sizeof now) == 0, "rule_step answers %d and writes", (int)status);
            continue;
        }
        DEMAND(RULE_STEP(generator_of(&twin), &twin.applied, twin.theta, dim, twin.state, state_len,
                                   gradient, host_terms, host_terms_len, rule, size, heat, k, data_len) == SGMCMC_OK &&
                   memcmp(&now, &twin, sizeof now) == 0, "rule_step on a copy");
        /* The state may have scratch in it. */
        finite(now.theta, dim, "theta");
        DEMAND(now.applied.drift_norm >= 0.0 && now.applied.noise_norm >= 0.0,
               "norms %g and %g", now.applied.drift_norm, now.applied.noise_norm);
        DEMAND(now.applied.clamped_count <= (rule->kind == SGMCMC_RULE_LATTICE ? dim : 0), "%llu of %zu held",
               (unsigned long long)now.applied.clamped_count, dim);
    }
}

static void generators(input *in)
{
    static real out[DIM_MAX];
    uint32_t batch[64], integer = 0;
    uint64_t word, other;
    make_generator(&now, input_word(in));
    sgmcmc_rng *rng = generator_of(&now);
    for (int calls = 0; calls < 16 && in->len > 0; calls++) {
        const size_t len = input_below(in, DIM_MAX + 1), action = input_below(in, 5);
        const uint32_t bound = (uint32_t)input_count(in, 80);
        before = now;
        sgmcmc_status status = SGMCMC_OK;
        if (action == 0 && (status = CALL(F(sgmcmc_rng_normals)(rng, out, len))) == SGMCMC_OK)
            finite(out, len, "normals");
        if (action == 1 && (status = CALL(F(sgmcmc_rng_uniforms)(rng, out, len))) == SGMCMC_OK)
            for (size_t i = 0; i < len; i++)
                DEMAND(out[i] > 0 && out[i] <= 1, "a uniform of %.17g", (double)out[i]);
        if (action == 2 && (status = CALL(sgmcmc_rng_bounded(rng, &integer, bound))) == SGMCMC_OK)
            DEMAND(integer < bound, "%u is not below %u", integer, bound);
        if (action == 3 && (status = CALL(sgmcmc_rng_batch(rng, batch, len % 65, bound))) == SGMCMC_OK)
            for (size_t i = 0; i < len % 65; i++)
                DEMAND(batch[i] < bound && (i == 0 || batch[i] > batch[i - 1]), "a batch with %u at %zu", batch[i], i);
        if (action == 4) {
            twin = now;
            DEMAND(CALL(sgmcmc_rng_next_u64(rng, &word)) == SGMCMC_OK &&
                       sgmcmc_rng_next_u64(generator_of(&twin), &other) == SGMCMC_OK && word == other,
                   "a generator and its copy");
        }
        DEMAND(status == SGMCMC_OK || memcmp(&now, &before, sizeof now) == 0, "a generator answers %d and is another",
               (int)status);
    }
}

static void schedules(input *in)
{
    schedule_decode(&the_decoder, in);
    const sgmcmc_schedule *schedule = &the_decoder.parts.settings.sampler.step_size;
    for (int calls = 0; calls < 8 && in->len > 0; calls++) {
        const uint64_t k = input_byte(in) & 1 ? input_word(in) : input_count(in, 100);
        double value = -77.0, factor = -77.0;
        int32_t explores = 77;
        sgmcmc_schedule of_one = *schedule;
        of_one.value = 1.0;
        const sgmcmc_status status = CALL(sgmcmc_schedule_at(&value, &explores, schedule, k));
        if (status == SGMCMC_OK)
            DEMAND(sgmcmc_schedule_at(&factor, NULL, &of_one, k) == SGMCMC_OK && isfinite(factor) && factor >= 0.0 &&
                       value == schedule->value * factor && (explores == 0 || explores == 1),
                   "schedule kind %d at %llu: %g, of 1 %g, explores %d", schedule->kind, (unsigned long long)k, value,
                   factor, explores);
        else
            DEMAND(value == -77.0 && explores == 77, "schedule_at answers %d and writes", (int)status);
    }
}

typedef struct function {
    real (*one)(real);
    sgmcmc_function number;
    double (*standard)(double);
} function;

static void arrays(input *in)
{
    static const function functions[] = {
        {F(sgmcmc_exp), SGMCMC_FUNCTION_EXP, exp},
        {F(sgmcmc_ln), SGMCMC_FUNCTION_LN, log},
        {F(sgmcmc_sin), SGMCMC_FUNCTION_SIN, sin},
        {F(sgmcmc_cos), SGMCMC_FUNCTION_COS, cos},
    };
    real x[DIM_MAX], out[DIM_MAX];
    uint64_t fingerprints[2];
    const size_t len = 1 + input_below(in, DIM_MAX);
    const function *f = &functions[input_below(in, sizeof functions / sizeof *functions)];
    for (size_t i = 0; i < len; i++)
        x[i] = (real)input_number(in);
    DEMAND(CALL(F(sgmcmc_map)(out, x, len, f->number)) == SGMCMC_OK, "a function of an array");
    for (size_t i = 0; i < len; i++) {
        const real one = f->one(x[i]);
        const double standard = f->standard((double)x[i]);
        DEMAND(memcmp(&one, &out[i], sizeof one) == 0, "of %.17g: %.17g alone, %.17g in an array", (double)x[i],
               (double)one, (double)out[i]);
        DEMAND(isnan(standard) ? isnan(one) : !isnan(one), "of %.17g: %.17g, not %.17g", (double)x[i], (double)one,
               standard);
        /* Far beyond the few units in the last place that the library promises. */
        if (isfinite(standard) && isfinite(one) && fabs(standard) > 1e-30 && fabs((double)x[i]) < 1e6)
            DEMAND(fabs((double)one - standard) <= 1e-5 * fmax(fabs(standard), 1e-6), "of %.17g: %.17g, not %.17g",
                   (double)x[i], (double)one, standard);
    }
    DEMAND(CALL(F(sgmcmc_fingerprint)(&fingerprints[0], x, len)) == SGMCMC_OK &&
               F(sgmcmc_fingerprint)(&fingerprints[1], x, len) == SGMCMC_OK && fingerprints[0] == fingerprints[1],
           "fingerprints");
    DEMAND(F(sgmcmc_map)(x, x, len, f->number) == SGMCMC_OK && memcmp(x, out, len * sizeof *x) == 0, "a function in place");
}

static bool same_number(double x, double y) { return x == y || (isnan(x) && isnan(y)); }

/* What is one line of arithmetic, for any numbers. */
static void conversions(input *in)
{
    const double x = input_number(in), y = input_number(in), z = input_fraction(in);
    double a = 77.0, b = 77.0;
    DEMAND(CALL(sgmcmc_from_equation(&a, &b, x, y, SGMCMC_RULE_ABOBA)) == SGMCMC_OK && same_number(a, x * x) && same_number(b, x * y),
           "from_equation");
    DEMAND(CALL(sgmcmc_from_equation(&a, &b, x, y, SGMCMC_RULE_BAOAB)) == SGMCMC_OK && same_number(a, x * x), "from_equation_exactly");
    DEMAND(isnan(x * y) ? isnan(b) : x * y >= 0.0 ? b >= 0.0 && b <= 1.0 : b <= 0.0, "a friction of %.17g", b);
    a = 77.0;
    DEMAND(CALL(sgmcmc_from_equation(&a, NULL, x, y, SGMCMC_RULE_SGHMC)) == SGMCMC_ERROR_NULL_POINTER && a == 77.0, "one output of two");
    const double threshold = sgmcmc_keep_threshold(z, x, y);
    if (z > 0.0 && z < 1.0 && y > 1e-100 && x > y && x < 1e100)
        DEMAND(threshold >= 0.0 && threshold < (double)INFINITY, "a threshold of %.17g", threshold);
    sgmcmc_rule rule = {0}, other = {0};
    const int32_t kind = (int32_t)input_below(in, 11);
    const sgmcmc_status status = CALL(sgmcmc_rule_init(&rule, sizeof rule, kind));
    DEMAND(status == SGMCMC_OK ? rule.kind == kind : memcmp(&rule, &other, sizeof rule) == 0, "rule_init answers %d",
           (int)status);
    DEMAND(sgmcmc_version_number() == SGMCMC_VERSION_NUMBER && sgmcmc_abi_version() == SGMCMC_ABI_VERSION,
           "a library of another header");
    DEMAND(strlen(sgmcmc_simd_level_name(sgmcmc_simd_level())) > 0 && sgmcmc_simd_level_name(kind) != NULL, "a name");
}

void F(fuzz_stateless)(input *in)
{
    static void (*const parts[])(input *) = {rule_steps, rule_steps, rule_steps, generators, schedules, arrays, conversions};
    parts[input_below(in, sizeof parts / sizeof *parts)](in);
}
