//! A run of a chain, and who looks at it, for either precision.

use crate::callbacks::{HostObserver, go_on};
use crate::chain::with_model;
use crate::guard::{Call, Callback, Observe, Progress};
use crate::health::sgmcmc_health;
use crate::precision::Precision;
use core::ffi::c_void;
use core_crate::{ChainState, Error, Health, MemoryUnit, Observer, StepError, Watch, built};

/// Functions, each with its user pointer, and the rest of a `sgmcmc_run_options_f32` or `_f64`.
pub(crate) struct Looks<R: Precision> {
    pub(crate) observer: Option<(Observe<R::Draw>, *mut c_void)>,
    pub(crate) progress: Option<(Progress<R>, *mut c_void)>,
    pub(crate) health: *mut sgmcmc_health,
    pub(crate) interval: u64,
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
#[doc(alias = "sgmcmc_chain_run_f32")]
pub(crate) fn run<R: Precision>(
    call: &mut Call<'_>,
    chain: *mut R::Chain,
    callback_code: *mut i32,
    step_count: u64,
    model: *const R::Model,
    (observer, observer_user): (Option<Observe<R::Draw>>, *mut c_void),
) -> Result<(), Error> {
    let mut observer = observer.map(|observe| HostObserver::<R>(call.callback(observe, observer_user)));
    let observer = observer.as_mut().map(|observer| observer as &mut dyn Observer<R>);
    with_model::<R>(call, chain, callback_code, model, |image, memory, host| {
        image.run(memory, step_count, host, observer)
    })
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
#[doc(alias = "sgmcmc_chain_run_watched_f32")]
pub(crate) fn watched<R: Precision>(
    call: &mut Call<'_>,
    chain: *mut R::Chain,
    callback_code: *mut i32,
    step_count: u64,
    model: *const R::Model,
    options: *const R::RunOptions,
) -> Result<(), Error>
where
    R::RunOptions: Into<Looks<R>>,
{
    let mut given = R::RunOptions::default();
    call.input_struct(&mut given, options)?;
    let Looks { observer, progress, health, interval } = given.into();
    if progress.is_none() && health.is_null() {
        return Err(Error::NullPointer);
    }
    if interval == 0 {
        return Err(Error::ProgressInterval);
    }
    let mut health = if health.is_null() {
        None
    } else {
        built::need(built::HEALTH)?;
        Some(call.object_mut_in_use::<Health>(health)?)
    };
    let mut observer = observer.map(|(observe, user)| HostObserver::<R>(call.callback(observe, user)));
    let observer = observer.as_mut().map(|observer| observer as &mut dyn Observer<R>);
    let progress = progress.map(|(progress, user)| call.callback(progress, user));
    let measured = health.is_some();
    let mut look = |state: &ChainState<R>, memory: &[MemoryUnit], norms| {
        if let Some((health, ..)) = &mut health
            && built::HEALTH
        {
            health.look(state, memory, Some(norms))?;
        }
        progress.as_ref().map_or(Ok(()), |progress| show(progress, state, memory))
    };
    let watch = Watch { interval, measured, look: &mut look };
    let mut done = Ok(());
    let answer = with_model::<R>(call, chain, callback_code, model, |image, memory, host| {
        done = image.run_watched(memory, step_count, host, observer, watch);
        done
    });
    if let Some((health, ..)) = &mut health
        && let Err(error) = &done
    {
        health.refused(error);
    }
    answer
}

/// Shows a run to a host's progress.
// A function of its own: what it fills is on no stack but while it looks.
#[inline(never)]
fn show<R: Precision>(
    progress: &Callback<'_, Progress<R>>,
    state: &ChainState<R>,
    memory: &[MemoryUnit],
) -> Result<(), StepError> {
    let theta = state.theta(memory)?;
    let code = progress.look(&state.statistics().into(), theta);
    go_on(code).map_err(|code| StepError::Stopped(Error::StoppedByObserver, code))
}
