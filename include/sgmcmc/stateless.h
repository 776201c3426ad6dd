// sgmcmc: rules without a chain.

#ifndef SGMCMC_STATELESS_H
#define SGMCMC_STATELESS_H
#include "library.h"
#include "rule.h"

#ifdef __cplusplus
extern "C" {
#endif

// The random number generators of one chain, in caller memory: one for vectors of noise, one for choices.
typedef struct sgmcmc_rng sgmcmc_rng;

// What a step without a chain did, filled by sgmcmc_rule_step_f32 and _f64.
typedef struct sgmcmc_rule_applied {
    size_t struct_size; // sizeof(sgmcmc_rule_applied), set by the caller; only that many bytes are written.
    int32_t saturated; // 1 when some theta overflowed and was set to the largest finite number, else 0.
    int32_t reserved;
    double drift_norm; // The Euclidean norm of the drift that was added to theta.
    double noise_norm; // The Euclidean norm of the noise that was added to theta.
    // SGMCMC_RULE_LATTICE: how many parameters had a drift longer than a lattice step, which was cut to it; else 0.
    uint64_t clamped_count;
} sgmcmc_rule_applied;

// The caller's vectors of a step without a chain. Zeros stand for those that the rule does not have.
typedef struct sgmcmc_rule_vectors_f32 {
    size_t struct_size; // sizeof(sgmcmc_rule_vectors_f32).
    float *theta; // dim numbers, read and written; finite, which is not checked.
    float *state; // state_len numbers, read and written: as sgmcmc_rule_start_f32 or the last step left them.
    // dim numbers: of the log posterior, summed over all data, where sgmcmc_rule_move_to_site_f32 says.
    const float *gradient;
    const float *host_terms; // host_terms_len numbers.
    size_t dim; // The number of parameters.
    size_t state_len; // What sgmcmc_rule_lengths_f32 says; state may be NULL where it is 0.
    size_t host_terms_len; // What sgmcmc_rule_lengths_f32 says; host_terms may be NULL where it is 0.
} sgmcmc_rule_vectors_f32;

// As sgmcmc_rule_vectors_f32, in doubles.
typedef struct sgmcmc_rule_vectors_f64 {
    size_t struct_size;
    double *theta;
    double *state;
    const double *gradient;
    const double *host_terms;
    size_t dim;
    size_t state_len;
    size_t host_terms_len;
} sgmcmc_rule_vectors_f64;

// Where a step without a chain is: what a chain's schedules and counts would say.
typedef struct sgmcmc_rule_at {
    size_t struct_size; // sizeof(sgmcmc_rule_at).
    double step_size; // Positive.
    double temperature; // At least 0; 1 samples the posterior, 0 draws no noise. SGMCMC_RULE_LATTICE: positive.
    uint64_t index; // How many steps were taken before.
    // How many data the gradient is summed over, at least 1 whatever the rule. SGMCMC_GRADIENT_SCALE_MEAN uses it.
    uint32_t data_len;
    int32_t reserved;
} sgmcmc_rule_at;

// How many numbers of its own a rule has for dim parameters, and how many the caller gives with every step. Each
// output may be NULL.
// Returns: SGMCMC_OK; SGMCMC_ERROR_LENGTH_ZERO, _LENGTH_TOO_LARGE for dim; refuses unknown kinds and fields that they
//          do not use.
// Out: state_len:      how many numbers of state; 0 for SGLD.
//      host_terms_len: 2 dim for SGMCMC_RULE_RECIPE, drift and noise; 2 dim for
//                      SGMCMC_PRECONDITIONER_POSITION_DEPENDENT, the diagonal of P and Gamma; dim * dim + dim for
//                      SGMCMC_PRECONDITIONER_POSITION_DEPENDENT_DENSE, the rows of L and Gamma; 0 for all others.
// In:  rule:           NULL for SGLD; the numbers that its kind uses are not read.
sgmcmc_status sgmcmc_rule_lengths_f32(size_t *state_len, size_t *host_terms_len, const sgmcmc_rule *rule, size_t dim);
sgmcmc_status sgmcmc_rule_lengths_f64(size_t *state_len, size_t *host_terms_len, const sgmcmc_rule *rule, size_t dim);

// Fills a rule's state before the first step: thermostats, the caller's preconditioner, a velocity if one is drawn, and
// zeros.
// Returns: SGMCMC_OK; SGMCMC_ERROR_LENGTH_MISMATCH; refuses fields of the rule, step_size and temperature.
// Out: state:       state_len numbers; may be NULL when that is 0.
// In:  state_len:   what sgmcmc_rule_lengths_f32 says.
//      rule:        NULL for SGLD. preconditioner.values are copied into the state.
//      step_size:   of the first step, positive.
//      temperature: of the first step, at least 0.
sgmcmc_status sgmcmc_rule_start_f32(sgmcmc_rng *rng, float *state, size_t state_len, const sgmcmc_rule *rule,
    size_t dim, double step_size, double temperature);
sgmcmc_status sgmcmc_rule_start_f64(sgmcmc_rng *rng, double *state, size_t state_len, const sgmcmc_rule *rule,
    size_t dim, double step_size, double temperature);

// Replaces theta by where the rule wants the gradient of its next step: for SGMCMC_RULE_ABOBA, and SGMCMC_RULE_SGNHT
// with SGMCMC_SPLITTING_SYMMETRIC, theta + v/2, clamped to the finite numbers; for all others theta itself. Give it a
// copy of theta.
// Returns: SGMCMC_OK; SGMCMC_ERROR_LENGTH_MISMATCH; refuses unknown kinds, and fields that they do not use.
// In/out: site:      dim numbers, a copy of theta.
// In:     state:     state_len numbers; may be NULL when that is 0.
//         rule:      NULL for SGLD.
sgmcmc_status sgmcmc_rule_move_to_site_f32(float *site, size_t dim, const float *state, size_t state_len,
    const sgmcmc_rule *rule);
sgmcmc_status sgmcmc_rule_move_to_site_f64(double *site, size_t dim, const double *state, size_t state_len,
    const sgmcmc_rule *rule);

// One step of a rule on the caller's vectors, with the bits of a chain's. The chain does more: minibatches, priors,
// schedules, estimators, moments.
// Returns: SGMCMC_OK; SGMCMC_ERROR_LENGTH_MISMATCH, _GRADIENT_NOT_FINITE, _PRECONDITIONER_NOT_USABLE,
//          _DIFFUSION_NOT_FINITE; refuses fields of the rule, step_size, temperature and data_len.
// Out:    applied: what the step did; may be NULL, which is
//                  faster.
// In:     vectors: what is stepped, and what it takes. Their theta and state are written, on success only.
//         rule:    NULL for SGLD. preconditioner.values are not looked at: the state holds them.
//         at:      where the step is.
sgmcmc_status sgmcmc_rule_step_f32(sgmcmc_rng *rng, sgmcmc_rule_applied *applied,
    const sgmcmc_rule_vectors_f32 *vectors, const sgmcmc_rule *rule, const sgmcmc_rule_at *at);
sgmcmc_status sgmcmc_rule_step_f64(sgmcmc_rng *rng, sgmcmc_rule_applied *applied,
    const sgmcmc_rule_vectors_f64 *vectors, const sgmcmc_rule *rule, const sgmcmc_rule_at *at);
#ifdef __cplusplus
} // extern "C"
#endif
#endif
