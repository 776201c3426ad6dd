/*
 * Whatever the host's floating-point environment is, every call has the bits of the default one, gives callbacks the
 * host's, and leaves the host's as it was: rounding, subnormal numbers flushed, traps, and the flags of exceptions. What
 * a callback leaves is the host's from then on.
 */
#include "environment.h"

#include <pthread.h>
#include <stddef.h>

#include "world.h"

static const environment environments[] = {
    {FE_UPWARD, 0, 0},        {FE_DOWNWARD, 0, 0},           {FE_TOWARDZERO, 0, 0},
    {FE_TONEAREST, FLUSH, 0}, {FE_UPWARD, FLUSH_RESULTS, 0}, {FE_TONEAREST, 0, FE_ALL_EXCEPT},
    {FE_TOWARDZERO, FLUSH, FE_DIVBYZERO | FE_INVALID},
};
enum { COUNT = sizeof environments / sizeof *environments };

/* What the host has now; and what its likelihood leaves in call number `turn` of a chain, in turns with the former. */
static environment current, later;
static int turn;

/* Callbacks are in the host's environment, and compute in the default one, so that their results are the same in all. */
static void begin(void)
{
    CHECK(is(current));
    set(plain);
}

static int32_t end(int32_t code)
{
    set(current);
    return code;
}

static int32_t my_log_likelihood(void *user, double *value, real *gradient, const real *theta, size_t dim,
                                 const uint32_t *batch, size_t batch_len)
{
    begin();
    const int32_t code = log_likelihood(user, value, gradient, theta, dim, batch, batch_len);
    if (the_host.calls == turn) {
        const environment left = later;
        later = current;
        current = left;
    }
    return end(code);
}

static int32_t my_log_prior(void *user, double *value, real *gradient, const real *theta, size_t dim)
{
    begin();
    return end(log_prior(user, value, gradient, theta, dim));
}

static int32_t my_metric(void *user, real *p, size_t metric_len, real *gamma, const real *theta, size_t dim)
{
    begin();
    return end(metric(user, p, metric_len, gamma, theta, dim));
}

static int32_t my_diffusion(void *user, real *drift, real *noise, const real *theta, const real *gradient,
                            const real *normals, size_t dim, double at)
{
    begin();
    return end(diffusion(user, drift, noise, theta, gradient, normals, dim, at));
}

static int32_t my_step_size(void *user, double *value, uint64_t k)
{
    begin();
    return end(step_size(user, value, k));
}

static int32_t my_temperature(void *user, double *value, uint64_t k)
{
    begin();
    return end(temperature(user, value, k));
}

static int32_t my_progress(void *user, const sgmcmc_chain_statistics *statistics, const real *theta, size_t dim)
{
    (void)user, (void)statistics, (void)theta, (void)dim;
    begin();
    return end(0);
}

/* Estimates' own observer, which is a call of the library's in a callback. */
static int32_t my_observer(void *user, const F(sgmcmc_draw) * draw)
{
    CHECK(is(current));
    return F(sgmcmc_estimates_observe)(user, draw);
}

enum { ROOM = 65536, CHAINS = 7, NUMBERS = 64, TEXT = 8192 };

/* Everything that the library makes of equal input. */
typedef struct record {
    _Alignas(64) unsigned char chains[CHAINS][MEMORY_SIZE], health[4096], estimates[MEMORY_SIZE], restored[MEMORY_SIZE],
        saved[MEMORY_SIZE], saved_estimates[MEMORY_SIZE], generator[1024];
    real normals[NUMBERS], uniforms[NUMBERS], arrays[4][NUMBERS], scalars[4], theta[DIM], state[STATE_MAX];
    double doubles[16], of_estimates[4][DIM], variance[DIM];
    char text[TEXT], told[2][TEXT];
    size_t size;
    uint64_t fingerprint;
    sgmcmc_rule_applied applied;
    sgmcmc_pilot_report pilot;
    sgmcmc_health_report report;
    sgmcmc_summary summary;
    sgmcmc_chain_statistics statistics;
    sgmcmc_chain_settings settings;
} record;

static world w;
static record expected, got;
static _Alignas(64) unsigned char room[ROOM];

/* A call that must succeed, or answer this, in the host's environment before and after. */
#define DOES(call) ANSWERS_IN(SGMCMC_OK, call)
#define ANSWERS_IN(status, call) \
    do {                         \
        CHECK(is(current));      \
        ANSWERS(status, call);   \
        CHECK(is(current));      \
    } while (0)

static void start(const sgmcmc_chain_settings *settings)
{
    world_make(&w, settings);
    w.model = (F(sgmcmc_model)){.struct_size = sizeof w.model, .log_likelihood = my_log_likelihood,
                                .user = &the_host, .metric = my_metric, .diffusion = my_diffusion,
                                .step_size = my_step_size, .temperature = my_temperature};
    w.model.log_prior = settings->prior.kind == SGMCMC_PRIOR_CALLBACK ? my_log_prior : NULL;
}

/* A chain of every way of stepping, run with an observer and a progress, with one step alone, and with one refused. */
static void chains(record *into)
{
    sgmcmc_chain_settings settings;
    sgmcmc_rule *const rule = &settings.sampler.rule;
    sgmcmc_estimates *estimates;
    DOES(sgmcmc_estimates_init(&estimates, into->estimates, MEMORY_SIZE, NULL, DIM));
    for (int i = 0; i < CHAINS; i++) {
        settings_sgld(&settings);
        if (i == 1) {
            DOES(sgmcmc_rule_init(rule, sizeof *rule, SGMCMC_RULE_LATTICE));
        } else if (i == 2) {
            DOES(sgmcmc_rule_init(rule, sizeof *rule, SGMCMC_RULE_RECIPE));
        } else if (i == 3) {
            DOES(rule_langevin(rule, SGMCMC_DRIFT_ADAM, SGMCMC_PRECONDITIONER_POSITION_DEPENDENT));
            settings.sampler.step_size.kind = settings.sampler.temperature.kind = SGMCMC_SCHEDULE_CALLBACK;
            settings.sampler.step_size.value = 0.0; /* the callback says it */
        } else if (i == 4) {
            settings_metropolis(&settings, SGMCMC_PROPOSAL_RSGLD);
        } else if (i > 4) {
            settings_metropolis(&settings, i == 5 ? SGMCMC_PROPOSAL_RANDOM_WALK : SGMCMC_PROPOSAL_HMC);
            settings.batch.kind = SGMCMC_BATCH_ALL;
            settings.batch.len = 0;
            settings.sampler.proposal.leapfrog_count = i == 5 ? settings.sampler.proposal.leapfrog_count : 5;
        }
        start(&settings);
        DOES(F(sgmcmc_chain_run_watched)(w.chain, NULL, 60, &w.model,
                                         OPTIONS(.observer = my_observer, .observer_user = estimates,
                                                 .progress = my_progress, .interval = 7)));
        DOES(F(sgmcmc_chain_step)(w.chain, NULL, NULL, NULL, 0, &w.model));
        ANSWERS_IN(REFUSED_STEP_SIZE, F(sgmcmc_chain_set_step_size)(w.chain, -1.0));
        the_host.fault = FAULT_CODE;
        the_host.code = STOP_CODE;
        the_host.countdown = 0;
        ANSWERS_IN(SGMCMC_ERROR_STOPPED, F(sgmcmc_chain_step)(w.chain, NULL, &w.code, NULL, 0, &w.model));
        memcpy(into->chains[i], w.memory, MEMORY_SIZE);
    }
    DOES(sgmcmc_estimates_read(into->of_estimates[0], DIM, estimates, SGMCMC_ESTIMATE_MEAN, 0.0));
    DOES(sgmcmc_estimates_read(into->of_estimates[1], DIM, estimates, SGMCMC_ESTIMATE_VARIANCE, 0.0));
    DOES(sgmcmc_estimates_read(into->of_estimates[2], DIM, estimates, SGMCMC_ESTIMATE_STANDARD_ERROR, 0.0));
    DOES(sgmcmc_estimates_read(into->of_estimates[3], DIM, estimates, SGMCMC_ESTIMATE_SAMPLE_SIZE, 0.0));
    DOES(sgmcmc_estimates_save(estimates, NULL, 0, &into->size));
    DOES(sgmcmc_estimates_save(estimates, into->saved_estimates, into->size, NULL));
}

/* A pilot, a warm-up, a run with its health, settings as text, and the way through a checkpoint. */
static void around(record *into)
{
    sgmcmc_chain_settings settings;
    sgmcmc_health *health;
    F(sgmcmc_chain) * restored;
    settings_sgld(&settings);
    settings.burn_in = 100;
    start(&settings);
    into->pilot.struct_size = sizeof into->pilot;
    DOES(PILOT_LOOK(w.chain, &into->pilot, NULL, into->variance, NULL, room, ROOM, NULL, DIM, NULL, &w.model));
    DOES(sgmcmc_pilot_inflation(&into->doubles[0], &into->pilot, 0.003));
    DOES(sgmcmc_pilot_text(into->told[0], TEXT, NULL, &into->pilot));
    DOES(F(sgmcmc_chain_warm_up)(w.chain, NULL, room, ROOM, 100, NULL, &w.model));
    DOES(sgmcmc_health_init(&health, into->health, sizeof into->health, NULL));
    DOES(F(sgmcmc_chain_run_watched)(w.chain, NULL, 200, &w.model, OPTIONS(.health = health, .interval = 2)));
    into->report.struct_size = sizeof into->report;
    DOES(F(sgmcmc_health_report)(w.chain, &into->report, health, &into->pilot, 1.5));
    DOES(sgmcmc_health_text(into->told[1], TEXT, NULL, &into->report));
    into->statistics.struct_size = sizeof into->statistics;
    DOES(F(sgmcmc_chain_statistics)(w.chain, &into->statistics));
    DOES(F(sgmcmc_chain_save)(w.chain, NULL, 0, &into->size));
    CHECK(into->size <= MEMORY_SIZE);
    DOES(F(sgmcmc_chain_save)(w.chain, into->saved, into->size, NULL));
    DOES(F(sgmcmc_chain_restore)(&restored, into->restored, MEMORY_SIZE, &settings, DIM, into->saved, into->size));
    DOES(F(sgmcmc_chain_hand_over)(w.chain, MEMORY_SIZE, &settings));
    DOES(sgmcmc_settings_text(into->text, TEXT, NULL, &settings, DIM));
    into->settings = settings;
    DOES(sgmcmc_settings_read(&into->settings, NULL, into->text, strlen(into->text), DIM));
}

/* Numbers from the smallest to the largest, by their bits. */
static void numbers(real *x)
{
    const uint64_t step = sizeof(real) == 4 ? UINT64_C(0x7f7fffff) : UINT64_C(0x7fefffffffffffff);
    for (uint64_t i = 0; i < NUMBERS; i++) {
        const uint64_t bits = 1 + i * (step / NUMBERS) / (i % 3 == 0 ? 1 : 65537);
        const uint32_t half = (uint32_t)bits;
        memcpy(&x[i], sizeof(real) == 4 ? (const void *)&half : (const void *)&bits, sizeof(real));
    }
}

static void without_chains(record *into)
{
    sgmcmc_rng *rng;
    sgmcmc_schedule schedule;
    real x[NUMBERS];
    numbers(x);
    DOES(sgmcmc_rng_init(&rng, into->generator, sizeof into->generator, 7, 3));
    DOES(F(sgmcmc_rng_normals)(rng, into->normals, NUMBERS));
    DOES(F(sgmcmc_rng_uniforms)(rng, into->uniforms, NUMBERS));
    DOES(F(sgmcmc_map)(into->arrays[0], x, NUMBERS, SGMCMC_FUNCTION_EXP));
    DOES(F(sgmcmc_map)(into->arrays[1], x, NUMBERS, SGMCMC_FUNCTION_LN));
    DOES(F(sgmcmc_map)(into->arrays[2], x, NUMBERS, SGMCMC_FUNCTION_SIN));
    DOES(F(sgmcmc_map)(into->arrays[3], x, NUMBERS, SGMCMC_FUNCTION_COS));
    into->scalars[0] = F(sgmcmc_exp)(into->normals[0]);
    into->scalars[1] = F(sgmcmc_ln)(into->uniforms[0]);
    into->scalars[2] = F(sgmcmc_sin)(into->normals[1]);
    into->scalars[3] = F(sgmcmc_cos)(into->normals[2]);
    memcpy(into->theta, into->normals, sizeof into->theta);
    DOES(RULE_STEP(rng, &into->applied, into->theta, DIM, NULL, 0, into->normals + DIM, NULL, 0, NULL, 0.01,
                             1.0, 0, DATA_LEN));
    DOES(F(sgmcmc_fingerprint)(&into->fingerprint, x, NUMBERS));
    DOES(F(sgmcmc_stein_sum)(&into->doubles[2], into->normals, into->uniforms, 8, into->uniforms, into->normals, 8, DIM,
                             1.0));
    DOES(F(sgmcmc_summary)(&into->summary, room, ROOM, into->normals, 2, 32, 1, 0));
    DOES(sgmcmc_from_equation(&into->doubles[5], &into->doubles[6], 0.01, 0.7, SGMCMC_RULE_BAOAB));
    DOES(sgmcmc_schedule_init(&schedule, sizeof schedule));
    schedule.kind = SGMCMC_SCHEDULE_POLYNOMIAL;
    schedule.value = 1.0;
    DOES(sgmcmc_schedule_at(&into->doubles[7], NULL, &schedule, 7));
    into->doubles[10] = sgmcmc_keep_threshold(0.3, 1.0, 0.1);
    CHECK(is(current));
}

static void fill(record *into, environment host)
{
    memset(into, 0, sizeof *into);
    into->applied.struct_size = sizeof into->applied;
    into->summary.struct_size = sizeof into->summary;
    current = host;
    set(host);
    chains(into);
    around(into);
    without_chains(into);
    set(plain);
}

static void compare(const char *what, int i)
{
    const unsigned char *a = (const unsigned char *)&expected, *b = (const unsigned char *)&got;
    size_t at = 0;
    while (at < sizeof expected && a[at] == b[at])
        at++;
    if (at < sizeof expected) {
        fprintf(stderr, "%s %d: other bytes from number %zu of the record on\n", what, i, at);
        check_failures++;
    }
}

/* Normals on two threads at once, in the environments of their own. */
typedef struct job {
    _Alignas(64) unsigned char memory[1024];
    environment environment;
    int held;
    real normals[1 << 12];
} job;

static void *draw(void *user)
{
    job *job = user;
    sgmcmc_rng *rng;
    set(job->environment);
    job->held = sgmcmc_rng_init(&rng, job->memory, sizeof job->memory, 7, 3) == SGMCMC_OK;
    for (int i = 0; i < 50; i++)
        job->held &= F(sgmcmc_rng_normals)(rng, job->normals, 1 << 12) == SGMCMC_OK && is(job->environment);
    return NULL;
}

static void threads(void)
{
    static job jobs[3];
    pthread_t threads[2];
    for (int i = 0; i < 3; i++)
        jobs[i].environment = i < 2 ? environments[i] : plain;
    for (int i = 0; i < 2; i++)
        CHECK(pthread_create(&threads[i], NULL, draw, &jobs[i]) == 0);
    for (int i = 0; i < 2; i++)
        CHECK(pthread_join(threads[i], NULL) == 0);
    draw(&jobs[2]);
    for (int i = 0; i < 3; i++)
        CHECK(jobs[i].held && memcmp(jobs[i].normals, jobs[2].normals, sizeof jobs[i].normals) == 0);
    set(plain);
}

int main(void)
{
#if defined __FAST_MATH__ && defined __SSE2__
    CHECK((control() & FLUSH) == FLUSH); /* as the C library's start has it for such a program */
#endif
    fill(&expected, plain);
    for (int i = 0; i < COUNT; i++) {
        if (!set(environments[i]))
            continue;
        fill(&got, environments[i]);
        compare("environment", i);
        later = environments[i];
        turn = 5;
        fill(&got, i % 2 == 0 ? plain : environments[1]);
        turn = 0;
        compare("left by a callback", i);
    }
    threads();
    return check_failures != 0;
}
