//! No preconditioning: P = 1.

use super::{DiagonalPart, Preconditioned};
use crate::num::Real;
use crate::pass::{Scaled, Scales, Vectors};

/// P = 1, without state. The first preconditioner to read: the others do more of the same. No rule asks it for a pass.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Identity;

impl<R: Real> DiagonalPart<R> for Identity {
    fn is_identity(&self) -> bool {
        true
    }

    fn apply(
        &self,
        _to: Preconditioned<'_, R>,
        _force: Scaled<'_, R>,
        _gradient: Scaled<'_, R>,
        _own: Vectors<'_, R>,
        _scales: &Scales,
    ) {
    }
}
