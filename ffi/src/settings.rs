//! The settings of a chain as a struct that can grow, and their way into the core's and back.

use crate::block;
use crate::given::{Given, choice};
use crate::guard::{Call, Elements, refuse_unused};
use crate::made::types::{sgmcmc_block, sgmcmc_chain_settings, sgmcmc_schedule_kind};
use crate::status::{Owner, sgmcmc_status};
use core_crate::schedule::{Constant, Schedule, Shape};
use core_crate::schema::Numbered;
use core_crate::{ChainSettings, Error, Sampler};

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
        core.blocks = block::list(call, (self.blocks, self.block_count, self.block_size), blocks)?;
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
