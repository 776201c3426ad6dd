// sgmcmc: constrained parameters.

#ifndef SGMCMC_TRANSFORM_H
#define SGMCMC_TRANSFORM_H
#include "library.h"

#ifdef __cplusplus
extern "C" {
#endif

// What the values of a transform are.
typedef enum sgmcmc_transform_kind {
    // Each between lower and upper, of which either may be infinite, for no bound: with lower 0, positive numbers.
    SGMCMC_TRANSFORM_BOUNDED = 0,
    SGMCMC_TRANSFORM_ORDERED = 1, // In ascending order.
    SGMCMC_TRANSFORM_SIMPLEX = 2, // Positive, with sum 1: len of len - 1 parameters.
    // The rows of the lower-triangular Cholesky factor of a correlation matrix, len * len numbers with zeros above the
    // diagonal, of len (len - 1) / 2 parameters. What stands above it is not read.
    SGMCMC_TRANSFORM_CORRELATION = 3,
} sgmcmc_transform_kind;

// A range of parameters, and what becomes of them; what no transform covers is taken as it is. No _init: what is not
// set is 0.
typedef struct sgmcmc_transform {
    size_t start; // The first parameter, counted from 0. No default.
    size_t len; // How many values there are, or rows of a correlation matrix. At least 1. No default.
    double lower; // Below every value; 0 for other kinds than bounded ones. Default 0.
    double upper; // Above every value, and above lower; 0 for other kinds than bounded ones. Default 0.
    int32_t kind; // enum sgmcmc_transform_kind. What the values are. Default _BOUNDED.
    int32_t reserved;
} sgmcmc_transform;

// The values y of theta, and log |det dy/dtheta|, which a log density of y takes with it to one of theta: add it to the
// log prior or, where the model is a log density without data, to that. Equations and sources are in
// docs/src/constrained.md.
// Returns: SGMCMC_OK; SGMCMC_ERROR_LENGTH_MISMATCH; _THETA_NOT_FINITE; _VALUE_NOT_FINITE for what overflows, and a
//          callback then returns 1; refuses transforms.
// Out: values:       value_len numbers, range after range, and as theta what no transform covers. Each is the exact one,
//                    rounded: far out it may be the bound itself.
//      log_jacobian: one number; may be NULL.
// In:  value_len:    dim, and 1 more for each simplex, len (len + 1) / 2 more for each correlation.
//      theta:        dim numbers.
//      transforms:   transform_count of them, in ascending order, apart from each other. Not looked at when there are
//                    none.
sgmcmc_status sgmcmc_constrain_f32(float *values, size_t value_len, double *log_jacobian, const float *theta,
    size_t dim, const sgmcmc_transform *transforms, size_t transform_count);
sgmcmc_status sgmcmc_constrain_f64(double *values, size_t value_len, double *log_jacobian, const double *theta,
    size_t dim, const sgmcmc_transform *transforms, size_t transform_count);

// The gradient in theta of a function of the values, from its gradient in them, and weight times the gradient of
// log |det dy/dtheta|.
// Returns: as sgmcmc_constrain_f32.
// Out: gradient:       dim numbers.
// In:  theta:          dim numbers.
//      value_gradient: value_len numbers; those above the diagonal of a correlation's factor are not read.
//      weight:         1 where the function is a log density, 0 for a part of one that goes without, such as the
//                      log-likelihood where the log prior takes it.
sgmcmc_status sgmcmc_pull_back_f32(float *gradient, const float *theta, size_t dim, const float *value_gradient,
    size_t value_len, const sgmcmc_transform *transforms, size_t transform_count, double weight);
sgmcmc_status sgmcmc_pull_back_f64(double *gradient, const double *theta, size_t dim, const double *value_gradient,
    size_t value_len, const sgmcmc_transform *transforms, size_t transform_count, double weight);

// The theta that has these values, for a start.
// Returns: as sgmcmc_constrain_f32, with SGMCMC_ERROR_VALUE_OUTSIDE for values that no theta has.
// Out: theta:  dim numbers.
// In:  values: value_len numbers.
sgmcmc_status sgmcmc_unconstrain_f32(float *theta, size_t dim, const float *values, size_t value_len,
    const sgmcmc_transform *transforms, size_t transform_count);
sgmcmc_status sgmcmc_unconstrain_f64(double *theta, size_t dim, const double *values, size_t value_len,
    const sgmcmc_transform *transforms, size_t transform_count);
#ifdef __cplusplus
} // extern "C"
#endif
#endif
