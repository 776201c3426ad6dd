//! What the chains of an ensemble sample, and when they have drawn enough.

use crate::Error;
use crate::blocks::{Block, BlockList, BlockSource};
use crate::chain::{BatchSettings, ChainSettings, Sampler};
use crate::mh::{MetropolisHastings, Proposal};
use crate::named::named;
use crate::num::Real;
use crate::prior::Prior;
use crate::range::Ranges;
use crate::record::entry;
use crate::rng::CHAIN_COUNT_MAX;
use crate::text::written;
use crate::warm_up::Descent;

named! {
    /// How the chains of an ensemble draw.
    ///
    /// By minibatches a step is SGLD's in the coordinates that the chain has found, with what batches bring of noise taken off
    /// what is injected, about to the error of a deviation that is allowed. Where the curvature after the descent will not do
    /// for coordinates, a warm-up by HMC finds them. The model must answer for the data it is asked about, and for one at a time.
    /// Where steps must be so short that a draw takes more than a hundred passes, the chain is refused a step by this setting's name.
    /// Of more than 131 072 data it looks at that many, evenly spread: where a few of the others bring most of the noise, deviations
    /// may be off without a word. With a control variate, in up to seven parameters, draws are taken to have the mean and the
    /// covariance of the coordinates: where their mean is a deviation off, batches bring twice the noise that is allowed for.
    ///
    /// With more than `curvature_dim_max` parameters coordinates are of variances alone, from the squares of single data's
    /// gradients, and descent and warm-up take about forty passes at the default `deviation_error`, where data vary as the model
    /// says. Where the law is about normal besides, the deviation of each parameter is right to `deviation_error` however they
    /// are correlated. Along a direction of curvature λ, 1 for a parameter by itself, the variance may be too large by
    /// 4 `deviation_error` λ of it: the sum of d parameters correlated by ρ has 1 + ρ(d - 1). The report says how large that
    /// gets. Draws across correlated parameters need many passes, which R̂ shows. A prior of the host's is taken to factorize.
    /// The weights of a network have many modes that predict alike, so that chains need not agree on weights: compare what they
    /// predict.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub enum EnsembleSampler {
        /// By HMC on all data: exact.
        #[default]
        Hmc = 0,
        /// By minibatches, by whichever of the next two promises more effective draws per pass.
        Minibatch = 1,
        /// By minibatches with the plain gradient.
        Plain = 2,
        /// By minibatches with a control variate about the centre of the coordinates, which pays where data are many times
        /// as many as parameters; at most `curvature_dim_max` of them.
        ControlVariate = 3,
        /// By minibatches where the gradient is about that of a normal law and they promise more effective draws per pass than HMC
        /// mostly has, and else by HMC. With more than `curvature_dim_max` parameters by minibatches wherever the data have finite
        /// gradients, since warm-ups by HMC take thousands of passes there.
        Auto = 4,
    }
}

entry! {
    /// A posterior, and how its chains find what it takes to sample it.
    EnsembleSettings<'a>, lines;

    /// The defaults for n data; only their number has none.
    new(data_len: u32);

    /// The seed that all chains share.
    seed: u64 = 0;
    /// n, how many data there are: 1 where the model is a log density without data.
    data_len: u32 => within(1.0, 4294967295.0), DataLen;
    /// Passes over more data than this come in pieces of at most this many; 0 asks for all at once.
    chunk_len: u32 = 0;
    /// The prior.
    prior: Prior<'a> = Prior::FLAT;
    /// Ranges of θ that stay, or have priors of their own, in ascending order. Their `step_size_factor` is 1.
    blocks: BlockList<'a> = BlockList::NONE;
    /// How many chains there are.
    chain_count: u32 = 4 => within(1.0, CHAIN_COUNT_MAX as f64), ChainCount;
    /// How far from where it was told to begin a chain but the first begins, at most, in each parameter.
    start_spread: f64 = 2.0 => at_least(0.0).finite().in_theta(), StartSpread;
    /// The acceptance at which the step size aims. Nearer to 1 steps are shorter, which lets chains further into narrow places.
    target_acceptance: f64 = 0.8 => above(0.0).below(1.0), TargetAcceptance;
    /// How many leapfrog steps a trajectory has at most. Mostly it has one to seven.
    leapfrog_max: u32 = 100 => at_least(1.0), LeapfrogMax;
    /// Up to this many parameters coordinates are made of all covariances, beyond of variances alone.
    curvature_dim_max: u32 = 64 => at_most(1024.0), CurvatureDimMax;
    /// How chains draw. By minibatches there must be at least two data, and with a control variate at most curvature_dim_max parameters.
    sampler: EnsembleSampler = EnsembleSampler::Hmc;
    /// By how much minibatches may make a deviation wrong, as a share. HMC takes the default alone.
    deviation_error: f64 = 0.05 => above(0.0).at_most(0.2), DeviationError;
    /// How many data a step by minibatches takes, fewer than all; 0 finds it, and is all that HMC takes.
    batch_len: u32 = 0;
    /// How many draws of each chain there is room for, and how many a chain makes in its first round.
    draw_count: u32 = 1000 => at_least(4.0), DrawCount;
    /// Chains agree where R̂ is at most this for every parameter: see [`Summary`](crate::Summary).
    r_hat_max: f64 = 1.01 => above(1.0), RHatMax;
    /// The effective sample size that all chains together are to have, in bulk and tails of every parameter: at most
    /// the `draw_count` of all chains, which is what they keep; 0 wants half of it.
    ///
    /// The standard error of a normal law's deviation is 1/√(2 sample_size) of it, 1.6 % by default. A law with
    /// kurtosis κ takes (κ - 1)/2 times as many for as much.
    sample_size: f64 = 0.0 => at_least(0.0), SampleSize;
    /// How many passes over all data a chain may take: no round begins that might take it further. The first round always runs.
    pass_max: f64 = 1e5 => at_least(1.0), PassMax;
}

written! { @'a EnsembleSettings<'a> }

impl<'a> EnsembleSettings<'a> {
    pub(super) fn is_dense(&self, dim: usize) -> bool {
        dim <= self.curvature_dim_max as usize
    }

    /// How θ gets near the posterior before the warm-up.
    pub(super) fn descent(&self) -> Descent {
        Descent { curvature_dim_max: self.curvature_dim_max, ..Descent::default() }
    }

    /// The effective sample size that is wanted.
    pub(super) fn wanted_size(&self) -> f64 {
        let half = 0.5 * f64::from(self.draw_count) * f64::from(self.chain_count);
        if self.sample_size > 0.0 { self.sample_size } else { half }
    }

    /// Refuses what no chain is refused for.
    pub(super) fn check<R: Real>(&self) -> Result<(), Error> {
        Ranges::<R>::check_ranges(self)?;
        // Draws that are kept are worth no more, but for chance.
        if self.sample_size > f64::from(self.draw_count) * f64::from(self.chain_count) {
            return Err(Error::SampleSize);
        }
        // By HMC nothing uses them.
        if self.sampler == EnsembleSampler::Hmc {
            let own = Self::new(self.data_len);
            if self.batch_len != own.batch_len {
                return Err(Error::EnsembleBatchLen);
            }
            if self.deviation_error != own.deviation_error {
                return Err(Error::DeviationError);
            }
        }
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
