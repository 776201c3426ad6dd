//! Polynomial decay, under which the step-size-weighted average converges.

use super::part::{Part, warm};
use super::{Schedule, Shape};
use crate::record::part;

part! {
    /// ε_k = a (b + k)^(-γ), k from 0; Karagiannis 2024, Condition 27.
    ///
    /// The step sizes sum to infinity and their squares do not, for γ in (0.5, 1]. Chen et al. 2017 use 1/(10 + 0.0018 k),
    /// which is γ = 1 with a = 1/0.0018 and b = 10/0.0018, for the gradient of the mean loss: a is 1/(0.0018 n) here.
    ///
    /// ```
    /// use sgmcmc::schedule::Schedule;
    ///
    /// let schedule = Schedule::polynomial(0.5, 4.0, 1.0);
    /// assert_eq!(schedule.check_step_size(), Ok(()));
    /// assert_eq!([0, 4, 12].map(|k| schedule.at(k)), [0.125, 0.0625, 0.03125].map(Some));
    /// ```
    Polynomial;

    /// The setting, by which the factor is multiplied: positive for a step size, at least 0 for a temperature.
    value: f64;
    /// b, in the unit of k.
    offset: f64 = 1.0 => above(0.0).finite(), ScheduleOffset;
    /// γ, by which it falls.
    exponent: f64 = 0.55 => above(0.5).at_most(1.0), ScheduleExponent;
}

impl Schedule {
    /// a (b + k)^(-γ); see [`Polynomial`].
    pub const fn polynomial(value: f64, offset: f64, exponent: f64) -> Self {
        Self::of(Shape::Polynomial(Polynomial { value, offset, exponent }))
    }
}

impl Part for Polynomial {
    fn setting(&self) -> f64 {
        self.value
    }

    fn factor(&self, k: u64) -> f64 {
        // `libm`'s power is the same software everywhere.
        libm::pow(self.offset + k as f64, -self.exponent)
    }

    /// (k + 1)/(b + k)^γ falls where b - γ + (1 - γ) k < 0 and rises from there on, so the largest is at an end.
    fn largest(&self, warm_up: u64) -> f64 {
        let warmed = |k| self.factor(k) * warm(k, warm_up);
        warmed(0).max(warmed(warm_up.saturating_sub(1)))
    }
}
