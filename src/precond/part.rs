//! What a diagonal preconditioner is to the rules that have one.

use crate::num::{Column, Columns, Pieces, Real, Vector, both, update};
use crate::pass::{Scaled, Scales, Vectors};

/// A diagonal preconditioner P.
pub(crate) trait DiagonalPart<R: Real> {
    /// Whether P = 1, so that no pass is needed.
    fn is_identity(&self) -> bool {
        false
    }

    /// A pass over a chunk: the preconditioner's own vectors take in G, then to ← P ⊙ force + τ Γ, noise ← sqrt(P) ⊙
    /// noise.
    fn apply(
        &self,
        to: Preconditioned<'_, R>,
        force: Scaled<'_, R>,
        gradient: Scaled<'_, R>,
        own: Vectors<'_, R>,
        scales: &Scales,
    );

    /// θ as it is kept: the same, but for a metric that has a boundary.
    fn settle(&self, _theta: &mut [R]) {}
}

/// Where a preconditioner puts what it makes.
pub(crate) struct Preconditioned<'c, R> {
    /// P ⊙ force + τ Γ.
    pub(crate) force: &'c mut [R],
    /// Holds the noise, which is scaled in place.
    pub(crate) noise: &'c mut [R],
}

impl<R: Real> Preconditioned<'_, R> {
    /// The pass, with P from what stands at the same place of `own`, the force and G.
    #[inline(always)]
    pub(super) fn scale<S: Columns<R>>(
        self,
        own: S,
        [force, gradient]: [Scaled<'_, R>; 2],
        p: impl Fn(S::Pieces, Pieces<R>) -> (S::Pieces, Pieces<R>),
    ) {
        let factors = [force, gradient].map(|scaled| R::Piece::splat(scaled.factor));
        let columns = &mut ((Column::new(self.force), Column::new(self.noise)), own);
        update(columns, [force.numbers, gradient.numbers], |((_, [n0, n1]), own), [[f0, f1], g], _| {
            let (own, [p0, p1]) = p(own, both(g, |g| g * factors[1]));
            let force = [f0 * factors[0] * p0, f1 * factors[0] * p1];
            ((force, [n0 * p0.sqrt(), n1 * p1.sqrt()]), own)
        });
    }
}
