/* Samples the weights of a Bayesian neural network on the Landsat data and predicts with the average over the draws. */
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "landsat_data.h"
#include "network.h"
#include "prediction.h"
#include "support.h"

static const char USAGE[] =
    "usage: landsat TRAIN TEST [options] [KEY=VALUE...]\n"
    "Samples a Bayesian network 36-30-30-6 on the Statlog Landsat data (sat.trn, sat.tst).\n"
    "  --sampler NAME   sgld (default); minibatch Metropolis-Hastings by rsgld or by hmc; or rsgld-unnormalized,\n"
    "                   an optimiser, as in the paper\n"
    "  --tuned          the first half of the steps finds the step size, and with proposals the refresh\n"
    "  --steps N        steps of the sampler; the second half is kept\n"
    "  --warm N         SGD steps before it\n"
    "  KEY=VALUE        any other setting by its name in the text that the run prints: seed=2, batch.len=500\n";

/* One generator a purpose: chains of one seed and different indices never overlap. */
enum { CHAIN_SAMPLER, CHAIN_WARM_START, CHAIN_INITIAL_WEIGHTS };

enum { DRAWS = 100 }; /* the most that a run keeps, evenly spaced over its second half */

/* A sampler with its own counts of steps; its settings as text, to which the command line's are added. */
typedef struct options {
    const char *name;
    uint64_t step_count, warm_count;
    char text[2048];
    bool tuned;
    const char *paths[2];
    sgmcmc_chain_settings chain;
} options;

static const options SAMPLERS[] = {
    {"sgld", 100000, 0, "batch.len = 50\nsampler.step_size.shape.value = 1.5e-5\n", false, {NULL, NULL}, {0}},
    {"rsgld", 20000, 20000,
     "batch.len = 1000\nsampler = MetropolisHastings\nsampler.likelihood_scale = 1000\nsampler.refresh_len = 10\n"
     "sampler.proposal = Rsgld\nsampler.proposal.step_size = 1e-3\n", false, {NULL, NULL}, {0}},
    {"rsgld-unnormalized", 40000, 0,
     "batch.len = 50\nsampler = MetropolisHastings\nsampler.likelihood_scale = 50\nsampler.proposal_gradient = Published\n"
     "sampler.proposal = Rsgld\nsampler.proposal.step_size = 0.05\nsampler.proposal.noise = Published\n"
     "sampler.proposal.beta = 50\nsampler.proposal.density = Unnormalized\n", false, {NULL, NULL}, {0}},
    {"hmc", 2000, 20000,
     "batch.len = 1000\nsampler = MetropolisHastings\nsampler.likelihood_scale = 1000\nsampler.refresh_len = 5\n"
     "sampler.proposal = Hmc\nsampler.proposal.step_size = 4e-3\nsampler.proposal.leapfrog_count = 10\n",
     false, {NULL, NULL}, {0}},
};

static void usage_error(const char *given, const char *wrong)
{
    fprintf(stderr, "landsat: %s: %s\n\n%s", given, wrong, USAGE);
    exit(2);
}

/* The sampler that the command line names, with the counts and settings that it gives. */
static options options_of(int argc, char **argv)
{
    options options = SAMPLERS[0];
    size_t path_count = 0, sampler = 0, count = sizeof SAMPLERS / sizeof *SAMPLERS;
    for (int i = 1; i + 1 < argc; i++)
        for (size_t k = 0; strcmp(argv[i], "--sampler") == 0 && k < count; k++)
            if (strcmp(argv[i + 1], SAMPLERS[k].name) == 0)
                options = SAMPLERS[sampler = k];
    for (int i = 1; i < argc; i++) {
        const char *const value = argv[i + 1]; /* NULL behind the last */
        uint64_t *const to = strcmp(argv[i], "--steps") == 0  ? &options.step_count
                             : strcmp(argv[i], "--warm") == 0 ? &options.warm_count
                                                              : NULL;
        char *end = NULL;
        if (strcmp(argv[i], "--help") == 0) {
            fputs(USAGE, stdout);
            exit(0);
        } else if (strcmp(argv[i], "--tuned") == 0) {
            options.tuned = true;
        } else if (strcmp(argv[i], "--sampler") == 0) {
            if (value == NULL || strcmp(value, SAMPLERS[sampler].name) != 0)
                usage_error(argv[i], "expected one of the names below");
            i++;
        } else if (to != NULL) {
            *to = value != NULL && *value >= '0' && *value <= '9' ? strtoull(value, &end, 10) : 0;
            if (end == NULL || *end != '\0' || options.step_count == 0)
                usage_error(argv[i], "expected a number of steps");
            i++;
        } else if (strchr(argv[i], '=') != NULL) {
            const size_t len = strlen(options.text), room = sizeof options.text - len;
            if ((size_t)snprintf(options.text + len, room, "%s\n", argv[i]) >= room)
                usage_error(argv[i], "too many settings");
        } else if (argv[i][0] == '-' || path_count == 2) {
            usage_error(argv[i], "unknown");
        } else {
            options.paths[path_count++] = argv[i];
        }
    }
    if (path_count != 2)
        usage_error("arguments", "expected TRAIN and TEST, the files sat.trn and sat.tst");
    return options;
}

/* The chain's settings, which are printed; the library checks what was given. */
static void settings_read(options *options, uint32_t data_len)
{
    static char text[4096];
    sgmcmc_chain_settings *chain = &options->chain;
    size_t line = 0;
    check(sgmcmc_chain_settings_init(chain, sizeof *chain));
    chain->chain_index = CHAIN_SAMPLER;
    chain->seed = 1;
    chain->data_len = data_len;
    chain->prior.kind = SGMCMC_PRIOR_GAUSSIAN; /* mean 0, precision 1 */
    chain->burn_in = options->step_count / 2;
    chain->thinning = (options->step_count - chain->burn_in - 1) / DRAWS + 1;
    const sgmcmc_status status = sgmcmc_settings_read(chain, &line, options->text, strlen(options->text), NETWORK_DIM);
    if (status != SGMCMC_OK) {
        fprintf(stderr, "landsat: line %zu of\n%s%s\n", line, options->text, sgmcmc_status_message(status));
        exit(2);
    }
    /* 0 is a step size that is to be found. */
    if (options->tuned && chain->sampler.kind == SGMCMC_SAMPLER_RULE)
        chain->sampler.step_size.value = 0.0;
    if (options->tuned && chain->sampler.kind != SGMCMC_SAMPLER_RULE) {
        chain->sampler.proposal.step_size = 0.0;
        chain->sampler.tune_step_size = chain->sampler.tune_refresh_len = 1;
    }
    check(sgmcmc_settings_text(text, sizeof text, NULL, chain, NETWORK_DIM));
    printf("run         %" PRIu64 " SGD steps, %" PRIu64 " steps\n%s", options->warm_count, options->step_count, text);
}

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
    options options = options_of(argc, argv);
    landsat_data train = {0}, test = {0};
    if (landsat_read(&train, options.paths[0]) != 0 || landsat_read(&test, options.paths[1]) != 0) {
        landsat_free(&train);
        landsat_free(&test);
        return 2;
    }
    landsat_standardise(&train, &test);
    printf("data        %zu training points, %zu test points\n", train.len, test.len);
    printf("network     36-30-30-6, %d weights and biases, prior N(0, 1)\n", NETWORK_DIM);
    settings_read(&options, (uint32_t)train.len);

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
