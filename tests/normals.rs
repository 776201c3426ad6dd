//! O10: normals are normal. Moments, Kolmogorov-Smirnov, tails, independence, and how far the tail reaches.
//!
//! Bounds on means are 6 standard errors; on rare counts and on the Kolmogorov-Smirnov distance, a chance of 2e-9. With
//! some 50 checks the file would raise a false alarm with a chance near 1e-7, had the seeds not been fixed.

use crate::reference::Scalar;
use crate::support::{check, normal_cdf, poisson_tail};
use rand_core::SeedableRng;
use sgmcmc::Real;
use sgmcmc::rng::{Lanes, fill_normals};

const COUNT: usize = 4_000_000;
const SIGMAS: f64 = 6.0;

fn draw<R: Real>(seed: u64) -> Vec<f64> {
    let mut out = vec![R::default(); COUNT];
    fill_normals(&mut Lanes::seed_from_u64(seed), &mut out);
    out.into_iter().map(|x| x.to_f64()).collect()
}

/// E x^k for even k: 1 · 3 · … · (k - 1).
fn even_moment(k: u32) -> f64 {
    (1..k).step_by(2).map(f64::from).product()
}

fn check_moments(what: &str, numbers: &[f64]) {
    let count = numbers.len() as f64;
    for k in 1..=6 {
        let mean = numbers.iter().map(|x| (0..k).fold(1.0, |power, _| power * x)).sum::<f64>() / count;
        let exact = if k % 2 == 0 { even_moment(k) } else { 0.0 };
        let error = ((even_moment(2 * k) - exact * exact) / count).sqrt();
        check(&format!("{what}, moment {k}"), mean, exact, error, SIGMAS);
    }
}

/// The largest distance of the empirical distribution from Φ, times sqrt(N): above 3.22 with a chance of 2e-9.
fn check_distribution(what: &str, numbers: &[f64]) {
    let mut sorted = numbers.to_vec();
    sorted.sort_unstable_by(f64::total_cmp);
    let count = sorted.len() as f64;
    let distances = sorted.iter().enumerate().map(|(i, x)| {
        let phi = normal_cdf(*x);
        (phi - i as f64 / count).max((i + 1) as f64 / count - phi)
    });
    let distance = distances.fold(0.0, f64::max) * count.sqrt();
    println!("{what}: Kolmogorov-Smirnov distance {distance:.3} / sqrt(N)");
    assert!(distance < 3.22, "{what}: Kolmogorov-Smirnov distance {distance}");
}

/// How many lie beyond 1 to 5 standard deviations, on each side.
fn check_tails(what: &str, numbers: &[f64]) {
    for (side, sign) in [("above", 1.0), ("below", -1.0)] {
        for sigmas in 1..=5 {
            let limit = f64::from(sigmas);
            let beyond = numbers.iter().filter(|x| sign * **x > limit).count() as u64;
            let probability = normal_cdf(-limit);
            let expected = probability * numbers.len() as f64;
            if expected > 1000.0 {
                let error = (expected * (1.0 - probability)).sqrt();
                check(&format!("{what}, {side} {sigmas}"), beyond as f64, expected, error, SIGMAS);
            } else {
                let tail = poisson_tail(beyond, expected);
                println!("{what}, {side} {sigmas}: {beyond}, expected {expected:.2}, chance {tail:.3}");
                assert!(tail > 1e-9, "{what}: {beyond} {side} {sigmas}, expected {expected:.2}");
            }
        }
    }
}

/// A function of two independent normals whose mean is 0: its name, itself, its variance.
type Function = (&'static str, fn(f64, f64) -> f64, f64);

/// The two numbers of a Box-Muller pair, r cos φ and r sin φ, which stand a block apart, are independent; so are
/// neighbours in a block and numbers of successive pairs of blocks.
fn check_independence(what: &str, numbers: &[f64], block_len: usize) {
    let pairs_at = |distance: usize, keep: fn(usize, usize) -> bool| {
        let together = numbers.iter().zip(&numbers[distance..]).enumerate();
        together.filter(move |(i, _)| keep(i % (2 * block_len), block_len)).map(|(_, (x, y))| (*x, *y))
    };
    let first_half: fn(usize, usize) -> bool = |place, block_len| place < block_len;
    let all: fn(usize, usize) -> bool = |_, _| true;
    for (which, distance, keep) in
        [("halves", block_len, first_half), ("neighbours", 1, all), ("pairs of blocks", 2 * block_len, all)]
    {
        let functions: [Function; 3] = [
            ("x y", |x, y| x * y, 1.0),
            ("x² y²", |x, y| (x * x - 1.0) * (y * y - 1.0), 4.0),
            ("x² y", |x, y| (x * x - 1.0) * y, 2.0),
        ];
        for (name, function, variance) in functions {
            let (sum, count) =
                pairs_at(distance, keep).fold((0.0, 0.0), |(sum, n), (x, y)| (sum + function(x, y), n + 1.0));
            let error = (variance / count).sqrt();
            check(&format!("{what}, {which}, mean of {name}"), sum / count, 0.0, error, SIGMAS);
        }
    }
}

fn check_all<R: Scalar>(what: &str, seed: u64) {
    let numbers = draw::<R>(seed);
    check_moments(what, &numbers);
    check_tails(what, &numbers);
    check_independence(what, &numbers, R::BLOCK_LEN);
    check_distribution(what, &numbers);
}

#[test]
fn f32_normals_are_normal() {
    check_all::<f32>("f32", 1);
}

#[test]
fn f64_normals_are_normal() {
    check_all::<f64>("f64", 2);
}

/// sqrt(-2 ln u) of the smallest u is how far the tail reaches: 6.66 and 8.57 standard deviations.
#[test]
fn the_smallest_radius_uniform_reaches_far_into_the_tail() {
    let smallest = f32::centred(0);
    assert_eq!(smallest, 0.5, "2^-32 in units of 2^-31");
    let reach = libm::sqrtf(f32::minus_two_ln(smallest));
    assert!(reach > 6.66 && reach < 6.67, "{reach}");
    let largest = f32::centred(u64::from(u32::MAX));
    assert_eq!(largest, 2_147_483_648.0, "rounds to 1, whose logarithm is 0");
    assert_eq!(f32::minus_two_ln(largest), 0.0);

    let smallest = f64::centred(0);
    assert_eq!(smallest, 1.0 / 9_007_199_254_740_992.0, "2^-53");
    let reach = libm::sqrt(f64::minus_two_ln(smallest));
    assert!(reach > 8.57 && reach < 8.58, "{reach}");
    let largest = f64::centred(u64::MAX);
    assert_eq!(largest, 1.0 - 1.0 / 9_007_199_254_740_992.0);
    assert!(f64::minus_two_ln(largest) > 0.0);
}

/// `uniform` of every word is close to `exact`, and larger words do not give smaller numbers.
#[track_caller]
fn check_uniforms(uniform: fn(u64) -> f32, exact: fn(u32) -> f64) {
    let words =
        (0..2_000_000u64).map(|i| (i * 2147) as u32).chain([0, 1, 2, u32::MAX, 1 << 31, (1 << 31) - 1]);
    let mut words: Vec<u32> = words.collect();
    words.sort_unstable();
    let mut last = 0.0f32;
    for word in words {
        let (u, exact) = (uniform(u64::from(word)), exact(word));
        assert!(u > 0.0 && u >= last, "{word}: {u} after {last}");
        assert!(
            (f64::from(u) - exact).abs() <= 1.01 * f64::from(f32::EPSILON) * exact,
            "{word}: {u} for {exact}"
        );
        last = u;
    }
}

/// As the reference has them, bit for bit: the conversion and the offset round twice; the result is next to the exact
/// one all the same, and ordered.
#[test]
fn f32_uniforms_are_ordered_and_close() {
    check_uniforms(f32::uniform, |word| (f64::from(word) + 0.5) / 4_294_967_296.0);
    assert_eq!(f32::uniform(u64::from(u32::MAX)), 1.0);
    check_uniforms(f32::centred, |word| f64::from(word >> 1) + 0.5);
}
