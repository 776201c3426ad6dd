//! The same step size for every step.

use super::any::positive;
use crate::Error;

/// ε_k = a.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Constant {
    /// a > 0.
    pub step_size: f64,
}

impl Constant {
    /// Refuses a step size that is not positive and finite.
    pub fn check(&self) -> Result<(), Error> {
        positive(self.step_size, Error::StepSize)
    }

    /// The step size of step `k`.
    pub fn at(&self, _k: u64) -> f64 {
        self.step_size
    }
}
