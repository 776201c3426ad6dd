/* A mixture of two normal distributions with unknown means: X ~ 0.5 N(theta1, 2) + 0.5 N(theta1 + theta2, 2), with the
   prior theta1 ~ N(0, 10), theta2 ~ N(0, 1) (Welling and Teh 2011; Wu, Wang and Wong 2020, section 3.1). */
#ifndef MIXTURE_H
#define MIXTURE_H

#include "sgmcmc.h"

enum { MIXTURE_DIM = 2, MIXTURE_BLOCK = 256 /* points that are evaluated together */ };

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

/* The callbacks of sgmcmc_model_f64; their `user` is a mixture. */
int32_t mixture_log_likelihood(void *user, double *value, double *gradient, const double *theta, size_t dim,
                               const uint32_t *batch, size_t batch_len);
int32_t mixture_log_prior(void *user, double *value, double *gradient, const double *theta, size_t dim);

#endif
