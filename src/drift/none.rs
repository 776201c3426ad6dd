//! No drift: the force is the gradient.

use super::Drift;
use crate::num::{Pieces, Real};

/// A = 0, without state. The first drift to read: the others do more of the same.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct NoDrift;

impl<R: Real> Drift<R> for NoDrift {
    type State = ();

    #[inline(always)]
    fn apply(&self, (): (), gradient: Pieces<R>) -> ((), Pieces<R>) {
        ((), gradient)
    }
}
