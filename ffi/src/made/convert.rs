//! Made by `cargo run -p schema`; edit the entries in the core.

use super::types::*;
use crate::fields::{fields, kinds, records};
use core_crate::{Statistics, Step, Checkpoint, Summary, EnsembleState, PilotSettings, PilotReport, HealthSettings, HealthReport};

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
        version, bits, dim, settings, step_count, size, is_ensemble: flag, reserved: room,
    }
    sgmcmc_summary of Summary {
        mean, deviation, standard_error, quantile_5, median, quantile_95, bulk_sample_size, tail_sample_size, r_hat,
    }
    sgmcmc_ensemble_state of EnsembleState {
        is_over: flag, converged: flag, r_hat, sample_size, pass_count, doubtful_count, chain_count, dim, draw_count,
        reserved: room, divergence_count,
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

kinds! {
    sgmcmc_error {
        SGMCMC_OK, SGMCMC_ERROR_NULL_POINTER, SGMCMC_ERROR_LENGTH_ZERO, SGMCMC_ERROR_LENGTH_MISMATCH,
        SGMCMC_ERROR_OVERLAP, SGMCMC_ERROR_MEMORY_TOO_SMALL, SGMCMC_ERROR_MEMORY_MISALIGNED,
        SGMCMC_ERROR_NOT_INITIALIZED, SGMCMC_ERROR_STRUCT_SIZE, SGMCMC_ERROR_STRUCT_TOO_NEW,
        SGMCMC_ERROR_LENGTH_TOO_LARGE, SGMCMC_ERROR_THETA_NOT_FINITE, SGMCMC_ERROR_CALLBACK_MISSING,
        SGMCMC_ERROR_BATCH_INDEX, SGMCMC_ERROR_IN_USE, SGMCMC_ERROR_OTHER_BUILD, SGMCMC_ERROR_FLOAT_ENVIRONMENT,
        SGMCMC_ERROR_NOT_FINITE, SGMCMC_ERROR_WEIGHT, SGMCMC_ERROR_PROBABILITY, SGMCMC_ERROR_OTHER_SETTINGS,
        SGMCMC_ERROR_NOT_ESTIMATED, SGMCMC_ERROR_KERNEL_SCALE, SGMCMC_ERROR_NOT_CHECKPOINT,
        SGMCMC_ERROR_CHECKPOINT_VERSION, SGMCMC_ERROR_CHECKPOINT_LENGTH, SGMCMC_ERROR_CHECKPOINT_DAMAGED,
        SGMCMC_ERROR_OTHER_PRECISION, SGMCMC_ERROR_CHECKPOINT_DIM, SGMCMC_ERROR_CHECKPOINT_SETTINGS,
        SGMCMC_ERROR_CHECKPOINT_CONTENTS, SGMCMC_ERROR_HEALTH_CHAIN, SGMCMC_ERROR_CHOICE, SGMCMC_ERROR_FLAG,
        SGMCMC_ERROR_SETTINGS_LINE, SGMCMC_ERROR_SETTINGS_KEY, SGMCMC_ERROR_SETTINGS_VALUE,
        SGMCMC_ERROR_VALUE_NOT_FINITE, SGMCMC_ERROR_VALUE_OUTSIDE, SGMCMC_ERROR_NO_STEP_SIZE, SGMCMC_ERROR_NOT_BUILT,
        SGMCMC_ERROR_STEP_SIZE_NOT_FOUND, SGMCMC_ERROR_WARM_UP_FAR, SGMCMC_ERROR_WARM_UP_NOISE,
        SGMCMC_ERROR_NOT_REPRESENTABLE, SGMCMC_ERROR_LOG_PRIOR_UNUSED, SGMCMC_ERROR_LOG_LIKELIHOOD_NOT_FINITE,
        SGMCMC_ERROR_GRADIENT_NOT_FINITE, SGMCMC_ERROR_LOG_PRIOR_NOT_FINITE, SGMCMC_ERROR_IMPOSSIBLE,
        SGMCMC_ERROR_STEP_SIZE_NOT_USABLE, SGMCMC_ERROR_TEMPERATURE_NOT_USABLE, SGMCMC_ERROR_PRECONDITIONER_NOT_USABLE,
        SGMCMC_ERROR_DIFFUSION_NOT_FINITE, SGMCMC_ERROR_GRADIENT_NOISE, SGMCMC_ERROR_MODEL_NOT_ASKED,
        SGMCMC_ERROR_STOPPED, SGMCMC_ERROR_STOPPED_BY_OBSERVER, SGMCMC_ERROR_SETTING, SGMCMC_ERROR_UNUSED_SETTING,
    }
    sgmcmc_sampler_kind or SamplerKind {
        SGMCMC_SAMPLER_RULE, SGMCMC_SAMPLER_METROPOLIS_HASTINGS,
    }
    sgmcmc_batch_kind or BatchKind {
        SGMCMC_BATCH_WITHOUT_REPLACEMENT, SGMCMC_BATCH_WITH_REPLACEMENT, SGMCMC_BATCH_EPOCHS, SGMCMC_BATCH_ALL,
        SGMCMC_BATCH_CALLER,
    }
    sgmcmc_rule_kind or RuleKind {
        SGMCMC_RULE_LANGEVIN, SGMCMC_RULE_SGHMC, SGMCMC_RULE_ABOBA, SGMCMC_RULE_SGNHT, SGMCMC_RULE_ADAM,
        SGMCMC_RULE_RECIPE, SGMCMC_RULE_LATTICE, SGMCMC_RULE_BAOAB,
    }
    sgmcmc_drift_kind or DriftKind {
        SGMCMC_DRIFT_NONE, SGMCMC_DRIFT_MOMENTUM, SGMCMC_DRIFT_ADAM, SGMCMC_DRIFT_ADAMAX, SGMCMC_DRIFT_ADADELTA,
    }
    sgmcmc_momentum_form or MomentumForm {
        SGMCMC_MOMENTUM_CALIBRATED, SGMCMC_MOMENTUM_PUBLISHED,
    }
    sgmcmc_velocity or VelocityKind {
        SGMCMC_VELOCITY_ZERO, SGMCMC_VELOCITY_DRAWN,
    }
    sgmcmc_thermostat or ThermostatKind {
        SGMCMC_THERMOSTAT_SCALAR, SGMCMC_THERMOSTAT_PER_COORDINATE,
    }
    sgmcmc_splitting or Splitting {
        SGMCMC_SPLITTING_EULER, SGMCMC_SPLITTING_SYMMETRIC,
    }
    sgmcmc_preconditioner_kind or PreconditionerKind {
        SGMCMC_PRECONDITIONER_IDENTITY, SGMCMC_PRECONDITIONER_DIAGONAL, SGMCMC_PRECONDITIONER_RMSPROP,
        SGMCMC_PRECONDITIONER_DENSE, SGMCMC_PRECONDITIONER_POSITION_DEPENDENT,
        SGMCMC_PRECONDITIONER_POSITION_DEPENDENT_DENSE, SGMCMC_PRECONDITIONER_ADAGRAD,
    }
    sgmcmc_gradient_scale or GradientScale {
        SGMCMC_GRADIENT_SCALE_MEAN, SGMCMC_GRADIENT_SCALE_SUM,
    }
    sgmcmc_schedule_kind or ScheduleKind {
        SGMCMC_SCHEDULE_CONSTANT, SGMCMC_SCHEDULE_POLYNOMIAL, SGMCMC_SCHEDULE_STEP_DECAY, SGMCMC_SCHEDULE_CYCLICAL,
        SGMCMC_SCHEDULE_CALLBACK,
    }
    sgmcmc_schedule_unit or ScheduleUnit {
        SGMCMC_SCHEDULE_UNIT_STEP, SGMCMC_SCHEDULE_UNIT_EPOCH,
    }
    sgmcmc_estimator_kind or EstimatorKind {
        SGMCMC_ESTIMATOR_PLAIN, SGMCMC_ESTIMATOR_FIXED_CENTRE, SGMCMC_ESTIMATOR_PRACTICAL, SGMCMC_ESTIMATOR_SVRG,
        SGMCMC_ESTIMATOR_SAGA,
    }
    sgmcmc_clipping_kind or ClippingKind {
        SGMCMC_CLIPPING_NONE, SGMCMC_CLIPPING_NORM, SGMCMC_CLIPPING_ELEMENT,
    }
    sgmcmc_noise_compensation_kind or NoiseCompensation {
        SGMCMC_NOISE_COMPENSATION_NONE, SGMCMC_NOISE_COMPENSATION_DIAGONAL, SGMCMC_NOISE_COMPENSATION_DENSE,
    }
    sgmcmc_proposal_kind or ProposalKind {
        SGMCMC_PROPOSAL_RANDOM_WALK, SGMCMC_PROPOSAL_SGLD, SGMCMC_PROPOSAL_RSGLD, SGMCMC_PROPOSAL_HMC,
    }
    sgmcmc_density or DensityKind {
        SGMCMC_DENSITY_NORMALIZED, SGMCMC_DENSITY_UNNORMALIZED,
    }
    sgmcmc_proposal_gradient or ProposalGradientKind {
        SGMCMC_PROPOSAL_GRADIENT_POSTERIOR, SGMCMC_PROPOSAL_GRADIENT_PUBLISHED,
    }
    sgmcmc_noise_kind or NoiseKind {
        SGMCMC_NOISE_PUBLISHED, SGMCMC_NOISE_LANGEVIN, SGMCMC_NOISE_CUSTOM,
    }
    sgmcmc_prior_kind or PriorKind {
        SGMCMC_PRIOR_CHAIN, SGMCMC_PRIOR_FLAT, SGMCMC_PRIOR_GAUSSIAN, SGMCMC_PRIOR_GAUSSIAN_VECTOR,
        SGMCMC_PRIOR_SPIKE_AND_SLAB, SGMCMC_PRIOR_CALLBACK,
    }
    sgmcmc_ensemble_sampler or EnsembleSampler {
        SGMCMC_ENSEMBLE_SAMPLER_HMC, SGMCMC_ENSEMBLE_SAMPLER_MINIBATCH, SGMCMC_ENSEMBLE_SAMPLER_PLAIN,
        SGMCMC_ENSEMBLE_SAMPLER_CONTROL_VARIATE, SGMCMC_ENSEMBLE_SAMPLER_AUTO,
    }
    sgmcmc_moments or MomentsKind {
        SGMCMC_MOMENTS_NONE, SGMCMC_MOMENTS_PLAIN, SGMCMC_MOMENTS_WEIGHTED, SGMCMC_MOMENTS_BOTH,
    }
    sgmcmc_draw_weight or DrawWeight {
        SGMCMC_DRAW_WEIGHT_EQUAL, SGMCMC_DRAW_WEIGHT_STEP_SIZE, SGMCMC_DRAW_WEIGHT_NEXT_STEP_SIZE,
    }
    sgmcmc_finding {
        SGMCMC_FINDING_CURVATURE_BINDS, SGMCMC_FINDING_NOISE_BINDS, SGMCMC_FINDING_NO_STEP_SIZE,
        SGMCMC_FINDING_STEP_TOO_LARGE, SGMCMC_FINDING_UNSTABLE, SGMCMC_FINDING_STEP_TOO_SMALL,
        SGMCMC_FINDING_CONTROL_VARIATE_PAYS, SGMCMC_FINDING_COMPENSATION_PAYS, SGMCMC_FINDING_NOISE_CORRELATED,
        SGMCMC_FINDING_SLOW, SGMCMC_FINDING_FAR_FROM_MODE, SGMCMC_FINDING_NOT_CONCAVE, SGMCMC_FINDING_UNPREDICTED,
        SGMCMC_FINDING_ACCEPTANCE_CAPPED, SGMCMC_FINDING_SCALE_TOO_LARGE, SGMCMC_FINDING_ROUNDING_BINDS,
        SGMCMC_FINDING_RULE_BIASED, SGMCMC_FINDING_CLAMPED,
    }
    sgmcmc_health_finding {
        SGMCMC_HEALTH_FINDING_STEP_TOO_LARGE, SGMCMC_HEALTH_FINDING_STEP_TOO_SMALL,
        SGMCMC_HEALTH_FINDING_GRADIENT_NOISE, SGMCMC_HEALTH_FINDING_TOO_HOT, SGMCMC_HEALTH_FINDING_TOO_COLD,
        SGMCMC_HEALTH_FINDING_THERMOSTAT_DIVERGES, SGMCMC_HEALTH_FINDING_DIVERGED, SGMCMC_HEALTH_FINDING_NOT_FINITE,
        SGMCMC_HEALTH_FINDING_REFUSED, SGMCMC_HEALTH_FINDING_CLIPPED, SGMCMC_HEALTH_FINDING_LATTICE_CUT,
        SGMCMC_HEALTH_FINDING_FROZEN, SGMCMC_HEALTH_FINDING_SCALE_TOO_LARGE, SGMCMC_HEALTH_FINDING_BETA_CAPPED,
        SGMCMC_HEALTH_FINDING_DRIFT_DOMINATES, SGMCMC_HEALTH_FINDING_IMPOSSIBLE, SGMCMC_HEALTH_FINDING_STUCK,
        SGMCMC_HEALTH_FINDING_CHAINS_DISAGREE, SGMCMC_HEALTH_FINDING_ANCHOR_WORTHLESS,
        SGMCMC_HEALTH_FINDING_ACCEPTANCE_LOW, SGMCMC_HEALTH_FINDING_ROUNDING_DROWNS, SGMCMC_HEALTH_FINDING_DIVERGENCES,
        SGMCMC_HEALTH_FINDING_RUNS_AWAY, SGMCMC_HEALTH_FINDING_MODEL_NOT_ASKED,
        SGMCMC_HEALTH_FINDING_FIRST_AGAINST_LAST,
    }
    sgmcmc_estimate {
        SGMCMC_ESTIMATE_MEAN, SGMCMC_ESTIMATE_VARIANCE, SGMCMC_ESTIMATE_DEVIATION, SGMCMC_ESTIMATE_STANDARD_ERROR,
        SGMCMC_ESTIMATE_SAMPLE_SIZE, SGMCMC_ESTIMATE_DEGREES_OF_FREEDOM, SGMCMC_ESTIMATE_HALF_WIDTH,
        SGMCMC_ESTIMATE_COVARIANCE, SGMCMC_ESTIMATE_QUANTILE,
    }
    sgmcmc_doubt {
        SGMCMC_DOUBT_TOO_SHORT, SGMCMC_DOUBT_CHAINS_DISAGREE,
    }
    sgmcmc_function {
        SGMCMC_FUNCTION_EXP, SGMCMC_FUNCTION_LN, SGMCMC_FUNCTION_SIN, SGMCMC_FUNCTION_COS,
    }
    sgmcmc_transform_kind or TransformKind {
        SGMCMC_TRANSFORM_BOUNDED, SGMCMC_TRANSFORM_ORDERED, SGMCMC_TRANSFORM_SIMPLEX, SGMCMC_TRANSFORM_CORRELATION,
    }
}
