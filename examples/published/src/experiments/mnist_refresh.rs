//! The network of Wu, Wang and Wong 2020, Table 1, sampled with the normalised density, which keeps the law that the
//! algorithm is for: how much of a batch a proposal may replace, what is accepted, and what the draws predict.
//!
//! A few epochs of SGD come first. From there on every sampler warms up, by which it finds ε and, where it may, how many
//! of the batch's indices a proposal replaces; what is then averaged are its draws after that. m = c_n = 100, as in the
//! paper, with the noise sqrt(2ε/c_n) of Langevin's equation and the prior N(0, 1): the temperature is n/100, at which
//! the draws wander off from where SGD was.

use crate::comparison::calibration::{Scores, scores};
use crate::data::{Labelled, Scaling, mnist};
use crate::jobs::{self, Job, Place};
use crate::lab::{Lab, Outcome};
use crate::models::network::{Network, Shape, Unit};
use crate::report::{Spread, Table};
use crate::run::{End, Run};
use sgmcmc::mh::{Density, MetropolisHastings, NoiseScale, Proposal};
use sgmcmc::prior::Prior;
use sgmcmc::rule::{Rule, convert};
use sgmcmc::schedule::Schedule;
use sgmcmc::{BatchSettings, ChainSettings, ChainState, MemoryUnit, PilotSettings, RuleSettings, Sampler};

const SHAPE: Shape = Shape { widths: &[784, 600, 10], unit: Unit::Relu };
/// That of a quick run.
const SMALL: Shape = Shape { widths: &[784, 20, 10], unit: Unit::Relu };
const BATCH_LEN: u32 = 100;
const LIKELIHOOD_SCALE: f64 = 100.0;
/// SGD's ε.
const LEARNING_RATE: f64 = 0.1;
/// Draws whose predictions are averaged.
const DRAWS: u64 = 20;
const NUMBERS: [&str; 10] = [
    "ε",
    "replaced of 100",
    "acceptance",
    "distance moved",
    "test error of a draw, %",
    "test error of the average, %",
    "log-likelihood of the average",
    "calibration error of the average, %",
    "log-likelihood after SGD",
    "calibration error after SGD, %",
];

/// A sampler, and whether the warm-up chooses how many indices are replaced.
fn entries() -> [(&'static str, Proposal, bool); 5] {
    let noise = NoiseScale::Langevin;
    let sgld = Proposal::sgld(0.0, noise);
    let rsgld = |density| Proposal::rsgld(0.0, noise, 1.0, density);
    let hmc = Proposal::jittered_hmc(0.0, 8, 0.0);
    [
        ("SGLD proposal, fresh batches", sgld, false),
        ("SGLD proposal, partial refresh", sgld, true),
        ("RSGLD, normalized, partial refresh", rsgld(Density::Normalized), true),
        ("HMC, fresh batches", hmc, false),
        ("HMC, partial refresh", hmc, true),
    ]
}

/// Runs the table.
pub fn run(lab: &Lab) -> Outcome<Option<String>> {
    let [train, test] = mnist(lab, Scaling::Unit, lab.pick(55_000, 1000))?;
    let data = [train, test.first(lab.pick(usize::MAX, 500))];
    let (epochs, steps, burn_in) = lab.pick((5, 4000, 1000), (1, 20, 20));
    let (entries, seeds) = (entries(), lab.seeds(2));
    let mut jobs = Vec::new();
    for (name, proposal, refreshes) in entries {
        for seed in seeds.clone() {
            let work =
                Work { shape: lab.pick(SHAPE, SMALL), proposal, refreshes, epochs, burn_in, steps, seed };
            let epoch_len = data[0].labels.len() as u64 / u64::from(BATCH_LEN);
            let (all, data) = (epochs * epoch_len + burn_in + steps, &data);
            jobs.push(Job::new(format!("{name} {seed}"), all, move |place| sample(place, data, &work)));
        }
    }
    let rows = jobs::run(lab, &NUMBERS, &jobs)?;
    let mut table = Table::new(["sampler"].into_iter().chain(NUMBERS));
    for ((name, _, _), rows) in entries.iter().zip(rows.chunks(seeds.clone().count())) {
        let cells = (0..NUMBERS.len()).map(|i| {
            let spread = Spread::column(rows, i);
            if i == 0 { format!("{:.2e}", spread.mean) } else { spread.to_string() }
        });
        table.add([(*name).to_owned()].into_iter().chain(cells));
    }
    let title = format!(
        "MNIST, {steps} steps after {epochs} epochs of SGD and {burn_in} of warm-up: mean ± deviation of {} chains",
        seeds.clone().count()
    );
    table.publish(lab, "table", &title)?;
    Ok(None)
}

/// What a job does.
struct Work {
    shape: Shape,
    proposal: Proposal,
    refreshes: bool,
    epochs: u64,
    burn_in: u64,
    steps: u64,
    seed: u64,
}

/// One chain's row of `NUMBERS`. It records how many moves its warm-up accepted, how many draws there are, the sum of their
/// test errors, and those of the probabilities.
fn sample(place: &Place, [train, test]: &[Labelled<f32>; 2], work: &Work) -> Outcome<Vec<f64>> {
    let n = train.labels.len() as u32;
    let prior = Prior::gaussian(0.0, 1.0);
    let (mut model, mut testing) = (Network::new(work.shape, train), Network::new(work.shape, test));
    let sgd = RuleSettings {
        temperature: Schedule::constant(0.0),
        ..RuleSettings::new(Rule::SGLD, Schedule::constant(convert::from_learning_rate(LEARNING_RATE, n)))
    };
    let settings = ChainSettings {
        seed: work.seed,
        prior,
        ..ChainSettings::new(n, BatchSettings::Epochs(BATCH_LEN), Sampler::Rule(sgd))
    };
    let first = place.part(0);
    let mut run = Run::new(&first, &settings, &work.shape.uniform_start::<f32>(work.seed), 0)?;
    let end = run.run_to(work.epochs * u64::from(n / BATCH_LEN), &mut model, &mut |_, _| {})?;
    if let End::Refused(error) = end {
        return Err(error.into());
    }
    run.save()?;
    let start = run.theta()?.to_vec();
    let before = predict(&mut testing, &start);

    let thinning = work.steps / DRAWS;
    let tuned = MetropolisHastings {
        tune_refresh_len: work.refreshes,
        ..MetropolisHastings::tuned(work.proposal, LIKELIHOOD_SCALE)
    };
    let settings = ChainSettings {
        seed: work.seed,
        chain_index: 1,
        prior,
        burn_in: work.burn_in,
        thinning,
        ..ChainSettings::new(
            n,
            BatchSettings::WithoutReplacement(BATCH_LEN),
            Sampler::MetropolisHastings(tuned),
        )
    };
    let mut run = Run::new(place, &settings, &start, 3 + test.labels.len() * test.classes)?;
    if run.chain.statistics().step_count < work.burn_in {
        let pilot = PilotSettings::default();
        let mut room = vec![MemoryUnit::default(); pilot.memory_len(&run.chain)?];
        pilot.warm_up(&mut run.chain, &mut run.memory, &mut room, u64::MAX, &mut model)?;
        place.done(work.burn_in);
        run.record[0] = accepted_count(&run.chain);
    }
    let end = run.run_to(work.burn_in + work.steps, &mut model, &mut |draw, record| {
        let (counts, sums) = record.split_at_mut(3);
        let probabilities = predict(&mut testing, draw.theta);
        counts[1] += 1.0;
        counts[2] += 100.0 * (1.0 - scores(&probabilities, &test.labels, test.classes).accuracy);
        sums.iter_mut().zip(&probabilities).for_each(|(sum, x)| *sum += x);
    })?;
    if let End::Refused(error) = end {
        return Err(error.into());
    }
    let (counts, sums) = run.record.split_at(3);
    let means: Vec<_> = sums.iter().map(|sum| sum / counts[1]).collect();
    let of = |probabilities: &[f64]| -> Scores { scores(probabilities, &test.labels, test.classes) };
    let (average, before) = (of(&means), of(&before));
    let squares =
        run.theta()?.iter().zip(&start).map(|(x, start)| f64::from(x - start) * f64::from(x - start));
    let statistics = run.chain.statistics();
    Ok(vec![
        statistics.step_size,
        f64::from(statistics.refresh_len),
        (accepted_count(&run.chain) - counts[0]) / work.steps as f64,
        squares.sum::<f64>().sqrt(),
        counts[2] / counts[1],
        100.0 * (1.0 - average.accuracy),
        average.log_likelihood,
        100.0 * average.calibration_error,
        before.log_likelihood,
        100.0 * before.calibration_error,
    ])
}

fn accepted_count(chain: &ChainState<f32>) -> f64 {
    let statistics = chain.statistics();
    (statistics.forward_accepted_count + statistics.backward_accepted_count) as f64
}

/// The probabilities of all points' classes.
fn predict(network: &mut Network<'_, f32>, theta: &[f32]) -> Vec<f64> {
    let mut probabilities = Vec::new();
    // One that underflows is the least there is, so that it has a logarithm.
    network.predict(theta, |_, row| {
        probabilities.extend(row.iter().map(|x| f64::from(*x).max(f64::MIN_POSITIVE)));
    });
    probabilities
}
