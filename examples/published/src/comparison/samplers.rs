//! What the comparisons of all rules share: the list of samplers, and how a chain of each begins.

use super::matrix::{factor, inverse};
use crate::jobs::{self, Job, Place};
use crate::lab::{Lab, Outcome};
use crate::report::Table;
use crate::started::Started;
use sgmcmc::drift::{AdaMax, Adadelta, Adam, Drift, Momentum, MomentumForm};
use sgmcmc::mh::{Density, MetropolisHastings, NoiseScale, Proposal};
use sgmcmc::precond::{AdaGrad, Preconditioner, RmsProp};
use sgmcmc::prior::Prior;
use sgmcmc::rule::{
    Aboba, Baoab, Langevin, Lattice, NoiseCompensation, Rule, Sghmc, Sgnht, Splitting, Thermostat,
};
use sgmcmc::schedule::Schedule;
use sgmcmc::{
    BatchSettings, ChainSettings, ChainState, Error, Estimator, MemoryUnit, Model, PilotSettings, Real,
    RuleSettings, Sampler, StepError, WarmStart,
};
use std::ops::RangeInclusive;

/// What moves a chain, and where its step size is from.
#[derive(Clone, Copy)]
pub enum Way {
    /// A rule with the step size that its warm-up finds.
    Rule(Rule<'static>),
    /// The same, the gradient's noise taken off the injected one.
    Compensated(Rule<'static>, NoiseCompensation<'static>),
    /// A rule of which a pilot says nothing, so that its warm-up refuses: with the step size of SGLD's pilot.
    ByHand(Rule<'static>, Units),
    /// SGLD with P the inverse of what a pilot takes for the posterior's precision, of each parameter or as a matrix.
    Fisher {
        /// Whether P is a matrix.
        dense: bool,
        /// What is taken off the noise.
        compensation: NoiseCompensation<'static>,
    },
    /// Metropolis-Hastings for c_n = n, tuned by its burn-in.
    Proposal(Proposal),
}

/// What a step size by hand is counted in.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Units {
    /// SGLD's.
    Plain,
    /// P ≈ n/ν_i, as RMSprop's on the mean gradient: the inflation that SGLD's step has in the noisiest parameter.
    RootMeanSquare,
    /// The same at the end of the burn-in, of k steps: P ≈ n/(ν_i sqrt(k)).
    RootSum,
}

/// A sampler to compare.
#[derive(Clone, Copy)]
pub struct Entry {
    /// Its name in tables.
    pub name: &'static str,
    /// What it does.
    pub way: Way,
    /// Its batches.
    pub batch: BatchSettings,
    /// Its estimator of the gradient.
    pub estimator: Estimator<'static>,
    /// Whether it starts where Adam gets from the start, which a fixed centre and a thermostat want wherever they are.
    pub optimised: bool,
    /// The steps of its burn-in.
    pub burn_in: u64,
}

/// The posterior, and what the rules' chains have in common.
#[derive(Clone, Copy)]
pub struct Problem {
    /// n.
    pub data_len: u32,
    /// m.
    pub batch_len: u32,
    /// The prior.
    pub prior: Prior<'static>,
    /// κ of the prior N(0, 1/κ), or of what is like it.
    pub precision: f64,
    /// The burn-in of rules.
    pub burn_in: u64,
    /// That of proposals on half of the data, and of those on all.
    pub burn_ins: [u64; 2],
    /// Leapfrog steps of HMC.
    pub leapfrog_count: u32,
    /// Whether there are few enough parameters for matrices.
    pub dense: bool,
    /// Whether every rule starts where Adam gets from the start.
    pub optimised: bool,
}

impl Problem {
    /// n and κ.
    pub fn posterior(&self) -> [f64; 2] {
        [f64::from(self.data_len), self.precision]
    }

    /// What a gradient's noise says of the posterior's precision: the covariance of a batch's gradient is about (n - m)/m
    /// times the Fisher information of all data, to which the prior's comes on the diagonal, every `stride` numbers.
    fn posterior_precision(&self, noise: &[f64], stride: usize) -> Vec<f64> {
        let [data, batch] = [self.data_len, self.batch_len].map(f64::from);
        let mut precision: Vec<_> = noise.iter().map(|c| batch / (data - batch) * c).collect();
        precision.iter_mut().step_by(stride).for_each(|c| *c += self.precision);
        precision
    }
}

/// The registry of samplers.
pub fn entries(problem: &Problem) -> Vec<Entry> {
    let Problem { data_len, batch_len, burn_in, burn_ins, leapfrog_count, optimised, .. } = *problem;
    let batch = BatchSettings::WithoutReplacement(batch_len);
    let entry = |name, way| Entry { name, way, batch, estimator: Estimator::Plain, optimised, burn_in };
    let rule = |name, rule| entry(name, Way::Rule(rule));
    let by_hand = |name, drift| entry(name, Way::ByHand(Rule::with_drift(drift), Units::Plain));
    let momentum = |form| Drift::Momentum(Momentum { form, ..Momentum::default() });
    let rmsprop = Preconditioner::RmsProp(RmsProp::default());
    let smooth =
        Rule::Langevin(Langevin { drift: momentum(MomentumForm::Calibrated), preconditioner: rmsprop });
    let adagrad = Rule::with_preconditioner(Preconditioner::AdaGrad(AdaGrad::default()));
    let sghmc = Rule::Sghmc(Sghmc::default());
    let baoab = Rule::Baoab(Baoab::default());
    let sgnht = |thermostat, splitting| Rule::Sgnht(Sgnht { thermostat, splitting, ..Sgnht::default() });
    let compensated = |name, rule, compensation| entry(name, Way::Compensated(rule, compensation));
    let (diagonal, dense) = (NoiseCompensation::Diagonal(None), NoiseCompensation::Dense(None));
    let varied = |name, own, estimator| Entry { estimator, ..rule(name, own) };
    let centre = Estimator::FixedCentre { centre: None };
    let centred = |name, own| Entry { optimised: true, ..varied(name, own, centre) };
    // A thermostat wants to begin where an optimiser has been, the library says.
    let thermostat =
        |name, scope, splitting| Entry { optimised: true, ..rule(name, sgnht(scope, splitting)) };
    // As many steps as take n gradients, at θ and at the anchor.
    let interval = u64::from(data_len / (2 * batch_len)).max(1);
    let svrg = Estimator::Svrg { interval, averaged: false };
    let practical =
        Estimator::Practical { anchor_len: data_len / 2, interval: interval / 2, averaged: false };
    let rsgld = Proposal::rsgld(0.0, NoiseScale::Langevin, 1.0, Density::Normalized);
    let hmc = Proposal::jittered_hmc(0.0, leapfrog_count, 0.0);
    let mala = Proposal::sgld(0.0, NoiseScale::Langevin);
    // Adam's steps on half or all of the data would take most of what there is.
    let proposal = |name, proposal, batch, burn_in| Entry {
        batch,
        burn_in,
        optimised: false,
        ..entry(name, Way::Proposal(proposal))
    };
    let (half, all) = (BatchSettings::WithoutReplacement(data_len / 2), BatchSettings::All);
    // HMC's step takes as many gradients, MALA's one: burn-ins of equal cost.
    let leapfrogs = u64::from(leapfrog_count);
    let mut entries = vec![
        rule("SGLD", Rule::SGLD),
        Entry { batch: BatchSettings::Epochs(batch_len), ..rule("SGLD, batches by epochs", Rule::SGLD) },
        rule("lattice walk", Rule::Lattice(Lattice::default())),
        rule("SGHMC", sghmc),
        rule("SGHMC-ABOBA", Rule::Aboba(Aboba::default())),
        rule("BAOAB", baoab),
        thermostat("SGNHT", Thermostat::Scalar, Splitting::Euler),
        thermostat("SGNHT, symmetric", Thermostat::Scalar, Splitting::Symmetric),
        thermostat("SGNHT, per coordinate", Thermostat::PerCoordinate, Splitting::Euler),
        thermostat("SGNHT, per coordinate, symmetric", Thermostat::PerCoordinate, Splitting::Symmetric),
        compensated("SGLD, diagonal compensation", Rule::SGLD, diagonal),
        varied("SGLD, SVRG", Rule::SGLD, svrg),
        varied("SGLD, practical", Rule::SGLD, practical),
        varied("SGLD, SAGA", Rule::SGLD, Estimator::Saga),
        centred("SGLD, fixed centre", Rule::SGLD),
        varied("SGHMC, SVRG", sghmc, svrg),
        centred("SGHMC, fixed centre", sghmc),
        entry("SGLD, Fisher diagonal", Way::Fisher { dense: false, compensation: NoiseCompensation::None }),
        entry("pSGLD", Way::ByHand(Rule::psgld(), Units::RootMeanSquare)),
        entry("momentum with RMSprop", Way::ByHand(smooth, Units::RootMeanSquare)),
        entry("AdaGrad", Way::ByHand(adagrad, Units::RootSum)),
        by_hand("MSGLD, calibrated", momentum(MomentumForm::Calibrated)),
        by_hand("MSGLD, published", momentum(MomentumForm::Published)),
        by_hand("ASGLD", Drift::Adam(Adam::default())),
        by_hand("AdaMax drift", Drift::AdaMax(AdaMax::default())),
        by_hand("Adadelta drift", Drift::Adadelta(Adadelta::default())),
        proposal("RSGLD, m = n/2, refresh tuned", rsgld, half, leapfrogs * burn_ins[0]),
        proposal("HMC, m = n/2, refresh tuned", hmc, half, burn_ins[0]),
        proposal("MALA on all data", mala, all, leapfrogs * burn_ins[1]),
        proposal("HMC on all data", hmc, all, burn_ins[1]),
    ];
    if problem.dense {
        entries.extend([
            compensated("SGLD, dense compensation", Rule::SGLD, dense),
            compensated("SGHMC, dense compensation", sghmc, dense),
            compensated("BAOAB, dense compensation", baoab, dense),
            entry("SGLD, Fisher matrix", Way::Fisher { dense: true, compensation: NoiseCompensation::None }),
            entry(
                "SGLD, Fisher matrix, dense compensation",
                Way::Fisher { dense: true, compensation: dense },
            ),
        ]);
    }
    entries
}

/// Runs chains of every sampler, and gives their rows, sampler by sampler; the first numbers of each, which have names, go
/// to `chains.csv`.
pub fn chains(
    lab: &Lab,
    entries: &[Entry],
    seeds: RangeInclusive<u64>,
    evaluations: u64,
    names: &[String],
    sample: impl Fn(&Place, &Entry, u64) -> Outcome<Vec<f64>> + Sync,
) -> Outcome<Vec<Vec<f64>>> {
    let sample = &sample;
    let chains = entries.iter().flat_map(|entry| seeds.clone().map(move |seed| (entry, seed)));
    let jobs: Vec<_> = chains
        .map(|(entry, seed)| {
            Job::new(format!("{} {seed}", entry.name), evaluations, move |place| sample(place, entry, seed))
        })
        .collect();
    jobs::run(lab, names, &jobs)
}

impl Entry {
    /// The settings of its chain; `Schedule::CALLBACK` leaves the step size to a warm-up.
    fn settings<'a>(&self, problem: &Problem, seed: u64, rule: RuleSettings<'a>) -> ChainSettings<'a> {
        let sampler = match self.way {
            Way::Proposal(proposal) => {
                Sampler::MetropolisHastings(MetropolisHastings::tuned(proposal, f64::from(problem.data_len)))
            }
            Way::Rule(_) | Way::Compensated(..) | Way::ByHand(..) | Way::Fisher { .. } => Sampler::Rule(rule),
        };
        ChainSettings {
            seed,
            prior: problem.prior,
            burn_in: self.burn_in,
            estimator: self.estimator,
            ..ChainSettings::new(problem.data_len, self.batch, sampler)
        }
    }

    /// Why a warm-up refuses what runs with a step size by hand.
    pub fn refusal_by_hand<R: Real>(
        &self,
        problem: &Problem,
        theta: &[R],
        model: &mut impl Model<R>,
    ) -> Outcome<Option<StepError>> {
        let Way::ByHand(rule, _) = self.way else { return Ok(None) };
        Ok(Entry { way: Way::Rule(rule), ..*self }.start(problem, 1, theta, model)?.err())
    }

    /// A chain from `theta` to the end of its burn-in, or the library's refusal of it.
    pub fn start<R: Real>(
        &self,
        problem: &Problem,
        seed: u64,
        theta: &[R],
        model: &mut impl Model<R>,
    ) -> Outcome<Result<Started<R>, StepError>> {
        let open = |rule| RuleSettings::new(rule, Schedule::CALLBACK);
        let rule = match self.way {
            Way::Rule(rule) => open(rule),
            Way::Compensated(rule, compensation) => RuleSettings { compensation, ..open(rule) },
            Way::Proposal(_) => open(Rule::SGLD),
            Way::ByHand(..) | Way::Fisher { .. } => return self.after_sgld(problem, seed, theta, model),
        };
        let settings = self.settings(problem, seed, rule);
        let adam = WarmStart::default();
        let mut memory = vec![MemoryUnit::default(); adam.memory_len::<R>(&settings, theta.len())?];
        let chain = if self.optimised {
            adam.start(&settings, theta, &mut memory, model)
        } else {
            ChainState::new(&settings, theta, &mut memory).map_err(StepError::from)
        };
        Ok(chain.and_then(|chain| Started { chain, memory }.warm_up(seed, model)))
    }

    /// The same for what begins with SGLD's warm-up, and a look where that ends.
    fn after_sgld<R: Real>(
        &self,
        problem: &Problem,
        seed: u64,
        theta: &[R],
        model: &mut impl Model<R>,
    ) -> Outcome<Result<Started<R>, StepError>> {
        let sgld = Entry { way: Way::Rule(Rule::SGLD), ..*self };
        let Started { chain, mut memory } = match sgld.start(problem, seed, theta, model)? {
            Ok(started) => started,
            Err(refusal) => return Ok(Err(refusal)),
        };
        let dense = matches!(self.way, Way::Fisher { dense: true, .. });
        let pilot = PilotSettings { covariance: dense, seed, ..PilotSettings::default() };
        let mut room = vec![MemoryUnit::default(); pilot.memory_len(&chain)?];
        let found = match pilot.look(&chain, &memory, None, &mut room, model) {
            Ok(found) => found,
            Err(refusal) => return Ok(Err(refusal)),
        };
        let data = f64::from(problem.data_len);
        let metric: Vec<f64>;
        let rule = match self.way {
            Way::Fisher { dense, compensation } => {
                let preconditioner = if dense {
                    let precision = problem.posterior_precision(found.covariance, theta.len() + 1);
                    metric = factor(&inverse(&precision, theta.len()), theta.len());
                    Preconditioner::Dense(&metric)
                } else {
                    let precision = problem.posterior_precision(found.variance, 1);
                    metric = precision.iter().map(|precision| 1.0 / precision).collect();
                    Preconditioner::Diagonal(&metric)
                };
                let rule = Rule::with_preconditioner(preconditioner);
                RuleSettings { compensation, ..RuleSettings::new(rule, Schedule::CALLBACK) }
            }
            Way::ByHand(rule, units) => {
                let deviation = found.variance.iter().fold(0.0f64, |most, c| most.max(*c)).sqrt();
                let unit = match units {
                    Units::Plain => 1.0,
                    Units::RootMeanSquare => deviation / data,
                    Units::RootSum => deviation / data * (self.burn_in as f64).sqrt(),
                };
                RuleSettings::new(rule, Schedule::constant(unit * found.report.step_size))
            }
            Way::Rule(_) | Way::Compensated(..) | Way::Proposal(_) => {
                return Err("no warm-up before it".into());
            }
        };
        let settings = self.settings(problem, seed, rule);
        // A matrix that is not positive definite has no factor, which the library refuses.
        let chain = settings.memory_len::<R>(theta.len()).and_then(|len| {
            memory.resize(memory.len().max(len), MemoryUnit::default());
            chain.hand_over(&settings, &mut memory)
        });
        Ok(chain.map_err(StepError::from).and_then(|chain| Started { chain, memory }.warm_up(seed, model)))
    }
}

/// What the library refused, with its reasons: chains, whose rows have the error's number at `place`, and the warm-ups of
/// what ran by hand.
pub fn refusals(
    entries: &[Entry],
    groups: &[&[Vec<f64>]],
    place: usize,
    by_hand: impl Fn(&Entry) -> Outcome<Option<StepError>>,
) -> Outcome<Table> {
    let mut table = Table::new(["sampler", "refused", "what the library says"]);
    for (entry, rows) in entries.iter().zip(groups) {
        if let Some(refusal) = by_hand(entry)? {
            table.add([entry.name.to_owned(), "its warm-up; ran by hand".into(), refusal.to_string()]);
        }
        let numbers = || rows.iter().map(|row| row[place]).filter(|number| *number > 0.0);
        if let Some(error) = numbers().next().and_then(|number| Error::from_number(number as i32)) {
            let count = format!("{} of {} chains", numbers().count(), rows.len());
            table.add([entry.name.to_owned(), count, error.to_string()]);
        }
    }
    Ok(table)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Half of 100 data of N(θ, 1): a batch's gradient has the variance n (n - m)/m = 100, the likelihood the
    /// information n.
    #[test]
    fn the_posteriors_precision_is_that_of_the_data_and_the_prior() {
        let problem = Problem {
            data_len: 100,
            batch_len: 50,
            prior: Prior::FLAT,
            precision: 3.0,
            burn_in: 0,
            burn_ins: [0; 2],
            leapfrog_count: 1,
            dense: false,
            optimised: false,
        };
        assert_eq!(problem.posterior_precision(&[100.0, 0.0], 1), [103.0, 3.0]);
        let problem = Problem { batch_len: 20, ..problem };
        assert_eq!(problem.posterior_precision(&[400.0, 4.0, 4.0, 400.0], 3), [103.0, 1.0, 1.0, 103.0]);
    }
}
