//! Every part that a chain can be made of, by the name it has in the library: a new one is a line here.

extern crate alloc;

use alloc::{format, string::String, vec, vec::Vec};
use sgmcmc::drift::{AdaMax, Adadelta, Adam, Drift, Momentum, NoDrift};
use sgmcmc::precond::{AdaGrad, Preconditioner, RmsProp};
use sgmcmc::prior::{GaussianVector, Prior};
use sgmcmc::rule::{Aboba, AdamOptimizer, Baoab, Lattice, Recipe, Rule, Sghmc, Sgnht, Splitting, Thermostat};
use sgmcmc::schedule::{Schedule, Shape};
use sgmcmc::schema::{Enumerator, Field, List, Listed, Of};
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

/// The kinds of clipping.
pub const CLIPPINGS: [(&str, Clipping); 3] =
    [("None", Clipping::None), ("Norm", Clipping::Norm(1.0)), ("Element", Clipping::Element(1.0))];

/// The priors; the vectors are as long as θ.
pub fn priors<'a>(mean: &'a [f64], precision: &'a [f64]) -> Vec<(&'static str, Prior<'a>)> {
    let slab = [("slab_weight", 0.1), ("slab_deviation", 1.0), ("spike_deviation", 0.1)];
    priors_with(mean, precision, &slab)
}

/// A prior of every kind that the library lists, with what is `given` by name, and the default of what is not.
pub fn priors_with<'a>(
    mean: &'a [f64],
    precision: &'a [f64],
    given: &[(&str, f64)],
) -> Vec<(&'static str, Prior<'a>)> {
    let base = ChainSettings { prior: Prior::GaussianVector(GaussianVector { mean, precision }), ..sgld() };
    chains_with("prior", &Prior::LIST, given, base).map(|(name, chain)| (name, chain.prior)).collect()
}

/// The estimators, for batches of `batch_len`.
pub fn estimators(batch_len: u32) -> Vec<(&'static str, Estimator<'static>)> {
    let mut all = estimators_with(None, &[("anchor_len", f64::from(2 * batch_len)), ("interval", 100.0)]);
    for (name, estimator) in &mut all {
        if let Estimator::Svrg { averaged, .. } = estimator {
            (*name, *averaged) = ("Svrg, averaged", true);
        }
    }
    all
}

/// An estimator of every kind, likewise.
pub fn estimators_with<'a>(
    centre: Option<&'a [f64]>,
    given: &[(&str, f64)],
) -> Vec<(&'static str, Estimator<'a>)> {
    let base = ChainSettings { estimator: Estimator::FixedCentre { centre }, ..sgld() };
    chains_with("estimator", &Estimator::LIST, given, base)
        .map(|(name, chain)| (name, chain.estimator))
        .collect()
}

/// The schedules of step sizes.
pub fn schedules() -> Vec<(&'static str, Schedule)> {
    schedules_with(&[("value", 1e-3), ("period", 300.0), ("cycle_len", 1000.0), ("exploration", 0.25)])
}

/// A schedule of every shape, likewise.
pub fn schedules_with(given: &[(&str, f64)]) -> Vec<(&'static str, Schedule)> {
    chains_with("sampler.step_size.shape", &Shape::LIST, given, sgld())
        .map(|(name, chain)| match chain.sampler {
            Sampler::Rule(rule) => (name, rule.step_size),
            other => panic!("a rule's line made {other:?}"),
        })
        .collect()
}

fn sgld() -> ChainSettings<'static> {
    let rule = RuleSettings::new(Rule::SGLD, Schedule::constant(0.0));
    ChainSettings::new(1, BatchSettings::All, Sampler::Rule(rule))
}

/// Chains with every part that the list of a setting has, with what is `given` by name, and the default of what is not;
/// what is no number is that of `base`.
fn chains_with<'a>(
    path: &str,
    list: &'static List,
    given: &[(&str, f64)],
    base: ChainSettings<'a>,
) -> impl Iterator<Item = (&'static str, ChainSettings<'a>)> {
    list.enumerators.iter().map(move |part| {
        let line = |field: &Field| {
            let (name, value) = given.iter().find(|(name, _)| *name == field.name)?;
            let value = match field.of {
                "u32" | "u64" => format!("{value:.0}"),
                "bool" => format!("{}", *value != 0.0),
                "f64" => format!("{value:?}").to_ascii_lowercase(),
                _ => return None,
            };
            Some(format!("{path}.{name} = {value}\n"))
        };
        let lines: String = settings_of(part).filter_map(line).collect();
        let text = format!("{path} = {}\n{lines}", part.name);
        (part.name, ChainSettings::read(&text, &base).unwrap_or_else(|error| panic!("{text}gives {error:?}")))
    })
}

/// The settings of a part.
pub fn settings_of(part: &'static Enumerator) -> impl Iterator<Item = &'static Field> {
    part.fields.iter().flat_map(|field| match field.typed {
        Of::Record(record) => record.fields,
        Of::Value => core::slice::from_ref(field),
        Of::List(_) => panic!("{} holds a choice", part.name),
    })
}
