/* What the fuzzer's bytes are read as; and how a finding is told. Bytes that are not there read as 0. */
#ifndef FUZZ_INPUT_H
#define FUZZ_INPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "refusals.h"
#include "sgmcmc.h"

typedef struct input {
    const uint8_t *bytes;
    size_t len;
} input;

uint8_t input_byte(input *in);
/* A number below `count`, from one byte. */
size_t input_below(input *in, size_t count);
uint64_t input_word(input *in);
/* One of the notable numbers: ordinary ones, the ends of either precision, what is no valid setting; or any bits. */
double input_number(input *in);
/* The same around the interval from 0 to 1. */
double input_fraction(input *in);
/* A small count, or one that is next to an integer's end. */
uint64_t input_count(input *in, size_t ordinary);
/* One of the enumerators, which are numbered from 0, or now and then a number that is none. */
int32_t input_choice(input *in, int32_t count);

/* SplitMix64: what is repeated for a chain's twin cannot come from the input. */
uint64_t random_word(uint64_t *state);
double notable(uint64_t index);
uint64_t mix(uint64_t hash, const void *bytes, size_t len);

/* Shows libFuzzer that something has happened that it should keep an input for: the library itself may be built without
   instrumentation. */
void feature(unsigned kind, uint64_t value);

/* With SGMCMC_FUZZ_TRACE in the environment, a run tells what it does. */
extern bool tracing;
#define TRACE(...) ((void)(tracing && fprintf(stderr, __VA_ARGS__)))

/* An oracle. The message says what was promised. */
#define DEMAND(condition, ...)                                                              \
    do {                                                                                    \
        if (!(condition)) {                                                                 \
            fprintf(stderr, "\nFINDING %s:%d: not so: %s\n  ", __FILE__, __LINE__, #condition); \
            fprintf(stderr, __VA_ARGS__);                                                   \
            fputc('\n', stderr);                                                            \
            abort();                                                                        \
        }                                                                                   \
    } while (0)

/* Every call's status passes here: it must be one that the library has a message for. */
sgmcmc_status known(sgmcmc_status status, const char *call);
#define CALL(call) known(call, EXPANDED(call))
#define EXPANDED(call) #call

#endif
