//! What a lattice walk's law is off by where its step is rounded, or so long that the target's own drift is clamped.

use crate::num::{Real, epsilon};

/// ηh up to which nothing is counted: with one parameter the variance is 0.1 % too large there at most, and it is as far as
/// a pilot's own step goes, 2/9 and rounding.
const LEAST: f64 = 0.23;

/// The distance between two numbers of the precision where |θ| is `size`.
pub(super) fn distance<R: Real>(size: f64) -> f64 {
    // What is left without the mantissa is the power of two below.
    epsilon::<R>() * f64::from_bits(size.to_bits() & f64::INFINITY.to_bits())
}

/// What θ's variance is multiplied by where a step of δ at θ is rounded.
///
/// ```text
/// δ is ju at θ, u the distance of its neighbours and j = round(δ/u):      E Δ = (ju/δ) ηG,      E Δ² = (ju)²
/// var / (τ/q) = E Δ² / (2η (ju/δ)) = ju/δ      off by u/(2δ) at the most
/// ```
pub(crate) fn rounded<R: Real>(theta: R, delta: f64) -> f64 {
    let theta = theta.to_f64();
    let [up, down] = [R::from_f64(theta + delta), R::from_f64(theta - delta)].map(R::to_f64);
    let ratio = (up - down) / (2.0 * delta);
    // A step that nobody has said yet, and θ at the precision's end.
    if ratio.is_finite() { ratio } else { 1.0 }
}

/// By what share the variance is too large where an exact gradient's drift is clamped, for `a` = ηh with h the curvature.
///
/// On a normal law the walk is at k lattice steps from the mode, and x = -ak: a birth and death chain, of variance
/// 2a E k² τ/h. Where the lattice has a point at the mode k are integers; where it lies otherwise it is off by as much or
/// less than with that or with two points around it, half a step away: the larger counts.
pub(super) fn clamped(a: f64) -> f64 {
    if a.is_nan() || a <= LEAST {
        return 0.0;
    }
    let of = |from: f64, weight: f64| {
        let (mut k, mut share, mut total, mut squares) = (from, 1.0, weight, weight * from * from);
        // From where x is -1 no step leads on.
        while a * k < 1.0 {
            share *= (1.0 - a * k) / (1.0 + (a * (k + 1.0)).min(1.0));
            k += 1.0;
            total += share;
            squares += share * k * k;
        }
        2.0 * a * squares / total - 1.0
    };
    // Either side has half of the mode's point.
    of(0.0, 0.5).max(of(0.5, 1.0))
}
