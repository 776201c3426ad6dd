/* Measures the cost model's constants on these ranks, holds it against reductions of several lengths, and says what it
   gives for numbers of parameters, data and ranks that are not here. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "arguments.h"
#include "constants.h"
#include "support.h"

static const char USAGE[] =
    "usage: mpirun -n RANKS cost [options]\n"
    "Measures what a data-parallel step costs. For the last table, in place of what is measured here:\n"
    "  --dim D        parameters; default 1e9\n"
    "  --data N       data; default 1e12\n"
    "  --batch M      batch length; default 1e6\n"
    "  --flops F      flops a second of a rank\n"
    "  --latency S    seconds of an empty exchange\n"
    "  --bandwidth B  bytes a second that a rank sends\n";

enum { LARGEST = 1 << 24 }; /* numbers: 64 MiB, which no cache keeps */

/* Seconds of a sum over all ranks of zeros; the slowest rank's. */
static double time_reduction(reduction *reduction, size_t dim)
{
    int pass_count = dim < 100000 ? 500 : 10;
    double seconds, all;
    header part = {0};
    for (int pass = 0; pass < 2; pass++)
        reduction_sum(reduction, part, dim);
    MPI_Barrier(reduction->wire->comm);
    double start = MPI_Wtime();
    for (int pass = 0; pass < pass_count; pass++)
        reduction_sum(reduction, part, dim);
    seconds = (MPI_Wtime() - start) / pass_count;
    MPI_Allreduce(&seconds, &all, 1, MPI_DOUBLE, MPI_MAX, reduction->wire->comm);
    return all;
}

/* One line of the table of reductions. Returns 0, or -1 where memory is short. */
static int print_reductions(wire *wire, size_t dim)
{
    double latency = measure_exchange(wire, HEADER_WORDS), exchange = measure_exchange(wire, HEADER_WORDS + dim);
    constants constants = {.flops = 1.0, .latency = latency, .number = measure_number(wire, dim)};
    constants.byte = exchange > latency ? (exchange - latency) / (4.0 * (double)dim) : 0.0;
    if (wire->rank == 0)
        printf("%9zu %8.2f", dim, constants.byte > 0.0 ? 1e-9 / constants.byte : 0.0);
    for (int kind = 0; kind < REDUCTION_KINDS; kind++) {
        reduction reduction;
        workload workload = {.dim = (double)dim, .data_len = 1.0, .batch_len = 1.0, .unit = 1.0,
                             .block_count = wire->rank_count, .rank_count = wire->rank_count,
                             .kind = (enum reduction_kind)kind};
        const char *refusal = reduction_init(&reduction, wire, (enum reduction_kind)kind, dim);
        int power_of_two = (wire->rank_count & (wire->rank_count - 1)) == 0;
        if (wire_agree(wire, refusal != NULL).code == 0) {
            double seconds = time_reduction(&reduction, dim);
            cost cost = cost_predict(&constants, &workload);
            if (wire->rank == 0)
                printf(" %10.1f /%8.1f", 1e6 * seconds, 1e6 * cost.reduction);
        } else if (power_of_two || kind == REDUCTION_ALLREDUCE || kind == REDUCTION_REDUCE) {
            reduction_free(&reduction);
            return -1; /* out of memory: nothing else is refused here */
        } else if (wire->rank == 0) {
            printf(" %21s", "-");
        }
        reduction_free(&reduction);
    }
    if (wire->rank == 0)
        printf("\n");
    return 0;
}

/* Bytes of a chain's memory for these settings of a rule; nothing is allocated. */
static double chain_bytes(double dim, int32_t rule_kind, int32_t drift, int32_t preconditioner)
{
    sgmcmc_chain_settings settings;
    size_t size;
    check(sgmcmc_chain_settings_init(&settings, sizeof settings));
    settings.data_len = settings.batch.len = 1;
    settings.sampler.step_size.value = 1.0;
    settings.sampler.rule.kind = rule_kind;
    settings.sampler.rule.drift.kind = drift;
    settings.sampler.rule.preconditioner.kind = preconditioner;
    check(sgmcmc_chain_size_f32(&size, &settings, (size_t)dim));
    return (double)size;
}

/* The batch whose evaluation takes as long as all else: `rest` without a batch, and drawing it. */
static double batch_of_half(const constants *c, double rest, int ranks, double dim)
{
    double datum = FLOPS_PER_WEIGHT * dim / (c->flops * ranks) - c->index;
    return datum > 0.0 ? rest / datum : INFINITY;
}

static void print_extrapolation(const constants *c, double dim, double data_len, double batch_len)
{
    printf("\n%.3g parameters, %.3g data, batches of %.3g; a rank computes %.3g flop/s, sends %.3g GB/s after %.3g us\n",
           dim, data_len, batch_len, c->flops, 1e-9 / c->byte, 1e6 * c->latency);
    printf("memory of a replica, GB: chain %.3g with SGLD, %.3g with SGHMC, %.3g with ASGLD and RMSprop; %.3g more for "
           "the reduction\n", 1e-9 * chain_bytes(dim, SGMCMC_RULE_LANGEVIN, 0, 0),
           1e-9 * chain_bytes(dim, SGMCMC_RULE_SGHMC, 0, 0),
           1e-9 * chain_bytes(dim, SGMCMC_RULE_LANGEVIN, SGMCMC_DRIFT_ADAM, SGMCMC_PRECONDITIONER_RMSPROP),
           1e-9 * 6.0 * dim);
    printf("seconds a step; the share of it in the model; the batch at which that is one half\n"
           "    ranks      model    library     blocks   doubling    halving   share  batch of 1/2\n");
    for (int ranks = 1; ranks <= 1 << 16; ranks *= 4) {
        workload workload = {.dim = dim, .data_len = data_len, .batch_len = batch_len, .unit = 1.0,
                             .block_count = ranks, .rank_count = ranks, .kind = REDUCTION_DOUBLING};
        double doubling = cost_predict(c, &workload).reduction;
        workload.kind = REDUCTION_HALVING;
        cost cost = cost_predict(c, &workload);
        double rest = cost_seconds(&cost) - cost.model - c->index * batch_len;
        printf("%9d %10.4g %10.4g %10.4g %10.4g %10.4g %7.3f %13.4g\n", ranks, cost.model, cost.library, cost.blocks,
               doubling, cost.reduction, cost.model / cost_seconds(&cost), batch_of_half(c, rest, ranks, dim));
    }
}

static int run(int argc, char **argv)
{
    static float attributes[NETWORK_BLOCK * LANDSAT_ATTRIBUTES];
    static uint8_t labels[NETWORK_BLOCK];
    landsat_data data = {.len = NETWORK_BLOCK, .attributes = attributes, .labels = labels};
    network net = {.data = &data};
    double dim = 1e9, data_len = 1e12, batch_len = 1e6, flops = 0.0, latency = -1.0, bandwidth = 0.0;
    argument arguments[] = {{"--dim", ARGUMENT_REAL, &dim, 0},         {"--data", ARGUMENT_REAL, &data_len, 0},
                            {"--batch", ARGUMENT_REAL, &batch_len, 0}, {"--flops", ARGUMENT_REAL, &flops, 0},
                            {"--latency", ARGUMENT_REAL, &latency, 0}, {"--bandwidth", ARGUMENT_REAL, &bandwidth, 0}};
    const char *wrong;
    constants constants;
    wire wire;
    wire_init(&wire, MPI_COMM_WORLD);
    int result = arguments_parse(arguments, sizeof arguments / sizeof *arguments, NULL, 0, argc, argv, &wrong);
    if (result == 0 && !(dim >= 1.0 && dim < 1e18 && batch_len >= 1.0 && batch_len <= data_len)) {
        wrong = "a number out of range";
        result = -1;
    }
    if (result != 0) {
        if (wire.rank == 0)
            fprintf(stderr, "wrong or incomplete: %s\n\n%s", wrong, USAGE);
        return 2;
    }
    if (measure_constants(&constants, &wire, &net, LARGEST, 1000000, 10000) != 0)
        return 1;
    if (wire.rank == 0)
        printf("%d ranks at once, each: %.2f Gflop/s in the network; %.3f ns a number added, %.3f a parameter moved, "
               "%.2f an index drawn\nexchange of %zu bytes: %.2f us; of 64 MiB: %.2f GB/s each way\n\n"
               "sums of D numbers, microseconds, measured / predicted\n        D     GB/s              doubling"
               "               halving             allreduce                reduce\n",
               wire.rank_count, 1e-9 * constants.flops, 1e9 * constants.number, 1e9 * constants.update,
               1e9 * constants.index, sizeof(header), 1e6 * constants.latency,
               constants.byte > 0.0 ? 1e-9 / constants.byte : 0.0);
    for (size_t len = 256; len <= LARGEST; len *= 16)
        if (print_reductions(&wire, len) != 0)
            return 1;
    constants.flops = flops > 0.0 ? flops : constants.flops;
    constants.latency = latency >= 0.0 ? latency : constants.latency;
    constants.byte = bandwidth > 0.0 ? 1.0 / bandwidth : constants.byte;
    if (wire.rank == 0 && constants.byte > 0.0)
        print_extrapolation(&constants, dim, data_len, batch_len);
    else if (wire.rank == 0)
        printf("\none rank sends nothing: for the last table give --bandwidth, or more ranks\n");
    return 0;
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int result = run(argc, argv);
    fflush(stdout);
    MPI_Finalize();
    return result;
}
