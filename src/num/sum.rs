//! Sums in one written order: an `f64` accumulator for every place in a 64-byte block, folded from first to last.

use super::native::F64s;
use super::pieces::{Pieces, splat};
use super::real::Real;
use super::slices::{Place, visit};
use super::vector::Vector;

/// A sum over a vector whose rounding does not depend on the machine.
///
/// The number at place j of every block is widened to `f64` and added to accumulator j, block after block; the total
/// adds the accumulators one after the other.
#[derive(Clone, Copy)]
pub(crate) struct Sum<R: Real>(R::WideBlock);

impl<R: Real> Sum<R> {
    #[inline(always)]
    pub(crate) fn new() -> Self {
        Self(Default::default())
    }

    /// Adds the squares of the numbers at `place`.
    #[inline(always)]
    pub(crate) fn add_squares_of(&mut self, place: Place, pieces: Pieces<R>) {
        self.add_squares(place, pieces.map(R::widen));
    }

    /// Adds the squares of `f` of all numbers, which is 0 at 0.
    #[inline(always)]
    pub(crate) fn add_each(&mut self, numbers: &[R], f: impl Fn(R::Piece) -> R::Piece) {
        let mut sum = *self;
        visit([numbers], |[numbers], place| sum.add_squares_of(place, numbers.map(&f)));
        *self = sum;
    }

    /// Adds the products of the numbers of two vectors at `place`.
    #[inline(always)]
    pub(crate) fn add_products_of(&mut self, place: Place, x: Pieces<R>, y: Pieces<R>) {
        self.add_products(place, x.map(R::widen), y.map(R::widen));
    }

    /// Adds `f` of the widened numbers at `place`, which need not be zero at the padding's zeros.
    #[inline(always)]
    pub(crate) fn add_of(&mut self, place: Place, pieces: Pieces<R>, f: impl Fn(F64s) -> F64s) {
        let inside = place.keep::<R>([splat::<R>(1.0); 2]).map(R::widen);
        let values = pieces.map(|piece| {
            let mut wide = R::widen(piece);
            wide.as_mut().iter_mut().for_each(|x| *x = f(*x));
            wide
        });
        self.add_products(place, values, inside);
    }

    #[inline(always)]
    fn add_squares(&mut self, place: Place, wides: [R::Wide; 2]) {
        self.add_products(place, wides, wides);
    }

    #[inline(always)]
    fn add_products(&mut self, place: Place, x: [R::Wide; 2], y: [R::Wide; 2]) {
        for (x, y) in x.iter().zip(&y) {
            for ((sum, x), y) in self.at(place).zip(x.as_ref()).zip(y.as_ref()) {
                *sum += *x * *y;
            }
        }
    }

    /// The accumulators of the block's piece at `place`.
    #[inline(always)]
    fn at(&mut self, place: Place) -> impl Iterator<Item = &mut F64s> {
        self.0.as_mut().get_mut(place.piece()).into_iter().flat_map(AsMut::as_mut)
    }

    #[inline(always)]
    pub(crate) fn total(&self) -> f64 {
        let lanes = self.0.as_ref().iter().flat_map(|piece| piece.as_ref()).flat_map(|sums| sums.lanes());
        lanes.fold(0.0, |total, lane| total + lane)
    }
}

/// The lanes of a piece, from first to last.
pub(crate) fn lanes_of<R: Real>(piece: R::Piece) -> impl Iterator<Item = f64> {
    piece.lanes().into_iter().map(R::to_f64)
}

/// Σ x².
pub(crate) fn sum_of_squares<R: Real>(numbers: &[R]) -> f64 {
    let mut sum = Sum::<R>::new();
    sum.add_each(numbers, |x| x);
    sum.total()
}

/// The squared distances from `from + scale step` and from `from - scale step` to `to`, summed over a vector.
#[derive(Clone, Copy)]
pub(crate) struct SquaredDistances<R: Real> {
    scale: F64s,
    ahead: Sum<R>,
    behind: Sum<R>,
}

impl<R: Real> SquaredDistances<R> {
    #[inline(always)]
    pub(crate) fn new(scale: f64) -> Self {
        Self { scale: Vector::splat(scale), ahead: Sum::new(), behind: Sum::new() }
    }

    /// Adds the numbers at `place` of the three vectors, widened to `f64` before anything is subtracted.
    #[inline(always)]
    pub(crate) fn add(&mut self, place: Place, from: Pieces<R>, to: Pieces<R>, step: Pieces<R>) {
        let (mut ahead, mut behind) = (to.map(R::widen), to.map(R::widen));
        let (from, step) = (from.map(R::widen), step.map(R::widen));
        for (((ahead, behind), from), step) in ahead.iter_mut().zip(&mut behind).zip(&from).zip(&step) {
            let lanes = ahead.as_mut().iter_mut().zip(behind.as_mut()).zip(from.as_ref()).zip(step.as_ref());
            for (((ahead, behind), from), step) in lanes {
                let way = *ahead - *from;
                let step = *step * self.scale;
                (*ahead, *behind) = (way - step, way + step);
            }
        }
        self.ahead.add_squares(place, ahead);
        self.behind.add_squares(place, behind);
    }

    /// The two sums: from `from + scale step`, from `from - scale step`.
    #[inline(always)]
    pub(crate) fn totals(&self) -> (f64, f64) {
        (self.ahead.total(), self.behind.total())
    }
}
