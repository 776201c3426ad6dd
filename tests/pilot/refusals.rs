//! What a pilot refuses, and what it leaves alone.

use super::super::support::{Answer, Fault, Faulty, GaussianData, memory, metropolis, sgld};
use super::{look, try_look};
use sgmcmc::mh::Proposal;
use sgmcmc::prior::Prior;
use sgmcmc::{
    Batch, BatchSettings, Chain, ChainSettings, ChainState, Error, Estimator, Interrupt, MemoryUnit, Model,
    PilotSettings, Real, StepError,
};

fn settings() -> ChainSettings<'static> {
    ChainSettings::new(20, BatchSettings::WithoutReplacement(4), sgld(1e-3, 1.0))
}

fn data(dim: usize) -> GaussianData {
    GaussianData::normal(20, dim)
}

fn refused(pilot: &PilotSettings, settings: &ChainSettings<'_>, theta: &[f64]) -> Option<Error> {
    let mut model = data(theta.len());
    match try_look::<f64>(pilot, settings, theta, &mut model) {
        Ok(_) => None,
        Err(StepError::Refused(error)) => Some(error),
        Err(stopped) => panic!("{stopped:?}"),
    }
}

#[test]
fn settings_outside_their_ranges_are_refused_by_name() {
    let of = |change: fn(&mut PilotSettings)| {
        let mut pilot = PilotSettings::default();
        change(&mut pilot);
        refused(&pilot, &settings(), &[0.5, 1.0])
    };
    type Change = fn(&mut PilotSettings);
    let cases: [(Change, Error); 14] = [
        (|it| it.pair_count = 3, Error::PairCount),
        (|it| it.pair_count = 65537, Error::PairCount),
        (|it| it.product_count = 0, Error::ProductCount),
        (|it| it.product_count = 257, Error::ProductCount),
        (|it| it.difference = -1e-300, Error::Difference),
        (|it| it.difference = 10.1, Error::Difference),
        (|it| it.difference = f64::NAN, Error::Difference),
        (|it| it.difference = f64::INFINITY, Error::Difference),
        (|it| it.inflation = 0.0, Error::Inflation),
        (|it| it.inflation = -0.1, Error::Inflation),
        (|it| it.inflation = 1.01, Error::Inflation),
        (|it| it.inflation = f64::NAN, Error::Inflation),
        (|it| it.batch_len = 21, Error::DrawnBatchLen),
        (|it| it.batch_len = u32::MAX, Error::DrawnBatchLen),
    ];
    for (change, error) in cases {
        assert_eq!(of(change), Some(error));
    }
    let ends: [Change; 9] = [
        |it| it.pair_count = 4,
        |it| it.pair_count = 65536,
        |it| it.product_count = 1,
        |it| it.product_count = 256,
        |it| it.difference = 10.0,
        |it| it.inflation = 1.0,
        |it| it.inflation = f64::MIN_POSITIVE,
        |it| it.batch_len = 1,
        |it| it.batch_len = 20,
    ];
    for change in ends {
        assert_eq!(of(change), None);
    }
    let dense = PilotSettings { covariance: true, ..PilotSettings::default() };
    assert_eq!(refused(&dense, &settings(), &[0.1; 64]), None);
    assert_eq!(refused(&dense, &settings(), &[0.1; 65]), Some(Error::CovarianceDim));
    let caller = ChainSettings { batch: BatchSettings::Caller, ..settings() };
    assert_eq!(refused(&PilotSettings::default(), &caller, &[0.1]), Some(Error::BatchKind));
}

#[test]
fn arguments_are_refused_by_name() {
    let settings = settings();
    let mut chain_memory = memory::<f64>(&settings, 2);
    let chain = ChainState::new(&settings, &[0.5, 1.0], &mut chain_memory).expect("in range");
    let pilot = PilotSettings::default();
    let len = pilot.memory_len(&chain).expect("in range");
    let mut room = vec![MemoryUnit::default(); len];
    let mut look = |chain_memory: &[MemoryUnit], theta: Option<&[f64]>, len: usize| {
        let found = pilot.look(&chain, chain_memory, theta, &mut room[..len], &mut data(2));
        found.err().map(|error| error.parts().0)
    };
    assert_eq!(look(&chain_memory, None, len), None);
    assert_eq!(look(&chain_memory, Some(&[1.0, 2.0]), len), None);
    assert_eq!(look(&chain_memory, None, len - 1), Some(Error::MemoryTooSmall));
    let short = &chain_memory[..chain_memory.len() - 1];
    assert_eq!(look(short, None, len), Some(Error::MemoryTooSmall));
    assert_eq!(look(short, Some(&[1.0, 2.0]), len), Some(Error::MemoryTooSmall));
    assert_eq!(look(&chain_memory, Some(&[1.0]), len), Some(Error::LengthMismatch));
    for bad in [f64::NAN, f64::INFINITY] {
        assert_eq!(look(&chain_memory, Some(&[1.0, bad]), len), Some(Error::ThetaNotFinite));
    }
}

/// Every call of a pilot's model fails once, in every way.
fn faults_end_it<R: Real>(settings: &ChainSettings<'_>, dim: usize) {
    let pilot = PilotSettings { pair_count: 4, product_count: 3, ..PilotSettings::default() };
    let theta = vec![0.3; dim];
    let mut healthy = Faulty::new(data(dim));
    look::<R>(&pilot, settings, &theta, &mut healthy);
    let calls = healthy.evaluations;
    for before in 0..calls {
        for (fault, error) in [
            (Fault::Stop(-7), (Error::Stopped, Some(-7))),
            (Fault::Value(f64::NAN), (Error::LogLikelihoodNotFinite, None)),
            (Fault::Value(f64::INFINITY), (Error::LogLikelihoodNotFinite, None)),
            (Fault::Gradient(dim - 1, f64::NAN), (Error::GradientNotFinite, None)),
            (Fault::Gradient(0, f64::NEG_INFINITY), (Error::GradientNotFinite, None)),
            (Fault::Value(f64::NEG_INFINITY), (Error::Impossible, None)),
        ] {
            let look = |fault| {
                let mut model = Faulty { armed: Some((before, fault)), ..Faulty::new(data(dim)) };
                try_look::<R>(&pilot, settings, &theta, &mut model)
            };
            // Where a difference or a displaced place is impossible or not finite, another is taken; a stop is a stop.
            let found = look(fault);
            match look(Fault::Impossible) {
                Ok(_) if fault != Fault::Stop(-7) => {
                    assert!(found.expect("a look").report.curvature > 0.0, "{fault:?} {before}");
                }
                impossible => {
                    let impossible = impossible.err().map(StepError::parts);
                    assert!(
                        impossible.is_none_or(|it| it == (Error::Impossible, None)),
                        "{impossible:?} {before}"
                    );
                    assert_eq!(found.err().map(StepError::parts), Some(error), "{fault:?} {before}");
                }
            }
        }
    }
}

#[test]
fn a_callback_that_fails_ends_it() {
    faults_end_it::<f32>(&settings(), 3);
    faults_end_it::<f64>(&settings(), 1);
    let cut = ChainSettings { chunk_len: 3, prior: Prior::Callback, ..settings() };
    faults_end_it::<f64>(&cut, 3);
    let centre = [0.1, 0.2];
    let estimator = Estimator::FixedCentre { centre: Some(&centre) };
    faults_end_it::<f64>(&ChainSettings { estimator, ..settings() }, 2);
}

#[test]
fn a_model_may_be_impossible_beyond_a_wall() {
    /// θ < 0.01, the curvature 1 a datum before it; the last datum alone says so.
    struct Wall;
    impl Model<f64> for Wall {
        fn log_likelihood(&mut self, theta: &[f64], batch: Batch<'_>, g: Option<&mut [f64]>) -> Answer {
            if theta[0] >= 0.01 && batch == Batch::Indices(&[2, 3]) {
                return Err(Interrupt::Impossible);
            }
            g.into_iter().flatten().zip(theta).for_each(|(g, t)| *g = -t);
            Ok(-0.5 * theta[0] * theta[0])
        }
    }
    let settings =
        ChainSettings { chunk_len: 2, ..ChainSettings::new(4, BatchSettings::All, sgld(1e-3, 1.0)) };
    for seed in 0..20 {
        let pilot = PilotSettings { seed, difference: 1.0, ..PilotSettings::default() };
        let report = look::<f64>(&pilot, &settings, &[0.001], &mut Wall).report;
        assert!((report.curvature - 4.0).abs() < 1e-9, "{}", report.curvature);
    }
    let behind = try_look::<f64>(&PilotSettings::default(), &settings, &[0.02], &mut Wall);
    assert_eq!(behind.err().map(StepError::parts), Some((Error::Impossible, None)));
}

#[test]
fn equal_pilots_are_equal_bytes() {
    let walk = metropolis(Proposal::random_walk(0.1), 2.0, |_| ());
    let table = ChainSettings { estimator: Estimator::Saga, ..settings() };
    for settings in [settings(), table, ChainSettings { sampler: walk, ..settings() }] {
        let mut chain_memory = memory::<f32>(&settings, 5);
        let mut chain = Chain::<f32>::new(&settings, &[0.5; 5], &mut chain_memory).expect("in range");
        chain.run(10, &mut data(5), None).expect("a good run");
        let (state, chain_memory) = chain.into_parts();
        let pilot = PilotSettings { covariance: true, ..PilotSettings::default() };
        let len = pilot.memory_len(&state).expect("in range");
        let mut rooms = [[0; 8], [0xffff_ffff_ffff_ffff; 8]].map(|words| vec![MemoryUnit::new(words); len]);
        let of = |report: &sgmcmc::PilotReport| format!("{report:?}");
        let reports = rooms.each_mut().map(|room| {
            of(&pilot.look(&state, chain_memory, None, room, &mut data(5)).expect("a good look").report)
        });
        assert_eq!(reports[0], reports[1]);
        assert_eq!(rooms[0], rooms[1]);
        let other = PilotSettings { seed: 1, ..pilot };
        let other = other.look(&state, chain_memory, None, &mut rooms[0], &mut data(5)).expect("a good look");
        assert_ne!(of(&other.report), reports[1]);
    }
}

#[test]
fn what_it_asks_for_is_counted() {
    struct Counted(GaussianData, u64);
    impl Model<f64> for Counted {
        fn log_likelihood(&mut self, theta: &[f64], batch: Batch<'_>, g: Option<&mut [f64]>) -> Answer {
            self.1 += match batch {
                Batch::All => 20,
                Batch::Indices(indices) => indices.len() as u64,
            };
            self.0.log_likelihood(theta, batch, g)
        }
    }
    let walk = metropolis(Proposal::random_walk(0.1), 2.0, |_| ());
    for sampler in [settings().sampler, walk] {
        let settings = ChainSettings { sampler, ..settings() };
        let mut model = Counted(data(3), 0);
        let report = look::<f64>(&PilotSettings::default(), &settings, &[0.1; 3], &mut model).report;
        assert_eq!(report.gradient_count, model.1);
        assert_eq!(report.batch_len, 4);
    }
}
