//! What a step of a chain costs beyond the callback: small chains with their batches, estimators, clipping, schedules; and
//! priors.

use super::options::{Options, Share};
use super::report::{Goal, Limit};
use bench_support::chains::{chain_work, rsgld, sgld, with_rule};
use bench_support::parts;
use bench_support::rounds::{Named, best_of_rounds};
use bench_support::vectors::Precision;
use core::hint::black_box;
use sgmcmc::BatchSettings::{All, Epochs, WithReplacement, WithoutReplacement};
use sgmcmc::ChainSettings;
use sgmcmc::rule::{Lattice, Rule};

/// Data, batch and parameters of the chains whose overhead is timed.
const SMALL: (u32, u32, usize) = (10_000, 100, 5);

/// Parameters of the chains with priors.
const PRIOR_LEN: usize = 1 << 14;

pub(crate) fn print_header() {
    let (data_len, batch_len, dim) = SMALL;
    println!();
    println!("ns a step of a chain beyond the callback, called from Rust: a model that returns at once,");
    println!(
        "d = {dim}, m = {batch_len}, n = {data_len}. The goals are of the baseline build; benches/c/overhead.c"
    );
    println!("has the same from C. Priors: ns a parameter of SGLD on all data.");
    println!();
    println!("{:<36} {:<5} {:>9}", "work", "prec.", "ns");
}

/// The small chains; what they say about the goals.
pub(crate) fn print_small<R: Precision>(options: &Options) -> Vec<Goal> {
    let (data_len, batch_len, dim) = SMALL;
    let (given, subset) = (WithReplacement(batch_len), WithoutReplacement(batch_len));
    let lattice = with_rule(Rule::Lattice(Lattice::default()), data_len, subset);
    let row = |name: &str, goal, settings| (name.to_owned(), goal, settings);
    let mut rows: Vec<(String, Option<f64>, ChainSettings<'_>)> = vec![
        row("small SGLD, all data", Some(180.0), sgld(data_len, All)),
        row("small SGLD, with replacement", Some(320.0), sgld(data_len, given)),
        row("small SGLD, without replacement", Some(550.0), sgld(data_len, subset)),
        row("small SGLD, epochs", Some(800.0), sgld(data_len, Epochs(batch_len))),
        row("small lattice walk, without replacement", None, lattice),
        row("small RSGLD, all data", Some(350.0), rsgld(data_len, All)),
        row("small RSGLD, without replacement", Some(750.0), rsgld(data_len, subset)),
    ];
    for (name, estimator) in parts::estimators(batch_len) {
        let name = format!("estimator {name}");
        rows.push((name, None, ChainSettings { estimator, ..sgld(data_len, subset) }));
    }
    for (name, clipping) in parts::CLIPPINGS {
        let name = format!("clipping {name}");
        rows.push((name, None, ChainSettings { clipping, ..sgld(data_len, given) }));
    }
    rows.retain(|(name, ..)| options.wants(name));
    let mut works: Vec<Named<'_, ()>> = rows
        .iter()
        .map(|(name, _, settings)| {
            let mut step = chain_work::<R>(settings, dim);
            Named::new(name, move |(): &mut ()| step())
        })
        .collect();
    let seconds = best_of_rounds(&mut (), &mut works, options.budget(Share::Table));
    let mut goals = Vec::new();
    for ((name, goal, _), seconds) in rows.iter().zip(seconds) {
        let figure = seconds * 1e9;
        println!("{name:<36} {:<5} {figure:>9.1}", R::NAME);
        // The goals are those of the precision that hosts of small chains use.
        let limit = goal.filter(|_| R::NAME == "f64").map(Limit::AtMost);
        goals.extend(limit.map(|limit| Goal {
            what: format!("{} {name}, ns from Rust", R::NAME),
            limit,
            figure,
        }));
    }
    goals
}

/// What the schedules cost a step.
pub(crate) fn print_schedules(options: &Options) {
    let schedules =
        parts::schedules().into_iter().map(|(name, schedule)| (format!("schedule {name}"), schedule));
    for (name, schedule) in schedules.filter(|(name, _)| options.wants(name)) {
        let mut k = 0;
        let at = move |(): &mut ()| {
            k += 1;
            black_box(black_box(schedule).at(k));
        };
        let seconds = best_of_rounds(&mut (), &mut [Named::new(&name, at)], options.budget(Share::Row));
        println!("{name:<36} f64   {:>9.1}", seconds[0] * 1e9);
    }
}

/// What a prior adds to a chain's SGLD step.
pub(crate) fn print_priors<R: Precision>(options: &Options) {
    let (mean, precision) = (vec![0.0; PRIOR_LEN], vec![1.0; PRIOR_LEN]);
    let priors = parts::priors(&mean, &precision).into_iter();
    let mut works: Vec<Named<'_, ()>> = priors
        .map(|(name, prior)| (format!("prior {name}"), prior))
        .filter(|(name, _)| options.wants(name))
        .map(|(name, prior)| {
            let mut step = chain_work::<R>(&ChainSettings { prior, ..sgld(1, All) }, PRIOR_LEN);
            Named::new(&name, move |(): &mut ()| step())
        })
        .collect();
    let seconds = best_of_rounds(&mut (), &mut works, options.budget(Share::Table));
    for (work, seconds) in works.iter().zip(seconds) {
        println!("{:<36} {:<5} {:>9.3}", work.name, R::NAME, seconds * 1e9 / PRIOR_LEN as f64);
    }
}
