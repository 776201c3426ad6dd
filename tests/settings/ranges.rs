//! Every number whose entry has a range, wherever settings have it: outside the range, with the error of the entry.

use super::*;
use crate::reference::outside::{all_ranged, refused};
use crate::reference::registry::{self, Vectors};
use sgmcmc::RuleSettings;
use std::collections::BTreeSet;

/// Good settings with every part that there is, of numbers that are no defaults.
fn bases() -> Vec<ChainSettings<'static>> {
    let vectors: &Vectors = Box::leak(Box::new(Vectors::new(DIM)));
    let rules = registry::rules(vectors).into_iter().map(|rule| with(ruled(rule, 1e-3, 1.0)));
    let cold = |temperature| {
        let Sampler::Rule(rule) = good().sampler else { panic!("a rule") };
        with(Sampler::Rule(RuleSettings { temperature, ..rule }))
    };
    let schedules = registry::schedules(0.01);
    let schedules = schedules.into_iter().flat_map(|schedule| [at_steps(schedule), cold(schedule)]);
    let proposals = registry::proposals(0.1).into_iter().map(|it| with(metropolis(it, 1.0, |_| {})));
    let priors = registry::priors(vectors).into_iter().map(|prior| ChainSettings { prior, ..good() });
    let estimators = registry::estimators(&[0.0; DIM], 9);
    let estimators = estimators.into_iter().map(|estimator| ChainSettings { estimator, ..good() });
    rules.chain(schedules).chain(proposals).chain(priors).chain(estimators).collect()
}

/// Settings with the error they must give.
pub(super) fn all_refused() -> Vec<(Error, ChainSettings<'static>)> {
    bases().iter().flat_map(|base| refused::<f32>(base, "")).collect()
}

#[test]
fn every_range_is_tried() {
    let mut missing: BTreeSet<String> = all_ranged(None).into_iter().map(|(key, _)| key).collect();
    for base in bases() {
        assert!(base.memory_len::<f32>(DIM).is_ok(), "{base:?}");
        for (key, _) in all_ranged(Some(&base)) {
            missing.remove(&key);
        }
    }
    assert!(missing.is_empty(), "no settings have {missing:?}");
}
