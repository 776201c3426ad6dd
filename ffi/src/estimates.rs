//! Estimates from draws, in caller memory.

pub(crate) mod readings;

use crate::flag::flag;
use crate::guard::{Call, Kind, Object, Plain};
use crate::made::types::sgmcmc_draw_weight;
use core::ffi::c_void;
use core_crate::{DrawWeight, Error, EstimateSettings, EstimateState, Real};

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
    /// else at least 16. As long as no more different numbers were drawn, quantiles are the draws';
    /// docs/src/results.md says how far off they are from then on.
    pub centroid_count: u32,
    /// For how many means of successive draws there is room, of which standard errors, effective sample sizes and
    /// intervals are made: 0 for none of these, else even and from 32 to 1024; default 128. A chain's memory is seen as
    /// long as it is below about an eighth of the run.
    pub window_len: u32,
}

impl Default for sgmcmc_estimate_settings {
    fn default() -> Self {
        Self {
            struct_size: size_of::<Self>(),
            weights: sgmcmc_draw_weight::SGMCMC_DRAW_WEIGHT_EQUAL as i32,
            covariance: 0,
            centroid_count: 0,
            window_len: 128,
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
            window_len: u32::try_from(settings.window_len).unwrap_or(u32::MAX),
            ..Self::default()
        }
    }
}

/// Running estimates of numbers that draws have: means, variances, deviations, standard errors, effective sample sizes,
/// intervals, and where the settings ask for them covariances and quantiles. In caller memory, of constant size,
/// whatever the number of draws. Both precisions share them: all numbers are kept as doubles.
pub struct sgmcmc_estimates;

impl Kind for EstimateState {
    type Opaque = sgmcmc_estimates;
    const NAME: [u8; 4] = *b"sgES";
    const FIELDS_SIZE: usize = size_of::<[u64; 15]>();
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
        window_len: given.window_len as usize,
    })
}

/// Bytes of memory that estimates of len numbers need.
///
/// Returns: SGMCMC_OK; SGMCMC_ERROR_FLAG; refuses weights, centroid_count and window_len.
/// Out: size:     bytes, a multiple of sgmcmc_align().
/// In:  settings: as for sgmcmc_estimates_init; may be NULL, for the defaults.
///      len:      how many numbers a draw has, at least 1.
#[doc(alias = "sgmcmc_estimates_size")]
pub(crate) fn size_of_estimates(
    call: &mut Call<'_>,
    size: *mut usize,
    settings: *const sgmcmc_estimate_settings,
    len: usize,
) -> Result<(), Error> {
    let size = call.output_value(size)?;
    let settings = settings_of(call, settings, len)?;
    *size = Object::<EstimateState>::size(settings.memory_len()?)?;
    Ok(())
}

/// Makes estimates of nothing yet.
///
/// Returns: SGMCMC_OK; those of sgmcmc_estimates_size.
/// In:  settings:  not read after this call; may be NULL, for the defaults.
///      len:       how many numbers a draw has, at least 1: dim for theta itself.
#[doc(alias = "sgmcmc_estimates_init")]
pub(crate) fn init(
    call: &mut Call<'_>,
    estimates: *mut *mut sgmcmc_estimates,
    (mem, mem_size): (*mut c_void, usize),
    settings: *const sgmcmc_estimate_settings,
    len: usize,
) -> Result<(), Error> {
    let out = call.output_value(estimates)?;
    let settings = settings_of(call, settings, len)?;
    let (vacant, blocks) = call.place::<EstimateState>(mem, mem_size, settings.memory_len()?)?;
    let state = EstimateState::new(&settings, blocks)?;
    *out = vacant.fill(|object| *object = state);
    Ok(())
}

/// Takes in what other estimates have, of another chain: as if all draws had been given to one, up to rounding and
/// whatever the order.
///
/// Standard errors are then those of the chains together, by each chain's own and by how far their means are apart. With
/// SGMCMC_DRAW_WEIGHT_NEXT_STEP_SIZE the draw that waits there for its weight stays out. Draws that are pushed
/// afterwards are of the chain that these estimates had.
///
/// Returns: SGMCMC_OK; SGMCMC_ERROR_LENGTH_MISMATCH for another len, _OTHER_SETTINGS for other settings;
///          _LENGTH_TOO_LARGE from 2^64 draws on, or an infinite weight.
/// In:     other:     those of another chain.
#[doc(alias = "sgmcmc_estimates_merge")]
pub(crate) fn merge(
    call: &mut Call<'_>,
    estimates: *mut sgmcmc_estimates,
    other: *const sgmcmc_estimates,
) -> Result<(), Error> {
    let (state, memory) = call.object_mut::<EstimateState>(estimates)?;
    let (other, other_memory) = call.object::<EstimateState>(other)?;
    state.merge(memory, other, other_memory)
}

/// Takes a draw into estimates: theta, or any numbers that the host makes of it.
///
/// Returns: SGMCMC_OK; SGMCMC_ERROR_NOT_FINITE; _WEIGHT. After an error the estimates are as they were.
/// In:     values:    len numbers, finite, as many as the estimates are of.
///         weight:    what the draw counts, from 1e-100 to 1e100; 1 where all count the same.
#[doc(alias = "sgmcmc_estimates_push_f32")]
pub(crate) fn push<R: Real + Plain>(
    call: &mut Call<'_>,
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
    call: &mut Call<'_>,
    estimates: *mut c_void,
    (theta, dim): (*const R, usize),
    step_size: f64,
) -> Result<(), Error> {
    let (state, memory) = call.object_mut::<EstimateState>(estimates.cast())?;
    state.observe(memory, call.input(theta, dim)?, step_size)
}
