//! Chen et al. 2017, figure 9, top: the test negative log-likelihood of a logistic regression on the Pima data against
//! passes through the data, for SGLD, for practical variance reduction with several n1, and for SVRG-LD.
//!
//! The paper prints a curve, and neither numbers nor settings. Chosen here: each fifth of the data is held out in turn, datum
//! i in fold i mod 5, since one fold alone, with a loss of 0.62 where the others have 0.43 to 0.48, would tell another
//! story; the prior N(0, 1), batches of 10, the start 0; for SVRG-LD an anchor whenever the steps since the last have taken
//! n gradients, for the practical method one over n1 data whenever they have taken n1. A prediction is the mean over all
//! draws so far; what it tends to is that of HMC on all training data. After every pass that is shown a method has the step
//! size of a list whose predictions are nearest to HMC's there, on chains of their own. Passes are the library's own count of
//! gradients over n, anchors included.

use crate::comparison::verdict::{Column, Found, publish_best};
use crate::data::{Logistic, PIMA_DIM as DIM, pima};
use crate::jobs::{self, Job, Place};
use crate::lab::{Lab, Outcome, fingerprint};
use crate::report::{Spread, Table};
use crate::started::{Started, hmc};
use example_support::plot::{Axis, Look, Panel, Series};
use sgmcmc::prior::Prior;
use sgmcmc::rule::Rule;
use sgmcmc::schedule::Schedule;
use sgmcmc::{BatchSettings, ChainSettings, Estimator, Health, HealthSettings, RuleSettings, Sampler, ln};

const PRECISION: f64 = 1.0;
const BATCH_LEN: u32 = 10;
/// η n: the curvature of the mean log-likelihood is some 0.3 and below.
const STEP_SIZES: [f64; 6] = [0.01, 0.03, 0.1, 0.3, 1.0, 3.0];
/// Passes after which a chain is looked at.
const PASSES: [f64; 9] = [0.5, 1.0, 2.0, 3.0, 5.0, 8.0, 12.0, 20.0, 30.0];
/// Which of them the table shows.
const SHOWN: [usize; 5] = [1, 2, 4, 6, 8];
/// What a chain gives at each: the loss of the mean prediction, that of the last draw alone, and how far the mean
/// prediction is from HMC's.
const NUMBERS: usize = 3;
const FOLDS: usize = 5;
const ROW: usize = PASSES.len() * NUMBERS;

/// An estimator of the gradient.
struct Method {
    name: &'static str,
    estimator: Estimator<'static>,
}

fn methods(data_len: u32) -> [Method; 4] {
    let method = |name, estimator| Method { name, estimator };
    let worth = |len: u32| u64::from(len / (2 * BATCH_LEN)).max(1);
    let practical =
        |anchor_len| Estimator::Practical { anchor_len, interval: worth(anchor_len), averaged: false };
    [
        method("SGLD", Estimator::Plain),
        method("practical, n1 = n/10", practical(data_len / 10)),
        method("practical, n1 = n/2", practical(data_len / 2)),
        method("SVRG-LD", Estimator::Svrg { interval: worth(data_len), averaged: false }),
    ]
}

/// The training data, those held out, and the probabilities of what was observed at the latter by HMC.
struct Fold {
    train: Logistic,
    test: Logistic,
    exact: Vec<f64>,
}

/// Runs the figure.
pub fn run(lab: &Lab) -> Outcome<Option<String>> {
    let data = pima(lab)?;
    let mut folds = Vec::new();
    for fold in 0..FOLDS {
        let [train, test] = data.clone().split(|i| i % FOLDS == fold);
        let exact = exact(&train, &test, lab.pick(20_000, 1000))?;
        folds.push(Fold { train, test, exact });
    }
    let folds = &folds;
    let exact = Spread::of(folds.iter().map(|fold| loss(fold.exact.iter().copied(), fold.exact.len()))).mean;
    let data_len = folds[0].train.len() as u32;
    let methods = methods(data_len);
    // As many chains choose the step size as show the curve; the folds have equally many, and two at least.
    let count = lab.seeds(40).count().next_multiple_of(FOLDS).max(2 * FOLDS);
    let mut jobs = Vec::new();
    for method in &methods {
        for step_size in STEP_SIZES {
            let work = move |place: &Place| {
                let mut row = Vec::new();
                for seed in 0..2 * count {
                    let fold = &folds[seed % FOLDS];
                    row.extend(sample(fold, method.estimator, step_size / f64::from(data_len), seed as u64)?);
                    place.done(1);
                }
                Ok(row)
            };
            jobs.push(Job::new(format!("{} {step_size}", method.name), 2 * count as u64, work));
        }
    }
    let rows = jobs::run(lab, jobs::UNNAMED, &jobs)?;

    let tables = ["loss", "error"].map(|_| {
        let passes = SHOWN.map(|i| format!("{} passes (η n)", PASSES[i]));
        Table::new(["method".to_owned()].into_iter().chain(passes))
    });
    let [mut losses, mut errors] = tables;
    let mut columns = SHOWN.map(|i| Column {
        name: format!("probabilities after {} passes", PASSES[i]),
        most: false,
        values: Vec::new(),
    });
    let mut series = [0; NUMBERS].map(|_| Vec::new());
    for (method, rows) in methods.iter().zip(rows.chunks(STEP_SIZES.len())) {
        // The first chains choose, the others show.
        let of = |row: &[f64], shows: bool, pass: usize, i: usize| {
            let chains = row.chunks(ROW).skip(if shows { count } else { 0 }).take(count);
            of_folds(chains.map(|chain| chain[NUMBERS * pass + i]).collect())
        };
        let best = |pass: usize| {
            let chosen = |row: &Vec<f64>| of(row, false, pass, 2).value;
            (0..rows.len()).fold(0, |a, b| if chosen(&rows[b]) < chosen(&rows[a]) { b } else { a })
        };
        let shown = |pass: usize, i: usize| of(&rows[best(pass)], true, pass, i);
        let own = || [method.name.to_owned()].into_iter();
        let cells = |i: usize, factor: f64| {
            SHOWN.map(|pass| {
                let cell = shown(pass, i);
                let step_size = STEP_SIZES[best(pass)];
                format!("{:.4} ± {:.4} ({step_size})", factor * cell.value, factor * cell.error())
            })
        };
        losses.add(own().chain(cells(0, 1.0)));
        errors.add(own().chain(cells(2, 100.0)));
        for (column, pass) in columns.iter_mut().zip(SHOWN) {
            column.values.push(shown(pass, 2).times(100.0));
        }
        for (i, series) in series.iter_mut().enumerate() {
            let point = |(pass, passes): (usize, &f64)| (*passes, shown(pass, i).value);
            series.push(Series::new(
                method.name,
                Look::Marks,
                PASSES.iter().enumerate().map(point).collect(),
            ));
        }
    }
    let title = format!(
        "Test negative log-likelihood of the mean prediction, {count} chains over {FOLDS} folds, mean ± its standard \
         error within folds; of HMC's predictions {exact:.4}"
    );
    losses.publish(lab, "loss", &title)?;
    errors.publish(lab, "error", "Probabilities of the test data, rms difference from HMC's, in percent")?;
    let names = methods.each_ref().map(|method| method.name);
    // The folds take a degree of freedom each.
    publish_best(lab, &names, &columns, count - FOLDS + 1)?;
    let ends = vec![(PASSES[0], exact), (PASSES[PASSES.len() - 1], exact)];
    let dashes = || Series::new("mean prediction of HMC", Look::Dashes, ends.clone());
    series[..2].iter_mut().for_each(|series| series.push(dashes()));
    let titles = [
        ("the mean prediction", Axis::linear("test negative log-likelihood")),
        ("one draw", Axis::linear("test negative log-likelihood")),
        ("probabilities", Axis::log("rms difference from HMC's")),
    ];
    let panels = titles.into_iter().zip(series);
    let panels = panels.map(|((title, y), series)| Panel::new(title, Axis::log("passes"), y, series));
    lab.draw("figure.svg", 3, &panels.collect::<Vec<_>>())?;
    Ok(Some(fingerprint(&rows)))
}

/// The mean over chains that take the folds in turn, with the error of what differs within folds: chains without what
/// their folds are off by, and as much further apart as that takes of the degrees of freedom.
fn of_folds(mut chains: Vec<f64>) -> Found {
    let mean = Spread::of(chains.iter().copied()).mean;
    let count = chains.len() as f64;
    let apart = ((count - 1.0) / (count - FOLDS as f64)).sqrt();
    for fold in 0..FOLDS {
        let own = Spread::of(chains.iter().skip(fold).step_by(FOLDS).copied()).mean;
        chains.iter_mut().skip(fold).step_by(FOLDS).for_each(|x| *x = mean + apart * (*x - own));
    }
    Found { value: mean, chains }
}

/// The mean of -ln p over the held-out data.
fn loss(probabilities: impl Iterator<Item = f64>, count: usize) -> f64 {
    -probabilities.fold(0.0, |sum, p| sum + ln(p)) / count as f64
}

fn prior_settings(data_len: u32, batch: BatchSettings, sampler: Sampler<'static>) -> ChainSettings<'static> {
    ChainSettings { prior: Prior::gaussian(0.0, PRECISION), ..ChainSettings::new(data_len, batch, sampler) }
}

/// The posterior's own probabilities of the held-out data, by HMC on all training data.
fn exact(train: &Logistic, test: &Logistic, draws: u64) -> Outcome<Vec<f64>> {
    let mut model = train.clone();
    let settings = hmc(train.len() as u32, PRECISION, 2, 500, 0);
    let started = Started::new(&settings, &[0.0; DIM])?;
    let Started { mut chain, mut memory } = started.warm_up(0, &mut model)?;
    let mut sums = vec![0.0; test.len()];
    for _ in 0..draws {
        chain.step(&mut memory, &mut model)?;
        let probabilities = test.probabilities(chain.theta(&memory)?);
        sums.iter_mut().zip(probabilities).for_each(|(sum, p)| *sum += p);
    }
    Ok(sums.iter().map(|sum| sum / draws as f64).collect())
}

/// One chain's `NUMBERS` at each of `PASSES`.
fn sample(
    Fold { train, test, exact }: &Fold,
    estimator: Estimator<'static>,
    step_size: f64,
    seed: u64,
) -> Outcome<Vec<f64>> {
    let sgld = Sampler::Rule(RuleSettings::new(Rule::SGLD, Schedule::constant(step_size)));
    let batch = BatchSettings::WithoutReplacement(BATCH_LEN);
    let settings = ChainSettings { seed, estimator, ..prior_settings(train.len() as u32, batch, sgld) };
    let Started { mut chain, mut memory } = Started::new(&settings, &[0.0; DIM])?;
    let (health, mut model) = (Health::new(&HealthSettings::default())?, train.clone());
    let (mut row, mut sums, mut count) = (Vec::new(), vec![0.0; test.len()], 0.0);
    while row.len() < ROW {
        chain.step(&mut memory, &mut model)?;
        let theta = chain.theta(&memory)?;
        sums.iter_mut().zip(test.probabilities(theta)).for_each(|(sum, p)| *sum += p);
        count += 1.0;
        let passes = health.report(&chain, None, None)?.pass_count;
        while row.len() < ROW && passes >= PASSES[row.len() / NUMBERS] {
            row.push(loss(sums.iter().map(|sum| sum / count), test.len()));
            row.push(loss(test.probabilities(theta), test.len()));
            let squares = sums.iter().zip(exact).map(|(sum, y)| (sum / count - y) * (sum / count - y));
            row.push((squares.sum::<f64>() / test.len() as f64).sqrt());
        }
    }
    Ok(row)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::comparison::counted::Counted;

    #[test]
    fn the_error_over_folds_is_that_within_them() {
        let chains: Vec<f64> =
            (0..10).map(|i| f64::from(100 * (i % 5) + [1, 2, -3, 0, 5][i as usize % 5] * (i / 5))).collect();
        let found = of_folds(chains.clone());
        // A fold's two chains differ by x: its mean has the error |x|/2.
        let square: f64 = [1.0f64, 2.0, 3.0, 0.0, 5.0].iter().map(|x| x * x / 4.0).sum();
        assert!((found.value - (200.0 + 0.5)).abs() < 1e-12, "{found:?}");
        assert!((found.error() - square.sqrt() / 5.0).abs() < 1e-12, "{found:?}");
    }

    #[test]
    fn the_librarys_count_of_gradients_is_the_models() {
        let data = crate::data::Logistic::of_test();
        let data_len = data.len() as u32;
        for Method { name, estimator } in methods(data_len) {
            let sgld = Sampler::Rule(RuleSettings::new(Rule::SGLD, Schedule::constant(1e-3)));
            let batch = BatchSettings::WithoutReplacement(BATCH_LEN);
            let settings = ChainSettings { estimator, ..prior_settings(data_len, batch, sgld) };
            let started = Started::new(&settings, &[0.0; DIM]).expect("settings");
            let Started { mut chain, mut memory } = started;
            let health = Health::new(&HealthSettings::default()).expect("settings");
            let mut model = Counted::new(data.clone(), data_len);
            for _ in 0..50 {
                chain.step(&mut memory, &mut model).expect("a step");
                let report = health.report(&chain, None, None).expect("a report");
                assert_eq!(report.evaluation_count, model.count, "{name}");
            }
        }
    }
}
