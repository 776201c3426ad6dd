/* What the contract programs check with: a failed check says where, and the program goes on and fails at its end. */
#ifndef CHECK_H
#define CHECK_H

#include <stdio.h>
#include <string.h>

#include "sgmcmc.h"

#include "refusals.h"

extern int check_failures;

#define CHECK(condition)                                                          \
    do {                                                                          \
        if (!(condition)) {                                                       \
            fprintf(stderr, "%s:%d: not so: %s\n", __FILE__, __LINE__, #condition); \
            check_failures++;                                                     \
        }                                                                         \
    } while (0)

/* The call must answer this status. */
#define ANSWERS(status, call) check_status(status, call, #call, __FILE__, __LINE__)

/* What refuses a field that nothing uses: of the structs with a field of this name, that of the chain, or else of the
   first of a rule, a schedule and a block. */
#define UNUSED(name) unused_setting(#name, 0)

sgmcmc_status unused_setting(const char *name, int skip);

void check_status(sgmcmc_status expected, sgmcmc_status status, const char *call, const char *file, int line);

#endif
