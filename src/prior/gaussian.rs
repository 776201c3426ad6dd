//! The Gaussian prior, the same for every coordinate.

use super::Density;
use crate::Error;
use crate::num::{Pieces, Real, Sum, Vector, splat, visit};
use crate::range::positive;

/// N(μ0, 1/κ): log π0 = -κ/2 Σ (θ - μ0)², ∇log π0 = κ (μ0 - θ).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Gaussian {
    /// μ0, finite; default 0.
    pub mean: f64,
    /// κ > 0, one over the variance; default 1.
    pub precision: f64,
}

impl Gaussian {
    /// Refuses settings outside their ranges, in the precision of the chain.
    pub(crate) fn check<R: Real>(&self) -> Result<(), Error> {
        if !R::from_f64(self.mean).is_finite() {
            return Err(Error::PriorMean);
        }
        positive::<R>(self.precision, Error::PriorPrecision)
    }
}

impl<R: Real> Density<R> for Gaussian {
    #[inline(always)]
    fn add_gradient(
        &self,
        theta: Pieces<R>,
        gradient: Pieces<R>,
        _: impl FnOnce() -> [Pieces<R>; 2],
    ) -> Pieces<R> {
        let mean = splat::<R>(self.mean);
        let precision = splat::<R>(self.precision);
        let [t0, t1] = theta;
        let [g0, g1] = gradient;
        [g0 + (mean - t0) * precision, g1 + (mean - t1) * precision]
    }

    fn log_density(&self, theta: &[R]) -> f64 {
        let mean = R::from_f64(self.mean);
        let mut sum = Sum::<R>::new();
        visit([theta], |[theta], place| {
            let shifted = theta.map(|theta| theta - R::Piece::splat(mean));
            sum.add_squares_of(place, place.keep::<R>(shifted));
        });
        -0.5 * self.precision * sum.total()
    }
}
