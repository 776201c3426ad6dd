//! Blocks of parameters as structs of an array, and their way into the core's.

use crate::enums::sgmcmc_prior;
use crate::flag::flag;
use crate::guard::Elements;
use core_crate::prior::{GaussianVector, Prior, SpikeAndSlab};
use core_crate::{Block, BlockSource, Error};

/// A range of parameters with settings of its own; parameters in no block follow the chain's settings. Set what you do
/// not need to 0, but step_size_factor to 1.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct sgmcmc_block {
    /// The first parameter.
    pub start: usize,
    /// How many there are, at least 1.
    pub len: usize,
    /// Multiplies the step size, positive; 1 leaves it. For proposals that is epsilon and sigma squared.
    /// SGMCMC_RULE_RECIPE and SGMCMC_PRECONDITIONER_POSITION_DEPENDENT_DENSE take 1 only.
    pub step_size_factor: f64,
    /// 1: these parameters are never written. Not with the two.
    pub frozen: i32,
    /// 1: the prior below takes the place of the chain's, which may be no callback then.
    pub own_prior: i32,
    /// enum sgmcmc_prior: flat, Gaussian, or spike and slab.
    pub prior: i32,
    /// 0: room for a later field.
    pub reserved: i32,
    /// As in sgmcmc_chain_settings.
    pub prior_mean: f64,
    /// As in sgmcmc_chain_settings.
    pub prior_precision: f64,
    /// As in sgmcmc_chain_settings.
    pub slab_weight: f64,
    /// As in sgmcmc_chain_settings.
    pub slab_deviation: f64,
    /// As in sgmcmc_chain_settings.
    pub spike_deviation: f64,
}

impl Default for sgmcmc_block {
    fn default() -> Self {
        Self {
            start: 0,
            len: 0,
            step_size_factor: 1.0,
            frozen: 0,
            own_prior: 0,
            prior: sgmcmc_prior::SGMCMC_PRIOR_FLAT as i32,
            reserved: 0,
            prior_mean: 0.0,
            prior_precision: 1.0,
            slab_weight: 0.0,
            slab_deviation: 0.0,
            spike_deviation: 0.0,
        }
    }
}

impl sgmcmc_block {
    fn to_core(self) -> Result<Block, Error> {
        let (slab_weight, slab_deviation) = (self.slab_weight, self.slab_deviation);
        let prior = match sgmcmc_prior::from_number(self.prior)? {
            sgmcmc_prior::SGMCMC_PRIOR_FLAT => Prior::FLAT,
            sgmcmc_prior::SGMCMC_PRIOR_GAUSSIAN => Prior::gaussian(self.prior_mean, self.prior_precision),
            // The core refuses these two by name.
            sgmcmc_prior::SGMCMC_PRIOR_GAUSSIAN_VECTOR => {
                Prior::GaussianVector(GaussianVector { mean: &[], precision: &[] })
            }
            sgmcmc_prior::SGMCMC_PRIOR_CALLBACK => Prior::Callback,
            sgmcmc_prior::SGMCMC_PRIOR_SPIKE_AND_SLAB => {
                let spike_deviation = self.spike_deviation;
                Prior::SpikeAndSlab(SpikeAndSlab { slab_weight, slab_deviation, spike_deviation })
            }
        };
        Ok(Block {
            step_size_factor: self.step_size_factor,
            frozen: flag(self.frozen)?,
            prior: flag(self.own_prior)?.then_some(prior),
            ..Block::new(self.start, self.len)
        })
    }
}

/// The caller's blocks, as the core asks for them. They are checked before they get there.
impl BlockSource for Elements<'_, sgmcmc_block> {
    fn len(&self) -> usize {
        self.count()
    }

    fn block(&self, i: usize) -> Block {
        self.get(i).and_then(sgmcmc_block::to_core).unwrap_or(Block::new(0, 0))
    }
}

/// Refuses blocks with fields that are none. Ranges the core checks.
pub(crate) fn check(blocks: &Elements<'_, sgmcmc_block>) -> Result<(), Error> {
    (0..blocks.count()).try_for_each(|i| blocks.get(i)?.to_core().map(drop))
}
