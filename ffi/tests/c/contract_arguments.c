/* Every argument that can be wrong, wrong: each with its own status, and nothing written. */
#include <math.h>
#include <stdint.h>

#include "world.h"

static world w;

/* Refused before it looks. */
static int32_t look(void *user, const sgmcmc_chain_statistics *statistics, const real *theta, size_t dim)
{
    (void)user, (void)statistics, (void)theta, (void)dim;
    CHECK(0);
    return 0;
}

/* Every function's pointers, but for those that may be NULL. */
static void pointers(void)
{
    F(sgmcmc_chain) *chain = w.chain;
    const F(sgmcmc_model) *model = &w.model;
    const sgmcmc_status null = SGMCMC_ERROR_NULL_POINTER;
    ANSWERS(null, sgmcmc_chain_settings_init(NULL, sizeof w.settings));
    REFUSES_SPOILT(&w, F(sgmcmc_chain_size)(GIVEN(&w.size), GIVEN(&w.settings), DIM));
    REFUSES_SPOILT(&w, F(sgmcmc_chain_init)(GIVEN(&w.chain), GIVEN(w.memory), MEMORY_SIZE, GIVEN(&w.settings),
                                            GIVEN(w.theta), DIM));
    REFUSES_SPOILT(&w, F(sgmcmc_chain_step)(OBJECT(chain), &w.step, &w.code, NULL, 0, GIVEN(model)));
    REFUSES_SPOILT(&w, F(sgmcmc_chain_step)(OBJECT(chain), &w.step, &w.code, GIVEN(w.batch), BATCH_LEN, GIVEN(model)));
    REFUSES_SPOILT(&w, F(sgmcmc_chain_run)(OBJECT(chain), &w.code, 1, GIVEN(model), NULL, NULL));
    REFUSES_SPOILT(&w, F(sgmcmc_chain_run_watched)(OBJECT(chain), &w.code, 1, GIVEN(model),
                                                   GIVEN(OPTIONS(.progress = look, .interval = 1))));
    for (uint64_t count = 0; count < 2; count++) {
        REFUSES(&w, REFUSED_PROGRESS_INTERVAL,
                F(sgmcmc_chain_run_watched)(chain, &w.code, count, model, OPTIONS(.progress = look)));
        /* An interval at which nobody looks. */
        REFUSES(&w, null, F(sgmcmc_chain_run_watched)(chain, &w.code, count, model, OPTIONS(.interval = 1)));
        REFUSES(&w, null, F(sgmcmc_chain_run_watched)(chain, &w.code, count, model, NULL));
    }
    REFUSES_SPOILT(&w, F(sgmcmc_chain_theta)(OBJECT(chain), GIVEN(w.numbers), NULL, DIM));
    REFUSES_SPOILT(&w, F(sgmcmc_chain_theta)(OBJECT(chain), NULL, GIVEN(w.numbers), DIM));
    REFUSES_SPOILT(&w, F(sgmcmc_chain_properties)(&w.size, NULL, &w.flag, OBJECT(chain)));
    REFUSES_SPOILT(&w, F(sgmcmc_chain_moments)(OBJECT(chain), GIVEN(w.mean), GIVEN(w.variance), DIM,
                                               SGMCMC_MOMENTS_PLAIN));
    REFUSES_SPOILT(&w, F(sgmcmc_chain_compensation)(OBJECT(chain), GIVEN(w.mean), DIM, NULL));
    REFUSES_SPOILT(&w, F(sgmcmc_chain_compensation)(OBJECT(chain), NULL, 0, GIVEN(w.mean)));
    REFUSES_SPOILT(&w, F(sgmcmc_chain_statistics)(OBJECT(chain), GIVEN(&w.statistics)));
    REFUSES_SPOILT(&w, F(sgmcmc_chain_set_step_size)(OBJECT(chain), 0.1));
    REFUSES_SPOILT(&w, F(sgmcmc_chain_hand_over)(OBJECT(chain), MEMORY_SIZE, GIVEN(&w.settings)));
    REFUSES_SPOILT(&w, F(sgmcmc_chain_tune_beta)(OBJECT(chain), &w.code, GIVEN(model)));

    REFUSES_SPOILT(&w, sgmcmc_rng_init(GIVEN(&w.rng), GIVEN(w.rng_memory), sizeof w.rng_memory, 1, 0));
    REFUSES_SPOILT(&w, F(sgmcmc_rng_normals)(OBJECT(w.rng), GIVEN(w.numbers), DIM));
    REFUSES_SPOILT(&w, F(sgmcmc_rng_uniforms)(OBJECT(w.rng), GIVEN(w.numbers), DIM));
    REFUSES_SPOILT(&w, sgmcmc_rng_next_u64(OBJECT(w.rng), GIVEN(&w.word)));
    REFUSES_SPOILT(&w, sgmcmc_rng_bounded(OBJECT(w.rng), GIVEN(&w.integer), 6));
    REFUSES_SPOILT(&w, sgmcmc_rng_batch(OBJECT(w.rng), GIVEN(w.batch), BATCH_LEN, DATA_LEN));

    for (int32_t which = SGMCMC_FUNCTION_EXP; which <= SGMCMC_FUNCTION_COS; which++)
        REFUSES_SPOILT(&w, F(sgmcmc_map)(GIVEN(w.numbers), GIVEN(w.theta), DIM, which));
    REFUSES(&w, null, F(sgmcmc_map)(NULL, NULL, DIM, SGMCMC_FUNCTION_EXP));
    REFUSES_SPOILT(&w, F(sgmcmc_fingerprint)(GIVEN(&w.word), GIVEN(w.theta), DIM));
}

static void lengths(void)
{
    F(sgmcmc_chain) *chain = w.chain;
    const sgmcmc_status zero = SGMCMC_ERROR_LENGTH_ZERO, mismatch = SGMCMC_ERROR_LENGTH_MISMATCH,
                        large = SGMCMC_ERROR_LENGTH_TOO_LARGE;
    REFUSES(&w, zero, F(sgmcmc_chain_size)(&w.size, &w.settings, 0));
    REFUSES(&w, zero, F(sgmcmc_chain_init)(&w.chain, w.memory, MEMORY_SIZE, &w.settings, w.theta, 0));
    REFUSES(&w, zero, F(sgmcmc_chain_step)(chain, &w.step, &w.code, w.batch, 0, &w.model));
    REFUSES(&w, zero, F(sgmcmc_chain_theta)(chain, w.numbers, NULL, 0));
    REFUSES(&w, zero, F(sgmcmc_chain_moments)(chain, w.mean, w.variance, 0, SGMCMC_MOMENTS_PLAIN));
    REFUSES(&w, zero, F(sgmcmc_rng_normals)(w.rng, w.numbers, 0));
    REFUSES(&w, zero, F(sgmcmc_rng_uniforms)(w.rng, w.numbers, 0));
    REFUSES(&w, zero, sgmcmc_rng_bounded(w.rng, &w.integer, 0));
    REFUSES(&w, zero, sgmcmc_rng_batch(w.rng, w.batch, 0, DATA_LEN));
    REFUSES(&w, zero, F(sgmcmc_map)(w.numbers, w.theta, 0, SGMCMC_FUNCTION_EXP));
    REFUSES(&w, zero, F(sgmcmc_fingerprint)(&w.word, w.theta, 0));

    REFUSES(&w, mismatch, F(sgmcmc_chain_theta)(chain, w.numbers, NULL, DIM - 1));
    REFUSES(&w, mismatch, F(sgmcmc_chain_theta)(chain, w.numbers, NULL, DIM + 1));
    REFUSES(&w, mismatch, F(sgmcmc_chain_theta)(chain, NULL, w.numbers, DIM - 1));
    REFUSES(&w, mismatch, F(sgmcmc_chain_moments)(chain, w.mean, w.variance, DIM - 1, SGMCMC_MOMENTS_PLAIN));

    REFUSES(&w, large, F(sgmcmc_chain_size)(&w.size, &w.settings, SIZE_MAX));
    REFUSES(&w, large, F(sgmcmc_chain_size)(&w.size, &w.settings, SIZE_MAX / 64));
    REFUSES(&w, large, F(sgmcmc_chain_init)(&w.chain, w.memory, MEMORY_SIZE, &w.settings, w.theta, SIZE_MAX));
    REFUSES(&w, large, F(sgmcmc_chain_theta)(chain, w.numbers, NULL, SIZE_MAX / 2));
    REFUSES(&w, large, F(sgmcmc_chain_hand_over)(chain, SIZE_MAX, &w.settings));
    REFUSES(&w, large, F(sgmcmc_rng_normals)(w.rng, w.numbers, SIZE_MAX / sizeof(real)));
    REFUSES(&w, large, F(sgmcmc_fingerprint)(&w.word, w.theta, SIZE_MAX / sizeof(real) + 2));
}

static void overlaps(void)
{
    F(sgmcmc_chain) *chain = w.chain;
    const sgmcmc_status overlap = SGMCMC_ERROR_OVERLAP;
    real *inside = (real *)(void *)(w.memory + 64);
    REFUSES(&w, overlap, F(sgmcmc_chain_size)(&w.settings.struct_size, &w.settings, DIM));
    REFUSES(&w, overlap, F(sgmcmc_chain_init)(&w.chain, w.memory, MEMORY_SIZE, &w.settings, inside, DIM));
    REFUSES(&w, overlap, F(sgmcmc_chain_init)((F(sgmcmc_chain) **)(void *)w.memory, w.memory, MEMORY_SIZE, &w.settings,
                                              w.theta, DIM));
    REFUSES(&w, overlap, F(sgmcmc_chain_init)((F(sgmcmc_chain) **)(void *)&w.settings, w.memory, MEMORY_SIZE,
                                              &w.settings, w.theta, DIM));
    REFUSES(&w, overlap, F(sgmcmc_chain_hand_over)(chain, sizeof w, &w.settings));
    REFUSES(&w, overlap, F(sgmcmc_chain_step)(chain, &w.step, (int32_t *)(void *)&w.step, NULL, 0, &w.model));
    REFUSES(&w, overlap, F(sgmcmc_chain_step)(chain, NULL, (int32_t *)(void *)inside, NULL, 0, &w.model));
    REFUSES(&w, overlap, F(sgmcmc_chain_step)(chain, NULL, (int32_t *)(void *)&w.model, NULL, 0, &w.model));
    REFUSES(&w, overlap, F(sgmcmc_chain_step)(chain, NULL, (int32_t *)w.batch, w.batch, BATCH_LEN, &w.model));
    REFUSES(&w, overlap,
            F(sgmcmc_chain_step)(chain, &w.step, &w.code, (uint32_t *)(void *)inside, BATCH_LEN, &w.model));
    REFUSES(&w, overlap, F(sgmcmc_chain_theta)(chain, inside, NULL, DIM));
    REFUSES(&w, overlap, F(sgmcmc_chain_moments)(chain, w.mean, w.mean, DIM, SGMCMC_MOMENTS_PLAIN));
    REFUSES(&w, overlap, F(sgmcmc_chain_moments)(chain, w.mean, w.mean + 1, DIM, SGMCMC_MOMENTS_PLAIN));
    REFUSES(&w, overlap,
            F(sgmcmc_chain_moments)(chain, (double *)(void *)inside, w.variance, DIM, SGMCMC_MOMENTS_PLAIN));

    REFUSES(&w, overlap, sgmcmc_rng_init((sgmcmc_rng **)(void *)w.rng_memory, w.rng_memory, sizeof w.rng_memory, 1, 0));
    REFUSES(&w, overlap, F(sgmcmc_rng_normals)(w.rng, (real *)(void *)w.rng_memory, DIM));
    REFUSES(&w, overlap, sgmcmc_rng_next_u64(w.rng, (uint64_t *)(void *)w.rng_memory));

    REFUSES(&w, SGMCMC_ERROR_CHOICE, F(sgmcmc_map)(w.numbers, w.theta, DIM, 4));
    REFUSES(&w, SGMCMC_ERROR_CHOICE, F(sgmcmc_map)(w.numbers, w.theta, DIM, -1));
    REFUSES(&w, overlap, F(sgmcmc_map)(w.numbers, w.numbers + 1, DIM, SGMCMC_FUNCTION_EXP));
    REFUSES(&w, overlap, F(sgmcmc_map)(w.numbers + 1, w.numbers, DIM, SGMCMC_FUNCTION_EXP));
    REFUSES(&w, overlap, F(sgmcmc_map)(w.numbers + DIM - 1, w.numbers, DIM, SGMCMC_FUNCTION_LN));
    REFUSES(&w, overlap, F(sgmcmc_fingerprint)(&w.word, (real *)(void *)&w.word, 1));
}

static void memory(void)
{
    const sgmcmc_status small = SGMCMC_ERROR_MEMORY_TOO_SMALL, misaligned = SGMCMC_ERROR_MEMORY_MISALIGNED;
    size_t size;
    ANSWERS(SGMCMC_OK, F(sgmcmc_chain_size)(&size, &w.settings, DIM));
    REFUSES(&w, small, F(sgmcmc_chain_init)(&w.chain, w.memory, 0, &w.settings, w.theta, DIM));
    REFUSES(&w, small, F(sgmcmc_chain_init)(&w.chain, w.memory, size - 1, &w.settings, w.theta, DIM));
    REFUSES(&w, small, F(sgmcmc_chain_hand_over)(w.chain, size - 1, &w.settings));
    REFUSES(&w, small, sgmcmc_rng_init(&w.rng, w.rng_memory, 0, 1, 0));
    REFUSES(&w, small, sgmcmc_rng_init(&w.rng, w.rng_memory, sgmcmc_rng_size() - 1, 1, 0));

    REFUSES(&w, misaligned, F(sgmcmc_chain_init)(&w.chain, w.memory + 32, MEMORY_SIZE, &w.settings, w.theta, DIM));
    REFUSES(&w, misaligned, F(sgmcmc_chain_step)((F(sgmcmc_chain) *)(void *)(w.memory + 8), &w.step, &w.code, NULL, 0,
                                                 &w.model));
    void *const odd = w.memory + 1;
    REFUSES(&w, misaligned, F(sgmcmc_chain_step)(w.chain, NULL, odd, NULL, 0, &w.model));
    REFUSES(&w, misaligned, F(sgmcmc_chain_properties)(odd, NULL, NULL, w.chain));
    REFUSES(&w, misaligned, F(sgmcmc_chain_properties)(NULL, odd, NULL, w.chain));
    REFUSES(&w, misaligned, F(sgmcmc_chain_properties)(NULL, NULL, odd, w.chain));
    REFUSES(&w, misaligned, sgmcmc_rng_init(&w.rng, w.rng_memory + 8, 512, 1, 0));
}

/* Another build's object: the other half of the first eight bytes is its name. */
static void builds(void)
{
    for (int i = 0; i < 8; i++) {
        const sgmcmc_status status = i < 4 ? SGMCMC_ERROR_OTHER_BUILD : SGMCMC_ERROR_NOT_INITIALIZED;
        w.memory[i] ^= 1;
        w.rng_memory[i] ^= 1;
        REFUSES(&w, status, F(sgmcmc_chain_properties)(&w.size, NULL, NULL, w.chain));
        REFUSES(&w, status, F(sgmcmc_chain_step)(w.chain, &w.step, &w.code, NULL, 0, &w.model));
        REFUSES(&w, status, sgmcmc_rng_next_u64(w.rng, &w.word));
        w.memory[i] ^= 1;
        w.rng_memory[i] ^= 1;
    }
    ANSWERS(SGMCMC_OK, F(sgmcmc_chain_properties)(&w.size, NULL, NULL, w.chain));
    CHECK(w.size == DIM);
}

static void objects(void)
{
    const sgmcmc_status absent = SGMCMC_ERROR_NOT_INITIALIZED;
    /* A chain of the other precision, a generator for a chain, a chain for a generator. */
    REFUSES(&w, absent, OTHER(sgmcmc_chain_set_step_size)((OTHER(sgmcmc_chain) *)(void *)w.memory, 0.1));
    REFUSES(&w, absent, F(sgmcmc_chain_set_step_size)((F(sgmcmc_chain) *)(void *)w.rng_memory, 0.1));
    REFUSES(&w, absent, sgmcmc_rng_next_u64((sgmcmc_rng *)(void *)w.memory, &w.word));
}

static void values(void)
{
    REFUSES(&w, REFUSED_CHAIN_INDEX,
            sgmcmc_rng_init(&w.rng, w.rng_memory, sizeof w.rng_memory, 1, SGMCMC_CHAIN_COUNT_MAX));
    REFUSES(&w, REFUSED_DATA_LEN, sgmcmc_rng_batch(w.rng, w.batch, 1, 0));
    REFUSES(&w, REFUSED_DRAWN_BATCH_LEN, sgmcmc_rng_batch(w.rng, w.batch, BATCH_LEN, BATCH_LEN - 1));
    REFUSES(&w, REFUSED_BATCH_KIND, F(sgmcmc_chain_step)(w.chain, &w.step, &w.code, w.batch, 2, &w.model));

    const double bad_steps[] = {0.0, -0.1, (double)INFINITY, -(double)INFINITY, (double)NAN, 1e-320};
    for (size_t i = 0; i < sizeof bad_steps / sizeof *bad_steps - (sizeof(real) == 8); i++)
        REFUSES(&w, REFUSED_STEP_SIZE, F(sgmcmc_chain_set_step_size)(w.chain, bad_steps[i]));

    const double bad_numbers[] = {(double)NAN, (double)INFINITY, -(double)INFINITY};
    for (size_t i = 0; i < 3; i++) {
        w.gradient[2] = (real)bad_numbers[i];
        REFUSES(&w, SGMCMC_ERROR_THETA_NOT_FINITE,
                F(sgmcmc_chain_init)(&w.chain, w.memory, MEMORY_SIZE, &w.settings, w.gradient, DIM));
    }

    const int32_t bad_moments[] = {SGMCMC_MOMENTS_NONE, SGMCMC_MOMENTS_BOTH, -1, 4};
    for (size_t i = 0; i < 4; i++)
        REFUSES(&w, REFUSED_MOMENTS_KIND,
                F(sgmcmc_chain_moments)(w.chain, w.mean, w.variance, DIM, bad_moments[i]));

    sgmcmc_chain_settings settings = w.settings;
    settings.batch.kind = SGMCMC_BATCH_CALLER;
    settings.batch.len = 0;
    settings.moments = SGMCMC_MOMENTS_PLAIN;
    world_make(&w, &settings);
    REFUSES(&w, REFUSED_BATCH_KIND, F(sgmcmc_chain_step)(w.chain, &w.step, &w.code, NULL, 0, &w.model));
    REFUSES(&w, REFUSED_MOMENTS_KIND,
            F(sgmcmc_chain_moments)(w.chain, w.mean, w.variance, DIM, SGMCMC_MOMENTS_WEIGHTED));
    REFUSES(&w, REFUSED_TUNER, F(sgmcmc_chain_tune_beta)(w.chain, &w.code, &w.model));
    w.batch[BATCH_LEN - 1] = DATA_LEN;
    REFUSES(&w, SGMCMC_ERROR_BATCH_INDEX,
            F(sgmcmc_chain_step)(w.chain, &w.step, &w.code, w.batch, BATCH_LEN, &w.model));

    w.model.log_prior = NULL;
    REFUSES(&w, SGMCMC_ERROR_CALLBACK_MISSING, F(sgmcmc_chain_step)(w.chain, &w.step, &w.code, w.batch, 2, &w.model));
    w.model.log_likelihood = NULL;
    w.model.log_prior = log_prior;
    REFUSES(&w, SGMCMC_ERROR_CALLBACK_MISSING, F(sgmcmc_chain_step)(w.chain, &w.step, &w.code, w.batch, 2, &w.model));

    /* A prior that nothing would ask for: the chain would sample another posterior. */
    settings.prior.kind = SGMCMC_PRIOR_FLAT;
    world_make(&w, &settings);
    w.model.log_prior = log_prior;
    REFUSES(&w, SGMCMC_ERROR_LOG_PRIOR_UNUSED, F(sgmcmc_chain_step)(w.chain, &w.step, &w.code, w.batch, 2, &w.model));
    REFUSES(&w, SGMCMC_ERROR_LOG_PRIOR_UNUSED, F(sgmcmc_chain_run)(w.chain, &w.code, 0, &w.model, NULL, NULL));
    CHECK(the_host.calls == 0);
}

/* Structs that a caller fills by an initializer: sizes that are none, fields of a later header, and numbers for later. */
#define SIZES(name, known_, call)                                                    \
    do {                                                                             \
        struct {                                                                     \
            name known;                                                              \
            uint64_t unknown;                                                        \
        } given = {.known = known_};                                                 \
        REFUSES(&w, SGMCMC_ERROR_STRUCT_SIZE, call(&given.known));                   \
        given.known.struct_size = sizeof given.known - 1;                            \
        REFUSES(&w, SGMCMC_ERROR_STRUCT_SIZE, call(&given.known));                   \
        given.known.struct_size = sizeof given;                                      \
        given.unknown = 1;                                                           \
        REFUSES(&w, SGMCMC_ERROR_STRUCT_TOO_NEW, call(&given.known));                \
    } while (0)

static void options(void)
{
    static sgmcmc_pilot_report report = {.struct_size = sizeof report};
    const F(sgmcmc_rule_vectors) none = {.struct_size = sizeof none};
    const sgmcmc_rule_at at = {.struct_size = sizeof at, .step_size = 0.1, .temperature = 1.0, .data_len = 1, .reserved = 1};
#define RUN(options) F(sgmcmc_chain_run_watched)(w.chain, &w.code, 1, &w.model, options)
    SIZES(F(sgmcmc_run_options), {.interval = 1}, RUN);
#define LOOK(options) F(sgmcmc_pilot_look)(w.chain, &report, &w.code, NULL, 0, options, &w.model)
    SIZES(F(sgmcmc_pilot_options), {.dim = DIM}, LOOK);
#define STEP(vectors) F(sgmcmc_rule_step)(w.rng, NULL, vectors, NULL, &at)
    SIZES(F(sgmcmc_rule_vectors), {.dim = DIM}, STEP);
#define STEP_AT(at) F(sgmcmc_rule_step)(w.rng, NULL, &none, NULL, at)
    SIZES(sgmcmc_rule_at, {.data_len = 1}, STEP_AT);
    REFUSES(&w, SGMCMC_ERROR_STRUCT_TOO_NEW, STEP_AT(&at));
    REFUSES(&w, SGMCMC_ERROR_NULL_POINTER, STEP_AT(NULL));
    REFUSES(&w, SGMCMC_ERROR_NULL_POINTER, STEP(NULL));
    REFUSES(&w, SGMCMC_ERROR_LENGTH_ZERO, LOOK(&((F(sgmcmc_pilot_options)){.struct_size = sizeof(F(sgmcmc_pilot_options)),
                                                                            .variance = w.variance})));
}

int main(void)
{
    sgmcmc_chain_settings settings;
    settings_sgld(&settings);
    world_make(&w, &settings);
    pointers();
    lengths();
    overlaps();
    memory();
    objects();
    builds();
    values();
    options();
    CHECK(the_host.calls == 0);
    return check_failures != 0;
}
