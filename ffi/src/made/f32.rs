//! Made by `cargo run -p schema`; edit the functions whose aliases these are.

use crate::guard::enter;
use crate::status::sgmcmc_status;
use core::ffi::{c_void};
use crate::ensemble::{sgmcmc_ensemble};
use crate::f32::model::{sgmcmc_chain_f32, sgmcmc_model_f32, sgmcmc_observer_f32, sgmcmc_pilot_options_f32, sgmcmc_rule_vectors_f32, sgmcmc_run_options_f32};
use crate::health::{sgmcmc_health};
use crate::made::types::{sgmcmc_chain_settings, sgmcmc_chain_statistics, sgmcmc_ensemble_settings, sgmcmc_ensemble_state, sgmcmc_health_report, sgmcmc_pilot_report, sgmcmc_pilot_settings, sgmcmc_rule, sgmcmc_step, sgmcmc_transform};
use crate::rng::{sgmcmc_rng};
use crate::statistics::{sgmcmc_rule_applied, sgmcmc_rule_at};

/// Bytes of memory that a chain with these settings and dim parameters needs.
///
/// Returns: SGMCMC_OK; refuses settings outside their ranges, and those that nothing uses; SGMCMC_ERROR_FLAG.
/// Out: size:     bytes, a multiple of sgmcmc_align(), as C11's aligned_alloc wants it.
/// In:  settings: as for sgmcmc_chain_init_f32, which checks the same.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sgmcmc_chain_size_f32(
    size: *mut usize,
    settings: *const sgmcmc_chain_settings,
    dim: usize,
) -> sgmcmc_status {
    enter(|call| crate::chain::size::<f32>(call, size, settings, dim))
}

/// Starts a chain at theta.
///
/// Returns: SGMCMC_OK; refuses settings outside their ranges, and those that nothing uses; SGMCMC_ERROR_FLAG,
///          _THETA_NOT_FINITE, _FLOAT_ENVIRONMENT.
/// Out: mem:   no chain that a call is using.
/// In:  theta: dim numbers, finite; copied.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sgmcmc_chain_init_f32(
    chain: *mut *mut sgmcmc_chain_f32,
    mem: *mut c_void,
    mem_size: usize,
    settings: *const sgmcmc_chain_settings,
    theta: *const f32,
    dim: usize,
) -> sgmcmc_status {
    enter(|call| crate::chain::init::<f32>(call, chain, (mem, mem_size), settings, (theta, dim)))
}

/// Lets the chain go on from its theta under other settings, such as a sampler's after an optimiser's, in the same
/// memory.
///
/// Random numbers go on from where they are, so that none serves twice: seed and chain_index have no effect, though
/// chain_index must be in range. All else begins anew: the rule's state, schedules, batches, counts and moments. After
/// an error the chain is as it was.
///
/// Returns: SGMCMC_OK; refuses settings outside their ranges, and those that nothing uses; SGMCMC_ERROR_FLAG,
///          _FLOAT_ENVIRONMENT.
/// In:     mem_size: bytes of the chain's memory, at least the larger of sgmcmc_chain_size_f32 of the old settings and
///                   of the new. Afterwards the chain has the size of the new.
///         settings: as for sgmcmc_chain_init_f32. From a rule to Metropolis-Hastings, or back, begin with
///                   sgmcmc_chain_settings_init: what a copy still says of the other sampler is refused by name.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sgmcmc_chain_hand_over_f32(
    chain: *mut sgmcmc_chain_f32,
    mem_size: usize,
    settings: *const sgmcmc_chain_settings,
) -> sgmcmc_status {
    enter(|call| crate::chain::hand_over::<f32>(call, chain, mem_size, settings))
}

/// Advances the chain by one step, or leaves every byte of it as it was.
///
/// Returns: SGMCMC_OK; SGMCMC_ERROR_STOPPED when a callback returned a code of its own; _IMPOSSIBLE;
///          _LOG_LIKELIHOOD_NOT_FINITE, _GRADIENT_NOT_FINITE, _LOG_PRIOR_NOT_FINITE, _PRECONDITIONER_NOT_USABLE,
///          _DIFFUSION_NOT_FINITE; _STEP_SIZE_NOT_USABLE, _TEMPERATURE_NOT_USABLE when a schedule has come to what the
///          precision cannot hold; _GRADIENT_NOISE when noise compensation would leave nothing to inject;
///          _MODEL_NOT_ASKED, until another step size is set; _NO_STEP_SIZE where none is set, and none found yet;
///          _CALLBACK_MISSING, _LOG_PRIOR_UNUSED; _BATCH_INDEX; refuses a batch where the chain draws its own, and none with
///          SGMCMC_BATCH_CALLER, as batch.kind.
/// Out: step:      what the step did; may be NULL.
/// In:  batch:     batch_len indices, each below data_len, with SGMCMC_BATCH_CALLER; handed to the model as they are.
///                 Else NULL.
///      batch_len: at least 1, or 0 where batch is NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sgmcmc_chain_step_f32(
    chain: *mut sgmcmc_chain_f32,
    step: *mut sgmcmc_step,
    callback_code: *mut i32,
    batch: *const u32,
    batch_len: usize,
    model: *const sgmcmc_model_f32,
) -> sgmcmc_status {
    enter(|call| crate::chain::step::<f32>(call, chain, step, callback_code, (batch, batch_len), model))
}

/// Tunes beta once, from the acceptance since the last time: for hosts that tune between runs. theta does not move; a
/// look at forward proposals, up to 100 for every 5 per cent that beta shrinks, asks the model.
///
/// Returns: as sgmcmc_chain_step_f32; refuses tune_beta for a chain without RSGLD proposals, and a beta_max that is not
///          finite and at least beta.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sgmcmc_chain_tune_beta_f32(
    chain: *mut sgmcmc_chain_f32,
    callback_code: *mut i32,
    model: *const sgmcmc_model_f32,
) -> sgmcmc_status {
    enter(|call| crate::chain::tune_beta::<f32>(call, chain, callback_code, model))
}

/// Changes the step size of the steps to come: the rule's, constant from here on, or the proposal's.
///
/// Returns: SGMCMC_OK; refuses step_size, and likelihood_scale, temperature or a block's step_size_factor where it takes
///          what they scale out of its range.
/// In:     step_size: positive and finite.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sgmcmc_chain_set_step_size_f32(
    chain: *mut sgmcmc_chain_f32,
    step_size: f64,
) -> sgmcmc_status {
    enter(|call| crate::chain::set_step_size::<f32>(call, chain, step_size))
}

/// Steps step_count times and shows the kept draws to the observer, until that or an error stops it.
///
/// Returns: as sgmcmc_chain_step_f32; SGMCMC_ERROR_STOPPED_BY_OBSERVER when the observer returned a code of its own;
///          refuses SGMCMC_BATCH_CALLER as batch.kind, since only steps take such batches. Steps before a failing one
///          stay done: sgmcmc_chain_statistics_f32 counts them.
/// Out:    callback_code: the callback's or the observer's code when one stopped the run, else untouched; may be NULL.
/// In:     step_count:    how many steps; 0 does nothing.
///         observer:      called after each kept step; may be NULL.
///         observer_user: handed to the observer as it is; may be NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sgmcmc_chain_run_f32(
    chain: *mut sgmcmc_chain_f32,
    callback_code: *mut i32,
    step_count: u64,
    model: *const sgmcmc_model_f32,
    observer: sgmcmc_observer_f32,
    observer_user: *mut c_void,
) -> sgmcmc_status {
    enter(|call| crate::run::run::<f32>(call, chain, callback_code, step_count, model, (observer, observer_user)))
}

/// The same, with the options' observer, and with looks at the chain after every step whose count is a multiple of their
/// interval, during burn-in, too. The bits are the same whoever looks.
///
/// Steps are counted from the chain's first, so that a run in pieces is looked at where a whole one is. Of a step whose
/// draw is kept the observer sees the draw first; then health looks, and then progress.
///
/// Returns: as sgmcmc_chain_run_f32; SGMCMC_ERROR_STOPPED_BY_OBSERVER also when progress returned a code of its own;
///          _NULL_POINTER for neither progress nor health; _HEALTH_CHAIN for the health of another chain, or of this one
///          at a later step: the step before the look stays done; _NOT_BUILT; refuses an interval of 0.
/// Out:    callback_code: as for sgmcmc_chain_run_f32; progress's code when that stopped the run.
/// In:     step_count:    how many steps; 0 does nothing.
///         options:       who looks, and how often. The health that they point to is written, and callbacks may not use
///                        it meanwhile.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sgmcmc_chain_run_watched_f32(
    chain: *mut sgmcmc_chain_f32,
    callback_code: *mut i32,
    step_count: u64,
    model: *const sgmcmc_model_f32,
    options: *const sgmcmc_run_options_f32,
) -> sgmcmc_status {
    enter(|call| crate::run::watched::<f32>(call, chain, callback_code, step_count, model, options))
}

/// What stays the same of a chain while it runs. Each output may be NULL.
///
/// Out: size:       bytes, to copy or to compare: what sgmcmc_chain_size_f32 says of its settings.
///      simd_level: the instruction set that its steps use here: a number of enum sgmcmc_simd. It follows from the
///                  library, the processor and simd_level of the settings; a chain that is moved to another machine
///                  takes what that one has.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sgmcmc_chain_properties_f32(
    dim: *mut usize,
    size: *mut usize,
    simd_level: *mut i32,
    chain: *const sgmcmc_chain_f32,
) -> sgmcmc_status {
    enter(|call| crate::chain::readings::properties::<f32>(call, (dim, size), simd_level, chain))
}

/// Copies theta out, and the place where the last trajectory of HMC began that diverged, in burn-in or after it: see
/// divergence_count of sgmcmc_chain_statistics.
///
/// Out: theta:      dim numbers; may be NULL where divergence is not.
///      divergence: dim numbers, NaN before there is one; may be NULL where theta is not.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sgmcmc_chain_theta_f32(
    chain: *const sgmcmc_chain_f32,
    theta: *mut f32,
    divergence: *mut f32,
    dim: usize,
) -> sgmcmc_status {
    enter(|call| crate::chain::readings::theta::<f32>(call, chain, (theta, divergence), dim))
}

/// The mean and variance of every parameter over the kept draws. Before the first, means are 0 and variances NaN.
///
/// Returns: SGMCMC_OK; SGMCMC_ERROR_LENGTH_MISMATCH; _NOT_REPRESENTABLE where a variance, or the sum that it is the mean
///          of, is too large or too small for a double, as of deviations above 1e150 or below 1.5e-154; refuses moments
///          that the settings did not ask for.
/// Out: mean:     dim doubles, whatever the precision of theta.
///      variance: dim doubles: sum of w (theta - mean)^2 over sum of w, with weights w of 1 or the step size.
/// In:  moments:  SGMCMC_MOMENTS_PLAIN or SGMCMC_MOMENTS_WEIGHTED.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sgmcmc_chain_moments_f32(
    chain: *const sgmcmc_chain_f32,
    mean: *mut f64,
    variance: *mut f64,
    dim: usize,
    moments: i32,
) -> sgmcmc_status {
    enter(|call| crate::chain::readings::moments::<f32>(call, chain, mean, variance, dim, moments))
}

/// The covariance that noise compensation takes the gradient's noise to have, and the largest step size at which that
/// leaves something to inject. Where the chain finds the covariance, what it has found so far; zeros before that.
///
/// Returns: SGMCMC_OK; SGMCMC_ERROR_LENGTH_MISMATCH; refuses compensation.kind for a chain without noise compensation.
/// Out:    covariance:     as sampler.compensation.covariance of the settings: variances, or the numbers of the matrix,
///                         row by row; may be NULL where step_size is not.
///         step_size:      at the temperature of the last step; infinite where the covariance or the temperature is
///                         zero, NaN before the first step under a temperature of the host's. Larger ones are refused,
///                         when a step comes to them, with SGMCMC_ERROR_GRADIENT_NOISE. May be NULL where covariance is
///                         not.
/// In/out: chain:          the chain, whose memory is worked in; it stays as it is.
/// In:     covariance_len: dim for SGMCMC_NOISE_COMPENSATION_DIAGONAL, dim * dim for _DENSE; 0 where covariance is NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sgmcmc_chain_compensation_f32(
    chain: *mut sgmcmc_chain_f32,
    covariance: *mut f64,
    covariance_len: usize,
    step_size: *mut f64,
) -> sgmcmc_status {
    enter(|call| crate::chain::readings::compensation::<f32>(call, chain, (covariance, covariance_len), step_size))
}

/// Counts and rates so far.
///
/// Out: statistics: fields that this library does not know are set to 0.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sgmcmc_chain_statistics_f32(
    chain: *const sgmcmc_chain_f32,
    statistics: *mut sgmcmc_chain_statistics,
) -> sgmcmc_status {
    enter(|call| crate::chain::readings::statistics::<f32>(call, chain, statistics))
}

/// Writes a checkpoint: bytes from which sgmcmc_chain_restore_f32 makes the chain again, in this library or in another
/// that knows the format, on any machine.
///
/// All that steps depend on is there but the settings, of which there is a digest, the data, and what callbacks keep for
/// themselves. The bytes are little-endian and the same on every target and in every build, and end with a checksum over
/// them, which finds damage and is no signature. Equal chains are equal bytes. A file that is to survive a power cut is
/// written beside the old one, synchronised, and renamed onto it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sgmcmc_chain_save_f32(
    chain: *const sgmcmc_chain_f32,
    bytes: *mut c_void,
    size: usize,
    needed: *mut usize,
) -> sgmcmc_status {
    enter(|call| crate::checkpoint::save::<f32>(call, chain, (bytes, size), needed))
}

/// Makes the chain of a checkpoint again, which goes on as if nothing had come between: the same bits, counts and
/// moments.
///
/// The settings are those with which the chain was made, or handed over to last, and all that steps depend on must be
/// equal: seed and chain_index have no effect, though chain_index must be in range, since the generators go on from
/// where they are. A centre that was left to the chain is where it was, and a step size that was set while the chain ran
/// is set again. Nothing is written unless all is well.
///
/// Returns: as sgmcmc_chain_init_f32; SGMCMC_ERROR_NOT_CHECKPOINT, _CHECKPOINT_VERSION, _CHECKPOINT_LENGTH,
///          _CHECKPOINT_DAMAGED, _OTHER_PRECISION, _CHECKPOINT_DIM, _CHECKPOINT_SETTINGS, _CHECKPOINT_CONTENTS.
/// In: settings: as for sgmcmc_chain_init_f32.
///     bytes:    bytes_size bytes at any address, as many as were saved; none are a truncated checkpoint.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sgmcmc_chain_restore_f32(
    chain: *mut *mut sgmcmc_chain_f32,
    mem: *mut c_void,
    mem_size: usize,
    settings: *const sgmcmc_chain_settings,
    dim: usize,
    bytes: *const c_void,
    bytes_size: usize,
) -> sgmcmc_status {
    enter(|call| crate::checkpoint::restore::<f32>(call, chain, (mem, mem_size), settings, dim, (bytes, bytes_size)))
}

/// Bytes of memory that a pilot of this chain works in: about ten vectors of doubles and three like theta, and dim^2
/// doubles for a covariance.
///
/// Returns: SGMCMC_OK; SGMCMC_ERROR_FLAG; refuses pair_count, product_count, difference, inflation, covariance, and a
///          batch_len above data_len; and batch.kind where neither the chain nor these settings say how long one is.
/// Out: size:     bytes, a multiple of sgmcmc_align().
/// In:  settings: may be NULL, for the defaults.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sgmcmc_pilot_size_f32(
    chain: *const sgmcmc_chain_f32,
    size: *mut usize,
    settings: *const sgmcmc_pilot_settings,
) -> sgmcmc_status {
    enter(|call| crate::pilot::size::<f32>(call, chain, size, settings))
}

/// Looks at the model at theta, or where the chain stands, without moving the chain. Equal settings and an equal chain
/// give equal reports, to the last bit.
///
/// Returns: SGMCMC_OK; those of sgmcmc_pilot_size_f32; SGMCMC_ERROR_MEMORY_TOO_SMALL; _LENGTH_MISMATCH for dim,
///          _THETA_NOT_FINITE; _NOT_ESTIMATED for a covariance that the settings did not ask for; what a step could
///          give: _STOPPED when a callback returned a code of its own, _IMPOSSIBLE where the model cannot be evaluated
///          at theta, _LOG_LIKELIHOOD_NOT_FINITE, _GRADIENT_NOT_FINITE, _LOG_PRIOR_NOT_FINITE, _CALLBACK_MISSING, though
///          not for a step size.
/// In/out: chain:   the chain, which callbacks may not use meanwhile; every byte of it is afterwards as it was.
/// Out:    report:  what was measured and follows; its struct_size is set by the caller.
///         mem:     mem_size bytes, at least sgmcmc_pilot_size_f32, to work in.
/// In:     options: may be NULL, for the defaults. Its variance and covariance are written on success only.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sgmcmc_pilot_look_f32(
    chain: *mut sgmcmc_chain_f32,
    report: *mut sgmcmc_pilot_report,
    callback_code: *mut i32,
    mem: *mut c_void,
    mem_size: usize,
    options: *const sgmcmc_pilot_options_f32,
    model: *const sgmcmc_model_f32,
) -> sgmcmc_status {
    enter(|call| crate::pilot::look::<f32>(call, chain, (report, callback_code), (mem, mem_size), options, model))
}

/// Runs the chain to the end of its burn-in, or step_count steps of it if those are fewer, and finds what its settings
/// leave open; does nothing once the burn-in is over. Before the first step and half-way a pilot looks at the model
/// where the chain stands, at what the steps themselves do not go on to tune. From it come a rule's step size where it
/// is left out, or its kind is SGMCMC_SCHEDULE_CALLBACK, whose callback is not asked and may be missing; refresh_len
/// with tune_refresh_len = 1; and with tune_step_size = 1 the first step_size where that is 0. The last two the steps
/// tune further, with tune_step_size = 1. A step size that the settings say stays.
/// docs/src/tuning.md says how a rule's chain that starts far away gets near, and what the looks cost.
///
/// A warm-up in pieces has the bits of a whole one, with checkpoints in between, too. Steps done before an error stay
/// done. The next call goes on from there, and looks first if a look is due before that step; a run does not look, and
/// after one past half-way whatever step size the chain has stays. What was found is in the statistics: step_size,
/// refresh_len, beta.
///
/// Returns: SGMCMC_OK; refuses a burn_in of 0; the kind, the drift or the preconditioner that keeps a pilot from saying
///          anything of a rule; batch.kind where the caller gives the batches; and a batch_len of the settings that is
///          neither 0 nor the chain's; SGMCMC_ERROR_STEP_SIZE_NOT_FOUND where nothing is curved; _STEP_SIZE_NOT_USABLE
///          for a step size that the precision cannot hold; _WARM_UP_FAR for a rule's chain that half-way stands where
///          the posterior is nowhere concave, or where the gradient is still ten times expected_gradient_norm: start
///          where an optimiser has come, or burn in for longer, or take batches of data_len / 32 where looks on the way
///          do not see a datum that has most of the curvature; _WARM_UP_NOISE where noise could hide that and the whole
///          burn-in would go less than a thousandth of the way in the stiffest direction: take larger batches, a control
///          variate, or give the pilot more pairs; those of sgmcmc_pilot_look_f32 and sgmcmc_chain_step_f32.
/// In/out: chain:      the chain, which callbacks may not use meanwhile.
/// Out:    mem:        mem_size bytes, at least sgmcmc_pilot_size_f32, to work in.
/// In:     step_count: how many steps at the most.
///         settings:   of the pilot; may be NULL, for the defaults.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sgmcmc_chain_warm_up_f32(
    chain: *mut sgmcmc_chain_f32,
    callback_code: *mut i32,
    mem: *mut c_void,
    mem_size: usize,
    step_count: u64,
    settings: *const sgmcmc_pilot_settings,
    model: *const sgmcmc_model_f32,
) -> sgmcmc_status {
    enter(|call| crate::pilot::warm_up::<f32>(call, chain, callback_code, (mem, mem_size), step_count, (settings, model)))
}

/// Looks at a chain after a step of a host's own loop, the same chain every time, at steps that grow. Norms are not
/// known then, and neither is the heat of a rule without a velocity, or of SGMCMC_RULE_ABOBA and SGMCMC_RULE_BAOAB.
///
/// Returns: SGMCMC_OK; SGMCMC_ERROR_HEALTH_CHAIN; _NOT_BUILT. After an error nothing was taken in.
/// In/out: health: the chain's health.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sgmcmc_health_look_f32(
    chain: *const sgmcmc_chain_f32,
    health: *mut sgmcmc_health,
) -> sgmcmc_status {
    enter(|call| crate::health::look::<f32>(call, chain, health))
}

/// What is wrong with a run, and what to change: see sgmcmc_health_report and sgmcmc_health_text.
///
/// Returns: SGMCMC_OK; SGMCMC_ERROR_HEALTH_CHAIN for another chain than the one that was looked at.
/// In:  health: its health.
///      pilot:  of a pilot at the chain's place, which tells the gradient's noise from too large a step; may be NULL.
///      r_hat:  R-hat of several chains, as sgmcmc_r_hat or sgmcmc_summary_f32 have it; NaN where it is not known.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sgmcmc_health_report_f32(
    chain: *const sgmcmc_chain_f32,
    report: *mut sgmcmc_health_report,
    health: *const sgmcmc_health,
    pilot: *const sgmcmc_pilot_report,
    r_hat: f64,
) -> sgmcmc_status {
    enter(|call| crate::health::report::<f32>(call, chain, report, health, pilot, r_hat))
}

/// Bytes of memory that an ensemble with these settings and dim parameters needs: its chains, their draws, and room to
/// compare them.
///
/// Returns: SGMCMC_OK; refuses settings outside their ranges, and those that nothing uses; SGMCMC_ERROR_FLAG.
/// Out: size:     bytes, a multiple of sgmcmc_align(), as C11's aligned_alloc wants it.
/// In:  settings: as for sgmcmc_ensemble_init_f32, which checks the same.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sgmcmc_ensemble_size_f32(
    size: *mut usize,
    settings: *const sgmcmc_ensemble_settings,
    dim: usize,
) -> sgmcmc_status {
    enter(|call| crate::ensemble::size::<f32>(call, size, settings, dim))
}

/// Begins chains: each descends from its start to where the posterior has its mass.
///
/// The first starts at theta, and each other somewhere about it: at uniform distances of at most start_spread, drawn again
/// up to a hundred times where the model has no finite answer. A descent that ends early is no error: the chain says so in
/// sgmcmc_ensemble_text.
///
/// Returns: as sgmcmc_ensemble_size_f32; SGMCMC_ERROR_THETA_NOT_FINITE, _FLOAT_ENVIRONMENT,
///          _CALLBACK_MISSING, _LOG_PRIOR_UNUSED; as sgmcmc_chain_step_f32 where the model has no finite answer.
/// Out: mem:   lost after SGMCMC_ERROR_THETA_NOT_FINITE, _FLOAT_ENVIRONMENT and errors of the model, too.
/// In:  theta: dim numbers, finite.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sgmcmc_ensemble_init_f32(
    ensemble: *mut *mut sgmcmc_ensemble,
    callback_code: *mut i32,
    mem: *mut c_void,
    mem_size: usize,
    settings: *const sgmcmc_ensemble_settings,
    theta: *const f32,
    dim: usize,
    model: *const sgmcmc_model_f32,
) -> sgmcmc_status {
    enter(|call| crate::ensemble::init::<f32>(call, (ensemble, callback_code), (mem, mem_size), settings, (theta, dim), model))
}

/// Makes an ensemble again of what sgmcmc_ensemble_save wrote, on whichever machine, which goes on with the same bits.
///
/// The settings are those that it was begun with, but for seed and start_spread, which have no effect any more, and for
/// r_hat_max, sample_size and pass_max, which may be others: an ensemble that was over goes on where these allow it. mem is
/// written only if all is well, or on SGMCMC_ERROR_CHECKPOINT_CONTENTS.
///
/// Returns: as sgmcmc_ensemble_size_f32; SGMCMC_ERROR_FLOAT_ENVIRONMENT; _NOT_CHECKPOINT, as for that of a chain;
///          _CHECKPOINT_VERSION, _CHECKPOINT_LENGTH, _CHECKPOINT_DAMAGED, _OTHER_PRECISION, _CHECKPOINT_DIM,
///          _CHECKPOINT_SETTINGS, _CHECKPOINT_CONTENTS.
/// In: bytes: bytes_size bytes at any address, as many as were saved.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sgmcmc_ensemble_restore_f32(
    ensemble: *mut *mut sgmcmc_ensemble,
    mem: *mut c_void,
    mem_size: usize,
    settings: *const sgmcmc_ensemble_settings,
    dim: usize,
    bytes: *const c_void,
    bytes_size: usize,
) -> sgmcmc_status {
    enter(|call| crate::ensemble::restore::<f32>(call, ensemble, (mem, mem_size), settings, dim, (bytes, bytes_size)))
}

/// Runs one chain after the other, through warm-up and rounds of draws, until they agree or no more passes are allowed. That
/// they do not agree is no error: the state says so.
///
/// Returns: as sgmcmc_chain_step_f32; SGMCMC_ERROR_OTHER_PRECISION. Steps before a failing one stay done, and the next call
///          goes on.
/// Out: state: how the ensemble stands; may be NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sgmcmc_ensemble_run_f32(
    ensemble: *mut sgmcmc_ensemble,
    state: *mut sgmcmc_ensemble_state,
    callback_code: *mut i32,
    model: *const sgmcmc_model_f32,
) -> sgmcmc_status {
    enter(|call| crate::ensemble::run::<f32>(call, ensemble, state, callback_code, model))
}

/// Advances one chain by at most step_count steps, and not beyond the end of its round: for hosts that run chains on threads,
/// show how far they are, or stop them. Calls on different chains may run at the same time, with models of their own or one
/// that allows it; the bits are the same whatever the threads and pieces. Once all chains are done, sgmcmc_ensemble_judge
/// says whether there is another round.
///
/// Which calls on one chain come after which, and all other calls on the ensemble, is for the host to order. A step that fails
/// leaves the draws to come as they were, though not every byte: what was asked of the model is counted.
///
/// Returns: as sgmcmc_ensemble_run_f32; SGMCMC_ERROR_IN_USE in a callback that uses its own chain; refuses chain_index.
/// Out: is_done:    1 at the end of the round, else 0; may be NULL.
/// In:  chain:      which, from 0.
///      step_count: how many trajectories; UINT64_MAX goes to the end of the round.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sgmcmc_ensemble_advance_f32(
    ensemble: *mut sgmcmc_ensemble,
    is_done: *mut i32,
    callback_code: *mut i32,
    chain: u32,
    step_count: u64,
    model: *const sgmcmc_model_f32,
) -> sgmcmc_status {
    enter(|call| crate::ensemble::advance::<f32>(call, ensemble, (is_done, callback_code), chain, step_count, model))
}

/// Where the draws are: in the ensemble's memory, until a chain advances or the memory is written or moved.
///
/// Returns: SGMCMC_OK; SGMCMC_ERROR_NOT_ESTIMATED before a round has ended for all chains, and while another one is running;
///          _OTHER_PRECISION.
/// Out: draws:      rows of dim numbers, a draw each: all of the first chain, then all of the second, and so on.
///      draw_count: how many draws each chain has: draw_count of the settings; may be NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sgmcmc_ensemble_draws_f32(
    draws: *mut *const f32,
    draw_count: *mut usize,
    ensemble: *const sgmcmc_ensemble,
) -> sgmcmc_status {
    enter(|call| crate::ensemble::readings::draws::<f32>(call, draws, draw_count, ensemble))
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
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sgmcmc_rule_lengths_f32(
    state_len: *mut usize,
    host_terms_len: *mut usize,
    rule: *const sgmcmc_rule,
    dim: usize,
) -> sgmcmc_status {
    enter(|call| crate::stateless::lengths::<f32>(call, (state_len, host_terms_len), rule, dim))
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
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sgmcmc_rule_start_f32(
    rng: *mut sgmcmc_rng,
    state: *mut f32,
    state_len: usize,
    rule: *const sgmcmc_rule,
    dim: usize,
    step_size: f64,
    temperature: f64,
) -> sgmcmc_status {
    enter(|call| crate::stateless::start::<f32>(call, rng, (state, state_len), rule, dim, (step_size, temperature)))
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
pub unsafe extern "C" fn sgmcmc_rule_move_to_site_f32(
    site: *mut f32,
    dim: usize,
    state: *const f32,
    state_len: usize,
    rule: *const sgmcmc_rule,
) -> sgmcmc_status {
    enter(|call| crate::stateless::move_to_site::<f32>(call, (site, dim), (state, state_len), rule))
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
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sgmcmc_rule_step_f32(
    rng: *mut sgmcmc_rng,
    applied: *mut sgmcmc_rule_applied,
    vectors: *const sgmcmc_rule_vectors_f32,
    rule: *const sgmcmc_rule,
    at: *const sgmcmc_rule_at,
) -> sgmcmc_status {
    enter(|call| crate::stateless::step::<f32>(call, (rng, applied), vectors, rule, at))
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
    enter(|call| crate::transform::constrain::<f32>(call, (values, value_len), log_jacobian, (theta, dim), (transforms, transform_count)))
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
    enter(|call| crate::transform::pull_back::<f32>(call, (gradient, theta, dim), (value_gradient, value_len), (transforms, transform_count), weight))
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
    enter(|call| crate::transform::unconstrain::<f32>(call, (theta, dim), (values, value_len), (transforms, transform_count)))
}

/// Fills an array with independent standard normals, the noise that a step of this length would take.
///
/// Out:    out: len numbers.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sgmcmc_rng_normals_f32(
    rng: *mut sgmcmc_rng,
    out: *mut f32,
    len: usize,
) -> sgmcmc_status {
    enter(|call| crate::rng::normals::<f32>(call, rng, (out, len)))
}

/// Fills an array with independent uniforms above 0 and at most 1.
///
/// Out:    out: len numbers.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sgmcmc_rng_uniforms_f32(
    rng: *mut sgmcmc_rng,
    out: *mut f32,
    len: usize,
) -> sgmcmc_status {
    enter(|call| crate::rng::uniforms::<f32>(call, rng, (out, len)))
}

/// A function of every number of an array, with the same bits on every machine, whatever its length. Of one number
/// sgmcmc_exp_f32, sgmcmc_ln_f32, sgmcmc_sin_f32, sgmcmc_cos_f32 and their _f64 siblings are inline functions of this
/// header that call it; the library does not export them.
///
/// Returns: SGMCMC_OK; SGMCMC_ERROR_CHOICE; _OVERLAP for arrays that overlap and are not one.
/// Out: out:   len numbers; may be x.
/// In:  x:     len numbers.
///      which: enum sgmcmc_function.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sgmcmc_map_f32(
    out: *mut f32,
    x: *const f32,
    len: usize,
    which: i32,
) -> sgmcmc_status {
    enter(|call| crate::math::map::<f32>(call, out, x, len, which))
}

/// The 64-bit FNV-1a hash of an array's bits, least significant byte first on every machine, to compare chains with.
///
/// In:  x:           len numbers.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sgmcmc_fingerprint_f32(
    fingerprint: *mut u64,
    x: *const f32,
    len: usize,
) -> sgmcmc_status {
    enter(|call| crate::math::fingerprint::<f32>(call, fingerprint, x, len))
}
