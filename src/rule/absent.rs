//! In the place of a rule that the build leaves out: refused wherever rules are checked.

use super::part::RulePart;
use crate::Error;
use crate::num::Real;
use crate::pass::{Applied, StepContext};
use crate::range::Ranges;

pub(crate) struct Absent;

impl<R: Real> Ranges<R> for Absent {}

impl<R: Real> RulePart<R> for Absent {
    fn state_len(&self, _dim: usize) -> Option<usize> {
        Some(0)
    }

    fn check(&self) -> Result<(), Error> {
        Err(Error::NotBuilt)
    }

    fn noise_factor(&self) -> f64 {
        0.0
    }

    fn apply(&self, _context: &mut StepContext<'_, R>) -> Applied {
        Applied::default()
    }
}
