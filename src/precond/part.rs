//! What a preconditioner is to the fused kernel.

use crate::num::{Pieces, Real};

/// A diagonal preconditioner P of the adaptive Langevin family, on the same piece of two blocks.
///
/// ```text
/// the state takes in G;  then force ← P ⊙ force,  noise ← sqrt(P) ⊙ noise
/// ```
pub(crate) trait Preconditioner<R: Real> {
    /// What a piece of the preconditioner's own vectors holds; the vectors are as long as θ.
    type State: Copy;

    /// The state after it took in the gradient, and the metric for this step.
    fn adapt(&self, state: Self::State, gradient: Pieces<R>) -> (Self::State, impl Metric<R>);
}

/// P at one place.
pub(crate) trait Metric<R: Real> {
    /// P ⊙ force.
    fn scale_force(&self, force: Pieces<R>) -> Pieces<R>;
    /// sqrt(P) ⊙ noise.
    fn scale_noise(&self, noise: Pieces<R>) -> Pieces<R>;
}
