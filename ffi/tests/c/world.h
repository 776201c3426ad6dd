/*
 * A chain with everything that a call on it can touch in one struct, so that "nothing was written" is one comparison.
 *
 * Compiled for either precision: F(sgmcmc_chain) is sgmcmc_chain_f32, or sgmcmc_chain_f64 with TEST_F64.
 */
#ifndef WORLD_H
#define WORLD_H

#include "check.h"
#include "kinds.h"

#ifdef TEST_F64
typedef double real;
#define F(name) name##_f64
#define OTHER(name) name##_f32
#else
typedef float real;
#define F(name) name##_f32
#define OTHER(name) name##_f64
#endif

#include "calls.h"

/* A member of the Langevin family, with the papers' defaults. */
static inline sgmcmc_status rule_langevin(sgmcmc_rule *rule, int32_t drift, int32_t preconditioner)
{
    const sgmcmc_status status = sgmcmc_rule_init(rule, sizeof *rule, SGMCMC_RULE_LANGEVIN);
    rule->drift.kind = drift;
    rule->preconditioner.kind = preconditioner;
    return status;
}

enum { DIM = 5, DATA_LEN = 20, BATCH_LEN = 6, MEMORY_SIZE = 16384, STOP_CODE = -77,
       STATE_MAX = 5 * DIM + DIM * DIM, GIVEN_MAX = DIM + DIM * DIM };

/* What the callbacks do; not part of the world, since a refused step may have asked them. */
typedef enum fault {
    FAULT_NONE,
    FAULT_VALUE,          /* the log-likelihood is `number` */
    FAULT_GRADIENT,       /* an entry of its gradient is */
    FAULT_PRIOR_VALUE,    /* the log prior is */
    FAULT_PRIOR_GRADIENT, /* an entry of its gradient is */
    FAULT_CODE,           /* the log-likelihood returns `code` */
    FAULT_PRIOR_CODE,     /* the log prior returns `code` */
    FAULT_SILENCE,        /* the log-likelihood writes nothing and returns 0 */
    FAULT_METRIC,         /* an entry of the metric is `number` */
    FAULT_GAMMA,          /* an entry of its curvature is */
    FAULT_METRIC_CODE,    /* the metric returns `code` */
    FAULT_DRIFT,          /* an entry of the diffusion's drift is `number` */
    FAULT_NOISE,          /* an entry of its noise is */
    FAULT_DIFFUSION_CODE, /* the diffusion returns `code` */
    FAULT_STEP_SIZE,      /* the step size is `number` */
    FAULT_STEP_SIZE_CODE, /* it returns `code` */
    FAULT_STEP_SIZE_SILENCE,
    FAULT_TEMPERATURE,
    FAULT_TEMPERATURE_CODE,
    FAULT_TEMPERATURE_SILENCE
} fault;

typedef struct host {
    fault fault;
    int countdown; /* calls to the log-likelihood before the fault */
    double number;
    int32_t code;
    int calls;
    size_t last_batch_len;
    int last_batch_was_null;
    int last_gradient_was_null;
    int dirty_gradients; /* gradients, metrics and diffusions that did not come as zeros */
    int terms;           /* calls to the metric, the diffusion, the step size and the temperature */
    uint64_t last_k;
    F(sgmcmc_chain) * intruded; /* a chain in use that those calls try to use, or NULL */
} host;

typedef struct world {
    _Alignas(64) unsigned char memory[MEMORY_SIZE];
    _Alignas(64) unsigned char rng_memory[1024];
    F(sgmcmc_chain) * chain;
    sgmcmc_rng *rng;
    sgmcmc_chain_settings settings;
    F(sgmcmc_model) model;
    real theta[DIM], gradient[DIM], numbers[2 * DIM];
    double mean[DIM], variance[DIM];
    uint32_t batch[BATCH_LEN], integer;
    uint64_t word;
    size_t size;
    int32_t code;
    sgmcmc_chain_statistics statistics;
    sgmcmc_step step;
    /* For rules: what stands alone, what settings point to, and what the kernels work on. */
    sgmcmc_rule rule;
    sgmcmc_schedule schedule;
    sgmcmc_block blocks[2];
    double values[DIM * DIM], others[DIM];
    real state[STATE_MAX], host_terms[GIVEN_MAX];
    sgmcmc_rule_applied applied;
    double number;
    int32_t flag;
} world;

extern host the_host;

/* Settings of a chain that works: SGLD, or Metropolis-Hastings with one of the proposals. */
void settings_sgld(sgmcmc_chain_settings *settings);

/* No list of kinds has more numbers. */
#define KINDS_AT_MOST 64

/* Whether the library has values for this kind of schedule: not the host's, nor a number that is no kind. */
int is_schedule(int32_t kind);
void settings_metropolis(sgmcmc_chain_settings *settings, int32_t proposal);

/* A range of parameters with the defaults of a block. */
sgmcmc_block block_of(size_t start, size_t len);

/* A world with a chain of these settings, a generator, and recognisable numbers in every output. */
void world_make(world *world, const sgmcmc_chain_settings *settings);

/* Whether two chains are at the same bits: theta, moments, counts. */
int same_chain(const world *a, const world *b);

/* x_i ~ N(theta, 1) in every coordinate, with the faults of `the_host`. */
int32_t log_likelihood(void *user, double *value, real *gradient, const real *theta, size_t dim,
                       const uint32_t *batch, size_t batch_len);

/* theta ~ N(0, 1). */
int32_t log_prior(void *user, double *value, real *gradient, const real *theta, size_t dim);

/* P_i = 1 / (1 + theta_i^2), or L with 0.5 on its diagonal and 0.1 below. */
int32_t metric(void *user, real *metric, size_t metric_len, real *gamma, const real *theta, size_t dim);

/* D = 1 / 2 and Q = 0. */
int32_t diffusion(void *user, real *drift, real *noise, const real *theta, const real *gradient, const real *normals,
                  size_t dim, double temperature);

/* 0.01 / (1 + k). */
int32_t step_size(void *user, double *value, uint64_t k);

/* 1 / (1 + k). */
int32_t temperature(void *user, double *value, uint64_t k);

/* The call on `world` must answer this status and leave every byte of the world as it was. */
#define REFUSES(world, status, call)                                                       \
    do {                                                                                   \
        snapshot_take(world);                                                              \
        ANSWERS(status, call);                                                             \
        if (!snapshot_holds(world)) {                                                      \
            fprintf(stderr, "%s:%d: something was written: %s\n", __FILE__, __LINE__, #call); \
            check_failures++;                                                              \
        }                                                                                  \
    } while (0)

/* The call must refuse each of the pointers that it is given by GIVEN, OBJECT or BYTES when it is NULL, one after the
   other; but for bytes at an odd address, too; and an object also where there is none. */
#define REFUSES_SPOILT(world, call)                         \
    do {                                                    \
        spoiling = (struct spoiling){0};                    \
        do {                                                \
            const sgmcmc_status spoilt_ = spoiling_begin(); \
            REFUSES(world, spoilt_, call);                  \
        } while (spoiling_next());                          \
    } while (0)
#define BYTES(pointer) spoilt(pointer, 1)
#define GIVEN(pointer) spoilt(pointer, 2)
#define OBJECT(pointer) spoilt(pointer, 3)

/* Which of a call's pointers is spoilt, in which way, of how many ways; how many pointers it has. */
extern struct spoiling {
    int place, way, way_count, count;
} spoiling;

sgmcmc_status spoiling_begin(void);
int spoiling_next(void);
void *spoilt(const void *pointer, int way_count);

void snapshot_take(const world *world);
int snapshot_holds(const world *world);

#endif
