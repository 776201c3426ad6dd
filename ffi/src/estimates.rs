//! Estimates from draws, in caller memory.
#![allow(unsafe_op_in_unsafe_fn, reason = "a shim passes its pointers on to a `Call`, and follows none")]

use crate::enums::sgmcmc_draw_weight;
use crate::flag::flag;
use crate::guard::{Call, Kind, Object, Plain};
use crate::status::sgmcmc_status;
use core::ffi::c_void;
use core_crate::{DrawWeight, Error, EstimateSettings, EstimateState, MemoryUnit, Real};

/// What estimates are to hold. Call sgmcmc_estimate_settings_init first, then set what should differ.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct sgmcmc_estimate_settings {
    /// sizeof(sgmcmc_estimate_settings) of the caller's header, set by sgmcmc_estimate_settings_init.
    pub struct_size: usize,
    /// What a draw of a chain counts: enum sgmcmc_draw_weight. Default SGMCMC_DRAW_WEIGHT_EQUAL.
    pub weights: i32,
    /// 1 for covariances, len (len + 1) / 2 numbers in place of len variances; else 0, the default.
    pub covariance: i32,
    /// How many centroids each of the len digests has room for, from which quantiles are read: 0 for none, the default,
    /// else at least 16. The mass below a quantile q is off by at most about half of a centroid's, pi sqrt(q (1 - q)) /
    /// delta with delta three quarters of the room, and mostly by a tenth of that: 0.008 and 0.001 at the median with
    /// 256.
    pub centroid_count: u32,
    /// 0: room for a later field.
    pub reserved: i32,
}

impl Default for sgmcmc_estimate_settings {
    fn default() -> Self {
        Self {
            struct_size: size_of::<Self>(),
            weights: sgmcmc_draw_weight::SGMCMC_DRAW_WEIGHT_EQUAL as i32,
            covariance: 0,
            centroid_count: 0,
            reserved: 0,
        }
    }
}

impl From<EstimateSettings> for sgmcmc_estimate_settings {
    fn from(settings: EstimateSettings) -> Self {
        let weights = match settings.weights {
            DrawWeight::Equal => sgmcmc_draw_weight::SGMCMC_DRAW_WEIGHT_EQUAL,
            DrawWeight::StepSize => sgmcmc_draw_weight::SGMCMC_DRAW_WEIGHT_STEP_SIZE,
            DrawWeight::NextStepSize => sgmcmc_draw_weight::SGMCMC_DRAW_WEIGHT_NEXT_STEP_SIZE,
        };
        Self {
            weights: weights as i32,
            covariance: i32::from(settings.covariance),
            centroid_count: u32::try_from(settings.centroid_count).unwrap_or(u32::MAX),
            ..Self::default()
        }
    }
}

/// Running estimates of numbers that draws have: means, variances, standard errors, effective sample sizes, and where
/// the settings ask for them covariances and quantiles. In caller memory, of constant size, whatever the number of
/// draws. Both precisions share them: all numbers are kept as doubles.
pub struct sgmcmc_estimates;

impl Kind for EstimateState {
    type Opaque = sgmcmc_estimates;
    const NAME: [u8; 4] = *b"sgES";
    const FIELDS_SIZE: usize = size_of::<[u64; 7 + 20 * 4]>();
}

/// Fills settings with the defaults.
///
/// Returns: SGMCMC_OK.
/// Out: settings:    the settings, whose struct_size becomes the one given.
/// In:  struct_size: sizeof(sgmcmc_estimate_settings) of the caller's header.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sgmcmc_estimate_settings_init(
    settings: *mut sgmcmc_estimate_settings,
    struct_size: usize,
) -> sgmcmc_status {
    settings_init(Call::new(), settings, struct_size).into()
}

/// Bytes of memory that estimates of len numbers need.
///
/// Returns: SGMCMC_OK; SGMCMC_ERROR_DRAW_WEIGHT, SGMCMC_ERROR_FLAG, SGMCMC_ERROR_CENTROID_COUNT.
/// Out: size:     bytes, a multiple of sgmcmc_estimates_align().
/// In:  settings: as for sgmcmc_estimates_init; may be NULL, for the defaults.
///      len:      how many numbers a draw has, at least 1.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sgmcmc_estimates_size(
    size: *mut usize,
    settings: *const sgmcmc_estimate_settings,
    len: usize,
) -> sgmcmc_status {
    size_of_estimates(Call::new(), size, settings, len).into()
}

/// The alignment in bytes of the memory of estimates.
#[unsafe(no_mangle)]
pub extern "C" fn sgmcmc_estimates_align() -> usize {
    Object::<EstimateState>::ALIGN
}

/// Makes estimates of nothing yet.
///
/// Returns: SGMCMC_OK; those of sgmcmc_estimates_size; SGMCMC_ERROR_MEMORY_TOO_SMALL,
///          SGMCMC_ERROR_MEMORY_MISALIGNED.
/// Out: estimates: the estimates, which are mem itself.
///      mem:       mem_size bytes, at least sgmcmc_estimates_size, aligned to sgmcmc_estimates_align(); any content. It
///                 stays the caller's: there is nothing to free.
/// In:  settings:  not looked at after this call; may be NULL, for the defaults.
///      len:       how many numbers a draw has, at least 1: dim for theta itself.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sgmcmc_estimates_init(
    estimates: *mut *mut sgmcmc_estimates,
    mem: *mut c_void,
    mem_size: usize,
    settings: *const sgmcmc_estimate_settings,
    len: usize,
) -> sgmcmc_status {
    init(Call::new(), estimates, (mem, mem_size), settings, len).into()
}

/// Takes in what other estimates have, of another chain: as if all draws had been given to one, up to rounding and
/// whatever the order.
///
/// Batches of draws that still waited for a partner there are left out of the standard error, and with
/// SGMCMC_DRAW_WEIGHT_NEXT_STEP_SIZE the draw that waits for its weight.
///
/// Returns: SGMCMC_OK; SGMCMC_ERROR_LENGTH_MISMATCH for another len, SGMCMC_ERROR_OTHER_SETTINGS for other settings.
/// In/out: estimates: the estimates.
/// In:     other:     those of another chain.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sgmcmc_estimates_merge(
    estimates: *mut sgmcmc_estimates,
    other: *const sgmcmc_estimates,
) -> sgmcmc_status {
    merge(Call::new(), estimates, other).into()
}

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
    counts(Call::new(), draw_count, weight, estimates).into()
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
    read(Call::new(), mean, len, estimates, EstimateState::mean).into()
}

/// The variances, sum of w (x - mean)^2 over sum of w, which are NaN before the first draw.
///
/// Returns: SGMCMC_OK; SGMCMC_ERROR_LENGTH_MISMATCH.
/// Out: variance:  len numbers, as many as a draw has.
/// In:  estimates: the estimates.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sgmcmc_estimates_variance(
    variance: *mut f64,
    len: usize,
    estimates: *const sgmcmc_estimates,
) -> sgmcmc_status {
    read(Call::new(), variance, len, estimates, EstimateState::variance).into()
}

/// The Monte Carlo standard errors of the means, from batches of successive draws that double in length; NaN below 16
/// draws.
///
/// With batches as many as they are long, S their estimate of the squared error and S' that of batches half as long, it
/// is the root of 2 S - S', which takes the bias of short batches away.
///
/// Returns: SGMCMC_OK; SGMCMC_ERROR_LENGTH_MISMATCH.
/// Out: error:     len numbers, as many as a draw has.
/// In:  estimates: the estimates.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sgmcmc_estimates_standard_error(
    error: *mut f64,
    len: usize,
    estimates: *const sgmcmc_estimates,
) -> sgmcmc_status {
    read(Call::new(), error, len, estimates, EstimateState::standard_error).into()
}

/// The effective sample sizes: the variance over the squared standard error, how many independent draws would give the
/// mean as exactly; NaN below 16 draws, and for what does not vary.
///
/// Returns: SGMCMC_OK; SGMCMC_ERROR_LENGTH_MISMATCH.
/// Out: sample_size: len numbers, as many as a draw has.
/// In:  estimates:   the estimates.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sgmcmc_estimates_sample_size(
    sample_size: *mut f64,
    len: usize,
    estimates: *const sgmcmc_estimates,
) -> sgmcmc_status {
    read(Call::new(), sample_size, len, estimates, EstimateState::sample_size).into()
}

/// The covariances, row by row.
///
/// Returns: SGMCMC_OK; SGMCMC_ERROR_LENGTH_MISMATCH; SGMCMC_ERROR_NOT_ESTIMATED where the settings did not ask for them.
/// Out: covariance: len numbers, the square of how many a draw has.
/// In:  estimates:  the estimates.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sgmcmc_estimates_covariance(
    covariance: *mut f64,
    len: usize,
    estimates: *const sgmcmc_estimates,
) -> sgmcmc_status {
    read(Call::new(), covariance, len, estimates, EstimateState::covariance).into()
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
    read(Call::new(), quantile, len, estimates, |state, memory, out| state.quantile(memory, p, out)).into()
}

/// R-hat of chains, or halves of chains, of equal length, from their means and variances as estimates of each give
/// them: sqrt((n - 1) / n + B / (n W)), with W the mean of their unbiased variances and B / n the variance of their
/// means. With the halves of every chain it is the split R-hat. NaN below two of them, or below two draws.
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
    r_hat_of(Call::new(), r_hat, (means, variances, count), draw_count).into()
}

fn settings_init(
    mut call: Call<'_>,
    settings: *mut sgmcmc_estimate_settings,
    struct_size: usize,
) -> Result<(), Error> {
    call.init_struct(settings, struct_size)?.write(sgmcmc_estimate_settings::default());
    Ok(())
}

fn settings_of(
    call: &mut Call<'_>,
    settings: *const sgmcmc_estimate_settings,
    len: usize,
) -> Result<EstimateSettings, Error> {
    let given = call.input_struct_or_default(settings)?;
    Ok(EstimateSettings {
        len,
        weights: match sgmcmc_draw_weight::from_number(given.weights)? {
            sgmcmc_draw_weight::SGMCMC_DRAW_WEIGHT_EQUAL => DrawWeight::Equal,
            sgmcmc_draw_weight::SGMCMC_DRAW_WEIGHT_STEP_SIZE => DrawWeight::StepSize,
            sgmcmc_draw_weight::SGMCMC_DRAW_WEIGHT_NEXT_STEP_SIZE => DrawWeight::NextStepSize,
        },
        covariance: flag(given.covariance)?,
        centroid_count: given.centroid_count as usize,
    })
}

fn size_of_estimates(
    mut call: Call<'_>,
    size: *mut usize,
    settings: *const sgmcmc_estimate_settings,
    len: usize,
) -> Result<(), Error> {
    let size = call.output_value(size)?;
    let settings = settings_of(&mut call, settings, len)?;
    *size = Object::<EstimateState>::size(settings.memory_len()?)?;
    Ok(())
}

fn init(
    mut call: Call<'_>,
    estimates: *mut *mut sgmcmc_estimates,
    (mem, mem_size): (*mut c_void, usize),
    settings: *const sgmcmc_estimate_settings,
    len: usize,
) -> Result<(), Error> {
    let out = call.output_value(estimates)?;
    let settings = settings_of(&mut call, settings, len)?;
    let (vacant, blocks) = call.place::<EstimateState>(mem, mem_size, settings.memory_len()?)?;
    let state = EstimateState::new(&settings, blocks)?;
    *out = vacant.fill(|object| *object = state);
    Ok(())
}

fn merge(
    mut call: Call<'_>,
    estimates: *mut sgmcmc_estimates,
    other: *const sgmcmc_estimates,
) -> Result<(), Error> {
    let (state, memory) = call.object_mut::<EstimateState>(estimates)?;
    let (other, other_memory) = call.object::<EstimateState>(other)?;
    state.merge(memory, other, other_memory)
}

fn counts(
    mut call: Call<'_>,
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

fn read(
    mut call: Call<'_>,
    out: *mut f64,
    len: usize,
    estimates: *const sgmcmc_estimates,
    read: impl FnOnce(&EstimateState, &[MemoryUnit], &mut [f64]) -> Result<(), Error>,
) -> Result<(), Error> {
    let out = call.output(out, len)?;
    let (state, memory) = call.object::<EstimateState>(estimates)?;
    read(state, memory, out)
}

fn r_hat_of(
    mut call: Call<'_>,
    r_hat: *mut f64,
    (means, variances, count): (*const f64, *const f64, usize),
    draw_count: u64,
) -> Result<(), Error> {
    let out = call.output_value(r_hat)?;
    let (means, variances) = (call.input(means, count)?, call.input(variances, count)?);
    *out = core_crate::r_hat(means, variances, draw_count)?;
    Ok(())
}

/// Takes a draw in.
pub(crate) fn push<R: Real + Plain>(
    mut call: Call<'_>,
    estimates: *mut sgmcmc_estimates,
    values: *const R,
    len: usize,
    weight: f64,
) -> Result<(), Error> {
    let (state, memory) = call.object_mut::<EstimateState>(estimates)?;
    state.push(memory, call.input(values, len)?, weight)
}

/// Takes a chain's draw in.
pub(crate) fn observe<R: Real + Plain>(
    mut call: Call<'_>,
    estimates: *mut c_void,
    (theta, dim): (*const R, usize),
    step_size: f64,
) -> Result<(), Error> {
    let (state, memory) = call.object_mut::<EstimateState>(estimates.cast())?;
    state.observe(memory, call.input(theta, dim)?, step_size)
}
