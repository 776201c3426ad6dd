//! Beyond the papers: the samplers of the library on a network 36-10-6 for the Landsat data, each with the step size that
//! its own warm-up finds, against Hamiltonian Monte Carlo on all data.
//!
//! Weights are not identified, so what is compared is what a user gets: the probabilities of the test points, their
//! mean over draws and their deviation, against HMC's, the mean's held-out log-likelihood, calibration and accuracy,
//! and the kernel Stein discrepancy of the weights. Chosen here: sigmoid units, standardised inputs, the prior N(0, 1),
//! batches of 64, PyTorch's start, from which Adam goes on before rules, burn-ins of 8192 steps for rules and of 20 and
//! 500 for proposals, and for HMC 25 leapfrog steps; the reference's are 100. Budgets are of gradient evaluations of
//! single data, with all that optimisers, pilots and warm-ups take.

use crate::comparison::calibration::scores;
use crate::comparison::counted::Counted;
use crate::comparison::samplers::{Entry, Problem, chains, entries, refusals};
use crate::comparison::stein::discrepancy;
use crate::comparison::verdict::{Column, Found, column_names, jackknife, panel, publish};
use crate::data::{Scaling, landsat};
use crate::jobs::{self, Job, Place};
use crate::lab::{Lab, Outcome};
use crate::models::network::Network;
use crate::report::Spread;
use crate::run::{End, Run};
use crate::started::{Started, hmc};
use example_support::plot::Axis;
use ndarray::s;
use sgmcmc::prior::Prior;
use sgmcmc::{MemoryUnit, StoredDraws};

mod predictions;
mod together;
use predictions::{
    BUDGETS, DRAWS, Data, HEAD, LAST, NUMBERS, Predictions, SHAPE, judged, predict, rms_difference,
};
use together::{ENSEMBLE, ensemble};

const PRECISION: f64 = 1.0;
const LEAPFROG_COUNT: u32 = 25;
/// Runs the comparison.
pub fn run(lab: &Lab) -> Outcome<Option<String>> {
    let [mut train, test] = landsat(lab, Scaling::Standard)?;
    if lab.quick {
        train.inputs = train.inputs.slice(s![..;9, ..]).to_owned();
        train.labels = train.labels.into_iter().step_by(9).collect();
    }
    let data = [train, test];
    let problem = Problem {
        data_len: data[0].labels.len() as u32,
        batch_len: 64,
        prior: Prior::gaussian(0.0, PRECISION),
        precision: PRECISION,
        burn_in: lab.pick(8192, 512),
        burn_ins: lab.pick([20, 20], [4, 4]),
        leapfrog_count: LEAPFROG_COUNT,
        dense: false,
        optimised: true,
    };
    let budgets = lab.pick([3_000_000, 6_000_000, 12_000_000], [300_000, 350_000, 400_000]);
    let reference = reference(lab, &data)?;

    // A quick run shows a few.
    let entries: Vec<_> = entries(&problem).into_iter().step_by(lab.pick(1, 7)).collect();
    let names = column_names(&budgets, &NUMBERS, &LAST);
    let rows = chains(lab, &entries, lab.seeds(8), budgets[2], &names, |place, entry, seed| {
        sample(place, &problem, entry, &data, &reference, seed, budgets)
    })?;
    let groups: Vec<_> = rows.chunks(lab.seeds(8).count()).collect();
    let jobs: Vec<_> = lab
        .seeds(8)
        .map(|seed| {
            let (problem, data, reference) = (&problem, &data, &reference);
            Job::new(format!("{ENSEMBLE} {seed}"), budgets[2], move |_: &Place| {
                ensemble(problem, data, reference, seed, budgets)
            })
        })
        .collect();
    let together = jobs::run(&lab.of(&format!("{}/ensembles", lab.experiment)), &names, &jobs)?;
    let named: Vec<_> = entries.iter().map(|entry| entry.name).chain([ENSEMBLE]).collect();
    let all: Vec<_> = groups.iter().copied().chain([&together[..]]).collect();
    tables(lab, budgets, &named, &all)?;
    let refused = refusals(&entries, &groups, HEAD - 1, |entry| {
        entry.refusal_by_hand(&problem, &SHAPE.uniform_start::<f32>(1), &mut Network::new(SHAPE, &data[0]))
    })?;
    refused.publish(lab, "refused", "Refused")?;
    Ok(None)
}

/// The predictions by HMC on all data, from several chains, whose agreement is printed.
fn reference(lab: &Lab, [train, test]: &Data) -> Outcome<Predictions> {
    let (draws, burn_in) = lab.pick((2000, 500), (10, 10));
    let len = 2 * test.labels.len() * test.classes;
    let leapfrog_count = lab.pick(4, 1) * LEAPFROG_COUNT;
    let work = |seed: u64, place: &Place| {
        let settings = hmc(train.labels.len() as u32, PRECISION, leapfrog_count, burn_in, seed + 1000);
        let start = SHAPE.uniform_start::<f32>(seed + 1000);
        let (mut model, mut testing) = (Network::new(SHAPE, train), Network::new(SHAPE, test));
        // The sums of the probabilities, the number of draws, and each draw's log-likelihood.
        let mut run = Run::new(place, &settings, &start, len + 1 + draws as usize)?;
        let end = run.run_to(burn_in + draws, &mut model, &mut |draw, record| {
            let (sums, rest) = record.split_at_mut(len);
            rest[0] += 1.0;
            let trace = rest[0] as usize;
            rest[trace] = predict(&mut testing, draw.theta, sums);
        })?;
        if end != End::Complete {
            return Err(format!("the reference was refused: {end:?}").into());
        }
        let statistics = run.chain.statistics();
        let mut row = run.record;
        row.extend([statistics.mean_acceptance, statistics.step_size]);
        Ok(row)
    };
    let jobs: Vec<_> = (1..=lab.pick(4, 2))
        .map(|seed| Job::new(format!("reference {seed}"), burn_in + draws, move |place| work(seed, place)))
        .collect();
    let rows = jobs::run(&lab.of(&format!("{}/reference", lab.experiment)), jobs::UNNAMED, &jobs)?;

    let chains: Vec<_> = rows.iter().map(|row| Predictions::of(&row[..len], draws as f64)).collect();
    let sums: Vec<_> = (0..len).map(|i| rows.iter().map(|row| row[i]).sum()).collect();
    let all = Predictions::of(&sums, (draws * rows.len() as u64) as f64);
    // Standard errors of the mean over chains, root mean square over points and classes.
    let error = |of: fn(&Predictions) -> &[f64]| {
        let errors: Vec<_> =
            (0..len / 2).map(|i| Spread::of(chains.iter().map(|chain| of(chain)[i])).error()).collect();
        rms_difference(&errors, &vec![0.0; len / 2])
    };
    let traces: Vec<_> = rows.iter().map(|row| &row[len + 1..][..draws as usize]).collect();
    let (r_hat, size) = convergence(&traces)?;
    let score = |own: &Predictions| scores(&own.mean, &test.labels, test.classes);
    let of_all = score(&all);
    let own = |f: &dyn Fn(&Predictions) -> f64| Spread::of(chains.iter().map(f)).error();
    let text = format!(
        "Reference: HMC on all data, {} chains of {draws} draws, step size {:.4}, acceptance {:.2}: of the held-out \
         log-likelihood R-hat is {r_hat:.3} and the effective sample size {size:.0}. A test point's probability of a \
         class has the deviation {:.4} over draws; the standard errors of the mean are {:.4} and of the deviation {:.4} \
         (all rms).\nIts predictions have the held-out log-likelihood {:.4} ± {:.4}, accuracy \
         {:.2} ± {:.2} %, calibration error {:.4} ± {:.4}\n",
        rows.len(),
        rows[0][len + draws as usize + 2],
        rows[0][len + draws as usize + 1],
        rms_difference(&all.deviation, &vec![0.0; len / 2]),
        error(|own| &own.mean),
        error(|own| &own.deviation),
        of_all.log_likelihood,
        own(&|chain| score(chain).log_likelihood),
        100.0 * of_all.accuracy,
        100.0 * own(&|chain| score(chain).accuracy),
        of_all.calibration_error,
        own(&|chain| score(chain).calibration_error),
    );
    lab.note(&text)?;
    // A hundredth is a third of what the best sampler is off by at the largest budget.
    if !lab.quick && (r_hat >= 1.05 || error(|own| &own.mean) >= 0.01) {
        return Err("the reference is not exact enough".into());
    }
    Ok(all)
}

/// R̂ and the bulk's effective sample size of traces of equal length.
fn convergence(traces: &[&[f64]]) -> Outcome<(f64, f64)> {
    let draws = traces.concat();
    let stored = StoredDraws { draws: &draws, chain_count: traces.len(), dim: 1 };
    let mut room = vec![MemoryUnit::default(); stored.memory_len()?];
    let found = stored.summary(0, &mut room)?;
    Ok((found.r_hat, found.bulk_sample_size))
}

/// One chain: `HEAD` numbers, then each draw's own held-out log-likelihood.
fn sample(
    place: &Place,
    problem: &Problem,
    entry: &Entry,
    [train, test]: &Data,
    reference: &Predictions,
    seed: u64,
    budgets: [u64; BUDGETS],
) -> Outcome<Vec<f64>> {
    let mut row = vec![f64::NAN; HEAD];
    let mut model = Counted::new(Network::new(SHAPE, train), problem.data_len);
    let mut testing = Network::new(SHAPE, test);
    let started = entry.start(problem, seed, &SHAPE.uniform_start::<f32>(seed), &mut model)?;
    let Started { mut chain, mut memory } = match started {
        Ok(started) => started,
        Err(refusal) => {
            row[HEAD - 1] = f64::from(refusal.parts().0 as i32);
            return Ok(row);
        }
    };
    place.done(model.count.min(budgets[2]));
    let mut last = model.count;
    let interval = budgets[2].saturating_sub(last) / DRAWS;
    let mut next = last + interval;
    let mut sums = vec![0.0; 2 * reference.mean.len()];
    let mut kept = Vec::new();
    let (mut draws, mut refused) = (0.0, 0.0);
    for (index, budget) in budgets.into_iter().enumerate() {
        while model.count < budget {
            if let Err(refusal) = chain.step(&mut memory, &mut model) {
                refused = f64::from(refusal.parts().0 as i32);
                break;
            }
            if model.count >= next {
                let theta = chain.theta(&memory)?;
                row.push(predict(&mut testing, theta, &mut sums));
                kept.extend_from_slice(theta);
                draws += 1.0;
                next += interval * ((model.count - next) / interval.max(1) + 1);
                place.done(model.count.min(budgets[2]).saturating_sub(last));
                last = model.count;
            }
        }
        if refused > 0.0 || draws == 0.0 {
            continue;
        }
        let numbers = judged(model.count, &Predictions::of(&sums, draws), test, reference);
        row[index * NUMBERS.len()..][..NUMBERS.len()].copy_from_slice(&numbers);
    }
    // A chain that was refused has none.
    let discrepancy = if refused > 0.0 || kept.is_empty() {
        f64::NAN
    } else {
        discrepancy(
            &kept,
            &vec![1.0 / problem.precision.sqrt(); SHAPE.dim()],
            problem.posterior(),
            &mut model.model,
        )?
    };
    let once = [draws, discrepancy, chain.statistics().step_size, refused];
    row[BUDGETS * NUMBERS.len()..HEAD].copy_from_slice(&once);
    Ok(row)
}

/// R̂ of the draws' own held-out log-likelihood, and effective draws per million evaluations, with jackknife errors.
fn agreement(rows: &[Vec<f64>]) -> Outcome<[Found; 2]> {
    let least = rows.iter().map(|row| row.len() - HEAD).min().unwrap_or(0);
    if least < 8 || rows.iter().any(|row| row[HEAD - 1] > 0.0) {
        return Ok([Found::none(), Found::none()]);
    }
    let evaluations =
        rows.iter().map(|row| row[(BUDGETS - 1) * NUMBERS.len()]).sum::<f64>() / rows.len() as f64;
    jackknife(rows, |rows| {
        let traces: Vec<_> = rows.iter().map(|row| &row[HEAD..][..least]).collect();
        let (r_hat, size) = convergence(&traces)?;
        Ok([r_hat, 1e6 * size / (evaluations * traces.len() as f64)])
    })
}

/// Publishes the tables, the verdicts and the figure.
fn tables(lab: &Lab, budgets: [u64; BUDGETS], names: &[&str], groups: &[&[Vec<f64>]]) -> Outcome<()> {
    let of = |i: usize, factor: f64| -> Vec<Found> {
        groups.iter().map(|rows| Found::mean(rows.iter().map(|row| row[i]).collect()).times(factor)).collect()
    };
    let mut columns = Vec::new();
    for (name, i, most, factor) in [
        ("error of probabilities, %", 4, false, 100.0),
        ("error of their sd, %", 5, false, 100.0),
        ("log-likelihood", 1, true, 1.0),
        ("calibration error, %", 3, false, 100.0),
    ] {
        columns.extend((0..BUDGETS).map(|budget| Column {
            most,
            ..Column::at(name, budgets[budget], of(budget * NUMBERS.len() + i, factor))
        }));
    }
    let agreed = groups.iter().map(|rows| agreement(rows)).collect::<Outcome<Vec<_>>>()?;
    let [r_hat, size] = [0, 1].map(|i| agreed.iter().map(|pair: &[Found; 2]| pair[i].clone()).collect());
    columns.push(Column { name: "R-hat".into(), most: false, values: r_hat });
    columns.push(Column { name: "ESS per million".into(), most: true, values: size });
    let [draws, discrepancy, step_size] = [0, 1, 2].map(|i| of(BUDGETS * NUMBERS.len() + i, 1.0));
    columns.push(Column { name: "KSD".into(), most: false, values: discrepancy });

    let accuracy = of((BUDGETS - 1) * NUMBERS.len() + 2, 100.0);
    let facts = [
        ("draws", draws.iter().map(|found| format!("{:.0}", found.value)).collect()),
        ("step size", step_size.iter().map(|found| format!("{:.2e}", found.value)).collect()),
        ("accuracy, %", accuracy.iter().map(Found::to_string).collect()),
    ];
    let title = format!(
        "Landsat, 36-10-6: {} chains, mean ± its standard error, after so many million gradient evaluations",
        groups[0].len()
    );
    publish(lab, &title, names, &facts, &columns, groups[0].len())?;
    let nearest = &columns[BUDGETS - 1];
    let chart = |title: &str, first: usize, y: Axis| {
        panel(title, names, nearest, &budgets, &columns[first..first + BUDGETS], y)
    };
    let panels = [
        chart("error of probabilities, ten least", 0, Axis::log("rms difference from HMC's, %")),
        chart("held-out log-likelihood of the same", 2 * BUDGETS, Axis::linear("mean over test points")),
    ];
    lab.draw("predictions.svg", 2, &panels)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn predictions_are_means_and_deviations_over_draws() {
        // Two draws: 0.2 and 0.4 of one class, 0.5 and 0.5 of the other.
        let own = Predictions::of(&[0.2 + 0.4, 0.5 + 0.5, 0.04 + 0.16, 0.25 + 0.25], 2.0);
        assert!(rms_difference(&own.mean, &[0.3, 0.5]) < 1e-15);
        assert!(rms_difference(&own.deviation, &[0.1, 0.0]) < 1e-15);
        assert_eq!(rms_difference(&[1.0, 2.0], &[4.0, -2.0]), 12.5f64.sqrt());
    }
}
