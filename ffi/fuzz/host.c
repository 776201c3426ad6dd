/* The callbacks: what they are shown is checked, what they answer is the model's or a fault. */
#include "host.h"

#include <math.h>

enum { STOP_CODE = -77 };

typedef enum fault { NONE, NUMBER, ONE_ENTRY, ALL_ENTRIES, IMPOSSIBLE, STOP, SILENCE, OWN_CODE } fault;

void F(all_finite)(const F(host) * host, const real *x, const char *who)
{
    for (size_t i = 0; i < host->dim; i++)
        DEMAND(isfinite(x[i]), "%s: [%zu] is %g", who, i, (double)x[i]);
}

static void all_zero(const real *out, size_t len, const char *what)
{
    for (size_t i = 0; out != NULL && i < len; i++)
        DEMAND(out[i] == 0, "%s is not zero on entry: [%zu] is %g", what, i, (double)out[i]);
}

/* A callback may not use the chain that calls it, nor does trying change anything. */
static void intrude(F(host) * host)
{
    F(sgmcmc_chain) *chain = host->chain;
    /* Another user pointer: no callback may be called. */
    const F(sgmcmc_model) model = F(host_model)(NULL);
    sgmcmc_chain_statistics statistics = {.struct_size = sizeof statistics};
    sgmcmc_chain_settings settings;
    real theta[DIM_MAX];
    double mean[DIM_MAX], variance[DIM_MAX];
    uint64_t word;
    const uint32_t batch[1] = {0};
    sgmcmc_chain_settings_init(&settings, sizeof settings);
    settings.data_len = settings.batch.len = 1;
    settings.sampler.step_size.value = 1.0;
    const size_t dim = host->dim;
    static _Alignas(64) unsigned char room[4096], health_room[4096];
    double number = 0.0;
    size_t size = 0;
    int32_t level = 0;
    sgmcmc_pilot_report pilot = {.struct_size = sizeof pilot};
    sgmcmc_health_report report = {.struct_size = sizeof report};
    sgmcmc_health *health = host->health;
    if (health == NULL)
        DEMAND(sgmcmc_health_init(&health, health_room, sizeof health_room, NULL) == SGMCMC_OK, "health in a callback");
    const sgmcmc_status answers[] = {
        F(sgmcmc_chain_step)(chain, NULL, NULL, NULL, 0, &model),
        F(sgmcmc_chain_step)(chain, NULL, NULL, batch, 1, &model),
        F(sgmcmc_chain_run)(chain, NULL, 2, &model, NULL, NULL),
        F(sgmcmc_chain_run_watched)(chain, NULL, 2, &model, OPTIONS(.progress = F(host_progress), .interval = 1)),
        F(sgmcmc_chain_tune_beta)(chain, NULL, &model),
        F(sgmcmc_chain_set_step_size)(chain, 0.5),
        F(sgmcmc_chain_hand_over)(chain, 1 << 20, &settings),
        F(sgmcmc_chain_theta)(chain, theta, NULL, dim),
        F(sgmcmc_chain_moments)(chain, mean, variance, dim, SGMCMC_MOMENTS_PLAIN),
        F(sgmcmc_chain_statistics)(chain, &statistics),
        F(sgmcmc_chain_properties)(&size, NULL, &level, chain),
        F(sgmcmc_chain_compensation)(chain, mean, dim, &number),
        F(sgmcmc_chain_save)(chain, NULL, 0, &size),
        F(sgmcmc_chain_save)(chain, room, sizeof room, NULL),
        F(sgmcmc_pilot_size)(chain, &size, NULL),
        PILOT_LOOK(chain, &pilot, NULL, NULL, NULL, room, sizeof room, NULL, dim, NULL, &model),
        F(sgmcmc_chain_warm_up)(chain, NULL, room, sizeof room, 1, NULL, &model),
        F(sgmcmc_chain_run_watched)(chain, NULL, 2, &model, OPTIONS(.health = health, .interval = 1)),
        F(sgmcmc_health_look)(chain, health),
        F(sgmcmc_health_report)(chain, &report, health, NULL, 1.0),
    };
    for (size_t i = 0; i < sizeof answers / sizeof *answers; i++)
        DEMAND(answers[i] == SGMCMC_ERROR_IN_USE, "call %zu of a callback on its own chain answers %d", i,
               (int)answers[i]);
    DEMAND(sgmcmc_rng_next_u64((sgmcmc_rng *)(void *)chain, &word) == SGMCMC_ERROR_NOT_INITIALIZED,
           "a chain in use passes for a generator");
}

/* What this answer is; every callback asks once. */
static fault next_fault(F(host) * host)
{
    const uint64_t word = random_word(&host->random);
    if (host->intrudes && word >> 61 == 0)
        intrude(host);
    if ((word & 0xff) >= host->fault_rate)
        return NONE;
    const unsigned kind = word >> 8 & 7;
    feature(1, kind);
    return host->faults >> kind & 1 ? (fault)kind : NUMBER;
}

static void spoil(F(host) * host, fault fault, real *out, size_t len)
{
    if (out == NULL || len == 0)
        return;
    const uint64_t word = random_word(&host->random);
    const real number = (real)notable(word >> 32);
    if (fault == ONE_ENTRY)
        out[word % len] = number;
    if (fault == ALL_ENTRIES)
        for (size_t i = 0; i < len; i++)
            out[i] = number;
}

static int32_t code_of(F(host) * host, fault fault)
{
    switch (fault) {
    case IMPOSSIBLE:
        return host->last_code = 1;
    case STOP:
        return host->last_code = STOP_CODE;
    case OWN_CODE:
        return host->last_code = (int32_t)(random_word(&host->random) | 2);
    default:
        return host->last_code = 0;
    }
}

static int32_t log_likelihood(void *user, double *value, real *gradient, const real *theta, size_t dim,
                              const uint32_t *batch, size_t batch_len)
{
    F(host) *host = user;
    DEMAND(host != NULL, "a call that was refused has called back");
    DEMAND(dim == host->dim && batch_len > 0, "dim is %zu, batch_len %zu", dim, batch_len);
    F(all_finite)(host, theta, "log_likelihood");
    all_zero(gradient, dim, "the log-likelihood's gradient");
    DEMAND(batch != NULL || batch_len == host->data_len, "a batch of all data has %zu", batch_len);
    DEMAND(batch_len <= host->data_len || batch_len == host->host_terms_len, "batch_len is %zu", batch_len);
    for (size_t i = 0; batch != NULL && i < batch_len; i++)
        DEMAND(batch[i] < host->data_len, "index %u of %u data", batch[i], host->data_len);
    host->seen = mix(host->seen, theta, dim * sizeof *theta);
    host->seen = mix(host->seen, &batch_len, sizeof batch_len);
    if (batch != NULL)
        host->seen = mix(host->seen, batch, batch_len * sizeof *batch);
    host->seen = mix(host->seen, gradient == NULL ? "v" : "g", 1);
    const fault fault = next_fault(host);
    if (fault == SILENCE)
        return code_of(host, fault);
    /* Data that differ, at the price of two of them. */
    const double centre = batch == NULL ? 0.5 : (double)(batch[0] + batch[batch_len - 1]) / (2.0 * host->data_len);
    double sum = 0.0;
    for (size_t j = 0; j < dim; j++) {
        double residual = centre - (double)theta[j];
        if (!host->steep)
            residual /= 1.0 + fabs(residual);
        sum -= 0.5 * host->slope * residual * residual;
        if (gradient != NULL)
            gradient[j] += (real)(host->slope * residual);
    }
    *value = fault == NUMBER ? notable(random_word(&host->random)) : sum;
    spoil(host, fault, gradient, dim);
    return code_of(host, fault);
}

static int32_t log_prior(void *user, double *value, real *gradient, const real *theta, size_t dim)
{
    F(host) *host = user;
    DEMAND(host != NULL, "a call that was refused has called back");
    F(all_finite)(host, theta, "log_prior");
    all_zero(gradient, dim, "the log prior's gradient");
    host->seen = mix(host->seen, theta, dim * sizeof *theta);
    const fault fault = next_fault(host);
    if (fault == SILENCE)
        return code_of(host, fault);
    *value = 0.0;
    for (size_t j = 0; j < dim; j++) {
        *value -= 0.5 * (double)theta[j] * (double)theta[j];
        if (gradient != NULL)
            gradient[j] -= theta[j];
    }
    if (fault == NUMBER)
        *value = notable(random_word(&host->random));
    spoil(host, fault, gradient, dim);
    return code_of(host, fault);
}

static int32_t metric(void *user, real *out, size_t metric_len, real *gamma, const real *theta, size_t dim)
{
    F(host) *host = user;
    DEMAND(host != NULL, "a call that was refused has called back");
    DEMAND(metric_len == dim || metric_len == dim * dim, "metric_len is %zu", metric_len);
    F(all_finite)(host, theta, "metric");
    all_zero(out, metric_len, "the metric");
    all_zero(gamma, dim, "gamma");
    host->seen = mix(host->seen, theta, dim * sizeof *theta);
    const fault fault = next_fault(host);
    if (fault == SILENCE)
        return code_of(host, fault);
    const size_t stride = metric_len == dim ? 1 : dim + 1;
    for (size_t j = 0; j < dim; j++) {
        const double width = 1.0 + (double)theta[j] * (double)theta[j];
        out[j * stride] = (real)(1.0 / width);
        gamma[j] = (real)(-2.0 * (double)theta[j] / width / width);
    }
    if (random_word(&host->random) & 1)
        spoil(host, fault, out, metric_len);
    else
        spoil(host, fault, gamma, dim);
    return code_of(host, fault);
}

static int32_t diffusion(void *user, real *drift, real *noise, const real *theta, const real *gradient,
                         const real *normals, size_t dim, double temperature)
{
    F(host) *host = user;
    DEMAND(host != NULL, "a call that was refused has called back");
    F(all_finite)(host, theta, "diffusion");
    F(all_finite)(host, gradient, "diffusion's gradient");
    F(all_finite)(host, normals, "diffusion's normals");
    DEMAND(isfinite(temperature) && temperature >= 0.0, "a diffusion at temperature %g", temperature);
    all_zero(drift, dim, "the drift");
    all_zero(noise, dim, "the noise");
    host->seen = mix(host->seen, theta, dim * sizeof *theta);
    host->seen = mix(host->seen, gradient, dim * sizeof *gradient);
    host->seen = mix(host->seen, normals, dim * sizeof *normals);
    host->seen = mix(host->seen, &temperature, sizeof temperature);
    const fault fault = next_fault(host);
    if (fault == SILENCE)
        return code_of(host, fault);
    for (size_t j = 0; j < dim; j++) {
        drift[j] = (real)0.5 * gradient[j];
        noise[j] = (real)0.7 * normals[j];
    }
    spoil(host, fault, random_word(&host->random) & 1 ? drift : noise, dim);
    return code_of(host, fault);
}

static int32_t scheduled(void *user, double *value, uint64_t k)
{
    F(host) *host = user;
    DEMAND(host != NULL, "a call that was refused has called back");
    host->seen = mix(host->seen, &k, sizeof k);
    const fault fault = next_fault(host);
    if (fault == SILENCE)
        return code_of(host, fault);
    *value = host->scheduled / (double)(k + 1);
    if (fault == NUMBER || fault == ONE_ENTRY || fault == ALL_ENTRIES)
        *value = notable(random_word(&host->random));
    return code_of(host, fault);
}

/* Every callback there is: a new one makes this initializer too short. */
F(sgmcmc_model) F(host_model)(F(host) * host)
{
    const F(sgmcmc_model) model = {sizeof model, log_likelihood, log_prior, host,
                                     metric,       diffusion,      scheduled, scheduled};
    return model;
}

uint64_t F(host_draw)(uint64_t drawn, uint64_t step, const real *theta, size_t dim, double log_likelihood,
                      double step_size, int32_t accepted, int32_t ends_cycle)
{
    drawn = mix(drawn, &step, sizeof step);
    drawn = mix(drawn, theta, dim * sizeof *theta);
    drawn = mix(drawn, &log_likelihood, sizeof log_likelihood);
    drawn = mix(drawn, &step_size, sizeof step_size);
    drawn = mix(drawn, &accepted, sizeof accepted);
    return mix(drawn, &ends_cycle, sizeof ends_cycle);
}

int32_t F(host_observe)(void *user, const F(sgmcmc_draw) * draw)
{
    F(host) *host = user;
    DEMAND(draw->dim == host->dim, "a draw of %zu", draw->dim);
    F(all_finite)(host, draw->theta, "observer");
    DEMAND(draw->drift_norm >= 0.0 && draw->noise_norm >= 0.0, "norms %g and %g", draw->drift_norm, draw->noise_norm);
    host->drawn = F(host_draw)(host->drawn, draw->step, draw->theta, draw->dim, draw->log_likelihood, draw->step_size,
                               draw->accepted, draw->ends_cycle);
    if (host->intrudes)
        intrude(host);
    /* 1 is no impossibility here. */
    return ++host->draw_count == host->draw_limit ? 1 : 0;
}

uint64_t F(host_look)(uint64_t looked, const sgmcmc_chain_statistics *statistics, const real *theta, size_t dim)
{
    return mix(mix(looked, statistics, sizeof *statistics), theta, dim * sizeof *theta);
}

int32_t F(host_progress)(void *user, const sgmcmc_chain_statistics *statistics, const real *theta, size_t dim)
{
    F(host) *host = user;
    DEMAND(host != NULL, "a call that was refused has called back");
    DEMAND(dim == host->dim && statistics->step_count % host->interval == 0, "a look after %llu steps",
           (unsigned long long)statistics->step_count);
    F(all_finite)(host, theta, "progress");
    host->looked = F(host_look)(host->looked, statistics, theta, dim);
    if (host->intrudes)
        intrude(host);
    return ++host->look_count == host->look_limit ? 1 : 0;
}
