// sgmcmc: update rules and schedules.

#ifndef SGMCMC_RULE_H
#define SGMCMC_RULE_H

#include <stddef.h>
#include <stdint.h>

#include "library.h"
#include "kinds.h"

#ifdef __cplusplus
extern "C" {
#endif

// An update rule: what moves theta in a step. Call sgmcmc_rule_init first, then set what
// should differ from the defaults. docs/src/rules.md has the equations.
//
// Every enum and flag is checked, used or not; what the kind, the drift and the preconditioner do not use must have its
// default, or is refused by name. Where a default depends on the kind of rule or drift the field is 0, which stands for
// it: the kind may be set or changed later.
typedef struct sgmcmc_rule {
    // sizeof(sgmcmc_rule) of the caller's header, set by sgmcmc_rule_init.
    size_t struct_size;
    // enum sgmcmc_rule_kind.
    int32_t kind;
    // Langevin, lattice: enum sgmcmc_drift. Default SGMCMC_DRIFT_NONE, the only one beside other kinds.
    int32_t drift;
    // a, how much of the drift is added to the gradient, positive; 0, the default, is that of the drift: 1 for
    // SGMCMC_DRIFT_MOMENTUM, 10 for the others.
    double drift_scale;
    // Momentum, Adam, AdaMax, and the Adam optimiser: the decay of the mean gradient, at least 0 and below 1.
    // Default 0.9.
    double beta1;
    // Adam, AdaMax, and the Adam optimiser: the decay of the squared or largest gradient, above beta1 squared and
    // below 1. Default 0.999.
    double beta2;
    // Adadelta: the decay of its means, at least 0 and below 1. Default 0.95.
    double rho;
    // Adam, AdaMax, Adadelta, and the Adam optimiser: keeps a denominator from zero, positive, the inverse of
    // its square finite in the precision of theta; 0, the default, is 1e-5, for the optimiser 1e-8.
    double lambda;
    // Momentum: enum sgmcmc_momentum_form. Default SGMCMC_MOMENTUM_CALIBRATED.
    int32_t momentum_form;
    // Langevin, lattice: enum sgmcmc_preconditioner. Default SGMCMC_PRECONDITIONER_IDENTITY, the only one beside other
    // kinds.
    int32_t preconditioner;
    // RMSprop: the decay of the mean squared gradient, at least 0 and below 1. Default 0.99.
    double preconditioner_beta;
    // RMSprop, AdaGrad: keeps a denominator from zero, positive, the inverse of its square finite in the precision of
    // theta. Default 1e-5.
    double preconditioner_lambda;
    // SGMCMC_PRECONDITIONER_DIAGONAL: dim positive numbers p. SGMCMC_PRECONDITIONER_DENSE: dim * dim numbers, row
    // after row of the lower-triangular factor L, with a positive diagonal; those above it are not looked at. Copied
    // by the function that takes the rule. NULL for the others. Default NULL.
    const double *preconditioner_values;
    // SGMCMC_PRECONDITIONER_POSITION_DEPENDENT: 1 when theta is positive and reflected at 0. Default 0.
    int32_t reflect;
    // SGHMC, ABOBA, BAOAB, SGNHT: 1 draws the first velocity from its stationary law, sqrt(eta tau) xi, at the
    // schedules' first values; 0, and a value that a callback says or that is left out, leave it zero. Default 0.
    int32_t draw_velocity;
    // SGHMC, ABOBA, BAOAB, SGNHT: alpha, the friction of one step, one minus the momentum, above 0 and at most 1,
    // for SGNHT with SGMCMC_SPLITTING_EULER below 1/2. Default 0.1.
    double friction;
    // SGHMC: the friction's share whose noise the gradient brings already, eta nu^2 / (2 tau), from 0 to friction.
    // Default 0.
    double noise_estimate;
    // SGHMC: every how many steps k the velocity is drawn anew, as published, which does not sample the posterior: a
    // fresh velocity gets a full kick. As eta falls a variance is (B^2 + 2 (alpha - noise_estimate) C) / (2 A) of what
    // it should be, and the gradient's noise v adds eta v C / (2 A tau) of it, with A, B and C the sums over j = 1 ...
    // k of (1 - r^j) / alpha, r^j and ((1 - r^j) / alpha)^2, r = 1 - alpha: k / (k + 1) where alpha k is small; at
    // alpha = 0.1 0.505, 0.663, 0.868 and 0.983 for k = 1, 2, 7 and 50. Default 0: never.
    uint64_t redraw_interval;
    // SGNHT: 1 for a thermostat of its own for each parameter, 0 for one for all. Default 0.
    int32_t thermostat_per_coordinate;
    // SGNHT: enum sgmcmc_splitting. Default SGMCMC_SPLITTING_EULER.
    int32_t splitting;
    // RMSprop, AdaGrad: enum sgmcmc_gradient_scale. Default SGMCMC_GRADIENT_SCALE_MEAN.
    int32_t gradient_scale;
    // 0: room for a later field.
    int32_t reserved;
} sgmcmc_rule;

// How a step size or a temperature changes with k, the count of steps or epochs from 0: a factor of the setting that
// it goes with, max(s(k), floor) * min(1, (k + 1) / warm_up) with s(k) by kind. Call sgmcmc_schedule_init first.
typedef struct sgmcmc_schedule {
    // sizeof(sgmcmc_schedule) of the caller's header, set by sgmcmc_schedule_init.
    size_t struct_size;
    // enum sgmcmc_schedule_kind. Default SGMCMC_SCHEDULE_CONSTANT.
    int32_t kind;
    // 0: room for a later field.
    int32_t reserved;
    // Polynomial: b, positive. Default 1.
    double offset;
    // Polynomial: gamma, above 0.5 and at most 1. Default 0.55.
    double exponent;
    // Step decay: above 0 and at most 1. Default 0.5.
    double factor;
    // Step decay: at least 1, counted as k is. No default: must be set.
    uint64_t period;
    // Cyclical: at least 1, counted as k is; see sgmcmc_cycle_len. No default: must be set.
    uint64_t cycle_len;
    // Cyclical: the first part of each cycle, in which the temperature is 0 and no draw is kept, at least 0 and at
    // most 1 - 1 / cycle_len. Default 0.
    double exploration;
    // All but the callback, where it must be 0: once warm, the factor is never below this, at least 0 and below 1.
    // Default 0: none.
    double floor;
    // All but the callback, where it must be 0: the first warm_up factors are multiplied by (k + 1) / warm_up, counted
    // as k is, the floor included. Default 0: none.
    uint64_t warm_up;
} sgmcmc_schedule;

// Sets every field to the default of this kind of rule, and struct_size; SGMCMC_RULE_LANGEVIN becomes SGLD. With other
// drifts and preconditioners, which have their own defaults when they are set, it is another member of the Langevin family,
// or under SGMCMC_RULE_LATTICE of the lattice random walk's. Those with names are
//
//     SGLD    SGMCMC_DRIFT_NONE       SGMCMC_PRECONDITIONER_IDENTITY
//     pSGLD   SGMCMC_DRIFT_NONE       SGMCMC_PRECONDITIONER_RMSPROP
//     MSGLD   SGMCMC_DRIFT_MOMENTUM   SGMCMC_PRECONDITIONER_IDENTITY
//     ASGLD   SGMCMC_DRIFT_ADAM       SGMCMC_PRECONDITIONER_IDENTITY
//     SGRLD   SGMCMC_DRIFT_NONE       SGMCMC_PRECONDITIONER_POSITION_DEPENDENT
//
// Returns: SGMCMC_OK; SGMCMC_ERROR_STRUCT_SIZE when struct_size is nothing that sizeof gives; refuses an unknown kind.
// Out: rule:        struct_size bytes; fields that this library does not know are set to 0.
// In:  struct_size: sizeof(sgmcmc_rule).
//      kind:        enum sgmcmc_rule_kind.
sgmcmc_status sgmcmc_rule_init(sgmcmc_rule *rule, size_t struct_size, int32_t kind);

// Sets every field to its default, and struct_size.
//
// Returns: SGMCMC_OK; SGMCMC_ERROR_STRUCT_SIZE when struct_size is nothing that sizeof gives.
// Out: schedule:    struct_size bytes; fields that this library does not know are set to 0.
// In:  struct_size: sizeof(sgmcmc_schedule).
sgmcmc_status sgmcmc_schedule_init(sgmcmc_schedule *schedule, size_t struct_size);

// What a schedule says at k, for hosts that own their loop. The setting times the factor has the bits of a chain's.
//
// Returns: SGMCMC_OK; refuses fields of the schedule, and SGMCMC_SCHEDULE_CALLBACK as its kind.
// Out: factor:   one number.
//      explores: 1 in the exploring part of a cycle, else 0; may be NULL.
// In:  schedule: the schedule.
//      k:        the step or epoch, from 0.
sgmcmc_status sgmcmc_schedule_at(double *factor, int32_t *explores, const sgmcmc_schedule *schedule,
    uint64_t k);

// The length of a cycle when step_count steps or epochs make cycle_count cycles: their ratio, rounded up.
//
// The last cycle is the shorter one. A cycle_count of 0 counts as 1.
uint64_t sgmcmc_cycle_len(uint64_t step_count, uint64_t cycle_count);

#ifdef __cplusplus
} // extern "C"
#endif

#endif
