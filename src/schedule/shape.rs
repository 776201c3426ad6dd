//! The shapes that a schedule may have, behind one type for a choice at run time.

use super::constant::Constant;
use super::cyclical::Cyclical;
use super::part::Part;
use super::polynomial::Polynomial;
use super::step_decay::StepDecay;
use crate::built;

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
