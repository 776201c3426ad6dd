//! The functions of a C caller.

use super::Call;
use super::environment::HostEnvironment;
use crate::made::types::sgmcmc_chain_statistics;
use core::ffi::c_void;
use core::ptr;
use core_crate::Diffusion;

/// `sgmcmc_log_likelihood_f32` or `_f64`.
pub(crate) type LogLikelihood<R> =
    unsafe extern "C" fn(*mut c_void, *mut f64, *mut R, *const R, usize, *const u32, usize) -> i32;
/// `sgmcmc_log_prior_f32` or `_f64`.
pub(crate) type LogPrior<R> = unsafe extern "C" fn(*mut c_void, *mut f64, *mut R, *const R, usize) -> i32;
/// `sgmcmc_metric_f32` or `_f64`.
pub(crate) type Measure<R> = unsafe extern "C" fn(*mut c_void, *mut R, usize, *mut R, *const R, usize) -> i32;
/// `sgmcmc_diffusion_f32` or `_f64`.
pub(crate) type Diffuse<R> =
    unsafe extern "C" fn(*mut c_void, *mut R, *mut R, *const R, *const R, *const R, usize, f64) -> i32;
/// `sgmcmc_scheduled`.
pub(crate) type Scheduled = unsafe extern "C" fn(*mut c_void, *mut f64, u64) -> i32;
/// `sgmcmc_observer_f32` or `_f64`, which look at a `D`.
pub(crate) type Observe<D> = unsafe extern "C" fn(*mut c_void, *const D) -> i32;

/// `sgmcmc_progress_f32` or `_f64`.
pub(crate) type Progress<R> =
    unsafe extern "C" fn(*mut c_void, *const sgmcmc_chain_statistics, *const R, usize) -> i32;

impl<'a> Call<'a> {
    /// A callback, which its caller promises to keep the header's rules.
    pub(crate) fn callback<F>(&self, function: F, user: *mut c_void) -> Callback<'a, F> {
        Callback { function, user, host: self.host }
    }
}

/// A function of the caller's with its user pointer.
#[derive(Clone, Copy)]
pub(crate) struct Callback<'a, F> {
    function: F,
    user: *mut c_void,
    host: &'a HostEnvironment,
}

impl<R> Callback<'_, LogLikelihood<R>> {
    pub(crate) fn log_likelihood(
        &self,
        value: &mut f64,
        gradient: Option<&mut [R]>,
        theta: &[R],
        (batch, batch_len): (Option<&[u32]>, usize),
    ) -> i32 {
        let gradient = gradient.map_or(ptr::null_mut(), <[R]>::as_mut_ptr);
        let batch = batch.map_or(ptr::null(), <[u32]>::as_ptr);
        // SAFETY: the caller promises a function of this type; the pointers are to live references of these lengths.
        self.host.outside(|| unsafe {
            (self.function)(self.user, value, gradient, theta.as_ptr(), theta.len(), batch, batch_len)
        })
    }
}

impl<R> Callback<'_, LogPrior<R>> {
    pub(crate) fn log_prior(&self, value: &mut f64, gradient: Option<&mut [R]>, theta: &[R]) -> i32 {
        let gradient = gradient.map_or(ptr::null_mut(), <[R]>::as_mut_ptr);
        // SAFETY: as for the log-likelihood.
        self.host
            .outside(|| unsafe { (self.function)(self.user, value, gradient, theta.as_ptr(), theta.len()) })
    }
}

impl<R> Callback<'_, Measure<R>> {
    pub(crate) fn metric(&self, metric: &mut [R], gamma: &mut [R], theta: &[R]) -> i32 {
        let (metric_len, dim) = (metric.len(), theta.len());
        // SAFETY: as for the log-likelihood.
        self.host.outside(|| unsafe {
            (self.function)(
                self.user,
                metric.as_mut_ptr(),
                metric_len,
                gamma.as_mut_ptr(),
                theta.as_ptr(),
                dim,
            )
        })
    }
}

impl<R> Callback<'_, Diffuse<R>> {
    pub(crate) fn diffusion(&self, drift: &mut [R], noise: &mut [R], at: Diffusion<'_, R>) -> i32 {
        let (drift, noise) = (drift.as_mut_ptr(), noise.as_mut_ptr());
        let (theta, gradient, normals) = (at.theta.as_ptr(), at.gradient.as_ptr(), at.normals.as_ptr());
        // SAFETY: as for the log-likelihood; the core hands over vectors of one length.
        self.host.outside(|| unsafe {
            (self.function)(self.user, drift, noise, theta, gradient, normals, at.theta.len(), at.temperature)
        })
    }
}

impl Callback<'_, Scheduled> {
    pub(crate) fn scheduled(&self, value: &mut f64, k: u64) -> i32 {
        // SAFETY: as for the log-likelihood.
        self.host.outside(|| unsafe { (self.function)(self.user, value, k) })
    }
}

impl<D> Callback<'_, Observe<D>> {
    pub(crate) fn observe(&self, draw: &D) -> i32 {
        // SAFETY: as for the log-likelihood.
        self.host.outside(|| unsafe { (self.function)(self.user, draw) })
    }
}

impl<R> Callback<'_, Progress<R>> {
    pub(crate) fn look(&self, statistics: &sgmcmc_chain_statistics, theta: &[R]) -> i32 {
        // SAFETY: as for the log-likelihood.
        self.host.outside(|| unsafe { (self.function)(self.user, statistics, theta.as_ptr(), theta.len()) })
    }
}
