/* The host of a fuzzed chain, for either precision: a model that does what a host should, until it does not. */
#ifndef FUZZ_HOST_H
#define FUZZ_HOST_H

#include "settings.h"

#ifdef FUZZ_F64
typedef double real;
#define F(name) name##_f64
#else
typedef float real;
#define F(name) name##_f32
#endif

#include "../tests/c/calls.h"

/* Everything that the next answers follow from, so that a copy of it answers a chain's twin alike. */
typedef struct F(host) {
    uint64_t random;
    /* Of 256 answers, how many are faults; and which faults there are, as bits. */
    uint8_t fault_rate;
    uint8_t faults;
    /* What the gradient is multiplied by, and whether it grows with theta: a chain far out is soon refused every step
       then. */
    double slope;
    bool steep;
    /* What a schedule's callback says, over k + 1. */
    double scheduled;
    /* A hash of all that the callbacks were shown. */
    uint64_t seen;
    /* The same for the observer, but for norms; how many draws that were, and after how many it stops. */
    uint64_t drawn, draw_count, draw_limit;
    /* The same for looks at the progress, and how many steps there are from one to the next; 0 for none. */
    uint64_t looked, look_count, look_limit, interval;
    int32_t last_code;
    bool intrudes;
    /* The chain whose call this is, and what it was made with. */
    F(sgmcmc_chain) * chain;
    /* What looks at it meanwhile, or nothing. */
    sgmcmc_health *health;
    size_t dim;
    uint32_t data_len;
    size_t host_terms_len;
} F(host);

/* A model whose callbacks use this host. */
F(sgmcmc_model) F(host_model)(F(host) * host);

/* The observer, whose user pointer is the host. */
int32_t F(host_observe)(void *user, const F(sgmcmc_draw) * draw);

/* What the observer makes of a draw, for one who steps. */
uint64_t F(host_draw)(uint64_t drawn, uint64_t step, const real *theta, size_t dim, double log_likelihood,
                      double step_size, int32_t accepted, int32_t ends_cycle);

/* What looks at the progress, whose user pointer is the host, and what it makes of that. */
int32_t F(host_progress)(void *user, const sgmcmc_chain_statistics *statistics, const real *theta, size_t dim);
uint64_t F(host_look)(uint64_t looked, const sgmcmc_chain_statistics *statistics, const real *theta, size_t dim);

/* Of a vector as long as theta. */
void F(all_finite)(const F(host) * host, const real *x, const char *who);

#endif
