//! Kim, Song and Liang 2020, section 5.2, Table 3: a sparse network on MNIST, first under N(0, 1), then under a mixture of
//! a spike and a slab, by ASGLD, MSGLD and Adam.
//!
//! Printed there: 784-800-800-10, batches of 100, 100 epochs under the first prior and 150 under the second, the
//! mixture's λ = 1e-7, σ1² = 0.02, σ0² = 1e-5, every rule's settings (Table 7), accuracies averaged over the last 5
//! epochs. Not printed: the scale of the steps of ASGLD and MSGLD, 0.5 and then 0.05. They are read as steps on the mean
//! log-likelihood, η = 0.5/n, with the temperature and a·A as they are. Here a network 784-100-10 has 20 epochs and then
//! the 150 of the paper, since the slab's pull, η/σ1² = 4e-5 a step, takes that long to bring weights below the threshold;
//! the paper's network has 4 epochs and 8, which show how far that is from done, and with `--full` the paper's numbers.

use crate::data::{Labelled, Scaling, mnist};
use crate::jobs::{self, Job, Place};
use crate::lab::{Lab, Outcome};
use crate::models::network::{Network, Shape, Unit};
use crate::report::{Spread, Table};
use crate::run::{End, Run};
use sgmcmc::drift::{Adam, Drift, Momentum, MomentumForm};
use sgmcmc::prior::{Prior, SpikeAndSlab};
use sgmcmc::rule::{AdamOptimizer, Rule, convert};
use sgmcmc::schedule::Schedule;
use sgmcmc::{BatchSettings, ChainSettings, RuleSettings, Sampler};
use std::ops::RangeInclusive;

const SMALL: Shape = Shape { widths: &[784, 100, 10], unit: Unit::Relu };
const WHOLE: Shape = Shape { widths: &[784, 800, 800, 10], unit: Unit::Relu };
const BATCH_LEN: u32 = 100;
/// Epochs at the end over which accuracies are averaged.
const AVERAGED: u64 = 5;
const SPIKE_AND_SLAB: SpikeAndSlab = SpikeAndSlab {
    slab_weight: 1e-7,
    slab_deviation: 0.141_421_356_237_309_5,
    spike_deviation: 0.003_162_277_660_168_379_5,
};
/// After the first stage and after the second: accuracies, and the share of weights that the mixture keeps.
const NUMBERS: [&str; 6] =
    ["training I, %", "test I, %", "kept I, %", "training II, %", "test II, %", "kept II, %"];

/// A rule with its settings in both stages.
struct Entry {
    name: &'static str,
    stages: [Stage; 2],
    /// Training and test accuracy and the kept share, in percent, with their deviations.
    paper: [(f64, f64); 3],
}

#[derive(Clone, Copy)]
struct Stage {
    rule: Rule<'static>,
    /// η times n, or the learning rate of Adam.
    step_size: f64,
    temperature: f64,
}

fn entries() -> [Entry; 3] {
    let adam = |scale, lambda| Drift::Adam(Adam { scale, beta1: 0.9, beta2: 0.999, lambda });
    let asgld = |scale, lambda, step_size, temperature| Stage {
        rule: Rule::with_drift(adam(scale, lambda)),
        step_size,
        temperature,
    };
    let momentum = Drift::Momentum(Momentum { scale: 1.0, beta1: 0.99, form: MomentumForm::Published });
    let msgld = |step_size, temperature| Stage { rule: Rule::with_drift(momentum), step_size, temperature };
    let optimizer = Rule::Adam(AdamOptimizer { beta1: 0.9, beta2: 0.999, lambda: 1e-8 });
    let adam = |step_size| Stage { rule: optimizer, step_size, temperature: 0.0 };
    [
        Entry {
            name: "ASGLD",
            stages: [asgld(10.0, 1e-6, 0.5, 1e-2), asgld(1.0, 1e-8, 0.05, 1e-5)],
            paper: [(99.542, 0.026), (98.417, 0.044), (3.176, 0.155)],
        },
        Entry {
            name: "MSGLD, published",
            stages: [msgld(0.5, 1e-3), msgld(0.05, 1e-5)],
            paper: [(99.494, 0.002), (98.319, 0.019), (3.369, 0.063)],
        },
        Entry {
            name: "Adam",
            stages: [adam(0.001), adam(0.0001)],
            paper: [(99.383, 0.072), (98.332, 0.003), (2.169, 0.013)],
        },
    ]
}

/// A network, how long it is in each stage, and how often it is sampled.
struct Scale {
    shape: Shape,
    epochs: [u64; 2],
    chains: RangeInclusive<u64>,
}

impl Scale {
    /// As in the names of files.
    fn name(&self) -> String {
        let widths: Vec<_> = self.shape.widths.iter().map(usize::to_string).collect();
        widths.join("-")
    }
}

/// Runs the table.
pub fn run(lab: &Lab) -> Outcome<Option<String>> {
    let small = |epochs| Scale { shape: SMALL, epochs, chains: lab.seeds(3) };
    let paper = |epochs, chains| Scale { shape: WHOLE, epochs, chains: lab.seeds(chains) };
    let scales = lab.pick_of_three(
        vec![paper([100, 150], 3)],
        vec![small([20, 150]), paper([4, 8], 2)],
        vec![small([1, 1])],
    );
    let [train, test] = mnist(lab, Scaling::Unit, lab.pick(60_000, 10_000))?;
    let data = [train, test.first(lab.pick(usize::MAX, 500))];
    let entries = entries();
    let mut jobs = Vec::new();
    for scale in &scales {
        for entry in &entries {
            for seed in scale.chains.clone() {
                let (data, steps) = (&data, scale.epochs.iter().sum::<u64>() * epoch_len(&data[0]));
                let name = format!("{} {} {seed}", scale.name(), entry.name);
                jobs.push(Job::new(name, steps, move |place| sample(place, entry, scale, data, seed)));
            }
        }
    }
    let rows = jobs::run(lab, &NUMBERS, &jobs)?;
    let mut rest = &rows[..];
    for scale in &scales {
        let mut table = Table::new(["rule"].into_iter().chain(NUMBERS).chain([
            "the paper's training, %",
            "its test, %",
            "its kept, %",
        ]));
        let count = scale.chains.clone().count();
        for entry in &entries {
            let (rows, others) = rest.split_at(count);
            rest = others;
            let of = |i: usize| Spread::column(rows, i).to_string();
            let papers = entry.paper.map(|(mean, deviation)| format!("{mean:.3} ± {deviation:.3}"));
            table.add([entry.name.to_owned()].into_iter().chain((0..NUMBERS.len()).map(of)).chain(papers));
        }
        let [first, second] = scale.epochs;
        let name = scale.name();
        let title =
            format!("Sparse MNIST, {name}, {first} and {second} epochs: mean ± deviation of {count} chains");
        table.publish(lab, &format!("table-{name}"), &title)?;
    }
    Ok(None)
}

fn epoch_len(train: &Labelled<f32>) -> u64 {
    train.labels.len() as u64 / u64::from(BATCH_LEN)
}

/// One chain's row of `NUMBERS`.
fn sample(
    place: &Place,
    entry: &Entry,
    scale: &Scale,
    [train, test]: &[Labelled<f32>; 2],
    seed: u64,
) -> Outcome<Vec<f64>> {
    let shape = scale.shape;
    let (n, epoch_len) = (train.labels.len() as u32, epoch_len(train));
    let mut model = Network::new(shape, train);
    let mut looks = [Network::new(shape, train), Network::new(shape, test)];
    let mut theta = shape.uniform_start::<f32>(seed);
    let mut row = Vec::new();
    for (index, (stage, epochs)) in entry.stages.iter().zip(scale.epochs).enumerate() {
        let step_size = match stage.rule {
            // Its steps are in units of θ.
            Rule::Adam(_) => stage.step_size,
            _ => convert::from_learning_rate(stage.step_size, n),
        };
        let rule = RuleSettings {
            temperature: Schedule::constant(stage.temperature),
            ..RuleSettings::new(stage.rule, Schedule::constant(step_size))
        };
        let prior = if index == 0 { Prior::gaussian(0.0, 1.0) } else { Prior::SpikeAndSlab(SPIKE_AND_SLAB) };
        let averaged = AVERAGED.min(epochs);
        let settings = ChainSettings {
            seed,
            // No random number serves both stages.
            chain_index: index as u32,
            prior,
            burn_in: (epochs - averaged) * epoch_len,
            thinning: epoch_len,
            ..ChainSettings::new(n, BatchSettings::Epochs(BATCH_LEN), Sampler::Rule(rule))
        };
        let place = place.part(index);
        let mut run = Run::new(&place, &settings, &theta, 2)?;
        let end = run.run_to(epochs * epoch_len, &mut model, &mut |draw, record| {
            record.iter_mut().zip(&mut looks).for_each(|(sum, network)| *sum += network.accuracy(draw.theta));
        })?;
        if let End::Refused(error) = end {
            return Err(error.into());
        }
        run.save()?;
        theta = run.theta()?.to_vec();
        row.extend(run.record.iter().map(|sum| 100.0 * sum / averaged as f64));
        row.push(100.0 * SPIKE_AND_SLAB.kept_ratio(&theta));
    }
    Ok(row)
}
