//! O5 and O14: the gradient's estimators, by exact enumeration, over long runs and call by call.
//!
//! The recipe's host gets the whole estimate G = ∇log π0 + n (…), so a model that writes it down shows it exactly.

mod batches;
mod calls;
mod metropolis;
mod unbiased;
mod values;

use crate::reference::registry;
use crate::support::{Call, Recorder, exact, memory, ruled};
use sgmcmc::prior::Prior;
use sgmcmc::rule::{Recipe, Rule};
use sgmcmc::{Batch, BatchSettings, ChainSettings, ChainState, Estimator, MemoryUnit, Model, Real};

const DATA_LEN: usize = 6;
const N: f64 = DATA_LEN as f64;
const DIM: usize = 3;
const START: [f64; DIM] = [0.4, -0.7, 0.2];
const CENTRE: [f64; DIM] = [0.1, -0.2, 0.3];

/// In units of n M u, where M is above every ∇ℓ_i met and u is one rounding's relative error.
///
/// A mean gradient of m ≤ 6 rows costs m products and sums, 12 u, three of them with their two sums 36 + 5 u, and n
/// times that 1 u; the prior's part, held below M, 3 u; the average over at most 20 batches and the comparison 20 u and
/// 12 u.
const BOUND: f64 = 80.0;
/// M.
const LARGEST: f64 = 4.0;

fn unit<R: Real>() -> f64 {
    if size_of::<R>() == 4 { f64::from(f32::EPSILON) / 2.0 } else { f64::EPSILON / 2.0 }
}

/// All batches of m data.
fn subsets(len: usize) -> Vec<Vec<u32>> {
    let of = |bits: u32| (0..DATA_LEN as u32).filter(|i| bits >> i & 1 == 1).collect::<Vec<_>>();
    (0..1 << DATA_LEN).map(of).filter(|batch: &Vec<u32>| batch.len() == len).collect()
}

/// A chain of the recipe, which steps as gradient ascent.
#[derive(Clone)]
struct Subject<R, M> {
    state: ChainState<R>,
    memory: Vec<MemoryUnit>,
    model: Recorder<M>,
}

fn recipe(estimator: Estimator<'_>, batch: BatchSettings) -> ChainSettings<'_> {
    let rule = ruled(Rule::Recipe(Recipe), 0.01, 0.0);
    ChainSettings {
        estimator,
        prior: Prior::gaussian(0.5, 0.75),
        ..ChainSettings::new(DATA_LEN as u32, batch, rule)
    }
}

impl<R: Real, M: Model<R> + Clone> Subject<R, M> {
    fn new(settings: &ChainSettings, model: &M) -> Self {
        let mut memory = memory::<R>(settings, DIM);
        let state = ChainState::new(settings, &START.map(R::from_f64), &mut memory).expect("in range");
        Self { state, memory, model: Recorder::new(model.clone()) }
    }

    fn step(&mut self, batch: Option<&[u32]>) -> Vec<Call> {
        match batch {
            Some(batch) => self.state.step_with_batch(&mut self.memory, batch, &mut self.model),
            None => self.state.step(&mut self.memory, &mut self.model),
        }
        .expect("a good step");
        self.model.take()
    }

    fn theta(&self) -> Vec<f64> {
        exact(self.state.theta(&self.memory).expect("its memory"))
    }

    /// ∇log π0(θ) + n ĝ_I(θ) in `f64`.
    fn gradient(&self, theta: &[f64], batch: Batch<'_>) -> Vec<f64>
    where
        M: Model<f64>,
    {
        let likelihood = self.mean_gradient(theta, batch);
        likelihood.iter().zip(theta).map(|(g, theta)| N * g + 0.75 * (0.5 - theta)).collect()
    }

    fn mean_gradient(&self, theta: &[f64], batch: Batch<'_>) -> Vec<f64>
    where
        M: Model<f64>,
    {
        let mut gradient = vec![0.0; DIM];
        let mut model = self.model.model.clone();
        model.log_likelihood(theta, batch, Some(&mut gradient)).expect("a number");
        gradient
    }
}

/// The estimate that the host's diffusion was shown, the last call of a step.
fn estimate(calls: &[Call]) -> Vec<f64> {
    let Some(Call::Diffusion { gradient, .. }) = calls.last() else { panic!("{calls:?}") };
    gradient.clone()
}

#[track_caller]
fn assert_close<R: Real>(found: &[f64], expected: &[f64], what: &str) {
    let bound = BOUND * unit::<R>() * N * LARGEST;
    let close = found.iter().zip(expected).all(|(x, y)| (x - y).abs() <= bound);
    assert!(close && found.len() == expected.len(), "{what}: {found:?} is not {expected:?} within {bound:e}");
}

/// The calls of a step as (θ, batch), all of which must have asked for a gradient.
fn asked(calls: &[Call]) -> Vec<(Vec<f64>, Option<Vec<u32>>)> {
    let of = |call: &Call| match call {
        Call::LogLikelihood { theta, batch, gradient } => {
            assert!(gradient.is_some(), "a value without a gradient was asked for");
            Some((theta.clone(), batch.clone()))
        }
        _ => None,
    };
    calls.iter().filter_map(of).collect()
}

fn answers(calls: &[Call]) -> Vec<Vec<f64>> {
    let of = |call: &Call| match call {
        Call::LogLikelihood { gradient, .. } => gradient.clone(),
        _ => None,
    };
    calls.iter().filter_map(of).collect()
}

#[track_caller]
fn assert_subset(batch: Option<&[u32]>, len: usize) {
    let batch = batch.expect("a subset");
    let ascending = batch.windows(2).all(|pair| pair[0] < pair[1]);
    assert!(batch.len() == len && ascending && batch[len - 1] < DATA_LEN as u32, "{batch:?}");
}
