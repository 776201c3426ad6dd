//! Sums in one written order: an `f64` accumulator for every place in a 64-byte block, folded from first to last.

use super::native::{F64s, VECTORS};
use super::pieces::{Pieces, both, splat};
use super::real::Real;
use super::slices::{Place, visit};
use super::vector::Vector;
use wide::bytemuck;

/// Whether sums take whole pieces; else they take number after number and leave the padding out, which is half the
/// work where `f64` is computed in software.
///
/// Where addresses have 64 bits it is computed in hardware. (And QEMU before 8.2 computes `mdebr`, the instruction
/// that s390x has for the product of two widened `f32`, wrongly: a compiler that sees single numbers takes it.)
const BY_PIECES: bool = VECTORS || cfg!(target_pointer_width = "64");

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
        self.add_products_of(place, pieces, pieces);
    }

    /// Adds the squares of `f` of all numbers, which is 0 at 0.
    #[inline(always)]
    pub(crate) fn add_each(&mut self, numbers: &[R], f: impl Fn(R::Piece) -> R::Piece) {
        let mut sum = *self;
        visit([numbers], |[numbers], place| sum.add_squares_of(place, both(numbers, &f)));
        *self = sum;
    }

    /// Adds the products of the numbers of two vectors at `place`.
    #[inline(always)]
    pub(crate) fn add_products_of(&mut self, place: Place, x: Pieces<R>, y: Pieces<R>) {
        if BY_PIECES {
            self.add_products(place, x.map(R::widen), y.map(R::widen));
        } else {
            let ([x0, x1], [y0, y1]) = (x, y);
            self.add_singles(place, [product::<R>(x0, y0), product::<R>(x1, y1)]);
        }
    }

    /// Adds numbers at `place`, on a target without vectors. What the padding would add is 0, and takes its time.
    #[inline(always)]
    fn add_singles(&mut self, place: Place, [first, second]: [f64; 2]) {
        let sums = self.0.as_mut().get_mut(place.piece()).map(AsMut::as_mut).unwrap_or_default();
        if let Some(sum) = sums.first_mut() {
            *sum += F64s::splat(first);
            if place.has_second::<R>() {
                *sum += F64s::splat(second);
            }
        }
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
        let mut lanes: &[f64] = bytemuck::try_cast_slice(self.0.as_ref()).unwrap_or_default();
        // What nothing was added to adds nothing, but in software takes its time.
        while !BY_PIECES
            && let [rest @ .., last] = lanes
            && last.to_bits() == 0
        {
            lanes = rest;
        }
        lanes.iter().fold(0.0, |total, lane| total + lane)
    }
}

/// The product of the widened numbers, on a target without vectors.
#[inline(always)]
fn product<R: Real>(x: R::Piece, y: R::Piece) -> f64 {
    R::first(x).to_f64() * R::first(y).to_f64()
}

/// The lanes of a piece, from first to last.
pub(crate) fn lanes_of<R: Real>(piece: R::Piece) -> impl Iterator<Item = f64> {
    piece.lanes().into_iter().map(R::to_f64)
}

/// Σ x².
#[inline(never)]
pub(crate) fn sum_of_squares<R: Real>(numbers: &[R]) -> f64 {
    let mut sum = Sum::<R>::new();
    sum.add_each(numbers, |x| x);
    sum.total()
}

/// Σ x y.
#[inline(never)]
pub(crate) fn dot<R: Real>(x: &[R], y: &[R]) -> f64 {
    let mut sum = Sum::<R>::new();
    visit([x, y], |[x, y], place| sum.add_products_of(place, x, y));
    sum.total()
}

/// The squared distances from `from + scale step` and from `from - scale step` to `to`, summed over a vector.
#[derive(Clone, Copy)]
pub(crate) struct SquaredDistances<R: Real> {
    scale: f64,
    ahead: Sum<R>,
    behind: Sum<R>,
}

impl<R: Real> SquaredDistances<R> {
    #[inline(always)]
    pub(crate) fn new(scale: f64) -> Self {
        Self { scale, ahead: Sum::new(), behind: Sum::new() }
    }

    /// Adds the numbers at `place` of the three vectors, widened to `f64` before anything is subtracted.
    #[inline(always)]
    pub(crate) fn add(&mut self, place: Place, from: Pieces<R>, to: Pieces<R>, step: Pieces<R>) {
        if !BY_PIECES {
            let distances = |from, to, step| {
                let [from, to, step] = [from, to, step].map(|x| R::first(x).to_f64());
                let (way, step) = (to - from, step * self.scale);
                let (ahead, behind) = (way - step, way + step);
                [ahead * ahead, behind * behind]
            };
            let ([f0, f1], [t0, t1], [s0, s1]) = (from, to, step);
            let [ahead0, behind0] = distances(f0, t0, s0);
            let [ahead1, behind1] = if place.has_second::<R>() { distances(f1, t1, s1) } else { [0.0; 2] };
            self.ahead.add_singles(place, [ahead0, ahead1]);
            self.behind.add_singles(place, [behind0, behind1]);
            return;
        }
        let scale = F64s::splat(self.scale);
        let (mut ahead, mut behind) = (to.map(R::widen), to.map(R::widen));
        let (from, step) = (from.map(R::widen), step.map(R::widen));
        for (((ahead, behind), from), step) in ahead.iter_mut().zip(&mut behind).zip(&from).zip(&step) {
            let lanes = ahead.as_mut().iter_mut().zip(behind.as_mut()).zip(from.as_ref()).zip(step.as_ref());
            for (((ahead, behind), from), step) in lanes {
                let way = *ahead - *from;
                let step = *step * scale;
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
