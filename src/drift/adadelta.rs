//! The Adadelta drift: the last gradient, scaled by running means of squares.

use super::DriftPart;
use crate::num::{Column, Real, Vector, both, saturated, splat, update, weighted};
use crate::pass::{Scaled, Vectors};
use crate::record::part;

part! {
    /// A = Δ, then E_g ← ρ E_g + (1 - ρ) G⊙G, Δ ← sqrt((E_Δ + λ) / (E_g + λ)) ⊙ G, E_Δ ← ρ E_Δ + (1 - ρ) Δ⊙Δ; Kim, Song and
    /// Liang 2020, section 3.3, after Zeiler 2012.
    ///
    /// A is no multiple of the gradient, so no scale a makes the chain exact: as η → 0 its bias grows with a. With a small
    /// λ, Δ grows for long before it settles: some 14 G²/λ steps to half of its limit under a constant G.
    Adadelta: Default;

    /// a, how much of the drift is added to the gradient.
    scale: f64 = 10.0 => above(0.0).finite().in_theta(), DriftScale;
    /// ρ, the decay of its means.
    rho: f64 = 0.95 => at_least(0.0).below(1.0), Rho;
    /// λ, which keeps a denominator from zero.
    lambda: f64 = 1e-5 => above(0.0).finite().as_divisor(), Lambda;
}

impl<R: Real> DriftPart<R> for Adadelta {
    /// Δ, E_g and E_Δ.
    fn vector_count(&self) -> usize {
        3
    }

    fn scale(&self) -> f64 {
        self.scale
    }

    fn apply(&self, force: &mut [R], gradient: Scaled<'_, R>, mut own: Vectors<'_, R>) {
        let data = R::Piece::splat(gradient.factor);
        let (a, lambda, rho) = (splat::<R>(self.scale), splat::<R>(self.lambda), self.rho);
        let means = (own.column(), (own.column(), own.column()));
        let columns = &mut (Column::new(force), means);
        update(columns, [gradient.numbers], |(_, (delta, (eg, ed))), [gradient], _| {
            let gradient = both(gradient, |g| g * data);
            let ([d0, d1], [g0, g1]) = (delta, gradient);
            let force = [g0 + d0 * a, g1 + d1 * a];
            let eg = weighted::<R>(rho, eg, saturated::<R>(both(gradient, |g| g * g)));
            let ([e0, e1], [x0, x1]) = (eg, ed);
            let ratio = saturated::<R>([(x0 + lambda) / (e0 + lambda), (x1 + lambda) / (e1 + lambda)]);
            let [r0, r1] = both(ratio, R::Piece::sqrt);
            let delta = [r0 * g0, r1 * g1];
            let ed = weighted::<R>(rho, ed, saturated::<R>(both(delta, |d| d * d)));
            (force, (delta, (eg, ed)))
        });
    }
}
