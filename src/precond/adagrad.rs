//! The AdaGrad preconditioner: one over the root of the sum of squared gradients.

use super::squares::{GradientScale, Squares};
use super::{DiagonalPart, Preconditioned};
use crate::num::{Real, saturated};
use crate::pass::{Scaled, Scales, Vectors};
use crate::record::part;

part! {
    /// V ← V + g⊙g, then P = 1 ⊘ (λ + sqrt(V)); Duchi, Hazan and Singer 2011; V starts at 0, and g is the gradient in the
    /// scale that [`scale`](Self::scale) names, with the prior's.
    ///
    /// P falls for ever, as one over the root of the number of steps where the gradient's size stays, and so do the steps.
    /// The slower it changes the less the missing term Γ matters: the bias of [`RmsProp`](super::RmsProp) fades.
    AdaGrad: Default;

    /// λ, which keeps a denominator from zero.
    lambda: f64 = 1e-5 => above(0.0).finite().as_divisor(), PreconditionerLambda;
    /// The scale of the gradients that are squared.
    scale: GradientScale;
}

impl<R: Real> DiagonalPart<R> for AdaGrad {
    fn apply(
        &self,
        to: Preconditioned<'_, R>,
        force: Scaled<'_, R>,
        gradient: Scaled<'_, R>,
        mut own: Vectors<'_, R>,
        scales: &Scales,
    ) {
        let squares = Squares { v: own.take(), scale: self.scale, lambda: self.lambda };
        squares.apply(to, [force, gradient], scales, |[v0, v1], [s0, s1]| saturated::<R>([v0 + s0, v1 + s1]));
    }
}
