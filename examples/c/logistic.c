/* The arithmetic is that of examples/support/logistic.rs, operation by operation, so that both give the same bits. */
#include "logistic.h"

#include <math.h>
#include <stdlib.h>

#include "support.h"

#define COEFFICIENT 0.3 /* the standard deviation of the true coefficients */

/* In ten sums side by side, which the compiler can keep in lanes. */
static double dot(const double *x, const double *y)
{
    enum { LANES = 10 };
    double sums[LANES] = {0.0}, sum = 0.0;
    for (size_t i = 0; i < LOGISTIC_DIM; i += LANES)
        for (size_t k = 0; k < LANES; k++)
            sums[k] += x[i + k] * y[i + k];
    for (size_t k = 0; k < LANES; k++)
        sum += sums[k];
    return sum;
}

/* A uniform on (0, 1), of 52 random bits. */
static double uniform(sgmcmc_rng *rng)
{
    uint64_t word;
    check(sgmcmc_rng_next_u64(rng, &word));
    return ((double)(word >> 12) + 0.5) / 4503599627370496.0;
}

int logistic_draw_data(logistic *model, uint32_t len, sgmcmc_rng *rng)
{
    double coefficients[LOGISTIC_DIM];
    model->len = len;
    model->rows = malloc(len * sizeof *model->rows);
    if (model->rows == NULL)
        return -1;
    check(sgmcmc_rng_normals_f64(rng, coefficients, LOGISTIC_DIM));
    for (size_t k = 0; k < LOGISTIC_DIM; k++)
        coefficients[k] *= COEFFICIENT;
    for (uint32_t i = 0; i < len; i++) {
        double *row = model->rows[i];
        check(sgmcmc_rng_normals_f64(rng, row, LOGISTIC_DIM));
        const int positive = uniform(rng) * (1.0 + sgmcmc_exp_f64(-dot(row, coefficients))) < 1.0;
        for (size_t k = 0; k < LOGISTIC_DIM && !positive; k++)
            row[k] = -row[k];
    }
    return 0;
}

/* With s = z.theta and e = exp(-|s|), ln p = min(s, 0) - ln(1 + e), and its gradient is z/(1 + exp(s)), with
   e/(1 + e) for positive s and 1/(1 + e) else: no exponential overflows. */
int32_t logistic_log_likelihood(void *user, double *value, double *gradient, const double *theta, size_t dim,
                                const uint32_t *batch, size_t batch_len)
{
    logistic *model = user;
    double total = 0.0;
    (void)dim;
    for (size_t start = 0; start < batch_len; start += LOGISTIC_BLOCK) {
        const size_t len = batch_len - start < LOGISTIC_BLOCK ? batch_len - start : LOGISTIC_BLOCK;
        double sum = 0.0;
        for (size_t p = 0; p < len; p++) {
            const size_t i = batch == NULL ? start + p : batch[start + p];
            model->scores[p] = dot(model->rows[i], theta);
            model->ratios[p] = -fabs(model->scores[p]);
        }
        check(sgmcmc_map_f64(model->ratios, model->ratios, len, SGMCMC_FUNCTION_EXP));
        for (size_t p = 0; p < len; p++)
            model->sums[p] = 1.0 + model->ratios[p];
        for (size_t p = 0; p < len && gradient != NULL; p++) {
            const double *row = model->rows[batch == NULL ? start + p : batch[start + p]];
            const double weight = (model->scores[p] > 0.0 ? model->ratios[p] : 1.0) / model->sums[p];
            for (size_t k = 0; k < LOGISTIC_DIM; k++)
                gradient[k] += weight * row[k];
        }
        check(sgmcmc_map_f64(model->sums, model->sums, len, SGMCMC_FUNCTION_LN));
        for (size_t p = 0; p < len; p++)
            sum += (model->scores[p] < 0.0 ? model->scores[p] : 0.0) - model->sums[p];
        total += sum;
    }
    for (size_t k = 0; k < LOGISTIC_DIM && gradient != NULL; k++)
        gradient[k] /= (double)batch_len;
    *value = total / (double)batch_len;
    return 0;
}
