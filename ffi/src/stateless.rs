//! Rules without a chain, on the caller's vectors, for either precision.

use crate::given::Given;
use crate::guard::{Call, Plain};
use crate::made::types::sgmcmc_rule;
use crate::precision::Precision;
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

/// How many numbers of its own a rule has for dim parameters, and how many the caller gives with every step. Each
/// output may be NULL.
///
/// Returns: SGMCMC_OK; SGMCMC_ERROR_LENGTH_ZERO, _LENGTH_TOO_LARGE for dim; refuses unknown kinds and fields that they
///          do not use.
/// Out: state_len:      how many numbers of state; 0 for SGLD.
///      host_terms_len: 2 dim for SGMCMC_RULE_RECIPE, drift and noise; 2 dim for
///                      SGMCMC_PRECONDITIONER_POSITION_DEPENDENT, the diagonal of P and Gamma; dim * dim + dim for
///                      SGMCMC_PRECONDITIONER_POSITION_DEPENDENT_DENSE, the rows of L and Gamma; 0 for all others.
/// In:  rule:           NULL for SGLD; the numbers that its kind uses are not read.
#[doc(alias = "sgmcmc_rule_lengths_f32")]
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

/// Fills a rule's state before the first step: thermostats, the caller's preconditioner, a velocity if one is drawn, and
/// zeros.
///
/// Returns: SGMCMC_OK; SGMCMC_ERROR_LENGTH_MISMATCH; refuses fields of the rule, step_size and temperature.
/// Out: state:       state_len numbers; may be NULL when that is 0.
/// In:  state_len:   what sgmcmc_rule_lengths_f32 says.
///      rule:        NULL for SGLD. preconditioner.values are copied into the state.
///      step_size:   of the first step, positive.
///      temperature: of the first step, at least 0.
#[doc(alias = "sgmcmc_rule_start_f32")]
pub(crate) fn start<R: Real + Plain>(
    call: &mut Call<'_>,
    rng: *mut sgmcmc_rng,
    (state, state_len): (*mut R, usize),
    rule: *const sgmcmc_rule,
    dim: usize,
    (step_size, temperature): (f64, f64),
) -> Result<(), sgmcmc_status> {
    let at = StepParameters { temperature, ..StepParameters::step_size(step_size) };
    let (generators, _) = call.object_mut::<Generators>(rng)?;
    let state = call.output_or_empty(state, state_len)?;
    let given = optional(call, rule)?;
    let rule = rule_of(&mut Given::Read(call, dim), &given)?;
    Ok(rule.start(state, dim, &mut generators.noise, &at)?)
}

/// Replaces theta by where the rule wants the gradient of its next step: for SGMCMC_RULE_ABOBA, and SGMCMC_RULE_SGNHT
/// with SGMCMC_SPLITTING_SYMMETRIC, theta + v/2, clamped to the finite numbers; for all others theta itself. Give it a
/// copy of theta.
///
/// Returns: SGMCMC_OK; SGMCMC_ERROR_LENGTH_MISMATCH; refuses unknown kinds, and fields that they do not use.
/// In/out: site:      dim numbers, a copy of theta.
/// In:     state:     state_len numbers; may be NULL when that is 0.
///         rule:      NULL for SGLD.
#[doc(alias = "sgmcmc_rule_move_to_site_f32")]
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

/// One step of a rule on the caller's vectors, with the bits of a chain's. The chain does more: minibatches, priors,
/// schedules, estimators, moments.
///
/// Returns: SGMCMC_OK; SGMCMC_ERROR_LENGTH_MISMATCH, _GRADIENT_NOT_FINITE, _PRECONDITIONER_NOT_USABLE,
///          _DIFFUSION_NOT_FINITE; refuses fields of the rule, step_size, temperature and data_len.
/// Out:    applied: what the step did; may be NULL, which is
///                  faster.
/// In:     vectors: what is stepped, and what it takes. Their theta and state are written, on success only.
///         rule:    NULL for SGLD. preconditioner.values are not looked at: the state holds them.
///         at:      where the step is.
#[doc(alias = "sgmcmc_rule_step_f32")]
pub(crate) fn step<R: Precision>(
    call: &mut Call<'_>,
    (rng, applied): (*mut sgmcmc_rng, *mut sgmcmc_rule_applied),
    vectors: *const R::RuleVectors,
    rule: *const sgmcmc_rule,
    at: *const sgmcmc_rule_at,
) -> Result<(), sgmcmc_status>
where
    R::RuleVectors: Into<Vectors<R>>,
{
    let (generators, _) = call.object_mut::<Generators>(rng)?;
    let slot = call.optional_output_struct(applied)?;
    let (mut given, mut given_at) = (R::RuleVectors::default(), sgmcmc_rule_at::default());
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
