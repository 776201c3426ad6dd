//! Minibatches drawn without replacement: a uniform subset, ascending, in constant memory.

use super::with_replacement;
use crate::built;
use crate::rng::{Bounded, bounded};
use core::{
    mem::{replace, swap, take},
    num::NonZeroU32,
};
use rand_core::Rng;

/// Most windows a range is split into.
const WINDOWS: usize = 64;

/// How many members a window should get on average, so that most end in `sort` or `mark` at once.
const WINDOW_MEMBERS: u32 = 64;

/// Up to this many members of a large range are drawn one by one into their order.
const FEW: usize = 16;

/// Up to this many members of a large range are drawn all at once and sorted; a byte counts them.
const SOME: usize = 255;

/// Up to this many places are bits in any case.
const MARKED: u32 = 4096;

/// How many data a build for few data serves.
pub(crate) const FEW_DATA: u32 = MARKED;

/// As many bits as the machine works with at a time, which shows in no batch.
type Word = usize;

/// Places of which as many words as a word has bits hold a bit each.
const GROUP: u32 = Word::BITS * Word::BITS;

/// How many groups make `MARKED` places.
const GROUPS: usize = (MARKED / GROUP) as usize;

/// Fills `batch` with a subset of `0..data_len`, ascending, every subset of that size equally likely.
///
/// A range of places is handled in one of four ways, each exact:
///
/// - `mark`: up to 16384 places are bits; random bits are set until there are enough, and read back in order.
/// - `insert`: up to 16 members of more than 4096 places are drawn one by one and kept in order.
/// - `sort`: up to 255 members of a larger range are drawn all at once, sorted, and drawn again where they are equal.
/// - `split`: otherwise the range is cut into at most 64 windows, the number of members in each is drawn, and every
///   window is handled in the same way.
///
/// O(m) time for m = `batch.len()`; the memory is 512 or 2048 bytes of bits or 1276 bytes to sort in, and 256 bytes of
/// counts per level of splitting, at most ten levels deep. m may not exceed `data_len`: of a longer batch only the
/// first `data_len` entries are written. Integers only: the same subset everywhere.
pub fn without_replacement(rng: &mut impl Rng, data_len: NonZeroU32, batch: &mut [u32]) {
    let len = batch.len().min(data_len.get() as usize);
    if let Some(batch) = batch.get_mut(..len) {
        choose(rng, 0, data_len, batch);
    }
}

/// The same for a chain, whose settings are checked: a build for few data holds no more than they need.
pub(crate) fn subset(rng: &mut impl Rng, data_len: NonZeroU32, batch: &mut [u32]) {
    if built::LARGE_DATA {
        without_replacement(rng, data_len, batch);
    } else if data_len.get() <= FEW_DATA && !batch.is_empty() {
        mark::<GROUPS>(rng, 0, data_len, batch);
    }
}

/// A uniform subset of `start..start + size`.
fn choose<R: Rng>(rng: &mut R, start: u32, size: NonZeroU32, batch: &mut [u32]) {
    if batch.is_empty() {
    } else if size.get() <= MARKED {
        mark::<GROUPS>(rng, start, size, batch);
    } else if batch.len() <= FEW {
        insert(rng, start, size, batch);
    } else if size.get() <= 4 * MARKED {
        mark::<{ 4 * GROUPS }>(rng, start, size, batch);
    } else if batch.len() <= SOME {
        sort(rng, start, size, batch);
    } else {
        split(rng, start, size, batch);
    }
}

/// Draws how many members fall into each window, then the members of each window.
///
/// ```text
/// repeat until enough are counted:
///     x uniform on 0..size;  w = window of x;  u = offset of x in w
///     if u >= count[w]: count[w] += 1
/// ```
///
/// The counts are those of drawing distinct places one by one. A next place is uniform on the free ones, so it falls
/// into window w with probability proportional to `width[w] - count[w]`, whichever places in w are taken. Call the
/// first
/// `count[w]` of them taken, and the rule above does just that. Given the counts, the members of each window are a
/// uniform subset of it, independent of the other windows. The last window may be narrower: x < size says so already.
///
/// When more than half of the places are members, the places left out are drawn instead; so at least half of the x
/// are accepted, whatever the batch.
fn split<R: Rng>(rng: &mut R, start: u32, size: NonZeroU32, batch: &mut [u32]) {
    let members = batch.len() as u32;
    let left_out = size.get() - members;
    // Eight or more parts asked for and the power of two above their width: every level is at most a quarter as wide,
    // or as wide as a bitmap.
    let parts = (members / WINDOW_MEMBERS).clamp(8, WINDOWS as u32);
    let width = size.get().div_ceil(parts).next_power_of_two().max(4 * MARKED);
    let shift = width.trailing_zeros();

    let below = Bounded::new(size);
    let mut counts = [0_u32; WINDOWS];
    let mut missing = members.min(left_out);
    while missing > 0 {
        // As many draws as are missing, then a look at how many were accepted: no branch waits for a single draw.
        let mut accepted = 0;
        below.for_each(rng, missing, |place| {
            if let Some(count) = counts.get_mut((place >> shift) as usize) {
                let free = u32::from(place & (width - 1) >= *count);
                *count += free;
                accepted += free;
            }
        });
        missing -= accepted;
    }

    let (mut start, mut size, mut rest) = (start, size.get(), batch);
    for count in counts {
        let Some(window) = NonZeroU32::new(size.min(width)) else { return };
        let count = if members > left_out { window.get() - count } else { count };
        let Some((head, tail)) = take(&mut rest).split_at_mut_checked(count as usize) else { return };
        choose(rng, start, window, head);
        (start, size, rest) = (start.wrapping_add(width), size - window.get(), tail);
    }
}

/// Draws the members one by one into ascending order; should two be equal, all are drawn again.
///
/// Independent draws that happen to be distinct are a uniform subset. With 16 of more than 4096 places they are
/// distinct 97 times in 100 or more.
fn insert<R: Rng>(rng: &mut R, start: u32, size: NonZeroU32, batch: &mut [u32]) {
    let mut equal = true;
    while equal {
        equal = false;
        for len in 0..batch.len() {
            let mut index = start + bounded(rng, size);
            let mut slots = batch.iter_mut();
            // Carries the larger one along instead of looking for the place: no branch depends on the draw.
            for slot in slots.by_ref().take(len) {
                equal |= index == *slot;
                (*slot, index) = (index.min(*slot), index.max(*slot));
            }
            if let Some(last) = slots.next() {
                *last = index;
            }
        }
    }
}

/// Draws all members, lists them by 256 parts of the range, and sorts the list, in which few have to pass others.
///
/// Of equal members one stays and others are drawn one by one until there are enough, so this is drawing until enough
/// are distinct: a uniform subset.
#[inline(never)] // its memory is not held at every level of splitting
fn sort<R: Rng>(rng: &mut R, start: u32, size: NonZeroU32, batch: &mut [u32]) {
    let mut drawn = [0; SOME];
    let Some(drawn) = drawn.get_mut(..batch.len()) else { return };
    with_replacement(rng, size, drawn);
    let shift = (size.get() - 1).checked_ilog2().unwrap_or(0).saturating_sub(7);
    let part = |place: u32| (place >> shift) as usize;

    let mut slots = [0_u8; 256]; // the members in each part, then the slot of its next member
    for place in &*drawn {
        if let Some(count) = slots.get_mut(part(*place)) {
            *count += 1;
        }
    }
    let mut sum = 0;
    for slot in &mut slots {
        sum += replace(slot, sum);
    }
    for place in &*drawn {
        let Some(slot) = slots.get_mut(part(*place)) else { return };
        if let Some(member) = batch.get_mut(usize::from(*slot)) {
            *member = start + *place;
        }
        *slot += 1;
    }

    let mut equal = false;
    for last in 1..batch.len() {
        for upper in (1..=last).rev() {
            let Some([before, after]) = batch.get_mut(upper - 1..=upper) else { return };
            if *before <= *after {
                equal |= *before == *after;
                break;
            }
            swap(before, after);
        }
    }
    if equal {
        replace_equal(rng, start, size, batch);
    }
}

/// Drops members equal to others from an ascending batch and draws as many new ones into their places.
#[cold]
fn replace_equal<R: Rng>(rng: &mut R, start: u32, size: NonZeroU32, batch: &mut [u32]) {
    let mut len = 0;
    for i in 0..batch.len() {
        let Some(&member) = batch.get(i) else { return };
        let distinct = len == 0 || batch.get(len - 1) != Some(&member);
        if let Some(slot) = batch.get_mut(len) {
            *slot = member;
        }
        len += usize::from(distinct);
    }
    while len < batch.len() {
        let mut member = start + bounded(rng, size);
        let Some(Err(at)) = batch.get(..len).map(|distinct| distinct.binary_search(&member)) else {
            continue;
        };
        len += 1;
        for slot in batch.iter_mut().take(len).skip(at) {
            member = replace(slot, member);
        }
    }
}

/// Sets random bits until there are as many as members, or as places left out if those are fewer, and lists the
/// members.
///
/// The bits are of at most `N` groups.
#[inline(never)] // its memory is not held at every level of splitting
fn mark<const N: usize>(rng: &mut impl Rng, start: u32, size: NonZeroU32, batch: &mut [u32]) {
    let members = batch.len() as u32;
    let left_out = size.get() - members;
    let below = Bounded::new(size);
    let mut bitmap = [[0; Word::BITS as usize]; N];
    let bitmap = bitmap.as_flattened_mut();
    let mut used = [0 as Word; N]; // bit w of group g: word w of the group may hold members
    let mut missing = members.min(left_out);
    while missing > 0 {
        let mut accepted = 0;
        below.for_each(rng, missing, |place| {
            let word = bitmap.get_mut((place / Word::BITS) as usize);
            if let (Some(word), Some(used)) = (word, used.get_mut((place / GROUP) as usize)) {
                let bit = 1 << (place % Word::BITS);
                accepted += u32::from(*word & bit == 0);
                *word |= bit;
                *used |= 1 << (place / Word::BITS % Word::BITS);
            }
        });
        missing -= accepted;
    }
    if members > left_out {
        // Bits beyond `size` are set too, but come last, when `batch` is full.
        used = [Word::MAX; N];
        bitmap.iter_mut().for_each(|word| *word = !*word);
    }

    let mut rest = batch;
    for (group, mut used) in (0..).zip(used) {
        while used != 0 {
            let place = group * GROUP + used.trailing_zeros() * Word::BITS;
            let mut word = bitmap.get((place / Word::BITS) as usize).copied().unwrap_or_default();
            while word != 0 {
                // By threes, so that no branch waits for the number of bits in a word.
                let len = if let Some(slots) = rest.first_chunk_mut::<3>() {
                    list(slots, start + place, &mut word)
                } else if let Some(slots) = rest.first_chunk_mut::<1>() {
                    list(slots, start + place, &mut word)
                } else {
                    return;
                };
                rest = take(&mut rest).get_mut(len..).unwrap_or_default();
            }
            used &= used - 1;
        }
    }
}

/// Moves up to N bits out of `word` into the slots, lowest first, and returns how many; the other slots get anything.
fn list<const N: usize>(slots: &mut [u32; N], start: u32, word: &mut Word) -> usize {
    let mut len = 0;
    for slot in slots {
        *slot = start.wrapping_add(word.trailing_zeros());
        len += usize::from(*word != 0);
        *word &= word.wrapping_sub(1);
    }
    len
}
