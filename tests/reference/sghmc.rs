//! v ← (1 - α) v + η G + sqrt(2ητ(α - β̂)) ξ;  θ ← θ + v: Chen, Fox and Guestrin 2014, (15).

use super::Scalar;
use super::pass::{Coordinate, Coordinatewise, Moved, finite, noise_scale};
use sgmcmc::rule::{At, Sghmc};

impl<R: Scalar> Coordinatewise<R> for Sghmc {
    fn noise(&self, at: &At) -> R {
        noise_scale(at, self.friction - self.noise_estimate)
    }

    fn step(&self, coordinate: &mut Coordinate<R>, g: R, xi: Option<R>, at: &At) -> Moved<R> {
        let v = &mut coordinate.own[0];
        let drift = *v * R::from_f64(1.0 - self.friction) + g * R::from_f64(at.step_size);
        let noise = xi.map(|xi| xi * Coordinatewise::<R>::noise(self, at));
        *v = finite(noise.map_or(drift, |noise| drift + noise));
        Moved { theta: coordinate.theta + *v, drift, noise: noise.unwrap_or_default() }
    }
}
