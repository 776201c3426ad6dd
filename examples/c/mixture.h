/* A mixture of two normal distributions with unknown means: X ~ 0.5 N(theta1, 2) + 0.5 N(theta1 + theta2, 2), with the
   prior theta1 ~ N(0, 10), theta2 ~ N(0, 1) (Welling and Teh 2011; Wu, Wang and Wong 2020, section 3.1). */
#ifndef MIXTURE_H
#define MIXTURE_H

#include "sgmcmc.h"

enum { MIXTURE_DIM = 2, MIXTURE_BLOCK = 256 /* points that are evaluated together */ };

/* The example's data and minibatches, and the generator that draws the data. Chains of one seed and different indices
   never overlap: each purpose has one. */
enum { MIXTURE_SEED = 1, MIXTURE_LEN = 100000, MIXTURE_BATCH_LEN = 1000, MIXTURE_DATA_CHAIN = 0 };

/* The data and the working memory of one evaluation. */
typedef struct mixture {
    double *x;
    uint32_t len;
    double differences[MIXTURE_BLOCK]; /* x - theta1 */
    double ratios[MIXTURE_BLOCK];      /* the smaller of the two densities over the larger */
    double sums[MIXTURE_BLOCK];        /* 1 + ratio */
    double log_sums[MIXTURE_BLOCK];
} mixture;

/* Draws `len` points at theta = (0, 2). Returns 0, or -1 when memory is short; the caller frees `model->x`. */
int mixture_draw_data(mixture *model, uint32_t len, sgmcmc_rng *rng);

/* What the example's chains share: n, m, the prior, and c_n = 20, which samples the posterior at temperature
   n / c_n = 5000. */
void mixture_settings_init(sgmcmc_chain_settings *settings, uint32_t chain_index);

/* The callbacks of sgmcmc_model_f64; their `user` is a mixture. */
int32_t mixture_log_likelihood(void *user, double *value, double *gradient, const double *theta, size_t dim,
                               const uint32_t *batch, size_t batch_len);
int32_t mixture_log_prior(void *user, double *value, double *gradient, const double *theta, size_t dim);

/* The posterior has modes near (0, 2) and (2, -2). A chain is in the one that theta2 last was nearer to than half-way
   from the saddle, where theta2 is about 0: a crossing is a draw in one mode after draws in the other. */
#define MIXTURE_HALF_WAY 1.0
typedef struct mixture_crossings {
    int side; /* 1, -1, or 0 before the first draw in a mode */
    uint64_t count;
} mixture_crossings;

void mixture_count_crossings(mixture_crossings *crossings, const double *theta);

/* What a chain ends with: theta, and the running means and variances of its draws, MIXTURE_DIM numbers each. */
typedef struct mixture_result {
    double theta[MIXTURE_DIM], mean[MIXTURE_DIM], variance[MIXTURE_DIM];
    uint64_t fingerprint; /* of all of them */
} mixture_result;

void mixture_result_read(mixture_result *result, const sgmcmc_chain_f64 *chain);

#endif
