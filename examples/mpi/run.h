/* What both programs do with the Landsat data: read it, make a chain of the network's weights, take its steps. */
#ifndef RUN_H
#define RUN_H

#include "arguments.h"
#include "rehearsal.h"
#include "wire.h"

/* How a program ends; every rank ends in the same way. */
enum { EXIT_DONE, EXIT_MEMORY, EXIT_INPUT, EXIT_STOPPED, EXIT_DIFFERENT };

/* One generator a purpose: chains of one seed and different indices never overlap. Of several chains each has these two
   for its own, INDICES_A_CHAIN after those of the chain before. 0 and 2 are also those of the C example. */
enum { CHAIN_SAMPLER = 0, CHAIN_INITIAL_WEIGHTS = 2, INDICES_A_CHAIN = 3 };

enum { DRAWS = 100 }; /* the most that a run keeps of a chain, evenly spaced after the burn-in */

/* What there is to choose of a run. */
typedef struct run_choices {
    const char *paths[2]; /* sat.trn, sat.tst */
    uint64_t batch_len, step_count, burn_in, seed;
    double step_size;
    const char *fail;
} run_choices;

typedef struct run {
    wire wire;
    run_choices choices;
    landsat_data train, test;
    rehearsal model;
} run;

/* A chain, and how far it has come. */
typedef struct sampler {
    void *block;
    size_t size; /* of the memory in it */
    sgmcmc_chain_f32 *chain;
    uint64_t step;        /* how many are done */
    double seconds;       /* what they took in this process */
    sgmcmc_status status; /* of the last step, and its callback's code */
    int32_t code;
} sampler;

/* Reads a program's command line, and the data, on every rank. `own` are the program's own arguments, beside those of
   all. Returns how the program has to end, after a message unless that is EXIT_DONE: a collective call. */
int run_start(run *run, int argc, char **argv, const char *usage, const argument *own, size_t own_count);

/* The worst of all ranks' results: a collective call. */
int run_agree(const run *run, int result);

/* Makes a chain, whose generators are the first ones from `first_index` on. Returns why not: settings are refused on all
   ranks or on none, memory may be short on one. Free it in either case. */
sgmcmc_status sampler_init(sampler *sampler, const run *run, uint32_t first_index, uint32_t data_len);

/* Lets the chain go on from a checkpoint, or leaves it as it is and returns why. */
sgmcmc_status sampler_restore(sampler *sampler, const run *run, uint32_t data_len, const unsigned char *saved,
                              size_t saved_size);

/* How a program ends for a chain that was refused so. */
int sampler_result(sgmcmc_status status);

/* Takes steps until `step` are done, or one is refused; `keep` is shown the draws that are kept. */
void sampler_run(sampler *sampler, run *run, uint64_t step, const sgmcmc_model_f32 *model,
                 void (*keep)(void *user, const float *theta), void *user);

/* The fingerprints of theta, and of all bytes of the chain. */
void sampler_fingerprints(const sampler *sampler, uint64_t *theta, uint64_t *chain);

void sampler_free(sampler *sampler);

void run_end(run *run);

#endif
