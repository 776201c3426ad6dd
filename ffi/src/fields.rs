//! The fields of every struct of the ABI with their places: what a `struct_size` may end on, and what a test pins.

use crate::block::sgmcmc_block;
use crate::checkpoint::sgmcmc_checkpoint;
use crate::estimates::sgmcmc_estimate_settings;
use crate::f32::model::{sgmcmc_draw_f32, sgmcmc_model_f32};
use crate::f64::model::{sgmcmc_draw_f64, sgmcmc_model_f64};
use crate::health::{sgmcmc_health_report, sgmcmc_health_settings};
use crate::pilot::{sgmcmc_pilot_report, sgmcmc_pilot_settings};
use crate::rule::sgmcmc_rule;
use crate::schedule::sgmcmc_schedule;
use crate::settings::sgmcmc_chain_settings;
use crate::statistics::{sgmcmc_chain_statistics, sgmcmc_rule_applied, sgmcmc_step};
use crate::stored::sgmcmc_convergence;
use core::mem::offset_of;

/// A field of a C struct.
pub(crate) struct Field {
    #[cfg(test)]
    pub(crate) name: &'static str,
    pub(crate) offset: usize,
    pub(crate) size: usize,
}

/// A struct of the ABI.
pub(crate) trait Fields: Sized {
    /// All of them, in order.
    const FIELDS: &'static [Field];

    /// Whether the fields that are there for later have their only value.
    fn reserved_is_zero(&self) -> bool {
        true
    }
}

const fn field_size<T, F>(_: fn(&T) -> &F) -> usize {
    size_of::<F>()
}

/// Naming all fields in a pattern makes a missing one an error. Behind the last there is no padding, on any target:
/// what is added later is beyond the end of what is there.
macro_rules! fields {
    ($( $name:ident { $($field:ident),* $(,)? } $(reserved $($reserved:ident),*)?; )*) => { $(
        impl Fields for $name {
            const FIELDS: &'static [Field] = &[$(Field {
                #[cfg(test)]
                name: stringify!($field),
                offset: offset_of!($name, $field),
                size: field_size(|it: &$name| &it.$field),
            }),*];

            $(fn reserved_is_zero(&self) -> bool {
                [$(self.$reserved),*].iter().all(|reserved| *reserved == 0)
            })?
        }

        const _: () = {
            const fn all_are_named(it: &$name) {
                let $name { $($field: _),* } = it;
            }
            let _ = all_are_named;
            let [.., last] = <$name as Fields>::FIELDS else { panic!("no fields") };
            assert!(last.offset + last.size == size_of::<$name>(), "padding at the end");
        };
    )* };
}

fields! {
    sgmcmc_chain_settings {
        struct_size, seed, chain_index, data_len, batch, batch_len, chunk_len, sampler, prior, moments, prior_mean,
        prior_precision, prior_means, prior_precisions, slab_weight, slab_deviation, spike_deviation, burn_in, thinning,
        blocks, block_count, block_size, step_size, temperature, rule, step_size_schedule, temperature_schedule,
        schedule_unit, estimator, centre, anchor_interval, anchor_len, anchor_averaged, clipping, reserved,
        clipping_limit, proposal, density, noise, proposal_gradient, noise_scale, likelihood_scale, beta, refresh_len,
        tune_beta, beta_max, tune_interval, tune_step_size, tune_refresh_len, target_acceptance,
        simd_level, noise_compensation, noise_covariance, noise_covariance_len, leapfrog_count, reserved3, step_jitter,
    } reserved reserved, reserved3;
    sgmcmc_rule {
        struct_size, kind, drift, drift_scale, beta1, beta2, rho, lambda, momentum_form, preconditioner,
        preconditioner_beta, preconditioner_lambda, preconditioner_values, reflect, draw_velocity, friction,
        noise_estimate, redraw_interval, thermostat_per_coordinate, splitting, gradient_scale, reserved,
    } reserved reserved;
    sgmcmc_schedule {
        struct_size, kind, reserved, offset, exponent, factor, period, cycle_len, exploration, floor,
        warm_up,
    } reserved reserved;
    sgmcmc_block {
        start, len, step_size_factor, frozen, prior, prior_mean, prior_precision, slab_weight, slab_deviation,
        spike_deviation,
    };
    sgmcmc_model_f32 { struct_size, log_likelihood, log_prior, user, metric, diffusion, step_size, temperature };
    sgmcmc_model_f64 { struct_size, log_likelihood, log_prior, user, metric, diffusion, step_size, temperature };
    sgmcmc_draw_f32 {
        step, theta, dim, log_likelihood, step_size, drift_norm, noise_norm, accepted, ends_cycle, saturated, diverged,
    };
    sgmcmc_draw_f64 {
        step, theta, dim, log_likelihood, step_size, drift_norm, noise_norm, accepted, ends_cycle, saturated, diverged,
    };
    sgmcmc_chain_statistics {
        struct_size, step_count, kept_count, log_likelihood, step_size, beta, noise_scale, accepted_count, forward_count,
        forward_accepted_count, backward_count, backward_accepted_count, nonfinite_count, mean_acceptance, beta_capped,
        step_size_capped, temperature, clipped_count, saturated_count, clamped_count,
        batch_count, batch_accepted_count, refresh_len, reserved, clamped_gradient, divergence_count,
        short_divergence_count, burn_in_divergence_count, unasked_count,
    };
    sgmcmc_step {
        struct_size, index, log_likelihood, step_size, temperature, kept, accepted, ends_cycle, saturated, diverged, reserved,
    };
    sgmcmc_rule_applied { struct_size, saturated, reserved, drift_norm, noise_norm, clamped_count };
    sgmcmc_estimate_settings { struct_size, weights, covariance, centroid_count, window_len };
    sgmcmc_pilot_settings {
        struct_size, seed, pair_count, product_count, difference, inflation, covariance, batch_len,
    };
    sgmcmc_pilot_report {
        struct_size, findings, gradient_count, refresh_len, batch_len, curvature, least_curvature, mean_curvature,
        noise_variance, noise_direction, variate_variance, variate_direction, gradient_norm, expected_gradient_norm,
        log_likelihood_variance, step_size, curvature_limit, noise_limit, stability_limit, rounding_limit,
        variate_step_size, compensated_step_size, predicted_inflation, relaxation_steps, noise_scale, acceptance_cap,
        least_refresh_cap, inflation_base, inflation_by_noise, inflation_by_curvature,
        clamped_limit, predicted_shift, own_variance, inflation_by_both,
    };
    sgmcmc_health_settings { struct_size, window, tolerance };
    sgmcmc_health_report { struct_size, findings, step_count, look_count, evaluation_count, pass_count, step_size, temperature, heat, kinetic_temperature, kinetic_low, kinetic_high, thermostat, noise_to_drift, gradient_noise_ratio, anchor_worth, acceptance, forward_acceptance, backward_acceptance, recent_acceptance, recent_forward_acceptance, recent_backward_acceptance, batch_acceptance, beta, likelihood_scale, batch_len, refused_status, clipped_share, clamped_share, nonfinite_share, rejected_count, clipped_count, saturated_count, nonfinite_count, refused_count, correlation, stretch_steps, independent_count, r_hat, rounding_share, clamped_shift, divergence_count, divergence_share, short_divergence_count, change, change_step, r_hat_resolution, pilot_findings, unasked_count, theta_length, theta_growth };
    sgmcmc_convergence { struct_size, r_hat, bulk_sample_size, tail_sample_size };
    sgmcmc_checkpoint { struct_size, version, bits, dim, settings, step_count, size };
}
