//! Constrained parameters on the caller's arrays, for either precision.

use crate::guard::{Call, Elements, Plain};
use crate::made::types::sgmcmc_transform;
use core_crate::{Error, Real, Transform, TransformKind};

impl sgmcmc_transform {
    fn to_core(self) -> Result<Transform, Error> {
        let Self { start, len, lower, upper, kind, .. } = self;
        let kind = TransformKind::from_number(kind).ok_or(Error::TransformKind)?;
        Ok(Transform { lower, upper, ..Transform::new(kind, start, len) })
    }
}

/// The caller's transforms, whose kinds are known.
fn given<'a>(
    call: &mut Call<'a>,
    (transforms, count): (*const sgmcmc_transform, usize),
) -> Result<Elements<'a, sgmcmc_transform>, Error> {
    let all = call.input_elements(transforms, count, size_of::<sgmcmc_transform>())?;
    (0..count).try_for_each(|i| all.get(i)?.to_core().map(drop))?;
    Ok(all)
}

/// As the core takes them: none is lost, since all of them were looked at.
fn each(all: &Elements<'_, sgmcmc_transform>) -> impl Iterator<Item = Transform> + Clone {
    (0..all.count()).filter_map(|i| all.get(i).and_then(sgmcmc_transform::to_core).ok())
}

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
#[doc(alias = "sgmcmc_constrain_f32")]
pub(crate) fn constrain<R: Real + Plain>(
    call: &mut Call<'_>,
    (values, value_len): (*mut R, usize),
    log_jacobian: *mut f64,
    (theta, dim): (*const R, usize),
    (transforms, transform_count): (*const sgmcmc_transform, usize),
) -> Result<(), Error> {
    let (values, log_jacobian) = (call.output(values, value_len)?, call.optional_output(log_jacobian)?);
    let (theta, transforms) = (call.input(theta, dim)?, given(call, (transforms, transform_count))?);
    let sum = core_crate::constrain(values, theta, each(&transforms))?;
    if let Some(log_jacobian) = log_jacobian {
        *log_jacobian = sum;
    }
    Ok(())
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
#[doc(alias = "sgmcmc_pull_back_f32")]
pub(crate) fn pull_back<R: Real + Plain>(
    call: &mut Call<'_>,
    (gradient, theta, dim): (*mut R, *const R, usize),
    (value_gradient, value_len): (*const R, usize),
    (transforms, transform_count): (*const sgmcmc_transform, usize),
    weight: f64,
) -> Result<(), Error> {
    let (gradient, theta) = (call.output(gradient, dim)?, call.input(theta, dim)?);
    let (value_gradient, transforms) =
        (call.input(value_gradient, value_len)?, given(call, (transforms, transform_count))?);
    core_crate::pull_back(gradient, theta, value_gradient, each(&transforms), weight)
}

/// The theta that has these values, for a start.
///
/// Returns: as sgmcmc_constrain_f32, with SGMCMC_ERROR_VALUE_OUTSIDE for values that no theta has.
/// Out: theta:  dim numbers.
/// In:  values: value_len numbers.
#[doc(alias = "sgmcmc_unconstrain_f32")]
pub(crate) fn unconstrain<R: Real + Plain>(
    call: &mut Call<'_>,
    (theta, dim): (*mut R, usize),
    (values, value_len): (*const R, usize),
    (transforms, transform_count): (*const sgmcmc_transform, usize),
) -> Result<(), Error> {
    let (theta, values) = (call.output(theta, dim)?, call.input(values, value_len)?);
    let transforms = given(call, (transforms, transform_count))?;
    core_crate::unconstrain(theta, values, each(&transforms))
}
