//! Ensembles in caller memory, of either precision: what of them does not depend on it, and what the shims do.

use crate::block;
use crate::callbacks::{Host, Needs};
use crate::chain::told;
use crate::given::{Given, choice};
use crate::guard::{Call, Elements, Kind, Object, Part, Vacant, marks_len, refuse_unused};
use crate::made::types::{sgmcmc_block, sgmcmc_ensemble_settings, sgmcmc_ensemble_state};
use crate::precision::Precision;
use crate::status::{Owner, sgmcmc_status};
use core::ffi::c_void;
use core_crate::{Ensemble, EnsembleSettings, EnsembleWords, Error, MemoryUnit, StepError, built};

/// Chains over one model, of one precision, with the draws that they keep, in caller memory. Their bytes may be copied or
/// moved to other aligned memory as long as no call is using them; the copy goes on with the same bits.
pub struct sgmcmc_ensemble;

/// An ensemble without its memory, which follows it.
#[derive(Clone, Copy)]
#[repr(C)]
pub(crate) struct Chains {
    /// Bytes of a number.
    number_size: u64,
    data_len: u64,
    needs: u64,
    words: EnsembleWords,
}

impl Kind for Chains {
    type Opaque = sgmcmc_ensemble;
    const NAME: [u8; 4] = *b"sgEN";
    const FIELDS_SIZE: usize = size_of::<[u64; 3]>() + size_of::<EnsembleWords>();
}

impl Chains {
    /// The core's, if this is its precision.
    fn of<R: Precision>(&self) -> Result<Ensemble<R>, Error> {
        let is_own = self.number_size == size_of::<R>() as u64;
        if is_own { Ok(Ensemble::from_words(&self.words)) } else { Err(Error::OtherPrecision) }
    }

    fn count(&self) -> usize {
        Ensemble::<f64>::from_words(&self.words).state().chain_count as usize
    }
}

/// Does something with an ensemble, whichever its precision is.
macro_rules! either {
    ($chains:expr, |$ensemble:ident| $work:expr) => {
        match $chains.of::<f32>() {
            Ok($ensemble) => $work,
            Err(_) => {
                let $ensemble = $chains.of::<f64>()?;
                $work
            }
        }
    };
}

/// First of all, so that a build without ensembles has no code of what follows.
macro_rules! left_out {
    () => {
        if !built::ENSEMBLES {
            return Err(Error::NotBuilt.into());
        }
    };
}

// Below the macros, which it uses.
pub(crate) mod readings;

impl sgmcmc_ensemble_settings {
    /// The core's settings for dim parameters; `blocks` is room for them.
    // A function of its own: the copy leaves the stack with it.
    #[inline(never)]
    fn core<'s, 'a: 's>(
        call: &mut Call<'a>,
        settings: *const Self,
        dim: usize,
        blocks: &'s mut Option<Elements<'a, sgmcmc_block>>,
    ) -> Result<EnsembleSettings<'s>, sgmcmc_status> {
        let mut it = Self::default();
        call.input_struct(&mut it, settings)?;
        let prior = it.prior.core(&mut Given::Read(call, dim))?;
        let mut used = Self { prior: Self::DEFAULT.prior, ..it };
        used.prior.set(&prior, &it.prior)?;
        refuse_unused(&it, &used, &Self::DEFAULT, Owner::Ensemble)?;
        Ok(EnsembleSettings {
            seed: it.seed,
            chunk_len: it.chunk_len,
            prior,
            blocks: block::list(call, (it.blocks, it.block_count, it.block_size), blocks)?,
            chain_count: it.chain_count,
            start_spread: it.start_spread,
            target_acceptance: it.target_acceptance,
            leapfrog_max: it.leapfrog_max,
            curvature_dim_max: it.curvature_dim_max,
            draw_count: it.draw_count,
            r_hat_max: it.r_hat_max,
            sample_size: it.sample_size,
            pass_max: it.pass_max,
            sampler: choice(it.sampler, Error::EnsembleSampler)?,
            deviation_error: it.deviation_error,
            batch_len: it.batch_len,
            ..EnsembleSettings::new(it.data_len)
        })
    }
}

/// An ensemble to look at, of which no call is using a chain.
fn look<'a>(
    call: &mut Call<'a>,
    ensemble: *const sgmcmc_ensemble,
) -> Result<(&'a Chains, &'a [MemoryUnit]), Error> {
    call.refuse_busy::<Chains>(ensemble, Chains::count)?;
    call.object::<Chains>(ensemble)
}

/// Judges the chains once all have come to the end of a round, and begins another one if they do not agree and may: for
/// hosts that advance chains on threads of their own. Of a round that has not ended for all it says no more than that.
///
/// Out: state: how the ensemble stands.
#[doc(alias = "sgmcmc_ensemble_judge")]
pub(crate) fn judge(
    call: &mut Call<'_>,
    ensemble: *mut sgmcmc_ensemble,
    state: *mut sgmcmc_ensemble_state,
) -> Result<(), Error> {
    left_out!();
    call.refuse_busy::<Chains>(ensemble, Chains::count)?;
    let (chains, memory) = call.object_mut::<Chains>(ensemble)?;
    let out = call.output_struct(state)?;
    either!(chains, |found| {
        let mut judged = found;
        out.write(judged.judge(memory)?.into());
        chains.words = judged.words();
    });
    Ok(())
}

/// Bytes of memory that an ensemble with these settings and dim parameters needs: its chains, their draws, and room to
/// compare them.
///
/// Returns: SGMCMC_OK; refuses settings outside their ranges, and those that nothing uses; SGMCMC_ERROR_FLAG.
/// Out: size:     bytes, a multiple of sgmcmc_align(), as C11's aligned_alloc wants it.
/// In:  settings: as for sgmcmc_ensemble_init_f32, which checks the same.
#[doc(alias = "sgmcmc_ensemble_size_f32")]
pub(crate) fn size<R: Precision>(
    call: &mut Call<'_>,
    size: *mut usize,
    settings: *const sgmcmc_ensemble_settings,
    dim: usize,
) -> Result<(), sgmcmc_status> {
    left_out!();
    let size = call.output_value(size)?;
    let mut blocks = None;
    let settings = sgmcmc_ensemble_settings::core(call, settings, dim, &mut blocks)?;
    *size = Object::<Chains>::size(block_count::<R>(&settings, dim)?)?;
    Ok(())
}

/// Blocks of an ensemble, marks of its chains included.
fn block_count<R: Precision>(settings: &EnsembleSettings<'_>, dim: usize) -> Result<usize, Error> {
    let len = settings.memory_len::<R>(dim)?;
    len.checked_add(marks_len(settings.chain_count as usize)).ok_or(Error::LengthTooLarge)
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
#[doc(alias = "sgmcmc_ensemble_init_f32")]
pub(crate) fn init<R: Precision>(
    call: &mut Call<'_>,
    (ensemble, callback_code): (*mut *mut sgmcmc_ensemble, *mut i32),
    (mem, mem_size): (*mut c_void, usize),
    settings: *const sgmcmc_ensemble_settings,
    (theta, dim): (*const R, usize),
    model: *const R::Model,
) -> Result<(), sgmcmc_status> {
    left_out!();
    let out = call.output_value(ensemble)?;
    let callback_code = call.optional_output(callback_code)?;
    let mut blocks = None;
    let theta = call.input(theta, dim)?;
    let settings = sgmcmc_ensemble_settings::core(call, settings, dim, &mut blocks)?;
    let (mut vacant, memory) = call.place::<Chains>(mem, mem_size, block_count::<R>(&settings, dim)?)?;
    let needs = Needs::of_prior(&settings.prior);
    let mut host = host::<R>(call, model, needs, settings.data_len)?;
    vacant.clear();
    let started = Ensemble::start(&settings, theta, memory, &mut host);
    let started = started.map_err(|error| told(error, callback_code))?;
    *out = fill(vacant, started, &settings);
    Ok(())
}

fn fill<R: Precision>(
    vacant: Vacant<'_, Chains>,
    ensemble: Ensemble<R>,
    settings: &EnsembleSettings<'_>,
) -> *mut sgmcmc_ensemble {
    vacant.fill(|chains| {
        *chains = Chains {
            number_size: size_of::<R>() as u64,
            data_len: settings.data_len.into(),
            needs: Needs::of_prior(&settings.prior).bits().into(),
            words: ensemble.words(),
        };
    })
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
#[doc(alias = "sgmcmc_ensemble_restore_f32")]
pub(crate) fn restore<R: Precision>(
    call: &mut Call<'_>,
    ensemble: *mut *mut sgmcmc_ensemble,
    (mem, mem_size): (*mut c_void, usize),
    settings: *const sgmcmc_ensemble_settings,
    dim: usize,
    (bytes, bytes_size): (*const c_void, usize),
) -> Result<(), sgmcmc_status> {
    left_out!();
    let out = call.output_value(ensemble)?;
    let mut blocks = None;
    let bytes = call.input_or_empty(bytes.cast::<u8>(), bytes_size)?;
    let settings = sgmcmc_ensemble_settings::core(call, settings, dim, &mut blocks)?;
    let (mut vacant, memory) = call.place::<Chains>(mem, mem_size, block_count::<R>(&settings, dim)?)?;
    match Ensemble::<R>::restore(&settings, dim, bytes, memory) {
        Ok(restored) => *out = fill(vacant, restored, &settings),
        Err(error) => {
            // What stood there is written over.
            if error == Error::CheckpointContents {
                vacant.clear();
            }
            return Err(error.into());
        }
    }
    Ok(())
}

fn host<'a, R: Precision>(
    call: &mut Call<'a>,
    model: *const R::Model,
    needs: Needs,
    data_len: u32,
) -> Result<Host<'a, R>, Error> {
    let mut given = R::Model::default();
    call.input_struct(&mut given, model)?;
    Host::new(call, R::functions(&given), needs, data_len)
}

impl Chains {
    fn host<'a, R: Precision>(
        &self,
        call: &mut Call<'a>,
        model: *const R::Model,
    ) -> Result<Host<'a, R>, Error> {
        host(call, model, Needs::from_bits(self.needs as u16), self.data_len as u32)
    }
}

/// Runs one chain after the other, through warm-up and rounds of draws, until they agree or no more passes are allowed. That
/// they do not agree is no error: the state says so.
///
/// Returns: as sgmcmc_chain_step_f32; SGMCMC_ERROR_OTHER_PRECISION. Steps before a failing one stay done, and the next call
///          goes on.
/// Out: state: how the ensemble stands; may be NULL.
#[doc(alias = "sgmcmc_ensemble_run_f32")]
pub(crate) fn run<R: Precision>(
    call: &mut Call<'_>,
    ensemble: *mut sgmcmc_ensemble,
    state: *mut sgmcmc_ensemble_state,
    callback_code: *mut i32,
    model: *const R::Model,
) -> Result<(), Error> {
    left_out!();
    call.refuse_busy::<Chains>(ensemble, Chains::count)?;
    let (chains, memory, _in_use) = call.object_mut_in_use::<Chains>(ensemble)?;
    let out = call.optional_output_struct(state)?;
    let callback_code = call.optional_output(callback_code)?;
    let mut running = chains.of::<R>()?;
    let mut host = chains.host::<R>(call, model)?;
    let done = running.run(memory, &mut host);
    chains.words = running.words();
    let state = done.map_err(|error| told(error, callback_code))?;
    out.into_iter().for_each(|out| out.write(state.into()));
    Ok(())
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
#[doc(alias = "sgmcmc_ensemble_advance_f32")]
pub(crate) fn advance<R: Precision>(
    call: &mut Call<'_>,
    ensemble: *mut sgmcmc_ensemble,
    (is_done, callback_code): (*mut i32, *mut i32),
    chain: u32,
    step_count: u64,
    model: *const R::Model,
) -> Result<(), Error> {
    left_out!();
    let find = |chains: &Chains| {
        let room = chains.of::<R>()?.room(chain as usize)?;
        let from = chain as usize * room.draws_len;
        Ok(Part {
            mark: chain as usize,
            mark_count: chains.count(),
            blocks: room.from..room.from + room.len,
            numbers_from: room.draws_from,
            numbers: from..from + room.draws_len,
        })
    };
    let part = call.object_part::<Chains, R>(ensemble, find)?;
    let is_done = call.optional_output(is_done)?;
    let callback_code = call.optional_output(callback_code)?;
    let mut host = part.body.host::<R>(call, model)?;
    let mut member = part.body.of::<R>()?.member(part.blocks, part.numbers)?;
    let advanced = member.advance(step_count, &mut host);
    let done = advanced.map_err(|error: StepError| told(error, callback_code))?;
    is_done.into_iter().for_each(|out| *out = done.into());
    Ok(())
}
