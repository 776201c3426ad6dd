//! Every setting of a schedule, outside its range and at its ends.

use super::*;
use crate::reference::outside;
use sgmcmc::Error;
use sgmcmc::rule::Rule;
use sgmcmc::{BatchSettings, ChainSettings, RuleSettings, Sampler};

#[test]
fn values_outside_their_ranges_are_refused_for_step_sizes_and_temperatures() {
    for shape in 0..examples().len() {
        let with = |value| with(&[("value", value)])[shape];
        for value in NO_VALUES {
            assert_eq!(with(value).check_step_size(), Err(Error::StepSize), "{:?}", with(value));
            assert_eq!(with(value).check_temperature(), Err(Error::Temperature), "{:?}", with(value));
        }
        assert_eq!(with(0.0).check_step_size(), Err(Error::StepSize), "{:?}", with(0.0));
        for value in [0.0, 5e-324, 1e-300, 1.0, f64::MAX] {
            assert_eq!(with(value).check_temperature(), Ok(()), "{:?}", with(value));
        }
        for value in [1e-300, 1.0, f64::MAX] {
            assert_eq!(with(value).check_step_size(), Ok(()), "{:?}", with(value));
        }
    }
}

#[test]
fn other_settings_outside_their_ranges_are_refused_by_name() {
    for schedule in examples() {
        let sampler = Sampler::Rule(RuleSettings::new(Rule::SGLD, schedule));
        let base = ChainSettings::new(1, BatchSettings::All, sampler);
        for (error, settings) in outside::refused::<f64>(&base, "sampler.step_size.") {
            let Sampler::Rule(RuleSettings { step_size: schedule, .. }) = settings.sampler else {
                panic!("a rule");
            };
            assert_eq!(schedule.check_step_size(), Err(error), "{schedule:?}");
            assert_eq!(schedule.check_temperature(), Err(error), "{schedule:?}");
        }
    }
    for schedule in [Schedule::cyclical(0.1, 3, 0.7), Schedule::cyclical(0.1, u64::MAX, 1.0)] {
        assert_eq!(schedule.check_step_size(), Err(Error::Exploration), "{schedule:?}");
    }
}

#[test]
fn settings_at_the_ends_of_their_ranges_are_accepted() {
    for schedule in [
        Schedule::polynomial(0.1, f64::MIN_POSITIVE, 0.5 + f64::EPSILON),
        Schedule::polynomial(0.1, f64::MAX, 0.6),
        Schedule::polynomial(0.1, 1.0, 1.0),
        Schedule::step_decay(0.1, f64::MIN_POSITIVE, 1),
        Schedule::step_decay(0.1, 1.0, u64::MAX),
        Schedule::cyclical(0.1, 1, 0.0),
        Schedule::cyclical(0.1, u64::MAX, 1.0 - U),
    ] {
        assert_eq!(schedule.check_step_size(), Ok(()), "{schedule:?}");
        assert_eq!(schedule.check_temperature(), Ok(()), "{schedule:?}");
    }
}

/// Settings that are each in range, with a value that is not.
#[test]
fn values_that_overflow_or_vanish_are_refused() {
    let overflows = Schedule::polynomial(1e200, 1e-200, 1.0);
    assert_eq!(overflows.check_step_size(), Err(Error::StepSize));
    assert_eq!(overflows.check_temperature(), Err(Error::Temperature));
    // Nothing is wrong with a temperature of 0, at once or at the end of a cycle.
    for vanishes in [Schedule::polynomial(1e-200, 1e200, 1.0), Schedule::cyclical(1e-300, 1 << 40, 0.0)] {
        assert_eq!(vanishes.check_step_size(), Err(Error::StepSize), "{vanishes:?}");
        assert_eq!(vanishes.check_temperature(), Ok(()), "{vanishes:?}");
    }
}
