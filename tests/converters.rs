//! Converters: a chain with converted settings does what a loop in the literature's own parameters does, with the same
//! noise; bit for bit where a power of two stands between the two, else to the roundings of so many steps.

use crate::support::{GaussianData, Normal, begin, pattern, ruled};
use sgmcmc::prior::Prior;
use sgmcmc::rng::{Generators, Lanes, fill_normals};
use sgmcmc::rule::convert::{
    from_equation, from_equation_exactly, from_learning_rate, from_mini_batch_metropolis, from_momentum,
    from_welling_teh,
};
use sgmcmc::rule::{Aboba, Baoab, Rule, Sghmc, Sgnht, Splitting, StepParameters};
use sgmcmc::{Batch, BatchSettings, ChainSettings, Model};

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
    let rule = ruled(rule, step_size, temperature);
    let prior = Prior::gaussian(0.0, PRECISION);
    let settings = ChainSettings { prior, ..ChainSettings::new(data_len as u32, BatchSettings::All, rule) };
    let mut chain = begin::<f64>(&settings, &pattern(DIM, 7, 1.0));
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
                *theta += whole * (epsilon / 2.0) + xi * epsilon.sqrt();
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
                *theta += g * rate + xi * (2.0 * (rate / n)).sqrt();
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
                *theta += g * epsilon + xi * ((2.0 * epsilon).sqrt() / n);
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
        let (eta, friction) = from_momentum(rate, momentum, data_len as u32);
        let rule = Sghmc { friction, ..Sghmc::default() };
        assert_eq!(1.0 - friction, if momentum == 0.1 { 1.0 - 0.9 } else { momentum });
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

/// What a loop in the equation's own units does with u, from G and ξ at θ; the library's v is h u.
type Equation = fn(&mut Walker, gradient: f64, xi: f64);

/// One coordinate of such a loop.
struct Walker {
    theta: f64,
    u: f64,
    zeta: f64,
    h: f64,
    /// D, or A.
    friction: f64,
    tau: f64,
}

impl Walker {
    /// θ ← θ + share h u.
    fn drift(&mut self, share: f64) {
        self.theta += share * self.h * self.u;
    }
}

/// The rules with a velocity against their equations with h and D, on all data.
///
/// ```text
/// SGHMC     h u' = (1 - hD) h u + h² G + sqrt(2 h² τ hD) ξ
/// ```
///
/// and so for the others; `site` says where the gradient is taken, as a share of h u.
fn follows(rule: Rule<'static>, eta: f64, [h, friction, tau]: [f64; 3], site: f64, equation: Equation) {
    let data_len = 10;
    let mut by_hand = Loop::new(data_len);
    let walker = |theta: &f64| Walker { theta: *theta, u: 0.0, zeta: friction, h, friction, tau };
    let mut walkers: Vec<Walker> = by_hand.theta.iter().map(walker).collect();
    for _ in 0..STEP_COUNT {
        by_hand.theta = walkers.iter().map(|it| it.theta + site * h * it.u).collect();
        let (gradient, xi) = (by_hand.mean_posterior(), by_hand.normals());
        for ((walker, g), xi) in walkers.iter_mut().zip(gradient).zip(xi) {
            equation(walker, g * data_len as f64, xi);
        }
    }
    let expected: Vec<f64> = walkers.iter().map(|it| it.theta).collect();
    assert_close(&chain(data_len, rule, eta, tau), &expected);
}

#[test]
fn step_and_friction_of_the_equation() {
    let numbers @ [h, d, _] = [0.1, 1.5, 0.7];
    let (eta, friction) = from_equation(h, d);
    follows(Rule::Sghmc(Sghmc { friction, ..Sghmc::default() }), eta, numbers, 0.0, |it, g, xi| {
        it.u = (1.0 - it.h * it.friction) * it.u + it.h * g + (2.0 * it.friction * it.h * it.tau).sqrt() * xi;
        it.drift(1.0);
    });
    follows(Rule::Aboba(Aboba { friction, ..Aboba::default() }), eta, numbers, 0.5, |it, g, xi| {
        it.drift(0.5);
        let decay = libm::exp(-0.5 * it.friction * it.h);
        it.u = decay * (decay * it.u + it.h * g + (2.0 * it.friction * it.h * it.tau).sqrt() * xi);
        it.drift(0.5);
    });
    let (eta, friction) = from_equation_exactly(h, d);
    follows(Rule::Baoab(Baoab { friction, ..Baoab::default() }), eta, numbers, 0.0, |it, g, xi| {
        let decay = libm::exp(-it.friction * it.h);
        it.u += it.h * g;
        it.drift(0.5);
        it.u = decay * it.u + (it.tau * (1.0 - decay * decay)).sqrt() * xi;
        it.drift(0.5);
    });
}

/// One ζ for each coordinate: the library's is h times the equation's.
#[test]
fn step_and_friction_of_the_thermostats() {
    let numbers @ [h, a, _] = [0.1, 1.5, 0.7];
    let (eta, friction) = from_equation(h, a);
    let thermostat = sgmcmc::rule::Thermostat::PerCoordinate;
    let euler = Sgnht { friction, thermostat, ..Sgnht::default() };
    follows(Rule::Sgnht(euler), eta, numbers, 0.0, |it, g, xi| {
        it.u = (1.0 - it.h * it.zeta) * it.u + it.h * g + (2.0 * it.friction * it.h * it.tau).sqrt() * xi;
        it.drift(1.0);
        it.zeta += it.h * (it.u * it.u - it.tau);
    });
    let symmetric = Sgnht { splitting: Splitting::Symmetric, ..euler };
    follows(Rule::Sgnht(symmetric), eta, numbers, 0.5, |it, g, xi| {
        it.drift(0.5);
        it.zeta += 0.5 * it.h * (it.u * it.u - it.tau);
        let decay = libm::exp(-0.5 * it.h * it.zeta);
        it.u = decay * (decay * it.u + it.h * g + (2.0 * it.friction * it.h * it.tau).sqrt() * xi);
        it.drift(0.5);
        it.zeta += 0.5 * it.h * (it.u * it.u - it.tau);
    });
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
    let at = StepParameters { temperature: 0.0, ..StepParameters::step_size(step_size) };
    let mut noise = Generators::new(0, 0).expect("chain 0").noise;
    let (mut theta, mut state) = ([1.0f64], [0.0]);
    for _ in 0..step_count {
        let mut site = theta;
        rule.move_to_site(&mut site, &state).expect("in range");
        let mut gradient = [0.0];
        Normal { variance: 1.0 }.log_likelihood(&site, Batch::All, Some(&mut gradient)).expect("a number");
        rule.step(&mut theta, &mut state, &mut noise, None, &gradient, &[], &at).expect("a good step");
    }
    theta[0]
}

/// With the same η and α, all follow θ'' = -θ - D θ': SGHMC to first order in h, ABOBA to second, and BAOAB, whose one
/// kick is where two half kicks would be, to first at the end of a step.
#[test]
fn one_step_size_and_friction_for_all() {
    // D = 1: e^(-t/2) (cos ωt + sin ωt / 2ω), ω² = 3/4.
    let omega = 0.75f64.sqrt();
    let (sin, cos) = (libm::sin(omega), libm::cos(omega));
    let exact = libm::exp(-0.5) * (cos + sin / (2.0 * omega));
    let errors = [100, 200].map(|step_count| {
        let (eta, friction) = from_equation(1.0 / f64::from(step_count), 1.0);
        let rules = [
            Rule::Sghmc(Sghmc { friction, ..Sghmc::default() }),
            Rule::Aboba(Aboba { friction, ..Aboba::default() }),
            Rule::Baoab(Baoab { friction, ..Baoab::default() }),
        ];
        rules.map(|rule| at_time_one(rule, eta, step_count) - exact)
    });
    println!("SGHMC, ABOBA, BAOAB: {errors:?}");
    for (k, falls, below) in [(0, 2.0, 1e-2), (1, 4.0, 1e-4), (2, 2.0, 1e-2)] {
        let ratio = errors[0][k] / errors[1][k];
        assert!((ratio - falls).abs() < 0.02 * falls, "{ratio} instead of {falls}");
        assert!(errors[0][k].abs() < below);
    }
}
