//! Ten runs, each with a sickness of its own, which the report names; and what a pilot adds.

use super::super::support::{Answer, Fault, Faulty, GaussianData, Normal, begin, metropolis, ruled, sgld};
use super::{finds, watch};
use sgmcmc::mh::{Density, NoiseScale, Proposal};
use sgmcmc::rule::{Lattice, Rule, Sghmc, Sgnht};
use sgmcmc::{
    Batch, BatchSettings, ChainSettings, Clipping, Error, Estimator, Health, HealthFinding, HealthSettings,
    Model, Moments, Real, Sampler, StepError,
};

const SUBSET: BatchSettings = BatchSettings::WithoutReplacement(10);

fn all(sampler: Sampler<'static>) -> ChainSettings<'static> {
    ChainSettings { burn_in: 200, ..ChainSettings::new(1, BatchSettings::All, sampler) }
}

fn batches(sampler: Sampler<'static>) -> ChainSettings<'static> {
    ChainSettings { burn_in: 2000, ..ChainSettings::new(1000, SUBSET, sampler) }
}

/// x_i ~ N(θ, 1): a curvature of 1000, and noise of variance 1e5.
fn data() -> GaussianData {
    GaussianData::normal(1000, 5)
}

const UNIT: Normal = Normal { variance: 1.0 };

/// var θ = τ / (1 - η/2): heat 0.82 at η = 0.9.
fn step_too_large<R: Real>() {
    for sampler in [sgld(0.9, 1.0), ruled(Rule::Sghmc(Sghmc::default()), 1.0, 1.0)] {
        let seen = watch::<R>(&all(sampler), &[0.1; 5], &mut { UNIT }, 20_000, 2);
        finds(&seen.report, &[HealthFinding::StepTooLarge]);
        finds(&seen.piloted, &[HealthFinding::StepTooLarge]);
    }
    let walk = metropolis(Proposal::random_walk(2.0), 1.0, |_| {});
    let seen = watch::<R>(&all(walk), &[0.1; 5], &mut { UNIT }, 20_000, 2);
    finds(&seen.report, &[HealthFinding::AcceptanceLow]);
}

both!(step_too_large);

#[test]
fn step_too_small() {
    let seen = watch::<f64>(&all(sgld(1e-5, 1.0)), &[0.1; 5], &mut { UNIT }, 20_000, 5);
    finds(&seen.report, &[HealthFinding::StepTooSmall]);
    finds(&seen.piloted, &[HealthFinding::StepTooSmall]);
    let walk = metropolis(Proposal::random_walk(1e-3), 1.0, |_| {});
    let seen = watch::<f64>(&all(walk), &[0.1; 5], &mut { UNIT }, 20_000, 5);
    finds(&seen.report, &[HealthFinding::StepTooSmall]);
    // A pilot knows it of a rule whose heat is not.
    let seen = watch::<f64>(
        &all(ruled(Rule::Sghmc(Sghmc::default()), 1e-7, 1.0)),
        &[0.1; 5],
        &mut { UNIT },
        20_000,
        5,
    );
    finds(&seen.report, &[HealthFinding::Stuck]);
    finds(&seen.piloted, &[HealthFinding::StepTooSmall]);
}

/// ην²/(2τ) = 1 where ηλ/2 = 0.01: the heat is 1.02.
fn gradient_noise<R: Real>() {
    let seen = watch::<R>(&batches(sgld(2e-5, 1.0)), &[0.0; 5], &mut data(), 40_000, 4);
    finds(&seen.report, &[HealthFinding::TooHot]);
    finds(&seen.piloted, &[HealthFinding::GradientNoise]);
    assert!((seen.report.heat - 1.02).abs() < 0.1, "{}", seen.report.heat);
    assert!((seen.piloted.gradient_noise_ratio - 1.0).abs() < 0.3);
    let seen = watch::<R>(
        &batches(ruled(Rule::Sghmc(Sghmc::default()), 2e-6, 1.0)),
        &[0.0; 5],
        &mut data(),
        40_000,
        4,
    );
    finds(&seen.report, &[HealthFinding::TooHot]);
    finds(&seen.piloted, &[HealthFinding::GradientNoise]);
}

both!(gradient_noise);

#[test]
fn a_scale_too_large() {
    let walk = Proposal::random_walk(0.03);
    let settings = batches(metropolis(walk, 1000.0, |_| {}));
    let seen = watch::<f64>(&settings, &[0.0; 5], &mut data(), 20_000, 10);
    finds(&seen.report, &[HealthFinding::Frozen]);
    finds(&seen.piloted, &[HealthFinding::ScaleTooLarge]);
    // HMC accepts its batches by themselves.
    let hmc = Proposal::hmc(0.02, 5);
    let settings = batches(metropolis(hmc, 1000.0, |_| {}));
    let seen = watch::<f64>(&settings, &[0.0; 5], &mut data(), 20_000, 10);
    finds(&seen.report, &[HealthFinding::ScaleTooLarge]);
    assert!(seen.report.batch_acceptance < 0.1 && seen.report.acceptance > 0.5);
}

#[test]
fn a_frozen_walk() {
    let walk = metropolis(Proposal::random_walk(100.0), 1.0, |_| {});
    let seen = watch::<f64>(&all(walk), &[0.1; 5], &mut { UNIT }, 20_000, 10);
    finds(&seen.report, &[HealthFinding::Frozen]);
    finds(&seen.piloted, &[HealthFinding::Frozen]);
}

#[test]
fn clipped_every_step() {
    let settings = ChainSettings { clipping: Clipping::Norm(1e-3), ..all(sgld(0.05, 1.0)) };
    let seen = watch::<f64>(&settings, &[0.1; 5], &mut { UNIT }, 20_000, 10);
    assert!(seen.report.has(HealthFinding::Clipped) && seen.report.clipped_share > 0.99);
    let settings = ChainSettings { clipping: Clipping::Norm(0.5), ..all(sgld(0.05, 1.0)) };
    let seen = watch::<f64>(&settings, &[0.1; 5], &mut { UNIT }, 100_000, 10);
    finds(&seen.report, &[HealthFinding::Clipped]);
    // The lattice walk cuts what is longer than a lattice step.
    let lattice = ruled(Rule::Lattice(Lattice::default()), 1.5, 1.0);
    let seen = watch::<f64>(&all(lattice), &[0.1; 5], &mut { UNIT }, 20_000, 10);
    finds(&seen.report, &[HealthFinding::LatticeCut]);
}

/// α + ην²/(2τ) = 1.1, where Euler's thermostat holds no temperature from ½ on.
#[test]
fn a_diverging_thermostat() {
    let settings = batches(ruled(Rule::Sgnht(Sgnht::default()), 2e-5, 1.0));
    let seen = watch::<f64>(&settings, &[0.0; 5], &mut data(), 400_000, 10);
    println!("{:#?} {:?}", seen.report, seen.done);
    assert!(seen.report.has(HealthFinding::ThermostatDiverges));
}

#[test]
fn a_capped_beta() {
    let (noise, density) = (NoiseScale::Langevin, Density::Normalized);
    let rsgld = Proposal::rsgld(1.2, noise, 1.0, density);
    let tuned = metropolis(rsgld, 1.0, |mh| {
        (mh.tune_beta, mh.beta_max, mh.tune_interval) = (true, 1.5, 100);
    });
    let seen = watch::<f64>(&all(tuned), &[0.1; 20], &mut { UNIT }, 20_000, 10);
    println!("{:#?}", seen.report);
    assert!(seen.report.has(HealthFinding::BetaCapped));
}

/// ½ N(-a, 1) + ½ N(a, 1) in the first coordinate, N(0, 1) in the others.
struct TwoModes(f64);

impl<R: Real> Model<R> for TwoModes {
    fn log_likelihood(&mut self, theta: &[R], _: Batch<'_>, gradient: Option<&mut [R]>) -> Answer {
        let (x, a) = (theta[0].to_f64(), self.0);
        let tilt = libm::tanh(a * x);
        if let Some(gradient) = gradient {
            gradient.iter_mut().zip(theta).for_each(|(g, x)| *g = R::from_f64(-x.to_f64()));
            gradient[0] = R::from_f64(a * tilt - x);
        }
        let others: f64 = theta.iter().skip(1).map(|x| 0.5 * x.to_f64() * x.to_f64()).sum();
        Ok(libm::log(libm::cosh(a * x)) - 0.5 * x * x - others)
    }
}

#[test]
fn a_stuck_mode() {
    // It changes sides a few times.
    let seen = watch::<f64>(&all(sgld(0.05, 1.0)), &[3.0, 0.0], &mut TwoModes(3.0), 50_000, 5);
    println!("{:?}", seen.theta);
    finds(&seen.report, &[HealthFinding::Stuck]);
    // What no chain sees several do.
    let (mut means, mut variances, mut states) = (Vec::new(), Vec::new(), Vec::new());
    for start in [6.0, -6.0, 6.0, 6.0] {
        let settings = ChainSettings { moments: Moments::Plain, ..all(sgld(0.05, 1.0)) };
        let mut chain = begin::<f64>(&settings, &[start, 0.0]);
        let mut health = Health::new(&HealthSettings::default()).expect("defaults");
        chain.run_with_health(20_000, &mut TwoModes(6.0), None, 5, &mut health).expect("good steps");
        let (mut mean, mut variance) = ([0.0; 2], [0.0; 2]);
        chain.moments(sgmcmc::MomentsOf::Plain, &mut mean, &mut variance).expect("moments");
        means.push(mean[0]);
        variances.push(variance[0]);
        states.push((health, chain.into_parts().0));
    }
    let apart = sgmcmc::r_hat(&means, &variances, 19_800).expect("as many");
    let good = sgmcmc::r_hat(&[means[0], means[2], means[3]], &[1.0; 3], 19_800).expect("as many");
    for (health, state) in &states {
        finds(&health.report(state, None, None).expect("its chain"), &[]);
        finds(&health.report(state, None, Some(good)).expect("its chain"), &[]);
        finds(&health.report(state, None, Some(apart)).expect("its chain"), &[HealthFinding::ChainsDisagree]);
    }
}

#[test]
fn gradients_of_nan() {
    for sampler in [sgld(1e-3, 1.0), ruled(Rule::Sghmc(Sghmc::default()), 1e-3, 1.0)] {
        let mut model = Faulty::new(GaussianData::spread(20, 5));
        model.armed = Some((500, Fault::Gradient(3, f64::NAN)));
        let settings = ChainSettings::new(20, BatchSettings::WithoutReplacement(6), sampler);
        let seen = watch::<f64>(&settings, &[0.3; 5], &mut model, 1000, 3);
        assert_eq!(seen.done, Err(StepError::Refused(Error::GradientNotFinite)));
        assert!(seen.report.has(HealthFinding::NotFinite));
        assert_eq!((seen.report.refused_count, seen.report.refused_status), (1, 201));
    }
    let mut model = Faulty::new(GaussianData::spread(20, 5));
    model.armed = Some((500, Fault::Impossible));
    let seen = watch::<f64>(&ChainSettings::new(20, SUBSET, sgld(1e-3, 1.0)), &[0.3; 5], &mut model, 1000, 3);
    assert!(seen.report.has(HealthFinding::Refused) && !seen.report.has(HealthFinding::NotFinite));
}

/// A step beyond the limit of stability; a drift that outweighs the noise; noise taken off that is none.
#[test]
fn other_sicknesses() {
    let seen = watch::<f64>(&all(sgld(3.0, 1.0)), &[0.1; 5], &mut { UNIT }, 2000, 2);
    assert!(seen.report.has(HealthFinding::StepTooLarge), "{:#?}", seen.report);
    // -θ²/2 overflows before θ does.
    assert!(seen.report.has(HealthFinding::Refused));
    let noise = NoiseScale::Custom(0.05);
    let follows = metropolis(Proposal::sgld(0.5, noise), 1.0, |_| {});
    let seen = watch::<f64>(&all(follows), &[0.5; 5], &mut { UNIT }, 20_000, 10);
    assert!(seen.report.has(HealthFinding::DriftDominates), "{:#?}", seen.report);
    let cold = ruled(Rule::Sghmc(Sghmc { noise_estimate: 0.03, ..Sghmc::default() }), 0.05, 1.0);
    let seen = watch::<f64>(&all(cold), &[0.1; 5], &mut { UNIT }, 100_000, 10);
    finds(&seen.report, &[HealthFinding::TooCold]);
}

/// ℓ_i = -½ θ² + cos(3θ + φ_i), whose gradients far away know nothing of those here.
struct Waves;

impl Model<f64> for Waves {
    fn log_likelihood(&mut self, theta: &[f64], batch: Batch<'_>, gradient: Option<&mut [f64]>) -> Answer {
        let all: Vec<u32> = (0..1000).collect();
        let indices = if let Batch::Indices(indices) = batch { indices } else { &all };
        let (x, share) = (theta[0], 1.0 / indices.len() as f64);
        let angle = |i: &u32| 3.0 * x + 2.3 * f64::from(*i);
        if let Some(gradient) = gradient {
            gradient[0] = -x - 3.0 * share * indices.iter().map(|i| libm::sin(angle(i))).sum::<f64>();
        }
        Ok(-0.5 * x * x + share * indices.iter().map(|i| libm::cos(angle(i))).sum::<f64>())
    }
}

#[test]
fn an_anchor_that_is_worth_nothing() {
    for (centre, worthless) in [(10.0, true), (0.0, false)] {
        let centre = [centre];
        let estimator = Estimator::FixedCentre { centre: Some(&centre) };
        let settings = ChainSettings { estimator, ..batches(sgld(1e-5, 1.0)) };
        let seen = watch::<f64>(&settings, &[0.0], &mut Waves, 10, 10);
        println!("an anchor at {centre:?} is worth {}", seen.piloted.anchor_worth);
        assert_eq!(seen.piloted.has(HealthFinding::AnchorWorthless), worthless);
        assert!(!seen.report.has(HealthFinding::AnchorWorthless));
    }
}
