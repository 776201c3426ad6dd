//! A start by an optimiser: some of its steps over the chain's own memory, then a hand-over.

use crate::Error;
use crate::built;
use crate::chain::{ChainSettings, ChainState, RuleSettings, Sampler};
use crate::gradient::{Estimator, Model, StepError};
use crate::num::{MemoryUnit, Real};
use crate::rule::{AdamOptimizer, Rule};
use crate::schedule::Schedule;
use crate::stats::Moments;

/// An optimiser that goes before a chain, at temperature 0 and with the chain's batches, prior, blocks and clipping.
///
/// ```
/// # use sgmcmc::{Batch, BatchSettings, Chain, ChainSettings, Interrupt, MemoryUnit, Model, RuleSettings, Sampler};
/// # use sgmcmc::{WarmStart, rule::Rule, schedule::Schedule};
/// # struct Flat;
/// # impl Model<f64> for Flat {
/// #     fn log_likelihood(&mut self, _: &[f64], _: Batch<'_>, _: Option<&mut [f64]>) -> Result<f64, Interrupt> { Ok(0.0) }
/// # }
/// # let mut model = Flat;
/// # let sgld = Sampler::Rule(RuleSettings::new(Rule::SGLD, Schedule::constant(1e-3)));
/// # let settings = ChainSettings::new(1000, BatchSettings::WithoutReplacement(100), sgld);
/// let adam = WarmStart::default();
/// let mut memory = vec![MemoryUnit::default(); adam.memory_len::<f64>(&settings, 2)?];
/// let state = adam.start(&settings, &[0.0, 0.0], &mut memory, &mut model)?;
/// let mut chain = Chain::from_parts(state, &mut memory)?;
/// assert_eq!(chain.statistics().step_count, 0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WarmStart<'a> {
    /// The rule, whose temperature is 0: default [`Rule::Adam`]; [`Rule::Sghmc`] is SGD with momentum.
    pub rule: Rule<'a>,
    /// Its step sizes; default 0.01, which for Adam is about how far a parameter goes in a step.
    pub step_size: Schedule,
    /// How many steps it takes; default 1000.
    pub step_count: u64,
}

impl Default for WarmStart<'_> {
    fn default() -> Self {
        let rule = Rule::Adam(AdamOptimizer::default());
        Self { rule, step_size: Schedule::constant(1e-2), step_count: 1000 }
    }
}

impl<'a> WarmStart<'a> {
    /// The optimiser's settings.
    fn settings(&self, settings: &ChainSettings<'a>) -> Result<ChainSettings<'a>, Error> {
        built::need(built::WARM_UP)?;
        let temperature = Schedule::constant(0.0);
        let rule = RuleSettings { temperature, ..RuleSettings::new(self.rule, self.step_size) };
        Ok(ChainSettings {
            sampler: Sampler::Rule(rule),
            estimator: Estimator::Plain,
            burn_in: 0,
            moments: Moments::None,
            ..*settings
        })
    }

    /// How many [`MemoryUnit`]s the optimiser and the chain take, one after the other.
    ///
    /// Errors: as [`ChainSettings::memory_len`], for either; `NotBuilt`.
    pub fn memory_len<R: Real>(&self, settings: &ChainSettings<'a>, dim: usize) -> Result<usize, Error> {
        let own = self.settings(settings)?.memory_len::<R>(dim)?;
        Ok(own.max(settings.memory_len::<R>(dim)?))
    }

    /// Starts a chain where the optimiser gets from `theta`, with its random numbers after the optimiser's.
    ///
    /// A centre that the settings leave to the chain is there. `memory` has at least
    /// [`memory_len`](Self::memory_len) units. Errors: those of `memory_len`, of [`ChainState::new`] and of steps, after
    /// which `theta` is as it was and the memory anything.
    pub fn start<R: Real>(
        &self,
        settings: &ChainSettings<'a>,
        theta: &[R],
        memory: &mut [MemoryUnit],
        model: &mut impl Model<R>,
    ) -> Result<ChainState<R>, StepError> {
        let len = self.memory_len::<R>(settings, theta.len())?;
        let memory = memory.get_mut(..len).ok_or(Error::MemoryTooSmall)?;
        let mut optimizer = ChainState::new(&self.settings(settings)?, theta, memory)?;
        optimizer.run(memory, self.step_count, model, None)?;
        Ok(optimizer.hand_over(settings, memory)?)
    }
}
