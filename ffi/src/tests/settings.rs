//! The settings structs against the core's: defaults, fields, and the enums' extent.

use crate::block::sgmcmc_block;
use crate::estimates::sgmcmc_estimate_settings;
use crate::from_core::Structs;
use crate::made::types::{
    sgmcmc_chain_statistics, sgmcmc_drift, sgmcmc_gradient_scale, sgmcmc_momentum_form,
    sgmcmc_preconditioner, sgmcmc_prior, sgmcmc_proposal, sgmcmc_rule_kind, sgmcmc_sampler,
    sgmcmc_schedule_kind, sgmcmc_splitting,
};
use crate::rule::sgmcmc_rule;
use crate::schedule::sgmcmc_schedule;
use crate::settings::sgmcmc_chain_settings;
use core_crate::drift::{AdaMax, Adadelta, Adam, Drift, Momentum, MomentumForm, NoDrift};
use core_crate::mh::{Density, MetropolisHastings, NoiseScale, Proposal};
use core_crate::precond::{AdaGrad, GradientScale, Preconditioner, RmsProp};
use core_crate::prior::Prior;
use core_crate::rule::{
    Aboba, AdamOptimizer, Baoab, Langevin, Lattice, Recipe, Rule, Sghmc, Sgnht, Splitting, Thermostat,
    Velocity,
};
use core_crate::schedule::{Schedule, Shape};
use core_crate::{
    BatchSettings, Chain, ChainSettings, Clipping, Error, EstimateSettings, Estimator, MemoryUnit,
    RuleSettings, Sampler,
};

fn of(kind: sgmcmc_rule_kind) -> Rule<'static> {
    sgmcmc_rule::of(kind as i32).unwrap().core_rule(&[]).unwrap()
}

fn langevin(drift: sgmcmc_drift, preconditioner: sgmcmc_preconditioner) -> Rule<'static> {
    sgmcmc_rule { drift: drift as i32, preconditioner: preconditioner as i32, ..sgmcmc_rule::default() }
        .core_rule(&[])
        .unwrap()
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
            assert_eq!(
                changed.core_rule(&[]),
                sgmcmc_rule { drift, ..sgmcmc_rule::default() }.core_rule(&[])
            );
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

/// A chain that is set up in C, C++ or Julia, which begin with the same structs, is the one of Rust's defaults: under the
/// rules, and under every proposal, also where its burn-in tunes it.
#[test]
fn what_is_not_said_is_the_same_in_every_host() {
    let batch = BatchSettings::WithoutReplacement(0);
    let of = |sampler| {
        format!("{:?}", Structs::default().with(&ChainSettings::new(0, batch, sampler)).unwrap().settings)
    };
    let rule = Sampler::Rule(RuleSettings::new(Rule::SGLD, Schedule::constant(0.0)));
    let found = Sampler::Rule(RuleSettings::new(Rule::SGLD, Schedule::CALLBACK));
    for left_out in [rule, found] {
        assert_eq!(of(left_out), format!("{:?}", sgmcmc_chain_settings::default()));
    }
    for proposal in 0..Proposal::NAMES.len() as i32 {
        let sampler = sgmcmc_sampler::SGMCMC_SAMPLER_METROPOLIS_HASTINGS as i32;
        let plain = sgmcmc_chain_settings { sampler, proposal, ..sgmcmc_chain_settings::default() };
        let made = plain.core_metropolis().unwrap();
        assert_eq!(made, MetropolisHastings::new(made.proposal, 0.0));
        assert_eq!(of(Sampler::MetropolisHastings(made)), format!("{plain:?}"));
        let tuned =
            sgmcmc_chain_settings { tune_step_size: 1, tune_refresh_len: 1, ..plain }.core_metropolis();
        assert_eq!(tuned, Ok(MetropolisHastings::tuned(made.proposal, 0.0)));
    }
    let (schedule, shapes) = (
        sgmcmc_schedule::default(),
        [
            (sgmcmc_schedule_kind::SGMCMC_SCHEDULE_POLYNOMIAL, "Polynomial"),
            (sgmcmc_schedule_kind::SGMCMC_SCHEDULE_STEP_DECAY, "StepDecay"),
            (sgmcmc_schedule_kind::SGMCMC_SCHEDULE_CYCLICAL, "Cyclical"),
        ],
    );
    // What a line of settings that chooses a kind begins with.
    let base = ChainSettings::new(0, batch, rule);
    for (kind, name) in shapes {
        let lines = format!("sampler.step_size.shape = {name}");
        let Sampler::Rule(read) = ChainSettings::read(&lines, &base).unwrap().sampler else {
            panic!("a rule")
        };
        let made = sgmcmc_schedule { kind: kind as i32, ..schedule }.core_schedule(f64::NAN).unwrap();
        assert_eq!(format!("{made:?}"), format!("{:?}", read.step_size));
    }
    let estimates = sgmcmc_estimate_settings::from(EstimateSettings::new(1));
    assert_eq!(format!("{estimates:?}"), format!("{:?}", sgmcmc_estimate_settings::default()));
}

#[test]
fn hmc_has_its_own_steps() {
    let settings = sgmcmc_chain_settings {
        proposal: sgmcmc_proposal::SGMCMC_PROPOSAL_HMC as i32,
        step_size: 0.25,
        likelihood_scale: 3.0,
        leapfrog_count: 7,
        step_jitter: 0.1,
        ..sgmcmc_chain_settings::default()
    };
    let proposal = Proposal::Hmc { step_size: 0.25, leapfrog_count: 7, step_jitter: 0.1 };
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

/// Every field that a kind uses another number, so that none can stand in for another. That no field is forgotten
/// `unused` shows.
#[test]
fn every_field_of_a_rule_arrives() {
    let of = |kind: sgmcmc_rule_kind| sgmcmc_rule { kind: kind as i32, ..sgmcmc_rule::default() };
    let arrives = |rule: sgmcmc_rule, core| assert_eq!(rule.core_rule(&[]), Ok(core));
    let (friction, velocity) = (0.7, Velocity::Drawn);
    let moving = |kind| sgmcmc_rule { draw_velocity: 1, friction, ..of(kind) };
    let sghmc = Sghmc { friction, noise_estimate: 0.65, redraw_interval: 11, velocity };
    arrives(
        sgmcmc_rule {
            noise_estimate: 0.65,
            redraw_interval: 11,
            ..moving(sgmcmc_rule_kind::SGMCMC_RULE_SGHMC)
        },
        Rule::Sghmc(sghmc),
    );
    arrives(moving(sgmcmc_rule_kind::SGMCMC_RULE_ABOBA), Rule::Aboba(Aboba { friction, velocity }));
    arrives(moving(sgmcmc_rule_kind::SGMCMC_RULE_BAOAB), Rule::Baoab(Baoab { friction, velocity }));
    let (thermostat, splitting) = (Thermostat::PerCoordinate, Splitting::Symmetric);
    arrives(
        sgmcmc_rule {
            thermostat_per_coordinate: 1,
            splitting: sgmcmc_splitting::SGMCMC_SPLITTING_SYMMETRIC as i32,
            ..moving(sgmcmc_rule_kind::SGMCMC_RULE_SGNHT)
        },
        Rule::Sgnht(Sgnht { friction, thermostat, splitting, velocity }),
    );
    let (beta1, beta2, lambda) = (0.1, 0.2, 0.4);
    arrives(
        sgmcmc_rule { beta1, beta2, lambda, ..of(sgmcmc_rule_kind::SGMCMC_RULE_ADAM) },
        Rule::Adam(AdamOptimizer { beta1, beta2, lambda }),
    );

    let (scale, rho) = (2.0, 0.3);
    let form = MomentumForm::Published;
    let momentum_form = sgmcmc_momentum_form::SGMCMC_MOMENTUM_PUBLISHED as i32;
    let plain = sgmcmc_rule { drift_scale: scale, ..sgmcmc_rule::default() };
    let drifts = [
        (
            sgmcmc_drift::SGMCMC_DRIFT_MOMENTUM,
            sgmcmc_rule { beta1, momentum_form, ..plain },
            Drift::Momentum(Momentum { scale, beta1, form }),
        ),
        (
            sgmcmc_drift::SGMCMC_DRIFT_ADAM,
            sgmcmc_rule { beta1, beta2, lambda, ..plain },
            Drift::Adam(Adam { scale, beta1, beta2, lambda }),
        ),
        (
            sgmcmc_drift::SGMCMC_DRIFT_ADAMAX,
            sgmcmc_rule { beta1, beta2, lambda, ..plain },
            Drift::AdaMax(AdaMax { scale, beta1, beta2, lambda }),
        ),
        (
            sgmcmc_drift::SGMCMC_DRIFT_ADADELTA,
            sgmcmc_rule { rho, lambda, ..plain },
            Drift::Adadelta(Adadelta { scale, rho, lambda }),
        ),
    ];
    let scale = GradientScale::Sum;
    use sgmcmc_preconditioner as p;
    let preconditioners = [
        (
            p::SGMCMC_PRECONDITIONER_RMSPROP,
            0.5,
            Preconditioner::RmsProp(RmsProp { beta: 0.5, lambda: 0.6, scale }),
        ),
        (
            p::SGMCMC_PRECONDITIONER_ADAGRAD,
            sgmcmc_rule::default().preconditioner_beta,
            Preconditioner::AdaGrad(AdaGrad { lambda: 0.6, scale }),
        ),
    ];
    for (number, rule, drift) in drifts {
        for (kind, preconditioner_beta, preconditioner) in preconditioners {
            let rule = sgmcmc_rule {
                drift: number as i32,
                preconditioner: kind as i32,
                preconditioner_beta,
                preconditioner_lambda: 0.6,
                gradient_scale: sgmcmc_gradient_scale::SGMCMC_GRADIENT_SCALE_SUM as i32,
                ..rule
            };
            arrives(rule, Rule::Langevin(Langevin { drift, preconditioner }));
            let kind = sgmcmc_rule_kind::SGMCMC_RULE_LATTICE as i32;
            arrives(sgmcmc_rule { kind, ..rule }, Rule::Lattice(Lattice { drift, preconditioner }));
        }
    }
    let at_position = sgmcmc_rule {
        preconditioner: p::SGMCMC_PRECONDITIONER_POSITION_DEPENDENT as i32,
        reflect: 1,
        ..sgmcmc_rule::default()
    };
    arrives(at_position, Rule::with_preconditioner(Preconditioner::PositionDependent { reflect: true }));
    let values = [1.0, 2.0];
    let diagonal =
        sgmcmc_rule { preconditioner: p::SGMCMC_PRECONDITIONER_DIAGONAL as i32, ..sgmcmc_rule::default() };
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
            assert_eq!(
                (drift, preconditioner),
                (Err(Error::DriftKind.into()), Err(Error::PreconditionerKind.into()))
            );
        }
    }
}

#[test]
fn every_field_of_a_schedule_arrives() {
    let plain = sgmcmc_schedule { floor: 0.7, warm_up: 5, ..sgmcmc_schedule::default() };
    for (kind, given, schedule) in [
        (sgmcmc_schedule_kind::SGMCMC_SCHEDULE_CONSTANT, plain, Schedule::constant(0.1)),
        (
            sgmcmc_schedule_kind::SGMCMC_SCHEDULE_POLYNOMIAL,
            sgmcmc_schedule { offset: 2.0, exponent: 0.6, ..plain },
            Schedule::polynomial(0.1, 2.0, 0.6),
        ),
        (
            sgmcmc_schedule_kind::SGMCMC_SCHEDULE_STEP_DECAY,
            sgmcmc_schedule { factor: 0.25, period: 7, ..plain },
            Schedule::step_decay(0.1, 0.25, 7),
        ),
        (
            sgmcmc_schedule_kind::SGMCMC_SCHEDULE_CYCLICAL,
            sgmcmc_schedule { cycle_len: 9, exploration: 0.3, ..plain },
            Schedule::cyclical(0.1, 9, 0.3),
        ),
        (sgmcmc_schedule_kind::SGMCMC_SCHEDULE_CALLBACK, plain, Schedule::CALLBACK),
    ] {
        let given = sgmcmc_schedule { kind: kind as i32, ..given };
        assert_eq!(given.core_schedule(0.1), Ok(schedule.with_floor(0.7).with_warm_up(5)));
    }
}

/// What is gone through above by numbers has as many.
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
    let kinds = (block.frozen, block.prior, block.step_size_factor);
    assert_eq!(kinds, (0, sgmcmc_prior::SGMCMC_PRIOR_CHAIN as i32, 1.0));
}
