/* Samples the weights of a Bayesian neural network on the Landsat data and predicts with the average over the draws. */
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
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

/* What a chain says of itself when its warm-up is over, all zeros where there is none, and in the end. */
typedef struct account {
    sgmcmc_chain_statistics warm, end;
} account;

static void look(sgmcmc_chain_statistics *statistics, const sgmcmc_chain_f32 *chain)
{
    statistics->struct_size = sizeof *statistics;
    check(sgmcmc_chain_statistics_f32(chain, statistics));
}

/* Runs the burn-in, in which the chain finds what its settings leave open. */
static void warm_up(sgmcmc_chain_f32 *chain, const sgmcmc_model_f32 *model)
{
    void *block;
    size_t size;
    check(sgmcmc_pilot_size_f32(chain, &size, NULL));
    void *memory = aligned_memory(size, sgmcmc_align(), &block);
    check(sgmcmc_chain_warm_up_f32(chain, NULL, memory, size, UINT64_MAX, NULL, model));
    free(block);
}

/* Runs a chain from `theta` and leaves its state there. */
static void run_chain(float *theta, account *account, const sgmcmc_chain_settings *settings, bool tuned,
                      uint64_t step_count, network *net, sgmcmc_observer_f32 observer, void *observer_user)
{
    sgmcmc_model_f32 model = {.struct_size = sizeof model, .log_likelihood = network_log_likelihood, .user = net};
    void *block;
    sgmcmc_chain_f32 *chain;
    size_t size;
    check(sgmcmc_chain_size_f32(&size, settings, NETWORK_DIM));
    void *memory = aligned_memory(size, sgmcmc_align(), &block);
    check(sgmcmc_chain_init_f32(&chain, memory, size, settings, theta, NETWORK_DIM));
    memset(account, 0, sizeof *account);
    if (tuned) {
        warm_up(chain, &model);
        look(&account->warm, chain);
    }
    const uint64_t left = step_count - account->warm.step_count;
    check(sgmcmc_chain_run_f32(chain, NULL, left, &model, observer, observer_user));
    check(sgmcmc_chain_theta_f32(chain, theta, NULL, NETWORK_DIM));
    look(&account->end, chain);
    free(block);
}

/* SGD is SGLD at temperature 0. A learning rate r on the mean log-likelihood is a step size of r / n. */
static void warm_start(float *theta, const options *options, network *net)
{
    account account;
    sgmcmc_chain_settings settings;
    check(sgmcmc_chain_settings_init(&settings, sizeof settings));
    settings.seed = options->chain.seed;
    settings.chain_index = CHAIN_WARM_START;
    settings.data_len = options->chain.data_len;
    settings.batch.len = 50;
    settings.prior.kind = SGMCMC_PRIOR_GAUSSIAN;
    settings.sampler.kind = SGMCMC_SAMPLER_RULE;
    settings.sampler.step_size.value = 0.05 / (double)settings.data_len;
    settings.sampler.temperature.value = 0.0;
    run_chain(theta, &account, &settings, false, options->warm_count, net, NULL, NULL);
}

static void print_found(const sgmcmc_chain_statistics *statistics)
{
    printf("found       step %g", statistics->step_size);
    if (statistics->refresh_len > 0)
        printf(", refresh %" PRIu32, statistics->refresh_len);
    putchar('\n');
}

static void print_rate(const char *name, uint64_t accepted, uint64_t proposed)
{
    if (proposed > 0)
        printf("%s %.3f (%" PRIu64 " of %" PRIu64 ")", name, (double)accepted / (double)proposed, accepted, proposed);
}

static void print_acceptance(const account *account)
{
    const sgmcmc_chain_statistics *from = &account->warm, *to = &account->end;
    print_rate("acceptance ", to->accepted_count - from->accepted_count, to->step_count - from->step_count);
    if (to->backward_count > 0) {
        print_rate(", forward", to->forward_accepted_count - from->forward_accepted_count,
                   to->forward_count - from->forward_count);
        print_rate(", backward", to->backward_accepted_count - from->backward_accepted_count,
                   to->backward_count - from->backward_count);
        printf(", last beta %g", to->beta);
    }
    print_rate(", of batches", to->batch_accepted_count - from->batch_accepted_count,
               to->batch_count - from->batch_count);
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
    account account;
    warm_start(theta, &options, &net);
    run_chain(theta, &account, &options.chain, options.tuned, options.step_count, &net, observe, &prediction);
    double seconds = (double)(clock() - start) / CLOCKS_PER_SEC;

    if (options.tuned)
        print_found(&account.warm);
    if (options.chain.sampler.kind == SGMCMC_SAMPLER_METROPOLIS_HASTINGS)
        print_acceptance(&account);
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
