//! A refused warm-up names its cause, each by a chain that is refused for that alone; and thermostats are not left hot.

use super::far::{Data, Kind, settings};
use crate::support::{Each, GaussianData, Level, Logistic, begin, warm_up};
use sgmcmc::drift::{Drift, Momentum, NoDrift};
use sgmcmc::precond::{Preconditioner, RmsProp};
use sgmcmc::prior::Prior;
use sgmcmc::rng::{Generators, fill_normals};
use sgmcmc::rule::{AdamOptimizer, Langevin, Lattice, Rule, Sgnht, Splitting, Thermostat};
use sgmcmc::schedule::Schedule;
use sgmcmc::{
    BatchSettings, ChainSettings, Error, Estimator, Health, HealthReport, HealthSettings, MemoryUnit, Model,
    PilotSettings, Real, RuleSettings, Sampler, StepError,
};

fn rule(rule: Rule<'static>) -> RuleSettings<'static> {
    RuleSettings::new(rule, Schedule::CALLBACK)
}

/// How a warm-up ends.
fn end<R: Real>(
    settings: &ChainSettings<'_>,
    start: &[f64],
    model: &mut impl Model<R>,
) -> Result<f64, StepError> {
    let start: Vec<R> = start.iter().map(|x| R::from_f64(*x)).collect();
    let mut chain = begin::<R>(settings, &start);
    let pilot = PilotSettings { pair_count: 64, ..PilotSettings::default() };
    let done = warm_up(&mut chain, &pilot, model);
    done.map(|()| chain.statistics().step_size)
}

/// ℓ = -½ scale θ², the same on every batch.
fn bowl_of(scale: f64) -> Each<impl FnMut(f64) -> (f64, f64)> {
    Each(move |theta| (-0.5 * scale * theta * theta, -scale * theta))
}

/// Each with the one thing wrong, where the same chain without it warms up.
#[test]
fn a_refusal_names_its_cause() {
    let all =
        |sampler| ChainSettings { burn_in: 400, ..ChainSettings::new(1000, BatchSettings::All, sampler) };
    let sampler = |it| Sampler::Rule(rule(it));
    let mut normal = GaussianData::normal(1000, 3);
    let moving = Drift::Momentum(Momentum::default());
    let rms = Preconditioner::RmsProp(RmsProp::default());
    for (it, error) in [
        (Rule::Adam(AdamOptimizer::default()), Some(Error::RuleKind)),
        (
            Rule::Langevin(Langevin { drift: moving, preconditioner: Preconditioner::Identity }),
            Some(Error::DriftKind),
        ),
        (Rule::Lattice(Lattice { drift: moving, ..Lattice::default() }), Some(Error::DriftKind)),
        (
            Rule::Langevin(Langevin { drift: Drift::None(NoDrift), preconditioner: rms }),
            Some(Error::PreconditionerKind),
        ),
        (Rule::SGLD, None),
        (Rule::Lattice(Lattice::default()), None),
    ] {
        let done = end::<f64>(&all(sampler(it)), &[0.1; 3], &mut normal);
        assert_eq!(done.err(), error.map(StepError::Refused), "{it:?}");
    }
    // Nothing is curved.
    let flat = end::<f64>(&all(sampler(Rule::SGLD)), &[0.1; 3], &mut Level);
    assert_eq!(flat, Err(StepError::Refused(Error::StepSizeNotFound)));
    let proper = ChainSettings { prior: Prior::gaussian(0.0, 1.0), ..all(sampler(Rule::SGLD)) };
    assert!(end::<f64>(&proper, &[0.1; 3], &mut Level).is_ok());
    // A step that `f64` holds, and `f32` does not.
    let bowl = ChainSettings { data_len: 1, ..all(sampler(Rule::SGLD)) };
    for (scale, held) in [(1.0, true), (1e-44, false)] {
        let done = end::<f32>(&bowl, &[0.0], &mut bowl_of(scale));
        let expected = if held { None } else { Some(StepError::Refused(Error::StepSizeNotUsable)) };
        assert_eq!(done.err(), expected, "{scale}");
    }
    assert!(end::<f64>(&bowl, &[0.0], &mut bowl_of(1e-44)).is_ok());
}

/// From far away, by noise that hides it, and from where either is not so.
#[test]
fn what_is_still_far_and_what_noise_hides_differ() {
    let few = BatchSettings::WithoutReplacement(50);
    let single = BatchSettings::WithoutReplacement(1);
    for (kind, start, data_len, batch, error) in [
        (Kind::Poisson, 30.0, 1000, BatchSettings::All, Some(Error::WarmUpFar)),
        (Kind::Cauchy, 1e5, 1000, few, Some(Error::WarmUpFar)),
        (Kind::Poisson, 4.0, 20_000, single, Some(Error::WarmUpNoise)),
        (Kind::Poisson, 0.3, 1000, BatchSettings::All, None),
        (Kind::Cauchy, 0.3, 1000, few, None),
        (Kind::Poisson, 4.0, 1000, BatchSettings::All, None),
    ] {
        let mut data = Data::new(kind, data_len);
        let settings = settings(&data, rule(Rule::SGLD), batch);
        let start = [start; super::far::DIM];
        let mut chain = begin::<f64>(&settings, &start);
        let pilot = PilotSettings::default();
        let done = warm_up(&mut chain, &pilot, &mut data);
        assert_eq!(done.err(), error.map(StepError::Refused), "{kind:?} from {start:?}");
    }
}

/// 768 rows of an intercept and 8 correlated covariates, of deviation 1.
fn like_pima() -> Logistic {
    let mut normals = vec![0.0; 768 * 10];
    fill_normals(&mut Generators::new(12, 0).expect("a chain").noise, &mut normals);
    let of = |z: &[f64]| {
        let mut row = [1.0; 9];
        row[1..].iter_mut().zip(&z[1..9]).for_each(|(x, z1)| *x = 0.85 * z1 + 0.5 * z[0]);
        let margin = 1.1 * row[2] + 0.65 * row[6] + 0.4 * row[1] + 0.3 * row[7] - 0.85;
        if margin + 1.6 * z[9] > 0.0 { row } else { row.map(|x| -x) }
    };
    Logistic { x: normals.chunks(10).flat_map(of).collect(), dim: 9 }
}

/// A thermostat whose chain began far away has the temperature that is set, E vᵀv = dητ, and the friction that goes with
/// it, as one that began at the mode; by Euler's splitting with one for each coordinate, too.
///
/// The mean of v² over looks 10 steps apart has, by the band of the report, 5 standard errors of a χ² law; and ζ, which
/// needs α/(ητ) steps to get to another value, holds what is left of it within a few per cent.
#[test]
#[ignore = "takes seconds: -- --ignored"]
fn a_far_start_leaves_no_thermostat_hot() {
    let mut model = like_pima();
    for thermostat in [Thermostat::Scalar, Thermostat::PerCoordinate] {
        for splitting in [Splitting::Euler, Splitting::Symmetric] {
            let report = |start: f64, model: &mut Logistic| -> HealthReport {
                let sgnht = Sgnht { thermostat, splitting, ..Sgnht::default() };
                let settings = ChainSettings {
                    prior: Prior::gaussian(0.0, 1.0),
                    burn_in: 4000,
                    ..ChainSettings::new(
                        768,
                        BatchSettings::WithoutReplacement(32),
                        Sampler::Rule(rule(Rule::Sgnht(sgnht))),
                    )
                };
                let start: Vec<f64> = (0..9).map(|i| start * [1.0, -0.7, 0.4][i % 3]).collect();
                let mut chain = begin::<f64>(&settings, &start);
                let pilot = PilotSettings { pair_count: 64, ..PilotSettings::default() };
                let mut health = Health::new(&HealthSettings::default()).expect("defaults");
                warm_up(&mut chain, &pilot, model).expect("good steps");
                chain.run_with_health(40_000, model, None, 10, &mut health).expect("good steps");
                health.report(chain.state(), None, None).expect("its chain")
            };
            let [near, far] = [0.0, 5.0].map(|start| report(start, &mut model));
            for (start, it) in [("near", near), ("far", far)] {
                println!(
                    "{thermostat:?} {splitting:?} {start}: {} of [{}, {}], ζ {}",
                    it.kinetic_temperature, it.kinetic_low, it.kinetic_high, it.thermostat
                );
                assert!((it.kinetic_low..it.kinetic_high).contains(&it.kinetic_temperature));
                assert_eq!(it.findings, 0);
            }
            assert!((far.thermostat / near.thermostat - 1.0).abs() < 0.03);
        }
    }
}

/// A thermostat's warm-up of 32 steps, of which only the last 16 are at the ζ of the last look.
fn warmed(sgnht: Sgnht, estimator: Estimator<'_>, start: &[f64], steps: u64) -> (f64, f64) {
    let batch = BatchSettings::WithoutReplacement(10);
    let sampler = Sampler::Rule(rule(Rule::Sgnht(sgnht)));
    let settings = ChainSettings { estimator, burn_in: 32, ..ChainSettings::new(1000, batch, sampler) };
    let mut chain = begin::<f64>(&settings, start);
    let pilot = PilotSettings::default();
    let mut room = vec![MemoryUnit::default(); chain.warm_up_len(&pilot).expect("a length")];
    let mut health = Health::new(&HealthSettings::default()).expect("defaults");
    let mut model = GaussianData::normal(1000, start.len());
    chain.warm_up(&pilot, &mut room, steps, &mut model).expect("good steps");
    let step_size = chain.statistics().step_size;
    chain.run_with_health(40 - steps, &mut model, None, 1, &mut health).expect("good steps");
    (health.report(chain.state(), None, None).expect("its chain").thermostat, step_size)
}

/// By Euler's splitting ζ is 1 - sqrt(1 - 2γ) after the last look, by the symmetric one asinh γ, with γ = α + ην²/(2τ) and ν²
/// what the estimator leaves: nothing by a variate of this model. Some 20 steps change it by less than a tenth of α.
#[test]
fn the_last_look_leaves_a_thermostat_where_it_holds() {
    let variance = 1e6 / 10.0 * (990.0 / 999.0);
    for (splitting, estimator, share) in [
        (Splitting::Euler, Estimator::Plain, 1.0),
        (Splitting::Symmetric, Estimator::Plain, 1.0),
        (Splitting::Euler, Estimator::FixedCentre { centre: None }, 0.0),
    ] {
        let sgnht = Sgnht { splitting, friction: 0.3, ..Sgnht::default() };
        let (zeta, step_size) = warmed(sgnht, estimator, &[0.0; 20], 32);
        let friction = 0.3 + 0.5 * step_size * share * variance;
        let exact = match splitting {
            Splitting::Euler => 1.0 - libm::sqrt(1.0 - 2.0 * friction),
            Splitting::Symmetric => libm::asinh(friction),
        };
        println!("{splitting:?} {estimator:?}: {zeta} of {exact}, {friction} at {step_size:.2e}");
        assert!((zeta - exact).abs() < 0.03, "{zeta} of {exact}");
    }
}

/// What Euler's thermostat takes up on the way is one parameter's for each of its own, and all parameters' for one of all.
#[test]
fn a_thermostat_of_its_own_takes_up_less() {
    let first = |thermostat| {
        let sgnht = Sgnht { thermostat, ..Sgnht::default() };
        warmed(sgnht, Estimator::Plain, &[1e3; 20], 1).1
    };
    let [scalar, own] = [Thermostat::Scalar, Thermostat::PerCoordinate].map(first);
    assert!(scalar > 4.0 * own, "{scalar:e} {own:e}");
}
