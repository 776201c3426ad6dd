//! Wu, Wang and Wong 2020, section 3.1, Figure 2(a): the total variation between the tempered posterior of a normal mean
//! and the draws of many independent chains, against iterations, by batches and on all data.
//!
//! Printed there: n = 100 000 data of N(2, I_d), d = 2 and 5, the prior N(0, I_d), batches of 1000, c_n = 20, the random
//! walk with the same δ for both chains and an acceptance of about 0.3, and 10^5 chains. Not printed: the start, the
//! number of iterations and the histogram's cells. Chains start at the origin here, nine deviations away in every
//! coordinate. A coordinate is cut at quantiles of the tempered posterior, so that all cells have the same probability
//! under it, and the chains' counts are held against that probability, not against counts of other draws.
//!
//! Counts of exact draws differ from their probabilities, too: what total variation N of them have, and N of the law that
//! batches really sample, N(x̄, (1/c_n + 1/m - 1/n) I) nearly, is worked out beside the curves. Of that law it is because
//! the mean over x ~ N(a, 1) of exp(-c_n (x - θ)²/2m), to the power m, is a normal density of θ with the variance
//! 1/c_n + 1/m; batches without replacement take 1/n off.

use crate::jobs::{self, Job};
use crate::lab::{Lab, Outcome, fingerprint};
use crate::models::gaussian_mean::{Data, GaussianMean, normal_cdf};
use crate::report::{Spread, Table};
use crate::started::Started;
use example_support::plot::{Axis, Look, Panel, Series};
use sgmcmc::mh::{MetropolisHastings, Proposal};
use sgmcmc::prior::Prior;
use sgmcmc::rng::{Generators, fill_normals};
use sgmcmc::{BatchSettings, ChainSettings, ChainState, MemoryUnit, Sampler};

const DATA_LEN: u32 = 100_000;
const BATCH_LEN: u32 = 1000;
const LIKELIHOOD_SCALE: f64 = 20.0;
/// The data's mean in every coordinate.
const AT: f64 = 2.0;
const ACCEPTANCE: f64 = 0.3;
/// d, and into how many parts each coordinate is cut.
const DIMS: [(usize, usize); 2] = [(2, 8), (5, 3)];
/// Chains of a job. A chain's place among a seed's costs a jump for each before it.
const BLOCK: u64 = 100;
/// Iterations after which chains are looked at.
const LOOKS: [u64; 23] =
    [1, 2, 3, 5, 7, 10, 14, 20, 25, 30, 35, 40, 45, 50, 60, 70, 80, 100, 120, 140, 160, 200, 250];
/// Times that exact draws are simulated, for the spread of their total variation.
const EXACT_COUNT: u64 = 100;

/// The posterior of one dimension, its cells and the step for it.
struct Target {
    dim: usize,
    parts: usize,
    data: Data,
    /// The tempered posterior's mean in every coordinate, and its deviation.
    mean: Vec<f64>,
    deviation: f64,
    /// The deviation of the law that batches sample.
    batch_deviation: f64,
    /// Between the parts of a coordinate, in deviations of the tempered posterior.
    cuts: Vec<f64>,
    step_size: f64,
}

/// How chains see the data.
const KINDS: [(&str, BatchSettings); 2] =
    [("batches", BatchSettings::WithoutReplacement(BATCH_LEN)), ("all data", BatchSettings::All)];

/// Runs the figure.
pub fn run(lab: &Lab) -> Outcome<Option<String>> {
    let blocks = lab.pick_of_three(1000, 100, 5);
    let looks = lab.pick(&LOOKS[..], &LOOKS[..16]);
    let steps = looks[looks.len() - 1];
    let targets = DIMS.iter().map(|(dim, parts)| target(*dim, *parts)).collect::<Outcome<Vec<_>>>()?;
    let mut jobs = Vec::new();
    for target in &targets {
        for (kind, batch) in KINDS {
            for block in 1..=blocks {
                let name = format!("d {} {kind} {block}", target.dim);
                jobs.push(Job::new(name, BLOCK * steps, move |_| sample(target, batch, looks, block)));
            }
        }
    }
    let rows = jobs::run(lab, jobs::UNNAMED, &jobs)?;

    let count = BLOCK * blocks;
    let mut table = Table::of(
        "d | cells | δ | chains | acceptance ± error | first look below 0.5 | \
             total variation at the end | expected of exact draws of its law | z | \
             of infinitely many, in these cells | of infinitely many",
    );
    let mut curve = Table::of("d | iterations | batches | all data");
    let mut panels = Vec::new();
    let mut groups = rows.chunks(blocks as usize);
    for target in &targets {
        let cells = target.cell_count();
        let mut lines = Vec::new();
        let (mut series, mut levels) = (Vec::new(), Vec::new());
        for ((kind, batch), rows) in KINDS.iter().zip(&mut groups) {
            let deviation =
                if *batch == BatchSettings::All { target.deviation } else { target.batch_deviation };
            let totals: Vec<f64> =
                (0..=cells * looks.len()).map(|i| rows.iter().map(|row| row[i]).sum()).collect();
            let distance = |counts: &[f64]| total_variation(counts, count);
            let line: Vec<(f64, f64)> = looks
                .iter()
                .zip(totals[1..].chunks(cells))
                .map(|(look, counts)| (*look as f64, distance(counts)))
                .collect();
            let exact =
                Spread::of((1..=EXACT_COUNT).map(|seed| distance(&target.draw(deviation, count, seed))));
            let expected = target.expected(deviation, count);
            let end = line[line.len() - 1].1;
            let acceptance = Spread::column(rows, 0);
            table.add([
                target.dim.to_string(),
                cells.to_string(),
                format!("{:.4}", target.step_size),
                format!("{count} by {kind}"),
                acceptance.with_error(4),
                line.iter()
                    .find(|point| point.1 < 0.5)
                    .map_or("none".to_owned(), |point| point.0.to_string()),
                format!("{end:.4}"),
                format!("{expected:.4} ± {:.4}", exact.deviation),
                format!("{:+.1}", (end - expected) / exact.deviation),
                format!("{:.4}", target.expected_of_many(deviation)),
                format!("{:.4}", between_normals(target.dim, target.deviation, deviation)),
            ]);
            series.push(Series::new(*kind, Look::Marks, line.clone()));
            levels.push((format!("{count} exact draws, {kind}"), expected));
            lines.push(line);
        }
        // Levels that no eye tells apart are one line.
        if (levels[0].1 - levels[1].1).abs() < 0.005 {
            levels = vec![(format!("{count} exact draws of either law"), levels[0].1)];
        }
        let dashes = |(name, at)| Series::new(name, Look::Dashes, vec![(0.0, at), (steps as f64, at)]);
        series.extend(levels.into_iter().map(dashes));
        for (batches, all) in lines[0].iter().zip(&lines[1]) {
            curve.add([
                target.dim.to_string(),
                batches.0.to_string(),
                format!("{:.4}", batches.1),
                format!("{:.4}", all.1),
            ]);
        }
        panels.push(Panel::new(
            format!("d = {}", target.dim),
            Axis::linear("iterations"),
            Axis::linear("total variation").over(0.0, 1.0),
            series,
        ));
    }
    table.publish(lab, "table", "Total variation from the tempered posterior, start at the origin")?;
    curve.publish(lab, "curve", "Total variation against iterations")?;
    lab.draw("convergence.svg", 2, &panels)?;
    Ok(Some(fingerprint(&rows)))
}

/// Draws the data, and finds the step at which a chain on all of them has the acceptance that is wanted.
fn target(dim: usize, parts: usize) -> Outcome<Target> {
    let data = Data::draw(DATA_LEN, dim, AT, dim as u64)?;
    let n = f64::from(DATA_LEN);
    let mean = data.mean.iter().map(|mean| mean * n / (n + 1.0)).collect();
    let variance = n / LIKELIHOOD_SCALE / (n + 1.0);
    let cuts = (1..parts).map(|k| quantile(k as f64 / parts as f64)).collect();
    let mut target = Target {
        dim,
        parts,
        data,
        mean,
        deviation: variance.sqrt(),
        batch_deviation: (variance + 1.0 / f64::from(BATCH_LEN) - 1.0 / n).sqrt(),
        cuts,
        step_size: 1.0 / LIKELIHOOD_SCALE.sqrt(),
    };
    let burn_in = 20_000;
    let sampler = MetropolisHastings { target_acceptance: Some(ACCEPTANCE), ..target.sampler() };
    let settings = ChainSettings { burn_in, ..settings(BatchSettings::All, sampler, 0, 0) };
    let Started { mut chain, mut memory } = Started::new(&settings, &target.mean)?;
    chain.run(&mut memory, burn_in, &mut GaussianMean::new(&target.data), None)?;
    target.step_size = chain.statistics().step_size;
    Ok(target)
}

fn settings(
    batch: BatchSettings,
    sampler: MetropolisHastings,
    seed: u64,
    chain_index: u32,
) -> ChainSettings<'static> {
    let sampler = Sampler::MetropolisHastings(sampler);
    let prior = Prior::gaussian(0.0, 1.0);
    ChainSettings { seed, chain_index, prior, ..ChainSettings::new(DATA_LEN, batch, sampler) }
}

/// A block of chains: their mean acceptance after half of the looks, and after every look's iterations the counts of the
/// cells.
fn sample(target: &Target, batch: BatchSettings, looks: &[u64], block: u64) -> Outcome<Vec<f64>> {
    let cells = target.cell_count();
    let mut row = vec![0.0; 1 + cells * looks.len()];
    let mut model = GaussianMean::new(&target.data);
    let first = settings(batch, target.sampler(), block, 0);
    let mut memory = vec![MemoryUnit::default(); first.memory_len::<f64>(target.dim)?];
    let accepted = |chain: &ChainState<f64>| {
        let statistics = chain.statistics();
        let count = statistics.step_count as f64;
        [statistics.mean_acceptance * count, count]
    };
    for chain_index in 0..BLOCK {
        let settings = ChainSettings { chain_index: chain_index as u32, ..first };
        let mut chain = ChainState::new(&settings, &vec![0.0; target.dim], &mut memory)?;
        let mut early = [0.0; 2];
        for (look, counts) in looks.iter().zip(row[1..].chunks_mut(cells)) {
            if *look == looks[looks.len() / 2] {
                early = accepted(&chain);
            }
            chain.run(&mut memory, look - chain.statistics().step_count, &mut model, None)?;
            let theta = chain.theta(&memory)?.iter().zip(&target.mean);
            counts[target.cell(theta.map(|(theta, mean)| (theta - mean) / target.deviation))] += 1.0;
        }
        let late = accepted(&chain);
        row[0] += (late[0] - early[0]) / (late[1] - early[1]) / BLOCK as f64;
    }
    Ok(row)
}

impl Target {
    fn sampler(&self) -> MetropolisHastings {
        MetropolisHastings::new(Proposal::random_walk(self.step_size), LIKELIHOOD_SCALE)
    }

    fn cell_count(&self) -> usize {
        self.parts.pow(self.dim as u32)
    }

    /// The cell of a point whose coordinates are in deviations of the tempered posterior.
    fn cell(&self, point: impl Iterator<Item = f64>) -> usize {
        point.fold(0, |cell, x| cell * self.parts + self.cuts.iter().filter(|cut| x > **cut).count())
    }

    /// Counts of so many exact draws of a normal with this deviation.
    fn draw(&self, deviation: f64, count: u64, seed: u64) -> Vec<f64> {
        let mut counts = vec![0.0; self.cell_count()];
        // Only a chain index out of range has no generators.
        let Some(mut rng) = Generators::new(seed, 1) else { return counts };
        let mut normals = vec![0.0; count as usize * self.dim];
        fill_normals(&mut rng.noise, &mut normals);
        for normals in normals.chunks(self.dim) {
            counts[self.cell(normals.iter().map(|x| x * deviation / self.deviation))] += 1.0;
        }
        counts
    }

    /// The probabilities of the cells under a normal with this deviation.
    fn probabilities(&self, deviation: f64) -> Vec<f64> {
        let below = |k: usize| match (k.checked_sub(1).map(|k| self.cuts.get(k)), k) {
            (None, _) => 0.0,
            (Some(None), _) => 1.0,
            (Some(Some(cut)), _) => normal_cdf(cut * self.deviation / deviation),
        };
        let parts: Vec<f64> = (0..self.parts).map(|k| below(k + 1) - below(k)).collect();
        let part = |cell: usize, digit: u32| parts[cell / self.parts.pow(digit) % self.parts];
        (0..self.cell_count())
            .map(|cell| (0..self.dim as u32).map(|digit| part(cell, digit)).product())
            .collect()
    }

    /// The mean total variation of so many exact draws of a normal with this deviation.
    fn expected(&self, deviation: f64, count: u64) -> f64 {
        let equal = 1.0 / self.cell_count() as f64;
        0.5 * self.probabilities(deviation).iter().map(|p| mean_distance(count, *p, equal)).sum::<f64>()
    }

    /// The total variation of the cells' probabilities.
    fn expected_of_many(&self, deviation: f64) -> f64 {
        let equal = 1.0 / self.cell_count() as f64;
        0.5 * self.probabilities(deviation).iter().map(|p| (p - equal).abs()).sum::<f64>()
    }
}

/// Of counts from cells of the same probability.
fn total_variation(counts: &[f64], count: u64) -> f64 {
    let equal = 1.0 / counts.len() as f64;
    0.5 * counts.iter().map(|x| (x / count as f64 - equal).abs()).sum::<f64>()
}

/// E|X/N - q| for X binomial with N and p: a sum over the numbers within 12 deviations of the mean.
fn mean_distance(count: u64, p: f64, q: f64) -> f64 {
    let n = count as f64;
    let reach = 12.0 * (n * p * (1.0 - p)).sqrt() + 12.0;
    let first = (n * p - reach).max(0.0).floor();
    let last = (n * p + reach).min(n).floor();
    let log_choose = libm::lgamma(n + 1.0) - libm::lgamma(first + 1.0) - libm::lgamma(n - first + 1.0);
    let mut share = sgmcmc::exp(log_choose + first * sgmcmc::ln(p) + (n - first) * sgmcmc::ln(1.0 - p));
    let (mut k, mut sum, mut total) = (first, 0.0, 0.0);
    while k <= last {
        total += share;
        sum += share * (k / n - q).abs();
        share *= (n - k) / (k + 1.0) * p / (1.0 - p);
        k += 1.0;
    }
    sum / total
}

/// The total variation between normals with the same mean and these deviations of every coordinate: the densities are
/// equal at one distance from the mean, within which each has the share of χ²_d.
fn between_normals(dim: usize, narrow: f64, wide: f64) -> f64 {
    if narrow == wide {
        return 0.0;
    }
    let (a, b) = (narrow * narrow, wide * wide);
    let square = dim as f64 * sgmcmc::ln(b / a) / (1.0 / a - 1.0 / b);
    chi_square_below(dim, square / a) - chi_square_below(dim, square / b)
}

/// The share of χ²_d below x: two degrees of freedom more take off a term.
fn chi_square_below(dim: usize, x: f64) -> f64 {
    let half = 0.5 * x;
    let odd = dim % 2 == 1;
    let mut share = if odd { libm::erf(half.sqrt()) } else { 1.0 - sgmcmc::exp(-half) };
    let mut term = if odd {
        half.sqrt() * sgmcmc::exp(-half) * std::f64::consts::FRAC_2_SQRT_PI
    } else {
        half * sgmcmc::exp(-half)
    };
    let mut freedom = if odd { 1 } else { 2 };
    while freedom < dim {
        share -= term;
        freedom += 2;
        term *= half / (0.5 * freedom as f64);
    }
    share
}

/// Φ⁻¹(p) by bisection.
fn quantile(p: f64) -> f64 {
    let (mut low, mut high) = (-9.0, 9.0);
    for _ in 0..60 {
        let middle = 0.5 * (low + high);
        if normal_cdf(middle) < p { low = middle } else { high = middle }
    }
    0.5 * (low + high)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// De Moivre: the mean deviation of a binomial with N = 4, p = ½ is 3/8 · 2; of one draw 2p(1 - p).
    #[test]
    fn the_mean_distance_of_a_binomial_is_de_moivres() {
        assert!((mean_distance(4, 0.5, 0.5) - 0.75 / 4.0).abs() < 1e-12);
        assert!((mean_distance(1, 0.3, 0.3) - 2.0 * 0.3 * 0.7).abs() < 1e-12);
        // Far from q nothing is random about the sign.
        assert!((mean_distance(10_000, 0.3, 0.1) - 0.2).abs() < 1e-12);
    }

    /// Against the χ² tables, and against the sum that two normals' densities give in one dimension.
    #[test]
    fn the_total_variation_of_normals_is_in_closed_form() {
        for (dim, x) in
            [(1, 3.841458820694124), (2, 5.991464547107979), (3, 7.814727903251179), (5, 11.0704976935163)]
        {
            assert!((chi_square_below(dim, x) - 0.95).abs() < 1e-12, "{dim}");
        }
        let density =
            |x: f64, s: f64| sgmcmc::exp(-0.5 * x * x / (s * s)) / (s * std::f64::consts::TAU.sqrt());
        let places = (-90_000..=90_000).map(|k| f64::from(k) * 1e-4);
        let sum: f64 = places.map(|x| 0.5e-4 * (density(x, 1.0) - density(x, 1.3)).abs()).sum();
        assert!((between_normals(1, 1.0, 1.3) - sum).abs() < 1e-7, "{sum}");
    }

    /// Cells are as probable as one another, and exact draws have the total variation that is expected of them.
    #[test]
    fn cells_are_equal_and_exact_draws_are_as_expected() {
        let target = target(2, 4).expect("a target");
        assert!(target.probabilities(target.deviation).iter().all(|p| (p - 1.0 / 16.0).abs() < 1e-14));
        for deviation in [target.deviation, 1.2 * target.deviation] {
            assert!((target.probabilities(deviation).iter().sum::<f64>() - 1.0).abs() < 1e-14);
            let seen =
                Spread::of((1..=200).map(|seed| total_variation(&target.draw(deviation, 500, seed), 500)));
            let z = (seen.mean - target.expected(deviation, 500)) / seen.error();
            assert!(z.abs() < 5.0, "{z} standard errors");
        }
        // Counts that all lie in one of 16 cells.
        assert_eq!(total_variation(&[vec![8.0], vec![0.0; 15]].concat(), 8), 0.9375);
    }
}
