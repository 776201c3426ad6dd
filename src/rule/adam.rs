//! Adam, the optimiser: running means of the gradient and its square, corrected for their start at zero.
//!
//! ```text
//! m ← β1 m + (1 - β1) G;   V ← β2 V + (1 - β2) G⊙G;   θ ← θ + η (m / (1 - β1ᵗ)) ⊘ (sqrt(V / (1 - β2ᵗ)) + λ),  t = k + 1
//! ```
//!
//! Kingma and Ba 2015, Algorithm 1, uphill. ASGLD at temperature 0 is another rule: it uses the means before they take in
//! the gradient, adds the gradient itself, and corrects nothing.

use super::kernel::{Moved, Stage, Update};
use super::part::RulePart;
use super::scales::{Norms, Scales};
use super::vectors::Vectors;
use crate::Error;
use crate::num::{Column, Pieces, Real, Vector, saturated, splat, weighted};
use crate::range::{decays, lambda};

/// Draws no noise at any temperature.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AdamOptimizer {
    /// β1 in [0, 1); default 0.9.
    pub beta1: f64,
    /// β2 in [0, 1) and above β1²; default 0.999.
    pub beta2: f64,
    /// λ > 0; default 1e-8.
    pub lambda: f64,
}

impl Default for AdamOptimizer {
    fn default() -> Self {
        Self { beta1: 0.9, beta2: 0.999, lambda: 1e-8 }
    }
}

impl<R: Real> RulePart<R> for AdamOptimizer {
    /// m and V.
    fn state_len(&self, dim: usize) -> Option<usize> {
        dim.checked_mul(2)
    }

    fn check(&self) -> Result<(), Error> {
        decays(self.beta1, self.beta2)?;
        lambda::<R>(self.lambda)
    }

    fn noise_factor(&self) -> f64 {
        0.0
    }

    fn apply(&self, stage: &mut Stage<'_, R>) -> Norms {
        let t = stage.at.index as f64 + 1.0;
        let missing = |beta: f64| R::from_f64(1.0 - libm::pow(beta, t));
        let make = |scales: &Scales| Corrected::<R> {
            settings: *self,
            eta: scales.eta::<R>(),
            first: missing(self.beta1),
            second: missing(self.beta2),
        };
        stage.pass(1.0, make)
    }
}

struct Corrected<R: Real> {
    settings: AdamOptimizer,
    eta: R::Piece,
    /// 1 - β1ᵗ and 1 - β2ᵗ.
    first: R,
    second: R,
}

impl<R: Real> Update<R> for Corrected<R> {
    /// m and V.
    type State = (Pieces<R>, Pieces<R>);
    type Columns<'a> = (Column<'a, R>, Column<'a, R>);

    fn columns<'a>(vectors: &mut Vectors<'a, R>) -> Self::Columns<'a> {
        (Column::new(vectors.take()), Column::new(vectors.take()))
    }

    #[inline(always)]
    fn apply(
        &self,
        [t0, t1]: Pieces<R>,
        (m, v): Self::State,
        gradient: Pieces<R>,
        _: Option<Pieces<R>>,
    ) -> Moved<R, Self::State> {
        let m = weighted::<R>(self.settings.beta1, m, gradient);
        let v = weighted::<R>(self.settings.beta2, v, saturated::<R>(gradient.map(|g| g * g)));
        let lambda = splat::<R>(self.settings.lambda);
        let ([m0, m1], [v0, v1]) = (
            m.map(|m| m / R::Piece::splat(self.first)),
            saturated::<R>(v.map(|v| v / R::Piece::splat(self.second))),
        );
        let drift = [m0 / (v0.sqrt() + lambda) * self.eta, m1 / (v1.sqrt() + lambda) * self.eta];
        let [d0, d1] = drift;
        Moved { theta: [t0 + d0, t1 + d1], state: (m, v), drift, noise: None }
    }
}
