//! Whether chains agree, and how many independent draws they are worth: Vehtari et al. 2021.
//!
//! With M chains of n draws, W the mean of their variances and B/n the variance of their means,
//!
//! ```text
//! R̂ = sqrt((n - 1)/n + B/(n W)),   ESS = M n / τ,   τ = -1 + 2 Σ_t ρ_t
//! ```
//!
//! where ρ_t comes from all chains, summed in pairs as long as these are positive and made to fall (Geyer 1992); of the
//! first pair that is not, the even one counts half, if it is positive or the lags run out at a pair of at least 0.

use super::autocovariance::{autocovariances, mean};
use super::scale::{largest, towards_one};
use crate::Error;
use crate::built;

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

/// The variance, unbiased.
pub(super) fn spread<I: Iterator<Item = f64>>(numbers: impl Fn() -> I) -> f64 {
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
pub(super) fn r_hat_of(chains: &[f64], len: usize) -> f64 {
    let n = len as f64;
    let within = variance_within(chains, len) * (n / (n - 1.0));
    libm::sqrt((n - 1.0) / n + spread_of_means(chains, len) / within)
}

/// The effective sample size of chains of equal length, an even number of them.
pub(super) fn sample_size(chains: &[f64], len: usize, scratch: &mut [f64]) -> f64 {
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
