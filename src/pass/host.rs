//! Host terms: what a rule wants a host's callback to write before every step.

use crate::Error;
use crate::num::{Real, all_within};

/// The host terms of a rule: numbers that the host writes for `dim` parameters, at the θ of the step.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum HostTerms {
    /// None.
    #[default]
    None,
    /// The diagonal of P and Γ: 2 d numbers, from [`Model::metric`](crate::Model::metric).
    Diagonal,
    /// The rows of the Cholesky factor L, P = L Lᵀ, and Γ: d² + d numbers, from
    /// [`Model::metric`](crate::Model::metric).
    Factor,
    /// The drift and the noise of z: 2 d numbers, from [`Model::diffusion`](crate::Model::diffusion).
    Diffusion,
}

impl HostTerms {
    /// How many numbers come first: P, L or the drift.
    pub(crate) fn first_len(self, dim: usize) -> Option<usize> {
        match self {
            Self::None => Some(0),
            Self::Diagonal | Self::Diffusion => Some(dim),
            Self::Factor => dim.checked_mul(dim),
        }
    }

    /// How many numbers there are; `None` where that is no length.
    pub(crate) fn len(self, dim: usize) -> Option<usize> {
        match self {
            Self::None => Some(0),
            Self::Diagonal | Self::Factor | Self::Diffusion => self.first_len(dim)?.checked_add(dim),
        }
    }

    /// Whether [`Model::metric`](crate::Model::metric) writes them.
    pub fn from_metric(self) -> bool {
        match self {
            Self::None | Self::Diffusion => false,
            Self::Diagonal | Self::Factor => true,
        }
    }

    /// Whether [`Model::diffusion`](crate::Model::diffusion) writes them.
    pub fn from_diffusion(self) -> bool {
        match self {
            Self::None | Self::Diagonal | Self::Factor => false,
            Self::Diffusion => true,
        }
    }

    /// Whether they couple parameters, in a way that no factor of a range could follow.
    pub(crate) fn couple(self) -> bool {
        match self {
            Self::None | Self::Diagonal => false,
            Self::Factor | Self::Diffusion => true,
        }
    }

    /// Whether they stand in place of the gradient's own step, so that the host must see the whole gradient.
    pub(crate) fn take_gradient(self) -> bool {
        match self {
            Self::None | Self::Diagonal | Self::Factor => false,
            Self::Diffusion => true,
        }
    }

    /// Refuses numbers that cannot be used: P ≥ 0 or the lower triangle of L, and Γ, or terms beyond `limit`.
    pub(crate) fn validate<R: Real>(self, host_terms: &[R], dim: usize, limit: R) -> Result<(), Error> {
        let first_len = self.first_len(dim).unwrap_or(usize::MAX);
        let (first, second) = host_terms.split_at_checked(first_len).unwrap_or_default();
        let root = R::from_f64(R::FOURTH_ROOT);
        let square = R::from_f64(R::FOURTH_ROOT * R::FOURTH_ROOT);
        let usable = match self {
            Self::None => true,
            Self::Diagonal => all_within(first, square) && first.iter().all(|p| *p >= R::default()),
            Self::Factor => {
                let mut rows = first.chunks_exact(dim.max(1)).enumerate();
                rows.all(|(i, row)| all_within(row.get(..=i).unwrap_or_default(), root))
            }
            Self::Diffusion => {
                let bounded = all_within(host_terms, limit);
                return if bounded { Ok(()) } else { Err(Error::DiffusionNotFinite) };
            }
        };
        if usable && all_within(second, square) { Ok(()) } else { Err(Error::PreconditionerNotUsable) }
    }
}
