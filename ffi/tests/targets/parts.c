/* The golden table once more, through the C ABI: the rows of tests/table.rs that C can make, in one precision. The chains' host and what they start from are those of that file, operation by operation. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "sgmcmc.h"
#include "spread.h" /* SPREAD: the bits of the data, which take the C library's sine out of the comparison */

#ifdef TEST_F64
typedef double real;
#define F(name) name##_f64
#else
typedef float real;
#define F(name) name##_f32
#endif

enum { DIM = 75, DATA_LEN = 100, BATCH_LEN = 12, STEPS = 1000, BLOCK_STEPS = 100 };

static _Alignas(64) unsigned char memory[1 << 18];

static int failures;

static const uint64_t spread[DATA_LEN * DIM] = {SPREAD};

static double datum(size_t i)
{
    double x;
    memcpy(&x, &spread[i], sizeof x);
    return x;
}

/* theta_j of period 17, so that swapped blocks show. */
static real start(size_t j)
{
    return (real)(((double)(j % 17) - 0.45 * 17.0) / 17.0);
}

static int32_t log_likelihood(void *user, double *value, real *gradient, const real *theta, size_t dim,
                              const uint32_t *batch, size_t batch_len)
{
    double share = 1.0 / (double)batch_len, sum = 0.0;
    (void)user;
    for (size_t k = 0; k < batch_len; k++) {
        size_t row = dim * (batch == NULL ? k : batch[k]);
        double squares = 0.0;
        for (size_t j = 0; j < dim; j++) {
            double off = datum(row + j) - (double)theta[j];
            squares += off * off;
            if (gradient != NULL)
                gradient[j] += (real)(off * share);
        }
        sum += -0.5 * share * squares;
    }
    *value = sum;
    return 0;
}

static int32_t log_prior(void *user, double *value, real *gradient, const real *theta, size_t dim)
{
    (void)user;
    *value = 0.0;
    for (size_t j = 0; j < dim; j++) {
        *value += -0.5 * (double)theta[j] * (double)theta[j];
        if (gradient != NULL)
            gradient[j] = -theta[j];
    }
    return 0;
}

static int32_t metric(void *user, real *metric, size_t metric_len, real *gamma, const real *theta, size_t dim)
{
    (void)user;
    for (size_t i = 0; i < metric_len; i++) {
        double t = (double)theta[i % dim];
        metric[i] = (real)(metric_len > dim && i % (dim + 1) != 0 ? 0.02 : 0.5 + 1.0 / (1.0 + t * t));
    }
    memcpy(gamma, theta, dim * sizeof *gamma);
    return 0;
}

static int32_t diffusion(void *user, real *drift, real *noise, const real *theta, const real *gradient,
                         const real *normals, size_t dim, double temperature)
{
    (void)user, (void)theta, (void)temperature;
    memcpy(drift, gradient, dim * sizeof *drift);
    memcpy(noise, normals, dim * sizeof *noise);
    return 0;
}

static int32_t step_size(void *user, double *value, uint64_t k)
{
    (void)user;
    *value = 1e-3 / (double)(1 + k % 3);
    return 0;
}

static int good(sgmcmc_status status, const char *name)
{
    if (status != SGMCMC_OK) {
        printf("%s: %s\n", name, sgmcmc_status_message(status));
        failures++;
    }
    return status == SGMCMC_OK;
}

/* FNV-1a over numbers that come in pieces, least significant byte first. */
static uint64_t hashed(uint64_t hash, const real *numbers, size_t len)
{
    for (size_t i = 0; i < len; i++) {
#ifdef TEST_F64
        uint64_t bits;
#else
        uint32_t bits;
#endif
        memcpy(&bits, &numbers[i], sizeof bits);
        for (size_t byte = 0; byte < sizeof bits; byte++)
            hash = (hash ^ (bits >> 8 * byte & 0xff)) * UINT64_C(0x100000001b3);
    }
    return hash;
}

static void row(const char *name, const sgmcmc_chain_settings *settings, int step_count)
{
    const F(sgmcmc_model) model = {.struct_size = sizeof model, .log_likelihood = log_likelihood,
                                   .metric = metric, .diffusion = diffusion, .step_size = step_size,
                                   .log_prior = settings->prior.kind == SGMCMC_PRIOR_CALLBACK ? log_prior : NULL};
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    F(sgmcmc_chain) * chain;
    real theta[DIM];
    for (size_t j = 0; j < DIM; j++)
        theta[j] = start(j);
    if (!good(F(sgmcmc_chain_init)(&chain, memory, sizeof memory, settings, theta, DIM), name))
        return;
    for (uint32_t step = 0; step < (uint32_t)step_count; step++) {
        int32_t code;
        uint32_t batch[] = {step % DATA_LEN, (step + 3) % DATA_LEN, (step + 5) % DATA_LEN};
        sgmcmc_status status =
            settings->batch.kind == SGMCMC_BATCH_CALLER
                ? F(sgmcmc_chain_step)(chain, NULL, &code, batch, 3, &model)
                : F(sgmcmc_chain_step)(chain, NULL, &code, NULL, 0, &model);
        if (!good(status, name) || !good(F(sgmcmc_chain_theta)(chain, theta, NULL, DIM), name))
            return;
        hash = hashed(hash, theta, DIM);
    }
    printf("%s: %016" PRIx64 "\n", name, hash);
}

/* The same settings with two blocks, one of them frozen. */
static void row_with_blocks(const char *name, sgmcmc_chain_settings settings, int step_count)
{
    sgmcmc_block blocks[2];
    for (size_t i = 0; i < 2; i++)
        good(sgmcmc_block_init(&blocks[i], sizeof blocks[i]), name);
    blocks[0].start = 3, blocks[0].len = 40, blocks[0].step_size_factor = 0.5;
    blocks[0].prior.kind = SGMCMC_PRIOR_GAUSSIAN, blocks[0].prior.mean = 1.0, blocks[0].prior.precision = 2.0;
    blocks[1].start = 50, blocks[1].len = 9, blocks[1].frozen = 1;
    settings.blocks = blocks;
    settings.block_count = 2;
    settings.block_size = sizeof *blocks;
    row(name, &settings, step_count);
}

/* SGLD with minibatches and a flat prior. */
static sgmcmc_chain_settings base(void)
{
    sgmcmc_chain_settings settings;
    good(sgmcmc_chain_settings_init(&settings, sizeof settings), "settings");
    settings.seed = 2026;
    settings.data_len = DATA_LEN;
    settings.batch.len = BATCH_LEN;
    settings.sampler.step_size.value = 1e-3;
    return settings;
}

static void proposals(void)
{
    static const struct {
        const char *name, *with_blocks;
        int32_t proposal, density;
        double step_size, beta;
        uint32_t refresh_len;
    } rows[] = {
        {"random walk", "random walk, blocks", SGMCMC_PROPOSAL_RANDOM_WALK, 0, 0.05, 1.0, 3},
        {"SGLD proposal", "SGLD proposal, blocks", SGMCMC_PROPOSAL_SGLD, 0, 0.01, 1.0, 3},
        {"RSGLD, fresh batches", "RSGLD, fresh batches, blocks", SGMCMC_PROPOSAL_RSGLD, SGMCMC_DENSITY_NORMALIZED,
         0.01, 1.01, 0},
        {"RSGLD, partial refresh", "RSGLD, partial refresh, blocks", SGMCMC_PROPOSAL_RSGLD,
         SGMCMC_DENSITY_NORMALIZED, 0.01, 1.01, 3},
        {"RSGLD, unnormalized", "RSGLD, unnormalized, blocks", SGMCMC_PROPOSAL_RSGLD, SGMCMC_DENSITY_UNNORMALIZED,
         0.01, 1.01, 3},
        {"HMC, fresh batches", "HMC, fresh batches, blocks", SGMCMC_PROPOSAL_HMC, 0, 0.1, 1.0, 0},
        {"HMC, partial refresh", "HMC, partial refresh, blocks", SGMCMC_PROPOSAL_HMC, 0, 0.1, 1.0, 3},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        sgmcmc_chain_settings settings = base();
        sgmcmc_proposal *proposal = &settings.sampler.proposal;
        settings.sampler.step_size.value = 0.0;
        settings.sampler.kind = SGMCMC_SAMPLER_METROPOLIS_HASTINGS;
        settings.sampler.likelihood_scale = 5.0;
        settings.sampler.refresh_len = rows[i].refresh_len;
        proposal->kind = rows[i].proposal;
        proposal->density = rows[i].density;
        proposal->step_size = rows[i].step_size;
        proposal->beta = rows[i].beta;
        proposal->leapfrog_count = rows[i].proposal == SGMCMC_PROPOSAL_HMC ? 3 : proposal->leapfrog_count;
        row(rows[i].name, &settings, STEPS);
        row_with_blocks(rows[i].with_blocks, settings, BLOCK_STEPS);
    }
}

/* 0.5 to 1.4, the diagonal of a matrix and the mean of a prior. */
static double values[DIM];

/* A rule under a Gaussian prior. */
static void row_of_rule(const char *name, const sgmcmc_rule *rule)
{
    sgmcmc_chain_settings settings = base();
    settings.prior.kind = SGMCMC_PRIOR_GAUSSIAN;
    settings.prior.mean = 0.25;
    settings.prior.precision = 0.5;
    settings.sampler.rule = *rule;
    row(name, &settings, STEPS);
}

static void bent_rules(void)
{
    static const struct {
        const char *name;
        int32_t kind, drift, preconditioner;
    } rows[] = {
        {"SGLD", SGMCMC_RULE_LANGEVIN, SGMCMC_DRIFT_NONE, SGMCMC_PRECONDITIONER_IDENTITY},
        {"MSGLD (Momentum)", SGMCMC_RULE_LANGEVIN, SGMCMC_DRIFT_MOMENTUM, SGMCMC_PRECONDITIONER_IDENTITY},
        {"ASGLD (Adam drift)", SGMCMC_RULE_LANGEVIN, SGMCMC_DRIFT_ADAM, SGMCMC_PRECONDITIONER_IDENTITY},
        {"AdaMax drift", SGMCMC_RULE_LANGEVIN, SGMCMC_DRIFT_ADAMAX, SGMCMC_PRECONDITIONER_IDENTITY},
        {"Adadelta drift", SGMCMC_RULE_LANGEVIN, SGMCMC_DRIFT_ADADELTA, SGMCMC_PRECONDITIONER_IDENTITY},
        {"pSGLD (RmsProp)", SGMCMC_RULE_LANGEVIN, SGMCMC_DRIFT_NONE, SGMCMC_PRECONDITIONER_RMSPROP},
        {"AdaGrad", SGMCMC_RULE_LANGEVIN, SGMCMC_DRIFT_NONE, SGMCMC_PRECONDITIONER_ADAGRAD},
        {"Diagonal", SGMCMC_RULE_LANGEVIN, SGMCMC_DRIFT_NONE, SGMCMC_PRECONDITIONER_DIAGONAL},
        {"SGRLD (PositionDependent)", SGMCMC_RULE_LANGEVIN, SGMCMC_DRIFT_NONE,
         SGMCMC_PRECONDITIONER_POSITION_DEPENDENT},
        {"PositionDependentDense", SGMCMC_RULE_LANGEVIN, SGMCMC_DRIFT_NONE,
         SGMCMC_PRECONDITIONER_POSITION_DEPENDENT_DENSE},
        {"lattice walk", SGMCMC_RULE_LATTICE, SGMCMC_DRIFT_NONE, SGMCMC_PRECONDITIONER_IDENTITY},
        {"lattice walk, Adam drift", SGMCMC_RULE_LATTICE, SGMCMC_DRIFT_ADAM, SGMCMC_PRECONDITIONER_IDENTITY},
        {"lattice walk, RmsProp", SGMCMC_RULE_LATTICE, SGMCMC_DRIFT_NONE, SGMCMC_PRECONDITIONER_RMSPROP},
        {"lattice walk, both", SGMCMC_RULE_LATTICE, SGMCMC_DRIFT_ADAM, SGMCMC_PRECONDITIONER_RMSPROP},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        sgmcmc_rule rule;
        good(sgmcmc_rule_init(&rule, sizeof rule, rows[i].kind), rows[i].name);
        rule.drift.kind = rows[i].drift;
        rule.preconditioner.kind = rows[i].preconditioner;
        rule.preconditioner.values = rows[i].preconditioner == SGMCMC_PRECONDITIONER_DIAGONAL ? values : NULL;
        row_of_rule(rows[i].name, &rule);
    }
    sgmcmc_rule published;
    good(sgmcmc_rule_init(&published, sizeof published, SGMCMC_RULE_LANGEVIN), "published");
    published.drift.kind = SGMCMC_DRIFT_MOMENTUM;
    published.drift.form = SGMCMC_MOMENTUM_PUBLISHED;
    row_of_rule("MSGLD as published", &published);
}

static void other_rules(void)
{
    static const struct {
        const char *name;
        int32_t kind, thermostat, splitting;
    } rows[] = {
        {"SGHMC", SGMCMC_RULE_SGHMC, 0, SGMCMC_SPLITTING_EULER},
        {"ABOBA", SGMCMC_RULE_ABOBA, 0, SGMCMC_SPLITTING_EULER},
        {"BAOAB", SGMCMC_RULE_BAOAB, 0, SGMCMC_SPLITTING_EULER},
        {"SGNHT", SGMCMC_RULE_SGNHT, 0, SGMCMC_SPLITTING_EULER},
        {"SGNHT, symmetric", SGMCMC_RULE_SGNHT, 0, SGMCMC_SPLITTING_SYMMETRIC},
        {"SGNHT, one each", SGMCMC_RULE_SGNHT, 1, SGMCMC_SPLITTING_EULER},
        {"SGNHT, one each, symmetric", SGMCMC_RULE_SGNHT, 1, SGMCMC_SPLITTING_SYMMETRIC},
        {"Adam, the optimiser", SGMCMC_RULE_ADAM, 0, SGMCMC_SPLITTING_EULER},
        {"Recipe", SGMCMC_RULE_RECIPE, 0, SGMCMC_SPLITTING_EULER},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        sgmcmc_rule rule;
        good(sgmcmc_rule_init(&rule, sizeof rule, rows[i].kind), rows[i].name);
        rule.thermostat = rows[i].thermostat;
        rule.splitting = rows[i].splitting;
        row_of_rule(rows[i].name, &rule);
        if (strcmp(rows[i].name, "SGNHT") == 0) {
            sgmcmc_chain_settings settings = base();
            settings.sampler.rule = rule;
            row_with_blocks("SGNHT, blocks", settings, STEPS);
        }
    }
}

/* "what kind", by the name that a kind has in the settings' text; NULL for a kind that there is none of. */
static const char *named(const char *what, const char *key, const sgmcmc_chain_settings *settings)
{
    static char text[4096], name[64];
    if (sgmcmc_settings_text(text, sizeof text, NULL, settings, DIM) != SGMCMC_OK)
        return NULL;
    snprintf(name, sizeof name, "\n%s = ", key);
    const char *kind = strstr(text, name) + strlen(name);
    snprintf(name, sizeof name, "%s %.*s", what, (int)strcspn(kind, "\n"), kind);
    return name;
}

static void priors(void)
{
    for (int32_t kind = SGMCMC_PRIOR_FLAT;; kind++) {
        sgmcmc_chain_settings settings = base();
        settings.prior.kind = kind;
        if (kind == SGMCMC_PRIOR_GAUSSIAN_VECTOR)
            settings.prior.means = settings.prior.precisions = values;
        if (kind == SGMCMC_PRIOR_SPIKE_AND_SLAB)
            settings.prior.slab_weight = settings.prior.spike_deviation = 0.1, settings.prior.slab_deviation = 1.0;
        const char *name = named("prior", "prior", &settings);
        if (name == NULL)
            break;
        row(name, &settings, STEPS);
    }
}

static void estimators(void)
{
    for (int32_t kind = 0;; kind++) {
        sgmcmc_chain_settings settings = base();
        settings.estimator.kind = kind;
        settings.estimator.anchor_len = kind == SGMCMC_ESTIMATOR_PRACTICAL ? 2 * BATCH_LEN : 0;
        settings.estimator.interval = kind == SGMCMC_ESTIMATOR_PRACTICAL || kind == SGMCMC_ESTIMATOR_SVRG ? 100 : 0;
        settings.estimator.averaged = kind == SGMCMC_ESTIMATOR_SVRG;
        const char *name = named("estimator", "estimator", &settings);
        if (name == NULL)
            break;
        row(kind == SGMCMC_ESTIMATOR_SVRG ? "estimator Svrg, averaged" : name, &settings, STEPS);
    }
    sgmcmc_chain_settings settings = base();
    settings.estimator.kind = SGMCMC_ESTIMATOR_SVRG;
    settings.estimator.interval = 7;
    row("estimator Svrg", &settings, STEPS);
}

static void batches_and_clipping(void)
{
    static const struct {
        const char *name;
        int32_t batch;
        uint32_t chunk_len;
        int32_t clipping;
    } rows[] = {
        {"batches with replacement", SGMCMC_BATCH_WITH_REPLACEMENT, 0, 0},
        {"batches epochs", SGMCMC_BATCH_EPOCHS, 0, 0},
        {"batches all data", SGMCMC_BATCH_ALL, 0, 0},
        {"batches all data in chunks", SGMCMC_BATCH_ALL, 7, 0},
        {"batches the caller's", SGMCMC_BATCH_CALLER, 0, 0},
        {"clipping Norm", SGMCMC_BATCH_WITHOUT_REPLACEMENT, 0, SGMCMC_CLIPPING_NORM},
        {"clipping Element", SGMCMC_BATCH_WITHOUT_REPLACEMENT, 0, SGMCMC_CLIPPING_ELEMENT},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        sgmcmc_chain_settings settings = base();
        settings.batch.kind = rows[i].batch;
        settings.batch.len = rows[i].batch < SGMCMC_BATCH_ALL ? settings.batch.len : 0;
        settings.chunk_len = rows[i].chunk_len;
        settings.clipping.kind = rows[i].clipping;
        settings.clipping.limit = rows[i].clipping == SGMCMC_CLIPPING_NONE ? 0.0 : 1.0;
        row(rows[i].name, &settings, STEPS);
    }
}

/* The step size's schedule is the temperature's too, but for the host's own. */
static void schedules(void)
{
    for (int32_t kind = 0;; kind++) {
        sgmcmc_chain_settings settings = base();
        sgmcmc_schedule *schedule = &settings.sampler.step_size;
        schedule->kind = kind;
        schedule->period = kind == SGMCMC_SCHEDULE_STEP_DECAY ? 300 : 0;
        schedule->cycle_len = kind == SGMCMC_SCHEDULE_CYCLICAL ? 1000 : 0;
        schedule->exploration = kind == SGMCMC_SCHEDULE_CYCLICAL ? 0.25 : 0.0;
        if (kind != SGMCMC_SCHEDULE_CALLBACK)
            settings.sampler.temperature = *schedule; /* 1e-3, too */
        else
            schedule->value = 0.0;
        const char *name = named("schedule", "sampler.step_size.shape", &settings);
        if (name == NULL)
            break;
        row(name, &settings, STEPS);
    }
}

int main(void)
{
    for (size_t j = 0; j < DIM; j++)
        values[j] = 0.5 + (double)(j % 7) / 7.0;
    proposals();
    bent_rules();
    other_rules();
    priors();
    estimators();
    batches_and_clipping();
    schedules();
    return failures > 0;
}
