//! What a preconditioner is to the fused kernel.

use crate::num::{Columns, Pieces, Real};
use crate::rule::Vectors;

/// A diagonal preconditioner P of the adaptive Langevin family, on the same piece of two blocks.
///
/// ```text
/// the state takes in G;  then force ← P ⊙ force + τ Γ,  noise ← sqrt(P) ⊙ noise
/// ```
pub(crate) trait PreconditionerPart<R: Real> {
    /// What a piece of the preconditioner's own vectors holds; the vectors are as long as θ.
    type State: Copy;
    /// The vectors in the kernel's pass.
    type Columns<'a>: Columns<R, Pieces = Self::State>;

    /// Takes the preconditioner's vectors.
    fn columns<'a>(vectors: &mut Vectors<'a, R>) -> Self::Columns<'a>;

    /// The state after it took in the gradient, and the metric for this step.
    fn adapt(&self, state: Self::State, gradient: Pieces<R>) -> (Self::State, impl Metric<R>);
}

/// P at one place.
pub(crate) trait Metric<R: Real> {
    /// P ⊙ force, and τ Γ where there is one.
    fn scale_force(&self, force: Pieces<R>) -> Pieces<R>;
    /// sqrt(P) ⊙ noise.
    fn scale_noise(&self, noise: Pieces<R>) -> Pieces<R>;
    /// θ' as it is kept: the same, but for a metric that has a boundary.
    #[inline(always)]
    fn settle(&self, theta: Pieces<R>) -> Pieces<R> {
        theta
    }
}
