/*
 * sgmcmc: stochastic-gradient MCMC and minibatch Metropolis-Hastings over caller-owned memory. For C99 or later, and for
 * C++11 or later.
 *
 * Made by `cargo run -p schema`, with cbindgen, from the entries of the core and the sources in ffi/; edit those.
 *
 * Parameters are the numbers that are sampled, theta, as many as dim. Data are n = data_len things that the host knows
 * by their indices; a minibatch is m = batch_len of them. The host's model gives the mean log-likelihood over a
 * minibatch and its gradient in theta; see sgmcmc_log_likelihood_f32. Everything climbs the log posterior.
 *
 * In formulas d is dim; eta or epsilon is the step size, tau the temperature, alpha the friction, c_n likelihood_scale;
 * xi is a vector of independent standard normals; g is the mean gradient over the minibatch, g_I where the minibatch I is
 * named, and G the gradient of the log posterior, summed over all data, with nu^2 its variance over minibatches.
 *
 * Conventions
 *
 * - Order of arguments: the object, outputs, what is both, inputs, a callback, its user pointer. An object that is only
 *   read may stand among the inputs instead, as in sgmcmc_estimates_read. A length follows its pointer; arrays of one
 *   length share it. In a callback, the user pointer comes first. _len counts elements, _size bytes.
 * - Functions and types ending in _f32 are for float, those in _f64 for double; they do the same otherwise. theta, and what
 *   has its shape in a step and in a callback, is in that precision; settings, moments, norms and all single numbers are
 *   doubles in both.
 * - A fallible function returns a sgmcmc_status, 0 for success; sgmcmc_status_message has its text. Docs name the
 *   statuses of their own; any function may return those of its pointers and lengths: SGMCMC_ERROR_NULL_POINTER,
 *   SGMCMC_ERROR_LENGTH_ZERO, SGMCMC_ERROR_LENGTH_TOO_LARGE, SGMCMC_ERROR_OVERLAP, SGMCMC_ERROR_MEMORY_MISALIGNED,
 *   SGMCMC_ERROR_NOT_INITIALIZED, SGMCMC_ERROR_OTHER_BUILD, SGMCMC_ERROR_STRUCT_SIZE, SGMCMC_ERROR_STRUCT_TOO_NEW; in a
 *   callback also SGMCMC_ERROR_IN_USE; and in a build that leaves families of parts out SGMCMC_ERROR_NOT_BUILT.
 * - Outputs are written on success only. The exceptions are callback_code, which says with which code a callback
 *   stopped the chain, and the line of sgmcmc_settings_read.
 * - A pointer is required unless its docs say that it may be NULL. Arrays have at least one element and are aligned
 *   for their type. What a function writes must not overlap anything else that it is given.
 * - Enums are passed as int32_t, so that a number outside the enum is refused instead of undefined. A status that is
 *   returned is an enum, as wide as the target's ABI makes it.
 *
 * Memory
 *
 * - Objects live in memory that the caller brings: ask for _size, which is a multiple of sgmcmc_align(), then _init. There is nothing to free. The library allocates nothing, keeps no pointer of the caller's after a call, and
 *   has no global state.
 * - An object's bytes may be copied or moved, to memory aligned as before, while no call uses it; the copy continues
 *   with the same bits. A library of another version or ABI, or with other families of parts, answers
 *   SGMCMC_ERROR_OTHER_BUILD. Bytes of a chain that every build on every machine goes on from are a checkpoint:
 *   sgmcmc_chain_save_f64.
 * - All of an object's bytes follow from its settings, its data and its seed, none from what its memory held before: equal
 *   chains compare equal by memcmp.
 *
 * Threads
 *
 * - One object, one thread at a time, also for functions that only read it. It may go from one thread to another where
 *   the host orders the two, by a lock or by joining a thread. Else all is undefined: SGMCMC_ERROR_IN_USE is about
 *   callbacks and finds no other thread.
 * - Different objects know nothing of each other. Chains on several threads need no lock, and give the bits that they
 *   give one after another.
 * - Settings, models and what they point to are only read, so threads may share them, and so may callbacks share data
 *   that they only read. What a callback writes, working memory too, must be each thread's own: give each its own user
 *   pointer. Functions without an object may be called from any thread.
 *
 * Structs that grow
 *
 * - A struct with a leading struct_size may get more fields, at its end only. The library reads and writes struct_size
 *   bytes: fields that a caller does not know take their defaults; fields that the library does not know are refused
 *   with SGMCMC_ERROR_STRUCT_TOO_NEW unless they are zero, and so is every struct_size above 4096 that sizeof can give.
 *   One at which no field ends, or that is no multiple of the struct's alignment, is SGMCMC_ERROR_STRUCT_SIZE. The same
 *   goes for the elements of an array of structs, which have one size that is passed beside it.
 * - Fields named reserved are 0. A later library may give them a name; this one answers SGMCMC_ERROR_STRUCT_TOO_NEW to
 *   other values. No struct has padding at its end, on any target.
 * - Settings point to what has parts of its own: a rule, schedules, blocks, vectors. All is copied; nothing needs to
 *   outlive the call.
 *
 * Callbacks
 *
 * - Every callback gets the user pointer that was given with it. It must return: no longjmp, no C++ exception across
 *   it.
 * - A callback must not use the chain that calls it, nor the health that looks at it in sgmcmc_chain_run_f32 and
 *   _f64: SGMCMC_ERROR_IN_USE, from every function that takes the object, and nothing happens. Other objects may be used. Only a function that makes an object cannot tell, since it takes memory
 *   of any content: _init over that chain's memory is undefined, as is writing to what else the outer call was given.
 * - What a callback is given as const is only read. Nothing finds out a callback that writes to it all the same, from a
 *   language without const; the chain is then not the one that was asked for.
 * - Other objects call nobody back, so that SGMCMC_ERROR_IN_USE is about chains and health only.
 *
 * Promises
 *
 * - The same settings and the same callback results give the same theta, bit for bit, on every machine. A callback is
 *   as reproducible as its own arithmetic: use sgmcmc_exp_f64 and its siblings, and compile with -ffp-contract=off.
 * - That holds whatever the host's floating-point environment is. Every function computes in the default one: round to
 *   nearest, subnormal numbers kept, traps masked. Callbacks get the host's, and may change it: what they leave is the
 *   host's from then on. When a function returns, the host has its own again, after errors, too. Flags of exceptions are
 *   then as the host's code left them; only where its environment is the default one, those that the library's arithmetic
 *   raised, such as FE_INEXACT, stay raised. On targets where the library cannot set it (all but x86, AArch64, ARM with
 *   hard floats, riscv64 Linux, s390x), a chain or a generator that is to start in another one, if it rounds or flushes
 *   subnormal numbers otherwise, is refused with SGMCMC_ERROR_FLOAT_ENVIRONMENT, and no step looks again.
 * - A step happens whole or not at all: after an error, every byte of the object is as it was before the step.
 */


#ifndef SGMCMC_H
#define SGMCMC_H

#include <stddef.h>
#include <stdint.h>

/* The version of this header; sgmcmc_version_number() has the library's. */
#define SGMCMC_VERSION_MAJOR 0
#define SGMCMC_VERSION_MINOR 2
#define SGMCMC_VERSION_PATCH 0
#define SGMCMC_VERSION_NUMBER \
    (SGMCMC_VERSION_MAJOR * 1000000 + SGMCMC_VERSION_MINOR * 1000 + SGMCMC_VERSION_PATCH)

// The version of the ABI: what an application built against one header may expect of another library.
#define SGMCMC_ABI_VERSION 2

// How many chains one seed serves: chain_index is below this.
#define SGMCMC_CHAIN_COUNT_MAX 65536

// Why a call was refused, in one sentence; nothing was done then but whole steps before. 1 to 99 are for arguments,
// 100 to 199 for settings, 200 to 299 for what happened in a step, 300 on for stops. A number is never given to
// another meaning; a later library may have more of them.
typedef enum sgmcmc_status {
    // Done.
    SGMCMC_OK = 0,
    // a required pointer is NULL: none may be but where the header says so
    SGMCMC_ERROR_NULL_POINTER = 1,
    // a length is zero
    SGMCMC_ERROR_LENGTH_ZERO = 2,
    // lengths that must be equal differ
    SGMCMC_ERROR_LENGTH_MISMATCH = 3,
    // buffers overlap
    SGMCMC_ERROR_OVERLAP = 4,
    // the memory is smaller than the size function says, or than two rows of a reservoir
    SGMCMC_ERROR_MEMORY_TOO_SMALL = 5,
    // memory is not aligned: an object's as the align function says, an array's for its type
    SGMCMC_ERROR_MEMORY_MISALIGNED = 6,
    // the memory holds no initialized object of this kind
    SGMCMC_ERROR_NOT_INITIALIZED = 7,
    // struct_size or block_size is not what sizeof gives; call the _init function or set it to sizeof
    SGMCMC_ERROR_STRUCT_SIZE = 8,
    // the struct has fields that this library does not know and that are not zero
    SGMCMC_ERROR_STRUCT_TOO_NEW = 9,
    // a length is too large for this machine or this library
    SGMCMC_ERROR_LENGTH_TOO_LARGE = 10,
    // theta has a NaN or an infinity
    SGMCMC_ERROR_THETA_NOT_FINITE = 11,
    // a callback of the model is missing: log_likelihood always, and log_prior, metric, diffusion, step_size or
    // temperature where the prior, the preconditioner, the rule or a schedule is the host's
    SGMCMC_ERROR_CALLBACK_MISSING = 12,
    // a batch index is not below data_len
    SGMCMC_ERROR_BATCH_INDEX = 13,
    // the object is in use by a call that has not returned
    SGMCMC_ERROR_IN_USE = 14,
    // the memory holds an object that another build of the library made
    SGMCMC_ERROR_OTHER_BUILD = 15,
    // the floating-point environment is not the default one, and cannot be set from here
    SGMCMC_ERROR_FLOAT_ENVIRONMENT = 16,
    // a number is a NaN or an infinity
    SGMCMC_ERROR_NOT_FINITE = 17,
    // a weight must be from 1e-100 to 1e100
    SGMCMC_ERROR_WEIGHT = 18,
    // a probability must be from 0 to 1, the level of an interval above 0 and below 1
    SGMCMC_ERROR_PROBABILITY = 19,
    // the two objects have different settings
    SGMCMC_ERROR_OTHER_SETTINGS = 20,
    // the settings did not ask for this estimate
    SGMCMC_ERROR_NOT_ESTIMATED = 21,
    // the kernel's scale must be positive, and its square a normal number
    SGMCMC_ERROR_KERNEL_SCALE = 22,
    // the bytes are not a checkpoint
    SGMCMC_ERROR_NOT_CHECKPOINT = 23,
    // the checkpoint has a format that this library does not know
    SGMCMC_ERROR_CHECKPOINT_VERSION = 24,
    // the checkpoint is truncated, or followed by other bytes
    SGMCMC_ERROR_CHECKPOINT_LENGTH = 25,
    // the checkpoint is damaged: its checksum is not that of its bytes
    SGMCMC_ERROR_CHECKPOINT_DAMAGED = 26,
    // the checkpoint is of a chain in another precision
    SGMCMC_ERROR_CHECKPOINT_PRECISION = 27,
    // the checkpoint is of a chain with another number of parameters
    SGMCMC_ERROR_CHECKPOINT_DIM = 28,
    // the checkpoint is of a chain with other settings
    SGMCMC_ERROR_CHECKPOINT_SETTINGS = 29,
    // the checkpoint holds what no chain with these settings could have
    SGMCMC_ERROR_CHECKPOINT_CONTENTS = 30,
    // the interval between two looks at a run's progress must be at least 1
    SGMCMC_ERROR_PROGRESS_INTERVAL = 33,
    // the chain is another than the one whose health is kept, or the same at an earlier step
    SGMCMC_ERROR_HEALTH_CHAIN = 34,
    // a number is none of its enum
    SGMCMC_ERROR_CHOICE = 35,
    // a line of the settings is not of the form key = value
    SGMCMC_ERROR_SETTINGS_LINE = 37,
    // a key of the settings is not known, or has no place beside the kinds above it
    SGMCMC_ERROR_SETTINGS_KEY = 38,
    // a value of the settings is not one of its key, or a vector's or the blocks' fingerprint is another
    SGMCMC_ERROR_SETTINGS_VALUE = 39,
    // data_len must be from 1 to 2^32 - 1
    SGMCMC_ERROR_DATA_LEN = 100,
    // batch_len must be from 1 to data_len, and in a warm-up the chain's
    SGMCMC_ERROR_BATCH_LEN = 101,
    // batch is not a known kind, or not one that the sampler or this call can use: where the caller gives it, and
    // only there, a step needs its batch, and a pilot its batch_len
    SGMCMC_ERROR_BATCH_KIND = 102,
    // sampler is not a known kind
    SGMCMC_ERROR_SAMPLER_KIND = 103,
    // prior is not a known kind
    SGMCMC_ERROR_PRIOR_KIND = 104,
    // prior_mean must be finite in the precision of theta
    SGMCMC_ERROR_PRIOR_MEAN = 105,
    // prior_precision must be positive and finite in the precision of theta
    SGMCMC_ERROR_PRIOR_PRECISION = 106,
    // moments is not a known kind, or not one that the settings asked for
    SGMCMC_ERROR_MOMENTS_KIND = 107,
    // chain_index must be below 65536
    SGMCMC_ERROR_CHAIN_INDEX = 108,
    // thinning must be at least 1
    SGMCMC_ERROR_THINNING = 109,
    // a schedule's kind is not a known one, or not one that this call can use
    SGMCMC_ERROR_SCHEDULE_KIND = 110,
    // step_size must be positive, and usable in the precision of theta
    SGMCMC_ERROR_STEP_SIZE = 111,
    // a schedule's offset must be positive and finite
    SGMCMC_ERROR_SCHEDULE_OFFSET = 112,
    // a schedule's exponent must be above 0.5 and at most 1
    SGMCMC_ERROR_SCHEDULE_EXPONENT = 113,
    // temperature must be at least 0, and usable in the precision of theta; for the lattice rule it must be positive,
    // and no schedule may explore
    SGMCMC_ERROR_TEMPERATURE = 114,
    // step_size times prior_precision must be below 2, or the prior alone makes theta diverge
    SGMCMC_ERROR_UNSTABLE = 115,
    // a schedule's factor must be above 0 and at most 1
    SGMCMC_ERROR_SCHEDULE_FACTOR = 116,
    // a schedule's period must be at least 1
    SGMCMC_ERROR_SCHEDULE_PERIOD = 117,
    // a schedule's cycle_len must be at least 1
    SGMCMC_ERROR_CYCLE_LEN = 118,
    // a schedule's exploration must be at least 0 and at most 1 - 1/cycle_len
    SGMCMC_ERROR_EXPLORATION = 119,
    // proposal is not a known kind
    SGMCMC_ERROR_PROPOSAL_KIND = 120,
    // density is not a known kind
    SGMCMC_ERROR_DENSITY_KIND = 121,
    // noise is not a known kind
    SGMCMC_ERROR_NOISE_KIND = 122,
    // noise_scale must be positive and finite in the precision of theta
    SGMCMC_ERROR_NOISE_SCALE = 123,
    // likelihood_scale must be positive and finite, and leave the noise so in the precision of theta
    SGMCMC_ERROR_LIKELIHOOD_SCALE = 124,
    // beta must be finite and at least 1
    SGMCMC_ERROR_BETA = 125,
    // beta_max must be finite and at least beta
    SGMCMC_ERROR_BETA_MAX = 126,
    // refresh_len must be at most batch_len and at most data_len - batch_len
    SGMCMC_ERROR_REFRESH_LEN = 127,
    // target_acceptance must be between 0 and 1
    SGMCMC_ERROR_TARGET_ACCEPTANCE = 128,
    // a flag must be 0 or 1
    SGMCMC_ERROR_FLAG = 129,
    // tune_beta needs the RSGLD proposal
    SGMCMC_ERROR_TUNER = 130,
    // schedule_unit is not a known kind
    SGMCMC_ERROR_SCHEDULE_UNIT = 131,
    // a rule's kind is not a known one, or not one that this call can use
    SGMCMC_ERROR_RULE_KIND = 132,
    // drift is not a known kind, or not one that the rule or this call can use
    SGMCMC_ERROR_DRIFT_KIND = 133,
    // drift_scale must be positive and finite in the precision of theta
    SGMCMC_ERROR_DRIFT_SCALE = 134,
    // beta1 must be at least 0 and below 1
    SGMCMC_ERROR_BETA1 = 135,
    // beta2 must be above beta1 squared and below 1
    SGMCMC_ERROR_BETA2 = 136,
    // rho must be at least 0 and below 1
    SGMCMC_ERROR_RHO = 137,
    // lambda and preconditioner_lambda must be positive and finite, and so must the inverse of their squares in the
    // precision of theta
    SGMCMC_ERROR_LAMBDA = 138,
    // momentum_form is not a known kind
    SGMCMC_ERROR_MOMENTUM_FORM = 139,
    // preconditioner is not a known kind, or not one that this call can use
    SGMCMC_ERROR_PRECONDITIONER_KIND = 140,
    // preconditioner's diagonal must be positive, its squares finite in the precision of theta
    SGMCMC_ERROR_PRECONDITIONER_DIAGONAL = 141,
    // preconditioner's factor must have a positive diagonal, and fourth powers finite in the precision of theta
    SGMCMC_ERROR_PRECONDITIONER_FACTOR = 142,
    // friction must be above 0 and at most 1, and below 0.5 for SGNHT by Euler's splitting
    SGMCMC_ERROR_FRICTION = 143,
    // noise_estimate must be at least 0 and at most friction
    SGMCMC_ERROR_NOISE_ESTIMATE = 144,
    // estimator is not a known kind, or not one that the sampler or the batches can go with
    SGMCMC_ERROR_ESTIMATOR_KIND = 145,
    // anchor_len must be above batch_len and at most data_len
    SGMCMC_ERROR_ANCHOR_LEN = 146,
    // anchor_interval must be at least 1
    SGMCMC_ERROR_ANCHOR_INTERVAL = 147,
    // centre must be finite in the precision of theta
    SGMCMC_ERROR_CENTRE = 148,
    // clipping is not a known kind, or a random walk has no gradient to clip
    SGMCMC_ERROR_CLIPPING_KIND = 149,
    // clipping_limit must be positive and finite, and over data_len so in the precision of theta
    SGMCMC_ERROR_CLIPPING_LIMIT = 150,
    // spike_deviation must be positive and below slab_deviation, and both usable in the precision of theta
    SGMCMC_ERROR_SLAB_DEVIATION = 151,
    // slab_weight must be above 0 and below 1
    SGMCMC_ERROR_SLAB_WEIGHT = 152,
    // a block must have a length of at least 1 and end within theta
    SGMCMC_ERROR_BLOCK_RANGE = 153,
    // blocks must be in ascending order and must not overlap
    SGMCMC_ERROR_BLOCK_OVERLAP = 154,
    // a block's step_size_factor must be positive and finite, and so must the steps that it multiplies in the
    // precision of theta
    SGMCMC_ERROR_BLOCK_FACTOR = 155,
    // a block's own prior must be a built-in one without vectors, and the chain's prior no callback
    SGMCMC_ERROR_BLOCK_PRIOR = 156,
    // this rule cannot use a block's step_size_factor or frozen
    SGMCMC_ERROR_BLOCK_SAMPLER = 157,
    // preconditioner_beta must be at least 0 and below 1
    SGMCMC_ERROR_PRECONDITIONER_BETA = 158,
    // step_jitter must be at least 0 and below 1
    SGMCMC_ERROR_STEP_JITTER = 159,
    // a schedule's floor must be at least 0 and below 1, and 0 where a callback gives the values
    SGMCMC_ERROR_SCHEDULE_FLOOR = 160,
    // a schedule's warm_up must leave the first value above 0, and be 0 where a callback gives the values
    SGMCMC_ERROR_SCHEDULE_WARM_UP = 161,
    // SAGA with batches by epochs is biased: within an epoch the next batch holds only stale rows of its table
    SGMCMC_ERROR_SAGA_EPOCHS = 162,
    // splitting is not a known kind
    SGMCMC_ERROR_SPLITTING = 163,
    // gradient_scale is not a known kind
    SGMCMC_ERROR_GRADIENT_SCALE = 164,
    // under Metropolis-Hastings temperature, rule, the schedules and their unit, the anchor's settings and noise
    // compensation must have their defaults
    SGMCMC_ERROR_RULE_SETTING = 165,
    // under an update rule Metropolis-Hastings' settings, from proposal to target_acceptance, leapfrog_count and
    // step_jitter, must have their defaults
    SGMCMC_ERROR_METROPOLIS_SETTING = 166,
    // this build of the library leaves out a part that the settings ask for
    SGMCMC_ERROR_NOT_BUILT = 167,
    // simd_level is not a known kind
    SGMCMC_ERROR_SIMD_KIND = 168,
    // centroid_count must be 0 or at least 16
    SGMCMC_ERROR_CENTROID_COUNT = 169,
    // weights is not a known kind
    SGMCMC_ERROR_DRAW_WEIGHT = 170,
    // pair_count must be from 4 to 65536
    SGMCMC_ERROR_PAIR_COUNT = 171,
    // product_count must be from 1 to 256
    SGMCMC_ERROR_PRODUCT_COUNT = 172,
    // difference must be at least 0 and at most 10
    SGMCMC_ERROR_DIFFERENCE = 173,
    // inflation must be above 0 and at most 1
    SGMCMC_ERROR_INFLATION = 174,
    // covariance must be off for more than 64 parameters
    SGMCMC_ERROR_COVARIANCE_DIM = 175,
    // leapfrog_count must be at least 1
    SGMCMC_ERROR_LEAPFROG_COUNT = 176,
    // for HMC step_size times likelihood_scale, and half of it, must be positive and finite in the precision of
    // theta, with a block's factor too
    SGMCMC_ERROR_KICK = 177,
    // a setting of the chain or of a block that the chosen kinds do not use must have its default: leave it out, or
    // as the _init function sets it
    SGMCMC_ERROR_UNUSED_SETTING = 178,
    // a rule's setting that its kind, drift and preconditioner do not use must have its default: leave it out, or as
    // the _init function sets it
    SGMCMC_ERROR_UNUSED_RULE_SETTING = 179,
    // a schedule's setting that its kind does not use must have its default: leave it out, or as the _init function
    // sets it
    SGMCMC_ERROR_UNUSED_SCHEDULE_SETTING = 180,
    // noise_compensation is not a known kind, or the chain has none
    SGMCMC_ERROR_NOISE_COMPENSATION = 181,
    // noise compensation goes with SGLD under no or a fixed preconditioner, ABOBA, BAOAB, and SGHMC without a noise
    // estimate; the diagonal one not with a dense preconditioner
    SGMCMC_ERROR_COMPENSATION_RULE = 182,
    // dense noise compensation takes at most 64 parameters, and no blocks
    SGMCMC_ERROR_COMPENSATION_DENSE = 183,
    // noise_covariance must be finite and symmetric, with variances of at least 0
    SGMCMC_ERROR_COMPENSATION_COVARIANCE = 184,
    // noise compensation wants batches with or without replacement; to find the covariance itself, of the chain's own
    // drawing, a burn_in of at least 2, and another estimator than SAGA
    SGMCMC_ERROR_COMPENSATION_BATCH = 185,
    // burn_in is too short for what it is to find: at least 1, and with a tuned step size and tune_beta at least 4
    // (tune_interval + 1)
    SGMCMC_ERROR_WARM_UP_BURN_IN = 186,
    // a warm-up found no step size: the log posterior is flat where the chain stands; begin where it is curved, or
    // set step_size
    SGMCMC_ERROR_STEP_SIZE_NOT_FOUND = 187,
    // a step size cannot be tuned towards an acceptance rate while noise is custom
    SGMCMC_ERROR_TUNED_NOISE = 188,
    // proposal_gradient is not a known kind
    SGMCMC_ERROR_PROPOSAL_GRADIENT_KIND = 190,
    // window must be from 100 to 2^32
    SGMCMC_ERROR_HEALTH_WINDOW = 191,
    // tolerance must be above 0 and at most 1
    SGMCMC_ERROR_HEALTH_TOLERANCE = 192,
    // half-way through the burn-in the mode is still far: begin where an optimiser has come, burn in for longer, or
    // take larger batches
    SGMCMC_ERROR_WARM_UP_FAR = 193,
    // half-way through the burn-in noise hides how far the mode is, and allows no steps that would lead there: take
    // larger batches or a control variate, or give the pilot more pairs
    SGMCMC_ERROR_WARM_UP_NOISE = 194,
    // a result is too large or too small for a double: scale the numbers, or ask estimates for deviations
    SGMCMC_ERROR_NOT_REPRESENTABLE = 195,
    // window_len must be 0, or even and from 32 to 1024
    SGMCMC_ERROR_WINDOW_LEN = 196,
    // the model has a log_prior that the settings do not ask for: choose the callback as prior, or a model without
    SGMCMC_ERROR_LOG_PRIOR_UNUSED = 197,
    // the log-likelihood callback gave NaN or an infinity
    SGMCMC_ERROR_LOG_LIKELIHOOD_NOT_FINITE = 200,
    // the gradient has a NaN, an infinity or a number too large to scale
    SGMCMC_ERROR_GRADIENT_NOT_FINITE = 201,
    // the log prior callback gave NaN or an infinity
    SGMCMC_ERROR_LOG_PRIOR_NOT_FINITE = 202,
    // the model cannot be evaluated at theta
    SGMCMC_ERROR_IMPOSSIBLE = 203,
    // the step size of the schedule, the callback or the warm-up is none that is positive in the precision of theta
    SGMCMC_ERROR_STEP_SIZE_NOT_USABLE = 204,
    // the temperature of the schedule or the callback is none that is at least 0 in the precision of theta
    SGMCMC_ERROR_TEMPERATURE_NOT_USABLE = 205,
    // the preconditioner callback gave a metric that is negative, or a metric or Gamma that is too large or not
    // finite
    SGMCMC_ERROR_PRECONDITIONER_NOT_USABLE = 206,
    // the diffusion callback gave a NaN, an infinity or a number too large
    SGMCMC_ERROR_DIFFUSION_NOT_FINITE = 207,
    // the gradient's noise is more than the rule injects at this step size
    SGMCMC_ERROR_GRADIENT_NOISE = 208,
    // step_size is so large that more than 1000 proposals in a row overflowed before the model was asked: set a
    // smaller one
    SGMCMC_ERROR_MODEL_NOT_ASKED = 209,
    // a callback stopped the chain
    SGMCMC_ERROR_STOPPED = 300,
    // the observer stopped the run
    SGMCMC_ERROR_STOPPED_BY_OBSERVER = 301,
} sgmcmc_status;

// What moves theta.
typedef enum sgmcmc_sampler {
    // An update rule: every step moves.
    SGMCMC_SAMPLER_RULE = 0,
    // Mini-batch Metropolis-Hastings.
    SGMCMC_SAMPLER_METROPOLIS_HASTINGS = 1,
} sgmcmc_sampler;

// How a step's minibatch is drawn. More is in docs/src/equations.md.
typedef enum sgmcmc_batch {
    // A uniform subset of size m, in ascending order.
    SGMCMC_BATCH_WITHOUT_REPLACEMENT = 0,
    // m independent uniform indices.
    SGMCMC_BATCH_WITH_REPLACEMENT = 1,
    // The next m of a pseudo-random permutation that changes every epoch; an epoch's last batch may be shorter. Not
    // for a thermostat, the lattice walk or a noise estimate, which make variances too small on these batches.
    SGMCMC_BATCH_EPOCHS = 2,
    // All n data.
    SGMCMC_BATCH_ALL = 3,
    // The indices that the caller gives to every step.
    SGMCMC_BATCH_CALLER = 4,
} sgmcmc_batch;

// The update rules: docs/src/rules.md has what each of them computes, line by line.
typedef enum sgmcmc_rule_kind {
    // The adaptive Langevin family: any drift with any preconditioner.
    SGMCMC_RULE_LANGEVIN = 0,
    // Stochastic gradient Hamiltonian Monte Carlo, underdamped Langevin dynamics; momentum SGD at temperature 0.
    SGMCMC_RULE_SGHMC = 1,
    // The same by a symmetric splitting.
    SGMCMC_RULE_ABOBA = 2,
    // The Nose-Hoover thermostat.
    SGMCMC_RULE_SGNHT = 3,
    // Adam, an optimiser.
    SGMCMC_RULE_ADAM = 4,
    // A diffusion that the host writes.
    SGMCMC_RULE_RECIPE = 5,
    // The lattice random walk: Langevin dynamics without normals.
    SGMCMC_RULE_LATTICE = 6,
    // Underdamped Langevin dynamics with the splitting BAOAB.
    SGMCMC_RULE_BAOAB = 7,
} sgmcmc_rule_kind;

// What the Langevin family and the lattice walk add to the gradient: docs/src/rules.md has the equations.
typedef enum sgmcmc_drift {
    // Nothing.
    SGMCMC_DRIFT_NONE = 0,
    // The running mean of gradients: MSGLD.
    SGMCMC_DRIFT_MOMENTUM = 1,
    // The running mean over the root of that of squares: ASGLD.
    SGMCMC_DRIFT_ADAM = 2,
    // The running mean over a decaying maximum.
    SGMCMC_DRIFT_ADAMAX = 3,
    // The last gradient, rescaled.
    SGMCMC_DRIFT_ADADELTA = 4,
} sgmcmc_drift;

// What the momentum drift samples.
typedef enum sgmcmc_momentum_form {
    // The gradient plus a times its running mean, over 1 + a, with a the drift's scale: as eta -> 0 this samples the
    // target.
    SGMCMC_MOMENTUM_CALIBRATED = 0,
    // The same without the division, as published: as eta -> 0 this samples the target to the power 1 + a. An
    // optimiser's form.
    SGMCMC_MOMENTUM_PUBLISHED = 1,
} sgmcmc_momentum_form;

// How the thermostat's equations are split into a step: docs/src/rules.md has them.
typedef enum sgmcmc_splitting {
    // One after the other, as published first. With gamma = alpha + eta nu^2/(2 tau), nu^2 the variance of the
    // gradient's noise, the variance on a Gaussian tends, as eta -> 0 at a fixed alpha, to gamma/(1 - sqrt(1 - 2
    // gamma)) of what it should be, 0.947 for gamma = 0.1; where gamma is 1/2 or more the chain diverges. The bias
    // falls with the square root of eta where alpha does so too, as alpha = h D does for a step h = sqrt(eta) and a
    // fixed friction D of the equation.
    SGMCMC_SPLITTING_EULER = 0,
    // Half steps before and after the kick: the bias falls with eta where alpha falls with the square root of eta,
    // and every alpha is stable.
    SGMCMC_SPLITTING_SYMMETRIC = 1,
} sgmcmc_splitting;

// The metric P of the Langevin family and of the lattice walk: docs/src/rules.md has the equations. More is in
// docs/src/equations.md.
typedef enum sgmcmc_preconditioner {
    // P = 1.
    SGMCMC_PRECONDITIONER_IDENTITY = 0,
    // P = diag(p), as long as theta; p > 0.
    SGMCMC_PRECONDITIONER_DIAGONAL = 1,
    // P from the running mean of squared gradients: pSGLD.
    SGMCMC_PRECONDITIONER_RMSPROP = 2,
    // P = L L^T, Karagiannis 2024, (3.9): the rows of its Cholesky factor L, lower-triangular, d by d numbers, of
    // which those above the diagonal are not read; the diagonal is positive.
    SGMCMC_PRECONDITIONER_DENSE = 3,
    // P(theta) and Gamma(theta) from the model's metric: SGRLD.
    SGMCMC_PRECONDITIONER_POSITION_DEPENDENT = 4,
    // P(theta) = L(theta) L(theta)^T and Gamma(theta) from the model's metric, which writes the rows of the Cholesky
    // factor L.
    SGMCMC_PRECONDITIONER_POSITION_DEPENDENT_DENSE = 5,
    // P from the sum of squared gradients.
    SGMCMC_PRECONDITIONER_ADAGRAD = 6,
} sgmcmc_preconditioner;

// Which gradient g an adaptive preconditioner squares. G is the gradient of the log posterior, summed over all n
// data. More is in docs/src/equations.md.
typedef enum sgmcmc_gradient_scale {
    // g = G/n: the scale of Li et al. 2016, whose g is the mean gradient of the likelihood, without the prior's. The
    // preconditioner's default lambda is meant for this one.
    SGMCMC_GRADIENT_SCALE_MEAN = 0,
    // g = G, as Kim, Song and Liang 2020, section 2, print it.
    SGMCMC_GRADIENT_SCALE_SUM = 1,
} sgmcmc_gradient_scale;

// What a step size or temperature is multiplied by at step or epoch k.
typedef enum sgmcmc_schedule_kind {
    // 1: the same value for every k.
    SGMCMC_SCHEDULE_CONSTANT = 0,
    // (offset + k)^(-exponent).
    SGMCMC_SCHEDULE_POLYNOMIAL = 1,
    // factor^(k / period), the quotient rounded down.
    SGMCMC_SCHEDULE_STEP_DECAY = 2,
    // (cos(pi r) + 1) / 2, with r the part of the cycle that is over, from 0 to below 1.
    SGMCMC_SCHEDULE_CYCLICAL = 3,
    // The model says the value itself; the setting that the schedule goes with must have its default.
    SGMCMC_SCHEDULE_CALLBACK = 4,
} sgmcmc_schedule_kind;

// What a schedule's k counts, from 0.
typedef enum sgmcmc_schedule_unit {
    // Steps.
    SGMCMC_SCHEDULE_UNIT_STEP = 0,
    // Epochs: how many times n data the batches have had so far, rounded down.
    SGMCMC_SCHEDULE_UNIT_EPOCH = 1,
} sgmcmc_schedule_unit;

// How the gradient is estimated; any rule goes with any of them. More is in docs/src/equations.md.
typedef enum sgmcmc_estimator {
    // n times the batch's mean, and the prior's.
    SGMCMC_ESTIMATOR_PLAIN = 0,
    // A control variate around one place, over all data: one pass over them, in the first step. The one that
    // Metropolis-Hastings proposals can use.
    SGMCMC_ESTIMATOR_FIXED_CENTRE = 1,
    // A control variate around theta, or its mean, over some of the data, made anew every so many steps: practical
    // variance reduction, Chen et al. 2017, Algorithm 1.
    SGMCMC_ESTIMATOR_PRACTICAL = 2,
    // The same with all data for the anchor, and so without noise of its own: SVRG-LD, Dubey et al. 2016.
    SGMCMC_ESTIMATOR_SVRG = 3,
    // Every datum has its own last gradient, in a table of n by d numbers: SAGA-LD, Dubey et al. 2016.
    SGMCMC_ESTIMATOR_SAGA = 4,
} sgmcmc_estimator;

// What is done with a large gradient g of the log posterior, summed over all data; Karagiannis 2024, Notes 37 to 41.
// More is in docs/src/equations.md.
typedef enum sgmcmc_clipping {
    // Nothing.
    SGMCMC_CLIPPING_NONE = 0,
    // It is shortened to the Euclidean norm c > 0, the limit: g min(1, c/|g|).
    SGMCMC_CLIPPING_NORM = 1,
    // Every element is moved to within c > 0, the limit, of 0.
    SGMCMC_CLIPPING_ELEMENT = 2,
} sgmcmc_clipping;

// What is taken off a rule's noise to make up for the noise of minibatches: as much as C says, the covariance over
// batches of the gradient of the log posterior, summed over all data. More is in docs/src/equations.md.
typedef enum sgmcmc_noise_compensation {
    // None: the noise of a batch adds to the rule's.
    SGMCMC_NOISE_COMPENSATION_NONE = 0,
    // The variances of the gradient's numbers, as many as there are parameters.
    SGMCMC_NOISE_COMPENSATION_DIAGONAL = 1,
    // C, d by d numbers row by row, for d up to 64 and without blocks; symmetric, to within a millionth of its
    // variances.
    SGMCMC_NOISE_COMPENSATION_DENSE = 2,
} sgmcmc_noise_compensation;

// Where the next theta of a Metropolis-Hastings chain comes from: the proposal q(theta -> theta'). More is in
// docs/src/equations.md.
typedef enum sgmcmc_proposal {
    // theta' = theta + delta xi, with delta the step size: symmetric, needs no gradient.
    SGMCMC_PROPOSAL_RANDOM_WALK = 0,
    // theta' = theta + epsilon g_I + sigma xi, with epsilon the step size, sigma the scale of the noise and g_I the
    // mean gradient over the batch.
    SGMCMC_PROPOSAL_SGLD = 1,
    // With equal chance theta' = theta + epsilon g_I + sigma xi, or theta' = theta - epsilon g_I + beta sigma xi; Wu,
    // Wang and Wong 2020, (6)-(8).
    SGMCMC_PROPOSAL_RSGLD = 2,
    // Hamiltonian Monte Carlo: a momentum p of standard normals, then L leapfrog steps of size epsilon with the batch
    // held; Duane, Kennedy, Pendleton and Roweth 1987; Neal 2011, section 5.3.2.
    SGMCMC_PROPOSAL_HMC = 3,
} sgmcmc_proposal;

// The density of the RSGLD proposal in the acceptance ratio. More is in docs/src/equations.md.
typedef enum sgmcmc_density {
    // The mixture's density, with the factor beta^(-d) of its second part: exact.
    SGMCMC_DENSITY_NORMALIZED = 0,
    // Without beta^(-d), as Wu, Wang and Wong 2020 print their acceptance ratio, (37)-(51). Not a valid
    // Metropolis-Hastings kernel: it does not keep the target, and is here as an optimiser's rule, to reproduce
    // published tables.
    SGMCMC_DENSITY_UNNORMALIZED = 1,
} sgmcmc_density;

// The gradient that the proposals SGLD and RSGLD follow.
typedef enum sgmcmc_proposal_gradient {
    // The mean log-likelihood's with the prior's over n, the default: that of what the chain samples.
    SGMCMC_PROPOSAL_GRADIENT_POSTERIOR = 0,
    // The mean log-likelihood's alone, as published, whatever the prior.
    SGMCMC_PROPOSAL_GRADIENT_PUBLISHED = 1,
} sgmcmc_proposal_gradient;

// The scale sigma of a gradient proposal's noise.
typedef enum sgmcmc_noise {
    // sqrt(2 epsilon) / n, as published: colder than Langevin noise by far. An optimiser's choice: at the steps of a
    // sampler the normalised density then accepts next to nothing in high dimension.
    SGMCMC_NOISE_PUBLISHED = 0,
    // sqrt(2 epsilon / c_n), the default, for sampling: the noise of a Langevin step for the density exp(c_n times
    // the mean log-likelihood), with c_n the likelihood_scale.
    SGMCMC_NOISE_LANGEVIN = 1,
    // sigma > 0 itself.
    SGMCMC_NOISE_CUSTOM = 2,
} sgmcmc_noise;

// The prior. More is in docs/src/equations.md.
typedef enum sgmcmc_prior {
    // Of a block alone: the chain's.
    SGMCMC_PRIOR_CHAIN = 0,
    // Constant.
    SGMCMC_PRIOR_FLAT = 1,
    // Every parameter normal, with one mean and one precision.
    SGMCMC_PRIOR_GAUSSIAN = 2,
    // Every parameter normal, each with its own mean and precision.
    SGMCMC_PRIOR_GAUSSIAN_VECTOR = 3,
    // Every parameter from a wide normal by chance, else from a narrow one.
    SGMCMC_PRIOR_SPIKE_AND_SLAB = 4,
    // The model's own log_prior.
    SGMCMC_PRIOR_CALLBACK = 5,
} sgmcmc_prior;

// Which running means and variances a chain keeps.
typedef enum sgmcmc_moments {
    // None.
    SGMCMC_MOMENTS_NONE = 0,
    // Every kept draw counts the same; Karagiannis 2024, (3.7).
    SGMCMC_MOMENTS_PLAIN = 1,
    // A kept draw counts by the size of the step that made it, which a decreasing schedule needs. (3.8) of
    // Karagiannis 2024 counts it by the step that leaves it: the same weights, one draw earlier.
    SGMCMC_MOMENTS_WEIGHTED = 2,
    // Both.
    SGMCMC_MOMENTS_BOTH = 3,
} sgmcmc_moments;

// What a draw of a chain counts in estimates.
typedef enum sgmcmc_draw_weight {
    // All the same; Karagiannis 2024, (3.7).
    SGMCMC_DRAW_WEIGHT_EQUAL = 0,
    // The size of the step that made it, as in weighted sgmcmc_moments.
    SGMCMC_DRAW_WEIGHT_STEP_SIZE = 1,
    // The size of the step that made the next draw that is observed: without thinning the step that leaves it, as in
    // (3.8) of Karagiannis 2024. The last draw does not count yet.
    SGMCMC_DRAW_WEIGHT_NEXT_STEP_SIZE = 2,
} sgmcmc_draw_weight;

// What a pilot has found: bit c of its report's findings is set for the one with number c. The numbers are never
// given to another meaning; a later library may have more of them.
typedef enum sgmcmc_finding {
    // It is the curvature that limits the step size.
    SGMCMC_FINDING_CURVATURE_BINDS = 1,
    // It is the gradient's noise that limits the step size.
    SGMCMC_FINDING_NOISE_BINDS = 2,
    // No step size keeps what is tolerated, or is accepted; another finding says why.
    SGMCMC_FINDING_NO_STEP_SIZE = 3,
    // The chain's own step size gives more than one and a half times the tolerated inflation, or of what the rule
    // does by itself where that is more.
    SGMCMC_FINDING_STEP_TOO_LARGE = 4,
    // The chain's own step size lets theta grow without end; never a lattice walk's.
    SGMCMC_FINDING_UNSTABLE = 5,
    // The chain's own step size is below a hundredth of what would do.
    SGMCMC_FINDING_STEP_TOO_SMALL = 6,
    // A control variate would allow at least twice the step, which is what its gradients cost.
    SGMCMC_FINDING_CONTROL_VARIATE_PAYS = 7,
    // Taking the gradient's noise off the injected one would allow at least twice the step.
    SGMCMC_FINDING_COMPENSATION_PAYS = 8,
    // The gradient's noise is correlated between coordinates: only dense compensation takes it off.
    SGMCMC_FINDING_NOISE_CORRELATED = 9,
    // At the step size that would do, the slowest direction takes more than a million steps to forget.
    SGMCMC_FINDING_SLOW = 10,
    // The gradient is much longer than where the posterior has its mass: go nearer to the mode and look again.
    SGMCMC_FINDING_FAR_FROM_MODE = 11,
    // The log posterior is not concave here.
    SGMCMC_FINDING_NOT_CONCAVE = 12,
    // What the chain's rule, drift or preconditioner makes of a step size is not predicted.
    SGMCMC_FINDING_UNPREDICTED = 13,
    // Batch noise keeps the acceptance of the chain's proposals below 0.8 at any step size.
    SGMCMC_FINDING_ACCEPTANCE_CAPPED = 14,
    // Even one replaced index leaves the cap below 0.8: likelihood_scale is too large for m.
    SGMCMC_FINDING_SCALE_TOO_LARGE = 15,
    // At the step size that would do, or at a lattice walk's own, the rounding of theta does more than what is
    // tolerated.
    SGMCMC_FINDING_ROUNDING_BINDS = 16,
    // What the rule's friction, noise estimate or redraws do to variances is more than what is tolerated, at every
    // step size.
    SGMCMC_FINDING_RULE_BIASED = 17,
    // At the chain's own step size what the lattice walk clamps moves the mean by more than one and a half times the
    // tolerated inflation, in standard deviations. With p = pair_count the pilot sees every datum, with certainty,
    // where n/m is at most p, for batches of one where n is at most 2 p, except on batches with replacement of m > 1.
    // Of other batches it sees one datum that is alone with probability 2 p m/n, or 1 - (1 - 1/n)^(2 p m) with
    // replacement: then steps are below what it allows, and predicted_shift is NaN, since it may be the only one or
    // have others to the other side. Of k such to one side, of which k' = 2 p m k/n come on average, steps are below
    // with probability 1 - exp(-k'), and the shift is known where more than four come, with 0.37 for k' = 4, 0.9 for
    // 8 and 0.99 for 12.
    SGMCMC_FINDING_CLAMPED = 18,
} sgmcmc_finding;

// What is wrong with a run: bit c of its report's findings is set for the one with number c. The numbers are never
// given to another meaning; a later library may have more of them.
typedef enum sgmcmc_health_finding {
    // The step size, not the gradient's noise, heats the chain.
    SGMCMC_HEALTH_FINDING_STEP_TOO_LARGE = 1,
    // The chain hardly moves, though all is well at each step.
    SGMCMC_HEALTH_FINDING_STEP_TOO_SMALL = 2,
    // The gradient's noise over batches heats the chain.
    SGMCMC_HEALTH_FINDING_GRADIENT_NOISE = 3,
    // The chain is too hot, and only a pilot can tell whether by noise or by the step size.
    SGMCMC_HEALTH_FINDING_TOO_HOT = 4,
    // The kinetic temperature is below its band.
    SGMCMC_HEALTH_FINDING_TOO_COLD = 5,
    // SGNHT has found no friction that holds its temperature.
    SGMCMC_HEALTH_FINDING_THERMOSTAT_DIVERGES = 6,
    // theta has overflowed.
    SGMCMC_HEALTH_FINDING_DIVERGED = 7,
    // A callback gave a NaN or an infinity where a number was needed.
    SGMCMC_HEALTH_FINDING_NOT_FINITE = 8,
    // Steps were refused for another reason.
    SGMCMC_HEALTH_FINDING_REFUSED = 9,
    // Clipping changes so many gradients that the posterior is another one.
    SGMCMC_HEALTH_FINDING_CLIPPED = 10,
    // What the lattice walk clamps moves the mean, or is a part of so many moves that variances are too large.
    SGMCMC_HEALTH_FINDING_LATTICE_CUT = 11,
    // Next to nothing is accepted, and smaller steps would be.
    SGMCMC_HEALTH_FINDING_FROZEN = 12,
    // Batch noise has proposals rejected at any step size: likelihood_scale is too large for m.
    SGMCMC_HEALTH_FINDING_SCALE_TOO_LARGE = 13,
    // RSGLD's beta has met its cap.
    SGMCMC_HEALTH_FINDING_BETA_CAPPED = 14,
    // The drift of proposals outweighs their noise: they follow the gradient, and the chain optimises.
    SGMCMC_HEALTH_FINDING_DRIFT_DOMINATES = 15,
    // Many proposals go where the model cannot be evaluated.
    SGMCMC_HEALTH_FINDING_IMPOSSIBLE = 16,
    // The chain moves well from step to step, and stays where it is all the same: in a mode, or along a flat
    // direction.
    SGMCMC_HEALTH_FINDING_STUCK = 17,
    // Several chains are not at one.
    SGMCMC_HEALTH_FINDING_CHAINS_DISAGREE = 18,
    // The control variate costs more than it saves.
    SGMCMC_HEALTH_FINDING_ANCHOR_WORTHLESS = 19,
    // Proposals go too far to be accepted as often as is good.
    SGMCMC_HEALTH_FINDING_ACCEPTANCE_LOW = 20,
    // theta is so large that its rounding drowns what the steps are.
    SGMCMC_HEALTH_FINDING_ROUNDING_DROWNS = 21,
    // More than one in 2000 trajectories of HMC after burn-in diverged at a step no longer than step_size: there are
    // places whose surroundings the chain may not get to.
    SGMCMC_HEALTH_FINDING_DIVERGENCES = 22,
    // theta grows, and the log posterior does not fall: it may be improper.
    SGMCMC_HEALTH_FINDING_RUNS_AWAY = 23,
    // Proposals overflow before the model is asked.
    SGMCMC_HEALTH_FINDING_MODEL_NOT_ASKED = 24,
    // The run's first part is elsewhere than the rest, or its last.
    SGMCMC_HEALTH_FINDING_FIRST_AGAINST_LAST = 25,
} sgmcmc_health_finding;

// What estimates are of each number that a draw has. More is in docs/src/equations.md.
typedef enum sgmcmc_estimate {
    // The means, 0 before the first draw.
    SGMCMC_ESTIMATE_MEAN = 0,
    // The variances, sum of w (x - mean)^2 / sum of w; NaN before the first draw, and refused where one is too large
    // or too small for a double, of a deviation above 1e154 or below 1.5e-154.
    SGMCMC_ESTIMATE_VARIANCE = 1,
    // The deviations, the roots of the variances, right from 1e-300 to 1e300; NaN before the first draw.
    SGMCMC_ESTIMATE_DEVIATION = 2,
    // The Monte Carlo standard errors of the means; NaN below 16 draws. Of several chains they are by how far the
    // chains' means are apart where these differ by more than each chain's own error lets them. The doubts say when
    // not to trust them.
    SGMCMC_ESTIMATE_STANDARD_ERROR = 3,
    // The effective sample sizes, how many independent draws would give the mean as exactly: the variance over the
    // squared standard error, times (1 - 2/(9 nu))^3 with its nu degrees of freedom, and 1 more, since that square is
    // itself an estimate. NaN below 16 draws, and for what does not vary.
    SGMCMC_ESTIMATE_SAMPLE_SIZE = 4,
    // The degrees of freedom of the standard errors, at least 1: (mean - truth) / error has nearly Student's t
    // distribution with as many. NaN below 16 draws.
    SGMCMC_ESTIMATE_DEGREES_OF_FREEDOM = 5,
    // Half-widths of intervals: from mean - half-width to mean + half-width is what the mean estimates, with
    // probability p, such as 0.95, where there is no doubt. Student's quantile times the standard error; NaN below 16
    // draws.
    SGMCMC_ESTIMATE_HALF_WIDTH = 6,
    // The covariances, row by row, as many as the square of how many numbers a draw has, where the settings ask for
    // them.
    SGMCMC_ESTIMATE_COVARIANCE = 7,
    // The quantiles, below which the share p of all weight is, where the settings give room for centroids; NaN before
    // the first draw.
    SGMCMC_ESTIMATE_QUANTILE = 8,
} sgmcmc_estimate;

// Why a standard error, and what is made of it, is not to be trusted: bit c of a number's doubts is set for the one
// with number c. The numbers are never given to another meaning; a later library may have more of them.
typedef enum sgmcmc_doubt {
    // The draws cannot tell: fewer than 16 of them or 20 effective ones, or they stay correlated over an eighth of
    // what was drawn or more, or do not vary (of up to ten merged chains in one of them), or a few of them outweigh
    // all others together. The error is more likely too small than too large; a longer run tells.
    SGMCMC_DOUBT_TOO_SHORT = 1,
    // Chains that were merged have means further apart than their own errors allow: they are in different modes, or
    // have not come to the stationary law. The error is that of so few means as there are chains.
    SGMCMC_DOUBT_CHAINS_DISAGREE = 2,
} sgmcmc_doubt;

// A function of one number, with the same bits on every machine, whatever the length of the array it is in.
typedef enum sgmcmc_function {
    // e^x.
    SGMCMC_FUNCTION_EXP = 0,
    // The natural logarithm.
    SGMCMC_FUNCTION_LN = 1,
    // The sine of an angle in radians.
    SGMCMC_FUNCTION_SIN = 2,
    // The cosine of an angle in radians.
    SGMCMC_FUNCTION_COS = 3,
} sgmcmc_function;

// Instruction sets that the library can be compiled for; an installed one holds several. All give the same bits.
typedef enum sgmcmc_simd {
    // No vector instructions, or none that the library uses.
    SGMCMC_SIMD_NONE = 0,
    // x86 with SSE2, the baseline of x86-64.
    SGMCMC_SIMD_SSE2 = 1,
    // x86 with AVX2.
    SGMCMC_SIMD_AVX2 = 2,
    // x86 with AVX-512.
    SGMCMC_SIMD_AVX512 = 3,
    // ARM with NEON.
    SGMCMC_SIMD_NEON = 4,
    // WebAssembly with 128-bit vectors.
    SGMCMC_SIMD_WASM128 = 5,
} sgmcmc_simd;

// A chain of f32 numbers, in caller memory. Its bytes may be copied or moved to other aligned memory as long as
// no call is using it; the copy goes on with the same bits.
typedef struct sgmcmc_chain_f32 sgmcmc_chain_f32;

// A chain of f64 numbers, in caller memory. Its bytes may be copied or moved to other aligned memory as long as
// no call is using it; the copy goes on with the same bits.
typedef struct sgmcmc_chain_f64 sgmcmc_chain_f64;

// Running estimates of numbers that draws have: means, variances, deviations, standard errors, effective sample sizes,
// intervals, and where the settings ask for them covariances and quantiles. In caller memory, of constant size, whatever the number of
// draws. Both precisions share them: all numbers are kept as doubles.
typedef struct sgmcmc_estimates sgmcmc_estimates;

// What looks at one chain have found, in caller memory of constant size. Both precisions share it.
typedef struct sgmcmc_health sgmcmc_health;

// Keeps every k-th row that it is shown in a buffer of the caller's, where k is the least power of two for which they
// fit: of a run of any length an even thinning from the first row on, that fills the buffer by half or more.
typedef struct sgmcmc_reservoir sgmcmc_reservoir;

// The random number generators of one chain, in caller memory: one for vectors of noise, one for choices.
typedef struct sgmcmc_rng sgmcmc_rng;

// An update rule: what moves theta in a step. Call sgmcmc_rule_init or sgmcmc_rule_init_langevin first, then set what
// should differ from the defaults. docs/src/rules.md has the equations.
//
// Every enum and flag is checked, used or not; what the kind, the drift and the preconditioner do not use must have its
// default, or is refused with SGMCMC_ERROR_UNUSED_RULE_SETTING. Where a default depends on the
// kind of rule or drift the field is 0, which stands for it: the kind may be set or changed later.
typedef struct sgmcmc_rule {
    // sizeof(sgmcmc_rule) of the caller's header, set by sgmcmc_rule_init.
    size_t struct_size;
    // enum sgmcmc_rule_kind.
    int32_t kind;
    // Langevin, lattice: enum sgmcmc_drift. Default SGMCMC_DRIFT_NONE, the only one beside other kinds.
    int32_t drift;
    // a, how much of the drift is added to the gradient, positive; 0, the default, is that of the drift: 1 for
    // SGMCMC_DRIFT_MOMENTUM, 10 for the others.
    double drift_scale;
    // Momentum, Adam, AdaMax, and the Adam optimiser: the decay of the mean gradient, at least 0 and below 1.
    // Default 0.9.
    double beta1;
    // Adam, AdaMax, and the Adam optimiser: the decay of the squared or largest gradient, above beta1 squared and
    // below 1. Default 0.999.
    double beta2;
    // Adadelta: the decay of its means, at least 0 and below 1. Default 0.95.
    double rho;
    // Adam, AdaMax, Adadelta, and the Adam optimiser: keeps a denominator from zero, positive, the inverse of
    // its square finite in the precision of theta; 0, the default, is 1e-5, for the optimiser 1e-8.
    double lambda;
    // Momentum: enum sgmcmc_momentum_form. Default SGMCMC_MOMENTUM_CALIBRATED.
    int32_t momentum_form;
    // Langevin, lattice: enum sgmcmc_preconditioner. Default SGMCMC_PRECONDITIONER_IDENTITY, the only one beside other
    // kinds.
    int32_t preconditioner;
    // RMSprop: the decay of the mean squared gradient, at least 0 and below 1. Default 0.99.
    double preconditioner_beta;
    // RMSprop, AdaGrad: keeps a denominator from zero, positive, the inverse of its square finite in the precision of
    // theta. Default 1e-5.
    double preconditioner_lambda;
    // SGMCMC_PRECONDITIONER_DIAGONAL: dim positive numbers p. SGMCMC_PRECONDITIONER_DENSE: dim * dim numbers, row
    // after row of the lower-triangular factor L, with a positive diagonal; those above it are not looked at. Copied
    // by the function that takes the rule. NULL for the others. Default NULL.
    const double *preconditioner_values;
    // SGMCMC_PRECONDITIONER_POSITION_DEPENDENT: 1 when theta is positive and reflected at 0. Default 0.
    int32_t reflect;
    // SGHMC, ABOBA, BAOAB, SGNHT: 1 draws the first velocity from its stationary law, sqrt(eta tau) xi, at the
    // schedules' first values; 0, and a value that a callback says, leave it zero. Default 0.
    int32_t draw_velocity;
    // SGHMC, ABOBA, BAOAB, SGNHT: alpha, the friction of one step, one minus the momentum, above 0 and at most 1,
    // for SGNHT with SGMCMC_SPLITTING_EULER below 1/2. Default 0.1.
    double friction;
    // SGHMC: the friction's share whose noise the gradient brings already, eta nu^2 / (2 tau), from 0 to friction.
    // Default 0.
    double noise_estimate;
    // SGHMC: every how many steps k the velocity is drawn anew, as published, which does not sample the posterior: a
    // fresh velocity gets a full kick. As eta falls a variance is (B^2 + 2 (alpha - noise_estimate) C) / (2 A) of what
    // it should be, and the gradient's noise v adds eta v C / (2 A tau) of it, with A, B and C the sums over j = 1 ...
    // k of (1 - r^j) / alpha, r^j and ((1 - r^j) / alpha)^2, r = 1 - alpha: k / (k + 1) where alpha k is small; at
    // alpha = 0.1 0.505, 0.663, 0.868 and 0.983 for k = 1, 2, 7 and 50. Default 0: never.
    uint64_t redraw_interval;
    // SGNHT: 1 for a thermostat of its own for each parameter, 0 for one for all. Default 0.
    int32_t thermostat_per_coordinate;
    // SGNHT: enum sgmcmc_splitting. Default SGMCMC_SPLITTING_EULER.
    int32_t splitting;
    // RMSprop, AdaGrad: enum sgmcmc_gradient_scale. Default SGMCMC_GRADIENT_SCALE_MEAN.
    int32_t gradient_scale;
    // 0: room for a later field.
    int32_t reserved;
} sgmcmc_rule;

// How a step size or a temperature changes with k, the count of steps or epochs from 0: a factor of the setting that
// it goes with, max(s(k), floor) * min(1, (k + 1) / warm_up) with s(k) by kind. Call sgmcmc_schedule_init first.
typedef struct sgmcmc_schedule {
    // sizeof(sgmcmc_schedule) of the caller's header, set by sgmcmc_schedule_init.
    size_t struct_size;
    // enum sgmcmc_schedule_kind. Default SGMCMC_SCHEDULE_CONSTANT.
    int32_t kind;
    // 0: room for a later field.
    int32_t reserved;
    // Polynomial: b, positive. Default 1.
    double offset;
    // Polynomial: gamma, above 0.5 and at most 1. Default 0.55.
    double exponent;
    // Step decay: above 0 and at most 1. Default 0.5.
    double factor;
    // Step decay: at least 1, counted as k is. No default: must be set.
    uint64_t period;
    // Cyclical: at least 1, counted as k is; see sgmcmc_cycle_len. No default: must be set.
    uint64_t cycle_len;
    // Cyclical: the first part of each cycle, in which the temperature is 0 and no draw is kept, at least 0 and at
    // most 1 - 1 / cycle_len. Default 0.
    double exploration;
    // All but the callback, where it must be 0: once warm, the factor is never below this, at least 0 and below 1.
    // Default 0: none.
    double floor;
    // All but the callback, where it must be 0: the first warm_up factors are multiplied by (k + 1) / warm_up, counted
    // as k is, the floor included. Default 0: none.
    uint64_t warm_up;
} sgmcmc_schedule;

// A range of parameters with settings of its own; parameters in no block follow the chain's settings. Call
// sgmcmc_block_init first, then set start, len and what should differ from the defaults. What the prior's kind does not
// use must have its default, or is refused with SGMCMC_ERROR_UNUSED_SETTING.
typedef struct sgmcmc_block {
    // The first parameter.
    size_t start;
    // How many there are, at least 1.
    size_t len;
    // Multiplies the step size, positive; 1, the default, leaves it. For proposals that is epsilon and sigma squared.
    // SGMCMC_RULE_RECIPE and SGMCMC_PRECONDITIONER_POSITION_DEPENDENT_DENSE take 1 only.
    double step_size_factor;
    // 1: these parameters are never written, whatever their factor and prior, which a hand-over may bring into force
    // again. Not with the two. Default 0.
    int32_t frozen;
    // enum sgmcmc_prior. Default SGMCMC_PRIOR_CHAIN: the chain's. Flat, Gaussian, or spike and slab take its place,
    // which may be no callback then.
    int32_t prior;
    // SGMCMC_PRIOR_GAUSSIAN: its mean, finite. Default 0.
    double prior_mean;
    // SGMCMC_PRIOR_GAUSSIAN: its precision, positive. No default: must be set.
    double prior_precision;
    // SGMCMC_PRIOR_SPIKE_AND_SLAB: as in sgmcmc_chain_settings. No default: must be set.
    double slab_weight;
    // SGMCMC_PRIOR_SPIKE_AND_SLAB: as in sgmcmc_chain_settings. No default: must be set.
    double slab_deviation;
    // SGMCMC_PRIOR_SPIKE_AND_SLAB: as in sgmcmc_chain_settings. No default: must be set.
    double spike_deviation;
} sgmcmc_block;

// Everything that decides a chain's draws, with its data and its start. Call sgmcmc_chain_settings_init first, then
// set data_len, batch_len, step_size and what should differ from the defaults. What has no default is 0 until it is
// set.
//
// Every enum and flag is checked, used or not. A setting that only Metropolis-Hastings uses is refused under
// SGMCMC_SAMPLER_RULE unless it has its default, with SGMCMC_ERROR_METROPOLIS_SETTING, and one that only the rules use
// under Metropolis-Hastings, with SGMCMC_ERROR_RULE_SETTING. Within a sampler, fields say for which choices they are;
// beside others they must have their defaults, too, or are refused with SGMCMC_ERROR_UNUSED_SETTING. What is pointed to
// is copied. An enum is an int32_t so that any number can be told from a known one.
typedef struct sgmcmc_chain_settings {
    // sizeof(sgmcmc_chain_settings) of the caller's header, set by sgmcmc_chain_settings_init.
    size_t struct_size;
    // The seed that all chains of one run share. Default 0.
    uint64_t seed;
    // Which of the seed's chains this is, below SGMCMC_CHAIN_COUNT_MAX; their random numbers never overlap.
    // Default 0.
    uint32_t chain_index;
    // n, how many data there are, from 1 to 2^32 - 1. No default: must be set.
    uint32_t data_len;
    // How minibatches are drawn: enum sgmcmc_batch. Default SGMCMC_BATCH_WITHOUT_REPLACEMENT. Metropolis-Hastings
    // takes this one and SGMCMC_BATCH_ALL.
    int32_t batch;
    // m, how many data a minibatch has, from 1 to data_len. No default: must be set, unless batch is
    // SGMCMC_BATCH_ALL or SGMCMC_BATCH_CALLER, where it must be 0.
    uint32_t batch_len;
    // Passes over all data, and batches, come in pieces of at most this many. Default 0: each in one call, all data
    // without indices.
    uint32_t chunk_len;
    // What moves theta: enum sgmcmc_sampler. Default SGMCMC_SAMPLER_RULE.
    int32_t sampler;
    // The prior: enum sgmcmc_prior. Default SGMCMC_PRIOR_FLAT.
    int32_t prior;
    // Which running means and variances are kept: enum sgmcmc_moments. Default SGMCMC_MOMENTS_NONE.
    int32_t moments;
    // SGMCMC_PRIOR_GAUSSIAN: its mean, finite. Default 0.
    double prior_mean;
    // SGMCMC_PRIOR_GAUSSIAN: its precision, one over its variance, positive. Default 1.
    double prior_precision;
    // SGMCMC_PRIOR_GAUSSIAN_VECTOR: dim means, finite. Default NULL.
    const double *prior_means;
    // SGMCMC_PRIOR_GAUSSIAN_VECTOR: dim precisions, positive. Default NULL.
    const double *prior_precisions;
    // SGMCMC_PRIOR_SPIKE_AND_SLAB: the slab's weight, between 0 and 1. No default: must be set.
    double slab_weight;
    // SGMCMC_PRIOR_SPIKE_AND_SLAB: the slab's standard deviation, above the spike's. No default: must be set.
    double slab_deviation;
    // SGMCMC_PRIOR_SPIKE_AND_SLAB: the spike's standard deviation, positive. No default: must be set.
    double spike_deviation;
    // Steps before the first draw is kept. Default 0.
    uint64_t burn_in;
    // Every how many steps a draw is kept after that, from 1. Default 1.
    uint64_t thinning;
    // block_count ranges of parameters with settings of their own, in ascending order, apart from each other; each as
    // long as block_size says. Default NULL.
    const struct sgmcmc_block *blocks;
    // How many. Default 0: none, whatever blocks is.
    size_t block_count;
    // sizeof(sgmcmc_block) of the caller's header: what lies beyond takes its default. No default: must be set where
    // there are blocks.
    size_t block_size;
    // Positive. Rules: eta, on the gradient of the log posterior summed over all data.
    // Metropolis-Hastings: epsilon, on the mean gradient, or the step of the random walk or of HMC. No default: must be
    // set, but where it is to be found: with tune_step_size = 1, and by sgmcmc_chain_warm_up_f32 and _f64 also for a rule
    // whose step_size_schedule is SGMCMC_SCHEDULE_CALLBACK, under which it must be 0.
    double step_size;
    // Rules: samples the posterior to the power 1 / temperature; at 0 no noise is drawn. Default 1.
    double temperature;
    // Rules: what moves theta. Default NULL: SGLD.
    const struct sgmcmc_rule *rule;
    // Rules: what multiplies step_size. Default NULL: 1.
    const struct sgmcmc_schedule *step_size_schedule;
    // Rules: what multiplies temperature. Default NULL: 1.
    const struct sgmcmc_schedule *temperature_schedule;
    // Rules: what both schedules count: enum sgmcmc_schedule_unit. Default SGMCMC_SCHEDULE_UNIT_STEP.
    int32_t schedule_unit;
    // How the gradient is estimated: enum sgmcmc_estimator. Default SGMCMC_ESTIMATOR_PLAIN. The others want batches
    // without repetitions, and not SGMCMC_BATCH_ALL; SGMCMC_ESTIMATOR_PRACTICAL and _SVRG a batch_len below data_len,
    // and SGMCMC_ESTIMATOR_SAGA neither epochs nor the caller's batches. Metropolis-Hastings along
    // the gradient goes with SGMCMC_ESTIMATOR_FIXED_CENTRE of them; HMC on batches is worse off with it, since its
    // trajectories then follow another gradient than that of the energy by which they are accepted.
    int32_t estimator;
    // SGMCMC_ESTIMATOR_FIXED_CENTRE: dim numbers, finite. Default NULL: where the chain starts.
    const double *centre;
    // Rules, SGMCMC_ESTIMATOR_PRACTICAL and _SVRG: steps between two anchors, at least 1. No default: must be set.
    uint64_t anchor_interval;
    // Rules, SGMCMC_ESTIMATOR_PRACTICAL: how many data an anchor is over, above batch_len and at most data_len. No
    // default: must be set.
    uint32_t anchor_len;
    // Rules, SGMCMC_ESTIMATOR_PRACTICAL and _SVRG: 1 puts the anchor at the mean of theta since the last one, 0 at
    // theta. Default 0.
    int32_t anchor_averaged;
    // What is done with a large gradient: enum sgmcmc_clipping. Default SGMCMC_CLIPPING_NONE.
    int32_t clipping;
    // 0: room for a later field.
    int32_t reserved;
    // The limit on the gradient of the log posterior, summed over all data, positive. No default: must be set where
    // gradients are clipped.
    double clipping_limit;
    // Metropolis-Hastings: enum sgmcmc_proposal. Default SGMCMC_PROPOSAL_RSGLD.
    int32_t proposal;
    // RSGLD: enum sgmcmc_density. Default SGMCMC_DENSITY_NORMALIZED.
    int32_t density;
    // SGLD and RSGLD proposals: the scale of their noise: enum sgmcmc_noise. Default SGMCMC_NOISE_LANGEVIN.
    int32_t noise;
    // SGLD and RSGLD proposals: enum sgmcmc_proposal_gradient. Default SGMCMC_PROPOSAL_GRADIENT_POSTERIOR.
    int32_t proposal_gradient;
    // The scale of the noise for SGMCMC_NOISE_CUSTOM, positive. No default.
    double noise_scale;
    // c_n, positive. The chain samples theta and its batch I with density proportional to
    // exp(c_n (mean log-likelihood over I + log prior / data_len)); theta by itself follows the mixture of that over
    // all batches. On all data that is the posterior to the power c_n / n, prior included, and with c_n = data_len
    // the posterior itself. On batches it comes near that power as c_n^2 / batch_len falls to 0, and is flatter
    // before: for the mean of normal data of variance 1 its variance is about 1 / c_n + 1 / batch_len, so that
    // c_n = batch_len doubles it. With s the standard deviation of c_n times the mean log-likelihood over batches,
    // at most about 2 Phi(-s / sqrt(2)) of proposals are accepted at any step size, where that noise is normal, as it
    // is for s about 1 and below; beyond, where the rate is small, its tails mostly make it larger. Take a little below
    // sqrt(batch_len) in low dimension, in general a little below sqrt(batch_len) over the standard deviation of one
    // datum's log-likelihood; about batch_len for networks, which trains them and flattens the posterior. No default:
    // must be set for Metropolis-Hastings.
    double likelihood_scale;
    // RSGLD: how much wider the noise of a backward move is, at least 1. Default 1.
    double beta;
    // How many indices of the batch a proposal replaces, at most batch_len and data_len - batch_len. What the chain
    // samples is the same for every value; with k of them, s^2 (k / batch_len) data_len / (data_len - batch_len) takes
    // the place of the s^2 that limits acceptance (see likelihood_scale), so that small ones keep it up in high
    // dimension. Default 0: all of the batch, drawn afresh.
    uint32_t refresh_len;
    // RSGLD: 1 tunes beta every tune_interval steps, for as long as the chain runs. Default 0. A chain whose proposal
    // follows its own past is not exactly a chain on the target: to sample, tune in a first run and start the second
    // one with the beta that it found.
    int32_t tune_beta;
    // The cap of the tuner of beta, at least beta. Looked at with tune_beta = 1 and by sgmcmc_chain_tune_beta_f32 and
    // _f64 only, but for NaN, which a proposal of every kind refuses. RSGLD. Default 1000.
    double beta_max;
    // tune_beta = 1: steps between the tuner's looks. Default 0: one epoch, data_len / batch_len rounded up.
    uint64_t tune_interval;
    // 1 tunes the proposal's step_size during burn-in, after which it stays; step_size may then be 0, for one that is
    // not known. Not with SGMCMC_NOISE_CUSTOM. Default 0. On batches every eighth proposal of the burn-in, but for HMC,
    // is of a batch alone, whose rate is the most that any step_size can have; where target_acceptance is above half of
    // that for the random walk, or 0.72 of it along the gradient, the aim is that share of it, or target_acceptance
    // times it where that is more, and step_size_capped of the statistics is 1. With tune_beta, too, beta is tuned in
    // the last quarter of the burn-in only, when step_size stays. Wants a burn_in of at least 1, with tune_beta of at
    // least 4 (tune_interval + 1): SGMCMC_ERROR_WARM_UP_BURN_IN; one of ten steps finds nothing that is far off, some
    // hundreds do.
    int32_t tune_step_size;
    // 1 finds refresh_len, too, as what leaves a cap on acceptance of about 0.8; on all data there is nothing to find.
    // sgmcmc_chain_warm_up_f32 and _f64 begin with what a pilot finds, a run without them with what is set. With
    // tune_step_size = 1 the first half of the burn-in then goes by the acceptance of batches alone; with 0 a warm-up has
    // another pilot look half-way. With tune_step_size = 0 a run without a warm-up leaves it as set. Wants a
    // burn_in of at least 1. Default 0.
    int32_t tune_refresh_len;
    // tune_step_size = 1: the acceptance rate that the tuner aims at, between 0 and 1. Default 0: the proposal's own, at
    // which a long chain goes farthest: 0.234 with the random walk, 0.574 with SGLD, 0.4 with RSGLD and 0.65 with HMC.
    double target_acceptance;
    // The most of the processor's instruction sets that the chain may use: enum sgmcmc_simd. Default 0: whatever there
    // is. Of a library for several x86 instruction sets, a chain takes the widest that this processor has and that is not
    // above this; a library for one uses that. Sets of other machines limit nothing. The bits are the same; sgmcmc_chain_simd_level_f32 and _f64 tell which it
    // is.
    int32_t simd_level;
    // Rules: what is taken off the rule's noise for what minibatches bring: enum sgmcmc_noise_compensation. Default
    // SGMCMC_NOISE_COMPENSATION_NONE. The others want batches with or without replacement or the caller's, and go with
    // SGMCMC_RULE_LANGEVIN without drift, under no preconditioner or a fixed one, and with SGMCMC_RULE_ABOBA,
    // SGMCMC_RULE_BAOAB and, where noise_estimate is 0, SGMCMC_RULE_SGHMC. A step that would leave nothing to inject is
    // refused with SGMCMC_ERROR_GRADIENT_NOISE: see sgmcmc_chain_compensation_limit_f32 and _f64.
    int32_t noise_compensation;
    // SGMCMC_NOISE_COMPENSATION_DIAGONAL, _DENSE: the covariance over minibatches of the gradient of the log posterior,
    // summed over all data. Default NULL: the chain finds it in the second half of its burn-in, where every step takes
    // the gradient of a second minibatch, and steps are the rule's own until burn_in is over. That wants a burn_in of at
    // least 2, batches of the chain's own drawing, and another estimator than SGMCMC_ESTIMATOR_SAGA. What is found has a
    // relative standard error of about 2 / sqrt(burn_in), 10 % after 400 steps, by which the noise that is left to
    // inject is off: take a burn_in of some thousands.
    const double *noise_covariance;
    // How many numbers that has: dim variances for SGMCMC_NOISE_COMPENSATION_DIAGONAL, dim * dim numbers, symmetric,
    // for _DENSE. Default 0, which it must be where noise_covariance is NULL.
    size_t noise_covariance_len;
    // HMC: how many leapfrog steps a trajectory has, at least 1. A step of the chain asks the log-likelihood that often
    // and, with fewer than all data, once more. Default 10.
    uint32_t leapfrog_count;
    // 0: room for a later field.
    int32_t reserved3;
    // HMC: j, by which every trajectory's step is step_size times a number of its own, uniform from 1 - j to 1 + j, so
    // that few trajectories come back to where they began; at least 0 and below 1. At 0 all have the same step, and nothing
    // is drawn for it. Default 0.3.
    double step_jitter;
} sgmcmc_chain_settings;

// What a checkpoint says of itself, for hosts that look before they restore.
typedef struct sgmcmc_checkpoint {
    // sizeof(sgmcmc_checkpoint), set by the caller; only that many bytes are written.
    size_t struct_size;
    // The version of its format: this library writes and reads 1.
    uint32_t version;
    // Bits of a number of theta: 32 or 64.
    uint32_t bits;
    // The number of parameters.
    uint64_t dim;
    // A digest of all settings but seed and chain_index, the same on every machine: equal settings have equal ones.
    uint64_t settings;
    // Steps that the chain has done.
    uint64_t step_count;
    // How many bytes it has.
    uint64_t size;
} sgmcmc_checkpoint;

// What estimates are to hold. Call sgmcmc_estimate_settings_init first, then set what should differ.
typedef struct sgmcmc_estimate_settings {
    // sizeof(sgmcmc_estimate_settings) of the caller's header, set by sgmcmc_estimate_settings_init.
    size_t struct_size;
    // What a draw of a chain counts: enum sgmcmc_draw_weight. Default SGMCMC_DRAW_WEIGHT_EQUAL.
    int32_t weights;
    // 1 for covariances, len (len + 1) / 2 numbers in place of len variances; else 0, the default.
    int32_t covariance;
    // How many centroids each of the len digests has room for, from which quantiles are read: 0 for none, the default,
    // else at least 16. As long as no more different numbers were drawn, quantiles are the draws', linear between the
    // middles of successive ones. From then on the mass below a quantile q is off by at most about e sqrt(q (1 - q)) +
    // e^2/4, at the ends, too, and mostly by a tenth of that: e is pi/delta with delta three quarters of the room for
    // draws of one smooth law, 0.008 of the mass at the median with 256; twice that where the law drifts or has long
    // tails, and where digests of unlike laws were merged, but more at the ends of laws that span tens of
    // powers of e, such as a lognormal one of sigma = 30; three times that beside numbers that are drawn often.
    uint32_t centroid_count;
    // For how many means of successive draws there is room, of which standard errors, effective sample sizes and
    // intervals are made: 0 for none of these, else even and from 32 to 1024; default 128. A chain's memory is seen as
    // long as it is below about an eighth of the run.
    uint32_t window_len;
} sgmcmc_estimate_settings;

// Settings of a pilot: what it costs, and what is tolerated. Call sgmcmc_pilot_settings_init first, then set what
// should differ. More is in docs/src/equations.md.
typedef struct sgmcmc_pilot_settings {
    // sizeof(sgmcmc_pilot_settings) of the caller's header, set by sgmcmc_pilot_settings_init.
    size_t struct_size;
    // The seed of the pilot's own random numbers, which are not those of a chain with this seed. Default 0.
    uint64_t seed;
    // How many pairs of batches the variances come from. Their relative standard errors are about sqrt(2 /
    // pair_count). From 4 to 65536; default 256.
    uint32_t pair_count;
    // How many products with the curvature Lanczos' method takes. It finds the largest curvature from below, and
    // exactly with d of them; 16 are within a few per cent for the spectra of most models. That is of all data where
    // pair_count batches hold them; else of so many batches of an epoch, each product the same, which a datum is not
    // in by a chance of 1 - pair_count m/n (of exp(-pair_count m/n) in a build without the family batches, which
    // draws them afresh): where single data have much of the curvature, take pairs up to n/m, rounded up, or a larger
    // batch_len. This and difference mean nothing to a random walk, which asks for no gradients. From 1 to 256;
    // default 16.
    uint32_t product_count;
    // How far a difference of gradients reaches, in standard deviations of the posterior as the curvature in that
    // direction has them; 0 is 2^-10 in double and 1/4 in float. Further where theta is so large that its rounding
    // would show. From 0 to 10; default 0.
    double difference;
    // delta, how much too large any variance may be, as a share of it, and how far off the mean of a lattice walk
    // that clamps, in standard deviations. It means nothing to proposals, which a step size makes slow, not wrong.
    // Above 0 and at most 1; default 0.05.
    double inflation;
    // Whether the covariance of the gradient's noise is wanted as a matrix, for at most 64 parameters. 1 if so, else
    // 0, the default.
    int32_t covariance;
    // m of the batches that the pilot draws; 0 is the chain's own. Needed where the caller gives the batches. A
    // warm-up finds what the chain's own batches want, and refuses another m. Default 0.
    uint32_t batch_len;
} sgmcmc_pilot_settings;

// What a pilot has measured at one theta, and what follows for the step size. More is in docs/src/equations.md.
typedef struct sgmcmc_pilot_report {
    // sizeof(sgmcmc_pilot_report), set by the caller; only that many bytes are written.
    size_t struct_size;
    // The findings: bit c for number c of sgmcmc_finding.
    uint64_t findings;
    // How many gradients of single data, or log-likelihoods, the pilot has asked for.
    uint64_t gradient_count;
    // The largest number of replaced indices with which acceptance_cap would be at least 0.8, m for fresh batches; at
    // least 1. 0 for a rule.
    uint32_t refresh_len;
    // m of the batches that were looked at.
    uint32_t batch_len;
    // lambda, the largest curvature of -log posterior.
    double curvature;
    // The least, from above as far as the products reach.
    double least_curvature;
    // The mean over all directions, by some of them.
    double mean_curvature;
    // The largest variance over batches of a coordinate of the gradient of the log posterior, summed over all data.
    double noise_variance;
    // The largest over all directions: that of the covariance where it was asked for, else by a few power iterations,
    // from below.
    double noise_direction;
    // The variance of a control variate at a draw of the posterior, its anchor where the pilot looks, or where the
    // chain's fixed centre is; the largest of a coordinate.
    double variate_variance;
    // The same in the noisiest direction of the plain gradient, if that is more.
    double variate_direction;
    // The length of that gradient, without what the batches' noise adds.
    double gradient_norm;
    // What that is about where the posterior has its mass: sqrt(tau d q), with q the mean curvature. A bound, with
    // lambda for q, where the mean is not positive.
    double expected_gradient_norm;
    // The variance over batches of the mean log-likelihood.
    double log_likelihood_variance;
    // The step size whose inflation is delta, or where nothing else limits it a quarter of the stability limit, of a
    // lattice walk 4/9 of it. For proposals along the gradient a start, the epsilon that gives sigma^2 = 1.65^2 /
    // (lambda d^(1/3)) by the Langevin scaling, sigma itself for HMC, with lambda tempered like the target (Roberts
    // and Rosenthal 1998); NaN for a random walk, which asks for no gradients.
    double step_size;
    // What it could be if the gradient had no noise.
    double curvature_limit;
    // What it could be if the curvature set no limit.
    double noise_limit;
    // Where a step becomes unstable, or noise compensation would leave nothing to inject; of the lattice walk, which
    // is stable at every step, where a drift of two standard deviations is clamped.
    double stability_limit;
    // The step size below which rounding of theta adds more than delta, a bound; NaN at temperature 0. A lattice step
    // s is rounded to j u, u the distance of two numbers at theta and j = round(s/u), and the variance is then j u/s
    // of what it should be. From this step size on, where s = u/(2 delta), that is off by delta at the most, as long
    // as u is what it is at theta; below, it may be more.
    double rounding_limit;
    // What it could be with a control variate.
    double variate_step_size;
    // What it could be with dense noise compensation, at half of what keeps the injected covariance positive; NaN for
    // rules, batches and dimensions that it does not go with, and with blocks.
    double compensated_step_size;
    // By how much the largest variance is off at the chain's own step size, as a share; NaN where a host has not said
    // it yet and at temperature 0, which has no variances, and infinity beyond the stability limit, but for a lattice
    // walk.
    double predicted_inflation;
    // How many steps the flattest direction needs to forget, at step_size; NaN where it is not curved.
    double relaxation_steps;
    // s, the standard deviation over batches of likelihood_scale times the mean log-likelihood.
    double noise_scale;
    // 2 Phi(-s_k / sqrt(2)), about the most that proposals are accepted at any step size with the chain's refresh_len
    // k: s_k is s for fresh batches, and s^2 (k/m) n/(n - m) is its square for k replaced indices. Beyond s_k = 3 it
    // is 0.0339, what it is there, and means no more than that acceptance is low: a chain then lives by the tails of
    // the noise, which are no normal law's and mostly let more be accepted.
    double acceptance_cap;
    // The cap with one index replaced.
    double least_refresh_cap;
    // b in (b + c eta + d eta^2) / (1 - e eta) - 1, the inflation at a step size eta.
    double inflation_base;
    // c in it.
    double inflation_by_noise;
    // e in it.
    double inflation_by_curvature;
    // d in it: of BAOAB with noise compensation, else 0.
    double inflation_by_both;
    // The step size up to which what the lattice walk clamps moves the mean by at most delta standard deviations, and
    // keeps variances within delta; infinity where it does so at any that all else allows, NaN for other rules.
    double clamped_limit;
    // By how many standard deviations what the lattice walk clamps moves the mean at the chain's own step size; NaN
    // where the batches that were looked at do not tell it from chance and it could be more than delta.
    double predicted_shift;
    // The largest variance over all directions of the chain's own estimate of the gradient: with a control variate
    // that of the variate, twice it where the anchor is a draw, and what an anchor over some of the data brings
    // besides. It is what binds where noise does; NaN for proposals.
    double own_variance;
} sgmcmc_pilot_report;

// What the health of a run is judged by. Call sgmcmc_health_settings_init first, then set what should differ.
typedef struct sgmcmc_health_settings {
    // sizeof(sgmcmc_health_settings) of the caller's header, set by sgmcmc_health_settings_init.
    size_t struct_size;
    // Recent rates are over at least so many steps, and over at most twice as many and an interval between two looks.
    // Rates of fewer steps are not judged. From 100 to 4294967296; default 1000.
    uint64_t window;
    // By what share variances, or the kinetic temperature, may be off, and by what share of a standard deviation the
    // mean of a lattice walk that clamps. Above 0 and at most 1; default 0.075.
    double tolerance;
} sgmcmc_health_settings;

// The numbers of a run, and what is wrong with it. A number without a meaning for the chain, or that is not known
// yet, is NaN. "Recent" is of the last steps, at least sgmcmc_health_settings.window of them if there have been so
// many; "all" is of the whole chain.
typedef struct sgmcmc_health_report {
    // sizeof(sgmcmc_health_report), set by the caller; only that many bytes are written.
    size_t struct_size;
    // The findings: bit c for number c of sgmcmc_health_finding.
    uint64_t findings;
    // Steps done.
    uint64_t step_count;
    // Looks after burn-in.
    uint64_t look_count;
    // Gradients of single data, or log-likelihoods where no gradients are asked for, that the steps done have asked
    // for: anchors, tables and the second batches of noise compensation included; without what the tuner of beta
    // tries, and as if every proposal had been evaluated.
    uint64_t evaluation_count;
    // The same as passes through the data.
    double pass_count;
    // eta of the last step, or the proposal's.
    double step_size;
    // tau of the last step, or n / likelihood_scale.
    double temperature;
    // By what share variances are off, on average over directions and over the last half of the looks at least. For
    // SGLD, with any fixed or adaptive preconditioner and no drift: the sum of |drift|^2 over the sum of |noise|^2;
    // with noise compensation the sum of both, over that of the noise that would be injected without it, less 1. With
    // a velocity: the kinetic temperature less 1. Of a lattice walk: what the pilot predicts of the largest. NaN for
    // other rules, and where no step tells: for SGLD with noise compensation under a preconditioner; on batches by
    // epochs where the steps from look to look and an epoch's batches have a common factor, so that some batches'
    // steps are never seen; for SGHMC whose redraws keep variances short by more than the tolerance, which its
    // velocity does not show and a pilot says.
    double heat;
    // The kinetic temperature over the one that is set, for SGHMC and SGNHT of v, for ABOBA and BAOAB of the moves of
    // theta, over the last half of the looks at least: 1 is right.
    double kinetic_temperature;
    // The band in which that is, by its chi^2 law, in all but one of some million healthy runs.
    double kinetic_low;
    // Its upper end.
    double kinetic_high;
    // The mean of SGNHT's friction.
    double thermostat;
    // |noise| / |drift| of what steps add to theta, or proposals: Proposition 1, Case 1 of Wu, Wang and Wong 2020 is
    // where it is small, and forward moves of RSGLD are the ones that are accepted. NaN for rules with a velocity,
    // and HMC.
    double noise_to_drift;
    // The variance that the gradient's noise brings, over that of the injected noise, in the noisiest direction
    // (Karagiannis 2024, Note 24: above 1 the chain optimises, well below 1 it samples): from the pilot, and by SGNHT
    // from its friction.
    double gradient_noise_ratio;
    // How many times smaller a control variate's variance is than the plain gradient's, by the pilot.
    double anchor_worth;
    // The share of proposals that were accepted, all.
    double acceptance;
    // Of the forward ones.
    double forward_acceptance;
    // Of the backward ones.
    double backward_acceptance;
    // The share of proposals that were accepted, recent.
    double recent_acceptance;
    // Of the forward ones.
    double recent_forward_acceptance;
    // Of the backward ones.
    double recent_backward_acceptance;
    // The share of HMC's batches that were accepted, recent; for other proposals the cap of acceptance by the pilot.
    double batch_acceptance;
    // beta of RSGLD, 1 for others.
    double beta;
    // The chain's likelihood_scale.
    double likelihood_scale;
    // m; 0 where the caller's batches have any length.
    uint32_t batch_len;
    // The number of the last refused step's sgmcmc_status; 0 for none.
    int32_t refused_status;
    // Gradients that were clipped over gradients, recent.
    double clipped_share;
    // Moves of the lattice walk that were cut, over all its moves, recent; 0 for others, NaN before the first look.
    double clamped_share;
    // Proposals that were not finite or impossible, over all, those of batches by HMC too, recent.
    double nonfinite_share;
    // Proposals that were rejected, all.
    uint64_t rejected_count;
    // Gradients that were clipped, all.
    uint64_t clipped_count;
    // Steps in which some theta overflowed, all.
    uint64_t saturated_count;
    // Proposals that were not finite or impossible, all.
    uint64_t nonfinite_count;
    // Steps that were refused while somebody looked.
    uint64_t refused_count;
    // How the means of successive stretches of the run correlate.
    double correlation;
    // How many steps a stretch has; without looks, all there were.
    double stretch_steps;
    // About how many independent draws the run is worth, by that; at most as many as there are stretches.
    double independent_count;
    // R-hat, as it was given.
    double r_hat;
    // What the rounding of theta adds to its moves, over their variance, at the most: for rules with a velocity times
    // the friction, over as many steps as one is remembered for. By what share it puts a lattice walk's variance off,
    // in the parameter where that is most, on average over looks; a bound on about that where the metric changes as
    // it runs.
    double rounding_share;
    // By how many standard deviations of theta the lattice walk's mean is off by what it clamps, over the last half
    // of the looks at least: exactly on a Gaussian of up to eight independent parameters, by sums over the parameters
    // with random signs else.
    double clamped_shift;
    // HMC: trajectories after burn-in that diverged, as in sgmcmc_chain_statistics.
    uint64_t divergence_count;
    // The same over all trajectories after burn-in; NaN for other samplers.
    double divergence_share;
    // Those of them whose step was no longer than step_size.
    uint64_t short_divergence_count;
    // How much the run's first part is elsewhere than the rest, in the part of theta for which that is most, over
    // what these vary by in themselves: about 30 for a chain that stays in its place, more than 1500 for hardly any.
    double change;
    // At which step the one part ends.
    double change_step;
    // What R-hat by halves would be of chains that agree, if each were worth independent_count draws: sqrt(1 + 2 /
    // independent_count). A run of long stretches may be worth more, and have less.
    double r_hat_resolution;
    // The findings of the pilot's report without those that the run has shown to be wrong: put them into its findings
    // before its text is written.
    uint64_t pilot_findings;
    // How many proposals in a row, the last one included, overflowed before the model was asked.
    uint64_t unasked_count;
    // The length of theta, as its geometric mean over the last half of the looks at least.
    double theta_length;
    // How many times that is what it was at the first look after burn-in.
    double theta_growth;
} sgmcmc_health_report;

// What a step did.
typedef struct sgmcmc_step {
    // sizeof(sgmcmc_step), set by the caller; only that many bytes are written.
    size_t struct_size;
    // The step, counted from 0.
    uint64_t index;
    // The mean log-likelihood over the step's batch: at theta for Metropolis-Hastings; for a rule where the gradient
    // was taken, before theta moved.
    double log_likelihood;
    // The step's, or for Metropolis-Hastings the next proposal's.
    double step_size;
    // The step's, as in sgmcmc_chain_statistics.
    double temperature;
    // Whether the draw was kept: after burn-in, due by the thinning, not in the exploring part of a cycle. 1 if so,
    // else 0.
    int32_t kept;
    // Whether a proposal was accepted, and theta did not stay; always for a rule. 1 if so, else 0.
    int32_t accepted;
    // Whether it is the last step of a cycle. 1 if so, else 0.
    int32_t ends_cycle;
    // Whether some theta overflowed and was set to the largest finite number. 1 if so, else 0.
    int32_t saturated;
    // Whether a trajectory of HMC diverged, by divergence_count of sgmcmc_chain_statistics; theta is then where it
    // began. 1 if so, else 0.
    int32_t diverged;
    // 0: room for a later field.
    int32_t reserved;
} sgmcmc_step;

// A host's log-likelihood: the mean of log p(x_i | theta) over a batch, and its mean gradient.
//
// A step asks once for its batch, HMC at each leapfrog step and, with fewer than all data, once for the batch that it
// proposes then; Metropolis-Hastings in a chain's first step once more, for the start. With a control variate a step asks
// at the anchor, too, and where the anchor moves for the data that it is over. SAGA asks for one datum at a time, in a
// chain's first step for all of them. Each time is one call, or as many as chunk_len cuts what is asked for into.
//
// Returns: 0 when all is well; 1 when the model cannot be evaluated at theta: a Metropolis-Hastings proposal is
//          rejected, a rule's step refused; any other number stops the chain and is handed back.
// Out: value:     one number. -infinity is the same as returning 1, and so are NaN, +infinity and a gradient that is not
//                 finite in a proposal; elsewhere these are refused.
//      gradient:  dim numbers, zeros on entry, so that it can be added to. NULL when only the value is wanted.
// In:  user:      the model's user pointer.
//      theta:     dim numbers, finite.
//      batch:     batch_len indices, each below data_len; NULL stands for all data, and batch_len is data_len then.
typedef int32_t (*sgmcmc_log_likelihood_f32)(void *user,
                                             double *value,
                                             float *gradient,
                                             const float *theta,
                                             size_t dim,
                                             const uint32_t *batch,
                                             size_t batch_len);

// A host's log prior and its gradient, asked for under SGMCMC_PRIOR_CALLBACK only.
//
// Returns: as sgmcmc_log_likelihood_f32.
// Out: value:    one number: log prior(theta), up to a constant.
//      gradient: dim numbers, zeros on entry. NULL when only the value is wanted.
// In:  user:     the model's user pointer.
//      theta:    dim numbers, finite.
typedef int32_t (*sgmcmc_log_prior_f32)(void *user,
                                        double *value,
                                        float *gradient,
                                        const float *theta,
                                        size_t dim);

// A host's metric P and its curvature Gamma_i = sum over j of dP_ij / dtheta_j, asked for under
// SGMCMC_PRECONDITIONER_POSITION_DEPENDENT and SGMCMC_PRECONDITIONER_POSITION_DEPENDENT_DENSE only.
//
// Returns: as sgmcmc_log_likelihood_f32.
// Out: metric:     zeros on entry. The diagonal of P, metric_len = dim numbers, at least 0; or row after row of the
//                  lower-triangular L with P = L L^T, metric_len = dim * dim numbers.
//      gamma:      dim numbers, zeros on entry.
// In:  user:       the model's user pointer.
//      theta:      dim numbers, finite.
typedef int32_t (*sgmcmc_metric_f32)(void *user,
                                     float *metric,
                                     size_t metric_len,
                                     float *gamma,
                                     const float *theta,
                                     size_t dim);

// A host's diffusion, asked for by SGMCMC_RULE_RECIPE only: what a step adds is eta drift + sqrt(2 eta tau) noise,
// where eta is the step size and tau the temperature.
//
// For positive semidefinite D(theta) and skew-symmetric Q(theta), the posterior to the power 1 / tau is kept by
// drift = (D + Q) gradient + tau Gamma, Gamma_i = sum over j of d(D_ij + Q_ij) / dtheta_j, and noise = B normals with
// B B^T = D. theta may have variables of the host's own among it.
//
// Returns: as sgmcmc_log_likelihood_f32.
// Out: drift:       dim numbers, zeros on entry.
//      noise:       dim numbers, zeros on entry.
// In:  user:        the model's user pointer.
//      theta:       dim numbers, finite.
//      gradient:    dim numbers: of the log posterior, summed over all data, as the batch estimates it.
//      normals:     dim standard normals; zeros at temperature 0.
//      temperature: tau.
typedef int32_t (*sgmcmc_diffusion_f32)(void *user,
                                        float *drift,
                                        float *noise,
                                        const float *theta,
                                        const float *gradient,
                                        const float *normals,
                                        size_t dim,
                                        double temperature);

// A host's step size or temperature, under SGMCMC_SCHEDULE_CALLBACK.
//
// Returns: 0 when all is well; 1 when there is none, and the step is refused; any other number stops the chain and is
//          handed back.
// Out: value: one number. A step size is positive, a temperature at least 0; others are refused, as is writing none.
// In:  user:  the model's user pointer.
//      k:     the step or epoch, from 0.
typedef int32_t (*sgmcmc_scheduled)(void *user, double *value, uint64_t k);

// The model whose posterior is sampled. Only read during a call, so that it need not outlive it.
typedef struct sgmcmc_model_f32 {
    // sizeof(sgmcmc_model_f32).
    size_t struct_size;
    // Must be set.
    sgmcmc_log_likelihood_f32 log_likelihood;
    // Needed under SGMCMC_PRIOR_CALLBACK; under any other prior it must be NULL: SGMCMC_ERROR_LOG_PRIOR_UNUSED.
    sgmcmc_log_prior_f32 log_prior;
    // Handed to every callback as it is; may be NULL.
    void *user;
    // Needed for position-dependent preconditioners. It and the three below: else NULL or not, they are not called, so
    // that one model serves chains that move in several ways.
    sgmcmc_metric_f32 metric;
    // Needed for SGMCMC_RULE_RECIPE.
    sgmcmc_diffusion_f32 diffusion;
    // Needed for a step size with SGMCMC_SCHEDULE_CALLBACK.
    sgmcmc_scheduled step_size;
    // Needed for a temperature with SGMCMC_SCHEDULE_CALLBACK.
    sgmcmc_scheduled temperature;
} sgmcmc_model_f32;

// A kept draw, as an observer sees it. A later library may append fields.
typedef struct sgmcmc_draw_f32 {
    // The step that made the draw, counted from 0.
    uint64_t step;
    // theta after the step: dim numbers, valid until the observer returns.
    const float *theta;
    // The number of parameters.
    size_t dim;
    // The mean log-likelihood over the step's batch: at theta for Metropolis-Hastings; for a rule where the gradient
    // was taken, before theta moved.
    double log_likelihood;
    // The step size of the step; HMC's before its jitter.
    double step_size;
    // The Euclidean norm of the drift that the step applied, or proposed; of HMC, in its first leapfrog step.
    double drift_norm;
    // The Euclidean norm of the noise that the step applied, or proposed; of HMC, in its first leapfrog step.
    double noise_norm;
    // 1 when a proposal was accepted, 0 when theta stayed; always 1 for a rule.
    int32_t accepted;
    // 1 for the last step of a cycle of a cyclical schedule, else 0.
    int32_t ends_cycle;
    // 1 when some theta overflowed and was set to the largest finite number, else 0.
    int32_t saturated;
    // 1 when a trajectory of HMC diverged (divergence_count of sgmcmc_chain_statistics), else 0; theta is then where it
    // began.
    int32_t diverged;
} sgmcmc_draw_f32;

// Looks at every kept draw of a run, after the step that made it is complete. The chain itself is in use until the run
// returns: what an observer may know is in the draw.
//
// Returns: 0 to go on; any other number stops the run, with the chain at this very draw, and is handed back.
// In: user: the observer's user pointer.
//     draw: valid until the observer returns.
typedef int32_t (*sgmcmc_observer_f32)(void *user, const struct sgmcmc_draw_f32 *draw);

// Counts and rates of a chain so far.
typedef struct sgmcmc_chain_statistics {
    // sizeof(sgmcmc_chain_statistics), set by the caller; only that many bytes are written.
    size_t struct_size;
    // Steps done.
    uint64_t step_count;
    // Draws kept: after burn-in, due by the thinning, and not in the exploring part of a cycle.
    uint64_t kept_count;
    // The mean log-likelihood over the last batch, at the theta where it was evaluated; NaN before the first step.
    double log_likelihood;
    // eta of a rule's last step, or the one set since; for Metropolis-Hastings that of the next proposal.
    double step_size;
    // beta of the RSGLD proposal, 1 for others.
    double beta;
    // sigma of the next forward proposal, the step of HMC; 0 for a rule.
    double noise_scale;
    // Accepted proposals; 0 for a rule, which proposes nothing.
    uint64_t accepted_count;
    // Proposals that went up the gradient; all of them but for RSGLD. Under HMC trajectories.
    uint64_t forward_count;
    // How many of those were accepted.
    uint64_t forward_accepted_count;
    // Proposals that went down the gradient.
    uint64_t backward_count;
    // How many of those were accepted.
    uint64_t backward_accepted_count;
    // Proposals rejected because theta', the model's value or its gradient was not finite, or the model impossible,
    // there or anywhere on a trajectory; those of batches by HMC too.
    uint64_t nonfinite_count;
    // The mean acceptance probability, under HMC of trajectories; NaN before the first proposal.
    double mean_acceptance;
    // Whether the tuner has met its cap on beta: epsilon is too large. 1 if so, else 0.
    int32_t beta_capped;
    // Whether batch noise keeps the tuner of the step size from the acceptance rate that it is to aim at, so that it
    // aims at a share of what this noise leaves: see the setting that tunes the step size. Never for HMC, whose
    // trajectories this noise does not limit. 1 if so, else 0.
    int32_t step_size_capped;
    // tau of a rule's last step, 0 while a cycle explores, NaN before the first step under a schedule of the host's;
    // n / likelihood_scale for Metropolis-Hastings, which is exact on all data.
    double temperature;
    // Gradients that were clipped.
    uint64_t clipped_count;
    // Steps in which some theta overflowed and was set to the largest finite number: the chain has diverged.
    uint64_t saturated_count;
    // The lattice walk: moves of single parameters whose drift was longer than a lattice step, and was cut to it.
    uint64_t clamped_count;
    // HMC: batches that were proposed by themselves, one after each trajectory where a batch is not all data.
    uint64_t batch_count;
    // How many of those were accepted.
    uint64_t batch_accepted_count;
    // How many indices of the batch a proposal replaces, m for fresh batches: the settings', or what a warm-up has
    // chosen; 0 for rules.
    uint32_t refresh_len;
    // 0: room for a later field.
    int32_t reserved;
    // The lattice walk: about the length of the mean, over steps after burn-in, of what the cut took off the gradient
    // with the drift, over tau: the chain's mean is off by so much of the variance of theta, in a parameter that is
    // independent of others. Exact for up to eight parameters; for more, by sums with random signs, its square has a
    // standard deviation of about half of it. NaN before such a step.
    double clamped_gradient;
    // HMC: trajectories after burn-in that diverged: their energy came out more than 1000 too large, or something on
    // them was not finite or the model impossible. The chain's divergence is where the last one began.
    uint64_t divergence_count;
    // HMC: of these, the ones whose step was no longer than step_size: they say that there are places which the chain
    // may not get to, finding 22 of sgmcmc_health_finding. Those that their jitter made longer may say no more than
    // that no posterior is stable at such a step.
    uint64_t short_divergence_count;
    // HMC: trajectories that diverged in burn-in, where step_size is still to be found.
    uint64_t burn_in_divergence_count;
    // How many proposals in a row, the last one included, overflowed before the model was asked; after 1000 of them a
    // step is refused, until another step size is set.
    uint64_t unasked_count;
} sgmcmc_chain_statistics;

// Looks at a run's progress every so many steps, during burn-in, too, after the step is complete. The chain itself is
// in use until the run returns.
//
// Returns: 0 to go on; any other number stops the run, with the chain after this very step, and is handed back.
// In: user:       the user pointer that belongs to it.
//     statistics: counts and rates so far, as sgmcmc_chain_statistics_f32 fills them; valid until this returns.
//     theta:      dim numbers, after the step; valid until this returns.
typedef int32_t (*sgmcmc_progress_f32)(void *user,
                                       const struct sgmcmc_chain_statistics *statistics,
                                       const float *theta,
                                       size_t dim);

// Who looks at a run, and how often. Zeros stand for nobody, so that an initializer that names the fields in use will do.
typedef struct sgmcmc_run_options_f32 {
    // sizeof(sgmcmc_run_options_f32).
    size_t struct_size;
    // Called after each kept step. Default NULL.
    sgmcmc_observer_f32 observer;
    // Handed to the observer as it is; may be NULL.
    void *observer_user;
    // Called after every step whose count is a multiple of interval, during burn-in, too: to say how far a run is, and to
    // stop it from there. How much time is left is for the host to say. Default NULL.
    sgmcmc_progress_f32 progress;
    // Handed to progress as it is; may be NULL.
    void *progress_user;
    // Health that looks at the chain after those steps, and notes what was refused; only the step before a look is
    // measured. Default NULL.
    struct sgmcmc_health *health;
    // How many steps there are from one look to the next: at least 1 with progress or health, else 0. With health and
    // batches by epochs without a common factor with the number of an epoch's batches, or heat is not measured.
    uint64_t interval;
} sgmcmc_run_options_f32;

// What a step without a chain did, filled by sgmcmc_rule_step_f32 and _f64.
typedef struct sgmcmc_rule_applied {
    // sizeof(sgmcmc_rule_applied), set by the caller; only that many bytes are written.
    size_t struct_size;
    // 1 when some theta overflowed and was set to the largest finite number, else 0.
    int32_t saturated;
    // 0: room for a later field.
    int32_t reserved;
    // The Euclidean norm of the drift that was added to theta.
    double drift_norm;
    // The Euclidean norm of the noise that was added to theta.
    double noise_norm;
    // SGMCMC_RULE_LATTICE: how many parameters had a drift longer than a lattice step, which was cut to it; else 0.
    uint64_t clamped_count;
} sgmcmc_rule_applied;

// Whether chains agree, and how many independent draws they are worth, in one number of their draws. More is in
// docs/src/equations.md.
typedef struct sgmcmc_convergence {
    // sizeof(sgmcmc_convergence), set by the caller; only that many bytes are written.
    size_t struct_size;
    // The rank-normalised split R-hat: the larger of that of z, the normal quantiles of the draws' ranks, and that of
    // the ranks of |x - median|: 1 where chains agree; above 1.01 they are not to be trusted.
    double r_hat;
    // The effective sample size of the bulk, that of z.
    double bulk_sample_size;
    // That of the tails: the smaller of those of x <= q for the quantiles q at 5 and 95 %.
    double tail_sample_size;
} sgmcmc_convergence;

// A host's log-likelihood: the mean of log p(x_i | theta) over a batch, and its mean gradient.
//
// A step asks once for its batch, HMC at each leapfrog step and, with fewer than all data, once for the batch that it
// proposes then; Metropolis-Hastings in a chain's first step once more, for the start. With a control variate a step asks
// at the anchor, too, and where the anchor moves for the data that it is over. SAGA asks for one datum at a time, in a
// chain's first step for all of them. Each time is one call, or as many as chunk_len cuts what is asked for into.
//
// Returns: 0 when all is well; 1 when the model cannot be evaluated at theta: a Metropolis-Hastings proposal is
//          rejected, a rule's step refused; any other number stops the chain and is handed back.
// Out: value:     one number. -infinity is the same as returning 1, and so are NaN, +infinity and a gradient that is not
//                 finite in a proposal; elsewhere these are refused.
//      gradient:  dim numbers, zeros on entry, so that it can be added to. NULL when only the value is wanted.
// In:  user:      the model's user pointer.
//      theta:     dim numbers, finite.
//      batch:     batch_len indices, each below data_len; NULL stands for all data, and batch_len is data_len then.
typedef int32_t (*sgmcmc_log_likelihood_f64)(void *user,
                                             double *value,
                                             double *gradient,
                                             const double *theta,
                                             size_t dim,
                                             const uint32_t *batch,
                                             size_t batch_len);

// A host's log prior and its gradient, asked for under SGMCMC_PRIOR_CALLBACK only.
//
// Returns: as sgmcmc_log_likelihood_f64.
// Out: value:    one number: log prior(theta), up to a constant.
//      gradient: dim numbers, zeros on entry. NULL when only the value is wanted.
// In:  user:     the model's user pointer.
//      theta:    dim numbers, finite.
typedef int32_t (*sgmcmc_log_prior_f64)(void *user,
                                        double *value,
                                        double *gradient,
                                        const double *theta,
                                        size_t dim);

// A host's metric P and its curvature Gamma_i = sum over j of dP_ij / dtheta_j, asked for under
// SGMCMC_PRECONDITIONER_POSITION_DEPENDENT and SGMCMC_PRECONDITIONER_POSITION_DEPENDENT_DENSE only.
//
// Returns: as sgmcmc_log_likelihood_f64.
// Out: metric:     zeros on entry. The diagonal of P, metric_len = dim numbers, at least 0; or row after row of the
//                  lower-triangular L with P = L L^T, metric_len = dim * dim numbers.
//      gamma:      dim numbers, zeros on entry.
// In:  user:       the model's user pointer.
//      theta:      dim numbers, finite.
typedef int32_t (*sgmcmc_metric_f64)(void *user,
                                     double *metric,
                                     size_t metric_len,
                                     double *gamma,
                                     const double *theta,
                                     size_t dim);

// A host's diffusion, asked for by SGMCMC_RULE_RECIPE only: what a step adds is eta drift + sqrt(2 eta tau) noise,
// where eta is the step size and tau the temperature.
//
// For positive semidefinite D(theta) and skew-symmetric Q(theta), the posterior to the power 1 / tau is kept by
// drift = (D + Q) gradient + tau Gamma, Gamma_i = sum over j of d(D_ij + Q_ij) / dtheta_j, and noise = B normals with
// B B^T = D. theta may have variables of the host's own among it.
//
// Returns: as sgmcmc_log_likelihood_f64.
// Out: drift:       dim numbers, zeros on entry.
//      noise:       dim numbers, zeros on entry.
// In:  user:        the model's user pointer.
//      theta:       dim numbers, finite.
//      gradient:    dim numbers: of the log posterior, summed over all data, as the batch estimates it.
//      normals:     dim standard normals; zeros at temperature 0.
//      temperature: tau.
typedef int32_t (*sgmcmc_diffusion_f64)(void *user,
                                        double *drift,
                                        double *noise,
                                        const double *theta,
                                        const double *gradient,
                                        const double *normals,
                                        size_t dim,
                                        double temperature);

// The model whose posterior is sampled. Only read during a call, so that it need not outlive it.
typedef struct sgmcmc_model_f64 {
    // sizeof(sgmcmc_model_f64).
    size_t struct_size;
    // Must be set.
    sgmcmc_log_likelihood_f64 log_likelihood;
    // Needed under SGMCMC_PRIOR_CALLBACK; under any other prior it must be NULL: SGMCMC_ERROR_LOG_PRIOR_UNUSED.
    sgmcmc_log_prior_f64 log_prior;
    // Handed to every callback as it is; may be NULL.
    void *user;
    // Needed for position-dependent preconditioners. It and the three below: else NULL or not, they are not called, so
    // that one model serves chains that move in several ways.
    sgmcmc_metric_f64 metric;
    // Needed for SGMCMC_RULE_RECIPE.
    sgmcmc_diffusion_f64 diffusion;
    // Needed for a step size with SGMCMC_SCHEDULE_CALLBACK.
    sgmcmc_scheduled step_size;
    // Needed for a temperature with SGMCMC_SCHEDULE_CALLBACK.
    sgmcmc_scheduled temperature;
} sgmcmc_model_f64;

// A kept draw, as an observer sees it. A later library may append fields.
typedef struct sgmcmc_draw_f64 {
    // The step that made the draw, counted from 0.
    uint64_t step;
    // theta after the step: dim numbers, valid until the observer returns.
    const double *theta;
    // The number of parameters.
    size_t dim;
    // The mean log-likelihood over the step's batch: at theta for Metropolis-Hastings; for a rule where the gradient
    // was taken, before theta moved.
    double log_likelihood;
    // The step size of the step; HMC's before its jitter.
    double step_size;
    // The Euclidean norm of the drift that the step applied, or proposed; of HMC, in its first leapfrog step.
    double drift_norm;
    // The Euclidean norm of the noise that the step applied, or proposed; of HMC, in its first leapfrog step.
    double noise_norm;
    // 1 when a proposal was accepted, 0 when theta stayed; always 1 for a rule.
    int32_t accepted;
    // 1 for the last step of a cycle of a cyclical schedule, else 0.
    int32_t ends_cycle;
    // 1 when some theta overflowed and was set to the largest finite number, else 0.
    int32_t saturated;
    // 1 when a trajectory of HMC diverged (divergence_count of sgmcmc_chain_statistics), else 0; theta is then where it
    // began.
    int32_t diverged;
} sgmcmc_draw_f64;

// Looks at every kept draw of a run, after the step that made it is complete. The chain itself is in use until the run
// returns: what an observer may know is in the draw.
//
// Returns: 0 to go on; any other number stops the run, with the chain at this very draw, and is handed back.
// In: user: the observer's user pointer.
//     draw: valid until the observer returns.
typedef int32_t (*sgmcmc_observer_f64)(void *user, const struct sgmcmc_draw_f64 *draw);

// Looks at a run's progress every so many steps, during burn-in, too, after the step is complete. The chain itself is
// in use until the run returns.
//
// Returns: 0 to go on; any other number stops the run, with the chain after this very step, and is handed back.
// In: user:       the user pointer that belongs to it.
//     statistics: counts and rates so far, as sgmcmc_chain_statistics_f64 fills them; valid until this returns.
//     theta:      dim numbers, after the step; valid until this returns.
typedef int32_t (*sgmcmc_progress_f64)(void *user,
                                       const struct sgmcmc_chain_statistics *statistics,
                                       const double *theta,
                                       size_t dim);

// Who looks at a run, and how often. Zeros stand for nobody, so that an initializer that names the fields in use will do.
typedef struct sgmcmc_run_options_f64 {
    // sizeof(sgmcmc_run_options_f64).
    size_t struct_size;
    // Called after each kept step. Default NULL.
    sgmcmc_observer_f64 observer;
    // Handed to the observer as it is; may be NULL.
    void *observer_user;
    // Called after every step whose count is a multiple of interval, during burn-in, too: to say how far a run is, and to
    // stop it from there. How much time is left is for the host to say. Default NULL.
    sgmcmc_progress_f64 progress;
    // Handed to progress as it is; may be NULL.
    void *progress_user;
    // Health that looks at the chain after those steps, and notes what was refused; only the step before a look is
    // measured. Default NULL.
    struct sgmcmc_health *health;
    // How many steps there are from one look to the next: at least 1 with progress or health, else 0. With health and
    // batches by epochs without a common factor with the number of an epoch's batches, or heat is not measured.
    uint64_t interval;
} sgmcmc_run_options_f64;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

// The version of the library that runs, as major * 1000000 + minor * 1000 + patch.
//
// Compare it with SGMCMC_VERSION_NUMBER, the version of the header.
uint32_t sgmcmc_version_number(void);

// SGMCMC_ABI_VERSION of the library that runs.
uint32_t sgmcmc_abi_version(void);

// The alignment in bytes of every object's memory, and of what functions work in: 64.
size_t sgmcmc_align(void);

// The instruction set that the library uses: a number of enum sgmcmc_simd. Of a library for several, the widest that
// this processor has, which is what a new chain takes unless its settings say less.
int32_t sgmcmc_simd_level(void);

// The name of an instruction set, such as "AVX2".
//
// Returns: a string that lives as long as the library; never NULL, also for numbers that are no level.
const char *sgmcmc_simd_level_name(int32_t level);

// One English sentence for a status: what was refused, by its name where it is one setting, and what it must be.
//
// Returns: a string that lives as long as the library; never NULL, also for numbers that are no status.
const char *sgmcmc_status_message(int32_t status);

// Sets every field to the default of this kind of rule, and struct_size; SGMCMC_RULE_LANGEVIN becomes SGLD.
//
// Returns: SGMCMC_OK; SGMCMC_ERROR_RULE_KIND; SGMCMC_ERROR_STRUCT_SIZE when struct_size is nothing that sizeof gives.
// Out: rule:        struct_size bytes; fields that this library does not know are set to 0.
// In:  struct_size: sizeof(sgmcmc_rule).
//      kind:        enum sgmcmc_rule_kind.
enum sgmcmc_status sgmcmc_rule_init(struct sgmcmc_rule *rule,
                                    size_t struct_size,
                                    int32_t kind);

// The same for any member of the Langevin family, with the papers' defaults. Those with names are
//
//     SGLD    SGMCMC_DRIFT_NONE       SGMCMC_PRECONDITIONER_IDENTITY
//     pSGLD   SGMCMC_DRIFT_NONE       SGMCMC_PRECONDITIONER_RMSPROP
//     MSGLD   SGMCMC_DRIFT_MOMENTUM   SGMCMC_PRECONDITIONER_IDENTITY
//     ASGLD   SGMCMC_DRIFT_ADAM       SGMCMC_PRECONDITIONER_IDENTITY
//     SGRLD   SGMCMC_DRIFT_NONE       SGMCMC_PRECONDITIONER_POSITION_DEPENDENT
//
// With kind set to SGMCMC_RULE_LATTICE then, it is the lattice random walk with the same drift and preconditioner.
//
// Returns: SGMCMC_OK; SGMCMC_ERROR_DRIFT_KIND; SGMCMC_ERROR_PRECONDITIONER_KIND; SGMCMC_ERROR_STRUCT_SIZE.
// Out: rule:           struct_size bytes.
// In:  struct_size:    sizeof(sgmcmc_rule).
//      drift:          enum sgmcmc_drift.
//      preconditioner: enum sgmcmc_preconditioner; preconditioner_values is yours to set.
enum sgmcmc_status sgmcmc_rule_init_langevin(struct sgmcmc_rule *rule,
                                             size_t struct_size,
                                             int32_t drift,
                                             int32_t preconditioner);

// Sets every field to its default, and struct_size.
//
// Returns: SGMCMC_OK; SGMCMC_ERROR_STRUCT_SIZE when struct_size is nothing that sizeof gives.
// Out: schedule:    struct_size bytes; fields that this library does not know are set to 0.
// In:  struct_size: sizeof(sgmcmc_schedule).
enum sgmcmc_status sgmcmc_schedule_init(struct sgmcmc_schedule *schedule, size_t struct_size);

// What a schedule says at k, for hosts that own their loop. The setting times the factor has the bits of a chain's.
//
// Returns: SGMCMC_OK; SGMCMC_ERROR_SCHEDULE_KIND, also for SGMCMC_SCHEDULE_CALLBACK; the status that names the field
//          outside its range.
// Out: factor:   one number.
//      explores: 1 in the exploring part of a cycle, else 0; may be NULL.
// In:  schedule: the schedule.
//      k:        the step or epoch, from 0.
enum sgmcmc_status sgmcmc_schedule_at(double *factor,
                                      int32_t *explores,
                                      const struct sgmcmc_schedule *schedule,
                                      uint64_t k);

// The length of a cycle when step_count steps or epochs make cycle_count cycles: their ratio, rounded up.
//
// The last cycle is the shorter one. A cycle_count of 0 counts as 1.
uint64_t sgmcmc_cycle_len(uint64_t step_count, uint64_t cycle_count);

// Sets every field to its default: a block of no parameters yet, which has the chain's prior.
//
// Returns: SGMCMC_OK; SGMCMC_ERROR_STRUCT_SIZE when block_size is nothing that sizeof gives.
// Out: block:      block_size bytes; fields that this library does not know are set to 0.
// In:  block_size: sizeof(sgmcmc_block).
enum sgmcmc_status sgmcmc_block_init(struct sgmcmc_block *block, size_t block_size);

// Sets every field to its default, and struct_size.
//
// Returns: SGMCMC_OK; SGMCMC_ERROR_STRUCT_SIZE when struct_size is nothing that sizeof gives.
// Out: settings:    struct_size bytes; fields that this library does not know are set to 0.
// In:  struct_size: sizeof(sgmcmc_chain_settings).
enum sgmcmc_status sgmcmc_chain_settings_init(struct sgmcmc_chain_settings *settings, size_t struct_size);

// Writes every setting in force, defaults too, as a line of key = value, and a closing zero: a record of a run, of
// which sgmcmc_settings_read makes the same settings, in a program of any language. It is ASCII.
//
//     seed = 0
//     batch = WithoutReplacement
//     batch.len = 100
//     sampler = Rule
//     sampler.rule = Sghmc
//     sampler.rule.friction = 0.1
//
// Keys and kinds are named as in the Rust library, which a kind's number in this header goes with one by one; what a
// kind has of settings follows below its own key. A number has the fewest digits that are read as the same bits.
// Vectors and blocks are not written out: of them the line has how many numbers or blocks there are, and a fingerprint.
// simd_level is no setting of the chain's law, and is not there.
//
// Returns: SGMCMC_OK; SGMCMC_ERROR_MEMORY_TOO_SMALL; a status for each pointer, enum and flag of the settings that is
//          none, and for a setting that its kind does not use; SGMCMC_ERROR_NOT_BUILT. Numbers outside their ranges are not
//          refused here.
// Out: text:     size bytes, as many as needed; may be NULL where size is 0, to ask for needed alone.
//      needed:   the bytes of the text with its zero; may be NULL where text is not.
// In:  settings: the chain's settings, with their vectors.
//      dim:      the number of parameters, at least 1, though only vectors depend on it.
enum sgmcmc_status sgmcmc_settings_text(char *text,
                                        size_t size,
                                        size_t *needed,
                                        const struct sgmcmc_chain_settings *settings,
                                        size_t dim);

// Sets what the lines of a text name. Lines that are empty or begin with # are passed over, spaces around key and value
// too; of two lines with one key the later counts. A number has at most 38 digits, and is neither so large that it would
// be infinite nor so small that it would be 0.
//
// A line that changes a kind gives what goes with the new kind its defaults; a number without one, and one that a new
// schedule multiplies, is refused by whatever takes the settings until its own line sets it. What goes with the old kind is
// forgotten. Vectors and blocks are
// those that the settings use: a line that has another length or fingerprint than they is refused, and so is, as a NULL
// pointer, a kind with vectors that the settings do not use yet.
// What the settings are to each other is checked where a chain is made of them.
//
// Returns: SGMCMC_OK; SGMCMC_ERROR_SETTINGS_LINE for a line without = or without a key, SGMCMC_ERROR_SETTINGS_KEY for a
//          key that no setting has, or none that goes with the kinds above it, SGMCMC_ERROR_SETTINGS_VALUE;
//          SGMCMC_ERROR_STRUCT_SIZE for a struct that is shorter than this library's, which could not hold all that a
//          line may set; as sgmcmc_settings_text.
// In/out: settings:    the settings that the lines change, as for a chain. Under an update rule their rule and schedules
//                      become the three structs below, under Metropolis-Hastings NULL.
// Out: rule:           the update rule, struct_size set by the caller; may be the one that the settings have.
//      step_size:      the schedule of the step size, likewise.
//      temperature:    the schedule of the temperature, likewise.
//      line:           the number of the line, from 1 on, that a status of a line is about, and else 0; written after errors,
//                      too, but for SGMCMC_ERROR_OVERLAP; may be NULL.
// In:  text:           text_len bytes, without a closing zero; may be NULL for none.
//      dim:            the number of parameters.
enum sgmcmc_status sgmcmc_settings_read(struct sgmcmc_chain_settings *settings,
                                        struct sgmcmc_rule *rule,
                                        struct sgmcmc_schedule *step_size,
                                        struct sgmcmc_schedule *temperature,
                                        size_t *line,
                                        const char *text,
                                        size_t text_len,
                                        size_t dim);

// step_size of Welling and Teh's epsilon, half of which multiplies the gradient: epsilon / 2.
double sgmcmc_from_welling_teh(double epsilon);

// step_size of a learning rate on the mean log posterior of data_len data, which has temperature 1 / data_len there:
// learning_rate / data_len, at temperature 1.
double sgmcmc_from_learning_rate(double learning_rate,
                                 uint32_t data_len);

// step_size and temperature of the epsilon of minibatch Metropolis-Hastings, which multiplies the mean gradient beside
// noise of sqrt(2 epsilon) / data_len: epsilon / data_len and 1 / data_len.
//
// Returns: SGMCMC_OK.
// Out: step_size:   one number.
//      temperature: one number.
// In:  epsilon:     the proposal's.
//      data_len:    how many data there are.
enum sgmcmc_status sgmcmc_from_mini_batch_metropolis(double *step_size,
                                                     double *temperature,
                                                     double epsilon,
                                                     uint32_t data_len);

// step_size and friction of a rule with a velocity, as a learning rate and a momentum on the mean log posterior:
// learning_rate / data_len and 1 - momentum.
//
// Returns: SGMCMC_OK.
// Out: step_size:     one number.
//      friction:      one number, for sgmcmc_rule.friction.
// In:  learning_rate: on the mean of data_len data.
//      momentum:      at least 0 and below 1.
//      data_len:      how many data there are.
enum sgmcmc_status sgmcmc_from_momentum(double *step_size,
                                        double *friction,
                                        double learning_rate,
                                        double momentum,
                                        uint32_t data_len);

// step_size and friction of SGHMC, ABOBA or SGNHT, as the step h and the friction D (for SGNHT, A) of the differential
// equation: h^2 and h D. The velocity here is h times that of the equation, and SGNHT's zeta h times its own.
//
// Returns: SGMCMC_OK.
// Out: step_size:         one number.
//      friction:          one number, for sgmcmc_rule.friction.
// In:  h:                 the equation's step.
//      equation_friction: D.
enum sgmcmc_status sgmcmc_from_equation(double *step_size,
                                        double *friction,
                                        double h,
                                        double equation_friction);

// The same for BAOAB, whose friction acts exactly: h^2 and 1 - exp(-h D).
//
// Returns: SGMCMC_OK.
// Out: step_size:         one number.
//      friction:          one number, for sgmcmc_rule.friction.
// In:  h:                 the equation's step.
//      equation_friction: D.
enum sgmcmc_status sgmcmc_from_equation_exactly(double *step_size,
                                                double *friction,
                                                double h,
                                                double equation_friction);

// |theta| from which the slab of a spike-and-slab prior is the likelier; 0 where it always is. The settings are
// those of sgmcmc_chain_settings; outside their ranges the answer has no meaning.
double sgmcmc_keep_threshold(double slab_weight,
                             double slab_deviation,
                             double spike_deviation);

// Bytes of memory that a generator needs, a multiple of sgmcmc_align().
size_t sgmcmc_rng_size(void);

// Makes a generator: the one that chain number chain_index of this seed draws from.
//
// Returns: SGMCMC_OK; SGMCMC_ERROR_MEMORY_TOO_SMALL, SGMCMC_ERROR_MEMORY_MISALIGNED, SGMCMC_ERROR_CHAIN_INDEX,
//          SGMCMC_ERROR_FLOAT_ENVIRONMENT.
// Out: rng:         the generator, which is mem itself.
//      mem:         mem_size bytes, at least sgmcmc_rng_size(), aligned to sgmcmc_align(); stays the caller's.
// In:  seed:        any number.
//      chain_index: below SGMCMC_CHAIN_COUNT_MAX; streams of one seed never overlap.
enum sgmcmc_status sgmcmc_rng_init(struct sgmcmc_rng **rng,
                                   void *mem,
                                   size_t mem_size,
                                   uint64_t seed,
                                   uint32_t chain_index);

// The next 64 random bits of the generator of choices.
//
// Returns: SGMCMC_OK.
// In/out: rng: the generator.
// Out:    out: one word.
enum sgmcmc_status sgmcmc_rng_next_u64(struct sgmcmc_rng *rng, uint64_t *out);

// An unbiased integer, uniform on 0 to bound - 1, from the generator of choices.
//
// Returns: SGMCMC_OK; SGMCMC_ERROR_LENGTH_ZERO when bound is 0.
// In/out: rng:   the generator.
// Out:    out:   one integer.
// In:     bound: at least 1.
enum sgmcmc_status sgmcmc_rng_bounded(struct sgmcmc_rng *rng, uint32_t *out, uint32_t bound);

// A minibatch without replacement: a uniform subset of 0 to data_len - 1, ascending, from the generator of choices.
//
// Returns: SGMCMC_OK; SGMCMC_ERROR_DATA_LEN when data_len is 0, SGMCMC_ERROR_BATCH_LEN when batch_len exceeds it.
// In/out: rng:       the generator.
// Out:    batch:     batch_len indices.
// In:     batch_len: from 1 to data_len.
//         data_len:  how many data there are.
enum sgmcmc_status sgmcmc_rng_batch(struct sgmcmc_rng *rng,
                                    uint32_t *batch,
                                    size_t batch_len,
                                    uint32_t data_len);

// Says what a checkpoint is of, once its bytes are known to be whole.
//
// Returns: SGMCMC_OK; SGMCMC_ERROR_NOT_CHECKPOINT; SGMCMC_ERROR_CHECKPOINT_VERSION; SGMCMC_ERROR_CHECKPOINT_LENGTH;
//          SGMCMC_ERROR_CHECKPOINT_DAMAGED; SGMCMC_ERROR_CHECKPOINT_CONTENTS.
// Out: checkpoint: struct_size bytes, with struct_size set by the caller.
// In:  bytes:      bytes_size bytes, at any address; none, as an empty file has, are a truncated checkpoint.
enum sgmcmc_status sgmcmc_checkpoint_read(struct sgmcmc_checkpoint *checkpoint,
                                          const void *bytes,
                                          size_t bytes_size);

// Bytes that sgmcmc_estimates_save writes: always the same for equal settings.
//
// Returns: SGMCMC_OK.
// Out: size:      bytes.
// In:  estimates: the estimates.
enum sgmcmc_status sgmcmc_estimates_save_size(size_t *size, const struct sgmcmc_estimates *estimates);

// Writes the estimates into bytes, from which sgmcmc_estimates_restore makes them again, in any build of the library and
// on any machine: to be merged there, or to go on with the same bits.
//
// Returns: SGMCMC_OK; SGMCMC_ERROR_MEMORY_TOO_SMALL for fewer bytes than sgmcmc_estimates_save_size.
// Out: bytes:      bytes_size bytes, at any address, of which as many as sgmcmc_estimates_save_size says are written.
// In:  estimates:  the estimates.
enum sgmcmc_status sgmcmc_estimates_save(const struct sgmcmc_estimates *estimates,
                                         void *bytes,
                                         size_t bytes_size);

// The settings of saved estimates, for which sgmcmc_estimates_size has the memory that they want.
//
// Returns: SGMCMC_OK; SGMCMC_ERROR_NOT_CHECKPOINT; SGMCMC_ERROR_CHECKPOINT_VERSION; SGMCMC_ERROR_CHECKPOINT_LENGTH;
//          SGMCMC_ERROR_CHECKPOINT_DAMAGED; SGMCMC_ERROR_CHECKPOINT_CONTENTS.
// Out: settings: the settings: struct_size bytes, with struct_size set by the caller.
//      len:      how many numbers a draw has.
// In:  bytes:    bytes_size bytes, at any address.
enum sgmcmc_status sgmcmc_estimates_saved_settings(struct sgmcmc_estimate_settings *settings,
                                                   size_t *len,
                                                   const void *bytes,
                                                   size_t bytes_size);

// Makes the estimates again that sgmcmc_estimates_save wrote.
//
// Returns: SGMCMC_OK; those of sgmcmc_estimates_saved_settings; SGMCMC_ERROR_MEMORY_TOO_SMALL,
//          SGMCMC_ERROR_MEMORY_MISALIGNED. After an error nothing was written.
// Out: estimates: the estimates, which are mem itself.
//      mem:       mem_size bytes, as for sgmcmc_estimates_init.
// In:  bytes:     bytes_size bytes, at any address; not looked at after this call.
enum sgmcmc_status sgmcmc_estimates_restore(struct sgmcmc_estimates **estimates,
                                            void *mem,
                                            size_t mem_size,
                                            const void *bytes,
                                            size_t bytes_size);

// Fills settings with the defaults.
//
// Returns: SGMCMC_OK.
// Out: settings:    the settings, whose struct_size becomes the one given.
// In:  struct_size: sizeof(sgmcmc_estimate_settings) of the caller's header.
enum sgmcmc_status sgmcmc_estimate_settings_init(struct sgmcmc_estimate_settings *settings,
                                                 size_t struct_size);

// Bytes of memory that estimates of len numbers need.
//
// Returns: SGMCMC_OK; SGMCMC_ERROR_DRAW_WEIGHT, SGMCMC_ERROR_FLAG, SGMCMC_ERROR_CENTROID_COUNT,
//          SGMCMC_ERROR_WINDOW_LEN.
// Out: size:     bytes, a multiple of sgmcmc_align().
// In:  settings: as for sgmcmc_estimates_init; may be NULL, for the defaults.
//      len:      how many numbers a draw has, at least 1.
enum sgmcmc_status sgmcmc_estimates_size(size_t *size,
                                         const struct sgmcmc_estimate_settings *settings,
                                         size_t len);

// Makes estimates of nothing yet.
//
// Returns: SGMCMC_OK; those of sgmcmc_estimates_size; SGMCMC_ERROR_MEMORY_TOO_SMALL,
//          SGMCMC_ERROR_MEMORY_MISALIGNED.
// Out: estimates: the estimates, which are mem itself.
//      mem:       mem_size bytes, at least sgmcmc_estimates_size, aligned to sgmcmc_align(); any content. It
//                 stays the caller's: there is nothing to free.
// In:  settings:  not looked at after this call; may be NULL, for the defaults.
//      len:       how many numbers a draw has, at least 1: dim for theta itself.
enum sgmcmc_status sgmcmc_estimates_init(struct sgmcmc_estimates **estimates,
                                         void *mem,
                                         size_t mem_size,
                                         const struct sgmcmc_estimate_settings *settings,
                                         size_t len);

// Takes in what other estimates have, of another chain: as if all draws had been given to one, up to rounding and
// whatever the order.
//
// Standard errors are then those of the chains together, by each chain's own and by how far their means are apart. With
// SGMCMC_DRAW_WEIGHT_NEXT_STEP_SIZE the draw that waits there for its weight stays out. Draws that are pushed afterwards
// are of the chain that these estimates had.
//
// Returns: SGMCMC_OK; SGMCMC_ERROR_LENGTH_MISMATCH for another len, SGMCMC_ERROR_OTHER_SETTINGS for other settings;
//          SGMCMC_ERROR_LENGTH_TOO_LARGE from 2^64 draws on, or an infinite weight.
// In/out: estimates: the estimates.
// In:     other:     those of another chain.
enum sgmcmc_status sgmcmc_estimates_merge(struct sgmcmc_estimates *estimates,
                                          const struct sgmcmc_estimates *other);

// How many draws there are, and the sum of their weights.
//
// Returns: SGMCMC_OK.
// Out: draw_count: the number of draws; may be NULL.
//      weight:     the sum of their weights; may be NULL.
// In:  estimates:  the estimates.
enum sgmcmc_status sgmcmc_estimates_counts(uint64_t *draw_count,
                                           double *weight,
                                           const struct sgmcmc_estimates *estimates);

// What estimates are of every number that a draw has: see sgmcmc_estimate.
//
// Returns: SGMCMC_OK; SGMCMC_ERROR_CHOICE; SGMCMC_ERROR_LENGTH_MISMATCH; SGMCMC_ERROR_PROBABILITY;
//          SGMCMC_ERROR_NOT_ESTIMATED for a covariance or a quantile that the settings did not ask for, and for what
//          window_len = 0 has no room for: standard errors, sample sizes, degrees of freedom, half-widths;
//          SGMCMC_ERROR_NOT_REPRESENTABLE.
// Out: out:       len numbers, as many as a draw has; the square of that for SGMCMC_ESTIMATE_COVARIANCE.
// In:  estimates: the estimates.
//      estimate:  enum sgmcmc_estimate.
//      p:         SGMCMC_ESTIMATE_HALF_WIDTH: above 0 and below 1; SGMCMC_ESTIMATE_QUANTILE: from 0 to 1; else 0.
enum sgmcmc_status sgmcmc_estimates_read(double *out,
                                         size_t len,
                                         const struct sgmcmc_estimates *estimates,
                                         int32_t estimate,
                                         double p);

// Why the standard error of each number, and what is made of it, is not to be trusted; 0 where nothing is doubtful.
//
// Returns: SGMCMC_OK; SGMCMC_ERROR_LENGTH_MISMATCH; SGMCMC_ERROR_NOT_ESTIMATED where window_len is 0.
// Out: doubts:    len numbers, as many as a draw has: bit c is set for the enum sgmcmc_doubt with number c.
// In:  estimates: the estimates.
enum sgmcmc_status sgmcmc_estimates_doubts(uint32_t *doubts,
                                           size_t len,
                                           const struct sgmcmc_estimates *estimates);

// R-hat of chains, or halves of chains, of equal length, from their means and variances as estimates of each give
// them: sqrt((n - 1) / n + B / (n W)), with W the mean of their unbiased variances and B / n the variance of their
// means. With the halves of every chain it is the split R-hat. NaN below two of them, below two draws, and for what does
// not vary at all; infinite where each chain is constant, and not all at one number.
//
// Returns: SGMCMC_OK.
// Out: r_hat:      one number.
// In:  means:      count means.
//      variances:  count variances, sum of (x - mean)^2 over n.
//      draw_count: n, how many draws each has.
enum sgmcmc_status sgmcmc_r_hat(double *r_hat,
                                const double *means,
                                const double *variances,
                                size_t count,
                                uint64_t draw_count);

// Bytes of memory that sgmcmc_convergence_f32 and _f64 work in.
//
// Returns: SGMCMC_OK.
// Out: size:        bytes.
// In:  chain_count: how many chains there are, at least 1.
//      draw_count:  how many draws each has, at least 1.
enum sgmcmc_status sgmcmc_convergence_size(size_t *size, size_t chain_count, size_t draw_count);

// Bytes of memory that a reservoir needs besides its buffer, a multiple of sgmcmc_align().
size_t sgmcmc_reservoir_size(void);

// Makes an empty reservoir.
//
// Returns: SGMCMC_OK; SGMCMC_ERROR_MEMORY_TOO_SMALL, SGMCMC_ERROR_MEMORY_MISALIGNED.
// Out: reservoir: the reservoir, which is mem itself.
//      mem:       mem_size bytes, at least sgmcmc_reservoir_size(), aligned to sgmcmc_align(); stays the
//                 caller's.
// In:  dim:       how many numbers a row has, at least 1.
enum sgmcmc_status sgmcmc_reservoir_init(struct sgmcmc_reservoir **reservoir,
                                         void *mem,
                                         size_t mem_size,
                                         size_t dim);

// What a reservoir holds: row i of its buffer is the one that was shown after i times stride others.
//
// Returns: SGMCMC_OK.
// Out: kept:      how many rows, at the beginning of the buffer; may be NULL.
//      stride:    a power of two; may be NULL.
//      shown:     how many rows it was shown; may be NULL.
// In:  reservoir: the reservoir.
enum sgmcmc_status sgmcmc_reservoir_counts(size_t *kept,
                                           uint64_t *stride,
                                           uint64_t *shown,
                                           const struct sgmcmc_reservoir *reservoir);

// Fills settings with the defaults.
//
// Returns: SGMCMC_OK.
// Out: settings:    the settings, whose struct_size becomes the one given.
// In:  struct_size: sizeof(sgmcmc_pilot_settings) of the caller's header.
enum sgmcmc_status sgmcmc_pilot_settings_init(struct sgmcmc_pilot_settings *settings, size_t struct_size);

// By how much the largest variance is off at a step size, as a share; infinity where one but a lattice walk is unstable.
//
// Returns: SGMCMC_OK.
// Out: inflation: one number.
// In:  report:    a pilot's report.
//      step_size: any.
enum sgmcmc_status sgmcmc_pilot_inflation(double *inflation,
                                          const struct sgmcmc_pilot_report *report,
                                          double step_size);

// Writes an English sentence for every finding, each on a line of its own, and a closing zero. It is ASCII.
//
// Returns: SGMCMC_OK; SGMCMC_ERROR_MEMORY_TOO_SMALL.
// Out: text:   size bytes, as many as needed; may be NULL where size is 0, to ask for needed alone.
//      needed: the bytes of the text with its zero; may be NULL where text is not.
// In:  report: a pilot's report.
enum sgmcmc_status sgmcmc_pilot_text(char *text,
                                     size_t size,
                                     size_t *needed,
                                     const struct sgmcmc_pilot_report *report);

// Fills settings with the defaults.
//
// Returns: SGMCMC_OK.
// Out: settings:    the settings, whose struct_size becomes the one given.
// In:  struct_size: sizeof(sgmcmc_health_settings) of the caller's header.
enum sgmcmc_status sgmcmc_health_settings_init(struct sgmcmc_health_settings *settings, size_t struct_size);

// Bytes of memory that the health of a run takes.
size_t sgmcmc_health_size(void);

// Begins to keep the health of a chain, of which nothing has been seen yet.
//
// Returns: SGMCMC_OK; SGMCMC_ERROR_HEALTH_WINDOW, SGMCMC_ERROR_HEALTH_TOLERANCE; SGMCMC_ERROR_NOT_BUILT;
//          SGMCMC_ERROR_MEMORY_TOO_SMALL, SGMCMC_ERROR_MEMORY_MISALIGNED.
// Out: health:   the health, which is mem itself.
//      mem:      mem_size bytes, at least sgmcmc_health_size(), aligned to sgmcmc_align(); any content. It stays
//                the caller's: there is nothing to free.
// In:  settings: not looked at after this call; may be NULL, for the defaults.
enum sgmcmc_status sgmcmc_health_init(struct sgmcmc_health **health,
                                      void *mem,
                                      size_t mem_size,
                                      const struct sgmcmc_health_settings *settings);

// Writes an English sentence for every finding, which says what is wrong and what to change, each on a line of its own,
// and a closing zero. It is ASCII.
//
// Returns: SGMCMC_OK; SGMCMC_ERROR_MEMORY_TOO_SMALL.
// Out: text:   size bytes, as many as needed; may be NULL where size is 0, to ask for needed alone.
//      needed: the bytes of the text with its zero; may be NULL where text is not.
// In:  report: a report.
enum sgmcmc_status sgmcmc_health_text(char *text,
                                      size_t size,
                                      size_t *needed,
                                      const struct sgmcmc_health_report *report);

// Bytes of memory that a chain with these settings and dim parameters needs.
//
// Returns: SGMCMC_OK; the status that names the setting outside its range; SGMCMC_ERROR_LENGTH_ZERO,
//          SGMCMC_ERROR_LENGTH_TOO_LARGE for dim.
// Out: size:     bytes, a multiple of sgmcmc_align(), as C11's aligned_alloc wants it.
// In:  settings: as for sgmcmc_chain_init_f32, which checks the same.
//      dim:      the number of parameters, at least 1.
enum sgmcmc_status sgmcmc_chain_size_f32(size_t *size,
                                         const struct sgmcmc_chain_settings *settings,
                                         size_t dim);

// Starts a chain at theta.
//
// Returns: SGMCMC_OK; the status that names the setting outside its range; SGMCMC_ERROR_MEMORY_TOO_SMALL,
//          SGMCMC_ERROR_MEMORY_MISALIGNED, SGMCMC_ERROR_THETA_NOT_FINITE, SGMCMC_ERROR_FLOAT_ENVIRONMENT.
// Out: chain:    the chain, which is mem itself.
//      mem:      mem_size bytes, at least sgmcmc_chain_size_f32, aligned to sgmcmc_align(); any content,
//                but not a chain that a call is using. It stays the caller's: there is nothing to free.
// In:  settings: not looked at after this call.
//      theta:    dim numbers, finite; copied.
enum sgmcmc_status sgmcmc_chain_init_f32(struct sgmcmc_chain_f32 **chain,
                                         void *mem,
                                         size_t mem_size,
                                         const struct sgmcmc_chain_settings *settings,
                                         const float *theta,
                                         size_t dim);

// Lets the chain go on from its theta under other settings, such as a sampler's after an optimiser's, in the same
// memory.
//
// Random numbers go on from where they are, so that none serves twice: seed and chain_index have no effect, though
// chain_index must be in range. All else begins anew: the rule's state, schedules, batches, counts and moments. After
// an error the chain is as it was.
//
// Returns: SGMCMC_OK; the status that names the setting outside its range; SGMCMC_ERROR_MEMORY_TOO_SMALL,
//          SGMCMC_ERROR_FLOAT_ENVIRONMENT.
// In/out: chain:    the chain.
// In:     mem_size: bytes of the chain's memory, at least the larger of sgmcmc_chain_size_f32 of the old settings and
//                   of the new. Afterwards the chain has the size of the new.
//         settings: as for sgmcmc_chain_init_f32.
enum sgmcmc_status sgmcmc_chain_hand_over_f32(struct sgmcmc_chain_f32 *chain,
                                              size_t mem_size,
                                              const struct sgmcmc_chain_settings *settings);

// Advances the chain by one step, or leaves every byte of it as it was.
//
// Returns: SGMCMC_OK; SGMCMC_ERROR_STOPPED when a callback returned a code of its own; SGMCMC_ERROR_IMPOSSIBLE;
//          SGMCMC_ERROR_LOG_LIKELIHOOD_NOT_FINITE, SGMCMC_ERROR_GRADIENT_NOT_FINITE,
//          SGMCMC_ERROR_LOG_PRIOR_NOT_FINITE, SGMCMC_ERROR_PRECONDITIONER_NOT_USABLE,
//          SGMCMC_ERROR_DIFFUSION_NOT_FINITE; SGMCMC_ERROR_STEP_SIZE_NOT_USABLE, SGMCMC_ERROR_TEMPERATURE_NOT_USABLE
//          when a schedule has come to what the precision cannot hold; SGMCMC_ERROR_GRADIENT_NOISE when noise
//          compensation would leave nothing to inject; SGMCMC_ERROR_MODEL_NOT_ASKED, until another step size is set;
//          SGMCMC_ERROR_CALLBACK_MISSING; SGMCMC_ERROR_BATCH_KIND for a batch where the chain draws its own, and for none
//          with SGMCMC_BATCH_CALLER; SGMCMC_ERROR_BATCH_INDEX.
// In/out: chain:         the chain.
// Out:    step:          what the step did: struct_size bytes, with struct_size set by the caller; may be NULL.
//         callback_code: the callback's code with SGMCMC_ERROR_STOPPED, else untouched; may be NULL.
// In:     batch:         batch_len indices, each below data_len, with SGMCMC_BATCH_CALLER; handed to the model as they
//                        are. Else NULL.
//         batch_len:     at least 1, or 0 where batch is NULL.
//         model:         the model.
enum sgmcmc_status sgmcmc_chain_step_f32(struct sgmcmc_chain_f32 *chain,
                                         struct sgmcmc_step *step,
                                         int32_t *callback_code,
                                         const uint32_t *batch,
                                         size_t batch_len,
                                         const struct sgmcmc_model_f32 *model);

// Steps step_count times, until that or an error stops it, and shows the options' functions what they are to see. The
// bits are the same whoever looks.
//
// Steps are counted from the chain's first, so that a run in pieces is looked at where a whole one is. Of a step whose
// draw is kept the observer sees the draw first; then health looks, and then progress.
//
// Returns: as sgmcmc_chain_step_f32; SGMCMC_ERROR_STOPPED_BY_OBSERVER when the observer or progress returned a code of
//          its own; SGMCMC_ERROR_PROGRESS_INTERVAL; SGMCMC_ERROR_HEALTH_CHAIN for the health of another chain, or of this
//          one at a later step; SGMCMC_ERROR_NOT_BUILT. Steps before a failing one stay done, and so does the step before
//          a look: sgmcmc_chain_statistics_f32 counts them.
// In/out: chain:         the chain.
// Out:    callback_code: the code of the callback, the observer or progress when one stopped the run, else untouched; may
//                        be NULL.
// In:     step_count:    how many steps; 0 does nothing.
//         model:         the model.
//         options:       who looks, and how often; may be NULL, for nobody. The health that they point to is written,
//                        and callbacks may not use it meanwhile.
enum sgmcmc_status sgmcmc_chain_run_f32(struct sgmcmc_chain_f32 *chain,
                                        int32_t *callback_code,
                                        uint64_t step_count,
                                        const struct sgmcmc_model_f32 *model,
                                        const struct sgmcmc_run_options_f32 *options);

// The number of parameters of a chain.
//
// Returns: SGMCMC_OK.
// Out: dim:   one number.
// In:  chain: the chain.
enum sgmcmc_status sgmcmc_chain_dim_f32(size_t *dim, const struct sgmcmc_chain_f32 *chain);

// The bytes of a chain, to copy or to save: what sgmcmc_chain_size_f32 says of its settings.
//
// Returns: SGMCMC_OK.
// Out: size:  bytes, of the chain's memory those in use.
// In:  chain: the chain.
enum sgmcmc_status sgmcmc_chain_live_size_f32(size_t *size, const struct sgmcmc_chain_f32 *chain);

// The instruction set that steps of this chain use here: a number of enum sgmcmc_simd. It follows from the library, the
// processor and simd_level of the settings; a chain that is moved to another machine takes what that one has.
//
// Returns: SGMCMC_OK.
// Out: level: one number; sgmcmc_simd_level_name has its name.
// In:  chain: the chain.
enum sgmcmc_status sgmcmc_chain_simd_level_f32(int32_t *level,
                                               const struct sgmcmc_chain_f32 *chain);

// Copies theta out.
//
// Returns: SGMCMC_OK; SGMCMC_ERROR_LENGTH_MISMATCH.
// Out: theta: dim numbers.
// In:  chain: the chain.
//      dim:   the chain's number of parameters.
enum sgmcmc_status sgmcmc_chain_theta_f32(const struct sgmcmc_chain_f32 *chain, float *theta, size_t dim);

// Copies theta out where the last trajectory of HMC began that diverged, in burn-in or after it: see divergence_count of
// sgmcmc_chain_statistics. NaN before there is one.
//
// Returns: SGMCMC_OK; SGMCMC_ERROR_LENGTH_MISMATCH.
// Out: theta: dim numbers.
// In:  chain: the chain.
//      dim:   the chain's number of parameters.
enum sgmcmc_status sgmcmc_chain_divergence_f32(const struct sgmcmc_chain_f32 *chain,
                                               float *theta,
                                               size_t dim);

// The mean and variance of every parameter over the kept draws. Before the first, means are 0 and variances NaN.
//
// Returns: SGMCMC_OK; SGMCMC_ERROR_LENGTH_MISMATCH; SGMCMC_ERROR_MOMENTS_KIND for moments that the settings did not
//          ask for; SGMCMC_ERROR_NOT_REPRESENTABLE where a variance, or the sum that it is the mean of, is too
//          large or too small for a double, as of deviations above 1e150 or below 1.5e-154.
// Out: mean:     dim doubles, whatever the precision of theta.
//      variance: dim doubles: sum of w (theta - mean)^2 over sum of w, with weights w of 1 or the step size.
// In:  chain:    the chain.
//      dim:      the chain's number of parameters.
//      moments:  SGMCMC_MOMENTS_PLAIN or SGMCMC_MOMENTS_WEIGHTED.
enum sgmcmc_status sgmcmc_chain_moments_f32(const struct sgmcmc_chain_f32 *chain,
                                            double *mean,
                                            double *variance,
                                            size_t dim,
                                            int32_t moments);

// The covariance that noise compensation takes the gradient's noise to have. Where the chain finds it, what it has found
// so far; zeros before that.
//
// Returns: SGMCMC_OK; SGMCMC_ERROR_NOISE_COMPENSATION for a chain without; SGMCMC_ERROR_LENGTH_MISMATCH.
// Out: covariance:     as settings.noise_covariance: variances, or the numbers of the matrix, row by row.
// In:  chain:          the chain.
//      covariance_len: dim for SGMCMC_NOISE_COMPENSATION_DIAGONAL, dim * dim for _DENSE.
enum sgmcmc_status sgmcmc_chain_noise_covariance_f32(const struct sgmcmc_chain_f32 *chain,
                                                     double *covariance,
                                                     size_t covariance_len);

// The largest step size at which noise compensation leaves something to inject, for the covariance as it stands, at the
// temperature of the last step; infinite where that covariance or the temperature is zero, NaN before the first step under
// a temperature of the host's. Larger ones are refused, when a step comes to them, with SGMCMC_ERROR_GRADIENT_NOISE.
//
// Returns: SGMCMC_OK; SGMCMC_ERROR_NOISE_COMPENSATION for a chain without.
// In/out: chain:     the chain, whose memory is worked in; it stays as it is.
// Out:    step_size: the step size.
enum sgmcmc_status sgmcmc_chain_compensation_limit_f32(struct sgmcmc_chain_f32 *chain,
                                                       double *step_size);

// Counts and rates so far.
//
// Returns: SGMCMC_OK; SGMCMC_ERROR_STRUCT_SIZE.
// Out: statistics: struct_size bytes, with struct_size set by the caller; fields that this library does not know are
//                  set to 0.
// In:  chain:      the chain.
enum sgmcmc_status sgmcmc_chain_statistics_f32(const struct sgmcmc_chain_f32 *chain,
                                               struct sgmcmc_chain_statistics *statistics);

// Changes the step size of the steps to come: the rule's, constant from here on, or the proposal's.
//
// Returns: SGMCMC_OK; SGMCMC_ERROR_STEP_SIZE, SGMCMC_ERROR_NOISE_SCALE, SGMCMC_ERROR_KICK, SGMCMC_ERROR_TEMPERATURE,
//          SGMCMC_ERROR_UNSTABLE.
// In/out: chain:     the chain.
// In:     step_size: positive and finite.
enum sgmcmc_status sgmcmc_chain_set_step_size_f32(struct sgmcmc_chain_f32 *chain,
                                                  double step_size);

// Tunes beta once, from the acceptance since the last time: for hosts that tune between runs. theta does not move; a
// look at forward proposals, up to 100 for every 5 per cent that beta shrinks, asks the model.
//
// Returns: as sgmcmc_chain_step_f32; SGMCMC_ERROR_TUNER for a chain without RSGLD proposals,
// SGMCMC_ERROR_BETA_MAX where beta_max is not finite and at least beta.
// In/out: chain:         the chain.
// Out:    callback_code: as for sgmcmc_chain_step_f32.
// In:     model:         the model.
enum sgmcmc_status sgmcmc_chain_tune_beta_f32(struct sgmcmc_chain_f32 *chain,
                                              int32_t *callback_code,
                                              const struct sgmcmc_model_f32 *model);

// How many numbers of state a rule has for dim parameters; 0 for SGLD.
//
// Returns: SGMCMC_OK; SGMCMC_ERROR_LENGTH_ZERO, SGMCMC_ERROR_LENGTH_TOO_LARGE for dim; the status of an unknown kind;
//          SGMCMC_ERROR_UNUSED_RULE_SETTING.
// Out: len:  one number.
// In:  rule: NULL for SGLD; the numbers that its kind uses are not looked at.
//      dim:  the number of parameters, at least 1.
enum sgmcmc_status sgmcmc_rule_state_len_f32(size_t *len,
                                             const struct sgmcmc_rule *rule,
                                             size_t dim);

// How many numbers the caller gives with every step: 2 dim for SGMCMC_RULE_RECIPE, drift and noise; 2 dim for
// SGMCMC_PRECONDITIONER_POSITION_DEPENDENT, the diagonal of P and Gamma; dim * dim + dim for
// SGMCMC_PRECONDITIONER_POSITION_DEPENDENT_DENSE, the rows of L and Gamma; 0 for all others.
//
// Returns: as sgmcmc_rule_state_len_f32.
// Out: len:  one number.
// In:  rule: NULL for SGLD; the numbers that its kind uses are not looked at.
//      dim:  the number of parameters, at least 1.
enum sgmcmc_status sgmcmc_rule_host_terms_len_f32(size_t *len, const struct sgmcmc_rule *rule, size_t dim);

// Fills a rule's state before the first step: thermostats, the caller's preconditioner, a velocity if one is drawn,
// and zeros.
//
// Returns: SGMCMC_OK; the status that names the field outside its range; SGMCMC_ERROR_LENGTH_MISMATCH,
//          SGMCMC_ERROR_STEP_SIZE, SGMCMC_ERROR_TEMPERATURE.
// In/out: rng:         the generator.
// Out:    state:       state_len numbers; may be NULL when that is 0.
// In:     state_len:   what sgmcmc_rule_state_len_f32 says.
//         rule:        NULL for SGLD. preconditioner_values are copied into the state.
//         dim:         the number of parameters, at least 1.
//         step_size:   of the first step, positive.
//         temperature: of the first step, at least 0.
enum sgmcmc_status sgmcmc_rule_start_f32(struct sgmcmc_rng *rng,
                                         float *state,
                                         size_t state_len,
                                         const struct sgmcmc_rule *rule,
                                         size_t dim,
                                         double step_size,
                                         double temperature);

// Replaces theta by where the rule wants the gradient of its next step: for SGMCMC_RULE_ABOBA, and SGMCMC_RULE_SGNHT
// with SGMCMC_SPLITTING_SYMMETRIC, theta + v/2, clamped to the finite numbers; for all others theta itself. Give it a
// copy of theta.
//
// Returns: SGMCMC_OK; SGMCMC_ERROR_LENGTH_MISMATCH; the status of an unknown kind.
// In/out: site:      dim numbers, a copy of theta.
// In:     state:     state_len numbers; may be NULL when that is 0.
//         rule:      NULL for SGLD.
enum sgmcmc_status sgmcmc_rule_move_to_site_f32(float *site,
                                                size_t dim,
                                                const float *state,
                                                size_t state_len,
                                                const struct sgmcmc_rule *rule);

// One step of a rule on the caller's vectors, with the bits of a chain's. The chain does more: minibatches, priors,
// schedules, estimators, moments.
//
// Returns: SGMCMC_OK; SGMCMC_ERROR_LENGTH_MISMATCH, SGMCMC_ERROR_STEP_SIZE, SGMCMC_ERROR_TEMPERATURE,
//          SGMCMC_ERROR_DATA_LEN, SGMCMC_ERROR_GRADIENT_NOT_FINITE, SGMCMC_ERROR_PRECONDITIONER_NOT_USABLE,
//          SGMCMC_ERROR_DIFFUSION_NOT_FINITE; the status that names the field outside its range.
// In/out: rng:         the generator.
// Out:    applied:     what the step did; may be NULL, which is faster.
// In/out: theta:       dim numbers, finite; that is not checked.
//         state:       state_len numbers, as sgmcmc_rule_start_f32 or the last step left them; may be NULL when
//                      state_len is 0.
// In:     gradient:    dim numbers: of the log posterior, summed over all data, where sgmcmc_rule_move_to_site_f32
//                      says.
//         host_terms:  host_terms_len numbers; may be NULL when that is 0.
//         host_terms_len:   what sgmcmc_rule_host_terms_len_f32 says.
//         rule:        NULL for SGLD. preconditioner_values are not looked at: the state holds them.
//         step_size:   positive.
//         temperature: at least 0; 1 samples the posterior, 0 draws no noise. SGMCMC_RULE_LATTICE: positive.
//         index:       how many steps were taken before.
//         data_len:    how many data the gradient is summed over, at least 1: for SGMCMC_GRADIENT_SCALE_MEAN.
enum sgmcmc_status sgmcmc_rule_step_f32(struct sgmcmc_rng *rng,
                                        struct sgmcmc_rule_applied *applied,
                                        float *theta,
                                        size_t dim,
                                        float *state,
                                        size_t state_len,
                                        const float *gradient,
                                        const float *host_terms,
                                        size_t host_terms_len,
                                        const struct sgmcmc_rule *rule,
                                        double step_size,
                                        double temperature,
                                        uint64_t index,
                                        uint32_t data_len);

// Fills an array with independent standard normals, the noise that a step of this length would take.
//
// Returns: SGMCMC_OK.
// In/out: rng: the generator.
// Out:    out: len numbers.
enum sgmcmc_status sgmcmc_rng_normals_f32(struct sgmcmc_rng *rng, float *out, size_t len);

// Fills an array with independent uniforms above 0 and at most 1.
//
// Returns: SGMCMC_OK.
// In/out: rng: the generator.
// Out:    out: len numbers.
enum sgmcmc_status sgmcmc_rng_uniforms_f32(struct sgmcmc_rng *rng, float *out, size_t len);

// A function of every number of an array, with the same bits on every machine, whatever its length. The header has
// sgmcmc_exp_f32, sgmcmc_ln_f32, sgmcmc_sin_f32 and sgmcmc_cos_f32 of one number, which call it.
//
// Returns: SGMCMC_OK; SGMCMC_ERROR_CHOICE; SGMCMC_ERROR_OVERLAP for arrays that overlap and are not one.
// Out: out:   len numbers; may be x.
// In:  x:     len numbers.
//      which: enum sgmcmc_function.
enum sgmcmc_status sgmcmc_map_f32(float *out,
                                  const float *x,
                                  size_t len,
                                  int32_t which);

// The 64-bit FNV-1a hash of an array's bits, least significant byte first on every machine, to compare chains with.
//
// Returns: SGMCMC_OK.
// Out: fingerprint: one number.
// In:  x:           len numbers.
enum sgmcmc_status sgmcmc_fingerprint_f32(uint64_t *fingerprint,
                                          const float *x,
                                          size_t len);

// The share of parameters that a spike-and-slab prior keeps: those with |theta| at or above sgmcmc_keep_threshold.
//
// Returns: SGMCMC_OK.
// Out: ratio:           one number, from 0 to 1.
// In:  theta:           len numbers.
//      slab_weight:     as in sgmcmc_chain_settings.
//      slab_deviation:  as in sgmcmc_chain_settings.
//      spike_deviation: as in sgmcmc_chain_settings.
enum sgmcmc_status sgmcmc_kept_ratio_f32(double *ratio,
                                         const float *theta,
                                         size_t len,
                                         double slab_weight,
                                         double slab_deviation,
                                         double spike_deviation);

// Bytes that sgmcmc_chain_save_f32 writes: always the same for equal settings.
//
// Returns: SGMCMC_OK.
// Out: size:  bytes.
// In:  chain: the chain.
enum sgmcmc_status sgmcmc_chain_save_size_f32(size_t *size, const struct sgmcmc_chain_f32 *chain);

// Writes a checkpoint: bytes from which sgmcmc_chain_restore_f32 makes the chain again, in this library or in another
// that knows the format, on any machine.
//
// All that steps depend on is there but the settings, of which there is a digest, the data, and what callbacks keep for
// themselves. The bytes are little-endian and the same on every target and in every build, and end with a checksum
// over them, which finds damage and is no signature. Equal chains are equal bytes. A file that is to survive a power
// cut is written beside the old one, synchronised, and renamed onto it.
//
// Returns: SGMCMC_OK; SGMCMC_ERROR_MEMORY_TOO_SMALL.
// Out: bytes:      what sgmcmc_chain_save_size_f32 says, at any address; those beyond stay as they are.
// In:  chain:      the chain.
//      bytes_size: how many there is room for.
enum sgmcmc_status sgmcmc_chain_save_f32(const struct sgmcmc_chain_f32 *chain,
                                         void *bytes,
                                         size_t bytes_size);

// Makes the chain of a checkpoint again, which goes on as if nothing had come between: the same bits, counts and
// moments.
//
// The settings are those with which the chain was made, or handed over to last, and all that steps depend on must be
// equal: seed and chain_index have no effect, though chain_index must be in range, since the generators go on from
// where they are. A centre that was left to the chain is where it was, and a step size that was set while the chain
// ran is set again. Nothing is written unless all is well.
//
// Returns: as sgmcmc_chain_init_f32; SGMCMC_ERROR_NOT_CHECKPOINT, SGMCMC_ERROR_CHECKPOINT_VERSION,
//          SGMCMC_ERROR_CHECKPOINT_LENGTH, SGMCMC_ERROR_CHECKPOINT_DAMAGED, SGMCMC_ERROR_CHECKPOINT_PRECISION,
//          SGMCMC_ERROR_CHECKPOINT_DIM, SGMCMC_ERROR_CHECKPOINT_SETTINGS, SGMCMC_ERROR_CHECKPOINT_CONTENTS.
// Out: chain:      the chain, which is mem itself.
//      mem:        as for sgmcmc_chain_init_f32.
// In:  settings:   as for sgmcmc_chain_init_f32.
//      dim:        the number of parameters.
//      bytes:      bytes_size bytes at any address, as many as were saved; none are a truncated checkpoint.
enum sgmcmc_status sgmcmc_chain_restore_f32(struct sgmcmc_chain_f32 **chain,
                                            void *mem,
                                            size_t mem_size,
                                            const struct sgmcmc_chain_settings *settings,
                                            size_t dim,
                                            const void *bytes,
                                            size_t bytes_size);

// Takes a draw into estimates: theta, or any numbers that the host makes of it.
//
// Returns: SGMCMC_OK; SGMCMC_ERROR_LENGTH_MISMATCH; SGMCMC_ERROR_NOT_FINITE; SGMCMC_ERROR_WEIGHT. After an error the
//          estimates are as they were.
// In/out: estimates: the estimates.
// In:     values:    len numbers, finite, as many as the estimates are of.
//         weight:    what the draw counts, from 1e-100 to 1e100; 1 where all count the same.
enum sgmcmc_status sgmcmc_estimates_push_f32(struct sgmcmc_estimates *estimates,
                                             const float *values,
                                             size_t len,
                                             double weight);

// An observer that takes theta of every kept draw into estimates: give it to sgmcmc_chain_run_f32, with the estimates
// as its user pointer. What a draw counts is sgmcmc_estimate_settings.weights.
//
// Returns: 0; the status of a refusal, as for sgmcmc_estimates_push_f32, which stops the run.
// In/out: estimates: the estimates, a sgmcmc_estimates.
// In:     draw:      the draw.
int32_t sgmcmc_estimates_observe_f32(void *estimates,
                                     const struct sgmcmc_draw_f32 *draw);

// Whether stored chains agree, and how many independent draws they are worth, in one number of their draws: see
// sgmcmc_convergence. The time is that of sorts and Fourier transforms, however long the draws stay correlated. NaN below
// four draws a chain, and r_hat for what does not vary.
//
// Returns: SGMCMC_OK; SGMCMC_ERROR_NOT_FINITE for any draw; SGMCMC_ERROR_LENGTH_TOO_LARGE unless column is below dim;
//          SGMCMC_ERROR_MEMORY_TOO_SMALL.
// Out: convergence: struct_size bytes, with struct_size set by the caller.
//      mem:         mem_size bytes, at least sgmcmc_convergence_size, aligned to 64; any content, and another
//                   afterwards.
// In:  draws:       chain_count times draw_count times dim numbers: all rows of the first chain, then of the second.
//      chain_count: at least 1.
//      draw_count:  of each chain, at least 1.
//      dim:         how many numbers a row has, at least 1.
//      column:      which of them is asked about, from 0.
enum sgmcmc_status sgmcmc_convergence_f32(struct sgmcmc_convergence *convergence,
                                          void *mem,
                                          size_t mem_size,
                                          const float *draws,
                                          size_t chain_count,
                                          size_t draw_count,
                                          size_t dim,
                                          size_t column);

// The sum over all pairs of two blocks of draws from which the kernel Stein discrepancy comes: how far draws are from a
// target of which only the gradient is known. With the score s(x) at a draw, and u = c^2 + |x - y|^2,
//
//     s(x).s(y) / u^(1/2) - (s(y) - s(x)).(x - y) / u^(3/2) + dim / u^(3/2) - 3 |x - y|^2 / u^(5/2)
//
// The discrepancy of N draws is the root of the sum over all their pairs, over N. It falls with N for a sampler that is
// right and stays for one that is not. Pairs may be summed in blocks; blocks of different draws count twice. c = 1
// suits draws whose deviations are about 1: scale others, and their scores by the inverse.
//
// Returns: SGMCMC_OK; SGMCMC_ERROR_NOT_FINITE; SGMCMC_ERROR_KERNEL_SCALE.
// Out: sum:      one number.
// In:  x:        x_count rows of dim numbers.
//      x_scores: as many: the gradient of the log target at each row, over all data and with the prior's.
//      y:        y_count rows, which may be x.
//      y_scores: their gradients.
//      c:        the kernel's scale, positive, its square a normal number.
enum sgmcmc_status sgmcmc_stein_sum_f32(double *sum,
                                        const float *x,
                                        const float *x_scores,
                                        size_t x_count,
                                        const float *y,
                                        const float *y_scores,
                                        size_t y_count,
                                        size_t dim,
                                        double c);

// Shows a reservoir the next row, which is copied to its place when it is due.
//
// Returns: SGMCMC_OK; SGMCMC_ERROR_LENGTH_MISMATCH for a row of another length; SGMCMC_ERROR_MEMORY_TOO_SMALL for room
//          for fewer than two rows, or than are kept.
// In/out: reservoir: the reservoir.
//         rows:      rows_len numbers: the buffer, the same in every call; the first rows are those that are kept.
// In:     row:       dim numbers.
enum sgmcmc_status sgmcmc_reservoir_push_f32(struct sgmcmc_reservoir *reservoir,
                                             float *rows,
                                             size_t rows_len,
                                             const float *row,
                                             size_t dim);

// Bytes of memory that a pilot of this chain works in: about ten vectors of doubles and three like theta, and dim^2
// doubles for a covariance.
//
// Returns: SGMCMC_OK; SGMCMC_ERROR_PAIR_COUNT, SGMCMC_ERROR_PRODUCT_COUNT, SGMCMC_ERROR_DIFFERENCE,
//          SGMCMC_ERROR_INFLATION, SGMCMC_ERROR_FLAG; SGMCMC_ERROR_COVARIANCE_DIM; SGMCMC_ERROR_BATCH_LEN above
//          data_len; SGMCMC_ERROR_BATCH_KIND where neither the chain nor these settings say what it is.
// Out: size:     bytes.
// In:  chain:    the chain.
//      settings: may be NULL, for the defaults.
enum sgmcmc_status sgmcmc_pilot_size_f32(const struct sgmcmc_chain_f32 *chain,
                                         size_t *size,
                                         const struct sgmcmc_pilot_settings *settings);

// Looks at the model at theta, or where the chain stands, without moving the chain. Equal settings and an equal chain
// give equal reports, to the last bit.
//
// Returns: SGMCMC_OK; those of sgmcmc_pilot_size_f32; SGMCMC_ERROR_MEMORY_TOO_SMALL, SGMCMC_ERROR_MEMORY_MISALIGNED;
//          SGMCMC_ERROR_LENGTH_MISMATCH for dim, SGMCMC_ERROR_THETA_NOT_FINITE; SGMCMC_ERROR_NOT_ESTIMATED for a
//          covariance that the settings did not ask for; what a step could give: SGMCMC_ERROR_STOPPED when a callback
//          returned a code of its own, SGMCMC_ERROR_IMPOSSIBLE where the model is at theta,
//          SGMCMC_ERROR_LOG_LIKELIHOOD_NOT_FINITE, SGMCMC_ERROR_GRADIENT_NOT_FINITE,
//          SGMCMC_ERROR_LOG_PRIOR_NOT_FINITE, SGMCMC_ERROR_CALLBACK_MISSING, though not for a step size.
// In/out: chain: the chain, which callbacks may not use meanwhile; every byte of it is afterwards as it was.
// Out: report:        what was measured and follows; its struct_size is set by the caller.
//      callback_code: the code of the callback that stopped the pilot, on SGMCMC_ERROR_STOPPED only; may be NULL.
//      variance:      dim numbers, the variance over batches of each coordinate of the gradient of the log posterior;
//                     NaN for the random walk, which asks for no gradients; may be NULL.
//      covariance:    dim times dim numbers, by rows, the same with the covariances, where the settings ask for them;
//                     may be NULL.
//      mem:           mem_size bytes, at least sgmcmc_pilot_size_f32, aligned to sgmcmc_align(), of any
//                     content, to work in.
// In:  theta:         dim numbers, finite, or NULL for the chain's own.
//      dim:           the chain's number of parameters.
//      settings:      may be NULL, for the defaults.
//      model:         the model.
enum sgmcmc_status sgmcmc_pilot_look_f32(struct sgmcmc_chain_f32 *chain,
                                         struct sgmcmc_pilot_report *report,
                                         int32_t *callback_code,
                                         double *variance,
                                         double *covariance,
                                         void *mem,
                                         size_t mem_size,
                                         const float *theta,
                                         size_t dim,
                                         const struct sgmcmc_pilot_settings *settings,
                                         const struct sgmcmc_model_f32 *model);

// Runs the chain to the end of its burn-in, or step_count steps of it if those are fewer, and finds what its settings
// leave open; does nothing once the burn-in is over. Before the first step and half-way a pilot looks at the model
// where the chain stands, at what the steps themselves do not go on to tune. From it come a rule's step size
// where step_size_schedule is a callback, which is not asked and may be missing; refresh_len with tune_refresh_len = 1;
// and with tune_step_size = 1 the first step_size where that is 0. The last two the steps tune further, with
// tune_step_size = 1. A step size that the settings say stays.
//
// For a rule's step size there is also a look before every sixteenth of the burn-in in its first half, of at most 32
// pairs and 8 products: as long as the gradient is more than three times expected_gradient_norm, and more than noise
// explains, the step size is what the curvature there and the gradient's noise allow a descent. With a fixed centre it
// is the pilot's. What is found half-way stays. By default the looks take some 14 400 batches in all, of a lattice
// walk three times that and more, most of them the first and the last: pair_count and product_count say how many.
// Where no step size keeps the tolerated inflation (SGMCMC_FINDING_NO_STEP_SIZE, of SGNHT by Euler's splitting at its
// default friction already) the warm-up goes on all the same, with the pilot's step_size, and answers SGMCMC_OK: a
// look of the pilot says it.
//
// A warm-up in pieces has the bits of a whole one, with checkpoints in between, too. Steps done before an error stay
// done. The next call goes on from there, and looks first if a look is due before that step; a run does not look, and
// after one past half-way whatever step size the chain has stays. What was found is in the statistics: step_size,
// refresh_len, beta.
//
// Returns: SGMCMC_OK; SGMCMC_ERROR_WARM_UP_BURN_IN where burn_in is 0; SGMCMC_ERROR_RULE_KIND,
//          SGMCMC_ERROR_DRIFT_KIND or SGMCMC_ERROR_PRECONDITIONER_KIND for a rule of which a pilot says nothing, by what
//          keeps it from that; SGMCMC_ERROR_STEP_SIZE_NOT_FOUND where nothing is curved;
//          SGMCMC_ERROR_STEP_SIZE_NOT_USABLE for a step size that the precision cannot hold; SGMCMC_ERROR_WARM_UP_FAR
//          for a rule's chain that half-way stands where the posterior is nowhere concave, or where the gradient is
//          still ten times expected_gradient_norm: start where an optimiser has come, or burn in for longer, or take
//          batches of data_len / 32 where looks on the way do not see a datum that has most of the curvature;
//          SGMCMC_ERROR_WARM_UP_NOISE where noise could hide that and the whole burn-in would go less than a thousandth
//          of the way in the stiffest direction: take larger batches, a control variate, or give the pilot more pairs;
//          SGMCMC_ERROR_BATCH_KIND where the caller gives the batches; SGMCMC_ERROR_BATCH_LEN where the settings' batch_len
//          is neither 0 nor the chain's; those of sgmcmc_pilot_look_f32 and
//          sgmcmc_chain_step_f32.
// In/out: chain: the chain, which callbacks may not use meanwhile.
// Out: callback_code: the code of the callback that stopped the warm-up, on SGMCMC_ERROR_STOPPED only; may be NULL.
//      mem:           mem_size bytes, at least sgmcmc_pilot_size_f32, aligned to sgmcmc_align(), of any
//                     content, to work in.
// In:  step_count:    how many steps at the most.
//      settings:      of the pilot; may be NULL, for the defaults.
//      model:         the model.
enum sgmcmc_status sgmcmc_chain_warm_up_f32(struct sgmcmc_chain_f32 *chain,
                                            int32_t *callback_code,
                                            void *mem,
                                            size_t mem_size,
                                            uint64_t step_count,
                                            const struct sgmcmc_pilot_settings *settings,
                                            const struct sgmcmc_model_f32 *model);

// Looks at a chain after a step of a host's own loop, the same chain every time, at steps that grow. Norms are not known
// then, and neither is the heat of a rule without a velocity, or of SGMCMC_RULE_ABOBA and SGMCMC_RULE_BAOAB.
//
// Returns: SGMCMC_OK; SGMCMC_ERROR_HEALTH_CHAIN; SGMCMC_ERROR_NOT_BUILT. After an error nothing was taken in.
// In/out: health: the chain's health.
// In:     chain:  the chain.
enum sgmcmc_status sgmcmc_health_look_f32(const struct sgmcmc_chain_f32 *chain,
                                          struct sgmcmc_health *health);

// What is wrong with a run, and what to change: see sgmcmc_health_report and sgmcmc_health_text.
//
// Returns: SGMCMC_OK; SGMCMC_ERROR_HEALTH_CHAIN for another chain than the one that was looked at;
//          SGMCMC_ERROR_STRUCT_SIZE; SGMCMC_ERROR_NOT_BUILT.
// Out: report: struct_size bytes, with struct_size set by the caller.
// In:  chain:  the chain.
//      health: its health.
//      pilot:  of a pilot at the chain's place, which tells the gradient's noise from too large a step; may be NULL.
//      r_hat:  R-hat of several chains, as sgmcmc_r_hat or sgmcmc_convergence_f32 have it; NaN where it is not known.
enum sgmcmc_status sgmcmc_health_report_f32(const struct sgmcmc_chain_f32 *chain,
                                            struct sgmcmc_health_report *report,
                                            const struct sgmcmc_health *health,
                                            const struct sgmcmc_pilot_report *pilot,
                                            double r_hat);

// Bytes of memory that a chain with these settings and dim parameters needs.
//
// Returns: SGMCMC_OK; the status that names the setting outside its range; SGMCMC_ERROR_LENGTH_ZERO,
//          SGMCMC_ERROR_LENGTH_TOO_LARGE for dim.
// Out: size:     bytes, a multiple of sgmcmc_align(), as C11's aligned_alloc wants it.
// In:  settings: as for sgmcmc_chain_init_f64, which checks the same.
//      dim:      the number of parameters, at least 1.
enum sgmcmc_status sgmcmc_chain_size_f64(size_t *size,
                                         const struct sgmcmc_chain_settings *settings,
                                         size_t dim);

// Starts a chain at theta.
//
// Returns: SGMCMC_OK; the status that names the setting outside its range; SGMCMC_ERROR_MEMORY_TOO_SMALL,
//          SGMCMC_ERROR_MEMORY_MISALIGNED, SGMCMC_ERROR_THETA_NOT_FINITE, SGMCMC_ERROR_FLOAT_ENVIRONMENT.
// Out: chain:    the chain, which is mem itself.
//      mem:      mem_size bytes, at least sgmcmc_chain_size_f64, aligned to sgmcmc_align(); any content,
//                but not a chain that a call is using. It stays the caller's: there is nothing to free.
// In:  settings: not looked at after this call.
//      theta:    dim numbers, finite; copied.
enum sgmcmc_status sgmcmc_chain_init_f64(struct sgmcmc_chain_f64 **chain,
                                         void *mem,
                                         size_t mem_size,
                                         const struct sgmcmc_chain_settings *settings,
                                         const double *theta,
                                         size_t dim);

// Lets the chain go on from its theta under other settings, such as a sampler's after an optimiser's, in the same
// memory.
//
// Random numbers go on from where they are, so that none serves twice: seed and chain_index have no effect, though
// chain_index must be in range. All else begins anew: the rule's state, schedules, batches, counts and moments. After
// an error the chain is as it was.
//
// Returns: SGMCMC_OK; the status that names the setting outside its range; SGMCMC_ERROR_MEMORY_TOO_SMALL,
//          SGMCMC_ERROR_FLOAT_ENVIRONMENT.
// In/out: chain:    the chain.
// In:     mem_size: bytes of the chain's memory, at least the larger of sgmcmc_chain_size_f64 of the old settings and
//                   of the new. Afterwards the chain has the size of the new.
//         settings: as for sgmcmc_chain_init_f64.
enum sgmcmc_status sgmcmc_chain_hand_over_f64(struct sgmcmc_chain_f64 *chain,
                                              size_t mem_size,
                                              const struct sgmcmc_chain_settings *settings);

// Advances the chain by one step, or leaves every byte of it as it was.
//
// Returns: SGMCMC_OK; SGMCMC_ERROR_STOPPED when a callback returned a code of its own; SGMCMC_ERROR_IMPOSSIBLE;
//          SGMCMC_ERROR_LOG_LIKELIHOOD_NOT_FINITE, SGMCMC_ERROR_GRADIENT_NOT_FINITE,
//          SGMCMC_ERROR_LOG_PRIOR_NOT_FINITE, SGMCMC_ERROR_PRECONDITIONER_NOT_USABLE,
//          SGMCMC_ERROR_DIFFUSION_NOT_FINITE; SGMCMC_ERROR_STEP_SIZE_NOT_USABLE, SGMCMC_ERROR_TEMPERATURE_NOT_USABLE
//          when a schedule has come to what the precision cannot hold; SGMCMC_ERROR_GRADIENT_NOISE when noise
//          compensation would leave nothing to inject; SGMCMC_ERROR_MODEL_NOT_ASKED, until another step size is set;
//          SGMCMC_ERROR_CALLBACK_MISSING; SGMCMC_ERROR_BATCH_KIND for a batch where the chain draws its own, and for none
//          with SGMCMC_BATCH_CALLER; SGMCMC_ERROR_BATCH_INDEX.
// In/out: chain:         the chain.
// Out:    step:          what the step did: struct_size bytes, with struct_size set by the caller; may be NULL.
//         callback_code: the callback's code with SGMCMC_ERROR_STOPPED, else untouched; may be NULL.
// In:     batch:         batch_len indices, each below data_len, with SGMCMC_BATCH_CALLER; handed to the model as they
//                        are. Else NULL.
//         batch_len:     at least 1, or 0 where batch is NULL.
//         model:         the model.
enum sgmcmc_status sgmcmc_chain_step_f64(struct sgmcmc_chain_f64 *chain,
                                         struct sgmcmc_step *step,
                                         int32_t *callback_code,
                                         const uint32_t *batch,
                                         size_t batch_len,
                                         const struct sgmcmc_model_f64 *model);

// Steps step_count times, until that or an error stops it, and shows the options' functions what they are to see. The
// bits are the same whoever looks.
//
// Steps are counted from the chain's first, so that a run in pieces is looked at where a whole one is. Of a step whose
// draw is kept the observer sees the draw first; then health looks, and then progress.
//
// Returns: as sgmcmc_chain_step_f64; SGMCMC_ERROR_STOPPED_BY_OBSERVER when the observer or progress returned a code of
//          its own; SGMCMC_ERROR_PROGRESS_INTERVAL; SGMCMC_ERROR_HEALTH_CHAIN for the health of another chain, or of this
//          one at a later step; SGMCMC_ERROR_NOT_BUILT. Steps before a failing one stay done, and so does the step before
//          a look: sgmcmc_chain_statistics_f64 counts them.
// In/out: chain:         the chain.
// Out:    callback_code: the code of the callback, the observer or progress when one stopped the run, else untouched; may
//                        be NULL.
// In:     step_count:    how many steps; 0 does nothing.
//         model:         the model.
//         options:       who looks, and how often; may be NULL, for nobody. The health that they point to is written,
//                        and callbacks may not use it meanwhile.
enum sgmcmc_status sgmcmc_chain_run_f64(struct sgmcmc_chain_f64 *chain,
                                        int32_t *callback_code,
                                        uint64_t step_count,
                                        const struct sgmcmc_model_f64 *model,
                                        const struct sgmcmc_run_options_f64 *options);

// The number of parameters of a chain.
//
// Returns: SGMCMC_OK.
// Out: dim:   one number.
// In:  chain: the chain.
enum sgmcmc_status sgmcmc_chain_dim_f64(size_t *dim, const struct sgmcmc_chain_f64 *chain);

// The bytes of a chain, to copy or to save: what sgmcmc_chain_size_f64 says of its settings.
//
// Returns: SGMCMC_OK.
// Out: size:  bytes, of the chain's memory those in use.
// In:  chain: the chain.
enum sgmcmc_status sgmcmc_chain_live_size_f64(size_t *size, const struct sgmcmc_chain_f64 *chain);

// The instruction set that steps of this chain use here: a number of enum sgmcmc_simd. It follows from the library, the
// processor and simd_level of the settings; a chain that is moved to another machine takes what that one has.
//
// Returns: SGMCMC_OK.
// Out: level: one number; sgmcmc_simd_level_name has its name.
// In:  chain: the chain.
enum sgmcmc_status sgmcmc_chain_simd_level_f64(int32_t *level,
                                               const struct sgmcmc_chain_f64 *chain);

// Copies theta out.
//
// Returns: SGMCMC_OK; SGMCMC_ERROR_LENGTH_MISMATCH.
// Out: theta: dim numbers.
// In:  chain: the chain.
//      dim:   the chain's number of parameters.
enum sgmcmc_status sgmcmc_chain_theta_f64(const struct sgmcmc_chain_f64 *chain, double *theta, size_t dim);

// Copies theta out where the last trajectory of HMC began that diverged, in burn-in or after it: see divergence_count of
// sgmcmc_chain_statistics. NaN before there is one.
//
// Returns: SGMCMC_OK; SGMCMC_ERROR_LENGTH_MISMATCH.
// Out: theta: dim numbers.
// In:  chain: the chain.
//      dim:   the chain's number of parameters.
enum sgmcmc_status sgmcmc_chain_divergence_f64(const struct sgmcmc_chain_f64 *chain,
                                               double *theta,
                                               size_t dim);

// The mean and variance of every parameter over the kept draws. Before the first, means are 0 and variances NaN.
//
// Returns: SGMCMC_OK; SGMCMC_ERROR_LENGTH_MISMATCH; SGMCMC_ERROR_MOMENTS_KIND for moments that the settings did not
//          ask for; SGMCMC_ERROR_NOT_REPRESENTABLE where a variance, or the sum that it is the mean of, is too
//          large or too small for a double, as of deviations above 1e150 or below 1.5e-154.
// Out: mean:     dim doubles, whatever the precision of theta.
//      variance: dim doubles: sum of w (theta - mean)^2 over sum of w, with weights w of 1 or the step size.
// In:  chain:    the chain.
//      dim:      the chain's number of parameters.
//      moments:  SGMCMC_MOMENTS_PLAIN or SGMCMC_MOMENTS_WEIGHTED.
enum sgmcmc_status sgmcmc_chain_moments_f64(const struct sgmcmc_chain_f64 *chain,
                                            double *mean,
                                            double *variance,
                                            size_t dim,
                                            int32_t moments);

// The covariance that noise compensation takes the gradient's noise to have. Where the chain finds it, what it has found
// so far; zeros before that.
//
// Returns: SGMCMC_OK; SGMCMC_ERROR_NOISE_COMPENSATION for a chain without; SGMCMC_ERROR_LENGTH_MISMATCH.
// Out: covariance:     as settings.noise_covariance: variances, or the numbers of the matrix, row by row.
// In:  chain:          the chain.
//      covariance_len: dim for SGMCMC_NOISE_COMPENSATION_DIAGONAL, dim * dim for _DENSE.
enum sgmcmc_status sgmcmc_chain_noise_covariance_f64(const struct sgmcmc_chain_f64 *chain,
                                                     double *covariance,
                                                     size_t covariance_len);

// The largest step size at which noise compensation leaves something to inject, for the covariance as it stands, at the
// temperature of the last step; infinite where that covariance or the temperature is zero, NaN before the first step under
// a temperature of the host's. Larger ones are refused, when a step comes to them, with SGMCMC_ERROR_GRADIENT_NOISE.
//
// Returns: SGMCMC_OK; SGMCMC_ERROR_NOISE_COMPENSATION for a chain without.
// In/out: chain:     the chain, whose memory is worked in; it stays as it is.
// Out:    step_size: the step size.
enum sgmcmc_status sgmcmc_chain_compensation_limit_f64(struct sgmcmc_chain_f64 *chain,
                                                       double *step_size);

// Counts and rates so far.
//
// Returns: SGMCMC_OK; SGMCMC_ERROR_STRUCT_SIZE.
// Out: statistics: struct_size bytes, with struct_size set by the caller; fields that this library does not know are
//                  set to 0.
// In:  chain:      the chain.
enum sgmcmc_status sgmcmc_chain_statistics_f64(const struct sgmcmc_chain_f64 *chain,
                                               struct sgmcmc_chain_statistics *statistics);

// Changes the step size of the steps to come: the rule's, constant from here on, or the proposal's.
//
// Returns: SGMCMC_OK; SGMCMC_ERROR_STEP_SIZE, SGMCMC_ERROR_NOISE_SCALE, SGMCMC_ERROR_KICK, SGMCMC_ERROR_TEMPERATURE,
//          SGMCMC_ERROR_UNSTABLE.
// In/out: chain:     the chain.
// In:     step_size: positive and finite.
enum sgmcmc_status sgmcmc_chain_set_step_size_f64(struct sgmcmc_chain_f64 *chain,
                                                  double step_size);

// Tunes beta once, from the acceptance since the last time: for hosts that tune between runs. theta does not move; a
// look at forward proposals, up to 100 for every 5 per cent that beta shrinks, asks the model.
//
// Returns: as sgmcmc_chain_step_f64; SGMCMC_ERROR_TUNER for a chain without RSGLD proposals,
// SGMCMC_ERROR_BETA_MAX where beta_max is not finite and at least beta.
// In/out: chain:         the chain.
// Out:    callback_code: as for sgmcmc_chain_step_f64.
// In:     model:         the model.
enum sgmcmc_status sgmcmc_chain_tune_beta_f64(struct sgmcmc_chain_f64 *chain,
                                              int32_t *callback_code,
                                              const struct sgmcmc_model_f64 *model);

// How many numbers of state a rule has for dim parameters; 0 for SGLD.
//
// Returns: SGMCMC_OK; SGMCMC_ERROR_LENGTH_ZERO, SGMCMC_ERROR_LENGTH_TOO_LARGE for dim; the status of an unknown kind;
//          SGMCMC_ERROR_UNUSED_RULE_SETTING.
// Out: len:  one number.
// In:  rule: NULL for SGLD; the numbers that its kind uses are not looked at.
//      dim:  the number of parameters, at least 1.
enum sgmcmc_status sgmcmc_rule_state_len_f64(size_t *len,
                                             const struct sgmcmc_rule *rule,
                                             size_t dim);

// How many numbers the caller gives with every step: 2 dim for SGMCMC_RULE_RECIPE, drift and noise; 2 dim for
// SGMCMC_PRECONDITIONER_POSITION_DEPENDENT, the diagonal of P and Gamma; dim * dim + dim for
// SGMCMC_PRECONDITIONER_POSITION_DEPENDENT_DENSE, the rows of L and Gamma; 0 for all others.
//
// Returns: as sgmcmc_rule_state_len_f64.
// Out: len:  one number.
// In:  rule: NULL for SGLD; the numbers that its kind uses are not looked at.
//      dim:  the number of parameters, at least 1.
enum sgmcmc_status sgmcmc_rule_host_terms_len_f64(size_t *len, const struct sgmcmc_rule *rule, size_t dim);

// Fills a rule's state before the first step: thermostats, the caller's preconditioner, a velocity if one is drawn,
// and zeros.
//
// Returns: SGMCMC_OK; the status that names the field outside its range; SGMCMC_ERROR_LENGTH_MISMATCH,
//          SGMCMC_ERROR_STEP_SIZE, SGMCMC_ERROR_TEMPERATURE.
// In/out: rng:         the generator.
// Out:    state:       state_len numbers; may be NULL when that is 0.
// In:     state_len:   what sgmcmc_rule_state_len_f64 says.
//         rule:        NULL for SGLD. preconditioner_values are copied into the state.
//         dim:         the number of parameters, at least 1.
//         step_size:   of the first step, positive.
//         temperature: of the first step, at least 0.
enum sgmcmc_status sgmcmc_rule_start_f64(struct sgmcmc_rng *rng,
                                         double *state,
                                         size_t state_len,
                                         const struct sgmcmc_rule *rule,
                                         size_t dim,
                                         double step_size,
                                         double temperature);

// Replaces theta by where the rule wants the gradient of its next step: for SGMCMC_RULE_ABOBA, and SGMCMC_RULE_SGNHT
// with SGMCMC_SPLITTING_SYMMETRIC, theta + v/2, clamped to the finite numbers; for all others theta itself. Give it a
// copy of theta.
//
// Returns: SGMCMC_OK; SGMCMC_ERROR_LENGTH_MISMATCH; the status of an unknown kind.
// In/out: site:      dim numbers, a copy of theta.
// In:     state:     state_len numbers; may be NULL when that is 0.
//         rule:      NULL for SGLD.
enum sgmcmc_status sgmcmc_rule_move_to_site_f64(double *site,
                                                size_t dim,
                                                const double *state,
                                                size_t state_len,
                                                const struct sgmcmc_rule *rule);

// One step of a rule on the caller's vectors, with the bits of a chain's. The chain does more: minibatches, priors,
// schedules, estimators, moments.
//
// Returns: SGMCMC_OK; SGMCMC_ERROR_LENGTH_MISMATCH, SGMCMC_ERROR_STEP_SIZE, SGMCMC_ERROR_TEMPERATURE,
//          SGMCMC_ERROR_DATA_LEN, SGMCMC_ERROR_GRADIENT_NOT_FINITE, SGMCMC_ERROR_PRECONDITIONER_NOT_USABLE,
//          SGMCMC_ERROR_DIFFUSION_NOT_FINITE; the status that names the field outside its range.
// In/out: rng:         the generator.
// Out:    applied:     what the step did; may be NULL, which is faster.
// In/out: theta:       dim numbers, finite; that is not checked.
//         state:       state_len numbers, as sgmcmc_rule_start_f64 or the last step left them; may be NULL when
//                      state_len is 0.
// In:     gradient:    dim numbers: of the log posterior, summed over all data, where sgmcmc_rule_move_to_site_f64
//                      says.
//         host_terms:  host_terms_len numbers; may be NULL when that is 0.
//         host_terms_len:   what sgmcmc_rule_host_terms_len_f64 says.
//         rule:        NULL for SGLD. preconditioner_values are not looked at: the state holds them.
//         step_size:   positive.
//         temperature: at least 0; 1 samples the posterior, 0 draws no noise. SGMCMC_RULE_LATTICE: positive.
//         index:       how many steps were taken before.
//         data_len:    how many data the gradient is summed over, at least 1: for SGMCMC_GRADIENT_SCALE_MEAN.
enum sgmcmc_status sgmcmc_rule_step_f64(struct sgmcmc_rng *rng,
                                        struct sgmcmc_rule_applied *applied,
                                        double *theta,
                                        size_t dim,
                                        double *state,
                                        size_t state_len,
                                        const double *gradient,
                                        const double *host_terms,
                                        size_t host_terms_len,
                                        const struct sgmcmc_rule *rule,
                                        double step_size,
                                        double temperature,
                                        uint64_t index,
                                        uint32_t data_len);

// Fills an array with independent standard normals, the noise that a step of this length would take.
//
// Returns: SGMCMC_OK.
// In/out: rng: the generator.
// Out:    out: len numbers.
enum sgmcmc_status sgmcmc_rng_normals_f64(struct sgmcmc_rng *rng, double *out, size_t len);

// Fills an array with independent uniforms above 0 and at most 1.
//
// Returns: SGMCMC_OK.
// In/out: rng: the generator.
// Out:    out: len numbers.
enum sgmcmc_status sgmcmc_rng_uniforms_f64(struct sgmcmc_rng *rng, double *out, size_t len);

// A function of every number of an array, with the same bits on every machine, whatever its length. The header has
// sgmcmc_exp_f64, sgmcmc_ln_f64, sgmcmc_sin_f64 and sgmcmc_cos_f64 of one number, which call it.
//
// Returns: SGMCMC_OK; SGMCMC_ERROR_CHOICE; SGMCMC_ERROR_OVERLAP for arrays that overlap and are not one.
// Out: out:   len numbers; may be x.
// In:  x:     len numbers.
//      which: enum sgmcmc_function.
enum sgmcmc_status sgmcmc_map_f64(double *out,
                                  const double *x,
                                  size_t len,
                                  int32_t which);

// The 64-bit FNV-1a hash of an array's bits, least significant byte first on every machine, to compare chains with.
//
// Returns: SGMCMC_OK.
// Out: fingerprint: one number.
// In:  x:           len numbers.
enum sgmcmc_status sgmcmc_fingerprint_f64(uint64_t *fingerprint,
                                          const double *x,
                                          size_t len);

// The share of parameters that a spike-and-slab prior keeps: those with |theta| at or above sgmcmc_keep_threshold.
//
// Returns: SGMCMC_OK.
// Out: ratio:           one number, from 0 to 1.
// In:  theta:           len numbers.
//      slab_weight:     as in sgmcmc_chain_settings.
//      slab_deviation:  as in sgmcmc_chain_settings.
//      spike_deviation: as in sgmcmc_chain_settings.
enum sgmcmc_status sgmcmc_kept_ratio_f64(double *ratio,
                                         const double *theta,
                                         size_t len,
                                         double slab_weight,
                                         double slab_deviation,
                                         double spike_deviation);

// Bytes that sgmcmc_chain_save_f64 writes: always the same for equal settings.
//
// Returns: SGMCMC_OK.
// Out: size:  bytes.
// In:  chain: the chain.
enum sgmcmc_status sgmcmc_chain_save_size_f64(size_t *size, const struct sgmcmc_chain_f64 *chain);

// Writes a checkpoint: bytes from which sgmcmc_chain_restore_f64 makes the chain again, in this library or in another
// that knows the format, on any machine.
//
// All that steps depend on is there but the settings, of which there is a digest, the data, and what callbacks keep for
// themselves. The bytes are little-endian and the same on every target and in every build, and end with a checksum
// over them, which finds damage and is no signature. Equal chains are equal bytes. A file that is to survive a power
// cut is written beside the old one, synchronised, and renamed onto it.
//
// Returns: SGMCMC_OK; SGMCMC_ERROR_MEMORY_TOO_SMALL.
// Out: bytes:      what sgmcmc_chain_save_size_f64 says, at any address; those beyond stay as they are.
// In:  chain:      the chain.
//      bytes_size: how many there is room for.
enum sgmcmc_status sgmcmc_chain_save_f64(const struct sgmcmc_chain_f64 *chain,
                                         void *bytes,
                                         size_t bytes_size);

// Makes the chain of a checkpoint again, which goes on as if nothing had come between: the same bits, counts and
// moments.
//
// The settings are those with which the chain was made, or handed over to last, and all that steps depend on must be
// equal: seed and chain_index have no effect, though chain_index must be in range, since the generators go on from
// where they are. A centre that was left to the chain is where it was, and a step size that was set while the chain
// ran is set again. Nothing is written unless all is well.
//
// Returns: as sgmcmc_chain_init_f64; SGMCMC_ERROR_NOT_CHECKPOINT, SGMCMC_ERROR_CHECKPOINT_VERSION,
//          SGMCMC_ERROR_CHECKPOINT_LENGTH, SGMCMC_ERROR_CHECKPOINT_DAMAGED, SGMCMC_ERROR_CHECKPOINT_PRECISION,
//          SGMCMC_ERROR_CHECKPOINT_DIM, SGMCMC_ERROR_CHECKPOINT_SETTINGS, SGMCMC_ERROR_CHECKPOINT_CONTENTS.
// Out: chain:      the chain, which is mem itself.
//      mem:        as for sgmcmc_chain_init_f64.
// In:  settings:   as for sgmcmc_chain_init_f64.
//      dim:        the number of parameters.
//      bytes:      bytes_size bytes at any address, as many as were saved; none are a truncated checkpoint.
enum sgmcmc_status sgmcmc_chain_restore_f64(struct sgmcmc_chain_f64 **chain,
                                            void *mem,
                                            size_t mem_size,
                                            const struct sgmcmc_chain_settings *settings,
                                            size_t dim,
                                            const void *bytes,
                                            size_t bytes_size);

// Takes a draw into estimates: theta, or any numbers that the host makes of it.
//
// Returns: SGMCMC_OK; SGMCMC_ERROR_LENGTH_MISMATCH; SGMCMC_ERROR_NOT_FINITE; SGMCMC_ERROR_WEIGHT. After an error the
//          estimates are as they were.
// In/out: estimates: the estimates.
// In:     values:    len numbers, finite, as many as the estimates are of.
//         weight:    what the draw counts, from 1e-100 to 1e100; 1 where all count the same.
enum sgmcmc_status sgmcmc_estimates_push_f64(struct sgmcmc_estimates *estimates,
                                             const double *values,
                                             size_t len,
                                             double weight);

// An observer that takes theta of every kept draw into estimates: give it to sgmcmc_chain_run_f64, with the estimates
// as its user pointer. What a draw counts is sgmcmc_estimate_settings.weights.
//
// Returns: 0; the status of a refusal, as for sgmcmc_estimates_push_f64, which stops the run.
// In/out: estimates: the estimates, a sgmcmc_estimates.
// In:     draw:      the draw.
int32_t sgmcmc_estimates_observe_f64(void *estimates,
                                     const struct sgmcmc_draw_f64 *draw);

// Whether stored chains agree, and how many independent draws they are worth, in one number of their draws: see
// sgmcmc_convergence. The time is that of sorts and Fourier transforms, however long the draws stay correlated. NaN below
// four draws a chain, and r_hat for what does not vary.
//
// Returns: SGMCMC_OK; SGMCMC_ERROR_NOT_FINITE for any draw; SGMCMC_ERROR_LENGTH_TOO_LARGE unless column is below dim;
//          SGMCMC_ERROR_MEMORY_TOO_SMALL.
// Out: convergence: struct_size bytes, with struct_size set by the caller.
//      mem:         mem_size bytes, at least sgmcmc_convergence_size, aligned to 64; any content, and another
//                   afterwards.
// In:  draws:       chain_count times draw_count times dim numbers: all rows of the first chain, then of the second.
//      chain_count: at least 1.
//      draw_count:  of each chain, at least 1.
//      dim:         how many numbers a row has, at least 1.
//      column:      which of them is asked about, from 0.
enum sgmcmc_status sgmcmc_convergence_f64(struct sgmcmc_convergence *convergence,
                                          void *mem,
                                          size_t mem_size,
                                          const double *draws,
                                          size_t chain_count,
                                          size_t draw_count,
                                          size_t dim,
                                          size_t column);

// The sum over all pairs of two blocks of draws from which the kernel Stein discrepancy comes: how far draws are from a
// target of which only the gradient is known. With the score s(x) at a draw, and u = c^2 + |x - y|^2,
//
//     s(x).s(y) / u^(1/2) - (s(y) - s(x)).(x - y) / u^(3/2) + dim / u^(3/2) - 3 |x - y|^2 / u^(5/2)
//
// The discrepancy of N draws is the root of the sum over all their pairs, over N. It falls with N for a sampler that is
// right and stays for one that is not. Pairs may be summed in blocks; blocks of different draws count twice. c = 1
// suits draws whose deviations are about 1: scale others, and their scores by the inverse.
//
// Returns: SGMCMC_OK; SGMCMC_ERROR_NOT_FINITE; SGMCMC_ERROR_KERNEL_SCALE.
// Out: sum:      one number.
// In:  x:        x_count rows of dim numbers.
//      x_scores: as many: the gradient of the log target at each row, over all data and with the prior's.
//      y:        y_count rows, which may be x.
//      y_scores: their gradients.
//      c:        the kernel's scale, positive, its square a normal number.
enum sgmcmc_status sgmcmc_stein_sum_f64(double *sum,
                                        const double *x,
                                        const double *x_scores,
                                        size_t x_count,
                                        const double *y,
                                        const double *y_scores,
                                        size_t y_count,
                                        size_t dim,
                                        double c);

// Shows a reservoir the next row, which is copied to its place when it is due.
//
// Returns: SGMCMC_OK; SGMCMC_ERROR_LENGTH_MISMATCH for a row of another length; SGMCMC_ERROR_MEMORY_TOO_SMALL for room
//          for fewer than two rows, or than are kept.
// In/out: reservoir: the reservoir.
//         rows:      rows_len numbers: the buffer, the same in every call; the first rows are those that are kept.
// In:     row:       dim numbers.
enum sgmcmc_status sgmcmc_reservoir_push_f64(struct sgmcmc_reservoir *reservoir,
                                             double *rows,
                                             size_t rows_len,
                                             const double *row,
                                             size_t dim);

// Bytes of memory that a pilot of this chain works in: about ten vectors of doubles and three like theta, and dim^2
// doubles for a covariance.
//
// Returns: SGMCMC_OK; SGMCMC_ERROR_PAIR_COUNT, SGMCMC_ERROR_PRODUCT_COUNT, SGMCMC_ERROR_DIFFERENCE,
//          SGMCMC_ERROR_INFLATION, SGMCMC_ERROR_FLAG; SGMCMC_ERROR_COVARIANCE_DIM; SGMCMC_ERROR_BATCH_LEN above
//          data_len; SGMCMC_ERROR_BATCH_KIND where neither the chain nor these settings say what it is.
// Out: size:     bytes.
// In:  chain:    the chain.
//      settings: may be NULL, for the defaults.
enum sgmcmc_status sgmcmc_pilot_size_f64(const struct sgmcmc_chain_f64 *chain,
                                         size_t *size,
                                         const struct sgmcmc_pilot_settings *settings);

// Looks at the model at theta, or where the chain stands, without moving the chain. Equal settings and an equal chain
// give equal reports, to the last bit.
//
// Returns: SGMCMC_OK; those of sgmcmc_pilot_size_f64; SGMCMC_ERROR_MEMORY_TOO_SMALL, SGMCMC_ERROR_MEMORY_MISALIGNED;
//          SGMCMC_ERROR_LENGTH_MISMATCH for dim, SGMCMC_ERROR_THETA_NOT_FINITE; SGMCMC_ERROR_NOT_ESTIMATED for a
//          covariance that the settings did not ask for; what a step could give: SGMCMC_ERROR_STOPPED when a callback
//          returned a code of its own, SGMCMC_ERROR_IMPOSSIBLE where the model is at theta,
//          SGMCMC_ERROR_LOG_LIKELIHOOD_NOT_FINITE, SGMCMC_ERROR_GRADIENT_NOT_FINITE,
//          SGMCMC_ERROR_LOG_PRIOR_NOT_FINITE, SGMCMC_ERROR_CALLBACK_MISSING, though not for a step size.
// In/out: chain: the chain, which callbacks may not use meanwhile; every byte of it is afterwards as it was.
// Out: report:        what was measured and follows; its struct_size is set by the caller.
//      callback_code: the code of the callback that stopped the pilot, on SGMCMC_ERROR_STOPPED only; may be NULL.
//      variance:      dim numbers, the variance over batches of each coordinate of the gradient of the log posterior;
//                     NaN for the random walk, which asks for no gradients; may be NULL.
//      covariance:    dim times dim numbers, by rows, the same with the covariances, where the settings ask for them;
//                     may be NULL.
//      mem:           mem_size bytes, at least sgmcmc_pilot_size_f64, aligned to sgmcmc_align(), of any
//                     content, to work in.
// In:  theta:         dim numbers, finite, or NULL for the chain's own.
//      dim:           the chain's number of parameters.
//      settings:      may be NULL, for the defaults.
//      model:         the model.
enum sgmcmc_status sgmcmc_pilot_look_f64(struct sgmcmc_chain_f64 *chain,
                                         struct sgmcmc_pilot_report *report,
                                         int32_t *callback_code,
                                         double *variance,
                                         double *covariance,
                                         void *mem,
                                         size_t mem_size,
                                         const double *theta,
                                         size_t dim,
                                         const struct sgmcmc_pilot_settings *settings,
                                         const struct sgmcmc_model_f64 *model);

// Runs the chain to the end of its burn-in, or step_count steps of it if those are fewer, and finds what its settings
// leave open; does nothing once the burn-in is over. Before the first step and half-way a pilot looks at the model
// where the chain stands, at what the steps themselves do not go on to tune. From it come a rule's step size
// where step_size_schedule is a callback, which is not asked and may be missing; refresh_len with tune_refresh_len = 1;
// and with tune_step_size = 1 the first step_size where that is 0. The last two the steps tune further, with
// tune_step_size = 1. A step size that the settings say stays.
//
// For a rule's step size there is also a look before every sixteenth of the burn-in in its first half, of at most 32
// pairs and 8 products: as long as the gradient is more than three times expected_gradient_norm, and more than noise
// explains, the step size is what the curvature there and the gradient's noise allow a descent. With a fixed centre it
// is the pilot's. What is found half-way stays. By default the looks take some 14 400 batches in all, of a lattice
// walk three times that and more, most of them the first and the last: pair_count and product_count say how many.
// Where no step size keeps the tolerated inflation (SGMCMC_FINDING_NO_STEP_SIZE, of SGNHT by Euler's splitting at its
// default friction already) the warm-up goes on all the same, with the pilot's step_size, and answers SGMCMC_OK: a
// look of the pilot says it.
//
// A warm-up in pieces has the bits of a whole one, with checkpoints in between, too. Steps done before an error stay
// done. The next call goes on from there, and looks first if a look is due before that step; a run does not look, and
// after one past half-way whatever step size the chain has stays. What was found is in the statistics: step_size,
// refresh_len, beta.
//
// Returns: SGMCMC_OK; SGMCMC_ERROR_WARM_UP_BURN_IN where burn_in is 0; SGMCMC_ERROR_RULE_KIND,
//          SGMCMC_ERROR_DRIFT_KIND or SGMCMC_ERROR_PRECONDITIONER_KIND for a rule of which a pilot says nothing, by what
//          keeps it from that; SGMCMC_ERROR_STEP_SIZE_NOT_FOUND where nothing is curved;
//          SGMCMC_ERROR_STEP_SIZE_NOT_USABLE for a step size that the precision cannot hold; SGMCMC_ERROR_WARM_UP_FAR
//          for a rule's chain that half-way stands where the posterior is nowhere concave, or where the gradient is
//          still ten times expected_gradient_norm: start where an optimiser has come, or burn in for longer, or take
//          batches of data_len / 32 where looks on the way do not see a datum that has most of the curvature;
//          SGMCMC_ERROR_WARM_UP_NOISE where noise could hide that and the whole burn-in would go less than a thousandth
//          of the way in the stiffest direction: take larger batches, a control variate, or give the pilot more pairs;
//          SGMCMC_ERROR_BATCH_KIND where the caller gives the batches; SGMCMC_ERROR_BATCH_LEN where the settings' batch_len
//          is neither 0 nor the chain's; those of sgmcmc_pilot_look_f64 and
//          sgmcmc_chain_step_f64.
// In/out: chain: the chain, which callbacks may not use meanwhile.
// Out: callback_code: the code of the callback that stopped the warm-up, on SGMCMC_ERROR_STOPPED only; may be NULL.
//      mem:           mem_size bytes, at least sgmcmc_pilot_size_f64, aligned to sgmcmc_align(), of any
//                     content, to work in.
// In:  step_count:    how many steps at the most.
//      settings:      of the pilot; may be NULL, for the defaults.
//      model:         the model.
enum sgmcmc_status sgmcmc_chain_warm_up_f64(struct sgmcmc_chain_f64 *chain,
                                            int32_t *callback_code,
                                            void *mem,
                                            size_t mem_size,
                                            uint64_t step_count,
                                            const struct sgmcmc_pilot_settings *settings,
                                            const struct sgmcmc_model_f64 *model);

// Looks at a chain after a step of a host's own loop, the same chain every time, at steps that grow. Norms are not known
// then, and neither is the heat of a rule without a velocity, or of SGMCMC_RULE_ABOBA and SGMCMC_RULE_BAOAB.
//
// Returns: SGMCMC_OK; SGMCMC_ERROR_HEALTH_CHAIN; SGMCMC_ERROR_NOT_BUILT. After an error nothing was taken in.
// In/out: health: the chain's health.
// In:     chain:  the chain.
enum sgmcmc_status sgmcmc_health_look_f64(const struct sgmcmc_chain_f64 *chain,
                                          struct sgmcmc_health *health);

// What is wrong with a run, and what to change: see sgmcmc_health_report and sgmcmc_health_text.
//
// Returns: SGMCMC_OK; SGMCMC_ERROR_HEALTH_CHAIN for another chain than the one that was looked at;
//          SGMCMC_ERROR_STRUCT_SIZE; SGMCMC_ERROR_NOT_BUILT.
// Out: report: struct_size bytes, with struct_size set by the caller.
// In:  chain:  the chain.
//      health: its health.
//      pilot:  of a pilot at the chain's place, which tells the gradient's noise from too large a step; may be NULL.
//      r_hat:  R-hat of several chains, as sgmcmc_r_hat or sgmcmc_convergence_f64 have it; NaN where it is not known.
enum sgmcmc_status sgmcmc_health_report_f64(const struct sgmcmc_chain_f64 *chain,
                                            struct sgmcmc_health_report *report,
                                            const struct sgmcmc_health *health,
                                            const struct sgmcmc_pilot_report *pilot,
                                            double r_hat);

// Elementary functions of one number, with the same bits on every machine.
static inline float sgmcmc_exp_f32(float x)
{
    sgmcmc_map_f32(&x, &x, 1, SGMCMC_FUNCTION_EXP);
    return x;
}
static inline float sgmcmc_ln_f32(float x)
{
    sgmcmc_map_f32(&x, &x, 1, SGMCMC_FUNCTION_LN);
    return x;
}
static inline float sgmcmc_sin_f32(float x)
{
    sgmcmc_map_f32(&x, &x, 1, SGMCMC_FUNCTION_SIN);
    return x;
}
static inline float sgmcmc_cos_f32(float x)
{
    sgmcmc_map_f32(&x, &x, 1, SGMCMC_FUNCTION_COS);
    return x;
}
static inline double sgmcmc_exp_f64(double x)
{
    sgmcmc_map_f64(&x, &x, 1, SGMCMC_FUNCTION_EXP);
    return x;
}
static inline double sgmcmc_ln_f64(double x)
{
    sgmcmc_map_f64(&x, &x, 1, SGMCMC_FUNCTION_LN);
    return x;
}
static inline double sgmcmc_sin_f64(double x)
{
    sgmcmc_map_f64(&x, &x, 1, SGMCMC_FUNCTION_SIN);
    return x;
}
static inline double sgmcmc_cos_f64(double x)
{
    sgmcmc_map_f64(&x, &x, 1, SGMCMC_FUNCTION_COS);
    return x;
}

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* SGMCMC_H */
