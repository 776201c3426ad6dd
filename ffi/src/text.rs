//! A chain's settings as text, and back.

use crate::chain::settings_of;
use crate::guard::{Call, enter};
use crate::made::types::sgmcmc_chain_settings;
use crate::made::types::sgmcmc_schedule_kind;
use crate::simd::Ceiling;
use crate::status::sgmcmc_status;
use crate::written::Written;
use core::ffi::c_char;
use core_crate::schedule::Schedule;
use core_crate::{ChainSettings, Error, Sampler, built};

/// The kind of a step size that is left out.
const LEFT_OUT_KIND: i32 = sgmcmc_schedule_kind::SGMCMC_SCHEDULE_CONSTANT as i32;

/// Writes every setting in force, defaults too, as a line of key = value, and a closing zero: a record of a run, of
/// which sgmcmc_settings_read makes the same settings, in a program of any language. It is ASCII.
/// docs/src/saving.md says what the lines are.
///
/// Returns: SGMCMC_OK; a status for each pointer, enum and flag of the settings that is none, and for a setting that
///          its kind does not use. Numbers outside their ranges are not refused here.
/// In:  settings: the chain's settings, with their vectors.
///      dim:      the number of parameters, at least 1, though only vectors depend on it.
#[doc(alias = "sgmcmc_settings_text")]
pub(crate) fn write_text(
    call: &mut Call<'_>,
    (text, size): (*mut c_char, usize),
    needed: *mut usize,
    settings: *const sgmcmc_chain_settings,
    dim: usize,
) -> Result<(), sgmcmc_status> {
    let text = Written::new(call, (text, size), needed)?;
    built::need(built::SETTINGS_TEXT)?;
    if dim == 0 {
        return Err(Error::LengthZero.into());
    }
    let mut blocks = None;
    let settings = settings_of(call, settings, dim, &mut blocks);
    let (settings, _) = settings.as_ref().map_err(|error| *error)?;
    Ok(text.text(|bytes| settings.write_bytes(bytes))?)
}

/// Sets what the lines of a text name. Lines that are empty or begin with # are passed over, spaces around key and value
/// too; of two lines with one key the later counts. A number has at most 38 digits, and is neither so large that it
/// would be infinite nor so small that it would be 0.
///
/// A line that changes a kind gives what goes with the new kind its defaults, and what went with the old one is
/// forgotten. A number without a default is refused by whatever takes the settings until its own line sets it; so is one
/// that a new schedule multiplies.
///
/// Vectors and blocks are those that the settings use. A line with another length or fingerprint than theirs is refused,
/// and so is, as a NULL pointer, a kind with vectors that the settings do not use yet. What the settings are to each
/// other is checked where a chain is made of them.
///
/// Returns: SGMCMC_OK; SGMCMC_ERROR_SETTINGS_LINE for a line without = or without a key, _SETTINGS_KEY for a key that no
///          setting has, or none that goes with the kinds above it, _SETTINGS_VALUE; _STRUCT_SIZE for settings that are
///          shorter than this library's, which could not hold all that a line may set; as sgmcmc_settings_text.
/// In/out: settings: the settings that the lines change, as for a chain.
/// Out:    line:     the number of the line, from 1 on, that a status of a line is about, and else 0; written after
///                   errors, too, but for SGMCMC_ERROR_OVERLAP; may be NULL.
/// In:     text:     text_len bytes, without a closing zero; may be NULL for none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sgmcmc_settings_read(
    settings: *mut sgmcmc_chain_settings,
    line: *mut usize,
    text: *const c_char,
    text_len: usize,
    dim: usize,
) -> sgmcmc_status {
    let mut at = 0;
    let mut changed = Err(Error::NullPointer.into());
    enter(|call| {
        changed = read(call, settings, (line, &mut at), (text, text_len), dim);
        Ok::<(), Error>(())
    });
    enter(|call| write_settings(call, settings, (line, at), (text, text_len), &changed, dim))
}

/// The settings with what the lines of the text set in them.
fn read(
    call: &mut Call<'_>,
    settings: *const sgmcmc_chain_settings,
    (place, line): (*mut usize, &mut usize),
    (text, text_len): (*const c_char, usize),
    dim: usize,
) -> Result<sgmcmc_chain_settings, sgmcmc_status> {
    built::need(built::SETTINGS_TEXT)?;
    if dim == 0 {
        return Err(Error::LengthZero.into());
    }
    // Written later, if it is apart from all that is read here.
    call.optional_output(place)?;
    let text = call.input_or_empty(text.cast::<u8>(), text_len)?;
    let mut base = sgmcmc_chain_settings::default();
    call.input_struct(&mut base, settings)?;
    Ceiling::of(&base)?;
    let mut blocks = None;
    let core = base.core_settings(call, dim, &mut blocks)?;
    let read = ChainSettings::read(text, &core).map_err(|wrong| {
        *line = wrong.line;
        wrong.error
    })?;
    let mut settings = sgmcmc_chain_settings::DEFAULT;
    settings.set(&read, &base)?;
    // One of the host's is as one that is left out, which may be said later.
    if let Sampler::Rule(rule) = &read.sampler
        && rule.step_size == Schedule::CALLBACK
    {
        settings.sampler.step_size.kind = LEFT_OUT_KIND;
        settings.sampler.step_size.value = 0.0;
    }
    Ok(settings)
}

/// Writes what [`read`] made to where the settings came from: another call of the guard's than that.
fn write_settings(
    call: &mut Call<'_>,
    settings: *mut sgmcmc_chain_settings,
    (place, line): (*mut usize, usize),
    (text, text_len): (*const c_char, usize),
    changed: &Result<sgmcmc_chain_settings, sgmcmc_status>,
    dim: usize,
) -> Result<(), sgmcmc_status> {
    let place = call.optional_output(place)?;
    let slot = call.output_whole_struct(settings).map_err(sgmcmc_status::from);
    // A kind that a line has chosen has its vectors, and nothing is written over the text, or over the vectors and
    // blocks that the settings still point to.
    let text = call.input_or_empty(text.cast::<u8>(), text_len).map_err(sgmcmc_status::from);
    let checked = changed.as_ref().map_err(|error| *error);
    let checked = checked.and_then(|changed| changed.core_settings(call, dim, &mut None).map(drop));
    let errors = [slot.as_ref().err(), text.as_ref().err(), checked.as_ref().err()];
    if errors.contains(&Some(&Error::Overlap.into())) {
        return Err(Error::Overlap.into());
    }
    if let Some(place) = place {
        *place = line;
    }
    checked?;
    let (slot, _) = (slot?, text?);
    slot.write((*changed)?);
    Ok(())
}
