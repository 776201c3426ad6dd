//! Checkpoints: chains and estimates as bytes that a library on any machine goes on from.

use crate::chain::{Chain, settings_of};
use crate::estimates::{sgmcmc_estimate_settings, sgmcmc_estimates};
use crate::guard::{Call, Vacant};
use crate::made::types::sgmcmc_chain_settings;
use crate::made::types::sgmcmc_checkpoint;
use crate::precision::Precision;
use crate::simd::Ceiling;
use crate::status::sgmcmc_status;
use crate::written::Written;
use core::ffi::c_void;
use core_crate::{ChainSettings, ChainState, Checkpoint, Error, EstimateState, MemoryUnit, built};

/// Writes the estimates into bytes, from which sgmcmc_estimates_restore makes them again, in any build of the library
/// and on any machine: to be merged there, or to go on with the same bits.
#[doc(alias = "sgmcmc_estimates_save")]
pub(crate) fn estimates_save(
    call: &mut Call<'_>,
    estimates: *const sgmcmc_estimates,
    (bytes, size): (*mut c_void, usize),
    needed: *mut usize,
) -> Result<(), Error> {
    built::need(built::CHECKPOINT)?;
    let (state, memory) = call.object::<EstimateState>(estimates)?;
    let out = Written::new(call, (bytes, size), needed)?;
    out.bytes(state.save_size()?, |bytes| state.save(memory, bytes))
}

/// The settings of saved estimates, for which sgmcmc_estimates_size has the memory that they want.
///
/// Returns: SGMCMC_OK; SGMCMC_ERROR_NOT_CHECKPOINT; _CHECKPOINT_VERSION; _CHECKPOINT_LENGTH; _CHECKPOINT_DAMAGED;
///          _CHECKPOINT_CONTENTS.
/// Out: len:   how many numbers a draw has.
/// In:  bytes:    bytes_size bytes, at any address.
#[doc(alias = "sgmcmc_estimates_saved_settings")]
pub(crate) fn estimates_saved_settings(
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

/// Makes the estimates again that sgmcmc_estimates_save wrote.
///
/// Returns: SGMCMC_OK; those of sgmcmc_estimates_saved_settings. After an error nothing was written.
/// In:  bytes: bytes_size bytes, at any address; not read after this call.
#[doc(alias = "sgmcmc_estimates_restore")]
pub(crate) fn estimates_restore(
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

/// Says what a checkpoint is of, once its bytes are known to be whole.
///
/// Returns: SGMCMC_OK; SGMCMC_ERROR_NOT_CHECKPOINT; _CHECKPOINT_VERSION; _CHECKPOINT_LENGTH; _CHECKPOINT_DAMAGED;
///          _CHECKPOINT_CONTENTS.
/// In:  bytes:      bytes_size bytes, at any address; none, as an empty file has, are a truncated checkpoint.
#[doc(alias = "sgmcmc_checkpoint_read")]
pub(crate) fn read(
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

/// Writes a checkpoint: bytes from which sgmcmc_chain_restore_f32 makes the chain again, in this library or in another
/// that knows the format, on any machine.
///
/// All that steps depend on is there but the settings, of which there is a digest, the data, and what callbacks keep for
/// themselves. The bytes are little-endian and the same on every target and in every build, and end with a checksum over
/// them, which finds damage and is no signature. Equal chains are equal bytes. A file that is to survive a power cut is
/// written beside the old one, synchronised, and renamed onto it.
#[doc(alias = "sgmcmc_chain_save_f32")]
pub(crate) fn save<R: Precision>(
    call: &mut Call<'_>,
    chain: *const R::Chain,
    (bytes, size): (*mut c_void, usize),
    needed: *mut usize,
) -> Result<(), Error> {
    built::need(built::CHECKPOINT)?;
    let (chain, memory) = call.object::<Chain<R>>(chain)?;
    let (out, state) = (Written::new(call, (bytes, size), needed)?, chain.image.state());
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

/// Makes the chain of a checkpoint again, which goes on as if nothing had come between: the same bits, counts and
/// moments.
///
/// The settings are those with which the chain was made, or handed over to last, and all that steps depend on must be
/// equal: seed and chain_index have no effect, though chain_index must be in range, since the generators go on from
/// where they are. A centre that was left to the chain is where it was, and a step size that was set while the chain ran
/// is set again. Nothing is written unless all is well.
///
/// Returns: as sgmcmc_chain_init_f32; SGMCMC_ERROR_NOT_CHECKPOINT, _CHECKPOINT_VERSION, _CHECKPOINT_LENGTH,
///          _CHECKPOINT_DAMAGED, _OTHER_PRECISION, _CHECKPOINT_DIM, _CHECKPOINT_SETTINGS, _CHECKPOINT_CONTENTS.
/// In: settings: as for sgmcmc_chain_init_f32.
///     bytes:    bytes_size bytes at any address, as many as were saved; none are a truncated checkpoint.
#[doc(alias = "sgmcmc_chain_restore_f32")]
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
