//! The settings structs against the core's: what is not said is the same in every host.

use crate::estimates::sgmcmc_estimate_settings;
use crate::given::Given;
use crate::made::types::sgmcmc_chain_settings;
use crate::made::types::*;
use core_crate::drift::{AdaMax, Adadelta, Adam, Drift, Momentum, NoDrift};
use core_crate::mh::{MetropolisHastings, Proposal};
use core_crate::precond::{AdaGrad, Preconditioner, RmsProp};
use core_crate::rule::{Aboba, AdamOptimizer, Baoab, Langevin, Lattice, Recipe, Rule, Sghmc, Sgnht};
use core_crate::schedule::{Schedule, Shape};
use core_crate::schema::{Enumerator, Listed};
use core_crate::{BatchSettings, Chain, ChainSettings, EstimateSettings, MemoryUnit, RuleSettings, Sampler};

fn core(rule: sgmcmc_rule) -> Rule<'static> {
    rule.core(&mut Given::Unread).unwrap()
}

#[test]
fn rules_have_the_defaults_of_the_core() {
    let rules = [
        Rule::SGLD,
        Rule::Sghmc(Sghmc::default()),
        Rule::Aboba(Aboba::default()),
        Rule::Sgnht(Sgnht::default()),
        Rule::Adam(AdamOptimizer::default()),
        Rule::Recipe(Recipe),
        Rule::Lattice(Lattice::default()),
        Rule::Baoab(Baoab::default()),
    ];
    assert_eq!(rules.len(), Rule::NAMES.len());
    for (kind, expected) in (0..).zip(rules) {
        assert_eq!(core(sgmcmc_rule { kind, ..Default::default() }), expected);
    }
    let drifts = [
        Drift::None(NoDrift),
        Drift::Momentum(Momentum::default()),
        Drift::Adam(Adam::default()),
        Drift::AdaMax(AdaMax::default()),
        Drift::Adadelta(Adadelta::default()),
    ];
    assert_eq!(drifts.len(), Drift::NAMES.len());
    let preconditioners =
        [(2, Preconditioner::RmsProp(RmsProp::default())), (6, Preconditioner::AdaGrad(AdaGrad::default()))];
    for (drift_kind, drift) in (0..).zip(drifts) {
        for (preconditioner_kind, preconditioner) in preconditioners {
            let mut rule = sgmcmc_rule::default();
            (rule.drift.kind, rule.preconditioner.kind) = (drift_kind, preconditioner_kind);
            assert_eq!(core(rule), Rule::Langevin(Langevin { drift, preconditioner }));
        }
    }
}

/// A chain that is set up in C, C++ or Julia, which begin with the same structs, is the one of Rust's defaults: under
/// the rules, and under every proposal, also where its burn-in tunes it.
#[test]
fn what_is_not_said_is_the_same_in_every_host() {
    let batch = BatchSettings::WithoutReplacement(0);
    let of = |sampler| {
        let core = ChainSettings::new(0, batch, sampler);
        let mut made = sgmcmc_chain_settings::default();
        made.set(&core, &sgmcmc_chain_settings::default()).unwrap();
        format!("{made:?}")
    };
    let rule = Sampler::Rule(RuleSettings::new(Rule::SGLD, Schedule::constant(0.0)));
    assert_eq!(of(rule), format!("{:?}", sgmcmc_chain_settings::default()));
    for kind in 0..Proposal::NAMES.len() as i32 {
        let mut plain = sgmcmc_chain_settings::default();
        (plain.sampler.kind, plain.sampler.proposal.kind) = (1, kind);
        let core = |settings: &sgmcmc_chain_settings| {
            let core = settings.sampler.core(&mut Given::Unread).unwrap();
            let Sampler::MetropolisHastings(core) = core else { panic!("proposals") };
            core
        };
        let made = core(&plain);
        assert_eq!(made, MetropolisHastings::new(made.proposal, 0.0));
        assert_eq!(of(Sampler::MetropolisHastings(made)), format!("{plain:?}"));
        (plain.sampler.tune_step_size, plain.sampler.tune_refresh_len) = (1, 1);
        plain.sampler.target_acceptance = made.proposal.target_acceptance();
        assert_eq!(core(&plain), MetropolisHastings::tuned(made.proposal, 0.0));
    }
    // What a line of settings that chooses a kind begins with.
    let base = ChainSettings::new(0, batch, rule);
    for Enumerator { name, number: kind, .. } in Shape::LIST.enumerators {
        // The base is constant, and what the host says has no value.
        if ["Constant", "Callback"].contains(name) {
            continue;
        }
        let lines = format!("sampler.step_size.shape = {name}");
        let Sampler::Rule(read) = ChainSettings::read(&lines, &base).unwrap().sampler else {
            panic!("a rule")
        };
        let schedule = sgmcmc_schedule { kind: *kind, value: f64::NAN, ..Default::default() };
        let made = schedule.core(&mut Given::Unread).unwrap();
        assert_eq!(format!("{made:?}"), format!("{:?}", read.step_size));
    }
    let estimates = sgmcmc_estimate_settings::from(EstimateSettings::new(1));
    assert_eq!(format!("{estimates:?}"), format!("{:?}", sgmcmc_estimate_settings::default()));
}

/// The two flags of tuners that met a limit are not taken for each other.
#[test]
fn tuners_that_met_a_limit_are_flagged() {
    let sampler = Sampler::MetropolisHastings(MetropolisHastings::new(Proposal::random_walk(1.0), 1.0));
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
