//! A chain's settings.

use crate::blocks::BlockList;
use crate::gradient::{Clipping, Estimator};
use crate::mh::MetropolisHastings;
use crate::named::named;
use crate::prior::Prior;
use crate::record::{entry, part};
use crate::rng::CHAIN_COUNT_MAX;
use crate::rule::{NoiseCompensation, Rule};
use crate::schedule::Schedule;
use crate::stats::Moments;

named! {
    /// How a step's minibatch is drawn.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    #[non_exhaustive]
    pub enum BatchSettings {
        /// A uniform subset of size m, in ascending order.
        WithoutReplacement(len: u32) = 0,
        /// m independent uniform indices.
        WithReplacement(len: u32) = 1 in BATCHES,
        /// The next m of a pseudo-random permutation that changes every epoch; an epoch's last batch may be shorter. Not for
        /// a thermostat, the lattice walk or a noise estimate, which make variances too small on these batches.
        ///
        /// Where m divides n the noise of these batches nearly cancels over an epoch, so that SGLD's error falls. Where it
        /// does not, the last batch has r = n mod m data, whose gradient is multiplied by n like the rest. Its variance
        /// is (m/r) (n - r)/(n - m) times that of a full batch, and only a part of it cancels. One datum left of n =
        /// 1000 by m = 333 brings 499 times as much, and SGLD's error grows: take an m that divides n, or leaves a last
        /// batch that is nearly full (r near m). The pilot counts the mean of an epoch's variances.
        ///
        /// Do not combine epochs with the thermostat ([SGNHT](crate::rule::Sgnht)), with the
        /// [lattice walk](crate::rule::Lattice), or with a noise estimate β̂ of [SGHMC](crate::rule::Sghmc). These take noise
        /// off as if it were new in every step, so that variances become too small, by a factor down to α/(α + ην²/(2τ)), 1 -
        /// ην²/(2τ) and 1 - β̂/α, in this order.
        ///
        /// An index costs more time than one with replacement.
        Epochs(len: u32) = 2 in BATCHES,
        /// All n data.
        All = 3,
        /// The indices that the caller gives to [every step](super::ChainState::step_with_batch).
        Caller = 4,
    }
}

part! {
    /// An update rule with its step sizes and temperatures.
    RuleSettings<'a>;

    /// What moves θ.
    rule: Rule<'a>;
    /// η for every step, on the gradient of the log posterior summed over all data.
    step_size: Schedule;
    /// τ ≥ 0 for every step: 1 samples the posterior, τ its power 1/τ, prior included; 0 is an optimiser. Default 1.
    temperature: Schedule = Schedule::constant(1.0);
    /// What the schedules count.
    schedule_unit: ScheduleUnit;
    /// What is taken off the rule's noise for the gradient's own. For SGLD with no preconditioner or a fixed one, ABOBA, BAOAB
    /// and SGHMC without a noise estimate; not by epochs or on all data.
    compensation: NoiseCompensation<'a>, in NOISE_COMPENSATION else NoiseCompensation::None;
}

named! {
    /// What a schedule's k counts, from 0.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub enum ScheduleUnit {
        /// Steps.
        #[default]
        Step = 0,
        /// Epochs: how many times n data the batches have had so far, rounded down.
        Epoch = 1,
    }
}

impl<'a> RuleSettings<'a> {
    /// A rule with its step sizes, at temperature 1.
    pub fn new(rule: Rule<'a>, step_size: Schedule) -> Self {
        Self {
            rule,
            step_size,
            temperature: Schedule::constant(1.0),
            schedule_unit: ScheduleUnit::Step,
            compensation: NoiseCompensation::None,
        }
    }
}

named! {
    /// What moves θ.
    #[derive(Clone, Copy, Debug, PartialEq)]
    #[non_exhaustive]
    pub enum Sampler<'a> {
        /// An update rule: every step moves.
        Rule(rule: RuleSettings<'a>) = 0,
        /// Mini-batch Metropolis-Hastings.
        MetropolisHastings(settings: MetropolisHastings) = 1 in METROPOLIS_HASTINGS,
    }
}

entry! {
    /// Everything that decides a chain's draws, with its data and its start.
    ///
    /// The caller's vectors are copied into the chain's memory.
    ChainSettings<'a>, lines;

    /// The defaults for n data.
    new(data_len: u32, batch: BatchSettings, sampler: Sampler<'a>);

    /// The seed that all chains of one run share.
    seed: u64 = 0;
    /// Which of the seed's chains this is; their random numbers never overlap.
    chain_index: u32 = 0 => below(CHAIN_COUNT_MAX as f64), ChainIndex;
    /// n, how many data there are.
    data_len: u32 => within(1.0, 4294967295.0), DataLen;
    /// How minibatches are drawn. Metropolis-Hastings takes [`BatchSettings::WithoutReplacement`] and [`BatchSettings::All`].
    batch: BatchSettings;
    /// Passes over all data, and batches, come in pieces of at most this many; 0 asks for each in one call, for all data
    /// without indices.
    chunk_len: u32 = 0;
    /// What moves θ.
    sampler: Sampler<'a>;
    /// How the gradient is estimated. All but [`Estimator::Plain`] want batches without repetitions, and not
    /// [`BatchSettings::All`], which a length of n without replacement is, too. By epochs [`Estimator::Practical`] and
    /// [`Estimator::Svrg`] want a length below n as well; [`Estimator::Saga`] takes neither epochs nor the caller's batches.
    /// Metropolis-Hastings along the gradient goes with [`Estimator::FixedCentre`] of them. HMC on batches is worse off with
    /// it, since its trajectories then follow another gradient than that of the energy by which they are accepted.
    estimator: Estimator<'a> = Estimator::Plain;
    /// What is done with a large gradient. Must be [`Clipping::None`] with
    /// [`Proposal::RandomWalk`](crate::mh::Proposal::RandomWalk), which has none.
    clipping: Clipping = Clipping::None;
    /// The prior.
    prior: Prior<'a> = Prior::FLAT;
    /// Ranges of θ with settings of their own, in ascending order.
    blocks: BlockList<'a> = BlockList::NONE;
    /// Steps before the first draw is kept.
    burn_in: u64 = 0;
    /// Every how many steps a draw is kept after that.
    thinning: u64 = 1 => at_least(1.0), Thinning;
    /// Which running means and variances are kept.
    moments: Moments = Moments::None;
}
