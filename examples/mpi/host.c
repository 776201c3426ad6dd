/* The parts of data_parallel.c that another language has no use in writing again. */
#include "host.h"

#include <stdlib.h>
#include <string.h>

#include "sharded.h"

struct host {
    wire wire;
    reduction reduction;
    sharded sharded;
};

/* The refusal of the lowest rank that has one is news to others, which have none: they say this. */
static const char *agreed(const wire *wire, const char *refusal)
{
    int32_t failed = wire_agree(wire, refusal != NULL).code;
    return refusal != NULL || failed == 0 ? refusal : "another rank could not begin";
}

const char *host_open(host **out, sgmcmc_log_likelihood_f32 log_likelihood, void *user, const char *reduction,
                      size_t dim, uint32_t data_len, uint32_t block_count, size_t batch_max)
{
    int kind = 0;
    while (kind < REDUCTION_KINDS && strcmp(reduction, REDUCTION_NAMES[kind]) != 0)
        kind++;
    *out = calloc(1, sizeof **out);
    host *host = *out;
    if (host == NULL)
        return "out of memory";
    MPI_Init(NULL, NULL);
    wire_init(&host->wire, MPI_COMM_WORLD);
    if (kind == REDUCTION_KINDS)
        return "no reduction has this name";
    const char *refusal = reduction_init(&host->reduction, &host->wire, (enum reduction_kind)kind, dim);
    if (refusal == NULL)
        refusal = sharded_init(&host->sharded, &host->reduction, log_likelihood, user, data_len, block_count,
                               batch_max);
    return agreed(&host->wire, refusal);
}

int32_t host_rank(const host *host)
{
    return host->wire.rank;
}

void host_rows(const host *host, uint32_t *first, uint32_t *end)
{
    const sharded *sharded = &host->sharded;
    *first = sharded_block_start(sharded->first_block, sharded->block_count, sharded->data_len);
    *end = sharded_block_start(sharded->end_block, sharded->block_count, sharded->data_len);
}

int32_t host_log_likelihood(host *host, double *value, float *gradient, const float *theta, const uint32_t *batch,
                            size_t batch_len)
{
    return sharded_log_likelihood(&host->sharded, value, gradient, theta, host->reduction.dim, batch, batch_len);
}

int32_t host_failing_rank(const host *host)
{
    return host->sharded.failure.rank;
}

int32_t host_agrees(const host *host, uint64_t number)
{
    return wire_is_common(&host->wire, number);
}

void host_close(host *host)
{
    sharded_free(&host->sharded);
    reduction_free(&host->reduction);
    free(host);
    MPI_Finalize();
}
