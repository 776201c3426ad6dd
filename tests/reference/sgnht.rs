//! v ← v + h G - ζ h v + sqrt(2Ahτ) ξ;  θ ← θ + h v;  ζ ← ζ + h (vᵀv/d - τ): Ding et al. 2014, (C §2.2).

use super::pass::{Coordinate, Coordinatewise, Moved, finite, noise_scale};
use super::ranges::Range;
use super::{Scalar, fold_squares};
use sgmcmc::rule::At;

/// One ζ for all coordinates.
pub(crate) struct Scalars {
    pub(crate) friction: f64,
    pub(crate) zeta: f64,
}

/// One ζ for each, the second of its own numbers.
pub(crate) struct PerCoordinate {
    pub(crate) friction: f64,
}

impl Scalars {
    /// ζ afterwards: every range has its own h, and all count together.
    pub(crate) fn zeta_after<R: Scalar>(&self, ranges: &[Range<'_>], v: &[R], at: &At) -> R {
        let (mut excess, mut moving) = (0.0, 0.0);
        for range in ranges {
            let energy = fold_squares::<R>(v[range.indices()].iter().map(|v| v.to_f64()));
            let dim = range.len() as f64;
            excess += range.at(at).step_size * (energy - dim * at.temperature);
            moving += dim;
        }
        narrowed(self.zeta + excess / f64::max(moving, 1.0))
    }
}

/// In the precision of θ and finite.
fn narrowed<R: Scalar>(x: f64) -> R {
    R::from_f64(x.clamp(-R::MAX.to_f64(), R::MAX.to_f64()))
}

impl<R: Scalar> Coordinatewise<R> for Scalars {
    fn noise(&self, at: &At) -> R {
        noise_scale(at, self.friction)
    }

    fn step(&self, coordinate: &mut Coordinate<R>, g: R, xi: Option<R>, at: &At) -> Moved<R> {
        let noise = xi.map(|xi| xi * Coordinatewise::<R>::noise(self, at));
        kick(coordinate, narrowed(1.0 - self.zeta * at.step_size), g, noise, at)
    }
}

impl<R: Scalar> Coordinatewise<R> for PerCoordinate {
    fn noise(&self, at: &At) -> R {
        noise_scale(at, self.friction)
    }

    fn step(&self, coordinate: &mut Coordinate<R>, g: R, xi: Option<R>, at: &At) -> Moved<R> {
        let (h, zeta) = (R::from_f64(at.step_size), coordinate.own[1]);
        let noise = xi.map(|xi| xi * Coordinatewise::<R>::noise(self, at));
        let moved = kick(coordinate, finite(R::from_f64(1.0) - zeta * h), g, noise, at);
        let v = coordinate.own[0];
        coordinate.own[1] = finite(zeta + (v * v - R::from_f64(at.temperature)) * h);
        moved
    }
}

/// v ← (1 - ζh) v + h G + noise;  θ ← θ + h v.
fn kick<R: Scalar>(coordinate: &mut Coordinate<R>, keep: R, g: R, noise: Option<R>, at: &At) -> Moved<R> {
    let h = R::from_f64(at.step_size);
    let v = &mut coordinate.own[0];
    let kicked = *v * keep + g * h;
    *v = finite(noise.map_or(kicked, |noise| kicked + noise));
    Moved { theta: coordinate.theta + *v * h, drift: kicked * h, noise: noise.unwrap_or_default() * h }
}
