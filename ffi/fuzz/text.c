/* Settings as text: what is written is read back, and a text that is made up is refused, with nothing written, or is what
 * is written. */
#include "text.h"

enum { TEXT_SIZE = 8192, TRIES = 8, BEFORE = 0x5a5a5a5a };

static char text[TEXT_SIZE], again[TEXT_SIZE], made_up[TEXT_SIZE];

/* Its length. */
static size_t written(char *to, const sgmcmc_chain_settings *s, size_t dim)
{
    size_t size = 0;
    DEMAND(CALL(sgmcmc_settings_text(NULL, 0, &size, s, dim)) == SGMCMC_OK, "the size of a text");
    DEMAND(size > 1 && size <= TEXT_SIZE, "a text of %zu bytes", size);
    memset(to, '~', TEXT_SIZE);
    DEMAND(CALL(sgmcmc_settings_text(to, size, NULL, s, dim)) == SGMCMC_OK, "a text");
    DEMAND(strlen(to) == size - 1 && (size == TEXT_SIZE || to[size] == '~'), "a text has no zero at its end");
    return size - 1;
}

static sgmcmc_status read(sgmcmc_chain_settings *into, size_t *line, const char *lines, size_t len, size_t dim)
{
    return CALL(sgmcmc_settings_read(into, line, lines, len, dim));
}

/* Changes a few bytes, or takes some away or twice. */
static size_t mutate(char *lines, size_t len, uint64_t *random)
{
    static const char likely[] = "0123456789.-e= \n#naif";
    for (uint64_t changes = 1 + random_word(random) % 3; changes > 0 && len > 0; changes--) {
        const uint64_t word = random_word(random);
        const size_t at = word % len, some = 1 + (word >> 32) % 8;
        switch (word >> 56 & 3) {
        case 0: lines[at] = (char)(word >> 48); break;
        case 1: lines[at] = likely[(word >> 40) % (sizeof likely - 1)]; break;
        case 2:
            if (at + some < len) {
                memmove(lines + at, lines + at + some, len - at - some);
                len -= some;
            }
            break;
        default:
            if (at + some < len && len + some <= TEXT_SIZE) {
                memmove(lines + at + some, lines + at, len - at);
                len += some;
            }
            break;
        }
    }
    return len;
}

bool text_round(const decoder *d, input *in, sgmcmc_chain_settings *back)
{
    const sgmcmc_chain_settings *from = &d->parts.settings;
    /* Only a whole struct can be written to. */
    if (from->struct_size != sizeof *from)
        return false;
    const size_t len = written(text, from, d->dim);
    size_t line = BEFORE;
    *back = *from;
    const sgmcmc_status status = read(back, &line, text, len, d->dim);
    DEMAND(status == SGMCMC_OK && line == 0, "its own text is answered with %d, line %zu", (int)status, line);
    DEMAND(written(again, back, d->dim) == len && memcmp(text, again, len) == 0, "another text comes back");
    uint64_t random = input_word(in);
    for (size_t tries = 0; tries < TRIES; tries++) {
        sgmcmc_chain_settings into = *back, twice = *back;
        memcpy(made_up, text, len);
        const size_t made_up_len = mutate(made_up, len, &random);
        const sgmcmc_status answer = read(&into, &line, made_up, made_up_len, d->dim);
        if (answer != SGMCMC_OK) {
            /* A kind may have been chosen that wants vectors. */
            DEMAND((answer >= SGMCMC_ERROR_SETTINGS_LINE && answer <= SGMCMC_ERROR_SETTINGS_VALUE && line > 0) ||
                       (answer == SGMCMC_ERROR_NULL_POINTER && line == 0),
                   "a made-up text is answered with %d, line %zu", (int)answer, line);
            DEMAND(memcmp(back, &into, sizeof into) == 0, "settings_read answers %d and writes", (int)answer);
            continue;
        }
        DEMAND(line == 0, "settings_read answers OK and line %zu", line);
        const size_t own = written(made_up, &into, d->dim);
        DEMAND(read(&twice, NULL, made_up, own, d->dim) == SGMCMC_OK, "what a made-up text became is not read");
        DEMAND(written(again, &twice, d->dim) == own && memcmp(made_up, again, own) == 0, "a made-up text changes");
    }
    return true;
}
