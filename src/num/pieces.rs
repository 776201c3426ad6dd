//! Pieces of two blocks: how they are loaded and padded, and the arithmetic on them that several modules share.

use super::real::{Precision, Real};
use super::vector::{Bits, Vector};

/// The same piece of both blocks of a pair, in registers.
pub(crate) type Pieces<R> = [<R as Precision>::Piece; 2];

/// `f` of both.
// Written out: an iterator over an array stays a loop where a compiler is asked for little code, which is slow and no
// smaller.
#[inline(always)]
pub(crate) fn both<T, U>([first, second]: [T; 2], mut f: impl FnMut(T) -> U) -> [U; 2] {
    [f(first), f(second)]
}

/// `x` rounded to the precision, in every lane.
#[inline(always)]
pub(crate) fn splat<R: Real>(x: f64) -> R::Piece {
    R::Piece::splat(R::from_f64(x))
}

/// β mean + (1 - β) x, the running mean after it took in x.
#[inline(always)]
pub(crate) fn weighted<R: Real>(beta: f64, mean: Pieces<R>, x: Pieces<R>) -> Pieces<R> {
    let (keep, take) = (splat::<R>(beta), splat::<R>(1.0 - beta));
    let ([m0, m1], [x0, x1]) = (mean, x);
    [m0 * keep + x0 * take, m1 * keep + x1 * take]
}

/// At most the largest finite number, of numbers that are not negative: a square that overflows must not make its
/// running mean infinite for ever.
#[inline(always)]
pub(crate) fn saturated<R: Real>(pieces: Pieces<R>) -> Pieces<R> {
    both(pieces, |x| x.at_most(R::MAX))
}

/// Within ±`limit`.
#[inline(always)]
pub(crate) fn clamped<R: Real>(pieces: Pieces<R>, limit: R) -> Pieces<R> {
    both(pieces, |x| x.at_most(limit).at_least(-limit))
}

/// Ones where x is NaN: a magnitude whose bits are above those of infinity.
#[inline(always)]
pub(crate) fn is_nan<R: Real>(x: R::Piece) -> <R::Piece as Vector>::Bits {
    splat::<R>(f64::INFINITY).to_bits().wrapping_sub(x.abs().to_bits()).top_bit_mask()
}

/// x, or `other` where x is NaN.
#[inline(always)]
pub(crate) fn or_else<R: Real>(x: R::Piece, other: R::Piece) -> R::Piece {
    R::Piece::select(is_nan::<R>(x), other, x)
}

/// The numbers at an index and a block behind it, zeros beyond the end: all vectors of a kernel are of one length.
#[inline(always)]
pub(super) fn load_at<R: Real>(numbers: &[R], index: usize) -> Pieces<R> {
    // Written out: iterators over arrays stay calls where a compiler is asked for little code.
    let at = |index: usize| R::Piece::splat(numbers.get(index).copied().unwrap_or_default());
    [at(index), at(index + R::PIECES)]
}

#[inline(always)]
pub(super) fn load<R: Real>(pairs: &[R::Pair], pair: usize, piece: usize) -> Pieces<R> {
    match pairs.get(pair) {
        Some(pair) => R::load(pair, piece),
        None => [R::Piece::splat(R::default()); 2],
    }
}

/// Copies numbers that do not fill a pair into one of zeros.
// A function of its own: its work on single lanes would be most of a kernel's code.
#[inline(never)]
pub(super) fn pad<R: Real>(pair: &mut R::Pair, rest: &[R]) {
    R::pad(pair, rest);
}

/// Copies the numbers back.
// As for `pad`.
#[inline(never)]
pub(super) fn unpad<R: Real>(pair: &R::Pair, rest: &mut [R]) {
    R::unpad(pair, rest);
}
