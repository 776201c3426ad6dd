/* The golden table once more, through the C ABI: the chains of tests/table.rs, in one precision, from their settings as
   text. Their host, what they start from and the vectors that settings point to are those of that file, operation by
   operation. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "sgmcmc.h"
#include "rows.h"   /* ROWS: name, steps and settings of each */
#include "spread.h" /* SPREAD: the bits of the data, which take the C library's sine out of the comparison */

#ifdef TEST_F64
typedef double real;
#define F(name) name##_f64
#else
typedef float real;
#define F(name) name##_f32
#endif

enum { DIM = 75, DATA_LEN = 100 };

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

/* Settings whose text is read: what it only names is there before. */
static void row_of(const char *name, int step_count, const char *text)
{
    /* 0.5 to 1.4, the diagonal of a matrix, and the mean and precision of a prior. */
    static double values[DIM];
    sgmcmc_chain_settings settings;
    sgmcmc_block blocks[2];
    for (size_t j = 0; j < DIM; j++)
        values[j] = 0.5 + (double)(j % 7) / 7.0;
    good(sgmcmc_chain_settings_init(&settings, sizeof settings), name);
    if (strstr(text, "\nsampler.rule.preconditioner = Diagonal\n") != NULL) {
        settings.sampler.rule.preconditioner.kind = SGMCMC_PRECONDITIONER_DIAGONAL;
        settings.sampler.rule.preconditioner.values = values;
    }
    if (strstr(text, "\nprior = GaussianVector\n") != NULL) {
        settings.prior.kind = SGMCMC_PRIOR_GAUSSIAN_VECTOR;
        settings.prior.means = settings.prior.precisions = values;
    }
    /* Two, one of them frozen. */
    if (strstr(text, "\nblocks = 0\n") == NULL) {
        for (size_t i = 0; i < 2; i++)
            good(sgmcmc_block_init(&blocks[i], sizeof blocks[i]), name);
        blocks[0].start = 3, blocks[0].len = 40, blocks[0].step_size_factor = 0.5;
        blocks[0].prior.kind = SGMCMC_PRIOR_GAUSSIAN, blocks[0].prior.mean = 1.0, blocks[0].prior.precision = 2.0;
        blocks[1].start = 50, blocks[1].len = 9, blocks[1].frozen = 1;
        settings.blocks = blocks;
        settings.block_count = 2;
        settings.block_size = sizeof *blocks;
    }
    if (good(sgmcmc_settings_read(&settings, NULL, text, strlen(text), DIM), name))
        row(name, &settings, step_count);
}

int main(void)
{
#define ROW(name, step_count, text) row_of(name, step_count, text);
    ROWS
    return failures > 0;
}
