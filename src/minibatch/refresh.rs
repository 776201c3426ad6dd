//! Partial refresh: a minibatch that shares all but a few of its indices with the one before.

use super::without_replacement;
use core::num::NonZeroU32;
use rand_core::Rng;

/// Writes into `refreshed` the batch `current` with k of its m indices replaced by k of the n − m others.
///
/// Both sets of k are uniform, where n is `data_len`, m = `current.len()` and k = `scratch.len()` / 2. So each subset
/// that differs from `current` in exactly k indices is proposed with probability 1 / (C(m, k) · C(n − m, k)), which is
/// the same for the way back: the proposal is symmetric and cancels from the Metropolis–Hastings ratio, for every k.
///
/// `current` is ascending and distinct, `refreshed` as long as `current` and ascending again; k is at most m and n − m,
/// and a larger one is lowered to that; k = 0 copies. `scratch` is overwritten. O(m + k) time. Integers only.
pub fn refresh(
    rng: &mut impl Rng,
    data_len: NonZeroU32,
    current: &[u32],
    refreshed: &mut [u32],
    scratch: &mut [u32],
) {
    refresh_by(without_replacement, rng, data_len, (current, refreshed), scratch);
}

/// The same with subsets drawn by `subset`.
pub(crate) fn refresh_by<G: Rng>(
    subset: impl Fn(&mut G, NonZeroU32, &mut [u32]),
    rng: &mut G,
    data_len: NonZeroU32,
    (current, refreshed): (&[u32], &mut [u32]),
    scratch: &mut [u32],
) {
    let inside = u32::try_from(current.len()).unwrap_or(u32::MAX);
    let outside = data_len.get().saturating_sub(inside);
    let k = (scratch.len() / 2).min(inside as usize).min(outside as usize);
    let Some((removed, rest)) = scratch.split_at_mut_checked(k) else { return };
    let Some(added) = rest.get_mut(..k) else { return };
    if let (Some(inside), Some(outside)) = (NonZeroU32::new(inside), NonZeroU32::new(outside)) {
        subset(rng, inside, removed);
        subset(rng, outside, added);
    }

    // Three ascending lists in one pass. The outside index of rank r is r + j, where j counts the indices of `current`
    // below it: the smallest j with r + j < current[j].
    let mut slots = refreshed.iter_mut();
    let mut put = |index| {
        if let Some(slot) = slots.next() {
            *slot = index;
        }
    };
    let mut removed = removed.iter().copied().peekable();
    let mut added = added.iter().copied().peekable();
    for (position, &index) in (0..inside).zip(current) {
        while let Some(rank) = added.next_if(|rank| rank + position < index) {
            put(rank + position);
        }
        if removed.next_if_eq(&position).is_none() {
            put(index);
        }
    }
    added.for_each(|rank| put(rank + inside));
}
