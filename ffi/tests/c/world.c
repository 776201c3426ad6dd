/* The chains, models and snapshots that the contract programs share. */
#include "world.h"

int check_failures = 0;
host the_host;
/* The last one taken is the first one looked at: a callback may take its own while a call is being watched. */
static world snapshots[2], now;
static int snapshot_count = 0;

void check_status(sgmcmc_status expected, sgmcmc_status status, const char *call, const char *file, int line)
{
    if (status != expected) {
        fprintf(stderr, "%s:%d: %s answers %d (%s), not %d (%s)\n", file, line, call, (int)status,
                sgmcmc_status_message(status), (int)expected, sgmcmc_status_message(expected));
        check_failures++;
    }
}

sgmcmc_block block_of(size_t start, size_t len)
{
    sgmcmc_block block;
    ANSWERS(SGMCMC_OK, sgmcmc_block_init(&block, sizeof block));
    block.start = start;
    block.len = len;
    return block;
}

sgmcmc_status unused_setting(const char *name, int skip)
{
    for (sgmcmc_status status = SGMCMC_ERROR_UNUSED_SETTING + 1; status <= SGMCMC_ERROR_UNUSED_SETTING + (1 << 15); status++) {
        const char *refused = sgmcmc_refused_setting(status);
        if (refused != NULL && strcmp(refused, name) == 0 && skip-- == 0)
            return status;
    }
    fprintf(stderr, "no setting is called %s\n", name);
    check_failures++;
    return -1;
}

int is_schedule(int32_t kind)
{
    sgmcmc_schedule schedule;
    double value;
    ANSWERS(SGMCMC_OK, sgmcmc_schedule_init(&schedule, sizeof schedule));
    schedule.kind = kind;
    return sgmcmc_schedule_at(&value, NULL, &schedule, 0) != REFUSED_SCHEDULE_KIND;
}

void settings_sgld(sgmcmc_chain_settings *settings)
{
    memset(settings, 0, sizeof *settings);
    ANSWERS(SGMCMC_OK, sgmcmc_chain_settings_init(settings, sizeof *settings));
    settings->seed = 7;
    settings->data_len = DATA_LEN;
    settings->batch.len = BATCH_LEN;
    settings->sampler.step_size.value = 0.01;
    settings->prior.kind = SGMCMC_PRIOR_CALLBACK;
    settings->moments = SGMCMC_MOMENTS_BOTH;
}

void settings_metropolis(sgmcmc_chain_settings *settings, int32_t proposal)
{
    settings_sgld(settings);
    settings->sampler.kind = SGMCMC_SAMPLER_METROPOLIS_HASTINGS;
    settings->sampler.proposal.kind = proposal;
    settings->sampler.proposal.step_size = 0.1;
    settings->sampler.likelihood_scale = BATCH_LEN;
    settings->sampler.step_size.value = 0.0;
}

void world_make(world *world, const sgmcmc_chain_settings *settings)
{
    memset(world, 0x5a, sizeof *world);
    memset(&the_host, 0, sizeof the_host);
    world->settings = *settings;
    world->model = (F(sgmcmc_model)){.struct_size = sizeof world->model, .log_likelihood = log_likelihood,
                                     .user = &the_host, .metric = metric, .diffusion = diffusion,
                                     .step_size = step_size, .temperature = temperature};
    world->model.log_prior = settings->prior.kind == SGMCMC_PRIOR_CALLBACK ? log_prior : NULL;
    for (int i = 0; i < DIM; i++)
        world->theta[i] = world->gradient[i] = (real)(0.25 * i - 0.5);
    for (uint32_t i = 0; i < BATCH_LEN; i++)
        world->batch[i] = 3 * i;
    world->statistics.struct_size = sizeof world->statistics;
    world->step.struct_size = sizeof world->step;
    world->applied.struct_size = sizeof world->applied;
    size_t size;
    ANSWERS(SGMCMC_OK, F(sgmcmc_chain_size)(&size, settings, DIM));
    CHECK(size <= MEMORY_SIZE && size % sgmcmc_align() == 0);
    ANSWERS(SGMCMC_OK, F(sgmcmc_chain_init)(&world->chain, world->memory, size, settings, world->theta, DIM));
    CHECK((void *)world->chain == (void *)world->memory);
    CHECK(sgmcmc_rng_size() <= sizeof world->rng_memory);
    ANSWERS(SGMCMC_OK, sgmcmc_rng_init(&world->rng, world->rng_memory, sgmcmc_rng_size(), 7, 0));
}

int same_chain(const world *a, const world *b)
{
    real theta_a[DIM], theta_b[DIM];
    double moments_a[2][DIM], moments_b[2][DIM];
    sgmcmc_chain_statistics statistics_a, statistics_b;
    memset(&statistics_a, 0, sizeof statistics_a);
    statistics_a.struct_size = sizeof statistics_a;
    statistics_b = statistics_a;
    ANSWERS(SGMCMC_OK, F(sgmcmc_chain_theta)(a->chain, theta_a, NULL, DIM));
    ANSWERS(SGMCMC_OK, F(sgmcmc_chain_theta)(b->chain, theta_b, NULL, DIM));
    ANSWERS(SGMCMC_OK, F(sgmcmc_chain_statistics)(a->chain, &statistics_a));
    ANSWERS(SGMCMC_OK, F(sgmcmc_chain_statistics)(b->chain, &statistics_b));
    ANSWERS(SGMCMC_OK, F(sgmcmc_chain_moments)(a->chain, moments_a[0], moments_a[1], DIM, SGMCMC_MOMENTS_WEIGHTED));
    ANSWERS(SGMCMC_OK, F(sgmcmc_chain_moments)(b->chain, moments_b[0], moments_b[1], DIM, SGMCMC_MOMENTS_WEIGHTED));
    return memcmp(theta_a, theta_b, sizeof theta_a) == 0 && memcmp(moments_a, moments_b, sizeof moments_a) == 0 &&
           statistics_a.step_count == statistics_b.step_count &&
           statistics_a.accepted_count == statistics_b.accepted_count;
}

/* Whether the fault is due in this call. */
static int faulty(const host *host, fault fault)
{
    return host->countdown < 0 && host->fault == fault;
}

int32_t log_likelihood(void *user, double *value, real *gradient, const real *theta, size_t dim,
                       const uint32_t *batch, size_t batch_len)
{
    host *host = user;
    host->calls++;
    host->countdown--;
    host->last_batch_len = batch_len;
    host->last_batch_was_null = batch == NULL;
    host->last_gradient_was_null = gradient == NULL;
    if (faulty(host, FAULT_SILENCE))
        return 0;
    double sum = 0.0;
    for (size_t j = 0; j < dim; j++) {
        double slope = 0.0;
        for (size_t i = 0; i < batch_len; i++) {
            double residual = 0.1 * (double)(batch == NULL ? i : batch[i]) - (double)theta[j];
            sum -= 0.5 * residual * residual;
            slope += residual;
        }
        if (gradient != NULL) {
            host->dirty_gradients += gradient[j] != 0;
            gradient[j] += (real)(slope / (double)batch_len);
        }
    }
    *value = sum / (double)batch_len;
    if (faulty(host, FAULT_VALUE))
        *value = host->number;
    if (faulty(host, FAULT_GRADIENT) && gradient != NULL)
        gradient[dim - 1] = (real)host->number;
    return faulty(host, FAULT_CODE) ? host->code : 0;
}

int32_t log_prior(void *user, double *value, real *gradient, const real *theta, size_t dim)
{
    host *host = user;
    *value = 0.0;
    for (size_t j = 0; j < dim; j++) {
        *value -= 0.5 * (double)theta[j] * (double)theta[j];
        if (gradient != NULL) {
            host->dirty_gradients += gradient[j] != 0;
            gradient[j] -= theta[j];
        }
    }
    if (faulty(host, FAULT_PRIOR_VALUE))
        *value = host->number;
    if (faulty(host, FAULT_PRIOR_GRADIENT) && gradient != NULL)
        gradient[0] = (real)host->number;
    return faulty(host, FAULT_PRIOR_CODE) ? host->code : 0;
}

/* A call to one of the terms below. */
static void term(host *host)
{
    host->terms++;
    if (host->intruded != NULL) {
        unsigned char byte;
        size_t size;
        ANSWERS(SGMCMC_ERROR_IN_USE, F(sgmcmc_chain_set_step_size)(host->intruded, 0.1));
        ANSWERS(SGMCMC_ERROR_IN_USE, F(sgmcmc_chain_save)(host->intruded, NULL, 0, &size));
        ANSWERS(SGMCMC_ERROR_IN_USE, F(sgmcmc_chain_save)(host->intruded, &byte, 1, NULL));
    }
}

int32_t metric(void *user, real *metric, size_t metric_len, real *gamma, const real *theta, size_t dim)
{
    host *host = user;
    term(host);
    for (size_t i = 0; i < metric_len; i++)
        host->dirty_gradients += metric[i] != 0;
    for (size_t i = 0; i < dim; i++) {
        host->dirty_gradients += gamma[i] != 0;
        if (metric_len == dim) {
            real square = 1 + theta[i] * theta[i];
            metric[i] = 1 / square;
            gamma[i] = -2 * theta[i] / (square * square);
        } else {
            for (size_t j = 0; j <= i; j++)
                metric[i * dim + j] = (real)(i == j ? 0.5 : 0.1);
            gamma[i] = (real)0.01;
        }
    }
    if (faulty(host, FAULT_METRIC))
        metric[metric_len - 1] = (real)host->number;
    if (faulty(host, FAULT_GAMMA))
        gamma[0] = (real)host->number;
    return faulty(host, FAULT_METRIC_CODE) ? host->code : 0;
}

int32_t diffusion(void *user, real *drift, real *noise, const real *theta, const real *gradient, const real *normals,
                  size_t dim, double temperature)
{
    host *host = user;
    term(host);
    for (size_t i = 0; i < dim; i++) {
        host->dirty_gradients += drift[i] != 0 || noise[i] != 0 || (temperature == 0.0 && normals[i] != 0);
        CHECK(theta[i] == theta[i]);
        drift[i] = (real)0.5 * gradient[i];
        noise[i] = (real)0.70710678 * normals[i];
    }
    if (faulty(host, FAULT_DRIFT))
        drift[dim - 1] = (real)host->number;
    if (faulty(host, FAULT_NOISE))
        noise[0] = (real)host->number;
    return faulty(host, FAULT_DIFFUSION_CODE) ? host->code : 0;
}

int32_t step_size(void *user, double *value, uint64_t k)
{
    host *host = user;
    term(host);
    host->last_k = k;
    if (faulty(host, FAULT_STEP_SIZE_SILENCE))
        return 0;
    *value = faulty(host, FAULT_STEP_SIZE) ? host->number : 0.01 / (1.0 + (double)k);
    return faulty(host, FAULT_STEP_SIZE_CODE) ? host->code : 0;
}

int32_t temperature(void *user, double *value, uint64_t k)
{
    host *host = user;
    term(host);
    if (faulty(host, FAULT_TEMPERATURE_SILENCE))
        return 0;
    *value = faulty(host, FAULT_TEMPERATURE) ? host->number : 1.0 / (1.0 + (double)k);
    return faulty(host, FAULT_TEMPERATURE_CODE) ? host->code : 0;
}

void snapshot_take(const world *world)
{
    struct world *snapshot = &snapshots[snapshot_count++];
    memcpy(snapshot, world, sizeof *snapshot);
}

int snapshot_holds(const world *world)
{
    memcpy(&now, world, sizeof now);
    return memcmp(&snapshots[--snapshot_count], &now, sizeof now) == 0;
}

struct spoiling spoiling;

sgmcmc_status spoiling_begin(void)
{
    static const sgmcmc_status refusals[] = {SGMCMC_ERROR_NULL_POINTER, SGMCMC_ERROR_MEMORY_MISALIGNED,
                                             SGMCMC_ERROR_NOT_INITIALIZED};
    spoiling.count = 0;
    return refusals[spoiling.way];
}

void *spoilt(const void *pointer, int way_count)
{
    static _Alignas(64) unsigned char nothing[1024];
    if (spoiling.count++ != spoiling.place)
        return (void *)(uintptr_t)pointer;
    void *const ways[] = {NULL, (void *)((uintptr_t)pointer + 1), nothing};
    spoiling.way_count = way_count;
    return ways[spoiling.way];
}

int spoiling_next(void)
{
    CHECK(spoiling.count > 0);
    if (++spoiling.way == spoiling.way_count) {
        spoiling.way = 0;
        spoiling.place++;
    }
    return spoiling.place < spoiling.count;
}
