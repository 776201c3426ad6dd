//! One step of a chain with an update rule.
//!
//! ```text
//! η, τ; the place of the gradient; batch, anchor, gradient, prior, clipping; the host's terms      may fail
//! anchor, table and average taken over; the rule's pass                                            cannot
//! ```

use super::config::Config;
use super::gradient::{estimate, takes_prior_in};
use super::settings::{RuleSettings, ScheduleUnit};
use super::state::{Progress, bound_blocks};
use crate::Error;
use crate::gradient::{Diffusion, Interrupt, Model, StepError, stopped, take_in};
use crate::num::{Column, Real, splat, update};
use crate::precond::Preconditioner;
use crate::rng::fill_normals;
use crate::rule::{At, Langevin, Norms, Rule, Stage};
use crate::workspace::Workspace;

/// What a step did besides moving θ.
pub(crate) struct Outcome {
    /// Whether the step is in the part of a cycle of which no draw is kept.
    pub(crate) explored: bool,
    pub(crate) ends_cycle: bool,
}

/// Moves θ in place; `progress` is a copy that the caller puts back when this succeeds.
pub(crate) fn rule_step<R: Real>(
    config: &Config,
    settings: &RuleSettings<'_>,
    progress: &mut Progress,
    workspace: &mut Workspace<'_, R>,
    norms: Option<&mut Norms>,
    given_batch: Option<&[u32]>,
    model: &mut impl Model<R>,
) -> Result<Outcome, StepError> {
    let rule = &settings.rule;
    let data_len = f64::from(config.data_len.get());
    let k = count(settings, config, progress.step_count, progress.seen_count);
    let explored = settings.step_size.explores(k) || settings.temperature.explores(k);
    let at = scheduled(settings, progress.step_count, (k, explored), model)?;
    let largest = config.admit_scales::<R>(rule, &at).map_err(|error| match error {
        Error::Temperature => Error::TemperatureNotUsable,
        _ => Error::StepSizeNotUsable,
    })?;

    let drawn = estimate(config, rule, &at, progress, workspace, given_batch, model)?;
    rule.admit_gradient(workspace.other.gradient, &largest, data_len)?;
    host_terms(rule, progress, workspace, (&at, data_len), model)?;
    rule.admit_given(workspace.given, workspace.current.theta.len(), &largest)?;

    // Nothing below can fail.
    (progress.step_size, progress.temperature) = (at.step_size, at.temperature);
    let Workspace { current, other, state, prior, blocks, given, average, saga, .. } = workspace;
    if drawn.anchored {
        average.fill(0.0);
    }
    saga.commit(other.batch.get(..drawn.batch_len).unwrap_or_default(), current.theta.len(), data_len);
    let blocks = bound_blocks(current.theta.len(), &config.prior, prior, blocks);
    let mut stage = Stage {
        theta: current.theta,
        state,
        given,
        gradient: other.gradient,
        lanes: &mut progress.generators.noise,
        blocks: &if takes_prior_in(config, rule) { blocks } else { blocks.without_priors() },
        at,
        data_len,
        observed: norms.is_some(),
    };
    let applied = R::apply(rule, &mut stage);
    if let Some(norms) = norms {
        *norms = applied;
    }
    if let Some(anchoring) = config.estimator.anchoring() {
        take_in(average, current.theta, anchoring.place_count(progress.step_count));
    }
    progress.seen_count = progress.seen_count.saturating_add(drawn.seen);
    let next = count(settings, config, progress.step_count.saturating_add(1), progress.seen_count);
    let cycle = |k| [settings.step_size.cycle(k), settings.temperature.cycle(k)];
    Ok(Outcome { explored, ends_cycle: cycle(next) != cycle(k) })
}

/// What the schedules count.
fn count(settings: &RuleSettings<'_>, config: &Config, steps: u64, seen: u64) -> u64 {
    match settings.schedule_unit {
        ScheduleUnit::Step => steps,
        ScheduleUnit::Epoch => seen / u64::from(config.data_len.get()),
    }
}

/// η and τ of the step; τ is 0 while a cycle explores.
fn scheduled<R: Real>(
    settings: &RuleSettings<'_>,
    index: u64,
    (k, explored): (u64, bool),
    model: &mut impl Model<R>,
) -> Result<At, StepError> {
    let step_size = match settings.step_size.at(k) {
        Some(step_size) => step_size,
        None => model.step_size(k).map_err(|interrupt| stopped(interrupt, Error::StepSizeNotUsable))?,
    };
    let temperature = match settings.temperature.at(k) {
        _ if explored => 0.0,
        Some(temperature) => temperature,
        None => model.temperature(k).map_err(|interrupt| stopped(interrupt, Error::TemperatureNotUsable))?,
    };
    Ok(At { step_size, temperature, index })
}

/// Lets the host write what the rule wants of it into `workspace.given`.
fn host_terms<R: Real>(
    rule: &Rule<'_>,
    progress: &mut Progress,
    workspace: &mut Workspace<'_, R>,
    (at, data_len): (&At, f64),
    model: &mut impl Model<R>,
) -> Result<(), StepError> {
    let Workspace { current, other, given, part, .. } = workspace;
    let theta = &*current.theta;
    let dim = theta.len();
    let written = match rule {
        Rule::Langevin(Langevin { preconditioner: Preconditioner::PositionDependent { .. }, .. }) => {
            let (metric, gamma) = given.split_at_mut_checked(dim).unwrap_or_default();
            model.metric(theta, metric, gamma)
        }
        Rule::Langevin(Langevin { preconditioner: Preconditioner::PositionDependentDense, .. }) => {
            let (factor, gamma) = given.split_at_mut_checked(dim.saturating_mul(dim)).unwrap_or_default();
            model.metric(theta, factor, gamma)
        }
        Rule::Recipe(_) => {
            let scale = splat::<R>(data_len);
            update(&mut Column::new(other.gradient), [], |g, [], _| g.map(|g| g * scale));
            if at.temperature > 0.0 {
                fill_normals(&mut progress.generators.noise, part);
            }
            let (drift, noise) = given.split_at_mut_checked(dim).unwrap_or_default();
            let diffusion =
                Diffusion { theta, gradient: other.gradient, normals: part, temperature: at.temperature };
            model.diffusion(diffusion, drift, noise)
        }
        _ => Ok(()),
    };
    written.map_err(|interrupt: Interrupt| stopped(interrupt, Error::Impossible))
}
