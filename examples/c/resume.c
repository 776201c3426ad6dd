/* A chain that survives a power cut: it goes on from the last checkpoint in FILE, and leaves the next ones there.
   usage: resume FILE [STEPS [EVERY]]

   Killed at any moment and started again, it ends with the bits of a run that nothing interrupted. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "durable.h"
#include "mixture.h"
#include "support.h"

enum { DEFAULT_STEPS = 100000, DEFAULT_EVERY = 1000, MOST_STEPS = 100 * DEFAULT_STEPS };

/* One generator a purpose, after MIXTURE_DATA_CHAIN. */
enum { CHAIN_RSGLD = 1 };

static uint64_t steps_done(const sgmcmc_chain_f64 *chain)
{
    sgmcmc_chain_statistics statistics = {.struct_size = sizeof statistics};
    check(sgmcmc_chain_statistics_f64(chain, &statistics));
    return statistics.step_count;
}

static void run(const char *path, uint64_t step_count, uint64_t every, mixture *data)
{
    sgmcmc_chain_settings settings;
    mixture_settings_init(&settings, CHAIN_RSGLD);
    settings.sampler.proposal.kind = SGMCMC_PROPOSAL_RSGLD;
    settings.sampler.proposal.noise.kind = SGMCMC_NOISE_LANGEVIN;
    settings.sampler.proposal.step_size = 3.0;
    settings.sampler.proposal.beta = 2.0;
    sgmcmc_model_f64 model = {.struct_size = sizeof model, .log_likelihood = mixture_log_likelihood,
                              .log_prior = mixture_log_prior, .user = data};

    double theta[MIXTURE_DIM] = {0.0, 0.0};
    void *block;
    sgmcmc_chain_f64 *chain;
    size_t size, checkpoint_size, found_size;
    check(sgmcmc_chain_size_f64(&size, &settings, MIXTURE_DIM));
    void *memory = aligned_memory(size, sgmcmc_align(), &block);
    check(sgmcmc_chain_init_f64(&chain, memory, size, &settings, theta, MIXTURE_DIM));
    check(sgmcmc_chain_save_f64(chain, NULL, 0, &checkpoint_size));

    /* A byte more than a checkpoint has, so that a longer file is seen. */
    unsigned char *found;
    if (durable_read(path, checkpoint_size + 1, &found, &found_size) != 0)
        exit(1);
    if (found != NULL)
        check(sgmcmc_chain_restore_f64(&chain, memory, size, &settings, MIXTURE_DIM, found, found_size));
    free(found);
    fprintf(stderr, "from step %" PRIu64 "\n", steps_done(chain));

    unsigned char *checkpoint = malloc(checkpoint_size);
    if (checkpoint == NULL) {
        fprintf(stderr, "out of memory\n");
        exit(1);
    }
    for (uint64_t done; (done = steps_done(chain)) < step_count;) {
        const uint64_t left = step_count - done;
        check(sgmcmc_chain_run_f64(chain, NULL, left < every ? left : every, &model, NULL, NULL));
        check(sgmcmc_chain_save_f64(chain, checkpoint, checkpoint_size, NULL));
        if (durable_replace(path, checkpoint, checkpoint_size) != 0)
            exit(1);
    }
    free(checkpoint);

    mixture_result result;
    mixture_result_read(&result, chain);
    printf("steps        %" PRIu64 "\n", steps_done(chain));
    for (int i = 0; i < MIXTURE_DIM; i++)
        printf("theta%d       mean %.6f, variance %.6f\n", i + 1, result.mean[i], result.variance[i]);
    printf("fingerprint  %016" PRIx64 "\n", result.fingerprint);
    free(block);
}

/* A number from 1, the default where there is no such argument, or 0 for what is no such number. */
static uint64_t number(int argc, char **argv, int index, long otherwise)
{
    if (argc <= index)
        return (uint64_t)otherwise;
    char *end;
    const long value = strtol(argv[index], &end, 10);
    return *end != '\0' || value < 1 || value > MOST_STEPS ? 0 : (uint64_t)value;
}

int main(int argc, char **argv)
{
    const uint64_t step_count = number(argc, argv, 2, DEFAULT_STEPS), every = number(argc, argv, 3, DEFAULT_EVERY);
    if (argc < 2 || argc > 4 || step_count == 0 || every == 0) {
        fprintf(stderr, "usage: resume FILE [STEPS [EVERY]]   from 1 to %d\n", MOST_STEPS);
        return 2;
    }
    void *block;
    mixture data;
    if (mixture_draw_data(&data, MIXTURE_LEN, make_rng(MIXTURE_SEED, MIXTURE_DATA_CHAIN, &block)) != 0) {
        fprintf(stderr, "out of memory\n");
        return 1;
    }
    free(block);
    run(argv[1], step_count, every, &data);
    free(data.x);
    return 0;
}
