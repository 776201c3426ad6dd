//! What an update rule is to the chain and to hosts that own their loop.

use super::kernel::Stage;
use super::scales::{At, Norms, Scales};
use crate::Error;
use crate::num::Real;

/// A rule: its settings, and the numbers of its own that a step changes.
pub(crate) trait RulePart<R: Real> {
    /// How many numbers of state the rule owns for `dim` parameters; `None` where that is no length.
    fn state_len(&self, dim: usize) -> Option<usize>;

    /// How many numbers a host's callback writes before every step.
    fn given_len(&self, _dim: usize) -> Option<usize> {
        Some(0)
    }

    /// Refuses settings outside their ranges.
    fn check(&self) -> Result<(), Error>;

    /// Refuses the caller's vectors where they do not fit or cannot be used.
    fn check_vectors(&self, _dim: usize) -> Result<(), Error> {
        Ok(())
    }

    /// Writes what is not zero before the first step, and does not depend on random numbers.
    fn start(&self, _state: &mut [R], _dim: usize) {}

    /// The variance of the velocity where the first one is drawn.
    fn first_velocity(&self, _scales: &Scales) -> Option<f64> {
        None
    }

    /// What multiplies 2ητ in the noise.
    fn noise_factor(&self) -> f64 {
        1.0
    }

    /// How much larger than the gradient a sum within the rule may be.
    fn gain(&self) -> f64 {
        1.0
    }

    /// Whether θ stays bounded under a Gaussian log posterior of this curvature alone, without noise.
    ///
    /// The two are the largest products of a range's curvature with its step-size factor and with the square of that.
    fn is_stable(&self, _step_size: f64, _curvature: [f64; 2]) -> bool {
        true
    }

    /// Replaces θ in `site` by where the gradient is taken, on one range.
    fn move_to_site(&self, _site: &mut [R], _state: &[R], _scales: &Scales) {}

    /// Whether [`move_to_site`](Self::move_to_site) moves.
    fn has_site(&self) -> bool {
        false
    }

    /// The step: nothing in it can fail.
    fn apply(&self, stage: &mut Stage<'_, R>) -> Norms;

    /// Refuses scales that the precision cannot hold.
    fn admit_scales(&self, at: &At, data_len: f64) -> Result<Scales, Error> {
        let scales = Scales { data: data_len, ..at.scales(1.0) };
        scales.check::<R>(self.noise_factor())?;
        Ok(scales)
    }
}
