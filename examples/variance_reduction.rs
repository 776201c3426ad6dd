//! Gradient estimators on Bayesian logistic regression: the error of the posterior mean at equal gradient evaluations.
//!
//! Every method gets the same budget, in which the gradient of one datum counts one: those of anchors, of the same batch
//! at the anchor, and of SAGA's first table too. Each chain starts with one pass of Adam over the data, from which SGLD
//! goes on in the same memory, and forgets its draws up to the second pass. All methods have batches of 100 and choose
//! from the same step sizes; shown is the best of each.
//!
//! What it shows:
//!
//! 1. The gradient of a plain batch is noisy: large steps overheat the chain and small ones hardly move. A control
//!    variate takes most of that noise away, and large steps are best.
//! 2. An anchor over n1 < n data keeps a noise of its own, which all steps of an interval share: it averages out over the
//!    anchors about as that of as many plain gradients does over steps, times 1 - n1/n for a sample without replacement.
//!    So practical variance reduction beats SGLD with n1 = n/2, and does not with n1 = n/10.
//! 3. Plain batches from permutations of the data have no such noise over a whole pass. They cost no gradients; drawing
//!    them takes time.

use clap::Parser;
use example_support::laplace::{self, Posterior};
use example_support::logistic::{DIM, Logistic};
use example_support::mean::Mean;
use example_support::plot::{self, Axis, Look, Panel, Series};
use indicatif::{ProgressBar, ProgressStyle};
use sgmcmc::prior::Prior;
use sgmcmc::rng::Generators;
use sgmcmc::rule::{AdamOptimizer, Rule};
use sgmcmc::schedule::Schedule;
use sgmcmc::{
    BatchSettings, Chain, ChainSettings, Estimator, Fingerprint, MemoryUnit, RuleSettings, Sampler,
};
use std::array::from_fn;
use std::error::Error;

/// Gradient estimators on Bayesian logistic regression.
#[derive(Parser)]
struct Options {
    /// Number of data.
    #[arg(long, default_value_t = 100_000, value_parser = clap::value_parser!(u32).range(2000..))]
    data_len: u32,
    /// Chains of every method and step size, over which errors are averaged.
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u32).range(2..))]
    chains: u32,
    /// Write the error of every step size, too.
    #[arg(long)]
    all: bool,
}

const SEED: u64 = 1;
const BATCH_LEN: u32 = 100;
/// κ of the prior N(0, 1/κ).
const PRECISION: f64 = 1.0;
/// η n. With the default data a plain step is stable up to about 12.
const STEP_SIZES: [f64; 6] = [0.01, 0.03, 0.1, 0.3, 1.0, 3.0];
/// Passes over the data, each worth n gradients: those forgotten, and those after which the error is taken.
const FORGOTTEN: u64 = 2;
const PASSES: [u64; 6] = [3, 5, 8, 12, 16, 20];
/// Which of `PASSES` the table shows.
const SHOWN: [usize; 3] = [1, 3, 5];

struct Method {
    name: &'static str,
    batch: BatchSettings,
    estimator: Estimator<'static>,
}

/// The registry: a new method is a line here. The first is what the others are compared with.
fn methods(n: u32) -> [Method; 8] {
    let method =
        |name, estimator| Method { name, batch: BatchSettings::WithoutReplacement(BATCH_LEN), estimator };
    // Steps whose batches, at θ and at the anchor, take as many gradients as `len` data.
    let steps_worth = |len: u32| u64::from(len / (2 * BATCH_LEN)).max(1);
    // A subset's own noise is what is left, so most of the budget goes into anchors.
    let practical = |anchor_len| Estimator::Practical {
        anchor_len,
        interval: steps_worth(anchor_len / 5),
        averaged: false,
    };
    let svrg = |averaged| Estimator::Svrg { averaged, interval: steps_worth(n) };
    [
        method("SGLD", Estimator::Plain),
        Method { batch: BatchSettings::Epochs(BATCH_LEN), ..method("SGLD, permuted data", Estimator::Plain) },
        method("practical, n1 = n/10", practical(n / 10)),
        method("practical, n1 = n/2", practical(n / 2)),
        method("SVRG-LD", svrg(false)),
        method("SVRG-LD, averaged", svrg(true)),
        method("SAGA-LD", Estimator::Saga),
        method("fixed centre", Estimator::FixedCentre { centre: None }),
    ]
}

/// Something after each of `PASSES`.
type Curve<T> = [T; PASSES.len()];

fn main() -> Result<(), Box<dyn Error>> {
    let options = Options::parse();
    let n = options.data_len;
    let mut model = Logistic::draw_data(n, &mut Generators::new(SEED, 0).ok_or("no such chain")?);
    let reference = laplace::posterior(&model, PRECISION);

    println!(
        "Bayesian logistic regression, n = {n}, d = {DIM}, {} chains: squared error of the",
        options.chains
    );
    println!("posterior mean over the posterior variance, mean over coordinates; in brackets η n");
    print!("{:22}", "gradient evaluations");
    SHOWN.iter().for_each(|i| print!("{:>24}", PASSES[*i] * u64::from(n)));
    println!("{:>17}", "ratio to SGLD's");

    let methods = methods(n);
    let runs = methods.len() as u64 * STEP_SIZES.len() as u64 * u64::from(options.chains);
    let bar =
        ProgressBar::new(runs).with_style(ProgressStyle::with_template("{wide_bar} {pos}/{len} {eta}")?);
    let mut fingerprint = Fingerprint::new();
    let mut lines: Vec<Curve<Mean>> = Vec::new();
    for method in &methods {
        let mut curves: Vec<Curve<Mean>> = Vec::new();
        for step_size in STEP_SIZES {
            // Chain 0's random numbers made the data.
            let chains: Vec<Curve<f64>> = (1..=options.chains)
                .map(|chain_index| {
                    bar.inc(1);
                    run(method, step_size / f64::from(n), chain_index, &mut model, &reference)
                })
                .collect::<Result<_, _>>()?;
            let curve = from_fn(|i| Mean::of(chains.iter().map(|chain| chain[i])));
            curve.iter().for_each(|mean: &Mean| fingerprint.write(&[mean.value, mean.error]));
            curves.push(curve);
        }
        // The best step size for each budget.
        let best: Curve<usize> = from_fn(|i| {
            (0..STEP_SIZES.len()).fold(0, |a, b| if curves[b][i].value < curves[a][i].value { b } else { a })
        });
        lines.push(from_fn(|i| curves[best[i]][i]));
        let ratio = ratio(lines[lines.len() - 1], lines[0]);
        bar.suspend(|| {
            print!("{:22}", method.name);
            let cell = |i: usize| format!("{:.5} ({})", curves[best[i]][i], STEP_SIZES[best[i]]);
            SHOWN.iter().for_each(|i| print!("{:>24}", cell(*i)));
            println!("{:>17}", format!("{ratio:.3}"));
            for (step_size, curve) in STEP_SIZES.iter().zip(&curves).filter(|_| options.all) {
                print!("{:>22}", format!("η n = {step_size}"));
                SHOWN.iter().for_each(|i| print!("{:>24}", format!("{:.5}", curve[*i])));
                println!();
            }
        });
    }
    bar.finish_and_clear();
    println!("fingerprint {:016x}", fingerprint.finish());

    let series = methods.iter().zip(&lines).map(|(method, line)| {
        let points = PASSES.iter().zip(line).map(|(passes, mean)| (*passes as f64, mean.value));
        Series::new(method.name, Look::Marks, points.collect())
    });
    let axes = [Axis::linear("gradient evaluations / n"), Axis::log("squared error / posterior variance")];
    let title = "error of the posterior mean, best step size of each";
    let panel = Panel::new(title, axes[0], axes[1], series.collect());
    Ok(plot::show("variance_reduction.svg", 1, &[panel])?)
}

/// One chain: a pass of Adam, then SGLD with the method's gradient, until the budget is spent.
fn run(
    method: &Method,
    step_size: f64,
    chain_index: u32,
    model: &mut Logistic,
    reference: &Posterior,
) -> Result<Curve<f64>, Box<dyn Error>> {
    let n = model.rows().len() as u32;
    let settings = |rule, step_size| ChainSettings {
        seed: SEED,
        chain_index,
        prior: Prior::gaussian(0.0, PRECISION),
        ..ChainSettings::new(
            n,
            BatchSettings::WithoutReplacement(BATCH_LEN),
            Sampler::Rule(RuleSettings::new(rule, step_size)),
        )
    };
    let adam_steps = u64::from(n / BATCH_LEN);
    let adam = settings(
        Rule::Adam(AdamOptimizer::default()),
        Schedule::step_decay(0.03, 0.5, (adam_steps / 10).max(1)),
    );
    let sgld = ChainSettings {
        batch: method.batch,
        estimator: method.estimator,
        ..settings(Rule::SGLD, Schedule::constant(step_size))
    };
    let memory_len = adam.memory_len::<f64>(DIM)?.max(sgld.memory_len::<f64>(DIM)?);
    let mut memory = vec![MemoryUnit::default(); memory_len];
    let mut chain = Chain::new(&adam, &[0.0; DIM], &mut memory)?;
    model.evaluations = 0;
    chain.run(adam_steps, model, None)?;
    chain.hand_over(&sgld)?;

    let (mut mean, mut count, mut curve) = ([0.0; DIM], 0.0, [0.0; PASSES.len()]);
    let mut due = curve.iter_mut().zip(PASSES.map(|passes| passes * u64::from(n))).peekable();
    while due.peek().is_some() {
        chain.step(model)?;
        // The draw that oversteps a budget does not count for it.
        while let Some((error, _)) = due.next_if(|(_, budget)| model.evaluations > *budget) {
            let errors = mean.iter().zip(&reference.mean).zip(&reference.variance);
            *error = errors
                .map(|((mean, exact), variance)| (mean - exact) * (mean - exact) / variance)
                .sum::<f64>()
                / DIM as f64;
        }
        if model.evaluations > FORGOTTEN * u64::from(n) {
            count += 1.0;
            mean.iter_mut().zip(chain.theta()?).for_each(|(mean, theta)| *mean += (theta - *mean) / count);
        }
    }
    Ok(curve)
}

/// The ratio of the last of two curves' points, with its standard error as if the two were independent.
fn ratio(curve: Curve<Mean>, other: Curve<Mean>) -> Mean {
    let (x, y) = (curve[PASSES.len() - 1], other[PASSES.len() - 1]);
    let (value, a, b) = (x.value / y.value, x.error / x.value, y.error / y.value);
    Mean { value, error: value * (a * a + b * b).sqrt() }
}
