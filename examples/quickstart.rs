//! Mini-batch Metropolis-Hastings on a two-component Gaussian mixture: the random walk, and reversible SGLD.
//!
//! Wu, Wang and Wong 2020, section 3.1: n = 100 000 data, batches of 1000, c_n = 20, so that the chains sample the
//! posterior at the temperature n / c_n = 5000, where both of its modes are visited. `examples/c/quickstart.c` is the
//! same program in C and prints the same lines, to the last bit of every draw.

use example_support::contours::Map;
use example_support::mixture::{DIM, Mixture};
use example_support::plot::{self, Axis, Look, Panel, Series};
use indicatif::ProgressBar;
use sgmcmc::mh::{Density, MetropolisHastings, NoiseScale, Proposal};
use sgmcmc::prior::Prior;
use sgmcmc::rng::Generators;
use sgmcmc::{
    Batch, BatchSettings, Chain, ChainSettings, Draw, MemoryUnit, Model, Moments, MomentsOf, Sampler,
    fingerprint,
};
use std::error::Error;

const DATA_LEN: u32 = 100_000;
const STEPS: u64 = 100_000;
const SEED: u64 = 1;
const LIKELIHOOD_SCALE: f64 = 20.0;
/// Draws of each chain that the figure shows, evenly spaced: as dots, and along its trajectory.
const DOTS: usize = 1000;
const TRACE: usize = 4000;

fn main() -> Result<(), Box<dyn Error>> {
    // One generator a purpose: chains of one seed and different indices never overlap.
    let mut rng = Generators::new(SEED, 0).ok_or("no such chain")?;
    let mut model = Mixture::draw_data(DATA_LEN, 2.0, &mut rng);

    let walk = Proposal::random_walk(1.0);
    let walk = run_and_print("random walk", 1, walk, &mut model)?;
    let rsgld = Proposal::rsgld(3.0, NoiseScale::Langevin, 2.0, Density::Normalized);
    let rsgld = run_and_print("reversible SGLD", 2, rsgld, &mut model)?;

    // Contours are of the tempered log posterior, up to a constant.
    let map = Map::new(-3.0..5.0, -6.0..6.0, |theta1, theta2| {
        let theta = [theta1, theta2];
        let likelihood = model.log_likelihood(&theta, Batch::All, None).unwrap_or(f64::NAN);
        let prior = model.log_prior(&theta, None).unwrap_or(f64::NAN);
        LIKELIHOOD_SCALE * (likelihood + prior / f64::from(DATA_LEN))
    });
    let panels = [("random walk", &walk), ("reversible SGLD", &rsgld)].map(|(name, draws)| {
        let points = draws
            .iter()
            .enumerate()
            .step_by(draws.len().div_ceil(TRACE))
            .map(|(i, draw)| (i as f64, draw[1]));
        let trace = vec![Series::new("", Look::Fine, points.collect())];
        let (title, y) = (format!("{name}: trajectory of θ2"), Axis::linear("θ2").over(-6.0, 6.0));
        [
            map.panel(&format!("{name}: draws and contours"), draws, DOTS),
            Panel::new(title, Axis::linear("iteration"), y, trace),
        ]
    });
    Ok(plot::show("quickstart.svg", 2, panels.as_flattened())?)
}

/// Runs one chain, prints what it found and returns its draws.
fn run_and_print(
    name: &str,
    chain_index: u32,
    proposal: Proposal,
    model: &mut Mixture,
) -> Result<Vec<[f64; DIM]>, Box<dyn Error>> {
    let sampler = Sampler::MetropolisHastings(MetropolisHastings::new(proposal, LIKELIHOOD_SCALE));
    let settings = ChainSettings {
        seed: SEED,
        chain_index,
        prior: Prior::Callback,
        moments: Moments::Plain,
        ..ChainSettings::new(DATA_LEN, BatchSettings::WithoutReplacement(1000), sampler)
    };
    let mut memory = vec![MemoryUnit::default(); settings.memory_len::<f64>(DIM)?];
    let mut chain = Chain::new(&settings, &[0.0; DIM], &mut memory)?;

    let bar = ProgressBar::new(STEPS);
    let mut draws = Vec::with_capacity(STEPS as usize);
    chain.run(
        STEPS,
        model,
        Some(&mut |draw: &Draw<'_, f64>| {
            draws.push([draw.theta[0], draw.theta[1]]);
            if draw.step.is_multiple_of(1000) {
                bar.set_position(draw.step);
            }
            Ok(())
        }),
    )?;
    bar.finish_and_clear();

    let statistics = chain.statistics();
    let (mut mean, mut variance) = ([0.0; DIM], [0.0; DIM]);
    chain.moments(MomentsOf::Plain, &mut mean, &mut variance)?;
    let mut result = chain.theta()?.to_vec();
    result.extend(mean.iter().chain(&variance));

    let accepted = statistics.forward_accepted_count + statistics.backward_accepted_count;
    println!("{name}");
    print!("  acceptance   {:.6}", accepted as f64 / statistics.step_count as f64);
    if statistics.backward_count > 0 {
        let rate = |accepted: u64, count: u64| accepted as f64 / count as f64;
        let forward = rate(statistics.forward_accepted_count, statistics.forward_count);
        let backward = rate(statistics.backward_accepted_count, statistics.backward_count);
        print!(", forward {forward:.6}, backward {backward:.6}");
    }
    println!();
    for (i, (mean, variance)) in mean.iter().zip(&variance).enumerate() {
        println!("  theta{}       mean {mean:.6}, deviation {:.6}", i + 1, variance.sqrt());
    }
    println!("  crossings    {}", crossings(&draws));
    println!("  fingerprint  {:016x}", fingerprint(&result));
    Ok(draws)
}

/// The modes are near (0, 2) and (2, -2); half-way to either from the saddle |θ2| is this.
const HALF_WAY: f64 = 1.0;

/// How often a draw was nearer to one mode than half-way, after draws that were so near to the other.
fn crossings(draws: &[[f64; DIM]]) -> u64 {
    let (mut side, mut count) = (0, 0);
    for [_, theta2] in draws {
        let now = match theta2 {
            theta2 if *theta2 > HALF_WAY => 1,
            theta2 if *theta2 < -HALF_WAY => -1,
            _ => side,
        };
        count += u64::from(side != 0 && now != side);
        side = now;
    }
    count
}
