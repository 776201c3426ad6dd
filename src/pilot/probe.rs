//! The model at a place and on a batch, by the code that a chain's steps use.

use crate::Error;
use crate::blocks::Blocks;
use crate::built;
use crate::chain::{BatchSettings, Config, draw_batch};
use crate::gradient::{Additions, Batch, Clipping, Evaluator, Model, StepError};
use crate::minibatch::Epochs;
use crate::num::{Real, all_within, clear};
use crate::prior::Prior;
use crate::rng::Choice;
use core::num::NonZeroU32;

/// Evaluates the model.
pub(super) struct Probe<'a, R: Real> {
    pub(super) config: &'a Config,
    pub(super) model: &'a mut dyn Model<R>,
    pub(super) blocks: &'a Blocks<'a, R>,
    /// G̃ / n of the last evaluation, not clipped.
    pub(super) gradient: &'a mut [R],
    pub(super) part: &'a mut [R],
    pub(super) total: &'a mut [f64],
    pub(super) chunk: &'a mut [u32],
    /// Whether gradients are wanted.
    pub(super) directed: bool,
    /// How many single data were evaluated.
    pub(super) count: u64,
}

impl<R: Real> Probe<'_, R> {
    /// μ̂_I(θ), with G̃_I(θ) / n in `gradient`; `None` where the model is impossible.
    #[inline(never)]
    pub(super) fn at(&mut self, theta: &[R], batch: Batch<'_>) -> Result<Option<f64>, StepError> {
        let data_len = self.config.data_len;
        self.count += match batch {
            Batch::All => u64::from(data_len.get()),
            Batch::Indices(indices) => indices.len() as u64,
        };
        clear(self.gradient);
        let mut evaluator = Evaluator { data_len, part: self.part, total: self.total, chunk: self.chunk };
        let additions = Additions {
            blocks: self.blocks,
            host_prior: self.directed && self.config.prior == Prior::Callback,
            value: false,
            gradient: self.directed,
            anchor: None,
            clipping: Clipping::None,
        };
        let gradient = self.directed.then_some(&mut *self.gradient);
        let estimate = evaluator.evaluate(self.model, theta, batch, gradient, &additions)?;
        if estimate.log_likelihood == f64::NEG_INFINITY {
            // Of a model that has stopped half-way through its chunks.
            clear(self.total);
            return Ok(None);
        }
        if !all_within(self.gradient, R::MAX) {
            return Err(Error::GradientNotFinite.into());
        }
        Ok(Some(estimate.log_likelihood))
    }

    /// The same elsewhere than at the chain's place; false also where the answer is not finite.
    pub(super) fn reaches(&mut self, site: &[R], batch: Batch<'_>) -> Result<bool, StepError> {
        match self.at(site, batch) {
            Err(error) if error.is_of_answer() => Ok(false),
            answer => Ok(answer?.is_some()),
        }
    }

    /// Adds `scale` G̃ of the last evaluation.
    #[inline(never)]
    pub(super) fn add_to(&self, sum: &mut [f64], scale: f64) {
        let scale = scale * f64::from(self.config.data_len.get());
        sum.iter_mut().zip(&*self.gradient).for_each(|(sum, g)| *sum += scale * g.to_f64());
    }
}

/// Draws batches, of which those by [`draw`](Self::draw) are independent of each other, those of epochs, too: each is the
/// first of an epoch of its own.
pub(super) struct Batches<'a> {
    pub(super) settings: BatchSettings,
    /// m.
    pub(super) len: u32,
    pub(super) data_len: NonZeroU32,
    pub(super) indices: &'a mut [u32],
    pub(super) choice: Choice,
}

impl Batches<'_> {
    #[inline(never)]
    pub(super) fn draw(&mut self) -> Result<Batch<'_>, Error> {
        let mut epochs = Epochs::new(self.data_len);
        draw_batch(self.settings, self.data_len, &mut epochs, &mut self.choice, self.indices, None)
    }

    /// A pass over all data where `most` batches hold them, else over so many batches.
    pub(super) fn pass(&self, most: u32) -> Pass {
        let (all, len) = (self.data_len.get(), self.len.max(1));
        let data = if all.div_ceil(len) <= most { all } else { most.saturating_mul(len) };
        Pass { choice: self.choice.clone(), epochs: Epochs::new(self.data_len), data, left: data }
    }

    /// The pass's next batch, and its share of the pass's data; none at its end.
    ///
    /// With these shares the gradients of all data's batches, each n times a mean with the prior's, add up to that of all
    /// data, whatever their order: it is the data's own. Of a part of them no order is to have a say: they are an epoch's
    /// first batches, or in a build without epochs the chain's.
    #[inline(never)]
    pub(super) fn next(&mut self, pass: &mut Pass) -> Result<Option<(Batch<'_>, f64)>, Error> {
        let (first, len) = (pass.data - pass.left, pass.left.min(self.len.max(1)));
        pass.left -= len;
        let share = f64::from(len) / f64::from(pass.data);
        let settings = match self.settings {
            _ if len == 0 => return Ok(None),
            BatchSettings::All => BatchSettings::All,
            _ if pass.data == self.data_len.get() => {
                let batch = self.indices.get_mut(..len as usize).unwrap_or_default();
                batch.iter_mut().zip(first..).for_each(|(index, next)| *index = next);
                return Ok(Some((Batch::Indices(batch), share)));
            }
            _ if built::BATCHES => BatchSettings::Epochs(len),
            own => own,
        };
        let Pass { epochs, choice, .. } = pass;
        let batch = draw_batch(settings, self.data_len, epochs, choice, self.indices, None)?;
        Ok(Some((batch, share)))
    }

    /// How many times the variance of an epoch's full batch the mean variance of all its batches is; see
    /// [`excess_of_epochs`].
    pub(super) fn excess(&self) -> f64 {
        match self.settings {
            BatchSettings::Epochs(_) => excess_of_epochs(self.data_len.get(), self.len),
            BatchSettings::WithoutReplacement(_)
            | BatchSettings::WithReplacement(_)
            | BatchSettings::All
            | BatchSettings::Caller => 1.0,
        }
    }

    /// Whether two batches can differ.
    pub(super) fn differ(&self) -> bool {
        self.settings != BatchSettings::All
    }
}

/// A way through some batches, the same in every copy.
#[derive(Clone)]
pub(super) struct Pass {
    pub(super) choice: Choice,
    epochs: Epochs,
    /// How many data it has, and how many are left of them.
    data: u32,
    left: u32,
}

/// The mean variance of an epoch's batches over that of its full ones.
///
/// Where m does not divide n the last batch of an epoch has only r = n mod m data, and is multiplied by n like the
/// rest:
///
/// ```text
/// (k + (m/r) (n - r)/(n - m)) / (k + 1),   k = ⌊n/m⌋ full batches
/// ```
///
/// A full batch is without replacement from all data, and so is the last by itself.
pub(super) fn excess_of_epochs(data_len: u32, batch_len: u32) -> f64 {
    let (full, left) = match data_len.checked_rem(batch_len) {
        None | Some(0) => return 1.0,
        Some(left) => (f64::from(data_len / batch_len), f64::from(left)),
    };
    let [data, batch] = [data_len, batch_len].map(f64::from);
    (full + batch / left * (data - left) / (data - batch)) / (full + 1.0)
}
