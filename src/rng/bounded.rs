//! Unbiased integers below a bound.

use core::num::NonZeroU32;
use rand_core::Rng;

/// An integer uniform on `0..bound`, without bias.
///
/// Lemire, "Fast random integer generation in an interval", ACM TOMACS 29 (2019): with x the high 32 bits of the
/// generator's next word, the answer is the integer part of x · bound / 2³². Of the 2³² values of x, 2³² mod bound are
/// one too many for equal shares; those whose fraction part falls below that number are drawn again.
///
/// Takes one word of the generator, and more with probability below bound / 2³². Integers only: the same everywhere.
#[inline]
pub fn bounded(rng: &mut impl Rng, bound: NonZeroU32) -> u32 {
    let mut product = scaled(rng, bound);
    // The exact limit costs a division; it is below `bound`, so a fraction from `bound` up needs none.
    if (product as u32) < bound.get() {
        let limit = bound.get().wrapping_neg() % bound;
        while (product as u32) < limit {
            product = scaled(rng, bound);
        }
    }
    (product >> 32) as u32
}

/// x · bound as a fixed-point number with 32 fraction bits, x the high half of the next word.
#[inline]
fn scaled(rng: &mut impl Rng, bound: NonZeroU32) -> u64 {
    (rng.next_u64() >> 32) * u64::from(bound.get())
}
