//! The gradient of a step: batch, anchor or table, prior and clipping.

use super::batches;
use super::config::Config;
use super::state::{Progress, bound_blocks};
use crate::Error;
use crate::gradient::{Additions, Batch, Clipping, Evaluator, Model, StepError};
use crate::num::Real;
use crate::prior::Prior;
use crate::rule::{At, Rule, RulePart};
use crate::workspace::{Half, Workspace};

/// What was drawn for a step's gradient.
pub(crate) struct Drawn {
    /// How many data the batch has.
    pub(crate) seen: u64,
    /// How many of the workspace's own indices it takes.
    pub(crate) batch_len: usize,
    /// Whether the control variate got a new anchor.
    pub(crate) anchored: bool,
}

/// Whether the rule's pass takes a built-in prior in: unless something must see the whole gradient before.
pub(crate) fn takes_prior_in(config: &Config, rule: &Rule<'_>) -> bool {
    config.clipping == Clipping::None && !matches!(rule, Rule::Recipe(_))
}

/// Fills the gradient in `workspace.other`; what it reads of `workspace` besides, it leaves as it is.
pub(crate) fn estimate<R: Real>(
    config: &Config,
    rule: &Rule<'_>,
    at: &At,
    progress: &mut Progress,
    workspace: &mut Workspace<'_, R>,
    given_batch: Option<&[u32]>,
    model: &mut impl Model<R>,
) -> Result<Drawn, StepError> {
    let Workspace { current, other, unstarted, state, prior, blocks, .. } = workspace;
    let Workspace { anchor, next_anchor, anchor_pending, average, saga, part, total, chunk, subset, .. } =
        workspace;
    let Half { theta: site, gradient, batch } = other;
    let blocks = bound_blocks(current.theta.len(), &config.prior, prior, blocks);
    let theta = if RulePart::<R>::has_site(rule) {
        for (site, theta) in site.iter_mut().zip(&*current.theta) {
            *site = *theta;
        }
        for segment in blocks.segments() {
            let range = segment.start..segment.end;
            let site = site.get_mut(range.clone()).unwrap_or_default();
            let state = state.get(range).unwrap_or_default();
            RulePart::move_to_site(rule, site, state, &at.scales(segment.factor));
        }
        &**site
    } else {
        &*current.theta
    };

    let data_len = config.data_len;
    let choice = &mut progress.generators.choice;
    let batch = batches::draw(config.batch, data_len, &mut progress.epochs, choice, batch, given_batch)?;
    let seen = match batch {
        Batch::All => u64::from(data_len.get()),
        Batch::Indices(indices) => indices.len() as u64,
    };
    let mut evaluator = Evaluator { data_len, part, total, chunk };
    let mut additions = Additions {
        blocks: &blocks,
        host_prior: config.prior == Prior::Callback,
        value: false,
        gradient: config.prior == Prior::Callback || !takes_prior_in(config, rule),
        anchor: None,
        clipping: config.clipping,
    };
    let index = progress.step_count;
    let mut drawn = Drawn { seen, batch_len: 0, anchored: false };
    let estimate = if let (false, Batch::Indices(indices)) = (saga.table.is_empty(), batch) {
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
                progress.sides.anchor = !progress.sides.anchor;
            }
            additions.anchor = Some((anchor.theta, anchor.gradient));
        }
        evaluator.evaluate(model, theta, batch, Some(gradient), &additions)?
    };
    if estimate.log_likelihood == f64::NEG_INFINITY {
        return Err(Error::Impossible.into());
    }
    progress.log_likelihood = estimate.log_likelihood;
    progress.clipped_count += u64::from(estimate.clipped);
    Ok(drawn)
}
