//! Converters: a chain with converted settings does what a loop in the literature's own parameters does, with the same
//! noise; bit for bit where a power of two stands between the two, else to the roundings of so many steps.

mod support;

use sgmcmc::prior::Prior;
use sgmcmc::rng::{Generators, Lanes, fill_normals};
use sgmcmc::rule::convert::{
    aboba_from_sghmc, from_learning_rate, from_mini_batch_metropolis, from_welling_teh, sghmc_from_friction,
    sghmc_from_momentum,
};
use sgmcmc::rule::{Aboba, At, Rule, Sghmc, Velocity};
use sgmcmc::schedule::Schedule;
use sgmcmc::{Batch, BatchSettings, Chain, ChainSettings, Model, RuleSettings, Sampler};
use support::{GaussianData, Normal, memory, pattern};

const DIM: usize = 19;
const STEP_COUNT: usize = 50;
/// κ of the prior N(0, 1/κ).
const PRECISION: f64 = 0.5;

/// A loop's place, its noise and its data.
struct Loop {
    theta: Vec<f64>,
    lanes: Lanes,
    data: GaussianData,
    data_len: f64,
}

impl Loop {
    fn new(data_len: usize) -> Self {
        let lanes = Generators::new(0, 0).expect("chain 0").noise;
        let data = GaussianData::spread(data_len, DIM);
        Self { theta: pattern(DIM, 7, 1.0), lanes, data, data_len: data_len as f64 }
    }

    fn normals(&mut self) -> Vec<f64> {
        let mut xi = vec![0.0; DIM];
        fill_normals(&mut self.lanes, &mut xi);
        xi
    }

    /// The gradient of the mean log-likelihood.
    fn mean_gradient(&mut self) -> Vec<f64> {
        let mut gradient = vec![0.0; DIM];
        self.data.log_likelihood(&self.theta, Batch::All, Some(&mut gradient)).expect("a number");
        gradient
    }

    /// The gradient of the log posterior over n.
    fn mean_posterior(&mut self) -> Vec<f64> {
        let n = self.data_len;
        self.mean_gradient().iter().zip(&self.theta).map(|(g, theta)| g + -theta * PRECISION / n).collect()
    }
}

/// A chain on all data with the same prior.
fn chain(data_len: usize, rule: Rule<'static>, step_size: f64, temperature: f64) -> Vec<f64> {
    let temperature = Schedule::constant(temperature);
    let rule = RuleSettings { temperature, ..RuleSettings::new(rule, Schedule::constant(step_size)) };
    let prior = Prior::gaussian(0.0, PRECISION);
    let settings = ChainSettings {
        prior,
        ..ChainSettings::new(data_len as u32, BatchSettings::All, Sampler::Rule(rule))
    };
    let mut memory = memory::<f64>(&settings, DIM);
    let mut chain = Chain::new(&settings, &pattern(DIM, 7, 1.0), &mut memory).expect("settings in range");
    let mut data = GaussianData::spread(data_len, DIM);
    chain.run(STEP_COUNT as u64, &mut data, None).expect("good steps");
    chain.theta().expect("its memory").to_vec()
}

/// Every step of either loop rounds some ten numbers below 4, and no step here magnifies a difference.
#[track_caller]
fn assert_close(found: &[f64], expected: &[f64]) {
    let bound = 10.0 * 4.0 * f64::EPSILON * STEP_COUNT as f64;
    for (x, y) in found.iter().zip(expected) {
        assert!((x - y).abs() <= bound, "{x} is not {y} within {bound:e}");
    }
    assert_eq!(found.len(), expected.len());
}

/// Δθ = ε/2 (∇log p(θ) + n ĝ) + sqrt(ε) ξ, for any n.
#[test]
fn welling_and_teh() {
    for data_len in [8, 10] {
        let epsilon = 0.013;
        let mut by_hand = Loop::new(data_len);
        for _ in 0..STEP_COUNT {
            let (gradient, xi) = (by_hand.mean_gradient(), by_hand.normals());
            for ((theta, g), xi) in by_hand.theta.iter_mut().zip(gradient).zip(xi) {
                let whole = g * data_len as f64 + (0.0 - *theta) * PRECISION;
                *theta = *theta + whole * (epsilon / 2.0) + xi * epsilon.sqrt();
            }
        }
        assert_eq!(chain(data_len, Rule::SGLD, from_welling_teh(epsilon), 1.0), by_hand.theta);
    }
}

/// θ ← θ + r ∇(mean log posterior) + sqrt(2 r T) ξ with T = 1/n.
#[test]
fn learning_rates() {
    for data_len in [8, 10] {
        let (rate, n) = (0.07, data_len as f64);
        let mut by_hand = Loop::new(data_len);
        for _ in 0..STEP_COUNT {
            let (gradient, xi) = (by_hand.mean_posterior(), by_hand.normals());
            for ((theta, g), xi) in by_hand.theta.iter_mut().zip(gradient).zip(xi) {
                *theta = *theta + g * rate + xi * (2.0 * (rate / n)).sqrt();
            }
        }
        let found = chain(data_len, Rule::SGLD, from_learning_rate(rate, data_len as u32), 1.0);
        assert_close(&found, &by_hand.theta);
        assert!(data_len != 8 || found == by_hand.theta, "8 moves no digit");
    }
}

/// θ ← θ + ε ĝ + sqrt(2ε)/n ξ, with the prior's share of the mean.
#[test]
fn mini_batch_metropolis() {
    for data_len in [8, 10] {
        let (epsilon, n) = (0.07, data_len as f64);
        let mut by_hand = Loop::new(data_len);
        for _ in 0..STEP_COUNT {
            let (gradient, xi) = (by_hand.mean_posterior(), by_hand.normals());
            for ((theta, g), xi) in by_hand.theta.iter_mut().zip(gradient).zip(xi) {
                *theta = *theta + g * epsilon + xi * ((2.0 * epsilon).sqrt() / n);
            }
        }
        let (eta, tau) = from_mini_batch_metropolis(epsilon, data_len as u32);
        let found = chain(data_len, Rule::SGLD, eta, tau);
        assert_close(&found, &by_hand.theta);
        assert!(data_len != 8 || found == by_hand.theta, "8 moves no digit");
    }
}

/// v ← μ v + r ĝ, θ ← θ + v, cold and, at T = 1/n with sqrt(2 r (1-μ) T) ξ, warm; and a framework's b ← μ b + ĝ,
/// θ ← θ + r b.
#[test]
fn momentum() {
    for (data_len, momentum, warm) in [(8, 0.9, 0.0), (8, 0.5, 1.0), (10, 0.9, 1.0), (10, 0.1, 0.0)] {
        let (rate, n) = (0.02, data_len as f64);
        let (eta, rule) = sghmc_from_momentum(rate, momentum, data_len as u32);
        assert_eq!(1.0 - rule.friction, if momentum == 0.1 { 1.0 - 0.9 } else { momentum });
        let (mut by_hand, mut framework) = (Loop::new(data_len), Loop::new(data_len));
        let (mut v, mut b) = (vec![0.0; DIM], vec![0.0; DIM]);
        for _ in 0..STEP_COUNT {
            let (gradient, xi) = (by_hand.mean_posterior(), by_hand.normals());
            for (((theta, v), g), xi) in by_hand.theta.iter_mut().zip(&mut v).zip(gradient).zip(xi) {
                *v = *v * (1.0 - rule.friction) + g * rate;
                if warm > 0.0 {
                    *v += xi * (2.0 * (rate / n) * warm * rule.friction).sqrt();
                }
                *theta += *v;
            }
            let gradient = framework.mean_posterior();
            for ((theta, b), g) in framework.theta.iter_mut().zip(&mut b).zip(gradient) {
                *b = momentum * *b + g;
                *theta += rate * *b;
            }
        }
        let found = chain(data_len, Rule::Sghmc(rule), eta, warm);
        assert_close(&found, &by_hand.theta);
        assert!(data_len != 8 || found == by_hand.theta, "8 moves no digit");
        if warm == 0.0 {
            assert_close(&found, &framework.theta);
        }
    }
}

/// u ← (1 - hD) u + h G + sqrt(2Dhτ) ξ, θ ← θ + h u: the library's v is h u, since
///
/// ```text
/// h u' = (1 - hD) h u + h² G + sqrt(2 h² τ hD) ξ
/// ```
#[test]
fn step_and_friction_of_the_equation() {
    let (h, friction, tau, data_len) = (0.1, 1.5, 0.7, 10);
    let (eta, rule) = sghmc_from_friction(h, friction);
    let mut by_hand = Loop::new(data_len);
    let mut u = vec![0.0; DIM];
    for _ in 0..STEP_COUNT {
        let (gradient, xi) = (by_hand.mean_posterior(), by_hand.normals());
        for (((theta, u), g), xi) in by_hand.theta.iter_mut().zip(&mut u).zip(gradient).zip(xi) {
            *u = (1.0 - h * friction) * *u
                + h * (g * data_len as f64)
                + (2.0 * friction * h * tau).sqrt() * xi;
            *theta += h * *u;
        }
    }
    assert_close(&chain(data_len, Rule::Sghmc(rule), eta, tau), &by_hand.theta);
}

/// With α = 1 the velocity is forgotten: θ' = θ + (η G + sqrt(2ητ) ξ), SGLD's step but for the order of its sum.
#[test]
fn sghmc_without_momentum_is_sgld() {
    for (data_len, tau) in [(8, 1.0), (10, 0.3)] {
        let rule = Rule::Sghmc(Sghmc { friction: 1.0, ..Sghmc::default() });
        assert_close(&chain(data_len, rule, 0.01, tau), &chain(data_len, Rule::SGLD, 0.01, tau));
    }
}

/// θ(1) of a rule without noise on N(0, 1), from θ = 1 and v = 0, in steps of h.
fn at_time_one(rule: Rule<'_>, step_size: f64, step_count: u32) -> f64 {
    let at = At { temperature: 0.0, ..At::step_size(step_size) };
    let mut noise = Generators::new(0, 0).expect("chain 0").noise;
    let (mut theta, mut state) = ([1.0f64], [0.0]);
    for _ in 0..step_count {
        let mut site = theta;
        rule.move_to_site(&mut site, &state, &at).expect("in range");
        let mut gradient = [0.0];
        Normal { variance: 1.0 }.log_likelihood(&site, Batch::All, Some(&mut gradient)).expect("a number");
        rule.step(&mut theta, &mut state, &mut noise, None, &gradient, &[], &at).expect("a good step");
    }
    theta[0]
}

/// Both follow θ'' = -θ - D θ', SGHMC to first order in h and ABOBA to second: their errors fall by 2 and by 4, and the
/// next order is h/4 of that.
#[test]
fn aboba_and_sghmc_follow_the_same_equation() {
    // D = 1: e^(-t/2) (cos ωt + sin ωt / 2ω), ω² = 3/4.
    let omega = 0.75f64.sqrt();
    let (sin, cos) = (libm::sin(omega), libm::cos(omega));
    let exact = libm::exp(-0.5) * (cos + sin / (2.0 * omega));
    let errors = [100, 200].map(|step_count| {
        let h = 1.0 / f64::from(step_count);
        let (eta, sghmc) = sghmc_from_friction(h, 1.0);
        let (back, aboba) = aboba_from_sghmc(eta, &sghmc);
        assert!((back - h).abs() <= f64::EPSILON * h && (aboba.friction - 1.0).abs() <= 4.0 * f64::EPSILON);
        let first = at_time_one(Rule::Sghmc(sghmc), eta, step_count) - exact;
        (first, at_time_one(Rule::Aboba(aboba), back, step_count) - exact)
    });
    let [(first, second), (halved_first, halved_second)] = errors;
    println!("SGHMC {first:e} {halved_first:e}, ABOBA {second:e} {halved_second:e}");
    assert!((first / halved_first - 2.0).abs() < 0.02, "{}", first / halved_first);
    assert!((second / halved_second - 4.0).abs() < 0.04, "{}", second / halved_second);
    assert!(second.abs() < 1e-4 && first.abs() < 1e-2);
    let drawn = Sghmc { velocity: Velocity::Drawn, ..Sghmc::default() };
    assert_eq!(aboba_from_sghmc(0.25, &drawn), (0.5, Aboba { friction: 0.2, velocity: Velocity::Drawn }));
}
