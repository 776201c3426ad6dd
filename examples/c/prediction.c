/* Adds up what draws predict, and counts the points that they get right. */
#include "prediction.h"

#include <stdio.h>
#include <stdlib.h>

int prediction_init(prediction *prediction, const landsat_data *data)
{
    size_t len = data->len * LANDSAT_CLASSES + 1; /* never 0, so that NULL is always an error */
    prediction->net.data = data;
    prediction->draw_count = 0;
    prediction->last = calloc(len, sizeof *prediction->last);
    prediction->sums = calloc(len, sizeof *prediction->sums);
    if (prediction->last != NULL && prediction->sums != NULL)
        return 0;
    prediction_free(prediction);
    fprintf(stderr, "out of memory\n");
    return -1;
}

void prediction_add_draw(prediction *prediction, const float *theta)
{
    network_probabilities(&prediction->net, prediction->last, theta);
    for (size_t i = 0; i < prediction->net.data->len * LANDSAT_CLASSES; i++)
        prediction->sums[i] += prediction->last[i];
    prediction->draw_count++;
}

size_t prediction_correct_count(const landsat_data *data, const double *scores)
{
    size_t correct_count = 0;
    for (size_t row = 0; row < data->len; row++, scores += LANDSAT_CLASSES) {
        size_t best = 0;
        for (size_t c = 1; c < LANDSAT_CLASSES; c++)
            best = scores[c] > scores[best] ? c : best;
        correct_count += best == data->labels[row];
    }
    return correct_count;
}

void prediction_free(prediction *prediction)
{
    free(prediction->last);
    free(prediction->sums);
    prediction->last = prediction->sums = NULL;
}
