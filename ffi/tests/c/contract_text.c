/* Settings as text: every kind and number comes back as it was, from the structs of C and into them, and what is wrong is
 * refused by its line. */
#include <math.h>
#include <stdlib.h>

#include "world.h"

enum { ROOM = 8192 };

/* Settings with all that they point to. */
typedef struct given {
    sgmcmc_chain_settings settings;
    sgmcmc_rule rule;
    sgmcmc_schedule step_size, temperature;
} given;

static const double means[DIM] = {0.5, 1.0, 1.5, 2.0, 2.5}, precisions[DIM] = {1.0, 2.0, 3.0, 4.0, 5.0};
static double matrix[DIM * DIM], covariance[DIM * DIM];
static sgmcmc_block blocks[2];
static char text[ROOM], again[ROOM];

/* A number that no other field has. */
static double next(void)
{
    static int count;
    return 0.001 + 1e-4 * count++;
}

/* Settings of which every number is another. */
static void fill(given *it)
{
    ANSWERS(SGMCMC_OK, sgmcmc_chain_settings_init(&it->settings, sizeof it->settings));
    ANSWERS(SGMCMC_OK, sgmcmc_rule_init(&it->rule, sizeof it->rule, SGMCMC_RULE_LANGEVIN));
    ANSWERS(SGMCMC_OK, sgmcmc_schedule_init(&it->step_size, sizeof it->step_size));
    ANSWERS(SGMCMC_OK, sgmcmc_schedule_init(&it->temperature, sizeof it->temperature));
    sgmcmc_chain_settings *s = &it->settings;
    s->seed = UINT64_C(18446744073709551615);
    s->chain_index = 7;
    s->data_len = 4000000000u;
    s->batch_len = 11;
    s->chunk_len = 13;
    s->burn_in = 17;
    s->thinning = 19;
    s->step_size = next();
    it->rule.beta1 = next();
    it->rule.beta2 = next();
    it->rule.rho = next();
    it->rule.lambda = next();
    it->rule.drift_scale = next();
    it->rule.preconditioner_beta = next();
    it->rule.preconditioner_lambda = next();
    it->rule.friction = next();
    it->rule.noise_estimate = next();
    it->rule.redraw_interval = 23;
}

/* What only update rules use. */
static void fill_rule(given *it)
{
    sgmcmc_chain_settings *s = &it->settings;
    s->temperature = next();
    s->rule = &it->rule;
    s->step_size_schedule = &it->step_size;
    s->temperature_schedule = &it->temperature;
    for (int i = 0; i < 2; i++) {
        sgmcmc_schedule *schedule = i == 0 ? &it->step_size : &it->temperature;
        schedule->offset = next();
        schedule->exponent = next();
        schedule->factor = next();
        schedule->exploration = next();
        schedule->floor = next();
        schedule->period = 29 + i;
        schedule->cycle_len = 31 + i;
        schedule->warm_up = 37 + i;
    }
}

/* What only Metropolis-Hastings uses. */
static void fill_metropolis(given *it)
{
    sgmcmc_chain_settings *s = &it->settings;
    s->sampler = SGMCMC_SAMPLER_METROPOLIS_HASTINGS;
    s->noise_scale = next();
    s->likelihood_scale = next();
    s->beta = next();
    s->beta_max = next();
    s->refresh_len = 41;
    s->tune_interval = 43;
    s->leapfrog_count = 47;
}

/* The text of settings; NULL where a kind is none. */
static char *text_of(char *to, const sgmcmc_chain_settings *settings)
{
    size_t size = 0;
    if (sgmcmc_settings_text_size(&size, settings, DIM) != SGMCMC_OK)
        return NULL;
    CHECK(size < ROOM);
    memset(to, '~', ROOM);
    ANSWERS(SGMCMC_OK, sgmcmc_settings_text(to, size, settings, DIM));
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
static int holds(const given *it)
{
    given same = *it, other;
    if (text_of(text, &it->settings) == NULL)
        return 0;
    if (same.settings.rule != NULL) {
        same.settings.rule = &same.rule;
        same.settings.step_size_schedule = &same.step_size;
        same.settings.temperature_schedule = &same.temperature;
    }
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
    if (strstr(text, " of fingerprint ") == NULL) {
        fill(&other);
        if (it->settings.sampler == SGMCMC_SAMPLER_RULE)
            fill_metropolis(&other);
        else
            fill_rule(&other);
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
        for (it.settings.noise = 0; holds(&it); it.settings.noise++)
            count++;
        it.settings.noise = SGMCMC_NOISE_LANGEVIN;
        it.settings.density = SGMCMC_DENSITY_UNNORMALIZED;
        CHECK(holds(&it));
        it.settings.density = SGMCMC_DENSITY_NORMALIZED;
    }
    CHECK(count == 4 * (1 + 3));
    it.settings.proposal = SGMCMC_PROPOSAL_RSGLD;
    int32_t *flags[] = {&it.settings.proposal_uses_prior, &it.settings.tune_beta, &it.settings.tune_step_size,
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
    for (s->prior = 0; holds(&it); s->prior++)
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
    CHECK(count == 5 + 5 + 4 + 3 + 5);
}

/* Reads a text into the settings of a world, which must stay as they are. */
static void refused(size_t line, sgmcmc_status status, given *it, const char *lines)
{
    given before = *it;
    size_t at = 99;
    ANSWERS(status, sgmcmc_settings_read(&it->settings, &it->rule, &it->step_size, &it->temperature, &at, lines,
                                         strlen(lines), DIM));
    CHECK(at == line && memcmp(&before, it, sizeof before) == 0);
}

static void refusals(void)
{
    given it, before;
    size_t size = 0, line = 99;
    memset(&it, 0, sizeof it);
    fill(&it);
    fill_rule(&it);
    it.step_size.warm_up = it.temperature.warm_up = 0;
    refused(2, SGMCMC_ERROR_SETTINGS_LINE, &it, "# a comment\nseed: 3");
    refused(1, SGMCMC_ERROR_SETTINGS_KEY, &it, "seeds = 3");
    refused(3, SGMCMC_ERROR_SETTINGS_KEY, &it, "seed = 3\n\nsampler.proposal.beta = 2");
    refused(1, SGMCMC_ERROR_SETTINGS_VALUE, &it, "seed = x");
    refused(2, SGMCMC_ERROR_SETTINGS_VALUE, &it, "prior = GaussianVector\nprior.mean = 5 of fingerprint 1");
    /* Nothing is checked of the ranges, but by what takes the settings. */
    const char *zero = "sampler.rule = Langevin\nsampler.rule.drift = Adam\nsampler.rule.drift.scale = 0";
    ANSWERS(SGMCMC_OK, sgmcmc_settings_read(&it.settings, &it.rule, &it.step_size, &it.temperature, NULL, zero,
                                            strlen(zero), DIM));
    it.settings.data_len = 20;
    it.settings.batch_len = 5;
    it.settings.chunk_len = 0;
    it.step_size.floor = it.temperature.floor = 0.0;
    ANSWERS(SGMCMC_ERROR_DRIFT_SCALE, F(sgmcmc_chain_size)(&size, &it.settings, DIM));
    it.rule.drift_scale = 1.0;
    ANSWERS(SGMCMC_OK, F(sgmcmc_chain_size)(&size, &it.settings, DIM));
    CHECK(it.rule.beta1 == 0.9 && it.rule.beta2 == 0.999);

    /* Wrong pointers and structs. */
    before = it;
#define READ(settings, rule, step_size, temperature, text, len)                                          \
    sgmcmc_settings_read(settings, rule, step_size, temperature, &line, text, len, DIM)
    ANSWERS(SGMCMC_ERROR_NULL_POINTER, READ(NULL, &it.rule, &it.step_size, &it.temperature, "", 0));
    ANSWERS(SGMCMC_ERROR_NULL_POINTER, READ(&it.settings, NULL, &it.step_size, &it.temperature, "", 0));
    ANSWERS(SGMCMC_ERROR_NULL_POINTER, READ(&it.settings, &it.rule, NULL, &it.temperature, "", 0));
    ANSWERS(SGMCMC_ERROR_NULL_POINTER, READ(&it.settings, &it.rule, &it.step_size, NULL, "", 0));
    ANSWERS(SGMCMC_ERROR_NULL_POINTER, READ(&it.settings, &it.rule, &it.step_size, &it.temperature, NULL, 1));
    ANSWERS(SGMCMC_ERROR_OVERLAP, READ(&it.settings, &it.rule, &it.step_size, &it.step_size, "", 0));
    ANSWERS(SGMCMC_ERROR_LENGTH_TOO_LARGE, READ(&it.settings, &it.rule, &it.step_size, &it.temperature, "", SIZE_MAX));
    CHECK(memcmp(&before, &it, sizeof it) == 0);
    sgmcmc_rule shorter = it.rule;
    shorter.struct_size = offsetof(sgmcmc_rule, gradient_scale);
    ANSWERS(SGMCMC_ERROR_STRUCT_SIZE, READ(&it.settings, &shorter, &it.step_size, &it.temperature, "", 0));
    it.settings.sampler = 77;
    ANSWERS(SGMCMC_ERROR_SAMPLER_KIND, READ(&it.settings, &it.rule, &it.step_size, &it.temperature, "", 0));
    ANSWERS(SGMCMC_ERROR_SAMPLER_KIND, sgmcmc_settings_text_size(&size, &it.settings, DIM));
    it.settings.sampler = SGMCMC_SAMPLER_RULE;
    it.settings.simd_level = 77;
    ANSWERS(SGMCMC_ERROR_SIMD_KIND, READ(&it.settings, &it.rule, &it.step_size, &it.temperature, "", 0));
    it.settings.simd_level = 0;
    ANSWERS(SGMCMC_OK, READ(&it.settings, &it.rule, &it.step_size, &it.temperature, NULL, 0));
    CHECK(line == 0);
    ANSWERS(SGMCMC_ERROR_NULL_POINTER, sgmcmc_settings_text_size(NULL, &it.settings, DIM));
    ANSWERS(SGMCMC_ERROR_NULL_POINTER, sgmcmc_settings_text_size(&size, NULL, DIM));
    ANSWERS(SGMCMC_OK, sgmcmc_settings_text_size(&size, &it.settings, DIM));
    memset(text, '~', ROOM);
    ANSWERS(SGMCMC_ERROR_MEMORY_TOO_SMALL, sgmcmc_settings_text(text, size - 1, &it.settings, DIM));
    ANSWERS(SGMCMC_ERROR_NULL_POINTER, sgmcmc_settings_text(NULL, size, &it.settings, DIM));
    CHECK(text[0] == '~' && memcmp(text, text + 1, ROOM - 1) == 0);
}

/* Nothing that is given may be written over: not by the line, of which a value would else be written before a refusal. */
static void overlaps(void)
{
    given it, before;
    fill(&it);
    fill_rule(&it);
    before = it;
    for (int wrong = 0; wrong < 2; wrong++)
        for (size_t at = 0; at + sizeof(size_t) <= sizeof it; at += sizeof(size_t)) {
            size_t *line = (size_t *)(void *)((char *)&it + at);
            ANSWERS(SGMCMC_ERROR_OVERLAP,
                    sgmcmc_settings_read(&it.settings, &it.rule, &it.step_size, &it.temperature, line,
                                         wrong ? "seed = x" : "seed = 3", 8, DIM));
            CHECK(memcmp(&before, &it, sizeof it) == 0);
        }
    size_t lines[4] = {0}, line = 99;
    memset(lines, ' ', sizeof lines);
    ANSWERS(SGMCMC_ERROR_OVERLAP, sgmcmc_settings_read(&it.settings, &it.rule, &it.step_size, &it.temperature, &lines[1],
                                                       (const char *)lines, sizeof lines, DIM));
    CHECK(lines[1] == lines[0]);
    given with_text = it;
    memcpy(&with_text.temperature.offset, "seed = 3", 8);
    before = with_text;
    ANSWERS(SGMCMC_ERROR_OVERLAP,
            sgmcmc_settings_read(&with_text.settings, &with_text.rule, &with_text.step_size, &with_text.temperature, &line,
                                 (const char *)&with_text.temperature.offset, 8, DIM));
    CHECK(memcmp(&before, &with_text, sizeof with_text) == 0);
    /* Vectors where the structs shall be, of which the numbers would be others then. */
    it.settings.prior = SGMCMC_PRIOR_GAUSSIAN_VECTOR;
    const double *const inside[] = {&it.rule.beta1, &it.step_size.offset, &it.temperature.offset};
    for (int i = 0; i < 3; i++) {
        it.settings.prior_means = inside[i];
        it.settings.prior_precisions = precisions;
        before = it;
        ANSWERS(SGMCMC_ERROR_OVERLAP, sgmcmc_settings_read(&it.settings, &it.rule, &it.step_size, &it.temperature,
                                                           &line, "seed = 3", 8, 2));
        CHECK(memcmp(&before, &it, sizeof it) == 0);
    }
    it.settings.prior_means = means;
    /* A kind that the settings do not have yet is not given a vector that may be of another length. */
    it.rule.kind = SGMCMC_RULE_LANGEVIN;
    for (int i = 0; i < 3; i++) {
        it.rule.preconditioner = i == 0 ? SGMCMC_PRECONDITIONER_DENSE : SGMCMC_PRECONDITIONER_DIAGONAL;
        it.rule.preconditioner_values = matrix;
        refused(0, SGMCMC_ERROR_NULL_POINTER, &it,
                i == 0   ? "sampler.rule.preconditioner = Diagonal"
                : i == 1 ? "sampler.rule.preconditioner = Dense"
                         : "prior = Flat\nprior = GaussianVector");
    }
    it.rule.preconditioner = SGMCMC_PRECONDITIONER_DIAGONAL;
    it.rule.preconditioner_values = &it.temperature.offset;
    before = it;
    ANSWERS(SGMCMC_ERROR_OVERLAP, sgmcmc_settings_read(&it.settings, &it.rule, &it.step_size, &it.temperature, &line,
                                                       "seed = 3", 8, 2));
    CHECK(memcmp(&before, &it, sizeof it) == 0);
}

/* A kind that a line chooses begins with what init has, and what has no default there is refused. */
static void defaults(void)
{
    static const char chosen[] = "prior = Gaussian\nsampler = MetropolisHastings\nsampler.proposal = Hmc\n"
                                 "sampler.proposal = Rsgld\nsampler.proposal.step_size = 0.5\nsampler.likelihood_scale = 2";
    given it;
    sgmcmc_chain_settings expected;
    memset(&it, 0, sizeof it);
    fill(&it);
    ANSWERS(SGMCMC_OK, sgmcmc_settings_read(&it.settings, &it.rule, &it.step_size, &it.temperature, NULL, chosen,
                                            sizeof chosen - 1, DIM));
    ANSWERS(SGMCMC_OK, sgmcmc_chain_settings_init(&expected, sizeof expected));
    CHECK(it.settings.prior_mean == expected.prior_mean && it.settings.prior_precision == expected.prior_precision);
    CHECK(it.settings.proposal == expected.proposal && it.settings.beta == expected.beta);
    CHECK(it.settings.noise == expected.noise && it.settings.density == expected.density);
    CHECK(it.settings.beta_max == expected.beta_max && it.settings.leapfrog_count == expected.leapfrog_count);
    ANSWERS(SGMCMC_OK, sgmcmc_settings_read(&it.settings, &it.rule, &it.step_size, &it.temperature, NULL,
                                            "sampler.proposal = Hmc", 22, DIM));
    CHECK(it.settings.leapfrog_count == expected.leapfrog_count);
    static const char hosts[] = "sampler = Rule\nsampler.step_size.shape = Callback\nsampler.temperature.shape = Callback";
    ANSWERS(SGMCMC_OK, sgmcmc_settings_read(&it.settings, &it.rule, &it.step_size, &it.temperature, NULL, hosts,
                                            sizeof hosts - 1, DIM));
    CHECK(it.settings.step_size == expected.step_size && it.settings.temperature == expected.temperature);
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
    refusals();
    overlaps();
    defaults();
    chains();
    return check_failures == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
