//! The schedules behind one type, for a choice at run time.

use super::{Constant, Polynomial};
use crate::Error;

/// Any schedule.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Schedule {
    /// The same step size for every step.
    Constant(Constant),
    /// Polynomial decay.
    Polynomial(Polynomial),
}

impl Schedule {
    /// A constant step size.
    pub fn constant(step_size: f64) -> Self {
        Self::Constant(Constant { step_size })
    }

    /// a (b + k)^(-γ).
    pub fn polynomial(step_size: f64, offset: f64, exponent: f64) -> Self {
        Self::Polynomial(Polynomial { step_size, offset, exponent })
    }

    /// Refuses settings outside their ranges.
    pub fn check(&self) -> Result<(), Error> {
        match self {
            Self::Constant(schedule) => schedule.check(),
            Self::Polynomial(schedule) => schedule.check(),
        }
    }

    /// The step size of step `k`, counted from 0.
    pub fn at(&self, k: u64) -> f64 {
        match self {
            Self::Constant(schedule) => schedule.at(k),
            Self::Polynomial(schedule) => schedule.at(k),
        }
    }
}

/// `error` unless `x` is positive and finite.
pub(crate) fn positive(x: f64, error: Error) -> Result<(), Error> {
    if x > 0.0 && x.is_finite() { Ok(()) } else { Err(error) }
}
