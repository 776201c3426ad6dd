//! Schedules by themselves.

use crate::given::Given;
use crate::guard::{Call, refuse_unused};
use crate::made::types::sgmcmc_schedule;
use crate::status::{Owner, sgmcmc_status};
use core::ffi::c_void;
use core_crate::Error;
use core_crate::schedule::Shape;

/// A host's step size or temperature, under SGMCMC_SCHEDULE_CALLBACK, or a step size that is left out.
///
/// Returns: 0 when all is well; 1 when there is none, and the step is refused; any other number stops the chain and is
///          handed back.
/// Out: value: one number. A step size is positive, a temperature at least 0; others are refused, as is writing none.
/// In:  k:     the step or epoch, from 0.
pub type sgmcmc_scheduled = Option<unsafe extern "C" fn(user: *mut c_void, value: *mut f64, k: u64) -> i32>;

/// Sets every field to its default, and value, which has none, to NaN, which is refused until it is set. For a schedule
/// that stands alone: those of sgmcmc_chain_settings have their defaults from its _init, a value of 0 and of 1, which
/// this would undo.
#[doc(alias = "sgmcmc_schedule_init")]
pub(crate) fn init(
    call: &mut Call<'_>,
    schedule: *mut sgmcmc_schedule,
    struct_size: usize,
) -> Result<(), Error> {
    let slot = call.init_whole(schedule, struct_size)?;
    slot.write_element(sgmcmc_schedule { value: f64::NAN, ..sgmcmc_schedule::DEFAULT });
    Ok(())
}

/// What a schedule says at k, for hosts that own their loop: the bits of a chain's.
///
/// Returns: SGMCMC_OK; refuses fields of the schedule, and SGMCMC_SCHEDULE_CALLBACK as its kind.
/// Out: explores: 1 in the exploring part of a cycle, else 0; may be NULL.
/// In:  k:        the step or epoch, from 0.
#[doc(alias = "sgmcmc_schedule_at")]
pub(crate) fn at(
    call: &mut Call<'_>,
    value: *mut f64,
    explores: *mut i32,
    schedule: *const sgmcmc_schedule,
    k: u64,
) -> Result<(), sgmcmc_status> {
    let (value, explores) = (call.output_value(value)?, call.optional_output(explores)?);
    let given = call.input_element(schedule)?;
    let core = given.core(&mut Given::Unread)?;
    if core.shape == Shape::Callback {
        return Err(Error::ScheduleKind.into());
    }
    let mut used = sgmcmc_schedule::DEFAULT;
    used.set(&core, &given)?;
    refuse_unused(&given, &used, &sgmcmc_schedule::DEFAULT, Owner::Schedule)?;
    core.check_temperature()?;
    *value = core.at(k).ok_or(Error::ScheduleKind)?;
    if let Some(explores) = explores {
        *explores = i32::from(core.explores(k));
    }
    Ok(())
}
