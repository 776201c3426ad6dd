//! Every drift and every diagonal preconditioner under a lattice walk, and what it refuses.

use super::{SIGMAS, at, walk};
use crate::reference::registry::{self, Vectors};
use rand_core::SeedableRng;
use sgmcmc::drift::Drift;
use sgmcmc::precond::Preconditioner;
use sgmcmc::rng::Lanes;
use sgmcmc::rule::{HostTerms, Langevin, Lattice, Rule, StepParameters};
use sgmcmc::schedule::Schedule;
use sgmcmc::{BatchSettings, ChainSettings, Real, RuleSettings, Sampler};

/// Every drift with every diagonal preconditioner, a gradient that all coordinates share: the increments are
/// ±sqrt(2ητP), and their mean is the cold step of the Langevin rule with the same parts, clamped.
fn every_drift_and_diagonal_preconditioner_walks<R: Real>() {
    const LEN: usize = 1 << 14;
    let vectors = Vectors::without_factor(1);
    let diagonal = vec![vectors.diagonal[0]; LEN];
    let vectors = Vectors { diagonal, ..Vectors::without_factor(LEN) };
    let slopes = [0.9, -1.4, 0.4, 2.1, -0.7];
    let warm = StepParameters { data_len: 3, ..at(0.02, 1.3) };
    let (mut seed, mut walking) = (0, 0u64);
    for drift in registry::drifts() {
        for preconditioner in registry::diagonal_preconditioners(&vectors) {
            let [all, alone] = [drift, Drift::None(Default::default())]
                .map(|drift| Rule::Langevin(Langevin { drift, preconditioner }));
            let rule = Rule::Lattice(Lattice { drift, preconditioner });
            seed += 1;
            let mut runs = [rule, all, alone].map(|rule| {
                let mut lanes = Lanes::seed_from_u64(seed);
                let mut state = vec![R::default(); rule.state_len::<R>(LEN).expect("a length")];
                rule.start(&mut state, LEN, &mut lanes, &warm).expect("in range");
                (rule, state, lanes)
            });
            for (index, slope) in (0..).zip(slopes) {
                let gradient = vec![R::from_f64(slope); LEN];
                let mut given = vec![R::default(); rule.host_terms_len::<R>(LEN).expect("a length")];
                given.iter_mut().take(LEN).for_each(|p| *p = R::from_f64(0.6));
                // Far from 0, where nothing is reflected.
                let reflects = preconditioner == (Preconditioner::PositionDependent { reflect: true });
                let start = if reflects { 8.0 } else { 0.0 };
                let [walked, total, plain] = runs.each_mut().map(|(rule, state, lanes)| {
                    let temperature = if matches!(rule, Rule::Lattice(_)) { warm.temperature } else { 0.0 };
                    let at = StepParameters { temperature, index, ..warm };
                    let mut theta = vec![R::from_f64(start); LEN];
                    rule.step(&mut theta, state, lanes, None, &gradient, &given, &at).expect("a good step");
                    theta.iter().map(|theta| theta.to_f64() - start).collect::<Vec<f64>>()
                });
                let p = plain[0] / (warm.step_size * slope);
                let delta = (2.0 * warm.step_size * warm.temperature * p).sqrt();
                // What rounding leaves of θ, and of P, which is taken from a move of θ.
                let unit = if R::MAX.to_f64() < 1e39 { 2e-7 } else { 4e-16 };
                let of_theta = 4.0 * unit * (start + delta);
                let of_p = 4.0 * unit + of_theta / plain[0].abs();
                let slack = of_theta + delta * of_p;
                assert!(
                    walked.iter().all(|step| (step.abs() - delta).abs() < slack),
                    "{rule:?}: {delta}, {slack}"
                );
                let x = (total[0] / delta).clamp(-1.0, 1.0);
                let mean = walked.iter().sum::<f64>() / (LEN as f64 * delta);
                let error = ((1.0 - x * x) / LEN as f64).sqrt() + slack / delta;
                assert!((mean - x).abs() < SIGMAS * error, "{rule:?}: x {x}, found {mean}");
                walking += u64::from(x.abs() < 1.0);
            }
        }
    }
    assert!(4 * walking > 5 * seed, "few of {seed} runs of five steps are not clamped: {walking}");
}

both!(every_drift_and_diagonal_preconditioner_walks);

/// It cannot be cold, and has one step for every coordinate.
#[test]
fn what_it_cannot_do_is_refused() {
    use sgmcmc::Error;
    let vectors = Vectors::new(2);
    let settings = |rule, temperature| {
        let rule = RuleSettings { temperature, ..RuleSettings::new(rule, Schedule::constant(0.1)) };
        ChainSettings::new(1, BatchSettings::All, Sampler::Rule(rule)).memory_len::<f32>(2).err()
    };
    let one = Schedule::constant(1.0);
    for preconditioner in registry::preconditioners(&vectors) {
        let rule = Rule::Lattice(Lattice { preconditioner, ..Lattice::default() });
        let dense =
            matches!(preconditioner, Preconditioner::Dense(_) | Preconditioner::PositionDependentDense);
        assert_eq!(settings(rule, one), dense.then_some(Error::PreconditionerKind), "{preconditioner:?}");
        assert_eq!(rule.host_terms::<f64>() == HostTerms::None, rule.host_terms_len::<f32>(2) == Ok(0));
    }
    assert_eq!(settings(walk(), Schedule::constant(0.0)), Some(Error::Temperature));
    assert_eq!(settings(walk(), Schedule::cyclical(1.0, 4, 0.5)), Some(Error::Temperature));
    let cold =
        walk().step(&mut [0.0f32], &mut [], &mut Lanes::seed_from_u64(1), None, &[0.0], &[], &at(0.1, 0.0));
    assert_eq!(cold, Err(Error::Temperature));
}
