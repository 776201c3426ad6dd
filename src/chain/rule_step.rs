//! One step of a chain with an update rule.
//!
//! ```text
//! η, τ; the place of the gradient; batch, anchor, gradient, prior, clipping; the host's terms      may fail
//! anchor, table and average taken over; the rule's passes                                          cannot
//! ```

use super::compensation::{gather, normals, prepare};
use super::config::Config;
use super::settings::{RuleSettings, ScheduleUnit};
use super::state::{Progress, bound_blocks};
use crate::Error;
use crate::built;
use crate::gradient::{Diffusion, Interrupt, Model, StepError, stopped, take_in};
use crate::num::{Column, Real, both, clear, splat, update};
use crate::pass::{HostTerms, Normals, StepContext};
use crate::rng::fill_normals;
use crate::rule::{Norms, StepParameters};
use crate::workspace::Workspace;

/// What a step did besides moving θ.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Outcome {
    /// Whether the step is in the part of a cycle of which no draw is kept.
    pub(crate) explored: bool,
    pub(crate) ends_cycle: bool,
    /// Whether some θ overflowed.
    pub(crate) saturated: bool,
}

/// What was drawn for a step's gradient.
pub(crate) struct Drawn {
    /// How many data the batch has.
    pub(crate) seen: u64,
    /// How many of the workspace's own indices it takes.
    pub(crate) batch_len: usize,
    /// Whether the control variate got a new anchor.
    pub(crate) anchored: bool,
    /// Whether the gradient was taken elsewhere than at θ.
    pub(crate) at_site: bool,
    /// Whether the gradient of another batch was taken, too.
    pub(crate) gathered: bool,
}

/// Everything that a step with an update rule reads and writes; `progress` is a copy, which takes the chain's place
/// when the step has succeeded.
pub(crate) struct RuleStep<'s, 'm, R: Real> {
    pub(crate) config: &'s Config,
    pub(crate) settings: &'s RuleSettings<'static>,
    pub(crate) progress: &'s mut Progress,
    pub(crate) workspace: &'s mut Workspace<'m, R>,
    pub(crate) model: &'s mut dyn Model<R>,
}

impl<R: Real> RuleStep<'_, '_, R> {
    /// Moves θ in place.
    // Where the stack is small, a function of its own: its frame is not that of a proposal, too.
    #[cfg_attr(not(target_pointer_width = "64"), inline(never))]
    pub(crate) fn take(
        mut self,
        norms: Option<&mut Norms>,
        given_batch: Option<&[u32]>,
    ) -> Result<Outcome, StepError> {
        let rule = &self.settings.rule;
        let data_scale = f64::from(self.config.data_len.get());
        let k = self.count(self.progress.step_count, self.progress.seen_count);
        let explored = self.settings.step_size.explores(k) || self.settings.temperature.explores(k);
        let at = self.scheduled(k, explored)?;
        let largest = self.config.validate_scales::<R>(rule, &at).map_err(|error| match error {
            Error::Temperature => Error::TemperatureNotUsable,
            // All else that is scaled is scaled by the step size.
            _ => Error::StepSizeNotUsable,
        })?;

        let terms = rule.host_terms::<R>();
        let takes_prior_in = self.config.takes_prior_in(terms);
        let drawn = self.estimate(given_batch, takes_prior_in)?;
        rule.validate_gradient(self.workspace.proposal.gradient, &largest, data_scale)?;
        if terms != HostTerms::None {
            self.ask_host(terms, &at, data_scale)?;
            rule.validate_host_terms(
                self.workspace.host_terms,
                self.workspace.current.theta.len(),
                &largest,
            )?;
        }

        let mixes = built::NOISE_COMPENSATION && !self.settings.compensation.is_none();
        if mixes {
            if drawn.gathered {
                rule.validate_gradient(self.workspace.noise.other, &largest, data_scale)?;
            }
            prepare(self.config, self.settings, self.progress, self.workspace, &at)?;
        }

        // Nothing below can fail.
        let saturated = self.apply(&drawn, takes_prior_in, at, norms);
        let next = self.count(self.progress.step_count.saturating_add(1), self.progress.seen_count);
        let cycle = |k| [self.settings.step_size.cycle(k), self.settings.temperature.cycle(k)];
        Ok(Outcome { explored, ends_cycle: built::SCHEDULES && cycle(next) != cycle(k), saturated })
    }

    /// Lets the rule move θ; says whether some θ overflowed.
    fn apply(
        &mut self,
        drawn: &Drawn,
        takes_prior_in: bool,
        at: StepParameters,
        norms: Option<&mut Norms>,
    ) -> bool {
        let (config, rule) = (self.config, &self.settings.rule);
        let data_scale = f64::from(config.data_len.get());
        (self.progress.step_size, self.progress.temperature) = (at.step_size, at.temperature);
        let Workspace { current, proposal, state, prior, blocks, host_terms, average, saga, noise, .. } =
            &mut *self.workspace;
        if drawn.anchored {
            clear(average);
        }
        if config.estimator.has_table() {
            let batch = proposal.batch.get(..drawn.batch_len).unwrap_or_default();
            saga.commit(batch, current.theta.len(), data_scale);
        }
        let progress = &mut *self.progress;
        let normals = if built::NOISE_COMPENSATION && !self.settings.compensation.is_none() {
            if drawn.gathered {
                let gradients = [&*proposal.gradient, &*noise.other];
                gather(noise.covariance, gradients, data_scale, &mut progress.compensated);
            }
            let Progress { compensated, generators, .. } = &mut *progress;
            normals(noise, &self.settings.compensation, compensated, &at, &mut generators.noise)
        } else {
            Normals::Fresh
        };
        let blocks = bound_blocks(current.theta.len(), &config.prior, prior, blocks);
        let mut context = StepContext {
            theta: current.theta,
            state,
            host_terms,
            gradient: proposal.gradient,
            site: drawn.at_site.then_some(&*proposal.theta),
            lanes: &mut progress.generators.noise,
            normals,
            blocks: &if takes_prior_in { blocks } else { blocks.without_priors() },
            at,
            data_scale,
            observed: norms.is_some(),
            clamped: (progress.step_count >= config.burn_in).then_some(&mut progress.clamped),
        };
        let applied = rule.part().apply(&mut context);
        if let Some(norms) = norms {
            *norms = applied.norms;
        }
        if let Some(anchoring) = config.estimator.anchoring() {
            take_in(average, current.theta, anchoring.place_count(progress.step_count));
        }
        progress.seen_count = progress.seen_count.saturating_add(drawn.seen);
        progress.clamped_count = progress.clamped_count.saturating_add(applied.clamped_count);
        progress.saturated_count += u64::from(applied.saturated);
        applied.saturated
    }

    /// What the schedules count.
    fn count(&self, steps: u64, seen: u64) -> u64 {
        match self.settings.schedule_unit {
            ScheduleUnit::Step => steps,
            ScheduleUnit::Epoch => seen / u64::from(self.config.data_len.get()),
        }
    }

    /// η and τ of the step; τ is 0 while a cycle explores.
    fn scheduled(&mut self, k: u64, explored: bool) -> Result<StepParameters, StepError> {
        let step_size = match self.settings.step_size.at(k) {
            Some(step_size) => step_size,
            None => {
                let said = self.model.step_size(k);
                said.map_err(|interrupt| match interrupt {
                    Interrupt::Missing => Error::NoStepSize.into(),
                    interrupt => stopped(interrupt, Error::StepSizeNotUsable),
                })?
            }
        };
        let temperature = match self.settings.temperature.at(k) {
            _ if explored => 0.0,
            Some(temperature) => temperature,
            None => {
                let said = self.model.temperature(k);
                said.map_err(|interrupt| stopped(interrupt, Error::TemperatureNotUsable))?
            }
        };
        let (index, data_len) = (self.progress.step_count, self.config.data_len.get());
        Ok(StepParameters { step_size, temperature, index, data_len })
    }

    /// Lets the host write what the rule wants of it into `workspace.host_terms`.
    fn ask_host(&mut self, terms: HostTerms, at: &StepParameters, data_scale: f64) -> Result<(), StepError> {
        let Workspace { current, proposal, host_terms, part, .. } = &mut *self.workspace;
        let theta = &*current.theta;
        let first_len = terms.first_len(theta.len()).unwrap_or(usize::MAX);
        let (first, second) = host_terms.split_at_mut_checked(first_len).unwrap_or_default();
        let written = match terms {
            HostTerms::None => Ok(()),
            HostTerms::Diagonal | HostTerms::Factor => self.model.metric(theta, first, second),
            HostTerms::Diffusion => {
                let scale = splat::<R>(data_scale);
                update(&mut Column::new(proposal.gradient), [], |g, [], _| both(g, |g| g * scale));
                if at.temperature > 0.0 {
                    fill_normals(&mut self.progress.generators.noise, part);
                }
                let (gradient, normals) = (&*proposal.gradient, &*part);
                let diffusion = Diffusion { theta, gradient, normals, temperature: at.temperature };
                self.model.diffusion(diffusion, first, second)
            }
        };
        written.map_err(|interrupt| stopped(interrupt, Error::Impossible))
    }
}
