//! The Adam drift of ASGLD: the running mean of the gradients over the root of that of their squares.

use super::DriftPart;
use crate::Error;
use crate::num::{Column, Real, Vector, both, saturated, splat, update, weighted};
use crate::pass::{Scaled, Vectors};
use crate::range::{Ranges, outlasts};
use crate::record::part;

part! {
    /// A = m ⊘ sqrt(V + λ), then m ← β1 m + (1 - β1) G, V ← β2 V + (1 - β2) G⊙G; Kim, Song and Liang 2020, Algorithm 2.
    ///
    /// No bias correction; λ stands inside the root. A is no multiple of the gradient, so no scale a makes the chain exact:
    /// as η → 0 its bias grows with a. (Theorem 3.2 there has no bias at a fixed a; `tests/adaptive.rs` shows it.)
    Adam: Default;

    /// a, how much of the drift is added to the gradient.
    scale: f64 = 10.0 => above(0.0).finite().in_theta(), DriftScale;
    /// β1, the decay of the mean gradient.
    beta1: f64 = 0.9 => at_least(0.0).below(1.0), Beta1;
    /// β2 > β1², the decay of the squared gradient.
    beta2: f64 = 0.999 => below(1.0), Beta2;
    /// λ, which keeps a denominator from zero.
    lambda: f64 = 1e-5 => above(0.0).finite().as_divisor(), Lambda;
}

impl<R: Real> DriftPart<R> for Adam {
    /// m and V.
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
        let Self { beta1, beta2, .. } = *self;
        let (a, lambda) = (splat::<R>(self.scale), splat::<R>(self.lambda));
        let columns = &mut (Column::new(force), (own.column(), own.column()));
        update(columns, [gradient.numbers], |(_, (m, v)), [gradient], _| {
            let gradient = both(gradient, |g| g * data);
            let ([m0, m1], [v0, v1], [g0, g1]) = (m, v, gradient);
            let force = [g0 + m0 / (v0 + lambda).sqrt() * a, g1 + m1 / (v1 + lambda).sqrt() * a];
            let squares = saturated::<R>(both(gradient, |g| g * g));
            (force, (weighted::<R>(beta1, m, gradient), weighted::<R>(beta2, v, squares)))
        });
    }
}
