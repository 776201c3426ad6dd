//! Is every number finite? Of a vector before anything is written, and of what a kernel's loop makes.

use super::native::VECTORS;
use super::pieces::Pieces;
use super::real::Real;
use super::vector::{Bits, Vector};

/// Whether all numbers have a magnitude of at most `limit`, which is finite; NaN and infinities have not.
///
/// A long vector makes this wait for memory and nothing else. So it is read in four streams that are far apart:
/// neighbouring pages side by side take half as long again on one processor, one stream nearly twice as long on
/// another.
pub(crate) fn all_within<R: Real>(numbers: &[R], limit: R) -> bool {
    let (pairs, rest) = R::pairs(numbers);
    let rest = if VECTORS { rest } else { numbers };
    if rest.iter().any(|number| beyond(*number, limit).any_top_bit()) {
        return false;
    }
    if !VECTORS || pairs.is_empty() {
        return true;
    }
    let mut above = [R::Piece::splat(R::default()).to_bits(); 2];
    let mut look = |pair: &R::Pair| {
        for piece in 0..R::PIECES {
            for (above, numbers) in above.iter_mut().zip(R::load(pair, piece)) {
                *above = *above | beyond(numbers, limit);
            }
        }
    };
    let (quarters, few) = pairs.split_at_checked(pairs.len() / 4 * 4).unwrap_or_default();
    let mut quarters = quarters.chunks_exact((pairs.len() / 4).max(1));
    if let [Some(a), Some(b), Some(c), Some(d)] = core::array::from_fn(|_| quarters.next()) {
        for (((a, b), c), d) in a.iter().zip(b).zip(c).zip(d) {
            [a, b, c, d].into_iter().for_each(&mut look);
        }
    }
    few.iter().for_each(&mut look);
    !(above[0] | above[1]).any_top_bit()
}

/// Whether a magnitude is above `limit`.
#[inline(always)]
pub(crate) fn any_beyond<R: Real>([a, b]: Pieces<R>, limit: R) -> bool {
    (beyond(a, limit) | beyond(b, limit)).any_top_bit()
}

/// The top bit of every lane says whether its magnitude is above `limit`.
///
/// Magnitudes of floats compare like their bit patterns without the sign, NaN above all, so an integer difference
/// has it.
#[inline(always)]
fn beyond<V: Vector>(numbers: V, limit: V::Scalar) -> V::Bits {
    V::splat(limit).to_bits().wrapping_sub(numbers.abs().to_bits())
}

/// A running sum in every lane, only to know whether something in it overflowed: once infinite, it stays infinite or
/// becomes NaN. The sum may also overflow by itself, a false alarm.
#[derive(Clone, Copy)]
pub(crate) struct Overflow<R: Real>(R::Piece);

impl<R: Real> Overflow<R> {
    #[inline(always)]
    pub(crate) fn new() -> Self {
        Self(R::Piece::splat(R::default()))
    }

    #[inline(always)]
    pub(crate) fn watch(&mut self, [a, b]: Pieces<R>) {
        self.0 = self.0 + a + b;
    }

    /// Whether an infinity may have been among the numbers.
    #[inline(always)]
    pub(crate) fn seen(self) -> bool {
        beyond(self.0, R::MAX).any_top_bit()
    }
}
