//! Epochs: every index once, in a fresh pseudo-random order each time, without an array of indices.

use core::{array, num::NonZeroU32};
use rand_core::Rng;

const ROUNDS: usize = 8;

/// 2³² over the golden ratio: moves the keys on from pass to pass.
const KEY_STEP: u32 = 0x9E37_79B9;

/// Minibatches that go through all of `0..data_len` once per epoch, each epoch in an order of its own.
///
/// The order is a keyed permutation, not a shuffled array: a Feistel network on the smallest power of two that holds
/// `data_len` (Luby and Rackoff, SIAM J. Comput. 17, 1988), applied again while its value falls outside `0..data_len`
/// (cycle walking: Black and Rogaway, CT-RSA 2002; fewer than two applications on average). Each epoch takes four words
/// of the generator for the keys. Integers only: the same order everywhere.
///
/// The value holds all of the state, and a copy goes on from where the original was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Epochs {
    pub(crate) data_len: NonZeroU32,
    /// Indices of this epoch handed out so far; `data_len` when the next call starts a new epoch.
    pub(crate) position: u32,
    /// One key per round, drawn at the start of the epoch.
    pub(crate) keys: [u32; ROUNDS],
}

impl Epochs {
    /// Epochs over `0..data_len`, the first of which starts with the first call of [`next`](Self::next).
    pub const fn new(data_len: NonZeroU32) -> Self {
        Self { data_len, position: data_len.get(), keys: [0; ROUNDS] }
    }

    /// Writes the next indices of the epoch to the front of `batch` and returns how many.
    ///
    /// A batch never spans two epochs: the last one of an epoch holds what is left, which may be less than
    /// `batch.len()`; entries beyond the returned number are left alone. Zero only if `batch` is empty.
    pub fn next(&mut self, rng: &mut impl Rng, batch: &mut [u32]) -> usize {
        if self.position >= self.data_len.get() && !batch.is_empty() {
            let words: [u64; ROUNDS / 2] = array::from_fn(|_| rng.next_u64());
            for (keys, word) in self.keys.as_chunks_mut().0.iter_mut().zip(words) {
                *keys = [word as u32, (word >> 32) as u32];
            }
            self.position = 0;
        }
        let order = Order::new(self.data_len, self.keys);
        let mut len = 0;
        for (index, position) in batch.iter_mut().zip(self.position..self.data_len.get()) {
            *index = order.index(position);
            len += 1;
        }
        self.position += len as u32;
        len
    }
}

/// The permutation of one epoch.
///
/// A number of b bits, the fewest that hold every index, has ⌊b/2⌋ high bits and ⌈b/2⌉ low ones. Rounds change the two
/// parts by turns, each by a function of the other, so the parts may differ in width and any b will do:
///
/// ```text
/// high ^= mix(low ^ key[0]);  low ^= mix(high ^ key[1]);  high ^= mix(low ^ key[2]);  …
/// ```
///
/// Two rounds leave of an uneven law of two indices' places about the share 2^−⌊b/2⌋. Eight rounds of four high bits or
/// more are thus good to 2⁻¹⁶; with fewer bits the eight keys, each time moved on, serve for up to four passes.
struct Order {
    data_len: u32,
    high_mask: u32,
    low_mask: u32,
    low_bits: u32,
    passes: u32,
    keys: [u32; ROUNDS],
}

impl Order {
    fn new(data_len: NonZeroU32, keys: [u32; ROUNDS]) -> Self {
        let bits = u32::BITS - (data_len.get() - 1).leading_zeros();
        let (high_bits, low_bits) = (bits / 2, bits.div_ceil(2));
        let mask = |bits| (1_u32 << bits) - 1;
        Self {
            data_len: data_len.get(),
            high_mask: mask(high_bits),
            low_mask: mask(low_bits),
            low_bits,
            passes: match high_bits {
                0 | 1 => 4,
                2 | 3 => 2,
                _ => 1,
            },
            keys,
        }
    }

    /// The index at `position`. Ends: the walk follows the cycle of `position`, which returns to `position` at the last.
    fn index(&self, position: u32) -> u32 {
        let mut index = self.feistel(position);
        while index >= self.data_len {
            index = self.feistel(index);
        }
        index
    }

    fn feistel(&self, number: u32) -> u32 {
        let (mut high, mut low) = (number >> self.low_bits, number & self.low_mask);
        for pass in 0..self.passes {
            let shift = pass.wrapping_mul(KEY_STEP);
            for [first, second] in self.keys.as_chunks().0 {
                high ^= mix(low ^ first.wrapping_add(shift)) & self.high_mask;
                low ^= mix(high ^ second.wrapping_add(shift)) & self.low_mask;
            }
        }
        high << self.low_bits | low
    }
}

/// MurmurHash3's 32-bit finalizer (Appleby): each bit of the result depends on all bits of `x`.
fn mix(mut x: u32) -> u32 {
    x = (x ^ x >> 16).wrapping_mul(0x85EB_CA6B);
    x = (x ^ x >> 13).wrapping_mul(0xC2B2_AE35);
    x ^ x >> 16
}
