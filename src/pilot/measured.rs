//! What a pilot has measured.

use super::clamped::Clamping;
use super::curvature::Curvature;
use super::metric::Rounding;
use super::noise::NoiseLevels;
use crate::chain::Config;

/// What was measured, and where.
pub(super) struct Measured<'a> {
    pub(super) config: &'a Config,
    /// What the part of the rule says of its own heating: parts of a precision are not looked up here.
    pub(super) heating: Option<f64>,
    /// Whether the chain's settings could have a dense noise compensation.
    pub(super) admits_dense: bool,
    /// η, ε or δ of the chain; NaN where a host has not said it yet.
    pub(super) step_size: f64,
    /// How many indices a proposal replaces now; 0 for fresh batches.
    pub(super) refresh_len: u32,
    pub(super) temperature: f64,
    pub(super) curvature: Curvature,
    pub(super) noise: NoiseLevels,
    pub(super) clamping: Clamping,
    pub(super) rounding: Rounding,
    /// δ.
    pub(super) inflation: f64,
    pub(super) batch_len: u32,
    pub(super) gradient_count: u64,
}
