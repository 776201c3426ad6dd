//! Whether stored chains agree, and how many independent draws they are worth: Vehtari et al. 2021.
//!
//! With M chains of n draws, W the mean of their variances and B/n the variance of their means,
//!
//! ```text
//! R̂ = sqrt((n - 1)/n + B/(n W)),   ESS = M n / τ,   τ = -1 + 2 Σ_t ρ_t
//! ```
//!
//! where ρ_t comes from all chains, summed in pairs as long as these are positive and made to fall (Geyer 1992); of the
//! first pair that is not, the even one counts half, if it is positive or the lags run out at a pair of at least 0. Every
//! chain is split in halves first, so that a trend shows. The bulk's R̂ and ESS are those of z, the normal quantile of a
//! draw's rank among all; R̂ is the larger of z's and that of the ranks of |x - median|, which shows chains that differ in
//! width; the tails' ESS is the smaller of those of x ≤ q for the quantiles q at 5 and 95 %.

use super::autocovariance::{autocovariances, mean, scratch_len};
use super::moments::towards;
use super::normal_quantile::normal_quantile;
use super::scale::{largest, towards_one};
use crate::Error;
use crate::built;
use crate::num::{Count, Cut, Exclusive, MemoryUnit, Real, all_within};
use crate::record::record;
use core::cell::Cell;
use core::mem::swap;

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
    /// Whether chains agree, and how many independent draws they are worth, in one number of their draws.
    ///
    /// Every chain is split in halves, of an odd number of draws without the middle one. z is the normal quantile of (rank -
    /// 3/8) / (count + 1/4), with a draw's rank among all. Of M halves of n draws, R̂ is √((n - 1)/n + B/(n W)), W the mean
    /// of their variances and B/n the variance of their means. An effective sample size is M n over -1 + 2 times the sum of
    /// the autocorrelations, summed in pairs as long as these are positive and made to fall. Of the first pair that is not,
    /// the even one counts half, if it is positive or the lags run out at a pair of at least 0.
    Convergence, #[non_exhaustive];

    /// The rank-normalised split R̂: the larger of that of z, the normal quantiles of the draws' ranks, and that of the
    /// ranks of |x - median|: 1 where chains agree; above 1.01 they are not to be trusted.
    r_hat: f64;
    /// The effective sample size of the bulk, that of z.
    bulk_sample_size: f64;
    /// That of the tails: the smaller of those of x ≤ q for the quantiles q at 5 and 95 %.
    tail_sample_size: f64;
}

/// R̂ of chains, or halves of chains, of equal length, from what [`Estimates`](super::Estimates) of each hold: their
/// means, their variances Σ (x - mean)² / n, and n.
///
/// With the halves of every chain this is the split R̂ of Gelman et al. 2013. NaN below two of them, below two draws, and
/// for what does not vary at all; infinite where each chain is constant, and not all at one number.
/// Errors: `LengthMismatch`; `NotBuilt`.
pub fn r_hat(means: &[f64], variances: &[f64], draw_count: u64) -> Result<f64, Error> {
    built::need(built::ESTIMATES)?;
    if means.len() != variances.len() {
        return Err(Error::LengthMismatch);
    }
    // Of one draw the variance is 0, unless what is given is no variance of draws.
    if draw_count < 2 {
        return Ok(f64::NAN);
    }
    let n = draw_count as f64;
    // Near 1, where nothing vanishes or overflows that matters beside the largest.
    let scale = towards_one(largest(means.iter().copied()));
    let between = libm::sqrt(spread(|| means.iter().map(|x| x * scale)));
    let of_variances = towards_one(largest(variances.iter().copied()));
    let within =
        libm::sqrt(mean(|| variances.iter().map(|x| x * of_variances)) * (n / (n - 1.0)) / of_variances);
    Ok(libm::hypot(libm::sqrt((n - 1.0) / n), between / (within * scale)))
}

impl<R: Real> StoredDraws<'_, R> {
    /// How many [`MemoryUnit`]s [`convergence`](Self::convergence) works in: two numbers in `f64` for every draw, and one
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

    /// What number `i` of the draws says of the chains; `memory` may have any content, and has another afterwards.
    ///
    /// The time is that of sorts and Fourier transforms, however long the draws stay correlated. NaN below four draws a
    /// chain, and R̂ for what does not vary. Errors: those of [`memory_len`](Self::memory_len); `LengthTooLarge` unless `i`
    /// is below `dim`; `NotFinite`; `MemoryTooSmall`.
    pub fn convergence(&self, i: usize, memory: &mut [MemoryUnit]) -> Result<Convergence, Error> {
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

/// What chains of `draw_count` numbers say of themselves, with a vector as long as they are together and
/// scratch.
fn of_column(values: &mut [f64], draw_count: usize, z: &mut [f64], scratch: &mut [f64]) -> Convergence {
    let [mut r_hat, mut bulk_sample_size, mut tail_sample_size] = [f64::NAN; 3];
    let half = draw_count / 2;
    if half >= 2 {
        let quantiles = {
            let sorted = sort(values, scratch, z);
            [0.05, 0.95].map(|p| quantile(sorted, p))
        };
        // Of an odd number of draws the middle one belongs to no half.
        let len = drop_middles(values, draw_count);
        let (Some(values), Some(z)) = (values.get_mut(..len), z.get_mut(..len)) else {
            return Convergence { r_hat, bulk_sample_size, tail_sample_size };
        };
        tail_sample_size = f64::INFINITY;
        for q in quantiles {
            z.iter_mut().zip(&*values).for_each(|(z, x)| *z = f64::from(u8::from(*x <= q)));
            let size = sample_size(z, half, scratch);
            tail_sample_size = if size < tail_sample_size { size } else { tail_sample_size };
        }
        let median = normalize(values, scratch, z);
        (bulk_sample_size, r_hat) = (sample_size(z, half, scratch), r_hat_of(z, half));
        // The difference of the two largest numbers overflows.
        let share = if largest(values.iter().copied()) > 0.5 * f64::MAX { 0.5 } else { 1.0 };
        values.iter_mut().for_each(|x| *x = (share * *x - share * median).abs());
        normalize(values, scratch, z);
        let folded = r_hat_of(z, half);
        r_hat = if folded > r_hat { folded } else { r_hat };
    }
    Convergence { r_hat, bulk_sample_size, tail_sample_size }
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

/// The numbers in ascending order, at the beginning of `sorted`, by merging ever longer runs; `scratch` is as long as they.
// By hand, since the sort of `core` can panic.
fn sort<'s>(numbers: &[f64], sorted: &'s mut [f64], scratch: &mut [f64]) -> &'s [f64] {
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
fn quantile(sorted: &[f64], p: f64) -> f64 {
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

/// Fills `z` with the normal quantiles of the numbers' ranks, (rank - 3/8) / (S + 1/4) of S; equal numbers share the
/// mean of their ranks. Returns their median.
fn normalize(numbers: &[f64], scratch: &mut [f64], z: &mut [f64]) -> f64 {
    let sorted = sort(numbers, scratch, z);
    let count = sorted.len() as f64;
    for (z, x) in z.iter_mut().zip(numbers) {
        let below = sorted.partition_point(|other| other < x);
        let up_to = sorted.partition_point(|other| other <= x);
        let rank = 0.5 * (below + up_to + 1) as f64;
        *z = normal_quantile((rank - 0.375) / (count + 0.25));
    }
    median(sorted)
}

/// The variance, unbiased.
fn spread<I: Iterator<Item = f64>>(numbers: impl Fn() -> I) -> f64 {
    let of_all = mean(&numbers);
    let squares = |(count, sum), x: f64| (count + 1.0, sum + (x - of_all) * (x - of_all));
    let (count, sum) = numbers().fold((0.0, 0.0), squares);
    sum / (count - 1.0)
}

/// The mean of the chains' variances Σ (x - m)² / n.
fn variance_within(chains: &[f64], len: usize) -> f64 {
    let of = |chain: &[f64]| {
        let m = mean(|| chain.iter().copied());
        chain.iter().map(|x| (x - m) * (x - m)).sum::<f64>() / len as f64
    };
    let count = (chains.len() / len.max(1)) as f64;
    chains.chunks(len.max(1)).map(of).sum::<f64>() / count
}

/// B/n of chains of equal length.
fn spread_of_means(chains: &[f64], len: usize) -> f64 {
    spread(|| chains.chunks(len.max(1)).map(|chain| mean(|| chain.iter().copied())))
}

/// R̂ of chains of equal length.
fn r_hat_of(chains: &[f64], len: usize) -> f64 {
    let n = len as f64;
    let within = variance_within(chains, len) * (n / (n - 1.0));
    libm::sqrt((n - 1.0) / n + spread_of_means(chains, len) / within)
}

/// The effective sample size of chains of equal length, an even number of them.
fn sample_size(chains: &[f64], len: usize, scratch: &mut [f64]) -> f64 {
    let (n, total) = (len as f64, chains.len() as f64);
    let least = chains.iter().fold(f64::INFINITY, |least, x| if *x < least { *x } else { least });
    let greatest =
        chains.iter().fold(-f64::INFINITY, |greatest, x| if *x > greatest { *x } else { greatest });
    if greatest - least < 1e-15 {
        return total;
    }
    let within = variance_within(chains, len) * (n / (n - 1.0));
    let variance = within * ((n - 1.0) / n) + spread_of_means(chains, len);
    let covariances = autocovariances(chains, len, scratch);
    let correlation =
        |lag: usize| 1.0 - (within - covariances.get(lag).copied().unwrap_or(f64::NAN)) / variance;
    // Pairs of neighbouring lags, of which each sum is held at the one before; the last pair gives its first alone.
    let (mut even, mut odd) = (1.0, correlation(1));
    let (mut sum, mut last, mut lag) = (0.0, f64::INFINITY, 2);
    while lag + 2 < len && even + odd > 0.0 {
        last = if even + odd < last { even + odd } else { last };
        sum += last;
        (even, odd) = (correlation(lag), correlation(lag + 1));
        lag += 2;
    }
    let tau = 2.0 * sum - 1.0 + if even > 0.0 || even + odd >= 0.0 { even } else { 0.0 };
    // Chains whose draws repel each other are worth more than their number, but not without limit.
    let least = 1.0 / libm::log10(total);
    total / if tau > least { tau } else { least }
}
