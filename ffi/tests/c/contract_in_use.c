/* Callbacks that use the chain that calls them: every function refuses it, and the call they are in goes on. */
#include "pair.h"

static world arguments, inner;

/* Every function on the chain `w`, which is in use. It is given what belongs to `arguments`, so that the bytes of a
   running chain are not looked at. */
static int intrusions;

static int32_t intruding_observer(void *user, const F(sgmcmc_draw) * draw);
static int32_t intruding_look(void *user, const sgmcmc_chain_statistics *statistics, const real *theta, size_t dim);

static void intrude(void)
{
    F(sgmcmc_chain) *chain = w.chain;
    world *a = &arguments;
    const sgmcmc_status in_use = SGMCMC_ERROR_IN_USE;
    const int calls = the_host.calls;
    REFUSES(a, in_use, F(sgmcmc_chain_step)(chain, &a->step, &a->code, NULL, 0, &a->model));
    REFUSES(a, in_use, F(sgmcmc_chain_step)(chain, &a->step, &a->code, a->batch, BATCH_LEN, &a->model));
    REFUSES(a, in_use, F(sgmcmc_chain_run)(chain, &a->code, 0, &a->model, NULL, NULL));
    REFUSES(a, in_use, F(sgmcmc_chain_run)(chain, &a->code, 3, &a->model, intruding_observer, NULL));
    REFUSES(a, in_use, F(sgmcmc_chain_run_watched)(chain, &a->code, 3, &a->model,
                                                   OPTIONS(.observer = intruding_observer, .progress = intruding_look,
                                                           .interval = 1)));
    REFUSES(a, in_use, F(sgmcmc_chain_tune_beta)(chain, &a->code, &a->model));
    REFUSES(a, in_use, F(sgmcmc_chain_set_step_size)(chain, 0.5));
    REFUSES(a, in_use, F(sgmcmc_chain_hand_over)(chain, MEMORY_SIZE, &a->settings));
    REFUSES(a, in_use, F(sgmcmc_chain_properties)(NULL, NULL, &a->flag, chain));
    REFUSES(a, in_use, F(sgmcmc_chain_theta)(chain, a->theta, NULL, DIM));
    REFUSES(a, in_use, F(sgmcmc_chain_moments)(chain, a->mean, a->variance, DIM, SGMCMC_MOMENTS_PLAIN));
    REFUSES(a, in_use, F(sgmcmc_chain_compensation)(chain, a->mean, DIM, NULL));
    REFUSES(a, in_use, F(sgmcmc_chain_compensation)(chain, NULL, 0, a->mean));
    REFUSES(a, in_use, F(sgmcmc_chain_statistics)(chain, &a->statistics));
    /* Of another kind it is no object, in use or not. */
    REFUSES(a, SGMCMC_ERROR_NOT_INITIALIZED,
            OTHER(sgmcmc_chain_set_step_size)((OTHER(sgmcmc_chain) *)(void *)chain, 0.5));
    REFUSES(a, SGMCMC_ERROR_NOT_INITIALIZED, sgmcmc_rng_next_u64((sgmcmc_rng *)(void *)chain, &a->word));
    CHECK(the_host.calls == calls);
    intrusions++;
}

static int32_t intruding_log_likelihood(void *user, double *value, real *gradient, const real *theta, size_t dim,
                                        const uint32_t *batch, size_t batch_len)
{
    intrude();
    return log_likelihood(user, value, gradient, theta, dim, batch, batch_len);
}

static int32_t intruding_log_prior(void *user, double *value, real *gradient, const real *theta, size_t dim)
{
    intrude();
    return log_prior(user, value, gradient, theta, dim);
}

static int32_t intruding_observer(void *user, const F(sgmcmc_draw) * draw)
{
    (void)user, (void)draw;
    intrude();
    return 0;
}

static int32_t intruding_look(void *user, const sgmcmc_chain_statistics *statistics, const real *theta, size_t dim)
{
    (void)user, (void)statistics, (void)theta, (void)dim;
    intrude();
    return 0;
}

static const F(sgmcmc_model) intruding_model = {.struct_size = sizeof intruding_model,
                                                .log_likelihood = intruding_log_likelihood,
                                                .log_prior = intruding_log_prior,
                                                .user = &the_host};

static void make_four(const sgmcmc_chain_settings *settings)
{
    world_make(&arguments, settings);
    world_make(&inner, settings);
    world_make(&undisturbed, settings);
    world_make(&w, settings);
    intrusions = 0;
}

/* Callbacks that use their own chain are refused from the first call to the last, and the call they are in goes on. */
static void intruding_callbacks(void)
{
    sgmcmc_chain_settings settings;
    for (kind kind = SGLD; kind < KIND_COUNT; kind++) {
        settings_of(&settings, kind);
        make_four(&settings);
        for (int i = 0; i < 3; i++)
            ANSWERS(SGMCMC_OK, F(sgmcmc_chain_step)(w.chain, NULL, NULL, NULL, 0, &intruding_model));
        CHECK(intrusions >= 2 * 3);
        intrusions = 0;
        ANSWERS(SGMCMC_OK, F(sgmcmc_chain_run)(w.chain, NULL, 5, &intruding_model, intruding_observer, NULL));
        CHECK(intrusions >= 3 * 5);
        intrusions = 0;
        ANSWERS(SGMCMC_OK, F(sgmcmc_chain_run)(w.chain, NULL, 5, &w.model, intruding_observer, NULL));
        CHECK(intrusions == 5);
        intrusions = 0;
        ANSWERS(SGMCMC_OK, F(sgmcmc_chain_run_watched)(w.chain, NULL, 5, &w.model,
                                                       OPTIONS(.observer = intruding_observer,
                                                               .progress = intruding_look, .interval = 1)));
        CHECK(intrusions == 10);
        steps(&undisturbed, 18);
        CHECK(same_chain(&w, &undisturbed));
    }

    settings_sgld(&settings);
    settings.batch.kind = SGMCMC_BATCH_CALLER;
    settings.batch.len = 0;
    make_four(&settings);
    ANSWERS(SGMCMC_OK, F(sgmcmc_chain_step)(w.chain, NULL, NULL, w.batch, 3, &intruding_model));
    ANSWERS(SGMCMC_OK, F(sgmcmc_chain_step)(undisturbed.chain, NULL, NULL, w.batch, 3, &w.model));
    CHECK(intrusions == 2 && same_chain(&w, &undisturbed));

    /* Nearly every proposal is accepted, so that the tuner tries a smaller beta and asks the model. */
    settings_of(&settings, RSGLD);
    settings.batch.kind = SGMCMC_BATCH_ALL;
    settings.batch.len = 0;
    settings.sampler.proposal.step_size = 1e-3;
    settings.sampler.proposal.beta = 1.01;
    make_four(&settings);
    steps(&w, 50);
    steps(&undisturbed, 50);
    ANSWERS(SGMCMC_OK, F(sgmcmc_chain_tune_beta)(w.chain, NULL, &intruding_model));
    ANSWERS(SGMCMC_OK, F(sgmcmc_chain_tune_beta)(undisturbed.chain, NULL, &w.model));
    CHECK(intrusions >= 100);
    steps(&w, 5);
    steps(&undisturbed, 5);
    CHECK(same_chain(&w, &undisturbed));
}

/* A call that fails or stops, or is refused before its first callback, leaves nothing in use. */
static void intruding_before_a_failure(void)
{
    make_both(SGLD, 3);
    the_host.fault = FAULT_PRIOR_CODE;
    the_host.code = STOP_CODE;
    REFUSES(&w, SGMCMC_ERROR_STOPPED, F(sgmcmc_chain_step)(w.chain, NULL, NULL, NULL, 0, &intruding_model));
    REFUSES(&w, SGMCMC_ERROR_STOPPED, F(sgmcmc_chain_run)(w.chain, NULL, 1, &intruding_model, NULL, NULL));
    the_host.fault = FAULT_NONE;
    REFUSES(&w, SGMCMC_ERROR_NULL_POINTER, F(sgmcmc_chain_step)(w.chain, NULL, NULL, NULL, 0, NULL));
    REFUSES(&w, REFUSED_TUNER, F(sgmcmc_chain_tune_beta)(w.chain, NULL, &intruding_model));
    steps(&w, 5);
    steps(&undisturbed, 5);
    CHECK(same_chain(&w, &undisturbed));
}

/* Runs another chain, whose callbacks are refused the outer one too. */
static int32_t run_inner(void *user, const F(sgmcmc_draw) * draw)
{
    (void)user, (void)draw;
    ANSWERS(SGMCMC_OK, F(sgmcmc_chain_run)(inner.chain, NULL, 1, &intruding_model, intruding_observer, NULL));
    ANSWERS(SGMCMC_OK, F(sgmcmc_chain_theta)(inner.chain, inner.theta, NULL, DIM));
    intrude();
    return 0;
}

static void other_chain_in_a_callback(void)
{
    sgmcmc_chain_settings settings;
    for (kind kind = SGLD; kind < KIND_COUNT; kind++) {
        settings_of(&settings, kind);
        make_four(&settings);
        ANSWERS(SGMCMC_OK, F(sgmcmc_chain_run)(w.chain, NULL, 5, &w.model, run_inner, NULL));
        steps(&undisturbed, 5);
        CHECK(same_chain(&w, &undisturbed) && same_chain(&inner, &undisturbed));
        CHECK(intrusions >= 4 * 5);
    }
}

int main(void)
{
    intruding_callbacks();
    intruding_before_a_failure();
    other_chain_in_a_callback();
    return check_failures != 0;
}
