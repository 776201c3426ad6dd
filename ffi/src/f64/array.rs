//! Random numbers and portable functions on arrays of `f64`; made from its twin in the other precision, which is the one to edit.

use crate::guard::enter;
use crate::math;
use crate::rng::{self, sgmcmc_rng};
use crate::status::sgmcmc_status;
use core_crate::rng::{fill_normals, fill_uniforms};

/// Fills an array with independent standard normals, the noise that a step of this length would take.
///
/// Out:    out: len numbers.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sgmcmc_rng_normals_f64(
    rng: *mut sgmcmc_rng,
    out: *mut f64,
    len: usize,
) -> sgmcmc_status {
    enter(|call| rng::fill(call, rng, out, len, fill_normals))
}

/// Fills an array with independent uniforms above 0 and at most 1.
///
/// Out:    out: len numbers.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sgmcmc_rng_uniforms_f64(
    rng: *mut sgmcmc_rng,
    out: *mut f64,
    len: usize,
) -> sgmcmc_status {
    enter(|call| rng::fill(call, rng, out, len, fill_uniforms))
}

/// A function of every number of an array, with the same bits on every machine, whatever its length. Of one number
/// sgmcmc_exp_f64, sgmcmc_ln_f64, sgmcmc_sin_f64, sgmcmc_cos_f64 and their _f64 siblings are inline functions of this
/// header that call it; the library does not export them.
///
/// Returns: SGMCMC_OK; SGMCMC_ERROR_CHOICE; _OVERLAP for arrays that overlap and are not one.
/// Out: out:   len numbers; may be x.
/// In:  x:     len numbers.
///      which: enum sgmcmc_function.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sgmcmc_map_f64(
    out: *mut f64,
    x: *const f64,
    len: usize,
    which: i32,
) -> sgmcmc_status {
    enter(|call| math::map(call, out, x, len, which))
}

/// The 64-bit FNV-1a hash of an array's bits, least significant byte first on every machine, to compare chains with.
///
/// In:  x:           len numbers.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sgmcmc_fingerprint_f64(
    fingerprint: *mut u64,
    x: *const f64,
    len: usize,
) -> sgmcmc_status {
    enter(|call| math::fingerprint(call, fingerprint, x, len))
}
