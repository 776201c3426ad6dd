//! The drifts behind one type, for a choice at run time.

use super::{AdaMax, Adadelta, Adam, DriftPart, Momentum, NoDrift};
use crate::Error;
use crate::num::Real;

/// The list of drifts: a new one is a file and a line here.
macro_rules! drifts {
    ($( $(#[doc = $doc:literal])+ $name:ident($settings:ident), )*) => {
        /// Any drift.
        #[derive(Clone, Copy, Debug, PartialEq)]
        #[non_exhaustive]
        pub enum Drift {
            $( $(#[doc = $doc])+ $name($settings), )*
        }

        impl Drift {
            /// The names of all drifts, for tests that none is forgotten.
            #[doc(hidden)]
            pub const NAMES: &[&str] = &[$(stringify!($name)),*];

            /// How many vectors as long as θ the drift owns.
            pub(crate) fn vector_count<R: Real>(&self) -> usize {
                match self { $(Self::$name(_) => <$settings as DriftPart<R>>::VECTOR_COUNT,)* }
            }

            /// Refuses settings outside their ranges.
            pub(crate) fn check<R: Real>(&self) -> Result<(), Error> {
                match self { $(Self::$name(drift) => DriftPart::<R>::check(drift),)* }
            }

            /// a, and 0 without a drift.
            pub(crate) fn scale<R: Real>(&self) -> f64 {
                match self { $(Self::$name(drift) => DriftPart::<R>::scale(drift),)* }
            }

            /// Lets `visitor` work with the drift's own type.
            pub(crate) fn accept<R: Real, V: DriftVisitor<R>>(&self, visitor: V) -> V::Output {
                match self { $(Self::$name(drift) => visitor.visit(drift),)* }
            }
        }
    };
}

drifts! {
    /// A = 0.
    None(NoDrift),
    /// The running mean of gradients: MSGLD.
    Momentum(Momentum),
    /// The running mean over the root of that of squares: ASGLD.
    Adam(Adam),
    /// The running mean over a decaying maximum.
    AdaMax(AdaMax),
    /// The last gradient, rescaled.
    Adadelta(Adadelta),
}

/// Code that is compiled once for every drift.
pub(crate) trait DriftVisitor<R: Real> {
    type Output;
    fn visit<D: DriftPart<R>>(self, drift: &D) -> Self::Output;
}
