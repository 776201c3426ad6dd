/* One chain on all ranks: each has a shard of the Landsat data, all have the same theta, which is never sent. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "constants.h"
#include "prediction.h"
#include "run.h"
#include "sharded.h"

static const char USAGE[] =
    "usage: mpirun -n RANKS data_parallel TRAIN TEST [options]\n"
    "Samples a Bayesian network 36-30-30-6 on the Landsat data (sat.trn, sat.tst), which are spread over the ranks.\n"
    "  --reduction NAME   halving (default) or doubling: by a fixed tree, equal bits on 1, 2, 4... ranks;\n"
    "                     allreduce or reduce: in MPI's order, on any number of ranks\n"
    "  --blocks K         leaves of the tree, a power of two and at least RANKS; default 8\n"
    "  --batch M          batch length; default 1024\n"
    "  --steps N          steps of SGLD; default 5000\n"
    "  --burn-in B        steps before the first draw is kept; default N / 2\n"
    "  --step ETA         step size on the sum over all data; default 5e-5\n"
    "  --seed S           default 1\n"
    "  --fail RANK:STEP:HOW   what happens when a rank fails: HOW is a callback's code, nan or kill\n";

enum { OWN = 2 };

/* What every rank tells of its replica. */
typedef struct replica {
    uint64_t theta, chain, step; /* fingerprints, and how many steps are done */
    int64_t status, code;
} replica;

/* Which kind of reduction has this name. */
static enum reduction_kind find_kind(const char *name)
{
    int kind = 0;
    while (kind < REDUCTION_KINDS && strcmp(name, REDUCTION_NAMES[kind]) != 0)
        kind++;
    return (enum reduction_kind)kind;
}

/* Gives up the rows outside of [first, end). */
static void keep_rows(landsat_data *data, size_t first, size_t end)
{
    size_t row_size = LANDSAT_ATTRIBUTES * sizeof *data->attributes;
    data->len = end - first;
    memmove(data->attributes, data->attributes + first * LANDSAT_ATTRIBUTES, data->len * row_size);
    memmove(data->labels, data->labels + first, data->len);
    void *attributes = realloc(data->attributes, data->len * row_size + 1);
    void *labels = realloc(data->labels, data->len + 1);
    data->attributes = attributes != NULL ? attributes : data->attributes;
    data->labels = labels != NULL ? labels : data->labels;
}

/* Compares the replicas of all ranks, and says what became of them. Returns how the program ends. */
static int compare_replicas(const run *run, const sampler *sampler, const sharded *model)
{
    const wire *wire = &run->wire;
    int different = 0;
    replica own = {.step = sampler->step, .status = (int64_t)sampler->status, .code = sampler->code};
    replica *all = calloc((size_t)wire->rank_count, sizeof *all);
    if (wire_agree(wire, all == NULL).code != 0) {
        free(all);
        return EXIT_MEMORY;
    }
    sampler_fingerprints(sampler, &own.theta, &own.chain);
    MPI_Allgather(&own, sizeof own, MPI_BYTE, all, sizeof own, MPI_BYTE, wire->comm);
    for (int rank = 1; rank < wire->rank_count; rank++)
        different |= memcmp(&all[rank], &all[0], sizeof *all) != 0;
    for (int rank = 0; different && wire->rank == 0 && rank < wire->rank_count; rank++)
        printf("rank %-6d fingerprints %016" PRIx64 " %016" PRIx64 ", %" PRIu64 " steps, status %" PRId64
               ", code %" PRId64 "\n", rank, all[rank].theta, all[rank].chain, all[rank].step, all[rank].status,
               all[rank].code);
    free(all);
    if (different)
        return EXIT_DIFFERENT;
    if (wire->rank == 0 && sampler->status != SGMCMC_OK) {
        printf("stopped     after %" PRIu64 " steps: %s", sampler->step,
               sgmcmc_status_message((int32_t)sampler->status));
        if (model->failure.code != 0)
            printf(" (rank %" PRId32 ", code %" PRId32 ")", model->failure.rank, model->failure.code);
        printf("\n");
    }
    if (wire->rank == 0)
        printf("fingerprint %016" PRIx64 " of theta, %016" PRIx64 " of the whole chain, on every rank\n", own.theta,
               own.chain);
    return sampler->status == SGMCMC_OK ? EXIT_DONE : EXIT_STOPPED;
}

/* The test points are shared out like the others: what is added up are counts. */
static void print_accuracy(const run *run, const prediction *prediction, size_t test_len)
{
    uint64_t correct = prediction_correct_count(&run->test, prediction->sums), sum = 0;
    MPI_Reduce(&correct, &sum, 1, MPI_UINT64_T, MPI_SUM, 0, run->wire.comm);
    if (run->wire.rank == 0)
        printf("accuracy    %.2f %% with the average over %" PRIu64 " draws\n", 100.0 * (double)sum / (double)test_len,
               prediction->draw_count);
}

/* Holds what was sent and how long it took against the model. */
static void print_cost(const run *run, const sampler *sampler, const constants *constants,
                       const workload *workload)
{
    const wire *wire = &run->wire;
    double steps = (double)sampler->step, slowest[2];
    double times[2] = {sampler->seconds / steps, wire->seconds / steps};
    uint64_t counts[2] = {wire->message_count, wire->byte_count}, sums[2];
    MPI_Reduce(times, slowest, 2, MPI_DOUBLE, MPI_MAX, 0, wire->comm);
    MPI_Reduce(counts, sums, 2, MPI_UINT64_T, MPI_SUM, 0, wire->comm);
    if (wire->rank != 0)
        return;
    cost cost = cost_predict(constants, workload);
    if (sums[0] > 0)
        printf("wire        %" PRIu64 " messages, %" PRIu64 " bytes by all ranks; predicted %.0f and %.0f\n", sums[0],
               sums[1], steps * cost.message_count, steps * cost.byte_count);
    printf("time        %.1f us a step, of it in MPI %.1f; predicted %.1f: model %.1f, blocks %.1f, library %.1f, "
           "reduction %.1f\n", 1e6 * slowest[0], 1e6 * slowest[1], 1e6 * cost_seconds(&cost), 1e6 * cost.model,
           1e6 * cost.blocks, 1e6 * cost.library, 1e6 * cost.reduction);
    printf("constants   %.2f Gflop/s, %.3f ns a number added, %.3f a parameter, %.2f an index, latency %.2f us, "
           "%.2f GB/s\n", 1e-9 * constants->flops, 1e9 * constants->number, 1e9 * constants->update,
           1e9 * constants->index, 1e6 * constants->latency,
           constants->byte > 0.0 ? 1e-9 / constants->byte : 0.0);
}

static void keep(void *user, const float *theta)
{
    prediction_add_draw(user, theta);
}

/* The chain's steps, from its first to what is printed of it. */
static int sample(run *run, sampler *sampler, reduction *reduction, uint32_t data_len, uint32_t block_count)
{
    sgmcmc_model_f32 model = {.struct_size = sizeof model, .log_likelihood = sharded_log_likelihood};
    size_t test_len = run->test.len, ranks = (size_t)run->wire.rank_count, rank = (size_t)run->wire.rank;
    uint32_t batch_len = (uint32_t)run->choices.batch_len;
    workload workload = {.dim = NETWORK_DIM, .data_len = data_len, .batch_len = batch_len, .unit = NETWORK_BLOCK,
                         .block_count = block_count, .rank_count = run->wire.rank_count, .kind = reduction->kind};
    prediction prediction;
    constants constants;
    sharded sharded;
    const sgmcmc_status status = sampler_init(sampler, run, 0, data_len);
    if (status != SGMCMC_OK && run->wire.rank == 0)
        fprintf(stderr, "sgmcmc: %s\n", sgmcmc_status_message(status));
    int result = run_agree(run, sampler_result(status));
    if (result != EXIT_DONE)
        return result;
    keep_rows(&run->test, test_len * rank / ranks, test_len * (rank + 1) / ranks);
    if (wire_agree(&run->wire, prediction_init(&prediction, &run->test) != 0).code != 0)
        return EXIT_MEMORY;
    const char *refusal = sharded_init(&sharded, reduction, rehearsal_log_likelihood, &run->model, data_len,
                                       block_count, batch_len);
    if (refusal != NULL && run->wire.rank == 0)
        fprintf(stderr, "data_parallel: %s\n", refusal);
    if (wire_agree(&run->wire, refusal != NULL).code != 0)
        result = EXIT_INPUT;
    if (result == EXIT_DONE) {
        keep_rows(&run->train, sharded_block_start(sharded.first_block, block_count, data_len),
                  sharded_block_start(sharded.end_block, block_count, data_len));
        run->model.net.data = &run->train;
        int measured = measure_constants(&constants, &run->wire, &run->model.net, NETWORK_DIM, data_len, batch_len);
        model.user = &sharded;
        sampler_run(sampler, run, run->choices.step_count, &model, keep, &prediction);
        result = compare_replicas(run, sampler, &sharded);
        if (result == EXIT_DONE && prediction.draw_count > 0)
            print_accuracy(run, &prediction, test_len);
        if (result == EXIT_DONE && measured == 0 && sampler->step > 0)
            print_cost(run, sampler, &constants, &workload);
    }
    prediction_free(&prediction);
    sharded_free(&sharded);
    return result;
}

int main(int argc, char **argv)
{
    static run run = {.choices = {.batch_len = 1024, .step_count = 5000, .seed = 1, .step_size = 5e-5}};
    const char *name = REDUCTION_NAMES[REDUCTION_HALVING];
    uint64_t block_count = 8;
    argument own[OWN] = {{"--reduction", ARGUMENT_TEXT, &name, 0},
                         {"--blocks", ARGUMENT_INTEGER, &block_count, UINT32_MAX}};
    reduction reduction = {0};
    sampler sampler = {0};
    MPI_Init(&argc, &argv);
    int result = run_start(&run, argc, argv, USAGE, own, OWN);
    if (result == EXIT_DONE) {
        const char *refusal = find_kind(name) == REDUCTION_KINDS ? "no reduction has this name" : NULL;
        if (refusal == NULL)
            refusal = reduction_init(&reduction, &run.wire, find_kind(name), NETWORK_DIM);
        if (refusal != NULL && run.wire.rank == 0)
            fprintf(stderr, "data_parallel: --reduction %s: %s\n", name, refusal);
        uint32_t data_len = (uint32_t)run.train.len;
        if (run.wire.rank == 0)
            printf("data        %zu training and %zu test points over %d ranks\n"
                   "network     36-30-30-6, %d weights and biases, prior N(0, 1)\n"
                   "run         batch %" PRIu64 " from %" PRIu64 " blocks, %" PRIu64 " steps of %g, seed %" PRIu64
                   ", reduction %s\n", run.train.len, run.test.len, run.wire.rank_count, NETWORK_DIM,
                   run.choices.batch_len, block_count, run.choices.step_count, run.choices.step_size,
                   run.choices.seed, name);
        result = wire_agree(&run.wire, refusal != NULL).code != 0
                     ? EXIT_INPUT
                     : sample(&run, &sampler, &reduction, data_len, (uint32_t)block_count);
        reduction_free(&reduction);
    }
    sampler_free(&sampler);
    run_end(&run);
    fflush(stdout);
    MPI_Finalize();
    return result;
}
