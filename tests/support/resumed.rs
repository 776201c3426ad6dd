//! Chains that go on from golden checkpoints, `tests/checkpoints.bin`, which were made on x86-64.

extern crate alloc;

use super::Host;
use super::chains::{memory, metropolis, pattern};
use super::gaussian_data::GaussianData;
use alloc::{vec, vec::Vec};
use sgmcmc::drift::{Adam, Drift};
use sgmcmc::mh::{Density, NoiseScale, Proposal};
use sgmcmc::precond::{Preconditioner, RmsProp};
use sgmcmc::prior::{GaussianVector, Prior};
use sgmcmc::rule::{Baoab, Langevin, Rule, Sgnht, Splitting, Thermostat};
use sgmcmc::schedule::Schedule;
use sgmcmc::{
    BatchSettings, Block, BlockList, Chain, ChainSettings, Checkpoint, Clipping, Estimator, Fingerprint,
    MemoryUnit, Moments, Real, RuleSettings, Sampler,
};

static GOLDEN: &[u8] = include_bytes!("../checkpoints.bin");

const DATA_LEN: u32 = 20;
const DIM: usize = 21;
/// Steps before a checkpoint, and after it.
const STEPS: u64 = 25;

const SUBSET: BatchSettings = BatchSettings::WithoutReplacement(6);

/// The vectors that settings borrow.
struct Vectors {
    ones: Vec<f64>,
    factor: Vec<f64>,
    blocks: [Block; 2],
}

impl Vectors {
    fn new() -> Self {
        let entry = |i| if i % (DIM + 1) == 0 { 1.0 } else { 0.01 * (i % 3) as f64 };
        let moving = Block { step_size_factor: 0.5, ..Block::new(3, 5) };
        Self {
            ones: vec![1.0; DIM],
            factor: (0..DIM * DIM).map(entry).collect(),
            blocks: [moving, Block { frozen: true, ..Block::new(9, 2) }],
        }
    }

    /// Few chains, of which each vector and each count that lasts is some chain's.
    fn settings(&self) -> [ChainSettings<'_>; 7] {
        let with = |sampler| ChainSettings {
            seed: 2026,
            moments: Moments::Both,
            ..ChainSettings::new(DATA_LEN, SUBSET, sampler)
        };
        let ruled = |rule| with(Sampler::Rule(RuleSettings::new(rule, Schedule::constant(1e-3))));
        let scheduled = Sampler::Rule(RuleSettings::new(Rule::SGLD, Schedule::cyclical(1e-3, 7, 0.3)));
        let adam = Drift::Adam(Adam::default());
        let preconditioner = Preconditioner::RmsProp(RmsProp::default());
        let rule = Rule::Sgnht(Sgnht {
            thermostat: Thermostat::PerCoordinate,
            splitting: Splitting::Symmetric,
            ..Sgnht::default()
        });
        let noise = NoiseScale::Langevin;
        let rsgld = Proposal::rsgld(0.01, noise, 1.01, Density::Normalized);
        [
            ChainSettings {
                estimator: Estimator::Svrg { interval: 4, averaged: true },
                batch: BatchSettings::Epochs(6),
                ..with(scheduled)
            },
            ChainSettings { estimator: Estimator::Saga, ..ruled(Rule::Baoab(Baoab::default())) },
            ChainSettings {
                batch: BatchSettings::WithReplacement(6),
                clipping: Clipping::Norm(20.0),
                ..ruled(rule)
            },
            ChainSettings {
                prior: Prior::GaussianVector(GaussianVector { mean: &self.ones, precision: &self.ones }),
                blocks: BlockList::from(&self.blocks),
                estimator: Estimator::Practical { anchor_len: 9, interval: 4, averaged: false },
                ..ruled(Rule::Langevin(Langevin { drift: adam, preconditioner }))
            },
            ChainSettings {
                estimator: Estimator::FixedCentre { centre: Some(&self.ones) },
                ..ruled(Rule::with_preconditioner(Preconditioner::Dense(&self.factor)))
            },
            ChainSettings {
                prior: Prior::gaussian(0.25, 0.5),
                ..with(metropolis(rsgld, 2.0, |mh| {
                    (mh.refresh_len, mh.tune_beta, mh.tune_interval) = (2, true, 8);
                }))
            },
            ChainSettings {
                burn_in: 40,
                ..with(metropolis(Proposal::random_walk(0.05), 2.0, |mh| {
                    mh.target_acceptance = Some(0.3);
                }))
            },
        ]
    }
}

/// Makes the chains, and hands each to `look` with its settings and its checkpoint.
fn each<R: Real>(mut look: impl FnMut(&ChainSettings<'_>, Chain<'_, R>, Vec<u8>, &mut Host)) {
    let vectors = Vectors::new();
    let mut host = Host(GaussianData::spread(DATA_LEN as usize, DIM));
    for (i, settings) in vectors.settings().iter().enumerate() {
        let mut room = memory::<R>(settings, DIM);
        let theta = pattern::<R>(DIM, 17, 1.0);
        let mut chain = Chain::new(settings, &theta, &mut room).expect("settings in range");
        chain.run(STEPS, &mut host, None).expect("good steps");
        // A step size that was set is in a checkpoint, too.
        if i == 4 {
            chain.set_step_size(2e-3).expect("a good step size");
        }
        let mut bytes = vec![0; chain.save_size()];
        chain.save(&mut bytes).expect("room");
        look(settings, chain, bytes, &mut host);
    }
}

/// This machine's checkpoints, one after the other.
pub(crate) fn checkpoints() -> Vec<u8> {
    let mut all = Vec::new();
    each::<f32>(|_, _, bytes, _| all.extend(bytes));
    each::<f64>(|_, _, bytes, _| all.extend(bytes));
    all
}

/// The golden checkpoints of a precision.
fn golden<R: Real>() -> Vec<&'static [u8]> {
    let (mut all, mut rest) = (Vec::new(), GOLDEN);
    while let Some(size) = rest.get(16..24) {
        let size = u64::from_le_bytes(size.try_into().expect("eight bytes"));
        let (first, others) = rest.split_at(size as usize);
        all.push(first);
        rest = others;
    }
    let bits = |bytes: &[u8]| Checkpoint::read(bytes).expect("a golden checkpoint").bits;
    all.retain(|bytes| bits(bytes) as usize == 8 * size_of::<R>());
    all
}

/// A fingerprint of chains that go on from golden checkpoints, which must be those that chains have here.
pub(crate) fn resumed<R: Real>() -> u64 {
    let (mut golden, mut running) = (golden::<R>().into_iter(), Fingerprint::new());
    each::<R>(|settings, mut chain, bytes, host| {
        let golden = golden.next().expect("as many golden checkpoints");
        assert!(bytes == golden, "another checkpoint of {settings:?}");
        let mut other = memory::<R>(settings, DIM);
        other.fill(MemoryUnit::splat(!0));
        let mut restored = Chain::restore(settings, DIM, golden, &mut other).expect("a golden checkpoint");
        chain.run(STEPS, host, None).expect("good steps");
        restored.run(STEPS, host, None).expect("good steps");
        assert_eq!(chain.theta(), restored.theta());
        running.write(restored.theta().expect("its memory"));
    });
    running.finish()
}
