//! What a built-in prior is to the kernels.

use crate::num::{Pieces, Real};

/// A prior density over a range of θ whose coordinates are independent.
pub(crate) trait Density<R: Real> {
    /// G + ∇log π0(θ), on the same piece of two blocks; `vectors` are the prior's own there, if it has some.
    fn add_gradient(
        &self,
        theta: Pieces<R>,
        gradient: Pieces<R>,
        vectors: impl FnOnce() -> [Pieces<R>; 2],
    ) -> Pieces<R>;

    /// log π0(θ) without the constant.
    fn log_density(&self, theta: &[R]) -> f64;
}
