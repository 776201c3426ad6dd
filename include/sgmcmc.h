/*
 * sgmcmc: stochastic-gradient MCMC and minibatch Metropolis-Hastings over caller-owned memory.
 *
 * Made by cbindgen from the sources in ffi/; edit those.
 *
 * Parameters are the numbers that are sampled, theta, as many as dim. Data are n = data_len things that the host knows
 * by their indices; a minibatch is m = batch_len of them. The host's model gives the mean log-likelihood over a
 * minibatch and its gradient in theta; see sgmcmc_log_likelihood_f32. Everything climbs the log posterior. In formulas,
 * xi is a vector of independent standard normals, and g the mean gradient over the minibatch.
 *
 * Conventions
 *
 * - Order of arguments: the object, outputs, what is both, inputs, a callback, its user pointer. A length follows its
 *   pointer; arrays of one length share it. In a callback, the user pointer comes first. _len counts elements, _size
 *   bytes.
 * - Functions and types ending in _f32 are for float, those in _f64 for double; they do the same otherwise.
 * - A fallible function returns a sgmcmc_status, 0 for success; sgmcmc_status_message has its text. Docs name the
 *   statuses of their own; any function may return those of its pointers and lengths: SGMCMC_ERROR_NULL_POINTER,
 *   SGMCMC_ERROR_LENGTH_ZERO, SGMCMC_ERROR_LENGTH_TOO_LARGE, SGMCMC_ERROR_OVERLAP, SGMCMC_ERROR_MEMORY_MISALIGNED,
 *   SGMCMC_ERROR_NOT_INITIALIZED, SGMCMC_ERROR_STRUCT_SIZE, SGMCMC_ERROR_STRUCT_TOO_NEW; in a callback also
 *   SGMCMC_ERROR_IN_USE.
 * - Outputs are written on success only. The one exception is callback_code, which says with which code a callback
 *   stopped the chain.
 * - A pointer is required unless its docs say that it may be NULL. Arrays have at least one element and are aligned
 *   for their type. What a function writes must not overlap anything else that it is given.
 * - Enums are passed as int32_t, so that a number outside the enum is refused instead of undefined.
 *
 * Memory
 *
 * - Objects live in memory that the caller brings: ask for _size, which is a multiple of _align, and for _align, then
 *   _init. There is nothing to free. The library allocates nothing, keeps no pointer of the caller's after a call, and
 *   has no global state.
 * - An object's bytes may be copied or moved, to memory aligned as before, while no call uses it; the copy continues
 *   with the same bits. Another build of the library need not understand them.
 * - One object, one thread at a time. Different objects know nothing of each other.
 *
 * Structs that grow
 *
 * - A struct with a leading struct_size may get more fields, at its end only. The library reads and writes struct_size
 *   bytes: fields that a caller does not know take their defaults; fields that the library does not know are refused
 *   with SGMCMC_ERROR_STRUCT_TOO_NEW unless they are zero, and so is every struct_size above 4096. A struct_size that is
 *   no multiple of the struct's alignment is SGMCMC_ERROR_STRUCT_SIZE.
 *
 * Callbacks
 *
 * - Every callback gets the user pointer that was given with it. It must return: no longjmp, no C++ exception across
 *   it.
 * - A callback must not use the chain that calls it: SGMCMC_ERROR_IN_USE, from every function that takes the chain, and
 *   nothing happens. Other objects may be used. Only a function that makes an object cannot tell, since it takes memory
 *   of any content: _init over that chain's memory is undefined, as is writing to what else the outer call was given.
 * - Generators call nobody back, so that SGMCMC_ERROR_IN_USE is about chains only.
 *
 * Promises
 *
 * - The same settings and the same callback results give the same theta, bit for bit, on every machine. A callback is
 *   as reproducible as its own arithmetic: use sgmcmc_exp_f64 and its siblings, and compile with -ffp-contract=off.
 * - A step happens whole or not at all: after an error, every byte of the object is as it was before the step.
 */


#ifndef SGMCMC_H
#define SGMCMC_H

#include <stddef.h>
#include <stdint.h>

/* The version of this header; sgmcmc_version_number() has the library's. */
#define SGMCMC_VERSION_MAJOR 0
#define SGMCMC_VERSION_MINOR 1
#define SGMCMC_VERSION_PATCH 0
#define SGMCMC_VERSION_NUMBER \
    (SGMCMC_VERSION_MAJOR * 1000000 + SGMCMC_VERSION_MINOR * 1000 + SGMCMC_VERSION_PATCH)

// The version of the ABI: what an application built against one header may expect of another library.
#define SGMCMC_ABI_VERSION 1

// How many chains one seed serves: chain_index is below this.
#define SGMCMC_CHAIN_COUNT_MAX 65536

// What a call answers. The numbers never change their meaning; a later library may have more of them.
//
// 1 to 99: arguments. 100 to 199: settings. 200 to 299: what happened in a step. From 300: stops.
typedef enum sgmcmc_status {
    // Done.
    SGMCMC_OK = 0,
    // A required pointer is NULL.
    SGMCMC_ERROR_NULL_POINTER = 1,
    // A vector has no elements.
    SGMCMC_ERROR_LENGTH_ZERO = 2,
    // Two vectors that belong together differ in length.
    SGMCMC_ERROR_LENGTH_MISMATCH = 3,
    // Two buffers share memory.
    SGMCMC_ERROR_OVERLAP = 4,
    // The caller's memory is smaller than the size that was asked for.
    SGMCMC_ERROR_MEMORY_TOO_SMALL = 5,
    // The caller's memory starts at the wrong address.
    SGMCMC_ERROR_MEMORY_MISALIGNED = 6,
    // The memory holds no object of this kind.
    SGMCMC_ERROR_NOT_INITIALIZED = 7,
    // A struct's struct_size is zero or too small to hold itself.
    SGMCMC_ERROR_STRUCT_SIZE = 8,
    // A struct is longer than this library knows, and the unknown part is not zero.
    SGMCMC_ERROR_STRUCT_TOO_NEW = 9,
    // A length or index does not fit.
    SGMCMC_ERROR_LENGTH_TOO_LARGE = 10,
    // theta is not finite.
    SGMCMC_ERROR_THETA_NOT_FINITE = 11,
    // A callback is missing that the settings need.
    SGMCMC_ERROR_CALLBACK_MISSING = 12,
    // A batch index is not below data_len.
    SGMCMC_ERROR_BATCH_INDEX = 13,
    // A callback used the object whose call it is in.
    SGMCMC_ERROR_IN_USE = 14,
    // data_len is zero.
    SGMCMC_ERROR_DATA_LEN = 100,
    // batch_len is zero or exceeds data_len.
    SGMCMC_ERROR_BATCH_LEN = 101,
    // Unknown kind of batch.
    SGMCMC_ERROR_BATCH_KIND = 102,
    // Unknown sampler.
    SGMCMC_ERROR_SAMPLER_KIND = 103,
    // Unknown prior.
    SGMCMC_ERROR_PRIOR_KIND = 104,
    // The prior's mean is not finite.
    SGMCMC_ERROR_PRIOR_MEAN = 105,
    // The prior's precision is not positive and finite.
    SGMCMC_ERROR_PRIOR_PRECISION = 106,
    // Unknown kind of moments.
    SGMCMC_ERROR_MOMENTS_KIND = 107,
    // chain_index is beyond the last chain of a seed.
    SGMCMC_ERROR_CHAIN_INDEX = 108,
    // thinning is zero.
    SGMCMC_ERROR_THINNING = 109,
    // Unknown schedule.
    SGMCMC_ERROR_SCHEDULE_KIND = 110,
    // A step size is not positive and finite.
    SGMCMC_ERROR_STEP_SIZE = 111,
    // The polynomial schedule's offset is not positive and finite.
    SGMCMC_ERROR_SCHEDULE_OFFSET = 112,
    // The polynomial schedule's exponent is outside (0.5, 1].
    SGMCMC_ERROR_SCHEDULE_EXPONENT = 113,
    // The temperature is negative or not finite.
    SGMCMC_ERROR_TEMPERATURE = 114,
    // A Langevin step would overshoot the Gaussian prior ever further.
    SGMCMC_ERROR_UNSTABLE = 115,
    // Unknown proposal.
    SGMCMC_ERROR_PROPOSAL_KIND = 120,
    // Unknown density.
    SGMCMC_ERROR_DENSITY_KIND = 121,
    // Unknown scaling of sigma.
    SGMCMC_ERROR_NOISE_KIND = 122,
    // sigma is not positive and finite.
    SGMCMC_ERROR_NOISE_SCALE = 123,
    // likelihood_scale is not positive and finite.
    SGMCMC_ERROR_LIKELIHOOD_SCALE = 124,
    // beta is below 1 or not finite.
    SGMCMC_ERROR_BETA = 125,
    // The cap on beta is below beta or not finite.
    SGMCMC_ERROR_BETA_MAX = 126,
    // refresh_len exceeds the batch or what lies outside it.
    SGMCMC_ERROR_REFRESH_LEN = 127,
    // The target acceptance rate is outside (0, 1).
    SGMCMC_ERROR_TARGET_ACCEPTANCE = 128,
    // A flag is neither 0 nor 1.
    SGMCMC_ERROR_FLAG = 129,
    // The tuner does not fit the proposal.
    SGMCMC_ERROR_TUNER = 130,
    // The log-likelihood is NaN or infinite where a number is needed.
    SGMCMC_ERROR_LOG_LIKELIHOOD_NOT_FINITE = 200,
    // The gradient has a NaN, an infinity, or a number too large to be scaled by n.
    SGMCMC_ERROR_GRADIENT_NOT_FINITE = 201,
    // The log prior is NaN or infinite where a number is needed.
    SGMCMC_ERROR_LOG_PRIOR_NOT_FINITE = 202,
    // The model cannot be evaluated at theta, so a Langevin step has nowhere to go.
    SGMCMC_ERROR_IMPOSSIBLE = 203,
    // A function of the caller's gave a step size that cannot be used.
    SGMCMC_ERROR_STEP_SIZE_NOT_USABLE = 204,
    // A callback stopped the chain; its code is handed back unchanged.
    SGMCMC_ERROR_STOPPED = 300,
    // The observer stopped the run; the draw it saw was kept.
    SGMCMC_ERROR_STOPPED_BY_OBSERVER = 301,
} sgmcmc_status;

// Instruction sets that the library can be compiled for. All give the same bits.
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

// What moves theta: sgmcmc_chain_settings.sampler.
typedef enum sgmcmc_sampler {
    // Stochastic gradient Langevin dynamics; at temperature 0, stochastic gradient ascent.
    SGMCMC_SAMPLER_SGLD = 0,
    // Minibatch Metropolis-Hastings with batch tempering.
    SGMCMC_SAMPLER_METROPOLIS_HASTINGS = 1,
} sgmcmc_sampler;

// How a step's minibatch is drawn: sgmcmc_chain_settings.batch.
typedef enum sgmcmc_batch {
    // A uniform subset of batch_len data, its indices ascending.
    SGMCMC_BATCH_WITHOUT_REPLACEMENT = 0,
    // batch_len independent uniform indices.
    SGMCMC_BATCH_WITH_REPLACEMENT = 1,
    // The next batch_len of a pseudo-random permutation that changes every epoch; an epoch's last batch may be
    // shorter.
    SGMCMC_BATCH_EPOCHS = 2,
    // All data; batch_len is not looked at.
    SGMCMC_BATCH_ALL = 3,
    // The indices given to sgmcmc_chain_step_with_batch; batch_len is not looked at.
    SGMCMC_BATCH_CALLER = 4,
} sgmcmc_batch;

// The step sizes of SGLD: sgmcmc_chain_settings.schedule.
typedef enum sgmcmc_schedule {
    // step_size.
    SGMCMC_SCHEDULE_CONSTANT = 0,
    // step_size * (schedule_offset + k)^(-schedule_exponent) for step k, counted from 0.
    SGMCMC_SCHEDULE_POLYNOMIAL = 1,
} sgmcmc_schedule;

// Where a Metropolis-Hastings chain's next theta comes from: sgmcmc_chain_settings.proposal.
typedef enum sgmcmc_proposal {
    // theta + step_size xi; needs no gradient.
    SGMCMC_PROPOSAL_RANDOM_WALK = 0,
    // theta + step_size g + sigma xi, with g the mean gradient over the batch.
    SGMCMC_PROPOSAL_SGLD = 1,
    // With equal chance theta + step_size g + sigma xi or theta - step_size g + beta sigma xi.
    SGMCMC_PROPOSAL_RSGLD = 2,
} sgmcmc_proposal;

// The density of the RSGLD proposal in the acceptance ratio: sgmcmc_chain_settings.density.
typedef enum sgmcmc_density {
    // The mixture's density: exact.
    SGMCMC_DENSITY_NORMALIZED = 0,
    // Without the factor beta^(-dim), as published. It does not keep the target: an optimiser's rule, for published
    // tables.
    SGMCMC_DENSITY_UNNORMALIZED = 1,
} sgmcmc_density;

// The scale sigma of a gradient proposal's noise: sgmcmc_chain_settings.noise.
typedef enum sgmcmc_noise {
    // sqrt(2 step_size) / data_len, as published: an optimiser's choice.
    SGMCMC_NOISE_PUBLISHED = 0,
    // sqrt(2 step_size / likelihood_scale), for sampling.
    SGMCMC_NOISE_LANGEVIN = 1,
    // noise_scale.
    SGMCMC_NOISE_CUSTOM = 2,
} sgmcmc_noise;

// The prior: sgmcmc_chain_settings.prior.
typedef enum sgmcmc_prior {
    // Constant.
    SGMCMC_PRIOR_FLAT = 0,
    // Every parameter normal with prior_mean and variance 1 / prior_precision.
    SGMCMC_PRIOR_GAUSSIAN = 1,
    // The model's log_prior.
    SGMCMC_PRIOR_CALLBACK = 2,
} sgmcmc_prior;

// Which running means and variances a chain keeps: sgmcmc_chain_settings.moments.
typedef enum sgmcmc_moments {
    // None.
    SGMCMC_MOMENTS_NONE = 0,
    // Every kept draw counts the same.
    SGMCMC_MOMENTS_PLAIN = 1,
    // A kept draw counts by its step size, which a decreasing schedule needs.
    SGMCMC_MOMENTS_WEIGHTED = 2,
    // Both.
    SGMCMC_MOMENTS_BOTH = 3,
} sgmcmc_moments;

// A chain of f32 numbers, in caller memory. Its bytes may be copied or moved to other aligned memory as long as
// no call is using it; the copy goes on with the same bits.
typedef struct sgmcmc_chain_f32 sgmcmc_chain_f32;

// A chain of f64 numbers, in caller memory. Its bytes may be copied or moved to other aligned memory as long as
// no call is using it; the copy goes on with the same bits.
typedef struct sgmcmc_chain_f64 sgmcmc_chain_f64;

// The random number generators of one chain, in caller memory: one for vectors of noise, one for choices.
typedef struct sgmcmc_rng sgmcmc_rng;

// Everything that decides a chain's draws, with its data and its start. Call sgmcmc_chain_settings_init first, then
// set data_len, batch_len, step_size and what should differ from the defaults.
//
// Every enum and flag is checked, used or not. An enum is an int32_t so that any number can be told from a known one.
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
    // SGMCMC_BATCH_ALL or SGMCMC_BATCH_CALLER.
    uint32_t batch_len;
    // Passes over all data come in pieces of at most this many. Default 0: in one call, without indices.
    uint32_t chunk_len;
    // What moves theta: enum sgmcmc_sampler. Default SGMCMC_SAMPLER_SGLD.
    int32_t sampler;
    // The prior: enum sgmcmc_prior. Default SGMCMC_PRIOR_FLAT.
    int32_t prior;
    // Which running means and variances are kept: enum sgmcmc_moments. Default SGMCMC_MOMENTS_NONE.
    int32_t moments;
    // The Gaussian prior's mean, finite. Default 0.
    double prior_mean;
    // The Gaussian prior's precision, one over its variance, positive. Default 1.
    double prior_precision;
    // Steps before the first draw is kept. Default 0.
    uint64_t burn_in;
    // Every how many steps a draw is kept after that, from 1. Default 1.
    uint64_t thinning;
    // SGLD: the step sizes: enum sgmcmc_schedule. Default SGMCMC_SCHEDULE_CONSTANT.
    int32_t schedule;
    // Positive. SGLD: eta, on the gradient of the log posterior summed over all data, or the schedule's factor.
    // Metropolis-Hastings: epsilon, on the mean gradient, or the random walk's step. No default: must be set.
    double step_size;
    // SGLD, polynomial schedule: the offset, positive. Default 1.
    double schedule_offset;
    // SGLD, polynomial schedule: the exponent, above 0.5 and at most 1. Default 0.55.
    double schedule_exponent;
    // SGLD: samples the posterior to the power 1 / temperature; at 0 no noise is drawn. Default 1.
    double temperature;
    // Metropolis-Hastings: enum sgmcmc_proposal. Default SGMCMC_PROPOSAL_RSGLD.
    int32_t proposal;
    // RSGLD: enum sgmcmc_density. Default SGMCMC_DENSITY_NORMALIZED.
    int32_t density;
    // SGLD and RSGLD proposals: the scale of their noise: enum sgmcmc_noise. Default SGMCMC_NOISE_PUBLISHED.
    int32_t noise;
    // SGLD and RSGLD proposals: 1 lets them follow the prior's gradient too. Default 0, as published.
    int32_t proposal_uses_prior;
    // The scale of the noise for SGMCMC_NOISE_CUSTOM, positive. No default.
    double noise_scale;
    // c_n, positive: the chain samples the posterior to the power c_n / n. A little below sqrt(batch_len) in low
    // dimension, about batch_len for networks, data_len for classical Metropolis-Hastings on all data. No default:
    // must be set for Metropolis-Hastings.
    double likelihood_scale;
    // RSGLD: how much wider the noise of a backward move is, at least 1. Default 1.
    double beta;
    // How many indices of the batch a proposal replaces, at most batch_len and data_len - batch_len; small ones keep
    // acceptance up in high dimension. Default 0: all of the batch, drawn afresh.
    uint32_t refresh_len;
    // RSGLD: 1 tunes beta every tune_interval steps, for as long as the chain runs. Default 0. A chain whose proposal
    // follows its own past is not exactly a chain on the target: to sample, tune in a first run and start the second
    // one with the beta that it found.
    int32_t tune_beta;
    // The tuner's cap, at least beta. Default 1000.
    double beta_max;
    // Steps between the tuner's looks. Default 0: one epoch, data_len / batch_len rounded up.
    uint64_t tune_interval;
    // Random walk: 1 tunes step_size during burn-in. Default 0.
    int32_t tune_step_size;
    // Random walk: the acceptance rate that the tuner aims at, between 0 and 1. Default 0.3.
    double target_acceptance;
} sgmcmc_chain_settings;

// A host's log-likelihood: the mean of log p(x_i | theta) over a batch, and its mean gradient.
//
// Returns: 0 when all is well; 1 when the model cannot be evaluated at theta: a Metropolis-Hastings proposal is
//          rejected, an SGLD step refused; any other number stops the chain and is handed back.
// Out: value:     one number. -infinity is the same as returning 1; NaN and +infinity are refused.
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

// The model whose posterior is sampled. Only read during a call, so that it need not outlive it.
typedef struct sgmcmc_model_f32 {
    // sizeof(sgmcmc_model_f32).
    size_t struct_size;
    // Must be set.
    sgmcmc_log_likelihood_f32 log_likelihood;
    // Needed under SGMCMC_PRIOR_CALLBACK; else NULL or not, it is not called.
    sgmcmc_log_prior_f32 log_prior;
    // Handed to both callbacks as it is; may be NULL.
    void *user;
} sgmcmc_model_f32;

// A kept draw, as an observer sees it. A later library may append fields.
typedef struct sgmcmc_draw_f32 {
    // The step that made the draw, counted from 0.
    uint64_t step;
    // theta after the step: dim numbers, valid until the observer returns.
    const float *theta;
    // The number of parameters.
    size_t dim;
    // The mean log-likelihood over the step's batch: at theta for Metropolis-Hastings; for SGLD where the gradient
    // was taken, one step before theta.
    double log_likelihood;
    // The step size of the step.
    double step_size;
    // The Euclidean norm of the drift that the step applied, or proposed.
    double drift_norm;
    // The Euclidean norm of the noise that the step applied, or proposed.
    double noise_norm;
    // 1 when a proposal was accepted, 0 when theta stayed; always 1 for SGLD.
    int32_t accepted;
} sgmcmc_draw_f32;

// Looks at every kept draw of a run, after the step that made it is complete. The chain itself is in use until the run
// returns: what an observer may know is in the draw.
//
// Returns: 0 to go on; any other number stops the run, with the chain at this very draw, and is handed back.
// In: user: the observer's user pointer.
//     draw: valid until the observer returns.
typedef int32_t (*sgmcmc_observer_f32)(void *user, const struct sgmcmc_draw_f32 *draw);

// Counts and rates of a chain so far, filled by sgmcmc_chain_statistics_f32 and _f64.
typedef struct sgmcmc_chain_statistics {
    // sizeof(sgmcmc_chain_statistics), set by the caller; only that many bytes are written.
    size_t struct_size;
    // Steps done.
    uint64_t step_count;
    // Draws kept: after burn-in, and due by the thinning.
    uint64_t kept_count;
    // The mean log-likelihood over the last batch, at the theta where it was evaluated; NaN before the first step.
    double log_likelihood;
    // The step size of SGLD's last step, or of the next proposal.
    double step_size;
    // beta of the RSGLD proposal; 1 for others.
    double beta;
    // sigma of the next forward proposal; 0 for SGLD.
    double noise_scale;
    // Accepted proposals; 0 for SGLD, which proposes nothing.
    uint64_t accepted_count;
    // Proposals that went up the gradient; all of them but for RSGLD.
    uint64_t forward_count;
    // How many of those were accepted.
    uint64_t forward_accepted_count;
    // Proposals that went down the gradient.
    uint64_t backward_count;
    // How many of those were accepted.
    uint64_t backward_accepted_count;
    // Proposals rejected because theta was not finite there, or the model impossible.
    uint64_t nonfinite_count;
    // The mean acceptance probability; NaN before the first proposal.
    double mean_acceptance;
    // 1 when the tuner has met its cap on beta, which says that the step size is too large; else 0.
    int32_t beta_capped;
} sgmcmc_chain_statistics;

// A host's log-likelihood: the mean of log p(x_i | theta) over a batch, and its mean gradient.
//
// Returns: 0 when all is well; 1 when the model cannot be evaluated at theta: a Metropolis-Hastings proposal is
//          rejected, an SGLD step refused; any other number stops the chain and is handed back.
// Out: value:     one number. -infinity is the same as returning 1; NaN and +infinity are refused.
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

// The model whose posterior is sampled. Only read during a call, so that it need not outlive it.
typedef struct sgmcmc_model_f64 {
    // sizeof(sgmcmc_model_f64).
    size_t struct_size;
    // Must be set.
    sgmcmc_log_likelihood_f64 log_likelihood;
    // Needed under SGMCMC_PRIOR_CALLBACK; else NULL or not, it is not called.
    sgmcmc_log_prior_f64 log_prior;
    // Handed to both callbacks as it is; may be NULL.
    void *user;
} sgmcmc_model_f64;

// A kept draw, as an observer sees it. A later library may append fields.
typedef struct sgmcmc_draw_f64 {
    // The step that made the draw, counted from 0.
    uint64_t step;
    // theta after the step: dim numbers, valid until the observer returns.
    const double *theta;
    // The number of parameters.
    size_t dim;
    // The mean log-likelihood over the step's batch: at theta for Metropolis-Hastings; for SGLD where the gradient
    // was taken, one step before theta.
    double log_likelihood;
    // The step size of the step.
    double step_size;
    // The Euclidean norm of the drift that the step applied, or proposed.
    double drift_norm;
    // The Euclidean norm of the noise that the step applied, or proposed.
    double noise_norm;
    // 1 when a proposal was accepted, 0 when theta stayed; always 1 for SGLD.
    int32_t accepted;
} sgmcmc_draw_f64;

// Looks at every kept draw of a run, after the step that made it is complete. The chain itself is in use until the run
// returns: what an observer may know is in the draw.
//
// Returns: 0 to go on; any other number stops the run, with the chain at this very draw, and is handed back.
// In: user: the observer's user pointer.
//     draw: valid until the observer returns.
typedef int32_t (*sgmcmc_observer_f64)(void *user, const struct sgmcmc_draw_f64 *draw);

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

// The version of the library that runs, as major * 1000000 + minor * 1000 + patch.
//
// Compare it with SGMCMC_VERSION_NUMBER, the version of the header.
uint32_t sgmcmc_version_number(void);

// SGMCMC_ABI_VERSION of the library that runs.
uint32_t sgmcmc_abi_version(void);

// SGMCMC_CHAIN_COUNT_MAX of the library that runs.
uint32_t sgmcmc_chain_count_max(void);

// The instruction set that the library was compiled for: a number of enum sgmcmc_simd.
int32_t sgmcmc_simd_level(void);

// The name of an instruction set, such as "AVX2".
//
// Returns: a string that lives as long as the library; never NULL, also for numbers that are no level.
const char *sgmcmc_simd_level_name(int32_t level);

// One English sentence for a status, that names the argument or setting and what it must be.
//
// Returns: a string that lives as long as the library; never NULL, also for numbers that are no status.
const char *sgmcmc_status_message(int32_t status);

// Sets every field to its default, and struct_size.
//
// Returns: SGMCMC_OK; SGMCMC_ERROR_STRUCT_SIZE when struct_size is nothing that sizeof gives.
// Out: settings:    struct_size bytes; fields that this library does not know are set to 0.
// In:  struct_size: sizeof(sgmcmc_chain_settings).
enum sgmcmc_status sgmcmc_chain_settings_init(struct sgmcmc_chain_settings *settings, size_t struct_size);

// Bytes of memory that a generator needs, a multiple of sgmcmc_rng_align().
size_t sgmcmc_rng_size(void);

// The alignment in bytes of a generator's memory.
size_t sgmcmc_rng_align(void);

// Makes a generator: the one that chain number chain_index of this seed draws from.
//
// Returns: SGMCMC_OK; SGMCMC_ERROR_MEMORY_TOO_SMALL, SGMCMC_ERROR_MEMORY_MISALIGNED, SGMCMC_ERROR_CHAIN_INDEX.
// Out: rng:         the generator, which is mem itself.
//      mem:         mem_size bytes, at least sgmcmc_rng_size(), aligned to sgmcmc_rng_align(); stays the caller's.
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

// Bytes of memory that a chain with these settings and dim parameters needs.
//
// Returns: SGMCMC_OK; the status that names the setting outside its range; SGMCMC_ERROR_LENGTH_ZERO,
//          SGMCMC_ERROR_LENGTH_TOO_LARGE for dim.
// Out: size:     bytes, a multiple of sgmcmc_chain_align_f32(), as C11's aligned_alloc wants it.
// In:  settings: as for sgmcmc_chain_init_f32, which checks the same.
//      dim:      the number of parameters, at least 1.
enum sgmcmc_status sgmcmc_chain_size_f32(size_t *size,
                                         const struct sgmcmc_chain_settings *settings,
                                         size_t dim);

// The alignment in bytes of a chain's memory: 64.
size_t sgmcmc_chain_align_f32(void);

// Starts a chain at theta.
//
// Returns: SGMCMC_OK; the status that names the setting outside its range; SGMCMC_ERROR_MEMORY_TOO_SMALL,
//          SGMCMC_ERROR_MEMORY_MISALIGNED, SGMCMC_ERROR_THETA_NOT_FINITE.
// Out: chain:    the chain, which is mem itself.
//      mem:      mem_size bytes, at least sgmcmc_chain_size_f32, aligned to sgmcmc_chain_align_f32(); any content,
//                but not a chain that a call is using. It stays the caller's: there is nothing to free.
// In:  settings: not looked at after this call.
//      theta:    dim numbers, finite; copied.
enum sgmcmc_status sgmcmc_chain_init_f32(struct sgmcmc_chain_f32 **chain,
                                         void *mem,
                                         size_t mem_size,
                                         const struct sgmcmc_chain_settings *settings,
                                         const float *theta,
                                         size_t dim);

// Advances the chain by one step, or leaves every byte of it as it was.
//
// Returns: SGMCMC_OK; SGMCMC_ERROR_STOPPED when a callback returned a code of its own; SGMCMC_ERROR_IMPOSSIBLE;
//          SGMCMC_ERROR_LOG_LIKELIHOOD_NOT_FINITE, SGMCMC_ERROR_GRADIENT_NOT_FINITE,
//          SGMCMC_ERROR_LOG_PRIOR_NOT_FINITE; SGMCMC_ERROR_STEP_SIZE_NOT_USABLE when a polynomial schedule has become
//          too small for the precision; SGMCMC_ERROR_CALLBACK_MISSING; SGMCMC_ERROR_BATCH_KIND for a chain that wants
//          the caller's batches.
// In/out: chain:         the chain.
// Out:    callback_code: the callback's code with SGMCMC_ERROR_STOPPED, else untouched; may be NULL.
// In:     model:         the model.
enum sgmcmc_status sgmcmc_chain_step_f32(struct sgmcmc_chain_f32 *chain,
                                         int32_t *callback_code,
                                         const struct sgmcmc_model_f32 *model);

// The same with the caller's minibatch, for a chain with SGMCMC_BATCH_CALLER.
//
// Returns: as sgmcmc_chain_step_f32; SGMCMC_ERROR_BATCH_INDEX; SGMCMC_ERROR_BATCH_KIND for a chain that draws its own
//          batches.
// In/out: chain:         the chain.
// Out:    callback_code: as for sgmcmc_chain_step_f32.
// In:     batch:         batch_len indices, each below data_len; handed to the model as they are.
//         batch_len:     at least 1.
//         model:         the model.
enum sgmcmc_status sgmcmc_chain_step_with_batch_f32(struct sgmcmc_chain_f32 *chain,
                                                    int32_t *callback_code,
                                                    const uint32_t *batch,
                                                    size_t batch_len,
                                                    const struct sgmcmc_model_f32 *model);

// Steps step_count times and shows the kept draws to the observer, until that or an error stops it.
//
// Returns: as sgmcmc_chain_step_f32; SGMCMC_ERROR_STOPPED_BY_OBSERVER when the observer returned a code of its own.
//          Steps before a failing one stay done: sgmcmc_chain_statistics_f32 counts them.
// In/out: chain:         the chain.
// Out:    callback_code: the callback's or the observer's code when one stopped the run, else untouched; may be NULL.
// In:     step_count:    how many steps; 0 does nothing.
//         model:         the model.
//         observer:      called after each kept step; may be NULL.
//         observer_user: handed to the observer as it is; may be NULL.
enum sgmcmc_status sgmcmc_chain_run_f32(struct sgmcmc_chain_f32 *chain,
                                        int32_t *callback_code,
                                        uint64_t step_count,
                                        const struct sgmcmc_model_f32 *model,
                                        sgmcmc_observer_f32 observer,
                                        void *observer_user);

// Copies theta out.
//
// Returns: SGMCMC_OK; SGMCMC_ERROR_LENGTH_MISMATCH.
// Out: theta: dim numbers.
// In:  chain: the chain.
//      dim:   the chain's number of parameters.
enum sgmcmc_status sgmcmc_chain_theta_f32(const struct sgmcmc_chain_f32 *chain, float *theta, size_t dim);

// The mean and variance of every parameter over the kept draws. Before the first, means are 0 and variances NaN.
//
// Returns: SGMCMC_OK; SGMCMC_ERROR_LENGTH_MISMATCH; SGMCMC_ERROR_MOMENTS_KIND for moments that the settings did not
//          ask for.
// Out: mean:     dim numbers.
//      variance: dim numbers: sum of w (theta - mean)^2 over sum of w, with weights w of 1 or the step size.
// In:  chain:    the chain.
//      dim:      the chain's number of parameters.
//      moments:  SGMCMC_MOMENTS_PLAIN or SGMCMC_MOMENTS_WEIGHTED.
enum sgmcmc_status sgmcmc_chain_moments_f32(const struct sgmcmc_chain_f32 *chain,
                                            double *mean,
                                            double *variance,
                                            size_t dim,
                                            int32_t moments);

// Counts and rates so far.
//
// Returns: SGMCMC_OK; SGMCMC_ERROR_STRUCT_SIZE.
// Out: statistics: struct_size bytes, with struct_size set by the caller; fields that this library does not know are
//                  set to 0.
// In:  chain:      the chain.
enum sgmcmc_status sgmcmc_chain_statistics_f32(const struct sgmcmc_chain_f32 *chain,
                                               struct sgmcmc_chain_statistics *statistics);

// Changes the step size of the steps to come: SGLD's, constant from here on, or the proposal's.
//
// Returns: SGMCMC_OK; SGMCMC_ERROR_STEP_SIZE, SGMCMC_ERROR_NOISE_SCALE, SGMCMC_ERROR_TEMPERATURE,
//          SGMCMC_ERROR_UNSTABLE.
// In/out: chain:     the chain.
// In:     step_size: positive and finite.
enum sgmcmc_status sgmcmc_chain_set_step_size_f32(struct sgmcmc_chain_f32 *chain, double step_size);

// Tunes beta once, from the acceptance since the last time: for hosts that tune between runs. theta does not move; a
// look at forward proposals, up to 100 for every 5 per cent that beta shrinks, asks the model.
//
// Returns: as sgmcmc_chain_step_f32; SGMCMC_ERROR_TUNER for a chain without RSGLD proposals.
// In/out: chain:         the chain.
// Out:    callback_code: as for sgmcmc_chain_step_f32.
// In:     model:         the model.
enum sgmcmc_status sgmcmc_chain_tune_beta_f32(struct sgmcmc_chain_f32 *chain,
                                              int32_t *callback_code,
                                              const struct sgmcmc_model_f32 *model);

// Fills an array with independent standard normals, the noise that an SGLD step of this length would take.
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

// One SGLD step: theta = theta + step_size gradient + sqrt(2 step_size temperature) xi, xi standard normal.
//
// Returns: SGMCMC_OK; SGMCMC_ERROR_LENGTH_MISMATCH, SGMCMC_ERROR_STEP_SIZE, SGMCMC_ERROR_TEMPERATURE,
//          SGMCMC_ERROR_GRADIENT_NOT_FINITE.
// In/out: rng:          the generator.
//         theta:        theta_len numbers, finite; that is not checked.
// In:     gradient:     of the log posterior, summed over all data.
//         gradient_len: equal to theta_len.
//         step_size:    positive.
//         temperature:  at least 0; 1 samples the posterior, 0 draws no noise.
enum sgmcmc_status sgmcmc_sgld_step_f32(struct sgmcmc_rng *rng,
                                        float *theta,
                                        size_t theta_len,
                                        const float *gradient,
                                        size_t gradient_len,
                                        double step_size,
                                        double temperature);

// The exponential, with the same bits on every machine.
float sgmcmc_exp_f32(float x);

// sgmcmc_exp_f32 of every number of an array, with the same bits.
//
// Returns: SGMCMC_OK; SGMCMC_ERROR_OVERLAP for arrays that overlap and are not one.
// Out: out: len numbers; may be x.
// In:  x:   len numbers.
enum sgmcmc_status sgmcmc_exp_array_f32(float *out, const float *x, size_t len);

// The natural logarithm, with the same bits on every machine.
float sgmcmc_ln_f32(float x);

// sgmcmc_ln_f32 of every number of an array, with the same bits.
//
// Returns: SGMCMC_OK; SGMCMC_ERROR_OVERLAP for arrays that overlap and are not one.
// Out: out: len numbers; may be x.
// In:  x:   len numbers.
enum sgmcmc_status sgmcmc_ln_array_f32(float *out, const float *x, size_t len);

// The sine of an angle in radians, with the same bits on every machine.
float sgmcmc_sin_f32(float x);

// sgmcmc_sin_f32 of every number of an array, with the same bits.
//
// Returns: SGMCMC_OK; SGMCMC_ERROR_OVERLAP for arrays that overlap and are not one.
// Out: out: len numbers; may be x.
// In:  x:   len numbers.
enum sgmcmc_status sgmcmc_sin_array_f32(float *out, const float *x, size_t len);

// The cosine of an angle in radians, with the same bits on every machine.
float sgmcmc_cos_f32(float x);

// sgmcmc_cos_f32 of every number of an array, with the same bits.
//
// Returns: SGMCMC_OK; SGMCMC_ERROR_OVERLAP for arrays that overlap and are not one.
// Out: out: len numbers; may be x.
// In:  x:   len numbers.
enum sgmcmc_status sgmcmc_cos_array_f32(float *out, const float *x, size_t len);

// The 64-bit FNV-1a hash of an array's bits, least significant byte first on every machine, to compare chains with.
//
// Returns: SGMCMC_OK.
// Out: fingerprint: one number.
// In:  x:           len numbers.
enum sgmcmc_status sgmcmc_fingerprint_f32(uint64_t *fingerprint,
                                          const float *x,
                                          size_t len);

// Bytes of memory that a chain with these settings and dim parameters needs.
//
// Returns: SGMCMC_OK; the status that names the setting outside its range; SGMCMC_ERROR_LENGTH_ZERO,
//          SGMCMC_ERROR_LENGTH_TOO_LARGE for dim.
// Out: size:     bytes, a multiple of sgmcmc_chain_align_f64(), as C11's aligned_alloc wants it.
// In:  settings: as for sgmcmc_chain_init_f64, which checks the same.
//      dim:      the number of parameters, at least 1.
enum sgmcmc_status sgmcmc_chain_size_f64(size_t *size,
                                         const struct sgmcmc_chain_settings *settings,
                                         size_t dim);

// The alignment in bytes of a chain's memory: 64.
size_t sgmcmc_chain_align_f64(void);

// Starts a chain at theta.
//
// Returns: SGMCMC_OK; the status that names the setting outside its range; SGMCMC_ERROR_MEMORY_TOO_SMALL,
//          SGMCMC_ERROR_MEMORY_MISALIGNED, SGMCMC_ERROR_THETA_NOT_FINITE.
// Out: chain:    the chain, which is mem itself.
//      mem:      mem_size bytes, at least sgmcmc_chain_size_f64, aligned to sgmcmc_chain_align_f64(); any content,
//                but not a chain that a call is using. It stays the caller's: there is nothing to free.
// In:  settings: not looked at after this call.
//      theta:    dim numbers, finite; copied.
enum sgmcmc_status sgmcmc_chain_init_f64(struct sgmcmc_chain_f64 **chain,
                                         void *mem,
                                         size_t mem_size,
                                         const struct sgmcmc_chain_settings *settings,
                                         const double *theta,
                                         size_t dim);

// Advances the chain by one step, or leaves every byte of it as it was.
//
// Returns: SGMCMC_OK; SGMCMC_ERROR_STOPPED when a callback returned a code of its own; SGMCMC_ERROR_IMPOSSIBLE;
//          SGMCMC_ERROR_LOG_LIKELIHOOD_NOT_FINITE, SGMCMC_ERROR_GRADIENT_NOT_FINITE,
//          SGMCMC_ERROR_LOG_PRIOR_NOT_FINITE; SGMCMC_ERROR_STEP_SIZE_NOT_USABLE when a polynomial schedule has become
//          too small for the precision; SGMCMC_ERROR_CALLBACK_MISSING; SGMCMC_ERROR_BATCH_KIND for a chain that wants
//          the caller's batches.
// In/out: chain:         the chain.
// Out:    callback_code: the callback's code with SGMCMC_ERROR_STOPPED, else untouched; may be NULL.
// In:     model:         the model.
enum sgmcmc_status sgmcmc_chain_step_f64(struct sgmcmc_chain_f64 *chain,
                                         int32_t *callback_code,
                                         const struct sgmcmc_model_f64 *model);

// The same with the caller's minibatch, for a chain with SGMCMC_BATCH_CALLER.
//
// Returns: as sgmcmc_chain_step_f64; SGMCMC_ERROR_BATCH_INDEX; SGMCMC_ERROR_BATCH_KIND for a chain that draws its own
//          batches.
// In/out: chain:         the chain.
// Out:    callback_code: as for sgmcmc_chain_step_f64.
// In:     batch:         batch_len indices, each below data_len; handed to the model as they are.
//         batch_len:     at least 1.
//         model:         the model.
enum sgmcmc_status sgmcmc_chain_step_with_batch_f64(struct sgmcmc_chain_f64 *chain,
                                                    int32_t *callback_code,
                                                    const uint32_t *batch,
                                                    size_t batch_len,
                                                    const struct sgmcmc_model_f64 *model);

// Steps step_count times and shows the kept draws to the observer, until that or an error stops it.
//
// Returns: as sgmcmc_chain_step_f64; SGMCMC_ERROR_STOPPED_BY_OBSERVER when the observer returned a code of its own.
//          Steps before a failing one stay done: sgmcmc_chain_statistics_f64 counts them.
// In/out: chain:         the chain.
// Out:    callback_code: the callback's or the observer's code when one stopped the run, else untouched; may be NULL.
// In:     step_count:    how many steps; 0 does nothing.
//         model:         the model.
//         observer:      called after each kept step; may be NULL.
//         observer_user: handed to the observer as it is; may be NULL.
enum sgmcmc_status sgmcmc_chain_run_f64(struct sgmcmc_chain_f64 *chain,
                                        int32_t *callback_code,
                                        uint64_t step_count,
                                        const struct sgmcmc_model_f64 *model,
                                        sgmcmc_observer_f64 observer,
                                        void *observer_user);

// Copies theta out.
//
// Returns: SGMCMC_OK; SGMCMC_ERROR_LENGTH_MISMATCH.
// Out: theta: dim numbers.
// In:  chain: the chain.
//      dim:   the chain's number of parameters.
enum sgmcmc_status sgmcmc_chain_theta_f64(const struct sgmcmc_chain_f64 *chain, double *theta, size_t dim);

// The mean and variance of every parameter over the kept draws. Before the first, means are 0 and variances NaN.
//
// Returns: SGMCMC_OK; SGMCMC_ERROR_LENGTH_MISMATCH; SGMCMC_ERROR_MOMENTS_KIND for moments that the settings did not
//          ask for.
// Out: mean:     dim numbers.
//      variance: dim numbers: sum of w (theta - mean)^2 over sum of w, with weights w of 1 or the step size.
// In:  chain:    the chain.
//      dim:      the chain's number of parameters.
//      moments:  SGMCMC_MOMENTS_PLAIN or SGMCMC_MOMENTS_WEIGHTED.
enum sgmcmc_status sgmcmc_chain_moments_f64(const struct sgmcmc_chain_f64 *chain,
                                            double *mean,
                                            double *variance,
                                            size_t dim,
                                            int32_t moments);

// Counts and rates so far.
//
// Returns: SGMCMC_OK; SGMCMC_ERROR_STRUCT_SIZE.
// Out: statistics: struct_size bytes, with struct_size set by the caller; fields that this library does not know are
//                  set to 0.
// In:  chain:      the chain.
enum sgmcmc_status sgmcmc_chain_statistics_f64(const struct sgmcmc_chain_f64 *chain,
                                               struct sgmcmc_chain_statistics *statistics);

// Changes the step size of the steps to come: SGLD's, constant from here on, or the proposal's.
//
// Returns: SGMCMC_OK; SGMCMC_ERROR_STEP_SIZE, SGMCMC_ERROR_NOISE_SCALE, SGMCMC_ERROR_TEMPERATURE,
//          SGMCMC_ERROR_UNSTABLE.
// In/out: chain:     the chain.
// In:     step_size: positive and finite.
enum sgmcmc_status sgmcmc_chain_set_step_size_f64(struct sgmcmc_chain_f64 *chain, double step_size);

// Tunes beta once, from the acceptance since the last time: for hosts that tune between runs. theta does not move; a
// look at forward proposals, up to 100 for every 5 per cent that beta shrinks, asks the model.
//
// Returns: as sgmcmc_chain_step_f64; SGMCMC_ERROR_TUNER for a chain without RSGLD proposals.
// In/out: chain:         the chain.
// Out:    callback_code: as for sgmcmc_chain_step_f64.
// In:     model:         the model.
enum sgmcmc_status sgmcmc_chain_tune_beta_f64(struct sgmcmc_chain_f64 *chain,
                                              int32_t *callback_code,
                                              const struct sgmcmc_model_f64 *model);

// Fills an array with independent standard normals, the noise that an SGLD step of this length would take.
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

// One SGLD step: theta = theta + step_size gradient + sqrt(2 step_size temperature) xi, xi standard normal.
//
// Returns: SGMCMC_OK; SGMCMC_ERROR_LENGTH_MISMATCH, SGMCMC_ERROR_STEP_SIZE, SGMCMC_ERROR_TEMPERATURE,
//          SGMCMC_ERROR_GRADIENT_NOT_FINITE.
// In/out: rng:          the generator.
//         theta:        theta_len numbers, finite; that is not checked.
// In:     gradient:     of the log posterior, summed over all data.
//         gradient_len: equal to theta_len.
//         step_size:    positive.
//         temperature:  at least 0; 1 samples the posterior, 0 draws no noise.
enum sgmcmc_status sgmcmc_sgld_step_f64(struct sgmcmc_rng *rng,
                                        double *theta,
                                        size_t theta_len,
                                        const double *gradient,
                                        size_t gradient_len,
                                        double step_size,
                                        double temperature);

// The exponential, with the same bits on every machine.
double sgmcmc_exp_f64(double x);

// sgmcmc_exp_f64 of every number of an array, with the same bits.
//
// Returns: SGMCMC_OK; SGMCMC_ERROR_OVERLAP for arrays that overlap and are not one.
// Out: out: len numbers; may be x.
// In:  x:   len numbers.
enum sgmcmc_status sgmcmc_exp_array_f64(double *out, const double *x, size_t len);

// The natural logarithm, with the same bits on every machine.
double sgmcmc_ln_f64(double x);

// sgmcmc_ln_f64 of every number of an array, with the same bits.
//
// Returns: SGMCMC_OK; SGMCMC_ERROR_OVERLAP for arrays that overlap and are not one.
// Out: out: len numbers; may be x.
// In:  x:   len numbers.
enum sgmcmc_status sgmcmc_ln_array_f64(double *out, const double *x, size_t len);

// The sine of an angle in radians, with the same bits on every machine.
double sgmcmc_sin_f64(double x);

// sgmcmc_sin_f64 of every number of an array, with the same bits.
//
// Returns: SGMCMC_OK; SGMCMC_ERROR_OVERLAP for arrays that overlap and are not one.
// Out: out: len numbers; may be x.
// In:  x:   len numbers.
enum sgmcmc_status sgmcmc_sin_array_f64(double *out, const double *x, size_t len);

// The cosine of an angle in radians, with the same bits on every machine.
double sgmcmc_cos_f64(double x);

// sgmcmc_cos_f64 of every number of an array, with the same bits.
//
// Returns: SGMCMC_OK; SGMCMC_ERROR_OVERLAP for arrays that overlap and are not one.
// Out: out: len numbers; may be x.
// In:  x:   len numbers.
enum sgmcmc_status sgmcmc_cos_array_f64(double *out, const double *x, size_t len);

// The 64-bit FNV-1a hash of an array's bits, least significant byte first on every machine, to compare chains with.
//
// Returns: SGMCMC_OK.
// Out: fingerprint: one number.
// In:  x:           len numbers.
enum sgmcmc_status sgmcmc_fingerprint_f64(uint64_t *fingerprint,
                                          const double *x,
                                          size_t len);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* SGMCMC_H */
