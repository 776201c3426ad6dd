//! The vectors of targets that have some, by `wide`; `single` has those of the others.

use super::vector::{Bits, Vector};
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

/// Whether the target has vectors.
pub(crate) const VECTORS: bool = true;

/// How many words a vector of them has.
pub(crate) const U64_LANES: usize = size_of::<U64s>() / size_of::<u64>();

#[inline(always)]
pub(crate) fn words_of(lanes: [u64; U64_LANES]) -> U64s {
    U64s::new(lanes)
}

#[inline(always)]
pub(crate) fn to_words(words: U64s) -> [u64; U64_LANES] {
    words.to_array()
}

/// A vector of random words as one of half-words, the low half of each first: all of it is one part.
#[inline(always)]
pub(crate) fn part(words: U64s, _index: usize) -> U32s {
    // As it is in memory, but where bytes come high first.
    bytemuck::cast(if cfg!(target_endian = "big") { (words << 32) | (words >> 32) } else { words })
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
            type Lanes = [$scalar; size_of::<$float>() / size_of::<$scalar>()];

            #[inline(always)]
            fn of_lanes(lanes: Self::Lanes) -> Self {
                <$float>::new(lanes)
            }
            #[inline(always)]
            fn lanes(self) -> Self::Lanes {
                self.to_array()
            }

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
                <$float>::sqrt(self)
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

impl_block!(F32s, f32, U32s, u32, 31, f32s_from_signed);
impl_block!(F64s, f64, U64s, u64, 63, f64s_from_signed);
