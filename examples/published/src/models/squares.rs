//! The Gaussian mean of Chen et al. 2017's synthetic experiment, and the stationary law of SGLD on it, with and without
//! practical variance reduction.
//!
//! The gradient of a datum is x_i - θ, so a difference of two places' gradients is the same for every batch, and the
//! control variate leaves no noise but that of the anchor's batch. Every step is linear, which gives the stationary law
//! at every step size.

use example_support::Answer;
use sgmcmc::rng::{Generators, fill_normals};
use sgmcmc::{Batch, Estimator, Model};

/// N.
pub const DATA_LEN: usize = 1000;

/// x_i ~ N(θ, 1), with a count of the gradients that were asked for.
pub struct Mean<'a> {
    /// The data.
    pub data: &'a Data,
    /// The count.
    pub evaluations: u64,
}

/// The data and their moments.
pub struct Data {
    x: Vec<f64>,
    mean: f64,
    /// The variance over the data, by N.
    variance: f64,
}

impl Data {
    /// Draws θ from the prior, and the data.
    pub fn draw(rng: &mut Generators) -> Self {
        let mut normals = [0.0; DATA_LEN + 1];
        fill_normals(&mut rng.noise, &mut normals);
        let (theta, noise) = (normals[0], &normals[1..]);
        Self::new(noise.iter().map(|e| theta + e).collect())
    }

    fn new(x: Vec<f64>) -> Self {
        let n = x.len() as f64;
        let mean = x.iter().sum::<f64>() / n;
        let variance = x.iter().map(|x| (x - mean) * (x - mean)).sum::<f64>() / n;
        Self { x, mean, variance }
    }

    /// N.
    fn len(&self) -> f64 {
        self.x.len() as f64
    }

    /// The posterior's mean; its variance is 1/(N + 1).
    fn posterior_mean(&self) -> f64 {
        self.len() * self.mean / (self.len() + 1.0)
    }

    /// E θ² under the posterior.
    pub fn exact(&self) -> f64 {
        self.posterior_mean() * self.posterior_mean() + 1.0 / (self.len() + 1.0)
    }

    /// The variance of the mean of a batch without replacement.
    fn batch_variance(&self, len: u32) -> f64 {
        self.variance / f64::from(len) * (self.len() - f64::from(len)) / (self.len() - 1.0)
    }

    /// E θ² under the stationary law of a method with step η, as the mean over an interval's steps.
    ///
    /// ```text
    /// θ ← a θ + ηN x̄ + sqrt(2η) ξ,   a = 1 - η(N + 1)
    /// ```
    ///
    /// x̄ is the mean of a batch that is drawn every m steps: of n data in every step for SGLD, of the anchor's n1 data
    /// for practical variance reduction, whatever n. With v = Var x̄ and S the variance where an interval begins, it is
    /// after j of its steps
    ///
    /// ```text
    /// a^(2j) S + ((1 - a^j)/(1 - a) ηN)² v + 2η (1 - a^(2j))/(1 - a²),
    /// ```
    ///
    /// which is S again at j = m.
    pub fn stationary(&self, method: &Method, step_size: f64) -> f64 {
        let (len, interval) = method.anchor.unwrap_or((method.batch_len, 1));
        let a = 1.0 - step_size * (self.len() + 1.0);
        let gained = |power: f64| {
            let shift = (1.0 - power) / (1.0 - a) * step_size * self.len();
            shift * shift * self.batch_variance(len) + 2.0 * step_size * (1.0 - power * power) / (1.0 - a * a)
        };
        let powers = (0..interval).scan(1.0, |power, _| {
            *power *= a;
            Some(*power)
        });
        let powers: Vec<f64> = powers.collect();
        let whole = powers[powers.len() - 1];
        let first = gained(whole) / (1.0 - whole * whole);
        let sum: f64 = powers.iter().map(|power| power * power * first + gained(*power)).sum();
        self.posterior_mean() * self.posterior_mean() + sum / interval as f64
    }
}

impl Model<f64> for Mean<'_> {
    fn log_likelihood(&mut self, theta: &[f64], batch: Batch<'_>, gradient: Option<&mut [f64]>) -> Answer {
        let x = &self.data.x;
        let (sum, squares, len) = match batch {
            Batch::All => (self.data.mean * self.data.len(), f64::NAN, x.len()),
            Batch::Indices(indices) => {
                let values = indices.iter().map(|i| x[*i as usize]);
                let (sum, squares) = values.fold((0.0, 0.0), |(sum, squares), x| (sum + x, squares + x * x));
                (sum, squares, indices.len())
            }
        };
        self.evaluations += len as u64;
        let mean = sum / len as f64;
        gradient.into_iter().for_each(|gradient| gradient[0] = mean - theta[0]);
        let squares = if len == x.len() { self.data.variance + mean * mean } else { squares / len as f64 };
        Ok(-0.5 * (squares - 2.0 * mean * theta[0] + theta[0] * theta[0]))
    }
}

/// An estimator of the gradient.
pub struct Method {
    /// n.
    pub batch_len: u32,
    /// n1 and m; `None` is SGLD.
    pub anchor: Option<(u32, u64)>,
}

impl Method {
    /// What tables say.
    pub fn name(&self) -> String {
        match self.anchor {
            None => format!("SGLD, n = {}", self.batch_len),
            Some((n1, m)) => format!("n1 = {n1}, m = {m}, n = {}", self.batch_len),
        }
    }

    /// Gradients of a step, the anchor's share included.
    pub fn cost(&self) -> f64 {
        let batch_len = f64::from(self.batch_len);
        self.anchor.map_or(batch_len, |(n1, m)| 2.0 * batch_len + f64::from(n1) / m as f64)
    }

    /// In the library.
    pub fn estimator(&self) -> Estimator<'static> {
        match self.anchor {
            None => Estimator::Plain,
            Some((anchor_len, interval)) if anchor_len as usize == DATA_LEN => {
                Estimator::Svrg { interval, averaged: false }
            }
            Some((anchor_len, interval)) => Estimator::Practical { anchor_len, interval, averaged: false },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn small() -> Data {
        Data::new(vec![0.3, -1.0, 2.0, 0.9, 1.6])
    }

    #[test]
    fn a_batch_of_two_has_the_variance_of_all_pairs() {
        let data = small();
        let pairs = (0..5).flat_map(|i| (0..i).map(move |j| (i, j)));
        let means: Vec<f64> = pairs.map(|(i, j)| 0.5 * (data.x[i] + data.x[j]) - data.mean).collect();
        let exact = means.iter().map(|x| x * x).sum::<f64>() / means.len() as f64;
        assert!((data.batch_variance(2) - exact).abs() < 1e-14, "{} and {exact}", data.batch_variance(2));
        assert!(data.batch_variance(5).abs() < 1e-14);
    }

    #[test]
    fn the_gradient_is_that_of_the_value() {
        let data = small();
        let mut model = Mean { data: &data, evaluations: 0 };
        for batch in [Batch::All, Batch::Indices(&[1, 3, 4]), Batch::Indices(&[0, 1, 2, 3, 4])] {
            let mut gradient = [0.0];
            model.log_likelihood(&[0.4], batch, Some(&mut gradient)).expect("a value");
            let mut at = |theta: f64| model.log_likelihood(&[theta], batch, None).expect("a value");
            let difference = (at(0.4 + 1e-5) - at(0.4 - 1e-5)) / 2e-5;
            assert!((difference - gradient[0]).abs() < 1e-9, "{difference} and {}", gradient[0]);
        }
        assert_eq!(model.evaluations, 3 * (5 + 3 + 5));
    }

    /// Against the variance of θ after many steps, worked out from the weight of every random number in it.
    #[test]
    fn stationary_laws_are_those_of_the_recursion() {
        let data = small();
        for (anchor, eta) in [(None, 0.1), (Some((2, 1)), 0.1), (Some((2, 7)), 0.05), (Some((3, 40)), 0.2)] {
            let method = Method { batch_len: 2, anchor };
            let (len, interval) = anchor.unwrap_or((2, 1));
            let a: f64 = 1.0 - 6.0 * eta;
            let mut mean_variance = 0.0;
            for last in 0..interval {
                // The weights of 50 intervals' batches in θ after step `last` of the newest, and those of the normals.
                let (mut variance, mut weight) = (0.0, 0.0);
                let mut power = 1.0;
                let mut left = last;
                for _ in 0..50 * interval + last + 1 {
                    weight += power * eta * 5.0;
                    variance += 2.0 * eta * power * power;
                    power *= a;
                    if left == 0 {
                        variance += weight * weight * data.batch_variance(len);
                        (weight, left) = (0.0, interval);
                    }
                    left -= 1;
                }
                mean_variance += variance / interval as f64;
            }
            let exact = data.posterior_mean() * data.posterior_mean() + mean_variance;
            let law = data.stationary(&method, eta);
            assert!((law - exact).abs() < 1e-9, "{law} and {exact} with {anchor:?}");
        }
    }
}
