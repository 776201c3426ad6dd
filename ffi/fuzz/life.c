/* How a chain comes to be: made, handed over to other settings, moved to other memory. */
#include "chain.h"
#include "text.h"

#include <math.h>

enum { BEFORE = 0x5a5a5a5a };

static void canary(unsigned char *memory, size_t from, size_t to)
{
    memset(memory + from, 0xa5, to + CANARY_SIZE - from);
}

/* Whether the library takes the settings; chain_init must think as chain_size does. */
static bool accepts(const decoder *d)
{
    static const real theta[DIM_MAX];
    size_t size = BEFORE;
    const sgmcmc_status status = CALL(F(sgmcmc_chain_size)(&size, &d->parts.settings, d->dim));
    if (status == SGMCMC_OK) {
        DEMAND(size > 0 && size % sgmcmc_align() == 0, "a size of %zu", size);
        return size <= MEMORY_SIZE - CANARY_SIZE;
    }
    DEMAND(size == BEFORE, "chain_size answers %d and writes", (int)status);
    static _Alignas(64) unsigned char memory[4096];
    F(sgmcmc_chain) *chain = NULL;
    memset(memory, 0x3c, sizeof memory);
    const sgmcmc_status init = F(sgmcmc_chain_init)(&chain, memory, sizeof memory, &d->parts.settings, theta, d->dim);
    DEMAND(init == status, "chain_size answers %d and chain_init %d", (int)status, (int)init);
    DEMAND(chain == NULL, "chain_init answers %d and writes", (int)init);
    for (size_t i = 0; i < sizeof memory; i++)
        DEMAND(memory[i] == 0x3c, "chain_init answers %d and writes to the memory", (int)init);
    return false;
}

/* What the oracles see of a chain that has just been made. */
static void made(F(world) * w)
{
    const sgmcmc_chain_settings *s = &w->decoder->parts.settings;
    w->host.data_len = s->data_len;
    w->step_size_set = false;
    w->watch.stale = w->watch.has_seen;
    const sgmcmc_sampler *sampler = &s->sampler;
    feature(2, (uint64_t)sampler->kind << 24 | (uint64_t)s->estimator.kind << 16 | (uint64_t)s->batch.kind << 8 |
                   (uint64_t)s->prior.kind);
    feature(3, (uint64_t)sampler->kind << 16 | (uint64_t)sampler->proposal.kind << 8 | (uint64_t)s->clipping.kind);
    feature(4, (uint64_t)sampler->rule.kind << 24 | (uint64_t)sampler->rule.drift.kind << 16 |
                   (uint64_t)sampler->rule.preconditioner.kind << 8 | (uint64_t)s->estimator.kind);
    settings_tell(w->decoder);
    F(look)(w, w->chain, &w->sight);
    F(consistent)(w, &w->sight);
    DEMAND(w->sight.statistics.step_count == 0 && w->sight.statistics.kept_count == 0, "a new chain has counts");
    F(same)(w, "the start");
}

bool F(make)(F(world) * w, input *in)
{
    real theta[DIM_MAX];
    F(sgmcmc_chain) * image;
    w->dim = w->host.dim = 1 + input_below(in, DIM_MAX);
    const double at = input_number(in);
    for (size_t i = 0; i < w->dim; i++)
        theta[i] = (real)(at * (0.25 - (double)(i % 5) / 8.0));
    bool finite = true;
    for (size_t i = 0; i < w->dim; i++)
        finite = finite && isfinite(theta[i]);
    settings_decode(w->decoder, in, w->dim, accepts);
    if (w->decoder->refused)
        return false;
    const sgmcmc_chain_settings *settings = &w->decoder->parts.settings;
    DEMAND(CALL(F(sgmcmc_chain_size)(&w->size, settings, w->dim)) == SGMCMC_OK, "accepted settings");
    memset(w->memory, 0x00, w->size);
    memset(w->spare, 0xff, w->size);
    const sgmcmc_status status = CALL(F(sgmcmc_chain_init)(&w->chain, w->memory, w->size, settings, theta, w->dim));
    DEMAND(status == (finite ? SGMCMC_OK : SGMCMC_ERROR_THETA_NOT_FINITE), "chain_init answers %d", (int)status);
    if (status != SGMCMC_OK)
        return false;
    DEMAND(F(sgmcmc_chain_init)(&image, w->spare, w->size, settings, theta, w->dim) == SGMCMC_OK, "a second chain");
    DEMAND(memcmp(w->memory, w->spare, w->size) == 0, "two chains of the same settings have other bytes");
    sgmcmc_chain_settings back;
    if (text_round(w->decoder, in, &back)) {
        const sgmcmc_status again = F(sgmcmc_chain_init)(&image, w->spare, w->size, &back, theta, w->dim);
        DEMAND(again == SGMCMC_OK && memcmp(w->memory, w->spare, w->size) == 0, "settings from text make another chain");
    }
    memcpy(w->twin_memory, w->spare, w->size);
    canary(w->memory, w->size, w->size);
    canary(w->twin_memory, w->size, w->size);
    w->twin = (F(sgmcmc_chain) *)(void *)w->twin_memory;
    TRACE("/* f%zu, theta from %.17g */\n", 8 * sizeof(real), at);
    made(w);
    return true;
}

void F(hand_over)(F(world) * w, input *in)
{
    const bool cramped = input_byte(in) >= 0xf0;
    settings_decode(w->next, in, w->dim, accepts);
    sgmcmc_chain_settings *settings = &w->next->parts.settings;
    /* Not looked at here. */
    if (w->next->refused && settings->chain_index >= SGMCMC_CHAIN_COUNT_MAX)
        return;
    size_t size = w->size;
    if (!w->next->refused)
        DEMAND(F(sgmcmc_chain_size)(&size, settings, w->dim) == SGMCMC_OK, "accepted settings");
    const size_t room = size > w->size ? size : w->size;
    const F(sight) before = w->sight;
    canary(w->memory, w->size, room);
    canary(w->twin_memory, w->size, room);
    memcpy(w->spare, w->memory, w->size);
    const sgmcmc_status status = CALL(F(sgmcmc_chain_hand_over)(w->chain, room - cramped, settings));
    const sgmcmc_status twin = CALL(F(sgmcmc_chain_hand_over)(w->twin, room - cramped, settings));
    DEMAND(status == twin, "hand_over answers %d, on a copy %d", (int)status, (int)twin);
    DEMAND((status == SGMCMC_OK) == !(w->next->refused || cramped), "hand_over answers %d to settings that are %s",
           (int)status, w->next->refused ? "refused" : "accepted");
    if (status != SGMCMC_OK) {
        F(unchanged)(w, status, "hand_over");
        F(settle)(w, "hand_over");
        return;
    }
    decoder *last = w->decoder;
    w->decoder = w->next;
    w->next = last;
    for (size_t i = 0; i < CANARY_SIZE; i++)
        DEMAND(w->memory[room + i] == 0xa5, "hand_over wrote behind the memory");
    w->size = size;
    canary(w->memory, size, room);
    canary(w->twin_memory, size, room);
    made(w);
    DEMAND(memcmp(before.theta, w->sight.theta, sizeof before.theta) == 0, "hand_over moves theta");
}

/* To other memory, with nothing left behind. */
void F(move)(F(world) * w)
{
    unsigned char *from = w->memory;
    memcpy(w->spare, from, w->size + CANARY_SIZE);
    memset(from, 0xa5, w->size);
    w->memory = w->spare;
    w->spare = from;
    w->chain = (F(sgmcmc_chain) *)(void *)w->memory;
    F(same)(w, "a move");
}
