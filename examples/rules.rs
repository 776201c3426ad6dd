//! Every update rule on the correlated Gaussian and the five-component mixture of Kim, Song and Liang 2020, sections 4.1
//! and 4.2: how far the draws are from the target after so many evaluations of the gradient.
//!
//! From the paper are the targets, the noise N(0, I) of the gradient, and for SGLD, MSGLD and ASGLD the settings η, a, β1,
//! β2 at τ = 1; the mixture's SGLD, which the paper does not run, takes MSGLD's η. What it does not print is chosen here,
//! once for both targets: see `rules`. Chains start at 0 and discard nothing.

use clap::Parser;
use example_support::mean::Mean;
use example_support::planar::{DIM, GAUSSIAN, MIXTURE, NoisyTarget, Target};
use example_support::plot;
use indicatif::ProgressBar;
use sgmcmc::drift::{AdaMax, Adadelta, Adam, Drift, Momentum, MomentumForm};
use sgmcmc::precond::{AdaGrad, Preconditioner, RmsProp};
use sgmcmc::rule::{Aboba, Baoab, Langevin, Lattice, Recipe, Rule, Sghmc, Sgnht, Splitting, Thermostat};
use sgmcmc::schedule::Schedule;
use sgmcmc::{BatchSettings, Chain, ChainSettings, Draw, Fingerprint, MemoryUnit, RuleSettings, Sampler};
use std::error::Error;

/// Every update rule on a correlated Gaussian and a five-component mixture.
#[derive(Parser)]
struct Options {
    /// Evaluations of the gradient; errors are shown at a hundredth, a tenth and all of them.
    #[arg(long, default_value_t = 100_000)]
    steps: u64,
    /// Chains of every rule, over which errors are averaged.
    #[arg(long, default_value_t = 8, value_parser = clap::value_parser!(u32).range(2..))]
    chains: u32,
}

/// The seed of the chains, and that of the gradients' noise.
const SEEDS: [u64; 2] = [1, 2];
/// Draws of the first chain in a panel.
const SHOWN: u64 = 45;

/// A target and what the paper runs on it.
struct Experiment {
    name: &'static str,
    file: &'static str,
    /// The figure shows [-reach, reach] of both coordinates.
    reach: f64,
    target: Target,
    /// η of SGLD, MSGLD and ASGLD.
    step_size: f64,
    /// a of MSGLD.
    momentum_scale: f64,
    /// a of ASGLD.
    adam_scale: f64,
    /// The fixed diagonal, and the rows of the dense factor.
    diagonal: [f64; DIM],
    factor: [f64; DIM * DIM],
}

const EXPERIMENTS: [Experiment; 2] = [
    Experiment {
        name: "correlated Gaussian",
        file: "rules-gaussian.svg",
        reach: 4.0,
        target: GAUSSIAN,
        step_size: 0.1,
        momentum_scale: 0.01,
        adam_scale: 0.1,
        diagonal: [1.0, 0.5],
        // The Cholesky factor of the covariance.
        factor: [1.0, 0.0, 0.9, 0.4358898943540674],
    },
    Experiment {
        name: "five-component mixture",
        file: "rules-mixture.svg",
        reach: 6.0,
        target: MIXTURE,
        step_size: 0.05,
        momentum_scale: 10.0,
        adam_scale: 1.0,
        diagonal: [1.0, 0.5],
        // The Cholesky factor of about a quarter of the covariance.
        factor: [1.39, 0.0, 0.65, 0.78],
    },
];

/// A rule to run.
struct Entry<'a> {
    name: &'static str,
    rule: Rule<'a>,
    step_size: f64,
}

/// The registry: a new rule is a line here.
///
/// The steps of a preconditioned rule are in the units of its P; AdaGrad's falls as one over the root of the number of
/// steps. Those of the Hamiltonian rules, at the default friction α = 0.1, have η/α that of SGLD, which makes the two equally
/// fast at large friction. β̂ is what the noise N(0, I) of the gradient amounts to, η/2.
fn rules(experiment: &Experiment) -> Vec<Entry<'_>> {
    let Experiment { step_size: eta, momentum_scale, adam_scale, diagonal, factor, .. } = experiment;
    let eta = *eta;
    let momentum = |form| Drift::Momentum(Momentum { scale: *momentum_scale, form, ..Momentum::default() });
    let adam = Drift::Adam(Adam { scale: *adam_scale, ..Adam::default() });
    let adamax = Drift::AdaMax(AdaMax { scale: *adam_scale, ..AdaMax::default() });
    let adadelta = Drift::Adadelta(Adadelta { scale: *adam_scale, ..Adadelta::default() });
    let (calibrated, published) = (momentum(MomentumForm::Calibrated), momentum(MomentumForm::Published));
    let rmsprop = Preconditioner::RmsProp(RmsProp::default());
    let position = Preconditioner::PositionDependent { reflect: false };
    let adagrad = Preconditioner::AdaGrad(AdaGrad::default());
    let estimated = Sghmc { noise_estimate: 0.05 * eta, ..Sghmc::default() };
    let sgnht = |thermostat, splitting| Rule::Sgnht(Sgnht { thermostat, splitting, ..Sgnht::default() });
    let entry = |name, rule, step_size| Entry { name, rule, step_size };
    vec![
        entry("SGLD", Rule::SGLD, eta),
        entry("pSGLD", Rule::psgld(), 2.0 * eta),
        entry("MSGLD, calibrated", Rule::with_drift(calibrated), eta),
        entry("MSGLD, published", Rule::with_drift(published), eta),
        entry("ASGLD", Rule::with_drift(adam), eta),
        entry("AdaMax drift", Rule::with_drift(adamax), eta),
        entry("Adadelta drift", Rule::with_drift(adadelta), eta),
        entry("fixed diagonal", Rule::with_preconditioner(Preconditioner::Diagonal(diagonal)), eta),
        entry("dense factor", Rule::with_preconditioner(Preconditioner::Dense(factor)), eta),
        entry(
            "momentum with RMSprop",
            Rule::Langevin(Langevin { drift: calibrated, preconditioner: rmsprop }),
            2.0 * eta,
        ),
        entry("position-dependent", Rule::with_preconditioner(position), eta),
        entry("recipe, rotating", Rule::Recipe(Recipe), eta),
        entry("AdaGrad", Rule::with_preconditioner(adagrad), 100.0 * eta),
        entry("lattice walk", Rule::Lattice(Lattice::default()), eta),
        entry("SGHMC", Rule::Sghmc(Sghmc::default()), 0.1 * eta),
        entry("SGHMC, noise estimated", Rule::Sghmc(estimated), 0.1 * eta),
        entry("SGHMC-ABOBA", Rule::Aboba(Aboba::default()), 0.1 * eta),
        entry("BAOAB", Rule::Baoab(Baoab::default()), 0.1 * eta),
        entry("SGNHT", sgnht(Thermostat::Scalar, Splitting::Euler), 0.1 * eta),
        entry("SGNHT, symmetric", sgnht(Thermostat::Scalar, Splitting::Symmetric), 0.1 * eta),
        entry("SGNHT, per coordinate", sgnht(Thermostat::PerCoordinate, Splitting::Euler), 0.1 * eta),
    ]
}

/// How far the draws so far are from the target.
#[derive(Clone, Copy, Default)]
struct Errors {
    /// Mean over both coordinates of |estimated mean - mean|.
    mean: f64,
    /// On one component: mean over all entries of |estimated covariance - covariance|, as in the paper's figure 1. On
    /// several: half the sum over them of |estimated weight - 1/K|, the total variation.
    shape: f64,
    /// The trace of the estimated covariance over that of the covariance: above 1 is too wide.
    spread: f64,
}

/// Sums over the draws.
#[derive(Default)]
struct Sums {
    count: f64,
    theta: [f64; DIM],
    products: [[f64; DIM]; DIM],
    shares: Vec<f64>,
}

impl Sums {
    fn add(&mut self, theta: &[f64], shares: &[f64]) {
        self.count += 1.0;
        for i in 0..DIM {
            self.theta[i] += theta[i];
            (0..DIM).for_each(|j| self.products[i][j] += theta[i] * theta[j]);
        }
        self.shares.resize(shares.len(), 0.0);
        self.shares.iter_mut().zip(shares).for_each(|(sum, share)| *sum += share);
    }

    fn errors(&self, target: &Target) -> Errors {
        let mean = self.theta.map(|sum| sum / self.count);
        let covariance = |i: usize, j: usize| self.products[i][j] / self.count - mean[i] * mean[j];
        let off = |i: usize, j: usize| (covariance(i, j) - target.covariance[i][j]).abs();
        let weight = 1.0 / self.shares.len() as f64;
        Errors {
            mean: 0.5 * (0..DIM).map(|i| (mean[i] - target.mean[i]).abs()).sum::<f64>(),
            shape: match self.shares.len() {
                1 => 0.25 * (off(0, 0) + off(0, 1) + off(1, 0) + off(1, 1)),
                // A draw counts for a component with its share of the density there: the mean of that is the weight.
                _ => 0.5 * self.shares.iter().map(|sum| (sum / self.count - weight).abs()).sum::<f64>(),
            },
            spread: (covariance(0, 0) + covariance(1, 1))
                / (target.covariance[0][0] + target.covariance[1][1]),
        }
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let options = Options::parse();
    let checkpoints = [options.steps.div_ceil(100), options.steps.div_ceil(10), options.steps];
    for experiment in &EXPERIMENTS {
        run_experiment(experiment, &options, checkpoints)?;
    }
    Ok(())
}

/// Runs every rule, prints the table and writes the figure.
fn run_experiment(
    experiment: &Experiment,
    options: &Options,
    checkpoints: [u64; 3],
) -> Result<(), Box<dyn Error>> {
    let rules = rules(experiment);
    let shape = if experiment.target.centres.len() > 1 { "the weights" } else { "the covariance" };
    println!("{}, {} chains, error of", experiment.name, options.chains);
    println!("{:24}{:>42}{:>42}{:>14}", "", "the mean", shape, "the spread");
    print!("{:24}", "gradient evaluations");
    [checkpoints; 2].iter().flatten().for_each(|checkpoint| print!("{checkpoint:>14}"));
    println!("{:>14}", checkpoints[2]);

    let bar = ProgressBar::new(rules.len() as u64 * u64::from(options.chains));
    let mut fingerprint = Fingerprint::new();
    let mut shown = Vec::new();
    for entry in &rules {
        let mut errors = Vec::new();
        for chain_index in 0..options.chains {
            let outcome = run(entry, &experiment.target, chain_index, checkpoints, options.steps)?;
            if chain_index == 0 {
                shown.push(outcome.draws);
            }
            errors.push(outcome.errors);
            bar.inc(1);
        }
        let [mean, shape, spread]: [fn(&Errors) -> f64; 3] = [|e| e.mean, |e| e.shape, |e| e.spread];
        let columns = [(mean, 0), (mean, 1), (mean, 2), (shape, 0), (shape, 1), (shape, 2), (spread, 2)];
        let cells = columns.map(|(field, i)| Mean::of(errors.iter().map(|own| field(&own[i]))));
        cells.iter().for_each(|cell| fingerprint.write(&[cell.value, cell.error]));
        bar.suspend(|| {
            print!("{:24}", entry.name);
            cells.iter().for_each(|cell| print!("{:>14}", cell.to_string()));
            println!();
        });
    }
    bar.finish_and_clear();
    println!("fingerprint {:016x}\n", fingerprint.finish());

    let map = experiment.target.map(experiment.reach);
    let panels = rules.iter().zip(&shown).map(|(entry, draws)| map.panel(entry.name, draws, SHOWN as usize));
    Ok(plot::show(experiment.file, 4, &panels.collect::<Vec<_>>())?)
}

/// What one chain gave: its errors at the checkpoints, and some of its draws.
struct Outcome {
    errors: [Errors; 3],
    draws: Vec<[f64; DIM]>,
}

/// Runs one chain.
fn run(
    entry: &Entry<'_>,
    target: &Target,
    chain_index: u32,
    checkpoints: [u64; 3],
    steps: u64,
) -> Result<Outcome, Box<dyn Error>> {
    let sampler = Sampler::Rule(RuleSettings::new(entry.rule, Schedule::constant(entry.step_size)));
    let settings =
        ChainSettings { seed: SEEDS[0], chain_index, ..ChainSettings::new(1, BatchSettings::All, sampler) };
    let mut memory = vec![MemoryUnit::default(); settings.memory_len::<f64>(DIM)?];
    let mut chain = Chain::new(&settings, &[0.0; DIM], &mut memory)?;
    let mut model = NoisyTarget::new(target, SEEDS[1], chain_index).ok_or("no such chain")?;

    let (mut sums, mut errors, mut draws) = (Sums::default(), [Errors::default(); 3], Vec::new());
    let mut shares = vec![0.0; target.centres.len()];
    let mut look = |draw: &Draw<'_, f64>| {
        target.evaluate(draw.theta, &mut shares);
        sums.add(draw.theta, &shares);
        // Every rule takes the gradient once a step.
        for (errors, _) in errors.iter_mut().zip(checkpoints).filter(|(_, at)| draw.step + 1 == *at) {
            *errors = sums.errors(target);
        }
        if draw.step.is_multiple_of(steps.div_ceil(SHOWN)) {
            draws.push([draw.theta[0], draw.theta[1]]);
        }
        Ok(())
    };
    chain.run(steps, &mut model, Some(&mut look))?;
    Ok(Outcome { errors, draws })
}
