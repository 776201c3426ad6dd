//! A chain of every kind that there is, with what it needs: what `unused` changes field by field.

use crate::made::types::sgmcmc_block;
use crate::made::types::sgmcmc_chain_settings;
use crate::made::types::*;
use core::ptr;
use core_crate::Error;
use core_crate::prior::Prior;

#[path = "../../../benches/support/parts.rs"]
#[allow(dead_code, reason = "the benches have more of them")]
mod parts;

#[derive(Clone)]
pub(super) struct Case {
    pub(super) name: String,
    pub(super) settings: sgmcmc_chain_settings,
    pub(super) block: Option<sgmcmc_block>,
}

/// A chain by SGLD with a Gaussian prior.
fn base(name: &str) -> Case {
    let mut settings = sgmcmc_chain_settings { data_len: 20, burn_in: 8, ..Default::default() };
    settings.batch.len = 4;
    settings.sampler.step_size.value = 0.02;
    (settings.prior.kind, settings.prior.precision) = (sgmcmc_prior_kind::SGMCMC_PRIOR_GAUSSIAN as i32, 2.0);
    Case { name: name.to_owned(), settings, block: None }
}

/// The same by proposals.
fn proposing(name: &str, proposal: sgmcmc_proposal_kind) -> Case {
    let mut case = base(name);
    let sampler = &mut case.settings.sampler;
    *sampler = sgmcmc_sampler {
        kind: sgmcmc_sampler_kind::SGMCMC_SAMPLER_METROPOLIS_HASTINGS as i32,
        likelihood_scale: 3.0,
        ..Default::default()
    };
    (sampler.proposal.kind, sampler.proposal.step_size) = (proposal as i32, 0.1);
    sampler.proposal.beta = if proposal == RSGLD { 1.2 } else { 1.0 };
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
    for batch in all(sgmcmc_batch_kind::from_number) {
        let len = match batch {
            sgmcmc_batch_kind::SGMCMC_BATCH_ALL | sgmcmc_batch_kind::SGMCMC_BATCH_CALLER => 0,
            sgmcmc_batch_kind::SGMCMC_BATCH_WITHOUT_REPLACEMENT
            | sgmcmc_batch_kind::SGMCMC_BATCH_WITH_REPLACEMENT
            | sgmcmc_batch_kind::SGMCMC_BATCH_EPOCHS => 4,
        };
        add(base(&format!("{batch:?}")), &|case| {
            (case.settings.batch.kind, case.settings.batch.len) = (batch as i32, len);
        });
    }
    let slab = [("slab_weight", 0.5), ("slab_deviation", 2.0), ("spike_deviation", 0.5)];
    for (name, prior) in parts::priors_with(&MEANS, &PRECISIONS, &slab) {
        let vectors =
            sgmcmc_prior { means: MEANS.as_ptr(), precisions: PRECISIONS.as_ptr(), ..Default::default() };
        let mut made = sgmcmc_prior::default();
        made.set(&prior, &vectors).unwrap();
        for case in [base(&format!("prior {name}")), proposing(&format!("prior {name}, RSGLD"), RSGLD)] {
            add(case, &|case| case.settings.prior = made);
        }
        if prior != Prior::Callback && made.means.is_null() {
            add(base(&format!("block, prior {name}")), &|case| {
                case.block = Some(sgmcmc_block { start: 1, len: 1, prior: made, ..Default::default() });
            });
        }
    }
    for frozen in [0, 1] {
        add(base(&format!("block, frozen {frozen}")), &|case| {
            let factor = if frozen == 1 { 1.0 } else { 0.5 };
            let block =
                sgmcmc_block { start: 1, len: 1, step_size_factor: factor, frozen, ..Default::default() };
            case.block = Some(block);
        });
    }
    for (name, estimator) in parts::estimators_with(None, &[("interval", 5.0), ("anchor_len", 9.0)]) {
        add(base(&format!("estimator {name}")), &|case| {
            case.settings.estimator.set(&estimator, &sgmcmc_estimator::default()).unwrap();
        });
    }
    for clipping in all(sgmcmc_clipping_kind::from_number) {
        add(base(&format!("{clipping:?}")), &|Case { settings, .. }| {
            settings.clipping.kind = clipping as i32;
            settings.clipping.limit =
                if clipping == sgmcmc_clipping_kind::SGMCMC_CLIPPING_NONE { 0.0 } else { 5.0 };
        });
    }
    for compensation in all(sgmcmc_noise_compensation_kind::from_number) {
        add(base(&format!("{compensation:?}")), &|Case { settings, .. }| {
            (settings.sampler.compensation.kind, settings.sampler.step_size.value) =
                (compensation as i32, 0.0005);
        });
    }
    for kind in all(sgmcmc_rule_kind::from_number) {
        add(base(&format!("{kind:?}")), &|case| case.settings.sampler.rule.kind = kind as i32);
    }
    for splitting in all(sgmcmc_splitting::from_number) {
        add(base(&format!("SGNHT, {splitting:?}")), &|case| {
            (case.settings.sampler.rule.kind, case.settings.sampler.rule.splitting) =
                (sgmcmc_rule_kind::SGMCMC_RULE_SGNHT as i32, splitting as i32);
        });
    }
    for kind in [sgmcmc_rule_kind::SGMCMC_RULE_LANGEVIN, sgmcmc_rule_kind::SGMCMC_RULE_LATTICE] {
        for drift in all(sgmcmc_drift_kind::from_number) {
            add(base(&format!("{kind:?}, {drift:?}")), &|case| {
                (case.settings.sampler.rule.kind, case.settings.sampler.rule.drift.kind) =
                    (kind as i32, drift as i32);
            });
        }
        for preconditioner in all(sgmcmc_preconditioner_kind::from_number) {
            let dense = match preconditioner {
                sgmcmc_preconditioner_kind::SGMCMC_PRECONDITIONER_DENSE
                | sgmcmc_preconditioner_kind::SGMCMC_PRECONDITIONER_POSITION_DEPENDENT_DENSE => true,
                sgmcmc_preconditioner_kind::SGMCMC_PRECONDITIONER_IDENTITY
                | sgmcmc_preconditioner_kind::SGMCMC_PRECONDITIONER_DIAGONAL
                | sgmcmc_preconditioner_kind::SGMCMC_PRECONDITIONER_RMSPROP
                | sgmcmc_preconditioner_kind::SGMCMC_PRECONDITIONER_POSITION_DEPENDENT
                | sgmcmc_preconditioner_kind::SGMCMC_PRECONDITIONER_ADAGRAD => false,
            };
            let has_values = [
                sgmcmc_preconditioner_kind::SGMCMC_PRECONDITIONER_DENSE,
                sgmcmc_preconditioner_kind::SGMCMC_PRECONDITIONER_DIAGONAL,
            ]
            .contains(&preconditioner);
            if dense && kind == sgmcmc_rule_kind::SGMCMC_RULE_LATTICE {
                continue;
            }
            add(base(&format!("{kind:?}, {preconditioner:?}")), &|case| {
                (case.settings.sampler.rule.kind, case.settings.sampler.rule.preconditioner.kind) =
                    (kind as i32, preconditioner as i32);
                case.settings.sampler.rule.preconditioner.values =
                    if has_values { FACTOR.as_ptr() } else { ptr::null() };
            });
        }
    }
    // With what has no default.
    for (name, schedule) in parts::schedules_with(&[("value", 0.02), ("period", 3.0), ("cycle_len", 4.0)]) {
        let mut made = sgmcmc_schedule::default();
        made.set(&schedule, &sgmcmc_schedule::default()).unwrap();
        add(base(&format!("step size {name}")), &|case| case.settings.sampler.step_size = made);
        add(base(&format!("temperature {name}")), &|case| {
            case.settings.sampler.temperature = sgmcmc_schedule { value: 1.0, ..made };
        });
    }
    for proposal in all(sgmcmc_proposal_kind::from_number) {
        add(proposing(&format!("{proposal:?}"), proposal), &|_| {});
        add(proposing(&format!("{proposal:?}, tuned"), proposal), &|case| {
            case.settings.sampler.tune_step_size = 1
        });
        add(proposing(&format!("{proposal:?}, all data"), proposal), &|Case { settings, .. }| {
            (settings.batch.kind, settings.batch.len) = (sgmcmc_batch_kind::SGMCMC_BATCH_ALL as i32, 0);
        });
    }
    let walk = sgmcmc_proposal_kind::SGMCMC_PROPOSAL_RANDOM_WALK;
    for proposal in all(sgmcmc_proposal_kind::from_number).filter(|proposal| *proposal != walk) {
        add(proposing(&format!("{proposal:?}, clipped"), proposal), &|Case { settings, .. }| {
            (settings.clipping.kind, settings.clipping.limit) =
                (sgmcmc_clipping_kind::SGMCMC_CLIPPING_NORM as i32, 5.0);
        });
    }
    for noise in all(sgmcmc_noise_kind::from_number) {
        add(proposing(&format!("RSGLD, {noise:?}"), RSGLD), &|Case { settings, .. }| {
            settings.sampler.proposal.noise.kind = noise as i32;
            settings.sampler.proposal.noise.sigma =
                if noise == sgmcmc_noise_kind::SGMCMC_NOISE_CUSTOM { 0.3 } else { 0.0 };
        });
    }
    add(proposing("RSGLD, beta tuned", RSGLD), &|case| case.settings.sampler.tune_beta = 1);
    cases
}

const RSGLD: sgmcmc_proposal_kind = sgmcmc_proposal_kind::SGMCMC_PROPOSAL_RSGLD;

static MEANS: [f64; 2] = [0.5, -0.5];
static PRECISIONS: [f64; 2] = [1.0, 3.0];
static FACTOR: [f64; 4] = [1.5, 0.25, 0.25, 1.0];
