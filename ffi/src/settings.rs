//! The settings of a chain as a struct that can grow, and their way into the core's.

use crate::enums::{
    sgmcmc_batch, sgmcmc_density, sgmcmc_moments, sgmcmc_noise, sgmcmc_prior, sgmcmc_proposal,
    sgmcmc_sampler, sgmcmc_schedule,
};
use crate::guard::Call;
use crate::status::sgmcmc_status;
use core_crate::mh::{Density, MetropolisHastings, NoiseScale, Proposal};
use core_crate::prior::Prior;
use core_crate::schedule::Schedule;
use core_crate::{BatchSettings, ChainSettings, Error, Langevin, Moments, Sampler};

/// Everything that decides a chain's draws, with its data and its start. Call sgmcmc_chain_settings_init first, then
/// set data_len, batch_len, step_size and what should differ from the defaults.
///
/// Every enum and flag is checked, used or not. An enum is an int32_t so that any number can be told from a known one.
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
    /// SGMCMC_BATCH_ALL or SGMCMC_BATCH_CALLER.
    pub batch_len: u32,
    /// Passes over all data come in pieces of at most this many. Default 0: in one call, without indices.
    pub chunk_len: u32,
    /// What moves theta: enum sgmcmc_sampler. Default SGMCMC_SAMPLER_SGLD.
    pub sampler: i32,
    /// The prior: enum sgmcmc_prior. Default SGMCMC_PRIOR_FLAT.
    pub prior: i32,
    /// Which running means and variances are kept: enum sgmcmc_moments. Default SGMCMC_MOMENTS_NONE.
    pub moments: i32,
    /// The Gaussian prior's mean, finite. Default 0.
    pub prior_mean: f64,
    /// The Gaussian prior's precision, one over its variance, positive. Default 1.
    pub prior_precision: f64,
    /// Steps before the first draw is kept. Default 0.
    pub burn_in: u64,
    /// Every how many steps a draw is kept after that, from 1. Default 1.
    pub thinning: u64,

    /// SGLD: the step sizes: enum sgmcmc_schedule. Default SGMCMC_SCHEDULE_CONSTANT.
    pub schedule: i32,
    /// Positive. SGLD: eta, on the gradient of the log posterior summed over all data, or the schedule's factor.
    /// Metropolis-Hastings: epsilon, on the mean gradient, or the random walk's step. No default: must be set.
    pub step_size: f64,
    /// SGLD, polynomial schedule: the offset, positive. Default 1.
    pub schedule_offset: f64,
    /// SGLD, polynomial schedule: the exponent, above 0.5 and at most 1. Default 0.55.
    pub schedule_exponent: f64,
    /// SGLD: samples the posterior to the power 1 / temperature; at 0 no noise is drawn. Default 1.
    pub temperature: f64,

    /// Metropolis-Hastings: enum sgmcmc_proposal. Default SGMCMC_PROPOSAL_RSGLD.
    pub proposal: i32,
    /// RSGLD: enum sgmcmc_density. Default SGMCMC_DENSITY_NORMALIZED.
    pub density: i32,
    /// SGLD and RSGLD proposals: the scale of their noise: enum sgmcmc_noise. Default SGMCMC_NOISE_PUBLISHED.
    pub noise: i32,
    /// SGLD and RSGLD proposals: 1 lets them follow the prior's gradient too. Default 0, as published.
    pub proposal_uses_prior: i32,
    /// The scale of the noise for SGMCMC_NOISE_CUSTOM, positive. No default.
    pub noise_scale: f64,
    /// c_n, positive: the chain samples the posterior to the power c_n / n. A little below sqrt(batch_len) in low
    /// dimension, about batch_len for networks, data_len for classical Metropolis-Hastings on all data. No default:
    /// must be set for Metropolis-Hastings.
    pub likelihood_scale: f64,
    /// RSGLD: how much wider the noise of a backward move is, at least 1. Default 1.
    pub beta: f64,
    /// How many indices of the batch a proposal replaces, at most batch_len and data_len - batch_len; small ones keep
    /// acceptance up in high dimension. Default 0: all of the batch, drawn afresh.
    pub refresh_len: u32,
    /// RSGLD: 1 tunes beta every tune_interval steps, for as long as the chain runs. Default 0. A chain whose proposal
    /// follows its own past is not exactly a chain on the target: to sample, tune in a first run and start the second
    /// one with the beta that it found.
    pub tune_beta: i32,
    /// The tuner's cap, at least beta. Default 1000.
    pub beta_max: f64,
    /// Steps between the tuner's looks. Default 0: one epoch, data_len / batch_len rounded up.
    pub tune_interval: u64,
    /// Random walk: 1 tunes step_size during burn-in. Default 0.
    pub tune_step_size: i32,
    /// Random walk: the acceptance rate that the tuner aims at, between 0 and 1. Default 0.3.
    pub target_acceptance: f64,
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
            sampler: sgmcmc_sampler::SGMCMC_SAMPLER_SGLD as i32,
            prior: sgmcmc_prior::SGMCMC_PRIOR_FLAT as i32,
            moments: sgmcmc_moments::SGMCMC_MOMENTS_NONE as i32,
            prior_mean: 0.0,
            prior_precision: 1.0,
            burn_in: 0,
            thinning: 1,
            schedule: sgmcmc_schedule::SGMCMC_SCHEDULE_CONSTANT as i32,
            step_size: 0.0,
            schedule_offset: 1.0,
            schedule_exponent: 0.55,
            temperature: 1.0,
            proposal: sgmcmc_proposal::SGMCMC_PROPOSAL_RSGLD as i32,
            density: sgmcmc_density::SGMCMC_DENSITY_NORMALIZED as i32,
            noise: sgmcmc_noise::SGMCMC_NOISE_PUBLISHED as i32,
            proposal_uses_prior: 0,
            noise_scale: 0.0,
            likelihood_scale: 0.0,
            beta: 1.0,
            refresh_len: 0,
            tune_beta: 0,
            beta_max: 1e3,
            tune_interval: 0,
            tune_step_size: 0,
            target_acceptance: 0.3,
        }
    }
}

fn flag(number: i32) -> Result<bool, Error> {
    match number {
        0 => Ok(false),
        1 => Ok(true),
        _ => Err(Error::Flag),
    }
}

impl sgmcmc_chain_settings {
    /// The core's settings. Only enums and flags are checked here: the core checks ranges, where they matter.
    pub(crate) fn to_core(self) -> Result<ChainSettings, Error> {
        let batch = match sgmcmc_batch::from_number(self.batch)? {
            sgmcmc_batch::SGMCMC_BATCH_WITHOUT_REPLACEMENT => {
                BatchSettings::WithoutReplacement(self.batch_len)
            }
            sgmcmc_batch::SGMCMC_BATCH_WITH_REPLACEMENT => BatchSettings::WithReplacement(self.batch_len),
            sgmcmc_batch::SGMCMC_BATCH_EPOCHS => BatchSettings::Epochs(self.batch_len),
            sgmcmc_batch::SGMCMC_BATCH_ALL => BatchSettings::All,
            sgmcmc_batch::SGMCMC_BATCH_CALLER => BatchSettings::Caller,
        };
        let (langevin, metropolis) = (self.langevin()?, self.metropolis()?);
        let sampler = match sgmcmc_sampler::from_number(self.sampler)? {
            sgmcmc_sampler::SGMCMC_SAMPLER_SGLD => Sampler::Sgld(langevin),
            sgmcmc_sampler::SGMCMC_SAMPLER_METROPOLIS_HASTINGS => Sampler::MetropolisHastings(metropolis),
        };
        let prior = match sgmcmc_prior::from_number(self.prior)? {
            sgmcmc_prior::SGMCMC_PRIOR_FLAT => Prior::FLAT,
            sgmcmc_prior::SGMCMC_PRIOR_GAUSSIAN => Prior::gaussian(self.prior_mean, self.prior_precision),
            sgmcmc_prior::SGMCMC_PRIOR_CALLBACK => Prior::Callback,
        };
        let moments = match sgmcmc_moments::from_number(self.moments)? {
            sgmcmc_moments::SGMCMC_MOMENTS_NONE => Moments::None,
            sgmcmc_moments::SGMCMC_MOMENTS_PLAIN => Moments::Plain,
            sgmcmc_moments::SGMCMC_MOMENTS_WEIGHTED => Moments::Weighted,
            sgmcmc_moments::SGMCMC_MOMENTS_BOTH => Moments::Both,
        };
        Ok(ChainSettings {
            seed: self.seed,
            chain_index: self.chain_index,
            chunk_len: self.chunk_len,
            prior,
            burn_in: self.burn_in,
            thinning: self.thinning,
            moments,
            ..ChainSettings::new(self.data_len, batch, sampler)
        })
    }

    fn langevin(&self) -> Result<Langevin, Error> {
        let schedule = match sgmcmc_schedule::from_number(self.schedule)? {
            sgmcmc_schedule::SGMCMC_SCHEDULE_CONSTANT => Schedule::constant(self.step_size),
            sgmcmc_schedule::SGMCMC_SCHEDULE_POLYNOMIAL => {
                Schedule::polynomial(self.step_size, self.schedule_offset, self.schedule_exponent)
            }
        };
        Ok(Langevin { schedule, temperature: self.temperature })
    }

    fn metropolis(&self) -> Result<MetropolisHastings, Error> {
        let (step_size, beta) = (self.step_size, self.beta);
        let noise = match sgmcmc_noise::from_number(self.noise)? {
            sgmcmc_noise::SGMCMC_NOISE_PUBLISHED => NoiseScale::Published,
            sgmcmc_noise::SGMCMC_NOISE_LANGEVIN => NoiseScale::Langevin,
            sgmcmc_noise::SGMCMC_NOISE_CUSTOM => NoiseScale::Custom(self.noise_scale),
        };
        let density = match sgmcmc_density::from_number(self.density)? {
            sgmcmc_density::SGMCMC_DENSITY_NORMALIZED => Density::Normalized,
            sgmcmc_density::SGMCMC_DENSITY_UNNORMALIZED => Density::Unnormalized,
        };
        let proposal = match sgmcmc_proposal::from_number(self.proposal)? {
            sgmcmc_proposal::SGMCMC_PROPOSAL_RANDOM_WALK => Proposal::RandomWalk { step_size },
            sgmcmc_proposal::SGMCMC_PROPOSAL_SGLD => Proposal::Sgld { step_size, noise },
            sgmcmc_proposal::SGMCMC_PROPOSAL_RSGLD => Proposal::Rsgld { step_size, noise, beta, density },
        };
        Ok(MetropolisHastings {
            refresh_len: self.refresh_len,
            proposal_uses_prior: flag(self.proposal_uses_prior)?,
            tune_beta: flag(self.tune_beta)?,
            beta_max: self.beta_max,
            tune_interval: self.tune_interval,
            target_acceptance: flag(self.tune_step_size)?.then_some(self.target_acceptance),
            ..MetropolisHastings::new(proposal, self.likelihood_scale)
        })
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
    Call::new().init_struct(settings, struct_size, sgmcmc_chain_settings::default()).into()
}
