//! What an observer sees: which draws are kept, what it is told about them, and what stopping means.

use crate::support::{Fault, Faulty, GaussianData, begin, metropolis, pattern, sgld};
use sgmcmc::mh::{Density, NoiseScale, Proposal};
use sgmcmc::{
    Batch, BatchSettings, Chain, ChainSettings, Draw, Error, Model, Moments, MomentsOf, Observer, Real,
    Sampler, Statistics, StepError,
};

const DIM: usize = 19;

fn samplers() -> [Sampler<'static>; 4] {
    let noise = NoiseScale::Langevin;
    let rsgld = Proposal::rsgld(0.05, noise, 1.05, Density::Normalized);
    [
        sgld(1e-3, 1.0),
        metropolis(Proposal::random_walk(0.1), 4.0, |_| {}),
        metropolis(rsgld, 4.0, |mh| mh.refresh_len = 2),
        metropolis(Proposal::hmc(0.2, 3), 4.0, |mh| mh.refresh_len = 2),
    ]
}

fn settings(sampler: Sampler<'static>) -> ChainSettings<'static> {
    ChainSettings { seed: 8, ..ChainSettings::new(20, BatchSettings::WithoutReplacement(6), sampler) }
}

/// Makes a chain and hands it to `work`.
fn with_chain<R: Real, T>(settings: &ChainSettings, work: impl FnOnce(&mut Chain<'_, R>) -> T) -> T {
    let mut chain = begin::<R>(settings, &pattern::<R>(DIM, 17, 0.5));
    work(&mut chain)
}

/// A draw that outlives its step.
#[derive(Clone, Debug, PartialEq)]
struct Seen {
    step: u64,
    theta: Vec<f64>,
    log_likelihood: f64,
    step_size: f64,
    drift: f64,
    noise: f64,
    accepted: bool,
}

impl Seen {
    fn new<R: Real>(draw: &Draw<'_, R>) -> Self {
        Self {
            step: draw.step,
            theta: draw.theta.iter().map(|t| t.to_f64()).collect(),
            log_likelihood: draw.log_likelihood,
            step_size: draw.step_size,
            drift: draw.norms.drift,
            noise: draw.norms.noise,
            accepted: draw.accepted,
        }
    }
}

/// Runs and returns all that was seen, with the result.
fn observe<R: Real>(chain: &mut Chain<'_, R>, step_count: u64, model: &mut impl Model<R>) -> Vec<Seen> {
    let mut seen = Vec::new();
    let mut observer = |draw: &Draw<'_, R>| {
        seen.push(Seen::new(draw));
        Ok(())
    };
    let observer: &mut dyn Observer<R> = &mut observer;
    chain.run(step_count, model, Some(observer)).expect("good steps");
    seen
}

#[test]
fn keeps_every_thinning_th_draw_after_burn_in() {
    for sampler in samplers() {
        for (burn_in, thinning, step_count) in [
            (0, 1, 10),
            (0, 3, 10),
            (4, 1, 10),
            (4, 3, 20),
            (10, 1, 10),
            (9, 1, 10),
            (0, 11, 10),
            (u64::MAX, 1, 10),
            (3, u64::MAX, 10),
        ] {
            let settings = ChainSettings { burn_in, thinning, moments: Moments::Plain, ..settings(sampler) };
            // After burn-in, the last of every `thinning` draws.
            let kept = |k: &u64| *k >= burn_in && (k - burn_in + 1).is_multiple_of(thinning);
            let expected: Vec<u64> = (0..step_count).filter(kept).collect();
            let mut data = GaussianData::spread(20, DIM);
            with_chain::<f32, _>(&settings, |chain| {
                // In two runs: the arithmetic goes on across them.
                let mut seen = observe(chain, 4, &mut data);
                seen.extend(observe(chain, step_count - 4, &mut data));
                assert_eq!(seen.iter().map(|draw| draw.step).collect::<Vec<_>>(), expected);
                let statistics = chain.statistics();
                assert_eq!(
                    (statistics.step_count, statistics.kept_count),
                    (step_count, expected.len() as u64)
                );
                let (mut mean, mut variance) = ([0.0; DIM], [0.0; DIM]);
                chain.moments(MomentsOf::Plain, &mut mean, &mut variance).expect("moments");
                for j in 0..DIM {
                    let direct =
                        seen.iter().map(|draw| draw.theta[j]).sum::<f64>() / seen.len().max(1) as f64;
                    assert!((mean[j] - direct).abs() < 1e-14, "{} for {direct}", mean[j]);
                    assert_eq!(variance[j].is_nan(), seen.is_empty());
                }
            });
            with_chain::<f32, _>(&settings, |chain| {
                let steps: Vec<_> =
                    (0..step_count).map(|_| chain.step(&mut data).expect("a good step")).collect();
                let kept: Vec<u64> = steps.iter().filter(|step| step.kept).map(|step| step.index).collect();
                assert_eq!(kept, expected, "step by step");
            });
        }
    }
}

/// The statistics, comparable where they are NaN.
fn text(statistics: Statistics) -> String {
    format!("{statistics:?}")
}

#[test]
fn looking_changes_nothing() {
    for sampler in samplers() {
        let settings = settings(sampler);
        let mut data = GaussianData::spread(20, DIM);
        let silent = with_chain::<f32, _>(&settings, |chain| {
            chain.run(50, &mut data, None).expect("good steps");
            (chain.theta().expect("its memory").to_vec(), text(chain.statistics()))
        });
        let (seen, watched) = with_chain::<f32, _>(&settings, |chain| {
            let seen = observe(chain, 50, &mut data);
            (seen, (chain.theta().expect("its memory").to_vec(), text(chain.statistics())))
        });
        assert_eq!(seen.len(), 50);
        assert_eq!(silent, watched);
    }
}

#[test]
fn stopping_leaves_the_draw_that_was_observed() {
    for sampler in samplers() {
        let settings = ChainSettings { burn_in: 5, thinning: 4, ..settings(sampler) };
        let mut data = GaussianData::spread(20, DIM);
        let whole = with_chain::<f64, _>(&settings, |chain| {
            chain.run(60, &mut data, None).expect("good steps");
            (chain.theta().expect("its memory").to_vec(), text(chain.statistics()))
        });
        with_chain::<f64, _>(&settings, |chain| {
            let mut last = None;
            let mut count = 0;
            let mut observer = |draw: &Draw<'_, f64>| {
                last = Some(Seen::new(draw));
                count += 1;
                if count == 3 { Err(-42) } else { Ok(()) }
            };
            let observer: &mut dyn Observer<f64> = &mut observer;
            let done = chain.run(60, &mut data, Some(observer));
            assert_eq!(done, Err(StepError::Stopped(Error::StoppedByObserver, -42)));
            let last = last.expect("a draw was seen");
            assert_eq!((count, last.step), (3, 5 + 3 * 4 - 1));
            assert_eq!(chain.statistics().step_count, last.step + 1, "the step it saw is kept");
            assert_eq!(chain.statistics().kept_count, 3);
            assert_eq!(chain.theta().expect("its memory"), last.theta);
            chain.run(60 - last.step - 1, &mut data, None).expect("good steps");
            let after = (chain.theta().expect("its memory").to_vec(), text(chain.statistics()));
            assert_eq!(after, whole, "and the chain goes on as if nobody had looked");
        });
    }
}

#[test]
fn a_failing_run_keeps_the_steps_before() {
    for sampler in samplers() {
        let mut model = Faulty::new(GaussianData::spread(20, DIM));
        model.armed = Some((7, Fault::Stop(3)));
        with_chain::<f64, _>(&settings(sampler), |chain| {
            assert_eq!(chain.run(50, &mut model, None), Err(StepError::Stopped(Error::Stopped, 3)));
            // A Metropolis-Hastings chain asks once more, at its start.
            let expected = match sampler {
                Sampler::MetropolisHastings(mh) => match mh.proposal {
                    // Three times along a trajectory, and of a batch.
                    Proposal::Hmc { .. } => 6 / 4,
                    Proposal::RandomWalk { .. } | Proposal::Sgld { .. } | Proposal::Rsgld { .. } => 6,
                },
                _ => 7,
            };
            assert_eq!(chain.statistics().step_count, expected);
        });
    }
}

/// With all data in the batch everything in a Langevin draw can be computed from the θ before.
#[test]
fn a_langevin_draw_tells_what_the_step_did() {
    let (eta, n) = (2e-3, 20.0);
    let settings = ChainSettings { batch: BatchSettings::All, ..settings(sgld(eta, 1.0)) };
    let mut data = GaussianData::spread(20, DIM);
    let seen = with_chain::<f64, _>(&settings, |chain| observe(chain, 30, &mut data));
    for pair in seen.windows(2) {
        let [before, draw] = pair else { unreachable!() };
        let mut gradient = [0.0; DIM];
        let value = data.log_likelihood(&before.theta, Batch::All, Some(&mut gradient)).expect("a value");
        assert_eq!(draw.log_likelihood, value, "taken where the gradient was");
        assert_eq!((draw.step_size, draw.accepted), (eta, true));
        let drift: Vec<f64> = gradient.iter().map(|g| eta * n * g).collect();
        let noise =
            draw.theta.iter().zip(&before.theta).zip(&drift).map(|((to, from), drift)| to - from - drift);
        let norm = |x: &[f64]| x.iter().map(|x| x * x).sum::<f64>().sqrt();
        assert!((draw.drift - norm(&drift)).abs() < 1e-13 * draw.drift);
        assert!((draw.noise - norm(&noise.collect::<Vec<_>>())).abs() < 1e-12 * draw.noise);
    }
}

#[test]
fn a_metropolis_draw_tells_what_the_step_did() {
    for sampler in [samplers()[1], samplers()[2]].map(|sampler| match sampler {
        Sampler::MetropolisHastings(mh) => {
            Sampler::MetropolisHastings(sgmcmc::mh::MetropolisHastings { refresh_len: 0, ..mh })
        }
        other => other,
    }) {
        let settings = ChainSettings { batch: BatchSettings::All, ..settings(sampler) };
        let mut data = GaussianData::spread(20, DIM);
        let seen = with_chain::<f64, _>(&settings, |chain| observe(chain, 300, &mut data));
        let mut moves = 0;
        for pair in seen.windows(2) {
            let [before, draw] = pair else { unreachable!() };
            let value = data.log_likelihood(&draw.theta, Batch::All, None).expect("a value");
            assert_eq!(draw.log_likelihood, value, "at the draw itself");
            assert_eq!(draw.accepted, draw.theta != before.theta);
            assert!(draw.noise > 0.0, "of the proposal, accepted or not");
            assert_eq!(
                draw.drift == 0.0,
                matches!(sampler, Sampler::MetropolisHastings(mh) if matches!(mh.proposal, Proposal::RandomWalk { .. }))
            );
            moves += usize::from(draw.accepted);
        }
        assert!(moves > 10 && moves < 290, "{moves} of 299 moved");
    }
}

#[test]
fn the_step_size_can_be_changed_between_steps() {
    for sampler in samplers() {
        let mut data = GaussianData::spread(20, DIM);
        with_chain::<f32, _>(&settings(sampler), |chain| {
            observe(chain, 3, &mut data);
            chain.set_step_size(0.037).expect("a good step size");
            assert!(observe(chain, 3, &mut data).iter().all(|draw| draw.step_size == 0.037));
            let before = text(chain.statistics());
            for bad in [0.0, -1.0, f64::NAN, f64::INFINITY, 1e-60, 1e60] {
                assert_eq!(chain.set_step_size(bad), Err(Error::StepSize), "{bad}");
            }
            assert_eq!(text(chain.statistics()), before);
        });
    }
}
