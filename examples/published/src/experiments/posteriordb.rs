//! Beyond the papers: every sampler of the library from its own tuning on nine posteriors of posteriordb, against
//! reference draws: who arrives, and whether whoever does not is named by the library.
//!
//! Before them, ensembles that are told nothing but the model.
//!
//! Four chains each, from uniform numbers on (-2, 2), as Stan's. A chain is wrong where the mean of a constrained
//! parameter is off by more than half of a posterior deviation, or its deviation by more than 30 %; it is silently wrong
//! where besides nothing was refused, no finding of health or pilot calls something amiss, no mean is doubtful by the
//! running estimates of the same draws, and R̂ by ranks is at most 1.01 for every parameter. Chosen here: batches, how long chains are, and HMC's leapfrog steps.

use crate::comparison::ensembles::{self, Ensemble};
use crate::comparison::importance::{self, Weighted};
use crate::comparison::samplers::{Entry, Problem};
use crate::comparison::silence::{NUMBERS, amiss, errors, judge, moments};
use crate::comparison::tuned::tuned;
use crate::data::{self, Moments};
use crate::jobs::{self, Job, Place};
use crate::lab::{Lab, Outcome, fingerprint};
use crate::models::posteriors::{Law, Posterior};
use crate::report::Table;
use crate::started::Started;
use sgmcmc::mh::{MetropolisHastings, Proposal};
use sgmcmc::prior::Prior;
use sgmcmc::rng::{Generators, fill_uniforms};
use sgmcmc::{
    BatchSettings, ChainSettings, Descent, DescentEnd, EnsembleSampler, EnsembleSettings, Error,
    EstimateSettings, EstimateState, Health, HealthSettings, MemoryUnit, PilotSettings, Sampler, StepError,
    StoredDraws,
};

/// A posterior's name, its data's, that of its reference, its law, and κ of what its prior is like.
struct Case {
    name: &'static str,
    data: &'static str,
    reference: &'static str,
    law: Law,
    precision: f64,
}

const fn case(name: &'static str, law: Law, precision: f64) -> Case {
    Case { name, data: name, reference: name, law, precision }
}

const fn schools(name: &'static str, centred: bool) -> Case {
    Case { name, data: "eight", reference: "eight", law: Law::Schools { centred }, precision: 1.0 }
}

const fn regression(precision: f64, scale: f64) -> Law {
    Law::Regression { precision, scale }
}

const CASES: [Case; 9] = [
    case("arK", regression(0.01, 2.5), 0.01),
    case("kidscore", regression(0.0, 2.5), 0.0),
    case("mesquite", regression(0.0, f64::INFINITY), 0.0),
    case("nes", regression(0.0, f64::INFINITY), 0.0),
    case("binomial", Law::Binomial, 1e-4),
    case("poisson", Law::Poisson, 0.0),
    schools("eight_nc", false),
    schools("eight_c", true),
    case("mix", Law::Mixture, 0.25),
];
/// Those of a quick run.
const QUICK: [&str; 3] = ["binomial", "eight_nc", "eight_c"];
/// Chains of a sampler.
const CHAINS: u32 = 4;
/// Draws of a chain that are looked at.
const DRAWS: u64 = 1000;
/// The steps from one of them to the next, at most.
const STRIDE_MAX: u64 = 200;
/// The steps from one look at its health to the next, at most: what throws a chain out is over in some tens.
const INTERVAL: u64 = 10;
/// What ensembles draw by.
const SAMPLERS: [(EnsembleSampler, &str); 3] = [
    (EnsembleSampler::Hmc, "HMC"),
    (EnsembleSampler::Minibatch, "minibatches"),
    (EnsembleSampler::Auto, "whichever promises more"),
];
/// Leapfrog steps of HMC.
const LEAPFROG_COUNT: u32 = 5;
/// A posterior with what is known of it.
struct Known {
    name: &'static str,
    posterior: Posterior,
    reference: Moments,
    problem: Problem,
    entries: Vec<(Entry, u64)>,
    /// By each of the samplers.
    ensembles: [Vec<Ensemble>; SAMPLERS.len()],
    /// How many of its chains, and of others from further away or with variances alone, are wrong, silently wrong, and there.
    chains: [usize; 3],
}

/// Runs the comparison.
pub fn run(lab: &Lab) -> Outcome<Option<String>> {
    let mut known = Vec::new();
    for case in CASES.iter().filter(|case| !lab.quick || QUICK.contains(&case.name)) {
        known.push(prepare(lab, case)?);
    }
    // Gradients of single data, by a sampler that is not held by the least number of draws or the largest stride.
    let budget = lab.pick(4_000_000, 10_000);
    let mut jobs = Vec::new();
    for it in &known {
        for (entry, cost) in &it.entries {
            let stride = (budget / (cost * DRAWS)).clamp(1, STRIDE_MAX);
            let work = move |_: &Place| chains(lab, it, entry, stride);
            jobs.push(Job::new(format!("{} {}", it.name, entry.name), 1, work));
        }
    }
    let names: Vec<_> = lab
        .seeds(CHAINS)
        .flat_map(|seed| NUMBERS.map(|name| format!("{name} of {seed}")))
        .chain(["R-hat".to_owned()])
        .collect();
    let rows = jobs::run(lab, &names, &jobs)?;
    let [converged, silent] = tables(lab, &known, &rows)?;
    let mut text = "posteriordb: ".to_owned();
    for (i, (_, name)) in SAMPLERS.iter().enumerate() {
        let all = known.iter().map(|it| (it.name, &it.ensembles[i][..]));
        let all: Vec<_> = all.filter(|(_, all)| !all.is_empty()).collect();
        text += &ensembles::table(lab, name, &all)?;
    }
    let [wrong, mute, all] = [0, 1, 2].map(|i| known.iter().map(|it| it.chains[i]).sum::<usize>());
    text += &format!(
        "of {all} chains {wrong} wrong, {mute} silently; of samplers one by one {converged} of {}, {silent} silently wrong",
        rows.len()
    );
    lab.conclude(text)?;
    let ensembles = known.iter().flat_map(|it| it.ensembles.iter().flatten());
    let all: Vec<_> = rows.into_iter().chain(ensembles.map(Ensemble::row)).collect();
    Ok(Some(fingerprint(&all)))
}

/// Reads a posterior, and finds its reference: draws where there are some, importance sampling else.
fn prepare(lab: &Lab, case: &Case) -> Outcome<Known> {
    let posterior = Posterior::new(case.law, data::rows(lab, case.data)?);
    let drawn = data::moments(lab, case.reference)?;
    let by_weights = match case.law {
        // Scales of scales are far from any normal.
        Law::Schools { .. } => None,
        Law::Regression { .. } | Law::Binomial | Law::Poisson | Law::Mixture => {
            Some(importance::moments(&posterior, lab.pick(40_000, 10_000))?)
        }
    };
    let reference = match by_weights {
        Some(Weighted { moments, sample_size }) => {
            let own = if drawn.mean.is_empty() { &moments } else { &drawn };
            let [mean, deviation] = errors(&moments, own);
            let name = case.name;
            let text = format!(
                "{name}: importance sampling worth {sample_size:.0} draws, off the reference by {mean:.3} deviations \
                 and {:.1} % of a deviation at most",
                100.0 * deviation
            );
            lab.note(&text)?;
            own.clone()
        }
        None => drawn,
    };
    let data_len = posterior.len();
    descents(lab, case, &posterior, &reference)?;
    let mut chains = [0; 3];
    let mut tried = |sampler, spread: f64, curvature_dim_max| {
        let all = trials(lab, sampler, (&posterior, &reference), (spread, curvature_dim_max))?;
        let [wrong, mute] = [0, 1].map(|i| all.iter().map(|it| it.wrong[i]).sum::<usize>());
        let count = all.len() * CHAINS as usize;
        chains = [chains[0] + wrong, chains[1] + mute, chains[2] + count];
        lab.note(&format!(
            "{}: {sampler:?} from ({}, {spread}), with all covariances up to {curvature_dim_max} parameters: of {count} chains \
             {wrong} wrong, {mute} silently",
            case.name, -spread
        ))?;
        Outcome::Ok(all)
    };
    let mut ensembles: [Vec<Ensemble>; SAMPLERS.len()] = Default::default();
    for (all, (sampler, _)) in ensembles.iter_mut().zip(SAMPLERS) {
        // Eight data about ten parameters are none to draw batches from.
        if matches!(case.law, Law::Schools { .. }) && sampler == EnsembleSampler::Minibatch {
            continue;
        }
        *all = tried(sampler, 2.0, 64)?;
        tried(sampler, 20.0, 64)?;
    }
    for spread in [2.0, 20.0] {
        tried(EnsembleSampler::Hmc, spread, 0)?;
    }
    let problem = Problem {
        data_len,
        batch_len: (data_len / 10).max(1),
        prior: Prior::Callback,
        precision: case.precision,
        burn_in: 0,
        burn_ins: [0; 2],
        leapfrog_count: LEAPFROG_COUNT,
        dense: true,
        optimised: false,
    };
    let entries = tuned(&problem);
    Ok(Known { name: case.name, posterior, reference, problem, entries, ensembles, chains })
}

/// A start within `spread` of 0, the same for all samplers; Stan's within 2.
fn start(posterior: &Posterior, seed: u64, spread: f64) -> Outcome<Vec<f64>> {
    let mut theta = vec![0.0; posterior.dim()];
    // Not a chain's own numbers.
    let mut rng = Generators::new(seed ^ 0x5374_616e, 0).ok_or("no such chain")?;
    fill_uniforms(&mut rng.noise, &mut theta);
    theta.iter_mut().for_each(|x| *x = 2.0 * spread * *x - spread);
    Ok(theta)
}

/// How descents from all starts end.
fn descents(lab: &Lab, case: &Case, posterior: &Posterior, reference: &Moments) -> Outcome<()> {
    let hmc = MetropolisHastings::tuned(Proposal::hmc(0.0, LEAPFROG_COUNT), f64::from(posterior.len()));
    let sampler = Sampler::MetropolisHastings(hmc);
    let settings = ChainSettings {
        prior: Prior::Callback,
        burn_in: 1,
        ..ChainSettings::new(posterior.len(), BatchSettings::All, sampler)
    };
    let descent = Descent::default();
    let mut memory = vec![MemoryUnit::default(); descent.memory_len::<f64>(&settings, posterior.dim())?];
    let (mut arrived, mut pass_count, mut off) = (0, 0, 0.0f64);
    for seed in lab.seeds(CHAINS) {
        let mut theta = start(posterior, seed, 2.0)?;
        let report = descent.run(&settings, &mut theta, &mut memory, &mut { posterior })?;
        arrived += u32::from(report.end == DescentEnd::Arrived);
        pass_count = pass_count.max(report.pass_count);
        let places = posterior.constrain(&theta).into_iter().zip(&reference.mean).zip(&reference.deviation);
        off = places.fold(off, |off, ((x, mean), deviation)| off.max((x - mean).abs() / deviation));
    }
    let (name, count) = (case.name, lab.seeds(CHAINS).count());
    lab.note(&format!(
        "{name}: {arrived} of {count} descents arrived, within {pass_count} passes and {off:.2} deviations of the \
         reference"
    ))
}

/// Ensembles of different seeds.
fn trials(
    lab: &Lab,
    sampler: EnsembleSampler,
    (posterior, reference): (&Posterior, &Moments),
    (spread, curvature_dim_max): (f64, u32),
) -> Outcome<Vec<Ensemble>> {
    // Those that are harder on a chain than the defaults may end without agreement sooner.
    let own = EnsembleSettings::new(posterior.len());
    let is_own = spread == own.start_spread && curvature_dim_max == own.curvature_dim_max;
    let pass_max = if is_own { own.pass_max } else { 0.1 * own.pass_max };
    let of = |seed: u64| {
        let limits = (sampler, spread, curvature_dim_max, pass_max);
        let run = Ensemble::run(limits, (posterior, reference), seed);
        run.or_else(|error| if error.is::<StepError>() { Ok(Ensemble::refused()) } else { Err(error) })
    };
    lab.seeds(CHAINS).map(of).collect()
}

/// What a chain has shown.
struct Chain {
    /// The number of a refusal, or 0.
    refused: f64,
    health: u64,
    pilot: u64,
    /// Of the mean of any parameter.
    doubts: u32,
    /// Constrained parameters, a row a draw; none where a step was refused.
    draws: Vec<f64>,
}

/// A sampler's chains: `NUMBERS` of each, and R̂ of those that were not refused.
fn chains(lab: &Lab, known: &Known, entry: &Entry, stride: u64) -> Outcome<Vec<f64>> {
    let mut all = Vec::new();
    let mut row = Vec::new();
    let dim = known.posterior.dim();
    let mut count = 0;
    for seed in lab.seeds(CHAINS) {
        let chain = sample(known, entry, seed, stride)?;
        let of = if chain.draws.is_empty() {
            [f64::NAN; 2]
        } else {
            count += 1;
            errors(&moments(&chain.draws, dim), &known.reference)
        };
        row.extend([
            chain.refused,
            chain.health as f64,
            chain.pilot as f64,
            f64::from(chain.doubts),
            of[0],
            of[1],
        ]);
        all.extend(chain.draws);
    }
    let mut r_hat = f64::NAN;
    if count > 0 {
        let stored = StoredDraws { draws: &all, chain_count: count, dim };
        let mut room = vec![MemoryUnit::default(); stored.memory_len()?];
        for i in 0..dim {
            let found = stored.summary(i, &mut room)?.r_hat;
            // What does not vary does not agree.
            r_hat = if found.is_nan() { f64::INFINITY } else { r_hat.max(found) };
        }
    }
    row.push(r_hat);
    Ok(row)
}

/// The number by which a refusal is known.
fn number(error: StepError) -> f64 {
    f64::from(error.parts().0 as i32)
}

/// One chain.
fn sample(known: &Known, entry: &Entry, seed: u64, stride: u64) -> Outcome<Chain> {
    let Known { posterior, problem, .. } = known;
    let mut model = posterior;
    let refused = |refused| Ok(Chain { refused, health: 0, pilot: 0, doubts: 0, draws: Vec::new() });
    let entry = Entry { burn_in: stride * DRAWS / 2, ..*entry };
    let started = entry.start(problem, seed, &start(posterior, seed, 2.0)?, &mut model)?;
    let Started { mut chain, mut memory } = match started {
        Ok(started) => started,
        Err(error) => return refused(number(error)),
    };
    let mut health = Health::new(&HealthSettings::default())?;
    let settings = EstimateSettings::new(posterior.dim());
    let mut sums = vec![MemoryUnit::default(); settings.memory_len()?];
    let mut estimates = EstimateState::new(&settings, &mut sums)?;
    let mut draws = Vec::new();
    for _ in 0..DRAWS {
        let interval = stride.min(INTERVAL);
        let ran = chain.run_with_health(&mut memory, stride, &mut model, None, interval, &mut health);
        if let Err(error) = ran {
            return refused(number(error));
        }
        let draw = posterior.constrain(chain.theta(&memory)?);
        // A number that overflows where it is constrained is no draw of the posterior.
        if draw.iter().any(|x| !x.is_finite()) {
            return refused(f64::from(Error::NotFinite as i32));
        }
        estimates.push(&mut sums, &draw, 1.0)?;
        draws.extend(draw);
    }
    let pilot = PilotSettings { seed, ..PilotSettings::default() };
    let mut room = vec![MemoryUnit::default(); pilot.memory_len(&chain)?];
    let looked = match pilot.look(&chain, &memory, None, &mut room, &mut model) {
        Ok(looked) => looked.report,
        Err(error) => return refused(number(error)),
    };
    let report = health.report(&chain, Some(&looked), None)?;
    let mut each = vec![0; posterior.dim()];
    estimates.doubts(&sums, &mut each)?;
    let doubts = each.iter().fold(0, |all, of| all | of);
    Ok(Chain { refused: 0.0, health: report.findings, pilot: report.pilot_findings, doubts, draws })
}

/// A table for each posterior; how many runs converged, and how many chains are silently wrong.
fn tables(lab: &Lab, known: &[Known], rows: &[Vec<f64>]) -> Outcome<[usize; 2]> {
    let mut counts = [0; 2];
    let mut rows = rows.iter();
    for it in known {
        let names =
            ["sampler", "R-hat", "error of the mean", "error of the sd", "the library says", "verdict"];
        let mut table = Table::new(names);
        for (entry, _) in &it.entries {
            let row = rows.next().ok_or("as many rows as samplers")?;
            let verdict = judge(row);
            counts = [counts[0] + usize::from(verdict.converged()), counts[1] + verdict.silent];
            let chains = || row[..row.len() - 1].chunks(NUMBERS.len());
            let worst = |i: usize| {
                let all = chains().map(|chain| chain[i]).filter(|x| !x.is_nan());
                all.reduce(f64::max).map_or_else(String::new, |x| format!("{x:.2}"))
            };
            let mut names: Vec<_> = chains().flat_map(amiss).collect();
            names.sort_unstable();
            let counted: Vec<_> =
                names.chunk_by(|a, b| a == b).map(|of| format!("{} {}", of[0], of.len())).collect();
            let r_hat = row[row.len() - 1];
            table.add([
                entry.name.to_owned(),
                if r_hat.is_nan() { String::new() } else { format!("{r_hat:.3}") },
                worst(4),
                worst(5),
                counted.join(", "),
                verdict.text(),
            ]);
        }
        let title = format!(
            "{}: the worst of {} chains and all parameters; errors in posterior deviations; what so many chains were \
             refused with or found\n",
            it.name,
            lab.seeds(CHAINS).count()
        );
        table.publish(lab, it.name, &title)?;
    }
    Ok(counts)
}
