//! O8: index sampling: every path of every sampler against its exact law.
#![allow(clippy::disallowed_methods, reason = "reference values need no portable functions")]

mod chi_square;
mod epoch;
mod refresh;
mod replacement;
mod without_replacement;

use core::num::NonZeroU32;
use rand_xoshiro::{Xoshiro256PlusPlus, rand_core::SeedableRng};
use sgmcmc::minibatch;
use std::collections::BTreeMap;

fn generator(seed: u64) -> Xoshiro256PlusPlus {
    Xoshiro256PlusPlus::seed_from_u64(seed)
}

fn nonzero(number: u32) -> NonZeroU32 {
    NonZeroU32::new(number).unwrap()
}

fn is_subset(batch: &[u32], n: u32) -> bool {
    batch.is_sorted_by(|a, b| a < b) && batch.last().is_none_or(|&last| last < n)
}

fn subset(rng: &mut Xoshiro256PlusPlus, n: u32, m: usize) -> Vec<u32> {
    let mut batch = vec![u32::MAX; m];
    minibatch::without_replacement(rng, nonzero(n), &mut batch);
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
