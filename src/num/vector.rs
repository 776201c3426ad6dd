//! The lane layer: the few operations that kernels need, over a 64-byte block or over one number.
//!
//! This module and its siblings in `num` are the only code that names `wide`. A polynomial written against
//! [`Vector`] compiles for a block (`f32x16`, `f64x8`) and for a single `f32` or `f64` alike, and gives the same
//! bits in both, because every operation here is one IEEE 754 operation, rounded once, or one on bit patterns.
//!
//! What is left out is left out on purpose: there is no fused multiply-add, no reciprocal estimate and no
//! reduction across lanes, since those round differently from one machine to the next.

use core::ops::{Add, BitAnd, BitOr, BitXor, Div, Mul, Not, Sub};
use wide::{bytemuck, f32x16, f64x8, i32x16, u32x16, u64x8};

/// A block of random bits: a word for each of the generator's eight lanes.
pub(crate) type Words = u64x8;

/// Unsigned integers of the width of the floating-point lanes they are the bits of.
pub trait Bits:
    Copy + Not<Output = Self> + BitAnd<Output = Self> + BitOr<Output = Self> + BitXor<Output = Self> {
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
}

/// Floating-point lanes: a 64-byte block, or one number as a block of a single lane.
pub trait Vector:
    Copy + Add<Output = Self> + Sub<Output = Self> + Mul<Output = Self> + Div<Output = Self>
{
    /// One lane.
    type Scalar: Copy;
    /// The lanes' bit patterns.
    type Bits: Bits;

    /// Every lane holds `x`.
    fn splat(x: Self::Scalar) -> Self;
    /// The lanes' bit patterns.
    fn to_bits(self) -> Self::Bits;
    /// The lanes with these bit patterns.
    fn from_bits(bits: Self::Bits) -> Self;
    /// Square root, correctly rounded.
    fn sqrt(self) -> Self;
    /// All ones where `self < other`, zero elsewhere and where either is NaN.
    fn lt(self, other: Self) -> Self::Bits;
    /// The smaller of `self` and `limit`, for numbers that are not NaN.
    fn at_most(self, limit: Self::Scalar) -> Self;
    /// The larger of `self` and `limit`, for numbers that are not NaN.
    fn at_least(self, limit: Self::Scalar) -> Self;

    /// `a` where `mask` has ones, `b` where it has zeros.
    #[inline(always)]
    fn select(mask: Self::Bits, a: Self, b: Self) -> Self {
        Self::from_bits(b.to_bits() ^ (mask & (a.to_bits() ^ b.to_bits())))
    }
}

macro_rules! impl_block {
    ($float:ty, $scalar:ty, $bits:ty, $word:ty, $top:literal) => {
        impl Bits for $bits {
            #[inline(always)]
            fn splat(word: u64) -> Self {
                <$bits>::splat(word as $word)
            }
            #[inline(always)]
            fn wrapping_add(self, other: Self) -> Self {
                self + other
            }
            #[inline(always)]
            fn wrapping_sub(self, other: Self) -> Self {
                self - other
            }
            #[inline(always)]
            fn shl(self, count: u32) -> Self {
                self << count
            }
            #[inline(always)]
            fn shr(self, count: u32) -> Self {
                self >> count
            }
            #[inline(always)]
            fn top_bit_mask(self) -> Self {
                <$bits>::splat(0) - (self >> $top)
            }
        }

        impl Vector for $float {
            type Scalar = $scalar;
            type Bits = $bits;

            #[inline(always)]
            fn splat(x: $scalar) -> Self {
                <$float>::splat(x)
            }
            #[inline(always)]
            fn to_bits(self) -> $bits {
                <$float>::to_bits(self)
            }
            #[inline(always)]
            fn from_bits(bits: $bits) -> Self {
                <$float>::from_bits(bits)
            }
            #[inline(always)]
            fn sqrt(self) -> Self {
                <$float>::sqrt(self)
            }
            #[inline(always)]
            fn lt(self, other: Self) -> $bits {
                self.simd_lt(other).to_bits()
            }
            #[inline(always)]
            fn at_most(self, limit: $scalar) -> Self {
                <$float>::splat(limit).fast_min(self)
            }
            #[inline(always)]
            fn at_least(self, limit: $scalar) -> Self {
                <$float>::splat(limit).fast_max(self)
            }
        }
    };
}

macro_rules! impl_single {
    ($float:ident, $word:ident, $top:literal, $sqrt:path) => {
        impl Bits for $word {
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
        }

        impl Vector for $float {
            type Scalar = $float;
            type Bits = $word;

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
            fn sqrt(self) -> Self {
                $sqrt(self)
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

impl_block!(f32x16, f32, u32x16, u32, 31);
impl_block!(f64x8, f64, u64x8, u64, 63);
impl_single!(f32, u32, 31, libm::sqrtf);
impl_single!(f64, u64, 63, libm::sqrt);

/// Signed integers to floats, rounded to nearest: the one conversion that the uniforms need beyond bit patterns.
#[inline(always)]
pub(crate) fn signed_to_f32(bits: u32x16) -> f32x16 {
    f32x16::from_i32x16(bytemuck::cast::<u32x16, i32x16>(bits))
}
