//! The health of a run: looks at a chain, and a report of what is wrong and what to change.

use crate::chain::Chain;
use crate::guard::{Call, Kind, Object};
use crate::made::types::{sgmcmc_health_report, sgmcmc_health_settings, sgmcmc_pilot_report};
use crate::precision::Precision;
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

/// Bytes of memory that the health of a run takes, a multiple of sgmcmc_align().
#[unsafe(no_mangle)]
pub extern "C" fn sgmcmc_health_size() -> usize {
    size_of::<Object<Health>>()
}

/// Begins to keep the health of a chain, of which nothing has been seen yet.
///
/// Returns: SGMCMC_OK; SGMCMC_ERROR_NOT_BUILT; _MEMORY_TOO_SMALL; refuses window and tolerance.
/// In:  settings: not read after this call; may be NULL, for the defaults.
#[doc(alias = "sgmcmc_health_init")]
pub(crate) fn init(
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

/// Writes an English sentence for every finding, which says what is wrong and what to change, each on a line of its own,
/// and a closing zero. It is ASCII.
#[doc(alias = "sgmcmc_health_text")]
pub(crate) fn write_text(
    call: &mut Call<'_>,
    (text, size): (*mut c_char, usize),
    needed: *mut usize,
    report: *const sgmcmc_health_report,
) -> Result<(), Error> {
    let text = Written::new(call, (text, size), needed)?;
    let report = report_of(call, report)?;
    text.text(|bytes| report.write_bytes(bytes))
}

/// Looks at a chain after a step of a host's own loop, the same chain every time, at steps that grow. Norms are not
/// known then, and neither is the heat of a rule without a velocity, or of SGMCMC_RULE_ABOBA and SGMCMC_RULE_BAOAB.
///
/// Returns: SGMCMC_OK; SGMCMC_ERROR_HEALTH_CHAIN; _NOT_BUILT. After an error nothing was taken in.
/// In/out: health: the chain's health.
#[doc(alias = "sgmcmc_health_look_f32")]
pub(crate) fn look<R: Precision>(
    call: &mut Call<'_>,
    chain: *const R::Chain,
    health: *mut sgmcmc_health,
) -> Result<(), Error> {
    let (chain, memory) = call.object::<Chain<R>>(chain)?;
    let (health, _) = call.object_mut::<Health>(health)?;
    health.look(&chain.image().state(), memory, None)
}

/// What is wrong with a run, and what to change: see sgmcmc_health_report and sgmcmc_health_text.
///
/// Returns: SGMCMC_OK; SGMCMC_ERROR_HEALTH_CHAIN for another chain than the one that was looked at.
/// In:  health: its health.
///      pilot:  of a pilot at the chain's place, which tells the gradient's noise from too large a step; may be NULL.
///      r_hat:  R-hat of several chains, as sgmcmc_r_hat or sgmcmc_summary_f32 have it; NaN where it is not known.
#[doc(alias = "sgmcmc_health_report_f32")]
pub(crate) fn report<R: Precision>(
    call: &mut Call<'_>,
    chain: *const R::Chain,
    report: *mut sgmcmc_health_report,
    health: *const sgmcmc_health,
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
