//! What a built-in prior is to the kernels.

use crate::num::{Pieces, Place, Real};

/// A prior density over a range of θ whose coordinates are independent.
pub(crate) trait Density<R: Real> {
    /// G + ∇log π0(θ), on the same piece of two blocks.
    fn add_gradient(&self, theta: Pieces<R>, gradient: Pieces<R>, place: Place) -> Pieces<R>;

    /// log π0(θ) without the constant.
    fn log_density(&self, theta: &[R]) -> f64;
}
