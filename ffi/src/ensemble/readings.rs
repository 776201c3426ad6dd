//! What is read from ensembles.

use super::{look, sgmcmc_ensemble};
use crate::guard::{Call, Plain};
use crate::made::types::sgmcmc_summary;
use crate::precision::Precision;
use crate::written::Written;
use core::ffi::{c_char, c_void};
use core_crate::{Error, built};

/// What the last round that has ended for all chains has shown of a parameter.
///
/// Returns: SGMCMC_OK; SGMCMC_ERROR_NOT_ESTIMATED before a round has ended; _LENGTH_MISMATCH for a parameter that is none.
/// In:  parameter: which, from 0.
#[doc(alias = "sgmcmc_ensemble_summary")]
pub(crate) fn summarize(
    call: &mut Call<'_>,
    summary: *mut sgmcmc_summary,
    ensemble: *const sgmcmc_ensemble,
    parameter: usize,
) -> Result<(), Error> {
    left_out!();
    let (chains, memory) = look(call, ensemble)?;
    let out = call.output_struct(summary)?;
    out.write(either!(chains, |ensemble| ensemble.summary(memory, parameter)?).into());
    Ok(())
}

/// Writes all that an ensemble says for people, in lines of at most 100 columns, and a closing zero: a table with a row for
/// every parameter, how the chains agree, and a sentence for each thing that a chain sees to be doubted.
///
/// In:  names:      name_count strings with closing zeros, what the first parameters are called, in UTF-8; of more than 15
///                  letters only those are shown. What is NULL or no UTF-8 is called theta[i]; so are
///                  those behind the last. Without line breaks.
///      name_count: 0 for none.
#[doc(alias = "sgmcmc_ensemble_text")]
pub(crate) fn write_text(
    call: &mut Call<'_>,
    (text, size): (*mut c_char, usize),
    needed: *mut usize,
    ensemble: *const sgmcmc_ensemble,
    (names, name_count): (*const *const c_char, usize),
) -> Result<(), Error> {
    left_out!();
    let text = Written::new(call, (text, size), needed)?;
    let (chains, memory) = look(call, ensemble)?;
    let names = call.names(names, name_count)?;
    either!(chains, |ensemble| text.text(|bytes| ensemble.write_bytes(memory, &|i| names.get(i), bytes)))
}

/// Writes an ensemble as bytes, from which sgmcmc_ensemble_restore_f64, or its twin, makes it again on any machine; their
/// number is another one after further steps.
///
/// All that draws depend on is there but the settings, of which there is a digest, and the model. The bytes are the same on
/// every target, and end with a checksum. A file that is to survive a power cut is written beside the old one, synchronised,
/// and renamed onto it.
#[doc(alias = "sgmcmc_ensemble_save")]
pub(crate) fn save(
    call: &mut Call<'_>,
    ensemble: *const sgmcmc_ensemble,
    (bytes, size): (*mut c_void, usize),
    needed: *mut usize,
) -> Result<(), Error> {
    left_out!();
    let out = Written::new(call, (bytes, size), needed)?;
    let (chains, memory) = look(call, ensemble)?;
    either!(chains, |ensemble| out.bytes(ensemble.save_size(memory)?, |bytes| ensemble.save(memory, bytes)))
}

/// Where the draws are: in the ensemble's memory, until a chain advances or the memory is written or moved.
///
/// Returns: SGMCMC_OK; SGMCMC_ERROR_NOT_ESTIMATED before a round has ended for all chains, and while another one is running;
///          _OTHER_PRECISION.
/// Out: draws:      rows of dim numbers, a draw each: all of the first chain, then all of the second, and so on.
///      draw_count: how many draws each chain has: draw_count of the settings; may be NULL.
#[doc(alias = "sgmcmc_ensemble_draws_f32")]
pub(crate) fn draws<R: Precision + Plain>(
    call: &mut Call<'_>,
    draws: *mut *const R,
    draw_count: *mut usize,
    ensemble: *const sgmcmc_ensemble,
) -> Result<(), Error> {
    left_out!();
    let (chains, memory) = look(call, ensemble)?;
    let (out, count) = (call.output_value(draws)?, call.optional_output(draw_count)?);
    let stored = chains.of::<R>()?.draws(memory)?;
    *out = stored.draws.as_ptr();
    count
        .into_iter()
        .for_each(|out| *out = stored.draws.len().checked_div(stored.chain_count * stored.dim).unwrap_or(0));
    Ok(())
}
