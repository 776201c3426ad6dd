/* Checkpoints: a chain made again goes on with its bits; what is no checkpoint of it is refused, and nothing written. */
#include <math.h>
#include <stdint.h>

#include "world.h"

enum { SAVED_MAX = 4096, HEADER = 48 };

static world w, other;
/* Those of the chain that is tried. */
static sgmcmc_chain_settings tried;
static size_t mem_size, saved;
static unsigned char bytes[SAVED_MAX], bad[SAVED_MAX];

#define RESTORE(world, settings, bytes, size) \
    F(sgmcmc_chain_restore)(&(world)->chain, (world)->memory, MEMORY_SIZE, settings, DIM, bytes, size)

static void steps(world *world, uint64_t count)
{
    ANSWERS(SGMCMC_OK, F(sgmcmc_chain_run)(world->chain, NULL, count, &world->model, NULL, NULL));
}

static void save(void)
{
    ANSWERS(SGMCMC_OK, F(sgmcmc_chain_properties)(NULL, &mem_size, NULL, w.chain));
    ANSWERS(SGMCMC_OK, F(sgmcmc_chain_save)(w.chain, NULL, 0, &saved));
    CHECK(saved < SAVED_MAX);
    memset(bytes, 0x77, sizeof bytes);
    size_t needed = 0;
    ANSWERS(SGMCMC_OK, F(sgmcmc_chain_save)(w.chain, bytes, saved, &needed));
    CHECK(needed == saved);
    for (size_t i = saved; i < sizeof bytes; i++)
        CHECK(bytes[i] == 0x77);
}

/* The checksum that the last word is, as src/checkpoint/format.rs defines it. */
static void seal(unsigned char *image, size_t size)
{
    uint64_t hash = UINT64_C(0x6a09e667f3bcc908);
    for (size_t i = 0; i < size - 8; i += 8) {
        uint64_t word = 0;
        for (size_t j = 0; j < 8 && i + j < size - 8; j++)
            word |= (uint64_t)image[i + j] << (8 * j);
        hash = (hash ^ word) * UINT64_C(0x9e3779b97f4a7c15);
        hash ^= hash >> 32;
    }
    for (size_t j = 0; j < 8; j++)
        image[size - 8 + j] = (unsigned char)(hash >> (8 * j));
}

static void a_chain_goes_on(void)
{
    sgmcmc_checkpoint seen = {.struct_size = sizeof seen};
    world_make(&w, &tried);
    for (uint64_t done = 0; done < 5; done++) {
        save();
        ANSWERS(SGMCMC_OK, sgmcmc_checkpoint_read(&seen, bytes, saved));
        CHECK(seen.struct_size == sizeof seen && seen.version == 1 && seen.bits == 8 * sizeof(real));
        CHECK(seen.dim == DIM && seen.step_count == done && seen.size == saved);
        memcpy(&other, &w, sizeof other);
        memset(other.memory, 0xa5, sizeof other.memory);
        ANSWERS(SGMCMC_OK, RESTORE(&other, &w.settings, bytes, saved));
        CHECK((void *)other.chain == (void *)other.memory);
        CHECK(memcmp(w.memory, other.memory, mem_size) == 0);
        for (size_t i = mem_size; i < MEMORY_SIZE; i++)
            CHECK(other.memory[i] == 0xa5);
        steps(&w, 1);
        steps(&other, 1);
        CHECK(same_chain(&w, &other) && memcmp(w.memory, other.memory, mem_size) == 0);
    }
    /* A header that knows less of what a checkpoint says. */
    sgmcmc_checkpoint less;
    memset(&less, 0x5a, sizeof less);
    less.struct_size = offsetof(sgmcmc_checkpoint, settings);
    ANSWERS(SGMCMC_OK, sgmcmc_checkpoint_read(&less, bytes, saved));
    CHECK(less.dim == DIM && less.settings == UINT64_C(0x5a5a5a5a5a5a5a5a));
}

/* A callback's step sizes are not asked for once another was set: also in the chain that was restored. */
static void a_step_size_that_was_set_is_restored(void)
{
    sgmcmc_chain_settings settings;
    settings_sgld(&settings);
    world_make(&w, &settings);
    settings.sampler.step_size.value = 0.0;
    ANSWERS(SGMCMC_OK, F(sgmcmc_chain_init)(&w.chain, w.memory, MEMORY_SIZE, &settings, w.theta, DIM));
    steps(&w, 3);
    ANSWERS(SGMCMC_OK, F(sgmcmc_chain_set_step_size)(w.chain, 0.02));
    w.model.step_size = NULL;
    save();
    memcpy(&other, &w, sizeof other);
    memset(other.memory, 0, sizeof other.memory);
    ANSWERS(SGMCMC_OK, RESTORE(&other, &settings, bytes, saved));
    CHECK(memcmp(w.memory, other.memory, mem_size) == 0);
    steps(&w, 3);
    steps(&other, 3);
    CHECK(same_chain(&w, &other));
}

/* In a world whose chain is one step further than its checkpoint. */
static void damage_is_refused(void)
{
    world_make(&w, &tried);
    steps(&w, 2);
    save();
    steps(&w, 1);
    for (size_t i = 0; i < saved; i++) {
        memcpy(bad, bytes, saved);
        bad[i] ^= 0x10;
        const sgmcmc_status expected = i < 8               ? SGMCMC_ERROR_NOT_CHECKPOINT
                                       : i < 12            ? SGMCMC_ERROR_CHECKPOINT_VERSION
                                       : i >= 16 && i < 24 ? SGMCMC_ERROR_CHECKPOINT_LENGTH
                                                           : SGMCMC_ERROR_CHECKPOINT_DAMAGED;
        REFUSES(&w, expected, RESTORE(&w, &w.settings, bad, saved));
        sgmcmc_checkpoint seen = {.struct_size = sizeof seen, .dim = 77};
        ANSWERS(expected, sgmcmc_checkpoint_read(&seen, bad, saved));
        CHECK(seen.dim == 77);
    }
    for (size_t size = 1; size < saved; size++)
        REFUSES(&w, SGMCMC_ERROR_CHECKPOINT_LENGTH, RESTORE(&w, &w.settings, bytes, size));
    REFUSES(&w, SGMCMC_ERROR_CHECKPOINT_LENGTH, RESTORE(&w, &w.settings, bytes, saved + 1));

    /* theta, the first of the vectors, of what is no number. */
    const real not_finite[] = {(real)NAN, (real)INFINITY};
    real theta[DIM];
    memcpy(&other, &w, sizeof other);
    memset(other.memory, 0, sizeof other.memory);
    ANSWERS(SGMCMC_OK, RESTORE(&other, &w.settings, bytes, saved));
    ANSWERS(SGMCMC_OK, F(sgmcmc_chain_theta)(other.chain, theta, NULL, DIM));
    size_t place = HEADER;
    while (place < saved && memcmp(bytes + place, theta, sizeof theta) != 0)
        place++;
    CHECK(place < saved);
    for (size_t i = 0; i < 2; i++) {
        memcpy(bad, bytes, saved);
        seal(bad, saved);
        CHECK(memcmp(bad, bytes, saved) == 0);
        memcpy(bad + place, &not_finite[i], sizeof(real));
        seal(bad, saved);
        REFUSES(&w, SGMCMC_ERROR_CHECKPOINT_CONTENTS, RESTORE(&w, &w.settings, bad, saved));
    }
}

static void other_chains_are_refused(void)
{
    OTHER(sgmcmc_chain) * chain;
    REFUSES(&w, SGMCMC_ERROR_OTHER_PRECISION,
            OTHER(sgmcmc_chain_restore)(&chain, w.memory, MEMORY_SIZE, &w.settings, DIM, bytes, saved));
    REFUSES(&w, SGMCMC_ERROR_CHECKPOINT_DIM,
            F(sgmcmc_chain_restore)(&w.chain, w.memory, MEMORY_SIZE, &w.settings, DIM + 1, bytes, saved));
    sgmcmc_chain_settings settings = w.settings;
    settings.thinning = 2;
    REFUSES(&w, SGMCMC_ERROR_CHECKPOINT_SETTINGS, RESTORE(&w, &settings, bytes, saved));
    settings = w.settings;
    settings.sampler.step_size.value *= 2;
    REFUSES(&w, SGMCMC_ERROR_CHECKPOINT_SETTINGS, RESTORE(&w, &settings, bytes, saved));
    settings.sampler.step_size.value = 0.0;
    REFUSES(&w, SGMCMC_ERROR_CHECKPOINT_SETTINGS, RESTORE(&w, &settings, bytes, saved));
    settings.sampler.step_size.value = -1.0;
    REFUSES(&w, REFUSED_STEP_SIZE, RESTORE(&w, &settings, bytes, saved));
    settings = w.settings;
    settings.seed++;
    settings.chain_index = SGMCMC_CHAIN_COUNT_MAX;
    REFUSES(&w, REFUSED_CHAIN_INDEX, RESTORE(&w, &settings, bytes, saved));
    settings.chain_index = 3;
    memcpy(&other, &w, sizeof other);
    ANSWERS(SGMCMC_OK, RESTORE(&other, &settings, bytes, saved));
}

static void arguments_are_refused(void)
{
    const sgmcmc_status overlap = SGMCMC_ERROR_OVERLAP;
    sgmcmc_checkpoint seen = {.struct_size = sizeof seen};
    REFUSES_SPOILT(&w, F(sgmcmc_chain_save)(OBJECT(w.chain), NULL, 0, GIVEN(&w.size)));
    REFUSES_SPOILT(&w, F(sgmcmc_chain_save)(OBJECT(w.chain), BYTES(bad), saved, NULL));
    REFUSES_SPOILT(&w, F(sgmcmc_chain_restore)(GIVEN(&w.chain), GIVEN(w.memory), MEMORY_SIZE, GIVEN(&w.settings), DIM,
                                               BYTES(bytes), saved));
    REFUSES_SPOILT(&w, sgmcmc_checkpoint_read(GIVEN(&seen), BYTES(bytes), saved));
    REFUSES(&w, SGMCMC_ERROR_CHECKPOINT_LENGTH, RESTORE(&w, &w.settings, NULL, 0));
    REFUSES(&w, SGMCMC_ERROR_LENGTH_TOO_LARGE, RESTORE(&w, &w.settings, bytes, SIZE_MAX));
    REFUSES(&w, SGMCMC_ERROR_LENGTH_ZERO,
            F(sgmcmc_chain_restore)(&w.chain, w.memory, MEMORY_SIZE, &w.settings, 0, bytes, saved));
    REFUSES(&w, SGMCMC_ERROR_MEMORY_TOO_SMALL,
            F(sgmcmc_chain_restore)(&w.chain, w.memory, mem_size - 1, &w.settings, DIM, bytes, saved));
    REFUSES(&w, SGMCMC_ERROR_MEMORY_MISALIGNED,
            F(sgmcmc_chain_restore)(&w.chain, w.memory + 8, MEMORY_SIZE - 8, &w.settings, DIM, bytes, saved));
    memset(bad, 0, sizeof bad);
    REFUSES(&w, SGMCMC_ERROR_MEMORY_TOO_SMALL, F(sgmcmc_chain_save)(w.chain, bad, saved - 1, &w.size));
    for (size_t i = 0; i < sizeof bad; i++)
        CHECK(bad[i] == 0);
    REFUSES(&w, overlap, F(sgmcmc_chain_save)(w.chain, w.memory + 64, saved, NULL));
    REFUSES(&w, overlap, RESTORE(&w, &w.settings, w.memory + 64, saved));
    REFUSES(&w, overlap, RESTORE(&w, &w.settings, &w.chain, saved));
    seen.struct_size = 3;
    ANSWERS(SGMCMC_ERROR_STRUCT_SIZE, sgmcmc_checkpoint_read(&seen, bytes, saved));
}

int main(void)
{
    const int32_t proposals[] = {SGMCMC_PROPOSAL_RANDOM_WALK, SGMCMC_PROPOSAL_SGLD, SGMCMC_PROPOSAL_RSGLD};
    for (size_t i = 0; i < 3; i++) {
        settings_metropolis(&tried, proposals[i]);
        a_chain_goes_on();
        damage_is_refused();
    }
    settings_sgld(&tried);
    a_chain_goes_on();
    damage_is_refused();
    other_chains_are_refused();
    arguments_are_refused();
    a_step_size_that_was_set_is_restored();
    return check_failures != 0;
}
