//! One Langevin step of a chain: batch, gradient, fused kernel.

use super::batches;
use super::settings::{Config, Langevin};
use super::state::Progress;
use crate::Error;
use crate::drift::NoDrift;
use crate::gradient::{Evaluator, Model, StepError};
use crate::num::Real;
use crate::precond::Identity;
use crate::prior::{Flat, Prior};
use crate::rule::{Norms, Scales, step};
use crate::workspace::Workspace;

/// Moves θ in place; `progress` is a copy that the caller puts back when this succeeds.
pub(crate) fn langevin_step<R: Real>(
    config: &Config,
    langevin: &Langevin,
    progress: &mut Progress,
    workspace: &mut Workspace<'_, R>,
    norms: Option<&mut Norms>,
    given: Option<&[u32]>,
    model: &mut impl Model<R>,
) -> Result<(), StepError> {
    let Workspace { current, other, part, total, chunk, .. } = workspace;
    let choice = &mut progress.generators.choice;
    let (data_len, epochs) = (config.data_len, &mut progress.epochs);
    let batch = batches::draw(config.batch, data_len, epochs, choice, other.batch, given)?;

    // The fused kernel takes a built-in prior in, without a pass of its own; the host's comes with the estimate.
    let prior = if config.prior == Prior::Callback { &Prior::Callback } else { &Prior::FLAT };
    let mut evaluator = Evaluator { data_len, part, total, chunk, prior, add_prior: true };
    let estimate = evaluator.evaluate(model, current.theta, batch, Some(&mut *other.gradient))?;
    if estimate.log_likelihood == f64::NEG_INFINITY {
        return Err(Error::Impossible.into());
    }

    progress.step_size = langevin.schedule.at(progress.step_count);
    progress.log_likelihood = estimate.log_likelihood;
    let scales = Scales::new(progress.step_size, langevin.temperature, f64::from(data_len.get()))
        .map_err(|_| Error::StepSizeNotUsable)?;
    let theta = &mut *current.theta;
    let (lanes, gradient) = (&mut progress.generators.noise, &*other.gradient);
    let mut state = ((), ());
    match &config.prior {
        Prior::Gaussian(prior) => {
            step(theta, &mut state, lanes, norms, gradient, &scales, (&NoDrift, &Identity, prior))
        }
        Prior::Flat(Flat) | Prior::Callback => {
            step(theta, &mut state, lanes, norms, gradient, &scales, (&NoDrift, &Identity, &Flat))
        }
    }?;
    Ok(())
}
