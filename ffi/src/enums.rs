//! The enums of the settings. C passes them as `int32_t`; a number that is none of them is refused by name.

use core_crate::Error;

/// What moves theta: sgmcmc_chain_settings.sampler.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub enum sgmcmc_sampler {
    /// Stochastic gradient Langevin dynamics; at temperature 0, stochastic gradient ascent.
    SGMCMC_SAMPLER_SGLD = 0,
    /// Minibatch Metropolis-Hastings with batch tempering.
    SGMCMC_SAMPLER_METROPOLIS_HASTINGS = 1,
}

/// How a step's minibatch is drawn: sgmcmc_chain_settings.batch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub enum sgmcmc_batch {
    /// A uniform subset of batch_len data, its indices ascending.
    SGMCMC_BATCH_WITHOUT_REPLACEMENT = 0,
    /// batch_len independent uniform indices.
    SGMCMC_BATCH_WITH_REPLACEMENT = 1,
    /// The next batch_len of a pseudo-random permutation that changes every epoch; an epoch's last batch may be
    /// shorter.
    SGMCMC_BATCH_EPOCHS = 2,
    /// All data; batch_len is not looked at.
    SGMCMC_BATCH_ALL = 3,
    /// The indices given to sgmcmc_chain_step_with_batch; batch_len is not looked at.
    SGMCMC_BATCH_CALLER = 4,
}

/// The step sizes of SGLD: sgmcmc_chain_settings.schedule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub enum sgmcmc_schedule {
    /// step_size.
    SGMCMC_SCHEDULE_CONSTANT = 0,
    /// step_size * (schedule_offset + k)^(-schedule_exponent) for step k, counted from 0.
    SGMCMC_SCHEDULE_POLYNOMIAL = 1,
}

/// Where a Metropolis-Hastings chain's next theta comes from: sgmcmc_chain_settings.proposal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub enum sgmcmc_proposal {
    /// theta + step_size xi; needs no gradient.
    SGMCMC_PROPOSAL_RANDOM_WALK = 0,
    /// theta + step_size g + sigma xi, with g the mean gradient over the batch.
    SGMCMC_PROPOSAL_SGLD = 1,
    /// With equal chance theta + step_size g + sigma xi or theta - step_size g + beta sigma xi.
    SGMCMC_PROPOSAL_RSGLD = 2,
}

/// The density of the RSGLD proposal in the acceptance ratio: sgmcmc_chain_settings.density.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub enum sgmcmc_density {
    /// The mixture's density: exact.
    SGMCMC_DENSITY_NORMALIZED = 0,
    /// Without the factor beta^(-dim), as published. It does not keep the target: an optimiser's rule, for published
    /// tables.
    SGMCMC_DENSITY_UNNORMALIZED = 1,
}

/// The scale sigma of a gradient proposal's noise: sgmcmc_chain_settings.noise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub enum sgmcmc_noise {
    /// sqrt(2 step_size) / data_len, as published: an optimiser's choice.
    SGMCMC_NOISE_PUBLISHED = 0,
    /// sqrt(2 step_size / likelihood_scale), for sampling.
    SGMCMC_NOISE_LANGEVIN = 1,
    /// noise_scale.
    SGMCMC_NOISE_CUSTOM = 2,
}

/// The prior: sgmcmc_chain_settings.prior.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub enum sgmcmc_prior {
    /// Constant.
    SGMCMC_PRIOR_FLAT = 0,
    /// Every parameter normal with prior_mean and variance 1 / prior_precision.
    SGMCMC_PRIOR_GAUSSIAN = 1,
    /// The model's log_prior.
    SGMCMC_PRIOR_CALLBACK = 2,
}

/// Which running means and variances a chain keeps: sgmcmc_chain_settings.moments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub enum sgmcmc_moments {
    /// None.
    SGMCMC_MOMENTS_NONE = 0,
    /// Every kept draw counts the same.
    SGMCMC_MOMENTS_PLAIN = 1,
    /// A kept draw counts by its step size, which a decreasing schedule needs.
    SGMCMC_MOMENTS_WEIGHTED = 2,
    /// Both.
    SGMCMC_MOMENTS_BOTH = 3,
}

macro_rules! from_number {
    ($( $name:ident, $error:ident: $($variant:ident)* ;)*) => {
        $(
            impl $name {
                /// The choice with this number, or the error that names the setting.
                pub(crate) fn from_number(number: i32) -> Result<Self, Error> {
                    [$(Self::$variant),*].into_iter().find(|it| *it as i32 == number).ok_or(Error::$error)
                }
            }
        )*
    };
}

from_number! {
    sgmcmc_sampler, SamplerKind: SGMCMC_SAMPLER_SGLD SGMCMC_SAMPLER_METROPOLIS_HASTINGS;
    sgmcmc_batch, BatchKind: SGMCMC_BATCH_WITHOUT_REPLACEMENT SGMCMC_BATCH_WITH_REPLACEMENT SGMCMC_BATCH_EPOCHS
        SGMCMC_BATCH_ALL SGMCMC_BATCH_CALLER;
    sgmcmc_schedule, ScheduleKind: SGMCMC_SCHEDULE_CONSTANT SGMCMC_SCHEDULE_POLYNOMIAL;
    sgmcmc_proposal, ProposalKind: SGMCMC_PROPOSAL_RANDOM_WALK SGMCMC_PROPOSAL_SGLD SGMCMC_PROPOSAL_RSGLD;
    sgmcmc_density, DensityKind: SGMCMC_DENSITY_NORMALIZED SGMCMC_DENSITY_UNNORMALIZED;
    sgmcmc_noise, NoiseKind: SGMCMC_NOISE_PUBLISHED SGMCMC_NOISE_LANGEVIN SGMCMC_NOISE_CUSTOM;
    sgmcmc_prior, PriorKind: SGMCMC_PRIOR_FLAT SGMCMC_PRIOR_GAUSSIAN SGMCMC_PRIOR_CALLBACK;
    sgmcmc_moments, MomentsKind: SGMCMC_MOMENTS_NONE SGMCMC_MOMENTS_PLAIN SGMCMC_MOMENTS_WEIGHTED SGMCMC_MOMENTS_BOTH;
}
