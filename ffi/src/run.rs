//! A run of a chain, and who looks at it, for either precision.

use crate::callbacks::{HostObserver, go_on};
use crate::chain::with_model;
use crate::guard::{Call, Callback, Growing, Observe, Progress};
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

/// `sgmcmc_chain_run_f32` or `_f64`: what a program that lets nobody look has of this is that alone.
pub(crate) fn run<R: Precision>(
    call: &mut Call<'_>,
    chain: *mut R::Chain,
    callback_code: *mut i32,
    step_count: u64,
    model: *const R::Model,
    (observer, user): (Option<Observe<R::Draw>>, *mut c_void),
) -> Result<(), Error> {
    let mut observer = observer.map(|observe| HostObserver::<R>(call.callback(observe, user)));
    let observer = observer.as_mut().map(|observer| observer as &mut dyn Observer<R>);
    with_model::<R>(call, chain, callback_code, model, |image, memory, host| {
        image.run(memory, step_count, host, observer)
    })
}

/// `sgmcmc_chain_run_watched_f32` or `_f64`.
pub(crate) fn watched<R: Precision, O: Growing + Into<Looks<R>>>(
    call: &mut Call<'_>,
    chain: *mut R::Chain,
    callback_code: *mut i32,
    step_count: u64,
    model: *const R::Model,
    options: *const O,
) -> Result<(), Error> {
    let mut given = O::default();
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
