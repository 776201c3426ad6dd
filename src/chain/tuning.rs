//! Tuning steps of a Metropolis-Hastings chain: β between epochs, δ of the random walk during burn-in.

use super::config::Config;
use super::metropolis::try_proposal;
use super::state::Progress;
use crate::gradient::{Model, StepError};
use crate::mh::{BetaTuner, MetropolisHastings, Proposal, Verdict, adapt_step_size};
use crate::num::Real;
use crate::workspace::Workspace;

/// Steps between two looks at β.
fn interval(config: &Config, mh: &MetropolisHastings) -> u64 {
    match mh.tune_interval {
        0 => u64::from(config.data_len.get().div_ceil(config.batch_len().get())),
        steps => steps,
    }
}

/// Ends an epoch of the β tuner when it is due, with the model at hand for the forward proposals.
pub(crate) fn tune_beta_when_due<R: Real>(
    config: &Config,
    mh: &MetropolisHastings,
    progress: &mut Progress,
    workspace: &mut Workspace<'_, R>,
    model: &mut impl Model<R>,
) -> Result<(), StepError> {
    if mh.tune_beta && progress.metropolis.tuner.count() >= interval(config, mh) {
        tune_beta(config, mh, progress, workspace, model)?;
    }
    Ok(())
}

/// One adjustment phase, from the acceptance since the last one; see [`BetaTuner`].
pub(crate) fn tune_beta<R: Real>(
    config: &Config,
    mh: &MetropolisHastings,
    progress: &mut Progress,
    workspace: &mut Workspace<'_, R>,
    model: &mut impl Model<R>,
) -> Result<(), StepError> {
    let verdict = progress.metropolis.tuner.verdict();
    progress.metropolis.tuner = BetaTuner::default();
    match verdict {
        Verdict::Keep => {}
        Verdict::Grow => {
            let grown = progress.metropolis.beta * BetaTuner::GROW;
            progress.metropolis.beta_capped |= grown >= mh.beta_max;
            progress.metropolis.beta = grown.min(mh.beta_max);
        }
        Verdict::TryToShrink => {
            let floor = (0.5 * progress.metropolis.beta).max(1.0);
            while progress.metropolis.beta > floor {
                let mut sum = 0.0;
                for _ in 0..BetaTuner::FORWARD_COUNT {
                    // The estimate of the proposal is dropped: the chain does not move.
                    sum += try_proposal(config, mh, progress, workspace, None, false, model)?.acceptance;
                    workspace.clear_proposal();
                }
                if sum / f64::from(BetaTuner::FORWARD_COUNT) <= BetaTuner::FORWARD_ACCEPTANCE {
                    break;
                }
                progress.metropolis.beta = (BetaTuner::SHRINK * progress.metropolis.beta).max(floor);
            }
        }
    }
    Ok(())
}

/// Moves δ after a step of the burn-in.
pub(crate) fn tune_step_size(
    config: &Config,
    mh: &MetropolisHastings,
    progress: &mut Progress,
    acceptance: f64,
) {
    if let (Some(target), Proposal::RandomWalk { .. }) = (mh.target_acceptance, mh.proposal)
        && progress.step_count < config.burn_in
    {
        progress.step_size = adapt_step_size(progress.step_size, progress.step_count, acceptance, target);
    }
}
