// sgmcmc: pilots and warm-ups: settings that are found.

#ifndef SGMCMC_PILOT_H
#define SGMCMC_PILOT_H
#include "library.h"
#include "model.h"

#ifdef __cplusplus
extern "C" {
#endif

// What a pilot has found: bit c of its report's findings is set for the one with number c. The numbers are never given
// to another meaning; a later library may have more of them. More is in docs/src/equations.md.
typedef enum sgmcmc_finding {
    SGMCMC_FINDING_CURVATURE_BINDS = 1, // It is the curvature that limits the step size.
    SGMCMC_FINDING_NOISE_BINDS = 2, // It is the gradient's noise that limits the step size.
    SGMCMC_FINDING_NO_STEP_SIZE = 3, // No step size keeps what is tolerated, or is accepted; another finding says why.
    // The chain's own step size gives more than one and a half times the tolerated inflation, or of what the rule does
    // by itself where that is more.
    SGMCMC_FINDING_STEP_TOO_LARGE = 4,
    SGMCMC_FINDING_UNSTABLE = 5, // The chain's own step size lets theta grow without end; never a lattice walk's.
    SGMCMC_FINDING_STEP_TOO_SMALL = 6, // The chain's own step size is below a hundredth of what would do.
    // A control variate would allow at least twice the step, which is what its gradients cost.
    SGMCMC_FINDING_CONTROL_VARIATE_PAYS = 7,
    // Taking the gradient's noise off the injected one would allow at least twice the step.
    SGMCMC_FINDING_COMPENSATION_PAYS = 8,
    // The gradient's noise is correlated between coordinates: only dense compensation takes it off.
    SGMCMC_FINDING_NOISE_CORRELATED = 9,
    // At the step size that would do, the slowest direction takes more than a million steps to forget.
    SGMCMC_FINDING_SLOW = 10,
    // The gradient is much longer than where the posterior has its mass: go nearer to the mode and look again.
    SGMCMC_FINDING_FAR_FROM_MODE = 11,
    SGMCMC_FINDING_NOT_CONCAVE = 12, // The log posterior is not concave here.
    // What the chain's rule, drift or preconditioner makes of a step size is not predicted.
    SGMCMC_FINDING_UNPREDICTED = 13,
    // Batch noise keeps the acceptance of the chain's proposals below 0.8 at any step size.
    SGMCMC_FINDING_ACCEPTANCE_CAPPED = 14,
    // Even one replaced index leaves the cap below 0.8: likelihood_scale is too large for m.
    SGMCMC_FINDING_SCALE_TOO_LARGE = 15,
    // At the step size that would do, or at a lattice walk's own, the rounding of theta does more than what is
    // tolerated.
    SGMCMC_FINDING_ROUNDING_BINDS = 16,
    // What the rule's friction, noise estimate or redraws do to variances is more than what is tolerated, at every step
    // size.
    SGMCMC_FINDING_RULE_BIASED = 17,
    // At the chain's own step size what the lattice walk clamps moves the mean by more than one and a half times the
    // tolerated inflation, in standard deviations.
    SGMCMC_FINDING_CLAMPED = 18,
} sgmcmc_finding;

// What a pilot has measured at one theta, and what follows for the step size. More is in docs/src/equations.md.
typedef struct sgmcmc_pilot_report {
    size_t struct_size; // sizeof(sgmcmc_pilot_report), set by the caller; only that many bytes are written.
    uint64_t findings; // The findings: bit c for number c of sgmcmc_finding.
    uint64_t gradient_count; // How many gradients of single data, or log-likelihoods, the pilot has asked for.
    // The largest number of replaced indices with which acceptance_cap would be at least 0.8, m for fresh batches; at
    // least 1. 0 for a rule.
    uint32_t refresh_len;
    uint32_t batch_len; // m of the batches that were looked at.
    double curvature; // lambda, the largest curvature of -log posterior.
    double least_curvature; // The least, from above as far as the products reach.
    double mean_curvature; // The mean over all directions, by some of them.
    // The largest variance over batches of a coordinate of the gradient of the log posterior, summed over all data.
    double noise_variance;
    // The largest over all directions: that of the covariance where it was asked for, else by a few power iterations,
    // from below.
    double noise_direction;
    // The variance of a control variate at a draw of the posterior, its anchor where the pilot looks, or where the
    // chain's fixed centre is; the largest of a coordinate.
    double variate_variance;
    double variate_direction; // The same in the noisiest direction of the plain gradient, if that is more.
    double gradient_norm; // The length of that gradient, without what the batches' noise adds.
    // What that is about where the posterior has its mass: sqrt(tau d q), with q the mean curvature. A bound, with
    // lambda for q, where the mean is not positive.
    double expected_gradient_norm;
    double log_likelihood_variance; // The variance over batches of the mean log-likelihood.
    // The step size whose inflation is delta, or where nothing else limits it a quarter of the stability limit, of a
    // lattice walk 4/9 of it. For proposals a start only; NaN for a random walk. More is in docs/src/equations.md.
    double step_size;
    double curvature_limit; // What it could be if the gradient had no noise.
    double noise_limit; // What it could be if the curvature set no limit.
    // Where a step becomes unstable, or noise compensation would leave nothing to inject; of the lattice walk, which is
    // stable at every step, where a drift of two standard deviations is clamped.
    double stability_limit;
    // The step size below which rounding of theta adds more than delta, a bound; NaN at temperature 0. More is in
    // docs/src/equations.md.
    double rounding_limit;
    double variate_step_size; // What it could be with a control variate.
    // What it could be with dense noise compensation, at half of what keeps the injected covariance positive; NaN for
    // rules, batches and dimensions that it does not go with, and with blocks.
    double compensated_step_size;
    // By how much the largest variance is off at the chain's own step size, as a share; NaN where a host has not said
    // it yet and at temperature 0, which has no variances, and infinity beyond the stability limit, but for a lattice
    // walk.
    double predicted_inflation;
    // How many steps the flattest direction needs to forget, at step_size; NaN where it is not curved.
    double relaxation_steps;
    double noise_scale; // s, the standard deviation over batches of likelihood_scale times the mean log-likelihood.
    // 2 Phi(-s_k / sqrt(2)), about the most that proposals are accepted at any step size with the chain's refresh_len
    // k. More is in docs/src/equations.md.
    double acceptance_cap;
    double least_refresh_cap; // The cap with one index replaced.
    double inflation_base; // b in (b + c eta + d eta^2) / (1 - e eta) - 1, the inflation at a step size eta.
    double inflation_by_noise; // c in it.
    double inflation_by_curvature; // e in it.
    double inflation_by_both; // d in it: of BAOAB with noise compensation, else 0.
    // The step size up to which what the lattice walk clamps moves the mean by at most delta standard deviations, and
    // keeps variances within delta; infinity where it does so at any that all else allows, NaN for other rules.
    double clamped_limit;
    // By how many standard deviations what the lattice walk clamps moves the mean at the chain's own step size; NaN
    // where the batches that were looked at do not tell it from chance and it could be more than delta.
    double predicted_shift;
    // The largest variance over all directions of the chain's own estimate of the gradient: with a control variate that
    // of the variate, twice it where the anchor is a draw, and what an anchor over some of the data brings besides; NaN
    // for proposals. More is in docs/src/equations.md.
    double own_variance;
} sgmcmc_pilot_report;

// Settings of a pilot: what it costs, and what is tolerated. Call sgmcmc_pilot_settings_init first, then set what
// should differ. More is in docs/src/equations.md.
typedef struct sgmcmc_pilot_settings {
    size_t struct_size; // sizeof(sgmcmc_pilot_settings) of the caller's header, set by sgmcmc_pilot_settings_init.
    // The seed of the pilot's own random numbers, which are not those of a chain with this seed. Default 0.
    uint64_t seed;
    // How many pairs of batches the variances come from. Their relative standard errors are about sqrt(2 / pair_count).
    // From 4 to 65536; default 256.
    uint32_t pair_count;
    // How many products with the curvature Lanczos' method takes. It finds the largest curvature from below, and
    // exactly with d of them; 16 are within a few per cent for the spectra of most models. From 1 to 256; default 16.
    // More is in docs/src/equations.md.
    uint32_t product_count;
    // How far a difference of gradients reaches, in standard deviations of the posterior as the curvature in that
    // direction has them; 0 is 2^-10 in double and 1/4 in float. Further where theta is so large that its rounding
    // would show. At least 0 and at most 10; default 0.
    double difference;
    // delta, how much too large any variance may be, as a share of it, and how far off the mean of a lattice walk that
    // clamps, in standard deviations. It means nothing to proposals, which a step size makes slow, not wrong. Above 0
    // and at most 1; default 0.05.
    double inflation;
    // Whether the covariance of the gradient's noise is wanted as a matrix, for at most 64 parameters. Default 0.
    int32_t covariance;
    // m of the batches that the pilot draws; 0 is the chain's own. Needed where the caller gives the batches. A warm-up
    // finds what the chain's own batches want, and refuses another m. Default 0.
    uint32_t batch_len;
} sgmcmc_pilot_settings;

// What a look of a pilot is to use, and what it fills besides its report. Zeros stand for the defaults, and for what is
// not wanted.
typedef struct sgmcmc_pilot_options_f32 {
    size_t struct_size; // sizeof(sgmcmc_pilot_options_f32).
    const sgmcmc_pilot_settings *settings; // NULL for the defaults.
    const float *theta; // Where to look: dim numbers, finite; NULL for where the chain stands.
    // May be NULL. Written, on success only: dim numbers, the variance over batches of each coordinate of the gradient
    // of the log posterior; NaN for the random walk, which asks for no gradients.
    double *variance;
    // May be NULL, and must be unless the settings ask for a covariance: SGMCMC_ERROR_NOT_ESTIMATED. Written, on
    // success only: dim times dim numbers, by rows, the same with the covariances.
    double *covariance;
    size_t dim; // The chain's number of parameters; may be 0 where theta, variance and covariance are NULL.
} sgmcmc_pilot_options_f32;

// As sgmcmc_pilot_options_f32, in doubles.
typedef struct sgmcmc_pilot_options_f64 {
    size_t struct_size;
    const sgmcmc_pilot_settings *settings;
    const double *theta;
    double *variance;
    double *covariance;
    size_t dim;
} sgmcmc_pilot_options_f64;

// By how much the largest variance is off at a step size, as a share; infinity where one but a lattice walk is
// unstable.
// In:  step_size: any.
sgmcmc_status sgmcmc_pilot_inflation(double *inflation, const sgmcmc_pilot_report *report, double step_size);

// Writes an English sentence for every finding, each on a line of its own, and a closing zero. It is ASCII.
sgmcmc_status sgmcmc_pilot_text(char *text, size_t size, size_t *needed, const sgmcmc_pilot_report *report);

// Sets every field to its default, and struct_size.
sgmcmc_status sgmcmc_pilot_settings_init(sgmcmc_pilot_settings *settings, size_t struct_size);

// Bytes of memory that a pilot of this chain works in: about ten vectors of doubles and three like theta, and dim^2
// doubles for a covariance.
// Returns: SGMCMC_OK; SGMCMC_ERROR_FLAG; refuses pair_count, product_count, difference, inflation, covariance, and a
//          batch_len above data_len; and batch.kind where neither the chain nor these settings say how long one is.
// Out: size:     bytes, a multiple of sgmcmc_align().
// In:  settings: may be NULL, for the defaults.
sgmcmc_status sgmcmc_pilot_size_f32(const sgmcmc_chain_f32 *chain, size_t *size, const sgmcmc_pilot_settings *settings);
sgmcmc_status sgmcmc_pilot_size_f64(const sgmcmc_chain_f64 *chain, size_t *size, const sgmcmc_pilot_settings *settings);

// Looks at the model at theta, or where the chain stands, without moving the chain. Equal settings and an equal chain
// give equal reports, to the last bit.
// Returns: SGMCMC_OK; those of sgmcmc_pilot_size_f32; SGMCMC_ERROR_MEMORY_TOO_SMALL; _LENGTH_MISMATCH for dim,
//          _THETA_NOT_FINITE; _NOT_ESTIMATED for a covariance that the settings did not ask for; what a step could
//          give: _STOPPED when a callback returned a code of its own, _IMPOSSIBLE where the model cannot be evaluated
//          at theta, _LOG_LIKELIHOOD_NOT_FINITE, _GRADIENT_NOT_FINITE, _LOG_PRIOR_NOT_FINITE, _CALLBACK_MISSING, though
//          not for a step size.
// In/out: chain:   the chain, which callbacks may not use meanwhile; every byte of it is afterwards as it was.
// Out:    report:  what was measured and follows; its struct_size is set by the caller.
//         mem:     mem_size bytes, at least sgmcmc_pilot_size_f32, to work in.
// In:     options: may be NULL, for the defaults. Its variance and covariance are written on success only.
sgmcmc_status sgmcmc_pilot_look_f32(sgmcmc_chain_f32 *chain, sgmcmc_pilot_report *report, int32_t *callback_code,
    void *mem, size_t mem_size, const sgmcmc_pilot_options_f32 *options, const sgmcmc_model_f32 *model);
sgmcmc_status sgmcmc_pilot_look_f64(sgmcmc_chain_f64 *chain, sgmcmc_pilot_report *report, int32_t *callback_code,
    void *mem, size_t mem_size, const sgmcmc_pilot_options_f64 *options, const sgmcmc_model_f64 *model);

// Runs the chain to the end of its burn-in, or step_count steps of it if those are fewer, and finds what its settings
// leave open; does nothing once the burn-in is over. Before the first step and half-way a pilot looks at the model
// where the chain stands, at what the steps themselves do not go on to tune. From it come a rule's step size where it
// is left out, or its kind is SGMCMC_SCHEDULE_CALLBACK, whose callback is not asked and may be missing; refresh_len
// with tune_refresh_len = 1; and with tune_step_size = 1 the first step_size where that is 0. The last two the steps
// tune further, with tune_step_size = 1. A step size that the settings say stays.
// docs/src/tuning.md says how a rule's chain that starts far away gets near, and what the looks cost.
//
// A warm-up in pieces has the bits of a whole one, with checkpoints in between, too. Steps done before an error stay
// done. The next call goes on from there, and looks first if a look is due before that step; a run does not look, and
// after one past half-way whatever step size the chain has stays. What was found is in the statistics: step_size,
// refresh_len, beta.
// Returns: SGMCMC_OK; refuses a burn_in of 0; the kind, the drift or the preconditioner that keeps a pilot from saying
//          anything of a rule; batch.kind where the caller gives the batches; and a batch_len of the settings that is
//          neither 0 nor the chain's; SGMCMC_ERROR_STEP_SIZE_NOT_FOUND where nothing is curved; _STEP_SIZE_NOT_USABLE
//          for a step size that the precision cannot hold; _WARM_UP_FAR for a rule's chain that half-way stands where
//          the posterior is nowhere concave, or where the gradient is still ten times expected_gradient_norm: start
//          where an optimiser has come, or burn in for longer, or take batches of data_len / 32 where looks on the way
//          do not see a datum that has most of the curvature; _WARM_UP_NOISE where noise could hide that and the whole
//          burn-in would go less than a thousandth of the way in the stiffest direction: take larger batches, a control
//          variate, or give the pilot more pairs; those of sgmcmc_pilot_look_f32 and sgmcmc_chain_step_f32.
// In/out: chain:      the chain, which callbacks may not use meanwhile.
// Out:    mem:        mem_size bytes, at least sgmcmc_pilot_size_f32, to work in.
// In:     step_count: how many steps at the most.
//         settings:   of the pilot; may be NULL, for the defaults.
sgmcmc_status sgmcmc_chain_warm_up_f32(sgmcmc_chain_f32 *chain, int32_t *callback_code, void *mem, size_t mem_size,
    uint64_t step_count, const sgmcmc_pilot_settings *settings, const sgmcmc_model_f32 *model);
sgmcmc_status sgmcmc_chain_warm_up_f64(sgmcmc_chain_f64 *chain, int32_t *callback_code, void *mem, size_t mem_size,
    uint64_t step_count, const sgmcmc_pilot_settings *settings, const sgmcmc_model_f64 *model);
#ifdef __cplusplus
} // extern "C"
#endif
#endif
