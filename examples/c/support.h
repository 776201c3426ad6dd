/* What the C examples need around the library: checked calls, aligned memory, generators. */
#ifndef SUPPORT_H
#define SUPPORT_H

#include "sgmcmc.h"

/* Ends the program with exit code 1 and the library's message unless `status` is SGMCMC_OK. */
void check(sgmcmc_status status);

/* `size` bytes at a multiple of `align`, which C99's malloc cannot promise. Free `*block`, not the result. */
void *aligned_memory(size_t size, size_t align, void **block);

/* A chain's generators; free `*block`. */
sgmcmc_rng *make_rng(uint64_t seed, uint32_t chain_index, void **block);

#endif
