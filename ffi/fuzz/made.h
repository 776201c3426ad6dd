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
#define EACH_SAMPLER(X) \
    X(SGMCMC_SAMPLER_RULE) \
    X(SGMCMC_SAMPLER_METROPOLIS_HASTINGS)
#define EACH_BATCH(X) \
    X(SGMCMC_BATCH_WITHOUT_REPLACEMENT) \
    X(SGMCMC_BATCH_WITH_REPLACEMENT) \
    X(SGMCMC_BATCH_EPOCHS) \
    X(SGMCMC_BATCH_ALL) \
    X(SGMCMC_BATCH_CALLER)
#define EACH_RULE_KIND(X) \
    X(SGMCMC_RULE_LANGEVIN) \
    X(SGMCMC_RULE_SGHMC) \
    X(SGMCMC_RULE_ABOBA) \
    X(SGMCMC_RULE_SGNHT) \
    X(SGMCMC_RULE_ADAM) \
    X(SGMCMC_RULE_RECIPE) \
    X(SGMCMC_RULE_LATTICE) \
    X(SGMCMC_RULE_BAOAB)
#define EACH_DRIFT(X) \
    X(SGMCMC_DRIFT_NONE) \
    X(SGMCMC_DRIFT_MOMENTUM) \
    X(SGMCMC_DRIFT_ADAM) \
    X(SGMCMC_DRIFT_ADAMAX) \
    X(SGMCMC_DRIFT_ADADELTA)
#define EACH_MOMENTUM_FORM(X) \
    X(SGMCMC_MOMENTUM_CALIBRATED) \
    X(SGMCMC_MOMENTUM_PUBLISHED)
#define EACH_SPLITTING(X) \
    X(SGMCMC_SPLITTING_EULER) \
    X(SGMCMC_SPLITTING_SYMMETRIC)
#define EACH_PRECONDITIONER(X) \
    X(SGMCMC_PRECONDITIONER_IDENTITY) \
    X(SGMCMC_PRECONDITIONER_DIAGONAL) \
    X(SGMCMC_PRECONDITIONER_RMSPROP) \
    X(SGMCMC_PRECONDITIONER_DENSE) \
    X(SGMCMC_PRECONDITIONER_POSITION_DEPENDENT) \
    X(SGMCMC_PRECONDITIONER_POSITION_DEPENDENT_DENSE) \
    X(SGMCMC_PRECONDITIONER_ADAGRAD)
#define EACH_GRADIENT_SCALE(X) \
    X(SGMCMC_GRADIENT_SCALE_MEAN) \
    X(SGMCMC_GRADIENT_SCALE_SUM)
#define EACH_SCHEDULE_KIND(X) \
    X(SGMCMC_SCHEDULE_CONSTANT) \
    X(SGMCMC_SCHEDULE_POLYNOMIAL) \
    X(SGMCMC_SCHEDULE_STEP_DECAY) \
    X(SGMCMC_SCHEDULE_CYCLICAL) \
    X(SGMCMC_SCHEDULE_CALLBACK)
#define EACH_SCHEDULE_UNIT(X) \
    X(SGMCMC_SCHEDULE_UNIT_STEP) \
    X(SGMCMC_SCHEDULE_UNIT_EPOCH)
#define EACH_ESTIMATOR(X) \
    X(SGMCMC_ESTIMATOR_PLAIN) \
    X(SGMCMC_ESTIMATOR_FIXED_CENTRE) \
    X(SGMCMC_ESTIMATOR_PRACTICAL) \
    X(SGMCMC_ESTIMATOR_SVRG) \
    X(SGMCMC_ESTIMATOR_SAGA)
#define EACH_CLIPPING(X) \
    X(SGMCMC_CLIPPING_NONE) \
    X(SGMCMC_CLIPPING_NORM) \
    X(SGMCMC_CLIPPING_ELEMENT)
#define EACH_NOISE_COMPENSATION(X) \
    X(SGMCMC_NOISE_COMPENSATION_NONE) \
    X(SGMCMC_NOISE_COMPENSATION_DIAGONAL) \
    X(SGMCMC_NOISE_COMPENSATION_DENSE)
#define EACH_PROPOSAL(X) \
    X(SGMCMC_PROPOSAL_RANDOM_WALK) \
    X(SGMCMC_PROPOSAL_SGLD) \
    X(SGMCMC_PROPOSAL_RSGLD) \
    X(SGMCMC_PROPOSAL_HMC)
#define EACH_DENSITY(X) \
    X(SGMCMC_DENSITY_NORMALIZED) \
    X(SGMCMC_DENSITY_UNNORMALIZED)
#define EACH_PROPOSAL_GRADIENT(X) \
    X(SGMCMC_PROPOSAL_GRADIENT_POSTERIOR) \
    X(SGMCMC_PROPOSAL_GRADIENT_PUBLISHED)
#define EACH_NOISE(X) \
    X(SGMCMC_NOISE_PUBLISHED) \
    X(SGMCMC_NOISE_LANGEVIN) \
    X(SGMCMC_NOISE_CUSTOM)
#define EACH_PRIOR(X) \
    X(SGMCMC_PRIOR_CHAIN) \
    X(SGMCMC_PRIOR_FLAT) \
    X(SGMCMC_PRIOR_GAUSSIAN) \
    X(SGMCMC_PRIOR_GAUSSIAN_VECTOR) \
    X(SGMCMC_PRIOR_SPIKE_AND_SLAB) \
    X(SGMCMC_PRIOR_CALLBACK)
#define EACH_MOMENTS(X) \
    X(SGMCMC_MOMENTS_NONE) \
    X(SGMCMC_MOMENTS_PLAIN) \
    X(SGMCMC_MOMENTS_WEIGHTED) \
    X(SGMCMC_MOMENTS_BOTH)
#define EACH_DRAW_WEIGHT(X) \
    X(SGMCMC_DRAW_WEIGHT_EQUAL) \
    X(SGMCMC_DRAW_WEIGHT_STEP_SIZE) \
    X(SGMCMC_DRAW_WEIGHT_NEXT_STEP_SIZE)
#define EACH_FINDING(X) \
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
#define EACH_HEALTH_FINDING(X) \
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
#define EACH_ESTIMATE(X) \
    X(SGMCMC_ESTIMATE_MEAN) \
    X(SGMCMC_ESTIMATE_VARIANCE) \
    X(SGMCMC_ESTIMATE_DEVIATION) \
    X(SGMCMC_ESTIMATE_STANDARD_ERROR) \
    X(SGMCMC_ESTIMATE_SAMPLE_SIZE) \
    X(SGMCMC_ESTIMATE_DEGREES_OF_FREEDOM) \
    X(SGMCMC_ESTIMATE_HALF_WIDTH) \
    X(SGMCMC_ESTIMATE_COVARIANCE) \
    X(SGMCMC_ESTIMATE_QUANTILE)
#define EACH_DOUBT(X) \
    X(SGMCMC_DOUBT_TOO_SHORT) \
    X(SGMCMC_DOUBT_CHAINS_DISAGREE)
#define EACH_FUNCTION(X) \
    X(SGMCMC_FUNCTION_EXP) \
    X(SGMCMC_FUNCTION_LN) \
    X(SGMCMC_FUNCTION_SIN) \
    X(SGMCMC_FUNCTION_COS)
