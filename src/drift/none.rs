//! No drift: the force is the gradient.

use super::DriftPart;
use crate::Error;
use crate::num::{Pieces, Real};
use crate::rule::Vectors;

/// A = 0, without state. The first drift to read: the others do more of the same.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct NoDrift;

impl<R: Real> DriftPart<R> for NoDrift {
    const VECTOR_COUNT: usize = 0;
    type State = ();
    type Columns<'a> = ();

    fn columns(_: &mut Vectors<'_, R>) {}

    fn check(&self) -> Result<(), Error> {
        Ok(())
    }

    fn scale(&self) -> f64 {
        0.0
    }

    #[inline(always)]
    fn apply(&self, (): (), gradient: Pieces<R>) -> ((), Pieces<R>) {
        ((), gradient)
    }
}
