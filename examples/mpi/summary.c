/* Estimates by the library, beside sums of class probabilities: those are many, and nobody asks how exact each is. */
#include "summary.h"

#include <float.h>
#include <stdlib.h>
#include <string.h>

#include "prediction.h"
#include "support.h"

enum { WORD = 8 };

int summary_init(summary *summary, size_t test_len)
{
    *summary = (struct summary){.score_len = test_len * LANDSAT_CLASSES};
    const size_t align = sgmcmc_align();
    check(sgmcmc_estimates_size(&summary->memory_size, NULL, SUMMARY_LEN));
    summary->scores = calloc(summary->score_len, sizeof *summary->scores);
    summary->block = malloc(summary->memory_size + align);
    if (summary->scores == NULL || summary->block == NULL)
        return -1;
    summary->memory = (char *)summary->block + (align - (uintptr_t)summary->block % align);
    check(sgmcmc_estimates_init(&summary->estimates, summary->memory, summary->memory_size, NULL, SUMMARY_LEN));
    check(sgmcmc_estimates_save(summary->estimates, NULL, 0, &summary->saved_size));
    /* Estimates, sums, and a hash of these: the estimates have one of their own. */
    summary->size = summary->saved_size + WORD * (summary->score_len + 1);
    return 0;
}

void summary_free(summary *summary)
{
    free(summary->scores);
    free(summary->block);
    summary->scores = NULL;
    summary->block = NULL;
}

/* The mean log-probability of the test points' own classes, which no single impossible point makes infinite. */
static double log_score(const double *probabilities, const landsat_data *test)
{
    double block[NETWORK_BLOCK], sum = 0.0;
    for (size_t start = 0; start < test->len; start += NETWORK_BLOCK) {
        const size_t len = test->len - start < NETWORK_BLOCK ? test->len - start : NETWORK_BLOCK;
        for (size_t p = 0; p < len; p++) {
            const size_t row = start + p;
            const double probability = probabilities[row * LANDSAT_CLASSES + test->labels[row]];
            block[p] = probability > DBL_MIN ? probability : DBL_MIN;
        }
        check(sgmcmc_map_f64(block, block, len, SGMCMC_FUNCTION_LN));
        for (size_t p = 0; p < len; p++)
            sum += block[p];
    }
    return sum / (double)test->len;
}

void summary_push(summary *summary, const float *theta, const double *probabilities, const landsat_data *test)
{
    double numbers[SUMMARY_LEN];
    for (size_t i = 0; i < NETWORK_DIM; i++)
        numbers[i] = (double)theta[i];
    numbers[SUMMARY_LOG_SCORE] = log_score(probabilities, test);
    numbers[SUMMARY_ACCURACY] = (double)prediction_correct_count(test, probabilities) / (double)test->len;
    check(sgmcmc_estimates_push_f64(summary->estimates, numbers, SUMMARY_LEN, 1.0));
    for (size_t i = 0; i < summary->score_len; i++)
        summary->scores[i] += probabilities[i];
}

uint64_t summary_draw_count(const summary *summary)
{
    uint64_t draw_count;
    check(sgmcmc_estimates_counts(&draw_count, NULL, summary->estimates));
    return draw_count;
}

/* Least significant byte first, as the library's own bytes are. */
static void put(unsigned char *bytes, uint64_t word)
{
    for (int i = 0; i < WORD; i++)
        bytes[i] = (unsigned char)(word >> (8 * i));
}

static uint64_t get(const unsigned char *bytes)
{
    uint64_t word = 0;
    for (int i = 0; i < WORD; i++)
        word |= (uint64_t)bytes[i] << (8 * i);
    return word;
}

static uint64_t hash_scores(const summary *summary)
{
    uint64_t hash;
    check(sgmcmc_fingerprint_f64(&hash, summary->scores, summary->score_len));
    return hash;
}

void summary_save(const summary *summary, unsigned char *bytes)
{
    check(sgmcmc_estimates_save(summary->estimates, bytes, summary->saved_size, NULL));
    bytes += summary->saved_size;
    for (size_t i = 0; i < summary->score_len; i++) {
        uint64_t word;
        memcpy(&word, &summary->scores[i], sizeof word);
        put(bytes + WORD * i, word);
    }
    put(bytes + WORD * summary->score_len, hash_scores(summary));
}

const char *summary_restore(summary *summary, const unsigned char *bytes)
{
    sgmcmc_estimate_settings settings = {.struct_size = sizeof settings}, own;
    size_t len;
    sgmcmc_status status = sgmcmc_estimates_saved_settings(&settings, &len, bytes, summary->saved_size);
    check(sgmcmc_estimate_settings_init(&own, sizeof own));
    if (status == SGMCMC_OK && (len != SUMMARY_LEN || memcmp(&settings, &own, sizeof own) != 0))
        return "these are estimates of other numbers";
    if (status == SGMCMC_OK)
        status = sgmcmc_estimates_restore(&summary->estimates, summary->memory, summary->memory_size, bytes,
                                          summary->saved_size);
    if (status != SGMCMC_OK)
        return sgmcmc_status_message(status);
    bytes += summary->saved_size;
    for (size_t i = 0; i < summary->score_len; i++) {
        const uint64_t word = get(bytes + WORD * i);
        memcpy(&summary->scores[i], &word, sizeof word);
    }
    return get(bytes + WORD * summary->score_len) == hash_scores(summary) ? NULL : "the predictions are damaged";
}

void summary_merge(summary *summary, const struct summary *other)
{
    check(sgmcmc_estimates_merge(summary->estimates, other->estimates));
    for (size_t i = 0; i < summary->score_len; i++)
        summary->scores[i] += other->scores[i];
}
