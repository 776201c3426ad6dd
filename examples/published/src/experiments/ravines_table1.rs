//! Kim, Song and Liang 2020, section 4.3, Table 1: five rules on a regression with long narrow ravines, under several
//! readings of what the paper leaves out.
//!
//! Printed there: the regression, 10⁴ data at θ = (20, 10), five data sets, the prior N(0, I), batches of 100, 30 000
//! steps of which the first 10 000 are forgotten, and every rule's learning rate ε and settings (Table 5). Not printed: τ,
//! the start, and whether the gradient that ε multiplies is that of all data, the sum over the batch, or the mean.
//!
//! With a gradient c times the library's, a step of the paper's is one of the library's with η = cε and τ/c; a drift or
//! preconditioner that does not know the gradient's scale keeps its ε by a/c, or λ/c.

use crate::jobs::{self, Job, Place};
use crate::lab::{Lab, Outcome, fingerprint};
use crate::models::ravines::{DIM, Ravines, TRUTH};
use crate::report::Table;
use crate::run::{End, Run};
use example_support::plot::{Axis, Look, Panel, Series};
use sgmcmc::drift::{Adam, Drift, Momentum, MomentumForm};
use sgmcmc::precond::{GradientScale, Preconditioner, RmsProp};
use sgmcmc::prior::Prior;
use sgmcmc::rng::{Generators, fill_normals};
use sgmcmc::rule::{Rule, Sghmc};
use sgmcmc::schedule::Schedule;
use sgmcmc::{BatchSettings, ChainSettings, RuleSettings, Sampler};

const DATA_LEN: u32 = 10_000;
const BATCH_LEN: u32 = 100;
const DATA_SEED: u64 = 2020;
const SETS: usize = 5;
const SEED: u64 = 1;
/// How near to the truth an estimate counts as having found it.
const NEAR: f64 = 0.5;
/// Places along the way at which the curvature is taken, and of how many data.
const PLACES: u64 = 100;
const STRIDE: usize = 10;
/// What a chain gives; then come its places.
const NUMBERS: [&str; 6] = ["θ1", "θ2", "median of η × curvature", "largest", "complete", "steps near"];

/// A rule of Table 5 and its five estimates in Table 1.
struct Entry {
    name: &'static str,
    /// ε.
    rate: f64,
    /// The rule for a gradient c times the library's.
    rule: fn(f64) -> Rule<'static>,
    /// Whether a P takes out the gradient's scale, so that η is ε itself.
    preconditioned: bool,
    paper: [[f64; DIM]; SETS],
}

const ENTRIES: [Entry; 5] = [
    Entry {
        name: "SGLD",
        rate: 1e-4,
        rule: |_| Rule::SGLD,
        preconditioned: false,
        paper: [[-5.79, -2.42], [-6.59, -1.76], [17.43, 9.02], [0.99, -1.36], [-3.01, -4.74]],
    },
    Entry {
        name: "SGHMC",
        rate: 1e-5,
        rule: |_| Rule::Sghmc(Sghmc { friction: 0.1, ..Sghmc::default() }),
        preconditioned: false,
        paper: [[9.22, 1.27], [14.73, 6.23], [23.19, 11.03], [11.39, 2.65], [-4.22, -2.25]],
    },
    Entry {
        name: "pSGLD",
        rate: 1e-4,
        // V c² is the paper's, so both λ + sqrt(V) and the gradient shrink by c.
        rule: |c| {
            Rule::with_preconditioner(Preconditioner::RmsProp(RmsProp {
                beta: 0.9,
                lambda: 1e-6 / c,
                scale: GradientScale::Sum,
            }))
        },
        preconditioned: true,
        paper: [[1.27, -2.22], [-19.77, -15.44], [16.52, 8.17], [5.14, 0.65], [-9.08, 3.75]],
    },
    Entry {
        name: "ASGLD",
        rate: 1e-4,
        rule: |c| {
            Rule::with_drift(Drift::Adam(Adam {
                scale: 1000.0 / c,
                beta1: 0.9,
                beta2: 0.999,
                lambda: 1e-5 / (c * c),
            }))
        },
        preconditioned: false,
        paper: [[19.75, 9.99], [15.34, 9.29], [19.99, 9.92], [19.01, 9.66], [19.98, 9.99]],
    },
    Entry {
        name: "MSGLD",
        rate: 1e-4,
        rule: |_| {
            let form = MomentumForm::Published;
            Rule::with_drift(Drift::Momentum(Momentum { scale: 10.0, beta1: 0.99, form }))
        },
        preconditioned: false,
        paper: [[20.01, 9.99], [20.07, 10.0], [19.99, 9.99], [20.0, 9.99], [19.99, 9.99]],
    },
];

/// What the paper may mean.
#[derive(Clone, Copy)]
struct Reading {
    /// The gradient, and c.
    scale: (&'static str, f64),
    /// τ in the paper's step.
    temperature: f64,
    /// What the prior's gradient is multiplied by beside the likelihood's: 1 is the posterior.
    prior: f64,
    start: Start,
    /// Whether ε is halved after every tenth of the run, as in the paper's section 5.1; Table 5 calls it an initial value.
    halved: bool,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Start {
    Zero,
    /// N(0, s²) in both coordinates, one draw for each data set.
    Normal(f64),
}

const SUM: (&str, f64) = ("all data", 1.0);
const BATCH: (&str, f64) = ("batch sum", BATCH_LEN as f64 / DATA_LEN as f64);
const MEAN: (&str, f64) = ("mean", 1.0 / DATA_LEN as f64);

impl Reading {
    fn name(&self) -> String {
        let start = match self.start {
            Start::Zero => "0".to_owned(),
            Start::Normal(deviation) => format!("N(0, {deviation}²)"),
        };
        let prior = if self.prior == 1.0 { String::new() } else { format!(", prior × {}", self.prior) };
        let halved = if self.halved { ", ε halved" } else { "" };
        format!("{}, τ = {}, start {start}{prior}{halved}", self.scale.0, self.temperature)
    }

    /// The start on a data set.
    fn start(&self, set: usize) -> Outcome<[f64; DIM]> {
        let Start::Normal(deviation) = self.start else { return Ok([0.0; DIM]) };
        let mut start = [0.0; DIM];
        fill_normals(&mut Generators::new(SEED + 1, set as u32).ok_or("no such chain")?.noise, &mut start);
        Ok(start.map(|x| deviation * x))
    }

    /// A rule with its η and τ in the library's scale.
    fn rule(&self, entry: &Entry, steps: u64) -> RuleSettings<'static> {
        let c = self.scale.1;
        let rule = (entry.rule)(c);
        let step_size = if entry.preconditioned { entry.rate } else { c * entry.rate };
        let step_sizes = if self.halved {
            Schedule::step_decay(step_size, 0.5, steps / 10)
        } else {
            Schedule::constant(step_size)
        };
        let temperature = Schedule::constant(self.temperature / c);
        RuleSettings { temperature, ..RuleSettings::new(rule, step_sizes) }
    }
}

/// All combinations in a full run.
fn readings(lab: &Lab) -> Vec<Reading> {
    let scales = [(SUM, 1.0), (BATCH, 1.0), (BATCH, 100.0), (MEAN, 1.0)];
    let mut all = Vec::new();
    for halved in [false, true] {
        for (scale, prior) in scales {
            for temperature in [1.0, 1e-2, 1e-4] {
                for start in [Start::Zero, Start::Normal(1.0), Start::Normal(10.0)] {
                    all.push(Reading { scale, temperature, prior, start, halved });
                }
            }
        }
    }
    if lab.full {
        return all;
    }
    all.retain(|r| r.prior == 1.0 && r.start != Start::Normal(1.0) && !(r.halved && r.scale == MEAN));
    all.retain(|r| {
        r.temperature == 1.0 || (r.temperature == 1e-4 && r.start == Start::Zero && r.scale != BATCH)
    });
    if lab.quick {
        // One of every scale.
        all.retain(|r| r.temperature == 1.0 && r.start == Start::Zero && !r.halved);
    }
    all
}

/// Runs the table under every reading.
pub fn run(lab: &Lab) -> Outcome<Option<String>> {
    let data = (0..SETS as u32).map(|set| {
        let mut rng = Generators::new(DATA_SEED, set).ok_or("no such chain")?;
        Ok(Ravines::draw(DATA_LEN as usize, &mut rng))
    });
    let data: Vec<_> = data.collect::<Outcome<_>>()?;
    let (steps, readings) = (lab.pick(30_000, 300), readings(lab));
    let mut jobs = Vec::new();
    for reading in &readings {
        for entry in &ENTRIES {
            for (set, data) in data.iter().enumerate() {
                let work = move |place: &Place| sample(place, reading, entry, data, set, steps);
                let name = format!("{}: {}, set {}", reading.name(), entry.name, set + 1);
                jobs.push(Job::new(name, steps, work));
            }
        }
    }
    let rows = jobs::run(lab, &NUMBERS, &jobs)?;

    let sets = (1..=SETS).map(|set| format!("set {set}: θ1 / θ2"));
    let header = ["reading", "rule"].map(str::to_owned).into_iter().chain(sets);
    let header = header.chain(["found the truth", "η × curvature, median", "largest"].map(str::to_owned));
    let mut table = Table::new(header);
    let cell = |[a, b]: [f64; DIM]| format!("{a:.2} / {b:.2}");
    for entry in &ENTRIES {
        let cells = entry.paper.map(cell).into_iter();
        let found = format!("{} of {SETS}", entry.paper.iter().filter(|theta| is_near(**theta)).count());
        let cells = cells.chain([found, String::new(), String::new()]);
        table.add(["the paper's", entry.name].map(str::to_owned).into_iter().chain(cells));
    }
    let mut counts = Vec::new();
    for (reading, rows) in readings.iter().zip(rows.chunks(ENTRIES.len() * SETS)) {
        let mut count = Vec::new();
        for (entry, rows) in ENTRIES.iter().zip(rows.chunks(SETS)) {
            let found = rows.iter().filter(|row| is_near([row[0], row[1]])).count();
            let end = if rows.iter().all(|row| row[4] == 1.0) { "" } else { " (refused)" };
            let mut medians: Vec<_> = rows.iter().map(|row| row[2]).collect();
            medians.sort_by(f64::total_cmp);
            let largest = rows.iter().map(|row| row[3]).fold(0.0, f64::max);
            // Where there is a P, the step is P's.
            let stability =
                |product: f64| if entry.preconditioned { String::new() } else { format!("{product:.3}") };
            let cells = rows.iter().map(|row| cell([row[0], row[1]]));
            let last = [format!("{found} of {SETS}{end}"), stability(medians[SETS / 2]), stability(largest)];
            table.add([reading.name(), entry.name.to_owned()].into_iter().chain(cells).chain(last));
            count.push(found);
        }
        counts.push(count);
    }
    let title = format!(
        "Means of θ after {} of {steps} steps on five data sets; the truth is {} / {}. η × curvature is that of all the \
         data's log-likelihood along the way: SGLD and MSGLD are stable below 2, SGHMC below 3.8",
        steps / 3,
        TRUTH[0],
        TRUTH[1]
    );
    table.publish(lab, "table-1", &title)?;
    lab.note(&verdict(&readings, &counts))?;
    paths(lab, &readings, &rows)?;
    Ok(Some(fingerprint(&rows)))
}

/// Whether an estimate has found the truth.
fn is_near(theta: [f64; DIM]) -> bool {
    theta.iter().zip(TRUTH).all(|(theta, truth)| (theta - truth).abs() < NEAR)
}

/// Which readings find the truth where the paper does.
fn verdict(readings: &[Reading], counts: &[Vec<usize>]) -> String {
    let paper: Vec<_> =
        ENTRIES.iter().map(|e| e.paper.iter().filter(|theta| is_near(**theta)).count()).collect();
    let off = |count: &[usize]| count.iter().zip(&paper).map(|(a, b)| a.abs_diff(*b)).sum::<usize>();
    let mut order: Vec<_> = (0..readings.len()).collect();
    order.sort_by_key(|i| off(&counts[*i]));
    let nearest = order.iter().take(5).map(|i| format!("  {}: {:?}\n", readings[*i].name(), counts[*i]));
    let same = counts.iter().filter(|count| off(count) == 0).count();
    format!(
        "Sets in which {} found the truth; the paper's: {paper:?}\n{}{same} of {} readings \
         have the paper's numbers of sets.\n",
        ENTRIES.each_ref().map(|entry| entry.name).join(", "),
        nearest.collect::<String>(),
        readings.len()
    )
}

/// One chain's row: `NUMBERS`, then `PLACES` places along its way.
fn sample(
    place: &Place,
    reading: &Reading,
    entry: &Entry,
    data: &Ravines,
    set: usize,
    steps: u64,
) -> Outcome<Vec<f64>> {
    let rule = reading.rule(entry, steps);
    let settings = ChainSettings {
        seed: SEED,
        chain_index: set as u32,
        prior: Prior::gaussian(0.0, reading.prior),
        ..ChainSettings::new(DATA_LEN, BatchSettings::WithoutReplacement(BATCH_LEN), Sampler::Rule(rule))
    };
    let places = NUMBERS.len();
    let start = reading.start(set)?;
    let mut run = Run::new(place, &settings, &start, places + DIM * PLACES as usize)?;
    let every = steps.div_ceil(PLACES);
    let end = run.run_to(steps, &mut &*data, &mut |draw, record| {
        let theta = [draw.theta[0], draw.theta[1]];
        if draw.step >= steps / 3 {
            record[0] += theta[0];
            record[1] += theta[1];
            record[5] += f64::from(u8::from(is_near(theta)));
        }
        if draw.step.is_multiple_of(every) {
            let at = places + DIM * (draw.step / every) as usize;
            record[at..at + DIM].copy_from_slice(&theta);
        }
    })?;
    let done = run.chain.statistics().step_count;
    let kept = done.saturating_sub(steps / 3) as f64;
    let mut row = run.record;
    [0, 1, 5].into_iter().for_each(|i| row[i] /= kept);
    let visited = row[places..].chunks(DIM).zip((0..done).step_by(every as usize));
    let mut products = Vec::new();
    for (theta, step) in visited {
        let eta = rule.step_size.at(step).ok_or("no step size")?;
        products.push(eta * data.largest_curvature(theta, STRIDE));
    }
    products.sort_by(f64::total_cmp);
    row[2] = products.get(products.len() / 2).copied().unwrap_or(f64::NAN);
    row[3] = products.last().copied().unwrap_or(f64::NAN);
    row[4] = f64::from(u8::from(end == End::Complete));
    Ok(row)
}

/// The way of every rule on the first data set, a panel for each reading.
fn paths(lab: &Lab, readings: &[Reading], rows: &[Vec<f64>]) -> Outcome<()> {
    let panels = readings.iter().zip(rows.chunks(ENTRIES.len() * SETS)).map(|(reading, rows)| {
        let series = ENTRIES.iter().zip(rows.iter().step_by(SETS)).map(|(entry, row)| {
            let points = row[NUMBERS.len()..].chunks(DIM).map(|theta| (theta[0], theta[1])).collect();
            Series::new(entry.name, Look::Dots, points)
        });
        let x = Axis::linear("θ1").over(-30.0, 40.0);
        let y = Axis::linear("θ2").over(-25.0, 25.0);
        Panel::new(reading.name(), x, y, series.collect())
    });
    lab.draw("paths.svg", 3, &panels.collect::<Vec<_>>())
}
