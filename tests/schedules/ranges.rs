//! Every setting of a schedule, outside its range and at its ends.

use super::*;
use sgmcmc::Error;

/// A schedule with a setting to be chosen.
type With = fn(f64) -> Schedule;

#[test]
fn values_outside_their_ranges_are_refused_for_step_sizes_and_temperatures() {
    let with: [With; 4] = [
        Schedule::constant,
        |value| Schedule::polynomial(value, 1.0, 0.6),
        |value| Schedule::step_decay(value, 0.5, 3),
        |value| Schedule::cyclical(value, 3, 0.5),
    ];
    for with in with {
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
    const ABOVE_ONE: f64 = 1.0 + f64::EPSILON;
    let cases: [(Error, &[f64], With); 4] = [
        (Error::ScheduleOffset, &[0.0], |b| Schedule::polynomial(0.1, b, 0.6)),
        (Error::ScheduleExponent, &[0.0, 0.5, ABOVE_ONE], |gamma| Schedule::polynomial(0.1, 1.0, gamma)),
        (Error::ScheduleFactor, &[0.0, ABOVE_ONE], |gamma| Schedule::step_decay(0.1, gamma, 3)),
        (Error::Exploration, &[-1e-300, 1.0, ABOVE_ONE], |share| Schedule::cyclical(0.1, 3, share)),
    ];
    let mut refused = vec![
        (Error::SchedulePeriod, Schedule::step_decay(0.1, 0.5, 0)),
        (Error::CycleLen, Schedule::cyclical(0.1, 0, 0.5)),
    ];
    for (error, more, with) in cases {
        refused.extend(NO_VALUES.iter().chain(more).map(|bad| (error, with(*bad))));
    }
    for (error, schedule) in refused {
        assert_eq!(schedule.check_step_size(), Err(error), "{schedule:?}");
        assert_eq!(schedule.check_temperature(), Err(error), "{schedule:?}");
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
