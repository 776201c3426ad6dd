//! Posteriors of posteriordb, in parameters without bounds.
//!
//! A datum's log-likelihood and its gradient are those of the constrained parameters x(θ), which are what references
//! have; the gradient is pulled back to θ once for all of a batch. Jacobians are in the prior.

use crate::data::Rows;
use example_support::Answer;
use sgmcmc::{Batch, Model, exp, ln};

/// The most parameters that one of them has.
pub const DIM_MAX: usize = 10;

/// The model of a posterior.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Law {
    /// y ~ N(xᵀβ, σ), β ~ N(0, 1/κ), σ ~ half-Cauchy(0, s); θ = (β, log σ). κ = 0 and an infinite s are flat.
    Regression {
        /// κ.
        precision: f64,
        /// s.
        scale: f64,
    },
    /// y ~ binomial(N, 1/(1 + exp(-xᵀβ))), N the last column of x, β ~ N(0, 100²).
    Binomial,
    /// y ~ Poisson(exp(xᵀβ)), β uniform, the first on (-20, 20), the others on (-10, 10), each a scaled logistic of θ.
    Poisson,
    /// y_j ~ N(t_j, σ_j), t_j ~ N(μ, τ), μ ~ N(0, 5), τ ~ half-Cauchy(0, 5); θ = (t or z, μ, log τ), t = μ + τ z.
    Schools {
        /// Whether t is in θ, and not z.
        centred: bool,
    },
    /// y ~ p N(μ1, σ1) + (1 - p) N(μ2, σ2), μ ~ N(0, 2), σ ~ half-N(0, 2), p ~ beta(5, 5); θ = (μ1, log(μ2 - μ1), log σ1,
    /// log σ2, logit p).
    Mixture,
}

/// A posterior: a law with its data.
#[derive(Clone, Debug)]
pub struct Posterior {
    law: Law,
    rows: Rows,
    dim: usize,
}

/// Numbers for each parameter, of which there may be fewer.
type Numbers = [f64; DIM_MAX];

/// x(θ), and what of it all data share.
struct Site {
    x: Numbers,
    shared: [f64; 4],
}

/// 1/(1 + exp(-u)), its complement, and their logarithms, none of which overflows or cancels.
fn logistic(u: f64) -> [f64; 4] {
    let ratio = exp(-u.abs());
    let (large, small) = (1.0 / (1.0 + ratio), ratio / (1.0 + ratio));
    let log_large = -ln(1.0 + ratio);
    let log_small = log_large - u.abs();
    if u >= 0.0 { [large, small, log_large, log_small] } else { [small, large, log_small, log_large] }
}

fn dot(row: &[f64], x: &[f64]) -> f64 {
    row.iter().zip(x).fold(0.0, |sum, (a, b)| sum + a * b)
}

/// How wide the interval of a Poisson regression's parameter is.
fn width(i: usize) -> f64 {
    if i == 0 { 40.0 } else { 20.0 }
}

impl Posterior {
    /// A law with its data.
    pub fn new(law: Law, rows: Rows) -> Self {
        let (count, columns) = (rows.numbers.len() / rows.width, rows.width - 1);
        let dim = match law {
            Law::Regression { .. } => columns + 1,
            Law::Binomial => columns - 1,
            Law::Poisson => columns,
            Law::Schools { .. } => count + 2,
            Law::Mixture => 5,
        };
        assert!(dim <= DIM_MAX, "more parameters than there is room for");
        Self { law, rows, dim }
    }

    /// How many parameters there are.
    pub fn dim(&self) -> usize {
        self.dim
    }

    /// n.
    pub fn len(&self) -> u32 {
        (self.rows.numbers.len() / self.rows.width) as u32
    }

    /// The constrained parameters.
    pub fn constrain(&self, theta: &[f64]) -> Vec<f64> {
        self.site(theta).x[..self.dim].to_vec()
    }

    fn site(&self, theta: &[f64]) -> Site {
        let (mut x, mut shared, last) = ([0.0; DIM_MAX], [0.0; 4], self.dim - 1);
        x[..self.dim].copy_from_slice(theta);
        match self.law {
            Law::Regression { .. } => {
                x[last] = exp(theta[last]);
                shared[0] = theta[last];
                shared[1] = 1.0 / x[last];
            }
            Law::Binomial => {}
            Law::Poisson => {
                let each = x.iter_mut().zip(theta).enumerate();
                each.for_each(|(i, (x, u))| *x = width(i) * (logistic(*u)[0] - 0.5));
            }
            Law::Schools { centred } => {
                let (mean, spread) = (theta[last - 1], exp(theta[last]));
                x[last] = spread;
                if !centred {
                    x[..last - 1].iter_mut().for_each(|x| *x = mean + spread * *x);
                }
            }
            Law::Mixture => {
                let [p, _, log_p, log_q] = logistic(theta[4]);
                x = [
                    theta[0],
                    theta[0] + exp(theta[1]),
                    exp(theta[2]),
                    exp(theta[3]),
                    p,
                    0.0,
                    0.0,
                    0.0,
                    0.0,
                    0.0,
                ];
                shared = [log_p - theta[2], log_q - theta[3], 1.0 / x[2], 1.0 / x[3]];
            }
        }
        Site { x, shared }
    }

    /// The log-likelihood of datum `i` without its constants; its gradient in x is added.
    fn add(&self, i: usize, site: &Site, gradient: Option<&mut Numbers>) -> f64 {
        let Site { x, shared } = site;
        let row = &self.rows.numbers[i * self.rows.width..][..self.rows.width];
        let (y, columns) = (row[self.rows.width - 1], &row[..self.rows.width - 1]);
        match self.law {
            Law::Regression { .. } => {
                let [log_scale, inverse, ..] = *shared;
                let z = (y - dot(columns, x)) * inverse;
                if let Some(gradient) = gradient {
                    gradient.iter_mut().zip(columns).for_each(|(g, column)| *g += z * inverse * column);
                    gradient[self.dim - 1] += (z * z - 1.0) * inverse;
                }
                -log_scale - 0.5 * z * z
            }
            Law::Binomial => {
                let (columns, count) = (&columns[..self.dim], columns[self.dim]);
                let [p, _, log_p, log_q] = logistic(dot(columns, x));
                if let Some(gradient) = gradient {
                    gradient.iter_mut().zip(columns).for_each(|(g, column)| *g += (y - count * p) * column);
                }
                y * log_p + (count - y) * log_q
            }
            Law::Poisson => {
                let score = dot(columns, x);
                let rate = exp(score);
                if let Some(gradient) = gradient {
                    gradient.iter_mut().zip(columns).for_each(|(g, column)| *g += (y - rate) * column);
                }
                y * score - rate
            }
            Law::Schools { .. } => {
                let z = (y - x[i]) / row[0];
                if let Some(gradient) = gradient {
                    gradient[i] += z / row[0];
                }
                -0.5 * z * z
            }
            Law::Mixture => {
                let [log_first, log_second, first, second] = *shared;
                let z = [(y - x[0]) * first, (y - x[1]) * second];
                let logs = [log_first - 0.5 * z[0] * z[0], log_second - 0.5 * z[1] * z[1]];
                let [of_first, of_second, log_of_first, log_of_second] = logistic(logs[0] - logs[1]);
                if let Some(gradient) = gradient {
                    gradient[0] += of_first * z[0] * first;
                    gradient[1] += of_second * z[1] * second;
                    gradient[2] += of_first * (z[0] * z[0] - 1.0) * first;
                    gradient[3] += of_second * (z[1] * z[1] - 1.0) * second;
                    // By logit p, which is where it cannot overflow.
                    gradient[4] += of_first - x[4];
                }
                // Less log of the larger share.
                logs[0].max(logs[1]) - log_of_first.max(log_of_second)
            }
        }
    }

    /// The gradient in θ of what has this gradient in x.
    fn pull_back(&self, theta: &[f64], Site { x, .. }: &Site, by_x: &Numbers, gradient: &mut [f64]) {
        let last = self.dim - 1;
        gradient.copy_from_slice(&by_x[..self.dim]);
        match self.law {
            Law::Regression { .. } => gradient[last] *= x[last],
            Law::Binomial => {}
            Law::Poisson => {
                for (i, (g, u)) in gradient.iter_mut().zip(theta).enumerate() {
                    let [p, q, ..] = logistic(*u);
                    *g *= width(i) * p * q;
                }
            }
            Law::Schools { centred: true } => gradient[last] *= x[last],
            Law::Schools { centred: false } => {
                let schools = by_x[..last - 1].iter().zip(theta);
                let [all, weighted] =
                    schools.fold([0.0; 2], |[all, weighted], (g, z)| [all + g, weighted + g * z]);
                gradient[..last - 1].iter_mut().for_each(|g| *g *= x[last]);
                gradient[last - 1] += all;
                gradient[last] = x[last] * (gradient[last] + weighted);
            }
            Law::Mixture => {
                gradient[0] += by_x[1];
                gradient[1] *= x[1] - x[0];
                gradient[2] *= x[2];
                gradient[3] *= x[3];
            }
        }
    }

    /// n times the mean log-likelihood of all data and the log prior, and the gradient of both.
    pub fn log_posterior(&self, theta: &[f64], gradient: &mut [f64]) -> f64 {
        let (mut model, data) = (self, f64::from(self.len()));
        let (mut own, mut of_prior) = (vec![0.0; self.dim], vec![0.0; self.dim]);
        let value = model.log_likelihood(theta, Batch::All, Some(&mut own)).unwrap_or(f64::NAN);
        let prior = model.log_prior(theta, Some(&mut of_prior)).unwrap_or(f64::NAN);
        gradient.iter_mut().zip(own).zip(of_prior).for_each(|((g, own), prior)| *g = data * own + prior);
        data * value + prior
    }
}

/// The data by reference, so that chains can share them.
impl Model<f64> for &Posterior {
    fn log_likelihood(&mut self, theta: &[f64], batch: Batch<'_>, gradient: Option<&mut [f64]>) -> Answer {
        let (site, mut by_x) = (self.site(theta), [0.0; DIM_MAX]);
        let wanted = gradient.is_some();
        let mut add = |i: usize| self.add(i, &site, if wanted { Some(&mut by_x) } else { None });
        let (sum, len) = match batch {
            Batch::All => ((0..self.len() as usize).fold(0.0, |sum, i| sum + add(i)), self.len()),
            Batch::Indices(of) => (of.iter().fold(0.0, |sum, i| sum + add(*i as usize)), of.len() as u32),
        };
        let share = 1.0 / f64::from(len);
        by_x.iter_mut().for_each(|g| *g *= share);
        if let Some(gradient) = gradient {
            self.pull_back(theta, &site, &by_x, gradient);
        }
        Ok(sum * share)
    }

    fn log_prior(&mut self, theta: &[f64], gradient: Option<&mut [f64]>) -> Answer {
        let (Site { x, .. }, last, mut g) = (self.site(theta), self.dim - 1, [0.0; DIM_MAX]);
        // A scale exp(u) under a half-Cauchy law, and the Jacobian.
        let half_cauchy = |u: f64, scale: f64| {
            let ratio = exp(u) / scale;
            let square = ratio * ratio;
            [u - ln(1.0 + square), 1.0 - 2.0 * square / (1.0 + square)]
        };
        let normal = |x: f64, precision: f64| [-0.5 * precision * x * x, -precision * x];
        let mut sum = 0.0;
        let mut put = |i: usize, [value, slope]: [f64; 2]| {
            sum += value;
            g[i] += slope;
        };
        match self.law {
            Law::Regression { precision, scale } => {
                (0..last).for_each(|i| put(i, normal(theta[i], precision)));
                put(last, half_cauchy(theta[last], scale));
            }
            Law::Binomial => (0..self.dim).for_each(|i| put(i, normal(theta[i], 1e-4))),
            Law::Poisson => (0..self.dim).for_each(|i| {
                let [p, q, log_p, log_q] = logistic(theta[i]);
                put(i, [log_p + log_q, q - p]);
            }),
            Law::Schools { centred } => {
                put(last - 1, normal(theta[last - 1], 1.0 / 25.0));
                put(last, half_cauchy(theta[last], 5.0));
                for i in 0..last - 1 {
                    let z = if centred { (theta[i] - theta[last - 1]) / x[last] } else { theta[i] };
                    if centred {
                        put(i, [-0.5 * z * z - theta[last], -z / x[last]]);
                        put(last - 1, [0.0, z / x[last]]);
                        put(last, [0.0, z * z - 1.0]);
                    } else {
                        put(i, normal(z, 1.0));
                    }
                }
            }
            Law::Mixture => {
                let gap = x[1] - x[0];
                put(0, normal(x[0], 0.25));
                let [value, slope] = normal(x[1], 0.25);
                put(0, [0.0, slope]);
                put(1, [value + theta[1], slope * gap + 1.0]);
                for i in [2, 3] {
                    let [value, slope] = normal(x[i], 0.25);
                    put(i, [value + theta[i], slope * x[i] + 1.0]);
                }
                let [p, q, log_p, log_q] = logistic(theta[4]);
                put(4, [5.0 * (log_p + log_q), 5.0 * (q - p)]);
            }
        }
        gradient.into_iter().flatten().zip(g).for_each(|(gradient, g)| *gradient = g);
        Ok(sum)
    }
}

#[cfg(test)]
pub mod tests;
