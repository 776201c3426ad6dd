//! Random numbers, the stateless kernel and portable functions on arrays of `f64`; a test holds it and its twin equal but for the precision.
#![allow(unsafe_op_in_unsafe_fn, reason = "a shim passes its pointers on to a `Call`, and follows none")]

use crate::guard::Call;
use crate::math;
use crate::rng::{self, sgmcmc_rng};
use crate::status::sgmcmc_status;
use core_crate::rng::{fill_normals, fill_uniforms};
use core_crate::rule::Sgld;

/// Fills an array with independent standard normals, the noise that an SGLD step of this length would take.
///
/// Returns: SGMCMC_OK.
/// In/out: rng: the generator.
/// Out:    out: len numbers.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sgmcmc_rng_normals_f64(
    rng: *mut sgmcmc_rng,
    out: *mut f64,
    len: usize,
) -> sgmcmc_status {
    rng::fill(Call::new(), rng, out, len, fill_normals).into()
}

/// Fills an array with independent uniforms above 0 and at most 1.
///
/// Returns: SGMCMC_OK.
/// In/out: rng: the generator.
/// Out:    out: len numbers.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sgmcmc_rng_uniforms_f64(
    rng: *mut sgmcmc_rng,
    out: *mut f64,
    len: usize,
) -> sgmcmc_status {
    rng::fill(Call::new(), rng, out, len, fill_uniforms).into()
}

/// One SGLD step: theta = theta + step_size gradient + sqrt(2 step_size temperature) xi, xi standard normal.
///
/// Returns: SGMCMC_OK; SGMCMC_ERROR_LENGTH_MISMATCH, SGMCMC_ERROR_STEP_SIZE, SGMCMC_ERROR_TEMPERATURE,
///          SGMCMC_ERROR_GRADIENT_NOT_FINITE.
/// In/out: rng:          the generator.
///         theta:        theta_len numbers, finite; that is not checked.
/// In:     gradient:     of the log posterior, summed over all data.
///         gradient_len: equal to theta_len.
///         step_size:    positive.
///         temperature:  at least 0; 1 samples the posterior, 0 draws no noise.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sgmcmc_sgld_step_f64(
    rng: *mut sgmcmc_rng,
    theta: *mut f64,
    theta_len: usize,
    gradient: *const f64,
    gradient_len: usize,
    step_size: f64,
    temperature: f64,
) -> sgmcmc_status {
    let rule = Sgld { step_size, temperature };
    rng::sgld_step(Call::new(), rng, (theta, theta_len), (gradient, gradient_len), rule).into()
}

/// The exponential, with the same bits on every machine.
#[unsafe(no_mangle)]
pub extern "C" fn sgmcmc_exp_f64(x: f64) -> f64 {
    core_crate::exp(x)
}

/// sgmcmc_exp_f64 of every number of an array, with the same bits.
///
/// Returns: SGMCMC_OK; SGMCMC_ERROR_OVERLAP for arrays that overlap and are not one.
/// Out: out: len numbers; may be x.
/// In:  x:   len numbers.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sgmcmc_exp_array_f64(out: *mut f64, x: *const f64, len: usize) -> sgmcmc_status {
    math::map(Call::new(), out, x, len, core_crate::exp_in_place).into()
}

/// The natural logarithm, with the same bits on every machine.
#[unsafe(no_mangle)]
pub extern "C" fn sgmcmc_ln_f64(x: f64) -> f64 {
    core_crate::ln(x)
}

/// sgmcmc_ln_f64 of every number of an array, with the same bits.
///
/// Returns: SGMCMC_OK; SGMCMC_ERROR_OVERLAP for arrays that overlap and are not one.
/// Out: out: len numbers; may be x.
/// In:  x:   len numbers.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sgmcmc_ln_array_f64(out: *mut f64, x: *const f64, len: usize) -> sgmcmc_status {
    math::map(Call::new(), out, x, len, core_crate::ln_in_place).into()
}

/// The sine of an angle in radians, with the same bits on every machine.
#[unsafe(no_mangle)]
pub extern "C" fn sgmcmc_sin_f64(x: f64) -> f64 {
    core_crate::sin(x)
}

/// sgmcmc_sin_f64 of every number of an array, with the same bits.
///
/// Returns: SGMCMC_OK; SGMCMC_ERROR_OVERLAP for arrays that overlap and are not one.
/// Out: out: len numbers; may be x.
/// In:  x:   len numbers.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sgmcmc_sin_array_f64(out: *mut f64, x: *const f64, len: usize) -> sgmcmc_status {
    math::map(Call::new(), out, x, len, core_crate::sin_in_place).into()
}

/// The cosine of an angle in radians, with the same bits on every machine.
#[unsafe(no_mangle)]
pub extern "C" fn sgmcmc_cos_f64(x: f64) -> f64 {
    core_crate::cos(x)
}

/// sgmcmc_cos_f64 of every number of an array, with the same bits.
///
/// Returns: SGMCMC_OK; SGMCMC_ERROR_OVERLAP for arrays that overlap and are not one.
/// Out: out: len numbers; may be x.
/// In:  x:   len numbers.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sgmcmc_cos_array_f64(out: *mut f64, x: *const f64, len: usize) -> sgmcmc_status {
    math::map(Call::new(), out, x, len, core_crate::cos_in_place).into()
}

/// The 64-bit FNV-1a hash of an array's bits, least significant byte first on every machine, to compare chains with.
///
/// Returns: SGMCMC_OK.
/// Out: fingerprint: one number.
/// In:  x:           len numbers.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sgmcmc_fingerprint_f64(
    fingerprint: *mut u64,
    x: *const f64,
    len: usize,
) -> sgmcmc_status {
    math::fingerprint(Call::new(), fingerprint, x, len).into()
}
