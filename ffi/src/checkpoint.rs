//! Checkpoints: chains and estimates as bytes that a library on any machine goes on from.

use crate::chain::{Chain, settings_of};
use crate::estimates::{sgmcmc_estimate_settings, sgmcmc_estimates};
use crate::guard::{Call, Vacant, enter};
use crate::made::types::sgmcmc_chain_settings;
use crate::made::types::sgmcmc_checkpoint;
use crate::precision::Precision;
use crate::simd::Ceiling;
use crate::status::sgmcmc_status;
use crate::written::Written;
use core::ffi::c_void;
use core_crate::{ChainSettings, ChainState, Checkpoint, Error, EstimateState, MemoryUnit, built};

/// Says what a checkpoint is of, once its bytes are known to be whole.
///
/// Returns: SGMCMC_OK; SGMCMC_ERROR_NOT_CHECKPOINT; _CHECKPOINT_VERSION; _CHECKPOINT_LENGTH; _CHECKPOINT_DAMAGED;
///          _CHECKPOINT_CONTENTS.
/// Out: checkpoint: struct_size bytes, with struct_size set by the caller.
/// In:  bytes:      bytes_size bytes, at any address; none, as an empty file has, are a truncated checkpoint.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sgmcmc_checkpoint_read(
    checkpoint: *mut sgmcmc_checkpoint,
    bytes: *const c_void,
    bytes_size: usize,
) -> sgmcmc_status {
    enter(|call| read(call, checkpoint, bytes, bytes_size))
}

/// Writes the estimates into bytes, from which sgmcmc_estimates_restore makes them again, in any build of the library
/// and on any machine: to be merged there, or to go on with the same bits.
///
/// Returns: SGMCMC_OK; SGMCMC_ERROR_MEMORY_TOO_SMALL.
/// Out: bytes:  size bytes, at any address, at least as many as needed, of which those are written; NULL with a size of 0
///              asks for needed alone.
///      needed: the bytes that are saved, always the same for equal settings; may be NULL where bytes is not.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sgmcmc_estimates_save(
    estimates: *const sgmcmc_estimates,
    bytes: *mut c_void,
    size: usize,
    needed: *mut usize,
) -> sgmcmc_status {
    enter(|call| estimates_save(call, estimates, (bytes, size), needed))
}

/// The settings of saved estimates, for which sgmcmc_estimates_size has the memory that they want.
///
/// Returns: SGMCMC_OK; SGMCMC_ERROR_NOT_CHECKPOINT; _CHECKPOINT_VERSION; _CHECKPOINT_LENGTH; _CHECKPOINT_DAMAGED;
///          _CHECKPOINT_CONTENTS.
/// Out: settings: the settings: struct_size bytes, with struct_size set by the caller.
///      len:      how many numbers a draw has.
/// In:  bytes:    bytes_size bytes, at any address.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sgmcmc_estimates_saved_settings(
    settings: *mut sgmcmc_estimate_settings,
    len: *mut usize,
    bytes: *const c_void,
    bytes_size: usize,
) -> sgmcmc_status {
    enter(|call| estimates_saved_settings(call, settings, len, bytes, bytes_size))
}

/// Makes the estimates again that sgmcmc_estimates_save wrote.
///
/// Returns: SGMCMC_OK; those of sgmcmc_estimates_saved_settings; SGMCMC_ERROR_MEMORY_TOO_SMALL, . After an error nothing
///          was written.
/// Out: estimates: the estimates, which are mem itself.
///      mem:       mem_size bytes, as for sgmcmc_estimates_init.
/// In:  bytes:     bytes_size bytes, at any address; not read after this call.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sgmcmc_estimates_restore(
    estimates: *mut *mut sgmcmc_estimates,
    mem: *mut c_void,
    mem_size: usize,
    bytes: *const c_void,
    bytes_size: usize,
) -> sgmcmc_status {
    enter(|call| estimates_restore(call, estimates, (mem, mem_size), (bytes, bytes_size)))
}

fn estimates_save(
    call: &mut Call<'_>,
    estimates: *const sgmcmc_estimates,
    bytes: (*mut c_void, usize),
    needed: *mut usize,
) -> Result<(), Error> {
    built::need(built::CHECKPOINT)?;
    let (state, memory) = call.object::<EstimateState>(estimates)?;
    let out = Written::new(call, bytes, needed)?;
    out.bytes(state.save_size()?, |bytes| state.save(memory, bytes))
}

fn estimates_saved_settings(
    call: &mut Call<'_>,
    settings: *mut sgmcmc_estimate_settings,
    len: *mut usize,
    bytes: *const c_void,
    bytes_size: usize,
) -> Result<(), Error> {
    let (out, out_len) = (call.output_struct(settings)?, call.output_value(len)?);
    let saved = EstimateState::saved_settings(call.input_or_empty(bytes.cast::<u8>(), bytes_size)?)?;
    *out_len = saved.len;
    out.write(saved.into());
    Ok(())
}

fn estimates_restore(
    call: &mut Call<'_>,
    estimates: *mut *mut sgmcmc_estimates,
    (mem, mem_size): (*mut c_void, usize),
    (bytes, bytes_size): (*const c_void, usize),
) -> Result<(), Error> {
    let out = call.output_value(estimates)?;
    let bytes = call.input_or_empty(bytes.cast::<u8>(), bytes_size)?;
    let units = EstimateState::saved_settings(bytes)?.memory_len()?;
    let (vacant, blocks) = call.place::<EstimateState>(mem, mem_size, units)?;
    let state = EstimateState::restore(bytes, blocks)?;
    *out = vacant.fill(|object| *object = state);
    Ok(())
}

fn read(
    call: &mut Call<'_>,
    checkpoint: *mut sgmcmc_checkpoint,
    bytes: *const c_void,
    bytes_size: usize,
) -> Result<(), Error> {
    let out = call.output_struct(checkpoint)?;
    let bytes = call.input_or_empty(bytes.cast::<u8>(), bytes_size)?;
    out.write(Checkpoint::read(bytes)?.into());
    Ok(())
}

pub(crate) fn save<R: Precision>(
    call: &mut Call<'_>,
    chain: *const R::Chain,
    bytes: (*mut c_void, usize),
    needed: *mut usize,
) -> Result<(), Error> {
    built::need(built::CHECKPOINT)?;
    let (chain, memory) = call.object::<Chain<R>>(chain)?;
    let (out, state) = (Written::new(call, bytes, needed)?, chain.image.state());
    out.bytes(state.save_size(), |bytes| state.save(memory, bytes))
}

impl<R: Precision> Chain<R> {
    // As for `make`.
    #[inline(never)]
    fn restore(
        (vacant, blocks): (Vacant<'_, Self>, &mut [MemoryUnit]),
        (settings, simd): &(ChainSettings<'_>, Ceiling),
        dim: usize,
        bytes: &[u8],
    ) -> Result<*mut R::Chain, Error> {
        ChainState::restore_with(settings, dim, bytes, blocks, |state| {
            vacant.fill(|chain| {
                chain.image.set(state);
                chain.know(settings, *simd);
                if state.has_own_step_size() {
                    chain.needs = chain.needs.without_step_size();
                }
            })
        })
    }
}

pub(crate) fn restore<R: Precision>(
    call: &mut Call<'_>,
    chain: *mut *mut R::Chain,
    (mem, mem_size): (*mut c_void, usize),
    settings: *const sgmcmc_chain_settings,
    dim: usize,
    (bytes, bytes_size): (*const c_void, usize),
) -> Result<(), sgmcmc_status> {
    let out = call.output_value(chain)?;
    let mut blocks = None;
    let bytes = call.input_or_empty(bytes.cast::<u8>(), bytes_size)?;
    let settings = settings_of(call, settings, dim, &mut blocks);
    let settings = settings.as_ref().map_err(|error| *error)?;
    let place = call.place::<Chain<R>>(mem, mem_size, settings.0.memory_len::<R>(dim)?)?;
    *out = Chain::restore(place, settings, dim, bytes)?;
    Ok(())
}
