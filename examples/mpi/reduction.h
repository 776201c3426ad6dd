/* The sum of the ranks' parts of a log-likelihood and its gradient, the same bits on every rank. */
#ifndef REDUCTION_H
#define REDUCTION_H

#include "wire.h"

enum reduction_kind {
    /* The ranks' parts are the leaves of one binary tree, left before right, whoever computes which of its sums. The
       first two need a power of two of ranks, give the same bits, and those of fewer ranks whose parts are sums of
       the same tree. */
    REDUCTION_DOUBLING, /* whole vectors between neighbours at distance 1, 2, 4...: fewest messages */
    REDUCTION_HALVING,  /* halves, quarters... of vectors there, then the sums back: fewest bytes */
    /* MPI's own order, for any number of ranks: */
    REDUCTION_ALLREDUCE, /* MPI_Allreduce, which has to give every rank the same result */
    REDUCTION_REDUCE,    /* MPI_Reduce to rank 0 and MPI_Bcast from there, which cannot do otherwise */
    REDUCTION_KINDS
};

extern const char *const REDUCTION_NAMES[REDUCTION_KINDS];

/* What travels in front of a gradient: a rank that fails says so there, and nobody waits for it. */
typedef struct header {
    double value;
    failure failure;
} header;

enum { HEADER_WORDS = sizeof(header) / 4 };

typedef struct reduction {
    wire *wire;
    enum reduction_kind kind;
    size_t dim;
    float *gradient; /* dim numbers: this rank's part, then the sum of all */
    float *message;  /* HEADER_WORDS numbers of room, then the gradient */
    float *incoming; /* the same, as much as one message brings */
} reduction;

/* Returns NULL, or why the ranks cannot be reduced: a sentence. Free the reduction in either case. */
const char *reduction_init(reduction *reduction, wire *wire, enum reduction_kind kind, size_t dim);

/* Replaces every rank's part, the header that is given and the first `len` numbers of the gradient, 0 or dim, by the
   sum: a collective call. Where a rank failed all get its failure, and the gradient has no meaning. */
header reduction_sum(reduction *reduction, header part, size_t len);

void reduction_free(reduction *reduction);

#endif
