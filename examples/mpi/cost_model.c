/* The cost model of README.md, term by term. */
#include "cost_model.h"

#include <math.h>

/* Points of the slowest rank: its expected share, what it has more than the others (the largest of p numbers of
   standard deviation s is expected at s sqrt(2 ln p) at most), and half a unit for every leaf, which is rounded up. */
static double slowest_points(const workload *workload)
{
    double ranks = workload->rank_count, share = workload->batch_len / ranks;
    double deviation = sqrt(share * (1.0 - workload->batch_len / workload->data_len));
    double rounding = (workload->unit - 1.0) / 2.0 * workload->block_count / ranks;
    return share + deviation * sqrt(2.0 * log(ranks)) + rounding;
}

static double levels(const workload *workload)
{
    return ceil(log2((double)workload->rank_count));
}

static double doubling(const constants *c, const workload *w)
{
    double bytes = 4.0 * w->dim + sizeof(header);
    return levels(w) * (c->latency + c->byte * bytes + c->number * w->dim);
}

/* Also the bytes of a ring, which has 2 (p - 1) messages. */
static double halving(const constants *c, const workload *w, double message_count)
{
    double numbers = w->dim * (1.0 - 1.0 / w->rank_count);
    return message_count * c->latency + c->byte * (8.0 * numbers + levels(w) * sizeof(header)) + c->number * numbers;
}

static void predict_reduction(cost *cost, const constants *c, const workload *w)
{
    double ranks = w->rank_count;
    switch (w->kind) {
    case REDUCTION_DOUBLING:
        cost->reduction = doubling(c, w);
        cost->message_count = ranks * levels(w);
        cost->byte_count = cost->message_count * (4.0 * w->dim + sizeof(header));
        break;
    case REDUCTION_HALVING:
        cost->reduction = halving(c, w, 2.0 * levels(w));
        cost->message_count = 2.0 * ranks * levels(w);
        cost->byte_count = 8.0 * w->dim * (ranks - 1.0) + ranks * levels(w) * sizeof(header);
        break;
    case REDUCTION_ALLREDUCE: /* a short one for the header, then the better of two usual algorithms */
        cost->reduction = levels(w) * c->latency + fmin(doubling(c, w), halving(c, w, 2.0 * (ranks - 1.0)));
        break;
    case REDUCTION_REDUCE: /* up a tree and down again, a whole vector at every level; the same for the header */
    case REDUCTION_KINDS:
        cost->reduction = doubling(c, w) + levels(w) * (3.0 * c->latency + 4.0 * w->dim * c->byte);
        break;
    }
}

cost cost_predict(const constants *constants, const workload *workload)
{
    double dim = workload->dim, leaves = workload->block_count / workload->rank_count;
    cost cost = {0};
    cost.model = FLOPS_PER_WEIGHT * dim * slowest_points(workload) / constants->flops;
    /* A leaf is zeroed, scaled and added; the sum is copied into the library's gradient. */
    cost.blocks = (3.0 * leaves + 1.0) * dim * constants->number;
    cost.library = constants->update * dim + constants->index * workload->batch_len;
    predict_reduction(&cost, constants, workload);
    return cost;
}

double cost_seconds(const cost *cost)
{
    return cost->model + cost->blocks + cost->library + cost->reduction;
}
