/* Minibatch Metropolis-Hastings on a mixture of two normals: the same chains as the Rust example quickstart.rs.
   usage: quickstart [STEPS] */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "mixture.h"
#include "support.h"

enum { DATA_LEN = 100000, DEFAULT_STEPS = 100000, SEED = 1 };

/* One generator a purpose: chains of one seed and different indices never overlap. */
enum { CHAIN_DATA, CHAIN_RANDOM_WALK, CHAIN_RSGLD };

/* The posterior has modes near (0, 2) and (2, -2): the chain is on the side whose mark theta2 passed last. */
typedef struct crossings {
    int side; /* 1, -1, or 0 before the first mark */
    uint64_t count;
} crossings;

static int32_t count_crossings(void *user, const sgmcmc_draw_f64 *draw)
{
    crossings *crossings = user;
    double theta2 = draw->theta[1];
    int side = theta2 > 0.3 ? 1 : theta2 < -0.3 ? -1 : crossings->side;
    crossings->count += crossings->side != 0 && side != crossings->side;
    crossings->side = side;
    return 0;
}

/* What both chains share: n, m, c_n and the prior. */
static sgmcmc_chain_settings common_settings(void)
{
    sgmcmc_chain_settings settings;
    check(sgmcmc_chain_settings_init(&settings, sizeof settings));
    settings.seed = SEED;
    settings.data_len = DATA_LEN;
    settings.batch_len = 1000;
    settings.sampler = SGMCMC_SAMPLER_METROPOLIS_HASTINGS;
    settings.likelihood_scale = 20.0; /* samples the posterior at temperature n / c_n = 5000 */
    settings.prior = SGMCMC_PRIOR_CALLBACK;
    settings.moments = SGMCMC_MOMENTS_PLAIN;
    return settings;
}

static void run_and_print(const char *name, const sgmcmc_chain_settings *settings, uint64_t step_count,
                          mixture *data)
{
    double theta[MIXTURE_DIM] = {0.0, 0.0};
    sgmcmc_model_f64 model = {.struct_size = sizeof model, .log_likelihood = mixture_log_likelihood,
                              .log_prior = mixture_log_prior, .user = data};
    crossings crossings = {0, 0};
    void *block;
    sgmcmc_chain_f64 *chain;
    size_t size;
    check(sgmcmc_chain_size_f64(&size, settings, MIXTURE_DIM));
    void *memory = aligned_memory(size, sgmcmc_chain_align_f64(), &block);
    check(sgmcmc_chain_init_f64(&chain, memory, size, settings, theta, MIXTURE_DIM));
    check(sgmcmc_chain_run_f64(chain, NULL, step_count, &model, count_crossings, &crossings));

    sgmcmc_chain_statistics statistics = {.struct_size = sizeof statistics};
    double result[3 * MIXTURE_DIM], *mean = result + MIXTURE_DIM, *variance = mean + MIXTURE_DIM;
    uint64_t fingerprint;
    check(sgmcmc_chain_statistics_f64(chain, &statistics));
    check(sgmcmc_chain_theta_f64(chain, result, MIXTURE_DIM));
    check(sgmcmc_chain_moments_f64(chain, mean, variance, MIXTURE_DIM, SGMCMC_MOMENTS_PLAIN));
    check(sgmcmc_fingerprint_f64(&fingerprint, result, 3 * MIXTURE_DIM));
    free(block);

    printf("%s\n", name);
    printf("  acceptance   %.6f", (double)statistics.accepted_count / (double)statistics.step_count);
    if (statistics.backward_count > 0)
        printf(", forward %.6f, backward %.6f",
               (double)statistics.forward_accepted_count / (double)statistics.forward_count,
               (double)statistics.backward_accepted_count / (double)statistics.backward_count);
    printf("\n");
    for (int i = 0; i < MIXTURE_DIM; i++)
        printf("  theta%d       mean %.6f, deviation %.6f\n", i + 1, mean[i], sqrt(variance[i]));
    printf("  crossings    %" PRIu64 "\n", crossings.count);
    printf("  fingerprint  %016" PRIx64 "\n", fingerprint);
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
    sgmcmc_rng *rng;
    size_t size = sgmcmc_rng_size();
    void *memory = aligned_memory(size, sgmcmc_rng_align(), &block);
    check(sgmcmc_rng_init(&rng, memory, size, SEED, CHAIN_DATA));
    mixture data;
    if (mixture_draw_data(&data, DATA_LEN, rng) != 0) {
        fprintf(stderr, "out of memory\n");
        return 1;
    }
    free(block);

    sgmcmc_chain_settings walk = common_settings();
    walk.chain_index = CHAIN_RANDOM_WALK;
    walk.proposal = SGMCMC_PROPOSAL_RANDOM_WALK;
    walk.step_size = 1.0;
    run_and_print("random walk", &walk, (uint64_t)step_count, &data);

    sgmcmc_chain_settings rsgld = common_settings();
    rsgld.chain_index = CHAIN_RSGLD;
    rsgld.proposal = SGMCMC_PROPOSAL_RSGLD;
    rsgld.noise = SGMCMC_NOISE_LANGEVIN;
    rsgld.step_size = 3.0;
    rsgld.beta = 2.0;
    run_and_print("reversible SGLD", &rsgld, (uint64_t)step_count, &data);
    free(data.x);
    return 0;
}
