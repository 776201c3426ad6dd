//! Made by `cargo run -p schema`; edit the functions whose aliases these are.

use crate::guard::enter;
use crate::status::sgmcmc_status;
use core::ffi::{c_char, c_void};
use crate::ensemble::{sgmcmc_ensemble};
use crate::estimates::{sgmcmc_estimate_settings, sgmcmc_estimates};
use crate::health::{sgmcmc_health};
use crate::made::types::{sgmcmc_block, sgmcmc_chain_settings, sgmcmc_checkpoint, sgmcmc_ensemble_settings, sgmcmc_ensemble_state, sgmcmc_health_report, sgmcmc_health_settings, sgmcmc_pilot_report, sgmcmc_pilot_settings, sgmcmc_rule, sgmcmc_schedule, sgmcmc_summary};
use crate::rng::{sgmcmc_rng};
use crate::stored::{sgmcmc_reservoir};

/// Sets every field to its default, and the kind; SGMCMC_RULE_LANGEVIN becomes SGLD. With other drifts and
/// preconditioners, which have their own defaults when they are set, it is another member of the Langevin family, or
/// under SGMCMC_RULE_LATTICE of the lattice random walk's. Those with names are
///
///     SGLD    SGMCMC_DRIFT_NONE       SGMCMC_PRECONDITIONER_IDENTITY
///     pSGLD   SGMCMC_DRIFT_NONE       SGMCMC_PRECONDITIONER_RMSPROP
///     MSGLD   SGMCMC_DRIFT_MOMENTUM   SGMCMC_PRECONDITIONER_IDENTITY
///     ASGLD   SGMCMC_DRIFT_ADAM       SGMCMC_PRECONDITIONER_IDENTITY
///     SGRLD   SGMCMC_DRIFT_NONE       SGMCMC_PRECONDITIONER_POSITION_DEPENDENT
///
/// Returns: SGMCMC_OK; refuses an unknown kind.
/// In:  kind: enum sgmcmc_rule_kind.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sgmcmc_rule_init(
    rule: *mut sgmcmc_rule,
    struct_size: usize,
    kind: i32,
) -> sgmcmc_status {
    enter(|call| crate::rule::init(call, rule, struct_size, kind))
}

/// Sets every field to its default, and value, which has none, to NaN, which is refused until it is set. For a schedule
/// that stands alone: those of sgmcmc_chain_settings have their defaults from its _init, a value of 0 and of 1, which
/// this would undo.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sgmcmc_schedule_init(
    schedule: *mut sgmcmc_schedule,
    struct_size: usize,
) -> sgmcmc_status {
    enter(|call| crate::schedule::init(call, schedule, struct_size))
}

/// What a schedule says at k, for hosts that own their loop: the bits of a chain's.
///
/// Returns: SGMCMC_OK; refuses fields of the schedule, and SGMCMC_SCHEDULE_CALLBACK as its kind.
/// Out: explores: 1 in the exploring part of a cycle, else 0; may be NULL.
/// In:  k:        the step or epoch, from 0.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sgmcmc_schedule_at(
    value: *mut f64,
    explores: *mut i32,
    schedule: *const sgmcmc_schedule,
    k: u64,
) -> sgmcmc_status {
    enter(|call| crate::schedule::at(call, value, explores, schedule, k))
}

/// Sets every field to its default: a block of no parameters yet, which has the chain's prior.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sgmcmc_block_init(
    block: *mut sgmcmc_block,
    block_size: usize,
) -> sgmcmc_status {
    enter(|call| crate::block::init(call, block, block_size))
}

/// Writes every setting in force, defaults too, as a line of key = value, and a closing zero: a record of a run, of
/// which sgmcmc_settings_read makes the same settings, in a program of any language. It is ASCII.
/// docs/src/saving.md says what the lines are.
///
/// Returns: SGMCMC_OK; a status for each pointer, enum and flag of the settings that is none, and for a setting that
///          its kind does not use. Numbers outside their ranges are not refused here.
/// In:  settings: the chain's settings, with their vectors.
///      dim:      the number of parameters, at least 1, though only vectors depend on it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sgmcmc_settings_text(
    text: *mut c_char,
    size: usize,
    needed: *mut usize,
    settings: *const sgmcmc_chain_settings,
    dim: usize,
) -> sgmcmc_status {
    enter(|call| crate::text::write_text(call, (text, size), needed, settings, dim))
}

/// Writes the estimates into bytes, from which sgmcmc_estimates_restore makes them again, in any build of the library
/// and on any machine: to be merged there, or to go on with the same bits.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sgmcmc_estimates_save(
    estimates: *const sgmcmc_estimates,
    bytes: *mut c_void,
    size: usize,
    needed: *mut usize,
) -> sgmcmc_status {
    enter(|call| crate::checkpoint::estimates_save(call, estimates, (bytes, size), needed))
}

/// The settings of saved estimates, for which sgmcmc_estimates_size has the memory that they want.
///
/// Returns: SGMCMC_OK; SGMCMC_ERROR_NOT_CHECKPOINT; _CHECKPOINT_VERSION; _CHECKPOINT_LENGTH; _CHECKPOINT_DAMAGED;
///          _CHECKPOINT_CONTENTS.
/// Out: len:   how many numbers a draw has.
/// In:  bytes:    bytes_size bytes, at any address.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sgmcmc_estimates_saved_settings(
    settings: *mut sgmcmc_estimate_settings,
    len: *mut usize,
    bytes: *const c_void,
    bytes_size: usize,
) -> sgmcmc_status {
    enter(|call| crate::checkpoint::estimates_saved_settings(call, settings, len, bytes, bytes_size))
}

/// Makes the estimates again that sgmcmc_estimates_save wrote.
///
/// Returns: SGMCMC_OK; those of sgmcmc_estimates_saved_settings. After an error nothing was written.
/// In:  bytes: bytes_size bytes, at any address; not read after this call.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sgmcmc_estimates_restore(
    estimates: *mut *mut sgmcmc_estimates,
    mem: *mut c_void,
    mem_size: usize,
    bytes: *const c_void,
    bytes_size: usize,
) -> sgmcmc_status {
    enter(|call| crate::checkpoint::estimates_restore(call, estimates, (mem, mem_size), (bytes, bytes_size)))
}

/// Says what a checkpoint is of, once its bytes are known to be whole.
///
/// Returns: SGMCMC_OK; SGMCMC_ERROR_NOT_CHECKPOINT; _CHECKPOINT_VERSION; _CHECKPOINT_LENGTH; _CHECKPOINT_DAMAGED;
///          _CHECKPOINT_CONTENTS.
/// In:  bytes:      bytes_size bytes, at any address; none, as an empty file has, are a truncated checkpoint.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sgmcmc_checkpoint_read(
    checkpoint: *mut sgmcmc_checkpoint,
    bytes: *const c_void,
    bytes_size: usize,
) -> sgmcmc_status {
    enter(|call| crate::checkpoint::read(call, checkpoint, bytes, bytes_size))
}

/// Bytes of memory that estimates of len numbers need.
///
/// Returns: SGMCMC_OK; SGMCMC_ERROR_FLAG; refuses weights, centroid_count and window_len.
/// Out: size:     bytes, a multiple of sgmcmc_align().
/// In:  settings: as for sgmcmc_estimates_init; may be NULL, for the defaults.
///      len:      how many numbers a draw has, at least 1.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sgmcmc_estimates_size(
    size: *mut usize,
    settings: *const sgmcmc_estimate_settings,
    len: usize,
) -> sgmcmc_status {
    enter(|call| crate::estimates::size_of_estimates(call, size, settings, len))
}

/// Makes estimates of nothing yet.
///
/// Returns: SGMCMC_OK; those of sgmcmc_estimates_size.
/// In:  settings:  not read after this call; may be NULL, for the defaults.
///      len:       how many numbers a draw has, at least 1: dim for theta itself.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sgmcmc_estimates_init(
    estimates: *mut *mut sgmcmc_estimates,
    mem: *mut c_void,
    mem_size: usize,
    settings: *const sgmcmc_estimate_settings,
    len: usize,
) -> sgmcmc_status {
    enter(|call| crate::estimates::init(call, estimates, (mem, mem_size), settings, len))
}

/// Takes in what other estimates have, of another chain: as if all draws had been given to one, up to rounding and
/// whatever the order.
///
/// Standard errors are then those of the chains together, by each chain's own and by how far their means are apart. With
/// SGMCMC_DRAW_WEIGHT_NEXT_STEP_SIZE the draw that waits there for its weight stays out. Draws that are pushed
/// afterwards are of the chain that these estimates had.
///
/// Returns: SGMCMC_OK; SGMCMC_ERROR_LENGTH_MISMATCH for another len, _OTHER_SETTINGS for other settings;
///          _LENGTH_TOO_LARGE from 2^64 draws on, or an infinite weight.
/// In:     other:     those of another chain.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sgmcmc_estimates_merge(
    estimates: *mut sgmcmc_estimates,
    other: *const sgmcmc_estimates,
) -> sgmcmc_status {
    enter(|call| crate::estimates::merge(call, estimates, other))
}

/// How many draws there are, and the sum of their weights.
///
/// Out: draw_count: the number of draws; may be NULL.
///      weight:     the sum of their weights; may be NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sgmcmc_estimates_counts(
    draw_count: *mut u64,
    weight: *mut f64,
    estimates: *const sgmcmc_estimates,
) -> sgmcmc_status {
    enter(|call| crate::estimates::readings::counts(call, draw_count, weight, estimates))
}

/// Reads one estimate of every number that a draw has: see enum sgmcmc_estimate.
///
/// Returns: SGMCMC_OK; SGMCMC_ERROR_CHOICE; _LENGTH_MISMATCH; _PROBABILITY for a p other than below; _NOT_ESTIMATED for
///          a covariance or a quantile that the settings did not ask for, and for what window_len = 0 has no room for:
///          standard errors, sample sizes, degrees of freedom, half-widths; _NOT_REPRESENTABLE.
/// Out: out:       len numbers, as many as a draw has; the square of that for SGMCMC_ESTIMATE_COVARIANCE.
/// In:  estimate:  enum sgmcmc_estimate.
///      p:         SGMCMC_ESTIMATE_HALF_WIDTH: above 0 and below 1; SGMCMC_ESTIMATE_QUANTILE: from 0 to 1; else 0.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sgmcmc_estimates_read(
    out: *mut f64,
    len: usize,
    estimates: *const sgmcmc_estimates,
    estimate: i32,
    p: f64,
) -> sgmcmc_status {
    enter(|call| crate::estimates::readings::reading(call, (out, len), estimates, estimate, p))
}

/// Why the standard error of each number, and what is made of it, is not to be trusted; 0 where nothing is doubtful.
///
/// Returns: SGMCMC_OK; SGMCMC_ERROR_LENGTH_MISMATCH; _NOT_ESTIMATED where window_len is 0.
/// Out: doubts:    len numbers, as many as a draw has: bit c is set for the enum sgmcmc_doubt with number c.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sgmcmc_estimates_doubts(
    doubts: *mut u32,
    len: usize,
    estimates: *const sgmcmc_estimates,
) -> sgmcmc_status {
    enter(|call| crate::estimates::readings::doubts(call, (doubts, len), estimates))
}

/// R-hat of chains, or halves of chains, of equal length, from their means and variances as estimates of each give them:
/// sqrt((n - 1) / n + B / (n W)), with W the mean of their unbiased variances and B / n the variance of their means.
/// With the halves of every chain it is the split R-hat. NaN below two of them, below two draws, and for what does not
/// vary at all; infinite where each chain is constant, and not all at one number.
///
/// In:  means:      count means.
///      variances:  count variances, sum of (x - mean)^2 over n.
///      draw_count: n, how many draws each has.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sgmcmc_r_hat(
    r_hat: *mut f64,
    means: *const f64,
    variances: *const f64,
    count: usize,
    draw_count: u64,
) -> sgmcmc_status {
    enter(|call| crate::estimates::readings::r_hat_of(call, r_hat, (means, variances, count), draw_count))
}

/// Bytes of memory that sgmcmc_summary_f32 and _f64 work in.
///
/// Out: size:        bytes, a multiple of sgmcmc_align().
/// In:  chain_count: how many chains there are, at least 1.
///      draw_count:  how many draws each has, at least 1.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sgmcmc_summary_size(
    size: *mut usize,
    chain_count: usize,
    draw_count: usize,
) -> sgmcmc_status {
    enter(|call| crate::stored::summary_size(call, size, chain_count, draw_count))
}

/// Makes an empty reservoir.
///
/// In:  dim: how many numbers a row has, at least 1.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sgmcmc_reservoir_init(
    reservoir: *mut *mut sgmcmc_reservoir,
    mem: *mut c_void,
    mem_size: usize,
    dim: usize,
) -> sgmcmc_status {
    enter(|call| crate::stored::reservoir_init(call, reservoir, (mem, mem_size), dim))
}

/// What a reservoir holds: row i of its buffer is the one that was shown after i times stride others.
///
/// Out: kept:      how many rows, at the beginning of the buffer; may be NULL.
///      stride:    a power of two; may be NULL.
///      shown:     how many rows it was shown; may be NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sgmcmc_reservoir_counts(
    kept: *mut usize,
    stride: *mut u64,
    shown: *mut u64,
    reservoir: *const sgmcmc_reservoir,
) -> sgmcmc_status {
    enter(|call| crate::stored::reservoir_counts(call, kept, (stride, shown), reservoir))
}

/// By how much the largest variance is off at a step size, as a share; infinity where one but a lattice walk is
/// unstable.
///
/// In:  step_size: any.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sgmcmc_pilot_inflation(
    inflation: *mut f64,
    report: *const sgmcmc_pilot_report,
    step_size: f64,
) -> sgmcmc_status {
    enter(|call| crate::pilot::inflation_of(call, inflation, report, step_size))
}

/// Writes an English sentence for every finding, each on a line of its own, and a closing zero. It is ASCII.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sgmcmc_pilot_text(
    text: *mut c_char,
    size: usize,
    needed: *mut usize,
    report: *const sgmcmc_pilot_report,
) -> sgmcmc_status {
    enter(|call| crate::pilot::write_text(call, (text, size), needed, report))
}

/// Begins to keep the health of a chain, of which nothing has been seen yet.
///
/// Returns: SGMCMC_OK; SGMCMC_ERROR_NOT_BUILT; _MEMORY_TOO_SMALL; refuses window and tolerance.
/// In:  settings: not read after this call; may be NULL, for the defaults.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sgmcmc_health_init(
    health: *mut *mut sgmcmc_health,
    mem: *mut c_void,
    mem_size: usize,
    settings: *const sgmcmc_health_settings,
) -> sgmcmc_status {
    enter(|call| crate::health::init(call, health, (mem, mem_size), settings))
}

/// Writes an English sentence for every finding, which says what is wrong and what to change, each on a line of its own,
/// and a closing zero. It is ASCII.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sgmcmc_health_text(
    text: *mut c_char,
    size: usize,
    needed: *mut usize,
    report: *const sgmcmc_health_report,
) -> sgmcmc_status {
    enter(|call| crate::health::write_text(call, (text, size), needed, report))
}

/// Judges the chains once all have come to the end of a round, and begins another one if they do not agree and may: for
/// hosts that advance chains on threads of their own. Of a round that has not ended for all it says no more than that.
///
/// Out: state: how the ensemble stands.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sgmcmc_ensemble_judge(
    ensemble: *mut sgmcmc_ensemble,
    state: *mut sgmcmc_ensemble_state,
) -> sgmcmc_status {
    enter(|call| crate::ensemble::judge(call, ensemble, state))
}

/// What the last round that has ended for all chains has shown of a parameter.
///
/// Returns: SGMCMC_OK; SGMCMC_ERROR_NOT_ESTIMATED before a round has ended; _LENGTH_MISMATCH for a parameter that is none.
/// In:  parameter: which, from 0.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sgmcmc_ensemble_summary(
    summary: *mut sgmcmc_summary,
    ensemble: *const sgmcmc_ensemble,
    parameter: usize,
) -> sgmcmc_status {
    enter(|call| crate::ensemble::readings::summarize(call, summary, ensemble, parameter))
}

/// Writes all that an ensemble says for people, in lines of at most 100 columns, and a closing zero: a table with a row for
/// every parameter, how the chains agree, and a sentence for each thing that a chain sees to be doubted.
///
/// In:  names:      name_count strings with closing zeros, what the first parameters are called, in UTF-8; of more than 15
///                  letters only those are shown. What is NULL or no UTF-8 is called theta[i]; so are
///                  those behind the last. Without line breaks.
///      name_count: 0 for none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sgmcmc_ensemble_text(
    text: *mut c_char,
    size: usize,
    needed: *mut usize,
    ensemble: *const sgmcmc_ensemble,
    names: *const *const c_char,
    name_count: usize,
) -> sgmcmc_status {
    enter(|call| crate::ensemble::readings::write_text(call, (text, size), needed, ensemble, (names, name_count)))
}

/// Writes an ensemble as bytes, from which sgmcmc_ensemble_restore_f64, or its twin, makes it again on any machine; their
/// number is another one after further steps.
///
/// All that draws depend on is there but the settings, of which there is a digest, and the model. The bytes are the same on
/// every target, and end with a checksum. A file that is to survive a power cut is written beside the old one, synchronised,
/// and renamed onto it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sgmcmc_ensemble_save(
    ensemble: *const sgmcmc_ensemble,
    bytes: *mut c_void,
    size: usize,
    needed: *mut usize,
) -> sgmcmc_status {
    enter(|call| crate::ensemble::readings::save(call, ensemble, (bytes, size), needed))
}

/// step_size and friction of a rule with a velocity, as the step h and the friction D (for SGNHT, A) of the differential
/// equation: h^2 and h D, but for BAOAB, whose friction acts exactly, 1 - exp(-h D). The velocity here is h times that
/// of the equation, and SGNHT's zeta h times its own. What other libraries and papers call their step is in
/// docs/src/tuning.md.
///
/// Returns: SGMCMC_OK; refuses another kind of rule.
/// Out: friction:          one number, for sgmcmc_rule.friction.
/// In:  h:                 the equation's step.
///      equation_friction: D.
///      rule:              SGMCMC_RULE_SGHMC, SGMCMC_RULE_ABOBA, SGMCMC_RULE_SGNHT or SGMCMC_RULE_BAOAB.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sgmcmc_from_equation(
    step_size: *mut f64,
    friction: *mut f64,
    h: f64,
    equation_friction: f64,
    rule: i32,
) -> sgmcmc_status {
    enter(|call| crate::convert::from_equation(call, (step_size, friction), (h, equation_friction), rule))
}

/// Makes a generator: the one that chain number chain_index of this seed draws from.
///
/// Returns: SGMCMC_OK; SGMCMC_ERROR_MEMORY_TOO_SMALL, _FLOAT_ENVIRONMENT; refuses chain_index.
/// In:  seed:        any number.
///      chain_index: below SGMCMC_CHAIN_COUNT_MAX; streams of one seed never overlap.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sgmcmc_rng_init(
    rng: *mut *mut sgmcmc_rng,
    mem: *mut c_void,
    mem_size: usize,
    seed: u64,
    chain_index: u32,
) -> sgmcmc_status {
    enter(|call| crate::rng::init(call, rng, mem, mem_size, seed, chain_index))
}

/// The next 64 random bits of the generator of choices.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sgmcmc_rng_next_u64(
    rng: *mut sgmcmc_rng,
    out: *mut u64,
) -> sgmcmc_status {
    enter(|call| crate::rng::next_u64(call, rng, out))
}

/// An unbiased integer, uniform on 0 to bound - 1, from the generator of choices.
///
/// Returns: SGMCMC_OK; SGMCMC_ERROR_LENGTH_ZERO when bound is 0.
/// In:     bound: at least 1.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sgmcmc_rng_bounded(
    rng: *mut sgmcmc_rng,
    out: *mut u32,
    bound: u32,
) -> sgmcmc_status {
    enter(|call| crate::rng::one_bounded(call, rng, out, bound))
}

/// A minibatch without replacement: a uniform subset of 0 to data_len - 1, ascending, from the generator of choices.
///
/// Returns: SGMCMC_OK; refuses a data_len of 0, and a batch_len that exceeds it.
/// Out:    batch:     batch_len indices.
/// In:     batch_len: from 1 to data_len.
///         data_len:  how many data there are.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sgmcmc_rng_batch(
    rng: *mut sgmcmc_rng,
    batch: *mut u32,
    batch_len: usize,
    data_len: u32,
) -> sgmcmc_status {
    enter(|call| crate::rng::one_batch(call, rng, batch, batch_len, data_len))
}

/// Sets every field to its default, and struct_size.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sgmcmc_chain_settings_init(
    settings: *mut sgmcmc_chain_settings,
    struct_size: usize,
) -> sgmcmc_status {
    enter(|call| call.init_default(settings, struct_size))
}

/// Sets every field to its default, and struct_size.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sgmcmc_estimate_settings_init(
    settings: *mut sgmcmc_estimate_settings,
    struct_size: usize,
) -> sgmcmc_status {
    enter(|call| call.init_default(settings, struct_size))
}

/// Sets every field to its default, and struct_size.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sgmcmc_pilot_settings_init(
    settings: *mut sgmcmc_pilot_settings,
    struct_size: usize,
) -> sgmcmc_status {
    enter(|call| call.init_default(settings, struct_size))
}

/// Sets every field to its default, and struct_size.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sgmcmc_health_settings_init(
    settings: *mut sgmcmc_health_settings,
    struct_size: usize,
) -> sgmcmc_status {
    enter(|call| call.init_default(settings, struct_size))
}

/// Sets every field to its default, and struct_size.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sgmcmc_ensemble_settings_init(
    settings: *mut sgmcmc_ensemble_settings,
    struct_size: usize,
) -> sgmcmc_status {
    enter(|call| call.init_default(settings, struct_size))
}
