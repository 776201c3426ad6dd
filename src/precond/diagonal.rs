//! A fixed diagonal preconditioner.

use super::{Metric, PreconditionerPart};
use crate::num::{Constant, Pieces, Real, Vector};
use crate::rule::Vectors;

/// P = p, the caller's vector, which the rule's state holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Diagonal;

impl<R: Real> PreconditionerPart<R> for Diagonal {
    /// p.
    type State = Pieces<R>;
    type Columns<'a> = Constant<'a, R>;

    fn columns<'a>(vectors: &mut Vectors<'a, R>) -> Constant<'a, R> {
        Constant::new(vectors.take())
    }

    #[inline(always)]
    fn adapt(&self, p: Pieces<R>, _gradient: Pieces<R>) -> (Pieces<R>, impl Metric<R>) {
        (p, Scale::<R>(p))
    }
}

/// P at one place.
pub(super) struct Scale<R: Real>(pub(super) Pieces<R>);

impl<R: Real> Metric<R> for Scale<R> {
    #[inline(always)]
    fn scale_force(&self, [f0, f1]: Pieces<R>) -> Pieces<R> {
        let [p0, p1] = self.0;
        [f0 * p0, f1 * p1]
    }
    #[inline(always)]
    fn scale_noise(&self, [n0, n1]: Pieces<R>) -> Pieces<R> {
        let [p0, p1] = self.0;
        [n0 * p0.sqrt(), n1 * p1.sqrt()]
    }
}
