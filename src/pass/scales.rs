//! The factors of a step, and what they may be.

use crate::Error;
use crate::built;
use crate::num::{Real, Sum};

/// The parameters of a step: how large and how warm it is, and when it is taken.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StepParameters {
    /// η > 0.
    pub step_size: f64,
    /// τ ≥ 0: 1 samples the posterior, τ its power 1/τ, prior included; 0 draws no noise.
    pub temperature: f64,
    /// How many steps were taken before, for the rules that count: Adam's bias correction, velocities redrawn.
    pub index: u64,
    /// n, how many data the gradient is summed over: for preconditioners that square its mean.
    pub data_len: u32,
}

impl StepParameters {
    /// The first step at temperature 1, for one datum.
    pub fn step_size(step_size: f64) -> Self {
        Self { step_size, temperature: 1.0, index: 0, data_len: 1 }
    }

    /// η and τ on a range whose steps are `factor` times as large, for a gradient summed over all data.
    pub(crate) fn scales(&self, factor: f64) -> Scales {
        let Self { step_size, temperature, data_len, .. } = *self;
        Scales { step_size: step_size * factor, temperature, data: 1.0, data_len }
    }
}

/// Euclidean norms of what a step added to θ. NaN in a build without the feature `norms`.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Norms {
    /// Of all but the noise, such as ‖η P ⊙ force‖, or of a proposal's move along the gradient.
    pub drift: f64,
    /// Of the noise, such as ‖sqrt(2ητP) ⊙ ξ‖.
    pub noise: f64,
}

impl Norms {
    /// What a build without norms says.
    const NOT_BUILT: Self = Self { drift: f64::NAN, noise: f64::NAN };

    /// The roots of two sums of squares.
    pub(crate) fn of<R: Real>(squares: &[Sum<R>]) -> Self {
        let total = |i: usize| squares.get(i).map_or(f64::NAN, Sum::total);
        Self::of_squares([total(0), total(1)])
    }

    /// The same of sums that are at hand.
    pub(crate) fn of_squares([drift, noise]: [f64; 2]) -> Self {
        if built::NORMS {
            Self { drift: libm::sqrt(drift), noise: libm::sqrt(noise) }
        } else {
            Self::NOT_BUILT
        }
    }
}

/// η, τ and n of a step on some range of θ.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Scales {
    pub(crate) step_size: f64,
    pub(crate) temperature: f64,
    /// What multiplies the gradient that a rule gets: n, or 1.
    pub(crate) data: f64,
    /// n.
    pub(crate) data_len: u32,
}

impl Scales {
    /// Refuses what the precision of θ cannot hold; `noise_factor` is what multiplies 2ητ under the root.
    ///
    /// A preconditioner multiplies noise by at most the fourth root of the largest number, and normals stay below 9.
    /// So no noise overflows, and no sum in a kernel is infinity minus infinity.
    pub(crate) fn check<R: Real>(&self, noise_factor: f64) -> Result<(), Error> {
        let eta = R::from_f64(self.step_size);
        if !(eta > R::default() && eta.is_finite()) {
            return Err(Error::StepSize);
        }
        let temperature = R::from_f64(self.temperature);
        if !(self.temperature >= 0.0 && temperature.is_finite()) {
            return Err(Error::Temperature);
        }
        let limit = R::FOURTH_ROOT * R::FOURTH_ROOT * R::FOURTH_ROOT / 16.0;
        let fits = |temperature| Self { temperature, ..*self }.noise::<R>(noise_factor).to_f64() <= limit;
        if fits(self.temperature) {
            return Ok(());
        }
        // What is too large at temperature 1, or below, is too large a step.
        Err(if fits(self.temperature.min(1.0)) { Error::Temperature } else { Error::StepSize })
    }

    /// sqrt(2ητ factor).
    pub(crate) fn noise<R: Real>(&self, factor: f64) -> R {
        R::from_f64(libm::sqrt(2.0 * self.step_size * self.temperature * factor))
    }

    /// The largest mean gradient that is taken: n, η and a rule's gain scale it without overflow.
    pub(crate) fn gradient_limit<R: Real>(&self, gain: f64, data_len: f64) -> R {
        R::from_f64(self.force_limit::<R>(gain).to_f64() / data_len.max(1.0))
    }

    /// The largest gradient, summed over all data and with the prior's, that a kernel lets through.
    pub(crate) fn force_limit<R: Real>(&self, gain: f64) -> R {
        let limit = 0.25 * R::MAX.to_f64();
        let large = self.step_size > 1.0 || gain > 1.0;
        R::from_f64(if large { limit / (self.step_size.max(1.0) * gain.max(1.0)) } else { limit })
    }
}
