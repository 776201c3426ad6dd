//! The settings of a chain as a struct that can grow.

use crate::block::sgmcmc_block;
use crate::guard::enter;
use crate::made::types::{
    sgmcmc_batch, sgmcmc_clipping, sgmcmc_density, sgmcmc_estimator, sgmcmc_moments, sgmcmc_noise,
    sgmcmc_noise_compensation, sgmcmc_prior, sgmcmc_proposal, sgmcmc_proposal_gradient, sgmcmc_sampler,
    sgmcmc_schedule_unit,
};
use crate::rule::sgmcmc_rule;
use crate::schedule::sgmcmc_schedule;
use crate::status::sgmcmc_status;
use core::ptr;

/// Everything that decides a chain's draws, with its data and its start. Call sgmcmc_chain_settings_init first, then
/// set data_len, batch_len and what should differ from the defaults. What has no default is 0 until it is set.
///
/// Every enum and flag is checked, used or not. Fields say for which samplers and choices they are: beside others they
/// must have their defaults, or are refused by name. What is pointed to is copied. An enum is an int32_t so that any
/// number can be told from a known one.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct sgmcmc_chain_settings {
    /// sizeof(sgmcmc_chain_settings) of the caller's header, set by sgmcmc_chain_settings_init.
    pub struct_size: usize,
    /// The seed that all chains of one run share. Default 0.
    pub seed: u64,
    /// Which of the seed's chains this is, below SGMCMC_CHAIN_COUNT_MAX; their random numbers never overlap.
    /// Default 0.
    pub chain_index: u32,
    /// n, how many data there are, from 1 to 2^32 - 1. No default: must be set.
    pub data_len: u32,
    /// How minibatches are drawn: enum sgmcmc_batch. Default SGMCMC_BATCH_WITHOUT_REPLACEMENT. Metropolis-Hastings
    /// takes this one and SGMCMC_BATCH_ALL.
    pub batch: i32,
    /// m, how many data a minibatch has, from 1 to data_len. No default: must be set, unless batch is
    /// SGMCMC_BATCH_ALL or SGMCMC_BATCH_CALLER, where it must be 0.
    pub batch_len: u32,
    /// Passes over all data, and batches, come in pieces of at most this many. Default 0: each in one call, all data
    /// without indices.
    pub chunk_len: u32,
    /// What moves theta: enum sgmcmc_sampler. Default SGMCMC_SAMPLER_RULE.
    pub sampler: i32,
    /// The prior: enum sgmcmc_prior. Default SGMCMC_PRIOR_FLAT.
    pub prior: i32,
    /// Which running means and variances are kept: enum sgmcmc_moments. Default SGMCMC_MOMENTS_NONE.
    pub moments: i32,
    /// SGMCMC_PRIOR_GAUSSIAN: its mean, finite. Default 0.
    pub prior_mean: f64,
    /// SGMCMC_PRIOR_GAUSSIAN: its precision, one over its variance, positive. Default 1.
    pub prior_precision: f64,
    /// SGMCMC_PRIOR_GAUSSIAN_VECTOR: dim means, finite. Default NULL.
    pub prior_means: *const f64,
    /// SGMCMC_PRIOR_GAUSSIAN_VECTOR: dim precisions, positive. Default NULL.
    pub prior_precisions: *const f64,
    /// SGMCMC_PRIOR_SPIKE_AND_SLAB: the slab's weight, between 0 and 1. No default: must be set.
    pub slab_weight: f64,
    /// SGMCMC_PRIOR_SPIKE_AND_SLAB: the slab's standard deviation, above the spike's. No default: must be set.
    pub slab_deviation: f64,
    /// SGMCMC_PRIOR_SPIKE_AND_SLAB: the spike's standard deviation, positive. No default: must be set.
    pub spike_deviation: f64,
    /// Steps before the first draw is kept. Default 0.
    pub burn_in: u64,
    /// Every how many steps a draw is kept after that, from 1. Default 1.
    pub thinning: u64,

    /// block_count ranges of parameters with settings of their own, in ascending order, apart from each other; each as
    /// long as block_size says. Default NULL.
    pub blocks: *const sgmcmc_block,
    /// How many. Default 0: none, whatever blocks is.
    pub block_count: usize,
    /// sizeof(sgmcmc_block) of the caller's header: what lies beyond takes its default. No default: must be set where
    /// there are blocks.
    pub block_size: usize,

    /// Positive. Rules: eta, on the gradient of the log posterior summed over all data.
    /// Metropolis-Hastings: epsilon, on the mean gradient, or the step of the random walk or of HMC. Default 0: one
    /// that is to be found, of a proposal with tune_step_size = 1, of a rule under the default schedule by
    /// sgmcmc_chain_warm_up_f32 and _f64; a step before that takes what the model's step_size says, and is refused with
    /// SGMCMC_ERROR_NO_STEP_SIZE where there is none. Under SGMCMC_SCHEDULE_CALLBACK it must be 0.
    pub step_size: f64,
    /// Rules: samples the posterior to the power 1 / temperature; at 0 no noise is drawn. Default 1.
    pub temperature: f64,
    /// Rules: what moves theta. Default NULL: SGLD.
    pub rule: *const sgmcmc_rule,
    /// Rules: what multiplies step_size. Default NULL: 1.
    pub step_size_schedule: *const sgmcmc_schedule,
    /// Rules: what multiplies temperature. Default NULL: 1.
    pub temperature_schedule: *const sgmcmc_schedule,
    /// Rules: what both schedules count: enum sgmcmc_schedule_unit. Default SGMCMC_SCHEDULE_UNIT_STEP.
    pub schedule_unit: i32,

    /// How the gradient is estimated: enum sgmcmc_estimator. Default SGMCMC_ESTIMATOR_PLAIN. The others want batches
    /// without repetitions, and not SGMCMC_BATCH_ALL; SGMCMC_ESTIMATOR_PRACTICAL and _SVRG a batch_len below data_len,
    /// and SGMCMC_ESTIMATOR_SAGA neither epochs nor the caller's batches. Metropolis-Hastings along
    /// the gradient goes with SGMCMC_ESTIMATOR_FIXED_CENTRE of them; HMC on batches is worse off with it, since its
    /// trajectories then follow another gradient than that of the energy by which they are accepted.
    pub estimator: i32,
    /// SGMCMC_ESTIMATOR_FIXED_CENTRE: dim numbers, finite. Default NULL: where the chain starts.
    pub centre: *const f64,
    /// Rules, SGMCMC_ESTIMATOR_PRACTICAL and _SVRG: steps between two anchors, at least 1. No default: must be set.
    pub anchor_interval: u64,
    /// Rules, SGMCMC_ESTIMATOR_PRACTICAL: how many data an anchor is over, above batch_len and at most data_len. No
    /// default: must be set.
    pub anchor_len: u32,
    /// Rules, SGMCMC_ESTIMATOR_PRACTICAL and _SVRG: 1 puts the anchor at the mean of theta since the last one, 0 at
    /// theta. Default 0.
    pub anchor_averaged: i32,
    /// What is done with a large gradient: enum sgmcmc_clipping. Default SGMCMC_CLIPPING_NONE.
    pub clipping: i32,
    /// 0: room for a later field.
    pub reserved: i32,
    /// The limit on the gradient of the log posterior, summed over all data, positive. No default: must be set where
    /// gradients are clipped.
    pub clipping_limit: f64,

    /// Metropolis-Hastings: enum sgmcmc_proposal. Default SGMCMC_PROPOSAL_RSGLD.
    pub proposal: i32,
    /// RSGLD: enum sgmcmc_density. Default SGMCMC_DENSITY_NORMALIZED.
    pub density: i32,
    /// SGLD and RSGLD proposals: the scale of their noise: enum sgmcmc_noise. Default SGMCMC_NOISE_LANGEVIN.
    pub noise: i32,
    /// SGLD and RSGLD proposals: enum sgmcmc_proposal_gradient. Default SGMCMC_PROPOSAL_GRADIENT_POSTERIOR.
    pub proposal_gradient: i32,
    /// The scale of the noise for SGMCMC_NOISE_CUSTOM, positive. No default.
    pub noise_scale: f64,
    /// c_n, positive. The chain samples theta and its batch I with density proportional to
    /// exp(c_n (mean log-likelihood over I + log prior / data_len)); theta by itself follows the mixture of that over
    /// all batches. On all data that is the posterior to the power c_n / n, prior included, and with c_n = data_len
    /// the posterior itself. On batches it comes near that power as c_n^2 / batch_len falls to 0, and is flatter
    /// before: for the mean of normal data of variance 1 its variance is about 1 / c_n + 1 / batch_len, so that
    /// c_n = batch_len doubles it. With s the standard deviation of c_n times the mean log-likelihood over batches,
    /// at most about 2 Phi(-s / sqrt(2)) of proposals are accepted at any step size, where that noise is normal, as it
    /// is for s about 1 and below; beyond, where the rate is small, its tails mostly make it larger. Take a little below
    /// sqrt(batch_len) in low dimension, in general a little below sqrt(batch_len) over the standard deviation of one
    /// datum's log-likelihood; about batch_len for networks, which trains them and flattens the posterior. No default:
    /// must be set for Metropolis-Hastings.
    pub likelihood_scale: f64,
    /// RSGLD: how much wider the noise of a backward move is, at least 1. Default 1.
    pub beta: f64,
    /// How many indices of the batch a proposal replaces, at most batch_len and data_len - batch_len. What the chain
    /// samples is the same for every value; with k of them, s^2 (k / batch_len) data_len / (data_len - batch_len) takes
    /// the place of the s^2 that limits acceptance (see likelihood_scale), so that small ones keep it up in high
    /// dimension. Default 0: all of the batch, drawn afresh.
    pub refresh_len: u32,
    /// RSGLD: 1 tunes beta every tune_interval steps, for as long as the chain runs. Default 0. A chain whose proposal
    /// follows its own past is not exactly a chain on the target: to sample, tune in a first run and start the second
    /// one with the beta that it found.
    pub tune_beta: i32,
    /// The cap of the tuner of beta, at least beta. Looked at with tune_beta = 1 and by sgmcmc_chain_tune_beta_f32 and
    /// _f64 only, but for NaN, which a proposal of every kind refuses. RSGLD. Default 1000.
    pub beta_max: f64,
    /// tune_beta = 1: steps between the tuner's looks. Default 0: one epoch, data_len / batch_len rounded up.
    pub tune_interval: u64,
    /// 1 tunes the proposal's step_size during burn-in, after which it stays; step_size may then be 0, for one that is
    /// not known. Not with SGMCMC_NOISE_CUSTOM. Default 0. On batches every eighth proposal of the burn-in, but for HMC,
    /// is of a batch alone, whose rate is the most that any step_size can have; where target_acceptance is above half of
    /// that for the random walk, or 0.72 of it along the gradient, the aim is that share of it, or target_acceptance
    /// times it where that is more, and step_size_capped of the statistics is 1. With tune_beta, too, beta is tuned in
    /// the last quarter of the burn-in only, when step_size stays. Wants a burn_in of at least 1, with tune_beta of at
    /// least 4 (tune_interval + 1), where a tune_interval of 0 is one epoch; one of ten steps finds nothing that is far
    /// off, some hundreds do.
    pub tune_step_size: i32,
    /// 1 finds refresh_len, too, as what leaves a cap on acceptance of about 0.8; on all data there is nothing to find.
    /// sgmcmc_chain_warm_up_f32 and _f64 begin with what a pilot finds, a run without them with what is set. With
    /// tune_step_size = 1 the first half of the burn-in then goes by the acceptance of batches alone; with 0 a warm-up has
    /// another pilot look half-way. With tune_step_size = 0 a run without a warm-up leaves it as set. Wants a
    /// burn_in of at least 1. Default 0.
    pub tune_refresh_len: i32,
    /// tune_step_size = 1: the acceptance rate that the tuner aims at, between 0 and 1. Default 0: the proposal's own, at
    /// which a long chain goes farthest: 0.234 with the random walk, 0.574 with SGLD, 0.4 with RSGLD and 0.65 with HMC.
    pub target_acceptance: f64,
    /// The most of the processor's instruction sets that the chain may use: enum sgmcmc_simd. Default 0: whatever there
    /// is. Of a library for several x86 instruction sets, a chain takes the widest that this processor has and that is not
    /// above this; a library for one uses that. Sets of other machines limit nothing. The bits are the same; sgmcmc_chain_simd_level_f32 and _f64 tell which it
    /// is.
    pub simd_level: i32,
    /// Rules: what is taken off the rule's noise for what minibatches bring: enum sgmcmc_noise_compensation. Default
    /// SGMCMC_NOISE_COMPENSATION_NONE. The others want batches with or without replacement or the caller's, and go with
    /// SGMCMC_RULE_LANGEVIN without drift, under no preconditioner or a fixed one, and with SGMCMC_RULE_ABOBA,
    /// SGMCMC_RULE_BAOAB and, where noise_estimate is 0, SGMCMC_RULE_SGHMC. A step that would leave nothing to inject is
    /// refused with SGMCMC_ERROR_GRADIENT_NOISE: see sgmcmc_chain_compensation_limit_f32 and _f64.
    pub noise_compensation: i32,
    /// SGMCMC_NOISE_COMPENSATION_DIAGONAL, _DENSE: the covariance over minibatches of the gradient of the log posterior,
    /// summed over all data. Default NULL: the chain finds it in the second half of its burn-in, where every step takes
    /// the gradient of a second minibatch, and steps are the rule's own until burn_in is over. That wants a burn_in of at
    /// least 2, batches of the chain's own drawing, and another estimator than SGMCMC_ESTIMATOR_SAGA. What is found has a
    /// relative standard error of about 2 / sqrt(burn_in), 10 % after 400 steps, by which the noise that is left to
    /// inject is off: take a burn_in of some thousands.
    pub noise_covariance: *const f64,
    /// How many numbers that has: dim variances for SGMCMC_NOISE_COMPENSATION_DIAGONAL, dim * dim numbers, symmetric,
    /// for _DENSE. Default 0, which it must be where noise_covariance is NULL.
    pub noise_covariance_len: usize,
    /// HMC: how many leapfrog steps a trajectory has, at least 1. A step of the chain asks the log-likelihood that often
    /// and, with fewer than all data, once more. Default 10.
    pub leapfrog_count: u32,
    /// 0: room for a later field.
    pub reserved3: i32,
    /// HMC: j, by which every trajectory's step is step_size times a number of its own, uniform from 1 - j to 1 + j, so
    /// that few trajectories come back to where they began; at least 0 and below 1. At 0 all have the same step, and nothing
    /// is drawn for it. Default 0.3.
    pub step_jitter: f64,
}

impl Default for sgmcmc_chain_settings {
    fn default() -> Self {
        Self {
            struct_size: size_of::<Self>(),
            seed: 0,
            chain_index: 0,
            data_len: 0,
            batch: sgmcmc_batch::SGMCMC_BATCH_WITHOUT_REPLACEMENT as i32,
            batch_len: 0,
            chunk_len: 0,
            sampler: sgmcmc_sampler::SGMCMC_SAMPLER_RULE as i32,
            prior: sgmcmc_prior::SGMCMC_PRIOR_FLAT as i32,
            moments: sgmcmc_moments::SGMCMC_MOMENTS_NONE as i32,
            prior_mean: 0.0,
            prior_precision: 1.0,
            prior_means: ptr::null(),
            prior_precisions: ptr::null(),
            slab_weight: 0.0,
            slab_deviation: 0.0,
            spike_deviation: 0.0,
            burn_in: 0,
            thinning: 1,
            blocks: ptr::null(),
            block_count: 0,
            block_size: 0,
            step_size: 0.0,
            temperature: 1.0,
            rule: ptr::null(),
            step_size_schedule: ptr::null(),
            temperature_schedule: ptr::null(),
            schedule_unit: sgmcmc_schedule_unit::SGMCMC_SCHEDULE_UNIT_STEP as i32,
            estimator: sgmcmc_estimator::SGMCMC_ESTIMATOR_PLAIN as i32,
            centre: ptr::null(),
            anchor_interval: 0,
            anchor_len: 0,
            anchor_averaged: 0,
            clipping: sgmcmc_clipping::SGMCMC_CLIPPING_NONE as i32,
            reserved: 0,
            clipping_limit: 0.0,
            proposal: sgmcmc_proposal::SGMCMC_PROPOSAL_RSGLD as i32,
            density: sgmcmc_density::SGMCMC_DENSITY_NORMALIZED as i32,
            noise: sgmcmc_noise::SGMCMC_NOISE_LANGEVIN as i32,
            proposal_gradient: sgmcmc_proposal_gradient::SGMCMC_PROPOSAL_GRADIENT_POSTERIOR as i32,
            noise_scale: 0.0,
            likelihood_scale: 0.0,
            beta: 1.0,
            refresh_len: 0,
            tune_beta: 0,
            beta_max: 1e3,
            tune_interval: 0,
            tune_step_size: 0,
            tune_refresh_len: 0,
            target_acceptance: 0.0,
            simd_level: 0,
            noise_compensation: sgmcmc_noise_compensation::SGMCMC_NOISE_COMPENSATION_NONE as i32,
            noise_covariance: ptr::null(),
            noise_covariance_len: 0,
            leapfrog_count: 10,
            reserved3: 0,
            step_jitter: 0.3,
        }
    }
}

/// Sets every field to its default, and struct_size.
///
/// Returns: SGMCMC_OK; SGMCMC_ERROR_STRUCT_SIZE when struct_size is nothing that sizeof gives.
/// Out: settings:    struct_size bytes; fields that this library does not know are set to 0.
/// In:  struct_size: sizeof(sgmcmc_chain_settings).
#[unsafe(no_mangle)]
#[allow(unsafe_op_in_unsafe_fn, reason = "the shim passes its pointer on to a `Call`")]
pub unsafe extern "C" fn sgmcmc_chain_settings_init(
    settings: *mut sgmcmc_chain_settings,
    struct_size: usize,
) -> sgmcmc_status {
    enter(|call| call.init_default(settings, struct_size))
}
