/* A model whose data are spread over ranks: a log-likelihood for sgmcmc that adds up what the ranks' own ones say.
 *
 * The data are cut into blocks, whose number does not depend on the number of ranks, and every rank owns consecutive
 * ones. What a batch takes from a block is one leaf of a binary tree; sums go up the tree, in a rank first, then
 * between ranks. So every rank gets the same bits, and with a fixed tree also the bits of any other number of ranks. */
#ifndef SHARDED_H
#define SHARDED_H

#include "reduction.h"
#include "sgmcmc.h"

enum { SHARDED_BATCH_TOO_LONG = -1001 }; /* a code of the callback: more indices than there is room for */

typedef struct sharded {
    /* The model of this rank's rows, counted from its first: means over what it is given, as for sgmcmc. */
    sgmcmc_log_likelihood_f32 log_likelihood;
    void *user;
    reduction *reduction;
    uint32_t data_len, block_count, first_block, end_block;
    uint32_t *rows;  /* of the batch, those that are this rank's, block by block */
    size_t rows_max;
    size_t *starts;  /* where a block's rows start, and where the last one's end */
    float *partials; /* a vector for each level of the tree in this rank */
    uint64_t evaluation_count;
    failure failure; /* of the last evaluation */
} sharded;

/* The first datum of a block. */
uint32_t sharded_block_start(uint32_t block, uint32_t block_count, uint32_t data_len);

/* The first block of a rank. */
uint32_t sharded_first_block(int rank, int rank_count, uint32_t block_count);

/* `batch_max` is the longest batch that will be asked for, but for all data. Returns NULL, or why not: a sentence.
   Free it in either case. */
const char *sharded_init(sharded *sharded, reduction *reduction, sgmcmc_log_likelihood_f32 log_likelihood, void *user,
                         uint32_t data_len, uint32_t block_count, size_t batch_max);

/* The callback of sgmcmc_model_f32; its `user` is a sharded: a collective call. */
int32_t sharded_log_likelihood(void *user, double *value, float *gradient, const float *theta, size_t dim,
                               const uint32_t *batch, size_t batch_len);

void sharded_free(sharded *sharded);

#endif
