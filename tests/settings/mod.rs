//! Every setting that is outside its range is refused by its own name, before anything is written.

mod hostile;
mod parts;
mod ranges;
mod refused;
mod text;

use crate::support;
use crate::support::{Normal, begin, memory, metropolis, ruled, sgld};
use refused::refused;
use sgmcmc::mh::{Density, MetropolisHastings, NoiseScale, Proposal};
use sgmcmc::prior::Prior;
use sgmcmc::rng::CHAIN_COUNT_MAX;
use sgmcmc::schedule::Schedule;
use sgmcmc::{
    BatchSettings, Chain, ChainSettings, ChainState, Error, Estimator, MemoryUnit, Moments, MomentsOf,
    Sampler,
};

/// Errors of settings that only structs from C can cause; Rust's types rule them out.
const ONLY_FROM_C: [Error; 21] = [
    Error::TransformKind,
    Error::ProposalGradientKind,
    Error::NoiseCompensation,
    Error::DrawWeight,
    Error::SimdKind,
    Error::SamplerKind,
    Error::PriorKind,
    Error::ScheduleKind,
    Error::ProposalKind,
    Error::DensityKind,
    Error::NoiseKind,
    Error::Flag,
    Error::ScheduleUnit,
    Error::RuleKind,
    Error::DriftKind,
    Error::MomentumForm,
    Error::Splitting,
    Error::VelocityKind,
    Error::ThermostatKind,
    Error::GradientScale,
    Error::LogPriorUnused,
];

const BAD: [f64; 5] = [0.0, -1.0, f64::NAN, f64::INFINITY, f64::NEG_INFINITY];
const DATA_LEN: u32 = 10;
const DIM: usize = 3;
const SUBSET: BatchSettings = BatchSettings::WithoutReplacement(8);

fn with(sampler: Sampler<'static>) -> ChainSettings<'static> {
    ChainSettings::new(DATA_LEN, SUBSET, sampler)
}

fn good() -> ChainSettings<'static> {
    with(sgld(0.1, 1.0))
}

fn walk(change: impl FnOnce(&mut MetropolisHastings)) -> ChainSettings<'static> {
    with(metropolis(Proposal::random_walk(0.1), 1.0, change))
}

fn rsgld(
    beta: f64,
    noise: NoiseScale,
    change: impl FnOnce(&mut MetropolisHastings),
) -> ChainSettings<'static> {
    with(metropolis(Proposal::rsgld(0.1, noise, beta, Density::Normalized), 1.0, change))
}

fn hmc(
    step_size: f64,
    leapfrog_count: u32,
    change: impl FnOnce(&mut MetropolisHastings),
) -> ChainSettings<'static> {
    with(metropolis(Proposal::hmc(step_size, leapfrog_count), 1.0, change))
}

fn at_steps(schedule: Schedule) -> ChainSettings<'static> {
    with(support::scheduled(schedule, 1.0))
}

/// A step that is a number and whose noise is none.
#[test]
fn a_proposal_too_long_for_its_noise_is_refused_as_a_step() {
    for noise in [NoiseScale::Published, NoiseScale::Langevin] {
        assert_eq!(refused::rsgld_at(1e308, 1.0, noise).memory_len::<f64>(DIM), Err(Error::StepSize));
        assert!(refused::rsgld_at(1e307, 1.0, noise).memory_len::<f64>(DIM).is_ok());
    }
}

#[test]
fn every_setting_out_of_range_is_refused_by_name() {
    for (expected, settings) in refused() {
        assert_eq!(settings.memory_len::<f32>(DIM), Err(expected), "{settings:?}");
        let mut memory = vec![MemoryUnit::splat(7); 100];
        let done = Chain::new(&settings, &[0.0f32; DIM], &mut memory);
        assert_eq!(done.err(), Some(expected), "{settings:?}");
        assert!(memory.iter().all(|block| block.to_array() == [7; 8]), "{expected:?}: memory was written");
    }
}

/// A setting without a test is a hole; this lists the holes.
#[test]
fn no_error_of_a_setting_is_left_out() {
    let refused = refused();
    // `moments_that_were_not_asked_for_are_refused`; `tests/families.rs`, in builds that leave something out;
    // `tests/estimates` (`refusals.rs`, `scales.rs`), `tests/pilot/refusals.rs`, `tests/warm_up`, `tests/health/refusals.rs`,
    // `tests/rejections.rs`, `tests/promises/parts.rs`, `tests/transforms`
    let elsewhere = [
        Error::MomentsKind,
        Error::NoStepSize,
        Error::NotBuilt,
        Error::ProgressInterval,
        Error::CentroidCount,
        Error::PairCount,
        Error::ProductCount,
        Error::Difference,
        Error::Inflation,
        Error::CovarianceDim,
        Error::DrawnBatchLen,
        Error::HistoryLen,
        Error::IterationMax,
        Error::CurvatureDimMax,
        Error::Gain,
        Error::LeapfrogMax,
        Error::StartSpread,
        Error::DrawCount,
        Error::RHatMax,
        Error::SampleSize,
        Error::PassMax,
        Error::ChainCount,
        Error::EnsembleSampler,
        Error::DeviationError,
        Error::EnsembleBatchLen,
        Error::StepSizeNotFound,
        Error::WarmUpFar,
        Error::WarmUpNoise,
        Error::HealthWindow,
        Error::HealthTolerance,
        Error::NotRepresentable,
        Error::WindowLen,
        Error::TransformRange,
        Error::TransformOverlap,
        Error::TransformBounds,
    ];
    let missing: Vec<&str> = Error::ALL
        .iter()
        .filter(|error| error.setting().is_some() || (100..200).contains(&(**error as i32)))
        .filter(|error| !refused.iter().any(|(by, _)| by == *error))
        .filter(|error| !ONLY_FROM_C.contains(error) && !elsewhere.contains(error))
        .map(|error| error.name())
        .collect();
    assert!(missing.is_empty(), "no settings give {missing:?}");
    assert!(
        !refused.iter().any(|(by, _)| ONLY_FROM_C.contains(by)),
        "the list of errors only from C is stale"
    );
}

#[test]
fn settings_at_the_ends_of_their_ranges_are_taken() {
    let all = [
        ChainSettings { data_len: u32::MAX, ..good() },
        ChainSettings { chain_index: CHAIN_COUNT_MAX - 1, ..good() },
        ChainSettings { batch: BatchSettings::WithoutReplacement(DATA_LEN), ..walk(|_| {}) },
        ChainSettings {
            batch: BatchSettings::WithoutReplacement(DATA_LEN),
            ..walk(|mh| mh.refresh_len = DATA_LEN)
        },
        ChainSettings { batch: BatchSettings::All, chunk_len: 1, ..walk(|_| {}) },
        ChainSettings { burn_in: u64::MAX, thinning: u64::MAX, ..good() },
        with(sgld(0.1, 0.0)),
        at_steps(Schedule::polynomial(0.1, 1.0, 1.0)),
        at_steps(Schedule::polynomial(0.1, 1.0, 0.5000001)),
        walk(|mh| mh.refresh_len = 2),
        walk(|mh| mh.refresh_len = 8),
        ChainSettings { burn_in: 1, ..walk(|mh| mh.target_acceptance = Some(0.001)) },
        ChainSettings { burn_in: 1, ..walk(|mh| mh.tune_refresh_len = true) },
        ChainSettings {
            burn_in: 12,
            ..rsgld(1.5, NoiseScale::Langevin, |mh| {
                (mh.tune_beta, mh.target_acceptance) = (true, Some(0.3));
            })
        },
        rsgld(1.0, NoiseScale::Published, |mh| mh.beta_max = 1.0),
        rsgld(1.0, NoiseScale::Langevin, |mh| mh.tune_beta = true),
        // Above the tuner's cap, which without a tuner is not looked at.
        rsgld(5000.0, NoiseScale::Langevin, |_| {}),
    ];
    for settings in all.into_iter().chain(parts::taken()) {
        let mut memory = memory::<f64>(&settings, DIM);
        let made = Chain::new(&settings, &[0.0f64; DIM], &mut memory);
        assert_eq!(made.err(), None, "{settings:?}");
    }
    // What f32 cannot hold, f64 can.
    assert!(with(sgld(1e-60, 1.0)).memory_len::<f64>(3).is_ok());
    assert!(ChainSettings { prior: Prior::gaussian(1e39, 1e-60), ..good() }.memory_len::<f64>(3).is_ok());
}

#[test]
fn start_and_memory_are_checked() {
    let settings = good();
    let len = settings.memory_len::<f64>(20).expect("settings in range");
    for bad in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        for at in [0, 9, 19] {
            let mut memory = vec![MemoryUnit::splat(7); len];
            let mut theta = [0.5; 20];
            theta[at] = bad;
            assert_eq!(Chain::new(&settings, &theta, &mut memory).err(), Some(Error::ThetaNotFinite));
            assert!(memory.iter().all(|block| block.to_array() == [7; 8]), "memory was written");
        }
    }
    for short in [0, len - 1] {
        let mut memory = vec![MemoryUnit::splat(7); short];
        assert_eq!(Chain::new(&settings, &[0.5; 20], &mut memory).err(), Some(Error::MemoryTooSmall));
        assert!(memory.iter().all(|block| block.to_array() == [7; 8]), "memory was written");
    }
    assert_eq!(settings.memory_len::<f64>(0), Err(Error::LengthZero));
    for dim in [usize::MAX, usize::MAX / 8, usize::MAX / 16] {
        assert_eq!(settings.memory_len::<f64>(dim), Err(Error::LengthTooLarge), "{dim}");
    }
    // Memory longer than needed, and full of other things, makes the same chain.
    let mut long = vec![MemoryUnit::splat(u64::MAX); len + 3];
    let mut exact = vec![MemoryUnit::default(); len];
    let mut model = Normal { variance: 1.0 };
    let run = |memory: &mut [MemoryUnit], model: &mut Normal| {
        let mut chain = Chain::new(&settings, &[0.5; 20], memory).expect("settings in range");
        chain.run(10, model, None).expect("good steps");
        sgmcmc::fingerprint(chain.theta().expect("its memory"))
    };
    assert_eq!(run(&mut long, &mut model), run(&mut exact, &mut model));
    assert!(long[len..].iter().all(|block| block.to_array() == [u64::MAX; 8]), "beyond the chain's part");
}

#[test]
fn moments_that_were_not_asked_for_are_refused() {
    let asked = [
        (Moments::None, false, false),
        (Moments::Plain, true, false),
        (Moments::Weighted, false, true),
        (Moments::Both, true, true),
    ];
    for (moments, plain, weighted) in asked {
        let settings = ChainSettings { moments, ..good() };
        let chain = begin::<f64>(&settings, &[0.0f64; 3]);
        let (mut mean, mut variance) = ([5.0; 3], [6.0; 3]);
        for (of, given) in [(MomentsOf::Plain, plain), (MomentsOf::Weighted, weighted)] {
            let expected = if given { Ok(()) } else { Err(Error::MomentsKind) };
            assert_eq!(chain.moments(of, &mut mean[..2], &mut variance), Err(Error::LengthMismatch));
            assert_eq!(chain.moments(of, &mut mean, &mut variance[..2]), Err(Error::LengthMismatch));
            assert_eq!((mean, variance), ([5.0; 3], [6.0; 3]), "written in spite of an error");
            assert_eq!(chain.moments(of, &mut mean, &mut variance), expected);
            assert_eq!(mean, if given { [0.0; 3] } else { [5.0; 3] });
            (mean, variance) = ([5.0; 3], [6.0; 3]);
        }
    }
}

#[test]
fn every_error_has_its_own_number_name_and_message() {
    for (i, error) in Error::ALL.iter().enumerate() {
        assert_eq!(Error::from_number(*error as i32), Some(*error));
        assert!(!error.message().is_empty() && error.to_string() == error.message());
        assert_eq!(format!("{error:?}"), error.name());
        for other in &Error::ALL[..i] {
            assert!((*other as i32) < *error as i32, "ascending numbers");
            assert_ne!(other.message(), error.message());
        }
    }
    assert_eq!(Error::from_number(0), None);
}

/// The number of an error says whether it is a setting's.
#[test]
fn settings_have_numbers_of_their_own() {
    for error in Error::ALL {
        assert_eq!(error.setting().is_some(), (1001..2000).contains(&(*error as i32)), "{error:?}");
    }
    assert_eq!(Error::StepSize.setting(), Some("step_size"));
}

/// What the settings would refuse, a later change refuses too, and keeps the step size that was.
#[test]
fn a_step_size_that_settings_would_refuse_cannot_be_set() {
    let hot = ChainSettings { prior: Prior::gaussian(0.0, 10.0), ..with(sgld(0.1, 1e37)) };
    let mut memory = vec![MemoryUnit::default(); hot.memory_len::<f32>(2).expect("in range")];
    let mut state = ChainState::new(&hot, &[0.0f32; 2], &mut memory).expect("in range");
    for (step_size, error) in [
        (0.0, Error::StepSize),
        (1e-60, Error::StepSize),
        (f64::NAN, Error::StepSize),
        (0.2, Error::Unstable),
        (1e38, Error::Temperature),
    ] {
        assert_eq!(state.set_step_size(step_size), Err(error), "{step_size}");
        assert_eq!(state.statistics().step_size, 0.1);
    }
    assert_eq!(state.set_step_size(0.19), Ok(()));
}
