/* Every setting outside its range, with a status of its own; and structs that are shorter or longer than known. */
#include <math.h>

#include "world.h"

static world w;
static sgmcmc_chain_settings good;

/* Both functions that take settings must answer this status to `w.settings`. */
static void refused(sgmcmc_status status, const char *setting)
{
    int before = check_failures;
    REFUSES(&w, status, F(sgmcmc_chain_size)(&w.size, &w.settings, DIM));
    REFUSES(&w, status, F(sgmcmc_chain_init)(&w.chain, w.memory, MEMORY_SIZE, &w.settings, w.theta, DIM));
    if (check_failures != before)
        fprintf(stderr, "  with %s\n", setting);
}

#define REFUSES_SETTING(status, name, value)  \
    do {                                      \
        w.settings = good;                    \
        w.settings.name = (value);            \
        refused(status, #name " = " #value);  \
    } while (0)

static void kinds(void)
{
    for (int32_t i = 0; i < 3; i++) {
        const int32_t outside[] = {-1, 7, INT32_MAX};
        settings_sgld(&good);
        REFUSES_SETTING(REFUSED_BATCH_KIND, batch.kind, outside[i]);
        REFUSES_SETTING(REFUSED_SAMPLER_KIND, sampler.kind, outside[i]);
        REFUSES_SETTING(REFUSED_PRIOR_KIND, prior.kind, outside[i]);
        REFUSES_SETTING(REFUSED_MOMENTS_KIND, moments, outside[i]);
        REFUSES_SETTING(REFUSED_SCHEDULE_UNIT, sampler.schedule_unit, outside[i]);
        REFUSES_SETTING(REFUSED_ESTIMATOR_KIND, estimator.kind, outside[i]);
        REFUSES_SETTING(REFUSED_CLIPPING_KIND, clipping.kind, outside[i]);
        REFUSES_SETTING(REFUSED_SIMD_KIND, simd_level, outside[i]);
        REFUSES_SETTING(REFUSED_NOISE_COMPENSATION, sampler.compensation.kind, outside[i]);
        good.estimator.kind = SGMCMC_ESTIMATOR_SVRG;
        REFUSES_SETTING(SGMCMC_ERROR_FLAG, estimator.averaged, outside[i]);
        settings_metropolis(&good, SGMCMC_PROPOSAL_RSGLD);
        REFUSES_SETTING(REFUSED_PROPOSAL_KIND, sampler.proposal.kind, outside[i]);
        REFUSES_SETTING(REFUSED_DENSITY_KIND, sampler.proposal.density, outside[i]);
        REFUSES_SETTING(REFUSED_NOISE_KIND, sampler.proposal.noise.kind, outside[i]);
        REFUSES_SETTING(REFUSED_PROPOSAL_GRADIENT_KIND, sampler.proposal_gradient, outside[i]);
        REFUSES_SETTING(SGMCMC_ERROR_FLAG, sampler.tune_beta, outside[i]);
        REFUSES_SETTING(SGMCMC_ERROR_FLAG, sampler.tune_step_size, outside[i]);
    }
}

/* Every instruction set may be named, also other processors'; what a chain then uses is one that the library has. */
static void levels(void)
{
    settings_sgld(&good);
    for (int32_t named = SGMCMC_SIMD_NONE; named <= SGMCMC_SIMD_WASM128; named++) {
        good.simd_level = named;
        world_make(&w, &good);
        ANSWERS(SGMCMC_OK, F(sgmcmc_chain_properties)(NULL, NULL, &w.flag, w.chain));
        CHECK(w.flag <= sgmcmc_simd_level() && (w.flag == sgmcmc_simd_level() || w.flag == named));
    }
}

static void ranges(void)
{
    const double bad[] = {(double)NAN, (double)INFINITY, -(double)INFINITY, -1.0, 0.0};
    settings_sgld(&good);
    REFUSES_SETTING(REFUSED_BATCH_LEN, batch.len, 0);
    REFUSES_SETTING(REFUSED_BATCH_LEN, batch.len, DATA_LEN + 1);
    REFUSES_SETTING(REFUSED_TEMPERATURE, sampler.temperature.value, -1e-300);
    for (int i = 0; i < 5; i++) {
        if (bad[i] != 0.0)
            REFUSES_SETTING(REFUSED_STEP_SIZE, sampler.step_size.value, bad[i]);
        if (bad[i] != 0.0 && bad[i] != -1.0)
            REFUSES_SETTING(REFUSED_TEMPERATURE, sampler.temperature.value, bad[i]);
    }

    settings_metropolis(&good, SGMCMC_PROPOSAL_RSGLD);
    for (int i = 0; i < 5; i++) {
        REFUSES_SETTING(REFUSED_STEP_SIZE, sampler.proposal.step_size, bad[i]);
        /* Only a tuner looks at it, but for NaN. */
        good.sampler.tune_beta = 1;
        REFUSES_SETTING(REFUSED_BETA_MAX, sampler.beta_max, bad[i]);
        good.sampler.tune_beta = 0;
    }
    REFUSES_SETTING(REFUSED_BETA_MAX, sampler.beta_max, NAN);
    REFUSES_SETTING(REFUSED_BATCH_KIND, batch.kind, SGMCMC_BATCH_WITH_REPLACEMENT);
    REFUSES_SETTING(REFUSED_BATCH_KIND, batch.kind, SGMCMC_BATCH_EPOCHS);
    good.batch.len = 0;
    REFUSES_SETTING(REFUSED_BATCH_KIND, batch.kind, SGMCMC_BATCH_CALLER);
    good.batch.len = BATCH_LEN;
    REFUSES_SETTING(REFUSED_REFRESH_LEN, sampler.refresh_len, BATCH_LEN + 1);
    REFUSES_SETTING(SGMCMC_ERROR_FLAG, sampler.tune_refresh_len, 2);
    good.batch.len = DATA_LEN - 2;
    REFUSES_SETTING(REFUSED_REFRESH_LEN, sampler.refresh_len, 3);
    good.sampler.proposal.noise.kind = SGMCMC_NOISE_CUSTOM;
    for (int i = 0; i < 5; i++)
        REFUSES_SETTING(REFUSED_NOISE_SCALE, sampler.proposal.noise.sigma, bad[i]);
    good.sampler.proposal.noise.sigma = 1.0;
    REFUSES_SETTING(REFUSED_TUNED_NOISE, sampler.tune_step_size, 1);

    settings_metropolis(&good, SGMCMC_PROPOSAL_RANDOM_WALK);
    REFUSES_SETTING(REFUSED_TUNER, sampler.tune_beta, 1);
    good.sampler.tune_step_size = 1;
    for (int i = 0; i < 5; i++)
        if (bad[i] != 0.0) REFUSES_SETTING(REFUSED_TARGET_ACCEPTANCE, sampler.target_acceptance, bad[i]);
    REFUSES_SETTING(REFUSED_TARGET_ACCEPTANCE, sampler.target_acceptance, 1.0);

    settings_metropolis(&good, SGMCMC_PROPOSAL_HMC);
    REFUSES_SETTING(REFUSED_TUNER, sampler.tune_beta, 1);
    REFUSES_SETTING(REFUSED_ESTIMATOR_KIND, estimator.kind, SGMCMC_ESTIMATOR_SAGA);
    for (int i = 0; i < 5; i++)
        REFUSES_SETTING(REFUSED_STEP_SIZE, sampler.proposal.step_size, bad[i]);
    /* Both are numbers, and their product is none. */
    good.sampler.proposal.step_size = sizeof(real) == 4 ? 1e-30 : 1e-300;
    REFUSES_SETTING(REFUSED_KICK, sampler.likelihood_scale, good.sampler.proposal.step_size);
    good.sampler.proposal.step_size = 1.0 / good.sampler.proposal.step_size;
    REFUSES_SETTING(REFUSED_KICK, sampler.likelihood_scale, good.sampler.proposal.step_size);
}

/* The covariance of the gradient's noise, given and found. */
static void compensations(void)
{
    static double covariance[DIM * DIM];
    for (int i = 0; i < DIM * DIM; i++)
        covariance[i] = i % (DIM + 1) == 0 ? 1.0 : 0.0;
    settings_sgld(&good);
    good.sampler.compensation.kind = SGMCMC_NOISE_COMPENSATION_DIAGONAL;
    w.settings = good;
    refused(REFUSED_COMPENSATION_BATCH, "found without burn-in");
    good.sampler.compensation.covariance = covariance;
    REFUSES_SETTING(REFUSED_COMPENSATION_RULE, sampler.rule.kind, SGMCMC_RULE_SGNHT);
    good.batch.len = 0;
    REFUSES_SETTING(REFUSED_COMPENSATION_BATCH, batch.kind, SGMCMC_BATCH_ALL);
    good.batch.len = BATCH_LEN;
    for (int32_t kind = SGMCMC_NOISE_COMPENSATION_DIAGONAL; kind <= SGMCMC_NOISE_COMPENSATION_DENSE; kind++) {
        good.sampler.compensation.kind = kind;
        world_make(&w, &good);
        REFUSES(&w, SGMCMC_ERROR_LENGTH_TOO_LARGE, F(sgmcmc_chain_size)(&w.size, &good, SIZE_MAX / 2));
        /* The last of the numbers that it looks at. */
        const size_t last = kind == SGMCMC_NOISE_COMPENSATION_DIAGONAL ? DIM - 1 : DIM * DIM - 1;
        covariance[last] -= 2.0;
        w.settings = good;
        refused(REFUSED_COMPENSATION_COVARIANCE, "a negative variance");
        covariance[last] += 2.0;
    }
}

/* What no kind that is chosen uses: unused.rs has every field of every kind. */
static void unused(void)
{
    sgmcmc_rule rule;
    sgmcmc_schedule schedule;
    settings_sgld(&good);
    REFUSES_SETTING(UNUSED(prior.precision), prior.precision, 16.0);
    REFUSES_SETTING(UNUSED(batch.len), batch.kind, SGMCMC_BATCH_ALL);
    REFUSES_SETTING(UNUSED(clipping.limit), clipping.limit, 1.0);
    REFUSES_SETTING(REFUSED_PRIOR_KIND, prior.kind, SGMCMC_PRIOR_CHAIN);
    REFUSES_SETTING(UNUSED(sampler.rule.friction), sampler.rule.friction, 0.2);
    REFUSES_SETTING(UNUSED(sampler.proposal.noise.kind), sampler.proposal.noise.kind, INT32_MAX);
    REFUSES_SETTING(UNUSED(sampler.likelihood_scale), sampler.likelihood_scale, (double)NAN);
    REFUSES_SETTING(UNUSED(sampler.step_size.period), sampler.step_size.period, 5);
    /* The host says it. */
    REFUSES_SETTING(UNUSED(sampler.step_size.value), sampler.step_size.kind, SGMCMC_SCHEDULE_CALLBACK);
    good.sampler.temperature.kind = SGMCMC_SCHEDULE_CALLBACK;
    REFUSES_SETTING(UNUSED(sampler.temperature.value), sampler.temperature.value, 0.5);
    REFUSES_SETTING(UNUSED(sampler.temperature.value), sampler.temperature.value, 0.0);
    ANSWERS(SGMCMC_OK, sgmcmc_rule_init(&rule, sizeof rule, SGMCMC_RULE_LANGEVIN));
    ANSWERS(SGMCMC_OK, sgmcmc_schedule_init(&schedule, sizeof schedule));
    rule.friction = 0.2;
    schedule.period = 5;
    REFUSES(&w, UNUSED(friction), F(sgmcmc_rule_lengths)(&w.size, NULL, &rule, DIM));
    REFUSES(&w, UNUSED(period), sgmcmc_schedule_at(&w.number, &w.flag, &schedule, 3));
    settings_metropolis(&good, SGMCMC_PROPOSAL_RANDOM_WALK);
    REFUSES_SETTING(REFUSED_PROPOSAL_GRADIENT_UNUSED, sampler.proposal_gradient, SGMCMC_PROPOSAL_GRADIENT_PUBLISHED);
    REFUSES_SETTING(REFUSED_BETA_MAX_UNUSED, sampler.beta_max, 10.0);
    REFUSES_SETTING(REFUSED_TUNE_INTERVAL_UNUSED, sampler.tune_interval, 5);
    REFUSES_SETTING(UNUSED(sampler.proposal.beta), sampler.proposal.beta, 1.5);
    REFUSES_SETTING(REFUSED_ESTIMATOR_KIND, estimator.kind, SGMCMC_ESTIMATOR_FIXED_CENTRE);
    good.clipping.kind = SGMCMC_CLIPPING_NORM;
    REFUSES_SETTING(REFUSED_CLIPPING_KIND, clipping.limit, 1.0);
    /* A block of zeros but for its range, its factor and its prior's precision has the chain's prior. */
    sgmcmc_block block, zeros = {.len = 1, .step_size_factor = 1.0, .prior.precision = 1.0};
    memset(&block, 0xff, sizeof block);
    ANSWERS(SGMCMC_OK, sgmcmc_block_init(&block, sizeof block));
    block.len = 1;
    CHECK(memcmp(&block, &zeros, sizeof block) == 0);
    REFUSES(&w, SGMCMC_ERROR_NULL_POINTER, sgmcmc_block_init(NULL, sizeof block));
    REFUSES(&w, SGMCMC_ERROR_STRUCT_SIZE, sgmcmc_block_init(&block, 5));
}

/* A settings struct of a later header: 16 bytes more. */
typedef struct longer_settings {
    sgmcmc_chain_settings known;
    unsigned char unknown[16];
} longer_settings;

static void settings_sizes(void)
{
    settings_sgld(&good);
    /* The last four: inside a double, where it may be aligned to 4 bytes, where a field of a struct within ends, and beyond
     * all fields. */
    const size_t bad[] = {0, 1, sizeof(size_t) - 1, sizeof(size_t) + 1, sizeof good - 1,
                          offsetof(sgmcmc_chain_settings, sampler.step_size.value) + 4,
                          offsetof(sgmcmc_chain_settings, sampler.step_size), offsetof(sgmcmc_chain_settings, prior.mean),
                          sizeof good + 4};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        REFUSES_SETTING(SGMCMC_ERROR_STRUCT_SIZE, struct_size, bad[i]);
        REFUSES(&w, SGMCMC_ERROR_STRUCT_SIZE, sgmcmc_chain_settings_init(&w.settings, bad[i]));
    }
    REFUSES_SETTING(SGMCMC_ERROR_STRUCT_TOO_NEW, struct_size, SIZE_MAX - 7);

    /* Shorter: what follows takes its default, whatever is in memory there. */
    sgmcmc_chain_settings shorter = good, full = good;
    size_t size_short, size_full;
    shorter.struct_size = offsetof(sgmcmc_chain_settings, sampler);
    memset((unsigned char *)&shorter + shorter.struct_size, 0xff, sizeof shorter - shorter.struct_size);
    ANSWERS(SGMCMC_OK, F(sgmcmc_chain_size)(&size_short, &shorter, DIM)); /* with a step size that is to be found */
    shorter = good;
    shorter.struct_size = offsetof(sgmcmc_chain_settings, burn_in);
    memset((unsigned char *)&shorter + shorter.struct_size, 0xff, sizeof shorter - shorter.struct_size);
    ANSWERS(SGMCMC_OK, F(sgmcmc_chain_size)(&size_short, &shorter, DIM));
    ANSWERS(SGMCMC_OK, F(sgmcmc_chain_size)(&size_full, &full, DIM));
    CHECK(size_short == size_full);
    static world other;
    world_make(&other, &full);
    world_make(&w, &shorter);
    for (int i = 0; i < 5; i++) {
        ANSWERS(SGMCMC_OK, F(sgmcmc_chain_step)(w.chain, NULL, NULL, NULL, 0, &w.model));
        ANSWERS(SGMCMC_OK, F(sgmcmc_chain_step)(other.chain, NULL, NULL, NULL, 0, &other.model));
    }
    CHECK(same_chain(&w, &other));

    /* _init writes what it is told to, and no more. */
    memset(&w.settings, 0x5a, sizeof w.settings);
    ANSWERS(SGMCMC_OK, sgmcmc_chain_settings_init(&w.settings, offsetof(sgmcmc_chain_settings, burn_in)));
    CHECK(w.settings.struct_size == offsetof(sgmcmc_chain_settings, burn_in) && w.settings.seed == 0);
    CHECK(((unsigned char *)&w.settings)[offsetof(sgmcmc_chain_settings, burn_in)] == 0x5a);

    /* Longer: fine while what is unknown is zero. */
    longer_settings longer;
    memset(&longer, 0x5a, sizeof longer);
    ANSWERS(SGMCMC_OK, sgmcmc_chain_settings_init(&longer.known, sizeof longer));
    CHECK(longer.known.struct_size == sizeof longer);
    for (size_t i = 0; i < sizeof longer.unknown; i++)
        CHECK(longer.unknown[i] == 0);
    longer.known = good;
    longer.known.struct_size = sizeof longer;
    ANSWERS(SGMCMC_OK, F(sgmcmc_chain_size)(&size_full, &longer.known, DIM));
    longer.unknown[sizeof longer.unknown - 1] = 1;
    REFUSES(&w, SGMCMC_ERROR_STRUCT_TOO_NEW, F(sgmcmc_chain_size)(&w.size, &longer.known, DIM));
    REFUSES(&w, SGMCMC_ERROR_STRUCT_TOO_NEW,
            F(sgmcmc_chain_init)(&w.chain, w.memory, MEMORY_SIZE, &longer.known, w.theta, DIM));
}

static void model_sizes(void)
{
    struct {
        F(sgmcmc_model) known;
        uint64_t unknown;
    } longer;
    settings_sgld(&good);
    world_make(&w, &good);
    w.model.struct_size = 0;
    REFUSES(&w, SGMCMC_ERROR_STRUCT_SIZE, F(sgmcmc_chain_step)(w.chain, &w.step, &w.code, NULL, 0, &w.model));
    w.model.struct_size = sizeof w.model - 1;
    REFUSES(&w, SGMCMC_ERROR_STRUCT_SIZE, F(sgmcmc_chain_step)(w.chain, &w.step, &w.code, NULL, 0, &w.model));
    /* Shorter: no log prior, though memory holds one. */
    w.model.struct_size = offsetof(F(sgmcmc_model), log_prior);
    REFUSES(&w, SGMCMC_ERROR_CALLBACK_MISSING, F(sgmcmc_chain_step)(w.chain, &w.step, &w.code, NULL, 0, &w.model));
    w.model.struct_size = offsetof(F(sgmcmc_model), log_likelihood);
    REFUSES(&w, SGMCMC_ERROR_CALLBACK_MISSING, F(sgmcmc_chain_step)(w.chain, &w.step, &w.code, NULL, 0, &w.model));
    w.model.struct_size = sizeof w.model;
    longer.known = w.model;
    longer.known.struct_size = sizeof longer;
    longer.unknown = 1;
    REFUSES(&w, SGMCMC_ERROR_STRUCT_TOO_NEW, F(sgmcmc_chain_step)(w.chain, &w.step, &w.code, NULL, 0, &longer.known));
    longer.unknown = 0;
    ANSWERS(SGMCMC_OK, F(sgmcmc_chain_step)(w.chain, &w.step, &w.code, NULL, 0, &longer.known));
}

static void statistics_sizes(void)
{
    struct {
        sgmcmc_chain_statistics known;
        unsigned char unknown[8], behind[8];
    } longer;
    w.statistics.struct_size = 0;
    REFUSES(&w, SGMCMC_ERROR_STRUCT_SIZE, F(sgmcmc_chain_statistics)(w.chain, &w.statistics));
    w.statistics.struct_size = sizeof(size_t) + 1;
    REFUSES(&w, SGMCMC_ERROR_STRUCT_SIZE, F(sgmcmc_chain_statistics)(w.chain, &w.statistics));
    /* Shorter: the first fields alone are written. */
    memset(&w.statistics, 0x5a, sizeof w.statistics);
    w.statistics.struct_size = offsetof(sgmcmc_chain_statistics, kept_count);
    uint64_t untouched = w.statistics.kept_count;
    ANSWERS(SGMCMC_OK, F(sgmcmc_chain_statistics)(w.chain, &w.statistics));
    CHECK(w.statistics.step_count == 1 && w.statistics.kept_count == untouched);
    CHECK(w.statistics.struct_size == offsetof(sgmcmc_chain_statistics, kept_count));
    /* What a step did is such a struct, too. */
    w.step.struct_size = sizeof(size_t) + 1;
    REFUSES(&w, SGMCMC_ERROR_STRUCT_SIZE, F(sgmcmc_chain_step)(w.chain, &w.step, &w.code, NULL, 0, &w.model));
    memset(&w.step, 0x5a, sizeof w.step);
    w.step.struct_size = offsetof(sgmcmc_step, log_likelihood);
    ANSWERS(SGMCMC_OK, F(sgmcmc_chain_step)(w.chain, &w.step, NULL, NULL, 0, &w.model));
    CHECK(w.step.index == 1 && ((unsigned char *)&w.step)[offsetof(sgmcmc_step, log_likelihood)] == 0x5a);
    /* Longer: zeros in what the library does not know, nothing behind. */
    memset(&longer, 0x5a, sizeof longer);
    longer.known.struct_size = sizeof longer.known + sizeof longer.unknown;
    ANSWERS(SGMCMC_OK, F(sgmcmc_chain_statistics)(w.chain, &longer.known));
    CHECK(longer.known.kept_count == 2 && longer.unknown[0] == 0 && longer.unknown[7] == 0);
    CHECK(longer.behind[0] == 0x5a);
}

int main(void)
{
    settings_sgld(&good);
    world_make(&w, &good);
    kinds();
    levels();
    ranges();
    compensations();
    unused();
    settings_sizes();
    model_sizes();
    statistics_sizes();
    return check_failures != 0;
}
