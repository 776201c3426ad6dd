//! Sums in one written order: `f64` accumulators, eight lanes, folded from the first to the last.

use super::real::Real;
use super::slices::Blocks;
use wide::f64x8;

/// A sum over a vector whose rounding does not depend on the machine.
///
/// Block after block is widened to `f64` and added to eight lanes; the total adds the lanes one after the other.
#[derive(Clone, Copy)]
pub(crate) struct Sum(f64x8);

impl Sum {
    #[inline(always)]
    pub(crate) fn new() -> Self {
        Self(f64x8::splat(0.0))
    }

    /// Adds the squares of widened lanes.
    #[inline(always)]
    fn add_square(&mut self, x: f64x8) {
        self.0 = self.0 + x * x;
    }

    /// Adds the squares of a pair's lanes.
    #[inline(always)]
    pub(crate) fn add_squares_of<R: Real>(&mut self, blocks: Blocks<R>) {
        for block in blocks {
            for x in R::widen(block).as_ref() {
                self.add_square(*x);
            }
        }
    }

    #[inline(always)]
    pub(crate) fn total(self) -> f64 {
        self.0.to_array().iter().fold(0.0, |sum, lane| sum + lane)
    }
}

/// The squared distances from `from + scale step` and from `from - scale step` to `to`, summed over a vector.
#[derive(Clone, Copy)]
pub(crate) struct SquaredDistances {
    scale: f64x8,
    ahead: Sum,
    behind: Sum,
}

impl SquaredDistances {
    #[inline(always)]
    pub(crate) fn new(scale: f64) -> Self {
        Self { scale: f64x8::splat(scale), ahead: Sum::new(), behind: Sum::new() }
    }

    /// Adds a pair of blocks of the three vectors, widened to `f64` before anything is subtracted.
    #[inline(always)]
    pub(crate) fn add<R: Real>(&mut self, from: Blocks<R>, to: Blocks<R>, step: Blocks<R>) {
        for ((from, to), step) in from.into_iter().zip(to).zip(step) {
            let (from, to, step) = (R::widen(from), R::widen(to), R::widen(step));
            for ((from, to), step) in from.as_ref().iter().zip(to.as_ref()).zip(step.as_ref()) {
                let way = *to - *from;
                let step = *step * self.scale;
                self.ahead.add_square(way - step);
                self.behind.add_square(way + step);
            }
        }
    }

    /// The two sums: from `from + scale step`, from `from - scale step`.
    #[inline(always)]
    pub(crate) fn totals(self) -> (f64, f64) {
        (self.ahead.total(), self.behind.total())
    }
}
