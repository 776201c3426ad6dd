//! Chen et al. 2017, Figure 1: the error of E θ² on a Gaussian mean against the gradients spent, for minibatches of 1, 10
//! and 100.
//!
//! Printed there: x_i ~ N(θ, 1), θ ~ N(0, 1), N = 1000, φ(θ) = θ², and that the figure is of "vrSG-MCMC", practical
//! variance reduction. Not printed: n1, m, h, the start, and how many chains the mean of squared errors is over. Tried here
//! are three pairs (n1, m), SGLD itself, and four steps h = ηN; chains start at θ = 0 and forget nothing.
//!
//! The gradient of a datum is x_i - θ, so a difference of two places' gradients is the same for every batch, and the
//! control variate leaves no noise but that of the anchor's batch. Every step is linear, which gives the stationary law
//! at every h.

use crate::figure::{self, Axis, Look, Panel, Series};
use crate::jobs::{self, Job, Place};
use crate::lab::{Lab, Outcome, fingerprint};
use crate::report::{Spread, Table, write_rows};
use sgmcmc::prior::Prior;
use sgmcmc::rng::{Generators, fill_normals};
use sgmcmc::rule::Rule;
use sgmcmc::schedule::Schedule;
use sgmcmc::{
    Batch, BatchSettings, Chain, ChainSettings, Estimator, Interrupt, MemoryUnit, Model, RuleSettings,
    Sampler,
};
use std::time::Instant;

const DATA_LEN: usize = 1000;
const DATA_SEED: u64 = 2017;
/// h = ηN.
const STEPS: [f64; 4] = [0.001, 0.01, 0.1, 0.5];
const BATCH_LENS: [u32; 3] = [1, 10, 100];
/// n1 and m; `None` is SGLD.
const ANCHORS: [Option<(u32, u64)>; 4] = [None, Some((200, 10)), Some((500, 50)), Some((1000, 100))];
/// Gradients spent, at which errors are taken; a quick run has the first of them.
const BUDGETS: [u64; 13] = [
    3000, 5300, 9500, 17_000, 30_000, 53_000, 95_000, 170_000, 300_000, 530_000, 950_000, 1_700_000,
    3_000_000,
];
const QUICK: usize = 6;
const CHAINS: u32 = 24;

/// x_i ~ N(θ, 1), with a count of the gradients that were asked for.
struct Mean<'a> {
    data: &'a Data,
    evaluations: u64,
}

/// The data and their moments.
struct Data {
    x: Vec<f64>,
    mean: f64,
    /// The variance over the data, by N.
    variance: f64,
}

impl Data {
    /// Draws θ from the prior, and the data.
    fn draw(rng: &mut Generators) -> Self {
        let mut normals = [0.0; DATA_LEN + 1];
        fill_normals(&mut rng.noise, &mut normals);
        let (theta, noise) = (normals[0], &normals[1..]);
        Self::new(noise.iter().map(|e| theta + e).collect())
    }

    fn new(x: Vec<f64>) -> Self {
        let n = x.len() as f64;
        let mean = x.iter().sum::<f64>() / n;
        let variance = x.iter().map(|x| (x - mean) * (x - mean)).sum::<f64>() / n;
        Self { x, mean, variance }
    }

    /// N.
    fn len(&self) -> f64 {
        self.x.len() as f64
    }

    /// The posterior's mean; its variance is 1/(N + 1).
    fn posterior_mean(&self) -> f64 {
        self.len() * self.mean / (self.len() + 1.0)
    }

    /// E θ² under the posterior.
    fn exact(&self) -> f64 {
        self.posterior_mean() * self.posterior_mean() + 1.0 / (self.len() + 1.0)
    }

    /// The variance of the mean of a batch without replacement.
    fn batch_variance(&self, len: u32) -> f64 {
        self.variance / f64::from(len) * (self.len() - f64::from(len)) / (self.len() - 1.0)
    }

    /// E θ² under the stationary law of a method with step η, as the mean over an interval's steps.
    ///
    /// ```text
    /// θ ← a θ + ηN x̄ + sqrt(2η) ξ,   a = 1 - η(N + 1)
    /// ```
    ///
    /// x̄ is the mean of a batch that is drawn every m steps: of n data in every step for SGLD, of the anchor's n1 data
    /// for practical variance reduction, whatever n. With v = Var x̄ and S the variance where an interval begins, it is
    /// after j of its steps
    ///
    /// ```text
    /// a^(2j) S + ((1 - a^j)/(1 - a) ηN)² v + 2η (1 - a^(2j))/(1 - a²),
    /// ```
    ///
    /// which is S again at j = m.
    fn stationary(&self, method: &Method, step_size: f64) -> f64 {
        let (len, interval) = method.anchor.unwrap_or((method.batch_len, 1));
        let a = 1.0 - step_size * (self.len() + 1.0);
        let gained = |power: f64| {
            let shift = (1.0 - power) / (1.0 - a) * step_size * self.len();
            shift * shift * self.batch_variance(len) + 2.0 * step_size * (1.0 - power * power) / (1.0 - a * a)
        };
        let powers = (0..interval).scan(1.0, |power, _| {
            *power *= a;
            Some(*power)
        });
        let powers: Vec<f64> = powers.collect();
        let whole = powers[powers.len() - 1];
        let first = gained(whole) / (1.0 - whole * whole);
        let sum: f64 = powers.iter().map(|power| power * power * first + gained(*power)).sum();
        self.posterior_mean() * self.posterior_mean() + sum / interval as f64
    }
}

impl Model<f64> for Mean<'_> {
    fn log_likelihood(
        &mut self,
        theta: &[f64],
        batch: Batch<'_>,
        gradient: Option<&mut [f64]>,
    ) -> Result<f64, Interrupt> {
        let x = &self.data.x;
        let (sum, squares, len) = match batch {
            Batch::All => (self.data.mean * self.data.len(), f64::NAN, x.len()),
            Batch::Indices(indices) => {
                let values = indices.iter().map(|i| x[*i as usize]);
                let (sum, squares) = values.fold((0.0, 0.0), |(sum, squares), x| (sum + x, squares + x * x));
                (sum, squares, indices.len())
            }
        };
        self.evaluations += len as u64;
        let mean = sum / len as f64;
        gradient.into_iter().for_each(|gradient| gradient[0] = mean - theta[0]);
        let squares = if len == x.len() { self.data.variance + mean * mean } else { squares / len as f64 };
        Ok(-0.5 * (squares - 2.0 * mean * theta[0] + theta[0] * theta[0]))
    }
}

/// An estimator of the gradient.
struct Method {
    batch_len: u32,
    anchor: Option<(u32, u64)>,
}

impl Method {
    fn name(&self) -> String {
        match self.anchor {
            None => format!("SGLD, n = {}", self.batch_len),
            Some((n1, m)) => format!("n1 = {n1}, m = {m}, n = {}", self.batch_len),
        }
    }

    fn estimator(&self) -> Estimator<'static> {
        match self.anchor {
            None => Estimator::Plain,
            Some((anchor_len, interval)) if anchor_len as usize == DATA_LEN => {
                Estimator::Svrg { interval, averaged: false }
            }
            Some((anchor_len, interval)) => Estimator::Practical { anchor_len, interval, averaged: false },
        }
    }
}

/// Runs the figure and its tables.
pub fn run(lab: &Lab, experiment: &str) -> Outcome<()> {
    let data = Data::draw(&mut Generators::new(DATA_SEED, 0).ok_or("no such chain")?);
    let budgets = &BUDGETS[..lab.pick(BUDGETS.len(), QUICK)];
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
                let work = move |place: &Place| sample(place, data, method, h, budgets, [seed, index]);
                // A file's name ends at its last point.
                jobs.push(Job::new(name.replace('.', "_"), spent, work));
            }
        }
    }
    let rows = jobs::run(lab, experiment, &jobs)?;
    let names: Vec<_> = budgets.iter().map(|budget| format!("squared error at {budget}")).collect();
    let names: Vec<_> = names.iter().map(String::as_str).chain(["mean of the second half"]).collect();
    write_rows(lab, experiment, &names, jobs.iter().map(|job| job.name.clone()).zip(rows.iter().cloned()))?;
    // By method and step.
    let chains: Vec<Vec<&[Vec<f64>]>> = rows
        .chunks(STEPS.len() * lab.seeds(CHAINS).count())
        .map(|rows| rows.chunks(lab.seeds(CHAINS).count()).collect())
        .collect();

    errors(lab, experiment, budgets, &methods, &chains)?;
    laws(lab, experiment, &data, &methods, &chains)?;
    println!("Seconds of a chain, which are no result:");
    for (method, chains) in methods.iter().zip(&chains) {
        println!(
            "  {}: {:.3}",
            method.name(),
            chains[2].iter().map(|row| row[budgets.len() + 1]).sum::<f64>() / chains[2].len() as f64
        );
    }
    // The seconds are the machine's.
    println!("fingerprint {}", fingerprint(rows.iter().map(|row| &row[..=budgets.len()])));
    Ok(())
}

/// One chain's squared errors of the running mean at the budgets, the mean of θ² over what came after half of the last of
/// them, and its seconds.
fn sample(
    place: &Place,
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
    let mut memory = vec![MemoryUnit::default(); settings.memory_len::<f64>(1)?];
    let mut chain = Chain::new(&settings, &[0.0], &mut memory)?;
    let mut model = Mean { data, evaluations: 0 };
    let exact = data.exact();
    let (mut row, mut sum, mut count, mut late_sum, mut late_count) = (Vec::new(), 0.0, 0.0, 0.0, 0.0);
    let spent = budgets[budgets.len() - 1];
    while row.len() < budgets.len() {
        chain.step(&mut model)?;
        // The draw that oversteps a budget does not count for it.
        while budgets.get(row.len()).is_some_and(|budget| model.evaluations > *budget) {
            let off = sum / count - exact;
            row.push(off * off);
        }
        let square = chain.theta()?[0] * chain.theta()?[0];
        sum += square;
        count += 1.0;
        if 2 * model.evaluations > spent {
            late_sum += square;
            late_count += 1.0;
        }
    }
    place.done(spent);
    row.extend([late_sum / late_count, start.elapsed().as_secs_f64()]);
    Ok(row)
}

/// The mean squared error at the best of the steps, and the figure.
fn errors(
    lab: &Lab,
    experiment: &str,
    budgets: &[u64],
    methods: &[Method],
    chains: &[Vec<&[Vec<f64>]>],
) -> Outcome<()> {
    let error = |rows: &[Vec<f64>], i: usize| Spread::of(rows.iter().map(|row| row[i]));
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
    table.publish(lab, experiment, "errors", &title)?;

    let mut panels = Vec::new();
    for (anchor, first) in ANCHORS.iter().zip((0..).step_by(BATCH_LENS.len())) {
        let group = first..first + BATCH_LENS.len();
        let what = anchor.map_or("SGLD".to_owned(), |(n1, m)| format!("n1 = {n1}, m = {m}"));
        let mut add = |title: String, curves: &dyn Fn(usize) -> Vec<(f64, f64)>| {
            let name = |i: usize| format!("n = {}", methods[i].batch_len);
            let series = group.clone().map(|i| Series::new(name(i), Look::Marks, curves(i))).collect();
            panels.push(Panel {
                title,
                x: Axis::log("gradients"),
                y: Axis::log("mean squared error"),
                series,
            });
        };
        for (k, h) in STEPS.iter().enumerate() {
            add(format!("{what}, h = {h}"), &|i| curve(chains[i][k]));
        }
        add(format!("{what}, best h"), &|i| best[i].clone());
    }
    figure::write(&lab.folder(experiment)?.join("figure-1.svg"), STEPS.len() + 1, &panels)
}

/// Long-run means against the stationary laws.
fn laws(
    lab: &Lab,
    experiment: &str,
    data: &Data,
    methods: &[Method],
    chains: &[Vec<&[Vec<f64>]>],
) -> Outcome<()> {
    let mut table = Table::new(["method", "h", "E θ² of its law", "law - posterior", "found", "z"]);
    let mut largest = 0.0f64;
    for (method, chains) in methods.iter().zip(chains) {
        for (h, rows) in STEPS.iter().zip(chains) {
            let law = data.stationary(method, h / DATA_LEN as f64);
            let found = Spread::of(rows.iter().map(|row| row[row.len() - 2]));
            let z = (found.mean - law) / found.error();
            largest = largest.max(z.abs());
            table.add([
                method.name(),
                h.to_string(),
                format!("{law:.6}"),
                format!("{:.2e}", law - data.exact()),
                format!("{:.6} ± {:.6}", found.mean, found.error()),
                format!("{z:.2}"),
            ]);
        }
    }
    let title = format!(
        "Means of θ² over the second half of the chains against their stationary laws; the posterior has {:.6}",
        data.exact()
    );
    table.publish(lab, experiment, "laws", &title)?;
    println!("The largest |z| is {largest:.2}.\n");
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn small() -> Data {
        Data::new(vec![0.3, -1.0, 2.0, 0.9, 1.6])
    }

    #[test]
    fn a_batch_of_two_has_the_variance_of_all_pairs() {
        let data = small();
        let pairs = (0..5).flat_map(|i| (0..i).map(move |j| (i, j)));
        let means: Vec<f64> = pairs.map(|(i, j)| 0.5 * (data.x[i] + data.x[j]) - data.mean).collect();
        let exact = means.iter().map(|x| x * x).sum::<f64>() / means.len() as f64;
        assert!((data.batch_variance(2) - exact).abs() < 1e-14, "{} and {exact}", data.batch_variance(2));
        assert!(data.batch_variance(5).abs() < 1e-14);
    }

    #[test]
    fn the_gradient_is_that_of_the_value() {
        let data = small();
        let mut model = Mean { data: &data, evaluations: 0 };
        for batch in [Batch::All, Batch::Indices(&[1, 3, 4]), Batch::Indices(&[0, 1, 2, 3, 4])] {
            let mut gradient = [0.0];
            model.log_likelihood(&[0.4], batch, Some(&mut gradient)).expect("a value");
            let mut at = |theta: f64| model.log_likelihood(&[theta], batch, None).expect("a value");
            let difference = (at(0.4 + 1e-5) - at(0.4 - 1e-5)) / 2e-5;
            assert!((difference - gradient[0]).abs() < 1e-9, "{difference} and {}", gradient[0]);
        }
        assert_eq!(model.evaluations, 3 * (5 + 3 + 5));
    }

    /// Against the variance of θ after many steps, worked out from the weight of every random number in it.
    #[test]
    fn stationary_laws_are_those_of_the_recursion() {
        let data = small();
        for (anchor, eta) in [(None, 0.1), (Some((2, 1)), 0.1), (Some((2, 7)), 0.05), (Some((3, 40)), 0.2)] {
            let method = Method { batch_len: 2, anchor };
            let (len, interval) = anchor.unwrap_or((2, 1));
            let a: f64 = 1.0 - 6.0 * eta;
            let mut mean_variance = 0.0;
            for last in 0..interval {
                // The weights of 50 intervals' batches in θ after step `last` of the newest, and those of the normals.
                let (mut variance, mut weight) = (0.0, 0.0);
                let mut power = 1.0;
                let mut left = last;
                for _ in 0..50 * interval + last + 1 {
                    weight += power * eta * 5.0;
                    variance += 2.0 * eta * power * power;
                    power *= a;
                    if left == 0 {
                        variance += weight * weight * data.batch_variance(len);
                        (weight, left) = (0.0, interval);
                    }
                    left -= 1;
                }
                mean_variance += variance / interval as f64;
            }
            let exact = data.posterior_mean() * data.posterior_mean() + mean_variance;
            let law = data.stationary(&method, eta);
            assert!((law - exact).abs() < 1e-9, "{law} and {exact} with {anchor:?}");
        }
    }
}
