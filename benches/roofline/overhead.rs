//! What a step of a small chain costs beyond the callback: batches, estimators, clipping, schedules.

use super::report::Goal;
use super::support::chains::{chain_work, rsgld, sgld};
use super::support::parts;
use super::support::rounds::{Work, best_of_rounds};
use super::support::vectors::Precision;
use core::hint::black_box;
use sgmcmc::BatchSettings::{Epochs, WithReplacement, WithoutReplacement};
use sgmcmc::ChainSettings;
use std::time::Duration;

/// Data, batch and parameters of the chains whose overhead is timed.
const SMALL: (u32, u32, usize) = (1000, 100, 5);

/// The most that a step of such a chain may cost beyond the callback.
const OVERHEAD_NS: f64 = 500.0;

/// The table, both precisions.
pub(crate) fn print(budget: Duration) {
    let (data_len, batch_len, dim) = SMALL;
    println!();
    println!("ns a step of a chain beyond the callback, called from Rust: a model that returns at once,");
    println!("d = {dim}, m = {batch_len}, n = {data_len}.");
    println!();
    println!("{:<28} {:<6} {:<32} met", "work", "prec.", "goal: measured");
    overheads::<f32>(budget);
    overheads::<f64>(budget);
    schedules(budget);
}

/// The rows of one precision.
fn overheads<R: Precision>(budget: Duration) {
    let (data_len, batch_len, dim) = SMALL;
    let (given, subset) = (WithReplacement(batch_len), WithoutReplacement(batch_len));
    let rsgld = rsgld(data_len, subset);
    let mut chains: Vec<(String, ChainSettings<'_>)> = vec![
        ("SGLD, with replacement".into(), sgld(data_len, given)),
        ("SGLD, without replacement".into(), sgld(data_len, subset)),
        ("SGLD, epochs".into(), sgld(data_len, Epochs(batch_len))),
        ("RSGLD, fresh batches".into(), rsgld),
    ];
    for (name, estimator) in parts::estimators(batch_len) {
        chains.push((format!("estimator {name}"), ChainSettings { estimator, ..sgld(data_len, subset) }));
    }
    for (name, clipping) in parts::CLIPPINGS {
        chains.push((format!("clipping {name}"), ChainSettings { clipping, ..sgld(data_len, given) }));
    }
    for (name, settings) in chains {
        let mut step = chain_work::<R>(&settings, dim);
        let work: Work<()> = Box::new(move |()| step());
        let [time] = best_of_rounds(&mut (), [work], budget / 4);
        println!("{name:<28} {:<6} {}", R::NAME, Goal::at_most(OVERHEAD_NS, time * 1e9, "ns"));
    }
}

/// What the schedules cost a step.
fn schedules(budget: Duration) {
    for (name, schedule) in parts::schedules() {
        let mut k = 0;
        let work: Work<()> = Box::new(move |()| {
            k += 1;
            black_box(black_box(schedule).at(k));
        });
        let [time] = best_of_rounds(&mut (), [work], budget / 4);
        println!("schedule {name:<19} f64    {}", Goal::at_most(OVERHEAD_NS, time * 1e9, "ns"));
    }
}
