//! Numbers in ascending order.
//!
//! ```text
//! y_1 = θ_1,   y_i = y_{i−1} + exp θ_i        log |det ∂y/∂θ| = Σ_{i ≥ 2} θ_i
//! ```
//!
//! The transform of the Stan Development Team 2025. Values nearer to each other than their precision tells apart
//! become equal.

use super::{Map, Put, at};
use crate::num::{Real, exp, ln};

pub(super) struct Ordered;

impl<R: Real> Map<R> for Ordered {
    fn constrain(&self, theta: &[R], put: Put<'_>) -> f64 {
        let (mut value, mut sum) = (at(theta, 0), 0.0);
        put(0, value);
        for (i, theta) in theta.iter().enumerate().skip(1) {
            let theta = theta.to_f64();
            value += exp(theta);
            put(i, value);
            sum += theta;
        }
        sum
    }

    fn pull_back(&self, theta: &[R], gradient: &[R], weight: f64, put: Put<'_>) {
        // θ_i moves y_i and all above it.
        let mut pull = 0.0;
        for (i, theta) in theta.iter().enumerate().rev() {
            pull += at(gradient, i);
            put(i, if i == 0 { pull } else { pull * exp(theta.to_f64()) + weight });
        }
    }

    fn unconstrain(&self, values: &[R], put: Put<'_>) -> f64 {
        put(0, at(values, 0));
        for i in 1..values.len() {
            put(i, ln(at(values, i) - at(values, i - 1)));
        }
        0.0
    }
}
