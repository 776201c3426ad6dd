/* The network's log-likelihood, with a failure of one rank to order: what happens then is better seen than believed. */
#ifndef REHEARSAL_H
#define REHEARSAL_H

#include "network.h"

typedef struct rehearsal {
    network net;
    const uint64_t *step; /* how many steps are done, as its caller counts them */
    int fails;            /* whether this rank is the one */
    uint64_t fail_step;   /* the first step in which it fails */
    enum { FAIL_WITH_CODE, FAIL_WITH_NAN, FAIL_KILLED } how;
    int32_t code; /* what the callback returns */
} rehearsal;

/* Takes the failure from `RANK:STEP:HOW`, where HOW is a code of the callback, `nan` or `kill`. NULL is none.
   Returns 0, or -1 for a text of another form. */
int rehearsal_parse(rehearsal *rehearsal, const char *text, int rank, int rank_count);

/* The callback of sgmcmc_model_f32; its `user` is a rehearsal. */
int32_t rehearsal_log_likelihood(void *user, double *value, float *gradient, const float *theta, size_t dim,
                                 const uint32_t *batch, size_t batch_len);

#endif
