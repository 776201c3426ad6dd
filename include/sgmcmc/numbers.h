// sgmcmc: random numbers, functions, fingerprints, step sizes of others.

#ifndef SGMCMC_NUMBERS_H
#define SGMCMC_NUMBERS_H
#include "library.h"
#include "stateless.h"

#ifdef __cplusplus
extern "C" {
#endif

// A function of one number, with the same bits on every machine, whatever the length of the array it is in.
typedef enum sgmcmc_function {
    SGMCMC_FUNCTION_EXP = 0, // e^x.
    SGMCMC_FUNCTION_LN = 1, // The natural logarithm.
    SGMCMC_FUNCTION_SIN = 2, // The sine of an angle in radians.
    SGMCMC_FUNCTION_COS = 3, // The cosine of an angle in radians.
} sgmcmc_function;

// |theta| from which the slab of a spike-and-slab prior is the likelier, so that it keeps the parameter; 0 where it
// always is. The settings are those of sgmcmc_prior; outside their ranges the answer has no meaning.
double sgmcmc_keep_threshold(double slab_weight, double slab_deviation, double spike_deviation);

// Bytes of memory that a generator needs, a multiple of sgmcmc_align().
size_t sgmcmc_rng_size(void);

// step_size and friction of a rule with a velocity, as the step h and the friction D (for SGNHT, A) of the differential
// equation: h^2 and h D, but for BAOAB, whose friction acts exactly, 1 - exp(-h D). The velocity here is h times that
// of the equation, and SGNHT's zeta h times its own. What other libraries and papers call their step is in
// docs/src/tuning.md.
// Returns: SGMCMC_OK; refuses another kind of rule.
// Out: friction:          one number, for sgmcmc_rule.friction.
// In:  h:                 the equation's step.
//      equation_friction: D.
//      rule:              SGMCMC_RULE_SGHMC, SGMCMC_RULE_ABOBA, SGMCMC_RULE_SGNHT or SGMCMC_RULE_BAOAB.
sgmcmc_status sgmcmc_from_equation(double *step_size, double *friction, double h, double equation_friction,
    int32_t rule);

// Makes a generator: the one that chain number chain_index of this seed draws from.
// Returns: SGMCMC_OK; SGMCMC_ERROR_MEMORY_TOO_SMALL, _FLOAT_ENVIRONMENT; refuses chain_index.
// In:  seed:        any number.
//      chain_index: below SGMCMC_CHAIN_COUNT_MAX; streams of one seed never overlap.
sgmcmc_status sgmcmc_rng_init(sgmcmc_rng **rng, void *mem, size_t mem_size, uint64_t seed, uint32_t chain_index);

// The next 64 random bits of the generator of choices.
sgmcmc_status sgmcmc_rng_next_u64(sgmcmc_rng *rng, uint64_t *out);

// An unbiased integer, uniform on 0 to bound - 1, from the generator of choices.
// Returns: SGMCMC_OK; SGMCMC_ERROR_LENGTH_ZERO when bound is 0.
// In:     bound: at least 1.
sgmcmc_status sgmcmc_rng_bounded(sgmcmc_rng *rng, uint32_t *out, uint32_t bound);

// A minibatch without replacement: a uniform subset of 0 to data_len - 1, ascending, from the generator of choices.
// Returns: SGMCMC_OK; refuses a data_len of 0, and a batch_len that exceeds it.
// Out:    batch:     batch_len indices.
// In:     batch_len: from 1 to data_len.
//         data_len:  how many data there are.
sgmcmc_status sgmcmc_rng_batch(sgmcmc_rng *rng, uint32_t *batch, size_t batch_len, uint32_t data_len);

// Fills an array with independent standard normals, the noise that a step of this length would take.
// Out:    out: len numbers.
sgmcmc_status sgmcmc_rng_normals_f32(sgmcmc_rng *rng, float *out, size_t len);
sgmcmc_status sgmcmc_rng_normals_f64(sgmcmc_rng *rng, double *out, size_t len);

// Fills an array with independent uniforms above 0 and at most 1.
// Out:    out: len numbers.
sgmcmc_status sgmcmc_rng_uniforms_f32(sgmcmc_rng *rng, float *out, size_t len);
sgmcmc_status sgmcmc_rng_uniforms_f64(sgmcmc_rng *rng, double *out, size_t len);

// A function of every number of an array, with the same bits on every machine, whatever its length. Of one number
// sgmcmc_exp_f32, sgmcmc_ln_f32, sgmcmc_sin_f32, sgmcmc_cos_f32 and their _f64 siblings are inline functions of this
// header that call it; the library does not export them.
// Returns: SGMCMC_OK; SGMCMC_ERROR_CHOICE; _OVERLAP for arrays that overlap and are not one.
// Out: out:   len numbers; may be x.
// In:  x:     len numbers.
//      which: enum sgmcmc_function.
sgmcmc_status sgmcmc_map_f32(float *out, const float *x, size_t len, int32_t which);
sgmcmc_status sgmcmc_map_f64(double *out, const double *x, size_t len, int32_t which);

// The 64-bit FNV-1a hash of an array's bits, least significant byte first on every machine, to compare chains with.
// In:  x:           len numbers.
sgmcmc_status sgmcmc_fingerprint_f32(uint64_t *fingerprint, const float *x, size_t len);
sgmcmc_status sgmcmc_fingerprint_f64(uint64_t *fingerprint, const double *x, size_t len);

// Elementary functions of one number, with the same bits on every machine.
#ifdef __cplusplus
#define SGMCMC_INLINE inline
#else
#define SGMCMC_INLINE static inline
#endif
SGMCMC_INLINE float sgmcmc_exp_f32(float x) { sgmcmc_map_f32(&x, &x, 1, SGMCMC_FUNCTION_EXP); return x; }
SGMCMC_INLINE float sgmcmc_ln_f32(float x) { sgmcmc_map_f32(&x, &x, 1, SGMCMC_FUNCTION_LN); return x; }
SGMCMC_INLINE float sgmcmc_sin_f32(float x) { sgmcmc_map_f32(&x, &x, 1, SGMCMC_FUNCTION_SIN); return x; }
SGMCMC_INLINE float sgmcmc_cos_f32(float x) { sgmcmc_map_f32(&x, &x, 1, SGMCMC_FUNCTION_COS); return x; }
SGMCMC_INLINE double sgmcmc_exp_f64(double x) { sgmcmc_map_f64(&x, &x, 1, SGMCMC_FUNCTION_EXP); return x; }
SGMCMC_INLINE double sgmcmc_ln_f64(double x) { sgmcmc_map_f64(&x, &x, 1, SGMCMC_FUNCTION_LN); return x; }
SGMCMC_INLINE double sgmcmc_sin_f64(double x) { sgmcmc_map_f64(&x, &x, 1, SGMCMC_FUNCTION_SIN); return x; }
SGMCMC_INLINE double sgmcmc_cos_f64(double x) { sgmcmc_map_f64(&x, &x, 1, SGMCMC_FUNCTION_COS); return x; }
#ifdef __cplusplus
} // extern "C"
#endif
#endif
