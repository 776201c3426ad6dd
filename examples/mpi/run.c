/* Reads arguments and data, so that no rank goes on where another has failed; makes chains and takes their steps. */
#include "run.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support.h"

enum { COMMON = 6, OWN_MAX = 4 };

int run_agree(const run *run, int result)
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
    if (run_agree(run, result != 0 ? EXIT_INPUT : EXIT_DONE) != EXIT_DONE) {
        if (result == 0 && run->wire.rank == 0)
            fprintf(stderr, "another rank has a wrong argument\n");
        return EXIT_INPUT;
    }
    if (choices->burn_in == UINT64_MAX)
        choices->burn_in = choices->step_count / 2;

    int bad = landsat_read(&run->train, choices->paths[0]) != 0 || landsat_read(&run->test, choices->paths[1]) != 0;
    if (run_agree(run, bad ? EXIT_INPUT : EXIT_DONE) != EXIT_DONE)
        return EXIT_INPUT;
    if (!is_common(run, arguments, COMMON + own_count)) {
        if (run->wire.rank == 0)
            fprintf(stderr, "the ranks have been given different arguments or data\n");
        return EXIT_INPUT;
    }
    landsat_standardise(&run->train, &run->test);
    return EXIT_DONE;
}

static sgmcmc_chain_settings settings_of(const run_choices *choices, uint32_t first_index, uint32_t data_len)
{
    uint64_t drawing = choices->step_count > choices->burn_in ? choices->step_count - choices->burn_in : 1;
    sgmcmc_chain_settings settings;
    check(sgmcmc_chain_settings_init(&settings, sizeof settings));
    settings.seed = choices->seed;
    settings.chain_index = first_index + CHAIN_SAMPLER;
    settings.data_len = data_len;
    settings.batch.len = (uint32_t)choices->batch_len;
    settings.sampler.step_size.value = choices->step_size;
    settings.prior.kind = SGMCMC_PRIOR_GAUSSIAN; /* mean 0, precision 1 */
    settings.moments = SGMCMC_MOMENTS_PLAIN;
    settings.burn_in = choices->burn_in;
    settings.thinning = (drawing - 1) / DRAWS + 1;
    return settings;
}

sgmcmc_status sampler_init(sampler *sampler, const run *run, uint32_t first_index, uint32_t data_len)
{
    const sgmcmc_chain_settings settings = settings_of(&run->choices, first_index, data_len);
    float theta[NETWORK_DIM];
    size_t align = sgmcmc_align();
    *sampler = (struct sampler){.status = SGMCMC_OK};
    sgmcmc_status status = sgmcmc_chain_size_f32(&sampler->size, &settings, NETWORK_DIM);
    if (status != SGMCMC_OK)
        return status;
    sampler->block = malloc(sampler->size + align);
    if (sampler->block == NULL)
        return SGMCMC_ERROR_MEMORY_TOO_SMALL;
    void *memory = (char *)sampler->block + (align - (uintptr_t)sampler->block % align);
    network_draw_initial(theta, run->choices.seed, first_index + CHAIN_INITIAL_WEIGHTS);
    return sgmcmc_chain_init_f32(&sampler->chain, memory, sampler->size, &settings, theta, NETWORK_DIM);
}

sgmcmc_status sampler_restore(sampler *sampler, const run *run, uint32_t data_len, const unsigned char *saved,
                              size_t saved_size)
{
    /* The generators go on from where they were: the index has no effect. */
    const sgmcmc_chain_settings settings = settings_of(&run->choices, 0, data_len);
    sgmcmc_chain_statistics statistics = {.struct_size = sizeof statistics};
    const sgmcmc_status status = sgmcmc_chain_restore_f32(&sampler->chain, sampler->chain, sampler->size, &settings,
                                                          NETWORK_DIM, saved, saved_size);
    if (status == SGMCMC_OK) {
        check(sgmcmc_chain_statistics_f32(sampler->chain, &statistics));
        sampler->step = statistics.step_count;
    }
    return status;
}

int sampler_result(sgmcmc_status status)
{
    return status == SGMCMC_OK ? EXIT_DONE : status == SGMCMC_ERROR_MEMORY_TOO_SMALL ? EXIT_MEMORY : EXIT_INPUT;
}

void sampler_run(sampler *sampler, run *run, uint64_t step, const sgmcmc_model_f32 *model,
                 void (*keep)(void *user, const float *theta), void *user)
{
    float theta[NETWORK_DIM];
    run->model.step = &sampler->step;
    while (sampler->status == SGMCMC_OK && sampler->step < step) {
        sgmcmc_step done = {.struct_size = sizeof done};
        double start = MPI_Wtime();
        sampler->status = sgmcmc_chain_step_f32(sampler->chain, &done, &sampler->code, NULL, 0, model);
        sampler->seconds += MPI_Wtime() - start;
        if (sampler->status != SGMCMC_OK)
            return;
        sampler->step++;
        if (done.kept) {
            check(sgmcmc_chain_theta_f32(sampler->chain, theta, NULL, NETWORK_DIM));
            keep(user, theta);
        }
    }
}

void sampler_fingerprints(const sampler *sampler, uint64_t *theta, uint64_t *chain)
{
    float numbers[NETWORK_DIM];
    size_t size;
    check(sgmcmc_chain_theta_f32(sampler->chain, numbers, NULL, NETWORK_DIM));
    check(sgmcmc_fingerprint_f32(theta, numbers, NETWORK_DIM));
    check(sgmcmc_chain_properties_f32(NULL, &size, NULL, sampler->chain));
    /* A chain is 64-byte units: so many bit patterns of four bytes. */
    check(sgmcmc_fingerprint_f32(chain, (const float *)(const void *)sampler->chain, size / sizeof(float)));
}

void sampler_free(sampler *sampler)
{
    free(sampler->block);
    sampler->block = NULL;
}

void run_end(run *run)
{
    landsat_free(&run->train);
    landsat_free(&run->test);
}
