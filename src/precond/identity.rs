//! No preconditioning: P = 1.

use super::{Metric, Preconditioner};
use crate::num::{Pieces, Real};

/// P = 1, without state.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Identity;

impl<R: Real> Preconditioner<R> for Identity {
    type State = ();

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
