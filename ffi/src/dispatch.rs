//! What a library for several instruction sets asks its code for the least of them, before it chooses: see
//! `ffi/install/dispatch.c`. Such a library alone is compiled with `--cfg sgmcmc_dispatch`, and exports none of this.

use crate::chain::Chain;
use crate::f32::model::sgmcmc_chain_f32;
use crate::f64::model::sgmcmc_chain_f64;
use crate::guard::Call;
use crate::simd::Ceiling;

/// The highest level that this chain may use; 0 for a pointer that every call refuses, with what the refusal is for.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sgmcmc_dispatch_ceiling_f32(chain: *const sgmcmc_chain_f32) -> i32 {
    Call::look::<Chain<f32>, _>(chain, |chain| chain.simd).map_or(0, Ceiling::highest)
}

/// The same in the other precision.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sgmcmc_dispatch_ceiling_f64(chain: *const sgmcmc_chain_f64) -> i32 {
    Call::look::<Chain<f64>, _>(chain, |chain| chain.simd).map_or(0, Ceiling::highest)
}
