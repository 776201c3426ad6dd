//! What a chain tells of its steps: counts and rates.

use super::settings::Sampler;
use super::state::ChainState;
use crate::num::Real;
use crate::record::record;

record! {
    /// Counts and rates of a chain so far.
    Statistics, #[non_exhaustive];

    /// Steps done.
    step_count: u64;
    /// Draws kept: after burn-in, due by the thinning, and not in the exploring part of a cycle.
    kept_count: u64;
    /// The mean log-likelihood over the last batch, at the θ where it was evaluated; NaN before the first step.
    log_likelihood: f64;
    /// η of a rule's last step, or the one set since; for Metropolis-Hastings that of the next proposal.
    step_size: f64;
    /// β of the RSGLD proposal, 1 for others.
    beta: f64;
    /// σ of the next forward proposal, the step of HMC; 0 for a rule.
    noise_scale: f64;
    /// Accepted proposals; 0 for a rule, which proposes nothing.
    accepted_count: u64;
    /// Proposals that went up the gradient; all of them but for RSGLD. Under HMC trajectories.
    forward_count: u64;
    /// How many of those were accepted.
    forward_accepted_count: u64;
    /// Proposals that went down the gradient.
    backward_count: u64;
    /// How many of those were accepted.
    backward_accepted_count: u64;
    /// Proposals rejected because θ', the model's value or its gradient was not finite, or the model impossible, there or
    /// anywhere on a trajectory; those of batches by HMC too.
    nonfinite_count: u64;
    /// The mean acceptance probability, under HMC of trajectories; NaN before the first proposal.
    mean_acceptance: f64;
    /// Whether the tuner has met its cap on β: ε is too large.
    beta_capped: bool;
    /// Whether batch noise keeps the tuner of the step size from the acceptance rate that it is to aim at, so that it aims
    /// at a share of what this noise leaves: see the setting that tunes the step size. Never for HMC, whose trajectories
    /// this noise does not limit.
    step_size_capped: bool;
    /// τ of a rule's last step, 0 while a cycle explores, NaN before the first step under a schedule of the host's; n /
    /// `likelihood_scale` for Metropolis-Hastings, which is exact on all data.
    temperature: f64;
    /// Gradients that were clipped.
    clipped_count: u64;
    /// Steps in which some θ overflowed and was set to the largest finite number: the chain has diverged.
    saturated_count: u64;
    /// The lattice walk: moves of single parameters whose drift was longer than a lattice step, and was cut to it.
    clamped_count: u64;
    /// HMC: batches that were proposed by themselves, one after each trajectory where a batch is not all data.
    batch_count: u64;
    /// How many of those were accepted.
    batch_accepted_count: u64;
    /// How many indices of the batch a proposal replaces, m for fresh batches: the settings', or what a
    /// [warm-up](crate::PilotSettings::warm_up) has chosen; 0 for rules.
    refresh_len: u32;
    /// The lattice walk: about the length of the mean, over steps after burn-in, of what the cut took off the gradient
    /// with the drift, over τ: the chain's mean is off by so much of the variance of θ, in a parameter that is
    /// independent of others.
    ///
    /// Exact for up to eight parameters; for more, by sums with random signs, its square has a standard deviation of
    /// about half of it. NaN before such a step.
    clamped_gradient: f64;
    /// HMC: trajectories after burn-in that diverged: their energy came out more than 1000 too large, or something on them
    /// was not finite or the model impossible. The chain's [divergence](ChainState::divergence) is where the last one
    /// began.
    divergence_count: u64;
    /// HMC: of the trajectories that diverged after burn-in, those whose step was no longer than `step_size`: they say that there are places which the
    /// chain may not get to, finding 22 of [`HealthFinding`](crate::HealthFinding).
    ///
    /// Those that their jitter made longer may say no more than that no posterior is stable at such a step.
    short_divergence_count: u64;
    /// HMC: trajectories that diverged in burn-in, where `step_size` is still to be found.
    burn_in_divergence_count: u64;
    /// How many proposals in a row, the last one included, overflowed before the model was asked; after 1000 of them a
    /// step is refused, until another step size is set.
    unasked_count: u64;
}

record! {
    /// What a step did.
    Step, #[non_exhaustive];

    /// The step, counted from 0.
    index: u64;
    /// The mean log-likelihood over the step's batch: at θ for Metropolis-Hastings; for a rule where the gradient was
    /// taken, before θ moved.
    log_likelihood: f64;
    /// The step's, or for Metropolis-Hastings the next proposal's.
    step_size: f64;
    /// The step's, as in [`Statistics`].
    temperature: f64;
    /// Whether the draw was kept: after burn-in, due by the thinning, not in the exploring part of a cycle.
    kept: bool;
    /// Whether a proposal was accepted, and θ did not stay; always for a rule.
    accepted: bool;
    /// Whether it is the last step of a cycle.
    ends_cycle: bool;
    /// Whether some θ overflowed and was set to the largest finite number.
    saturated: bool;
    /// Whether a trajectory of HMC diverged, by `divergence_count` of [`Statistics`]; θ is then where it began.
    diverged: bool;
}

impl<R: Real> ChainState<R> {
    /// Counts and rates so far.
    pub fn statistics(&self) -> Statistics {
        let progress = &self.progress;
        let metropolis = &progress.metropolis;
        let proposed = metropolis.forward.proposed + metropolis.backward.proposed;
        let [burn_in_divergence_count, long, short_divergence_count] = metropolis.divergence_count;
        Statistics {
            step_count: progress.step_count,
            kept_count: progress.kept_count,
            log_likelihood: progress.log_likelihood,
            step_size: progress.step_size,
            temperature: progress.temperature,
            clipped_count: progress.clipped_count,
            clamped_count: progress.clamped_count,
            clamped_gradient: match progress.step_count.saturating_sub(self.config.burn_in) {
                0 => f64::NAN,
                steps => progress.clamped.length(steps),
            },
            saturated_count: progress.saturated_count,
            beta: metropolis.beta,
            beta_capped: metropolis.beta_capped,
            step_size_capped: metropolis.step_size_tuner.capped,
            noise_scale: match &self.config.sampler {
                Sampler::Rule(_) => 0.0,
                Sampler::MetropolisHastings(mh) => mh.noise_scale(progress.step_size, self.config.data_len),
            },
            accepted_count: metropolis.forward.accepted.wrapping_add(metropolis.backward.accepted),
            forward_count: metropolis.forward.proposed,
            forward_accepted_count: metropolis.forward.accepted,
            backward_count: metropolis.backward.proposed,
            backward_accepted_count: metropolis.backward.accepted,
            nonfinite_count: metropolis.rejected_count,
            unasked_count: metropolis.unasked_count,
            mean_acceptance: metropolis.acceptance_sum / proposed as f64,
            batch_count: metropolis.batch.proposed,
            batch_accepted_count: metropolis.batch.accepted,
            refresh_len: match &self.config.sampler {
                Sampler::Rule(_) => 0,
                Sampler::MetropolisHastings(mh) => {
                    let batch_len = self.config.batch_len().get();
                    let partial = metropolis.partial_refresh_len(mh, batch_len);
                    if partial > 0 { partial } else { batch_len }
                }
            },
            divergence_count: long.wrapping_add(short_divergence_count),
            short_divergence_count,
            burn_in_divergence_count,
        }
    }
}
