/*
 * A library for several instruction sets: which one a chain takes, the same bits and bytes from all of them, and that
 * what is no chain to be used is refused before any of their code runs.
 *
 *     levels WIDEST [FILE]   WIDEST: the number of the instruction set that this processor must get; FILE: where a
 *                            chain is kept, which is made when it is not there, and otherwise goes on here.
 */
#define _DEFAULT_SOURCE
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "world.h"

enum { LEVELS = SGMCMC_SIMD_AVX512, STEPS = 40 };

static world worlds[LEVELS + 1], foreign;

static int32_t level_of(const world *world)
{
    int32_t level = -1;
    ANSWERS(SGMCMC_OK, F(sgmcmc_chain_properties)(NULL, NULL, &level, world->chain));
    return level;
}

static void run(world *world, uint64_t count)
{
    ANSWERS(SGMCMC_OK, F(sgmcmc_chain_run)(world->chain, NULL, count, &world->model, NULL, NULL));
}

/* The memory of two chains, but for where their settings differ; how many bytes that is. */
static size_t differing(const world *a, const world *b)
{
    size_t count = 0;
    for (size_t i = 0; i < MEMORY_SIZE; i++)
        count += a->memory[i] != b->memory[i];
    return count;
}

/* Chains that may use more and more. */
static void settings_lower_the_level(int32_t widest)
{
    sgmcmc_chain_settings settings;
    CHECK(sgmcmc_simd_level() == widest);
    for (int32_t allowed = 0; allowed <= LEVELS; allowed++) {
        settings_sgld(&settings);
        settings.simd_level = allowed;
        world_make(&worlds[allowed], &settings);
        CHECK(level_of(&worlds[allowed]) == (allowed == 0 || allowed > widest ? widest : allowed));
        run(&worlds[allowed], STEPS);
        /* The setting's own byte, and nothing else. */
        CHECK(allowed == 0 || differing(&worlds[0], &worlds[allowed]) == 1);
        CHECK(same_chain(&worlds[0], &worlds[allowed]));
    }
    /* Other processors' instruction sets lower nothing. */
    settings.simd_level = SGMCMC_SIMD_NEON;
    world_make(&foreign, &settings);
    CHECK(level_of(&foreign) == widest);
    /* Under other settings in the same memory, what those say. */
    settings.simd_level = SGMCMC_SIMD_SSE2;
    ANSWERS(SGMCMC_OK, F(sgmcmc_chain_hand_over)(foreign.chain, MEMORY_SIZE, &settings));
    CHECK(level_of(&foreign) == SGMCMC_SIMD_SSE2);
}

/* Every function that chooses by a chain, on `chain` with everything else in order, must answer this. */
static void refused(world *world, sgmcmc_status status, F(sgmcmc_chain) * chain)
{
    int32_t level = 7;
    REFUSES(world, status, F(sgmcmc_chain_properties)(NULL, NULL, &level, chain));
    REFUSES(world, status, F(sgmcmc_chain_step)(chain, &world->step, &world->code, NULL, 0, &world->model));
    REFUSES(world, status, F(sgmcmc_chain_step)(chain, &world->step, &world->code, world->batch, BATCH_LEN,
                                                &world->model));
    REFUSES(world, status, F(sgmcmc_chain_run)(chain, &world->code, 3, &world->model, NULL, NULL));
    REFUSES(world, status, F(sgmcmc_chain_tune_beta)(chain, &world->code, &world->model));
    CHECK(level == 7);
}

static void what_is_no_chain_is_refused(void)
{
    world *const w = &worlds[0];
    static _Alignas(64) unsigned char other[MEMORY_SIZE];
    F(sgmcmc_chain) *const there = (F(sgmcmc_chain) *)(void *)other;
    refused(w, SGMCMC_ERROR_NULL_POINTER, NULL);
    refused(w, SGMCMC_ERROR_MEMORY_MISALIGNED, (F(sgmcmc_chain) *)(void *)(w->memory + 1));
    refused(w, SGMCMC_ERROR_MEMORY_MISALIGNED, (F(sgmcmc_chain) *)(void *)(w->memory + 32));
    refused(w, SGMCMC_ERROR_NOT_INITIALIZED, (F(sgmcmc_chain) *)(void *)(w->memory + 64));
    refused(w, SGMCMC_ERROR_NOT_INITIALIZED, (F(sgmcmc_chain) *)(void *)w->rng);
    /* Every byte alike, the ceiling's among them. */
    for (int byte = 0; byte < 256; byte++) {
        memset(other, byte, sizeof other);
        refused(w, SGMCMC_ERROR_NOT_INITIALIZED, there);
    }
    /* A head with one bit turned: the build's, or the name's. */
    for (int bit = 0; bit < 64; bit++) {
        memcpy(other, w->memory, sizeof other);
        other[bit / 8] ^= (unsigned char)(1 << bit % 8);
        const int in_name = other[4] != w->memory[4] || other[5] != w->memory[5] || other[6] != w->memory[6] ||
                            other[7] != w->memory[7];
        refused(w, in_name ? SGMCMC_ERROR_NOT_INITIALIZED : SGMCMC_ERROR_OTHER_BUILD, there);
    }
    /* The head of a chain in use over garbage. */
    memset(other, 0xff, sizeof other);
    for (int i = 0; i < 8; i++)
        other[i] = (unsigned char)~w->memory[i];
    refused(w, SGMCMC_ERROR_IN_USE, there);
    memset(other, 0, 8);
    refused(w, SGMCMC_ERROR_NOT_INITIALIZED, there);

    /* Behind what is no chain there may be no memory at all: only its first 8 bytes are looked at. */
    const size_t page = (size_t)sysconf(_SC_PAGESIZE);
    unsigned char *const pages = mmap(NULL, 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    CHECK(pages != MAP_FAILED && mprotect(pages + page, page, PROT_NONE) == 0);
    F(sgmcmc_chain) *const last = (F(sgmcmc_chain) *)(void *)(pages + page - 64);
    refused(w, SGMCMC_ERROR_NOT_INITIALIZED, last);
    for (int i = 0; i < 8; i++)
        pages[page - 64 + i] = (unsigned char)~w->memory[i];
    refused(w, SGMCMC_ERROR_IN_USE, last);
    pages[page - 64] ^= 1;
    refused(w, SGMCMC_ERROR_OTHER_BUILD, last);
    munmap(pages, 2 * page);
}

/* A chain's memory with any bytes at all where its settings' level stands: no code that is not there is run. */
static void any_level_in_memory_is_harmless(int32_t widest)
{
    const world *const a = &worlds[0], *const b = &worlds[LEVELS];
    size_t at = 0;
    while (at < MEMORY_SIZE && a->memory[at] == b->memory[at])
        at++;
    CHECK(at < MEMORY_SIZE);
    for (int byte = 0; byte < 256; byte++) {
        memcpy(&foreign, a, sizeof foreign);
        foreign.chain = (F(sgmcmc_chain) *)(void *)foreign.memory;
        foreign.memory[at] = (unsigned char)byte;
        CHECK(level_of(&foreign) >= SGMCMC_SIMD_SSE2 && level_of(&foreign) <= widest);
        run(&foreign, 1);
    }
}

/* A model that tries to use the chain that calls it, in every way that chooses an instruction set. */
static int32_t intruder(void *user, double *value, real *gradient, const real *theta, size_t dim,
                        const uint32_t *batch, size_t batch_len)
{
    world *const w = user;
    int32_t level = 7;
    ANSWERS(SGMCMC_ERROR_IN_USE, F(sgmcmc_chain_properties)(NULL, NULL, &level, w->chain));
    ANSWERS(SGMCMC_ERROR_IN_USE, F(sgmcmc_chain_step)(w->chain, NULL, NULL, NULL, 0, &w->model));
    ANSWERS(SGMCMC_ERROR_IN_USE,
            F(sgmcmc_chain_step)(w->chain, NULL, NULL, w->batch, BATCH_LEN, &w->model));
    ANSWERS(SGMCMC_ERROR_IN_USE, F(sgmcmc_chain_run)(w->chain, NULL, 1, &w->model, NULL, NULL));
    ANSWERS(SGMCMC_ERROR_IN_USE, F(sgmcmc_chain_tune_beta)(w->chain, NULL, &w->model));
    CHECK(level == 7);
    return log_likelihood(&the_host, value, gradient, theta, dim, batch, batch_len);
}

static void a_chain_in_use_is_refused(void)
{
    for (int32_t allowed = 0; allowed <= LEVELS; allowed++) {
        world *const w = &worlds[allowed];
        F(sgmcmc_model) model = w->model;
        model.log_likelihood = intruder;
        model.user = w;
        model.log_prior = NULL;
        sgmcmc_chain_settings settings = w->settings;
        settings.prior.kind = SGMCMC_PRIOR_FLAT;
        world_make(w, &settings);
        const int32_t level = level_of(w), calls = the_host.calls;
        ANSWERS(SGMCMC_OK, F(sgmcmc_chain_run)(w->chain, NULL, 3, &model, NULL, NULL));
        CHECK(the_host.calls == calls + 3 && level_of(w) == level);
    }
}

static void goes_on_from(const char *path)
{
    sgmcmc_chain_settings settings;
    FILE *file = fopen(path, "rb");
    settings_sgld(&settings);
    world_make(&foreign, &settings);
    run(&foreign, STEPS);
    if (file == NULL) {
        file = fopen(path, "wb");
        CHECK(file != NULL && fwrite(foreign.memory, 1, MEMORY_SIZE, file) == MEMORY_SIZE);
    } else {
        world *const w = &worlds[0];
        world_make(w, &settings);
        CHECK(fread(w->memory, 1, MEMORY_SIZE, file) == MEMORY_SIZE);
        /* The same bytes from there as from here, and from here on. */
        CHECK(memcmp(w->memory, foreign.memory, MEMORY_SIZE) == 0);
        run(w, STEPS);
        run(&foreign, STEPS);
        CHECK(memcmp(w->memory, foreign.memory, MEMORY_SIZE) == 0);
    }
    if (file != NULL)
        fclose(file);
}

int main(int argc, char **argv)
{
    const int32_t widest = argc > 1 ? (int32_t)strtol(argv[1], NULL, 10) : -1;
    settings_lower_the_level(widest);
    what_is_no_chain_is_refused();
    any_level_in_memory_is_harmless(widest);
    a_chain_in_use_is_refused();
    if (argc > 2)
        goes_on_from(argv[2]);
    printf("%s\n", sgmcmc_simd_level_name(sgmcmc_simd_level()));
    return check_failures != 0;
}
