//! The shapes that a schedule may have, behind one type for a choice at run time.

use super::{Constant, Cyclical, Polynomial, StepDecay};
use crate::Error;
use crate::built;
use core::num::NonZeroU64;

/// What a shape says: for every k a factor of one setting.
pub(super) trait Part {
    /// The setting that the factors multiply.
    fn setting(&self) -> f64;

    /// The factor at `k`.
    fn factor(&self, k: u64) -> f64;

    /// Refuses fields besides the setting that are outside their ranges.
    fn check(&self) -> Result<(), Error>;

    /// The largest of factor(k) min(1, (k + 1)/w) over all k, for w = `warm_up`, but for rounding.
    fn largest(&self, warm_up: u64) -> f64;

    /// Where the factor is smallest, if that comes again; 0 for one that never rises.
    fn lowest(&self) -> u64 {
        0
    }

    /// Whether `k` is in the part of a cycle that explores; for shapes that have one.
    fn explores(&self, _k: u64) -> bool {
        false
    }

    /// Which cycle `k` is in; 0 for shapes without cycles.
    fn cycle(&self, _k: u64) -> u64 {
        0
    }
}

macro_rules! shapes {
    ($( $(#[doc = $doc:literal])+ $name:ident in $family:expr; )*) => {
        /// How the values of a [`Schedule`](super::Schedule) change with k.
        #[derive(Clone, Copy, Debug, PartialEq)]
        #[non_exhaustive]
        pub enum Shape {
            $( $(#[doc = $doc])+ $name($name), )*
            /// The host says, for every k.
            Callback,
        }

        impl Shape {
            /// The names of all variants, for tests that must not miss one.
            #[doc(hidden)]
            pub const NAMES: &[&str] = &[$(stringify!($name),)* "Callback"];

            /// Whether this build has it.
            pub(super) fn is_built(&self) -> bool {
                match self {
                    $(Self::$name(_) => $family,)*
                    Self::Callback => true,
                }
            }

            /// The shape that says; `None` where the host does.
            pub(super) fn part(&self) -> Option<&dyn Part> {
                match self {
                    $(Self::$name(part) => if $family { Some(part) } else { None },)*
                    Self::Callback => None,
                }
            }

            /// [`Part::setting`]. Every step asks this and what follows, so that it is no call to who knows what.
            pub(super) fn setting(&self) -> Option<f64> {
                match self {
                    $(Self::$name(part) => if $family { Some(part.setting()) } else { None },)*
                    Self::Callback => None,
                }
            }

            /// [`Part::factor`]; 1 where the host says.
            pub(super) fn factor(&self, k: u64) -> f64 {
                match self {
                    $(Self::$name(part) => if $family { part.factor(k) } else { 1.0 },)*
                    Self::Callback => 1.0,
                }
            }

            /// [`Part::explores`].
            pub(super) fn explores(&self, k: u64) -> bool {
                match self {
                    $(Self::$name(part) => $family && part.explores(k),)*
                    Self::Callback => false,
                }
            }

            /// [`Part::cycle`].
            pub(super) fn cycle(&self, k: u64) -> u64 {
                match self {
                    $(Self::$name(part) => if $family { part.cycle(k) } else { 0 },)*
                    Self::Callback => 0,
                }
            }
        }
    };
}

shapes! {
    /// The same value for every k.
    Constant in true;
    /// a (b + k)^(-γ).
    Polynomial in built::SCHEDULES;
    /// ε0 γ^⌊k/L⌋.
    StepDecay in built::SCHEDULES;
    /// Falls along half a cosine, again and again.
    Cyclical in built::SCHEDULES;
}

/// min(1, (k + 1)/w): the warm-up's share of a value, 1 where w is 0 or 1.
pub(super) fn warm(k: u64, warm_up: u64) -> f64 {
    if k < warm_up { (k + 1) as f64 / warm_up as f64 } else { 1.0 }
}

/// A length to divide by: 0, which no check lets pass, counts as 1.
pub(super) fn at_least_one(len: u64) -> NonZeroU64 {
    NonZeroU64::new(len).unwrap_or(NonZeroU64::MIN)
}
