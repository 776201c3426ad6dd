//! The anchor of a control variate: a place θ̃ and the mean gradient there over many data.

use super::estimator::{AnchorSite, Anchoring};
use super::evaluate::Evaluator;
use super::model::{Batch, Model, StepError};
use crate::Error;
use crate::num::{Real, all_within, clear};

/// θ̃ and ĝ(θ̃).
#[derive(Default)]
pub(crate) struct Anchor<'m, R> {
    pub(crate) theta: &'m mut [R],
    pub(crate) gradient: &'m mut [R],
}

impl<R: Real> Anchor<'_, R> {
    pub(crate) fn clear(&mut self) {
        clear(self.theta);
        clear(self.gradient);
    }

    /// Puts this anchor, of zeros, where `anchoring` says: `last` is the one before, `mean` that of θ over
    /// `count` steps.
    ///
    /// Errors: see [`StepError`]; `Impossible` where the model is at θ̃.
    pub(crate) fn put(
        &mut self,
        anchoring: &Anchoring,
        (last, theta, mean, count): (&[R], &[R], &[f64], u64),
        evaluator: &mut Evaluator<'_, R>,
        batch: Batch<'_>,
        model: &mut dyn Model<R>,
    ) -> Result<(), StepError> {
        let site = match anchoring.site {
            AnchorSite::Centre => last,
            AnchorSite::Current | AnchorSite::Average => theta,
        };
        for (to, from) in self.theta.iter_mut().zip(site) {
            *to = *from;
        }
        if anchoring.averages() && count > 0 {
            for (to, mean) in self.theta.iter_mut().zip(mean) {
                *to = R::from_f64(*mean);
            }
        }
        match evaluator.likelihood(model, self.theta, batch, Some(&mut *self.gradient))? {
            None => Err(Error::Impossible.into()),
            Some(_) if !all_within(self.gradient, R::MAX) => Err(Error::GradientNotFinite.into()),
            Some(_) => Ok(()),
        }
    }
}

/// Takes θ into the mean of what now are `count` places, zeros before the first: mean ← mean + (θ - mean)/count.
///
/// By halves, since θ - mean itself may be too large for a number. The mean stays between the largest and the smallest
/// θ, so that no sum of many steps can overflow, and no anchor is infinite.
pub(crate) fn take_in<R: Real>(mean: &mut [f64], theta: &[R], count: u64) {
    for (mean, theta) in mean.iter_mut().zip(theta) {
        *mean += 2.0 * ((0.5 * theta.to_f64() - 0.5 * *mean) / count as f64);
    }
}
