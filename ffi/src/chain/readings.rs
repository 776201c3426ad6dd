//! What is read from chains.

use super::Chain;
use crate::constants::SIMD;
use crate::guard::{Call, Object};
use crate::made::types::{sgmcmc_chain_statistics, sgmcmc_moments};
use crate::precision::Precision;
use core_crate::{Error, MomentsOf};

/// What stays the same of a chain while it runs. Each output may be NULL.
///
/// Out: size:       bytes, to copy or to compare: what sgmcmc_chain_size_f32 says of its settings.
///      simd_level: the instruction set that its steps use here: a number of enum sgmcmc_simd. It follows from the
///                  library, the processor and simd_level of the settings; a chain that is moved to another machine
///                  takes what that one has.
#[doc(alias = "sgmcmc_chain_properties_f32")]
pub(crate) fn properties<R: Precision>(
    call: &mut Call<'_>,
    (dim, size): (*mut usize, *mut usize),
    simd_level: *mut i32,
    chain: *const R::Chain,
) -> Result<(), Error> {
    let (chain, memory) = call.object::<Chain<R>>(chain)?;
    let (dim, size) = (call.optional_output(dim)?, call.optional_output(size)?);
    let level = call.optional_output(simd_level)?;
    let bytes = Object::<Chain<R>>::size(memory.len())?;
    dim.into_iter().for_each(|dim| *dim = chain.image.dim());
    size.into_iter().for_each(|size| *size = bytes);
    level.into_iter().for_each(|level| *level = SIMD as i32);
    Ok(())
}

/// Copies theta out, and the place where the last trajectory of HMC began that diverged, in burn-in or after it: see
/// divergence_count of sgmcmc_chain_statistics.
///
/// Out: theta:      dim numbers; may be NULL where divergence is not.
///      divergence: dim numbers, NaN before there is one; may be NULL where theta is not.
#[doc(alias = "sgmcmc_chain_theta_f32")]
pub(crate) fn theta<R: Precision>(
    call: &mut Call<'_>,
    chain: *const R::Chain,
    (theta, divergence): (*mut R, *mut R),
    dim: usize,
) -> Result<(), Error> {
    let (chain, memory) = call.object::<Chain<R>>(chain)?;
    let wanted = !theta.is_null() || divergence.is_null();
    let theta = if wanted { Some(call.output(theta, dim)?) } else { None };
    let divergence = if divergence.is_null() { None } else { Some(call.output(divergence, dim)?) };
    if dim != chain.image.dim() {
        return Err(Error::LengthMismatch);
    }
    let state = chain.image.state();
    let (from, began) = (state.theta(memory)?, state.divergence(memory)?);
    let copy = |to: &mut [R], from: &[R]| to.iter_mut().zip(from).for_each(|(to, from)| *to = *from);
    if let Some(theta) = theta {
        copy(theta, from);
    }
    if let Some(divergence) = divergence {
        divergence.fill(R::from_f64(f64::NAN));
        copy(divergence, began.unwrap_or_default());
    }
    Ok(())
}

/// The mean and variance of every parameter over the kept draws. Before the first, means are 0 and variances NaN.
///
/// Returns: SGMCMC_OK; SGMCMC_ERROR_LENGTH_MISMATCH; _NOT_REPRESENTABLE where a variance, or the sum that it is the mean
///          of, is too large or too small for a double, as of deviations above 1e150 or below 1.5e-154; refuses moments
///          that the settings did not ask for.
/// Out: mean:     dim doubles, whatever the precision of theta.
///      variance: dim doubles: sum of w (theta - mean)^2 over sum of w, with weights w of 1 or the step size.
/// In:  moments:  SGMCMC_MOMENTS_PLAIN or SGMCMC_MOMENTS_WEIGHTED.
#[doc(alias = "sgmcmc_chain_moments_f32")]
pub(crate) fn moments<R: Precision>(
    call: &mut Call<'_>,
    chain: *const R::Chain,
    mean: *mut f64,
    variance: *mut f64,
    dim: usize,
    moments: i32,
) -> Result<(), Error> {
    let (chain, memory) = call.object::<Chain<R>>(chain)?;
    let (mean, variance) = (call.output(mean, dim)?, call.output(variance, dim)?);
    let of = match sgmcmc_moments::from_number(moments)? {
        sgmcmc_moments::SGMCMC_MOMENTS_PLAIN => MomentsOf::Plain,
        sgmcmc_moments::SGMCMC_MOMENTS_WEIGHTED => MomentsOf::Weighted,
        sgmcmc_moments::SGMCMC_MOMENTS_NONE | sgmcmc_moments::SGMCMC_MOMENTS_BOTH => {
            return Err(Error::MomentsKind);
        }
    };
    chain.image.state().moments(memory, of, mean, variance)
}

/// The covariance that noise compensation takes the gradient's noise to have, and the largest step size at which that
/// leaves something to inject. Where the chain finds the covariance, what it has found so far; zeros before that.
///
/// Returns: SGMCMC_OK; SGMCMC_ERROR_LENGTH_MISMATCH; refuses compensation.kind for a chain without noise compensation.
/// Out:    covariance:     as sampler.compensation.covariance of the settings: variances, or the numbers of the matrix,
///                         row by row; may be NULL where step_size is not.
///         step_size:      at the temperature of the last step; infinite where the covariance or the temperature is
///                         zero, NaN before the first step under a temperature of the host's. Larger ones are refused,
///                         when a step comes to them, with SGMCMC_ERROR_GRADIENT_NOISE. May be NULL where covariance is
///                         not.
/// In/out: chain:          the chain, whose memory is worked in; it stays as it is.
/// In:     covariance_len: dim for SGMCMC_NOISE_COMPENSATION_DIAGONAL, dim * dim for _DENSE; 0 where covariance is NULL.
#[doc(alias = "sgmcmc_chain_compensation_f32")]
pub(crate) fn compensation<R: Precision>(
    call: &mut Call<'_>,
    chain: *mut R::Chain,
    (covariance, covariance_len): (*mut f64, usize),
    step_size: *mut f64,
) -> Result<(), Error> {
    let (chain, memory) = call.object_mut::<Chain<R>>(chain)?;
    let wanted = !covariance.is_null() || covariance_len != 0 || step_size.is_null();
    let covariance = if wanted { Some(call.output(covariance, covariance_len)?) } else { None };
    let step_size = call.optional_output(step_size)?;
    let state = chain.image.state();
    let limit = if step_size.is_some() { state.compensation_limit(memory)? } else { f64::NAN };
    if let Some(covariance) = covariance {
        state.noise_covariance(memory, covariance)?;
    }
    step_size.into_iter().for_each(|step_size| *step_size = limit);
    Ok(())
}

/// Counts and rates so far.
///
/// Out: statistics: fields that this library does not know are set to 0.
#[doc(alias = "sgmcmc_chain_statistics_f32")]
pub(crate) fn statistics<R: Precision>(
    call: &mut Call<'_>,
    chain: *const R::Chain,
    statistics: *mut sgmcmc_chain_statistics,
) -> Result<(), Error> {
    let (chain, _) = call.object::<Chain<R>>(chain)?;
    call.output_struct(statistics)?.write(chain.image.state().statistics().into());
    Ok(())
}
