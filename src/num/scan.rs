//! One look at a vector before anything is written: is every number finite and small enough to be scaled?

use super::real::Real;
use super::slices::visit;
use super::vector::{Bits, Vector};

/// Whether all numbers have a magnitude of at most `limit`, which is finite; NaN and infinities have not.
///
/// Magnitudes of floats compare like their bit patterns without the sign, NaN above all. So the top bit of an integer
/// difference says "above the limit", and `or` gathers it.
pub(crate) fn all_within<R: Real>(numbers: &[R], limit: R) -> bool {
    let zero = R::Piece::splat(R::default()).to_bits();
    let limit = R::Piece::splat(limit).to_bits();
    let magnitude = !R::Piece::splat(-R::default()).to_bits();
    let mut above = [zero; 2];
    visit([numbers], |[pieces], _| {
        for (above, piece) in above.iter_mut().zip(pieces) {
            *above = *above | limit.wrapping_sub(piece.to_bits() & magnitude);
        }
    });
    !(above[0] | above[1]).any_top_bit()
}
