//! The two precisions: what the rest of the crate may know of `f32` and `f64`.

use super::vector::{Bits, Vector, signed_to_f32};
use core::ops::Neg;
use wide::bytemuck::Pod;
use wide::{bytemuck, f32x16, f64x8, u32x16, u64x8};

mod sealed {
    pub trait Sealed {}
    impl Sealed for f32 {}
    impl Sealed for f64 {}
}

/// A precision of parameters and gradients: `f32` or `f64`, and no other.
///
/// Kernels walk over vectors in *pairs* of 64-byte blocks, because the Box-Muller transform gives its normals
/// two blocks at a time: 32 parameters in `f32`, 16 in `f64`. The last pair is padded with zeros.
pub trait Real:
    sealed::Sealed
    + Vector<Scalar = Self>
    + Neg<Output = Self>
    + PartialOrd
    + Default
    + Pod
    + Send
    + Sync
    + core::fmt::Debug
    + core::fmt::Display
{
    /// A 64-byte block of lanes.
    #[doc(hidden)]
    type Block: Vector<Scalar = Self>;
    /// A pair of blocks in memory.
    #[doc(hidden)]
    type Pair: Pod + AsRef<[Self]> + AsMut<[Self]>;
    /// A block widened to `f64`, eight lanes at a time in the order of the lanes.
    #[doc(hidden)]
    type Wide: AsRef<[f64x8]>;

    /// The largest finite number.
    const MAX: Self;

    /// Rounds to this precision.
    fn from_f64(x: f64) -> Self;
    /// Widens without rounding.
    fn to_f64(self) -> f64;
    /// Neither infinite nor NaN.
    fn is_finite(self) -> bool;
    /// The bit pattern, zero-extended.
    fn to_bits_u64(self) -> u64;

    /// The whole pairs of a slice, and the numbers left over.
    #[doc(hidden)]
    fn pairs(slice: &[Self]) -> (&[Self::Pair], &[Self]);
    /// The same for a slice to be written.
    #[doc(hidden)]
    fn pairs_mut(slice: &mut [Self]) -> (&mut [Self::Pair], &mut [Self]);
    #[doc(hidden)]
    fn load(pair: &Self::Pair) -> [Self::Block; 2];
    #[doc(hidden)]
    fn store(pair: &mut Self::Pair, blocks: [Self::Block; 2]);
    #[doc(hidden)]
    fn widen(block: Self::Block) -> Self::Wide;

    /// Whether no lane has its top bit set.
    #[doc(hidden)]
    fn none_negative(bits: <Self::Block as Vector>::Bits) -> bool;

    /// Uniform on (0, 1) from random bits, for the radius of the Box-Muller transform: see `rng::normal`.
    #[doc(hidden)]
    fn radius_uniform(bits: u64x8) -> Self::Block;
    /// Uniform on [-1/2, 1/2] quarter turns, without the two top bits of each lane.
    #[doc(hidden)]
    fn quarter_turn(bits: u64x8) -> Self::Block;
    /// The lanes' share of a block of random bits.
    #[doc(hidden)]
    fn lanes(bits: u64x8) -> <Self::Block as Vector>::Bits;

    /// Natural logarithm of positive normal numbers: see `num::ln`.
    #[doc(hidden)]
    fn ln_normal<V: Vector<Scalar = Self>>(x: V) -> V;
    /// Natural logarithm of any number: see `num::ln`.
    #[doc(hidden)]
    fn ln<V: Vector<Scalar = Self>>(x: V) -> V;
    /// Exponential function of any number: see `num::exp`.
    #[doc(hidden)]
    fn exp<V: Vector<Scalar = Self>>(x: V) -> V;
    /// Sine and cosine of `x` quarter turns for |x| ≤ 1/2: see `num::sin_cos`.
    #[doc(hidden)]
    fn sin_cos_quarter<V: Vector<Scalar = Self>>(x: V) -> (V, V);
    /// Sine and cosine of any number of radians: see `num::sin_cos`.
    #[doc(hidden)]
    fn sin_cos(x: Self::Block) -> (Self::Block, Self::Block);
}

macro_rules! impl_real {
    (
        $real:ident, lanes $lanes:literal, block $block:ty, wide $wide:literal,
        fn widen($block_arg:ident) $widen:block
        fn radius_uniform($radius_bits:ident) $radius:block
        fn quarter_turn($turn_bits:ident) $turn:block
        fn lanes($lane_bits:ident) $lane:block
    ) => {
        impl Real for $real {
            type Block = $block;
            type Pair = [$real; 2 * $lanes];
            type Wide = [f64x8; $wide];

            const MAX: Self = $real::MAX;

            #[inline(always)]
            fn from_f64(x: f64) -> Self {
                x as $real
            }
            #[inline(always)]
            fn to_f64(self) -> f64 {
                self as f64
            }
            #[inline(always)]
            fn is_finite(self) -> bool {
                $real::is_finite(self)
            }
            #[inline(always)]
            fn to_bits_u64(self) -> u64 {
                self.to_bits() as u64
            }
            #[inline(always)]
            fn pairs(slice: &[Self]) -> (&[Self::Pair], &[Self]) {
                slice.as_chunks()
            }
            #[inline(always)]
            fn pairs_mut(slice: &mut [Self]) -> (&mut [Self::Pair], &mut [Self]) {
                slice.as_chunks_mut()
            }
            #[inline(always)]
            fn load(pair: &Self::Pair) -> [$block; 2] {
                let halves: [[$real; $lanes]; 2] = bytemuck::cast(*pair);
                halves.map(<$block>::new)
            }
            #[inline(always)]
            fn store(pair: &mut Self::Pair, blocks: [$block; 2]) {
                let halves: [[$real; $lanes]; 2] = blocks.map(|block| block.to_array());
                *pair = bytemuck::cast(halves);
            }
            #[inline(always)]
            fn widen($block_arg: $block) -> Self::Wide $widen
            #[inline(always)]
            fn none_negative(bits: <$block as Vector>::Bits) -> bool {
                bits.to_array().iter().fold(0, |all, lane| all | lane).leading_zeros() > 0
            }
            #[inline(always)]
            fn radius_uniform($radius_bits: u64x8) -> $block $radius
            #[inline(always)]
            fn quarter_turn($turn_bits: u64x8) -> $block $turn
            #[inline(always)]
            fn lanes($lane_bits: u64x8) -> <$block as Vector>::Bits $lane
            #[inline(always)]
            fn ln_normal<V: Vector<Scalar = Self>>(x: V) -> V {
                super::ln::$real::normal(x)
            }
            #[inline(always)]
            fn ln<V: Vector<Scalar = Self>>(x: V) -> V {
                super::ln::$real::any(x)
            }
            #[inline(always)]
            fn exp<V: Vector<Scalar = Self>>(x: V) -> V {
                super::exp::$real::any(x)
            }
            #[inline(always)]
            fn sin_cos_quarter<V: Vector<Scalar = Self>>(x: V) -> (V, V) {
                super::sin_cos::$real::quarter(x)
            }
            #[inline(always)]
            fn sin_cos(x: $block) -> ($block, $block) {
                super::sin_cos::$real::radians(x)
            }
        }
    };
}

impl_real! {
    f32, lanes 16, block f32x16, wide 2,
    fn widen(block) {
        let [low, high]: [[f32; 8]; 2] = bytemuck::cast(block.to_array());
        [f64x8::new(low.map(f64::from)), f64x8::new(high.map(f64::from))]
    }
    // (u + 1/2) / 2^32 for the unsigned word u, rounded once: the signed conversion is exact to half a unit in
    // the last place, and 2^32 is added where it read a set top bit as a minus. The smallest radius uniform is
    // 2^-33, so normals reach 6.76 standard deviations; a 24-bit uniform would stop at 5.77.
    fn radius_uniform(bits) {
        let word = Self::lanes(bits);
        let (high, low) = (f32x16::splat(4294967296.0), f32x16::splat(0.5));
        let offset = <f32x16 as Vector>::select(Bits::top_bit_mask(word), high, low);
        (signed_to_f32(word) + offset) * f32x16::splat(1.0 / 4294967296.0)
    }
    fn quarter_turn(bits) {
        signed_to_f32(Bits::shl(Self::lanes(bits), 2)) * f32x16::splat(1.0 / 4294967296.0)
    }
    fn lanes(bits) {
        bytemuck::cast::<u64x8, u32x16>(bits)
    }
}

impl_real! {
    f64, lanes 8, block f64x8, wide 1,
    fn widen(block) {
        [block]
    }
    // (k + 1/2) / 2^52 for the top 52 bits k: written into the mantissa of a number in [1, 2) and shifted down,
    // both exactly. The smallest is 2^-53, so normals reach 8.57 standard deviations.
    fn radius_uniform(bits) {
        f64x8::from_bits((bits >> 12) | u64x8::splat(1.0f64.to_bits()))
            - f64x8::splat(1.0 - 1.0 / 9007199254740992.0)
    }
    fn quarter_turn(bits) {
        f64x8::from_bits(((bits << 2) >> 12) | u64x8::splat(1.0f64.to_bits())) - f64x8::splat(1.5)
    }
    fn lanes(bits) {
        bits
    }
}
