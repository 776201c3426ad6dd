//! Statuses and enums against the core and against each other.

use crate::constants::{sgmcmc_simd_level, sgmcmc_version_number};
use crate::made::types::{sgmcmc_sampler, sgmcmc_schedule_unit, sgmcmc_status};
use crate::status::sgmcmc_status_message;
use core::ffi::CStr;
use core_crate::Error;

fn message(number: i32) -> String {
    // SAFETY: the function promises a C string that lives as long as the library.
    unsafe { CStr::from_ptr(sgmcmc_status_message(number)) }.to_str().unwrap().into()
}

/// `NullPointer` as `NULL_POINTER`.
fn screaming(name: &str) -> String {
    let mut text = String::new();
    for letter in name.chars() {
        if letter.is_uppercase() && !text.is_empty() {
            text.push('_');
        }
        text.push(letter.to_ascii_uppercase());
    }
    text
}

#[test]
fn statuses_are_the_errors_of_the_core() {
    assert_eq!(sgmcmc_status::from(Ok(())), sgmcmc_status::SGMCMC_OK);
    for error in Error::ALL {
        let status = sgmcmc_status::from(Err(*error));
        assert_eq!(status as i32, *error as i32);
        assert_eq!(format!("{status:?}"), format!("SGMCMC_ERROR_{}", screaming(error.name())));
        assert_eq!(message(status as i32), error.message());
    }
    assert_eq!(message(0), "done");
    for number in [-1, 99, i32::MIN, i32::MAX] {
        assert_eq!(message(number), "not a status of this library");
    }
}

/// The numbers are those of the core: `schema` makes both.
#[test]
fn enums_refuse_other_numbers_by_name() {
    assert_eq!(sgmcmc_sampler::from_number(1), Ok(sgmcmc_sampler::SGMCMC_SAMPLER_METROPOLIS_HASTINGS));
    assert_eq!(sgmcmc_schedule_unit::from_number(1), Ok(sgmcmc_schedule_unit::SGMCMC_SCHEDULE_UNIT_EPOCH));
    for number in [-1, 2, i32::MIN, i32::MAX] {
        assert_eq!(sgmcmc_sampler::from_number(number), Err(Error::SamplerKind));
        assert_eq!(sgmcmc_schedule_unit::from_number(number), Err(Error::ScheduleUnit));
    }
}

#[test]
fn numbers_about_the_library() {
    let [major, minor, patch] = [1_000_000, 1_000, 1].map(|unit| sgmcmc_version_number() / unit % 1_000);
    assert_eq!(format!("{major}.{minor}.{patch}"), env!("CARGO_PKG_VERSION"));
    assert_eq!(sgmcmc_simd_level() == 0, !cfg!(any(target_feature = "sse2", target_feature = "neon")));
}
