//! Numbers that overflow: what is refused before, what is reported, and that the state is finite afterwards.

use crate::reference::registry::{self, Vectors};
use crate::support::{Each, Normal, Plain, Recorder, begin, ruled};
use sgmcmc::precond::Preconditioner;
use sgmcmc::rng::Generators;
use sgmcmc::rule::{
    Aboba, Baoab, Lattice, Rule, Sghmc, Sgnht, Splitting, StepParameters, Thermostat, Velocity,
};
use sgmcmc::schedule::Schedule;
use sgmcmc::{BatchSettings, ChainSettings, Draw, Error, Real, RuleSettings, Sampler, StepError};

const DIM: usize = 37;

fn chain_settings(rule: Rule<'_>, step_size: f64, temperature: f64) -> ChainSettings<'_> {
    let rule = ruled(rule, step_size, temperature);
    ChainSettings::new(1, BatchSettings::All, rule)
}

#[track_caller]
fn assert_finite<R: Real>(what: &str, numbers: &[R]) {
    let bad = numbers.iter().position(|x| !x.is_finite());
    assert_eq!(bad, None, "{what}: {:?}", bad.map(|i| numbers[i]));
}

/// Steps on a target without a slope, and with one that pushes θ back as far as gradients go; all numbers stay finite.
fn stays_finite<R: Real>(rule: Rule<'_>, step_size: f64, temperature: f64) {
    let mut at = StepParameters { temperature, ..StepParameters::step_size(step_size) };
    let largest = 0.2 * R::MAX.to_f64() / step_size.max(1.0);
    for pull in [0.0, 1.0] {
        let mut noise = Generators::new(1, 0).expect("chain 0").noise;
        let mut state = vec![R::default(); rule.state_len::<R>(DIM).expect("a length")];
        rule.start(&mut state, DIM, &mut noise, &at).expect("in range");
        let mut theta = vec![R::default(); DIM];
        for index in 0..100 {
            at.index = index;
            let mut site = theta.clone();
            rule.move_to_site(&mut site, &state).expect("good lengths");
            assert_finite("the site", &site);
            let force = |theta: &R| R::from_f64((-pull * theta.to_f64()).clamp(-largest, largest));
            let gradient: Vec<R> = site.iter().map(force).collect();
            rule.step(&mut theta, &mut state, &mut noise, None, &gradient, &[], &at).expect("a good step");
            assert_finite(&format!("θ after step {index} of {rule:?}"), &theta);
            assert_finite(&format!("the state after step {index} of {rule:?}"), &state);
        }
    }
}

/// With h = 10 and τ = 1e38, v² is no `f32`, and ζ fell to -∞ and made θ NaN.
#[test]
fn thermostats_at_a_heat_that_is_no_number_stay_finite() {
    for thermostat in [Thermostat::PerCoordinate, Thermostat::Scalar] {
        for splitting in [Splitting::Euler, Splitting::Symmetric] {
            for velocity in [Velocity::Zero, Velocity::Drawn] {
                let largest = if splitting == Splitting::Euler { 0.49 } else { 1.0 };
                for friction in [0.1, largest] {
                    let rule = Rule::Sgnht(Sgnht { friction, thermostat, splitting, velocity });
                    stays_finite::<f32>(rule, 100.0, 1e38);
                    stays_finite::<f64>(rule, 100.0, 1e300);
                }
            }
        }
    }
}

/// A velocity that a push of twenty steps would make infinite stays a number, so that a pull brings it back.
#[test]
fn a_velocity_that_overflows_is_clamped() {
    fn check<R: Real>() {
        let max = R::MAX.to_f64();
        for friction in [0.05, 1.0] {
            for rule in [
                Rule::Sghmc(Sghmc { friction, ..Sghmc::default() }),
                Rule::Aboba(Aboba { friction, ..Aboba::default() }),
                Rule::Baoab(Baoab { friction, ..Baoab::default() }),
                Rule::Sgnht(Sgnht { friction: 0.49 * friction, ..Sgnht::default() }),
                Rule::Sgnht(Sgnht {
                    friction: 0.49 * friction,
                    thermostat: Thermostat::PerCoordinate,
                    ..Sgnht::default()
                }),
            ] {
                let mut at = StepParameters { temperature: 0.0, ..StepParameters::step_size(1.0) };
                let mut noise = Generators::new(1, 0).expect("chain 0").noise;
                let mut state = vec![R::default(); rule.state_len::<R>(DIM).expect("a length")];
                rule.start(&mut state, DIM, &mut noise, &at).expect("in range");
                let mut theta = vec![R::default(); DIM];
                for index in 0..40 {
                    at.index = index;
                    let gradient = vec![R::from_f64(if index < 20 { 0.24 * max } else { -0.24 * max }); DIM];
                    rule.step(&mut theta, &mut state, &mut noise, None, &gradient, &[], &at).expect("good");
                    assert_finite(&format!("θ, {rule:?}"), &theta);
                    assert_finite(&format!("the state, {rule:?}"), &state);
                }
            }
        }
    }
    check::<f32>();
    check::<f64>();
}

/// v as large as a step leaves it, then a friction of 1, which multiplies v + ηG by zero.
#[test]
fn a_friction_that_forgets_the_velocity_forgets_the_largest() {
    fn check<R: Real>() {
        let max = R::MAX.to_f64();
        let at = StepParameters { temperature: 0.0, ..StepParameters::step_size(1.0) };
        let mut noise = Generators::new(1, 0).expect("chain 0").noise;
        let (mut theta, mut state) = ([R::default(); DIM], [R::default(); DIM]);
        for index in 0..20 {
            let friction = if index < 19 { 0.01 } else { 1.0 };
            let rule = Rule::Baoab(Baoab { friction, ..Baoab::default() });
            let gradient = [R::from_f64(0.24 * max); DIM];
            let at = StepParameters { index, ..at };
            rule.step(&mut theta, &mut state, &mut noise, None, &gradient, &[], &at).expect("a good step");
            assert_finite("θ", &theta);
            assert_finite("the state", &state);
        }
        assert_eq!(state, [R::default(); DIM], "all is forgotten");
    }
    check::<f32>();
    check::<f64>();
}

/// A velocity from N(0, ητ) must be a number even where the rule's steps have no noise.
#[test]
fn velocities_that_cannot_be_drawn_are_refused() {
    let silent = Sghmc { friction: 1.0, noise_estimate: 1.0, ..Sghmc::default() };
    let drawn = Sghmc { velocity: Velocity::Drawn, ..silent };
    let redrawn = Sghmc { redraw_interval: 2, ..silent };
    let hot = StepParameters { temperature: 3e38, ..StepParameters::step_size(3e38) };
    for rule in [drawn, redrawn] {
        let rule = Rule::Sghmc(rule);
        let mut noise = Generators::new(1, 0).expect("chain 0").noise;
        let (mut theta, mut state) = ([0.0f32; DIM], [0.0f32; DIM]);
        assert_eq!(rule.start(&mut state, DIM, &mut noise, &hot), Err(Error::Temperature));
        let done = rule.step(&mut theta, &mut state, &mut noise, None, &[0.0; DIM], &[], &hot);
        assert_eq!(done, Err(Error::Temperature));
        let settings = chain_settings(rule, hot.step_size, hot.temperature);
        assert_eq!(settings.memory_len::<f32>(DIM), Err(Error::Temperature));
        stays_finite::<f32>(rule, 3e16, 3e38);
    }
    stays_finite::<f32>(Rule::Sghmc(silent), 3e38, 3e38);
}

/// What is too large a step at temperature 1 is refused as the step size, what is so at its own alone as the
/// temperature.
#[test]
fn too_large_scales_are_refused_by_their_own_name() {
    fn refused<R: Real>(step_size: f64, temperature: f64) -> Option<Error> {
        let by_chain = chain_settings(Rule::SGLD, step_size, temperature).memory_len::<R>(3).err();
        let at = StepParameters { temperature, ..StepParameters::step_size(step_size) };
        let mut noise = Generators::new(1, 0).expect("chain 0").noise;
        let zeros = [R::default(); 3];
        let by_step = Rule::SGLD.step(&mut zeros.clone(), &mut [], &mut noise, None, &zeros, &[], &at).err();
        assert_eq!(by_chain, by_step);
        by_chain
    }
    assert_eq!(refused::<f64>(1e308, 1.0), Some(Error::StepSize));
    assert_eq!(refused::<f64>(1e308, 5.0), Some(Error::StepSize));
    assert_eq!(refused::<f64>(8e307, 1.0), None);
    assert_eq!(refused::<f64>(8e307, 0.0), None);
    assert_eq!(refused::<f64>(1.0, f64::MAX), Some(Error::Temperature));
    assert_eq!(refused::<f64>(1e200, 1e200), Some(Error::Temperature));
    assert_eq!(refused::<f64>(1.0, f64::INFINITY), Some(Error::Temperature));
    assert_eq!(refused::<f32>(1e39, 1.0), Some(Error::StepSize));
    assert_eq!(refused::<f32>(1e38, 1e30), Some(Error::Temperature));
    assert_eq!(refused::<f32>(0.1, 1e39), Some(Error::Temperature));
    // The same from a host's schedule, one step later.
    for (schedules, error) in [
        ([(|_| 1e308) as fn(u64) -> f64, |_| 1.0], Error::StepSizeNotUsable),
        ([|_| 1.0, |_| f64::MAX], Error::TemperatureNotUsable),
    ] {
        let rule = RuleSettings {
            temperature: Schedule::CALLBACK,
            ..RuleSettings::new(Rule::SGLD, Schedule::CALLBACK)
        };
        let settings = ChainSettings::new(1, BatchSettings::All, Sampler::Rule(rule));
        let mut chain = begin::<f64>(&settings, &[0.0f64; 3]);
        let mut model = Recorder::new(Normal { variance: 1.0 });
        model.schedules = schedules;
        assert_eq!(chain.step(&mut model), Err(StepError::Refused(error)));
        assert_eq!(chain.theta(), Ok(&[0.0; 3][..]));
    }
}

/// Pushes θ outwards as hard as gradients go, and gives every other callback something plain.
fn outwards(gradient: f64) -> Plain<Each<impl FnMut(f64) -> (f64, f64)>> {
    Plain(Each(move |theta: f64| (0.0, gradient.copysign(theta))))
}

/// Whether any step of a chain from ±`start` reported that θ overflowed; every report is true and complete.
fn reports<R: Real>(rule: Rule<'_>, start: f64, [step_size, temperature]: [f64; 2], gradient: f64) -> bool {
    let max = R::MAX.to_f64();
    let settings = chain_settings(rule, step_size, temperature);
    let start: Vec<R> = (0..DIM).map(|i| R::from_f64(if i % 3 == 1 { -start } else { start })).collect();
    let mut chain = begin::<R>(&settings, &start);
    let mut observed = begin::<R>(&settings, &start);
    let mut model = outwards(gradient);
    let mut count = 0;
    for _ in 0..40 {
        let at_limit = |theta: &[R]| theta.iter().filter(|x| x.to_f64().abs() == max).count();
        let before = at_limit(chain.theta().expect("its memory"));
        let step = chain.step(&mut model).expect("a good step");
        let theta = chain.theta().expect("its memory");
        assert_finite(&format!("θ, {rule:?}"), theta);
        assert!(!step.saturated || at_limit(theta) > 0, "{rule:?}: nothing overflowed");
        assert!(step.saturated || at_limit(theta) <= before, "{rule:?}: an overflow was not reported");
        let mut seen = None;
        let mut observer = |draw: &Draw<'_, R>| {
            seen = Some(draw.saturated);
            Ok(())
        };
        observed.run(1, &mut model, Some(&mut observer)).expect("a good step");
        assert_eq!(seen, Some(step.saturated));
        count += u64::from(step.saturated);
        assert_eq!(chain.statistics().saturated_count, count);
        assert_eq!(observed.statistics().saturated_count, count);
    }
    count > 0
}

fn a_theta_that_overflows_is_reported<R: Real>() {
    let vectors = Vectors::new(DIM);
    let max = R::MAX.to_f64();
    for rule in registry::rules(&vectors) {
        let start = 0.9 * max;
        assert!(!reports::<R>(rule, start, [1e-3, 1.0], 1e-3), "{rule:?}: there is nothing to report");
        // Where P divides by the gradient the step must be large, elsewhere the gradient.
        let gradients = reports::<R>(rule, start, [0.5, 1.0], 1e-6 * max);
        let steps = reports::<R>(rule, start, [0.02 * max, 1.0], 2.0);
        // A lattice step is below half a unit in the last place there.
        let walks = matches!(rule, Rule::Lattice(_));
        assert!(gradients || steps || walks, "{rule:?} does not overflow");
    }
}

both!(a_theta_that_overflows_is_reported);

/// Unless P and ητ are as large as they may be, and θ is the largest number.
#[test]
fn a_lattice_walk_that_overflows_is_reported() {
    let large = vec![0.9 * f64::from(f32::MAX).sqrt().sqrt(); DIM];
    let preconditioner = Preconditioner::Diagonal(&large);
    let rule = Rule::Lattice(Lattice { preconditioner, ..Lattice::default() });
    let settings = chain_settings(rule, 1e20, 1e34);
    let mut chain = begin::<f32>(&settings, &[f32::MAX; DIM]);
    // Some go up, where they stay, and some down.
    assert!(chain.step(&mut outwards(0.0)).expect("a good step").saturated);
    let theta = chain.theta().expect("its memory");
    assert_finite("θ", theta);
    assert!(theta.contains(&f32::MAX) && theta.iter().any(|theta| *theta < f32::MAX));
    assert_eq!(chain.statistics().saturated_count, 1);
}
