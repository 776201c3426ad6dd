//! Schedules as a struct that can grow.
#![allow(unsafe_op_in_unsafe_fn, reason = "a shim passes its pointers on to a `Call`, and follows none")]

use crate::guard::{Call, enter, refuse_unused};
use crate::made::types::sgmcmc_schedule_kind;
use crate::status::{Owner, sgmcmc_status};
use core::ffi::c_void;
use core::mem::offset_of;
use core_crate::schedule::Schedule;
use core_crate::{Error, built};

/// How a step size or a temperature changes with k, the count of steps or epochs from 0: a factor of the setting that
/// it goes with, max(s(k), floor) * min(1, (k + 1) / warm_up) with s(k) by kind. Call sgmcmc_schedule_init first.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct sgmcmc_schedule {
    /// sizeof(sgmcmc_schedule) of the caller's header, set by sgmcmc_schedule_init.
    pub struct_size: usize,
    /// enum sgmcmc_schedule_kind. Default SGMCMC_SCHEDULE_CONSTANT.
    pub kind: i32,
    /// 0: room for a later field.
    pub reserved: i32,
    /// Polynomial: b, positive. Default 1.
    pub offset: f64,
    /// Polynomial: gamma, above 0.5 and at most 1. Default 0.55.
    pub exponent: f64,
    /// Step decay: above 0 and at most 1. Default 0.5.
    pub factor: f64,
    /// Step decay: at least 1, counted as k is. No default: must be set.
    pub period: u64,
    /// Cyclical: at least 1, counted as k is; see sgmcmc_cycle_len. No default: must be set.
    pub cycle_len: u64,
    /// Cyclical: the first part of each cycle, in which the temperature is 0 and no draw is kept, at least 0 and at
    /// most 1 - 1 / cycle_len. Default 0.
    pub exploration: f64,
    /// All but the callback, where it must be 0: once warm, the factor is never below this, at least 0 and below 1.
    /// Default 0: none.
    pub floor: f64,
    /// All but the callback, where it must be 0: the first warm_up factors are multiplied by (k + 1) / warm_up, counted
    /// as k is, the floor included. Default 0: none.
    pub warm_up: u64,
}

/// No padding at the end, where a later field would be invisible to this library.
const _: () =
    assert!(offset_of!(sgmcmc_schedule, warm_up) + size_of::<u64>() == size_of::<sgmcmc_schedule>());

impl Default for sgmcmc_schedule {
    fn default() -> Self {
        Self {
            struct_size: size_of::<Self>(),
            kind: sgmcmc_schedule_kind::SGMCMC_SCHEDULE_CONSTANT as i32,
            reserved: 0,
            offset: 1.0,
            exponent: 0.55,
            factor: 0.5,
            period: 0,
            cycle_len: 0,
            exploration: 0.0,
            floor: 0.0,
            warm_up: 0,
        }
    }
}

impl sgmcmc_schedule {
    /// The core's schedule of a setting. Only the enum is checked here, and that what it does not use has its default.
    pub(crate) fn core_schedule(&self, setting: f64) -> Result<Schedule, sgmcmc_status> {
        let schedule = match sgmcmc_schedule_kind::from_number(self.kind)? {
            sgmcmc_schedule_kind::SGMCMC_SCHEDULE_CONSTANT => Schedule::constant(setting),
            sgmcmc_schedule_kind::SGMCMC_SCHEDULE_POLYNOMIAL
            | sgmcmc_schedule_kind::SGMCMC_SCHEDULE_STEP_DECAY
            | sgmcmc_schedule_kind::SGMCMC_SCHEDULE_CYCLICAL
                if !built::SCHEDULES =>
            {
                return Err(Error::NotBuilt.into());
            }
            sgmcmc_schedule_kind::SGMCMC_SCHEDULE_POLYNOMIAL => {
                Schedule::polynomial(setting, self.offset, self.exponent)
            }
            sgmcmc_schedule_kind::SGMCMC_SCHEDULE_STEP_DECAY => {
                Schedule::step_decay(setting, self.factor, self.period)
            }
            sgmcmc_schedule_kind::SGMCMC_SCHEDULE_CYCLICAL => {
                Schedule::cyclical(setting, self.cycle_len, self.exploration)
            }
            sgmcmc_schedule_kind::SGMCMC_SCHEDULE_CALLBACK => Schedule::CALLBACK,
        };
        let schedule = schedule.with_floor(self.floor).with_warm_up(self.warm_up);
        let (_, used) = Self::with(&schedule, setting)?;
        refuse_unused(self, &Self { struct_size: self.struct_size, ..used }, Owner::Schedule)?;
        Ok(schedule)
    }
}

/// A host's step size or temperature, under SGMCMC_SCHEDULE_CALLBACK, or a step size that is left out.
///
/// Returns: 0 when all is well; 1 when there is none, and the step is refused; any other number stops the chain and is
///          handed back.
/// Out: value: one number. A step size is positive, a temperature at least 0; others are refused, as is writing none.
/// In:  user:  the model's user pointer.
///      k:     the step or epoch, from 0.
pub type sgmcmc_scheduled = Option<unsafe extern "C" fn(user: *mut c_void, value: *mut f64, k: u64) -> i32>;

/// Sets every field to its default, and struct_size.
///
/// Returns: SGMCMC_OK; SGMCMC_ERROR_STRUCT_SIZE when struct_size is nothing that sizeof gives.
/// Out: schedule:    struct_size bytes; fields that this library does not know are set to 0.
/// In:  struct_size: sizeof(sgmcmc_schedule).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sgmcmc_schedule_init(
    schedule: *mut sgmcmc_schedule,
    struct_size: usize,
) -> sgmcmc_status {
    enter(|call| call.init_default(schedule, struct_size))
}

/// What a schedule says at k, for hosts that own their loop. The setting times the factor has the bits of a chain's.
///
/// Returns: SGMCMC_OK; refuses fields of the schedule, and SGMCMC_SCHEDULE_CALLBACK as its kind.
/// Out: factor:   one number.
///      explores: 1 in the exploring part of a cycle, else 0; may be NULL.
/// In:  schedule: the schedule.
///      k:        the step or epoch, from 0.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sgmcmc_schedule_at(
    factor: *mut f64,
    explores: *mut i32,
    schedule: *const sgmcmc_schedule,
    k: u64,
) -> sgmcmc_status {
    enter(|call| at(call, factor, explores, schedule, k))
}

/// The length of a cycle when step_count steps or epochs make cycle_count cycles: their ratio, rounded up.
///
/// The last cycle is the shorter one. A cycle_count of 0 counts as 1.
#[unsafe(no_mangle)]
pub extern "C" fn sgmcmc_cycle_len(step_count: u64, cycle_count: u64) -> u64 {
    core_crate::schedule::cycle_len(step_count, cycle_count)
}

fn at(
    call: &mut Call<'_>,
    factor: *mut f64,
    explores: *mut i32,
    schedule: *const sgmcmc_schedule,
    k: u64,
) -> Result<(), sgmcmc_status> {
    let (factor, explores) = (call.output_value(factor)?, call.optional_output(explores)?);
    let mut given = sgmcmc_schedule::default();
    call.input_struct(&mut given, schedule)?;
    let schedule = given.core_schedule(1.0)?;
    schedule.check_temperature()?;
    *factor = schedule.at(k).ok_or(Error::ScheduleKind)?;
    if let Some(explores) = explores {
        *explores = i32::from(schedule.explores(k));
    }
    Ok(())
}
