/* Ensembles: two with the same calls and answers have the same bits, in memory of any content, moved, and from checkpoints. */
#include "chain.h"

#include <math.h>

enum { ROOM = 1 << 18, CANARY = 64, CHAINS_MAX = 3, OPERATIONS_MAX = 10, WORD = 8, TRIES = 8 };

static _Alignas(64) unsigned char memory[ROOM + CANARY], twin_memory[ROOM + CANARY], spare[ROOM + CANARY];
static unsigned char bytes[ROOM], twin_bytes[ROOM];

typedef struct world {
    sgmcmc_ensemble_settings settings;
    sgmcmc_block block;
    size_t dim, size;
    real theta[8];
    F(host) host;
    sgmcmc_ensemble *ensemble, *twin;
} world;

/* Mostly small ensembles that work; now and then any number. */
static void decode(world *w, input *in)
{
    sgmcmc_ensemble_settings *s = &w->settings;
    DEMAND(CALL(sgmcmc_ensemble_settings_init(s, sizeof *s)) == SGMCMC_OK, "defaults of an ensemble");
    w->dim = 1 + input_below(in, 6);
    s->data_len = 1 + (uint32_t)input_below(in, 40);
    s->chain_count = 1 + (uint32_t)input_below(in, CHAINS_MAX);
    s->draw_count = 2 + (uint32_t)input_below(in, 12);
    s->seed = input_byte(in);
    s->chunk_len = (uint32_t)input_below(in, 12);
    s->curvature_dim_max = (uint32_t)input_below(in, 8);
    s->leapfrog_max = 1 + (uint32_t)input_below(in, 12);
    s->sampler = input_choice(in, 5);
    s->pass_max = 1.0 + 8.0 * input_byte(in);
    if (input_byte(in) & 1) {
        s->prior.kind = SGMCMC_PRIOR_GAUSSIAN;
        s->prior.precision = fabs(input_number(in));
    }
    if (input_byte(in) & 1) {
        DEMAND(CALL(sgmcmc_block_init(&w->block, sizeof w->block)) == SGMCMC_OK, "defaults of a block");
        w->block.start = input_below(in, w->dim);
        w->block.len = 1;
        w->block.frozen = 1;
        s->blocks = &w->block;
        s->block_count = 1;
        s->block_size = sizeof w->block;
    }
    switch (input_byte(in)) {
    case 1: s->start_spread = input_number(in); break;
    case 2: s->target_acceptance = input_fraction(in); break;
    case 3: s->r_hat_max = input_number(in); break;
    case 4: s->sample_size = input_number(in); break;
    case 5: s->pass_max = input_number(in); break;
    case 6: s->deviation_error = input_fraction(in); break;
    case 7: s->batch_len = (uint32_t)input_count(in, 41); break;
    case 8: s->chain_count = (uint32_t)input_count(in, 4); break;
    case 9: s->draw_count = (uint32_t)input_count(in, 4); break;
    case 10: s->data_len = (uint32_t)input_count(in, 4); break;
    default: break;
    }
    for (size_t i = 0; i < w->dim; i++)
        w->theta[i] = (real)input_below(in, 9) - 4;
    w->host = (F(host)){.random = input_byte(in), .slope = 1.0, .dim = w->dim, .data_len = s->data_len};
    const uint8_t faults = input_byte(in);
    w->host.fault_rate = faults & 1 ? 1 : 0;
    w->host.faults = input_byte(in);
    w->host.steep = faults & 2;
    if (faults & 4)
        w->host.slope = fabs(input_number(in));
}

static void tell(const world *w)
{
    const sgmcmc_ensemble_settings *s = &w->settings;
    TRACE("dim %zu, data_len %u, chain_count %u, draw_count %u, seed %u, chunk_len %u, curvature_dim_max %u, leapfrog_max %u\n", w->dim,
          s->data_len, s->chain_count, s->draw_count, (unsigned)s->seed, s->chunk_len, s->curvature_dim_max, s->leapfrog_max);
    TRACE("sampler %d, batch_len %u, deviation_error %.17g, prior %d of %.17g, frozen %zu\n", (int)s->sampler, s->batch_len,
          s->deviation_error, (int)s->prior.kind, s->prior.precision, s->block_count > 0 ? w->block.start : w->dim);
    TRACE("start_spread %.17g, target_acceptance %.17g, r_hat_max %.17g, sample_size %.17g, pass_max %.17g\n", s->start_spread,
          s->target_acceptance, s->r_hat_max, s->sample_size, s->pass_max);
    TRACE("faults %u of 256, %x, slope %.17g, steep %d\n", w->host.fault_rate, w->host.faults, w->host.slope, w->host.steep);
}

static size_t saved(sgmcmc_ensemble *ensemble, unsigned char *into)
{
    size_t needed = 0;
    DEMAND(CALL(sgmcmc_ensemble_save(ensemble, NULL, 0, &needed)) == SGMCMC_OK, "the size of an ensemble's checkpoint");
    DEMAND(needed <= ROOM, "a checkpoint of %zu bytes of an ensemble of %d", needed, ROOM);
    DEMAND(CALL(sgmcmc_ensemble_save(ensemble, into, needed, NULL)) == SGMCMC_OK, "an ensemble's checkpoint");
    return needed;
}

static void same(const world *w, const char *after)
{
    const size_t size = saved(w->ensemble, bytes);
    DEMAND(saved(w->twin, twin_bytes) == size && memcmp(bytes, twin_bytes, size) == 0, "after %s the twin has other bits",
           after);
    for (size_t i = 0; i < CANARY; i++)
        DEMAND(memory[w->size + i] == 0x5a && twin_memory[w->size + i] == 0xc3, "after %s: written behind the memory", after);
}

static sgmcmc_status begin(world *w, sgmcmc_ensemble **into, unsigned char *where, uint8_t content, F(host) *host)
{
    memset(where, content, ROOM + CANARY);
    const F(sgmcmc_model) all = F(host_model)(host);
    const F(sgmcmc_model) model = {.struct_size = sizeof model, .log_likelihood = all.log_likelihood, .user = host};
    return CALL(F(sgmcmc_ensemble_init)(into, NULL, where, w->size, &w->settings, w->theta, w->dim, &model));
}

static sgmcmc_status restore(const world *w, sgmcmc_ensemble **into, unsigned char *where, size_t size)
{
    return CALL(F(sgmcmc_ensemble_restore)(into, where, w->size, &w->settings, w->dim, twin_bytes, size));
}

/* Makes the checkpoints of chains in an ensemble's whole. */
static void seal_within(unsigned char *saved, size_t size)
{
    for (size_t at = 6 * WORD; at + 4 * WORD <= size; at += WORD) {
        uint64_t own = 0;
        memcpy(&own, saved + at + 2 * WORD, WORD);
        if (memcmp(saved + at, "\x89sgmcmc\n", WORD) == 0 && own > 2 * WORD && own <= size - at)
            F(seal)(saved + at, own);
    }
}

/* What is made up under a checksum that is right is refused, or is an ensemble's, which goes on. */
static void make_up(world *w, input *in)
{
    const size_t size = saved(w->ensemble, bytes);
    uint64_t random = input_word(in);
    for (int i = 0; i < TRIES; i++) {
        memcpy(twin_bytes, bytes, size);
        const size_t at = WORD * (5 + random_word(&random) % (size / WORD - 6));
        uint64_t word;
        memcpy(&word, twin_bytes + at, WORD);
        const double number = notable(random_word(&random));
        switch (random_word(&random) % 4) {
        case 0: word ^= (uint64_t)1 << random_word(&random) % 64; break;
        case 1: word = random_word(&random) % 40; break;
        case 2: memcpy(&word, &number, WORD); break;
        default: word = random_word(&random); break;
        }
        memcpy(twin_bytes + at, &word, WORD);
        seal_within(twin_bytes, size);
        F(seal)(twin_bytes, size);
        sgmcmc_ensemble *made = NULL;
        memset(spare, 0x77, sizeof spare);
        if (restore(w, &made, spare, size) == SGMCMC_OK) {
            static unsigned char again[ROOM];
            DEMAND(saved(made, again) == size && memcmp(again, twin_bytes, size) == 0, "a checkpoint was made up, word %zu", at / WORD);
            F(host) host = w->host;
            const F(sgmcmc_model) all = F(host_model)(&host);
            const F(sgmcmc_model) model = {.struct_size = sizeof model, .log_likelihood = all.log_likelihood, .user = &host};
            for (uint32_t chain = 0; chain < w->settings.chain_count; chain++)
                CALL(F(sgmcmc_ensemble_advance)(made, NULL, NULL, chain, 3, &model));
            sgmcmc_ensemble_state state = {.struct_size = sizeof state};
            CALL(sgmcmc_ensemble_judge(made, &state));
        } else
            DEMAND(made == NULL, "an ensemble that is refused was written");
        for (size_t k = 0; k < CANARY; k++)
            DEMAND(spare[w->size + k] == 0x77, "a made-up checkpoint led behind the memory");
    }
}

/* What is read of an ensemble is finite, and one reading of it like another. */
static void read(const world *w)
{
    const real *draws = NULL;
    size_t count = 0, needed = 0;
    if (CALL(F(sgmcmc_ensemble_draws)(&draws, &count, w->ensemble)) == SGMCMC_OK) {
        DEMAND(count == w->settings.draw_count, "%zu draws", count);
        for (size_t i = 0; i < count * w->settings.chain_count * w->dim; i++)
            DEMAND(isfinite(draws[i]), "a draw is %g", (double)draws[i]);
    }
    static char text[1 << 16];
    DEMAND(CALL(sgmcmc_ensemble_text(NULL, 0, &needed, w->ensemble, NULL, 0)) == SGMCMC_OK, "the length of a text");
    DEMAND(needed <= sizeof text, "a text of %zu bytes", needed);
    DEMAND(CALL(sgmcmc_ensemble_text(text, needed, NULL, w->ensemble, NULL, 0)) == SGMCMC_OK, "a text");
    DEMAND(strlen(text) + 1 == needed, "a text of %zu bytes has %zu", needed, strlen(text) + 1);
    for (const char *line = text; *line; line += strcspn(line, "\n") + 1)
        DEMAND(strcspn(line, "\n") <= 100, "a line of %zu: %.120s", strcspn(line, "\n"), line);
    sgmcmc_summary row = {.struct_size = sizeof row};
    const sgmcmc_status status = CALL(sgmcmc_ensemble_summary(&row, w->ensemble, 0));
    DEMAND(status == SGMCMC_OK || status == SGMCMC_ERROR_NOT_ESTIMATED, "a summary answers %d", (int)status);
}

void F(fuzz_ensemble)(input *in);
void F(fuzz_ensemble)(input *in)
{
    static world w;
    w = (world){0};
    decode(&w, in);
    tell(&w);
    const sgmcmc_status sized = CALL(F(sgmcmc_ensemble_size)(&w.size, &w.settings, w.dim));
    if (sized == SGMCMC_OK && w.size > ROOM)
        return;
    F(host) host = w.host;
    if (sized != SGMCMC_OK) {
        w.size = ROOM;
        DEMAND(begin(&w, &w.ensemble, memory, 0x5a, &host) == sized, "init takes what size refuses");
        for (size_t i = 0; i < ROOM; i++)
            DEMAND(memory[i] == 0x5a, "settings that are refused were written for");
        return;
    }
    const sgmcmc_status status = begin(&w, &w.ensemble, memory, 0x5a, &w.host);
    DEMAND(begin(&w, &w.twin, twin_memory, 0xc3, &host) == status, "the twin begins otherwise");
    if (status != SGMCMC_OK)
        return;
    DEMAND(memcmp(memory, twin_memory, w.size) == 0, "equal ensembles are other bytes");
    for (int i = 0; i < OPERATIONS_MAX; i++) {
        host = w.host;
        const F(sgmcmc_model) all = F(host_model)(&w.host);
        F(sgmcmc_model) model = {.struct_size = sizeof model, .log_likelihood = all.log_likelihood, .user = &w.host};
        sgmcmc_ensemble_state state = {.struct_size = sizeof state}, twins = state;
        const uint8_t what = input_byte(in);
        feature(7, what % 7);
        switch (what % 7) {
        case 0:
        case 1: {
            const uint32_t chain = (uint32_t)input_below(in, w.settings.chain_count);
            const uint64_t count = what & 8 ? UINT64_MAX : input_byte(in);
            const sgmcmc_status own = CALL(F(sgmcmc_ensemble_advance)(w.ensemble, NULL, NULL, chain, count, &model));
            model.user = &host;
            /* In pieces, which are the whole. */
            uint64_t left = count;
            sgmcmc_status its = SGMCMC_OK;
            for (int32_t is_done = 0; its == SGMCMC_OK && left > 0 && !is_done;) {
                const uint64_t piece = left < 7 ? left : 7;
                its = CALL(F(sgmcmc_ensemble_advance)(w.twin, &is_done, NULL, chain, piece, &model));
                left -= piece;
            }
            DEMAND(own == its && w.host.seen == host.seen, "in pieces a chain answers %d, whole %d", (int)its, (int)own);
            break;
        }
        case 2: {
            const sgmcmc_status own = CALL(F(sgmcmc_ensemble_run)(w.ensemble, &state, NULL, &model));
            model.user = &host;
            const sgmcmc_status its = CALL(F(sgmcmc_ensemble_run)(w.twin, &twins, NULL, &model));
            DEMAND(own == its && memcmp(&state, &twins, sizeof state) == 0, "the twin runs otherwise: %d, %d", (int)own, (int)its);
            break;
        }
        case 3:
            DEMAND(CALL(sgmcmc_ensemble_judge(w.ensemble, &state)) == SGMCMC_OK, "no judgement");
            DEMAND(CALL(sgmcmc_ensemble_judge(w.twin, &twins)) == SGMCMC_OK, "no judgement");
            DEMAND(memcmp(&state, &twins, sizeof state) == 0, "the twin stands otherwise");
            break;
        case 4: read(&w); break;
        case 5: make_up(&w, in); break;
        default: {
            const size_t size = saved(w.ensemble, twin_bytes);
            memset(twin_memory, 0xc3, ROOM);
            DEMAND(restore(&w, &w.twin, twin_memory, size) == SGMCMC_OK, "an ensemble's own checkpoint is refused");
            break;
        }
        }
        same(&w, "a call");
    }
}
