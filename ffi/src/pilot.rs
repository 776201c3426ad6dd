//! Pilots: looks at a chain's model before a run.

use crate::chain::{Chain, with_model_and_own_step};
use crate::guard::Call;
use crate::made::types::{sgmcmc_pilot_report, sgmcmc_pilot_settings};
use crate::precision::Precision;
use crate::written::Written;
use core::ffi::{c_char, c_void};
use core_crate::{Error, MemoryUnit, PilotReport, PilotSettings};

fn report_of(call: &mut Call<'_>, report: *const sgmcmc_pilot_report) -> Result<PilotReport, Error> {
    let mut given = sgmcmc_pilot_report::default();
    call.input_struct(&mut given, report)?;
    given.core()
}

/// By how much the largest variance is off at a step size, as a share; infinity where one but a lattice walk is
/// unstable.
///
/// In:  step_size: any.
#[doc(alias = "sgmcmc_pilot_inflation")]
pub(crate) fn inflation_of(
    call: &mut Call<'_>,
    inflation: *mut f64,
    report: *const sgmcmc_pilot_report,
    step_size: f64,
) -> Result<(), Error> {
    let out = call.output_value(inflation)?;
    *out = report_of(call, report)?.inflation_at(step_size);
    Ok(())
}

/// Writes an English sentence for every finding, each on a line of its own, and a closing zero. It is ASCII.
#[doc(alias = "sgmcmc_pilot_text")]
pub(crate) fn write_text(
    call: &mut Call<'_>,
    (text, size): (*mut c_char, usize),
    needed: *mut usize,
    report: *const sgmcmc_pilot_report,
) -> Result<(), Error> {
    let text = Written::new(call, (text, size), needed)?;
    let report = report_of(call, report)?;
    text.text(|bytes| report.write_bytes(bytes))
}

fn settings_of(call: &mut Call<'_>, settings: *const sgmcmc_pilot_settings) -> Result<PilotSettings, Error> {
    call.input_struct_or_default(settings)?.core()
}

/// Bytes of memory that a pilot of this chain works in: about ten vectors of doubles and three like theta, and dim^2
/// doubles for a covariance.
///
/// Returns: SGMCMC_OK; SGMCMC_ERROR_FLAG; refuses pair_count, product_count, difference, inflation, covariance, and a
///          batch_len above data_len; and batch.kind where neither the chain nor these settings say how long one is.
/// Out: size:     bytes, a multiple of sgmcmc_align().
/// In:  settings: may be NULL, for the defaults.
#[doc(alias = "sgmcmc_pilot_size_f32")]
pub(crate) fn size<R: Precision>(
    call: &mut Call<'_>,
    chain: *const R::Chain,
    size: *mut usize,
    settings: *const sgmcmc_pilot_settings,
) -> Result<(), Error> {
    let (chain, _) = call.object::<Chain<R>>(chain)?;
    let size = call.output_value(size)?;
    let settings = settings_of(call, settings)?;
    let len = settings.memory_len(&chain.image().state())?;
    *size = len.checked_mul(size_of::<MemoryUnit>()).ok_or(Error::LengthTooLarge)?;
    Ok(())
}

/// The fields of a `sgmcmc_pilot_options_f32` or `_f64`.
pub(crate) struct Options<R> {
    pub(crate) settings: *const sgmcmc_pilot_settings,
    pub(crate) theta: *const R,
    /// The variance and the covariance, NULL where they are not wanted.
    pub(crate) vectors: [*mut f64; 2],
    pub(crate) dim: usize,
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
#[doc(alias = "sgmcmc_pilot_look_f32")]
pub(crate) fn look<R: Precision>(
    call: &mut Call<'_>,
    chain: *mut R::Chain,
    (report, callback_code): (*mut sgmcmc_pilot_report, *mut i32),
    (mem, mem_size): (*mut c_void, usize),
    options: *const R::PilotOptions,
    model: *const R::Model,
) -> Result<(), Error>
where
    R::PilotOptions: Into<Options<R>>,
{
    let report = call.output_struct(report)?;
    let Options { settings, theta, vectors: [variance, covariance], dim } =
        call.input_struct_or_default(options)?.into();
    let settings = settings_of(call, settings)?;
    let has_vectors = !(theta.is_null() && variance.is_null() && covariance.is_null());
    let variance = if variance.is_null() { None } else { Some(call.output(variance, dim)?) };
    let covariance = if covariance.is_null() {
        None
    } else {
        Some(call.output(covariance, dim.checked_mul(dim).ok_or(Error::LengthTooLarge)?)?)
    };
    if covariance.is_some() && !settings.covariance {
        return Err(Error::NotEstimated);
    }
    let theta = if theta.is_null() { None } else { Some(call.input(theta, dim)?) };
    let room = call.scratch(mem, mem_size, mem_size / size_of::<MemoryUnit>())?;
    with_model_and_own_step::<R>(call, chain, callback_code, model, true, |image, memory, host| {
        let state = &image.state();
        if dim != state.dim() && (has_vectors || dim != 0) {
            return Err(Error::LengthMismatch.into());
        }
        let seen = settings.look(state, memory, theta, room, host)?;
        variance.into_iter().flatten().zip(seen.variance).for_each(|(out, x)| *out = *x);
        covariance.into_iter().flatten().zip(seen.covariance).for_each(|(out, x)| *out = *x);
        report.write(seen.report.into());
        Ok(())
    })
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
#[doc(alias = "sgmcmc_chain_warm_up_f32")]
pub(crate) fn warm_up<R: Precision>(
    call: &mut Call<'_>,
    chain: *mut R::Chain,
    callback_code: *mut i32,
    (mem, mem_size): (*mut c_void, usize),
    step_count: u64,
    (settings, model): (*const sgmcmc_pilot_settings, *const R::Model),
) -> Result<(), Error> {
    let settings = settings_of(call, settings)?;
    let room = call.scratch(mem, mem_size, mem_size / size_of::<MemoryUnit>())?;
    with_model_and_own_step::<R>(call, chain, callback_code, model, true, |image, memory, host| {
        image.warm_up(&settings, memory, room, step_count, host)
    })
}
