//! A chain's state as words: what a host stores, with every bit defined by settings, data and seed.

use super::config::Config;
use super::driver::step_in_place;
use super::settings::{BatchSettings, ChainSettings, Sampler};
use super::state::{ChainState, Compensated, Metropolis, Past, Progress, ProposalCounts};
use super::statistics::Step;
use crate::Error;
use crate::built::{
    self, BLOCKS, CONTROL_VARIATES, LARGE_DATA, METROPOLIS_HASTINGS, NOISE_COMPENSATION, PARTS, PRIORS,
    STATES, TERMS, TOTALS,
};
use crate::gradient::{Clipping, Estimate, Estimator, Model, Observer, StepError};
use crate::image::{Image, Sink, Source, image};
use crate::mh::{BetaTuner, RefreshTuner, StepSizeTuner};
use crate::minibatch::Epochs;
use crate::num::{Len, MemoryUnit, Real};
use crate::pass::Clamped;
use crate::prior::Prior;
use crate::rng::{Choice, Generators, Lanes};
use crate::rule::Norms;
use crate::stats::Moments;
use crate::workspace::{Layout, Roles};
use core::marker::PhantomData;
use core::num::{NonZeroU32, NonZeroU64};
use rand_core::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

/// A [`ChainState`] at rest: words without padding or pointers, equal for equal chains.
///
/// A value in memory has bytes that nothing defines, between its fields and behind a shorter variant, and a copy of it
/// takes whatever lay on the stack along. These words have none: hosts that compare, hash or send a chain keep this,
/// and make a state of it for as long as they use it.
///
/// ```
/// # use sgmcmc::{BatchSettings, ChainImage, ChainSettings, ChainState, MemoryUnit, RuleSettings, Sampler};
/// # use sgmcmc::{rule::Rule, schedule::Schedule};
/// # let sgld = Sampler::Rule(RuleSettings::new(Rule::SGLD, Schedule::constant(1e-3)));
/// # let settings = ChainSettings::new(1000, BatchSettings::WithoutReplacement(100), sgld);
/// let mut memory = vec![MemoryUnit::default(); settings.memory_len::<f64>(2)?];
/// let state = ChainState::new(&settings, &[0.0, 0.0], &mut memory)?;
/// let image = ChainImage::new(&state);
/// assert_eq!(ChainImage::new(&image.state()), image);
/// # Ok::<(), sgmcmc::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub struct ChainImage<R> {
    progress: [u64; <Progress as Image>::LEN],
    config: [u64; <Config as Image>::LEN],
    dim: u64,
    precision: PhantomData<R>,
}

impl<R: Real> ChainImage<R> {
    /// The words of a state.
    pub fn new(state: &ChainState<R>) -> Self {
        let mut image = Self {
            progress: [0; <Progress as Image>::LEN],
            config: [0; <Config as Image>::LEN],
            dim: 0,
            precision: PhantomData,
        };
        image.set(state);
        image
    }

    /// The same in place of another state's.
    #[inline(never)]
    pub fn set(&mut self, state: &ChainState<R>) {
        self.dim = state.dim as u64;
        Image::<false>::write(&state.config, &mut Sink(&mut self.config));
        self.update(state);
    }

    /// The state with these words.
    // A function of its own: what it puts together on the way is not in its callers' frames.
    #[inline(never)]
    pub fn state(&self) -> ChainState<R> {
        ChainState {
            dim: self.dim(),
            config: self.config(),
            progress: self.progress(false),
            precision: PhantomData,
        }
    }

    /// Goes on under other settings, as [`ChainState::hand_over`] does it.
    pub fn hand_over(
        &mut self,
        settings: &ChainSettings<'_>,
        memory: &mut [MemoryUnit],
    ) -> Result<(), Error> {
        // By reference, as results are: a small stack has no room to move them.
        let past = self.past();
        match &past.as_ref().map_err(|error| *error)?.hand_over(settings, memory) {
            Ok(state) => {
                self.set(state);
                Ok(())
            }
            Err(error) => Err(*error),
        }
    }

    // The state leaves the stack with it.
    #[inline(never)]
    fn past(&self) -> Result<Past, Error> {
        self.state().past()
    }

    /// Does a step as [`ChainState::step`] does it, or [`ChainState::step_with_batch`] where there is one; `seen` gets
    /// what it did.
    ///
    /// The state that is made of the words is the copy that the step works on, so that this costs hardly more.
    pub fn step(
        &mut self,
        memory: &mut [MemoryUnit],
        batch: Option<&[u32]>,
        model: &mut impl Model<R>,
        seen: impl FnOnce(Step),
    ) -> Result<(), StepError> {
        let config = self.config();
        let short = is_short(&config);
        let mut progress = self.progress(short);
        let (step, _) = step_in_place(&config, &mut progress, memory, None, batch, model)?;
        self.put(&progress, short);
        seen(step);
        Ok(())
    }

    #[inline(never)]
    fn config(&self) -> Config {
        Image::<false>::read(&mut Source(&self.config))
    }

    /// The progress, with zeros in place of what a `short` one leaves out.
    #[inline(never)]
    fn progress(&self, short: bool) -> Progress {
        if short {
            return Image::<false>::read(&mut Source(self.progress.get(..SHORT_LEN).unwrap_or_default()));
        }
        Image::<false>::read(&mut Source(&self.progress))
    }

    /// Takes it over, but for what a `short` one leaves out.
    #[inline(never)]
    fn put(&mut self, progress: &Progress, short: bool) {
        if short {
            let words = self.progress.get_mut(..SHORT_LEN).unwrap_or_default();
            return Image::<false>::write(progress, &mut Sink(words));
        }
        Image::<false>::write(progress, &mut Sink(&mut self.progress));
    }

    /// Steps as [`ChainState::run`] does it.
    pub fn run(
        &mut self,
        memory: &mut [MemoryUnit],
        step_count: u64,
        model: &mut impl Model<R>,
        mut observer: Option<&mut dyn Observer<R>>,
    ) -> Result<(), StepError> {
        if cfg!(target_pointer_width = "64") {
            // One state for all steps, which copies what a step changes.
            return self.with_state(|state| state.run(memory, step_count, model, observer));
        }
        // One state again, but the words are that copy: there is no room for two on a small stack.
        let mut state = self.state();
        (0..step_count)
            .try_for_each(|_| self.run_once(&mut state, memory, model, &mut observer, false).map(drop))
    }

    /// The same with looks. Errors besides those of a run: `ProgressInterval` for an interval of 0; what a look answers.
    pub fn run_watched(
        &mut self,
        memory: &mut [MemoryUnit],
        step_count: u64,
        model: &mut impl Model<R>,
        mut observer: Option<&mut dyn Observer<R>>,
        watch: Watch<'_, R>,
    ) -> Result<(), StepError> {
        let mut state = self.state();
        let interval = NonZeroU64::new(watch.interval).ok_or(Error::ProgressInterval)?;
        let mut left = interval.get() - state.progress.step_count % interval;
        for _ in 0..step_count {
            left -= 1;
            let is_due = left == 0;
            let measured = is_due && watch.measured;
            let norms = self.run_once(&mut state, memory, model, &mut observer, measured)?;
            if is_due {
                left = interval.get();
                (watch.look)(&state, memory, norms)?;
            }
        }
        Ok(())
    }

    /// Lets `change` move the state, and takes that over.
    pub(crate) fn with_state<T>(&mut self, change: impl FnOnce(&mut ChainState<R>) -> T) -> T {
        let mut held = Held { state: self.state(), image: self };
        change(&mut held.state)
    }

    /// A step of a state that is this image's, with its norms where they are `measured` or the observer gets to see them.
    #[inline(never)]
    pub(super) fn run_once(
        &mut self,
        state: &mut ChainState<R>,
        memory: &mut [MemoryUnit],
        model: &mut dyn Model<R>,
        observer: &mut Option<&mut dyn Observer<R>>,
        measured: bool,
    ) -> Result<Norms, StepError> {
        let looks = observer.is_some() && state.config.keeps(state.progress.step_count);
        let mut norms = Norms::default();
        let wanted = (looks || measured).then_some(&mut norms);
        let (step, _) = step_in_place(&state.config, &mut state.progress, memory, wanted, None, model)?;
        self.update(state);
        match observer {
            Some(observer) if looks => state.show(memory, &step, norms, *observer)?,
            Some(_) | None => {}
        }
        Ok(norms)
    }

    /// Takes over what steps, runs and β's tuning have changed in this image's own state.
    pub fn update(&mut self, state: &ChainState<R>) {
        self.put(&state.progress, false);
    }

    /// The number of parameters.
    pub fn dim(&self) -> usize {
        self.dim as usize
    }

    /// See [`ChainState::has_own_step_size`].
    // The state leaves the stack with it.
    #[inline(never)]
    pub fn has_own_step_size(&self) -> bool {
        self.state().has_own_step_size()
    }
}

/// Whether steps read and change nothing of the progress but what stands first: without what only Metropolis-Hastings,
/// noise compensation and clamping have. Two ways to read are for where code is cheap.
fn is_short(config: &Config) -> bool {
    match &config.sampler {
        _ if cfg!(not(target_pointer_width = "64")) => false,
        Sampler::Rule(settings) => settings.compensation.is_none() && !settings.rule.clamps(),
        Sampler::MetropolisHastings(_) => false,
    }
}

/// How many words that is.
const SHORT_LEN: usize = <Progress as Image>::LEN
    - METROPOLIS_HASTINGS as usize * <Metropolis as Image>::LEN
    - NOISES * <Compensated as Image>::LEN
    - built::LATTICE as usize * <Clamped as Image>::LEN;

/// A look at the chain, its vectors and the norms of the step before.
type Seen<'w, R> = dyn FnMut(&ChainState<R>, &[MemoryUnit], Norms) -> Result<(), StepError> + 'w;

/// What looks at a run after every step whose count is a multiple of the interval.
pub struct Watch<'w, R> {
    /// At least 1.
    pub interval: u64,
    /// Whether the step before a look is measured; else its norms are 0.
    pub measured: bool,
    /// The look.
    pub look: &'w mut Seen<'w, R>,
}

/// A state whose progress its image takes over in the end: also when a model unwinds, after steps that stay done.
struct Held<'i, R: Real> {
    image: &'i mut ChainImage<R>,
    state: ChainState<R>,
}

impl<R: Real> Drop for Held<'_, R> {
    fn drop(&mut self) {
        self.image.update(&self.state);
    }
}

image! {
    // What is in no short progress stands last.
    struct Progress {
        generators: Generators, epochs in BATCHES [Epochs::new(NonZeroU32::MIN)]: Epochs, roles: Roles,
        step_count: u64, seen_count: u64, clipped_count: u64, clamped_count: u64, saturated_count: u64,
        kept_count: u64, kept_weight: f64, step_size: f64, temperature: f64, log_likelihood: f64,
        metropolis in METROPOLIS_HASTINGS [Metropolis::new(1.0)]: Metropolis,
        compensated in NOISE_COMPENSATION [Compensated::default()]: Compensated,
        clamped in LATTICE [Clamped::default()]: Clamped,
    }
    struct Clamped { sums: [f64; 8], squares: [f64; 8] }
    struct Compensated { ratio: f64, gathered_count: u64 }
    struct Metropolis {
        estimate: Option<Estimate>, beta: f64, beta_capped in TUNERS [false]: bool,
        tuner in TUNERS [BetaTuner::default()]: BetaTuner,
        step_size_tuner in TUNERS [StepSizeTuner::default()]: StepSizeTuner,
        forward: ProposalCounts, backward: ProposalCounts,
        batch in HMC [ProposalCounts::default()]: ProposalCounts, divergence_count in HMC [[0; 3]]: [u64; 3], rejected_count: u64, unasked_count: u64, acceptance_sum: f64,
        refresh_len in WARM_UP [0]: u32, refresh_tuner in WARM_UP [RefreshTuner::default()]: RefreshTuner,
    }
    struct Generators { noise: Lanes, choice: Choice }
    struct Epochs { data_len: NonZeroU32, left: u32, number: u32, secret: [u8; 16] }
    struct Roles { flipped: bool, anchor: bool }
    struct Estimate { log_likelihood: f64, log_prior: f64, clipped: bool }
    struct BetaTuner { sum: f64, count: u64 }
    struct StepSizeTuner {
        cap: f64, look_count: u64, capped: bool, log_mean in WARM_UP [0.0]: f64, evidence: f64, leap: f64,
        alike_count: u64, settling_from: u64,
    }
    struct RefreshTuner { log_len: f64, log_mean: f64, look_count: u64 }
    struct ProposalCounts { proposed: u64, accepted: u64 }
}

/// Lengths of what only control variates have.
const ANCHORS: usize = CONTROL_VARIATES as usize;

/// Lengths of what only noise compensation has.
const NOISES: usize = NOISE_COMPENSATION as usize;

image! {
    struct Config {
        sampler: Sampler<'static>, estimator: Estimator<'static>, clipping: Clipping, prior: Prior<'static>,
        data_len: NonZeroU32, batch: BatchSettings, burn_in: u64, thinning: NonZeroU64, moments: Moments,
        layout: Layout, factors in BLOCKS [[1.0; 2]]: [f64; 2], curvature: f64, scheduled in SET_STEPS [0]: u64,
    }
    struct Layout {
        theta_len: [usize; 2], gradient_len: [usize; 2], batch_len: [usize; 2], plain_len: usize, weighted_len: usize,
        state_len: Len<{ STATES as usize }>, prior_len: Len<{ PRIORS as usize }>, blocks_len: Len<{ BLOCKS as usize }>,
        anchor_len: Len<ANCHORS>, average_len: Len<ANCHORS>, table_len: Len<ANCHORS>, table_mean_len: Len<ANCHORS>,
        part_len: Len<{ PARTS as usize }>, total_len: Len<{ TOTALS as usize }>, chunk_len: Len<{ LARGE_DATA as usize }>,
        refresh_len: Len<{ METROPOLIS_HASTINGS as usize }>, subset_len: Len<ANCHORS>,
        host_terms_len: Len<{ TERMS as usize }>, fresh_len: Len<ANCHORS>,
        covariance_len: Len<NOISES>, mixing_len: Len<NOISES>,
        other_len: Len<NOISES>, more: bool,
    }
}

impl<const COUNT: usize, const ALL: bool> Image<ALL> for Len<COUNT> {
    const LEN: usize = COUNT;

    #[inline(always)]
    fn write(&self, words: &mut Sink<'_>) {
        if COUNT > 0 {
            words.put(self.get() as u64);
        }
    }

    #[inline(always)]
    fn read(words: &mut Source<'_>) -> Self {
        Self::new(if COUNT > 0 { words.next() as usize } else { 0 })
    }
}

// As a slice, where an array of arrays would be put together beside where it belongs.
impl<const ALL: bool> Image<ALL> for Lanes {
    const LEN: usize = 32;

    #[inline(always)]
    fn write(&self, words: &mut Sink<'_>) {
        self.state.as_flattened().iter().for_each(|word| words.put(*word));
    }

    #[inline(always)]
    fn read(words: &mut Source<'_>) -> Self {
        let mut state = [[0; 8]; 4];
        state.as_flattened_mut().iter_mut().for_each(|word| *word = words.next());
        Self { state }
    }
}

impl<const ALL: bool> Image<ALL> for Choice {
    const LEN: usize = 4;

    #[inline(always)]
    fn write(&self, words: &mut Sink<'_>) {
        self.0.state().as_chunks().0.iter().for_each(|word| words.put(u64::from_le_bytes(*word)));
    }

    #[inline(always)]
    fn read(words: &mut Source<'_>) -> Self {
        let mut bytes = [0; 32];
        bytes.as_chunks_mut().0.iter_mut().for_each(|word| *word = words.next().to_le_bytes());
        Self(Xoshiro256PlusPlus::from_seed(bytes))
    }
}
