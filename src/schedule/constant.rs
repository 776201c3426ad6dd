//! The same value for every k.

use super::any::{Check, Schedule};
use crate::Error;

/// ε_k = a.
///
/// ```
/// use sgmcmc::schedule::Schedule;
///
/// let schedule = Schedule::constant(1e-3);
/// assert_eq!(schedule.check_step_size(), Ok(()));
/// assert_eq!(schedule.at(1_000_000), Some(1e-3));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Constant {
    /// a: positive for a step size, at least 0 for a temperature; no default.
    pub value: f64,
}

impl Constant {
    pub(super) fn check(&self, value: Check) -> Result<(), Error> {
        value(self.value)
    }

    /// The value at `k`.
    pub fn at(&self, _k: u64) -> f64 {
        self.value
    }
}

impl Schedule {
    /// `value` for every k; see [`Constant`].
    pub fn constant(value: f64) -> Self {
        Self::Constant(Constant { value })
    }
}
