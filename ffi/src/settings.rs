//! The settings of a chain as a struct that can grow, and their way into the core's and back.

use crate::block::{self, sgmcmc_block};
use crate::given::{Given, choice};
use crate::guard::{Call, Elements, enter, refuse_unused};
use crate::made::types::{
    sgmcmc_batch, sgmcmc_clipping, sgmcmc_estimator, sgmcmc_moments, sgmcmc_prior, sgmcmc_sampler,
    sgmcmc_schedule_kind,
};
use crate::status::{Owner, sgmcmc_status};
use core::ptr;
use core_crate::schedule::{Constant, Schedule, Shape};
use core_crate::schema::Numbered;
use core_crate::{BlockList, ChainSettings, Error, Sampler, built};

/// Everything that decides a chain's draws, with its data and its start. Call sgmcmc_chain_settings_init first, then set
/// data_len, batch.len and what should differ from the defaults. What has no default is 0 until it is set.
///
/// A struct within has a kind, and the settings of every kind: those that the chosen one does not use must have their
/// defaults, or are refused by name. Their defaults are not all 0: a struct within that is to have them again is copied
/// from settings that were just initialized. Vectors and blocks are pointed to, and copied when a chain is made. An enum
/// is an int32_t so that any number can be told from a known one.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct sgmcmc_chain_settings {
    /// sizeof(sgmcmc_chain_settings) of the caller's header, set by sgmcmc_chain_settings_init.
    pub struct_size: usize,
    /// sizeof(sgmcmc_block) of the caller's header: what lies beyond takes its default. No default: must be set where
    /// there are blocks.
    pub block_size: usize,
    /// The seed that all chains of one run share. Default 0.
    pub seed: u64,
    /// Which of the seed's chains this is, below SGMCMC_CHAIN_COUNT_MAX; their random numbers never overlap. Default 0.
    pub chain_index: u32,
    /// n, how many data there are, from 1 to 2^32 - 1. No default: must be set.
    pub data_len: u32,
    /// How minibatches are drawn. Metropolis-Hastings takes SGMCMC_BATCH_WITHOUT_REPLACEMENT and SGMCMC_BATCH_ALL.
    pub batch: sgmcmc_batch,
    /// Passes over all data, and batches, come in pieces of at most this many. Default 0: each in one call, all data
    /// without indices.
    pub chunk_len: u32,
    /// Which running means and variances are kept: enum sgmcmc_moments. Default SGMCMC_MOMENTS_NONE.
    pub moments: i32,
    /// What moves theta.
    pub sampler: sgmcmc_sampler,
    /// How the gradient is estimated. All but SGMCMC_ESTIMATOR_PLAIN want batches without repetitions, and not
    /// SGMCMC_BATCH_ALL, which a batch.len of data_len without replacement is, too; SGMCMC_ESTIMATOR_PRACTICAL and _SVRG
    /// want a batch.len below data_len by epochs as well, and SGMCMC_ESTIMATOR_SAGA neither epochs nor the caller's
    /// batches. Metropolis-Hastings along the gradient goes with SGMCMC_ESTIMATOR_FIXED_CENTRE of them; HMC on batches
    /// is worse off with it, since its trajectories then follow another gradient than that of the energy by which they
    /// are accepted.
    pub estimator: sgmcmc_estimator,
    /// What is done with a large gradient. Must be SGMCMC_CLIPPING_NONE with SGMCMC_PROPOSAL_RANDOM_WALK, which has
    /// none.
    pub clipping: sgmcmc_clipping,
    /// The prior.
    pub prior: sgmcmc_prior,
    /// Steps before the first draw is kept. Default 0.
    pub burn_in: u64,
    /// Every how many steps a draw is kept after that, from 1. Default 1.
    pub thinning: u64,
    /// block_count ranges of parameters with settings of their own, in ascending order, apart from each other; each as
    /// long as block_size says. Default NULL.
    pub blocks: *const sgmcmc_block,
    /// How many. Default 0: none, whatever blocks is.
    pub block_count: usize,
    /// The most of the processor's instruction sets that the chain may use: enum sgmcmc_simd. Default 0: whatever there
    /// is; so SGMCMC_SIMD_NONE, which is 0, limits nothing. Of a library for several x86 instruction sets, a chain takes
    /// the widest that this processor has and that is not above this; a library for one uses that. Sets of other
    /// machines limit nothing. The bits are the same; sgmcmc_chain_simd_level_f32 and _f64 tell which it is.
    pub simd_level: i32,
    /// Room.
    pub reserved: i32,
}

impl sgmcmc_chain_settings {
    pub(crate) const DEFAULT: Self = Self {
        struct_size: size_of::<Self>(),
        block_size: 0,
        seed: 0,
        chain_index: 0,
        data_len: 0,
        batch: sgmcmc_batch::DEFAULT,
        chunk_len: 0,
        moments: sgmcmc_moments::SGMCMC_MOMENTS_NONE as i32,
        sampler: sgmcmc_sampler::DEFAULT,
        estimator: sgmcmc_estimator::DEFAULT,
        clipping: sgmcmc_clipping::DEFAULT,
        prior: sgmcmc_prior::DEFAULT,
        burn_in: 0,
        thinning: 1,
        blocks: ptr::null(),
        block_count: 0,
        simd_level: 0,
        reserved: 0,
    };
}

impl Default for sgmcmc_chain_settings {
    fn default() -> Self {
        Self::DEFAULT
    }
}

const CALLBACK: i32 = sgmcmc_schedule_kind::SGMCMC_SCHEDULE_CALLBACK as i32;

/// Whether a rule's step size is left out. Numbers of -0 are 0.
fn is_left_out(step_size: &Schedule) -> bool {
    let Schedule { shape, floor, warm_up } = *step_size;
    match shape {
        Shape::Constant(Constant { value }) => value == 0.0 && floor == 0.0 && warm_up == 0,
        _ => false,
    }
}

impl sgmcmc_chain_settings {
    /// The core's settings for dim parameters; `blocks` is room for them. Only pointers, enums and flags are checked
    /// here, and that what they do not use has its default: the core checks ranges, where they matter.
    pub(crate) fn core_settings<'s, 'a: 's>(
        &self,
        call: &mut Call<'a>,
        dim: usize,
        blocks: &'s mut Option<Elements<'a, sgmcmc_block>>,
    ) -> Result<ChainSettings<'s>, sgmcmc_status> {
        let given = &mut Given::Read(call, dim);
        let mut core = ChainSettings {
            seed: self.seed,
            chain_index: self.chain_index,
            chunk_len: self.chunk_len,
            estimator: self.estimator.core(given)?,
            clipping: self.clipping.core(given)?,
            prior: self.prior.core(given)?,
            burn_in: self.burn_in,
            thinning: self.thinning,
            moments: choice(self.moments, Error::MomentsKind)?,
            ..ChainSettings::new(self.data_len, self.batch.core(given)?, self.sampler.core(given)?)
        };
        if built::BLOCKS {
            let blocks =
                blocks.insert(call.input_elements(self.blocks, self.block_count, self.block_size)?);
            block::check(blocks)?;
            core.blocks = BlockList::Source(blocks);
        } else {
            built::need(self.block_count == 0)?;
        }
        self.refuse_unused(&core)?;
        Ok(core)
    }

    /// What stands for something else becomes that, where a chain is made: until then another line, or another kind, may
    /// come.
    pub(crate) fn resolve(&self, core: &mut ChainSettings<'_>) {
        match &mut core.sampler {
            // What nobody has said is to be found, unless the host says it.
            Sampler::Rule(rule)
                if is_left_out(&rule.step_size) && self.sampler.step_size.value.to_bits() == 0 =>
            {
                rule.step_size.shape = Shape::Callback;
            }
            Sampler::MetropolisHastings(mh) => {
                let own = mh.proposal.target_acceptance();
                mh.target_acceptance =
                    mh.target_acceptance.map(|rate| if rate.to_bits() == 0 { own } else { rate });
            }
            _ => {}
        }
    }

    // A function of its own: the copy leaves the stack with it.
    #[inline(never)]
    fn refuse_unused(&self, core: &ChainSettings<'_>) -> Result<(), sgmcmc_status> {
        let mut used = Self::DEFAULT;
        used.set(core, self)?;
        used.struct_size = self.struct_size;
        refuse_unused(self, &used, &Self::DEFAULT, Owner::Chain)
    }

    /// Becomes the core's settings, from the defaults. `from` has vectors and blocks, which are kept as far as the
    /// settings use them.
    pub(crate) fn set(&mut self, core: &ChainSettings<'_>, from: &Self) -> Result<(), Error> {
        (self.seed, self.chain_index, self.data_len) = (core.seed, core.chain_index, core.data_len);
        (self.chunk_len, self.moments) = (core.chunk_len, core.moments.number());
        (self.burn_in, self.thinning) = (core.burn_in, core.thinning);
        (self.blocks, self.block_count, self.block_size) = (from.blocks, from.block_count, from.block_size);
        self.simd_level = from.simd_level;
        self.batch.set(&core.batch, &from.batch)?;
        self.sampler.set(&core.sampler, &from.sampler)?;
        // What sgmcmc_schedule_init leaves to be said is the model's to say.
        let schedules = [
            (&mut self.sampler.step_size, &from.sampler.step_size),
            (&mut self.sampler.temperature, &from.sampler.temperature),
        ];
        for (schedule, from) in schedules {
            if schedule.kind == CALLBACK && from.value.is_nan() {
                schedule.value = from.value;
            }
        }
        self.estimator.set(&core.estimator, &from.estimator)?;
        self.clipping.set(&core.clipping, &from.clipping)?;
        self.prior.set(&core.prior, &from.prior)
    }
}

/// Sets every field to its default, and struct_size.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sgmcmc_chain_settings_init(
    settings: *mut sgmcmc_chain_settings,
    struct_size: usize,
) -> sgmcmc_status {
    enter(|call| call.init_default(settings, struct_size))
}
