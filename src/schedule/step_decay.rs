//! Decay in steps: constant for a period, then multiplied by a factor.

use super::part::{Part, at_least_one, warm};
use super::{Schedule, Shape};
use crate::record::part;

part! {
    /// ε_k = ε0 γ^⌊k/L⌋, k from 0; Kim, Song and Liang 2020, equation (3).
    ///
    /// They count k in epochs, and write ⌊z⌋ for the largest integer *below* z; here it is the usual one. The ε0 = 0.1 of
    /// their section 5.1 is 0.1/4435 in their Table 6, which is on the gradient summed over the data, as here. With γ < 1
    /// the step sizes have a finite sum, so that the chain comes to a halt, and the value is 0 once it is too small for
    /// `f64`: give it a [floor](super::Schedule::with_floor) to stay at.
    ///
    /// ```
    /// use sgmcmc::schedule::Schedule;
    ///
    /// let schedule = Schedule::step_decay(0.1, 0.5, 300);
    /// assert_eq!(schedule.check_step_size(), Ok(()));
    /// assert_eq!([0, 299, 300, 600].map(|k| schedule.at(k)), [0.1, 0.1, 0.05, 0.025].map(Some));
    /// ```
    StepDecay;

    /// The setting, by which the factor is multiplied: positive for a step size, at least 0 for a temperature.
    value: f64;
    /// γ, by which every period multiplies it.
    factor: f64 = 0.5 => above(0.0).at_most(1.0), ScheduleFactor;
    /// L, in the unit of k.
    period: u64 => at_least(1.0), SchedulePeriod;
}

impl Schedule {
    /// ε0 γ^⌊k/L⌋; see [`StepDecay`].
    pub const fn step_decay(value: f64, factor: f64, period: u64) -> Self {
        Self::of(Shape::StepDecay(StepDecay { value, factor, period }))
    }
}

impl Part for StepDecay {
    fn setting(&self) -> f64 {
        self.value
    }

    fn factor(&self, k: u64) -> f64 {
        // `libm`'s power is the same software everywhere.
        libm::pow(self.factor, (k / at_least_one(self.period)) as f64)
    }

    /// A warm-up rises in every period to (j + 1) L γ^j at its end. That grows with j up to ⌊γ/(1 - γ)⌋ and falls from
    /// there on, so the largest is there, in the last whole period of the warm-up, or where it ends.
    fn largest(&self, warm_up: u64) -> f64 {
        let warmed = |k| self.factor(k) * warm(k, warm_up);
        let period = at_least_one(self.period);
        // A γ of 1 gives an infinity, and the largest integer.
        let rising = ((self.factor / (1.0 - self.factor)) as u64).saturating_add(1);
        let end = rising.min(warm_up / period) * period.get();
        warmed(end.saturating_sub(1)).max(warmed(warm_up.saturating_sub(1)))
    }
}
