//! One Metropolis-Hastings step of a chain.
//!
//! ```text
//! coin; θ' from (θ, ĝ_I); I' from I; μ̂_I'(θ'), ĝ_I'(θ'); accept (θ', I') with probability min(1, r), or stay
//! ```
//!
//! Wu, Wang and Wong 2020, Algorithm 1. A proposal that is not finite, or where the model is impossible or gives
//! what is not finite, is rejected and counted; at the current state the same is an error. The workspace's two buffers are the current state and the
//! proposal; an accepted proposal's buffer becomes the current one.

use super::batches;
use super::config::Config;
use super::state::{Metropolis, Progress, ProposalCounts, bound_blocks};
use crate::Error;
use crate::blocks::{Blocks, Segment};
use crate::built;
use crate::gradient::{Additions, Anchor, Anchoring, Batch, Estimate, Evaluator, Model, StepError};
use crate::mh::{
    Distances, MetropolisHastings, Move, SquaredLengths, acceptance, log_proposal_ratio, propose, walk,
};
use crate::num::{Real, all_within};
use crate::prior::Prior;
use crate::rng::uniform;
use crate::rule::Norms;
use crate::workspace::Workspace;
use rand_core::Rng;

/// What a step of a chain reads and changes.
pub(crate) struct MetropolisStep<'s, 'm, R: Real> {
    pub(crate) config: &'s Config,
    pub(crate) mh: &'s MetropolisHastings,
    /// A copy, which the caller puts back when the step succeeds.
    pub(crate) progress: &'s mut Progress,
    pub(crate) workspace: &'s mut Workspace<'m, R>,
    pub(crate) model: &'s mut dyn Model<R>,
    /// Of the last trajectory, as [`Trial`] has it.
    pub(crate) held: f64,
}

/// Where a proposal goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Direction {
    /// Up the gradient, or anywhere for a random walk.
    Forward,
    /// Down the gradient.
    Backward,
    /// Nowhere: θ' = θ, and the batch alone is proposed, which keeps p(I | θ).
    Still,
}

/// A proposal with its acceptance probability; without an estimate where it cannot be accepted.
pub(crate) struct Trial {
    pub(crate) acceptance: f64,
    pub(super) estimate: Option<Estimate>,
    /// Of a trajectory: whether its energy grew by more than 1000, or was not finite.
    pub(super) diverged: bool,
    /// Of a trajectory that was cut off after its first step: the acceptance where it was last evaluated.
    pub(super) held: f64,
}

impl Trial {
    pub(super) const REJECTED: Self = Self { acceptance: 0.0, estimate: None, diverged: true, held: 0.0 };

    /// One that came to its end.
    pub(super) fn weighed(log_ratio: f64, estimate: Estimate, diverged: bool) -> Self {
        Self { acceptance: acceptance(log_ratio), estimate: Some(estimate), diverged, held: 0.0 }
    }

    /// Accepts with the trial's probability, and counts that among `counts`.
    pub(super) fn decide(
        &self,
        progress: &mut Progress,
        counts: impl FnOnce(&mut Metropolis) -> &mut ProposalCounts,
    ) -> bool {
        let accepted = uniform(&mut progress.generators.choice) < self.acceptance;
        progress.metropolis.rejected_count += u64::from(self.estimate.is_none());
        let counts = counts(&mut progress.metropolis);
        counts.proposed += 1;
        counts.accepted += u64::from(accepted);
        accepted
    }
}

/// What became of a proposal.
pub(crate) struct Decision {
    pub(crate) accepted: bool,
    /// The probability with which it was.
    pub(crate) acceptance: f64,
}

/// θ' as it was drawn.
struct Proposed {
    there: Distances,
    /// How many parameters may move.
    moving: usize,
}

impl<R: Real> MetropolisStep<'_, '_, R> {
    /// Evaluates the model at the chain's first θ and batch.
    pub(crate) fn start(&mut self) -> Result<(), StepError> {
        let Self { config, mh, progress, workspace, model, .. } = self;
        workspace.unstarted = true;
        let workspace = &mut **workspace;
        let Workspace { current, anchor, next_anchor, anchor_pending, prior, blocks, .. } = workspace;
        let Workspace { part, total, chunk, .. } = workspace;
        let data_len = config.data_len;
        let mut evaluator = Evaluator { data_len, part, total, chunk };
        if let Some(anchoring) = anchoring(config, mh) {
            let sites = (&*anchor.theta, &*current.theta, &[] as &[f64], 0);
            next_anchor.put(&anchoring, sites, &mut evaluator, Batch::All, *model)?;
            core::mem::swap(anchor, next_anchor);
            *anchor_pending = true;
            progress.roles.anchor = !progress.roles.anchor;
        }
        let choice = &mut progress.generators.choice;
        let batch = batches::draw(config.batch, data_len, &mut progress.epochs, choice, current.batch, None)?;
        let gradient = mh.proposal.needs_gradient().then_some(&mut *current.gradient);
        let blocks = bound_blocks(current.theta.len(), &config.prior, prior, blocks);
        let additions = additions(config, mh, &blocks, anchor);
        let estimate = evaluator.evaluate(*model, current.theta, batch, gradient, &additions)?;
        if estimate.log_likelihood == f64::NEG_INFINITY {
            return Err(Error::Impossible.into());
        }
        if !all_within(current.gradient, R::MAX) {
            return Err(Error::GradientNotFinite.into());
        }
        progress.metropolis.estimate = Some(estimate);
        Ok(())
    }

    /// The direction of the next proposal of θ: a fair coin's where there are two.
    pub(crate) fn draw_direction(&mut self) -> Direction {
        let choice = &mut self.progress.generators.choice;
        if self.mh.proposal.is_reversible() && choice.next_u64() >> 63 == 1 {
            Direction::Backward
        } else {
            Direction::Forward
        }
    }

    /// Moves the chain or keeps it; `workspace.swapped` says to the memory that it moved.
    pub(crate) fn propose_in(
        &mut self,
        direction: Direction,
        norms: Option<&mut Norms>,
    ) -> Result<Decision, StepError> {
        let trial = self.try_proposal(direction, norms)?;
        let progress = &mut *self.progress;
        let accepted = trial.decide(progress, |metropolis| match direction {
            Direction::Forward | Direction::Still => &mut metropolis.forward,
            Direction::Backward => &mut metropolis.backward,
        });
        let Trial { acceptance, estimate, .. } = trial;
        let metropolis = &mut progress.metropolis;
        progress.clipped_count += u64::from(estimate.is_some_and(|estimate| estimate.clipped));
        metropolis.acceptance_sum += acceptance;
        if built::TUNERS {
            metropolis.tuner.record(acceptance);
        }
        if accepted {
            metropolis.estimate = estimate;
            progress.roles.flipped = !progress.roles.flipped;
            self.workspace.swapped = true;
        }
        if let Some(estimate) = progress.metropolis.estimate {
            progress.log_likelihood = estimate.log_likelihood;
        }
        Ok(Decision { accepted, acceptance })
    }

    /// Proposes from the current buffer into the other and weighs the proposal.
    // A function of its own: inlined, there would be one more for the tuner.
    #[inline(never)]
    pub(crate) fn try_proposal(
        &mut self,
        direction: Direction,
        norms: Option<&mut Norms>,
    ) -> Result<Trial, StepError> {
        let Some(estimate) = self.progress.metropolis.estimate else { return Ok(Trial::REJECTED) };
        // σ enters the density as the chain's precision holds it, since that is what scaled the noise.
        let sigma = R::from_f64(self.mh.noise_scale(self.progress.step_size, self.config.data_len));
        let Proposed { there, moving } = self.draw_theta(direction, sigma, norms);

        let Self { config, mh, progress, workspace, model, .. } = self;
        let workspace = &mut **workspace;
        let Workspace { current, proposal, refresh, anchor, prior, blocks, .. } = workspace;
        let Workspace { part, total, chunk, .. } = workspace;
        let data_len = config.data_len;
        let directed = mh.proposal.needs_gradient();
        // A batch by itself moves no θ, whose densities cancel.
        let still = direction == Direction::Still;
        let refresh = refreshed(mh, progress, refresh);
        let choice = &mut progress.generators.choice;
        let batch =
            batches::draw_proposed(config.batch, data_len, choice, proposal.batch, current.batch, refresh);
        // What is not finite shows in the distances; a vector is looked at number by number only where they cannot
        // tell.
        let seen_finite = directed && there.is_finite();
        if !seen_finite && !all_within(proposal.theta, R::MAX) {
            return Ok(Trial::REJECTED);
        }

        let blocks = bound_blocks(current.theta.len(), &config.prior, prior, blocks);
        let mut evaluator = Evaluator { data_len, part, total, chunk };
        let gradient = directed.then_some(&mut *proposal.gradient);
        let additions = additions(config, mh, &blocks, anchor);
        progress.metropolis.unasked_count = 0;
        let proposed = evaluator.answer(*model, proposal.theta, batch, gradient, &additions)?;
        let Some(proposed) = proposed else { return Ok(Trial::REJECTED) };
        let mut back = there;
        if directed && still {
            if !all_within(proposal.gradient, R::MAX) {
                return Ok(Trial::REJECTED);
            }
        } else if directed {
            back = Distances::default();
            for segment in blocks.segments() {
                let steps = Steps::on(&segment, progress.step_size, sigma);
                let (from, to) = (steps.of(proposal.theta), steps.of(current.theta));
                back.add(&Distances::of(from, to, steps.of(proposal.gradient), steps.epsilon), steps.weight);
            }
            // The distances do not see what is frozen, which a hand-over may set free.
            let seen_finite = back.is_finite() && !blocks.has_frozen();
            if !seen_finite && !all_within(proposal.gradient, R::MAX) {
                return Ok(Trial::REJECTED);
            }
        }
        let beta = progress.metropolis.beta;
        let log_ratio = log_proposal_ratio(&mh.proposal, &there, &back, sigma.to_f64(), beta, moving)
            + mh.likelihood_scale * (proposed.per_datum(data_len) - estimate.per_datum(data_len));
        Ok(Trial::weighed(log_ratio, proposed, false))
    }

    /// Draws θ' into the proposal buffer.
    fn draw_theta(&mut self, direction: Direction, sigma: R, norms: Option<&mut Norms>) -> Proposed {
        let Self { config, mh, progress, workspace, .. } = self;
        let Workspace { current, proposal, prior, blocks, .. } = &mut **workspace;
        let blocks = bound_blocks(current.theta.len(), &config.prior, prior, blocks);
        let still = direction == Direction::Still;
        if still || blocks.has_frozen() {
            // What does not move is proposed as it is.
            for (to, from) in proposal.theta.iter_mut().zip(&*current.theta) {
                *to = *from;
            }
        }
        let lanes = &mut progress.generators.noise;
        let backward = direction == Direction::Backward;
        let mut drawn = Proposed { there: Distances::default(), moving: 0 };
        let mut lengths = norms.is_some().then(SquaredLengths::default);
        for segment in blocks.segments().filter(|_| !still) {
            let steps = Steps::on(&segment, progress.step_size, sigma);
            let (to, from) = (steps.of_mut(proposal.theta), steps.of(current.theta));
            drawn.moving += to.len();
            if mh.proposal.needs_gradient() {
                let beta = if backward { progress.metropolis.beta } else { 1.0 };
                let sigma = R::from_f64(steps.sigma.to_f64() * beta);
                let by = Move { epsilon: steps.epsilon, backward, sigma };
                let there = propose(to, lanes, lengths.as_mut(), from, steps.of(current.gradient), by);
                drawn.there.add(&there, steps.weight);
            } else {
                walk(to, lanes, lengths.as_mut(), from, steps.sigma);
            }
        }
        if let (Some(norms), Some(lengths)) = (norms, lengths) {
            *norms = Norms::of_squares([lengths.drift, lengths.noise]);
        }
        drawn
    }
}

/// The fixed centre that gradient proposals may have.
fn anchoring(config: &Config, mh: &MetropolisHastings) -> Option<Anchoring> {
    config.estimator.anchoring().filter(|_| mh.proposal.needs_gradient())
}

/// The room for a batch's new indices, by whose length they are counted: as much of it as a warm-up has chosen.
pub(super) fn refreshed<'w>(
    mh: &MetropolisHastings,
    progress: &Progress,
    room: &'w mut [u32],
) -> &'w mut [u32] {
    if !(built::WARM_UP && mh.tune_refresh_len) {
        return room;
    }
    room.get_mut(..2 * progress.metropolis.refresh_len as usize).unwrap_or_default()
}

/// What a proposal's model evaluation takes in.
pub(super) fn additions<'a, R: Real>(
    config: &Config,
    mh: &MetropolisHastings,
    blocks: &'a Blocks<'a, R>,
    anchor: &'a Anchor<'_, R>,
) -> Additions<'a, R> {
    Additions {
        blocks,
        host_prior: config.prior == Prior::Callback,
        value: true,
        gradient: mh.gradient_has_prior(),
        anchor: anchoring(config, mh).map(|_| (&*anchor.theta, &*anchor.gradient)),
        clipping: config.clipping,
    }
}

/// A proposal's steps on a range whose steps are f times as large.
pub(super) struct Steps<R> {
    start: usize,
    end: usize,
    /// ε f.
    epsilon: R,
    /// σ sqrt(f).
    pub(super) sigma: R,
    /// σ² over the square of that: what turns squared distances of the range into those of a range with σ.
    weight: f64,
}

impl<R: Real> Steps<R> {
    pub(super) fn on(segment: &Segment<'_, R>, step_size: f64, sigma: R) -> Self {
        let Segment { start, end, factor, .. } = *segment;
        if !built::BLOCKS || factor == 1.0 {
            return Self { start, end, epsilon: R::from_f64(step_size), sigma, weight: 1.0 };
        }
        let scaled = R::from_f64(sigma.to_f64() * libm::sqrt(factor));
        let ratio = sigma.to_f64() / scaled.to_f64();
        Self { start, end, epsilon: R::from_f64(step_size * factor), sigma: scaled, weight: ratio * ratio }
    }

    pub(super) fn of<'v>(&self, vector: &'v [R]) -> &'v [R] {
        vector.get(self.start..self.end).unwrap_or_default()
    }

    pub(super) fn of_mut<'v>(&self, vector: &'v mut [R]) -> &'v mut [R] {
        vector.get_mut(self.start..self.end).unwrap_or_default()
    }
}
