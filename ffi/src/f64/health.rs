//! The health of a run in `f64`; made from its twin in the other precision, which is the one to edit.
#![allow(unsafe_op_in_unsafe_fn, reason = "a shim passes its pointers on to a `Call`, and follows none")]

use super::model::{sgmcmc_chain_f64, sgmcmc_model_f64, sgmcmc_observer_f64};
use crate::guard::enter;
use crate::health::{self, sgmcmc_health};
use crate::made::types::{sgmcmc_health_report, sgmcmc_pilot_report, sgmcmc_status};
use core::ffi::c_void;

/// Runs as sgmcmc_chain_run_f64 does, and has health look at the chain after every step whose count is a multiple of
/// interval, and note what was refused. The bits are the same, watched or not; only the step before a look is measured.
///
/// Returns: as sgmcmc_chain_run_f64; SGMCMC_ERROR_PROGRESS_INTERVAL; SGMCMC_ERROR_HEALTH_CHAIN for the health of another
///          chain, or of this one at a later step: the step before the look stays done; SGMCMC_ERROR_NOT_BUILT.
/// In/out: chain:         the chain.
///         health:        its health, which callbacks may not use meanwhile.
/// Out:    callback_code: as for sgmcmc_chain_run_f64.
/// In:     step_count:    how many steps; 0 does nothing.
///         interval:      how many steps there are from one look to the next, at least 1; on batches by epochs without a
///                       common factor with the number of an epoch's batches, or heat is not measured.
///         model:         the model.
///         observer:      called after each kept step; may be NULL.
///         observer_user: handed to the observer as it is; may be NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sgmcmc_chain_run_with_health_f64(
    chain: *mut sgmcmc_chain_f64,
    health: *mut sgmcmc_health,
    callback_code: *mut i32,
    step_count: u64,
    interval: u64,
    model: *const sgmcmc_model_f64,
    observer: sgmcmc_observer_f64,
    observer_user: *mut c_void,
) -> sgmcmc_status {
    let (steps, observer) = ((step_count, interval), (observer, observer_user));
    enter(|call| health::run::<f64>(call, chain, health, callback_code, steps, model, observer))
}

/// Looks at a chain after a step of a host's own loop, the same chain every time, at steps that grow. Norms are not known
/// then, and neither is the heat of a rule without a velocity, or of SGMCMC_RULE_ABOBA and SGMCMC_RULE_BAOAB.
///
/// Returns: SGMCMC_OK; SGMCMC_ERROR_HEALTH_CHAIN; SGMCMC_ERROR_NOT_BUILT. After an error nothing was taken in.
/// In/out: health: the chain's health.
/// In:     chain:  the chain.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sgmcmc_health_look_f64(
    chain: *const sgmcmc_chain_f64,
    health: *mut sgmcmc_health,
) -> sgmcmc_status {
    enter(|call| health::look::<f64>(call, chain, health))
}

/// What is wrong with a run, and what to change: see sgmcmc_health_report and sgmcmc_health_text.
///
/// Returns: SGMCMC_OK; SGMCMC_ERROR_HEALTH_CHAIN for another chain than the one that was looked at;
///          SGMCMC_ERROR_STRUCT_SIZE; SGMCMC_ERROR_NOT_BUILT.
/// Out: report: struct_size bytes, with struct_size set by the caller.
/// In:  chain:  the chain.
///      health: its health.
///      pilot:  of a pilot at the chain's place, which tells the gradient's noise from too large a step; may be NULL.
///      r_hat:  R-hat of several chains, as sgmcmc_r_hat or sgmcmc_convergence_f64 have it; NaN where it is not known.
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
