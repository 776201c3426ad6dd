/* The cost model's constants, measured on the ranks of this very run, all at once. */
#ifndef CONSTANTS_H
#define CONSTANTS_H

#include "cost_model.h"
#include "network.h"

/* Each is a collective call, and what it returns is the slowest rank's, the same on all; -1 where memory is short. */

/* Flops a second of the network, on the first points of `net->data`. */
double measure_flops(const wire *wire, network *net);

/* Seconds a number of a += b over vectors of this length. */
double measure_number(const wire *wire, size_t dim);

/* Seconds of a step of SGLD whose callback computes nothing. */
double measure_step(const wire *wire, size_t dim, uint32_t data_len, uint32_t batch_len);

/* Seconds of an exchange of so many words with a neighbour. 0 on one rank. */
double measure_exchange(const wire *wire, size_t words);

/* All of them, for gradients of `dim` numbers. Returns 0, or -1 where memory is short. */
int measure_constants(constants *constants, const wire *wire, network *net, size_t dim, uint32_t data_len,
                      uint32_t batch_len);

#endif
