/* One of many chains: its steps, what is kept of its draws, and the file from which it goes on. */
#ifndef MEMBER_H
#define MEMBER_H

#include "run.h"
#include "summary.h"

/* What a rank's chains share to see what a draw predicts. */
typedef struct scorer {
    network net; /* over the test data */
    double *probabilities;
} scorer;

typedef struct member {
    uint32_t number;
    scorer *scorer;
    sampler sampler;
    summary summary;
    uint64_t first_step, stored_step; /* where this process began, and what its file has */
} member;

enum { MEMBERS_MAX = 65536 / INDICES_A_CHAIN }; /* the library has so many chains of a seed */

/* Makes the chain of a number. Returns how the program has to end, after a message unless that is EXIT_DONE. Free it in
   either case. */
int member_init(member *member, const run *run, uint32_t number, scorer *scorer);

/* Lets it go on from its file in the folder, if there is one. Returns as member_init. */
int member_load(member *member, const run *run, const char *folder);

/* Replaces its file, if it has done steps since. Returns as member_init. */
int member_store(member *member, const run *run, const char *folder);

/* Takes steps until `step` are done, or one is refused. */
void member_run(member *member, run *run, uint64_t step, const sgmcmc_model_f32 *model);

void member_free(member *member);

#endif
