//! Settings outside their ranges, with the error that each must give.

use super::*;
use sgmcmc::Clipping;
use sgmcmc::mh::ProposalGradient;

pub(super) fn rsgld_at(step_size: f64, likelihood_scale: f64, noise: NoiseScale) -> ChainSettings<'static> {
    let proposal = Proposal::rsgld(step_size, noise, 1.5, Density::Normalized);
    with(metropolis(proposal, likelihood_scale, |_| {}))
}

/// Settings with the error they must give.
pub(crate) fn refused() -> Vec<(Error, ChainSettings<'static>)> {
    let mut all = vec![
        // The polynomial's first step overflows.
        (Error::StepSize, at_steps(Schedule::polynomial(1e200, 1e-200, 1.0))),
        (Error::BetaMax, rsgld(3.0, NoiseScale::Langevin, |mh| (mh.tune_beta, mh.beta_max) = (true, 2.9))),
        // Whose bits would be those of no text, though no tuner looks at it.
        (Error::BetaMax, rsgld(3.0, NoiseScale::Langevin, |mh| mh.beta_max = f64::NAN)),
        (Error::BetaMax, walk(|mh| mh.beta_max = -f64::NAN)),
        // More than the batch; more than lies outside it.
        (Error::RefreshLen, walk(|mh| mh.refresh_len = 9)),
        (Error::RefreshLen, walk(|mh| mh.refresh_len = 3)),
        (Error::Tuner, walk(|mh| mh.tune_beta = true)),
        // What nothing uses.
        (Error::ProposalGradientUnused, walk(|mh| mh.proposal_gradient = ProposalGradient::Published)),
        (Error::ProposalGradientUnused, hmc(0.1, 3, |mh| mh.proposal_gradient = ProposalGradient::Published)),
        (Error::BetaMaxUnused, walk(|mh| mh.beta_max = 5.0)),
        (Error::TuneIntervalUnused, rsgld(1.5, NoiseScale::Langevin, |mh| mh.tune_interval = 5)),
        (
            Error::EstimatorKind,
            ChainSettings { estimator: Estimator::FixedCentre { centre: None }, ..walk(|_| {}) },
        ),
        (Error::ClippingKind, ChainSettings { clipping: Clipping::Norm(1.0), ..walk(|_| {}) }),
        (Error::TunedNoise, rsgld(1.5, NoiseScale::Custom(1.0), |mh| mh.target_acceptance = Some(0.3))),
        // What a burn-in is to find, in none; and beta, which is looked at after two steps at first.
        (Error::WarmUpBurnIn, walk(|mh| mh.target_acceptance = Some(0.3))),
        (Error::WarmUpBurnIn, walk(|mh| mh.tune_refresh_len = true)),
        (
            Error::WarmUpBurnIn,
            ChainSettings {
                burn_in: 11,
                ..rsgld(1.5, NoiseScale::Langevin, |mh| {
                    (mh.tune_beta, mh.target_acceptance) = (true, Some(0.3));
                })
            },
        ),
        // A step size that is not known wants a target.
        (Error::StepSize, hmc(0.0, 3, |_| {})),
        (Error::NoiseScale, rsgld(1.5, NoiseScale::Custom(1e-60), |_| {})),
        (Error::StepSize, with(sgld(1e-60, 1.0))),
        // What c_n makes of the noise is c_n's to answer for.
        (Error::LikelihoodScale, rsgld_at(0.1, 5e-324, NoiseScale::Langevin)),
        (Error::LikelihoodScale, rsgld_at(0.1, 1e308, NoiseScale::Langevin)),
        (Error::Tuner, hmc(0.1, 3, |mh| mh.tune_beta = true)),
        // A kick that only the jitter makes too large.
        (Error::Kick, hmc(1e20, 3, |mh| mh.likelihood_scale = 2.8e18)),
        // Half of a kick is no number, and a whole one none.
        (Error::Kick, hmc(0.1, 3, |mh| mh.likelihood_scale = 1e-44)),
        (Error::Kick, hmc(1e20, 3, |mh| mh.likelihood_scale = 3.5e18)),
        (Error::EstimatorKind, ChainSettings { estimator: Estimator::Saga, ..hmc(0.1, 3, |_| {}) }),
        // A proposal has no place for these, whatever they lack besides.
        (
            Error::EstimatorKind,
            ChainSettings {
                estimator: Estimator::Practical { anchor_len: 0, interval: 0, averaged: false },
                ..walk(|_| {})
            },
        ),
        (Error::Temperature, with(sgld(1e38, 1e39))),
        // 0.1 * 20 = 2, where the prior's part of a step only changes the sign of theta.
        (Error::Unstable, ChainSettings { prior: Prior::gaussian(0.0, 20.0), ..good() }),
    ];
    for len in [0, DATA_LEN + 1, u32::MAX] {
        for batch in [
            BatchSettings::WithoutReplacement(len),
            BatchSettings::WithReplacement(len),
            BatchSettings::Epochs(len),
        ] {
            all.push((Error::BatchLen, ChainSettings { batch, ..good() }));
        }
    }
    for batch in [BatchSettings::WithReplacement(8), BatchSettings::Epochs(8), BatchSettings::Caller] {
        all.push((Error::BatchKind, ChainSettings { batch, ..walk(|_| {}) }));
    }
    for bad in BAD {
        all.extend([
            (Error::StepSize, with(sgld(bad, 1.0))),
            (Error::StepSize, at_steps(Schedule::polynomial(bad, 1.0, 0.6))),
            (Error::StepSize, with(metropolis(Proposal::random_walk(bad), 1.0, |_| {}))),
            (Error::StepSize, hmc(bad, 3, |_| {})),
            (Error::NoiseScale, rsgld(1.5, NoiseScale::Custom(bad), |_| {})),
            (
                Error::BetaMax,
                rsgld(1.5, NoiseScale::Langevin, |mh| (mh.tune_beta, mh.beta_max) = (true, bad)),
            ),
            (Error::TargetAcceptance, walk(|mh| mh.target_acceptance = Some(bad))),
        ]);
        if bad != 0.0 {
            all.push((Error::Temperature, with(sgld(0.1, bad))));
        }
    }
    all.extend(parts::refused());
    all.extend(ranges::all_refused());
    all.push((Error::TargetAcceptance, walk(|mh| mh.target_acceptance = Some(1.0))));
    all
}
