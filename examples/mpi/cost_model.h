/* What a data-parallel step costs, by a model of a few constants: README.md derives it. */
#ifndef COST_MODEL_H
#define COST_MODEL_H

#include "reduction.h"

/* Seconds on one rank while all ranks do the same, but for `flops`. */
typedef struct constants {
    double flops;   /* a second, of the model's likelihood and gradient */
    double number;  /* of a pass a += b, for each number */
    double update;  /* of the library's step, for each parameter */
    double index;   /* of drawing a batch, for each index */
    double latency; /* of an exchange of nothing */
    double byte;    /* of a longer one, for each byte that a rank sends */
} constants;

typedef struct workload {
    double dim, data_len, batch_len;
    double block_count; /* K, of the tree */
    double unit;        /* points that the model evaluates together: those of a leaf are rounded up to it */
    int rank_count;
    enum reduction_kind kind;
} workload;

/* Seconds a step of the slowest rank, and what all ranks together send. */
typedef struct cost {
    double model, blocks, library, reduction;
    double message_count, byte_count; /* 0 for MPI's own reductions, which count for themselves */
} cost;

enum { FLOPS_PER_WEIGHT = 6 }; /* of a datum: a product and a sum forwards, two of each backwards */

cost cost_predict(const constants *constants, const workload *workload);

double cost_seconds(const cost *cost);

#endif
