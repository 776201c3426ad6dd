/* Estimates, diagnostics of stored draws and reservoirs: what they answer, refuse, and leave alone. */
#include <math.h>
#include <stdlib.h>

#include "world.h"

enum { LEN = 2, HALF = MEMORY_SIZE / 2, DRAWS = 101 };

static world w;
static sgmcmc_estimate_settings settings;
static sgmcmc_estimates *estimates, *other;

static sgmcmc_estimates *made(unsigned char *memory)
{
    sgmcmc_estimates *made = NULL;
    ANSWERS(SGMCMC_OK, sgmcmc_estimates_init(&made, memory, HALF, &settings, LEN));
    CHECK((void *)made == (void *)memory);
    return made;
}

static void push(sgmcmc_estimates *to, int i)
{
    const real values[LEN] = {(real)i, (real)(-2 * i)};
    ANSWERS(SGMCMC_OK, F(sgmcmc_estimates_push)(to, values, LEN, 1.0));
}

static void start(void)
{
    memset(&w, 0x5a, sizeof w);
    ANSWERS(SGMCMC_OK, sgmcmc_estimate_settings_init(&settings, sizeof settings));
    CHECK(settings.weights == SGMCMC_DRAW_WEIGHT_EQUAL && settings.covariance == 0 && settings.centroid_count == 0 &&
          settings.window_len == 128);
    settings.covariance = 1;
    settings.centroid_count = 16;
    settings.window_len = 32;
    size_t size = 0, without = 0;
    sgmcmc_estimate_settings none = settings;
    none.covariance = 0;
    none.centroid_count = none.window_len = 0;
    ANSWERS(SGMCMC_OK, sgmcmc_estimates_size(&size, &settings, LEN));
    ANSWERS(SGMCMC_OK, sgmcmc_estimates_size(&without, &none, LEN));
    CHECK(without < size && size <= HALF && size % sgmcmc_align() == 0);
    estimates = made(w.memory);
    other = made(w.memory + HALF);
    CHECK(memcmp(w.memory, w.memory + HALF, size) == 0);
    for (int i = 0; i < DRAWS; i++) push(i < 50 ? estimates : other, i);
}

static void use(void)
{
    uint64_t count = 0;
    double weight = 0.0, mean[LEN], variance[LEN], error[LEN], sample_size[LEN], covariance[LEN * LEN], quantile[LEN];
    ANSWERS(SGMCMC_OK, sgmcmc_estimates_merge(estimates, other));
    ANSWERS(SGMCMC_OK, sgmcmc_estimates_counts(&count, &weight, estimates));
    ANSWERS(SGMCMC_OK, sgmcmc_estimates_counts(NULL, NULL, estimates));
    CHECK(count == DRAWS && weight == 101.0);
    ANSWERS(SGMCMC_OK, sgmcmc_estimates_read(mean, LEN, estimates, SGMCMC_ESTIMATE_MEAN, 0.0));
    ANSWERS(SGMCMC_OK, sgmcmc_estimates_read(variance, LEN, estimates, SGMCMC_ESTIMATE_VARIANCE, 0.0));
    ANSWERS(SGMCMC_OK, sgmcmc_estimates_read(error, LEN, estimates, SGMCMC_ESTIMATE_STANDARD_ERROR, 0.0));
    ANSWERS(SGMCMC_OK, sgmcmc_estimates_read(sample_size, LEN, estimates, SGMCMC_ESTIMATE_SAMPLE_SIZE, 0.0));
    double deviation[LEN], freedom[LEN], half_width[LEN];
    uint32_t doubts[LEN];
    ANSWERS(SGMCMC_OK, sgmcmc_estimates_read(deviation, LEN, estimates, SGMCMC_ESTIMATE_DEVIATION, 0.0));
    ANSWERS(SGMCMC_OK, sgmcmc_estimates_read(freedom, LEN, estimates, SGMCMC_ESTIMATE_DEGREES_OF_FREEDOM, 0.0));
    ANSWERS(SGMCMC_OK, sgmcmc_estimates_read(half_width, LEN, estimates, SGMCMC_ESTIMATE_HALF_WIDTH, 0.95));
    ANSWERS(SGMCMC_OK, sgmcmc_estimates_doubts(doubts, LEN, estimates));
    ANSWERS(SGMCMC_OK, sgmcmc_estimates_read(covariance, LEN * LEN, estimates, SGMCMC_ESTIMATE_COVARIANCE, 0.0));
    CHECK(fabs(mean[0] - 50.0) < 1e-9 && fabs(mean[1] + 100.0) < 1e-9);
    CHECK(fabs(variance[0] - 850.0) < 1e-9 && fabs(covariance[1] + 1700.0) < 1e-9 && covariance[0] == variance[0]);
    const double share = 1.0 - 2.0 / (9.0 * freedom[0]), squared = variance[0] / (error[0] * error[0]);
    CHECK(covariance[1] == covariance[2] && fabs(sample_size[0] / (share * share * share * squared + 1.0) - 1.0) < 1e-12);
    CHECK(fabs(deviation[0] * deviation[0] / variance[0] - 1.0) < 1e-12);
    /* Of two halves of a series that climbs there are but the two means. */
    CHECK(freedom[0] == 1.0 && fabs(half_width[0] / error[0] - 12.706) < 1e-2);
    CHECK((doubts[0] >> SGMCMC_DOUBT_TOO_SHORT & 1) == 1 && doubts[1] == doubts[0]);
    ANSWERS(SGMCMC_OK, sgmcmc_estimates_read(quantile, LEN, estimates, SGMCMC_ESTIMATE_QUANTILE, 1.0));
    CHECK(quantile[0] == 100.0 && quantile[1] == 0.0);
    /* Copied and moved, the bytes go on. */
    unsigned char *copy = aligned_alloc(64, HALF);
    memcpy(copy, w.memory, HALF);
    push(estimates, 7);
    push((sgmcmc_estimates *)(void *)copy, 7);
    CHECK(memcmp(copy, w.memory, HALF) == 0);
    free(copy);
}

/* As bytes, and from them: nothing is lost, and nothing that is damaged is taken. */
static void save(void)
{
    size_t size = 0, needed = 0, len = 0;
    unsigned char bytes[4096], again[4096];
    start();
    memset(bytes, 0x5a, sizeof bytes);
    ANSWERS(SGMCMC_OK, sgmcmc_estimates_save(estimates, NULL, 0, &size));
    CHECK(size < sizeof bytes - 1);
    /* At an odd address. */
    ANSWERS(SGMCMC_OK, sgmcmc_estimates_save(estimates, bytes + 1, size, NULL));
    CHECK(bytes[0] == 0x5a && bytes[size + 1] == 0x5a);
    sgmcmc_estimate_settings found = {.struct_size = sizeof found};
    ANSWERS(SGMCMC_OK, sgmcmc_estimates_saved_settings(&found, &len, bytes + 1, size));
    CHECK(len == LEN && memcmp(&found, &settings, sizeof found) == 0);
    ANSWERS(SGMCMC_OK, sgmcmc_estimates_size(&needed, &found, len));
    sgmcmc_estimates *restored = NULL;
    ANSWERS(SGMCMC_OK, sgmcmc_estimates_restore(&restored, w.memory + HALF, HALF, bytes + 1, size));
    CHECK((void *)restored == (void *)(w.memory + HALF) && memcmp(w.memory, w.memory + HALF, needed) == 0);
    ANSWERS(SGMCMC_OK, sgmcmc_estimates_save(restored, again, size, NULL));
    CHECK(memcmp(again, bytes + 1, size) == 0);
    ANSWERS(SGMCMC_OK, sgmcmc_estimates_merge(estimates, restored));

    const sgmcmc_status damaged = SGMCMC_ERROR_CHECKPOINT_DAMAGED, small = SGMCMC_ERROR_MEMORY_TOO_SMALL;
    REFUSES(&w, small, sgmcmc_estimates_save(estimates, bytes, size - 1, NULL));
    REFUSES_SPOILT(&w, sgmcmc_estimates_save(OBJECT(estimates), NULL, 0, GIVEN(&needed)));
    REFUSES_SPOILT(&w, sgmcmc_estimates_save(OBJECT(estimates), BYTES(bytes), size, NULL));
    REFUSES(&w, SGMCMC_ERROR_OVERLAP, sgmcmc_estimates_save(estimates, w.memory, size, NULL));
    REFUSES_SPOILT(&w, sgmcmc_estimates_restore(GIVEN(&restored), GIVEN(w.memory), HALF, BYTES(again), size));
    REFUSES_SPOILT(&w, sgmcmc_estimates_saved_settings(GIVEN(&found), GIVEN(&len), BYTES(bytes + 1), size));
    REFUSES(&w, small, sgmcmc_estimates_restore(&restored, w.memory, needed - 64, again, size));
    REFUSES(&w, SGMCMC_ERROR_MEMORY_MISALIGNED, sgmcmc_estimates_restore(&restored, w.memory + 8, HALF, again, size));
    REFUSES(&w, SGMCMC_ERROR_CHECKPOINT_LENGTH, sgmcmc_estimates_restore(&restored, w.memory, HALF, again, size - 1));
    REFUSES(&w, SGMCMC_ERROR_CHECKPOINT_LENGTH, sgmcmc_estimates_restore(&restored, w.memory, HALF, NULL, 0));
    again[size - 1] ^= 1;
    REFUSES(&w, damaged, sgmcmc_estimates_restore(&restored, w.memory, HALF, again, size));
    REFUSES(&w, damaged, sgmcmc_estimates_saved_settings(&found, &len, again, size));
    again[0] = 'x';
    REFUSES(&w, SGMCMC_ERROR_NOT_CHECKPOINT, sgmcmc_estimates_restore(&restored, w.memory, HALF, again, size));
}

/* As a chain's observer, they hold the chain's own moments; what does not fit stops the run. */
static void observe(void)
{
    static world chain;
    sgmcmc_chain_settings of_chain;
    settings_sgld(&of_chain);
    of_chain.moments = SGMCMC_MOMENTS_WEIGHTED;
    world_make(&chain, &of_chain);
    settings.weights = SGMCMC_DRAW_WEIGHT_STEP_SIZE;
    settings.covariance = 0;
    settings.centroid_count = 0;
    sgmcmc_estimates *observer = NULL;
    ANSWERS(SGMCMC_OK, sgmcmc_estimates_init(&observer, w.memory, sizeof w.memory, &settings, DIM));
    ANSWERS(SGMCMC_OK, F(sgmcmc_chain_run)(chain.chain, NULL, 50, &chain.model, F(sgmcmc_estimates_observe), observer));
    double mean[DIM], variance[DIM], of_mean[DIM], of_variance[DIM];
    ANSWERS(SGMCMC_OK, F(sgmcmc_chain_moments)(chain.chain, mean, variance, DIM, SGMCMC_MOMENTS_WEIGHTED));
    ANSWERS(SGMCMC_OK, sgmcmc_estimates_read(of_mean, DIM, observer, SGMCMC_ESTIMATE_MEAN, 0.0));
    ANSWERS(SGMCMC_OK, sgmcmc_estimates_read(of_variance, DIM, observer, SGMCMC_ESTIMATE_VARIANCE, 0.0));
    CHECK(memcmp(mean, of_mean, sizeof mean) == 0 && memcmp(variance, of_variance, sizeof variance) == 0);
    int32_t code = 0;
    ANSWERS(SGMCMC_OK, sgmcmc_estimates_init(&observer, w.memory, sizeof w.memory, &settings, DIM - 1));
    ANSWERS(SGMCMC_ERROR_STOPPED_BY_OBSERVER,
            F(sgmcmc_chain_run)(chain.chain, &code, 5, &chain.model, F(sgmcmc_estimates_observe), observer));
    CHECK(code == SGMCMC_ERROR_LENGTH_MISMATCH);
    CHECK(F(sgmcmc_estimates_observe)(observer, NULL) == SGMCMC_ERROR_NULL_POINTER);
    F(sgmcmc_draw) draw = {.theta = NULL, .dim = DIM - 1, .step_size = 0.1};
    CHECK(F(sgmcmc_estimates_observe)(observer, &draw) == SGMCMC_ERROR_NULL_POINTER);
    CHECK(F(sgmcmc_estimates_observe)(NULL, &draw) == SGMCMC_ERROR_NULL_POINTER);
}

static void refusals(void)
{
    const sgmcmc_status mismatch = SGMCMC_ERROR_LENGTH_MISMATCH, overlap = SGMCMC_ERROR_OVERLAP;
    sgmcmc_estimates *out = NULL;
    start();
    REFUSES_SPOILT(&w, sgmcmc_estimates_init(GIVEN(&out), GIVEN(w.memory), HALF, NULL, LEN));
    REFUSES(&w, SGMCMC_ERROR_MEMORY_TOO_SMALL, sgmcmc_estimates_init(&out, w.memory, 64, NULL, LEN));
    REFUSES(&w, SGMCMC_ERROR_MEMORY_MISALIGNED, sgmcmc_estimates_init(&out, w.memory + 8, HALF, NULL, LEN));
    REFUSES(&w, SGMCMC_ERROR_LENGTH_ZERO, sgmcmc_estimates_init(&out, w.memory, HALF, NULL, 0));
    REFUSES(&w, SGMCMC_ERROR_LENGTH_TOO_LARGE, sgmcmc_estimates_init(&out, w.memory, HALF, NULL, SIZE_MAX));
    REFUSES(&w, SGMCMC_ERROR_LENGTH_TOO_LARGE, sgmcmc_estimates_size(&w.size, NULL, SIZE_MAX / 8));
    for (int i = 0; i < 5; i++) {
        sgmcmc_estimate_settings bad = settings;
        const sgmcmc_status expected[] = {REFUSED_DRAW_WEIGHT, SGMCMC_ERROR_FLAG, REFUSED_CENTROID_COUNT,
                                          REFUSED_WINDOW_LEN, SGMCMC_ERROR_STRUCT_SIZE};
        if (i == 0) bad.weights = 3;
        if (i == 1) bad.covariance = 2;
        if (i == 2) bad.centroid_count = 15;
        if (i == 3) bad.window_len = 33;
        if (i == 4) bad.struct_size = 1;
        REFUSES(&w, expected[i], sgmcmc_estimates_init(&out, w.memory, HALF, &bad, LEN));
        REFUSES(&w, expected[i], sgmcmc_estimates_size(&w.size, &bad, LEN));
    }
    const real good[3] = {1, 2, 3}, not_finite[LEN] = {1, (real)INFINITY};
    REFUSES(&w, mismatch, F(sgmcmc_estimates_push)(estimates, good, 3, 1.0));
    REFUSES(&w, SGMCMC_ERROR_NOT_FINITE, F(sgmcmc_estimates_push)(estimates, not_finite, LEN, 1.0));
    REFUSES(&w, SGMCMC_ERROR_WEIGHT, F(sgmcmc_estimates_push)(estimates, good, LEN, -1.0));
    REFUSES_SPOILT(&w, F(sgmcmc_estimates_push)(OBJECT(estimates), GIVEN(good), LEN, 1.0));
    REFUSES(&w, overlap, F(sgmcmc_estimates_push)(estimates, (const real *)(const void *)w.memory, LEN, 1.0));
    REFUSES(&w, overlap, sgmcmc_estimates_merge(estimates, estimates));
    REFUSES_SPOILT(&w, sgmcmc_estimates_merge(OBJECT(estimates), OBJECT(estimates)));
    REFUSES_SPOILT(&w, sgmcmc_estimates_read(GIVEN(w.mean), LEN, OBJECT(estimates), SGMCMC_ESTIMATE_MEAN, 0.0));
    REFUSES(&w, mismatch, sgmcmc_estimates_read(w.mean, 1, estimates, SGMCMC_ESTIMATE_MEAN, 0.0));
    REFUSES(&w, mismatch, sgmcmc_estimates_read(w.mean, LEN, estimates, SGMCMC_ESTIMATE_COVARIANCE, 0.0));
    REFUSES(&w, SGMCMC_ERROR_PROBABILITY, sgmcmc_estimates_read(w.mean, LEN, estimates, SGMCMC_ESTIMATE_QUANTILE, 1.5));
    REFUSES(&w, SGMCMC_ERROR_PROBABILITY, sgmcmc_estimates_read(w.mean, LEN, estimates, SGMCMC_ESTIMATE_MEAN, 0.5));
    REFUSES(&w, SGMCMC_ERROR_CHOICE, sgmcmc_estimates_read(w.mean, LEN, estimates, SGMCMC_ESTIMATE_QUANTILE + 1, 0.0));
    REFUSES(&w, SGMCMC_ERROR_CHOICE, sgmcmc_estimates_read(w.mean, LEN, estimates, -1, 0.0));
    for (int i = 0; i < 3; i++) {
        const double levels[] = {0.0, 1.0, NAN};
        REFUSES(&w, SGMCMC_ERROR_PROBABILITY,
                sgmcmc_estimates_read(w.mean, LEN, estimates, SGMCMC_ESTIMATE_HALF_WIDTH, levels[i]));
    }
    uint32_t doubts[LEN];
    REFUSES(&w, mismatch, sgmcmc_estimates_doubts(doubts, LEN + 1, estimates));
    REFUSES_SPOILT(&w, sgmcmc_estimates_doubts(GIVEN(doubts), LEN, OBJECT(estimates)));
    REFUSES(&w, overlap, sgmcmc_estimates_read((double *)(void *)w.memory, LEN, estimates, SGMCMC_ESTIMATE_VARIANCE,
                                               0.0));
    /* Another kind of object, and none. */
    sgmcmc_rng *rng = NULL;
    ANSWERS(SGMCMC_OK, sgmcmc_rng_init(&rng, w.rng_memory, sizeof w.rng_memory, 1, 0));
    REFUSES(&w, SGMCMC_ERROR_NOT_INITIALIZED,
            sgmcmc_estimates_read(w.mean, LEN, (sgmcmc_estimates *)(void *)rng, SGMCMC_ESTIMATE_MEAN, 0.0));
    /* What was not asked for; and other settings. */
    settings.covariance = 0;
    settings.centroid_count = 0;
    settings.window_len = 0;
    other = made(w.memory + HALF);
    REFUSES(&w, SGMCMC_ERROR_NOT_ESTIMATED,
            sgmcmc_estimates_read(w.mean, LEN, other, SGMCMC_ESTIMATE_STANDARD_ERROR, 0.0));
    REFUSES(&w, SGMCMC_ERROR_NOT_ESTIMATED, sgmcmc_estimates_read(w.mean, LEN, other, SGMCMC_ESTIMATE_HALF_WIDTH, 0.5));
    REFUSES(&w, SGMCMC_ERROR_NOT_ESTIMATED, sgmcmc_estimates_doubts(doubts, LEN, other));
    REFUSES(&w, SGMCMC_ERROR_NOT_ESTIMATED,
            sgmcmc_estimates_read(w.mean, LEN * LEN, other, SGMCMC_ESTIMATE_COVARIANCE, 0.0));
    REFUSES(&w, SGMCMC_ERROR_NOT_ESTIMATED, sgmcmc_estimates_read(w.mean, LEN, other, SGMCMC_ESTIMATE_QUANTILE, 0.5));
    REFUSES(&w, SGMCMC_ERROR_OTHER_SETTINGS, sgmcmc_estimates_merge(estimates, other));
}

static void stored(void)
{
    real draws[DRAWS * LEN], rows[8 * LEN];
    size_t size = 0, kept = 0;
    uint64_t stride = 0, shown = 0;
    sgmcmc_reservoir *reservoir = NULL;
    CHECK(sgmcmc_reservoir_size() <= sizeof w.rng_memory && sgmcmc_align() == 64);
    ANSWERS(SGMCMC_OK, sgmcmc_reservoir_init(&reservoir, w.rng_memory, sizeof w.rng_memory, LEN));
    for (int i = 0; i < DRAWS; i++) {
        draws[LEN * i] = (real)i;
        draws[LEN * i + 1] = (real)(i * 37 % DRAWS);
        ANSWERS(SGMCMC_OK, F(sgmcmc_reservoir_push)(reservoir, rows, 8 * LEN, draws + LEN * i, LEN));
    }
    ANSWERS(SGMCMC_OK, sgmcmc_reservoir_counts(&kept, &stride, &shown, reservoir));
    ANSWERS(SGMCMC_OK, sgmcmc_reservoir_counts(NULL, NULL, NULL, reservoir));
    CHECK(kept == 7 && stride == 16 && shown == DRAWS && rows[LEN * 6] == (real)96);
    REFUSES(&w, SGMCMC_ERROR_LENGTH_MISMATCH, F(sgmcmc_reservoir_push)(reservoir, rows, 8 * LEN, draws, 1));
    REFUSES(&w, SGMCMC_ERROR_MEMORY_TOO_SMALL, F(sgmcmc_reservoir_push)(reservoir, rows, 6 * LEN, draws, LEN));
    REFUSES(&w, SGMCMC_ERROR_OVERLAP, F(sgmcmc_reservoir_push)(reservoir, rows, 8 * LEN, rows, LEN));
    REFUSES(&w, SGMCMC_ERROR_LENGTH_ZERO, sgmcmc_reservoir_init(&reservoir, w.memory, HALF, 0));

    sgmcmc_summary trend, even;
    trend.struct_size = even.struct_size = sizeof trend;
    ANSWERS(SGMCMC_OK, sgmcmc_summary_size(&size, 1, DRAWS));
    CHECK(size <= sizeof w.memory);
    ANSWERS(SGMCMC_OK, F(sgmcmc_summary)(&trend, w.memory, size, draws, 1, DRAWS, LEN, 0));
    ANSWERS(SGMCMC_OK, F(sgmcmc_summary)(&even, w.memory, size, draws, 1, DRAWS, LEN, 1));
    CHECK(trend.r_hat > 1.5 && even.r_hat < 1.05 && trend.bulk_sample_size < even.bulk_sample_size);
    CHECK(trend.mean == 50.0 && trend.quantile_5 == 5.0 && trend.median == 50.0 && trend.quantile_95 == 95.0);
    CHECK(fabs(trend.deviation - sqrt(858.5)) < 1e-12 && trend.standard_error > even.standard_error);
    REFUSES(&w, SGMCMC_ERROR_MEMORY_TOO_SMALL,
            F(sgmcmc_summary)(&even, w.memory, size - 1, draws, 1, DRAWS, LEN, 1));
    REFUSES(&w, SGMCMC_ERROR_LENGTH_TOO_LARGE, F(sgmcmc_summary)(&even, w.memory, size, draws, 1, DRAWS, LEN, 2));
    REFUSES(&w, SGMCMC_ERROR_LENGTH_ZERO, F(sgmcmc_summary)(&even, w.memory, size, draws, 0, DRAWS, LEN, 1));
    REFUSES(&w, SGMCMC_ERROR_LENGTH_TOO_LARGE,
            F(sgmcmc_summary)(&even, w.memory, size, draws, SIZE_MAX, DRAWS, LEN, 1));
    REFUSES(&w, SGMCMC_ERROR_LENGTH_ZERO, sgmcmc_summary_size(&w.size, 0, 1));
    REFUSES(&w, SGMCMC_ERROR_LENGTH_TOO_LARGE, sgmcmc_summary_size(&w.size, SIZE_MAX, 2));
    draws[0] = (real)NAN;
    REFUSES(&w, SGMCMC_ERROR_NOT_FINITE, F(sgmcmc_summary)(&even, w.memory, size, draws, 1, DRAWS, LEN, 1));

    const real x[LEN] = {(real)0.5, (real)-0.5}, score[LEN] = {(real)-0.5, (real)0.5};
    double sum = 0.0;
    ANSWERS(SGMCMC_OK, F(sgmcmc_stein_sum)(&sum, x, score, 1, x, score, 1, LEN, 1.0));
    CHECK(fabs(sum - 2.5) < 1e-12);
    ANSWERS(SGMCMC_ERROR_KERNEL_SCALE, F(sgmcmc_stein_sum)(&sum, x, score, 1, x, score, 1, LEN, 0.0));
    ANSWERS(SGMCMC_ERROR_NOT_FINITE, F(sgmcmc_stein_sum)(&sum, draws, draws, 1, x, score, 1, LEN, 1.0));
    ANSWERS(SGMCMC_ERROR_LENGTH_ZERO, F(sgmcmc_stein_sum)(&sum, x, score, 0, x, score, 1, LEN, 1.0));
    CHECK(fabs(sum - 2.5) < 1e-12);

    const double means[3] = {1, 2, 3}, variances[3] = {1.8, 1.8, 1.8};
    ANSWERS(SGMCMC_OK, sgmcmc_r_hat(&sum, means, variances, 3, 10));
    CHECK(fabs(sum - sqrt(1.4)) < 1e-15);
    ANSWERS(SGMCMC_ERROR_LENGTH_ZERO, sgmcmc_r_hat(&sum, means, variances, 0, 10));
}

int main(void)
{
    start();
    use();
    save();
    observe();
    refusals();
    stored();
    return check_failures != 0;
}
