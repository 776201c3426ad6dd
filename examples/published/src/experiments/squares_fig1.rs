//! Chen et al. 2017, Figure 1: the error of E θ² on a Gaussian mean against the gradients spent, for minibatches of 1, 10
//! and 100.
//!
//! Printed there: x_i ~ N(θ, 1), θ ~ N(0, 1), N = 1000, φ(θ) = θ², and that the figure is of "vrSG-MCMC", practical
//! variance reduction. Not printed: n1, m, h, the start, and how many chains the mean of squared errors is over. Tried here
//! are three pairs (n1, m), SGLD itself, and four steps h = ηN; chains start at θ = 0 and forget nothing.
//!
//! The control variate leaves the same noise for every n here, and the stationary laws are known: see `squares`.

use crate::jobs::{self, Job, Place};
use crate::lab::{Lab, Outcome, fingerprint};
use crate::models::squares::{DATA_LEN, Data, Mean, Method};
use crate::report::{Spread, Table};
use crate::started::Started;
use example_support::plot::{Axis, Look, Panel, Series};
use sgmcmc::prior::Prior;
use sgmcmc::rng::Generators;
use sgmcmc::rule::Rule;
use sgmcmc::schedule::Schedule;
use sgmcmc::{BatchSettings, ChainSettings, RuleSettings, Sampler};
use std::time::Instant;

const DATA_SEED: u64 = 2017;
/// h = ηN.
const STEPS: [f64; 4] = [0.001, 0.01, 0.1, 0.5];
const BATCH_LENS: [u32; 3] = [1, 10, 100];
/// n1 and m; `None` is SGLD.
const ANCHORS: [Option<(u32, u64)>; 4] = [None, Some((200, 10)), Some((500, 50)), Some((1000, 100))];
/// Gradients spent, at which errors are taken: all in a full run, the first `WHOLE` in the default, `QUICK` in a quick one.
const BUDGETS: [u64; 11] =
    [3000, 5300, 9500, 17_000, 30_000, 53_000, 95_000, 170_000, 300_000, 530_000, 950_000];
const WHOLE: usize = 9;
const QUICK: usize = 6;
const CHAINS: u32 = 200;

/// Runs the figure and its tables.
pub fn run(lab: &Lab) -> Outcome<Option<String>> {
    let data = Data::draw(&mut Generators::new(DATA_SEED, 0).ok_or("no such chain")?);
    let budgets = &BUDGETS[..lab.pick_of_three(BUDGETS.len(), WHOLE, QUICK)];
    let spent = budgets[budgets.len() - 1];
    let methods: Vec<_> = ANCHORS
        .into_iter()
        .flat_map(|anchor| BATCH_LENS.map(|batch_len| Method { batch_len, anchor }))
        .collect();
    let mut jobs = Vec::new();
    for (method, index) in methods.iter().zip(0..) {
        for h in STEPS {
            for seed in lab.seeds(CHAINS) {
                let (data, name) = (&data, format!("{}, h = {h}, {seed}", method.name()));
                let work = move |_: &Place| sample(data, method, h, budgets, [seed, index]);
                jobs.push(Job::new(name, spent, work));
            }
        }
    }
    let names = budgets.iter().map(|budget| format!("squared error at {budget}"));
    let names: Vec<_> = names.chain(["mean of the second half".to_owned()]).collect();
    let rows = jobs::run(lab, &names, &jobs)?;
    // By method and step.
    let chains: Vec<Vec<&[Vec<f64>]>> = rows
        .chunks(STEPS.len() * lab.seeds(CHAINS).count())
        .map(|rows| rows.chunks(lab.seeds(CHAINS).count()).collect())
        .collect();

    errors(lab, budgets, &methods, &chains)?;
    laws(lab, &data, spent, &methods, &chains)?;
    println!("Seconds of a chain, which are no result:");
    for (method, chains) in methods.iter().zip(&chains) {
        println!(
            "  {}: {:.3}",
            method.name(),
            chains[2].iter().map(|row| row[budgets.len() + 1]).sum::<f64>() / chains[2].len() as f64
        );
    }
    // The seconds are the machine's.
    let rows: Vec<_> = rows.iter().map(|row| &row[..=budgets.len()]).collect();
    Ok(Some(fingerprint(&rows)))
}

/// One chain's squared errors of the running mean at the budgets, the mean of θ² over what came after half of the last of
/// them, and its seconds.
fn sample(
    data: &Data,
    method: &Method,
    h: f64,
    budgets: &[u64],
    [seed, index]: [u64; 2],
) -> Outcome<Vec<f64>> {
    let start = Instant::now();
    let sampler = Sampler::Rule(RuleSettings::new(Rule::SGLD, Schedule::constant(h / DATA_LEN as f64)));
    let settings = ChainSettings {
        seed,
        chain_index: index as u32,
        prior: Prior::gaussian(0.0, 1.0),
        estimator: method.estimator(),
        ..ChainSettings::new(DATA_LEN as u32, BatchSettings::WithoutReplacement(method.batch_len), sampler)
    };
    let Started { mut chain, mut memory } = Started::new(&settings, &[0.0])?;
    let mut model = Mean { data, evaluations: 0 };
    let exact = data.exact();
    let (mut row, mut sum, mut count, mut late_sum, mut late_count) = (Vec::new(), 0.0, 0.0, 0.0, 0.0);
    let spent = budgets[budgets.len() - 1];
    while row.len() < budgets.len() {
        chain.step(&mut memory, &mut model)?;
        // The draw that oversteps a budget does not count for it.
        while budgets.get(row.len()).is_some_and(|budget| model.evaluations > *budget) {
            let off = sum / count - exact;
            row.push(off * off);
        }
        let theta = chain.theta(&memory)?[0];
        let square = theta * theta;
        sum += square;
        count += 1.0;
        if 2 * model.evaluations > spent {
            late_sum += square;
            late_count += 1.0;
        }
    }
    row.extend([late_sum / late_count, start.elapsed().as_secs_f64()]);
    Ok(row)
}

/// The mean squared error at the best of the steps, and the figure.
fn errors(lab: &Lab, budgets: &[u64], methods: &[Method], chains: &[Vec<&[Vec<f64>]>]) -> Outcome<()> {
    let error = |rows: &[Vec<f64>], i: usize| Spread::column(rows, i);
    let curve = |rows: &[Vec<f64>]| {
        budgets
            .iter()
            .enumerate()
            .map(|(i, budget)| (*budget as f64, error(rows, i).mean))
            .collect::<Vec<_>>()
    };
    let shown: Vec<_> = (0..budgets.len()).rev().step_by(4).collect();
    let header = shown.iter().rev().map(|i| format!("{} gradients", budgets[*i]));
    let mut table = Table::new(["method".to_owned()].into_iter().chain(header));
    let mut best = Vec::new();
    for (method, chains) in methods.iter().zip(chains) {
        let cells = shown.iter().rev().map(|i| {
            let errors: Vec<_> = chains.iter().map(|rows| error(rows, *i)).collect();
            let k = (0..STEPS.len()).fold(0, |a, b| if errors[b].mean < errors[a].mean { b } else { a });
            format!("{:.2e} ± {:.0e} ({})", errors[k].mean, errors[k].error(), STEPS[k])
        });
        table.add([method.name()].into_iter().chain(cells));
        let lowest = |i: usize| chains.iter().map(|rows| error(rows, i).mean).fold(f64::INFINITY, f64::min);
        best.push(
            budgets.iter().enumerate().map(|(i, budget)| (*budget as f64, lowest(i))).collect::<Vec<_>>(),
        );
    }
    let title = format!(
        "Mean over {} chains of the squared error of E θ², ± its standard error, at the best of the steps h (in brackets)",
        lab.seeds(CHAINS).count()
    );
    table.publish(lab, "errors", &title)?;

    let mut panels = Vec::new();
    for (anchor, first) in ANCHORS.iter().zip((0..).step_by(BATCH_LENS.len())) {
        let group = first..first + BATCH_LENS.len();
        let what = anchor.map_or("SGLD".to_owned(), |(n1, m)| format!("n1 = {n1}, m = {m}"));
        let mut add = |title: String, curves: &dyn Fn(usize) -> Vec<(f64, f64)>| {
            let name = |i: usize| format!("n = {}", methods[i].batch_len);
            let series = group.clone().map(|i| Series::new(name(i), Look::Marks, curves(i))).collect();
            panels.push(Panel::new(title, Axis::log("gradients"), Axis::log("mean squared error"), series));
        };
        for (k, h) in STEPS.iter().enumerate() {
            add(format!("{what}, h = {h}"), &|i| curve(chains[i][k]));
        }
        add(format!("{what}, best h"), &|i| best[i].clone());
    }
    lab.draw("figure-1.svg", STEPS.len() + 1, &panels)
}

/// Long-run means against the stationary laws.
fn laws(lab: &Lab, data: &Data, spent: u64, methods: &[Method], chains: &[Vec<&[Vec<f64>]>]) -> Outcome<()> {
    let mut table = Table::of("method | h | E θ² of its law | law - posterior | found | z");
    let mut largest = 0.0f64;
    for (method, chains) in methods.iter().zip(chains) {
        for (h, rows) in STEPS.iter().zip(chains) {
            let law = data.stationary(method, h / DATA_LEN as f64);
            let found = Spread::column(rows, rows[0].len() - 2);
            let z = (found.mean - law) / found.error();
            // What is left of the start after half of the budget.
            let forgotten =
                (0.5 * spent as f64 / method.cost()) * libm::log((1.0 - h).abs()) < libm::log(0.01);
            largest = if forgotten { largest.max(z.abs()) } else { largest };
            table.add([
                method.name(),
                h.to_string(),
                format!("{law:.6}"),
                format!("{:.2e}", law - data.exact()),
                found.with_error(6),
                if forgotten { format!("{z:.2}") } else { "still on its way".to_owned() },
            ]);
        }
    }
    let title = format!(
        "Means of θ² over the second half of the chains against their stationary laws; the posterior has {:.6}",
        data.exact()
    );
    table.publish(lab, "laws", &title)?;
    lab.note(&format!("The largest |z| of chains that have forgotten their start is {largest:.2}.\n"))
}
