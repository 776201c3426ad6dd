//! The drifts behind one type, for a choice at run time, and what they share.

use super::{AdaMax, Adadelta, Adam, DriftPart, Momentum, NoDrift};
use crate::Error;
use crate::num::{Pieces, Real, Vector};

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

/// Refuses a decay outside [0, 1).
pub(crate) fn decay(beta: f64, error: Error) -> Result<(), Error> {
    if (0.0..1.0).contains(&beta) { Ok(()) } else { Err(error) }
}

#[inline(always)]
pub(crate) fn splat<R: Real>(x: f64) -> R::Piece {
    R::Piece::splat(R::from_f64(x))
}

/// β mean + (1 - β) x, the running mean after it took in x.
#[inline(always)]
pub(crate) fn weighted<R: Real>(beta: f64, mean: Pieces<R>, x: Pieces<R>) -> Pieces<R> {
    let (keep, take) = (splat::<R>(beta), splat::<R>(1.0 - beta));
    let ([m0, m1], [x0, x1]) = (mean, x);
    [m0 * keep + x0 * take, m1 * keep + x1 * take]
}

/// At most the largest finite number: a square that overflows must not make its running mean infinite for ever.
#[inline(always)]
pub(crate) fn saturated<R: Real>(pieces: Pieces<R>) -> Pieces<R> {
    pieces.map(|x| x.at_most(R::MAX))
}
