//! The AdaGrad preconditioner: one over the root of the sum of squared gradients.

use super::squares::{GradientScale, Squares};
use super::{DiagonalPart, Preconditioned};
use crate::Error;
use crate::num::{Real, saturated};
use crate::pass::{Scaled, Scales, Vectors};
use crate::range::lambda;
use crate::record::part;

part! {
    /// V ← V + g⊙g, then P = 1 ⊘ (λ + sqrt(V)); Duchi, Hazan and Singer 2011; V starts at 0, and g is the gradient in the
    /// scale that [`scale`](Self::scale) names, with the prior's.
    ///
    /// P falls for ever, as one over the root of the number of steps where the gradient's size stays, and so do the steps.
    /// The slower it changes the less the missing term Γ matters: the bias of [`RmsProp`](super::RmsProp) fades.
    AdaGrad: Default;

    /// λ > 0, which keeps a denominator from zero; the inverse of its square is finite in the precision of θ.
    lambda: f64 = 1e-5;
    /// The scale of the gradients that are squared.
    scale: GradientScale;
}

impl AdaGrad {
    /// Refuses settings outside their ranges, in the precision of θ.
    pub(super) fn check<R: Real>(&self) -> Result<(), Error> {
        lambda::<R>(self.lambda, Error::PreconditionerLambda)
    }
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
