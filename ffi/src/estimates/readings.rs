//! What is read from estimates.
#![allow(unsafe_op_in_unsafe_fn, reason = "a shim passes its pointers on to a `Call`, and follows none")]

use super::sgmcmc_estimates;
use crate::guard::{Call, Plain, enter};
use crate::made::types::sgmcmc_status;
use core_crate::{Error, EstimateState, MemoryUnit};

/// How many draws there are, and the sum of their weights.
///
/// Returns: SGMCMC_OK.
/// Out: draw_count: the number of draws; may be NULL.
///      weight:     the sum of their weights; may be NULL.
/// In:  estimates:  the estimates.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sgmcmc_estimates_counts(
    draw_count: *mut u64,
    weight: *mut f64,
    estimates: *const sgmcmc_estimates,
) -> sgmcmc_status {
    enter(|call| counts(call, draw_count, weight, estimates))
}

/// The means, which are 0 before the first draw.
///
/// Returns: SGMCMC_OK; SGMCMC_ERROR_LENGTH_MISMATCH.
/// Out: mean:      len numbers, as many as a draw has.
/// In:  estimates: the estimates.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sgmcmc_estimates_mean(
    mean: *mut f64,
    len: usize,
    estimates: *const sgmcmc_estimates,
) -> sgmcmc_status {
    enter(|call| read(call, mean, len, estimates, EstimateState::mean))
}

/// The variances, sum of w (x - mean)^2 over sum of w, which are NaN before the first draw.
///
/// Returns: SGMCMC_OK; SGMCMC_ERROR_LENGTH_MISMATCH; SGMCMC_ERROR_NOT_REPRESENTABLE where one is too large or too small for
///          a double, of a deviation above 1e154 or below 1.5e-154.
/// Out: variance:  len numbers, as many as a draw has.
/// In:  estimates: the estimates.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sgmcmc_estimates_variance(
    variance: *mut f64,
    len: usize,
    estimates: *const sgmcmc_estimates,
) -> sgmcmc_status {
    enter(|call| read(call, variance, len, estimates, EstimateState::variance))
}

/// The deviations, the roots of the variances, right from 1e-300 to 1e300; NaN before the first draw.
///
/// Returns: SGMCMC_OK; SGMCMC_ERROR_LENGTH_MISMATCH.
/// Out: deviation: len numbers, as many as a draw has.
/// In:  estimates: the estimates.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sgmcmc_estimates_deviation(
    deviation: *mut f64,
    len: usize,
    estimates: *const sgmcmc_estimates,
) -> sgmcmc_status {
    enter(|call| read(call, deviation, len, estimates, EstimateState::deviation))
}

/// The Monte Carlo standard errors of the means, from means of successive draws, of which there is always the same number
/// or up to twice as many; NaN below 16 draws. Of several chains they are by how far the chains' means are apart where
/// these differ by more than each chain's own error lets them. sgmcmc_estimates_doubts says when not to trust them.
///
/// With K batches of equal weight, whose means have autocovariances c_t: sums of two, c_0 + c_1, c_2 + c_3, ..., up to the
/// first that is not above 0.6 sqrt(2/K) c_0, each held at the least before it; with u lags in their sum S, it is the root
/// of (2 S - c_0) / (K - 2 u + 3), about. Unlike batches as many as they are long, it sees correlations over any number of
/// draws that is short beside the run.
///
/// Returns: SGMCMC_OK; SGMCMC_ERROR_LENGTH_MISMATCH; SGMCMC_ERROR_NOT_ESTIMATED where window_len is 0.
/// Out: error:     len numbers, as many as a draw has.
/// In:  estimates: the estimates.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sgmcmc_estimates_standard_error(
    error: *mut f64,
    len: usize,
    estimates: *const sgmcmc_estimates,
) -> sgmcmc_status {
    enter(|call| read(call, error, len, estimates, EstimateState::standard_error))
}

/// The effective sample sizes, how many independent draws would give the mean as exactly: the variance over the squared
/// standard error, times (1 - 2 / (9 nu))^3 with its nu degrees of freedom, and 1 more, since that square is itself an
/// estimate. NaN below 16 draws, and for what does not vary.
///
/// Returns: as sgmcmc_estimates_standard_error.
/// Out: sample_size: len numbers, as many as a draw has.
/// In:  estimates:   the estimates.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sgmcmc_estimates_sample_size(
    sample_size: *mut f64,
    len: usize,
    estimates: *const sgmcmc_estimates,
) -> sgmcmc_status {
    enter(|call| read(call, sample_size, len, estimates, EstimateState::sample_size))
}

/// The degrees of freedom of the standard errors, at least 1: (mean - truth) / error has nearly Student's t distribution
/// with as many. NaN below 16 draws.
///
/// Returns: as sgmcmc_estimates_standard_error.
/// Out: freedom:   len numbers, as many as a draw has.
/// In:  estimates: the estimates.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sgmcmc_estimates_degrees_of_freedom(
    freedom: *mut f64,
    len: usize,
    estimates: *const sgmcmc_estimates,
) -> sgmcmc_status {
    enter(|call| read(call, freedom, len, estimates, EstimateState::degrees_of_freedom))
}

/// Half-widths of intervals for what the means estimate: from mean - half_width to mean + half_width is the truth with
/// probability level, where sgmcmc_estimates_doubts has none. It is Student's quantile times the standard error. NaN below
/// 16 draws.
///
/// Returns: as sgmcmc_estimates_standard_error; SGMCMC_ERROR_PROBABILITY.
/// Out: half_width: len numbers, as many as a draw has.
/// In:  estimates:  the estimates.
///      level:      above 0 and below 1, such as 0.95.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sgmcmc_estimates_half_width(
    half_width: *mut f64,
    len: usize,
    estimates: *const sgmcmc_estimates,
    level: f64,
) -> sgmcmc_status {
    enter(|call| {
        read(call, half_width, len, estimates, |state, memory, out| state.half_width(memory, level, out))
    })
}

/// Why the standard error of each number, and what is made of it, is not to be trusted; 0 where nothing is doubtful.
///
/// Returns: as sgmcmc_estimates_standard_error.
/// Out: doubts:    len numbers, as many as a draw has: bit c is set for the enum sgmcmc_doubt with number c.
/// In:  estimates: the estimates.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sgmcmc_estimates_doubts(
    doubts: *mut u32,
    len: usize,
    estimates: *const sgmcmc_estimates,
) -> sgmcmc_status {
    enter(|call| read(call, doubts, len, estimates, EstimateState::doubts))
}

/// The covariances, row by row.
///
/// Returns: SGMCMC_OK; SGMCMC_ERROR_LENGTH_MISMATCH; SGMCMC_ERROR_NOT_ESTIMATED where the settings did not ask for them;
///          SGMCMC_ERROR_NOT_REPRESENTABLE as of sgmcmc_estimates_variance.
/// Out: covariance: len numbers, the square of how many a draw has.
/// In:  estimates:  the estimates.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sgmcmc_estimates_covariance(
    covariance: *mut f64,
    len: usize,
    estimates: *const sgmcmc_estimates,
) -> sgmcmc_status {
    enter(|call| read(call, covariance, len, estimates, EstimateState::covariance))
}

/// A quantile of every number, which is NaN before the first draw.
///
/// Returns: SGMCMC_OK; SGMCMC_ERROR_LENGTH_MISMATCH; SGMCMC_ERROR_PROBABILITY; SGMCMC_ERROR_NOT_ESTIMATED where the
///          settings gave no room for centroids.
/// Out: quantile:  len numbers, as many as a draw has.
/// In:  estimates: the estimates.
///      p:         the share of all weight below it, from 0 to 1.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sgmcmc_estimates_quantile(
    quantile: *mut f64,
    len: usize,
    estimates: *const sgmcmc_estimates,
    p: f64,
) -> sgmcmc_status {
    enter(|call| read(call, quantile, len, estimates, |state, memory, out| state.quantile(memory, p, out)))
}

/// R-hat of chains, or halves of chains, of equal length, from their means and variances as estimates of each give
/// them: sqrt((n - 1) / n + B / (n W)), with W the mean of their unbiased variances and B / n the variance of their
/// means. With the halves of every chain it is the split R-hat. NaN below two of them, below two draws, and for what does
/// not vary at all; infinite where each chain is constant, and not all at one number.
///
/// Returns: SGMCMC_OK.
/// Out: r_hat:      one number.
/// In:  means:      count means.
///      variances:  count variances, sum of (x - mean)^2 over n.
///      draw_count: n, how many draws each has.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sgmcmc_r_hat(
    r_hat: *mut f64,
    means: *const f64,
    variances: *const f64,
    count: usize,
    draw_count: u64,
) -> sgmcmc_status {
    enter(|call| r_hat_of(call, r_hat, (means, variances, count), draw_count))
}

fn counts(
    call: &mut Call<'_>,
    draw_count: *mut u64,
    weight: *mut f64,
    estimates: *const sgmcmc_estimates,
) -> Result<(), Error> {
    let (draw_count, weight) = (call.optional_output(draw_count)?, call.optional_output(weight)?);
    let (state, _) = call.object::<EstimateState>(estimates)?;
    draw_count.into_iter().for_each(|out| *out = state.draw_count());
    weight.into_iter().for_each(|out| *out = state.weight());
    Ok(())
}

fn read<'a, T: Plain + 'a>(
    call: &mut Call<'a>,
    out: *mut T,
    len: usize,
    estimates: *const sgmcmc_estimates,
    read: impl FnOnce(&EstimateState, &[MemoryUnit], &mut [T]) -> Result<(), Error>,
) -> Result<(), Error> {
    let out = call.output(out, len)?;
    let (state, memory) = call.object::<EstimateState>(estimates)?;
    read(state, memory, out)
}

fn r_hat_of(
    call: &mut Call<'_>,
    r_hat: *mut f64,
    (means, variances, count): (*const f64, *const f64, usize),
    draw_count: u64,
) -> Result<(), Error> {
    let out = call.output_value(r_hat)?;
    let (means, variances) = (call.input(means, count)?, call.input(variances, count)?);
    *out = core_crate::r_hat(means, variances, draw_count)?;
    Ok(())
}
