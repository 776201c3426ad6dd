//! What a drift is to the rules that have one.

use crate::Error;
use crate::num::Real;
use crate::pass::{Scaled, Vectors};
use crate::range::Ranges;

/// A drift A of the adaptive Langevin family; Kim, Song and Liang 2020, section 3.
pub(crate) trait DriftPart<R: Real>: Ranges<R> {
    /// How many vectors as long as θ the drift owns; zeros before the first step.
    fn vector_count(&self) -> usize;

    /// Refuses settings outside their ranges.
    fn check(&self) -> Result<(), Error> {
        self.check_ranges()
    }

    /// a: how many times the gradient's bound the drift may be.
    fn scale(&self) -> f64;

    /// A pass over a chunk: force ← G + a A, and then the drift's own vectors take in G.
    fn apply(&self, force: &mut [R], gradient: Scaled<'_, R>, own: Vectors<'_, R>);
}
