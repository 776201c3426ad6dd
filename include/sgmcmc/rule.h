// sgmcmc: update rules and schedules.

#ifndef SGMCMC_RULE_H
#define SGMCMC_RULE_H
#include "library.h"
#include "kinds.h"

#ifdef __cplusplus
extern "C" {
#endif

// What the Langevin family and the lattice walk add to the gradient: docs/src/rules.md has the equations.
typedef struct sgmcmc_drift {
    int32_t kind; // enum sgmcmc_drift_kind. Default _NONE.
    // _MOMENTUM: enum sgmcmc_momentum_form. What is done with the sum of gradient and drift. Default _CALIBRATED.
    int32_t form;
    // _MOMENTUM, _ADAM, _ADAMAX, _ADADELTA: a, how much of the drift is added to the gradient. Positive and finite in
    // the precision of theta. 0, the default, is 1 for SGMCMC_DRIFT_MOMENTUM, 10 for the others.
    double scale;
    // _MOMENTUM, _ADAM, _ADAMAX: beta1, the decay of the mean gradient. At least 0 and below 1. Default 0.9.
    double beta1;
    // _ADAM: beta2 > beta1^2, the decay of the squared gradient. Below 1. _ADAMAX: beta2 > beta1^2, the decay of the
    // largest gradient. Below 1. Default 0.999.
    double beta2;
    // _ADAM, _ADAMAX, _ADADELTA: lambda, which keeps a denominator from zero. Positive and finite, and so is the
    // inverse of its square in the precision of theta. Default 1e-5.
    double lambda;
    double rho; // _ADADELTA: rho, the decay of its means. At least 0 and below 1. Default 0.95.
    uint64_t reserved2[2];
} sgmcmc_drift;

// The metric P of the Langevin family and of the lattice walk: docs/src/rules.md has the equations. More is in
// docs/src/equations.md.
typedef struct sgmcmc_preconditioner {
    int32_t kind; // enum sgmcmc_preconditioner_kind. Default _IDENTITY.
    // _RMSPROP, _ADAGRAD: enum sgmcmc_gradient_scale. The scale of the gradients that are squared. Default _MEAN.
    int32_t scale;
    // _POSITION_DEPENDENT: Whether theta is positive and reflected at 0: theta <- |theta| ends a step. Default 0.
    int32_t reflect;
    int32_t reserved;
    double beta; // _RMSPROP: beta, the decay of the mean squared gradient. At least 0 and below 1. Default 0.99.
    // _RMSPROP, _ADAGRAD: lambda, which keeps a denominator from zero. Positive and finite, and so is the inverse of
    // its square in the precision of theta. Default 1e-5.
    double lambda;
    // _DIAGONAL, _DENSE: dim positive numbers p for a diagonal; for a dense one dim * dim numbers, row after row of the
    // lower-triangular factor L, with a positive diagonal, of which those above it are not read. They must live until a
    // chain is made or sgmcmc_rule_start_f32 is called, which copy them. No default.
    const double *values;
    uint64_t reserved2[2];
} sgmcmc_preconditioner;

// The update rules: docs/src/rules.md has what each of them computes, line by line.
typedef struct sgmcmc_rule {
    int32_t kind; // enum sgmcmc_rule_kind. Default _LANGEVIN.
    // _SGHMC, _ABOBA, _BAOAB, _SGNHT: enum sgmcmc_velocity. The velocity before the first step. Default _ZERO.
    int32_t velocity;
    // _SGNHT: enum sgmcmc_thermostat. One thermostat for all parameters, or one for each. Default _SCALAR.
    int32_t thermostat;
    // _SGNHT: enum sgmcmc_splitting. How its equations are split into a step; by Euler's splitting the friction is
    // below 1/2: from there on the chain diverges. Default _EULER.
    int32_t splitting;
    sgmcmc_drift drift; // _LANGEVIN, _LATTICE: What is added to the gradient, A.
    sgmcmc_preconditioner preconditioner; // _LANGEVIN, _LATTICE: The metric, P; under the lattice rule it is diagonal.
    // _SGHMC, _ABOBA, _BAOAB, _SGNHT: alpha, the friction of one step: one minus the momentum. Above 0 and at most 1.
    // Default 0.1.
    double friction;
    // _SGHMC: beta, the friction's share whose noise the gradient brings already, new in every step: eta nu^2/(2 tau),
    // at most alpha. At least 0. Default 0.
    double noise_estimate;
    // _SGHMC: Every how many steps the velocity is drawn anew, as published, which does not sample the posterior; 0 for
    // never. At k = 1, 2, 7 and 50 and alpha = 0.1 a variance is 0.505, 0.663, 0.868 and 0.983 of what it should be.
    // More is in docs/src/equations.md. Default 0.
    uint64_t redraw_interval;
    double beta1; // _ADAM: beta1, the decay of the mean gradient. At least 0 and below 1. Default 0.9.
    double beta2; // _ADAM: beta2 > beta1^2, the decay of the squared gradient. Below 1. Default 0.999.
    // _ADAM: lambda, which keeps a denominator from zero. Positive and finite, and so is the inverse of its square in
    // the precision of theta. Default 1e-8.
    double lambda;
    uint64_t reserved2[2];
} sgmcmc_rule;

// A step size or a temperature for every k. More is in docs/src/equations.md.
typedef struct sgmcmc_schedule {
    int32_t kind; // enum sgmcmc_schedule_kind. Default _CONSTANT.
    int32_t reserved;
    // _CONSTANT, _POLYNOMIAL, _STEP_DECAY, _CYCLICAL: The setting, by which the factor is multiplied: positive for a
    // step size, at least 0 for a temperature. No default.
    double value;
    double offset; // _POLYNOMIAL: b, in the unit of k. Positive and finite. Default 1.
    double exponent; // _POLYNOMIAL: gamma, by which it falls. Above 0.5 and at most 1. Default 0.55.
    double factor; // _STEP_DECAY: gamma, by which every period multiplies it. Above 0 and at most 1. Default 0.5.
    uint64_t period; // _STEP_DECAY: L, in the unit of k. At least 1. No default.
    // _CYCLICAL: C, how long a cycle is, in the unit of k: of c cycles in N steps or epochs N/c, rounded up. At least
    // 1. No default.
    uint64_t cycle_len;
    // _CYCLICAL: The first part of each cycle, in which the temperature is 0 and no draw is kept: at most 1 - 1/C. At
    // least 0. Default 0.
    double exploration;
    // f: once warm, the factor is never below it; 0 for none, as it must be where the host says. At least 0 and below
    // 1. Default 0.
    double floor;
    // w: the first w factors are multiplied by (k + 1)/w, the floor included; in the unit of k, 0 for none, as it must
    // be where the host says. Default 0.
    uint64_t warm_up;
    uint64_t reserved2[2];
} sgmcmc_schedule;

// Sets every field to its default, and the kind; SGMCMC_RULE_LANGEVIN becomes SGLD. With other drifts and
// preconditioners, which have their own defaults when they are set, it is another member of the Langevin family, or
// under SGMCMC_RULE_LATTICE of the lattice random walk's. Those with names are
//
//     SGLD    SGMCMC_DRIFT_NONE       SGMCMC_PRECONDITIONER_IDENTITY
//     pSGLD   SGMCMC_DRIFT_NONE       SGMCMC_PRECONDITIONER_RMSPROP
//     MSGLD   SGMCMC_DRIFT_MOMENTUM   SGMCMC_PRECONDITIONER_IDENTITY
//     ASGLD   SGMCMC_DRIFT_ADAM       SGMCMC_PRECONDITIONER_IDENTITY
//     SGRLD   SGMCMC_DRIFT_NONE       SGMCMC_PRECONDITIONER_POSITION_DEPENDENT
// Returns: SGMCMC_OK; refuses an unknown kind.
// In:  kind: enum sgmcmc_rule_kind.
sgmcmc_status sgmcmc_rule_init(sgmcmc_rule *rule, size_t struct_size, int32_t kind);

// Sets every field to its default, and value, which has none, to NaN, which is refused until it is set. For a schedule
// that stands alone: those of sgmcmc_chain_settings have their defaults from its _init, a value of 0 and of 1, which
// this would undo.
sgmcmc_status sgmcmc_schedule_init(sgmcmc_schedule *schedule, size_t struct_size);

// What a schedule says at k, for hosts that own their loop: the bits of a chain's.
// Returns: SGMCMC_OK; refuses fields of the schedule, and SGMCMC_SCHEDULE_CALLBACK as its kind.
// Out: explores: 1 in the exploring part of a cycle, else 0; may be NULL.
// In:  k:        the step or epoch, from 0.
sgmcmc_status sgmcmc_schedule_at(double *value, int32_t *explores, const sgmcmc_schedule *schedule, uint64_t k);
#ifdef __cplusplus
} // extern "C"
#endif
#endif
