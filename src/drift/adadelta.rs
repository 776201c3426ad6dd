//! The Adadelta drift: the last gradient, scaled by running means of squares.

use super::DriftPart;
use crate::Error;
use crate::num::{Column, Pieces, Real, Vector, saturated, splat, weighted};
use crate::range::{decay, lambda, positive};
use crate::rule::Vectors;

/// A = Δ, then E_g ← ρ E_g + (1 - ρ) G⊙G, Δ ← sqrt((E_Δ + λ) / (E_g + λ)) ⊙ G, E_Δ ← ρ E_Δ + (1 - ρ) Δ⊙Δ; Kim, Song and
/// Liang 2020, section 3.3, after Zeiler 2012.
///
/// A is no multiple of the gradient, so no scale a makes the chain exact: as η → 0 its bias grows with a. With a small λ, Δ
/// grows for long before it settles, some 1/λ steps and more.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Adadelta {
    /// a > 0; default 10.
    pub scale: f64,
    /// ρ in [0, 1); default 0.95.
    pub rho: f64,
    /// λ > 0; default 1e-5.
    pub lambda: f64,
}

impl Default for Adadelta {
    fn default() -> Self {
        Self { scale: 10.0, rho: 0.95, lambda: 1e-5 }
    }
}

impl<R: Real> DriftPart<R> for Adadelta {
    const VECTOR_COUNT: usize = 3;
    /// Δ, E_g and E_Δ.
    type State = (Pieces<R>, (Pieces<R>, Pieces<R>));
    type Columns<'a> = (Column<'a, R>, (Column<'a, R>, Column<'a, R>));

    fn columns<'a>(vectors: &mut Vectors<'a, R>) -> Self::Columns<'a> {
        (Column::new(vectors.take()), (Column::new(vectors.take()), Column::new(vectors.take())))
    }

    fn check(&self) -> Result<(), Error> {
        positive::<R>(self.scale, Error::DriftScale)?;
        decay(self.rho, Error::Rho)?;
        lambda::<R>(self.lambda)
    }

    fn scale(&self) -> f64 {
        self.scale
    }

    #[inline(always)]
    fn apply(&self, (delta, (eg, ed)): Self::State, gradient: Pieces<R>) -> (Self::State, Pieces<R>) {
        let (a, lambda) = (splat::<R>(self.scale), splat::<R>(self.lambda));
        let ([d0, d1], [g0, g1]) = (delta, gradient);
        let force = [g0 + d0 * a, g1 + d1 * a];
        let eg = weighted::<R>(self.rho, eg, saturated::<R>(gradient.map(|g| g * g)));
        let ([e0, e1], [x0, x1]) = (eg, ed);
        let ratio = saturated::<R>([(x0 + lambda) / (e0 + lambda), (x1 + lambda) / (e1 + lambda)]);
        let [r0, r1] = ratio.map(R::Piece::sqrt);
        let delta = [r0 * g0, r1 * g1];
        let ed = weighted::<R>(self.rho, ed, saturated::<R>(delta.map(|d| d * d)));
        ((delta, (eg, ed)), force)
    }
}
