/* What the programs of this folder time with. To be included first, since it asks for POSIX's clock. */
#ifndef TIMING_H
#define TIMING_H

#define _POSIX_C_SOURCE 200112L
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "sgmcmc.h"

/* A model that returns at once. It counts its calls where `user` is no NULL. */
static inline int32_t at_once(void *user, double *value, double *gradient, const double *theta, size_t dim,
                              const uint32_t *batch, size_t batch_len)
{
    uint64_t *count = user;
    (void)gradient, (void)theta, (void)dim, (void)batch, (void)batch_len;
    *value = 0.0;
    if (count != NULL)
        ++*count;
    return 0;
}

/* The number and not its text: not every program is linked to the library. */
static inline void must(sgmcmc_status status)
{
    if (status != SGMCMC_OK) {
        fprintf(stderr, "a call was refused: status %d\n", (int)status);
        exit(1);
    }
}

static inline double now_ns(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return 1e9 * (double)now.tv_sec + (double)now.tv_nsec;
}

static inline void keep_best(double *best, double ns)
{
    if (*best == 0.0 || ns < *best)
        *best = ns;
}

#endif
