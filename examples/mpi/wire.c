/* Messages between ranks, counted and timed, and the agreement on whether a rank has failed. */
#include "wire.h"

#include <limits.h>

enum { TAG = 1 };

void wire_init(wire *wire, MPI_Comm comm)
{
    *wire = (struct wire){.comm = comm};
    MPI_Comm_rank(comm, &wire->rank);
    MPI_Comm_size(comm, &wire->rank_count);
}

size_t wire_words_max(void)
{
    return INT_MAX;
}

static void count(wire *wire, size_t words, double start)
{
    wire->message_count++;
    wire->byte_count += 4 * (uint64_t)words;
    wire->seconds += MPI_Wtime() - start;
}

void wire_exchange(wire *wire, int partner, const void *sent, size_t sent_words, void *received,
                   size_t received_words)
{
    double start = MPI_Wtime();
    MPI_Sendrecv(sent, (int)sent_words, MPI_UINT32_T, partner, TAG, received, (int)received_words, MPI_UINT32_T,
                 partner, TAG, wire->comm, MPI_STATUS_IGNORE);
    count(wire, sent_words, start);
}

void wire_send(wire *wire, int to, const void *sent, size_t words)
{
    double start = MPI_Wtime();
    MPI_Send(sent, (int)words, MPI_UINT32_T, to, TAG, wire->comm);
    count(wire, words, start);
}

void wire_receive(wire *wire, int from, void *received, size_t words)
{
    double start = MPI_Wtime();
    MPI_Recv(received, (int)words, MPI_UINT32_T, from, TAG, wire->comm, MPI_STATUS_IGNORE);
    wire->seconds += MPI_Wtime() - start;
}

static int is_stop(failure failure)
{
    return failure.code != 0 && failure.code != 1;
}

failure failure_combine(failure lower, failure upper)
{
    if (is_stop(lower) || (lower.code != 0 && !is_stop(upper)))
        return lower;
    return upper.code != 0 ? upper : lower;
}

failure wire_agree(const wire *wire, int32_t code)
{
    /* The smallest key stands for all: of the ranks that stop, then of those that cannot evaluate. */
    struct {
        int key, code;
    } all, own = {.key = code == 0 ? INT_MAX : code == 1 ? wire->rank + wire->rank_count : wire->rank, .code = code};
    MPI_Allreduce(&own, &all, 1, MPI_2INT, MPI_MINLOC, wire->comm);
    return (failure){.code = all.code, .rank = all.key == INT_MAX ? 0 : all.key % wire->rank_count};
}

int wire_is_common(const wire *wire, uint64_t number)
{
    uint64_t largest[2] = {number, ~number}; /* of the complement, the largest is that of the smallest */
    MPI_Allreduce(MPI_IN_PLACE, largest, 2, MPI_UINT64_T, MPI_MAX, wire->comm);
    return largest[0] == ~largest[1];
}
