/* What both programs do with the Landsat data: read it, make a chain of the network's weights, take its steps. */
#ifndef RUN_H
#define RUN_H

#include "arguments.h"
#include "prediction.h"
#include "rehearsal.h"
#include "wire.h"

/* How a program ends; every rank ends in the same way. */
enum { EXIT_DONE, EXIT_MEMORY, EXIT_INPUT, EXIT_STOPPED, EXIT_DIFFERENT };

/* One generator a purpose: chains of one seed and different indices never overlap. With a chain a rank, each has these
   two for its own, INDICES_A_RANK after those of the rank before. 0 and 2 are also those of the C example. */
enum { CHAIN_SAMPLER = 0, CHAIN_INITIAL_WEIGHTS = 2, INDICES_A_RANK = 3 };

enum { DRAWS = 100 }; /* the most that a run keeps, evenly spaced after the burn-in */

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
    void *block;
    sgmcmc_chain_f32 *chain;
    uint64_t step; /* how many are done */
    double seconds;
    sgmcmc_status status; /* of the last step, and its callback's code */
    int32_t code;
} run;

/* Reads a program's command line, and the data, on every rank. `own` are the program's own arguments, beside those of
   all. Returns how the program has to end, after a message unless that is EXIT_DONE: a collective call. */
int run_start(run *run, int argc, char **argv, const char *usage, const argument *own, size_t own_count);

/* Makes the chain of this rank, whose generators are the first ones from `first_index` on: a collective call. Returns
   as run_start. */
int run_make_chain(run *run, uint32_t first_index, uint32_t data_len);

/* Takes steps until `step` are done, or one is refused; kept draws are added to the prediction. */
void run_steps(run *run, uint64_t step, const sgmcmc_model_f32 *model, prediction *prediction);

/* The fingerprints of theta, and of all bytes of the chain. */
void run_fingerprints(const run *run, uint64_t *theta, uint64_t *chain);

void run_end(run *run);

#endif
