//! Metropolis-Hastings steps and adjustments of β.

use super::parts::blocks;
use super::*;
use crate::support::{may_follow_prior, metropolis};
use sgmcmc::Estimator;
use sgmcmc::mh::{Density, NoiseScale, Proposal, ProposalGradient};

pub(crate) fn metropolis_settings() -> Vec<ChainSettings<'static>> {
    let mut all = Vec::new();
    for proposal in registry::proposals(0.05) {
        for (batch, refresh_len, chunk_len) in [
            (BatchSettings::WithoutReplacement(6), 0, 0),
            (BatchSettings::WithoutReplacement(6), 2, 0),
            (BatchSettings::All, 0, 0),
            (BatchSettings::All, 0, 7),
        ] {
            for (prior, proposal_gradient) in [
                (Prior::FLAT, ProposalGradient::Published),
                (Prior::Callback, ProposalGradient::Published),
                (Prior::Callback, ProposalGradient::Posterior),
                (Prior::gaussian(0.0, 1.0), ProposalGradient::Posterior),
            ] {
                let sampler = metropolis(proposal, 2.0, |mh| {
                    mh.refresh_len = refresh_len;
                    if may_follow_prior(proposal) {
                        mh.proposal_gradient = proposal_gradient;
                    }
                });
                all.push(settings(batch, prior, chunk_len, sampler));
            }
            let sampler = metropolis(proposal, 2.0, |mh| mh.refresh_len = refresh_len);
            all.push(ChainSettings {
                blocks: blocks().into(),
                ..settings(batch, Prior::FLAT, chunk_len, sampler)
            });
        }
    }
    all
}

fn is_hmc(proposal: Proposal) -> bool {
    matches!(proposal, Proposal::Hmc { .. })
}

/// How often a step evaluates the model: HMC along its trajectory, and on a new batch if there is any.
fn evaluations_per_step(proposal: Proposal, batch: BatchSettings) -> u32 {
    match proposal {
        Proposal::Hmc { leapfrog_count, .. } => leapfrog_count + u32::from(batch != BatchSettings::All),
        Proposal::RandomWalk { .. } | Proposal::Sgld { .. } | Proposal::Rsgld { .. } => 1,
    }
}

fn a_metropolis_step_is_whole_or_not_at_all<R: Real>() {
    let mut accepted = 0;
    for settings in metropolis_settings() {
        let Sampler::MetropolisHastings(mh) = settings.sampler else { unreachable!() };
        let gradient = !matches!(mh.proposal, Proposal::RandomWalk { .. });
        let prior = settings.prior == Prior::Callback;
        let prior_gradient =
            gradient && prior && (mh.proposal_gradient == ProposalGradient::Posterior || is_hmc(mh.proposal));
        let calls = calls_per_evaluation(&settings);
        let mut subject = Subject::<R>::new(&settings);
        for good in [0, 1, 5] {
            subject.steps(good);
            // The first step evaluates the start before.
            let evaluations = evaluations_per_step(mh.proposal, settings.batch) + u32::from(good == 0);
            for before in 0..calls * evaluations {
                for (fault, expected) in faults(gradient, prior, prior_gradient) {
                    if fault.of_prior() && before >= evaluations {
                        continue;
                    }
                    let starts = good == 0 && before < if fault.of_prior() { 1 } else { calls };
                    match starts {
                        true => subject.assert_whole_or_not(before, fault, expected),
                        false => subject.assert_rejected_or_stopped(before, fault, expected),
                    }
                }
            }
            if good == 0 {
                for fault in impossible(prior) {
                    subject.assert_whole_or_not(0, fault, refused(Error::Impossible));
                }
            }
        }
        let statistics = subject.state.statistics();
        accepted += statistics.forward_accepted_count + statistics.backward_accepted_count;
    }
    assert!(accepted > 0, "no chain ever moved, so half of the memory was not compared");
}

both!(
    #[ignore = "takes seconds: -- --ignored"]
    a_metropolis_step_is_whole_or_not_at_all
);

fn tuned(chunk_len: u32, estimator: Estimator<'static>) -> ChainSettings<'static> {
    let noise = NoiseScale::Langevin;
    let proposal = Proposal::rsgld(1e-4, noise, 1.02, Density::Normalized);
    let sampler = metropolis(proposal, 2.0, |mh| (mh.tune_beta, mh.tune_interval) = (true, 3));
    let batch = if chunk_len == 0 { BatchSettings::WithoutReplacement(6) } else { BatchSettings::All };
    ChainSettings { estimator, ..settings(batch, Prior::Callback, chunk_len, sampler) }
}

/// A step in which β is tuned first is still one step; so is an adjustment by itself.
#[test]
fn tuning_beta_is_whole_or_not_at_all() {
    for (chunk_len, estimator) in
        [(0, Estimator::Plain), (7, Estimator::Plain), (0, Estimator::FixedCentre { centre: None })]
    {
        let mut subject = Subject::<f64>::new(&tuned(chunk_len, estimator));
        subject.steps(3);
        let calls = subject.model.calls;
        subject.clone().steps(1);
        let mut ahead = subject.clone();
        ahead.steps(1);
        assert!(ahead.model.calls - calls > 200, "the next step tunes: {} calls", ahead.model.calls - calls);
        for before in [0, 1, 57, 99, 100] {
            for (fault, expected) in faults(true, true, false) {
                match expected {
                    StepError::Stopped(..) => subject.assert_whole_or_not(before, fault, expected),
                    // A look of the tuner is rejected as well.
                    StepError::Refused(_) => {
                        let mut subject = subject.clone();
                        subject.model.armed = Some((before, fault));
                        subject.steps(3);
                        assert!(subject.model.armed.is_none(), "{fault:?} was not met");
                    }
                }
            }
        }
        for before in [0, 57] {
            let mut failed = subject.clone();
            failed.model.armed = Some((before, Fault::Stop(5)));
            let done = failed.state.tune_beta(&mut failed.memory, &mut failed.model);
            assert_eq!(done, Err(StepError::Stopped(Error::Stopped, 5)));
            assert!(failed.snapshot() == subject.snapshot(), "a failed adjustment changed the chain");
        }
    }
}

/// A rejected proposal leaves no trace in what the next callback gets; the model asserts that.
#[test]
fn callbacks_get_zeros_after_impossible_proposals() {
    for settings in metropolis_settings() {
        let prior = settings.prior == Prior::Callback;
        let mut subject = Subject::<f64>::new(&settings);
        subject.steps(1);
        for (round, fault) in impossible(prior).into_iter().cycle().take(20).enumerate() {
            subject.model.armed = Some((round as u32 % 3, fault));
            subject.steps(2);
        }
    }
    for chunk_len in [0, 7] {
        let mut tuned = Subject::<f64>::new(&tuned(chunk_len, Estimator::Plain));
        tuned.steps(3);
        for fault in impossible(true) {
            for before in [0, 1, 2, 57, 99, 150] {
                let mut subject = tuned.clone();
                subject.model.armed = Some((before, fault));
                subject.steps(3);
            }
        }
    }
}
