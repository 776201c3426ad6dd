//! The functions of an ensemble in `f64`; made from its twin in the other precision, which is the one to edit.

use super::model::sgmcmc_model_f64;
use crate::ensemble::{self, sgmcmc_ensemble};
use crate::guard::enter;
use crate::made::types::{sgmcmc_ensemble_settings, sgmcmc_ensemble_state};
use crate::status::sgmcmc_status;
use core::ffi::c_void;

/// Bytes of memory that an ensemble with these settings and dim parameters needs: its chains, their draws, and room to
/// compare them.
///
/// Returns: SGMCMC_OK; refuses settings outside their ranges, and those that nothing uses; SGMCMC_ERROR_FLAG,
///          _LENGTH_MISMATCH; _LENGTH_ZERO, _LENGTH_TOO_LARGE for dim; _NOT_BUILT.
/// Out: size:     bytes, a multiple of sgmcmc_align(), as C11's aligned_alloc wants it.
/// In:  settings: as for sgmcmc_ensemble_init_f64, which checks the same.
///      dim:      the number of parameters, at least 1.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sgmcmc_ensemble_size_f64(
    size: *mut usize,
    settings: *const sgmcmc_ensemble_settings,
    dim: usize,
) -> sgmcmc_status {
    enter(|call| ensemble::size::<f64>(call, size, settings, dim))
}

/// Begins chains: each descends from its start to where the posterior has its mass.
///
/// The first starts at theta, and each other somewhere about it: at uniform distances of at most start_spread, drawn again
/// up to a hundred times where the model has no finite answer. A descent that ends early is no error: the chain says so in
/// sgmcmc_ensemble_text.
///
/// Returns: as sgmcmc_ensemble_size_f64; SGMCMC_ERROR_MEMORY_TOO_SMALL, _THETA_NOT_FINITE, _FLOAT_ENVIRONMENT,
///          _CALLBACK_MISSING, _LOG_PRIOR_UNUSED; as sgmcmc_chain_step_f64 where the model has no finite answer.
/// Out: ensemble:      the ensemble, which is mem itself.
///      callback_code: the callback's code with SGMCMC_ERROR_STOPPED, else untouched; may be NULL.
///      mem:           mem_size bytes, at least sgmcmc_ensemble_size_f64, aligned to sgmcmc_align(); any content, lost
///                     after errors of the model, too. It stays the caller's: there is nothing to free.
/// In:  settings:      not read after this call.
///      theta:         dim numbers, finite.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sgmcmc_ensemble_init_f64(
    ensemble: *mut *mut sgmcmc_ensemble,
    callback_code: *mut i32,
    mem: *mut c_void,
    mem_size: usize,
    settings: *const sgmcmc_ensemble_settings,
    theta: *const f64,
    dim: usize,
    model: *const sgmcmc_model_f64,
) -> sgmcmc_status {
    enter(|call| {
        ensemble::init(call, (ensemble, callback_code), (mem, mem_size), settings, (theta, dim), model)
    })
}

/// Runs one chain after the other, through warm-up and rounds of draws, until they agree or no more passes are allowed. That
/// they do not agree is no error: the state says so.
///
/// Returns: as sgmcmc_chain_step_f64; SGMCMC_ERROR_OTHER_PRECISION. Steps before a failing one stay done, and the next call
///          goes on.
/// Out: state:         how the ensemble stands: struct_size bytes, with struct_size set by the caller; may be NULL.
///      callback_code: as for sgmcmc_ensemble_init_f64.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sgmcmc_ensemble_run_f64(
    ensemble: *mut sgmcmc_ensemble,
    state: *mut sgmcmc_ensemble_state,
    callback_code: *mut i32,
    model: *const sgmcmc_model_f64,
) -> sgmcmc_status {
    enter(|call| ensemble::run::<f64>(call, ensemble, state, callback_code, model))
}

/// Advances one chain by at most step_count steps, and not beyond the end of its round: for hosts that run chains on threads,
/// show how far they are, or stop them. Calls on different chains may run at the same time, with models of their own or one
/// that allows it; the bits are the same whatever the threads and pieces. Once all chains are done, sgmcmc_ensemble_judge
/// says whether there is another round.
///
/// Which calls on one chain come after which, and all other calls on the ensemble, is for the host to order. A step that fails
/// leaves the draws to come as they were, though not every byte: what was asked of the model is counted.
///
/// Returns: as sgmcmc_ensemble_run_f64; SGMCMC_ERROR_IN_USE in a callback that uses its own chain; refuses chain_index.
/// Out: is_done:       1 at the end of the round, else 0; may be NULL.
///      callback_code: as for sgmcmc_ensemble_init_f64.
/// In:  chain:         which, from 0.
///      step_count:    how many trajectories; UINT64_MAX goes to the end of the round.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sgmcmc_ensemble_advance_f64(
    ensemble: *mut sgmcmc_ensemble,
    is_done: *mut i32,
    callback_code: *mut i32,
    chain: u32,
    step_count: u64,
    model: *const sgmcmc_model_f64,
) -> sgmcmc_status {
    enter(|call| ensemble::advance::<f64>(call, ensemble, (is_done, callback_code), chain, step_count, model))
}

/// Makes an ensemble again of what sgmcmc_ensemble_save wrote, on whichever machine, which goes on with the same bits.
///
/// The settings are those that it was begun with, but for seed and start_spread, which have no effect any more, and for
/// r_hat_max, sample_size and pass_max, which may be others: an ensemble that was over goes on where these allow it. mem is
/// written only if all is well, or on SGMCMC_ERROR_CHECKPOINT_CONTENTS.
///
/// Returns: as sgmcmc_ensemble_size_f64; SGMCMC_ERROR_MEMORY_TOO_SMALL, _FLOAT_ENVIRONMENT; _NOT_CHECKPOINT, as for that of a
///          chain; _CHECKPOINT_VERSION, _CHECKPOINT_LENGTH, _CHECKPOINT_DAMAGED, _OTHER_PRECISION, _CHECKPOINT_DIM,
///          _CHECKPOINT_SETTINGS, _CHECKPOINT_CONTENTS.
/// Out: ensemble:   the ensemble, which is mem itself.
///      mem:        as for sgmcmc_ensemble_init_f64.
/// In:  settings:   not read after this call.
///      dim:        the number of parameters.
///      bytes:      bytes_size bytes at any address, as many as were saved.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sgmcmc_ensemble_restore_f64(
    ensemble: *mut *mut sgmcmc_ensemble,
    mem: *mut c_void,
    mem_size: usize,
    settings: *const sgmcmc_ensemble_settings,
    dim: usize,
    bytes: *const c_void,
    bytes_size: usize,
) -> sgmcmc_status {
    let (mem, bytes) = ((mem, mem_size), (bytes, bytes_size));
    enter(|call| ensemble::restore::<f64>(call, ensemble, mem, settings, dim, bytes))
}

/// Where the draws are: in the ensemble's memory, until a chain advances or the memory is written or moved.
///
/// Returns: SGMCMC_OK; SGMCMC_ERROR_NOT_ESTIMATED before a round has ended for all chains, and while another one is running;
///          _OTHER_PRECISION.
/// Out: draws:      rows of dim numbers, a draw each: all of the first chain, then all of the second, and so on.
///      draw_count: how many draws each chain has: draw_count of the settings; may be NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sgmcmc_ensemble_draws_f64(
    draws: *mut *const f64,
    draw_count: *mut usize,
    ensemble: *const sgmcmc_ensemble,
) -> sgmcmc_status {
    enter(|call| ensemble::draws(call, draws, draw_count, ensemble))
}
