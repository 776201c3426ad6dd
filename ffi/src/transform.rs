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

/// Transforms, and how many.
type Given = (*const sgmcmc_transform, usize);

/// The caller's transforms, whose kinds are known.
fn given<'a>(
    call: &mut Call<'a>,
    (transforms, count): Given,
) -> Result<Elements<'a, sgmcmc_transform>, Error> {
    let all = call.input_elements(transforms, count, size_of::<sgmcmc_transform>())?;
    (0..count).try_for_each(|i| all.get(i)?.to_core().map(drop))?;
    Ok(all)
}

/// As the core takes them: none is lost, since all of them were looked at.
fn each(all: &Elements<'_, sgmcmc_transform>) -> impl Iterator<Item = Transform> + Clone {
    (0..all.count()).filter_map(|i| all.get(i).and_then(sgmcmc_transform::to_core).ok())
}

pub(crate) fn constrain<R: Real + Plain>(
    call: &mut Call<'_>,
    (values, value_len): (*mut R, usize),
    log_jacobian: *mut f64,
    (theta, dim): (*const R, usize),
    transforms: Given,
) -> Result<(), Error> {
    let (values, log_jacobian) = (call.output(values, value_len)?, call.optional_output(log_jacobian)?);
    let (theta, transforms) = (call.input(theta, dim)?, given(call, transforms)?);
    let sum = core_crate::constrain(values, theta, each(&transforms))?;
    if let Some(log_jacobian) = log_jacobian {
        *log_jacobian = sum;
    }
    Ok(())
}

pub(crate) fn pull_back<R: Real + Plain>(
    call: &mut Call<'_>,
    (gradient, theta, dim): (*mut R, *const R, usize),
    (value_gradient, value_len): (*const R, usize),
    transforms: Given,
    weight: f64,
) -> Result<(), Error> {
    let (gradient, theta) = (call.output(gradient, dim)?, call.input(theta, dim)?);
    let (value_gradient, transforms) = (call.input(value_gradient, value_len)?, given(call, transforms)?);
    core_crate::pull_back(gradient, theta, value_gradient, each(&transforms), weight)
}

pub(crate) fn unconstrain<R: Real + Plain>(
    call: &mut Call<'_>,
    (theta, dim): (*mut R, usize),
    (values, value_len): (*const R, usize),
    transforms: Given,
) -> Result<(), Error> {
    let (theta, values) = (call.output(theta, dim)?, call.input(values, value_len)?);
    let transforms = given(call, transforms)?;
    core_crate::unconstrain(theta, values, each(&transforms))
}
