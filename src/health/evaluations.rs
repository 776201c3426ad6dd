//! How many gradients of single data a chain has asked for, by its settings and counts.

use crate::built;
use crate::chain::{BatchSettings, Config, Progress, Sampler};

/// [`HealthReport::evaluation_count`](super::HealthReport).
#[inline(never)]
pub(super) fn evaluations(config: &Config, progress: &Progress) -> u64 {
    let steps = progress.step_count;
    if steps == 0 {
        return 0;
    }
    let data = u64::from(config.data_len.get());
    match &config.sampler {
        Sampler::Rule(_) => {
            let own =
                if config.batch == BatchSettings::Caller { 0 } else { u64::from(config.batch_len().get()) };
            let gathered = if built::NOISE_COMPENSATION { progress.compensated.gathered_count } else { 0 };
            let seen = progress.seen_count.saturating_add(own.saturating_mul(gathered));
            let anchored = config.estimator.anchoring();
            let anchors = anchored.map_or(0, |it| match it.interval {
                Some(interval) => it
                    .subset_len
                    .map_or(data, u64::from)
                    .saturating_mul((steps - 1).checked_div(interval).map_or(0, |count| count + 1)),
                None => data,
            });
            let table = config.estimator.has_table() && config.batch != BatchSettings::All;
            let per_datum = 1 + u64::from(anchored.is_some());
            seen.saturating_mul(per_datum).saturating_add(anchors).saturating_add(if table {
                data
            } else {
                0
            })
        }
        Sampler::MetropolisHastings(mh) => {
            let metropolis = &progress.metropolis;
            let anchored = config.estimator.anchoring().is_some() && mh.proposal.needs_gradient();
            let proposed = metropolis.forward.proposed + metropolis.backward.proposed;
            let leaps = mh.proposal.leapfrog_count().map_or(1, u64::from);
            // And one for the first θ.
            let batches = proposed.saturating_mul(leaps).saturating_add(metropolis.batch.proposed + 1);
            let per_batch = u64::from(config.batch_len().get()) * (1 + u64::from(anchored));
            batches.saturating_mul(per_batch).saturating_add(if anchored { data } else { 0 })
        }
    }
}
