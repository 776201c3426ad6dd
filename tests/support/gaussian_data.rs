//! Normal data with a known precision, the model of most chains here.

extern crate alloc;

use alloc::{vec, vec::Vec};
use sgmcmc::rng::{Generators, fill_normals};
use sgmcmc::{Batch, Interrupt, Model, Real};

/// x_i ~ N(θ, 1/precision) in every coordinate: ℓ_i = -precision/2 ‖x_i - θ‖².
#[derive(Clone, Debug)]
pub(crate) struct GaussianData {
    /// n rows of `dim` numbers.
    pub(crate) x: Vec<f64>,
    pub(crate) dim: usize,
    pub(crate) precision: f64,
}

impl GaussianData {
    pub(crate) fn new(x: &[f64], dim: usize) -> Self {
        Self { x: x.to_vec(), dim, precision: 1.0 }
    }

    /// A data set without two equal rows.
    pub(crate) fn spread(data_len: usize, dim: usize) -> Self {
        let x = (0..data_len * dim).map(|i| libm::sin(0.7 + 1.3 * i as f64) + 0.3).collect();
        Self { x, dim, precision: 1.0 }
    }

    /// Standard normal data, the same for every call.
    pub(crate) fn normal(data_len: usize, dim: usize) -> Self {
        let mut x = vec![0.0; data_len * dim];
        fill_normals(&mut Generators::new(1, 0).expect("a chain").noise, &mut x);
        Self { x, dim, precision: 1.0 }
    }

    pub(crate) fn data_len(&self) -> usize {
        self.x.len() / self.dim
    }

    /// The mean of coordinate `j` over all data.
    pub(crate) fn mean(&self, j: usize) -> f64 {
        self.x.chunks(self.dim).map(|row| row[j]).sum::<f64>() / self.data_len() as f64
    }

    /// Takes one row in, with weight 1/m. Few products: emulated boards make them in software, for minutes.
    fn add<R: Real>(&self, i: usize, share: f64, theta: &[R], gradient: &mut Option<&mut [R]>) -> f64 {
        let row = &self.x[i * self.dim..][..self.dim];
        let (weight, mut squares) = (self.precision * share, 0.0);
        for (j, (x, theta)) in row.iter().zip(theta).enumerate() {
            let off = x - theta.to_f64();
            squares += off * off;
            if let Some(gradient) = gradient {
                gradient[j] = gradient[j] + R::from_f64(off * weight);
            }
        }
        -0.5 * weight * squares
    }
}

impl<R: Real> Model<R> for GaussianData {
    fn log_likelihood(
        &mut self,
        theta: &[R],
        batch: Batch<'_>,
        mut gradient: Option<&mut [R]>,
    ) -> Result<f64, Interrupt> {
        Ok(match batch {
            Batch::All => {
                let n = self.data_len();
                (0..n).map(|i| self.add(i, 1.0 / n as f64, theta, &mut gradient)).sum()
            }
            Batch::Indices(indices) => {
                let share = 1.0 / indices.len() as f64;
                indices.iter().map(|&i| self.add(i as usize, share, theta, &mut gradient)).sum()
            }
        })
    }
}
