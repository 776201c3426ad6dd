//! Rules without a chain, on the caller's vectors, for either precision.

use crate::given::Given;
use crate::guard::{Call, Growing, Plain};
use crate::made::types::sgmcmc_rule;
use crate::rng::sgmcmc_rng;
use crate::rule::rule_of;
use crate::statistics::{sgmcmc_rule_applied, sgmcmc_rule_at};
use crate::status::sgmcmc_status;
use core_crate::rng::Generators;
use core_crate::rule::{Applied, Rule, StepParameters};
use core_crate::{Error, Real};

fn optional(call: &mut Call<'_>, rule: *const sgmcmc_rule) -> Result<sgmcmc_rule, Error> {
    if rule.is_null() { Ok(sgmcmc_rule::DEFAULT) } else { call.input_element(rule) }
}

/// A rule whose vectors nobody looks at.
fn given<'a>(call: &mut Call<'a>, rule: *const sgmcmc_rule) -> Result<Rule<'a>, sgmcmc_status> {
    rule_of(&mut Given::Unread, &optional(call, rule)?)
}

pub(crate) fn lengths<R: Real>(
    call: &mut Call<'_>,
    (state_len, host_terms_len): (*mut usize, *mut usize),
    rule: *const sgmcmc_rule,
    dim: usize,
) -> Result<(), sgmcmc_status> {
    let out = [call.optional_output(state_len)?, call.optional_output(host_terms_len)?];
    let rule = given(call, rule)?;
    let lengths = [rule.state_len::<R>(dim)?, rule.host_terms_len::<R>(dim)?];
    for (out, len) in out.into_iter().zip(lengths) {
        out.into_iter().for_each(|out| *out = len);
    }
    Ok(())
}

pub(crate) fn start<R: Real + Plain>(
    call: &mut Call<'_>,
    rng: *mut sgmcmc_rng,
    (state, state_len): (*mut R, usize),
    rule: *const sgmcmc_rule,
    dim: usize,
    at: StepParameters,
) -> Result<(), sgmcmc_status> {
    let (generators, _) = call.object_mut::<Generators>(rng)?;
    let state = call.output_or_empty(state, state_len)?;
    let given = optional(call, rule)?;
    let rule = rule_of(&mut Given::Read(call, dim), &given)?;
    Ok(rule.start(state, dim, &mut generators.noise, &at)?)
}

pub(crate) fn move_to_site<R: Real + Plain>(
    call: &mut Call<'_>,
    (site, dim): (*mut R, usize),
    (state, state_len): (*const R, usize),
    rule: *const sgmcmc_rule,
) -> Result<(), sgmcmc_status> {
    let (site, state) = (call.output(site, dim)?, call.input_or_empty(state, state_len)?);
    Ok(given(call, rule)?.move_to_site(site, state)?)
}

/// The fields of a `sgmcmc_rule_vectors_f32` or `_f64`.
pub(crate) struct Vectors<R> {
    pub(crate) theta: (*mut R, usize),
    pub(crate) state: (*mut R, usize),
    pub(crate) gradient: *const R,
    pub(crate) host_terms: (*const R, usize),
}

pub(crate) fn step<R: Real + Plain, V: Growing + Into<Vectors<R>>>(
    call: &mut Call<'_>,
    (rng, applied): (*mut sgmcmc_rng, *mut sgmcmc_rule_applied),
    vectors: *const V,
    rule: *const sgmcmc_rule,
    at: *const sgmcmc_rule_at,
) -> Result<(), sgmcmc_status> {
    let (generators, _) = call.object_mut::<Generators>(rng)?;
    let slot = call.optional_output_struct(applied)?;
    let (mut given, mut given_at) = (V::default(), sgmcmc_rule_at::default());
    call.input_struct(&mut given, vectors)?;
    call.input_struct(&mut given_at, at)?;
    let Vectors { theta: (theta, dim), state: (state, state_len), gradient, host_terms } = given.into();
    let (theta, state) = (call.output(theta, dim)?, call.output_or_empty(state, state_len)?);
    let (gradient, host_terms) =
        (call.input(gradient, dim)?, call.input_or_empty(host_terms.0, host_terms.1)?);
    let rule = self::given(call, rule)?;
    let mut applied = Applied::default();
    let wanted = slot.is_some().then_some(&mut applied);
    rule.step(theta, state, &mut generators.noise, wanted, gradient, host_terms, &given_at.into())?;
    if let Some(slot) = slot {
        slot.write(applied.into());
    }
    Ok(())
}
