//! Kim, Song and Liang 2020, section 5.1, Table 2: the posterior of a network 36-30-30-6 on the Landsat data, at
//! temperature 0.01, by five rules.
//!
//! Printed there: the prior N(0, I), batches of 50, 3000 epochs, the step 0.1/4435 halved every 300 epochs, the last
//! 100 000 steps thinned by 500, the mean of each draw's own accuracy, and each rule's settings (Table 6). Not printed:
//! the scale of the inputs and the start. Both readings tried here start as PyTorch does; the inputs are divided by 255,
//! or standardised.

use crate::data::{Labelled, Scaling, landsat};
use crate::jobs::{self, Job, Place};
use crate::lab::{Lab, Outcome};
use crate::models::network::{Network, Shape, Unit, likeliest};
use crate::report::{Spread, Table};
use crate::run::{End, Run};
use example_support::plot::{Axis, Look, Panel, Series};
use sgmcmc::drift::{Adam, Drift, Momentum, MomentumForm};
use sgmcmc::precond::{GradientScale, Preconditioner, RmsProp};
use sgmcmc::prior::Prior;
use sgmcmc::rule::{Rule, Sghmc};
use sgmcmc::schedule::Schedule;
use sgmcmc::{BatchSettings, ChainSettings, RuleSettings, Sampler, ScheduleUnit};

const SHAPE: Shape = Shape { widths: &[36, 30, 30, 6], unit: Unit::Relu };
const BATCH_LEN: u32 = 50;
/// Parts of a run after each of which the step is halved, of which there are ten.
const PARTS: u64 = 10;
const STEP_SIZE: f64 = 0.1 / 4435.0;
const TEMPERATURE: f64 = 0.01;
/// Draws that accuracies are averaged over.
const DRAWS: u64 = 200;
/// What a chain gives. It records the first three as sums, and then those of the test points' probabilities.
const NUMBERS: [&str; 5] =
    ["draws", "training accuracy", "test accuracy", "ensemble test accuracy", "complete"];

/// A rule, with what the paper reports of it.
struct Entry {
    name: &'static str,
    rule: Rule<'static>,
    /// What the paper's step and temperature are multiplied by.
    factors: [f64; 2],
    /// The paper's training and test accuracy in percent, and their deviations.
    paper: Option<[f64; 4]>,
}

fn entries() -> [Entry; 12] {
    let entry = |name, rule, paper| Entry { name, rule, factors: [1.0, 1.0], paper };
    let rmsprop = |settings| Rule::with_preconditioner(Preconditioner::RmsProp(settings));
    let printed = RmsProp { beta: 0.9, lambda: 1e-5, scale: GradientScale::Mean };
    let momentum = |form| Rule::with_drift(Drift::Momentum(Momentum { scale: 5.0, beta1: 0.9, form }));
    let adam = Rule::with_drift(Drift::Adam(Adam { scale: 10.0, beta1: 0.9, beta2: 0.999, lambda: 1e-5 }));
    let psgld = Some([93.857, 0.125, 90.712, 0.090]);
    [
        entry("SGLD", Rule::SGLD, Some([93.163, 0.085, 90.225, 0.153])),
        entry("pSGLD, V of the mean gradient", rmsprop(printed), psgld),
        entry(
            "pSGLD, V of the sum gradient",
            rmsprop(RmsProp { scale: GradientScale::Sum, ..printed }),
            psgld,
        ),
        // Other settings than the printed ones: the β of Li et al. 2016; sqrt(1e-5) for λ, about what the printed one is inside
        // the root, where the paper's ASGLD has it; a larger λ; and a smaller step, as the paper has it for pSGLD on CIFAR.
        entry("pSGLD, β = 0.99", rmsprop(RmsProp { beta: 0.99, ..printed }), None),
        entry("pSGLD, λ = 0.0032", rmsprop(RmsProp { lambda: 0.0032, ..printed }), None),
        entry("pSGLD, λ = 0.01", rmsprop(RmsProp { lambda: 0.01, ..printed }), None),
        Entry { factors: [0.1, 1.0], ..entry("pSGLD, η/10", rmsprop(printed), None) },
        entry("SGHMC", Rule::Sghmc(Sghmc::default()), Some([94.015, 0.117, 90.848, 0.089])),
        entry("ASGLD", adam, Some([93.827, 0.087, 90.794, 0.087])),
        entry("MSGLD, published", momentum(MomentumForm::Published), Some([94.910, 0.105, 91.247, 0.141])),
        entry("MSGLD, calibrated", momentum(MomentumForm::Calibrated), None),
        // What published MSGLD tends to: (1 + a) times the gradient, with the noise as it was.
        Entry { factors: [6.0, 1.0 / 6.0], ..entry("SGLD, 6 η, τ/6", Rule::SGLD, None) },
    ]
}

/// Both readings of what is not printed.
const READINGS: [(&str, Scaling); 2] = [("x/255", Scaling::Unit), ("standardised", Scaling::Standard)];

/// Runs the table.
pub fn run(lab: &Lab) -> Outcome<Option<String>> {
    let data = [landsat(lab, READINGS[0].1)?, landsat(lab, READINGS[1].1)?];
    let epochs = lab.pick(3000, 30);
    let entries = entries();
    let mut jobs = Vec::new();
    for ((reading, _), data) in READINGS.iter().zip(&data) {
        let steps = steps(&data[0], epochs);
        for entry in &entries {
            for seed in lab.seeds(5) {
                let name = format!("{reading} {} {seed}", entry.name);
                jobs.push(Job::new(name, steps, move |place| sample(place, entry, data, epochs, seed)));
            }
        }
    }
    let rows = jobs::run(lab, &NUMBERS, &jobs)?;

    let mut panels = Vec::new();
    let mut groups = rows.chunks(lab.seeds(5).count());
    for (reading, _) in READINGS {
        let mut table =
            Table::of("rule | training, % | the paper's | test, % | the paper's | ensemble's test, %");
        let mut series = Vec::new();
        for (entry, rows) in entries.iter().zip(&mut groups) {
            let percent = |i: usize| Spread::of(rows.iter().map(|row| 100.0 * row[i]));
            let paper = |i: usize| match entry.paper {
                Some(paper) => format!("{:.3} ± {:.3}", paper[i], paper[i + 1]),
                None => String::new(),
            };
            let complete = rows.iter().all(|row| row[4] == 1.0);
            let cells =
                [percent(1).to_string(), paper(0), percent(2).to_string(), paper(2), percent(3).to_string()];
            let name = format!("{}{}", entry.name, if complete { "" } else { " (diverged)" });
            table.add([name].into_iter().chain(cells));
            series.push(Series::new(
                entry.name,
                Look::Dots,
                rows.iter().map(|row| (100.0 * row[1], 100.0 * row[2])).collect(),
            ));
        }
        let chains = lab.seeds(5).count();
        let title =
            format!("Landsat, inputs {reading}: mean ± deviation of {chains} chains, {epochs} epochs");
        table.publish(lab, &format!("table-{}", reading.replace('/', "-over-")), &title)?;
        panels.push(Panel::new(
            format!("inputs {reading}"),
            Axis::linear("training accuracy, %"),
            Axis::linear("test accuracy, %"),
            series,
        ));
    }
    lab.draw("accuracy.svg", 2, &panels)?;
    Ok(None)
}

/// The steps of so many epochs, the last batch of each of which is shorter.
fn steps(train: &Labelled<f32>, epochs: u64) -> u64 {
    epochs * train.labels.len().div_ceil(BATCH_LEN as usize) as u64
}

/// One chain's row of `NUMBERS`.
fn sample(
    place: &Place,
    entry: &Entry,
    [train, test]: &[Labelled<f32>; 2],
    epochs: u64,
    seed: u64,
) -> Outcome<Vec<f64>> {
    let steps = steps(train, epochs);
    // The last 100 000 of 267 000 steps, thinned by 500; a quick run has fewer draws.
    let draws = DRAWS.min(epochs);
    let thinning = steps * 100_000 / 267_000 / draws;
    let rule = RuleSettings {
        temperature: Schedule::constant(TEMPERATURE * entry.factors[1]),
        schedule_unit: ScheduleUnit::Epoch,
        ..RuleSettings::new(
            entry.rule,
            Schedule::step_decay(STEP_SIZE * entry.factors[0], 0.5, epochs / PARTS),
        )
    };
    let settings = ChainSettings {
        seed,
        prior: Prior::gaussian(0.0, 1.0),
        burn_in: steps - draws * thinning,
        thinning,
        ..ChainSettings::new(train.labels.len() as u32, BatchSettings::Epochs(BATCH_LEN), Sampler::Rule(rule))
    };
    let start = SHAPE.uniform_start::<f32>(seed);
    let (mut training, mut testing) = (Network::new(SHAPE, train), Network::new(SHAPE, test));
    let mut model = Network::new(SHAPE, train);
    let mut run = Run::new(place, &settings, &start, 3 + test.labels.len() * test.classes)?;
    let end = run.run_to(steps, &mut model, &mut |draw, record| {
        let (counts, sums) = record.split_at_mut(3);
        counts[0] += 1.0;
        counts[1] += training.accuracy(draw.theta);
        let mut right = 0.0;
        let mut sums = sums.chunks_mut(test.classes);
        testing.predict(draw.theta, |label, probabilities| {
            right += f64::from(u8::from(likeliest(probabilities) == label));
            let sums = sums.next().into_iter().flatten();
            sums.zip(probabilities).for_each(|(sum, x)| *sum += f64::from(*x));
        });
        counts[2] += right / test.labels.len() as f64;
    })?;
    let (counts, sums) = run.record.split_at(3);
    let ensemble =
        sums.chunks(test.classes).zip(&test.labels).filter(|(sums, label)| likeliest(sums) == **label);
    let ensemble = ensemble.count() as f64 / test.labels.len() as f64;
    let complete = f64::from(u8::from(end == End::Complete));
    Ok(vec![counts[0], counts[1] / counts[0], counts[2] / counts[0], ensemble, complete])
}
