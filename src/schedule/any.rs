//! The schedules behind one type, for a choice at run time.

use super::{Constant, Cyclical, Polynomial, StepDecay};
use crate::Error;
use crate::range::positive;
use core::num::NonZeroU64;

/// Refuses a value that what the schedule is for cannot use.
pub(super) type Check = fn(f64) -> Result<(), Error>;

macro_rules! schedules {
    ($( $(#[doc = $doc:literal])+ $name:ident; )*) => {
        /// A step size or a temperature for every k.
        ///
        /// k counts from 0; whether it counts steps or epochs is the caller's choice. The values have the unit of what
        /// the schedule is for: η of [`rule`](crate::rule) for a step size, a pure number for a temperature. Every
        /// built-in schedule starts at its largest value.
        ///
        /// ```
        /// use sgmcmc::schedule::Schedule;
        ///
        /// let annealed = Schedule::step_decay(1.0, 0.5, 10);
        /// assert_eq!(annealed.check_temperature(), Ok(()));
        /// assert_eq!([0, 9, 10, 20].map(|k| annealed.at(k)), [1.0, 1.0, 0.5, 0.25].map(Some));
        /// ```
        #[derive(Clone, Copy, Debug, PartialEq)]
        #[non_exhaustive]
        pub enum Schedule {
            $( $(#[doc = $doc])+ $name($name), )*
            /// The host says, for every k.
            Callback,
        }

        impl Schedule {
            /// The names of all variants, for tests that must not miss one.
            #[doc(hidden)]
            pub const NAMES: &[&str] = &[$(stringify!($name),)* "Callback"];

            /// The value at `k`, counted from 0; `None` where the host says.
            pub fn at(&self, k: u64) -> Option<f64> {
                match self {
                    $(Self::$name(schedule) => Some(schedule.at(k)),)*
                    Self::Callback => None,
                }
            }

            fn check(&self, value: Check) -> Result<(), Error> {
                match self {
                    $(Self::$name(schedule) => schedule.check(value),)*
                    Self::Callback => Ok(()),
                }
            }
        }
    };
}

schedules! {
    /// The same value for every k.
    Constant;
    /// a (b + k)^(-γ).
    Polynomial;
    /// ε0 γ^⌊k/L⌋.
    StepDecay;
    /// Falls along half a cosine, again and again.
    Cyclical;
}

impl Schedule {
    /// Refuses what cannot be a schedule of step sizes.
    ///
    /// Errors: `StepSize` unless the leading field and the first value are positive and finite, and every value of
    /// [`Cyclical`]; the other fields' own errors outside their ranges. What the host says is checked when it says it, and
    /// so is a value that has fallen to 0 after many steps.
    pub fn check_step_size(&self) -> Result<(), Error> {
        self.check(|x| positive::<f64>(x, Error::StepSize))
    }

    /// Refuses what cannot be a schedule of temperatures.
    ///
    /// Errors: `Temperature` unless the leading field and the first value are finite and at least 0; the other fields'
    /// own errors outside their ranges. What the host says is checked when it says it.
    pub fn check_temperature(&self) -> Result<(), Error> {
        self.check(|x| if x >= 0.0 && x.is_finite() { Ok(()) } else { Err(Error::Temperature) })
    }

    /// The value that no later one exceeds by more than its rounding; `None` where the host says.
    pub(crate) fn largest(&self) -> Option<f64> {
        self.at(0)
    }

    /// Whether `k` is in the part of a cycle where the temperature is 0 and no draw is kept; see [`Cyclical`].
    pub fn explores(&self, k: u64) -> bool {
        match self {
            Self::Cyclical(schedule) => schedule.explores(k),
            _ => false,
        }
    }

    /// Which cycle `k` is in, counted from 0; 0 for a schedule without cycles. A cycle ends where this changes.
    pub fn cycle(&self, k: u64) -> u64 {
        match self {
            Self::Cyclical(schedule) => schedule.cycle(k),
            _ => 0,
        }
    }
}

/// A length to divide by: 0, which no check lets pass, counts as 1.
pub(super) fn at_least_one(len: u64) -> NonZeroU64 {
    NonZeroU64::new(len).unwrap_or(NonZeroU64::MIN)
}
