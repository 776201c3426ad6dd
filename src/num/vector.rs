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
use wide::bytemuck;

/// Names the vectors of one width, in bytes and in lanes.
macro_rules! native {
    ($f32s:ident, $f64s:ident, $i32s:ident, $u32s:ident, $u64s:ident, $from_i32s:ident) => {
        pub(crate) use wide::{$f32s as F32s, $f64s as F64s, $u32s as U32s, $u64s as U64s};

        #[inline(always)]
        fn f32s_from_signed(bits: U32s) -> F32s {
            F32s::$from_i32s(bytemuck::cast::<U32s, wide::$i32s>(bits))
        }
    };
}

// On AVX2 a whole block, as two vectors side by side: two chains of operations hide each other's latency, and every
// constant is loaded once for both. With 16-byte vectors of as few registers that costs more in spills than it gives.
#[cfg(target_feature = "avx2")]
native!(f32x16, f64x8, i32x16, u32x16, u64x8, from_i32x16);
#[cfg(not(target_feature = "avx2"))]
native!(f32x4, f64x2, i32x4, u32x4, u64x2, from_i32x4);

/// Few targets convert 64-bit integers; all of them add. With the top bit flipped the high half of a number is its
/// value above -2^63, and stands in the low bits of 2^84 + 2^32 high; the low half in those of 2^52 + low. The first
/// difference is exact, so that the sum rounds once.
#[inline(always)]
#[cfg(not(target_feature = "avx512dq"))]
fn f64s_from_signed(bits: U64s) -> F64s {
    let high = F64s::from_bits((bits >> 32) ^ U64s::splat(0x4530_0000_8000_0000));
    let low = F64s::from_bits((bits & U64s::splat(0xffff_ffff)) | U64s::splat(0x4330_0000_0000_0000));
    (high - F64s::splat(19342822341709703277445120.0)) + low
}

/// One instruction.
#[inline(always)]
#[cfg(target_feature = "avx512dq")]
fn f64s_from_signed(bits: U64s) -> F64s {
    F64s::new(bits.to_array().map(|word| word.cast_signed() as f64))
}

/// Whether the target has vectors that `wide` knows.
const VECTORS: bool = cfg!(any(
    target_feature = "sse2",
    all(target_feature = "neon", target_arch = "aarch64"),
    target_feature = "simd128"
));

/// How many native vectors make a 64-byte block.
pub(crate) const PIECES: usize = 64 / size_of::<F32s>();

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

macro_rules! impl_block {
    ($float:ty, $scalar:ty, $bits:ty, $word:ty, $top:literal, $from_signed:expr) => {
        impl Bits for $bits {
            const TOP: u32 = $top;

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
            #[inline(always)]
            fn any_top_bit(self) -> bool {
                self.to_array().iter().fold(0, |all, lane| all | lane) >> $top != 0
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
            fn from_signed(bits: $bits) -> Self {
                $from_signed(bits)
            }
            #[inline(always)]
            fn map_lanes(self, f: impl FnMut($scalar) -> $scalar) -> Self {
                <$float>::new(self.to_array().map(f))
            }
            #[inline(always)]
            fn sqrt(self) -> Self {
                // Without vectors `wide` works a root out bit by bit; both are rounded correctly.
                if VECTORS { <$float>::sqrt(self) } else { self.map_lanes(Vector::sqrt) }
            }
            #[inline(always)]
            fn or_larger(self, other: Self) -> Self {
                self.fast_max(other)
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

impl_block!(F32s, f32, U32s, u32, 31, f32s_from_signed);
impl_block!(F64s, f64, U64s, u64, 63, f64s_from_signed);
impl_single!(f32, u32, i32, 31, libm::sqrtf);
impl_single!(f64, u64, i64, 63, libm::sqrt);
