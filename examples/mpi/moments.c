/* The combination of two samples' moments (Chan, Golub and LeVeque 1983, "Algorithms for computing the sample
   variance", (2.1)), along a tree over the ranks. */
#include "moments.h"

#include <stdlib.h>

static size_t number_count(const moments *moments)
{
    return 2 + 2 * moments->dim + moments->score_len;
}

int moments_init(moments *moments, size_t dim, size_t score_len)
{
    *moments = (struct moments){.dim = dim, .score_len = score_len};
    double *numbers = calloc(number_count(moments), sizeof *numbers);
    if (numbers == NULL)
        return -1;
    moments->numbers = moments->draw_count = numbers;
    moments->within_sum = numbers + 1;
    moments->mean = numbers + 2;
    moments->squares = moments->mean + dim;
    moments->scores = moments->squares + dim;
    return 0;
}

void moments_free(moments *moments)
{
    free(moments->numbers);
    moments->numbers = NULL;
}

void moments_set(moments *moments, const double *variance, double draw_count)
{
    *moments->draw_count = draw_count;
    *moments->within_sum = 0.0;
    for (size_t i = 0; i < moments->dim; i++) {
        moments->squares[i] = variance[i] * draw_count;
        *moments->within_sum += moments->squares[i];
    }
}

/* a <- moments of the draws of a and b together */
static void combine(moments *a, const moments *b)
{
    double count = *a->draw_count + *b->draw_count;
    double share = *b->draw_count / count, weight = *a->draw_count * share;
    for (size_t i = 0; i < a->dim; i++) {
        double difference = b->mean[i] - a->mean[i];
        a->mean[i] += difference * share;
        a->squares[i] += b->squares[i] + difference * difference * weight;
    }
    for (size_t i = 0; i < a->score_len; i++)
        a->scores[i] += b->scores[i];
    *a->within_sum += *b->within_sum;
    *a->draw_count = count;
}

void moments_gather(moments *own, moments *incoming, wire *wire)
{
    size_t words = 2 * number_count(own); /* a double is two */
    for (int distance = 1; distance < wire->rank_count; distance *= 2) {
        if ((wire->rank & distance) != 0) {
            wire_send(wire, wire->rank - distance, own->numbers, words);
            return;
        }
        if (wire->rank + distance < wire->rank_count) {
            wire_receive(wire, wire->rank + distance, incoming->numbers, words);
            combine(own, incoming);
        }
    }
}
