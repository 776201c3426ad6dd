/* A chain's file: a line that says whose it is, the chain's checkpoint, and its summary. All three are written at once,
   so that they are always of the same step. */
#include "member.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "durable.h"
#include "support.h"

enum { LINE_ROOM = 128, PATH_ROOM = 24 /* beside the folder */ };

int member_init(member *member, const run *run, uint32_t number, scorer *scorer)
{
    *member = (struct member){.number = number, .scorer = scorer};
    const sgmcmc_status status =
        sampler_init(&member->sampler, run, number * INDICES_A_CHAIN, (uint32_t)run->train.len);
    if (status != SGMCMC_OK) {
        /* Settings are refused for every chain alike. */
        if (number == 0 || status == SGMCMC_ERROR_MEMORY_TOO_SMALL)
            fprintf(stderr, "sgmcmc: %s\n", sgmcmc_status_message(status));
        return sampler_result(status);
    }
    if (summary_init(&member->summary, run->test.len) != 0) {
        fprintf(stderr, "out of memory\n");
        return EXIT_MEMORY;
    }
    return EXIT_DONE;
}

void member_free(member *member)
{
    sampler_free(&member->sampler);
    summary_free(&member->summary);
}

static void keep(void *user, const float *theta)
{
    member *member = user;
    scorer *scorer = member->scorer;
    network_probabilities(&scorer->net, scorer->probabilities, theta);
    summary_push(&member->summary, theta, scorer->probabilities, scorer->net.data);
}

void member_run(member *member, run *run, uint64_t step, const sgmcmc_model_f32 *model)
{
    sampler_run(&member->sampler, run, step, model, keep, member);
}

/* A number for the data, which checkpoints know nothing of. */
static uint64_t data_hash(const landsat_data *data)
{
    uint64_t hash;
    check(sgmcmc_fingerprint_f32(&hash, data->attributes, data->len * LANDSAT_ATTRIBUTES));
    for (size_t row = 0; row < data->len; row++)
        hash = (hash ^ data->labels[row]) * 0x100000001b3u;
    return hash;
}

/* Its length, which is the same for all chains. */
static size_t write_line(char line[LINE_ROOM], const member *member, const run *run)
{
    return (size_t)snprintf(line, LINE_ROOM, "sgmcmc examples/mpi/chains 1: chain %05" PRIu32 ", seed %020" PRIu64
                            ", data %016" PRIx64 " %016" PRIx64 "\n", member->number, run->choices.seed,
                            data_hash(&run->train), data_hash(&run->test));
}

/* Free the path. */
static char *path_of(const member *member, const char *folder)
{
    const size_t room = strlen(folder) + PATH_ROOM;
    char *path = malloc(room);
    if (path != NULL)
        snprintf(path, room, "%s/chain-%05" PRIu32, folder, member->number);
    else
        fprintf(stderr, "out of memory\n");
    return path;
}

/* Makes the member of a file's bytes. Returns NULL, or what is wrong with them. */
static const char *restore(member *member, const run *run, const unsigned char *bytes, size_t size)
{
    char line[LINE_ROOM];
    const size_t line_len = write_line(line, member, run);
    size_t chain_size;
    check(sgmcmc_chain_save_f32(member->sampler.chain, NULL, 0, &chain_size));
    if (size >= line_len && memcmp(bytes, line, line_len) != 0)
        return "it is of another chain, of another seed or of other data, or no file of this program";
    if (size != line_len + chain_size + member->summary.size)
        return "it is truncated, or followed by other bytes";
    bytes += line_len;
    const sgmcmc_status status =
        sampler_restore(&member->sampler, run, (uint32_t)run->train.len, bytes, chain_size);
    if (status != SGMCMC_OK)
        return sgmcmc_status_message(status);
    const char *wrong = summary_restore(&member->summary, bytes + chain_size);
    sgmcmc_chain_statistics statistics = {.struct_size = sizeof statistics};
    check(sgmcmc_chain_statistics_f32(member->sampler.chain, &statistics));
    if (wrong == NULL && statistics.kept_count != summary_draw_count(&member->summary))
        wrong = "its estimates are not of its chain's draws";
    if (wrong == NULL && member->sampler.step > run->choices.step_count)
        wrong = "its chain has done more steps than are asked for";
    return wrong;
}

int member_load(member *member, const run *run, const char *folder)
{
    unsigned char *bytes = NULL;
    size_t chain_size, size;
    char *path = path_of(member, folder);
    if (path == NULL)
        return EXIT_MEMORY;
    check(sgmcmc_chain_save_f32(member->sampler.chain, NULL, 0, &chain_size));
    /* A byte more than it has at most, so that a longer file is seen. */
    const size_t most = LINE_ROOM + chain_size + member->summary.size;
    const char *wrong = NULL;
    int result = durable_read(path, most, &bytes, &size) == 0 ? EXIT_DONE : EXIT_INPUT;
    if (bytes != NULL)
        wrong = restore(member, run, bytes, size);
    if (wrong != NULL) {
        fprintf(stderr, "chains: %s: %s\n", path, wrong);
        result = EXIT_INPUT;
    }
    member->first_step = member->stored_step = member->sampler.step;
    free(bytes);
    free(path);
    return result;
}

int member_store(member *member, const run *run, const char *folder)
{
    char line[LINE_ROOM], *path;
    size_t line_len, chain_size, size;
    if (member->sampler.step == member->stored_step)
        return EXIT_DONE;
    line_len = write_line(line, member, run);
    check(sgmcmc_chain_save_f32(member->sampler.chain, NULL, 0, &chain_size));
    size = line_len + chain_size + member->summary.size;
    unsigned char *bytes = malloc(size);
    path = path_of(member, folder);
    int result = bytes == NULL || path == NULL ? EXIT_MEMORY : EXIT_DONE;
    if (result == EXIT_DONE) {
        memcpy(bytes, line, line_len);
        check(sgmcmc_chain_save_f32(member->sampler.chain, bytes + line_len, chain_size, NULL));
        summary_save(&member->summary, bytes + line_len + chain_size);
        result = durable_replace(path, bytes, size) == 0 ? EXIT_DONE : EXIT_INPUT;
        member->stored_step = member->sampler.step;
    } else if (bytes == NULL) {
        fprintf(stderr, "out of memory\n");
    }
    free(bytes);
    free(path);
    return result;
}
