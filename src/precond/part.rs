//! What a diagonal preconditioner is to the rules that have one.

use crate::num::Real;
use crate::pass::{Scales, Vectors};

/// A diagonal preconditioner P: passes over a chunk.
pub(crate) trait DiagonalPart<R: Real> {
    /// Whether P = 1, so that no pass is needed.
    fn is_identity(&self) -> bool {
        false
    }

    /// Lets the preconditioner's own vectors take in the gradient G, before the step uses them.
    fn adapt(&self, _gradient: &[R], _own: Vectors<'_, R>, _scales: &Scales) {}

    /// force ← P ⊙ force + τ Γ,  noise ← sqrt(P) ⊙ noise.
    fn apply(&self, force: &mut [R], noise: &mut [R], own: Vectors<'_, R>, scales: &Scales);

    /// θ as it is kept: the same, but for a metric that has a boundary.
    fn settle(&self, _theta: &mut [R]) {}
}
