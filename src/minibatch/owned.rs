//! Batches in a buffer of their own, for callers that bring no slice.

use super::without_replacement;
use crate::Error;
use core::num::NonZeroU32;
use core::ops::Deref;
use rand_core::Rng;

/// A batch that owns its memory: at most `N` indices, no allocation. It is a slice of its indices.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OwnedBatch<const N: usize>(heapless::Vec<u32, N>);

impl<const N: usize> Deref for OwnedBatch<N> {
    type Target = [u32];

    fn deref(&self) -> &[u32] {
        &self.0
    }
}

/// A uniform subset of `batch_len` of the indices below `data_len`, ascending; see [`without_replacement()`].
///
/// Errors: `DrawnBatchLen` unless `batch_len` is from 1 to `data_len`, `MemoryTooSmall` beyond `N`. Never panics, never
/// allocates.
///
/// ```
/// use core::num::NonZeroU32;
/// let mut choice = sgmcmc::rng::Generators::new(1, 0).expect("chain 0 exists").choice;
/// let data_len = NonZeroU32::new(1000).expect("not zero");
/// let batch = sgmcmc::minibatch::owned::<64>(&mut choice, data_len, 50)?;
/// assert!(batch.len() == 50 && batch.is_sorted());
/// # Ok::<(), sgmcmc::Error>(())
/// ```
pub fn owned<const N: usize>(
    rng: &mut impl Rng,
    data_len: NonZeroU32,
    batch_len: u32,
) -> Result<OwnedBatch<N>, Error> {
    if batch_len == 0 || batch_len > data_len.get() {
        return Err(Error::DrawnBatchLen);
    }
    let mut batch = heapless::Vec::new();
    batch.resize_default(batch_len as usize).map_err(|_| Error::MemoryTooSmall)?;
    without_replacement(rng, data_len, &mut batch);
    Ok(OwnedBatch(batch))
}
