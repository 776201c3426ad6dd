/* Callbacks that fail or stop: the status, the code, the chain's bytes, and the bits of what comes afterwards. */
#include <math.h>

#include "pair.h"

static int is_metropolis(kind kind)
{
    return kind >= RANDOM_WALK;
}

/* A step with this fault answers `status`; without it the chain goes on as if nothing had been. */
static void refuses(sgmcmc_status status, kind kind, int steps_before, fault fault, double number, int countdown)
{
    int before = check_failures;
    make_both(kind, steps_before);
    the_host.fault = fault;
    the_host.number = number;
    the_host.code = STOP_CODE;
    the_host.countdown = countdown;
    if (status == SGMCMC_ERROR_STOPPED) {
        snapshot_take(&w);
        ANSWERS(status, F(sgmcmc_chain_step)(w.chain, &w.step, &w.code, NULL, 0, &w.model));
        CHECK(w.code == STOP_CODE);
        memset(&w.code, 0x5a, sizeof w.code);
        CHECK(snapshot_holds(&w));
        the_host.countdown = countdown;
        REFUSES(&w, status, F(sgmcmc_chain_step)(w.chain, NULL, NULL, NULL, 0, &w.model));
    } else {
        REFUSES(&w, status, F(sgmcmc_chain_step)(w.chain, &w.step, &w.code, NULL, 0, &w.model));
    }
    the_host.fault = FAULT_NONE;
    steps(&w, 5);
    steps(&undisturbed, 5);
    CHECK(same_chain(&w, &undisturbed));
    CHECK(the_host.dirty_gradients == 0);
    if (check_failures != before)
        fprintf(stderr, "  kind %d after %d steps, fault %d, number %g, countdown %d\n", kind, steps_before, fault,
                number, countdown);
}

/* Calls to the log-likelihood in one step. */
static int calls_per_step(kind kind, int steps_before)
{
    make_both(kind, steps_before);
    the_host.calls = 0;
    steps(&w, 1);
    return the_host.calls;
}

/* A proposal where the model is impossible is rejected and counted. */
static void rejects(kind kind, fault fault, int32_t code, double number)
{
    real theta[DIM];
    make_both(kind, 3);
    sgmcmc_chain_statistics before = {.struct_size = sizeof before}, after = before;
    ANSWERS(SGMCMC_OK, F(sgmcmc_chain_statistics)(w.chain, &before));
    ANSWERS(SGMCMC_OK, F(sgmcmc_chain_theta)(w.chain, theta, NULL, DIM));
    the_host.fault = fault;
    the_host.code = code;
    the_host.number = number;
    steps(&w, 1);
    ANSWERS(SGMCMC_OK, F(sgmcmc_chain_statistics)(w.chain, &after));
    ANSWERS(SGMCMC_OK, F(sgmcmc_chain_theta)(w.chain, w.numbers, NULL, DIM));
    /* HMC's batch is a proposal by itself. */
    const uint64_t batches = after.batch_count - before.batch_count;
    CHECK(batches == (kind == HMC ? 1 : 0) && after.batch_accepted_count == before.batch_accepted_count);
    CHECK(after.nonfinite_count == before.nonfinite_count + 1 + batches);
    CHECK(after.step_count == before.step_count + 1 && after.accepted_count == before.accepted_count);
    CHECK(memcmp(theta, w.numbers, sizeof theta) == 0);
    /* A trajectory that ends so has diverged, and is still where it began. */
    const int trajectory = kind == HMC || kind == HMC_OF_ALL;
    CHECK(after.divergence_count + after.burn_in_divergence_count ==
          before.divergence_count + before.burn_in_divergence_count + (trajectory ? 1 : 0));
    real both[DIM];
    ANSWERS(SGMCMC_OK, F(sgmcmc_chain_theta)(w.chain, both, w.numbers, DIM));
    CHECK(memcmp(theta, both, sizeof theta) == 0);
    CHECK(trajectory ? memcmp(theta, w.numbers, sizeof theta) == 0 : isnan(w.numbers[0]));
}

static void failing(void)
{
    const double nonfinite[] = {(double)NAN, (double)INFINITY, -(double)INFINITY};
    for (kind kind = SGLD; kind < KIND_COUNT; kind++) {
        for (int steps_before = 0; steps_before <= 3; steps_before += 3) {
            int last = calls_per_step(kind, steps_before) - 1;
            /* In the first step of a Metropolis-Hastings chain call 0 is about its start, which cannot be rejected. */
            int can_reject = is_metropolis(kind) && steps_before > 0;
            int of_start = steps_before > 0 ? 0 : last + 1 - calls_per_step(kind, 3);
            for (int call = 0; call <= last; call++) {
                refuses(SGMCMC_ERROR_STOPPED, kind, steps_before, FAULT_CODE, 0.0, call);
                if (is_metropolis(kind) && call >= of_start)
                    continue;
                refuses(SGMCMC_ERROR_LOG_LIKELIHOOD_NOT_FINITE, kind, steps_before, FAULT_SILENCE, 0.0, call);
                for (int i = 0; i < 2; i++)
                    refuses(SGMCMC_ERROR_LOG_LIKELIHOOD_NOT_FINITE, kind, steps_before, FAULT_VALUE, nonfinite[i],
                            call);
                for (int i = 0; i < 3 && kind != RANDOM_WALK; i++)
                    refuses(SGMCMC_ERROR_GRADIENT_NOT_FINITE, kind, steps_before, FAULT_GRADIENT, nonfinite[i], call);
            }
            refuses(SGMCMC_ERROR_STOPPED, kind, steps_before, FAULT_PRIOR_CODE, 0.0, last);
            for (int i = 0; i < 2 && !is_metropolis(kind); i++)
                refuses(SGMCMC_ERROR_LOG_PRIOR_NOT_FINITE, kind, steps_before, FAULT_PRIOR_VALUE, nonfinite[i], last);
            for (int i = 0; i < 3 && !is_metropolis(kind); i++)
                refuses(SGMCMC_ERROR_GRADIENT_NOT_FINITE, kind, steps_before, FAULT_PRIOR_GRADIENT, nonfinite[i], last);
            if (!can_reject) {
                refuses(SGMCMC_ERROR_IMPOSSIBLE, kind, steps_before, FAULT_VALUE, -(double)INFINITY, 0);
                refuses(SGMCMC_ERROR_IMPOSSIBLE, kind, steps_before, FAULT_PRIOR_VALUE, -(double)INFINITY, 0);
            }
        }
        if (is_metropolis(kind)) {
            rejects(kind, FAULT_SILENCE, 0, 0.0);
            for (int i = 0; i < 3; i++) {
                rejects(kind, FAULT_VALUE, 0, nonfinite[i]);
                rejects(kind, FAULT_PRIOR_VALUE, 0, nonfinite[i]);
                if (kind != RANDOM_WALK)
                    rejects(kind, FAULT_GRADIENT, 0, nonfinite[i]);
            }
            rejects(kind, FAULT_CODE, 1, 0.0);
            rejects(kind, FAULT_PRIOR_CODE, 1, 0.0);
        }
    }
    /* A finite gradient that n cannot scale. */
    refuses(SGMCMC_ERROR_GRADIENT_NOT_FINITE, SGLD, 3, FAULT_GRADIENT, sizeof(real) == 4 ? 2e38 : 1e308, 0);
}

static void impossible_code(void)
{
    make_both(SGLD, 3);
    the_host.fault = FAULT_CODE;
    the_host.code = 1;
    REFUSES(&w, SGMCMC_ERROR_IMPOSSIBLE, F(sgmcmc_chain_step)(w.chain, &w.step, &w.code, NULL, 0, &w.model));
    the_host.fault = FAULT_PRIOR_CODE;
    REFUSES(&w, SGMCMC_ERROR_IMPOSSIBLE, F(sgmcmc_chain_step)(w.chain, &w.step, &w.code, NULL, 0, &w.model));
}

/* A run that fails in its fourth step has done three. */
static void failing_run(void)
{
    make_both(SGLD, 0);
    the_host.fault = FAULT_CODE;
    the_host.code = STOP_CODE;
    the_host.countdown = 3;
    ANSWERS(SGMCMC_ERROR_STOPPED, F(sgmcmc_chain_run)(w.chain, &w.code, 10, &w.model, NULL, NULL));
    CHECK(w.code == STOP_CODE);
    the_host.fault = FAULT_NONE;
    steps(&undisturbed, 3);
    CHECK(same_chain(&w, &undisturbed));
}

/* Stops at a given draw and keeps it. */
typedef struct watcher {
    int draws_left;
    uint64_t last_step;
    real theta[DIM];
    double drift_norm, noise_norm, step_size, log_likelihood;
    int32_t accepted;
} watcher;

static int32_t watch(void *user, const F(sgmcmc_draw) * draw)
{
    watcher *watcher = user;
    CHECK(draw->dim == DIM);
    memcpy(watcher->theta, draw->theta, sizeof watcher->theta);
    watcher->last_step = draw->step;
    watcher->drift_norm = draw->drift_norm;
    watcher->noise_norm = draw->noise_norm;
    watcher->step_size = draw->step_size;
    watcher->log_likelihood = draw->log_likelihood;
    watcher->accepted = draw->accepted;
    return --watcher->draws_left == 0 ? 1 : 0;
}

static void stopping_observer(void)
{
    for (kind kind = SGLD; kind < KIND_COUNT; kind++) {
        watcher watcher = {.draws_left = 4};
        real theta[DIM];
        make_both(kind, 0);
        ANSWERS(SGMCMC_ERROR_STOPPED_BY_OBSERVER,
                F(sgmcmc_chain_run)(w.chain, &w.code, 100, &w.model, watch, &watcher));
        /* Even 1, which means "impossible" from a model, is the observer's own code. */
        CHECK(w.code == 1 && watcher.last_step == 3);
        ANSWERS(SGMCMC_OK, F(sgmcmc_chain_theta)(w.chain, theta, NULL, DIM));
        CHECK(memcmp(theta, watcher.theta, sizeof theta) == 0);
        ANSWERS(SGMCMC_OK, F(sgmcmc_chain_statistics)(w.chain, &w.statistics));
        CHECK(w.statistics.step_count == 4 && w.statistics.kept_count == 4);
        CHECK(w.statistics.log_likelihood == watcher.log_likelihood && w.statistics.step_size == watcher.step_size);
        CHECK(watcher.noise_norm > 0.0 && (watcher.drift_norm > 0.0) == (kind != RANDOM_WALK));
        CHECK(watcher.accepted == 0 || watcher.accepted == 1);
        steps(&w, 6);
        steps(&undisturbed, 10);
        CHECK(same_chain(&w, &undisturbed));
    }
}

/* The observer sees kept draws only. */
static void burn_in_and_thinning(void)
{
    watcher watcher = {.draws_left = -1};
    sgmcmc_chain_settings settings;
    settings_sgld(&settings);
    settings.burn_in = 10;
    settings.thinning = 4;
    world_make(&w, &settings);
    ANSWERS(SGMCMC_OK, F(sgmcmc_chain_run)(w.chain, NULL, 24, &w.model, watch, &watcher));
    CHECK(watcher.draws_left == -1 - 3 && watcher.last_step == 21);
}

/* Counts its looks, which come every so many steps, and stops at one of them. */
typedef struct looker {
    uint64_t interval;
    int looks_left, look_count;
} looker;

static int32_t look(void *user, const sgmcmc_chain_statistics *statistics, const real *theta, size_t dim)
{
    looker *looker = user;
    CHECK(dim == DIM && statistics->struct_size == sizeof *statistics);
    looker->look_count++;
    CHECK(statistics->step_count % looker->interval == 0);
    memcpy(w.numbers, theta, sizeof w.numbers);
    w.statistics = *statistics;
    return --looker->looks_left == 0 ? -9 : 0;
}

/* Counts and theta as they stand, every so many steps, and the same bits, with an observer and without. */
static void looking(void)
{
    for (kind kind = SGLD; kind < KIND_COUNT; kind++)
        for (uint64_t interval = 1; interval <= 4; interval++) {
            looker looker = {.interval = interval};
            watcher watcher = {.draws_left = -1};
            make_both(kind, 2);
            steps(&undisturbed, 13);
            ANSWERS(SGMCMC_OK, F(sgmcmc_chain_run_watched)(w.chain, NULL, 6, &w.model,
                                                           OPTIONS(.observer = watch, .observer_user = &watcher,
                                                                   .progress = look, .progress_user = &looker,
                                                                   .interval = interval)));
            ANSWERS(SGMCMC_OK, F(sgmcmc_chain_run_watched)(w.chain, &w.code, 7, &w.model,
                                                           OPTIONS(.progress = look, .progress_user = &looker,
                                                                   .interval = interval)));
            CHECK(looker.look_count == (int)(15 / interval - 2 / interval) && watcher.last_step == 7);
            CHECK(same_chain(&w, &undisturbed));
        }
    sgmcmc_chain_settings settings;
    settings_sgld(&settings);
    settings.burn_in = 100;
    world_make(&w, &settings);
    looker looker = {.interval = 3};
    ANSWERS(SGMCMC_OK, F(sgmcmc_chain_run_watched)(w.chain, NULL, 12, &w.model,
                                                   OPTIONS(.progress = look, .progress_user = &looker, .interval = 3)));
    CHECK(looker.look_count == 4 && w.statistics.step_count == 12 && w.statistics.kept_count == 0);
}

/* What looks sees the chain that a run to there leaves, stops it there, and the chain goes on. */
static void stopping_look(void)
{
    for (kind kind = SGLD; kind < KIND_COUNT; kind++) {
        looker looker = {.interval = 3, .looks_left = 2};
        real theta[DIM];
        make_both(kind, 0);
        ANSWERS(SGMCMC_ERROR_STOPPED_BY_OBSERVER,
                F(sgmcmc_chain_run_watched)(w.chain, &w.code, 100, &w.model,
                                            OPTIONS(.progress = look, .progress_user = &looker, .interval = 3)));
        CHECK(w.code == -9 && looker.look_count == 2);
        sgmcmc_chain_statistics now;
        memset(&now, 0, sizeof now);
        now.struct_size = sizeof now;
        ANSWERS(SGMCMC_OK, F(sgmcmc_chain_theta)(w.chain, theta, NULL, DIM));
        ANSWERS(SGMCMC_OK, F(sgmcmc_chain_statistics)(w.chain, &now));
        CHECK(memcmp(theta, w.numbers, sizeof theta) == 0 && memcmp(&now, &w.statistics, sizeof now) == 0);
        CHECK(now.step_count == 6);
        steps(&w, 4);
        steps(&undisturbed, 10);
        CHECK(same_chain(&w, &undisturbed));
    }
    /* An observer that stops at a step that is due is not followed by a look, nor is a step that fails. */
    looker looker = {.interval = 2};
    watcher watcher = {.draws_left = 4};
    make_both(SGLD, 0);
    ANSWERS(SGMCMC_ERROR_STOPPED_BY_OBSERVER,
            F(sgmcmc_chain_run_watched)(w.chain, &w.code, 100, &w.model,
                                        OPTIONS(.observer = watch, .observer_user = &watcher, .progress = look,
                                                .progress_user = &looker, .interval = 2)));
    CHECK(w.code == 1 && looker.look_count == 1);
    the_host.fault = FAULT_CODE;
    the_host.code = STOP_CODE;
    the_host.countdown = 1;
    ANSWERS(SGMCMC_ERROR_STOPPED,
            F(sgmcmc_chain_run_watched)(w.chain, &w.code, 100, &w.model,
                                        OPTIONS(.progress = look, .progress_user = &looker, .interval = 2)));
    CHECK(w.code == STOP_CODE && looker.look_count == 1);
}

int main(void)
{
    failing();
    impossible_code();
    failing_run();
    stopping_observer();
    burn_in_and_thinning();
    looking();
    stopping_look();
    return check_failures != 0;
}
