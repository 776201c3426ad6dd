/* Four ways to add up the ranks' gradients: two by a fixed tree, two by MPI's collectives.
 *
 * The fixed tree adds neighbours at distance 1, then sums at distance 2, 4 and so on. Both partners of an exchange
 * compute the same sum of the same two numbers, in which order does not matter to its bits, so that no result has to
 * be sent back. Halving computes each number of the sum by the same tree, but only on one of the ranks below it. */
#include "reduction.h"

#include <stdlib.h>
#include <string.h>

enum { LEVELS_MAX = 31 }; /* of a tree over as many ranks as an int can count */

const char *const REDUCTION_NAMES[REDUCTION_KINDS] = {"doubling", "halving", "allreduce", "reduce"};

const char *reduction_init(reduction *reduction, wire *wire, enum reduction_kind kind, size_t dim)
{
    int power_of_two = (wire->rank_count & (wire->rank_count - 1)) == 0;
    *reduction = (struct reduction){.wire = wire, .kind = kind, .dim = dim};
    if (!power_of_two && (kind == REDUCTION_DOUBLING || kind == REDUCTION_HALVING))
        return "a fixed tree needs a power of two of ranks; allreduce and reduce take any number";
    if (dim > wire_words_max() - HEADER_WORDS)
        return "a gradient has more numbers than a message of MPI can have";
    size_t incoming_len = kind == REDUCTION_DOUBLING ? dim : kind == REDUCTION_HALVING ? dim - dim / 2 : 0;
    reduction->message = calloc(HEADER_WORDS + dim, sizeof *reduction->message);
    reduction->incoming = calloc(HEADER_WORDS + incoming_len, sizeof *reduction->incoming);
    if (reduction->message == NULL || reduction->incoming == NULL)
        return "out of memory";
    reduction->gradient = reduction->message + HEADER_WORDS;
    return NULL;
}

void reduction_free(reduction *reduction)
{
    free(reduction->message);
    free(reduction->incoming);
    reduction->message = reduction->incoming = reduction->gradient = NULL;
}

static void add(float *restrict sum, const float *restrict part, size_t len)
{
    for (size_t i = 0; i < len; i++)
        sum[i] += part[i];
}

/* Sends the header with `sent` of the gradient's numbers behind it, and receives as much as the partner sends. The
   header borrows the room of the four numbers before them, so that one message needs no copy. */
static header exchange(reduction *reduction, int partner, header part, size_t sent, size_t sent_len,
                       size_t received_len)
{
    float borrowed[HEADER_WORDS], *place = reduction->message + sent;
    header theirs, sum;
    memcpy(borrowed, place, sizeof part);
    memcpy(place, &part, sizeof part);
    wire_exchange(reduction->wire, partner, place, HEADER_WORDS + sent_len, reduction->incoming,
                  HEADER_WORDS + received_len);
    memcpy(place, borrowed, sizeof part);
    memcpy(&theirs, reduction->incoming, sizeof theirs);
    sum.value = part.value + theirs.value;
    sum.failure = reduction->wire->rank < partner ? failure_combine(part.failure, theirs.failure)
                                                  : failure_combine(theirs.failure, part.failure);
    return sum;
}

static header sum_doubling(reduction *reduction, header part, size_t len)
{
    for (int distance = 1; distance < reduction->wire->rank_count; distance *= 2) {
        part = exchange(reduction, reduction->wire->rank ^ distance, part, 0, len, len);
        add(reduction->gradient, reduction->incoming + HEADER_WORDS, len);
    }
    return part;
}

static header sum_halving(reduction *reduction, header part, size_t len)
{
    wire *wire = reduction->wire;
    float *gradient = reduction->gradient;
    size_t first = 0, firsts[LEVELS_MAX] = {0}, lens[LEVELS_MAX] = {len};
    int level = 0;
    /* Down: of the numbers that both partners still have, the lower rank keeps the first half. */
    for (; (1 << level) < wire->rank_count; level++) {
        int partner = wire->rank ^ (1 << level);
        size_t half = len / 2, rest = len - half;
        firsts[level] = first;
        lens[level] = len;
        if (wire->rank < partner) {
            part = exchange(reduction, partner, part, first + half, rest, half);
            len = half;
        } else {
            part = exchange(reduction, partner, part, first, half, rest);
            first += half;
            len = rest;
        }
        add(gradient + first, reduction->incoming + HEADER_WORDS, len);
    }
    if (part.failure.code != 0 || lens[0] == 0)
        return part;
    /* Up again, with sums: what the partner kept of what both had. */
    while (level-- > 0) {
        int partner = wire->rank ^ (1 << level);
        size_t all = lens[level], other = wire->rank < partner ? first + len : firsts[level];
        wire_exchange(wire, partner, gradient + first, len, gradient + other, all - len);
        first = firsts[level];
        len = all;
    }
    return part;
}

static header sum_by_mpi(reduction *reduction, header part, size_t len)
{
    MPI_Comm comm = reduction->wire->comm;
    int root = 0, is_root = reduction->wire->rank == root, count = (int)len;
    double start = MPI_Wtime(), sums[2] = {part.value, part.failure.code != 0};
    float *gradient = reduction->gradient;
    if (reduction->kind == REDUCTION_ALLREDUCE) {
        MPI_Allreduce(MPI_IN_PLACE, sums, 2, MPI_DOUBLE, MPI_SUM, comm);
    } else {
        MPI_Reduce(is_root ? MPI_IN_PLACE : sums, sums, 2, MPI_DOUBLE, MPI_SUM, root, comm);
        MPI_Bcast(sums, 2, MPI_DOUBLE, root, comm);
    }
    part.value = sums[0];
    if (sums[1] > 0.0) {
        part.failure = wire_agree(reduction->wire, part.failure.code);
    } else if (len > 0 && reduction->kind == REDUCTION_ALLREDUCE) {
        MPI_Allreduce(MPI_IN_PLACE, gradient, count, MPI_FLOAT, MPI_SUM, comm);
    } else if (len > 0) {
        MPI_Reduce(is_root ? MPI_IN_PLACE : gradient, gradient, count, MPI_FLOAT, MPI_SUM, root, comm);
        MPI_Bcast(gradient, count, MPI_FLOAT, root, comm);
    }
    reduction->wire->seconds += MPI_Wtime() - start;
    return part;
}

header reduction_sum(reduction *reduction, header part, size_t len)
{
    switch (reduction->kind) {
    case REDUCTION_DOUBLING:
        return sum_doubling(reduction, part, len);
    case REDUCTION_HALVING:
        return sum_halving(reduction, part, len);
    case REDUCTION_ALLREDUCE:
    case REDUCTION_REDUCE:
    case REDUCTION_KINDS:
        break;
    }
    return sum_by_mpi(reduction, part, len);
}
