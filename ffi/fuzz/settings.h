/* Settings with all that they point to, as the fuzzer's bytes say. */
#ifndef FUZZ_SETTINGS_H
#define FUZZ_SETTINGS_H

#include "input.h"
#include "made.h"

enum { DIM_MAX = 70, BLOCK_MAX = 5 };

#define VECTOR_INDEX(name) vector_##name,
enum { EACH_VECTOR(VECTOR_INDEX) VECTOR_COUNT };

/* What a vector's numbers are made from, and whether they are rows of a diagonal matrix. */
typedef struct vector {
    double from, is_diagonal;
} vector;

typedef struct parts {
    sgmcmc_chain_settings settings;
    /* Room behind them for elements that claim to be longer. */
    sgmcmc_block blocks[BLOCK_MAX + 3];
    vector vectors[VECTOR_COUNT];
} parts;

typedef struct decoder {
    input *in;
    size_t dim;
    parts parts;
    /* The same before what their kinds do not use got its default. */
    parts all;
    double numbers[VECTOR_COUNT][DIM_MAX * DIM_MAX];
    /* Whether the library takes these settings. */
    bool (*accepts)(const struct decoder *);
    /* The settings are not accepted, which is meant. */
    bool refused;
} decoder;

/* Starts from a chain that works and changes field after field; a change that makes the library refuse the settings is
   taken back, so that what comes out has many fields changed and still moves. Now and then the last one stays. */
void settings_decode(decoder *d, input *in, size_t dim, bool (*accepts)(const decoder *));

/* One rule, whatever it is worth, and one schedule, that of step sizes. */
void rule_decode(decoder *d, input *in, size_t dim);
void schedule_decode(decoder *d, input *in);

/* What a pilot costs and tolerates, and what a run is judged by: most of the time as the library takes it. */
void pilot_decode(sgmcmc_pilot_settings *pilot, input *in);
void health_decode(sgmcmc_health_settings *health, input *in);

/* Prints what differs from the defaults, as C. */
void settings_tell(const decoder *d);
void rule_tell(const decoder *d);

#endif
