//! The settings of a mini-batch Metropolis-Hastings chain.

use super::{Leap, NoiseScale, Proposal, ProposalGradient};
use crate::Error;
use crate::built;
use crate::num::Real;
use crate::range::{Ranges, positive};
use crate::record::part;
use core::num::NonZeroU32;

part! {
    /// Samples θ and its batch I together; Wu, Wang and Wong 2020, Algorithm 1.
    ///
    /// ```text
    /// p(θ, I) ∝ exp(c_n (μ̂_I(θ) + log π0(θ)/n))
    /// p(θ)    ∝ π0(θ)^(c_n/n) Σ_I exp(c_n μ̂_I(θ))           θ by itself: a mixture over all batches of m data
    /// ```
    ///
    /// This law is kept exactly, for every m and c_n. It is a power of the posterior, π^(1/T) with T = n / c_n, the prior
    /// tempered like the likelihood, where the batch holds all data (with c_n = n the posterior itself: classical
    /// Metropolis-Hastings), and else in the limit c_n² / m → 0. Away from that limit the mixture is flatter than π^(1/T):
    /// for the mean of normal data of variance 1, n much above m, its variance is about 1/c_n + 1/m instead of 1/c_n, so
    /// that c_n = m doubles it (with n = 400 and m = 20, 0.0982 instead of 0.0500 at c_n = 20, 0.2980 instead of 0.2500 at
    /// 4).
    ///
    /// **Batch noise caps acceptance.** With s² the variance of c_n μ̂_I(θ) over batches, at most a share of about
    /// 2Φ(-s/√2) of proposals is accepted, however short their step, where that noise is normal, as it is for s about 1 and
    /// below; beyond, where the share is small, its tails mostly make it larger. With a partial refresh of k indices, s² (k/m)
    /// n/(n - m) is in the place of s². A chain that accepts hardly anything at any step size wants a smaller c_n, a larger
    /// m or a smaller [`refresh_len`](Self::refresh_len).
    MetropolisHastings;

    /// Where the next θ comes from.
    proposal: Proposal;
    /// c_n, by which the mean log-likelihood is multiplied: n on all data, for the posterior itself; on
    /// batches a little below sqrt(m).
    ///
    /// That is in low dimension. In general it is a little below sqrt(m) over the standard deviation of one datum's
    /// log-likelihood, which keeps s below 1. For the mean of d-dimensional Gaussian data that deviation is sqrt(d/2). About m for networks, which trains them but flattens the posterior twice over: by T = n
    /// / c_n, and by the mixture.
    likelihood_scale: f64 => above(0.0).finite(), LikelihoodScale;
    /// How many indices of the batch a proposal replaces, 1 to m - 1 and at most n - m; m, or 0, draws a
    /// fresh batch, as published.
    ///
    /// p(θ, I) is the same for every value. Small ones keep acceptance up in high dimension.
    refresh_len: u32 = 0;
    /// What proposals along the gradient follow. HMC always follows the posterior's, and the random walk none: with
    /// them it must have its default.
    proposal_gradient: ProposalGradient;
    /// Whether β is tuned between epochs; needs the RSGLD proposal.
    ///
    /// The tuner never stops by itself, and a chain whose proposal follows its own past is not exactly a chain on the
    /// target. To sample, tune in a first run and start the second one with the β that it found.
    tune_beta: bool = false, in TUNERS else false;
    /// The tuner's cap on β: finite and at least β where β is tuned, and never NaN. With other proposals than RSGLD it must
    /// have its default.
    beta_max: f64 = 1e3, in TUNERS else 1.0;
    /// Every how many steps the tuner judges β; 0 is one epoch, n/m rounded up. Must be 0 without `tune_beta`.
    tune_interval: u64 = 0, in TUNERS else 0;
    /// During burn-in, moves the proposal's δ or ε towards this acceptance rate, between 0 and 1; `None`
    /// keeps it. Burn-in over, it stays. [`Proposal::target_acceptance`] has the usual rates.
    ///
    /// On batches every eighth proposal of the burn-in is of a batch alone, whose rate is the most that any step size
    /// can have. Where the target is above half of it for the random walk, or 0.72 of it for a proposal along the
    /// gradient, the aim is another: that share of it, or the target times it where that is more. Then
    /// [`step_size_capped`](crate::Statistics::step_size_capped) is set. HMC's trajectories have no such cap.
    ///
    /// The first half of the burn-in is a search, which finds a step size that is off by many powers of ten, and follows
    /// the right one from a start that is far; the second settles. One of ten steps finds nothing that is far off: take some
    /// hundreds.
    ///
    /// With a target a step size may be 0, for one that is not known: the burn-in then begins with a spread of
    /// 1/sqrt(c_n d), or with what a pilot finds: [`warm_up`](crate::PilotSettings::warm_up). And `tune_beta` then works in the last
    /// quarter of the burn-in only, when ε stays. The burn-in is at least 1, and with `tune_beta` long enough for one look
    /// at β: more than 4 times `tune_interval` and 4, else the chain is refused with `WarmUpBurnIn`.
    target_acceptance: Option<f64>, in TUNERS else None;
    /// Whether `refresh_len` is found, too, as what leaves a cap on acceptance of about 0.8. On all data
    /// there is nothing to find.
    ///
    /// A [`warm_up`](crate::PilotSettings::warm_up) begins with what a pilot finds, a run without one with what is set.
    /// With a `target_acceptance` the first half of the burn-in then goes by the acceptance of batches alone; without,
    /// a warm-up has another pilot look half-way, and a run without one leaves it as set. Wants a burn-in of at least 1:
    /// `WarmUpBurnIn`.
    tune_refresh_len: bool = false, in WARM_UP else false;
}

impl MetropolisHastings {
    /// The defaults: fresh batches, no tuning.
    pub fn new(proposal: Proposal, likelihood_scale: f64) -> Self {
        Self {
            proposal,
            likelihood_scale,
            refresh_len: 0,
            proposal_gradient: ProposalGradient::default(),
            tune_beta: false,
            beta_max: 1e3,
            tune_interval: 0,
            target_acceptance: None,
            tune_refresh_len: false,
        }
    }

    /// The same with all that a burn-in and a [`warm_up`](crate::PilotSettings::warm_up) can find: the step size, towards the usual
    /// acceptance rate, and `refresh_len`.
    ///
    /// ```
    /// # use sgmcmc::mh::{MetropolisHastings, Proposal};
    /// let hmc = MetropolisHastings::tuned(Proposal::hmc(0.0, 10), 5.0);
    /// assert_eq!(hmc.target_acceptance, Some(0.65));
    /// ```
    pub fn tuned(proposal: Proposal, likelihood_scale: f64) -> Self {
        Self {
            target_acceptance: Some(proposal.target_acceptance()),
            tune_refresh_len: true,
            ..Self::new(proposal, likelihood_scale)
        }
    }

    /// Refuses settings outside their ranges, but for the step's and the noise's, which the blocks' factors multiply;
    /// `batch_len` is n for all data.
    pub(crate) fn check(&self, data_len: NonZeroU32, batch_len: u32) -> Result<(), Error> {
        Ranges::<f64>::check_ranges(self)?;
        let outside = data_len.get().saturating_sub(batch_len);
        if self.refresh_len > batch_len || self.partial_refresh_len(batch_len) > outside {
            return Err(Error::RefreshLen);
        }
        self.check_unused()?;
        // Its bits would be those of no text.
        if self.beta_max.is_nan() {
            return Err(Error::BetaMax);
        }
        Ranges::<f64>::check_ranges(&self.proposal)?;
        if self.tune_beta {
            if !self.proposal.is_reversible() {
                return Err(Error::Tuner);
            }
            self.check_beta_max(self.proposal.beta())?;
        }
        if self.target_acceptance.is_some() && self.noise_is_custom() {
            return Err(Error::TunedNoise);
        }
        match self.target_acceptance {
            Some(target) if !(target > 0.0 && target < 1.0) => Err(Error::TargetAcceptance),
            Some(_) | None => Ok(()),
        }
    }

    /// Refuses settings of proposals and tuners that are not chosen, unless they have their defaults. A cap on β is any
    /// RSGLD's, which may be tuned by a call.
    fn check_unused(&self) -> Result<(), Error> {
        let default = Self::new(self.proposal, self.likelihood_scale);
        if self.proposal.noise().is_none() && self.proposal_gradient != default.proposal_gradient {
            return Err(Error::ProposalGradientUnused);
        }
        if !(self.proposal.is_reversible() || self.beta_max == default.beta_max || self.beta_max.is_nan()) {
            return Err(Error::BetaMaxUnused);
        }
        if !self.tune_beta && self.tune_interval != default.tune_interval {
            return Err(Error::TuneIntervalUnused);
        }
        Ok(())
    }

    /// Refuses a cap on β that a tuner, now at `beta`, cannot use.
    pub(crate) fn check_beta_max(&self, beta: f64) -> Result<(), Error> {
        if self.beta_max >= beta && self.beta_max.is_finite() { Ok(()) } else { Err(Error::BetaMax) }
    }

    /// Steps between two looks at β; `batch_len` is n for all data.
    pub(crate) fn interval(&self, data_len: NonZeroU32, batch_len: NonZeroU32) -> u64 {
        match self.tune_interval {
            0 => u64::from(data_len.get().div_ceil(batch_len.get())),
            steps => steps,
        }
    }

    /// The shortest burn-in in which all that it is to find is looked at: β has the last quarter of one that tunes ε.
    pub(crate) fn least_burn_in(&self, data_len: NonZeroU32, batch_len: NonZeroU32) -> u64 {
        match self.target_acceptance {
            Some(_) if self.tune_beta => {
                self.interval(data_len, batch_len).saturating_add(1).saturating_mul(4)
            }
            Some(_) => 1,
            None => self.tune_refresh_len.into(),
        }
    }

    /// How many indices a partial refresh replaces; 0 where the whole batch is drawn afresh.
    pub(crate) fn partial_refresh_len(&self, batch_len: u32) -> u32 {
        if self.refresh_len < batch_len { self.refresh_len } else { 0 }
    }

    /// How many indices a warm-up may have a partial refresh replace, at most.
    pub(crate) fn most_refreshed(&self, data_len: NonZeroU32, batch_len: u32) -> u32 {
        batch_len.saturating_sub(1).min(data_len.get().saturating_sub(batch_len))
    }

    /// How many indices a fresh batch replaces in the mean: m (n - m)/n.
    pub(crate) fn fresh_refreshed(data_len: NonZeroU32, batch_len: u32) -> f64 {
        let [data, batch] = [data_len.get(), batch_len].map(f64::from);
        batch * (data - batch) / data
    }

    /// Whether σ stays where ε is tuned, so that no ε need have the acceptance that is wanted.
    fn noise_is_custom(&self) -> bool {
        match self.proposal.noise() {
            None | Some(NoiseScale::Published | NoiseScale::Langevin) => false,
            Some(NoiseScale::Custom(_)) => true,
        }
    }

    /// Whether the step size is left to the burn-in.
    pub(crate) fn finds_step_size(&self) -> bool {
        built::WARM_UP && self.target_acceptance.is_some() && self.proposal.step_size() == 0.0
    }

    /// The step size to begin with: as set, or for a target on which -μ̂_I has a curvature of about 1.
    pub(crate) fn first_step_size(&self, dim: usize) -> f64 {
        if !self.finds_step_size() {
            return self.proposal.step_size();
        }
        self.step_of_spread(libm::sqrt(1.0 / (self.likelihood_scale * dim as f64)))
    }

    /// The δ or ε whose proposals by the Langevin scaling spread by σ.
    pub(crate) fn step_of_spread(&self, sigma: f64) -> f64 {
        match self.proposal.noise() {
            None => sigma,
            Some(_) => 0.5 * self.likelihood_scale * sigma * sigma,
        }
    }

    /// σ for the step size ε, δ itself for the random walk, ε itself for HMC.
    pub(crate) fn noise_scale(&self, step_size: f64, data_len: NonZeroU32) -> f64 {
        match self.proposal.noise() {
            None => step_size,
            Some(NoiseScale::Published) => libm::sqrt(2.0 * step_size) / f64::from(data_len.get()),
            Some(NoiseScale::Langevin) => libm::sqrt(2.0 * step_size / self.likelihood_scale),
            Some(NoiseScale::Custom(sigma)) => sigma,
        }
    }

    /// Whether the gradient at a proposal takes in the prior's.
    pub(crate) fn gradient_has_prior(&self) -> bool {
        let follows = match self.proposal_gradient {
            ProposalGradient::Posterior => self.proposal.needs_gradient(),
            ProposalGradient::Published => false,
        };
        follows || self.proposal.leapfrog_count().is_some()
    }

    /// Refuses steps of HMC whose kicks the precision cannot hold, on the ranges with the smallest and largest factor and
    /// at the ends of the jitter.
    pub(crate) fn check_leaps<R: Real>(&self, step_size: f64, factors: [f64; 2]) -> Result<(), Error> {
        let jitter = self.proposal.step_jitter();
        let usable = |factor| {
            [1.0 - jitter, 1.0 + jitter].into_iter().all(|by| {
                let step = R::from_f64(R::from_f64(step_size * by).to_f64() * libm::sqrt(factor));
                Leap::new(step, self.likelihood_scale).is_usable()
            })
        };
        let checked = self.proposal.leapfrog_count().is_some();
        if checked && !factors.into_iter().all(usable) { Err(Error::Kick) } else { Ok(()) }
    }

    /// Which setting is to blame for a σ that is not positive and finite.
    pub(crate) fn noise_error<R: Real>(&self, step_size: f64) -> Error {
        match self.proposal.noise() {
            None | Some(NoiseScale::Published) => Error::StepSize,
            Some(NoiseScale::Langevin) => {
                let alone = positive::<R>(libm::sqrt(2.0 * step_size), Error::StepSize);
                alone.err().unwrap_or(Error::LikelihoodScale)
            }
            Some(NoiseScale::Custom(_)) => Error::NoiseScale,
        }
    }
}
