//! At temperature 0 a rule is its optimiser, to the last bit of plain arithmetic, and leaves the generator alone: O3.

use super::{assert_same, given, lanes, pattern, started};
use crate::reference::Scalar;
use crate::reference::registry::{self, Vectors};
use sgmcmc::precond::{GradientScale, Preconditioner, RmsProp};
use sgmcmc::rule::{AdamOptimizer, Rule, Sghmc, StepParameters, Velocity};

const STEP_SIZE: f64 = 0.013;
const LENGTHS: [usize; 4] = [1, 16, 33, 100];

/// The gradient of log N(θ; 1/2, 1/3) in the precision of θ.
fn gradient<R: Scalar>(theta: &[R]) -> Vec<R> {
    theta.iter().map(|t| (R::from_f64(0.5) - *t) * R::from_f64(3.0)).collect()
}

/// Thirty steps of the rule beside `optimiser`, which moves one number by its gradient, its own numbers and the step's
/// index.
fn check<R: Scalar>(rule: &Rule<'_>, optimiser: impl Fn(R, R, &mut [R; 2], u64) -> R) {
    for len in LENGTHS {
        let before = lanes(7);
        let mut noise = before;
        let mut at = StepParameters { temperature: 0.0, ..StepParameters::step_size(STEP_SIZE) };
        let mut state = started::<R>(rule, len, &mut noise, &at);
        let mut theta = pattern::<R>(len, 251, 3.0);
        let mut expected = theta.clone();
        let mut own = vec![[R::default(); 2]; len];
        for index in 0..30 {
            at.index = index;
            let slope = gradient(&expected);
            rule.step(&mut theta, &mut state, &mut noise, None, &slope, &[], &at).expect("a good step");
            for ((theta, g), own) in expected.iter_mut().zip(slope).zip(&mut own) {
                *theta = optimiser(*theta, g, own, index);
            }
            assert_same(&format!("theta after step {index}, {rule:?}"), &theta, &expected);
        }
        assert_eq!(noise, before, "temperature 0 drew noise: {rule:?}");
    }
}

/// Stochastic gradient ascent, θ ← θ + ηG: (K Algorithm 14).
fn sgd<R: Scalar>() {
    check::<R>(&Rule::SGLD, |theta, g, _, _| theta + R::from_f64(STEP_SIZE) * g);
}

/// V ← βV + (1 - β)G²; θ ← θ + ηG/(λ + sqrt(V)).
fn rmsprop<R: Scalar>() {
    let r = R::from_f64;
    let rule = Rule::with_preconditioner(Preconditioner::RmsProp(RmsProp {
        beta: 0.9,
        lambda: 1e-3,
        scale: GradientScale::Sum,
    }));
    check::<R>(&rule, |theta, g, [v, _], _| {
        *v = r(0.9) * *v + r(1.0 - 0.9) * (g * g);
        theta + r(STEP_SIZE) * (g * (r(1.0) / (r(1e-3) + v.sqrt())))
    });
}

/// v ← (1 - α)v + ηG; θ ← θ + v.
fn momentum<R: Scalar>() {
    let r = R::from_f64;
    let alpha = 0.2;
    // β̂ = α leaves no noise, and at temperature 0 a drawn or redrawn velocity is zero.
    for (noise_estimate, redraw_interval, velocity) in
        [(0.0, 0, Velocity::Zero), (0.2, 0, Velocity::Drawn), (0.1, 4, Velocity::Drawn)]
    {
        let rule = Sghmc { friction: alpha, noise_estimate, redraw_interval, velocity };
        check::<R>(&Rule::Sghmc(rule), |theta, g, [v, _], index| {
            if redraw_interval > 0 && index % redraw_interval == 0 {
                *v = r(0.0);
            }
            *v = r(1.0 - alpha) * *v + r(STEP_SIZE) * g;
            theta + *v
        });
    }
}

/// Kingma and Ba 2015, Algorithm 1, uphill.
fn adam<R: Scalar>() {
    let r = R::from_f64;
    let settings = AdamOptimizer { beta1: 0.9, beta2: 0.99, lambda: 1e-6 };
    let AdamOptimizer { beta1, beta2, lambda } = settings;
    check::<R>(&Rule::Adam(settings), |theta, g, [m, v], index| {
        let t = (index + 1) as f64;
        *m = r(beta1) * *m + r(1.0 - beta1) * g;
        *v = r(beta2) * *v + r(1.0 - beta2) * (g * g);
        let m_hat = *m / r(1.0 - libm::pow(beta1, t));
        let v_hat = *v / r(1.0 - libm::pow(beta2, t));
        theta + r(STEP_SIZE) * (m_hat / (v_hat.sqrt() + r(lambda)))
    });
}

#[test]
fn temperature_zero_is_the_optimiser() {
    sgd::<f32>();
    sgd::<f64>();
    rmsprop::<f32>();
    rmsprop::<f64>();
    momentum::<f32>();
    momentum::<f64>();
    adam::<f32>();
    adam::<f64>();
}

/// Whatever the rule, and whichever seed: the generator is not asked.
fn temperature_zero_draws_nothing<R: Scalar>() {
    let len = 45;
    let vectors = Vectors::new(len);
    for rule in registry::rules(&vectors).into_iter().filter(super::allows_zero_temperature) {
        let runs = [1, 2].map(|seed| {
            let before = lanes(seed);
            let mut noise = before;
            let mut at = StepParameters { temperature: 0.0, ..StepParameters::step_size(STEP_SIZE) };
            let mut state = started::<R>(&rule, len, &mut noise, &at);
            let mut theta = pattern::<R>(len, 251, 3.0);
            for index in 0..8 {
                at.index = index;
                let (slope, given) = (gradient(&theta), given::<R>(&rule, len, 0));
                rule.step(&mut theta, &mut state, &mut noise, None, &slope, &given, &at)
                    .expect("a good step");
            }
            assert_eq!(noise, before, "temperature 0 drew noise: {rule:?}");
            theta
        });
        assert_same(&format!("theta, {rule:?}"), &runs[0], &runs[1]);
    }
}

both!(temperature_zero_draws_nothing);
