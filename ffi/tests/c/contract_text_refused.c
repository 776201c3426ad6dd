/* Settings as text: what is wrong is refused by its line, nothing is written over what was given, and what a line chooses
 * begins with its defaults. */
#include <stdlib.h>

#include "given.h"

enum { ROOM = 8192 };

static const double means[DIM] = {0.5, 1.0, 1.5, 2.0, 2.5}, precisions[DIM] = {1.0, 2.0, 3.0, 4.0, 5.0};
static double matrix[DIM * DIM];
static char text[ROOM];

/* Settings that the library takes, with every number that a rule's kinds use. */
static void fill_all(sgmcmc_chain_settings *it)
{
    fill(it);
    fill_rule(it);
    settings_for_their_kinds(it);
}

static sgmcmc_status read_lines(sgmcmc_chain_settings *it, size_t *line, const char *lines)
{
    return sgmcmc_settings_read(it, line, lines, strlen(lines), DIM);
}

/* Reads a text into settings, which must stay as they are. */
static void refused(size_t line, sgmcmc_status status, sgmcmc_chain_settings *it, const char *lines)
{
    sgmcmc_chain_settings before = *it;
    size_t at = 99;
    ANSWERS(status, read_lines(it, &at, lines));
    CHECK(at == line && memcmp(&before, it, sizeof before) == 0);
}

static void refusals(void)
{
    sgmcmc_chain_settings it, before;
    size_t size = 0, line = 99;
    fill_all(&it);
    it.sampler.step_size.warm_up = it.sampler.temperature.warm_up = 0;
    refused(2, SGMCMC_ERROR_SETTINGS_LINE, &it, "# a comment\nseed: 3");
    refused(1, SGMCMC_ERROR_SETTINGS_KEY, &it, "seeds = 3");
    refused(3, SGMCMC_ERROR_SETTINGS_KEY, &it, "seed = 3\n\nsampler.proposal.beta = 2");
    refused(1, SGMCMC_ERROR_SETTINGS_VALUE, &it, "seed = x");
    refused(2, SGMCMC_ERROR_SETTINGS_VALUE, &it, "prior = GaussianVector\nprior.mean = 5 of fingerprint 1");
    /* Nothing is checked of the ranges, but by what takes the settings. */
    ANSWERS(SGMCMC_OK,
            read_lines(&it, NULL, "sampler.rule = Langevin\nsampler.rule.drift = Adam\nsampler.rule.drift.scale = 0"));
    it.data_len = 20;
    it.batch.len = 5;
    it.chunk_len = 0;
    it.sampler.step_size.floor = it.sampler.temperature.floor = 0.0;
    ANSWERS(REFUSED_DRIFT_SCALE, F(sgmcmc_chain_size)(&size, &it, DIM));
    it.sampler.rule.drift.scale = 1.0;
    ANSWERS(SGMCMC_OK, F(sgmcmc_chain_size)(&size, &it, DIM));
    CHECK(it.sampler.rule.drift.beta1 == 0.9 && it.sampler.rule.drift.beta2 == 0.999);

    /* Wrong pointers and structs. */
    before = it;
#define READ(settings, text, len) sgmcmc_settings_read(settings, &line, text, len, DIM)
    ANSWERS(SGMCMC_ERROR_NULL_POINTER, READ(NULL, "", 0));
    ANSWERS(SGMCMC_ERROR_NULL_POINTER, READ(&it, NULL, 1));
    ANSWERS(SGMCMC_ERROR_LENGTH_TOO_LARGE, READ(&it, "", SIZE_MAX));
    CHECK(memcmp(&before, &it, sizeof it) == 0);
    it.struct_size = offsetof(sgmcmc_chain_settings, simd_level);
    refused(0, SGMCMC_ERROR_STRUCT_SIZE, &it, "seed = 3");
    it.struct_size = sizeof it;
    it.sampler.kind = 77;
    ANSWERS(REFUSED_SAMPLER_KIND, READ(&it, "", 0));
    ANSWERS(REFUSED_SAMPLER_KIND, sgmcmc_settings_text(NULL, 0, &size, &it, DIM));
    it.sampler.kind = SGMCMC_SAMPLER_RULE;
    it.sampler.rule.friction = 0.5;
    ANSWERS(UNUSED(sampler.rule.friction), READ(&it, "", 0));
    ANSWERS(UNUSED(sampler.rule.friction), sgmcmc_settings_text(NULL, 0, &size, &it, DIM));
    it.sampler.rule.friction = 0.1;
    it.simd_level = 77;
    ANSWERS(REFUSED_SIMD_KIND, READ(&it, "", 0));
    it.simd_level = 0;
    ANSWERS(SGMCMC_OK, READ(&it, NULL, 0));
    CHECK(line == 0);
    ANSWERS(SGMCMC_ERROR_NULL_POINTER, sgmcmc_settings_text(NULL, 0, NULL, &it, DIM));
    ANSWERS(SGMCMC_ERROR_NULL_POINTER, sgmcmc_settings_text(NULL, 0, &size, NULL, DIM));
    ANSWERS(SGMCMC_ERROR_LENGTH_ZERO, sgmcmc_settings_text(NULL, 0, &size, &it, 0));
    ANSWERS(SGMCMC_ERROR_LENGTH_ZERO, sgmcmc_settings_text(text, ROOM, NULL, &it, 0));
    ANSWERS(SGMCMC_ERROR_LENGTH_ZERO, sgmcmc_settings_read(&it, NULL, NULL, 0, 0));
    ANSWERS(SGMCMC_OK, sgmcmc_settings_text(NULL, 0, &size, &it, DIM));
    memset(text, '~', ROOM);
    ANSWERS(SGMCMC_ERROR_MEMORY_TOO_SMALL, sgmcmc_settings_text(text, size - 1, NULL, &it, DIM));
    ANSWERS(SGMCMC_ERROR_NULL_POINTER, sgmcmc_settings_text(NULL, size, NULL, &it, DIM));
    CHECK(text[0] == '~' && memcmp(text, text + 1, ROOM - 1) == 0);
}

/* Reads a line for two parameters into settings that must not be written over, and stay as they are. */
static void overlapping(sgmcmc_chain_settings *it, size_t *line, const char *eight_letters)
{
    const sgmcmc_chain_settings before = *it;
    ANSWERS(SGMCMC_ERROR_OVERLAP, sgmcmc_settings_read(it, line, eight_letters, 8, 2));
    CHECK(memcmp(&before, it, sizeof before) == 0);
}

/* Nothing that is given may be written over: not by the line, of which a value would else be written before a refusal. */
static void overlaps(void)
{
    sgmcmc_chain_settings it;
    fill_all(&it);
    for (int wrong = 0; wrong < 2; wrong++)
        for (size_t at = 0; at + sizeof(size_t) <= sizeof it; at += sizeof(size_t))
            overlapping(&it, (size_t *)(void *)((char *)&it + at), wrong ? "seed = x" : "seed = 3");
    size_t lines[4] = {0}, line = 99;
    memset(lines, ' ', sizeof lines);
    ANSWERS(SGMCMC_ERROR_OVERLAP, sgmcmc_settings_read(&it, &lines[1], (const char *)lines, sizeof lines, DIM));
    CHECK(lines[1] == lines[0]);
    sgmcmc_chain_settings with_text = it;
    memcpy(&with_text.seed, "seed = 3", 8);
    overlapping(&with_text, &line, (const char *)&with_text.seed);
    /* Vectors where the settings shall be, of which the numbers would be others then. */
    it.prior.kind = SGMCMC_PRIOR_GAUSSIAN_VECTOR;
    const double *const inside[] = {&it.sampler.rule.drift.beta1, &it.sampler.step_size.offset,
                                    &it.sampler.temperature.offset};
    for (int i = 0; i < 3; i++) {
        it.prior.means = inside[i];
        it.prior.precisions = precisions;
        overlapping(&it, &line, "seed = 3");
    }
    it.prior.means = means;
    /* A kind that the settings do not have yet is not given a vector that may be of another length. */
    sgmcmc_preconditioner *const preconditioner = &it.sampler.rule.preconditioner;
    for (int i = 0; i < 3; i++) {
        preconditioner->kind = i == 0 ? SGMCMC_PRECONDITIONER_DENSE : SGMCMC_PRECONDITIONER_DIAGONAL;
        preconditioner->values = matrix;
        refused(0, SGMCMC_ERROR_NULL_POINTER, &it,
                i == 0   ? "sampler.rule.preconditioner = Diagonal"
                : i == 1 ? "sampler.rule.preconditioner = Dense"
                         : "prior = Flat\nprior = GaussianVector");
    }
    preconditioner->kind = SGMCMC_PRECONDITIONER_DIAGONAL;
    preconditioner->values = &it.sampler.temperature.offset;
    overlapping(&it, &line, "seed = 3");
    CHECK(line == 99);
}

/* A kind that a line chooses begins with what init has, and what has no default there is refused. */
static void defaults(void)
{
    sgmcmc_chain_settings it, expected;
    const sgmcmc_sampler *const sampler = &it.sampler, *const fresh = &expected.sampler;
    fill(&it);
    ANSWERS(SGMCMC_OK,
            read_lines(&it, NULL,
                       "prior = Gaussian\nsampler = MetropolisHastings\nsampler.proposal = Hmc\n"
                       "sampler.proposal = Rsgld\nsampler.proposal.step_size = 0.5\nsampler.likelihood_scale = 2"));
    ANSWERS(SGMCMC_OK, sgmcmc_chain_settings_init(&expected, sizeof expected));
    CHECK(it.prior.mean == expected.prior.mean && it.prior.precision == expected.prior.precision);
    CHECK(sampler->proposal.kind == fresh->proposal.kind && sampler->proposal.beta == fresh->proposal.beta);
    CHECK(sampler->proposal.noise.kind == fresh->proposal.noise.kind);
    CHECK(sampler->proposal.density == fresh->proposal.density && sampler->beta_max == fresh->beta_max);
    CHECK(sampler->target_acceptance == fresh->target_acceptance);
    CHECK(sampler->proposal.step_jitter == fresh->proposal.step_jitter);
    CHECK(sampler->proposal.leapfrog_count == fresh->proposal.leapfrog_count);
    /* What the rule had is forgotten. */
    CHECK(sampler->step_size.value == fresh->step_size.value);
    ANSWERS(SGMCMC_OK, read_lines(&it, NULL, "sampler.proposal = Hmc"));
    CHECK(sampler->proposal.leapfrog_count == fresh->proposal.leapfrog_count);
    ANSWERS(SGMCMC_OK,
            read_lines(&it, NULL,
                       "sampler = Rule\nsampler.step_size.shape = Callback\nsampler.temperature.shape = Callback"));
    CHECK(sampler->step_size.value == fresh->step_size.value && sampler->temperature.value == fresh->temperature.value);
    /* A vector that a line says there is none of, and one of another kind. */
    it.estimator.kind = SGMCMC_ESTIMATOR_FIXED_CENTRE;
    it.estimator.centre = means;
    it.sampler.compensation.kind = SGMCMC_NOISE_COMPENSATION_DIAGONAL;
    it.sampler.compensation.covariance = precisions;
    const char *const none[] = {"estimator.centre = none\nsampler.compensation.covariance = none",
                                "estimator = Plain\nestimator = FixedCentre\nsampler.compensation = Dense"};
    for (int i = 0; i < 2; i++) {
        sgmcmc_chain_settings with_none = it;
        ANSWERS(SGMCMC_OK, read_lines(&with_none, NULL, none[i]));
        CHECK(with_none.estimator.centre == NULL && with_none.sampler.compensation.covariance == NULL);
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
