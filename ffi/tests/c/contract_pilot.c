/* Pilots: what they measure and say, what they refuse, and that they leave the chain alone. */
#include <math.h>

#include "world.h"

enum { ROOM = 65536 };

static world w;
static _Alignas(64) unsigned char room[ROOM], other_room[ROOM];
static sgmcmc_pilot_settings settings;
static sgmcmc_pilot_report report;

static int near(double found, double exact, double share)
{
    return fabs(found - exact) <= share * fabs(exact);
}

static sgmcmc_status look(const real *theta)
{
    report.struct_size = sizeof report;
    return PILOT_LOOK(w.chain, &report, &w.code, w.variance, NULL, room, ROOM, theta, DIM, &settings,
                                &w.model);
}

static void start(void)
{
    sgmcmc_chain_settings of_chain;
    settings_sgld(&of_chain);
    world_make(&w, &of_chain);
    ANSWERS(SGMCMC_OK, F(sgmcmc_chain_run)(w.chain, NULL, 3, &w.model, NULL, NULL));
    ANSWERS(SGMCMC_OK, sgmcmc_pilot_settings_init(&settings, sizeof settings));
    CHECK(settings.seed == 0 && settings.pair_count == 256 && settings.product_count == 16);
    CHECK(settings.difference == 0.0 && settings.inflation == 0.05 && !settings.covariance && !settings.batch_len);
    memset(&report, 0, sizeof report);
}

/* x_i = i / 10, all coordinates alike: a curvature of n + 1, and noise that one direction has. */
static void numbers(void)
{
    const double noise = 400.0 / BATCH_LEN * (14.0 / 20.0) * 0.35;
    double variance[DIM], covariance[DIM * DIM];
    unsigned char before[MEMORY_SIZE];
    size_t size = 0, without = 0;
    start();
    ANSWERS(SGMCMC_OK, F(sgmcmc_pilot_size)(w.chain, &without, NULL));
    settings.covariance = 1;
    settings.pair_count = 4096;
    ANSWERS(SGMCMC_OK, F(sgmcmc_pilot_size)(w.chain, &size, &settings));
    CHECK(without < size && size <= ROOM);
    memcpy(before, w.memory, MEMORY_SIZE);
    report.struct_size = sizeof report;
    ANSWERS(SGMCMC_OK, PILOT_LOOK(w.chain, &report, NULL, variance, covariance, room, size, NULL, DIM,
                                            &settings, &w.model));
    CHECK(memcmp(before, w.memory, MEMORY_SIZE) == 0);
    CHECK(report.struct_size == sizeof report && report.batch_len == BATCH_LEN && report.refresh_len == 0);
    CHECK(near(report.curvature, DATA_LEN + 1, 0.01) && near(report.mean_curvature, DATA_LEN + 1, 0.01));
    CHECK(near(variance[0], noise, 0.1) && near(report.noise_variance, noise, 0.1));
    CHECK(near(report.noise_direction, DIM * noise, 0.1) && near(covariance[1], noise, 0.1));
    CHECK(near(report.variate_variance + 1.0, 1.0, 0.01) && isnan(report.acceptance_cap));
    CHECK(report.gradient_count > 0 && report.findings >> SGMCMC_FINDING_NOISE_BINDS & 1);
    CHECK(report.findings >> SGMCMC_FINDING_CONTROL_VARIATE_PAYS & 1);
    CHECK(!(report.findings >> SGMCMC_FINDING_NO_STEP_SIZE & 1));
    double inflation = 0.0;
    ANSWERS(SGMCMC_OK, sgmcmc_pilot_inflation(&inflation, &report, report.step_size));
    CHECK(near(inflation, 0.05, 1e-9));
    ANSWERS(SGMCMC_OK, sgmcmc_pilot_inflation(&inflation, &report, 0.01));
    CHECK(inflation == report.predicted_inflation);
    CHECK(near(1.0 + inflation, (report.inflation_base + report.inflation_by_noise * 0.01) /
                                    (1.0 - report.inflation_by_curvature * 0.01), 1e-12));
    ANSWERS(SGMCMC_OK, sgmcmc_pilot_inflation(&inflation, &report, report.stability_limit));
    CHECK(isinf(inflation));
    /* The same bytes from memory of another content, and without optional outputs. */
    memset(other_room, 0xff, sizeof other_room);
    sgmcmc_pilot_report again = {.struct_size = sizeof again};
    ANSWERS(SGMCMC_OK, PILOT_LOOK(w.chain, &again, NULL, NULL, NULL, other_room, ROOM, NULL, DIM, &settings,
                                            &w.model));
    CHECK(memcmp(&again, &report, sizeof report) == 0);
    /* Another seed draws other batches. */
    settings.seed = 1;
    ANSWERS(SGMCMC_OK, PILOT_LOOK(w.chain, &again, NULL, NULL, NULL, other_room, ROOM, NULL, DIM, &settings,
                                            &w.model));
    CHECK(again.noise_variance != report.noise_variance && near(again.noise_variance, noise, 0.1));
    settings.seed = 0;
    /* A caller of a header with fewer fields gets those. */
    sgmcmc_pilot_report shorter;
    memset(&shorter, 0x5a, sizeof shorter);
    shorter.struct_size = offsetof(sgmcmc_pilot_report, refresh_len);
    ANSWERS(SGMCMC_OK, PILOT_LOOK(w.chain, &shorter, NULL, NULL, NULL, room, ROOM, NULL, DIM, &settings,
                                            &w.model));
    CHECK(shorter.findings == report.findings && shorter.refresh_len == 0x5a5a5a5a);
    /* Elsewhere the gradient is another. */
    const real far[DIM] = {100, 100, 100, 100, 100};
    ANSWERS(SGMCMC_OK, look(far));
    CHECK(report.findings >> SGMCMC_FINDING_FAR_FROM_MODE & 1 && report.gradient_norm > again.gradient_norm);
}

static void proposals(void)
{
    sgmcmc_chain_settings of_chain;
    start();
    settings_metropolis(&of_chain, SGMCMC_PROPOSAL_RANDOM_WALK);
    of_chain.sampler.proposal_gradient = 0;
    of_chain.sampler.proposal.noise.kind = 0;
    of_chain.sampler.likelihood_scale = 1000.0;
    sgmcmc_chain_settings defaults;
    ANSWERS(SGMCMC_OK, sgmcmc_chain_settings_init(&defaults, sizeof defaults));
    of_chain.sampler.proposal.noise.kind = defaults.sampler.proposal.noise.kind;
    world_make(&w, &of_chain);
    ANSWERS(SGMCMC_OK, look(NULL));
    CHECK(report.findings >> SGMCMC_FINDING_NO_STEP_SIZE & 1 && report.findings >> SGMCMC_FINDING_SCALE_TOO_LARGE & 1);
    CHECK(report.refresh_len == 1 && isnan(report.curvature) && the_host.last_gradient_was_null);
    /* Beyond 3 the law of that noise is not known, and the cap is that of 3. */
    CHECK(near(report.acceptance_cap, erfc(0.5 * fmin(report.noise_scale, 3.0)), 1e-9));
}

static void sentences(void)
{
    char text[4096], none[1];
    size_t size = 0;
    start();
    ANSWERS(SGMCMC_OK, look(NULL));
    memset(text, '~', sizeof text);
    ANSWERS(SGMCMC_OK, sgmcmc_pilot_text(NULL, 0, &size, &report));
    CHECK(size > 2 && size < sizeof text);
    ANSWERS(SGMCMC_OK, sgmcmc_pilot_text(text, size, NULL, &report));
    CHECK(strlen(text) == size - 1 && text[size - 2] == '\n' && text[size] == '~');
    CHECK(strstr(text, "The gradient's noise, of variance ") == text);
    REFUSES(&w, SGMCMC_ERROR_MEMORY_TOO_SMALL, sgmcmc_pilot_text(text, size - 1, NULL, &report));
    REFUSES(&w, SGMCMC_ERROR_LENGTH_ZERO, sgmcmc_pilot_text(text, 0, NULL, &report));
    REFUSES_SPOILT(&w, sgmcmc_pilot_text(BYTES(text), size, NULL, GIVEN(&report)));
    report.findings = 0;
    ANSWERS(SGMCMC_OK, sgmcmc_pilot_text(NULL, 0, &size, &report));
    CHECK(size == 1);
    ANSWERS(SGMCMC_OK, sgmcmc_pilot_text(none, size, NULL, &report));
    CHECK(none[0] == 0);
    report.findings = UINT64_MAX;
    ANSWERS(SGMCMC_OK, sgmcmc_pilot_text(NULL, 0, &size, &report));
    CHECK(size < sizeof text);
    ANSWERS(SGMCMC_OK, sgmcmc_pilot_text(text, sizeof text, NULL, &report));
}

static int used = 0;

/* May not use the chain, and finds it refused. */
static int32_t intruder(void *user, double *value, real *gradient, const real *theta, size_t dim,
                        const uint32_t *batch, size_t batch_len)
{
    real copy[DIM];
    size_t size;
    ANSWERS(SGMCMC_ERROR_IN_USE, F(sgmcmc_chain_theta)(w.chain, copy, NULL, DIM));
    ANSWERS(SGMCMC_ERROR_IN_USE, F(sgmcmc_pilot_size)(w.chain, &size, NULL));
    ANSWERS(SGMCMC_ERROR_IN_USE, F(sgmcmc_chain_step)(w.chain, NULL, NULL, NULL, 0, &w.model));
    used++;
    return log_likelihood(user, value, gradient, theta, dim, batch, batch_len);
}

static void refusals(void)
{
    start();
    static const sgmcmc_status expected[] = {
        REFUSED_PAIR_COUNT, REFUSED_PRODUCT_COUNT, REFUSED_DIFFERENCE, REFUSED_INFLATION,
        SGMCMC_ERROR_FLAG, REFUSED_DRAWN_BATCH_LEN, SGMCMC_ERROR_STRUCT_SIZE};
    const sgmcmc_pilot_settings good = settings;
    for (int i = 0; i < 7; i++) {
        settings = good;
        if (i == 0) settings.pair_count = 3;
        if (i == 1) settings.product_count = 0;
        if (i == 2) settings.difference = -1.0;
        if (i == 3) settings.inflation = NAN;
        if (i == 4) settings.covariance = 2;
        if (i == 5) settings.batch_len = DATA_LEN + 1;
        if (i == 6) settings.struct_size = 1;
        REFUSES(&w, expected[i], look(NULL));
        REFUSES(&w, expected[i], F(sgmcmc_pilot_size)(w.chain, &w.size, &settings));
    }
    settings = good;
    const real bad[DIM] = {0, 0, (real)NAN, 0, 0};
    REFUSES(&w, SGMCMC_ERROR_THETA_NOT_FINITE, look(bad));
#define LOOK(chain, report, covariance, mem, size, dim)                                                     \
    PILOT_LOOK(chain, report, &w.code, w.variance, covariance, mem, size, NULL, dim, &settings, &w.model)
    size_t size = 0;
    ANSWERS(SGMCMC_OK, F(sgmcmc_pilot_size)(w.chain, &size, &settings));
    REFUSES_SPOILT(&w, LOOK(OBJECT(w.chain), GIVEN(&report), NULL, GIVEN(room), ROOM, DIM));
    REFUSES(&w, SGMCMC_ERROR_MEMORY_MISALIGNED, LOOK(w.chain, &report, NULL, room + 8, ROOM - 8, DIM));
    REFUSES(&w, SGMCMC_ERROR_MEMORY_TOO_SMALL, LOOK(w.chain, &report, NULL, room, size - 1, DIM));
    REFUSES(&w, SGMCMC_ERROR_LENGTH_MISMATCH, LOOK(w.chain, &report, NULL, room, ROOM, DIM - 1));
    REFUSES(&w, SGMCMC_ERROR_NOT_ESTIMATED, LOOK(w.chain, &report, w.values, room, ROOM, DIM));
    REFUSES(&w, SGMCMC_ERROR_OVERLAP, LOOK(w.chain, &report, NULL, w.memory, MEMORY_SIZE, DIM));
    ANSWERS(SGMCMC_OK, LOOK(w.chain, &report, NULL, room, size, DIM));
    /* A callback that fails; where it stops the pilot, its code alone is written. */
    static const struct { fault fault; double number; sgmcmc_status status; } faults[] = {
        {FAULT_VALUE, (double)NAN, SGMCMC_ERROR_LOG_LIKELIHOOD_NOT_FINITE},
        {FAULT_GRADIENT, (double)NAN, SGMCMC_ERROR_GRADIENT_NOT_FINITE},
        {FAULT_PRIOR_VALUE, (double)NAN, SGMCMC_ERROR_LOG_PRIOR_NOT_FINITE},
        {FAULT_VALUE, -(double)INFINITY, SGMCMC_ERROR_IMPOSSIBLE},
        {FAULT_SILENCE, 0.0, SGMCMC_ERROR_LOG_LIKELIHOOD_NOT_FINITE},
    };
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) {
        the_host = (host){.fault = faults[i].fault, .number = faults[i].number};
        REFUSES(&w, faults[i].status, look(NULL));
    }
    the_host = (host){.fault = FAULT_CODE, .code = STOP_CODE, .countdown = 7};
    const sgmcmc_pilot_report before = report;
    ANSWERS(SGMCMC_ERROR_STOPPED, look(NULL));
    CHECK(w.code == STOP_CODE && memcmp(&before, &report, sizeof report) == 0);
    the_host = (host){.fault = FAULT_NONE};
    w.model.log_prior = NULL;
    REFUSES(&w, SGMCMC_ERROR_CALLBACK_MISSING, look(NULL));
    w.model.log_prior = log_prior;
    w.model.log_likelihood = intruder;
    ANSWERS(SGMCMC_OK, look(NULL));
    CHECK(used > 0 && the_host.dirty_gradients == 0);
    w.model.log_likelihood = log_likelihood;
    ANSWERS(SGMCMC_OK, F(sgmcmc_chain_step)(w.chain, NULL, NULL, NULL, 0, &w.model));
    double inflation = 0.0;
    REFUSES_SPOILT(&w, sgmcmc_pilot_inflation(GIVEN(&inflation), GIVEN(&report), 0.1));
    report.struct_size = 3;
    REFUSES(&w, SGMCMC_ERROR_STRUCT_SIZE, sgmcmc_pilot_inflation(&inflation, &report, 0.1));
}

#define WARM_UP(mem, size, step_count) \
    F(sgmcmc_chain_warm_up)(w.chain, &w.code, mem, size, step_count, &settings, &w.model)

/* A rule without a step size, and proposals without one: in one piece, in two, and with a callback that stops it. */
static void warm_ups(void)
{
    static const int32_t proposals[] = {-1, SGMCMC_PROPOSAL_RANDOM_WALK, SGMCMC_PROPOSAL_SGLD, SGMCMC_PROPOSAL_RSGLD,
                                        SGMCMC_PROPOSAL_HMC};
    for (int i = 0; i < 5; i++) {
        sgmcmc_chain_settings of_chain;
        unsigned char whole[MEMORY_SIZE];
        start();
        settings.pair_count = 8;
        if (i == 0) {
            settings_sgld(&of_chain);
            of_chain.sampler.step_size.value = 0.0;
        } else {
            settings_metropolis(&of_chain, proposals[i]);
            of_chain.sampler.proposal.step_size = 0.0;
            of_chain.sampler.proposal.noise.kind = SGMCMC_NOISE_LANGEVIN;
            of_chain.sampler.tune_step_size = of_chain.sampler.tune_refresh_len = 1;
        }
        of_chain.burn_in = 0;
        if (i == 0) {
            world_make(&w, &of_chain);
            REFUSES(&w, REFUSED_WARM_UP_BURN_IN, WARM_UP(room, ROOM, 40));
        } else {
            size_t size;
            ANSWERS(REFUSED_WARM_UP_BURN_IN, F(sgmcmc_chain_size)(&size, &of_chain, DIM));
        }
        of_chain.burn_in = 40;
        /* What is found is for the chain's own batches. */
        world_make(&w, &of_chain);
        settings.batch_len = of_chain.batch.len + 1;
        REFUSES(&w, REFUSED_DRAWN_BATCH_LEN, WARM_UP(room, ROOM, 40));
        settings.batch_len = 0;
        for (int pieces = 0; pieces < 3; pieces++) {
            world_make(&w, &of_chain);
            w.model.step_size = NULL;
            if (i == 0) REFUSES(&w, SGMCMC_ERROR_NO_STEP_SIZE,
                                F(sgmcmc_chain_step)(w.chain, NULL, NULL, NULL, 0, &w.model));
            /* A pilot needs none either, and leaves no trace. */
            if (pieces > 0) ANSWERS(SGMCMC_OK, look(NULL));
            if (pieces == 1) ANSWERS(SGMCMC_OK, WARM_UP(room, ROOM, 17));
            if (pieces == 2) {
                the_host = (host){.fault = FAULT_CODE, .code = STOP_CODE, .countdown = 30};
                ANSWERS(SGMCMC_ERROR_STOPPED, WARM_UP(room, ROOM, UINT64_MAX));
                CHECK(w.code == STOP_CODE);
                the_host = (host){.fault = FAULT_NONE};
            }
            ANSWERS(SGMCMC_OK, WARM_UP(room, ROOM, UINT64_MAX));
            if (pieces == 0) memcpy(whole, w.memory, MEMORY_SIZE);
            CHECK(memcmp(whole, w.memory, MEMORY_SIZE) == 0);
        }
        sgmcmc_chain_statistics statistics = {.struct_size = sizeof statistics};
        ANSWERS(SGMCMC_OK, F(sgmcmc_chain_statistics)(w.chain, &statistics));
        CHECK(statistics.step_count == 40 && statistics.step_size > 0.0);
        CHECK((statistics.refresh_len == 0) == (i == 0));
        const double found = statistics.step_size;
        ANSWERS(SGMCMC_OK, F(sgmcmc_chain_run)(w.chain, NULL, 20, &w.model, NULL, NULL));
        ANSWERS(SGMCMC_OK, F(sgmcmc_chain_statistics)(w.chain, &statistics));
        CHECK(statistics.step_size == found && statistics.kept_count > 0);
    }
    REFUSES(&w, SGMCMC_ERROR_NULL_POINTER, WARM_UP(NULL, ROOM, 1));
    REFUSES(&w, SGMCMC_ERROR_OVERLAP, WARM_UP(w.memory, MEMORY_SIZE, 1));
}

int main(void)
{
    numbers();
    proposals();
    warm_ups();
    sentences();
    refusals();
    return check_failures != 0;
}
