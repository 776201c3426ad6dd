//! The log density that a descent goes by.

use crate::Error;
use crate::blocks::Blocks;
use crate::gradient::{Additions, Batch, Clipping, Evaluator, Model, StepError};
use crate::num::{Column, Real, Vector, all_within, clear, update};

/// The log density over all of θ.
pub(super) struct Surface<'a, R: Real> {
    pub(super) evaluator: Evaluator<'a, R>,
    pub(super) host_prior: bool,
    pub(super) blocks: &'a Blocks<'a, R>,
    /// What multiplies the mean log density of a datum.
    pub(super) scale: f64,
    pub(super) model: &'a mut dyn Model<R>,
    pub(super) pass_count: u32,
}

impl<R: Real> Surface<'_, R> {
    /// L(θ), with the gradient of L / scale in `gradient`; `None` where there is no finite answer.
    pub(super) fn at(&mut self, theta: &[R], gradient: &mut [R]) -> Result<Option<f64>, StepError> {
        self.pass_count = self.pass_count.saturating_add(1);
        clear(gradient);
        let additions = Additions {
            blocks: self.blocks,
            host_prior: self.host_prior,
            value: true,
            gradient: true,
            anchor: None,
            clipping: Clipping::None,
        };
        let wanted = Some(&mut *gradient);
        let answer = self.evaluator.evaluate(self.model, theta, Batch::All, wanted, &additions);
        clear(self.evaluator.part);
        clear(self.evaluator.total);
        let estimate = answer?;
        let value = self.scale * estimate.per_datum(self.evaluator.data_len);
        if !all_within(gradient, R::MAX) {
            return Err(Error::GradientNotFinite.into());
        }
        // What is frozen has no slope.
        self.clear_frozen(gradient, 1);
        Ok(Some(value).filter(|value| value.is_finite()))
    }

    /// Clears what is frozen, of `each` numbers for every parameter.
    pub(super) fn clear_frozen(&self, numbers: &mut [R], each: usize) {
        let mut from = 0;
        for segment in self.blocks.segments() {
            clear(numbers.get_mut(from * each..segment.start * each).unwrap_or_default());
            from = segment.end;
        }
        clear(numbers.get_mut(from * each..).unwrap_or_default());
    }

    /// The same elsewhere than at the start, where what is not finite is no answer, either.
    pub(super) fn answer(&mut self, theta: &[R], gradient: &mut [R]) -> Result<Option<f64>, StepError> {
        if !all_within(theta, R::MAX) {
            return Ok(None);
        }
        match self.at(theta, gradient) {
            Err(error) if error.is_of_answer() => Ok(None),
            answer => answer,
        }
    }
}

/// x ← scale x.
pub(super) fn multiply<R: Real>(x: &mut [R], scale: f64) {
    let scale = R::Piece::splat(R::from_f64(scale));
    update(&mut Column::new(x), [], |[x0, x1], [], _| [x0 * scale, x1 * scale]);
}
