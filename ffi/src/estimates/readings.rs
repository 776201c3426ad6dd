//! What is read from estimates.

use super::sgmcmc_estimates;
use crate::guard::{Call, Plain};
use core_crate::{Error, EstimateState, MemoryUnit, Reading};

/// How many draws there are, and the sum of their weights.
///
/// Out: draw_count: the number of draws; may be NULL.
///      weight:     the sum of their weights; may be NULL.
#[doc(alias = "sgmcmc_estimates_counts")]
pub(crate) fn counts(
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

/// Reads one estimate of every number that a draw has: see enum sgmcmc_estimate.
///
/// Returns: SGMCMC_OK; SGMCMC_ERROR_CHOICE; _LENGTH_MISMATCH; _PROBABILITY for a p other than below; _NOT_ESTIMATED for
///          a covariance or a quantile that the settings did not ask for, and for what window_len = 0 has no room for:
///          standard errors, sample sizes, degrees of freedom, half-widths; _NOT_REPRESENTABLE.
/// Out: out:       len numbers, as many as a draw has; the square of that for SGMCMC_ESTIMATE_COVARIANCE.
/// In:  estimate:  enum sgmcmc_estimate.
///      p:         SGMCMC_ESTIMATE_HALF_WIDTH: above 0 and below 1; SGMCMC_ESTIMATE_QUANTILE: from 0 to 1; else 0.
#[doc(alias = "sgmcmc_estimates_read")]
pub(crate) fn reading(
    call: &mut Call<'_>,
    (out, len): (*mut f64, usize),
    estimates: *const sgmcmc_estimates,
    estimate: i32,
    p: f64,
) -> Result<(), Error> {
    read(call, (out, len), estimates, |state, memory, out| {
        state.reading(memory, Reading::from_number(estimate).ok_or(Error::Choice)?, p, out)
    })
}

/// Why the standard error of each number, and what is made of it, is not to be trusted; 0 where nothing is doubtful.
///
/// Returns: SGMCMC_OK; SGMCMC_ERROR_LENGTH_MISMATCH; _NOT_ESTIMATED where window_len is 0.
/// Out: doubts:    len numbers, as many as a draw has: bit c is set for the enum sgmcmc_doubt with number c.
#[doc(alias = "sgmcmc_estimates_doubts")]
pub(crate) fn doubts(
    call: &mut Call<'_>,
    (doubts, len): (*mut u32, usize),
    estimates: *const sgmcmc_estimates,
) -> Result<(), Error> {
    read(call, (doubts, len), estimates, EstimateState::doubts)
}

fn read<'a, T: Plain + 'a>(
    call: &mut Call<'a>,
    (out, len): (*mut T, usize),
    estimates: *const sgmcmc_estimates,
    read: impl FnOnce(&EstimateState, &[MemoryUnit], &mut [T]) -> Result<(), Error>,
) -> Result<(), Error> {
    let out = call.output(out, len)?;
    let (state, memory) = call.object::<EstimateState>(estimates)?;
    read(state, memory, out)
}

/// R-hat of chains, or halves of chains, of equal length, from their means and variances as estimates of each give them:
/// sqrt((n - 1) / n + B / (n W)), with W the mean of their unbiased variances and B / n the variance of their means.
/// With the halves of every chain it is the split R-hat. NaN below two of them, below two draws, and for what does not
/// vary at all; infinite where each chain is constant, and not all at one number.
///
/// In:  means:      count means.
///      variances:  count variances, sum of (x - mean)^2 over n.
///      draw_count: n, how many draws each has.
#[doc(alias = "sgmcmc_r_hat")]
pub(crate) fn r_hat_of(
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
