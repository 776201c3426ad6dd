//! A model that has everything that a rule, a prior or a schedule may ask of it.

use crate::support::{Answer, GaussianData};
use sgmcmc::{Batch, Diffusion, Interrupt, Model, Real};

/// Gaussian data with a Cauchy-like prior, a metric, a diffusion and schedules; every answer is plain arithmetic.
#[derive(Clone, Debug)]
pub(crate) struct Host(pub(crate) GaussianData);

impl<R: Real> Model<R> for Host {
    fn log_likelihood(&mut self, theta: &[R], batch: Batch<'_>, gradient: Option<&mut [R]>) -> Answer {
        self.0.log_likelihood(theta, batch, gradient)
    }

    fn log_prior(&mut self, theta: &[R], gradient: Option<&mut [R]>) -> Answer {
        for (g, t) in gradient.into_iter().flatten().zip(theta) {
            *g = *g - *t / (R::from_f64(1.0) + *t * *t);
        }
        Ok(0.0)
    }

    /// P = 1/(1 + θ²) or the bidiagonal factor with that diagonal; Γ is no derivative of it, which no kernel knows.
    fn metric(&mut self, theta: &[R], metric: &mut [R], gamma: &mut [R]) -> Result<(), Interrupt> {
        let one = R::from_f64(1.0);
        let dim = theta.len();
        let stride = if metric.len() == dim { 1 } else { dim + 1 };
        for (i, t) in theta.iter().enumerate() {
            metric[i * stride] = one / (one + *t * *t);
            if stride > 1 && i > 0 {
                metric[i * stride - 1] = R::from_f64(0.25);
            }
            gamma[i] = *t * R::from_f64(0.5);
        }
        Ok(())
    }

    fn diffusion(&mut self, at: Diffusion<'_, R>, drift: &mut [R], noise: &mut [R]) -> Result<(), Interrupt> {
        let half = R::from_f64(0.5);
        for (i, (drift, noise)) in drift.iter_mut().zip(noise).enumerate() {
            *drift = at.gradient[i] * half + at.theta[i] * R::from_f64(at.temperature);
            *noise = at.normals[i] * half;
        }
        Ok(())
    }

    fn step_size(&mut self, k: u64) -> Answer {
        Ok(2e-3 / (1.0 + k as f64))
    }

    fn temperature(&mut self, k: u64) -> Answer {
        Ok(if k % 4 == 3 { 0.0 } else { 0.6 })
    }
}
