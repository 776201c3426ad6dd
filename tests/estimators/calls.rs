//! What the model is asked for, and in which order.

use super::*;
use crate::support::{Answer, Call, Logistic, metropolis};
use sgmcmc::mh::{Density, NoiseScale, Proposal};
use sgmcmc::precond::Preconditioner;
use sgmcmc::schedule::Schedule;
use sgmcmc::{Diffusion, Interrupt, RuleSettings, Sampler};

/// What a pass over `batch` asks for: all at once, or pieces of at most `chunk_len`.
fn pieces(batch: Option<&[u32]>, chunk_len: usize) -> Vec<Option<Vec<u32>>> {
    let all: Vec<u32> = (0..DATA_LEN as u32).collect();
    let indices = batch.unwrap_or(&all);
    if chunk_len == 0 || indices.len() <= chunk_len {
        return vec![batch.map(<[u32]>::to_vec)];
    }
    indices.chunks(chunk_len).map(|piece| Some(piece.to_vec())).collect()
}

/// Anchor where one is due, then the batch at θ, then the same batch at θ̃, every pass in pieces of `chunk_len`.
#[test]
fn control_variates_ask_the_model_in_their_order() {
    let interval = 3;
    let mut estimators = registry::estimators_with([Some(&CENTRE); 2], 5, [interval; 2]);
    // The table's calls are another test's.
    estimators.retain(|estimator| *estimator != Estimator::Saga);
    for estimator in estimators {
        for chunk_len in [0, 2, 4] {
            let batch = BatchSettings::WithoutReplacement(3);
            let chunks = chunk_len as u32;
            let settings = ChainSettings { chunk_len: chunks, ..recipe(estimator, batch) };
            let mut subject = Subject::<f64, _>::new(&settings, &Logistic::spread(DATA_LEN, DIM));
            let (mut visited, mut anchor) = (Vec::<Vec<f64>>::new(), CENTRE.to_vec());
            for step in 0..3 * interval + 1 {
                let theta = subject.theta();
                let calls = subject.step(None);
                let asked = asked(&calls);
                let mut expected = Vec::new();
                let due = match estimator {
                    Estimator::Plain => false,
                    Estimator::FixedCentre { .. } => step == 0,
                    Estimator::Practical { .. } | Estimator::Svrg { .. } => step % interval == 0,
                    other => panic!("when is {other:?} due?"),
                };
                if due {
                    anchor = match estimator {
                        Estimator::FixedCentre { .. } => anchor,
                        Estimator::Svrg { averaged: true, .. }
                        | Estimator::Practical { averaged: true, .. }
                            if step > 0 =>
                        {
                            mean(&visited)
                        }
                        _ => theta.clone(),
                    };
                    let mut data = None;
                    if let Estimator::Practical { .. } = estimator {
                        let count = pieces(Some(&[0; 5]), chunk_len).len();
                        let drawn =
                            asked[..count].iter().flat_map(|(_, batch)| batch.clone().expect("a subset"));
                        data = Some(drawn.collect::<Vec<u32>>());
                        assert_subset(data.as_deref(), 5);
                    }
                    expected.extend(
                        pieces(data.as_deref(), chunk_len).into_iter().map(|piece| (anchor.clone(), piece)),
                    );
                    visited.clear();
                }
                let count = pieces(Some(&[0; 3]), chunk_len).len();
                let own: Vec<u32> = asked[expected.len()..][..count]
                    .iter()
                    .flat_map(|(_, batch)| batch.clone().expect("a subset"))
                    .collect();
                assert_subset(Some(&own), 3);
                let places = if estimator == Estimator::Plain { 1 } else { 2 };
                for place in [&theta, &anchor].into_iter().take(places) {
                    let pieces = pieces(Some(&own), chunk_len).into_iter();
                    expected.extend(pieces.map(|piece| (place.clone(), piece)));
                }
                assert_eq!(asked, expected, "{estimator:?} in pieces of {chunk_len}, step {step}");
                visited.push(subject.theta());
            }
        }
    }
}

/// As the library averages: in `f64`, from the first to the last, mean ← mean + (θ - mean)/count by halves.
fn mean(visited: &[Vec<f64>]) -> Vec<f64> {
    let mean = |j: usize| {
        (1..)
            .zip(visited)
            .fold(0.0, |mean, (count, theta)| mean + 2.0 * ((0.5 * theta[j] - 0.5 * mean) / f64::from(count)))
    };
    (0..DIM).map(mean).collect()
}

/// Flat, and moved by the host: by `moves[0]`, `moves[1]`, … in every coordinate.
struct Pushed<'a, R> {
    moves: core::iter::Cycle<core::slice::Iter<'a, R>>,
    /// Where the last pass over all data was.
    anchor: Vec<R>,
}

impl<R: Real> Model<R> for Pushed<'_, R> {
    fn log_likelihood(&mut self, theta: &[R], batch: Batch<'_>, _: Option<&mut [R]>) -> Answer {
        assert!(theta.iter().all(|theta| theta.is_finite()), "a callback saw {theta:?}");
        if batch == Batch::All {
            self.anchor = theta.to_vec();
        }
        Ok(0.0)
    }

    fn diffusion(&mut self, _: Diffusion<'_, R>, drift: &mut [R], _: &mut [R]) -> Result<(), Interrupt> {
        drift.fill(*self.moves.next().expect("a cycle"));
        Ok(())
    }
}

/// A mean of places is a place between them: no callback sees an infinite θ, whatever their sum and their distance.
fn averaged_anchors_are_finite<R: Real>(far: f64) {
    let [still, there, back, quarter] = [0.0, far, -far, far / 4.0].map(R::from_f64);
    // After many steps at -far eight to far, on which the mean is farther away than a number can say.
    let swing: Vec<R> = [vec![still; 20], vec![quarter; 8]].concat();
    let rule = ruled(Rule::Recipe(Recipe), 1.0, 0.0);
    for (start, moves, interval) in [
        (there, &[still][..], 1),
        (there, &[still], 2),
        (back, &[still], 7),
        (there, &[still], 100),
        (back, &swing, 28),
    ] {
        let settings = ChainSettings {
            estimator: Estimator::Svrg { interval, averaged: true },
            ..ChainSettings::new(6, BatchSettings::WithoutReplacement(2), rule)
        };
        let mut memory = memory::<R>(&settings, DIM);
        let mut state = ChainState::new(&settings, &[start; DIM], &mut memory).expect("in range");
        let mut model = Pushed { moves: moves.iter().cycle(), anchor: Vec::new() };
        let mut visited = Vec::new();
        for _ in 0..interval {
            state.step(&mut memory, &mut model).expect("a good step");
            visited.push(exact(state.theta(&memory).expect("its memory")));
        }
        state.step(&mut memory, &mut model).expect("a good step");
        let anchor: Vec<f64> = mean(&visited).into_iter().map(|mean| R::from_f64(mean).to_f64()).collect();
        assert_eq!(exact(&model.anchor), anchor, "from {start:?} by {moves:?}, interval {interval}");
        assert!(moves.len() > 1 || anchor == exact(&[start; DIM]), "the mean of one place");
    }
}

#[test]
fn averaged_anchors_are_finite_at_the_end_of_the_range() {
    averaged_anchors_are_finite::<f64>(1e308);
    averaged_anchors_are_finite::<f64>(f64::MAX);
    averaged_anchors_are_finite::<f32>(f64::from(f32::MAX));
}

/// One datum at a time: all n in the first step, then the batch, and the batch alone from then on.
#[test]
fn saga_asks_for_one_datum_at_a_time() {
    let settings = recipe(Estimator::Saga, BatchSettings::WithoutReplacement(3));
    let mut subject = Subject::<f64, _>::new(&settings, &Logistic::spread(DATA_LEN, DIM));
    for step in 0..6 {
        let theta = subject.theta();
        let asked = asked(&subject.step(None));
        let data: Vec<u32> = asked.iter().flat_map(|(_, batch)| batch.clone().expect("a datum")).collect();
        assert_eq!(asked.len(), data.len(), "one datum a call");
        assert!(asked.iter().all(|(at, _)| *at == theta));
        let (table, batch) = data.split_at(if step == 0 { DATA_LEN } else { 0 });
        assert!(step > 0 || table == [0, 1, 2, 3, 4, 5], "{table:?}");
        assert_subset(Some(batch), 3);
    }
}

/// The host's own terms: prior once, at the gradient's place; metric and diffusion once, at θ.
#[test]
fn the_hosts_terms_are_asked_for_once() {
    let position = Preconditioner::PositionDependent { reflect: false };
    for rule in [
        Rule::SGLD,
        Rule::Recipe(Recipe),
        Rule::with_preconditioner(position),
        Rule::with_preconditioner(Preconditioner::PositionDependentDense),
    ] {
        for chunk_len in [0, 2] {
            let rule_settings = RuleSettings {
                step_size: Schedule::CALLBACK,
                temperature: Schedule::CALLBACK,
                ..RuleSettings::new(rule, Schedule::constant(1.0))
            };
            let settings = ChainSettings {
                prior: Prior::Callback,
                chunk_len,
                estimator: Estimator::Svrg { interval: 3, averaged: false },
                ..ChainSettings::new(6, BatchSettings::WithoutReplacement(3), Sampler::Rule(rule_settings))
            };
            let mut subject = Subject::<f64, _>::new(&settings, &Logistic::spread(DATA_LEN, DIM));
            for step in 0..5 {
                let theta = subject.theta();
                let calls = subject.step(None);
                assert_eq!(calls[..2], [Call::StepSize(step), Call::Temperature(step)]);
                let others: Vec<_> =
                    calls[2..].iter().filter(|call| !matches!(call, Call::LogLikelihood { .. })).collect();
                let metric = Call::Metric { theta: theta.clone() };
                let prior = Call::LogPrior { theta: theta.clone(), gradient: true };
                match (rule, &others[..]) {
                    (Rule::Recipe(_), [first, Call::Diffusion { theta: at, normals, temperature, .. }]) => {
                        assert!(**first == prior && *at == theta && *temperature == 1.0);
                        assert!(normals.len() == DIM && normals.iter().all(|xi| *xi != 0.0), "{normals:?}");
                    }
                    (rule, [only]) if rule == Rule::SGLD => assert_eq!(**only, prior),
                    (Rule::Langevin(_), [first, second]) => assert!(**first == prior && **second == metric),
                    (_, others) => panic!("{others:?}"),
                }
            }
        }
    }
}

/// A proposal's gradient may have a fixed centre: one pass there, then every batch at both places.
#[test]
fn proposals_use_a_fixed_centre() {
    let noise = NoiseScale::Langevin;
    let rsgld = Proposal::rsgld(0.1, noise, 1.5, Density::Normalized);
    for proposal in [Proposal::sgld(0.1, noise), rsgld] {
        for chunk_len in [0, 2] {
            let settings = ChainSettings {
                estimator: Estimator::FixedCentre { centre: Some(&CENTRE) },
                chunk_len,
                ..ChainSettings::new(
                    DATA_LEN as u32,
                    BatchSettings::WithoutReplacement(3),
                    metropolis(proposal, 3.0, |_| {}),
                )
            };
            let mut subject = Subject::<f64, _>::new(&settings, &Logistic::spread(DATA_LEN, DIM));
            for step in 0..20 {
                let before = subject.theta();
                let calls = subject.step(None);
                let mut asked = asked(&calls);
                if step == 0 {
                    let pass = pieces(None, chunk_len as usize);
                    let expected: Vec<_> =
                        pass.iter().map(|piece| (CENTRE.to_vec(), piece.clone())).collect();
                    let rest = asked.split_off(pass.len());
                    assert_eq!(asked, expected);
                    asked = rest;
                }
                let one = pieces(Some(&[0; 3]), chunk_len as usize).len();
                assert_eq!(asked.len(), if step == 0 { 4 * one } else { 2 * one });
                for (i, evaluation) in asked.chunks(2 * one).enumerate() {
                    let (here, there) = evaluation.split_at(one);
                    assert!(there.iter().all(|(theta, _)| *theta == CENTRE));
                    let batches = |part: &[(Vec<f64>, Option<Vec<u32>>)]| {
                        part.iter().map(|(_, batch)| batch.clone()).collect::<Vec<_>>()
                    };
                    assert_eq!(batches(here), batches(there), "the same batch at both places");
                    assert_eq!(here[0].0 == before, step == 0 && i == 0, "the start once, then proposals");
                }
            }
        }
    }
}

/// The indices of a caller's batch are its own business, and so is their number.
#[test]
fn a_callers_batch_may_be_long_and_repeat() {
    let estimator = Estimator::Svrg { interval: 2, averaged: false };
    let settings = ChainSettings { chunk_len: 2, ..recipe(estimator, BatchSettings::Caller) };
    let mut subject = Subject::<f64, _>::new(&settings, &Logistic::spread(DATA_LEN, DIM));
    let batch = [5, 5, 0, 1, 2, 3, 4, 0, 1];
    let asked = asked(&subject.step(Some(&batch)));
    // Three pieces for the anchor, then twice five.
    let lens: Vec<usize> = asked.iter().map(|(_, piece)| piece.as_ref().map_or(0, Vec::len)).collect();
    assert_eq!(lens, [2, 2, 2, 2, 2, 2, 2, 1, 2, 2, 2, 2, 1]);
    let last: Vec<u32> = asked[8..].iter().flat_map(|(_, piece)| piece.clone()).flatten().collect();
    assert_eq!(last, batch);
}
