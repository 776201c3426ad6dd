/* Estimates, diagnostics of stored draws and reservoirs: they refuse without a trace, and answer within bounds. */
#include "chain.h"

#include <math.h>

enum { LEN_MAX = 4, ROOM = 1 << 17, DRAWS_MAX = 64 };

typedef struct board {
    _Alignas(64) unsigned char memory[2][ROOM];
} board;

static board now, before, twin;
static size_t size, len;
static sgmcmc_estimate_settings settings;
/* Of what each has taken in. */
static uint64_t draw_counts[2];
static double least[2][LEN_MAX], greatest[2][LEN_MAX], largest;

static sgmcmc_estimates *of(board *board, size_t which) { return (sgmcmc_estimates *)(void *)board->memory[which]; }

static bool unchanged(void)
{
    return memcmp(now.memory[0], before.memory[0], size) == 0 && memcmp(now.memory[1], before.memory[1], size) == 0;
}

static void keep(board *as)
{
    memcpy(as->memory[0], now.memory[0], size);
    memcpy(as->memory[1], now.memory[1], size);
}

/* Mostly numbers of ordinary size: sums of squares of the largest overflow, as a host would expect. */
static real number(input *in)
{
    const uint8_t kind = input_byte(in);
    return (real)(kind < 16 ? input_number(in) : ((double)kind - 128.0) / (1 + (kind & 3)));
}

static void take_in(input *in, size_t which)
{
    real values[LEN_MAX];
    bool good = true;
    for (size_t i = 0; i < len; i++) {
        values[i] = number(in);
        good = good && isfinite(values[i]);
    }
    const uint8_t kind = input_byte(in);
    const double weight = kind < 16 ? input_number(in) : 1.0 + (kind & 7);
    keep(&before);
    keep(&twin);
    /* An observer counts all draws alike where the settings do. */
    const bool observes = weight == 1.0 && settings.weights == SGMCMC_DRAW_WEIGHT_EQUAL;
    const F(sgmcmc_draw) draw = {.theta = values, .dim = len, .step_size = 0.1};
    const sgmcmc_status status =
        observes ? CALL((sgmcmc_status)F(sgmcmc_estimates_observe)(of(&now, which), &draw))
                 : CALL(F(sgmcmc_estimates_push)(of(&now, which), values, len, weight));
    DEMAND((status == SGMCMC_OK) == (good && weight >= 1e-100 && weight <= 1e100), "a weight of %g: %d", weight,
           (int)status);
    if (status != SGMCMC_OK) {
        DEMAND(unchanged(), "push answers %d and writes", (int)status);
        return;
    }
    DEMAND(F(sgmcmc_estimates_push)(of(&twin, which), values, len, weight) == SGMCMC_OK &&
               memcmp(now.memory[which], twin.memory[which], size) == 0, "push on a copy");
    draw_counts[which]++;
    for (size_t i = 0; i < len; i++) {
        least[which][i] = fmin(least[which][i], (double)values[i]);
        greatest[which][i] = fmax(greatest[which][i], (double)values[i]);
        largest = fmax(largest, fabs((double)values[i]));
    }
}

static void merge(size_t into)
{
    keep(&before);
    const size_t from = 1 - into;
    DEMAND(CALL(sgmcmc_estimates_merge(of(&now, into), of(&now, from))) == SGMCMC_OK, "a merge");
    DEMAND(memcmp(now.memory[from], before.memory[from], size) == 0, "a merge writes to the other");
    draw_counts[into] += draw_counts[from];
    for (size_t i = 0; i < len; i++) {
        least[into][i] = fmin(least[into][i], least[from][i]);
        greatest[into][i] = fmax(greatest[into][i], greatest[from][i]);
    }
}

static void ask(input *in, size_t which)
{
    const sgmcmc_estimates *estimates = of(&now, which);
    double mean[LEN_MAX], variance[LEN_MAX], error[LEN_MAX], sample_size[LEN_MAX], quantile[LEN_MAX];
    double covariance[LEN_MAX * LEN_MAX], weight = -1.0, p = input_fraction(in);
    uint64_t count = 77;
    DEMAND(CALL(sgmcmc_estimates_counts(&count, &weight, estimates)) == SGMCMC_OK && count == draw_counts[which],
           "%llu draws, not %llu", (unsigned long long)count, (unsigned long long)draw_counts[which]);
    DEMAND(CALL(sgmcmc_estimates_read(mean, len, estimates, SGMCMC_ESTIMATE_MEAN, 0.0)) == SGMCMC_OK, "means");
    double deviation[LEN_MAX], freedom[LEN_MAX], half_width[LEN_MAX];
    uint32_t doubts[LEN_MAX];
    const sgmcmc_status of_variance = CALL(sgmcmc_estimates_read(variance, len, estimates, SGMCMC_ESTIMATE_VARIANCE,
                                                                 0.0));
    DEMAND(of_variance == SGMCMC_OK || of_variance == SGMCMC_ERROR_NOT_REPRESENTABLE, "variances");
    DEMAND(CALL(sgmcmc_estimates_read(deviation, len, estimates, SGMCMC_ESTIMATE_DEVIATION, 0.0)) == SGMCMC_OK,
           "deviations");
    const sgmcmc_status of_error = settings.window_len == 0 ? SGMCMC_ERROR_NOT_ESTIMATED : SGMCMC_OK;
    DEMAND(CALL(sgmcmc_estimates_read(error, len, estimates, SGMCMC_ESTIMATE_STANDARD_ERROR, 0.0)) == of_error,
           "standard errors");
    DEMAND(CALL(sgmcmc_estimates_read(sample_size, len, estimates, SGMCMC_ESTIMATE_SAMPLE_SIZE, 0.0)) == of_error,
           "sample sizes");
    DEMAND(CALL(sgmcmc_estimates_read(freedom, len, estimates, SGMCMC_ESTIMATE_DEGREES_OF_FREEDOM, 0.0)) == of_error,
           "degrees of freedom");
    DEMAND(CALL(sgmcmc_estimates_doubts(doubts, len, estimates)) == of_error, "doubts");
    const sgmcmc_status of_half_width = CALL(sgmcmc_estimates_read(half_width, len, estimates,
                                                                   SGMCMC_ESTIMATE_HALF_WIDTH, p));
    DEMAND(of_half_width == (p > 0.0 && p < 1.0 ? of_error : SGMCMC_ERROR_PROBABILITY), "half-widths: %d", (int)of_half_width);
    const sgmcmc_status of_quantile = CALL(sgmcmc_estimates_read(quantile, len, estimates, SGMCMC_ESTIMATE_QUANTILE,
                                                                 p));
    DEMAND(of_quantile == (settings.centroid_count == 0     ? SGMCMC_ERROR_NOT_ESTIMATED
                           : p >= 0.0 && p <= 1.0 ? SGMCMC_OK
                                                  : SGMCMC_ERROR_PROBABILITY), "a quantile at %g: %d", p, (int)of_quantile);
    const sgmcmc_status of_covariance = CALL(sgmcmc_estimates_read(covariance, len * len, estimates,
                                                                   SGMCMC_ESTIMATE_COVARIANCE, 0.0));
    DEMAND(of_covariance == (settings.covariance ? of_variance : SGMCMC_ERROR_NOT_ESTIMATED), "covariances: %d",
           (int)of_covariance);
    feature(7, (uint64_t)which << 8 | (uint64_t)(count > 15) << 1 | (uint64_t)(of_quantile == SGMCMC_OK));
    /* Squares of what lies further out overflow. */
    if (count == 0 || largest > 1e100)
        return;
    for (size_t i = 0; i < len; i++) {
        const double slack = 1e-9 * (1.0 + largest);
        DEMAND(mean[i] >= least[which][i] - slack && mean[i] <= greatest[which][i] + slack, "a mean of %g from %g to %g",
               mean[i], least[which][i], greatest[which][i]);
        DEMAND(of_variance != SGMCMC_OK || variance[i] >= 0.0, "a variance of %g", variance[i]);
        DEMAND(deviation[i] >= 0.0, "a deviation of %g", deviation[i]);
        if (of_error == SGMCMC_OK) {
            DEMAND(isnan(error[i]) || error[i] >= 0.0, "a standard error of %g", error[i]);
            DEMAND(count >= 16 || isnan(error[i]), "a standard error of %llu draws", (unsigned long long)count);
            DEMAND(isnan(sample_size[i]) || sample_size[i] >= 0.0, "a sample size of %g", sample_size[i]);
            DEMAND(isnan(freedom[i]) || freedom[i] >= 1.0, "%g degrees of freedom", freedom[i]);
            DEMAND((doubts[i] & ~6u) == 0 && (count >= 16 || doubts[i] != 0), "doubts %u", doubts[i]);
        }
        if (of_quantile == SGMCMC_OK)
            DEMAND(quantile[i] >= least[which][i] && quantile[i] <= greatest[which][i], "a quantile of %.17g from %.17g to %.17g",
                   quantile[i], least[which][i], greatest[which][i]);
        for (size_t j = 0; j < len && of_covariance == SGMCMC_OK; j++) {
            DEMAND(covariance[len * i + j] == covariance[len * j + i], "no symmetric covariance");
            DEMAND(i != j || covariance[len * i + i] == variance[i], "a variance on the diagonal");
        }
    }
}

/* Through bytes they come back as they were; damaged bytes do not, unless under a checksum that is right. */
static void through_bytes(input *in, size_t which)
{
    static unsigned char bytes[ROOM], again[ROOM];
    size_t count = 0, again_count = 0, room = 0, read = 0;
    sgmcmc_estimates *made = NULL;
    keep(&before);
    DEMAND(CALL(sgmcmc_estimates_save(of(&now, which), NULL, 0, &count)) == SGMCMC_OK && count <= ROOM, "a size");
    DEMAND(CALL(sgmcmc_estimates_save(of(&now, which), bytes, count, NULL)) == SGMCMC_OK, "bytes");
    sgmcmc_estimate_settings found = {.struct_size = sizeof found};
    DEMAND(CALL(sgmcmc_estimates_saved_settings(&found, &read, bytes, count)) == SGMCMC_OK && read == len, "settings");
    DEMAND(CALL(sgmcmc_estimates_size(&room, &found, read)) == SGMCMC_OK && room == size, "the size of settings");
    DEMAND(CALL(sgmcmc_estimates_restore(&made, now.memory[which], size, bytes, count)) == SGMCMC_OK, "a restore");
    DEMAND(unchanged(), "restored estimates are others");
    const size_t at = input_below(in, count);
    bytes[at] = (unsigned char)(bytes[at] ^ (1 + input_below(in, 255)));
    DEMAND(CALL(sgmcmc_estimates_restore(&made, now.memory[which], size, bytes, count)) != SGMCMC_OK, "damaged bytes");
    DEMAND(unchanged(), "damaged bytes were written");
    /* Sealed again, they are refused, or are saved as they are. */
    F(seal)(bytes, count);
    twin = now;
    const sgmcmc_status status = CALL(sgmcmc_estimates_restore(&made, twin.memory[which], size, bytes, count));
    feature(8, (uint64_t)status);
    if (status != SGMCMC_OK) {
        DEMAND(memcmp(&twin, &now, sizeof twin) == 0, "restore answers %d and writes", (int)status);
        return;
    }
    DEMAND(CALL(sgmcmc_estimates_save(made, NULL, 0, &again_count)) == SGMCMC_OK && again_count == count, "another size");
    DEMAND(CALL(sgmcmc_estimates_save(made, again, count, NULL)) == SGMCMC_OK && memcmp(bytes, again, count) == 0,
           "made-up bytes are saved as others");
}

static void online(input *in)
{
    DEMAND(CALL(sgmcmc_estimate_settings_init(&settings, sizeof settings)) == SGMCMC_OK, "settings");
    const size_t asked = input_below(in, LEN_MAX + 1);
    settings.weights = (int32_t)input_below(in, 4);
    settings.covariance = (int32_t)input_below(in, 3);
    settings.centroid_count = (uint32_t)input_below(in, 40);
    settings.window_len = 16 * (uint32_t)input_below(in, 4);
    const sgmcmc_status status = CALL(sgmcmc_estimates_size(&size, &settings, asked));
    sgmcmc_estimates *made = NULL;
    memset(&now, 0x5a, sizeof now);
    for (size_t which = 0; which < 2; which++) {
        DEMAND(CALL(sgmcmc_estimates_init(&made, now.memory[which], ROOM, &settings, asked)) == status,
               "size answers %d, init not", (int)status);
        DEMAND(status == SGMCMC_OK || now.memory[which][0] == 0x5a, "init answers %d and writes", (int)status);
    }
    if (status != SGMCMC_OK)
        return;
    len = asked;
    largest = 0.0;
    for (size_t which = 0; which < 2; which++) {
        draw_counts[which] = 0;
        for (size_t i = 0; i < LEN_MAX; i++) {
            least[which][i] = INFINITY;
            greatest[which][i] = -INFINITY;
        }
    }
    DEMAND(memcmp(now.memory[0], now.memory[1], size) == 0, "two of the same settings have other bytes");
    while (in->len > 0) {
        const uint8_t action = input_byte(in);
        if (action >= 0xf8)
            through_bytes(in, action & 1);
        else if (action >= 0xf0 && draw_counts[0] < 1u << 20 && draw_counts[1] < 1u << 20)
            merge(action & 1);
        else if (action >= 0xc0)
            ask(in, action & 1);
        else
            take_in(in, action & 1);
        DEMAND(now.memory[0][size] == 0x5a && now.memory[1][size] == 0x5a, "a write behind the memory");
    }
}

static void stored(input *in)
{
    static _Alignas(64) unsigned char memory[1 << 13];
    real draws[DRAWS_MAX], rows[DRAWS_MAX];
    const size_t chain_count = input_below(in, 4), dim = input_below(in, 3), column = input_below(in, 3);
    const size_t draw_count = input_below(in, DRAWS_MAX / (chain_count * dim == 0 ? 1 : chain_count * dim) + 1);
    bool finite = true;
    for (size_t i = 0; i < chain_count * draw_count * dim; i++) {
        draws[i] = number(in);
        finite = finite && isfinite(draws[i]);
    }
    sgmcmc_summary summary = {.struct_size = sizeof summary};
    size_t needed = 0;
    const bool some = chain_count > 0 && draw_count > 0;
    DEMAND((CALL(sgmcmc_summary_size(&needed, chain_count, draw_count)) == SGMCMC_OK) == some, "a size");
    DEMAND(needed <= sizeof memory, "a size of %zu", needed);
    const sgmcmc_status status =
        CALL(F(sgmcmc_summary)(&summary, memory, sizeof memory, draws, chain_count, draw_count, dim, column));
    DEMAND((status == SGMCMC_OK) == (some && dim > 0 && column < dim && finite), "summary answers %d", (int)status);
    if (status == SGMCMC_OK)
        DEMAND(isfinite(summary.mean) && summary.quantile_5 <= summary.median && summary.median <= summary.quantile_95 &&
                   !(summary.deviation < 0.0) && !(summary.standard_error < 0.0) && !(summary.r_hat < 0.0) &&
                   !(summary.bulk_sample_size < 0.0) && !(summary.tail_sample_size < 0.0),
               "%g, %g, %g, %g, %g", summary.mean, summary.deviation, summary.r_hat, summary.bulk_sample_size,
               summary.tail_sample_size);
    double sum = 77.0, r_hat = 77.0, numbers[2][DRAWS_MAX];
    for (size_t i = 0; i < draw_count; i++) {
        numbers[0][i] = input_number(in);
        numbers[1][i] = fabs(input_number(in));
    }
    const uint64_t each = input_count(in, 100);
    const sgmcmc_status hat = CALL(sgmcmc_r_hat(&r_hat, numbers[0], numbers[1], draw_count, each));
    DEMAND(hat == SGMCMC_OK ? draw_count > 0 && !(r_hat < 0.0) && (draw_count > 1 || isnan(r_hat)) &&
                                  (each > 1 || isnan(r_hat))
                            : r_hat == 77.0, "an R-hat of %.17g of %zu chains: %d", r_hat, draw_count, (int)hat);
    const double c = input_number(in);
    const sgmcmc_status stein =
        CALL(F(sgmcmc_stein_sum)(&sum, draws, draws, chain_count * draw_count, draws, draws, chain_count * draw_count,
                                 dim, c));
    DEMAND(stein == SGMCMC_OK || sum == 77.0, "stein_sum answers %d and writes", (int)stein);

    sgmcmc_reservoir *reservoir = NULL;
    const size_t room = input_below(in, DRAWS_MAX + 1);
    DEMAND(sgmcmc_reservoir_size() <= sizeof memory, "a reservoir's size");
    if (CALL(sgmcmc_reservoir_init(&reservoir, memory, sizeof memory, dim)) != SGMCMC_OK)
        return;
    uint64_t stride = 0, shown = 0;
    size_t kept = 0;
    for (uint64_t i = 0; i < 200; i++) {
        real row[2] = {(real)i, (real)-1};
        const sgmcmc_status push = CALL(F(sgmcmc_reservoir_push)(reservoir, rows, room, row, dim));
        DEMAND((push == SGMCMC_OK) == (room / dim >= 2), "a row into room for %zu: %d", room / dim, (int)push);
        if (push != SGMCMC_OK)
            return;
    }
    DEMAND(CALL(sgmcmc_reservoir_counts(&kept, &stride, &shown, reservoir)) == SGMCMC_OK, "counts");
    DEMAND(shown == 200 && kept <= room / dim && 2 * kept >= (room / dim < 200 ? room / dim : 200) &&
               (kept - 1) * stride < 200 && kept * stride >= 200, "%zu rows of stride %llu", kept,
           (unsigned long long)stride);
    for (size_t i = 0; i < kept; i++)
        DEMAND(rows[i * dim] == (real)(i * stride), "row %zu", i);
}

void F(fuzz_estimates)(input *in)
{
    (input_byte(in) & 3 ? online : stored)(in);
}
