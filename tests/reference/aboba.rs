//! θ ← θ + (h/2) v;  v ← e v;  v ← v + h G + sqrt(2Dhτ) ξ;  v ← e v;  θ ← θ + (h/2) v, with e = exp(-Dh/2): (C §2.2, the
//! symmetric splitting), after Chen, Ding and Carin 2015.

use super::Scalar;
use super::pass::{Coordinate, Coordinatewise, Moved, finite, noise_scale};
use sgmcmc::rule::{Aboba, At};

impl<R: Scalar> Coordinatewise<R> for Aboba {
    fn noise(&self, at: &At) -> R {
        noise_scale(at, self.friction)
    }

    /// A.
    fn site(&self, coordinate: &Coordinate<R>, at: &At) -> R {
        finite(coordinate.theta + coordinate.own[0] * R::from_f64(0.5 * at.step_size))
    }

    fn step(&self, coordinate: &mut Coordinate<R>, g: R, xi: Option<R>, at: &At) -> Moved<R> {
        let site = self.site(coordinate, at);
        let half = R::from_f64(0.5 * at.step_size);
        let decay = R::from_f64(libm::exp(-0.5 * self.friction * at.step_size));
        let v = coordinate.own[0];
        // B, O and B again.
        let kicked = v * decay + g * R::from_f64(at.step_size);
        let noise = xi.map(|xi| xi * Coordinatewise::<R>::noise(self, at));
        let after = finite(noise.map_or(kicked, |noise| kicked + noise)) * decay;
        coordinate.own[0] = after;
        Moved {
            // A.
            theta: site + after * half,
            drift: (v + kicked * decay) * half,
            noise: noise.unwrap_or_default() * decay * half,
        }
    }
}
