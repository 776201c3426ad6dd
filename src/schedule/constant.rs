//! The same value for every k.

use super::part::Part;
use super::{Schedule, Shape};
use crate::record::part;

part! {
    /// ε_k = a.
    ///
    /// ```
    /// use sgmcmc::schedule::Schedule;
    ///
    /// let schedule = Schedule::constant(1e-3);
    /// assert_eq!(schedule.check_step_size(), Ok(()));
    /// assert_eq!(schedule.at(1_000_000), Some(1e-3));
    /// ```
    Constant;

    /// The setting, by which the factor is multiplied: positive for a step size, at least 0 for a temperature.
    value: f64;
}

impl Schedule {
    /// `value` for every k; see [`Constant`].
    pub const fn constant(value: f64) -> Self {
        Self::of(Shape::Constant(Constant { value }))
    }
}

impl Part for Constant {
    fn setting(&self) -> f64 {
        self.value
    }

    fn factor(&self, _k: u64) -> f64 {
        1.0
    }

    fn largest(&self, _warm_up: u64) -> f64 {
        1.0
    }
}
