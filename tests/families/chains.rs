//! Which chains need a family, and what the family wants besides.

use super::{DATA_LEN, DIM};
use sgmcmc::drift::{Drift, Momentum};
use sgmcmc::mh::{Density, MetropolisHastings, NoiseScale, Proposal};
use sgmcmc::precond::{AdaGrad, Preconditioner};
use sgmcmc::prior::{GaussianVector, Prior, SpikeAndSlab};
use sgmcmc::rule::{AdamOptimizer, Baoab, Lattice, NoiseCompensation, Recipe, Rule, Sgnht};
use sgmcmc::schedule::Schedule;
use sgmcmc::{
    BatchSettings, Block, BlockList, ChainSettings, Clipping, Estimator, FAMILIES, RuleSettings, Sampler,
};

const SUBSET: BatchSettings = BatchSettings::WithoutReplacement(10);

pub(super) fn with_rule(rule: Rule<'static>) -> ChainSettings<'static> {
    let sampler = Sampler::Rule(RuleSettings::new(rule, Schedule::constant(1e-3)));
    ChainSettings::new(DATA_LEN, SUBSET, sampler)
}

fn with_proposal(proposal: Proposal) -> ChainSettings<'static> {
    let sampler = Sampler::MetropolisHastings(MetropolisHastings::new(proposal, 2.0));
    ChainSettings::new(DATA_LEN, SUBSET, sampler)
}

/// A rule that this build has, whichever that is.
pub(super) fn some_rule() -> Rule<'static> {
    let rules = [
        Rule::SGLD,
        Rule::Lattice(Lattice::default()),
        Rule::Baoab(Baoab::default()),
        Rule::Sgnht(Sgnht::default()),
        Rule::Adam(AdamOptimizer::default()),
        Rule::Recipe(Recipe),
    ];
    let built = |rule: &Rule<'static>| with_rule(*rule).memory_len::<f64>(DIM).is_ok();
    rules.into_iter().find(built).unwrap_or(Rule::SGLD)
}

/// Whether this build has any rule.
pub(super) fn has_rule() -> bool {
    ["langevin", "lattice", "underdamped", "thermostat", "optimizers", "recipe"]
        .iter()
        .any(|family| has(family))
}

/// Chains that need a family, and no other but that of their rule.
pub(super) fn of_family(family: &str) -> Vec<ChainSettings<'static>> {
    static BLOCKS: [Block; 1] =
        [Block { start: 0, len: 2, step_size_factor: 0.5, frozen: false, prior: None }];
    static PRECISIONS: [f64; DIM] = [2.0; DIM];
    const SPIKE_AND_SLAB: Prior<'static> =
        Prior::SpikeAndSlab(SpikeAndSlab { slab_weight: 0.5, slab_deviation: 1.0, spike_deviation: 0.1 });
    let vectors = GaussianVector { mean: &PRECISIONS, precision: &PRECISIONS };
    let plain = with_rule(some_rule());
    let batches = |batch| ChainSettings { batch, ..plain };
    let preconditioned = |preconditioner| with_rule(Rule::with_preconditioner(preconditioner));
    let scheduled = |step_size| {
        let settings = RuleSettings { step_size, ..RuleSettings::new(some_rule(), step_size) };
        ChainSettings { sampler: Sampler::Rule(settings), ..plain }
    };
    let sgld = Proposal::sgld(1e-3, NoiseScale::Langevin);
    let rsgld = Proposal::rsgld(1e-3, NoiseScale::Langevin, 1.0, Density::Normalized);
    match family {
        "langevin" => vec![with_rule(Rule::SGLD)],
        "lattice" => vec![with_rule(Rule::Lattice(Lattice::default()))],
        "underdamped" => vec![with_rule(Rule::Baoab(Baoab::default()))],
        "thermostat" => vec![with_rule(Rule::Sgnht(Sgnht::default()))],
        "optimizers" => vec![with_rule(Rule::Adam(AdamOptimizer::default()))],
        "recipe" => vec![with_rule(Rule::Recipe(Recipe))],
        "drifts" => vec![with_rule(Rule::with_drift(Drift::Momentum(Momentum::default())))],
        "preconditioners" => vec![
            preconditioned(Preconditioner::Diagonal(&PRECISIONS)),
            preconditioned(Preconditioner::AdaGrad(AdaGrad::default())),
        ],
        "position-dependent" => vec![
            preconditioned(Preconditioner::PositionDependent { reflect: true }),
            preconditioned(Preconditioner::PositionDependent { reflect: false }),
        ],
        "noise-compensation" => {
            let compensated = |compensation| {
                let rule = RuleSettings::new(Rule::SGLD, Schedule::constant(1e-3));
                let sampler = Sampler::Rule(RuleSettings { compensation, ..rule });
                ChainSettings { burn_in: 10, sampler, ..plain }
            };
            vec![
                compensated(NoiseCompensation::Diagonal(Some(&PRECISIONS))),
                compensated(NoiseCompensation::Dense(None)),
            ]
        }
        "dense" => {
            static FACTOR: [f64; DIM * DIM] = [1.0; DIM * DIM];
            vec![preconditioned(Preconditioner::Dense(&FACTOR))]
        }
        "control-variates" => [
            Estimator::FixedCentre { centre: None },
            Estimator::Practical { anchor_len: 20, interval: 10, averaged: false },
            Estimator::Svrg { interval: 10, averaged: true },
            Estimator::Saga,
        ]
        .map(|estimator| ChainSettings { estimator, ..plain })
        .to_vec(),
        "schedules" => vec![
            scheduled(Schedule::polynomial(1e-3, 1.0, 0.55)),
            scheduled(Schedule::step_decay(1e-3, 0.5, 10)),
            scheduled(Schedule::cyclical(1e-3, 10, 0.0)),
            scheduled(Schedule::constant(1e-3).with_warm_up(10)),
            scheduled(Schedule::constant(1e-3).with_floor(0.5)),
        ],
        "priors" => [SPIKE_AND_SLAB, Prior::GaussianVector(vectors), Prior::Callback]
            .map(|prior| ChainSettings { prior, ..plain })
            .to_vec(),
        "batches" => vec![batches(BatchSettings::WithReplacement(10)), batches(BatchSettings::Epochs(10))],
        "large-data" => {
            // So many data want shorter steps.
            let ChainSettings { sampler, .. } = scheduled(Schedule::constant(1e-5));
            vec![ChainSettings { data_len: 4097, sampler, ..plain }, ChainSettings { chunk_len: 10, ..plain }]
        }
        family if NO_CHAINS.contains(&family) => vec![],
        "clipping" => vec![ChainSettings { clipping: Clipping::Norm(10.0), ..plain }],
        "blocks" => vec![ChainSettings { blocks: BlockList::from(&BLOCKS), ..plain }],
        "metropolis-hastings" => vec![with_proposal(sgld), with_proposal(rsgld)],
        "random-walk" => vec![with_proposal(Proposal::random_walk(0.1))],
        "hmc" => vec![with_proposal(Proposal::hmc(0.1, 3))],
        "tuners" => {
            let settings = MetropolisHastings { tune_beta: true, ..MetropolisHastings::new(rsgld, 2.0) };
            vec![ChainSettings { sampler: Sampler::MetropolisHastings(settings), ..plain }]
        }
        "warm-up" => {
            let tuned = |proposal| {
                let sampler = Sampler::MetropolisHastings(MetropolisHastings::tuned(proposal, 2.0));
                ChainSettings { burn_in: 30, sampler, ..plain }
            };
            vec![tuned(sgld), tuned(rsgld)]
        }
        other => panic!("no chain of {other}"),
    }
}

/// Families without settings of a chain.
pub(super) const NO_CHAINS: [&str; 6] =
    ["norms", "estimates", "checkpoint", "pilot", "health", "settings-text"];

/// What a family's parts want besides.
pub(super) fn wants(family: &str) -> &'static [&'static str] {
    match family {
        "drifts" | "preconditioners" | "position-dependent" | "dense" | "noise-compensation" => &["langevin"],
        "random-walk" | "hmc" | "tuners" => &["metropolis-hastings"],
        "warm-up" => &["metropolis-hastings", "tuners"],
        _ => &[],
    }
}

pub(super) fn has(family: &str) -> bool {
    FAMILIES.iter().any(|(name, built)| *name == family && *built)
}

/// Whether a family's chains bring a sampler that is no rule, so that a build without rules has them.
pub(super) fn is_alone(family: &str) -> bool {
    family == "metropolis-hastings" || wants(family).contains(&"metropolis-hastings")
}

/// Whether a family's chains are those of a build with all families: of its own rule, or of SGLD.
pub(super) fn is_comparable(family: &str) -> bool {
    let own_rule = ["lattice", "underdamped", "thermostat", "optimizers", "recipe"];
    let wanted = has(family) && wants(family).iter().all(|family| has(family));
    wanted && (own_rule.contains(&family) || is_alone(family) || has("langevin"))
}
