//! Statuses and enums against the core and against each other.

use crate::constants::{sgmcmc_simd_level, sgmcmc_version_number};
use crate::enums::{
    sgmcmc_batch, sgmcmc_clipping, sgmcmc_density, sgmcmc_drift, sgmcmc_estimator, sgmcmc_gradient_scale,
    sgmcmc_moments, sgmcmc_momentum_form, sgmcmc_noise, sgmcmc_preconditioner, sgmcmc_prior, sgmcmc_proposal,
    sgmcmc_rule_kind, sgmcmc_sampler, sgmcmc_schedule_kind, sgmcmc_schedule_unit, sgmcmc_splitting,
};
use crate::status::{sgmcmc_status, sgmcmc_status_message};
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

#[test]
fn enums_know_their_numbers_and_no_others() {
    fn check<T>(count: i32, error: Error, from_number: impl Fn(i32) -> Result<T, Error>) {
        for number in -3..count + 3 {
            let known = (0..count).contains(&number);
            assert_eq!(from_number(number).err(), (!known).then_some(error), "{number}");
        }
    }
    check(2, Error::SamplerKind, sgmcmc_sampler::from_number);
    check(5, Error::BatchKind, sgmcmc_batch::from_number);
    check(8, Error::RuleKind, sgmcmc_rule_kind::from_number);
    check(5, Error::DriftKind, sgmcmc_drift::from_number);
    check(2, Error::MomentumForm, sgmcmc_momentum_form::from_number);
    check(7, Error::PreconditionerKind, sgmcmc_preconditioner::from_number);
    check(2, Error::GradientScale, sgmcmc_gradient_scale::from_number);
    check(2, Error::Splitting, sgmcmc_splitting::from_number);
    check(5, Error::ScheduleKind, sgmcmc_schedule_kind::from_number);
    check(2, Error::ScheduleUnit, sgmcmc_schedule_unit::from_number);
    check(5, Error::EstimatorKind, sgmcmc_estimator::from_number);
    check(3, Error::ClippingKind, sgmcmc_clipping::from_number);
    check(3, Error::ProposalKind, sgmcmc_proposal::from_number);
    check(2, Error::DensityKind, sgmcmc_density::from_number);
    check(3, Error::NoiseKind, sgmcmc_noise::from_number);
    check(5, Error::PriorKind, sgmcmc_prior::from_number);
    check(4, Error::MomentsKind, sgmcmc_moments::from_number);
}

#[test]
fn numbers_about_the_library() {
    let [major, minor, patch] = [1_000_000, 1_000, 1].map(|unit| sgmcmc_version_number() / unit % 1_000);
    assert_eq!(format!("{major}.{minor}.{patch}"), env!("CARGO_PKG_VERSION"));
    assert_eq!(sgmcmc_simd_level() == 0, !cfg!(any(target_feature = "sse2", target_feature = "neon")));
}
