//! The floating-point environment that promise 1 is for: round to nearest, subnormal numbers kept.

use core::hint::black_box;

/// Whether sums round to nearest and subnormal numbers are neither flushed nor taken for zero, in both precisions.
///
/// Seen from arithmetic alone, so that it works on every target. What it cannot see is a trap: a host that unmasks
/// floating-point exceptions gets them.
///
/// A chain that starts elsewhere is refused with `FloatEnvironment`.
pub fn float_environment_is_default() -> bool {
    // A quarter and three quarters of the spacing above 1: the first rounds down, the second up, and their negatives
    // likewise. Rounding towards 0, up or down does otherwise with one of the four.
    let [quarter, three] = [0.25, 0.75].map(|share| black_box(share * f64::EPSILON));
    let one = black_box(1.0f64);
    let double = one + quarter == 1.0
        && one + three > 1.0
        && -one - quarter == -1.0
        && -one - three < -1.0
        // As an operand, and as a result.
        && black_box(f64::from_bits(1)) * black_box(4_503_599_627_370_496.0) == f64::MIN_POSITIVE
        && black_box(f64::MIN_POSITIVE) * black_box(0.5) > 0.0;

    let [quarter, three] = [0.25, 0.75].map(|share| black_box(share * f32::EPSILON));
    let one = black_box(1.0f32);
    let single = one + quarter == 1.0
        && one + three > 1.0
        && -one - quarter == -1.0
        && -one - three < -1.0
        && black_box(f32::from_bits(1)) * black_box(8_388_608.0) == f32::MIN_POSITIVE
        && black_box(f32::MIN_POSITIVE) * black_box(0.5) > 0.0;
    double && single
}
