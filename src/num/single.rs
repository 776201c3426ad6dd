//! The vectors of a target that has none: one number.
//!
//! `wide` would make vectors of 16 bytes of single numbers there, and every kernel's code many times as long.

pub(crate) type F32s = f32;
pub(crate) type F64s = f64;
pub(crate) type U64s = u64;

/// Whether the target has vectors.
pub(crate) const VECTORS: bool = false;

pub(crate) const U64_LANES: usize = 1;

#[inline(always)]
pub(crate) fn words_of([word]: [u64; 1]) -> U64s {
    word
}

#[inline(always)]
pub(crate) fn to_words(word: U64s) -> [u64; 1] {
    [word]
}

/// Half of a random word, by its index: the low one first.
#[inline(always)]
pub(crate) fn part(word: u64, index: usize) -> u32 {
    if index == 0 { word as u32 } else { (word >> 32) as u32 }
}
