//! What depends on the precision of theta: the C types, and the callbacks.

use crate::guard::{Diffuse, Growing, LogLikelihood, LogPrior, Measure, Plain, Scheduled};
use core::ffi::c_void;
use core_crate::{Draw, Real};

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
    /// `sgmcmc_run_options_f32` or `_f64`.
    type RunOptions: Growing;
    /// `sgmcmc_pilot_options_f32` or `_f64`.
    type PilotOptions: Growing;
    /// `sgmcmc_rule_vectors_f32` or `_f64`.
    type RuleVectors: Growing;
    /// The callbacks of a model struct.
    fn functions(model: &Self::Model) -> Functions<Self>;
    /// A draw as its observer sees it.
    fn draw(draw: &Draw<'_, Self>) -> Self::Draw;
}

/// The functions of a `sgmcmc_model_f32` or `_f64`.
pub(crate) struct Functions<R> {
    pub(crate) log_likelihood: Option<LogLikelihood<R>>,
    pub(crate) log_prior: Option<LogPrior<R>>,
    pub(crate) metric: Option<Measure<R>>,
    pub(crate) diffusion: Option<Diffuse<R>>,
    pub(crate) step_size: Option<Scheduled>,
    pub(crate) temperature: Option<Scheduled>,
    pub(crate) user: *mut c_void,
}
