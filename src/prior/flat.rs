//! The flat prior: log π0 = 0.

use super::{Density, Part};
use crate::num::Real;
use crate::record::part;

part! {
    /// π0 ∝ 1, improper. The first prior to read: the others do more of the same.
    Flat;
}

impl Part for Flat {
    type Bound<'s, R: Real> = Self;

    fn bind<R: Real>(&self, _vectors: [&[R]; 2]) -> Self {
        *self
    }
}

impl<R: Real> Density<R> for Flat {
    fn add_gradient(&self, _theta: &[R], _force: &mut [R], _limit: R) {}

    fn log_density(&self, _theta: &[R]) -> f64 {
        0.0
    }
}
