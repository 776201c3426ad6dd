// sgmcmc: what the host supplies: a model, and who looks at a run; what they see.

#ifndef SGMCMC_MODEL_H
#define SGMCMC_MODEL_H
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// A chain of f32 numbers, in caller memory. Its bytes may be copied or moved to other aligned memory as long as no call
// is using it; the copy goes on with the same bits.
typedef struct sgmcmc_chain_f32 sgmcmc_chain_f32;
typedef struct sgmcmc_chain_f64 sgmcmc_chain_f64;

// What looks at one chain have found, in caller memory of constant size. Both precisions share it.
typedef struct sgmcmc_health sgmcmc_health;

// A kept draw, as an observer sees it. A later library may append fields.
typedef struct sgmcmc_draw_f32 {
    uint64_t step; // The step that made the draw, counted from 0.
    const float *theta; // theta after the step: dim numbers, valid until the observer returns.
    size_t dim; // The number of parameters.
    // The mean log-likelihood over the step's batch: at theta for Metropolis-Hastings; for a rule where the gradient
    // was taken, before theta moved.
    double log_likelihood;
    double step_size; // The step size of the step; HMC's before its jitter.
    // The Euclidean norm of the drift that the step applied, or proposed; of HMC, in its first leapfrog step.
    double drift_norm;
    // The Euclidean norm of the noise that the step applied, or proposed; of HMC, in its first leapfrog step.
    double noise_norm;
    int32_t accepted; // 1 when a proposal was accepted, 0 when theta stayed; always 1 for a rule.
    int32_t ends_cycle; // 1 for the last step of a cycle of a cyclical schedule, else 0.
    int32_t saturated; // 1 when some theta overflowed and was set to the largest finite number, else 0.
    // 1 when a trajectory of HMC diverged (divergence_count of sgmcmc_chain_statistics), else 0; theta is then where it
    // began.
    int32_t diverged;
} sgmcmc_draw_f32;

// As sgmcmc_draw_f32, in doubles.
typedef struct sgmcmc_draw_f64 {
    uint64_t step;
    const double *theta;
    size_t dim;
    double log_likelihood;
    double step_size;
    double drift_norm;
    double noise_norm;
    int32_t accepted;
    int32_t ends_cycle;
    int32_t saturated;
    int32_t diverged;
} sgmcmc_draw_f64;

// A host's log-likelihood: the mean of log p(x_i | theta) over a batch, and its mean gradient.
//
// A step asks once for its batch, HMC at each leapfrog step and, with fewer than all data, once for the batch that it
// proposes then; Metropolis-Hastings in a chain's first step once more, for the start. With a control variate a step
// asks at the anchor, too, and where the anchor moves for the data that it is over. SAGA asks for one datum at a time,
// in a chain's first step for all of them. Each time is one call, or as many as chunk_len cuts what is asked for into.
// Returns: 0 when all is well; 1 when the model cannot be evaluated at theta: a Metropolis-Hastings proposal is
//          rejected, a rule's step refused; any other number stops the chain and is handed back.
// Out: value:     one number. -infinity is the same as returning 1, and so are NaN, +infinity and a gradient that is
//                 not finite in a proposal; elsewhere these are refused.
//      gradient:  dim numbers, zeros on entry, so that it can be added to. NULL when only the value is wanted.
// In:  theta:     dim numbers, finite.
//      batch:     batch_len indices, each below data_len; NULL stands for all data, and batch_len is data_len then.
typedef int32_t (*sgmcmc_log_likelihood_f32)(void *user, double *value, float *gradient, const float *theta, size_t dim,
    const uint32_t *batch, size_t batch_len);
typedef int32_t (*sgmcmc_log_likelihood_f64)(void *user, double *value, double *gradient, const double *theta, size_t dim,
    const uint32_t *batch, size_t batch_len);

// A host's log prior and its gradient, asked for under SGMCMC_PRIOR_CALLBACK only.
// Returns: as sgmcmc_log_likelihood_f32.
// Out: value:    one number: log prior(theta), up to a constant.
//      gradient: dim numbers, zeros on entry. NULL when only the value is wanted.
// In:  theta:    dim numbers, finite.
typedef int32_t (*sgmcmc_log_prior_f32)(void *user, double *value, float *gradient, const float *theta, size_t dim);
typedef int32_t (*sgmcmc_log_prior_f64)(void *user, double *value, double *gradient, const double *theta, size_t dim);

// A host's metric P and its curvature Gamma_i = sum over j of dP_ij / dtheta_j, asked for under
// SGMCMC_PRECONDITIONER_POSITION_DEPENDENT and SGMCMC_PRECONDITIONER_POSITION_DEPENDENT_DENSE only.
// Returns: as sgmcmc_log_likelihood_f32.
// Out: metric:     zeros on entry. The diagonal of P, metric_len = dim numbers, at least 0; or row after row of the
//                  lower-triangular L with P = L L^T, metric_len = dim * dim numbers.
//      gamma:      dim numbers, zeros on entry.
// In:  theta:      dim numbers, finite.
typedef int32_t (*sgmcmc_metric_f32)(void *user, float *metric, size_t metric_len, float *gamma, const float *theta,
    size_t dim);
typedef int32_t (*sgmcmc_metric_f64)(void *user, double *metric, size_t metric_len, double *gamma, const double *theta,
    size_t dim);

// A host's diffusion, asked for by SGMCMC_RULE_RECIPE only: what a step adds is eta drift + sqrt(2 eta tau) noise,
// where eta is the step size and tau the temperature.
//
// For positive semidefinite D(theta) and skew-symmetric Q(theta), the posterior to the power 1 / tau is kept by drift =
// (D + Q) gradient + tau Gamma, Gamma_i = sum over j of d(D_ij + Q_ij) / dtheta_j, and noise = B normals with B B^T =
// D. theta may have variables of the host's own among it.
// Returns: as sgmcmc_log_likelihood_f32.
// Out: drift:       dim numbers, zeros on entry.
//      noise:       dim numbers, zeros on entry.
// In:  theta:       dim numbers, finite.
//      gradient:    dim numbers: of the log posterior, summed over all data, as the batch estimates it.
//      normals:     dim standard normals; zeros at temperature 0.
//      temperature: tau.
typedef int32_t (*sgmcmc_diffusion_f32)(void *user, float *drift, float *noise, const float *theta,
    const float *gradient, const float *normals, size_t dim, double temperature);
typedef int32_t (*sgmcmc_diffusion_f64)(void *user, double *drift, double *noise, const double *theta,
    const double *gradient, const double *normals, size_t dim, double temperature);

// A host's step size or temperature, under SGMCMC_SCHEDULE_CALLBACK, or a step size that is left out.
// Returns: 0 when all is well; 1 when there is none, and the step is refused; any other number stops the chain and is
//          handed back.
// Out: value: one number. A step size is positive, a temperature at least 0; others are refused, as is writing none.
// In:  k:     the step or epoch, from 0.
typedef int32_t (*sgmcmc_scheduled)(void *user, double *value, uint64_t k);

// The model whose posterior is sampled. Only read during a call, so that it need not outlive it.
typedef struct sgmcmc_model_f32 {
    size_t struct_size; // sizeof(sgmcmc_model_f32).
    sgmcmc_log_likelihood_f32 log_likelihood; // Must be set.
    // Needed under SGMCMC_PRIOR_CALLBACK; under any other prior it must be NULL: SGMCMC_ERROR_LOG_PRIOR_UNUSED.
    sgmcmc_log_prior_f32 log_prior;
    void *user; // Handed to every callback as it is; may be NULL.
    // Needed for position-dependent preconditioners. It and the three below: else NULL or not, they are not called, so
    // that one model serves chains that move in several ways.
    sgmcmc_metric_f32 metric;
    sgmcmc_diffusion_f32 diffusion; // Needed for SGMCMC_RULE_RECIPE.
    // Needed for a step size with SGMCMC_SCHEDULE_CALLBACK or left out, unless a warm-up finds one before the first
    // step.
    sgmcmc_scheduled step_size;
    sgmcmc_scheduled temperature; // Needed for a temperature with SGMCMC_SCHEDULE_CALLBACK.
} sgmcmc_model_f32;

// As sgmcmc_model_f32, in doubles.
typedef struct sgmcmc_model_f64 {
    size_t struct_size;
    sgmcmc_log_likelihood_f64 log_likelihood;
    sgmcmc_log_prior_f64 log_prior;
    void *user;
    sgmcmc_metric_f64 metric;
    sgmcmc_diffusion_f64 diffusion;
    sgmcmc_scheduled step_size;
    sgmcmc_scheduled temperature;
} sgmcmc_model_f64;

// Looks at every kept draw of a run, after the step that made it is complete. The chain itself is in use until the run
// returns: what an observer may know is in the draw.
// Returns: 0 to go on; any other number stops the run, with the chain at this very draw, and is handed back.
// In: draw: valid until the observer returns.
typedef int32_t (*sgmcmc_observer_f32)(void *user, const sgmcmc_draw_f32 *draw);
typedef int32_t (*sgmcmc_observer_f64)(void *user, const sgmcmc_draw_f64 *draw);

// Counts and rates of a chain so far.
typedef struct sgmcmc_chain_statistics {
    size_t struct_size; // sizeof(sgmcmc_chain_statistics), set by the caller; only that many bytes are written.
    uint64_t step_count; // Steps done.
    uint64_t kept_count; // Draws kept: after burn-in, due by the thinning, and not in the exploring part of a cycle.
    // The mean log-likelihood over the last batch, at the theta where it was evaluated; NaN before the first step.
    double log_likelihood;
    // eta of a rule's last step, or the one set since; for Metropolis-Hastings that of the next proposal.
    double step_size;
    double beta; // beta of the RSGLD proposal, 1 for others.
    double noise_scale; // sigma of the next forward proposal, the step of HMC; 0 for a rule.
    uint64_t accepted_count; // Accepted proposals; 0 for a rule, which proposes nothing.
    uint64_t forward_count; // Proposals that went up the gradient; all of them but for RSGLD. Under HMC trajectories.
    uint64_t forward_accepted_count; // How many of those were accepted.
    uint64_t backward_count; // Proposals that went down the gradient.
    uint64_t backward_accepted_count; // How many of those were accepted.
    // Proposals rejected because theta', the model's value or its gradient was not finite, or the model impossible,
    // there or anywhere on a trajectory; those of batches by HMC too.
    uint64_t nonfinite_count;
    // The mean acceptance probability, under HMC of trajectories; NaN before the first proposal.
    double mean_acceptance;
    int32_t beta_capped; // Whether the tuner has met its cap on beta: epsilon is too large.
    // Whether batch noise keeps the tuner of the step size from the acceptance rate that it is to aim at, so that it
    // aims at a share of what this noise leaves: see the setting that tunes the step size. Never for HMC, whose
    // trajectories this noise does not limit.
    int32_t step_size_capped;
    // tau of a rule's last step, 0 while a cycle explores, NaN before the first step under a schedule of the host's; n
    // / likelihood_scale for Metropolis-Hastings, which is exact on all data.
    double temperature;
    uint64_t clipped_count; // Gradients that were clipped.
    // Steps in which some theta overflowed and was set to the largest finite number: the chain has diverged.
    uint64_t saturated_count;
    // The lattice walk: moves of single parameters whose drift was longer than a lattice step, and was cut to it.
    uint64_t clamped_count;
    // HMC: batches that were proposed by themselves, one after each trajectory where a batch is not all data.
    uint64_t batch_count;
    uint64_t batch_accepted_count; // How many of those were accepted.
    // How many indices of the batch a proposal replaces, m for fresh batches: the settings', or what a warm-up has
    // chosen; 0 for rules.
    uint32_t refresh_len;
    int32_t reserved;
    // The lattice walk: about the length of the mean, over steps after burn-in, of what the cut took off the gradient
    // with the drift, over tau: the chain's mean is off by so much of the variance of theta, in a parameter that is
    // independent of others. More is in docs/src/equations.md.
    double clamped_gradient;
    // HMC: trajectories after burn-in that diverged: their energy came out more than 1000 too large, or something on
    // them was not finite or the model impossible. The chain's divergence is where the last one began.
    uint64_t divergence_count;
    // HMC: of the trajectories that diverged after burn-in, those whose step was no longer than step_size: they say
    // that there are places which the chain may not get to, finding 22 of sgmcmc_health_finding. More is in
    // docs/src/equations.md.
    uint64_t short_divergence_count;
    // HMC: trajectories that diverged in burn-in, where step_size is still to be found.
    uint64_t burn_in_divergence_count;
    // How many proposals in a row, the last one included, overflowed before the model was asked; after 1000 of them a
    // step is refused, until another step size is set.
    uint64_t unasked_count;
} sgmcmc_chain_statistics;

// Looks at a run's progress every so many steps, during burn-in, too, after the step is complete. The chain itself is
// in use until the run returns.
// Returns: 0 to go on; any other number stops the run, with the chain after this very step, and is handed back.
// In: statistics: counts and rates so far, as sgmcmc_chain_statistics_f32 fills them; valid until this returns.
//     theta:      dim numbers, after the step; valid until this returns.
typedef int32_t (*sgmcmc_progress_f32)(void *user, const sgmcmc_chain_statistics *statistics, const float *theta,
    size_t dim);
typedef int32_t (*sgmcmc_progress_f64)(void *user, const sgmcmc_chain_statistics *statistics, const double *theta,
    size_t dim);

// Who looks at a run, and how often: progress, health or both; for an observer alone there is sgmcmc_chain_run_f32.
// What is NULL does not look, so that an initializer that names the fields in use will do.
typedef struct sgmcmc_run_options_f32 {
    size_t struct_size; // sizeof(sgmcmc_run_options_f32).
    sgmcmc_observer_f32 observer; // Called after each kept step. Default NULL.
    void *observer_user; // Handed to the observer as it is; may be NULL.
    // Called after every step whose count is a multiple of interval, during burn-in, too: to say how far a run is, and
    // to stop it from there. How much time is left is for the host to say. Default NULL.
    sgmcmc_progress_f32 progress;
    void *progress_user; // Handed to progress as it is; may be NULL.
    // Health that looks at the chain after those steps, and notes what was refused; only the step before a look is
    // measured. Default NULL.
    sgmcmc_health *health;
    // How many steps there are from one look to the next, at least 1. With health and batches by epochs it should have
    // no common factor with the number of an epoch's batches, or heat is not measured.
    uint64_t interval;
} sgmcmc_run_options_f32;

// As sgmcmc_run_options_f32, in doubles.
typedef struct sgmcmc_run_options_f64 {
    size_t struct_size;
    sgmcmc_observer_f64 observer;
    void *observer_user;
    sgmcmc_progress_f64 progress;
    void *progress_user;
    sgmcmc_health *health;
    uint64_t interval;
} sgmcmc_run_options_f64;
#ifdef __cplusplus
} // extern "C"
#endif
#endif
