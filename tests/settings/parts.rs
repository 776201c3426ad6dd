//! The settings of rules, drifts, preconditioners, schedules, priors, estimators and blocks, out of range and at its
//! ends.
//!
//! Sizes are those of `f32`, in which out-of-range settings are tried: 3.4e38, and 4.3e9 as its fourth root.

#[path = "compensations.rs"]
mod compensations;
#[path = "taken.rs"]
mod taken;

use super::*;
use sgmcmc::drift::{Adadelta, Adam, Drift, Momentum, MomentumForm};
use sgmcmc::precond::{Preconditioner, RmsProp};
use sgmcmc::prior::{GaussianVector, SpikeAndSlab};
use sgmcmc::rule::{Aboba, AdamOptimizer, Lattice, Recipe, Rule, Sghmc, Sgnht};
use sgmcmc::{Block, BlockList, Clipping, Estimator, RuleSettings};

pub(crate) use taken::taken;

const NOT_FINITE: [f64; 3] = [f64::NAN, f64::INFINITY, f64::NEG_INFINITY];
const BELOW_ONE: f64 = 1.0 - f64::EPSILON / 2.0;

fn leak<T>(values: Vec<T>) -> &'static [T] {
    values.leak()
}

fn rule(rule: Rule<'static>) -> ChainSettings<'static> {
    with(ruled(rule, 0.1, 1.0))
}

fn drift(drift: Drift) -> ChainSettings<'static> {
    rule(Rule::with_drift(drift))
}

fn precond(preconditioner: Preconditioner<'static>) -> ChainSettings<'static> {
    rule(Rule::with_preconditioner(preconditioner))
}

fn sghmc(friction: f64, noise_estimate: f64) -> ChainSettings<'static> {
    rule(Rule::Sghmc(Sghmc { friction, noise_estimate, ..Sghmc::default() }))
}

fn lattice(preconditioner: Preconditioner<'static>) -> ChainSettings<'static> {
    rule(Rule::Lattice(Lattice { preconditioner, ..Lattice::default() }))
}

fn estimator(estimator: Estimator<'static>) -> ChainSettings<'static> {
    ChainSettings { estimator, ..good() }
}

fn practical(anchor_len: u32, interval: u64) -> ChainSettings<'static> {
    estimator(Estimator::Practical { anchor_len, interval, averaged: interval.is_multiple_of(2) })
}

fn clipping(clipping: Clipping) -> ChainSettings<'static> {
    ChainSettings { clipping, ..good() }
}

fn slab(weight: f64, slab: f64, spike: f64) -> ChainSettings<'static> {
    let prior = SpikeAndSlab { slab_weight: weight, slab_deviation: slab, spike_deviation: spike };
    ChainSettings { prior: Prior::SpikeAndSlab(prior), ..good() }
}

fn vector(mean: [f64; DIM], precision: [f64; DIM]) -> ChainSettings<'static> {
    let prior = GaussianVector { mean: leak(mean.to_vec()), precision: leak(precision.to_vec()) };
    ChainSettings { prior: Prior::GaussianVector(prior), ..good() }
}

fn blocks(blocks: &[Block]) -> ChainSettings<'static> {
    ChainSettings { blocks: leak(blocks.to_vec()).into(), ..good() }
}

fn block(start: usize, len: usize, change: impl FnOnce(&mut Block)) -> Block {
    let mut block = Block::new(start, len);
    change(&mut block);
    block
}

/// β2 ≤ β1² and other ranges of the drifts, by a share of them that is out of range.
fn refused_rules() -> Vec<(Error, ChainSettings<'static>)> {
    let adam = |change: fn(&mut Adam, f64), x| {
        let mut settings = Adam::default();
        change(&mut settings, x);
        drift(Drift::Adam(settings))
    };
    let optimizer = |beta1, beta2, lambda| rule(Rule::Adam(AdamOptimizer { beta1, beta2, lambda }));
    let mut all = vec![
        (Error::Beta2, adam(|adam, x| adam.beta2 = x, 0.81)),
        (Error::Beta2, optimizer(0.9, 0.81, 1e-8)),
        (Error::Beta2, optimizer(0.0, 0.0, 1e-8)),
        (Error::NoiseEstimate, sghmc(0.25, 0.250_000_1)),
        (Error::PreconditionerDiagonal, precond(Preconditioner::Diagonal(&[1.0, 1e20, 1.0]))),
        (Error::PreconditionerDiagonal, precond(Preconditioner::Diagonal(&[1.0, 1.0, 1e-60]))),
        (Error::LengthMismatch, precond(Preconditioner::Diagonal(&[1.0; 2]))),
        (Error::LengthMismatch, precond(Preconditioner::Dense(&[1.0; 3]))),
        (Error::PreconditionerKind, lattice(Preconditioner::Dense(&[1.0; 9]))),
        (Error::PreconditionerKind, lattice(Preconditioner::PositionDependentDense)),
        (Error::PreconditionerDiagonal, lattice(Preconditioner::Diagonal(&[1.0, 0.0, 1.0]))),
        (Error::LengthMismatch, lattice(Preconditioner::Diagonal(&[1.0; 2]))),
        (
            Error::PreconditionerFactor,
            precond(Preconditioner::Dense(&[1.0, 0.0, 0.0, 1e10, 1.0, 0.0, 0.0, 0.0, 1.0])),
        ),
    ];
    for bad in BAD {
        let mut factor = [1.0, 0.0, 0.0, 0.5, 1.0, 0.0, 0.5, 0.5, 1.0];
        factor[4] = bad;
        all.extend([
            (Error::PreconditionerDiagonal, precond(Preconditioner::Diagonal(leak(vec![1.0, 1.0, bad])))),
            (Error::PreconditionerFactor, precond(Preconditioner::Dense(leak(factor.to_vec())))),
        ]);
    }
    all
}

fn refused_schedules() -> Vec<(Error, ChainSettings<'static>)> {
    let hot = |temperature| {
        let rule = RuleSettings { temperature, ..RuleSettings::new(Rule::SGLD, Schedule::constant(0.1)) };
        with(Sampler::Rule(rule))
    };
    let mut all = vec![
        // Three steps, all of which would explore.
        (Error::Exploration, at_steps(Schedule::cyclical(0.1, 3, 0.7))),
        (Error::ScheduleFloor, hot(Schedule::CALLBACK.with_floor(0.5))),
        (Error::ScheduleWarmUp, at_steps(Schedule::CALLBACK.with_warm_up(1))),
        (Error::ScheduleWarmUp, at_steps(Schedule::constant(1e-320).with_warm_up(1 << 40))),
        (Error::Temperature, hot(Schedule::polynomial(1e200, 1e-200, 1.0))),
    ];
    for bad in BAD {
        all.extend([
            (Error::StepSize, at_steps(Schedule::step_decay(bad, 0.5, 3))),
            (Error::StepSize, at_steps(Schedule::cyclical(bad, 3, 0.5))),
        ]);
        if bad != 0.0 {
            all.extend([
                (Error::Temperature, hot(Schedule::constant(bad))),
                (Error::Temperature, hot(Schedule::step_decay(bad, 0.5, 3))),
            ]);
        }
    }
    all
}

fn refused_estimators() -> Vec<(Error, ChainSettings<'static>)> {
    let svrg = |interval| estimator(Estimator::Svrg { interval, averaged: true });
    let mut all = vec![
        // m = 8 and n = 10.
        (Error::AnchorLen, practical(0, 5)),
        (Error::AnchorLen, practical(8, 5)),
        (Error::AnchorLen, practical(11, 5)),
        (Error::AnchorLen, practical(u32::MAX, 5)),
        (Error::LengthMismatch, estimator(Estimator::FixedCentre { centre: Some(&[0.0; 2]) })),
        (Error::Centre, estimator(Estimator::FixedCentre { centre: Some(&[0.0, 1e39, 0.0]) })),
        (Error::EstimatorKind, ChainSettings { batch: BatchSettings::Caller, ..estimator(Estimator::Saga) }),
    ];
    for len in [1, 8, DATA_LEN] {
        let by_epochs = ChainSettings { batch: BatchSettings::Epochs(len), ..estimator(Estimator::Saga) };
        all.push((Error::SagaEpochs, by_epochs));
    }
    for bad in NOT_FINITE {
        let centre = leak(vec![0.0, 0.0, bad]);
        all.push((Error::Centre, estimator(Estimator::FixedCentre { centre: Some(centre) })));
    }
    for batch in
        [BatchSettings::All, BatchSettings::WithoutReplacement(DATA_LEN), BatchSettings::WithReplacement(8)]
    {
        for settings in [
            estimator(Estimator::Saga),
            estimator(Estimator::FixedCentre { centre: None }),
            svrg(3),
            practical(9, 5),
        ] {
            all.push((Error::EstimatorKind, ChainSettings { batch, ..settings }));
        }
    }
    // A proposal must not depend on where the chain has been.
    for unsteady in [practical(9, 5), svrg(5), estimator(Estimator::Saga)] {
        all.push((Error::EstimatorKind, ChainSettings { sampler: walk(|_| {}).sampler, ..unsteady }));
    }
    for bad in BAD {
        all.push((Error::ClippingLimit, clipping(Clipping::Norm(bad))));
        all.push((Error::ClippingLimit, clipping(Clipping::Element(bad))));
    }
    // What the mean gradient is held to, c/n, is no f32.
    all.push((Error::ClippingLimit, clipping(Clipping::Norm(1e-45))));
    all.push((Error::ClippingLimit, clipping(Clipping::Element(1e40))));
    all
}

fn refused_priors() -> Vec<(Error, ChainSettings<'static>)> {
    let mut all = vec![
        (Error::SlabDeviation, slab(0.5, 0.1, 0.1)),
        (Error::SlabDeviation, slab(0.5, 0.1, 0.2)),
        // A precision that is no f32: of the spike, of the slab.
        (Error::SlabDeviation, slab(0.5, 1.0, 1e-20)),
        (Error::SlabDeviation, slab(0.5, 1e25, 1.0)),
        (Error::PriorMeans, vector([0.0, 1e39, 0.0], [1.0; DIM])),
        (Error::PriorPrecisions, vector([0.0; DIM], [1.0, 1e-60, 1.0])),
        // One steep coordinate is enough.
        (Error::Unstable, vector([0.0; DIM], [1.0, 1.0, 20.0])),
    ];
    for (mean, precision) in [(2, DIM), (DIM, 2)] {
        let prior = GaussianVector { mean: leak(vec![0.0; mean]), precision: leak(vec![1.0; precision]) };
        all.push((Error::LengthMismatch, ChainSettings { prior: Prior::GaussianVector(prior), ..good() }));
    }
    for bad in BAD {
        all.extend([
            (Error::SlabDeviation, slab(0.5, bad, 0.1)),
            (Error::SlabDeviation, slab(0.5, 1.0, bad)),
            (Error::PriorPrecisions, vector([0.0; DIM], [1.0, 1.0, bad])),
        ]);
        if !bad.is_finite() {
            all.push((Error::PriorMeans, vector([bad, 0.0, 0.0], [1.0; DIM])));
        }
    }
    all
}

fn refused_blocks() -> Vec<(Error, ChainSettings<'static>)> {
    let own = |prior| block(0, 1, |block| block.prior = Some(prior));
    let vectors = Prior::GaussianVector(GaussianVector { mean: &[0.0; DIM], precision: &[1.0; DIM] });
    let spike = SpikeAndSlab { slab_weight: 0.5, slab_deviation: 0.1, spike_deviation: 1.0 };
    let callback = ChainSettings { prior: Prior::Callback, ..blocks(&[own(Prior::FLAT)]) };
    let mut all = vec![
        (Error::BlockRange, blocks(&[Block::new(0, 0)])),
        (Error::BlockRange, blocks(&[Block::new(0, 4)])),
        (Error::BlockRange, blocks(&[Block::new(3, 1)])),
        (Error::BlockRange, blocks(&[Block::new(1, usize::MAX)])),
        (Error::BlockRange, blocks(&[Block::new(0, 1), Block::new(1, 0)])),
        (Error::BlockOverlap, blocks(&[Block::new(0, 2), Block::new(1, 1)])),
        (Error::BlockOverlap, blocks(&[Block::new(2, 1), Block::new(0, 1)])),
        (Error::BlockOverlap, blocks(&[Block::new(1, 1), Block::new(1, 1)])),
        (Error::BlockPrior, blocks(&[own(Prior::Callback)])),
        (Error::BlockPrior, blocks(&[own(vectors)])),
        (Error::BlockPrior, callback),
        (Error::PriorPrecision, blocks(&[own(Prior::gaussian(0.0, -1.0))])),
        (Error::PriorMean, blocks(&[own(Prior::gaussian(f64::NAN, 1.0))])),
        (Error::SlabDeviation, blocks(&[own(Prior::SpikeAndSlab(spike))])),
        // η = 0.1: 0.1 · 30 · 1, and 0.1 · 1 · 30 on a range of its own.
        (Error::Unstable, blocks(&[own(Prior::gaussian(0.0, 30.0))])),
        (
            Error::Unstable,
            ChainSettings {
                prior: Prior::gaussian(0.0, 1.0),
                ..blocks(&[block(1, 1, |block| block.step_size_factor = 30.0)])
            },
        ),
        // HMC's kicks are numbers without the factor's root.
        (
            Error::Kick,
            ChainSettings {
                sampler: hmc(1e-20, 3, |mh| mh.likelihood_scale = 1e-16).sampler,
                ..blocks(&[block(0, 1, |block| block.step_size_factor = 1e-20)])
            },
        ),
        // η and the factor are numbers, their product is none.
        (Error::BlockFactor, blocks(&[block(0, 1, |block| block.step_size_factor = 1e-38)]).scaled(1e-10)),
        (Error::BlockFactor, blocks(&[block(0, 1, |block| block.step_size_factor = 1e38)]).scaled(1e10)),
    ];
    for bad in BAD {
        all.push((Error::BlockFactor, blocks(&[block(0, 1, |block| block.step_size_factor = bad)])));
    }
    let changes: [fn(&mut Block); 2] = [|block| block.frozen = true, |block| block.step_size_factor = 2.0];
    for change in changes {
        let blocks = blocks(&[block(0, 1, change)]).blocks;
        // What a host writes couples all of θ.
        all.push((Error::BlockSampler, ChainSettings { blocks, ..rule(Rule::Recipe(Recipe)) }));
        all.push((
            Error::BlockSampler,
            ChainSettings { blocks, ..precond(Preconditioner::PositionDependentDense) },
        ));
    }
    all
}

/// Another step size for SGLD.
trait Scaled {
    fn scaled(self, step_size: f64) -> Self;
}

impl Scaled for ChainSettings<'static> {
    fn scaled(self, step_size: f64) -> Self {
        Self { sampler: support::sgld(step_size, 0.0), ..self }
    }
}

pub(crate) fn refused() -> Vec<(Error, ChainSettings<'static>)> {
    let of_rules = [refused_rules(), refused_schedules(), compensations::refused()];
    [of_rules.concat(), refused_estimators(), refused_priors(), refused_blocks()].concat()
}
