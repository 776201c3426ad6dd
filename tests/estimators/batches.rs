//! O14: every estimator with every kind of batch that it admits averages to the full gradient at a frozen θ.
//!
//! A chain moves for MOVED steps, so that anchors and tables are of other places, and then stands still for FROZEN
//! ones, whole epochs, whatever the estimate. One chain's mean over the frozen steps, less the full gradient there, is
//! one independent number: its mean over the chains has the standard error of their own deviation, and the bound is 6
//! of these with [`BOUND`] for rounding. Of 126 comparisons one would fail by chance with a probability of 3e-7.

use super::*;
use crate::support::{Answer, Logistic};
use sgmcmc::minibatch::without_replacement;
use sgmcmc::rng::Generators;
use sgmcmc::{Diffusion, Error, Interrupt};

const MOVED: u64 = 6;
const FROZEN: u64 = 12;
const CHAIN_COUNT: u64 = 2000;
/// Anchors in steps 0, 5, 10 and 15: the second is another place than where the chain stands.
const INTERVAL: u64 = 5;
const ANCHOR_COUNT: u64 = 4;
const ANCHOR_LEN: u32 = 5;

fn estimators() -> Vec<Estimator<'static>> {
    registry::estimators_with([Some(&CENTRE); 2], ANCHOR_LEN, [INTERVAL; 2])
}

/// The pairs that are refused, by name.
fn refused(estimator: Estimator<'_>, batch: BatchSettings) -> Option<Error> {
    match (estimator, batch) {
        (Estimator::Plain, _) => None,
        (Estimator::Saga, BatchSettings::Epochs(_)) => Some(Error::SagaEpochs),
        (Estimator::Saga, BatchSettings::Caller) => Some(Error::EstimatorKind),
        // Nothing to vary on all data; a batch with repetitions is not what the difference wants.
        (_, BatchSettings::All | BatchSettings::WithReplacement(_)) => Some(Error::EstimatorKind),
        (_, BatchSettings::WithoutReplacement(_) | BatchSettings::Epochs(_) | BatchSettings::Caller) => None,
        (_, other) => panic!("what goes with {other:?}?"),
    }
}

/// Single-datum gradients of a chain whose batches have `seen` data together.
fn evaluation_count(estimator: Estimator<'_>, seen: u64) -> u64 {
    let data_len = DATA_LEN as u64;
    match estimator {
        Estimator::Plain => seen,
        Estimator::FixedCentre { .. } => data_len + 2 * seen,
        Estimator::Practical { .. } => ANCHOR_COUNT * u64::from(ANCHOR_LEN) + 2 * seen,
        Estimator::Svrg { .. } => ANCHOR_COUNT * data_len + 2 * seen,
        Estimator::Saga => data_len + seen,
        other => panic!("how often does {other:?} ask?"),
    }
}

/// A model that goes up the estimated gradient, or stays, and tells what that was.
struct Walker {
    data: Logistic,
    moves: bool,
    estimate: [f64; DIM],
    evaluated: u64,
}

impl Model<f64> for Walker {
    fn log_likelihood(&mut self, theta: &[f64], batch: Batch<'_>, gradient: Option<&mut [f64]>) -> Answer {
        self.evaluated += match batch {
            _ if gradient.is_none() => 0,
            Batch::All => DATA_LEN as u64,
            Batch::Indices(indices) => indices.len() as u64,
        };
        self.data.log_likelihood(theta, batch, gradient)
    }

    fn diffusion(
        &mut self,
        at: Diffusion<'_, f64>,
        drift: &mut [f64],
        _: &mut [f64],
    ) -> Result<(), Interrupt> {
        self.estimate.copy_from_slice(at.gradient);
        if self.moves {
            drift.copy_from_slice(at.gradient);
        }
        Ok(())
    }
}

/// The mean deviation of one chain's frozen estimates from the full gradient, and the largest.
fn deviation(settings: &ChainSettings, len: u32) -> ([f64; DIM], f64) {
    let mut memory = memory::<f64>(settings, DIM);
    let mut state = ChainState::new(settings, &START, &mut memory).expect("in range");
    let data = Logistic::spread(DATA_LEN, DIM);
    let mut walker = Walker { data, moves: true, estimate: [0.0; DIM], evaluated: 0 };
    let mut choice = Generators::new(settings.seed, 1).expect("chain 1").choice;
    let (mut full, mut mean, mut largest) = ([0.0; DIM], [0.0; DIM], 0.0f64);
    for step in 0..MOVED + FROZEN {
        walker.moves = step < MOVED;
        if step == MOVED {
            let theta = state.theta(&memory).expect("its memory").to_vec();
            walker.data.log_likelihood(&theta, Batch::All, Some(&mut full)).expect("a number");
            for (full, theta) in full.iter_mut().zip(theta) {
                *full = N * *full + 0.75 * (0.5 - theta);
            }
        }
        if settings.batch == BatchSettings::Caller {
            let mut batch = vec![0; len as usize];
            without_replacement(&mut choice, (DATA_LEN as u32).try_into().expect("data"), &mut batch);
            state.step_with_batch(&mut memory, &batch, &mut walker)
        } else {
            state.step(&mut memory, &mut walker)
        }
        .expect("a good step");
        if step >= MOVED {
            for (mean, (estimate, full)) in mean.iter_mut().zip(walker.estimate.iter().zip(full)) {
                *mean += (estimate - full) / FROZEN as f64;
                largest = largest.max((estimate - full).abs());
            }
        }
    }
    let seen = match settings.batch {
        BatchSettings::All => DATA_LEN as u64 * (MOVED + FROZEN),
        // The last of an epoch's batches is what is left.
        BatchSettings::Epochs(len) => {
            DATA_LEN as u64 * (MOVED + FROZEN) / u64::from((DATA_LEN as u32).div_ceil(len))
        }
        _ => u64::from(len) * (MOVED + FROZEN),
    };
    assert_eq!(walker.evaluated, evaluation_count(settings.estimator, seen), "{settings:?}");
    (mean, largest)
}

fn averages_to_the_full_gradient(estimator: Estimator<'_>, batch: BatchSettings, len: u32) {
    let (mut sums, mut squares, mut largest) = ([0.0; DIM], [0.0; DIM], 0.0f64);
    for seed in 0..CHAIN_COUNT {
        let (mean, most) = deviation(&ChainSettings { seed, ..recipe(estimator, batch) }, len);
        for (j, mean) in mean.into_iter().enumerate() {
            sums[j] += mean;
            squares[j] += mean * mean;
        }
        largest = largest.max(most);
    }
    let rounding = BOUND * unit::<f64>() * N * LARGEST;
    assert!(
        batch == BatchSettings::All || largest > 1e3 * rounding,
        "{estimator:?}, {batch:?} does not vary"
    );
    let count = CHAIN_COUNT as f64;
    for (sum, squares) in sums.into_iter().zip(squares) {
        let mean = sum / count;
        let error = ((squares / count - mean * mean).max(0.0) / (count - 1.0)).sqrt();
        assert!(
            mean.abs() <= 6.0 * error + rounding,
            "{estimator:?}, {batch:?}: {mean} is {} standard errors from 0",
            mean / error
        );
    }
}

#[test]
#[ignore = "takes seconds: -- --ignored"]
fn every_estimator_is_unbiased_with_every_batch_that_it_admits() {
    let name = |estimator: &Estimator| {
        format!("{estimator:?}").chars().take_while(|c| c.is_alphanumeric()).collect::<String>()
    };
    let mut names: Vec<_> = estimators().iter().map(name).collect();
    names.dedup();
    assert_eq!(names, Estimator::NAMES);
    for len in [2, 4] {
        for estimator in estimators() {
            for batch in registry::batches(len) {
                let answer = recipe(estimator, batch).memory_len::<f64>(DIM).err();
                if answer.is_none() {
                    averages_to_the_full_gradient(estimator, batch, len);
                }
                assert_eq!(answer, refused(estimator, batch), "{estimator:?}, {batch:?}");
            }
        }
    }
}
