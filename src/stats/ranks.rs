//! Numbers in their order: quantiles, and ranks as normal quantiles.

use super::moments::towards;
use super::normal_quantile::normal_quantile;
use core::mem::swap;

/// The numbers in ascending order, at the beginning of `sorted`, by merging ever longer runs; `scratch` is as long as they.
// By hand, since the sort of `core` can panic.
pub(super) fn sort<'s>(numbers: &[f64], sorted: &'s mut [f64], scratch: &mut [f64]) -> &'s [f64] {
    let sorted = sorted.get_mut(..numbers.len()).unwrap_or_default();
    sorted.iter_mut().zip(numbers).for_each(|(place, x)| *place = *x);
    let (len, mut width) = (sorted.len(), 1);
    let (mut from, mut to) = (&mut *sorted, scratch);
    let mut swapped = false;
    while width < len {
        for (runs, merged) in from.chunks(2 * width).zip(to.chunks_mut(2 * width)) {
            let (left, right) = runs.split_at_checked(width).unwrap_or((runs, &[]));
            let (mut left, mut right) = (left.iter().peekable(), right.iter().peekable());
            for place in merged {
                let from_right = match (left.peek(), right.peek()) {
                    (Some(left), Some(right)) => right < left,
                    (left, _) => left.is_none(),
                };
                if let Some(x) = if from_right { &mut right } else { &mut left }.next() {
                    *place = *x;
                }
            }
        }
        swap(&mut from, &mut to);
        swapped = !swapped;
        width *= 2;
    }
    if swapped {
        to.iter_mut().zip(from).for_each(|(place, x)| *place = *x);
    }
    sorted
}

/// The quantile of sorted numbers, linear between them: the first is that at 0, the last that at 1.
///
/// Where it falls on a number, which side of it the rounding leaves it on decides whether x ≤ q there: this order of
/// operations is NumPy's, which other implementations use.
pub(super) fn quantile(sorted: &[f64], p: f64) -> f64 {
    let place = sorted.len().saturating_sub(1) as f64 * p;
    let below = place as usize;
    match (sorted.get(below), sorted.get(below + 1)) {
        (Some(low), Some(high)) => towards(*low, *high, place - below as f64),
        (low, _) => low.copied().unwrap_or(f64::NAN),
    }
}

/// Half of the sum of the two in the middle, rounded once: whether two numbers are equally far from it decides ranks.
fn median(sorted: &[f64]) -> f64 {
    let at = |place: usize| sorted.get(place).copied().unwrap_or(f64::NAN);
    let (low, high) = (at(sorted.len().saturating_sub(1) / 2), at(sorted.len() / 2));
    let sum = low + high;
    if sum.is_finite() { 0.5 * sum } else { 0.5 * low + 0.5 * high }
}

/// Where a rank's equals begin and end among sorted numbers.
fn equals(sorted: &[f64], is_below: impl Fn(f64) -> bool, is_equal: impl Fn(f64) -> bool) -> [usize; 2] {
    let below = sorted.partition_point(|other| is_below(*other));
    let rest = sorted.get(below..).unwrap_or_default();
    // Mostly there is one, or none.
    let is_more = rest.get(1).is_some_and(|other| is_equal(*other));
    let count = if is_more {
        rest.partition_point(|other| is_equal(*other))
    } else {
        usize::from(rest.first().is_some_and(|other| is_equal(*other)))
    };
    [below, below + count]
}

/// The normal quantile of a rank, (rank - 3/8) / (S + 1/4) of S; equal numbers share the mean of their ranks.
fn score([below, up_to]: [usize; 2], count: usize) -> f64 {
    let rank = 0.5 * (below + up_to + 1) as f64;
    normal_quantile((rank - 0.375) / (count as f64 + 0.25))
}

/// Fills `z` with the normal quantiles of the numbers' ranks, of which `sorted` are all.
pub(super) fn normalize(numbers: &[f64], sorted: &[f64], z: &mut [f64]) {
    for (z, x) in z.iter_mut().zip(numbers) {
        *z = score(equals(sorted, |other| other < *x, |other| other == *x), sorted.len());
    }
}

/// The same of their distances from their median.
///
/// Sorted numbers have distances that fall up to the median, and rise from there: no other sort is needed.
pub(super) fn normalize_distances(numbers: &[f64], sorted: &[f64], z: &mut [f64]) {
    let middle = median(sorted);
    // The difference of the two largest numbers overflows.
    let is_large = [sorted.first(), sorted.last()].into_iter().flatten().any(|x| x.abs() > 0.5 * f64::MAX);
    let share = if is_large { 0.5 } else { 1.0 };
    let distance = |x: f64| (share * x - share * middle).abs();
    let (low, high) = sorted.split_at_checked(sorted.partition_point(|x| *x < middle)).unwrap_or_default();
    for (z, x) in z.iter_mut().zip(numbers) {
        let own = distance(*x);
        let [below, up_to] = equals(high, |other| distance(other) < own, |other| distance(other) == own);
        let [from, to] = equals(low, |other| distance(other) > own, |other| distance(other) == own);
        *z = score([low.len() - to + below, low.len() - from + up_to], sorted.len());
    }
}
