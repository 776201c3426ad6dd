//! The Gaussian prior with a mean and a precision for every parameter.

use super::{Density, Part};
use crate::Error;
use crate::num::{Column, Real, Sum, clamped, update, visit};
use crate::range::{inside, positive};
use crate::record::part;
use crate::schema::{EachParameter, finite};
use core::ops::Range;

part! {
    /// N(μ0_i, 1/κ_i) for θ_i: log π0 = -½ Σ κ_i (θ_i - μ0_i)², ∇log π0 = κ ⊙ (μ0 - θ).
    ///
    /// Both vectors are as long as θ and are copied.
    GaussianVector<'a>;

    /// The mean of each parameter, finite; as many numbers as there are parameters, copied.
    mean: EachParameter<'a>;
    /// The precision of each parameter, > 0; as many, copied.
    precision: EachParameter<'a>;
}

impl GaussianVector<'_> {
    pub(super) fn detached(&self) -> GaussianVector<'static> {
        GaussianVector { mean: &[], precision: &[] }
    }
}

impl Part for GaussianVector<'_> {
    type Bound<'s, R: Real> = BoundGaussian<'s, R>;

    fn check<R: Real>(&self, dim: usize) -> Result<(), Error> {
        let Self { mean, precision } = self;
        if mean.len() != dim || precision.len() != dim {
            return Err(Error::LengthMismatch);
        }
        mean.iter().try_for_each(|x| inside::<R>(finite().in_theta(), *x, Error::PriorMeans))?;
        precision.iter().try_for_each(|x| positive::<R>(*x, Error::PriorPrecisions))
    }

    fn vectors(&self) -> Option<[EachParameter<'_>; 2]> {
        Some([self.mean, self.precision])
    }

    fn curvature(&self, range: Range<usize>) -> f64 {
        self.precision.get(range).unwrap_or_default().iter().fold(0.0, |max, x| f64::max(max, *x))
    }

    fn bind<'s, R: Real>(&self, [mean, precision]: [&'s [R]; 2]) -> BoundGaussian<'s, R> {
        BoundGaussian { mean, precision }
    }
}

/// The vectors of a range, as a chain's memory holds them.
#[derive(Clone, Copy)]
pub(crate) struct BoundGaussian<'s, R: Real> {
    mean: &'s [R],
    precision: &'s [R],
}

impl<R: Real> Density<R> for BoundGaussian<'_, R> {
    fn range(&self, start: usize, end: usize) -> Self {
        let [mean, precision] =
            [self.mean, self.precision].map(|numbers| numbers.get(start..end).unwrap_or_default());
        Self { mean, precision }
    }

    fn add_gradient(&self, theta: &[R], force: &mut [R], limit: R) {
        let inputs = [theta, self.mean, self.precision];
        update(&mut Column::new(force), inputs, |[f0, f1], [[t0, t1], [m0, m1], [k0, k1]], _| {
            clamped::<R>([f0 + (m0 - t0) * k0, f1 + (m1 - t1) * k1], limit)
        });
    }

    fn log_density(&self, theta: &[R]) -> f64 {
        let mut sum = Sum::<R>::new();
        visit([theta, self.mean, self.precision], |[[t0, t1], [m0, m1], [k0, k1]], place| {
            let (d0, d1) = (t0 - m0, t1 - m1);
            sum.add_products_of(place, [d0, d1], [d0 * k0, d1 * k1]);
        });
        -0.5 * sum.total()
    }
}
