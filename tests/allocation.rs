//! Promise 3: no allocation, for every sampler, counted by the test binary's own allocator.

use crate::reference::parts;
use crate::support::{GaussianData, Plain, Sgld, memory, metropolis, sgld};
use sgmcmc::mh::{Density, NoiseScale, Proposal};
use sgmcmc::prior::Prior;
use sgmcmc::rule::{Aboba, Recipe, Rule};
use sgmcmc::schedule::Schedule;
use sgmcmc::{
    BatchSettings, Block, Chain, ChainSettings, Draw, EstimateSettings, Estimates, Estimator, Health,
    HealthFinding, HealthSettings, MemoryUnit, Moments, MomentsOf, Observer, PilotSettings, Real, Reservoir,
    RuleSettings, Sampler, Scored, Statistics, StoredDraws, WarmStart, r_hat, stein_sum,
};
use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

/// The system's allocator, counting per thread, so that other tests and the harness do not count.
struct Counting;

thread_local! {
    static COUNT: Cell<u64> = const { Cell::new(0) };
}

fn count() {
    // A thread that is being torn down has no counter any more.
    let _ = COUNT.try_with(|count| count.set(count.get() + 1));
}

// SAFETY: every call is handed to the system's allocator as it came; the counter neither allocates nor unwinds.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count();
        // SAFETY: the caller's promises are the system allocator's.
        unsafe { System.alloc(layout) }
    }
    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: the pointer came from the system's allocator, with this layout.
        unsafe { System.dealloc(pointer, layout) }
    }
    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        count();
        // SAFETY: the pointer came from the system's allocator, with this layout.
        unsafe { System.realloc(pointer, layout, size) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// How often `work` allocates.
fn allocations(work: impl FnOnce()) -> u64 {
    let before = COUNT.get();
    work();
    COUNT.get() - before
}

#[test]
fn the_allocator_counts() {
    assert_eq!(allocations(|| drop(std::hint::black_box(Box::new(5)))), 1);
    assert_eq!(allocations(|| ()), 0);
}

const DIM: usize = 37;

fn all_settings() -> Vec<ChainSettings<'static>> {
    let noise = NoiseScale::Langevin;
    let rsgld = Proposal::rsgld(1e-3, noise, 1.1, Density::Normalized);
    let hmc = Proposal::hmc(0.1, 3);
    let subset = BatchSettings::WithoutReplacement(6);
    let samplers: Vec<(Sampler, BatchSettings, u32)> = vec![
        (sgld(1e-3, 1.0), subset, 0),
        (sgld(1e-3, 1.0), BatchSettings::WithReplacement(6), 0),
        (sgld(1e-3, 1.0), BatchSettings::Epochs(6), 0),
        (sgld(1e-3, 1.0), BatchSettings::All, 7),
        (metropolis(Proposal::random_walk(0.1), 2.0, |mh| mh.target_acceptance = Some(0.3)), subset, 0),
        (metropolis(Proposal::sgld(1e-3, noise), 2.0, |_| {}), BatchSettings::All, 7),
        (
            metropolis(rsgld, 2.0, |mh| (mh.refresh_len, mh.tune_beta, mh.tune_interval) = (2, true, 5)),
            subset,
            0,
        ),
        (metropolis(rsgld, 2.0, |_| {}), subset, 0),
        (metropolis(hmc, 2.0, |mh| mh.refresh_len = 2), subset, 0),
        (metropolis(hmc, 2.0, |_| {}), BatchSettings::All, 7),
    ];
    let with = |prior| {
        samplers.clone().into_iter().map(move |(sampler, batch, chunk_len)| ChainSettings {
            prior,
            chunk_len,
            moments: Moments::Both,
            burn_in: 10,
            ..ChainSettings::new(20, batch, sampler)
        })
    };
    [Prior::FLAT, Prior::gaussian(0.0, 1.0), Prior::Callback].into_iter().flat_map(with).collect()
}

const ONES: [f64; DIM] = [1.0; DIM];

/// Every rule, and every estimator with the rules that treat a gradient each in its own way.
fn part_settings() -> Vec<ChainSettings<'static>> {
    let factor: Vec<f64> = (0..DIM * DIM).map(|i| if i % (DIM + 1) == 0 { 1.0 } else { 0.01 }).collect();
    let dense: &'static [f64] = factor.leak();
    let mut rules: Vec<Rule<'static>> = parts::rules(&ONES).into_iter().map(|row| row.rule).collect();
    rules.push(Rule::SGLD);
    rules.extend(parts::dense_rules(dense).map(|(_, rule)| rule));
    let chain = |rule, estimator| {
        let callbacks =
            RuleSettings { temperature: Schedule::CALLBACK, ..RuleSettings::new(rule, Schedule::CALLBACK) };
        ChainSettings {
            estimator,
            moments: Moments::Both,
            ..ChainSettings::new(20, BatchSettings::WithoutReplacement(6), Sampler::Rule(callbacks))
        }
    };
    let mut all: Vec<_> = rules.iter().map(|rule| chain(*rule, Estimator::Plain)).collect();
    for rule in [Rule::SGLD, Rule::Aboba(Aboba::default()), Rule::Recipe(Recipe)] {
        for (_, estimator) in parts::estimators(6) {
            for (_, prior) in parts::priors(&ONES, &ONES) {
                for (_, clipping) in parts::CLIPPINGS {
                    all.push(ChainSettings { prior, clipping, chunk_len: 4, ..chain(rule, estimator) });
                }
            }
        }
    }
    let sgld = Proposal::sgld(1e-3, NoiseScale::Langevin);
    let estimator = Estimator::FixedCentre { centre: Some(&ONES) };
    let blocks: &'static [Block] =
        vec![Block { step_size_factor: 0.5, ..Block::new(1, 3) }, Block { frozen: true, ..Block::new(5, 2) }]
            .leak();
    let mh = metropolis(sgld, 2.0, |_| {});
    all.push(ChainSettings { sampler: mh, blocks: blocks.into(), ..chain(Rule::SGLD, estimator) });
    all
}

#[test]
fn a_hand_over_never_allocates() {
    let settings = part_settings();
    let len = settings.iter().map(|settings| memory::<f32>(settings, DIM).len()).max();
    let mut memory = vec![MemoryUnit::default(); len.expect("some settings")];
    let mut data = Plain(GaussianData::spread(20, DIM));
    let count = allocations(|| {
        let mut chain = Chain::new(&settings[0], &[0.1f32; DIM], &mut memory).expect("settings in range");
        for settings in &settings {
            chain.hand_over(settings).expect("room for all");
        }
        chain.step(&mut data).expect("a good step");
    });
    assert_eq!(count, 0);
}

#[test]
fn a_chain_never_allocates() {
    for settings in all_settings().into_iter().chain(part_settings()) {
        let mut data = Plain(GaussianData::spread(20, DIM));
        let mut memory = memory::<f32>(&settings, DIM);
        let (mut mean, mut variance, mut draws) = ([0.0; DIM], [0.0; DIM], 0);
        let (mut checkpoint, mut other) = (vec![0; 1 << 17], memory.clone());
        let count = allocations(|| {
            let mut chain = Chain::new(&settings, &[0.1f32; DIM], &mut memory).expect("settings in range");
            for _ in 0..50 {
                chain.step(&mut data).expect("a good step");
            }
            let mut observer = |draw: &Draw<'_, f32>| {
                draws += usize::from(draw.theta.len() == DIM);
                Ok(())
            };
            let observer: &mut dyn Observer<f32> = &mut observer;
            chain.run(100, &mut data, Some(observer)).expect("good steps");
            chain.moments(MomentsOf::Weighted, &mut mean, &mut variance).expect("moments");
            let _ = (chain.statistics(), chain.set_step_size(2e-3));
            let size = chain.save(&mut checkpoint).expect("room");
            let restored = Chain::<f32>::restore(&settings, DIM, &checkpoint[..size], &mut other);
            assert!(restored.is_ok());
        });
        assert_eq!((count, draws), (0, 100), "{settings:?}");
    }
}

/// What looks at a chain, all of it in the caller's memory: warm-ups, starts by an optimiser, pilots, health, progress.
fn watched<R: Real>() -> u64 {
    let noise = NoiseScale::Langevin;
    let open = RuleSettings::new(Rule::SGLD, Schedule::CALLBACK);
    let sgld = Proposal::sgld(0.0, noise);
    let samplers = [
        Sampler::Rule(open),
        metropolis(sgld, 2.0, |mh| {
            (mh.target_acceptance, mh.tune_refresh_len) = (Some(0.574), true);
        }),
    ];
    let (pilot, mut data) =
        (PilotSettings { covariance: true, ..PilotSettings::default() }, GaussianData::spread(20, DIM));
    samplers
        .into_iter()
        .map(|sampler| {
            let settings = ChainSettings {
                burn_in: 100,
                ..ChainSettings::new(20, BatchSettings::WithoutReplacement(6), sampler)
            };
            let theta = [R::from_f64(0.1); DIM];
            let mut chain_memory = memory::<R>(&settings, DIM);
            let mut chain = Chain::new(&settings, &theta, &mut chain_memory).expect("settings in range");
            let mut room = vec![MemoryUnit::default(); chain.warm_up_len(&pilot).expect("a length")];
            let mut text = [0; 4096];
            allocations(|| {
                chain.warm_up(&pilot, &mut room, u64::MAX, &mut data).expect("a warm-up");
                let (state, chain_memory) = chain.into_parts();
                let seen = pilot.look(&state, chain_memory, None, &mut room, &mut data).expect("a look");
                assert!(seen.report.write_bytes(&mut text) < text.len());
                let report = seen.report;
                let mut chain = Chain::from_parts(state, chain_memory).expect("its memory");
                let mut health = Health::new(&HealthSettings::default()).expect("settings in range");
                chain.run_with_health(2000, &mut data, None, 10, &mut health).expect("good steps");
                let found = health.report(chain.state(), Some(&report), Some(1.5)).expect("the chain's");
                assert!(found.has(HealthFinding::ChainsDisagree) && found.write_bytes(&mut text) > 0);
                let mut looks = 0;
                let mut look = |_: &Statistics, _: &[R]| {
                    looks += 1;
                    Ok(())
                };
                chain.run_with_progress(100, &mut data, None, 10, &mut look).expect("good steps");
                assert_eq!(looks, 10);
            })
        })
        .sum()
}

#[test]
fn what_watches_a_chain_never_allocates() {
    assert_eq!(watched::<f32>() + watched::<f64>(), 0);
}

#[test]
fn a_start_by_an_optimiser_never_allocates() {
    let settings = part_settings().remove(0);
    let (start, mut data) = (WarmStart::default(), Plain(GaussianData::spread(20, DIM)));
    let len = start.memory_len::<f32>(&settings, DIM).expect("a length");
    let mut memory = vec![MemoryUnit::default(); len];
    let count = allocations(|| {
        start.start(&settings, &[0.1f32; DIM], &mut memory, &mut data).expect("good steps");
    });
    assert_eq!(count, 0);
}

/// Estimates and reservoirs of draws, and diagnostics of stored ones.
#[test]
fn estimates_never_allocate() {
    const LEN: usize = 3;
    const COUNT: usize = 256;
    let settings = EstimateSettings { covariance: true, centroid_count: 16, ..EstimateSettings::new(LEN) };
    let len = settings.memory_len().expect("a length");
    let [mut here, mut there, mut again] = [0; 3].map(|_| vec![MemoryUnit::default(); len]);
    let draws: Vec<f64> = (0..LEN * COUNT).map(|i| f64::from((i * 37 % 101) as u32)).collect();
    let stored = StoredDraws { draws: &draws, chain_count: 2, dim: LEN };
    let mut room = vec![MemoryUnit::default(); stored.memory_len().expect("a length")];
    let (mut bytes, mut rows) = (vec![0; 1 << 16], [0.0; 16 * LEN]);
    let (mut out, mut square) = ([0.0; LEN], [0.0; LEN * LEN]);
    let count = allocations(|| {
        let mut estimates = Estimates::new(&settings, &mut here).expect("room");
        let mut others = Estimates::new(&settings, &mut there).expect("room");
        let mut reservoir = Reservoir::new(LEN);
        for draw in draws.chunks(LEN) {
            estimates.push(draw, 1.0).expect("finite numbers");
            others.observe(draw, 1.0).expect("finite numbers");
            reservoir.push(&mut rows, draw).expect("a row");
        }
        estimates.merge(&others).expect("equal settings");
        estimates.mean(&mut out).and(estimates.variance(&mut out)).expect("as long");
        estimates.standard_error(&mut out).and(estimates.sample_size(&mut out)).expect("as long");
        estimates.half_width(0.95, &mut out).and(estimates.doubts(&mut [0; LEN])).expect("as long");
        estimates.quantile(0.5, &mut out).and(estimates.covariance(&mut square)).expect("as long");
        let size = estimates.save(&mut bytes).expect("room");
        Estimates::restore(&bytes[..size], &mut again).expect("what was saved");
        stored.summary(0, &mut room).expect("finite numbers");
        let scored = Scored { draws: &draws, scores: &draws };
        stein_sum(&scored, &scored, LEN, 1.0).expect("finite numbers");
        r_hat(&[1.0, 2.0], &[1.0, 1.0], 100).expect("as many");
    });
    assert_eq!(count, 0);
}

#[test]
fn kernels_never_allocate() {
    let mut generators = sgmcmc::rng::Generators::new(1, 0).expect("chain 0");
    let (mut theta, gradient) = (vec![0.0f64; 1000], vec![1.0f64; 1000]);
    let count = allocations(|| {
        let rule = Sgld { step_size: 0.1, temperature: 1.0 };
        rule.step(&mut theta, &gradient, &mut generators.noise, None).expect("a good step");
        sgmcmc::rng::fill_normals(&mut generators.noise, &mut theta);
        sgmcmc::rng::fill_uniforms(&mut generators.noise, &mut theta);
        sgmcmc::exp_in_place(&mut theta);
        let _ = sgmcmc::fingerprint(&theta);
    });
    assert_eq!(count, 0);
}
