//! Minibatches drawn without replacement: a uniform subset, ascending, in constant memory.

use super::with_replacement;
use crate::rng::{Bounded, bounded};
use core::{
    mem::{replace, take},
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

/// One bit per place of a small range.
type Bitmap = [u64; 64];

/// Places in a bitmap.
const PLACES: u32 = 64 * 64;

/// Fills `batch` with a subset of `0..data_len`, ascending, every subset of that size equally likely.
///
/// A range of places is handled in one of four ways, each exact:
///
/// - `mark`: up to 4096 places are bits; random bits are set until there are enough, and read back in order.
/// - `insert`: up to 16 members of a larger range are drawn one by one and kept in order.
/// - `sort`: up to 255 members of a larger range are drawn all at once, sorted, and drawn again where they are equal.
/// - `split`: otherwise the range is cut into at most 64 windows, the number of members in each is drawn, and every
///   window is handled in the same way.
///
/// O(m) time for m = `batch.len()`; the memory is a bitmap of 512 bytes, 1276 bytes to sort in, and 256 bytes of counts
/// per level of splitting, at most ten levels deep. m may not exceed `data_len`: of a longer batch only the first `data_len` entries are
/// written. Integers only: the same subset everywhere.
pub fn without_replacement(rng: &mut impl Rng, data_len: NonZeroU32, batch: &mut [u32]) {
    let len = batch.len().min(data_len.get() as usize);
    if let Some(batch) = batch.get_mut(..len) {
        choose(rng, 0, data_len, batch, &mut [0; 64]);
    }
}

/// A uniform subset of `start..start + size`; `bitmap` is all zero before and after.
fn choose<R: Rng>(rng: &mut R, start: u32, size: NonZeroU32, batch: &mut [u32], bitmap: &mut Bitmap) {
    if batch.is_empty() {
    } else if size.get() <= PLACES {
        mark(rng, start, size, batch, bitmap);
    } else if batch.len() <= FEW {
        insert(rng, start, size, batch);
    } else if batch.len() <= SOME {
        sort(rng, start, size, batch);
    } else {
        split(rng, start, size, batch, bitmap);
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
/// into window w with probability proportional to `width[w] - count[w]`, whichever places in w are taken. Call the first
/// `count[w]` of them taken, and the rule above does just that. Given the counts, the members of each window are a
/// uniform subset of it, independent of the other windows. The last window may be narrower: x < size says so already.
///
/// When more than half of the places are members, the places left out are drawn instead; so at least half of the x
/// are accepted, whatever the batch.
fn split<R: Rng>(rng: &mut R, start: u32, size: NonZeroU32, batch: &mut [u32], bitmap: &mut Bitmap) {
    let members = batch.len() as u32;
    let left_out = size.get() - members;
    // Eight or more parts asked for and the power of two above their width: every level is at most a quarter as wide.
    let parts = (members / WINDOW_MEMBERS).clamp(8, WINDOWS as u32);
    let width = size.get().div_ceil(parts).next_power_of_two().max(PLACES);
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
        choose(rng, start, window, head, bitmap);
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

/// Draws all members, counts them into 256 parts of the range, lists them part by part and inserts each in order.
///
/// A member equal to an earlier one is left out and others are drawn one by one until there are enough, so this is
/// drawing until enough are distinct: a uniform subset. Within its part a member has few to pass.
fn sort<R: Rng>(rng: &mut R, start: u32, size: NonZeroU32, batch: &mut [u32]) {
    with_replacement(rng, size, batch);
    let shift = (size.get() - 1).checked_ilog2().unwrap_or(0).saturating_sub(7);
    let part = |place: u32| (place >> shift) as usize;

    let mut ends = [0_u8; 256];
    for place in &*batch {
        if let Some(end) = ends.get_mut(part(*place)) {
            *end += 1;
        }
    }
    let mut sum = 0;
    for end in &mut ends {
        sum += replace(end, sum);
    }
    // Each part's end starts at its first slot and moves on with its members.
    let mut listed = [0; SOME];
    for place in &*batch {
        if let Some(end) = ends.get_mut(part(*place)) {
            if let Some(slot) = listed.get_mut(usize::from(*end)) {
                *slot = start + *place;
            }
            *end += 1;
        }
    }

    let mut len = 0;
    for member in listed.iter().take(batch.len()) {
        len = insert_distinct(batch, len, *member);
    }
    while len < batch.len() {
        len = insert_distinct(batch, len, start + bounded(rng, size));
    }
}

/// Inserts `member` into the first `len` slots, which ascend, unless it is there; returns how many ascend now.
#[inline]
fn insert_distinct(batch: &mut [u32], len: usize, mut member: u32) -> usize {
    let below = |sorted: &[u32]| sorted.iter().rposition(|other| *other <= member);
    let (at, found) = match batch.get(..len).and_then(|sorted| Some((sorted, below(sorted)?))) {
        Some((sorted, last)) => (last + 1, sorted.get(last) == Some(&member)),
        None => (0, false),
    };
    if found {
        return len;
    }
    for slot in batch.iter_mut().take(len + 1).skip(at) {
        member = replace(slot, member);
    }
    len + 1
}

/// Sets random bits until there are as many as members, or as places left out if those are fewer, and lists the members.
fn mark<R: Rng>(rng: &mut R, start: u32, size: NonZeroU32, batch: &mut [u32], bitmap: &mut Bitmap) {
    let members = batch.len() as u32;
    let left_out = size.get() - members;
    let below = Bounded::new(size);
    let mut used = 0_u64; // bit w: word w of the bitmap may hold members
    let mut missing = members.min(left_out);
    while missing > 0 {
        let mut accepted = 0;
        below.for_each(rng, missing, |place| {
            if let Some(word) = bitmap.get_mut((place / 64) as usize) {
                let bit = 1 << (place % 64);
                accepted += u32::from(*word & bit == 0);
                *word |= bit;
                used |= 1 << (place / 64);
            }
        });
        missing -= accepted;
    }
    if members > left_out {
        let words = size.get().div_ceil(64);
        used = u64::MAX >> (64 - words);
        // Bits beyond `size` are set too, but come last, when `batch` is full.
        bitmap.iter_mut().take(words as usize).for_each(|word| *word = !*word);
    }

    let mut rest = batch;
    while used != 0 {
        let place = used.trailing_zeros() * 64;
        let mut word = bitmap.get_mut((place / 64) as usize).map_or(0, take);
        while word != 0 {
            // By fours, so that no branch waits for the number of bits in a word.
            let len = if let Some(slots) = rest.first_chunk_mut::<4>() {
                list(slots, start + place, &mut word)
            } else if let Some(slots) = rest.first_chunk_mut::<1>() {
                list(slots, start + place, &mut word)
            } else {
                break;
            };
            rest = take(&mut rest).get_mut(len..).unwrap_or_default();
        }
        used &= used - 1;
    }
}

/// Moves up to N bits out of `word` into the slots, lowest first, and returns how many; the other slots get anything.
fn list<const N: usize>(slots: &mut [u32; N], start: u32, word: &mut u64) -> usize {
    let mut len = 0;
    for slot in slots {
        *slot = start.wrapping_add(word.trailing_zeros());
        len += usize::from(*word != 0);
        *word &= word.wrapping_sub(1);
    }
    len
}
