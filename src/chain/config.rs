//! Settings, checked, with what follows from them.

mod lengths;

use super::settings::{BatchSettings, ChainSettings, RuleSettings, Sampler};
use crate::Error;
use crate::blocks::{self, BlockList};
use crate::built;
use crate::gradient::{Clipping, Estimator};
use crate::image::Digest;
use crate::mh::MetropolisHastings;
use crate::minibatch::FEW_DATA;
use crate::num::Real;
use crate::pass::HostTerms;
use crate::prior::Prior;
use crate::range::{Ranges, positive};
use crate::rule::{Rule, StepParameters};
use crate::schedule::Schedule;
use crate::stats::Moments;
use crate::workspace::Layout;
use core::num::{NonZeroU32, NonZeroU64};

/// Checked settings. The caller's vectors are in the chain's memory.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Config {
    pub(crate) sampler: Sampler<'static>,
    pub(crate) estimator: Estimator<'static>,
    pub(crate) clipping: Clipping,
    pub(crate) prior: Prior<'static>,
    pub(crate) data_len: NonZeroU32,
    pub(crate) batch: BatchSettings,
    pub(crate) burn_in: u64,
    pub(crate) thinning: NonZeroU64,
    pub(crate) moments: Moments,
    pub(crate) layout: Layout,
    /// The smallest and the largest step-size factor of a range that moves, 1 included.
    pub(crate) factors: [f64; 2],
    /// The largest curvature of -log π0 that is certain, times the step-size factor of its range.
    pub(crate) curvature: f64,
    /// A digest of the settings' step sizes where a call has set another in their place, and 0 where none has: by it a
    /// checkpoint tells settings that are the chain's from others.
    pub(crate) scheduled: u64,
}

impl Config {
    pub(crate) fn new<R: Real>(settings: &ChainSettings<'_>, dim: usize) -> Result<Self, Error> {
        if dim == 0 {
            return Err(Error::LengthZero);
        }
        Ranges::<R>::check_ranges(settings)?;
        let data_len = NonZeroU32::new(settings.data_len).ok_or(Error::DataLen)?;
        let thinning = NonZeroU64::new(settings.thinning).ok_or(Error::Thinning)?;
        // A subset of all data is all data, and a model can pass over it without indices.
        let batch = match settings.batch {
            BatchSettings::WithoutReplacement(len) if len == data_len.get() => BatchSettings::All,
            BatchSettings::WithReplacement(_) | BatchSettings::Epochs(_) if !built::BATCHES => {
                return Err(Error::NotBuilt);
            }
            // A kind that is not this one stays what it is.
            batch => batch,
        };
        let subset_len = settings.estimator.anchoring().and_then(|anchoring| anchoring.subset_len);
        let draws_subsets = matches!(batch, BatchSettings::WithoutReplacement(_))
            || subset_len.is_some_and(|len| len < data_len.get());
        built::need(built::LARGE_DATA || !draws_subsets || data_len.get() <= FEW_DATA)?;
        let mut config = Self {
            sampler: match settings.sampler {
                Sampler::Rule(rule) => Sampler::Rule(RuleSettings {
                    rule: rule.rule.detached(),
                    step_size: rule.step_size,
                    temperature: rule.temperature,
                    schedule_unit: rule.schedule_unit,
                    compensation: rule.compensation.detached(),
                }),
                Sampler::MetropolisHastings(mh) => Sampler::MetropolisHastings(mh),
            },
            estimator: settings.estimator.detached(),
            clipping: settings.clipping,
            prior: settings.prior.detached(),
            data_len,
            batch,
            burn_in: settings.burn_in,
            thinning,
            moments: settings.moments,
            layout: Layout::default(),
            factors: [1.0; 2],
            curvature: 0.0,
            scheduled: 0,
        };
        let own_len = settings.batch.own_len();
        if own_len.is_some_and(|len| len == 0 || len > data_len.get()) {
            return Err(Error::BatchLen);
        }
        settings.prior.check::<R>(dim)?;
        built::need(built::BLOCKS || settings.blocks.is_empty())?;
        blocks::check::<R>(settings.blocks, dim, &settings.prior)?;
        if built::BLOCKS {
            config.factors = factors(settings.blocks, dim);
            config.curvature = curvature(settings.blocks, dim, &settings.prior);
        } else {
            config.curvature = settings.prior.curvature(0..dim);
        }
        settings.clipping.check::<R>(f64::from(data_len.get()))?;
        // The length of a caller's batches is not known.
        let batch_len = own_len.unwrap_or(if batch == BatchSettings::Caller { 0 } else { data_len.get() });
        // The combination first: what has no place here needs no settings of its own.
        config.check_estimator()?;
        settings.estimator.check::<R>(dim, data_len.get(), batch_len)?;
        config.layout = match &settings.sampler {
            Sampler::Rule(rule) => {
                rule.rule.check_built()?;
                rule.rule.part::<R>().check_vectors(dim)?;
                // What the host writes couples parameters in a way that no factor of a range could follow.
                if rule.rule.host_terms::<R>().couple()
                    && settings.blocks.iter().any(|block| block.changes_steps())
                {
                    return Err(Error::BlockSampler);
                }
                config.check_rule::<R>(rule)?;
                config.check_compensation::<R>(rule, dim, !settings.blocks.is_empty())?;
                config.rule_layout::<R>(rule, dim)?
            }
            Sampler::MetropolisHastings(mh) => {
                config.check_metropolis::<R>(mh, dim)?;
                config.metropolis_layout(mh, dim)
            }
        };
        config.add_parts::<R>(settings, dim)?;
        match &settings.sampler {
            Sampler::Rule(rule) if built::NOISE_COMPENSATION => {
                config.add_compensation(&rule.compensation, dim)?
            }
            Sampler::Rule(_) | Sampler::MetropolisHastings(_) => {}
        }
        config.layout.more = config.layout.has_more();
        config.layout.block_count::<R>()?;
        Ok(config)
    }

    /// Refuses a rule's settings outside their ranges, at the schedules' first values and their largest.
    ///
    /// A step so large that the Gaussian prior's part of it makes θ grow without end is refused, too: no likelihood can
    /// hold it, and nothing a callback says would show it.
    pub(crate) fn check_rule<R: Real>(&self, rule: &RuleSettings<'_>) -> Result<(), Error> {
        rule.rule.part::<R>().check()?;
        rule.step_size.check_step_size()?;
        rule.temperature.check_temperature()?;
        // A cycle explores at temperature 0, and begins with it.
        let explores = rule.step_size.explores(0) || rule.temperature.explores(0);
        if explores && !rule.rule.part::<R>().allows_zero_temperature() {
            return Err(Error::Temperature);
        }
        let step_size = rule.step_size.largest().unwrap_or(1.0);
        for of in [|schedule: &Schedule| schedule.at(0), Schedule::largest] {
            let [step_size, temperature] =
                [&rule.step_size, &rule.temperature].map(|it| of(it).unwrap_or(1.0));
            let at = StepParameters { step_size, temperature, index: 0, data_len: self.data_len.get() };
            rule.rule.part::<R>().validate_scales(&at, f64::from(self.data_len.get()))?;
            self.validate_scales::<R>(&rule.rule, &at).or(Err(Error::BlockFactor))?;
        }
        let known = rule.step_size.largest().is_some();
        let stable = rule.rule.part::<R>().is_stable(step_size * self.curvature);
        if known && !stable { Err(Error::Unstable) } else { Ok(()) }
    }

    /// Refuses scales that the precision cannot hold on some range; gives those where the step is largest.
    pub(crate) fn validate_scales<R: Real>(
        &self,
        rule: &Rule<'_>,
        at: &StepParameters,
    ) -> Result<StepParameters, Error> {
        let [smallest, largest] =
            self.factors.map(|factor| StepParameters { step_size: at.step_size * factor, ..*at });
        let (rule, data_scale) = (rule.part::<R>(), f64::from(self.data_len.get()));
        rule.validate_scales(&largest, data_scale)?;
        if built::BLOCKS && smallest != largest {
            rule.validate_scales(&smallest, data_scale)?;
        }
        Ok(largest)
    }

    /// Whether the passes of a rule with these host terms take a built-in prior in: unless something must see the whole
    /// gradient before.
    pub(crate) fn takes_prior_in(&self, terms: HostTerms) -> bool {
        let clips = built::CLIPPING && self.clipping != Clipping::None;
        !(clips || terms.take_gradient())
    }

    fn check_metropolis<R: Real>(&self, mh: &MetropolisHastings, dim: usize) -> Result<(), Error> {
        built::need(built::METROPOLIS_HASTINGS && mh.proposal.is_built())?;
        built::need(built::TUNERS || !(mh.tune_beta || mh.target_acceptance.is_some()))?;
        let walks = !mh.proposal.needs_gradient();
        let warms_up = mh.tune_refresh_len || mh.target_acceptance.is_some() && !walks;
        built::need(built::WARM_UP || !warms_up)?;
        match self.batch {
            BatchSettings::All | BatchSettings::WithoutReplacement(_) => {}
            BatchSettings::WithReplacement(_) | BatchSettings::Epochs(_) | BatchSettings::Caller => {
                return Err(Error::BatchKind);
            }
        }
        mh.check(self.data_len, self.batch_len().get())?;
        if self.burn_in < mh.least_burn_in(self.data_len, self.batch_len()) {
            return Err(Error::WarmUpBurnIn);
        }
        self.validate_proposal::<R>(mh, mh.first_step_size(dim))
    }

    /// A digest of a rule's step sizes as the settings have them, which is not 0.
    pub(crate) fn step_sizes(&self) -> u64 {
        match &self.sampler {
            _ if self.scheduled != 0 => self.scheduled,
            Sampler::Rule(rule) => step_sizes(&rule.step_size),
            Sampler::MetropolisHastings(_) => 0,
        }
    }

    /// Whether a rule's step size is the host's to say, by a warm-up or as it runs, even if one has been set since.
    pub(crate) fn leaves_step_size_open(&self) -> bool {
        self.step_sizes() == step_sizes(&Schedule::CALLBACK)
    }

    /// Refuses proposals' steps that the precision cannot hold on some range.
    pub(crate) fn validate_proposal<R: Real>(
        &self,
        mh: &MetropolisHastings,
        step_size: f64,
    ) -> Result<(), Error> {
        let sigma = mh.noise_scale(step_size, self.data_len);
        positive::<R>(step_size, Error::StepSize)?;
        positive::<R>(sigma, mh.noise_error::<R>(step_size))?;
        for factor in self.factors.into_iter().filter(|_| built::BLOCKS) {
            positive::<R>(step_size * factor, Error::BlockFactor)?;
            positive::<R>(sigma * libm::sqrt(factor), Error::BlockFactor)?;
        }
        mh.check_leaps::<R>(step_size, self.factors)
    }

    /// Refuses estimators that the sampler or the batches cannot go with.
    fn check_estimator(&self) -> Result<(), Error> {
        use BatchSettings::{All, Caller, Epochs, WithReplacement, WithoutReplacement};
        let estimator = &self.estimator;
        let fits = match self.batch {
            WithoutReplacement(_) => true,
            // On all data there is nothing to vary.
            All | WithReplacement(_) => !estimator.varies(),
            // A table cannot tell repeated indices, which a caller may give.
            Caller => !estimator.has_table(),
            // Within an epoch the next batch holds only stale rows, so that its mean is not the table's.
            Epochs(_) if estimator.has_table() => return Err(Error::SagaEpochs),
            Epochs(_) => true,
        };
        let Sampler::MetropolisHastings(mh) = &self.sampler else {
            return if fits { Ok(()) } else { Err(Error::EstimatorKind) };
        };
        // A proposal's gradient must be a function of θ and the batch alone, whatever the chain's past; a random walk has
        // none to estimate or to clip.
        let walks = !mh.proposal.needs_gradient();
        let steady = !estimator.varies() || estimator.has_centre() && !walks;
        if walks && self.clipping != Clipping::None {
            return Err(Error::ClippingKind);
        }
        if fits && steady { Ok(()) } else { Err(Error::EstimatorKind) }
    }

    /// m, which is n for all data and for the caller's batches.
    pub(crate) fn batch_len(&self) -> NonZeroU32 {
        self.batch.own_len().and_then(NonZeroU32::new).unwrap_or(self.data_len)
    }

    /// Whether the draw of step `k`, counted from 0, is kept.
    pub(crate) fn keeps(&self, k: u64) -> bool {
        match k.checked_sub(self.burn_in) {
            // A division takes as long as all else that is asked here.
            Some(after) => self.thinning.get() == 1 || after.wrapping_add(1) % self.thinning == 0,
            None => false,
        }
    }
}

impl ChainSettings<'_> {
    /// How many [`MemoryUnit`](crate::MemoryUnit)s a chain with `dim` parameters needs.
    ///
    /// Errors: every setting that is outside its range, by name; `LengthZero` for no parameters.
    pub fn memory_len<R: Real>(&self, dim: usize) -> Result<usize, Error> {
        Config::new::<R>(self, dim)?.layout.block_count::<R>()
    }
}

impl BatchSettings {
    /// m, where the library draws batches.
    fn own_len(self) -> Option<u32> {
        match self {
            Self::All | Self::Caller => None,
            Self::WithoutReplacement(len) | Self::WithReplacement(len) | Self::Epochs(len) => Some(len),
        }
    }
}

/// The digest of [`Config::step_sizes`].
fn step_sizes(schedule: &Schedule) -> u64 {
    let mut digest = Digest::new();
    // A floor of -0 is none, as 0 is.
    digest.take(&Schedule { floor: schedule.floor + 0.0, ..*schedule });
    digest.finish() | 1
}

/// The factors of [`Config`].
fn factors(blocks: BlockList<'_>, dim: usize) -> [f64; 2] {
    let factors = blocks::moving(blocks.iter(), dim).map(|block| block.step_size_factor);
    factors.fold([1.0; 2], |[smallest, largest], factor| [smallest.min(factor), largest.max(factor)])
}

/// The curvature of [`Config`].
fn curvature(blocks: BlockList<'_>, dim: usize, prior: &Prior<'_>) -> f64 {
    blocks::moving(blocks.iter(), dim).fold(0.0, |largest, block| {
        let range = block.start..block.end().unwrap_or(dim);
        let own = block.prior.as_ref().unwrap_or(prior).curvature(range);
        f64::max(largest, block.step_size_factor * own)
    })
}
