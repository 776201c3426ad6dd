//! The AdaMax drift: the running mean of the gradients over the decaying maximum of their magnitudes.

use super::DriftPart;
use crate::Error;
use crate::num::{Column, Real, Vector, both, splat, update, weighted};
use crate::pass::{Scaled, Vectors};
use crate::range::{Ranges, outlasts};
use crate::record::part;

part! {
    /// A = m ⊘ (u + λ), then m ← β1 m + (1 - β1) G, u ← max(β2 u, |G|); Kim, Song and Liang 2020, section 3.3, after Kingma
    /// and Ba 2015, Algorithm 2.
    ///
    /// Without the bias correction of that algorithm, and with a λ that it does not have, as Kim, Song and Liang 2020 use
    /// it. A is no multiple of the gradient, so no scale a makes the chain exact: as η → 0 its bias grows with a.
    AdaMax: Default;

    /// a, how much of the drift is added to the gradient.
    scale: f64 = 10.0 => above(0.0).finite().in_theta(), DriftScale;
    /// β1, the decay of the mean gradient.
    beta1: f64 = 0.9 => at_least(0.0).below(1.0), Beta1;
    /// β2 > β1², the decay of the largest gradient.
    beta2: f64 = 0.999 => below(1.0), Beta2;
    /// λ, which keeps a denominator from zero.
    lambda: f64 = 1e-5 => above(0.0).finite().as_divisor(), Lambda;
}

impl<R: Real> DriftPart<R> for AdaMax {
    /// m and u.
    fn vector_count(&self) -> usize {
        2
    }

    fn check(&self) -> Result<(), Error> {
        Ranges::<R>::check_ranges(self)?;
        outlasts(self.beta1, self.beta2)
    }

    fn scale(&self) -> f64 {
        self.scale
    }

    fn apply(&self, force: &mut [R], gradient: Scaled<'_, R>, mut own: Vectors<'_, R>) {
        let data = R::Piece::splat(gradient.factor);
        let (a, lambda, beta2) = (splat::<R>(self.scale), splat::<R>(self.lambda), splat::<R>(self.beta2));
        let columns = &mut (Column::new(force), (own.column(), own.column()));
        update(columns, [gradient.numbers], |(_, (m, u)), [gradient], _| {
            let gradient = both(gradient, |g| g * data);
            let ([m0, m1], [u0, u1], [g0, g1]) = (m, u, gradient);
            let force = [g0 + m0 / (u0 + lambda) * a, g1 + m1 / (u1 + lambda) * a];
            let u = [(u0 * beta2).larger(g0.abs()), (u1 * beta2).larger(g1.abs())];
            (force, (weighted::<R>(self.beta1, m, gradient), u))
        });
    }
}
