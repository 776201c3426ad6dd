/* What one rank sends to another, counted, so that a cost model can be held against it. */
#ifndef WIRE_H
#define WIRE_H

#include <mpi.h>
#include <stddef.h>
#include <stdint.h>

typedef struct wire {
    MPI_Comm comm;
    int rank, rank_count;
    uint64_t message_count, byte_count; /* sent by this rank, through the functions below */
    double seconds;                     /* spent in them, most of it waiting for the other rank */
} wire;

void wire_init(wire *wire, MPI_Comm comm);

/* The most 32-bit words of a message: MPI counts in int. */
size_t wire_words_max(void);

/* Sends words to another rank while it sends some to this one. */
void wire_exchange(wire *wire, int partner, const void *sent, size_t sent_words, void *received,
                   size_t received_words);

void wire_send(wire *wire, int to, const void *sent, size_t words);
void wire_receive(wire *wire, int from, void *received, size_t words);

/* The code of a rank that failed, and which: of a stop rather than of an evaluation that is impossible, and of the
   lowest such rank. */
typedef struct failure {
    int32_t code; /* 0: none failed; 1: the model cannot be evaluated; else a stop */
    int32_t rank; /* whose code it is */
} failure;

/* Which of two failures stands for both, where every rank of `lower` is below every one of `upper`. */
failure failure_combine(failure lower, failure upper);

/* The failure of all ranks, where `code` is this one's: a collective call. */
failure wire_agree(const wire *wire, int32_t code);

/* Whether all ranks have this number: a collective call. */
int wire_is_common(const wire *wire, uint64_t number);

#endif
