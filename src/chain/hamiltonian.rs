//! One step of Hamiltonian Monte Carlo: a trajectory with the batch held, then a batch at the θ that it reached.
//!
//! ```text
//! p ~ N(0, I); (θ', p') by L leapfrog steps on U_I;   accept θ' with probability min(1, exp(H(θ, p) - H(θ', p')))
//! I' from I;                                          accept I' with probability min(1, exp(c_n (μ̂_I'(θ) - μ̂_I(θ))))
//! ```
//!
//! Each part keeps p(θ, I) by itself. The first does for any field in the place of the gradient that is a function of θ
//! and I alone, since kicks and moves by it keep volume and can be run back: so control variates about a fixed centre
//! and clipping may shape it, while what is accepted goes by U itself. A trajectory ends, rejected, where anything is not
//! finite or the model is impossible; the one that runs back meets the same place.
//!
//! Every trajectory has a step size of its own, ε U(1 - j, 1 + j), drawn before p: each of them keeps p(θ, I), and so does
//! their mixture, while no two trajectories need come back to where they began (Neal 2011, section 5.4.2.2). Where j is
//! 0 nothing is drawn for it.
//!
//! A trajectory diverges that ends so, or with an energy more than 1000 above the one that it began with (Betancourt
//! 2017, section 6.2): nothing accepts it, so that the chain is still where it began, which the chain keeps. Those whose
//! step is no longer than ε are counted by themselves: a longer one may be beyond what is stable anywhere, on a normal too.

use super::batches;
use super::metropolis::{Decision, MetropolisStep, Steps, Trial, additions, refreshed};
use super::settings::BatchSettings;
use super::state::{bound_blocks, copy};
use crate::gradient::{Batch, Estimate, Evaluator, StepError};
use crate::mh::{Leap, acceptance, draw_momentum};
use crate::num::{Real, all_within, clear};
use crate::rng::uniform;
use crate::rule::Norms;
use crate::workspace::Workspace;

/// The energy that a trajectory may gain before it counts as divergent.
const ENERGY_ERROR: f64 = 1000.0;

impl<R: Real> MetropolisStep<'_, '_, R> {
    /// A trajectory and, with fewer than all data, a batch; returns what became of the trajectory.
    #[inline(never)]
    pub(crate) fn propose_trajectory(
        &mut self,
        leapfrog_count: u32,
        norms: Option<&mut Norms>,
    ) -> Result<Decision, StepError> {
        let Some(mut estimate) = self.progress.metropolis.estimate else {
            return Ok(Decision { accepted: false, acceptance: 0.0 });
        };
        let jitter = self.mh.proposal.step_jitter();
        let factor = match jitter > 0.0 {
            true => 1.0 + jitter * (2.0 * uniform(&mut self.progress.generators.choice) - 1.0),
            false => 1.0,
        };
        let trial = self.try_trajectory(&estimate, (leapfrog_count, factor), norms)?;
        self.held = trial.held;
        let progress = &mut *self.progress;
        progress.metropolis.acceptance_sum += trial.acceptance;
        let moved = trial.decide(progress, |metropolis| &mut metropolis.forward);
        let diverged = trial.diverged;
        estimate = trial.estimate.filter(|_| moved).unwrap_or(estimate);

        let mut swaps = moved;
        if self.config.batch != BatchSettings::All {
            let trial = self.try_batch(&estimate, moved)?;
            let taken = trial.decide(self.progress, |metropolis| &mut metropolis.batch);
            estimate = trial.estimate.filter(|_| taken).unwrap_or(estimate);
            self.tune_refresh(self.progress.step_count, Some(trial.acceptance));
            let Workspace { current, proposal, host_terms: momentum, .. } = &mut *self.workspace;
            match (moved, taken) {
                (_, true) => {
                    copy(proposal.gradient, momentum);
                    if !moved {
                        copy(proposal.theta, current.theta);
                    }
                }
                (true, false) => copy(proposal.batch, current.batch),
                (false, false) => {}
            }
            swaps |= taken;
        }
        // Nothing below can fail.
        let progress = &mut *self.progress;
        if diverged {
            let [in_burn_in, long, short] = &mut progress.metropolis.divergence_count;
            *match (progress.step_count < self.config.burn_in, factor > 1.0) {
                (true, _) => in_burn_in,
                (false, true) => long,
                (false, false) => short,
            } += 1;
            copy(self.workspace.state, self.workspace.current.theta);
        }
        progress.roles.flipped ^= swaps;
        self.workspace.swapped = swaps;
        progress.metropolis.estimate = Some(estimate);
        progress.log_likelihood = estimate.log_likelihood;
        Ok(Decision { accepted: moved, acceptance: trial.acceptance })
    }

    /// Runs a trajectory of steps of ε times `factor` from the current buffer into the other, on the current batch, and
    /// weighs where it ends.
    fn try_trajectory(
        &mut self,
        start: &Estimate,
        (leapfrog_count, factor): (u32, f64),
        norms: Option<&mut Norms>,
    ) -> Result<Trial, StepError> {
        let Self { config, mh, progress, workspace, model, .. } = self;
        let workspace = &mut **workspace;
        let Workspace { current, proposal, host_terms: momentum, anchor, prior, blocks, .. } = workspace;
        let Workspace { part, total, chunk, .. } = workspace;
        let blocks = bound_blocks(current.theta.len(), &config.prior, prior, blocks);
        let step_size = progress.step_size * factor;
        let step = R::from_f64(step_size);
        let ranges = || {
            blocks.segments().map(|segment| {
                let range = Steps::on(&segment, step_size, step);
                let leap = Leap::new(range.sigma, mh.likelihood_scale);
                (range, leap)
            })
        };

        copy(proposal.theta, current.theta);
        let (mut before, mut lengths) = (0.0, [0.0; 2]);
        for (range, leap) in ranges() {
            let squared_momentum = draw_momentum(range.of_mut(momentum), &mut progress.generators.noise);
            before += squared_momentum;
            if norms.is_some() {
                let [drift, noise] = leap.squared_lengths(range.of(current.gradient), squared_momentum);
                lengths = [lengths[0] + drift, lengths[1] + noise];
            }
        }
        if let Some(norms) = norms {
            *norms = Norms::of_squares(lengths);
        }

        let mut evaluator = Evaluator { data_len: config.data_len, part, total, chunk };
        let additions = additions(config, mh, &blocks, anchor);
        let all = config.batch == BatchSettings::All;
        let batch = if all { Batch::All } else { Batch::Indices(current.batch) };
        let mut left = leapfrog_count;
        let mut reached = None;
        let cut_off = loop {
            let first = left == leapfrog_count;
            let gradient = if first { &*current.gradient } else { &*proposal.gradient };
            let mut overflowed = false;
            for (range, leap) in ranges() {
                let (theta, momentum) = (range.of_mut(proposal.theta), range.of_mut(momentum));
                overflowed |= leap.kick_and_drift(theta, momentum, range.of(gradient), !first);
            }
            if overflowed && !all_within(proposal.theta, R::MAX) {
                return Ok(Trial::REJECTED);
            }
            clear(proposal.gradient);
            progress.metropolis.unasked_count = 0;
            let gradient = Some(&mut *proposal.gradient);
            let estimate = evaluator.answer(*model, proposal.theta, batch, gradient, &additions)?;
            let Some(estimate) = estimate else {
                // p is half a step beyond, which is near enough.
                clear(proposal.gradient);
                break true;
            };
            progress.clipped_count += u64::from(estimate.clipped);
            // The momentum does not see what is frozen, which a hand-over may set free.
            if blocks.has_frozen() && !all_within(proposal.gradient, R::MAX) {
                return Ok(Trial::REJECTED);
            }
            reached = Some(estimate);
            left -= 1;
            if left == 0 {
                break false;
            }
        };
        let Some(end) = reached else { return Ok(Trial::REJECTED) };
        let mut after = 0.0;
        for (range, leap) in ranges() {
            after += leap.arrive(range.of_mut(momentum), range.of(proposal.gradient));
        }
        if !after.is_finite() {
            return Ok(Trial::REJECTED);
        }
        let gain = end.per_datum(config.data_len) - start.per_datum(config.data_len);
        let log_ratio = mh.likelihood_scale * gain + 0.5 * (before - after);
        if cut_off {
            return Ok(Trial { held: acceptance(log_ratio), ..Trial::REJECTED });
        }
        let diverged = log_ratio.is_nan() || log_ratio < -ENERGY_ERROR;
        Ok(Trial::weighed(log_ratio, end, diverged))
    }

    /// Draws I' into the other buffer and weighs it against I at the θ where the chain is; its gradient goes where the
    /// momentum was.
    fn try_batch(&mut self, at: &Estimate, moved: bool) -> Result<Trial, StepError> {
        let Self { config, mh, progress, workspace, model, .. } = self;
        let workspace = &mut **workspace;
        let Workspace { current, proposal, host_terms: momentum, refresh, anchor, prior, blocks, .. } =
            workspace;
        let Workspace { part, total, chunk, .. } = workspace;
        let data_len = config.data_len;
        let refresh = refreshed(mh, progress, refresh);
        let choice = &mut progress.generators.choice;
        let batch =
            batches::draw_proposed(config.batch, data_len, choice, proposal.batch, current.batch, refresh);
        let theta = if moved { &*proposal.theta } else { &*current.theta };
        clear(momentum);
        progress.metropolis.unasked_count = 0;
        let mut evaluator = Evaluator { data_len, part, total, chunk };
        let blocks = bound_blocks(theta.len(), &config.prior, prior, blocks);
        let additions = additions(config, mh, &blocks, anchor);
        let proposed = evaluator.answer(*model, theta, batch, Some(&mut **momentum), &additions)?;
        let Some(proposed) = proposed.filter(|_| all_within(momentum, R::MAX)) else {
            return Ok(Trial::REJECTED);
        };
        progress.clipped_count += u64::from(proposed.clipped);
        let log_ratio = mh.likelihood_scale * (proposed.log_likelihood - at.log_likelihood);
        Ok(Trial::weighed(log_ratio, proposed, false))
    }
}
