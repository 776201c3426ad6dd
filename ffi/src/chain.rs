//! Chains in caller memory, for either precision; the shims in `f32` and `f64` name the types.

use crate::callbacks::{Functions, Host, HostObserver, Needs, Observe};
use crate::constants::SIMD;
use crate::enums::sgmcmc_moments;
use crate::guard::{Call, Growing, Kind, Object, Plain};
use crate::settings::sgmcmc_chain_settings;
use crate::simd::Ceiling;
use crate::statistics::{sgmcmc_chain_statistics, sgmcmc_step};
use core::ffi::c_void;
use core_crate::{
    ChainImage, ChainSettings, ChainState, Draw, Error, MemoryUnit, MomentsOf, Observer, Real, StepError,
};

/// A precision with the C types that depend on it.
pub(crate) trait Precision: Real + Plain {
    /// What marks the memory of a chain.
    const NAME: [u8; 4];
    /// `sgmcmc_chain_f32` or `_f64`.
    type Chain: 'static;
    /// `sgmcmc_model_f32` or `_f64`.
    type Model: Growing;
    /// `sgmcmc_draw_f32` or `_f64`.
    type Draw;
    /// The callbacks of a model struct.
    fn functions(model: &Self::Model) -> Functions<Self>;
    /// A draw as its observer sees it.
    fn draw(draw: &Draw<'_, Self>) -> Self::Draw;
}

/// A chain without its vectors, which follow it in memory.
#[derive(Clone, Copy)]
#[repr(C)]
pub(crate) struct Chain<R> {
    image: ChainImage<R>,
    data_len: u32,
    needs: Needs,
    simd: Ceiling,
}

impl<R: Precision> Chain<R> {
    fn new(state: &ChainState<R>, settings: &ChainSettings<'_>, simd: Ceiling) -> Self {
        let image = ChainImage::new(state);
        Self { image, data_len: settings.data_len, needs: Needs::of::<R>(settings), simd }
    }

    /// A function of its own, so that its states and its caller's settings share no frame.
    #[inline(never)]
    fn hand_over(
        &mut self,
        settings: &ChainSettings<'_>,
        simd: Ceiling,
        memory: &mut [MemoryUnit],
    ) -> Result<(), Error> {
        self.image.set(&self.image.state().hand_over(settings, memory)?);
        (self.data_len, self.needs, self.simd) = (settings.data_len, Needs::of::<R>(settings), simd);
        Ok(())
    }
}

impl<R: Precision> Kind for Chain<R> {
    type Opaque = R::Chain;
    const NAME: [u8; 4] = R::NAME;
    const FIELDS_SIZE: usize =
        size_of::<ChainImage<R>>() + size_of::<u32>() + size_of::<Needs>() + size_of::<Ceiling>();
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
    let (settings, mut blocks) = (call.input_struct(settings)?, None);
    Ceiling::of(&settings)?;
    let block_count = settings.to_core(&mut call, dim, &mut blocks)?.memory_len::<R>(dim)?;
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
    let (settings, mut blocks) = (call.input_struct(settings)?, None);
    let theta = call.input(theta, dim)?;
    let simd = Ceiling::of(&settings)?;
    let settings = settings.to_core(&mut call, dim, &mut blocks)?;
    let mut vacant = call.place::<Chain<R>>(mem, mem_size, settings.memory_len::<R>(dim)?)?;
    let state = ChainState::new(&settings, theta, vacant.blocks())?;
    *out = vacant.fill(Chain::new(&state, &settings, simd));
    Ok(())
}

pub(crate) fn hand_over<R: Precision>(
    mut call: Call<'_>,
    chain: *mut R::Chain,
    mem_size: usize,
    settings: *const sgmcmc_chain_settings,
) -> Result<(), Error> {
    let mut roomy = call.object_with_room::<Chain<R>>(chain, mem_size)?;
    let (settings, mut blocks) = (call.input_struct(settings)?, None);
    let old_count = roomy.block_count();
    let (chain, memory) = roomy.parts();
    let dim = chain.image.dim();
    let simd = Ceiling::of(&settings)?;
    let settings = settings.to_core(&mut call, dim, &mut blocks)?;
    let block_count = settings.memory_len::<R>(dim)?;
    let memory = memory.get_mut(..block_count.max(old_count)).ok_or(Error::MemoryTooSmall)?;
    chain.hand_over(&settings, simd, memory)?;
    roomy.set_block_count(block_count);
    Ok(())
}

/// Lets `advance` work on a chain with its model, and hands a stopping callback's code back.
///
/// The call is lent: it is half a kilobyte, which would be copied.
fn advance<R: Precision>(
    call: &mut Call<'_>,
    chain: *mut R::Chain,
    callback_code: *mut i32,
    model: *const R::Model,
    advance: impl FnOnce(&mut ChainImage<R>, &mut [MemoryUnit], &mut Host<R>) -> Result<(), StepError>,
) -> Result<(), Error> {
    let (chain, memory, _in_use) = call.object_mut_in_use::<Chain<R>>(chain)?;
    let callback_code = call.optional_output(callback_code)?;
    let model = call.input_struct(model)?;
    let mut host = Host::new(call, R::functions(&model), chain.needs, chain.data_len)?;
    advance(&mut chain.image, memory, &mut host).map_err(|error| {
        let (error, code) = error.parts();
        if let (Some(out), Some(code)) = (callback_code, code) {
            *out = code;
        }
        error
    })
}

/// One step, with the caller's batch where there is one.
pub(crate) fn step<R: Precision>(
    mut call: Call<'_>,
    chain: *mut R::Chain,
    step: *mut sgmcmc_step,
    callback_code: *mut i32,
    batch: Option<(*const u32, usize)>,
    model: *const R::Model,
) -> Result<(), Error> {
    let step = call.optional_output_struct(step)?;
    let batch = batch.map(|(batch, batch_len)| call.input(batch, batch_len)).transpose()?;
    advance(&mut call, chain, callback_code, model, |image: &mut ChainImage<R>, memory, host| {
        image.step(memory, batch, host, |done, state| {
            if let Some(step) = step {
                step.write(sgmcmc_step::new(done, &state.statistics()));
            }
        })
    })
}

/// Lets `advance` work on a chain's state, and keeps what it did, also before a failure.
fn advance_state<R: Precision>(
    image: &mut ChainImage<R>,
    advance: impl FnOnce(&mut ChainState<R>) -> Result<(), StepError>,
) -> Result<(), StepError> {
    let mut state = image.state();
    let advanced = advance(&mut state);
    image.update(&state);
    advanced
}

pub(crate) fn run<R: Precision>(
    mut call: Call<'_>,
    chain: *mut R::Chain,
    callback_code: *mut i32,
    step_count: u64,
    model: *const R::Model,
    (observer, user): (Option<Observe<R::Draw>>, *mut c_void),
) -> Result<(), Error> {
    let mut observer = observer.map(|observe| HostObserver::<R>(call.callback(observe, user)));
    let observer = observer.as_mut().map(|observer| observer as &mut dyn Observer<R>);
    advance(&mut call, chain, callback_code, model, |image: &mut ChainImage<R>, memory, host| {
        advance_state(image, |state| state.run(memory, step_count, host, observer))
    })
}

pub(crate) fn tune_beta<R: Precision>(
    mut call: Call<'_>,
    chain: *mut R::Chain,
    callback_code: *mut i32,
    model: *const R::Model,
) -> Result<(), Error> {
    advance(&mut call, chain, callback_code, model, |image: &mut ChainImage<R>, memory, host| {
        advance_state(image, |state| state.tune_beta(memory, host))
    })
}

pub(crate) fn set_step_size<R: Precision>(
    mut call: Call<'_>,
    chain: *mut R::Chain,
    step_size: f64,
) -> Result<(), Error> {
    let (chain, _) = call.object_mut::<Chain<R>>(chain)?;
    let mut state = chain.image.state();
    state.set_step_size(step_size)?;
    chain.image.set(&state);
    chain.needs = chain.needs.without_step_size();
    Ok(())
}

pub(crate) fn dim<R: Precision>(
    mut call: Call<'_>,
    dim: *mut usize,
    chain: *const R::Chain,
) -> Result<(), Error> {
    let (chain, _) = call.object::<Chain<R>>(chain)?;
    *call.output_value(dim)? = chain.image.dim();
    Ok(())
}

pub(crate) fn simd_level<R: Precision>(
    mut call: Call<'_>,
    level: *mut i32,
    chain: *const R::Chain,
) -> Result<(), Error> {
    call.object::<Chain<R>>(chain)?;
    *call.output_value(level)? = SIMD as i32;
    Ok(())
}

/// The most that a chain may use of the processor; none where no call could use the chain.
#[cfg(sgmcmc_dispatch)]
pub(crate) fn ceiling<R: Precision>(call: &Call<'_>, chain: *const R::Chain) -> Option<Ceiling> {
    call.look::<Chain<R>, _>(chain, |chain| chain.simd)
}

pub(crate) fn live_size<R: Precision>(
    mut call: Call<'_>,
    size: *mut usize,
    chain: *const R::Chain,
) -> Result<(), Error> {
    let (_, memory) = call.object::<Chain<R>>(chain)?;
    *call.output_value(size)? = Object::<Chain<R>>::size(memory.len())?;
    Ok(())
}

pub(crate) fn theta<R: Precision>(
    mut call: Call<'_>,
    chain: *const R::Chain,
    (theta, dim): (*mut R, usize),
) -> Result<(), Error> {
    let (chain, memory) = call.object::<Chain<R>>(chain)?;
    let out = call.output(theta, dim)?;
    if dim != chain.image.dim() {
        return Err(Error::LengthMismatch);
    }
    for (out, theta) in out.iter_mut().zip(chain.image.state().theta(memory)?) {
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
        sgmcmc_moments::SGMCMC_MOMENTS_NONE | sgmcmc_moments::SGMCMC_MOMENTS_BOTH => {
            return Err(Error::MomentsKind);
        }
    };
    chain.image.state().moments(memory, of, mean, variance)
}

pub(crate) fn statistics<R: Precision>(
    mut call: Call<'_>,
    chain: *const R::Chain,
    statistics: *mut sgmcmc_chain_statistics,
) -> Result<(), Error> {
    let (chain, _) = call.object::<Chain<R>>(chain)?;
    call.output_struct(statistics)?.write(chain.image.state().statistics().into());
    Ok(())
}
