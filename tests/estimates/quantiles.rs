//! Quantiles from digests, against those of the draws and the laws that these are from. Errors are in cells of width e;
//! the settings' documentation allows 1, 2 and 3 where the bounds here are 1, 1.5 and 2.

use super::{Owned, normals};
use crate::support::normal_cdf;
use core::f64::consts::PI;
use proptest::prelude::*;
use sgmcmc::EstimateSettings;
use sgmcmc::rng::{Generators, fill_uniforms};

const ROOMS: [usize; 5] = [16, 17, 64, 256, 1001];

fn settings(centroid_count: usize) -> EstimateSettings {
    EstimateSettings { centroid_count, ..EstimateSettings::new(1) }
}

fn digest(draws: &[f64], centroid_count: usize) -> Owned {
    let mut estimates = Owned::new(&settings(centroid_count));
    draws.iter().for_each(|x| estimates.push(&[*x], 1.0));
    estimates
}

/// acos(1 - 2 q), in which all cells are equally wide.
fn angle(q: f64) -> f64 {
    2.0 * libm::asin(q.sqrt())
}

/// The largest error of levels from end to end, in cells: how far from p the shares of draws below a quantile and up to
/// it are, but for one draw. An error of k cells of width e is at most k e sqrt(q (1 - q)) + (k e)²/4 of the mass.
fn worst(estimates: &Owned, draws: &[f64], centroid_count: usize) -> f64 {
    let (mut sorted, n) = (draws.to_vec(), draws.len() as f64);
    sorted.sort_by(f64::total_cmp);
    let off = |k: u32| {
        let p = 0.5 - 0.5 * libm::cos(PI * f64::from(k) / 1000.0);
        let x = estimates.quantile(p)[0];
        let [below, up_to] = [sorted.partition_point(|y| *y < x), sorted.partition_point(|y| *y <= x)];
        let nearest = p.clamp(((below as f64 - 1.0) / n).max(0.0), ((up_to as f64 + 1.0) / n).min(1.0));
        (angle(nearest) - angle(p)).abs() * (0.75 * centroid_count as f64) / PI
    };
    (0..=1000).map(off).fold(0.0, f64::max)
}

fn uniforms(seed: u64, len: usize) -> Vec<f64> {
    let mut uniforms = vec![0.0; len];
    fill_uniforms(&mut Generators::new(seed, 1).expect("a chain").noise, &mut uniforms);
    uniforms
}

#[test]
fn quantiles_of_normal_draws_are_within_a_cell() {
    for room in ROOMS {
        for seed in 1..=2 {
            // One order of draws, its reverse, sorted ones, and ones that drift.
            let mut orders = [0; 4].map(|_| normals(seed, 20_000));
            orders[1].reverse();
            orders[2].sort_by(f64::total_cmp);
            orders[3].iter_mut().zip(0..).for_each(|(x, i)| *x += 5e-4 * f64::from(i));
            for (draws, bound) in orders.iter().zip([1.0, 1.0, 1.0, 1.5]) {
                let off = worst(&digest(draws, room), draws, room);
                assert!(off < bound, "{room} {seed}: {off} of {bound}");
            }
        }
    }
}

/// Digests of draws of which the laws, the scales and the numbers have nothing in common.
#[test]
#[ignore = "takes seconds: -- --ignored"]
fn merged_digests_are_within_one_cell_and_a_half() {
    for room in ROOMS {
        for seed in 1..=3 {
            let u = uniforms(seed, 64 * 3);
            let unlike = |i: usize| {
                let count = 3.0 + libm::exp(7.0 * u[3 * i]);
                let scale = libm::exp(5.0 * u[3 * i + 1] - 4.0);
                let of = normals(1000 * seed + i as u64, count as usize);
                of.iter().map(|x| 6.0 * u[3 * i + 2] - 3.0 + scale * x).collect::<Vec<f64>>()
            };
            let nested = |i: usize| {
                let scale = libm::exp(-0.15 * i as f64);
                normals(1000 * seed + i as u64, 500).iter().map(|x| scale * (x + 0.1)).collect()
            };
            let grows = |i: usize| nested(63 - i);
            let alike = |i: usize| normals(1000 * seed + i as u64, 1000);
            let all: [&dyn Fn(usize) -> Vec<f64>; 4] = [&unlike, &nested, &grows, &alike];
            for (k, of) in all.into_iter().enumerate() {
                let parts: Vec<Vec<f64>> = (0..64).map(of).collect();
                let mut merged = Owned::new(&settings(room));
                parts.iter().for_each(|draws| merged.merge(&digest(draws, room)));
                let off = worst(&merged, &parts.concat(), room);
                assert!(off < 1.5, "{room} {seed}, {k}: {off}");
            }
        }
    }
}

/// Numbers that are drawn often, among others, and many that are each drawn some times; in one digest and in 64.
#[test]
#[ignore = "takes seconds: -- --ignored"]
fn quantiles_beside_numbers_drawn_often_are_within_two_cells() {
    for room in ROOMS {
        for seed in [1, 2, 4, 8, 16] {
            let (u, x, often) = (uniforms(seed, 20_000), normals(seed, 20_000), normals(seed + 100, 8));
            let spikes =
                u.iter().zip(&x).map(|(u, x)| if *u < 0.8 { often[(10.0 * u) as usize] } else { *x });
            let share = 0.03 * seed as f64;
            let spike = u.iter().zip(&x).map(|(u, x)| if *u < share { often[0] } else { *x });
            let grain = libm::exp(0.4 * seed as f64);
            let grains = x.iter().map(|x| (grain * x).round());
            let spread = x.iter().map(|x| libm::exp(4.0 * x));
            let all: [Vec<f64>; 4] = [spikes.collect(), spike.collect(), grains.collect(), spread.collect()];
            for (k, draws) in all.iter().enumerate() {
                let mut merged = Owned::new(&settings(room));
                draws.chunks(312).for_each(|draws| merged.merge(&digest(draws, room)));
                for estimates in [merged, digest(draws, room)] {
                    let off = worst(&estimates, draws, room);
                    assert!(off < 2.0, "{room} {seed}, {k}: {off}");
                }
            }
        }
    }
}

/// Uniform draws on [-4, 4] that count φ(x) are as normal ones.
#[test]
fn weights_count() {
    const LEN: usize = 100_000;
    let mut estimates = Owned::new(&settings(256));
    for i in 0..LEN {
        // A full cycle over the grid, in an order that jumps about.
        let x = ((i * 38_501 % LEN) as f64 + 0.5) / LEN as f64 * 8.0 - 4.0;
        estimates.push(&[x], libm::exp(-0.5 * x * x));
    }
    for k in 1..1000 {
        let q = 0.5 - 0.5 * libm::cos(PI * f64::from(k) / 1000.0);
        let off = (angle(normal_cdf(estimates.quantile(q)[0])) - angle(q)) * (0.75 * 256.0) / PI;
        assert!(off.abs() < 1.0, "{q}: {off}");
    }
}

#[test]
fn few_draws_are_their_own_quantiles() {
    let mut estimates = Owned::new(&settings(16));
    assert!(estimates.quantile(0.5)[0].is_nan());
    for x in [3.0, 1.0, 2.0] {
        estimates.push(&[x], 1.0);
    }
    let quantiles: Vec<f64> =
        [0.0, 1.0 / 6.0, 0.25, 0.5, 0.75, 1.0].map(|p| estimates.quantile(p)[0]).to_vec();
    assert_eq!(quantiles, [1.0, 1.0, 1.25, 2.0, 2.75, 3.0]);
    // The ends stay the least and the greatest for ever.
    normals(1, 1000).iter().for_each(|x| estimates.push(&[*x], 1.0));
    estimates.push(&[-17.0], 1.0);
    assert_eq!(estimates.quantile(1.0)[0], normals(1, 1000).iter().fold(3.0, |a: f64, b| a.max(*b)));
    assert_eq!(estimates.quantile(0.0)[0], -17.0);
}

/// Draws that are all the same have that number for every quantile, to the last bit.
#[test]
fn what_does_not_vary_is_every_quantile() {
    for x in [-55.5, 0.1, 1e-300, 1.7e308] {
        let mut estimates = Owned::new(&settings(16));
        (0..500).for_each(|i| estimates.push(&[x], 1.0 + f64::from(i % 7)));
        for p in 0..=1000 {
            assert_eq!(estimates.quantile(f64::from(p) / 1000.0), [x], "{p}");
        }
    }
}

/// The levels in the middle of draws are at these draws, and what is between is linear, however often a number came.
#[test]
fn few_different_numbers_are_counted() {
    for room in [16, 64] {
        let numbers = normals(9, room);
        let draws: Vec<f64> =
            uniforms(3, 5000).iter().map(|u| numbers[(room as f64 * u * u * u) as usize]).collect();
        let mut merged = Owned::new(&settings(room));
        draws.chunks(700).for_each(|draws| merged.merge(&digest(draws, room)));
        let mut sorted = draws.clone();
        sorted.sort_by(f64::total_cmp);
        for estimates in [merged, digest(&draws, room)] {
            for (i, pair) in sorted.windows(2).enumerate() {
                for share in [0.0, 0.25, 0.5, 0.75] {
                    let found = estimates.quantile((i as f64 + 0.5 + share) / 5000.0)[0];
                    let expected = pair[0] + share * (pair[1] - pair[0]);
                    assert!(
                        (found - expected).abs() < 1e-8,
                        "{room}, {i} and {share}: {found} is not {expected}"
                    );
                }
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    /// From the least to the greatest, and never down, for numbers that are as unlike as can be, or nearly the same.
    #[test]
    fn quantiles_rise_from_the_least_to_the_greatest(
        draws in proptest::collection::vec((any::<f64>(), 0..4_u64, 1e-3..1e3_f64), 1..60),
        near in any::<f64>(), alike: bool, levels in proptest::collection::vec(0.0..=1.0_f64, 50),
    ) {
        // Neighbours of one number, or whatever is finite.
        let number = |x: f64, k: u64| f64::from_bits(if alike { (near.to_bits() & !3) + k } else { x.to_bits() });
        let draws: Vec<_> = draws.iter().map(|(x, k, w)| (number(*x, *k), *w)).filter(|(x, _)| x.is_finite()).collect();
        prop_assume!(!draws.is_empty());
        let mut estimates = Owned::new(&settings(16));
        draws.iter().for_each(|(x, weight)| estimates.push(&[*x], *weight));
        let mut levels = levels.clone();
        levels.sort_by(f64::total_cmp);
        let found: Vec<f64> = levels.iter().map(|p| estimates.quantile(*p)[0]).collect();
        prop_assert!(found.is_sorted(), "{:?}: {:?}", draws, found);
        let ends = draws.iter().fold((f64::MAX, f64::MIN), |(least, most), (x, _)| (least.min(*x), most.max(*x)));
        prop_assert_eq!((estimates.quantile(0.0)[0], estimates.quantile(1.0)[0]), ends);
        prop_assert!(ends.0 <= found[0] && found[49] <= ends.1);
    }
}

/// Of 0.1 and 1.1 the quantiles fell by a rounding near the upper.
#[test]
fn quantiles_of_two_numbers_rise() {
    let estimates = digest(&[0.1, 1.1], 16);
    let found: Vec<f64> = (0..=100_000).map(|k| estimates.quantile(f64::from(k) / 1e5)[0]).collect();
    assert!(found.is_sorted() && found[0] == 0.1 && found[100_000] == 1.1);
}
