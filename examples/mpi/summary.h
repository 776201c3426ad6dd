/* What is kept of a chain's draws, or of several chains' together: estimates, and what they predict on average. It is
   stored, and sent to other ranks, as bytes. */
#ifndef SUMMARY_H
#define SUMMARY_H

#include "network.h"

/* The numbers that are estimated: theta, and two that say how well one draw predicts the test points. */
enum { SUMMARY_LOG_SCORE = NETWORK_DIM, SUMMARY_ACCURACY, SUMMARY_LEN };

typedef struct summary {
    sgmcmc_estimates *estimates;
    double *scores;   /* class probabilities of the test points, summed over draws */
    size_t score_len; /* test points x LANDSAT_CLASSES */
    size_t size;      /* of its bytes, a multiple of 8 */
    void *block, *memory;
    size_t memory_size, saved_size; /* of the estimates, here and as bytes */
} summary;

/* A summary of no draws. Returns 0, or -1 when memory is short. Free it in either case. */
int summary_init(summary *summary, size_t test_len);

/* Takes in a draw, which gives the test points these class probabilities. */
void summary_push(summary *summary, const float *theta, const double *probabilities, const landsat_data *test);

uint64_t summary_draw_count(const summary *summary);

/* Writes `summary->size` bytes: the same ones on every machine. */
void summary_save(const summary *summary, unsigned char *bytes);

/* Takes the place of the summary by the one that was saved. Returns NULL, or what is wrong with the bytes. */
const char *summary_restore(summary *summary, const unsigned char *bytes);

/* Takes in the draws of another chain, after its own. */
void summary_merge(summary *summary, const struct summary *other);

void summary_free(summary *summary);

#endif
