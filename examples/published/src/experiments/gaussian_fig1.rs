//! Kim, Song and Liang 2020, section 4.1, Figure 1: how well SGLD, MSGLD and ASGLD estimate the covariance of a correlated
//! Gaussian from noisy gradients.
//!
//! Printed there: the target, the noise N(0, I) of the gradient, ε = 0.1, τ = 1, and a, β1, β2. Not printed: the start, the
//! length of the runs, what is forgotten, and ASGLD's λ. Chains start at 0 here and forget nothing; λ is 1e-5. SGLD and
//! MSGLD are linear here, so that the covariance they tend to at this ε is known.

use crate::jobs::{self, Job, Place};
use crate::lab::{Lab, Outcome, fingerprint};
use crate::models::planar_targets::{DIM, SHOWN, asgld, linear_variance, msgld, panels, run_chain};
use crate::report::{Spread, Table};
use example_support::planar::GAUSSIAN as TARGET;
use example_support::plot::{Axis, Look, Panel, Series};
use sgmcmc::drift::MomentumForm;
use sgmcmc::rule::Rule;

/// The covariance's eigenvalues, of (1, 1) and (1, -1).
const EIGENVALUES: [f64; DIM] = [1.9, 0.1];
const STEP_SIZE: f64 = 0.1;
/// Iterations at which the error is taken; the default has those up to 100 000, a quick run up to 3000.
const CHECKPOINTS: [u64; 10] = [30, 100, 300, 1000, 3000, 10_000, 30_000, 100_000, 200_000, 300_000];
/// Steps before the moments that are compared with a law.
const BURN_IN: u64 = 1000;
const CHAINS: u32 = 32;
/// Which entries of the covariance a row has after its errors.
const ENTRIES: [(usize, usize); 3] = [(0, 0), (0, 1), (1, 1)];

/// A rule, and a where its step is linear.
struct Entry {
    name: &'static str,
    rule: Rule<'static>,
    linear: Option<f64>,
}

fn entries() -> [Entry; 3] {
    [
        Entry { name: "SGLD", rule: Rule::SGLD, linear: Some(0.0) },
        Entry { name: "MSGLD", rule: msgld(0.01, MomentumForm::Published), linear: Some(0.01) },
        Entry { name: "ASGLD", rule: asgld(0.1), linear: None },
    ]
}

/// Runs the figure and its tables.
pub fn run(lab: &Lab) -> Outcome<Option<String>> {
    let checkpoints = &CHECKPOINTS[..lab.pick_of_three(CHECKPOINTS.len(), 8, 5)];
    let steps = checkpoints[checkpoints.len() - 1];
    let entries = entries();
    let mut jobs = Vec::new();
    for (entry, index) in entries.iter().zip(0..) {
        for seed in lab.seeds(CHAINS) {
            let chain_index = 1000 * index + seed as u32;
            let work = move |place: &Place| sample(place, entry.rule, chain_index, checkpoints);
            jobs.push(Job::new(format!("{} {seed}", entry.name), steps, work));
        }
    }
    let names = checkpoints.iter().map(|at| format!("error after {at}"));
    let names: Vec<_> = names.chain(ENTRIES.iter().map(|(i, j)| format!("E θ{i} θ{j}"))).collect();
    let rows = jobs::run(lab, &names, &jobs)?;
    let chains: Vec<_> = rows.chunks(lab.seeds(CHAINS).count()).collect();

    errors(lab, checkpoints, &entries, &chains)?;
    laws(lab, checkpoints.len(), &entries, &chains)?;
    let draws: Vec<_> = entries
        .iter()
        .zip(&chains)
        .map(|(entry, rows)| {
            let draws = rows[0][names.len()..].chunks(DIM).map(|theta| [theta[0], theta[1]]);
            (entry.name, draws.collect())
        })
        .collect();
    lab.draw("draws.svg", 2, &panels(&TARGET, &draws, 4.0))?;
    Ok(Some(fingerprint(&rows)))
}

/// One chain's row: errors at the checkpoints, second moments after the burn-in, and the first draws.
fn sample(place: &Place, rule: Rule<'_>, chain_index: u32, checkpoints: &[u64]) -> Outcome<Vec<f64>> {
    let steps = checkpoints[checkpoints.len() - 1];
    let (mut errors, mut draws) = (Vec::new(), Vec::new());
    let (mut theta_sum, mut products, mut late) = ([0.0; DIM], [0.0; 3], [0.0; 3]);
    run_chain(place, &TARGET, (rule, STEP_SIZE), chain_index, steps, |at, theta| {
        (0..DIM).for_each(|i| theta_sum[i] += theta[i]);
        for (k, (i, j)) in ENTRIES.iter().enumerate() {
            products[k] += theta[*i] * theta[*j];
            late[k] += if at > BURN_IN { theta[*i] * theta[*j] } else { 0.0 };
        }
        if checkpoints.get(errors.len()) == Some(&at) {
            let count = at as f64;
            let off = ENTRIES.iter().zip(products).map(|((i, j), sum)| {
                let found = sum / count - theta_sum[*i] / count * (theta_sum[*j] / count);
                (found - TARGET.covariance[*i][*j]).abs()
            });
            let off: Vec<f64> = off.collect();
            errors.push(0.25 * (off[0] + 2.0 * off[1] + off[2]));
        }
        if draws.len() < DIM * SHOWN {
            draws.extend(theta);
        }
    })?;
    errors.extend(late.map(|sum| sum / (steps - BURN_IN) as f64));
    errors.extend(draws);
    Ok(errors)
}

/// The covariance that a linear rule tends to at ε, by its first and its mixed entry.
fn law(scale: f64) -> [f64; 2] {
    let [wide, narrow] = EIGENVALUES.map(|variance| linear_variance(1.0 / variance, STEP_SIZE, scale));
    [0.5 * (wide + narrow), 0.5 * (wide - narrow)]
}

/// The left panel: the mean absolute error of the covariance along the iterations.
fn errors(lab: &Lab, checkpoints: &[u64], entries: &[Entry], chains: &[&[Vec<f64>]]) -> Outcome<()> {
    let header = checkpoints.iter().map(|at| format!("{at}"));
    let header = ["iterations".to_owned()].into_iter().chain(header).chain(["limit by its law".to_owned()]);
    let mut table = Table::new(header);
    let mut series = Vec::new();
    for (entry, rows) in entries.iter().zip(chains) {
        let errors: Vec<_> = (0..checkpoints.len()).map(|i| Spread::column(rows, i)).collect();
        let limit = entry.linear.map(|scale| {
            let [first, mixed] = law(scale);
            0.5 * ((first - TARGET.covariance[0][0]).abs() + (mixed - TARGET.covariance[0][1]).abs())
        });
        let cells = errors.iter().map(|error| error.with_error(3));
        let limit = limit.map_or("not linear".to_owned(), |limit| format!("{limit:.4}"));
        table.add([entry.name.to_owned()].into_iter().chain(cells).chain([limit]));
        // The line goes up and down a bar at every point.
        let points = checkpoints.iter().zip(&errors).flat_map(|(at, error)| {
            let (at, bar) = (*at as f64, error.error());
            [0.0, bar, -bar, 0.0].map(|off| (at, error.mean + off))
        });
        series.push(Series::new(entry.name, Look::Line, points.collect()));
    }
    let title = format!(
        "Mean absolute error of the sample covariance's entries, ± standard error over {} chains",
        lab.seeds(CHAINS).count()
    );
    table.publish(lab, "errors", &title)?;
    let panel = Panel::new("covariance", Axis::log("iterations"), Axis::log("mean absolute error"), series);
    lab.draw("figure-1.svg", 1, &[panel])
}

/// The second moments against what each rule tends to.
fn laws(lab: &Lab, from: usize, entries: &[Entry], chains: &[&[Vec<f64>]]) -> Outcome<()> {
    let mut table = Table::of("rule | entry | target | law at this ε | found | z");
    let mut largest = 0.0f64;
    for (entry, rows) in entries.iter().zip(chains) {
        for (k, (i, j)) in ENTRIES.iter().enumerate() {
            let found = Spread::column(rows, from + k);
            let law = entry.linear.map(|scale| law(scale)[usize::from(i != j)]);
            let z = law.map(|law| (found.mean - law) / found.error());
            largest = z.map_or(largest, |z| largest.max(z.abs()));
            table.add([
                entry.name.to_owned(),
                format!("{}, {}", i + 1, j + 1),
                format!("{}", TARGET.covariance[*i][*j]),
                law.map_or("not linear".to_owned(), |law| format!("{law:.5}")),
                found.with_error(5),
                z.map_or(String::new(), |z| format!("{z:.2}")),
            ]);
        }
    }
    table.publish(lab, "laws", "Second moments against the stationary law of the linear rules")?;
    lab.note(&format!("The largest |z| is {largest:.2}.\n"))
}
