//! A logistic regression from defaults alone, and everything by which its chains can be judged.
//!
//! Said are the data, the batches, the prior and the model. A pilot looks at the model; four chains begin far apart, and
//! each finds its step size while it burns in. Then: estimates over all of them with standard errors, R-hat by halves of
//! chains and by ranks of stored draws, effective sample sizes, the kernel Stein discrepancy, and what each run says of
//! its own health. `examples/c/diagnose.c` is the same in C, but for the figure and what is below the fingerprint, a
//! table of the stored draws and a comparison with an expansion of the posterior, and prints the same to the last bit.

use example_support::laplace;
use example_support::logistic::{DIM, Logistic};
use example_support::page::{Page, SoFar};
use example_support::plot;
use sgmcmc::prior::Prior;
use sgmcmc::rng::{Generators, fill_normals};
use sgmcmc::rule::Rule;
use sgmcmc::schedule::Schedule;
use sgmcmc::{
    Batch, BatchSettings, ChainSettings, ChainState, Draw, EstimateSettings, EstimateState, Fingerprint,
    Health, HealthSettings, MemoryUnit, Model, PilotReport, PilotSettings, Reservoir, RuleSettings, Sampler,
    Scored, StepError, StoredDraws, SummaryTable, r_hat, stein_sum,
};
use std::array::from_fn;
use std::error::Error;

const DATA_LEN: u32 = 5000;
const BATCH_LEN: u32 = 500;
/// κ of the prior N(0, 1/κ).
const PRECISION: f64 = 1.0;
/// The seed of the data and of where chains begin; that of the chains is the default.
const SEED: u64 = 1;

const CHAINS: usize = 4;
const BURN_IN: u64 = 4096;
/// Steps of a chain after that.
const STEPS: u64 = 131_072;
/// Every how many of them a draw is kept. Neighbours tell much the same, and the batches that standard errors come from,
/// as many as they are long, must outlast the correlation: with all draws they would not.
const THINNING: u64 = 32;
/// Parts of a run, after each of which its means are noted.
const PARTS: u64 = 64;
/// Draws that are stored of a chain, evenly spaced: a power of two, as the steps are, so that all of them are used.
const STORED: usize = 1024;
/// Every how many steps a chain's health is looked at.
const INTERVAL: u64 = 40;

/// What fills a vector from estimates.
type Part = fn(&EstimateState, &[MemoryUnit], &mut [f64]) -> Result<(), sgmcmc::Error>;

/// Estimates with memory of their own.
#[derive(Clone)]
struct Sums {
    state: EstimateState,
    memory: Vec<MemoryUnit>,
}

impl Sums {
    fn new() -> Result<Self, sgmcmc::Error> {
        let settings = EstimateSettings::new(DIM);
        let mut memory = vec![MemoryUnit::default(); settings.memory_len()?];
        Ok(Self { state: EstimateState::new(&settings, &mut memory)?, memory })
    }

    fn merge(&mut self, other: &Self) -> Result<(), sgmcmc::Error> {
        self.state.merge(&mut self.memory, &other.state, &other.memory)
    }

    fn get(&self, part: Part) -> Result<[f64; DIM], sgmcmc::Error> {
        let mut out = [0.0; DIM];
        part(&self.state, &self.memory, &mut out)?;
        Ok(out)
    }
}

/// A chain, and what was seen of it.
struct Run {
    chain: ChainState<f64>,
    memory: Vec<MemoryUnit>,
    health: Health,
    halves: [Sums; 2],
    so_far: Vec<SoFar>,
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut rng = Generators::new(SEED, 0).ok_or("no such chain")?;
    let mut model = Logistic::draw_data(DATA_LEN, &mut rng);
    println!("logistic regression, n = {DATA_LEN}, d = {DIM}, batches of {BATCH_LEN}");
    let mut draws = vec![0.0; CHAINS * STORED * DIM];
    let mut runs = Vec::new();
    for rows in draws.chunks_mut(STORED * DIM) {
        // Where the prior has its mass, far from where the posterior has it.
        let mut start = [0.0; DIM];
        fill_normals(&mut rng.noise, &mut start);
        runs.push(Run::new(runs.len() as u32, &start, rows, &mut model)?);
    }

    let mut all = Sums::new()?;
    runs.iter().flat_map(|run| &run.halves).try_for_each(|half| all.merge(half))?;
    let (mean, variance) = (all.get(EstimateState::mean)?, all.get(EstimateState::variance)?);
    let (error, count) = (all.get(EstimateState::standard_error)?, all.get(EstimateState::sample_size)?);
    let halves = r_hats(&runs)?;
    let stored = StoredDraws { draws: &draws, chain_count: CHAINS, dim: DIM };
    let mut room = vec![MemoryUnit::default(); stored.memory_len()?];
    let ranks = (0..DIM).map(|i| stored.summary(i, &mut room)).collect::<Result<Vec<_>, _>>()?;
    // The parameter of which the chains agree least.
    let worst = (0..DIM).fold(0, |a, b| if ranks[b].r_hat > ranks[a].r_hat { b } else { a });
    let relative = from_fn(|i| error[i] / variance[i].sqrt());
    println!("{CHAINS} chains of {STEPS} steps; of {DIM} parameters the worst has");
    // R̂² of halves that agree is about 1 + 1/S, if each is worth S draws.
    let chance = (1.0 + 2.0 * CHAINS as f64 / least(count)).sqrt();
    println!(
        "  R-hat            {:.4} by halves, {:.4} by ranks; of chains that agree about {chance:.4}",
        largest(halves),
        ranks[worst].r_hat
    );
    println!(
        "  effective draws  {:.1} of the means, {:.1} of the bulk, {:.1} of the tails",
        least(count),
        least(from_fn(|i| ranks[i].bulk_sample_size)),
        least(from_fn(|i| ranks[i].tail_sample_size))
    );
    println!("  standard error   {:.4} posterior deviations", largest(relative));
    let mut doubts = [0; DIM];
    all.state.doubts(&all.memory, &mut doubts)?;
    println!("  of {DIM} errors {} are doubtful", doubts.iter().filter(|bits| **bits != 0).count());

    println!("kernel Stein discrepancy");
    let discrepancies = discrepancies(&draws, &variance, &mut model)?;
    for (count, discrepancy) in &discrepancies {
        println!("  {count:4} draws       {discrepancy:.6}");
    }

    println!("health");
    for run in &runs {
        let pilot = run.look(&mut model)?;
        let report = run.health.report(&run.chain, Some(&pilot), Some(largest(halves)))?;
        println!(
            "  {:.1} passes, step size {:.6} / n, variances off by {:.4}, findings: {}",
            report.pass_count,
            report.step_size * f64::from(DATA_LEN),
            report.heat,
            report.findings.count_ones()
        );
        print_lines(|text| report.write(text))?;
    }
    let mut fingerprint = Fingerprint::new();
    [mean, variance, error, halves].iter().for_each(|numbers| fingerprint.write(numbers));
    println!("fingerprint {:016x}", fingerprint.finish());

    print!("{}", SummaryTable { rows: &ranks, names: &[] });
    let expected = laplace::posterior(&model, PRECISION);
    let off = (0..DIM).map(|i| (mean[i] - expected.mean[i]) / error[i]);
    let wide = (0..DIM).map(|i| variance[i] / expected.variance[i]);
    println!(
        "Laplace's expansion: means are {:.2} standard errors away (rms), variances {:.3} times as large",
        (off.map(|x| x * x).sum::<f64>() / DIM as f64).sqrt(),
        wide.sum::<f64>() / DIM as f64
    );

    let column = |rows: &[f64]| rows.iter().skip(worst).step_by(DIM).copied().collect();
    let page = Page {
        parameter: worst,
        expected: expected.mean[worst],
        traces: draws.chunks(STORED * DIM).map(column).collect(),
        stride: STEPS as usize / STORED,
        so_far: runs.into_iter().map(|run| run.so_far).collect(),
        discrepancies,
    };
    Ok(plot::show("diagnose.svg", 2, &page.panels())?)
}

/// What a user says: the data, batches, the prior, and how long to burn in.
fn settings(chain_index: u32) -> ChainSettings<'static> {
    let sgld = RuleSettings::new(Rule::SGLD, Schedule::CALLBACK);
    ChainSettings {
        chain_index,
        prior: Prior::gaussian(0.0, PRECISION),
        burn_in: BURN_IN,
        thinning: THINNING,
        ..ChainSettings::new(DATA_LEN, BatchSettings::WithoutReplacement(BATCH_LEN), Sampler::Rule(sgld))
    }
}

impl Run {
    /// Warms a chain up and runs it; `rows` gets its stored draws.
    fn new(
        chain_index: u32,
        start: &[f64; DIM],
        rows: &mut [f64],
        model: &mut Logistic,
    ) -> Result<Self, Box<dyn Error>> {
        let settings = settings(chain_index);
        let mut memory = vec![MemoryUnit::default(); settings.memory_len::<f64>(DIM)?];
        let chain = ChainState::new(&settings, start, &mut memory)?;
        let health = Health::new(&HealthSettings::default())?;
        let mut run = Self { chain, memory, health, halves: [Sums::new()?, Sums::new()?], so_far: vec![] };
        // All chains see much the same.
        let prints = chain_index == 0;
        if prints {
            run.print_look(model)?;
        }
        let pilot = PilotSettings::default();
        let mut room = vec![MemoryUnit::default(); pilot.memory_len(&run.chain)?];
        pilot.warm_up(&mut run.chain, &mut run.memory, &mut room, u64::MAX, model)?;
        if prints {
            run.print_look(model)?;
        }

        let mut reservoir = Reservoir::new(DIM);
        for part in 0..PARTS {
            let half = &mut run.halves[usize::from(part >= PARTS / 2)];
            let mut observer = |draw: &Draw<'_, f64>| {
                let observed = half.state.observe(&mut half.memory, draw.theta, draw.step_size);
                observed.and(reservoir.push(rows, draw.theta).map(|_| ())).map_err(|error| error as i32)
            };
            let (memory, steps, health) = (&mut run.memory, STEPS / PARTS, &mut run.health);
            run.chain.run_with_health(memory, steps, model, Some(&mut observer), INTERVAL, health)?;
            let mut both = run.halves[0].clone();
            both.merge(&run.halves[1])?;
            run.so_far.push(SoFar {
                steps: (part + 1) * steps,
                mean: both.get(EstimateState::mean)?,
                error: both.get(EstimateState::standard_error)?,
            });
        }
        Ok(run)
    }

    /// What a pilot says where the chain stands.
    fn look(&self, model: &mut Logistic) -> Result<PilotReport, StepError> {
        let pilot = PilotSettings::default();
        let mut room = vec![MemoryUnit::default(); pilot.memory_len(&self.chain)?];
        Ok(pilot.look(&self.chain, &self.memory, None, &mut room, model)?.report)
    }

    fn print_look(&self, model: &mut Logistic) -> Result<(), Box<dyn Error>> {
        let report = self.look(model)?;
        let (step, step_size) = (self.chain.statistics().step_count, report.step_size);
        println!("pilot at step {step}: step size {:.6} / n", step_size * f64::from(DATA_LEN));
        print_lines(|text| report.write(text))
    }
}

/// The split R̂ of every parameter, from the estimates of all halves.
fn r_hats(runs: &[Run]) -> Result<[f64; DIM], sgmcmc::Error> {
    let halves: Vec<&Sums> = runs.iter().flat_map(|run| &run.halves).collect();
    let of = |part: Part| halves.iter().map(|half| half.get(part)).collect::<Result<Vec<_>, _>>();
    let (means, variances) = (of(EstimateState::mean)?, of(EstimateState::variance)?);
    let mut r_hats = [0.0; DIM];
    for (i, place) in r_hats.iter_mut().enumerate() {
        let column = |rows: &[[f64; DIM]]| rows.iter().map(|row| row[i]).collect::<Vec<_>>();
        *place = r_hat(&column(&means), &column(&variances), STEPS / THINNING / 2)?;
    }
    Ok(r_hats)
}

/// The kernel Stein discrepancy of the first draws of every chain together, and how many these are; in the coordinates
/// θ / deviation, which the kernel's scale of sqrt(d) suits.
fn discrepancies(
    draws: &[f64],
    variance: &[f64; DIM],
    model: &mut Logistic,
) -> Result<Vec<(usize, f64)>, Box<dyn Error>> {
    let (mut points, mut scores) = (Vec::new(), Vec::new());
    for k in 0..STORED {
        for rows in draws.chunks(STORED * DIM) {
            let theta = &rows[k * DIM..][..DIM];
            let mut gradient = [0.0; DIM];
            model.log_likelihood(theta, Batch::All, Some(&mut gradient)).map_err(|_| "no gradient")?;
            for ((theta, gradient), variance) in theta.iter().zip(gradient).zip(variance) {
                let score = f64::from(DATA_LEN) * gradient - PRECISION * theta;
                points.push(theta / variance.sqrt());
                scores.push(score * variance.sqrt());
            }
        }
    }
    let block = |from: usize, to: usize| {
        let numbers = from * DIM..to * DIM;
        Scored { draws: &points[numbers.clone()], scores: &scores[numbers] }
    };
    let (mut sum, mut count, mut discrepancies) = (0.0, 0, Vec::new());
    let scale = (DIM as f64).sqrt();
    let mut next = 8 * CHAINS;
    while next <= STORED * CHAINS {
        // What was summed before stays; blocks of different draws count twice.
        let new = block(count, next);
        if count > 0 {
            sum += 2.0 * stein_sum(&block(0, count), &new, DIM, scale)?;
        }
        sum += stein_sum(&new, &new, DIM, scale)?;
        count = next;
        discrepancies.push((count, sum.sqrt() / count as f64));
        next *= 2;
    }
    Ok(discrepancies)
}

fn largest(numbers: [f64; DIM]) -> f64 {
    numbers.into_iter().fold(0.0, f64::max)
}

fn least(numbers: [f64; DIM]) -> f64 {
    numbers.into_iter().fold(f64::INFINITY, f64::min)
}

/// Prints a report's sentences, one a line.
fn print_lines(write: impl Fn(&mut dyn std::fmt::Write) -> std::fmt::Result) -> Result<(), Box<dyn Error>> {
    let mut text = String::new();
    write(&mut text)?;
    text.lines().for_each(|line| println!("  {line}"));
    Ok(())
}
