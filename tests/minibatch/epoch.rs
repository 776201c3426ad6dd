//! Epochs: permutations, without a preferred order.

use super::chi_square::{assert_chi_square, assert_equal_shares, assert_law, pearson};
use super::{generator, nonzero};
use core::num::NonZeroU32;
use proptest::prelude::*;
use rand_xoshiro::Xoshiro256PlusPlus;
use sgmcmc::minibatch::Epochs;
use std::collections::{BTreeMap, BTreeSet};

fn epoch(epochs: &mut Epochs, rng: &mut Xoshiro256PlusPlus, n: u32) -> Vec<u32> {
    let mut order = vec![0; n as usize];
    assert_eq!(epochs.next(rng, &mut order), n as usize);
    order
}

#[test]
fn every_epoch_is_a_permutation_of_its_own() {
    for n in [1, 2, 3, 7, 8, 9, 15, 16, 17, 31, 32, 33, 100, 128, 129, 1000, 65_536, 65_537, 1 << 20] {
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

/// Batches of every length cut the same order, for shuffled and for permuted data.
#[test]
fn an_epoch_is_the_same_in_any_batches() {
    for n in [1, 7, 16, 17, 100, 1000, 5000] {
        let whole = epoch(&mut Epochs::new(nonzero(n)), &mut generator(4), n);
        for m in [1, 2, 3, 15, 16, 17, 31, 33, 100, 999] {
            let (mut rng, mut epochs) = (generator(4), Epochs::new(nonzero(n)));
            let (mut parts, mut batch) = (Vec::<u32>::new(), vec![0; m]);
            while parts.len() < whole.len() {
                let len = epochs.next(&mut rng, &mut batch);
                assert_eq!(len, m.min(whole.len() - parts.len()));
                parts.extend(&batch[..len]);
            }
            assert_eq!(parts, whole, "n = {n}, m = {m}");
        }
    }
}

#[test]
fn the_state_is_small() {
    assert_eq!(size_of::<Epochs>(), 28);
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
#[ignore = "takes seconds: -- --ignored"]
fn epochs_have_no_preferred_order() {
    for n in [2, 3, 5, 8, 10, 13, 16, 17, 24, 32, 33, 65, 100, 129] {
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

/// Up to 16 data are shuffled exactly.
#[test]
fn all_orders_of_few_data_are_equally_likely() {
    for n in [2_u32, 3, 4, 5, 6, 7] {
        let count: u32 = (1..=n).product();
        let (mut rng, mut epochs, mut orders) =
            (generator(u64::from(n)), Epochs::new(nonzero(n)), BTreeMap::new());
        for _ in 0..100 * count {
            *orders.entry(epoch(&mut epochs, &mut rng, n)).or_insert(0) += 1;
        }
        assert_eq!(orders.len(), count as usize);
        assert_equal_shares(&format!("orders, n = {n}"), &orders.into_values().collect::<Vec<_>>());
    }
}

/// Every ordered triple of indices is equally often at three positions, where parts of few bits are mixed least.
#[test]
#[ignore = "takes seconds: -- --ignored"]
fn triples_have_no_preferred_order() {
    for n in [17_u32, 32, 33] {
        for places in [[0, 1, 2], [0, n / 2, n - 1]] {
            let (mut rng, mut epochs) = (generator(u64::from(n)), Epochs::new(nonzero(n)));
            let mut triples = vec![0; (n * n * n) as usize];
            for _ in 0..50 * n * n * n {
                let order = epoch(&mut epochs, &mut rng, n);
                let [a, b, c] = places.map(|place| order[place as usize]);
                triples[((a * n + b) * n + c) as usize] += 1;
            }
            let distinct = |cell: u32| {
                let [a, b, c] = [cell / (n * n), cell / n % n, cell % n];
                a != b && a != c && b != c
            };
            let triples: Vec<u64> =
                (0..n * n * n).filter(|cell| distinct(*cell)).map(|cell| triples[cell as usize]).collect();
            assert_equal_shares(&format!("triples at {places:?}, n = {n}"), &triples);
        }
    }
}

/// Of two positions the indices' difference modulo n is uniform on 1..n: its 64 leading parts and its residues modulo
/// 64 have known shares, for neighbours and for positions further apart.
#[test]
#[ignore = "takes seconds: -- --ignored"]
fn differences_of_indices_are_uniform() {
    for n in [200_u32, 1000, 10_000, 1 << 16, 1_000_003, 3 << 30, u32::MAX] {
        let wide = u64::from(n);
        let apart = [1, 2, 3, 16, 64, 128];
        let mut leading = [[0_u64; 64]; 6];
        let mut residues = [[0_u64; 64]; 6];
        let (mut rng, mut batch) = (generator(wide), [0; 129]);
        for _ in 0..200_000 {
            Epochs::new(nonzero(n)).next(&mut rng, &mut batch);
            for (i, apart) in apart.into_iter().enumerate() {
                let difference = (u64::from(batch[apart]) + wide - u64::from(batch[0])) % wide;
                leading[i][(difference * 64 / wide) as usize] += 1;
                residues[i][(difference % 64) as usize] += 1;
            }
        }
        // The differences are 1 to n − 1; how many have the leading part k or the residue k.
        let share = |count: u64| count as f64 / (wide - 1) as f64;
        let below = |k: u64| (k * wide).div_ceil(64).max(1);
        let leading_law: Vec<f64> = (0..64).map(|k| share(below(k + 1) - below(k))).collect();
        let residue_law: Vec<f64> =
            (0..64).map(|k| share((wide - 1 + 64 - k) / 64 - u64::from(k == 0))).collect();
        for (i, apart) in apart.into_iter().enumerate() {
            assert_law(&format!("differences {apart} apart, n = {n}"), &leading[i], &leading_law);
            assert_law(&format!("residues {apart} apart, n = {n}"), &residues[i], &residue_law);
        }
    }
}

/// The sum of a batch's indices varies as a subset's: m (n − m) / (n − 1) times the variance (n² − 1) / 12 of one
/// index. Of nearly normal sums the mean square has a relative standard error of sqrt(2 / batches); the bound is five
/// of them.
#[test]
fn sums_of_batches_vary_as_those_of_subsets() {
    let draws = 100_000;
    for (n, m) in [(100_u32, 10_usize), (1000, 32), (10_000, 100)] {
        let (mut rng, mut batch) = (generator(u64::from(n)), vec![0; m]);
        let (size, len) = (f64::from(n), m as f64);
        let squares: f64 = (0..draws)
            .map(|_| {
                Epochs::new(nonzero(n)).next(&mut rng, &mut batch);
                let sum: f64 = batch.iter().map(|index| f64::from(*index) - (size - 1.0) / 2.0).sum();
                sum * sum
            })
            .sum();
        let law = len * (size - len) / (size - 1.0) * (size * size - 1.0) / 12.0;
        let errors = (squares / f64::from(draws) / law - 1.0) / (2.0 / f64::from(draws)).sqrt();
        assert!(errors.abs() < 5.0, "{m} of {n}: {errors:.1} standard errors");
    }
}

proptest! {
    #[test]
    fn epochs_permute(n in 1..5000_u32, seed: u64) {
        let mut order = epoch(&mut Epochs::new(nonzero(n)), &mut generator(seed), n);
        order.sort_unstable();
        prop_assert!(order.into_iter().eq(0..n));
    }
}
