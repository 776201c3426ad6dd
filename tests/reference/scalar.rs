//! The two precisions: how each reads a generator's word.

use sgmcmc::Real;

/// A precision of the reference.
pub(crate) trait Scalar: Real {
    /// How many numbers a 64-byte block holds.
    const BLOCK_LEN: usize;

    /// The pieces of a 64-bit word that numbers of this precision are made of, low one first.
    fn pieces(word: u64) -> Vec<u64>;
    /// (k + 1/2) / 2^b for the b-bit integer k in a piece.
    fn uniform(piece: u64) -> Self;
    /// On [-1/2, 1/2] quarter turns, from a piece without its two top bits.
    fn turn(piece: u64) -> Self;
    /// Whether bit `from_top` of a piece is set, the top one being 0.
    fn bit(piece: u64, from_top: u32) -> bool;
    /// The same bits as `self`?
    fn same(self, other: Self) -> bool {
        self.to_bits_u64() == other.to_bits_u64()
    }
}

impl Scalar for f32 {
    const BLOCK_LEN: usize = 16;

    fn pieces(word: u64) -> Vec<u64> {
        vec![word & 0xffff_ffff, word >> 32]
    }
    fn uniform(piece: u64) -> f32 {
        // Read as signed, as the lanes read it: k or k - 2^32, rounded; then 1/2 or 2^32, rounded.
        let signed = piece as u32 as i32 as f32;
        let offset = if Self::bit(piece, 0) { 4_294_967_296.0 } else { 0.5 };
        (signed + offset) / 4_294_967_296.0
    }
    fn turn(piece: u64) -> f32 {
        ((piece as u32) << 2) as i32 as f32 / 4_294_967_296.0
    }
    fn bit(piece: u64, from_top: u32) -> bool {
        piece >> (31 - from_top) & 1 == 1
    }
}

impl Scalar for f64 {
    const BLOCK_LEN: usize = 8;

    fn pieces(word: u64) -> Vec<u64> {
        vec![word]
    }
    fn uniform(piece: u64) -> f64 {
        // 53 bits: exact.
        (2 * (piece >> 12) + 1) as f64 / 9_007_199_254_740_992.0
    }
    fn turn(piece: u64) -> f64 {
        ((piece << 2) >> 12) as f64 / 4_503_599_627_370_496.0 - 0.5
    }
    fn bit(piece: u64, from_top: u32) -> bool {
        piece >> (63 - from_top) & 1 == 1
    }
}
