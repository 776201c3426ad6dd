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
use crate::range::{Ranges, outlasts};
use crate::record::part;

part! {
    /// Draws no noise at any temperature.
    AdamOptimizer: Default;

    /// β1, the decay of the mean gradient.
    beta1: f64 = 0.9 => at_least(0.0).below(1.0), Beta1;
    /// β2 > β1², the decay of the squared gradient.
    beta2: f64 = 0.999 => below(1.0), Beta2;
    /// λ, which keeps a denominator from zero.
    lambda: f64 = 1e-8 => above(0.0).finite().as_divisor(), Lambda;
}

impl<R: Real> RulePart<R> for AdamOptimizer {
    /// m and V.
    fn state_len(&self, dim: usize) -> Option<usize> {
        dim.checked_mul(2)
    }

    fn check(&self) -> Result<(), Error> {
        Ranges::<R>::check_ranges(self)?;
        outlasts(self.beta1, self.beta2)
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
