//! No sentence has an unknown number in it: what is not known is left out. `watch` asks that of every run; these are runs
//! of which a sentence once said NaN.

use super::super::support::{GaussianData, Normal, begin, metropolis, ruled, sgld};
use super::{finds, text, watch};
use sgmcmc::mh::{Density, NoiseScale, Proposal};
use sgmcmc::rule::{Lattice, NoiseCompensation, Rule, Sghmc};
use sgmcmc::schedule::Schedule;
use sgmcmc::{BatchSettings, ChainSettings, Health, HealthFinding, HealthSettings, RuleSettings, Sampler};

const UNIT: Normal = Normal { variance: 1.0 };

fn all(sampler: Sampler<'_>) -> ChainSettings<'_> {
    ChainSettings::new(1, BatchSettings::All, sampler)
}

/// No velocity; and one whose heat says nothing of θ.
#[test]
fn cold_chains_have_one_number_or_the_other() {
    // Ten times n²/m (n - m)/(n - 1).
    let covariance = [90_090.0];
    let compensation = NoiseCompensation::Dense(Some(&covariance));
    let sampler = RuleSettings { compensation, ..RuleSettings::new(Rule::SGLD, Schedule::constant(1e-5)) };
    let batch = BatchSettings::WithoutReplacement(100);
    let settings = ChainSettings { burn_in: 1000, ..ChainSettings::new(1000, batch, Sampler::Rule(sampler)) };
    let seen = watch::<f64>(&settings, &[0.0], &mut GaussianData::normal(1000, 1), 200_000, 10);
    finds(&seen.report, &[HealthFinding::TooCold]);
    assert!(text(&seen.report).starts_with("The chain is too cold: variances are off by -"));
    let redrawn = Sghmc { friction: 0.3, noise_estimate: 0.2, redraw_interval: 1, ..Sghmc::default() };
    let seen =
        watch::<f64>(&all(ruled(Rule::Sghmc(redrawn), 0.05, 1.0)), &[0.0; 20], &mut { UNIT }, 60_000, 10);
    finds(&seen.report, &[HealthFinding::TooCold]);
    assert!(text(&seen.report).starts_with("The chain is too cold; its kinetic temperature is "));
}

#[test]
fn shifts_of_few_looks_and_rates_of_no_steps_are_left_out() {
    let lattice = all(ruled(Rule::Lattice(Lattice::default()), 2.0, 1.0));
    let seen = watch::<f64>(&lattice, &[0.1; 5], &mut { UNIT }, 2000, 100);
    finds(&seen.report, &[HealthFinding::LatticeCut]);
    // Forward proposals alone.
    let follows = Proposal::sgld(0.5, NoiseScale::Custom(0.05));
    let settings = all(metropolis(follows, 1.0, |_| {}));
    let seen = watch::<f64>(&settings, &[0.5; 5], &mut { UNIT }, 20_000, 10);
    assert!(text(&seen.report).contains("forward ones are accepted at "), "{}", text(&seen.report));
    assert!(!text(&seen.report).contains("backward"), "{}", text(&seen.report));
    // β has met its cap before somebody looks.
    let (noise, density) = (NoiseScale::Langevin, Density::Normalized);
    let rsgld = Proposal::rsgld(1.2, noise, 1.0, density);
    let tuned = metropolis(rsgld, 1.0, |mh| {
        (mh.tune_beta, mh.beta_max, mh.tune_interval) = (true, 1.5, 100);
    });
    let settings = all(tuned);
    let mut chain = begin::<f64>(&settings, &[0.1; 20]);
    let mut health = Health::new(&HealthSettings::default()).expect("defaults");
    chain.run(20_000, &mut { UNIT }, None).expect("good steps");
    chain.run_with_health(1, &mut { UNIT }, None, 1, &mut health).expect("a good step");
    let report = health.report(chain.state(), None, None).expect("its chain");
    finds(&report, &[HealthFinding::BetaCapped]);
    assert!(text(&report).ends_with("its cap at 1.5; take a smaller step size.\n"), "{}", text(&report));
}

/// What agrees as well as so few draws can is not said to disagree.
#[test]
fn few_draws_tell_no_disagreement() {
    for (steps, r_hat) in [(300, 1.02), (10, 1.02), (0, 1.02), (300, 3.0)] {
        let settings = all(sgld(0.2, 1.0));
        let mut chain = begin::<f64>(&settings, &[0.0]);
        let mut health = Health::new(&HealthSettings::default()).expect("defaults");
        chain.run_with_health(steps, &mut { UNIT }, None, 10, &mut health).expect("good steps");
        let report = health.report(chain.state(), None, Some(r_hat)).expect("its chain");
        finds(&report, &[HealthFinding::ChainsDisagree]);
        let text = text(&report);
        assert!(!text.contains("NaN") && text.contains("disagree") == (r_hat > 2.0), "{text}");
    }
}
