//! Minibatches drawn with replacement.

use crate::rng::Bounded;
use core::num::NonZeroU32;
use rand_core::Rng;

/// Fills `batch` with independent indices, each uniform on `0..data_len`; an index may come more than once.
///
/// The order is the order of the draws. Two indices come from one word of the generator, so m = `batch.len()` of them
/// take ⌈m / 2⌉ words; an index that the unbiased draw rejects (with probability below `data_len` / 2³², see
/// [`bounded`](crate::rng::bounded)) takes a word more, or rarely several. Integers only: the same batch everywhere.
pub fn with_replacement(rng: &mut impl Rng, data_len: NonZeroU32, batch: &mut [u32]) {
    let below = Bounded::new(data_len);
    let (pairs, last) = batch.as_chunks_mut();
    for pair in pairs {
        *pair = below.pair(rng);
    }
    for index in last {
        [*index, _] = below.pair(rng);
    }
}
