//! Equal mixtures of normal distributions on the plane, with a noisy gradient.

use crate::Answer;
use crate::contours::Map;
use sgmcmc::rng::{Generators, Lanes, fill_normals};
use sgmcmc::{Batch, Diffusion, Interrupt, Model, exp, ln};

/// Length of θ.
pub const DIM: usize = 2;

/// A mixture of normals with the same weight and the same covariance.
#[derive(Debug)]
pub struct Target {
    /// The components' means.
    pub centres: &'static [[f64; DIM]],
    /// The inverse of a component's covariance.
    pub precision: [[f64; DIM]; DIM],
    /// The mean of the mixture.
    pub mean: [f64; DIM],
    /// Its covariance.
    pub covariance: [[f64; DIM]; DIM],
}

/// 1 / 0.19: the determinant of the Gaussian's covariance is 0.19.
const INVERSE: f64 = 1.0 / 0.19;

/// The correlated Gaussian of Kim, Song and Liang 2020, section 4.1.
pub const GAUSSIAN: Target = Target {
    centres: &[[0.0, 0.0]],
    precision: [[INVERSE, -0.9 * INVERSE], [-0.9 * INVERSE, INVERSE]],
    mean: [0.0, 0.0],
    covariance: [[1.0, 0.9], [0.9, 1.0]],
};

/// The mixture of five normals of their section 4.2, each exp(-‖θ - μ‖²).
pub const MIXTURE: Target = Target {
    centres: &[[-3.0, -3.0], [-3.0, 0.0], [0.0, 0.0], [3.0, 0.0], [3.0, 3.0]],
    precision: [[2.0, 0.0], [0.0, 2.0]],
    mean: [0.0, 0.0],
    covariance: [[7.7, 3.6], [3.6, 4.1]],
};

impl Target {
    /// Its contours where both coordinates are in [-reach, reach].
    pub fn map(&self, reach: f64) -> Map {
        let mut shares = vec![0.0; self.centres.len()];
        Map::new(-reach..reach, -reach..reach, |x, y| self.evaluate(&[x, y], &mut shares).0)
    }

    /// The log density, which is at most ln K for K components, and its gradient; `shares` gets every component's
    /// share of the density at θ.
    pub fn evaluate(&self, theta: &[f64], shares: &mut [f64]) -> (f64, [f64; DIM]) {
        // Λ (μ - θ): the gradient of one component's log density.
        let pull = |centre: &[f64; DIM]| {
            let (x, y) = (centre[0] - theta[0], centre[1] - theta[1]);
            let [[xx, xy], [yx, yy]] = self.precision;
            ([xx * x + xy * y, yx * x + yy * y], [x, y])
        };
        for (share, centre) in shares.iter_mut().zip(self.centres) {
            let (gradient, off) = pull(centre);
            *share = -0.5 * (gradient[0] * off[0] + gradient[1] * off[1]);
        }
        let highest = shares.iter().fold(f64::NEG_INFINITY, |highest, share| share.max(highest));
        shares.iter_mut().for_each(|share| *share = exp(*share - highest));
        let total: f64 = shares.iter().sum();
        let mut gradient = [0.0; DIM];
        for (share, centre) in shares.iter_mut().zip(self.centres) {
            *share /= total;
            let (own, _) = pull(centre);
            gradient[0] += *share * own[0];
            gradient[1] += *share * own[1];
        }
        (highest + ln(total), gradient)
    }
}

/// A target whose gradient carries the noise e ~ N(0, I), which stands for that of a minibatch.
pub struct NoisyTarget<'a> {
    target: &'a Target,
    noise: Lanes,
    shares: Vec<f64>,
}

impl<'a> NoisyTarget<'a> {
    /// The noise is that of chain `chain_index` under `seed`: not the seed of the chain itself.
    pub fn new(target: &'a Target, seed: u64, chain_index: u32) -> Option<Self> {
        let noise = Generators::new(seed, chain_index)?.noise;
        Some(Self { target, noise, shares: vec![0.0; target.centres.len()] })
    }
}

impl Model<f64> for NoisyTarget<'_> {
    /// There are no data: the whole log density is that of one datum.
    fn log_likelihood(&mut self, theta: &[f64], _: Batch<'_>, gradient: Option<&mut [f64]>) -> Answer {
        let (log_density, exact) = self.target.evaluate(theta, &mut self.shares);
        if let Some(gradient) = gradient {
            fill_normals(&mut self.noise, gradient);
            gradient.iter_mut().zip(exact).for_each(|(gradient, exact)| *gradient += exact);
        }
        Ok(log_density)
    }

    /// A position-dependent preconditioner, P(θ) = 1/(1 + π(θ)) for the density π with components of height 1: smaller
    /// steps where the density is high. Γ = ∇P = -P² π ∇log π.
    fn metric(&mut self, theta: &[f64], metric: &mut [f64], gamma: &mut [f64]) -> Result<(), Interrupt> {
        let (log_density, gradient) = self.target.evaluate(theta, &mut self.shares);
        let density = exp(log_density);
        let p = 1.0 / (1.0 + density);
        metric.fill(p);
        gamma.iter_mut().zip(gradient).for_each(|(gamma, g)| *gamma = -p * p * density * g);
        Ok(())
    }

    /// A diffusion with D = I and the rotation Q = [[0, 1], [-1, 0]]: SGLD that circles along the contours while it
    /// climbs. Both are constant, so Γ = 0.
    fn diffusion(
        &mut self,
        at: Diffusion<'_, f64>,
        drift: &mut [f64],
        noise: &mut [f64],
    ) -> Result<(), Interrupt> {
        drift[0] = at.gradient[0] + at.gradient[1];
        drift[1] = at.gradient[1] - at.gradient[0];
        noise.copy_from_slice(at.normals);
        Ok(())
    }
}
