//! Made by `cargo run -p schema`; edit the functions whose aliases these are.

use crate::guard::enter;
use crate::status::sgmcmc_status;
use core::ffi::{c_void};
use crate::estimates::{sgmcmc_estimates};
use crate::made::types::{sgmcmc_summary};
use crate::stored::{sgmcmc_reservoir};

/// Takes a draw into estimates: theta, or any numbers that the host makes of it.
///
/// Returns: SGMCMC_OK; SGMCMC_ERROR_NOT_FINITE; _WEIGHT. After an error the estimates are as they were.
/// In:     values:    len numbers, finite, as many as the estimates are of.
///         weight:    what the draw counts, from 1e-100 to 1e100; 1 where all count the same.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sgmcmc_estimates_push_f64(
    estimates: *mut sgmcmc_estimates,
    values: *const f64,
    len: usize,
    weight: f64,
) -> sgmcmc_status {
    enter(|call| crate::estimates::push::<f64>(call, estimates, values, len, weight))
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
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sgmcmc_summary_f64(
    summary: *mut sgmcmc_summary,
    mem: *mut c_void,
    mem_size: usize,
    draws: *const f64,
    chain_count: usize,
    draw_count: usize,
    dim: usize,
    column: usize,
) -> sgmcmc_status {
    enter(|call| crate::stored::summary::<f64>(call, summary, (mem, mem_size), (draws, [chain_count, draw_count, dim]), column))
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
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sgmcmc_stein_sum_f64(
    sum: *mut f64,
    x: *const f64,
    x_scores: *const f64,
    x_count: usize,
    y: *const f64,
    y_scores: *const f64,
    y_count: usize,
    dim: usize,
    c: f64,
) -> sgmcmc_status {
    enter(|call| crate::stored::stein_sum::<f64>(call, sum, (x, x_scores, x_count), (y, y_scores, y_count), dim, c))
}

/// Shows a reservoir the next row, which is copied to its place when it is due.
///
/// Returns: SGMCMC_OK; SGMCMC_ERROR_LENGTH_MISMATCH for a row of another length; _MEMORY_TOO_SMALL for room for fewer
///          than two rows, or than are kept.
/// In/out: rows:      rows_len numbers: the buffer, the same in every call; the first rows are those that are kept.
/// In:     row:       dim numbers.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sgmcmc_reservoir_push_f64(
    reservoir: *mut sgmcmc_reservoir,
    rows: *mut f64,
    rows_len: usize,
    row: *const f64,
    dim: usize,
) -> sgmcmc_status {
    enter(|call| crate::stored::reservoir_push::<f64>(call, reservoir, (rows, rows_len), (row, dim)))
}
