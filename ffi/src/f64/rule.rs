//! Rules without a chain on arrays of `f64`; made from its twin in the other precision, which is the one to edit.

use super::model::sgmcmc_rule_vectors_f64;
use crate::guard::enter;
use crate::made::types::sgmcmc_rule;
use crate::rng::sgmcmc_rng;
use crate::stateless;
use crate::statistics::{sgmcmc_rule_applied, sgmcmc_rule_at};
use crate::status::sgmcmc_status;
use core_crate::rule::StepParameters;

/// How many numbers of its own a rule has for dim parameters, and how many the caller gives with every step. Each may be
/// NULL.
///
/// Returns: SGMCMC_OK; SGMCMC_ERROR_LENGTH_ZERO, _LENGTH_TOO_LARGE for dim; refuses unknown kinds and fields that they
///          do not use.
/// Out: state_len:      how many numbers of state; 0 for SGLD.
///      host_terms_len: 2 dim for SGMCMC_RULE_RECIPE, drift and noise; 2 dim for
///                      SGMCMC_PRECONDITIONER_POSITION_DEPENDENT, the diagonal of P and Gamma; dim * dim + dim for
///                      SGMCMC_PRECONDITIONER_POSITION_DEPENDENT_DENSE, the rows of L and Gamma; 0 for all others.
/// In:  rule:           NULL for SGLD; the numbers that its kind uses are not read.
///      dim:            the number of parameters, at least 1.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sgmcmc_rule_lengths_f64(
    state_len: *mut usize,
    host_terms_len: *mut usize,
    rule: *const sgmcmc_rule,
    dim: usize,
) -> sgmcmc_status {
    enter(|call| stateless::lengths::<f64>(call, (state_len, host_terms_len), rule, dim))
}

/// Fills a rule's state before the first step: thermostats, the caller's preconditioner, a velocity if one is drawn, and
/// zeros.
///
/// Returns: SGMCMC_OK; SGMCMC_ERROR_LENGTH_MISMATCH; refuses fields of the rule, step_size and temperature.
/// Out:    state:       state_len numbers; may be NULL when that is 0.
/// In:     state_len:   what sgmcmc_rule_lengths_f64 says.
///         rule:        NULL for SGLD. preconditioner.values are copied into the state.
///         dim:         the number of parameters, at least 1.
///         step_size:   of the first step, positive.
///         temperature: of the first step, at least 0.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sgmcmc_rule_start_f64(
    rng: *mut sgmcmc_rng,
    state: *mut f64,
    state_len: usize,
    rule: *const sgmcmc_rule,
    dim: usize,
    step_size: f64,
    temperature: f64,
) -> sgmcmc_status {
    let at = StepParameters { temperature, ..StepParameters::step_size(step_size) };
    enter(|call| stateless::start(call, rng, (state, state_len), rule, dim, at))
}

/// Replaces theta by where the rule wants the gradient of its next step: for SGMCMC_RULE_ABOBA, and SGMCMC_RULE_SGNHT
/// with SGMCMC_SPLITTING_SYMMETRIC, theta + v/2, clamped to the finite numbers; for all others theta itself. Give it a
/// copy of theta.
///
/// Returns: SGMCMC_OK; SGMCMC_ERROR_LENGTH_MISMATCH; refuses unknown kinds, and fields that they do not use.
/// In/out: site:      dim numbers, a copy of theta.
/// In:     state:     state_len numbers; may be NULL when that is 0.
///         rule:      NULL for SGLD.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sgmcmc_rule_move_to_site_f64(
    site: *mut f64,
    dim: usize,
    state: *const f64,
    state_len: usize,
    rule: *const sgmcmc_rule,
) -> sgmcmc_status {
    enter(|call| stateless::move_to_site(call, (site, dim), (state, state_len), rule))
}

/// One step of a rule on the caller's vectors, with the bits of a chain's. The chain does more: minibatches, priors,
/// schedules, estimators, moments.
///
/// Returns: SGMCMC_OK; SGMCMC_ERROR_LENGTH_MISMATCH, _GRADIENT_NOT_FINITE, _PRECONDITIONER_NOT_USABLE,
///          _DIFFUSION_NOT_FINITE; refuses fields of the rule, step_size, temperature and data_len.
/// Out:    applied: what the step did: struct_size bytes, with struct_size set by the caller; may be NULL, which is
///                  faster.
/// In:     vectors: what is stepped, and what it takes. Their theta and state are written, on success only.
///         rule:    NULL for SGLD. preconditioner.values are not looked at: the state holds them.
///         at:      where the step is.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sgmcmc_rule_step_f64(
    rng: *mut sgmcmc_rng,
    applied: *mut sgmcmc_rule_applied,
    vectors: *const sgmcmc_rule_vectors_f64,
    rule: *const sgmcmc_rule,
    at: *const sgmcmc_rule_at,
) -> sgmcmc_status {
    enter(|call| stateless::step::<f64, _>(call, (rng, applied), vectors, rule, at))
}
