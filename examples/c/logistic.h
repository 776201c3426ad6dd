/* Bayesian logistic regression on synthetic data: y = ±1 with p(y | x, theta) = 1/(1 + exp(-y x.theta)). */
#ifndef LOGISTIC_H
#define LOGISTIC_H

#include "sgmcmc.h"

enum { LOGISTIC_DIM = 50, LOGISTIC_BLOCK = 64 /* data that are evaluated together */ };

typedef struct logistic {
    double (*rows)[LOGISTIC_DIM]; /* z = y x, which is all that the likelihood depends on */
    uint32_t len;
    double scores[LOGISTIC_BLOCK], ratios[LOGISTIC_BLOCK], sums[LOGISTIC_BLOCK];
} logistic;

/* Draws `len` data: standard normal x, and normal coefficients. Returns 0, or -1 when memory is short; the caller frees
   `model->rows`. */
int logistic_draw_data(logistic *model, uint32_t len, sgmcmc_rng *rng);

/* The callback of sgmcmc_model_f64; its `user` is a logistic. */
int32_t logistic_log_likelihood(void *user, double *value, double *gradient, const double *theta, size_t dim,
                                const uint32_t *batch, size_t batch_len);

#endif
