//! Powers of two that bring numbers near 1, so that what squares them neither vanishes nor overflows.

/// 2^-e for the number of exponent e, a power of two in [2^-1022, 2^1023]: times the number it is from 1 to 4, or below 1
/// for subnormal numbers and 0.
pub(super) fn towards_one(x: f64) -> f64 {
    let exponent = (x.to_bits() >> 52) & 0x7ff;
    f64::from_bits((2046 - exponent.min(2045)) << 52)
}

/// x / (s t) for two of these powers, rounded once, where each division by itself might overflow.
pub(super) fn unscaled(x: f64, s: f64, t: f64) -> f64 {
    let exponent = |power: f64| (power.to_bits() >> 52) as i32 - 1023;
    libm::scalbn(x, -exponent(s) - exponent(t))
}

/// The largest magnitude.
pub(super) fn largest(numbers: impl Iterator<Item = f64>) -> f64 {
    numbers.fold(0.0, |largest, x| if x.abs() > largest { x.abs() } else { largest })
}

#[cfg(test)]
mod tests {
    use super::{towards_one, unscaled};

    #[test]
    fn it_brings_every_normal_number_near_one() {
        for x in [f64::MIN_POSITIVE, 1e-300, 0.75, 1.0, -3.0, 1e300, f64::MAX] {
            let scale = towards_one(x);
            assert!((1.0..4.0).contains(&(x * scale).abs()), "{x}: {scale}");
            assert_eq!(unscaled(x * scale, scale, 1.0), x);
        }
        assert!(towards_one(0.0) * f64::MIN_POSITIVE < 4.0 && towards_one(1e-310) > 1e300);
        assert_eq!(unscaled(6.0, f64::MIN_POSITIVE, libm::scalbn(1.0, 1000)), 6.0 * 4_194_304.0);
    }
}
