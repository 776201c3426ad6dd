//! Made by `cargo run -p schema`; edit the entries in the core.

use super::types::*;
use crate::fields::fields;
use crate::flag::flag;
use core_crate::{Error, Statistics, Step, Checkpoint, Convergence, PilotSettings, PilotReport, HealthSettings, HealthReport};

fields! {
    sgmcmc_chain_statistics { struct_size, step_count, kept_count, log_likelihood, step_size, beta, noise_scale, accepted_count, forward_count, forward_accepted_count, backward_count, backward_accepted_count, nonfinite_count, mean_acceptance, beta_capped, step_size_capped, temperature, clipped_count, saturated_count, clamped_count, batch_count, batch_accepted_count, refresh_len, reserved, clamped_gradient, divergence_count, short_divergence_count, burn_in_divergence_count, unasked_count } reserved reserved;
    sgmcmc_step { struct_size, index, log_likelihood, step_size, temperature, kept, accepted, ends_cycle, saturated, diverged, reserved } reserved reserved;
    sgmcmc_checkpoint { struct_size, version, bits, dim, settings, step_count, size };
    sgmcmc_convergence { struct_size, r_hat, bulk_sample_size, tail_sample_size };
    sgmcmc_pilot_settings { struct_size, seed, pair_count, product_count, difference, inflation, covariance, batch_len };
    sgmcmc_pilot_report { struct_size, findings, gradient_count, refresh_len, batch_len, curvature, least_curvature, mean_curvature, noise_variance, noise_direction, variate_variance, variate_direction, gradient_norm, expected_gradient_norm, log_likelihood_variance, step_size, curvature_limit, noise_limit, stability_limit, rounding_limit, variate_step_size, compensated_step_size, predicted_inflation, relaxation_steps, noise_scale, acceptance_cap, least_refresh_cap, inflation_base, inflation_by_noise, inflation_by_curvature, inflation_by_both, clamped_limit, predicted_shift, own_variance };
    sgmcmc_health_settings { struct_size, window, tolerance };
    sgmcmc_health_report { struct_size, findings, step_count, look_count, evaluation_count, pass_count, step_size, temperature, heat, kinetic_temperature, kinetic_low, kinetic_high, thermostat, noise_to_drift, gradient_noise_ratio, anchor_worth, acceptance, forward_acceptance, backward_acceptance, recent_acceptance, recent_forward_acceptance, recent_backward_acceptance, batch_acceptance, beta, likelihood_scale, batch_len, refused_status, clipped_share, clamped_share, nonfinite_share, rejected_count, clipped_count, saturated_count, nonfinite_count, refused_count, correlation, stretch_steps, independent_count, r_hat, rounding_share, clamped_shift, divergence_count, divergence_share, short_divergence_count, change, change_step, r_hat_resolution, pilot_findings, unasked_count, theta_length, theta_growth };
}

impl From<Statistics> for sgmcmc_chain_statistics {
    fn from(it: Statistics) -> Self {
        Self {
            struct_size: size_of::<Self>(),
            step_count: it.step_count,
            kept_count: it.kept_count,
            log_likelihood: it.log_likelihood,
            step_size: it.step_size,
            beta: it.beta,
            noise_scale: it.noise_scale,
            accepted_count: it.accepted_count,
            forward_count: it.forward_count,
            forward_accepted_count: it.forward_accepted_count,
            backward_count: it.backward_count,
            backward_accepted_count: it.backward_accepted_count,
            nonfinite_count: it.nonfinite_count,
            mean_acceptance: it.mean_acceptance,
            beta_capped: i32::from(it.beta_capped),
            step_size_capped: i32::from(it.step_size_capped),
            temperature: it.temperature,
            clipped_count: it.clipped_count,
            saturated_count: it.saturated_count,
            clamped_count: it.clamped_count,
            batch_count: it.batch_count,
            batch_accepted_count: it.batch_accepted_count,
            refresh_len: it.refresh_len,
            reserved: 0,
            clamped_gradient: it.clamped_gradient,
            divergence_count: it.divergence_count,
            short_divergence_count: it.short_divergence_count,
            burn_in_divergence_count: it.burn_in_divergence_count,
            unasked_count: it.unasked_count,
        }
    }
}

impl Default for sgmcmc_chain_statistics {
    fn default() -> Self {
        Statistics::default().into()
    }
}

impl From<Step> for sgmcmc_step {
    fn from(it: Step) -> Self {
        Self {
            struct_size: size_of::<Self>(),
            index: it.index,
            log_likelihood: it.log_likelihood,
            step_size: it.step_size,
            temperature: it.temperature,
            kept: i32::from(it.kept),
            accepted: i32::from(it.accepted),
            ends_cycle: i32::from(it.ends_cycle),
            saturated: i32::from(it.saturated),
            diverged: i32::from(it.diverged),
            reserved: 0,
        }
    }
}

impl Default for sgmcmc_step {
    fn default() -> Self {
        Step::default().into()
    }
}

impl From<Checkpoint> for sgmcmc_checkpoint {
    fn from(it: Checkpoint) -> Self {
        Self {
            struct_size: size_of::<Self>(),
            version: it.version,
            bits: it.bits,
            dim: it.dim,
            settings: it.settings,
            step_count: it.step_count,
            size: it.size,
        }
    }
}

impl Default for sgmcmc_checkpoint {
    fn default() -> Self {
        Checkpoint::default().into()
    }
}

impl From<Convergence> for sgmcmc_convergence {
    fn from(it: Convergence) -> Self {
        Self {
            struct_size: size_of::<Self>(),
            r_hat: it.r_hat,
            bulk_sample_size: it.bulk_sample_size,
            tail_sample_size: it.tail_sample_size,
        }
    }
}

impl Default for sgmcmc_convergence {
    fn default() -> Self {
        Convergence::default().into()
    }
}

impl From<PilotSettings> for sgmcmc_pilot_settings {
    fn from(it: PilotSettings) -> Self {
        Self {
            struct_size: size_of::<Self>(),
            seed: it.seed,
            pair_count: it.pair_count,
            product_count: it.product_count,
            difference: it.difference,
            inflation: it.inflation,
            covariance: i32::from(it.covariance),
            batch_len: it.batch_len,
        }
    }
}

impl Default for sgmcmc_pilot_settings {
    fn default() -> Self {
        PilotSettings::default().into()
    }
}

impl sgmcmc_pilot_settings {
    /// Refuses a flag that is neither 0 nor 1.
    pub(crate) fn core(&self) -> Result<PilotSettings, Error> {
        let mut it = PilotSettings::default();
        it.seed = self.seed;
        it.pair_count = self.pair_count;
        it.product_count = self.product_count;
        it.difference = self.difference;
        it.inflation = self.inflation;
        it.covariance = flag(self.covariance)?;
        it.batch_len = self.batch_len;
        Ok(it)
    }
}

impl From<PilotReport> for sgmcmc_pilot_report {
    fn from(it: PilotReport) -> Self {
        Self {
            struct_size: size_of::<Self>(),
            findings: it.findings,
            gradient_count: it.gradient_count,
            refresh_len: it.refresh_len,
            batch_len: it.batch_len,
            curvature: it.curvature,
            least_curvature: it.least_curvature,
            mean_curvature: it.mean_curvature,
            noise_variance: it.noise_variance,
            noise_direction: it.noise_direction,
            variate_variance: it.variate_variance,
            variate_direction: it.variate_direction,
            gradient_norm: it.gradient_norm,
            expected_gradient_norm: it.expected_gradient_norm,
            log_likelihood_variance: it.log_likelihood_variance,
            step_size: it.step_size,
            curvature_limit: it.curvature_limit,
            noise_limit: it.noise_limit,
            stability_limit: it.stability_limit,
            rounding_limit: it.rounding_limit,
            variate_step_size: it.variate_step_size,
            compensated_step_size: it.compensated_step_size,
            predicted_inflation: it.predicted_inflation,
            relaxation_steps: it.relaxation_steps,
            noise_scale: it.noise_scale,
            acceptance_cap: it.acceptance_cap,
            least_refresh_cap: it.least_refresh_cap,
            inflation_base: it.inflation_base,
            inflation_by_noise: it.inflation_by_noise,
            inflation_by_curvature: it.inflation_by_curvature,
            inflation_by_both: it.inflation_by_both,
            clamped_limit: it.clamped_limit,
            predicted_shift: it.predicted_shift,
            own_variance: it.own_variance,
        }
    }
}

impl Default for sgmcmc_pilot_report {
    fn default() -> Self {
        PilotReport::default().into()
    }
}

impl sgmcmc_pilot_report {
    /// Refuses a flag that is neither 0 nor 1.
    pub(crate) fn core(&self) -> Result<PilotReport, Error> {
        let mut it = PilotReport::default();
        it.findings = self.findings;
        it.gradient_count = self.gradient_count;
        it.refresh_len = self.refresh_len;
        it.batch_len = self.batch_len;
        it.curvature = self.curvature;
        it.least_curvature = self.least_curvature;
        it.mean_curvature = self.mean_curvature;
        it.noise_variance = self.noise_variance;
        it.noise_direction = self.noise_direction;
        it.variate_variance = self.variate_variance;
        it.variate_direction = self.variate_direction;
        it.gradient_norm = self.gradient_norm;
        it.expected_gradient_norm = self.expected_gradient_norm;
        it.log_likelihood_variance = self.log_likelihood_variance;
        it.step_size = self.step_size;
        it.curvature_limit = self.curvature_limit;
        it.noise_limit = self.noise_limit;
        it.stability_limit = self.stability_limit;
        it.rounding_limit = self.rounding_limit;
        it.variate_step_size = self.variate_step_size;
        it.compensated_step_size = self.compensated_step_size;
        it.predicted_inflation = self.predicted_inflation;
        it.relaxation_steps = self.relaxation_steps;
        it.noise_scale = self.noise_scale;
        it.acceptance_cap = self.acceptance_cap;
        it.least_refresh_cap = self.least_refresh_cap;
        it.inflation_base = self.inflation_base;
        it.inflation_by_noise = self.inflation_by_noise;
        it.inflation_by_curvature = self.inflation_by_curvature;
        it.inflation_by_both = self.inflation_by_both;
        it.clamped_limit = self.clamped_limit;
        it.predicted_shift = self.predicted_shift;
        it.own_variance = self.own_variance;
        Ok(it)
    }
}

impl From<HealthSettings> for sgmcmc_health_settings {
    fn from(it: HealthSettings) -> Self {
        Self {
            struct_size: size_of::<Self>(),
            window: it.window,
            tolerance: it.tolerance,
        }
    }
}

impl Default for sgmcmc_health_settings {
    fn default() -> Self {
        HealthSettings::default().into()
    }
}

impl sgmcmc_health_settings {
    /// Refuses a flag that is neither 0 nor 1.
    pub(crate) fn core(&self) -> Result<HealthSettings, Error> {
        let mut it = HealthSettings::default();
        it.window = self.window;
        it.tolerance = self.tolerance;
        Ok(it)
    }
}

impl From<HealthReport> for sgmcmc_health_report {
    fn from(it: HealthReport) -> Self {
        Self {
            struct_size: size_of::<Self>(),
            findings: it.findings,
            step_count: it.step_count,
            look_count: it.look_count,
            evaluation_count: it.evaluation_count,
            pass_count: it.pass_count,
            step_size: it.step_size,
            temperature: it.temperature,
            heat: it.heat,
            kinetic_temperature: it.kinetic_temperature,
            kinetic_low: it.kinetic_low,
            kinetic_high: it.kinetic_high,
            thermostat: it.thermostat,
            noise_to_drift: it.noise_to_drift,
            gradient_noise_ratio: it.gradient_noise_ratio,
            anchor_worth: it.anchor_worth,
            acceptance: it.acceptance,
            forward_acceptance: it.forward_acceptance,
            backward_acceptance: it.backward_acceptance,
            recent_acceptance: it.recent_acceptance,
            recent_forward_acceptance: it.recent_forward_acceptance,
            recent_backward_acceptance: it.recent_backward_acceptance,
            batch_acceptance: it.batch_acceptance,
            beta: it.beta,
            likelihood_scale: it.likelihood_scale,
            batch_len: it.batch_len,
            refused_status: it.refused_status,
            clipped_share: it.clipped_share,
            clamped_share: it.clamped_share,
            nonfinite_share: it.nonfinite_share,
            rejected_count: it.rejected_count,
            clipped_count: it.clipped_count,
            saturated_count: it.saturated_count,
            nonfinite_count: it.nonfinite_count,
            refused_count: it.refused_count,
            correlation: it.correlation,
            stretch_steps: it.stretch_steps,
            independent_count: it.independent_count,
            r_hat: it.r_hat,
            rounding_share: it.rounding_share,
            clamped_shift: it.clamped_shift,
            divergence_count: it.divergence_count,
            divergence_share: it.divergence_share,
            short_divergence_count: it.short_divergence_count,
            change: it.change,
            change_step: it.change_step,
            r_hat_resolution: it.r_hat_resolution,
            pilot_findings: it.pilot_findings,
            unasked_count: it.unasked_count,
            theta_length: it.theta_length,
            theta_growth: it.theta_growth,
        }
    }
}

impl Default for sgmcmc_health_report {
    fn default() -> Self {
        HealthReport::default().into()
    }
}

impl sgmcmc_health_report {
    /// Refuses a flag that is neither 0 nor 1.
    pub(crate) fn core(&self) -> Result<HealthReport, Error> {
        let mut it = HealthReport::default();
        it.findings = self.findings;
        it.step_count = self.step_count;
        it.look_count = self.look_count;
        it.evaluation_count = self.evaluation_count;
        it.pass_count = self.pass_count;
        it.step_size = self.step_size;
        it.temperature = self.temperature;
        it.heat = self.heat;
        it.kinetic_temperature = self.kinetic_temperature;
        it.kinetic_low = self.kinetic_low;
        it.kinetic_high = self.kinetic_high;
        it.thermostat = self.thermostat;
        it.noise_to_drift = self.noise_to_drift;
        it.gradient_noise_ratio = self.gradient_noise_ratio;
        it.anchor_worth = self.anchor_worth;
        it.acceptance = self.acceptance;
        it.forward_acceptance = self.forward_acceptance;
        it.backward_acceptance = self.backward_acceptance;
        it.recent_acceptance = self.recent_acceptance;
        it.recent_forward_acceptance = self.recent_forward_acceptance;
        it.recent_backward_acceptance = self.recent_backward_acceptance;
        it.batch_acceptance = self.batch_acceptance;
        it.beta = self.beta;
        it.likelihood_scale = self.likelihood_scale;
        it.batch_len = self.batch_len;
        it.refused_status = self.refused_status;
        it.clipped_share = self.clipped_share;
        it.clamped_share = self.clamped_share;
        it.nonfinite_share = self.nonfinite_share;
        it.rejected_count = self.rejected_count;
        it.clipped_count = self.clipped_count;
        it.saturated_count = self.saturated_count;
        it.nonfinite_count = self.nonfinite_count;
        it.refused_count = self.refused_count;
        it.correlation = self.correlation;
        it.stretch_steps = self.stretch_steps;
        it.independent_count = self.independent_count;
        it.r_hat = self.r_hat;
        it.rounding_share = self.rounding_share;
        it.clamped_shift = self.clamped_shift;
        it.divergence_count = self.divergence_count;
        it.divergence_share = self.divergence_share;
        it.short_divergence_count = self.short_divergence_count;
        it.change = self.change;
        it.change_step = self.change_step;
        it.r_hat_resolution = self.r_hat_resolution;
        it.pilot_findings = self.pilot_findings;
        it.unasked_count = self.unasked_count;
        it.theta_length = self.theta_length;
        it.theta_growth = self.theta_growth;
        Ok(it)
    }
}

impl sgmcmc_status {
    /// Every status, in the order of the numbers.
    pub(crate) const ALL: &[Self] = &[
        Self::SGMCMC_OK,
        Self::SGMCMC_ERROR_NULL_POINTER,
        Self::SGMCMC_ERROR_LENGTH_ZERO,
        Self::SGMCMC_ERROR_LENGTH_MISMATCH,
        Self::SGMCMC_ERROR_OVERLAP,
        Self::SGMCMC_ERROR_MEMORY_TOO_SMALL,
        Self::SGMCMC_ERROR_MEMORY_MISALIGNED,
        Self::SGMCMC_ERROR_NOT_INITIALIZED,
        Self::SGMCMC_ERROR_STRUCT_SIZE,
        Self::SGMCMC_ERROR_STRUCT_TOO_NEW,
        Self::SGMCMC_ERROR_LENGTH_TOO_LARGE,
        Self::SGMCMC_ERROR_THETA_NOT_FINITE,
        Self::SGMCMC_ERROR_CALLBACK_MISSING,
        Self::SGMCMC_ERROR_BATCH_INDEX,
        Self::SGMCMC_ERROR_IN_USE,
        Self::SGMCMC_ERROR_OTHER_BUILD,
        Self::SGMCMC_ERROR_FLOAT_ENVIRONMENT,
        Self::SGMCMC_ERROR_NOT_FINITE,
        Self::SGMCMC_ERROR_WEIGHT,
        Self::SGMCMC_ERROR_PROBABILITY,
        Self::SGMCMC_ERROR_OTHER_SETTINGS,
        Self::SGMCMC_ERROR_NOT_ESTIMATED,
        Self::SGMCMC_ERROR_KERNEL_SCALE,
        Self::SGMCMC_ERROR_NOT_CHECKPOINT,
        Self::SGMCMC_ERROR_CHECKPOINT_VERSION,
        Self::SGMCMC_ERROR_CHECKPOINT_LENGTH,
        Self::SGMCMC_ERROR_CHECKPOINT_DAMAGED,
        Self::SGMCMC_ERROR_CHECKPOINT_PRECISION,
        Self::SGMCMC_ERROR_CHECKPOINT_DIM,
        Self::SGMCMC_ERROR_CHECKPOINT_SETTINGS,
        Self::SGMCMC_ERROR_CHECKPOINT_CONTENTS,
        Self::SGMCMC_ERROR_PROGRESS_INTERVAL,
        Self::SGMCMC_ERROR_HEALTH_CHAIN,
        Self::SGMCMC_ERROR_SETTINGS_LINE,
        Self::SGMCMC_ERROR_SETTINGS_KEY,
        Self::SGMCMC_ERROR_SETTINGS_VALUE,
        Self::SGMCMC_ERROR_DATA_LEN,
        Self::SGMCMC_ERROR_BATCH_LEN,
        Self::SGMCMC_ERROR_BATCH_KIND,
        Self::SGMCMC_ERROR_SAMPLER_KIND,
        Self::SGMCMC_ERROR_PRIOR_KIND,
        Self::SGMCMC_ERROR_PRIOR_MEAN,
        Self::SGMCMC_ERROR_PRIOR_PRECISION,
        Self::SGMCMC_ERROR_MOMENTS_KIND,
        Self::SGMCMC_ERROR_CHAIN_INDEX,
        Self::SGMCMC_ERROR_THINNING,
        Self::SGMCMC_ERROR_SCHEDULE_KIND,
        Self::SGMCMC_ERROR_STEP_SIZE,
        Self::SGMCMC_ERROR_SCHEDULE_OFFSET,
        Self::SGMCMC_ERROR_SCHEDULE_EXPONENT,
        Self::SGMCMC_ERROR_TEMPERATURE,
        Self::SGMCMC_ERROR_UNSTABLE,
        Self::SGMCMC_ERROR_SCHEDULE_FACTOR,
        Self::SGMCMC_ERROR_SCHEDULE_PERIOD,
        Self::SGMCMC_ERROR_CYCLE_LEN,
        Self::SGMCMC_ERROR_EXPLORATION,
        Self::SGMCMC_ERROR_PROPOSAL_KIND,
        Self::SGMCMC_ERROR_DENSITY_KIND,
        Self::SGMCMC_ERROR_NOISE_KIND,
        Self::SGMCMC_ERROR_NOISE_SCALE,
        Self::SGMCMC_ERROR_LIKELIHOOD_SCALE,
        Self::SGMCMC_ERROR_BETA,
        Self::SGMCMC_ERROR_BETA_MAX,
        Self::SGMCMC_ERROR_REFRESH_LEN,
        Self::SGMCMC_ERROR_TARGET_ACCEPTANCE,
        Self::SGMCMC_ERROR_FLAG,
        Self::SGMCMC_ERROR_TUNER,
        Self::SGMCMC_ERROR_SCHEDULE_UNIT,
        Self::SGMCMC_ERROR_RULE_KIND,
        Self::SGMCMC_ERROR_DRIFT_KIND,
        Self::SGMCMC_ERROR_DRIFT_SCALE,
        Self::SGMCMC_ERROR_BETA1,
        Self::SGMCMC_ERROR_BETA2,
        Self::SGMCMC_ERROR_RHO,
        Self::SGMCMC_ERROR_LAMBDA,
        Self::SGMCMC_ERROR_MOMENTUM_FORM,
        Self::SGMCMC_ERROR_PRECONDITIONER_KIND,
        Self::SGMCMC_ERROR_PRECONDITIONER_DIAGONAL,
        Self::SGMCMC_ERROR_PRECONDITIONER_FACTOR,
        Self::SGMCMC_ERROR_FRICTION,
        Self::SGMCMC_ERROR_NOISE_ESTIMATE,
        Self::SGMCMC_ERROR_ESTIMATOR_KIND,
        Self::SGMCMC_ERROR_ANCHOR_LEN,
        Self::SGMCMC_ERROR_ANCHOR_INTERVAL,
        Self::SGMCMC_ERROR_CENTRE,
        Self::SGMCMC_ERROR_CLIPPING_KIND,
        Self::SGMCMC_ERROR_CLIPPING_LIMIT,
        Self::SGMCMC_ERROR_SLAB_DEVIATION,
        Self::SGMCMC_ERROR_SLAB_WEIGHT,
        Self::SGMCMC_ERROR_BLOCK_RANGE,
        Self::SGMCMC_ERROR_BLOCK_OVERLAP,
        Self::SGMCMC_ERROR_BLOCK_FACTOR,
        Self::SGMCMC_ERROR_BLOCK_PRIOR,
        Self::SGMCMC_ERROR_BLOCK_SAMPLER,
        Self::SGMCMC_ERROR_PRECONDITIONER_BETA,
        Self::SGMCMC_ERROR_STEP_JITTER,
        Self::SGMCMC_ERROR_SCHEDULE_FLOOR,
        Self::SGMCMC_ERROR_SCHEDULE_WARM_UP,
        Self::SGMCMC_ERROR_SAGA_EPOCHS,
        Self::SGMCMC_ERROR_SPLITTING,
        Self::SGMCMC_ERROR_GRADIENT_SCALE,
        Self::SGMCMC_ERROR_RULE_SETTING,
        Self::SGMCMC_ERROR_METROPOLIS_SETTING,
        Self::SGMCMC_ERROR_NOT_BUILT,
        Self::SGMCMC_ERROR_SIMD_KIND,
        Self::SGMCMC_ERROR_CENTROID_COUNT,
        Self::SGMCMC_ERROR_DRAW_WEIGHT,
        Self::SGMCMC_ERROR_PAIR_COUNT,
        Self::SGMCMC_ERROR_PRODUCT_COUNT,
        Self::SGMCMC_ERROR_DIFFERENCE,
        Self::SGMCMC_ERROR_INFLATION,
        Self::SGMCMC_ERROR_COVARIANCE_DIM,
        Self::SGMCMC_ERROR_LEAPFROG_COUNT,
        Self::SGMCMC_ERROR_KICK,
        Self::SGMCMC_ERROR_UNUSED_SETTING,
        Self::SGMCMC_ERROR_UNUSED_RULE_SETTING,
        Self::SGMCMC_ERROR_UNUSED_SCHEDULE_SETTING,
        Self::SGMCMC_ERROR_NOISE_COMPENSATION,
        Self::SGMCMC_ERROR_COMPENSATION_RULE,
        Self::SGMCMC_ERROR_COMPENSATION_DENSE,
        Self::SGMCMC_ERROR_COMPENSATION_COVARIANCE,
        Self::SGMCMC_ERROR_COMPENSATION_BATCH,
        Self::SGMCMC_ERROR_WARM_UP_BURN_IN,
        Self::SGMCMC_ERROR_STEP_SIZE_NOT_FOUND,
        Self::SGMCMC_ERROR_TUNED_NOISE,
        Self::SGMCMC_ERROR_MODEL_NOT_ASKED,
        Self::SGMCMC_ERROR_PROPOSAL_GRADIENT_KIND,
        Self::SGMCMC_ERROR_HEALTH_WINDOW,
        Self::SGMCMC_ERROR_HEALTH_TOLERANCE,
        Self::SGMCMC_ERROR_WARM_UP_FAR,
        Self::SGMCMC_ERROR_WARM_UP_NOISE,
        Self::SGMCMC_ERROR_NOT_REPRESENTABLE,
        Self::SGMCMC_ERROR_WINDOW_LEN,
        Self::SGMCMC_ERROR_LOG_PRIOR_UNUSED,
        Self::SGMCMC_ERROR_LOG_LIKELIHOOD_NOT_FINITE,
        Self::SGMCMC_ERROR_GRADIENT_NOT_FINITE,
        Self::SGMCMC_ERROR_LOG_PRIOR_NOT_FINITE,
        Self::SGMCMC_ERROR_IMPOSSIBLE,
        Self::SGMCMC_ERROR_STEP_SIZE_NOT_USABLE,
        Self::SGMCMC_ERROR_TEMPERATURE_NOT_USABLE,
        Self::SGMCMC_ERROR_PRECONDITIONER_NOT_USABLE,
        Self::SGMCMC_ERROR_DIFFUSION_NOT_FINITE,
        Self::SGMCMC_ERROR_GRADIENT_NOISE,
        Self::SGMCMC_ERROR_STOPPED,
        Self::SGMCMC_ERROR_STOPPED_BY_OBSERVER,
    ];
}
