//! The way back from the core's settings to the structs: what `into_core` makes of these is the core's again.
//!
//! Enums of the core may grow, so that the compiler does not say what is missing here: `contract_text.c` does.

mod rule;

use crate::made::types::{
    sgmcmc_batch, sgmcmc_clipping, sgmcmc_density, sgmcmc_estimator, sgmcmc_moments, sgmcmc_noise,
    sgmcmc_noise_compensation, sgmcmc_prior, sgmcmc_proposal, sgmcmc_proposal_gradient, sgmcmc_sampler,
    sgmcmc_schedule_kind, sgmcmc_schedule_unit,
};
use crate::rule::sgmcmc_rule;
use crate::schedule::sgmcmc_schedule;
use crate::settings::sgmcmc_chain_settings;
use core::ptr;
use core_crate::mh::{Density, MetropolisHastings, NoiseScale, Proposal, ProposalGradient};
use core_crate::prior::Prior;
use core_crate::rule::NoiseCompensation;
use core_crate::schedule::{Schedule, Shape};
use core_crate::{
    BatchSettings, ChainSettings, Clipping, Error, Estimator, Moments, RuleSettings, Sampler, ScheduleUnit,
};

/// The structs that a chain's settings are in C. Vectors and blocks stay where they were.
#[derive(Default)]
pub(crate) struct Structs {
    pub(crate) settings: sgmcmc_chain_settings,
    pub(crate) rule: sgmcmc_rule,
    pub(crate) step_size: sgmcmc_schedule,
    pub(crate) temperature: sgmcmc_schedule,
}

impl Structs {
    /// The core's settings. `self` has vectors and blocks, which are kept as far as the settings use them; what the
    /// settings do not use gets its default.
    pub(crate) fn with(&self, core: &ChainSettings<'_>) -> Result<Self, Error> {
        let mut structs = Self { settings: self.settings.with(core)?, ..Self::default() };
        structs.settings.rule = ptr::null();
        (structs.settings.step_size_schedule, structs.settings.temperature_schedule) =
            (ptr::null(), ptr::null());
        if let Sampler::Rule(core) = &core.sampler {
            structs.rule = sgmcmc_rule::with(&core.rule, &self.rule)?;
            (_, structs.step_size) = sgmcmc_schedule::with(&core.step_size, 0.0)?;
            // One of the host's is as one that is left out, which may be said later.
            if core.step_size == Schedule::CALLBACK {
                structs.step_size.kind = sgmcmc_schedule::default().kind;
            }
            (_, structs.temperature) = sgmcmc_schedule::with(&core.temperature, 1.0)?;
        }
        Ok(structs)
    }
}

impl sgmcmc_chain_settings {
    /// The core's settings, whose rule and schedules stay where they are.
    pub(crate) fn with(&self, core: &ChainSettings<'_>) -> Result<Self, Error> {
        let mut settings = Self {
            seed: core.seed,
            chain_index: core.chain_index,
            data_len: core.data_len,
            chunk_len: core.chunk_len,
            burn_in: core.burn_in,
            thinning: core.thinning,
            blocks: self.blocks,
            block_count: self.block_count,
            block_size: self.block_size,
            simd_level: self.simd_level,
            ..Self::default()
        };
        settings.set_batch(core.batch)?;
        settings.set_moments(core.moments);
        settings.set_clipping(core.clipping)?;
        settings.set_estimator(core.estimator, self)?;
        settings.set_prior(core.prior, self)?;
        match &core.sampler {
            Sampler::Rule(rule) => settings.set_rule(rule, self)?,
            Sampler::MetropolisHastings(mh) => settings.set_metropolis(mh),
            _ => return Err(Error::SamplerKind),
        }
        Ok(settings)
    }

    fn set_rule(&mut self, core: &RuleSettings<'_>, from: &Self) -> Result<(), Error> {
        (self.rule, self.step_size_schedule) = (from.rule, from.step_size_schedule);
        self.temperature_schedule = from.temperature_schedule;
        (self.step_size, _) = sgmcmc_schedule::with(&core.step_size, 0.0)?;
        (self.temperature, _) = sgmcmc_schedule::with(&core.temperature, 1.0)?;
        self.schedule_unit = match core.schedule_unit {
            ScheduleUnit::Step => sgmcmc_schedule_unit::SGMCMC_SCHEDULE_UNIT_STEP,
            ScheduleUnit::Epoch => sgmcmc_schedule_unit::SGMCMC_SCHEDULE_UNIT_EPOCH,
        } as i32;
        let (kind, covariance) = match core.compensation {
            NoiseCompensation::None => (sgmcmc_noise_compensation::SGMCMC_NOISE_COMPENSATION_NONE, None),
            NoiseCompensation::Diagonal(covariance) => {
                (sgmcmc_noise_compensation::SGMCMC_NOISE_COMPENSATION_DIAGONAL, covariance)
            }
            NoiseCompensation::Dense(covariance) => {
                (sgmcmc_noise_compensation::SGMCMC_NOISE_COMPENSATION_DENSE, covariance)
            }
            _ => return Err(Error::NoiseCompensation),
        };
        self.noise_compensation = kind as i32;
        if covariance.is_some() {
            self.noise_covariance = from.noise_covariance;
            self.noise_covariance_len = from.noise_covariance_len;
        }
        Ok(())
    }

    fn set_batch(&mut self, core: BatchSettings) -> Result<(), Error> {
        let (kind, len) = match core {
            BatchSettings::WithoutReplacement(len) => (sgmcmc_batch::SGMCMC_BATCH_WITHOUT_REPLACEMENT, len),
            BatchSettings::WithReplacement(len) => (sgmcmc_batch::SGMCMC_BATCH_WITH_REPLACEMENT, len),
            BatchSettings::Epochs(len) => (sgmcmc_batch::SGMCMC_BATCH_EPOCHS, len),
            BatchSettings::All => (sgmcmc_batch::SGMCMC_BATCH_ALL, 0),
            BatchSettings::Caller => (sgmcmc_batch::SGMCMC_BATCH_CALLER, 0),
            _ => return Err(Error::BatchKind),
        };
        (self.batch, self.batch_len) = (kind as i32, len);
        Ok(())
    }

    fn set_moments(&mut self, core: Moments) {
        self.moments = match core {
            Moments::None => sgmcmc_moments::SGMCMC_MOMENTS_NONE,
            Moments::Plain => sgmcmc_moments::SGMCMC_MOMENTS_PLAIN,
            Moments::Weighted => sgmcmc_moments::SGMCMC_MOMENTS_WEIGHTED,
            Moments::Both => sgmcmc_moments::SGMCMC_MOMENTS_BOTH,
        } as i32;
    }

    fn set_clipping(&mut self, core: Clipping) -> Result<(), Error> {
        let (kind, limit) = match core {
            Clipping::None => (sgmcmc_clipping::SGMCMC_CLIPPING_NONE, self.clipping_limit),
            Clipping::Norm(limit) => (sgmcmc_clipping::SGMCMC_CLIPPING_NORM, limit),
            Clipping::Element(limit) => (sgmcmc_clipping::SGMCMC_CLIPPING_ELEMENT, limit),
            _ => return Err(Error::ClippingKind),
        };
        (self.clipping, self.clipping_limit) = (kind as i32, limit);
        Ok(())
    }

    fn set_estimator(&mut self, core: Estimator<'_>, from: &Self) -> Result<(), Error> {
        self.estimator = match core {
            Estimator::Plain => sgmcmc_estimator::SGMCMC_ESTIMATOR_PLAIN,
            Estimator::FixedCentre { centre } => {
                self.centre = if centre.is_some() { from.centre } else { ptr::null() };
                sgmcmc_estimator::SGMCMC_ESTIMATOR_FIXED_CENTRE
            }
            Estimator::Practical { anchor_len, interval, averaged } => {
                (self.anchor_len, self.anchor_interval) = (anchor_len, interval);
                self.anchor_averaged = averaged.into();
                sgmcmc_estimator::SGMCMC_ESTIMATOR_PRACTICAL
            }
            Estimator::Svrg { interval, averaged } => {
                (self.anchor_interval, self.anchor_averaged) = (interval, averaged.into());
                sgmcmc_estimator::SGMCMC_ESTIMATOR_SVRG
            }
            Estimator::Saga => sgmcmc_estimator::SGMCMC_ESTIMATOR_SAGA,
            _ => return Err(Error::EstimatorKind),
        } as i32;
        Ok(())
    }

    fn set_prior(&mut self, core: Prior<'_>, from: &Self) -> Result<(), Error> {
        self.prior = match core {
            Prior::Flat(_) => sgmcmc_prior::SGMCMC_PRIOR_FLAT,
            Prior::Gaussian(prior) => {
                (self.prior_mean, self.prior_precision) = (prior.mean, prior.precision);
                sgmcmc_prior::SGMCMC_PRIOR_GAUSSIAN
            }
            Prior::GaussianVector(prior) => {
                self.prior_means = kept(from.prior_means, prior.mean);
                self.prior_precisions = kept(from.prior_precisions, prior.precision);
                sgmcmc_prior::SGMCMC_PRIOR_GAUSSIAN_VECTOR
            }
            Prior::SpikeAndSlab(prior) => {
                (self.slab_weight, self.slab_deviation) = (prior.slab_weight, prior.slab_deviation);
                self.spike_deviation = prior.spike_deviation;
                sgmcmc_prior::SGMCMC_PRIOR_SPIKE_AND_SLAB
            }
            Prior::Callback => sgmcmc_prior::SGMCMC_PRIOR_CALLBACK,
            _ => return Err(Error::PriorKind),
        } as i32;
        Ok(())
    }

    fn set_metropolis(&mut self, core: &MetropolisHastings) {
        self.sampler = sgmcmc_sampler::SGMCMC_SAMPLER_METROPOLIS_HASTINGS as i32;
        self.step_size = core.proposal.step_size();
        self.proposal = match core.proposal {
            Proposal::RandomWalk { step_size: _ } => sgmcmc_proposal::SGMCMC_PROPOSAL_RANDOM_WALK,
            Proposal::Sgld { step_size: _, noise } => {
                self.set_noise(noise);
                sgmcmc_proposal::SGMCMC_PROPOSAL_SGLD
            }
            Proposal::Rsgld { step_size: _, noise, beta, density } => {
                self.set_noise(noise);
                self.beta = beta;
                self.density = match density {
                    Density::Normalized => sgmcmc_density::SGMCMC_DENSITY_NORMALIZED,
                    Density::Unnormalized => sgmcmc_density::SGMCMC_DENSITY_UNNORMALIZED,
                } as i32;
                sgmcmc_proposal::SGMCMC_PROPOSAL_RSGLD
            }
            Proposal::Hmc { step_size: _, leapfrog_count, step_jitter } => {
                (self.leapfrog_count, self.step_jitter) = (leapfrog_count, step_jitter);
                sgmcmc_proposal::SGMCMC_PROPOSAL_HMC
            }
        } as i32;
        let MetropolisHastings {
            proposal: _,
            likelihood_scale,
            refresh_len,
            proposal_gradient,
            tune_beta,
            beta_max,
            tune_interval,
            target_acceptance,
            tune_refresh_len,
        } = *core;
        (self.likelihood_scale, self.refresh_len) = (likelihood_scale, refresh_len);
        self.proposal_gradient = match proposal_gradient {
            ProposalGradient::Posterior => sgmcmc_proposal_gradient::SGMCMC_PROPOSAL_GRADIENT_POSTERIOR,
            ProposalGradient::Published => sgmcmc_proposal_gradient::SGMCMC_PROPOSAL_GRADIENT_PUBLISHED,
        } as i32;
        (self.tune_beta, self.beta_max, self.tune_interval) = (tune_beta.into(), beta_max, tune_interval);
        (self.tune_step_size, self.tune_refresh_len) =
            (target_acceptance.is_some().into(), tune_refresh_len.into());
        self.target_acceptance = target_acceptance.unwrap_or(self.target_acceptance);
    }

    fn set_noise(&mut self, core: NoiseScale) {
        self.noise = match core {
            NoiseScale::Published => sgmcmc_noise::SGMCMC_NOISE_PUBLISHED,
            NoiseScale::Langevin => sgmcmc_noise::SGMCMC_NOISE_LANGEVIN,
            NoiseScale::Custom(sigma) => {
                self.noise_scale = sigma;
                sgmcmc_noise::SGMCMC_NOISE_CUSTOM
            }
        } as i32;
    }
}

impl sgmcmc_schedule {
    /// The setting with its schedule; a host's own values have `unused` for it.
    pub(crate) fn with(core: &Schedule, unused: f64) -> Result<(f64, Self), Error> {
        let mut schedule = Self { floor: core.floor, warm_up: core.warm_up, ..Self::default() };
        let (kind, setting) = match core.shape {
            Shape::Constant(shape) => (sgmcmc_schedule_kind::SGMCMC_SCHEDULE_CONSTANT, shape.value),
            Shape::Polynomial(shape) => {
                (schedule.offset, schedule.exponent) = (shape.offset, shape.exponent);
                (sgmcmc_schedule_kind::SGMCMC_SCHEDULE_POLYNOMIAL, shape.scale)
            }
            Shape::StepDecay(shape) => {
                (schedule.factor, schedule.period) = (shape.factor, shape.period);
                (sgmcmc_schedule_kind::SGMCMC_SCHEDULE_STEP_DECAY, shape.initial)
            }
            Shape::Cyclical(shape) => {
                (schedule.cycle_len, schedule.exploration) = (shape.cycle_len, shape.exploration);
                (sgmcmc_schedule_kind::SGMCMC_SCHEDULE_CYCLICAL, shape.initial)
            }
            Shape::Callback => (sgmcmc_schedule_kind::SGMCMC_SCHEDULE_CALLBACK, unused),
            _ => return Err(Error::ScheduleKind),
        };
        schedule.kind = kind as i32;
        Ok((setting, schedule))
    }
}

/// The caller's vector, where the core has it from there. A kind that a line has chosen has none: what the pointer was
/// set for may be shorter.
fn kept(from: *const f64, core: &[f64]) -> *const f64 {
    if core.is_empty() { ptr::null() } else { from }
}
