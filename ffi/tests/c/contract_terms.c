/* The callbacks of some rules and schedules: when they are called, missing, failing, stopping, or use their chain. */
#include <math.h>

#include "world.h"

static world w, undisturbed;

typedef enum kind { METRIC, METRIC_DENSE, DIFFUSION, STEP_SIZE, TEMPERATURE, KIND_COUNT } kind;

/* Two equal chains, three steps on. */
static void make_both(kind kind)
{
    static sgmcmc_rule rule;
    static sgmcmc_schedule schedule;
    sgmcmc_chain_settings settings;
    settings_sgld(&settings);
    ANSWERS(SGMCMC_OK, rule_langevin(&rule, sizeof rule, SGMCMC_DRIFT_MOMENTUM,
                                                 kind == METRIC_DENSE ? SGMCMC_PRECONDITIONER_POSITION_DEPENDENT_DENSE
                                                 : kind == METRIC     ? SGMCMC_PRECONDITIONER_POSITION_DEPENDENT
                                                                      : SGMCMC_PRECONDITIONER_IDENTITY));
    if (kind == DIFFUSION)
        ANSWERS(SGMCMC_OK, sgmcmc_rule_init(&rule, sizeof rule, SGMCMC_RULE_RECIPE));
    ANSWERS(SGMCMC_OK, sgmcmc_schedule_init(&schedule, sizeof schedule));
    schedule.kind = SGMCMC_SCHEDULE_CALLBACK;
    settings.rule = &rule;
    if (kind == STEP_SIZE) {
        settings.step_size_schedule = &schedule;
        settings.step_size = 0.0;
    }
    if (kind == TEMPERATURE) {
        settings.temperature_schedule = &schedule;
    }
    world_make(&undisturbed, &settings);
    world_make(&w, &settings);
    ANSWERS(SGMCMC_OK, F(sgmcmc_chain_run)(undisturbed.chain, NULL, 3, &undisturbed.model, NULL, NULL));
    ANSWERS(SGMCMC_OK, F(sgmcmc_chain_run)(w.chain, NULL, 3, &w.model, NULL, NULL));
    CHECK(the_host.terms == 6);
    the_host.countdown = -1;
    the_host.code = STOP_CODE;
}

/* Without the fault the chain goes on as if nothing had been. */
static void goes_on(kind kind)
{
    the_host.fault = FAULT_NONE;
    ANSWERS(SGMCMC_OK, F(sgmcmc_chain_run)(w.chain, NULL, 5, &w.model, NULL, NULL));
    ANSWERS(SGMCMC_OK, F(sgmcmc_chain_run)(undisturbed.chain, NULL, 5, &w.model, NULL, NULL));
    CHECK(same_chain(&w, &undisturbed));
    CHECK(the_host.dirty_gradients == 0);
    CHECK(kind != STEP_SIZE || the_host.last_k == 7);
}

static void refuses(sgmcmc_status status, kind kind, fault fault, double number)
{
    int before = check_failures;
    make_both(kind);
    the_host.fault = fault;
    the_host.number = number;
    REFUSES(&w, status, F(sgmcmc_chain_step)(w.chain, &w.step, &w.code, NULL, 0, &w.model));
    goes_on(kind);
    if (check_failures != before)
        fprintf(stderr, "  kind %d, fault %d, number %g\n", kind, fault, number);
}

static void stops(kind kind, fault fault, sgmcmc_status impossible)
{
    make_both(kind);
    the_host.fault = fault;
    snapshot_take(&w);
    ANSWERS(SGMCMC_ERROR_STOPPED, F(sgmcmc_chain_step)(w.chain, &w.step, &w.code, NULL, 0, &w.model));
    CHECK(w.code == STOP_CODE);
    memset(&w.code, 0x5a, sizeof w.code);
    CHECK(snapshot_holds(&w));
    the_host.code = 1;
    REFUSES(&w, impossible, F(sgmcmc_chain_step)(w.chain, &w.step, &w.code, NULL, 0, &w.model));
    goes_on(kind);
}

/* Refused before any callback is called. */
static void missing(kind kind)
{
    make_both(kind);
    const int calls = the_host.calls + the_host.terms;
    F(sgmcmc_model) model = w.model;
    if (kind == METRIC || kind == METRIC_DENSE)
        model.metric = NULL;
    else if (kind == DIFFUSION)
        model.diffusion = NULL;
    else if (kind == STEP_SIZE)
        model.step_size = NULL;
    else
        model.temperature = NULL;
    REFUSES(&w, SGMCMC_ERROR_CALLBACK_MISSING, F(sgmcmc_chain_step)(w.chain, &w.step, &w.code, NULL, 0, &model));
    REFUSES(&w, SGMCMC_ERROR_CALLBACK_MISSING, F(sgmcmc_chain_run)(w.chain, &w.code, 2, &model, NULL, NULL));
    /* As an older header has the model. */
    model = w.model;
    model.struct_size = offsetof(F(sgmcmc_model), metric);
    REFUSES(&w, SGMCMC_ERROR_CALLBACK_MISSING, F(sgmcmc_chain_step)(w.chain, &w.step, &w.code, NULL, 0, &model));
    CHECK(calls == the_host.calls + the_host.terms);
    goes_on(kind);
}

/* A step that explores asks for no temperature: what is missing is said before, all the same. */
static void needed_later(void)
{
    sgmcmc_schedule cycles, callback;
    sgmcmc_chain_settings settings;
    settings_sgld(&settings);
    ANSWERS(SGMCMC_OK, sgmcmc_schedule_init(&cycles, sizeof cycles));
    cycles.kind = SGMCMC_SCHEDULE_CYCLICAL;
    cycles.cycle_len = 10;
    cycles.exploration = 0.5;
    ANSWERS(SGMCMC_OK, sgmcmc_schedule_init(&callback, sizeof callback));
    callback.kind = SGMCMC_SCHEDULE_CALLBACK;
    settings.step_size_schedule = &cycles;
    settings.temperature_schedule = &callback;
    world_make(&w, &settings);
    F(sgmcmc_model) model = w.model;
    model.temperature = NULL;
    REFUSES(&w, SGMCMC_ERROR_CALLBACK_MISSING, F(sgmcmc_chain_step)(w.chain, &w.step, &w.code, NULL, 0, &model));
    ANSWERS(SGMCMC_OK, F(sgmcmc_chain_step)(w.chain, &w.step, &w.code, NULL, 0, &w.model));
}

/* A step size that is constant from here on needs no callback. */
static void no_longer_needed(void)
{
    make_both(STEP_SIZE);
    const int terms = the_host.terms;
    F(sgmcmc_model) model = w.model;
    model.step_size = NULL;
    ANSWERS(SGMCMC_OK, F(sgmcmc_chain_set_step_size)(w.chain, 1e-3));
    ANSWERS(SGMCMC_OK, F(sgmcmc_chain_step)(w.chain, &w.step, &w.code, NULL, 0, &model));
    CHECK(w.step.step_size == 1e-3 && the_host.terms == terms);
}

static void intruding(kind kind)
{
    make_both(kind);
    the_host.intruded = w.chain;
    const int terms = the_host.terms;
    ANSWERS(SGMCMC_OK, F(sgmcmc_chain_run)(w.chain, NULL, 4, &w.model, NULL, NULL));
    CHECK(the_host.terms == terms + 4);
    the_host.intruded = NULL;
    ANSWERS(SGMCMC_OK, F(sgmcmc_chain_run)(undisturbed.chain, NULL, 4, &w.model, NULL, NULL));
    goes_on(kind == STEP_SIZE ? METRIC : kind);
}

int main(void)
{
    const double bad[] = {(double)NAN, (double)INFINITY, -(double)INFINITY, -1.0, 0.0};
    for (kind kind = METRIC; kind < KIND_COUNT; kind++) {
        missing(kind);
        intruding(kind);
    }
    for (int i = 0; i < 3; i++) {
        refuses(SGMCMC_ERROR_PRECONDITIONER_NOT_USABLE, METRIC, FAULT_METRIC, bad[i]);
        refuses(SGMCMC_ERROR_PRECONDITIONER_NOT_USABLE, METRIC, FAULT_GAMMA, bad[i]);
        refuses(SGMCMC_ERROR_PRECONDITIONER_NOT_USABLE, METRIC_DENSE, FAULT_METRIC, bad[i]);
        refuses(SGMCMC_ERROR_PRECONDITIONER_NOT_USABLE, METRIC_DENSE, FAULT_GAMMA, bad[i]);
        refuses(SGMCMC_ERROR_DIFFUSION_NOT_FINITE, DIFFUSION, FAULT_DRIFT, bad[i]);
        refuses(SGMCMC_ERROR_DIFFUSION_NOT_FINITE, DIFFUSION, FAULT_NOISE, bad[i]);
    }
    refuses(SGMCMC_ERROR_PRECONDITIONER_NOT_USABLE, METRIC, FAULT_METRIC, -1.0);
    for (int i = 0; i < 5; i++) {
        refuses(SGMCMC_ERROR_STEP_SIZE_NOT_USABLE, STEP_SIZE, FAULT_STEP_SIZE, bad[i]);
        if (bad[i] != 0.0)
            refuses(SGMCMC_ERROR_TEMPERATURE_NOT_USABLE, TEMPERATURE, FAULT_TEMPERATURE, bad[i]);
    }
    refuses(SGMCMC_ERROR_STEP_SIZE_NOT_USABLE, STEP_SIZE, FAULT_STEP_SIZE_SILENCE, 0.0);
    refuses(SGMCMC_ERROR_TEMPERATURE_NOT_USABLE, TEMPERATURE, FAULT_TEMPERATURE_SILENCE, 0.0);
    stops(METRIC, FAULT_METRIC_CODE, SGMCMC_ERROR_IMPOSSIBLE);
    stops(METRIC_DENSE, FAULT_METRIC_CODE, SGMCMC_ERROR_IMPOSSIBLE);
    stops(DIFFUSION, FAULT_DIFFUSION_CODE, SGMCMC_ERROR_IMPOSSIBLE);
    stops(STEP_SIZE, FAULT_STEP_SIZE_CODE, SGMCMC_ERROR_STEP_SIZE_NOT_USABLE);
    stops(TEMPERATURE, FAULT_TEMPERATURE_CODE, SGMCMC_ERROR_TEMPERATURE_NOT_USABLE);
    no_longer_needed();
    needed_later();
    return check_failures != 0;
}
