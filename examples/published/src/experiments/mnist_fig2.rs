//! Chen et al. 2017, figures 2, 5 and 8: a network 784-100-10 of sigmoid units on MNIST, by SGLD, practical variance
//! reduction and SVRG-LD; the errors against passes through the data.
//!
//! Printed there: the step h = 0.25 on the mean loss, which is η = h/n here, an anchor of n1 = 100 data every m = 10
//! steps with batches of n2 = 10, batches of 10 for the other two, a Gaussian prior, and n1 from 100 to 2000 (on
//! CIFAR-10 there). Not printed: the prior's variance, which is 1 here, the start, which is PyTorch's, and the number of
//! passes, which is 20, and 100 with `--full`. SVRG-LD's anchors are one pass of batches apart.

use crate::data::{Labelled, Scaling, mnist};
use crate::jobs::{self, Job, Place};
use crate::lab::{Lab, Outcome};
use crate::models::network::{Network, Shape, Unit, likeliest};
use crate::report::{Spread, Table};
use crate::run::{End, Run};
use example_support::plot::{Axis, Look, Panel, Series};
use sgmcmc::prior::Prior;
use sgmcmc::rule::{Rule, convert};
use sgmcmc::schedule::Schedule;
use sgmcmc::{BatchSettings, ChainSettings, Estimator, Health, HealthSettings, RuleSettings, Sampler, ln};

const SHAPE: Shape = Shape { widths: &[784, 100, 10], unit: Unit::Sigmoid };
const BATCH_LEN: u32 = 10;
const LEARNING_RATE: f64 = 0.25;
/// m, the steps between two anchors.
const INTERVAL: u64 = 10;
/// n1 of the paper's figure 5.
const ANCHORS: [u32; 9] = [100, 200, 300, 400, 500, 600, 700, 1000, 2000];
/// Points of a curve, evenly spaced in passes.
const POINTS: u64 = 20;
/// What is known at every point of a curve: passes, the error and the loss on the test data, and both on training data.
const NUMBERS: [&str; 5] = ["passes", "test error, %", "test loss", "training error, %", "training loss"];
/// Training points that errors are taken over.
const LOOKED_AT: usize = 10_000;

/// What estimates the gradient.
fn methods() -> Vec<(String, Estimator<'static>)> {
    let practical = |n1| Estimator::Practical { anchor_len: n1, interval: INTERVAL, averaged: false };
    let anchors = ANCHORS.map(|n1| (format!("practical, n1 = {n1}"), practical(n1)));
    // The interval is set where n is known.
    let svrg = Estimator::Svrg { interval: 0, averaged: false };
    let others = [("SGLD".to_owned(), Estimator::Plain), ("SVRG-LD".to_owned(), svrg)];
    others.into_iter().chain(anchors).collect()
}

/// Runs the figure.
pub fn run(lab: &Lab) -> Outcome<Option<String>> {
    let passes = lab.pick_of_three(100, 20, 1);
    let [train, test] = mnist(lab, Scaling::Unit, lab.pick(60_000, 4000))?;
    let data = [train.first(lab.pick(LOOKED_AT, 200)), test.first(lab.pick(usize::MAX, 200)), train];
    let (methods, seeds) = (methods(), lab.seeds(3));
    let mut jobs = Vec::new();
    for (name, estimator) in &methods {
        for seed in seeds.clone() {
            let steps = steps(estimator, data[2].labels.len() as u64, passes);
            let data = &data;
            jobs.push(Job::new(format!("{name} {seed}"), steps, move |place| {
                sample(place, data, *estimator, steps, seed)
            }));
        }
    }
    let names = (0..=POINTS).flat_map(|point| NUMBERS.map(|name| format!("{name}, point {point}")));
    let rows = jobs::run(lab, &names.collect::<Vec<_>>(), &jobs)?;

    let mut table = Table::new(["method"].into_iter().chain(NUMBERS));
    let mut curves = Vec::new();
    for ((name, _), rows) in methods.iter().zip(rows.chunks(seeds.clone().count())) {
        let of = |point: usize, i: usize| Spread::column(rows, point * NUMBERS.len() + i);
        let points = rows[0].len() / NUMBERS.len();
        let cells = (0..NUMBERS.len()).map(|i| match i {
            0 => format!("{:.1}", of(points - 1, i).mean),
            2 | 4 => format!("{:.4}", of(points - 1, i)),
            _ => format!("{:.2}", of(points - 1, i)),
        });
        table.add([name.clone()].into_iter().chain(cells));
        let curve =
            |i: usize| (0..points).map(|point| (of(point, 0).mean, of(point, i).mean)).collect::<Vec<_>>();
        curves.push((name.as_str(), [curve(1), curve(2), curve(3), curve(4)]));
    }
    let title = format!(
        "MNIST, {passes} passes through the data: mean ± deviation of {} chains",
        seeds.clone().count()
    );
    table.publish(lab, "table", &title)?;

    let panel = |i: usize, shown: &[&str], title: &str| {
        Panel::new(
            title.to_owned(),
            Axis::linear("passes through the data"),
            Axis::log(NUMBERS[i + 1]),
            shown
                .iter()
                .flat_map(|name| curves.iter().filter(move |(own, _)| own == name))
                .map(|(name, curves)| Series::new(*name, Look::Line, curves[i].clone()))
                .collect(),
        )
    };
    let three = ["SGLD", "practical, n1 = 100", "SVRG-LD"];
    let anchors =
        ["SGLD", "practical, n1 = 100", "practical, n1 = 200", "practical, n1 = 700", "practical, n1 = 2000"];
    let panels = [
        panel(0, &three, "three estimators"),
        panel(1, &three, "three estimators"),
        panel(0, &anchors, "the anchor's data"),
        panel(2, &three, "three estimators, training data"),
        panel(3, &three, "three estimators, training data"),
        panel(1, &anchors, "the anchor's data"),
    ];
    lab.draw("curves.svg", 3, &panels)?;
    Ok(None)
}

/// Steps between two of SVRG-LD's anchors: as many as batches go through the data.
fn svrg_interval(n: u64) -> u64 {
    n / u64::from(BATCH_LEN)
}

/// Steps that take about so many passes.
fn steps(estimator: &Estimator<'_>, n: u64, passes: u64) -> u64 {
    let batch = BATCH_LEN as f64;
    let a_step = match *estimator {
        Estimator::Practical { anchor_len, interval, .. } => {
            2.0 * batch + f64::from(anchor_len) / interval as f64
        }
        Estimator::Svrg { .. } => 2.0 * batch + n as f64 / svrg_interval(n) as f64,
        _ => batch,
    };
    (passes as f64 * n as f64 / a_step) as u64
}

/// One chain's `NUMBERS` at the start and at every point of the curve after it.
fn sample(
    place: &Place,
    [looked_at, test, train]: &[Labelled<f32>; 3],
    estimator: Estimator<'static>,
    steps: u64,
    seed: u64,
) -> Outcome<Vec<f64>> {
    let n = train.labels.len() as u32;
    let estimator = match estimator {
        Estimator::Svrg { averaged, .. } => {
            Estimator::Svrg { averaged, interval: svrg_interval(u64::from(n)) }
        }
        other => other,
    };
    let eta = convert::from_learning_rate(LEARNING_RATE, n);
    let settings = ChainSettings {
        seed,
        prior: Prior::gaussian(0.0, 1.0),
        estimator,
        ..ChainSettings::new(
            n,
            BatchSettings::WithoutReplacement(BATCH_LEN),
            Sampler::Rule(RuleSettings::new(Rule::SGLD, Schedule::constant(eta))),
        )
    };
    let mut model = Network::new(SHAPE, train);
    let mut looks = [Network::new(SHAPE, test), Network::new(SHAPE, looked_at)];
    let len = (POINTS as usize + 1) * NUMBERS.len();
    // After the curve, how many points of it there are.
    let mut run = Run::new(place, &settings, &SHAPE.uniform_start::<f32>(seed), len + 1)?;
    let health = Health::new(&HealthSettings::default())?;
    for point in 0..=POINTS {
        let end = run.run_to(steps * point / POINTS, &mut model, &mut |_, _| {})?;
        if let End::Refused(error) = end {
            return Err(error.into());
        }
        once(&mut run.record, point as usize, |numbers| {
            let theta = run.chain.theta(&run.memory)?;
            numbers[0] = health.report(&run.chain, None, None)?.pass_count;
            for (network, numbers) in looks.iter_mut().zip(numbers[1..].chunks_mut(2)) {
                numbers.copy_from_slice(&error_and_loss(network, theta));
            }
            Ok(())
        })?;
    }
    run.record.truncate(len);
    Ok(run.record)
}

/// Fills a point of the curve, unless it was saved. The record ends with how many points it has.
fn once(record: &mut [f64], point: usize, look: impl FnOnce(&mut [f64]) -> Outcome<()>) -> Outcome<()> {
    let Some((count, curve)) = record.split_last_mut() else { return Ok(()) };
    if *count == point as f64 {
        look(&mut curve[point * NUMBERS.len()..][..NUMBERS.len()])?;
        *count += 1.0;
    }
    Ok(())
}

/// The share of wrong answers in percent, and the mean of minus the log-likelihood.
fn error_and_loss(network: &mut Network<'_, f32>, theta: &[f32]) -> [f64; 2] {
    let (mut wrong, mut loss, mut count) = (0.0, 0.0, 0.0);
    network.predict(theta, |label, probabilities| {
        count += 1.0;
        wrong += f64::from(u8::from(likeliest(probabilities) != label));
        loss -= ln(f64::from(probabilities[usize::from(label)]).max(f64::MIN_POSITIVE));
    });
    [100.0 * wrong / count, loss / count]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_curve_that_was_saved_goes_on_after_its_last_point() {
        let mut record = vec![0.0; 4 * NUMBERS.len() + 1];
        let look = |record: &mut [f64], point, value: f64| {
            let fill = |numbers: &mut [f64]| {
                numbers.fill(value);
                Ok(())
            };
            once(record, point, fill).expect("a point");
        };
        // A first point of zeros, as that of no pass, is a point.
        (0..3).for_each(|point| look(&mut record, point, 0.0));
        assert_eq!(record.last(), Some(&3.0));
        (0..3).for_each(|point| look(&mut record, point, 1.0));
        look(&mut record, 3, 2.0);
        assert!(record[..3 * NUMBERS.len()].iter().all(|x| *x == 0.0));
        assert!(record[3 * NUMBERS.len()..4 * NUMBERS.len()].iter().all(|x| *x == 2.0));
    }
}
