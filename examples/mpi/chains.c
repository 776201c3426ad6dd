/* Many chains over the same Landsat data, shared out over the ranks; their summaries are merged at the end. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "durable.h"
#include "member.h"
#include "prediction.h"
#include "support.h"

static const char USAGE[] =
    "usage: mpirun -n RANKS chains TRAIN TEST [options]\n"
    "Samples a Bayesian network 36-30-30-6 on the Landsat data (sat.trn, sat.tst), by several chains.\n"
    "  --chains C     how many, from 1 to 21845: chain c is on rank c mod RANKS; default RANKS\n"
    "  --checkpoints FOLDER   where the chains are stored at every look, and from where they go on: on any number of\n"
    "                 ranks, all of which see the folder\n"
    "  --interval T   steps between two looks at whether a rank has failed; default 1000\n"
    "  --batch M      batch length; default 50\n"
    "  --steps N      steps of SGLD; default 20000\n"
    "  --burn-in B    steps before the first draw is kept; default N / 2\n"
    "  --step ETA     step size on the sum over all data; default 1.5e-5\n"
    "  --seed S       default 1\n"
    "  --fail RANK:STEP:HOW   what happens when a rank fails: HOW is a callback's code, nan or kill\n";

enum { OWN = 3 };

/* All chains, and those of this rank: the one with number `rank` first, then every RANKS-th. */
typedef struct chains {
    run run;
    uint64_t count, interval;
    const char *folder; /* NULL: nothing is stored */
    member *own;
    size_t own_count;
    scorer scorer;
} chains;

/* What all ranks know of a chain when all is over. */
typedef struct account {
    uint64_t step, theta, chain; /* how many steps are done; fingerprints */
    uint64_t draw_count;
    double accuracy;
    int64_t status, code;
} account;

/* What rank 0 finds out of all chains together; of R-hat there is none below two chains. */
typedef struct together {
    summary merged;
    double *chain_means, *chain_variances; /* SUMMARY_LEN rows of a number for each chain */
    double found[4][SUMMARY_LEN];          /* as the fingerprint takes them */
} together;

enum { MEAN, VARIANCE, STANDARD_ERROR, R_HAT };

static double accuracy(const run *run, const double *scores)
{
    return 100.0 * (double)prediction_correct_count(&run->test, scores) / (double)run->test.len;
}

/* Prints a line for every chain. Returns how the program ends: all ranks know all accounts. */
static int print_accounts(const chains *chains)
{
    const wire *wire = &chains->run.wire;
    int result = EXIT_DONE;
    account *all = calloc(chains->count, sizeof *all);
    if (wire_agree(wire, all == NULL).code != 0) {
        free(all);
        return EXIT_MEMORY;
    }
    for (size_t i = 0; i < chains->own_count; i++) {
        const member *member = &chains->own[i];
        const sampler *sampler = &member->sampler;
        account *own = &all[member->number];
        *own = (account){.step = sampler->step, .draw_count = summary_draw_count(&member->summary),
                         .accuracy = accuracy(&chains->run, member->summary.scores),
                         .status = (int64_t)sampler->status, .code = sampler->code};
        sampler_fingerprints(sampler, &own->theta, &own->chain);
    }
    /* One rank has a chain's account, all others zeros. */
    MPI_Allreduce(MPI_IN_PLACE, all, (int)(chains->count * sizeof *all), MPI_BYTE, MPI_BOR, wire->comm);
    for (size_t c = 0; c < chains->count; c++) {
        const account *account = &all[c];
        if (account->status != SGMCMC_OK)
            result = EXIT_STOPPED;
        if (wire->rank != 0)
            continue;
        printf("chain %-5zu %" PRIu64 " steps, fingerprint %016" PRIx64 " of theta, %016" PRIx64 " of the whole chain",
               c, account->step, account->theta, account->chain);
        if (account->draw_count > 0)
            printf(", accuracy %.2f %%", account->accuracy);
        printf("\n");
        if (account->status != SGMCMC_OK)
            printf("stopped     chain %zu: %s", c, sgmcmc_status_message((int32_t)account->status));
        if (account->status == SGMCMC_ERROR_STOPPED)
            printf(" (code %" PRId64 ")", account->code);
        if (account->status != SGMCMC_OK)
            printf("\n");
    }
    free(all);
    return result;
}

/* Brings all summaries to rank 0, as bytes, and merges them in the order of the chains' numbers, whoever had them: so
   the sums have the same bits on any number of ranks. */
static void gather(chains *chains, together *together, summary *incoming, unsigned char *bytes)
{
    wire *wire = &chains->run.wire;
    const size_t words = incoming->size / 4;
    for (size_t c = 0; c < chains->count; c++) {
        const int owner = (int)(c % (size_t)wire->rank_count);
        if (owner == wire->rank)
            summary_save(&chains->own[c / (size_t)wire->rank_count].summary, bytes);
        if (owner == wire->rank && owner != 0)
            wire_send(wire, 0, bytes, words);
        if (wire->rank != 0)
            continue;
        if (owner != 0)
            wire_receive(wire, owner, bytes, words);
        summary *into = c == 0 ? &together->merged : incoming;
        const char *wrong = summary_restore(into, bytes);
        if (wrong != NULL) {
            fprintf(stderr, "chains: what came from rank %d: %s\n", owner, wrong);
            MPI_Abort(wire->comm, EXIT_DIFFERENT);
        }
        double mean[SUMMARY_LEN], variance[SUMMARY_LEN];
        check(sgmcmc_estimates_read(mean, SUMMARY_LEN, into->estimates, SGMCMC_ESTIMATE_MEAN, 0.0));
        check(sgmcmc_estimates_read(variance, SUMMARY_LEN, into->estimates, SGMCMC_ESTIMATE_VARIANCE, 0.0));
        for (size_t i = 0; i < SUMMARY_LEN; i++) {
            together->chain_means[i * chains->count + c] = mean[i];
            together->chain_variances[i * chains->count + c] = variance[i];
        }
        if (c > 0)
            summary_merge(&together->merged, incoming);
    }
}

/* A number's text; "unknown" for what there are too few draws or chains for. */
static const char *shown(char room[32], double number)
{
    snprintf(room, 32, isnan(number) ? "unknown" : "%.4f", number);
    return room;
}

static void print_draws(const together *together, const char *name, size_t i)
{
    char error[32], r_hat[32];
    printf("one draw    %s %.4f, standard error %s, R-hat %s\n", name, together->found[MEAN][i],
           shown(error, together->found[STANDARD_ERROR][i]), shown(r_hat, together->found[R_HAT][i]));
}

static void print_together(chains *chains, together *together)
{
    const size_t count = chains->count;
    double *mean = together->found[MEAN], *variance = together->found[VARIANCE];
    double *error = together->found[STANDARD_ERROR], *r_hat = together->found[R_HAT];
    const sgmcmc_estimates *merged = together->merged.estimates;
    const uint64_t draw_count = summary_draw_count(&together->merged);
    check(sgmcmc_estimates_read(mean, SUMMARY_LEN, merged, SGMCMC_ESTIMATE_MEAN, 0.0));
    check(sgmcmc_estimates_read(variance, SUMMARY_LEN, merged, SGMCMC_ESTIMATE_VARIANCE, 0.0));
    check(sgmcmc_estimates_read(error, SUMMARY_LEN, merged, SGMCMC_ESTIMATE_STANDARD_ERROR, 0.0));
    double within = 0.0, between = 0.0, whole = 0.0, relative = 0.0, r_hat_sum = 0.0, largest = 0.0;
    for (size_t i = 0; i < SUMMARY_LEN; i++) {
        const double *means = together->chain_means + i * count, *variances = together->chain_variances + i * count;
        check(sgmcmc_r_hat(&r_hat[i], means, variances, count, draw_count / count));
        for (size_t c = 0; i < NETWORK_DIM && c < count; c++) {
            within += variances[c] / (double)count;
            between += (means[c] - mean[i]) * (means[c] - mean[i]) / (double)count;
        }
    }
    for (size_t i = 0; i < NETWORK_DIM; i++) {
        whole += variance[i];
        relative += error[i] / sqrt(variance[i]);
        r_hat_sum += r_hat[i];
        largest = r_hat[i] > largest || isnan(r_hat[i]) ? r_hat[i] : largest;
    }
    char text[3][32];
    uint64_t fingerprint;
    check(sgmcmc_fingerprint_f64(&fingerprint, together->found[0], 4 * SUMMARY_LEN));
    printf("accuracy    %.2f %% with the average over %" PRIu64 " draws\n",
           accuracy(&chains->run, together->merged.scores), draw_count);
    print_draws(together, "accuracy", SUMMARY_ACCURACY);
    print_draws(together, "log score", SUMMARY_LOG_SCORE);
    printf("variance    of a weight, on average: %.4f within a chain, %.4f between the chains' means, %.4f of all "
           "draws\n", within / NETWORK_DIM, between / NETWORK_DIM, whole / NETWORK_DIM);
    printf("weights     on average: standard error %s deviations, R-hat %s; the largest R-hat is %s\n",
           shown(text[0], relative / NETWORK_DIM), shown(text[1], r_hat_sum / NETWORK_DIM), shown(text[2], largest));
    printf("fingerprint %016" PRIx64 " of all means, variances, standard errors and R-hats\n", fingerprint);
}

/* Merges the chains' summaries, and says what is in them. */
static int combine(chains *chains)
{
    static together together;
    const size_t numbers = chains->run.wire.rank == 0 ? SUMMARY_LEN * chains->count : 1;
    summary incoming;
    together.chain_means = malloc(numbers * sizeof *together.chain_means);
    together.chain_variances = malloc(numbers * sizeof *together.chain_variances);
    int failed = together.chain_means == NULL || together.chain_variances == NULL;
    failed |= summary_init(&together.merged, chains->run.test.len) != 0;
    failed |= summary_init(&incoming, chains->run.test.len) != 0;
    unsigned char *bytes = malloc(incoming.size > 0 ? incoming.size : 1);
    failed |= bytes == NULL;
    const int result = run_agree(&chains->run, failed ? EXIT_MEMORY : EXIT_DONE);
    if (result == EXIT_DONE) {
        gather(chains, &together, &incoming, bytes);
        if (chains->run.wire.rank == 0)
            print_together(chains, &together);
    }
    free(bytes);
    free(together.chain_means);
    free(together.chain_variances);
    summary_free(&together.merged);
    summary_free(&incoming);
    return result;
}

static void print_cost(const chains *chains)
{
    const wire *wire = &chains->run.wire;
    uint64_t counts[2] = {wire->message_count, wire->byte_count}, sums[2], done = 0;
    double seconds = 0.0, times[2], slowest[2];
    for (size_t i = 0; i < chains->own_count; i++) {
        done += chains->own[i].sampler.step - chains->own[i].first_step;
        seconds += chains->own[i].sampler.seconds;
    }
    times[0] = done > 0 ? seconds / (double)done : 0.0;
    times[1] = wire->seconds;
    MPI_Reduce(counts, sums, 2, MPI_UINT64_T, MPI_SUM, 0, wire->comm);
    MPI_Reduce(times, slowest, 2, MPI_DOUBLE, MPI_MAX, 0, wire->comm);
    if (wire->rank != 0)
        return;
    /* Rank 0 sends nothing. */
    const size_t messages = chains->count - chains->own_count;
    printf("wire        %" PRIu64 " messages, %" PRIu64 " bytes by all ranks; predicted %zu and %zu\n", sums[0],
           sums[1], messages, messages * chains->own[0].summary.size);
    printf("time        %.1f us a step; %.3f s to bring the chains together\n", 1e6 * slowest[0], slowest[1]);
}

/* Makes this rank's chains, and lets them go on from their files. */
static int begin(chains *chains)
{
    const size_t rank = (size_t)chains->run.wire.rank, rank_count = (size_t)chains->run.wire.rank_count;
    const size_t own_count = (chains->count + rank_count - 1 - rank) / rank_count;
    scorer *scorer = &chains->scorer;
    int result = EXIT_DONE;
    chains->own = calloc(own_count + 1, sizeof *chains->own);
    scorer->net.data = &chains->run.test;
    scorer->probabilities = malloc(chains->run.test.len * LANDSAT_CLASSES * sizeof *scorer->probabilities);
    if (chains->own == NULL || scorer->probabilities == NULL) {
        fprintf(stderr, "out of memory\n");
        result = EXIT_MEMORY;
    }
    for (size_t i = 0; result == EXIT_DONE && i < own_count; i++) {
        chains->own_count = i + 1;
        result = member_init(&chains->own[i], &chains->run, (uint32_t)(rank + i * rank_count), scorer);
    }
    if (chains->folder != NULL && result == EXIT_DONE && rank == 0)
        result = durable_make_folder(chains->folder) == 0 ? EXIT_DONE : EXIT_INPUT;
    for (size_t i = 0; chains->folder != NULL && result == EXIT_DONE && i < chains->own_count; i++)
        result = member_load(&chains->own[i], &chains->run, chains->folder);
    return run_agree(&chains->run, result);
}

static int sample(chains *chains)
{
    run *run = &chains->run;
    const sgmcmc_model_f32 model = {.struct_size = sizeof model, .log_likelihood = rehearsal_log_likelihood,
                                    .user = &run->model};
    const uint64_t step_count = run->choices.step_count;
    int result = begin(chains);
    int32_t stopped = 0;
    run->model.net.data = &run->train;
    for (uint64_t step = 0; result == EXIT_DONE && !stopped && step < step_count;) {
        int refused = 0;
        step = step_count - step < chains->interval ? step_count : step + chains->interval;
        for (size_t i = 0; i < chains->own_count; i++) {
            member *member = &chains->own[i];
            member_run(member, run, step, &model);
            refused |= member->sampler.status != SGMCMC_OK;
            if (chains->folder != NULL && result == EXIT_DONE)
                result = member_store(member, run, chains->folder);
        }
        stopped = wire_agree(&run->wire, refused).code;
        result = run_agree(run, result);
    }
    if (result == EXIT_DONE)
        result = print_accounts(chains);
    if (result == EXIT_DONE) {
        uint64_t draw_count = chains->own_count > 0 ? summary_draw_count(&chains->own[0].summary) : 0;
        MPI_Bcast(&draw_count, 1, MPI_UINT64_T, 0, run->wire.comm);
        if (draw_count > 0)
            result = combine(chains);
        if (draw_count > 0 && result == EXIT_DONE)
            print_cost(chains);
    }
    return result;
}

int main(int argc, char **argv)
{
    static chains chains = {
        .run = {.choices = {.batch_len = 50, .step_count = 20000, .seed = 1, .step_size = 1.5e-5}}, .interval = 1000};
    argument own[OWN] = {{"--interval", ARGUMENT_INTEGER, &chains.interval, UINT32_MAX},
                         {"--chains", ARGUMENT_INTEGER, &chains.count, MEMBERS_MAX},
                         {"--checkpoints", ARGUMENT_TEXT, &chains.folder, 0}};
    run *run = &chains.run;
    MPI_Init(&argc, &argv);
    int result = run_start(run, argc, argv, USAGE, own, OWN);
    if (chains.interval == 0)
        chains.interval = 1;
    if (chains.count == 0)
        chains.count = (uint64_t)run->wire.rank_count;
    if (result == EXIT_DONE && run->wire.rank == 0)
        printf("data        %zu training and %zu test points on each of %d ranks\n"
               "network     36-30-30-6, %d weights and biases, prior N(0, 1)\n"
               "run         batch %" PRIu64 ", %" PRIu64 " steps of %g, seed %" PRIu64 ", chains: %" PRIu64 "\n",
               run->train.len, run->test.len, run->wire.rank_count, NETWORK_DIM, run->choices.batch_len,
               run->choices.step_count, run->choices.step_size, run->choices.seed, chains.count);
    if (result == EXIT_DONE)
        result = sample(&chains);
    for (size_t i = 0; i < chains.own_count; i++)
        member_free(&chains.own[i]);
    free(chains.own);
    free(chains.scorer.probabilities);
    run_end(run);
    fflush(stdout);
    MPI_Finalize();
    return result;
}
