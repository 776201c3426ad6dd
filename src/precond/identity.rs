//! No preconditioning: P = 1.

use super::DiagonalPart;
use crate::num::Real;
use crate::pass::{Scales, Vectors};

/// P = 1, without state. The first preconditioner to read: the others do more of the same.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Identity;

impl<R: Real> DiagonalPart<R> for Identity {
    fn is_identity(&self) -> bool {
        true
    }

    fn apply(&self, _force: &mut [R], _noise: &mut [R], _own: Vectors<'_, R>, _: &Scales) {}
}
