//! The priors behind one type, for a choice at run time.

use super::{Flat, Gaussian};
use crate::Error;
use crate::num::Real;

/// Any prior.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Prior {
    /// π0 ∝ 1.
    Flat(Flat),
    /// N(μ0, 1/κ) for every coordinate.
    Gaussian(Gaussian),
    /// The model's own `log_prior`.
    Callback,
}

impl Prior {
    /// π0 ∝ 1.
    pub const FLAT: Self = Self::Flat(Flat);

    /// N(mean, 1/precision) for every coordinate.
    pub fn gaussian(mean: f64, precision: f64) -> Self {
        Self::Gaussian(Gaussian { mean, precision })
    }

    /// Refuses settings outside their ranges, in the precision of the chain.
    pub(crate) fn check<R: Real>(&self) -> Result<(), Error> {
        match self {
            Self::Flat(Flat) | Self::Callback => Ok(()),
            Self::Gaussian(prior) => prior.check::<R>(),
        }
    }
}
