//! The preconditioners behind one type, for a choice at run time.

use super::diagonal::Diagonal;
use super::identity::Identity;
use super::position::AtPosition;
use super::{AdaGrad, DiagonalPart, RmsProp};
use crate::Error;
use crate::built;
use crate::named::named;
use crate::num::Real;
use crate::pass::HostTerms;
use crate::range::Ranges;
use crate::schema::{EachPair, EachParameter};

named! {
    /// The metric P of the Langevin family and of the lattice walk: `docs/src/rules.md` has the equations.
    ///
    /// The caller's vectors are copied, so that they need not outlive the call that takes the settings.
    #[derive(Clone, Copy, Debug, PartialEq)]
    #[non_exhaustive]
    pub enum Preconditioner<'a> {
        /// P = 1.
        Identity = 0,
        /// P = diag(p), as long as θ; p > 0.
        Diagonal(values: EachParameter<'a>) = 1 in PRECONDITIONERS,
        /// P from the running mean of squared gradients: pSGLD.
        RmsProp(settings: RmsProp) = 2 in PRECONDITIONERS,
        /// P from the sum of squared gradients.
        AdaGrad(settings: AdaGrad) = 6 in PRECONDITIONERS,
        /// P = L Lᵀ, Karagiannis 2024, (3.9): the rows of its Cholesky factor L, lower-triangular, d × d numbers, of
        /// which those above the diagonal are not read; the diagonal is positive.
        ///
        /// ```text
        /// θ ← θ + L (η Lᵀ force + sqrt(2ητ) ξ)
        /// ```
        Dense(values: EachPair<'a>) = 3 in DENSE,
        /// P(θ) and Γ(θ) from [the model's metric](crate::Model::metric): SGRLD.
        PositionDependent {
            /// Whether θ is positive and reflected at 0: θ ← |θ| ends a step.
            reflect: bool,
        } = 4 in POSITION_DEPENDENT,
        /// P(θ) = L(θ) L(θ)ᵀ and Γ(θ) from [the model's metric](crate::Model::metric), which writes the rows of the
        /// Cholesky factor L.
        PositionDependentDense = 5 in POSITION_DEPENDENT,
    }
}

impl Preconditioner<'_> {
    /// Whether this build has it.
    #[inline(always)]
    pub(crate) fn is_built(&self) -> bool {
        match self {
            Self::Identity => true,
            Self::Diagonal(_) | Self::RmsProp(_) | Self::AdaGrad(_) => built::PRECONDITIONERS,
            Self::Dense(_) => built::DENSE,
            Self::PositionDependent { .. } => built::POSITION_DEPENDENT,
            Self::PositionDependentDense => built::POSITION_DEPENDENT && built::DENSE,
        }
    }

    /// Whether P = 1.
    pub(crate) fn is_identity(&self) -> bool {
        !self.is_built() || matches!(self, Self::Identity)
    }

    /// Whether P is the same in every step.
    pub(crate) fn is_fixed(&self) -> bool {
        match self {
            Self::Identity | Self::Diagonal(_) | Self::Dense(_) => true,
            Self::RmsProp(_)
            | Self::AdaGrad(_)
            | Self::PositionDependent { .. }
            | Self::PositionDependentDense => false,
        }
    }

    /// The passes of a diagonal P; `None` where P is dense.
    pub(crate) fn diagonal<R: Real>(&self) -> Option<&dyn DiagonalPart<R>> {
        if !self.is_built() {
            return Some(&Identity);
        }
        match self {
            Self::Identity => Some(&Identity),
            Self::Diagonal(_) => Some(&Diagonal),
            Self::RmsProp(settings) => Some(settings),
            Self::AdaGrad(settings) => Some(settings),
            Self::PositionDependent { reflect: false } => Some(&AtPosition { reflect: false }),
            Self::PositionDependent { reflect: true } => Some(&AtPosition { reflect: true }),
            Self::Dense(_) | Self::PositionDependentDense => None,
        }
    }

    /// The host terms: what the host writes before every step.
    pub(crate) fn host_terms(&self) -> HostTerms {
        match self {
            Self::Identity | Self::Diagonal(_) | Self::RmsProp(_) | Self::AdaGrad(_) | Self::Dense(_) => {
                HostTerms::None
            }
            Self::PositionDependent { .. } => HostTerms::Diagonal,
            Self::PositionDependentDense => HostTerms::Factor,
        }
    }

    /// How many numbers of a rule's state it needs.
    pub(crate) fn state_len(&self, dim: usize) -> Option<usize> {
        if !self.is_built() {
            return Some(0);
        }
        match self {
            Self::Identity | Self::PositionDependent { .. } => Some(0),
            Self::Diagonal(_) | Self::RmsProp(_) | Self::AdaGrad(_) => Some(dim),
            // Two vectors to work in, and the factor.
            Self::Dense(_) => dim.checked_mul(dim)?.checked_add(dim.checked_mul(2)?),
            Self::PositionDependentDense => dim.checked_mul(2),
        }
    }

    /// Refuses settings outside their ranges, in the precision of θ.
    pub(crate) fn check<R: Real>(&self) -> Result<(), Error> {
        built::need(self.is_built())?;
        match self {
            Self::RmsProp(settings) => Ranges::<R>::check_ranges(settings),
            Self::AdaGrad(settings) => Ranges::<R>::check_ranges(settings),
            Self::Identity
            | Self::Diagonal(_)
            | Self::Dense(_)
            | Self::PositionDependent { .. }
            | Self::PositionDependentDense => Ok(()),
        }
    }

    /// Refuses the caller's vectors where they do not fit or cannot be used.
    pub(crate) fn check_vectors<R: Real>(&self, dim: usize) -> Result<(), Error> {
        match self {
            // The check of the settings refuses it.
            _ if !self.is_built() => Ok(()),
            Self::Diagonal(p) if p.len() != dim => Err(Error::LengthMismatch),
            Self::Diagonal(p) => {
                let usable = |p: &f64| R::from_f64(*p) > R::default() && R::from_f64(p * p).is_finite();
                if p.iter().all(usable) { Ok(()) } else { Err(Error::PreconditionerDiagonal) }
            }
            Self::Dense(factor) if Some(factor.len()) != dim.checked_mul(dim) => Err(Error::LengthMismatch),
            Self::Dense(factor) => {
                let usable = |(i, row): (usize, &[f64])| {
                    let lower = row.get(..=i).unwrap_or_default();
                    lower.iter().all(|l| R::from_f64(l * l * l * l).is_finite())
                        && lower.last().is_some_and(|l| R::from_f64(*l) > R::default())
                };
                let mut rows = factor.chunks_exact(dim.max(1)).enumerate();
                if rows.all(usable) { Ok(()) } else { Err(Error::PreconditionerFactor) }
            }
            Self::Identity
            | Self::RmsProp(_)
            | Self::AdaGrad(_)
            | Self::PositionDependent { .. }
            | Self::PositionDependentDense => Ok(()),
        }
    }

    /// The same choice without the caller's vectors, which the rule's state holds from then on.
    pub(crate) fn detached(&self) -> Preconditioner<'static> {
        match *self {
            Self::Identity => Preconditioner::Identity,
            Self::Diagonal(_) => Preconditioner::Diagonal(&[]),
            Self::RmsProp(settings) => Preconditioner::RmsProp(settings),
            Self::AdaGrad(settings) => Preconditioner::AdaGrad(settings),
            Self::Dense(_) => Preconditioner::Dense(&[]),
            Self::PositionDependent { reflect } => Preconditioner::PositionDependent { reflect },
            Self::PositionDependentDense => Preconditioner::PositionDependentDense,
        }
    }

    /// Writes the caller's vector into the preconditioner's part of a rule's state, of which it is the end.
    pub(crate) fn start<R: Real>(&self, state: &mut [R], dim: usize) {
        let skipped = state.len().saturating_sub(self.fixed().len());
        for (state, number) in state.iter_mut().skip(skipped).zip(self.fixed_numbers(dim)) {
            *state = number;
        }
    }

    /// The numbers of a rule's state that no step changes: the caller's vector, as [`start`](Self::start) writes it.
    pub(crate) fn fixed_numbers<R: Real>(&self, dim: usize) -> impl Iterator<Item = R> {
        let dense = matches!(self, Self::Dense(_));
        self.fixed().iter().enumerate().map(move |(i, number)| {
            // Whatever stands above the diagonal is nobody's: equal chains are equal bytes.
            let above = dense && i.checked_rem(dim) > i.checked_div(dim);
            if above { R::default() } else { R::from_f64(*number) }
        })
    }

    /// How many those are, also where the vector is in the state already.
    pub(crate) fn fixed_len(&self, dim: usize) -> usize {
        match self {
            _ if !self.is_built() => 0,
            Self::Diagonal(_) => dim,
            Self::Dense(_) => dim.saturating_mul(dim),
            Self::Identity
            | Self::RmsProp(_)
            | Self::AdaGrad(_)
            | Self::PositionDependent { .. }
            | Self::PositionDependentDense => 0,
        }
    }

    fn fixed(&self) -> &[f64] {
        match self {
            _ if !self.is_built() => &[],
            Self::Diagonal(numbers) | Self::Dense(numbers) => numbers,
            Self::Identity
            | Self::RmsProp(_)
            | Self::AdaGrad(_)
            | Self::PositionDependent { .. }
            | Self::PositionDependentDense => &[],
        }
    }

    /// Whether the numbers of the state that are not fixed are sums of squares.
    pub(crate) fn sums_squares(&self) -> bool {
        match self {
            Self::RmsProp(_) | Self::AdaGrad(_) => true,
            Self::Identity
            | Self::Diagonal(_)
            | Self::Dense(_)
            | Self::PositionDependent { .. }
            | Self::PositionDependentDense => false,
        }
    }
}
