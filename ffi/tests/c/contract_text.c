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
static void comes_back(sgmcmc_chain_settings *into)
{
    size_t line = 99;
    ANSWERS(SGMCMC_OK, sgmcmc_settings_read(into, &line, text, strlen(text), DIM));
    CHECK(line == 0);
    CHECK(text_of(again, into) != NULL);
    if (strcmp(text, again) != 0) {
        fprintf(stderr, "another text:\n%s\n%s\n", text, again);
        check_failures++;
    }
}

/* Whether the kinds are some: then their text comes back, into what it was made of, and into anything. */
static int holds(const sgmcmc_chain_settings *from)
{
    sgmcmc_chain_settings it, same, other;
    fitted(&it, from);
    if (text_of(text, &it) == NULL)
        return 0;
    same = it;
    comes_back(&same);
    sgmcmc_chain_settings twice = same;
    comes_back(&twice);
    CHECK(memcmp(&twice, &same, sizeof same) == 0);
    CHECK(twice.simd_level == it.simd_level && twice.blocks == it.blocks);
    CHECK(twice.block_size == it.block_size && twice.estimator.centre == it.estimator.centre);
    if (strstr(text, " of fingerprint ") == NULL) {
        fill(&other);
        if (it.sampler.kind == SGMCMC_SAMPLER_RULE)
            fill_metropolis(&other);
        else
            fill_rule(&other);
        settings_for_their_kinds(&other);
        comes_back(&other);
    }
    return 1;
}

static void rules(void)
{
    sgmcmc_chain_settings it;
    sgmcmc_rule *const rule = &it.sampler.rule;
    int count = 0;
    fill(&it);
    fill_rule(&it);
    for (rule->kind = 0; holds(&it); rule->kind++)
        count++;
    rule->preconditioner.values = matrix;
    for (int kind = 0; kind < 2; kind++) {
        rule->kind = kind == 0 ? SGMCMC_RULE_LANGEVIN : SGMCMC_RULE_LATTICE;
        for (rule->drift.kind = 0; holds(&it); rule->drift.kind++)
            count++;
        rule->drift.kind = SGMCMC_DRIFT_MOMENTUM;
        rule->drift.form = SGMCMC_MOMENTUM_PUBLISHED;
        CHECK(holds(&it));
        rule->drift.form = SGMCMC_MOMENTUM_CALIBRATED;
        for (rule->preconditioner.kind = 0; holds(&it); rule->preconditioner.kind++)
            count++;
        rule->preconditioner.kind = SGMCMC_PRECONDITIONER_POSITION_DEPENDENT;
        rule->preconditioner.reflect = 1;
        CHECK(holds(&it));
        rule->preconditioner.reflect = 0;
        rule->preconditioner.kind = SGMCMC_PRECONDITIONER_RMSPROP;
        rule->preconditioner.scale = SGMCMC_GRADIENT_SCALE_SUM;
        CHECK(holds(&it));
        rule->preconditioner.scale = SGMCMC_GRADIENT_SCALE_MEAN;
        rule->preconditioner.kind = SGMCMC_PRECONDITIONER_IDENTITY;
        rule->drift.kind = SGMCMC_DRIFT_NONE;
    }
    rule->kind = SGMCMC_RULE_SGNHT;
    rule->thermostat = SGMCMC_THERMOSTAT_PER_COORDINATE;
    rule->velocity = SGMCMC_VELOCITY_DRAWN;
    rule->splitting = SGMCMC_SPLITTING_SYMMETRIC;
    CHECK(holds(&it));
    rule->kind = SGMCMC_RULE_LANGEVIN;
    int32_t *const kinds[] = {&it.sampler.step_size.kind, &it.sampler.temperature.kind, &it.sampler.compensation.kind};
    for (int i = 0; i < 3; i++) {
        for (*kinds[i] = 0; holds(&it); ++*kinds[i])
            count++;
        *kinds[i] = 0;
    }
    it.sampler.compensation.covariance = covariance;
    it.sampler.compensation.kind = SGMCMC_NOISE_COMPENSATION_DENSE;
    CHECK(holds(&it));
    it.sampler.schedule_unit = SGMCMC_SCHEDULE_UNIT_EPOCH;
    CHECK(holds(&it));
    /* A step size that is left out, whose floor's sign is kept. */
    CHECK(sgmcmc_schedule_init(&it.sampler.step_size, sizeof it.sampler.step_size) == SGMCMC_OK);
    it.sampler.step_size.value = 0.0;
    it.sampler.step_size.floor = -0.0;
    CHECK(holds(&it) && strstr(text, "step_size.shape = Callback\nsampler.step_size.floor = -0\n") != NULL);
    CHECK(count == SGMCMC_RULE_KINDS + 2 * (SGMCMC_DRIFT_KINDS + SGMCMC_PRECONDITIONER_KINDS) +
                       2 * SGMCMC_SCHEDULE_KINDS + SGMCMC_NOISE_COMPENSATION_KINDS);
}

static void metropolis(void)
{
    sgmcmc_chain_settings it;
    sgmcmc_proposal *const proposal = &it.sampler.proposal;
    int32_t *const noise = &proposal->noise.kind;
    int count = 0;
    fill(&it);
    fill_metropolis(&it);
    for (proposal->kind = 0; holds(&it); proposal->kind++) {
        count++;
        for (*noise = 0; *noise <= SGMCMC_NOISE_CUSTOM && holds(&it); ++*noise)
            count++;
        *noise = SGMCMC_NOISE_LANGEVIN;
        proposal->density = SGMCMC_DENSITY_UNNORMALIZED;
        CHECK(holds(&it));
        proposal->density = SGMCMC_DENSITY_NORMALIZED;
    }
    CHECK(count == SGMCMC_PROPOSAL_KINDS * (1 + SGMCMC_NOISE_KINDS));
    proposal->kind = SGMCMC_PROPOSAL_RSGLD;
    int32_t *flags[] = {&it.sampler.proposal_gradient, &it.sampler.tune_beta, &it.sampler.tune_step_size,
                        &it.sampler.tune_refresh_len};
    for (size_t i = 0; i < sizeof flags / sizeof *flags; i++) {
        *flags[i] = 1;
        it.sampler.target_acceptance = it.sampler.tune_step_size ? next() : it.sampler.target_acceptance;
        CHECK(holds(&it));
    }
}

static void parts(void)
{
    sgmcmc_chain_settings settings, *const s = &settings;
    int count = 0;
    fill(s);
    s->prior.mean = next();
    s->prior.precision = next();
    s->prior.slab_weight = next();
    s->prior.slab_deviation = next();
    s->prior.spike_deviation = next();
    s->prior.means = means;
    s->prior.precisions = precisions;
    s->clipping.limit = next();
    for (s->batch.kind = 0; holds(s); s->batch.kind++)
        count++;
    s->batch.kind = SGMCMC_BATCH_EPOCHS;
    for (s->prior.kind = SGMCMC_PRIOR_FLAT; holds(s); s->prior.kind++)
        count++;
    s->prior.kind = SGMCMC_PRIOR_GAUSSIAN_VECTOR;
    for (s->moments = 0; holds(s); s->moments++)
        count++;
    s->moments = SGMCMC_MOMENTS_NONE;
    for (s->clipping.kind = 0; holds(s); s->clipping.kind++)
        count++;
    s->clipping.kind = SGMCMC_CLIPPING_NONE;
    s->estimator.interval = 53;
    s->estimator.anchor_len = 59;
    s->estimator.averaged = 1;
    for (s->estimator.kind = 0; holds(s); s->estimator.kind++)
        count++;
    s->estimator.kind = SGMCMC_ESTIMATOR_FIXED_CENTRE;
    s->estimator.centre = means;
    CHECK(holds(s));
    s->blocks = blocks;
    s->block_count = 2;
    s->block_size = sizeof *blocks;
    CHECK(holds(s));
    /* One of a header that knew less. */
    s->block_count = 1;
    s->block_size = offsetof(sgmcmc_block, prior);
    CHECK(holds(s));
    /* Of priors all but a block's own, and of moments four. */
    CHECK(count == SGMCMC_BATCH_KINDS + SGMCMC_PRIOR_KINDS - 1 + 4 + SGMCMC_CLIPPING_KINDS + SGMCMC_ESTIMATOR_KINDS);
}

/* A chain of settings from text is the chain. */
static void chains(void)
{
    static world one, other;
    sgmcmc_chain_settings it, settings;
    settings_metropolis(&settings, SGMCMC_PROPOSAL_RSGLD);
    world_make(&one, &settings);
    text_of(text, &settings);
    fill(&it);
    fill_rule(&it);
    /* No line has it. */
    it.simd_level = settings.simd_level;
    settings_for_their_kinds(&it);
    ANSWERS(SGMCMC_OK, sgmcmc_settings_read(&it, NULL, text, strlen(text), DIM));
    CHECK(memcmp(&it, &settings, sizeof it) == 0);
    world_make(&other, &it);
    CHECK(memcmp(one.memory, other.memory, MEMORY_SIZE) == 0);
    ANSWERS(SGMCMC_OK, F(sgmcmc_chain_run)(one.chain, NULL, 50, &one.model, NULL, NULL));
    ANSWERS(SGMCMC_OK, F(sgmcmc_chain_run)(other.chain, NULL, 50, &other.model, NULL, NULL));
    CHECK(memcmp(one.memory, other.memory, MEMORY_SIZE) == 0);
}

/* A 0 that stands for what another kind has otherwise stays one, whatever lines say of other settings. */
static void zeros(void)
{
    static const char lines[] = "sampler.proposal = Hmc";
    sgmcmc_chain_settings it;
    CHECK(sgmcmc_chain_settings_init(&it, sizeof it) == SGMCMC_OK);
    it.sampler.rule.drift.kind = SGMCMC_DRIFT_ADAM;
    ANSWERS(SGMCMC_OK, sgmcmc_settings_read(&it, NULL, NULL, 0, DIM));
    CHECK(it.sampler.rule.drift.scale == 0.0 && it.sampler.step_size.value == 0.0);
    CHECK(it.sampler.step_size.kind == SGMCMC_SCHEDULE_CONSTANT);
    /* As from sgmcmc_schedule_init: the model says it, or nobody yet. */
    CHECK(sgmcmc_schedule_init(&it.sampler.step_size, sizeof it.sampler.step_size) == SGMCMC_OK);
    it.sampler.step_size.kind = SGMCMC_SCHEDULE_CALLBACK;
    ANSWERS(SGMCMC_OK, sgmcmc_settings_read(&it, NULL, NULL, 0, DIM));
    CHECK(it.sampler.step_size.value == 0.0);
    CHECK(sgmcmc_chain_settings_init(&it, sizeof it) == SGMCMC_OK);
    it.sampler.kind = SGMCMC_SAMPLER_METROPOLIS_HASTINGS;
    it.sampler.tune_step_size = 1;
    ANSWERS(SGMCMC_OK, sgmcmc_settings_read(&it, NULL, lines, sizeof lines - 1, DIM));
    CHECK(it.sampler.tune_step_size == 1 && it.sampler.target_acceptance == 0.0);
}

int main(void)
{
    for (int i = 0; i < DIM * DIM; i++) {
        matrix[i] = i % (DIM + 1) == 0 ? 1.0 + i : 0.01;
        covariance[i] = i % (DIM + 1) == 0 ? 2.0 : 0.0;
    }
    for (int i = 0; i < 2; i++) {
        blocks[i] = block_of(2 * (size_t)i, 1);
        blocks[i].step_size_factor = 1.0 + i;
    }
    rules();
    metropolis();
    parts();
    chains();
    zeros();
    return check_failures == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
