/* A fuzzed chain, its twin, and what the oracles remember of them. */
#ifndef FUZZ_CHAIN_H
#define FUZZ_CHAIN_H

#include "host.h"

enum { MEMORY_SIZE = 1 << 18, CANARY_SIZE = 64, STEPS_MAX = 12 };

/* Everything that a host can see of a chain. */
typedef struct F(sight) {
    real theta[DIM_MAX];
    double moments[2][2][DIM_MAX];
    int32_t statuses[2];
    sgmcmc_chain_statistics statistics;
} F(sight);

typedef struct F(world) {
    decoder *decoder, *next;
    size_t dim, size;
    unsigned char *memory, *twin_memory, *spare;
    /* Which callbacks the model lacks, as bits. */
    uint8_t missing;
    F(sgmcmc_chain) * chain, *twin;
    F(host) host;
    F(sight) sight;
    /* set_step_size has taken the schedule's place. */
    bool step_size_set;
    /* A known fault has happened: nothing more can be said of this chain. */
    bool over;
} F(world);

void F(fuzz_chain)(input *in);
void F(fuzz_stateless)(input *in);

/* oracles.c */
void F(look)(const F(world) * w, F(sgmcmc_chain) * chain, F(sight) * sight);
void F(same)(const F(world) * w, const char *after);
/* After a call that may have moved the chain: theta is finite, counts are those of the steps. */
void F(consistent)(const F(world) * w, const F(sight) * sight);
void F(stepped)(const F(world) * w, const F(sight) * before, const F(sight) * after, const sgmcmc_step *step);

/* known.c: whether these settings have a known fault that makes theta NaN. */
bool F(has_known_fault)(const sgmcmc_chain_settings *settings);
/* The same of a rule's norms. */
bool F(has_known_norms)(const sgmcmc_rule *rule);

#endif
