//! Accuracy, special values and independence of length of the elementary functions.
//!
//! `f32` is measured in units in the last place against `libm`'s `f64` functions, whose own error does not show;
//! `f64` relative to them, and in units in the last place on a table of correctly rounded values. The bounds are
//! those of the documentation. `cargo test --test elementary -- --nocapture` prints what is measured.

use super::reference::Scalar;
use sgmcmc::{cos, cos_in_place, exp, exp_in_place, ln, ln_in_place, sin, sin_in_place};

const QUIET_NAN_F32: u32 = 0x7fc0_0000;
const QUIET_NAN_F64: u64 = 0x7ff8_0000_0000_0000;

/// A function under test: its name, both forms in `f32` and `f64`, and the reference.
struct Function {
    name: &'static str,
    f32: fn(f32) -> f32,
    f32_in_place: fn(&mut [f32]),
    f64: fn(f64) -> f64,
    f64_in_place: fn(&mut [f64]),
    reference: fn(f64) -> f64,
    /// Units in the last place for `f32`, and on the table for `f64`.
    bounds: (f64, f64),
}

/// Relative error allowed in `f64`, where the reference may itself be one unit in the last place (2.3e-16) off.
const RELATIVE_BOUND: f64 = 1e-15;

macro_rules! function {
    ($single:ident, $in_place:ident, $reference:path, $bounds:expr) => {
        Function {
            name: stringify!($single),
            f32: $single,
            f32_in_place: $in_place,
            f64: $single,
            f64_in_place: $in_place,
            reference: $reference,
            bounds: $bounds,
        }
    };
}

const FUNCTIONS: [Function; 4] = [
    function!(exp, exp_in_place, libm::exp, (1.1, 1.1)),
    function!(ln, ln_in_place, libm::log, (1.3, 2.5)),
    function!(sin, sin_in_place, libm::sin, (3.0, 2.5)),
    function!(cos, cos_in_place, libm::cos, (3.0, 2.5)),
];

/// The distance of neighbouring `f32` numbers around `y`, down to that of the subnormal ones.
fn ulp_f32(y: f64) -> f64 {
    let exponent = (y.abs().to_bits() >> 52).max(1023 - 126);
    f64::from_bits((exponent - 23) << 52)
}

/// The distance of neighbouring `f64` numbers around `y`.
fn ulp_f64(y: f64) -> f64 {
    let exponent = (y.abs().to_bits() >> 52).max(1);
    f64::from_bits((exponent << 52) + 1) - f64::from_bits(exponent << 52)
}

/// The largest error of `f` in units in the last place, and where; infinities, NaN and signed zeros are to be exact.
fn worst_f32(inputs: impl Iterator<Item = f32>, f: fn(&mut [f32]), reference: fn(f64) -> f64) -> (f64, f32) {
    let x: Vec<f32> = inputs.collect();
    let mut y = x.clone();
    f(&mut y);
    let mut worst = (0.0, 0.0);
    for (&x, &y) in x.iter().zip(&y) {
        let exact = reference(f64::from(x));
        let rounded = exact as f32;
        if exact.is_nan() {
            assert_eq!(y.to_bits(), QUIET_NAN_F32, "at {x:e}");
        } else if rounded.is_infinite() || exact == 0.0 {
            assert_eq!(y.to_bits(), rounded.to_bits(), "at {x:e}: {y:e}");
        } else {
            let error = (f64::from(y) - exact).abs() / ulp_f32(exact);
            assert!(error.is_finite(), "at {x:e}: {y:e}");
            if error > worst.0 {
                worst = (error, x);
            }
        }
    }
    worst
}

/// Every `step`-th bit pattern from that of `first` to that of `last`.
fn patterns(first: f32, last: f32, step: usize) -> impl Iterator<Item = f32> {
    (first.to_bits()..=last.to_bits()).step_by(step).map(f32::from_bits)
}

#[test]
fn f32_over_all_bit_patterns() {
    for function in &FUNCTIONS {
        let all = (0..=u32::MAX).step_by(1021).map(f32::from_bits);
        let (error, x) = worst_f32(all, function.f32_in_place, function.reference);
        println!("f32 {}: {error:.3} ulp at {x:e}", function.name);
        assert!(error <= function.bounds.0, "{} is off by {error} ulp at {x:e}", function.name);
    }
}

#[test]
fn f32_where_errors_peak() {
    // Around 1 for ln; one binade of each sign for exp; up to the bound of the reduction for sin and cos.
    let ranges = [
        patterns(0.5, 1.0, 13).chain(patterns(1.0, 2.0, 13)),
        patterns(4.0, 88.0, 41).chain(patterns(-4.0, -88.0, 41)),
        patterns(0.5, 12867.0, 173).chain(patterns(-0.5, -12867.0, 1013)),
        patterns(0.5, 12867.0, 173).chain(patterns(-0.5, -12867.0, 1013)),
    ];
    for (name, range) in ["ln", "exp", "sin", "cos"].into_iter().zip(ranges) {
        let function = FUNCTIONS.iter().find(|function| function.name == name).unwrap();
        let (error, x) = worst_f32(range, function.f32_in_place, function.reference);
        println!("f32 {name}, peaks: {error:.3} ulp at {x:e}");
        assert!(error <= function.bounds.0, "{name} is off by {error} ulp at {x:e}");
    }
}

#[test]
fn f32_next_to_multiples_of_a_quarter_turn() {
    let multiples = (1..=8192).map(|n| (f64::from(n) * core::f64::consts::FRAC_PI_2) as f32);
    let around = multiples.flat_map(|x| (0..5).map(move |k| f32::from_bits(x.to_bits() - 2 + k)));
    for function in FUNCTIONS.iter().filter(|function| ["sin", "cos"].contains(&function.name)) {
        let (error, x) = worst_f32(around.clone(), function.f32_in_place, function.reference);
        println!("f32 {}, next to its zeros and peaks: {error:.3} ulp at {x:e}", function.name);
        assert!(error <= function.bounds.0, "{} is off by {error} ulp at {x:e}", function.name);
    }
}

/// Bit patterns in a fixed scattered order.
fn scattered(count: u64) -> impl Iterator<Item = u64> {
    (0..count).map(|i| i.wrapping_mul(0x9e37_79b9_7f4a_7c15))
}

#[test]
fn f64_relative_to_libm() {
    const COUNT: u64 = 1 << 19;
    let uniform = |bits: u64| (bits >> 11) as f64 / 9007199254740992.0;
    for function in &FUNCTIONS {
        let range = match function.name {
            "exp" => [-708.0, 709.0],
            "ln" => [0.0, 2.0],
            _ => [-1.7e6, 1.7e6],
        };
        let x: Vec<f64> = scattered(COUNT)
            .map(f64::from_bits)
            .chain(scattered(COUNT).map(|bits| range[0] + (range[1] - range[0]) * uniform(bits)))
            .chain(scattered(COUNT).map(|bits| 1.0 + 0.01 * (uniform(bits) - 0.5)))
            .collect();
        let mut y = x.clone();
        (function.f64_in_place)(&mut y);
        let mut worst = (0.0, 0.0);
        for (&x, &y) in x.iter().zip(&y) {
            let exact = (function.reference)(x);
            if exact.is_nan() {
                assert_eq!(y.to_bits(), QUIET_NAN_F64, "{} at {x:e}", function.name);
            } else if exact.is_infinite() || exact == 0.0 {
                assert_eq!(y.to_bits(), exact.to_bits(), "{} at {x:e}: {y:e}", function.name);
            } else {
                // A subnormal result may be off by its own unit in the last place.
                let error = ((y - exact).abs() - f64::from_bits(1)).max(0.0) / exact.abs();
                assert!(error.is_finite(), "{} at {x:e}: {y:e}", function.name);
                if error > worst.0 {
                    worst = (error, x);
                }
            }
        }
        println!("f64 {}: relative {:e} at {:e}", function.name, worst.0, worst.1);
        assert!(worst.0 <= RELATIVE_BOUND, "{} is off by {:e} at {:e}", function.name, worst.0, worst.1);
    }
}

/// Arguments and correctly rounded values, from a computation with 1400 bits. Among them: both ends of the normal
/// and of the subnormal range, the neighbours of 1, the multiples of π/2 below 2^20 that lie closest to a number,
/// both sides of the reduction's bound, and the hardest argument of all, 5.3e255.
#[expect(clippy::approx_constant, reason = "rounded values, not the constants themselves")]
const ROUNDED: [(&str, &[(f64, f64)]); 4] = [
    (
        "exp",
        &[
            (1.0, 2.718281828459045),
            (-1.0, 0.36787944117144233),
            (1e-10, 1.0000000001),
            (0.6931471805599453, 2.0),
            (0.34657359027997264, 1.414213562373095),
            (-0.34657359027997264, 0.7071067811865476),
            (709.782712893384, 1.7976931348622732e308),
            (-708.3964185322641, 2.2250738585072626e-308),
            (-740.5, 2.5e-322),
            (-745.1, 5e-324),
        ],
    ),
    (
        "ln",
        &[
            (1.0000000000000002, 2.2204460492503128e-16),
            (0.9999999999999999, -1.1102230246251565e-16),
            (1.0000000001, 1.000000082690371e-10),
            (0.5, -0.6931471805599453),
            (2.0, 0.6931471805599453),
            (1.4142135623730951, 0.3465735902799727),
            (0.7071067811865475, -0.34657359027997275),
            (0.1, -2.3025850929940455),
            (1.7976931348623157e308, 709.782712893384),
            (2.2250738585072014e-308, -708.3964185322641),
            (1e-310, -713.8013788281542),
            (5e-324, -744.4400719213812),
            (1.1102230246251565e-16, -36.7368005696771),
        ],
    ),
    (
        "sin",
        &[
            (1e-300, 1e-300),
            (0.7853981633974483, 0.7071067811865475),
            (3.141592653589793, 1.2246467991473532e-16),
            (6.283185307179586, -2.4492935982947064e-16),
            (22.0, -0.008851309290403876),
            (355.0, -3.014435335948845e-5),
            (-1.5707963267948966, -1.0),
            (45.553093477052, 1.0),
            (91.106186954104, -1.2379612731767154e-18),
            (182.212373908208, 2.475922546353431e-18),
            (1647098.9, -0.41611193049957335),
            (1647099.1, -0.22716471067627672),
            (1e22, -0.8522008497671888),
            (5.319372648326541e255, 1.0),
        ],
    ),
    (
        "cos",
        &[
            (0.7853981633974483, 0.7071067811865476),
            (1.5707963267948966, 6.123233995736766e-17),
            (4.71238898038469, -1.8369701987210297e-16),
            (11.0, 0.004425697988050785),
            (45.553093477052, -6.189806365883577e-19),
            (91.106186954104, -1.0),
            (182.212373908208, 1.0),
            (1647098.9, 0.9093134010317445),
            (1e22, 0.523214785395139),
            (5.319372648326541e255, -4.687165924254628e-19),
        ],
    ),
];

#[test]
fn f64_against_correctly_rounded_values() {
    for (function, (name, table)) in FUNCTIONS.iter().zip(ROUNDED) {
        assert_eq!(function.name, name);
        for &(x, rounded) in table {
            let y = (function.f64)(x);
            let error = (y - rounded).abs() / ulp_f64(rounded);
            assert!(error <= function.bounds.1, "{name}({x:e}) = {y:e} is {error} ulp from {rounded:e}");
        }
    }
}

/// The uniform 1 of the radius in the units of `f32`.
const UNIT: f32 = 2_147_483_648.0;

/// The functions that only kernels call, as the reference has them, bit for bit: the sines of the Box-Muller transform
/// on their whole interval, and the -2 ln of its uniforms, which must not be negative, or the radius would be NaN.
#[test]
fn box_muller_parts() {
    let mut worst = (0.0f64, 0.0f64);
    for x in patterns(0.0, 0.5, 997).flat_map(|x| [x, -x]) {
        let (sine, cosine) = f32::sin_cos_quarter(x);
        let angle = f64::from(x) * core::f64::consts::FRAC_PI_2;
        let (exact_sine, exact_cosine) = libm::sincos(angle);
        worst.0 = worst.0.max((f64::from(sine) - exact_sine).abs() / ulp_f32(exact_sine));
        worst.1 = worst.1.max((f64::from(cosine) - exact_cosine).abs() / ulp_f32(exact_cosine));
    }
    println!("f32 quarter turns: sine {:.3} ulp, cosine {:.3} ulp", worst.0, worst.1);
    assert!(worst.0 <= 1.7 && worst.1 <= 1.7, "{worst:?}");

    let mut worst = (0.0f64, 0.0f64);
    for bits in scattered(1 << 19) {
        let x = (bits >> 11) as f64 / 9007199254740992.0 - 0.5;
        let (sine, cosine) = f64::sin_cos_quarter(x);
        let (exact_sine, exact_cosine) = libm::sincos(x * core::f64::consts::FRAC_PI_2);
        if x != 0.0 {
            worst.0 = worst.0.max(((sine - exact_sine) / exact_sine).abs());
        }
        worst.1 = worst.1.max(((cosine - exact_cosine) / exact_cosine).abs());
    }
    println!("f64 quarter turns: relative {:e} and {:e}", worst.0, worst.1);
    assert!(worst.0 <= RELATIVE_BOUND && worst.1 <= RELATIVE_BOUND, "{worst:?}");

    let mut worst = 0.0f64;
    for x in patterns(0.5, UNIT, 257).chain(patterns(0.99 * UNIT, UNIT, 1)) {
        let (y, exact) = (f32::minus_two_ln(x), -2.0 * libm::log(f64::from(x / UNIT)));
        assert!(y > 0.0 || x == UNIT && y == 0.0, "-2 ln {x:e} = {y:e}");
        worst = worst.max((f64::from(y) - exact).abs() / ulp_f32(exact));
    }
    println!("f32 -2 ln u: {worst:.3} ulp");
    assert!(worst <= 2.5, "{worst}");

    let mut worst = 0.0f64;
    let uniforms = scattered(1 << 19).map(f64::centred);
    let below_one = (1..1000).map(|k| 1.0 - f64::from(k) * (f64::EPSILON / 2.0));
    let small = (1..=53).map(|k| libm::ldexp(1.0, -k));
    for x in uniforms.chain(below_one).chain(small) {
        let (y, exact) = (f64::minus_two_ln(x), -2.0 * libm::log(x));
        assert!(y > 0.0, "-2 ln {x:e} = {y:e}");
        worst = worst.max(((y - exact) / exact).abs());
    }
    println!("f64 -2 ln u: relative {worst:e}");
    assert!(worst <= RELATIVE_BOUND, "{worst:e}");
    assert_eq!((f32::sin_cos_quarter(0.0f32), f64::sin_cos_quarter(0.0f64)), ((0.0, 1.0), (0.0, 1.0)));
}

macro_rules! test_bits {
    ($special_values:ident, $lengths:ident, $real:ident, $single:ident, $in_place:ident, $nan:ident, $signalling:literal) => {
        #[test]
        fn $special_values() {
            let (zero, infinity) = (0.0 as $real, $real::INFINITY);
            let nan = $real::from_bits($nan);
            let odd_nan = $real::from_bits($signalling);
            let smallest = $real::from_bits(1);
            let check = |name: &str, x: $real, expected: $real| {
                let function = FUNCTIONS.iter().find(|function| function.name == name).unwrap();
                // A whole pair, with a neighbour on each side that takes another path, and a single number.
                let mut array = [0.7 as $real, x, $real::MAX, x];
                (function.$in_place)(&mut array);
                for y in [array[1], array[3], (function.$single)(x)] {
                    assert_eq!(y.to_bits(), expected.to_bits(), "{name}({x:e}) = {y:e}");
                }
            };
            for name in ["exp", "ln", "sin", "cos"] {
                for x in [nan, -nan, odd_nan, -odd_nan] {
                    check(name, x, nan);
                }
            }
            check("exp", zero, 1.0);
            check("exp", -zero, 1.0);
            check("exp", smallest, 1.0);
            check("exp", infinity, infinity);
            check("exp", $real::MAX, infinity);
            check("exp", -infinity, zero);
            check("exp", $real::MIN, zero);
            check("ln", 1.0, zero);
            check("ln", zero, -infinity);
            check("ln", -zero, -infinity);
            check("ln", infinity, infinity);
            check("ln", -infinity, nan);
            check("ln", -1.0, nan);
            check("ln", -smallest, nan);
            check("ln", smallest, libm::log(smallest as f64) as $real);
            for name in ["sin", "cos"] {
                check(name, infinity, nan);
                check(name, -infinity, nan);
            }
            for x in [zero, smallest, $real::MIN_POSITIVE] {
                check("sin", x, x);
                check("sin", -x, -x);
                check("cos", x, 1.0);
                check("cos", -x, 1.0);
            }
        }

        /// Every number of a slice of any length is the single function's, bit for bit.
        #[test]
        fn $lengths() {
            // Prime period, so that no two lanes of neighbouring blocks hold the same number.
            let pattern: Vec<$real> = (0..61)
                .map(|i| match i {
                    7 => $real::INFINITY,
                    19 => $real::NAN,
                    23 => -0.0,
                    31 => $real::MIN_POSITIVE / 4.0,
                    43 => 1e30,
                    59 => $real::NEG_INFINITY,
                    i => (i * i) as $real * 0.37 - 60.0 + i as $real,
                })
                .collect();
            for function in &FUNCTIONS {
                for length in 0..=70 {
                    let x: Vec<$real> = pattern.iter().copied().cycle().skip(length).take(length).collect();
                    let mut y = x.clone();
                    (function.$in_place)(&mut y);
                    for (i, (x, y)) in x.iter().zip(&y).enumerate() {
                        let single = (function.$single)(*x);
                        let place = format!("{} {x:e}, number {i} of {length}", function.name);
                        assert_eq!(y.to_bits(), single.to_bits(), "{place}");
                    }
                }
            }
        }
    };
}

test_bits!(f32_special_values, f32_any_length, f32, f32, f32_in_place, QUIET_NAN_F32, 0x7fa0_0001);
test_bits!(f64_special_values, f64_any_length, f64, f64, f64_in_place, QUIET_NAN_F64, 0x7ff4_0000_0000_0001);
