/* Runs chains of every kind of batch, estimator and sampler over shards, and prints a fingerprint of each: it has to be
   that of any other number of ranks. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "check.h"
#include "sharded.h"

int check_failures = 0;

enum { DIM = 11, DATA_LEN = 301, BLOCKS = 8, BATCH_LEN = 30, ANCHOR_LEN = 100, STEPS = 25 };

/* x_i ~ N(theta, 1); the user pointer is the first of this rank's rows. */
static int32_t normal_log_likelihood(void *user, double *value, float *gradient, const float *theta, size_t dim,
                                     const uint32_t *batch, size_t batch_len)
{
    const uint32_t *first = user;
    *value = 0.0;
    for (size_t k = 0; k < batch_len; k++)
        for (size_t i = 0; i < dim; i++) {
            uint32_t datum = *first + batch[k];
            float residual = (float)((datum * 7919u + (uint32_t)i * 104729u) % 1009u) / 1009.0f - theta[i];
            *value -= 0.5 * (double)(residual * residual) / (double)batch_len;
            if (gradient != NULL)
                gradient[i] += residual / (float)batch_len;
        }
    return 0;
}

enum chain_kind { PLAIN, WITH_REPLACEMENT, EPOCHS, ALL_IN_CHUNKS, FIXED_CENTRE, SVRG, PRACTICAL, SAGA, REVERSIBLE, KINDS };

static sgmcmc_chain_settings settings_of(enum chain_kind kind)
{
    sgmcmc_chain_settings settings;
    CHECK(sgmcmc_chain_settings_init(&settings, sizeof settings) == SGMCMC_OK);
    settings.data_len = DATA_LEN, settings.batch.len = BATCH_LEN;
    settings.sampler.step_size.value = 1e-3;
    switch (kind) {
    case WITH_REPLACEMENT:
        settings.batch.kind = SGMCMC_BATCH_WITH_REPLACEMENT;
        break;
    case EPOCHS:
        settings.batch.kind = SGMCMC_BATCH_EPOCHS;
        break;
    case ALL_IN_CHUNKS:
        settings.batch.kind = SGMCMC_BATCH_ALL;
        settings.batch.len = 0;
        settings.chunk_len = ANCHOR_LEN;
        break;
    case FIXED_CENTRE:
        settings.estimator.kind = SGMCMC_ESTIMATOR_FIXED_CENTRE;
        break;
    case SVRG:
        settings.estimator.kind = SGMCMC_ESTIMATOR_SVRG;
        settings.estimator.interval = 7;
        break;
    case PRACTICAL:
        settings.estimator.kind = SGMCMC_ESTIMATOR_PRACTICAL;
        settings.estimator.interval = 7;
        settings.estimator.anchor_len = ANCHOR_LEN;
        break;
    case SAGA:
        settings.estimator.kind = SGMCMC_ESTIMATOR_SAGA;
        break;
    case REVERSIBLE:
        settings.sampler.kind = SGMCMC_SAMPLER_METROPOLIS_HASTINGS;
        settings.sampler.likelihood_scale = 20.0;
        settings.sampler.step_size.value = 0.0;
        settings.sampler.proposal.step_size = 0.05;
        settings.sampler.refresh_len = 5;
        break;
    case PLAIN:
    case KINDS:
        break;
    }
    return settings;
}

/* The fingerprint of all bytes of the chain after its steps. */
static uint64_t run_chain(sharded *sharded, const sgmcmc_chain_settings *settings)
{
    sgmcmc_model_f32 model = {.struct_size = sizeof model, .log_likelihood = sharded_log_likelihood, .user = sharded};
    sgmcmc_chain_f32 *chain;
    float theta[DIM] = {0};
    size_t size = 0, align = sgmcmc_align();
    uint64_t fingerprint = 0;
    CHECK(sgmcmc_chain_size_f32(&size, settings, DIM) == SGMCMC_OK);
    char *room = malloc(size + align);
    void *memory = room + (align - (uintptr_t)room % align);
    CHECK(sgmcmc_chain_init_f32(&chain, memory, size, settings, theta, DIM) == SGMCMC_OK);
    CHECK(sgmcmc_chain_run_f32(chain, NULL, STEPS, &model, NULL, NULL) == SGMCMC_OK);
    CHECK(sgmcmc_fingerprint_f32(&fingerprint, memory, size / sizeof(float)) == SGMCMC_OK);
    free(room);
    return fingerprint;
}

int main(int argc, char **argv)
{
    wire wire;
    reduction reduction;
    sharded sharded;
    uint32_t first;
    MPI_Init(&argc, &argv);
    wire_init(&wire, MPI_COMM_WORLD);
    CHECK(reduction_init(&reduction, &wire, REDUCTION_HALVING, DIM) == NULL);
    CHECK(sharded_init(&sharded, &reduction, normal_log_likelihood, &first, DATA_LEN, BLOCKS, ANCHOR_LEN) == NULL);
    first = sharded_block_start(sharded.first_block, BLOCKS, DATA_LEN);
    for (int kind = PLAIN; kind < KINDS; kind++) {
        sgmcmc_chain_settings settings = settings_of((enum chain_kind)kind);
        uint64_t fingerprint = run_chain(&sharded, &settings), largest, smallest;
        MPI_Allreduce(&fingerprint, &largest, 1, MPI_UINT64_T, MPI_MAX, wire.comm);
        MPI_Allreduce(&fingerprint, &smallest, 1, MPI_UINT64_T, MPI_MIN, wire.comm);
        CHECK(largest == smallest);
        if (wire.rank == 0)
            printf("fingerprint %016" PRIx64 "\n", fingerprint);
    }
    sharded_free(&sharded);
    reduction_free(&reduction);
    int failed = wire_agree(&wire, check_failures > 0).code != 0;
    MPI_Finalize();
    return failed;
}
