//! Integers below a bound, and batches with replacement.

use super::chi_square::assert_equal_shares;
use super::{generator, nonzero};
use core::num::NonZeroU32;
use rand_xoshiro::rand_core::Rng;
use sgmcmc::minibatch::with_replacement;
use sgmcmc::rng::bounded;

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
    let (mut batch, mut residues, mut thirds) = ([0; 3], [[0; 3]; 3], [[0; 3]; 3]);
    for _ in 0..100_000 {
        with_replacement(&mut rng, nonzero(3 << 30), &mut batch);
        for ((x, residues), thirds) in batch.into_iter().zip(&mut residues).zip(&mut thirds) {
            residues[(x % 3) as usize] += 1;
            thirds[(x >> 30) as usize] += 1;
        }
    }
    residues.iter().for_each(|counts| assert_equal_shares("residue in a batch", counts));
    thirds.iter().for_each(|counts| assert_equal_shares("third in a batch", counts));
    assert!((0..1000).all(|_| bounded(&mut rng, NonZeroU32::MAX) < u32::MAX));
}

/// Three indices are both halves of a word and the low half of the next.
#[test]
fn with_replacement_is_uniform_and_independent() {
    let (mut rng, mut batch, mut triples) = (generator(2), [0; 3], [0; 343]);
    for _ in 0..100_000 {
        with_replacement(&mut rng, nonzero(7), &mut batch);
        triples[(batch[0] * 49 + batch[1] * 7 + batch[2]) as usize] += 1;
    }
    assert_equal_shares("triples", &triples);
}

/// None of these bounds' few rejected halves comes up.
#[test]
fn two_indices_of_a_word() {
    for (m, words) in [(0, 0), (1, 1), (2, 1), (3, 2), (100, 50)] {
        let (mut rng, mut other) = (generator(3), generator(3));
        with_replacement(&mut rng, nonzero(1000), &mut vec![0; m]);
        (0..words).for_each(|_| _ = other.next_u64());
        assert_eq!(rng, other);
    }
}
