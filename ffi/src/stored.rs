//! What the caller's stored draws say, and a reservoir that stores them.

use crate::guard::{Call, Kind, Object, Plain};
use crate::made::types::sgmcmc_summary;
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

/// Bytes of memory that a reservoir needs besides its buffer, a multiple of sgmcmc_align().
#[unsafe(no_mangle)]
pub extern "C" fn sgmcmc_reservoir_size() -> usize {
    size_of::<Object<Reservoir>>()
}

/// Bytes of memory that sgmcmc_summary_f32 and _f64 work in.
///
/// Out: size:        bytes, a multiple of sgmcmc_align().
/// In:  chain_count: how many chains there are, at least 1.
///      draw_count:  how many draws each has, at least 1.
#[doc(alias = "sgmcmc_summary_size")]
pub(crate) fn summary_size(
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

/// Makes an empty reservoir.
///
/// In:  dim: how many numbers a row has, at least 1.
#[doc(alias = "sgmcmc_reservoir_init")]
pub(crate) fn reservoir_init(
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

/// What a reservoir holds: row i of its buffer is the one that was shown after i times stride others.
///
/// Out: kept:      how many rows, at the beginning of the buffer; may be NULL.
///      stride:    a power of two; may be NULL.
///      shown:     how many rows it was shown; may be NULL.
#[doc(alias = "sgmcmc_reservoir_counts")]
pub(crate) fn reservoir_counts(
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

/// What stored draws say of one of their numbers, and whether their chains agree: see sgmcmc_summary. The time is that of
/// sorts and Fourier transforms, however long the draws stay correlated.
///
/// Returns: SGMCMC_OK; SGMCMC_ERROR_NOT_FINITE for any draw; _LENGTH_TOO_LARGE unless column is below dim.
/// Out: mem:         mem_size bytes, at least sgmcmc_summary_size, to work in.
/// In:  draws:       chain_count times draw_count times dim numbers: all rows of the first chain, then of the second.
///      chain_count: at least 1.
///      draw_count:  of each chain, at least 1.
///      dim:         how many numbers a row has, at least 1.
///      column:      which of them is asked about, from 0.
#[doc(alias = "sgmcmc_summary_f32")]
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

/// The sum over all pairs of two blocks of draws from which the kernel Stein discrepancy comes: how far draws are from a
/// target of which only the gradient is known. With the score s(x) at a draw, and u = c^2 + |x - y|^2,
///
///     s(x).s(y) / u^(1/2) - (s(y) - s(x)).(x - y) / u^(3/2) + dim / u^(3/2) - 3 |x - y|^2 / u^(5/2)
///
/// The discrepancy of N draws is the root of the sum over all their pairs, over N. It falls with N for a sampler that is
/// right and stays for one that is not. Pairs may be summed in blocks; blocks of different draws count twice. c = 1
/// suits draws whose deviations are about 1: scale others, and their scores by the inverse.
///
/// Returns: SGMCMC_OK; SGMCMC_ERROR_NOT_FINITE; _KERNEL_SCALE.
/// In:  x:        x_count rows of dim numbers.
///      x_scores: as many: the gradient of the log target at each row, over all data and with the prior's.
///      y:        y_count rows, which may be x.
///      y_scores: their gradients.
///      c:        the kernel's scale, positive, its square a normal number.
#[doc(alias = "sgmcmc_stein_sum_f32")]
pub(crate) fn stein_sum<R: Real + Plain>(
    call: &mut Call<'_>,
    sum: *mut f64,
    (x, x_scores, x_count): (*const R, *const R, usize),
    (y, y_scores, y_count): (*const R, *const R, usize),
    dim: usize,
    c: f64,
) -> Result<(), Error> {
    let sum = call.output_value(sum)?;
    let mut scored = |(draws, scores, count): (*const R, *const R, usize)| -> Result<_, Error> {
        let len = len_of(&[count, dim])?;
        Ok(Scored { draws: call.input(draws, len)?, scores: call.input(scores, len)? })
    };
    let (x, y) = (scored((x, x_scores, x_count))?, scored((y, y_scores, y_count))?);
    *sum = sum_of(&x, &y, dim, c)?;
    Ok(())
}

/// Shows a reservoir the next row, which is copied to its place when it is due.
///
/// Returns: SGMCMC_OK; SGMCMC_ERROR_LENGTH_MISMATCH for a row of another length; _MEMORY_TOO_SMALL for room for fewer
///          than two rows, or than are kept.
/// In/out: rows:      rows_len numbers: the buffer, the same in every call; the first rows are those that are kept.
/// In:     row:       dim numbers.
#[doc(alias = "sgmcmc_reservoir_push_f32")]
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
