/* A chain that goes on under other settings in its memory: from theta, with its random numbers, and nothing else. */
#include "world.h"

static world w, other;

enum { RULE_COUNT = 8, KIND_COUNT = 10 };

/* Settings of very different sizes. */
static void settings_of(sgmcmc_chain_settings *settings, int kind)
{
    const int32_t kinds[RULE_COUNT] = {SGMCMC_RULE_LANGEVIN, SGMCMC_RULE_ADAM,  SGMCMC_RULE_ABOBA,
                                       SGMCMC_RULE_SGNHT,    SGMCMC_RULE_SGHMC, SGMCMC_RULE_LATTICE,
                                       SGMCMC_RULE_BAOAB,    SGMCMC_RULE_LANGEVIN};
    if (kind >= RULE_COUNT) {
        settings_metropolis(settings, kind == RULE_COUNT ? SGMCMC_PROPOSAL_RSGLD : SGMCMC_PROPOSAL_RANDOM_WALK);
        return;
    }
    settings_sgld(settings);
    settings->sampler.rule.kind = kinds[kind];
    if (kind == 1)
        settings->sampler.temperature.value = 0.0;
    if (kind == 4)
        settings->estimator.kind = SGMCMC_ESTIMATOR_SAGA;
    if (kind == 5) {
        settings->estimator.kind = SGMCMC_ESTIMATOR_SVRG;
        settings->estimator.interval = 3;
        settings->estimator.averaged = 1;
        settings->batch.kind = SGMCMC_BATCH_EPOCHS;
    }
}

static void steps(world *world, uint64_t count)
{
    ANSWERS(SGMCMC_OK, F(sgmcmc_chain_run)(world->chain, NULL, count, &world->model, NULL, NULL));
}

static void from_to(int from, int to)
{
    const int before = check_failures;
    sgmcmc_chain_settings old, new;
    size_t old_size, new_size, size;
    real theta[DIM];
    settings_of(&old, from);
    settings_of(&new, to);
    world_make(&w, &old);
    steps(&w, 9);
    ANSWERS(SGMCMC_OK, F(sgmcmc_chain_theta)(w.chain, theta, NULL, DIM));
    ANSWERS(SGMCMC_OK, F(sgmcmc_chain_size)(&old_size, &old, DIM));
    ANSWERS(SGMCMC_OK, F(sgmcmc_chain_size)(&new_size, &new, DIM));
    size = old_size > new_size ? old_size : new_size;
    REFUSES(&w, SGMCMC_ERROR_MEMORY_TOO_SMALL, F(sgmcmc_chain_hand_over)(w.chain, size - 1, &new));
    REFUSES(&w, SGMCMC_ERROR_MEMORY_TOO_SMALL, F(sgmcmc_chain_hand_over)(w.chain, 0, &new));

    /* The same from the same in more room, and with another seed that is not looked at. */
    memcpy(&other, &w, sizeof other);
    other.chain = (F(sgmcmc_chain) *)(void *)other.memory;
    memset(other.memory + size, 0xa5, MEMORY_SIZE - size);
    ANSWERS(SGMCMC_OK, F(sgmcmc_chain_hand_over)(w.chain, size, &new));
    new.seed = 99;
    new.chain_index = 5;
    ANSWERS(SGMCMC_OK, F(sgmcmc_chain_hand_over)(other.chain, MEMORY_SIZE, &new));
    for (size_t i = size; i < MEMORY_SIZE; i++)
        CHECK(other.memory[i] == 0xa5);
    ANSWERS(SGMCMC_OK, F(sgmcmc_chain_theta)(w.chain, w.numbers, NULL, DIM));
    CHECK(memcmp(w.numbers, theta, sizeof theta) == 0);
    ANSWERS(SGMCMC_OK, F(sgmcmc_chain_statistics)(w.chain, &w.statistics));
    CHECK(w.statistics.step_count == 0 && w.statistics.kept_count == 0 && w.statistics.accepted_count == 0);
    ANSWERS(SGMCMC_OK, F(sgmcmc_chain_moments)(w.chain, w.mean, w.variance, DIM, SGMCMC_MOMENTS_PLAIN));
    CHECK(w.mean[0] == 0.0);

    /* Its bytes are now as many as the new settings say. */
    memset(w.memory + new_size, 0x5a, MEMORY_SIZE - new_size);
    steps(&w, 7);
    steps(&other, 7);
    CHECK(same_chain(&w, &other));
    ANSWERS(SGMCMC_OK, F(sgmcmc_chain_theta)(w.chain, w.numbers, NULL, DIM));
    /* Seven proposals may all be rejected. */
    CHECK(to >= RULE_COUNT || memcmp(w.numbers, theta, sizeof theta) != 0);
    if (check_failures != before)
        fprintf(stderr, "  from %d to %d\n", from, to);
}

/* No random number serves twice: handed over before its first step to what it was, a chain is the same; later it is not
   the one that begins at that theta. */
static void random_numbers(void)
{
    sgmcmc_chain_settings settings;
    settings_of(&settings, 0);
    world_make(&other, &settings);
    world_make(&w, &settings);
    ANSWERS(SGMCMC_OK, F(sgmcmc_chain_hand_over)(w.chain, MEMORY_SIZE, &settings));
    steps(&w, 6);
    steps(&other, 6);
    CHECK(same_chain(&w, &other));
    ANSWERS(SGMCMC_OK, F(sgmcmc_chain_hand_over)(w.chain, MEMORY_SIZE, &settings));
    ANSWERS(SGMCMC_OK, F(sgmcmc_chain_theta)(w.chain, other.theta, NULL, DIM));
    ANSWERS(SGMCMC_OK,
            F(sgmcmc_chain_init)(&other.chain, other.memory, MEMORY_SIZE, &settings, other.theta, DIM));
    steps(&w, 1);
    steps(&other, 1);
    CHECK(!same_chain(&w, &other));
}

/* What the new settings need is asked for from then on. */
static void callbacks(void)
{
    sgmcmc_chain_settings settings;
    settings_of(&settings, 0);
    world_make(&w, &settings);
    settings.prior.kind = SGMCMC_PRIOR_FLAT;
    w.model.log_prior = NULL;
    REFUSES(&w, SGMCMC_ERROR_CALLBACK_MISSING, F(sgmcmc_chain_step)(w.chain, &w.step, &w.code, NULL, 0, &w.model));
    ANSWERS(SGMCMC_OK, F(sgmcmc_chain_hand_over)(w.chain, MEMORY_SIZE, &settings));
    steps(&w, 1);
}

/* The number of data is the new settings', too. */
static void data(void)
{
    sgmcmc_chain_settings settings;
    settings_of(&settings, 0);
    settings.batch.kind = SGMCMC_BATCH_ALL;
    settings.batch.len = 0;
    settings.data_len = DATA_LEN / 2;
    world_make(&w, &settings);
    steps(&w, 1);
    CHECK(the_host.last_batch_len == DATA_LEN / 2);
    settings.data_len = DATA_LEN;
    ANSWERS(SGMCMC_OK, F(sgmcmc_chain_hand_over)(w.chain, MEMORY_SIZE, &settings));
    steps(&w, 1);
    CHECK(the_host.last_batch_len == DATA_LEN);
}

int main(void)
{
    data();
    for (int from = 0; from < KIND_COUNT; from++)
        for (int to = 0; to < KIND_COUNT; to++)
            from_to(from, to);
    random_numbers();
    callbacks();
    return check_failures != 0;
}
