//! Epochs: permutations, without a preferred order.

use super::chi_square::{assert_chi_square, assert_equal_shares, pearson};
use super::{generator, nonzero};
use core::num::NonZeroU32;
use proptest::prelude::*;
use rand_xoshiro::Xoshiro256PlusPlus;
use sgmcmc::minibatch::Epochs;
use std::collections::BTreeSet;

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
    fn epochs_permute(n in 1..5000_u32, seed: u64) {
        let mut order = epoch(&mut Epochs::new(nonzero(n)), &mut generator(seed), n);
        order.sort_unstable();
        prop_assert!(order.into_iter().eq(0..n));
    }
}
