// sgmcmc: the settings of a chain, and as text.

#ifndef SGMCMC_SETTINGS_H
#define SGMCMC_SETTINGS_H

#include <stddef.h>
#include <stdint.h>

#include "library.h"
#include "kinds.h"
#include "rule.h"

#ifdef __cplusplus
extern "C" {
#endif

// A range of parameters with settings of its own; parameters in no block follow the chain's settings. Call
// sgmcmc_block_init first, then set start, len and what should differ from the defaults. What the prior's kind does not
// use must have its default, or is refused by name.
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
// set data_len, batch_len and what should differ from the defaults. What has no default is 0 until it is set.
//
// Every enum and flag is checked, used or not. Fields say for which samplers and choices they are: beside others they
// must have their defaults, or are refused by name. What is pointed to is copied. An enum is an int32_t so that any
// number can be told from a known one.
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
    const sgmcmc_block *blocks;
    // How many. Default 0: none, whatever blocks is.
    size_t block_count;
    // sizeof(sgmcmc_block) of the caller's header: what lies beyond takes its default. No default: must be set where
    // there are blocks.
    size_t block_size;
    // Positive. Rules: eta, on the gradient of the log posterior summed over all data.
    // Metropolis-Hastings: epsilon, on the mean gradient, or the step of the random walk or of HMC. Default 0: one
    // that is to be found, of a proposal with tune_step_size = 1, of a rule under the default schedule by
    // sgmcmc_chain_warm_up_f32 and _f64; a step before that takes what the model's step_size says, and is refused with
    // SGMCMC_ERROR_NO_STEP_SIZE where there is none. Under SGMCMC_SCHEDULE_CALLBACK it must be 0.
    double step_size;
    // Rules: samples the posterior to the power 1 / temperature; at 0 no noise is drawn. Default 1.
    double temperature;
    // Rules: what moves theta. Default NULL: SGLD.
    const sgmcmc_rule *rule;
    // Rules: what multiplies step_size. Default NULL: 1.
    const sgmcmc_schedule *step_size_schedule;
    // Rules: what multiplies temperature. Default NULL: 1.
    const sgmcmc_schedule *temperature_schedule;
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
    // least 4 (tune_interval + 1), where a tune_interval of 0 is one epoch; one of ten steps finds nothing that is far
    // off, some hundreds do.
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

// Sets every field to its default: a block of no parameters yet, which has the chain's prior.
//
// Returns: SGMCMC_OK; SGMCMC_ERROR_STRUCT_SIZE when block_size is nothing that sizeof gives.
// Out: block:      block_size bytes; fields that this library does not know are set to 0.
// In:  block_size: sizeof(sgmcmc_block).
sgmcmc_status sgmcmc_block_init(sgmcmc_block *block, size_t block_size);

// Sets every field to its default, and struct_size.
//
// Returns: SGMCMC_OK; SGMCMC_ERROR_STRUCT_SIZE when struct_size is nothing that sizeof gives.
// Out: settings:    struct_size bytes; fields that this library does not know are set to 0.
// In:  struct_size: sizeof(sgmcmc_chain_settings).
sgmcmc_status sgmcmc_chain_settings_init(sgmcmc_chain_settings *settings, size_t struct_size);

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
// Out: text:     size bytes, at least as many as needed, of which those are written; NULL with a size of 0 asks for
//                 needed alone.
//      needed:   the bytes of the text with its zero; may be NULL where text is not. After SGMCMC_ERROR_MEMORY_TOO_SMALL
//                 it is as it was: ask with a NULL text first.
// In:  settings: the chain's settings, with their vectors.
//      dim:      the number of parameters, at least 1, though only vectors depend on it.
sgmcmc_status sgmcmc_settings_text(char *text, size_t size, size_t *needed,
    const sgmcmc_chain_settings *settings, size_t dim);

// Sets what the lines of a text name. Lines that are empty or begin with # are passed over, spaces around key and value
// too; of two lines with one key the later counts. A number has at most 38 digits, and is neither so large that it would
// be infinite nor so small that it would be 0.
//
// A line that changes a kind gives what goes with the new kind its defaults, and what went with the old one is forgotten.
// A number without a default is refused by whatever takes the settings until its own line sets it; so is one that a new
// schedule multiplies.
//
// Vectors and blocks are those that the settings use. A line with another length or fingerprint than theirs is refused,
// and so is, as a NULL pointer, a kind with vectors that the settings do not use yet. What the settings are to each
// other is checked where a chain is made of them.
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
sgmcmc_status sgmcmc_settings_read(sgmcmc_chain_settings *settings, sgmcmc_rule *rule,
    sgmcmc_schedule *step_size, sgmcmc_schedule *temperature, size_t *line, const char *text, size_t text_len,
    size_t dim);

#ifdef __cplusplus
} // extern "C"
#endif

#endif
