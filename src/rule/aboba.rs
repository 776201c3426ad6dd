//! SGHMC by a symmetric splitting, whose bias falls with η, the square of the equation's step h.
//!
//! ```text
//! θ ← θ + v/2;   v ← e v;   v ← v + η G(θ) + sqrt(2αητ) ξ;   v ← e v;   θ ← θ + v/2,          e = exp(-α/2)
//! ```
//!
//! Chen, Ding and Carin 2015; Chen et al. 2017, Lemma 1 with K = 2. The two moves of θ are rounded as one; the first
//! one alone says where the gradient is taken.

use super::part::RulePart;
use super::velocity::{self, FRICTION, SymmetricKick, Velocity};
use crate::num::{Real, splat};
use crate::pass::{Applied, Needs, StepContext};
use crate::record::part;

part! {
    /// As η and α fall together, v ~ N(0, ητ) and θ samples the posterior to the power 1/τ, with a bias of order η. As η
    /// falls at a fixed α, the variance tends to (α/2)/sinh(α/2) of τs² on N(0, s²): 0.9996 for α = 0.1, 0.96 for 1.
    ///
    /// Plain minibatches heat it as they do [`Sghmc`](super::Sghmc): gradient noise of variance ν² adds, while η and α are
    /// small, about ην²/(2ατ) of a parameter's variance, 1/α times what it adds to SGLD's at the same η.
    Aboba: Default;

    /// α, the friction of one step: one minus the momentum.
    friction: f64 = FRICTION => above(0.0).at_most(1.0), Friction;
    /// The velocity before the first step.
    velocity: Velocity;
}

impl<R: Real> RulePart<R> for Aboba {
    /// v.
    fn state_len(&self, dim: usize) -> Option<usize> {
        Some(dim)
    }

    fn velocity(&self) -> Velocity {
        self.velocity
    }

    fn noise_factor(&self) -> f64 {
        self.friction
    }

    fn heating(&self) -> Option<f64> {
        Some(0.5 / self.friction)
    }

    /// The roots of z² - (1 + e² - eηκ) z + e² are within the circle.
    fn is_stable(&self, stiffness: f64) -> bool {
        stiffness < 4.0 * libm::cosh(0.5 * self.friction)
    }

    fn has_own_site(&self) -> bool {
        true
    }

    fn apply(&self, context: &mut StepContext<'_, R>) -> Applied {
        let kick = SymmetricKick { decay: splat::<R>(libm::exp(-0.5 * self.friction)) };
        context.each_chunk(Needs::normals(self.friction), &mut |chunk| velocity::kick(chunk, &kick))
    }
}
