//! Every part that a chain can be made of, by the name it has in the library: a new one is a line here.

use sgmcmc::drift::{AdaMax, Adadelta, Adam, Drift, Momentum};
use sgmcmc::precond::Preconditioner;
use sgmcmc::prior::{GaussianVector, Prior, SpikeAndSlab};
use sgmcmc::rule::{Aboba, AdamOptimizer, Recipe, Rule, Sghmc, Sgnht, Thermostat};
use sgmcmc::schedule::Schedule;
use sgmcmc::{Clipping, Estimator};

/// A rule with how many vectors it reads and writes, and how many it only reads, besides θ and the gradient.
pub(crate) struct RuleRow<'a> {
    pub(crate) name: &'static str,
    pub(crate) rule: Rule<'a>,
    pub(crate) written: usize,
    pub(crate) read: usize,
    /// Whether design goals name it.
    pub(crate) has_goal: bool,
}

/// The rules of one pass over memory; `diagonal` is as long as θ.
pub(crate) fn rules(diagonal: &[f64]) -> Vec<RuleRow<'_>> {
    let row = |name, rule, written, read, has_goal| RuleRow { name, rule, written, read, has_goal };
    let per_coordinate = Sgnht { thermostat: Thermostat::PerCoordinate, ..Sgnht::default() };
    let drift = |drift| Rule::with_drift(drift);
    vec![
        row("MSGLD (Momentum)", drift(Drift::Momentum(Momentum::default())), 1, 0, true),
        row("ASGLD (Adam drift)", drift(Drift::Adam(Adam::default())), 2, 0, true),
        row("AdaMax drift", drift(Drift::AdaMax(AdaMax::default())), 2, 0, false),
        row("Adadelta drift", drift(Drift::Adadelta(Adadelta::default())), 3, 0, false),
        row("pSGLD (RmsProp)", Rule::psgld(), 1, 0, true),
        row("Diagonal", Rule::with_preconditioner(Preconditioner::Diagonal(diagonal)), 0, 1, false),
        row("SGRLD (PositionDependent)", position(), 0, 2, false),
        row("SGHMC", Rule::Sghmc(Sghmc::default()), 1, 0, true),
        row("ABOBA", Rule::Aboba(Aboba::default()), 1, 0, false),
        row("SGNHT", Rule::Sgnht(Sgnht::default()), 1, 0, true),
        row("SGNHT, per coordinate", Rule::Sgnht(per_coordinate), 2, 0, true),
        row("Adam, the optimiser", Rule::Adam(AdamOptimizer::default()), 2, 0, false),
        row("Recipe", Rule::Recipe(Recipe), 0, 2, false),
    ]
}

fn position() -> Rule<'static> {
    Rule::with_preconditioner(Preconditioner::PositionDependent { reflect: false })
}

/// The rules with a matrix, whose work grows with the square of the length.
pub(crate) fn dense_rules(factor: &[f64]) -> [(&'static str, Rule<'_>); 2] {
    [
        ("Dense", Rule::with_preconditioner(Preconditioner::Dense(factor))),
        ("PositionDependentDense", Rule::with_preconditioner(Preconditioner::PositionDependentDense)),
    ]
}

/// The priors; the vectors are as long as θ.
pub(crate) fn priors<'a>(mean: &'a [f64], precision: &'a [f64]) -> [(&'static str, Prior<'a>); 5] {
    let slab = SpikeAndSlab { slab_weight: 0.1, slab_deviation: 1.0, spike_deviation: 0.1 };
    [
        ("Flat", Prior::FLAT),
        ("Gaussian", Prior::gaussian(0.0, 1.0)),
        ("GaussianVector", Prior::GaussianVector(GaussianVector { mean, precision })),
        ("SpikeAndSlab", Prior::SpikeAndSlab(slab)),
        ("Callback", Prior::Callback),
    ]
}

/// The estimators, for batches of `batch_len`.
pub(crate) fn estimators(batch_len: u32) -> [(&'static str, Estimator<'static>); 5] {
    [
        ("Plain", Estimator::Plain),
        ("FixedCentre", Estimator::FixedCentre { centre: None }),
        ("Practical", Estimator::Practical { anchor_len: 2 * batch_len, interval: 100, averaged: false }),
        ("Svrg, averaged", Estimator::Svrg { interval: 100, averaged: true }),
        ("Saga", Estimator::Saga),
    ]
}

/// The kinds of clipping.
pub(crate) const CLIPPINGS: [(&str, Clipping); 3] =
    [("None", Clipping::None), ("Norm", Clipping::Norm(1.0)), ("Element", Clipping::Element(1.0))];

/// The schedules of step sizes.
pub(crate) fn schedules() -> [(&'static str, Schedule); 5] {
    [
        ("Constant", Schedule::constant(1e-3)),
        ("Polynomial", Schedule::polynomial(1e-3, 1.0, 0.55)),
        ("StepDecay", Schedule::step_decay(1e-3, 0.5, 300)),
        ("Cyclical", Schedule::cyclical(1e-3, 1000, 0.25)),
        ("Callback", Schedule::CALLBACK),
    ]
}
