//! The gradient of a step: batch, anchor or table, prior and clipping.

use super::batches;
use super::rule_step::{Drawn, RuleStep};
use super::state::bound_blocks;
use crate::Error;
use crate::built;
use crate::gradient::{Additions, Batch, Evaluator, StepError};
use crate::num::Real;
use crate::prior::Prior;
use crate::workspace::{Buffer, Workspace};

impl<R: Real> RuleStep<'_, '_, R> {
    /// Fills the gradient in `workspace.proposal`; what it reads of the workspace besides, it leaves as it is.
    pub(super) fn estimate(
        &mut self,
        given_batch: Option<&[u32]>,
        takes_prior_in: bool,
    ) -> Result<Drawn, StepError> {
        let (config, rule, progress, model) =
            (self.config, &self.settings.rule, &mut *self.progress, &mut *self.model);
        let workspace = &mut *self.workspace;
        let Workspace { current, proposal, unstarted, state, prior, blocks, .. } = workspace;
        let Workspace { anchor, next_anchor, anchor_pending, average, saga, .. } = workspace;
        let Workspace { part, total, chunk, subset, noise, .. } = workspace;
        let Buffer { theta: site, gradient, batch: buffer } = proposal;
        let blocks = bound_blocks(current.theta.len(), &config.prior, prior, blocks);
        let at_site = rule.move_ranges_to_site((site, current.theta), state, &blocks);
        let theta = if at_site { &**site } else { &*current.theta };

        let data_len = config.data_len;
        let choice = &mut progress.generators.choice;
        let batch = batches::draw(config.batch, data_len, &mut progress.epochs, choice, buffer, given_batch)?;
        let seen = match batch {
            Batch::All => u64::from(data_len.get()),
            Batch::Indices(indices) => indices.len() as u64,
        };
        let mut evaluator = Evaluator { data_len, part, total, chunk };
        let mut additions = Additions {
            blocks: &blocks,
            host_prior: config.prior == Prior::Callback,
            value: false,
            gradient: config.prior == Prior::Callback || !takes_prior_in,
            anchor: None,
            clipping: config.clipping,
        };
        let index = progress.step_count;
        let mut drawn = Drawn { seen, batch_len: 0, anchored: false, at_site, gathered: false };
        let estimate = if let (true, Batch::Indices(indices)) = (config.estimator.has_table(), batch) {
            if index == 0 {
                *unstarted = true;
                saga.start(model, theta)?;
            }
            drawn.batch_len = indices.len();
            let value = saga.estimate(model, theta, indices, evaluator.total, gradient)?;
            evaluator.finish(model, theta, value, Some(gradient), &additions)?
        } else {
            if let Some(anchoring) = config.estimator.anchoring() {
                drawn.anchored = anchoring.is_due(index);
                if drawn.anchored {
                    let many = batches::draw_anchor(anchoring.subset_len, data_len, choice, subset);
                    let count = if index == 0 { 0 } else { anchoring.interval.unwrap_or(0) };
                    let sites = (&*anchor.theta, theta, &**average, count);
                    next_anchor.put(&anchoring, sites, &mut evaluator, many, model)?;
                    core::mem::swap(anchor, next_anchor);
                    *anchor_pending = true;
                    progress.roles.anchor = !progress.roles.anchor;
                }
                additions.anchor = Some((anchor.theta, anchor.gradient));
            }
            evaluator.evaluate(model, theta, batch, Some(gradient), &additions)?
        };
        if built::NOISE_COMPENSATION && config.gathers(&self.settings.compensation, index) {
            // The place of the first batch, at which only estimators with a table look again.
            let other = batches::draw(config.batch, data_len, &mut progress.epochs, choice, buffer, None)?;
            let at_other = evaluator.evaluate(model, theta, other, Some(&mut *noise.other), &additions)?;
            if at_other.log_likelihood == f64::NEG_INFINITY {
                return Err(Error::Impossible.into());
            }
            drawn.gathered = true;
        }
        if estimate.log_likelihood == f64::NEG_INFINITY {
            return Err(Error::Impossible.into());
        }
        progress.log_likelihood = estimate.log_likelihood;
        progress.clipped_count += u64::from(estimate.clipped);
        Ok(drawn)
    }
}
