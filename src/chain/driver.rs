//! The loop: one step whole or not at all, and `run` built on it.

use super::config::Config;
use super::metropolis::MetropolisStep;
use super::rule_step::{Outcome, RuleStep};
#[cfg(doc)]
use super::settings::BatchSettings;
use super::settings::{ChainSettings, RuleSettings, Sampler};
use super::state::{ChainState, MomentsOf, Progress};
use super::statistics::{Statistics, Step};
use crate::Error;
use crate::built;
use crate::gradient::{Draw, Model, Observer, StepError};
use crate::num::{MemoryUnit, Real};
use crate::range::positive;
use crate::rule::Norms;
use crate::schedule::Schedule;
use crate::stats::accumulate;
use crate::workspace::Workspace;

impl<R: Real> ChainState<R> {
    /// Advances the chain once, or leaves every byte of it as it was.
    ///
    /// `memory` is the slice that the chain was made with. Errors: see [`StepError`].
    pub fn step(&mut self, memory: &mut [MemoryUnit], model: &mut impl Model<R>) -> Result<Step, StepError> {
        Ok(self.step_whole(memory, None, None, model)?.0)
    }

    /// The same with the caller's batch, for [`BatchSettings::Caller`].
    ///
    /// Errors besides: `LengthZero`, `BatchIndex`, and `BatchKind` where the settings say otherwise.
    pub fn step_with_batch(
        &mut self,
        memory: &mut [MemoryUnit],
        batch: &[u32],
        model: &mut impl Model<R>,
    ) -> Result<Step, StepError> {
        Ok(self.step_whole(memory, None, Some(batch), model)?.0)
    }

    /// Steps `step_count` times and shows the kept draws to `observer`, until that or an error stops it.
    ///
    /// Steps done before an error stay done: [`statistics`](Self::statistics) counts them.
    pub fn run(
        &mut self,
        memory: &mut [MemoryUnit],
        step_count: u64,
        model: &mut impl Model<R>,
        mut observer: Option<&mut dyn Observer<R>>,
    ) -> Result<(), StepError> {
        for _ in 0..step_count {
            let Some(observer) =
                observer.as_deref_mut().filter(|_| self.config.keeps(self.progress.step_count))
            else {
                self.step_whole(memory, None, None, model)?;
                continue;
            };
            self.step_measured(memory, model, Some(observer))?;
        }
        Ok(())
    }

    /// A step of a run, measured.
    pub(crate) fn step_measured(
        &mut self,
        memory: &mut [MemoryUnit],
        model: &mut dyn Model<R>,
        observer: Option<&mut dyn Observer<R>>,
    ) -> Result<Norms, StepError> {
        let mut norms = Norms::default();
        let (step, _) = self.step_whole(memory, Some(&mut norms), None, model)?;
        if let Some(observer) = observer {
            self.show(memory, &step, norms, observer)?;
        }
        Ok(norms)
    }

    /// Shows a kept draw.
    pub(crate) fn show(
        &self,
        memory: &[MemoryUnit],
        step: &Step,
        norms: Norms,
        observer: &mut dyn Observer<R>,
    ) -> Result<(), StepError> {
        if !step.kept {
            return Ok(());
        }
        let draw = Draw {
            step: step.index,
            theta: self.config.layout.theta(memory, self.progress.roles.flipped)?,
            log_likelihood: self.progress.log_likelihood,
            step_size: self.progress.step_size,
            norms,
            accepted: step.accepted,
            ends_cycle: step.ends_cycle,
            saturated: step.saturated,
            diverged: step.diverged,
        };
        observer.observe(&draw).map_err(|code| StepError::Stopped(Error::StoppedByObserver, code))
    }

    /// Changes the step size of the steps to come: ε or δ of a proposal, or a constant η.
    ///
    /// A random walk that tunes δ goes on from here. Errors: those that the settings would give; nothing changes then.
    pub fn set_step_size(&mut self, step_size: f64) -> Result<(), Error> {
        positive::<R>(step_size, Error::StepSize)?;
        let config = &mut self.config;
        match &config.sampler {
            Sampler::Rule(rule) => {
                let changed = RuleSettings { step_size: Schedule::constant(step_size), ..*rule };
                config.check_rule::<R>(&changed)?;
                if built::SET_STEPS {
                    config.scheduled = config.step_sizes();
                }
                config.sampler = Sampler::Rule(changed);
            }
            Sampler::MetropolisHastings(mh) => config.validate_proposal::<R>(mh, step_size)?,
        }
        self.progress.metropolis.unasked_count = 0;
        self.progress.step_size = step_size;
        Ok(())
    }

    /// One adjustment of β from the acceptance since the last one, between runs; a step by itself, whole or not at all.
    ///
    /// Does nothing when no proposal was made since the last adjustment. Errors: `Tuner` for other proposals than
    /// RSGLD; `BetaMax` for a cap that is not finite and at least β; see [`StepError`].
    pub fn tune_beta(
        &mut self,
        memory: &mut [MemoryUnit],
        model: &mut impl Model<R>,
    ) -> Result<(), StepError> {
        let Sampler::MetropolisHastings(mh) = &self.config.sampler else { return Err(Error::Tuner.into()) };
        if !mh.proposal.is_reversible() {
            return Err(Error::Tuner.into());
        }
        if !(built::METROPOLIS_HASTINGS && built::TUNERS) {
            return Err(Error::NotBuilt.into());
        }
        mh.check_beta_max(self.progress.metropolis.beta)?;
        if self.progress.metropolis.tuner.count() == 0 {
            return Ok(());
        }
        let mut workspace = self.config.layout.split_once(memory, self.progress.roles)?;
        let (config, workspace) = (&self.config, &mut workspace);
        let mut attempt = Attempt::on(&mut self.progress);
        MetropolisStep { config, mh, progress: attempt.progress, workspace, model, held: 0.0 }.tune_beta()?;
        attempt.succeeded = true;
        Ok(())
    }

    /// A step that is undone unless it succeeds; and of HMC, with which probability a trajectory would have been accepted where it
    /// was last evaluated that something cut off after its first step, or 0.
    pub(crate) fn step_whole(
        &mut self,
        memory: &mut [MemoryUnit],
        norms: Option<&mut Norms>,
        given: Option<&[u32]>,
        model: &mut dyn Model<R>,
    ) -> Result<(Step, f64), StepError> {
        let mut attempt = Attempt::on(&mut self.progress);
        let step = step_in_place(&self.config, attempt.progress, memory, norms, given, model)?;
        attempt.succeeded = true;
        Ok(step)
    }
}

/// What a step changes, put back unless the step succeeds: also when a model unwinds.
struct Attempt<'p> {
    progress: &'p mut Progress,
    before: Progress,
    succeeded: bool,
}

impl<'p> Attempt<'p> {
    fn on(progress: &'p mut Progress) -> Self {
        Self { before: progress.clone(), progress, succeeded: false }
    }
}

impl Drop for Attempt<'_> {
    fn drop(&mut self) {
        if !self.succeeded {
            core::mem::swap(self.progress, &mut self.before);
        }
    }
}

/// One step in place, as [`ChainState::step_whole`] gives it. After an error the chain's memory is as it was, and `progress` of no use.
pub(crate) fn step_in_place<R: Real>(
    config: &Config,
    progress: &mut Progress,
    memory: &mut [MemoryUnit],
    norms: Option<&mut Norms>,
    given: Option<&[u32]>,
    model: &mut dyn Model<R>,
) -> Result<(Step, f64), StepError> {
    let workspace = &mut Workspace::default();
    config.layout.split(workspace, memory, progress.roles)?;
    let (mut diverged, mut held) = (false, 0.0);
    let (accepted, Outcome { explored, ends_cycle, saturated }) = match &config.sampler {
        // Refused where settings are checked.
        Sampler::Rule(_) if !built::RULES => return Err(Error::NotBuilt.into()),
        Sampler::MetropolisHastings(_) if !built::METROPOLIS_HASTINGS => return Err(Error::NotBuilt.into()),
        Sampler::Rule(settings) => {
            let step = RuleStep { config, settings, progress, workspace, model };
            (true, step.take(norms, given)?)
        }
        Sampler::MetropolisHastings(_) if given.is_some() => return Err(Error::BatchKind.into()),
        Sampler::MetropolisHastings(mh) => {
            let divergences = progress.metropolis.divergence_count;
            let mut step = MetropolisStep { config, mh, progress, workspace, model, held };
            let accepted = step.run(norms)?;
            held = step.held;
            diverged = progress.metropolis.divergence_count != divergences;
            (accepted, Outcome::default())
        }
    };

    // Nothing below can fail.
    workspace.unstarted = false;
    workspace.anchor_pending = false;
    let index = progress.step_count;
    let kept = config.keeps(index) && !explored;
    if kept {
        progress.kept_count += 1;
        progress.kept_weight += progress.step_size;
        let count = progress.kept_count as f64;
        let Workspace { current, proposal, swapped, moments: [plain, weighted], .. } = workspace;
        let theta = &*(if *swapped { proposal } else { current }).theta;
        accumulate(plain.mean, plain.squares, theta, 1.0, count);
        accumulate(weighted.mean, weighted.squares, theta, progress.step_size, progress.kept_weight);
    }
    progress.step_count += 1;
    let Progress { log_likelihood, step_size, temperature, .. } = *progress;
    let step = Step {
        index,
        log_likelihood,
        step_size,
        temperature,
        kept,
        accepted,
        ends_cycle,
        saturated,
        diverged,
    };
    Ok((step, held))
}

/// A chain with its memory: [`ChainState`] and the slice it works in, held together.
///
/// ```
/// use sgmcmc::prior::Prior;
/// use sgmcmc::rule::Rule;
/// use sgmcmc::schedule::Schedule;
/// use sgmcmc::{BatchSettings, Chain, ChainSettings, MemoryUnit, RuleSettings, Sampler};
/// # use sgmcmc::{Batch, Interrupt, Model};
/// # struct Flat;
/// # impl Model<f64> for Flat {
/// #     fn log_likelihood(&mut self, _: &[f64], _: Batch<'_>, _: Option<&mut [f64]>) -> Result<f64, Interrupt> { Ok(0.0) }
/// # }
/// # let mut model = Flat;
/// let sgld = Sampler::Rule(RuleSettings::new(Rule::SGLD, Schedule::constant(1e-3)));
/// let settings = ChainSettings {
///     prior: Prior::gaussian(0.0, 1.0),
///     ..ChainSettings::new(1000, BatchSettings::WithoutReplacement(100), sgld)
/// };
/// let mut memory = vec![MemoryUnit::default(); settings.memory_len::<f64>(2)?];
/// let mut chain = Chain::new(&settings, &[0.0, 0.0], &mut memory)?;
/// chain.run(100, &mut model, None)?;
/// assert_eq!(chain.statistics().step_count, 100);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Chain<'m, R> {
    pub(crate) state: ChainState<R>,
    pub(crate) memory: &'m mut [MemoryUnit],
}

impl<'m, R: Real> Chain<'m, R> {
    /// See [`ChainState::new`].
    pub fn new(
        settings: &ChainSettings<'_>,
        theta: &[R],
        memory: &'m mut [MemoryUnit],
    ) -> Result<Self, Error> {
        Ok(Self { state: ChainState::new(settings, theta, memory)?, memory })
    }

    /// The chain of a state and the memory that it was made with, as [`into_parts`](Self::into_parts) gives them, or
    /// copies of both.
    ///
    /// Errors: `MemoryTooSmall`. Other memory is not noticed, and its numbers are taken for the chain's.
    pub fn from_parts(state: ChainState<R>, memory: &'m mut [MemoryUnit]) -> Result<Self, Error> {
        state.check_memory(memory)?;
        Ok(Self { state, memory })
    }

    /// The state, for what reads a chain.
    pub fn state(&self) -> &ChainState<R> {
        &self.state
    }

    /// The state and the memory, to keep them apart.
    pub fn into_parts(self) -> (ChainState<R>, &'m mut [MemoryUnit]) {
        (self.state, self.memory)
    }

    /// The number of parameters.
    pub fn dim(&self) -> usize {
        self.state.dim()
    }

    /// See [`ChainState::hand_over`]; the chain is unchanged after an error.
    pub fn hand_over(&mut self, settings: &ChainSettings<'_>) -> Result<(), Error> {
        self.state = self.state.hand_over(settings, self.memory)?;
        Ok(())
    }

    /// See [`ChainState::step`].
    pub fn step(&mut self, model: &mut impl Model<R>) -> Result<Step, StepError> {
        self.state.step(self.memory, model)
    }

    /// See [`ChainState::step_with_batch`].
    pub fn step_with_batch(&mut self, batch: &[u32], model: &mut impl Model<R>) -> Result<Step, StepError> {
        self.state.step_with_batch(self.memory, batch, model)
    }

    /// See [`ChainState::run`].
    pub fn run(
        &mut self,
        step_count: u64,
        model: &mut impl Model<R>,
        observer: Option<&mut dyn Observer<R>>,
    ) -> Result<(), StepError> {
        self.state.run(self.memory, step_count, model, observer)
    }

    /// See [`ChainState::tune_beta`].
    pub fn tune_beta(&mut self, model: &mut impl Model<R>) -> Result<(), StepError> {
        self.state.tune_beta(self.memory, model)
    }

    /// See [`ChainState::set_step_size`].
    pub fn set_step_size(&mut self, step_size: f64) -> Result<(), Error> {
        self.state.set_step_size(step_size)
    }

    /// See [`ChainState::theta`].
    pub fn theta(&self) -> Result<&[R], Error> {
        self.state.theta(self.memory)
    }

    /// See [`ChainState::divergence`].
    pub fn divergence(&self) -> Result<Option<&[R]>, Error> {
        self.state.divergence(self.memory)
    }

    /// See [`ChainState::moments`].
    pub fn moments(&self, of: MomentsOf, mean: &mut [f64], variance: &mut [f64]) -> Result<(), Error> {
        self.state.moments(self.memory, of, mean, variance)
    }

    /// See [`ChainState::noise_covariance`].
    pub fn noise_covariance(&self, covariance: &mut [f64]) -> Result<(), Error> {
        self.state.noise_covariance(self.memory, covariance)
    }

    /// See [`ChainState::compensation_limit`].
    pub fn compensation_limit(&mut self) -> Result<f64, Error> {
        self.state.compensation_limit(self.memory)
    }

    /// See [`ChainState::statistics`].
    pub fn statistics(&self) -> Statistics {
        self.state.statistics()
    }
}
