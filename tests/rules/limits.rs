//! Numbers at the limits of the precision: θ stays finite, and nothing becomes NaN.

use super::{is_dense, lanes, started};
use crate::reference::Scalar;
use crate::reference::drifts;
use crate::reference::registry::{self, Vectors};
use crate::support::{Answer, begin, ruled};
use sgmcmc::drift::{AdaMax, Adadelta, Adam, Drift, Momentum, MomentumForm};
use sgmcmc::precond::{Preconditioner, RmsProp};
use sgmcmc::prior::{GaussianVector, Prior, SpikeAndSlab};
use sgmcmc::rule::{
    Aboba, AdamOptimizer, Applied, Baoab, HostTerms, Langevin, Lattice, Norms, Recipe, Rule, Sghmc, Sgnht,
    Splitting, StepParameters, Thermostat,
};
use sgmcmc::{Batch, BatchSettings, ChainSettings, Diffusion, Interrupt, Model};

const LEN: usize = 40;

/// The largest number up to `limit` that `admits` lets through, in the top 24 bits: positive numbers are in the order
/// of their bit patterns.
fn largest(limit: f64, admits: impl Fn(f64) -> bool) -> f64 {
    if admits(limit) {
        return limit;
    }
    let (mut good, mut bad) = (0, limit.to_bits() >> 40);
    while bad - good > 1 {
        let middle = good + (bad - good) / 2;
        let admitted = admits(f64::from_bits(middle << 40));
        (good, bad) = if admitted { (middle, bad) } else { (good, middle) };
    }
    f64::from_bits(good << 40)
}

/// Steps with θ at ±MAX, gradients and given numbers of all signs at their largest, then zeros, then tiny ones.
fn check<R: Scalar>(rule: &Rule<'_>, step_size: f64, temperature: f64) -> Result<(), String> {
    let max = R::MAX.to_f64();
    let host_terms_len = rule.host_terms_len::<R>(LEN).expect("a length");
    let admits = |gradient: f64, given: f64, temperature: f64| {
        let at = StepParameters { temperature, ..StepParameters::step_size(step_size) };
        let mut state = vec![R::default(); rule.state_len::<R>(LEN).expect("a length")];
        let (mut noise, mut theta) = (lanes(1), [R::default(); LEN]);
        let (gradient, given) = ([R::from_f64(gradient); LEN], vec![R::from_f64(given); host_terms_len]);
        rule.step(&mut theta, &mut state, &mut noise, None, &gradient, &given, &at).is_ok()
    };
    let temperature = super::warm_enough(rule, temperature);
    let temperature = largest(temperature, |temperature| admits(0.0, 0.0, temperature));
    let gradient = largest(max, |gradient| admits(gradient, 0.0, temperature));
    let given = largest(max, |given| admits(0.0, given, temperature));
    let what =
        format!("{rule:?}, step size {step_size:e}, temperature {temperature:e}, gradient {gradient:e}");

    let mut at = StepParameters { temperature, ..StepParameters::step_size(step_size) };
    let mut noise = lanes(2);
    let mut state = started::<R>(rule, LEN, &mut noise, &at);
    let mut theta: Vec<R> = (0..LEN).map(|i| if i % 2 == 0 { R::MAX } else { -R::MAX }).collect();
    // A dense factor's other half is never read and may be anything.
    let kept = if is_dense(rule) { 2 * LEN } else { state.len() };
    for index in 0..24 {
        at.index = index;
        // Signs that agree and disagree with θ's, and gradients that come after others of another size.
        let sign = |i: usize, period: usize| {
            if (i / period + index as usize).is_multiple_of(2) { 1.0 } else { -1.0 }
        };
        let size = [1.0, 1.0, 0.0, 1.0, 1e-30, 1e-45][index as usize % 6];
        let slope: Vec<R> = (0..LEN).map(|i| R::from_f64(sign(i, 2) * gradient * size)).collect();
        let positive = rule.host_terms::<f64>() == HostTerms::Diagonal;
        let number = |i: usize| match (i % 5, positive && i < LEN) {
            (0, _) => 0.0,
            (_, true) => given,
            (_, false) => sign(i, 3) * given,
        };
        let given: Vec<R> = (0..host_terms_len).map(|i| R::from_f64(number(i))).collect();
        let mut applied = Applied::default();
        rule.step(&mut theta, &mut state, &mut noise, Some(&mut applied), &slope, &given, &at).expect(&what);
        if let Some(i) = theta.iter().position(|t| !t.is_finite()) {
            return Err(format!("theta[{i}] is {} after step {index} of {what}", theta[i]));
        }
        let Norms { drift, noise: noise_norm } = applied.norms;
        if drift.is_nan() || noise_norm.is_nan() {
            return Err(format!("norms {drift} and {noise_norm} after step {index} of {what}"));
        }
        if let Some(i) = state[..kept].iter().position(|x| x.to_f64().is_nan()) {
            return Err(format!("the state's number {i} is NaN after step {index} of {what}"));
        }
    }
    Ok(())
}

/// What the header promises of a gradient is what is let through: a quarter of the largest number over 1 + a.
#[test]
fn the_largest_gradient_leaves_room_for_the_drift() {
    fn check<R: Scalar>() {
        for drift in registry::drifts() {
            for rule in [Rule::with_drift(drift), Rule::Lattice(Lattice { drift, ..Lattice::default() })] {
                let admits = |gradient: f64| {
                    let mut state = vec![R::default(); rule.state_len::<R>(1).expect("a length")];
                    let gradient = [R::from_f64(gradient)];
                    let at = StepParameters::step_size(1.0);
                    rule.step(&mut [R::default()], &mut state, &mut lanes(1), None, &gradient, &[], &at)
                        .is_ok()
                };
                let found = largest(R::MAX.to_f64(), admits);
                let expected = 0.25 * R::MAX.to_f64() / (1.0 + drifts::scale(&drift));
                // `largest` is exact to 12 bits.
                assert!((found / expected - 1.0).abs() < 1e-3, "{rule:?}: {found:e}, not {expected:e}");
            }
        }
    }
    check::<f32>();
    check::<f64>();
}

fn preconditioners(vectors: &Vectors) -> Vec<Preconditioner<'_>> {
    let rmsprop = [(0.0, 1e-18), (0.999, 1e-5), (0.99999999, 1.0)];
    let rmsprop =
        rmsprop.map(|(beta, lambda)| Preconditioner::RmsProp(RmsProp { beta, lambda, ..RmsProp::default() }));
    registry::preconditioners(vectors).into_iter().chain(rmsprop).collect()
}

/// Drifts with scales from small to the largest, and with decays whose weights round to a sum above 1.
fn drifts<R: Scalar>() -> Vec<Drift> {
    let mut drifts = registry::drifts();
    for scale in [1e15, 0.9 * R::MAX.to_f64()] {
        for form in [MomentumForm::Calibrated, MomentumForm::Published] {
            drifts.push(Drift::Momentum(Momentum { scale, form, ..Momentum::default() }));
        }
        drifts.push(Drift::Adam(Adam { scale, lambda: 1e-18, ..Adam::default() }));
        drifts.push(Drift::AdaMax(AdaMax { scale, lambda: 1e-18, ..AdaMax::default() }));
        for rho in [0.0, 0.3, 1.0 - 1e-16] {
            drifts.push(Drift::Adadelta(Adadelta { scale, rho, lambda: 1e-18 }));
        }
    }
    drifts
}

fn rules<'a, R: Scalar>(vectors: &'a Vectors) -> Vec<Rule<'a>> {
    let mut rules = registry::rules(vectors);
    for drift in drifts::<R>() {
        let members = preconditioners(vectors).into_iter();
        let members = members.map(|preconditioner| Rule::Langevin(Langevin { drift, preconditioner }));
        rules.extend(members.filter(|rule| !is_dense(rule)));
    }
    for friction in [1e-6, 1.0] {
        rules.push(Rule::Sghmc(Sghmc { friction, redraw_interval: 5, ..Sghmc::default() }));
    }
    for friction in [1e-6, 1.0] {
        rules.push(Rule::Aboba(Aboba { friction, ..Aboba::default() }));
        rules.push(Rule::Baoab(Baoab { friction, ..Baoab::default() }));
        for thermostat in [Thermostat::Scalar, Thermostat::PerCoordinate] {
            for splitting in [Splitting::Euler, Splitting::Symmetric] {
                let friction = if splitting == Splitting::Euler { 0.49 * friction } else { friction };
                rules.push(Rule::Sgnht(Sgnht { friction, thermostat, splitting, ..Sgnht::default() }));
            }
        }
    }
    for beta1 in [0.0, 0.99999999] {
        rules.push(Rule::Adam(AdamOptimizer { beta1, beta2: 1.0 - 1e-16, lambda: 1e-18 }));
    }
    rules.push(Rule::Recipe(Recipe));
    rules
}

fn check_all<R: Scalar>(smallest_step: f64) {
    let vectors = Vectors::new(LEN);
    let mut failed = Vec::new();
    for rule in rules::<R>(&vectors) {
        for step_size in [smallest_step, 1e-3, 1e6, 0.5 * R::MAX.to_f64()] {
            for temperature in [0.0, 1.0, f64::MAX] {
                failed.extend(check::<R>(&rule, step_size, temperature).err());
            }
        }
    }
    assert!(failed.is_empty(), "{} of them, such as {:#?}", failed.len(), &failed[..failed.len().min(20)]);
}

#[test]
fn f32_numbers_at_the_limits_stay_numbers() {
    check_all::<f32>(1e-30);
}

#[test]
fn f64_numbers_at_the_limits_stay_numbers() {
    check_all::<f64>(1e-300);
}

/// The two weights of a running mean round, to a sum above 1 for some decays: means of squares at the limit must not
/// creep over it, or Adadelta would divide infinity by infinity.
fn no_decay_overflows<R: Scalar>() {
    let mut failed = Vec::new();
    for k in 1..200 {
        let rho = 1.0 - f64::from(k) / 200.0;
        let drift = Drift::Adadelta(Adadelta { scale: 1.0, rho, lambda: 1e-5 });
        let rule = Rule::Langevin(Langevin { drift, preconditioner: Preconditioner::Identity });
        let at = StepParameters { temperature: 0.0, ..StepParameters::step_size(1e-3) };
        let (mut theta, mut noise) = ([R::default()], lanes(1));
        let mut state = started::<R>(&rule, 1, &mut noise, &at);
        let slope = [R::from_f64(0.1 * R::MAX.to_f64())];
        for _ in 0..40 * 200 / k {
            rule.step(&mut theta, &mut state, &mut noise, None, &slope, &[], &at)
                .expect("a gradient in range");
        }
        if !theta.iter().chain(&state).all(|x| x.is_finite()) {
            failed.push((rho, theta, state));
        }
    }
    assert!(failed.is_empty(), "{} of them: {failed:?}", failed.len());
}

both!(no_decay_overflows);

/// A gradient of one size in every coordinate, whose sign changes from step to step.
struct Push {
    size: f64,
    steps: u32,
}

impl<R: Scalar> Model<R> for Push {
    fn log_likelihood(&mut self, _: &[R], _: Batch<'_>, gradient: Option<&mut [R]>) -> Answer {
        self.steps += 1;
        let sign = if self.steps.is_multiple_of(3) { -1.0 } else { 1.0 };
        gradient.into_iter().flatten().for_each(|g| *g = R::from_f64(sign * self.size));
        Ok(0.0)
    }

    fn metric(&mut self, theta: &[R], metric: &mut [R], gamma: &mut [R]) -> Result<(), Interrupt> {
        let stride = if metric.len() == theta.len() { 1 } else { theta.len() + 1 };
        metric.iter_mut().step_by(stride).for_each(|p| *p = R::from_f64(1.0));
        gamma.fill(R::from_f64(1.0));
        Ok(())
    }

    fn diffusion(&mut self, at: Diffusion<'_, R>, drift: &mut [R], noise: &mut [R]) -> Result<(), Interrupt> {
        let quarter = R::from_f64(0.25);
        drift.iter_mut().zip(at.gradient).for_each(|(drift, g)| *drift = *g * quarter);
        noise.iter_mut().zip(at.normals).for_each(|(noise, xi)| *noise = *xi);
        Ok(())
    }
}

/// Priors whose gradient at ±MAX is beyond all bounds.
fn steep_priors_keep_theta_finite<R: Scalar>() {
    let vectors = Vectors::new(LEN);
    let steep = vec![1e3; LEN];
    let flat = vec![0.0; LEN];
    for rule in registry::rules(&vectors) {
        for prior in [
            Prior::gaussian(0.0, 900.0),
            Prior::GaussianVector(GaussianVector { mean: &flat, precision: &steep }),
            Prior::SpikeAndSlab(SpikeAndSlab {
                slab_weight: 0.5,
                slab_deviation: 0.1,
                spike_deviation: 1e-3,
            }),
        ] {
            for size in [0.0, 1.0, 1e-3 * R::MAX.to_f64()] {
                let sampler = ruled(rule, 1e-3, 1.0);
                let settings = ChainSettings { prior, ..ChainSettings::new(1, BatchSettings::All, sampler) };
                let start: Vec<R> = (0..LEN).map(|i| if i % 2 == 0 { R::MAX } else { -R::MAX }).collect();
                let mut chain = begin::<R>(&settings, &start);
                let mut model = Push { size, steps: 0 };
                for step in 0..12 {
                    let done = chain.step(&mut model);
                    let theta = chain.theta().expect("its memory");
                    assert!(theta.iter().all(|t| t.is_finite()), "step {step} of {settings:?}: {theta:?}");
                    // A recipe's prior stands in the gradient that is looked at.
                    assert!(done.is_ok() || matches!(rule, Rule::Recipe(_)), "{done:?}, {settings:?}");
                }
            }
        }
    }
}

both!(steep_priors_keep_theta_finite);

/// Where θ would overflow it stands at the limit, and no earlier.
fn theta_saturates_instead_of_overflowing<R: Scalar>() {
    let max = R::MAX.to_f64();
    for (step_size, gradient) in [(1.0, 0.24 * max), (2.0, -0.12 * max), (0.5 * max, 0.4)] {
        let mut theta: Vec<R> = (0..1000).map(|i| if i % 2 == 0 { R::MAX } else { -R::MAX }).collect();
        let before = theta.clone();
        let at = StepParameters { temperature: 0.0, ..StepParameters::step_size(step_size) };
        let slope = vec![R::from_f64(gradient); theta.len()];
        Rule::SGLD.step(&mut theta, &mut [], &mut lanes(5), None, &slope, &[], &at).expect("a good step");
        let limit = if gradient > 0.0 { R::MAX } else { -R::MAX };
        for (theta, before) in theta.iter().zip(&before) {
            let expected =
                if before.same(limit) { limit } else { *before + slope[0] * R::from_f64(step_size) };
            assert!(theta.same(expected), "{theta:?} for {expected:?} from {before:?}");
        }
    }
}

both!(theta_saturates_instead_of_overflowing);

/// A rule's state is brought back to finite numbers only with a θ that overflowed: whether a sum of θ does, which the
/// kernel watches, depends on the vectors' width.
fn a_false_alarm_of_overflow_writes_nothing<R: Scalar>() {
    for len in 1..100 {
        let large = R::from_f64(0.6 * R::MAX.to_f64());
        let infinity = R::from_f64(f64::INFINITY);
        let mut theta = vec![large; len];
        let mut state: Vec<R> = (0..2 * len).map(|i| if i < len { R::default() } else { infinity }).collect();
        let at = StepParameters { temperature: 0.0, ..StepParameters::step_size(1.0) };
        let flat = vec![R::default(); len];
        Rule::asgld()
            .step(&mut theta, &mut state, &mut lanes(5), None, &flat, &[], &at)
            .expect("a good step");
        assert!(theta.iter().all(|theta| theta.same(large)), "θ of {len}");
        assert!(state.iter().skip(len).all(|v| v.same(infinity)), "V of {len}: {state:?}");
    }
}

both!(a_false_alarm_of_overflow_writes_nothing);
