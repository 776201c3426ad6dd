//! Means of batches of 2, 4, 8, … successive draws, whose spread says how far off the mean of all is.
//!
//! Every level keeps the weighted mean and the sum of squares of its batches' means, and one batch that waits for its
//! partner: two neighbours of a level are a batch of the next, so that a run of any length takes the same memory, and
//! the length of batches need not be chosen before it ends. With weights w_b, means m_b and N batches at a level,
//!
//! ```text
//! S_l = N / (N - 1) Σ_b w_b² (m_b - mean)² / (W_l W),   W_l = Σ_b w_b,   W the weight of all draws
//! ```
//!
//! estimates the variance of the mean. With batches of length b it is too small by a share that falls as 1/b, which
//! 2 S_l - S_(l-1) takes away: the zero-lugsail form of Vats and Flegal 2022.

use super::moments::{accumulate, combine, towards};
use crate::num::Real;

/// Batches have up to 2^20 draws, the square root of more than any chain will make.
pub(super) const LEVEL_COUNT: usize = 20;

/// The weights of a level.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[repr(C)]
pub(super) struct Level {
    /// That of the batch that waits for its partner; 0 when none does.
    pub(super) pending: f64,
    /// N.
    pub(super) batch_count: u64,
    /// W_l.
    pub(super) weight: f64,
    /// Σ_b w_b².
    pub(super) squared: f64,
}

impl Level {
    /// Whether so many draws could have made it.
    pub(super) fn could_be(&self, draw_count: u64) -> bool {
        let Self { pending, batch_count, weight, squared } = *self;
        let weights =
            [pending, weight, squared].into_iter().all(|weight| weight >= 0.0 && weight.is_finite());
        weights && batch_count <= draw_count
    }
}

/// The vectors of a level, whose batches are two of what waits in `pending`.
struct Parts<'m> {
    pending: &'m mut [f64],
    mean: &'m mut [f64],
    squares: &'m mut [f64],
}

/// How many numbers the levels have in memory, for draws of `len`.
pub(super) fn numbers_of(len: usize) -> Option<usize> {
    len.checked_mul(3 * LEVEL_COUNT)
}

/// The vectors of every level, the shortest batches first.
fn each(numbers: &mut [f64]) -> impl Iterator<Item = Parts<'_>> {
    let len = (numbers.len() / (3 * LEVEL_COUNT)).max(1);
    numbers.chunks_exact_mut(3 * len).filter_map(move |level| {
        let (pending, sums) = level.split_at_mut_checked(len)?;
        let (mean, squares) = sums.split_at_mut_checked(len)?;
        Some(Parts { pending, mean, squares })
    })
}

/// Their means and sums of squares.
fn sums(numbers: &[f64]) -> impl Iterator<Item = [&[f64]; 2]> {
    let len = (numbers.len() / (3 * LEVEL_COUNT)).max(1);
    numbers.chunks_exact(3 * len).filter_map(move |level| {
        let (_, sums) = level.split_at_checked(len)?;
        let (mean, squares) = sums.split_at_checked(len)?;
        Some([mean, squares])
    })
}

impl Level {
    /// Pairs a batch with the one that waits: `pending` is their mean then, and their weight the result. Else it waits.
    fn join<R: Real>(&mut self, pending: &mut [f64], values: &[R], weight: f64) -> Option<f64> {
        if self.pending == 0.0 {
            pending.iter_mut().zip(values).for_each(|(pending, value)| *pending = value.to_f64());
            self.pending = weight;
            return None;
        }
        let total = self.pending + weight;
        self.pending = 0.0;
        for (pending, value) in pending.iter_mut().zip(values) {
            *pending = towards(*pending, value.to_f64(), weight / total);
        }
        Some(total)
    }

    fn take_in(&mut self, parts: &mut Parts<'_>, weight: f64) {
        self.batch_count += 1;
        self.weight += weight;
        self.squared += weight * weight;
        accumulate(parts.mean, parts.squares, parts.pending, weight * weight, self.squared);
    }

    /// S_l of number i, where W is `total` and the mean of all `mean`.
    fn variance_of_mean(&self, of_batches: f64, squares: f64, mean: f64, total: f64) -> f64 {
        let (off, count) = (of_batches - mean, self.batch_count as f64);
        (squares + self.squared * off * off) * (count / (count - 1.0)) / (self.weight * total)
    }
}

/// Takes a draw in.
pub(super) fn push<R: Real>(levels: &mut [Level], numbers: &mut [f64], values: &[R], weight: f64) {
    let mut rest = levels.iter_mut().zip(each(numbers));
    let Some((mut level, mut parts)) = rest.next() else { return };
    let Some(mut weight) = level.join(parts.pending, values, weight) else { return };
    loop {
        level.take_in(&mut parts, weight);
        let Some((next_level, next_parts)) = rest.next() else { return };
        let Some(joined) = next_level.join(next_parts.pending, parts.pending, weight) else { return };
        (level, parts, weight) = (next_level, next_parts, joined);
    }
}

/// Takes another's batches in. What waits for a partner there is left out: its neighbour would be of another chain.
pub(super) fn merge(levels: &mut [Level], numbers: &mut [f64], other: &[Level], other_numbers: &[f64]) {
    let others = other.iter().zip(sums(other_numbers));
    for ((level, parts), (other, other_sums)) in levels.iter_mut().zip(each(numbers)).zip(others) {
        if other.batch_count > 0 {
            combine([parts.mean, parts.squares], other_sums, [level.squared, other.squared]);
            level.batch_count += other.batch_count;
            level.weight += other.weight;
            level.squared += other.squared;
        }
    }
}

/// The variance of the mean of all for every number; `None` when there are too few batches to tell.
///
/// From the level where batches are as many as they are long, or the next after it with more.
pub(super) fn variances_of_means<'n>(
    levels: &'n [Level],
    numbers: &'n [f64],
    means: &'n [f64],
    total: f64,
) -> Option<impl Iterator<Item = f64> + 'n> {
    let enough = |(i, level): (usize, &Level)| level.batch_count >> (i + 1) > 0;
    let last = levels.iter().enumerate().skip(1).rposition(enough)?;
    let mut pairs = levels.iter().zip(sums(numbers)).skip(last);
    let (shorter, longer) = (pairs.next()?, pairs.next()?);
    let of = move |(level, [mean, squares]): (&'n Level, [&'n [f64]; 2])| {
        let batches = mean.iter().zip(squares).zip(means);
        batches.map(move |((of_batches, squares), mean)| {
            level.variance_of_mean(*of_batches, *squares, *mean, total)
        })
    };
    // Where the difference is not above 0, neighbours repel each other so strongly that the plain form will do.
    let unbiased = |(longer, shorter)| if 2.0 * longer > shorter { 2.0 * longer - shorter } else { longer };
    Some(of(longer).zip(of(shorter)).map(unbiased))
}
