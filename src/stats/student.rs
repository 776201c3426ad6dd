//! Quantiles of Student's t, for intervals with few degrees of freedom.

use super::normal_quantile::normal_quantile;
use crate::num::{cos, exp, ln, sin};
use core::f64::consts::PI;

/// t with P(|T| ≤ t) = `level`, for ν ≥ 1 and a level in (0, 1).
///
/// From ν = 3 on by Hill 1970, algorithm 396, to 1e-5. Below, where that is worse, ln t is a cubic of 1/ν through 1 and 2,
/// where t has a closed form, 3 and 4: to 0.05 % for levels up to 0.95, 0.5 % up to 0.99, 2 % up to 0.999.
pub(super) fn student_quantile(level: f64, freedom: f64) -> f64 {
    let tail = 1.0 - level;
    if freedom >= 3.0 {
        return hill(tail, freedom);
    }
    let angle = 0.5 * PI * tail;
    let two = libm::sqrt(2.0 / (tail * (2.0 - tail)) - 2.0);
    let known = [(1.0, cos(angle) / sin(angle)), (2.0, two), (3.0, hill(tail, 3.0)), (4.0, hill(tail, 4.0))];
    let mut sum = 0.0;
    for (at, t) in known {
        let others = known.into_iter().filter(|(other, _)| *other != at);
        let weight = others.fold(1.0, |weight, (other, _)| {
            weight * (1.0 / freedom - 1.0 / other) / (1.0 / at - 1.0 / other)
        });
        sum += weight * ln(t);
    }
    exp(sum)
}

/// As printed there, but that the normal quantile is exact.
fn hill(tail: f64, n: f64) -> f64 {
    let a = 1.0 / (n - 0.5);
    let b = 48.0 / (a * a);
    let mut c = ((20_700.0 * a / b - 98.0) * a - 16.0) * a + 96.36;
    let d = ((94.5 / (b + c) - 3.0) / b + 1.0) * libm::sqrt(a * 0.5 * PI) * n;
    let y = exp(ln(d * tail) * (2.0 / n));
    if y <= 0.05 + a {
        let first = 1.0 / (((n + 6.0) / (n * y) - 0.089 * d - 0.822) * (n + 2.0) * 3.0);
        return libm::sqrt(n * (((first + 0.5 / (n + 4.0)) * y - 1.0) * (n + 1.0) / (n + 2.0) + 1.0 / y));
    }
    let x = normal_quantile(0.5 * tail);
    let y = x * x;
    if n < 5.0 {
        c += 0.3 * (n - 4.5) * (x + 0.6);
    }
    c += (((0.05 * d * x - 5.0) * x - 7.0) * x - 2.0) * x + b;
    let y = (((((0.4 * y + 6.3) * y + 36.0) * y + 94.5) / c - y - 3.0) / b + 1.0) * x;
    libm::sqrt(n * (exp(a * y * y) - 1.0))
}

#[cfg(test)]
mod tests {
    use super::student_quantile;

    /// P(|T| > t) by Simpson's rule, in the angle whose tangent is sqrt(ν)/t.
    fn tail(t: f64, freedom: f64) -> f64 {
        const STEPS: u32 = 2000;
        let end = libm::atan2(freedom.sqrt(), t);
        let scale = libm::exp(libm::lgamma(0.5 * (freedom + 1.0)) - libm::lgamma(0.5 * freedom));
        // With the angle as the fourth power of what steps go through, the integrand is smooth at 0.
        let density = |i: u32| {
            let w = f64::from(i) / f64::from(STEPS);
            let angle = end * w * w * w * w;
            if i == 0 { 0.0 } else { libm::pow(libm::sin(angle), freedom - 1.0) * end * 4.0 * w * w * w }
        };
        let weight = |i: u32| if i == 0 || i == STEPS { 1.0 } else { f64::from(2 + 2 * (i % 2)) };
        let sum: f64 = (0..=STEPS).map(|i| weight(i) * density(i)).sum();
        2.0 * scale / core::f64::consts::PI.sqrt() * sum / f64::from(3 * STEPS)
    }

    #[test]
    fn it_inverts_the_distribution_function() {
        for freedom in [1.0, 1.05, 1.2, 1.5, 1.9, 2.0, 2.5, 3.0, 3.7, 5.0, 8.0, 20.0, 126.0, 1000.0] {
            for (level, bound) in
                [(0.1, 1e-3), (0.5, 5e-4), (0.9, 5e-4), (0.95, 5e-4), (0.99, 5e-3), (0.999, 0.02)]
            {
                let t = student_quantile(level, freedom);
                let bound = if freedom < 3.0 { bound } else { 1e-5 };
                let [above, below] = [t * (1.0 - bound), t * (1.0 + bound)].map(|t| tail(t, freedom));
                assert!(
                    above >= 1.0 - level && below <= 1.0 - level,
                    "{freedom} {level}: {t}, {above} {below}"
                );
            }
        }
    }
}
