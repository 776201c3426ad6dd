/* Made by `cargo run -p schema`; edit the entries in the core. */
#define PILOT_REPORT_FIELDS(X, S) \
    X(S, uint64_t, findings, ANY) \
    X(S, uint64_t, gradient_count, ANY) \
    X(S, uint32_t, refresh_len, ANY) \
    X(S, uint32_t, batch_len, ANY) \
    X(S, double, curvature, ANY) \
    X(S, double, least_curvature, ANY) \
    X(S, double, mean_curvature, ANY) \
    X(S, double, noise_variance, WITHIN(0.0, (double)INFINITY)) \
    X(S, double, noise_direction, WITHIN(0.0, (double)INFINITY)) \
    X(S, double, variate_variance, WITHIN(0.0, (double)INFINITY)) \
    X(S, double, variate_direction, WITHIN(0.0, (double)INFINITY)) \
    X(S, double, gradient_norm, WITHIN(0.0, (double)INFINITY)) \
    X(S, double, expected_gradient_norm, WITHIN(0.0, (double)INFINITY)) \
    X(S, double, log_likelihood_variance, WITHIN(0.0, (double)INFINITY)) \
    X(S, double, step_size, WITHIN(0.0, (double)INFINITY)) \
    X(S, double, curvature_limit, WITHIN(0.0, (double)INFINITY)) \
    X(S, double, noise_limit, WITHIN(0.0, (double)INFINITY)) \
    X(S, double, stability_limit, WITHIN(0.0, (double)INFINITY)) \
    X(S, double, rounding_limit, WITHIN(0.0, (double)INFINITY)) \
    X(S, double, variate_step_size, WITHIN(0.0, (double)INFINITY)) \
    X(S, double, compensated_step_size, WITHIN(0.0, (double)INFINITY)) \
    X(S, double, predicted_inflation, ANY) \
    X(S, double, relaxation_steps, WITHIN(0.0, (double)INFINITY)) \
    X(S, double, noise_scale, WITHIN(0.0, (double)INFINITY)) \
    X(S, double, acceptance_cap, WITHIN(0.0, 1.0)) \
    X(S, double, least_refresh_cap, WITHIN(0.0, 1.0)) \
    X(S, double, inflation_base, WITHIN(0.0, (double)INFINITY)) \
    X(S, double, inflation_by_noise, ANY) \
    X(S, double, inflation_by_curvature, ANY) \
    X(S, double, inflation_by_both, ANY) \
    X(S, double, clamped_limit, WITHIN(0.0, (double)INFINITY)) \
    X(S, double, predicted_shift, WITHIN(0.0, (double)INFINITY)) \
    X(S, double, own_variance, WITHIN(0.0, (double)INFINITY))
#define HEALTH_REPORT_FIELDS(X, S) \
    X(S, uint64_t, findings, ANY) \
    X(S, uint64_t, step_count, ANY) \
    X(S, uint64_t, look_count, ANY) \
    X(S, uint64_t, evaluation_count, ANY) \
    X(S, double, pass_count, WITHIN(0.0, (double)INFINITY)) \
    X(S, double, step_size, ANY) \
    X(S, double, temperature, WITHIN(0.0, (double)INFINITY)) \
    X(S, double, heat, WITHIN(-1.0, (double)INFINITY)) \
    X(S, double, kinetic_temperature, WITHIN(0.0, (double)INFINITY)) \
    X(S, double, kinetic_low, WITHIN(0.0, (double)INFINITY)) \
    X(S, double, kinetic_high, WITHIN(0.0, (double)INFINITY)) \
    X(S, double, thermostat, ANY) \
    X(S, double, noise_to_drift, WITHIN(0.0, (double)INFINITY)) \
    X(S, double, gradient_noise_ratio, ANY) \
    X(S, double, anchor_worth, WITHIN(0.0, (double)INFINITY)) \
    X(S, double, acceptance, WITHIN(0.0, 1.0)) \
    X(S, double, forward_acceptance, WITHIN(0.0, 1.0)) \
    X(S, double, backward_acceptance, WITHIN(0.0, 1.0)) \
    X(S, double, recent_acceptance, WITHIN(0.0, 1.0)) \
    X(S, double, recent_forward_acceptance, WITHIN(0.0, 1.0)) \
    X(S, double, recent_backward_acceptance, WITHIN(0.0, 1.0)) \
    X(S, double, batch_acceptance, WITHIN(0.0, 1.0)) \
    X(S, double, beta, WITHIN(1.0, (double)INFINITY)) \
    X(S, double, likelihood_scale, WITHIN(0.0, (double)INFINITY)) \
    X(S, uint32_t, batch_len, ANY) \
    X(S, int32_t, refused_status, ANY) \
    X(S, double, clipped_share, WITHIN(0.0, 1.0)) \
    X(S, double, clamped_share, WITHIN(0.0, 1.0)) \
    X(S, double, nonfinite_share, WITHIN(0.0, 1.0)) \
    X(S, uint64_t, rejected_count, ANY) \
    X(S, uint64_t, clipped_count, ANY) \
    X(S, uint64_t, saturated_count, ANY) \
    X(S, uint64_t, nonfinite_count, ANY) \
    X(S, uint64_t, refused_count, ANY) \
    X(S, double, correlation, WITHIN(-1.0, 1.0)) \
    X(S, double, stretch_steps, WITHIN(0.0, (double)INFINITY)) \
    X(S, double, independent_count, WITHIN(0.0, (double)INFINITY)) \
    X(S, double, r_hat, ANY) \
    X(S, double, rounding_share, WITHIN(0.0, (double)INFINITY)) \
    X(S, double, clamped_shift, WITHIN(0.0, (double)INFINITY)) \
    X(S, uint64_t, divergence_count, ANY) \
    X(S, double, divergence_share, WITHIN(0.0, 1.0)) \
    X(S, uint64_t, short_divergence_count, ANY) \
    X(S, double, change, WITHIN(0.0, (double)INFINITY)) \
    X(S, double, change_step, WITHIN(0.0, (double)INFINITY)) \
    X(S, double, r_hat_resolution, WITHIN(1.0, (double)INFINITY)) \
    X(S, uint64_t, pilot_findings, ANY) \
    X(S, uint64_t, unasked_count, ANY) \
    X(S, double, theta_length, WITHIN(0.0, (double)INFINITY)) \
    X(S, double, theta_growth, WITHIN(0.0, (double)INFINITY))
#define STATUSS(X) \
    X(SGMCMC_OK) \
    X(SGMCMC_ERROR_NULL_POINTER) \
    X(SGMCMC_ERROR_LENGTH_ZERO) \
    X(SGMCMC_ERROR_LENGTH_MISMATCH) \
    X(SGMCMC_ERROR_OVERLAP) \
    X(SGMCMC_ERROR_MEMORY_TOO_SMALL) \
    X(SGMCMC_ERROR_MEMORY_MISALIGNED) \
    X(SGMCMC_ERROR_NOT_INITIALIZED) \
    X(SGMCMC_ERROR_STRUCT_SIZE) \
    X(SGMCMC_ERROR_STRUCT_TOO_NEW) \
    X(SGMCMC_ERROR_LENGTH_TOO_LARGE) \
    X(SGMCMC_ERROR_THETA_NOT_FINITE) \
    X(SGMCMC_ERROR_CALLBACK_MISSING) \
    X(SGMCMC_ERROR_BATCH_INDEX) \
    X(SGMCMC_ERROR_IN_USE) \
    X(SGMCMC_ERROR_OTHER_BUILD) \
    X(SGMCMC_ERROR_FLOAT_ENVIRONMENT) \
    X(SGMCMC_ERROR_NOT_FINITE) \
    X(SGMCMC_ERROR_WEIGHT) \
    X(SGMCMC_ERROR_PROBABILITY) \
    X(SGMCMC_ERROR_OTHER_SETTINGS) \
    X(SGMCMC_ERROR_NOT_ESTIMATED) \
    X(SGMCMC_ERROR_KERNEL_SCALE) \
    X(SGMCMC_ERROR_NOT_CHECKPOINT) \
    X(SGMCMC_ERROR_CHECKPOINT_VERSION) \
    X(SGMCMC_ERROR_CHECKPOINT_LENGTH) \
    X(SGMCMC_ERROR_CHECKPOINT_DAMAGED) \
    X(SGMCMC_ERROR_CHECKPOINT_PRECISION) \
    X(SGMCMC_ERROR_CHECKPOINT_DIM) \
    X(SGMCMC_ERROR_CHECKPOINT_SETTINGS) \
    X(SGMCMC_ERROR_CHECKPOINT_CONTENTS) \
    X(SGMCMC_ERROR_PROGRESS_INTERVAL) \
    X(SGMCMC_ERROR_HEALTH_CHAIN) \
    X(SGMCMC_ERROR_SETTINGS_LINE) \
    X(SGMCMC_ERROR_SETTINGS_KEY) \
    X(SGMCMC_ERROR_SETTINGS_VALUE) \
    X(SGMCMC_ERROR_DATA_LEN) \
    X(SGMCMC_ERROR_BATCH_LEN) \
    X(SGMCMC_ERROR_BATCH_KIND) \
    X(SGMCMC_ERROR_SAMPLER_KIND) \
    X(SGMCMC_ERROR_PRIOR_KIND) \
    X(SGMCMC_ERROR_PRIOR_MEAN) \
    X(SGMCMC_ERROR_PRIOR_PRECISION) \
    X(SGMCMC_ERROR_MOMENTS_KIND) \
    X(SGMCMC_ERROR_CHAIN_INDEX) \
    X(SGMCMC_ERROR_THINNING) \
    X(SGMCMC_ERROR_SCHEDULE_KIND) \
    X(SGMCMC_ERROR_STEP_SIZE) \
    X(SGMCMC_ERROR_SCHEDULE_OFFSET) \
    X(SGMCMC_ERROR_SCHEDULE_EXPONENT) \
    X(SGMCMC_ERROR_TEMPERATURE) \
    X(SGMCMC_ERROR_UNSTABLE) \
    X(SGMCMC_ERROR_SCHEDULE_FACTOR) \
    X(SGMCMC_ERROR_SCHEDULE_PERIOD) \
    X(SGMCMC_ERROR_CYCLE_LEN) \
    X(SGMCMC_ERROR_EXPLORATION) \
    X(SGMCMC_ERROR_PROPOSAL_KIND) \
    X(SGMCMC_ERROR_DENSITY_KIND) \
    X(SGMCMC_ERROR_NOISE_KIND) \
    X(SGMCMC_ERROR_NOISE_SCALE) \
    X(SGMCMC_ERROR_LIKELIHOOD_SCALE) \
    X(SGMCMC_ERROR_BETA) \
    X(SGMCMC_ERROR_BETA_MAX) \
    X(SGMCMC_ERROR_REFRESH_LEN) \
    X(SGMCMC_ERROR_TARGET_ACCEPTANCE) \
    X(SGMCMC_ERROR_FLAG) \
    X(SGMCMC_ERROR_TUNER) \
    X(SGMCMC_ERROR_SCHEDULE_UNIT) \
    X(SGMCMC_ERROR_RULE_KIND) \
    X(SGMCMC_ERROR_DRIFT_KIND) \
    X(SGMCMC_ERROR_DRIFT_SCALE) \
    X(SGMCMC_ERROR_BETA1) \
    X(SGMCMC_ERROR_BETA2) \
    X(SGMCMC_ERROR_RHO) \
    X(SGMCMC_ERROR_LAMBDA) \
    X(SGMCMC_ERROR_MOMENTUM_FORM) \
    X(SGMCMC_ERROR_PRECONDITIONER_KIND) \
    X(SGMCMC_ERROR_PRECONDITIONER_DIAGONAL) \
    X(SGMCMC_ERROR_PRECONDITIONER_FACTOR) \
    X(SGMCMC_ERROR_FRICTION) \
    X(SGMCMC_ERROR_NOISE_ESTIMATE) \
    X(SGMCMC_ERROR_ESTIMATOR_KIND) \
    X(SGMCMC_ERROR_ANCHOR_LEN) \
    X(SGMCMC_ERROR_ANCHOR_INTERVAL) \
    X(SGMCMC_ERROR_CENTRE) \
    X(SGMCMC_ERROR_CLIPPING_KIND) \
    X(SGMCMC_ERROR_CLIPPING_LIMIT) \
    X(SGMCMC_ERROR_SLAB_DEVIATION) \
    X(SGMCMC_ERROR_SLAB_WEIGHT) \
    X(SGMCMC_ERROR_BLOCK_RANGE) \
    X(SGMCMC_ERROR_BLOCK_OVERLAP) \
    X(SGMCMC_ERROR_BLOCK_FACTOR) \
    X(SGMCMC_ERROR_BLOCK_PRIOR) \
    X(SGMCMC_ERROR_BLOCK_SAMPLER) \
    X(SGMCMC_ERROR_PRECONDITIONER_BETA) \
    X(SGMCMC_ERROR_STEP_JITTER) \
    X(SGMCMC_ERROR_SCHEDULE_FLOOR) \
    X(SGMCMC_ERROR_SCHEDULE_WARM_UP) \
    X(SGMCMC_ERROR_SAGA_EPOCHS) \
    X(SGMCMC_ERROR_SPLITTING) \
    X(SGMCMC_ERROR_GRADIENT_SCALE) \
    X(SGMCMC_ERROR_RULE_SETTING) \
    X(SGMCMC_ERROR_METROPOLIS_SETTING) \
    X(SGMCMC_ERROR_NOT_BUILT) \
    X(SGMCMC_ERROR_SIMD_KIND) \
    X(SGMCMC_ERROR_CENTROID_COUNT) \
    X(SGMCMC_ERROR_DRAW_WEIGHT) \
    X(SGMCMC_ERROR_PAIR_COUNT) \
    X(SGMCMC_ERROR_PRODUCT_COUNT) \
    X(SGMCMC_ERROR_DIFFERENCE) \
    X(SGMCMC_ERROR_INFLATION) \
    X(SGMCMC_ERROR_COVARIANCE_DIM) \
    X(SGMCMC_ERROR_LEAPFROG_COUNT) \
    X(SGMCMC_ERROR_KICK) \
    X(SGMCMC_ERROR_UNUSED_SETTING) \
    X(SGMCMC_ERROR_UNUSED_RULE_SETTING) \
    X(SGMCMC_ERROR_UNUSED_SCHEDULE_SETTING) \
    X(SGMCMC_ERROR_NOISE_COMPENSATION) \
    X(SGMCMC_ERROR_COMPENSATION_RULE) \
    X(SGMCMC_ERROR_COMPENSATION_DENSE) \
    X(SGMCMC_ERROR_COMPENSATION_COVARIANCE) \
    X(SGMCMC_ERROR_COMPENSATION_BATCH) \
    X(SGMCMC_ERROR_WARM_UP_BURN_IN) \
    X(SGMCMC_ERROR_STEP_SIZE_NOT_FOUND) \
    X(SGMCMC_ERROR_TUNED_NOISE) \
    X(SGMCMC_ERROR_PROPOSAL_GRADIENT_KIND) \
    X(SGMCMC_ERROR_HEALTH_WINDOW) \
    X(SGMCMC_ERROR_HEALTH_TOLERANCE) \
    X(SGMCMC_ERROR_WARM_UP_FAR) \
    X(SGMCMC_ERROR_WARM_UP_NOISE) \
    X(SGMCMC_ERROR_NOT_REPRESENTABLE) \
    X(SGMCMC_ERROR_WINDOW_LEN) \
    X(SGMCMC_ERROR_LOG_PRIOR_UNUSED) \
    X(SGMCMC_ERROR_LOG_LIKELIHOOD_NOT_FINITE) \
    X(SGMCMC_ERROR_GRADIENT_NOT_FINITE) \
    X(SGMCMC_ERROR_LOG_PRIOR_NOT_FINITE) \
    X(SGMCMC_ERROR_IMPOSSIBLE) \
    X(SGMCMC_ERROR_STEP_SIZE_NOT_USABLE) \
    X(SGMCMC_ERROR_TEMPERATURE_NOT_USABLE) \
    X(SGMCMC_ERROR_PRECONDITIONER_NOT_USABLE) \
    X(SGMCMC_ERROR_DIFFUSION_NOT_FINITE) \
    X(SGMCMC_ERROR_GRADIENT_NOISE) \
    X(SGMCMC_ERROR_MODEL_NOT_ASKED) \
    X(SGMCMC_ERROR_STOPPED) \
    X(SGMCMC_ERROR_STOPPED_BY_OBSERVER)
#define FINDINGS(X) \
    X(SGMCMC_FINDING_CURVATURE_BINDS) \
    X(SGMCMC_FINDING_NOISE_BINDS) \
    X(SGMCMC_FINDING_NO_STEP_SIZE) \
    X(SGMCMC_FINDING_STEP_TOO_LARGE) \
    X(SGMCMC_FINDING_UNSTABLE) \
    X(SGMCMC_FINDING_STEP_TOO_SMALL) \
    X(SGMCMC_FINDING_CONTROL_VARIATE_PAYS) \
    X(SGMCMC_FINDING_COMPENSATION_PAYS) \
    X(SGMCMC_FINDING_NOISE_CORRELATED) \
    X(SGMCMC_FINDING_SLOW) \
    X(SGMCMC_FINDING_FAR_FROM_MODE) \
    X(SGMCMC_FINDING_NOT_CONCAVE) \
    X(SGMCMC_FINDING_UNPREDICTED) \
    X(SGMCMC_FINDING_ACCEPTANCE_CAPPED) \
    X(SGMCMC_FINDING_SCALE_TOO_LARGE) \
    X(SGMCMC_FINDING_ROUNDING_BINDS) \
    X(SGMCMC_FINDING_RULE_BIASED) \
    X(SGMCMC_FINDING_CLAMPED)
#define HEALTH_FINDINGS(X) \
    X(SGMCMC_HEALTH_FINDING_STEP_TOO_LARGE) \
    X(SGMCMC_HEALTH_FINDING_STEP_TOO_SMALL) \
    X(SGMCMC_HEALTH_FINDING_GRADIENT_NOISE) \
    X(SGMCMC_HEALTH_FINDING_TOO_HOT) \
    X(SGMCMC_HEALTH_FINDING_TOO_COLD) \
    X(SGMCMC_HEALTH_FINDING_THERMOSTAT_DIVERGES) \
    X(SGMCMC_HEALTH_FINDING_DIVERGED) \
    X(SGMCMC_HEALTH_FINDING_NOT_FINITE) \
    X(SGMCMC_HEALTH_FINDING_REFUSED) \
    X(SGMCMC_HEALTH_FINDING_CLIPPED) \
    X(SGMCMC_HEALTH_FINDING_LATTICE_CUT) \
    X(SGMCMC_HEALTH_FINDING_FROZEN) \
    X(SGMCMC_HEALTH_FINDING_SCALE_TOO_LARGE) \
    X(SGMCMC_HEALTH_FINDING_BETA_CAPPED) \
    X(SGMCMC_HEALTH_FINDING_DRIFT_DOMINATES) \
    X(SGMCMC_HEALTH_FINDING_IMPOSSIBLE) \
    X(SGMCMC_HEALTH_FINDING_STUCK) \
    X(SGMCMC_HEALTH_FINDING_CHAINS_DISAGREE) \
    X(SGMCMC_HEALTH_FINDING_ANCHOR_WORTHLESS) \
    X(SGMCMC_HEALTH_FINDING_ACCEPTANCE_LOW) \
    X(SGMCMC_HEALTH_FINDING_ROUNDING_DROWNS) \
    X(SGMCMC_HEALTH_FINDING_DIVERGENCES) \
    X(SGMCMC_HEALTH_FINDING_RUNS_AWAY) \
    X(SGMCMC_HEALTH_FINDING_MODEL_NOT_ASKED) \
    X(SGMCMC_HEALTH_FINDING_FIRST_AGAINST_LAST)
#define DOUBTS(X) \
    X(SGMCMC_DOUBT_TOO_SHORT) \
    X(SGMCMC_DOUBT_CHAINS_DISAGREE)
