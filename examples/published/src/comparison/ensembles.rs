//! Ensembles that are told nothing but a model, against reference draws.

use super::silence::{R_HAT, errors, is_wrong, moments};
use crate::data::Moments;
use crate::lab::{Lab, Outcome};
use crate::models::posteriors::Posterior;
use crate::report::Table;
use sgmcmc::prior::Prior;
use sgmcmc::{EnsembleReport, EnsembleSampler, EnsembleSettings, MemoryUnit, StoredDraws};
use std::time::Instant;

/// What four chains have shown.
pub struct Ensemble {
    /// The largest of all parameters.
    pub r_hat: f64,
    /// The largest error of a mean, in deviations, and of a deviation, as a share.
    pub errors: [f64; 2],
    /// The least effective sample size of all parameters: of the bulk, or of the distances from the median, since short
    /// trajectories are antithetic.
    pub size: f64,
    /// Passes of all chains: of descents and warm-ups, and of draws.
    pub passes: [f64; 2],
    /// How many chains there are.
    pub chain_count: usize,
    /// How many of its chains draw by minibatches.
    pub by_minibatches: usize,
    /// The least and the most leapfrog steps of a trajectory, or data of a minibatch.
    pub leaps: [u32; 2],
    /// How many chains say that something is to be doubted.
    pub doubtful: usize,
    /// How many chains are wrong by themselves, and how many of them without a word of their own or of the ensemble's.
    pub wrong: [usize; 2],
    /// How long all of it took, by the clock.
    pub seconds: f64,
}

impl Ensemble {
    /// One call with defaults but for the seed, what chains draw by, how far from 0 they start, up to how many parameters
    /// coordinates are made of all covariances, and how many passes a chain may take.
    pub fn run(
        (sampler, start_spread, curvature_dim_max, pass_max): (EnsembleSampler, f64, u32, f64),
        (posterior, reference): (&Posterior, &Moments),
        seed: u64,
    ) -> Outcome<Self> {
        let (dim, mut model, begun) = (posterior.dim(), posterior, Instant::now());
        let settings = EnsembleSettings {
            seed,
            sampler,
            start_spread,
            curvature_dim_max,
            pass_max,
            prior: Prior::Callback,
            ..EnsembleSettings::new(posterior.len())
        };
        let mut memory = vec![MemoryUnit::default(); settings.memory_len::<f64>(dim)?];
        let mut ensemble = sgmcmc::Ensemble::start(&settings, &vec![0.0; dim], &mut memory, &mut model)?;
        let state = ensemble.run(&mut memory, &mut model)?;
        let seconds = begun.elapsed().as_secs_f64();
        let stored = ensemble.draws(&memory)?;
        let draws: Vec<_> = stored.draws.chunks(dim).flat_map(|draw| posterior.constrain(draw)).collect();
        let (mut passes, mut leaps, mut doubtful, mut wrong) = ([0.0; 2], [u32::MAX, 0], 0, [0; 2]);
        let mut by_minibatches = 0;
        for (chain, own) in draws.chunks(draws.len() / stored.chain_count).enumerate() {
            let report = ensemble.report(&memory, chain)?;
            let EnsembleReport { pass_count, warm_up_pass_count: before, .. } = report;
            let by_batches = report.is_by_minibatches();
            by_minibatches += usize::from(by_batches);
            let leap = if by_batches { report.batch_len } else { report.leapfrog_count };
            passes = [passes[0] + before, passes[1] + pass_count - before];
            leaps = [leaps[0].min(leap), leaps[1].max(leap)];
            doubtful += usize::from(report.is_doubtful());
            let is_wrong = is_wrong(errors(&moments(own, dim), reference));
            wrong[0] += usize::from(is_wrong);
            wrong[1] += usize::from(is_wrong && !report.is_doubtful() && state.converged);
        }
        let (r_hat, size) = judged(&draws, stored.chain_count, dim)?;
        let (errors, chain_count) = (errors(&moments(&draws, dim), reference), stored.chain_count);
        Ok(Self { r_hat, errors, size, passes, leaps, chain_count, by_minibatches, doubtful, wrong, seconds })
    }

    /// One of which a chain was refused a step, which is a word on all of them.
    pub fn refused() -> Self {
        Self {
            r_hat: f64::INFINITY,
            errors: [f64::INFINITY; 2],
            size: 0.0,
            passes: [0.0; 2],
            leaps: [0; 2],
            chain_count: 0,
            by_minibatches: 0,
            doubtful: 0,
            wrong: [0; 2],
            seconds: 0.0,
        }
    }

    /// Effective draws for 1000 passes, of draws alone and of all; and milliseconds for 400 of them.
    pub fn efficiencies(&self) -> [f64; 3] {
        let [warm_up, draws] = self.passes;
        let [alone, whole] = [draws, warm_up + draws].map(|passes| 1e3 * self.size / passes);
        [alone, whole, 4e5 * self.seconds / self.size]
    }

    /// Whether all is well.
    pub fn converged(&self) -> bool {
        self.r_hat <= R_HAT && !is_wrong(self.errors)
    }

    /// Its numbers, for a fingerprint.
    pub fn row(&self) -> Vec<f64> {
        let leaps = self.leaps.map(f64::from);
        [&[self.r_hat, self.size, self.doubtful as f64], &self.errors[..], &self.passes, &leaps].concat()
    }
}

/// What NUTS takes, a row a run: see `nuts/run.py`.
const NUTS: &str = include_str!("../../nuts/nuts.csv");

/// NUTS's [`efficiencies`](Ensemble::efficiencies) on a posterior, the geometric mean over its runs; its chains one after the
/// other or in step, whichever took less.
pub fn of_nuts(posterior: &str) -> Outcome<[f64; 3]> {
    let mut logs = Vec::new();
    for record in csv::ReaderBuilder::new().comment(Some(b'#')).from_reader(NUTS.as_bytes()).records() {
        let record = record?;
        let number = |i: usize| record.get(i).map_or(Ok(f64::NAN), str::parse::<f64>);
        if record.get(0) == Some(posterior) {
            let [size, draws, warm_up] = [number(5)?, number(6)?, number(7)?];
            let seconds = number(9)?.min(number(10)?);
            logs.push(
                [1e3 * size / draws, 1e3 * size / (draws + warm_up), 4e5 * seconds / size].map(libm::log),
            );
        }
    }
    Ok([0, 1, 2].map(|i| libm::exp(logs.iter().map(|log| log[i]).sum::<f64>() / logs.len() as f64)))
}

/// A row of the ensembles of each posterior, the worst of all seeds, and of effective draws the geometric mean; and in words how
/// many converged, and how many times NUTS's draws they have, in the mean over posteriors on which all did.
pub fn table(lab: &Lab, sampler: &str, known: &[(&str, &[Ensemble])]) -> Outcome<String> {
    let mut table = Table::new([
        "posterior",
        "R-hat",
        "error of the mean",
        "error of the sd",
        "leapfrog steps, or data",
        "by minibatches",
        "passes to warm up",
        "effective draws per 1000 passes",
        "with the warm-up's",
        "and of NUTS",
        "ms for 400, and of NUTS",
        "doubtful chains",
    ]);
    let mut logs = Vec::new();
    for (name, all) in known {
        let worst = |of: fn(&Ensemble) -> f64| all.iter().map(of).fold(0.0, f64::max);
        let log_sum = |of: &dyn Fn(&Ensemble) -> f64| all.iter().map(|it| libm::log(of(it))).sum::<f64>();
        let mean = |of: &dyn Fn(&Ensemble) -> f64| libm::exp(log_sum(of) / all.len() as f64);
        let leaps = all.iter().map(|it| it.leaps);
        let leaps = leaps.fold([u32::MAX, 0], |[least, most], [a, b]| [least.min(a), most.max(b)]);
        let ([alone, whole, time], nuts) =
            ([0, 1, 2].map(|i| mean(&|it| it.efficiencies()[i])), of_nuts(name)?);
        if all.iter().all(Ensemble::converged) {
            logs.push(libm::log(whole / nuts[1]));
        }
        table.add([
            (*name).to_owned(),
            format!("{:.3}", worst(|it| it.r_hat)),
            format!("{:.2}", worst(|it| it.errors[0])),
            format!("{:.3}", worst(|it| it.errors[1])),
            format!("{} to {}", leaps[0], leaps[1]),
            all.iter().map(|it| it.by_minibatches).sum::<usize>().to_string(),
            format!("{:.0}", mean(&|it| it.passes[0] / it.chain_count as f64)),
            format!("{alone:.1}"),
            format!("{whole:.1}"),
            format!("{:.1}; {:.1}", nuts[0], nuts[1]),
            format!("{time:.1}; {:.0}", nuts[2]),
            all.iter().map(|it| it.doubtful).sum::<usize>().to_string(),
        ]);
    }
    let title = format!(
        "ensembles by {sampler} that are told nothing but the model: the worst of all seeds and parameters\n"
    );
    table.publish(lab, &format!("ensembles-{}", sampler.replace(' ', "-")), &title)?;
    let ensembles = || known.iter().flat_map(|(_, all)| all.iter());
    let times = libm::exp(logs.iter().sum::<f64>() / logs.len() as f64);
    Ok(format!(
        "{} of {} ensembles by {sampler} converged, {times:.1} times NUTS per pass; ",
        ensembles().filter(|it| it.converged()).count(),
        ensembles().count()
    ))
}

/// The largest R̂ and the least effective sample size.
fn judged(draws: &[f64], chain_count: usize, dim: usize) -> Outcome<(f64, f64)> {
    let (mut r_hat, mut size) = (0.0f64, f64::INFINITY);
    let stored = StoredDraws { draws, chain_count, dim };
    let mut room = vec![MemoryUnit::default(); stored.memory_len()?];
    for i in 0..dim {
        let found = stored.summary(i, &mut room)?;
        let column = || draws.iter().skip(i).step_by(dim).copied();
        let mut sorted: Vec<f64> = column().collect();
        sorted.sort_by(f64::total_cmp);
        let median = sorted[sorted.len() / 2];
        let distances: Vec<f64> = column().map(|x| (x - median).abs()).collect();
        let folded = StoredDraws { draws: &distances, chain_count, dim: 1 }.summary(0, &mut room)?;
        // What does not vary does not agree.
        r_hat = if found.r_hat.is_nan() { f64::INFINITY } else { r_hat.max(found.r_hat) };
        size = size.min(found.bulk_sample_size).min(folded.bulk_sample_size);
    }
    Ok((r_hat, size))
}
