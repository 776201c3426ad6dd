//! The RMSprop preconditioner of pSGLD: one over the root of the running mean of squared gradients.

use super::squares::{GradientScale, Squares};
use super::{DiagonalPart, Preconditioned};
use crate::Error;
use crate::num::{Real, weighted};
use crate::pass::{Scaled, Scales, Vectors};
use crate::range::{decay, lambda};
use crate::record::part;

part! {
    /// V ← β V + (1 - β) g⊙g, then P = 1 ⊘ (λ + sqrt(V)); Li et al. 2016; V starts at 0, and g is the gradient in the scale
    /// that [`scale`](Self::scale) names, with the prior's. Where the first gradients are 0, as at an exact optimum on all data,
    /// P is 1/λ, and the first steps throw θ far away: start elsewhere, or burn in for long.
    ///
    /// P changes with θ, and the term Γ that would make up for it is left out, as is usual. The bias that leaves is small
    /// while θ moves faster than V forgets, ηP times the curvature well above 1 - β, or where the noise of the gradient
    /// dominates V. As η → 0 at a fixed β and an exact gradient, V follows the gradient at θ, and the chain samples π (λ +
    /// |g|) instead of π where parameters are independent.
    ///
    /// On Landsat with the settings of Kim, Song and Liang 2020 the sum trains a network to 83 %, the mean to 92.9 %; they
    /// report 93.9 %.
    RmsProp: Default;

    /// β, the decay of the mean squared gradient, in [0, 1).
    beta: f64 = 0.99;
    /// λ > 0, which keeps a denominator from zero; the inverse of its square is finite in the precision of θ.
    lambda: f64 = 1e-5;
    /// The scale of the gradients that are squared.
    scale: GradientScale;
}

impl RmsProp {
    /// Refuses settings outside their ranges, in the precision of θ.
    pub(super) fn check<R: Real>(&self) -> Result<(), Error> {
        decay(self.beta, Error::PreconditionerBeta)?;
        lambda::<R>(self.lambda, Error::PreconditionerLambda)
    }
}

impl<R: Real> DiagonalPart<R> for RmsProp {
    fn apply(
        &self,
        to: Preconditioned<'_, R>,
        force: Scaled<'_, R>,
        gradient: Scaled<'_, R>,
        mut own: Vectors<'_, R>,
        scales: &Scales,
    ) {
        let squares = Squares { v: own.take(), scale: self.scale, lambda: self.lambda };
        squares.apply(to, [force, gradient], scales, |v, squares| weighted::<R>(self.beta, v, squares));
    }
}
