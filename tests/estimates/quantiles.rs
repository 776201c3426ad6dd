//! Quantiles from digests, against the laws that the draws are from.

use super::{Owned, normals};
use crate::support::normal_cdf;
use core::f64::consts::PI;
use sgmcmc::EstimateSettings;

const LEVELS: [f64; 9] = [0.0005, 0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99, 0.9995];

fn settings(centroid_count: usize) -> EstimateSettings {
    EstimateSettings { centroid_count, ..EstimateSettings::new(1) }
}

/// How far off the mass below a quantile may be: half of the mass that a centroid has there, at the ends all of what
/// the last one has, and what the draws are off by themselves.
fn bound(q: f64, centroid_count: usize, count: f64) -> f64 {
    let delta = 0.75 * centroid_count as f64;
    let half = PI / delta * (q * (1.0 - q)).sqrt();
    half + (PI / delta) * (PI / delta) + 4.5 * (q * (1.0 - q) / count).sqrt() + 1.0 / count
}

#[test]
fn quantiles_are_those_of_the_law() {
    const LEN: usize = 200_000;
    for centroid_count in [16, 64, 256, 1001] {
        // One order of draws, its reverse, and sorted ones, which are the hardest.
        let mut orders = [normals(5, LEN), normals(5, LEN), normals(5, LEN)];
        orders[1].reverse();
        orders[2].sort_by(f64::total_cmp);
        for draws in &orders {
            let mut estimates = Owned::new(&settings(centroid_count));
            draws.iter().for_each(|x| estimates.push(&[*x], 1.0));
            for q in LEVELS {
                let off = normal_cdf(estimates.quantile(q)[0]) - q;
                assert!(off.abs() < bound(q, centroid_count, LEN as f64), "{centroid_count} {q}: {off}");
            }
        }
    }
}

#[test]
fn merged_digests_are_as_good() {
    let mut all = Owned::new(&settings(128));
    for seed in 0..20 {
        let mut one = Owned::new(&settings(128));
        normals(seed, 10_000).iter().for_each(|x| one.push(&[*x], 1.0));
        all.merge(&one);
    }
    for q in LEVELS {
        let off = normal_cdf(all.quantile(q)[0]) - q;
        assert!(off.abs() < bound(q, 128, 200_000.0), "{q}: {off}");
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
    for q in LEVELS {
        let off = normal_cdf(estimates.quantile(q)[0]) - q;
        assert!(off.abs() < bound(q, 256, 1e9), "{q}: {off}");
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
