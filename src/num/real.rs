//! The two precisions: what the rest of the crate may know of `f32` and `f64`.

use super::bytes::Number;
use super::native::{self, F32s, F64s, U64s};
use super::vector::{Bits, Vector};
use core::ops::Neg;
use wide::bytemuck::{self, Pod};

/// A precision of parameters and gradients: `f32` or `f64`, and no other.
///
/// Kernels walk over vectors in *pairs* of 64-byte blocks, because the Box-Muller transform gives its normals
/// two blocks at a time: 32 parameters in `f32`, 16 in `f64`. The last pair is padded with zeros.
#[expect(
    private_bounds,
    reason = "what kernels know of a precision is out of a caller's reach, and nobody can add one"
)]
pub trait Real:
    Precision + Neg<Output = Self> + PartialOrd + Default + Send + Sync + core::fmt::Debug + core::fmt::Display
{
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
}

/// The distance from 1 to the next number of the precision.
pub(crate) fn epsilon<R>() -> f64 {
    if size_of::<R>() == size_of::<f32>() { f64::from(f32::EPSILON) } else { f64::EPSILON }
}

/// How far a difference of gradients reaches, in standard deviations of the posterior.
pub(crate) fn reach<R>() -> f64 {
    if size_of::<R>() == size_of::<f32>() { 0.25 } else { 1.0 / 1024.0 }
}

/// What kernels know of a precision besides.
pub(crate) trait Precision: Vector<Scalar = Self> + Number {
    /// A piece of a block: a vector of the target.
    type Piece: Vector<Scalar = Self>;
    /// A pair of blocks in memory.
    type Pair: Pod + AsRef<[Self]> + AsMut<[Self]>;
    /// A piece widened to `f64`, in the order of the lanes.
    type Wide: Pod + Default + AsRef<[F64s]> + AsMut<[F64s]>;
    /// A block widened, piece by piece.
    type WideBlock: Copy + Default + AsRef<[Self::Wide]> + AsMut<[Self::Wide]>;

    /// How many pieces make a block.
    const PIECES: usize;

    /// The fourth root of the power of two just above the largest finite number: what may multiply noise.
    const FOURTH_ROOT: f64;

    /// The whole pairs of a slice, and the numbers left over.
    fn pairs(slice: &[Self]) -> (&[Self::Pair], &[Self]);
    /// The same for a slice to be written.
    fn pairs_mut(slice: &mut [Self]) -> (&mut [Self::Pair], &mut [Self]);
    /// One piece of either block, by its index within a block.
    fn load(pair: &Self::Pair, piece: usize) -> [Self::Piece; 2];
    /// Writes one piece of either block.
    fn store(pair: &mut Self::Pair, piece: usize, pieces: [Self::Piece; 2]);
    /// Copies numbers that do not fill a pair into one of zeros, a piece at a time.
    fn pad(pair: &mut Self::Pair, rest: &[Self]);
    /// Copies them back.
    fn unpad(pair: &Self::Pair, rest: &mut [Self]);
    /// The first lane.
    fn first(piece: Self::Piece) -> Self;
    /// Every lane as an `f64`.
    fn widen(piece: Self::Piece) -> Self::Wide;
    /// The part of some random words that a piece takes, which is all of them where the two are as large.
    fn bits(words: U64s, part: usize) -> <Self::Piece as Vector>::Bits;

    /// Uniform on (0, 1] from random bits.
    fn uniform<V: Vector<Scalar = Self>>(bits: V::Bits) -> V;
    /// Uniform on (0, 1], in units of 2^-31 in `f32`, without the lowest bit of each lane, for the radius of the
    /// Box-Muller transform: see `rng::normal`.
    fn radius_uniform<V: Vector<Scalar = Self>>(bits: V::Bits) -> V;
    /// Uniform on [-1/2, 1/2] quarter turns, without the top bit of each lane.
    fn quarter_turn<V: Vector<Scalar = Self>>(bits: V::Bits) -> V;

    /// The quotient in −2 ln u, of what `radius_uniform` gives, and the exponent in `minus_two_ln`'s form: see
    /// `num::ln`.
    fn log_quotient<V: Vector<Scalar = Self>>(u: V) -> [V; 2];
    /// −2 ln u from both.
    fn minus_two_ln<V: Vector<Scalar = Self>>(quotient: [V; 2]) -> V;
    /// Natural logarithm of any number: see `num::ln`.
    fn ln<V: Vector<Scalar = Self>>(x: V) -> V;
    /// Exponential function of any number: see `num::exp`.
    fn exp<V: Vector<Scalar = Self>>(x: V) -> V;
    /// The same bits by fewer operations, for |x| ≤ 1/3: see `num::exp`.
    fn exp_near<V: Vector<Scalar = Self>>(x: V) -> V;
    /// Sine and cosine of `x` quarter turns for |x| ≤ 1/2: see `num::sin_cos`.
    fn sin_cos_quarter<V: Vector<Scalar = Self>>(x: V) -> (V, V);
    /// Sine and cosine of any number of radians: see `num::sin_cos`.
    fn sin_cos<V: Vector<Scalar = Self>>(x: V) -> (V, V);
}

const F32_LANES: usize = size_of::<F32s>() / size_of::<f32>();
const F64_LANES: usize = size_of::<F64s>() / size_of::<f64>();

/// Random words are as large as what a piece of `f64` takes.
#[inline(always)]
fn whole(words: U64s, _part: usize) -> U64s {
    words
}

macro_rules! impl_real {
    (
        $real:ident, block $block_len:literal, piece $piece:ident of $lanes:ident, bits $bits:path,
        fn uniform($uniform_bits:ident) $uniform:block
        fn radius_uniform($radius_bits:ident) $radius:block
        fn quarter_turn($turn_bits:ident) $turn:block
    ) => {
        impl Real for $real {
            const MAX: Self = $real::MAX;

            #[inline(always)]
            fn from_f64(x: f64) -> Self {
                x as $real
            }
            #[inline(always)]
            fn to_f64(self) -> f64 {
                f64::from(self)
            }
            #[inline(always)]
            fn is_finite(self) -> bool {
                $real::is_finite(self)
            }
            #[inline(always)]
            fn to_bits_u64(self) -> u64 {
                self.to_bits().into()
            }
        }

        impl Precision for $real {
            type Piece = $piece;
            type Pair = [$real; 2 * $block_len];
            type Wide = [F64s; $lanes / F64_LANES];
            type WideBlock = [Self::Wide; Self::PIECES];

            const PIECES: usize = $block_len / $lanes;

            const FOURTH_ROOT: f64 = {
                let sixteenth = (1u128 << ($real::MAX_EXP / 16)) as f64;
                sixteenth * sixteenth * sixteenth * sixteenth
            };

            #[inline(always)]
            fn pairs(slice: &[Self]) -> (&[Self::Pair], &[Self]) {
                slice.as_chunks()
            }
            #[inline(always)]
            fn pairs_mut(slice: &mut [Self]) -> (&mut [Self::Pair], &mut [Self]) {
                slice.as_chunks_mut()
            }
            #[inline(always)]
            fn load(pair: &Self::Pair, piece: usize) -> [$piece; 2] {
                let blocks: &[[[$real; $lanes]; Self::PIECES]; 2] = bytemuck::cast_ref(pair);
                blocks.each_ref().map(|block| Vector::of_lanes(block.get(piece).copied().unwrap_or_default()))
            }
            #[inline(always)]
            fn store(pair: &mut Self::Pair, piece: usize, pieces: [$piece; 2]) {
                let blocks: &mut [[[$real; $lanes]; Self::PIECES]; 2] = bytemuck::cast_mut(pair);
                for (block, new) in blocks.iter_mut().zip(pieces) {
                    if let Some(old) = block.get_mut(piece) {
                        *old = new.lanes();
                    }
                }
            }
            #[inline(always)]
            fn pad(pair: &mut Self::Pair, rest: &[Self]) {
                let (pieces, last) = rest.as_chunks::<{ $lanes }>();
                let (to, _) = pair.as_chunks_mut();
                for (to, from) in to.iter_mut().zip(pieces) {
                    *to = *from;
                }
                if let Some(to) = to.get_mut(pieces.len()) {
                    // Put together in registers: a vector that is loaded from single numbers just stored waits for
                    // them.
                    let lanes = core::array::from_fn(|lane| last.get(lane).copied().unwrap_or_default());
                    *to = <$piece>::of_lanes(lanes).lanes();
                }
            }
            #[inline(always)]
            fn unpad(pair: &Self::Pair, rest: &mut [Self]) {
                let (pieces, last) = rest.as_chunks_mut::<{ $lanes }>();
                let (from, _) = pair.as_chunks();
                let mut from = from.iter();
                for (to, from) in pieces.iter_mut().zip(&mut from) {
                    *to = *from;
                }
                for (to, from) in last.iter_mut().zip(from.next().unwrap_or(&[0.0; _])) {
                    *to = *from;
                }
            }
            #[inline(always)]
            fn first(piece: $piece) -> Self {
                let [first, ..] = piece.lanes();
                first
            }
            #[inline(always)]
            fn widen(piece: $piece) -> Self::Wide {
                let parts: [[$real; F64_LANES]; _] = bytemuck::cast(piece.lanes());
                parts.map(|part| F64s::of_lanes(part.map(f64::from)))
            }
            #[inline(always)]
            fn bits(words: U64s, part: usize) -> <$piece as Vector>::Bits {
                $bits(words, part)
            }
            #[inline(always)]
            fn uniform<V: Vector<Scalar = Self>>($uniform_bits: V::Bits) -> V $uniform
            #[inline(always)]
            fn radius_uniform<V: Vector<Scalar = Self>>($radius_bits: V::Bits) -> V $radius
            #[inline(always)]
            fn quarter_turn<V: Vector<Scalar = Self>>($turn_bits: V::Bits) -> V $turn
            #[inline(always)]
            fn log_quotient<V: Vector<Scalar = Self>>(u: V) -> [V; 2] {
                super::ln::$real::quotient(u)
            }
            #[inline(always)]
            fn minus_two_ln<V: Vector<Scalar = Self>>(quotient: [V; 2]) -> V {
                super::ln::$real::minus_two(quotient)
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
            fn exp_near<V: Vector<Scalar = Self>>(x: V) -> V {
                super::exp::$real::near(x)
            }
            #[inline(always)]
            fn sin_cos_quarter<V: Vector<Scalar = Self>>(x: V) -> (V, V) {
                super::sin_cos::$real::quarter(x)
            }
            #[inline(always)]
            fn sin_cos<V: Vector<Scalar = Self>>(x: V) -> (V, V) {
                super::sin_cos::$real::radians(x)
            }
        }
    };
}

impl_real! {
    f32, block 16, piece F32s of F32_LANES, bits native::part,
    // (k + 1/2) / 2^32 for the unsigned word k, rounded once: the signed conversion is exact to half a unit in
    // the last place, and 2^32 is added where it read a set top bit as a minus.
    fn uniform(bits) {
        let offset = V::select(bits.top_bit_mask(), V::splat(4294967296.0), V::splat(0.5));
        (V::from_signed(bits) + offset) * V::splat(1.0 / 4294967296.0)
    }
    // k + 1/2 for the top 31 bits k, which no signed conversion mistakes. The smallest stands for 2^-32, so normals
    // reach 6.66 standard deviations; a 24-bit uniform would stop at 5.77.
    fn radius_uniform(bits) {
        V::from_signed(bits.shr(1)) + V::splat(0.5)
    }
    fn quarter_turn(bits) {
        V::from_signed(bits.shl(1)) * V::splat(1.0 / 4294967296.0)
    }
}

impl_real! {
    f64, block 8, piece F64s of F64_LANES, bits whole,
    // (k + 1/2) / 2^52 for the top 52 bits k: written into the mantissa of a number in [1, 2) and shifted down,
    // both exactly. The smallest is 2^-53, so normals reach 8.57 standard deviations.
    fn uniform(bits) {
        let shifted = V::from_bits(bits.shr(12) | V::Bits::splat(1.0f64.to_bits()));
        shifted - V::splat(1.0 - 1.0 / 9007199254740992.0)
    }
    fn radius_uniform(bits) {
        Self::uniform(bits)
    }
    fn quarter_turn(bits) {
        V::from_bits(bits.shl(1).shr(12) | V::Bits::splat(1.0f64.to_bits())) - V::splat(1.5)
    }
}
