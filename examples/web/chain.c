/* The chain of the page: reversible SGLD on the mixture of examples/c, for JavaScript to start, advance and look at.
   One chain lives at a time, in this module's own memory; what a function returns a pointer to stays where it is. */
#include <stdlib.h>

#include "mixture.h"
#include "support.h"

#define EXPORT(name) __attribute__((export_name(#name))) name

/* quickstart's generators: the data and this chain are the same as there. */
enum { CHAIN_INDEX = 2 };

enum { DRAWS_MAX = 1024, SUMMARY_LEN = 2000, MEMORY_SIZE = 65536, HEALTH_SIZE = 4096 };

enum { PILOT_SIZE = 16384, TEXT_SIZE = 8192 };

enum { INTERVAL = 10 }; /* steps between two looks at the chain's health */

static mixture data;
static const sgmcmc_model_f64 model = {.struct_size = sizeof model, .log_likelihood = mixture_log_likelihood,
                                       .log_prior = mixture_log_prior, .user = &data};
static sgmcmc_chain_f64 *chain;
static _Alignas(64) unsigned char memory[MEMORY_SIZE];
static sgmcmc_health *health;
static _Alignas(64) unsigned char health_memory[HEALTH_SIZE];
static sgmcmc_pilot_report pilot;
static enum { NOT_ASKED, SILENT, REPORTS } pilot_state;
static mixture_crossings crossings;
static double draws[DRAWS_MAX][MIXTURE_DIM];
static uint32_t draw_count;

/* Nothing that this file asks for can fail, but what is handed to JavaScript as a status. */
void check(sgmcmc_status status)
{
    if (status != SGMCMC_OK)
        __builtin_trap();
}

static int ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Draws the data, as quickstart does. Returns 0, or -1 when memory is short. */
int EXPORT(draw_data)(void)
{
    sgmcmc_rng *rng;
    if (sgmcmc_rng_size() > sizeof memory)
        return -1;
    check(sgmcmc_rng_init(&rng, memory, sizeof memory, MIXTURE_SEED, MIXTURE_DATA_CHAIN));
    return mixture_draw_data(&data, MIXTURE_LEN, rng);
}

/* Writes the mean log-likelihood over the data to `out`, rows of equal theta2 from the lowest, columns of equal theta1.
   The data are summarised, or a grid would take seconds: sorted, and every 50 neighbours replaced by their mean. */
int EXPORT(mean_log_likelihood)(double *out, int columns, int rows, double left, double right, double bottom,
                                double top)
{
    static double means[SUMMARY_LEN];
    static mixture summary;
    double *sorted = malloc(MIXTURE_LEN * sizeof *sorted);
    if (sorted == NULL)
        return -1;
    for (int i = 0; i < MIXTURE_LEN; i++)
        sorted[i] = data.x[i];
    qsort(sorted, MIXTURE_LEN, sizeof *sorted, ascending);
    for (int i = 0; i < MIXTURE_LEN; i++)
        means[i * SUMMARY_LEN / MIXTURE_LEN] += sorted[i] * SUMMARY_LEN / MIXTURE_LEN;
    free(sorted);
    summary.x = means;
    for (int row = 0; row < rows; row++)
        for (int column = 0; column < columns; column++) {
            double theta[] = {left + (column + 0.5) * (right - left) / columns,
                              bottom + (row + 0.5) * (top - bottom) / rows};
            mixture_log_likelihood(&summary, out++, NULL, theta, MIXTURE_DIM, NULL, SUMMARY_LEN);
        }
    return 0;
}

double EXPORT(log_prior)(double theta1, double theta2)
{
    double theta[] = {theta1, theta2}, value;
    mixture_log_prior(NULL, &value, NULL, theta, MIXTURE_DIM);
    return value;
}

/* Starts a chain with these settings in place of the one before, which goes on when they are refused. */
sgmcmc_status EXPORT(start)(double likelihood_scale, double step_size, double beta, uint32_t refresh_len)
{
    const double theta[MIXTURE_DIM] = {0.0, 0.0};
    sgmcmc_chain_settings settings;
    mixture_settings_init(&settings, CHAIN_INDEX);
    settings.sampler.proposal.kind = SGMCMC_PROPOSAL_RSGLD;
    settings.sampler.proposal.noise.kind = SGMCMC_NOISE_LANGEVIN;
    settings.sampler.likelihood_scale = likelihood_scale;
    settings.sampler.proposal.step_size = step_size;
    settings.sampler.proposal.beta = beta;
    settings.sampler.refresh_len = refresh_len;
    sgmcmc_status status = sgmcmc_chain_init_f64(&chain, memory, sizeof memory, &settings, theta, MIXTURE_DIM);
    if (status == SGMCMC_OK) {
        crossings = (mixture_crossings){0, 0};
        check(sgmcmc_health_init(&health, health_memory, sizeof health_memory, NULL));
        pilot_state = NOT_ASKED;
    }
    return status;
}

static int32_t take_in(void *user, const sgmcmc_draw_f64 *draw)
{
    (void)user;
    mixture_count_crossings(&crossings, draw->theta);
    for (int i = 0; i < MIXTURE_DIM; i++)
        draws[draw_count][i] = draw->theta[i];
    draw_count++;
    return 0;
}

/* Takes at most DRAWS_MAX steps; last_draws() has their theta. */
sgmcmc_status EXPORT(advance)(uint32_t step_count)
{
    draw_count = 0;
    return sgmcmc_chain_run_watched_f64(chain, NULL, step_count < DRAWS_MAX ? step_count : DRAWS_MAX, &model,
                                        &(sgmcmc_run_options_f64){.struct_size = sizeof(sgmcmc_run_options_f64),
                                                                  .observer = take_in, .health = health,
                                                                  .interval = INTERVAL});
}

const double *EXPORT(last_draws)(void)
{
    return draws[0];
}

uint32_t EXPORT(last_draw_count)(void)
{
    return draw_count;
}

/* Counts of steps, of accepted ones, of forward moves and accepted ones, of backward moves and accepted ones, and of
   crossings; the means of theta and their standard deviations' squares. */
const double *EXPORT(statistics)(void)
{
    static double numbers[7 + 2 * MIXTURE_DIM];
    sgmcmc_chain_statistics counts = {.struct_size = sizeof counts};
    mixture_result result;
    check(sgmcmc_chain_statistics_f64(chain, &counts));
    mixture_result_read(&result, chain);
    uint64_t all[] = {counts.step_count, counts.accepted_count, counts.forward_count, counts.forward_accepted_count,
                      counts.backward_count, counts.backward_accepted_count, crossings.count};
    for (int i = 0; i < 7; i++)
        numbers[i] = (double)all[i];
    for (int i = 0; i < MIXTURE_DIM; i++) {
        numbers[7 + i] = result.mean[i];
        numbers[7 + MIXTURE_DIM + i] = result.variance[i];
    }
    return numbers;
}

/* As quickstart prints it: of theta, the means and the variances. */
uint64_t EXPORT(fingerprint)(void)
{
    mixture_result result;
    mixture_result_read(&result, chain);
    return result.fingerprint;
}

/* Whether steps are too long for what is accepted, or batches too small, only a pilot can tell: one for each chain, where
   it is when that is first asked. Where the model cannot be evaluated it says nothing. */
static void look_ahead(void)
{
    static _Alignas(64) unsigned char room[PILOT_SIZE];
    pilot = (sgmcmc_pilot_report){.struct_size = sizeof pilot};
    sgmcmc_status status = sgmcmc_pilot_look_f64(chain, &pilot, NULL, room, sizeof room, NULL, &model);
    if (status == SGMCMC_ERROR_MEMORY_TOO_SMALL)
        check(status);
    pilot_state = status == SGMCMC_OK ? REPORTS : SILENT;
}

static sgmcmc_health_report report_health(void)
{
    sgmcmc_health_report report = {.struct_size = sizeof report};
    check(sgmcmc_health_report_f64(chain, &report, health, pilot_state == REPORTS ? &pilot : NULL,
                                   __builtin_nan(""))); /* R-hat of one chain is none */
    return report;
}

/* What is wrong with the run and what to change, a sentence a line; none is an empty text. */
const char *EXPORT(findings)(void)
{
    static const uint64_t REJECTED = UINT64_C(1) << SGMCMC_HEALTH_FINDING_FROZEN | UINT64_C(1) << SGMCMC_HEALTH_FINDING_ACCEPTANCE_LOW;
    static char text[TEXT_SIZE];
    sgmcmc_health_report report = report_health();
    if ((report.findings & REJECTED) != 0 && pilot_state == NOT_ASKED) {
        look_ahead();
        report = report_health();
    }
    check(sgmcmc_health_text(text, sizeof text, NULL, &report));
    return text;
}

/* Below so many steps rates are not judged. */
double EXPORT(steps_to_judge)(void)
{
    sgmcmc_health_settings settings;
    check(sgmcmc_health_settings_init(&settings, sizeof settings));
    return (double)settings.window;
}

const char *EXPORT(message)(sgmcmc_status status)
{
    return sgmcmc_status_message(status);
}

const char *EXPORT(simd_level)(void)
{
    return sgmcmc_simd_level_name(sgmcmc_simd_level());
}
