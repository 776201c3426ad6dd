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
    "  --sampler NAME   sgld (default), or rsgld: minibatch Metropolis-Hastings with reversible SGLD proposals\n"
    "  --density NAME   rsgld: normalized (default; exact) or unnormalized (an optimiser, as in the paper)\n"
    "  --noise NAME     rsgld: published (sqrt(2 eps)/n) or langevin (sqrt(2 eps/c_n))\n"
    "  --refresh K      rsgld: batch indices to replace an iteration; 0: the whole batch\n"
    "  --step EPS       sgld: eta, on the sum over all data; rsgld: eps, on the mean\n"
    "  --beta B         rsgld: widening of the backward proposals, or `tuned`: from 50, as the chain runs\n"
    "  --batch M        batch length\n"
    "  --scale C_N      rsgld: likelihood scale; the chain's temperature is n / c_n\n"
    "  --steps N        steps of the sampler; the second half is kept\n"
    "  --warm N         SGD steps before it\n"
    "  --seed S         default 1\n"
    "The other defaults depend on sampler and density; the run prints them.\n";

enum option { SAMPLER, DENSITY, NOISE, REFRESH, STEP, BETA, BATCH, SCALE, STEPS, WARM, SEED, OPTIONS };
static const char *const NAMES[OPTIONS] = {"--sampler", "--density", "--noise", "--refresh", "--step", "--beta",
                                           "--batch",   "--scale",   "--steps", "--warm",    "--seed"};

static void usage_error(const char *given, const char *value, const char *expected)
{
    fprintf(stderr, "landsat: %s%s%s: expected %s\n\n%s", given, *value == '\0' ? "" : " ", value, expected, USAGE);
    exit(2);
}

/* 0 for the first name, 1 for the second: the numbers of these enumerations; `fallback` without the option. */
static int32_t choice(const char *const *values, enum option option, const char *first, const char *second,
                      int32_t fallback)
{
    if (values[option] == NULL)
        return fallback;
    if (strcmp(values[option], first) == 0)
        return 0;
    if (strcmp(values[option], second) != 0)
        usage_error(NAMES[option], values[option], "one of the names below");
    return 1;
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

static const enum option REVERSIBLE_ONLY[] = {DENSITY, NOISE, REFRESH, BETA, SCALE};

static void refuse_reversible(const char *const *values)
{
    for (size_t i = 0; i < sizeof REVERSIBLE_ONLY / sizeof *REVERSIBLE_ONLY; i++) {
        enum option option = REVERSIBLE_ONLY[i];
        if (values[option] != NULL)
            usage_error(NAMES[option], values[option], "--sampler rsgld beside it");
    }
}

static void set_reversible(sgmcmc_chain_settings *chain, const char *const *values, int sampling)
{
    chain->density = sampling ? SGMCMC_DENSITY_NORMALIZED : SGMCMC_DENSITY_UNNORMALIZED;
    chain->noise = choice(values, NOISE, "published", "langevin",
                          sampling ? SGMCMC_NOISE_LANGEVIN : SGMCMC_NOISE_PUBLISHED);
    chain->refresh_len = (uint32_t)integer(values, REFRESH, UINT32_MAX, sampling ? 10 : 0);
    chain->tune_beta = values[BETA] != NULL && strcmp(values[BETA], "tuned") == 0;
    chain->beta = chain->tune_beta ? 50.0 : real(values, BETA, sampling ? 1.0 : 50.0);
    chain->likelihood_scale = real(values, SCALE, (double)chain->batch_len);
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
    chain->sampler = choice(values, SAMPLER, "sgld", "rsgld", SGMCMC_SAMPLER_RULE);
    int reversible = chain->sampler == SGMCMC_SAMPLER_METROPOLIS_HASTINGS;
    int sampling = reversible && choice(values, DENSITY, "normalized", "unnormalized", SGMCMC_DENSITY_NORMALIZED) ==
                                     SGMCMC_DENSITY_NORMALIZED;
    chain->batch_len = (uint32_t)integer(values, BATCH, UINT32_MAX, sampling ? 1000 : 50);
    chain->step_size = real(values, STEP, sampling ? 1e-3 : reversible ? 0.05 : 1.5e-5);
    chain->seed = integer(values, SEED, UINT64_MAX, 1);
    if (reversible)
        set_reversible(chain, values, sampling);
    else
        refuse_reversible(values);
    chain->prior = SGMCMC_PRIOR_GAUSSIAN; /* mean 0, precision 1 */
    options->step_count = integer(values, STEPS, UINT64_MAX, sampling ? 20000 : reversible ? 40000 : 100000);
    if (options->step_count == 0)
        usage_error(NAMES[STEPS], values[STEPS], "at least one step");
    options->warm_count = integer(values, WARM, UINT64_MAX, sampling ? 20000 : 0);
    chain->burn_in = options->step_count / 2;
    chain->thinning = (options->step_count - chain->burn_in - 1) / DRAWS + 1;
}

void options_print(const options *options)
{
    const sgmcmc_chain_settings *chain = &options->chain;
    if (chain->sampler == SGMCMC_SAMPLER_RULE)
        printf("sampler     sgld, step %g, temperature %g\n", chain->step_size, chain->temperature);
    else
        printf("sampler     rsgld, density %s, noise %s, step %g, scale %g, refresh %" PRIu32 ", beta %g%s\n",
               chain->density == SGMCMC_DENSITY_NORMALIZED ? "normalized" : "unnormalized",
               chain->noise == SGMCMC_NOISE_PUBLISHED ? "published" : "langevin", chain->step_size,
               chain->likelihood_scale, chain->refresh_len, chain->beta, chain->tune_beta ? ", tuned" : "");
    printf("run         batch %" PRIu32 ", %" PRIu64 " SGD steps, %" PRIu64 " steps, seed %" PRIu64 "\n",
           chain->batch_len, options->warm_count, options->step_count, chain->seed);
}
