//! Made by `cargo run -p schema`; edit the entries in the core.

use super::types::*;
use crate::fields::{fields, records};
use core_crate::{Statistics, Step, Checkpoint, Convergence, PilotSettings, PilotReport, HealthSettings, HealthReport};

records! {
    sgmcmc_chain_statistics of Statistics {
        step_count, kept_count, log_likelihood, step_size, beta, noise_scale, accepted_count, forward_count,
        forward_accepted_count, backward_count, backward_accepted_count, nonfinite_count, mean_acceptance,
        beta_capped: flag, step_size_capped: flag, temperature, clipped_count, saturated_count, clamped_count,
        batch_count, batch_accepted_count, refresh_len, reserved: room, clamped_gradient, divergence_count,
        short_divergence_count, burn_in_divergence_count, unasked_count,
    }
    sgmcmc_step of Step {
        index, log_likelihood, step_size, temperature, kept: flag, accepted: flag, ends_cycle: flag, saturated: flag,
        diverged: flag, reserved: room,
    }
    sgmcmc_checkpoint of Checkpoint {
        version, bits, dim, settings, step_count, size,
    }
    sgmcmc_convergence of Convergence {
        r_hat, bulk_sample_size, tail_sample_size,
    }
    sgmcmc_pilot_settings of PilotSettings {
        seed, pair_count, product_count, difference, inflation, covariance: flag, batch_len,
    }
    sgmcmc_pilot_report of PilotReport {
        findings, gradient_count, refresh_len, batch_len, curvature, least_curvature, mean_curvature, noise_variance,
        noise_direction, variate_variance, variate_direction, gradient_norm, expected_gradient_norm,
        log_likelihood_variance, step_size, curvature_limit, noise_limit, stability_limit, rounding_limit,
        variate_step_size, compensated_step_size, predicted_inflation, relaxation_steps, noise_scale, acceptance_cap,
        least_refresh_cap, inflation_base, inflation_by_noise, inflation_by_curvature, inflation_by_both,
        clamped_limit, predicted_shift, own_variance,
    }
    sgmcmc_health_settings of HealthSettings {
        window, tolerance,
    }
    sgmcmc_health_report of HealthReport {
        findings, step_count, look_count, evaluation_count, pass_count, step_size, temperature, heat,
        kinetic_temperature, kinetic_low, kinetic_high, thermostat, noise_to_drift, gradient_noise_ratio, anchor_worth,
        acceptance, forward_acceptance, backward_acceptance, recent_acceptance, recent_forward_acceptance,
        recent_backward_acceptance, batch_acceptance, beta, likelihood_scale, batch_len, refused_status, clipped_share,
        clamped_share, nonfinite_share, rejected_count, clipped_count, saturated_count, nonfinite_count, refused_count,
        correlation, stretch_steps, independent_count, r_hat, rounding_share, clamped_shift, divergence_count,
        divergence_share, short_divergence_count, change, change_step, r_hat_resolution, pilot_findings, unasked_count,
        theta_length, theta_growth,
    }
}

impl sgmcmc_status {
    /// Every status, in the order of the numbers.
    pub(crate) const ALL: &[Self] = &[
        Self::SGMCMC_OK, Self::SGMCMC_ERROR_NULL_POINTER, Self::SGMCMC_ERROR_LENGTH_ZERO,
        Self::SGMCMC_ERROR_LENGTH_MISMATCH, Self::SGMCMC_ERROR_OVERLAP, Self::SGMCMC_ERROR_MEMORY_TOO_SMALL,
        Self::SGMCMC_ERROR_MEMORY_MISALIGNED, Self::SGMCMC_ERROR_NOT_INITIALIZED, Self::SGMCMC_ERROR_STRUCT_SIZE,
        Self::SGMCMC_ERROR_STRUCT_TOO_NEW, Self::SGMCMC_ERROR_LENGTH_TOO_LARGE, Self::SGMCMC_ERROR_THETA_NOT_FINITE,
        Self::SGMCMC_ERROR_CALLBACK_MISSING, Self::SGMCMC_ERROR_BATCH_INDEX, Self::SGMCMC_ERROR_IN_USE,
        Self::SGMCMC_ERROR_OTHER_BUILD, Self::SGMCMC_ERROR_FLOAT_ENVIRONMENT, Self::SGMCMC_ERROR_NOT_FINITE,
        Self::SGMCMC_ERROR_WEIGHT, Self::SGMCMC_ERROR_PROBABILITY, Self::SGMCMC_ERROR_OTHER_SETTINGS,
        Self::SGMCMC_ERROR_NOT_ESTIMATED, Self::SGMCMC_ERROR_KERNEL_SCALE, Self::SGMCMC_ERROR_NOT_CHECKPOINT,
        Self::SGMCMC_ERROR_CHECKPOINT_VERSION, Self::SGMCMC_ERROR_CHECKPOINT_LENGTH,
        Self::SGMCMC_ERROR_CHECKPOINT_DAMAGED, Self::SGMCMC_ERROR_CHECKPOINT_PRECISION,
        Self::SGMCMC_ERROR_CHECKPOINT_DIM, Self::SGMCMC_ERROR_CHECKPOINT_SETTINGS,
        Self::SGMCMC_ERROR_CHECKPOINT_CONTENTS, Self::SGMCMC_ERROR_PROGRESS_INTERVAL, Self::SGMCMC_ERROR_HEALTH_CHAIN,
        Self::SGMCMC_ERROR_SETTINGS_LINE, Self::SGMCMC_ERROR_SETTINGS_KEY, Self::SGMCMC_ERROR_SETTINGS_VALUE,
        Self::SGMCMC_ERROR_DATA_LEN, Self::SGMCMC_ERROR_BATCH_LEN, Self::SGMCMC_ERROR_BATCH_KIND,
        Self::SGMCMC_ERROR_SAMPLER_KIND, Self::SGMCMC_ERROR_PRIOR_KIND, Self::SGMCMC_ERROR_PRIOR_MEAN,
        Self::SGMCMC_ERROR_PRIOR_PRECISION, Self::SGMCMC_ERROR_MOMENTS_KIND, Self::SGMCMC_ERROR_CHAIN_INDEX,
        Self::SGMCMC_ERROR_THINNING, Self::SGMCMC_ERROR_SCHEDULE_KIND, Self::SGMCMC_ERROR_STEP_SIZE,
        Self::SGMCMC_ERROR_SCHEDULE_OFFSET, Self::SGMCMC_ERROR_SCHEDULE_EXPONENT, Self::SGMCMC_ERROR_TEMPERATURE,
        Self::SGMCMC_ERROR_UNSTABLE, Self::SGMCMC_ERROR_SCHEDULE_FACTOR, Self::SGMCMC_ERROR_SCHEDULE_PERIOD,
        Self::SGMCMC_ERROR_CYCLE_LEN, Self::SGMCMC_ERROR_EXPLORATION, Self::SGMCMC_ERROR_PROPOSAL_KIND,
        Self::SGMCMC_ERROR_DENSITY_KIND, Self::SGMCMC_ERROR_NOISE_KIND, Self::SGMCMC_ERROR_NOISE_SCALE,
        Self::SGMCMC_ERROR_LIKELIHOOD_SCALE, Self::SGMCMC_ERROR_BETA, Self::SGMCMC_ERROR_BETA_MAX,
        Self::SGMCMC_ERROR_REFRESH_LEN, Self::SGMCMC_ERROR_TARGET_ACCEPTANCE, Self::SGMCMC_ERROR_FLAG,
        Self::SGMCMC_ERROR_TUNER, Self::SGMCMC_ERROR_SCHEDULE_UNIT, Self::SGMCMC_ERROR_RULE_KIND,
        Self::SGMCMC_ERROR_DRIFT_KIND, Self::SGMCMC_ERROR_DRIFT_SCALE, Self::SGMCMC_ERROR_BETA1,
        Self::SGMCMC_ERROR_BETA2, Self::SGMCMC_ERROR_RHO, Self::SGMCMC_ERROR_LAMBDA, Self::SGMCMC_ERROR_MOMENTUM_FORM,
        Self::SGMCMC_ERROR_PRECONDITIONER_KIND, Self::SGMCMC_ERROR_PRECONDITIONER_DIAGONAL,
        Self::SGMCMC_ERROR_PRECONDITIONER_FACTOR, Self::SGMCMC_ERROR_FRICTION, Self::SGMCMC_ERROR_NOISE_ESTIMATE,
        Self::SGMCMC_ERROR_ESTIMATOR_KIND, Self::SGMCMC_ERROR_ANCHOR_LEN, Self::SGMCMC_ERROR_ANCHOR_INTERVAL,
        Self::SGMCMC_ERROR_CENTRE, Self::SGMCMC_ERROR_CLIPPING_KIND, Self::SGMCMC_ERROR_CLIPPING_LIMIT,
        Self::SGMCMC_ERROR_SLAB_DEVIATION, Self::SGMCMC_ERROR_SLAB_WEIGHT, Self::SGMCMC_ERROR_BLOCK_RANGE,
        Self::SGMCMC_ERROR_BLOCK_OVERLAP, Self::SGMCMC_ERROR_BLOCK_FACTOR, Self::SGMCMC_ERROR_BLOCK_PRIOR,
        Self::SGMCMC_ERROR_BLOCK_SAMPLER, Self::SGMCMC_ERROR_PRECONDITIONER_BETA, Self::SGMCMC_ERROR_STEP_JITTER,
        Self::SGMCMC_ERROR_SCHEDULE_FLOOR, Self::SGMCMC_ERROR_SCHEDULE_WARM_UP, Self::SGMCMC_ERROR_SAGA_EPOCHS,
        Self::SGMCMC_ERROR_SPLITTING, Self::SGMCMC_ERROR_GRADIENT_SCALE, Self::SGMCMC_ERROR_RULE_SETTING,
        Self::SGMCMC_ERROR_METROPOLIS_SETTING, Self::SGMCMC_ERROR_NOT_BUILT, Self::SGMCMC_ERROR_SIMD_KIND,
        Self::SGMCMC_ERROR_CENTROID_COUNT, Self::SGMCMC_ERROR_DRAW_WEIGHT, Self::SGMCMC_ERROR_PAIR_COUNT,
        Self::SGMCMC_ERROR_PRODUCT_COUNT, Self::SGMCMC_ERROR_DIFFERENCE, Self::SGMCMC_ERROR_INFLATION,
        Self::SGMCMC_ERROR_COVARIANCE_DIM, Self::SGMCMC_ERROR_LEAPFROG_COUNT, Self::SGMCMC_ERROR_KICK,
        Self::SGMCMC_ERROR_UNUSED_SETTING, Self::SGMCMC_ERROR_UNUSED_RULE_SETTING,
        Self::SGMCMC_ERROR_UNUSED_SCHEDULE_SETTING, Self::SGMCMC_ERROR_NOISE_COMPENSATION,
        Self::SGMCMC_ERROR_COMPENSATION_RULE, Self::SGMCMC_ERROR_COMPENSATION_DENSE,
        Self::SGMCMC_ERROR_COMPENSATION_COVARIANCE, Self::SGMCMC_ERROR_COMPENSATION_BATCH,
        Self::SGMCMC_ERROR_WARM_UP_BURN_IN, Self::SGMCMC_ERROR_STEP_SIZE_NOT_FOUND, Self::SGMCMC_ERROR_TUNED_NOISE,
        Self::SGMCMC_ERROR_PROPOSAL_GRADIENT_KIND, Self::SGMCMC_ERROR_HEALTH_WINDOW,
        Self::SGMCMC_ERROR_HEALTH_TOLERANCE, Self::SGMCMC_ERROR_WARM_UP_FAR, Self::SGMCMC_ERROR_WARM_UP_NOISE,
        Self::SGMCMC_ERROR_NOT_REPRESENTABLE, Self::SGMCMC_ERROR_WINDOW_LEN, Self::SGMCMC_ERROR_LOG_PRIOR_UNUSED,
        Self::SGMCMC_ERROR_LOG_LIKELIHOOD_NOT_FINITE, Self::SGMCMC_ERROR_GRADIENT_NOT_FINITE,
        Self::SGMCMC_ERROR_LOG_PRIOR_NOT_FINITE, Self::SGMCMC_ERROR_IMPOSSIBLE,
        Self::SGMCMC_ERROR_STEP_SIZE_NOT_USABLE, Self::SGMCMC_ERROR_TEMPERATURE_NOT_USABLE,
        Self::SGMCMC_ERROR_PRECONDITIONER_NOT_USABLE, Self::SGMCMC_ERROR_DIFFUSION_NOT_FINITE,
        Self::SGMCMC_ERROR_GRADIENT_NOISE, Self::SGMCMC_ERROR_MODEL_NOT_ASKED, Self::SGMCMC_ERROR_STOPPED,
        Self::SGMCMC_ERROR_STOPPED_BY_OBSERVER,
    ];
}
