//! What the drifts of the adaptive Langevin family sample as the step falls, on Gaussians.

use crate::support::{Copies, Estimate, Gaussian, LinearChain, Matrix, Tally, at, check, normal_cdf};
use sgmcmc::drift::{AdaMax, Adadelta, Adam, Drift, Momentum, MomentumForm};
use sgmcmc::rule::{Rule, StepParameters};

/// Some 20 numbers are compared: the chance of one false alarm is 2e-9.
const SIGMAS: f64 = 6.5;
const FORMS: [MomentumForm; 2] = [MomentumForm::Calibrated, MomentumForm::Published];
fn momentum(scale: f64, form: MomentumForm) -> Momentum {
    Momentum { scale, form, ..Momentum::default() }
}

fn msgld(drift: Momentum, target: &Gaussian, at: StepParameters) -> LinearChain {
    target.momentum(&drift, &Matrix::scalar(1, 1.0), &at)
}

/// τ s² / (1 + a) as published, τ s² calibrated: exact solutions, no chain.
#[test]
fn the_momentum_drift_has_its_limits() {
    let at_step =
        |form, a, eta| msgld(momentum(a, form), &Gaussian::scalar(1.0), at(eta, 1.0)).covariance().at(0, 0);
    for (a, known, digit) in [(0.01, 0.990, 1e-3), (1.0, 0.5005, 1e-4), (10.0, 0.0919, 1e-4)] {
        let published = at_step(MomentumForm::Published, a, 1e-4);
        assert!((published - known).abs() < 0.5 * digit, "a {a}: {published} for {known}");
        for (form, limit) in FORMS.into_iter().zip([1.0, 1.0 / (1.0 + a)]) {
            let steps = [4e-4, 2e-4, 1e-4];
            let biases = steps.map(|eta| at_step(form, a, eta) / limit - 1.0);
            println!("{form:?}, a {a}: limit {limit:.4}, relative biases {biases:?} at η {steps:?}");
            // First order: what is left halves with η, the better the smaller η (1 + a) / (1 - β1) is.
            let slack = 60.0 * 4e-4 * (1.0 + a);
            for pair in biases.windows(2) {
                assert!((pair[0] / pair[1] - 2.0).abs() < slack, "{biases:?}");
            }
            assert!(biases[2].abs() < 1e-3 * (1.0 + a));
        }
    }
    // Other variances and temperatures scale the same limit.
    for (s2, tau) in [(0.3, 1.0), (4.0, 0.5), (2.0, 3.0)] {
        for form in FORMS {
            let scaled = msgld(momentum(1.0, form), &Gaussian::scalar(s2), at(1e-4 * s2, tau));
            let ratio = scaled.covariance().at(0, 0) / at_step(form, 1.0, 1e-4);
            assert!((ratio - tau * s2).abs() < 1e-9 * tau * s2, "s² {s2}, τ {tau}: {ratio}");
        }
    }
}

/// Chains meet the exact solutions at falling η, in both forms.
#[test]
#[ignore = "takes seconds: -- --ignored"]
fn chains_follow_the_momentum_drift_to_its_limits() {
    for form in FORMS {
        for (a, eta, count, copies) in
            [(1.0, 1e-2, 6_000, 1024), (1.0, 1e-3, 16_000, 512), (10.0, 1e-3, 16_000, 512)]
        {
            let (drift, at) = (momentum(a, form), at(eta, 1.0));
            let chain = msgld(drift, &Gaussian::scalar(1.0), at);
            let rule = Rule::with_drift(Drift::Momentum(drift));
            let run = Copies::<f32>::new(rule, at, [1, copies], 200);
            let measured = run.squares([chain.burn_in(), count], 0.0).estimate(0);
            let (exact, error) = (chain.covariance().at(0, 0), chain.errors(count, copies).at(0, 0));
            check(&format!("{form:?}, a {a}, η {eta}"), measured.mean, exact, error, SIGMAS);
        }
    }
    // At η = 1e-4, the published form.
    for (a, count, copies) in [(1.0, 40_000, 256), (10.0, 20_000, 512)] {
        let (drift, at) = (momentum(a, MomentumForm::Published), at(1e-4, 1.0));
        let chain = msgld(drift, &Gaussian::scalar(1.0), at);
        let rule = Rule::with_drift(Drift::Momentum(drift));
        let run = Copies::<f32>::new(rule, at, [1, copies], 210);
        let measured = run.squares([chain.burn_in(), count], 0.0).estimate(0);
        let (exact, error) = (chain.covariance().at(0, 0), chain.errors(count, copies).at(0, 0));
        check(&format!("Published, a {a}, η 1e-4"), measured.mean, exact, error, SIGMAS);
    }
}

/// At a = 0.01 the two forms differ by a hundredth, which shows when both take the same noise.
#[test]
fn a_small_scale_hides_the_published_bias() {
    let runs = FORMS.map(|form| {
        let (drift, at) = (momentum(0.01, form), at(0.02, 1.0));
        let chain = msgld(drift, &Gaussian::scalar(1.0), at);
        let rule = Rule::with_drift(Drift::Momentum(drift));
        let run = Copies::<f64>::new(rule, at, [1, 1024], 220);
        (chain.covariance().at(0, 0), run.squares([chain.burn_in(), 1000], 0.0))
    });
    let [(calibrated, tally), (published, other)] = runs;
    let paired = tally.minus(&other).estimate(0);
    check("calibrated less published", paired.mean, calibrated - published, paired.error, SIGMAS);
    assert!(paired.mean > SIGMAS * paired.error && (0.009..0.012).contains(&(calibrated - published)));
}

/// The second moment of the density exp(-θ²/2 - a |θ|).
fn pulled_to_zero(a: f64) -> f64 {
    let density = libm::exp(-0.5 * a * a) / (2.0 * core::f64::consts::PI).sqrt();
    1.0 + a * a - a * density / normal_cdf(-a)
}

/// var θ under a rule: as it is, or with SGLD under the same noise, whose variance is 1 / (1 - η/2), as a control
/// variate, whichever is known better. The sums are the rule's own.
fn variance(rule: Rule, eta: f64, times: [u64; 2], seed: u64) -> (Tally, Estimate) {
    let of = |rule| Copies::<f32>::new(rule, at(eta, 1.0), [1, 1024], seed).spread(0.5).squares(times, 0.0);
    let tally = of(rule);
    let Estimate { mean, error } = tally.minus(&of(Rule::SGLD)).estimate(0);
    let controlled = Estimate { mean: mean + 1.0 / (1.0 - 0.5 * eta), error };
    let plain = tally.estimate(0);
    (tally, if plain.error < error { plain } else { controlled })
}

/// As η → 0, m and V follow the gradient, and the Adam drift is a times its sign: the density is exp(-θ²/2 - a |θ|).
#[test]
#[ignore = "takes seconds: -- --ignored"]
fn the_adam_drift_tends_to_a_sign() {
    for (a, seed) in [(1.0, 230), (0.3, 231)] {
        let drift = Adam { scale: a, beta1: 0.3, beta2: 0.3, ..Adam::default() };
        let rule = Rule::with_drift(Drift::Adam(drift));
        let [coarse, fine] = [(0.02, seed), (0.01, seed + 50)].map(|(eta, seed)| {
            let steps = |times: f64| (times / eta) as u64;
            variance(rule, eta, [steps(10.0), steps(100.0)], seed).1
        });
        println!("a {a}: {coarse:?} at η 0.02, {fine:?} at 0.01");
        // What is linear in η goes: the rest is less than the error.
        let error = (4.0 * fine.error * fine.error + coarse.error * coarse.error).sqrt();
        let extrapolated = 2.0 * fine.mean - coarse.mean;
        check(&format!("Adam drift, a {a}, η → 0"), extrapolated, pulled_to_zero(a), error, SIGMAS);
    }
}

/// A drift's name, and the drift at some a.
type Scaled = (&'static str, fn(f64) -> Drift);

/// The Adam, AdaMax and Adadelta drifts are no multiples of the gradient: no a > 0 samples the target.
#[test]
#[ignore = "takes seconds: -- --ignored"]
fn the_bias_of_the_adaptive_drifts_grows_with_a() {
    let eta = 0.01;
    let scales = [0.01, 0.1, 1.0, 10.0];
    let drifts: [Scaled; 3] = [
        ("Adam", |scale| Drift::Adam(Adam { scale, ..Adam::default() })),
        ("AdaMax", |scale| Drift::AdaMax(AdaMax { scale, ..AdaMax::default() })),
        // With the default λ = 1e-5, Δ creeps up over millions of steps.
        ("Adadelta", |scale| Drift::Adadelta(Adadelta { scale, lambda: 0.1, ..Adadelta::default() })),
    ];
    println!("bias of var θ on N(0, 1) and its standard error, η {eta}; that of SGLD is {:.4}", 0.5 * eta);
    println!("{:>9}{}", "a", scales.map(|a| format!("{a:>20}")).concat());
    for (name, drift) in drifts {
        let runs = scales.map(|a| variance(Rule::with_drift(drift(a)), eta, [6_000, 6_000], 240));
        let [smallest, .., largest] = runs.each_ref().map(|(_, variance)| variance.mean - 1.0);
        let row = runs.each_ref().map(|(_, v)| format!("{:>+11.4} ± {:.4}", v.mean - 1.0, v.error));
        println!("{name:>9}{}", row.concat());
        assert!(smallest.abs() < 0.02, "{name} at a 0.01");
        assert!(largest < -0.5, "{name} at a 10");
        for pair in runs.windows(2) {
            let further = pair[1].0.minus(&pair[0].0).estimate(0);
            assert!(further.mean < -SIGMAS * further.error, "{name}: {further:?}");
        }
    }
}
