//! Positive numbers that sum to 1, by the isometric log-ratio transform.
//!
//! ```text
//! z = V θ,   y = exp z / Σ exp z              log |det ∂y/∂θ| = Σ_j log y_j + ½ log K
//! ```
//!
//! y has K numbers and θ has K − 1; y's density is that of its first K − 1. The columns of V are orthonormal, and
//! orthogonal to 1 (Egozcue et al. 2003): column n is 1/√(n(n+1)) for the first n numbers and −n/√(n(n+1)) for the
//! next. The transform of the Stan Development Team 2025, from version 2.37.
//!
//! 1. z is made from its last number to its first, as Σ over the columns behind, so that neither it nor V is kept.
//! 2. The largest z is subtracted before exp, and the logarithms of y are taken of z: they are finite where y is 0.
//! 3. The gradient in z sums to 0, so that the sum of its first n numbers is minus that of the others.

use super::{Map, Put, at, one};
use crate::num::{Real, exp, ln};

pub(super) struct Simplex;

/// √(n(n+1)).
fn norm(n: usize) -> f64 {
    let n = n as f64;
    libm::sqrt(n * (n + 1.0))
}

/// z, from the last to the first.
fn each_logit<R: Real>(theta: &[R], mut each: impl FnMut(usize, f64)) {
    let mut behind = 0.0;
    for (i, theta) in theta.iter().enumerate().rev() {
        let n = i + 1;
        let share = theta.to_f64() / norm(n);
        each(n, behind - n as f64 * share);
        behind += share;
    }
    each(0, behind);
}

/// The largest z, and Σ exp(z − it).
fn scale<R: Real>(theta: &[R]) -> (f64, f64) {
    let (mut largest, mut sum) = (f64::NEG_INFINITY, 0.0);
    each_logit(theta, |_, z| {
        if z > largest {
            (largest, sum) = (z, sum * exp(largest - z) + 1.0);
        } else {
            sum += exp(z - largest);
        }
    });
    (largest, sum)
}

impl<R: Real> Map<R> for Simplex {
    fn constrain(&self, theta: &[R], put: Put<'_>) -> f64 {
        let count = (theta.len() + 1) as f64;
        let (largest, total) = scale(theta);
        let mut sum = 0.0;
        each_logit(theta, |i, z| {
            put(i, exp(z - largest) / total);
            sum += z - largest;
        });
        sum - count * ln(total) + 0.5 * ln(count)
    }

    fn pull_back(&self, theta: &[R], gradient: &[R], weight: f64, put: Put<'_>) {
        let count = (theta.len() + 1) as f64;
        let (largest, total) = scale(theta);
        let (mut mean, mut behind) = (0.0, 0.0);
        each_logit(theta, |i, z| mean += exp(z - largest) / total * at(gradient, i));
        each_logit(theta, |n, z| {
            let value = exp(z - largest) / total;
            let own = value * (at(gradient, n) - mean) + weight * (1.0 - count * value);
            behind += own;
            if let Some(i) = n.checked_sub(1) {
                put(i, (-behind - n as f64 * own) / norm(n));
            }
        });
    }

    fn unconstrain(&self, values: &[R], put: Put<'_>) -> f64 {
        let (mut before, mut sum) = (0.0, 0.0);
        for (n, value) in values.iter().enumerate() {
            let value = value.to_f64();
            let z = ln(value);
            if let Some(i) = n.checked_sub(1) {
                put(i, (before - n as f64 * z) / norm(n));
            }
            before += z;
            sum += value;
        }
        one::<R>(sum)
    }
}
