//! A fixed diagonal preconditioner.

use super::DiagonalPart;
use crate::num::{Column, Pieces, Real, Vector, update};
use crate::pass::{Scales, Vectors};

/// P = p, the caller's vector, which the rule's state holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Diagonal;

impl<R: Real> DiagonalPart<R> for Diagonal {
    fn apply(&self, force: &mut [R], noise: &mut [R], mut own: Vectors<'_, R>, _: &Scales) {
        scale_both(force, noise, own.take(), |p| p);
    }
}

/// force ← P ⊙ force and noise ← sqrt(P) ⊙ noise, with P = p(numbers).
#[inline(always)]
pub(super) fn scale_both<R: Real>(
    force: &mut [R],
    noise: &mut [R],
    numbers: &[R],
    p: impl Fn(Pieces<R>) -> Pieces<R>,
) {
    let columns = &mut (Column::new(force), Column::new(noise));
    update(columns, [numbers], |([f0, f1], [n0, n1]), [numbers], _| {
        let [p0, p1] = p(numbers);
        ([f0 * p0, f1 * p1], [n0 * p0.sqrt(), n1 * p1.sqrt()])
    });
}
