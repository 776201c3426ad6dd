//! Rules without a chain, on the caller's vectors, for either precision.

use crate::guard::{Call, Plain};
use crate::rng::sgmcmc_rng;
use crate::rule::sgmcmc_rule;
use core_crate::rng::Generators;
use core_crate::rule::{At, Norms, Rule};
use core_crate::{Error, Real};

/// One of the lengths that a rule asks for.
pub(crate) fn len(
    mut call: Call<'_>,
    len: *mut usize,
    rule: *const sgmcmc_rule,
    of: impl FnOnce(&Rule<'_>) -> Result<usize, Error>,
) -> Result<(), Error> {
    let out = call.output_value(len)?;
    *out = of(&call.input_struct_or_default(rule)?.to_core(&[])?)?;
    Ok(())
}

pub(crate) fn start<R: Real + Plain>(
    mut call: Call<'_>,
    rng: *mut sgmcmc_rng,
    (state, state_len): (*mut R, usize),
    rule: *const sgmcmc_rule,
    dim: usize,
    at: At,
) -> Result<(), Error> {
    let (generators, _) = call.object_mut::<Generators>(rng)?;
    let state = call.output_or_empty(state, state_len)?;
    let rule = call.input_struct_or_default(rule)?.with_values(&mut call, dim)?;
    rule.start(state, dim, &mut generators.noise, &at)
}

pub(crate) fn move_to_site<R: Real + Plain>(
    mut call: Call<'_>,
    (site, dim): (*mut R, usize),
    (state, state_len): (*const R, usize),
    rule: *const sgmcmc_rule,
    step_size: f64,
) -> Result<(), Error> {
    let (site, state) = (call.output(site, dim)?, call.input_or_empty(state, state_len)?);
    let rule = call.input_struct_or_default(rule)?.to_core(&[])?;
    rule.move_to_site(site, state, &At { temperature: 0.0, ..At::step_size(step_size) })
}

#[allow(clippy::too_many_arguments, reason = "a kernel's buffers, each its own")]
pub(crate) fn step<R: Real + Plain>(
    mut call: Call<'_>,
    rng: *mut sgmcmc_rng,
    norms: *mut f64,
    (theta, dim): (*mut R, usize),
    (state, state_len): (*mut R, usize),
    gradient: *const R,
    (given, given_len): (*const R, usize),
    rule: *const sgmcmc_rule,
    at: At,
) -> Result<(), Error> {
    let (generators, _) = call.object_mut::<Generators>(rng)?;
    let norms = if norms.is_null() { None } else { Some(call.output(norms, 2)?) };
    let (theta, state) = (call.output(theta, dim)?, call.output_or_empty(state, state_len)?);
    let (gradient, given) = (call.input(gradient, dim)?, call.input_or_empty(given, given_len)?);
    let rule = call.input_struct_or_default(rule)?.to_core(&[])?;
    let mut applied = Norms::default();
    let wanted = norms.is_some().then_some(&mut applied);
    rule.step(theta, state, &mut generators.noise, wanted, gradient, given, &at)?;
    if let Some([drift, noise]) = norms.and_then(|norms| norms.first_chunk_mut()) {
        (*drift, *noise) = (applied.drift, applied.noise);
    }
    Ok(())
}
