/* What schedules, estimators, priors, blocks and converters do when all is well. */
#include <float.h>
#include <math.h>

#include "world.h"

static world w, other;

static void run(world *world, uint64_t count)
{
    ANSWERS(SGMCMC_OK, F(sgmcmc_chain_run)(world->chain, NULL, count, &world->model, NULL, NULL));
}

static void schedule_init(sgmcmc_schedule *schedule, int32_t kind, double value)
{
    ANSWERS(SGMCMC_OK, sgmcmc_schedule_init(schedule, sizeof *schedule));
    schedule->kind = kind;
    schedule->value = value;
    schedule->period = 3;
    schedule->cycle_len = 20 / 4;
    schedule->exploration = 0.5;
    schedule_for_its_kind(schedule);
}

/* Which draws an observer saw, and which ended a cycle. */
typedef struct seen {
    int count, cycle_count;
} seen;

static int32_t see(void *user, const F(sgmcmc_draw) * draw)
{
    seen *seen = user;
    seen->count++;
    seen->cycle_count += draw->ends_cycle;
    return 0;
}

/* A chain's step sizes and temperatures are those that a host with its own loop is told. */
static void schedules(void)
{
    for (int32_t kind = 0; kind < KINDS_AT_MOST; kind++) {
        if (!is_schedule(kind))
            continue;
        for (int32_t unit = SGMCMC_SCHEDULE_UNIT_STEP; unit <= SGMCMC_SCHEDULE_UNIT_EPOCH; unit++) {
            sgmcmc_chain_settings settings;
            settings_sgld(&settings);
            sgmcmc_schedule *const step_sizes = &settings.sampler.step_size;
            sgmcmc_schedule *const temperatures = &settings.sampler.temperature;
            schedule_init(step_sizes, kind, 0.01);
            schedule_init(temperatures, SGMCMC_SCHEDULE_POLYNOMIAL, 0.7);
            step_sizes->floor = 0.3;
            temperatures->warm_up = 7;
            settings.sampler.schedule_unit = unit;
            world_make(&other, &settings);
            world_make(&w, &settings);
            int kept = 0, cycles = 0;
            for (uint64_t step = 0; step < 20; step++) {
                double step_size, temperature;
                int32_t explores, warm;
                /* 6 of 20 data in a batch. */
                uint64_t k = unit == SGMCMC_SCHEDULE_UNIT_STEP ? step : step * BATCH_LEN / DATA_LEN;
                uint64_t next = unit == SGMCMC_SCHEDULE_UNIT_STEP ? step + 1 : (step + 1) * BATCH_LEN / DATA_LEN;
                ANSWERS(SGMCMC_OK, sgmcmc_schedule_at(&step_size, &explores, step_sizes, k));
                ANSWERS(SGMCMC_OK, sgmcmc_schedule_at(&temperature, NULL, temperatures, k));
                ANSWERS(SGMCMC_OK, F(sgmcmc_chain_step)(w.chain, &w.step, NULL, NULL, 0, &w.model));
                ANSWERS(SGMCMC_OK, F(sgmcmc_chain_statistics)(w.chain, &w.statistics));
                ANSWERS(SGMCMC_OK, sgmcmc_schedule_at(&w.number, &warm, temperatures, k));
                CHECK(warm == 0 && w.number == temperature && w.step.index == step && w.step.accepted == 1);
                CHECK(w.step.step_size == step_size && w.statistics.step_size == w.step.step_size);
                CHECK(w.step.temperature == (explores ? 0.0 : temperature));
                CHECK(w.statistics.temperature == w.step.temperature);
                CHECK(w.statistics.log_likelihood == w.step.log_likelihood);
                CHECK(w.step.kept == !explores && explores == (kind == SGMCMC_SCHEDULE_CYCLICAL && k % 5 < 3));
                CHECK(w.step.ends_cycle == (kind == SGMCMC_SCHEDULE_CYCLICAL && k / 5 != next / 5));
                kept += w.step.kept;
                cycles += w.step.kept && w.step.ends_cycle;
                CHECK(kind != SGMCMC_SCHEDULE_STEP_DECAY || step_size == 0.01 * fmax(pow(0.5, (double)(k / 3)), 0.3));
            }
            seen seen = {0, 0};
            ANSWERS(SGMCMC_OK, F(sgmcmc_chain_run)(other.chain, NULL, 20, &other.model, see, &seen));
            CHECK(seen.count == kept && seen.cycle_count == cycles && same_chain(&w, &other));
            CHECK(kind != SGMCMC_SCHEDULE_CYCLICAL || unit != SGMCMC_SCHEDULE_UNIT_STEP || (kept == 8 && cycles == 4));
        }
    }
}

static void estimators(void)
{
    const int calls[] = {1, 2, 2, 2, BATCH_LEN}, first_calls[] = {1, 3, 3, 3, DATA_LEN + BATCH_LEN};
    for (int32_t estimator = SGMCMC_ESTIMATOR_PLAIN; estimator <= SGMCMC_ESTIMATOR_SAGA; estimator++) {
        sgmcmc_chain_settings settings;
        settings_sgld(&settings);
        settings.estimator.kind = estimator;
        settings.estimator.interval = 4;
        settings.estimator.anchor_len = 10;
        settings_for_their_kinds(&settings);
        world_make(&w, &settings);
        run(&w, 1);
        CHECK(the_host.calls == first_calls[estimator]);
        run(&w, 1);
        CHECK(the_host.calls == first_calls[estimator] + calls[estimator]);
        /* The centre given is where the chain starts; it is copied. */
        double *centre = w.values;
        for (int i = 0; i < DIM; i++)
            centre[i] = (double)w.theta[i];
        settings.estimator.centre = estimator == SGMCMC_ESTIMATOR_FIXED_CENTRE ? centre : NULL;
        world_make(&other, &settings);
        run(&other, 2);
        if (estimator == SGMCMC_ESTIMATOR_FIXED_CENTRE)
            CHECK(same_chain(&w, &other));
        memset(centre, 0xff, sizeof w.values);
        run(&w, 9);
        run(&other, 9);
        CHECK(same_chain(&w, &other) && the_host.dirty_gradients == 0);
    }
}

static void priors(void)
{
    sgmcmc_chain_settings settings, vector;
    settings_sgld(&settings);
    settings.prior.kind = SGMCMC_PRIOR_GAUSSIAN;
    settings.prior.mean = 0.25;
    settings.prior.precision = 3.0;
    world_make(&other, &settings);
    run(&other, 9);
    vector = settings;
    vector.prior.kind = SGMCMC_PRIOR_GAUSSIAN_VECTOR;
    double means[DIM], precisions[DIM];
    for (int i = 0; i < DIM; i++) {
        means[i] = 0.25;
        precisions[i] = 3.0;
    }
    vector.prior.means = means;
    vector.prior.precisions = precisions;
    settings_for_their_kinds(&vector);
    world_make(&w, &vector);
    memset(means, 0xff, sizeof means);
    run(&w, 9);
    CHECK(same_chain(&w, &other));

    settings.prior.kind = SGMCMC_PRIOR_SPIKE_AND_SLAB;
    settings.prior.slab_weight = 1e-7;
    settings.prior.slab_deviation = sqrt(0.02);
    settings.prior.spike_deviation = sqrt(1e-5);
    settings_for_their_kinds(&settings);
    world_make(&w, &settings);
    run(&w, 9);
    CHECK(!same_chain(&w, &other));
    double threshold = sgmcmc_keep_threshold(1e-7, sqrt(0.02), sqrt(1e-5));
    CHECK(fabs(threshold - 0.01997) < 1e-5);
}

/* The first fields of a block, as an older header might have them, and one field more than this library knows. */
typedef struct short_block {
    size_t start, len;
    double step_size_factor;
} short_block;
typedef struct long_block {
    sgmcmc_block known;
    uint64_t unknown;
} long_block;

static void blocks(void)
{
    sgmcmc_chain_settings settings;
    sgmcmc_block frozen = block_of(1, 2), own = block_of(0, DIM);
    frozen.frozen = 1;
    settings_sgld(&settings);
    settings.prior.kind = SGMCMC_PRIOR_GAUSSIAN;
    settings.blocks = &frozen;
    settings.block_count = 1;
    settings.block_size = sizeof frozen;
    world_make(&w, &settings);
    run(&w, 9);
    ANSWERS(SGMCMC_OK, F(sgmcmc_chain_theta)(w.chain, w.numbers, NULL, DIM));
    for (int i = 0; i < DIM; i++)
        CHECK((w.numbers[i] == w.theta[i]) == (i == 1 || i == 2));

    /* A whole vector of twice the step size, and of another prior, is a chain of those. */
    const short_block twice[] = {{0, DIM, 2.0}};
    settings.blocks = (const sgmcmc_block *)(const void *)twice;
    settings.block_size = sizeof twice[0];
    world_make(&w, &settings);
    run(&w, 9);
    own.prior.kind = SGMCMC_PRIOR_GAUSSIAN;
    long_block longer = {own, 0};
    settings.blocks = &longer.known;
    settings.block_size = sizeof longer;
    settings.prior.kind = SGMCMC_PRIOR_FLAT;
    settings.sampler.step_size.value *= 2.0;
    world_make(&other, &settings);
    run(&other, 9);
    real theta[DIM];
    ANSWERS(SGMCMC_OK, F(sgmcmc_chain_theta)(w.chain, w.numbers, NULL, DIM));
    ANSWERS(SGMCMC_OK, F(sgmcmc_chain_theta)(other.chain, theta, NULL, DIM));
    CHECK(memcmp(w.numbers, theta, sizeof theta) == 0);
    longer.unknown = 1;
    ANSWERS(SGMCMC_ERROR_STRUCT_TOO_NEW, F(sgmcmc_chain_size)(&w.size, &settings, DIM));
}

static void converters(void)
{
    double a, b;
    ANSWERS(SGMCMC_OK, sgmcmc_from_equation(&a, &b, 0.5, 0.25, SGMCMC_RULE_SGNHT));
    CHECK(a == 0.25 && b == 0.125);
    ANSWERS(SGMCMC_OK, sgmcmc_from_equation(&a, &b, 0.5, 0.25, SGMCMC_RULE_BAOAB));
    CHECK(a == 0.25 && fabs(b + expm1(-0.125)) < 1e-16);
    ANSWERS(SGMCMC_ERROR_NULL_POINTER, sgmcmc_from_equation(NULL, &b, 0.5, 0.25, SGMCMC_RULE_SGHMC));
    ANSWERS(SGMCMC_ERROR_NULL_POINTER, sgmcmc_from_equation(&a, NULL, 0.5, 0.25, SGMCMC_RULE_SGHMC));
    ANSWERS(SGMCMC_ERROR_OVERLAP, sgmcmc_from_equation(&a, &a, 0.5, 0.25, SGMCMC_RULE_SGHMC));
    ANSWERS(SGMCMC_ERROR_NULL_POINTER, sgmcmc_from_equation(NULL, NULL, 0.5, 0.25, SGMCMC_RULE_BAOAB));
    ANSWERS(REFUSED_RULE_KIND, sgmcmc_from_equation(&a, &b, 0.5, 0.25, SGMCMC_RULE_ADAM));
    ANSWERS(REFUSED_RULE_KIND, sgmcmc_from_equation(&a, &b, 0.5, 0.25, -1));
}

/* _init writes as many bytes as it is told, and zeros beyond a rule. */
static void rule_sizes(void)
{
    struct {
        sgmcmc_rule known;
        uint64_t unknown;
    } longer;
    memset(&longer, 0xff, sizeof longer);
    /* As the size of a pointer would be. */
    ANSWERS(SGMCMC_ERROR_STRUCT_SIZE, sgmcmc_rule_init(&longer.known, sizeof(void *), SGMCMC_RULE_SGHMC));
    CHECK(isnan(longer.known.friction));
    ANSWERS(SGMCMC_OK, sgmcmc_rule_init(&longer.known, sizeof longer, SGMCMC_RULE_SGHMC));
    CHECK(longer.known.friction == 0.1 && longer.unknown == 0);
}

/* All of theta at the largest number, and pushed beyond it. */
static int32_t push(void *user, double *value, real *gradient, const real *theta, size_t dim, const uint32_t *batch,
                    size_t batch_len)
{
    (void)user, (void)batch, (void)batch_len;
    *value = 0.0;
    for (size_t i = 0; i < dim; i++)
        gradient[i] = theta[i] / 100;
    return 0;
}

static int32_t count_saturated(void *user, const F(sgmcmc_draw) * draw)
{
    *(int *)user += draw->saturated;
    return 0;
}

/* What overflows is told by the step, the draw and the statistics. */
static void saturation(void)
{
    sgmcmc_chain_settings settings;
    int count = 0;
    settings_sgld(&settings);
    settings.prior.kind = SGMCMC_PRIOR_FLAT;
    settings.sampler.step_size.value = 1.0;
    world_make(&w, &settings);
    ANSWERS(SGMCMC_OK, F(sgmcmc_chain_step)(w.chain, &w.step, NULL, NULL, 0, &w.model));
    CHECK(w.step.saturated == 0);
    for (int i = 0; i < DIM; i++)
        w.theta[i] = (real)(sizeof(real) == sizeof(double) ? DBL_MAX : FLT_MAX);
    ANSWERS(SGMCMC_OK, F(sgmcmc_chain_init)(&w.chain, w.memory, MEMORY_SIZE, &settings, w.theta, DIM));
    w.model.log_likelihood = push;
    ANSWERS(SGMCMC_OK, F(sgmcmc_chain_step)(w.chain, &w.step, NULL, NULL, 0, &w.model));
    CHECK(w.step.saturated == 1);
    ANSWERS(SGMCMC_OK, F(sgmcmc_chain_run)(w.chain, NULL, 2, &w.model, count_saturated, &count));
    ANSWERS(SGMCMC_OK, F(sgmcmc_chain_statistics)(w.chain, &w.statistics));
    CHECK(count == 2 && w.statistics.saturated_count == 3 && w.statistics.clamped_count == 0);
}

int main(void)
{
    schedules();
    estimators();
    priors();
    blocks();
    converters();
    rule_sizes();
    saturation();
    return check_failures != 0;
}
