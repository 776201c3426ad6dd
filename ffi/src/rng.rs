//! The generator of a chain by itself, for hosts that own their loop.

use crate::guard::{Call, Kind, Object, Plain};
use core::ffi::c_void;
use core::num::NonZeroU32;
use core_crate::minibatch::without_replacement;
use core_crate::rng::{Generators, Lanes, bounded, fill_normals, fill_uniforms};
use core_crate::{Error, Real};
use rand_core::Rng;

impl Kind for Generators {
    type Opaque = sgmcmc_rng;
    const NAME: [u8; 4] = *b"sgRN";
    const FIELDS_SIZE: usize = size_of::<[u64; 8 * 4 + 4]>();
}

/// The random number generators of one chain, in caller memory: one for vectors of noise, one for choices.
pub struct sgmcmc_rng;

/// Bytes of memory that a generator needs, a multiple of sgmcmc_align().
#[unsafe(no_mangle)]
pub extern "C" fn sgmcmc_rng_size() -> usize {
    size_of::<Object<Generators>>()
}

/// Makes a generator: the one that chain number chain_index of this seed draws from.
///
/// Returns: SGMCMC_OK; SGMCMC_ERROR_MEMORY_TOO_SMALL, _FLOAT_ENVIRONMENT; refuses chain_index.
/// In:  seed:        any number.
///      chain_index: below SGMCMC_CHAIN_COUNT_MAX; streams of one seed never overlap.
#[doc(alias = "sgmcmc_rng_init")]
pub(crate) fn init(
    call: &mut Call<'_>,
    rng: *mut *mut sgmcmc_rng,
    mem: *mut c_void,
    mem_size: usize,
    seed: u64,
    chain_index: u32,
) -> Result<(), Error> {
    let out = call.output_value(rng)?;
    let (vacant, _) = call.place(mem, mem_size, 0)?;
    if !core_crate::float_environment_is_default() {
        return Err(Error::FloatEnvironment);
    }
    let generators = Generators::new(seed, chain_index).ok_or(Error::ChainIndex)?;
    *out = vacant.fill(|object| *object = generators);
    Ok(())
}

/// The next 64 random bits of the generator of choices.
#[doc(alias = "sgmcmc_rng_next_u64")]
pub(crate) fn next_u64(call: &mut Call<'_>, rng: *mut sgmcmc_rng, out: *mut u64) -> Result<(), Error> {
    let (generators, _) = call.object_mut::<Generators>(rng)?;
    let out = call.output_value(out)?;
    *out = generators.choice.next_u64();
    Ok(())
}

/// An unbiased integer, uniform on 0 to bound - 1, from the generator of choices.
///
/// Returns: SGMCMC_OK; SGMCMC_ERROR_LENGTH_ZERO when bound is 0.
/// In:     bound: at least 1.
#[doc(alias = "sgmcmc_rng_bounded")]
pub(crate) fn one_bounded(
    call: &mut Call<'_>,
    rng: *mut sgmcmc_rng,
    out: *mut u32,
    bound: u32,
) -> Result<(), Error> {
    let (generators, _) = call.object_mut::<Generators>(rng)?;
    let out = call.output_value(out)?;
    *out = bounded(&mut generators.choice, NonZeroU32::new(bound).ok_or(Error::LengthZero)?);
    Ok(())
}

/// A minibatch without replacement: a uniform subset of 0 to data_len - 1, ascending, from the generator of choices.
///
/// Returns: SGMCMC_OK; refuses a data_len of 0, and a batch_len that exceeds it.
/// Out:    batch:     batch_len indices.
/// In:     batch_len: from 1 to data_len.
///         data_len:  how many data there are.
#[doc(alias = "sgmcmc_rng_batch")]
pub(crate) fn one_batch(
    call: &mut Call<'_>,
    rng: *mut sgmcmc_rng,
    batch: *mut u32,
    batch_len: usize,
    data_len: u32,
) -> Result<(), Error> {
    let (generators, _) = call.object_mut::<Generators>(rng)?;
    let data_len = NonZeroU32::new(data_len).ok_or(Error::DataLen)?;
    if batch_len > data_len.get() as usize {
        return Err(Error::DrawnBatchLen);
    }
    without_replacement(&mut generators.choice, data_len, call.output(batch, batch_len)?);
    Ok(())
}

/// Fills an array with independent standard normals, the noise that a step of this length would take.
///
/// Out:    out: len numbers.
#[doc(alias = "sgmcmc_rng_normals_f32")]
pub(crate) fn normals<R: Real + Plain>(
    call: &mut Call<'_>,
    rng: *mut sgmcmc_rng,
    (out, len): (*mut R, usize),
) -> Result<(), Error> {
    fill(call, rng, (out, len), fill_normals)
}

/// Fills an array with independent uniforms above 0 and at most 1.
///
/// Out:    out: len numbers.
#[doc(alias = "sgmcmc_rng_uniforms_f32")]
pub(crate) fn uniforms<R: Real + Plain>(
    call: &mut Call<'_>,
    rng: *mut sgmcmc_rng,
    (out, len): (*mut R, usize),
) -> Result<(), Error> {
    fill(call, rng, (out, len), fill_uniforms)
}

fn fill<R: Real + Plain>(
    call: &mut Call<'_>,
    rng: *mut sgmcmc_rng,
    (out, len): (*mut R, usize),
    fill: fn(&mut Lanes, &mut [R]),
) -> Result<(), Error> {
    let (generators, _) = call.object_mut::<Generators>(rng)?;
    fill(&mut generators.noise, call.output(out, len)?);
    Ok(())
}
