/* Minibatch Metropolis-Hastings on a mixture of two normals: the same chains as the Rust example quickstart.rs.
   usage: quickstart [STEPS] */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "mixture.h"
#include "support.h"

enum { DEFAULT_STEPS = 100000 };

/* One generator a purpose, after MIXTURE_DATA_CHAIN. */
enum { CHAIN_RANDOM_WALK = 1, CHAIN_RSGLD };

static int32_t count_crossings(void *user, const sgmcmc_draw_f64 *draw)
{
    mixture_count_crossings(user, draw->theta);
    return 0;
}

static void run_and_print(const char *name, const sgmcmc_chain_settings *settings, uint64_t step_count,
                          mixture *data)
{
    double theta[MIXTURE_DIM] = {0.0, 0.0};
    sgmcmc_model_f64 model = {.struct_size = sizeof model, .log_likelihood = mixture_log_likelihood,
                              .log_prior = mixture_log_prior, .user = data};
    mixture_crossings crossings = {0, 0};
    void *block;
    sgmcmc_chain_f64 *chain;
    size_t size;
    check(sgmcmc_chain_size_f64(&size, settings, MIXTURE_DIM));
    void *memory = aligned_memory(size, sgmcmc_align(), &block);
    check(sgmcmc_chain_init_f64(&chain, memory, size, settings, theta, MIXTURE_DIM));
    check(sgmcmc_chain_run_f64(chain, NULL, step_count, &model, count_crossings, &crossings));

    sgmcmc_chain_statistics statistics = {.struct_size = sizeof statistics};
    mixture_result result;
    check(sgmcmc_chain_statistics_f64(chain, &statistics));
    mixture_result_read(&result, chain);
    free(block);

    printf("%s\n", name);
    printf("  acceptance   %.6f", (double)statistics.accepted_count / (double)statistics.step_count);
    if (statistics.backward_count > 0)
        printf(", forward %.6f, backward %.6f",
               (double)statistics.forward_accepted_count / (double)statistics.forward_count,
               (double)statistics.backward_accepted_count / (double)statistics.backward_count);
    printf("\n");
    for (int i = 0; i < MIXTURE_DIM; i++)
        printf("  theta%d       mean %.6f, deviation %.6f\n", i + 1, result.mean[i], sqrt(result.variance[i]));
    printf("  crossings    %" PRIu64 "\n", crossings.count);
    printf("  fingerprint  %016" PRIx64 "\n", result.fingerprint);
}

int main(int argc, char **argv)
{
    char *end = "";
    long step_count = argc > 1 ? strtol(argv[1], &end, 10) : DEFAULT_STEPS;
    if (argc > 2 || *end != '\0' || step_count < 1 || step_count > 100 * DEFAULT_STEPS) {
        fprintf(stderr, "usage: quickstart [STEPS]   from 1 to %d\n", 100 * DEFAULT_STEPS);
        return 2;
    }
    void *block;
    mixture data;
    if (mixture_draw_data(&data, MIXTURE_LEN, make_rng(MIXTURE_SEED, MIXTURE_DATA_CHAIN, &block)) != 0) {
        fprintf(stderr, "out of memory\n");
        return 1;
    }
    free(block);

    sgmcmc_chain_settings walk, rsgld;
    mixture_settings_init(&walk, CHAIN_RANDOM_WALK);
    walk.sampler.proposal.kind = SGMCMC_PROPOSAL_RANDOM_WALK;
    walk.sampler.proposal.step_size = 1.0;
    run_and_print("random walk", &walk, (uint64_t)step_count, &data);

    mixture_settings_init(&rsgld, CHAIN_RSGLD);
    rsgld.sampler.proposal.kind = SGMCMC_PROPOSAL_RSGLD;
    rsgld.sampler.proposal.noise.kind = SGMCMC_NOISE_LANGEVIN;
    rsgld.sampler.proposal.step_size = 3.0;
    rsgld.sampler.proposal.beta = 2.0;
    run_and_print("reversible SGLD", &rsgld, (uint64_t)step_count, &data);
    free(data.x);
    return 0;
}
