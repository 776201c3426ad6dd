//! Descents arrive where a posterior has its mass, from where users begin, or say that they did not.

use super::laws::Law;
use crate::support::{Answer, Each, Level, ruled};
use sgmcmc::mh::{MetropolisHastings, Proposal};
use sgmcmc::prior::{Gaussian, Prior};
use sgmcmc::rng::{Generators, fill_uniforms};
use sgmcmc::rule::{Recipe, Rule};
use sgmcmc::schedule::Schedule;
use sgmcmc::{
    Batch, BatchSettings, Block, ChainSettings, Descent, DescentEnd, DescentReport, Error, Interrupt,
    MemoryUnit, Model, Real, RuleSettings, Sampler, StepError,
};

/// Chains on all of `data_len` data that sample the posterior itself.
fn settings(data_len: u32) -> ChainSettings<'static> {
    let hmc = MetropolisHastings::tuned(Proposal::hmc(0.0, 10), f64::from(data_len));
    let settings = ChainSettings::new(data_len, BatchSettings::All, Sampler::MetropolisHastings(hmc));
    ChainSettings { burn_in: 100, ..settings }
}

fn run<R: Real>(
    settings: &ChainSettings<'_>,
    theta: &mut [R],
    model: &mut dyn Model<R>,
) -> Result<DescentReport, StepError> {
    run_by(&Descent::default(), settings, theta, model)
}

fn run_by<R: Real>(
    descent: &Descent,
    settings: &ChainSettings<'_>,
    theta: &mut [R],
    model: &mut dyn Model<R>,
) -> Result<DescentReport, StepError> {
    // Any content will do.
    let rubbish = MemoryUnit::from([0x7ff8_0000_dead_beef; 8]);
    let mut memory = vec![rubbish; descent.memory_len::<R>(settings, theta.len())?];
    descent.run(settings, theta, &mut memory, model)
}

/// Uniform numbers on (-2, 2).
fn start<R: Real>(dim: usize, seed: u64) -> Vec<R> {
    let mut theta = vec![R::default(); dim];
    fill_uniforms(&mut Generators::new(seed, 0).expect("a chain").noise, &mut theta);
    theta.iter().map(|x| R::from_f64(4.0 * x.to_f64() - 2.0)).collect()
}

/// Where draws are, whose log density is d/2 below the mode's in the mean, or an answer that says otherwise.
#[test]
fn it_arrives_from_uniform_starts() {
    for law in Law::ALL {
        for seed in 1..=8 {
            let mut theta = start::<f64>(law.dim(), seed);
            if law == Law::Saddle {
                theta[1] = theta[0];
            }
            let report = run(&settings(1), &mut theta, &mut { law }).expect("a descent");
            assert_eq!(report.end, DescentEnd::Arrived, "{law:?} {seed}: {report}");
            assert!(report.pass_count <= 120, "{law:?} {seed}: {report}");
            let reached = law.value(&theta, &mut vec![0.0; law.dim()]);
            assert_eq!(reached, report.log_density[1], "{law:?}: that of θ");
            if let Some(mode) = law.mode() {
                let below = mode - reached;
                assert!(
                    (-1e-6..=1.5 * law.dim() as f64).contains(&below),
                    "{law:?} {seed}: {below} {report}"
                );
            } else if law == Law::Saddle {
                let [low, high] = [theta[0].min(theta[1]), theta[0].max(theta[1])];
                assert!((low + 3.0).abs() < 0.5 && (high - 3.0).abs() < 0.5, "{seed}: {theta:?} {report}");
            } else {
                // Not down the funnel: log τ of draws is about 0.8, with a deviation of 1.2.
                assert!(theta[9] > -3.0, "{law:?} {seed}: log τ {}", theta[9]);
            }
        }
    }
}

/// The same bits twice, from memory with any content, and from a pass in chunks the same place.
#[test]
fn it_is_the_same_twice() {
    let of = |chunk_len| {
        let mut theta = start::<f64>(10, 3);
        let settings = ChainSettings { chunk_len, ..settings(1) };
        let report = run(&settings, &mut theta, &mut { Law::Schools }).expect("a descent");
        (theta.into_iter().map(f64::to_bits).collect::<Vec<_>>(), report)
    };
    assert_eq!(of(0), of(0));
    assert_eq!(of(0), of(1));
}

/// N(1000, 0.01²) in `f32`, where neighbours are 6e-5 apart, and 1e6 data whose values are rounded to `f32`.
#[test]
fn it_arrives_in_single_precision_far_from_zero() {
    struct Far;
    impl Model<f32> for Far {
        fn log_likelihood(&mut self, theta: &[f32], _: Batch<'_>, gradient: Option<&mut [f32]>) -> Answer {
            let z: Vec<f64> = theta.iter().map(|x| (f64::from(*x) - 1000.0) / 10.0).collect();
            gradient.into_iter().flatten().zip(&z).for_each(|(g, z)| *g = (-z / 10.0) as f32);
            Ok(f64::from(z.iter().fold(-7.0, |sum, z| sum - 0.5 * z * z) as f32))
        }
    }
    for seed in 1..=8 {
        let mut theta = start::<f32>(3, seed);
        let report = run(&settings(1_000_000), &mut theta, &mut Far).expect("a descent");
        assert_eq!(report.end, DescentEnd::Arrived, "{report}");
        assert!(theta.iter().all(|x| (x - 1000.0).abs() < 0.03), "{theta:?} {report}");
    }
}

/// The prior counts, the built-in one and that of a block; what is frozen stays, a negative zero, too.
#[test]
fn it_knows_priors_and_blocks() {
    let prior = |mean| Prior::Gaussian(Gaussian { mean, precision: 4.0 });
    let blocks = [
        Block { frozen: true, ..Block::new(1, 2) },
        Block { prior: Some(prior(-3.0)), step_size_factor: 1e-6, ..Block::new(3, 1) },
    ];
    let settings = ChainSettings { prior: prior(5.0), blocks: (&blocks).into(), ..settings(100) };
    let mut theta: [f64; 5] = [0.5, -0.0, 7.0, 1.0, -1.0];
    let report = run(&settings, &mut theta, &mut Level).expect("a descent");
    assert_eq!(report.end, DescentEnd::Arrived, "{report}");
    assert_eq!([theta[1].to_bits(), theta[2].to_bits()], [(-0.0f64).to_bits(), 7.0f64.to_bits()]);
    for (theta, mean) in [(theta[0], 5.0), (theta[3], -3.0), (theta[4], 5.0)] {
        assert!((theta - mean).abs() < 1.0, "{theta} for {mean}");
    }
    // 100 data of the model: the built-in prior is not counted 100 times.
    assert!((report.log_density[0] + 2.0 * (4.5 * 4.5 + 4.0 * 4.0 + 6.0 * 6.0)).abs() < 1e-9, "{report:?}");
    let held = [Block { frozen: true, ..Block::new(0, 5) }];
    let settings = ChainSettings { blocks: (&held).into(), ..settings };
    assert_eq!(run(&settings, &mut theta, &mut Level).expect("a descent").end, DescentEnd::Flat);
}

/// A rule's chain, with the host's prior, whatever its batches.
#[test]
fn it_goes_before_a_rule() {
    struct Hosted;
    impl Model<f64> for Hosted {
        fn log_likelihood(
            &mut self,
            theta: &[f64],
            batch: Batch<'_>,
            gradient: Option<&mut [f64]>,
        ) -> Answer {
            assert_eq!(batch, Batch::All);
            Law::Scales.log_likelihood(theta, batch, gradient)
        }
        fn log_prior(&mut self, theta: &[f64], gradient: Option<&mut [f64]>) -> Answer {
            gradient.into_iter().for_each(|g| g[8] = 1e9 * (2e4 - theta[8]));
            Ok(-0.5e9 * (2e4 - theta[8]) * (2e4 - theta[8]))
        }
    }
    let rule = Sampler::Rule(RuleSettings::new(Rule::SGLD, Schedule::CALLBACK));
    let batch = BatchSettings::WithoutReplacement(10);
    let settings = ChainSettings { prior: Prior::Callback, ..ChainSettings::new(1000, batch, rule) };
    let mut theta = start::<f64>(9, 5);
    let report = run(&settings, &mut theta, &mut Hosted).expect("a descent");
    assert_eq!(report.end, DescentEnd::Arrived, "{report}");
    assert!((theta[8] - 2e4).abs() < 1e-3, "{theta:?}");
}

/// Where it does not arrive it says so.
#[test]
fn it_says_that_it_did_not_arrive() {
    let end = |theta: &mut [f64], model: &mut dyn Model<f64>| {
        let descent = Descent { iteration_max: 20, ..Descent::default() };
        run_by(&descent, &settings(1), theta, model).expect("a descent").end
    };
    assert_eq!(end(&mut [1.0], &mut Level), DescentEnd::Flat);
    // Without a slope the curvature tells a mode from a saddle.
    assert_eq!(end(&mut [0.0], &mut Each(|x: f64| (-x * x, -2.0 * x))), DescentEnd::Arrived);
    let mut theta = [0.0];
    let wells = |x: f64| (-(x * x - 4.0) * (x * x - 4.0), -4.0 * x * (x * x - 4.0));
    assert_eq!(end(&mut theta, &mut Each(wells)), DescentEnd::Arrived);
    assert!((theta[0].abs() - 2.0).abs() < 0.3, "{theta:?}");
    // A gradient of the other sign.
    assert_eq!(end(&mut [1.0], &mut Each(|x: f64| (-x * x, 2.0 * x))), DescentEnd::NoGain);
    // No end of it.
    assert_eq!(end(&mut [1.0], &mut Each(|x| (x, 1.0))), DescentEnd::IterationMax);
    // A wall before the mode: where it can go no further.
    let mut theta = [0.0];
    let wall = |x: f64| if x > 1.0 { (f64::NAN, f64::NAN) } else { (-(x - 5.0) * (x - 5.0), 10.0 - 2.0 * x) };
    assert_eq!(end(&mut theta, &mut Each(wall)), DescentEnd::NoGain);
    assert!(theta[0] > 0.99 && theta[0] <= 1.0, "{theta:?}");
}

/// After a refusal θ is as it was.
#[test]
fn a_refused_descent_leaves_theta() {
    /// Stops at a call.
    struct Stops(u32);
    impl Model<f64> for Stops {
        fn log_likelihood(
            &mut self,
            theta: &[f64],
            batch: Batch<'_>,
            gradient: Option<&mut [f64]>,
        ) -> Answer {
            self.0 -= 1;
            if self.0 == 0 {
                Err(Interrupt::Stop(7))
            } else {
                Law::Valley.log_likelihood(theta, batch, gradient)
            }
        }
    }
    let begun = start::<f64>(6, 1);
    for calls in [1, 2, 9] {
        let mut theta = begun.clone();
        let stopped = run(&settings(1), &mut theta, &mut Stops(calls));
        assert_eq!(stopped, Err(StepError::Stopped(Error::Stopped, 7)));
        assert_eq!(theta, begun);
    }
    let refused = |descent: Descent,
                   settings: &ChainSettings<'_>,
                   theta: &mut [f64],
                   room: usize,
                   model: &mut dyn Model<f64>| {
        let mut memory = vec![MemoryUnit::default(); room];
        descent.run(settings, theta, &mut memory, model).expect_err("a refusal").parts().0
    };
    let nowhere = |_| (f64::NAN, 0.0);
    let impossible = |_| (f64::NEG_INFINITY, 0.0);
    let steep = |_| (0.0, f64::INFINITY);
    let (own, given) = (settings(1), Descent::default());
    let cases = [
        (refused(given, &own, &mut [0.0], 100, &mut Each(nowhere)), Error::LogLikelihoodNotFinite),
        (refused(given, &own, &mut [0.0], 100, &mut Each(impossible)), Error::Impossible),
        (refused(given, &own, &mut [0.0], 100, &mut Each(steep)), Error::GradientNotFinite),
        (refused(given, &own, &mut [f64::NAN], 100, &mut Level), Error::ThetaNotFinite),
        (refused(given, &own, &mut [], 100, &mut Level), Error::LengthZero),
        (refused(given, &own, &mut [0.0], 5, &mut Level), Error::MemoryTooSmall),
        (refused(Descent { history_len: 0, ..given }, &own, &mut [0.0], 100, &mut Level), Error::HistoryLen),
        (refused(Descent { history_len: 17, ..given }, &own, &mut [0.0], 100, &mut Level), Error::HistoryLen),
        (
            refused(Descent { iteration_max: 0, ..given }, &own, &mut [0.0], 100, &mut Level),
            Error::IterationMax,
        ),
        (
            refused(Descent { curvature_dim_max: 1025, ..given }, &own, &mut [0.0], 100, &mut Level),
            Error::CurvatureDimMax,
        ),
        (refused(Descent { gain: 0.0, ..given }, &own, &mut [0.0], 100, &mut Level), Error::Gain),
        (refused(Descent { gain: f64::NAN, ..given }, &own, &mut [0.0], 100, &mut Level), Error::Gain),
    ];
    for (found, wanted) in cases {
        assert_eq!(found, wanted);
    }
    let recipe = ruled(Rule::Recipe(Recipe), 1.0, 1.0);
    let recipe = ChainSettings::new(1, BatchSettings::All, recipe);
    assert_eq!(given.memory_len::<f64>(&recipe, 1), Err(Error::RuleKind));
}

/// Without the curvature steps alone decide, which do not see what they have not met: documented, and so it is.
#[test]
fn without_the_curvature_slow_directions_are_not_seen() {
    let descent = Descent { curvature_dim_max: 0, ..Descent::default() };
    let mut theta = start::<f64>(2, 1);
    let report = run_by(&descent, &settings(1), &mut theta, &mut { Law::LogScale }).expect("a descent");
    assert_eq!(report.end, DescentEnd::Arrived);
    assert!(Law::LogScale.mode().expect("one") - report.log_density[1] > 100.0, "{report}");
}

/// Both ends of the settings.
#[test]
fn it_arrives_at_the_ends_of_its_settings() {
    for (history_len, gain) in [(1, 0.5), (16, 0.5), (5, 1e-9), (5, 1e6)] {
        let descent = Descent { history_len, gain, ..Descent::default() };
        let mut theta = start::<f64>(9, 2);
        let report = run_by(&descent, &settings(1), &mut theta, &mut { Law::Correlated }).expect("a descent");
        assert_eq!(report.end, DescentEnd::Arrived, "{history_len} {gain}: {report}");
        let below = -report.log_density[1];
        assert!(below < if gain > 1.0 { 1e6 } else { 18.0 * gain + 1e-9 }, "{history_len} {gain}: {below}");
    }
}
