//! Numbers of a report against their formulas, by a look or a few each.

use super::super::support::{Matrix, memory, ruled};
use super::advice::{MODEL, Pair, of, text};
use super::lattice::Bowl;
use super::{look, near};
use sgmcmc::rule::{NoiseCompensation, Rule, Sgnht, Splitting};
use sgmcmc::schedule::Schedule;
use sgmcmc::{
    BatchSettings, Block, BlockList, ChainSettings, ChainState, Estimator, Finding, PilotReport,
    PilotSettings, RuleSettings, Sampler,
};

fn sampler(rule: Rule<'_>) -> Sampler<'_> {
    ruled(rule, 1e-6, 1.0)
}

fn seen(settings: &ChainSettings<'_>, theta: &[f64], model: &mut Pair) -> PilotReport {
    look::<f64>(&PilotSettings::default(), settings, theta, model).report
}

fn symmetric() -> Rule<'static> {
    Rule::Sgnht(Sgnht { splitting: Splitting::Symmetric, ..Sgnht::default() })
}

/// n/m is 2 and a bit: the short batch makes the mean variance of an epoch's 166 times a full one's.
const EPOCHS: BatchSettings = BatchSettings::Epochs(499);
const EXCESS: f64 = (2.0 + 499.0 / 2.0 * (998.0 / 501.0)) / 3.0;

/// |G| = 20; of 512 full batches' mean the standard deviation is 1.4.
#[test]
fn a_gradient_by_epochs_is_that_of_full_batches() {
    let settings = ChainSettings::new(1000, EPOCHS, sampler(Rule::SGLD));
    let report = seen(&settings, &[20.0], &mut Pair { spread: 1000.0, data_len: 1000 });
    assert!((report.gradient_norm - 20.0).abs() < 5.0, "{}", report.gradient_norm);
}

/// At the mode |G|² is what noise leaves in it, ν²/512, times χ²_1, less 1 of it and at least 0: 2φ(1) of it on average,
/// with a standard error of 1.3/20.
#[test]
fn what_noise_adds_to_a_gradient_is_taken_off() {
    let squares = (0..400).map(|seed| {
        let pilot = PilotSettings { seed, ..PilotSettings::default() };
        let report = look::<f64>(&pilot, &of(sampler(Rule::SGLD)), &[0.0], &mut { MODEL }).report;
        report.gradient_norm * report.gradient_norm / (report.noise_variance / 512.0)
    });
    let mean = squares.sum::<f64>() / 400.0;
    assert!((mean - 0.484).abs() < 5.0 * 1.3 / 20.0, "{mean}");
}

/// u²/(24 τδ) with u = 2^-52 θ.
#[test]
fn the_rounding_limit_is_its_formula() {
    let settings = ChainSettings::new(1000, BatchSettings::All, sampler(Rule::SGLD));
    let (report, unit) = (seen(&settings, &[4.0], &mut { MODEL }), 4.0 * f64::EPSILON);
    near("the limit", report.rounding_limit, unit * unit / (24.0 * 0.05), 1e-9);
}

/// A thermostat holds ητ = 0.2 at most, and four times that counts as unstable.
#[test]
fn four_times_what_a_thermostat_holds_is_unstable() {
    let rule = ruled(symmetric(), 1e-9, 1e6);
    let settings = ChainSettings::new(1000, BatchSettings::All, rule);
    near("the limit", seen(&settings, &[0.0], &mut { MODEL }).stability_limit, 0.8e-6, 1e-9);
}

/// What is frozen is no quiet direction of a thermostat's.
#[test]
fn a_frozen_parameter_is_not_the_least_noisy() {
    let blocks = [Block { frozen: true, ..Block::new(1, 1) }];
    let (alone, blocks) = (of(sampler(symmetric())), BlockList::Slice(&blocks));
    let beside = seen(&ChainSettings { blocks, ..alone }, &[0.0; 2], &mut { MODEL });
    near("the step", beside.step_size, seen(&alone, &[0.0], &mut { MODEL }).step_size, 0.5);
}

/// Three parameters have one number's noise: of each by itself C is the diagonal, and that is what is taken off.
#[test]
fn a_diagonal_compensation_has_the_limit_of_its_variances() {
    let covariance = [9.9; 3];
    let compensation = NoiseCompensation::Diagonal(Some(&covariance));
    let rule = RuleSettings { compensation, ..RuleSettings::new(Rule::SGLD, Schedule::constant(1e-6)) };
    let settings = of(Sampler::Rule(rule));
    let mut memory = memory::<f64>(&settings, 3);
    let chain = ChainState::new(&settings, &[0.0; 3], &mut memory).expect("in range");
    let limit = chain.compensation_limit(&mut memory).expect("a limit");
    near("the limit", seen(&settings, &[0.0; 3], &mut { MODEL }).stability_limit, limit, 0.5);
}

/// An anchor of n₁ data brings interval (m/n₁) (n - n₁)/(n - m) of a full batch's variance besides its variate, which has
/// none here.
#[test]
fn an_anchor_of_some_data_brings_its_own_noise() {
    let estimator = Estimator::Practical { anchor_len: 600, interval: 5, averaged: false };
    for (batch, excess) in [(EPOCHS, EXCESS), (BatchSettings::WithoutReplacement(499), 1.0)] {
        let settings = ChainSettings { estimator, ..ChainSettings::new(1000, batch, sampler(Rule::SGLD)) };
        let report = seen(&settings, &[0.0], &mut { MODEL });
        let share = 5.0 * (499.0 / 600.0) * (400.0 / 501.0);
        near("its own", report.own_variance, share * report.noise_direction / excess, 1e-9);
    }
}

/// By Euler's splitting γ/2 is off at the smallest steps, (1 - sqrt(1 - 2α))/2 = 0.0528, and by 0.0472 at the one that is
/// found: the sentence has the larger.
#[test]
fn what_a_rule_is_off_by_is_the_most() {
    let settings = ChainSettings::new(1, BatchSettings::All, sampler(Rule::Sgnht(Sgnht::default())));
    let mut model = Bowl { precision: Matrix::diagonal(&[100.0, 1.0]) };
    let report = look::<f64>(&PilotSettings::default(), &settings, &[0.0; 2], &mut model).report;
    assert!(report.has(Finding::RuleBiased), "{}", text(&report));
    near("at the step", report.inflation_at(report.step_size), 0.0472, 0.01);
    assert!(text(&report).contains(" variances are off by up to -0.0528 of "), "{}", text(&report));
}
