//! Index sampling: every path of every sampler against its exact law.
//!
//! Frequencies are judged by Pearson's χ² and its upper tail probability, computed by [`upper_tail`]; below
//! `FALSE_ALARM` a test fails. Seeds are fixed, so a test that passes once passes always.

use core::num::NonZeroU32;
use proptest::prelude::*;
use rand_xoshiro::{Xoshiro256PlusPlus, rand_core::SeedableRng};
use sgmcmc::minibatch::{Epochs, refresh, with_replacement, without_replacement};
use sgmcmc::rng::bounded;
use std::collections::BTreeMap;

/// The chance that a right sampler fails one χ² test; there are fewer than a hundred of them, so the suite's is < 1e-6.
const FALSE_ALARM: f64 = 1e-8;

fn generator(seed: u64) -> Xoshiro256PlusPlus {
    Xoshiro256PlusPlus::seed_from_u64(seed)
}

fn nonzero(number: u32) -> NonZeroU32 {
    NonZeroU32::new(number).unwrap()
}

/// P(χ² > `statistic`) with `degrees` degrees of freedom: Q(a, x) at a = degrees / 2, x = statistic / 2, by the series
/// of P = 1 − Q below a + 1 and by Lentz's continued fraction above it (Numerical Recipes, §6.2).
fn upper_tail(statistic: f64, degrees: f64) -> f64 {
    let (a, x) = (degrees / 2.0, statistic / 2.0);
    if x <= 0.0 {
        return 1.0;
    }
    let front = (a * x.ln() - x - libm::lgamma(a)).exp();
    if x < a + 1.0 {
        let (mut term, mut sum, mut next) = (1.0 / a, 1.0 / a, a);
        while term > sum * 1e-15 {
            next += 1.0;
            term *= x / next;
            sum += term;
        }
        return 1.0 - front * sum;
    }
    let mut b = x + 1.0 - a;
    let (mut c, mut d) = (1e300, 1.0 / b);
    let mut fraction = d;
    for i in 1..10_000 {
        let i = f64::from(i);
        let numerator = -i * (i - a);
        b += 2.0;
        d = 1.0 / (numerator * d + b);
        c = b + numerator / c;
        fraction *= c * d;
        if (c * d - 1.0).abs() < 1e-15 {
            break;
        }
    }
    front * fraction
}

/// Fails unless `counts` look like equal shares. `scale` is the ratio of a count's variance to a multinomial one's:
/// 1 for independent trials over the cells.
fn assert_uniform(what: &str, counts: &[u64], scale: f64, degrees: usize) {
    let mean = counts.iter().sum::<u64>() as f64 / counts.len() as f64;
    assert!(mean >= 25.0, "{what}: too few draws for χ²");
    let statistic = counts.iter().map(|&count| (count as f64 - mean).powi(2) / mean).sum::<f64>() / scale;
    let tail = upper_tail(statistic, degrees as f64);
    assert!(tail > FALSE_ALARM, "{what}: χ² = {statistic:.1} with {degrees} degrees of freedom, tail {tail:.1e}");
}

/// The same for a multinomial count of independent trials.
fn assert_equal_shares(what: &str, counts: &[u64]) {
    assert_uniform(what, counts, 1.0, counts.len() - 1);
}

fn subset(rng: &mut Xoshiro256PlusPlus, n: u32, m: usize) -> Vec<u32> {
    let mut batch = vec![u32::MAX; m];
    without_replacement(rng, nonzero(n), &mut batch);
    batch
}

fn assert_ascending_below(batch: &[u32], n: u32) {
    assert!(batch.is_sorted_by(|a, b| a < b) && batch.last().is_none_or(|&last| last < n), "{n}: {batch:?}");
}

/// All subsets of `m` of 0..`n`, each with a counter.
fn all_subsets(n: u32, m: usize) -> BTreeMap<Vec<u32>, u64> {
    (0..1_u32 << n)
        .filter(|bits| bits.count_ones() as usize == m)
        .map(|bits| ((0..n).filter(|i| bits >> i & 1 == 1).collect(), 0))
        .collect()
}

/// Frequencies of classes of indices: each class's members per batch are hypergeometric. Returns the count of batch
/// members in each of `classes` equal classes (`n` is a multiple), `class` telling which one an index is in.
fn class_counts(
    seed: u64,
    n: u32,
    m: usize,
    draws: u32,
    classes: usize,
    class: impl Fn(u32) -> usize,
) -> Vec<u64> {
    let mut rng = generator(seed);
    let mut counts = vec![0; classes];
    for _ in 0..draws {
        let batch = subset(&mut rng, n, m);
        assert_ascending_below(&batch, n);
        batch.iter().for_each(|&index| counts[class(index)] += 1);
    }
    counts
}

#[test]
fn upper_tail_matches_tables() {
    // Closed form for two degrees of freedom, tabulated 5 % and 0.1 % points otherwise, and a large case by the
    // symmetry of the normal limit.
    assert!((upper_tail(30.0, 2.0) / (-15.0_f64).exp() - 1.0).abs() < 1e-12);
    assert!((upper_tail(18.307_038, 10.0) - 0.05).abs() < 1e-7);
    assert!((upper_tail(1.0, 2.0) - (-0.5_f64).exp()).abs() < 1e-12);
    assert!((upper_tail(149.449_253, 100.0) - 0.001).abs() < 1e-8);
    assert!((upper_tail(100_000.0, 100_000.0) - 0.5).abs() < 2e-3);
}

#[test]
fn bounded_is_uniform() {
    for bound in [1, 2, 3, 10, 1000] {
        let mut rng = generator(u64::from(bound));
        let mut counts = vec![0; bound as usize];
        (0..200_000).for_each(|_| counts[bounded(&mut rng, nonzero(bound)) as usize] += 1);
        if bound > 1 {
            assert_equal_shares(&format!("bound {bound}"), &counts);
        }
    }
}

/// Without rejection, a bound of 3·2³⁰ gives every third integer twice the share of the others.
#[test]
fn bounded_rejects_where_it_matters() {
    let mut rng = generator(1);
    let bound = 3 << 30;
    let (mut residues, mut thirds) = ([0; 3], [0; 3]);
    for _ in 0..300_000 {
        let x = bounded(&mut rng, nonzero(bound));
        assert!(x < bound);
        residues[(x % 3) as usize] += 1;
        thirds[(x >> 30) as usize] += 1;
    }
    assert_equal_shares("residue", &residues);
    assert_equal_shares("third", &thirds);
    assert!((0..1000).all(|_| bounded(&mut rng, NonZeroU32::MAX) < u32::MAX));
}

#[test]
fn with_replacement_is_uniform_and_independent() {
    let (mut rng, mut batch, mut pairs) = (generator(2), [0; 2], vec![0; 49]);
    for _ in 0..50_000 {
        with_replacement(&mut rng, nonzero(7), &mut batch);
        pairs[(batch[0] * 7 + batch[1]) as usize] += 1;
    }
    assert_equal_shares("pairs", &pairs);
}

/// O8, for sparse and for dense sets of places held as bits.
#[test]
fn all_small_subsets_are_equally_likely() {
    for (n, m) in [(6, 3), (6, 1), (6, 2), (7, 5), (10, 4), (10, 9)] {
        let mut counts = all_subsets(n, m);
        let mut rng = generator(u64::from(n) + m as u64);
        for _ in 0..400 * counts.len() {
            *counts.get_mut(&subset(&mut rng, n, m)).expect("an ascending subset") += 1;
        }
        assert_equal_shares(&format!("{m} of {n}"), &counts.into_values().collect::<Vec<_>>());
    }
}

/// All pairs of indices are equally often in the batch together, sparse and dense. Over the C(n, 2) pairs, write
/// X_p = 1 if pair p is in the batch. The uniform subset is a one-class sample of pairs with covariances of three kinds
/// (the same pair, one index shared, none), so Σ (count − mean)² has an exact mean, and each of the covariance matrix's
/// eigenspaces (constant, dimension 1: no variance; indices, n − 1; pairs, n(n − 3)/2) one eigenvalue. The statistic is
/// split into those two parts, each χ².
#[test]
fn pairs_are_equally_likely() {
    let n = 40_u32;
    for m in [2_usize, 5, 11, 25, 38] {
        let draws = 60_000_u32;
        let mut rng = generator(m as u64);
        let mut together = vec![vec![0.0; n as usize]; n as usize];
        for _ in 0..draws {
            let batch = subset(&mut rng, n, m);
            for (i, &a) in batch.iter().enumerate() {
                for &b in batch.iter().skip(i + 1) {
                    together[a as usize][b as usize] += 1.0;
                    together[b as usize][a as usize] += 1.0;
                }
            }
        }
        let (nf, mf) = (f64::from(n), m as f64);
        // P(2, 3 and 4 given indices in the batch).
        let p2 = mf * (mf - 1.0) / (nf * (nf - 1.0));
        let p3 = p2 * (mf - 2.0) / (nf - 2.0);
        let p4 = p3 * (mf - 3.0) / (nf - 3.0);
        let (same, shared, apart) = (p2 - p2 * p2, p3 - p2 * p2, p4 - p2 * p2);
        // Eigenvalues of the covariance, an element of the Johnson scheme J(n, 2).
        let of_indices = same + (nf - 4.0) * shared - (nf - 3.0) * apart;
        let of_pairs = same - 2.0 * shared + apart;
        // Projections: onto indices through the row sums, the rest is the pairs' part.
        let mean = f64::from(draws) * p2;
        let rows: Vec<f64> =
            together.iter().map(|row| row.iter().sum::<f64>() - mean * (nf - 1.0)).collect();
        let index_part = rows.iter().map(|r| r * r).sum::<f64>() / (nf - 2.0);
        let total: f64 = (0..n as usize)
            .flat_map(|a| (0..a).map(move |b| (a, b)))
            .map(|(a, b)| (together[a][b] - mean).powi(2))
            .sum();
        let parts = [
            ("indices", index_part, of_indices, nf - 1.0),
            ("pairs", total - index_part, of_pairs, nf * (nf - 3.0) / 2.0),
        ];
        for (what, sum, eigenvalue, degrees) in parts {
            // m = 2 and m = n - 2 leave both parts with variance; were one without, its sum would be 0.
            assert!(eigenvalue > 1e-12);
            let tail = upper_tail(sum / (f64::from(draws) * eigenvalue), degrees);
            assert!(tail > FALSE_ALARM, "{what}, {m} of {n}: tail {tail:.1e}");
        }
    }
}
