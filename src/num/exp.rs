//! Exponential function by lane polynomials, for any number.
//!
//! ```text
//! n = round(x / ln 2)           the sum with 1.5·2^23 (1.5·2^52) rounds, and holds n in its low bits
//! r = (x − n L) − n l           ln 2 = L + l; L is short enough for n L and the first difference to be exact
//! y = 1 + (r + r² P(r))         |r| ≤ ln 2 / 2
//! exp x = y 2^⌊n/2⌋ 2^(n−⌊n/2⌋)
//! ```
//!
//! 1. The power of two comes in two factors because 2^n alone leaves the exponent's range before exp x does. The
//!    first product is exact, so a subnormal result is rounded once, and overflow and underflow come by themselves.
//! 2. x is first clamped to a range whose ends already give infinity and zero; it keeps n within the exponent's bits.
//! 3. P is the minimax polynomial for (e^r − 1 − r) / r² on |r| ≤ ln 2 / 2 under the weight r² / e^r, so that the
//!    relative error of y is levelled (Remez exchange in 40 digits; the coefficients then rounded one by one). Its
//!    even and its odd powers are summed apart: the same operations as Horner's rule, half as long a chain.
//!
//! Errors of the functions are measured: for f32 over every third bit pattern against an f64 reference, for f64 over
//! 60 000 arguments against 130 bits.

use super::horner::horner;
use super::vector::{Bits, Vector};

pub(crate) mod f32 {
    use super::{Bits, Vector, horner, keep_nan};

    /// exp r for |r| ≤ ln 2 / 2; [`any`]'s bits where n is 0.
    #[inline(always)]
    pub(crate) fn near<V: Vector<Scalar = f32>>(r: V) -> V {
        let z = r * r;
        let even = horner!(V, z; 0.49999994, 0.04166839, 0.0013814594);
        let odd = horner!(V, z; 0.16666521, 0.008368717);
        V::splat(1.0) + (r + z * (even + r * odd))
    }

    /// exp x for any x.
    ///
    /// P has degree 4: error of the polynomial 2^-28.0, of the function 1.02 ulp.
    #[inline(always)]
    pub(crate) fn any<V: Vector<Scalar = f32>>(x: V) -> V {
        let clamped = x.at_least(-104.0).at_most(89.0);
        let shifted = clamped * V::splat(core::f32::consts::LOG2_E) + V::splat(12582912.0);
        let n = shifted - V::splat(12582912.0);
        let r = clamped - n * V::splat(0.69314575) - n * V::splat(1.4286068e-6);
        let y = near(r);
        // n plus twice the exponent's bias, from the bits of `shifted`.
        let exponents = shifted.to_bits().wrapping_sub(V::Bits::splat(0x4b40_0000 - 2 * 127));
        let half = exponents.shr(1);
        let y = y * V::from_bits(half.shl(23)) * V::from_bits(exponents.wrapping_sub(half).shl(23));
        keep_nan(x, y, V::splat(f32::from_bits(0x7fc0_0000)), 0.0, 1.0)
    }
}

pub(crate) mod f64 {
    use super::{Bits, Vector, horner, keep_nan};

    /// exp r for |r| ≤ ln 2 / 2; [`any`]'s bits where n is 0.
    #[inline(always)]
    pub(crate) fn near<V: Vector<Scalar = f64>>(r: V) -> V {
        let z = r * r;
        let even = horner!(V, z; 0.5000000000000011, 0.04166666666653016, 0.0013888888943629054,
            2.4801493099787163e-5, 2.763024812487226e-7);
        let odd = horner!(V, z; 0.16666666666666413, 0.008333333333494498, 0.00019841269506496955,
            2.755758644828809e-6, 2.5000038024472517e-8);
        V::splat(1.0) + (r + z * (even + r * odd))
    }

    /// exp x for any x.
    ///
    /// P has degree 9: error of the polynomial 2^-56.4, of the function 1.0 ulp.
    #[inline(always)]
    pub(crate) fn any<V: Vector<Scalar = f64>>(x: V) -> V {
        let clamped = x.at_least(-746.0).at_most(710.0);
        let shifted = clamped * V::splat(core::f64::consts::LOG2_E) + V::splat(6755399441055744.0);
        let n = shifted - V::splat(6755399441055744.0);
        let r = clamped - n * V::splat(0.6931471805598903) - n * V::splat(5.497923018708371e-14);
        let y = near(r);
        let exponents = shifted.to_bits().wrapping_sub(V::Bits::splat(0x4338_0000_0000_0000 - 2 * 1023));
        let half = exponents.shr(1);
        let y = y * V::from_bits(half.shl(52)) * V::from_bits(exponents.wrapping_sub(half).shl(52));
        keep_nan(x, y, V::splat(f64::from_bits(0x7ff8_0000_0000_0000)), 0.0, 1.0)
    }
}

/// `y`, and `nan` in the lanes where `x` is NaN: neither above zero nor below one.
#[inline(always)]
fn keep_nan<V: Vector>(x: V, y: V, nan: V, zero: V::Scalar, one: V::Scalar) -> V {
    V::select(V::splat(zero).lt(x) | x.lt(V::splat(one)), y, nan)
}
