//! A logistic regression whose posterior's covariance is known.

use super::{Answer, Matrix};
use sgmcmc::rng::{Generators, fill_normals};
use sgmcmc::{Batch, Model, Real};

pub(crate) const LOGITS_DIM: usize = 6;

/// Logistic regression without a prior, in 6 dimensions, with correlated covariates.
#[derive(Clone)]
pub(crate) struct Logits {
    /// y_i x_i.
    x: Vec<[f64; LOGITS_DIM]>,
}

impl Logits {
    pub(crate) fn new() -> Self {
        let mut normals = vec![[0.0; LOGITS_DIM + 1]; 1000];
        fill_normals(&mut Generators::new(12, 0).expect("a chain").noise, normals.as_flattened_mut());
        let of = |[z @ .., u]: &[f64; LOGITS_DIM + 1]| {
            let shared = 0.5 * z[0];
            let row: [f64; LOGITS_DIM] = std::array::from_fn(|j| 0.6 * z[j] + shared);
            let margin = 0.5 * row[1] - 0.4 * row[3];
            // u has a normal law: twice its distribution function is not needed, a probit is as good a truth.
            if 1.6 * margin + u > 0.0 { row } else { row.map(|x| -x) }
        };
        Self { x: normals.iter().map(of).collect() }
    }

    /// Σ -log(1 + exp(-y xᵀθ)) over all data.
    fn log_posterior(&self, theta: &[f64; LOGITS_DIM]) -> f64 {
        let of = |row: &[f64; LOGITS_DIM]| {
            let margin: f64 = row.iter().zip(theta).map(|(x, theta)| x * theta).sum();
            -libm::log1p(libm::exp(-margin))
        };
        self.x.iter().map(of).sum()
    }

    /// Gradient and Hessian of its negative.
    fn slopes(&self, theta: &[f64; LOGITS_DIM]) -> ([f64; LOGITS_DIM], Matrix) {
        let (mut gradient, mut sums) = ([0.0; LOGITS_DIM], [[0.0; LOGITS_DIM]; LOGITS_DIM]);
        for row in &self.x {
            let margin: f64 = row.iter().zip(theta).map(|(x, theta)| x * theta).sum();
            let p = 1.0 / (1.0 + libm::exp(margin));
            for (i, x) in row.iter().enumerate() {
                gradient[i] -= p * x;
                sums[i].iter_mut().zip(row).for_each(|(sum, other)| *sum += p * (1.0 - p) * x * other);
            }
        }
        (gradient, Matrix::rows(sums))
    }

    /// The mode, by Newton's steps, and the inverse of the curvature there.
    pub(crate) fn laplace(&self) -> ([f64; LOGITS_DIM], Matrix) {
        let mut theta = [0.0; LOGITS_DIM];
        for _ in 0..20 {
            let (gradient, curvature) = self.slopes(&theta);
            let inverse = curvature.inverse();
            for (i, theta) in theta.iter_mut().enumerate() {
                *theta -= (0..LOGITS_DIM).map(|j| inverse.at(i, j) * gradient[j]).sum::<f64>();
            }
        }
        (theta, self.slopes(&theta).1.inverse())
    }

    /// The posterior's covariance, by importance sampling from Laplace's normal law, whose own covariance, which is
    /// known, takes most of the noise away again.
    pub(crate) fn covariance(&self) -> Matrix {
        let (mode, laplace) = self.laplace();
        let root = laplace.root();
        let count = 40_000;
        let mut normals = vec![[0.0; LOGITS_DIM]; count];
        fill_normals(&mut Generators::new(13, 0).expect("a chain").noise, normals.as_flattened_mut());
        let off = |z: &[f64; LOGITS_DIM]| -> [f64; LOGITS_DIM] {
            std::array::from_fn(|i| (0..=i).map(|j| root.at(i, j) * z[j]).sum())
        };
        let at_mode = self.log_posterior(&mode);
        let weight = |z: &[f64; LOGITS_DIM]| {
            let off = off(z);
            let theta = std::array::from_fn(|i| mode[i] + off[i]);
            let normal: f64 = z.iter().map(|z| 0.5 * z * z).sum();
            libm::exp(self.log_posterior(&theta) - at_mode + normal)
        };
        let weights: Vec<f64> = normals.iter().map(weight).collect();
        let total: f64 = weights.iter().sum();
        let (mut mean, mut squares) = ([0.0; LOGITS_DIM], [[0.0; LOGITS_DIM]; LOGITS_DIM]);
        for (z, w) in normals.iter().zip(&weights) {
            let (off, excess) = (off(z), w / total - 1.0 / count as f64);
            for (i, a) in off.iter().enumerate() {
                mean[i] += excess * a;
                squares[i].iter_mut().zip(off).for_each(|(sum, b)| *sum += excess * a * b);
            }
        }
        Matrix::from_fn(LOGITS_DIM, |i, j| laplace.at(i, j) + squares[i][j] - mean[i] * mean[j])
    }
}

impl<R: Real> Model<R> for Logits {
    fn log_likelihood(&mut self, theta: &[R], batch: Batch<'_>, gradient: Option<&mut [R]>) -> Answer {
        let Batch::Indices(indices) = batch else { panic!("all data") };
        let theta: [f64; LOGITS_DIM] = std::array::from_fn(|j| theta[j].to_f64());
        let mut sum = [0.0; LOGITS_DIM];
        for i in indices {
            let row = &self.x[*i as usize];
            let margin: f64 = row.iter().zip(theta).map(|(x, theta)| x * theta).sum();
            let p = 1.0 / (1.0 + libm::exp(margin));
            sum.iter_mut().zip(row).for_each(|(sum, x)| *sum += p * x);
        }
        let share = 1.0 / indices.len() as f64;
        gradient.into_iter().flatten().zip(sum).for_each(|(g, sum)| *g = R::from_f64(share * sum));
        Ok(0.0)
    }
}
