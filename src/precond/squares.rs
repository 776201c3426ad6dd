//! What preconditioners made of squared gradients share: the gradient's scale, and P of the squares.

use super::diagonal::scale_both;
use crate::num::{Column, Pieces, Real, Vector, saturated, splat, update};
use crate::pass::Scales;

/// Which gradient g an adaptive preconditioner looks at. G is summed over all n data.
///
/// The two are the same up to η → nη and λ → nλ.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum GradientScale {
    /// g = G/n, as Li et al. 2016 have it: the default λ is meant for this one.
    #[default]
    Mean,
    /// g = G, as Kim, Song and Liang 2020, section 2, print it.
    Sum,
}

impl GradientScale {
    /// What multiplies G.
    fn factor<R: Real>(self, scales: &Scales) -> R::Piece {
        match self {
            Self::Mean => splat::<R>(1.0 / f64::from(scales.data_len)),
            Self::Sum => splat::<R>(1.0),
        }
    }

    /// v ← next(v, g ⊙ g).
    #[inline(always)]
    pub(super) fn take_in<R: Real>(
        self,
        v: &mut [R],
        gradient: &[R],
        scales: &Scales,
        next: impl Fn(Pieces<R>, Pieces<R>) -> Pieces<R>,
    ) {
        let factor = self.factor::<R>(scales);
        update(&mut Column::new(v), [gradient], |v, [gradient], _| {
            let g = gradient.map(|g| g * factor);
            next(v, saturated::<R>(g.map(|g| g * g)))
        });
    }
}

/// force ← P ⊙ force and noise ← sqrt(P) ⊙ noise, with P = 1 ⊘ (λ + sqrt(v)).
#[inline(never)]
pub(super) fn scale_by_root<R: Real>(force: &mut [R], noise: &mut [R], v: &[R], lambda: f64) {
    let (one, lambda) = (splat::<R>(1.0), splat::<R>(lambda));
    scale_both(force, noise, v, |v| v.map(|v| one / (lambda + v.sqrt())));
}
