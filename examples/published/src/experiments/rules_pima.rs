//! Beyond the papers: every sampler of the library on the logistic regression of the Pima data, each with the step size
//! that its own warm-up finds, against the posterior by Hamiltonian Monte Carlo on all data.
//!
//! Chosen here: all 768 data, the prior N(0, 1), batches of 32, starts drawn from the prior, which is some ten posterior
//! deviations wide, pilots by default, default frictions and scales. The budget is of gradient evaluations of single
//! data, as the model counts them, so that what Adam, pilots, anchors, second batches and leapfrog steps take is all in
//! it. Draws count from the end of the burn-in.

use crate::comparison::counted::Counted;
use crate::comparison::samplers::{Entry, Problem, chains, entries, refusals};
use crate::comparison::stein::discrepancy;
use crate::comparison::verdict::{Column, Found, column_names, jackknife, panel, publish};
use crate::data::{Logistic, PIMA_DIM as DIM, pima};
use crate::jobs::{self, Job};
use crate::lab::{Lab, Outcome, fingerprint};
use crate::report::Spread;
use crate::started::{Started, hmc};
use example_support::plot::Axis;
use sgmcmc::prior::Prior;
use sgmcmc::rng::{Generators, fill_normals};
use sgmcmc::{MemoryUnit, Reservoir, StoredDraws};
use std::array::from_fn;

/// κ of the prior.
const PRECISION: f64 = 1.0;
/// L of HMC: with the ε that its burn-in finds, a trajectory is some two posterior deviations long. One of six comes back
/// to where it began.
const LEAPFROG_COUNT: u32 = 2;
/// Parts of a chain whose means its effective sample size comes from: long, since they must outlast the correlation.
const PARTS: usize = 16;
/// Draws for R̂ at a budget, and for the discrepancy at the last.
const STORED: usize = 128;
const SCORED: usize = 1024;
/// Budgets.
const BUDGETS: usize = 3;
/// What a chain gives at a budget.
const NUMBERS: [&str; 5] = ["evaluations", "error of mean", "error of sd", "sd", "draws"];
/// What it gives at the end.
const LAST: [&str; 4] = ["ESS per 1000", "KSD", "step size", "refused"];
const HEAD: usize = BUDGETS * NUMBERS.len() + LAST.len();

/// A point of θ.
type Theta = [f64; DIM];

/// How much a chain does.
#[derive(Clone, Copy)]
struct Sizes {
    budgets: [u64; BUDGETS],
    /// Draws for the discrepancy.
    scored: usize,
}

/// The posterior as HMC has it.
struct Reference {
    mean: Theta,
    deviation: Theta,
}

/// Runs the comparison.
pub fn run(lab: &Lab) -> Outcome<Option<String>> {
    let data = pima(lab)?;
    let problem = Problem {
        data_len: data.len() as u32,
        batch_len: 32,
        prior: Prior::gaussian(0.0, PRECISION),
        precision: PRECISION,
        burn_in: 4096,
        burn_ins: [400, 200],
        leapfrog_count: LEAPFROG_COUNT,
        dense: true,
        optimised: false,
    };
    let budgets = lab.pick([1_000_000, 3_000_000, 10_000_000], [900_000, 950_000, 1_000_000]);
    let sizes = Sizes { budgets, scored: lab.pick(SCORED, SCORED / 4) };
    let reference = reference(lab, &data)?;

    let entries = entries(&problem);
    let names = column_names(&budgets, &NUMBERS, &LAST);
    let rows = chains(lab, &entries, lab.seeds(8), budgets[2], &names, |_, entry, seed| {
        sample(&problem, entry, &data, &reference, seed, sizes)
    })?;
    let groups: Vec<_> = rows.chunks(lab.seeds(8).count()).collect();
    tables(lab, budgets, &entries, &groups)?;
    let refused = refusals(&entries, &groups, HEAD - 1, |entry| {
        entry.refusal_by_hand(&problem, &start(1)?, &mut data.clone())
    })?;
    refused.publish(lab, "refused", "Refused")?;
    Ok(Some(fingerprint(&rows)))
}

/// A draw of the prior, the same for all samplers.
fn start(seed: u64) -> Outcome<Theta> {
    let mut theta = [0.0; DIM];
    // Not a chain's own numbers.
    let mut rng = Generators::new(seed ^ 0x7374_6172_7400, 0).ok_or("no such chain")?;
    fill_normals(&mut rng.noise, &mut theta);
    theta.iter_mut().for_each(|x| *x /= PRECISION.sqrt());
    Ok(theta)
}

/// Sums over draws.
#[derive(Clone, Copy, Default)]
struct Sums {
    count: f64,
    mean: Theta,
    squares: Theta,
}

impl Sums {
    fn add(&mut self, theta: &[f64]) {
        self.count += 1.0;
        for ((mean, square), x) in self.mean.iter_mut().zip(&mut self.squares).zip(theta) {
            let off = x - *mean;
            *mean += off / self.count;
            *square += off * (x - *mean);
        }
    }

    fn deviation(&self) -> Theta {
        self.squares.map(|square| (square / self.count).sqrt())
    }
}

/// HMC on all data, from starts like everybody's; refuses to be a reference that is not exact enough.
fn reference(lab: &Lab, data: &Logistic) -> Outcome<Reference> {
    let draws = lab.pick(20_000, 2000);
    let work = |seed: u64| {
        // Another seed than those of the comparison, in which HMC takes part.
        let settings = hmc(data.len() as u32, PRECISION, LEAPFROG_COUNT, 500, seed + 1000);
        let mut model = data.clone();
        let started = Started::new(&settings, &start(seed + 1000)?)?;
        let Started { mut chain, mut memory } = started.warm_up(seed, &mut model)?;
        let mut row = Vec::new();
        for _ in 0..draws {
            chain.step(&mut memory, &mut model)?;
            row.extend_from_slice(chain.theta(&memory)?);
        }
        Ok(row)
    };
    let jobs: Vec<_> = (1..=lab.pick(8, 2))
        .map(|seed| Job::new(format!("reference {seed}"), draws, move |_| work(seed)))
        .collect();
    let rows = jobs::run(&lab.of(&format!("{}/reference", lab.experiment)), jobs::UNNAMED, &jobs)?;
    let mut sums = Sums::default();
    rows.iter().flat_map(|row| row.chunks(DIM)).for_each(|theta| sums.add(theta));
    let deviation = sums.deviation();
    // The worst parameter's standard errors, from what chains differ by, and the worst R̂.
    let of_chains = |f: &dyn Fn(&Sums) -> f64| {
        let chains = rows.iter().map(|row| {
            let mut own = Sums::default();
            row.chunks(DIM).for_each(|theta| own.add(theta));
            f(&own)
        });
        Spread::of(chains).error()
    };
    let most = |f: &dyn Fn(usize) -> f64| (0..DIM).map(f).fold(0.0, f64::max);
    let of_mean = most(&|i| of_chains(&|own| own.mean[i] / deviation[i]));
    let of_deviation = most(&|i| of_chains(&|own| own.deviation()[i] / deviation[i]));
    let every = (draws as usize / 1000).max(1);
    let thinned: Vec<Vec<f64>> =
        rows.iter().map(|row| row.chunks(DIM).step_by(every).flatten().copied().collect()).collect();
    let r_hat = r_hat(&thinned.iter().map(Vec::as_slice).collect::<Vec<_>>())?;
    let text = format!(
        "Reference: HMC on all data, {} chains of {draws} draws: deviations from {:.4} to {:.4}, R-hat {r_hat:.4}, \
         standard errors of the means up to {of_mean:.4} and of the deviations up to {of_deviation:.4} posterior deviations\n",
        rows.len(),
        deviation.iter().fold(f64::INFINITY, |least, x| least.min(*x)),
        deviation.iter().fold(0.0f64, |most, x| most.max(*x)),
    );
    lab.note(&text)?;
    let is_exact = r_hat < 1.01 && of_mean < 0.01 && of_deviation < 0.01;
    if !lab.quick && !is_exact {
        return Err("the reference is not exact enough".into());
    }
    Ok(Reference { mean: sums.mean, deviation })
}

/// The worst R̂ of any parameter, over chains of equally many draws.
fn r_hat(chains: &[&[f64]]) -> Outcome<f64> {
    let draws = chains.concat();
    let stored = StoredDraws { draws: &draws, chain_count: chains.len(), dim: DIM };
    let mut room = vec![MemoryUnit::default(); stored.memory_len()?];
    let mut worst = 0.0f64;
    for i in 0..DIM {
        worst = worst.max(stored.summary(i, &mut room)?.r_hat);
    }
    Ok(worst)
}

/// Rows of θ, at most `count` of them, evenly spaced.
fn spaced(rows: &[f64], count: usize) -> Vec<f64> {
    let len = rows.len() / DIM;
    let count = count.min(len);
    (0..count).flat_map(|k| rows[k * len / count * DIM..][..DIM].iter().copied()).collect()
}

/// One chain: `HEAD` numbers, then for every budget how many draws there are and the draws. NaN is what a budget is too
/// small for, or a refusal.
fn sample(
    problem: &Problem,
    entry: &Entry,
    data: &Logistic,
    reference: &Reference,
    seed: u64,
    Sizes { budgets, scored }: Sizes,
) -> Outcome<Vec<f64>> {
    let mut row = vec![f64::NAN; HEAD];
    let mut model = Counted::new(data.clone(), problem.data_len);
    let started = entry.start(problem, seed, &start(seed)?, &mut model)?;
    let Started { mut chain, mut memory } = match started {
        Ok(started) => started,
        Err(refusal) => {
            row[HEAD - 1] = f64::from(refusal.parts().0 as i32);
            row.extend([0.0; BUDGETS]);
            return Ok(row);
        }
    };
    let begun = model.count;
    let mut rows = vec![0.0; 2 * SCORED * DIM];
    let mut reservoir = Reservoir::new(DIM);
    let (mut sums, mut parts) = (Sums::default(), [Sums::default(); PARTS]);
    for (index, budget) in budgets.into_iter().enumerate() {
        let mut refused = 0.0;
        while model.count < budget {
            let part = (model.count - begun) * PARTS as u64 / (budgets[2] - begun).max(1);
            if let Err(refusal) = chain.step(&mut memory, &mut model) {
                refused = f64::from(refusal.parts().0 as i32);
                break;
            }
            let theta = chain.theta(&memory)?;
            sums.add(theta);
            parts[part as usize].add(theta);
            reservoir.push(&mut rows, theta)?;
        }
        let kept = &rows[..reservoir.len() * DIM];
        if refused > 0.0 || kept.is_empty() {
            row[HEAD - 1] = refused;
            row.push(0.0);
            continue;
        }
        let deviation = sums.deviation();
        let mean = from_fn(|i| (sums.mean[i] - reference.mean[i]) / reference.deviation[i]);
        let ratio: Theta = from_fn(|i| deviation[i] / reference.deviation[i]);
        let errors = [rms(mean), rms(ratio.map(|ratio| ratio - 1.0)), ratio.iter().sum::<f64>() / DIM as f64];
        let numbers = [model.count as f64, errors[0], errors[1], errors[2], sums.count];
        row[index * NUMBERS.len()..][..NUMBERS.len()].copy_from_slice(&numbers);
        let stored = spaced(kept, STORED);
        row.push((stored.len() / DIM) as f64);
        row.extend(stored);
        if index + 1 == BUDGETS {
            let size = sample_size(&sums, &parts);
            let discrepancy = discrepancy(
                &spaced(kept, scored),
                &reference.deviation,
                problem.posterior(),
                &mut model.model,
            )?;
            let last = [1000.0 * size / model.count as f64, discrepancy, chain.statistics().step_size, 0.0];
            row[BUDGETS * NUMBERS.len()..HEAD].copy_from_slice(&last);
        }
    }
    Ok(row)
}

fn rms(numbers: Theta) -> f64 {
    (numbers.iter().map(|x| x * x).sum::<f64>() / DIM as f64).sqrt()
}

/// The effective number of draws by batch means: one over the squared standard error in deviations of the chain, mean
/// over parameters.
fn sample_size(sums: &Sums, parts: &[Sums; PARTS]) -> f64 {
    let deviation = sums.deviation();
    let used: Vec<_> = parts.iter().filter(|part| part.count > 0.0).collect();
    let squares = (0..DIM).map(|i| {
        let error = Spread::of(used.iter().map(|part| part.mean[i])).error() / deviation[i];
        error * error
    });
    DIM as f64 / squares.sum::<f64>()
}

/// The draws that a row has for a budget.
fn stored(row: &[f64], budget: usize) -> &[f64] {
    let mut rest = &row[HEAD..];
    for _ in 0..budget {
        rest = &rest[1 + rest[0] as usize * DIM..];
    }
    &rest[1..][..rest[0] as usize * DIM]
}

/// R̂ of a sampler's chains at a budget, with its jackknife error over chains.
fn agreement(rows: &[Vec<f64>], budget: usize) -> Outcome<Found> {
    let least = rows.iter().map(|row| stored(row, budget).len() / DIM).min().unwrap_or(0);
    if least < 8 {
        return Ok(Found::none());
    }
    let chains: Vec<_> = rows.iter().map(|row| spaced(stored(row, budget), least)).collect();
    let of =
        |chains: &[&Vec<f64>]| Ok([r_hat(&chains.iter().map(|chain| chain.as_slice()).collect::<Vec<_>>())?]);
    let [found] = jackknife(&chains, of)?;
    Ok(found)
}

/// Publishes the tables, the verdicts and the figure.
fn tables(lab: &Lab, budgets: [u64; BUDGETS], entries: &[Entry], groups: &[&[Vec<f64>]]) -> Outcome<()> {
    let of = |i: usize| -> Vec<Found> {
        groups.iter().map(|rows| Found::mean(rows.iter().map(|row| row[i]).collect())).collect()
    };
    let at = |budget: usize, i: usize| of(budget * NUMBERS.len() + i);
    let mut columns = Vec::new();
    for (name, i) in [("error of the mean", 1), ("error of the sd", 2)] {
        columns.extend((0..BUDGETS).map(|budget| Column::at(name, budgets[budget], at(budget, i))));
    }
    for (budget, count) in budgets.into_iter().enumerate() {
        let agreed = groups.iter().map(|rows| agreement(rows, budget)).collect::<Outcome<_>>()?;
        columns.push(Column::at("R-hat", count, agreed));
    }
    let [size, discrepancy, step_size] = [0, 1, 2].map(|i| at(BUDGETS, i));
    columns.push(Column { name: "ESS per 1000".into(), most: true, values: size });
    columns.push(Column { name: "KSD".into(), most: false, values: discrepancy });

    let names: Vec<_> = entries.iter().map(|entry| entry.name).collect();
    let facts = [
        ("sd ratio", at(BUDGETS - 1, 3).iter().map(Found::to_string).collect()),
        ("step size", step_size.iter().map(|found| format!("{:.2e}", found.value)).collect()),
    ];
    let title = format!(
        "Pima: {} chains, mean ± its standard error; errors are rms over parameters in posterior deviations, after so \
         many million gradient evaluations",
        groups[0].len()
    );
    publish(lab, &title, &names, &facts, &columns, groups[0].len())?;
    let chart = |title: &str, first: usize| {
        let columns = &columns[first..first + BUDGETS];
        panel(title, &names, &columns[BUDGETS - 1], &budgets, columns, Axis::log("rms, posterior deviations"))
    };
    let panels = [chart("error of the mean, ten least", 0), chart("error of the sd, ten least", BUDGETS)];
    lab.draw("errors.svg", 2, &panels)
}
