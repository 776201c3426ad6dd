//! The two precisions: how each reads a generator's word, and the functions that the reference computes with.

use super::polynomials::{double, single};
use sgmcmc::Real;

/// A precision of the reference.
pub(crate) trait Scalar: Real {
    /// How many numbers a 64-byte block holds.
    const BLOCK_LEN: usize;

    /// 2^31 or 2^63: what a signed piece is counted in.
    const WORD_UNIT: f64;

    /// A piece as a signed integer, rounded.
    fn signed(piece: u64) -> Self;
    /// The pieces of a 64-bit word that numbers of this precision are made of, low one first.
    fn pieces(word: u64) -> Vec<u64>;
    /// A uniform on (0, 1] from a piece: (k + 1/2) / 2^32, or (k + 1/2) / 2^52.
    fn uniform(piece: u64) -> Self;
    /// The uniform u of the radius in the units of [`minus_two_ln`](Self::minus_two_ln): k + 1/2 for the 31-bit integer
    /// k in a piece, or (k + 1/2) / 2^52.
    fn centred(piece: u64) -> Self;
    /// On [-1/2, 1/2] quarter turns, from a piece without its top bit.
    fn turn(piece: u64) -> Self;
    /// Whether the top bit of a piece is set.
    fn top_bit(piece: u64) -> bool;
    /// -2 ln u, of what `centred` gives.
    fn minus_two_ln(u: Self) -> Self;
    /// Sine and cosine of `turn` quarter turns.
    fn sin_cos_quarter(turn: Self) -> (Self, Self);
    /// The square root, rounded once.
    fn sqrt(self) -> Self;
    /// The magnitude.
    fn abs(self) -> Self;
    /// The same bits as `self`?
    fn same(self, other: Self) -> bool {
        self.to_bits_u64() == other.to_bits_u64()
    }
}

impl Scalar for f32 {
    const BLOCK_LEN: usize = 16;
    const WORD_UNIT: f64 = 2_147_483_648.0;

    fn signed(piece: u64) -> f32 {
        piece as u32 as i32 as f32
    }
    fn pieces(word: u64) -> Vec<u64> {
        vec![word & 0xffff_ffff, word >> 32]
    }
    fn uniform(piece: u64) -> f32 {
        let offset = if Self::top_bit(piece) { 4_294_967_296.0 } else { 0.5 };
        (Self::signed(piece) + offset) / 4_294_967_296.0
    }
    fn centred(piece: u64) -> f32 {
        (piece >> 1) as f32 + 0.5
    }
    fn turn(piece: u64) -> f32 {
        ((piece as u32) << 1) as i32 as f32 / 4_294_967_296.0
    }
    fn top_bit(piece: u64) -> bool {
        piece >> 31 == 1
    }
    fn minus_two_ln(u: f32) -> f32 {
        single::minus_two_ln(u)
    }
    fn sin_cos_quarter(turn: f32) -> (f32, f32) {
        single::sin_cos_quarter(turn)
    }
    fn sqrt(self) -> f32 {
        f32::sqrt(self)
    }
    fn abs(self) -> f32 {
        f32::abs(self)
    }
}

impl Scalar for f64 {
    const BLOCK_LEN: usize = 8;
    const WORD_UNIT: f64 = 9_223_372_036_854_775_808.0;

    fn signed(piece: u64) -> f64 {
        piece as i64 as f64
    }
    fn pieces(word: u64) -> Vec<u64> {
        vec![word]
    }
    fn uniform(piece: u64) -> f64 {
        Self::centred(piece)
    }
    fn centred(piece: u64) -> f64 {
        // 53 bits: exact.
        (2 * (piece >> 12) + 1) as f64 / 9_007_199_254_740_992.0
    }
    fn turn(piece: u64) -> f64 {
        ((piece << 1) >> 12) as f64 / 4_503_599_627_370_496.0 - 0.5
    }
    fn top_bit(piece: u64) -> bool {
        piece >> 63 == 1
    }
    fn minus_two_ln(u: f64) -> f64 {
        double::minus_two_ln(u)
    }
    fn sin_cos_quarter(turn: f64) -> (f64, f64) {
        double::sin_cos_quarter(turn)
    }
    fn sqrt(self) -> f64 {
        f64::sqrt(self)
    }
    fn abs(self) -> f64 {
        f64::abs(self)
    }
}
