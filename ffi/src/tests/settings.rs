//! The settings structs against the core's: defaults, fields, and the enums' extent.

use crate::block::sgmcmc_block;
use crate::enums::{
    sgmcmc_drift, sgmcmc_gradient_scale, sgmcmc_momentum_form, sgmcmc_preconditioner, sgmcmc_proposal,
    sgmcmc_rule_kind, sgmcmc_schedule_kind, sgmcmc_splitting,
};
use crate::rule::sgmcmc_rule;
use crate::schedule::sgmcmc_schedule;
use crate::settings::sgmcmc_chain_settings;
use crate::statistics::sgmcmc_chain_statistics;
use core_crate::drift::{AdaMax, Adadelta, Adam, Drift, Momentum, MomentumForm, NoDrift};
use core_crate::mh::{Density, MetropolisHastings, NoiseScale, Proposal};
use core_crate::precond::{AdaGrad, GradientScale, Preconditioner, RmsProp};
use core_crate::prior::Prior;
use core_crate::rule::{
    Aboba, AdamOptimizer, Baoab, Langevin, Lattice, Recipe, Rule, Sghmc, Sgnht, Splitting, Thermostat,
    Velocity,
};
use core_crate::schedule::{Schedule, Shape};
use core_crate::{BatchSettings, Chain, ChainSettings, Clipping, Error, Estimator, MemoryUnit, Sampler};

fn of(kind: sgmcmc_rule_kind) -> Rule<'static> {
    sgmcmc_rule::of(kind as i32).unwrap().core_rule(&[]).unwrap()
}

fn langevin(drift: sgmcmc_drift, preconditioner: sgmcmc_preconditioner) -> Rule<'static> {
    sgmcmc_rule::langevin(drift as i32, preconditioner as i32).unwrap().core_rule(&[]).unwrap()
}

#[test]
fn rules_have_the_defaults_of_the_core() {
    assert_eq!(sgmcmc_rule::default().core_rule(&[]), Ok(Rule::SGLD));
    assert_eq!(of(sgmcmc_rule_kind::SGMCMC_RULE_LANGEVIN), Rule::SGLD);
    assert_eq!(of(sgmcmc_rule_kind::SGMCMC_RULE_SGHMC), Rule::Sghmc(Sghmc::default()));
    assert_eq!(of(sgmcmc_rule_kind::SGMCMC_RULE_ABOBA), Rule::Aboba(Aboba::default()));
    assert_eq!(of(sgmcmc_rule_kind::SGMCMC_RULE_SGNHT), Rule::Sgnht(Sgnht::default()));
    assert_eq!(of(sgmcmc_rule_kind::SGMCMC_RULE_ADAM), Rule::Adam(AdamOptimizer::default()));
    assert_eq!(of(sgmcmc_rule_kind::SGMCMC_RULE_RECIPE), Rule::Recipe(Recipe));
    assert_eq!(of(sgmcmc_rule_kind::SGMCMC_RULE_LATTICE), Rule::Lattice(Lattice::default()));
    assert_eq!(of(sgmcmc_rule_kind::SGMCMC_RULE_BAOAB), Rule::Baoab(Baoab::default()));
}

/// A rule that is changed field by field has the defaults of what it became.
#[test]
fn defaults_follow_the_kinds() {
    for before in 0..Rule::NAMES.len() as i32 {
        let begun = sgmcmc_rule::of(before).unwrap();
        for kind in 0..Rule::NAMES.len() as i32 {
            let changed = sgmcmc_rule { kind, ..begun };
            assert_eq!(changed.core_rule(&[]), sgmcmc_rule::of(kind).unwrap().core_rule(&[]));
        }
        for drift in 0..Drift::NAMES.len() as i32 {
            let changed = sgmcmc_rule { kind: 0, drift, ..begun };
            assert_eq!(changed.core_rule(&[]), sgmcmc_rule::langevin(drift, 0).unwrap().core_rule(&[]));
        }
    }
}

#[test]
fn metropolis_hastings_has_the_defaults_of_the_core() {
    let (noise, density) = (NoiseScale::default(), Density::default());
    let proposal = Proposal::Rsgld { step_size: 0.0, noise, beta: 1.0, density };
    let expected = MetropolisHastings::new(proposal, 0.0);
    assert_eq!(sgmcmc_chain_settings::default().core_metropolis(), Ok(expected));
}

#[test]
fn hmc_has_its_own_steps() {
    let settings = sgmcmc_chain_settings {
        proposal: sgmcmc_proposal::SGMCMC_PROPOSAL_HMC as i32,
        step_size: 0.25,
        likelihood_scale: 3.0,
        leapfrog_count: 7,
        ..sgmcmc_chain_settings::default()
    };
    let proposal = Proposal::Hmc { step_size: 0.25, leapfrog_count: 7 };
    assert_eq!(settings.core_metropolis(), Ok(MetropolisHastings::new(proposal, 3.0)));
}

/// The two flags of tuners that met a limit are not taken for each other.
#[test]
fn tuners_that_met_a_limit_are_flagged() {
    let sampler =
        Sampler::MetropolisHastings(MetropolisHastings::new(Proposal::RandomWalk { step_size: 1.0 }, 1.0));
    let settings = ChainSettings::new(1, BatchSettings::All, sampler);
    let mut memory = vec![MemoryUnit::default(); settings.memory_len::<f64>(1).unwrap()];
    let before = Chain::new(&settings, &[0.0], &mut memory).unwrap().statistics();
    for (beta_capped, step_size_capped) in [(false, true), (true, false)] {
        let got = {
            let mut statistics = before;
            (statistics.beta_capped, statistics.step_size_capped) = (beta_capped, step_size_capped);
            sgmcmc_chain_statistics::from(statistics)
        };
        assert_eq!([got.beta_capped, got.step_size_capped], [beta_capped, step_size_capped].map(i32::from));
    }
}

#[test]
fn the_langevin_family_has_the_defaults_of_the_core() {
    let drifts = [
        (sgmcmc_drift::SGMCMC_DRIFT_NONE, Drift::None(NoDrift)),
        (sgmcmc_drift::SGMCMC_DRIFT_MOMENTUM, Drift::Momentum(Momentum::default())),
        (sgmcmc_drift::SGMCMC_DRIFT_ADAM, Drift::Adam(Adam::default())),
        (sgmcmc_drift::SGMCMC_DRIFT_ADAMAX, Drift::AdaMax(AdaMax::default())),
        (sgmcmc_drift::SGMCMC_DRIFT_ADADELTA, Drift::Adadelta(Adadelta::default())),
    ];
    use sgmcmc_preconditioner as p;
    let preconditioners = [
        (p::SGMCMC_PRECONDITIONER_IDENTITY, Preconditioner::Identity),
        (p::SGMCMC_PRECONDITIONER_DIAGONAL, Preconditioner::Diagonal(&[])),
        (p::SGMCMC_PRECONDITIONER_RMSPROP, Preconditioner::RmsProp(RmsProp::default())),
        (p::SGMCMC_PRECONDITIONER_ADAGRAD, Preconditioner::AdaGrad(AdaGrad::default())),
        (p::SGMCMC_PRECONDITIONER_DENSE, Preconditioner::Dense(&[])),
        (p::SGMCMC_PRECONDITIONER_POSITION_DEPENDENT, Preconditioner::PositionDependent { reflect: false }),
        (p::SGMCMC_PRECONDITIONER_POSITION_DEPENDENT_DENSE, Preconditioner::PositionDependentDense),
    ];
    for (number, drift) in drifts {
        for (precond_number, preconditioner) in preconditioners {
            let expected = Rule::Langevin(Langevin { drift, preconditioner });
            assert_eq!(langevin(number, precond_number), expected);
            // The same when they are set later.
            let mut rule = sgmcmc_rule::of(sgmcmc_rule_kind::SGMCMC_RULE_LANGEVIN as i32).unwrap();
            (rule.drift, rule.preconditioner) = (number as i32, precond_number as i32);
            assert_eq!(rule.core_rule(&[]), Ok(expected));
        }
    }
    assert_eq!(drifts.len(), Drift::NAMES.len());
    assert_eq!(preconditioners.len(), Preconditioner::NAMES.len());
}

/// Every field another number, so that none can stand in for another; all are named, so that a new one is missed here.
#[test]
fn every_field_of_a_rule_arrives() {
    let number = |kind: sgmcmc_rule_kind| sgmcmc_rule {
        struct_size: size_of::<sgmcmc_rule>(),
        kind: kind as i32,
        drift: sgmcmc_drift::SGMCMC_DRIFT_NONE as i32,
        preconditioner: sgmcmc_preconditioner::SGMCMC_PRECONDITIONER_IDENTITY as i32,
        preconditioner_values: core::ptr::null(),
        reserved: 0,
        drift_scale: 2.0,
        beta1: 0.1,
        beta2: 0.2,
        rho: 0.3,
        lambda: 0.4,
        momentum_form: sgmcmc_momentum_form::SGMCMC_MOMENTUM_PUBLISHED as i32,
        preconditioner_beta: 0.5,
        preconditioner_lambda: 0.6,
        reflect: 1,
        draw_velocity: 1,
        friction: 0.7,
        noise_estimate: 0.65,
        redraw_interval: 11,
        thermostat_per_coordinate: 1,
        splitting: sgmcmc_splitting::SGMCMC_SPLITTING_SYMMETRIC as i32,
        gradient_scale: sgmcmc_gradient_scale::SGMCMC_GRADIENT_SCALE_SUM as i32,
    };
    let of = |kind| number(kind).core_rule(&[]).unwrap();
    let (friction, velocity) = (0.7, Velocity::Drawn);
    let sghmc = Sghmc { friction, noise_estimate: 0.65, redraw_interval: 11, velocity };
    assert_eq!(of(sgmcmc_rule_kind::SGMCMC_RULE_SGHMC), Rule::Sghmc(sghmc));
    assert_eq!(of(sgmcmc_rule_kind::SGMCMC_RULE_ABOBA), Rule::Aboba(Aboba { friction, velocity }));
    assert_eq!(of(sgmcmc_rule_kind::SGMCMC_RULE_BAOAB), Rule::Baoab(Baoab { friction, velocity }));
    let (thermostat, splitting) = (Thermostat::PerCoordinate, Splitting::Symmetric);
    let sgnht = Sgnht { friction, thermostat, splitting, velocity };
    assert_eq!(of(sgmcmc_rule_kind::SGMCMC_RULE_SGNHT), Rule::Sgnht(sgnht));
    let adam = AdamOptimizer { beta1: 0.1, beta2: 0.2, lambda: 0.4 };
    assert_eq!(of(sgmcmc_rule_kind::SGMCMC_RULE_ADAM), Rule::Adam(adam));

    let (scale, beta1, beta2, lambda) = (2.0, 0.1, 0.2, 0.4);
    let form = MomentumForm::Published;
    let drifts = [
        (sgmcmc_drift::SGMCMC_DRIFT_MOMENTUM, Drift::Momentum(Momentum { scale, beta1, form })),
        (sgmcmc_drift::SGMCMC_DRIFT_ADAM, Drift::Adam(Adam { scale, beta1, beta2, lambda })),
        (sgmcmc_drift::SGMCMC_DRIFT_ADAMAX, Drift::AdaMax(AdaMax { scale, beta1, beta2, lambda })),
        (sgmcmc_drift::SGMCMC_DRIFT_ADADELTA, Drift::Adadelta(Adadelta { scale, rho: 0.3, lambda })),
    ];
    let scale = GradientScale::Sum;
    let rmsprop = Preconditioner::RmsProp(RmsProp { beta: 0.5, lambda: 0.6, scale });
    let adagrad = Preconditioner::AdaGrad(AdaGrad { lambda: 0.6, scale });
    use sgmcmc_preconditioner as p;
    for (drift_number, drift) in drifts {
        for (preconditioner_number, preconditioner) in
            [(p::SGMCMC_PRECONDITIONER_RMSPROP, rmsprop), (p::SGMCMC_PRECONDITIONER_ADAGRAD, adagrad)]
        {
            let with = |kind| {
                let (drift, preconditioner) = (drift_number as i32, preconditioner_number as i32);
                sgmcmc_rule { drift, preconditioner, ..number(kind) }.core_rule(&[]).unwrap()
            };
            let langevin = Rule::Langevin(Langevin { drift, preconditioner });
            assert_eq!(with(sgmcmc_rule_kind::SGMCMC_RULE_LANGEVIN), langevin);
            let lattice = Rule::Lattice(Lattice { drift, preconditioner });
            assert_eq!(with(sgmcmc_rule_kind::SGMCMC_RULE_LATTICE), lattice);
        }
    }
    let at_position = sgmcmc_rule {
        preconditioner: sgmcmc_preconditioner::SGMCMC_PRECONDITIONER_POSITION_DEPENDENT as i32,
        reflect: 1,
        ..sgmcmc_rule::default()
    };
    let preconditioner = Preconditioner::PositionDependent { reflect: true };
    assert_eq!(at_position.core_rule(&[]), Ok(Rule::with_preconditioner(preconditioner)));
    let values = [1.0, 2.0];
    let diagonal = sgmcmc_rule {
        preconditioner: sgmcmc_preconditioner::SGMCMC_PRECONDITIONER_DIAGONAL as i32,
        ..sgmcmc_rule::default()
    };
    let preconditioner = Preconditioner::Diagonal(&values);
    assert_eq!(diagonal.core_rule(&values), Ok(Rule::with_preconditioner(preconditioner)));
}

/// Who asks for a preconditioned SGHMC does not get a plain one.
#[test]
fn drifts_and_preconditioners_belong_to_their_rules() {
    for kind in 0..Rule::NAMES.len() as i32 {
        let plain = sgmcmc_rule::of(kind).unwrap();
        let rule = plain.core_rule(&[]).unwrap();
        let family = matches!(rule, Rule::Langevin(_) | Rule::Lattice(_));
        let drift = sgmcmc_rule { drift: sgmcmc_drift::SGMCMC_DRIFT_ADAM as i32, ..plain }.core_rule(&[]);
        let preconditioner = sgmcmc_preconditioner::SGMCMC_PRECONDITIONER_RMSPROP as i32;
        let preconditioner = sgmcmc_rule { preconditioner, ..plain }.core_rule(&[]);
        assert_eq!([drift.is_ok(), preconditioner.is_ok()], [family; 2], "{rule:?}");
        if !family {
            assert_eq!((drift, preconditioner), (Err(Error::DriftKind), Err(Error::PreconditionerKind)));
        }
    }
}

#[test]
fn every_field_of_a_schedule_arrives() {
    let of = |kind: sgmcmc_schedule_kind| {
        let kind = kind as i32;
        let schedule = sgmcmc_schedule { kind, ..sgmcmc_schedule::default() };
        let schedule = sgmcmc_schedule { offset: 2.0, exponent: 0.6, factor: 0.25, ..schedule };
        let schedule = sgmcmc_schedule { period: 7, cycle_len: 9, exploration: 0.3, ..schedule };
        sgmcmc_schedule { floor: 0.7, warm_up: 5, ..schedule }.core_schedule(0.1).unwrap()
    };
    for (kind, schedule) in [
        (sgmcmc_schedule_kind::SGMCMC_SCHEDULE_CONSTANT, Schedule::constant(0.1)),
        (sgmcmc_schedule_kind::SGMCMC_SCHEDULE_POLYNOMIAL, Schedule::polynomial(0.1, 2.0, 0.6)),
        (sgmcmc_schedule_kind::SGMCMC_SCHEDULE_STEP_DECAY, Schedule::step_decay(0.1, 0.25, 7)),
        (sgmcmc_schedule_kind::SGMCMC_SCHEDULE_CYCLICAL, Schedule::cyclical(0.1, 9, 0.3)),
        (sgmcmc_schedule_kind::SGMCMC_SCHEDULE_CALLBACK, Schedule::CALLBACK),
    ] {
        assert_eq!(of(kind), schedule.with_floor(0.7).with_warm_up(5));
    }
}

/// `numbers.rs` counts the enums' members.
#[test]
fn every_part_of_the_core_has_a_number() {
    assert_eq!(Rule::NAMES.len(), 8);
    assert_eq!(Shape::NAMES.len(), 5);
    assert_eq!(Prior::NAMES.len(), 5);
    assert_eq!(Estimator::NAMES.len(), 5);
    assert_eq!(Clipping::NAMES.len(), 3);
}

#[test]
fn a_block_that_is_not_given_differs_in_nothing() {
    let block = sgmcmc_block::default();
    let switches = [block.frozen, block.own_prior];
    assert!(switches == [0, 0] && block.step_size_factor == 1.0);
}
