/* Means and variances over the draws of several chains, combined without their draws. */
#ifndef MOMENTS_H
#define MOMENTS_H

#include "wire.h"

/* One stretch of memory, since it is sent as it is. */
typedef struct moments {
    size_t dim, score_len;
    double *numbers;
    double *draw_count;
    double *within_sum; /* over chains and parameters: squared deviations from the chain's own mean */
    double *mean;       /* dim */
    double *squares;    /* dim: sums of squared deviations from `mean` */
    double *scores;     /* score_len: what is only added up */
} moments;

/* Returns 0, or -1 when memory is short. Free it in either case. */
int moments_init(moments *moments, size_t dim, size_t score_len);

/* Takes what the library says of a chain: variances over `draw_count` draws. */
void moments_set(moments *moments, const double *variance, double draw_count);

/* Combines all ranks' moments on rank 0, in an order that depends on nothing but the number of ranks. `incoming` is
   scratch of the same lengths. What other ranks are left with has no meaning: a collective call. */
void moments_gather(moments *own, moments *incoming, wire *wire);

void moments_free(moments *moments);

#endif
