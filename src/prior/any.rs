//! The priors behind one type, for a choice at run time.

use super::gaussian_vector::BoundGaussian;
use super::spike_and_slab::BoundSpikeAndSlab;
use super::{Density, Flat, Gaussian, GaussianVector, SpikeAndSlab};
use crate::Error;
use crate::built;
use crate::named::named;
use crate::num::Real;
use crate::range::{Ranges, inside, positive};
use crate::schema::finite;
use core::ops::Range;

named! {
    /// The prior.
    ///
    /// It is tempered with the likelihood: at temperature τ a rule samples (π0(θ) Π_i p(x_i | θ))^(1/τ), and
    /// Metropolis-Hastings multiplies log π0 by c_n/n.
    ///
    /// The caller's vectors are copied, so that they need not outlive the call that takes the settings.
    #[derive(Clone, Copy, Debug, PartialEq)]
    #[non_exhaustive]
    pub enum Prior<'a> {
        /// Constant.
        Flat(prior: Flat) = 1,
        /// Every parameter normal, with one mean and one precision.
        Gaussian(prior: Gaussian) = 2,
        /// Every parameter normal, each with its own mean and precision.
        GaussianVector(prior: GaussianVector<'a>) = 3 in PRIORS,
        /// Every parameter from a wide normal by chance, else from a narrow one.
        SpikeAndSlab(prior: SpikeAndSlab) = 4 in PRIORS,
        /// The model's own `log_prior`.
        Callback = 5 in PRIORS,
    }
}

impl Prior<'_> {
    /// π0 ∝ 1.
    pub const FLAT: Self = Self::Flat(Flat);

    /// N(mean, 1/precision) for every coordinate.
    pub fn gaussian(mean: f64, precision: f64) -> Self {
        Self::Gaussian(Gaussian { mean, precision })
    }

    /// Refuses settings outside their ranges, in the precision of the chain.
    pub(crate) fn check<R: Real>(&self, dim: usize) -> Result<(), Error> {
        match self {
            Self::Flat(Flat) => Ok(()),
            Self::Callback => built::need(built::PRIORS),
            Self::Gaussian(prior) => Ranges::<R>::check_ranges(prior),
            Self::SpikeAndSlab(_) | Self::GaussianVector(_) if !built::PRIORS => Err(Error::NotBuilt),
            Self::SpikeAndSlab(prior) => prior.check::<R>(),
            Self::GaussianVector(GaussianVector { mean, precision }) => {
                if mean.len() != dim || precision.len() != dim {
                    return Err(Error::LengthMismatch);
                }
                mean.iter().try_for_each(|x| inside::<R>(finite().in_theta(), *x, Error::PriorMeans))?;
                precision.iter().try_for_each(|x| positive::<R>(*x, Error::PriorPrecisions))
            }
        }
    }

    /// How many vectors as long as θ a chain's memory holds for the prior.
    pub(crate) fn vector_count(&self) -> usize {
        match self {
            Self::GaussianVector(_) if built::PRIORS => 2,
            Self::Flat(_)
            | Self::Gaussian(_)
            | Self::GaussianVector(_)
            | Self::SpikeAndSlab(_)
            | Self::Callback => 0,
        }
    }

    /// Writes the caller's vectors into a chain's memory.
    pub(crate) fn store<R: Real>(&self, mean: &mut [R], precision: &mut [R]) {
        if let Self::GaussianVector(prior) = self
            && built::PRIORS
        {
            for (to, from) in mean.iter_mut().zip(prior.mean).chain(precision.iter_mut().zip(prior.precision))
            {
                *to = R::from_f64(*from);
            }
        }
    }

    /// The same choice without the caller's vectors, which a chain's memory holds from then on.
    pub(crate) fn detached(&self) -> Prior<'static> {
        match *self {
            Self::Flat(prior) => Prior::Flat(prior),
            Self::Gaussian(prior) => Prior::Gaussian(prior),
            Self::GaussianVector(_) => Prior::GaussianVector(GaussianVector { mean: &[], precision: &[] }),
            Self::SpikeAndSlab(prior) => Prior::SpikeAndSlab(prior),
            Self::Callback => Prior::Callback,
        }
    }

    /// The largest curvature of -log π0 on a range that is certain, 0 where none is.
    pub(crate) fn curvature(&self, range: Range<usize>) -> f64 {
        match self {
            Self::Gaussian(prior) => prior.precision,
            Self::GaussianVector(prior) if built::PRIORS => {
                prior.precision.get(range).unwrap_or_default().iter().fold(0.0, |max, x| f64::max(max, *x))
            }
            // The spike's own, where it holds a parameter, is a matter of θ.
            Self::Flat(_) | Self::GaussianVector(_) | Self::SpikeAndSlab(_) | Self::Callback => 0.0,
        }
    }
}

/// A built-in prior with its vectors, on a range of θ.
#[derive(Clone, Copy)]
pub(crate) enum BoundPrior<'s, R: Real> {
    Flat(Flat),
    Gaussian(Gaussian),
    GaussianVector(BoundGaussian<'s, R>),
    SpikeAndSlab(BoundSpikeAndSlab),
}

impl<'s, R: Real> BoundPrior<'s, R> {
    pub(crate) const FLAT: Self = Self::Flat(Flat);

    /// The prior over all of θ with what [`Prior::store`] wrote; flat for the host's, which comes with its gradient.
    pub(crate) fn of(prior: &Prior<'_>, [mean, precision]: [&'s [R]; 2]) -> Self {
        match prior {
            Prior::Flat(_) | Prior::Callback => Self::FLAT,
            Prior::Gaussian(prior) => Self::Gaussian(*prior),
            // Refused where settings are checked.
            Prior::GaussianVector(_) | Prior::SpikeAndSlab(_) if !built::PRIORS => Self::FLAT,
            Prior::GaussianVector(_) => Self::GaussianVector(BoundGaussian { mean, precision }),
            Prior::SpikeAndSlab(prior) => Self::SpikeAndSlab(BoundSpikeAndSlab::new(prior)),
        }
    }

    /// The same on a part of the range.
    pub(crate) fn range(&self, start: usize, end: usize) -> Self {
        match self {
            Self::GaussianVector(prior) if built::PRIORS => Self::GaussianVector(prior.range(start, end)),
            // The others are the same for every parameter.
            Self::Flat(_) | Self::Gaussian(_) | Self::GaussianVector(_) | Self::SpikeAndSlab(_) => *self,
        }
    }

    #[inline(always)]
    pub(crate) fn is_flat(&self) -> bool {
        matches!(self, Self::Flat(_))
    }
}

/// A call on whichever prior it is: not through a pointer, so that a program holds only what it calls.
macro_rules! of_part {
    ($prior:expr, $part:ident => $call:expr) => {
        match $prior {
            BoundPrior::Flat($part) => $call,
            BoundPrior::Gaussian($part) => $call,
            // Refused where settings are checked.
            BoundPrior::GaussianVector(_) | BoundPrior::SpikeAndSlab(_) if !built::PRIORS => {
                let $part = &Flat;
                $call
            }
            BoundPrior::GaussianVector($part) => $call,
            BoundPrior::SpikeAndSlab($part) => $call,
        }
    };
}

impl<R: Real> Density<R> for BoundPrior<'_, R> {
    fn add_gradient(&self, theta: &[R], force: &mut [R], limit: R) {
        of_part!(self, part => part.add_gradient(theta, force, limit));
    }

    fn log_density(&self, theta: &[R]) -> f64 {
        of_part!(self, part => part.log_density(theta))
    }
}
