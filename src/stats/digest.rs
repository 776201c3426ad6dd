//! Quantiles in constant memory: a t-digest for every number of a draw.
//!
//! Dunning and Ertl 2019: draws that are close together share a centroid, their mean with their weight. Centroids stand
//! in ascending order. When there is no more room, neighbours are merged as long as
//!
//! ```text
//! δ/(2π) (asin(2 q' - 1) - asin(2 q - 1)) ≤ 1
//! ```
//!
//! where q and q' are the shares of all weight below the centroid and up to its end: many small ones at both ends, where
//! quantiles are sharp, and at most δ + 1 of them. δ is three quarters of the room. As sines, with s = 2 q - 1 and
//! φ = 2π/δ, the end is at most at s' = s cos φ + sqrt(1 - s²) sin φ, or at 1 once s passes cos φ.

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
    /// The centroids of number `i`.
    fn centroids(&self, i: usize, room: usize) -> impl Iterator<Item = (f64, f64)> + use<'m> {
        let of = |all: &'m [f64]| all.chunks(room.max(1)).nth(i).unwrap_or_default();
        let count = self.counts.get(i).map_or(0, |count| *count as usize);
        of(self.means).iter().copied().zip(of(self.weights).iter().copied()).take(count)
    }

    /// The number below which the share `p` of all weight is, linear between the middles of centroids; NaN without any.
    pub(super) fn quantile(&self, i: usize, room: usize, p: f64) -> f64 {
        let total: f64 = self.centroids(i, room).map(|(_, weight)| weight).sum();
        let [Some(least), Some(greatest)] = [self.least.get(i), self.greatest.get(i)] else {
            return f64::NAN;
        };
        if total == 0.0 {
            return f64::NAN;
        }
        let target = p * total;
        let (mut below, mut last) = (0.0, (0.0, *least));
        let middles = self.centroids(i, room).map(|(mean, weight)| {
            below += weight;
            (below - 0.5 * weight, mean)
        });
        for (middle, mean) in middles.chain([(total, *greatest)]) {
            if middle >= target {
                let (last_middle, last_mean) = last;
                let share = (target - last_middle) / (middle - last_middle);
                let between = last_mean * (1.0 - share) + mean * share;
                // Rounding must not lead out of what was drawn.
                return match between {
                    low if low < *least => *least,
                    high if high > *greatest => *greatest,
                    within => within,
                };
            }
            last = (middle, mean);
        }
        *greatest
    }
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
        if *self.count as usize >= self.means.len() {
            self.compress();
        }
        let count = *self.count as usize;
        let place = self.means.get(..count).map_or(0, |means| means.partition_point(|mean| *mean <= value));
        insert(self.means, place, count, value);
        insert(self.weights, place, count, weight);
        *self.count += 1;
    }

    /// Merges neighbours where the two are not too heavy.
    fn compress(&mut self) {
        let (sine, cosine) = {
            let angle = 2.0 * PI / (0.75 * self.means.len() as f64);
            (sin(angle), cos(angle))
        };
        let total: f64 = self.weights.iter().sum();
        let end_after = |below: f64| {
            let s = (2.0 * below / total - 1.0).clamp(-1.0, 1.0);
            let end = if s < cosine { s * cosine + libm::sqrt(1.0 - s * s) * sine } else { 1.0 };
            0.5 * (end + 1.0) * total
        };
        // Only places that have been read already are written.
        let means = Cell::from_mut(&mut *self.means).as_slice_of_cells();
        let weights = Cell::from_mut(&mut *self.weights).as_slice_of_cells();
        let mut centroids = means.iter().zip(weights);
        let mut places = means.iter().zip(weights);
        let Some((first_mean, first_weight)) = centroids.next() else { return };
        let (mut mean, mut weight) = (first_mean.get(), first_weight.get());
        let (mut below, mut end, mut count) = (0.0, end_after(0.0), 0);
        let mut put = |mean: f64, weight: f64| {
            if let Some((mean_place, weight_place)) = places.next() {
                mean_place.set(mean);
                weight_place.set(weight);
                count += 1;
            }
        };
        for (next_mean, next_weight) in centroids.map(|(mean, weight)| (mean.get(), weight.get())) {
            if below + weight + next_weight <= end {
                weight += next_weight;
                mean = towards(mean, next_mean, next_weight / weight);
                continue;
            }
            put(mean, weight);
            below += weight;
            end = end_after(below);
            (mean, weight) = (next_mean, next_weight);
        }
        put(mean, weight);
        *self.count = count;
    }
}

/// Puts a number where it belongs among the first `count`, and moves those behind it.
fn insert(numbers: &mut [f64], place: usize, count: usize, mut number: f64) {
    numbers.get_mut(place..=count).unwrap_or_default().iter_mut().for_each(|slot| swap(slot, &mut number));
}
