/* What the draws of a chain predict together: the average of their class probabilities. */
#ifndef PREDICTION_H
#define PREDICTION_H

#include "network.h"

/* The data's class probabilities, len x LANDSAT_CLASSES. */
typedef struct prediction {
    network net;
    double *last; /* of the last draw */
    double *sums; /* over all draws */
    uint64_t draw_count;
} prediction;

/* Returns 0, or -1 after a message when memory is short; the caller frees `prediction` in the first case. */
int prediction_init(prediction *prediction, const landsat_data *data);

void prediction_add_draw(prediction *prediction, const float *theta);

/* How many points have the largest score in their own class. */
size_t prediction_correct_count(const landsat_data *data, const double *scores);

void prediction_free(prediction *prediction);

#endif
