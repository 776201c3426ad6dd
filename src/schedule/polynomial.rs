//! Polynomial decay, under which the step-size-weighted average converges.

use super::any::positive;
use crate::Error;

/// ε_k = a (b + k)^(-γ), k from 0; Karagiannis 2024, Condition 27.
///
/// The steps sum to infinity and their squares do not for γ in (0.5, 1].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Polynomial {
    /// a > 0.
    pub step_size: f64,
    /// b > 0; default 1.
    pub offset: f64,
    /// γ in (0.5, 1]; default 0.55.
    pub exponent: f64,
}

impl Polynomial {
    /// Refuses settings outside their ranges, and a first step that is not finite.
    pub fn check(&self) -> Result<(), Error> {
        positive(self.step_size, Error::StepSize)?;
        positive(self.offset, Error::ScheduleOffset)?;
        if !(self.exponent > 0.5 && self.exponent <= 1.0) {
            return Err(Error::ScheduleExponent);
        }
        positive(self.at(0), Error::StepSize)
    }

    /// The step size of step `k`.
    pub fn at(&self, k: u64) -> f64 {
        // `libm`'s power is the same software everywhere.
        self.step_size * libm::pow(self.offset + k as f64, -self.exponent)
    }
}
