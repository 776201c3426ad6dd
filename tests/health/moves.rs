//! Temperatures by the moves of θ at steps that are not small, after a start far from the mode, and far from 0.

use super::super::support::{GaussianData, Level, Normal, ruled, sgld};
use super::{finds, watch};
use sgmcmc::rule::{Aboba, Baoab, Lattice, NoiseCompensation, Rule, Sghmc};
use sgmcmc::schedule::Schedule;
use sgmcmc::{BatchSettings, ChainSettings, HealthFinding, HealthReport, RuleSettings, Sampler};

const UNIT: Normal = Normal { variance: 1.0 };

fn rules(friction: f64) -> [Rule<'static>; 2] {
    [Rule::Aboba(Aboba { friction, ..Aboba::default() }), Rule::Baoab(Baoab { friction, ..Baoab::default() })]
}

fn settings(rule: Rule<'static>, step_size: f64) -> ChainSettings<'static> {
    let sampler = ruled(rule, step_size, 1.0);
    ChainSettings { burn_in: 2000, ..ChainSettings::new(1, BatchSettings::All, sampler) }
}

/// The variance of θ is right for every η below 4 with an exact gradient, but for (α/2)/sinh(α/2).
#[test]
#[ignore = "takes seconds: -- --ignored"]
fn a_large_step_that_is_right_is_well() {
    for friction in [0.1, 0.5, 1.0] {
        for rule in rules(friction) {
            for step_size in [0.01, 1.0, 2.0] {
                let seen = watch::<f64>(&settings(rule, step_size), &[0.1; 5], &mut { UNIT }, 100_000, 10);
                finds(&seen.report, &[]);
                let HealthReport { kinetic_temperature, kinetic_low, kinetic_high, .. } = seen.report;
                assert!(
                    (kinetic_low..kinetic_high).contains(&kinetic_temperature),
                    "{rule:?} at {step_size}"
                );
            }
        }
    }
}

/// ην²/(2τ), with ν² the mean over coordinates of n²/m (n - m)/(n - 1) times the data's variance, is `share`.
fn noisy(model: &GaussianData, share: f64) -> (f64, f64) {
    let spread = |j: usize| {
        let mean = model.mean(j);
        model.x.chunks(model.dim).map(|row| (row[j] - mean) * (row[j] - mean)).sum::<f64>() / 1000.0
    };
    let dim = model.dim;
    let variance = 1e6 / 10.0 * (990.0 / 999.0) * (0..dim).map(spread).sum::<f64>() / dim as f64;
    (2.0 * share / variance, variance)
}

/// At a friction of 1 BAOAB's velocity is new noise in every step, and knows nothing of the gradient's.
#[test]
#[ignore = "takes seconds: -- --ignored"]
fn noise_is_seen_at_any_friction() {
    let mut model = GaussianData::normal(1000, 20);
    for friction in [0.1, 0.5, 1.0] {
        let (step_size, variance) = noisy(&model, 0.5 * friction);
        for rule in rules(friction) {
            let batch = BatchSettings::WithoutReplacement(10);
            let sampler = settings(rule, step_size).sampler;
            let settings = ChainSettings { burn_in: 2000, ..ChainSettings::new(1000, batch, sampler) };
            let seen = watch::<f64>(&settings, &[0.0; 20], &mut model, 100_000, 10);
            finds(&seen.report, &[HealthFinding::TooHot]);
            finds(&seen.piloted, &[HealthFinding::GradientNoise]);
            // ν² and the step's own bias, as `PilotReport` has them.
            let heat = step_size * variance / (2.0 * friction);
            let exact = match rule {
                Rule::Aboba(_) => heat,
                _ => heat * (1.0 - 0.5 * friction) / (1.0 - 250.0 * step_size),
            };
            // The band is of a temperature of 1; this one is as much higher as it is hotter.
            let room = (1.0 + exact) * (seen.report.kinetic_high - 1.0);
            assert!((seen.report.heat - exact).abs() < room, "{rule:?}: {} is not {exact}", seen.report.heat);
        }
    }
}

/// What is taken off a rule's noise makes it neither cold nor, where the step is too large, noisy.
#[test]
#[ignore = "takes seconds: -- --ignored"]
fn compensated_chains_are_well() {
    let mut model = GaussianData::normal(1000, 5);
    for friction in [0.1, 0.5, 1.0] {
        let (step_size, _) = noisy(&model, 0.3 * friction);
        for rule in rules(friction).into_iter().chain([Rule::SGLD]) {
            let step_size = if rule == Rule::SGLD { step_size / friction } else { step_size };
            let compensation = NoiseCompensation::Dense(None);
            let rule =
                RuleSettings { compensation, ..RuleSettings::new(rule, Schedule::constant(step_size)) };
            let batch = BatchSettings::WithoutReplacement(10);
            let settings = ChainSettings::new(1000, batch, Sampler::Rule(rule));
            let settings = ChainSettings { burn_in: 8000, ..settings };
            let seen = watch::<f64>(&settings, &[0.0; 5], &mut model, 100_000, 10);
            finds(&seen.report, &[]);
            finds(&seen.piloted, &[]);
        }
    }
    // ηλ/2 = 0.15, of which the noise that is taken off, ην²/(2τ) = 0.3, has no part.
    let batch = BatchSettings::WithoutReplacement(500);
    let rule = RuleSettings {
        compensation: NoiseCompensation::Dense(None),
        ..RuleSettings::new(Rule::SGLD, Schedule::constant(3e-4))
    };
    let settings = ChainSettings { burn_in: 8000, ..ChainSettings::new(1000, batch, Sampler::Rule(rule)) };
    let seen = watch::<f64>(&settings, &[0.0; 5], &mut model, 100_000, 10);
    finds(&seen.piloted, &[HealthFinding::StepTooLarge]);
    assert!(seen.piloted.gradient_noise_ratio > 0.1);
}

/// Without a burn-in the way to the mode is no heat for ever.
///
/// SGLD's is ηλ/2 / (1 - ηλ/2), from the squares of θ over the last 3000 of its looks at least, 15 000 steps, which are
/// correlated over 1/(ηλ) = 20 of them: a standard error of sqrt(2/3750) of it for five coordinates, of which 5 are
/// allowed. BAOAB has none, within its report's own band.
#[test]
fn a_start_far_from_the_mode_is_forgotten() {
    let of_step = 0.025 / (1.0 - 0.025);
    for (sampler, heat) in [(sgld(0.05, 1.0), of_step), (settings(rules(0.1)[1], 0.05).sampler, 0.0)] {
        let settings = ChainSettings::new(1, BatchSettings::All, sampler);
        let seen = watch::<f64>(&settings, &[1e6; 5], &mut { UNIT }, 20_000, 5);
        finds(&seen.report, &[]);
        let room =
            if heat > 0.0 { 5.0 * heat * (2.0 / 3750.0_f64).sqrt() } else { seen.report.kinetic_high - 1.0 };
        assert!((seen.report.heat - heat).abs() < room, "{}", seen.report.heat);
    }
}

/// The mean of a preconditioner that moves is in the noise that steps have, and counts in what gradients bring besides.
#[test]
fn a_moving_metric_counts_in_the_noise() {
    let mut model = GaussianData::normal(1000, 5);
    let batch = BatchSettings::WithoutReplacement(10);
    let sampler = settings(Rule::psgld(), 1e-6).sampler;
    let settings = ChainSettings { burn_in: 2000, ..ChainSettings::new(1000, batch, sampler) };
    let report = watch::<f64>(&settings, &[0.0; 5], &mut model, 100_000, 10).piloted;
    println!("{report:#?}");
    // ηPν²/(2τ) with P = n/ν. From 5700 looks at five coordinates; P has seen its own gradient with a weight of 1 - β,
    // 0.01, which takes 0.02 off, and ηPλ/2 adds λ/ν², 0.01.
    let variance = noisy(&model, 1.0).1;
    let exact = 0.5e-6 * 1000.0 * variance.sqrt();
    let room = 0.02 + 4.0 * (2.0 / 28_500.0_f64).sqrt();
    assert!((report.heat / exact - 1.0).abs() < room, "{} is not {exact}", report.heat);
    // By 256 pairs of batches, and the largest of five coordinates.
    let room = 4.0 * (2.0 / 256.0_f64).sqrt();
    assert!((report.gradient_noise_ratio / exact - 1.0).abs() < room, "{}", report.gradient_noise_ratio);
}

/// A million posterior deviations from 0 `f32` has no number between θ and where a step goes; `f64` has.
#[test]
#[ignore = "takes seconds: -- --ignored"]
fn a_theta_too_large_for_its_steps_is_named() {
    let mut model = GaussianData::normal(1000, 5);
    model.x.iter_mut().for_each(|x| *x += 1e6);
    let batch = BatchSettings::WithoutReplacement(100);
    let rules = [Rule::SGLD, Rule::Lattice(Lattice::default()), rules(0.1)[1]];
    for (rule, step_size) in rules.into_iter().zip([1e-5, 1e-5, 1e-6]) {
        let sampler = settings(rule, step_size).sampler;
        let settings = ChainSettings { burn_in: 2000, ..ChainSettings::new(1000, batch, sampler) };
        let start = [1e6; 5];
        let coarse = watch::<f32>(&settings, &start, &mut model, 20_000, 10);
        finds(&coarse.report, &[HealthFinding::RoundingDrowns]);
        finds(&coarse.piloted, &[HealthFinding::RoundingDrowns]);
        finds(&watch::<f64>(&settings, &start, &mut model, 100_000, 10).report, &[]);
    }
}

/// A velocity remembers the rounding of 1/α steps, of moves that are ητ/(1 - α/2) long; θ² is 1 on average.
#[test]
fn rounding_is_remembered_for_one_over_the_friction() {
    let rule = Rule::Sghmc(Sghmc::default());
    let report = watch::<f64>(&settings(rule, 0.01), &[0.0; 20], &mut { UNIT }, 22_000, 10).report;
    let exact = f64::EPSILON * f64::EPSILON / 12.0 / (0.01 / 0.95) * 0.1;
    assert!((report.rounding_share / exact - 1.0).abs() < 0.3, "{} of {exact}", report.rounding_share);
}

/// Steps that θ's rounding drowns, on a flat target: what holds θ where it is, is no target.
#[test]
fn what_rounding_drowns_does_not_run_away() {
    let settings = ChainSettings::new(1, BatchSettings::All, sgld(1.0, 1.0));
    let seen = watch::<f32>(&settings, &[3e8; 5], &mut { Level }, 20_000, 10);
    finds(&seen.report, &[HealthFinding::RoundingDrowns]);
}

/// What is taken off the noise leaves none that could heat: where a compensated chain is hot no pilot is needed to tell why.
#[test]
fn a_hot_compensated_chain_has_too_large_a_step() {
    let mut model = GaussianData::normal(1000, 1);
    let mean = model.mean(0);
    let variance = model.x.iter().map(|x| (x - mean) * (x - mean)).sum::<f64>() / 1000.0;
    // Batches of half the data, and ηq = 0.9.
    let covariance = [1e6 / 500.0 * (500.0 / 999.0) * variance];
    let compensation = NoiseCompensation::Dense(Some(&covariance));
    let rule = RuleSettings { compensation, ..RuleSettings::new(Rule::SGLD, Schedule::constant(9e-4)) };
    let batch = BatchSettings::WithoutReplacement(500);
    let settings = ChainSettings { burn_in: 2000, ..ChainSettings::new(1000, batch, Sampler::Rule(rule)) };
    finds(&watch::<f64>(&settings, &[0.0], &mut model, 40_000, 4).report, &[HealthFinding::StepTooLarge]);
}

/// One walk of 2000 steps whose share of clamped moves is 0.09 ± 0.02, which may be chance's: up to 0.0698 is tolerated.
#[test]
fn a_few_clamped_moves_more_are_chance() {
    let lattice = settings(Rule::Lattice(Lattice::default()), 0.7);
    let settings = ChainSettings { burn_in: 0, ..lattice };
    let report = watch::<f64>(&settings, &[0.1], &mut { UNIT }, 2000, 100).report;
    assert!(report.clamped_share > 0.075 && !report.has(HealthFinding::LatticeCut), "{report:?}");
}
