//! Clipping: a gradient that is too large is shortened, and counted.

use crate::Error;
use crate::built;
use crate::named::named;
use crate::num::{Column, Real, both, clamped, splat, sum_of_squares, update};
use crate::range::positive;

named! {
    /// What is done with a large gradient g of the log posterior, summed over all data; Karagiannis 2024, Notes 37 to 41.
    ///
    /// The limit c is on the gradient of the log posterior, summed over all n data: Chen et al. 2017, who clip that of
    /// the mean loss at 5, have c = 5 n. Where they write of the norm of the parameters, they must mean the gradient's.
    ///
    /// Clipping biases a sampler. `clipped_count` of [a chain's statistics](crate::Statistics) says how often it did.
    #[derive(Clone, Copy, Debug, Default, PartialEq)]
    #[non_exhaustive]
    pub enum Clipping {
        /// Nothing.
        #[default]
        None = 0,
        /// It is shortened to the Euclidean norm c > 0, the limit: g min(1, c/‖g‖).
        Norm(limit: f64) = 1 in CLIPPING,
        /// Every element is moved to within c > 0, the limit, of 0.
        Element(limit: f64) = 2 in CLIPPING,
    }
}

impl Clipping {
    /// Refuses a limit that is not positive and finite, for n data in the precision of θ.
    pub(crate) fn check<R: Real>(&self, data_len: f64) -> Result<(), Error> {
        match self {
            Self::None => Ok(()),
            Self::Norm(_) | Self::Element(_) if !built::CLIPPING => Err(Error::NotBuilt),
            Self::Norm(limit) | Self::Element(limit) => positive::<R>(limit / data_len, Error::ClippingLimit),
        }
    }

    /// Clips a finite mean gradient g/n; says whether that changed it.
    pub(crate) fn apply<R: Real>(&self, gradient: &mut [R], data_len: f64) -> bool {
        match *self {
            Self::None => false,
            Self::Norm(limit) => {
                let norm = libm::sqrt(sum_of_squares(gradient));
                let limit = limit / data_len;
                let long = norm > limit;
                if long {
                    // An `f64` whose square overflows has an infinite norm here, and becomes 0.
                    let factor = splat::<R>(limit / norm);
                    update(&mut Column::new(gradient), [], |g, [], _| both(g, |g| g * factor));
                }
                long
            }
            Self::Element(limit) => {
                let limit = R::from_f64(limit / data_len);
                let outside = |g: &R| *g > limit || *g < -limit;
                let long = gradient.iter().any(outside);
                if long {
                    update(&mut Column::new(gradient), [], |g, [], _| clamped::<R>(g, limit));
                }
                long
            }
        }
    }
}
