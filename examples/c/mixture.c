/* The arithmetic is that of examples/support/mixture.rs, operation by operation, so that both give the same bits. */
#include "mixture.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "support.h"

#define SQRT_2 1.4142135623730951
#define LOG_NORMALISER (-1.9586593040445907) /* ln(1/2) - ln(4 pi)/2 */

int mixture_draw_data(mixture *model, uint32_t len, sgmcmc_rng *rng)
{
    model->len = len;
    model->x = malloc(len * sizeof *model->x);
    if (model->x == NULL)
        return -1;
    check(sgmcmc_rng_normals_f64(rng, model->x, len));
    for (uint32_t i = 0; i < len; i++) {
        uint32_t component;
        check(sgmcmc_rng_bounded(rng, &component, 2));
        model->x[i] = 2.0 * (double)component + SQRT_2 * model->x[i];
    }
    return 0;
}

/* With u = x - theta1 and v = u - theta2 the two components have the log densities -u^2/4 and -v^2/4, up to the same
   constant; their logaddexp is -min(u^2, v^2)/4 + ln(1 + exp(-|u^2 - v^2|/4)). The second component is responsible
   for the share r of the point, and the gradient is ((u - r theta2)/2, r v/2). */
int32_t mixture_log_likelihood(void *user, double *value, double *gradient, const double *theta, size_t dim,
                               const uint32_t *batch, size_t batch_len)
{
    mixture *model = user;
    double theta1 = theta[0], theta2 = theta[1];
    double sum = 0.0, sum1 = 0.0, sum2 = 0.0;
    (void)dim;
    for (size_t start = 0; start < batch_len; start += MIXTURE_BLOCK) {
        size_t len = batch_len - start < MIXTURE_BLOCK ? batch_len - start : MIXTURE_BLOCK;
        for (size_t p = 0; p < len; p++)
            model->differences[p] = model->x[batch == NULL ? start + p : batch[start + p]] - theta1;
        for (size_t p = 0; p < len; p++) {
            double u = model->differences[p], v = u - theta2;
            model->ratios[p] = -0.25 * fabs(u * u - v * v);
        }
        check(sgmcmc_map_f64(model->ratios, model->ratios, len, SGMCMC_FUNCTION_EXP));
        for (size_t p = 0; p < len; p++)
            model->sums[p] = 1.0 + model->ratios[p];
        check(sgmcmc_map_f64(model->log_sums, model->sums, len, SGMCMC_FUNCTION_LN));
        for (size_t p = 0; p < len; p++) {
            double u = model->differences[p], v = u - theta2;
            double nearest = u * u < v * v ? u * u : v * v;
            double share = (u * u < v * v ? model->ratios[p] : 1.0) / model->sums[p];
            sum += model->log_sums[p] - 0.25 * nearest;
            sum1 += u - share * theta2;
            sum2 += share * v;
        }
    }
    double len = (double)batch_len;
    *value = sum / len + LOG_NORMALISER;
    if (gradient != NULL) {
        gradient[0] = 0.5 * sum1 / len;
        gradient[1] = 0.5 * sum2 / len;
    }
    return 0;
}

int32_t mixture_log_prior(void *user, double *value, double *gradient, const double *theta, size_t dim)
{
    (void)user;
    (void)dim;
    *value = -0.5 * (theta[0] * theta[0] / 10.0 + theta[1] * theta[1]);
    if (gradient != NULL) {
        gradient[0] = -theta[0] / 10.0;
        gradient[1] = -theta[1];
    }
    return 0;
}

void mixture_settings_init(sgmcmc_chain_settings *settings, uint32_t chain_index)
{
    check(sgmcmc_chain_settings_init(settings, sizeof *settings));
    settings->seed = MIXTURE_SEED;
    settings->chain_index = chain_index;
    settings->data_len = MIXTURE_LEN;
    settings->batch.len = MIXTURE_BATCH_LEN;
    settings->sampler.kind = SGMCMC_SAMPLER_METROPOLIS_HASTINGS;
    settings->sampler.likelihood_scale = 20.0;
    settings->prior.kind = SGMCMC_PRIOR_CALLBACK;
    settings->moments = SGMCMC_MOMENTS_PLAIN;
}

void mixture_count_crossings(mixture_crossings *crossings, const double *theta)
{
    int side = theta[1] > MIXTURE_HALF_WAY ? 1 : theta[1] < -MIXTURE_HALF_WAY ? -1 : crossings->side;
    crossings->count += crossings->side != 0 && side != crossings->side;
    crossings->side = side;
}

void mixture_result_read(mixture_result *result, const sgmcmc_chain_f64 *chain)
{
    double all[3 * MIXTURE_DIM];
    check(sgmcmc_chain_theta_f64(chain, result->theta, NULL, MIXTURE_DIM));
    check(sgmcmc_chain_moments_f64(chain, result->mean, result->variance, MIXTURE_DIM, SGMCMC_MOMENTS_PLAIN));
    memcpy(all, result->theta, sizeof result->theta);
    memcpy(all + MIXTURE_DIM, result->mean, sizeof result->mean);
    memcpy(all + 2 * MIXTURE_DIM, result->variance, sizeof result->variance);
    check(sgmcmc_fingerprint_f64(&result->fingerprint, all, 3 * MIXTURE_DIM));
}
