//! Pilots of a chain in `f32`; its twin in the other precision is made from it.

use super::model::{sgmcmc_chain_f32, sgmcmc_model_f32, sgmcmc_pilot_options_f32};
use crate::guard::enter;
use crate::made::types::{sgmcmc_pilot_report, sgmcmc_pilot_settings};
use crate::pilot;
use crate::status::sgmcmc_status;
use core::ffi::c_void;

/// Bytes of memory that a pilot of this chain works in: about ten vectors of doubles and three like theta, and dim^2
/// doubles for a covariance.
///
/// Returns: SGMCMC_OK; SGMCMC_ERROR_FLAG; refuses pair_count, product_count, difference, inflation, covariance, and a
///          batch_len above data_len; and batch.kind where neither the chain nor these settings say how long one is.
/// Out: size:     bytes, a multiple of sgmcmc_align().
/// In:  settings: may be NULL, for the defaults.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sgmcmc_pilot_size_f32(
    chain: *const sgmcmc_chain_f32,
    size: *mut usize,
    settings: *const sgmcmc_pilot_settings,
) -> sgmcmc_status {
    enter(|call| pilot::size::<f32>(call, chain, size, settings))
}

/// Looks at the model at theta, or where the chain stands, without moving the chain. Equal settings and an equal chain
/// give equal reports, to the last bit.
///
/// Returns: SGMCMC_OK; those of sgmcmc_pilot_size_f32; SGMCMC_ERROR_MEMORY_TOO_SMALL; _LENGTH_MISMATCH for dim,
///          _THETA_NOT_FINITE; _NOT_ESTIMATED for a covariance that the settings did not ask for; what a step could
///          give: _STOPPED when a callback returned a code of its own, _IMPOSSIBLE where the model cannot be evaluated
///          at theta, _LOG_LIKELIHOOD_NOT_FINITE, _GRADIENT_NOT_FINITE, _LOG_PRIOR_NOT_FINITE, _CALLBACK_MISSING, though
///          not for a step size.
/// In/out: chain: the chain, which callbacks may not use meanwhile; every byte of it is afterwards as it was.
/// Out: report:        what was measured and follows; its struct_size is set by the caller.
///      callback_code: the code of the callback that stopped the pilot, on SGMCMC_ERROR_STOPPED only; may be NULL.
///      mem:           mem_size bytes, at least sgmcmc_pilot_size_f32, aligned to sgmcmc_align(), of any content, to
///                     work in.
/// In:  options:       may be NULL, for the defaults. Its variance and covariance are written on success only.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sgmcmc_pilot_look_f32(
    chain: *mut sgmcmc_chain_f32,
    report: *mut sgmcmc_pilot_report,
    callback_code: *mut i32,
    mem: *mut c_void,
    mem_size: usize,
    options: *const sgmcmc_pilot_options_f32,
    model: *const sgmcmc_model_f32,
) -> sgmcmc_status {
    enter(|call| pilot::look::<f32, _>(call, chain, (report, callback_code), (mem, mem_size), options, model))
}

/// Runs the chain to the end of its burn-in, or step_count steps of it if those are fewer, and finds what its settings
/// leave open; does nothing once the burn-in is over. Before the first step and half-way a pilot looks at the model
/// where the chain stands, at what the steps themselves do not go on to tune. From it come a rule's step size where it
/// is left out, or its kind is SGMCMC_SCHEDULE_CALLBACK, whose callback is not asked and may be missing; refresh_len
/// with tune_refresh_len = 1; and with tune_step_size = 1 the first step_size where that is 0. The last two the steps
/// tune further, with tune_step_size = 1. A step size that the settings say stays.
///
/// For a rule's step size there is also a look before every sixteenth of the burn-in in its first half, of at most 32
/// pairs and 8 products: as long as the gradient is more than three times expected_gradient_norm, and more than noise
/// explains, the step size is what the curvature there and the gradient's noise allow a descent. With a fixed centre it
/// is the pilot's. What is found half-way stays. By default the looks take some 14 400 batches in all, of a lattice walk
/// three times that and more, most of them the first and the last: pair_count and product_count say how many. Where no
/// step size keeps the tolerated inflation (SGMCMC_FINDING_NO_STEP_SIZE, of SGNHT by Euler's splitting at its default
/// friction already) the warm-up goes on all the same, with the pilot's step_size, and answers SGMCMC_OK: a look of the
/// pilot says it.
///
/// A warm-up in pieces has the bits of a whole one, with checkpoints in between, too. Steps done before an error stay
/// done. The next call goes on from there, and looks first if a look is due before that step; a run does not look, and
/// after one past half-way whatever step size the chain has stays. What was found is in the statistics: step_size,
/// refresh_len, beta.
///
/// Returns: SGMCMC_OK; refuses a burn_in of 0; the kind, the drift or the preconditioner that keeps a pilot from saying
///          anything of a rule; batch.kind where the caller gives the batches; and a batch_len of the settings that is
///          neither 0 nor the chain's; SGMCMC_ERROR_STEP_SIZE_NOT_FOUND where nothing is curved; _STEP_SIZE_NOT_USABLE
///          for a step size that the precision cannot hold; _WARM_UP_FAR for a rule's chain that half-way stands where
///          the posterior is nowhere concave, or where the gradient is still ten times expected_gradient_norm: start
///          where an optimiser has come, or burn in for longer, or take batches of data_len / 32 where looks on the way
///          do not see a datum that has most of the curvature; _WARM_UP_NOISE where noise could hide that and the whole
///          burn-in would go less than a thousandth of the way in the stiffest direction: take larger batches, a control
///          variate, or give the pilot more pairs; those of sgmcmc_pilot_look_f32 and sgmcmc_chain_step_f32.
/// In/out: chain: the chain, which callbacks may not use meanwhile.
/// Out: callback_code: the code of the callback that stopped the warm-up, on SGMCMC_ERROR_STOPPED only; may be NULL.
///      mem:           mem_size bytes, at least sgmcmc_pilot_size_f32, aligned to sgmcmc_align(), of any content, to
///                     work in.
/// In:  step_count:    how many steps at the most.
///      settings:      of the pilot; may be NULL, for the defaults.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sgmcmc_chain_warm_up_f32(
    chain: *mut sgmcmc_chain_f32,
    callback_code: *mut i32,
    mem: *mut c_void,
    mem_size: usize,
    step_count: u64,
    settings: *const sgmcmc_pilot_settings,
    model: *const sgmcmc_model_f32,
) -> sgmcmc_status {
    enter(|call| {
        pilot::warm_up::<f32>(call, chain, callback_code, (mem, mem_size), step_count, (settings, model))
    })
}
