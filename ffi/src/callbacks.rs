//! C callbacks as the core's `Model` and `Observer`.

use crate::chain::Precision;
use crate::guard::Callback;
use core::ffi::c_void;
use core_crate::{Batch, Draw, Interrupt, Model, Observer};

/// `sgmcmc_log_likelihood_f32` or `_f64`.
pub(crate) type LogLikelihood<R> =
    unsafe extern "C" fn(*mut c_void, *mut f64, *mut R, *const R, usize, *const u32, usize) -> i32;
/// `sgmcmc_log_prior_f32` or `_f64`.
pub(crate) type LogPrior<R> = unsafe extern "C" fn(*mut c_void, *mut f64, *mut R, *const R, usize) -> i32;
/// `sgmcmc_observer_f32` or `_f64`, which look at a `D`.
pub(crate) type Observe<D> = unsafe extern "C" fn(*mut c_void, *const D) -> i32;

/// The model of a C host.
pub(crate) struct Host<R> {
    pub(crate) log_likelihood: Callback<LogLikelihood<R>>,
    pub(crate) log_prior: Option<Callback<LogPrior<R>>>,
    /// n: how many data NULL stands for.
    pub(crate) data_len: usize,
}

/// What a callback returned, with what it wrote; a value that it did not write is NaN.
fn answer(code: i32, value: f64) -> Result<f64, Interrupt> {
    match code {
        0 => Ok(value),
        1 => Err(Interrupt::Impossible),
        code => Err(Interrupt::Stop(code)),
    }
}

impl<R: Precision> Model<R> for Host<R> {
    fn log_likelihood(
        &mut self,
        theta: &[R],
        batch: Batch<'_>,
        gradient: Option<&mut [R]>,
    ) -> Result<f64, Interrupt> {
        let batch = match batch {
            Batch::All => (None, self.data_len),
            Batch::Indices(indices) => (Some(indices), indices.len()),
        };
        let mut value = f64::NAN;
        let code = self.log_likelihood.log_likelihood(&mut value, gradient, theta, batch);
        answer(code, value)
    }

    fn log_prior(&mut self, theta: &[R], gradient: Option<&mut [R]>) -> Result<f64, Interrupt> {
        let mut value = f64::NAN;
        let code = self.log_prior.map_or(0, |callback| callback.log_prior(&mut value, gradient, theta));
        answer(code, value)
    }
}

/// The observer of a C host.
pub(crate) struct HostObserver<R: Precision>(pub(crate) Callback<Observe<R::Draw>>);

impl<R: Precision> Observer<R> for HostObserver<R> {
    fn observe(&mut self, draw: &Draw<'_, R>) -> Result<(), i32> {
        match self.0.observe(&R::draw(draw)) {
            0 => Ok(()),
            code => Err(code),
        }
    }
}
