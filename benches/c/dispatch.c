/*
 * What it costs that the installed library chooses its instruction set: its steps beside those of a library that was
 * compiled for one, both in one process and turn by turn. The callback returns at once. The goals: within 50 ns a step
 * at d = 5, and within 3 % at d = 2^14.
 *
 * Build and run, in the repository's folder, on a processor with AVX-512 (elsewhere x86-64-v3 takes the place of -v4):
 *     make
 *     RUSTFLAGS="-C target-cpu=x86-64-v4" cargo build --release -p sgmcmc-ffi --target-dir target/level-x86-64-v4
 *     cc -std=c99 -O2 -Iinclude benches/c/dispatch.c -ldl -o target/dispatch
 *     target/dispatch target/install/auto/libsgmcmc.so target/level-x86-64-v4/release/libsgmcmc.so [rounds]
 * 2000 rounds without an argument, about ten seconds.
 */
#include "timing.h"

#include <dlfcn.h>
#include <string.h>

enum { SMALL = 5, LARGE = 1 << 14 };

/* One precision's part of a library. */
#define FUNCTIONS(p)                                 \
    __typeof__(sgmcmc_chain_size_##p) *size_##p;     \
    __typeof__(sgmcmc_chain_init_##p) *init_##p;     \
    __typeof__(sgmcmc_chain_step_##p) *step_##p;     \
    __typeof__(sgmcmc_chain_properties_##p) *properties_##p;

typedef struct library {
    __typeof__(sgmcmc_chain_settings_init) *settings_init;
    __typeof__(sgmcmc_simd_level_name) *level_name;
    FUNCTIONS(f32)
    FUNCTIONS(f64)
} library;

/* One row: the same chain made by either library. */
typedef struct work {
    const char *name;
    int32_t rule;
    int is_f64;
    size_t dim;
    void *chains[2];
    double best_ns[2];
} work;

static work works[] = {
    {"SGLD f32", SGMCMC_RULE_LANGEVIN, 0, SMALL, {NULL}, {0}},
    {"SGLD f64", SGMCMC_RULE_LANGEVIN, 1, SMALL, {NULL}, {0}},
    {"lattice walk f32", SGMCMC_RULE_LATTICE, 0, SMALL, {NULL}, {0}},
    {"BAOAB f64", SGMCMC_RULE_BAOAB, 1, SMALL, {NULL}, {0}},
    {"SGLD f32", SGMCMC_RULE_LANGEVIN, 0, LARGE, {NULL}, {0}},
    {"SGLD f64", SGMCMC_RULE_LANGEVIN, 1, LARGE, {NULL}, {0}},
    {"lattice walk f32", SGMCMC_RULE_LATTICE, 0, LARGE, {NULL}, {0}},
    {"BAOAB f64", SGMCMC_RULE_BAOAB, 1, LARGE, {NULL}, {0}},
};
static const size_t work_count = sizeof works / sizeof *works;

static void fail(const char *what)
{
    fprintf(stderr, "%s\n", what);
    exit(1);
}

/* ISO C has no cast from a pointer to one to a function; POSIX says that they are alike. */
static void find(void *handle, const char *name, void *function)
{
    void *const symbol = dlsym(handle, name);
    if (symbol == NULL)
        fail(dlerror());
    memcpy(function, &symbol, sizeof symbol);
}

static void load(library *library, const char *path)
{
    void *const handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (handle == NULL)
        fail(dlerror());
    find(handle, "sgmcmc_chain_settings_init", &library->settings_init);
    find(handle, "sgmcmc_simd_level_name", &library->level_name);
#define FIND(p)                                                     \
    find(handle, "sgmcmc_chain_size_" #p, &library->size_##p);      \
    find(handle, "sgmcmc_chain_init_" #p, &library->init_##p);      \
    find(handle, "sgmcmc_chain_step_" #p, &library->step_##p);      \
    find(handle, "sgmcmc_chain_properties_" #p, &library->properties_##p);
    FIND(f32)
    FIND(f64)
}

#define AT_ONCE(p, real)                                                                                        \
    static int32_t at_once_##p(void *user, double *value, real *gradient, const real *theta, size_t dim,        \
                               const uint32_t *batch, size_t batch_len)                                         \
    {                                                                                                           \
        (void)user, (void)gradient, (void)theta, (void)dim, (void)batch, (void)batch_len;                       \
        *value = 0.0;                                                                                           \
        return 0;                                                                                               \
    }
AT_ONCE(f32, float)
AT_ONCE(f64, double)

static void make_chain(const library *library, work *work, int which)
{
    static const double zeros[LARGE]; /* as floats too */
    sgmcmc_chain_settings settings;
    size_t size;
    must(library->settings_init(&settings, sizeof settings));
    settings.batch.kind = SGMCMC_BATCH_ALL;
    settings.data_len = 10000;
    settings.sampler.step_size.value = 1e-4;
    settings.sampler.rule.kind = work->rule;
    must(work->is_f64 ? library->size_f64(&size, &settings, work->dim)
                      : library->size_f32(&size, &settings, work->dim));
    if (posix_memalign(&work->chains[which], 4096, size) != 0)
        fail("no memory");
    sgmcmc_chain_f32 *f32;
    sgmcmc_chain_f64 *f64;
    must(work->is_f64 ? library->init_f64(&f64, work->chains[which], size, &settings, zeros, work->dim)
                      : library->init_f32(&f32, work->chains[which], size, &settings, (const float *)zeros, work->dim));
}

static void time_round(const library *library, work *work, int which)
{
    const sgmcmc_model_f32 f32 = {.struct_size = sizeof f32, .log_likelihood = at_once_f32};
    const sgmcmc_model_f64 f64 = {.struct_size = sizeof f64, .log_likelihood = at_once_f64};
    const int steps = work->dim == SMALL ? 1000 : 10;
    const double start = now_ns();
    for (int i = 0; i < steps; i++)
        must(work->is_f64 ? library->step_f64(work->chains[which], NULL, NULL, NULL, 0, &f64)
                          : library->step_f32(work->chains[which], NULL, NULL, NULL, 0, &f32));
    keep_best(&work->best_ns[which], (now_ns() - start) / steps);
}

int main(int argc, char **argv)
{
    const long rounds = argc > 3 ? strtol(argv[3], NULL, 10) : 2000;
    library libraries[2];
    int32_t level;
    if (argc < 3)
        fail("usage: dispatch LIBRARY OTHER [rounds]");
    for (int which = 0; which < 2; which++) {
        load(&libraries[which], argv[1 + which]);
        for (size_t i = 0; i < work_count; i++)
            make_chain(&libraries[which], &works[i], which);
        must(libraries[which].properties_f32(NULL, NULL, &level, works[0].chains[which]));
        printf("%s: %s\n", argv[1 + which], libraries[which].level_name(level));
    }
    for (long round = 0; round < rounds; round++)
        for (size_t i = 0; i < work_count; i++)
            for (int turn = 0; turn < 2; turn++) {
                const int which = (turn + (int)round) % 2;
                time_round(&libraries[which], &works[i], which);
            }

    printf("\nns a step, best of %ld rounds\n%-18s %8s %12s %12s %10s %8s  met\n", rounds, "", "d", "the first",
           "the second", "ns more", "ratio");
    for (size_t i = 0; i < work_count; i++) {
        const double first = works[i].best_ns[0], second = works[i].best_ns[1];
        const int met = works[i].dim == SMALL ? first - second <= 50.0 : first <= 1.03 * second;
        printf("%-18s %8zu %12.1f %12.1f %10.1f %8.3f  %s\n", works[i].name, works[i].dim, first, second,
               first - second, first / second, met ? "yes" : "NO");
        free(works[i].chains[0]);
        free(works[i].chains[1]);
    }
    return 0;
}
