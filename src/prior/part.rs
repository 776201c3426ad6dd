//! What a built-in prior is to the passes.

use crate::num::Real;

/// A prior density over a range of θ whose coordinates are independent.
pub(crate) trait Density<R: Real> {
    /// force ← force + ∇log π0(θ), clamped to ±limit: a pass over a chunk.
    fn add_gradient(&self, theta: &[R], force: &mut [R], limit: R);

    /// log π0(θ) without the constant.
    fn log_density(&self, theta: &[R]) -> f64;
}
