//! What a chain knows besides its vectors, and what it tells.

use super::config::Config;
use super::settings::{ChainSettings, Sampler};
use crate::Error;
use crate::blocks::{self, Blocks};
use crate::built;
use crate::gradient::Estimate;
use crate::image::{Image, Sink, Source};
use crate::mh::{BetaTuner, MetropolisHastings, RefreshTuner, StepSizeTuner};
use crate::minibatch::Epochs;
use crate::num::{Exclusive, MemoryUnit, Real, all_within, float_environment_is_default};
use crate::pass::Clamped;
use crate::prior::{BoundPrior, Prior};
use crate::rng::Generators;
use crate::rule::StepParameters;
use crate::stats;
use crate::workspace::{Layout, Roles};
use core::marker::PhantomData;
use core::num::NonZeroU32;

/// Everything of a chain that is not a vector: checked settings, generators, counters.
///
/// It holds no pointer, so a host may keep it and the chain's memory wherever it likes, and copy both. A step works
/// on a copy of the part that changes and puts it back when all went well.
#[derive(Clone, Debug)]
pub struct ChainState<R> {
    pub(crate) dim: usize,
    pub(crate) config: Config,
    pub(crate) progress: Progress,
    pub(crate) precision: PhantomData<R>,
}

impl<R: Real> Image for ChainState<R> {
    const LEN: usize = 1 + <Config as Image>::LEN + <Progress as Image>::LEN;

    fn write(&self, words: &mut Sink<'_>) {
        Image::<false>::write(&self.dim, words);
        Image::<false>::write(&self.config, words);
        Image::<false>::write(&self.progress, words);
    }

    fn read(words: &mut Source<'_>) -> Self {
        Self {
            dim: Image::<false>::read(words),
            config: Image::<false>::read(words),
            progress: Image::<false>::read(words),
            precision: PhantomData,
        }
    }
}

/// The part of a chain's state that steps change.
#[derive(Clone, Debug)]
pub(crate) struct Progress {
    pub(crate) generators: Generators,
    pub(crate) epochs: Epochs,
    pub(crate) roles: Roles,
    pub(crate) step_count: u64,
    /// How many data the batches have had.
    pub(crate) seen_count: u64,
    pub(crate) clipped_count: u64,
    /// Lattice steps that were shorter than the drift.
    pub(crate) clamped_count: u64,
    /// What that took off them, after burn-in.
    pub(crate) clamped: Clamped,
    pub(crate) saturated_count: u64,
    pub(crate) kept_count: u64,
    /// Sum of the step sizes of the kept draws.
    pub(crate) kept_weight: f64,
    pub(crate) step_size: f64,
    /// τ of the last step.
    pub(crate) temperature: f64,
    pub(crate) log_likelihood: f64,
    pub(crate) metropolis: Metropolis,
    pub(crate) compensated: Compensated,
}

/// Where noise compensation stands.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Compensated {
    /// η/τ of the step that M is for; 0 before there is one.
    pub(crate) ratio: f64,
    /// How many differences C is of, where the chain finds it.
    pub(crate) gathered_count: u64,
}

/// What Metropolis-Hastings adds.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Metropolis {
    /// The current (θ, I)'s; `None` before the first step.
    pub(crate) estimate: Option<Estimate>,
    pub(crate) beta: f64,
    pub(crate) beta_capped: bool,
    pub(crate) tuner: BetaTuner,
    pub(crate) step_size_tuner: StepSizeTuner,
    pub(crate) forward: ProposalCounts,
    pub(crate) backward: ProposalCounts,
    /// Of batches by themselves, under HMC.
    pub(crate) batch: ProposalCounts,
    /// Trajectories that diverged: in burn-in; after it those with longer steps than ε, and the others.
    pub(crate) divergence_count: [u64; 3],
    pub(crate) rejected_count: u64,
    /// Steps in a row whose proposals overflowed before the model was asked.
    pub(crate) unasked_count: u64,
    pub(crate) acceptance_sum: f64,
    /// How many indices a partial refresh replaces, where that is to be found; 0 for fresh batches.
    pub(crate) refresh_len: u32,
    pub(crate) refresh_tuner: RefreshTuner,
}

impl Metropolis {
    /// Before the first step.
    pub(crate) fn new(beta: f64) -> Self {
        Self {
            estimate: None,
            beta,
            beta_capped: false,
            tuner: BetaTuner::default(),
            step_size_tuner: StepSizeTuner::default(),
            forward: ProposalCounts::default(),
            backward: ProposalCounts::default(),
            batch: ProposalCounts::default(),
            divergence_count: [0; 3],
            rejected_count: 0,
            unasked_count: 0,
            acceptance_sum: 0.0,
            refresh_len: 0,
            refresh_tuner: RefreshTuner::default(),
        }
    }

    /// Begins to find k with one, or 0 for a fresh batch.
    pub(crate) fn start_refresh(&mut self, len: u32, data_len: NonZeroU32, batch_len: u32) {
        self.refresh_len = len;
        self.refresh_tuner.start(len, MetropolisHastings::fresh_refreshed(data_len, batch_len));
    }

    /// How many indices a partial refresh of `batch_len` replaces now; 0 for fresh batches.
    pub(crate) fn partial_refresh_len(&self, mh: &MetropolisHastings, batch_len: u32) -> u32 {
        let chosen = built::WARM_UP && mh.tune_refresh_len;
        let refresh_len = if chosen { self.refresh_len } else { mh.refresh_len };
        MetropolisHastings { refresh_len, ..*mh }.partial_refresh_len(batch_len)
    }
}

/// What a chain that goes on under other settings keeps: its place, and its random numbers.
// By itself, so that a small stack need not hold the old state and the new.
pub(crate) struct Past {
    dim: usize,
    block_count: usize,
    theta_len: [usize; 2],
    flipped: bool,
    generators: Generators,
}

impl Past {
    /// [`ChainState::hand_over`].
    // As for `ChainState::start`.
    #[inline(never)]
    pub(crate) fn hand_over<R: Real>(
        &self,
        settings: &ChainSettings<'_>,
        memory: &mut [MemoryUnit],
    ) -> Result<ChainState<R>, Error> {
        check_environment()?;
        let config = Config::new::<R>(settings, self.dim);
        let config = config.as_ref().map_err(|error| *error)?;
        let len = config.layout.block_count::<R>()?;
        if memory.len() < len.max(self.block_count) {
            return Err(Error::MemoryTooSmall);
        }
        let old = Layout { theta_len: self.theta_len, ..Layout::default() };
        let [first, second] = old.thetas::<_, R>(&mut Exclusive::new(memory));
        if self.flipped {
            copy(first, second);
        }
        let theta_len = crate::num::block_count::<R>(self.dim)?;
        let memory = memory.get_mut(..len).ok_or(Error::MemoryTooSmall)?;
        memory.iter_mut().skip(theta_len).for_each(|block| *block = MemoryUnit::default());
        ChainState::start(config, settings, memory, self.generators.clone(), self.dim)
    }
}

/// Proposals of one kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct ProposalCounts {
    pub(crate) proposed: u64,
    pub(crate) accepted: u64,
}

/// Which of a chain's moments are wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MomentsOf {
    /// Every kept draw counts the same.
    Plain,
    /// A kept draw counts by the size of the step that made it.
    Weighted,
}

impl<R: Real> ChainState<R> {
    /// Starts a chain at `theta`, in `memory` of at least [`ChainSettings::memory_len`] blocks.
    ///
    /// Errors: `FloatEnvironment`, `LengthZero`, `MemoryTooSmall`, `ThetaNotFinite`, and every setting outside its
    /// range by name; nothing was written then.
    pub fn new(settings: &ChainSettings<'_>, theta: &[R], memory: &mut [MemoryUnit]) -> Result<Self, Error> {
        check_environment()?;
        // By reference: a result is not moved on a small stack.
        let config = Config::new::<R>(settings, theta.len());
        let config = config.as_ref().map_err(|error| *error)?;
        let len = config.layout.block_count::<R>()?;
        let memory = memory.get_mut(..len).ok_or(Error::MemoryTooSmall)?;
        if !all_within(theta, R::MAX) {
            return Err(Error::ThetaNotFinite);
        }
        let generators = Generators::new(settings.seed, settings.chain_index).ok_or(Error::ChainIndex)?;
        memory.fill(MemoryUnit::default());
        let [first, _] = config.layout.thetas::<_, R>(&mut Exclusive::new(memory));
        copy(first, theta);
        Self::start(config, settings, memory, generators, theta.len())
    }

    /// Goes on from this chain's θ under other settings, such as a sampler's after an optimiser's, in the same memory.
    ///
    /// The generators go on from where they are, so that no random number serves twice: `seed` and `chain_index` of the
    /// new settings have no effect, though the index must be in range. All else begins anew: the rule's state, schedules, batches, counts and moments.
    /// Errors: as [`new`](Self::new); this chain and its memory are untouched then.
    pub fn hand_over(&self, settings: &ChainSettings<'_>, memory: &mut [MemoryUnit]) -> Result<Self, Error> {
        self.past()?.hand_over(settings, memory)
    }

    /// What a chain that goes on from here keeps.
    pub(crate) fn past(&self) -> Result<Past, Error> {
        Ok(Past {
            dim: self.dim,
            block_count: self.config.layout.block_count::<R>()?,
            theta_len: self.config.layout.theta_len,
            flipped: self.progress.roles.flipped,
            generators: self.progress.generators.clone(),
        })
    }

    /// Fills memory that holds θ and zeros.
    // A function of its own: its frame is not its callers', which are done with most of theirs.
    #[inline(never)]
    fn start(
        config: &Config,
        settings: &ChainSettings<'_>,
        memory: &mut [MemoryUnit],
        mut generators: Generators,
        dim: usize,
    ) -> Result<Self, Error> {
        let mut workspace = config.layout.split_once::<R>(memory, Roles::default())?;
        settings.prior.store(&mut workspace.prior);
        blocks::store(settings.blocks, workspace.blocks);
        if settings.estimator.has_centre() {
            copy(workspace.anchor.theta, workspace.current.theta);
            let centre = settings.estimator.centre().into_iter().flatten();
            for (to, from) in workspace.anchor.theta.iter_mut().zip(centre) {
                *to = R::from_f64(*from);
            }
        }
        let (step_size, temperature, beta) = match &settings.sampler {
            Sampler::Rule(rule) => {
                if built::NOISE_COMPENSATION {
                    rule.compensation.store(workspace.noise.covariance);
                }
                let [step_size, temperature] =
                    [rule.step_size, rule.temperature].map(|schedule| schedule.at(0));
                // Nothing is drawn by what the host has not said yet.
                let (drawn_size, drawn_temperature) = (step_size.unwrap_or(0.0), temperature.unwrap_or(0.0));
                let at = StepParameters {
                    temperature: drawn_temperature,
                    data_len: config.data_len.get(),
                    ..StepParameters::step_size(drawn_size)
                };
                let blocks = Blocks::new(dim, BoundPrior::FLAT, workspace.blocks);
                rule.rule.fill_state(workspace.state, &mut generators.noise, &blocks, &at);
                (step_size.unwrap_or(f64::NAN), temperature.unwrap_or(f64::NAN), 1.0)
            }
            Sampler::MetropolisHastings(mh) => {
                let temperature = f64::from(config.data_len.get()) / mh.likelihood_scale;
                (mh.first_step_size(dim), temperature, mh.proposal.beta())
            }
        };
        let mut metropolis = Metropolis::new(beta);
        if let Sampler::MetropolisHastings(mh) = &settings.sampler
            && built::WARM_UP
            && mh.tune_refresh_len
        {
            let batch_len = config.batch_len().get();
            metropolis.start_refresh(mh.partial_refresh_len(batch_len), config.data_len, batch_len);
        }
        let progress = Progress {
            generators,
            epochs: Epochs::new(config.data_len),
            roles: Roles::default(),
            step_count: 0,
            seen_count: 0,
            clipped_count: 0,
            clamped_count: 0,
            clamped: Clamped::default(),
            saturated_count: 0,
            kept_count: 0,
            kept_weight: 0.0,
            step_size,
            temperature,
            log_likelihood: f64::NAN,
            metropolis,
            compensated: Compensated::default(),
        };
        Ok(Self { dim, config: *config, progress, precision: PhantomData })
    }

    /// The number of parameters.
    pub fn dim(&self) -> usize {
        self.dim
    }

    /// Refuses memory that is shorter than the chain's, whether or not what is wanted of it would fit.
    pub(crate) fn check_memory(&self, memory: &[MemoryUnit]) -> Result<(), Error> {
        if memory.len() < self.config.layout.block_count::<R>()? {
            Err(Error::MemoryTooSmall)
        } else {
            Ok(())
        }
    }

    /// θ as it stands. Errors: `MemoryTooSmall`.
    pub fn theta<'m>(&self, memory: &'m [MemoryUnit]) -> Result<&'m [R], Error> {
        self.check_memory(memory)?;
        self.config.layout.theta(memory, self.progress.roles.flipped)
    }

    /// θ where the last trajectory of HMC began that [diverged](crate::Statistics::divergence_count), in burn-in or after
    /// it; `None` before there is one. Errors: `MemoryTooSmall`.
    pub fn divergence<'m>(&self, memory: &'m [MemoryUnit]) -> Result<Option<&'m [R]>, Error> {
        self.check_memory(memory)?;
        if self.progress.metropolis.divergence_count == [0; 3] {
            return Ok(None);
        }
        Ok(Some(self.config.layout.held(memory, self.progress.roles)?.state))
    }

    /// Writes the mean and variance of every parameter over the kept draws, as long as θ each.
    ///
    /// The variance is Σ w (θ - mean)² / Σ w. Errors: `MemoryTooSmall`; `LengthMismatch`; `MomentsKind` where the
    /// settings did not ask for these moments; `NotRepresentable` where a variance, or the sum that it is the mean of, is
    /// too large or too small for a double, as of deviations above 1e150 or below 1.5e-154; nothing was written then. Before the first
    /// kept draw the mean is 0 and the variance NaN.
    pub fn moments(
        &self,
        memory: &[MemoryUnit],
        of: MomentsOf,
        mean: &mut [f64],
        variance: &mut [f64],
    ) -> Result<(), Error> {
        self.check_memory(memory)?;
        if mean.len() != self.dim || variance.len() != self.dim {
            return Err(Error::LengthMismatch);
        }
        let (asked, total) = match of {
            MomentsOf::Plain => (self.config.moments.plain(), self.progress.kept_count as f64),
            MomentsOf::Weighted => (self.config.moments.weighted(), self.progress.kept_weight),
        };
        if !asked {
            return Err(Error::MomentsKind);
        }
        let [means, squares] = self.config.layout.moments::<R>(memory, of == MomentsOf::Weighted)?;
        let variances = || squares.iter().map(|squares| stats::variance(*squares, total, 1.0));
        if variances().any(|variance| variance.is_none()) {
            return Err(Error::NotRepresentable);
        }
        copy(mean, means);
        variance.iter_mut().zip(variances().flatten()).for_each(|(place, variance)| *place = variance);
        Ok(())
    }
}

/// Refuses to start where the same numbers would have other bits.
pub(crate) fn check_environment() -> Result<(), Error> {
    if float_environment_is_default() { Ok(()) } else { Err(Error::FloatEnvironment) }
}

pub(crate) fn copy<R: Copy>(to: &mut [R], from: &[R]) {
    for (to, from) in to.iter_mut().zip(from) {
        *to = *from;
    }
}

/// The ranges of θ with their priors, as a chain's memory holds them.
pub(crate) fn bound_blocks<'w, R: Real>(
    dim: usize,
    prior: &Prior<'_>,
    [mean, precision]: &'w [&mut [R]; 2],
    rows: &'w [u64],
) -> Blocks<'w, R> {
    Blocks::new(dim, BoundPrior::of(prior, [mean, precision]), rows)
}
