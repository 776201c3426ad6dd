//! Minibatches drawn with replacement.

use crate::rng::bounded;
use core::num::NonZeroU32;
use rand_core::Rng;

/// Fills `batch` with independent indices, each uniform on `0..data_len`; an index may come more than once.
///
/// One word of the generator per index (see [`bounded`]); the order is the order of the draws.
pub fn with_replacement(rng: &mut impl Rng, data_len: NonZeroU32, batch: &mut [u32]) {
    for index in batch {
        *index = bounded(rng, data_len);
    }
}
