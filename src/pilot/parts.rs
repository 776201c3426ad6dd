//! What a pilot is given: a chain, and the memory that it works in.

use crate::chain::Config;
use crate::num::{Cut, Real};
use crate::workspace::Held;

/// A chain as a pilot sees it.
pub(crate) struct Subject<'a, R> {
    pub(crate) config: &'a Config,
    pub(crate) held: Held<'a, R>,
    /// η, ε or δ; NaN where a host has not said it yet.
    pub(crate) step_size: f64,
    /// τ; NaN likewise.
    pub(crate) temperature: f64,
    /// How many indices a proposal replaces now, which a warm-up may have found; 0 for fresh batches.
    pub(crate) refresh_len: u32,
}

/// All vectors of a pilot, as `C` cuts them.
pub(crate) struct Parts<C: Cut, R: Real> {
    /// The variances of G̃, and its covariance.
    pub(super) variance: C::Slice<f64>,
    pub(super) covariance: C::Slice<f64>,
    pub(super) roots: C::Slice<f64>,
    /// A direction, what a matrix makes of it, and the one before.
    pub(super) x: C::Slice<f64>,
    pub(super) y: C::Slice<f64>,
    pub(super) last: C::Slice<f64>,
    pub(super) mean: C::Slice<f64>,
    pub(super) in_metric: C::Slice<f64>,
    pub(super) variate: C::Slice<f64>,
    pub(super) of_variate: C::Slice<f64>,
    pub(super) tridiagonal: [C::Slice<f64>; 2],
    /// Of the lattice walk on batches.
    pub(super) clamped: C::Slice<f64>,
    pub(super) site: C::Slice<R>,
    pub(super) gradient: C::Slice<R>,
    pub(super) part: C::Slice<R>,
    pub(super) total: C::Slice<f64>,
    pub(super) chunk: C::Slice<u32>,
    pub(super) indices: C::Slice<u32>,
}
