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

/* What is known of the health that is kept of a chain: whether there is any, and whether it has seen one, which may have
   become another since; the last look, how many there were after burn-in, and what was refused. */
typedef struct F(watch) {
    bool exists, has_seen, stale;
    uint64_t last, look_count, refused_count;
    int32_t refused_status;
} F(watch);

typedef struct F(world) {
    decoder *decoder, *next;
    size_t dim, size;
    unsigned char *memory, *twin_memory, *spare;
    /* Which callbacks the model lacks, as bits. */
    uint8_t missing;
    F(sgmcmc_chain) * chain, *twin;
    F(host) host;
    F(sight) sight;
    /* What the last pilot has found, or nothing. */
    sgmcmc_pilot_report pilot;
    F(watch) watch;
    /* set_step_size has taken the schedule's place. */
    bool step_size_set;
} F(world);

void F(fuzz_chain)(input *in);
void F(fuzz_stateless)(input *in);

/* Whether a model has the wrong callbacks. */
static inline bool is_of_callbacks(sgmcmc_status status)
{
    return status == SGMCMC_ERROR_CALLBACK_MISSING || status == SGMCMC_ERROR_NO_STEP_SIZE || status == SGMCMC_ERROR_LOG_PRIOR_UNUSED;
}

/* chain.c */
F(sgmcmc_model) F(model_of)(const F(world) * w, F(host) * host);

/* pilots.c */
void F(pilot)(F(world) * w, input *in);
void F(warm_up)(F(world) * w, input *in);

/* health.c */
void F(begin_health)(F(world) * w, input *in);
void F(run_with_health)(F(world) * w, input *in);
void F(look_at_health)(F(world) * w, input *in);
void F(report_health)(F(world) * w, input *in);

/* life.c. Whether there is a chain: the input may have settings that are refused, as they should be. */
bool F(make)(F(world) * w, input *in);
void F(hand_over)(F(world) * w, input *in);
void F(move)(F(world) * w);

/* checkpoints.c. The twin becomes the chain that its checkpoint makes. */
void F(restore_twin)(F(world) * w);
/* The same of a twin that is not like the chain at the moment. */
void F(through_checkpoint)(F(world) * w);
void F(restore_made_up)(F(world) * w, input *in);
/* Makes the last word the checksum of all before, as src/checkpoint/format.rs defines it. */
void F(seal)(unsigned char *bytes, size_t size);

/* oracles.c */
/* After an error the bytes are those in `spare`. */
void F(unchanged)(const F(world) * w, sgmcmc_status status, const char *call);
/* Takes in what a call on the chain changed, once its twin has done the same. */
void F(settle)(F(world) * w, const char *call);
void F(look)(const F(world) * w, F(sgmcmc_chain) * chain, F(sight) * sight);
void F(same)(const F(world) * w, const char *after);
/* After a call that may have moved the chain: theta is finite, counts are those of the steps. */
void F(consistent)(const F(world) * w, const F(sight) * sight);
void F(stepped)(const F(world) * w, const F(sight) * before, const F(sight) * after, const sgmcmc_step *step);

#endif
