/*
 * Every struct that the fuzzer fills as one table each: a new field is a line here, at the place that it has in sgmcmc.h.
 * What is missing does not compile: a field without its line, since the positional initializer in settings.c is too short;
 * a line of another name or type, by the assertions there. Reports, whose numbers are judged, and enumerators are in
 * made.h.
 */
#ifndef FUZZ_FIELDS_H
#define FUZZ_FIELDS_H

/* The reports, and their findings: what is said once in the core. */
#include "made.h"

#define FIELD_ZERO(S, type, name, value) 0,
#define FIELD_IS_THERE(S, type, name, value) \
    _Static_assert(_Generic(((S *)0)->name, type: 1, default: 0), #S "." #name " has another type");

/* Of an enum: its elements, and a switch that the compiler wants complete. */
#define ENUMERATOR(name) name,
#define HANDLED(name) case name:
#define DEFINE_COMPLETE(type, array, LIST)                                    \
    __attribute__((unused)) static void array##_are_all(enum type enumerator) \
    {                                                                         \
        switch (enumerator) {                                                 \
            LIST(HANDLED) break;                                              \
        }                                                                     \
    }

/* Of a struct: what follows TABLE initializes what comes before the table's fields: struct_size, or nothing. */
#define DEFINE_TABLED(S, TABLE, ...) \
    TABLE(FIELD_IS_THERE, S)         \
    __attribute__((unused)) static const S S##_has_these = {__VA_ARGS__ TABLE(FIELD_ZERO, S)};

/* The last column is an expression in which `d` is the decoder: see settings.c. */
#define SETTINGS_FIELDS(X, S)                          \
    X(S, uint64_t, seed, WORD)                         \
    X(S, uint32_t, chain_index, COUNT(4))              \
    X(S, uint32_t, data_len, COUNT(41))                \
    X(S, int32_t, batch, CHOICE(batches))              \
    X(S, uint32_t, batch_len, COUNT(41))               \
    X(S, uint32_t, chunk_len, COUNT(12))               \
    X(S, int32_t, sampler, CHOICE(samplers))           \
    X(S, int32_t, prior, CHOICE(priors))               \
    X(S, int32_t, moments, CHOICE(moments))            \
    X(S, double, prior_mean, NUMBER)                   \
    X(S, double, prior_precision, NUMBER)              \
    X(S, const double *, prior_means, VECTOR(means))   \
    X(S, const double *, prior_precisions, VECTOR(precisions)) \
    X(S, double, slab_weight, FRACTION)                \
    X(S, double, slab_deviation, NUMBER)               \
    X(S, double, spike_deviation, NUMBER)              \
    X(S, uint64_t, burn_in, COUNT(12))                 \
    X(S, uint64_t, thinning, COUNT(6))                 \
    X(S, const sgmcmc_block *, blocks, BLOCKS)         \
    X(S, size_t, block_count, COUNT(BLOCK_MAX + 1))    \
    X(S, size_t, block_size, STRUCT_SIZE(sgmcmc_block)) \
    X(S, double, step_size, NUMBER)                    \
    X(S, double, temperature, NUMBER)                  \
    X(S, const sgmcmc_rule *, rule, RULE)              \
    X(S, const sgmcmc_schedule *, step_size_schedule, SCHEDULE(step_size_schedule)) \
    X(S, const sgmcmc_schedule *, temperature_schedule, SCHEDULE(temperature_schedule)) \
    X(S, int32_t, schedule_unit, CHOICE(schedule_units)) \
    X(S, int32_t, estimator, CHOICE(estimators))       \
    X(S, const double *, centre, VECTOR(centre))       \
    X(S, uint64_t, anchor_interval, COUNT(8))          \
    X(S, uint32_t, anchor_len, COUNT(41))              \
    X(S, int32_t, anchor_averaged, FLAG)               \
    X(S, int32_t, clipping, CHOICE(clippings))         \
    X(S, int32_t, reserved, RESERVED)                  \
    X(S, double, clipping_limit, NUMBER)               \
    X(S, int32_t, proposal, CHOICE(proposals))         \
    X(S, int32_t, density, CHOICE(densities))          \
    X(S, int32_t, noise, CHOICE(noises))               \
    X(S, int32_t, proposal_gradient, CHOICE(proposal_gradients)) \
    X(S, double, noise_scale, NUMBER)                  \
    X(S, double, likelihood_scale, NUMBER)             \
    X(S, double, beta, NUMBER)                         \
    X(S, uint32_t, refresh_len, COUNT(21))             \
    X(S, int32_t, tune_beta, FLAG)                     \
    X(S, double, beta_max, NUMBER)                     \
    X(S, uint64_t, tune_interval, COUNT(8))            \
    X(S, int32_t, tune_step_size, FLAG)                \
    X(S, int32_t, tune_refresh_len, FLAG)              \
    X(S, double, target_acceptance, FRACTION)          \
    X(S, int32_t, simd_level, CHOICE(simd_levels))     \
    X(S, int32_t, noise_compensation, CHOICE(compensations)) \
    X(S, const double *, noise_covariance, VECTOR(covariance)) \
    X(S, size_t, noise_covariance_len, COVARIANCE_LEN) \
    X(S, uint32_t, leapfrog_count, FEW)                \
    X(S, int32_t, reserved3, RESERVED)                 \
    X(S, double, step_jitter, FRACTION)

#define RULE_FIELDS(X, S)                              \
    X(S, int32_t, kind, CHOICE(rule_kinds))            \
    X(S, int32_t, drift, CHOICE(drifts))               \
    X(S, double, drift_scale, NUMBER)                  \
    X(S, double, beta1, FRACTION)                      \
    X(S, double, beta2, FRACTION)                      \
    X(S, double, rho, FRACTION)                        \
    X(S, double, lambda, NUMBER)                       \
    X(S, int32_t, momentum_form, CHOICE(momentum_forms)) \
    X(S, int32_t, preconditioner, CHOICE(preconditioners)) \
    X(S, double, preconditioner_beta, FRACTION)        \
    X(S, double, preconditioner_lambda, NUMBER)        \
    X(S, const double *, preconditioner_values, MATRIX) \
    X(S, int32_t, reflect, FLAG)                       \
    X(S, int32_t, draw_velocity, FLAG)                 \
    X(S, double, friction, NUMBER)                     \
    X(S, double, noise_estimate, NUMBER)               \
    X(S, uint64_t, redraw_interval, COUNT(6))          \
    X(S, int32_t, thermostat_per_coordinate, FLAG)     \
    X(S, int32_t, splitting, CHOICE(splittings))       \
    X(S, int32_t, gradient_scale, CHOICE(gradient_scales)) \
    X(S, int32_t, reserved, RESERVED)

#define SCHEDULE_FIELDS(X, S)                          \
    X(S, int32_t, kind, CHOICE(schedule_kinds))        \
    X(S, int32_t, reserved, RESERVED)                  \
    X(S, double, offset, NUMBER)                       \
    X(S, double, exponent, FRACTION)                   \
    X(S, double, factor, FRACTION)                     \
    X(S, uint64_t, period, COUNT(8))                   \
    X(S, uint64_t, cycle_len, COUNT(8))                \
    X(S, double, exploration, FRACTION)                \
    X(S, double, floor, FRACTION)                      \
    X(S, uint64_t, warm_up, COUNT(8))

/* A block has no size of its own. */
#define BLOCK_FIELDS(X, S)                             \
    X(S, size_t, start, COUNT(70))                     \
    X(S, size_t, len, COUNT(70))                       \
    X(S, double, step_size_factor, NUMBER)             \
    X(S, int32_t, frozen, FLAG)                        \
    X(S, int32_t, prior, CHOICE(priors))               \
    X(S, double, prior_mean, NUMBER)                   \
    X(S, double, prior_precision, NUMBER)              \
    X(S, double, slab_weight, FRACTION)                \
    X(S, double, slab_deviation, NUMBER)               \
    X(S, double, spike_deviation, NUMBER)

/* A pilot asks for as many batches as these say: few. */
#define PILOT_SETTINGS_FIELDS(X, S)                    \
    X(S, uint64_t, seed, WORD)                         \
    X(S, uint32_t, pair_count, PAIRS)                  \
    X(S, uint32_t, product_count, PRODUCTS)            \
    X(S, double, difference, NUMBER)                   \
    X(S, double, inflation, FRACTION)                  \
    X(S, int32_t, covariance, FLAG)                    \
    X(S, uint32_t, batch_len, COUNT(41))

#define HEALTH_SETTINGS_FIELDS(X, S)                   \
    X(S, uint64_t, window, WINDOW)                     \
    X(S, double, tolerance, FRACTION)

/* The enumerators of every enum that a field may be. */
#define SIMD_LEVELS(X)                                                                                            \
    X(SGMCMC_SIMD_NONE) X(SGMCMC_SIMD_SSE2) X(SGMCMC_SIMD_AVX2) X(SGMCMC_SIMD_AVX512) X(SGMCMC_SIMD_NEON)         \
    X(SGMCMC_SIMD_WASM128)

#endif
