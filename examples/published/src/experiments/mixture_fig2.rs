//! Kim, Song and Liang 2020, section 4.2, Figure 2: MSGLD and ASGLD on a mixture of five normals, from noisy gradients.
//!
//! Printed there: the target, the noise N(0, I) of the gradient, ε = 0.05, MSGLD's (a, β1) = (10, 0.9), ASGLD's (a, β1, β2)
//! = (1, 0.9, 0.999), and six minutes of a processor for each. Not printed: τ, the start, the number of steps and ASGLD's
//! λ. Here τ = 1, chains start at 0, and all have as many steps. SGLD and the calibrated form of MSGLD are added; the
//! variational fit that the paper compares with is left out.

use crate::jobs::{self, Job, Place};
use crate::lab::{Lab, Outcome, fingerprint};
use crate::models::planar_targets::{BETA1, DIM, SHOWN, asgld, linear_variance, msgld, panels, run_chain};
use crate::report::{Spread, Table};
use example_support::planar::MIXTURE as TARGET;
use sgmcmc::drift::MomentumForm;
use sgmcmc::rule::Rule;

const COMPONENTS: usize = 5;
/// The precision of every component, exp(-‖θ - μ‖²).
const PRECISION: f64 = 2.0;
const STEP_SIZE: f64 = 0.05;
const CHAINS: u32 = 16;
/// What a chain gives; then come its draws.
const NUMBERS: [&str; 8] = [
    "share 1",
    "share 2",
    "share 3",
    "share 4",
    "share 5",
    "crossings",
    "variance within",
    "variance of all",
];

/// A rule, and a where its step is linear within a component.
struct Entry {
    name: &'static str,
    rule: Rule<'static>,
    linear: Option<f64>,
}

fn entries() -> [Entry; 4] {
    let published = msgld(10.0, MomentumForm::Published);
    [
        Entry { name: "MSGLD", rule: published, linear: Some(10.0) },
        Entry { name: "ASGLD", rule: asgld(1.0), linear: None },
        Entry { name: "SGLD", rule: Rule::SGLD, linear: Some(0.0) },
        Entry { name: "MSGLD, calibrated", rule: msgld(10.0, MomentumForm::Calibrated), linear: None },
    ]
}

/// Runs the figure and its table.
pub fn run(lab: &Lab) -> Outcome<Option<String>> {
    let steps = lab.pick_of_three(1_000_000, 200_000, 20_000);
    let entries = entries();
    let mut jobs = Vec::new();
    for (entry, index) in entries.iter().zip(0..) {
        for seed in lab.seeds(CHAINS) {
            let chain_index = 1000 * index + seed as u32;
            let work = move |place: &Place| sample(place, entry.rule, chain_index, steps);
            jobs.push(Job::new(format!("{} {seed}", entry.name), steps, work));
        }
    }
    let rows = jobs::run(lab, &NUMBERS, &jobs)?;

    let (within, all) = exact();
    let mut table = Table::of(
        "rule | shares of the components, % | error of the shares, % | crossings in 1000 steps | \
             variance within | near a centre by linearity | variance of all",
    );
    table.add([
        "the target".to_owned(),
        [20.0; COMPONENTS].map(|share| format!("{share:.1}")).join(" "),
        String::new(),
        String::new(),
        format!("{within:.4}"),
        format!("{:.4}", 1.0 / PRECISION),
        format!("{all:.3}"),
    ]);
    let mut draws = Vec::new();
    for (entry, rows) in entries.iter().zip(rows.chunks(lab.seeds(CHAINS).count())) {
        let spread = |i: usize| Spread::column(rows, i);
        let cell =
            |spread: Spread, digits: usize| format!("{:.digits$} ± {:.digits$}", spread.mean, spread.error());
        let shares: Vec<_> = (0..COMPONENTS).map(|i| format!("{:.1}", 100.0 * spread(i).mean)).collect();
        // The total variation of a chain's own shares.
        let error =
            |row: &Vec<f64>| 50.0 * row[..COMPONENTS].iter().map(|share| (share - 0.2).abs()).sum::<f64>();
        let crossings = Spread::of(rows.iter().map(|row| 1000.0 * row[5] / steps as f64));
        table.add([
            entry.name.to_owned(),
            shares.join(" "),
            cell(Spread::of(rows.iter().map(error)), 2),
            cell(crossings, 2),
            cell(spread(6), 4),
            entry.linear.map_or("not linear".into(), |scale| {
                format!("{:.4}", linear_variance(PRECISION, STEP_SIZE, scale))
            }),
            cell(spread(7), 3),
        ]);
        let chain = rows[0][NUMBERS.len()..].chunks(DIM).map(|theta| [theta[0], theta[1]]);
        draws.push((entry.name, chain.collect()));
    }
    let title = format!(
        "{} chains of {steps} steps: means ± standard errors. A draw belongs to the nearest centre; variances are means \
         over both coordinates; β1 = {BETA1}",
        lab.seeds(CHAINS).count()
    );
    table.publish(lab, "components", &title)?;
    lab.draw("figure-2.svg", 2, &panels(&TARGET, &draws, 6.0))?;
    Ok(Some(fingerprint(&rows)))
}

/// The target's variance around the nearest centre and around 0, means over both coordinates, on a grid.
fn exact() -> (f64, f64) {
    let (mut total, mut within, mut all) = (0.0, 0.0, 0.0);
    for (i, j) in (-320..320).flat_map(|i| (-320..320).map(move |j| (i, j))) {
        let theta = [0.025 * (f64::from(i) + 0.5), 0.025 * (f64::from(j) + 0.5)];
        let squares = TARGET.centres.iter().map(|centre| squared(theta, *centre));
        let density: f64 = squares.map(|square| sgmcmc::exp(-square)).sum();
        let (_, nearest) = nearest(theta);
        total += density;
        within += 0.5 * nearest * density;
        all += 0.5 * squared(theta, TARGET.mean) * density;
    }
    (within / total, all / total)
}

fn squared(a: [f64; DIM], b: [f64; DIM]) -> f64 {
    (a[0] - b[0]) * (a[0] - b[0]) + (a[1] - b[1]) * (a[1] - b[1])
}

/// The nearest centre, and the squared distance to it.
fn nearest(theta: [f64; DIM]) -> (usize, f64) {
    let distances = TARGET.centres.iter().map(|centre| squared(theta, *centre)).enumerate();
    distances.fold((0, f64::INFINITY), |best, own| if own.1 < best.1 { own } else { best })
}

/// One chain's row: `NUMBERS`, then draws from all of its way.
fn sample(place: &Place, rule: Rule<'_>, chain_index: u32, steps: u64) -> Outcome<Vec<f64>> {
    let mut row = vec![0.0; NUMBERS.len()];
    let (mut draws, mut last, every) = (Vec::new(), None, steps / SHOWN as u64);
    run_chain(place, &TARGET, (rule, STEP_SIZE), chain_index, steps, |at, theta| {
        let (component, square) = nearest(theta);
        row[component] += 1.0;
        row[5] += f64::from(u8::from(last.replace(component).is_some_and(|last| last != component)));
        row[6] += 0.5 * square;
        row[7] += 0.5 * squared(theta, TARGET.mean);
        if at.is_multiple_of(every) {
            draws.extend(theta);
        }
    })?;
    [0, 1, 2, 3, 4, 6, 7].into_iter().for_each(|i| row[i] /= steps as f64);
    row.extend(draws);
    Ok(row)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_target_has_the_variance_of_its_components() {
        let (within, all) = exact();
        // Σ_k (1/2 + |μ_k|²/2)/5, and less than 1/2 within, since no draw is nearer to another centre than its own.
        assert!((all - 5.9).abs() < 1e-6, "{all}");
        assert!((0.4..0.5).contains(&within), "{within}");
        assert!((all - 0.5 * (TARGET.covariance[0][0] + TARGET.covariance[1][1])).abs() < 1e-6);
        assert_eq!(nearest([2.0, 0.4]), (3, 1.0 + 0.4 * 0.4));
    }
}
