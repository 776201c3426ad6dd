//! The priors behind one type, for a choice at run time.

use super::{BoundPrior, Flat, Gaussian, Prior};
use crate::num::Real;

macro_rules! priors {
    ($( $(#[doc = $doc:literal])+ $name:ident $(<$lifetime:lifetime>)? = $number:literal $(in $family:ident)?; )*) => {
        $crate::named::named! {
            /// The prior.
            ///
            /// It is tempered with the likelihood: at temperature τ a rule samples (π0(θ) Π_i p(x_i | θ))^(1/τ), and
            /// Metropolis-Hastings multiplies log π0 by c_n/n.
            ///
            /// The caller's vectors are copied, so that they need not outlive the call that takes the settings.
            #[derive(Clone, Copy, Debug, PartialEq)]
            #[non_exhaustive]
            pub enum Prior<'a> {
                $( $(#[doc = $doc])+ $name(prior: $name $(<$lifetime>)?) = $number $(in $family)?, )*
                /// The model's own `log_prior`.
                Callback = 5 in PRIORS,
            }
        }

        impl Prior<'_> {
            /// [`Part::check`]; refuses what this build leaves out.
            pub(crate) fn check<R: Real>(&self, dim: usize) -> Result<(), Error> {
                match self {
                    $(Self::$name(part) => {
                        $(built::need(built::$family)?;)?
                        part.check::<R>(dim)
                    })*
                    Self::Callback => built::need(built::PRIORS),
                }
            }

            /// [`Part::vectors`].
            pub(crate) fn vectors(&self) -> Option<[EachParameter<'_>; 2]> {
                match self {
                    $(Self::$name(part) => if true $(&& built::$family)? { part.vectors() } else { None },)*
                    Self::Callback => None,
                }
            }

            /// [`Part::curvature`].
            pub(crate) fn curvature(&self, range: Range<usize>) -> f64 {
                match self {
                    $(Self::$name(part) => if true $(&& built::$family)? { part.curvature(range) } else { 0.0 },)*
                    Self::Callback => 0.0,
                }
            }

            /// The same choice without the caller's vectors, which a chain's memory holds from then on.
            pub(crate) fn detached(&self) -> Prior<'static> {
                match *self {
                    $(Self::$name(part) => Prior::$name($crate::prior::any::priors!(@detached part $($lifetime)?)),)*
                    Self::Callback => Prior::Callback,
                }
            }
        }

        /// A built-in prior with its vectors, on a range of θ.
        #[derive(Clone, Copy)]
        pub(crate) enum BoundPrior<'a, R: Real> {
            $($name(<$name $(<$lifetime>)? as Part>::Bound<'a, R>)),*
        }

        impl<'a, R: Real> BoundPrior<'a, R> {
            /// The prior over all of θ with what [`Prior::store`] wrote; flat for the host's, which comes with its
            /// gradient, and for what is refused where settings are checked.
            pub(crate) fn of(prior: &Prior<'_>, vectors: [&'a [R]; 2]) -> Self {
                match prior {
                    $(Prior::$name(part) => {
                        if true $(&& built::$family)? { Self::$name(part.bind(vectors)) } else { Self::FLAT }
                    })*
                    Prior::Callback => Self::FLAT,
                }
            }
        }

        // Calls not through a pointer, so that a program holds only what it calls.
        impl<R: Real> Density<R> for BoundPrior<'_, R> {
            fn range(&self, start: usize, end: usize) -> Self {
                match self {
                    $(Self::$name(part) => {
                        if true $(&& built::$family)? { Self::$name(Density::<R>::range(part, start, end)) } else { *self }
                    })*
                }
            }

            fn add_gradient(&self, theta: &[R], force: &mut [R], limit: R) {
                match self {
                    $(Self::$name(part) => if true $(&& built::$family)? { part.add_gradient(theta, force, limit) },)*
                }
            }

            fn log_density(&self, theta: &[R]) -> f64 {
                match self {
                    $(Self::$name(part) => if true $(&& built::$family)? { part.log_density(theta) } else { 0.0 },)*
                }
            }
        }
    };
    (@detached $part:ident) => { $part };
    (@detached $part:ident $lifetime:lifetime) => { $part.detached() };
}
pub(super) use priors;

impl Prior<'_> {
    /// π0 ∝ 1.
    pub const FLAT: Self = Self::Flat(Flat);

    /// N(mean, 1/precision) for every coordinate.
    pub fn gaussian(mean: f64, precision: f64) -> Self {
        Self::Gaussian(Gaussian { mean, precision })
    }

    /// Writes the caller's vectors into a chain's memory.
    pub(crate) fn store<R: Real>(&self, memory: &mut [&mut [R]; 2]) {
        for (to, from) in memory.iter_mut().zip(self.vectors().into_iter().flatten()) {
            for (to, from) in to.iter_mut().zip(from) {
                *to = R::from_f64(*from);
            }
        }
    }
}

impl<R: Real> BoundPrior<'_, R> {
    pub(crate) const FLAT: Self = Self::Flat(Flat);

    #[inline(always)]
    pub(crate) fn is_flat(&self) -> bool {
        matches!(self, Self::Flat(_))
    }
}
