//! Rules without a chain, on the caller's vectors, for either precision.

use crate::guard::{Call, Plain};
use crate::rng::sgmcmc_rng;
use crate::rule::sgmcmc_rule;
use crate::statistics::sgmcmc_rule_applied;
use core_crate::rng::Generators;
use core_crate::rule::{Applied, Rule, StepParameters};
use core_crate::{Error, Real};

/// One of the lengths that a rule asks for.
pub(crate) fn len(
    call: &mut Call<'_>,
    len: *mut usize,
    rule: *const sgmcmc_rule,
    of: impl FnOnce(&Rule<'_>) -> Result<usize, Error>,
) -> Result<(), Error> {
    let out = call.output_value(len)?;
    *out = of(&call.input_struct_or_default(rule)?.core_rule(&[])?)?;
    Ok(())
}

pub(crate) fn start<R: Real + Plain>(
    call: &mut Call<'_>,
    rng: *mut sgmcmc_rng,
    (state, state_len): (*mut R, usize),
    rule: *const sgmcmc_rule,
    dim: usize,
    at: StepParameters,
) -> Result<(), Error> {
    let (generators, _) = call.object_mut::<Generators>(rng)?;
    let state = call.output_or_empty(state, state_len)?;
    let rule = call.input_struct_or_default(rule)?.with_values(call, dim)?;
    rule.start(state, dim, &mut generators.noise, &at)
}

pub(crate) fn move_to_site<R: Real + Plain>(
    call: &mut Call<'_>,
    (site, dim): (*mut R, usize),
    (state, state_len): (*const R, usize),
    rule: *const sgmcmc_rule,
) -> Result<(), Error> {
    let (site, state) = (call.output(site, dim)?, call.input_or_empty(state, state_len)?);
    call.input_struct_or_default(rule)?.core_rule(&[])?.move_to_site(site, state)
}

#[allow(clippy::too_many_arguments, reason = "a kernel's buffers, each its own")]
pub(crate) fn step<R: Real + Plain>(
    call: &mut Call<'_>,
    rng: *mut sgmcmc_rng,
    applied: *mut sgmcmc_rule_applied,
    (theta, dim): (*mut R, usize),
    (state, state_len): (*mut R, usize),
    gradient: *const R,
    (host_terms, host_terms_len): (*const R, usize),
    rule: *const sgmcmc_rule,
    at: StepParameters,
) -> Result<(), Error> {
    let (generators, _) = call.object_mut::<Generators>(rng)?;
    let slot = call.optional_output_struct(applied)?;
    let (theta, state) = (call.output(theta, dim)?, call.output_or_empty(state, state_len)?);
    let (gradient, host_terms) =
        (call.input(gradient, dim)?, call.input_or_empty(host_terms, host_terms_len)?);
    let rule = call.input_struct_or_default(rule)?.core_rule(&[])?;
    let mut applied = Applied::default();
    let wanted = slot.is_some().then_some(&mut applied);
    rule.step(theta, state, &mut generators.noise, wanted, gradient, host_terms, &at)?;
    if let Some(slot) = slot {
        slot.write(applied.into());
    }
    Ok(())
}
