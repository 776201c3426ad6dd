//! A run of a chain, and who looks at it, for either precision.

use crate::callbacks::{HostObserver, go_on};
use crate::chain::advance;
use crate::guard::{Call, Growing};
use crate::guard::{Observe, Progress};
use crate::health::sgmcmc_health;
use crate::precision::Precision;
use core::ffi::c_void;
use core_crate::{Error, Health, Look, Observer, Statistics, Watch};

/// Functions, each with its user pointer, and the rest of a `sgmcmc_run_options_f32` or `_f64`.
pub(crate) struct Looks<R: Precision> {
    pub(crate) observer: Option<(Observe<R::Draw>, *mut c_void)>,
    pub(crate) progress: Option<(Progress<R>, *mut c_void)>,
    pub(crate) health: *mut sgmcmc_health,
    pub(crate) interval: u64,
}

/// `sgmcmc_chain_run_f32` or `_f64`.
pub(crate) fn run<R: Precision, O: Growing + Into<Looks<R>>>(
    call: &mut Call<'_>,
    chain: *mut R::Chain,
    callback_code: *mut i32,
    step_count: u64,
    model: *const R::Model,
    options: *const O,
) -> Result<(), Error> {
    let Looks { observer, progress, health, interval } = call.input_struct_or_default(options)?.into();
    let looks = progress.is_some() || !health.is_null();
    if looks != (interval > 0) {
        return Err(Error::ProgressInterval);
    }
    let health = if health.is_null() { None } else { Some(call.object_mut_in_use::<Health>(health)?) };
    let mut observer = observer.map(|(observe, user)| HostObserver::<R>(call.callback(observe, user)));
    let observer = observer.as_mut().map(|observer| observer as &mut dyn Observer<R>);
    let progress = progress.map(|(progress, user)| call.callback(progress, user));
    let mut show = progress.map(|progress| {
        move |statistics: &Statistics, theta: &[R]| go_on(progress.look(&(*statistics).into(), theta))
    });
    let show = show.as_mut().map(|show| show as &mut Look<'_, R>);
    advance::<R>(call, chain, callback_code, model, |image, memory, host| match (health, show) {
        (None, None) => image.run(memory, step_count, host, observer),
        (None, Some(show)) => image.run_with_progress(memory, step_count, host, observer, interval, show),
        (Some((health, _, _in_use)), progress) => {
            image.run_with_health(memory, step_count, host, observer, Watch { health, progress, interval })
        }
    })
}
