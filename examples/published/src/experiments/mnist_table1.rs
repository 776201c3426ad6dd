//! Wu, Wang and Wong 2020, section 3.2, Table 1 and figure 3: a network 784-600-10 on MNIST, trained by SGD, SGLD and
//! mini-batch Metropolis-Hastings with the reversible proposal, at steps up to where the first two fail.
//!
//! Printed there: 55 000 training images, batches of 100, 500 epochs, the start N(0, 0.03), c_n = 100, the noise
//! sqrt(2ε)/n, the tuner of β, medians over 30 rounds. Not printed: the scale of the pixels and whether 0.03 is a variance
//! or a deviation, of which three readings are tried, and the first β, which is 100 here. Which density entered the
//! acceptance ratio is not printed either: it must have been the unnormalised one, since with the other and β > 1 no
//! forward move is ever accepted in so many dimensions. Run are 50 epochs at three of the steps, 500 at all ten with `--full`.

use crate::data::{Labelled, Scaling, mnist};
use crate::jobs::{self, Job, Place};
use crate::lab::{Lab, Outcome};
use crate::models::network::{Network, Shape, Unit};
use crate::report::{Spread, Table};
use crate::run::{End, Run};
use example_support::plot::{Axis, Look, Panel, Series};
use sgmcmc::mh::{Density, MetropolisHastings, NoiseScale, Proposal};
use sgmcmc::rng::{Generators, fill_normals};
use sgmcmc::rule::{Rule, convert};
use sgmcmc::schedule::Schedule;
use sgmcmc::{BatchSettings, ChainSettings, RuleSettings, Sampler};

const SHAPE: Shape = Shape { widths: &[784, 600, 10], unit: Unit::Relu };
/// That of a quick run.
const SMALL: Shape = Shape { widths: &[784, 20, 10], unit: Unit::Relu };
const BATCH_LEN: u32 = 100;
const LIKELIHOOD_SCALE: f64 = 100.0;
/// The first β of the tuner.
const BETA: f64 = 100.0;
/// Numbers of a row before the test error after every epoch.
const NUMBERS: [&str; 5] = ["test error, %", "epochs", "acceptance", "forward acceptance", "β"];
/// A network whose test error is above this has failed, in percent: all ten classes for one are about 90.
const FAILED: f64 = 50.0;

/// What moves the weights.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Method {
    Sgd,
    Sgld,
    Rsgld,
}

const METHODS: [(&str, Method); 3] = [("RSGLD", Method::Rsgld), ("SGD", Method::Sgd), ("SGLD", Method::Sgld)];
/// The paper's steps, with its median and deviation of each method.
const STEPS: [(f64, [(f64, f64); 3]); 10] = [
    (0.01, [(2.01, 0.03), (1.81, 0.02), (1.81, 0.02)]),
    (0.02, [(1.82, 0.03), (1.78, 0.02), (1.78, 0.02)]),
    (0.05, [(1.72, 0.03), (1.73, 0.03), (1.73, 0.03)]),
    (0.08, [(1.75, 0.03), (1.75, 0.03), (1.72, 0.03)]),
    (0.1, [(1.73, 0.04), (1.75, 0.06), (1.75, 0.07)]),
    (0.2, [(1.75, 0.13), (1.76, 16.1), (1.8, 33.3)]),
    (0.3, [(1.7, 0.18), (1.85, 42.1), (1.84, 42.1)]),
    (0.4, [(1.68, 0.33), (89.7, 44.4), (89.7, 43.3)]),
    (0.5, [(1.66, 11.4), (89.7, 33.4), (89.9, 26.9)]),
    (0.6, [(1.71, 26.9), (89.8, 24.0), (89.8, 37.9)]),
];
/// Of those, the ones without `--full`: where nothing fails, and where SGD and SGLD do.
const REDUCED: [f64; 3] = [0.1, 0.4, 0.5];
/// What is not printed: the inputs' scale, and what N(0, 0.03) means, as the standard deviation of the start.
const READINGS: [(&str, Scaling, f64); 3] = [
    ("deviation 0.03", Scaling::Unit, 0.03),
    ("deviation 0.03, standardised", Scaling::Standard, 0.03),
    ("variance 0.03", Scaling::Unit, 0.173_205_080_756_887_73),
];

/// Runs the table.
pub fn run(lab: &Lab) -> Outcome<Option<String>> {
    let epochs = lab.pick_of_three(500, 50, 2);
    let read = |scaling| -> Outcome<[Labelled<f32>; 2]> {
        let [train, test] = mnist(lab, scaling, lab.pick(55_000, 1000))?;
        Ok([train, test.first(lab.pick(usize::MAX, 500))])
    };
    let [plain, standard] = [read(Scaling::Unit)?, read(Scaling::Standard)?];
    let data = |scaling| match scaling {
        Scaling::Unit => &plain,
        Scaling::Standard => &standard,
    };
    let chains = lab.seeds(2);
    let runs = |step_size: &f64| lab.full || REDUCED.contains(step_size);
    let step_sizes: Vec<_> = STEPS.into_iter().filter(|(step_size, _)| runs(step_size)).collect();
    let mut jobs = Vec::new();
    for (reading, scaling, deviation) in READINGS {
        for &(step_size, _) in &step_sizes {
            for (name, method) in METHODS {
                for seed in chains.clone() {
                    let name = format!("{reading} {step_size} {name} {seed}");
                    let data = data(scaling);
                    let steps = epochs * epoch_len(&data[0]);
                    let work =
                        Work { shape: lab.pick(SHAPE, SMALL), epochs, method, step_size, deviation, seed };
                    jobs.push(Job::new(name, steps, move |place| sample(place, data, &work)));
                }
            }
        }
    }
    let after = (1..=epochs).map(|epoch| format!("test error after {epoch}, %"));
    let names: Vec<_> = NUMBERS.map(String::from).into_iter().chain(after).collect();
    let rows = jobs::run(lab, &names, &jobs)?;

    let mut panels = Vec::new();
    let mut groups = rows.chunks(chains.clone().count());
    for (reading, ..) in READINGS {
        let mut table = Table::of(
            "ε | method | test error, % | failed | the paper's median (deviation), 500 epochs | \
             acceptance | forward | β at the end",
        );
        for (step_size, paper) in &step_sizes {
            let mut series = Vec::new();
            for (((name, method), paper), rows) in METHODS.iter().zip(paper).zip(&mut groups) {
                let of = |i: usize| Spread::column(rows, i);
                let tuned = |i: usize, digits: usize| match method {
                    Method::Rsgld => format!("{:.digits$}", of(i).mean),
                    Method::Sgd | Method::Sgld => String::new(),
                };
                let failed = rows.iter().filter(|row| row[0] > FAILED).count();
                table.add([
                    format!("{step_size}"),
                    (*name).to_owned(),
                    format!("{:.2}", of(0)),
                    format!("{failed} of {}", rows.len()),
                    format!("{} ({})", paper.0, paper.1),
                    tuned(2, 2),
                    tuned(3, 2),
                    tuned(4, 4),
                ]);
                series.extend(rows.iter().enumerate().map(|(i, row)| {
                    let errors = row[NUMBERS.len()..].iter().enumerate();
                    let points = errors.map(|(epoch, error)| (epoch as f64 + 1.0, *error)).collect();
                    Series::new(if i == 0 { *name } else { "" }, Look::Line, points)
                }));
            }
            panels.push(Panel::new(
                format!("ε = {step_size}, {reading}"),
                Axis::linear("epochs"),
                Axis::log("test error, %"),
                series,
            ));
        }
        let chains = chains.clone().count();
        let title = format!("MNIST, {reading}: mean ± deviation of {chains} chains after {epochs} epochs");
        table.publish(lab, &format!("table-{}", reading.replace(", ", "-").replace(' ', "-")), &title)?;
    }
    lab.draw("errors.svg", step_sizes.len(), &panels)?;
    Ok(None)
}

fn epoch_len(train: &Labelled<f32>) -> u64 {
    train.labels.len() as u64 / u64::from(BATCH_LEN)
}

/// What a job does.
struct Work {
    shape: Shape,
    epochs: u64,
    method: Method,
    step_size: f64,
    /// The standard deviation of the start.
    deviation: f64,
    seed: u64,
}

/// One chain's row of `NUMBERS`, and its test error after every epoch.
fn sample(place: &Place, [train, test]: &[Labelled<f32>; 2], work: &Work) -> Outcome<Vec<f64>> {
    let Work { shape, epochs, method, step_size, seed, .. } = *work;
    let (n, epoch_len) = (train.labels.len() as u32, epoch_len(train));
    let (eta, temperature) = convert::from_mini_batch_metropolis(step_size, n);
    let rule = |temperature| {
        Sampler::Rule(RuleSettings {
            temperature: Schedule::constant(temperature),
            ..RuleSettings::new(Rule::SGLD, Schedule::constant(eta))
        })
    };
    let proposal = Proposal::rsgld(step_size, NoiseScale::Published, BETA, Density::Unnormalized);
    let (batch, sampler) = match method {
        Method::Sgd => (BatchSettings::Epochs(BATCH_LEN), rule(0.0)),
        Method::Sgld => (BatchSettings::Epochs(BATCH_LEN), rule(temperature)),
        // Its batches are drawn anew with every proposal, from all data.
        Method::Rsgld => (
            BatchSettings::WithoutReplacement(BATCH_LEN),
            Sampler::MetropolisHastings(MetropolisHastings {
                tune_beta: true,
                tune_interval: epoch_len,
                ..MetropolisHastings::new(proposal, LIKELIHOOD_SCALE)
            }),
        ),
    };
    let settings = ChainSettings { seed, thinning: epoch_len, ..ChainSettings::new(n, batch, sampler) };
    let mut start = vec![0.0; shape.dim()];
    fill_normals(&mut Generators::new(seed, 1).ok_or("no such chain")?.noise, &mut start);
    start.iter_mut().for_each(|x| *x *= work.deviation as f32);
    let (mut model, mut testing) = (Network::new(shape, train), Network::new(shape, test));
    let mut run = Run::new(place, &settings, &start, epochs as usize)?;
    let end = run.run_to(epochs * epoch_len, &mut model, &mut |draw, record| {
        record[(draw.step / epoch_len) as usize] = 100.0 * (1.0 - testing.accuracy(draw.theta));
    })?;
    let error = 100.0 * (1.0 - testing.accuracy(run.theta()?));
    let statistics = run.chain.statistics();
    let done = match end {
        End::Complete => epochs,
        End::Refused(_) => statistics.step_count / epoch_len,
    };
    // A chain that could not go on stays where it was.
    run.record[done as usize..].fill(error);
    let rate = |accepted: u64, proposed: u64| accepted as f64 / proposed as f64;
    let forward = rate(statistics.forward_accepted_count, statistics.forward_count);
    let accepted = statistics.forward_accepted_count + statistics.backward_accepted_count;
    let proposed = statistics.forward_count + statistics.backward_count;
    let numbers = [error, done as f64, rate(accepted, proposed), forward, statistics.beta];
    Ok(numbers.into_iter().chain(run.record).collect())
}
