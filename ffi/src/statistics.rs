//! The counts and rates of a chain, and what steps did, as structs that can grow.

use core_crate::rule::Applied;
use core_crate::{Statistics, Step};

/// Counts and rates of a chain so far, filled by sgmcmc_chain_statistics_f32 and _f64.
#[derive(Clone, Copy, Debug, Default)]
#[repr(C)]
pub struct sgmcmc_chain_statistics {
    /// sizeof(sgmcmc_chain_statistics), set by the caller; only that many bytes are written.
    pub struct_size: usize,
    /// Steps done.
    pub step_count: u64,
    /// Draws kept: after burn-in, and due by the thinning.
    pub kept_count: u64,
    /// The mean log-likelihood over the last batch, at the theta where it was evaluated; NaN before the first step.
    pub log_likelihood: f64,
    /// The step size of a rule's last step, or of the next proposal.
    pub step_size: f64,
    /// beta of the RSGLD proposal; 1 for others.
    pub beta: f64,
    /// sigma of the next forward proposal, the step of HMC; 0 for a rule.
    pub noise_scale: f64,
    /// Accepted proposals; 0 for a rule, which proposes nothing.
    pub accepted_count: u64,
    /// Proposals that went up the gradient; all of them but for RSGLD, and HMC's trajectories.
    pub forward_count: u64,
    /// How many of those were accepted.
    pub forward_accepted_count: u64,
    /// Proposals that went down the gradient.
    pub backward_count: u64,
    /// How many of those were accepted.
    pub backward_accepted_count: u64,
    /// Proposals rejected because theta, the model's value or its gradient was not finite, or the model impossible, there or
    /// anywhere on a trajectory; those of batches by HMC too.
    pub nonfinite_count: u64,
    /// The mean acceptance probability, under HMC of trajectories; NaN before the first proposal.
    pub mean_acceptance: f64,
    /// 1 when the tuner has met its cap on beta, which says that the step size is too large; else 0.
    pub beta_capped: i32,
    /// 1 when batch noise keeps the tuner of a proposal's step_size from target_acceptance, so that it aims lower; else 0,
    /// and so for HMC, whose trajectories batch noise does not limit.
    pub step_size_capped: i32,
    /// The temperature of a rule's last step, 0 while a cycle explores, NaN before the first step when a callback
    /// says it; data_len / likelihood_scale for Metropolis-Hastings, which is exact on all data: see likelihood_scale.
    pub temperature: f64,
    /// Gradients that were clipped.
    pub clipped_count: u64,
    /// Steps in which some theta overflowed and was set to the largest finite number: the chain has diverged.
    pub saturated_count: u64,
    /// SGMCMC_RULE_LATTICE: moves of single parameters whose drift was longer than a lattice step, and was cut to it.
    pub clamped_count: u64,
    /// HMC: batches that were proposed by themselves, one after each trajectory where a batch is not all data.
    pub batch_count: u64,
    /// HMC: how many of those were accepted.
    pub batch_accepted_count: u64,
    /// How many indices of the batch a proposal replaces, batch_len for fresh batches: the settings', or what
    /// sgmcmc_chain_warm_up_f32 and _f64 have chosen; 0 for rules.
    pub refresh_len: u32,
    /// 0: room for a later field.
    pub reserved: u32,
    /// SGMCMC_RULE_LATTICE: about the length of the mean, over steps after burn-in, of what the cut took off the gradient
    /// with the drift, over tau: the chain's mean is off by so much of the variance of theta, in a parameter that is
    /// independent of others. Exact for up to eight parameters; for more, by sums with random signs, its square has a
    /// standard deviation of about half of it. NaN before such a step.
    pub clamped_gradient: f64,
    /// HMC: trajectories after burn-in that diverged: their energy came out more than 1000 too large, or something on them
    /// was not finite or the model impossible. sgmcmc_chain_divergence_f32 and _f64 have where the last one began.
    pub divergence_count: u64,
    /// HMC: of these, the ones whose step was no longer than step_size: they say that there are places which the chain may
    /// not get to, SGMCMC_HEALTH_DIVERGENCES. Those that their jitter made longer may say no more than that no posterior is
    /// stable at such a step.
    pub short_divergence_count: u64,
    /// HMC: trajectories that diverged in burn-in, where step_size is still to be found.
    pub burn_in_divergence_count: u64,
    /// How many proposals in a row, the last one included, overflowed before the model was asked; after 1000 of them a
    /// step is refused with SGMCMC_ERROR_MODEL_NOT_ASKED, until another step size is set.
    pub unasked_count: u64,
}

/// What a step did, filled by sgmcmc_chain_step_f32 and its siblings.
#[derive(Clone, Copy, Debug, Default)]
#[repr(C)]
pub struct sgmcmc_step {
    /// sizeof(sgmcmc_step), set by the caller; only that many bytes are written.
    pub struct_size: usize,
    /// The step, counted from 0.
    pub index: u64,
    /// The mean log-likelihood over the step's batch: at theta for Metropolis-Hastings; for a rule where the gradient
    /// was taken, before theta moved.
    pub log_likelihood: f64,
    /// The step's, or for Metropolis-Hastings the next proposal's.
    pub step_size: f64,
    /// The step's, as in sgmcmc_chain_statistics.
    pub temperature: f64,
    /// 1 when the draw was kept: after burn-in, due by the thinning, not in the exploring part of a cycle; else 0.
    pub kept: i32,
    /// 1 when a proposal was accepted, 0 when theta stayed; always 1 for a rule.
    pub accepted: i32,
    /// 1 for the last step of a cycle, else 0.
    pub ends_cycle: i32,
    /// 1 when some theta overflowed and was set to the largest finite number, else 0.
    pub saturated: i32,
    /// 1 when a trajectory of HMC diverged (divergence_count of sgmcmc_chain_statistics), else 0; theta is then where it
    /// began.
    pub diverged: i32,
    /// 0: room for a later field.
    pub reserved: i32,
}

/// What a step without a chain did, filled by sgmcmc_rule_step_f32 and _f64.
#[derive(Clone, Copy, Debug, Default)]
#[repr(C)]
pub struct sgmcmc_rule_applied {
    /// sizeof(sgmcmc_rule_applied), set by the caller; only that many bytes are written.
    pub struct_size: usize,
    /// 1 when some theta overflowed and was set to the largest finite number, else 0.
    pub saturated: i32,
    /// 0: room for a later field.
    pub reserved: i32,
    /// The Euclidean norm of the drift that was added to theta.
    pub drift_norm: f64,
    /// The Euclidean norm of the noise that was added to theta.
    pub noise_norm: f64,
    /// SGMCMC_RULE_LATTICE: how many parameters had a drift longer than a lattice step, which was cut to it; else 0.
    pub clamped_count: u64,
}

impl From<Applied> for sgmcmc_rule_applied {
    fn from(applied: Applied) -> Self {
        Self {
            struct_size: size_of::<Self>(),
            saturated: i32::from(applied.saturated),
            reserved: 0,
            drift_norm: applied.norms.drift,
            noise_norm: applied.norms.noise,
            clamped_count: applied.clamped_count,
        }
    }
}

impl sgmcmc_step {
    pub(crate) fn new(step: Step, statistics: &Statistics) -> Self {
        Self {
            struct_size: size_of::<Self>(),
            index: step.index,
            log_likelihood: statistics.log_likelihood,
            step_size: statistics.step_size,
            temperature: statistics.temperature,
            kept: i32::from(step.kept),
            accepted: i32::from(step.accepted),
            ends_cycle: i32::from(step.ends_cycle),
            saturated: i32::from(step.saturated),
            diverged: i32::from(step.diverged),
            reserved: 0,
        }
    }
}

impl From<Statistics> for sgmcmc_chain_statistics {
    fn from(statistics: Statistics) -> Self {
        Self {
            struct_size: size_of::<Self>(),
            step_count: statistics.step_count,
            kept_count: statistics.kept_count,
            log_likelihood: statistics.log_likelihood,
            step_size: statistics.step_size,
            beta: statistics.beta,
            noise_scale: statistics.noise_scale,
            accepted_count: statistics
                .forward_accepted_count
                .wrapping_add(statistics.backward_accepted_count),
            forward_count: statistics.forward_count,
            forward_accepted_count: statistics.forward_accepted_count,
            backward_count: statistics.backward_count,
            backward_accepted_count: statistics.backward_accepted_count,
            nonfinite_count: statistics.nonfinite_count,
            mean_acceptance: statistics.mean_acceptance,
            beta_capped: i32::from(statistics.beta_capped),
            step_size_capped: i32::from(statistics.step_size_capped),
            temperature: statistics.temperature,
            clipped_count: statistics.clipped_count,
            saturated_count: statistics.saturated_count,
            clamped_count: statistics.clamped_count,
            batch_count: statistics.batch_count,
            batch_accepted_count: statistics.batch_accepted_count,
            refresh_len: statistics.refresh_len,
            reserved: 0,
            clamped_gradient: statistics.clamped_gradient,
            divergence_count: statistics.divergence_count,
            short_divergence_count: statistics.short_divergence_count,
            burn_in_divergence_count: statistics.burn_in_divergence_count,
            unasked_count: statistics.unasked_count,
        }
    }
}
