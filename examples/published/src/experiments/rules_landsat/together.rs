//! An ensemble that is told nothing but the model and a start.

use super::predictions::{BUDGETS, DRAWS, Data, HEAD, NUMBERS, Predictions, SHAPE, judged, predict};
use crate::comparison::counted::Counted;
use crate::comparison::samplers::Problem;
use crate::comparison::stein::discrepancy;
use crate::lab::Outcome;
use crate::models::network::Network;
use sgmcmc::rng::{Generators, fill_uniforms};
use sgmcmc::{EnsembleChain, EnsembleSampler, EnsembleSettings, MemoryUnit};

/// Four chains by default settings but for the sampler. By HMC their warm-up takes more than the budgets.
pub const ENSEMBLE: &str = "ensemble, the library's choice";

/// A row as of one chain, with the draws of all, each of which has its
/// share of the evaluations.
pub fn ensemble(
    problem: &Problem,
    [train, test]: &Data,
    reference: &Predictions,
    seed: u64,
    budgets: [u64; BUDGETS],
) -> Outcome<Vec<f64>> {
    let dim = SHAPE.dim();
    let settings = EnsembleSettings {
        seed,
        sampler: EnsembleSampler::Auto,
        prior: problem.prior,
        ..EnsembleSettings::new(problem.data_len)
    };
    let chain_count = settings.chain_count;
    let share = |budget: u64| budget / u64::from(chain_count);
    let interval = share(budgets[2]) / (DRAWS / u64::from(chain_count));
    let mut memory = vec![MemoryUnit::default(); settings.chain_memory_len::<f32>(dim)?];
    let mut model = Counted::new(Network::new(SHAPE, train), problem.data_len);
    let mut testing = Network::new(SHAPE, test);
    let mut row = vec![f64::NAN; HEAD];
    let (mut sums, mut draws, mut counts) =
        (vec![vec![0.0; 2 * reference.mean.len()]; BUDGETS], [0.0; BUDGETS], [0; BUDGETS]);
    let (mut kept, mut step_size) = (Vec::new(), 0.0);
    for index in 0..chain_count {
        model.count = 0;
        let mut start = SHAPE.uniform_start::<f32>(seed);
        let mut off = vec![0.0f32; dim];
        fill_uniforms(&mut Generators::new(seed, index).ok_or("no such chain")?.noise, &mut off);
        if index > 0 {
            start.iter_mut().zip(&off).for_each(|(x, off)| *x += 2.0 * (2.0 * off - 1.0));
        }
        let mut chain = EnsembleChain::start(&settings, index, &start, &mut memory, &mut model)?;
        let (mut own, mut count, mut next) = (vec![0.0; 2 * reference.mean.len()], 0.0, 0);
        for (i, budget) in budgets.into_iter().enumerate() {
            while model.count < share(budget) {
                chain.advance(&mut memory, 1, &mut model, None)?;
                if chain.report().is_warm && model.count >= next {
                    let theta = chain.theta(&memory)?;
                    row.push(predict(&mut testing, theta, &mut own));
                    kept.extend_from_slice(theta);
                    count += 1.0;
                    next = model.count + interval;
                }
            }
            sums[i].iter_mut().zip(&own).for_each(|(sum, own)| *sum += own);
            draws[i] += count;
            counts[i] += model.count;
        }
        step_size = chain.report().step_size;
    }
    for (i, (sums, (draws, count))) in sums.iter().zip(draws.iter().zip(counts)).enumerate() {
        if *draws > 0.0 {
            let numbers = judged(count, &Predictions::of(sums, *draws), test, reference);
            row[i * NUMBERS.len()..][..NUMBERS.len()].copy_from_slice(&numbers);
        }
    }
    let discrepancy = if kept.is_empty() {
        f64::NAN
    } else {
        discrepancy(&kept, &vec![1.0 / problem.precision.sqrt(); dim], problem.posterior(), &mut model.model)?
    };
    row[BUDGETS * NUMBERS.len()..HEAD].copy_from_slice(&[draws[BUDGETS - 1], discrepancy, step_size, 0.0]);
    Ok(row)
}
