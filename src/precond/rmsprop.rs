//! The RMSprop preconditioner of pSGLD: one over the root of the running mean of squared gradients.

use super::diagonal::Scale;
use super::{Metric, PreconditionerPart};
use crate::Error;
use crate::num::{Column, Pieces, Real, Vector, saturated, splat, weighted};
use crate::range::{decay, lambda};
use crate::rule::Vectors;

/// V ← β V + (1 - β) G⊙G, then P = 1 ⊘ (λ + sqrt(V)); Li et al. 2016, as Kim, Song and Liang 2020, section 2, give it.
///
/// P changes with θ, and the term Γ that would make up for it is left out, as is usual. The bias that leaves is small
/// while θ moves faster than V forgets, ηP well above 1 - β, or where the noise of the gradient dominates V. As η → 0 at a
/// fixed β and an exact gradient, V follows the gradient at θ and the chain samples π (λ + |∇L|) instead of π.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RmsProp {
    /// β in [0, 1); default 0.99.
    pub beta: f64,
    /// λ > 0; default 1e-5.
    pub lambda: f64,
}

impl Default for RmsProp {
    fn default() -> Self {
        Self { beta: 0.99, lambda: 1e-5 }
    }
}

impl RmsProp {
    /// Refuses settings outside their ranges, in the precision of θ.
    pub(crate) fn check<R: Real>(&self) -> Result<(), Error> {
        decay(self.beta, Error::PreconditionerBeta)?;
        lambda::<R>(self.lambda)
    }
}

impl<R: Real> PreconditionerPart<R> for RmsProp {
    /// V.
    type State = Pieces<R>;
    type Columns<'a> = Column<'a, R>;

    fn columns<'a>(vectors: &mut Vectors<'a, R>) -> Column<'a, R> {
        Column::new(vectors.take())
    }

    #[inline(always)]
    fn adapt(&self, v: Pieces<R>, gradient: Pieces<R>) -> (Pieces<R>, impl Metric<R>) {
        let v = weighted::<R>(self.beta, v, saturated::<R>(gradient.map(|g| g * g)));
        let one = splat::<R>(1.0);
        (v, Scale::<R>(v.map(|v| one / (splat::<R>(self.lambda) + v.sqrt()))))
    }
}
