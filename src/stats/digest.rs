//! Quantiles in constant memory: a t-digest for every number of a draw.
//!
//! Dunning and Ertl 2019: draws that are close together share a centroid, their mean with their weight. Centroids stand
//! in ascending order, no two at one number. When there is no more room, the shares q of all weight are cut into δ cells
//! of one width in their scale k1,
//!
//! ```text
//! φ = acos(1 - 2 q), from 0 to π
//! ```
//!
//! narrow at both ends, where quantiles are sharp, and centroids whose middles are in one cell are merged. δ is three
//! quarters of the room.
//!
//! 1. Theirs merges from one end on as long as the sum has k1 ≤ 1, which is two cells: most centroids then come to twice
//!    the width that they come to here, for the same guarantee of room.
//! 2. What is merged is at most two cells wide. Of two with others between them the middles are within a cell, and so are
//!    the halves that reach out of it; one alone reaches out by half of its width, which is below a cell as long as another
//!    middle is in there. More weight on either side makes widths smaller, so that they stay below two cells for ever.
//! 3. The weight of what was merged of different numbers is kept with a minus. The others are one number each, drawn once
//!    or often, and their quantiles are that number but for half a draw at both ends: it is counted exactly.
//!
//! As cosines, with s = 2 q - 1, what is φ further is at s cos φ + sqrt(1 - s²) sin φ, or at 1 once s passes cos φ.

use super::moments::towards;
use crate::num::{Cut, Exclusive, Shared, cos, sin};
use core::cell::Cell;
use core::f64::consts::PI;
use core::mem::swap;

/// For each number its extremes, how many centroids there are, and their means and weights.
pub(super) struct Digests<C: Cut> {
    pub(super) least: C::Slice<f64>,
    pub(super) greatest: C::Slice<f64>,
    pub(super) counts: C::Slice<u64>,
    pub(super) means: C::Slice<f64>,
    pub(super) weights: C::Slice<f64>,
}

/// The least room for centroids that leaves some in the middle.
pub(super) const LEAST_CENTROIDS: usize = 16;

impl Digests<Exclusive<'_>> {
    /// The digest of every number.
    fn each(&mut self, room: usize) -> impl Iterator<Item = Digest<'_>> {
        let ends = self.least.iter_mut().zip(self.greatest.iter_mut());
        let vectors = self.means.chunks_mut(room.max(1)).zip(self.weights.chunks_mut(room.max(1)));
        self.counts.iter_mut().zip(ends).zip(vectors).map(|((count, (least, greatest)), (means, weights))| {
            Digest { least, greatest, count, means, weights }
        })
    }

    /// Takes a draw in.
    pub(super) fn push(&mut self, room: usize, values: impl Iterator<Item = f64>, weight: f64) {
        self.each(room).zip(values).for_each(|(mut digest, value)| digest.push(value, weight));
    }

    /// Takes another's centroids in.
    pub(super) fn merge(&mut self, room: usize, other: &Digests<Shared<'_>>) {
        let others = (0..other.counts.len()).map(|i| other.centroids(i, room));
        let ends = other.least.iter().zip(other.greatest);
        for ((mut digest, centroids), (least, greatest)) in self.each(room).zip(others).zip(ends) {
            centroids.for_each(|(mean, weight)| digest.push(mean, weight));
            digest.reach(*least, *greatest);
        }
    }
}

impl<'m> Digests<Shared<'m>> {
    /// The centroids of number `i`, with the signs of their weights.
    fn centroids(&self, i: usize, room: usize) -> impl Iterator<Item = (f64, f64)> + use<'m> {
        let of = |all: &'m [f64]| all.chunks(room.max(1)).nth(i).unwrap_or_default();
        let count = self.counts.get(i).map_or(0, |count| *count as usize);
        of(self.means).iter().copied().zip(of(self.weights).iter().copied()).take(count)
    }

    /// The number below which the share `p` of all weight of so many draws is, linear between the middles of centroids, or
    /// the ends of what is one number; NaN without any.
    pub(super) fn quantile(&self, i: usize, room: usize, p: f64, draw_count: u64) -> f64 {
        let total: f64 = self.centroids(i, room).map(|(_, weight)| weight.abs()).sum();
        let [Some(least), Some(greatest)] = [self.least.get(i), self.greatest.get(i)] else {
            return f64::NAN;
        };
        if total == 0.0 {
            return f64::NAN;
        }
        let (target, half_draw) = (p * total, 0.5 * total / draw_count as f64);
        let (mut below, mut last) = (0.0, (0.0, *least));
        for (mean, signed) in self.centroids(i, room) {
            let weight = signed.abs();
            let inset = if signed > 0.0 && half_draw < 0.5 * weight { half_draw } else { 0.5 * weight };
            for knot in [below + inset, below + (weight - inset)] {
                if knot >= target && target < total {
                    return towards(last.1, mean, (target - last.0) / (knot - last.0));
                }
                last = (knot, mean);
            }
            below += weight;
        }
        if target < total {
            towards(last.1, *greatest, (target - last.0) / (total - last.0))
        } else {
            *greatest
        }
    }
}

/// The weight of two centroids together, which are at one number or not.
fn together(weight: f64, other: f64, equal: bool) -> f64 {
    let sum = weight.abs() + other.abs();
    if equal && weight > 0.0 && other > 0.0 { sum } else { -sum }
}

/// The centroids of one number.
struct Digest<'d> {
    least: &'d mut f64,
    greatest: &'d mut f64,
    count: &'d mut u64,
    means: &'d mut [f64],
    weights: &'d mut [f64],
}

impl Digest<'_> {
    /// Widens the range that the draws have.
    fn reach(&mut self, least: f64, greatest: f64) {
        // Not by `min` and `max`, which may give either zero of the two.
        if *self.count == 0 || least < *self.least {
            *self.least = least;
        }
        if *self.count == 0 || greatest > *self.greatest {
            *self.greatest = greatest;
        }
    }

    fn push(&mut self, value: f64, weight: f64) {
        self.reach(value, value);
        if let (place, true) = self.place(value) {
            self.weights.get_mut(place).into_iter().for_each(|sum| *sum = together(*sum, weight, true));
            return;
        }
        if *self.count as usize >= self.means.len() {
            self.compress();
        }
        let (place, count) = (self.place(value).0, *self.count as usize);
        insert(self.means, place, count, value);
        insert(self.weights, place, count, weight);
        *self.count += 1;
    }

    /// How many centroids are below a number, and whether one is at it.
    fn place(&self, value: f64) -> (usize, bool) {
        let means = self.means.get(..*self.count as usize).unwrap_or_default();
        let place = means.partition_point(|mean| *mean < value);
        (place, means.get(place) == Some(&value))
    }

    /// Merges those whose middles are in one cell.
    fn compress(&mut self) {
        let (sine, cosine) = {
            let cell = PI / (self.means.len() - self.means.len() / 4) as f64;
            (sin(cell), cos(cell))
        };
        let total: f64 = self.weights.iter().map(|weight| weight.abs()).sum();
        let cell_after = |share: f64| {
            let s = (2.0 * share - 1.0).clamp(-1.0, 1.0);
            let end = if s < cosine { s * cosine + libm::sqrt(1.0 - s * s) * sine } else { 1.0 };
            let end = 0.5 * (end + 1.0);
            // Cells that rounding leaves no width are none.
            if end > share { end } else { 1.0 }
        };
        // Only places that have been read already are written.
        let means = Cell::from_mut(&mut *self.means).as_slice_of_cells();
        let weights = Cell::from_mut(&mut *self.weights).as_slice_of_cells();
        let mut centroids = means.iter().zip(weights).map(|(mean, weight)| (mean.get(), weight.get()));
        let mut places = means.iter().zip(weights);
        let Some((mut mean, mut weight)) = centroids.next() else { return };
        let (mut below, mut end, mut count) = (weight.abs(), cell_after(0.0), 0);
        let mut put = |mean: f64, weight: f64| {
            if let Some((mean_place, weight_place)) = places.next() {
                mean_place.set(mean);
                weight_place.set(weight);
                count += 1;
            }
        };
        let mut middle = 0.5 * below / total;
        for (next_mean, next_weight) in centroids {
            while middle >= end && end < 1.0 {
                end = cell_after(end);
            }
            middle = (below + 0.5 * next_weight.abs()) / total;
            below += next_weight.abs();
            if middle < end || end >= 1.0 {
                weight = together(weight, next_weight, false);
                mean = towards(mean, next_mean, next_weight.abs() / -weight);
            } else {
                put(mean, weight);
                (mean, weight) = (next_mean, next_weight);
            }
        }
        put(mean, weight);
        *self.count = count;
    }
}

/// Puts a number where it belongs among the first `count`, and moves those behind it.
fn insert(numbers: &mut [f64], place: usize, count: usize, mut number: f64) {
    numbers.get_mut(place..=count).unwrap_or_default().iter_mut().for_each(|slot| swap(slot, &mut number));
}
