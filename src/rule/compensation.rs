//! Noise compensation: the noise that a minibatch brings is taken off the noise that a rule injects.
//!
//! ```text
//! noise = sqrt(2ητ f) P½ M ξ,   M Mᵀ = I - (κη/τ) P½ᵀ C P½,   C = Cov(G̃)
//!
//! κ = 1/2 for SGLD,   1/(2α) for SGHMC and ABOBA,   (2 - α)/(4α) for BAOAB
//! ```
//!
//! so that the gradient's noise and the injected one have together the covariance that an exact gradient would leave to
//! the second alone. Ahn, Korattikara and Welling 2012; Vollmer, Zygalakis and Teh 2016 (their mSGLD); Chen, Fox and
//! Guestrin 2014 (their β̂ as a matrix). For SGLD, SGHMC and ABOBA, which take both in at the same place, this is exact;
//! BAOAB's gradient moves θ by a half step more than its noise does, and κ makes the sums of all later moves agree.
//! On a Gaussian a variance is by s ηq/(4 - ηq) of it too large then, s = κην²/τ the share of the noise that is taken
//! off and q the curvature.

use crate::Error;
use crate::built;
use crate::named::named;
use crate::num::{PIVOT_MIN, Real, factorize};
use crate::schema::{EachPair, EachParameter};

/// How many parameters a dense compensation takes at the most.
pub const DENSE_COMPENSATION_MAX: usize = 64;

/// By how much C_ij and C_ji may differ, as a share of C_ii + C_jj: what the rounding of `f32` can make of one number.
const ASYMMETRY_MAX: f64 = 1e-6;

named! {
    /// What is taken off a rule's noise to make up for the noise of minibatches: as much as C says, the covariance over
    /// batches of the gradient of the log posterior, summed over all data.
    ///
    /// The rule's noise becomes P½ M ξ in place of P½ ξ, times what it is multiplied by, with
    ///
    /// ```text
    /// M Mᵀ = I - (κη/τ) P½ᵀ C P½        κ = 1/2 for SGLD,   1/(2α) for SGHMC and ABOBA,   (2 - α)/(4α) for BAOAB
    /// ```
    ///
    /// Where no numbers are given for C (`None`, in C a covariance of NULL) the chain finds them. In every step of the
    /// second half of its burn-in it takes the gradient of another batch, too, and C is half of the mean square of the
    /// differences. That wants a burn-in of at least 2, no batches of the caller's, and another estimator than SAGA. It has
    /// a relative standard error of about 2/√(b) for a burn-in of b steps, 10 % after 400, by which the noise that is left
    /// to inject is off: take some thousands. Until burn-in is over the step is the rule's own. A step for which nothing would be left to inject is
    /// refused (`GradientNoise`), and the chain stays as it is;
    /// [`compensation_limit`](crate::ChainState::compensation_limit) has the largest step size that is not.
    ///
    /// M is worked out anew whenever η/τ changes, so under a schedule in every step; for a dense C that takes some d³/6
    /// products.
    ///
    /// The rules that it goes with are SGLD, with no preconditioner or a fixed one, and, with β̂ = 0, SGHMC, ABOBA and
    /// BAOAB. The lattice walk and SGNHT want none.
    #[derive(Clone, Copy, Debug, Default, PartialEq)]
    #[non_exhaustive]
    pub enum NoiseCompensation<'a> {
        /// None: the noise of a batch adds to the rule's.
        #[default]
        None = 0,
        /// The variances of the gradient's numbers, as many as there are parameters.
        ///
        /// For noise that is not correlated over parameters. Where it is, this takes too much off: for a likelihood C is
        /// about n/m times its curvature, as correlated as the posterior itself.
        Diagonal(covariance: Option<EachParameter<'a>>) = 1 in NOISE_COMPENSATION,
        /// C, d × d numbers row by row, for d up to 64 and without blocks; symmetric, to within a millionth of its variances.
        Dense(covariance: Option<EachPair<'a>>) = 2 in NOISE_COMPENSATION,
    }
}

impl<'a> NoiseCompensation<'a> {
    /// Whether there is none.
    pub(crate) fn is_none(&self) -> bool {
        !built::NOISE_COMPENSATION || *self == NoiseCompensation::None
    }

    /// Whether C is a matrix.
    pub(crate) fn is_dense(&self) -> bool {
        matches!(self, Self::Dense(_))
    }

    /// Whether the chain is to find C. A detached one does not know.
    pub(crate) fn gathers(&self) -> bool {
        !self.is_none() && self.given().is_none()
    }

    /// The caller's numbers, where there are some.
    pub(crate) fn given(&self) -> Option<&'a [f64]> {
        match *self {
            Self::None => None,
            Self::Diagonal(covariance) | Self::Dense(covariance) => covariance,
        }
    }

    /// How many numbers C takes.
    pub(crate) fn covariance_len(&self, dim: usize) -> Result<usize, Error> {
        match self {
            Self::None => Ok(0),
            Self::Diagonal(_) => Ok(dim),
            Self::Dense(_) if dim <= DENSE_COMPENSATION_MAX => Ok(dim * dim),
            Self::Dense(_) => Err(Error::CompensationDense),
        }
    }

    /// The same choice without the caller's numbers, which the chain's memory holds.
    pub(crate) fn detached(&self) -> NoiseCompensation<'static> {
        let held = |covariance: Option<&[f64]>| covariance.map(|_| &[] as &[f64]);
        match *self {
            Self::None => NoiseCompensation::None,
            Self::Diagonal(covariance) => NoiseCompensation::Diagonal(held(covariance)),
            Self::Dense(covariance) => NoiseCompensation::Dense(held(covariance)),
        }
    }

    /// Copies the caller's numbers.
    pub(crate) fn store(&self, covariance: &mut [f64]) {
        let given = self.given().unwrap_or_default();
        covariance.iter_mut().zip(given).for_each(|(to, from)| *to = *from);
    }

    /// Refuses numbers that are no covariance: not as many as there should be, not finite, a negative variance, or not
    /// symmetric.
    pub(crate) fn check(&self, dim: usize) -> Result<(), Error> {
        let len = self.covariance_len(dim)?;
        let usable = |covariance: &[f64], variance_step: usize| {
            let mut variances = covariance.iter().step_by(variance_step.max(1));
            covariance.iter().all(|c| c.is_finite()) && variances.all(|variance| *variance >= 0.0)
        };
        let symmetric = |covariance: &[f64]| {
            let at = |i: usize, j: usize| covariance.get(i * dim + j).copied().unwrap_or(f64::NAN);
            let room = |i: usize, j: usize| ASYMMETRY_MAX * (at(i, i) + at(j, j));
            (0..dim).all(|i| (0..i).all(|j| libm::fabs(at(i, j) - at(j, i)) <= room(i, j)))
        };
        let good = match *self {
            Self::None | Self::Diagonal(None) | Self::Dense(None) => true,
            Self::Diagonal(Some(given)) | Self::Dense(Some(given)) if given.len() != len => {
                return Err(Error::LengthMismatch);
            }
            Self::Diagonal(Some(variances)) => usable(variances, 1),
            Self::Dense(Some(covariance)) => usable(covariance, dim + 1) && symmetric(covariance),
        };
        if good { Ok(()) } else { Err(Error::CompensationCovariance) }
    }
}

/// P½, as far as C must know it.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Root<'s, R> {
    /// I.
    Identity,
    /// The diagonal of P.
    Diagonal(&'s [R]),
    /// The rows of L, P = L Lᵀ.
    Factor(&'s [R]),
}

impl<R: Real> Root<'_, R> {
    /// P_ii, where P is diagonal.
    fn diagonal(&self, i: usize) -> f64 {
        match self {
            Self::Identity => 1.0,
            Self::Diagonal(p) => p.get(i).map_or(f64::NAN, |p| p.to_f64()),
            Self::Factor(_) => f64::NAN,
        }
    }

    /// M_ii² = 1 - `ratio` P_ii C_ii of a diagonal M; `None` where that is not positive.
    pub(crate) fn leaves(&self, ratio: f64, i: usize, variance: f64) -> Option<f64> {
        let left = 1.0 - ratio * self.diagonal(i) * variance;
        (left > PIVOT_MIN).then_some(left)
    }
}

/// Writes the lower triangle of M with M Mᵀ = I - `ratio` P½ᵀ C P½ over the `dim` × `dim` numbers of C in `matrix`;
/// false where that is not positive definite, and then anything stands there.
pub(crate) fn mixes<R: Real>(matrix: &mut [f64], root: Root<'_, R>, ratio: f64, dim: usize) -> bool {
    let width = dim.max(1);
    match root {
        Root::Identity => {}
        Root::Diagonal(p) => {
            for (row, p_row) in matrix.chunks_exact_mut(width).zip(p) {
                for (c, p_column) in row.iter_mut().zip(p) {
                    *c *= libm::sqrt(p_row.to_f64() * p_column.to_f64());
                }
            }
        }
        Root::Factor(factor) => {
            // C L, row by row, then Lᵀ (C L), column by column: each number is made of those behind it.
            let rows = || factor.chunks_exact(width);
            for row in matrix.chunks_exact_mut(width) {
                for j in 0..dim {
                    let products = row.iter().zip(rows()).skip(j).map(|(c, l)| c * entry(l, j));
                    let product = products.sum();
                    row.iter_mut().skip(j).take(1).for_each(|c| *c = product);
                }
            }
            for i in 0..dim {
                for j in 0..dim {
                    let column = matrix.iter().skip(j).step_by(width);
                    let product = column.zip(rows()).skip(i).map(|(c, l)| c * entry(l, i)).sum();
                    matrix.iter_mut().skip(i * dim + j).take(1).for_each(|c| *c = product);
                }
            }
        }
    }
    for (i, row) in matrix.chunks_exact_mut(width).enumerate() {
        for (j, c) in row.iter_mut().enumerate() {
            *c = if i == j { 1.0 } else { 0.0 } - ratio * *c;
        }
    }
    factorize(matrix, dim)
}

fn entry<R: Real>(row: &[R], i: usize) -> f64 {
    row.get(i).map_or(0.0, |l| l.to_f64())
}
