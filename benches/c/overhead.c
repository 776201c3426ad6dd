/*
 * What a chain step costs beyond the model, from C: 5 parameters, batches of 100 out of 10 000, and a callback that returns at
 * once, whose own calls are measured and subtracted. The goals are those of the x86-64 baseline.
 *
 * Build and run, in the repository's folder:
 *     cargo build --release -p sgmcmc-ffi
 *     cc -std=c99 -O2 -ffp-contract=off -Iinclude benches/c/overhead.c target/release/libsgmcmc.a -o target/overhead
 *     target/overhead [rounds]
 * 1000 rounds without an argument, about ten seconds.
 */
#include "timing.h"

enum { DIM = 5, BATCH_LEN = 100, DATA_LEN = 10000, STEPS = 1000 };

/* One way of making a step. */
typedef struct work {
    const char *name;
    int32_t sampler, rule, batch;
    double goal; /* ns a step; 0 where there is none */
    sgmcmc_chain_f64 *chain;
    double step_ns, run_ns; /* of the best round, for STEPS calls of _step and for one of _run */
    double calls;           /* of the callback, a step */
} work;

#define RULE(kind, batch) SGMCMC_SAMPLER_RULE, SGMCMC_RULE_##kind, SGMCMC_BATCH_##batch
#define RSGLD(batch) SGMCMC_SAMPLER_METROPOLIS_HASTINGS, SGMCMC_RULE_LANGEVIN, SGMCMC_BATCH_##batch

static work works[] = {
    {"SGLD, all data", RULE(LANGEVIN, ALL), 180, NULL, 0, 0, 0},
    {"SGLD, with replacement", RULE(LANGEVIN, WITH_REPLACEMENT), 320, NULL, 0, 0, 0},
    {"SGLD, without replacement", RULE(LANGEVIN, WITHOUT_REPLACEMENT), 550, NULL, 0, 0, 0},
    {"SGLD, epochs", RULE(LANGEVIN, EPOCHS), 800, NULL, 0, 0, 0},
    {"SGLD, caller's batches", RULE(LANGEVIN, CALLER), 0, NULL, 0, 0, 0},
    {"lattice walk, all data", RULE(LATTICE, ALL), 0, NULL, 0, 0, 0},
    {"lattice walk, without replacement", RULE(LATTICE, WITHOUT_REPLACEMENT), 0, NULL, 0, 0, 0},
    {"RSGLD, all data", RSGLD(ALL), 350, NULL, 0, 0, 0},
    {"RSGLD, without replacement", RSGLD(WITHOUT_REPLACEMENT), 750, NULL, 0, 0, 0},
};
static const size_t work_count = sizeof works / sizeof *works;
static uint32_t callers_batch[BATCH_LEN];
static uint64_t call_count;

/* ns of a call, through a pointer that the compiler cannot see through. */
static double bare_call_round(void)
{
    static double gradient[DIM], theta[DIM];
    int32_t (*volatile callback)(void *, double *, double *, const double *, size_t, const uint32_t *, size_t) = at_once;
    double value;
    const double start = now_ns();
    for (int i = 0; i < STEPS; i++)
        callback(&call_count, &value, gradient, theta, DIM, callers_batch, BATCH_LEN);
    return (now_ns() - start) / STEPS;
}

static void make_chain(work *work)
{
    const double theta[DIM] = {0};
    sgmcmc_chain_settings settings;
    size_t size;
    void *memory;
    must(sgmcmc_chain_settings_init(&settings, sizeof settings));
    settings.sampler.kind = work->sampler;
    settings.batch.kind = work->batch;
    settings.data_len = DATA_LEN;
    settings.batch.len = work->batch == SGMCMC_BATCH_ALL || work->batch == SGMCMC_BATCH_CALLER ? 0 : BATCH_LEN;
    if (work->sampler == SGMCMC_SAMPLER_RULE) {
        settings.sampler.rule.kind = work->rule;
        settings.sampler.step_size.value = 1e-4;
    } else {
        settings.sampler.proposal.noise.kind = SGMCMC_NOISE_LANGEVIN;
        settings.sampler.proposal.step_size = 1e-4;
        settings.sampler.likelihood_scale = BATCH_LEN;
    }
    must(sgmcmc_chain_size_f64(&size, &settings, DIM));
    if (posix_memalign(&memory, sgmcmc_align(), size) != 0)
        exit(1);
    must(sgmcmc_chain_init_f64(&work->chain, memory, size, &settings, theta, DIM));
}

/* One round: STEPS steps each way. */
static void time_round(work *work)
{
    const sgmcmc_model_f64 model = {.struct_size = sizeof model, .user = &call_count, .log_likelihood = at_once};
    const int callers = work->batch == SGMCMC_BATCH_CALLER;
    const uint64_t count = call_count;
    double start = now_ns();
    for (int i = 0; i < STEPS; i++)
        must(callers ? sgmcmc_chain_step_f64(work->chain, NULL, NULL, callers_batch, BATCH_LEN, &model)
                     : sgmcmc_chain_step_f64(work->chain, NULL, NULL, NULL, 0, &model));
    keep_best(&work->step_ns, (now_ns() - start) / STEPS);
    work->calls = (double)(call_count - count) / STEPS;
    if (callers)
        return;
    start = now_ns();
    must(sgmcmc_chain_run_f64(work->chain, NULL, STEPS, &model, NULL, NULL));
    keep_best(&work->run_ns, (now_ns() - start) / STEPS);
}

int main(int argc, char **argv)
{
    const long rounds = argc > 1 ? strtol(argv[1], NULL, 10) : 1000;
    double bare_ns = 0.0;
    for (uint32_t i = 0; i < BATCH_LEN; i++)
        callers_batch[i] = 7 * i;
    for (size_t i = 0; i < work_count; i++)
        make_chain(&works[i]);
    /* Round by round, so that a disturbance of the machine meets all alike. */
    for (long round = 0; round < rounds; round++) {
        keep_best(&bare_ns, bare_call_round());
        for (size_t i = 0; i < work_count; i++)
            time_round(&works[i]);
    }

    printf("ns a step beyond the callback, f64, d = %d, m = %d, n = %d, %s, best of %ld rounds of %d steps\n", DIM,
           BATCH_LEN, DATA_LEN, sgmcmc_simd_level_name(sgmcmc_simd_level()), rounds, STEPS);
    printf("a call of the callback takes %.1f ns\n\n", bare_ns);
    printf("%-34s %8s %8s %8s %8s  met\n", "", "calls", "_step", "_run", "goal");
    for (size_t i = 0; i < work_count; i++) {
        const work *work = &works[i];
        const double called = work->calls * bare_ns, ns = work->step_ns - called;
        printf("%-34s %8.2f %8.0f ", work->name, work->calls, ns);
        if (work->run_ns > 0.0)
            printf("%8.0f ", work->run_ns - called);
        else
            printf("%8s ", "-");
        if (work->goal > 0.0)
            printf("%8.0f  %s\n", work->goal, ns <= work->goal ? "yes" : "NO");
        else
            printf("%8s\n", "-");
        free(works[i].chain);
    }
    return 0;
}
