//! The lane layer: the few operations that kernels need, over a vector of the target or over one number.
//!
//! This module and its siblings in `num` are the only code that names `wide`. A polynomial written against
//! [`Vector`] compiles for vectors of 16, 32 or 64 bytes and for a single `f32` or `f64` alike, and gives the same
//! bits in all, because every operation here is one IEEE 754 operation, rounded once, or one on bit patterns.
//!
//! The layout that a seed's bits depend on is made of 64-byte blocks everywhere. A target with 16-byte vectors takes
//! a block in pieces, one after the other: no lane knows of another, so the width cannot show, and the state of a
//! piece fits into the registers where that of a block would not.
//!
//! What is left out is left out on purpose: there is no fused multiply-add, no reciprocal estimate and no
//! reduction across lanes, since those round differently from one machine to the next.

use core::ops::{Add, BitAnd, BitOr, BitXor, Div, Mul, Not, Sub};
use wide::bytemuck::Pod;

/// Unsigned integers of the width of the floating-point lanes they are the bits of.
pub(crate) trait Bits:
    Copy + Not<Output = Self> + BitAnd<Output = Self> + BitOr<Output = Self> + BitXor<Output = Self>
{
    /// How far the lowest bit is from the top one.
    const TOP: u32;

    /// Every lane holds the low bits of `word`.
    fn splat(word: u64) -> Self;
    /// Sum modulo 2^width.
    fn wrapping_add(self, other: Self) -> Self;
    /// Difference modulo 2^width.
    fn wrapping_sub(self, other: Self) -> Self;
    /// Shift towards the high bits by `count` below the width.
    fn shl(self, count: u32) -> Self;
    /// Shift towards the low bits, zeros coming in, by `count` below the width.
    fn shr(self, count: u32) -> Self;
    /// All ones in the lanes whose top bit is set, zero in the others.
    fn top_bit_mask(self) -> Self;
    /// Whether a lane has its top bit set.
    fn any_top_bit(self) -> bool;
}

/// Floating-point lanes: a vector of the target, or one number as a vector of a single lane.
pub(crate) trait Vector:
    Copy + Add<Output = Self> + Sub<Output = Self> + Mul<Output = Self> + Div<Output = Self>
{
    /// One lane.
    type Scalar: Copy;
    /// The lanes' bit patterns.
    type Bits: Bits;
    /// The lanes in an array.
    type Lanes: Pod + IntoIterator<Item = Self::Scalar>;

    /// The vector of these lanes.
    fn of_lanes(lanes: Self::Lanes) -> Self;
    /// Its lanes, from first to last.
    fn lanes(self) -> Self::Lanes;

    /// Every lane holds `x`.
    fn splat(x: Self::Scalar) -> Self;
    /// The lanes' bit patterns.
    fn to_bits(self) -> Self::Bits;
    /// The lanes with these bit patterns.
    fn from_bits(bits: Self::Bits) -> Self;
    /// The bit patterns read as signed integers, rounded to nearest.
    fn from_signed(bits: Self::Bits) -> Self;
    /// `f` of every lane, one by one: for rare lanes only.
    fn map_lanes(self, f: impl FnMut(Self::Scalar) -> Self::Scalar) -> Self;
    /// Square root, correctly rounded.
    fn sqrt(self) -> Self;
    /// The larger of two numbers; where one is NaN, either of them, as the target has it.
    fn or_larger(self, other: Self) -> Self;
    /// All ones where `self < other`, zero elsewhere and where either is NaN.
    fn lt(self, other: Self) -> Self::Bits;
    /// The smaller of `self` and `limit`, for numbers that are not NaN.
    fn at_most(self, limit: Self::Scalar) -> Self;
    /// The larger of `self` and `limit`, for numbers that are not NaN.
    fn at_least(self, limit: Self::Scalar) -> Self;

    /// The magnitude.
    #[inline(always)]
    fn abs(self) -> Self {
        let ones = !(self.to_bits() ^ self.to_bits());
        // Shifted by bit counts, since a literal mask would need the width.
        Self::from_bits(self.to_bits() & ones.shr(1))
    }

    /// The larger of two numbers that are not NaN.
    #[inline(always)]
    fn larger(self, other: Self) -> Self {
        Self::select(self.lt(other), other, self)
    }

    /// `a` where `mask` has ones, `b` where it has zeros.
    #[inline(always)]
    fn select(mask: Self::Bits, a: Self, b: Self) -> Self {
        Self::from_bits(b.to_bits() ^ (mask & (a.to_bits() ^ b.to_bits())))
    }
}

macro_rules! impl_single {
    ($float:ident, $word:ident, $signed:ident, $top:literal, $sqrt:path) => {
        impl Bits for $word {
            const TOP: u32 = $top;

            #[inline(always)]
            fn splat(word: u64) -> Self {
                word as $word
            }
            #[inline(always)]
            fn wrapping_add(self, other: Self) -> Self {
                <$word>::wrapping_add(self, other)
            }
            #[inline(always)]
            fn wrapping_sub(self, other: Self) -> Self {
                <$word>::wrapping_sub(self, other)
            }
            #[inline(always)]
            fn shl(self, count: u32) -> Self {
                self.wrapping_shl(count)
            }
            #[inline(always)]
            fn shr(self, count: u32) -> Self {
                self.wrapping_shr(count)
            }
            #[inline(always)]
            fn top_bit_mask(self) -> Self {
                <$word>::wrapping_sub(0, self >> $top)
            }
            #[inline(always)]
            fn any_top_bit(self) -> bool {
                self >> $top != 0
            }
        }

        impl Vector for $float {
            type Scalar = $float;
            type Bits = $word;
            type Lanes = [$float; 1];

            #[inline(always)]
            fn of_lanes([lane]: [$float; 1]) -> Self {
                lane
            }
            #[inline(always)]
            fn lanes(self) -> [$float; 1] {
                [self]
            }

            #[inline(always)]
            fn splat(x: $float) -> Self {
                x
            }
            #[inline(always)]
            fn to_bits(self) -> $word {
                $float::to_bits(self)
            }
            #[inline(always)]
            fn from_bits(bits: $word) -> Self {
                $float::from_bits(bits)
            }
            #[inline(always)]
            fn from_signed(bits: $word) -> Self {
                bits as $signed as $float
            }
            #[inline(always)]
            fn map_lanes(self, mut f: impl FnMut($float) -> $float) -> Self {
                f(self)
            }
            #[inline(always)]
            fn sqrt(self) -> Self {
                $sqrt(self)
            }
            #[inline(always)]
            fn or_larger(self, other: Self) -> Self {
                if self > other { self } else { other }
            }
            #[inline(always)]
            fn lt(self, other: Self) -> $word {
                if self < other { $word::MAX } else { 0 }
            }
            #[inline(always)]
            fn at_most(self, limit: $float) -> Self {
                if limit < self { limit } else { self }
            }
            #[inline(always)]
            fn at_least(self, limit: $float) -> Self {
                if limit > self { limit } else { self }
            }
        }
    };
}

impl_single!(f32, u32, i32, 31, libm::sqrtf);
impl_single!(f64, u64, i64, 63, libm::sqrt);
