//! O9: the generators: every lane is a scalar `rand_xoshiro`, streams by jumps, golden words, uniforms.

use crate::reference;
use crate::support::{check, poisson_tail};
use rand_core::block::{BlockRng, Generator};
use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use reference::Scalar;
use sgmcmc::rng::{CHAIN_COUNT_MAX, Choice, Generators, Lanes, fill_normals, fill_uniforms, uniform};

/// Asserts that `lanes` and eight scalar generators give the same words.
#[track_caller]
fn assert_lanes_are(mut lanes: Lanes, mut scalar: Vec<Xoshiro256PlusPlus>, steps: usize) {
    let mut words = [0; 8];
    for step in 0..steps {
        lanes.generate(&mut words);
        for (j, (word, scalar)) in words.iter().zip(&mut scalar).enumerate() {
            assert_eq!(*word, scalar.next_u64(), "lane {j}, step {step}");
        }
    }
}

/// Choices come after eight jumps.
#[track_caller]
fn assert_choice_is(mut choice: Choice, mut scalar: Xoshiro256PlusPlus) {
    for step in 0..100 {
        assert_eq!(choice.next_u64(), scalar.next_u64(), "word {step}");
    }
}

/// O9.
#[test]
fn lane_j_is_the_scalar_generator_after_j_jumps() {
    for seed in [0, 1, 2026, u64::MAX] {
        let scalar = reference::Generators::new(seed, 0);
        assert_lanes_are(Lanes::seed_from_u64(seed), scalar.lanes.clone(), 5000);
        let generators = Generators::new(seed, 0).expect("chain 0");
        assert_lanes_are(generators.noise, scalar.lanes, 10);
        assert_choice_is(generators.choice, scalar.choice);
    }
}

#[test]
fn chain_k_starts_after_k_long_jumps() {
    for chain_index in [1, 2, 3, 17] {
        let scalar = reference::Generators::new(9, chain_index);
        let generators = Generators::new(9, chain_index).expect("a chain");
        assert_lanes_are(generators.noise, scalar.lanes, 2000);
        assert_choice_is(generators.choice, scalar.choice);
    }
    assert!(Generators::new(9, CHAIN_COUNT_MAX - 1).is_some());
    assert!(Generators::new(9, CHAIN_COUNT_MAX).is_none());
    assert!(Generators::new(9, u32::MAX).is_none());
}

/// The first words of the state 1, 2, 3, 4, from the authors' <https://prng.di.unimi.it/xoshiro256plusplus.c>.
#[test]
fn golden_words_of_xoshiro256plusplus() {
    const WORDS: [u64; 10] = [
        41943041,
        58720359,
        3588806011781223,
        3591011842654386,
        9228616714210784205,
        9973669472204895162,
        14011001112246962877,
        12406186145184390807,
        15849039046786891736,
        10450023813501588000,
    ];
    let mut seed = [0; 32];
    (0..4).for_each(|i| seed[8 * i] = i as u8 + 1);
    let mut lanes = Lanes::from_seed(seed);
    let mut words = [0; 8];
    for expected in WORDS {
        lanes.generate(&mut words);
        assert_eq!(words[0], expected);
    }
}

#[test]
fn block_rng_gives_the_words_lane_by_lane() {
    let mut rng = BlockRng::new(Lanes::seed_from_u64(3));
    let mut scalar = reference::Generators::new(3, 0);
    for _ in 0..100 {
        for expected in scalar.words() {
            assert_eq!(rng.next_word(), expected);
        }
    }
}

#[test]
fn from_rng_takes_thirty_two_bytes_as_rand_core_does() {
    let mut source = Xoshiro256PlusPlus::seed_from_u64(77);
    let generators = Generators::from_rng(&mut source, 2).expect("chain 2");
    let mut again = Xoshiro256PlusPlus::seed_from_u64(77);
    let mut first = Xoshiro256PlusPlus::from_rng(&mut again);
    assert_eq!(source, again, "both took the same number of words");
    first.long_jump();
    first.long_jump();
    assert_choice_is(generators.choice, reference::Generators::from_first(first.clone()).choice);
    assert_lanes_are(generators.noise, reference::Generators::from_first(first).lanes, 100);
    assert!(Generators::from_rng(&mut source, CHAIN_COUNT_MAX).is_none());
}

/// A longer vector begins like a shorter one, whole pairs of blocks at a time.
#[test]
fn a_prefix_of_whole_pairs_does_not_depend_on_the_length() {
    let normals = |len: usize| {
        let mut out = vec![0.0f32; len];
        fill_normals(&mut Lanes::seed_from_u64(4), &mut out);
        out
    };
    assert_eq!(normals(64)[..], normals(1000)[..64]);
    assert_eq!(normals(70)[..], normals(1000)[..70]);
}

/// Moments and cell counts of `count` uniforms, within 6 standard errors.
fn check_uniforms(what: &str, numbers: &[f64]) {
    let count = numbers.len() as f64;
    assert!(numbers.iter().all(|u| *u > 0.0 && *u <= 1.0));
    for power in 1..=4 {
        let k = f64::from(power);
        let mean = numbers.iter().map(|u| libm::pow(*u, k)).sum::<f64>() / count;
        let variance = 1.0 / (2.0 * k + 1.0) - 1.0 / ((k + 1.0) * (k + 1.0));
        check(&format!("{what}, moment {power}"), mean, 1.0 / (k + 1.0), (variance / count).sqrt(), 6.0);
    }
    let mut cells = [0u64; 1000];
    numbers.iter().for_each(|u| cells[((u * 1000.0) as usize).min(999)] += 1);
    let expected = count / 1000.0;
    let chi_square: f64 =
        cells.iter().map(|n| (*n as f64 - expected) * (*n as f64 - expected) / expected).sum();
    check(&format!("{what}, chi-square of 1000 cells"), chi_square, 999.0, (2.0f64 * 999.0).sqrt(), 6.0);
    // P(u < 1e-5) is a count of Poisson kind.
    let low = numbers.iter().filter(|u| **u < 1e-5).count() as u64;
    assert!(poisson_tail(low, count * 1e-5) > 1e-9, "{what}: {low} below 1e-5 of {count}");
}

#[test]
fn uniforms_are_uniform() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let single: Vec<f64> = (0..1_000_000).map(|_| uniform(&mut rng)).collect();
    check_uniforms("single", &single);

    let mut narrow = vec![0.0f32; 1_000_000];
    fill_uniforms(&mut Lanes::seed_from_u64(2), &mut narrow);
    check_uniforms("f32", &narrow.iter().map(|u| f64::from(*u)).collect::<Vec<_>>());

    let mut wide = vec![0.0f64; 1_000_000];
    fill_uniforms(&mut Lanes::seed_from_u64(3), &mut wide);
    check_uniforms("f64", &wide);
}

/// Both precisions, at lengths that end in every part of a pair.
#[test]
fn uniforms_are_the_reference() {
    fn check<R: Scalar>() {
        for len in [1, R::BLOCK_LEN, 2 * R::BLOCK_LEN + 1, 5000] {
            let mut out = vec![R::default(); len];
            fill_uniforms(&mut Lanes::seed_from_u64(5), &mut out);
            let mut generators = reference::Generators::new(5, 0);
            let expected = (0..).flat_map(|_| generators.words()).flat_map(R::pieces).map(R::uniform);
            for (i, (u, expected)) in out.into_iter().zip(expected).enumerate() {
                assert!(u.same(expected), "number {i} of {len}: {u} for {expected}");
            }
        }
    }
    check::<f32>();
    check::<f64>();
}

/// A generator that answers with one word for ever.
struct Stuck(u64);

impl rand_core::TryRng for Stuck {
    type Error = core::convert::Infallible;
    fn try_next_u32(&mut self) -> Result<u32, Self::Error> {
        Ok(self.0 as u32)
    }
    fn try_next_u64(&mut self) -> Result<u64, Self::Error> {
        Ok(self.0)
    }
    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Self::Error> {
        bytes.fill(self.0 as u8);
        Ok(())
    }
}

#[test]
fn a_single_uniform_is_never_zero_or_one() {
    assert_eq!(uniform(&mut Stuck(0)), 1.0 / 9_007_199_254_740_992.0);
    assert_eq!(uniform(&mut Stuck(u64::MAX)), 1.0 - 1.0 / 9_007_199_254_740_992.0);
    assert_eq!(uniform(&mut Stuck(1 << 63)), 0.5 + 1.0 / 9_007_199_254_740_992.0);
}
