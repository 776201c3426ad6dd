//! Chains in caller memory, for either precision; the shims in `f32` and `f64` name the types.

use crate::callbacks::{Host, HostObserver, Observe};
use crate::enums::sgmcmc_moments;
use crate::guard::{Call, Growing, Kind, Object, Plain};
use crate::settings::sgmcmc_chain_settings;
use crate::statistics::sgmcmc_chain_statistics;
use core::ffi::c_void;
use core_crate::prior::Prior;
use core_crate::{ChainState, Draw, Error, MemoryBlock, MomentsOf, Observer, Real, StepError};

/// A precision with the C types that depend on it.
pub(crate) trait Precision: Real + Plain {
    /// What marks the memory of a chain.
    const MAGIC: u64;
    /// `sgmcmc_chain_f32` or `_f64`.
    type Chain: 'static;
    /// `sgmcmc_model_f32` or `_f64`.
    type Model: Growing;
    /// `sgmcmc_draw_f32` or `_f64`.
    type Draw;
    /// The callbacks of a model struct. Errors: `CallbackMissing`.
    fn host(call: &Call<'_>, model: &Self::Model, chain: &Chain<Self>) -> Result<Host<Self>, Error>;
    /// A draw as its observer sees it.
    fn draw(draw: &Draw<'_, Self>) -> Self::Draw;
}

/// A chain without its vectors, which follow it in memory.
pub(crate) struct Chain<R> {
    state: ChainState<R>,
    pub(crate) data_len: u32,
    pub(crate) prior_is_callback: bool,
}

impl<R: Precision> Kind for Chain<R> {
    type Opaque = R::Chain;
    const MAGIC: u64 = R::MAGIC;
}

/// `sgmcmc_chain_align`.
pub(crate) fn align<R>() -> usize {
    Object::<Chain<R>>::ALIGN
}

pub(crate) fn size<R: Precision>(
    mut call: Call<'_>,
    size: *mut usize,
    settings: *const sgmcmc_chain_settings,
    dim: usize,
) -> Result<(), Error> {
    let size = call.output_value(size)?;
    let block_count = call.input_struct(settings)?.to_core()?.memory_len::<R>(dim)?;
    *size = Object::<Chain<R>>::size(block_count)?;
    Ok(())
}

pub(crate) fn init<R: Precision>(
    mut call: Call<'_>,
    chain: *mut *mut R::Chain,
    (mem, mem_size): (*mut c_void, usize),
    settings: *const sgmcmc_chain_settings,
    (theta, dim): (*const R, usize),
) -> Result<(), Error> {
    let out = call.output_value(chain)?;
    let settings = call.input_struct(settings)?.to_core()?;
    let theta = call.input(theta, dim)?;
    let mut vacant = call.place::<Chain<R>>(mem, mem_size, settings.memory_len::<R>(dim)?)?;
    let state = ChainState::new(&settings, theta, vacant.blocks())?;
    let prior_is_callback = settings.prior == Prior::Callback;
    *out = vacant.fill(Chain { state, data_len: settings.data_len, prior_is_callback });
    Ok(())
}

/// Lets `advance` work on a chain with its model, and hands a stopping callback's code back.
fn advance<R: Precision>(
    mut call: Call<'_>,
    chain: *mut R::Chain,
    callback_code: *mut i32,
    model: *const R::Model,
    advance: impl FnOnce(&mut ChainState<R>, &mut [MemoryBlock], &mut Host<R>) -> Result<(), StepError>,
) -> Result<(), Error> {
    let (chain, memory, _in_use) = call.object_mut_in_use::<Chain<R>>(chain)?;
    let callback_code = call.optional_output(callback_code)?;
    let model = call.input_struct(model)?;
    let mut host = R::host(&call, &model, chain)?;
    advance(&mut chain.state, memory, &mut host).map_err(|error| {
        let (error, code) = error.parts();
        if let (Some(out), Some(code)) = (callback_code, code) {
            *out = code;
        }
        error
    })
}

pub(crate) fn step<R: Precision>(
    call: Call<'_>,
    chain: *mut R::Chain,
    callback_code: *mut i32,
    model: *const R::Model,
) -> Result<(), Error> {
    advance(call, chain, callback_code, model, |state: &mut ChainState<R>, memory, host| {
        state.step(memory, host).map(drop)
    })
}

pub(crate) fn step_with_batch<R: Precision>(
    mut call: Call<'_>,
    chain: *mut R::Chain,
    callback_code: *mut i32,
    (batch, batch_len): (*const u32, usize),
    model: *const R::Model,
) -> Result<(), Error> {
    let batch = call.input(batch, batch_len)?;
    advance(call, chain, callback_code, model, |state: &mut ChainState<R>, memory, host| {
        state.step_with_batch(memory, batch, host).map(drop)
    })
}

pub(crate) fn run<R: Precision>(
    call: Call<'_>,
    chain: *mut R::Chain,
    callback_code: *mut i32,
    step_count: u64,
    model: *const R::Model,
    (observer, user): (Option<Observe<R::Draw>>, *mut c_void),
) -> Result<(), Error> {
    let mut observer = observer.map(|observe| HostObserver::<R>(call.callback(observe, user)));
    let observer = observer.as_mut().map(|observer| observer as &mut dyn Observer<R>);
    advance(call, chain, callback_code, model, |state: &mut ChainState<R>, memory, host| {
        state.run(memory, step_count, host, observer)
    })
}

pub(crate) fn tune_beta<R: Precision>(
    call: Call<'_>,
    chain: *mut R::Chain,
    callback_code: *mut i32,
    model: *const R::Model,
) -> Result<(), Error> {
    advance(call, chain, callback_code, model, |state: &mut ChainState<R>, memory, host| {
        state.tune_beta(memory, host)
    })
}

pub(crate) fn set_step_size<R: Precision>(
    mut call: Call<'_>,
    chain: *mut R::Chain,
    step_size: f64,
) -> Result<(), Error> {
    call.object_mut::<Chain<R>>(chain)?.0.state.set_step_size(step_size)
}

pub(crate) fn theta<R: Precision>(
    mut call: Call<'_>,
    chain: *const R::Chain,
    (theta, dim): (*mut R, usize),
) -> Result<(), Error> {
    let (chain, memory) = call.object::<Chain<R>>(chain)?;
    let out = call.output(theta, dim)?;
    if dim != chain.state.dim() {
        return Err(Error::LengthMismatch);
    }
    for (out, theta) in out.iter_mut().zip(chain.state.theta(memory)?) {
        *out = *theta;
    }
    Ok(())
}

pub(crate) fn moments<R: Precision>(
    mut call: Call<'_>,
    chain: *const R::Chain,
    mean: *mut f64,
    variance: *mut f64,
    dim: usize,
    moments: i32,
) -> Result<(), Error> {
    let (chain, memory) = call.object::<Chain<R>>(chain)?;
    let (mean, variance) = (call.output(mean, dim)?, call.output(variance, dim)?);
    let of = match sgmcmc_moments::from_number(moments)? {
        sgmcmc_moments::SGMCMC_MOMENTS_PLAIN => MomentsOf::Plain,
        sgmcmc_moments::SGMCMC_MOMENTS_WEIGHTED => MomentsOf::Weighted,
        _ => return Err(Error::MomentsKind),
    };
    chain.state.moments(memory, of, mean, variance)
}

pub(crate) fn statistics<R: Precision>(
    mut call: Call<'_>,
    chain: *const R::Chain,
    statistics: *mut sgmcmc_chain_statistics,
) -> Result<(), Error> {
    let (chain, _) = call.object::<Chain<R>>(chain)?;
    call.output_struct(statistics, chain.state.statistics().into())
}
