//! Runs that show how far they are: a run in pieces, and a look at the chain after each.
//!
//! Nothing of this is in [`ChainState::run`], so that a run or a build without it has none of its cost.

use super::driver::Chain;
use super::state::ChainState;
use super::statistics::Statistics;
use crate::Error;
use crate::gradient::{Model, Observer, StepError};
use crate::num::{MemoryUnit, Real};
use crate::rule::Norms;

/// What looks at a run's progress: the counts and rates so far, and θ as it stands; `Err(code)` ends the run.
pub type Look<'l, R> = dyn FnMut(&Statistics, &[R]) -> Result<(), i32> + 'l;

impl<R: Real> ChainState<R> {
    /// Runs as [`run`](Self::run) does, and shows the chain to `look` after every step whose count is a multiple of
    /// `interval`, during burn-in, too, and whether or not a draw was kept.
    ///
    /// Steps are counted from the chain's first, so that a run in pieces is looked at where a whole one is. The bits
    /// are the same, watched or not, and a run that was stopped is gone on with by another one. Of a step that ends
    /// both ways the observer sees the draw first. How much time has passed and is left is for the host to say.
    ///
    /// Errors besides those of a run: `ProgressInterval` for 0. A code from `look` is a `StepError::Stopped` with
    /// `StoppedByObserver`, like an observer's.
    pub fn run_with_progress(
        &mut self,
        memory: &mut [MemoryUnit],
        step_count: u64,
        model: &mut impl Model<R>,
        mut observer: Option<&mut dyn Observer<R>>,
        interval: u64,
        look: &mut Look<'_, R>,
    ) -> Result<(), StepError> {
        let mut pieces = Pieces::new(step_count, interval)?;
        while let Some(piece) = pieces.next(self) {
            self.run(memory, piece, model, lent(&mut observer))?;
            pieces.show(self, memory, look)?;
        }
        Ok(())
    }

    /// The same for a look that wants more of the chain, and the norms of the step before it; no other is measured.
    pub(crate) fn run_measured(
        &mut self,
        memory: &mut [MemoryUnit],
        step_count: u64,
        model: &mut impl Model<R>,
        mut observer: Option<&mut dyn Observer<R>>,
        interval: u64,
        mut look: impl FnMut(&Self, &[MemoryUnit], Norms) -> Result<(), Error>,
    ) -> Result<(), StepError> {
        let mut pieces = Pieces::new(step_count, interval)?;
        while let Some(piece) = pieces.next(self) {
            let due = (self.progress.step_count + piece).is_multiple_of(interval);
            self.run(memory, piece - u64::from(due), model, lent(&mut observer))?;
            if due {
                let norms = self.step_measured(memory, model, lent(&mut observer))?;
                look(self, memory, norms)?;
            }
        }
        Ok(())
    }
}

impl<R: Real> Chain<'_, R> {
    /// See [`ChainState::run_with_progress`].
    ///
    /// ```
    /// # use sgmcmc::{Batch, BatchSettings, Chain, ChainSettings, Interrupt, MemoryUnit, Model, RuleSettings, Sampler};
    /// # use sgmcmc::{rule::Rule, schedule::Schedule, Error, Statistics, StepError};
    /// # struct Flat;
    /// # impl Model<f64> for Flat {
    /// #     fn log_likelihood(&mut self, _: &[f64], _: Batch<'_>, _: Option<&mut [f64]>) -> Result<f64, Interrupt> { Ok(0.0) }
    /// # }
    /// # let mut model = Flat;
    /// # let sgld = Sampler::Rule(RuleSettings::new(Rule::SGLD, Schedule::constant(1e-3)));
    /// # let settings = ChainSettings::new(1000, BatchSettings::WithoutReplacement(100), sgld);
    /// # let mut memory = vec![MemoryUnit::default(); settings.memory_len::<f64>(2)?];
    /// let mut chain = Chain::new(&settings, &[0.0, 0.0], &mut memory)?;
    /// let mut look = |so_far: &Statistics, _: &[f64]| {
    ///     println!("{} of 1000 steps", so_far.step_count);
    ///     if so_far.step_count == 500 { Err(7) } else { Ok(()) }
    /// };
    /// let stopped = chain.run_with_progress(1000, &mut model, None, 100, &mut look);
    /// assert_eq!(stopped, Err(StepError::Stopped(Error::StoppedByObserver, 7)));
    /// assert_eq!(chain.statistics().step_count, 500);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn run_with_progress(
        &mut self,
        step_count: u64,
        model: &mut impl Model<R>,
        observer: Option<&mut dyn Observer<R>>,
        interval: u64,
        look: &mut Look<'_, R>,
    ) -> Result<(), StepError> {
        self.state.run_with_progress(self.memory, step_count, model, observer, interval, look)
    }
}

/// The observer for a piece.
pub(crate) fn lent<'s, R>(observer: &'s mut Option<&mut dyn Observer<R>>) -> Option<&'s mut dyn Observer<R>> {
    match observer {
        Some(observer) => Some(*observer),
        None => None,
    }
}

/// A run cut where looks are due.
struct Pieces {
    left: u64,
    interval: u64,
}

impl Pieces {
    fn new(left: u64, interval: u64) -> Result<Self, Error> {
        if interval > 0 { Ok(Self { left, interval }) } else { Err(Error::ProgressInterval) }
    }

    /// How many steps there are to the next look, or to the run's end; none behind that.
    fn next<R>(&mut self, state: &ChainState<R>) -> Option<u64> {
        let piece = self.left.min(self.interval - state.progress.step_count % self.interval);
        self.left -= piece;
        (piece > 0).then_some(piece)
    }

    /// Shows the chain where a look is due.
    fn show<R: Real>(
        &self,
        state: &ChainState<R>,
        memory: &[MemoryUnit],
        look: &mut Look<'_, R>,
    ) -> Result<(), StepError> {
        if !state.progress.step_count.is_multiple_of(self.interval) {
            return Ok(());
        }
        let theta = state.config.layout.theta(memory, state.progress.roles.flipped)?;
        look(&state.statistics(), theta).map_err(|code| StepError::Stopped(Error::StoppedByObserver, code))
    }
}
