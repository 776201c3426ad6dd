/* Checked calls and aligned memory. */
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
