//! Estimates that observe a chain: the chain's own moments, every weight of a draw, and a refusal that stops the run.

use super::Owned;
use crate::support::{Normal, begin, memory, scheduled};
use sgmcmc::schedule::Schedule;
use sgmcmc::{
    BatchSettings, Chain, ChainSettings, Draw, DrawWeight, Error, EstimateSettings, Estimates, Moments,
    MomentsOf, StepError,
};

const DIM: usize = 3;
const START: [f32; DIM] = [0.4, -0.7, 0.2];

fn settings() -> ChainSettings<'static> {
    let decreasing = Schedule::polynomial(0.8, 10.0, 0.6);
    ChainSettings {
        moments: Moments::Both,
        burn_in: 5,
        ..ChainSettings::new(1, BatchSettings::All, scheduled(decreasing, 1.0))
    }
}

/// Estimates that have observed a run of the chain, whose moments of both kinds come after them.
fn observed(weights: DrawWeight, steps: u64) -> (Owned, [[Vec<f64>; 2]; 2]) {
    let (settings, mut model) = (settings(), Normal { variance: 1.0 });
    let mut memory = memory::<f32>(&settings, DIM);
    let mut chain = Chain::new(&settings, &START, &mut memory).expect("in range");
    let mut owned = Owned::new(&EstimateSettings { weights, ..EstimateSettings::new(DIM) });
    let mut estimates = Estimates::from_parts(owned.state, &mut owned.memory).expect("its memory");
    chain.run(steps, &mut model, Some(&mut estimates)).expect("good steps");
    owned.state = *estimates.state();
    let moments = [MomentsOf::Plain, MomentsOf::Weighted].map(|of| {
        let [mut mean, mut variance] = [vec![0.0; DIM], vec![0.0; DIM]];
        chain.moments(of, &mut mean, &mut variance).expect("asked for");
        [mean, variance]
    });
    (owned, moments)
}

#[test]
fn they_are_the_chains_own_moments_to_the_last_bit() {
    for (i, weights) in [DrawWeight::Equal, DrawWeight::StepSize].into_iter().enumerate() {
        let (estimates, moments) = observed(weights, 400);
        assert_eq!([estimates.mean(), estimates.variance()], moments[i], "{weights:?}");
        assert_eq!(estimates.state.draw_count(), 395);
    }
}

#[test]
fn a_draw_can_count_by_the_step_that_leaves_it() {
    let (estimates, _) = observed(DrawWeight::NextStepSize, 400);
    // The same run, whose draws are stored.
    let (settings, mut model) = (settings(), Normal { variance: 1.0 });
    let mut chain = begin::<f32>(&settings, &START);
    let mut draws = Vec::new();
    let mut store = |draw: &Draw<'_, f32>| {
        draws.push((draw.theta.to_vec(), draw.step_size));
        Ok(())
    };
    chain.run(400, &mut model, Some(&mut store)).expect("good steps");
    let mut expected = Owned::new(&EstimateSettings::new(DIM));
    draws.windows(2).for_each(|pair| expected.push(&pair[0].0, pair[1].1));
    assert_eq!(expected.state.draw_count(), 394);
    assert_eq!(estimates.mean(), expected.mean());
    assert_eq!(estimates.standard_error(), expected.standard_error());
}

#[test]
fn a_refusal_ends_the_run_with_its_number() {
    let (settings, mut model) = (settings(), Normal { variance: 1.0 });
    let mut memory = memory::<f32>(&settings, DIM);
    let mut chain = Chain::new(&settings, &START, &mut memory).expect("in range");
    let mut owned = Owned::new(&EstimateSettings::new(DIM + 1));
    let mut estimates = Estimates::from_parts(owned.state, &mut owned.memory).expect("its memory");
    let stopped = chain.run(10, &mut model, Some(&mut estimates));
    assert_eq!(stopped, Err(StepError::Stopped(Error::StoppedByObserver, Error::LengthMismatch as i32)));
    assert_eq!(chain.statistics().step_count, 6);
}
