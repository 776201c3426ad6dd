//! The types of a model in `f32`; its twin in the other precision is made from it.

use crate::estimates;
use crate::guard::enter;
use crate::health::sgmcmc_health;
use crate::made::types::{sgmcmc_chain_statistics, sgmcmc_pilot_settings};
use crate::pilot::Options;
use crate::precision::Functions;
use crate::precision::Precision;
use crate::run::Looks;
use crate::schedule::sgmcmc_scheduled;
use crate::stateless::Vectors;
use core::ffi::c_void;
use core_crate::{Draw, Error};

/// A host's log-likelihood: the mean of log p(x_i | theta) over a batch, and its mean gradient.
///
/// A step asks once for its batch, HMC at each leapfrog step and, with fewer than all data, once for the batch that it
/// proposes then; Metropolis-Hastings in a chain's first step once more, for the start. With a control variate a step
/// asks at the anchor, too, and where the anchor moves for the data that it is over. SAGA asks for one datum at a time,
/// in a chain's first step for all of them. Each time is one call, or as many as chunk_len cuts what is asked for into.
///
/// Returns: 0 when all is well; 1 when the model cannot be evaluated at theta: a Metropolis-Hastings proposal is
///          rejected, a rule's step refused; any other number stops the chain and is handed back.
/// Out: value:     one number. -infinity is the same as returning 1, and so are NaN, +infinity and a gradient that is
///                 not finite in a proposal; elsewhere these are refused.
///      gradient:  dim numbers, zeros on entry, so that it can be added to. NULL when only the value is wanted.
/// In:  theta:     dim numbers, finite.
///      batch:     batch_len indices, each below data_len; NULL stands for all data, and batch_len is data_len then.
pub type sgmcmc_log_likelihood_f32 = Option<
    unsafe extern "C" fn(
        user: *mut c_void,
        value: *mut f64,
        gradient: *mut f32,
        theta: *const f32,
        dim: usize,
        batch: *const u32,
        batch_len: usize,
    ) -> i32,
>;

/// A host's log prior and its gradient, asked for under SGMCMC_PRIOR_CALLBACK only.
///
/// Returns: as sgmcmc_log_likelihood_f32.
/// Out: value:    one number: log prior(theta), up to a constant.
///      gradient: dim numbers, zeros on entry. NULL when only the value is wanted.
/// In:  theta:    dim numbers, finite.
pub type sgmcmc_log_prior_f32 = Option<
    unsafe extern "C" fn(
        user: *mut c_void,
        value: *mut f64,
        gradient: *mut f32,
        theta: *const f32,
        dim: usize,
    ) -> i32,
>;

/// A host's metric P and its curvature Gamma_i = sum over j of dP_ij / dtheta_j, asked for under
/// SGMCMC_PRECONDITIONER_POSITION_DEPENDENT and SGMCMC_PRECONDITIONER_POSITION_DEPENDENT_DENSE only.
///
/// Returns: as sgmcmc_log_likelihood_f32.
/// Out: metric:     zeros on entry. The diagonal of P, metric_len = dim numbers, at least 0; or row after row of the
///                  lower-triangular L with P = L L^T, metric_len = dim * dim numbers.
///      gamma:      dim numbers, zeros on entry.
/// In:  theta:      dim numbers, finite.
pub type sgmcmc_metric_f32 = Option<
    unsafe extern "C" fn(
        user: *mut c_void,
        metric: *mut f32,
        metric_len: usize,
        gamma: *mut f32,
        theta: *const f32,
        dim: usize,
    ) -> i32,
>;

/// A host's diffusion, asked for by SGMCMC_RULE_RECIPE only: what a step adds is eta drift + sqrt(2 eta tau) noise,
/// where eta is the step size and tau the temperature.
///
/// For positive semidefinite D(theta) and skew-symmetric Q(theta), the posterior to the power 1 / tau is kept by drift =
/// (D + Q) gradient + tau Gamma, Gamma_i = sum over j of d(D_ij + Q_ij) / dtheta_j, and noise = B normals with B B^T =
/// D. theta may have variables of the host's own among it.
///
/// Returns: as sgmcmc_log_likelihood_f32.
/// Out: drift:       dim numbers, zeros on entry.
///      noise:       dim numbers, zeros on entry.
/// In:  theta:       dim numbers, finite.
///      gradient:    dim numbers: of the log posterior, summed over all data, as the batch estimates it.
///      normals:     dim standard normals; zeros at temperature 0.
///      temperature: tau.
pub type sgmcmc_diffusion_f32 = Option<
    unsafe extern "C" fn(
        user: *mut c_void,
        drift: *mut f32,
        noise: *mut f32,
        theta: *const f32,
        gradient: *const f32,
        normals: *const f32,
        dim: usize,
        temperature: f64,
    ) -> i32,
>;

/// The model whose posterior is sampled. Only read during a call, so that it need not outlive it.
#[derive(Clone, Copy, Debug, Default)]
#[repr(C)]
pub struct sgmcmc_model_f32 {
    /// sizeof(sgmcmc_model_f32).
    pub struct_size: usize,
    /// Must be set.
    pub log_likelihood: sgmcmc_log_likelihood_f32,
    /// Needed under SGMCMC_PRIOR_CALLBACK; under any other prior it must be NULL: SGMCMC_ERROR_LOG_PRIOR_UNUSED.
    pub log_prior: sgmcmc_log_prior_f32,
    /// Handed to every callback as it is; may be NULL.
    pub user: *mut c_void,
    /// Needed for position-dependent preconditioners. It and the three below: else NULL or not, they are not called, so
    /// that one model serves chains that move in several ways.
    pub metric: sgmcmc_metric_f32,
    /// Needed for SGMCMC_RULE_RECIPE.
    pub diffusion: sgmcmc_diffusion_f32,
    /// Needed for a step size with SGMCMC_SCHEDULE_CALLBACK or left out, unless a warm-up finds one before the first
    /// step.
    pub step_size: sgmcmc_scheduled,
    /// Needed for a temperature with SGMCMC_SCHEDULE_CALLBACK.
    pub temperature: sgmcmc_scheduled,
}

/// A kept draw, as an observer sees it. A later library may append fields.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct sgmcmc_draw_f32 {
    /// The step that made the draw, counted from 0.
    pub step: u64,
    /// theta after the step: dim numbers, valid until the observer returns.
    pub theta: *const f32,
    /// The number of parameters.
    pub dim: usize,
    /// The mean log-likelihood over the step's batch: at theta for Metropolis-Hastings; for a rule where the gradient
    /// was taken, before theta moved.
    pub log_likelihood: f64,
    /// The step size of the step; HMC's before its jitter.
    pub step_size: f64,
    /// The Euclidean norm of the drift that the step applied, or proposed; of HMC, in its first leapfrog step.
    pub drift_norm: f64,
    /// The Euclidean norm of the noise that the step applied, or proposed; of HMC, in its first leapfrog step.
    pub noise_norm: f64,
    /// 1 when a proposal was accepted, 0 when theta stayed; always 1 for a rule.
    pub accepted: i32,
    /// 1 for the last step of a cycle of a cyclical schedule, else 0.
    pub ends_cycle: i32,
    /// 1 when some theta overflowed and was set to the largest finite number, else 0.
    pub saturated: i32,
    /// 1 when a trajectory of HMC diverged (divergence_count of sgmcmc_chain_statistics), else 0; theta is then where it
    /// began.
    pub diverged: i32,
}

/// Looks at every kept draw of a run, after the step that made it is complete. The chain itself is in use until the run
/// returns: what an observer may know is in the draw.
///
/// Returns: 0 to go on; any other number stops the run, with the chain at this very draw, and is handed back.
/// In: draw: valid until the observer returns.
pub type sgmcmc_observer_f32 =
    Option<unsafe extern "C" fn(user: *mut c_void, draw: *const sgmcmc_draw_f32) -> i32>;

/// Looks at a run's progress every so many steps, during burn-in, too, after the step is complete. The chain itself is
/// in use until the run returns.
///
/// Returns: 0 to go on; any other number stops the run, with the chain after this very step, and is handed back.
/// In: statistics: counts and rates so far, as sgmcmc_chain_statistics_f32 fills them; valid until this returns.
///     theta:      dim numbers, after the step; valid until this returns.
pub type sgmcmc_progress_f32 = Option<
    unsafe extern "C" fn(
        user: *mut c_void,
        statistics: *const sgmcmc_chain_statistics,
        theta: *const f32,
        dim: usize,
    ) -> i32,
>;

/// Who looks at a run, and how often: progress, health or both; for an observer alone there is sgmcmc_chain_run_f32.
/// What is NULL does not look, so that an initializer that names the fields in use will do.
#[derive(Clone, Copy, Debug, Default)]
#[repr(C)]
pub struct sgmcmc_run_options_f32 {
    /// sizeof(sgmcmc_run_options_f32).
    pub struct_size: usize,
    /// Called after each kept step. Default NULL.
    pub observer: sgmcmc_observer_f32,
    /// Handed to the observer as it is; may be NULL.
    pub observer_user: *mut c_void,
    /// Called after every step whose count is a multiple of interval, during burn-in, too: to say how far a run is, and
    /// to stop it from there. How much time is left is for the host to say. Default NULL.
    pub progress: sgmcmc_progress_f32,
    /// Handed to progress as it is; may be NULL.
    pub progress_user: *mut c_void,
    /// Health that looks at the chain after those steps, and notes what was refused; only the step before a look is
    /// measured. Default NULL.
    pub health: *mut sgmcmc_health,
    /// How many steps there are from one look to the next, at least 1. With health and batches by epochs it should have
    /// no common factor with the number of an epoch's batches, or heat is not measured.
    pub interval: u64,
}

impl From<sgmcmc_run_options_f32> for Looks<f32> {
    fn from(options: sgmcmc_run_options_f32) -> Self {
        Self {
            observer: options.observer.map(|observer| (observer, options.observer_user)),
            progress: options.progress.map(|progress| (progress, options.progress_user)),
            health: options.health,
            interval: options.interval,
        }
    }
}

/// What a look of a pilot is to use, and what it fills besides its report. Zeros stand for the defaults, and for what is
/// not wanted.
#[derive(Clone, Copy, Debug, Default)]
#[repr(C)]
pub struct sgmcmc_pilot_options_f32 {
    /// sizeof(sgmcmc_pilot_options_f32).
    pub struct_size: usize,
    /// NULL for the defaults.
    pub settings: *const sgmcmc_pilot_settings,
    /// Where to look: dim numbers, finite; NULL for where the chain stands.
    pub theta: *const f32,
    /// May be NULL. Written, on success only: dim numbers, the variance over batches of each coordinate of the gradient
    /// of the log posterior; NaN for the random walk, which asks for no gradients.
    pub variance: *mut f64,
    /// May be NULL, and must be unless the settings ask for a covariance: SGMCMC_ERROR_NOT_ESTIMATED. Written, on
    /// success only: dim times dim numbers, by rows, the same with the covariances.
    pub covariance: *mut f64,
    /// The chain's number of parameters; may be 0 where theta, variance and covariance are NULL.
    pub dim: usize,
}

impl From<sgmcmc_pilot_options_f32> for Options<f32> {
    fn from(it: sgmcmc_pilot_options_f32) -> Self {
        Self { settings: it.settings, theta: it.theta, vectors: [it.variance, it.covariance], dim: it.dim }
    }
}

/// The caller's vectors of a step without a chain. Zeros stand for those that the rule does not have.
#[derive(Clone, Copy, Debug, Default)]
#[repr(C)]
pub struct sgmcmc_rule_vectors_f32 {
    /// sizeof(sgmcmc_rule_vectors_f32).
    pub struct_size: usize,
    /// dim numbers, read and written; finite, which is not checked.
    pub theta: *mut f32,
    /// state_len numbers, read and written: as sgmcmc_rule_start_f32 or the last step left them.
    pub state: *mut f32,
    /// dim numbers: of the log posterior, summed over all data, where sgmcmc_rule_move_to_site_f32 says.
    pub gradient: *const f32,
    /// host_terms_len numbers.
    pub host_terms: *const f32,
    /// The number of parameters.
    pub dim: usize,
    /// What sgmcmc_rule_lengths_f32 says; state may be NULL where it is 0.
    pub state_len: usize,
    /// What sgmcmc_rule_lengths_f32 says; host_terms may be NULL where it is 0.
    pub host_terms_len: usize,
}

impl From<sgmcmc_rule_vectors_f32> for Vectors<f32> {
    fn from(it: sgmcmc_rule_vectors_f32) -> Self {
        Self {
            theta: (it.theta, it.dim),
            state: (it.state, it.state_len),
            gradient: it.gradient,
            host_terms: (it.host_terms, it.host_terms_len),
        }
    }
}

/// A chain of f32 numbers, in caller memory. Its bytes may be copied or moved to other aligned memory as long as no call
/// is using it; the copy goes on with the same bits.
pub struct sgmcmc_chain_f32;

impl Precision for f32 {
    const NAME: [u8; 4] = *b"cf32";
    type Chain = sgmcmc_chain_f32;
    type Model = sgmcmc_model_f32;
    type Draw = sgmcmc_draw_f32;
    type RunOptions = sgmcmc_run_options_f32;
    type PilotOptions = sgmcmc_pilot_options_f32;
    type RuleVectors = sgmcmc_rule_vectors_f32;

    fn functions(model: &sgmcmc_model_f32) -> Functions<f32> {
        Functions {
            log_likelihood: model.log_likelihood,
            log_prior: model.log_prior,
            metric: model.metric,
            diffusion: model.diffusion,
            step_size: model.step_size,
            temperature: model.temperature,
            user: model.user,
        }
    }

    fn draw(draw: &Draw<'_, f32>) -> sgmcmc_draw_f32 {
        sgmcmc_draw_f32 {
            step: draw.step,
            theta: draw.theta.as_ptr(),
            dim: draw.theta.len(),
            log_likelihood: draw.log_likelihood,
            step_size: draw.step_size,
            drift_norm: draw.norms.drift,
            noise_norm: draw.norms.noise,
            accepted: i32::from(draw.accepted),
            ends_cycle: i32::from(draw.ends_cycle),
            saturated: i32::from(draw.saturated),
            diverged: i32::from(draw.diverged),
        }
    }
}

/// An observer that takes theta of every kept draw into estimates: give it to sgmcmc_chain_run_f32, with the estimates
/// as its user pointer. What a draw counts is sgmcmc_estimate_settings.weights.
///
/// Returns: 0; the status of a refusal, as for sgmcmc_estimates_push_f32, which stops the run.
/// In/out: estimates: the estimates, a sgmcmc_estimates.
/// In:     draw:      the draw.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sgmcmc_estimates_observe_f32(
    estimates: *mut c_void,
    draw: *const sgmcmc_draw_f32,
) -> i32 {
    enter(|call| match call.input(draw, 1)? {
        [draw, ..] => estimates::observe(call, estimates, (draw.theta, draw.dim), draw.step_size),
        [] => Err(Error::LengthZero),
    })
    .0
}
