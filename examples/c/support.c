/* Checked calls, aligned memory, generators. */
#include "support.h"

#include <stdio.h>
#include <stdlib.h>

void check(sgmcmc_status status)
{
    if (status != SGMCMC_OK) {
        fprintf(stderr, "sgmcmc: %s\n", sgmcmc_status_message(status));
        exit(1);
    }
}

void *aligned_memory(size_t size, size_t align, void **block)
{
    *block = malloc(size + align - 1);
    if (*block == NULL) {
        fprintf(stderr, "out of memory\n");
        exit(1);
    }
    return (char *)*block + (align - (uintptr_t)*block % align) % align;
}

sgmcmc_rng *make_rng(uint64_t seed, uint32_t chain_index, void **block)
{
    sgmcmc_rng *rng;
    void *memory = aligned_memory(sgmcmc_rng_size(), sgmcmc_align(), block);
    check(sgmcmc_rng_init(&rng, memory, sgmcmc_rng_size(), seed, chain_index));
    return rng;
}
