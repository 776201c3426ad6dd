//! Epochs: every index once, in a fresh pseudo-random order each time, without an array of indices.

use crate::rng::bounded;
use core::{array, num::NonZeroU32};
use rand_core::Rng;

/// Two words of the generator: the keys of an epoch, or the order itself of this many data or fewer.
const SECRET: usize = 16;

/// Numbers permuted side by side, so that the compiler makes vectors of them and their latencies overlap.
const LANES: usize = 16;

/// 2¹⁶ over the golden ratio: moves the keys on from pass to pass.
const KEY_STEP: u16 = 0x9E37;

/// Minibatches that go through all of `0..data_len` once per epoch, each epoch in an order of its own.
///
/// Up to 16 data are shuffled (Fisher and Yates): all orders are equally likely. The order of more is a keyed
/// permutation, not a shuffled array: a Feistel network (Luby and Rackoff 1988) maps 0, 1, 2, … one
/// to one to the numbers below the smallest power of two that holds `data_len`; those from `data_len` up, fewer than
/// half, are left out. Such an epoch takes two words of the generator for the keys. Integers only: the same order
/// everywhere.
///
/// The value holds all of the state, 28 bytes, and a copy goes on from where the original was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Epochs {
    pub(crate) data_len: NonZeroU32,
    /// Indices of this epoch not handed out yet; 0 when the next call starts a new epoch.
    pub(crate) left: u32,
    /// The next number to be permuted.
    pub(crate) number: u32,
    /// Drawn at the start of the epoch.
    pub(crate) secret: [u8; SECRET],
}

impl Epochs {
    /// Epochs over `0..data_len`, the first of which starts with the first call of [`next`](Self::next).
    pub const fn new(data_len: NonZeroU32) -> Self {
        Self { data_len, left: 0, number: 0, secret: [0; SECRET] }
    }

    /// Writes the next indices of the epoch to the front of `batch` and returns how many.
    ///
    /// A batch never spans two epochs: the last one of an epoch holds what is left, which may be less than
    /// `batch.len()`; entries beyond the returned number are left alone. Zero only if `batch` is empty.
    pub fn next(&mut self, rng: &mut impl Rng, batch: &mut [u32]) -> usize {
        let shuffled = self.data_len.get() as usize <= SECRET;
        if self.left == 0 && !batch.is_empty() {
            self.secret = if shuffled { shuffle(rng, self.data_len) } else { draw_keys(rng) };
            (self.left, self.number) = (self.data_len.get(), 0);
        }
        let len = batch.len().min(self.left as usize);
        let batch = batch.get_mut(..len).unwrap_or_default();
        if shuffled {
            for (index, drawn) in batch.iter_mut().zip(self.secret.iter().skip(self.number as usize)) {
                *index = u32::from(*drawn);
            }
            self.number += len as u32;
        } else {
            self.number = Permutation::new(self.data_len, self.secret).fill(self.number, batch);
        }
        self.left -= len as u32;
        len
    }
}

impl Epochs {
    /// Whether a sequence of calls of [`next`](Self::next) can lead here, as far as counts tell.
    pub(crate) fn are_possible(&self) -> bool {
        let Self { data_len, left, number, secret } = self;
        let (all, left) = (u64::from(data_len.get()), u64::from(*left));
        if *self == Self::new(*data_len) {
            return true;
        }
        let Some(passed) = all.checked_sub(left) else { return false };
        if all > SECRET as u64 {
            let numbers = all.next_power_of_two();
            // Behind the last of 2³² numbers the count is 0 again.
            let number = if *number == 0 && left == 0 { 1 << 32 } else { u64::from(*number) };
            return passed <= number && number + left <= numbers;
        }
        let ordered = |index: usize| (index as u64) < all || secret.get(index) == Some(&(index as u8));
        let mut seen = 0_u32;
        secret.iter().for_each(|index| seen |= 1_u32.checked_shl((*index).into()).unwrap_or(0));
        u64::from(*number) == passed && seen == 0xffff && (0..SECRET).all(ordered)
    }
}

/// 0..len in a uniform order, by len − 1 bounded draws; the entries beyond stay as they are.
fn shuffle(rng: &mut impl Rng, len: NonZeroU32) -> [u8; SECRET] {
    let mut order = array::from_fn(|index| index as u8);
    for count in (2..=len.get()).rev().filter_map(NonZeroU32::new) {
        // An entry that stays in its place is no pair.
        if let Ok([last, other]) =
            order.get_disjoint_mut([count.get() as usize - 1, bounded(rng, count) as usize])
        {
            core::mem::swap(last, other);
        }
    }
    order
}

fn draw_keys(rng: &mut impl Rng) -> [u8; SECRET] {
    let mut keys = [0; SECRET];
    for bytes in keys.as_chunks_mut().0 {
        *bytes = rng.next_u64().to_le_bytes();
    }
    keys
}

/// The permutation of one epoch.
///
/// A number of b bits, the fewest that hold every index, has ⌊b/2⌋ high bits and ⌈b/2⌉ low ones. Rounds change the two
/// parts by turns, each by a function of the other, so the parts may differ in width and any b will do:
///
/// ```text
/// high ^= mix(low + key[0]);  low ^= mix(high + key[1]);  high ^= mix(low + key[2]);  …
/// ```
///
/// A part has 16 bits at most, so a round is a few operations of 16 bits, which vectors have on every target.
///
/// Two rounds leave of an uneven law of two indices' places about the share 2^−⌊b/2⌋. Eight rounds of four high bits or
/// more are thus good to 2⁻¹⁶; with fewer bits, which are 5 to 7, the keys serve for a second pass, moved on.
struct Permutation {
    data_len: u32,
    high_mask: u16,
    low_mask: u16,
    low_bits: u32,
    passes: u16,
    keys: [[u16; 2]; SECRET / 4],
}

impl Permutation {
    fn new(data_len: NonZeroU32, secret: [u8; SECRET]) -> Self {
        let bits = u32::BITS - (data_len.get() - 1).leading_zeros();
        let (high_bits, low_bits) = (bits / 2, bits.div_ceil(2));
        let mask = |bits| ((1_u32 << bits) - 1) as u16;
        let mut keys = [[0; 2]; SECRET / 4];
        for (key, bytes) in keys.as_flattened_mut().iter_mut().zip(secret.as_chunks().0) {
            *key = u16::from_le_bytes(*bytes);
        }
        Self {
            data_len: data_len.get(),
            high_mask: mask(high_bits),
            low_mask: mask(low_bits),
            low_bits,
            passes: if high_bits < 4 { 2 } else { 1 },
            keys,
        }
    }

    /// Fills `batch` with the images of `number`, `number` + 1, … that are indices; returns the number to go on from.
    ///
    /// Ends if `batch` holds no more than the epoch has left: the images of all numbers hold every index once.
    fn fill(&self, mut number: u32, batch: &mut [u32]) -> u32 {
        let mut rest = batch;
        while !rest.is_empty() {
            let images = self.images(number);
            let mut len = 0;
            if let Some(slots) = rest.first_chunk_mut::<LANES>() {
                // Every image is written, and the next one over it if it is no index: no branch waits for an image.
                for image in images {
                    if let Some(slot) = slots.get_mut(len % LANES) {
                        *slot = image;
                    }
                    len += usize::from(image < self.data_len);
                }
                number = number.wrapping_add(LANES as u32);
            } else {
                for image in images {
                    let Some(slot) = rest.get_mut(len) else { break };
                    *slot = image;
                    len += usize::from(image < self.data_len);
                    number = number.wrapping_add(1);
                }
            }
            rest = core::mem::take(&mut rest).get_mut(len..).unwrap_or_default();
        }
        number
    }

    /// The images of the next numbers from `first`.
    fn images(&self, first: u32) -> [u32; LANES] {
        let numbers: [u32; LANES] = array::from_fn(|lane| first.wrapping_add(lane as u32));
        // Masked, so that beyond the last number the first ones come again: an epoch that a host made up ends, too.
        let mut high = numbers.map(|number| (number >> self.low_bits) as u16 & self.high_mask);
        let mut low = numbers.map(|number| number as u16 & self.low_mask);
        for pass in 0..self.passes {
            let shift = pass.wrapping_mul(KEY_STEP);
            for [first, second] in self.keys {
                change(&mut high, &low, first.wrapping_add(shift), self.high_mask);
                change(&mut low, &high, second.wrapping_add(shift), self.low_mask);
            }
        }
        let mut images = [0; LANES];
        for ((image, high), low) in images.iter_mut().zip(high).zip(low) {
            *image = u32::from(high) << self.low_bits | u32::from(low);
        }
        images
    }
}

/// A round in all lanes.
#[inline(always)]
fn change(part: &mut [u16; LANES], other: &[u16; LANES], key: u16, mask: u16) {
    for (part, other) in part.iter_mut().zip(other) {
        *part ^= mix(other.wrapping_add(key)) & mask;
    }
}

/// Both halves of the product of x and the odd one of x and x + 1: nearly a square, so that a difference of two x does
/// not become a constant difference, and each bit of the result depends on all bits of x.
#[inline(always)]
fn mix(x: u16) -> u16 {
    let odd = x | 1;
    x.wrapping_mul(odd) ^ ((u32::from(x) * u32::from(odd)) >> 16) as u16
}
