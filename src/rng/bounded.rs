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
        let limit = limit(bound);
        while (product as u32) < limit {
            product = scaled(rng, bound);
        }
    }
    (product >> 32) as u32
}

/// Many integers of the same law as [`bounded()`]'s, two of every word of the generator.
#[derive(Clone, Copy)]
pub(crate) struct Bounded {
    bound: NonZeroU32,
    limit: u32,
}

impl Bounded {
    pub(crate) fn new(bound: NonZeroU32) -> Self {
        Self { bound, limit: limit(bound) }
    }

    /// Two independent integers, of the low and of the high half of the next word.
    ///
    /// A half that would be drawn again is replaced by an integer of [`bounded()`], the first half's first.
    #[inline(always)]
    pub(crate) fn pair(self, rng: &mut impl Rng) -> [u32; 2] {
        let word = rng.next_u64();
        let low = self.of(word as u32, rng);
        [low, self.of((word >> 32) as u32, rng)]
    }

    #[inline(always)]
    fn of(self, half: u32, rng: &mut impl Rng) -> u32 {
        let product = u64::from(half) * u64::from(self.bound.get());
        if (product as u32) < self.limit { bounded(rng, self.bound) } else { (product >> 32) as u32 }
    }

    /// Calls `use_one` with each of `count` integers; of an odd number's last word the high half is dropped.
    #[inline]
    pub(crate) fn for_each(self, rng: &mut impl Rng, count: u32, mut use_one: impl FnMut(u32)) {
        for _ in 0..count / 2 {
            self.pair(rng).into_iter().for_each(&mut use_one);
        }
        if count % 2 == 1 {
            let [last, _] = self.pair(rng);
            use_one(last);
        }
    }
}

/// x · bound as a fixed-point number with 32 fraction bits, x the high half of the next word.
#[inline]
fn scaled(rng: &mut impl Rng, bound: NonZeroU32) -> u64 {
    (rng.next_u64() >> 32) * u64::from(bound.get())
}

/// 2³² mod bound: fractions below it are drawn again.
#[inline]
fn limit(bound: NonZeroU32) -> u32 {
    bound.get().wrapping_neg() % bound
}
