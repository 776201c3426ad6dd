/* What the library does when all is well. */
#include <math.h>

#include "world.h"

static world w, other;

static void about_the_library(void)
{
    CHECK(sgmcmc_version_number() == SGMCMC_VERSION_NUMBER);
    CHECK(sgmcmc_abi_version() == SGMCMC_ABI_VERSION);
    CHECK(sgmcmc_align() == 64);
    CHECK(sgmcmc_simd_level() >= SGMCMC_SIMD_NONE && sgmcmc_simd_level() <= SGMCMC_SIMD_WASM128);
    CHECK(strcmp(sgmcmc_simd_level_name(sgmcmc_simd_level()), "unknown") != 0);
    CHECK(strcmp(sgmcmc_simd_level_name(-1), "unknown") == 0);
    CHECK(strcmp(sgmcmc_status_message(SGMCMC_OK), "done") == 0);
    CHECK(strncmp(sgmcmc_status_message(REFUSED_STEP_SIZE), "step_size of a rule or a proposal must be ", 42) == 0);
    CHECK(strcmp(sgmcmc_refused_setting(REFUSED_STEP_SIZE), "step_size") == 0);
    CHECK(sgmcmc_refused_setting(SGMCMC_OK) == NULL && sgmcmc_refused_setting(SGMCMC_ERROR_IN_USE) == NULL);
    CHECK(strstr(sgmcmc_status_message(12345), "not a status") != NULL);
}

/* The same bytes elsewhere are the same chain. */
static void moved_memory(void)
{
    sgmcmc_chain_settings settings;
    settings_metropolis(&settings, SGMCMC_PROPOSAL_RSGLD);
    world_make(&w, &settings);
    ANSWERS(SGMCMC_OK, F(sgmcmc_chain_run)(w.chain, NULL, 7, &w.model, NULL, NULL));
    memcpy(&other, &w, sizeof other);
    other.chain = (F(sgmcmc_chain) *)(void *)other.memory;
    ANSWERS(SGMCMC_OK, F(sgmcmc_chain_run)(w.chain, NULL, 20, &w.model, NULL, NULL));
    memset(w.numbers, 0, sizeof w.numbers);
    ANSWERS(SGMCMC_OK, F(sgmcmc_chain_run)(other.chain, NULL, 20, &other.model, NULL, NULL));
    CHECK(same_chain(&w, &other));
}

/* Steps, runs and every kind of batch; a chain run at once and in pieces is the same. */
static void batches(void)
{
    sgmcmc_chain_settings unknown;
    settings_sgld(&unknown);
    unknown.batch.kind = SGMCMC_BATCH_CALLER + 1;
    size_t size;
    /* Fails where a kind was added: it belongs into the loop below. */
    ANSWERS(REFUSED_BATCH_KIND, F(sgmcmc_chain_size)(&size, &unknown, DIM));
    for (int32_t batch = SGMCMC_BATCH_WITHOUT_REPLACEMENT; batch <= SGMCMC_BATCH_ALL; batch++) {
        sgmcmc_chain_settings settings;
        settings_sgld(&settings);
        settings.batch.kind = batch;
        settings_for_their_kinds(&settings);
        world_make(&other, &settings);
        world_make(&w, &settings);
        ANSWERS(SGMCMC_OK, F(sgmcmc_chain_run)(w.chain, NULL, 9, &w.model, NULL, NULL));
        for (int i = 0; i < 9; i++)
            ANSWERS(SGMCMC_OK, F(sgmcmc_chain_step)(other.chain, &other.step, &other.code, NULL, 0, &other.model));
        CHECK(same_chain(&w, &other));
        CHECK(the_host.last_batch_was_null == (batch == SGMCMC_BATCH_ALL));
        if (batch == SGMCMC_BATCH_ALL)
            CHECK(the_host.last_batch_len == DATA_LEN);
        else if (batch != SGMCMC_BATCH_EPOCHS)
            CHECK(the_host.last_batch_len == BATCH_LEN);
        CHECK(the_host.dirty_gradients == 0 && !the_host.last_gradient_was_null);
    }

    sgmcmc_chain_settings settings;
    settings_sgld(&settings);
    settings.batch.kind = SGMCMC_BATCH_CALLER;
    settings.batch.len = 0;
    world_make(&w, &settings);
    ANSWERS(SGMCMC_OK, F(sgmcmc_chain_step)(w.chain, NULL, NULL, w.batch, 3, &w.model));
    CHECK(the_host.last_batch_len == 3 && !the_host.last_batch_was_null);
}

/* With the model's mean log-likelihood and prior of world.c the posterior of theta_j is N(n mean / (n + 1), 1 / (n + 1)). */
static void moments(void)
{
    sgmcmc_chain_settings settings;
    settings_sgld(&settings);
    settings.batch.kind = SGMCMC_BATCH_ALL;
    settings.batch.len = 0;
    settings.burn_in = 1000;
    world_make(&w, &settings);
    ANSWERS(SGMCMC_OK, F(sgmcmc_chain_moments)(w.chain, w.mean, w.variance, DIM, SGMCMC_MOMENTS_PLAIN));
    CHECK(w.mean[0] == 0.0 && isnan(w.variance[0]));
    ANSWERS(SGMCMC_OK, F(sgmcmc_chain_run)(w.chain, NULL, 41000, &w.model, NULL, NULL));
    for (int32_t of = SGMCMC_MOMENTS_PLAIN; of <= SGMCMC_MOMENTS_WEIGHTED; of++) {
        ANSWERS(SGMCMC_OK, F(sgmcmc_chain_moments)(w.chain, w.mean, w.variance, DIM, of));
        for (int j = 0; j < DIM; j++) {
            /* The chain is an AR(1) with coefficient r = 1 - 21 eta = 0.79 and variance eta * 2 / (1 - r^2): 8.5 draws
               count as one for the mean, (1 + r^2) / (1 - r^2) = 4.3 for the variance. The bounds are 6 standard
               errors each of 40000 draws. */
            double variance = 2.0 * 0.01 / (1.0 - 0.79 * 0.79);
            CHECK(fabs(w.mean[j] - 20.0 / 21.0 * 0.95) < 6.0 * sqrt(variance * 8.6 / 40000.0));
            CHECK(fabs(w.variance[j] / variance - 1.0) < 6.0 * sqrt(2.0 * 4.4 / 40000.0));
        }
    }
}

static void statistics_and_tuning(void)
{
    sgmcmc_chain_settings settings;
    settings_metropolis(&settings, SGMCMC_PROPOSAL_RSGLD);
    settings.sampler.proposal.beta = 2.0;
    settings.prior.kind = SGMCMC_PRIOR_GAUSSIAN;
    world_make(&w, &settings);
    w.model.log_prior = NULL;
    ANSWERS(SGMCMC_OK, F(sgmcmc_chain_statistics)(w.chain, &w.statistics));
    CHECK(w.statistics.step_count == 0 && isnan(w.statistics.log_likelihood) && w.statistics.beta == 2.0);
    ANSWERS(SGMCMC_OK, F(sgmcmc_chain_run)(w.chain, NULL, 400, &w.model, NULL, NULL));
    ANSWERS(SGMCMC_OK, F(sgmcmc_chain_statistics)(w.chain, &w.statistics));
    CHECK(w.statistics.step_count == 400 && w.statistics.kept_count == 400);
    CHECK(w.statistics.forward_count + w.statistics.backward_count == 400);
    CHECK(w.statistics.forward_accepted_count + w.statistics.backward_accepted_count == w.statistics.accepted_count);
    CHECK(w.statistics.accepted_count > 0 && w.statistics.forward_count > 0 && w.statistics.backward_count > 0);
    CHECK(w.statistics.mean_acceptance > 0.0 && w.statistics.mean_acceptance < 1.0);
    CHECK(w.statistics.struct_size == sizeof w.statistics && w.statistics.beta_capped == 0);
    CHECK(fabs(w.statistics.noise_scale - sqrt(2.0 * 0.1 / BATCH_LEN)) < 1e-15);

    ANSWERS(SGMCMC_OK, F(sgmcmc_chain_tune_beta)(w.chain, NULL, &w.model));
    ANSWERS(SGMCMC_OK, F(sgmcmc_chain_set_step_size)(w.chain, 0.025));
    ANSWERS(SGMCMC_OK, F(sgmcmc_chain_statistics)(w.chain, &w.statistics));
    CHECK(w.statistics.step_size == 0.025 && w.statistics.step_count == 400);
    CHECK(fabs(w.statistics.noise_scale - sqrt(2.0 * 0.025 / BATCH_LEN)) < 1e-15);
    ANSWERS(SGMCMC_OK, F(sgmcmc_chain_step)(w.chain, NULL, NULL, NULL, 0, &w.model));
}

/* C is found, read and put to use; a step that is too large for it is refused, and the chain stays. */
static void compensation(void)
{
    double covariance[DIM * DIM], limit = -1.0;
    sgmcmc_chain_settings settings;
    settings_sgld(&settings);
    world_make(&w, &settings);
    REFUSES(&w, REFUSED_NOISE_COMPENSATION, F(sgmcmc_chain_compensation)(w.chain, w.mean, DIM, NULL));
    REFUSES(&w, REFUSED_NOISE_COMPENSATION, F(sgmcmc_chain_compensation)(w.chain, NULL, 0, w.mean));
    settings.burn_in = 40;
    settings.sampler.compensation.kind = SGMCMC_NOISE_COMPENSATION_DENSE;
    world_make(&w, &settings);
    ANSWERS(SGMCMC_OK, F(sgmcmc_chain_run)(w.chain, NULL, 41, &w.model, NULL, NULL));
    REFUSES(&w, SGMCMC_ERROR_LENGTH_MISMATCH, F(sgmcmc_chain_compensation)(w.chain, w.mean, DIM, w.variance));
    ANSWERS(SGMCMC_OK, F(sgmcmc_chain_compensation)(w.chain, covariance, DIM * DIM, &limit));
    const double alone = limit;
    for (int i = 0; i < DIM; i++)
        CHECK(covariance[i * (DIM + 1)] > 0.0 && covariance[i] == covariance[i * DIM]);
    ANSWERS(SGMCMC_OK, F(sgmcmc_chain_compensation)(w.chain, NULL, 0, &limit));
    CHECK(limit == alone && limit > settings.sampler.step_size.value && limit < 1.0);

    /* Given to another chain it has the same limit. */
    settings.sampler.compensation.covariance = covariance;
    double same = -1.0;
    world_make(&other, &settings);
    ANSWERS(SGMCMC_OK, F(sgmcmc_chain_compensation)(other.chain, NULL, 0, &same));
    CHECK(fabs(same / limit - 1.0) < 1e-12);

    ANSWERS(SGMCMC_OK, F(sgmcmc_chain_set_step_size)(w.chain, 1.01 * limit));
    REFUSES(&w, SGMCMC_ERROR_GRADIENT_NOISE, F(sgmcmc_chain_step)(w.chain, &w.step, &w.code, NULL, 0, &w.model));
    ANSWERS(SGMCMC_OK, F(sgmcmc_chain_set_step_size)(w.chain, 0.99 * limit));
    ANSWERS(SGMCMC_OK, F(sgmcmc_chain_step)(w.chain, &w.step, &w.code, NULL, 0, &w.model));
}

/* HMC counts trajectories, and batches apart from them; a trajectory evaluates as often as it has steps. */
static void hmc(void)
{
    sgmcmc_chain_settings settings;
    settings_metropolis(&settings, SGMCMC_PROPOSAL_HMC);
    CHECK(settings.sampler.proposal.leapfrog_count == 10 && settings.sampler.proposal.step_jitter == 0.3);
    settings.sampler.proposal.leapfrog_count = 4;
    settings.sampler.proposal.step_size = 0.3;
    settings.prior.kind = SGMCMC_PRIOR_GAUSSIAN;
    for (int all = 0; all < 2; all++) {
        settings.batch.kind = all ? SGMCMC_BATCH_ALL : SGMCMC_BATCH_WITHOUT_REPLACEMENT;
        settings.batch.len = all ? 0 : BATCH_LEN;
        world_make(&w, &settings);
        the_host.calls = 0;
        ANSWERS(SGMCMC_OK, F(sgmcmc_chain_run)(w.chain, NULL, 400, &w.model, NULL, NULL));
        ANSWERS(SGMCMC_OK, F(sgmcmc_chain_statistics)(w.chain, &w.statistics));
        CHECK(w.statistics.forward_count == 400 && w.statistics.backward_count == 0);
        CHECK(w.statistics.accepted_count == w.statistics.forward_accepted_count);
        CHECK(w.statistics.accepted_count > 100 && w.statistics.accepted_count < 400);
        CHECK(w.statistics.batch_count == (all ? 0 : 400));
        CHECK(all || (w.statistics.batch_accepted_count > 10 && w.statistics.batch_accepted_count < 400));
        CHECK(w.statistics.mean_acceptance > 0.0 && w.statistics.mean_acceptance < 1.0);
        CHECK(w.statistics.noise_scale == 0.3 && w.statistics.nonfinite_count == 0);
        /* Once more for the start. */
        CHECK(the_host.calls == 1 + 400 * (all ? 4 : 5));
    }
}

static void generator(void)
{
    real more[DIM];
    sgmcmc_chain_settings settings;
    settings_sgld(&settings);
    world_make(&w, &settings);
    world_make(&other, &settings);
    ANSWERS(SGMCMC_OK, F(sgmcmc_rng_normals)(w.rng, w.numbers, DIM));
    ANSWERS(SGMCMC_OK, F(sgmcmc_rng_normals)(other.rng, more, DIM));
    CHECK(memcmp(w.numbers, more, sizeof more) == 0 && w.numbers[0] != w.numbers[1]);
    ANSWERS(SGMCMC_OK, F(sgmcmc_rng_uniforms)(w.rng, w.numbers, DIM));
    for (int i = 0; i < DIM; i++)
        CHECK(w.numbers[i] > 0 && w.numbers[i] <= 1);
    ANSWERS(SGMCMC_OK, sgmcmc_rng_next_u64(w.rng, &w.word));
    uint64_t word = w.word;
    ANSWERS(SGMCMC_OK, sgmcmc_rng_next_u64(w.rng, &w.word));
    CHECK(w.word != word);
    for (int i = 0; i < 50; i++) {
        ANSWERS(SGMCMC_OK, sgmcmc_rng_bounded(w.rng, &w.integer, 6));
        CHECK(w.integer < 6);
        ANSWERS(SGMCMC_OK, sgmcmc_rng_batch(w.rng, w.batch, BATCH_LEN, DATA_LEN));
        for (int k = 0; k < BATCH_LEN; k++)
            CHECK(w.batch[k] < DATA_LEN && (k == 0 || w.batch[k] > w.batch[k - 1]));
    }
}

static void functions(void)
{
    const double tolerance = sizeof(real) == 4 ? 1e-6 : 1e-15;
    real x[37], y[37];
    for (int i = 0; i < 37; i++)
        x[i] = y[i] = (real)(0.1 * (i + 1));
#define CHECK_FUNCTION(name, upper, reference)                                             \
    do {                                                                                   \
        ANSWERS(SGMCMC_OK, F(sgmcmc_map)(y, x, 37, SGMCMC_FUNCTION_##upper));                \
        for (int i = 0; i < 37; i++) {                                                     \
            real one = F(sgmcmc_##name)(x[i]);                                             \
            CHECK(memcmp(&one, &y[i], sizeof one) == 0);                                   \
            double exact = reference((double)x[i]);                                        \
            CHECK(fabs((double)one - exact) <= tolerance * (fabs(exact) + 1.0));           \
        }                                                                                  \
        memcpy(y, x, sizeof y);                                                            \
        ANSWERS(SGMCMC_OK, F(sgmcmc_map)(y, y, 37, SGMCMC_FUNCTION_##upper));                \
        CHECK(y[36] == F(sgmcmc_##name)(x[36]));                                           \
    } while (0)
    /* Arrays that touch do not overlap. */
    ANSWERS(SGMCMC_OK, F(sgmcmc_map)(y + 18, y, 18, SGMCMC_FUNCTION_EXP));
    ANSWERS(SGMCMC_OK, F(sgmcmc_map)(y, y + 18, 18, SGMCMC_FUNCTION_EXP));
    CHECK_FUNCTION(exp, EXP, exp);
    CHECK_FUNCTION(ln, LN, log);
    CHECK_FUNCTION(sin, SIN, sin);
    CHECK_FUNCTION(cos, COS, cos);

    /* FNV-1a of the bytes, written out. */
    uint64_t fingerprint, expected = UINT64_C(0xcbf29ce484222325);
    const unsigned char *bytes = (const unsigned char *)x;
    for (size_t i = 0; i < sizeof x; i++)
        expected = (expected ^ bytes[i]) * UINT64_C(0x100000001b3);
    ANSWERS(SGMCMC_OK, F(sgmcmc_fingerprint)(&fingerprint, x, 37));
    CHECK(fingerprint == expected);
}

/* All data in pieces of at most chunk_len. */
static void chunks(void)
{
    sgmcmc_chain_settings settings;
    settings_sgld(&settings);
    settings.batch.kind = SGMCMC_BATCH_ALL;
    settings.batch.len = 0;
    settings.chunk_len = 7;
    world_make(&w, &settings);
    const int calls = the_host.calls;
    ANSWERS(SGMCMC_OK, F(sgmcmc_chain_step)(w.chain, &w.step, &w.code, NULL, 0, &w.model));
    CHECK(the_host.calls == calls + (DATA_LEN + 6) / 7 && the_host.last_batch_len == DATA_LEN % 7);
}

int main(void)
{
    chunks();
    about_the_library();
    moved_memory();
    batches();
    moments();
    statistics_and_tuning();
    compensation();
    hmc();
    generator();
    functions();
    return check_failures != 0;
}
