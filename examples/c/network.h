/* A Bayesian network 36-30-30-6 with ReLU units and a softmax output, for the Landsat data. */
#ifndef NETWORK_H
#define NETWORK_H

#include "landsat_data.h"
#include "sgmcmc.h"

enum {
    NETWORK_LAYERS = 3,
    NETWORK_HIDDEN = 30,
    NETWORK_DIM = (LANDSAT_ATTRIBUTES + 1) * NETWORK_HIDDEN + (NETWORK_HIDDEN + 1) * NETWORK_HIDDEN
                + (NETWORK_HIDDEN + 1) * LANDSAT_CLASSES, /* 2226 weights and biases */
    NETWORK_BLOCK = 64,                                   /* points that pass through the network together */
    NETWORK_WIDEST = LANDSAT_ATTRIBUTES
};

/* The data and the working memory of one evaluation: set `data` only. */
typedef struct network {
    const landsat_data *data;
    float units[NETWORK_LAYERS + 1][NETWORK_WIDEST * NETWORK_BLOCK];  /* a row of NETWORK_BLOCK points per unit */
    float slopes[NETWORK_LAYERS + 1][NETWORK_WIDEST * NETWORK_BLOCK]; /* derivatives by the units */
    float exponentials[LANDSAT_CLASSES * NETWORK_BLOCK];
    float sums[NETWORK_BLOCK], log_sums[NETWORK_BLOCK];
} network;

/* Weights from N(0, 2 / inputs of the unit) by the generator of chain number `chain_index`, biases 0. */
void network_draw_initial(float *theta, uint64_t seed, uint32_t chain_index);

/* The callback of sgmcmc_model_f32; its `user` is a network. */
int32_t network_log_likelihood(void *user, double *value, float *gradient, const float *theta, size_t dim,
                               const uint32_t *batch, size_t batch_len);

/* The class probabilities of all points of `net->data`, len x LANDSAT_CLASSES. */
void network_probabilities(network *net, double *probabilities, const float *theta);

#endif
