//! The model at one θ: on a batch or on all data in chunks, with a control variate, the prior and clipping taken in.

use super::clipping::Clipping;
use super::model::{Batch, Interrupt, Model, StepError};
use crate::Error;
use crate::blocks::Blocks;
use crate::built;
use crate::num::{Column, Real, add_scaled, all_within, clear, update};
use core::num::NonZeroU32;

/// What the model says at one θ.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Estimate {
    /// The mean log-likelihood over the batch; -∞ where the model is impossible.
    pub(crate) log_likelihood: f64,
    /// log π0(θ), up to a constant.
    pub(crate) log_prior: f64,
    /// Whether the gradient was clipped.
    pub(crate) clipped: bool,
}

impl Estimate {
    /// log p(x | θ) / n as the batch estimates it, plus log π0(θ) / n: what c_n multiplies.
    pub(crate) fn per_datum(&self, data_len: NonZeroU32) -> f64 {
        self.log_likelihood + self.log_prior / f64::from(data_len.get())
    }

    pub(crate) const IMPOSSIBLE: Self =
        Self { log_likelihood: f64::NEG_INFINITY, log_prior: 0.0, clipped: false };
}

/// Evaluates μ̂_I(θ) and ĝ_I(θ), in chunks where there is room for their indices.
pub(crate) struct Evaluator<'a, R: Real> {
    pub(crate) data_len: NonZeroU32,
    /// As long as θ, zero: a chunk's or the prior's gradient, or the anchor's, before it is added.
    pub(crate) part: &'a mut [R],
    /// As long as θ where there are chunks, zero: the sum over them.
    pub(crate) total: &'a mut [f64],
    /// As many indices as a chunk has; empty when all data are asked for in one call.
    pub(crate) chunk: &'a mut [u32],
}

/// What becomes of a gradient besides the likelihood's.
pub(crate) struct Additions<'a, R: Real> {
    /// The built-in priors.
    pub(crate) blocks: &'a Blocks<'a, R>,
    /// Whether the prior is the model's.
    pub(crate) host_prior: bool,
    /// Whether log π0 is wanted.
    pub(crate) value: bool,
    /// Whether the gradient takes in ∇log π0(θ) / n.
    pub(crate) gradient: bool,
    /// θ̃ and its mean gradient over many data.
    pub(crate) anchor: Option<(&'a [R], &'a [R])>,
    pub(crate) clipping: Clipping,
}

impl<R: Real> Additions<'_, R> {
    /// Whether the likelihood's gradient stays as it is, and its value alone is wanted.
    fn are_none(&self) -> bool {
        let Self { blocks: _, host_prior, value, gradient, anchor: _, clipping } = self;
        !(*host_prior || *value || *gradient || *clipping != Clipping::None)
    }
}

impl<R: Real> Evaluator<'_, R> {
    /// Fills `gradient`, which holds zeros, where it is given, with everything that `additions` says.
    ///
    /// An impossible θ gives [`Estimate::IMPOSSIBLE`]; NaN, +∞ and gradients that are not finite are errors.
    pub(crate) fn evaluate(
        &mut self,
        model: &mut dyn Model<R>,
        theta: &[R],
        batch: Batch<'_>,
        mut gradient: Option<&mut [R]>,
        additions: &Additions<'_, R>,
    ) -> Result<Estimate, StepError> {
        let Some(log_likelihood) = self.likelihood(model, theta, batch, gradient.as_deref_mut())? else {
            return Ok(Estimate::IMPOSSIBLE);
        };
        let anchor = additions.anchor.filter(|_| built::CONTROL_VARIATES);
        if let (Some((theta, anchor)), Some(gradient)) = (anchor, gradient.as_deref_mut()) {
            // The same batch at the anchor: where the two places are one, what is left is the anchor's gradient itself.
            if !self.add_control_variate(model, theta, anchor, batch, gradient)? {
                return Ok(Estimate::IMPOSSIBLE);
            }
        }
        self.finish(model, theta, log_likelihood, gradient, additions)
    }

    /// [`evaluate`](Self::evaluate) at a proposal, which is rejected where there is no finite answer: `None`, and scratch
    /// that holds zeros.
    #[inline(never)]
    pub(crate) fn answer(
        &mut self,
        model: &mut dyn Model<R>,
        theta: &[R],
        batch: Batch<'_>,
        gradient: Option<&mut [R]>,
        additions: &Additions<'_, R>,
    ) -> Result<Option<Estimate>, StepError> {
        match self.evaluate(model, theta, batch, gradient, additions) {
            Ok(estimate) if estimate.log_likelihood != f64::NEG_INFINITY => return Ok(Some(estimate)),
            Err(error) if !error.is_of_answer() => return Err(error),
            Ok(_) | Err(_) => {}
        }
        clear(self.part);
        clear(self.total);
        Ok(None)
    }

    /// The rest of [`evaluate`](Self::evaluate), for a gradient that comes from elsewhere.
    #[inline(always)]
    pub(crate) fn finish(
        &mut self,
        model: &mut dyn Model<R>,
        theta: &[R],
        log_likelihood: f64,
        gradient: Option<&mut [R]>,
        additions: &Additions<'_, R>,
    ) -> Result<Estimate, StepError> {
        if additions.are_none() {
            return Ok(Estimate { log_likelihood, log_prior: 0.0, clipped: false });
        }
        self.add(model, theta, log_likelihood, gradient, additions)
    }

    fn add(
        &mut self,
        model: &mut dyn Model<R>,
        theta: &[R],
        log_likelihood: f64,
        mut gradient: Option<&mut [R]>,
        additions: &Additions<'_, R>,
    ) -> Result<Estimate, StepError> {
        let per_datum = R::from_f64(1.0 / f64::from(self.data_len.get()));
        let mut log_prior = 0.0;
        let wanted = gradient.as_deref_mut().filter(|_| additions.gradient);
        if built::PRIORS && additions.host_prior {
            let part = wanted.is_some().then_some(&mut *self.part);
            let value = finite(model.log_prior(theta, part), Error::LogPriorNotFinite);
            if let Some(gradient) = wanted {
                add_scaled(gradient, self.part, per_datum);
            }
            clear(self.part);
            match value? {
                Some(value) => log_prior = value,
                None => return Ok(Estimate::IMPOSSIBLE),
            }
        } else if let (true, Some(gradient)) = (built::WHOLE_GRADIENTS, wanted) {
            additions.blocks.add_prior_gradient(theta, gradient, per_datum);
        }
        if built::LOG_PRIORS && additions.value {
            let value = log_prior + additions.blocks.log_prior(theta);
            match finite(Ok(value), Error::LogPriorNotFinite)? {
                Some(value) => log_prior = value,
                None => return Ok(Estimate::IMPOSSIBLE),
            }
        }
        let mut clipped = false;
        if let (Some(gradient), true) = (gradient, built::CLIPPING && additions.clipping != Clipping::None) {
            if !all_within(gradient, R::MAX) {
                return Err(Error::GradientNotFinite.into());
            }
            clipped = additions.clipping.apply(gradient, f64::from(self.data_len.get()));
        }
        Ok(Estimate { log_likelihood, log_prior, clipped })
    }

    /// μ̂_I(θ) and ĝ_I(θ) by themselves; `None` where the model is impossible.
    #[inline(always)]
    pub(crate) fn likelihood(
        &mut self,
        model: &mut dyn Model<R>,
        theta: &[R],
        batch: Batch<'_>,
        gradient: Option<&mut [R]>,
    ) -> Result<Option<f64>, StepError> {
        let value = if self.cuts(batch) {
            let value = self.in_chunks(model, theta, batch, gradient.is_some());
            for (gradient, part) in gradient.into_iter().flatten().zip(&mut *self.part) {
                (*gradient, *part) = (*part, R::default());
            }
            value
        } else {
            model.log_likelihood(theta, batch, gradient)
        };
        finite(value, Error::LogLikelihoodNotFinite)
    }

    /// Whether a pass over `batch` comes in chunks.
    fn cuts(&self, batch: Batch<'_>) -> bool {
        let len = match batch {
            Batch::All => self.data_len.get() as usize,
            Batch::Indices(indices) => indices.len(),
        };
        built::LARGE_DATA && !self.chunk.is_empty() && len > self.chunk.len()
    }

    /// ĝ ← anchor + (ĝ - ĝ_I(θ̃)); false where the model is impossible at θ̃.
    fn add_control_variate(
        &mut self,
        model: &mut dyn Model<R>,
        theta: &[R],
        anchor: &[R],
        batch: Batch<'_>,
        gradient: &mut [R],
    ) -> Result<bool, StepError> {
        let value = match self.cuts(batch) {
            true => self.in_chunks(model, theta, batch, true),
            false => model.log_likelihood(theta, batch, Some(&mut *self.part)),
        };
        let possible = finite(value, Error::LogLikelihoodNotFinite)?.is_some();
        update(&mut Column::new(gradient), [&*self.part, anchor], |[g0, g1], [[p0, p1], [a0, a1]], _| {
            [a0 + (g0 - p0), a1 + (g1 - p1)]
        });
        clear(self.part);
        Ok(possible)
    }

    /// Adds the chunks' gradients up in `f64`, weighted by their lengths, and rounds once at the end, into `part`: in
    /// `f32` a sum of many small shares would stagnate.
    fn in_chunks(
        &mut self,
        model: &mut dyn Model<R>,
        theta: &[R],
        batch: Batch<'_>,
        wanted: bool,
    ) -> Result<f64, Interrupt> {
        let chunk_len = self.chunk.len().max(1);
        let (mut value, mut done) = (0.0, 0usize);
        loop {
            let chunk = match batch {
                Batch::All => {
                    let indices = self.chunk.iter_mut().zip(done as u32..self.data_len.get());
                    let taken = indices.map(|(index, value)| *index = value).count();
                    self.chunk.get(..taken)
                }
                Batch::Indices(indices) => {
                    indices.get(done..indices.len().min(done.saturating_add(chunk_len)))
                }
            };
            let Some(chunk) = chunk.filter(|chunk| !chunk.is_empty()) else { break };
            let weight = chunk.len() as f64;
            let part = wanted.then_some(&mut *self.part);
            value += weight * model.log_likelihood(theta, Batch::Indices(chunk), part)?;
            for (total, part) in self.total.iter_mut().zip(&mut *self.part) {
                *total += weight * part.to_f64();
                *part = R::default();
            }
            done = done.saturating_add(chunk.len());
        }
        for (part, total) in self.part.iter_mut().zip(&mut *self.total) {
            *part = R::from_f64(*total / done as f64);
            *total = 0.0;
        }
        Ok(value / done as f64)
    }
}

/// `Some` of a finite value, `None` where the model is impossible, an error for the rest.
pub(crate) fn finite(value: Result<f64, Interrupt>, error: Error) -> Result<Option<f64>, StepError> {
    match value {
        Ok(value) if value.is_finite() => Ok(Some(value)),
        Ok(f64::NEG_INFINITY) | Err(Interrupt::Impossible) => Ok(None),
        Ok(_) => Err(error.into()),
        Err(interrupt) => Err(stopped(interrupt, error)),
    }
}

/// Why a callback's interruption ends a step; `impossible` where it could not answer.
pub(crate) fn stopped(interrupt: Interrupt, impossible: Error) -> StepError {
    match interrupt {
        Interrupt::Impossible => impossible.into(),
        Interrupt::Stop(code) => StepError::Stopped(Error::Stopped, code),
        Interrupt::Missing => Error::CallbackMissing.into(),
    }
}
