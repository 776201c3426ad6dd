//! Ensembles that are told nothing but a model and its starts, against reference draws.

use super::silence::{R_HAT, errors, is_wrong, moments};
use crate::data::Moments;
use crate::lab::Outcome;
use crate::models::posteriors::Posterior;
use sgmcmc::prior::Prior;
use sgmcmc::{Draw, EnsembleChain, EnsembleReport, EnsembleSettings, MemoryUnit, StoredDraws};
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
    /// The least and the most leapfrog steps of a trajectory.
    pub leaps: [u32; 2],
    /// How many chains say that something is to be doubted.
    pub doubtful: usize,
    /// How many chains are wrong by themselves, and how many of them without a word of their own or of the ensemble's.
    pub wrong: [usize; 2],
    /// How long all of it took, by the clock.
    pub seconds: f64,
}

impl Ensemble {
    /// Runs a chain from each of the starts, in coordinates of all covariances or of variances alone.
    pub fn run(
        posterior: &Posterior,
        reference: &Moments,
        starts: &[Vec<f64>],
        seed: u64,
        draw_count: u64,
        curvature_dim_max: u32,
    ) -> Outcome<Self> {
        let (dim, mut model, begun) = (posterior.dim(), posterior, Instant::now());
        let own = EnsembleSettings::new(posterior.len());
        let settings = EnsembleSettings { seed, prior: Prior::Callback, curvature_dim_max, ..own };
        let mut memory = vec![MemoryUnit::default(); settings.chain_memory_len::<f64>(dim)?];
        let mut draws = Vec::new();
        let (mut passes, mut leaps, mut doubtful, mut wrong) = ([0.0; 2], [u32::MAX, 0], 0, [0; 2]);
        for (index, start) in (0..).zip(starts) {
            let mut chain = EnsembleChain::start(&settings, index, start, &mut memory, &mut model)?;
            chain.warm_up(&mut memory, &mut model)?;
            let (before, first) = (chain.report().pass_count, draws.len());
            let mut keep = |draw: &Draw<'_, f64>| {
                draws.extend(posterior.constrain(draw.theta));
                Ok(())
            };
            chain.advance(&mut memory, draw_count, &mut model, Some(&mut keep))?;
            let report = chain.report();
            let EnsembleReport { pass_count, leapfrog_count, .. } = report;
            passes = [passes[0] + before, passes[1] + pass_count - before];
            leaps = [leaps[0].min(leapfrog_count), leaps[1].max(leapfrog_count)];
            doubtful += usize::from(report.is_doubtful());
            let is_wrong = is_wrong(errors(&moments(&draws[first..], dim), reference));
            wrong[0] += usize::from(is_wrong);
            wrong[1] += usize::from(is_wrong && !report.is_doubtful());
        }
        let seconds = begun.elapsed().as_secs_f64();
        let (r_hat, size) = judged(&draws, starts.len(), dim)?;
        let errors = errors(&moments(&draws, dim), reference);
        if r_hat > settings.r_hat_max || 2.0 * size < (draw_count * starts.len() as u64) as f64 {
            wrong[1] = 0;
        }
        Ok(Self { r_hat, errors, size, passes, leaps, doubtful, wrong, seconds })
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
