//! In the place of a drift that the build leaves out: refused wherever drifts are checked.

use super::DriftPart;
use crate::Error;
use crate::num::Real;
use crate::pass::{Scaled, Vectors};

pub(super) struct Absent;

impl<R: Real> DriftPart<R> for Absent {
    fn vector_count(&self) -> usize {
        0
    }

    fn check(&self) -> Result<(), Error> {
        Err(Error::NotBuilt)
    }

    fn scale(&self) -> f64 {
        0.0
    }

    fn apply(&self, _force: &mut [R], _gradient: Scaled<'_, R>, _own: Vectors<'_, R>) {}
}
