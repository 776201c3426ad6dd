//! A mixture of two normal distributions with unknown means, and data drawn from it.
//!
//! X ~ ½ N(θ1, 2) + ½ N(θ1 + θ2, 2), with the prior θ1 ~ N(0, 10), θ2 ~ N(0, 1) (Welling and Teh 2011; Wu, Wang and
//! Wong 2020, section 3.1). The arithmetic is that of `examples/c/mixture.c`, operation by operation, so that both
//! give the same bits.

use crate::Answer;
use sgmcmc::rng::{Generators, bounded, fill_normals};
use sgmcmc::{Batch, Model, exp_in_place, ln_in_place};
use std::num::NonZeroU32;

/// Length of θ.
pub const DIM: usize = 2;
/// Points that are evaluated together.
const BLOCK: usize = 256;
const SQRT_2: f64 = std::f64::consts::SQRT_2;
/// ln ½ − ½ ln 4π.
const LOG_NORMALISER: f64 = -1.9586593040445907;

/// The data and the working memory of one evaluation.
#[derive(Clone)]
pub struct Mixture {
    x: Vec<f64>,
    /// x − θ1.
    differences: [f64; BLOCK],
    /// The smaller of the two components' densities over the larger.
    ratios: [f64; BLOCK],
    /// 1 + ratio.
    sums: [f64; BLOCK],
    log_sums: [f64; BLOCK],
}

impl Mixture {
    /// Draws `len` points at θ = (0, `theta2`).
    pub fn draw_data(len: u32, theta2: f64, rng: &mut Generators) -> Self {
        let mut x = vec![0.0; len as usize];
        fill_normals(&mut rng.noise, &mut x);
        let two = NonZeroU32::MIN.saturating_add(1);
        for x in &mut x {
            let component = bounded(&mut rng.choice, two);
            *x = theta2 * f64::from(component) + SQRT_2 * *x;
        }
        let zeros = [0.0; BLOCK];
        Self { x, differences: zeros, ratios: zeros, sums: zeros, log_sums: zeros }
    }

    /// n.
    pub fn data_len(&self) -> u32 {
        self.x.len() as u32
    }

    /// The mean of ln p(x_i | θ) over all data, and its variance.
    pub fn moments(&mut self, theta: &[f64]) -> [f64; 2] {
        let [sum, _, _, squares] = self.sum_all(theta);
        let [mean, square] = [sum, squares].map(|sum| sum / self.x.len() as f64);
        [mean + LOG_NORMALISER, square - mean * mean]
    }

    fn sum_all(&mut self, theta: &[f64]) -> [f64; 4] {
        let mut sums = [0.0; 4];
        for start in (0..self.x.len()).step_by(BLOCK) {
            self.add_block(&mut sums, theta, start..self.x.len().min(start + BLOCK));
        }
        sums
    }

    /// Adds up over the points with these indices ln p(x | θ), up to its constant, twice its gradient, and the square of
    /// the first.
    ///
    /// With u = x − θ1 and v = u − θ2 the two components have the log densities −u²/4 and −v²/4, up to the same
    /// constant; their logaddexp is −min(u², v²)/4 + ln(1 + exp(−|u² − v²|/4)). The second component is
    /// responsible for the share r of the point, and the gradient is ((u − r θ2)/2, r v/2).
    fn add_block(
        &mut self,
        sums: &mut [f64; 4],
        theta: &[f64],
        indices: impl ExactSizeIterator<Item = usize>,
    ) {
        let (theta1, theta2) = (theta[0], theta[1]);
        let len = indices.len();
        for (u, index) in self.differences.iter_mut().zip(indices) {
            *u = self.x[index] - theta1;
        }
        for (ratio, u) in self.ratios.iter_mut().zip(self.differences).take(len) {
            let v = u - theta2;
            *ratio = -0.25 * (u * u - v * v).abs();
        }
        exp_in_place(&mut self.ratios[..len]);
        for p in 0..len {
            self.sums[p] = 1.0 + self.ratios[p];
            self.log_sums[p] = self.sums[p];
        }
        ln_in_place(&mut self.log_sums[..len]);
        for p in 0..len {
            let u = self.differences[p];
            let v = u - theta2;
            let nearest = if u * u < v * v { u * u } else { v * v };
            let share = (if u * u < v * v { self.ratios[p] } else { 1.0 }) / self.sums[p];
            let log = self.log_sums[p] - 0.25 * nearest;
            sums[0] += log;
            sums[1] += u - share * theta2;
            sums[2] += share * v;
            sums[3] += log * log;
        }
    }
}

impl Model<f64> for Mixture {
    fn log_likelihood(&mut self, theta: &[f64], batch: Batch<'_>, gradient: Option<&mut [f64]>) -> Answer {
        let (sums, len) = match batch {
            Batch::All => (self.sum_all(theta), self.x.len()),
            Batch::Indices(indices) => {
                let mut sums = [0.0; 4];
                for block in indices.chunks(BLOCK) {
                    self.add_block(&mut sums, theta, block.iter().map(|&index| index as usize));
                }
                (sums, indices.len())
            }
        };
        let len = len as f64;
        if let Some(gradient) = gradient {
            gradient[0] = 0.5 * sums[1] / len;
            gradient[1] = 0.5 * sums[2] / len;
        }
        Ok(sums[0] / len + LOG_NORMALISER)
    }

    fn log_prior(&mut self, theta: &[f64], gradient: Option<&mut [f64]>) -> Answer {
        if let Some(gradient) = gradient {
            gradient[0] = -theta[0] / 10.0;
            gradient[1] = -theta[1];
        }
        Ok(-0.5 * (theta[0] * theta[0] / 10.0 + theta[1] * theta[1]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Against the densities themselves, over blocks that are full and one that is not, and in both orders of the
    /// components.
    #[test]
    fn the_log_likelihood_is_that_of_two_components() {
        let mut rng = Generators::new(1, 0).expect("a chain");
        let mut model = Mixture::draw_data(1000, 2.0, &mut rng);
        let theta = [0.3, 1.7];
        let density =
            |x: f64, at: f64| sgmcmc::exp(-0.25 * (x - at) * (x - at)) / (4.0 * std::f64::consts::PI).sqrt();
        let of = |x: &f64| sgmcmc::ln(0.5 * density(*x, 0.3) + 0.5 * density(*x, 2.0));
        let mean = model.x.iter().map(of).sum::<f64>() / 1000.0;
        let got = model.log_likelihood(&theta, Batch::All, None).expect("a value");
        assert!((got - mean).abs() < 1e-12, "{got} and {mean}");
        let variance = model.x.iter().map(of).map(|x| (x - mean) * (x - mean)).sum::<f64>() / 1000.0;
        let moments = model.moments(&theta);
        assert_eq!(moments[0], got);
        assert!((moments[1] - variance).abs() < 1e-12, "{moments:?} and {variance}");
        let all: Vec<u32> = (0..1000).collect();
        assert_eq!(model.log_likelihood(&theta, Batch::Indices(&all), None), Ok(got));
        let other = model.log_likelihood(&[2.0, -1.7], Batch::All, None).expect("a value");
        assert!((got - other).abs() < 1e-12, "{got} and {other}");
    }
}
