//! Hand-over: from an optimiser to a sampler, and on, in the same memory. θ stays, generators go on, the rest begins
//! anew.

use crate::reference::registry::{self, Vectors};
use crate::support;
use crate::support::{Call, GaussianData, Level, Recorder, exact, memory, metropolis, pattern, ruled, sgld};
use core::num::NonZeroU32;
use sgmcmc::mh::{Density, NoiseScale, Proposal};
use sgmcmc::minibatch::without_replacement;
use sgmcmc::precond::Preconditioner;
use sgmcmc::prior::{GaussianVector, Prior};
use sgmcmc::rng::{Generators, fill_normals};
use sgmcmc::rule::{Aboba, AdamOptimizer, Recipe, Rule, Sghmc, Sgnht, Velocity};
use sgmcmc::{
    BatchSettings, Block, Chain, ChainSettings, ChainState, Error, Estimator, MemoryUnit, Moments, Real,
    RuleSettings, Sampler,
};
use std::sync::OnceLock;

const DATA_LEN: u32 = 20;
const DIM: usize = 37;
const SUBSET: BatchSettings = BatchSettings::WithoutReplacement(6);
const ONES: [f64; DIM] = [1.0; DIM];

fn with(sampler: Sampler<'static>) -> ChainSettings<'static> {
    ChainSettings { seed: 11, chain_index: 2, ..ChainSettings::new(DATA_LEN, SUBSET, sampler) }
}

fn rule(rule: Rule<'static>, temperature: f64) -> ChainSettings<'static> {
    with(ruled(rule, 1e-3, temperature))
}

fn rsgld(refresh_len: u32) -> Sampler<'static> {
    let noise = NoiseScale::Langevin;
    let proposal = Proposal::rsgld(0.05, noise, 1.05, Density::Normalized);
    metropolis(proposal, 2.0, |mh| mh.refresh_len = refresh_len)
}

/// What a warm start begins with.
fn optimisers() -> Vec<ChainSettings<'static>> {
    vec![
        rule(Rule::Adam(AdamOptimizer::default()), 0.0),
        rule(Rule::SGLD, 0.0),
        rule(Rule::Sghmc(Sghmc::default()), 0.0),
        ChainSettings { estimator: Estimator::Saga, ..rule(Rule::psgld(), 0.0) },
        ChainSettings { moments: Moments::Both, batch: BatchSettings::Epochs(7), ..rule(Rule::asgld(), 0.0) },
        with(rsgld(2)),
        with(metropolis(Proposal::random_walk(0.02), 2.0, |_| {})),
    ]
}

/// What it goes on with.
fn samplers() -> Vec<ChainSettings<'static>> {
    let drawn = Velocity::Drawn;
    let vector = GaussianVector { mean: &ONES, precision: &ONES };
    let blocks: &[Block] = Box::leak(Box::new([Block { frozen: true, ..Block::new(4, 9) }]));
    let averaged = Estimator::Svrg { interval: 3, averaged: true };
    vec![
        ChainSettings { moments: Moments::Both, ..rule(Rule::SGLD, 1.0) },
        rule(Rule::Sghmc(Sghmc { velocity: drawn, ..Sghmc::default() }), 1.0),
        rule(Rule::Aboba(Aboba { velocity: drawn, ..Aboba::default() }), 1.0),
        ChainSettings {
            blocks: blocks.into(),
            ..rule(Rule::Sgnht(Sgnht { velocity: drawn, ..Sgnht::default() }), 1.0)
        },
        ChainSettings { estimator: averaged, chunk_len: 4, ..rule(Rule::msgld(), 1.0) },
        ChainSettings {
            estimator: Estimator::FixedCentre { centre: None },
            ..rule(Rule::Recipe(Recipe), 1.0)
        },
        ChainSettings {
            estimator: Estimator::Saga,
            prior: Prior::GaussianVector(vector),
            ..rule(Rule::with_preconditioner(Preconditioner::Diagonal(&ONES)), 1.0)
        },
        with(rsgld(2)),
        ChainSettings { batch: BatchSettings::All, chunk_len: 7, ..with(rsgld(0)) },
        with(metropolis(Proposal::random_walk(0.02), 2.0, |_| {})),
    ]
}

fn model() -> Recorder<GaussianData> {
    Recorder::new(GaussianData::spread(DATA_LEN as usize, DIM))
}

/// Room for any of two chains, and some more.
fn room<R: Real>(one: &ChainSettings, other: &ChainSettings) -> Vec<MemoryUnit> {
    let len = memory::<R>(one, DIM).len().max(memory::<R>(other, DIM).len());
    vec![MemoryUnit::splat(7); len + 3]
}

fn bytes(memory: &[MemoryUnit]) -> Vec<[u64; 8]> {
    memory.iter().map(|block| block.to_array()).collect()
}

fn bits<R: Real>(theta: &[R]) -> Vec<u64> {
    theta.iter().map(|x| x.to_bits_u64()).collect()
}

/// Every part once, in a chain of its own.
fn every_part() -> Vec<ChainSettings<'static>> {
    static VECTORS: OnceLock<Vectors> = OnceLock::new();
    let vectors = VECTORS.get_or_init(|| Vectors::new(DIM));
    let base = rule(Rule::SGLD, 1.0);
    let mut all: Vec<_> = registry::covering_rules(vectors).into_iter().map(|it| rule(it, 1.0)).collect();
    all.extend(
        registry::estimators(&ONES, 9).into_iter().map(|estimator| ChainSettings { estimator, ..base }),
    );
    all.extend(registry::priors(vectors).into_iter().map(|prior| ChainSettings { prior, ..base }));
    all.extend(registry::clippings(0.5).into_iter().map(|clipping| ChainSettings { clipping, ..base }));
    let batches = registry::batches(6).into_iter().filter(|batch| *batch != BatchSettings::Caller);
    all.extend(batches.map(|batch| ChainSettings { batch, ..base }));
    let walks = registry::proposals(0.02).into_iter().map(|proposal| with(metropolis(proposal, 2.0, |_| {})));
    all.extend(walks);
    all.extend(registry::schedules(1e-3).into_iter().map(|schedule| {
        with(Sampler::Rule(RuleSettings { temperature: schedule, ..RuleSettings::new(Rule::SGLD, schedule) }))
    }));
    all
}

/// After some steps: θ's bits, a state without past, and memory as a new chain at that θ has it.
fn theta_is_kept_and_the_rest_begins_anew<R: Real>() {
    let (from, to) = ([optimisers(), samplers()].concat(), [samplers(), optimisers()].concat());
    for (from, to) in from.iter().flat_map(|from| to.iter().map(move |to| (from, to))) {
        for step_count in [1, 2, 7] {
            hands_over::<R>(from, to, step_count);
        }
    }
    for part in every_part() {
        for other in [rule(Rule::SGLD, 0.0), with(rsgld(2))] {
            hands_over::<R>(&part, &other, 3);
            hands_over::<R>(&other, &part, 3);
        }
    }
}

fn hands_over<R: Real>(from: &ChainSettings, to: &ChainSettings, step_count: u64) {
    let mut memory = room::<R>(from, to);
    let start = pattern::<R>(DIM, 11, 0.5);
    let mut chain = ChainState::new(from, &start, &mut memory).expect("settings in range");
    chain.run(&mut memory, step_count, &mut model(), None).expect("good steps");
    let theta = chain.theta(&memory).expect("its memory").to_vec();
    let next = chain.hand_over(to, &mut memory).expect("room for both");
    assert_eq!(bits(next.theta(&memory).expect("its memory")), bits(&theta), "{from:?} to {to:?}");
    let fresh_len = support::memory::<R>(to, DIM).len();
    let mut other = vec![MemoryUnit::splat(7); memory.len()];
    let fresh = ChainState::new(to, &theta, &mut other).expect("settings in range");
    assert_eq!(format!("{:?}", next.statistics()), format!("{:?}", fresh.statistics()));
    let draws = format!("{to:?}").contains("velocity: Drawn");
    if !draws {
        assert_eq!(bytes(&memory[..fresh_len]), bytes(&other[..fresh_len]), "{from:?} to {to:?}");
    }
    assert!(memory.iter().rev().take(3).all(|block| block.to_array() == [7; 8]), "beyond both chains");
}

both!(theta_is_kept_and_the_rest_begins_anew);

/// A chain that has drawn nothing hands over everything that a new one has: state, memory, and all draws to come.
#[test]
fn a_chain_without_steps_becomes_a_new_one() {
    // A drawn velocity has used the generator.
    let still = |settings: &&ChainSettings| !format!("{settings:?}").contains("velocity: Drawn");
    for from in optimisers().iter().chain(samplers().iter().filter(still)) {
        for to in &samplers() {
            let (mut memory, start) = (room::<f64>(from, to), pattern::<f64>(DIM, 11, 0.5));
            let chain = ChainState::new(from, &start, &mut memory).expect("settings in range");
            let mut next = chain.hand_over(to, &mut memory).expect("room for both");
            let mut other = support::memory::<f64>(to, DIM);
            let mut fresh = ChainState::new(to, &start, &mut other).expect("settings in range");
            for _ in 0..2 {
                assert_eq!(format!("{next:?}"), format!("{fresh:?}"), "{from:?} to {to:?}");
                assert_eq!(bytes(&memory[..other.len()]), bytes(&other), "{from:?} to {to:?}");
                next.run(&mut memory, 5, &mut model(), None).expect("good steps");
                fresh.run(&mut other, 5, &mut model(), None).expect("good steps");
            }
        }
    }
}

/// Noise goes on in the stream of one generator: none for the optimiser, then step after step, across every hand-over.
#[test]
fn no_normal_serves_twice() {
    let mut noise = Generators::new(11, 2).expect("chain 2").noise;
    let mut next = || {
        let mut normals = vec![0.0; DIM];
        fill_normals(&mut noise, &mut normals);
        normals
    };
    // sqrt(2η) = 1/16.
    let at = |sampler| ChainSettings { batch: BatchSettings::All, ..with(sampler) };
    let samplers = [sgld(1.0 / 512.0, 0.0), sgld(1.0 / 512.0, 1.0), sgld(1.0 / 2048.0, 1.0)].map(at);
    let walk = at(metropolis(Proposal::random_walk(0.25), 1.0, |_| {}));
    let drawn = Rule::Sghmc(Sghmc { velocity: Velocity::Drawn, friction: 1.0, ..Sghmc::default() });
    let last = ChainSettings { batch: BatchSettings::All, ..rule(drawn, 1.0) };
    let mut memory = room::<f64>(&walk, &last);
    let mut theta = vec![0.0; DIM];
    let mut chain = Chain::new(&samplers[0], &theta, &mut memory).expect("settings in range");
    let legs =
        [(samplers[0], 0.0), (samplers[1], 0.0625), (walk, 0.25), (samplers[2], 0.03125), (walk, 0.25)];
    for (settings, scale) in legs {
        chain.hand_over(&settings).expect("room for all");
        for _ in 0..3 {
            chain.step(&mut Level).expect("a good step");
            if scale > 0.0 {
                theta.iter_mut().zip(next()).for_each(|(theta, xi)| *theta += xi * scale);
            }
            assert_eq!(chain.theta().expect("its memory"), theta, "{settings:?}");
        }
    }
    // A drawn velocity takes the next normals, its first step those after; it is forgotten for a friction of 1.
    chain.hand_over(&last).expect("room for all");
    next();
    chain.step(&mut Level).expect("a good step");
    let scale = (2.0f64 * 1e-3).sqrt();
    theta.iter_mut().zip(next()).for_each(|(theta, xi)| *theta += xi * scale);
    assert_eq!(chain.theta().expect("its memory"), theta);
}

/// Batches go on in the stream of the other generator, and no acceptance or coin comes in between for rules.
#[test]
fn no_batch_serves_twice() {
    let mut choice = Generators::new(11, 2).expect("chain 2").choice;
    let (one, other) =
        (rule(Rule::Adam(AdamOptimizer::default()), 0.0), rule(Rule::Sghmc(Sghmc::default()), 1.0));
    let mut memory = room::<f32>(&one, &other);
    let start = pattern::<f32>(DIM, 11, 0.5);
    let mut chain = Chain::new(&one, &start, &mut memory).expect("settings in range");
    let mut model = model();
    // The seed and the index of later settings are not looked at.
    for (settings, seed) in [(one, 11), (other, 11), (one, 5), (other, 0)] {
        chain.hand_over(&ChainSettings { seed, chain_index: 9, ..settings }).expect("room for both");
        for _ in 0..4 {
            chain.step(&mut model).expect("a good step");
            let mut expected = [0; 6];
            without_replacement(&mut choice, NonZeroU32::new(DATA_LEN).expect("data"), &mut expected);
            let [Call::LogLikelihood { batch, .. }] = &model.take()[..] else { panic!("one call") };
            assert_eq!(batch.as_deref(), Some(&expected[..]));
        }
    }
}

/// A refused hand-over leaves chain and memory as they were.
#[test]
fn what_is_refused_changes_nothing() {
    let bad = ChainSettings { thinning: 0, ..rule(Rule::SGLD, 1.0) };
    let far = ChainSettings {
        estimator: Estimator::FixedCentre { centre: Some(&[0.0; DIM - 1]) },
        ..rule(Rule::SGLD, 1.0)
    };
    for from in optimisers() {
        let len = memory::<f64>(&from, DIM).len();
        let mut memory = memory::<f64>(&from, DIM);
        let mut chain =
            ChainState::new(&from, &pattern::<f64>(DIM, 11, 0.5), &mut memory).expect("settings in range");
        chain.run(&mut memory, 3, &mut model(), None).expect("good steps");
        let (before, state) = (bytes(&memory), format!("{chain:?}"));
        for (settings, error) in [(bad, Error::Thinning), (far, Error::LengthMismatch)] {
            assert_eq!(chain.hand_over(&settings, &mut memory).err(), Some(error));
        }
        for to in samplers() {
            if support::memory::<f64>(&to, DIM).len() > len {
                assert_eq!(chain.hand_over(&to, &mut memory).err(), Some(Error::MemoryTooSmall));
            }
            assert_eq!(chain.hand_over(&to, &mut memory[..len - 1]).err(), Some(Error::MemoryTooSmall));
        }
        assert!(bytes(&memory) == before && format!("{chain:?}") == state, "{from:?}");
        chain.run(&mut memory, 3, &mut model(), None).expect("it goes on");
    }
}

/// The centre of a control variate that is not given is where the new chain starts.
#[test]
fn a_centre_is_where_the_sampler_starts() {
    let settings =
        ChainSettings { estimator: Estimator::FixedCentre { centre: None }, ..rule(Rule::SGLD, 1.0) };
    for from in optimisers() {
        let mut memory = room::<f64>(&from, &settings);
        let mut chain =
            Chain::new(&from, &pattern::<f64>(DIM, 11, 0.5), &mut memory).expect("settings in range");
        chain.run(5, &mut model(), None).expect("good steps");
        let theta = exact(chain.theta().expect("its memory"));
        chain.hand_over(&settings).expect("room for both");
        let mut model = model();
        chain.run(3, &mut model, None).expect("good steps");
        let places = model.calls.iter().filter_map(|call| match call {
            Call::LogLikelihood { theta, .. } => Some(theta),
            _ => None,
        });
        let places: Vec<_> = places.collect();
        // The pass over all data, then every batch here and there.
        assert!([0, 2, 4, 6].iter().all(|i| *places[*i] == theta), "{from:?}");
    }
}
