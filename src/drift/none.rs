//! No drift: the force is the gradient.

use super::DriftPart;
use crate::num::Real;
use crate::pass::{Scaled, Vectors};
use crate::record::part;

part! {
    /// A = 0, without state. The first drift to read: the others do more of the same. No rule asks it for a pass, since the
    /// force is the gradient.
    NoDrift;
}

impl<R: Real> DriftPart<R> for NoDrift {
    fn vector_count(&self) -> usize {
        0
    }

    fn scale(&self) -> f64 {
        0.0
    }

    fn apply(&self, _force: &mut [R], _gradient: Scaled<'_, R>, _own: Vectors<'_, R>) {}
}
