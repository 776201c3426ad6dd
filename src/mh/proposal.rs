//! The proposals of a mini-batch Metropolis-Hastings chain, and what each of them needs.

use crate::built;
use crate::named::named;

named! {
    /// Where the next θ of a Metropolis-Hastings chain comes from: the proposal q(θ → θ').
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub enum Proposal {
        /// θ' = θ + δ ξ, with δ the step size: symmetric, needs no gradient.
        RandomWalk {
            /// δ > 0, in the unit of θ; 0 for one that is to be tuned.
            step_size: f64,
        } = 0 in RANDOM_WALK,
        /// θ' = θ + ε ĝ_I + σ ξ, with ε the step size, σ the scale of the noise and ĝ_I the mean gradient over the batch.
        Sgld {
            /// ε > 0, on the mean gradient; 0 for one that is to be tuned.
            step_size: f64,
            /// The scale of the noise, σ.
            noise: NoiseScale,
        } = 1,
        /// With equal chance θ' = θ + ε ĝ_I + σ ξ, or θ' = θ - ε ĝ_I + β σ ξ; Wu, Wang and Wong 2020, (6)-(8).
        Rsgld {
            /// ε > 0, on the mean gradient; 0 for one that is to be tuned.
            step_size: f64,
            /// The scale of the noise, σ.
            noise: NoiseScale,
            /// How much wider the noise of a backward move is, β.
            beta: f64 = 1.0 => at_least(1.0).finite(), Beta,
            /// Which density enters the acceptance ratio.
            density: Density,
        } = 2,
        /// Hamiltonian Monte Carlo: a momentum p of standard normals, then L leapfrog steps of size ε with the batch held; Duane, Kennedy,
        /// Pendleton and Roweth 1987; Neal 2011, section 5.3.2.
        ///
        /// ```text
        /// p ← p + (ε c_n/2) g;   θ ← θ + ε p;   p ← p + (ε c_n/2) g;   g = ĝ_I(θ) + ∇log π0(θ)/n
        /// ```
        ///
        /// θ' is accepted by the change of -c_n (μ̂_I + log π0/n) + ½ ‖p‖². Then, with fewer than all data, I' is
        /// proposed at the θ that was reached, and accepted by itself, by c_n (μ̂_I' - μ̂_I). Both keep p(θ, I): on all
        /// data with c_n = n this samples the posterior; on batches it moves in high dimension where
        /// [`refresh_len`](super::MetropolisHastings::refresh_len) is small. A step is L evaluations on I and, with fewer than
        /// all data, one on I'.
        ///
        /// ε counts in θ, not in θ² as a Langevin step does: with L = 1 and no jitter a trajectory is a proposal of
        /// [`Sgld`](Self::Sgld) with the step ε² c_n / 2 and Langevin noise, which follows the prior. About ε = s for
        /// the smallest standard deviation s of the target, and ε L about the largest, is a start. A block's factor
        /// multiplies ε², as it multiplies a Langevin step: its mass is 1 over the factor.
        ///
        /// Each trajectory has ε times a number of its own, uniform from 1 - j to 1 + j, with j the `step_jitter`. On a normal of deviation s one of
        /// ε L = 2π s comes back to where it began, so that a chain of them accepts all and hardly moves; with jitter few do.
        ///
        /// A trajectory diverges where its energy comes out more than 1000 too large, or it meets a place where anything is
        /// not finite or the model impossible; [a chain's statistics](crate::Statistics) count these.
        ///
        /// An [`Observer`](crate::Observer) sees the norms of a first leapfrog step: drift ‖ε² c_n g / 2‖, noise ‖ε p‖.
        Hmc {
            /// ε > 0, in the unit of θ; 0 for one that is to be tuned.
            step_size: f64,
            /// How many leapfrog steps a trajectory has, L.
            leapfrog_count: u32 = 10 => at_least(1.0), LeapfrogCount,
            /// j: every trajectory's step is ε times a number of its own, uniform from 1 - j to 1 + j, so that few come back to
            /// where they began. At 0 all have the same step, and nothing is drawn for it.
            step_jitter: f64 = 0.3 => at_least(0.0).below(1.0), StepJitter,
        } = 3 in HMC,
    }
    from Proposal::Rsgld {
        step_size: f64::NAN,
        noise: NoiseScale::default(),
        beta: 1.0,
        density: Density::Normalized,
    }
}

named! {
    /// The scale σ of a gradient proposal's noise.
    #[derive(Clone, Copy, Debug, Default, PartialEq)]
    pub enum NoiseScale {
        /// sqrt(2ε) / n, as published: colder than Langevin noise by far. An optimiser's choice: at the steps of a
        /// sampler the normalised density then accepts next to nothing in high dimension.
        Published = 0,
        /// √(2ε / c_n), the default, for sampling: the noise of a Langevin step for the density exp(c_n times the mean
        /// log-likelihood), with c_n the `likelihood_scale`.
        #[default]
        Langevin = 1,
        /// σ > 0 itself.
        Custom(sigma: f64) = 2,
    }
    from NoiseScale::default()
}

named! {
    /// The gradient that the proposals SGLD and RSGLD follow.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub enum ProposalGradient {
        /// The mean log-likelihood's with the prior's over n, the default: that of what the chain samples.
        #[default]
        Posterior = 0,
        /// The mean log-likelihood's alone, as published, whatever the prior.
        Published = 1,
    }
}

named! {
    /// The density of the RSGLD proposal in the acceptance ratio.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub enum Density {
        /// The mixture's density, with the factor β^(-d) of its second part: exact.
        #[default]
        Normalized = 0,
        /// Without β^(-d), as Wu, Wang and Wong 2020 print their acceptance ratio, (37)-(51). Not a valid
        /// Metropolis-Hastings kernel: it does not keep the target, and is here as an optimiser's rule, to reproduce published tables.
        ///
        /// The paper says nowhere which of the two densities its experiments ran, nor at which β they started. That it
        /// was this one is our inference: with β = 1.05 and its d = 4.8e5 a forward move under the other has a log
        /// ratio of -1.1e3.
        Unnormalized = 1,
    }
}

impl Proposal {
    /// [`RandomWalk`](Self::RandomWalk).
    pub const fn random_walk(step_size: f64) -> Self {
        Self::RandomWalk { step_size }
    }

    /// [`Sgld`](Self::Sgld).
    pub const fn sgld(step_size: f64, noise: NoiseScale) -> Self {
        Self::Sgld { step_size, noise }
    }

    /// [`Rsgld`](Self::Rsgld).
    pub const fn rsgld(step_size: f64, noise: NoiseScale, beta: f64, density: Density) -> Self {
        Self::Rsgld { step_size, noise, beta, density }
    }

    /// [`Hmc`](Self::Hmc) with a `step_jitter` of 0.3.
    pub const fn hmc(step_size: f64, leapfrog_count: u32) -> Self {
        Self::jittered_hmc(step_size, leapfrog_count, 0.3)
    }

    /// [`Hmc`](Self::Hmc).
    pub const fn jittered_hmc(step_size: f64, leapfrog_count: u32, step_jitter: f64) -> Self {
        Self::Hmc { step_size, leapfrog_count, step_jitter }
    }

    /// ε or δ.
    pub fn step_size(&self) -> f64 {
        match *self {
            Self::RandomWalk { step_size }
            | Self::Sgld { step_size, .. }
            | Self::Rsgld { step_size, .. }
            | Self::Hmc { step_size, .. } => step_size,
        }
    }

    /// The acceptance rate at which a long chain goes farthest: 0.234 for the random walk (Roberts, Gelman and Gilks
    /// 1997), 0.574 for SGLD (Roberts and Rosenthal 1998), 0.65 for HMC (Beskos et al. 2013).
    ///
    /// 0.4 for RSGLD: in more than a few dimensions none of its moves down the gradient, which are half of all, is
    /// accepted but by an ε that is too small for the others. On a normal law in 10 and 100 dimensions a chain at 0.4
    /// goes three quarters as far as one at half of 0.574, the best, and one at 0.574 a quarter and a sixteenth.
    pub fn target_acceptance(&self) -> f64 {
        match self {
            Self::RandomWalk { .. } => 0.234,
            Self::Sgld { .. } => 0.574,
            Self::Rsgld { .. } => 0.4,
            Self::Hmc { .. } => 0.65,
        }
    }

    /// The share of the most that batch noise leaves at which a target's tuner aims at most: see `StepSizeTuner`.
    pub(crate) fn share_of_cap(&self, target: f64) -> f64 {
        match self {
            Self::RandomWalk { .. } => target.max(0.5),
            Self::Sgld { .. } | Self::Rsgld { .. } | Self::Hmc { .. } => target.max(0.72),
        }
    }

    /// The scale of the noise of one that follows the gradient at θ; none where the step size is the scale itself.
    pub(crate) fn noise(&self) -> Option<NoiseScale> {
        match *self {
            Self::Sgld { noise, .. } | Self::Rsgld { noise, .. } => Some(noise),
            Self::RandomWalk { .. } | Self::Hmc { .. } => None,
        }
    }

    /// β, which is 1 for the other proposals.
    pub(crate) fn beta(&self) -> f64 {
        match *self {
            Self::RandomWalk { .. } | Self::Sgld { .. } | Self::Hmc { .. } => 1.0,
            Self::Rsgld { beta, .. } => beta,
        }
    }

    /// L of HMC, and of no other; none in a build without HMC, so that nothing there leads to it.
    pub(crate) fn leapfrog_count(&self) -> Option<u32> {
        match *self {
            Self::RandomWalk { .. } | Self::Sgld { .. } | Self::Rsgld { .. } => None,
            Self::Hmc { leapfrog_count, .. } => built::HMC.then_some(leapfrog_count),
        }
    }

    /// j of HMC, 0 of others.
    pub(crate) fn step_jitter(&self) -> f64 {
        match *self {
            Self::RandomWalk { .. } | Self::Sgld { .. } | Self::Rsgld { .. } => 0.0,
            Self::Hmc { step_jitter, .. } => step_jitter,
        }
    }

    /// Whether this build has it.
    pub(crate) fn is_built(&self) -> bool {
        match self {
            Self::RandomWalk { .. } => built::RANDOM_WALK,
            Self::Sgld { .. } | Self::Rsgld { .. } => built::METROPOLIS_HASTINGS,
            Self::Hmc { .. } => built::HMC,
        }
    }

    pub(crate) fn needs_gradient(&self) -> bool {
        match self {
            Self::RandomWalk { .. } => !built::RANDOM_WALK,
            Self::Sgld { .. } | Self::Rsgld { .. } | Self::Hmc { .. } => true,
        }
    }

    /// Whether a coin decides between a move up and a move down the gradient, the latter with noise β times as wide.
    pub(crate) fn is_reversible(&self) -> bool {
        match self {
            Self::RandomWalk { .. } | Self::Sgld { .. } | Self::Hmc { .. } => false,
            Self::Rsgld { .. } => true,
        }
    }
}
