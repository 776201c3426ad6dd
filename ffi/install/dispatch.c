/*
 * The functions whose speed the instruction set decides: each calls its twin for x86-64, x86-64-v3 or x86-64-v4.
 *
 * build.sh compiles the library once for each of the three, renames in each what stands here from name to name_v1, _v3
 * and _v4, and takes all other functions from the first. This list is the only one: the script reads the names off the
 * object file. A function that stands neither here nor in the list of tests/dispatch.rs fails that test.
 *
 * 1. What is wrong with a chain's pointer, sgmcmc_dispatch_ceiling finds out with the library's own checks, in code
 *    that every processor can run, and so does the refusal: only a chain that a call could use brings other code to run.
 * 2. The choice is the lesser of what the chain's settings allow, which its memory holds, and of what this processor
 *    has. So a chain goes on wherever its bytes are moved to, and the bytes are the same wherever it was made.
 * 3. What the processor has is a constant of the compiler's runtime library, written before any code of the program
 *    runs. It is read here, and nothing is written: the library has no state of its own. (In the constructors that are
 *    earlier still it is 0, which is the baseline.)
 */
#include "sgmcmc.h"

enum { V1 = SGMCMC_SIMD_SSE2, V3 = SGMCMC_SIMD_AVX2, V4 = SGMCMC_SIMD_AVX512 };

/*
 * Only what all versions of the runtime libraries of gcc and clang have in one place. That is not all of -v3 and -v4:
 * build.sh keeps the instructions that nobody asks for here (LZCNT, MOVBE, F16C) out of the code.
 */
static inline int32_t processor_level(void)
{
    const int v3 = __builtin_cpu_supports("popcnt") && __builtin_cpu_supports("avx2") &&
                   __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("fma");
    const int v4 = v3 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
                   __builtin_cpu_supports("avx512cd") && __builtin_cpu_supports("avx512dq") &&
                   __builtin_cpu_supports("avx512vl");
    return v4 ? V4 : v3 ? V3 : V1;
}

static inline int32_t lesser(int32_t a, int32_t b)
{
    return a < b ? a : b;
}

#define HIDDEN __attribute__((visibility("hidden")))

/* A function of the header, by its twins. The compiler holds the parameters against the header. */
#define HOT(level, result, name, parameters, arguments)         \
    extern __typeof__(name) name##_v1 HIDDEN;                   \
    extern __typeof__(name) name##_v3 HIDDEN;                   \
    extern __typeof__(name) name##_v4 HIDDEN;                   \
    result name parameters                                      \
    {                                                           \
        const int32_t chosen = (level);                         \
        return chosen >= V4   ? name##_v4 arguments             \
               : chosen >= V3 ? name##_v3 arguments             \
                              : name##_v1 arguments;            \
    }

#define ANY_LEVEL processor_level()

HOT(ANY_LEVEL, int32_t, sgmcmc_simd_level, (void), ())

#define HOT_IN(p, real)                                                                                                \
    HIDDEN int32_t sgmcmc_dispatch_ceiling_##p(const sgmcmc_chain_##p *chain);                                         \
    static inline int32_t chain_level_##p(const sgmcmc_chain_##p *chain)                                               \
    {                                                                                                                  \
        return lesser(processor_level(), sgmcmc_dispatch_ceiling_##p(chain));                                          \
    }                                                                                                                  \
    HOT(chain_level_##p(chain), sgmcmc_status, sgmcmc_chain_properties_##p,                                            \
        (size_t * dim, size_t * size, int32_t * simd_level, const sgmcmc_chain_##p *chain),                            \
        (dim, size, simd_level, chain))                                                                                \
    HOT(chain_level_##p(chain), sgmcmc_status, sgmcmc_chain_step_##p,                                                  \
        (sgmcmc_chain_##p * chain, sgmcmc_step * step, int32_t * callback_code, const uint32_t *batch,                 \
         size_t batch_len, const sgmcmc_model_##p *model),                                                             \
        (chain, step, callback_code, batch, batch_len, model))                                                         \
    HOT(chain_level_##p(chain), sgmcmc_status, sgmcmc_chain_run_##p,                                                   \
        (sgmcmc_chain_##p * chain, int32_t * callback_code, uint64_t step_count, const sgmcmc_model_##p *model,        \
         sgmcmc_observer_##p observer, void *observer_user),                                                           \
        (chain, callback_code, step_count, model, observer, observer_user))                                            \
    HOT(chain_level_##p(chain), sgmcmc_status, sgmcmc_chain_run_watched_##p,                                           \
        (sgmcmc_chain_##p * chain, int32_t * callback_code, uint64_t step_count, const sgmcmc_model_##p *model,        \
         const sgmcmc_run_options_##p *options),                                                                       \
        (chain, callback_code, step_count, model, options))                                                            \
    HOT(chain_level_##p(chain), sgmcmc_status, sgmcmc_chain_warm_up_##p,                                               \
        (sgmcmc_chain_##p * chain, int32_t * callback_code, void *mem, size_t mem_size, uint64_t step_count,           \
         const sgmcmc_pilot_settings *settings, const sgmcmc_model_##p *model),                                        \
        (chain, callback_code, mem, mem_size, step_count, settings, model))                                            \
    HOT(chain_level_##p(chain), sgmcmc_status, sgmcmc_chain_tune_beta_##p,                                             \
        (sgmcmc_chain_##p * chain, int32_t * callback_code, const sgmcmc_model_##p *model),                            \
        (chain, callback_code, model))                                                                                 \
    HOT(ANY_LEVEL, sgmcmc_status, sgmcmc_ensemble_init_##p,                                                            \
        (sgmcmc_ensemble * *ensemble, int32_t * callback_code, void *mem, size_t mem_size,                             \
         const sgmcmc_ensemble_settings *settings, const real *theta, size_t dim, const sgmcmc_model_##p *model),      \
        (ensemble, callback_code, mem, mem_size, settings, theta, dim, model))                                         \
    HOT(ANY_LEVEL, sgmcmc_status, sgmcmc_ensemble_run_##p,                                                             \
        (sgmcmc_ensemble * ensemble, sgmcmc_ensemble_state * state, int32_t * callback_code,                           \
         const sgmcmc_model_##p *model),                                                                               \
        (ensemble, state, callback_code, model))                                                                       \
    HOT(ANY_LEVEL, sgmcmc_status, sgmcmc_ensemble_advance_##p,                                                         \
        (sgmcmc_ensemble * ensemble, int32_t * is_done, int32_t * callback_code, uint32_t chain, uint64_t step_count,  \
         const sgmcmc_model_##p *model),                                                                               \
        (ensemble, is_done, callback_code, chain, step_count, model))                                                  \
    HOT(ANY_LEVEL, sgmcmc_status, sgmcmc_rule_move_to_site_##p,                                                        \
        (real * site, size_t dim, const real *state, size_t state_len, const sgmcmc_rule *rule),                       \
        (site, dim, state, state_len, rule))                                                                           \
    HOT(ANY_LEVEL, sgmcmc_status, sgmcmc_rule_step_##p,                                                                \
        (sgmcmc_rng * rng, sgmcmc_rule_applied * applied, const sgmcmc_rule_vectors_##p *vectors,                      \
         const sgmcmc_rule *rule, const sgmcmc_rule_at *at),                                                           \
        (rng, applied, vectors, rule, at))                                                                             \
    HOT(ANY_LEVEL, sgmcmc_status, sgmcmc_rng_normals_##p, (sgmcmc_rng * rng, real * out, size_t len), (rng, out, len)) \
    HOT(ANY_LEVEL, sgmcmc_status, sgmcmc_rng_uniforms_##p, (sgmcmc_rng * rng, real * out, size_t len),                 \
        (rng, out, len))                                                                                               \
    HOT(ANY_LEVEL, sgmcmc_status, sgmcmc_map_##p, (real * out, const real *x, size_t len, int32_t which),              \
        (out, x, len, which))

HOT_IN(f32, float)
HOT_IN(f64, double)
