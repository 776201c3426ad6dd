//! Wu, Wang and Wong 2020, section 3.1: a mixture of two normals with unknown means, x_i ~ ½ N(θ1, 2) + ½ N(θ1 + θ2, 2),
//! with the prior θ1 ~ N(0, 10), θ2 ~ N(0, 1) (Welling and Teh 2011).
//!
//! (θ1, θ2) and (θ1 + θ2, -θ2) name the components in the two orders: the likelihood of every datum is the same there.

use sgmcmc::rng::{Generators, bounded, fill_normals};
use sgmcmc::{Batch, Interrupt, Model, exp_in_place, ln_in_place};
use std::num::NonZeroU32;

/// Points that are evaluated together.
const BLOCK: usize = 256;
/// ln ½ - ½ ln 4π.
const LOG_NORMALISER: f64 = -1.9586593040445907;

/// The data and the working memory of one evaluation.
#[derive(Clone)]
pub struct Mixture {
    x: Vec<f64>,
    /// x - θ1 of a block.
    differences: Vec<f64>,
    /// The smaller of the two components' densities over the larger, and then ln(1 + that).
    logs: Vec<f64>,
}

impl Mixture {
    /// Draws `len` points at θ = (0, `theta2`).
    pub fn draw_data(len: u32, theta2: f64, rng: &mut Generators) -> Self {
        let mut x = vec![0.0; len as usize];
        fill_normals(&mut rng.noise, &mut x);
        let two = NonZeroU32::MIN.saturating_add(1);
        for x in &mut x {
            let component = bounded(&mut rng.choice, two);
            *x = theta2 * f64::from(component) + std::f64::consts::SQRT_2 * *x;
        }
        Self { x, differences: vec![0.0; BLOCK], logs: vec![0.0; BLOCK] }
    }

    /// n.
    pub fn len(&self) -> u32 {
        self.x.len() as u32
    }

    /// The mean of ln p(x_i | θ) over all data, and its variance.
    pub fn moments(&mut self, theta: &[f64]) -> [f64; 2] {
        let sums = self.all(theta);
        let [mean, square] = sums.map(|sum| sum / self.x.len() as f64);
        [mean + LOG_NORMALISER, square - mean * mean]
    }

    fn all(&mut self, theta: &[f64]) -> [f64; 2] {
        let len = self.x.len();
        let blocks = (0..len).step_by(BLOCK);
        blocks.fold([0.0; 2], |sums, start| self.add(sums, theta, start..len.min(start + BLOCK)))
    }

    /// Adds a block's ln p(x | θ), up to its constant, and their squares.
    ///
    /// With u = x - θ1 and v = u - θ2 the components have the log densities -u²/4 and -v²/4; their logaddexp is
    /// -min(u², v²)/4 + ln(1 + exp(-|u² - v²|/4)).
    fn add(
        &mut self,
        [mut sum, mut squares]: [f64; 2],
        theta: &[f64],
        indices: impl ExactSizeIterator<Item = usize>,
    ) -> [f64; 2] {
        let len = indices.len();
        for (u, index) in self.differences.iter_mut().zip(indices) {
            *u = self.x[index] - theta[0];
        }
        for (log, u) in self.logs.iter_mut().zip(&self.differences).take(len) {
            let v = u - theta[1];
            *log = -0.25 * (u * u - v * v).abs();
        }
        exp_in_place(&mut self.logs[..len]);
        self.logs[..len].iter_mut().for_each(|x| *x += 1.0);
        ln_in_place(&mut self.logs[..len]);
        for (log, u) in self.logs.iter().zip(&self.differences).take(len) {
            let v = u - theta[1];
            let log = log - 0.25 * (u * u).min(v * v);
            sum += log;
            squares += log * log;
        }
        [sum, squares]
    }
}

impl Model<f64> for Mixture {
    fn log_likelihood(
        &mut self,
        theta: &[f64],
        batch: Batch<'_>,
        gradient: Option<&mut [f64]>,
    ) -> Result<f64, Interrupt> {
        // Only the random walk runs on it.
        if gradient.is_some() {
            return Err(Interrupt::Missing);
        }
        let ([sum, _], len) = match batch {
            Batch::All => (self.all(theta), self.x.len()),
            Batch::Indices(indices) => {
                let add = |sums, block: &[u32]| self.add(sums, theta, block.iter().map(|i| *i as usize));
                (indices.chunks(BLOCK).fold([0.0; 2], add), indices.len())
            }
        };
        Ok(sum / len as f64 + LOG_NORMALISER)
    }

    fn log_prior(&mut self, theta: &[f64], _: Option<&mut [f64]>) -> Result<f64, Interrupt> {
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
