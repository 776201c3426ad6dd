/* The callbacks of some rules and schedules: when they are called, missing, failing, stopping, or use their chain. */
#include <math.h>

#include "world.h"

static world w, undisturbed;

typedef enum kind { METRIC, METRIC_DENSE, DIFFUSION, STEP_SIZE, TEMPERATURE, KIND_COUNT } kind;

/* Two equal chains, three steps on. */
static void make_both(kind kind)
{
    sgmcmc_chain_settings settings;
    settings_sgld(&settings);
    ANSWERS(SGMCMC_OK, rule_langevin(&settings.sampler.rule, SGMCMC_DRIFT_MOMENTUM,
                                     kind == METRIC_DENSE ? SGMCMC_PRECONDITIONER_POSITION_DEPENDENT_DENSE
                                     : kind == METRIC     ? SGMCMC_PRECONDITIONER_POSITION_DEPENDENT
                                                          : SGMCMC_PRECONDITIONER_IDENTITY));
    if (kind == DIFFUSION)
        ANSWERS(SGMCMC_OK,
                sgmcmc_rule_init(&settings.sampler.rule, sizeof settings.sampler.rule, SGMCMC_RULE_RECIPE));
    if (kind == STEP_SIZE) {
        settings.sampler.step_size.kind = SGMCMC_SCHEDULE_CALLBACK;
        settings.sampler.step_size.value = 0.0;
    }
    if (kind == TEMPERATURE)
        settings.sampler.temperature.kind = SGMCMC_SCHEDULE_CALLBACK;
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
    const sgmcmc_status missing = kind == STEP_SIZE ? SGMCMC_ERROR_NO_STEP_SIZE : SGMCMC_ERROR_CALLBACK_MISSING;
    REFUSES(&w, missing, F(sgmcmc_chain_step)(w.chain, &w.step, &w.code, NULL, 0, &model));
    REFUSES(&w, missing, F(sgmcmc_chain_run)(w.chain, &w.code, 2, &model, NULL, NULL));
    /* As an older header has the model. */
    model = w.model;
    model.struct_size = offsetof(F(sgmcmc_model), metric);
    REFUSES(&w, missing, F(sgmcmc_chain_step)(w.chain, &w.step, &w.code, NULL, 0, &model));
    CHECK(calls == the_host.calls + the_host.terms);
    goes_on(kind);
}

/* A step that explores asks for no temperature: what is missing is said before, all the same. */
static void needed_later(void)
{
    sgmcmc_chain_settings settings;
    settings_sgld(&settings);
    settings.sampler.step_size.kind = SGMCMC_SCHEDULE_CYCLICAL;
    settings.sampler.step_size.cycle_len = 10;
    settings.sampler.step_size.exploration = 0.5;
    settings.sampler.temperature.kind = SGMCMC_SCHEDULE_CALLBACK;
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

/* A rule's step size that is left out is as one of the host's, unless a schedule multiplies it. */
static void left_out(void)
{
    sgmcmc_chain_settings settings;
    settings_sgld(&settings);
    sgmcmc_schedule *const schedule = &settings.sampler.step_size;
    schedule->value = 0.0;
    schedule->kind = SGMCMC_SCHEDULE_POLYNOMIAL;
    ANSWERS(REFUSED_STEP_SIZE, F(sgmcmc_chain_size)(&w.size, &settings, DIM));
    schedule->kind = SGMCMC_SCHEDULE_CONSTANT;
    schedule->floor = 0.5;
    ANSWERS(REFUSED_STEP_SIZE, F(sgmcmc_chain_size)(&w.size, &settings, DIM));
    schedule->floor = 0.0;
    for (int how = 0; how < 2; how++) {
        schedule->kind = how == 0 ? SGMCMC_SCHEDULE_CALLBACK : SGMCMC_SCHEDULE_CONSTANT;
        world_make(&w, &settings);
        w.model.step_size = NULL;
        REFUSES(&w, SGMCMC_ERROR_NO_STEP_SIZE, F(sgmcmc_chain_step)(w.chain, &w.step, &w.code, NULL, 0, &w.model));
        REFUSES(&w, SGMCMC_ERROR_NO_STEP_SIZE, F(sgmcmc_chain_run)(w.chain, &w.code, 5, &w.model, NULL, NULL));
        ANSWERS(SGMCMC_OK, F(sgmcmc_chain_set_step_size)(w.chain, 1e-3));
        ANSWERS(SGMCMC_OK, F(sgmcmc_chain_run)(w.chain, &w.code, 2, &w.model, NULL, NULL));
        if (how == 0)
            memcpy(undisturbed.memory, w.memory, MEMORY_SIZE);
        CHECK(memcmp(w.memory, undisturbed.memory, MEMORY_SIZE) == 0);
    }
    /* Handed over to it, a chain wants one again. */
    ANSWERS(SGMCMC_OK, F(sgmcmc_chain_hand_over)(w.chain, MEMORY_SIZE, &settings));
    REFUSES(&w, SGMCMC_ERROR_NO_STEP_SIZE, F(sgmcmc_chain_step)(w.chain, &w.step, &w.code, NULL, 0, &w.model));
}

/* Lines say the value that is left out, and what they do not say may be said afterwards. */
static void left_out_of_a_text(void)
{
    static const char line[] = "sampler.step_size.shape.value = 0.001", other[] = "seed = 7";
    sgmcmc_chain_settings settings;
    settings_sgld(&settings);
    settings.sampler.step_size.value = 0.0;
    for (int again = 0; again < 2; again++) {
        ANSWERS(SGMCMC_OK, sgmcmc_settings_read(&settings, NULL, other, strlen(other), DIM));
        CHECK(settings.sampler.step_size.value == 0.0 && settings.sampler.step_size.kind == SGMCMC_SCHEDULE_CONSTANT);
        CHECK(settings.seed == 7);
    }
    sgmcmc_chain_settings said = settings;
    said.sampler.step_size.value = 1e-3;
    ANSWERS(SGMCMC_OK, F(sgmcmc_chain_size)(&w.size, &said, DIM));
    ANSWERS(SGMCMC_OK, sgmcmc_settings_read(&settings, NULL, line, strlen(line), DIM));
    CHECK(settings.sampler.step_size.value == 1e-3);
    ANSWERS(SGMCMC_OK, F(sgmcmc_chain_size)(&w.size, &settings, DIM));
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
    left_out();
    left_out_of_a_text();
    return check_failures != 0;
}
