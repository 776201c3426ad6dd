//! The burn-in of a chain, with a pilot's looks where they are due.

use crate::Error;
use crate::built;
use crate::chain::{BatchSettings, Chain, ChainImage, ChainState, Sampler};
use crate::gradient::{Model, StepError};
use crate::num::{MemoryUnit, Real};
use crate::pilot::{Finding, PilotReport, PilotSettings};

/// How many times longer than where the posterior has its mass the gradient is in a place that a burn-in has not left.
const LOST: f64 = 10.0;

impl PilotSettings {
    /// Runs the chain to the end of its burn-in, or `step_count` steps of it if those are fewer, and finds what its
    /// settings leave open; does nothing once the burn-in is over.
    ///
    /// Before the first step a pilot looks at the model where the chain stands, and once more half-way at what the steps
    /// themselves do not go on to tune. From it come η
    /// of an update rule whose step sizes are [`Schedule::CALLBACK`](crate::schedule::Schedule::CALLBACK), the k of a
    /// proposal with [`tune_refresh_len`](crate::mh::MetropolisHastings::tune_refresh_len), and the first ε where that
    /// is 0; the steps themselves tune both further: see
    /// [`target_acceptance`](crate::mh::MetropolisHastings::target_acceptance). A step size that the settings say stays.
    /// Where the curvature is nowhere positive and the gradient has no noise, η is a quarter of 2/|q|, with q the least
    /// curvature.
    ///
    /// `memory` has any content and [`memory_len`](Self::memory_len) units. A warm-up in pieces has the bits of a whole
    /// one, with checkpoints in between, too. Errors: `WarmUpBurnIn`; `BatchKind` where
    /// the caller gives the batches; `StepSizeNotFound` for a rule of which a pilot says nothing, a model that is flat,
    /// or a rule's chain that half-way stands where the posterior is nowhere concave, or where the gradient is still ten
    /// times as long as about the mode and wants a step size that differs from the first by more than a factor of two:
    /// start nearer, by a [`WarmStart`](crate::WarmStart) say, or burn in for longer; those of [`look`](Self::look) and
    /// of a run. Steps done before an error stay done, and the next call goes on from there.
    ///
    /// ```
    /// # use sgmcmc::{Batch, BatchSettings, Chain, ChainSettings, Interrupt, MemoryUnit, Model, PilotSettings};
    /// # use sgmcmc::{RuleSettings, Sampler, rule::Rule, schedule::Schedule};
    /// # struct Mean; // x_i = i mod 10, N(θ, 1)
    /// # impl Model<f64> for Mean {
    /// #     fn log_likelihood(
    /// #         &mut self, theta: &[f64], batch: Batch<'_>, gradient: Option<&mut [f64]>,
    /// #     ) -> Result<f64, Interrupt> {
    /// #         let Batch::Indices(batch) = batch else { return Err(Interrupt::Stop(1)) };
    /// #         let residual = |i: &u32| f64::from(i % 10) - theta[0];
    /// #         let share = 1.0 / batch.len() as f64;
    /// #         gradient.into_iter().for_each(|g| g[0] = share * batch.iter().map(residual).sum::<f64>());
    /// #         Ok(-0.5 * share * batch.iter().map(|i| residual(i) * residual(i)).sum::<f64>())
    /// #     }
    /// # }
    /// # let mut model = Mean;
    /// let sgld = Sampler::Rule(RuleSettings::new(Rule::SGLD, Schedule::CALLBACK));
    /// let batch = BatchSettings::WithoutReplacement(50);
    /// let settings = ChainSettings { burn_in: 1000, ..ChainSettings::new(1000, batch, sgld) };
    /// let mut memory = vec![MemoryUnit::default(); settings.memory_len::<f64>(1)?];
    /// let mut chain = Chain::new(&settings, &[0.0], &mut memory)?;
    /// let pilot = PilotSettings::default();
    /// let mut room = vec![MemoryUnit::default(); chain.warm_up_len(&pilot)?];
    /// chain.warm_up(&pilot, &mut room, u64::MAX, &mut model)?;
    /// let found = chain.statistics().step_size;
    /// assert!(found > 1e-7 && found < 1e-4);
    /// chain.run(1000, &mut model, None)?;
    /// assert_eq!(chain.statistics().step_size, found);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn warm_up<R: Real>(
        &self,
        chain: &mut ChainState<R>,
        chain_memory: &mut [MemoryUnit],
        memory: &mut [MemoryUnit],
        step_count: u64,
        model: &mut impl Model<R>,
    ) -> Result<(), StepError> {
        built::need(built::WARM_UP)?;
        let burn_in = chain.config.burn_in;
        if burn_in == 0 {
            return Err(Error::WarmUpBurnIn.into());
        }
        if chain.config.batch == BatchSettings::Caller {
            return Err(Error::BatchKind.into());
        }
        let mut left = step_count;
        loop {
            let k = chain.progress.step_count;
            let (half, whole) = (burn_in / 2, burn_in.saturating_sub(k).min(left));
            if whole == 0 {
                return Ok(());
            }
            if (k == 0 || k == half) && chain.leaves_open(k) {
                let report = self.look(chain, chain_memory, None, memory, model)?.report;
                chain.take_over(&report)?;
            }
            let piece = if k < half { whole.min(half - k) } else { whole };
            chain.run(chain_memory, piece, model, None)?;
            left -= piece;
        }
    }
}

impl<R: Real> ChainState<R> {
    /// Whether there is anything for a pilot to find before step `k`.
    fn leaves_open(&self, k: u64) -> bool {
        match &self.config.sampler {
            Sampler::Rule(_) => self.config.leaves_step_size_open(),
            Sampler::MetropolisHastings(mh) => {
                let refreshes = mh.tune_refresh_len && self.config.batch != BatchSettings::All;
                // With a target it is the steps themselves that go on from there.
                refreshes && (k == 0 || mh.target_acceptance.is_none()) || mh.finds_step_size() && k == 0
            }
        }
    }

    /// Sets what was found.
    fn take_over(&mut self, report: &PilotReport) -> Result<(), Error> {
        let is_usable = |step_size: f64| step_size > 0.0 && step_size.is_finite();
        match &self.config.sampler {
            Sampler::Rule(rule) => {
                let compensates = !rule.compensation.is_none();
                let found = if compensates { report.compensated_step_size } else { report.step_size };
                let by_least = 0.5 / report.least_curvature.abs();
                // A rule of which nothing is said has no inflation either.
                let is_predicted = !report.inflation[0].is_nan();
                let found = [found, by_least].into_iter();
                let lost = report.has(Finding::FarFromMode)
                    && report.gradient_norm > LOST * report.expected_gradient_norm;
                let half_way = self.progress.step_count > 0;
                let before = self.progress.step_size;
                match found.into_iter().find(|step_size| is_usable(*step_size) && is_predicted) {
                    // It would stay, and what a place says that is not like where the posterior has its mass, and not
                    // even like where the chain began, is not worth that.
                    Some(step_size)
                        if half_way
                            && (report.curvature <= 0.0
                                || lost && !(0.5..=2.0).contains(&(step_size / before))) =>
                    {
                        Err(Error::StepSizeNotFound)
                    }
                    Some(step_size) => self.set_step_size(step_size),
                    None if self.has_own_step_size() => Ok(()),
                    None => Err(Error::StepSizeNotFound),
                }
            }
            Sampler::MetropolisHastings(mh) => {
                let mh = *mh;
                if mh.tune_refresh_len {
                    let batch_len = self.config.batch_len().get();
                    let most = mh.most_refreshed(self.config.data_len, batch_len);
                    let fresh = report.refresh_len >= batch_len;
                    let len = if fresh { 0 } else { report.refresh_len.min(most) };
                    self.progress.metropolis.start_refresh(len, self.config.data_len, batch_len);
                }
                let step_size = report.step_size;
                if mh.finds_step_size() && self.progress.step_count == 0 && is_usable(step_size) {
                    // One that the precision cannot hold leaves the first guess.
                    return self.set_step_size(step_size).or(Ok(()));
                }
                Ok(())
            }
        }
    }
}

/// A state that its image takes over in the end, with the step size that was set: also when a model unwinds.
struct Held<'i, R: Real> {
    image: &'i mut ChainImage<R>,
    state: ChainState<R>,
}

impl<R: Real> Drop for Held<'_, R> {
    fn drop(&mut self) {
        self.image.set(&self.state);
    }
}

impl<R: Real> ChainImage<R> {
    /// See [`PilotSettings::warm_up`].
    #[inline(never)]
    pub fn warm_up(
        &mut self,
        pilot: &PilotSettings,
        chain_memory: &mut [MemoryUnit],
        memory: &mut [MemoryUnit],
        step_count: u64,
        model: &mut impl Model<R>,
    ) -> Result<(), StepError> {
        let mut held = Held { state: self.state(), image: self };
        pilot.warm_up(&mut held.state, chain_memory, memory, step_count, model)
    }
}

impl<R: Real> Chain<'_, R> {
    /// How many [`MemoryUnit`]s a warm-up works in: [`PilotSettings::memory_len`].
    pub fn warm_up_len(&self, pilot: &PilotSettings) -> Result<usize, Error> {
        pilot.memory_len(&self.state)
    }

    /// See [`PilotSettings::warm_up`].
    pub fn warm_up(
        &mut self,
        pilot: &PilotSettings,
        memory: &mut [MemoryUnit],
        step_count: u64,
        model: &mut impl Model<R>,
    ) -> Result<(), StepError> {
        pilot.warm_up(&mut self.state, self.memory, memory, step_count, model)
    }
}
