//! A chain's settings, and what they are checked into.

use crate::Error;
use crate::mh::MetropolisHastings;
use crate::num::Real;
use crate::prior::{Gaussian, Prior};
use crate::rng::CHAIN_COUNT_MAX;
use crate::rule::Scales;
use crate::schedule::Schedule;
use crate::stats::Moments;
use crate::workspace::Layout;
use core::num::{NonZeroU32, NonZeroU64};

/// How a step's minibatch is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum BatchSettings {
    /// A uniform subset of size m, in ascending order.
    WithoutReplacement(u32),
    /// m independent uniform indices.
    WithReplacement(u32),
    /// The next m of a pseudo-random permutation that changes every epoch; an epoch's last batch may be shorter.
    Epochs(u32),
    /// All n data.
    All,
    /// The indices given to [`ChainState::step_with_batch`](super::ChainState::step_with_batch).
    Caller,
}

/// A chain of the adaptive Langevin family.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Langevin {
    /// η for every step.
    pub schedule: Schedule,
    /// τ ≥ 0; 1 samples the posterior, 0 is an optimiser.
    pub temperature: f64,
}

impl Langevin {
    /// Refuses settings outside their ranges, at the schedule's first step, which is its largest.
    ///
    /// A step size η from 2/κ on makes the Gaussian prior's part of a step, θ - ηκ (θ - μ0), grow without end, and no
    /// likelihood can hold it: nothing a callback says would show that.
    pub(crate) fn check<R: Real>(&self, prior: &Prior, data_len: NonZeroU32) -> Result<(), Error> {
        self.schedule.check()?;
        if !(self.temperature >= 0.0 && self.temperature.is_finite()) {
            return Err(Error::Temperature);
        }
        let step_size = self.schedule.at(0);
        Scales::<R>::new(step_size, self.temperature, f64::from(data_len.get()))?;
        match prior {
            Prior::Gaussian(Gaussian { precision, .. }) if step_size * precision >= 2.0 => {
                Err(Error::Unstable)
            }
            _ => Ok(()),
        }
    }
}

/// What moves θ.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Sampler {
    /// Stochastic gradient Langevin dynamics; see [`Sgld`](crate::rule::Sgld).
    Sgld(Langevin),
    /// Mini-batch Metropolis-Hastings.
    MetropolisHastings(MetropolisHastings),
}

/// Everything that decides a chain's draws, with its data and its start.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ChainSettings {
    /// The seed that all chains of one run share; default 0.
    pub seed: u64,
    /// Which of the seed's chains this is, below [`CHAIN_COUNT_MAX`]; their random numbers never overlap. Default 0.
    pub chain_index: u32,
    /// n, from 1 to 2^32 - 1.
    pub data_len: u32,
    /// How batches are drawn.
    pub batch: BatchSettings,
    /// Passes over all data come in pieces of at most this many; 0, the default, asks for all at once.
    pub chunk_len: u32,
    /// What moves θ.
    pub sampler: Sampler,
    /// The prior; default flat.
    pub prior: Prior,
    /// Steps before the first draw is kept; default 0.
    pub burn_in: u64,
    /// Every how many steps a draw is kept after that, from 1; default 1.
    pub thinning: u64,
    /// Which moments are kept; default none.
    pub moments: Moments,
}

impl ChainSettings {
    /// The defaults for n data.
    pub fn new(data_len: u32, batch: BatchSettings, sampler: Sampler) -> Self {
        Self {
            seed: 0,
            chain_index: 0,
            data_len,
            batch,
            chunk_len: 0,
            sampler,
            prior: Prior::FLAT,
            burn_in: 0,
            thinning: 1,
            moments: Moments::None,
        }
    }

    /// How many [`MemoryBlock`](crate::MemoryBlock)s a chain with `dim` parameters needs.
    ///
    /// Errors: every setting that is outside its range, by name; `LengthZero` for no parameters.
    pub fn memory_len<R: Real>(&self, dim: usize) -> Result<usize, Error> {
        Config::new::<R>(self, dim)?.layout.block_count::<R>()
    }
}

/// Checked settings, and what follows from them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Config {
    pub(crate) sampler: Sampler,
    pub(crate) prior: Prior,
    pub(crate) data_len: NonZeroU32,
    pub(crate) batch: BatchSettings,
    pub(crate) burn_in: u64,
    pub(crate) thinning: NonZeroU64,
    pub(crate) moments: Moments,
    pub(crate) layout: Layout,
}

impl Config {
    pub(crate) fn new<R: Real>(settings: &ChainSettings, dim: usize) -> Result<Self, Error> {
        if dim == 0 {
            return Err(Error::LengthZero);
        }
        if settings.chain_index >= CHAIN_COUNT_MAX {
            return Err(Error::ChainIndex);
        }
        let data_len = NonZeroU32::new(settings.data_len).ok_or(Error::DataLen)?;
        let thinning = NonZeroU64::new(settings.thinning).ok_or(Error::Thinning)?;
        let batch_len = match settings.batch {
            BatchSettings::All | BatchSettings::Caller => data_len.get(),
            BatchSettings::WithoutReplacement(len)
            | BatchSettings::WithReplacement(len)
            | BatchSettings::Epochs(len) => len,
        };
        if batch_len == 0 || batch_len > data_len.get() {
            return Err(Error::BatchLen);
        }
        // A subset of all data is all data, and a model can pass over it without indices.
        let batch = match settings.batch {
            BatchSettings::WithoutReplacement(len) if len == data_len.get() => BatchSettings::All,
            batch => batch,
        };
        settings.prior.check::<R>()?;

        let mut layout = Layout::default();
        let owned_batch_len = match batch {
            BatchSettings::All | BatchSettings::Caller => 0,
            _ => batch_len as usize,
        };
        match &settings.sampler {
            Sampler::Sgld(langevin) => {
                langevin.check::<R>(&settings.prior, data_len)?;
                layout.theta_len = [dim, 0];
                layout.gradient_len = [0, dim];
                layout.batch_len = [0, owned_batch_len];
            }
            Sampler::MetropolisHastings(mh) => {
                if !matches!(batch, BatchSettings::All | BatchSettings::WithoutReplacement(_)) {
                    return Err(Error::BatchKind);
                }
                mh.check::<R>(data_len, batch_len)?;
                layout.theta_len = [dim; 2];
                layout.gradient_len = if mh.proposal.needs_gradient() { [dim; 2] } else { [0; 2] };
                layout.batch_len = [owned_batch_len; 2];
                layout.refresh_len = 2 * mh.partial_refresh_len(batch_len) as usize;
            }
        }
        let chunked =
            settings.chunk_len > 0 && settings.chunk_len < data_len.get() && batch == BatchSettings::All;
        if chunked {
            layout.chunk_len = settings.chunk_len as usize;
        }
        let wants_gradient = layout.gradient_len != [0; 2];
        if wants_gradient && (chunked || settings.prior == Prior::Callback) {
            layout.part_len = dim;
        }
        if wants_gradient && chunked {
            layout.total_len = dim;
        }
        if settings.moments.plain() {
            layout.plain_len = dim;
        }
        if settings.moments.weighted() {
            layout.weighted_len = dim;
        }
        layout.block_count::<R>()?;
        Ok(Self {
            sampler: settings.sampler,
            prior: settings.prior,
            data_len,
            batch,
            burn_in: settings.burn_in,
            thinning,
            moments: settings.moments,
            layout,
        })
    }

    /// m, which is n for all data.
    pub(crate) fn batch_len(&self) -> NonZeroU32 {
        match self.batch {
            BatchSettings::WithoutReplacement(len)
            | BatchSettings::WithReplacement(len)
            | BatchSettings::Epochs(len) => NonZeroU32::new(len).unwrap_or(self.data_len),
            BatchSettings::All | BatchSettings::Caller => self.data_len,
        }
    }

    /// Whether the draw of step `k`, counted from 0, is kept.
    pub(crate) fn keeps(&self, k: u64) -> bool {
        match k.checked_sub(self.burn_in) {
            Some(after) => after.wrapping_add(1) % self.thinning == 0,
            None => false,
        }
    }
}
