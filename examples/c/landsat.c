/* Samples the weights of a Bayesian neural network on the Landsat data and predicts with the average over the draws. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "landsat_data.h"
#include "landsat_options.h"
#include "network.h"
#include "prediction.h"
#include "support.h"

/* One generator a purpose: chains of one seed and different indices never overlap. */
enum { CHAIN_SAMPLER, CHAIN_WARM_START, CHAIN_INITIAL_WEIGHTS };

static int32_t observe(void *user, const sgmcmc_draw_f32 *draw)
{
    prediction_add_draw(user, draw->theta);
    return 0;
}

/* Runs a chain from `theta` and leaves its state there. */
static void run_chain(float *theta, sgmcmc_chain_statistics *statistics, const sgmcmc_chain_settings *settings,
                      uint64_t step_count, network *net, sgmcmc_observer_f32 observer, void *observer_user)
{
    sgmcmc_model_f32 model = {.struct_size = sizeof model, .log_likelihood = network_log_likelihood, .user = net};
    void *block;
    sgmcmc_chain_f32 *chain;
    size_t size;
    check(sgmcmc_chain_size_f32(&size, settings, NETWORK_DIM));
    void *memory = aligned_memory(size, sgmcmc_chain_align_f32(), &block);
    check(sgmcmc_chain_init_f32(&chain, memory, size, settings, theta, NETWORK_DIM));
    check(sgmcmc_chain_run_f32(chain, NULL, step_count, &model, observer, observer_user));
    check(sgmcmc_chain_theta_f32(chain, theta, NETWORK_DIM));
    statistics->struct_size = sizeof *statistics;
    check(sgmcmc_chain_statistics_f32(chain, statistics));
    free(block);
}

/* SGD is SGLD at temperature 0. A learning rate r on the mean log-likelihood is a step size of r / n. */
static void warm_start(float *theta, const options *options, network *net)
{
    sgmcmc_chain_statistics statistics;
    sgmcmc_chain_settings settings;
    check(sgmcmc_chain_settings_init(&settings, sizeof settings));
    settings.seed = options->chain.seed;
    settings.chain_index = CHAIN_WARM_START;
    settings.data_len = options->chain.data_len;
    settings.batch_len = 50;
    settings.prior = SGMCMC_PRIOR_GAUSSIAN;
    settings.sampler = SGMCMC_SAMPLER_RULE;
    settings.step_size = 0.05 / (double)settings.data_len;
    settings.temperature = 0.0;
    run_chain(theta, &statistics, &settings, options->warm_count, net, NULL, NULL);
}

static void print_rate(const char *name, uint64_t accepted, uint64_t proposed)
{
    if (proposed > 0)
        printf("%s %.3f (%" PRIu64 " of %" PRIu64 ")", name, (double)accepted / (double)proposed, accepted, proposed);
}

static void print_acceptance(const sgmcmc_chain_statistics *statistics)
{
    print_rate("acceptance ", statistics->accepted_count, statistics->step_count);
    if (statistics->backward_count > 0) {
        print_rate(", forward", statistics->forward_accepted_count, statistics->forward_count);
        print_rate(", backward", statistics->backward_accepted_count, statistics->backward_count);
        printf(", last beta %g", statistics->beta);
    }
    print_rate(", of batches", statistics->batch_accepted_count, statistics->batch_count);
    putchar('\n');
}

int main(int argc, char **argv)
{
    options options;
    landsat_data train = {0}, test = {0};
    options_parse(&options, argc, argv);
    if (landsat_read(&train, options.train_path) != 0 || landsat_read(&test, options.test_path) != 0) {
        landsat_free(&train);
        landsat_free(&test);
        return 2;
    }
    landsat_standardise(&train, &test);
    options.chain.chain_index = CHAIN_SAMPLER;
    options.chain.data_len = (uint32_t)train.len;
    printf("data        %zu training points, %zu test points\n", train.len, test.len);
    printf("network     36-30-30-6, %d weights and biases, prior N(0, 1)\n", NETWORK_DIM);
    options_print(&options);

    float theta[NETWORK_DIM];
    network_draw_initial(theta, options.chain.seed, CHAIN_INITIAL_WEIGHTS);
    network net = {.data = &train};
    prediction prediction;
    if (prediction_init(&prediction, &test) != 0)
        return 1;

    clock_t start = clock();
    sgmcmc_chain_statistics statistics;
    warm_start(theta, &options, &net);
    run_chain(theta, &statistics, &options.chain, options.step_count, &net, observe, &prediction);
    double seconds = (double)(clock() - start) / CLOCKS_PER_SEC;

    if (options.chain.sampler == SGMCMC_SAMPLER_METROPOLIS_HASTINGS)
        print_acceptance(&statistics);
    double points = (double)test.len;
    printf("accuracy    %.2f %% with the average over %" PRIu64 " draws, %.2f %% with the last draw\n",
           100.0 * (double)prediction_correct_count(&test, prediction.sums) / points, prediction.draw_count,
           100.0 * (double)prediction_correct_count(&test, prediction.last) / points);
    uint64_t fingerprint;
    check(sgmcmc_fingerprint_f32(&fingerprint, theta, NETWORK_DIM));
    printf("time        %.1f s\n", seconds);
    printf("fingerprint %016" PRIx64 "\n", fingerprint);

    prediction_free(&prediction);
    landsat_free(&train);
    landsat_free(&test);
    return 0;
}
