//! Which vectors a chain could have: all that a step relies on.

use super::progress::holds;
use crate::Error;
use crate::chain::{ChainSettings, ChainState, Sampler};
use crate::num::{Lens, Number, Real, numbers_of};
use crate::workspace::{Lasting, Visit};

/// The bytes of vectors that are still to be looked at, with what they must agree with.
pub(super) struct Contents<'c, R> {
    state: &'c ChainState<R>,
    /// The settings' own centre, where they have one.
    centre: Option<&'c [f64]>,
    /// Their own C of a noise compensation.
    covariance: Option<&'c [f64]>,
    rest: &'c [u8],
}

impl<'c, R: Real> Contents<'c, R> {
    pub(super) fn new(state: &'c ChainState<R>, settings: &ChainSettings<'c>, vectors: &'c [u8]) -> Self {
        let centre = settings.estimator.centre();
        let covariance = match &settings.sampler {
            Sampler::Rule(rule) => rule.compensation.given(),
            Sampler::MetropolisHastings(_) => None,
        };
        Self { state, centre, covariance, rest: vectors }
    }

    /// Refuses bytes beyond the last vector.
    pub(super) fn end(self) -> Result<(), Error> {
        holds(&[self.rest.is_empty()])
    }

    /// Whether the chain is one of Metropolis-Hastings.
    fn proposes(&self) -> bool {
        match self.state.config.sampler {
            Sampler::Rule(_) => false,
            Sampler::MetropolisHastings(_) => true,
        }
    }

    /// Whether number `i` of a vector, after `last`, is one that a chain could have.
    fn admits(&self, what: Lasting, i: usize, last: Option<f64>, x: f64) -> bool {
        let ChainState { dim, config, progress, .. } = self.state;
        let (started, zero) = (progress.step_count > 0, x.to_bits() == 0);
        let is_centre = |centre: &[f64]| {
            centre.get(i).is_some_and(|centre| R::from_f64(*centre).to_f64().to_bits() == x.to_bits())
        };
        match what {
            Lasting::Theta => x.is_finite(),
            Lasting::Mean | Lasting::Squares if progress.kept_count == 0 => zero,
            Lasting::Mean => x.is_finite(),
            // A sum of squares may overflow.
            Lasting::Squares => x >= 0.0,
            // Where the last divergence began, of which there is none yet.
            Lasting::State if progress.metropolis.divergence_count == [0; 3] && self.proposes() => zero,
            Lasting::State => {
                let vector = i.checked_div(*dim).unwrap_or(0);
                let magnitude = match &config.sampler {
                    Sampler::Rule(rule) => rule.rule.is_never_negative::<R>(vector),
                    Sampler::MetropolisHastings(_) => false,
                };
                x.is_finite() && (x >= 0.0 || !magnitude)
            }
            // A fixed centre is there from the beginning.
            Lasting::Anchor if config.estimator.has_centre() => {
                x.is_finite() && self.centre.is_none_or(is_centre)
            }
            // So is C where it is the settings'; what is found may overflow, and is looked at when M is made of it.
            Lasting::Covariance => match self.covariance {
                Some(given) => given.get(i).is_some_and(|given| given.to_bits() == x.to_bits()),
                None => progress.compensated.gathered_count > 0 || zero,
            },
            Lasting::Mix if progress.compensated.ratio.to_bits() == 0 => zero,
            // The squares of its rows are at most 1.
            Lasting::Mix => libm::fabs(x) <= 1.0,
            _ if !started => zero,
            Lasting::Batch => x < f64::from(config.data_len.get()) && last.is_none_or(|last| last < x),
            // An average of θ becomes an anchor.
            Lasting::Average => R::from_f64(x).is_finite(),
            Lasting::Gradient | Lasting::Anchor | Lasting::AnchorGradient | Lasting::Table => x.is_finite(),
            // It may overflow, and what is made of it is looked at in every step.
            Lasting::TableMean => true,
        }
    }
}

impl<R: Real> Visit<Lens> for Contents<'_, R> {
    fn visit<T: Number>(&mut self, what: Lasting, len: usize) -> Result<(), Error> {
        let size = len.checked_mul(size_of::<T>()).ok_or(Error::CheckpointContents)?;
        let (bytes, rest) = self.rest.split_at_checked(size).ok_or(Error::CheckpointContents)?;
        let mut last = None;
        for (i, number) in numbers_of::<T>(bytes).map(Number::widened).enumerate() {
            holds(&[self.admits(what, i, last, number)])?;
            last = Some(number);
        }
        self.rest = rest;
        Ok(())
    }
}
