//! Schedules: values against their formulas and exact ones, boundaries, monotonic decay, cycles, and every range.
//!
//! Bounds are in units of u = 2^-53, the relative error of one rounding: a sum, product or quotient costs 1 u, a power
//! or a sine, of `libm` or of the platform, 2 u (one unit in the last place), and the reference pays as much as the
//! library.
#![allow(clippy::disallowed_methods, reason = "reference values need no portable functions")]

mod floor_and_warm_up;
mod ranges;

use crate::reference::{parts, schedules as reference};
use core::f64::consts::PI;
use proptest::prelude::*;
use sgmcmc::fingerprint;
use sgmcmc::schedule::{Schedule, Shape, cycle_len};

const U: f64 = f64::EPSILON / 2.0;

/// Neither positive and finite, nor at least 0 and finite.
const NO_VALUES: [f64; 4] = [-1.0, f64::NAN, f64::INFINITY, f64::NEG_INFINITY];

/// A k from every part of a long run.
const SOME_K: [u64; 9] = [0, 1, 2, 9, 10, 11, 1_000_000, 1 << 53, u64::MAX];

/// A schedule of every shape with values, whose settings are no defaults, but for what is `given`.
fn with(given: &[(&str, f64)]) -> Vec<Schedule> {
    let others = [
        ("value", 0.3),
        ("offset", 2.5),
        ("exponent", 0.7),
        ("factor", 0.9),
        ("period", 10.0),
        ("cycle_len", 10.0),
        ("exploration", 0.25),
    ];
    let all = parts::schedules_with(&[given, &others].concat()).into_iter().map(|(_, schedule)| schedule);
    all.filter(|schedule| *schedule != Schedule::CALLBACK).collect()
}

fn examples() -> Vec<Schedule> {
    with(&[])
}

/// The value at `k` of a schedule that has one.
fn at(schedule: Schedule, k: u64) -> f64 {
    schedule.at(k).expect("a built-in schedule")
}

/// Whether `x` is within `bound` units u of `y`, relative to `y`.
fn near(x: f64, y: f64, bound: f64) -> bool {
    (x - y).abs() <= bound * U * y.abs()
}

/// Bit for bit, and the reference names a shape that it lacks.
#[test]
fn every_shape_is_the_reference() {
    for schedule in examples() {
        for k in (0..2000).chain(SOME_K) {
            let expected = (reference::at(&schedule, k), reference::explores(&schedule, k));
            assert_eq!((schedule.at(k), schedule.explores(k)), expected, "{schedule:?} at {k}");
        }
    }
}

#[test]
fn every_example_starts_at_its_largest_value_and_only_cyclical_has_cycles() {
    for schedule in examples() {
        assert_eq!(schedule.check_step_size(), Ok(()), "{schedule:?}");
        assert_eq!(schedule.check_temperature(), Ok(()), "{schedule:?}");
        let cyclical = matches!(schedule.shape, Shape::Cyclical(_));
        assert_eq!(schedule.largest(), schedule.at(0));
        for k in SOME_K {
            assert!(cyclical || (!schedule.explores(k) && schedule.cycle(k) == 0), "{schedule:?} at {k}");
            let value = at(schedule, k);
            assert!(value >= 0.0 && value <= at(schedule, 0), "{schedule:?} is {value} at {k}");
        }
    }
}

#[test]
fn constant_is_the_same_for_every_k() {
    for value in [0.0, f64::MIN_POSITIVE, 0.1, 1.0, f64::MAX] {
        assert!(SOME_K.iter().all(|k| at(Schedule::constant(value), *k) == value));
    }
}

/// Sum, power and product, 4 u, twice; the sums are the same.
#[test]
fn polynomial_is_its_formula() {
    for (a, b, gamma) in [(0.3, 2.5, 0.55), (1e-5, 1e-3, 0.500_000_1), (7.0, 1e6, 1.0), (1e-250, 1.0, 0.9)] {
        for k in SOME_K {
            let (value, expected) =
                (at(Schedule::polynomial(a, b, gamma), k), a / (b + k as f64).powf(gamma));
            assert!(near(value, expected, 8.0), "{value} is not {expected} at {k}");
        }
    }
}

#[test]
fn polynomial_is_exact_where_powers_are() {
    let harmonic = Schedule::polynomial(3.0, 1.0, 1.0);
    assert_eq!([0, 1, 3, 7, 255].map(|k| at(harmonic, k)), [3.0, 1.5, 0.75, 0.375, 3.0 / 256.0]);
    // k^(-3/4) of fourth powers of powers of two.
    let slow = Schedule::polynomial(1.0, 1.0, 0.75);
    assert_eq!([0, 15, 255, 65_535].map(|k| at(slow, k)), [1.0, 0.125, 1.0 / 64.0, 1.0 / 4096.0]);
    // 2^64 - 1 rounds to 2^64, to which b = 1 adds nothing.
    assert_eq!(at(slow, u64::MAX), 2.0_f64.powi(-48));
}

/// 1/(p + q k) = (1/q) (p/q + k)^(-1).
///
/// a and b cost 1 u each, sum, power and product 4 u; the other side product, sum and quotient, 3 u.
#[test]
fn the_schedule_of_chen_et_al_is_a_polynomial() {
    let (p, q) = (10.0, 1.8e-3);
    let schedule = Schedule::polynomial(1.0 / q, p / q, 1.0);
    assert_eq!(schedule.check_step_size(), Ok(()));
    for k in (0..200_000).step_by(37).chain(SOME_K) {
        let (value, expected) = (at(schedule, k), 1.0 / (p + q * k as f64));
        assert!(near(value, expected, 9.0), "{value} is not {expected} at {k}");
    }
}

/// The reference multiplies ⌊k/L⌋ times, 1 u each; the library pays 3 u.
#[test]
fn step_decay_is_repeated_multiplication() {
    for (initial, factor, period) in [(0.1, 0.5, 300), (0.1, 0.1, 90), (2.0, 0.97, 1), (1e-3, 1.0, 7)] {
        let schedule = Schedule::step_decay(initial, factor, period);
        let mut expected = initial;
        for decays in 0..200 {
            let first = decays * period;
            for k in [first, first + period / 2, first + period - 1] {
                let value = at(schedule, k);
                assert!(near(value, expected, decays as f64 + 3.0), "{value} is not {expected} at {k}");
            }
            expected *= factor;
        }
    }
}

#[test]
fn step_decay_changes_at_multiples_of_the_period() {
    let halved = |period| Schedule::step_decay(0.1, 0.5, period);
    for period in [1, 2, 40, 1 << 40] {
        let k = [0, period - 1, period, 2 * period - 1, 2 * period, 10 * period];
        let expected = [0.1, 0.1, 0.05, 0.05, 0.025, 0.1 / 1024.0];
        assert_eq!(k.map(|k| at(halved(period), k)), expected, "period {period}");
    }
    assert_eq!([u64::MAX - 1, u64::MAX].map(|k| at(halved(u64::MAX), k)), [0.1, 0.05]);
    // Too small for a number in the end, but a factor of 1 stays.
    assert_eq!(at(halved(1), u64::MAX), 0.0);
    assert_eq!(at(Schedule::step_decay(0.1, 1.0, 1), u64::MAX), 0.1);
}

/// Against the formula as printed, whose sum cancels, so relative to α0.
///
/// Formula: the angle costs 3 u (quotient, π, product), of which at most max x sin x / 2 = 0.91 reach the value;
/// cosine, sum and product 3 u. Library: the angle as much, with max x sin 2x = 0.91; sine twice, square and product 6
/// u.
#[test]
fn cyclical_is_its_formula() {
    for len in [1, 2, 3, 7, 10, 1000, 12_345_678_901] {
        let schedule = Schedule::cyclical(0.3, len, 0.0);
        for k in (0..=2 * len + 1).step_by((len / 500).max(1) as usize) {
            let r = (k % len) as f64 / len as f64;
            let (value, expected) = (at(schedule, k), 0.3 / 2.0 * ((PI * r).cos() + 1.0));
            let bound = (2.0 * 3.0 * 0.91 + 3.0 + 6.0) * U * 0.3;
            assert!((value - expected).abs() <= bound, "{value} is not {expected} at {k} of {len}");
        }
    }
}

/// Angles whose cosine is a root r, with (1 - r)/2 as (1 - r²)/2/(1 + r), which does not cancel.
///
/// Angle 3 u and sine 2 u, twice each, square and product 2 u; a table's root, sum and quotient 3 u.
#[test]
fn cyclical_has_the_values_of_well_known_angles() {
    let (half, three) = (0.5_f64.sqrt(), 0.75_f64.sqrt());
    let quarters = [1.0, (1.0 + half) / 2.0, 0.5, 0.25 / (1.0 + half)];
    let sixths = [1.0, (1.0 + three) / 2.0, 0.75, 0.5, 0.25, 0.125 / (1.0 + three)];
    for table in [&[1.0][..], &[1.0, 0.5], &[1.0, 0.75, 0.25], &quarters, &sixths] {
        let schedule = Schedule::cyclical(1.0, table.len() as u64, 0.0);
        for (k, expected) in (0..).zip(table.iter().cycle().take(3 * table.len())) {
            let value = at(schedule, k);
            assert!(near(value, *expected, 12.0 + 3.0), "{value} is not {expected} at {k}");
        }
    }
}

/// The last value of a long cycle is α0 (π/2C)² up to terms of C^-4, and positive where the printed formula gives 0.
///
/// Angle 3 u and sine 2 u, twice each, square and product 2 u; the reference's quotient and π twice and product 2 u.
#[test]
fn cyclical_keeps_its_digits_at_the_end_of_a_cycle() {
    for len in [1_000_000_000, 1 << 40, (1 << 53) + 1, u64::MAX - 1, u64::MAX] {
        let schedule = Schedule::cyclical(0.3, len, 0.0);
        let (value, root) = (at(schedule, len - 1), PI / 2.0 / len as f64);
        assert!(near(value, 0.3 * (root * root), 12.0 + 6.0), "{value} at the end of {len}");
        assert_eq!(libm::cos(PI * ((len - 1) as f64 / len as f64)) + 1.0, 0.0, "no need for the other form");
    }
}

#[test]
fn cyclical_starts_again_after_a_cycle() {
    for len in [1, 2, 3, 1000, 1 << 40] {
        let schedule = Schedule::cyclical(0.3, len, 0.5);
        for k in [0, len - 1, len / 2] {
            for cycle in [1, 2, 12_345] {
                assert_eq!(at(schedule, cycle * len + k), at(schedule, k), "{k} of {len}");
                assert_eq!(schedule.explores(cycle * len + k), schedule.explores(k), "{k} of {len}");
            }
        }
        assert_eq!([0, len, 2 * len].map(|k| at(schedule, k)), [0.3; 3], "{len}");
    }
    // 2^64 - 1 = 3 · 6148914691236517205.
    assert_eq!(at(Schedule::cyclical(0.3, 3, 0.0), u64::MAX), 0.3);
    assert_eq!(at(Schedule::cyclical(0.3, u64::MAX, 0.0), u64::MAX), 0.3);
}

#[test]
fn cycles_are_counted_and_end() {
    for len in [1, 2, 3, 1000, 1 << 40] {
        let schedule = Schedule::cyclical(0.3, len, 0.0);
        let k = [0, len - 1, len, 2 * len - 1, 2 * len, 77 * len];
        assert_eq!(k.map(|k| schedule.cycle(k)), [0, 0, 1, 1, 2, 77], "{len}");
    }
    assert_eq!(Schedule::cyclical(0.3, 1, 0.0).cycle(u64::MAX), u64::MAX);
    let whole = Schedule::cyclical(0.3, u64::MAX, 0.0);
    assert_eq!([u64::MAX - 1, u64::MAX].map(|k| whole.cycle(k)), [0, 1]);
}

#[test]
fn a_part_of_each_cycle_explores() {
    // As many steps of 100 as the decimal fraction says, though 0.07 * 100.0 is above 7 and 0.29 * 100.0 below 29.
    for steps in 0..100 {
        let share = format!("0.{steps:02}").parse().expect("a number");
        let schedule = Schedule::cyclical(0.3, 100, share);
        for k in 0..300 {
            assert_eq!(schedule.explores(k), k % 100 < steps, "{share} at {k}");
        }
    }
    // The share of a cycle that no whole number of steps has is rounded up.
    let explored = |len, share| (0..len).filter(|k| Schedule::cyclical(0.3, len, share).explores(*k)).count();
    assert_eq!([0.0, 1e-9, 0.25, 0.5, 0.75, 0.999].map(|share| explored(3, share)), [0, 1, 1, 2, 3, 3]);
    // The end of the longest cycle still samples.
    let long = Schedule::cyclical(0.3, u64::MAX, 1.0 - U);
    assert_eq!([0, 1 << 63, u64::MAX - 1].map(|k| long.explores(k)), [true, true, false]);
}

#[test]
fn cycle_len_rounds_up() {
    for (k, m, c) in [(10, 3, 4), (9, 3, 3), (11, 3, 4), (3, 10, 1), (10, 1, 10), (10, 0, 10), (0, 3, 0)] {
        assert_eq!(cycle_len(k, m), c, "{k} in {m}");
    }
    assert_eq!([1, 2, u64::MAX].map(|m| cycle_len(u64::MAX, m)), [u64::MAX, 1 << 63, 1]);
}

/// Lengths that `check` refuses count as 1, so that a schedule nobody checked divides by no zero.
#[test]
fn unchecked_lengths_of_zero_count_as_one() {
    for k in SOME_K {
        assert_eq!(at(Schedule::step_decay(0.3, 0.9, 0), k), at(Schedule::step_decay(0.3, 0.9, 1), k));
        let (zero, one) = (Schedule::cyclical(0.3, 0, 0.5), Schedule::cyclical(0.3, 1, 0.5));
        assert_eq!((at(zero, k), zero.cycle(k)), (at(one, k), one.cycle(k)));
        assert!(zero.explores(k));
    }
}

/// Promise 1: the same bits on every machine, also at a k that no row of `tests/fingerprints.txt` comes to.
#[test]
fn values_have_the_same_bits_everywhere() {
    let values = |schedule: Schedule| (0..1000).map(|i| at(schedule, i * i * i)).collect::<Vec<_>>();
    let found = [
        Schedule::constant(0.3),
        Schedule::polynomial(0.3, 2.5, 0.55),
        Schedule::step_decay(0.3, 0.9, 10),
        Schedule::cyclical(0.3, 10, 0.25),
        Schedule::cyclical(0.7, 1_000_003, 0.0),
    ]
    .map(|schedule| fingerprint(&values(schedule)));
    let expected =
        [0x0ea05e20372d11a5, 0x53831670dff5669a, 0xf682a064cd8b324e, 0xeda381c5a215bb25, 0xc4ba79f12c5f9ec8];
    assert_eq!(found, expected, "found {found:#x?}");
}

proptest! {
    /// Never up but by rounding: 3 u for the power and product of each side, which a plateau of huge k shows.
    #[test]
    fn decaying_schedules_never_rise(
        a in 1e-6..10.0_f64, b in 1e-6..1e6_f64, gamma in 0.500_001..=1.0_f64, period in 1..1000_u64,
        k: u64, shift in 0..64_u32, step in 1..1000_u64,
    ) {
        let k = k >> shift;
        let later = k.saturating_add(step);
        for schedule in [Schedule::polynomial(a, b, gamma), Schedule::step_decay(a, gamma, period)] {
            let (now, then) = (at(schedule, k), at(schedule, later));
            prop_assert!(then <= now * (1.0 + 6.0 * U), "{:?}: {} after {}", schedule, then, now);
        }
    }

    /// A step that rounding cannot hide makes a polynomial smaller: γ/(b + k) is above 15 u here, and sum, power and
    /// product cost 4 u on each side.
    #[test]
    fn polynomials_fall(b in 1e-6..1e6_f64, gamma in 0.500_001..=1.0_f64, k in 0..1_u64 << 48) {
        let schedule = Schedule::polynomial(0.1, b, gamma);
        prop_assert!(at(schedule, k + 1) < at(schedule, k));
    }

    /// Positive at every k, and never up within a cycle but by rounding: angle 3 u and sine 2 u, twice each,
    /// square and product 2 u, on each side.
    #[test]
    fn cyclical_schedules_are_positive_and_fall_in_a_cycle(
        initial in 1e-6..10.0_f64, len in 1..=u64::MAX, shift in 0..64_u32, position: u64,
    ) {
        let len = (len >> shift).max(1);
        let k = position % len;
        let schedule = Schedule::cyclical(initial, len, 0.0);
        prop_assert_eq!(schedule.check_step_size(), Ok(()));
        let now = at(schedule, k);
        prop_assert!(now > 0.0 && now <= initial);
        if k + 1 < len {
            prop_assert!(at(schedule, k + 1) <= now * (1.0 + 24.0 * U));
        }
    }

    /// M cycles of ⌈K/M⌉ cover K, and of one less do not.
    #[test]
    fn cycle_len_covers_all_steps(k in 1..=u64::MAX, m in 1..=u64::MAX, shift in 0..64_u32) {
        let m = (m >> shift).max(1);
        let len = u128::from(cycle_len(k, m));
        let covered = |len: u128| len * u128::from(m) >= u128::from(k);
        prop_assert!(covered(len) && !covered(len - 1));
    }
}
