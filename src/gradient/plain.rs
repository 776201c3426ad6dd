//! The plain estimator: the model on one batch, or on all data in chunks, with the host's prior taken in.

use super::model::{Batch, Interrupt, Model, StepError};
use crate::Error;
use crate::num::{Column, Real, Vector, update};
use crate::prior::{Density, Prior};
use core::num::NonZeroU32;

/// What the model says at one θ.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Estimate {
    /// The mean log-likelihood over the batch; -∞ where the model is impossible.
    pub(crate) log_likelihood: f64,
    /// log π0(θ), up to a constant.
    pub(crate) log_prior: f64,
}

impl Estimate {
    /// log p(x | θ) / n as the batch estimates it, plus log π0(θ) / n: what c_n multiplies.
    pub(crate) fn per_datum(&self, data_len: NonZeroU32) -> f64 {
        self.log_likelihood + self.log_prior / f64::from(data_len.get())
    }

    const IMPOSSIBLE: Self = Self { log_likelihood: f64::NEG_INFINITY, log_prior: 0.0 };
}

/// Evaluates ĝ_I(θ) and μ̂_I(θ); over all data in chunks where there is room for their indices.
pub(crate) struct Evaluator<'a, R: Real> {
    pub(crate) data_len: NonZeroU32,
    /// As long as θ, zero: a chunk's or the prior's gradient before it is added.
    pub(crate) part: &'a mut [R],
    /// As long as θ where there are chunks, zero: the sum over them.
    pub(crate) total: &'a mut [f64],
    /// As many indices as a chunk has; empty when all data are asked for in one call.
    pub(crate) chunk: &'a mut [u32],
    pub(crate) prior: &'a Prior,
    /// Whether `gradient` takes in ∇log π0(θ) / n.
    pub(crate) add_prior: bool,
}

impl<R: Real> Evaluator<'_, R> {
    /// Fills `gradient`, which holds zeros, where it is given.
    ///
    /// An impossible θ gives [`Estimate::IMPOSSIBLE`]; NaN, +∞ and gradients that are not finite are errors.
    pub(crate) fn evaluate(
        &mut self,
        model: &mut impl Model<R>,
        theta: &[R],
        batch: Batch<'_>,
        mut gradient: Option<&mut [R]>,
    ) -> Result<Estimate, StepError> {
        let value = match batch {
            Batch::All if !self.chunk.is_empty() => self.in_chunks(model, theta, gradient.as_deref_mut()),
            _ => model.log_likelihood(theta, batch, gradient.as_deref_mut()),
        };
        let Some(log_likelihood) = finite(value, Error::LogLikelihoodNotFinite)? else {
            return Ok(Estimate::IMPOSSIBLE);
        };
        let per_datum = R::from_f64(1.0 / f64::from(self.data_len.get()));
        let gradient = gradient.filter(|_| self.add_prior);
        let log_prior = match self.prior {
            Prior::Flat(prior) => Ok(Density::<R>::log_density(prior, theta)),
            Prior::Gaussian(prior) => {
                if let Some(gradient) = gradient {
                    prior.add_scaled_gradient(theta, gradient, per_datum);
                }
                Ok(prior.log_density(theta))
            }
            Prior::Callback => {
                let part = gradient.is_some().then_some(&mut *self.part);
                let value = model.log_prior(theta, part);
                if let Some(gradient) = gradient {
                    add_scaled(gradient, self.part, per_datum);
                    self.part.fill(R::default());
                }
                value
            }
        };
        let Some(log_prior) = finite(log_prior, Error::LogPriorNotFinite)? else {
            return Ok(Estimate::IMPOSSIBLE);
        };
        Ok(Estimate { log_likelihood, log_prior })
    }

    /// Adds the chunks' gradients up in `f64`, weighted by their lengths, and rounds once at the end: in `f32` a sum of
    /// many small shares would stagnate.
    fn in_chunks(
        &mut self,
        model: &mut impl Model<R>,
        theta: &[R],
        mut gradient: Option<&mut [R]>,
    ) -> Result<f64, Interrupt> {
        let len = self.data_len.get();
        let mut value = 0.0;
        let mut start = 0;
        while start < len {
            let indices = self.chunk.iter_mut().zip(start..len);
            let taken = indices.map(|(index, value)| *index = value).count();
            let batch = Batch::Indices(self.chunk.get(..taken).unwrap_or_default());
            let weight = taken as f64;
            let part = gradient.is_some().then_some(&mut *self.part);
            value += weight * model.log_likelihood(theta, batch, part)?;
            for (total, part) in self.total.iter_mut().zip(&mut *self.part) {
                *total += weight * part.to_f64();
                *part = R::default();
            }
            start = start.saturating_add(taken as u32);
        }
        if let Some(gradient) = &mut gradient {
            for (gradient, total) in gradient.iter_mut().zip(&mut *self.total) {
                *gradient = R::from_f64(*total / f64::from(len));
                *total = 0.0;
            }
        }
        Ok(value / f64::from(len))
    }
}

/// `Some` of a finite value, `None` where the model is impossible, an error for the rest.
fn finite(value: Result<f64, Interrupt>, error: Error) -> Result<Option<f64>, StepError> {
    match value {
        Ok(value) if value.is_finite() => Ok(Some(value)),
        Ok(f64::NEG_INFINITY) | Err(Interrupt::Impossible) => Ok(None),
        Ok(_) => Err(error.into()),
        Err(Interrupt::Stop(code)) => Err(StepError::Stopped(Error::Stopped, code)),
    }
}

/// g ← g + scale x.
fn add_scaled<R: Real>(gradient: &mut [R], x: &[R], scale: R) {
    let scale = R::Piece::splat(scale);
    update(&mut Column::new(gradient), [x], |[g0, g1], [[x0, x1]], _| [g0 + x0 * scale, g1 + x1 * scale]);
}
