//! The shapes that a schedule may have, behind one type for a choice at run time.

macro_rules! shapes {
    ($( $(#[doc = $doc:literal])+ $name:ident = $number:literal $(in $family:ident)?; )*) => {
        $crate::named::named! {
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
            fn is_built(&self) -> bool {
                match self {
                    $(Self::$name(_) => true $(&& $crate::built::$family)?,)*
                    Self::Callback => true,
                }
            }

            /// The shape that says; `None` where the host does.
            fn part(&self) -> Option<&dyn Part> {
                match self {
                    $(Self::$name(part) => if true $(&& $crate::built::$family)? { Some(part) } else { None },)*
                    Self::Callback => None,
                }
            }

            /// [`Part::setting`]. Every step asks this and what follows, so that it is no call to who knows what.
            fn setting(&self) -> Option<f64> {
                match self {
                    $(Self::$name(part) => if true $(&& $crate::built::$family)? { Some(part.setting()) } else { None },)*
                    Self::Callback => None,
                }
            }

            /// [`Part::factor`]; 1 where the host says.
            fn factor(&self, k: u64) -> f64 {
                match self {
                    $(Self::$name(part) => if true $(&& $crate::built::$family)? { part.factor(k) } else { 1.0 },)*
                    Self::Callback => 1.0,
                }
            }

            /// [`Part::explores`].
            fn explores(&self, k: u64) -> bool {
                match self {
                    $(Self::$name(part) => true $(&& $crate::built::$family)? && part.explores(k),)*
                    Self::Callback => false,
                }
            }

            /// [`Part::cycle`].
            fn cycle(&self, k: u64) -> u64 {
                match self {
                    $(Self::$name(part) => if true $(&& $crate::built::$family)? { part.cycle(k) } else { 0 },)*
                    Self::Callback => 0,
                }
            }
        }
    };
}
pub(super) use shapes;
