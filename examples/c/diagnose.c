/* A logistic regression from defaults alone, and everything by which its chains can be judged: the lines of the Rust
   example diagnose.rs, which has a figure and a comparison besides.
   usage: diagnose [STEPS] */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "logistic.h"
#include "support.h"

enum { DIM = LOGISTIC_DIM, DATA_LEN = 5000, BATCH_LEN = 500, SEED = 1 /* of the data and of where chains begin */ };

enum {
    CHAINS = 4,
    HALVES = 2 * CHAINS,
    BURN_IN = 4096,
    DEFAULT_STEPS = 131072, /* of a chain after that */
    /* Neighbours tell much the same, and the batches that standard errors come from, as many as they are long, must
       outlast the correlation: with all draws they would not. */
    THINNING = 32,
    STORED = 1024, /* draws that are stored of a chain, at most, evenly spaced */
    INTERVAL = 40  /* every how many steps a chain's health is looked at */
};

#define PRECISION 1.0 /* of the prior, whose default this is */

/* A chain, and what was seen of it. */
typedef struct run {
    sgmcmc_chain_f64 *chain;
    sgmcmc_health *health;
    sgmcmc_estimates *halves[2];
    sgmcmc_reservoir *reservoir;
    double *draws; /* the reservoir's */
    void *blocks[5];
} run;

/* What an observer needs to know. */
typedef struct seen {
    sgmcmc_estimates *half;
    const run *run;
} seen;

static int32_t observe(void *user, const sgmcmc_draw_f64 *draw)
{
    const seen *seen = user;
    const int32_t status = sgmcmc_estimates_observe_f64(seen->half, draw);
    if (status != SGMCMC_OK)
        return status;
    return (int32_t)sgmcmc_reservoir_push_f64(seen->run->reservoir, seen->run->draws, STORED * DIM, draw->theta, DIM);
}

static void *room(size_t size)
{
    void *block = calloc(size, 1);
    if (block == NULL) {
        fprintf(stderr, "out of memory\n");
        exit(1);
    }
    return block;
}

/* A report's sentences, one a line. */
static void print_text(char *text)
{
    for (const char *line = strtok(text, "\n"); line != NULL; line = strtok(NULL, "\n"))
        printf("  %s\n", line);
    free(text);
}

/* What a pilot says where the chain stands. */
static sgmcmc_pilot_report look(sgmcmc_chain_f64 *chain, const sgmcmc_model_f64 *model)
{
    sgmcmc_pilot_report report = {.struct_size = sizeof report};
    void *block;
    size_t size;
    check(sgmcmc_pilot_size_f64(chain, &size, NULL));
    void *memory = aligned_memory(size, sgmcmc_align(), &block);
    check(sgmcmc_pilot_look_f64(chain, &report, NULL, memory, size, NULL, model));
    free(block);
    return report;
}

static void print_look(sgmcmc_chain_f64 *chain, const sgmcmc_model_f64 *model)
{
    const sgmcmc_pilot_report report = look(chain, model);
    sgmcmc_chain_statistics statistics = {.struct_size = sizeof statistics};
    size_t size;
    check(sgmcmc_chain_statistics_f64(chain, &statistics));
    printf("pilot at step %" PRIu64 ": step size %.6f / n\n", statistics.step_count, report.step_size * DATA_LEN);
    check(sgmcmc_pilot_text(NULL, 0, &size, &report));
    char *text = room(size);
    check(sgmcmc_pilot_text(text, size, NULL, &report));
    print_text(text);
}

static sgmcmc_estimates *make_estimates(void **block)
{
    sgmcmc_estimates *estimates;
    size_t size;
    check(sgmcmc_estimates_size(&size, NULL, DIM));
    void *memory = aligned_memory(size, sgmcmc_align(), block);
    check(sgmcmc_estimates_init(&estimates, memory, size, NULL, DIM));
    return estimates;
}

/* What a user says: the data, batches, the prior, and how long to burn in; then the chain, and what watches it. */
static void make_run(run *run, uint32_t chain_index, const double *start, double *draws)
{
    sgmcmc_chain_settings settings;
    check(sgmcmc_chain_settings_init(&settings, sizeof settings));
    settings.chain_index = chain_index;
    settings.data_len = DATA_LEN;
    settings.batch.len = BATCH_LEN;
    settings.prior.kind = SGMCMC_PRIOR_GAUSSIAN;
    settings.burn_in = BURN_IN;
    settings.thinning = THINNING;

    size_t size;
    check(sgmcmc_chain_size_f64(&size, &settings, DIM));
    void *memory = aligned_memory(size, sgmcmc_align(), &run->blocks[0]);
    check(sgmcmc_chain_init_f64(&run->chain, memory, size, &settings, start, DIM));
    memory = aligned_memory(sgmcmc_health_size(), sgmcmc_align(), &run->blocks[1]);
    check(sgmcmc_health_init(&run->health, memory, sgmcmc_health_size(), NULL));
    memory = aligned_memory(sgmcmc_reservoir_size(), sgmcmc_align(), &run->blocks[2]);
    check(sgmcmc_reservoir_init(&run->reservoir, memory, sgmcmc_reservoir_size(), DIM));
    for (size_t half = 0; half < 2; half++)
        run->halves[half] = make_estimates(&run->blocks[3 + half]);
    run->draws = draws;
}

/* Warms a chain up and runs it. */
static void go(run *run, uint32_t chain_index, uint64_t step_count, const sgmcmc_model_f64 *model)
{
    void *block;
    size_t size;
    /* All chains see much the same. */
    if (chain_index == 0)
        print_look(run->chain, model);
    check(sgmcmc_pilot_size_f64(run->chain, &size, NULL));
    void *memory = aligned_memory(size, sgmcmc_align(), &block);
    check(sgmcmc_chain_warm_up_f64(run->chain, NULL, memory, size, UINT64_MAX, NULL, model));
    free(block);
    if (chain_index == 0)
        print_look(run->chain, model);
    for (size_t half = 0; half < 2; half++) {
        seen seen = {run->halves[half], run};
        const uint64_t steps = (step_count + half) / 2;
        check(sgmcmc_chain_run_watched_f64(run->chain, NULL, steps, model,
                                           &(sgmcmc_run_options_f64){.struct_size = sizeof(sgmcmc_run_options_f64),
                                                                     .observer = observe, .observer_user = &seen,
                                                                     .health = run->health, .interval = INTERVAL}));
    }
}

/* The split R-hat of every parameter, from the estimates of all halves. */
static void r_hats(double *r_hats, const run *runs)
{
    double means[HALVES][DIM], variances[HALVES][DIM];
    uint64_t draw_count;
    for (size_t half = 0; half < HALVES; half++) {
        const sgmcmc_estimates *estimates = runs[half / 2].halves[half % 2];
        check(sgmcmc_estimates_read(means[half], DIM, estimates, SGMCMC_ESTIMATE_MEAN, 0.0));
        check(sgmcmc_estimates_read(variances[half], DIM, estimates, SGMCMC_ESTIMATE_VARIANCE, 0.0));
        check(sgmcmc_estimates_counts(&draw_count, NULL, estimates));
    }
    for (size_t i = 0; i < DIM; i++) {
        double mean[HALVES], variance[HALVES];
        for (size_t half = 0; half < HALVES; half++)
            mean[half] = means[half][i], variance[half] = variances[half][i];
        check(sgmcmc_r_hat(&r_hats[i], mean, variance, HALVES, draw_count));
    }
}

/* By ranks of the stored draws: the largest R-hat, and the least effective sizes of the bulk and the tails. */
static sgmcmc_summary worst_summary(const double *draws, size_t stored)
{
    sgmcmc_summary worst = {.bulk_sample_size = INFINITY, .tail_sample_size = INFINITY};
    void *block;
    size_t size;
    check(sgmcmc_summary_size(&size, CHAINS, stored));
    void *memory = aligned_memory(size, 64, &block);
    for (size_t i = 0; i < DIM; i++) {
        sgmcmc_summary found = {.struct_size = sizeof found};
        check(sgmcmc_summary_f64(&found, memory, size, draws, CHAINS, stored, DIM, i));
        worst.r_hat = fmax(worst.r_hat, found.r_hat);
        worst.bulk_sample_size = fmin(worst.bulk_sample_size, found.bulk_sample_size);
        worst.tail_sample_size = fmin(worst.tail_sample_size, found.tail_sample_size);
    }
    free(block);
    return worst;
}

/* The kernel Stein discrepancy of the first draws of every chain together; in the coordinates theta / deviation, which
   the kernel's scale of sqrt(d) suits. */
static void print_discrepancies(const double *draws, size_t stored, const double *variance, logistic *data)
{
    const size_t len = CHAINS * stored;
    double *points = room(len * DIM * sizeof *points), *scores = room(len * DIM * sizeof *scores);
    const double scale = sqrt(DIM);
    for (size_t k = 0; k < len; k++) {
        /* Row k / CHAINS of chain k mod CHAINS. */
        const double *theta = draws + (k % CHAINS * stored + k / CHAINS) * DIM;
        double value, gradient[DIM] = {0.0};
        logistic_log_likelihood(data, &value, gradient, theta, DIM, NULL, DATA_LEN);
        for (size_t i = 0; i < DIM; i++) {
            points[k * DIM + i] = theta[i] / sqrt(variance[i]);
            scores[k * DIM + i] = (DATA_LEN * gradient[i] - PRECISION * theta[i]) * sqrt(variance[i]);
        }
    }
    double sum = 0.0, part;
    printf("kernel Stein discrepancy\n");
    for (size_t count = 0, next = 8 * CHAINS; next <= len; count = next, next *= 2) {
        /* What was summed before stays; blocks of different draws count twice. */
        const double *x = points + count * DIM, *x_scores = scores + count * DIM;
        if (count > 0) {
            check(sgmcmc_stein_sum_f64(&part, points, scores, count, x, x_scores, next - count, DIM, scale));
            sum += 2.0 * part;
        }
        check(sgmcmc_stein_sum_f64(&part, x, x_scores, next - count, x, x_scores, next - count, DIM, scale));
        sum += part;
        printf("  %4zu draws       %.6f\n", next, sqrt(sum) / (double)next);
    }
    free(points);
    free(scores);
}

static void print_health(const run *run, double r_hat, const sgmcmc_model_f64 *model)
{
    const sgmcmc_pilot_report pilot = look(run->chain, model);
    sgmcmc_health_report report = {.struct_size = sizeof report};
    int finding_count = 0;
    size_t size;
    check(sgmcmc_health_report_f64(run->chain, &report, run->health, &pilot, r_hat));
    for (uint64_t left = report.findings; left != 0; left &= left - 1)
        finding_count++;
    printf("  %.1f passes, step size %.6f / n, variances off by %.4f, findings: %d\n", report.pass_count,
           report.step_size * DATA_LEN, report.heat, finding_count);
    check(sgmcmc_health_text(NULL, 0, &size, &report));
    char *text = room(size);
    check(sgmcmc_health_text(text, size, NULL, &report));
    print_text(text);
}

static double largest(const double *numbers)
{
    double largest = 0.0;
    for (size_t i = 0; i < DIM; i++)
        largest = fmax(largest, numbers[i]);
    return largest;
}

static void judge(const run *runs, double *draws, uint64_t step_count, logistic *data, const sgmcmc_model_f64 *model)
{
    /* As the fingerprint takes them. */
    double all[4][DIM], *mean = all[0], *variance = all[1], *error = all[2], *halves = all[3];
    double sample_size[DIM], relative[DIM], least = INFINITY;
    uint32_t doubts[DIM];
    int doubtful = 0;
    void *block;
    sgmcmc_estimates *merged = make_estimates(&block);
    for (size_t half = 0; half < HALVES; half++)
        check(sgmcmc_estimates_merge(merged, runs[half / 2].halves[half % 2]));
    check(sgmcmc_estimates_read(mean, DIM, merged, SGMCMC_ESTIMATE_MEAN, 0.0));
    check(sgmcmc_estimates_read(variance, DIM, merged, SGMCMC_ESTIMATE_VARIANCE, 0.0));
    check(sgmcmc_estimates_read(error, DIM, merged, SGMCMC_ESTIMATE_STANDARD_ERROR, 0.0));
    check(sgmcmc_estimates_read(sample_size, DIM, merged, SGMCMC_ESTIMATE_SAMPLE_SIZE, 0.0));
    check(sgmcmc_estimates_doubts(doubts, DIM, merged));
    free(block);
    r_hats(halves, runs);
    for (size_t i = 0; i < DIM; i++) {
        relative[i] = error[i] / sqrt(variance[i]);
        least = fmin(least, sample_size[i]);
        doubtful += doubts[i] != 0;
    }
    size_t stored;
    check(sgmcmc_reservoir_counts(&stored, NULL, NULL, runs[0].reservoir));
    /* The chains' rows one after the other, where a reservoir is not full. */
    for (size_t chain = 1; chain < CHAINS; chain++)
        memmove(draws + chain * stored * DIM, runs[chain].draws, stored * DIM * sizeof *draws);
    const sgmcmc_summary ranks = worst_summary(draws, stored);
    printf("%d chains of %" PRIu64 " steps; of %d parameters the worst has\n", CHAINS, step_count, DIM);
    /* R-hat squared of halves that agree is about 1 + 1/S, if each is worth S draws. */
    printf("  R-hat            %.4f by halves, %.4f by ranks; of chains that agree about %.4f\n", largest(halves),
           ranks.r_hat, sqrt(1.0 + HALVES / least));
    printf("  effective draws  %.1f of the means, %.1f of the bulk, %.1f of the tails\n", least,
           ranks.bulk_sample_size, ranks.tail_sample_size);
    printf("  standard error   %.4f posterior deviations\n", largest(relative));
    printf("  of %d errors %d are doubtful\n", DIM, doubtful);
    print_discrepancies(draws, stored, variance, data);
    printf("health\n");
    for (size_t chain = 0; chain < CHAINS; chain++)
        print_health(&runs[chain], largest(halves), model);
    uint64_t fingerprint;
    check(sgmcmc_fingerprint_f64(&fingerprint, all[0], sizeof all / sizeof all[0][0]));
    printf("fingerprint %016" PRIx64 "\n", fingerprint);
}

int main(int argc, char **argv)
{
    char *end = "";
    const long step_count = argc > 1 ? strtol(argv[1], &end, 10) : DEFAULT_STEPS;
    if (argc > 2 || *end != '\0' || step_count < 1024 || step_count > 1000 * DEFAULT_STEPS) {
        fprintf(stderr, "usage: diagnose [STEPS]   from 1024 to %d\n", 1000 * DEFAULT_STEPS);
        return 2;
    }
    void *block;
    sgmcmc_rng *rng = make_rng(SEED, 0, &block);
    static logistic data;
    if (logistic_draw_data(&data, DATA_LEN, rng) != 0) {
        fprintf(stderr, "out of memory\n");
        return 1;
    }
    const sgmcmc_model_f64 model = {.struct_size = sizeof model, .log_likelihood = logistic_log_likelihood,
                                    .user = &data};
    printf("logistic regression, n = %d, d = %d, batches of %d\n", DATA_LEN, DIM, BATCH_LEN);
    run runs[CHAINS];
    double *draws = room((size_t)CHAINS * STORED * DIM * sizeof *draws);
    for (uint32_t chain = 0; chain < CHAINS; chain++) {
        /* Where the prior has its mass, far from where the posterior has it. */
        double start[DIM];
        check(sgmcmc_rng_normals_f64(rng, start, DIM));
        make_run(&runs[chain], chain, start, draws + (size_t)chain * STORED * DIM);
        go(&runs[chain], chain, (uint64_t)step_count, &model);
    }
    judge(runs, draws, (uint64_t)step_count, &data, &model);
    for (size_t chain = 0; chain < CHAINS; chain++)
        for (size_t k = 0; k < sizeof runs[chain].blocks / sizeof *runs[chain].blocks; k++)
            free(runs[chain].blocks[k]);
    free(draws);
    free(block);
    free(data.rows);
    return 0;
}
