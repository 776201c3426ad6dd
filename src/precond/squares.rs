//! What preconditioners made of squared gradients share: the gradient's scale, and P of the squares.

use super::Preconditioned;
use crate::named::named;
use crate::num::{Column, Far, Pieces, Real, Vector, both, saturated, splat};
use crate::pass::{Scaled, Scales};

named! {
    /// Which gradient g an adaptive preconditioner squares. G is the gradient of the log posterior, summed over all n data.
    ///
    /// The two are the same up to η → nη and λ → nλ.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub enum GradientScale {
        /// g = G/n: the scale of Li et al. 2016, whose g is the mean gradient of the likelihood, without the prior's. The
        /// preconditioner's default λ is meant for this one.
        #[default]
        Mean = 0,
        /// g = G, as Kim, Song and Liang 2020, section 2, print it.
        Sum = 1,
    }
}

/// V, the gradient's scale and λ of a preconditioner P = 1 ⊘ (λ + sqrt(V)).
pub(super) struct Squares<'c, R> {
    pub(super) v: &'c mut [R],
    pub(super) scale: GradientScale,
    pub(super) lambda: f64,
}

impl<R: Real> Squares<'_, R> {
    /// V ← next(V, g⊙g), and the pass with P.
    #[inline(always)]
    pub(super) fn apply(
        self,
        to: Preconditioned<'_, R>,
        terms: [Scaled<'_, R>; 2],
        scales: &Scales,
        next: impl Fn(Pieces<R>, Pieces<R>) -> Pieces<R>,
    ) {
        let (one, lambda) = (splat::<R>(1.0), splat::<R>(self.lambda));
        let factor = match self.scale {
            GradientScale::Mean => splat::<R>(1.0 / f64::from(scales.data_len)),
            GradientScale::Sum => one,
        };
        to.scale(Column::<_, Far>::of(self.v), terms, |v, gradient| {
            let g = both(gradient, |g| g * factor);
            let v = next(v, saturated::<R>(both(g, |g| g * g)));
            (v, both(v, |v| one / (lambda + v.sqrt())))
        });
    }
}
