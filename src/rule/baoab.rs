//! Underdamped Langevin dynamics with the splitting BAOAB, its two half kicks taken as one: one gradient a step.
//!
//! ```text
//! v ← v + η G(θ);   θ ← θ + v/2;   v ← (1 - α) v + sqrt(ητ (1 - (1 - α)²)) ξ;   θ ← θ + v/2
//! ```
//!
//! Leimkuhler and Matthews 2013; merging the kicks leaves the law of θ as it is, and that of v not. The two moves of θ
//! are rounded as one.

use super::part::RulePart;
use super::velocity::{self, FRICTION, Kick, Kicked, Velocity, plus};
use crate::num::{Pieces, Real, both, splat};
use crate::pass::{Applied, Needs, StepContext, Vectors};
use crate::record::part;

part! {
    /// As η falls, θ samples the posterior to the power 1/τ; with an exact gradient on N(0, s²) the variance of θ is τs²
    /// for every η below 4s².
    ///
    /// Plain minibatches heat it as they do [`Sghmc`](super::Sghmc): gradient noise of variance ν² adds to that variance
    /// ην² (1 - α/2) / (2ατ (1 - η/(4s²))) of it, at small η and α 1/α times what it adds to SGLD's at the same η.
    Baoab: Default;

    /// α, the friction of one step: one minus the momentum.
    friction: f64 = FRICTION => above(0.0).at_most(1.0), Friction;
    /// The velocity before the first step.
    velocity: Velocity;
}

impl<R: Real> RulePart<R> for Baoab {
    /// v.
    fn state_len(&self, dim: usize) -> Option<usize> {
        Some(dim)
    }

    fn velocity(&self) -> Velocity {
        self.velocity
    }

    /// Half of 1 - (1 - α)².
    fn noise_factor(&self) -> f64 {
        0.5 * self.friction * (2.0 - self.friction)
    }

    /// Noise in a kick moves θ by 1/α - 1/2 of it in the long run, and noise behind the first half move by 1/α.
    fn heating(&self) -> Option<f64> {
        Some((2.0 - self.friction) / (4.0 * self.friction))
    }

    fn is_stable(&self, stiffness: f64) -> bool {
        stiffness < 4.0
    }

    fn apply(&self, context: &mut StepContext<'_, R>) -> Applied {
        let kick = Merged { keep: splat::<R>(1.0 - self.friction) };
        let noise_factor = RulePart::<R>::noise_factor(self);
        context.each_chunk(Needs::normals(noise_factor), &mut |chunk| velocity::kick(chunk, &kick))
    }
}

struct Merged<R: Real> {
    keep: R::Piece,
}

impl<R: Real> Kick<R> for Merged<R> {
    type Own = ();
    type Columns<'a> = ();

    /// v + ηG must be finite: where α = 1, it is multiplied by zero.
    fn largest_velocity() -> R {
        R::from_f64(0.5 * R::MAX.to_f64())
    }

    fn columns(_: &mut Vectors<'_, R>) {}

    #[inline(always)]
    fn apply(
        &self,
        (): (),
        [v0, v1]: Pieces<R>,
        [g0, g1]: Pieces<R>,
        noise: Option<Pieces<R>>,
    ) -> Kicked<R, ()> {
        let half = splat::<R>(0.5);
        let (k0, k1) = (v0 + g0, v1 + g1);
        let kept = [k0 * self.keep, k1 * self.keep];
        let drift = [(k0 + kept[0]) * half, (k1 + kept[1]) * half];
        let velocity = plus::<R>(kept, noise);
        Kicked { own: (), velocity, drift, noise: noise.map(|noise| both(noise, |n| n * half)) }
    }
}
