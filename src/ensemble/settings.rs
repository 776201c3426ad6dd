//! What the chains of an ensemble sample, and how they find their way.

use crate::Error;
use crate::blocks::{Block, BlockList, BlockSource};
use crate::chain::{BatchSettings, ChainSettings, Sampler};
use crate::mh::{MetropolisHastings, Proposal};
use crate::num::Real;
use crate::prior::Prior;
use crate::range::Ranges;
use crate::record::record;
use crate::warm_up::Descent;

record! {
    /// When the chains of an ensemble have drawn enough.
    EnsembleUntil;

    /// How many draws of each chain there is room for, and how many a chain makes in its first round.
    draw_count: u32 = 1000 => at_least(4.0), DrawCount;
    /// Chains agree where R̂ is at most this for every parameter: see [`Summary`](crate::Summary).
    r_hat_max: f64 = 1.01 => above(1.0), RHatMax;
    /// The effective sample size that all chains together are to have, in bulk and tails of every parameter.
    sample_size: f64 = 400.0 => at_least(0.0), SampleSize;
    /// How many passes over all data a chain may take: no round begins that might take it further. The first one does.
    pass_max: f64 = 1e5 => at_least(1.0), PassMax;
}

/// A posterior, and how its chains find what it takes to sample it.
///
/// Only the number of data has no default.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EnsembleSettings<'a> {
    /// The seed that all chains share; default 0.
    pub seed: u64,
    /// n, from 1 to 2^32 - 1; 1 where the model is a log density without data.
    pub data_len: u32,
    /// Passes over more data than this come in pieces of at most this many; 0, the default, asks for all at once.
    pub chunk_len: u32,
    /// The prior; default flat.
    pub prior: Prior<'a>,
    /// Ranges of θ that stay, or have priors of their own, in ascending order; default none. Their `step_size_factor` is 1.
    pub blocks: BlockList<'a>,
    /// The acceptance at which the step size aims, between 0 and 1; default 0.8. Nearer to 1 steps are shorter, which lets chains
    /// further into narrow places.
    pub target_acceptance: f64,
    /// How many leapfrog steps a trajectory has at most; default 100. Mostly it has one to seven.
    pub leapfrog_max: u32,
    /// How far from where it was told to begin a chain but the first begins, at most, in each parameter; default 2.
    pub start_spread: f64,
    /// When there are enough draws.
    pub until: EnsembleUntil,
    /// How θ gets near the posterior before the warm-up. Up to its `curvature_dim_max` parameters coordinates are made of all
    /// covariances, beyond of variances alone.
    pub descent: Descent,
}

impl<'a> EnsembleSettings<'a> {
    /// The defaults for n data.
    pub fn new(data_len: u32) -> Self {
        Self {
            seed: 0,
            data_len,
            chunk_len: 0,
            prior: Prior::FLAT,
            blocks: BlockList::NONE,
            target_acceptance: 0.8,
            leapfrog_max: 100,
            start_spread: 2.0,
            until: EnsembleUntil::default(),
            descent: Descent::default(),
        }
    }

    pub(super) fn is_dense(&self, dim: usize) -> bool {
        dim <= self.descent.curvature_dim_max as usize
    }

    /// Refuses what no chain is refused for.
    pub(super) fn check<R: Real>(&self) -> Result<(), Error> {
        if !(self.target_acceptance > 0.0 && self.target_acceptance < 1.0) {
            return Err(Error::TargetAcceptance);
        }
        if self.leapfrog_max == 0 {
            return Err(Error::LeapfrogMax);
        }
        if !(self.start_spread >= 0.0 && R::from_f64(self.start_spread).is_finite()) {
            return Err(Error::StartSpread);
        }
        self.until.check_ranges()?;
        // In coordinates that mix the ranges it has no meaning.
        if self.blocks.iter().any(|block| !block.frozen && block.step_size_factor != 1.0) {
            return Err(Error::BlockFactor);
        }
        Ok(())
    }

    /// A chain on θ, which knows the priors.
    pub(super) fn of_theta(&self, chain_index: u32) -> ChainSettings<'a> {
        let hmc = Proposal::hmc(1.0, 1);
        let sampler = MetropolisHastings::new(hmc, f64::from(self.data_len));
        ChainSettings {
            seed: self.seed,
            chain_index,
            chunk_len: self.chunk_len,
            prior: self.prior,
            blocks: self.blocks,
            burn_in: u64::MAX,
            ..ChainSettings::new(self.data_len, BatchSettings::All, Sampler::MetropolisHastings(sampler))
        }
    }
}

/// The same ranges without their priors, which [`Whitened`](super::metric::Whitened) has.
pub(super) struct WithoutPriors<'a>(pub(super) BlockList<'a>);

impl BlockSource for WithoutPriors<'_> {
    fn len(&self) -> usize {
        self.0.len()
    }

    fn block(&self, i: usize) -> Block {
        let block = match self.0 {
            BlockList::Slice(blocks) => blocks.get(i).copied().unwrap_or(Block::new(0, 0)),
            BlockList::Source(source) => source.block(i),
        };
        Block { prior: None, ..block }
    }
}
