//! A checkpoint is a chain: restored, it has the same bytes and goes on with the same bits, whatever it is made of.

use super::metropolis::metropolis_settings;
use super::parts::{part_settings, vectors};
use super::{DATA_LEN, DIM, Subject, langevin_settings, settings};
use crate::reference::registry;
use crate::support::{GaussianData, begin, memory, metropolis, pattern, ruled, sgld};
use sgmcmc::mh::{Density, NoiseScale, Proposal};
use sgmcmc::prior::Prior;
use sgmcmc::rule::Rule;
use sgmcmc::schedule::Schedule;
use sgmcmc::{
    BatchSettings, Chain, ChainImage, ChainSettings, ChainState, Checkpoint, Error, Estimator, MemoryUnit,
    Real, RuleSettings, Sampler,
};

/// After which steps a chain is saved.
const SAVED: [usize; 5] = [0, 1, 2, 3, 4];

pub(super) fn saved<R: Real>(subject: &Subject<R>) -> Vec<u8> {
    let mut bytes = vec![0xee; subject.state.save_size() + 3];
    let size = subject.state.save(&subject.memory, &mut bytes).expect("room");
    assert!(bytes[size..] == [0xee; 3], "bytes beyond the checkpoint were written");
    bytes.truncate(size);
    bytes
}

/// The chain that `bytes` make in memory that held something else.
fn restored<R: Real>(settings: &ChainSettings, subject: &Subject<R>, bytes: &[u8]) -> Subject<R> {
    let mut other = subject.clone();
    other.memory.fill(MemoryUnit::splat(!0));
    other.state = ChainState::restore(settings, DIM, bytes, &mut other.memory)
        .unwrap_or_else(|error| panic!("{error}: {settings:?}"));
    other
}

#[track_caller]
fn assert_equal<R: Real>(one: &Subject<R>, other: &Subject<R>, settings: &ChainSettings) {
    let images = [one, other].map(|it| ChainImage::new(&it.state));
    assert!(images[0] == images[1], "{settings:?}\n{:?}\n{:?}", one.state, other.state);
    assert!(one.memory == other.memory, "other memory: {settings:?}");
    assert_eq!(format!("{:?}", one.state), format!("{:?}", other.state));
}

fn goes_on<R: Real>(settings: &ChainSettings) {
    let mut subject = Subject::<R>::new(settings);
    for done in SAVED {
        let bytes = saved(&subject);
        let seen = Checkpoint::read(&bytes).expect("a checkpoint");
        let numbers = (seen.version, seen.bits, seen.dim, seen.step_count, seen.size);
        let bits = 8 * size_of::<R>() as u32;
        assert_eq!(numbers, (1, bits, DIM as u64, done as u64, bytes.len() as u64));
        let mut other = restored(settings, &subject, &bytes);
        assert_equal(&subject, &other, settings);
        assert!(saved(&other) == bytes, "saved again, it differs: {settings:?}");
        let mut same = subject.clone();
        for _ in 0..4 {
            same.step().expect("a good step");
            other.step().expect("a good step");
            assert_equal(&same, &other, settings);
        }
        subject.step().expect("a good step");
    }
}

pub(super) fn all_settings() -> Vec<ChainSettings<'static>> {
    let mut all = [langevin_settings(), part_settings(), metropolis_settings()].concat();
    let centre = &[1.0; DIM];
    for rule in registry::covering_rules(vectors()) {
        for estimator in registry::estimators(centre, 9) {
            for batch in registry::batches(6) {
                let sampler = ruled(rule, 1e-3, 1.0);
                let one = ChainSettings { estimator, ..settings(batch, Prior::FLAT, 0, sampler) };
                all.extend(one.memory_len::<f32>(DIM).is_ok().then_some(one));
            }
        }
    }
    for proposal in registry::proposals(0.02) {
        for centre in [None, Some(centre.as_slice())] {
            let estimator = Estimator::FixedCentre { centre };
            let batch = BatchSettings::WithoutReplacement(6);
            let sampler = metropolis(proposal, 2.0, |_| {});
            let one = ChainSettings { estimator, ..settings(batch, Prior::FLAT, 0, sampler) };
            // A random walk has no gradient to vary.
            all.extend(one.memory_len::<f32>(DIM).is_ok().then_some(one));
        }
    }
    for settings in all.clone().into_iter().step_by(7) {
        all.push(ChainSettings { burn_in: 2, thinning: 3, ..settings });
    }
    all
}

fn a_restored_chain_goes_on<R: Real>() {
    all_settings().iter().for_each(goes_on::<R>);
}

both!(
    #[ignore = "takes seconds: -- --ignored"]
    a_restored_chain_goes_on
);

/// What has changed while it ran: a step size that was set, β and δ that were tuned.
#[test]
fn what_was_changed_while_it_ran_is_restored() {
    let rsgld = registry::proposals(0.02).into_iter().find(|it| matches!(it, Proposal::Rsgld { .. }));
    let tuned = metropolis(rsgld.expect("one"), 2.0, |mh| (mh.tune_beta, mh.tune_interval) = (true, 4));
    let walk = Proposal::random_walk(0.5);
    let walk = metropolis(walk, 2.0, |mh| mh.target_acceptance = Some(0.3));
    let subset = BatchSettings::WithoutReplacement(6);
    let scheduled = |step_size| Sampler::Rule(RuleSettings::new(Rule::SGLD, step_size));
    for sampler in [
        tuned,
        walk,
        sgld(1e-3, 1.0),
        scheduled(Schedule::CALLBACK),
        scheduled(Schedule::cyclical(1e-3, 3, 0.4)),
    ] {
        let settings = ChainSettings { burn_in: 60, ..settings(subset, Prior::FLAT, 0, sampler) };
        let mut subject = Subject::<f64>::new(&settings);
        for set in [None, Some(2e-3), Some(1e-3), Some(3e-3)] {
            if let Some(step_size) = set {
                subject.state.set_step_size(step_size).expect("a good step size");
                assert_eq!(subject.state.has_own_step_size(), matches!(sampler, Sampler::Rule(_)));
            }
            for _ in 0..3 {
                let mut other = restored(&settings, &subject, &saved(&subject));
                assert_equal(&subject, &other, &settings);
                subject.steps(20);
                other.steps(20);
                assert_equal(&subject, &other, &settings);
            }
        }
        let mut other = restored(&settings, &subject, &saved(&subject));
        if sampler == tuned {
            for it in [&mut subject, &mut other] {
                it.state.tune_beta(&mut it.memory, &mut it.model).expect("a tuner");
            }
        }
        // And it is handed over as the other.
        let next = ChainSettings { sampler: sgld(2e-3, 1.0), ..settings };
        for it in [&mut subject, &mut other] {
            it.memory.resize(memory::<f64>(&next, DIM).len().max(it.memory.len()), MemoryUnit::default());
            it.state = it.state.hand_over(&next, &mut it.memory).expect("good settings");
            it.steps(3);
        }
        assert_equal(&subject, &other, &settings);
        let again = restored(&next, &subject, &saved(&subject));
        assert_eq!(ChainImage::new(&again.state), ChainImage::new(&subject.state));
    }
}

/// A chain with its memory does the same, and asks for the room that it needs.
#[test]
fn chains_save_and_restore() {
    let settings = settings(BatchSettings::Epochs(6), Prior::FLAT, 0, sgld(1e-3, 1.0));
    let mut chain = begin::<f32>(&settings, &pattern::<f32>(DIM, 31, 0.5));
    let mut model = GaussianData::spread(DATA_LEN as usize, DIM);
    chain.run(5, &mut model, None).expect("good steps");
    let size = chain.save_size();
    let mut bytes = vec![0; size];
    assert_eq!(chain.save(&mut bytes[..size - 1]), Err(Error::MemoryTooSmall));
    assert!(bytes.iter().all(|byte| *byte == 0), "written, though refused");
    assert_eq!(chain.save(&mut bytes), Ok(size));
    let mut other = memory::<f32>(&settings, DIM);
    let short = other.len() - 1;
    let refused = Chain::<f32>::restore(&settings, DIM, &bytes, &mut other[..short]).map(drop);
    assert_eq!(refused, Err(Error::MemoryTooSmall));
    let mut other = Chain::<f32>::restore(&settings, DIM, &bytes, &mut other).expect("a checkpoint");
    for chain in [&mut chain, &mut other] {
        chain.run(5, &mut model, None).expect("good steps");
    }
    assert_eq!(chain.theta(), other.theta());
    assert_eq!(format!("{:?}", chain.statistics()), format!("{:?}", other.statistics()));
    let (state, memory) = chain.into_parts();
    assert_eq!(state.save(&memory[..memory.len() - 1], &mut bytes), Err(Error::MemoryTooSmall));
}

/// An order of few data is kept as it is, one of many is computed: with each, at every place of an epoch.
#[test]
fn every_place_of_an_epoch_is_restored() {
    const SHORT: usize = 3;
    for (data_len, batch_len, step_count) in [
        (1, 1, 4),
        (2, 1, 7),
        (15, 4, 9),
        (16, 5, 9),
        (17, 5, 9),
        (64, 9, 20),
        (5000, 900, 14),
        (70_000, 30_000, 7),
    ] {
        let settings = ChainSettings::new(data_len, BatchSettings::Epochs(batch_len), sgld(1e-6, 1.0));
        let mut model = GaussianData::spread(data_len as usize, SHORT);
        let [mut room, mut other] = [(); 2].map(|()| memory::<f64>(&settings, SHORT));
        let mut chain = Chain::new(&settings, &[0.1; SHORT], &mut room).expect("settings in range");
        let mut bytes = vec![0; chain.save_size()];
        for step in 0..step_count {
            chain.save(&mut bytes).expect("room");
            let restored = Chain::<f64>::restore(&settings, SHORT, &bytes, &mut other);
            let mut restored =
                restored.unwrap_or_else(|error| panic!("{data_len} data, step {step}: {error}"));
            chain.step(&mut model).expect("a good step");
            restored.step(&mut model).expect("a good step");
            let [one, two] = [&chain, &restored].map(|chain| {
                let mut bytes = vec![0; chain.save_size()];
                chain.save(&mut bytes).expect("room");
                bytes
            });
            assert!(one == two, "{data_len} data, step {step}");
        }
    }
}

/// θ at the ends of the precision, and tuners at the ends of their ranges.
#[test]
fn what_has_come_to_an_end_is_restored() {
    let walk = metropolis(Proposal::random_walk(0.5), 1e-3, |mh| mh.target_acceptance = Some(0.9));
    let still = metropolis(Proposal::random_walk(1e30), 20.0, |mh| mh.target_acceptance = Some(0.1));
    let rsgld = Proposal::rsgld(3.0, NoiseScale::Langevin, 1.0, Density::Normalized);
    let capped = metropolis(rsgld, 20.0, |mh| (mh.tune_beta, mh.tune_interval, mh.beta_max) = (true, 1, 1.0));
    for sampler in [walk, still, capped, sgld(1e-3, 1.0), sgld(1e-3, 0.0)] {
        for start in [0.0, f32::MAX, -1e30] {
            let subset = BatchSettings::WithoutReplacement(6);
            let settings = ChainSettings { burn_in: 200, ..settings(subset, Prior::FLAT, 0, sampler) };
            let mut subject = Subject::<f32>::new(&settings);
            let theta = [start; DIM];
            subject.state =
                ChainState::new(&settings, &theta, &mut subject.memory).expect("settings in range");
            for _ in 0..40 {
                // Far out no step can be done: it is refused, and the chain is where it was.
                (0..10).for_each(|_| _ = subject.step());
                let other = restored(&settings, &subject, &saved(&subject));
                assert_equal(&subject, &other, &settings);
            }
        }
    }
}
