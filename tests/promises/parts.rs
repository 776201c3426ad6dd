//! Every rule and every estimator: each call of a step fails in every way, and the step is whole or not at all.

use super::*;
use crate::reference::registry::{self, Vectors};
use crate::support::{Callback, Trouble, metropolis, ruled, scheduled};
use sgmcmc::drift::{Drift, NoDrift};
use sgmcmc::mh::{NoiseScale, Proposal};
use sgmcmc::precond::Preconditioner;
use sgmcmc::prior::{GaussianVector, SpikeAndSlab};
use sgmcmc::rule::{Aboba, HostTerms, Langevin, Lattice, NoiseCompensation, Recipe, Rule};
use sgmcmc::schedule::Schedule;
use sgmcmc::{Block, Clipping, Estimator, RuleSettings};
use std::sync::OnceLock;

const SUBSET: BatchSettings = BatchSettings::WithoutReplacement(6);
const ONES: [f64; DIM] = [1.0; DIM];
const POSITION: Rule<'static> =
    Rule::Langevin(Langevin { drift: Drift::None(NoDrift), preconditioner: AT_POSITION });
const AT_POSITION: Preconditioner<'static> = Preconditioner::PositionDependent { reflect: false };

/// Vectors that live as long as any settings.
pub(crate) fn vectors() -> &'static Vectors {
    static VECTORS: OnceLock<Vectors> = OnceLock::new();
    VECTORS.get_or_init(|| Vectors::new(DIM))
}

/// A rule whose schedules the host says, at places where they are asked.
fn by_host(rule: Rule<'static>) -> Sampler<'static> {
    Sampler::Rule(RuleSettings {
        temperature: Schedule::CALLBACK,
        ..RuleSettings::new(rule, Schedule::CALLBACK)
    })
}

fn with_vectors() -> Prior<'static> {
    Prior::GaussianVector(GaussianVector { mean: &[0.1; DIM], precision: &[2.0; DIM] })
}

/// A range with a step size and a prior of its own, and one that stays.
pub(crate) fn blocks() -> &'static [Block] {
    let slab = SpikeAndSlab { slab_weight: 0.1, slab_deviation: 1.0, spike_deviation: 0.1 };
    let mut middle = Block::new(5, 20);
    (middle.step_size_factor, middle.prior) = (0.5, Some(Prior::SpikeAndSlab(slab)));
    Box::leak(Box::new([middle, Block { frozen: true, ..Block::new(30, 3) }]))
}

/// Every rule, and every estimator with the rules that treat a gradient each in its own way.
pub(crate) fn part_settings() -> Vec<ChainSettings<'static>> {
    let blocks = blocks();
    let mut all = Vec::new();
    for rule in registry::covering_rules(vectors()) {
        for (prior, clipping, estimator) in [
            (Prior::Callback, Clipping::None, Estimator::Plain),
            (with_vectors(), Clipping::Norm(3.0), Estimator::Svrg { interval: 3, averaged: true }),
        ] {
            // What the host writes for all of θ has no ranges.
            let whole = matches!(rule.host_terms::<f64>(), HostTerms::Factor | HostTerms::Diffusion);
            let blocks = if whole || prior == Prior::Callback { &[] } else { blocks };
            let base = settings(SUBSET, prior, 0, by_host(rule));
            all.push(ChainSettings { clipping, estimator, blocks: blocks.into(), ..base });
        }
    }
    for rule in [Rule::SGLD, Rule::Aboba(Aboba::default()), Rule::Recipe(Recipe)] {
        for estimator in registry::estimators(&ONES, 9) {
            for (chunk_len, prior) in [(0, Prior::Callback), (4, with_vectors())] {
                let clipping = if chunk_len == 0 { Clipping::Element(0.5) } else { Clipping::None };
                let base = settings(SUBSET, prior, chunk_len, by_host(rule));
                all.push(ChainSettings { estimator, clipping, ..base });
            }
        }
    }
    let sgld = |estimator, clipping, sampler| ChainSettings {
        estimator,
        clipping,
        ..settings(SUBSET, with_vectors(), 0, sampler)
    };
    for clipping in registry::clippings(0.5) {
        all.push(sgld(Estimator::Svrg { interval: 3, averaged: false }, clipping, by_host(Rule::SGLD)));
    }
    for schedule in registry::schedules(1e-3) {
        let rule = RuleSettings { temperature: schedule, ..RuleSettings::new(Rule::SGLD, schedule) };
        all.push(sgld(Estimator::Plain, Clipping::None, Sampler::Rule(rule)));
    }
    // Steps so long that their drifts are clamped, which is counted.
    let walk = ruled(Rule::Lattice(Lattice::default()), 1.0, 1.0);
    all.push(sgld(Estimator::Plain, Clipping::None, walk));
    for (compensation, rule) in [
        (NoiseCompensation::Diagonal(None), Rule::SGLD),
        (NoiseCompensation::Dense(None), Rule::Aboba(Aboba::default())),
        (
            NoiseCompensation::Diagonal(Some(&ONES)),
            Rule::with_preconditioner(Preconditioner::Diagonal(&ONES)),
        ),
    ] {
        let Sampler::Rule(base) = by_host(rule) else { unreachable!() };
        let sampler = Sampler::Rule(RuleSettings { compensation, ..base });
        let estimator = Estimator::Svrg { interval: 3, averaged: false };
        // The fourth step takes the gradient of another batch, the fifth has M.
        all.push(ChainSettings { burn_in: 4, ..sgld(estimator, Clipping::None, sampler) });
    }
    all
}

/// Faults of `log_likelihood`, wherever in a step it is called.
fn likelihood_faults() -> Vec<(Fault, StepError)> {
    let bad_gradient = |at, bad| (Fault::Gradient(at, bad), refused(Error::GradientNotFinite));
    vec![
        (Fault::Stop(-7), StepError::Stopped(Error::Stopped, -7)),
        (Fault::Value(f64::NAN), refused(Error::LogLikelihoodNotFinite)),
        (Fault::Value(f64::INFINITY), refused(Error::LogLikelihoodNotFinite)),
        bad_gradient(DIM / 2, f64::NAN),
        bad_gradient(0, f64::INFINITY),
        bad_gradient(DIM - 1, f64::NEG_INFINITY),
    ]
}

/// Faults of the other callbacks that the settings ask.
fn host_faults(settings: &ChainSettings) -> Vec<(Fault, StepError)> {
    let Sampler::Rule(RuleSettings { rule, step_size, .. }) = settings.sampler else { unreachable!() };
    let mut all = Vec::new();
    let mut add = |callback, impossible: Error, places: &[(usize, f64)], bad: Error| {
        all.push((Fault::Host(callback, Trouble::Stop(9)), StepError::Stopped(Error::Stopped, 9)));
        all.push((Fault::Host(callback, Trouble::Impossible), refused(impossible)));
        let missing = match callback {
            Callback::StepSize => Error::NoStepSize,
            _ => Error::CallbackMissing,
        };
        all.push((Fault::Host(callback, Trouble::Missing), refused(missing)));
        for (at, number) in places {
            all.push((Fault::Host(callback, Trouble::Number(*at, *number)), refused(bad)));
        }
    };
    if step_size == Schedule::CALLBACK {
        let size = [0.0, -1e-3, f64::NAN, f64::INFINITY].map(|x| (0, x));
        add(Callback::StepSize, Error::StepSizeNotUsable, &size, Error::StepSizeNotUsable);
        let size = [-1e-3, f64::NAN, f64::INFINITY].map(|x| (0, x));
        add(Callback::Temperature, Error::TemperatureNotUsable, &size, Error::TemperatureNotUsable);
    }
    let places = |len: usize| [(0, f64::NAN), (len - DIM, f64::INFINITY), (len - 1, f64::NEG_INFINITY)];
    let unusable = Error::PreconditionerNotUsable;
    match rule.host_terms::<f64>() {
        HostTerms::None => {}
        HostTerms::Diagonal => {
            add(Callback::Metric, Error::Impossible, &places(2 * DIM), unusable);
            add(Callback::Metric, Error::Impossible, &[(3, -1e-9)], unusable);
        }
        HostTerms::Factor => {
            add(Callback::Metric, Error::Impossible, &places(DIM * DIM + DIM), unusable);
        }
        HostTerms::Diffusion => {
            add(Callback::Diffusion, Error::Impossible, &places(2 * DIM), Error::DiffusionNotFinite);
        }
        terms => panic!("no faults for {terms:?}"),
    }
    all
}

fn prior_faults() -> Vec<(Fault, StepError)> {
    vec![
        (Fault::PriorStop(2), StepError::Stopped(Error::Stopped, 2)),
        (Fault::Prior(f64::NAN), refused(Error::LogPriorNotFinite)),
        (Fault::Prior(f64::NEG_INFINITY), refused(Error::Impossible)),
        (Fault::PriorImpossible, refused(Error::Impossible)),
        (Fault::PriorGradient(DIM - 1, f64::NAN), refused(Error::GradientNotFinite)),
    ]
}

/// How many times the next step asks for a likelihood.
fn evaluations<R: Real>(subject: &Subject<R>) -> u32 {
    let mut ahead = subject.clone();
    ahead.step().expect("a good step");
    ahead.model.evaluations - subject.model.evaluations
}

fn every_rule_and_estimator_steps_whole_or_not_at_all<R: Real>() {
    let mut most = 0;
    for settings in part_settings() {
        let mut subject = Subject::<R>::new(&settings);
        // The first step, one between two anchors, one with an anchor to come.
        for good in [0, 1, 2] {
            subject.steps(good);
            let calls = evaluations(&subject);
            most = most.max(calls);
            for before in 0..calls {
                for (fault, expected) in likelihood_faults() {
                    subject.assert_whole_or_not(before, fault, expected);
                }
                for fault in [Fault::Impossible, Fault::Value(f64::NEG_INFINITY)] {
                    subject.assert_whole_or_not(before, fault, refused(Error::Impossible));
                }
            }
            for (fault, expected) in host_faults(&settings) {
                subject.assert_whole_or_not(0, fault, expected);
            }
            if settings.prior == Prior::Callback {
                for (fault, expected) in prior_faults() {
                    subject.assert_whole_or_not(0, fault, expected);
                }
            }
        }
    }
    assert_eq!(most, DATA_LEN + 6, "SAGA's first step");
}

both!(
    #[ignore = "takes seconds: -- --ignored"]
    every_rule_and_estimator_steps_whole_or_not_at_all
);

/// A proposal with a fixed centre: the first evaluation has an anchor, and both places of every later one may fail.
#[test]
fn proposals_with_a_fixed_centre_are_whole_or_not_at_all() {
    let sgld = Proposal::sgld(0.05, NoiseScale::Langevin);
    let hmc = Proposal::hmc(0.1, 2);
    for (proposal, chunk_len, clipping) in [
        (sgld, 0, Clipping::None),
        (sgld, 4, Clipping::Norm(0.5)),
        (sgld, 0, Clipping::Element(0.1)),
        (hmc, 0, Clipping::None),
        (hmc, 4, Clipping::Norm(0.5)),
    ] {
        let base = settings(SUBSET, with_vectors(), chunk_len, metropolis(proposal, 2.0, |_| {}));
        let estimator = Estimator::FixedCentre { centre: Some(&ONES) };
        let mut subject = Subject::<f64>::new(&ChainSettings { estimator, clipping, ..base });
        let later = {
            let mut subject = subject.clone();
            subject.steps(1);
            evaluations(&subject)
        };
        for good in [0, 1, 4] {
            subject.steps(good);
            let calls = evaluations(&subject);
            for before in 0..calls {
                for (fault, expected) in likelihood_faults() {
                    match good == 0 && before < calls - later {
                        true => subject.assert_whole_or_not(before, fault, expected),
                        false => subject.assert_rejected_or_stopped(before, fault, expected),
                    }
                }
            }
        }
    }
}

/// A model that has none of the callbacks that the settings need.
#[test]
fn a_missing_callback_is_named() {
    let constant = Schedule::constant(1e-3);
    let position = RuleSettings::new(POSITION, constant);
    let dense =
        RuleSettings::new(Rule::with_preconditioner(Preconditioner::PositionDependentDense), constant);
    let recipe = RuleSettings::new(Rule::Recipe(Recipe), constant);
    let warm = RuleSettings { temperature: Schedule::CALLBACK, ..RuleSettings::new(Rule::SGLD, constant) };
    let samplers = [position, dense, recipe, warm].map(|rule| (Sampler::Rule(rule), Error::CallbackMissing));
    let without_a_step_size = (scheduled(Schedule::CALLBACK, 1.0), Error::NoStepSize);
    for (sampler, missing) in samplers.into_iter().chain([without_a_step_size]) {
        let settings = settings(SUBSET, Prior::FLAT, 0, sampler);
        let mut subject = Subject::<f64>::new(&settings);
        let before = subject.snapshot();
        let mut bare = subject.model.data.clone();
        let done = subject.state.step(&mut subject.memory, &mut bare);
        assert_eq!(done.err(), Some(refused(missing)));
        assert!(subject.snapshot() == before);
        subject.steps(3);
    }
}
