//! Chains in caller memory, for either precision.

pub(crate) mod readings;

use crate::callbacks::{Host, Lent, Needs};
use crate::guard::{Call, Elements, Kind, Object, Vacant};
use crate::made::types::sgmcmc_block;
use crate::made::types::sgmcmc_chain_settings;
use crate::made::types::sgmcmc_step;
use crate::precision::Precision;
use crate::simd::Ceiling;
use crate::status::sgmcmc_status;
use core::ffi::c_void;
use core_crate::{ChainImage, ChainSettings, ChainState, Error, MemoryUnit, StepError};

/// A chain without its vectors, which follow it in memory.
#[derive(Clone, Copy)]
#[repr(C)]
pub(crate) struct Chain<R> {
    pub(crate) image: ChainImage<R>,
    data_len: u32,
    pub(crate) needs: Needs,
    pub(crate) simd: Ceiling,
}

impl<R: Precision> Chain<R> {
    /// A function of its own, so that its state and its caller's settings share no frame.
    #[inline(never)]
    fn make(
        (vacant, blocks): (Vacant<'_, Self>, &mut [MemoryUnit]),
        (settings, simd): &(ChainSettings<'_>, Ceiling),
        theta: &[R],
    ) -> Result<*mut R::Chain, Error> {
        // By reference: a state is a kilobyte, and would be moved.
        match &ChainState::new(settings, theta, blocks) {
            Ok(state) => Ok(vacant.fill(|chain| {
                chain.image.set(state);
                chain.know(settings, *simd);
            })),
            Err(error) => Err(*error),
        }
    }

    pub(crate) fn image(&self) -> &ChainImage<R> {
        &self.image
    }

    /// As for `make`.
    #[inline(never)]
    fn hand_over(
        &mut self,
        (settings, simd): &(ChainSettings<'_>, Ceiling),
        memory: &mut [MemoryUnit],
    ) -> Result<(), Error> {
        self.image.hand_over(settings, memory)?;
        self.know(settings, *simd);
        Ok(())
    }

    /// What the calls must know of the settings.
    pub(crate) fn know(&mut self, settings: &ChainSettings<'_>, simd: Ceiling) {
        (self.data_len, self.needs, self.simd) = (settings.data_len, Needs::of::<R>(settings), simd);
    }
}

impl<R: Precision> Kind for Chain<R> {
    type Opaque = R::Chain;
    const NAME: [u8; 4] = R::NAME;
    const FIELDS_SIZE: usize =
        size_of::<ChainImage<R>>() + size_of::<u32>() + size_of::<Needs>() + size_of::<Ceiling>();
}

/// `guard` makes a chain of zeros: words, a number, and flags. Another field needs another look there.
const _: fn(Chain<f32>) = |Chain { image: _, data_len: _, needs: _, simd: _ }| ();

/// The core's settings, and the chain's own; what borrows them borrows the result, so that they are there once.
// A function of its own: the C struct leaves the stack with it.
#[inline(never)]
pub(crate) fn settings_of<'s, 'a: 's>(
    call: &mut Call<'a>,
    settings: *const sgmcmc_chain_settings,
    dim: usize,
    blocks: &'s mut Option<Elements<'a, sgmcmc_block>>,
) -> Result<(ChainSettings<'s>, Ceiling), sgmcmc_status> {
    let mut given = sgmcmc_chain_settings::default();
    call.input_struct(&mut given, settings)?;
    let simd = Ceiling::of(&given)?;
    let mut core = given.core_settings(call, dim, blocks)?;
    given.resolve(&mut core);
    Ok((core, simd))
}

/// Bytes of memory that a chain with these settings and dim parameters needs.
///
/// Returns: SGMCMC_OK; refuses settings outside their ranges, and those that nothing uses; SGMCMC_ERROR_FLAG.
/// Out: size:     bytes, a multiple of sgmcmc_align(), as C11's aligned_alloc wants it.
/// In:  settings: as for sgmcmc_chain_init_f32, which checks the same.
#[doc(alias = "sgmcmc_chain_size_f32")]
pub(crate) fn size<R: Precision>(
    call: &mut Call<'_>,
    size: *mut usize,
    settings: *const sgmcmc_chain_settings,
    dim: usize,
) -> Result<(), sgmcmc_status> {
    let size = call.output_value(size)?;
    let mut blocks = None;
    let settings = settings_of(call, settings, dim, &mut blocks);
    let block_count = settings.as_ref().map_err(|error| *error)?.0.memory_len::<R>(dim)?;
    *size = Object::<Chain<R>>::size(block_count)?;
    Ok(())
}

/// Starts a chain at theta.
///
/// Returns: SGMCMC_OK; refuses settings outside their ranges, and those that nothing uses; SGMCMC_ERROR_FLAG,
///          _THETA_NOT_FINITE, _FLOAT_ENVIRONMENT.
/// Out: mem:   no chain that a call is using.
/// In:  theta: dim numbers, finite; copied.
#[doc(alias = "sgmcmc_chain_init_f32")]
pub(crate) fn init<R: Precision>(
    call: &mut Call<'_>,
    chain: *mut *mut R::Chain,
    (mem, mem_size): (*mut c_void, usize),
    settings: *const sgmcmc_chain_settings,
    (theta, dim): (*const R, usize),
) -> Result<(), sgmcmc_status> {
    let out = call.output_value(chain)?;
    let mut blocks = None;
    let theta = call.input(theta, dim)?;
    let settings = settings_of(call, settings, dim, &mut blocks);
    let settings = settings.as_ref().map_err(|error| *error)?;
    let place = call.place::<Chain<R>>(mem, mem_size, settings.0.memory_len::<R>(dim)?)?;
    *out = Chain::make(place, settings, theta)?;
    Ok(())
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
#[doc(alias = "sgmcmc_chain_hand_over_f32")]
pub(crate) fn hand_over<R: Precision>(
    call: &mut Call<'_>,
    chain: *mut R::Chain,
    mem_size: usize,
    settings: *const sgmcmc_chain_settings,
) -> Result<(), sgmcmc_status> {
    let mut roomy = call.object_with_room::<Chain<R>>(chain, mem_size)?;
    let mut blocks = None;
    let old_count = roomy.block_count();
    let (chain, memory) = roomy.parts();
    let dim = chain.image.dim();
    let settings = settings_of(call, settings, dim, &mut blocks);
    let settings = settings.as_ref().map_err(|error| *error)?;
    let block_count = settings.0.memory_len::<R>(dim)?;
    let memory = memory.get_mut(..block_count.max(old_count)).ok_or(Error::MemoryTooSmall)?;
    chain.hand_over(settings, memory)?;
    roomy.set_block_count(block_count);
    Ok(())
}

/// Lets `work` do its part on a chain with its model, and hands a stopping callback's code back.
///
/// The call is lent: it is half a kilobyte, which would be copied.
pub(crate) fn with_model<R: Precision>(
    call: &mut Call<'_>,
    chain: *mut R::Chain,
    callback_code: *mut i32,
    model: *const R::Model,
    work: impl FnOnce(&mut ChainImage<R>, &mut [MemoryUnit], &mut Lent<'_, '_, R>) -> Result<(), StepError>,
) -> Result<(), Error> {
    with_model_and_own_step(call, chain, callback_code, model, false, work)
}

/// The same for a call that may find the step size that a callback would say, or looks for one, and so needs none.
pub(crate) fn with_model_and_own_step<R: Precision>(
    call: &mut Call<'_>,
    chain: *mut R::Chain,
    callback_code: *mut i32,
    model: *const R::Model,
    without_step_size: bool,
    work: impl FnOnce(&mut ChainImage<R>, &mut [MemoryUnit], &mut Lent<'_, '_, R>) -> Result<(), StepError>,
) -> Result<(), Error> {
    let (chain, memory, _in_use) = call.object_mut_in_use::<Chain<R>>(chain)?;
    let callback_code = call.optional_output(callback_code)?;
    let mut given = R::Model::default();
    call.input_struct(&mut given, model)?;
    let needs = if without_step_size { chain.needs.without_step_size() } else { chain.needs };
    let mut host = Host::new(call, R::functions(&given), needs, chain.data_len)?;
    let mut lent: Lent<'_, '_, R> = &mut host;
    let done = work(&mut chain.image, memory, &mut lent);
    if without_step_size && chain.image.has_own_step_size() {
        chain.needs = needs;
    }
    done.map_err(|error| told(error, callback_code))
}

/// An error of the core's, with a stopping callback's code where its host wants it.
pub(crate) fn told(error: StepError, callback_code: Option<&mut i32>) -> Error {
    let (error, code) = error.parts();
    if let (Some(out), Some(code)) = (callback_code, code) {
        *out = code;
    }
    error
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
#[doc(alias = "sgmcmc_chain_step_f32")]
pub(crate) fn step<R: Precision>(
    call: &mut Call<'_>,
    chain: *mut R::Chain,
    step: *mut sgmcmc_step,
    callback_code: *mut i32,
    (batch, batch_len): (*const u32, usize),
    model: *const R::Model,
) -> Result<(), Error> {
    let step = call.optional_output_struct(step)?;
    let batch = if batch.is_null() && batch_len == 0 { None } else { Some(call.input(batch, batch_len)?) };
    with_model(call, chain, callback_code, model, |image: &mut ChainImage<R>, memory, host| {
        image.step(memory, batch, host, |done| {
            if let Some(step) = step {
                step.write(done.into());
            }
        })
    })
}

/// Tunes beta once, from the acceptance since the last time: for hosts that tune between runs. theta does not move; a
/// look at forward proposals, up to 100 for every 5 per cent that beta shrinks, asks the model.
///
/// Returns: as sgmcmc_chain_step_f32; refuses tune_beta for a chain without RSGLD proposals, and a beta_max that is not
///          finite and at least beta.
#[doc(alias = "sgmcmc_chain_tune_beta_f32")]
pub(crate) fn tune_beta<R: Precision>(
    call: &mut Call<'_>,
    chain: *mut R::Chain,
    callback_code: *mut i32,
    model: *const R::Model,
) -> Result<(), Error> {
    with_model(call, chain, callback_code, model, |image: &mut ChainImage<R>, memory, host| {
        let mut state = image.state();
        state.tune_beta(memory, host)?;
        image.update(&state);
        Ok(())
    })
}

/// Changes the step size of the steps to come: the rule's, constant from here on, or the proposal's.
///
/// Returns: SGMCMC_OK; refuses step_size, and likelihood_scale, temperature or a block's step_size_factor where it takes
///          what they scale out of its range.
/// In:     step_size: positive and finite.
#[doc(alias = "sgmcmc_chain_set_step_size_f32")]
pub(crate) fn set_step_size<R: Precision>(
    call: &mut Call<'_>,
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
