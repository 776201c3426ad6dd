/* A sharded model for hosts of other languages: opaque, over all ranks of MPI_COMM_WORLD. data_parallel.jl uses it. */
#ifndef HOST_H
#define HOST_H

#include "sgmcmc.h"

typedef struct host host;

/* Starts MPI. `log_likelihood` is the model of this rank's rows, counted from 0; `reduction` a name of reduction.h;
   `batch_max` the longest batch that will be asked for, but for all data. Returns NULL, or why not: a sentence, the
   same on all ranks. Close it in either case, if it is not NULL. A collective call, as all below that take a value. */
const char *host_open(host **out, sgmcmc_log_likelihood_f32 log_likelihood, void *user, const char *reduction,
                      size_t dim, uint32_t data_len, uint32_t block_count, size_t batch_max);

int32_t host_rank(const host *host);

/* This rank's rows: from `*first`, below `*end`. */
void host_rows(const host *host, uint32_t *first, uint32_t *end);

/* What the chain's callback hands on, without its user pointer and dim: the answer is the same on all ranks. */
int32_t host_log_likelihood(host *host, double *value, float *gradient, const float *theta, const uint32_t *batch,
                            size_t batch_len);

/* Which rank the last evaluation failed on. */
int32_t host_failing_rank(const host *host);

/* Whether a number, such as a fingerprint, is the same on all ranks. */
int32_t host_agrees(const host *host, uint64_t number);

/* Ends MPI. */
void host_close(host *host);

#endif
