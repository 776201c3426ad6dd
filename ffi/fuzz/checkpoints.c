/* Checkpoints of a fuzzed chain: its own, which makes its twin again, and ones that are made up. */
#include "chain.h"

/* The header's words, and with them the generators', of which almost all are a chain's. */
enum { WORD = 8, HEADER_WORDS = 6, GENERATORS_END = 40, TRIES = 32, STEPS_AFTER = 3 };

static unsigned char whole[MEMORY_SIZE], image[MEMORY_SIZE], again[MEMORY_SIZE];

/* Nothing where there is no room: those who ask for much have more than the fuzzer has. */
static size_t saved(F(sgmcmc_chain) * chain, unsigned char *bytes)
{
    size_t size = 0;
    DEMAND(CALL(F(sgmcmc_chain_save)(chain, NULL, 0, &size)) == SGMCMC_OK, "the size of a checkpoint");
    if (size > MEMORY_SIZE)
        return 0;
    DEMAND(CALL(F(sgmcmc_chain_save)(chain, bytes, size, NULL)) == SGMCMC_OK, "a checkpoint");
    return size;
}

void F(seal)(unsigned char *bytes, size_t size)
{
    uint64_t hash = UINT64_C(0x6a09e667f3bcc908);
    for (size_t i = 0; i < size - WORD; i += WORD) {
        uint64_t word = 0;
        memcpy(&word, bytes + i, size - WORD - i < WORD ? size - WORD - i : WORD);
        hash = (hash ^ word) * UINT64_C(0x9e3779b97f4a7c15);
        hash ^= hash >> 32;
    }
    memcpy(bytes + size - WORD, &hash, WORD);
}

static sgmcmc_status restore(const F(world) * w, F(sgmcmc_chain) * *chain, unsigned char *memory,
                             const unsigned char *bytes, size_t size)
{
    return CALL(F(sgmcmc_chain_restore)(chain, memory, w->size, &w->decoder->parts.settings, w->dim, bytes, size));
}

void F(restore_twin)(F(world) * w)
{
    const size_t size = saved(w->chain, image);
    if (size == 0)
        return;
    sgmcmc_checkpoint seen = {.struct_size = sizeof seen};
    DEMAND(CALL(sgmcmc_checkpoint_read(&seen, image, size)) == SGMCMC_OK, "a chain's own checkpoint is not read");
    DEMAND(seen.size == size && seen.dim == w->dim && seen.bits == 8 * sizeof(real) &&
               seen.step_count == w->sight.statistics.step_count,
           "a checkpoint says something else of its chain");
    memset(w->twin_memory, 0xc3, w->size);
    const sgmcmc_status status = restore(w, &w->twin, w->twin_memory, image, size);
    DEMAND(status == SGMCMC_OK, "a chain's own checkpoint is answered with %d", (int)status);
    F(same)(w, "a checkpoint");
}

void F(through_checkpoint)(F(world) * w)
{
    const size_t size = saved(w->twin, image);
    if (size == 0)
        return;
    memcpy(again, w->twin_memory, w->size);
    memset(w->twin_memory, 0xc3, w->size);
    const sgmcmc_status status = restore(w, &w->twin, w->twin_memory, image, size);
    DEMAND(status == SGMCMC_OK, "a chain's own checkpoint is answered with %d", (int)status);
    DEMAND(memcmp(again, w->twin_memory, w->size) == 0, "a checkpoint is of another chain");
}

/* Changes a word of what is no vector, or a number anywhere. */
static void mutate(input *in, unsigned char *bytes, size_t size)
{
    const uint8_t how = input_byte(in);
    static const size_t firsts[] = {GENERATORS_END, GENERATORS_END, HEADER_WORDS, 0};
    const size_t words = size / WORD, far = input_byte(in);
    const size_t at = (firsts[how & 3] + (far < 200 ? far % 50 : far << 8) + input_byte(in) % 16) % words * WORD;
    const double number = how & 0xc0 ? input_number(in) : 0.0;
    uint64_t word;
    memcpy(&word, bytes + at, WORD);
    switch (how >> 2 & 7) {
    case 0: word ^= (uint64_t)1 << input_below(in, 64); break;
    case 1: word += input_byte(in); break;
    case 2: word -= input_byte(in); break;
    case 3: word = input_count(in, 64); break;
    case 4: word = input_word(in); break;
    case 5: memcpy(&word, &number, WORD); break;
    case 6: {
        const real narrow = (real)number;
        memcpy((unsigned char *)&word + (how & 0x20 ? sizeof word - sizeof narrow : 0), &narrow, sizeof narrow);
        break;
    }
    default: word = 0; break;
    }
    memcpy(bytes + at, &word, WORD);
}

/* A made-up checkpoint is refused, with nothing written, or it is that of the chain that it makes. */
void F(restore_made_up)(F(world) * w, input *in)
{
    const size_t size = saved(w->chain, image);
    if (size == 0)
        return;
    memcpy(whole, image, size);
    uint64_t random = input_word(in);
    for (size_t tries = 0; tries < TRIES; tries++) {
        /* The first as the input says, the others at random. */
        uint64_t words[12];
        for (size_t i = 0; i < sizeof words / sizeof *words; i++)
            words[i] = random_word(&random);
        input made_up = {(const uint8_t *)words, sizeof words};
        input *from = tries == 0 ? in : &made_up;
        memcpy(image, whole, size);
        for (size_t changes = 1 + input_below(from, 3); changes > 0; changes--)
            mutate(from, image, size);
        const uint8_t rare = input_byte(from);
        const size_t given = rare == 255 ? input_word(from) % size + 1 : size;
        if (rare < 250)
            F(seal)(image, size);
        memset(w->spare, 0xc3, w->size + CANARY_SIZE);
        F(sgmcmc_chain) *chain = NULL;
        const sgmcmc_status status = restore(w, &chain, w->spare, image, given);
        if (status != SGMCMC_OK) {
            DEMAND(status >= SGMCMC_ERROR_NOT_CHECKPOINT && status <= SGMCMC_ERROR_CHECKPOINT_CONTENTS,
                   "a made-up checkpoint is answered with %d", (int)status);
            DEMAND(chain == NULL, "restore answers %d and writes", (int)status);
            for (size_t i = 0; i < w->size; i++)
                DEMAND(w->spare[i] == 0xc3, "restore answers %d and writes to the memory", (int)status);
            continue;
        }
        DEMAND(saved(chain, again) == size && memcmp(image, again, size) == 0,
               "a checkpoint was accepted that is not the chain's");
        F(host) host = w->host;
        host.chain = chain;
        const F(sgmcmc_model) model = F(host_model)(&host);
        for (int i = 0; i < STEPS_AFTER; i++) {
            F(sight) sight;
            CALL(F(sgmcmc_chain_step)(chain, NULL, NULL, NULL, 0, &model));
            F(look)(w, chain, &sight);
            F(all_finite)(&host, sight.theta, "after a made-up checkpoint");
        }
        for (size_t i = 0; i < CANARY_SIZE; i++)
            DEMAND(w->spare[w->size + i] == 0xc3, "a made-up checkpoint led behind the memory");
    }
}
