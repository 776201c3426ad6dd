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

#define ONE(path, used, refusal, ...) 1 +
#define RANGE(path, used, refusal, ...)                                                    \
    {                                                                                      \
        const sgmcmc_chain_settings *const it = &good;                                     \
        const double outside[] = {__VA_ARGS__};                                            \
        tried[row] = tried[row] || (used);                                                 \
        for (size_t i = 0; (used) && i < sizeof outside / sizeof *outside; i++)            \
            REFUSES_SETTING(refusal, path, outside[i]);                                    \
        (void)it, row++;                                                                   \
    }

static void rule_init(int32_t kind)
{
    ANSWERS(SGMCMC_OK, sgmcmc_rule_init(&good.sampler.rule, sizeof good.sampler.rule, kind));
}

static void langevin_init(int32_t drift, int32_t preconditioner)
{
    ANSWERS(SGMCMC_OK, rule_langevin(&good.sampler.rule, drift, preconditioner));
}

/* Enums and flags outside their range, where a kind uses them and where none does. */
static void rule_kinds(int32_t outside)
{
    rule_init(SGMCMC_RULE_LANGEVIN);
    REFUSES_SETTING(REFUSED_DRIFT_KIND, sampler.rule.drift.kind, outside);
    REFUSES_SETTING(REFUSED_PRECONDITIONER_KIND, sampler.rule.preconditioner.kind, outside);
    langevin_init(SGMCMC_DRIFT_MOMENTUM, SGMCMC_PRECONDITIONER_RMSPROP);
    REFUSES_SETTING(REFUSED_MOMENTUM_FORM, sampler.rule.drift.form, outside);
    REFUSES_SETTING(REFUSED_GRADIENT_SCALE, sampler.rule.preconditioner.scale, outside);
    langevin_init(SGMCMC_DRIFT_NONE, SGMCMC_PRECONDITIONER_POSITION_DEPENDENT);
    REFUSES_SETTING(SGMCMC_ERROR_FLAG, sampler.rule.preconditioner.reflect, outside);
    rule_init(SGMCMC_RULE_SGNHT);
    REFUSES_SETTING(REFUSED_THERMOSTAT_KIND, sampler.rule.thermostat, outside);
    REFUSES_SETTING(REFUSED_SPLITTING, sampler.rule.splitting, outside);
    rule_init(SGMCMC_RULE_SGHMC);
    REFUSES_SETTING(REFUSED_RULE_KIND, sampler.rule.kind, outside);
    REFUSES_SETTING(REFUSED_VELOCITY_KIND, sampler.rule.velocity, outside);
}

/* A schedule of the good settings, with whatever no default is there for. */
static void schedule_init(sgmcmc_schedule *schedule, int32_t kind)
{
    ANSWERS(SGMCMC_OK, sgmcmc_schedule_init(schedule, sizeof *schedule));
    schedule->kind = kind;
    schedule->value = 0.01;
    schedule->period = schedule->cycle_len = 5;
    settings_for_their_kinds(&good);
}

enum { RANGE_COUNT = SGMCMC_RANGES(ONE) 0 };
static bool tried[RANGE_COUNT];

/* Numbers outside their ranges, of all that the good settings use. */
static void ranges_of_good(void)
{
    size_t row = 0;
    SGMCMC_RANGES(RANGE)
}

/* Every number whose entry has a range. */
static void ranges(void)
{
    for (int32_t kind = SGMCMC_RULE_LANGEVIN; kind <= SGMCMC_RULE_ADAM; kind++) {
        settings_sgld(&good);
        rule_init(kind);
        ranges_of_good();
    }
    for (int32_t drift = SGMCMC_DRIFT_NONE; drift <= SGMCMC_DRIFT_ADADELTA; drift++) {
        settings_sgld(&good);
        langevin_init(drift, drift % 2 == 0 ? SGMCMC_PRECONDITIONER_RMSPROP : SGMCMC_PRECONDITIONER_ADAGRAD);
        ranges_of_good();
    }
    for (int32_t kind = 0; kind < KINDS_AT_MOST; kind++) {
        if (!is_schedule(kind))
            continue;
        settings_sgld(&good);
        schedule_init(&good.sampler.step_size, kind);
        ranges_of_good();
        settings_sgld(&good);
        schedule_init(&good.sampler.temperature, kind);
        ranges_of_good();
    }
    for (int32_t proposal = SGMCMC_PROPOSAL_RANDOM_WALK; proposal <= SGMCMC_PROPOSAL_HMC; proposal++) {
        settings_metropolis(&good, proposal);
        ranges_of_good();
    }
    settings_sgld(&good);
    good.prior.kind = SGMCMC_PRIOR_GAUSSIAN;
    good.estimator.kind = SGMCMC_ESTIMATOR_SVRG;
    good.estimator.interval = 5;
    ranges_of_good();
    good.prior.kind = SGMCMC_PRIOR_SPIKE_AND_SLAB;
    good.prior.slab_deviation = 1.0;
    good.prior.spike_deviation = 0.1;
    good.prior.slab_weight = 0.1;
    good.estimator.kind = SGMCMC_ESTIMATOR_PRACTICAL;
    good.estimator.anchor_len = BATCH_LEN + 1;
    good.estimator.interval = 5;
    ranges_of_good();
    for (size_t row = 0; row < RANGE_COUNT; row++)
        CHECK(tried[row]);
}

static void rules(void)
{
    const int32_t outside[] = {-1, 8, INT32_MAX};
    for (int i = 0; i < 3; i++)
        rule_kinds(outside[i]);
    langevin_init(SGMCMC_DRIFT_ADAM, SGMCMC_PRECONDITIONER_IDENTITY);
    REFUSES_SETTING(REFUSED_BETA2, sampler.rule.drift.beta2, 0.8);
    rule_init(SGMCMC_RULE_ADAM);
    REFUSES_SETTING(REFUSED_BETA2, sampler.rule.beta2, 0.8);
    rule_init(SGMCMC_RULE_SGHMC);
    REFUSES_SETTING(REFUSED_NOISE_ESTIMATE, sampler.rule.noise_estimate, 0.101);

    langevin_init(SGMCMC_DRIFT_NONE, SGMCMC_PRECONDITIONER_DIAGONAL);
    REFUSES_SETTING(SGMCMC_ERROR_NULL_POINTER, sampler.rule.preconditioner.values, NULL);
    w.settings.sampler.rule.preconditioner.values = (const double *)(const void *)(w.memory + 64);
    REFUSES(&w, SGMCMC_ERROR_OVERLAP, F(sgmcmc_chain_hand_over)(w.chain, MEMORY_SIZE, &w.settings));
    for (int i = 0; i < DIM * DIM; i++)
        w.values[i] = 1.0;
    for (int i = 0; i < BAD_COUNT; i++) {
        w.values[DIM - 1] = BAD[i];
        REFUSES_SETTING(REFUSED_PRECONDITIONER_DIAGONAL, sampler.rule.preconditioner.values, w.values);
        w.values[DIM - 1] = 1.0;
    }
    langevin_init(SGMCMC_DRIFT_NONE, SGMCMC_PRECONDITIONER_DENSE);
    for (int i = 0; i < BAD_COUNT; i++) {
        w.values[DIM * DIM - 1] = BAD[i];
        REFUSES_SETTING(REFUSED_PRECONDITIONER_FACTOR, sampler.rule.preconditioner.values, w.values);
        w.values[DIM * DIM - 1] = 1.0;
    }
    REFUSES_SETTING(SGMCMC_ERROR_NULL_POINTER, sampler.rule.preconditioner.values, NULL);
    rule_init(SGMCMC_RULE_LATTICE);
    REFUSES_SETTING(REFUSED_TEMPERATURE, sampler.temperature.value, 0.0);
    REFUSES_SETTING(REFUSED_PRECONDITIONER_KIND, sampler.rule.preconditioner.kind,
                    SGMCMC_PRECONDITIONER_POSITION_DEPENDENT_DENSE);
    good.sampler.rule.preconditioner.values = w.values;
    REFUSES_SETTING(REFUSED_PRECONDITIONER_KIND, sampler.rule.preconditioner.kind, SGMCMC_PRECONDITIONER_DENSE);
}

static void schedules(void)
{
    const sgmcmc_status leading[] = {REFUSED_STEP_SIZE, REFUSED_TEMPERATURE};
    for (int which = 0; which < 2; which++) {
        settings_sgld(&good);
        sgmcmc_schedule *const of_good = which == 0 ? &good.sampler.step_size : &good.sampler.temperature;
        sgmcmc_schedule *const schedule = which == 0 ? &w.settings.sampler.step_size : &w.settings.sampler.temperature;
        for (int32_t kind = 0; kind < KINDS_AT_MOST; kind++) {
            if (!is_schedule(kind))
                continue;
            schedule_init(of_good, kind);
            for (int i = 0; i < BAD_COUNT; i++) {
                /* A step size of 0 is left out, unless something multiplies it. */
                if (which == 0 ? !(kind == SGMCMC_SCHEDULE_CONSTANT && BAD[i] == 0.0) : BAD[i] != 0.0)
                    REFUSES_FIELD(leading[which], *schedule, value, BAD[i]);
            }
        }
        schedule_init(of_good, SGMCMC_SCHEDULE_CYCLICAL);
        REFUSES_FIELD(REFUSED_EXPLORATION, *schedule, exploration, 1.0);
        REFUSES_FIELD(REFUSED_EXPLORATION, *schedule, exploration, 0.81);
        schedule_init(of_good, SGMCMC_SCHEDULE_POLYNOMIAL);
        REFUSES_FIELD(REFUSED_SCHEDULE_KIND, *schedule, kind, KINDS_AT_MOST);
        /* What a callback gives is used as it is. */
        schedule_init(of_good, SGMCMC_SCHEDULE_CALLBACK);
        REFUSES_FIELD(REFUSED_SCHEDULE_FLOOR, *schedule, floor, 0.5);
        REFUSES_FIELD(REFUSED_SCHEDULE_WARM_UP, *schedule, warm_up, 1);
    }
    REFUSES(&w, SGMCMC_ERROR_NULL_POINTER, sgmcmc_schedule_init(NULL, sizeof w.schedule));
    REFUSES(&w, SGMCMC_ERROR_STRUCT_SIZE, sgmcmc_schedule_init(&w.schedule, 12));
    ANSWERS(SGMCMC_OK, sgmcmc_schedule_init(&w.schedule, sizeof w.schedule));
    REFUSES(&w, REFUSED_TEMPERATURE, sgmcmc_schedule_at(&w.number, &w.flag, &w.schedule, 3));
    w.schedule.value = 1.0;
    REFUSES(&w, SGMCMC_ERROR_NULL_POINTER, sgmcmc_schedule_at(NULL, &w.flag, &w.schedule, 3));
    REFUSES(&w, SGMCMC_ERROR_NULL_POINTER, sgmcmc_schedule_at(&w.number, &w.flag, NULL, 3));
    REFUSES(&w, SGMCMC_ERROR_OVERLAP, sgmcmc_schedule_at(&w.schedule.offset, &w.flag, &w.schedule, 3));
    w.schedule.reserved2[0] = 1;
    REFUSES(&w, SGMCMC_ERROR_STRUCT_TOO_NEW, sgmcmc_schedule_at(&w.number, &w.flag, &w.schedule, 3));
    w.schedule.reserved2[0] = 0;
    w.schedule.kind = SGMCMC_SCHEDULE_CYCLICAL;
    REFUSES(&w, REFUSED_CYCLE_LEN, sgmcmc_schedule_at(&w.number, &w.flag, &w.schedule, 3));
    w.schedule.kind = SGMCMC_SCHEDULE_CALLBACK;
    REFUSES(&w, REFUSED_SCHEDULE_KIND, sgmcmc_schedule_at(&w.number, &w.flag, &w.schedule, 3));
}

static void estimators(void)
{
    settings_sgld(&good);
    good.estimator.kind = SGMCMC_ESTIMATOR_PRACTICAL;
    good.estimator.interval = 5;
    REFUSES_SETTING(REFUSED_ANCHOR_LEN, estimator.anchor_len, 0);
    REFUSES_SETTING(REFUSED_ANCHOR_LEN, estimator.anchor_len, BATCH_LEN);
    REFUSES_SETTING(REFUSED_ANCHOR_LEN, estimator.anchor_len, DATA_LEN + 1);
    good.estimator.anchor_len = BATCH_LEN + 1;
    REFUSES_SETTING(REFUSED_ESTIMATOR_KIND, batch.kind, SGMCMC_BATCH_WITH_REPLACEMENT);
    REFUSES_SETTING(REFUSED_ESTIMATOR_KIND, estimator.kind, KINDS_AT_MOST);
    settings_metropolis(&good, SGMCMC_PROPOSAL_RSGLD);
    REFUSES_SETTING(REFUSED_ESTIMATOR_KIND, estimator.kind, SGMCMC_ESTIMATOR_SAGA);
    settings_sgld(&good);
    good.estimator.kind = SGMCMC_ESTIMATOR_SAGA;
    good.batch.len = 0;
    REFUSES_SETTING(REFUSED_ESTIMATOR_KIND, batch.kind, SGMCMC_BATCH_CALLER);
    good.batch.len = BATCH_LEN;
    REFUSES_SETTING(REFUSED_SAGA_EPOCHS, batch.kind, SGMCMC_BATCH_EPOCHS);
    good.estimator.kind = SGMCMC_ESTIMATOR_FIXED_CENTRE;
    for (int i = 0; i < 3; i++) {
        memset(w.others, 0, sizeof w.others);
        w.others[1] = BAD[i];
        REFUSES_SETTING(REFUSED_CENTRE, estimator.centre, w.others);
    }
    settings_sgld(&good);
    for (int32_t clipping = SGMCMC_CLIPPING_NORM; clipping <= SGMCMC_CLIPPING_ELEMENT; clipping++) {
        good.clipping.kind = clipping;
        for (int i = 0; i < BAD_COUNT; i++)
            REFUSES_SETTING(REFUSED_CLIPPING_LIMIT, clipping.limit, BAD[i]);
    }
}

static void priors(void)
{
    settings_sgld(&good);
    good.prior.kind = SGMCMC_PRIOR_GAUSSIAN_VECTOR;
    good.prior.means = w.values;
    good.prior.precisions = w.others;
    for (int i = 0; i < DIM; i++)
        w.values[i] = w.others[i] = 1.0;
    REFUSES_SETTING(SGMCMC_ERROR_NULL_POINTER, prior.means, NULL);
    REFUSES_SETTING(SGMCMC_ERROR_NULL_POINTER, prior.precisions, NULL);
    for (int i = 0; i < BAD_COUNT; i++) {
        w.others[DIM - 1] = BAD[i];
        REFUSES_SETTING(REFUSED_PRIOR_PRECISIONS, prior.kind, SGMCMC_PRIOR_GAUSSIAN_VECTOR);
        w.others[DIM - 1] = 1.0;
        w.values[DIM - 1] = i < 3 ? BAD[i] : (double)NAN;
        REFUSES_SETTING(REFUSED_PRIOR_MEANS, prior.kind, SGMCMC_PRIOR_GAUSSIAN_VECTOR);
        w.values[DIM - 1] = 1.0;
    }
    settings_sgld(&good);
    good.prior.kind = SGMCMC_PRIOR_SPIKE_AND_SLAB;
    good.prior.slab_weight = 0.1;
    good.prior.slab_deviation = 1.0;
    good.prior.spike_deviation = 0.1;
    for (int i = 0; i < BAD_COUNT; i++) {
        REFUSES_SETTING(REFUSED_SLAB_DEVIATION, prior.slab_deviation, BAD[i]);
        REFUSES_SETTING(REFUSED_SLAB_DEVIATION, prior.spike_deviation, BAD[i]);
    }
    REFUSES_SETTING(REFUSED_SLAB_DEVIATION, prior.spike_deviation, 1.0);
}

/* Room for later fields, in every struct: 0. */
static void rooms(void)
{
#define ROOM(path, value, used) {#path, offsetof(sgmcmc_chain_settings, path)},
    static const struct {
        const char *name;
        size_t at;
    } all[] = {SGMCMC_CHAIN_SETTINGS_FIELDS(NOTHING, ROOM)};
    settings_sgld(&good);
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        w.settings = good;
        *((unsigned char *)&w.settings + all[i].at) = 1;
        refused(SGMCMC_ERROR_STRUCT_TOO_NEW, all[i].name);
    }
    CHECK(sizeof all / sizeof *all > 20);
}

static void blocks(void)
{
    settings_sgld(&good);
    good.prior.kind = SGMCMC_PRIOR_FLAT;
    good.blocks = w.blocks;
    good.block_count = 2;
    good.block_size = sizeof w.blocks[0];
    w.blocks[0] = block_of(1, 2);
    const sgmcmc_block second = w.blocks[1] = block_of(3, 2);
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
    REFUSES_FIELD(SGMCMC_ERROR_STRUCT_TOO_NEW, w.blocks[1], reserved, 1);
    w.blocks[1] = second;
    REFUSES_FIELD(SGMCMC_ERROR_STRUCT_TOO_NEW, w.blocks[1], prior.reserved2[0], 1);
    w.blocks[1] = second;
    REFUSES_FIELD(unused_setting("prior.precision", 1), w.blocks[1], prior.precision, 16.0);
    /* As in a struct of zeros, without a call of init. */
    REFUSES_FIELD(unused_setting("prior.precision", 1), w.blocks[1], prior.precision, 0.0);
    w.blocks[1] = second;
    REFUSES_FIELD(unused_setting("prior.means", 1), w.blocks[1], prior.means, w.values);
    w.blocks[1] = second;
    REFUSES_FIELD(REFUSED_PRIOR_KIND, w.blocks[1], prior.kind, KINDS_AT_MOST);
    REFUSES_FIELD(REFUSED_BLOCK_PRIOR, w.blocks[1], prior.kind, SGMCMC_PRIOR_CALLBACK);
    REFUSES_FIELD(REFUSED_BLOCK_PRIOR, w.blocks[1], prior.kind, SGMCMC_PRIOR_GAUSSIAN_VECTOR);
    REFUSES_FIELD(REFUSED_SLAB_WEIGHT, w.blocks[1], prior.kind, SGMCMC_PRIOR_SPIKE_AND_SLAB);
    w.blocks[1].prior.kind = SGMCMC_PRIOR_GAUSSIAN;
    REFUSES_FIELD(REFUSED_PRIOR_PRECISION, w.blocks[1], prior.precision, 0.0);
    w.blocks[1] = second;
    w.blocks[1].prior.kind = SGMCMC_PRIOR_FLAT;
    REFUSES_SETTING(REFUSED_BLOCK_PRIOR, prior.kind, SGMCMC_PRIOR_CALLBACK);
    rule_init(SGMCMC_RULE_RECIPE);
    REFUSES_FIELD(REFUSED_BLOCK_SAMPLER, w.blocks[0], step_size_factor, 2.0);
    langevin_init(SGMCMC_DRIFT_NONE, SGMCMC_PRECONDITIONER_POSITION_DEPENDENT_DENSE);
    w.blocks[0].step_size_factor = 1.0;
    REFUSES_FIELD(REFUSED_BLOCK_SAMPLER, w.blocks[0], frozen, 1);

    /* As many as there are parameters. */
    static sgmcmc_block many[1000];
    for (size_t i = 0; i < sizeof many / sizeof *many; i++)
        many[i] = block_of(i, 1);
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
    ranges();
    settings_sgld(&good);
    rules();
    schedules();
    estimators();
    priors();
    rooms();
    blocks();
    return check_failures != 0;
}
