/* Checks what the MPI examples are made of, on any number of ranks: reductions, their failures, shards, summaries.
   Prints a fingerprint of what has to have the same bits for every number of ranks. */
#include <float.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "sharded.h"
#include "summary.h"

int check_failures = 0;

enum { DIM = 37, DATA_LEN = 1003, BLOCKS = 16, DIM_MAX = 4099, BATCH_MAX = 3000 };
enum { TEST_LEN = 70, TEST_CHAINS = 3, TEST_DRAWS = 20 };

/* A number that looks random, and whose size varies by 2^20, so that another order of a sum has other bits. */
static float number(uint32_t a, uint32_t b)
{
    uint32_t word = (a * 0x9e3779b9u) ^ (b * 0x85ebca6bu);
    word = (word ^ (word >> 15)) * 0x2c1b3c6du;
    word = (word ^ (word >> 13)) * 0x297a2d39u;
    word ^= word >> 16;
    return ldexpf((float)(int32_t)word, -(int)(word % 20));
}

/* The sum over a power of two of ranks by the tree. */
static float tree(int first, int count, uint32_t i)
{
    return count == 1 ? number((uint32_t)first, i) : tree(first, count / 2, i) + tree(first + count / 2, count / 2, i);
}

static void check_sums(wire *wire, enum reduction_kind kind, size_t dim, size_t len)
{
    reduction reduction;
    CHECK(reduction_init(&reduction, wire, kind, dim) == NULL);
    for (size_t i = 0; i < len; i++)
        reduction.gradient[i] = number((uint32_t)wire->rank, (uint32_t)i);
    header sum = reduction_sum(&reduction, (header){.value = wire->rank + 1.0}, len);
    CHECK(sum.failure.code == 0 && sum.value == 0.5 * wire->rank_count * (wire->rank_count + 1.0));
    for (size_t i = 0; i < len; i++) {
        double exact = 0.0, sizes = 0.0;
        for (int rank = 0; rank < wire->rank_count; rank++) {
            exact += (double)number((uint32_t)rank, (uint32_t)i);
            sizes += fabs((double)number((uint32_t)rank, (uint32_t)i));
        }
        CHECK(fabs((double)reduction.gradient[i] - exact) <= wire->rank_count * (double)FLT_EPSILON * sizes);
        if (kind == REDUCTION_DOUBLING || kind == REDUCTION_HALVING)
            CHECK(reduction.gradient[i] == tree(0, wire->rank_count, (uint32_t)i));
    }
    reduction_free(&reduction);
}

/* Who fails with which code, and who has to stand for all: stops before the impossible, lower ranks before higher. */
static void check_failing(wire *wire, enum reduction_kind kind)
{
    static const int32_t CODES[3][3] = {{-5, 7, -5}, {1, 7, 7}, {1, 1, 1}}; /* of the lower, the higher, of both */
    for (int a = 0; a < wire->rank_count; a++)
        for (int b = a + 1; b <= wire->rank_count; b++) /* the last b is no rank: a fails alone */
            for (int c = 0; c < 3; c++) {
                reduction reduction;
                int32_t code = wire->rank == a ? CODES[c][0] : wire->rank == b ? CODES[c][1] : 0;
                int32_t both = b < wire->rank_count ? CODES[c][2] : CODES[c][0];
                CHECK(reduction_init(&reduction, wire, kind, DIM) == NULL);
                header part = {.value = 1.0, .failure = {code, wire->rank}};
                failure all = reduction_sum(&reduction, part, DIM).failure;
                CHECK(all.code == both && all.rank == (both == CODES[c][0] ? a : b));
                reduction_free(&reduction);
            }
}

typedef struct rows {
    uint32_t first, count;         /* this rank's */
    uint32_t impossible, stopping; /* the data at which the model fails, if there are such */
} rows;

/* The mean over rows of what number gives for them. */
static int32_t mean_numbers(void *user, double *value, float *gradient, const float *theta, size_t dim,
                            const uint32_t *batch, size_t batch_len)
{
    const rows *rows = user;
    float share = 1.0f / (float)batch_len;
    int32_t code = 0;
    *value = 0.0;
    for (size_t k = 0; k < batch_len; k++) {
        uint32_t datum = rows->first + batch[k];
        CHECK(batch[k] < rows->count);
        code = datum == rows->impossible ? 1 : code;
        if (datum == rows->stopping)
            return 44;
        *value += (double)(number(datum, 0) * theta[0]) / (double)batch_len;
        for (size_t i = 0; gradient != NULL && i < dim; i++)
            gradient[i] += share * number(datum, (uint32_t)i);
    }
    return code;
}

static void check_shards(wire *wire, enum reduction_kind kind, uint64_t *fingerprint)
{
    static float theta[DIM], sums[4][DIM];
    static uint32_t batch[BATCH_MAX];
    static const size_t LENS[4] = {BATCH_MAX, 100, 3, 0}; /* with repetitions, unsorted; empty blocks; all data */
    reduction reduction;
    sharded sharded;
    rows rows = {.impossible = DATA_LEN, .stopping = DATA_LEN};
    theta[0] = 1.0f;
    CHECK(reduction_init(&reduction, wire, kind, DIM) == NULL);
    CHECK(sharded_init(&sharded, &reduction, mean_numbers, &rows, DATA_LEN, BLOCKS, BATCH_MAX) == NULL);
    rows.first = sharded_block_start(sharded.first_block, BLOCKS, DATA_LEN);
    rows.count = sharded_block_start(sharded.end_block, BLOCKS, DATA_LEN) - rows.first;
    for (uint32_t k = 0; k < BATCH_MAX; k++)
        batch[k] = k * 577 % DATA_LEN; /* starts at 0, and reaches the last datum */
    for (int b = 0; b < 4; b++) {
        const uint32_t *indices = LENS[b] > 0 ? batch : NULL;
        size_t len = LENS[b] > 0 ? LENS[b] : DATA_LEN;
        double value, value_alone, mean[DIM] = {0}, sizes[DIM] = {0};
        memset(sums[b], 0, sizeof sums[b]);
        CHECK(sharded_log_likelihood(&sharded, &value, sums[b], theta, DIM, indices, len) == 0);
        CHECK(sharded_log_likelihood(&sharded, &value_alone, NULL, theta, DIM, indices, len) == 0);
        CHECK(value == value_alone);
        for (size_t k = 0; k < len; k++)
            for (uint32_t i = 0; i < DIM; i++) {
                double x = (double)number(indices != NULL ? indices[k] : (uint32_t)k, i) / (double)len;
                mean[i] += x;
                sizes[i] += fabs(x);
            }
        CHECK(fabs(value - mean[0]) <= 1e-12 * sizes[0]);
        for (size_t i = 0; i < DIM; i++)
            CHECK(fabs((double)sums[b][i] - mean[i]) <= (double)len * (double)FLT_EPSILON * sizes[i]);
    }
    CHECK(sgmcmc_fingerprint_f32(fingerprint, sums[0], 4 * DIM) == SGMCMC_OK);

    /* Wherever the data are, all ranks get the code, and nothing is written; a stop is found behind the impossible.
       Then all is well again. */
    for (uint32_t datum = 0; datum < DATA_LEN; datum += 17) {
        double value = 3.0;
        for (int stops = 0; stops < 3; stops++) {
            rows.impossible = stops == 1 ? DATA_LEN : stops == 2 ? DATA_LEN / 5 : datum;
            rows.stopping = stops == 0 ? DATA_LEN : datum;
            int32_t code = sharded_log_likelihood(&sharded, &value, sums[0], theta, DIM, NULL, DATA_LEN);
            int owned = datum >= rows.first && datum < rows.first + rows.count;
            CHECK(code == (stops > 0 ? 44 : 1) && value == 3.0);
            CHECK((sharded.failure.rank == wire->rank) == owned);
        }
    }
    rows.impossible = rows.stopping = DATA_LEN;
    double value;
    uint64_t again;
    CHECK(sharded_log_likelihood(&sharded, &value, sums[0], theta, DIM, batch, BATCH_MAX) == 0);
    CHECK(sgmcmc_fingerprint_f32(&again, sums[0], 4 * DIM) == SGMCMC_OK && again == *fingerprint);
    CHECK(sharded_log_likelihood(&sharded, &value, NULL, theta, DIM, batch, BATCH_MAX + 1) == SHARDED_BATCH_TOO_LONG);
    sharded_free(&sharded);
    reduction_free(&reduction);
}

/* Draw k of a chain: theta, and what it gives the test points, of which the last class is impossible. */
static void draw(float *theta, double *probabilities, uint32_t chain, uint32_t k)
{
    for (uint32_t i = 0; i < NETWORK_DIM; i++)
        theta[i] = 1e3f + number(chain * 100 + k, i) / 2147483648.0f;
    for (uint32_t i = 0; i < TEST_LEN * LANDSAT_CLASSES; i++)
        probabilities[i] = i % LANDSAT_CLASSES == LANDSAT_CLASSES - 1 ? 0.0 : 0.01 * (1 + (chain + k * 7 + i * 3) % 19);
}

/* What one draw by itself predicts, and how often it is right. */
static void judge(double judged[2], const double *probabilities, const landsat_data *test)
{
    judged[0] = judged[1] = 0.0;
    for (size_t row = 0; row < TEST_LEN; row++) {
        const double *of_row = probabilities + row * LANDSAT_CLASSES, own = of_row[test->labels[row]];
        size_t better = 0;
        for (size_t c = 0; c < LANDSAT_CLASSES; c++)
            better += of_row[c] > own || (of_row[c] == own && c < test->labels[row]);
        judged[0] += log(own > DBL_MIN ? own : DBL_MIN) / TEST_LEN;
        judged[1] += (better == 0) / (double)TEST_LEN;
    }
}

/* Chains of different lengths, through bytes, against two passes over all their draws; and bytes that are damaged. */
static void check_summaries(void)
{
    static double numbers[TEST_CHAINS * TEST_DRAWS][SUMMARY_LEN], mean[SUMMARY_LEN], variance[SUMMARY_LEN];
    static float theta[NETWORK_DIM];
    double probabilities[TEST_LEN * LANDSAT_CLASSES], sums[TEST_LEN * LANDSAT_CLASSES] = {0};
    uint8_t labels[TEST_LEN];
    const landsat_data test = {.len = TEST_LEN, .labels = labels};
    uint32_t count = 0;
    summary merged, own, restored;
    for (uint32_t row = 0; row < TEST_LEN; row++)
        labels[row] = (uint8_t)(row % LANDSAT_CLASSES);
    CHECK(summary_init(&merged, TEST_LEN) == 0 && summary_init(&restored, TEST_LEN) == 0);
    unsigned char *bytes = malloc(merged.size);
    for (uint32_t chain = 0; chain < TEST_CHAINS; chain++) {
        CHECK(summary_init(&own, TEST_LEN) == 0 && own.size == merged.size && own.size % 8 == 0);
        for (uint32_t k = 0; k < TEST_DRAWS - 5 * chain; k++, count++) {
            draw(theta, probabilities, chain, k);
            summary_push(&own, theta, probabilities, &test);
            for (uint32_t i = 0; i < NETWORK_DIM; i++)
                numbers[count][i] = (double)theta[i];
            judge(&numbers[count][SUMMARY_LOG_SCORE], probabilities, &test);
            for (uint32_t i = 0; i < TEST_LEN * LANDSAT_CLASSES; i++)
                sums[i] += probabilities[i];
        }
        summary_save(&own, bytes);
        CHECK(summary_restore(&restored, bytes) == NULL);
        summary_free(&own);
        summary_merge(&merged, &restored);
    }
    CHECK(summary_draw_count(&merged) == count);
    CHECK(sgmcmc_estimates_read(mean, SUMMARY_LEN, merged.estimates, SGMCMC_ESTIMATE_MEAN, 0.0) == SGMCMC_OK);
    CHECK(sgmcmc_estimates_read(variance, SUMMARY_LEN, merged.estimates, SGMCMC_ESTIMATE_VARIANCE, 0.0) == SGMCMC_OK);
    for (uint32_t i = 0; i < SUMMARY_LEN; i++) {
        double exact = 0.0, squares = 0.0;
        for (uint32_t k = 0; k < count; k++)
            exact += numbers[k][i] / count;
        for (uint32_t k = 0; k < count; k++)
            squares += (numbers[k][i] - exact) * (numbers[k][i] - exact) / count;
        CHECK(fabs(mean[i] - exact) <= 1e-13 * fabs(exact));
        CHECK(squares > 0.0 && fabs(variance[i] - squares) <= 1e-8 * squares);
    }
    for (uint32_t i = 0; i < TEST_LEN * LANDSAT_CLASSES; i++)
        CHECK(fabs(merged.scores[i] - sums[i]) <= 1e-12 * sums[i]);
    /* In the estimates, in the sums, and in their hash. */
    const size_t damaged[3] = {merged.saved_size / 2, merged.saved_size + 11, merged.size - 1};
    for (int i = 0; i < 3; i++) {
        bytes[damaged[i]] ^= 4;
        CHECK(summary_restore(&restored, bytes) != NULL);
        bytes[damaged[i]] ^= 4;
    }
    CHECK(summary_restore(&restored, bytes) == NULL);
    free(bytes);
    summary_free(&merged);
    summary_free(&restored);
}

int main(int argc, char **argv)
{
    static const size_t DIMS[] = {1, 2, 3, 5, 8, 13, 1000, DIM_MAX};
    wire wire;
    uint64_t fingerprint = 0, first = 0;
    MPI_Init(&argc, &argv);
    wire_init(&wire, MPI_COMM_WORLD);
    int power_of_two = (wire.rank_count & (wire.rank_count - 1)) == 0;
    for (int kind = power_of_two ? REDUCTION_DOUBLING : REDUCTION_ALLREDUCE; kind < REDUCTION_KINDS; kind++) {
        for (size_t d = 0; d < sizeof DIMS / sizeof *DIMS; d++) {
            check_sums(&wire, (enum reduction_kind)kind, DIMS[d], DIMS[d]);
            check_sums(&wire, (enum reduction_kind)kind, DIMS[d], 0);
        }
        check_failing(&wire, (enum reduction_kind)kind);
        check_shards(&wire, (enum reduction_kind)kind, &fingerprint);
        if (kind == REDUCTION_DOUBLING)
            first = fingerprint;
        CHECK(kind != REDUCTION_HALVING || fingerprint == first);
    }
    if (!power_of_two) {
        reduction refused;
        CHECK(reduction_init(&refused, &wire, REDUCTION_HALVING, DIM) != NULL);
        reduction_free(&refused);
    }
    check_summaries();
    if (wire.rank == 0)
        printf("fingerprint %016" PRIx64 "\n", first);
    int failed = wire_agree(&wire, check_failures > 0).code != 0;
    MPI_Finalize();
    return failed;
}
