//! Estimates from the model's answers, written out.

use super::*;
use crate::support::{Logistic, ruled};
use sgmcmc::rule::Aboba;

/// G = ∇log π0(θ) + n (ĝ(θ̃) + (ĝ_I(θ) - ĝ_I(θ̃))) of the answers, bit for bit.
#[test]
fn the_estimate_is_made_of_the_answers() {
    let estimator = Estimator::Svrg { interval: 4, averaged: false };
    let settings =
        ChainSettings { prior: Prior::FLAT, ..recipe(estimator, BatchSettings::WithoutReplacement(3)) };
    let mut subject = Subject::<f64, _>::new(&settings, &Logistic::spread(DATA_LEN, DIM));
    let mut anchor = Vec::new();
    for _ in 0..10 {
        let calls = subject.step(None);
        let mut answers = answers(&calls);
        if answers.len() == 3 {
            anchor = answers.remove(0);
        }
        let [here, there] = &answers[..] else { panic!("{calls:?}") };
        let expected: Vec<f64> = (0..DIM).map(|j| N * (anchor[j] + (here[j] - there[j]))).collect();
        assert_eq!(estimate(&calls), expected);
    }
}

/// SAGA written out: the table, its mean as it follows the table, and the estimate. The mean is a running sum in the
/// library and a fresh one here, so the bound grows with the steps: one unit each.
#[test]
fn saga_follows_its_table() {
    let model = Logistic::spread(DATA_LEN, DIM);
    let batch = BatchSettings::WithoutReplacement(4);
    let settings = ChainSettings { prior: Prior::FLAT, ..recipe(Estimator::Saga, batch) };
    let mut subject = Subject::<f64, _>::new(&settings, &model);
    let mut table = vec![vec![0.0; DIM]; DATA_LEN];
    for step in 0..50 {
        let theta = subject.theta();
        let calls = subject.step(None);
        let data: Vec<u32> =
            asked(&calls).into_iter().flat_map(|(_, batch)| batch.expect("a datum")).collect();
        let row = |i: u32| subject.mean_gradient(&theta, Batch::Indices(&[i]));
        if step == 0 {
            (0..).zip(&mut table).for_each(|(i, alpha)| *alpha = row(i));
        }
        let batch = if step == 0 { &data[DATA_LEN..] } else { &data[..] };
        assert_eq!(batch.len(), 4);
        let expected: Vec<f64> = (0..DIM)
            .map(|j| {
                let sum: f64 = table.iter().map(|alpha| alpha[j]).sum();
                let change: f64 = batch.iter().map(|i| row(*i)[j] - table[*i as usize][j]).sum();
                sum + N / batch.len() as f64 * change
            })
            .collect();
        let bound = (BOUND + f64::from(step)) * unit::<f64>() * N * LARGEST;
        for (x, y) in estimate(&calls).iter().zip(expected) {
            assert!((x - y).abs() <= bound, "{x} is not {y} in step {step}");
        }
        batch.iter().for_each(|i| table[*i as usize] = row(*i));
    }
}

/// ABOBA takes gradients at the half-moved θ, so that is where its anchors and tables are put.
#[test]
fn a_rule_that_moves_before_its_gradient_has_its_anchor_there() {
    let h = 0.125;
    for estimator in [Estimator::Svrg { interval: 2, averaged: false }, Estimator::Saga, Estimator::Plain] {
        let rule = ruled(Rule::Aboba(Aboba::default()), h, 1.0);
        let sampler = rule;
        let batch = BatchSettings::WithoutReplacement(3);
        let settings = ChainSettings { estimator, ..ChainSettings::new(DATA_LEN as u32, batch, sampler) };
        let mut subject = Subject::<f64, _>::new(&settings, &Logistic::spread(DATA_LEN, DIM));
        let mut anchor = Vec::new();
        let mut moved = false;
        for step in 0..6 {
            let before = subject.theta();
            let asked = asked(&subject.step(None));
            let site = asked[0].0.clone();
            moved |= site != before;
            // θ' = θ½ + (h/2) v', so the next site is θ' + (θ' - θ½), up to the rounding of the half move.
            let after = subject.theta();
            let mut next = subject.clone();
            let next_site = next.step(None);
            let Call::LogLikelihood { theta: next_site, .. } = &next_site[0] else { panic!() };
            for j in 0..DIM {
                let expected = 2.0 * after[j] - site[j];
                assert!((next_site[j] - expected).abs() <= 4.0 * f64::EPSILON, "{next_site:?}");
            }
            match estimator {
                Estimator::Svrg { .. } => {
                    if step % 2 == 0 {
                        anchor = site.clone();
                    }
                    let places: Vec<_> = asked.iter().rev().take(2).map(|(theta, _)| theta).collect();
                    assert!(*places[0] == anchor && *places[1] == site);
                }
                _ => assert!(asked.iter().all(|(theta, _)| *theta == site)),
            }
        }
        assert!(moved, "the site is another place than θ");
    }
}

/// A recipe that is SGLD's makes SGLD's steps, so what it shows is what other rules use: θ + η G, bit for bit.
#[test]
fn every_rule_gets_the_same_estimate() {
    for estimator in registry::estimators_with([Some(&CENTRE); 2], 5, [3; 2]) {
        // A prior enters the sum at another place where no host sees it.
        let by_recipe =
            ChainSettings { prior: Prior::FLAT, ..recipe(estimator, BatchSettings::WithoutReplacement(3)) };
        let mut shown = Subject::<f64, _>::new(&by_recipe, &Logistic::spread(DATA_LEN, DIM));
        let cold = ruled(Rule::SGLD, 0.01, 0.0);
        let settings = ChainSettings { sampler: cold, ..by_recipe };
        let mut subject = Subject::<f64, _>::new(&settings, &Logistic::spread(DATA_LEN, DIM));
        for _ in 0..10 {
            let theta = subject.theta();
            let gradient = estimate(&shown.step(None));
            subject.step(None);
            let expected: Vec<f64> = theta.iter().zip(gradient).map(|(t, g)| t + g * 0.01).collect();
            assert_eq!(subject.theta(), expected, "{estimator:?}");
            assert_eq!(subject.theta(), shown.theta(), "{estimator:?}");
        }
    }
}
