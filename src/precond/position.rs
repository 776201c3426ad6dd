//! A position-dependent diagonal preconditioner, which the host evaluates: SGRLD.

use super::{Metric, PreconditionerPart};
use crate::num::{Constant, Pieces, Real, Vector, held, splat};
use crate::rule::Vectors;

/// P(θ) diagonal and Γ_i = Σ_j ∂P_ij/∂θ_j, both the host's at the θ of the step; Patterson and Teh 2013.
///
/// ```text
/// θ ← θ + η (P ⊙ force + τ Γ) + sqrt(2ητP) ⊙ ξ,   then |θ| where the parameters are positive
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct AtPosition {
    pub(crate) temperature: f64,
    pub(crate) reflect: bool,
}

impl<R: Real> PreconditionerPart<R> for AtPosition {
    /// P and Γ.
    type State = (Pieces<R>, Pieces<R>);
    type Columns<'a> = (Constant<'a, R>, Constant<'a, R>);

    fn columns<'a>(vectors: &mut Vectors<'a, R>) -> Self::Columns<'a> {
        (Constant::new(vectors.take_given()), Constant::new(vectors.take_given()))
    }

    #[inline(always)]
    fn adapt(&self, (p, gamma): Self::State, _gradient: Pieces<R>) -> (Self::State, impl Metric<R>) {
        let tau_gamma = held::<R>(gamma.map(|gamma| gamma * splat::<R>(self.temperature)), R::MAX);
        ((p, gamma), Curved::<R> { p, tau_gamma, reflect: self.reflect })
    }
}

/// P and τ Γ at one place.
struct Curved<R: Real> {
    p: Pieces<R>,
    tau_gamma: Pieces<R>,
    reflect: bool,
}

impl<R: Real> Metric<R> for Curved<R> {
    #[inline(always)]
    fn scale_force(&self, force: Pieces<R>) -> Pieces<R> {
        // P may be 0, and Γ of the other sign: no infinity may meet either.
        let ([f0, f1], [p0, p1], [c0, c1]) = (held::<R>(force, R::MAX), self.p, self.tau_gamma);
        [f0 * p0 + c0, f1 * p1 + c1]
    }
    #[inline(always)]
    fn scale_noise(&self, [n0, n1]: Pieces<R>) -> Pieces<R> {
        let [p0, p1] = self.p;
        [n0 * p0.sqrt(), n1 * p1.sqrt()]
    }
    #[inline(always)]
    fn settle(&self, theta: Pieces<R>) -> Pieces<R> {
        if self.reflect { theta.map(R::Piece::abs) } else { theta }
    }
}
