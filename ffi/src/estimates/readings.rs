//! What is read from estimates.

use super::sgmcmc_estimates;
use crate::guard::{Call, Plain, enter};
use crate::status::sgmcmc_status;
use core_crate::{Error, EstimateState, MemoryUnit, Reading};

/// How many draws there are, and the sum of their weights.
///
/// Out: draw_count: the number of draws; may be NULL.
///      weight:     the sum of their weights; may be NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sgmcmc_estimates_counts(
    draw_count: *mut u64,
    weight: *mut f64,
    estimates: *const sgmcmc_estimates,
) -> sgmcmc_status {
    enter(|call| counts(call, draw_count, weight, estimates))
}

/// Reads one estimate of every number that a draw has: see enum sgmcmc_estimate.
///
/// Returns: SGMCMC_OK; SGMCMC_ERROR_CHOICE; _LENGTH_MISMATCH; _PROBABILITY for a p other than below; _NOT_ESTIMATED for
///          a covariance or a quantile that the settings did not ask for, and for what window_len = 0 has no room for:
///          standard errors, sample sizes, degrees of freedom, half-widths; _NOT_REPRESENTABLE.
/// Out: out:       len numbers, as many as a draw has; the square of that for SGMCMC_ESTIMATE_COVARIANCE.
/// In:  estimate:  enum sgmcmc_estimate.
///      p:         SGMCMC_ESTIMATE_HALF_WIDTH: above 0 and below 1; SGMCMC_ESTIMATE_QUANTILE: from 0 to 1; else 0.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sgmcmc_estimates_read(
    out: *mut f64,
    len: usize,
    estimates: *const sgmcmc_estimates,
    estimate: i32,
    p: f64,
) -> sgmcmc_status {
    enter(|call| {
        read(call, out, len, estimates, |state, memory, out| {
            state.reading(memory, Reading::from_number(estimate).ok_or(Error::Choice)?, p, out)
        })
    })
}

/// Why the standard error of each number, and what is made of it, is not to be trusted; 0 where nothing is doubtful.
///
/// Returns: SGMCMC_OK; SGMCMC_ERROR_LENGTH_MISMATCH; _NOT_ESTIMATED where window_len is 0.
/// Out: doubts:    len numbers, as many as a draw has: bit c is set for the enum sgmcmc_doubt with number c.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sgmcmc_estimates_doubts(
    doubts: *mut u32,
    len: usize,
    estimates: *const sgmcmc_estimates,
) -> sgmcmc_status {
    enter(|call| read(call, doubts, len, estimates, EstimateState::doubts))
}

/// R-hat of chains, or halves of chains, of equal length, from their means and variances as estimates of each give them:
/// sqrt((n - 1) / n + B / (n W)), with W the mean of their unbiased variances and B / n the variance of their means.
/// With the halves of every chain it is the split R-hat. NaN below two of them, below two draws, and for what does not
/// vary at all; infinite where each chain is constant, and not all at one number.
///
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
