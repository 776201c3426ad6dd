//! The Cholesky factor of a correlation matrix, by canonical partial correlations.
//!
//! ```text
//! L_ij = tanh θ_ij Π_{k<j} sech θ_ik          j < i
//! L_ii = Π_{k<i} sech θ_ik                    rows and columns from 0
//! log |det ∂L/∂θ| = Σ_{j<i} (i − j + 1) log sech θ_ij
//! ```
//!
//! θ has the rows below the diagonal, one after the other. Lewandowski, Kurowicka and Joe 2009, with the hyperbolic
//! tangent of the Stan Development Team 2025.
//!
//! 1. sqrt(1 − Σ L²) of the usual form is the product of the sech: nothing is subtracted, so that a correlation next to
//!    1 keeps its digits, and the logarithm is finite wherever θ is.
//! 2. With b_j = Σ_{k>j} g_k L_ik / Π_{m≤j} sech θ_im, which is b_{j−1} = g_j tanh θ_j + b_j sech θ_j from g_ii on, row i
//!    pulls by Π_{k<j} sech θ_ik sech θ_ij (g_j sech θ_ij − b_j tanh θ_ij); the product comes of its logarithm.
//! 3. Back, sinh θ_ij is L_ij over the length of what stands behind it in its row.

use super::{Map, Put, at, one};
use crate::num::{Real, exp, ln};
use core::f64::consts::LN_2;

pub(super) struct Correlation {
    /// How many rows.
    pub(super) len: usize,
}

/// tanh θ, sech θ and its logarithm.
fn of(theta: f64) -> (f64, f64, f64) {
    let size = libm::fabs(theta);
    let far = exp(-size);
    let square = 1.0 + far * far;
    (libm::tanh(theta), 2.0 * far / square, LN_2 - size - ln(square))
}

/// Where row `i` begins in θ.
fn start(i: usize) -> usize {
    i * i.saturating_sub(1) / 2
}

impl<R: Real> Map<R> for Correlation {
    fn constrain(&self, theta: &[R], put: Put<'_>) -> f64 {
        let mut sum = 0.0;
        for i in 0..self.len {
            let (mut left, mut log_left) = (1.0, 0.0);
            for j in 0..i {
                let (tanh, sech, log_sech) = of(at(theta, start(i) + j));
                put(i * self.len + j, tanh * left);
                sum += 2.0 * log_sech + log_left;
                left *= sech;
                log_left += log_sech;
            }
            put(i * self.len + i, left);
            (i + 1..self.len).for_each(|j| put(i * self.len + j, 0.0));
        }
        sum
    }

    fn pull_back(&self, theta: &[R], gradient: &[R], weight: f64, put: Put<'_>) {
        for i in 0..self.len {
            let mut log_left: f64 = (0..i).map(|j| of(at(theta, start(i) + j)).2).sum();
            let mut behind = at(gradient, i * self.len + i);
            for j in (0..i).rev() {
                let (tanh, sech, log_sech) = of(at(theta, start(i) + j));
                let own = at(gradient, i * self.len + j);
                log_left -= log_sech;
                let pull = exp(log_left) * sech * (own * sech - behind * tanh);
                put(start(i) + j, pull - weight * (i - j + 1) as f64 * tanh);
                behind = own * tanh + behind * sech;
            }
        }
    }

    fn unconstrain(&self, values: &[R], put: Put<'_>) -> f64 {
        let mut sum = 0.0;
        for i in 0..self.len {
            let mut behind = at(values, i * self.len + i);
            sum += if behind > 0.0 { 0.0 } else { f64::NAN };
            for j in (0..i).rev() {
                let value = at(values, i * self.len + j);
                put(start(i) + j, libm::asinh(value / behind));
                behind = libm::hypot(behind, value);
            }
            sum += one::<R>(behind);
        }
        sum
    }
}
