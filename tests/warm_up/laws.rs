//! Log densities that are hard to get to the top of.

use crate::support::Answer;
use sgmcmc::{Batch, Model, Real};

/// Log densities over θ, for one datum.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Law {
    /// Independent normals with deviations 10^(-4 + 8 i/(d - 1)), about their numbers.
    Scales,
    /// Normals that are correlated by 0.999 with their neighbours.
    Correlated,
    /// log Σ of a residual's square, with log σ: y_j = j, σ = exp θ_last, θ_0 the mean.
    LogScale,
    /// Eight schools, centred, in (θ_j, μ, log τ).
    Schools,
    /// 100 (y - x²)² + (1 - x)², in pairs.
    Valley,
    /// Cauchy's law about 100.
    Cauchy,
    /// Two normals of deviation 1 about ±3, half of 100 data from each: where both are one is a saddle, to which all ways
    /// lead from equal starts.
    Saddle,
}

impl Law {
    pub(super) const ALL: [Self; 7] = [
        Self::Scales,
        Self::Correlated,
        Self::LogScale,
        Self::Schools,
        Self::Valley,
        Self::Cauchy,
        Self::Saddle,
    ];

    pub(super) fn dim(self) -> usize {
        match self {
            Self::Scales | Self::Correlated => 9,
            Self::LogScale | Self::Saddle => 2,
            Self::Schools => 10,
            Self::Valley => 6,
            Self::Cauchy => 1,
        }
    }

    /// The value, its slope added to `slope`.
    pub(super) fn value(self, x: &[f64], slope: &mut [f64]) -> f64 {
        let mut sum = 0.0;
        match self {
            Self::Scales => {
                for (i, x) in x.iter().enumerate() {
                    let deviation = libm::pow(10.0, -4.0 + i as f64);
                    let z = (x - i as f64) / deviation;
                    slope[i] -= z / deviation;
                    sum -= 0.5 * z * z;
                }
            }
            Self::Correlated => {
                // An autoregression: x_0, and x_i - ρ x_(i-1) with a variance of 1 - ρ².
                let rho: f64 = 0.999;
                slope[0] -= x[0];
                sum -= 0.5 * x[0] * x[0];
                for i in 1..x.len() {
                    let (off, precision) = (x[i] - rho * x[i - 1], 1.0 / (1.0 - rho * rho));
                    slope[i] -= precision * off;
                    slope[i - 1] += precision * rho * off;
                    sum -= 0.5 * precision * off * off;
                }
            }
            Self::LogScale => {
                let precision = libm::exp(-2.0 * x[1]);
                for y in 0..1000 {
                    let off = f64::from(y) - x[0];
                    slope[0] += precision * off;
                    slope[1] += precision * off * off - 1.0;
                    sum -= 0.5 * precision * off * off + x[1];
                }
            }
            Self::Schools => {
                let [y, sigma] = [
                    [28.0, 8.0, -3.0, 7.0, -1.0, 1.0, 18.0, 12.0],
                    [15.0, 10.0, 16.0, 11.0, 9.0, 11.0, 10.0, 18.0],
                ];
                let (mu, tau) = (x[8], libm::exp(x[9]));
                for j in 0..8 {
                    let (off, z) = ((y[j] - x[j]) / sigma[j], (x[j] - mu) / tau);
                    slope[j] += off / sigma[j] - z / tau;
                    slope[8] += z / tau;
                    slope[9] += z * z - 1.0;
                    sum -= 0.5 * (off * off + z * z) + x[9];
                }
                let heavy = tau * tau / 25.0;
                slope[8] -= mu / 25.0;
                slope[9] += 1.0 - 2.0 * heavy / (1.0 + heavy);
                sum += x[9] - mu * mu / 50.0 - libm::log1p(heavy);
            }
            Self::Valley => {
                for i in (0..x.len()).step_by(2) {
                    let (off, left) = (x[i + 1] - x[i] * x[i], 1.0 - x[i]);
                    slope[i] += 400.0 * off * x[i] + 2.0 * left;
                    slope[i + 1] -= 200.0 * off;
                    sum -= 100.0 * off * off + left * left;
                }
            }
            Self::Saddle => {
                for i in 0..100 {
                    let y = libm::copysign(3.0, f64::from(i) - 49.5) + libm::sin(f64::from(i));
                    let [a, b] = [0, 1].map(|j| libm::exp(-0.5 * (y - x[j]) * (y - x[j])).max(1e-300));
                    slope[0] += a / (a + b) * (y - x[0]);
                    slope[1] += b / (a + b) * (y - x[1]);
                    sum += libm::log(a + b);
                }
            }
            Self::Cauchy => {
                let off = x[0] - 100.0;
                slope[0] -= 2.0 * off / (1.0 + off * off);
                sum -= libm::log1p(off * off);
            }
        }
        sum
    }

    /// The largest log density, by hand, or by a long descent of another kind elsewhere.
    pub(super) fn mode(self) -> Option<f64> {
        match self {
            Self::Scales | Self::Correlated | Self::Valley | Self::Cauchy => Some(0.0),
            // The mean 499.5 and the variance 83333.25 of the data.
            Self::LogScale => Some(-500.0 - 500.0 * libm::log(83333.25)),
            // Unbounded; and two modes.
            Self::Schools | Self::Saddle => None,
        }
    }
}

impl<R: Real> Model<R> for Law {
    fn log_likelihood(&mut self, theta: &[R], _: Batch<'_>, gradient: Option<&mut [R]>) -> Answer {
        let x: Vec<f64> = theta.iter().map(|x| x.to_f64()).collect();
        let mut slope = vec![0.0; x.len()];
        let value = self.value(&x, &mut slope);
        for (g, slope) in gradient.into_iter().flatten().zip(slope) {
            *g = R::from_f64(slope);
        }
        Ok(value)
    }
}
