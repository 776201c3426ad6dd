//! A schedule: a shape, and the floor and the warm-up that go with every one.

use super::Shape;
use super::part::warm;
use crate::Error;
use crate::built;
use crate::range::{Ranges, positive};
use crate::record::part;

part! {
    /// A step size or a temperature for every k.
    ///
    /// ```text
    /// value(k) = a max(s(k), f) min(1, (k + 1)/w)
    /// ```
    ///
    /// a is the shape's leading field, the setting; s(k) its factor, such as (b + k)^(-γ); f the floor, so that no value
    /// after the warm-up is below f times the setting (Karagiannis 2024, Note 26; a temperature of 10 with a floor of 0.1
    /// anneals to 1); w the length of the warm-up. The first w values rise from a/w: they may be below the floor, and none
    /// is 0 unless a is. Draws in a warm-up are kept like others: what drops them is
    /// [`burn_in`](crate::ChainSettings::burn_in). Neither floor nor warm-up moves a cycle or its exploring part, where the
    /// temperature is 0 whatever the floor.
    ///
    /// k counts from 0; whether it counts steps or epochs is the caller's choice. The values have the unit of what the
    /// schedule is for: η of [`rule`](crate::rule) for a step size, a pure number for a temperature.
    ///
    /// ```
    /// use sgmcmc::schedule::Schedule;
    ///
    /// let annealed = Schedule::step_decay(8.0, 0.5, 10).with_floor(0.125);
    /// assert_eq!(annealed.check_temperature(), Ok(()));
    /// assert_eq!([0, 9, 10, 20, 30, 900].map(|k| annealed.at(k)), [8.0, 8.0, 4.0, 2.0, 1.0, 1.0].map(Some));
    ///
    /// let warmed = Schedule::constant(1e-3).with_warm_up(4);
    /// assert_eq!([0, 1, 3, 4].map(|k| warmed.at(k)), [0.25e-3, 0.5e-3, 1e-3, 1e-3].map(Some));
    /// ```
    Schedule;

    /// How the values change with k.
    shape: Shape;
    /// f: once warm, the factor is never below it; 0 for none, as it must be where the host says.
    floor: f64 = 0.0 => at_least(0.0).below(1.0), ScheduleFloor, in SCHEDULES else 0.0;
    /// w: the first w factors are multiplied by (k + 1)/w, the floor included; in the unit of k, 0 for none, as it must be
    /// where the host says.
    warm_up: u64 = 0, in SCHEDULES else 0;
}

/// Refuses a value that what the schedule is for cannot use.
type Check = fn(f64) -> Result<(), Error>;

impl Schedule {
    /// The host says, for every k: [`Model::step_size`](crate::Model::step_size) or
    /// [`Model::temperature`](crate::Model::temperature). What it says is used as it is. As a step size also for one that a
    /// warm-up is to find, which then asks no model.
    pub const CALLBACK: Self = Self::of(Shape::Callback);

    /// A shape without floor and warm-up.
    pub(super) const fn of(shape: Shape) -> Self {
        Self { shape, floor: 0.0, warm_up: 0 }
    }

    /// The same schedule, never below `floor` times its setting once it is warm.
    #[must_use]
    pub const fn with_floor(self, floor: f64) -> Self {
        Self { floor, ..self }
    }

    /// The same schedule, whose first `warm_up` values are multiplied by 1/w, 2/w, …, 1.
    #[must_use]
    pub const fn with_warm_up(self, warm_up: u64) -> Self {
        Self { warm_up, ..self }
    }

    /// The value at `k`, counted from 0; `None` where the host says, and for a shape that the build leaves out.
    pub fn at(&self, k: u64) -> Option<f64> {
        if !built::SCHEDULES {
            return self.shape.setting();
        }
        self.shape.setting().map(|setting| self.value(setting, self.shape.factor(k), k))
    }

    /// The largest value of all k, but for rounding; `None` where the host says.
    ///
    /// A step size that is stable there is stable everywhere.
    pub fn largest(&self) -> Option<f64> {
        if !built::SCHEDULES {
            return self.shape.setting();
        }
        // max(s, f) r = max(s r, f r), and the warm-up's share r comes to 1.
        self.shape.part().map(|part| part.setting() * part.largest(self.warm_up).max(self.floor))
    }

    /// The factor first, then the setting, so that a host can multiply by its own setting and have the same bits.
    fn value(&self, setting: f64, factor: f64, k: u64) -> f64 {
        // No `max`, whose choice between 0 and a floor of -0 is the platform's.
        let factor = if factor < self.floor { self.floor } else { factor };
        setting * (factor * warm(k, self.warm_up))
    }

    /// Refuses what cannot be a schedule of step sizes.
    ///
    /// Errors: `StepSize` unless the leading field and the first value are positive and finite, and every value of
    /// [`Cyclical`](super::Cyclical); the other fields' own errors outside their ranges; `ScheduleFloor`;
    /// `ScheduleWarmUp` also for one so long that the first value is 0. What the host says is checked when it says it,
    /// and so is a value that has fallen to 0 after many steps.
    pub fn check_step_size(&self) -> Result<(), Error> {
        self.check(|x| positive::<f64>(x, Error::StepSize))
    }

    /// Refuses what cannot be a schedule of temperatures.
    ///
    /// Errors: `Temperature` unless the leading field and the first value are finite and at least 0; the other fields'
    /// own errors outside their ranges; `ScheduleFloor`; `ScheduleWarmUp`. What the host says is checked when it says
    /// it.
    pub fn check_temperature(&self) -> Result<(), Error> {
        self.check(|x| if x >= 0.0 && x.is_finite() { Ok(()) } else { Err(Error::Temperature) })
    }

    fn check(&self, value: Check) -> Result<(), Error> {
        built::need(self.shape.is_built() && (built::SCHEDULES || (self.floor == 0.0 && self.warm_up == 0)))?;
        if !built::SCHEDULES {
            return self.shape.setting().map_or(Ok(()), value);
        }
        if let Some(part) = self.shape.part() {
            value(part.setting())?;
            part.check()?;
        }
        Ranges::<f64>::check_ranges(self)?;
        let Some(part) = self.shape.part() else {
            // What would be ignored is refused.
            return match (self.floor > 0.0, self.warm_up > 0) {
                (true, _) => Err(Error::ScheduleFloor),
                (false, true) => Err(Error::ScheduleWarmUp),
                (false, false) => Ok(()),
            };
        };
        let at = |schedule: Self, k| value(schedule.value(part.setting(), part.factor(k), k));
        let warm = self.with_warm_up(0);
        at(warm, 0)?;
        at(warm, part.lowest())?;
        at(*self, 0).map_err(|_| Error::ScheduleWarmUp)
    }

    /// Whether `k` is in the part of a cycle where the temperature is 0 and no draw is kept; see
    /// [`Cyclical`](super::Cyclical).
    pub fn explores(&self, k: u64) -> bool {
        self.shape.explores(k)
    }

    /// Which cycle `k` is in, counted from 0; 0 for a schedule without cycles. A cycle ends where this changes.
    pub fn cycle(&self, k: u64) -> u64 {
        self.shape.cycle(k)
    }
}
