//! What the caller's stored draws say, and a reservoir that stores them.

use crate::guard::{Call, Kind, Object, Plain, enter};
use crate::made::types::sgmcmc_summary;
use crate::status::sgmcmc_status;
use core::ffi::c_void;
use core_crate::{Error, MemoryUnit, Real, Reservoir, Scored, StoredDraws, stein_sum as sum_of};

/// Keeps every k-th row that it is shown in a buffer of the caller's, where k is the least power of two for which they
/// fit: of a run of any length an even thinning from the first row on, that fills the buffer by half or more.
pub struct sgmcmc_reservoir;

impl Kind for Reservoir {
    type Opaque = sgmcmc_reservoir;
    const NAME: [u8; 4] = *b"sgRE";
    const FIELDS_SIZE: usize = size_of::<[u64; 4]>();
}

/// Bytes of memory that sgmcmc_summary_f32 and _f64 work in.
///
/// Out: size:        bytes, a multiple of sgmcmc_align().
/// In:  chain_count: how many chains there are, at least 1.
///      draw_count:  how many draws each has, at least 1.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sgmcmc_summary_size(
    size: *mut usize,
    chain_count: usize,
    draw_count: usize,
) -> sgmcmc_status {
    enter(|call| summary_size(call, size, chain_count, draw_count))
}

/// Bytes of memory that a reservoir needs besides its buffer, a multiple of sgmcmc_align().
#[unsafe(no_mangle)]
pub extern "C" fn sgmcmc_reservoir_size() -> usize {
    size_of::<Object<Reservoir>>()
}

/// Makes an empty reservoir.
///
/// Returns: SGMCMC_OK; SGMCMC_ERROR_MEMORY_TOO_SMALL.
/// Out: reservoir: the reservoir, which is mem itself.
///      mem:       mem_size bytes, at least sgmcmc_reservoir_size(), aligned to sgmcmc_align(); stays the caller's.
/// In:  dim:       how many numbers a row has, at least 1.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sgmcmc_reservoir_init(
    reservoir: *mut *mut sgmcmc_reservoir,
    mem: *mut c_void,
    mem_size: usize,
    dim: usize,
) -> sgmcmc_status {
    enter(|call| reservoir_init(call, reservoir, (mem, mem_size), dim))
}

/// What a reservoir holds: row i of its buffer is the one that was shown after i times stride others.
///
/// Out: kept:      how many rows, at the beginning of the buffer; may be NULL.
///      stride:    a power of two; may be NULL.
///      shown:     how many rows it was shown; may be NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sgmcmc_reservoir_counts(
    kept: *mut usize,
    stride: *mut u64,
    shown: *mut u64,
    reservoir: *const sgmcmc_reservoir,
) -> sgmcmc_status {
    enter(|call| reservoir_counts(call, kept, (stride, shown), reservoir))
}

fn summary_size(
    call: &mut Call<'_>,
    size: *mut usize,
    chain_count: usize,
    draw_count: usize,
) -> Result<(), Error> {
    let size = call.output_value(size)?;
    if chain_count == 0 || draw_count == 0 {
        return Err(Error::LengthZero);
    }
    let len = StoredDraws::<f64>::memory_len_of(chain_count, draw_count)?;
    *size = len.checked_mul(size_of::<MemoryUnit>()).ok_or(Error::LengthTooLarge)?;
    Ok(())
}

fn reservoir_init(
    call: &mut Call<'_>,
    reservoir: *mut *mut sgmcmc_reservoir,
    (mem, mem_size): (*mut c_void, usize),
    dim: usize,
) -> Result<(), Error> {
    let out = call.output_value(reservoir)?;
    if dim == 0 {
        return Err(Error::LengthZero);
    }
    let (vacant, _) = call.place(mem, mem_size, 0)?;
    *out = vacant.fill(|object| *object = Reservoir::new(dim));
    Ok(())
}

fn reservoir_counts(
    call: &mut Call<'_>,
    kept: *mut usize,
    (stride, shown): (*mut u64, *mut u64),
    reservoir: *const sgmcmc_reservoir,
) -> Result<(), Error> {
    let kept = call.optional_output(kept)?;
    let (stride, shown) = (call.optional_output(stride)?, call.optional_output(shown)?);
    let (reservoir, _) = call.object::<Reservoir>(reservoir)?;
    kept.into_iter().for_each(|out| *out = reservoir.len());
    stride.into_iter().for_each(|out| *out = reservoir.stride());
    shown.into_iter().for_each(|out| *out = reservoir.shown());
    Ok(())
}

/// The length of an array of these dimensions.
fn len_of(dimensions: &[usize]) -> Result<usize, Error> {
    let product = |len: usize, by: &usize| len.checked_mul(*by);
    dimensions.iter().try_fold(1, product).ok_or(Error::LengthTooLarge)
}

pub(crate) fn summary<R: Real + Plain>(
    call: &mut Call<'_>,
    summary: *mut sgmcmc_summary,
    (mem, mem_size): (*mut c_void, usize),
    (draws, [chain_count, draw_count, dim]): (*const R, [usize; 3]),
    column: usize,
) -> Result<(), Error> {
    let out = call.output_struct(summary)?;
    let draws = call.input(draws, len_of(&[chain_count, draw_count, dim])?)?;
    let stored = StoredDraws { draws, chain_count, dim };
    let memory = call.scratch(mem, mem_size, stored.memory_len()?)?;
    out.write(stored.summary(column, memory)?.into());
    Ok(())
}

pub(crate) fn stein_sum<R: Real + Plain>(
    call: &mut Call<'_>,
    sum: *mut f64,
    blocks: [(*const R, *const R, usize); 2],
    dim: usize,
    c: f64,
) -> Result<(), Error> {
    let sum = call.output_value(sum)?;
    let mut scored = |(draws, scores, count): (*const R, *const R, usize)| -> Result<_, Error> {
        let len = len_of(&[count, dim])?;
        Ok(Scored { draws: call.input(draws, len)?, scores: call.input(scores, len)? })
    };
    let [x, y] = blocks;
    let (x, y) = (scored(x)?, scored(y)?);
    *sum = sum_of(&x, &y, dim, c)?;
    Ok(())
}

pub(crate) fn reservoir_push<R: Real + Plain>(
    call: &mut Call<'_>,
    reservoir: *mut sgmcmc_reservoir,
    (rows, rows_len): (*mut R, usize),
    (row, dim): (*const R, usize),
) -> Result<(), Error> {
    let (reservoir, _) = call.object_mut::<Reservoir>(reservoir)?;
    let rows = call.output(rows, rows_len)?;
    reservoir.push(rows, call.input(row, dim)?)?;
    Ok(())
}
