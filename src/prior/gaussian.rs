//! The Gaussian prior, the same for every coordinate.

use super::{Density, Part};
use crate::Error;
use crate::num::{Column, Real, Sum, Vector, both, clamped, splat, update, visit};
use crate::range::Ranges;
use crate::record::part;
use core::ops::Range;

part! {
    /// N(μ0, 1/κ): log π0 = -κ/2 Σ (θ - μ0)², ∇log π0 = κ (μ0 - θ).
    Gaussian: Default;

    /// The mean.
    mean: f64 = 0.0 => finite().in_theta(), PriorMean;
    /// One over the variance.
    precision: f64 = 1.0 => above(0.0).finite().in_theta(), PriorPrecision;
}

impl Part for Gaussian {
    type Bound<'s, R: Real> = Self;

    fn check<R: Real>(&self, _dim: usize) -> Result<(), Error> {
        Ranges::<R>::check_ranges(self)
    }

    fn curvature(&self, _range: Range<usize>) -> f64 {
        self.precision
    }

    fn bind<R: Real>(&self, _vectors: [&[R]; 2]) -> Self {
        *self
    }
}

impl<R: Real> Density<R> for Gaussian {
    fn add_gradient(&self, theta: &[R], force: &mut [R], limit: R) {
        let (mean, precision) = (splat::<R>(self.mean), splat::<R>(self.precision));
        update(&mut Column::new(force), [theta], |[f0, f1], [[t0, t1]], _| {
            clamped::<R>([f0 + (mean - t0) * precision, f1 + (mean - t1) * precision], limit)
        });
    }

    fn log_density(&self, theta: &[R]) -> f64 {
        let mean = R::from_f64(self.mean);
        let mut sum = Sum::<R>::new();
        visit([theta], |[theta], place| {
            let shifted = both(theta, |theta| theta - R::Piece::splat(mean));
            sum.add_squares_of(place, place.keep::<R>(shifted));
        });
        -0.5 * self.precision * sum.total()
    }
}
