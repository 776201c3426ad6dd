//! θ ← θ + η (n ĝ + ∇log π0(θ)) + sqrt(2ητ) ξ, (K 3.4), one number after the other.

use super::{Generators, Scalar, normals};

/// The settings of a step.
#[derive(Clone, Copy)]
pub(crate) struct Sgld {
    pub(crate) step_size: f64,
    pub(crate) temperature: f64,
    pub(crate) data_len: f64,
    /// μ0 and κ of a Gaussian prior: ∇log π0 = κ (μ0 - θ).
    pub(crate) prior: Option<(f64, f64)>,
}

impl Sgld {
    /// Moves θ and returns the norms of the drift and the noise.
    pub(crate) fn step<R: Scalar>(
        &self,
        theta: &mut [R],
        gradient: &[R],
        generators: &mut Generators,
    ) -> (f64, f64) {
        let [eta, n] = [self.step_size, self.data_len].map(R::from_f64);
        let scale = R::from_f64((2.0 * self.step_size * self.temperature).sqrt());
        let noisy = scale > R::default();
        let xi = if noisy { normals::<R>(generators, theta.len()) } else { vec![R::default(); theta.len()] };
        let (mut drifts, mut noises) = (Vec::new(), Vec::new());
        for ((theta, g), xi) in theta.iter_mut().zip(gradient).zip(xi) {
            let mut force = *g * n;
            if let Some((mean, precision)) = self.prior {
                force = force + (R::from_f64(mean) - *theta) * R::from_f64(precision);
            }
            let (drift, noise) = (force * eta, xi * scale);
            *theta = *theta + drift;
            if noisy {
                *theta = *theta + noise;
            }
            *theta = if *theta > R::MAX { R::MAX } else { *theta };
            *theta = if *theta < -R::MAX { -R::MAX } else { *theta };
            drifts.push(drift.to_f64());
            noises.push(noise.to_f64());
        }
        (fold_squares::<R>(drifts).sqrt(), fold_squares::<R>(noises).sqrt())
    }
}

/// Σ x² in the written order: number i goes to the sum i mod L, where L numbers of the vector's precision are 128
/// bytes, and the sums are added from the first on.
pub(crate) fn fold_squares<R: Scalar>(numbers: impl IntoIterator<Item = f64>) -> f64 {
    let mut sums = vec![0.0; 128 / size_of::<R>()];
    let len = sums.len();
    for (i, x) in numbers.into_iter().enumerate() {
        sums[i % len] += x * x;
    }
    sums.iter().fold(0.0, |total, sum| total + sum)
}
