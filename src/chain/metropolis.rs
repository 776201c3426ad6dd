//! One Metropolis-Hastings step of a chain.
//!
//! ```text
//! coin; θ' from (θ, ĝ_I); I' from I; μ̂_I'(θ'), ĝ_I'(θ'); accept (θ', I') with probability min(1, r), or stay
//! ```
//!
//! Wu, Wang and Wong 2020, Algorithm 1. A proposal that is not finite, or where the model is impossible, is rejected
//! and counted; a model that answers with NaN is an error.

use super::batches;
use super::config::Config;
use super::state::{Progress, bound_blocks};
use super::tuning::tune_step_size;
use crate::Error;
use crate::blocks::{Blocks, Segment};
use crate::gradient::{Additions, Anchor, Anchoring, Batch, Estimate, Evaluator, Model, StepError};
use crate::mh::{Distances, MetropolisHastings, Move, acceptance, log_proposal_ratio, propose, walk};
use crate::num::{Real, all_within};
use crate::prior::Prior;
use crate::rng::uniform;
use crate::rule::Norms;
use crate::workspace::Workspace;
use rand_core::Rng;

/// Moves the chain or keeps it; `progress` is a copy that the caller puts back when this succeeds.
///
/// Returns whether the proposal was accepted; `workspace.swapped` says so to the memory.
pub(crate) fn metropolis_step<R: Real>(
    config: &Config,
    mh: &MetropolisHastings,
    progress: &mut Progress,
    workspace: &mut Workspace<'_, R>,
    norms: Option<&mut Norms>,
    model: &mut impl Model<R>,
) -> Result<bool, StepError> {
    let backward = mh.proposal.is_reversible() && progress.generators.choice.next_u64() >> 63 == 1;
    let trial = try_proposal(config, mh, progress, workspace, norms, backward, model)?;
    let accepted = uniform(&mut progress.generators.choice) < trial.acceptance;

    let metropolis = &mut progress.metropolis;
    let tally = if backward { &mut metropolis.backward } else { &mut metropolis.forward };
    tally.proposed += 1;
    metropolis.rejected_count += u64::from(trial.estimate.is_none());
    progress.clipped_count += u64::from(trial.estimate.is_some_and(|estimate| estimate.clipped));
    metropolis.acceptance_sum += trial.acceptance;
    metropolis.tuner.record(trial.acceptance);
    if accepted {
        tally.accepted += 1;
        metropolis.estimate = trial.estimate;
        progress.sides.half = !progress.sides.half;
        workspace.swapped = true;
    }
    if let Some(estimate) = progress.metropolis.estimate {
        progress.log_likelihood = estimate.log_likelihood;
    }
    tune_step_size(config, mh, progress, trial.acceptance);
    Ok(accepted)
}

/// Evaluates the model at the chain's first θ and batch.
pub(crate) fn start<R: Real>(
    config: &Config,
    mh: &MetropolisHastings,
    progress: &mut Progress,
    workspace: &mut Workspace<'_, R>,
    model: &mut impl Model<R>,
) -> Result<(), StepError> {
    workspace.unstarted = true;
    let Workspace { current, anchor, next_anchor, anchor_pending, prior, blocks, .. } = workspace;
    let Workspace { part, total, chunk, .. } = workspace;
    let data_len = config.data_len;
    let mut evaluator = Evaluator { data_len, part, total, chunk };
    if let Some(anchoring) = anchoring(config, mh) {
        let sites = (&*anchor.theta, &*current.theta, &[] as &[f64], 0);
        next_anchor.put(&anchoring, sites, &mut evaluator, Batch::All, model)?;
        core::mem::swap(anchor, next_anchor);
        *anchor_pending = true;
        progress.sides.anchor = !progress.sides.anchor;
    }
    let choice = &mut progress.generators.choice;
    let batch = batches::draw(config.batch, data_len, &mut progress.epochs, choice, current.batch, None)?;
    let gradient = mh.proposal.needs_gradient().then_some(&mut *current.gradient);
    let blocks = bound_blocks(current.theta.len(), &config.prior, prior, blocks);
    let additions = additions(config, mh, &blocks, anchor);
    let estimate = evaluator.evaluate(model, current.theta, batch, gradient, &additions)?;
    if estimate.log_likelihood == f64::NEG_INFINITY {
        return Err(Error::Impossible.into());
    }
    if !all_within(current.gradient, R::MAX) {
        return Err(Error::GradientNotFinite.into());
    }
    progress.metropolis.estimate = Some(estimate);
    Ok(())
}

/// The fixed centre that gradient proposals may have.
fn anchoring(config: &Config, mh: &MetropolisHastings) -> Option<Anchoring> {
    config.estimator.anchoring().filter(|_| mh.proposal.needs_gradient())
}

/// What a proposal's model evaluation takes in.
fn additions<'a, R: Real>(
    config: &Config,
    mh: &MetropolisHastings,
    blocks: &'a Blocks<'a, R>,
    anchor: &'a Anchor<'_, R>,
) -> Additions<'a, R> {
    Additions {
        blocks,
        host_prior: config.prior == Prior::Callback,
        value: true,
        gradient: mh.proposal_uses_prior,
        anchor: anchoring(config, mh).map(|_| (&*anchor.theta, &*anchor.gradient)),
        clipping: config.clipping,
    }
}

/// A proposal with its acceptance probability; without an estimate where it cannot be accepted.
pub(crate) struct Trial {
    pub(crate) acceptance: f64,
    pub(crate) estimate: Option<Estimate>,
}

impl Trial {
    const REJECTED: Self = Self { acceptance: 0.0, estimate: None };
}

/// A proposal's steps on a range whose steps are f times as large.
struct Steps<R> {
    start: usize,
    end: usize,
    /// ε f.
    epsilon: R,
    /// σ sqrt(f).
    sigma: R,
    /// σ² over the square of that: what turns squared distances of the range into those of a range with σ.
    weight: f64,
}

impl<R: Real> Steps<R> {
    fn on(segment: &Segment<'_, R>, step_size: f64, sigma: R) -> Self {
        let scaled = R::from_f64(sigma.to_f64() * libm::sqrt(segment.factor));
        let ratio = sigma.to_f64() / scaled.to_f64();
        Self {
            start: segment.start,
            end: segment.end,
            epsilon: R::from_f64(step_size * segment.factor),
            sigma: scaled,
            weight: ratio * ratio,
        }
    }

    fn of<'v>(&self, vector: &'v [R]) -> &'v [R] {
        vector.get(self.start..self.end).unwrap_or_default()
    }

    fn of_mut<'v>(&self, vector: &'v mut [R]) -> &'v mut [R] {
        vector.get_mut(self.start..self.end).unwrap_or_default()
    }
}

/// Proposes from the current state into `workspace.other` and weighs the proposal.
pub(crate) fn try_proposal<R: Real>(
    config: &Config,
    mh: &MetropolisHastings,
    progress: &mut Progress,
    workspace: &mut Workspace<'_, R>,
    norms: Option<&mut Norms>,
    backward: bool,
    model: &mut impl Model<R>,
) -> Result<Trial, StepError> {
    let Some(estimate) = progress.metropolis.estimate else { return Ok(Trial::REJECTED) };
    let Workspace { current, other, part, total, chunk, refresh, anchor, prior, blocks, .. } = workspace;
    let data_len = config.data_len;
    let beta = progress.metropolis.beta;
    // σ enters the density as the chain's precision holds it, since that is what scaled the noise.
    let sigma = R::from_f64(mh.noise_scale(progress.step_size, data_len));
    let blocks = bound_blocks(current.theta.len(), &config.prior, prior, blocks);
    let directed = mh.proposal.needs_gradient();

    let lanes = &mut progress.generators.noise;
    let mut there = Distances::default();
    let (mut squares, mut moving) = (norms.as_ref().map(|_| Norms::default()), 0);
    if blocks.has_frozen() {
        // What is frozen is proposed as it is.
        for (to, from) in other.theta.iter_mut().zip(&*current.theta) {
            *to = *from;
        }
    }
    for segment in blocks.segments() {
        let steps = Steps::on(&segment, progress.step_size, sigma);
        let (to, from) = (steps.of_mut(other.theta), steps.of(current.theta));
        let mut norms = squares.is_some().then(Norms::default);
        if directed {
            let sigma = if backward { R::from_f64(steps.sigma.to_f64() * beta) } else { steps.sigma };
            let by = Move { epsilon: steps.epsilon, backward, sigma };
            there
                .add(&propose(to, lanes, norms.as_mut(), from, steps.of(current.gradient), by), steps.weight);
        } else {
            walk(to, lanes, norms.as_mut(), from, steps.sigma);
        }
        if let (Some(all), Some(norms)) = (&mut squares, norms) {
            all.drift += norms.drift * norms.drift;
            all.noise += norms.noise * norms.noise;
        }
        moving += to.len();
    }
    if let (Some(norms), Some(all)) = (norms, squares) {
        *norms = Norms { drift: libm::sqrt(all.drift), noise: libm::sqrt(all.noise) };
    }
    let choice = &mut progress.generators.choice;
    let batch = batches::draw_proposed(config.batch, data_len, choice, other.batch, current.batch, refresh);
    // What is not finite shows in the distances; a vector is looked at number by number only where they cannot tell.
    let seen_finite = directed && there.is_finite();
    if !seen_finite && !all_within(other.theta, R::MAX) {
        return Ok(Trial::REJECTED);
    }

    let mut evaluator = Evaluator { data_len, part, total, chunk };
    let gradient = directed.then_some(&mut *other.gradient);
    let additions = additions(config, mh, &blocks, anchor);
    let proposed = evaluator.evaluate(model, other.theta, batch, gradient, &additions)?;
    if proposed.log_likelihood == f64::NEG_INFINITY {
        return Ok(Trial::REJECTED);
    }
    let mut back = there;
    if directed {
        back = Distances::default();
        for segment in blocks.segments() {
            let steps = Steps::on(&segment, progress.step_size, sigma);
            let (from, to) = (steps.of(other.theta), steps.of(current.theta));
            back.add(&Distances::of(from, to, steps.of(other.gradient), steps.epsilon), steps.weight);
        }
        // The distances do not see what is frozen, which a hand-over may set free.
        let seen_finite = back.is_finite() && !blocks.has_frozen();
        if !seen_finite && !all_within(other.gradient, R::MAX) {
            return Err(Error::GradientNotFinite.into());
        }
    }
    let log_ratio = log_proposal_ratio(&mh.proposal, &there, &back, sigma.to_f64(), beta, moving)
        + mh.likelihood_scale * (proposed.per_datum(data_len) - estimate.per_datum(data_len));
    Ok(Trial { acceptance: acceptance(log_ratio), estimate: Some(proposed) })
}
