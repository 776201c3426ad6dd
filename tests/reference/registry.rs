//! The parts that the reference has: the bitwise tests go through these lists, and the coverage test asks them whether
//! a part of the library is missing.

use super::parts;
use sgmcmc::drift::{AdaMax, Adadelta, Adam, Drift, Momentum, MomentumForm, NoDrift};
use sgmcmc::mh::{Density, NoiseScale, Proposal};
use sgmcmc::precond::{AdaGrad, GradientScale, Preconditioner, RmsProp};
use sgmcmc::prior::Prior;
use sgmcmc::rule::{
    Aboba, AdamOptimizer, Baoab, Langevin, Lattice, Recipe, Rule, Sghmc, Sgnht, Splitting, Thermostat,
    Velocity,
};
use sgmcmc::schedule::Schedule;
use sgmcmc::{BatchSettings, Block, ChainSettings, Clipping, Error, Estimator, RuleSettings, Sampler};
use std::fmt::Debug;

/// The name that the library's list has for a part: that of its variant.
pub(crate) fn name(part: &impl Debug) -> String {
    format!("{part:?}").split(['(', ' ']).next().unwrap_or_default().to_owned()
}

/// Numbers that are positive, no power of two, and differ from one to the next.
#[derive(Clone, Debug)]
pub(crate) struct Vectors {
    /// As long as θ.
    pub(crate) diagonal: Vec<f64>,
    /// As long as θ.
    pub(crate) mean: Vec<f64>,
    /// The rows of a lower triangle; NaN above the diagonal, where nobody may look.
    pub(crate) factor: Vec<f64>,
}

impl Vectors {
    pub(crate) fn new(dim: usize) -> Self {
        Self { factor: lower_triangle(dim), ..Self::without_factor(dim) }
    }

    /// For rules without a dense preconditioner.
    pub(crate) fn without_factor(dim: usize) -> Self {
        Self {
            diagonal: (0..dim).map(positive).collect(),
            mean: (0..dim).map(|i| positive(i + 3) - 1.0).collect(),
            factor: Vec::new(),
        }
    }
}

fn positive(i: usize) -> f64 {
    0.4 + (i * 7 % 11) as f64 / 9.0
}

fn lower_triangle(dim: usize) -> Vec<f64> {
    let element = |i: usize, j: usize| match j {
        _ if j > i => f64::NAN,
        _ if j == i => positive(i),
        _ => ((3 * i + 5 * j) % 13) as f64 / (13.0 * dim as f64) - 0.4 / dim as f64,
    };
    (0..dim * dim).map(|at| element(at / dim, at % dim)).collect()
}

pub(crate) fn drifts() -> Vec<Drift> {
    let momentum = Momentum { scale: 1.7, beta1: 0.83, form: MomentumForm::Calibrated };
    vec![
        Drift::None(NoDrift),
        Drift::Momentum(momentum),
        Drift::Momentum(Momentum { form: MomentumForm::Published, ..momentum }),
        Drift::Adam(Adam { scale: 3.3, beta1: 0.81, beta2: 0.97, lambda: 2e-5 }),
        Drift::AdaMax(AdaMax { scale: 2.9, beta1: 0.84, beta2: 0.93, lambda: 3e-5 }),
        Drift::Adadelta(Adadelta { scale: 4.1, rho: 0.87, lambda: 1e-3 }),
    ]
}

pub(crate) fn preconditioners(vectors: &Vectors) -> Vec<Preconditioner<'_>> {
    vec![
        Preconditioner::Identity,
        Preconditioner::Diagonal(&vectors.diagonal),
        Preconditioner::RmsProp(RmsProp { beta: 0.91, lambda: 2e-3, scale: GradientScale::Mean }),
        Preconditioner::RmsProp(RmsProp { beta: 0.91, lambda: 2e-3, scale: GradientScale::Sum }),
        Preconditioner::AdaGrad(AdaGrad { lambda: 3e-3, scale: GradientScale::Mean }),
        Preconditioner::AdaGrad(AdaGrad { lambda: 3e-3, scale: GradientScale::Sum }),
        Preconditioner::Dense(&vectors.factor),
        Preconditioner::PositionDependent { reflect: false },
        Preconditioner::PositionDependent { reflect: true },
        Preconditioner::PositionDependentDense,
    ]
}

/// Those that a lattice walk can have.
pub(crate) fn diagonal_preconditioners(vectors: &Vectors) -> Vec<Preconditioner<'_>> {
    let mut all = preconditioners(vectors);
    all.retain(|it| !matches!(it, Preconditioner::Dense(_) | Preconditioner::PositionDependentDense));
    all
}

/// Every member of the Langevin family, and all other rules.
pub(crate) fn rules(vectors: &Vectors) -> Vec<Rule<'_>> {
    let member = |drift| {
        let with = move |preconditioner| Rule::Langevin(Langevin { drift, preconditioner });
        preconditioners(vectors).into_iter().map(with)
    };
    let walk = |drift| {
        let with = move |preconditioner| Rule::Lattice(Lattice { drift, preconditioner });
        diagonal_preconditioners(vectors).into_iter().map(with)
    };
    let sghmc = Sghmc { friction: 0.23, noise_estimate: 0.07, redraw_interval: 3, velocity: Velocity::Drawn };
    let aboba = Aboba { friction: 0.34, velocity: Velocity::Drawn };
    let baoab = Baoab { friction: 0.41, velocity: Velocity::Drawn };
    let sgnht = Sgnht { friction: 0.3, velocity: Velocity::Drawn, ..Sgnht::default() };
    let symmetric = Sgnht { splitting: Splitting::Symmetric, ..sgnht };
    let others = [
        Rule::Sghmc(sghmc),
        Rule::Sghmc(Sghmc::default()),
        Rule::Aboba(aboba),
        Rule::Aboba(Aboba::default()),
        Rule::Sgnht(sgnht),
        Rule::Sgnht(Sgnht { thermostat: Thermostat::PerCoordinate, ..sgnht }),
        Rule::Baoab(baoab),
        Rule::Baoab(Baoab::default()),
        Rule::Sgnht(symmetric),
        Rule::Sgnht(Sgnht { thermostat: Thermostat::PerCoordinate, ..symmetric }),
        Rule::Sgnht(Sgnht::default()),
        Rule::Adam(AdamOptimizer { beta1: 0.83, beta2: 0.97, lambda: 3e-6 }),
        Rule::Recipe(Recipe),
    ];
    drifts().into_iter().flat_map(member).chain(drifts().into_iter().flat_map(walk)).chain(others).collect()
}

/// Every rule, and of the families every drift and every preconditioner, each beside the plainest other part.
pub(crate) fn covering_rules(vectors: &Vectors) -> Vec<Rule<'_>> {
    let plain = |drift: Drift, preconditioner: Preconditioner<'_>| {
        drift == Drift::None(NoDrift) || preconditioner == Preconditioner::Identity
    };
    let mut all = rules(vectors);
    all.retain(|rule| match *rule {
        Rule::Langevin(Langevin { drift, preconditioner })
        | Rule::Lattice(Lattice { drift, preconditioner }) => plain(drift, preconditioner),
        _ => true,
    });
    all
}

pub(crate) fn priors(vectors: &Vectors) -> Vec<Prior<'_>> {
    priors_with(&vectors.mean, &vectors.diagonal)
}

/// Those that a block can have.
pub(crate) fn block_priors() -> Vec<Prior<'static>> {
    let rule = RuleSettings::new(Rule::SGLD, Schedule::constant(1e-3));
    let chain = ChainSettings::new(1, BatchSettings::All, Sampler::Rule(rule));
    let mut all = priors_with(&[], &[]);
    all.retain(|prior| {
        let block = [Block { prior: Some(*prior), ..Block::new(0, 1) }];
        let chain = ChainSettings { blocks: (&block[..]).into(), ..chain };
        chain.memory_len::<f64>(1) != Err(Error::BlockPrior)
    });
    all
}

fn priors_with<'a>(mean: &'a [f64], precision: &'a [f64]) -> Vec<Prior<'a>> {
    // A mixture whose parts both hold some of the θ in the tests.
    let given = [
        ("mean", 0.7),
        ("precision", 1.3),
        ("slab_weight", 0.3),
        ("slab_deviation", 1.1),
        ("spike_deviation", 0.45),
    ];
    parts::priors_with(mean, precision, &given).into_iter().map(|(_, prior)| prior).collect()
}

/// For batches of fewer than `anchor_len` data.
pub(crate) fn estimators(centre: &[f64], anchor_len: u32) -> Vec<Estimator<'_>> {
    estimators_with([None, Some(centre)], anchor_len, [3, 4])
}

/// With both centres and intervals, and an anchor at the last θ and at a mean.
pub(crate) fn estimators_with<'a>(
    centres: [Option<&'a [f64]>; 2],
    anchor_len: u32,
    intervals: [u64; 2],
) -> Vec<Estimator<'a>> {
    let [plain, averaged] = [0, 1].map(|k| {
        let [interval, averaged] = [intervals[k] as f64, k as f64];
        let given = [("anchor_len", anchor_len.into()), ("interval", interval), ("averaged", averaged)];
        parts::estimators_with(centres[k], &given)
    });
    let mut all: Vec<_> = plain.into_iter().zip(averaged).flat_map(|(one, other)| [one.1, other.1]).collect();
    all.dedup();
    all
}

/// Batches of `len` data, where that is theirs to say.
pub(crate) fn batches(len: u32) -> Vec<BatchSettings> {
    vec![
        BatchSettings::WithoutReplacement(len),
        BatchSettings::WithReplacement(len),
        BatchSettings::Epochs(len),
        BatchSettings::All,
        BatchSettings::Caller,
    ]
}

pub(crate) fn noise_scales(sigma: f64) -> Vec<NoiseScale> {
    vec![NoiseScale::Langevin, NoiseScale::Published, NoiseScale::Custom(sigma)]
}

pub(crate) fn densities() -> Vec<Density> {
    vec![Density::Normalized, Density::Unnormalized]
}

/// Every proposal, with every scale of noise and every density once.
pub(crate) fn proposals(step_size: f64) -> Vec<Proposal> {
    let sgld = |noise| Proposal::sgld(step_size, noise);
    let rsgld = |density| Proposal::rsgld(step_size, NoiseScale::Langevin, 1.05, density);
    let walk = Proposal::random_walk(2.0 * step_size);
    let scales = noise_scales(0.1).into_iter().map(sgld);
    let hmc = Proposal::hmc(2.0 * step_size, 3);
    [walk, hmc].into_iter().chain(scales).chain(densities().into_iter().map(rsgld)).collect()
}

/// Limits that some gradients of the tests exceed and some do not.
pub(crate) fn clippings(limit: f64) -> Vec<Clipping> {
    vec![Clipping::None, Clipping::Norm(limit), Clipping::Element(limit / 5.0)]
}

/// Schedules of every shape, from `first`, and some with floor, warm-up and both.
pub(crate) fn schedules(first: f64) -> Vec<Schedule> {
    let given = [
        ("value", first),
        ("exponent", 0.7),
        ("factor", 0.6),
        ("period", 3.0),
        ("cycle_len", 5.0),
        ("exploration", 0.4),
    ];
    let mut all: Vec<Schedule> = parts::schedules_with(&given).into_iter().map(|(_, it)| it).collect();
    all.extend([
        Schedule::polynomial(first, 1.0, 0.7).with_floor(0.4),
        Schedule::cyclical(first, 5, 0.4).with_warm_up(7),
        Schedule::step_decay(first, 0.6, 3).with_floor(0.3).with_warm_up(4),
    ]);
    all
}
