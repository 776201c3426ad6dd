//! The flat prior: log π0 = 0.

use super::Density;
use crate::num::{Pieces, Real};

/// π0 ∝ 1, improper. The first prior to read: the others do more of the same.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Flat;

impl<R: Real> Density<R> for Flat {
    #[inline(always)]
    fn add_gradient(
        &self,
        _theta: Pieces<R>,
        gradient: Pieces<R>,
        _: impl FnOnce() -> [Pieces<R>; 2],
    ) -> Pieces<R> {
        gradient
    }

    fn log_density(&self, _theta: &[R]) -> f64 {
        0.0
    }
}
