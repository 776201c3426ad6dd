//! The structs of the header: what the guard may do with each, and the fields of those that are written by hand.

use crate::chain::Chain;
use crate::ensemble::Chains;
use crate::estimates::sgmcmc_estimate_settings;
use crate::f32::model::{
    sgmcmc_draw_f32, sgmcmc_model_f32, sgmcmc_pilot_options_f32, sgmcmc_rule_vectors_f32,
    sgmcmc_run_options_f32,
};
use crate::f64::model::{
    sgmcmc_draw_f64, sgmcmc_model_f64, sgmcmc_pilot_options_f64, sgmcmc_rule_vectors_f64,
    sgmcmc_run_options_f64,
};
use crate::fields::fields;
use crate::guard::{growing, plain, zeros};
use crate::made::types::sgmcmc_block;
use crate::made::types::sgmcmc_chain_settings;
use crate::made::types::{
    sgmcmc_chain_statistics, sgmcmc_checkpoint, sgmcmc_ensemble_settings, sgmcmc_ensemble_state,
    sgmcmc_health_report, sgmcmc_health_settings, sgmcmc_pilot_report, sgmcmc_pilot_settings, sgmcmc_rule,
    sgmcmc_schedule, sgmcmc_step, sgmcmc_summary, sgmcmc_transform,
};
use crate::statistics::{sgmcmc_rule_applied, sgmcmc_rule_at};

growing!(sgmcmc_rule_vectors_f32, sgmcmc_rule_vectors_f64, sgmcmc_rule_at, sgmcmc_pilot_options_f32, sgmcmc_pilot_options_f64, sgmcmc_chain_settings, sgmcmc_chain_statistics, sgmcmc_step, sgmcmc_rule_applied, sgmcmc_estimate_settings, sgmcmc_summary, sgmcmc_ensemble_settings, sgmcmc_ensemble_state, sgmcmc_checkpoint, sgmcmc_pilot_settings, sgmcmc_pilot_report, sgmcmc_health_settings, sgmcmc_health_report, sgmcmc_model_f32, sgmcmc_run_options_f32, sgmcmc_model_f64, sgmcmc_run_options_f64; sgmcmc_block, sgmcmc_rule, sgmcmc_schedule, sgmcmc_transform);
plain!(sgmcmc_draw_f32, sgmcmc_draw_f64);
zeros!([R] Chain<R>);
zeros!([] Chains);

fields! {
    sgmcmc_model_f32 { struct_size, log_likelihood, log_prior, user, metric, diffusion, step_size, temperature }
    sgmcmc_model_f64 { struct_size, log_likelihood, log_prior, user, metric, diffusion, step_size, temperature }
    sgmcmc_rule_vectors_f32 { struct_size, theta, state, gradient, host_terms, dim, state_len, host_terms_len }
    sgmcmc_rule_vectors_f64 { struct_size, theta, state, gradient, host_terms, dim, state_len, host_terms_len }
    sgmcmc_rule_at { struct_size, step_size, temperature, index, data_len, reserved: room }
    sgmcmc_pilot_options_f32 { struct_size, settings, theta, variance, covariance, dim }
    sgmcmc_pilot_options_f64 { struct_size, settings, theta, variance, covariance, dim }
    sgmcmc_run_options_f32 { struct_size, observer, observer_user, progress, progress_user, health, interval }
    sgmcmc_run_options_f64 { struct_size, observer, observer_user, progress, progress_user, health, interval }
    sgmcmc_draw_f32 {
        step, theta, dim, log_likelihood, step_size, drift_norm, noise_norm, accepted, ends_cycle, saturated, diverged,
    }
    sgmcmc_draw_f64 {
        step, theta, dim, log_likelihood, step_size, drift_norm, noise_norm, accepted, ends_cycle, saturated, diverged,
    }
    sgmcmc_rule_applied { struct_size, saturated, reserved, drift_norm, noise_norm, clamped_count }
    sgmcmc_estimate_settings { struct_size, weights, covariance, centroid_count, window_len }
}
