/* A sensor's calibration curve, y = a + b x + c x^2 with normal noise, from a table in flash: its posterior, the chains
   that sample it, and the lines that say what they found. */
#include "curve.h"

#include <string.h>

/* Readings at x = -1 to 1, in 1/1000, of a = 0.5, b = -1, c = 0.75 and noise of standard deviation 0.25. */
const int16_t READINGS[SAMPLER_DATA_LEN] = {
    2160, 2300, 2065, 1993, 1790, 1920, 2203, 1984, 2090, 1847, 1838, 1740,
    1233, 1820, 1690, 1646, 1056, 1002, 1175, 1241, 1395, 1269, 1373, 1045,
    1247, 1232, 933, 1493, 1169, 1296, 809, 747, 815, 844, 999, 873,
    671, 515, 597, 1006, 473, 710, 731, 228, 589, 881, 28, 430,
    463, 265, 574, 416, 47, 602, 546, 599, 707, 422, 347, -21,
    444, 125, 153, -61, 3, 102, 548, -290, -155, 262, 557, 335,
    -290, -449, 266, -11, -109, 413, 443, 206, 228, 276, 567, 325,
    303, 313, -212, 505, 429, 328, -291, 51, 428, -227, 189, 500,
};

static const real NOISE_PRECISION = (real)16.0;

/* The basis functions at datum i: 1, x, x^2. */
static void basis(real *phi, uint32_t i)
{
    real x = ((real)2.0 * (real)i + (real)1.0 - (real)DATA_LEN) / (real)DATA_LEN;
    phi[0] = (real)1.0;
    phi[1] = x;
    phi[2] = x * x;
}

static int32_t log_likelihood(void *user, double *value, real *gradient, const real *theta, size_t dim,
                              const uint32_t *batch, size_t batch_len)
{
    real sum[DIM] = {0}, squares = (real)0.0;
    (void)user, (void)dim;
    for (size_t k = 0; k < batch_len; k++) {
        uint32_t i = batch == NULL ? (uint32_t)k : batch[k];
        real phi[DIM];
        basis(phi, i);
        real residual = (real)READINGS[i] / (real)1000.0 - (theta[0] * phi[0] + theta[1] * phi[1] + theta[2] * phi[2]);
        for (int j = 0; j < DIM; j++) sum[j] += residual * phi[j];
        squares += residual * residual;
    }
    real scale = NOISE_PRECISION / (real)batch_len;
    if (gradient != NULL)
        for (int j = 0; j < DIM; j++) gradient[j] = scale * sum[j]; /* means over the batch */
    *value = (double)((real)-0.5 * scale * squares);
    return 0;
}

static const model_type MODEL = {.struct_size = sizeof MODEL, .log_likelihood = log_likelihood};

const model_type *const CURVE = &MODEL;

_Alignas(64) unsigned char CHAIN_MEMORY[CHAIN_MEMORY_SIZE];

void put_number(line *to, double x)
{
    double magnitude = x < 0.0 ? -x : x;
    uint32_t thousandths = (uint32_t)(magnitude * 1000.0 + 0.5);
    if (x < 0.0) put_char(to, '-');
    put_unsigned(to, thousandths / 1000, 1);
    put_char(to, '.');
    put_unsigned(to, thousandths % 1000, 3);
}

static void put_hex(line *to, uint64_t x)
{
    for (int shift = 60; shift >= 0; shift -= 4) put_char(to, "0123456789abcdef"[x >> shift & 15]);
}

void report_number(printer *print, const char *what, const char *of, uint32_t number)
{
    line out = {.len = 0};
    put_text(&out, what);
    put_text(&out, of);
    put_text(&out, ": ");
    put_unsigned(&out, number, 1);
    print(out.text);
}

void report_depth(printer *print, const char *call)
{
    unsigned long depth = stack_depth();
    if (depth != 0) report_number(print, "stack of ", call, (uint32_t)depth);
}

void report_sentences(char *text, printer *print)
{
    for (char *end = strchr(text, '\n'); end != NULL; text = end + 1, end = strchr(text, '\n')) {
        *end = '\0';
        print(text);
    }
}

static double root(double x) /* by Newton's method, from above */
{
    double y = x > 1.0 ? x : 1.0;
    for (int i = 0; i < 60; i++) y = 0.5 * (y + x / y);
    return y;
}

sgmcmc_status curve_settings(sgmcmc_chain_settings *settings)
{
    sgmcmc_status status = sgmcmc_chain_settings_init(settings, sizeof *settings);
    if (status != SGMCMC_OK) return status;
    settings->seed = 2026;
    settings->data_len = DATA_LEN;
    settings->batch.len = BATCH_LEN;
    settings->sampler.step_size.value = 5e-5;
    settings->prior.kind = SGMCMC_PRIOR_GAUSSIAN; /* N(0, 1) for every coefficient */
    settings->moments = SGMCMC_MOMENTS_PLAIN;
    settings->burn_in = BURN_IN;
    return SGMCMC_OK;
}

const char *curve_rule(sgmcmc_chain_settings *settings)
{
#ifdef SAMPLER_LATTICE
    settings->sampler.rule.kind = SGMCMC_RULE_LATTICE;
    return "lattice";
#else
    (void)settings;
    return "SGLD";
#endif
}

sgmcmc_status curve_start(chain_type **chain, const sgmcmc_chain_settings *settings, printer *print)
{
    real theta[DIM] = {0};
    size_t size = 0;
    stack_depth();
    sgmcmc_status status = OF(sgmcmc_chain_size)(&size, settings, DIM);
    report_depth(print, "size");
    if (status != SGMCMC_OK) return status;
    report_number(print, "memory of ", "the chain", (uint32_t)size);
    stack_depth();
    status = OF(sgmcmc_chain_init)(chain, CHAIN_MEMORY, sizeof CHAIN_MEMORY, settings, theta, DIM);
    report_depth(print, "init");
    return status;
}

sgmcmc_status curve_run(chain_type *chain, uint64_t step_count, printer *print)
{
    stack_depth();
    sgmcmc_status status = OF(sgmcmc_chain_run)(chain, NULL, step_count, CURVE, NULL, NULL);
    report_depth(print, "run");
    return status;
}

sgmcmc_status curve_report(const char *name, const chain_type *chain, printer *print)
{
    double mean[DIM], variance[DIM];
    real theta[DIM];
    uint64_t fingerprint;
    line out = {.len = 0};
    sgmcmc_status status = OF(sgmcmc_chain_moments)(chain, mean, variance, DIM, SGMCMC_MOMENTS_PLAIN);
    if (status != SGMCMC_OK) return status;
    for (int j = 0; j < DIM; j++) {
        out.len = 0;
        put_text(&out, name);
        put_text(&out, " theta[");
        put_unsigned(&out, (uint32_t)j, 1);
        put_text(&out, "] = ");
        put_number(&out, mean[j]);
        put_text(&out, " +- ");
        put_number(&out, root(variance[j]));
        print(out.text);
    }
    status = OF(sgmcmc_chain_theta)(chain, theta, NULL, DIM);
    if (status == SGMCMC_OK) status = OF(sgmcmc_fingerprint)(&fingerprint, theta, DIM);
    if (status != SGMCMC_OK) return status;
    out.len = 0;
    put_text(&out, name);
    put_text(&out, " fingerprint ");
    put_hex(&out, fingerprint);
    print(out.text);
    return SGMCMC_OK;
}
