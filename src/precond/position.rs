//! A position-dependent diagonal preconditioner, which the host evaluates: SGRLD.

use super::DiagonalPart;
use crate::num::{Column, Real, Vector, held, splat, update};
use crate::pass::{Scales, Vectors};

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
    fn apply(&self, force: &mut [R], noise: &mut [R], mut own: Vectors<'_, R>, scales: &Scales) {
        let temperature = splat::<R>(scales.temperature);
        let inputs = [own.take_given(), own.take_given()];
        let columns = &mut (Column::new(force), Column::new(noise));
        update(columns, inputs, |(force, [n0, n1]), [[p0, p1], gamma], _| {
            // P may be 0, and Γ of the other sign: no infinity may meet either.
            let [f0, f1] = held::<R>(force, R::MAX);
            let [c0, c1] = held::<R>(gamma.map(|gamma| gamma * temperature), R::MAX);
            ([f0 * p0 + c0, f1 * p1 + c1], [n0 * p0.sqrt(), n1 * p1.sqrt()])
        });
    }

    fn settle(&self, theta: &mut [R]) {
        if self.reflect {
            update(&mut Column::new(theta), [], |theta, [], _| theta.map(R::Piece::abs));
        }
    }
}
