//! Index sampling: every path of every sampler against its exact law.
//!
//! Frequencies are judged by χ² statistics and their upper tail probability, which [`upper_tail`] computes; a test fails
//! below `FALSE_ALARM`. That is the 5.6σ of a normal deviate, and fewer than a hundred such checks are made.

use core::{array, num::NonZeroU32};
use proptest::prelude::*;
use rand_xoshiro::{Xoshiro256PlusPlus, rand_core::SeedableRng};
use sgmcmc::minibatch::{Epochs, refresh, with_replacement, without_replacement};
use sgmcmc::rng::bounded;
use std::collections::{BTreeMap, BTreeSet};

const FALSE_ALARM: f64 = 1e-8;

fn generator(seed: u64) -> Xoshiro256PlusPlus {
    Xoshiro256PlusPlus::seed_from_u64(seed)
}

fn nonzero(number: u32) -> NonZeroU32 {
    NonZeroU32::new(number).unwrap()
}

/// P(χ² > `statistic`) with `degrees` degrees of freedom: Q(a, x) at a = degrees / 2, x = statistic / 2, by the series
/// of P = 1 − Q below a + 1 and by Lentz's continued fraction above it (Numerical Recipes, §6.2).
fn upper_tail(statistic: f64, degrees: usize) -> f64 {
    let (a, x) = (degrees as f64 / 2.0, statistic / 2.0);
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
    for i in 1..100_000 {
        let numerator = -f64::from(i) * (f64::from(i) - a);
        b += 2.0;
        d = 1.0 / (numerator * d + b);
        c = b + numerator / c;
        fraction *= c * d;
        if (c * d - 1.0).abs() < 1e-14 {
            break;
        }
    }
    front * fraction
}

fn assert_chi_square(what: &str, statistic: f64, degrees: usize) {
    let tail = upper_tail(statistic, degrees);
    assert!(tail > FALSE_ALARM, "{what}: χ² = {statistic:.1}, {degrees} degrees of freedom, tail {tail:.1e}");
}

/// Σ (count − mean)² / mean, where all counts have the same mean.
fn pearson<'a>(counts: impl IntoIterator<Item = &'a u64>) -> f64 {
    let counts: Vec<f64> = counts.into_iter().map(|&count| count as f64).collect();
    let mean = counts.iter().sum::<f64>() / counts.len() as f64;
    assert!(mean >= 25.0, "too few draws for χ²");
    counts.iter().map(|count| (count - mean).powi(2) / mean).sum()
}

/// Independent trials over cells of equal probability.
fn assert_equal_shares(what: &str, counts: &[u64]) {
    assert_chi_square(what, pearson(counts), counts.len() - 1);
}

fn is_subset(batch: &[u32], n: u32) -> bool {
    batch.is_sorted_by(|a, b| a < b) && batch.last().is_none_or(|&last| last < n)
}

fn subset(rng: &mut Xoshiro256PlusPlus, n: u32, m: usize) -> Vec<u32> {
    let mut batch = vec![u32::MAX; m];
    without_replacement(rng, nonzero(n), &mut batch);
    assert!(is_subset(&batch, n), "{m} of {n}: {batch:?}");
    batch
}

/// All subsets of `m` of 0..`n`, each with a counter.
fn all_subsets(n: u32, m: usize) -> BTreeMap<Vec<u32>, u64> {
    (0..1_u32 << n)
        .filter(|bits| bits.count_ones() as usize == m)
        .map(|bits| ((0..n).filter(|i| bits >> i & 1 == 1).collect(), 0))
        .collect()
}

#[test]
fn upper_tail_matches_tables() {
    assert!((upper_tail(1.0, 2) - (-0.5_f64).exp()).abs() < 1e-12);
    assert!((upper_tail(30.0, 2) / (-15.0_f64).exp() - 1.0).abs() < 1e-12);
    assert!((upper_tail(18.307_038, 10) - 0.05).abs() < 1e-7);
    assert!((upper_tail(149.449_253, 100) - 0.001).abs() < 1e-8);
}

#[test]
fn bounded_is_uniform() {
    for bound in [2, 3, 10, 1000] {
        let mut rng = generator(u64::from(bound));
        let mut counts = vec![0; bound as usize];
        (0..200_000).for_each(|_| counts[bounded(&mut rng, nonzero(bound)) as usize] += 1);
        assert_equal_shares(&format!("bound {bound}"), &counts);
    }
    assert_eq!(bounded(&mut generator(0), nonzero(1)), 0);
}

/// Without rejection, a bound of 3·2³⁰ would give every third integer twice the share of the others.
#[test]
fn bounded_rejects_where_it_matters() {
    let mut rng = generator(1);
    let (mut residues, mut thirds) = ([0; 3], [0; 3]);
    for _ in 0..300_000 {
        let x = bounded(&mut rng, nonzero(3 << 30));
        residues[(x % 3) as usize] += 1;
        thirds[(x >> 30) as usize] += 1;
    }
    assert_equal_shares("residue", &residues);
    assert_equal_shares("third", &thirds);
    assert!((0..1000).all(|_| bounded(&mut rng, NonZeroU32::MAX) < u32::MAX));
}

#[test]
fn with_replacement_is_uniform_and_independent() {
    let (mut rng, mut batch, mut pairs) = (generator(2), [0; 2], [0; 49]);
    for _ in 0..50_000 {
        with_replacement(&mut rng, nonzero(7), &mut batch);
        pairs[(batch[0] * 7 + batch[1]) as usize] += 1;
    }
    assert_equal_shares("pairs", &pairs);
}

/// O8, for sparse and for dense sets held as bits.
#[test]
fn all_subsets_are_equally_likely() {
    for (n, m) in [(6, 3), (6, 1), (6, 2), (7, 5), (10, 4), (10, 9)] {
        let mut counts = all_subsets(n, m);
        let mut rng = generator(u64::from(n) + m as u64);
        for _ in 0..400 * counts.len() {
            *counts.get_mut(&subset(&mut rng, n, m)).unwrap() += 1;
        }
        assert_equal_shares(&format!("{m} of {n}"), &counts.into_values().collect::<Vec<_>>());
    }
}

/// Every pair is in the batch equally often, for sets held as bits.
///
/// The pair counts are not multinomial, but their covariance is known: with P(2), P(3), P(4) the chances that given
/// indices are all in the batch, a count's variance per draw is `same`, and `shared` or `apart` are the covariances of
/// pairs with and without a common index. Such a matrix (of the Johnson scheme J(n, 2)) has two eigenspaces besides the
/// constant one: x_ab = f_a + f_b with Σ f = 0, of dimension n − 1, and the rest. The squared deviation in each, over
/// its eigenvalue, is χ².
#[test]
fn all_pairs_are_equally_likely() {
    const N: usize = 40;
    let n = N as f64;
    for m in [2, 5, 11, 25, 38] {
        let draws = 60_000;
        let mut rng = generator(m as u64);
        let mut together = [[0_u32; N]; N];
        for _ in 0..draws {
            let batch = subset(&mut rng, N as u32, m);
            for &a in &batch {
                for &b in &batch {
                    together[a as usize][b as usize] += u32::from(a != b);
                }
            }
        }
        let given =
            |count: i32| (0..count).map(|i| (m as f64 - f64::from(i)) / (n - f64::from(i))).product::<f64>();
        let square = given(2).powi(2);
        let (same, shared, apart) = (given(2) - square, given(3) - square, given(4) - square);
        let of_indices = same + (n - 4.0) * shared - (n - 3.0) * apart;
        let of_pairs = same - 2.0 * shared + apart;

        let draws = f64::from(draws);
        let deviation = |count: u32| f64::from(count) - draws * given(2);
        let (mut total, mut indices) = (0.0, 0.0);
        for (a, row) in together.iter().enumerate() {
            let row: Vec<f64> =
                row.iter().enumerate().filter(|&(b, _)| b != a).map(|(_, &c)| deviation(c)).collect();
            total += row.iter().map(|x| x * x).sum::<f64>() / 2.0;
            indices += row.iter().sum::<f64>().powi(2) / (n - 2.0);
        }
        assert_chi_square(&format!("indices, {m} of 40"), indices / (draws * of_indices), N - 1);
        assert_chi_square(
            &format!("pairs, {m} of 40"),
            (total - indices) / (draws * of_pairs),
            N * (N - 3) / 2,
        );
    }
}

/// P(j members among `part` of n places), j = 0..=min(m, part): hypergeometric.
fn hypergeometric(n: u32, part: u32, m: usize) -> Vec<f64> {
    let ln_choose =
        |n: f64, k: f64| libm::lgamma(n + 1.0) - libm::lgamma(k + 1.0) - libm::lgamma(n - k + 1.0);
    let (n, part, m) = (f64::from(n), f64::from(part), m as f64);
    (0..=m.min(part) as u32)
        .map(f64::from)
        .map(|j| {
            if m - j > n - part {
                0.0
            } else {
                (ln_choose(part, j) + ln_choose(n - part, m - j) - ln_choose(n, m)).exp()
            }
        })
        .collect()
}

/// Pearson's test against given probabilities; cells in a row are joined until each expects 25 or more.
fn assert_law(what: &str, counts: &[u64], law: &[f64]) {
    let draws = counts.iter().sum::<u64>() as f64;
    let (mut cells, mut cell) = (Vec::new(), (0.0, 0.0));
    for (&count, probability) in counts.iter().zip(law) {
        cell = (cell.0 + count as f64, cell.1 + draws * probability);
        if cell.1 >= 25.0 {
            cells.push(core::mem::take(&mut cell));
        }
    }
    let last = cells.last_mut().unwrap();
    *last = (last.0 + cell.0, last.1 + cell.1);
    assert!(cells.len() > 2, "{what}: nothing to compare");
    assert_chi_square(what, cells.iter().map(|(o, e)| (o - e).powi(2) / e).sum(), cells.len() - 1);
}

/// Ranges above 4096 places: `insert` up to 16 members, else `split`, once or more often, sparse and dense, the last
/// window narrower (by far, or by one) or not. Two laws each: how many members are in a part of the range, for parts that
/// are windows, cut across windows or lie within each, is hypergeometric; and the members of 23 blocks, over all draws,
/// have the multivariate hypergeometric's covariance, which is (n − m) / (n − 1) times the multinomial's.
#[test]
fn large_ranges_follow_the_hypergeometric_law() {
    let cases = [
        (5000, 2, 40_000),        // insert
        (4097, 16, 40_000),       // insert, with the most repeats
        (4435, 50, 40_000),       // split into 4096 + 339
        (4097, 500, 4_000),       // the last window holds one place
        (8292, 40, 20_000),       // 4096 + 4096 + 100
        (8292, 3000, 2_000),      // two windows that overflow at times if counted with replacement
        (8292, 8292 - 40, 1_000), // the places left out are drawn
        (300_000, 200, 10_000),   // split into windows for insert
        (300_000, 4000, 1_000),   // split twice
        (1 << 18, 4000, 1_000),   // no narrower window
    ];
    for (n, m, draws) in cases {
        let name = format!("{m} of {n}");
        type Part = fn(u32, u32) -> bool;
        let parts: [(&str, Part); 4] = [
            ("last window", |i, n| i >= (n - 1) / 4096 * 4096),
            ("first third", |i, n| i < n / 3),
            ("odd", |i, _| i % 2 == 1),
            ("low half of each 4096", |i, _| i % 4096 < 2048),
        ];
        let size = |part: Part| (0..n).filter(|&i| part(i, n)).count() as u32;
        let laws = parts.map(|(_, part)| hypergeometric(n, size(part), m));
        let mut counts: [Vec<u64>; 4] = array::from_fn(|i| vec![0; laws[i].len()]);
        let block = |i: u32| (u64::from(i) * 23 / u64::from(n)) as usize;
        let (mut blocks, mut sizes) = ([0_u64; 23], [0_u64; 23]);
        (0..n).for_each(|i| sizes[block(i)] += 1);

        let mut rng = generator(u64::from(n) * 1000 + m as u64);
        for _ in 0..draws {
            let batch = subset(&mut rng, n, m);
            for ((_, part), counts) in parts.iter().zip(&mut counts) {
                counts[batch.iter().filter(|&&i| part(i, n)).count()] += 1;
            }
            batch.iter().for_each(|&i| blocks[block(i)] += 1);
        }
        for (((part, _), counts), law) in parts.iter().zip(&counts).zip(&laws) {
            // A window of a place or two of many holds too few members to compare.
            if law.iter().filter(|p| **p * f64::from(draws) >= 25.0).count() > 2 {
                assert_law(&format!("{name}, {part}"), counts, law);
            }
        }
        let statistic: f64 = blocks
            .iter()
            .zip(sizes)
            .map(|(&count, size)| (count as f64, f64::from(draws) * m as f64 * size as f64 / f64::from(n)))
            .map(|(count, mean)| (count - mean).powi(2) / mean)
            .sum();
        let spread = (f64::from(n) - m as f64) / (f64::from(n) - 1.0);
        assert_chi_square(&format!("{name}, blocks"), statistic / spread, 22);
    }
}

/// Two of n > 4096: the gap d between them has probability 2 (n − d) / (n (n − 1)).
#[test]
fn gaps_of_inserted_pairs_follow_their_law() {
    let (n, mut rng) = (4100_u32, generator(5));
    let mut counts = vec![0; n as usize];
    for _ in 0..100_000 {
        let batch = subset(&mut rng, n, 2);
        counts[(batch[1] - batch[0]) as usize] += 1;
    }
    let pairs = f64::from(n) * f64::from(n - 1) / 2.0;
    let law: Vec<f64> = (0..n).map(|d| if d == 0 { 0.0 } else { f64::from(n - d) / pairs }).collect();
    assert_law("gaps", &counts, &law);
}

#[test]
fn extreme_subsets() {
    let mut rng = generator(6);
    for n in [1, 2, 63, 64, 65, 4095, 4096, 4097, 100_000] {
        assert!(subset(&mut rng, n, n as usize).into_iter().eq(0..n));
        assert_eq!(subset(&mut rng, n, 1).len(), 1);
        assert_eq!(subset(&mut rng, n, 0).len(), 0);
    }
    for m in [1, 2, 16, 17, 1000, 100_000] {
        subset(&mut rng, u32::MAX, m);
    }
    // A batch longer than the data gets all of them, and its other entries stay.
    let mut batch = [9; 5];
    without_replacement(&mut rng, nonzero(3), &mut batch);
    assert_eq!(batch, [0, 1, 2, 9, 9]);
}

fn refreshed(rng: &mut Xoshiro256PlusPlus, n: u32, current: &[u32], k: usize) -> Vec<u32> {
    let mut refreshed = vec![u32::MAX; current.len()];
    refresh(rng, nonzero(n), current, &mut refreshed, &mut vec![0; 2 * k]);
    assert!(is_subset(&refreshed, n), "{k} of {current:?}: {refreshed:?}");
    refreshed
}

fn in_common(a: &[u32], b: &[u32]) -> usize {
    let b: BTreeSet<_> = b.iter().collect();
    a.iter().filter(|index| b.contains(index)).count()
}

#[test]
fn refresh_is_uniform_over_neighbours_and_symmetric() {
    let (n, m) = (6, 3);
    for k in 1..=m {
        let mut rng = generator(k as u64);
        let mut moves = BTreeMap::new();
        let (mut statistic, mut degrees) = (0.0, 0);
        for current in all_subsets(n, m).into_keys() {
            let mut counts = all_subsets(n, m);
            counts.retain(|other, _| in_common(&current, other) == m - k);
            for _ in 0..300 * counts.len() {
                *counts.get_mut(&refreshed(&mut rng, n, &current, k)).unwrap() += 1;
            }
            statistic += pearson(counts.values());
            degrees += counts.len() - 1;
            moves.extend(counts.into_iter().map(|(other, count)| ((current.clone(), other), count)));
        }
        if k < m {
            assert_chi_square(&format!("neighbours, k = {k}"), statistic, degrees);
        }
        // Moves there and back: the difference has variance there + back if they are equally likely.
        let back_and_forth = moves.iter().filter(|((a, b), _)| a < b).map(|((a, b), &there)| {
            let back = moves[&(b.clone(), a.clone())];
            (there as f64 - back as f64).powi(2) / (there + back) as f64
        });
        let pairs = back_and_forth.clone().count();
        assert_eq!(2 * pairs, moves.len());
        if k < m {
            assert_chi_square(&format!("there and back, k = {k}"), back_and_forth.sum(), pairs);
        }
    }
}

#[test]
fn refresh_lowers_what_cannot_be_replaced() {
    let mut rng = generator(7);
    assert_eq!(refreshed(&mut rng, 4, &[0, 1, 2, 3], 2), [0, 1, 2, 3]);
    assert_eq!(refreshed(&mut rng, 9, &[2, 5], 0), [2, 5]);
    assert_eq!(refreshed(&mut rng, 4, &[0, 3], 5), [1, 2]);
    assert_eq!(in_common(&refreshed(&mut rng, 4, &[0, 1, 3], 3), &[0, 1, 3]), 2);
    assert!(refreshed(&mut rng, 5, &[], 1).is_empty());
    let last = [0, u32::MAX - 1];
    assert_eq!(in_common(&refreshed(&mut rng, u32::MAX, &last, 1), &last), 1);
}

fn epoch(epochs: &mut Epochs, rng: &mut Xoshiro256PlusPlus, n: u32) -> Vec<u32> {
    let mut order = vec![0; n as usize];
    assert_eq!(epochs.next(rng, &mut order), n as usize);
    order
}

#[test]
fn every_epoch_is_a_permutation_of_its_own() {
    for n in [1, 2, 3, 7, 8, 9, 100, 1000, 65_537] {
        let (mut rng, mut epochs) = (generator(u64::from(n)), Epochs::new(nonzero(n)));
        let orders: Vec<_> = (0..5).map(|_| epoch(&mut epochs, &mut rng, n)).collect();
        for order in &orders {
            let mut sorted = order.clone();
            sorted.sort_unstable();
            assert!(sorted.into_iter().eq(0..n));
        }
        if n >= 100 {
            assert_eq!(orders.iter().collect::<BTreeSet<_>>().len(), orders.len());
        }
    }
}

#[test]
fn batches_do_not_span_epochs() {
    let (mut rng, mut epochs) = (generator(8), Epochs::new(nonzero(10)));
    for _ in 0..3 {
        let mut seen: Vec<u32> = Vec::new();
        for expected in [4, 4, 2] {
            let mut batch = [77; 4];
            assert_eq!(epochs.next(&mut rng, &mut batch), expected);
            assert!(batch[expected..].iter().all(|&index| index == 77));
            seen.extend(&batch[..expected]);
        }
        seen.sort_unstable();
        assert!(seen.into_iter().eq(0..10));
    }
    let before = (epochs, rng.clone());
    assert_eq!(epochs.next(&mut rng, &mut []), 0);
    assert_eq!((epochs, rng), before);
}

#[test]
fn a_copy_goes_on_where_the_original_was() {
    let (mut rng, mut epochs) = (generator(9), Epochs::new(nonzero(50)));
    let mut batch = [0; 8];
    epochs.next(&mut rng, &mut batch);
    let (mut copy, mut copied_rng) = (epochs, rng.clone());
    for _ in 0..20 {
        let mut again = batch;
        assert_eq!(epochs.next(&mut rng, &mut batch), copy.next(&mut copied_rng, &mut again));
        assert_eq!(batch, again);
    }
    assert_eq!(epochs, copy);
}

#[test]
fn epochs_over_the_longest_data() {
    let (mut rng, mut epochs) = (generator(10), Epochs::new(NonZeroU32::MAX));
    let mut batch = vec![0; 10_000];
    assert_eq!(epochs.next(&mut rng, &mut batch), batch.len());
    assert!(batch.iter().all(|&index| index < u32::MAX));
    assert_eq!(batch.iter().collect::<BTreeSet<_>>().len(), batch.len());
    let mut sixteenths = [0; 16];
    batch.iter().for_each(|index| sixteenths[(index >> 28) as usize] += 1);
    assert_equal_shares("sixteenths", &sixteenths);
}

/// Over many keys every index is equally often at every position, and every ordered pair of indices equally often at
/// the first two. An n × n table of permutations has rows and columns of fixed sum; its covariance is 1 / (n − 1) per
/// epoch on the (n − 1)² dimensions left.
#[test]
fn epochs_have_no_preferred_order() {
    for n in [2, 3, 5, 8, 10, 13, 33] {
        let cells = (n * n) as usize;
        let (mut rng, mut epochs) = (generator(u64::from(n)), Epochs::new(nonzero(n)));
        let (mut table, mut pairs) = (vec![0; cells], vec![0; cells]);
        let draws = 40_000.max(50 * cells);
        for _ in 0..draws {
            let order = epoch(&mut epochs, &mut rng, n);
            for (index, position) in order.iter().zip(0..) {
                table[(position * n + index) as usize] += 1;
            }
            pairs[(order[0] * n + order[1]) as usize] += 1;
        }
        let scale = f64::from(n - 1) / f64::from(n);
        assert_chi_square(&format!("places, n = {n}"), scale * pearson(&table), ((n - 1) * (n - 1)) as usize);
        let pairs: Vec<u64> =
            (0..cells).filter(|cell| cell % (n as usize + 1) != 0).map(|cell| pairs[cell]).collect();
        assert_equal_shares(&format!("first two, n = {n}"), &pairs);
    }
}

proptest! {
    #[test]
    fn subsets_ascend(n in 1..=u32::MAX, share in 0.0..1.0_f64, seed: u64) {
        let m = (f64::from(n.min(20_000)) * share) as usize;
        prop_assert_eq!(subset(&mut generator(seed), n, m).len(), m);
    }

    #[test]
    fn dense_subsets_ascend(n in 1..20_000_u32, share in 0.0..1.0_f64, seed: u64) {
        let m = (f64::from(n) * share) as usize;
        prop_assert_eq!(subset(&mut generator(seed), n, m).len(), m);
    }

    #[test]
    fn refresh_replaces_exactly_k(n in 1..10_000_u32, share in 0.0..1.0_f64, part in 0.0..1.0_f64, seed: u64) {
        let mut rng = generator(seed);
        let m = (f64::from(n) * share) as usize;
        let k = (m.min(n as usize - m) as f64 * part) as usize;
        let current = subset(&mut rng, n, m);
        let next = refreshed(&mut rng, n, &current, k);
        prop_assert_eq!(in_common(&current, &next), m - k);
    }

    #[test]
    fn epochs_permute(n in 1..5000_u32, seed: u64) {
        let mut order = epoch(&mut Epochs::new(nonzero(n)), &mut generator(seed), n);
        order.sort_unstable();
        prop_assert!(order.into_iter().eq(0..n));
    }
}
