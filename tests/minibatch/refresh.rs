//! Partial refresh: uniform over the neighbours, and symmetric.

use super::chi_square::{assert_chi_square, pearson};
use super::{all_subsets, generator, is_subset, nonzero, subset};
use proptest::prelude::*;
use rand_xoshiro::Xoshiro256PlusPlus;
use sgmcmc::minibatch::refresh;
use std::collections::{BTreeMap, BTreeSet};

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

proptest! {
    #[test]
    fn refresh_replaces_exactly_k(n in 1..10_000_u32, share in 0.0..1.0_f64, part in 0.0..1.0_f64, seed: u64) {
        let mut rng = generator(seed);
        let m = (f64::from(n) * share) as usize;
        let k = (m.min(n as usize - m) as f64 * part) as usize;
        let current = subset(&mut rng, n, m);
        let next = refreshed(&mut rng, n, &current, k);
        prop_assert_eq!(in_common(&current, &next), m - k);
    }
}
