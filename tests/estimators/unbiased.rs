//! Averages over all batches are the full gradient, exactly.

use super::*;
use crate::support::{Call, GaussianData, Logistic};

#[track_caller]
fn assert_mean<R: Real>(estimates: &[Vec<f64>], expected: &[f64], what: &str) {
    assert!(estimates.len() >= 15, "{what}: {} batches", estimates.len());
    let distinct = estimates.windows(2).any(|pair| pair[0] != pair[1]);
    assert!(distinct, "{what}: the estimates do not vary");
    for (j, expected) in expected.iter().enumerate() {
        let mean = estimates.iter().map(|g| g[j]).sum::<f64>() / estimates.len() as f64;
        let bound = BOUND * unit::<R>() * N * LARGEST;
        assert!((mean - expected).abs() <= bound, "{what}: {mean} is not {expected} within {bound:e}");
    }
}

/// From here, the estimates of the next step over all batches.
fn over_batches<R: Real, M: Model<R> + Clone>(subject: &Subject<R, M>, len: usize) -> Vec<Vec<f64>> {
    subsets(len).iter().map(|batch| estimate(&subject.clone().step(Some(batch)))).collect()
}

fn control_variates_are_unbiased<R: Real, M: Model<R> + Model<f64> + Clone>(model: &M) {
    let first = [0, 2, 3];
    let fixed = Estimator::FixedCentre { centre: Some(&CENTRE) };
    let current = Estimator::Svrg { interval: 2, averaged: false };
    let averaged = Estimator::Svrg { interval: 2, averaged: true };
    for (estimator, steps) in [(fixed, 0), (fixed, 2), (current, 3), (averaged, 3)] {
        for len in [2, 3] {
            for chunk_len in [0, 1, 2] {
                let settings = ChainSettings { chunk_len, ..recipe(estimator, BatchSettings::Caller) };
                let mut subject = Subject::<R, M>::new(&settings, model);
                (0..steps).for_each(|_| drop(subject.step(Some(&first))));
                let full = subject.gradient(&subject.theta(), Batch::All);
                assert_mean::<R>(&over_batches(&subject, len), &full, &format!("{estimator:?}, m = {len}"));
            }
        }
    }
}

/// Given π the mean is n (ĝ_π(θ̃) + ĝ_[n](θ) - ĝ_[n](θ̃)); over all π it is the full gradient.
fn practical_is_unbiased<R: Real, M: Model<R> + Model<f64> + Clone>(model: &M) {
    let estimator = Estimator::Practical { anchor_len: 4, interval: 3, averaged: false };
    let (mut means, mut anchors, mut full) = (Vec::new(), Vec::new(), Vec::new());
    for seed in 0..400 {
        let settings = ChainSettings { seed, ..recipe(estimator, BatchSettings::Caller) };
        let mut subject = Subject::<R, M>::new(&settings, model);
        let calls = subject.step(Some(&[1, 4]));
        let Call::LogLikelihood { batch: Some(anchor), .. } = &calls[0] else { panic!("{calls:?}") };
        if anchors.contains(anchor) {
            continue;
        }
        // With the anchor of step 0 at START, and the same θ for every π.
        let last: Vec<f64> = START.iter().map(|x| R::from_f64(*x).to_f64()).collect();
        let at_anchor = subject.gradient(&last, Batch::Indices(anchor));
        assert_close::<R>(&estimate(&calls), &at_anchor, "the first estimate is the anchor's");
        let theta = subject.theta();
        let (here, there) =
            (subject.mean_gradient(&theta, Batch::All), subject.mean_gradient(&last, Batch::All));
        let of_anchor = subject.mean_gradient(&last, Batch::Indices(anchor));
        let expected: Vec<f64> =
            (0..DIM).map(|j| N * (of_anchor[j] + here[j] - there[j]) + 0.75 * (0.5 - theta[j])).collect();
        assert_mean::<R>(&over_batches(&subject, 2), &expected, "practical, given π");
        full = there.iter().zip(&last).map(|(g, theta)| N * g + 0.75 * (0.5 - theta)).collect();
        anchors.push(anchor.clone());
        means.push(estimate(&calls));
    }
    assert_eq!(anchors.len(), 15, "all π");
    assert_mean::<R>(&means, &full, "practical, over all π");
}

/// The batches of two steps, what the second one estimated, and the full gradient there.
type Seen = (Vec<Vec<u32>>, Vec<f64>, Vec<f64>);

/// Every second batch after every first one: tables of old and new rows.
fn saga_is_unbiased<R: Real, M: Model<R> + Model<f64> + Clone>(model: &M) {
    let mut seen: Vec<Seen> = Vec::new();
    for seed in 0..3000 {
        let settings =
            ChainSettings { seed, ..recipe(Estimator::Saga, BatchSettings::WithoutReplacement(2)) };
        let mut subject = Subject::<R, M>::new(&settings, model);
        let start = subject.theta();
        let first = subject.step(None);
        // All rows are new, so the estimate is exact whatever the batch.
        assert_close::<R>(&estimate(&first), &subject.gradient(&start, Batch::All), "the first estimate");
        let batches = [batch_of(&subject.step(None)), {
            let full = subject.gradient(&subject.theta(), Batch::All);
            let calls = subject.step(None);
            let batch = batch_of(&calls);
            seen.push((Vec::new(), estimate(&calls), full));
            batch
        }];
        let last = seen.len() - 1;
        if seen[..last].iter().any(|(known, ..)| *known == batches) {
            seen.pop();
        } else {
            seen[last].0 = batches.to_vec();
        }
    }
    assert_eq!(seen.len(), 15 * 15, "all pairs of batches");
    for first in subsets(2) {
        let with_first = || seen.iter().filter(|(batches, ..)| batches[0] == first);
        let estimates: Vec<_> = with_first().map(|(_, estimate, _)| estimate.clone()).collect();
        let full = with_first().map(|(.., full)| full.clone()).next().expect("seen");
        assert_mean::<R>(&estimates, &full, "SAGA, given its table");
    }
}

/// The data of a SAGA step, from its last m calls.
fn batch_of(calls: &[Call]) -> Vec<u32> {
    let of = |call: &Call| match call {
        Call::LogLikelihood { batch: Some(batch), .. } => Some(batch[0]),
        _ => None,
    };
    let all: Vec<u32> = calls.iter().filter_map(of).collect();
    all[all.len() - 2..].to_vec()
}

#[test]
fn control_variates_average_to_the_full_gradient() {
    control_variates_are_unbiased::<f32, _>(&GaussianData::spread(DATA_LEN, DIM));
    control_variates_are_unbiased::<f64, _>(&GaussianData::spread(DATA_LEN, DIM));
    control_variates_are_unbiased::<f32, _>(&Logistic::spread(DATA_LEN, DIM));
    control_variates_are_unbiased::<f64, _>(&Logistic::spread(DATA_LEN, DIM));
}

#[test]
fn practical_variance_reduction_averages_to_the_full_gradient() {
    practical_is_unbiased::<f32, _>(&GaussianData::spread(DATA_LEN, DIM));
    practical_is_unbiased::<f64, _>(&Logistic::spread(DATA_LEN, DIM));
}

#[test]
fn saga_averages_to_the_full_gradient() {
    saga_is_unbiased::<f32, _>(&GaussianData::spread(DATA_LEN, DIM));
    saga_is_unbiased::<f64, _>(&Logistic::spread(DATA_LEN, DIM));
}

/// At θ = θ̃ the batch cancels to the last bit, in one call or in chunks.
fn at_the_anchor_the_estimate_has_no_variance<R: Real>() {
    let model = Logistic::spread(DATA_LEN, DIM);
    let start = START.map(|x| R::from_f64(x).to_f64());
    for estimator in [
        Estimator::FixedCentre { centre: None },
        Estimator::FixedCentre { centre: Some(&start) },
        Estimator::Svrg { interval: 5, averaged: false },
        Estimator::Svrg { interval: 5, averaged: true },
        Estimator::Practical { anchor_len: 5, interval: 5, averaged: true },
    ] {
        for chunk_len in [0, 1, 2, 4] {
            let settings = ChainSettings { chunk_len, ..recipe(estimator, BatchSettings::Caller) };
            let subject = Subject::<R, _>::new(&settings, &model);
            let mut estimates: Vec<_> = over_batches(&subject, 2);
            estimates.extend(over_batches(&subject, 3));
            let first = estimates[0].clone();
            assert!(estimates.iter().all(|g| *g == first), "{estimator:?} varies at its anchor: {chunk_len}");
            if !matches!(estimator, Estimator::Practical { .. }) {
                assert_close::<R>(&first, &subject.gradient(&start, Batch::All), "the anchor's own gradient");
            }
        }
    }
}

both!(at_the_anchor_the_estimate_has_no_variance);
