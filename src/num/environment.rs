//! The floating-point environment that promise 1 is for: round to nearest, subnormal numbers kept.

use super::real::Real;
use core::hint::black_box;

/// Whether sums round to nearest and subnormal numbers are neither flushed nor taken for zero, in both precisions.
///
/// Seen from arithmetic alone, so that it works on every target. What it cannot see is a trap: a host that unmasks
/// floating-point exceptions gets them.
///
/// A chain that starts elsewhere is refused with `FloatEnvironment`.
pub fn float_environment_is_default() -> bool {
    is_default(f64::EPSILON, f64::MIN_POSITIVE, f64::from_bits(1))
        && is_default(f32::EPSILON, f32::MIN_POSITIVE, f32::from_bits(1))
}

/// The same in one precision: of the spacing above 1, the smallest normal number and the smallest of all.
fn is_default<R: Real>(spacing: R, normal: R, smallest: R) -> bool {
    // A quarter of the spacing rounds away, three quarters round up to all of it, and their negatives likewise. Rounding
    // towards 0, up or down does otherwise with one of the four.
    let rounds = |one: f64| {
        let one = black_box(R::from_f64(one));
        let moves = |share: f64| one + black_box(one * R::from_f64(share) * spacing) != one;
        moves(0.75) && !moves(0.25)
    };
    // As an operand, and as a result.
    let scale = R::from_f64(1.0) / spacing;
    rounds(1.0)
        && rounds(-1.0)
        && black_box(smallest) * black_box(scale) == normal
        && black_box(normal) * black_box(R::from_f64(0.5)) > R::default()
}
