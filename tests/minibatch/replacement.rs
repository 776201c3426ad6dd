//! Integers below a bound, and batches with replacement.

use super::chi_square::assert_equal_shares;
use super::{generator, nonzero};
use core::num::NonZeroU32;
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
