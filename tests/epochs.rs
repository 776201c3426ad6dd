//! What batches by epochs do to rules that count the gradient's noise as new in every step: the bounds that
//! `BatchSettings::Epochs` gives, and that other batches do not need them.

use crate::support::{Estimate, GaussianData, Tally, begin, ruled};
use sgmcmc::rng::{Generators, fill_normals};
use sgmcmc::rule::{Lattice, Rule, Sghmc, Sgnht, Splitting, Thermostat};
use sgmcmc::{BatchSettings, ChainSettings};

const SIGMAS: f64 = 6.0;
/// Independent coordinates, whose spread gives the errors.
const DIM: usize = 256;
const STEPS: usize = 20_000;
const ALPHA: f64 = 0.1;
/// The posterior is N(0, 1) in every coordinate, at temperature 1.
const ETA: f64 = 0.01;
/// η ν²/2, in which α and 1 are the unit of what the rules take off their noise.
const EXCESS: f64 = 0.05;

/// Data of n rows whose single rows as batches have mean 0 and variance ν² in every coordinate.
fn data(data_len: usize) -> GaussianData {
    let mut x = vec![0.0; data_len * DIM];
    fill_normals(&mut Generators::new(30, 0).expect("a chain").noise, &mut x);
    for j in 0..DIM {
        let row = |i: usize| i * DIM + j;
        let n = data_len as f64;
        let mean = (0..data_len).map(|i| x[row(i)]).sum::<f64>() / n;
        let squares = (0..data_len).map(|i| (x[row(i)] - mean) * (x[row(i)] - mean)).sum::<f64>() / n;
        let scale = (2.0 * EXCESS / ETA / squares).sqrt();
        (0..data_len).for_each(|i| x[row(i)] = (x[row(i)] - mean) * scale);
    }
    GaussianData { x, dim: DIM, precision: 1.0 / data_len as f64 }
}

/// The variance of θ, where 1 is right.
fn variance(rule: Rule<'static>, batch: BatchSettings, data_len: usize) -> Estimate {
    let rule = ruled(rule, ETA, 1.0);
    let settings = ChainSettings { seed: 31, ..ChainSettings::new(data_len as u32, batch, rule) };
    let mut theta = [0.0; DIM];
    fill_normals(&mut Generators::new(32, 0).expect("a chain").noise, &mut theta);
    let mut chain = begin::<f64>(&settings, &theta);
    let (mut model, mut tally) = (data(data_len), Tally::new(1, DIM));
    chain.run(STEPS as u64 / 10, &mut model, None).expect("good steps");
    for _ in 0..STEPS / 10 {
        chain.run(10, &mut model, None).expect("good steps");
        tally.add(0, chain.theta().expect("its memory").iter().map(|theta| theta * theta));
    }
    tally.estimate(0)
}

#[test]
#[ignore = "takes seconds: -- --ignored"]
fn epochs_cool_what_counts_their_noise_as_new() {
    let symmetric = Sgnht { friction: ALPHA, splitting: Splitting::Symmetric, ..Sgnht::default() };
    let each = Sgnht { thermostat: Thermostat::PerCoordinate, ..symmetric };
    let estimated = Sghmc { friction: ALPHA, noise_estimate: EXCESS, ..Sghmc::default() };
    for (what, rule, data_len, bound) in [
        ("one thermostat", Rule::Sgnht(symmetric), 16, ALPHA / (ALPHA + EXCESS)),
        ("thermostats", Rule::Sgnht(each), 16, ALPHA / (ALPHA + EXCESS)),
        // Batches whose noise cancels from step to step leave next to nothing of what the estimate takes off.
        ("SGHMC", Rule::Sghmc(estimated), 2, 1.0 - EXCESS / ALPHA),
        ("lattice walk", Rule::Lattice(Lattice::default()), 4, 1.0 - EXCESS),
    ] {
        let fresh = variance(rule, BatchSettings::WithReplacement(1), data_len);
        let epochs = variance(rule, BatchSettings::Epochs(1), data_len);
        println!("{what}, n {data_len}: {fresh:?}, by epochs {epochs:?}, at least {bound:.4}");
        let below = fresh.mean - epochs.mean;
        assert!(below > SIGMAS * libm::hypot(epochs.error, fresh.error), "{what} is not cooled: {below}");
        assert!(epochs.mean > bound - SIGMAS * epochs.error, "{what}: {epochs:?} is below {bound}");
    }
}
