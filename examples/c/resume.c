/* A chain that survives a power cut: it goes on from the last checkpoint in FILE, and leaves the next ones there.
   usage: resume FILE [STEPS [EVERY]]

   Killed at any moment and started again, it ends with the bits of a run that nothing interrupted. */
#define _POSIX_C_SOURCE 200809L
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "mixture.h"
#include "support.h"

enum { DEFAULT_STEPS = 100000, DEFAULT_EVERY = 1000, MOST_STEPS = 100 * DEFAULT_STEPS };

/* One generator a purpose, after MIXTURE_DATA_CHAIN. */
enum { CHAIN_RSGLD = 1 };

static void fail(const char *what, const char *path)
{
    fprintf(stderr, "resume: %s %s: %s\n", what, path, strerror(errno));
    exit(1);
}

static void *room(size_t size)
{
    void *bytes = malloc(size);
    if (bytes == NULL) {
        fprintf(stderr, "out of memory\n");
        exit(1);
    }
    return bytes;
}

/* What the disk holds of a folder survives a power cut only once it is told to keep it. */
static void keep_folder(const char *path)
{
    const char *slash = strrchr(path, '/');
    char *folder = slash == NULL ? NULL : room((size_t)(slash - path) + 2);
    if (folder != NULL) {
        /* With the slash, so that it is right for the root, too. */
        memcpy(folder, path, (size_t)(slash - path) + 1);
        folder[slash - path + 1] = '\0';
    }
    int file = open(folder == NULL ? "." : folder, O_RDONLY);
    if (file < 0 || fsync(file) != 0 || close(file) != 0)
        fail("cannot keep the folder of", path);
    free(folder);
}

/* Puts the bytes in the place of the file's, so that at every moment it has all of the old or all of the new ones. */
static void replace(const char *path, const unsigned char *bytes, size_t size)
{
    const size_t len = strlen(path);
    char *beside = room(len + sizeof ".new");
    memcpy(beside, path, len);
    memcpy(beside + len, ".new", sizeof ".new");
    int file = open(beside, O_WRONLY | O_CREAT | O_TRUNC, 0666);
    if (file < 0)
        fail("cannot write", beside);
    while (size > 0) {
        const ssize_t written = write(file, bytes, size);
        if (written < 0 && errno != EINTR)
            fail("cannot write", beside);
        if (written > 0) {
            bytes += written;
            size -= (size_t)written;
        }
    }
    /* First the bytes, then their name: the other way round a power cut could leave an empty file. */
    if (fsync(file) != 0 || close(file) != 0)
        fail("cannot write", beside);
    if (rename(beside, path) != 0)
        fail("cannot replace", path);
    keep_folder(path);
    free(beside);
}

/* At most `most` bytes of the file, and how many; NULL where there is no such file. */
static unsigned char *read_file(const char *path, size_t most, size_t *size)
{
    FILE *file = fopen(path, "rb");
    if (file == NULL && errno != ENOENT)
        fail("cannot read", path);
    if (file == NULL)
        return NULL;
    unsigned char *bytes = room(most);
    *size = fread(bytes, 1, most, file);
    if (ferror(file))
        fail("cannot read", path);
    fclose(file);
    return bytes;
}

static uint64_t steps_done(const sgmcmc_chain_f64 *chain)
{
    sgmcmc_chain_statistics statistics = {.struct_size = sizeof statistics};
    check(sgmcmc_chain_statistics_f64(chain, &statistics));
    return statistics.step_count;
}

static void run(const char *path, uint64_t step_count, uint64_t every, mixture *data)
{
    sgmcmc_chain_settings settings;
    mixture_settings_init(&settings, CHAIN_RSGLD);
    settings.proposal = SGMCMC_PROPOSAL_RSGLD;
    settings.noise = SGMCMC_NOISE_LANGEVIN;
    settings.step_size = 3.0;
    settings.beta = 2.0;
    sgmcmc_model_f64 model = {.struct_size = sizeof model, .log_likelihood = mixture_log_likelihood,
                              .log_prior = mixture_log_prior, .user = data};

    double theta[MIXTURE_DIM] = {0.0, 0.0};
    void *block;
    sgmcmc_chain_f64 *chain;
    size_t size, checkpoint_size, found_size;
    check(sgmcmc_chain_size_f64(&size, &settings, MIXTURE_DIM));
    void *memory = aligned_memory(size, sgmcmc_chain_align_f64(), &block);
    check(sgmcmc_chain_init_f64(&chain, memory, size, &settings, theta, MIXTURE_DIM));
    check(sgmcmc_chain_save_size_f64(&checkpoint_size, chain));

    /* A byte more than a checkpoint has, so that a longer file is seen. */
    unsigned char *found = read_file(path, checkpoint_size + 1, &found_size);
    if (found != NULL)
        check(sgmcmc_chain_restore_f64(&chain, memory, size, &settings, MIXTURE_DIM, found, found_size));
    free(found);
    fprintf(stderr, "from step %" PRIu64 "\n", steps_done(chain));

    unsigned char *checkpoint = room(checkpoint_size);
    for (uint64_t done; (done = steps_done(chain)) < step_count;) {
        const uint64_t left = step_count - done;
        check(sgmcmc_chain_run_f64(chain, NULL, left < every ? left : every, &model, NULL, NULL));
        check(sgmcmc_chain_save_f64(chain, checkpoint, checkpoint_size));
        replace(path, checkpoint, checkpoint_size);
    }
    free(checkpoint);

    mixture_result result;
    mixture_result_read(&result, chain);
    printf("steps        %" PRIu64 "\n", steps_done(chain));
    for (int i = 0; i < MIXTURE_DIM; i++)
        printf("theta%d       mean %.6f, variance %.6f\n", i + 1, result.mean[i], result.variance[i]);
    printf("fingerprint  %016" PRIx64 "\n", result.fingerprint);
    free(block);
}

/* A number from 1, the default where there is no such argument, or 0 for what is no such number. */
static uint64_t number(int argc, char **argv, int index, long otherwise)
{
    if (argc <= index)
        return (uint64_t)otherwise;
    char *end;
    const long value = strtol(argv[index], &end, 10);
    return *end != '\0' || value < 1 || value > MOST_STEPS ? 0 : (uint64_t)value;
}

int main(int argc, char **argv)
{
    const uint64_t step_count = number(argc, argv, 2, DEFAULT_STEPS), every = number(argc, argv, 3, DEFAULT_EVERY);
    if (argc < 2 || argc > 4 || step_count == 0 || every == 0) {
        fprintf(stderr, "usage: resume FILE [STEPS [EVERY]]   from 1 to %d\n", MOST_STEPS);
        return 2;
    }
    void *block;
    sgmcmc_rng *rng;
    size_t size = sgmcmc_rng_size();
    void *memory = aligned_memory(size, sgmcmc_rng_align(), &block);
    check(sgmcmc_rng_init(&rng, memory, size, MIXTURE_SEED, MIXTURE_DATA_CHAIN));
    mixture data;
    if (mixture_draw_data(&data, MIXTURE_LEN, rng) != 0) {
        fprintf(stderr, "out of memory\n");
        return 1;
    }
    free(block);
    run(argv[1], step_count, every, &data);
    free(data.x);
    return 0;
}
