//! The shapes that a schedule may have, behind one type for a choice at run time.

use super::constant::Constant;
use super::cyclical::Cyclical;
use super::part::Part;
use super::polynomial::Polynomial;
use super::step_decay::StepDecay;
use crate::built;
use crate::named::named;

macro_rules! shapes {
    ($( $(#[doc = $doc:literal])+ $name:ident = $number:literal $(in $family:ident)?; )*) => {
        named! {
            /// What a step size or temperature is multiplied by at step or epoch k.
            #[derive(Clone, Copy, Debug, PartialEq)]
            #[non_exhaustive]
            pub enum Shape {
                $( $(#[doc = $doc])+ $name(schedule: $name) = $number $(in $family)?, )*
                /// The model says the value itself. All else of the schedule must have its default, in C value too.
                Callback = 4,
            }
        }

        impl Shape {
            /// Whether this build has it.
            pub(super) fn is_built(&self) -> bool {
                match self {
                    $(Self::$name(_) => true $(&& built::$family)?,)*
                    Self::Callback => true,
                }
            }

            /// The shape that says; `None` where the host does.
            pub(super) fn part(&self) -> Option<&dyn Part> {
                match self {
                    $(Self::$name(part) => if true $(&& built::$family)? { Some(part) } else { None },)*
                    Self::Callback => None,
                }
            }

            /// [`Part::setting`]. Every step asks this and what follows, so that it is no call to who knows what.
            pub(super) fn setting(&self) -> Option<f64> {
                match self {
                    $(Self::$name(part) => if true $(&& built::$family)? { Some(part.setting()) } else { None },)*
                    Self::Callback => None,
                }
            }

            /// [`Part::factor`]; 1 where the host says.
            pub(super) fn factor(&self, k: u64) -> f64 {
                match self {
                    $(Self::$name(part) => if true $(&& built::$family)? { part.factor(k) } else { 1.0 },)*
                    Self::Callback => 1.0,
                }
            }

            /// [`Part::explores`].
            pub(super) fn explores(&self, k: u64) -> bool {
                match self {
                    $(Self::$name(part) => true $(&& built::$family)? && part.explores(k),)*
                    Self::Callback => false,
                }
            }

            /// [`Part::cycle`].
            pub(super) fn cycle(&self, k: u64) -> u64 {
                match self {
                    $(Self::$name(part) => if true $(&& built::$family)? { part.cycle(k) } else { 0 },)*
                    Self::Callback => 0,
                }
            }
        }
    };
}

shapes! {
    /// 1: the same value for every k.
    Constant = 0;
    /// (offset + k)^(-exponent).
    Polynomial = 1 in SCHEDULES;
    /// factor^(k / period), the quotient rounded down.
    StepDecay = 2 in SCHEDULES;
    /// (cos(π r) + 1) / 2, with r the part of the cycle that is over, from 0 to below 1.
    Cyclical = 3 in SCHEDULES;
}
