//! Chains that walk: with blocks, with minibatches and estimators.

use super::{SIGMAS, walk};
use crate::reference::registry;
use crate::support::{GaussianData, Normal, Tally, begin, check, ruled};
use sgmcmc::{BatchSettings, Block, BlockList, ChainSettings, Estimator};

/// The same walk in blocks of their own step sizes has τs² in each, and leaves a frozen one alone.
#[test]
fn blocks_walk_on_their_own_lattices() {
    let (len, tau) = (1024, 0.5);
    let blocks = [
        Block { step_size_factor: 0.5, ..Block::new(0, len) },
        Block { frozen: true, ..Block::new(2 * len, len) },
        Block { step_size_factor: 2.0, ..Block::new(3 * len, len) },
    ];
    let rule = ruled(walk(), 0.03, tau);
    let base = ChainSettings::new(1, BatchSettings::All, rule);
    let settings = ChainSettings { seed: 3, blocks: BlockList::from(&blocks), ..base };
    let mut chain = begin::<f64>(&settings, &vec![0.0; 4 * len]);
    let mut model = Normal { variance: 1.0 };
    chain.run(400, &mut model, None).expect("good steps");
    let mut tally = Tally::new(4, len);
    for _ in 0..2500 {
        chain.step(&mut model).expect("a good step");
        let theta = chain.theta().expect("its memory");
        (0..4).for_each(|k| tally.add(k, theta[k * len..][..len].iter().map(|theta| theta * theta)));
    }
    for (k, name) in [(0, "half the step"), (1, "the step"), (3, "twice the step")] {
        let found = tally.estimate(k);
        check(name, found.mean, tau, found.error, SIGMAS);
    }
    assert_eq!(tally.estimate(2).mean, 0.0, "frozen");
    assert_eq!(chain.statistics().clamped_count, 0);
}

/// Minibatches and every estimator whose gradient, given the past, is right on average: no coordinate is heated.
#[test]
#[ignore = "takes seconds: -- --ignored"]
fn no_estimator_heats_a_coordinate() {
    let (data_len, dim, replicas) = (12, 8, 64);
    let exact = 1.0 / f64::from(data_len);
    let data = GaussianData::spread(data_len as usize, dim);
    let centre: Vec<f64> = (0..dim).map(|j| data.mean(j)).collect();
    let mut names = Vec::new();
    for (k, estimator) in (0..).zip(registry::estimators(&centre, 9)) {
        // The noise of an anchor over a part of the data stays for many steps, and is no fresh noise.
        if matches!(estimator, Estimator::Practical { .. }) {
            continue;
        }
        names.push(registry::name(&estimator));
        let mut tally = Tally::new(1, replicas);
        let mut sums = Vec::new();
        for chain_index in 0..replicas as u32 {
            let sampler = ruled(walk(), 0.02 * exact, 1.0);
            let base = ChainSettings::new(data_len, BatchSettings::WithoutReplacement(4), sampler);
            let settings = ChainSettings { seed: 40 + k, chain_index, estimator, ..base };
            let mut chain = begin::<f64>(&settings, &centre);
            let mut data = data.clone();
            chain.run(200, &mut data, None).expect("good steps");
            let mut sum = 0.0;
            let count = 2000;
            for _ in 0..count {
                chain.step(&mut data).expect("a good step");
                let theta = chain.theta().expect("its memory");
                sum += theta
                    .iter()
                    .zip(&centre)
                    .map(|(theta, mean)| (theta - mean) * (theta - mean))
                    .sum::<f64>();
            }
            assert_eq!(chain.statistics().clamped_count, 0, "{estimator:?}");
            sums.push(sum / (count as f64 * dim as f64));
        }
        tally.add(0, sums.into_iter());
        let found = tally.estimate(0);
        check(&format!("{estimator:?}"), found.mean, exact, found.error, SIGMAS);
    }
    names.dedup();
    assert_eq!(names.len() + 1, Estimator::NAMES.len(), "one estimator of a kind is left out: {names:?}");
}
