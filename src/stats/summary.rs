//! What stored draws say of each of their numbers: a row as Stan's users read it, after Vehtari et al. 2021.
//!
//! Every chain is split in halves first, so that a trend shows. The bulk's R̂ and ESS are those of z, the normal quantile of
//! a draw's rank among all; R̂ is the larger of z's and that of the ranks of |x - median|, which shows chains that differ in
//! width; the tails' ESS is the smaller of those of x ≤ q for the quantiles q at 5 and 95 %. The mean's standard error comes
//! from the ESS of the draws themselves.

use super::autocovariance::{mean, scratch_len};
use super::convergence::{r_hat_of, sample_size, spread};
use super::ranks::{normalize, normalize_distances, quantile, sort};
use super::scale::{largest, towards_one};
use crate::Error;
use crate::built;
use crate::image::{Image, Sink, Source, image};
use crate::num::{Count, Cut, Exclusive, MemoryUnit, Real, all_within};
use crate::record::record;
use core::cell::Cell;

/// Draws that the caller has stored, of chains of equal length.
#[derive(Clone, Copy, Debug)]
pub struct StoredDraws<'a, R> {
    /// Rows of `dim` numbers, a draw each: all of the first chain, then all of the second, and so on.
    pub draws: &'a [R],
    /// M, at least 1.
    pub chain_count: usize,
    /// How many numbers a draw has, at least 1.
    pub dim: usize,
}

record! {
    /// What stored draws say of one of their numbers, all chains together, and whether the chains agree. Below four draws a
    /// chain the standard error, the sizes and R̂ are NaN, and R̂ is for what does not vary.
    ///
    /// It is that of Vehtari et al. 2021. Every chain is split in halves, of an odd number of draws without the middle one,
    /// and z is the normal quantile of (rank - 3/8) / (count + 1/4), with a draw's rank among all. Of M halves of n draws,
    /// R̂ is √((n - 1)/n + B/(n W)), W the mean of their variances and B/n the variance of their means. An effective sample
    /// size is M n over -1 + 2 times the sum of the autocorrelations, summed in pairs as long as these are positive and
    /// made to fall. Of the first pair that is not, the even one counts half, if it is positive or the lags run out at a
    /// pair of at least 0.
    Summary, #[non_exhaustive];

    /// The mean of all draws.
    mean: f64;
    /// Their standard deviation, over their count less 1: NaN of one draw, infinite beyond a double.
    deviation: f64;
    /// The mean's standard error, by the draws' own effective sample size; 0 if nothing varies.
    standard_error: f64;
    /// The quantile at 5 %, linear between neighbours of the sorted draws.
    quantile_5: f64;
    /// The quantile at 50 %: of an even number the middle of the two in the middle.
    median: f64;
    /// The quantile at 95 %.
    quantile_95: f64;
    /// The effective sample size of the bulk: of z, the normal scores of the draws' ranks.
    bulk_sample_size: f64;
    /// That of the tails: the smaller of those of x ≤ q for the quantiles q at 5 and 95 %.
    tail_sample_size: f64;
    /// Split R̂ of the ranks of x or of |x - median|, the larger: above 1.01 chains do not agree.
    r_hat: f64;
}

image! {
    struct Summary {
        mean: f64, deviation: f64, standard_error: f64, quantile_5: f64, median: f64, quantile_95: f64,
        bulk_sample_size: f64, tail_sample_size: f64, r_hat: f64,
    }
}

impl<R: Real> StoredDraws<'_, R> {
    /// How many [`MemoryUnit`]s [`summary`](Self::summary) works in: two numbers in `f64` for every draw, and one
    /// more, or 3 to 5.5 for every draw of one chain, if that is more.
    ///
    /// Errors: `LengthZero`; `LengthMismatch` unless the draws are whole rows, as many for each chain; `NotBuilt`.
    pub fn memory_len(&self) -> Result<usize, Error> {
        Self::memory_len_of(self.chain_count, self.draw_count()?)
    }

    /// The same for so many chains of so many draws, which need not be there yet. Errors: `LengthTooLarge`; `NotBuilt`.
    pub fn memory_len_of(chain_count: usize, draw_count: usize) -> Result<usize, Error> {
        built::need(built::ESTIMATES)?;
        let len = chain_count.checked_mul(draw_count).ok_or(Error::LengthTooLarge)?;
        let mut count = Count::default();
        [len, len, scratch_len(draw_count).max(len)].into_iter().for_each(|len| count.take::<f64>(len));
        count.end()?;
        Ok(count.blocks)
    }

    /// n.
    fn draw_count(&self) -> Result<usize, Error> {
        built::need(built::ESTIMATES)?;
        if self.draws.is_empty() || self.chain_count == 0 || self.dim == 0 {
            return Err(Error::LengthZero);
        }
        let chain_len = self.draws.len().checked_div(self.chain_count).unwrap_or_default();
        let count = chain_len.checked_div(self.dim).unwrap_or_default();
        let len = self.chain_count.checked_mul(self.dim).and_then(|len| len.checked_mul(count));
        if len == Some(self.draws.len()) { Ok(count) } else { Err(Error::LengthMismatch) }
    }

    /// What all chains' draws say of number `i`; `memory` may have any content, and has another afterwards.
    ///
    /// The time is that of sorts and Fourier transforms, however long the draws stay correlated. Errors: those of [`memory_len`](Self::memory_len); `LengthTooLarge` unless `i`
    /// is below `dim`; `NotFinite`; `MemoryTooSmall`.
    pub fn summary(&self, i: usize, memory: &mut [MemoryUnit]) -> Result<Summary, Error> {
        let draw_count = self.draw_count()?;
        if i >= self.dim {
            return Err(Error::LengthTooLarge);
        }
        if !all_within(self.draws, R::MAX) {
            return Err(Error::NotFinite);
        }
        let len = draw_count * self.chain_count;
        let mut cut = Exclusive::new(memory);
        let [values, z, scratch] =
            [len, len, scratch_len(draw_count).max(len)].map(|len| cut.take::<f64>(len));
        cut.end()?;
        let column = self.draws.iter().skip(i).step_by(self.dim.max(1));
        values.iter_mut().zip(column).for_each(|(value, x)| *value = x.to_f64());
        Ok(of_column(values, draw_count, z, scratch))
    }
}

/// What chains of `draw_count` numbers say, with a vector as long as they are together and scratch.
fn of_column(values: &mut [f64], draw_count: usize, z: &mut [f64], scratch: &mut [f64]) -> Summary {
    // Near 1, where no square vanishes or overflows that matters beside the largest.
    let size = largest(values.iter().copied());
    let scale = towards_one(size);
    let scaled = || values.iter().map(|x| x * scale);
    let (mean, deviation) = (mean(scaled), libm::sqrt(spread(scaled)));
    let sorted = sort(values, scratch, z);
    let [quantile_5, median, quantile_95] = [0.05, 0.5, 0.95].map(|p| quantile(sorted, p));
    let mut found = Summary {
        mean: mean / scale,
        deviation: deviation / scale,
        quantile_5,
        median,
        quantile_95,
        ..Summary::default()
    };
    let half = draw_count / 2;
    // Of an odd number of draws the middle one belongs to no half.
    let (count, len) = (values.len(), drop_middles(values, draw_count));
    let (Some(values), Some(z), 2..) = (values.get_mut(..len), z.get_mut(..len), half) else {
        return found;
    };
    let fill =
        |z: &mut [f64], of: &dyn Fn(f64) -> f64| z.iter_mut().zip(&*values).for_each(|(z, x)| *z = of(*x));
    // Those of an even number of draws are sorted already.
    let sorted = if len == count { &*scratch } else { sort(values, scratch, z) };
    let sorted = sorted.get(..len).unwrap_or_default();
    normalize_distances(values, sorted, z);
    let folded = r_hat_of(z, half);
    normalize(values, sorted, z);
    let of_ranks = r_hat_of(z, half);
    found.r_hat = if folded > of_ranks { folded } else { of_ranks };
    found.bulk_sample_size = sample_size(z, half, scratch);
    fill(z, &|x| x * scale);
    found.standard_error = deviation / libm::sqrt(sample_size(z, half, scratch)) / scale;
    found.tail_sample_size = f64::INFINITY;
    for q in [quantile_5, quantile_95] {
        fill(z, &|x| f64::from(u8::from(x <= q)));
        let size = sample_size(z, half, scratch);
        found.tail_sample_size = if size < found.tail_sample_size { size } else { found.tail_sample_size };
    }
    found
}

/// Closes the gaps that the middle draws of odd chains leave, and returns how many numbers there are then.
fn drop_middles(values: &mut [f64], draw_count: usize) -> usize {
    if draw_count.is_multiple_of(2) {
        return values.len();
    }
    let cells = Cell::from_mut(values).as_slice_of_cells();
    let is_middle = |k: usize| k % draw_count.max(1) == draw_count / 2;
    let kept = cells.iter().enumerate().filter(|(k, _)| !is_middle(*k));
    let mut count = 0;
    for (to, (_, from)) in cells.iter().zip(kept) {
        to.set(from.get());
        count += 1;
    }
    count
}
