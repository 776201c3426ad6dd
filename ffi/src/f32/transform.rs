//! Constrained parameters on arrays of `f32`; its twin in the other precision is made from it.

use crate::guard::enter;
use crate::made::types::sgmcmc_transform;
use crate::status::sgmcmc_status;
use crate::transform;

/// The values y of theta, and log |det dy/dtheta|, which a log density of y takes with it to one of theta: add it to the
/// log prior or, where the model is a log density without data, to that. Equations and sources are in
/// docs/src/constrained.md.
///
/// Returns: SGMCMC_OK; SGMCMC_ERROR_LENGTH_MISMATCH; _THETA_NOT_FINITE; _VALUE_NOT_FINITE for what overflows, and a
///          callback then returns 1; refuses transforms.
/// Out: values:       value_len numbers, range after range, and as theta what no transform covers. Each is the exact one,
///                    rounded: far out it may be the bound itself.
///      log_jacobian: one number; may be NULL.
/// In:  value_len:    dim, and 1 more for each simplex, len (len + 1) / 2 more for each correlation.
///      theta:        dim numbers.
///      transforms:   transform_count of them, in ascending order, apart from each other. Not looked at when there are
///                    none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sgmcmc_constrain_f32(
    values: *mut f32,
    value_len: usize,
    log_jacobian: *mut f64,
    theta: *const f32,
    dim: usize,
    transforms: *const sgmcmc_transform,
    transform_count: usize,
) -> sgmcmc_status {
    let transforms = (transforms, transform_count);
    enter(|call| transform::constrain(call, (values, value_len), log_jacobian, (theta, dim), transforms))
}

/// The gradient in theta of a function of the values, from its gradient in them, and weight times the gradient of
/// log |det dy/dtheta|.
///
/// Returns: as sgmcmc_constrain_f32.
/// Out: gradient:       dim numbers.
/// In:  theta:          dim numbers.
///      value_gradient: value_len numbers; those above the diagonal of a correlation's factor are not read.
///      weight:         1 where the function is a log density, 0 for a part of one that goes without, such as the
///                      log-likelihood where the log prior takes it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sgmcmc_pull_back_f32(
    gradient: *mut f32,
    theta: *const f32,
    dim: usize,
    value_gradient: *const f32,
    value_len: usize,
    transforms: *const sgmcmc_transform,
    transform_count: usize,
    weight: f64,
) -> sgmcmc_status {
    let (gradient, transforms) = ((gradient, theta, dim), (transforms, transform_count));
    enter(|call| transform::pull_back(call, gradient, (value_gradient, value_len), transforms, weight))
}

/// The theta that has these values, for a start.
///
/// Returns: as sgmcmc_constrain_f32, with SGMCMC_ERROR_VALUE_OUTSIDE for values that no theta has.
/// Out: theta:  dim numbers.
/// In:  values: value_len numbers.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sgmcmc_unconstrain_f32(
    theta: *mut f32,
    dim: usize,
    values: *const f32,
    value_len: usize,
    transforms: *const sgmcmc_transform,
    transform_count: usize,
) -> sgmcmc_status {
    let transforms = (transforms, transform_count);
    enter(|call| transform::unconstrain(call, (theta, dim), (values, value_len), transforms))
}
