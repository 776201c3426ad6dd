//! A fixed diagonal preconditioner.

use super::{DiagonalPart, Preconditioned};
use crate::num::{FarInput, Real};
use crate::pass::{Scaled, Scales, Vectors};

/// P = p, the caller's vector, which the rule's state holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Diagonal;

impl<R: Real> DiagonalPart<R> for Diagonal {
    fn apply(
        &self,
        to: Preconditioned<'_, R>,
        force: Scaled<'_, R>,
        gradient: Scaled<'_, R>,
        mut own: Vectors<'_, R>,
        _: &Scales,
    ) {
        to.scale(FarInput(own.take()), [force, gradient], |p, _| (p, p));
    }
}
