//! Every schedule of step sizes, as a chain takes them: constant, polynomial, step decay, cyclical, and the caller's own.
//!
//! A schedule of temperatures is made and used the same way: `RuleSettings::temperature`.

use example_support::Answer;
use example_support::plot::{self, Axis, Look, Panel, Series};
use sgmcmc::rule::Rule;
use sgmcmc::schedule::{Schedule, cycle_len};
use sgmcmc::{
    Batch, BatchSettings, Chain, ChainSettings, MemoryUnit, Model, RuleSettings, Sampler, fingerprint,
};
use std::error::Error;

const STEPS: u64 = 1000;
/// Every schedule starts or peaks here.
const LARGEST: f64 = 0.1;
/// Steps until the caller's own schedule peaks.
const WARM_UP: u64 = 100;
/// The rows of the printed table.
const SHOWN: [u64; 9] = [0, 50, 99, 200, 249, 250, 500, 750, 999];

/// A normal distribution, and the step sizes of `Schedule::CALLBACK`.
struct Normal;

impl Model<f64> for Normal {
    fn log_likelihood(&mut self, theta: &[f64], _: Batch<'_>, gradient: Option<&mut [f64]>) -> Answer {
        if let Some(gradient) = gradient {
            gradient[0] = -theta[0];
        }
        Ok(-0.5 * theta[0] * theta[0])
    }

    /// A linear warm-up, then a fall with the root of k.
    fn step_size(&mut self, k: u64) -> Answer {
        let share = (k + 1) as f64 / WARM_UP as f64;
        Ok(LARGEST * if share < 1.0 { share } else { (1.0 / share).sqrt() })
    }
}

/// What a chain did under one schedule, step by step.
struct Trace {
    name: &'static str,
    step_sizes: Vec<f64>,
    /// Whether the draw was kept; in the exploration part of a cycle it is not, and the temperature is 0.
    kept: Vec<bool>,
    /// The steps that end a cycle.
    cycle_ends: Vec<u64>,
}

fn main() -> Result<(), Box<dyn Error>> {
    let traces = [
        trace("constant: 0.1", Schedule::constant(LARGEST))?,
        trace("polynomial: 0.5 (10 + k)^-0.7", Schedule::polynomial(0.5, 10.0, 0.7))?,
        trace("step decay: 0.1 × 0.5^⌊k/250⌋", Schedule::step_decay(LARGEST, 0.5, 250))?,
        trace(
            "cyclical: 4 cycles, 0.6 of each explores",
            Schedule::cyclical(LARGEST, cycle_len(STEPS, 4), 0.6),
        )?,
        trace("the caller's own: warm-up, then k^-0.5", Schedule::CALLBACK)?,
    ];

    for (i, trace) in traces.iter().enumerate() {
        println!("({}) {}", i + 1, trace.name);
    }
    print!("\n{:>5}", "k");
    (1..=traces.len()).for_each(|i| print!("{:>12}", format!("({i})")));
    println!();
    for k in SHOWN {
        print!("{k:>5}");
        traces.iter().for_each(|trace| print!("{:>12.8}", trace.step_sizes[k as usize]));
        println!();
    }
    for trace in traces.iter().filter(|trace| !trace.cycle_ends.is_empty()) {
        let kept = trace.kept.iter().filter(|kept| **kept).count();
        println!("\n{}\n  cycles end with steps {:?}, {kept} draws are kept", trace.name, trace.cycle_ends);
    }
    let all: Vec<f64> = traces.iter().flat_map(|trace| &trace.step_sizes).copied().collect();
    println!("\nfingerprint {:016x}", fingerprint(&all));

    plot::show("schedules.svg", 1, &traces.each_ref().map(Trace::panel))?;
    Ok(())
}

/// Runs SGLD under a schedule and writes down what it did.
fn trace(name: &'static str, schedule: Schedule) -> Result<Trace, Box<dyn Error>> {
    let sampler = Sampler::Rule(RuleSettings::new(Rule::SGLD, schedule));
    let settings = ChainSettings::new(1, BatchSettings::All, sampler);
    let mut memory = vec![MemoryUnit::default(); settings.memory_len::<f64>(1)?];
    let mut chain = Chain::new(&settings, &[0.0], &mut memory)?;
    let mut trace = Trace { name, step_sizes: Vec::new(), kept: Vec::new(), cycle_ends: Vec::new() };
    for _ in 0..STEPS {
        let step = chain.step(&mut Normal)?;
        trace.step_sizes.push(chain.statistics().step_size);
        trace.kept.push(step.kept);
        if step.ends_cycle {
            trace.cycle_ends.push(step.index);
        }
    }
    Ok(trace)
}

impl Trace {
    /// Its step sizes, with dashes where no draw is kept.
    fn panel(&self) -> Panel {
        let (mut series, mut start, mut named) = (Vec::new(), 0, Vec::new());
        for steps in self.kept.chunk_by(|a, b| a == b) {
            let (name, look) = if steps[0] { ("kept", Look::Line) } else { ("not kept", Look::Dashes) };
            let points = (start..start + steps.len()).map(|k| (k as f64, self.step_sizes[k])).collect();
            series.push(Series::new(if named.contains(&name) { "" } else { name }, look, points));
            named.push(name);
            start += steps.len();
        }
        let y = Axis::linear("step size").over(0.0, 1.1 * LARGEST);
        Panel::new(self.name, Axis::linear("k"), y, series)
    }
}
