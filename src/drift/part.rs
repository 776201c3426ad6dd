//! What a drift is to the fused kernel.

use crate::num::{Pieces, Real};

/// A drift A of the adaptive Langevin family, on the same piece of two blocks: Kim, Song and Liang 2020, section 3.
///
/// ```text
/// force = G + a A(state);  then the state takes in G
/// ```
pub(crate) trait Drift<R: Real> {
    /// What a piece of the drift's own vectors holds; the vectors are as long as θ.
    type State: Copy;

    /// The state afterwards, and the force.
    fn apply(&self, state: Self::State, gradient: Pieces<R>) -> (Self::State, Pieces<R>);
}
