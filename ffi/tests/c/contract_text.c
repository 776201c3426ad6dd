/* Settings as text: every kind and number comes back as it was, from the structs of C and into them. */
#include <math.h>
#include <stdlib.h>

#include "given.h"

enum { ROOM = 8192 };

static const double means[DIM] = {0.5, 1.0, 1.5, 2.0, 2.5}, precisions[DIM] = {1.0, 2.0, 3.0, 4.0, 5.0};
static double matrix[DIM * DIM], covariance[DIM * DIM];
static sgmcmc_block blocks[2];
static char text[ROOM], again[ROOM];

/* The text of settings; NULL where a kind is none. */
static char *text_of(char *to, const sgmcmc_chain_settings *settings)
{
    size_t size = 0;
    if (sgmcmc_settings_text(NULL, 0, &size, settings, DIM) != SGMCMC_OK)
        return NULL;
    CHECK(size < ROOM);
    memset(to, '~', ROOM);
    ANSWERS(SGMCMC_OK, sgmcmc_settings_text(to, size, NULL, settings, DIM));
    CHECK(strlen(to) == size - 1 && to[size] == '~');
    return to;
}

/* Reads the text into settings, and checks that they have it then. */
static void comes_back(given *into)
{
    size_t line = 99;
    ANSWERS(SGMCMC_OK, sgmcmc_settings_read(&into->settings, &into->rule, &into->step_size, &into->temperature, &line,
                                            text, strlen(text), DIM));
    CHECK(line == 0);
    CHECK(text_of(again, &into->settings) != NULL);
    if (strcmp(text, again) != 0) {
        fprintf(stderr, "another text:\n%s\n%s\n", text, again);
        check_failures++;
    }
}

/* Whether the kinds are some: then their text comes back, into what it was made of, and into anything. */
static int holds(const given *from)
{
    given own, same, other;
    const given *const it = &own;
    fitted(&own, from);
    if (text_of(text, &it->settings) == NULL)
        return 0;
    fitted(&same, it);
    comes_back(&same);
    given twice = same;
    if (same.settings.rule != NULL) {
        twice.settings.rule = &twice.rule;
        twice.settings.step_size_schedule = &twice.step_size;
        twice.settings.temperature_schedule = &twice.temperature;
    }
    comes_back(&twice);
    CHECK(memcmp(&twice.rule, &same.rule, sizeof same.rule) == 0);
    CHECK(memcmp(&twice.temperature, &same.temperature, sizeof same.temperature) == 0);
    CHECK(twice.settings.simd_level == it->settings.simd_level && twice.settings.blocks == it->settings.blocks);
    CHECK(twice.settings.block_size == it->settings.block_size && twice.settings.centre == it->settings.centre);
    if (strstr(text, " of fingerprint ") == NULL) {
        fill(&other);
        if (it->settings.sampler == SGMCMC_SAMPLER_RULE)
            fill_metropolis(&other);
        else
            fill_rule(&other);
        same = other;
        fitted(&other, &same);
        comes_back(&other);
    }
    return 1;
}

static void rules(void)
{
    given it;
    int count = 0;
    fill(&it);
    fill_rule(&it);
    for (it.rule.kind = 0; holds(&it); it.rule.kind++)
        count++;
    it.rule.preconditioner_values = matrix;
    for (int kind = 0; kind < 2; kind++) {
        it.rule.kind = kind == 0 ? SGMCMC_RULE_LANGEVIN : SGMCMC_RULE_LATTICE;
        for (it.rule.drift = 0; holds(&it); it.rule.drift++)
            count++;
        it.rule.drift = SGMCMC_DRIFT_MOMENTUM;
        it.rule.momentum_form = SGMCMC_MOMENTUM_PUBLISHED;
        CHECK(holds(&it));
        it.rule.momentum_form = SGMCMC_MOMENTUM_CALIBRATED;
        for (it.rule.preconditioner = 0; holds(&it); it.rule.preconditioner++)
            count++;
        it.rule.preconditioner = SGMCMC_PRECONDITIONER_POSITION_DEPENDENT;
        it.rule.reflect = 1;
        CHECK(holds(&it));
        it.rule.reflect = 0;
        it.rule.preconditioner = SGMCMC_PRECONDITIONER_RMSPROP;
        it.rule.gradient_scale = SGMCMC_GRADIENT_SCALE_SUM;
        CHECK(holds(&it));
        it.rule.gradient_scale = SGMCMC_GRADIENT_SCALE_MEAN;
        it.rule.preconditioner = SGMCMC_PRECONDITIONER_IDENTITY;
        it.rule.drift = SGMCMC_DRIFT_NONE;
    }
    it.rule.kind = SGMCMC_RULE_SGNHT;
    it.rule.thermostat_per_coordinate = it.rule.draw_velocity = 1;
    it.rule.splitting = SGMCMC_SPLITTING_SYMMETRIC;
    CHECK(holds(&it));
    it.rule.kind = SGMCMC_RULE_LANGEVIN;
    for (it.step_size.kind = 0; holds(&it); it.step_size.kind++)
        count++;
    it.step_size.kind = SGMCMC_SCHEDULE_CONSTANT;
    for (it.temperature.kind = 0; holds(&it); it.temperature.kind++)
        count++;
    it.temperature.kind = SGMCMC_SCHEDULE_CONSTANT;
    for (it.settings.noise_compensation = 0; holds(&it); it.settings.noise_compensation++)
        count++;
    it.settings.noise_covariance = covariance;
    it.settings.noise_covariance_len = DIM * DIM;
    it.settings.noise_compensation = SGMCMC_NOISE_COMPENSATION_DENSE;
    CHECK(holds(&it));
    it.settings.schedule_unit = SGMCMC_SCHEDULE_UNIT_EPOCH;
    CHECK(holds(&it));
    /* A step size that is left out, whose floor's sign is kept. */
    it.settings.step_size = 0.0;
    CHECK(sgmcmc_schedule_init(&it.step_size, sizeof it.step_size) == SGMCMC_OK);
    it.step_size.floor = -0.0;
    CHECK(holds(&it) && strstr(text, "step_size.shape = Callback\nsampler.step_size.floor = -0\n") != NULL);
    CHECK(count == 8 + 2 * (5 + 7) + 2 * 5 + 3);
}

static void metropolis(void)
{
    given it;
    int count = 0;
    fill(&it);
    fill_metropolis(&it);
    for (it.settings.proposal = 0; holds(&it); it.settings.proposal++) {
        count++;
        for (it.settings.noise = 0; it.settings.noise <= SGMCMC_NOISE_CUSTOM && holds(&it); it.settings.noise++)
            count++;
        it.settings.noise = SGMCMC_NOISE_LANGEVIN;
        it.settings.density = SGMCMC_DENSITY_UNNORMALIZED;
        CHECK(holds(&it));
        it.settings.density = SGMCMC_DENSITY_NORMALIZED;
    }
    CHECK(count == 4 * (1 + 3));
    it.settings.proposal = SGMCMC_PROPOSAL_RSGLD;
    int32_t *flags[] = {&it.settings.proposal_gradient, &it.settings.tune_beta, &it.settings.tune_step_size,
                        &it.settings.tune_refresh_len};
    for (size_t i = 0; i < sizeof flags / sizeof *flags; i++) {
        *flags[i] = 1;
        it.settings.target_acceptance = it.settings.tune_step_size ? next() : it.settings.target_acceptance;
        CHECK(holds(&it));
    }
}

static void parts(void)
{
    given it;
    int count = 0;
    fill(&it);
    sgmcmc_chain_settings *s = &it.settings;
    s->prior_mean = next();
    s->prior_precision = next();
    s->slab_weight = next();
    s->slab_deviation = next();
    s->spike_deviation = next();
    s->prior_means = means;
    s->prior_precisions = precisions;
    s->clipping_limit = next();
    for (s->batch = 0; holds(&it); s->batch++)
        count++;
    s->batch = SGMCMC_BATCH_EPOCHS;
    for (s->prior = SGMCMC_PRIOR_FLAT; holds(&it); s->prior++)
        count++;
    s->prior = SGMCMC_PRIOR_GAUSSIAN_VECTOR;
    for (s->moments = 0; holds(&it); s->moments++)
        count++;
    s->moments = SGMCMC_MOMENTS_NONE;
    for (s->clipping = 0; holds(&it); s->clipping++)
        count++;
    s->clipping = SGMCMC_CLIPPING_NONE;
    s->anchor_interval = 53;
    s->anchor_len = 59;
    s->anchor_averaged = 1;
    for (s->estimator = 0; holds(&it); s->estimator++)
        count++;
    s->estimator = SGMCMC_ESTIMATOR_FIXED_CENTRE;
    s->centre = means;
    CHECK(holds(&it));
    s->blocks = blocks;
    s->block_count = 2;
    s->block_size = sizeof *blocks;
    CHECK(holds(&it));
    /* One of a header that knew less. */
    s->block_count = 1;
    s->block_size = offsetof(sgmcmc_block, prior_mean);
    CHECK(holds(&it));
    CHECK(count == 5 + 5 + 4 + 3 + 5);
}

/* A chain of settings from text is the chain. */
static void chains(void)
{
    static world one, other;
    given it;
    sgmcmc_chain_settings settings;
    settings_metropolis(&settings, SGMCMC_PROPOSAL_RSGLD);
    world_make(&one, &settings);
    text_of(text, &settings);
    fill(&it);
    fill_rule(&it);
    /* No line has it. */
    it.settings.simd_level = settings.simd_level;
    const given all = it;
    fitted(&it, &all);
    ANSWERS(SGMCMC_OK, sgmcmc_settings_read(&it.settings, &it.rule, &it.step_size, &it.temperature, NULL, text,
                                            strlen(text), DIM));
    CHECK(it.settings.rule == NULL && it.settings.step_size_schedule == NULL);
    world_make(&other, &it.settings);
    CHECK(memcmp(one.memory, other.memory, MEMORY_SIZE) == 0);
    ANSWERS(SGMCMC_OK, F(sgmcmc_chain_run)(one.chain, NULL, 50, &one.model, NULL, NULL));
    ANSWERS(SGMCMC_OK, F(sgmcmc_chain_run)(other.chain, NULL, 50, &other.model, NULL, NULL));
    CHECK(memcmp(one.memory, other.memory, MEMORY_SIZE) == 0);
}

int main(void)
{
    for (int i = 0; i < DIM * DIM; i++) {
        matrix[i] = i % (DIM + 1) == 0 ? 1.0 + i : 0.01;
        covariance[i] = i % (DIM + 1) == 0 ? 2.0 : 0.0;
    }
    for (int i = 0; i < 2; i++) {
        memset(&blocks[i], 0, sizeof blocks[i]);
        blocks[i].start = 2 * (size_t)i;
        blocks[i].len = 1;
        blocks[i].step_size_factor = 1.0 + i;
    }
    rules();
    metropolis();
    parts();
    chains();
    return check_failures == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
