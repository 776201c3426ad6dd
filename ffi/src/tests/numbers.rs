//! Statuses and enums against the core and against each other.

use crate::constants::{sgmcmc_simd_level, sgmcmc_version_number};
use crate::fields::Fields;
use crate::given::{Given, choice};
use crate::made::types::sgmcmc_block;
use crate::made::types::sgmcmc_chain_settings;
use crate::made::types::{sgmcmc_ensemble_settings, sgmcmc_error, sgmcmc_rule, sgmcmc_schedule};
use crate::refused::{sgmcmc_refused_setting, sgmcmc_status_message};
use crate::status::{Owner, sgmcmc_status};
use core::ffi::CStr;
use core_crate::{Error, ScheduleUnit};
use std::collections::BTreeSet;

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

fn refused(number: i32) -> Option<String> {
    let name = sgmcmc_refused_setting(number);
    // SAFETY: what is not NULL is a C string that lives as long as the library.
    (!name.is_null()).then(|| unsafe { CStr::from_ptr(name) }.to_str().unwrap().into())
}

/// Of settings that no struct of C has: those of a descent, and an argument.
const OF_RUST: [Error; 5] =
    [Error::HistoryLen, Error::IterationMax, Error::Gain, Error::TransformRange, Error::TransformOverlap];

#[test]
fn statuses_are_the_errors_of_the_core() {
    assert_eq!(sgmcmc_status::from(Ok::<(), Error>(())), sgmcmc_status(sgmcmc_error::SGMCMC_OK as i32));
    let fields: Vec<&str> = crate::structs::STRUCTS
        .iter()
        .chain(crate::made::STRUCTS)
        .chain(crate::made::SETTINGS)
        .flat_map(|it| it.3.iter().copied())
        .collect();
    let mut in_the_header = sgmcmc_error::ALL.iter().map(|it| (format!("{it:?}"), *it as i32));
    for error in Error::ALL {
        let number = sgmcmc_status::from(*error).0;
        assert_eq!(number, *error as i32);
        assert_eq!(message(number), error.message());
        assert_eq!(refused(number).as_deref(), error.setting());
        match error.setting() {
            Some(name) => {
                let ends = |field: &&str| {
                    field.strip_suffix(name).is_some_and(|rest| rest.is_empty() || rest.ends_with('.'))
                };
                let has = fields.iter().any(ends);
                assert!(has != OF_RUST.contains(error), "{error:?}: the structs that have {name}");
            }
            None => {
                let name = format!("SGMCMC_ERROR_{}", screaming(error.name()));
                assert!(in_the_header.any(|it| it == (name.clone(), number)), "{name}");
            }
        }
    }
    assert_eq!(message(0), "done");
    for number in [-1, 99, 1000, 1999, 2001 + 5 * 4096, i32::MIN, i32::MAX] {
        assert_eq!((message(number).as_str(), refused(number)), ("not a status of this library", None));
    }
}

/// Every field has a status of its own.
#[test]
fn unused_settings_have_names() {
    let mut numbers = BTreeSet::new();
    for (owner, fields, names) in [
        (Owner::Chain, sgmcmc_chain_settings::FIELDS, sgmcmc_chain_settings::NAMES),
        (Owner::Rule, sgmcmc_rule::FIELDS, sgmcmc_rule::NAMES),
        (Owner::Schedule, sgmcmc_schedule::FIELDS, sgmcmc_schedule::NAMES),
        (Owner::Block, sgmcmc_block::FIELDS, sgmcmc_block::NAMES),
        (Owner::Ensemble, sgmcmc_ensemble_settings::FIELDS, sgmcmc_ensemble_settings::NAMES),
    ] {
        for (field, name) in fields.iter().zip(names) {
            let number = owner.unused(field).0;
            assert!(number > sgmcmc_error::SGMCMC_ERROR_UNUSED_SETTING as i32 && numbers.insert(number));
            assert_eq!(number, 2001 + 4096 * owner as i32 + field.offset() as i32);
            assert_eq!(refused(number).as_deref(), Some(*name));
            assert_eq!(refused(number + 1), None);
            assert!(message(number).starts_with("a setting is set that nothing uses"));
        }
    }
}

/// The numbers are those of the core: `schema` makes both.
#[test]
fn enums_refuse_other_numbers_by_name() {
    assert_eq!(choice(1, Error::ScheduleUnit), Ok(ScheduleUnit::Epoch));
    for number in [-1, 2, i32::MIN, i32::MAX] {
        let mut settings = sgmcmc_chain_settings::default();
        settings.sampler.kind = number;
        assert_eq!(settings.sampler.core(&mut Given::Unread), Err(Error::SamplerKind));
        assert_eq!(choice::<ScheduleUnit>(number, Error::ScheduleUnit), Err(Error::ScheduleUnit));
    }
}

#[test]
fn numbers_about_the_library() {
    let [major, minor, patch] = [1_000_000, 1_000, 1].map(|unit| sgmcmc_version_number() / unit % 1_000);
    assert_eq!(format!("{major}.{minor}.{patch}"), env!("CARGO_PKG_VERSION"));
    assert_eq!(sgmcmc_simd_level() == 0, !cfg!(any(target_feature = "sse2", target_feature = "neon")));
}
