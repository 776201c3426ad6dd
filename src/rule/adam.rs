//! Adam, the optimiser: running means of the gradient and its square, corrected for their start at zero.
//!
//! ```text
//! m ← β1 m + (1 - β1) G;   V ← β2 V + (1 - β2) G⊙G;   θ ← θ + η (m / (1 - β1ᵗ)) ⊘ (sqrt(V / (1 - β2ᵗ)) + λ),  t = k + 1
//! ```
//!
//! Kingma and Ba 2015, Algorithm 1, uphill; m and V start at 0. ASGLD at temperature 0 is another rule: it uses the
//! means before they take in the gradient, adds the gradient itself, and corrects nothing.

use super::part::RulePart;
use crate::Error;
use crate::num::{Column, Real, Vector, both, saturated, splat, update, weighted};
use crate::pass::{Applied, Chunk, Needs, Scaled, StepContext, move_by};
use crate::range::{decays, lambda};
use crate::record::part;

part! {
    /// Draws no noise at any temperature.
    AdamOptimizer: Default;

    /// β1, the decay of the mean gradient, in [0, 1).
    beta1: f64 = 0.9;
    /// β2, the decay of the squared gradient, above β1² and below 1.
    beta2: f64 = 0.999;
    /// λ > 0, which keeps a denominator from zero; the inverse of its square is finite in the precision of θ.
    lambda: f64 = 1e-8;
}

impl<R: Real> RulePart<R> for AdamOptimizer {
    /// m and V.
    fn state_len(&self, dim: usize) -> Option<usize> {
        dim.checked_mul(2)
    }

    fn check(&self) -> Result<(), Error> {
        decays(self.beta1, self.beta2)?;
        lambda::<R>(self.lambda, Error::Lambda)
    }

    fn noise_factor(&self) -> f64 {
        0.0
    }

    fn apply(&self, context: &mut StepContext<'_, R>) -> Applied {
        let Self { beta1, beta2, lambda } = *self;
        let t = context.at.index as f64 + 1.0;
        let missing = |beta: f64| splat::<R>(1.0 - libm::pow(beta, t));
        let (first, second, lambda) = (missing(beta1), missing(beta2), splat::<R>(lambda));
        let needs = Needs { noise_factor: 0.0, gain: 1.0, scratch: 1, zeros: false };
        context.each_chunk(needs, &mut |chunk| {
            let Chunk { theta, gradient, scratch: [force, _], vectors, scales, tally, .. } = chunk;
            let data = R::Piece::splat(gradient.factor);
            let mut own = vectors.lend();
            let columns = &mut (Column::new(force), (own.column(), own.column()));
            update(columns, [gradient.numbers], |(_, (m, v)), [gradient], _| {
                let gradient = both(gradient, |g| g * data);
                let m = weighted::<R>(beta1, m, gradient);
                let v = weighted::<R>(beta2, v, saturated::<R>(both(gradient, |g| g * g)));
                let ([m0, m1], [v0, v1]) = (both(m, |m| m / first), saturated::<R>(both(v, |v| v / second)));
                ([m0 / (v0.sqrt() + lambda), m1 / (v1.sqrt() + lambda)], (m, v))
            });
            move_by(theta, (Scaled::plain(force), scales.step_size), (&[], R::default()), tally);
        })
    }
}
