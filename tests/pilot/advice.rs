//! What follows from what a pilot measured: rules' inflations against exact laws, and findings.

use super::super::support::{Answer, Normal, begin, ruled, scheduled};
use super::{look, near};
use sgmcmc::rule::{
    Aboba, Baoab, Lattice, NoiseCompensation, Rule, Sghmc, Sgnht, Splitting, Thermostat, Velocity,
};
use sgmcmc::schedule::Schedule;
use sgmcmc::{
    Batch, BatchSettings, ChainSettings, Estimator, Finding, Model, PilotReport, PilotSettings, Real,
    RuleSettings, Sampler,
};

/// x_i = ±s in turn, ℓ_i = -½ (x_i - θ)²/n: a curvature of 1, and a noise of variance s²/m (n - m)/(n - 1).
pub(super) struct Pair {
    pub(super) spread: f64,
    pub(super) data_len: u32,
}

impl<R: Real> Model<R> for Pair {
    fn log_likelihood(&mut self, theta: &[R], batch: Batch<'_>, gradient: Option<&mut [R]>) -> Answer {
        let data_len = f64::from(self.data_len);
        let mean = match batch {
            Batch::All => 0.0,
            Batch::Indices(indices) => {
                let odd = indices.iter().filter(|i| **i % 2 == 1).count() as f64;
                self.spread * (1.0 - 2.0 * odd / indices.len() as f64)
            }
        };
        let mut value = 0.0;
        for (i, t) in theta.iter().enumerate() {
            let off = mean - t.to_f64();
            value += 0.5 * (mean * mean - self.spread * self.spread - off * off) / data_len;
            if let Some(gradient) = &gradient {
                assert_eq!(gradient[i].to_f64(), 0.0, "zeros");
            }
        }
        for (g, t) in gradient.into_iter().flatten().zip(theta) {
            *g = R::from_f64((mean - t.to_f64()) / data_len);
        }
        Ok(value)
    }
}

pub(super) const MODEL: Pair = Pair { spread: 10.0, data_len: 1000 };

pub(super) fn of(sampler: Sampler<'_>) -> ChainSettings<'_> {
    ChainSettings::new(1000, BatchSettings::WithoutReplacement(10), sampler)
}

fn with(rule: Rule<'_>, step_size: f64) -> ChainSettings<'_> {
    of(ruled(rule, step_size, 1.0))
}

pub(super) fn report(settings: &ChainSettings<'_>) -> PilotReport {
    look::<f64>(&PilotSettings::default(), settings, &[0.0], &mut { MODEL }).report
}

pub(super) fn text(report: &PilotReport) -> String {
    let mut text = String::new();
    report.write(&mut text).expect("a string");
    text
}

/// The stationary variance of θ for z' = A z + noise of covariance B, by iteration: z = (θ, v).
fn stationary(a: [[f64; 2]; 2], b: [[f64; 2]; 2]) -> f64 {
    let mut s = [[1.0, 0.0], [0.0, 0.0]];
    for _ in 0..200_000 {
        let mut next = b;
        for i in 0..2 {
            for j in 0..2 {
                for k in 0..2 {
                    for l in 0..2 {
                        next[i][j] += a[i][k] * s[k][l] * a[j][l];
                    }
                }
            }
        }
        s = next;
    }
    s[0][0]
}

/// A step of the rule on N(0, 1/q) for unit vectors of its inputs: θ, v, the gradient's noise, ξ.
fn exact(rule: &Rule<'_>, step: f64, noise: f64, curvature: f64) -> f64 {
    let (eta, tau) = (step, 1.0);
    let apply = |[theta, v, e, xi]: [f64; 4]| -> [f64; 2] {
        let gradient = |theta: f64| -curvature * theta + e;
        match rule {
            Rule::Langevin(_) => [theta + eta * gradient(theta) + (2.0 * eta * tau).sqrt() * xi, 0.0],
            Rule::Sghmc(it) => {
                let injected = (2.0 * eta * tau * (it.friction - it.noise_estimate)).sqrt();
                let v = (1.0 - it.friction) * v + eta * gradient(theta) + injected * xi;
                [theta + v, v]
            }
            Rule::Aboba(it) => {
                let keep = libm::exp(-0.5 * it.friction);
                let middle = theta + 0.5 * v;
                let v =
                    keep * (keep * v + eta * gradient(middle) + (2.0 * it.friction * eta * tau).sqrt() * xi);
                [middle + 0.5 * v, v]
            }
            Rule::Baoab(it) => {
                let keep = 1.0 - it.friction;
                let v = v + eta * gradient(theta);
                let middle = theta + 0.5 * v;
                let v = keep * v + (eta * tau * (1.0 - keep * keep)).sqrt() * xi;
                [middle + 0.5 * v, v]
            }
            _ => unreachable!(),
        }
    };
    let columns = [0, 1, 2, 3].map(|k| apply([0, 1, 2, 3].map(|i| f64::from(i == k))));
    let a = [0, 1].map(|i| [columns[0][i], columns[1][i]]);
    let b =
        [0, 1].map(|i| [0, 1].map(|j| noise * columns[2][i] * columns[2][j] + columns[3][i] * columns[3][j]));
    stationary(a, b) * curvature - 1.0
}

#[test]
fn inflations_are_exact_on_a_gaussian() {
    let rules = [
        Rule::SGLD,
        Rule::Sghmc(Sghmc::default()),
        Rule::Sghmc(Sghmc { friction: 0.6, noise_estimate: 0.2, ..Sghmc::default() }),
        Rule::Aboba(Aboba::default()),
        Rule::Aboba(Aboba { friction: 0.9, ..Aboba::default() }),
        Rule::Baoab(Baoab::default()),
        Rule::Baoab(Baoab { friction: 0.7, ..Baoab::default() }),
    ];
    for rule in rules {
        let found = report(&with(rule, 1e-3));
        let (noise, curvature) = (found.noise_direction, found.curvature);
        near("the curvature", curvature, 1.0, 1e-3);
        for step in [found.step_size, 1e-3, 0.05, 0.3] {
            let exact = exact(&rule, step, noise, curvature);
            let off = (found.inflation_at(step) - exact) / (1.0 + exact);
            assert!(off.abs() < 1e-3, "{rule:?} at {step}: {} is not {exact}", found.inflation_at(step));
        }
        assert_eq!(found.predicted_inflation, found.inflation_at(1e-3));
        assert_eq!(found.inflation_at(found.stability_limit), f64::INFINITY);
        near("δ", found.inflation_at(found.step_size), 0.05, 1e-9);
        // The variances do grow beyond the limit, and not below it.
        let grows = |share: f64| exact_grows(&rule, share * found.stability_limit, curvature);
        assert!(!grows(0.999) && grows(1.001), "{rule:?} is stable up to {}", found.stability_limit);
    }
}

/// Whether a step of the rule has an eigenvalue outside the circle, by its determinant and trace.
fn exact_grows(rule: &Rule<'_>, step: f64, curvature: f64) -> bool {
    let variance = exact(rule, step, 1.0, curvature);
    !(variance.is_finite() && variance.abs() < 1e9)
}

#[test]
#[ignore = "takes seconds: -- --ignored"]
fn inflations_of_thermostats_are_about_right() {
    const DIM: usize = 200;
    for (splitting, step_size) in
        [(Splitting::Euler, 0.02), (Splitting::Euler, 0.3), (Splitting::Symmetric, 0.3)]
    {
        let sgnht = Sgnht { splitting, velocity: Velocity::Drawn, ..Sgnht::default() };
        let rule = ruled(Rule::Sgnht(sgnht), step_size, 1.0);
        let settings = ChainSettings {
            burn_in: 5000,
            moments: sgmcmc::Moments::Plain,
            ..ChainSettings::new(1, BatchSettings::All, rule)
        };
        let (theta, mut model) = ([0.0; DIM], Normal { variance: 1.0 });
        let predicted = look::<f64>(&PilotSettings::default(), &settings, &theta, &mut model).report;
        let mut chain = begin::<f64>(&settings, &theta);
        chain.run(50_000, &mut model, None).expect("a good run");
        let [mut mean, mut variance] = [[0.0; DIM]; 2];
        chain.moments(sgmcmc::MomentsOf::Plain, &mut mean, &mut variance).expect("moments");
        let measured = variance.iter().sum::<f64>() / DIM as f64;
        near("a thermostat's variance", measured, 1.0 + predicted.predicted_inflation, 0.015);
    }
}

#[test]
fn the_two_limits_are_those_of_the_formulas() {
    let found = report(&with(Rule::SGLD, 1e-3));
    let delta = 0.05;
    near("by curvature", found.curvature_limit, 2.0 * delta / ((1.0 + delta) * found.curvature), 1e-12);
    near("by noise", found.noise_limit, 2.0 * delta / found.noise_direction, 1e-12);
    let ours = 1.0 / found.step_size;
    near("both", ours, 1.0 / found.curvature_limit + 1.0 / found.noise_limit, 1e-12);
    let found = report(&with(Rule::Sghmc(Sghmc::default()), 1e-3));
    near("by noise, with a velocity", found.noise_limit, 0.1 * 2.0 * delta / found.noise_direction, 1e-12);
    for delta in [1e-6, 1.0] {
        let pilot = PilotSettings { inflation: delta, ..PilotSettings::default() };
        let found = look::<f64>(&pilot, &with(Rule::SGLD, 1e-3), &[0.0], &mut { MODEL }).report;
        near("δ", found.inflation_at(found.step_size), delta, 1e-6);
    }
}

#[test]
fn what_binds_is_said() {
    let noisy = report(&with(Rule::SGLD, 1e-9));
    assert!(noisy.has(Finding::NoiseBinds) && !noisy.has(Finding::CurvatureBinds));
    assert!(noisy.has(Finding::ControlVariatePays) && noisy.has(Finding::CompensationPays));
    assert!(noisy.has(Finding::StepTooSmall) && !noisy.has(Finding::NoStepSize));
    let quiet = Pair { spread: 0.01, ..MODEL };
    let quiet = look::<f64>(&PilotSettings::default(), &with(Rule::SGLD, 0.5), &[0.0], &mut { quiet }).report;
    assert!(quiet.has(Finding::CurvatureBinds) && !quiet.has(Finding::NoiseBinds));
    assert!(!quiet.has(Finding::ControlVariatePays) && !quiet.has(Finding::CompensationPays));
    assert!(quiet.has(Finding::StepTooLarge) && !quiet.has(Finding::Unstable));
    let wild = report(&with(Rule::SGLD, 2.1));
    assert!(wild.has(Finding::Unstable) && !wild.has(Finding::StepTooLarge));
    let far =
        look::<f64>(&PilotSettings::default(), &with(Rule::SGLD, 0.01), &[100.0], &mut { quiet_pair() });
    assert!(far.report.has(Finding::FarFromMode) && !quiet.has(Finding::FarFromMode));
    near("the gradient", far.report.gradient_norm, 100.0, 1e-3);
}

fn quiet_pair() -> Pair {
    Pair { spread: 0.01, ..MODEL }
}

#[test]
fn a_healthy_chain_hears_what_limits_it_and_no_more() {
    let settings = ChainSettings { batch: BatchSettings::All, ..with(Rule::SGLD, 0.09) };
    let found = report(&settings);
    assert_eq!(found.findings, 1 << Finding::CurvatureBinds as u32, "{}", text(&found));
}

#[test]
fn no_step_size_can_do_it() {
    // Euler's thermostat has (1 + sqrt(1 - 2α))/2 of the variance at every step.
    let euler = report(&with(Rule::Sgnht(Sgnht { friction: 0.3, ..Sgnht::default() }), 1e-3));
    assert!(euler.has(Finding::NoStepSize) && euler.has(Finding::RuleBiased), "{}", text(&euler));
    let symmetric = Sgnht { splitting: Splitting::Symmetric, friction: 0.3, ..Sgnht::default() };
    assert!(!report(&with(Rule::Sgnht(symmetric), 1e-3)).has(Finding::NoStepSize));
    let slow = Sgnht { friction: 0.01, thermostat: Thermostat::PerCoordinate, ..Sgnht::default() };
    assert!(!report(&with(Rule::Sgnht(slow), 1e-3)).has(Finding::NoStepSize));
    // ABOBA has α/(2 sinh(α/2)) of it.
    let pilot = PilotSettings { inflation: 0.01, ..PilotSettings::default() };
    let coarse = Rule::Aboba(Aboba { friction: 1.0, ..Aboba::default() });
    let settings = ChainSettings { batch: BatchSettings::All, ..with(coarse, 1e-3) };
    let found = look::<f64>(&pilot, &settings, &[0.0], &mut { MODEL }).report;
    assert!(found.has(Finding::NoStepSize), "{}", text(&found));
    // In `f32` at a million standard deviations a step is lost in what θ is rounded to, in `f64` it is not.
    let far = [1e6];
    let mut steep = Pair { spread: 1000.0, data_len: 1000 };
    let rounded = look::<f32>(&PilotSettings::default(), &with(Rule::SGLD, 1e-3), &far, &mut steep).report;
    assert!(rounded.has(Finding::NoStepSize) && rounded.has(Finding::RoundingBinds), "{}", text(&rounded));
    assert!(!rounded.has(Finding::RuleBiased) && !euler.has(Finding::RoundingBinds));
    let exact = look::<f64>(&PilotSettings::default(), &with(Rule::SGLD, 1e-3), &far, &mut steep).report;
    assert!(!exact.has(Finding::NoStepSize), "{}", text(&exact));
    near("λ, by differences as wide as rounding wants", rounded.curvature, 1.0, 0.1);
}

#[test]
fn the_lattice_walk_is_not_cut() {
    for settings in [
        with(Rule::Lattice(Lattice::default()), 1e-3),
        ChainSettings { batch: BatchSettings::All, ..with(Rule::Lattice(Lattice::default()), 1e-3) },
    ] {
        let found = report(&settings);
        let Sampler::Rule(rule) = settings.sampler else { unreachable!() };
        let sampler = Sampler::Rule(RuleSettings { step_size: Schedule::constant(found.step_size), ..rule });
        let settings = ChainSettings { sampler, burn_in: 1000, moments: sgmcmc::Moments::Plain, ..settings };
        let mut chain = begin::<f64>(&settings, &[0.0]);
        chain.run(400_000, &mut { MODEL }, None).expect("a good run");
        let share = chain.statistics().clamped_count as f64 / 400_000.0;
        println!("η = {}, cut {share}", found.step_size);
        assert!(share < 0.01);
        assert!(!found.has(Finding::NoStepSize) && !found.has(Finding::RuleBiased), "{}", text(&found));
        // Another look, at the step that was found, has nothing to say against it.
        let again = report(&settings);
        assert!(!again.has(Finding::Unstable) && !again.has(Finding::StepTooLarge), "{}", text(&again));
    }
}

#[test]
fn estimators_bring_their_own_noise() {
    let of = |estimator| report(&ChainSettings { estimator, ..with(Rule::SGLD, 1e-3) });
    let plain = of(Estimator::Plain);
    // A control variate of this model has no noise.
    for estimator in [
        Estimator::FixedCentre { centre: None },
        Estimator::Svrg { interval: 10, averaged: false },
        Estimator::Saga,
        Estimator::Practical { anchor_len: 1000, interval: 10, averaged: false },
    ] {
        let found = of(estimator);
        near("by curvature alone", found.step_size, found.curvature_limit, 1e-3);
        assert!(!found.has(Finding::NoiseBinds) && !found.has(Finding::CompensationPays));
    }
    // An anchor over twice the data, for ten steps: ν² 10 (10/20) (980/990).
    let found = of(Estimator::Practical { anchor_len: 20, interval: 10, averaged: false });
    near("a noisy anchor", plain.noise_limit / found.noise_limit, 5.0 * 980.0 / 990.0, 1e-3);
}

/// What noise compensation takes off does not inflate, up to where nothing would be left to inject.
#[test]
fn a_compensated_chain_has_no_noise_and_a_limit() {
    let plain = report(&with(Rule::SGLD, 1e-3));
    let variance = [plain.noise_direction];
    for compensation in
        [NoiseCompensation::Dense(Some(&variance)), NoiseCompensation::Diagonal(Some(&variance))]
    {
        for (rule, kappa) in [
            (Rule::SGLD, 0.5),
            (Rule::Sghmc(Sghmc { friction: 0.4, ..Sghmc::default() }), 1.25),
            (Rule::Aboba(Aboba { friction: 0.4, ..Aboba::default() }), 1.25),
            (Rule::Baoab(Baoab { friction: 0.4, ..Baoab::default() }), 1.0),
        ] {
            let without = report(&with(rule, 1e-3));
            let sampler = RuleSettings { compensation, ..RuleSettings::new(rule, Schedule::constant(1e-3)) };
            let found = report(&of(Sampler::Rule(sampler)));
            let all = report(&ChainSettings { batch: BatchSettings::All, ..with(rule, 1e-3) });
            // BAOAB's noise moves θ a little further than what is taken off for it.
            let split = if matches!(rule, Rule::Baoab(_)) {
                kappa * 1e-3 * plain.noise_direction * (1.0 / (1.0 - 2.5e-4) - 1.0)
            } else {
                0.0
            };
            let exact = 1.0 + all.predicted_inflation + split;
            near("1 + inflation", 1.0 + found.predicted_inflation, exact, 1e-8);
            assert!(without.predicted_inflation > found.predicted_inflation + 1e-3);
            let limit = 1.0 / (kappa * plain.noise_direction);
            let best = if 0.5 * limit < all.step_size { 0.5 * limit } else { all.step_size };
            near("half of the limit", found.step_size, best, 1e-9);
            near("what would pay", without.compensated_step_size, best, 1e-9);
            near("the limit", found.stability_limit, limit, 1e-9);
            assert!(
                !found.has(Finding::CompensationPays) && !found.has(Finding::NoStepSize),
                "{}",
                text(&found)
            );
        }
    }
    // What the library refuses does not pay.
    for rule in [Rule::Sgnht(Sgnht::default()), Rule::Lattice(Lattice::default())] {
        let found = report(&with(rule, 1e-3));
        assert!(found.compensated_step_size.is_nan() && !found.has(Finding::CompensationPays), "{rule:?}");
    }
}

#[test]
fn nothing_is_said_of_what_is_not_predicted() {
    for rule in [Rule::psgld(), Rule::msgld(), Rule::asgld()] {
        let found = report(&with(rule, 1e-3));
        assert_eq!(found.findings, 1 << Finding::Unpredicted as u32, "{}", text(&found));
        assert!(found.step_size.is_nan() && found.curvature > 0.0);
    }
    // An optimiser has no variances, and a limit all the same.
    let symmetric = Sgnht { splitting: Splitting::Symmetric, ..Sgnht::default() };
    for rule in [Rule::SGLD, Rule::Sgnht(Sgnht::default()), Rule::Sgnht(symmetric)] {
        let cold = ruled(rule, 1e-3, 0.0);
        let found = report(&of(cold));
        assert_eq!(found.findings, 0, "{}", text(&found));
        assert!(found.rounding_limit.is_nan() && found.predicted_inflation.is_nan(), "{}", text(&found));
        near("a quarter of the limit", found.step_size, 0.25 * found.stability_limit, 1e-12);
    }
    let found = report(&of(scheduled(Schedule::constant(3.0), 0.0)));
    assert_eq!(found.findings, 1 << Finding::Unstable as u32);
}

#[test]
fn a_step_size_from_the_host_is_not_known_yet() {
    let found = report(&with(Rule::SGLD, 1e-3));
    let hosted = Sampler::Rule(RuleSettings::new(Rule::SGLD, Schedule::CALLBACK));
    let unsaid = report(&of(hosted));
    assert!(unsaid.predicted_inflation.is_nan());
    assert_eq!(unsaid.step_size, found.step_size);
}
