//! Wu, Wang and Wong 2020, section 2.3, Figure 1: how often the SGLD and RSGLD proposals are accepted on a normal target
//! in 1 to 1000 dimensions, against the step ε.
//!
//! Printed there: N(0, I_d), d = 1, 10, 100, 1000, n = 10 000, batches of 1000, c_n = 20, the first 2000 iterations from
//! the origin, and the largest ε of a grid with a mean acceptance of at least 0.5 and 0.1. ε is the paper's throughout: a
//! move θ + ε ĝ_I + sqrt(2ε)/n ξ along the gradient of the mean log-likelihood. Not printed: the data, which are
//! x_i ~ N(0, I_d) with unknown mean here, a flat prior, and the grid, which has four places a decade here.
//!
//! Three ways to hold a proposal against the present state are shown, since the first, Algorithm 1, cannot give what the
//! paper says of high dimension: the noise of c_n μ̂_I has a deviation of 0.42 √d there, which by itself rejects nearly all
//! that is proposed at d = 100. The second takes the value of the likelihood from all data, and the gradient alone from
//! batches. The third replaces one index of the batch, which the library has and the paper has not.
//!
//! Then steps of a sampler, with Langevin noise: ε is c_n δ²/2 for the random walk and c_n h²/2 for HMC with leapfrog steps
//! of h, whose first steps are those of SGLD, and as many of them as make a quarter of a period.

use crate::jobs::{self, Job, Place};
use crate::lab::{Lab, Outcome, fingerprint};
use crate::models::acceptance::{batch_cap, largest_step, log_slope, sgld_acceptance};
use crate::models::gaussian_mean::{Data, GaussianMean, Value};
use crate::report::{Spread, Table};
use crate::started::Started;
use example_support::plot::{Axis, Look, Panel, Series};
use sgmcmc::mh::{Density, MetropolisHastings, NoiseScale, Proposal};
use sgmcmc::{BatchSettings, ChainSettings, Sampler};

const DATA_LEN: u32 = 10_000;
const BATCH_LEN: u32 = 1000;
const LIKELIHOOD_SCALE: f64 = 20.0;
const DIMS: [u32; 4] = [1, 10, 100, 1000];
const THRESHOLDS: [f64; 2] = [0.5, 0.1];
/// How far an HMC trajectory goes, in deviations 1/sqrt(c_n): a quarter of a period, so that none comes back to where it
/// began, where all is accepted.
const TRAJECTORY: f64 = std::f64::consts::FRAC_PI_2;
/// The grids' first step and their decades, for the paper's noise and for Langevin noise.
const GRIDS: [(f64, u32); 2] = [(1e-9, 6), (1e-4, 5)];

/// How a proposal is held against the present state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Reading {
    /// Algorithm 1: a fresh batch.
    Fresh,
    /// A fresh batch for the gradient, all data for the likelihood.
    AllData,
    /// A batch that differs in one index.
    OneReplaced,
}

const READINGS: [(Reading, &str); 3] = [
    (Reading::Fresh, "fresh batch"),
    (Reading::AllData, "likelihood of all data"),
    (Reading::OneReplaced, "one index replaced"),
];

/// A curve: a proposal under a reading, at all steps of a grid.
struct Entry {
    name: &'static str,
    reading: usize,
    /// Which grid.
    grid: usize,
    proposal: fn(f64) -> Proposal,
    /// The slope of ln ε in ln d that theory has, where it has one.
    theory: &'static str,
}

fn rsgld(step_size: f64, beta: f64, density: Density) -> Proposal {
    Proposal::rsgld(step_size, NoiseScale::Published, beta, density)
}

fn entries() -> Vec<Entry> {
    let mut entries = Vec::new();
    for reading in 0..READINGS.len() {
        let mut add =
            |name, proposal, theory| entries.push(Entry { name, reading, grid: 0, proposal, theory });
        add(
            "SGLD",
            |step_size| Proposal::sgld(step_size, NoiseScale::Published),
            if reading == 0 { "" } else { "-1" },
        );
        add("RSGLD, β = 1", |step_size| rsgld(step_size, 1.0, Density::Normalized), "");
        add("RSGLD, β = 2, normalized", |step_size| rsgld(step_size, 2.0, Density::Normalized), "");
        add("RSGLD, β = 2, unnormalized", |step_size| rsgld(step_size, 2.0, Density::Unnormalized), "");
        add(
            "random walk, δ = σ",
            |step_size| Proposal::random_walk((2.0 * step_size).sqrt() / f64::from(DATA_LEN)),
            "",
        );
    }
    for reading in [0, 2] {
        let mut add =
            |name, proposal, theory| entries.push(Entry { name, reading, grid: 1, proposal, theory });
        let theory = |slope| if reading == 0 { "" } else { slope };
        let walk: fn(f64) -> Proposal =
            |step_size| Proposal::random_walk((2.0 * step_size / LIKELIHOOD_SCALE).sqrt());
        add("random walk", walk, theory("-1"));
        let sgld: fn(f64) -> Proposal = |step_size| Proposal::sgld(step_size, NoiseScale::Langevin);
        add("SGLD", sgld, theory("-1/3"));
        if reading == 2 {
            let hmc: fn(f64) -> Proposal = |step_size| {
                Proposal::jittered_hmc(
                    (2.0 * step_size / LIKELIHOOD_SCALE).sqrt(),
                    (TRAJECTORY / (2.0 * step_size).sqrt()).round().max(1.0) as u32,
                    0.0,
                )
            };
            add("HMC, quarter period", hmc, "-1/2");
        }
    }
    entries
}

/// Four places a decade, or two.
fn grid(lab: &Lab, which: usize) -> Vec<f64> {
    let (first, decades) = GRIDS[which];
    let per = lab.pick(4, 2);
    (0..=per * decades).map(|k| first * libm::exp10(f64::from(k) / f64::from(per))).collect()
}

/// Runs the figure.
pub fn run(lab: &Lab) -> Outcome<Option<String>> {
    let steps: u64 = lab.pick(2000, 25);
    let entries = entries();
    let grids = [grid(lab, 0), grid(lab, 1)];
    let chain_count: usize = entries.iter().map(|entry| grids[entry.grid].len()).sum();
    let mut jobs = Vec::new();
    for dim in DIMS {
        for seed in lab.seeds(6) {
            let (entries, grids) = (&entries, &grids);
            let work = move |place: &Place| sample(place, entries, grids, dim, steps, seed);
            jobs.push(Job::new(format!("d {dim} {seed}"), steps * chain_count as u64, work));
        }
    }
    let rows = jobs::run(lab, jobs::UNNAMED, &jobs)?;
    drop(jobs);
    let results = Results { seeds: lab.seeds(6).count(), entries, grids, rows };
    results.curves().write_csv(lab, "curves")?;
    let seeds = results.seeds;
    let title =
        format!("Largest ε with a mean acceptance of {THRESHOLDS:?}: means of {seeds} seeds ± their errors");
    results.steps_table(0).publish(lab, "steps-published", &format!("{title}; the paper's noise"))?;
    results.steps_table(1).publish(lab, "steps-langevin", &format!("{title}; Langevin noise"))?;
    results.closed_forms().publish(lab, "closed-forms", "Acceptance where it is known")?;
    lab.draw("acceptance.svg", 4, &results.panels())?;
    Ok(Some(fingerprint(&results.rows)))
}

/// A chain of one proposal at one step.
struct Walker {
    started: Started<f64>,
    /// Which model, since chains that draw the same batches share the one whose sums are of them.
    model: usize,
    value: Value,
}

/// The mean acceptance of all chains on one set of data, entry by entry.
///
/// All go side by side: those with fresh batches and as many coins draw the same batch in a step, which is summed once.
fn sample(
    place: &Place,
    entries: &[Entry],
    grids: &[Vec<f64>; 2],
    dim: u32,
    steps: u64,
    seed: u64,
) -> Outcome<Vec<f64>> {
    // The chains' own generators begin at the seed, the data's elsewhere.
    let data = Data::draw(DATA_LEN, dim as usize, 0.0, 1000 + seed)?;
    let start = vec![0.0; dim as usize];
    let mut models = vec![GaussianMean::new(&data), GaussianMean::new(&data)];
    let mut walkers = Vec::new();
    for entry in entries {
        for step_size in &grids[entry.grid] {
            let reading = READINGS[entry.reading].0;
            let proposal = (entry.proposal)(*step_size);
            let refresh_len = if reading == Reading::OneReplaced { 1 } else { 0 };
            let sampler = Sampler::MetropolisHastings(MetropolisHastings {
                refresh_len,
                ..MetropolisHastings::new(proposal, LIKELIHOOD_SCALE)
            });
            let batch = BatchSettings::WithoutReplacement(BATCH_LEN);
            let settings = ChainSettings { seed, ..ChainSettings::new(DATA_LEN, batch, sampler) };
            let started = Started::new(&settings, &start)?;
            let model = if refresh_len > 0 {
                models.push(GaussianMean::new(&data));
                models.len() - 1
            } else {
                usize::from(matches!(proposal, Proposal::Rsgld { .. }))
            };
            let value = if reading == Reading::AllData { Value::All } else { Value::Batch };
            walkers.push(Walker { started, model, value });
        }
    }
    for _ in 0..steps {
        for walker in &mut walkers {
            let (Started { chain, memory }, model) = (&mut walker.started, &mut models[walker.model]);
            model.value = walker.value;
            chain.step(memory, model)?;
        }
        place.done(walkers.len() as u64);
    }
    Ok(walkers.iter().map(|walker| walker.started.chain.statistics().mean_acceptance).collect())
}

/// What all chains gave.
struct Results {
    seeds: usize,
    entries: Vec<Entry>,
    grids: [Vec<f64>; 2],
    /// Dimension by dimension, a row for every seed.
    rows: Vec<Vec<f64>>,
}

impl Results {
    /// An entry's acceptance over its grid, for a dimension and a seed.
    fn curve(&self, entry: usize, dim: usize, seed: usize) -> &[f64] {
        let len = |entry: &Entry| self.grids[entry.grid].len();
        let start: usize = self.entries[..entry].iter().map(len).sum();
        &self.rows[dim * self.seeds + seed][start..start + len(&self.entries[entry])]
    }

    /// The acceptance at a place of the grid over seeds.
    fn acceptance(&self, entry: usize, dim: usize, place: usize) -> Spread {
        Spread::of((0..self.seeds).map(|seed| self.curve(entry, dim, seed)[place]))
    }

    /// Every seed's largest step; `Err` with what to print where not all have one.
    fn largest(&self, entry: usize, dim: usize, threshold: f64) -> Result<Vec<f64>, String> {
        let grid = &self.grids[self.entries[entry].grid];
        let found: Vec<_> = (0..self.seeds)
            .filter_map(|seed| largest_step(grid, self.curve(entry, dim, seed), threshold))
            .collect();
        if found.is_empty() {
            return Err("none".to_owned());
        }
        if found.iter().all(|step| step.is_infinite()) {
            return Err(format!("> {:.0e}", grid[grid.len() - 1]));
        }
        if found.len() < self.seeds || found.iter().any(|step| step.is_infinite()) {
            return Err(format!("{} of {} seeds", found.len(), self.seeds));
        }
        Ok(found)
    }

    /// Largest steps and their slopes, of the entries on one grid.
    fn steps_table(&self, grid: usize) -> Table {
        let names = ["reading", "proposal", "at least", "d = 1", "d = 10", "d = 100", "d = 1000"];
        let mut table = Table::new(names.iter().copied().chain(["slope in d ± error", "over d", "theory"]));
        for (i, entry) in self.entries.iter().enumerate().filter(|(_, entry)| entry.grid == grid) {
            for threshold in THRESHOLDS {
                let found: Vec<_> = (0..DIMS.len()).map(|dim| self.largest(i, dim, threshold)).collect();
                let cell = |steps: &Result<Vec<f64>, String>| match steps {
                    Ok(steps) => {
                        let spread = Spread::of(steps.iter().copied());
                        format!("{:.2e} ± {:.0} %", spread.mean, 100.0 * spread.error() / spread.mean)
                    }
                    Err(text) => text.clone(),
                };
                let known: Vec<_> = DIMS
                    .iter()
                    .zip(&found)
                    .filter_map(|(dim, steps)| Some((*dim, steps.as_ref().ok()?)))
                    .collect();
                let slope = |seed: usize| {
                    let points: Vec<_> =
                        known.iter().map(|(dim, steps)| (f64::from(*dim), steps[seed])).collect();
                    log_slope(&points)
                };
                let [slope, over] = if known.len() < 2 {
                    [String::new(), String::new()]
                } else {
                    let slope = Spread::of((0..self.seeds).map(slope));
                    let ends = [known[0].0, known[known.len() - 1].0];
                    [slope.with_error(3), format!("{} to {}", ends[0], ends[1])]
                };
                let first =
                    [READINGS[entry.reading].1.to_owned(), entry.name.to_owned(), threshold.to_string()];
                let last = [slope, over, entry.theory.to_owned()];
                table.add(first.into_iter().chain(found.iter().map(cell)).chain(last));
            }
        }
        table
    }

    /// Acceptance against what it must be.
    fn closed_forms(&self) -> Table {
        let mut table = Table::of("what | d | ε | closed form | measured ± error | z");
        let entry = |name: &str, reading: Reading| {
            let same =
                |entry: &Entry| entry.name == name && READINGS[entry.reading].0 == reading && entry.grid == 0;
            self.entries.iter().position(same)
        };
        let mut add = |what: &str, entry: usize, dim: usize, place: usize, known: f64, judged: bool| {
            let seen = self.acceptance(entry, dim, place);
            table.add([
                what.to_owned(),
                DIMS[dim].to_string(),
                format!("{:.1e}", self.grids[0][place]),
                format!("{known:.4}"),
                seen.with_error(4),
                if judged { format!("{:+.1}", (seen.mean - known) / seen.error()) } else { String::new() },
            ]);
        };
        if let Some(sgld) = entry("SGLD", Reading::AllData) {
            for (dim, d) in DIMS.iter().enumerate() {
                for threshold in THRESHOLDS {
                    let known = |step: &f64| sgld_acceptance(*d, *step, DATA_LEN, BATCH_LEN);
                    // The first place below the threshold.
                    let below = self.grids[0].iter().position(|step| known(step) < threshold);
                    let Some(place) = below else { continue };
                    let known = known(&self.grids[0][place]);
                    add("SGLD, likelihood of all data", sgld, dim, place, known, true);
                }
            }
        }
        if let Some(walk) = entry("random walk, δ = σ", Reading::Fresh) {
            for (dim, d) in DIMS.iter().enumerate() {
                let (m, n) = (f64::from(BATCH_LEN), f64::from(DATA_LEN));
                let s = LIKELIHOOD_SCALE * (0.5 * f64::from(*d) / m * (1.0 - m / n)).sqrt();
                // In high dimension 2000 steps are no stationary chain of batches, and the noise is not normal enough.
                add("fresh batch alone, 2Φ(-s/√2)", walk, dim, 0, batch_cap(s), *d <= 10);
            }
        }
        table
    }

    /// Every curve's mean over seeds.
    fn curves(&self) -> Table {
        let mut table = Table::of("reading | noise | proposal | d | step | acceptance | error");
        for (i, entry) in self.entries.iter().enumerate() {
            for (dim, d) in DIMS.iter().enumerate() {
                for (place, step) in self.grids[entry.grid].iter().enumerate() {
                    let seen = self.acceptance(i, dim, place);
                    let noise = ["published", "Langevin"][entry.grid];
                    let first = [READINGS[entry.reading].1, noise, entry.name].map(str::to_owned);
                    let numbers =
                        [d.to_string(), step.to_string(), seen.mean.to_string(), seen.error().to_string()];
                    table.add(first.into_iter().chain(numbers));
                }
            }
        }
        table
    }

    /// Panels (a) and (b)-(d) for each reading of the paper's noise, and for Langevin noise.
    fn panels(&self) -> Vec<Panel> {
        let mut panels = Vec::new();
        let steps = |entry: usize, threshold: f64| {
            let point = |dim: usize| {
                let steps = self.largest(entry, dim, threshold).ok()?;
                Some((f64::from(DIMS[dim]), Spread::of(steps).mean))
            };
            (0..DIMS.len()).filter_map(point).collect::<Vec<_>>()
        };
        let groups = (0..READINGS.len()).map(|reading| (Some(reading), 0)).chain([(None, 1)]);
        let groups: Vec<_> = groups.collect();
        let of = |(reading, grid): (Option<usize>, usize)| {
            let entries = self.entries.iter().enumerate();
            entries.filter(move |(_, e)| e.grid == grid && reading.is_none_or(|reading| e.reading == reading))
        };
        let name = |entry: &Entry, group: (Option<usize>, usize)| match group.0 {
            Some(_) => entry.name.to_owned(),
            None => format!("{}, {}", entry.name, READINGS[entry.reading].1),
        };
        let title = |group: (Option<usize>, usize)| match group.0 {
            Some(reading) => READINGS[reading].1,
            None => "Langevin noise",
        };
        for group in &groups {
            let lines =
                of(*group).map(|(i, e)| Series::new(name(e, *group), Look::Marks, steps(i, THRESHOLDS[0])));
            panels.push(Panel::new(
                format!("{}: largest ε accepted half of the time", title(*group)),
                Axis::log("d").over(0.8, 4000.0),
                Axis::log("ε"),
                lines.collect(),
            ));
            for (dim, d) in DIMS.iter().enumerate().skip(1) {
                let line = |(i, entry): (usize, &Entry)| {
                    let grid = self.grids[entry.grid].iter().enumerate();
                    let points = grid.map(|(place, step)| (*step, self.acceptance(i, dim, place).mean));
                    Series::new(name(entry, *group), Look::Line, points.collect())
                };
                panels.push(Panel::new(
                    format!("{}, d = {d}", title(*group)),
                    Axis::log("ε"),
                    Axis::linear("acceptance").over(0.0, 1.02),
                    of(*group).map(line).collect(),
                ));
            }
        }
        panels
    }
}
