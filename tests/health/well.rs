//! Runs of which nothing is said, with and without a pilot.

use super::super::support::{GaussianData, Logistic, Normal, metropolis, ruled, sgld};
use super::{finds, watch};
use sgmcmc::mh::{Density, NoiseScale, Proposal};
use sgmcmc::rule::{Aboba, AdamOptimizer, Baoab, Lattice, Rule, Sghmc, Sgnht};
use sgmcmc::{BatchSettings, ChainSettings, Estimator, Real};

const UNIT: Normal = Normal { variance: 1.0 };

#[track_caller]
fn is_well<R: Real>(settings: ChainSettings<'_>, dim: usize, model: &mut impl sgmcmc::Model<R>) {
    let settings = ChainSettings { burn_in: 2000, ..settings };
    let seen = watch::<R>(&settings, &vec![0.1; dim], model, 100_000, 10);
    assert_eq!(seen.done, Ok(()));
    finds(&seen.report, &[]);
    finds(&seen.piloted, &[]);
}

/// Five samplers on all data.
fn runs_on_all_data<R: Real>() {
    let (noise, density) = (NoiseScale::Langevin, Density::Normalized);
    for sampler in [
        sgld(0.05, 1.0),
        sgld(0.05, 3.0),
        ruled(Rule::Sghmc(Sghmc::default()), 0.05, 1.0),
        ruled(Rule::Sghmc(Sghmc { redraw_interval: 7, friction: 0.3, ..Sghmc::default() }), 0.05, 1.0),
        ruled(Rule::Aboba(Aboba::default()), 0.05, 1.0),
        ruled(Rule::Baoab(Baoab { friction: 0.5, ..Baoab::default() }), 0.3, 1.0),
        ruled(Rule::Sgnht(Sgnht::default()), 0.05, 1.0),
        ruled(Rule::Lattice(Lattice::default()), 0.05, 1.0),
        ruled(Rule::psgld(), 0.02, 1.0),
        ruled(Rule::Adam(AdamOptimizer::default()), 0.02, 1.0),
        sgld(0.05, 0.0),
        metropolis(Proposal::random_walk(0.8), 1.0, |_| {}),
        metropolis(Proposal::sgld(0.5, noise), 1.0, |_| {}),
        metropolis(Proposal::rsgld(0.3, noise, 1.0, density), 1.0, |_| {}),
        metropolis(Proposal::hmc(0.5, 4), 1.0, |_| {}),
    ] {
        println!("{sampler:?}");
        is_well::<R>(ChainSettings::new(1, BatchSettings::All, sampler), 5, &mut { UNIT });
    }
}

both!(
    #[ignore = "takes seconds: -- --ignored"]
    runs_on_all_data
);

#[test]
#[ignore = "takes seconds: -- --ignored"]
fn runs_on_batches() {
    let subset = BatchSettings::WithoutReplacement(100);
    let of = |sampler| ChainSettings::new(1000, subset, sampler);
    // ην²/(2τ) is 0.01 η/2e-6: 0.045.
    is_well::<f64>(of(sgld(1e-5, 1.0)), 5, &mut GaussianData::normal(1000, 5));
    is_well::<f64>(
        of(ruled(Rule::Sgnht(Sgnht::default()), 1e-5, 1.0)),
        5,
        &mut GaussianData::normal(1000, 5),
    );
    let walk = metropolis(Proposal::random_walk(0.2), 8.0, |mh| mh.target_acceptance = Some(0.234));
    is_well::<f64>(of(walk), 5, &mut GaussianData::normal(1000, 5));
    for estimator in [
        Estimator::FixedCentre { centre: None },
        Estimator::Svrg { interval: 50, averaged: false },
        Estimator::Saga,
    ] {
        let settings = ChainSettings { estimator, ..of(ruled(Rule::Sghmc(Sghmc::default()), 1e-5, 1.0)) };
        is_well::<f64>(settings, 5, &mut GaussianData::normal(1000, 5));
        let settings = ChainSettings { estimator, ..of(sgld(1e-4, 1.0)) };
        is_well::<f64>(settings, 2, &mut Logistic::spread(1000, 2));
    }
}
