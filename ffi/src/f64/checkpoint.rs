//! Checkpoints of chains in `f64`; made from its twin in the other precision, which is the one to edit.

use super::model::sgmcmc_chain_f64;
use crate::checkpoint;
use crate::guard::enter;
use crate::made::types::sgmcmc_chain_settings;
use crate::status::sgmcmc_status;
use core::ffi::c_void;

/// Writes a checkpoint: bytes from which sgmcmc_chain_restore_f64 makes the chain again, in this library or in another
/// that knows the format, on any machine.
///
/// All that steps depend on is there but the settings, of which there is a digest, the data, and what callbacks keep for
/// themselves. The bytes are little-endian and the same on every target and in every build, and end with a checksum over
/// them, which finds damage and is no signature. Equal chains are equal bytes. A file that is to survive a power cut is
/// written beside the old one, synchronised, and renamed onto it.
///
/// Returns: SGMCMC_OK; SGMCMC_ERROR_MEMORY_TOO_SMALL.
/// Out: bytes:  size bytes, at any address, at least as many as needed, of which those are written; NULL with a size of 0
///              asks for needed alone.
///      needed: the bytes of the checkpoint, always the same for equal settings; may be NULL where bytes is not.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sgmcmc_chain_save_f64(
    chain: *const sgmcmc_chain_f64,
    bytes: *mut c_void,
    size: usize,
    needed: *mut usize,
) -> sgmcmc_status {
    enter(|call| checkpoint::save::<f64>(call, chain, (bytes, size), needed))
}

/// Makes the chain of a checkpoint again, which goes on as if nothing had come between: the same bits, counts and
/// moments.
///
/// The settings are those with which the chain was made, or handed over to last, and all that steps depend on must be
/// equal: seed and chain_index have no effect, though chain_index must be in range, since the generators go on from
/// where they are. A centre that was left to the chain is where it was, and a step size that was set while the chain ran
/// is set again. Nothing is written unless all is well.
///
/// Returns: as sgmcmc_chain_init_f64; SGMCMC_ERROR_NOT_CHECKPOINT, _CHECKPOINT_VERSION, _CHECKPOINT_LENGTH,
///          _CHECKPOINT_DAMAGED, _OTHER_PRECISION, _CHECKPOINT_DIM, _CHECKPOINT_SETTINGS, _CHECKPOINT_CONTENTS.
/// Out: chain:      the chain, which is mem itself.
///      mem:        as for sgmcmc_chain_init_f64.
/// In:  settings:   as for sgmcmc_chain_init_f64.
///      dim:        the number of parameters.
///      bytes:      bytes_size bytes at any address, as many as were saved; none are a truncated checkpoint.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sgmcmc_chain_restore_f64(
    chain: *mut *mut sgmcmc_chain_f64,
    mem: *mut c_void,
    mem_size: usize,
    settings: *const sgmcmc_chain_settings,
    dim: usize,
    bytes: *const c_void,
    bytes_size: usize,
) -> sgmcmc_status {
    let (mem, bytes) = ((mem, mem_size), (bytes, bytes_size));
    enter(|call| checkpoint::restore::<f64>(call, chain, mem, settings, dim, bytes))
}
