//! θ ← θ + v/2;  v ← e v;  v ← v + η G + sqrt(2αητ) ξ;  v ← e v;  θ ← θ + v/2, with e = exp(-α/2): Chen, Ding and Carin
//! 2015.

use super::Scalar;
use super::pass::{Coordinate, Coordinatewise, Moved, finite, noise_scale};
use sgmcmc::rule::{Aboba, StepParameters};

impl<R: Scalar> Coordinatewise<R> for Aboba {
    fn noise(&self, at: &StepParameters) -> R {
        noise_scale(at, self.friction)
    }

    fn site(&self, coordinate: &Coordinate<R>) -> R {
        half_step(coordinate)
    }

    fn step(&self, coordinate: &mut Coordinate<R>, g: R, noise: Option<R>, at: &StepParameters) -> Moved<R> {
        half_kicks(coordinate, R::from_f64(libm::exp(-0.5 * self.friction)), g, noise, at)
    }
}

/// θ + v/2.
pub(super) fn half_step<R: Scalar>(coordinate: &Coordinate<R>) -> R {
    finite(coordinate.theta + coordinate.own[0] * R::from_f64(0.5))
}

/// The two moves by v/2 and all between them, with e = `decay`.
pub(super) fn half_kicks<R: Scalar>(
    coordinate: &mut Coordinate<R>,
    decay: R,
    g: R,
    noise: Option<R>,
    at: &StepParameters,
) -> Moved<R> {
    let half = R::from_f64(0.5);
    let v = coordinate.own[0];
    let kicked = (v * decay + g * R::from_f64(at.step_size)) * decay;
    let noise = noise.map(|noise| noise * decay);
    coordinate.own[0] = finite(noise.map_or(kicked, |noise| kicked + noise));
    Moved::by(coordinate.theta, (v + kicked) * half, noise.map(|noise| noise * half))
}
