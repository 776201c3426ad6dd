//! Chains whose model stops, the ends of settings, and what is refused.

use super::{LogGammas, room, sample, start};
use crate::support::{Answer, Each, Level};
use sgmcmc::{
    Batch, Block, Draw, EnsembleChain, EnsembleSettings, Error, Interrupt, MemoryUnit, Model, StepError,
};

/// A model that stops a step leaves the chain where it was, so that a run that goes on has the bits of an unbroken one.
#[test]
fn a_stopped_chain_goes_on() {
    /// Stops at every so many calls.
    struct Stops {
        calls: u32,
        every: u32,
    }
    impl Model<f64> for Stops {
        fn log_likelihood(
            &mut self,
            theta: &[f64],
            batch: Batch<'_>,
            gradient: Option<&mut [f64]>,
        ) -> Answer {
            self.calls += 1;
            if self.calls.is_multiple_of(self.every) {
                gradient.into_iter().flatten().for_each(|g| *g = f64::NAN);
                return Err(Interrupt::Stop(7));
            }
            { LogGammas::ONE }.log_likelihood(theta, batch, gradient)
        }
    }
    let settings = EnsembleSettings::new(1);
    let theta = start::<f64>(3, 4);
    let (whole, _) = sample(&settings, 0, &theta, 100, &mut { LogGammas::ONE }).expect("a chain");
    let mut memory = room::<f64>(&settings, 3);
    let mut model = Stops { calls: 0, every: 10 };
    let stopped = EnsembleChain::start(&settings, 0, &theta, &mut memory, &mut model);
    assert_eq!(stopped.expect_err("a stop"), StepError::Stopped(Error::Stopped, 7));
    model.every = u32::MAX;
    let mut chain = EnsembleChain::start(&settings, 0, &theta, &mut memory, &mut model).expect("a chain");
    model.every = 97;
    let (mut draws, mut stops) = (Vec::new(), 0);
    while draws.len() < whole.len() {
        let mut keep = |draw: &Draw<'_, f64>| {
            draws.extend_from_slice(draw.theta);
            Ok(())
        };
        stops += u32::from(chain.advance(&mut memory, 1, &mut model, Some(&mut keep)).is_err());
    }
    assert!(stops > 5);
    assert_eq!(draws, whole);
    // One that looks at the draws, too.
    let mut stop = |_: &Draw<'_, f64>| Err(3);
    let stopped = chain.advance(&mut memory, 5, &mut model, Some(&mut stop));
    assert_eq!(stopped, Err(StepError::Stopped(Error::StoppedByObserver, 3)));
}

/// Both ends of the settings that have two.
#[test]
fn chains_work_at_the_ends_of_their_settings() {
    let own = EnsembleSettings::new(1);
    let ends = [
        EnsembleSettings { leapfrog_max: 1, ..own },
        EnsembleSettings { leapfrog_max: u32::MAX, ..own },
        EnsembleSettings { target_acceptance: 0.05, ..own },
        EnsembleSettings { target_acceptance: 0.99, ..own },
        EnsembleSettings { chunk_len: 1, ..EnsembleSettings::new(3) },
    ];
    for settings in ends {
        let mut model = LogGammas { data_len: settings.data_len, ..LogGammas::ONE };
        let (draws, report) = sample::<f64>(&settings, 0, &start(3, 8), 500, &mut model).expect("a chain");
        assert!(draws.iter().all(|x| x.is_finite()) && report.is_warm, "{settings:?}: {report}");
        assert!(report.leapfrog_count <= settings.leapfrog_max.min(200), "{report}");
    }
}

/// A gradient of the sum beside a mean log-likelihood: the law is right, and trajectories are too short to come about in it.
#[test]
fn short_trajectories_are_doubted() {
    const N: u32 = 1000;
    struct SumBesideMean;
    impl Model<f64> for SumBesideMean {
        fn log_likelihood(&mut self, x: &[f64], _: Batch<'_>, gradient: Option<&mut [f64]>) -> Answer {
            gradient.into_iter().flatten().zip(x).for_each(|(g, x)| *g = -x);
            Ok(-0.5 * x.iter().map(|x| x * x).sum::<f64>() / f64::from(N))
        }
    }
    let settings = EnsembleSettings::new(N);
    for index in 0..4 {
        let theta = start(2, 60 + u64::from(index));
        let (_, report) = sample(&settings, index, &theta, 1, &mut SumBesideMean).expect("a chain");
        assert_eq!(report.leapfrog_count, settings.leapfrog_max);
        let text = report.to_string();
        assert!(report.is_doubtful() && text.contains("do not cross the posterior"), "{text}");
    }
}

/// One parameter of 65 has a deviation of 10^12, for which the descent takes those of all: variances alone come back from there.
#[test]
fn coordinates_that_are_too_wide_become_narrower() {
    struct Wide;
    impl Model<f64> for Wide {
        fn log_likelihood(&mut self, x: &[f64], _: Batch<'_>, gradient: Option<&mut [f64]>) -> Answer {
            let scale = |i| if i == 0 { 1e-12 } else { 1.0 };
            gradient.into_iter().flatten().enumerate().for_each(|(i, g)| *g = -x[i] * scale(i) * scale(i));
            Ok(x.iter().enumerate().map(|(i, x)| -0.5 * (x * scale(i)) * (x * scale(i))).sum())
        }
    }
    let settings = EnsembleSettings::new(1);
    for index in 0..4 {
        let mut memory = room::<f64>(&settings, 65);
        let theta = start(65, 70 + u64::from(index));
        let mut chain =
            EnsembleChain::start(&settings, index, &theta, &mut memory, &mut Wide).expect("a chain");
        chain.warm_up(&mut memory, &mut Wide).expect("a warm-up");
        let mut variances = [0.0; 65];
        chain.covariance(&memory, &mut variances).expect("as many");
        let report = chain.report();
        assert!(report.leapfrog_count < 10, "{report}");
        assert!((1e23..1e25).contains(&variances[0]) || report.is_doubtful(), "{report}");
        assert!(variances[1..].iter().all(|v| (0.4..2.5).contains(v)), "{variances:?}");
    }
}

/// What cannot be is refused by name.
#[test]
fn refusals() {
    let own = EnsembleSettings::new(1);
    let refused = |settings: &EnsembleSettings<'_>, theta: &[f64], model: &mut dyn Model<f64>| {
        let mut memory = vec![MemoryUnit::default(); 1000];
        EnsembleChain::start(settings, 0, theta, &mut memory, model).expect_err("a refusal").parts().0
    };
    let nowhere = |_| (f64::NAN, 0.0);
    let halved = [Block { step_size_factor: 0.5, ..Block::new(0, 1) }];
    let cases = [
        (refused(&own, &[0.0], &mut Each(nowhere)), Error::LogLikelihoodNotFinite),
        (refused(&own, &[f64::NAN], &mut Level), Error::ThetaNotFinite),
        (refused(&own, &[], &mut Level), Error::LengthZero),
        (refused(&own, &[0.0; 500], &mut Level), Error::MemoryTooSmall),
        (refused(&EnsembleSettings { data_len: 0, ..own }, &[0.0], &mut Level), Error::DataLen),
        (refused(&EnsembleSettings { leapfrog_max: 0, ..own }, &[0.0], &mut Level), Error::LeapfrogMax),
        (
            refused(&EnsembleSettings { blocks: (&halved).into(), ..own }, &[0.0], &mut Level),
            Error::BlockFactor,
        ),
    ];
    for (found, wanted) in cases {
        assert_eq!(found, wanted);
    }
    for target_acceptance in [0.0, 1.0, f64::NAN] {
        let settings = EnsembleSettings { target_acceptance, ..own };
        assert_eq!(refused(&settings, &[0.0], &mut Level), Error::TargetAcceptance);
    }
    for start_spread in [-1.0, f64::INFINITY, f64::NAN] {
        let settings = EnsembleSettings { start_spread, ..own };
        assert_eq!(refused(&settings, &[0.0], &mut Level), Error::StartSpread);
    }
    for (settings, wanted) in [
        (EnsembleSettings { draw_count: 3, ..own }, Error::DrawCount),
        (EnsembleSettings { r_hat_max: 1.0, ..own }, Error::RHatMax),
        (EnsembleSettings { r_hat_max: f64::NAN, ..own }, Error::RHatMax),
        (EnsembleSettings { sample_size: -1.0, ..own }, Error::SampleSize),
        (EnsembleSettings { sample_size: 4001.0, ..own }, Error::SampleSize),
        (EnsembleSettings { pass_max: 0.5, ..own }, Error::PassMax),
        (EnsembleSettings { chain_count: 0, ..own }, Error::ChainCount),
        (EnsembleSettings { curvature_dim_max: 1025, ..own }, Error::CurvatureDimMax),
    ] {
        assert_eq!(settings.memory_len::<f64>(1), Err(wanted));
    }
    // Four chains in ten parameters.
    let units = own.chain_memory_len::<f64>(10).expect("in range");
    assert!(4 * units * size_of::<MemoryUnit>() <= 64 * 1024, "{units}");
}
