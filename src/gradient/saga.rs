//! SAGA's table of one gradient for every datum.
//!
//! ```text
//! ĝ = mean(α) + (1/m) Σ_{i∈I} (∇ℓ_i(θ) - α_i);   then α_i ← ∇ℓ_i(θ)
//! ```
//!
//! Dubey et al. 2016, Algorithm 2, by the mean instead of the sum. The mean is kept in `f64` and follows the table.

use super::evaluate::finite;
use super::model::{Batch, Model, StepError};
use crate::Error;
use crate::num::{Real, all_within, clear};

/// The table, and room for the rows of a step until that is certain.
#[derive(Default)]
pub(crate) struct Saga<'m, R> {
    /// n rows as long as θ.
    pub(crate) table: &'m mut [R],
    /// Its mean.
    pub(crate) mean: &'m mut [f64],
    /// m rows, zeros.
    pub(crate) fresh: &'m mut [R],
}

impl<R: Real> Saga<'_, R> {
    pub(crate) fn clear(&mut self) {
        clear(self.table);
        clear(self.mean);
    }

    /// Fills the table at the first θ.
    pub(crate) fn start(&mut self, model: &mut dyn Model<R>, theta: &[R]) -> Result<(), StepError> {
        let dim = theta.len().max(1);
        let mut count = 0.0;
        for (i, row) in self.table.chunks_exact_mut(dim).enumerate() {
            one(model, theta, i as u32, row)?;
            count += 1.0;
            for (mean, alpha) in self.mean.iter_mut().zip(row) {
                *mean += alpha.to_f64();
            }
        }
        self.mean.iter_mut().for_each(|mean| *mean /= count);
        Ok(())
    }

    /// The mean log-likelihood over the batch; the estimate goes into `gradient`, by way of `total`, which holds zeros.
    pub(crate) fn estimate(
        &mut self,
        model: &mut dyn Model<R>,
        theta: &[R],
        batch: &[u32],
        total: &mut [f64],
        gradient: &mut [R],
    ) -> Result<f64, StepError> {
        let dim = theta.len().max(1);
        let mut value = 0.0;
        for (index, row) in batch.iter().zip(self.fresh.chunks_exact_mut(dim)) {
            value += one(model, theta, *index, row)?;
            for ((total, new), old) in total.iter_mut().zip(row).zip(rows(self.table, dim, *index)) {
                *total += new.to_f64() - old.to_f64();
            }
        }
        let len = batch.len() as f64;
        for ((gradient, total), mean) in gradient.iter_mut().zip(total).zip(&*self.mean) {
            *gradient = R::from_f64(*mean + *total / len);
            *total = 0.0;
        }
        finite(Ok(value / len), Error::LogLikelihoodNotFinite)?.ok_or(Error::Impossible.into())
    }

    /// Takes the rows of the batch over.
    pub(crate) fn commit(&mut self, batch: &[u32], dim: usize, data_len: f64) {
        let dim = dim.max(1);
        for (index, fresh) in batch.iter().zip(self.fresh.chunks_exact(dim)) {
            let start = (*index as usize).saturating_mul(dim);
            let row = self.table.get_mut(start..start.saturating_add(dim)).unwrap_or_default();
            for ((old, new), mean) in row.iter_mut().zip(fresh).zip(&mut *self.mean) {
                *mean += (new.to_f64() - old.to_f64()) / data_len;
                *old = *new;
            }
        }
    }
}

fn rows<R>(table: &[R], dim: usize, index: u32) -> &[R] {
    let start = (index as usize).saturating_mul(dim);
    table.get(start..start.saturating_add(dim)).unwrap_or_default()
}

/// ℓ_i(θ), and its gradient into a row of zeros.
fn one<R: Real>(model: &mut dyn Model<R>, theta: &[R], index: u32, row: &mut [R]) -> Result<f64, StepError> {
    let value = model.log_likelihood(theta, Batch::Indices(&[index]), Some(row));
    let value = finite(value, Error::LogLikelihoodNotFinite)?.ok_or(Error::Impossible)?;
    if all_within(row, R::MAX) { Ok(value) } else { Err(Error::GradientNotFinite.into()) }
}
