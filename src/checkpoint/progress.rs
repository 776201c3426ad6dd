//! What of a chain's progress could be: counts agree, and steps can go on from it.
//!
//! A checksum shows damage, not intent. Whoever makes one up may get a chain that no run leads to, but none whose steps
//! do what no chain's do.

use super::format::is_progress;
use crate::Error;
use crate::chain::{
    BatchSettings, Compensated, Config, Metropolis, Progress, RuleSettings, Sampler, UNASKED_MOST,
};
use crate::gradient::{Anchoring, Clipping};
use crate::mh::{MetropolisHastings, RefreshTuner, StepSizeTuner};
use crate::minibatch::Epochs;
use crate::num::{Real, ln};
use crate::pass::Clamped;

/// Refuses what does not hold.
pub(super) fn holds(all: &[bool]) -> Result<(), Error> {
    if all.iter().all(|holds| *holds) { Ok(()) } else { Err(Error::CheckpointContents) }
}

/// Whether the step size is one that steps can have had, or are to have.
pub(super) fn step_size_holds<R: Real>(config: &Config, progress: &Progress) -> bool {
    let step_size = progress.step_size;
    let is_usable = R::from_f64(step_size) > R::default() && step_size.is_finite();
    match &config.sampler {
        Sampler::Rule(_) => progress.step_count == 0 || is_usable,
        // A tuner's steps have bounds of their own.
        Sampler::MetropolisHastings(mh) => {
            config.validate_proposal::<R>(mh, step_size).is_ok()
                || (mh.target_acceptance.is_some() && is_usable)
        }
    }
}

/// Looks at what is no vector; `bytes` are what the progress was read from, which it must give again.
// Of no precision, so that programs with both have it once.
#[inline(never)]
pub(super) fn check(
    config: &Config,
    progress: &Progress,
    bytes: &[u8],
    step_size_holds: bool,
) -> Result<(), Error> {
    // All fields have names here, so that a new one does not compile before it is known what holds of it.
    let Progress {
        generators,
        epochs,
        roles,
        step_count,
        seen_count: _,
        clipped_count,
        clamped_count,
        clamped,
        saturated_count,
        kept_count,
        kept_weight,
        step_size,
        temperature,
        log_likelihood,
        metropolis,
        compensated,
    } = progress;
    // One a step, or one a leapfrog step and one of the batch that comes after them.
    let gradients = match &config.sampler {
        Sampler::Rule(_) => 1,
        Sampler::MetropolisHastings(mh) => 1 + u64::from(mh.proposal.leapfrog_count().unwrap_or(0)),
    };
    let by_epochs = matches!(config.batch, BatchSettings::Epochs(_));
    let anchors = anchoring(config).map_or(0, |it| match it.interval {
        Some(interval) => step_count.div_ceil(interval.max(1)),
        None => u64::from(*step_count > 0),
    });
    holds(&[
        // Flags are 0 or 1, and what is not there is 0.
        is_progress(progress, bytes),
        // No chain does as many steps, and a few more must not overflow a count.
        *step_count < 1 << 63,
        step_size_holds,
        generators.are_live(),
        epochs.data_len == config.data_len,
        if by_epochs { epochs.are_possible() } else { *epochs == Epochs::new(config.data_len) },
        [kept_count, saturated_count].into_iter().all(|count| count <= step_count),
        *clipped_count <= step_count.saturating_mul(gradients),
        config.clipping != Clipping::None || *clipped_count == 0,
        if *kept_count == 0 { kept_weight.to_bits() == 0 } else { *kept_weight >= 0.0 },
        roles.anchor == (anchors % 2 == 1),
        clamped.are_possible(),
        *clamped_count > 0 && *step_count > config.burn_in || *clamped == Clamped::default(),
        if *step_count == 0 { is_nan(*log_likelihood) } else { log_likelihood.is_finite() },
    ])?;
    match &config.sampler {
        Sampler::Rule(rule) => {
            let [first, first_temperature] =
                [rule.step_size, rule.temperature].map(|it| it.at(0).unwrap_or(f64::NAN).to_bits());
            let started = *step_count > 0;
            holds(&[
                *metropolis == Metropolis::new(1.0),
                !roles.flipped,
                started || step_size.to_bits() == first,
                if started {
                    *temperature >= 0.0 && temperature.is_finite()
                } else {
                    temperature.to_bits() == first_temperature
                },
                compensation_holds(config, rule, *step_count, compensated),
            ])
        }
        Sampler::MetropolisHastings(mh) => check_metropolis(config, progress, mh),
    }
}

fn check_metropolis(config: &Config, progress: &Progress, mh: &MetropolisHastings) -> Result<(), Error> {
    let Metropolis {
        estimate,
        beta,
        beta_capped,
        tuner,
        step_size_tuner,
        forward,
        backward,
        batch,
        divergence_count: [burn_in_divergences, long_divergences, short_divergences],
        rejected_count,
        unasked_count,
        acceptance_sum,
        refresh_len,
        refresh_tuner,
    } = &progress.metropolis;
    let (step_count, reversible) = (progress.step_count, mh.proposal.is_reversible());
    let accepted = forward.accepted.checked_add(backward.accepted);
    let temperature = f64::from(config.data_len.get()) / mh.likelihood_scale;
    let hmc = mh.proposal.leapfrog_count().is_some();
    let by_themselves = hmc && config.batch != BatchSettings::All;
    let after_burn_in = step_count.saturating_sub(config.burn_in);
    let trajectories = if hmc { step_count } else { 0 };
    let divergences = long_divergences.saturating_add(*short_divergences);
    let diverged = divergences.saturating_add(*burn_in_divergences);
    let accepted_of_all = accepted.and_then(|count| count.checked_add(batch.accepted));
    holds(&[
        progress.temperature.to_bits() == temperature.to_bits(),
        progress.seen_count | progress.clamped_count | progress.saturated_count == 0,
        estimate.is_none() || step_count > 0,
        // An ensemble's chain has none where its coordinates were just changed.
        estimate.is_some() || step_count == 0 || hmc && config.batch == BatchSettings::All,
        estimate.is_none_or(|it| {
            let same = it.log_likelihood.to_bits() == progress.log_likelihood.to_bits();
            same && it.log_prior.is_finite()
        }),
        // Tuning ends at the larger of the two.
        *beta >= 1.0 && *beta <= mh.proposal.beta().max(mh.beta_max) && beta.is_finite(),
        reversible || (*beta == 1.0 && !beta_capped && backward.proposed == 0),
        forward.proposed.checked_add(backward.proposed) == Some(step_count),
        forward.accepted <= forward.proposed && backward.accepted <= backward.proposed,
        batch.proposed == if by_themselves { step_count } else { 0 } && batch.accepted <= batch.proposed,
        // A trajectory and a batch that are both accepted change the buffers once.
        by_themselves || accepted.is_some_and(|count| progress.roles.flipped == (count % 2 == 1)),
        accepted_of_all
            .and_then(|count| count.checked_add(*rejected_count))
            .is_some_and(|count| count <= step_count.saturating_add(batch.proposed)),
        divergences <= after_burn_in.min(trajectories),
        *burn_in_divergences <= trajectories.saturating_sub(after_burn_in),
        mh.proposal.step_jitter() > 0.0 || *long_divergences == 0,
        accepted.and_then(|count| count.checked_add(diverged)).is_some_and(|count| count <= step_count),
        // A trajectory that is not finite has diverged.
        trajectories == 0
            || *rejected_count
                <= diverged.saturating_add(batch.proposed - batch.accepted.min(batch.proposed)),
        *unasked_count <= step_count.min(UNASKED_MOST),
        progress.compensated == Compensated::default(),
        (0.0..=step_count as f64).contains(acceptance_sum),
        tuner.count <= step_count && (0.0..=tuner.count as f64).contains(&tuner.sum),
        refresh_holds(config, mh, step_count, *refresh_len, refresh_tuner),
        tuner_holds(step_size_tuner, step_count),
    ])
}

/// Whether a step size's tuner stands where so many steps can leave it.
fn tuner_holds(tuner: &StepSizeTuner, step_count: u64) -> bool {
    let StepSizeTuner { cap, look_count, capped: _, log_mean, evidence, leap, alike_count, settling_from } =
        *tuner;
    log_mean.is_finite()
        && (0.0..=1.0).contains(&cap)
        && evidence.abs() < StepSizeTuner::MOST_EVIDENCE
        && leap.abs() <= StepSizeTuner::MOST_LEAP
        && look_count <= step_count
        && alike_count <= step_count.saturating_add(2)
        && settling_from <= step_count
}

/// Whether the k of a partial refresh is one that could be found after so many steps.
fn refresh_holds(
    config: &Config,
    mh: &MetropolisHastings,
    step_count: u64,
    refresh_len: u32,
    tuner: &RefreshTuner,
) -> bool {
    if !mh.tune_refresh_len {
        return refresh_len == 0 && *tuner == RefreshTuner::default();
    }
    let batch_len = config.batch_len().get();
    // A mean may be beyond by its rounding.
    let most = ln(MetropolisHastings::fresh_refreshed(config.data_len, batch_len).max(1.0)) + 1e-9;
    refresh_len <= mh.most_refreshed(config.data_len, batch_len)
        && [tuner.log_len, tuner.log_mean].into_iter().all(|it| (0.0..=most).contains(&it))
        && tuner.look_count <= step_count.min(config.burn_in / 2)
}

/// Whether noise compensation stands where so many steps leave it.
fn compensation_holds(
    config: &Config,
    rule: &RuleSettings<'_>,
    step_count: u64,
    compensated: &Compensated,
) -> bool {
    let Compensated { ratio, gathered_count } = *compensated;
    let from = config.burn_in / 2;
    let gathered = step_count.min(config.burn_in).saturating_sub(from);
    let gathers = rule.compensation.gathers();
    let may_mix = !rule.compensation.is_none() && step_count > if gathers { config.burn_in } else { 0 };
    let fresh = ratio.to_bits() == 0;
    gathered_count == if gathers { gathered } else { 0 }
        && (fresh || may_mix && ratio > 0.0 && ratio.is_finite())
}

/// The anchor's part, where the chain takes gradients.
fn anchoring(config: &Config) -> Option<Anchoring> {
    config.estimator.anchoring().filter(|_| config.layout.anchor_len.get() > 0)
}

/// The words of a chain before its first step where there is no number yet.
fn is_nan(x: f64) -> bool {
    x.to_bits() == f64::NAN.to_bits()
}
