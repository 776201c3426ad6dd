//! The drifts behind one type, for a choice at run time.

use super::{AdaMax, Adadelta, Adam, DriftPart, Momentum, NoDrift};
use crate::built;
use crate::named::named;
use crate::num::Real;

/// The list of drifts: a new one is a file and a line here, and what the compiler and the tests then ask for.
macro_rules! drifts {
    ($( $(#[doc = $doc:literal])+ $name:ident($settings:ident) = $number:literal $(in $family:ident)?, )*) => {
        named! {
            /// What the Langevin family and the lattice walk add to the gradient: `docs/src/rules.md` has the equations.
            #[derive(Clone, Copy, Debug, PartialEq)]
            #[non_exhaustive]
            pub enum Drift {
                $( $(#[doc = $doc])+ $name(drift: $settings) = $number $(in $family)?, )*
            }
        }

        impl Drift {
            /// Whether this build has it.
            pub(crate) fn is_built(&self) -> bool {
                match self { $(Self::$name(_) => true $(&& built::$family)?,)* }
            }

            /// The drift itself, or none in the place of one that this build leaves out: refused wherever settings are
            /// checked.
            pub(crate) fn part<R: Real>(&self) -> &dyn DriftPart<R> {
                match self { $(Self::$name(drift) => if true $(&& built::$family)? { drift } else { &NoDrift },)* }
            }
        }
    };
}

drifts! {
    /// Nothing.
    None(NoDrift) = 0,
    /// The running mean of gradients: MSGLD.
    Momentum(Momentum) = 1 in DRIFTS,
    /// The running mean over the root of that of squares: ASGLD.
    Adam(Adam) = 2 in DRIFTS,
    /// The running mean over a decaying maximum.
    AdaMax(AdaMax) = 3 in DRIFTS,
    /// The last gradient, rescaled.
    Adadelta(Adadelta) = 4 in DRIFTS,
}

impl Drift {
    /// Whether the force is the gradient itself, so that no pass is needed.
    pub(crate) fn is_none(&self) -> bool {
        !built::DRIFTS || matches!(self, Self::None(_))
    }

    /// Whether the numbers of its vector with this index are of squares or magnitudes.
    pub(crate) fn is_never_negative(&self, vector: usize) -> bool {
        match self {
            Self::None(_) | Self::Momentum(_) => false,
            Self::Adam(_) | Self::AdaMax(_) => vector == 1,
            Self::Adadelta(_) => vector > 0,
        }
    }
}
