//! The way of a chain's settings into the core's.

use crate::block::{self, sgmcmc_block};
use crate::flag::flag;
use crate::guard::{Call, Elements, refuse_unused};
use crate::made::types::{
    sgmcmc_batch, sgmcmc_clipping, sgmcmc_density, sgmcmc_estimator, sgmcmc_moments, sgmcmc_noise,
    sgmcmc_noise_compensation, sgmcmc_prior, sgmcmc_proposal, sgmcmc_proposal_gradient, sgmcmc_sampler,
    sgmcmc_schedule_unit,
};
use crate::settings::sgmcmc_chain_settings;
use crate::status::{Owner, sgmcmc_status};
use core_crate::mh::{Density, MetropolisHastings, NoiseScale, Proposal, ProposalGradient};
use core_crate::prior::{GaussianVector, Prior, SpikeAndSlab};
use core_crate::rule::NoiseCompensation;
use core_crate::schedule::Schedule;
use core_crate::{
    BatchSettings, BlockList, ChainSettings, Clipping, Error, Estimator, Moments, RuleSettings, Sampler,
    ScheduleUnit, built,
};

/// A rule's step size that is left out, with the default schedule.
pub(crate) const NOT_SAID: Schedule = Schedule::constant(0.0);

impl sgmcmc_chain_settings {
    /// The core's settings for dim parameters; `blocks` is room for them. Only pointers, enums and flags are checked
    /// here, and that what they do not use has its default: the core checks ranges, where they matter.
    pub(crate) fn core_settings<'s, 'a: 's>(
        &self,
        call: &mut Call<'a>,
        dim: usize,
        blocks: &'s mut Option<Elements<'a, sgmcmc_block>>,
    ) -> Result<ChainSettings<'s>, sgmcmc_status> {
        let sampler = self.core_sampler(call, dim)?;
        let moments = match sgmcmc_moments::from_number(self.moments)? {
            sgmcmc_moments::SGMCMC_MOMENTS_NONE => Moments::None,
            sgmcmc_moments::SGMCMC_MOMENTS_PLAIN => Moments::Plain,
            sgmcmc_moments::SGMCMC_MOMENTS_WEIGHTED => Moments::Weighted,
            sgmcmc_moments::SGMCMC_MOMENTS_BOTH => Moments::Both,
        };
        let clipping = match sgmcmc_clipping::from_number(self.clipping)? {
            sgmcmc_clipping::SGMCMC_CLIPPING_NONE => Clipping::None,
            _ if !built::CLIPPING => return Err(Error::NotBuilt.into()),
            sgmcmc_clipping::SGMCMC_CLIPPING_NORM => Clipping::Norm(self.clipping_limit),
            sgmcmc_clipping::SGMCMC_CLIPPING_ELEMENT => Clipping::Element(self.clipping_limit),
        };
        let estimator = self.core_estimator(call, dim)?;
        let prior = self.core_prior(call, dim)?;
        let blocks = if built::BLOCKS {
            let blocks =
                blocks.insert(call.input_elements(self.blocks, self.block_count, self.block_size)?);
            block::check(blocks)?;
            BlockList::Source(blocks)
        } else {
            built::need(self.block_count == 0)?;
            BlockList::NONE
        };
        let core = ChainSettings {
            seed: self.seed,
            chain_index: self.chain_index,
            chunk_len: self.chunk_len,
            estimator,
            clipping,
            prior,
            blocks,
            burn_in: self.burn_in,
            thinning: self.thinning,
            moments,
            ..ChainSettings::new(self.data_len, self.core_batch()?, sampler)
        };
        let used = Self { struct_size: self.struct_size, ..self.with(&core)? };
        refuse_unused(self, &used, Owner::Chain)?;
        Ok(core)
    }

    fn core_sampler<'a>(&self, call: &mut Call<'a>, dim: usize) -> Result<Sampler<'a>, sgmcmc_status> {
        let rule = self.core_rule(call, dim)?;
        let metropolis = if built::METROPOLIS_HASTINGS { Some(self.core_metropolis()?) } else { None };
        let kind = sgmcmc_sampler::from_number(self.sampler)?;
        built::need(built::METROPOLIS_HASTINGS || kind == sgmcmc_sampler::SGMCMC_SAMPLER_RULE)?;
        Ok(match kind {
            sgmcmc_sampler::SGMCMC_SAMPLER_RULE => Sampler::Rule(rule),
            sgmcmc_sampler::SGMCMC_SAMPLER_METROPOLIS_HASTINGS => {
                Sampler::MetropolisHastings(metropolis.ok_or(Error::NotBuilt)?)
            }
        })
    }

    fn core_batch(&self) -> Result<BatchSettings, Error> {
        let len = self.batch_len;
        Ok(match sgmcmc_batch::from_number(self.batch)? {
            sgmcmc_batch::SGMCMC_BATCH_WITHOUT_REPLACEMENT => BatchSettings::WithoutReplacement(len),
            sgmcmc_batch::SGMCMC_BATCH_WITH_REPLACEMENT => BatchSettings::WithReplacement(len),
            sgmcmc_batch::SGMCMC_BATCH_EPOCHS => BatchSettings::Epochs(len),
            sgmcmc_batch::SGMCMC_BATCH_ALL => BatchSettings::All,
            sgmcmc_batch::SGMCMC_BATCH_CALLER => BatchSettings::Caller,
        })
    }

    fn core_prior<'a>(&self, call: &mut Call<'a>, dim: usize) -> Result<Prior<'a>, Error> {
        let Self { slab_weight, slab_deviation, spike_deviation, .. } = *self;
        Ok(match sgmcmc_prior::from_number(self.prior)? {
            sgmcmc_prior::SGMCMC_PRIOR_CHAIN => return Err(Error::PriorKind),
            sgmcmc_prior::SGMCMC_PRIOR_FLAT => Prior::FLAT,
            sgmcmc_prior::SGMCMC_PRIOR_GAUSSIAN => Prior::gaussian(self.prior_mean, self.prior_precision),
            _ if !built::PRIORS => return Err(Error::NotBuilt),
            sgmcmc_prior::SGMCMC_PRIOR_GAUSSIAN_VECTOR => Prior::GaussianVector(GaussianVector {
                mean: call.input(self.prior_means, dim)?,
                precision: call.input(self.prior_precisions, dim)?,
            }),
            sgmcmc_prior::SGMCMC_PRIOR_SPIKE_AND_SLAB => {
                Prior::SpikeAndSlab(SpikeAndSlab { slab_weight, slab_deviation, spike_deviation })
            }
            sgmcmc_prior::SGMCMC_PRIOR_CALLBACK => Prior::Callback,
        })
    }

    fn core_estimator<'a>(&self, call: &mut Call<'a>, dim: usize) -> Result<Estimator<'a>, Error> {
        let (interval, averaged) = (self.anchor_interval, flag(self.anchor_averaged)?);
        Ok(match sgmcmc_estimator::from_number(self.estimator)? {
            sgmcmc_estimator::SGMCMC_ESTIMATOR_PLAIN => Estimator::Plain,
            _ if !built::CONTROL_VARIATES => return Err(Error::NotBuilt),
            sgmcmc_estimator::SGMCMC_ESTIMATOR_FIXED_CENTRE if self.centre.is_null() => {
                Estimator::FixedCentre { centre: None }
            }
            sgmcmc_estimator::SGMCMC_ESTIMATOR_FIXED_CENTRE => {
                Estimator::FixedCentre { centre: Some(call.input(self.centre, dim)?) }
            }
            sgmcmc_estimator::SGMCMC_ESTIMATOR_PRACTICAL => {
                Estimator::Practical { anchor_len: self.anchor_len, interval, averaged }
            }
            sgmcmc_estimator::SGMCMC_ESTIMATOR_SVRG => Estimator::Svrg { interval, averaged },
            sgmcmc_estimator::SGMCMC_ESTIMATOR_SAGA => Estimator::Saga,
        })
    }

    fn core_rule<'a>(&self, call: &mut Call<'a>, dim: usize) -> Result<RuleSettings<'a>, sgmcmc_status> {
        let rule = call.input_struct_or_default(self.rule)?.with_values(call, dim)?;
        let mut step_size =
            call.input_struct_or_default(self.step_size_schedule)?.core_schedule(self.step_size)?;
        // What nobody has said is to be found, unless the host says it.
        if self.step_size.to_bits() == 0 && step_size == NOT_SAID {
            step_size.shape = Schedule::CALLBACK.shape;
        }
        let temperature =
            call.input_struct_or_default(self.temperature_schedule)?.core_schedule(self.temperature)?;
        let schedule_unit = match sgmcmc_schedule_unit::from_number(self.schedule_unit)? {
            sgmcmc_schedule_unit::SGMCMC_SCHEDULE_UNIT_STEP => ScheduleUnit::Step,
            sgmcmc_schedule_unit::SGMCMC_SCHEDULE_UNIT_EPOCH => ScheduleUnit::Epoch,
        };
        let compensation = self.core_compensation(call)?;
        Ok(RuleSettings { temperature, schedule_unit, compensation, ..RuleSettings::new(rule, step_size) })
    }

    fn core_compensation<'a>(&self, call: &mut Call<'a>) -> Result<NoiseCompensation<'a>, Error> {
        let kind = sgmcmc_noise_compensation::from_number(self.noise_compensation)?;
        if kind == sgmcmc_noise_compensation::SGMCMC_NOISE_COMPENSATION_NONE {
            return Ok(NoiseCompensation::None);
        }
        built::need(built::NOISE_COMPENSATION)?;
        let given = match self.noise_covariance.is_null() {
            true => None,
            false => Some(call.input(self.noise_covariance, self.noise_covariance_len)?),
        };
        Ok(match kind {
            sgmcmc_noise_compensation::SGMCMC_NOISE_COMPENSATION_NONE => NoiseCompensation::None,
            sgmcmc_noise_compensation::SGMCMC_NOISE_COMPENSATION_DIAGONAL => {
                NoiseCompensation::Diagonal(given)
            }
            sgmcmc_noise_compensation::SGMCMC_NOISE_COMPENSATION_DENSE => NoiseCompensation::Dense(given),
        })
    }

    pub(crate) fn core_metropolis(&self) -> Result<MetropolisHastings, Error> {
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
            sgmcmc_proposal::SGMCMC_PROPOSAL_HMC if !built::HMC => return Err(Error::NotBuilt),
            sgmcmc_proposal::SGMCMC_PROPOSAL_HMC => Proposal::Hmc {
                step_size,
                leapfrog_count: self.leapfrog_count,
                step_jitter: self.step_jitter,
            },
        };
        let proposal_gradient = match sgmcmc_proposal_gradient::from_number(self.proposal_gradient)? {
            sgmcmc_proposal_gradient::SGMCMC_PROPOSAL_GRADIENT_POSTERIOR => ProposalGradient::Posterior,
            sgmcmc_proposal_gradient::SGMCMC_PROPOSAL_GRADIENT_PUBLISHED => ProposalGradient::Published,
        };
        let target = match self.target_acceptance {
            rate if rate.to_bits() == 0 => proposal.target_acceptance(),
            rate => rate,
        };
        Ok(MetropolisHastings {
            refresh_len: self.refresh_len,
            proposal_gradient,
            tune_beta: flag(self.tune_beta)?,
            beta_max: self.beta_max,
            tune_interval: self.tune_interval,
            target_acceptance: flag(self.tune_step_size)?.then_some(target),
            tune_refresh_len: flag(self.tune_refresh_len)?,
            ..MetropolisHastings::new(proposal, self.likelihood_scale)
        })
    }
}
