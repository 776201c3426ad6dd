//! A chain of every kind that there is, with what it needs: what `unused` changes field by field.

use crate::block::sgmcmc_block;
use crate::made::types::*;
use crate::rule::sgmcmc_rule;
use crate::schedule::sgmcmc_schedule;
use crate::settings::sgmcmc_chain_settings;
use core::ptr;
use core_crate::Error;

/// A block, which has no size of its own.
#[derive(Clone, Copy)]
pub(super) struct OneBlock(pub(super) sgmcmc_block);

#[derive(Clone)]
pub(super) struct Case {
    pub(super) name: String,
    pub(super) settings: sgmcmc_chain_settings,
    pub(super) rule: sgmcmc_rule,
    pub(super) step_size: sgmcmc_schedule,
    pub(super) temperature: sgmcmc_schedule,
    pub(super) block: Option<OneBlock>,
}

/// A chain by SGLD with a Gaussian prior.
fn base(name: &str) -> Case {
    Case {
        name: name.to_owned(),
        settings: sgmcmc_chain_settings {
            data_len: 20,
            batch_len: 4,
            step_size: 0.02,
            burn_in: 8,
            prior: sgmcmc_prior::SGMCMC_PRIOR_GAUSSIAN as i32,
            prior_precision: 2.0,
            ..Default::default()
        },
        rule: sgmcmc_rule::default(),
        step_size: sgmcmc_schedule::default(),
        temperature: sgmcmc_schedule::default(),
        block: None,
    }
}

/// The same by proposals.
fn proposing(name: &str, proposal: sgmcmc_proposal) -> Case {
    let mut case = base(name);
    case.settings.sampler = sgmcmc_sampler::SGMCMC_SAMPLER_METROPOLIS_HASTINGS as i32;
    (case.settings.proposal, case.settings.likelihood_scale) = (proposal as i32, 3.0);
    case.settings.step_size = 0.1;
    case.settings.beta = if proposal == RSGLD { 1.2 } else { 1.0 };
    case
}

/// Every member of an enum.
fn all<E>(from_number: impl Fn(i32) -> Result<E, Error>) -> impl Iterator<Item = E> {
    (0..).map_while(move |number| from_number(number).ok())
}

/// Every kind that there is, with what it needs.
pub(super) fn cases() -> Vec<Case> {
    let mut cases = vec![base("SGLD")];
    let mut add = |mut case: Case, change: &dyn Fn(&mut Case)| {
        change(&mut case);
        cases.push(case);
    };
    for batch in all(sgmcmc_batch::from_number) {
        let len = match batch {
            sgmcmc_batch::SGMCMC_BATCH_ALL | sgmcmc_batch::SGMCMC_BATCH_CALLER => 0,
            sgmcmc_batch::SGMCMC_BATCH_WITHOUT_REPLACEMENT
            | sgmcmc_batch::SGMCMC_BATCH_WITH_REPLACEMENT
            | sgmcmc_batch::SGMCMC_BATCH_EPOCHS => 4,
        };
        add(base(&format!("{batch:?}")), &|case| {
            (case.settings.batch, case.settings.batch_len) = (batch as i32, len);
        });
    }
    for prior in all(sgmcmc_prior::from_number).filter(|prior| *prior != sgmcmc_prior::SGMCMC_PRIOR_CHAIN) {
        for case in [base(&format!("{prior:?}")), proposing(&format!("{prior:?}, RSGLD"), RSGLD)] {
            add(case, &|Case { settings, .. }| {
                (settings.prior, settings.prior_precision) = (prior as i32, 1.0);
                match prior {
                    sgmcmc_prior::SGMCMC_PRIOR_GAUSSIAN_VECTOR => {
                        (settings.prior_means, settings.prior_precisions) =
                            (MEANS.as_ptr(), PRECISIONS.as_ptr());
                    }
                    sgmcmc_prior::SGMCMC_PRIOR_SPIKE_AND_SLAB => {
                        (settings.slab_weight, settings.slab_deviation, settings.spike_deviation) =
                            (0.5, 2.0, 0.5);
                    }
                    sgmcmc_prior::SGMCMC_PRIOR_CHAIN
                    | sgmcmc_prior::SGMCMC_PRIOR_FLAT
                    | sgmcmc_prior::SGMCMC_PRIOR_GAUSSIAN
                    | sgmcmc_prior::SGMCMC_PRIOR_CALLBACK => {}
                }
            });
        }
        let of_block = [
            sgmcmc_prior::SGMCMC_PRIOR_FLAT,
            sgmcmc_prior::SGMCMC_PRIOR_GAUSSIAN,
            sgmcmc_prior::SGMCMC_PRIOR_SPIKE_AND_SLAB,
        ];
        if of_block.contains(&prior) {
            add(base(&format!("block {prior:?}")), &|case| {
                let mut block = sgmcmc_block { start: 1, len: 1, prior: prior as i32, ..Default::default() };
                if prior == sgmcmc_prior::SGMCMC_PRIOR_GAUSSIAN {
                    block.prior_precision = 4.0;
                }
                if prior == sgmcmc_prior::SGMCMC_PRIOR_SPIKE_AND_SLAB {
                    (block.slab_weight, block.slab_deviation, block.spike_deviation) = (0.5, 2.0, 0.5);
                }
                case.block = Some(OneBlock(block));
            });
        }
    }
    for frozen in [0, 1] {
        add(base(&format!("block, frozen {frozen}")), &|case| {
            let factor = if frozen == 1 { 1.0 } else { 0.5 };
            let block =
                sgmcmc_block { start: 1, len: 1, step_size_factor: factor, frozen, ..Default::default() };
            case.block = Some(OneBlock(block));
        });
    }
    for estimator in all(sgmcmc_estimator::from_number) {
        add(base(&format!("{estimator:?}")), &|Case { settings, .. }| {
            settings.estimator = estimator as i32;
            match estimator {
                sgmcmc_estimator::SGMCMC_ESTIMATOR_PRACTICAL => {
                    (settings.anchor_interval, settings.anchor_len) = (5, 9);
                }
                sgmcmc_estimator::SGMCMC_ESTIMATOR_SVRG => settings.anchor_interval = 5,
                sgmcmc_estimator::SGMCMC_ESTIMATOR_PLAIN
                | sgmcmc_estimator::SGMCMC_ESTIMATOR_FIXED_CENTRE
                | sgmcmc_estimator::SGMCMC_ESTIMATOR_SAGA => {}
            }
        });
    }
    for clipping in all(sgmcmc_clipping::from_number) {
        add(base(&format!("{clipping:?}")), &|Case { settings, .. }| {
            settings.clipping = clipping as i32;
            settings.clipping_limit =
                if clipping == sgmcmc_clipping::SGMCMC_CLIPPING_NONE { 0.0 } else { 5.0 };
        });
    }
    for compensation in all(sgmcmc_noise_compensation::from_number) {
        add(base(&format!("{compensation:?}")), &|Case { settings, .. }| {
            (settings.noise_compensation, settings.step_size) = (compensation as i32, 0.0005);
        });
    }
    for kind in all(sgmcmc_rule_kind::from_number) {
        add(base(&format!("{kind:?}")), &|case| case.rule.kind = kind as i32);
    }
    for splitting in all(sgmcmc_splitting::from_number) {
        add(base(&format!("SGNHT, {splitting:?}")), &|case| {
            (case.rule.kind, case.rule.splitting) =
                (sgmcmc_rule_kind::SGMCMC_RULE_SGNHT as i32, splitting as i32);
        });
    }
    for kind in [sgmcmc_rule_kind::SGMCMC_RULE_LANGEVIN, sgmcmc_rule_kind::SGMCMC_RULE_LATTICE] {
        for drift in all(sgmcmc_drift::from_number) {
            add(base(&format!("{kind:?}, {drift:?}")), &|case| {
                (case.rule.kind, case.rule.drift) = (kind as i32, drift as i32);
            });
        }
        for preconditioner in all(sgmcmc_preconditioner::from_number) {
            let dense = match preconditioner {
                sgmcmc_preconditioner::SGMCMC_PRECONDITIONER_DENSE
                | sgmcmc_preconditioner::SGMCMC_PRECONDITIONER_POSITION_DEPENDENT_DENSE => true,
                sgmcmc_preconditioner::SGMCMC_PRECONDITIONER_IDENTITY
                | sgmcmc_preconditioner::SGMCMC_PRECONDITIONER_DIAGONAL
                | sgmcmc_preconditioner::SGMCMC_PRECONDITIONER_RMSPROP
                | sgmcmc_preconditioner::SGMCMC_PRECONDITIONER_POSITION_DEPENDENT
                | sgmcmc_preconditioner::SGMCMC_PRECONDITIONER_ADAGRAD => false,
            };
            let has_values = [
                sgmcmc_preconditioner::SGMCMC_PRECONDITIONER_DENSE,
                sgmcmc_preconditioner::SGMCMC_PRECONDITIONER_DIAGONAL,
            ]
            .contains(&preconditioner);
            if dense && kind == sgmcmc_rule_kind::SGMCMC_RULE_LATTICE {
                continue;
            }
            add(base(&format!("{kind:?}, {preconditioner:?}")), &|case| {
                (case.rule.kind, case.rule.preconditioner) = (kind as i32, preconditioner as i32);
                case.rule.preconditioner_values = if has_values { FACTOR.as_ptr() } else { ptr::null() };
            });
        }
    }
    for kind in all(sgmcmc_schedule_kind::from_number) {
        let schedule = || {
            let mut schedule = sgmcmc_schedule { kind: kind as i32, ..Default::default() };
            match kind {
                sgmcmc_schedule_kind::SGMCMC_SCHEDULE_STEP_DECAY => schedule.period = 3,
                sgmcmc_schedule_kind::SGMCMC_SCHEDULE_CYCLICAL => schedule.cycle_len = 4,
                sgmcmc_schedule_kind::SGMCMC_SCHEDULE_CONSTANT
                | sgmcmc_schedule_kind::SGMCMC_SCHEDULE_POLYNOMIAL
                | sgmcmc_schedule_kind::SGMCMC_SCHEDULE_CALLBACK => {}
            }
            schedule
        };
        let said = kind == sgmcmc_schedule_kind::SGMCMC_SCHEDULE_CALLBACK;
        add(base(&format!("step size {kind:?}")), &|case| {
            case.step_size = schedule();
            case.settings.step_size = if said { 0.0 } else { 0.02 };
        });
        add(base(&format!("temperature {kind:?}")), &|case| case.temperature = schedule());
    }
    for proposal in all(sgmcmc_proposal::from_number) {
        add(proposing(&format!("{proposal:?}"), proposal), &|_| {});
        add(proposing(&format!("{proposal:?}, tuned"), proposal), &|case| case.settings.tune_step_size = 1);
        add(proposing(&format!("{proposal:?}, all data"), proposal), &|Case { settings, .. }| {
            (settings.batch, settings.batch_len) = (sgmcmc_batch::SGMCMC_BATCH_ALL as i32, 0);
        });
    }
    let walk = sgmcmc_proposal::SGMCMC_PROPOSAL_RANDOM_WALK;
    for proposal in all(sgmcmc_proposal::from_number).filter(|proposal| *proposal != walk) {
        add(proposing(&format!("{proposal:?}, clipped"), proposal), &|Case { settings, .. }| {
            (settings.clipping, settings.clipping_limit) =
                (sgmcmc_clipping::SGMCMC_CLIPPING_NORM as i32, 5.0);
        });
    }
    for noise in all(sgmcmc_noise::from_number) {
        add(proposing(&format!("RSGLD, {noise:?}"), RSGLD), &|Case { settings, .. }| {
            settings.noise = noise as i32;
            settings.noise_scale = if noise == sgmcmc_noise::SGMCMC_NOISE_CUSTOM { 0.3 } else { 0.0 };
        });
    }
    add(proposing("RSGLD, beta tuned", RSGLD), &|case| case.settings.tune_beta = 1);
    cases
}

const RSGLD: sgmcmc_proposal = sgmcmc_proposal::SGMCMC_PROPOSAL_RSGLD;

static MEANS: [f64; 2] = [0.5, -0.5];
static PRECISIONS: [f64; 2] = [1.0, 3.0];
static FACTOR: [f64; 4] = [1.5, 0.25, 0.25, 1.0];
