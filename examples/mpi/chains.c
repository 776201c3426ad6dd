/* One chain on each rank, over the same Landsat data; their moments and predictions are combined at the end. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "moments.h"
#include "run.h"
#include "support.h"

static const char USAGE[] =
    "usage: mpirun -n RANKS chains TRAIN TEST [options]\n"
    "Samples a Bayesian network 36-30-30-6 on the Landsat data (sat.trn, sat.tst), by one chain a rank.\n"
    "  --interval T   steps between two looks at whether a rank has failed; default 1000\n"
    "  --batch M      batch length; default 50\n"
    "  --steps N      steps of SGLD; default 20000\n"
    "  --burn-in B    steps before the first draw is kept; default N / 2\n"
    "  --step ETA     step size on the sum over all data; default 1.5e-5\n"
    "  --seed S       default 1\n"
    "  --fail RANK:STEP:HOW   what happens when a rank fails: HOW is a callback's code, nan or kill\n";

enum { OWN = 1 };

/* What a rank tells of its chain when all is over. */
typedef struct account {
    uint64_t step, theta, chain; /* how many steps are done; fingerprints */
    uint64_t draw_count;
    double accuracy;
    int64_t status, code;
} account;

static double accuracy(const run *run, const double *scores)
{
    return 100.0 * (double)prediction_correct_count(&run->test, scores) / (double)run->test.len;
}

/* Prints a line for every rank. Returns how the program ends: all ranks know all accounts. */
static int print_accounts(const run *run, const prediction *prediction)
{
    int rank_count = run->wire.rank_count, result = EXIT_DONE;
    account own = {.step = run->step, .draw_count = prediction->draw_count, .status = (int64_t)run->status,
                   .accuracy = accuracy(run, prediction->sums), .code = run->code};
    account *all = calloc((size_t)rank_count, sizeof *all);
    if (wire_agree(&run->wire, all == NULL).code != 0) {
        free(all);
        return EXIT_MEMORY;
    }
    run_fingerprints(run, &own.theta, &own.chain);
    MPI_Allgather(&own, sizeof own, MPI_BYTE, all, sizeof own, MPI_BYTE, run->wire.comm);
    for (int rank = 0; rank < rank_count; rank++) {
        const account *account = &all[rank];
        if (account->status != SGMCMC_OK)
            result = EXIT_STOPPED;
        if (run->wire.rank != 0)
            continue;
        printf("rank %-6d %" PRIu64 " steps, fingerprint %016" PRIx64 " of theta, %016" PRIx64 " of the whole chain",
               rank, account->step, account->theta, account->chain);
        if (account->draw_count > 0)
            printf(", accuracy %.2f %%", account->accuracy);
        printf("\n");
        if (account->status != SGMCMC_OK)
            printf("stopped     by rank %d: %s", rank, sgmcmc_status_message((int32_t)account->status));
        if (account->status == SGMCMC_ERROR_STOPPED)
            printf(" (code %" PRId64 ")", account->code);
        if (account->status != SGMCMC_OK)
            printf("\n");
    }
    free(all);
    return result;
}

/* Combines the chains' moments, and says how the ranks' variances compare. */
static int print_combined(run *run, const prediction *prediction, uint64_t kept_count)
{
    static double variance[NETWORK_DIM];
    size_t score_len = run->test.len * LANDSAT_CLASSES;
    moments own, incoming;
    int failed = moments_init(&own, NETWORK_DIM, score_len) != 0;
    failed |= moments_init(&incoming, NETWORK_DIM, score_len) != 0;
    if (wire_agree(&run->wire, failed).code != 0) {
        moments_free(&own);
        moments_free(&incoming);
        return EXIT_MEMORY;
    }
    check(sgmcmc_chain_moments_f32(run->chain, own.mean, variance, NETWORK_DIM, SGMCMC_MOMENTS_PLAIN));
    moments_set(&own, variance, (double)kept_count);
    for (size_t i = 0; i < score_len; i++)
        own.scores[i] = prediction->sums[i];
    moments_gather(&own, &incoming, &run->wire);
    if (run->wire.rank == 0) {
        double sum = 0.0, numbers = *own.draw_count * NETWORK_DIM;
        uint64_t fingerprint;
        for (size_t i = 0; i < NETWORK_DIM; i++)
            sum += own.squares[i];
        check(sgmcmc_fingerprint_f64(&fingerprint, own.mean, 2 * NETWORK_DIM));
        printf("accuracy    %.2f %% with the average over %.0f draws\n", accuracy(run, own.scores), *own.draw_count);
        printf("variance    of a weight, on average: %.4f within a chain, %.4f between the chains' means, %.4f of all "
               "draws\n", *own.within_sum / numbers, (sum - *own.within_sum) / numbers, sum / numbers);
        printf("fingerprint %016" PRIx64 " of the combined moments\n", fingerprint);
    }
    moments_free(&own);
    moments_free(&incoming);
    return EXIT_DONE;
}

static void print_cost(const run *run)
{
    uint64_t counts[2] = {run->wire.message_count, run->wire.byte_count}, sums[2];
    double times[2] = {run->seconds, run->wire.seconds}, slowest[2];
    size_t bytes = 8 * (2 + 2 * NETWORK_DIM + run->test.len * LANDSAT_CLASSES);
    int messages = run->wire.rank_count - 1;
    MPI_Reduce(counts, sums, 2, MPI_UINT64_T, MPI_SUM, 0, run->wire.comm);
    MPI_Reduce(times, slowest, 2, MPI_DOUBLE, MPI_MAX, 0, run->wire.comm);
    if (run->wire.rank != 0)
        return;
    printf("wire        %" PRIu64 " messages, %" PRIu64 " bytes by all ranks; predicted %d and %zu\n", sums[0],
           sums[1], messages, (size_t)messages * bytes);
    printf("time        %.1f us a step; %.3f s to combine the chains\n", 1e6 * slowest[0] / (double)run->step,
           slowest[1]);
}

static int sample(run *run, uint64_t interval)
{
    sgmcmc_model_f32 model = {.struct_size = sizeof model, .log_likelihood = rehearsal_log_likelihood,
                              .user = &run->model};
    sgmcmc_chain_statistics statistics = {.struct_size = sizeof statistics};
    prediction prediction;
    int failed = prediction_init(&prediction, &run->test);
    if (wire_agree(&run->wire, failed != 0).code != 0)
        return EXIT_MEMORY;
    run->model.net.data = &run->train;
    int result = run_make_chain(run, (uint32_t)run->wire.rank * INDICES_A_RANK, (uint32_t)run->train.len);
    int32_t stopped = 0;
    for (uint64_t step = 0; result == EXIT_DONE && !stopped && step < run->choices.step_count;) {
        step = run->choices.step_count - step < interval ? run->choices.step_count : step + interval;
        run_steps(run, step, &model, &prediction);
        stopped = wire_agree(&run->wire, run->status != SGMCMC_OK).code;
    }
    if (result == EXIT_DONE)
        result = print_accounts(run, &prediction);
    if (result == EXIT_DONE) {
        check(sgmcmc_chain_statistics_f32(run->chain, &statistics));
        if (statistics.kept_count > 0)
            result = print_combined(run, &prediction, statistics.kept_count);
    }
    if (result == EXIT_DONE && run->step > 0)
        print_cost(run);
    prediction_free(&prediction);
    return result;
}

int main(int argc, char **argv)
{
    static run run = {.choices = {.batch_len = 50, .step_count = 20000, .seed = 1, .step_size = 1.5e-5}};
    uint64_t interval = 1000;
    argument own[OWN] = {{"--interval", ARGUMENT_INTEGER, &interval, UINT32_MAX}};
    MPI_Init(&argc, &argv);
    int result = run_start(&run, argc, argv, USAGE, own, OWN);
    if (result == EXIT_DONE && run.wire.rank == 0)
        printf("data        %zu training and %zu test points on each of %d ranks\n"
               "network     36-30-30-6, %d weights and biases, prior N(0, 1)\n"
               "run         batch %" PRIu64 ", %" PRIu64 " steps of %g, seed %" PRIu64 ", one chain a rank\n",
               run.train.len, run.test.len, run.wire.rank_count, NETWORK_DIM, run.choices.batch_len,
               run.choices.step_count, run.choices.step_size, run.choices.seed);
    if (result == EXIT_DONE)
        result = sample(&run, interval > 0 ? interval : 1);
    run_end(&run);
    fflush(stdout);
    MPI_Finalize();
    return result;
}
