//! v ← v + η G;  θ ← θ + v/2;  v ← (1 - α) v + sqrt(ητ(1 - (1 - α)²)) ξ;  θ ← θ + v/2: Leimkuhler and Matthews 2013.

use super::Scalar;
use super::pass::{Coordinate, Coordinatewise, Moved, noise_scale, within};
use sgmcmc::rule::{Baoab, StepParameters};

impl<R: Scalar> Coordinatewise<R> for Baoab {
    fn noise(&self, at: &StepParameters) -> R {
        noise_scale(at, 0.5 * self.friction * (2.0 - self.friction))
    }

    fn step(&self, coordinate: &mut Coordinate<R>, g: R, noise: Option<R>, at: &StepParameters) -> Moved<R> {
        let half = R::from_f64(0.5);
        let kicked = coordinate.own[0] + g * R::from_f64(at.step_size);
        let kept = kicked * R::from_f64(1.0 - self.friction);
        coordinate.own[0] = within(noise.map_or(kept, |noise| kept + noise), R::MAX * half);
        Moved::by(coordinate.theta, (kicked + kept) * half, noise.map(|noise| noise * half))
    }
}
