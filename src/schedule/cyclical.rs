//! Cyclical cosine: large steps that find a mode, small ones that sample it, then the next.

use super::part::{Part, at_least_one};
use super::{Schedule, Shape};
use crate::Error;
use crate::range::Ranges;
use crate::record::part;
use core::f64::consts::FRAC_PI_2;

part! {
    /// α_k = (α0/2) (cos(π r) + 1), r = (k mod C)/C, k from 0; Zhang, Li, Zhang, Chen and Wilson 2020, who count from 1.
    ///
    /// While r is below `exploration` the chain explores: its temperature is 0 and no draw is kept; then it samples until
    /// the cycle ends. An `exploration` above 1 - 1/C would leave nothing to sample with and is refused.
    ///
    /// ```
    /// use sgmcmc::schedule::{Schedule, cycle_len};
    ///
    /// let schedule = Schedule::cyclical(0.2, cycle_len(1000, 4), 0.8);
    /// assert_eq!(schedule.check_step_size(), Ok(()));
    /// assert_eq!([0, 250, 500].map(|k| schedule.at(k)), [Some(0.2); 3]);
    /// assert_eq!([199, 200].map(|k| schedule.explores(k)), [true, false]);
    /// let ends_cycle = |k| schedule.cycle(k + 1) != schedule.cycle(k);
    /// assert_eq!([248, 249, 250].map(ends_cycle), [false, true, false]);
    /// ```
    Cyclical;

    /// The setting, by which the factor is multiplied: positive for a step size, at least 0 for a temperature.
    value: f64;
    /// C, how long a cycle is, in the unit of k: of c cycles in N steps or epochs N/c, rounded up.
    cycle_len: u64 => at_least(1.0), CycleLen;
    /// The first part of each cycle, in which the temperature is 0 and no draw is kept: at most 1 - 1/C.
    exploration: f64 = 0.0 => at_least(0.0), Exploration;
}

impl Schedule {
    /// (α0/2) (cos(π (k mod C)/C) + 1); see [`Cyclical`].
    pub const fn cyclical(value: f64, cycle_len: u64, exploration: f64) -> Self {
        Self::of(Shape::Cyclical(Cyclical { value, cycle_len, exploration }))
    }
}

impl Part for Cyclical {
    fn setting(&self) -> f64 {
        self.value
    }

    /// (cos(π r) + 1)/2, as sin²(π/2 (1 - r)).
    ///
    /// 1. Equal to the formula, since (cos x + 1)/2 = sin²((π - x)/2); but near the end of a cycle the formula's sum
    ///    cancels: for C = 10^6 five digits of the last value are right, for C = 10^9 it is 0. A product of small
    ///    numbers keeps them all, and is positive for every k.
    /// 2. 1 - r is taken from the integers, C - k mod C over C, for the same reason.
    /// 3. `libm`'s sine is the same software everywhere.
    fn factor(&self, k: u64) -> f64 {
        let len = at_least_one(self.cycle_len);
        let left = len.get() - k % len;
        let sine = libm::sin(FRAC_PI_2 * (left as f64 / len.get() as f64));
        sine * sine
    }

    fn check(&self) -> Result<(), Error> {
        Ranges::<f64>::check_ranges(self)?;
        // By rounding a long cycle would sample with a share of 1.
        if self.exploration >= 1.0 || self.explores(self.cycle_len - 1) {
            Err(Error::Exploration)
        } else {
            Ok(())
        }
    }

    /// The first cycle after the warm-up starts at 1.
    fn largest(&self, _warm_up: u64) -> f64 {
        1.0
    }

    /// The end of a cycle, where a tiny α0 may give 0.
    fn lowest(&self) -> u64 {
        at_least_one(self.cycle_len).get() - 1
    }

    fn explores(&self, k: u64) -> bool {
        // A quotient rounds as the literal 0.07 does, so that 7 steps of 100 explore; 0.07 * 100.0 is above 7.
        let len = at_least_one(self.cycle_len);
        ((k % len) as f64 / len.get() as f64) < self.exploration
    }

    fn cycle(&self, k: u64) -> u64 {
        k / at_least_one(self.cycle_len)
    }
}

/// C = ⌈K/M⌉, the length of a cycle when K steps or epochs make M cycles; Zhang et al. 2020.
///
/// The last cycle is the shorter one. M = 0 counts as 1, and gives K.
///
/// ```
/// use sgmcmc::schedule::cycle_len;
///
/// assert_eq!(cycle_len(1000, 3), 334);
/// ```
pub fn cycle_len(step_count: u64, cycle_count: u64) -> u64 {
    let cycles = at_least_one(cycle_count);
    step_count / cycles + u64::from(step_count % cycles != 0)
}
