//! Promise 3: no allocation, for every sampler, counted by the test binary's own allocator.

mod support;

use sgmcmc::mh::{Density, NoiseScale, Proposal};
use sgmcmc::prior::Prior;
use sgmcmc::{BatchSettings, Chain, ChainSettings, Draw, Moments, MomentsOf, Observer, Sampler};
use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use support::{GaussianData, Sgld, memory, metropolis, sgld};

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
    let rsgld = Proposal::Rsgld { step_size: 1e-3, noise, beta: 1.1, density: Density::Normalized };
    let subset = BatchSettings::WithoutReplacement(6);
    let samplers: Vec<(Sampler, BatchSettings, u32)> = vec![
        (sgld(1e-3, 1.0), subset, 0),
        (sgld(1e-3, 1.0), BatchSettings::WithReplacement(6), 0),
        (sgld(1e-3, 1.0), BatchSettings::Epochs(6), 0),
        (sgld(1e-3, 1.0), BatchSettings::All, 7),
        (
            metropolis(Proposal::RandomWalk { step_size: 0.1 }, 2.0, |mh| mh.target_acceptance = Some(0.3)),
            subset,
            0,
        ),
        (metropolis(Proposal::Sgld { step_size: 1e-3, noise }, 2.0, |_| {}), BatchSettings::All, 7),
        (
            metropolis(rsgld, 2.0, |mh| (mh.refresh_len, mh.tune_beta, mh.tune_interval) = (2, true, 5)),
            subset,
            0,
        ),
        (metropolis(rsgld, 2.0, |mh| mh.proposal_uses_prior = true), subset, 0),
    ];
    let with = |prior| {
        samplers.clone().into_iter().map(move |(sampler, batch, chunk_len)| ChainSettings {
            prior,
            chunk_len,
            moments: Moments::Both,
            ..ChainSettings::new(20, batch, sampler)
        })
    };
    [Prior::FLAT, Prior::gaussian(0.0, 1.0), Prior::Callback].into_iter().flat_map(with).collect()
}

#[test]
fn a_chain_never_allocates() {
    for settings in all_settings() {
        let mut data = GaussianData::spread(20, DIM);
        let mut memory = memory::<f32>(&settings, DIM);
        let (mut mean, mut variance, mut draws) = ([0.0; DIM], [0.0; DIM], 0);
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
        });
        assert_eq!((count, draws), (0, 100), "{settings:?}");
    }
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
