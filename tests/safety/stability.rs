//! The stability bound of every rule: settings are refused where the prior's part of the step alone makes θ grow, and
//! nowhere below.

use crate::reference::registry::{self, Vectors};
use sgmcmc::prior::Prior;
use sgmcmc::rng::Generators;
use sgmcmc::rule::{Aboba, Baoab, HostTerms, Rule, Sghmc, Sgnht, Splitting, StepParameters, Thermostat};
use sgmcmc::schedule::Schedule;
use sgmcmc::{BatchSettings, ChainSettings, Error, RuleSettings, Sampler};

/// ηκ from which on settings with this rule are refused, to one part in 10⁹; `None` where they never are.
fn bound(rule: Rule<'_>, precision: f64) -> Option<f64> {
    let refused = |stiffness: f64| {
        let step_size = Schedule::constant(stiffness / precision);
        let settings = ChainSettings {
            prior: Prior::gaussian(0.0, precision),
            ..ChainSettings::new(1, BatchSettings::All, Sampler::Rule(RuleSettings::new(rule, step_size)))
        };
        let error = settings.memory_len::<f64>(1).err();
        assert!(matches!(error, None | Some(Error::Unstable)), "{error:?} of {rule:?}");
        error.is_some()
    };
    let (mut good, mut bad) = (1e-3, 100.0);
    assert!(!refused(good), "{rule:?}");
    if !refused(bad) {
        return None;
    }
    for _ in 0..60 {
        let middle = 0.5 * (good + bad);
        (good, bad) = if refused(middle) { (good, middle) } else { (middle, bad) };
    }
    Some(good)
}

/// By how much |θ| of a cold rule grows on ½κθ² in so many steps, from a θ so small that no thermostat feels it.
fn growth(rule: Rule<'_>, stiffness: f64, precision: f64) -> f64 {
    let mut at = StepParameters { temperature: 0.0, ..StepParameters::step_size(stiffness / precision) };
    let mut noise = Generators::new(1, 0).expect("chain 0").noise;
    let start = 1e-60;
    let (mut theta, mut state) = ([start], vec![0.0; rule.state_len::<f64>(1).expect("a length")]);
    rule.start(&mut state, 1, &mut noise, &at).expect("in range");
    for index in 0..2000 {
        at.index = index;
        let mut site = theta;
        rule.move_to_site(&mut site, &state).expect("good lengths");
        let gradient = site.map(|theta: f64| -precision * theta);
        rule.step(&mut theta, &mut state, &mut noise, None, &gradient, &[], &at).expect("a good step");
        if theta[0].abs() > 1e6 * start {
            break;
        }
    }
    theta[0].abs() / start
}

/// Just below its bound a rule keeps θ, just above it loses it.
#[test]
fn every_bound_is_where_theta_begins_to_grow() {
    let mut rules = vec![Rule::SGLD];
    for friction in [1e-4, 0.1, 0.5, 1.0] {
        rules.push(Rule::Sghmc(Sghmc { friction, ..Sghmc::default() }));
        rules.push(Rule::Aboba(Aboba { friction, ..Aboba::default() }));
        rules.push(Rule::Baoab(Baoab { friction, ..Baoab::default() }));
    }
    for thermostat in [Thermostat::Scalar, Thermostat::PerCoordinate] {
        // ζ may fall to 0, where the bound is; it starts there.
        let sgnht = Sgnht { friction: 1e-9, thermostat, ..Sgnht::default() };
        rules.push(Rule::Sgnht(sgnht));
        rules.push(Rule::Sgnht(Sgnht { splitting: Splitting::Symmetric, ..sgnht }));
    }
    for rule in rules {
        for precision in [1.0, 16.0] {
            let bound = bound(rule, precision).unwrap_or_else(|| panic!("{rule:?} has no bound"));
            let [below, above] = [0.97, 1.03].map(|share| growth(rule, share * bound, precision));
            println!(
                "{rule:?}: ηκ < {bound:.4}; |θ| grows {below:.1e}-fold below and {above:.1e}-fold above"
            );
            assert!(below < 1e3 && above > 1e5, "{rule:?}: {bound}");
        }
    }
}

/// Of the rules of the registry, too, none is refused without need.
#[test]
fn no_rule_is_refused_below_its_bound() {
    let vectors = Vectors { diagonal: vec![1.0], factor: vec![1.0], ..Vectors::new(1) };
    let mut bounded = 0;
    for rule in registry::rules(&vectors) {
        // A thermostat's bound is that of ζ = 0, to which it may fall.
        if rule.host_terms::<f64>() != HostTerms::None || matches!(rule, Rule::Sgnht(_)) {
            continue;
        }
        if let Some(bound) = bound(rule, 4.0) {
            bounded += 1;
            let above = growth(rule, 1.03 * bound, 4.0);
            assert!(above > 1e5, "{rule:?}: refused from {bound}, where |θ| grows {above:.1e}-fold");
        }
    }
    assert!(bounded >= 6, "{bounded} rules have a bound");
}
