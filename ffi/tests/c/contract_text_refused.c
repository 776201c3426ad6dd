/* Settings as text: what is wrong is refused by its line, nothing is written over what was given, and what a line chooses
 * begins with its defaults. */
#include <stdlib.h>

#include "given.h"

enum { ROOM = 8192 };

static const double means[DIM] = {0.5, 1.0, 1.5, 2.0, 2.5}, precisions[DIM] = {1.0, 2.0, 3.0, 4.0, 5.0};
static double matrix[DIM * DIM];
static char text[ROOM];

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
    before = it;
    fitted(&it, &before);
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
    ANSWERS(REFUSED_DRIFT_SCALE, F(sgmcmc_chain_size)(&size, &it.settings, DIM));
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
    ANSWERS(REFUSED_SAMPLER_KIND, READ(&it.settings, &it.rule, &it.step_size, &it.temperature, "", 0));
    ANSWERS(REFUSED_SAMPLER_KIND, sgmcmc_settings_text(NULL, 0, &size, &it.settings, DIM));
    it.settings.sampler = SGMCMC_SAMPLER_RULE;
    it.settings.simd_level = 77;
    ANSWERS(REFUSED_SIMD_KIND, READ(&it.settings, &it.rule, &it.step_size, &it.temperature, "", 0));
    it.settings.simd_level = 0;
    ANSWERS(SGMCMC_OK, READ(&it.settings, &it.rule, &it.step_size, &it.temperature, NULL, 0));
    CHECK(line == 0);
    ANSWERS(SGMCMC_ERROR_NULL_POINTER, sgmcmc_settings_text(NULL, 0, NULL, &it.settings, DIM));
    ANSWERS(SGMCMC_ERROR_NULL_POINTER, sgmcmc_settings_text(NULL, 0, &size, NULL, DIM));
    ANSWERS(SGMCMC_ERROR_LENGTH_ZERO, sgmcmc_settings_text(NULL, 0, &size, &it.settings, 0));
    ANSWERS(SGMCMC_ERROR_LENGTH_ZERO, sgmcmc_settings_text(text, ROOM, NULL, &it.settings, 0));
    ANSWERS(SGMCMC_ERROR_LENGTH_ZERO,
            sgmcmc_settings_read(&it.settings, &it.rule, &it.step_size, &it.temperature, NULL, NULL, 0, 0));
    ANSWERS(SGMCMC_OK, sgmcmc_settings_text(NULL, 0, &size, &it.settings, DIM));
    memset(text, '~', ROOM);
    ANSWERS(SGMCMC_ERROR_MEMORY_TOO_SMALL, sgmcmc_settings_text(text, size - 1, NULL, &it.settings, DIM));
    ANSWERS(SGMCMC_ERROR_NULL_POINTER, sgmcmc_settings_text(NULL, size, NULL, &it.settings, DIM));
    CHECK(text[0] == '~' && memcmp(text, text + 1, ROOM - 1) == 0);
}

/* Nothing that is given may be written over: not by the line, of which a value would else be written before a refusal. */
static void overlaps(void)
{
    given it, before;
    fill(&it);
    fill_rule(&it);
    before = it;
    fitted(&it, &before);
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
    const given all = it;
    fitted(&it, &all);
    ANSWERS(SGMCMC_OK, sgmcmc_settings_read(&it.settings, &it.rule, &it.step_size, &it.temperature, NULL, chosen,
                                            sizeof chosen - 1, DIM));
    ANSWERS(SGMCMC_OK, sgmcmc_chain_settings_init(&expected, sizeof expected));
    CHECK(it.settings.prior_mean == expected.prior_mean && it.settings.prior_precision == expected.prior_precision);
    CHECK(it.settings.proposal == expected.proposal && it.settings.beta == expected.beta);
    CHECK(it.settings.noise == expected.noise && it.settings.density == expected.density);
    CHECK(it.settings.target_acceptance == expected.target_acceptance);
    CHECK(it.settings.beta_max == expected.beta_max && it.settings.step_jitter == expected.step_jitter && it.settings.leapfrog_count == expected.leapfrog_count);
    ANSWERS(SGMCMC_OK, sgmcmc_settings_read(&it.settings, &it.rule, &it.step_size, &it.temperature, NULL,
                                            "sampler.proposal = Hmc", 22, DIM));
    CHECK(it.settings.leapfrog_count == expected.leapfrog_count);
    static const char hosts[] = "sampler = Rule\nsampler.step_size.shape = Callback\nsampler.temperature.shape = Callback";
    ANSWERS(SGMCMC_OK, sgmcmc_settings_read(&it.settings, &it.rule, &it.step_size, &it.temperature, NULL, hosts,
                                            sizeof hosts - 1, DIM));
    CHECK(it.settings.step_size == expected.step_size && it.settings.temperature == expected.temperature);
    /* A vector that a line says there is none of, and one of another kind. */
    it.settings.estimator = SGMCMC_ESTIMATOR_FIXED_CENTRE;
    it.settings.centre = means;
    it.settings.noise_covariance = precisions;
    it.settings.noise_covariance_len = DIM;
    const char *const none[] = {"estimator.centre = none\nsampler.compensation.covariance = none",
                                "estimator = Plain\nestimator = FixedCentre\nsampler.compensation = Dense"};
    for (int i = 0; i < 2; i++) {
        given with_none = it;
        with_none.settings.noise_compensation = SGMCMC_NOISE_COMPENSATION_DIAGONAL;
        with_none.settings.rule = &with_none.rule;
        with_none.settings.step_size_schedule = &with_none.step_size;
        with_none.settings.temperature_schedule = &with_none.temperature;
        ANSWERS(SGMCMC_OK, sgmcmc_settings_read(&with_none.settings, &with_none.rule, &with_none.step_size,
                                                &with_none.temperature, NULL, none[i], strlen(none[i]), DIM));
        CHECK(with_none.settings.centre == NULL && with_none.settings.noise_covariance == NULL);
        CHECK(with_none.settings.noise_covariance_len == 0);
    }
}

int main(void)
{
    for (int i = 0; i < DIM * DIM; i++)
        matrix[i] = i % (DIM + 1) == 0 ? 1.0 + i : 0.01;
    refusals();
    overlaps();
    defaults();
    return check_failures == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
