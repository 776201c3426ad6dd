//! What goes with every schedule: the floor, the warm-up, and the largest value that follows from them.

use super::*;
use sgmcmc::Error;

/// a max(s, f), whatever the shape, to the last bit: the product is monotone in its factor.
#[test]
fn a_floor_holds_every_shape_up() {
    for schedule in examples() {
        for floor in [0.0, 1e-9, 0.25, 0.5, 1.0 - U] {
            let floored = schedule.with_floor(floor);
            for k in (0..100).chain(SOME_K) {
                assert_eq!(at(floored, k), at(schedule, k).max(0.3 * floor), "{floored:?} at {k}");
                assert_eq!(
                    (floored.explores(k), floored.cycle(k)),
                    (schedule.explores(k), schedule.cycle(k))
                );
            }
        }
    }
    // An annealed temperature ends at 1, and a step size that would vanish does not.
    assert_eq!(at(Schedule::polynomial(4.0, 1.0, 0.55).with_floor(0.25), u64::MAX), 1.0);
    assert_eq!(at(Schedule::step_decay(0.1, 0.5, 1).with_floor(0.125), u64::MAX), 0.0125);
    // The setting is a, not the first value, which here is a/8.
    let late = Schedule::polynomial(1.0, 8.0, 1.0).with_floor(0.5);
    assert_eq!([0, 1, 100].map(|k| at(late, k)), [0.5; 3]);
}

/// (k + 1)/w of the value, the floor included, and the value itself from k = w - 1 on.
#[test]
fn a_warm_up_multiplies_the_first_values() {
    let warmed = Schedule::constant(2.0).with_warm_up(8);
    assert_eq!([0, 1, 3, 6, 7, 8, u64::MAX].map(|k| at(warmed, k)), [0.25, 0.5, 1.0, 1.75, 2.0, 2.0, 2.0]);
    for schedule in examples().into_iter().chain(examples().into_iter().map(|it| it.with_floor(0.5))) {
        for warm_up in [0, 1] {
            assert!(SOME_K.iter().all(|k| at(schedule.with_warm_up(warm_up), *k) == at(schedule, *k)));
        }
        // Shares of 64 are exact, and so is what they multiply but for the end of the range.
        let warmed = schedule.with_warm_up(64);
        for k in (0..200).chain(SOME_K) {
            let share = if k < 64 { (k + 1) as f64 / 64.0 } else { 1.0 };
            let (value, expected) = (at(warmed, k), at(schedule, k) * share);
            assert!(near(value, expected, 4.0), "{warmed:?} is {value} and not {expected} at {k}");
            assert_eq!((warmed.explores(k), warmed.cycle(k)), (schedule.explores(k), schedule.cycle(k)));
        }
    }
    let longest = Schedule::constant(1.0).with_warm_up(u64::MAX);
    assert_eq!([0, u64::MAX - 1].map(|k| at(longest, k)), [2.0_f64.powi(-64), 1.0]);
}

/// A temperature in warm-up is above 0 unless it is 0 for good, or too small for a number.
#[test]
fn a_warm_up_has_no_zeros_of_its_own() {
    let warmed = Schedule::constant(1.0).with_warm_up(1000);
    assert!((0..2000).all(|k| at(warmed, k) > 0.0));
    let zero = Schedule::constant(0.0).with_floor(0.5).with_warm_up(1000);
    assert_eq!(zero.check_temperature(), Ok(()));
    assert!((0..2000).all(|k| at(zero, k) == 0.0));
    // Rounded to 0 at first: a temperature may be that, a step size not.
    let tiny = Schedule::constant(1e-320).with_warm_up(1 << 40);
    assert_eq!(at(tiny, 0), 0.0);
    assert_eq!((tiny.check_temperature(), tiny.check_step_size()), (Ok(()), Err(Error::ScheduleWarmUp)));
}

#[test]
fn floors_and_warm_ups_outside_their_ranges_are_refused_by_name() {
    for schedule in examples() {
        for bad in NO_VALUES.into_iter().chain([1.0, -f64::MIN_POSITIVE]) {
            let floored = schedule.with_floor(bad);
            assert_eq!(floored.check_step_size(), Err(Error::ScheduleFloor), "{floored:?}");
            assert_eq!(floored.check_temperature(), Err(Error::ScheduleFloor), "{floored:?}");
        }
        for (floor, warm_up) in [(0.0, u64::MAX), (1.0 - U, 1), (5e-324, 0), (-0.0, 2)] {
            let taken = schedule.with_floor(floor).with_warm_up(warm_up);
            assert_eq!((taken.check_step_size(), taken.check_temperature()), (Ok(()), Ok(())), "{taken:?}");
        }
    }
    // A floor saves what would vanish at the end of a cycle.
    let cyclical = Schedule::cyclical(1e-300, 1 << 40, 0.0);
    assert_eq!(cyclical.with_floor(0.5).check_step_size(), Ok(()));
    // What the host says is the host's.
    for (schedule, error) in [
        (Schedule::CALLBACK.with_floor(0.5), Error::ScheduleFloor),
        (Schedule::CALLBACK.with_floor(f64::NAN), Error::ScheduleFloor),
        (Schedule::CALLBACK.with_warm_up(1), Error::ScheduleWarmUp),
    ] {
        assert_eq!((schedule.check_step_size(), schedule.check_temperature()), (Err(error), Err(error)));
    }
}

/// Interior peaks: a decay in steps that a warm-up outruns for some periods; a cosine whose next cycle is warm.
#[test]
fn the_largest_value_may_be_anywhere() {
    // 10/40, 2 · 10/40 · 3/4, 3 · 10/40 · 9/16, …: the third and the fourth period's ends are equal.
    let decay = Schedule::step_decay(1.0, 0.75, 10).with_warm_up(40);
    assert_eq!((decay.largest(), decay.at(29), decay.at(0)), (Some(0.421875), Some(0.421875), Some(0.025)));
    let cyclical = Schedule::cyclical(0.3, 10, 0.0).with_warm_up(25);
    assert_eq!((cyclical.largest(), cyclical.at(30)), (Some(0.3), Some(0.3)));
    // Falls at once from 1000, which a fourth of is larger than all that follows.
    let steep = Schedule::polynomial(1.0, 1e-3, 1.0).with_warm_up(4);
    assert_eq!(steep.largest(), steep.at(0));
}

#[test]
fn the_host_is_asked_where_it_says() {
    let schedule = Schedule::CALLBACK;
    assert_eq!((schedule.check_step_size(), schedule.check_temperature()), (Ok(()), Ok(())));
    for k in SOME_K {
        assert_eq!((schedule.at(k), schedule.explores(k), schedule.cycle(k)), (None, false, 0));
    }
    assert_eq!(schedule.largest(), None);
}

proptest! {
    /// Largest over the first 3000 k, of which every maximum here is one; 12 u as above on either side.
    #[test]
    fn the_largest_value_is_the_largest(
        b in 1e-3..10.0_f64, gamma in 0.500_001..=1.0_f64, factor in 0.01..=1.0_f64, len in 1..200_u64,
        floor in 0.0..0.9_f64, floored: bool, warm_up in 0..1000_u64,
    ) {
        let floor = if floored { floor } else { 0.0 };
        let len = len as f64;
        let lens = [("period", len), ("cycle_len", len), ("exploration", 0.0)];
        for schedule in with(&[&[("offset", b), ("exponent", gamma), ("factor", factor)], &lens[..]].concat()) {
            let schedule = schedule.with_floor(floor).with_warm_up(warm_up);
            let largest = (0..3000).map(|k| at(schedule, k)).fold(0.0, f64::max);
            let found = schedule.largest().expect("built in");
            prop_assert!(near(found, largest, 24.0), "{:?}: {} is not {}", schedule, found, largest);
        }
    }

    /// A setting times the factors of 1 has the bits of the setting's own schedule, as a C host multiplies.
    #[test]
    fn the_setting_is_the_last_factor(a in 1e-9..1e9_f64, k: u64, shift in 0..64_u32, floor in 0.0..0.99_f64) {
        let of = |a| with(&[("value", a)])
            .into_iter()
            .map(move |schedule| at(schedule.with_floor(floor).with_warm_up(1000), k >> shift));
        prop_assert!(of(a).eq(of(1.0).map(|factor| a * factor)));
    }
}
