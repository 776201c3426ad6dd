/*
 * What a chain step costs beyond the model: a callback that returns at once, 5 parameters, batches of 100.
 *
 * Build, in the repository's folder, after `cargo build --release -p sgmcmc-ffi`:
 *     cc -O2 -ffp-contract=off -Iinclude benches/c/overhead.c target/release/libsgmcmc.a
 * Run: ./a.out [rounds], 300 without an argument.
 */
#define _POSIX_C_SOURCE 200112L
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "sgmcmc.h"

enum { DIM = 5, BATCH_LEN = 100, STEPS = 1000 };

/* One way of making a step. */
typedef struct work {
    const char *name;
    int32_t sampler, batch;
    uint32_t data_len;
    sgmcmc_chain_f64 *chain;
    double step_ns, run_ns; /* of the best round, for STEPS calls of _step and for one of _run */
} work;

static work works[] = {
    {"SGLD, with replacement", SGMCMC_SAMPLER_RULE, SGMCMC_BATCH_WITH_REPLACEMENT, 1000, NULL, 0, 0},
    {"SGLD, with replacement", SGMCMC_SAMPLER_RULE, SGMCMC_BATCH_WITH_REPLACEMENT, 100000, NULL, 0, 0},
    {"SGLD, without replacement", SGMCMC_SAMPLER_RULE, SGMCMC_BATCH_WITHOUT_REPLACEMENT, 1000, NULL, 0, 0},
    {"SGLD, without replacement", SGMCMC_SAMPLER_RULE, SGMCMC_BATCH_WITHOUT_REPLACEMENT, 100000, NULL, 0, 0},
    {"SGLD, epochs", SGMCMC_SAMPLER_RULE, SGMCMC_BATCH_EPOCHS, 1000, NULL, 0, 0},
    {"SGLD, epochs", SGMCMC_SAMPLER_RULE, SGMCMC_BATCH_EPOCHS, 100000, NULL, 0, 0},
    {"SGLD, caller's batches", SGMCMC_SAMPLER_RULE, SGMCMC_BATCH_CALLER, 100000, NULL, 0, 0},
    {"RSGLD, without replacement", SGMCMC_SAMPLER_METROPOLIS_HASTINGS, SGMCMC_BATCH_WITHOUT_REPLACEMENT, 1000, NULL, 0,
     0},
    {"RSGLD, without replacement", SGMCMC_SAMPLER_METROPOLIS_HASTINGS, SGMCMC_BATCH_WITHOUT_REPLACEMENT, 100000, NULL,
     0, 0},
};
static const size_t work_count = sizeof works / sizeof *works;
static uint32_t callers_batch[BATCH_LEN];

static int32_t at_once(void *user, double *value, double *gradient, const double *theta, size_t dim,
                       const uint32_t *batch, size_t batch_len)
{
    (void)user, (void)gradient, (void)theta, (void)dim, (void)batch, (void)batch_len;
    *value = 0.0;
    return 0;
}

static void must(sgmcmc_status status)
{
    if (status != SGMCMC_OK) {
        fprintf(stderr, "%s\n", sgmcmc_status_message(status));
        exit(1);
    }
}

static double now_ns(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return 1e9 * (double)now.tv_sec + (double)now.tv_nsec;
}

static void make_chain(work *work)
{
    const double theta[DIM] = {0};
    sgmcmc_chain_settings settings;
    size_t size;
    void *memory;
    must(sgmcmc_chain_settings_init(&settings, sizeof settings));
    settings.sampler = work->sampler;
    settings.batch = work->batch;
    settings.data_len = work->data_len;
    settings.batch_len = BATCH_LEN;
    settings.step_size = 1e-4;
    settings.noise = SGMCMC_NOISE_LANGEVIN;
    settings.likelihood_scale = BATCH_LEN;
    must(sgmcmc_chain_size_f64(&size, &settings, DIM));
    if (posix_memalign(&memory, sgmcmc_chain_align_f64(), size) != 0)
        exit(1);
    must(sgmcmc_chain_init_f64(&work->chain, memory, size, &settings, theta, DIM));
}

/* One round: STEPS steps each way. */
static void time_round(work *work)
{
    const sgmcmc_model_f64 model = {.struct_size = sizeof model, .log_likelihood = at_once};
    const int callers = work->batch == SGMCMC_BATCH_CALLER;
    double start = now_ns(), ns;
    for (int i = 0; i < STEPS; i++)
        must(callers ? sgmcmc_chain_step_with_batch_f64(work->chain, NULL, NULL, callers_batch, BATCH_LEN, &model)
                     : sgmcmc_chain_step_f64(work->chain, NULL, NULL, &model));
    ns = (now_ns() - start) / STEPS;
    if (work->step_ns == 0.0 || ns < work->step_ns)
        work->step_ns = ns;
    if (callers)
        return;
    start = now_ns();
    must(sgmcmc_chain_run_f64(work->chain, NULL, STEPS, &model, NULL, NULL));
    ns = (now_ns() - start) / STEPS;
    if (work->run_ns == 0.0 || ns < work->run_ns)
        work->run_ns = ns;
}

int main(int argc, char **argv)
{
    const long rounds = argc > 1 ? strtol(argv[1], NULL, 10) : 300;
    for (uint32_t i = 0; i < BATCH_LEN; i++)
        callers_batch[i] = 7 * i;
    for (size_t i = 0; i < work_count; i++)
        make_chain(&works[i]);
    /* Round by round, so that a disturbance of the machine meets all alike. */
    for (long round = 0; round < rounds; round++)
        for (size_t i = 0; i < work_count; i++)
            time_round(&works[i]);

    printf("ns per step, f64, d = %d, m = %d, %s, best of %ld rounds of %d steps\n", DIM, BATCH_LEN,
           sgmcmc_simd_level_name(sgmcmc_simd_level()), rounds, STEPS);
    printf("%-28s %8s %8s %8s\n", "", "n", "_step", "_run");
    for (size_t i = 0; i < work_count; i++) {
        printf("%-28s %8lu %8.0f", works[i].name, (unsigned long)works[i].data_len, works[i].step_ns);
        if (works[i].run_ns > 0.0)
            printf(" %8.0f", works[i].run_ns);
        printf("\n");
        free(works[i].chain);
    }
    return 0;
}
