// sgmcmc: chains.

#ifndef SGMCMC_CHAIN_H
#define SGMCMC_CHAIN_H
#include "library.h"
#include "settings.h"
#include "model.h"

#ifdef __cplusplus
extern "C" {
#endif

// What a step did.
typedef struct sgmcmc_step {
    size_t struct_size; // sizeof(sgmcmc_step), set by the caller; only that many bytes are written.
    uint64_t index; // The step, counted from 0.
    // The mean log-likelihood over the step's batch: at theta for Metropolis-Hastings; for a rule where the gradient
    // was taken, before theta moved.
    double log_likelihood;
    double step_size; // The step's, or for Metropolis-Hastings the next proposal's.
    double temperature; // The step's, as in sgmcmc_chain_statistics.
    // Whether the draw was kept: after burn-in, due by the thinning, not in the exploring part of a cycle.
    int32_t kept;
    int32_t accepted; // Whether a proposal was accepted, and theta did not stay; always for a rule.
    int32_t ends_cycle; // Whether it is the last step of a cycle.
    int32_t saturated; // Whether some theta overflowed and was set to the largest finite number.
    // Whether a trajectory of HMC diverged, by divergence_count of sgmcmc_chain_statistics; theta is then where it
    // began.
    int32_t diverged;
    int32_t reserved;
} sgmcmc_step;

// Bytes of memory that a chain with these settings and dim parameters needs.
// Returns: SGMCMC_OK; refuses settings outside their ranges, and those that nothing uses; SGMCMC_ERROR_FLAG.
// Out: size:     bytes, a multiple of sgmcmc_align(), as C11's aligned_alloc wants it.
// In:  settings: as for sgmcmc_chain_init_f32, which checks the same.
sgmcmc_status sgmcmc_chain_size_f32(size_t *size, const sgmcmc_chain_settings *settings, size_t dim);
sgmcmc_status sgmcmc_chain_size_f64(size_t *size, const sgmcmc_chain_settings *settings, size_t dim);

// Starts a chain at theta.
// Returns: SGMCMC_OK; refuses settings outside their ranges, and those that nothing uses; SGMCMC_ERROR_FLAG,
//          _THETA_NOT_FINITE, _FLOAT_ENVIRONMENT.
// Out: mem:   no chain that a call is using.
// In:  theta: dim numbers, finite; copied.
sgmcmc_status sgmcmc_chain_init_f32(sgmcmc_chain_f32 **chain, void *mem, size_t mem_size,
    const sgmcmc_chain_settings *settings, const float *theta, size_t dim);
sgmcmc_status sgmcmc_chain_init_f64(sgmcmc_chain_f64 **chain, void *mem, size_t mem_size,
    const sgmcmc_chain_settings *settings, const double *theta, size_t dim);

// Lets the chain go on from its theta under other settings, such as a sampler's after an optimiser's, in the same
// memory.
//
// Random numbers go on from where they are, so that none serves twice: seed and chain_index have no effect, though
// chain_index must be in range. All else begins anew: the rule's state, schedules, batches, counts and moments. After
// an error the chain is as it was.
// Returns: SGMCMC_OK; refuses settings outside their ranges, and those that nothing uses; SGMCMC_ERROR_FLAG,
//          _FLOAT_ENVIRONMENT.
// In:     mem_size: bytes of the chain's memory, at least the larger of sgmcmc_chain_size_f32 of the old settings and
//                   of the new. Afterwards the chain has the size of the new.
//         settings: as for sgmcmc_chain_init_f32. From a rule to Metropolis-Hastings, or back, begin with
//                   sgmcmc_chain_settings_init: what a copy still says of the other sampler is refused by name.
sgmcmc_status sgmcmc_chain_hand_over_f32(sgmcmc_chain_f32 *chain, size_t mem_size,
    const sgmcmc_chain_settings *settings);
sgmcmc_status sgmcmc_chain_hand_over_f64(sgmcmc_chain_f64 *chain, size_t mem_size,
    const sgmcmc_chain_settings *settings);

// Advances the chain by one step, or leaves every byte of it as it was.
// Returns: SGMCMC_OK; SGMCMC_ERROR_STOPPED when a callback returned a code of its own; _IMPOSSIBLE;
//          _LOG_LIKELIHOOD_NOT_FINITE, _GRADIENT_NOT_FINITE, _LOG_PRIOR_NOT_FINITE, _PRECONDITIONER_NOT_USABLE,
//          _DIFFUSION_NOT_FINITE; _STEP_SIZE_NOT_USABLE, _TEMPERATURE_NOT_USABLE when a schedule has come to what the
//          precision cannot hold; _GRADIENT_NOISE when noise compensation would leave nothing to inject;
//          _MODEL_NOT_ASKED, until another step size is set; _NO_STEP_SIZE where none is set, and none found yet;
//          _CALLBACK_MISSING, _LOG_PRIOR_UNUSED; _BATCH_INDEX; refuses a batch where the chain draws its own, and none with
//          SGMCMC_BATCH_CALLER, as batch.kind.
// Out: step:      what the step did; may be NULL.
// In:  batch:     batch_len indices, each below data_len, with SGMCMC_BATCH_CALLER; handed to the model as they are.
//                 Else NULL.
//      batch_len: at least 1, or 0 where batch is NULL.
sgmcmc_status sgmcmc_chain_step_f32(sgmcmc_chain_f32 *chain, sgmcmc_step *step, int32_t *callback_code,
    const uint32_t *batch, size_t batch_len, const sgmcmc_model_f32 *model);
sgmcmc_status sgmcmc_chain_step_f64(sgmcmc_chain_f64 *chain, sgmcmc_step *step, int32_t *callback_code,
    const uint32_t *batch, size_t batch_len, const sgmcmc_model_f64 *model);

// Tunes beta once, from the acceptance since the last time: for hosts that tune between runs. theta does not move; a
// look at forward proposals, up to 100 for every 5 per cent that beta shrinks, asks the model.
// Returns: as sgmcmc_chain_step_f32; refuses tune_beta for a chain without RSGLD proposals, and a beta_max that is not
//          finite and at least beta.
sgmcmc_status sgmcmc_chain_tune_beta_f32(sgmcmc_chain_f32 *chain, int32_t *callback_code,
    const sgmcmc_model_f32 *model);
sgmcmc_status sgmcmc_chain_tune_beta_f64(sgmcmc_chain_f64 *chain, int32_t *callback_code,
    const sgmcmc_model_f64 *model);

// Changes the step size of the steps to come: the rule's, constant from here on, or the proposal's.
// Returns: SGMCMC_OK; refuses step_size, and likelihood_scale, temperature or a block's step_size_factor where it takes
//          what they scale out of its range.
// In:     step_size: positive and finite.
sgmcmc_status sgmcmc_chain_set_step_size_f32(sgmcmc_chain_f32 *chain, double step_size);
sgmcmc_status sgmcmc_chain_set_step_size_f64(sgmcmc_chain_f64 *chain, double step_size);

// Steps step_count times and shows the kept draws to the observer, until that or an error stops it.
// Returns: as sgmcmc_chain_step_f32; SGMCMC_ERROR_STOPPED_BY_OBSERVER when the observer returned a code of its own;
//          refuses SGMCMC_BATCH_CALLER as batch.kind, since only steps take such batches. Steps before a failing one
//          stay done: sgmcmc_chain_statistics_f32 counts them.
// Out:    callback_code: the callback's or the observer's code when one stopped the run, else untouched; may be NULL.
// In:     step_count:    how many steps; 0 does nothing.
//         observer:      called after each kept step; may be NULL.
//         observer_user: handed to the observer as it is; may be NULL.
sgmcmc_status sgmcmc_chain_run_f32(sgmcmc_chain_f32 *chain, int32_t *callback_code, uint64_t step_count,
    const sgmcmc_model_f32 *model, sgmcmc_observer_f32 observer, void *observer_user);
sgmcmc_status sgmcmc_chain_run_f64(sgmcmc_chain_f64 *chain, int32_t *callback_code, uint64_t step_count,
    const sgmcmc_model_f64 *model, sgmcmc_observer_f64 observer, void *observer_user);

// The same, with the options' observer, and with looks at the chain after every step whose count is a multiple of their
// interval, during burn-in, too. The bits are the same whoever looks.
//
// Steps are counted from the chain's first, so that a run in pieces is looked at where a whole one is. Of a step whose
// draw is kept the observer sees the draw first; then health looks, and then progress.
// Returns: as sgmcmc_chain_run_f32; SGMCMC_ERROR_STOPPED_BY_OBSERVER also when progress returned a code of its own;
//          _NULL_POINTER for neither progress nor health; _HEALTH_CHAIN for the health of another chain, or of this one
//          at a later step: the step before the look stays done; _NOT_BUILT; refuses an interval of 0.
// Out:    callback_code: as for sgmcmc_chain_run_f32; progress's code when that stopped the run.
// In:     step_count:    how many steps; 0 does nothing.
//         options:       who looks, and how often. The health that they point to is written, and callbacks may not use
//                        it meanwhile.
sgmcmc_status sgmcmc_chain_run_watched_f32(sgmcmc_chain_f32 *chain, int32_t *callback_code, uint64_t step_count,
    const sgmcmc_model_f32 *model, const sgmcmc_run_options_f32 *options);
sgmcmc_status sgmcmc_chain_run_watched_f64(sgmcmc_chain_f64 *chain, int32_t *callback_code, uint64_t step_count,
    const sgmcmc_model_f64 *model, const sgmcmc_run_options_f64 *options);

// What stays the same of a chain while it runs. Each output may be NULL.
// Out: size:       bytes, to copy or to compare: what sgmcmc_chain_size_f32 says of its settings.
//      simd_level: the instruction set that its steps use here: a number of enum sgmcmc_simd. It follows from the
//                  library, the processor and simd_level of the settings; a chain that is moved to another machine
//                  takes what that one has.
sgmcmc_status sgmcmc_chain_properties_f32(size_t *dim, size_t *size, int32_t *simd_level,
    const sgmcmc_chain_f32 *chain);
sgmcmc_status sgmcmc_chain_properties_f64(size_t *dim, size_t *size, int32_t *simd_level,
    const sgmcmc_chain_f64 *chain);

// Copies theta out, and the place where the last trajectory of HMC began that diverged, in burn-in or after it: see
// divergence_count of sgmcmc_chain_statistics.
// Out: theta:      dim numbers; may be NULL where divergence is not.
//      divergence: dim numbers, NaN before there is one; may be NULL where theta is not.
sgmcmc_status sgmcmc_chain_theta_f32(const sgmcmc_chain_f32 *chain, float *theta, float *divergence, size_t dim);
sgmcmc_status sgmcmc_chain_theta_f64(const sgmcmc_chain_f64 *chain, double *theta, double *divergence, size_t dim);

// The mean and variance of every parameter over the kept draws. Before the first, means are 0 and variances NaN.
// Returns: SGMCMC_OK; SGMCMC_ERROR_LENGTH_MISMATCH; _NOT_REPRESENTABLE where a variance, or the sum that it is the mean
//          of, is too large or too small for a double, as of deviations above 1e150 or below 1.5e-154; refuses moments
//          that the settings did not ask for.
// Out: mean:     dim doubles, whatever the precision of theta.
//      variance: dim doubles: sum of w (theta - mean)^2 over sum of w, with weights w of 1 or the step size.
// In:  moments:  SGMCMC_MOMENTS_PLAIN or SGMCMC_MOMENTS_WEIGHTED.
sgmcmc_status sgmcmc_chain_moments_f32(const sgmcmc_chain_f32 *chain, double *mean, double *variance, size_t dim,
    int32_t moments);
sgmcmc_status sgmcmc_chain_moments_f64(const sgmcmc_chain_f64 *chain, double *mean, double *variance, size_t dim,
    int32_t moments);

// The covariance that noise compensation takes the gradient's noise to have, and the largest step size at which that
// leaves something to inject. Where the chain finds the covariance, what it has found so far; zeros before that.
// Returns: SGMCMC_OK; SGMCMC_ERROR_LENGTH_MISMATCH; refuses compensation.kind for a chain without noise compensation.
// Out:    covariance:     as sampler.compensation.covariance of the settings: variances, or the numbers of the matrix,
//                         row by row; may be NULL where step_size is not.
//         step_size:      at the temperature of the last step; infinite where the covariance or the temperature is
//                         zero, NaN before the first step under a temperature of the host's. Larger ones are refused,
//                         when a step comes to them, with SGMCMC_ERROR_GRADIENT_NOISE. May be NULL where covariance is
//                         not.
// In/out: chain:          the chain, whose memory is worked in; it stays as it is.
// In:     covariance_len: dim for SGMCMC_NOISE_COMPENSATION_DIAGONAL, dim * dim for _DENSE; 0 where covariance is NULL.
sgmcmc_status sgmcmc_chain_compensation_f32(sgmcmc_chain_f32 *chain, double *covariance, size_t covariance_len,
    double *step_size);
sgmcmc_status sgmcmc_chain_compensation_f64(sgmcmc_chain_f64 *chain, double *covariance, size_t covariance_len,
    double *step_size);

// Counts and rates so far.
// Out: statistics: fields that this library does not know are set to 0.
sgmcmc_status sgmcmc_chain_statistics_f32(const sgmcmc_chain_f32 *chain, sgmcmc_chain_statistics *statistics);
sgmcmc_status sgmcmc_chain_statistics_f64(const sgmcmc_chain_f64 *chain, sgmcmc_chain_statistics *statistics);
#ifdef __cplusplus
} // extern "C"
#endif
#endif
