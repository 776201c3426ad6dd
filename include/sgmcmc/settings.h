// sgmcmc: the settings of a chain, and as text.

#ifndef SGMCMC_SETTINGS_H
#define SGMCMC_SETTINGS_H
#include "library.h"
#include "kinds.h"
#include "rule.h"

#ifdef __cplusplus
extern "C" {
#endif

// How a step's minibatch is drawn.
typedef struct sgmcmc_batch {
    int32_t kind; // enum sgmcmc_batch_kind. Default _WITHOUT_REPLACEMENT.
    // _WITHOUT_REPLACEMENT, _WITH_REPLACEMENT, _EPOCHS: m, how many data a minibatch has, from 1 to data_len.
    // SGMCMC_BATCH_WITHOUT_REPLACEMENT with data_len is SGMCMC_BATCH_ALL: the model then gets NULL for the batch. No
    // default.
    uint32_t len;
    uint64_t reserved2[2];
} sgmcmc_batch;

// What is taken off a rule's noise to make up for the noise of minibatches: as much as C says, the covariance over
// batches of the gradient of the log posterior, summed over all data. More is in docs/src/equations.md.
typedef struct sgmcmc_noise_compensation {
    int32_t kind; // enum sgmcmc_noise_compensation_kind. Default _NONE.
    int32_t reserved;
    // _DIAGONAL, _DENSE: The covariance over minibatches of the gradient of the log posterior, summed over all data:
    // dim variances for a diagonal one, dim * dim numbers, symmetric, for a dense one, of at most 64 parameters,
    // without blocks. NULL: found in burn-in's second half, not with BATCH_CALLER or SAGA. Default NULL.
    const double *covariance;
    uint64_t reserved2[2];
} sgmcmc_noise_compensation;

// The scale sigma of a gradient proposal's noise.
typedef struct sgmcmc_noise {
    int32_t kind; // enum sgmcmc_noise_kind. Default _LANGEVIN.
    int32_t reserved;
    double sigma; // _CUSTOM: The scale of the noise, positive. No default.
    uint64_t reserved2[2];
} sgmcmc_noise;

// Where the next theta of a Metropolis-Hastings chain comes from: the proposal q(theta -> theta').
typedef struct sgmcmc_proposal {
    int32_t kind; // enum sgmcmc_proposal_kind. Default _RSGLD.
    int32_t density; // _RSGLD: enum sgmcmc_density. Which density enters the acceptance ratio. Default _NORMALIZED.
    uint32_t leapfrog_count; // _HMC: How many leapfrog steps a trajectory has, L. At least 1. Default 10.
    int32_t reserved;
    // _RANDOM_WALK: delta > 0, in the unit of theta; 0 for one that is to be tuned. _SGLD, _RSGLD: epsilon > 0, on the
    // mean gradient; 0 for one that is to be tuned. _HMC: epsilon > 0, in the unit of theta; 0 for one that is to be
    // tuned. Default 0.
    double step_size;
    sgmcmc_noise noise; // _SGLD, _RSGLD: The scale of the noise, sigma.
    double beta; // _RSGLD: How much wider the noise of a backward move is, beta. Finite and at least 1. Default 1.
    // _HMC: j: every trajectory's step is epsilon times a number of its own, uniform from 1 - j to 1 + j, so that few
    // come back to where they began. At 0 all have the same step, and nothing is drawn for it. At least 0 and below 1.
    // Default 0.3.
    double step_jitter;
    uint64_t reserved2[2];
} sgmcmc_proposal;

// What moves theta.
typedef struct sgmcmc_sampler {
    int32_t kind; // enum sgmcmc_sampler_kind. Default _RULE.
    int32_t schedule_unit; // _RULE: enum sgmcmc_schedule_unit. What the schedules count. Default _STEP.
    // _METROPOLIS_HASTINGS: How many indices of the batch a proposal replaces, 1 to m - 1 and at most n - m; m, or 0,
    // draws a fresh batch, as published. More is in docs/src/equations.md. Default 0.
    uint32_t refresh_len;
    // _METROPOLIS_HASTINGS: enum sgmcmc_proposal_gradient. What proposals along the gradient follow. HMC always follows
    // the posterior's, and the random walk none: with them it must have its default. Default _POSTERIOR.
    int32_t proposal_gradient;
    // _METROPOLIS_HASTINGS: Whether beta is tuned between epochs; needs the RSGLD proposal. More is in
    // docs/src/equations.md. Default 0.
    int32_t tune_beta;
    // _METROPOLIS_HASTINGS: Whether the proposal's step_size is tuned during burn-in, after which it stays; it may then
    // be 0, for one that is not known. Not with SGMCMC_NOISE_CUSTOM. Wants a burn_in of at least 1, with tune_beta of
    // at least 4 (tune_interval + 1), where a tune_interval of 0 is one epoch; one of ten steps finds nothing that is
    // far off, some hundreds do. Default 0.
    int32_t tune_step_size;
    // _METROPOLIS_HASTINGS: Whether refresh_len is found, too, as what leaves a cap on acceptance of about 0.8. On all
    // data there is nothing to find. More is in docs/src/equations.md. Default 0.
    int32_t tune_refresh_len;
    int32_t reserved;
    sgmcmc_rule rule; // _RULE: What moves theta.
    // _RULE: eta for every step, on the gradient of the log posterior summed over all data. A value of 0 with all else
    // at its default, as it begins, is one that is to be found, by sgmcmc_chain_warm_up_f32 and _f64. A step before
    // that takes what the model's step_size says, and is refused with SGMCMC_ERROR_NO_STEP_SIZE where there is none.
    // SGMCMC_SCHEDULE_CALLBACK is the same: a warm-up finds one, and then the model's step_size is not asked.
    sgmcmc_schedule step_size;
    // _RULE: tau >= 0 for every step: 1 samples the posterior, tau its power 1/tau, prior included; 0 is an optimiser.
    // Default 1.
    sgmcmc_schedule temperature;
    // _RULE: What is taken off the rule's noise for the gradient's own. For SGLD with no preconditioner or a fixed one,
    // ABOBA, BAOAB and SGHMC without a noise estimate; not by epochs or on all data.
    sgmcmc_noise_compensation compensation;
    sgmcmc_proposal proposal; // _METROPOLIS_HASTINGS: Where the next theta comes from.
    // _METROPOLIS_HASTINGS: c_n, by which the mean log-likelihood is multiplied: n on all data, for the posterior
    // itself; on batches a little below sqrt(m). Positive and finite. More is in docs/src/equations.md. No default.
    double likelihood_scale;
    // _METROPOLIS_HASTINGS: The tuner's cap on beta: finite and at least beta where beta is tuned, and never NaN. With
    // other proposals than RSGLD it must have its default. Default 1e3.
    double beta_max;
    // _METROPOLIS_HASTINGS: Every how many steps the tuner judges beta; 0 is one epoch, n/m rounded up. Must be 0
    // without tune_beta. Default 0.
    uint64_t tune_interval;
    // _METROPOLIS_HASTINGS: With tune_step_size the acceptance rate that is aimed at, between 0 and 1. 0 is the
    // proposal's own, at which a long chain goes farthest: 0.234 with the random walk, 0.574 with SGLD, 0.4 with RSGLD
    // and 0.65 with HMC. Where batch noise allows less, the aim is a share of what it allows, and step_size_capped of
    // the statistics is 1. Default 0.
    double target_acceptance;
    uint64_t reserved2[2];
} sgmcmc_sampler;

// How the gradient is estimated; any rule goes with any of them. More is in docs/src/equations.md.
typedef struct sgmcmc_estimator {
    int32_t kind; // enum sgmcmc_estimator_kind. Default _PLAIN.
    uint32_t anchor_len; // _PRACTICAL: n1, how many data an anchor is over: above m and at most n. No default.
    // _PRACTICAL, _SVRG: Whether the anchor is at the mean of theta over the last interval instead of at the last
    // theta. Default 0.
    int32_t averaged;
    int32_t reserved;
    uint64_t interval; // _PRACTICAL, _SVRG: Steps between two anchors. At least 1. No default.
    // _FIXED_CENTRE: theta, as long as theta, finite, copied; where it is not given (NULL in C) it is where the chain
    // starts. Default NULL.
    const double *centre;
    uint64_t reserved2[2];
} sgmcmc_estimator;

// What is done with a large gradient g of the log posterior, summed over all data; Karagiannis 2024, Notes 37 to 41.
// More is in docs/src/equations.md.
typedef struct sgmcmc_clipping {
    int32_t kind; // enum sgmcmc_clipping_kind. Default _NONE.
    int32_t reserved;
    // _NORM, _ELEMENT: The limit on the gradient of the log posterior, summed over all data, positive. No default.
    double limit;
    uint64_t reserved2[2];
} sgmcmc_clipping;

// The prior. More is in docs/src/equations.md.
typedef struct sgmcmc_prior {
    int32_t kind; // enum sgmcmc_prior_kind. Default _FLAT.
    int32_t reserved;
    double mean; // _GAUSSIAN: The mean. Finite in the precision of theta. Default 0.
    double precision; // _GAUSSIAN: One over the variance. Positive and finite in the precision of theta. Default 1.
    double slab_weight; // _SPIKE_AND_SLAB: The weight of the slab, lambda. Above 0 and below 1. No default.
    double slab_deviation; // _SPIKE_AND_SLAB: The standard deviation of the slab, above that of the spike. No default.
    double spike_deviation; // _SPIKE_AND_SLAB: The standard deviation of the spike, > 0. No default.
    // _GAUSSIAN_VECTOR: The mean of each parameter, finite; as many numbers as there are parameters, copied. No
    // default.
    const double *means;
    const double *precisions; // _GAUSSIAN_VECTOR: The precision of each parameter, > 0; as many, copied. No default.
    uint64_t reserved2[2];
} sgmcmc_prior;

// A range of theta with a step size, a prior and a switch of its own; what no block covers follows the chain's
// settings. Call sgmcmc_block_init first, then set start, len and what should differ from the defaults. What the
// prior's kind does not use must have its default, or is refused by name.
typedef struct sgmcmc_block {
    size_t start; // The first parameter, counted from 0. No default.
    size_t len; // How many there are. At least 1. No default.
    // Multiplies a rule's step size, or epsilon of SGLD and RSGLD and the square of their sigma; of the walk delta
    // squared, of HMC epsilon squared. SGMCMC_RULE_RECIPE and SGMCMC_PRECONDITIONER_POSITION_DEPENDENT_DENSE take 1
    // only. Positive and finite in the precision of theta. Default 1.
    double step_size_factor;
    // Whether these parameters are never written. Their factor and prior must be in range all the same: settings that a
    // chain goes on with may not freeze them. Not with SGMCMC_RULE_RECIPE or
    // SGMCMC_PRECONDITIONER_POSITION_DEPENDENT_DENSE. Default 0.
    int32_t frozen;
    int32_t reserved;
    // The prior of these parameters in place of the chain's: any but SGMCMC_PRIOR_GAUSSIAN_VECTOR and _CALLBACK, and
    // then the chain's is not SGMCMC_PRIOR_CALLBACK. Default SGMCMC_PRIOR_CHAIN: the chain's.
    sgmcmc_prior prior;
} sgmcmc_block;

// Everything that decides a chain's draws, with its data and its start. Call sgmcmc_chain_settings_init first, then set
// data_len, batch.len and what should differ from the defaults. What has no default is 0 until it is set.
//
// A struct within has a kind, and the settings of every kind: those that the chosen one does not use must have their
// defaults, or are refused by name. Their defaults are not all 0: a struct within that is to have them again is copied
// from settings that were just initialized. Vectors and blocks are pointed to, and copied when a chain is made. An enum
// is an int32_t so that any number can be told from a known one.
typedef struct sgmcmc_chain_settings {
    size_t struct_size; // sizeof(sgmcmc_chain_settings) of the caller's header, set by sgmcmc_chain_settings_init.
    // sizeof(sgmcmc_block) of the caller's header: what lies beyond takes its default. No default: must be set where
    // there are blocks.
    size_t block_size;
    uint64_t seed; // The seed that all chains of one run share. Default 0.
    // Which of the seed's chains this is; their random numbers never overlap. Below 65536. Default 0.
    uint32_t chain_index;
    uint32_t data_len; // n, how many data there are. From 1 to 2^32 - 1. No default.
    // How minibatches are drawn. Metropolis-Hastings takes SGMCMC_BATCH_WITHOUT_REPLACEMENT and SGMCMC_BATCH_ALL.
    sgmcmc_batch batch;
    // Passes over all data, and batches, come in pieces of at most this many; 0 asks for each in one call, for all data
    // without indices. Default 0.
    uint32_t chunk_len;
    int32_t moments; // enum sgmcmc_moments. Which running means and variances are kept. Default _NONE.
    sgmcmc_sampler sampler; // What moves theta.
    // How the gradient is estimated. All but SGMCMC_ESTIMATOR_PLAIN want batches without repetitions, and not
    // SGMCMC_BATCH_ALL, which a length of n without replacement is, too. By epochs SGMCMC_ESTIMATOR_PRACTICAL and
    // SGMCMC_ESTIMATOR_SVRG want a length below n as well; SGMCMC_ESTIMATOR_SAGA takes neither epochs nor the caller's
    // batches. Metropolis-Hastings along the gradient goes with SGMCMC_ESTIMATOR_FIXED_CENTRE of them. HMC on batches
    // is worse off with it, since its trajectories then follow another gradient than that of the energy by which they
    // are accepted.
    sgmcmc_estimator estimator;
    // What is done with a large gradient. Must be SGMCMC_CLIPPING_NONE with SGMCMC_PROPOSAL_RANDOM_WALK, which has
    // none.
    sgmcmc_clipping clipping;
    sgmcmc_prior prior; // The prior.
    uint64_t burn_in; // Steps before the first draw is kept. Default 0.
    uint64_t thinning; // Every how many steps a draw is kept after that. At least 1. Default 1.
    // block_count ranges of parameters with settings of their own, in ascending order, apart from each other; each as
    // long as block_size says. Default NULL.
    const sgmcmc_block *blocks;
    size_t block_count; // How many. Default 0: none, whatever blocks is.
    // The most of the processor's instruction sets that the chain may use: enum sgmcmc_simd. Default 0: the widest that
    // this processor and the library have; so SGMCMC_SIMD_NONE, which is 0, limits nothing, and sets of other machines
    // do not. The bits are the same; sgmcmc_chain_properties_f32 and _f64 tell which it is.
    int32_t simd_level;
    int32_t reserved;
} sgmcmc_chain_settings;

// Sets what the lines of a text name. Lines that are empty or begin with # are passed over, spaces around key and value
// too; of two lines with one key the later counts. A number has at most 38 digits, and is neither so large that it
// would be infinite nor so small that it would be 0.
//
// A line that changes a kind gives what goes with the new kind its defaults, and what went with the old one is
// forgotten. A number without a default is refused by whatever takes the settings until its own line sets it; so is one
// that a new schedule multiplies.
//
// Vectors and blocks are those that the settings use. A line with another length or fingerprint than theirs is refused,
// and so is, as a NULL pointer, a kind with vectors that the settings do not use yet. What the settings are to each
// other is checked where a chain is made of them.
// Returns: SGMCMC_OK; SGMCMC_ERROR_SETTINGS_LINE for a line without = or without a key, _SETTINGS_KEY for a key that no
//          setting has, or none that goes with the kinds above it, _SETTINGS_VALUE; _STRUCT_SIZE for settings that are
//          shorter than this library's, which could not hold all that a line may set; as sgmcmc_settings_text.
// In/out: settings: the settings that the lines change, as for a chain.
// Out:    line:     the number of the line, from 1 on, that a status of a line is about, and else 0; written after
//                   errors, too, but for SGMCMC_ERROR_OVERLAP; may be NULL.
// In:     text:     text_len bytes, without a closing zero; may be NULL for none.
sgmcmc_status sgmcmc_settings_read(sgmcmc_chain_settings *settings, size_t *line, const char *text, size_t text_len,
    size_t dim);

// Sets every field to its default: a block of no parameters yet, which has the chain's prior.
sgmcmc_status sgmcmc_block_init(sgmcmc_block *block, size_t block_size);

// Writes every setting in force, defaults too, as a line of key = value, and a closing zero: a record of a run, of
// which sgmcmc_settings_read makes the same settings, in a program of any language. It is ASCII.
// docs/src/saving.md says what the lines are.
// Returns: SGMCMC_OK; a status for each pointer, enum and flag of the settings that is none, and for a setting that
//          its kind does not use. Numbers outside their ranges are not refused here.
// In:  settings: the chain's settings, with their vectors.
//      dim:      the number of parameters, at least 1, though only vectors depend on it.
sgmcmc_status sgmcmc_settings_text(char *text, size_t size, size_t *needed, const sgmcmc_chain_settings *settings,
    size_t dim);

// Sets every field to its default, and struct_size.
sgmcmc_status sgmcmc_chain_settings_init(sgmcmc_chain_settings *settings, size_t struct_size);
#ifdef __cplusplus
} // extern "C"
#endif
#endif
