//! Numbers with a lower bound, an upper one, both or none.
//!
//! ```text
//! l < y        y = l + exp θ                        log |dy/dθ| = θ
//! y < u        y = u − exp θ                        log |dy/dθ| = θ
//! l < y < u    y = l + (u − l) / (1 + exp(−θ))      log |dy/dθ| = log(u − l) − |θ| − 2 log(1 + exp(−|θ|))
//! ```
//!
//! The transforms of the Stan Development Team 2025. Between two bounds y is put together from the one that it is
//! nearer to, with exp(−|θ|), which is exact far out, where 1 − y of the usual form is rounded to 0.

use super::{Map, Put, at};
use crate::num::{Real, exp, ln};

/// Bounds that are numbers of θ's precision, or infinite for none.
pub(super) struct Bounds {
    pub(super) lower: f64,
    pub(super) upper: f64,
}

enum Bounded {
    Nowhere,
    Below(f64),
    Above(f64),
    Between(f64, f64),
}

impl Bounds {
    /// θ as it is.
    pub(super) const NONE: Self = Self { lower: f64::NEG_INFINITY, upper: f64::INFINITY };

    fn bounded(&self) -> Bounded {
        match (self.lower.is_finite(), self.upper.is_finite()) {
            (false, false) => Bounded::Nowhere,
            (true, false) => Bounded::Below(self.lower),
            (false, true) => Bounded::Above(self.upper),
            (true, true) => Bounded::Between(self.lower, self.upper),
        }
    }

    /// y, dy/dθ, log |dy/dθ| and its derivative.
    fn of(&self, theta: f64) -> [f64; 4] {
        match self.bounded() {
            Bounded::Nowhere => [theta, 1.0, 0.0, 0.0],
            Bounded::Below(lower) => {
                let distance = exp(theta);
                [lower + distance, distance, theta, 1.0]
            }
            Bounded::Above(upper) => {
                let distance = exp(theta);
                [upper - distance, -distance, theta, 1.0]
            }
            Bounded::Between(lower, upper) => {
                let (width, size) = (upper - lower, libm::fabs(theta));
                let far = exp(-size);
                let distance = width * (far / (1.0 + far));
                let value = if theta < 0.0 { lower + distance } else { upper - distance };
                let log_slope = ln(width) - size - 2.0 * ln(1.0 + far);
                [value, distance / (1.0 + far), log_slope, -libm::tanh(0.5 * theta)]
            }
        }
    }
}

impl<R: Real> Map<R> for Bounds {
    fn constrain(&self, theta: &[R], put: Put<'_>) -> f64 {
        let mut sum = 0.0;
        for (i, theta) in theta.iter().enumerate() {
            let [value, _, log_slope, _] = self.of(theta.to_f64());
            put(i, value);
            sum += log_slope;
        }
        sum
    }

    fn pull_back(&self, theta: &[R], gradient: &[R], weight: f64, put: Put<'_>) {
        for (i, theta) in theta.iter().enumerate() {
            let [_, slope, _, pull] = self.of(theta.to_f64());
            put(i, slope * at(gradient, i) + weight * pull);
        }
    }

    fn unconstrain(&self, values: &[R], put: Put<'_>) -> f64 {
        for (i, value) in values.iter().enumerate() {
            let value = value.to_f64();
            let theta = match self.bounded() {
                Bounded::Nowhere => value,
                Bounded::Below(lower) => ln(value - lower),
                Bounded::Above(upper) => ln(upper - value),
                Bounded::Between(lower, upper) => ln(value - lower) - ln(upper - value),
            };
            put(i, theta);
        }
        0.0
    }
}
