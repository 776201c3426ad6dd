//! The health of a run: looks at a chain, and a report of what is wrong and what to change.

use crate::chain::Chain;
use crate::guard::{Call, Kind, Object, enter};
use crate::made::types::{sgmcmc_health_report, sgmcmc_health_settings, sgmcmc_pilot_report};
use crate::precision::Precision;
use crate::status::sgmcmc_status;
use crate::written::Written;
use core::ffi::{c_char, c_void};
use core_crate::{Error, Health, HealthReport};

/// What looks at one chain have found, in caller memory of constant size. Both precisions share it.
pub struct sgmcmc_health;

impl Kind for Health {
    type Opaque = sgmcmc_health;
    const NAME: [u8; 4] = *b"sgHE";
    const FIELDS_SIZE: usize = size_of::<[u64; 423]>();
}

/// Sets every field to its default, and struct_size.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sgmcmc_health_settings_init(
    settings: *mut sgmcmc_health_settings,
    struct_size: usize,
) -> sgmcmc_status {
    enter(|call| call.init_default(settings, struct_size))
}

/// Bytes of memory that the health of a run takes, a multiple of sgmcmc_align().
#[unsafe(no_mangle)]
pub extern "C" fn sgmcmc_health_size() -> usize {
    size_of::<Object<Health>>()
}

/// Begins to keep the health of a chain, of which nothing has been seen yet.
///
/// Returns: SGMCMC_OK; SGMCMC_ERROR_NOT_BUILT; _MEMORY_TOO_SMALL; refuses window and tolerance.
/// Out: health:   the health, which is mem itself.
///      mem:      mem_size bytes, at least sgmcmc_health_size(), aligned to sgmcmc_align(); any content. It stays the
///                caller's: there is nothing to free.
/// In:  settings: not read after this call; may be NULL, for the defaults.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sgmcmc_health_init(
    health: *mut *mut sgmcmc_health,
    mem: *mut c_void,
    mem_size: usize,
    settings: *const sgmcmc_health_settings,
) -> sgmcmc_status {
    enter(|call| init(call, health, (mem, mem_size), settings))
}

/// Writes an English sentence for every finding, which says what is wrong and what to change, each on a line of its own,
/// and a closing zero. It is ASCII.
///
/// Returns: SGMCMC_OK; SGMCMC_ERROR_MEMORY_TOO_SMALL.
/// Out: text:   size bytes, at least as many as needed, of which those are written; NULL with a size of 0 asks for
///              needed alone.
///      needed: the bytes of the text with its zero; may be NULL where text is not. After SGMCMC_ERROR_MEMORY_TOO_SMALL
///              it is as it was: ask with a NULL text first.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sgmcmc_health_text(
    text: *mut c_char,
    size: usize,
    needed: *mut usize,
    report: *const sgmcmc_health_report,
) -> sgmcmc_status {
    enter(|call| write_text(call, (text, size), needed, report))
}

fn init(
    call: &mut Call<'_>,
    health: *mut *mut sgmcmc_health,
    (mem, mem_size): (*mut c_void, usize),
    settings: *const sgmcmc_health_settings,
) -> Result<(), Error> {
    let out = call.output_value(health)?;
    let given = call.input_struct_or_default(settings)?;
    let made = Health::new(&given.core()?)?;
    let (vacant, _) = call.place::<Health>(mem, mem_size, 0)?;
    *out = vacant.fill(|object| *object = made);
    Ok(())
}

fn report_of(call: &mut Call<'_>, report: *const sgmcmc_health_report) -> Result<HealthReport, Error> {
    let mut given = sgmcmc_health_report::default();
    call.input_struct(&mut given, report)?;
    given.core()
}

fn write_text(
    call: &mut Call<'_>,
    text: (*mut c_char, usize),
    needed: *mut usize,
    report: *const sgmcmc_health_report,
) -> Result<(), Error> {
    let text = Written::new(call, text, needed)?;
    let report = report_of(call, report)?;
    text.text(|bytes| report.write_bytes(bytes))
}

/// `sgmcmc_health_look_f32` or `_f64`.
pub(crate) fn look<R: Precision>(
    call: &mut Call<'_>,
    chain: *const R::Chain,
    health: *mut sgmcmc_health,
) -> Result<(), Error> {
    let (chain, memory) = call.object::<Chain<R>>(chain)?;
    let (health, _) = call.object_mut::<Health>(health)?;
    health.look(&chain.image().state(), memory, None)
}

/// `sgmcmc_health_report_f32` or `_f64`.
pub(crate) fn report<R: Precision>(
    call: &mut Call<'_>,
    (chain, health): (*const R::Chain, *const sgmcmc_health),
    report: *mut sgmcmc_health_report,
    pilot: *const sgmcmc_pilot_report,
    r_hat: f64,
) -> Result<(), Error> {
    let (chain, _) = call.object::<Chain<R>>(chain)?;
    let (health, _) = call.object::<Health>(health)?;
    let pilot = call.input_struct_or_default(pilot)?.core()?;
    let out = call.output_struct(report)?;
    out.write(health.report(&chain.image().state(), Some(&pilot), Some(r_hat))?.into());
    Ok(())
}
