//! Every part that a chain can be made of, by the name it has in the library: a new one is a line here.

extern crate alloc;

use alloc::{format, string::String, vec, vec::Vec};
use sgmcmc::drift::{AdaMax, Adadelta, Adam, Drift, Momentum, NoDrift};
use sgmcmc::precond::{AdaGrad, Preconditioner, RmsProp};
use sgmcmc::prior::{GaussianVector, Prior, SpikeAndSlab};
use sgmcmc::rule::{Aboba, AdamOptimizer, Baoab, Lattice, Recipe, Rule, Sghmc, Sgnht, Splitting, Thermostat};
use sgmcmc::schedule::{Schedule, Shape};
use sgmcmc::schema::{Enumerator, Field, Listed, Of};
use sgmcmc::{BatchSettings, ChainSettings, Clipping, Estimator, RuleSettings, Sampler};

/// A rule with how many vectors it reads and writes, and how many it only reads, besides θ and the gradient.
pub struct RuleRow<'a> {
    pub name: &'static str,
    pub rule: Rule<'a>,
    pub written: usize,
    pub read: usize,
}

/// The rules of one pass over memory; `diagonal` is as long as θ.
pub fn rules(diagonal: &[f64]) -> Vec<RuleRow<'_>> {
    let row = |name, rule, written, read| RuleRow { name, rule, written, read };
    let sgnht = |thermostat, splitting| Rule::Sgnht(Sgnht { thermostat, splitting, ..Sgnht::default() });
    let [scalar, each] = [Thermostat::Scalar, Thermostat::PerCoordinate];
    let [euler, symmetric] = [Splitting::Euler, Splitting::Symmetric];
    let [momentum, adam] = [Drift::Momentum(Momentum::default()), Drift::Adam(Adam::default())];
    let rms_prop = Preconditioner::RmsProp(RmsProp::default());
    let lattice = |drift, preconditioner| Rule::Lattice(Lattice { drift, preconditioner });
    let none = Drift::None(NoDrift);
    let bent = Rule::with_preconditioner;
    vec![
        row("SGLD", Rule::SGLD, 0, 0),
        row("MSGLD (Momentum)", Rule::with_drift(momentum), 1, 0),
        row("ASGLD (Adam drift)", Rule::with_drift(adam), 2, 0),
        row("AdaMax drift", Rule::with_drift(Drift::AdaMax(AdaMax::default())), 2, 0),
        row("Adadelta drift", Rule::with_drift(Drift::Adadelta(Adadelta::default())), 3, 0),
        row("pSGLD (RmsProp)", bent(rms_prop), 1, 0),
        row("AdaGrad", bent(Preconditioner::AdaGrad(AdaGrad::default())), 1, 0),
        row("Diagonal", bent(Preconditioner::Diagonal(diagonal)), 0, 1),
        row("SGRLD (PositionDependent)", bent(Preconditioner::PositionDependent { reflect: false }), 0, 2),
        row("lattice walk", lattice(none, Preconditioner::Identity), 0, 0),
        row("lattice walk, Adam drift", lattice(adam, Preconditioner::Identity), 2, 0),
        row("lattice walk, RmsProp", lattice(none, rms_prop), 1, 0),
        row("lattice walk, both", lattice(adam, rms_prop), 3, 0),
        row("SGHMC", Rule::Sghmc(Sghmc::default()), 1, 0),
        row("ABOBA", Rule::Aboba(Aboba::default()), 1, 0),
        row("BAOAB", Rule::Baoab(Baoab::default()), 1, 0),
        row("SGNHT", sgnht(scalar, euler), 1, 0),
        row("SGNHT, symmetric", sgnht(scalar, symmetric), 1, 0),
        row("SGNHT, one each", sgnht(each, euler), 2, 0),
        row("SGNHT, one each, symmetric", sgnht(each, symmetric), 2, 0),
        row("Adam, the optimiser", Rule::Adam(AdamOptimizer::default()), 2, 0),
        row("Recipe", Rule::Recipe(Recipe), 0, 2),
    ]
}

/// The rules with a matrix, whose work grows with the square of the length.
pub fn dense_rules(factor: &[f64]) -> [(&'static str, Rule<'_>); 2] {
    [
        ("Dense", Rule::with_preconditioner(Preconditioner::Dense(factor))),
        ("PositionDependentDense", Rule::with_preconditioner(Preconditioner::PositionDependentDense)),
    ]
}

/// The priors; the vectors are as long as θ.
pub fn priors<'a>(mean: &'a [f64], precision: &'a [f64]) -> [(&'static str, Prior<'a>); 5] {
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
pub fn estimators(batch_len: u32) -> [(&'static str, Estimator<'static>); 5] {
    [
        ("Plain", Estimator::Plain),
        ("FixedCentre", Estimator::FixedCentre { centre: None }),
        ("Practical", Estimator::Practical { anchor_len: 2 * batch_len, interval: 100, averaged: false }),
        ("Svrg, averaged", Estimator::Svrg { interval: 100, averaged: true }),
        ("Saga", Estimator::Saga),
    ]
}

/// The kinds of clipping.
pub const CLIPPINGS: [(&str, Clipping); 3] =
    [("None", Clipping::None), ("Norm", Clipping::Norm(1.0)), ("Element", Clipping::Element(1.0))];

/// The schedules of step sizes.
pub fn schedules() -> Vec<(&'static str, Schedule)> {
    schedules_with(&[("value", 1e-3), ("period", 300.0), ("cycle_len", 1000.0), ("exploration", 0.25)])
}

/// A schedule of every shape that the library lists, with what is `given` by name, and the default of what is not.
pub fn schedules_with(given: &[(&str, f64)]) -> Vec<(&'static str, Schedule)> {
    let rule = RuleSettings::new(Rule::SGLD, Schedule::constant(0.0));
    let base = ChainSettings::new(1, BatchSettings::All, Sampler::Rule(rule));
    let of = |shape: &'static Enumerator| {
        let line = |field: &Field| {
            let (name, value) = given.iter().find(|(name, _)| *name == field.name)?;
            let number = if field.of == "u64" { format!("{value:.0}") } else { format!("{value:?}") };
            Some(format!("sampler.step_size.shape.{name} = {}\n", number.to_ascii_lowercase()))
        };
        let lines: String = settings_of(shape).filter_map(line).collect();
        let text = format!("sampler.step_size.shape = {}\n{lines}", shape.name);
        match ChainSettings::read(&text, &base).map(|read| read.sampler) {
            Ok(Sampler::Rule(rule)) => (shape.name, rule.step_size),
            other => panic!("{text}gives {other:?}"),
        }
    };
    Shape::LIST.enumerators.iter().map(of).collect()
}

/// The settings of a shape.
pub fn settings_of(shape: &'static Enumerator) -> impl Iterator<Item = &'static Field> {
    let fields = |field: &Field| match field.typed {
        Of::Record(record) => record.fields,
        Of::Value | Of::List(_) => panic!("{} holds no record", shape.name),
    };
    shape.fields.iter().flat_map(fields)
}
