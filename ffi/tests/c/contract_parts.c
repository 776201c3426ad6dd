/* Rules, schedules, estimators, clipping, priors and blocks whose settings are wrong: each with a status of its own. */
#include <math.h>
#include <stdint.h>

#include "world.h"

static world w;
static sgmcmc_chain_settings good;
static const double BAD[] = {(double)NAN, (double)INFINITY, -(double)INFINITY, -1.0, 0.0};
enum { BAD_COUNT = 5 };

/* Both functions that start a chain, and the one that hands over, must answer this status to `w.settings`. */
static void refused(sgmcmc_status status, const char *setting)
{
    int before = check_failures;
    REFUSES(&w, status, F(sgmcmc_chain_size)(&w.size, &w.settings, DIM));
    REFUSES(&w, status, F(sgmcmc_chain_init)(&w.chain, w.memory, MEMORY_SIZE, &w.settings, w.theta, DIM));
    REFUSES(&w, status, F(sgmcmc_chain_hand_over)(w.chain, MEMORY_SIZE, &w.settings));
    if (check_failures != before)
        fprintf(stderr, "  with %s\n", setting);
}

#define REFUSES_SETTING(status, name, value) \
    do {                                     \
        w.settings = good;                   \
        w.settings.name = (value);           \
        refused(status, #name " = " #value); \
    } while (0)

#define REFUSES_FIELD(status, object, name, value)       \
    do {                                                 \
        w.settings = good;                               \
        (object).name = (value);                         \
        refused(status, #object "." #name " = " #value); \
    } while (0)

static void rule_init(int32_t kind)
{
    ANSWERS(SGMCMC_OK, sgmcmc_rule_init(&w.rule, sizeof w.rule, kind));
}

static void langevin_init(int32_t drift, int32_t preconditioner)
{
    ANSWERS(SGMCMC_OK, rule_langevin(&w.rule, sizeof w.rule, drift, preconditioner));
}

static void decays(int32_t drift)
{
    langevin_init(drift, SGMCMC_PRECONDITIONER_IDENTITY);
    const sgmcmc_rule rule = w.rule;
    for (int i = 0; i < BAD_COUNT; i++) {
        /* 0 is the drift's own. */
        if (BAD[i] != 0.0)
            REFUSES_FIELD(REFUSED_DRIFT_SCALE, w.rule, drift_scale, BAD[i]);
        w.rule = rule;
        if (drift != SGMCMC_DRIFT_ADADELTA && BAD[i] != 0.0)
            REFUSES_FIELD(REFUSED_BETA1, w.rule, beta1, BAD[i]);
        w.rule = rule;
        if (drift == SGMCMC_DRIFT_ADADELTA && BAD[i] != 0.0)
            REFUSES_FIELD(REFUSED_RHO, w.rule, rho, BAD[i]);
        w.rule = rule;
        if (drift == SGMCMC_DRIFT_ADAM || drift == SGMCMC_DRIFT_ADAMAX)
            REFUSES_FIELD(REFUSED_BETA2, w.rule, beta2, BAD[i]);
        w.rule = rule;
        if (drift != SGMCMC_DRIFT_MOMENTUM && BAD[i] != 0.0)
            REFUSES_FIELD(REFUSED_LAMBDA, w.rule, lambda, BAD[i]);
        w.rule = rule;
    }
    if (drift == SGMCMC_DRIFT_ADADELTA) {
        REFUSES_FIELD(REFUSED_RHO, w.rule, rho, 1.0);
        return;
    }
    REFUSES_FIELD(REFUSED_BETA1, w.rule, beta1, 1.0);
    w.rule.beta1 = 0.9;
    if (drift == SGMCMC_DRIFT_MOMENTUM)
        return;
    REFUSES_FIELD(REFUSED_BETA2, w.rule, beta2, 0.8);
    REFUSES_FIELD(REFUSED_BETA2, w.rule, beta2, 1.0);
}

static void rules(void)
{
    good.rule = &w.rule;
    for (int i = 0; i < 3; i++) {
        const int32_t outside[] = {-1, 8, INT32_MAX};
        rule_init(SGMCMC_RULE_SGHMC);
        REFUSES_FIELD(REFUSED_RULE_KIND, w.rule, kind, outside[i]);
        rule_init(SGMCMC_RULE_LANGEVIN);
        REFUSES_FIELD(REFUSED_DRIFT_KIND, w.rule, drift, outside[i]);
        rule_init(SGMCMC_RULE_SGHMC);
        REFUSES_FIELD(REFUSED_MOMENTUM_FORM, w.rule, momentum_form, outside[i]);
        rule_init(SGMCMC_RULE_LANGEVIN);
        REFUSES_FIELD(REFUSED_PRECONDITIONER_KIND, w.rule, preconditioner, outside[i]);
        rule_init(SGMCMC_RULE_SGHMC);
        REFUSES_FIELD(SGMCMC_ERROR_FLAG, w.rule, reflect, outside[i]);
        rule_init(SGMCMC_RULE_SGHMC);
        REFUSES_FIELD(SGMCMC_ERROR_FLAG, w.rule, draw_velocity, outside[i]);
        rule_init(SGMCMC_RULE_SGHMC);
        REFUSES_FIELD(SGMCMC_ERROR_FLAG, w.rule, thermostat_per_coordinate, outside[i]);
        rule_init(SGMCMC_RULE_SGHMC);
        REFUSES_FIELD(REFUSED_SPLITTING, w.rule, splitting, outside[i]);
        rule_init(SGMCMC_RULE_SGHMC);
        REFUSES_FIELD(REFUSED_GRADIENT_SCALE, w.rule, gradient_scale, outside[i]);
    }
    for (int32_t drift = SGMCMC_DRIFT_MOMENTUM; drift <= SGMCMC_DRIFT_ADADELTA; drift++)
        decays(drift);
    /* Fails where a drift was added, whose ranges are to be tested above. */
    rule_init(SGMCMC_RULE_LANGEVIN);
    REFUSES_FIELD(REFUSED_DRIFT_KIND, w.rule, drift, SGMCMC_DRIFT_ADADELTA + 1);
    for (int i = 0; i < BAD_COUNT; i++) {
        const int32_t kinds[] = {SGMCMC_RULE_SGHMC, SGMCMC_RULE_ABOBA, SGMCMC_RULE_SGNHT, SGMCMC_RULE_BAOAB};
        for (int kind = 0; kind < 4; kind++) {
            rule_init(kinds[kind]);
            REFUSES_FIELD(REFUSED_FRICTION, w.rule, friction, BAD[i]);
            rule_init(kinds[kind]);
            REFUSES_FIELD(REFUSED_FRICTION, w.rule, friction, 1.001);
        }
        rule_init(SGMCMC_RULE_SGHMC);
        if (BAD[i] != 0.0)
            REFUSES_FIELD(REFUSED_NOISE_ESTIMATE, w.rule, noise_estimate, BAD[i]);
        rule_init(SGMCMC_RULE_ADAM);
        if (BAD[i] != 0.0)
            REFUSES_FIELD(REFUSED_LAMBDA, w.rule, lambda, BAD[i]);
        rule_init(SGMCMC_RULE_ADAM);
        REFUSES_FIELD(REFUSED_BETA2, w.rule, beta2, BAD[i]);
        langevin_init(SGMCMC_DRIFT_NONE, SGMCMC_PRECONDITIONER_ADAGRAD);
        REFUSES_FIELD(REFUSED_PRECONDITIONER_LAMBDA, w.rule, preconditioner_lambda, BAD[i]);
        langevin_init(SGMCMC_DRIFT_NONE, SGMCMC_PRECONDITIONER_RMSPROP);
        REFUSES_FIELD(REFUSED_PRECONDITIONER_LAMBDA, w.rule, preconditioner_lambda, BAD[i]);
        w.rule.preconditioner_lambda = 1e-5;
        if (BAD[i] != 0.0)
            REFUSES_FIELD(REFUSED_PRECONDITIONER_BETA, w.rule, preconditioner_beta, BAD[i]);
    }
    rule_init(SGMCMC_RULE_SGHMC);
    REFUSES_FIELD(REFUSED_NOISE_ESTIMATE, w.rule, noise_estimate, 0.101);

    langevin_init(SGMCMC_DRIFT_NONE, SGMCMC_PRECONDITIONER_DIAGONAL);
    refused(SGMCMC_ERROR_NULL_POINTER, "no diagonal");
    w.rule.preconditioner_values = (const double *)(const void *)(w.memory + 64);
    w.settings = good;
    REFUSES(&w, SGMCMC_ERROR_OVERLAP, F(sgmcmc_chain_hand_over)(w.chain, MEMORY_SIZE, &w.settings));
    w.rule.preconditioner_values = w.values;
    for (int i = 0; i < DIM * DIM; i++)
        w.values[i] = 1.0;
    for (int i = 0; i < BAD_COUNT; i++) {
        w.values[DIM - 1] = BAD[i];
        refused(REFUSED_PRECONDITIONER_DIAGONAL, "a bad diagonal");
        w.values[DIM - 1] = 1.0;
    }
    w.rule.preconditioner = SGMCMC_PRECONDITIONER_DENSE;
    for (int i = 0; i < BAD_COUNT; i++) {
        w.values[DIM * DIM - 1] = BAD[i];
        refused(REFUSED_PRECONDITIONER_FACTOR, "a bad factor");
        w.values[DIM * DIM - 1] = 1.0;
    }
    w.rule.preconditioner_values = NULL;
    refused(SGMCMC_ERROR_NULL_POINTER, "no factor");
    rule_init(SGMCMC_RULE_LATTICE);
    REFUSES_SETTING(REFUSED_TEMPERATURE, temperature, 0.0);
    REFUSES_FIELD(REFUSED_PRECONDITIONER_KIND, w.rule, preconditioner,
                  SGMCMC_PRECONDITIONER_POSITION_DEPENDENT_DENSE);
    w.rule.preconditioner_values = w.values;
    REFUSES_FIELD(REFUSED_PRECONDITIONER_KIND, w.rule, preconditioner, SGMCMC_PRECONDITIONER_DENSE);
    rule_init(SGMCMC_RULE_SGHMC);
    REFUSES_FIELD(SGMCMC_ERROR_STRUCT_TOO_NEW, w.rule, reserved, 1);
    w.rule.reserved = 0;
    REFUSES_FIELD(SGMCMC_ERROR_STRUCT_SIZE, w.rule, struct_size, 0);
    REFUSES_FIELD(SGMCMC_ERROR_STRUCT_TOO_NEW, w.rule, struct_size, 4104);
    good.rule = (const sgmcmc_rule *)(const void *)((const char *)&w.rule + 1);
    w.settings = good;
    refused(SGMCMC_ERROR_MEMORY_MISALIGNED, "a misaligned rule");
    good.rule = NULL;
}

static void schedule_init(int32_t kind)
{
    ANSWERS(SGMCMC_OK, sgmcmc_schedule_init(&w.schedule, sizeof w.schedule));
    w.schedule.kind = kind;
    w.schedule.period = w.schedule.cycle_len = 5;
    schedule_for_its_kind(&w.schedule);
}

static void schedules(void)
{
    const sgmcmc_status leading[] = {REFUSED_STEP_SIZE, REFUSED_TEMPERATURE};
    for (int which = 0; which < 2; which++) {
        settings_sgld(&good);
        *(which == 0 ? &good.step_size_schedule : &good.temperature_schedule) = &w.schedule;
        for (int32_t kind = 0; kind < KINDS_AT_MOST; kind++) {
            if (!is_schedule(kind))
                continue;
            schedule_init(kind);
            const sgmcmc_schedule schedule = w.schedule;
            for (int i = 0; i < BAD_COUNT; i++) {
                /* A step size of 0 is left out, unless something multiplies it. */
                if (which == 0 && !(kind == SGMCMC_SCHEDULE_CONSTANT && BAD[i] == 0.0))
                    REFUSES_SETTING(leading[0], step_size, BAD[i]);
                if (which == 1 && BAD[i] != 0.0)
                    REFUSES_SETTING(leading[1], temperature, BAD[i]);
                if (BAD[i] != 0.0)
                    REFUSES_FIELD(REFUSED_SCHEDULE_FLOOR, w.schedule, floor, BAD[i]);
                w.schedule = schedule;
                if (kind == SGMCMC_SCHEDULE_POLYNOMIAL) {
                    REFUSES_FIELD(REFUSED_SCHEDULE_OFFSET, w.schedule, offset, BAD[i]);
                    w.schedule = schedule;
                    REFUSES_FIELD(REFUSED_SCHEDULE_EXPONENT, w.schedule, exponent, BAD[i]);
                } else if (kind == SGMCMC_SCHEDULE_STEP_DECAY) {
                    REFUSES_FIELD(REFUSED_SCHEDULE_FACTOR, w.schedule, factor, BAD[i]);
                } else if (kind == SGMCMC_SCHEDULE_CYCLICAL && BAD[i] != 0.0) {
                    REFUSES_FIELD(REFUSED_EXPLORATION, w.schedule, exploration, BAD[i]);
                }
                w.schedule = schedule;
            }
        }
        schedule_init(SGMCMC_SCHEDULE_CYCLICAL);
        REFUSES_FIELD(REFUSED_EXPLORATION, w.schedule, exploration, 1.0);
        REFUSES_FIELD(REFUSED_EXPLORATION, w.schedule, exploration, 0.81);
        w.schedule.exploration = 0.0;
        REFUSES_FIELD(REFUSED_CYCLE_LEN, w.schedule, cycle_len, 0);
        schedule_init(SGMCMC_SCHEDULE_STEP_DECAY);
        REFUSES_FIELD(REFUSED_SCHEDULE_PERIOD, w.schedule, period, 0);
        w.schedule.period = 5;
        REFUSES_FIELD(REFUSED_SCHEDULE_FACTOR, w.schedule, factor, 1.01);
        schedule_init(SGMCMC_SCHEDULE_POLYNOMIAL);
        REFUSES_FIELD(REFUSED_SCHEDULE_EXPONENT, w.schedule, exponent, 0.5);
        REFUSES_FIELD(REFUSED_SCHEDULE_EXPONENT, w.schedule, exponent, 1.01);
        REFUSES_FIELD(REFUSED_SCHEDULE_KIND, w.schedule, kind, 5);
        /* What a callback gives is used as it is. */
        schedule_init(SGMCMC_SCHEDULE_CALLBACK);
        good.step_size = which == 0 ? 0.0 : good.step_size;
        REFUSES_FIELD(REFUSED_SCHEDULE_FLOOR, w.schedule, floor, 0.5);
        w.schedule.floor = 0.0;
        REFUSES_FIELD(REFUSED_SCHEDULE_WARM_UP, w.schedule, warm_up, 1);
        w.schedule.warm_up = 0;
        REFUSES_FIELD(SGMCMC_ERROR_STRUCT_SIZE, w.schedule, struct_size, 4);
    }
    REFUSES(&w, SGMCMC_ERROR_NULL_POINTER, sgmcmc_schedule_init(NULL, sizeof w.schedule));
    REFUSES(&w, SGMCMC_ERROR_STRUCT_SIZE, sgmcmc_schedule_init(&w.schedule, 12));
    ANSWERS(SGMCMC_OK, sgmcmc_schedule_init(&w.schedule, sizeof w.schedule));
    REFUSES(&w, SGMCMC_ERROR_NULL_POINTER, sgmcmc_schedule_at(NULL, &w.flag, &w.schedule, 3));
    REFUSES(&w, SGMCMC_ERROR_NULL_POINTER, sgmcmc_schedule_at(&w.number, &w.flag, NULL, 3));
    REFUSES(&w, SGMCMC_ERROR_OVERLAP, sgmcmc_schedule_at(&w.schedule.offset, &w.flag, &w.schedule, 3));
    w.schedule.kind = SGMCMC_SCHEDULE_CYCLICAL;
    REFUSES(&w, REFUSED_CYCLE_LEN, sgmcmc_schedule_at(&w.number, &w.flag, &w.schedule, 3));
    w.schedule.kind = SGMCMC_SCHEDULE_CALLBACK;
    REFUSES(&w, REFUSED_SCHEDULE_KIND, sgmcmc_schedule_at(&w.number, &w.flag, &w.schedule, 3));
}

static void estimators(void)
{
    settings_sgld(&good);
    good.estimator = SGMCMC_ESTIMATOR_PRACTICAL;
    good.anchor_interval = 5;
    REFUSES_SETTING(REFUSED_ANCHOR_LEN, anchor_len, 0);
    REFUSES_SETTING(REFUSED_ANCHOR_LEN, anchor_len, BATCH_LEN);
    REFUSES_SETTING(REFUSED_ANCHOR_LEN, anchor_len, DATA_LEN + 1);
    good.anchor_len = BATCH_LEN + 1;
    REFUSES_SETTING(REFUSED_ANCHOR_INTERVAL, anchor_interval, 0);
    REFUSES_SETTING(REFUSED_ESTIMATOR_KIND, batch, SGMCMC_BATCH_WITH_REPLACEMENT);
    REFUSES_SETTING(REFUSED_ESTIMATOR_KIND, estimator, 5);
    good.estimator = SGMCMC_ESTIMATOR_SVRG;
    good.anchor_len = 0;
    REFUSES_SETTING(REFUSED_ANCHOR_INTERVAL, anchor_interval, 0);
    settings_metropolis(&good, SGMCMC_PROPOSAL_RSGLD);
    REFUSES_SETTING(REFUSED_ESTIMATOR_KIND, estimator, SGMCMC_ESTIMATOR_SAGA);
    settings_sgld(&good);
    good.estimator = SGMCMC_ESTIMATOR_SAGA;
    good.batch_len = 0;
    REFUSES_SETTING(REFUSED_ESTIMATOR_KIND, batch, SGMCMC_BATCH_CALLER);
    good.batch_len = BATCH_LEN;
    REFUSES_SETTING(REFUSED_SAGA_EPOCHS, batch, SGMCMC_BATCH_EPOCHS);
    good.estimator = SGMCMC_ESTIMATOR_FIXED_CENTRE;
    for (int i = 0; i < 3; i++) {
        memset(w.others, 0, sizeof w.others);
        w.others[1] = BAD[i];
        REFUSES_SETTING(REFUSED_CENTRE, centre, w.others);
    }
    settings_sgld(&good);
    for (int32_t clipping = SGMCMC_CLIPPING_NORM; clipping <= SGMCMC_CLIPPING_ELEMENT; clipping++) {
        good.clipping = clipping;
        for (int i = 0; i < BAD_COUNT; i++)
            REFUSES_SETTING(REFUSED_CLIPPING_LIMIT, clipping_limit, BAD[i]);
    }
}

static void priors(void)
{
    settings_sgld(&good);
    good.prior = SGMCMC_PRIOR_GAUSSIAN_VECTOR;
    good.prior_means = w.values;
    good.prior_precisions = w.others;
    for (int i = 0; i < DIM; i++)
        w.values[i] = w.others[i] = 1.0;
    REFUSES_SETTING(SGMCMC_ERROR_NULL_POINTER, prior_means, NULL);
    REFUSES_SETTING(SGMCMC_ERROR_NULL_POINTER, prior_precisions, NULL);
    for (int i = 0; i < BAD_COUNT; i++) {
        w.others[DIM - 1] = BAD[i];
        REFUSES_SETTING(REFUSED_PRIOR_PRECISIONS, prior, SGMCMC_PRIOR_GAUSSIAN_VECTOR);
        w.others[DIM - 1] = 1.0;
        w.values[DIM - 1] = i < 3 ? BAD[i] : (double)NAN;
        REFUSES_SETTING(REFUSED_PRIOR_MEANS, prior, SGMCMC_PRIOR_GAUSSIAN_VECTOR);
        w.values[DIM - 1] = 1.0;
    }
    settings_sgld(&good);
    good.prior = SGMCMC_PRIOR_SPIKE_AND_SLAB;
    good.slab_weight = 0.1;
    good.slab_deviation = 1.0;
    good.spike_deviation = 0.1;
    for (int i = 0; i < BAD_COUNT; i++) {
        REFUSES_SETTING(REFUSED_SLAB_WEIGHT, slab_weight, BAD[i]);
        REFUSES_SETTING(REFUSED_SLAB_DEVIATION, slab_deviation, BAD[i]);
        REFUSES_SETTING(REFUSED_SLAB_DEVIATION, spike_deviation, BAD[i]);
    }
    REFUSES_SETTING(REFUSED_SLAB_WEIGHT, slab_weight, 1.0);
    REFUSES_SETTING(REFUSED_SLAB_DEVIATION, spike_deviation, 1.0);
}

static void blocks(void)
{
    const sgmcmc_block block = {.start = 1, .len = 2, .step_size_factor = 1.0};
    settings_sgld(&good);
    good.prior = SGMCMC_PRIOR_FLAT;
    good.blocks = w.blocks;
    good.block_count = 2;
    good.block_size = sizeof w.blocks[0];
    w.blocks[0] = w.blocks[1] = block;
    w.blocks[1].start = 3;
    const sgmcmc_block second = w.blocks[1];
    REFUSES_SETTING(SGMCMC_ERROR_NULL_POINTER, blocks, NULL);
    REFUSES_SETTING(SGMCMC_ERROR_STRUCT_SIZE, block_size, 0);
    REFUSES_SETTING(SGMCMC_ERROR_STRUCT_SIZE, block_size, sizeof w.blocks[0] - 1);
    REFUSES_SETTING(SGMCMC_ERROR_STRUCT_TOO_NEW, block_size, 4104);
    REFUSES_SETTING(SGMCMC_ERROR_LENGTH_TOO_LARGE, block_count, SIZE_MAX / 2);
    REFUSES_FIELD(REFUSED_BLOCK_RANGE, w.blocks[1], len, 0);
    REFUSES_FIELD(REFUSED_BLOCK_RANGE, w.blocks[1], len, 3);
    REFUSES_FIELD(REFUSED_BLOCK_RANGE, w.blocks[1], len, SIZE_MAX);
    w.blocks[1] = second;
    REFUSES_FIELD(REFUSED_BLOCK_OVERLAP, w.blocks[1], start, 2);
    REFUSES_FIELD(REFUSED_BLOCK_OVERLAP, w.blocks[1], start, 0);
    w.blocks[1] = second;
    for (int i = 0; i < BAD_COUNT; i++)
        REFUSES_FIELD(REFUSED_BLOCK_FACTOR, w.blocks[1], step_size_factor, BAD[i]);
    w.blocks[1] = second;
    REFUSES_FIELD(SGMCMC_ERROR_FLAG, w.blocks[1], frozen, 2);
    w.blocks[1] = second;
    REFUSES_FIELD(unused_setting("prior_precision", 1), w.blocks[1], prior_precision, 16.0);
    w.blocks[1] = second;
    REFUSES_FIELD(REFUSED_PRIOR_KIND, w.blocks[1], prior, 6);
    REFUSES_FIELD(REFUSED_BLOCK_PRIOR, w.blocks[1], prior, SGMCMC_PRIOR_CALLBACK);
    REFUSES_FIELD(REFUSED_BLOCK_PRIOR, w.blocks[1], prior, SGMCMC_PRIOR_GAUSSIAN_VECTOR);
    REFUSES_FIELD(REFUSED_PRIOR_PRECISION, w.blocks[1], prior, SGMCMC_PRIOR_GAUSSIAN);
    REFUSES_FIELD(REFUSED_SLAB_WEIGHT, w.blocks[1], prior, SGMCMC_PRIOR_SPIKE_AND_SLAB);
    w.blocks[1].prior = SGMCMC_PRIOR_FLAT;
    REFUSES_SETTING(REFUSED_BLOCK_PRIOR, prior, SGMCMC_PRIOR_CALLBACK);
    good.rule = &w.rule;
    rule_init(SGMCMC_RULE_RECIPE);
    REFUSES_FIELD(REFUSED_BLOCK_SAMPLER, w.blocks[0], step_size_factor, 2.0);
    langevin_init(SGMCMC_DRIFT_NONE, SGMCMC_PRECONDITIONER_POSITION_DEPENDENT_DENSE);
    w.blocks[0].step_size_factor = 1.0;
    REFUSES_FIELD(REFUSED_BLOCK_SAMPLER, w.blocks[0], frozen, 1);

    /* As many as there are parameters. */
    static sgmcmc_block many[1000];
    for (size_t i = 0; i < sizeof many / sizeof *many; i++)
        many[i] = (sgmcmc_block){.start = i, .len = 1, .step_size_factor = 1.0};
    settings_sgld(&good);
    good.blocks = many;
    good.block_size = sizeof *many;
    good.block_count = sizeof many / sizeof *many;
    ANSWERS(SGMCMC_OK, F(sgmcmc_chain_size)(&w.size, &good, sizeof many / sizeof *many));
    ANSWERS(REFUSED_BLOCK_RANGE, F(sgmcmc_chain_size)(&w.size, &good, sizeof many / sizeof *many - 1));
}

int main(void)
{
    settings_sgld(&good);
    world_make(&w, &good);
    rules();
    schedules();
    estimators();
    priors();
    blocks();
    return check_failures != 0;
}
