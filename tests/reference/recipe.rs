//! z ← z + (η drift + sqrt(2ητ) noise), both the host's: (MCF 3) and (MCF 9).

use super::Scalar;
use super::pass::{Coordinate, Coordinatewise, Moved, noise_scale};
use sgmcmc::rule::{Recipe, StepParameters};

impl<R: Scalar> Coordinatewise<R> for Recipe {
    /// The host has drawn the normals.
    fn noise(&self, _: &StepParameters) -> R {
        R::default()
    }

    fn step(&self, coordinate: &mut Coordinate<R>, _: R, _: Option<R>, at: &StepParameters) -> Moved<R> {
        let [drift, noise] = coordinate.given;
        let scale = noise_scale::<R>(at, 1.0);
        let noise = (scale > R::default()).then(|| noise * scale);
        Moved::by(coordinate.theta, drift * R::from_f64(at.step_size), noise)
    }
}
