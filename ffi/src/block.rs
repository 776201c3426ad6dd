//! Blocks of parameters as structs of an array, and their way into the core's.

use crate::flag::flag;
use crate::given::Given;
use crate::guard::{Call, Elements, refuse_unused};
use crate::made::types::{sgmcmc_block, sgmcmc_prior_kind};
use crate::status::{Owner, sgmcmc_status};
use core_crate::{Block, BlockList, BlockSource, Error, built};

const CHAIN: i32 = sgmcmc_prior_kind::SGMCMC_PRIOR_CHAIN as i32;

impl sgmcmc_block {
    fn to_core(self) -> Result<Block, sgmcmc_status> {
        let Self { start, len, step_size_factor, frozen, .. } = self;
        let frozen = flag(frozen)?;
        // The core refuses vectors by the prior's kind.
        let prior = if self.prior.kind == CHAIN { None } else { Some(self.prior.core(&mut Given::Unread)?) };
        let mut used = Self { prior: Self::DEFAULT.prior, ..self };
        if let Some(prior) = &prior {
            used.prior.set(prior, &self.prior)?;
        }
        refuse_unused(&self, &used, &Self::DEFAULT, Owner::Block)?;
        Ok(Block { step_size_factor, frozen, prior, ..Block::new(start, len) })
    }
}

/// Sets every field to its default: a block of no parameters yet, which has the chain's prior.
#[doc(alias = "sgmcmc_block_init")]
pub(crate) fn init(call: &mut Call<'_>, block: *mut sgmcmc_block, block_size: usize) -> Result<(), Error> {
    call.init_element(block, block_size)?.write_element(sgmcmc_block::default());
    Ok(())
}

/// The caller's blocks, as the core asks for them. They are checked before they get there.
impl BlockSource for Elements<'_, sgmcmc_block> {
    fn len(&self) -> usize {
        self.count()
    }

    fn block(&self, i: usize) -> Block {
        self.get(i).ok().and_then(|block| block.to_core().ok()).unwrap_or(Block::new(0, 0))
    }
}

/// An array of blocks as the core's; those with fields that are none are refused. Ranges the core checks.
pub(crate) fn list<'s, 'a: 's>(
    call: &mut Call<'a>,
    (blocks, count, size): (*const sgmcmc_block, usize, usize),
    room: &'s mut Option<Elements<'a, sgmcmc_block>>,
) -> Result<BlockList<'s>, sgmcmc_status> {
    if !built::BLOCKS {
        built::need(count == 0)?;
        return Ok(BlockList::NONE);
    }
    let blocks = room.insert(call.input_elements(blocks, count, size)?);
    (0..blocks.count()).try_for_each(|i| blocks.get(i)?.to_core().map(drop))?;
    Ok(BlockList::Source(blocks))
}
