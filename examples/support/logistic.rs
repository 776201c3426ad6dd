//! Bayesian logistic regression on synthetic data, with a count of the gradients it has evaluated.

use sgmcmc::rng::{Generators, fill_normals, uniform};
use sgmcmc::{Batch, Interrupt, Model, exp, exp_in_place, ln_in_place};

/// Length of θ.
pub const DIM: usize = 50;
/// Data that are evaluated together.
const BLOCK: usize = 64;
/// The standard deviation of the true coefficients.
const COEFFICIENT: f64 = 0.3;

/// y = ±1 with p(y | x, θ) = 1/(1 + exp(-y xᵀθ)).
pub struct Logistic {
    /// z_i = y_i x_i, which is all that the likelihood depends on.
    rows: Vec<[f64; DIM]>,
    /// Gradients of one datum's log-likelihood that were asked for so far.
    pub evaluations: u64,
}

impl Logistic {
    /// Draws `len` data: standard normal x, and normal coefficients.
    pub fn draw_data(len: u32, rng: &mut Generators) -> Self {
        let mut coefficients = [0.0; DIM];
        fill_normals(&mut rng.noise, &mut coefficients);
        coefficients.iter_mut().for_each(|c| *c *= COEFFICIENT);
        let draw = |_| {
            let mut row = [0.0; DIM];
            fill_normals(&mut rng.noise, &mut row);
            let positive = uniform(&mut rng.choice) * (1.0 + exp(-dot(&row, &coefficients))) < 1.0;
            if positive { row } else { row.map(|x| -x) }
        };
        Self { rows: (0..len).map(draw).collect(), evaluations: 0 }
    }

    /// All z_i.
    pub fn rows(&self) -> &[[f64; DIM]] {
        &self.rows
    }

    /// Adds up at most `BLOCK` data: returns Σ ln p, and adds its gradient to `gradient`.
    ///
    /// With s = zᵀθ and e = exp(-|s|), ln p = min(s, 0) - ln(1 + e), and ∇ln p = z w with w = 1/(1 + exp(s)), which is
    /// e/(1 + e) for positive s and 1/(1 + e) else: no exponential overflows.
    fn add_block<'r>(
        theta: &[f64; DIM],
        rows: impl Iterator<Item = &'r [f64; DIM]> + Clone,
        gradient: Option<&mut [f64]>,
    ) -> f64 {
        let (mut scores, mut ratios, mut sums) = ([0.0; BLOCK], [0.0; BLOCK], [0.0; BLOCK]);
        let mut len = 0;
        for (score, row) in scores.iter_mut().zip(rows.clone()) {
            *score = dot(row, theta);
            len += 1;
        }
        let (scores, ratios, sums) = (&scores[..len], &mut ratios[..len], &mut sums[..len]);
        ratios.iter_mut().zip(scores).for_each(|(ratio, score)| *ratio = -score.abs());
        exp_in_place(ratios);
        if let Some(gradient) = gradient {
            for ((row, score), ratio) in rows.zip(scores).zip(&*ratios) {
                let weight = if *score > 0.0 { *ratio } else { 1.0 } / (1.0 + ratio);
                gradient.iter_mut().zip(row).for_each(|(gradient, z)| *gradient += weight * z);
            }
        }
        sums.iter_mut().zip(&*ratios).for_each(|(sum, ratio)| *sum = 1.0 + ratio);
        ln_in_place(sums);
        scores.iter().zip(sums).map(|(score, log_sum)| score.min(0.0) - *log_sum).sum()
    }
}

/// In ten sums side by side, which the compiler can keep in lanes; the order is fixed, and so are the bits.
pub fn dot(x: &[f64; DIM], y: &[f64; DIM]) -> f64 {
    let mut sums = [0.0; 10];
    for (x, y) in x.chunks_exact(sums.len()).zip(y.chunks_exact(sums.len())) {
        sums.iter_mut().zip(x.iter().zip(y)).for_each(|(sum, (x, y))| *sum += x * y);
    }
    sums.iter().sum()
}

impl Model<f64> for Logistic {
    fn log_likelihood(
        &mut self,
        theta: &[f64],
        batch: Batch<'_>,
        mut gradient: Option<&mut [f64]>,
    ) -> Result<f64, Interrupt> {
        let theta = theta.try_into().map_err(|_| Interrupt::Impossible)?;
        let (mut sum, len) = (
            0.0,
            match batch {
                Batch::All => self.rows.len(),
                Batch::Indices(indices) => indices.len(),
            },
        );
        match batch {
            Batch::All => {
                for rows in self.rows.chunks(BLOCK) {
                    sum += Self::add_block(theta, rows.iter(), gradient.as_deref_mut());
                }
            }
            Batch::Indices(indices) => {
                for indices in indices.chunks(BLOCK) {
                    let rows = indices.iter().map(|&index| &self.rows[index as usize]);
                    sum += Self::add_block(theta, rows, gradient.as_deref_mut());
                }
            }
        }
        if let Some(gradient) = gradient {
            self.evaluations += len as u64;
            gradient.iter_mut().for_each(|gradient| *gradient /= len as f64);
        }
        Ok(sum / len as f64)
    }
}
