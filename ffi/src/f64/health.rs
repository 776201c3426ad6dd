//! The health of a run in `f64`; made from its twin in the other precision, which is the one to edit.

use super::model::sgmcmc_chain_f64;
use crate::guard::enter;
use crate::health::{self, sgmcmc_health};
use crate::made::types::{sgmcmc_health_report, sgmcmc_pilot_report};
use crate::status::sgmcmc_status;

/// Looks at a chain after a step of a host's own loop, the same chain every time, at steps that grow. Norms are not
/// known then, and neither is the heat of a rule without a velocity, or of SGMCMC_RULE_ABOBA and SGMCMC_RULE_BAOAB.
///
/// Returns: SGMCMC_OK; SGMCMC_ERROR_HEALTH_CHAIN; _NOT_BUILT. After an error nothing was taken in.
/// In/out: health: the chain's health.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sgmcmc_health_look_f64(
    chain: *const sgmcmc_chain_f64,
    health: *mut sgmcmc_health,
) -> sgmcmc_status {
    enter(|call| health::look::<f64>(call, chain, health))
}

/// What is wrong with a run, and what to change: see sgmcmc_health_report and sgmcmc_health_text.
///
/// Returns: SGMCMC_OK; SGMCMC_ERROR_HEALTH_CHAIN for another chain than the one that was looked at; _STRUCT_SIZE;
///          _NOT_BUILT.
/// Out: report: struct_size bytes, with struct_size set by the caller.
/// In:  health: its health.
///      pilot:  of a pilot at the chain's place, which tells the gradient's noise from too large a step; may be NULL.
///      r_hat:  R-hat of several chains, as sgmcmc_r_hat or sgmcmc_summary_f64 have it; NaN where it is not known.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sgmcmc_health_report_f64(
    chain: *const sgmcmc_chain_f64,
    report: *mut sgmcmc_health_report,
    health: *const sgmcmc_health,
    pilot: *const sgmcmc_pilot_report,
    r_hat: f64,
) -> sgmcmc_status {
    enter(|call| health::report::<f64>(call, (chain, health), report, pilot, r_hat))
}
