//! Pilots: looks at a chain's model before a run.

use crate::chain::{Chain, with_model_and_own_step};
use crate::guard::{Call, Growing, enter};
use crate::made::types::{sgmcmc_pilot_report, sgmcmc_pilot_settings};
use crate::precision::Precision;
use crate::status::sgmcmc_status;
use crate::written::Written;
use core::ffi::{c_char, c_void};
use core_crate::{Error, MemoryUnit, PilotReport, PilotSettings};

/// Sets every field to its default, and struct_size.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sgmcmc_pilot_settings_init(
    settings: *mut sgmcmc_pilot_settings,
    struct_size: usize,
) -> sgmcmc_status {
    enter(|call| call.init_default(settings, struct_size))
}

/// By how much the largest variance is off at a step size, as a share; infinity where one but a lattice walk is
/// unstable.
///
/// In:  step_size: any.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sgmcmc_pilot_inflation(
    inflation: *mut f64,
    report: *const sgmcmc_pilot_report,
    step_size: f64,
) -> sgmcmc_status {
    enter(|call| inflation_of(call, inflation, report, step_size))
}

/// Writes an English sentence for every finding, each on a line of its own, and a closing zero. It is ASCII.
///
/// Returns: SGMCMC_OK; SGMCMC_ERROR_MEMORY_TOO_SMALL.
/// Out: text:   size bytes, at least as many as needed, of which those are written; NULL with a size of 0 asks for
///              needed alone.
///      needed: the bytes of the text with its zero; may be NULL where text is not. After SGMCMC_ERROR_MEMORY_TOO_SMALL
///              it is as it was: ask with a NULL text first.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sgmcmc_pilot_text(
    text: *mut c_char,
    size: usize,
    needed: *mut usize,
    report: *const sgmcmc_pilot_report,
) -> sgmcmc_status {
    enter(|call| write_text(call, (text, size), needed, report))
}

fn report_of(call: &mut Call<'_>, report: *const sgmcmc_pilot_report) -> Result<PilotReport, Error> {
    let mut given = sgmcmc_pilot_report::default();
    call.input_struct(&mut given, report)?;
    given.core()
}

fn inflation_of(
    call: &mut Call<'_>,
    inflation: *mut f64,
    report: *const sgmcmc_pilot_report,
    step_size: f64,
) -> Result<(), Error> {
    let out = call.output_value(inflation)?;
    *out = report_of(call, report)?.inflation_at(step_size);
    Ok(())
}

fn write_text(
    call: &mut Call<'_>,
    text: (*mut c_char, usize),
    needed: *mut usize,
    report: *const sgmcmc_pilot_report,
) -> Result<(), Error> {
    let text = Written::new(call, text, needed)?;
    let report = report_of(call, report)?;
    text.text(|bytes| report.write_bytes(bytes))
}

fn settings_of(call: &mut Call<'_>, settings: *const sgmcmc_pilot_settings) -> Result<PilotSettings, Error> {
    call.input_struct_or_default(settings)?.core()
}

/// `sgmcmc_pilot_size_f32` or `_f64`.
pub(crate) fn size<R: Precision>(
    call: &mut Call<'_>,
    chain: *const R::Chain,
    size: *mut usize,
    settings: *const sgmcmc_pilot_settings,
) -> Result<(), Error> {
    let (chain, _) = call.object::<Chain<R>>(chain)?;
    let size = call.output_value(size)?;
    let settings = settings_of(call, settings)?;
    let len = settings.memory_len(&chain.image().state())?;
    *size = len.checked_mul(size_of::<MemoryUnit>()).ok_or(Error::LengthTooLarge)?;
    Ok(())
}

/// The fields of a `sgmcmc_pilot_options_f32` or `_f64`.
pub(crate) struct Options<R> {
    pub(crate) settings: *const sgmcmc_pilot_settings,
    pub(crate) theta: *const R,
    /// The variance and the covariance, NULL where they are not wanted.
    pub(crate) vectors: [*mut f64; 2],
    pub(crate) dim: usize,
}

/// `sgmcmc_pilot_look_f32` or `_f64`.
pub(crate) fn look<R: Precision, O: Growing + Into<Options<R>>>(
    call: &mut Call<'_>,
    chain: *mut R::Chain,
    (report, callback_code): (*mut sgmcmc_pilot_report, *mut i32),
    (mem, mem_size): (*mut c_void, usize),
    options: *const O,
    model: *const R::Model,
) -> Result<(), Error> {
    let report = call.output_struct(report)?;
    let Options { settings, theta, vectors: [variance, covariance], dim } =
        call.input_struct_or_default(options)?.into();
    let settings = settings_of(call, settings)?;
    let has_vectors = !(theta.is_null() && variance.is_null() && covariance.is_null());
    let variance = if variance.is_null() { None } else { Some(call.output(variance, dim)?) };
    let covariance = if covariance.is_null() {
        None
    } else {
        Some(call.output(covariance, dim.checked_mul(dim).ok_or(Error::LengthTooLarge)?)?)
    };
    if covariance.is_some() && !settings.covariance {
        return Err(Error::NotEstimated);
    }
    let theta = if theta.is_null() { None } else { Some(call.input(theta, dim)?) };
    let room = call.scratch(mem, mem_size, mem_size / size_of::<MemoryUnit>())?;
    with_model_and_own_step::<R>(call, chain, callback_code, model, true, |image, memory, host| {
        let state = &image.state();
        if dim != state.dim() && (has_vectors || dim != 0) {
            return Err(Error::LengthMismatch.into());
        }
        let seen = settings.look(state, memory, theta, room, host)?;
        variance.into_iter().flatten().zip(seen.variance).for_each(|(out, x)| *out = *x);
        covariance.into_iter().flatten().zip(seen.covariance).for_each(|(out, x)| *out = *x);
        report.write(seen.report.into());
        Ok(())
    })
}

/// `sgmcmc_chain_warm_up_f32` or `_f64`.
pub(crate) fn warm_up<R: Precision>(
    call: &mut Call<'_>,
    chain: *mut R::Chain,
    callback_code: *mut i32,
    (mem, mem_size): (*mut c_void, usize),
    step_count: u64,
    (settings, model): (*const sgmcmc_pilot_settings, *const R::Model),
) -> Result<(), Error> {
    let settings = settings_of(call, settings)?;
    let room = call.scratch(mem, mem_size, mem_size / size_of::<MemoryUnit>())?;
    with_model_and_own_step::<R>(call, chain, callback_code, model, true, |image, memory, host| {
        image.warm_up(&settings, memory, room, step_count, host)
    })
}
