//! A position-dependent diagonal preconditioner, which the host evaluates: SGRLD.

use super::{DiagonalPart, Preconditioned};
use crate::num::{Column, FarInput, Real, Vector, both, clamped, splat, update};
use crate::pass::{Scaled, Scales, Vectors};

/// P(θ) diagonal and Γ_i = Σ_j ∂P_ij/∂θ_j, both the host's at the θ of the step; Patterson and Teh 2013.
///
/// ```text
/// θ ← θ + η (P ⊙ force + τ Γ) + sqrt(2ητP) ⊙ ξ,   then |θ| where the parameters are positive
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct AtPosition {
    pub(crate) reflect: bool,
}

impl<R: Real> DiagonalPart<R> for AtPosition {
    fn apply(
        &self,
        to: Preconditioned<'_, R>,
        force: Scaled<'_, R>,
        _: Scaled<'_, R>,
        mut own: Vectors<'_, R>,
        scales: &Scales,
    ) {
        let temperature = splat::<R>(scales.temperature);
        let data = R::Piece::splat(force.factor);
        let host_terms = (FarInput(own.take_host_term()), FarInput(own.take_host_term()));
        let columns = &mut ((Column::new(to.force), Column::new(to.noise)), host_terms);
        update(columns, [force.numbers], |((_, [n0, n1]), (p, gamma)), [force], _| {
            let [p0, p1] = p;
            // P may be 0, and Γ of the other sign: no infinity may meet either.
            let [f0, f1] = clamped::<R>(both(force, |f| f * data), R::MAX);
            let [c0, c1] = clamped::<R>(both(gamma, |gamma| gamma * temperature), R::MAX);
            (([f0 * p0 + c0, f1 * p1 + c1], [n0 * p0.sqrt(), n1 * p1.sqrt()]), (p, gamma))
        });
    }

    fn settle(&self, theta: &mut [R]) {
        if self.reflect {
            update(&mut Column::new(theta), [], |theta, [], _| both(theta, R::Piece::abs));
        }
    }
}
