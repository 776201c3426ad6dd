//! No preconditioning: P = 1.

use super::{Metric, PreconditionerPart};
use crate::num::{Pieces, Real};
use crate::rule::Vectors;

/// P = 1, without state. The first preconditioner to read: the others do more of the same.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Identity;

impl<R: Real> PreconditionerPart<R> for Identity {
    type State = ();
    type Columns<'a> = ();

    fn columns(_: &mut Vectors<'_, R>) {}

    #[inline(always)]
    fn adapt(&self, (): (), _gradient: Pieces<R>) -> ((), impl Metric<R>) {
        ((), *self)
    }
}

impl<R: Real> Metric<R> for Identity {
    #[inline(always)]
    fn scale_force(&self, force: Pieces<R>) -> Pieces<R> {
        force
    }
    #[inline(always)]
    fn scale_noise(&self, noise: Pieces<R>) -> Pieces<R> {
        noise
    }
}
