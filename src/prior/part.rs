//! What a built-in prior is to a chain and to the passes.

use crate::Error;
use crate::num::Real;
use crate::schema::EachParameter;
use core::ops::Range;

/// The settings of a prior.
pub(crate) trait Part {
    /// What goes through the passes.
    type Bound<'s, R: Real>: Density<R>;

    /// Refuses settings outside their ranges, in the precision of the chain.
    fn check<R: Real>(&self, _dim: usize) -> Result<(), Error> {
        Ok(())
    }

    /// The caller's vectors, for a prior that has some: as long as θ, and held by a chain's memory.
    fn vectors(&self) -> Option<[EachParameter<'_>; 2]> {
        None
    }

    /// The largest curvature of -log π0 on a range that is certain, 0 where none is.
    fn curvature(&self, _range: Range<usize>) -> f64 {
        0.0
    }

    /// With its vectors from a chain's memory.
    fn bind<'s, R: Real>(&self, vectors: [&'s [R]; 2]) -> Self::Bound<'s, R>;
}

/// A prior density over a range of θ whose coordinates are independent.
pub(crate) trait Density<R: Real>: Copy {
    /// The same on a part of the range.
    fn range(&self, _start: usize, _end: usize) -> Self {
        *self
    }

    /// force ← force + ∇log π0(θ), clamped to ±limit: a pass over a chunk.
    fn add_gradient(&self, theta: &[R], force: &mut [R], limit: R);

    /// log π0(θ) without the constant.
    fn log_density(&self, theta: &[R]) -> f64;
}
