//! Evaluations against a model that counts them, and rates of windows.

use super::super::support::{Answer, Each, GaussianData, Normal, begin, memory, metropolis, sgld};
use super::watch;
use sgmcmc::mh::{Density, NoiseScale, Proposal};
use sgmcmc::rule::{NoiseCompensation, Rule};
use sgmcmc::schedule::Schedule;
use sgmcmc::{
    Batch, BatchSettings, Chain, ChainImage, ChainSettings, ChainState, Clipping, Estimator, Health,
    HealthFinding, HealthSettings, Interrupt, MemoryUnit, Model, Real, RuleSettings, Sampler, StepError,
    Watch, fingerprint,
};

const DATA_LEN: u32 = 40;

/// Counts the data that it was asked about.
struct Counting {
    data: GaussianData,
    count: u64,
}

impl<R: Real> Model<R> for Counting {
    fn log_likelihood(&mut self, theta: &[R], batch: Batch<'_>, gradient: Option<&mut [R]>) -> Answer {
        self.count += match batch {
            Batch::All => u64::from(DATA_LEN),
            Batch::Indices(indices) => indices.len() as u64,
        };
        self.data.log_likelihood(theta, batch, gradient)
    }
}

fn samplers() -> Vec<Sampler<'static>> {
    let noise = NoiseScale::Langevin;
    let rsgld = Proposal::rsgld(0.05, noise, 1.05, Density::Normalized);
    let sgld_rule = RuleSettings::new(Rule::SGLD, Schedule::constant(1e-3));
    vec![
        sgld(1e-3, 1.0),
        Sampler::Rule(RuleSettings { compensation: NoiseCompensation::Diagonal(None), ..sgld_rule }),
        metropolis(Proposal::random_walk(0.1), 4.0, |mh| mh.target_acceptance = Some(0.4)),
        metropolis(Proposal::sgld(0.05, noise), 4.0, |_| {}),
        metropolis(rsgld, 4.0, |_| {}),
        metropolis(Proposal::hmc(0.2, 3), 4.0, |mh| mh.refresh_len = 2),
    ]
}

#[test]
fn evaluations_are_counted() {
    let mut tried = 0;
    let batches = [
        BatchSettings::All,
        BatchSettings::WithoutReplacement(6),
        BatchSettings::WithReplacement(6),
        BatchSettings::Epochs(7),
        BatchSettings::Caller,
    ];
    let estimators = [
        Estimator::Plain,
        Estimator::FixedCentre { centre: None },
        Estimator::Practical { anchor_len: 20, interval: 5, averaged: false },
        Estimator::Svrg { interval: 5, averaged: true },
        Estimator::Saga,
    ];
    for sampler in samplers() {
        for (batch, estimator) in batches.iter().flat_map(|b| estimators.iter().map(move |e| (*b, *e))) {
            for chunk_len in [0, 4] {
                let base = ChainSettings::new(DATA_LEN, batch, sampler);
                let settings = ChainSettings { burn_in: 9, estimator, chunk_len, ..base };
                let Ok(len) = settings.memory_len::<f64>(3) else { continue };
                let mut memory = vec![sgmcmc::MemoryUnit::default(); len];
                let mut chain = Chain::new(&settings, &[0.1; 3], &mut memory).expect("in range");
                let mut model = Counting { data: GaussianData::spread(DATA_LEN as usize, 3), count: 0 };
                let mut health = Health::new(&HealthSettings::default()).expect("defaults");
                for step in 0..33 {
                    if batch == BatchSettings::Caller {
                        let given: Vec<u32> = (0..1 + step % 9).collect();
                        chain.step_with_batch(&given, &mut model).expect("a good step");
                    } else {
                        chain.run_with_health(1, &mut model, None, 2, &mut health).expect("a good step");
                    }
                    let report = health.report(chain.state(), None, None).expect("its chain");
                    assert_eq!(report.evaluation_count, model.count, "{settings:?} after {step}");
                    assert_eq!(report.pass_count, model.count as f64 / 40.0);
                }
                tried += 1;
            }
        }
    }
    assert!(tried >= 60, "{tried}");
}

/// Watched or not, the same bits; and of a run in pieces, by words or by the state, the same report.
fn looks_change_nothing<R: Real>() {
    for sampler in samplers() {
        let settings = ChainSettings {
            burn_in: 9,
            ..ChainSettings::new(DATA_LEN, BatchSettings::WithoutReplacement(6), sampler)
        };
        let data = || GaussianData::spread(DATA_LEN as usize, 5);
        let start = [R::from_f64(0.1); 5];
        let mut plain_memory = memory::<R>(&settings, 5);
        let mut plain = Chain::new(&settings, &start, &mut plain_memory).expect("in range");
        plain.run(301, &mut data(), None).expect("good steps");
        let expected = fingerprint(plain.theta().expect("its memory"));
        let mut reports = Vec::new();
        for pieces in [vec![301], vec![1, 100, 200], vec![150, 0, 151]] {
            for by_words in [false, true] {
                let mut watched_memory = memory::<R>(&settings, 5);
                let mut state = ChainState::new(&settings, &start, &mut watched_memory).expect("in range");
                let mut image = ChainImage::new(&state);
                let mut health = Health::new(&HealthSettings::default()).expect("defaults");
                for piece in &pieces {
                    let (model, memory, health) = (&mut data(), &mut watched_memory, &mut health);
                    if by_words {
                        let mut look = |state: &ChainState<R>, memory: &[MemoryUnit], norms| {
                            health.look(state, memory, Some(norms)).map_err(StepError::from)
                        };
                        let watch = Watch { interval: 3, measured: true, look: &mut look };
                        image.run_watched(memory, *piece, model, None, watch).expect("good steps");
                        state = image.state();
                    } else {
                        state.run_with_health(memory, *piece, model, None, 3, health).expect("good steps");
                    }
                }
                assert_eq!(fingerprint(state.theta(&watched_memory).expect("its memory")), expected);
                assert!(plain_memory == watched_memory, "{sampler:?}");
                reports.push((health, format!("{:?}", health.report(&state, None, None))));
            }
        }
        assert!(reports.windows(2).all(|pair| pair[0].1 == pair[1].1), "{sampler:?}");
    }
}

both!(looks_change_nothing);

/// A walk that begins to be frozen: its recent rate says so, while the rate of all does not.
#[test]
fn recent_rates_are_of_a_window() {
    let walk = metropolis(Proposal::random_walk(0.8), 1.0, |_| {});
    let settings = ChainSettings::new(1, BatchSettings::All, walk);
    let mut chain = begin::<f64>(&settings, &[0.1; 5]);
    let mut health = Health::new(&HealthSettings::default()).expect("defaults");
    let mut model = Normal { variance: 1.0 };
    chain.run_with_health(20_000, &mut model, None, 10, &mut health).expect("good steps");
    let report = health.report(chain.state(), None, None).expect("its chain");
    let own = chain.statistics();
    assert_eq!(report.acceptance, own.forward_accepted_count as f64 / 20_000.0);
    assert_eq!(report.rejected_count, 20_000 - own.forward_accepted_count);
    assert!((report.recent_acceptance - report.acceptance).abs() < 5.0 * (0.25f64 / 1000.0).sqrt());
    assert!(report.recent_backward_acceptance.is_nan() && !report.has(HealthFinding::Frozen));
    chain.set_step_size(1e3).expect("in range");
    chain.run_with_health(2020, &mut model, None, 10, &mut health).expect("good steps");
    let report = health.report(chain.state(), None, None).expect("its chain");
    assert!(report.recent_acceptance == 0.0 && report.acceptance > 0.2 && report.has(HealthFinding::Frozen));
    // Two windows later it is well again.
    chain.set_step_size(0.8).expect("in range");
    chain.run_with_health(2020, &mut model, None, 10, &mut health).expect("good steps");
    assert!(!health.report(chain.state(), None, None).expect("its chain").has(HealthFinding::Frozen));
}

/// Millions of steps' sizes away from 0, and with looks at every step or few.
#[test]
fn far_away_and_seldom() {
    let far = watch::<f32>(
        &ChainSettings { burn_in: 200, ..ChainSettings::new(1, BatchSettings::All, sgld(1e-3, 1.0)) },
        &[1e4; 3],
        &mut { FAR_AWAY },
        300_000,
        1,
    );
    super::finds(&far.report, &[]);
    let seldom = watch::<f64>(
        &ChainSettings::new(1, BatchSettings::All, sgld(0.05, 1.0)),
        &[0.0; 3],
        &mut Normal { variance: 1.0 },
        1000,
        300,
    );
    assert_eq!((seldom.report.look_count, seldom.report.findings), (3, 0));
    assert!(seldom.report.correlation.is_nan());
}

/// N(10^4, 1).
const FAR_AWAY: Each = Each(|x| (-0.5 * (x - 1e4) * (x - 1e4), 1e4 - x));

/// HMC proposes a batch after each trajectory: where most of both are impossible, the share is of both.
#[test]
fn impossible_batches_are_proposals_as_well() {
    struct Odd {
        calls: u64,
    }
    impl Model<f64> for Odd {
        fn log_likelihood(&mut self, theta: &[f64], _: Batch<'_>, gradient: Option<&mut [f64]>) -> Answer {
            self.calls += 1;
            if self.calls % 10 > 1 {
                return Err(Interrupt::Impossible);
            }
            gradient.into_iter().flatten().zip(theta).for_each(|(g, t)| *g = -t);
            Ok(theta.iter().map(|t| -0.5 * t * t).sum())
        }
    }
    let hmc = metropolis(Proposal::hmc(0.2, 1), 1.0, |_| {});
    let settings = ChainSettings::new(DATA_LEN, BatchSettings::WithoutReplacement(8), hmc);
    let seen = watch::<f64>(&settings, &[0.1; 3], &mut Odd { calls: 0 }, 5000, 10);
    assert_eq!(seen.done, Ok(()));
    println!("{}", seen.report.nonfinite_share);
    assert!((0.5..=1.0).contains(&seen.report.nonfinite_share), "{:?}", seen.report);
    assert!(seen.report.has(HealthFinding::Impossible));
}

/// Rates are of all steps where somebody has looked from the chain's beginning: a window's worth of them is judged.
#[test]
fn what_was_before_the_first_look_counts_from_the_beginning() {
    let settings = ChainSettings {
        clipping: Clipping::Norm(1e-3),
        ..ChainSettings::new(1, BatchSettings::All, sgld(0.05, 1.0))
    };
    let seen = watch::<f64>(&settings, &[0.1; 5], &mut Normal { variance: 1.0 }, 1000, 500);
    assert!(seen.report.has(HealthFinding::Clipped), "{:?}", seen.report);
}
