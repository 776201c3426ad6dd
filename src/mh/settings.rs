//! The settings of a mini-batch Metropolis-Hastings chain.

use crate::Error;
use crate::num::Real;
use crate::range::positive;
use core::num::NonZeroU32;

/// Samples (θ, I) with density ∝ exp(c_n (μ̂_I(θ) + log π0(θ)/n)); Wu, Wang and Wong 2020, Algorithm 1.
///
/// θ alone follows, for large m, the posterior at the temperature n / c_n. With all data in the batch it is
/// classical Metropolis-Hastings, and with c_n = n it samples the posterior itself.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MetropolisHastings {
    /// Where the next θ comes from.
    pub proposal: Proposal,
    /// c_n > 0: a little below sqrt(m) in low dimension, about m for networks, n for classical MH on all data.
    pub likelihood_scale: f64,
    /// How many indices of the batch a proposal replaces, 1 to m - 1 and at most n - m; m, or 0, the default, draws a
    /// fresh batch, as published.
    ///
    /// The target is the same for every value. Small ones keep acceptance up in high dimension.
    pub refresh_len: u32,
    /// Whether proposals follow ĝ_I + ∇log π0 / n instead of ĝ_I; default false, as published.
    pub proposal_uses_prior: bool,
    /// Whether β is tuned between epochs; needs [`Proposal::Rsgld`]. Default false.
    ///
    /// The tuner never stops by itself, and a chain whose proposal follows its own past is not exactly a chain on the
    /// target: to sample, tune in a first run and start the second one with the β that it found.
    pub tune_beta: bool,
    /// The tuner's cap on β; default 1000.
    pub beta_max: f64,
    /// Steps between the tuner's looks; 0, the default, is one epoch, n/m rounded up.
    pub tune_interval: u64,
    /// During burn-in, moves the random walk's δ towards this acceptance rate; `None`, the default, keeps δ.
    pub target_acceptance: Option<f64>,
}

/// The proposal q(θ → θ').
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Proposal {
    /// θ' = θ + δ ξ: symmetric, needs no gradient.
    RandomWalk {
        /// δ > 0.
        step_size: f64,
    },
    /// θ' = θ + ε ĝ_I + σ ξ.
    Sgld {
        /// ε > 0.
        step_size: f64,
        /// σ.
        noise: NoiseScale,
    },
    /// With equal chance θ' = θ + ε ĝ_I + σ ξ, or θ' = θ - ε ĝ_I + β σ ξ; Wu, Wang and Wong 2020, (6)-(8).
    Rsgld {
        /// ε > 0.
        step_size: f64,
        /// σ.
        noise: NoiseScale,
        /// β ≥ 1.
        beta: f64,
        /// Which density enters the acceptance ratio.
        density: Density,
    },
}

/// The scale σ of a gradient proposal's noise.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum NoiseScale {
    /// sqrt(2ε) / n, as published: colder than Langevin noise by far, an optimiser's choice.
    Published,
    /// sqrt(2ε / c_n): the Langevin scaling for the tempered target, for sampling.
    Langevin,
    /// σ > 0 itself.
    Custom(f64),
}

/// The density of the RSGLD proposal in the acceptance ratio.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Density {
    /// The mixture's density, with the factor β^(-d) of its second part: exact.
    #[default]
    Normalized,
    /// Without β^(-d), as the paper ran it. Not a valid Metropolis-Hastings kernel: it does not keep the target, and
    /// is here as an optimiser's rule, to reproduce published tables.
    Unnormalized,
}

impl MetropolisHastings {
    /// The published chain with its defaults: fresh batches, no tuning.
    pub fn new(proposal: Proposal, likelihood_scale: f64) -> Self {
        Self {
            proposal,
            likelihood_scale,
            refresh_len: 0,
            proposal_uses_prior: false,
            tune_beta: false,
            beta_max: 1e3,
            tune_interval: 0,
            target_acceptance: None,
        }
    }

    /// Refuses settings outside their ranges; `batch_len` is n for all data.
    pub(crate) fn check<R: Real>(&self, data_len: NonZeroU32, batch_len: u32) -> Result<(), Error> {
        positive::<R>(self.proposal.step_size(), Error::StepSize)?;
        positive::<f64>(self.likelihood_scale, Error::LikelihoodScale)?;
        let outside = data_len.get().saturating_sub(batch_len);
        if self.refresh_len > batch_len || self.partial_refresh_len(batch_len) > outside {
            return Err(Error::RefreshLen);
        }
        let sigma = self.noise_scale(self.proposal.step_size(), data_len);
        positive::<R>(sigma, Error::NoiseScale)?;
        if let Proposal::Rsgld { beta, .. } = self.proposal {
            if !(beta >= 1.0 && beta.is_finite()) {
                return Err(Error::Beta);
            }
            if !(self.beta_max >= beta && self.beta_max.is_finite()) {
                return Err(Error::BetaMax);
            }
        }
        if self.tune_beta && !matches!(self.proposal, Proposal::Rsgld { .. }) {
            return Err(Error::Tuner);
        }
        match self.target_acceptance {
            None => Ok(()),
            Some(_) if !matches!(self.proposal, Proposal::RandomWalk { .. }) => Err(Error::Tuner),
            Some(target) if target > 0.0 && target < 1.0 => Ok(()),
            Some(_) => Err(Error::TargetAcceptance),
        }
    }

    /// How many indices a partial refresh replaces; 0 where the whole batch is drawn afresh.
    pub(crate) fn partial_refresh_len(&self, batch_len: u32) -> u32 {
        if self.refresh_len < batch_len { self.refresh_len } else { 0 }
    }

    /// σ for the step size ε, or δ itself for the random walk.
    pub(crate) fn noise_scale(&self, step_size: f64, data_len: NonZeroU32) -> f64 {
        match self.proposal {
            Proposal::RandomWalk { .. } => step_size,
            Proposal::Sgld { noise, .. } | Proposal::Rsgld { noise, .. } => match noise {
                NoiseScale::Published => libm::sqrt(2.0 * step_size) / f64::from(data_len.get()),
                NoiseScale::Langevin => libm::sqrt(2.0 * step_size / self.likelihood_scale),
                NoiseScale::Custom(sigma) => sigma,
            },
        }
    }
}

impl Proposal {
    /// ε or δ.
    pub fn step_size(&self) -> f64 {
        match *self {
            Self::RandomWalk { step_size } | Self::Sgld { step_size, .. } | Self::Rsgld { step_size, .. } => {
                step_size
            }
        }
    }

    /// β, which is 1 for the other proposals.
    pub(crate) fn beta(&self) -> f64 {
        if let Self::Rsgld { beta, .. } = *self { beta } else { 1.0 }
    }

    pub(crate) fn needs_gradient(&self) -> bool {
        !matches!(self, Self::RandomWalk { .. })
    }
}
