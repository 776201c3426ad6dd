//! Natural logarithm by lane polynomials.
//!
//! ```text
//! x = 2^e (1 + f)               1 + f in [2/3, 4/3) for f32, in [√½, √2) for f64
//! f32: ln(1 + f) = f + f² P(f)
//! f64: ln(1 + f) = f − s (f − R(s²)),   s = f / (2 + f),   since ln(1 + f) = 2 artanh s = f − s f + s R
//! ln x = e ln 2 + ln(1 + f)
//!
//! for the radius of the Box-Muller transform, m = 1 + f in [√½, √2):
//! −2 ln x = −2 ln 2 e + s T(s²),   s = (1 − m) / (1 + m),   since −2 ln m = 4 artanh s
//! ```
//!
//! 1. Both ranges hold 1 inside and not at an end, so e = 0 around 1: the result there is as accurate, in relative
//!    terms, as anywhere, is exactly 0 at 1, and is not positive below.
//! 2. Adding the distance from the range's lower end to 1 to the bit pattern of x carries into the exponent exactly
//!    where x passes the range's upper end. What is then in the exponent field is e and a bias, and what is in the
//!    mantissa field is the bit pattern of 1 + f less that of the lower end.
//! 3. e becomes a number by standing in the low bits of 2^23 (2^52), which is subtracted together with the bias.
//! 4. e ln 2 is one rounded product: against a sum of at least 0.28 its error is below one unit in the last place.
//! 5. The f32 logarithm does without the quotient, whose rounding it could not afford. f64 would need 20 terms for
//!    its 6.
//! 6. The radius takes the quotient in both precisions: the divider works beside the multipliers, and the kernels
//!    wait for this chain. With s alone as the leading factor it errs by some units more; the factor −2, f32's unit
//!    of 2^-31 and the place of e in the bit pattern are in the constants.
//!
//! Errors of the functions are measured: for f32 over every third bit pattern against an f64 reference, for f64 over
//! 120 000 arguments against 130 bits. Those for the radius are the bounds that the tests measure.

use super::horner::horner;
use super::vector::{Bits, Vector};

pub(crate) mod f32 {
    use super::{Bits, Vector, horner, special};

    const BIAS: f32 = 8388608.0 + 127.0;

    /// s, and the bit pattern of e 2^23 as a signed integer, of −2 ln(x / 2^31) for x in [1/2, 2^31].
    #[inline(always)]
    pub(crate) fn quotient<V: Vector<Scalar = f32>>(x: V) -> [V; 2] {
        let unit = V::splat(2147483648.0);
        // The pattern of √½ units away, what is left of the exponent field is e 2^23, a signed integer.
        let e = x.to_bits().wrapping_sub(V::Bits::splat(0x4eb5_04f3)) & V::Bits::splat(0xff80_0000);
        let m = V::from_bits(x.to_bits().wrapping_sub(e));
        [(unit - m) / (unit + m), V::from_bits(e)]
    }

    /// The function itself, 0 at the upper end and positive below.
    ///
    /// T of degree 3 is the minimax polynomial for 4 artanh(s) / s under the weight of its reciprocal, with 4 held
    /// fixed: error of the polynomial 2^-29.4, of the function 2.3 ulp. Degree 2 would miss 4 ulp by a little.
    #[inline(always)]
    pub(crate) fn minus_two<V: Vector<Scalar = f32>>([s, e]: [V; 2]) -> V {
        let t = horner!(V, s * s; 4.0, 1.3333355, 0.7995517, 0.5974139);
        V::from_signed(e.to_bits()) * V::splat(-2.0 * core::f32::consts::LN_2 / 8388608.0) + s * t
    }

    /// ln x for any x; subnormal numbers are first multiplied by 2^23.
    #[inline(always)]
    pub(crate) fn any<V: Vector<Scalar = f32>>(x: V) -> V {
        let small = x.lt(V::splat(f32::MIN_POSITIVE));
        let scaled = V::select(small, x * V::splat(8388608.0), x);
        let y = biased(scaled, V::select(small, V::splat(BIAS + 23.0), V::splat(BIAS)));
        special(x, y, [0.0, f32::INFINITY, f32::NEG_INFINITY, f32::from_bits(0x7fc0_0000)])
    }

    /// The logarithm, where `bias` is what e stands above in the low bits of 2^23.
    ///
    /// P of degree 7 is the minimax polynomial for (ln(1 + f) − f) / f² on |f| ≤ 1/3 under the weight
    /// |f² / ln(1 + f)| (Remez exchange in 40 digits; the coefficients then rounded one by one): error of the
    /// polynomial 2^-24.9, of the function 1.25 ulp. Degree 6 would miss 2^-22.3. Its even and its odd powers are
    /// summed apart: the same operations as Horner's rule, half as long a chain.
    #[inline(always)]
    fn biased<V: Vector<Scalar = f32>>(x: V, bias: V) -> V {
        let t = x.to_bits().wrapping_add(V::Bits::splat(0x3f80_0000 - 0x3f2a_aaab));
        let e = V::from_bits(t.shr(23) | V::Bits::splat(0x4b00_0000)) - bias;
        let m = (t & V::Bits::splat(0x007f_ffff)).wrapping_add(V::Bits::splat(0x3f2a_aaab));
        let f = V::from_bits(m) - V::splat(1.0);
        let z = f * f;
        let even = horner!(V, z; -0.49999937, -0.2500782, -0.16415964, -0.15388526);
        let odd = horner!(V, z; 0.33333197, 0.20011167, 0.13995819, 0.14026313);
        e * V::splat(core::f32::consts::LN_2) + (f + z * (even + f * odd))
    }
}

pub(crate) mod f64 {
    use super::{Bits, Vector, horner, special};

    const BIAS: f64 = 4503599627370496.0 + 1023.0;

    /// s and e of −2 ln x for normal x in (0, 1).
    #[inline(always)]
    pub(crate) fn quotient<V: Vector<Scalar = f64>>(x: V) -> [V; 2] {
        let (e, m) = split(x, V::splat(BIAS));
        [(V::splat(1.0) - m) / (V::splat(1.0) + m), e]
    }

    /// The function itself, positive.
    ///
    /// T of degree 6 is the minimax polynomial for 4 artanh(s) / s under the weight of its reciprocal: error of the
    /// polynomial 2^-52.0, of the function at most 1e-15. Its even and its odd powers are summed apart.
    #[inline(always)]
    pub(crate) fn minus_two<V: Vector<Scalar = f64>>([s, e]: [V; 2]) -> V {
        let z = s * s;
        let w = z * z;
        let even =
            horner!(V, w; 4.000000000000001, 0.800000001487974, 0.4444715741566524, 0.3378901153886629);
        let odd = horner!(V, w; 1.3333333333304873, 0.5714282799983298, 0.3623448191846554);
        e * V::splat(-2.0 * core::f64::consts::LN_2) + s * (even + z * odd)
    }

    /// ln x for any x; subnormal numbers are first multiplied by 2^52.
    #[inline(always)]
    pub(crate) fn any<V: Vector<Scalar = f64>>(x: V) -> V {
        let small = x.lt(V::splat(f64::MIN_POSITIVE));
        let scaled = V::select(small, x * V::splat(4503599627370496.0), x);
        let y = biased(scaled, V::select(small, V::splat(BIAS + 52.0), V::splat(BIAS)));
        special(x, y, [0.0, f64::INFINITY, f64::NEG_INFINITY, f64::from_bits(0x7ff8_0000_0000_0000)])
    }

    /// The logarithm, where `bias` is what e stands above in the low bits of 2^52.
    ///
    /// R without constant term and of degree 6 in z = s² is the minimax polynomial for 2 artanh(s) / s − 2 on
    /// 0 ≤ s ≤ (√2 − 1) / (√2 + 1) under the weight s / 2 artanh(s) (Remez exchange in 40 digits; coefficients
    /// rounded lowest power first, the others refitted after each): error of the polynomial 2^-52.2, of the function
    /// 2.3 ulp.
    #[inline(always)]
    fn biased<V: Vector<Scalar = f64>>(x: V, bias: V) -> V {
        let (e, m) = split(x, bias);
        let f = m - V::splat(1.0);
        let s = f / (V::splat(2.0) + f);
        let z = s * s;
        let r = z * horner!(V, z; 0.6666666666658752, 0.4000000005213199, 0.28571417151617157,
            0.2222337020586235, 0.18123688069298963, 0.1681930014059574);
        e * V::splat(core::f64::consts::LN_2) + (f - s * (f - r))
    }

    /// e and m = 1 + f.
    #[inline(always)]
    fn split<V: Vector<Scalar = f64>>(x: V, bias: V) -> (V, V) {
        let t = x.to_bits().wrapping_add(V::Bits::splat(0x3ff0_0000_0000_0000 - 0x3fe6_a09e_667f_3bcd));
        let e = V::from_bits(t.shr(52) | V::Bits::splat(0x4330_0000_0000_0000)) - bias;
        let m =
            (t & V::Bits::splat(0x000f_ffff_ffff_ffff)).wrapping_add(V::Bits::splat(0x3fe6_a09e_667f_3bcd));
        (e, V::from_bits(m))
    }
}

/// `y`, but infinity at infinity, minus infinity at zero of either sign, and NaN below zero and at NaN.
#[inline(always)]
fn special<V: Vector>(x: V, y: V, [zero, infinity, minus_infinity, nan]: [V::Scalar; 4]) -> V {
    let zero = V::splat(zero);
    let y = V::select(x.lt(V::splat(infinity)), y, V::splat(infinity));
    // Without its sign bit, zero alone has a pattern from which subtracting one borrows into the top bit.
    let magnitude = x.to_bits().shl(1).shr(1);
    let is_zero = magnitude.wrapping_sub(V::Bits::splat(1)).top_bit_mask();
    V::select(zero.lt(x), y, V::select(is_zero, V::splat(minus_infinity), V::splat(nan)))
}
