//! What an update rule is to the chain and to hosts that own their loop.

use super::{Root, Velocity};
use crate::Error;
use crate::num::Real;
use crate::pass::{Applied, HostTerms, Scales, StepContext, StepParameters};
use crate::range::Ranges;

/// A rule: its settings, and the numbers of its own that a step changes.
pub(crate) trait RulePart<R: Real>: Ranges<R> {
    /// How many numbers of state the rule owns for `dim` parameters; `None` where that is no length.
    fn state_len(&self, dim: usize) -> Option<usize>;

    /// The host terms: what the host writes before every step.
    fn host_terms(&self) -> HostTerms {
        HostTerms::None
    }

    /// Refuses settings outside their ranges.
    fn check(&self) -> Result<(), Error> {
        self.check_ranges()
    }

    /// Refuses the caller's vectors where they do not fit or cannot be used.
    fn check_vectors(&self, _dim: usize) -> Result<(), Error> {
        Ok(())
    }

    /// Writes what is not zero before the first step, and does not depend on random numbers.
    fn start(&self, _state: &mut [R], _dim: usize) {}

    /// The first velocity, for rules whose state begins with one.
    fn velocity(&self) -> Velocity {
        Velocity::Zero
    }

    /// Whether the velocity is drawn anew every so often.
    fn redraws(&self) -> bool {
        false
    }

    /// What multiplies 2ητ in the noise; 0 for a rule that draws no normals.
    fn noise_factor(&self) -> f64;

    /// κ, for rules whose noise can be made smaller by what the gradient's brings: η² C of gradient noise heats a step
    /// like injected noise of covariance 2ητ [`noise_factor`](Self::noise_factor) κη/τ C would.
    fn heating(&self) -> Option<f64> {
        None
    }

    /// P½, of a rule whose state is `state`.
    fn root<'s>(&self, _state: &'s [R], _dim: usize) -> Root<'s, R> {
        Root::Identity
    }

    /// Whether the step is defined at temperature 0.
    fn allows_zero_temperature(&self) -> bool {
        true
    }

    /// How much larger than the gradient a sum within the rule may be.
    fn gain(&self) -> f64 {
        1.0
    }

    /// Whether θ stays bounded under a Gaussian log posterior alone, without noise; `stiffness` is ηκ, the step size
    /// times the curvature, where it is largest.
    fn is_stable(&self, _stiffness: f64) -> bool {
        true
    }

    /// Whether the gradient is taken at θ + v/2 instead of θ.
    fn has_own_site(&self) -> bool {
        false
    }

    /// The step: nothing in it can fail.
    fn apply(&self, context: &mut StepContext<'_, R>) -> Applied;

    /// Refuses scales that the precision cannot hold.
    fn validate_scales(&self, at: &StepParameters, data_scale: f64) -> Result<Scales, Error> {
        let scales = Scales { data: data_scale, ..at.scales(1.0) };
        // A velocity is drawn with variance ητ, half of 2ητ.
        let draws = self.redraws() || self.velocity() == Velocity::Drawn;
        let velocity = if draws { 0.5 } else { 0.0 };
        scales.check::<R>(self.noise_factor().max(velocity))?;
        let warm = || scales.noise::<R>(self.noise_factor()) > R::default();
        if self.allows_zero_temperature() || warm() { Ok(scales) } else { Err(Error::Temperature) }
    }
}
