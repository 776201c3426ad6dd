/* Reads data, makes a chain and takes its steps, so that no rank goes on where another has failed. */
#include "run.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support.h"

enum { COMMON = 6, OWN_MAX = 4 };

/* The worst of all ranks' results. */
static int agreed(const run *run, int result)
{
    return (int)wire_agree(&run->wire, (int32_t)result).code;
}

/* Whether all ranks have the same arguments, and as many data: else some would take steps that others do not. */
static int is_common(const run *run, const argument *arguments, size_t argument_count)
{
    int common = wire_is_common(&run->wire, run->train.len);
    common &= wire_is_common(&run->wire, run->test.len);
    for (size_t i = 0; i < argument_count; i++)
        common &= wire_is_common(&run->wire, arguments_number(&arguments[i]));
    return common;
}

int run_start(run *run, int argc, char **argv, const char *usage, const argument *own, size_t own_count)
{
    run_choices *choices = &run->choices;
    argument arguments[COMMON + OWN_MAX] = {
        {"--batch", ARGUMENT_INTEGER, &choices->batch_len, UINT32_MAX},
        {"--steps", ARGUMENT_INTEGER, &choices->step_count, UINT32_MAX},
        {"--burn-in", ARGUMENT_INTEGER, &choices->burn_in, UINT32_MAX},
        {"--seed", ARGUMENT_INTEGER, &choices->seed, UINT64_MAX},
        {"--step", ARGUMENT_REAL, &choices->step_size, 0},
        {"--fail", ARGUMENT_TEXT, &choices->fail, 0},
    };
    const char *wrong;
    wire_init(&run->wire, MPI_COMM_WORLD);
    choices->burn_in = UINT64_MAX;
    memcpy(arguments + COMMON, own, own_count * sizeof *arguments);
    int result = arguments_parse(arguments, COMMON + own_count, choices->paths, 2, argc, argv, &wrong);
    if (result == 0 && rehearsal_parse(&run->model, choices->fail, run->wire.rank, run->wire.rank_count) != 0) {
        wrong = choices->fail;
        result = -1;
    }
    if (result != 0 && run->wire.rank == 0)
        fprintf(stderr, "wrong or incomplete: %s\n\n%s", wrong, usage);
    if (agreed(run, result != 0 ? EXIT_INPUT : EXIT_DONE) != EXIT_DONE) {
        if (result == 0 && run->wire.rank == 0)
            fprintf(stderr, "another rank has a wrong argument\n");
        return EXIT_INPUT;
    }
    if (choices->burn_in == UINT64_MAX)
        choices->burn_in = choices->step_count / 2;
    run->model.step = &run->step;

    int bad = landsat_read(&run->train, choices->paths[0]) != 0 || landsat_read(&run->test, choices->paths[1]) != 0;
    if (agreed(run, bad ? EXIT_INPUT : EXIT_DONE) != EXIT_DONE)
        return EXIT_INPUT;
    if (!is_common(run, arguments, COMMON + own_count)) {
        if (run->wire.rank == 0)
            fprintf(stderr, "the ranks have been given different arguments or data\n");
        return EXIT_INPUT;
    }
    landsat_standardise(&run->train, &run->test);
    return EXIT_DONE;
}

int run_make_chain(run *run, uint32_t first_index, uint32_t data_len)
{
    const run_choices *choices = &run->choices;
    uint64_t drawing = choices->step_count > choices->burn_in ? choices->step_count - choices->burn_in : 1;
    float theta[NETWORK_DIM];
    size_t size, align = sgmcmc_chain_align_f32();
    sgmcmc_chain_settings settings;
    check(sgmcmc_chain_settings_init(&settings, sizeof settings));
    settings.seed = choices->seed;
    settings.chain_index = first_index + CHAIN_SAMPLER;
    settings.data_len = data_len;
    settings.batch_len = (uint32_t)choices->batch_len;
    settings.step_size = choices->step_size;
    settings.prior = SGMCMC_PRIOR_GAUSSIAN; /* mean 0, precision 1 */
    settings.moments = SGMCMC_MOMENTS_PLAIN;
    settings.burn_in = choices->burn_in;
    settings.thinning = (drawing - 1) / DRAWS + 1;
    network_draw_initial(theta, choices->seed, first_index + CHAIN_INITIAL_WEIGHTS);
    /* Settings are refused on every rank or on none; memory may be short on one. */
    sgmcmc_status status = sgmcmc_chain_size_f32(&size, &settings, NETWORK_DIM);
    if (status == SGMCMC_OK) {
        run->block = malloc(size + align);
        if (agreed(run, run->block == NULL ? EXIT_MEMORY : EXIT_DONE) != EXIT_DONE)
            return EXIT_MEMORY;
        void *memory = (char *)run->block + (align - (uintptr_t)run->block % align);
        status = sgmcmc_chain_init_f32(&run->chain, memory, size, &settings, theta, NETWORK_DIM);
    }
    if (status != SGMCMC_OK && run->wire.rank == 0)
        fprintf(stderr, "sgmcmc: %s\n", sgmcmc_status_message((int32_t)status));
    return agreed(run, status == SGMCMC_OK ? EXIT_DONE : EXIT_INPUT);
}

void run_steps(run *run, uint64_t step, const sgmcmc_model_f32 *model, prediction *prediction)
{
    float theta[NETWORK_DIM];
    while (run->status == SGMCMC_OK && run->step < step) {
        sgmcmc_step done = {.struct_size = sizeof done};
        double start = MPI_Wtime();
        run->status = sgmcmc_chain_step_f32(run->chain, &done, &run->code, model);
        run->seconds += MPI_Wtime() - start;
        if (run->status != SGMCMC_OK)
            return;
        run->step++;
        if (done.kept) {
            check(sgmcmc_chain_theta_f32(run->chain, theta, NETWORK_DIM));
            prediction_add_draw(prediction, theta);
        }
    }
}

void run_fingerprints(const run *run, uint64_t *theta, uint64_t *chain)
{
    float numbers[NETWORK_DIM];
    size_t size;
    check(sgmcmc_chain_theta_f32(run->chain, numbers, NETWORK_DIM));
    check(sgmcmc_fingerprint_f32(theta, numbers, NETWORK_DIM));
    check(sgmcmc_chain_live_size_f32(&size, run->chain));
    /* A chain is 64-byte units: so many bit patterns of four bytes. */
    check(sgmcmc_fingerprint_f32(chain, (const float *)(const void *)run->chain, size / sizeof(float)));
}

void run_end(run *run)
{
    free(run->block);
    landsat_free(&run->train);
    landsat_free(&run->test);
}
