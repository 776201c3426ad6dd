//! What a drift is to the fused kernel.

use crate::Error;
use crate::num::{Columns, Pieces, Real};
use crate::rule::Vectors;

/// A drift A of the adaptive Langevin family, on the same piece of two blocks: Kim, Song and Liang 2020, section 3.
///
/// ```text
/// force = G + a A(state);  then the state takes in G
/// ```
pub(crate) trait DriftPart<R: Real> {
    /// How many vectors as long as θ the drift owns; zeros before the first step.
    const VECTOR_COUNT: usize;
    /// What a piece of those vectors holds.
    type State: Copy;
    /// The vectors in the kernel's pass.
    type Columns<'a>: Columns<R, Pieces = Self::State>;

    /// Takes the drift's vectors.
    fn columns<'a>(vectors: &mut Vectors<'a, R>) -> Self::Columns<'a>;

    /// Refuses settings outside their ranges.
    fn check(&self) -> Result<(), Error>;

    /// a: how many times the gradient's bound the drift may be.
    fn scale(&self) -> f64;

    /// The state afterwards, and the force.
    fn apply(&self, state: Self::State, gradient: Pieces<R>) -> (Self::State, Pieces<R>);
}
