//! v ← (1 - α) v + η G + sqrt(2ητ(α - β̂)) ξ;  θ ← θ + v: Chen, Fox and Guestrin 2014, (15).

use super::Scalar;
use super::pass::{Coordinate, Coordinatewise, Moved, finite, noise_scale};
use sgmcmc::rule::{Sghmc, StepParameters};

impl<R: Scalar> Coordinatewise<R> for Sghmc {
    fn noise(&self, at: &StepParameters) -> R {
        noise_scale(at, self.friction - self.noise_estimate)
    }

    fn step(&self, coordinate: &mut Coordinate<R>, g: R, noise: Option<R>, at: &StepParameters) -> Moved<R> {
        whole_kick(coordinate, R::from_f64(1.0 - self.friction), g, noise, at)
    }
}

/// v ← keep v + η G + noise;  θ ← θ + v.
pub(super) fn whole_kick<R: Scalar>(
    coordinate: &mut Coordinate<R>,
    keep: R,
    g: R,
    noise: Option<R>,
    at: &StepParameters,
) -> Moved<R> {
    let v = &mut coordinate.own[0];
    let drift = *v * keep + g * R::from_f64(at.step_size);
    *v = finite(noise.map_or(drift, |noise| drift + noise));
    Moved::by(coordinate.theta, drift, noise)
}
