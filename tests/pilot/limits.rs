//! What else a look must not say: steps that a thermostat does not hold, and distances that are noise.

use super::super::support::{Answer, GaussianData, Normal, begin, memory, metropolis, ruled, sgld};
use super::advice::text;
use super::look;
use sgmcmc::rule::{Rule, Sgnht, Splitting, Thermostat};
use sgmcmc::{BatchSettings, ChainSettings, Finding, PilotSettings};

/// SGNHT on N(0, 1), where ητ is no small number: the velocity begins at 0, and the thermostat swings.
#[test]
#[ignore = "takes seconds: -- --ignored"]
fn a_thermostat_holds_the_step_that_is_found() {
    for (splitting, friction, dim) in [
        (Splitting::Euler, 0.03, 1),
        (Splitting::Euler, 0.1, 1),
        (Splitting::Euler, 0.1, 1000),
        (Splitting::Symmetric, 0.1, 1),
        (Splitting::Symmetric, 0.1, 1000),
    ] {
        for thermostat in [Thermostat::Scalar, Thermostat::PerCoordinate] {
            let rule = Rule::Sgnht(Sgnht { splitting, friction, thermostat, ..Sgnht::default() });
            let of = |step_size: f64| {
                let sampler = ruled(rule, step_size, 1.0);
                ChainSettings {
                    burn_in: 1000,
                    moments: sgmcmc::Moments::Plain,
                    ..ChainSettings::new(1, BatchSettings::All, sampler)
                }
            };
            let (start, mut model) = (vec![0.0; dim], Normal { variance: 1.0 });
            let found = look::<f64>(&PilotSettings::default(), &of(1e-6), &start, &mut model).report;
            let settings = of(found.step_size);
            let mut chain = begin::<f64>(&settings, &start);
            let steps = if dim == 1 { 400_000 } else { 5000 };
            chain.run(1000 + steps, &mut model, None).expect("a good run");
            let (mut mean, mut variance) = (start.clone(), start);
            chain.moments(sgmcmc::MomentsOf::Plain, &mut mean, &mut variance).expect("moments");
            let variance = variance.iter().sum::<f64>() / dim as f64;
            println!("{rule:?}, d = {dim}: η = {}, variance {variance}", found.step_size);
            // Twice the δ that a pilot tolerates, as of every other rule.
            assert!((variance - 1.0).abs() < 0.1, "{variance}");
        }
    }
}

/// What a pilot proposes changes little with the friction and grows with δ, through where Euler's splitting alone takes δ off.
#[test]
fn thermostats_get_steps_without_jumps() {
    let found = |splitting, friction: f64, inflation: f64| {
        let rule = Rule::Sgnht(Sgnht { splitting, friction, ..Sgnht::default() });
        let sampler = ruled(rule, 1e-9, 1.0);
        let settings = ChainSettings::new(1000, BatchSettings::WithoutReplacement(10), sampler);
        let mut model = GaussianData { precision: 0.01, ..GaussianData::normal(1000, 6) };
        let pilot = PilotSettings { inflation, covariance: true, ..PilotSettings::default() };
        look::<f64>(&pilot, &settings, &[0.0; 6], &mut model).report.step_size
    };
    for splitting in [Splitting::Euler, Splitting::Symmetric] {
        let (mut by_friction, mut by_delta) = (Vec::new(), Vec::new());
        for k in 0..60 {
            by_friction.push(found(splitting, 0.01 + 0.005 * f64::from(k), 0.05));
            by_delta.push(found(splitting, 0.1, 0.01 + 0.005 * f64::from(k)));
        }
        let ratios = |steps: &[f64]| steps.windows(2).map(|pair| pair[1] / pair[0]).collect::<Vec<_>>();
        let (friction, delta) = (ratios(&by_friction), ratios(&by_delta));
        assert!(friction.iter().all(|ratio| (0.8..=1.6).contains(ratio)), "{splitting:?}: {by_friction:?}");
        assert!(delta.iter().all(|ratio| (1.0..=1.6).contains(ratio)), "{splitting:?}: {by_delta:?}");
    }
}

/// At the mode, by batches so small that the mean of all of them is longer than the gradient of a typical draw.
#[test]
fn noise_is_no_distance_from_the_mode() {
    for batch_len in [1, 10] {
        for seed in 0..40 {
            let batch = BatchSettings::WithoutReplacement(batch_len);
            let model = GaussianData::normal(20_000, 1);
            let settings = ChainSettings::new(20_000, batch, sgld(1e-9, 1.0));
            let pilot = PilotSettings { seed, ..PilotSettings::default() };
            let found = look::<f64>(&pilot, &settings, &[model.mean(0)], &mut { model }).report;
            assert!(!found.has(Finding::FarFromMode), "{}", text(&found));
        }
    }
    let model = GaussianData::normal(20_000, 1);
    let settings = ChainSettings::new(20_000, BatchSettings::WithoutReplacement(10), sgld(1e-9, 1.0));
    let found =
        look::<f64>(&PilotSettings::default(), &settings, &[model.mean(0) + 1.0], &mut { model }).report;
    assert!(found.has(Finding::FarFromMode), "{}", text(&found));
}

/// A temperature of -0 is one of 0: no limit has its sign.
#[test]
fn a_cold_chain_has_no_negative_limits() {
    let of = |temperature: f64| {
        let settings =
            ChainSettings::new(1000, BatchSettings::WithoutReplacement(10), sgld(1e-6, temperature));
        let mut model = GaussianData::normal(1000, 2);
        format!("{:?}", look::<f64>(&PilotSettings::default(), &settings, &[0.5, 1.0], &mut model).report)
    };
    let cold = of(-0.0);
    assert_eq!(cold, of(0.0));
    assert!(!cold.contains("-inf"), "{cold}");
}

/// A model that has numbers only within a deviation of the mode: what a pilot tries elsewhere is as if impossible, and at
/// the place itself an error as a step's is.
#[test]
fn what_is_not_finite_elsewhere_is_no_error() {
    struct Ragged(GaussianData, f64);
    impl sgmcmc::Model<f64> for Ragged {
        fn log_likelihood(
            &mut self,
            theta: &[f64],
            batch: sgmcmc::Batch<'_>,
            gradient: Option<&mut [f64]>,
        ) -> Answer {
            let value = self.0.log_likelihood(theta, batch, gradient)?;
            let way = theta[0] - self.0.mean(0);
            Ok(if way.abs() < self.1 { value } else { f64::NAN })
        }
    }
    let data = GaussianData::normal(1000, 1);
    let deviation = 1.0 / libm::sqrt(1000.0);
    let lattice = Rule::Lattice(sgmcmc::rule::Lattice::default());
    let lattice = ruled(lattice, 1e-9, 1.0);
    let walk = sgmcmc::mh::Proposal::sgld(0.1, sgmcmc::mh::NoiseScale::Langevin);
    for sampler in [sgld(1e-9, 1.0), lattice, metropolis(walk, 3.0, |_| {})] {
        let settings = ChainSettings::new(1000, BatchSettings::WithoutReplacement(20), sampler);
        let mut memory = memory::<f64>(&settings, 1);
        let state = sgmcmc::ChainState::new(&settings, &[data.mean(0) + 0.1 * deviation], &mut memory);
        let (state, pilot) = (state.expect("in range"), PilotSettings::default());
        let mut room = vec![sgmcmc::MemoryUnit::default(); pilot.memory_len(&state).expect("defaults")];
        let mut look = |reach| {
            let mut model = Ragged(data.clone(), reach * deviation);
            pilot.look(&state, &memory, None, &mut room, &mut model).map(|found| found.report.curvature)
        };
        let curvature = look(1.0).expect("a look");
        assert!((curvature / 1000.0 - 1.0).abs() < 0.01 || curvature.is_nan(), "{sampler:?}: {curvature}");
        let error = sgmcmc::StepError::Refused(sgmcmc::Error::LogLikelihoodNotFinite);
        assert_eq!(look(0.05), Err(error), "{sampler:?}");
    }
}

mod nightly {
    use super::*;

    /// SGNHT where all directions are as noisy: none is hotter than what shares a thermostat with it, and all are colder by what
    /// Euler's splitting takes off as ζ rises to take the noise, 1 - γ/2 with γ = 1 - sqrt(1 - 2α - ην²/τ). That is predicted.
    #[test]
    #[ignore = "takes seconds: -- --ignored nightly"]
    fn a_thermostat_takes_little_off_where_all_directions_are_as_noisy() {
        const DIM: usize = 6;
        const DATA: usize = 1200;
        // Data at ± sqrt(d) of every axis have the covariance I; each has the precision 0.01.
        let mut data = GaussianData { precision: 0.01, ..GaussianData::new(&vec![0.0; DATA * DIM], DIM) };
        for (i, row) in data.x.chunks_exact_mut(DIM).enumerate() {
            row[i % DIM] = (DIM as f64).sqrt() * if (i / DIM).is_multiple_of(2) { 1.0 } else { -1.0 };
        }
        for (splitting, friction) in
            [(Splitting::Euler, 0.1), (Splitting::Euler, 0.03), (Splitting::Symmetric, 0.1)]
        {
            for thermostat in [Thermostat::Scalar, Thermostat::PerCoordinate] {
                let rule = Rule::Sgnht(Sgnht { splitting, friction, thermostat, ..Sgnht::default() });
                let of = |step_size: f64| {
                    let sampler = ruled(rule, step_size, 1.0);
                    let batch = BatchSettings::WithoutReplacement(10);
                    let moments = sgmcmc::Moments::Plain;
                    ChainSettings {
                        burn_in: 100_000,
                        moments,
                        ..ChainSettings::new(DATA as u32, batch, sampler)
                    }
                };
                let (start, mut model) = ([0.0; DIM], GaussianData { x: data.x.clone(), ..data });
                let mut found =
                    |pilot: PilotSettings| look::<f64>(&pilot, &of(1e-9), &start, &mut model).report;
                // Without C, noise of different coordinates may be opposed, which asks for a smaller step.
                let blind = found(PilotSettings::default());
                let found = found(PilotSettings { covariance: true, ..PilotSettings::default() });
                assert!(blind.step_size < found.step_size, "{}", blind.step_size);
                let settings = of(found.step_size);
                let mut chain = begin::<f64>(&settings, &start);
                chain.run(1_100_000, &mut model, None).expect("a good run");
                let [mut mean, mut variance] = [[0.0; DIM]; 2];
                chain.moments(sgmcmc::MomentsOf::Plain, &mut mean, &mut variance).expect("moments");
                // Of 1/12, at τ = 1 under a flat prior.
                let ratio = 12.0 * variance.iter().sum::<f64>() / DIM as f64;
                let noise = 0.01 * 0.01 * DATA as f64 * (DATA as f64 - 10.0) / 10.0;
                let law = match splitting {
                    Splitting::Euler => 0.5 + 0.5 * (1.0 - 2.0 * friction - found.step_size * noise).sqrt(),
                    Splitting::Symmetric => libm::cosh(0.5 * friction) - found.step_size * 12.0 / 4.0,
                };
                let predicted = 1.0 + found.inflation_at(found.step_size);
                println!(
                    "{rule:?}: η = {:.3e}, {ratio:.4} of {law:.4}, at least {predicted:.4}",
                    found.step_size
                );
                // Standard errors are some 0.0015; what ζ swings by is the rest.
                assert!((ratio - law).abs() < 0.008 && ratio > predicted - 0.008, "{}", text(&found));
            }
        }
    }
}
