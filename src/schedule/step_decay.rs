//! Decay in steps: constant for a period, then multiplied by a factor.

use super::any::{Check, Schedule, at_least_one};
use crate::Error;

/// ε_k = ε0 γ^⌊k/L⌋, k from 0; Kim, Song and Liang 2020, equation (3).
///
/// They count k in epochs, and write ⌊z⌋ for the largest integer *below* z; here it is the usual one. With γ < 1 the
/// step sizes have a finite sum, so that the chain comes to a halt, and the value is 0 once it is too small for `f64`:
/// decay to a step size to stay at, not for ever.
///
/// ```
/// use sgmcmc::schedule::Schedule;
///
/// let schedule = Schedule::step_decay(0.1, 0.5, 300);
/// assert_eq!(schedule.check_step_size(), Ok(()));
/// assert_eq!([0, 299, 300, 600].map(|k| schedule.at(k)), [0.1, 0.1, 0.05, 0.025].map(Some));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StepDecay {
    /// ε0: positive for a step size, at least 0 for a temperature; no default.
    pub initial: f64,
    /// γ in (0, 1]; default 0.5.
    pub factor: f64,
    /// L ≥ 1, in the unit of k; no default.
    pub period: u64,
}

impl StepDecay {
    pub(super) fn check(&self, value: Check) -> Result<(), Error> {
        value(self.initial)?;
        if !(self.factor > 0.0 && self.factor <= 1.0) {
            return Err(Error::ScheduleFactor);
        }
        if self.period == 0 {
            return Err(Error::SchedulePeriod);
        }
        Ok(())
    }

    /// The value at `k`.
    pub fn at(&self, k: u64) -> f64 {
        // `libm`'s power is the same software everywhere.
        self.initial * libm::pow(self.factor, (k / at_least_one(self.period)) as f64)
    }
}

impl Schedule {
    /// ε0 γ^⌊k/L⌋; see [`StepDecay`].
    pub fn step_decay(initial: f64, factor: f64, period: u64) -> Self {
        Self::StepDecay(StepDecay { initial, factor, period })
    }
}
