/* Sorts a batch by blocks, evaluates those of this rank, and adds them up by the tree. */
#include "sharded.h"

#include <stdlib.h>
#include <string.h>

uint32_t sharded_block_start(uint32_t block, uint32_t block_count, uint32_t data_len)
{
    return (uint32_t)((uint64_t)block * data_len / block_count);
}

uint32_t sharded_first_block(int rank, int rank_count, uint32_t block_count)
{
    return (uint32_t)((uint64_t)rank * block_count / (uint64_t)rank_count);
}

/* How many vectors wait while the tree over `leaf_count` leaves is added up. */
static size_t level_count(size_t leaf_count)
{
    size_t levels = 0;
    while ((size_t)1 << levels < leaf_count)
        levels++;
    return levels;
}

const char *sharded_init(sharded *sharded, reduction *reduction, sgmcmc_log_likelihood_f32 log_likelihood, void *user,
                         uint32_t data_len, uint32_t block_count, size_t batch_max)
{
    const wire *wire = reduction->wire;
    *sharded = (struct sharded){.log_likelihood = log_likelihood, .user = user, .reduction = reduction,
                                .data_len = data_len, .block_count = block_count};
    if (block_count == 0 || (block_count & (block_count - 1)) != 0 || block_count > data_len)
        return "the number of blocks has to be a power of two, and at most that of data";
    if ((uint32_t)wire->rank_count > block_count)
        return "there have to be at least as many blocks as ranks";
    sharded->first_block = sharded_first_block(wire->rank, wire->rank_count, block_count);
    sharded->end_block = sharded_first_block(wire->rank + 1, wire->rank_count, block_count);
    size_t owned_blocks = sharded->end_block - sharded->first_block;
    size_t owned = sharded_block_start(sharded->end_block, block_count, data_len)
                 - sharded_block_start(sharded->first_block, block_count, data_len);
    sharded->rows_max = batch_max > owned ? batch_max : owned;
    sharded->rows = calloc(sharded->rows_max, sizeof *sharded->rows);
    sharded->starts = calloc(owned_blocks + 2, sizeof *sharded->starts);
    sharded->partials = calloc(level_count(owned_blocks) * reduction->dim + 1, sizeof *sharded->partials);
    if (sharded->rows == NULL || sharded->starts == NULL || sharded->partials == NULL)
        return "out of memory";
    return NULL;
}

void sharded_free(sharded *sharded)
{
    free(sharded->rows);
    free(sharded->starts);
    free(sharded->partials);
    sharded->rows = NULL;
    sharded->starts = NULL;
    sharded->partials = NULL;
}

/* The block of a datum. */
static uint32_t block_of(const sharded *sharded, uint32_t datum)
{
    uint32_t block = (uint32_t)((uint64_t)datum * sharded->block_count / sharded->data_len);
    /* Starts are rounded down, so that the datum may already be the first of the next block. */
    return block + (datum >= sharded_block_start(block + 1, sharded->block_count, sharded->data_len));
}

/* Keeps this rank's rows of a batch, block after block, in the order of the batch. */
static int32_t select_rows(sharded *sharded, const uint32_t *batch, size_t batch_len)
{
    uint32_t first = sharded_block_start(sharded->first_block, sharded->block_count, sharded->data_len);
    uint32_t end = sharded_block_start(sharded->end_block, sharded->block_count, sharded->data_len);
    size_t owned_blocks = sharded->end_block - sharded->first_block, *starts = sharded->starts;
    if (batch == NULL) {
        for (uint32_t row = 0; row < end - first; row++)
            sharded->rows[row] = row;
        for (size_t i = 0; i <= owned_blocks; i++)
            starts[i] = sharded_block_start(sharded->first_block + (uint32_t)i, sharded->block_count,
                                            sharded->data_len) - first;
        return 0;
    }
    if (batch_len > sharded->rows_max)
        return SHARDED_BATCH_TOO_LONG;
    /* Count, add up, place; a block's count stands two further on, where placing leaves the next block's start. */
    memset(starts, 0, (owned_blocks + 2) * sizeof *starts);
    for (size_t k = 0; k < batch_len; k++)
        if (batch[k] >= first && batch[k] < end)
            starts[block_of(sharded, batch[k]) - sharded->first_block + 2]++;
    for (size_t i = 2; i < owned_blocks + 2; i++)
        starts[i] += starts[i - 1];
    for (size_t k = 0; k < batch_len; k++)
        if (batch[k] >= first && batch[k] < end)
            sharded->rows[starts[block_of(sharded, batch[k]) - sharded->first_block + 1]++] = batch[k] - first;
    return 0;
}

typedef struct evaluation {
    sharded *sharded;
    const float *theta;
    size_t gradient_len; /* dim, or 0 when only the value is wanted */
    size_t batch_len;
    failure failure;
} evaluation;

/* The share of a leaf in the batch's mean, and its gradient's in `gradient`. */
static double add_up_leaf(evaluation *evaluation, float *gradient, size_t leaf)
{
    sharded *sharded = evaluation->sharded;
    size_t start = sharded->starts[leaf], len = sharded->starts[leaf + 1] - start;
    double value = 0.0, share = (double)len / (double)evaluation->batch_len;
    float factor = (float)share;
    memset(gradient, 0, evaluation->gradient_len * sizeof *gradient);
    if (len == 0 || (evaluation->failure.code != 0 && evaluation->failure.code != 1))
        return 0.0;
    failure failure = {.rank = evaluation->failure.rank};
    failure.code = sharded->log_likelihood(sharded->user, &value, evaluation->gradient_len > 0 ? gradient : NULL,
                                           evaluation->theta, sharded->reduction->dim, sharded->rows + start, len);
    evaluation->failure = failure_combine(evaluation->failure, failure);
    for (size_t i = 0; i < evaluation->gradient_len; i++)
        gradient[i] *= factor;
    return value * share;
}

/* The sum over leaves from `first` on into `gradient`; `partials` has a vector for each level below. */
static double add_up(evaluation *evaluation, float *restrict gradient, float *restrict partials, size_t first,
                     size_t count)
{
    if (count == 1)
        return add_up_leaf(evaluation, gradient, first);
    size_t left = (size_t)1 << (level_count(count) - 1), dim = evaluation->sharded->reduction->dim;
    double value = add_up(evaluation, gradient, partials + dim, first, left);
    value += add_up(evaluation, partials, partials + dim, first + left, count - left);
    for (size_t i = 0; i < evaluation->gradient_len; i++)
        gradient[i] += partials[i];
    return value;
}

int32_t sharded_log_likelihood(void *user, double *value, float *gradient, const float *theta, size_t dim,
                               const uint32_t *batch, size_t batch_len)
{
    sharded *sharded = user;
    reduction *reduction = sharded->reduction;
    evaluation evaluation = {.sharded = sharded, .theta = theta, .gradient_len = gradient != NULL ? dim : 0,
                             .batch_len = batch_len, .failure.rank = reduction->wire->rank};
    header sum = {0};
    evaluation.failure.code = select_rows(sharded, batch, batch_len);
    if (evaluation.failure.code == 0)
        sum.value = add_up(&evaluation, reduction->gradient, sharded->partials, 0,
                           sharded->end_block - sharded->first_block);
    sum.failure = evaluation.failure;
    sum = reduction_sum(reduction, sum, evaluation.gradient_len);
    sharded->evaluation_count++;
    sharded->failure = sum.failure;
    if (sum.failure.code != 0)
        return sum.failure.code;
    *value = sum.value;
    if (gradient != NULL)
        memcpy(gradient, reduction->gradient, dim * sizeof *gradient);
    return 0;
}
