/* Ensembles: whole or chain by chain, what they say, refuse, and leave alone. */
#include <math.h>
#include <stdlib.h>

#include "world.h"

enum { ROOM = 1 << 20 };

static _Alignas(64) unsigned char memory[ROOM], other[ROOM], moved[ROOM];
static size_t size;
static sgmcmc_ensemble_settings settings;
static F(sgmcmc_model) model;
static const real theta[DIM] = {0};

static sgmcmc_ensemble *made(unsigned char *into)
{
    sgmcmc_ensemble *made = NULL;
    memset(into, into == memory ? 0x5a : 0xff, ROOM);
    the_host = (host){.fault = FAULT_NONE};
    ANSWERS(SGMCMC_OK, F(sgmcmc_ensemble_init)(&made, NULL, into, ROOM, &settings, theta, DIM, &model));
    CHECK((void *)made == (void *)into);
    return made;
}

static sgmcmc_ensemble_state judged(sgmcmc_ensemble *ensemble)
{
    sgmcmc_ensemble_state state = {.struct_size = sizeof state};
    ANSWERS(SGMCMC_OK, sgmcmc_ensemble_judge(ensemble, &state));
    return state;
}

static void start(void)
{
    ANSWERS(SGMCMC_OK, sgmcmc_ensemble_settings_init(&settings, sizeof settings));
    CHECK(settings.struct_size == sizeof settings && settings.chain_count == 4 && settings.data_len == 0);
    settings.data_len = DATA_LEN;
    settings.draw_count = 200;
    settings.sample_size = 650.0;
    model = (F(sgmcmc_model)){.struct_size = sizeof model, .log_likelihood = log_likelihood, .user = &the_host};
    ANSWERS(SGMCMC_OK, F(sgmcmc_ensemble_size)(&size, &settings, DIM));
    CHECK(size % sgmcmc_align() == 0 && size <= ROOM);
}

/* Whole it has the bits of chains that advance in pieces, in whatever order, and are moved between. */
static void run(void)
{
    sgmcmc_ensemble *whole = made(memory), *pieces = made(other);
    CHECK(memcmp(memory, other, size) == 0);
    sgmcmc_ensemble_state state = {.struct_size = sizeof state};
    ANSWERS(SGMCMC_OK, F(sgmcmc_ensemble_run)(whole, &state, NULL, &model));
    CHECK(state.is_over == 1 && state.converged == 1 && state.r_hat <= 1.01 && state.sample_size >= 650.0);
    CHECK(state.doubtful_count == 0 && state.chain_count == 4 && state.dim == DIM && state.draw_count == 200);
    int rounds = 0;
    do {
        for (uint32_t chain = 4; chain-- > 0;)
            for (int32_t is_done = 0; !is_done;) {
                ANSWERS(SGMCMC_OK, F(sgmcmc_ensemble_advance)(pieces, &is_done, NULL, chain, 37 + chain, &model));
                memcpy(moved, other, size);
                memset(other, 0, size);
                memcpy(other, moved, size);
            }
        rounds++;
    } while (!judged(pieces).is_over);
    CHECK(rounds > 1 && memcmp(memory, other, size) == 0);

    const real *draws = NULL;
    size_t count = 0;
    ANSWERS(SGMCMC_OK, F(sgmcmc_ensemble_draws)(&draws, &count, whole));
    CHECK(count == 200 && (const unsigned char *)draws > memory && (const unsigned char *)(draws + 4 * 200 * DIM) < memory + size);
    const double deviation = 1.0 / sqrt(DATA_LEN);
    for (size_t i = 0; i < DIM; i++) {
        double sum = 0.0;
        for (size_t k = 0; k < 4 * count; k++) sum += (double)draws[k * DIM + i] / (4.0 * (double)count);
        sgmcmc_summary row = {.struct_size = sizeof row};
        ANSWERS(SGMCMC_OK, sgmcmc_ensemble_summary(&row, whole, i));
        CHECK(fabs(row.mean - sum) < 1e-6 && row.r_hat <= state.r_hat && row.bulk_sample_size >= state.sample_size);
        /* 4.5 standard errors of five means, and of five deviations by some 800 draws. */
        CHECK(fabs(row.mean - 0.95) < 4.5 * row.standard_error);
        CHECK(fabs(row.deviation / deviation - 1.0) < 4.5 / sqrt(2.0 * 800.0));
    }
    ANSWERS(SGMCMC_ERROR_LENGTH_MISMATCH, sgmcmc_ensemble_summary(&(sgmcmc_summary){.struct_size = sizeof(sgmcmc_summary)}, whole, DIM));
}

static void text(void)
{
    sgmcmc_ensemble *ensemble = (sgmcmc_ensemble *)(void *)memory;
    const char *names[] = {"first", NULL, "a name that is far too long", "\xff"};
    char buffer[4096];
    size_t needed = 0;
    ANSWERS(SGMCMC_OK, sgmcmc_ensemble_text(NULL, 0, &needed, ensemble, names, 4));
    CHECK(needed > 0 && needed < sizeof buffer);
    memset(buffer, 'x', sizeof buffer);
    ANSWERS(SGMCMC_ERROR_MEMORY_TOO_SMALL, sgmcmc_ensemble_text(buffer, needed - 1, NULL, ensemble, names, 4));
    CHECK(buffer[0] == 'x');
    ANSWERS(SGMCMC_OK, sgmcmc_ensemble_text(buffer, sizeof buffer, NULL, ensemble, names, 4));
    CHECK(strlen(buffer) + 1 == needed && buffer[needed] == 'x');
    CHECK(strstr(buffer, "\nfirst ") && strstr(buffer, "\ntheta[1] ") && strstr(buffer, "\na name that is  "));
    CHECK(strstr(buffer, "\ntheta[3] ") && strstr(buffer, "The chains agree: R-hat"));
    /* A name is not written over. */
    const char *within[] = {buffer + 10};
    ANSWERS(SGMCMC_ERROR_OVERLAP, sgmcmc_ensemble_text(buffer, sizeof buffer, NULL, ensemble, within, 1));
    for (const char *line = buffer; *line; line += strcspn(line, "\n") + 1) CHECK(strcspn(line, "\n") <= 100);
}

/* As bytes it goes on elsewhere with the same bits, and what is no checkpoint of it leaves alone what stands there. */
static unsigned char bytes[ROOM], again[ROOM];

static size_t saved(unsigned char *into, sgmcmc_ensemble *ensemble)
{
    size_t needed = 0, written = 0;
    ANSWERS(SGMCMC_OK, sgmcmc_ensemble_save(ensemble, NULL, 0, &needed));
    CHECK(needed > 0 && needed <= ROOM);
    memset(into, 0x77, ROOM);
    ANSWERS(SGMCMC_ERROR_MEMORY_TOO_SMALL, sgmcmc_ensemble_save(ensemble, into, needed - 1, &written));
    CHECK(into[0] == 0x77 && written == 0);
    ANSWERS(SGMCMC_OK, sgmcmc_ensemble_save(ensemble, into, needed + 1, &written));
    CHECK(written == needed && into[needed] == 0x77);
    return needed;
}

static void resume(void)
{
    sgmcmc_ensemble *ensemble = made(memory), *copy = NULL;
    for (int i = 0; i < 6; i++) {
        const size_t length = saved(bytes, ensemble);
        ANSWERS(SGMCMC_OK, F(sgmcmc_ensemble_restore)(&copy, other, ROOM, &settings, DIM, bytes, length));
        CHECK(saved(again, copy) == length && memcmp(bytes, again, length) == 0);
        for (uint32_t chain = 0; chain < 4; chain++) {
            ANSWERS(SGMCMC_OK, F(sgmcmc_ensemble_advance)(ensemble, NULL, NULL, chain, 100 + chain, &model));
            ANSWERS(SGMCMC_OK, F(sgmcmc_ensemble_advance)(copy, NULL, NULL, chain, 100 + chain, &model));
        }
        CHECK(saved(bytes, ensemble) == saved(again, copy) && memcmp(bytes, again, ROOM) == 0);
    }
    const size_t length = saved(bytes, ensemble);
    sgmcmc_checkpoint seen = {.struct_size = sizeof seen};
    ANSWERS(SGMCMC_OK, sgmcmc_checkpoint_read(&seen, bytes, length));
    CHECK(seen.dim == DIM && seen.bits == 8 * sizeof(real) && seen.size == length && seen.step_count == 200);
    memcpy(moved, other, ROOM);
    sgmcmc_ensemble *none = NULL;
    sgmcmc_ensemble_settings changed = settings;
    changed.draw_count++;
    ANSWERS(SGMCMC_ERROR_CHECKPOINT_SETTINGS, F(sgmcmc_ensemble_restore)(&none, other, ROOM, &changed, DIM, bytes, length));
    ANSWERS(SGMCMC_ERROR_CHECKPOINT_DIM, F(sgmcmc_ensemble_restore)(&none, other, ROOM, &settings, DIM + 1, bytes, length));
    ANSWERS(SGMCMC_ERROR_OTHER_PRECISION, OTHER(sgmcmc_ensemble_restore)(&none, other, ROOM, &settings, DIM, bytes, length));
    ANSWERS(SGMCMC_ERROR_MEMORY_TOO_SMALL, F(sgmcmc_ensemble_restore)(&none, other, size - 1, &settings, DIM, bytes, length));
    ANSWERS(SGMCMC_ERROR_CHECKPOINT_LENGTH, F(sgmcmc_ensemble_restore)(&none, other, ROOM, &settings, DIM, bytes, length - 1));
    ANSWERS(SGMCMC_ERROR_CHECKPOINT_LENGTH, F(sgmcmc_ensemble_restore)(&none, other, ROOM, &settings, DIM, NULL, 0));
    ANSWERS(SGMCMC_ERROR_NULL_POINTER, F(sgmcmc_ensemble_restore)(&none, other, ROOM, &settings, DIM, NULL, 1));
    ANSWERS(SGMCMC_ERROR_OVERLAP, F(sgmcmc_ensemble_restore)(&none, other, ROOM, &settings, DIM, other + 8, length));
    bytes[length / 2] ^= 1;
    ANSWERS(SGMCMC_ERROR_CHECKPOINT_DAMAGED, F(sgmcmc_ensemble_restore)(&none, other, ROOM, &settings, DIM, bytes, length));
    CHECK(none == NULL && memcmp(moved, other, ROOM) == 0);
    /* What was over goes on where more is wanted. */
    bytes[length / 2] ^= 1;
    changed = settings;
    sgmcmc_ensemble_state state = {.struct_size = sizeof state}, further = state;
    ANSWERS(SGMCMC_OK, F(sgmcmc_ensemble_run)(ensemble, &state, NULL, &model));
    changed.r_hat_max = 1.00001;
    changed.pass_max = 3.0 * state.pass_count;
    const size_t run = saved(bytes, ensemble);
    ANSWERS(SGMCMC_OK, F(sgmcmc_ensemble_restore)(&copy, other, ROOM, &changed, DIM, bytes, run));
    ANSWERS(SGMCMC_OK, F(sgmcmc_ensemble_run)(copy, &further, NULL, &model));
    CHECK(state.is_over == 1 && further.is_over == 1 && further.pass_count > state.pass_count);
}

/* A callback that uses the ensemble it is called for; and one that stops it. */
static sgmcmc_ensemble *used;
static int uses;

static int32_t intrude(void *user, double *value, real *gradient, const real *at, size_t dim, const uint32_t *batch, size_t batch_len)
{
    sgmcmc_ensemble_state state = {.struct_size = sizeof state};
    sgmcmc_summary row = {.struct_size = sizeof row};
    const real *draws = NULL;
    size_t needed = 0;
    const sgmcmc_status in_use = SGMCMC_ERROR_IN_USE;
    if (used != NULL && uses++ < 3) {
        ANSWERS(in_use, sgmcmc_ensemble_judge(used, &state));
        ANSWERS(in_use, sgmcmc_ensemble_summary(&row, used, 0));
        ANSWERS(in_use, sgmcmc_ensemble_text(NULL, 0, &needed, used, NULL, 0));
        ANSWERS(in_use, sgmcmc_ensemble_save(used, NULL, 0, &needed));
        ANSWERS(in_use, F(sgmcmc_ensemble_draws)(&draws, NULL, used));
        ANSWERS(in_use, F(sgmcmc_ensemble_run)(used, &state, NULL, &model));
        ANSWERS(in_use, F(sgmcmc_ensemble_advance)(used, NULL, NULL, 1, 1, &model));
    }
    return log_likelihood(user, value, gradient, at, dim, batch, batch_len);
}

static void hostile(void)
{
    sgmcmc_ensemble *ensemble = made(memory);
    F(sgmcmc_model) hostile = model;
    hostile.log_likelihood = intrude;
    used = ensemble;
    ANSWERS(SGMCMC_OK, F(sgmcmc_ensemble_advance)(ensemble, NULL, NULL, 1, 2, &hostile));
    CHECK(uses > 0);
    uses = 0;
    ANSWERS(SGMCMC_OK, F(sgmcmc_ensemble_run)(ensemble, NULL, NULL, &hostile));
    CHECK(uses > 0);
    used = NULL;

    /* A stop leaves the steps before it, and the next call has the bits of one that was not stopped. */
    ensemble = made(memory);
    sgmcmc_ensemble *stopped = made(other);
    int32_t code = 0;
    for (int i = 0; i < 5; i++) {
        the_host = (host){.fault = FAULT_CODE, .code = STOP_CODE, .countdown = 40 + i};
        ANSWERS(SGMCMC_ERROR_STOPPED, F(sgmcmc_ensemble_run)(stopped, NULL, &code, &model));
        CHECK(code == STOP_CODE);
    }
    the_host = (host){.fault = FAULT_NONE};
    ANSWERS(SGMCMC_OK, F(sgmcmc_ensemble_run)(stopped, NULL, NULL, &model));
    ANSWERS(SGMCMC_OK, F(sgmcmc_ensemble_run)(ensemble, NULL, NULL, &model));
    const real *draws[2];
    ANSWERS(SGMCMC_OK, F(sgmcmc_ensemble_draws)(&draws[0], NULL, ensemble));
    ANSWERS(SGMCMC_OK, F(sgmcmc_ensemble_draws)(&draws[1], NULL, stopped));
    CHECK(memcmp(draws[0], draws[1], 4 * 200 * DIM * sizeof(real)) == 0);
}

/* By minibatches the posterior is the same, to within what a deviation may be off. */
static void batches(void)
{
    const sgmcmc_ensemble_settings by_hmc = settings;
    settings.sampler = SGMCMC_ENSEMBLE_SAMPLER_MINIBATCH;
    size_t needed = 0;
    ANSWERS(SGMCMC_OK, F(sgmcmc_ensemble_size)(&needed, &settings, DIM));
    CHECK(needed <= ROOM);
    sgmcmc_ensemble *ensemble = made(memory);
    sgmcmc_ensemble_state state = {.struct_size = sizeof state};
    ANSWERS(SGMCMC_OK, F(sgmcmc_ensemble_run)(ensemble, &state, NULL, &model));
    CHECK(state.converged == 1 && the_host.last_batch_len < DATA_LEN && !the_host.last_batch_was_null);
    for (size_t i = 0; i < DIM; i++) {
        sgmcmc_summary row = {.struct_size = sizeof row};
        ANSWERS(SGMCMC_OK, sgmcmc_ensemble_summary(&row, ensemble, i));
        CHECK(fabs(row.mean - 0.95) < 4.5 * row.standard_error);
        CHECK(fabs(row.deviation * sqrt(DATA_LEN) - 1.0) < 0.06 + 4.5 / sqrt(2.0 * 650.0));
    }
    settings.batch_len = DATA_LEN;
    ANSWERS(REFUSED_ENSEMBLE_BATCH_LEN, F(sgmcmc_ensemble_size)(&needed, &settings, DIM));
    settings.batch_len = 0;
    settings.sampler = 9;
    ANSWERS(REFUSED_ENSEMBLE_SAMPLER, F(sgmcmc_ensemble_size)(&needed, &settings, DIM));
    settings = by_hmc;
    settings.batch_len = 3;
    ANSWERS(REFUSED_ENSEMBLE_BATCH_LEN, F(sgmcmc_ensemble_size)(&needed, &settings, DIM));
    settings = by_hmc;
    settings.deviation_error = 0.1;
    ANSWERS(REFUSED_DEVIATION_ERROR, F(sgmcmc_ensemble_size)(&needed, &settings, DIM));
    settings = by_hmc;
    settings.chain_count = 65537;
    ANSWERS(REFUSED_CHAIN_COUNT, F(sgmcmc_ensemble_size)(&needed, &settings, DIM));
    settings = by_hmc;
}

static void refuse(void)
{
    sgmcmc_ensemble *ensemble = made(memory), *none = NULL;
    sgmcmc_summary row = {.struct_size = sizeof row};
    const real *draws = NULL;
    size_t length = 0;
    int32_t code = 5;
    memcpy(moved, memory, size);
    ANSWERS(SGMCMC_ERROR_NOT_ESTIMATED, sgmcmc_ensemble_summary(&row, ensemble, 0));
    ANSWERS(SGMCMC_ERROR_NOT_ESTIMATED, F(sgmcmc_ensemble_draws)(&draws, NULL, ensemble));
    /* Nothing of the ensemble may be written but by the chain that advances. */
    ANSWERS(SGMCMC_ERROR_OVERLAP,
            F(sgmcmc_ensemble_advance)(ensemble, (int32_t *)(void *)ensemble, NULL, 0, 1, &model));
    ANSWERS(SGMCMC_ERROR_OVERLAP,
            F(sgmcmc_ensemble_advance)(ensemble, (int32_t *)(void *)(memory + size - 4), NULL, 0, 1, &model));
    ANSWERS(REFUSED_CHAIN_INDEX, F(sgmcmc_ensemble_advance)(ensemble, NULL, NULL, 4, 1, &model));
    ANSWERS(SGMCMC_ERROR_OTHER_PRECISION, OTHER(sgmcmc_ensemble_run)(ensemble, NULL, NULL, NULL));
    ANSWERS(SGMCMC_ERROR_NULL_POINTER, F(sgmcmc_ensemble_run)(ensemble, NULL, NULL, NULL));
    ANSWERS(SGMCMC_ERROR_NULL_POINTER, F(sgmcmc_ensemble_run)(NULL, NULL, NULL, &model));
    F(sgmcmc_model) wrong = {.struct_size = sizeof wrong};
    ANSWERS(SGMCMC_ERROR_CALLBACK_MISSING, F(sgmcmc_ensemble_run)(ensemble, NULL, NULL, &wrong));
    wrong = model;
    wrong.log_prior = log_prior;
    ANSWERS(SGMCMC_ERROR_LOG_PRIOR_UNUSED, F(sgmcmc_ensemble_run)(ensemble, NULL, NULL, &wrong));
    CHECK(memcmp(moved, memory, size) == 0 && code == 5);

    sgmcmc_ensemble_settings changed = settings;
    changed.target_acceptance = 1.0;
    ANSWERS(REFUSED_TARGET_ACCEPTANCE, F(sgmcmc_ensemble_size)(&length, &changed, DIM));
    changed = settings;
    changed.chain_count = 0;
    ANSWERS(REFUSED_CHAIN_COUNT, F(sgmcmc_ensemble_size)(&length, &changed, DIM));
    changed = settings;
    changed.prior.precision = 2.0;
    ANSWERS(unused_setting("prior.precision", 2), F(sgmcmc_ensemble_size)(&length, &changed, DIM));
    ANSWERS(SGMCMC_ERROR_MEMORY_TOO_SMALL,
            F(sgmcmc_ensemble_init)(&none, &code, memory, size - 1, &settings, theta, DIM, &model));
    CHECK(memcmp(moved, memory, size) == 0 && none == NULL && length == 0);
    /* A start without an answer: what was there is no ensemble any more. */
    the_host = (host){.fault = FAULT_CODE, .code = STOP_CODE};
    ANSWERS(SGMCMC_ERROR_STOPPED, F(sgmcmc_ensemble_init)(&none, &code, memory, size, &settings, theta, DIM, &model));
    CHECK(none == NULL && code == STOP_CODE);
    ANSWERS(SGMCMC_ERROR_NOT_INITIALIZED, F(sgmcmc_ensemble_run)(ensemble, NULL, NULL, &model));
}

int main(void)
{
    start();
    run();
    text();
    resume();
    hostile();
    batches();
    refuse();
    return check_failures != 0;
}
