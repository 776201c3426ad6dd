/* The command line of landsat, and the settings of the chain that it asks for. */
#include "landsat_options.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support.h"

static const char USAGE[] =
    "usage: landsat TRAIN TEST [options]\n"
    "Samples a Bayesian network 36-30-30-6 on the Statlog Landsat data (sat.trn, sat.tst).\n"
    "  --sampler NAME   sgld (default), or minibatch Metropolis-Hastings with proposals by rsgld or by hmc\n"
    "  --density NAME   rsgld: normalized (default; exact) or unnormalized (an optimiser, as in the paper)\n"
    "  --noise NAME     rsgld: published (sqrt(2 eps)/n) or langevin (sqrt(2 eps/c_n))\n"
    "  --refresh K      rsgld, hmc: batch indices to replace an iteration; 0: the whole batch\n"
    "  --leapfrog L     hmc: leapfrog steps of a trajectory\n"
    "  --step EPS       sgld: eta, on the sum over all data; rsgld: eps, on the mean; hmc: the leapfrog step;\n"
    "                   or `tuned`, found in the first half of the steps, and the refresh with it\n"
    "  --beta B         rsgld: widening of the backward proposals, or `tuned`: from 50, as the chain runs\n"
    "  --batch M        batch length\n"
    "  --scale C_N      rsgld, hmc: likelihood scale; the chain's temperature is n / c_n\n"
    "  --steps N        steps of the sampler; the second half is kept\n"
    "  --warm N         SGD steps before it\n"
    "  --seed S         default 1\n"
    "The other defaults depend on sampler and density; the run prints them.\n";

enum option { SAMPLER, DENSITY, NOISE, REFRESH, LEAPFROG, STEP, BETA, BATCH, SCALE, STEPS, WARM, SEED, OPTIONS };
static const char *const NAMES[OPTIONS] = {"--sampler", "--density", "--noise", "--refresh", "--leapfrog", "--step",
                                           "--beta",    "--batch",   "--scale", "--steps",   "--warm",     "--seed"};

enum sampler { SGLD, RSGLD, HMC };
static const char *const SAMPLERS[] = {"sgld", "rsgld", "hmc", NULL};
static const char *const DENSITIES[] = {"normalized", "unnormalized", NULL};
static const char *const NOISES[] = {"published", "langevin", NULL};

static void usage_error(const char *given, const char *value, const char *expected)
{
    fprintf(stderr, "landsat: %s%s%s: expected %s\n\n%s", given, *value == '\0' ? "" : " ", value, expected, USAGE);
    exit(2);
}

/* The place of a name, which is the number of its enumerator; `fallback` without the option. */
static int32_t choice(const char *const *values, enum option option, const char *const *names, int32_t fallback)
{
    if (values[option] == NULL)
        return fallback;
    int32_t place = 0;
    while (names[place] != NULL && strcmp(values[option], names[place]) != 0)
        place++;
    if (names[place] == NULL)
        usage_error(NAMES[option], values[option], "one of the names below");
    return place;
}

static uint64_t integer(const char *const *values, enum option option, uint64_t max, uint64_t fallback)
{
    const char *text = values[option];
    if (text == NULL)
        return fallback;
    char *end;
    errno = 0;
    unsigned long long number = strtoull(text, &end, 10);
    if (*text < '0' || *text > '9' || *end != '\0' || errno != 0 || number > max)
        usage_error(NAMES[option], text, "an integer in range");
    return number;
}

static bool is_tuned(const char *const *values, enum option option)
{
    return values[option] != NULL && strcmp(values[option], "tuned") == 0;
}

static double real(const char *const *values, enum option option, double fallback)
{
    if (values[option] == NULL)
        return fallback;
    char *end;
    double number = strtod(values[option], &end);
    if (end == values[option] || *end != '\0')
        usage_error(NAMES[option], values[option], "a number");
    return number;
}

/* Options that only some samplers have, a bit each. */
static const struct {
    enum option option;
    unsigned samplers;
    const char *expected;
} OF_SAMPLERS[] = {
    {DENSITY, 1U << RSGLD, "--sampler rsgld beside it"},
    {NOISE, 1U << RSGLD, "--sampler rsgld beside it"},
    {BETA, 1U << RSGLD, "--sampler rsgld beside it"},
    {REFRESH, 1U << RSGLD | 1U << HMC, "--sampler rsgld or hmc beside it"},
    {SCALE, 1U << RSGLD | 1U << HMC, "--sampler rsgld or hmc beside it"},
    {LEAPFROG, 1U << HMC, "--sampler hmc beside it"},
};

static void refuse_others(const char *const *values, enum sampler sampler)
{
    for (size_t i = 0; i < sizeof OF_SAMPLERS / sizeof *OF_SAMPLERS; i++) {
        enum option option = OF_SAMPLERS[i].option;
        if (values[option] != NULL && (OF_SAMPLERS[i].samplers >> sampler & 1) == 0)
            usage_error(NAMES[option], values[option], OF_SAMPLERS[i].expected);
    }
}

static void set_reversible(sgmcmc_sampler *mh, const char *const *values, int sampling)
{
    mh->proposal.density = sampling ? SGMCMC_DENSITY_NORMALIZED : SGMCMC_DENSITY_UNNORMALIZED;
    mh->proposal.noise.kind =
        choice(values, NOISE, NOISES, sampling ? SGMCMC_NOISE_LANGEVIN : SGMCMC_NOISE_PUBLISHED);
    mh->proposal_gradient = sampling ? SGMCMC_PROPOSAL_GRADIENT_POSTERIOR : SGMCMC_PROPOSAL_GRADIENT_PUBLISHED;
    mh->tune_beta = is_tuned(values, BETA);
    mh->proposal.beta = mh->tune_beta ? 50.0 : real(values, BETA, sampling ? 1.0 : 50.0);
}

void options_parse(options *options, int argc, char **argv)
{
    const char *values[OPTIONS] = {NULL}, *paths[2] = {NULL, NULL};
    size_t path_count = 0;
    for (int i = 1; i < argc; i++) {
        int option = 0;
        while (option < OPTIONS && strcmp(argv[i], NAMES[option]) != 0)
            option++;
        if (strcmp(argv[i], "--help") == 0) {
            fputs(USAGE, stdout);
            exit(0);
        } else if (option < OPTIONS) {
            if (i + 1 == argc)
                usage_error(argv[i], "", "a value");
            values[option] = argv[++i];
        } else if (argv[i][0] == '-' || path_count == 2) {
            usage_error("argument", argv[i], "TRAIN, TEST and options");
        } else {
            paths[path_count++] = argv[i];
        }
    }
    if (path_count != 2)
        usage_error("arguments", "", "TRAIN and TEST, the files sat.trn and sat.tst");
    options->train_path = paths[0];
    options->test_path = paths[1];

    sgmcmc_chain_settings *chain = &options->chain;
    check(sgmcmc_chain_settings_init(chain, sizeof *chain));
    const enum sampler sampler = (enum sampler)choice(values, SAMPLER, SAMPLERS, SGLD);
    refuse_others(values, sampler);
    /* Rather than training: so that the target is kept. */
    int sampling = sampler == HMC ||
                   (sampler == RSGLD && choice(values, DENSITY, DENSITIES, SGMCMC_DENSITY_NORMALIZED) ==
                                            SGMCMC_DENSITY_NORMALIZED);
    chain->batch.len = (uint32_t)integer(values, BATCH, UINT32_MAX, sampling ? 1000 : 50);
    chain->seed = integer(values, SEED, UINT64_MAX, 1);
    if (sampler != SGLD) {
        chain->sampler.kind = SGMCMC_SAMPLER_METROPOLIS_HASTINGS;
        const uint32_t refresh_len = sampler == HMC ? 5 : sampling ? 10 : 0;
        chain->sampler.refresh_len = (uint32_t)integer(values, REFRESH, UINT32_MAX, refresh_len);
        chain->sampler.likelihood_scale = real(values, SCALE, (double)chain->batch.len);
    }
    options->tuned = is_tuned(values, STEP);
    const double step_size = sampler == SGLD ? 1.5e-5 : sampler == HMC ? 4e-3 : sampling ? 1e-3 : 0.05;
    /* 0 is one that is to be found. */
    double *const to = sampler == SGLD ? &chain->sampler.step_size.value : &chain->sampler.proposal.step_size;
    *to = options->tuned ? 0.0 : real(values, STEP, step_size);
    switch (sampler) {
    case SGLD:
        break;
    case RSGLD:
        set_reversible(&chain->sampler, values, sampling);
        break;
    case HMC:
        chain->sampler.proposal.kind = SGMCMC_PROPOSAL_HMC;
        chain->sampler.proposal.leapfrog_count = (uint32_t)integer(values, LEAPFROG, UINT32_MAX, 10);
        break;
    }
    if (options->tuned && sampler != SGLD) {
        chain->sampler.tune_step_size = 1;
        chain->sampler.tune_refresh_len = values[REFRESH] == NULL;
    }
    chain->prior.kind = SGMCMC_PRIOR_GAUSSIAN; /* mean 0, precision 1 */
    static const uint64_t STEP_COUNTS[] = {[SGLD] = 100000, [RSGLD] = 20000, [HMC] = 2000};
    const uint64_t step_count = sampler == RSGLD && !sampling ? 40000 : STEP_COUNTS[sampler];
    options->step_count = integer(values, STEPS, UINT64_MAX, step_count);
    if (options->step_count == 0)
        usage_error(NAMES[STEPS], values[STEPS], "at least one step");
    options->warm_count = integer(values, WARM, UINT64_MAX, sampling ? 20000 : 0);
    chain->burn_in = options->step_count / 2;
    chain->thinning = (options->step_count - chain->burn_in - 1) / DRAWS + 1;
}

void options_print(const options *options)
{
    const sgmcmc_chain_settings *chain = &options->chain;
    const sgmcmc_sampler *sampler = &chain->sampler;
    const sgmcmc_proposal *proposal = &sampler->proposal;
    if (sampler->kind == SGMCMC_SAMPLER_RULE)
        printf("sampler     sgld, step %g, temperature %g\n", sampler->step_size.value, sampler->temperature.value);
    else if (proposal->kind == SGMCMC_PROPOSAL_HMC)
        printf("sampler     hmc, step %g, %" PRIu32 " a trajectory, scale %g, refresh %" PRIu32 "\n",
               proposal->step_size, proposal->leapfrog_count, sampler->likelihood_scale, sampler->refresh_len);
    else
        printf("sampler     rsgld, density %s, noise %s, step %g, scale %g, refresh %" PRIu32 ", beta %g%s\n",
               proposal->density == SGMCMC_DENSITY_NORMALIZED ? "normalized" : "unnormalized",
               proposal->noise.kind == SGMCMC_NOISE_PUBLISHED ? "published" : "langevin", proposal->step_size,
               sampler->likelihood_scale, sampler->refresh_len, proposal->beta, sampler->tune_beta ? ", tuned" : "");
    if (options->tuned)
        printf("            where the step is 0 the first half of the run finds it%s\n",
               sampler->tune_refresh_len ? ", and refresh" : "");
    printf("run         batch %" PRIu32 ", %" PRIu64 " SGD steps, %" PRIu64 " steps, seed %" PRIu64 "\n",
           chain->batch.len, options->warm_count, options->step_count, chain->seed);
}
