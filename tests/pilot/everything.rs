//! Every rule, proposal, prior, estimator and kind of batch is looked at, and numbers at the ends of what a precision
//! holds.

use super::super::reference::registry::{self, Vectors};
use super::super::support::{Each, Logistic, Recorder, begin, metropolis, ruled, scheduled, sgld};
use super::{look, near, try_look};
use sgmcmc::schedule::Schedule;
use sgmcmc::{
    BatchSettings, ChainSettings, Error, Finding, MemoryUnit, PilotReport, PilotSettings, Real, Sampler,
    StepError,
};

const DIM: usize = 3;
const DATA: u32 = 40;

fn settings(sampler: Sampler<'_>) -> ChainSettings<'_> {
    ChainSettings::new(DATA, BatchSettings::WithoutReplacement(8), sampler)
}

/// Two looks at a chain that has moved are equal, and say something.
fn seen<R: Real>(settings: &ChainSettings<'_>) -> PilotReport {
    let mut model = Recorder::new(Logistic::spread(DATA as usize, DIM));
    let theta = [R::from_f64(0.3); DIM];
    let mut chain = begin::<R>(settings, &theta);
    if settings.batch != BatchSettings::Caller {
        chain.run(3, &mut model, None).expect("good steps");
    }
    let (state, chain_memory) = chain.into_parts();
    let pilot = PilotSettings { covariance: true, batch_len: 8, ..PilotSettings::default() };
    let len = pilot.memory_len(&state).expect("in range");
    let [first, second] = [0, u64::MAX].map(|word| {
        let mut room = vec![MemoryUnit::splat(word); len];
        let report = pilot.look(&state, chain_memory, None, &mut room, &mut model).expect("a look").report;
        (report, room)
    });
    assert_eq!(format!("{:?}", first.0), format!("{:?}", second.0), "{settings:?}");
    assert!(first.1 == second.1, "{settings:?}: other bytes");
    let report = first.0;
    let mut text = String::new();
    report.write(&mut text).expect("a string");
    assert!(!text.contains("NaN"), "{settings:?}: {text}");
    report
}

fn every_part_is_looked_at<R: Real>() {
    let vectors = Vectors::new(DIM);
    let by_rule = |rule| ruled(rule, 1e-3, 1.0);
    for rule in registry::rules(&vectors) {
        let report = seen::<R>(&settings(by_rule(rule)));
        let said = report.step_size > 0.0;
        assert_eq!(said, !report.has(Finding::Unpredicted), "{rule:?}: {report:?}");
        assert!(
            report.curvature > 0.0 && report.noise_direction >= report.noise_variance * 0.99,
            "{report:?}"
        );
    }
    for proposal in registry::proposals(0.01) {
        let report = seen::<R>(&settings(metropolis(proposal, 2.0, |mh| mh.refresh_len = 2)));
        assert!(report.acceptance_cap > 0.5 && report.log_likelihood_variance > 0.0, "{report:?}");
    }
    for prior in registry::priors(&vectors) {
        let report = seen::<R>(&ChainSettings { prior, ..settings(sgld(1e-3, 1.0)) });
        assert!(report.curvature > 0.0, "{report:?}");
    }
    let mut pair_count = 0;
    for estimator in registry::estimators(&[0.3, 0.2, 0.1], 12) {
        for batch in registry::batches(8) {
            let settings = ChainSettings { estimator, batch, ..settings(sgld(1e-3, 1.0)) };
            if settings.memory_len::<R>(DIM).is_err() {
                continue;
            }
            pair_count += 1;
            let report = seen::<R>(&settings);
            assert!(
                report.variate_variance >= 0.0 && report.step_size > 0.0,
                "{estimator:?} {batch:?} {report:?}"
            );
            assert_eq!(report.batch_len, 8);
        }
    }
    assert!(pair_count > 12, "{pair_count}");
}

both!(every_part_is_looked_at);

#[test]
fn a_cycle_that_explores_is_looked_at_as_it_samples() {
    let cyclical = scheduled(Schedule::cyclical(1e-3, 10, 0.5), 1.0);
    let report = seen::<f64>(&settings(cyclical));
    assert!(report.predicted_inflation > 0.0 && report.has(Finding::NoiseBinds), "{report:?}");
}

/// ℓ = -½ scale (θ - 1)², the same on every batch.
fn bowl(scale: f64) -> Each<impl FnMut(f64) -> (f64, f64)> {
    Each(move |theta| (-0.5 * scale * (theta - 1.0) * (theta - 1.0), -scale * (theta - 1.0)))
}

/// Of any size that a precision holds, the curvature is found; what is too large for it is refused.
fn sizes<R: Real>(exponents: core::ops::Range<i32>) {
    let settings = ChainSettings::new(1, BatchSettings::All, sgld(1e-9, 1.0));
    for exponent in exponents.step_by(5) {
        let scale = libm::pow(10.0, f64::from(exponent));
        let report = look::<R>(&PilotSettings::default(), &settings, &[1.0; 20], &mut bowl(scale)).report;
        // Where θ = 1 and its neighbours are further apart than the posterior is wide, all that is seen is a slope.
        near(&format!("10^{exponent}"), report.curvature, scale, 0.1);
    }
    for scale in [f64::MAX, 1e-310] {
        let found = try_look::<R>(&PilotSettings::default(), &settings, &[1.0; 20], &mut bowl(scale));
        assert!(found.is_ok() || found.err() == Some(StepError::from(Error::GradientNotFinite)), "{scale}");
    }
}

#[test]
fn curvatures_of_all_sizes_are_found() {
    sizes::<f32>(-25..26);
    sizes::<f64>(-140..141);
}

#[test]
fn far_from_zero_in_single_precision() {
    // θ a million times the posterior's deviation, and a million times the step.
    let settings = ChainSettings::new(1, BatchSettings::All, sgld(1e-3, 1.0));
    let mut far = Each(|theta| (-0.5 * (theta - 1e6) * (theta - 1e6), 1e6 - theta));
    let report = look::<f32>(&PilotSettings::default(), &settings, &[1e6, 1e6], &mut far).report;
    near("far from 0", report.curvature, 1.0, 0.1);
    assert!(report.rounding_limit > 1e-3 && report.rounding_limit < 1.0, "{}", report.rounding_limit);
}

#[test]
fn frozen_parameters_alone_are_none() {
    let frozen = [sgmcmc::Block { frozen: true, ..sgmcmc::Block::new(0, DIM) }];
    let settings = ChainSettings { blocks: (&frozen).into(), ..settings(sgld(1e-3, 1.0)) };
    let Ok(_) = settings.memory_len::<f64>(DIM) else { return };
    let mut model = Logistic::spread(DATA as usize, DIM);
    let report = look::<f64>(&PilotSettings::default(), &settings, &[0.1; DIM], &mut model).report;
    assert!(report.curvature.is_nan() && report.noise_variance == 0.0, "{report:?}");
}

/// A count of 100 with the mean exp(θ steepness), at whose mode a step of a quarter overflows.
fn count(steepness: f64) -> Each<impl FnMut(f64) -> (f64, f64)> {
    Each(move |theta| {
        let (log_mean, mean) = (steepness * theta, libm::exp(steepness * theta));
        (100.0 * log_mean - mean, steepness * (100.0 - mean))
    })
}

fn steep<R: Real>(steepness: f64) {
    let settings = ChainSettings::new(1, BatchSettings::All, sgld(1e-9, 1.0));
    let mode = [libm::log(100.0) / steepness];
    let report = look::<R>(&PilotSettings::default(), &settings, &mode, &mut count(steepness)).report;
    near("a steep model", report.curvature, 100.0 * steepness * steepness, 0.1);
}

#[test]
fn steep_models_are_not_overrun() {
    steep::<f32>(1000.0);
    steep::<f64>(1e6);
}

/// A slope, whose differences never show.
const SLOPE: Each = Each(|theta| (1e-3 * theta, 1e-3));

/// The reach of a difference grows until it leaves the precision, and comes back from there.
#[test]
fn a_slope_at_the_end_of_a_precision_is_flat() {
    fn look_from<R: Real>(far: f64) {
        let settings = ChainSettings::new(1, BatchSettings::All, sgld(1e-9, 1.0));
        for dim in [1, 2, 17] {
            let theta: Vec<f64> = (0..dim).map(|i| if i % 2 == 0 { far } else { 0.0 }).collect();
            let report = look::<R>(&PilotSettings::default(), &settings, &theta, &mut { SLOPE }).report;
            assert!(report.curvature == 0.0 && report.least_curvature == 0.0, "{report:?}");
        }
    }
    look_from::<f32>(1e38);
    look_from::<f64>(2.5e307);
}
