//! How much of the processor a chain may use.

use crate::constants::sgmcmc_simd;
use crate::made::types::sgmcmc_chain_settings;
use core_crate::Error;

/// The widest instruction set that a chain's settings allow; 0 allows all.
///
/// A chain's memory holds this, and not what the processor made of it: so its bytes follow from its settings on every
/// machine, and a chain that is moved to a lesser processor goes on there.
#[derive(Clone, Copy)]
#[repr(transparent)]
pub(crate) struct Ceiling(u16);

impl Ceiling {
    pub(crate) fn of(settings: &sgmcmc_chain_settings) -> Result<Self, Error> {
        Ok(Self(sgmcmc_simd::from_number(settings.simd_level)? as u16))
    }

    /// The highest number of a level that may be used; any bytes have one.
    #[cfg(sgmcmc_dispatch)]
    pub(crate) fn highest(self) -> i32 {
        if self.0 == 0 { i32::MAX } else { i32::from(self.0) }
    }
}
