/* Pilots of a fuzzed chain, which leave it alone, and warm-ups, which are the same in pieces. */
#include "chain.h"
#include "reports.h"

#include <math.h>

enum { ROOM_SIZE = 1 << 16, CODE_BEFORE = 0x5a5a5a5a, WARM_UP_MAX = 15 };

static _Alignas(64) unsigned char rooms[2][ROOM_SIZE + CANARY_SIZE];

/* Everything that a pilot may write. */
typedef struct board {
    sgmcmc_pilot_report report;
    uint64_t behind;
    int32_t code;
    double variance[DIM_MAX + 1], covariance[DIM_MAX * DIM_MAX + 1];
} board;

static board before, now, twin;

/* Bytes that a pilot works in, or 0 where they are more than there are here; the status says which settings are in
   their ranges. */
static size_t room_for(const F(world) * w, const sgmcmc_pilot_settings *pilot)
{
    const sgmcmc_chain_settings *s = &w->decoder->parts.settings;
    size_t size = CODE_BEFORE;
    const sgmcmc_status status = CALL(F(sgmcmc_pilot_size)(w->chain, &size, pilot));
    const sgmcmc_status expected =
        pilot->covariance != 0 && pilot->covariance != 1                               ? SGMCMC_ERROR_FLAG
        : pilot->pair_count < 4 || pilot->pair_count > 65536                           ? REFUSED_PAIR_COUNT
        : pilot->product_count < 1 || pilot->product_count > 256                       ? REFUSED_PRODUCT_COUNT
        : !(pilot->difference >= 0.0 && pilot->difference <= 10.0)                     ? REFUSED_DIFFERENCE
        : !(pilot->inflation > 0.0 && pilot->inflation <= 1.0)                         ? REFUSED_INFLATION
        : pilot->covariance == 1 && w->dim > 64                                        ? REFUSED_COVARIANCE_DIM
        : pilot->batch_len == 0 && s->batch.kind == SGMCMC_BATCH_CALLER                ? REFUSED_BATCH_KIND
        : pilot->batch_len > s->data_len                                               ? REFUSED_DRAWN_BATCH_LEN
                                                                                       : SGMCMC_OK;
    DEMAND(status == expected, "pilot_size answers %d, not %d", (int)status, (int)expected);
    DEMAND(status == SGMCMC_OK || size == CODE_BEFORE, "pilot_size answers %d and writes", (int)status);
    /* Who is refused says so with any memory. */
    return status != SGMCMC_OK ? ROOM_SIZE : size <= ROOM_SIZE ? size : 0;
}

/* Memory of different content, with a canary behind it. */
static void prepare(size_t size)
{
    memset(rooms[0], 0x00, size);
    memset(rooms[1], 0xff, size);
    for (int i = 0; i < 2; i++)
        memset(rooms[i] + size, 0xa5, CANARY_SIZE);
}

static void canaries(size_t size, const char *call)
{
    for (size_t i = 0; i < 2 * CANARY_SIZE; i++)
        DEMAND(rooms[i % 2][size + i / 2] == 0xa5, "%s wrote behind the memory", call);
}

static sgmcmc_status look_once(const F(world) * w, F(sgmcmc_chain) * chain, F(host) * host, board *out, int room,
                               size_t size, const real *theta, size_t dim, const sgmcmc_pilot_settings *pilot,
                               bool wants_covariance)
{
    const F(sgmcmc_model) model = F(model_of)(w, host);
    host->chain = chain;
    return CALL(PILOT_LOOK(chain, &out->report, &out->code, out->variance,
                                     wants_covariance ? out->covariance : NULL, rooms[room], size, theta, dim, pilot,
                                     &model));
}

/* A variance over batches is none below 0, and the matrix has them on its diagonal. */
static void variances_hold(const F(world) * w, bool wants_covariance)
{
    for (size_t i = 0; i < w->dim; i++) {
        DEMAND(!(now.variance[i] < 0.0), "a variance of %.17g", now.variance[i]);
        for (size_t j = 0; wants_covariance && j < w->dim; j++) {
            const double one = now.covariance[w->dim * i + j], other = now.covariance[w->dim * j + i];
            DEMAND(one == other || isnan(one), "covariances of %.17g and %.17g", one, other);
        }
    }
}

void F(pilot)(F(world) * w, input *in)
{
    static const size_t sizes[] = {0, 8, 12, sizeof before.report - 8, sizeof before.report + 8, 5000};
    sgmcmc_pilot_settings pilot;
    real elsewhere[DIM_MAX + 1];
    pilot_decode(&pilot, in);
    const size_t size = room_for(w, &pilot);
    const uint8_t how = input_byte(in), rare = input_byte(in);
    const size_t dim = rare == 255 ? w->dim + 1 : w->dim;
    const double at = how & 1 ? input_number(in) : 0.0;
    if (size == 0)
        return;
    for (size_t i = 0; i <= w->dim; i++)
        elsewhere[i] = (real)(at / (double)(1 + i % 4));
    const bool cramped = rare == 254 && size >= CANARY_SIZE, wants_covariance = how & 2;
    memset(&before, 0x5a, sizeof before);
    before.report.struct_size = rare >= 240 && rare < 254 ? sizes[rare % 6] : sizeof before.report;
    now = twin = before;
    prepare(size);
    memcpy(w->spare, w->memory, w->size);
    F(host) host = w->host, twin_host = w->host;
    const size_t given = size - (cramped ? CANARY_SIZE : 0);
    const sgmcmc_status status = look_once(w, w->chain, &host, &now, 0, given, how & 1 ? elsewhere : NULL, dim, &pilot,
                                           wants_covariance);
    F(unchanged)(w, status, "a pilot");
    const sgmcmc_status other = look_once(w, w->twin, &twin_host, &twin, 1, given, how & 1 ? elsewhere : NULL, dim,
                                          &pilot, wants_covariance);
    DEMAND(status == other && host.seen == twin_host.seen, "a pilot answers %d, on a copy %d", (int)status, (int)other);
    DEMAND(memcmp(&now, &twin, sizeof now) == 0, "a pilot finds something else on a copy");
    canaries(size, "a pilot");
    w->host = host;
    F(settle)(w, "a pilot");
    if (status != SGMCMC_OK) {
        DEMAND(status == SGMCMC_ERROR_STOPPED ? now.code == host.last_code : now.code == CODE_BEFORE, "the code is %d",
               now.code);
        before.code = now.code;
        DEMAND(memcmp(&now, &before, sizeof now) == 0, "a pilot answers %d and writes", (int)status);
        return;
    }
    const size_t end = before.report.struct_size;
    DEMAND(now.code == CODE_BEFORE, "a pilot writes a code");
    DEMAND(memcmp((char *)&now + end, (char *)&before + end, offsetof(board, code) - end) == 0,
           "a pilot's report is longer than it is");
    DEMAND(wants_covariance ? pilot.covariance == 1 : now.covariance[0] == before.covariance[0], "a covariance");
    DEMAND(now.variance[w->dim] == before.variance[w->dim], "variances are more than dim");
    variances_hold(w, wants_covariance);
    if (end != sizeof now.report)
        return;
    pilot_report_holds(&now.report);
    w->pilot = now.report;
}

/* What a warm-up is asked for once. */
typedef struct order {
    const sgmcmc_pilot_settings *pilot;
    size_t size;
    bool without_step_size;
} order;

static sgmcmc_status warm_up_once(const F(world) * w, F(sgmcmc_chain) * chain, F(host) * host, int32_t *code, int room,
                                  uint64_t step_count, const order *order)
{
    F(sgmcmc_model) model = F(model_of)(w, host);
    if (order->without_step_size)
        model.step_size = NULL;
    host->chain = chain;
    *code = CODE_BEFORE;
    return CALL(F(sgmcmc_chain_warm_up)(chain, code, rooms[room], order->size, step_count, order->pilot, &model));
}

/* Whether there is anything that a warm-up finds. */
static bool leaves_open(const sgmcmc_chain_settings *s)
{
    const sgmcmc_sampler *sampler = &s->sampler;
    const sgmcmc_schedule *schedule = &sampler->step_size;
    if (sampler->kind == SGMCMC_SAMPLER_METROPOLIS_HASTINGS)
        return sampler->tune_refresh_len == 1 || (sampler->tune_step_size == 1 && sampler->proposal.step_size == 0.0);
    return schedule->kind == SGMCMC_SCHEDULE_CALLBACK ||
           (schedule->kind == SGMCMC_SCHEDULE_CONSTANT && schedule->value == 0.0 && schedule->floor == 0.0 &&
            schedule->warm_up == 0);
}

static bool is_of_settings(sgmcmc_status status)
{
    return status != SGMCMC_OK && (status < 200 || status > SGMCMC_ERROR_SETTING) && !is_of_callbacks(status);
}

/* The twin's: piece after piece, through checkpoints, to the same end. */
static sgmcmc_status in_pieces(F(world) * w, F(host) * host, int32_t *code, uint64_t step_count, uint64_t piece,
                               bool through_checkpoints, const order *order)
{
    sgmcmc_status status = SGMCMC_OK;
    do {
        F(sight) before_it, after;
        const uint64_t some = piece < step_count ? piece : step_count;
        F(look)(w, w->twin, &before_it);
        memcpy(w->spare, w->twin_memory, w->size);
        status = warm_up_once(w, w->twin, host, code, 1, some, order);
        F(look)(w, w->twin, &after);
        F(consistent)(w, &after);
        if (is_of_settings(status) && before_it.statistics.step_count == after.statistics.step_count)
            DEMAND(memcmp(w->spare, w->twin_memory, w->size) == 0, "a warm-up answers %d and changes the chain",
                   (int)status);
        step_count -= some;
        if (status == SGMCMC_OK && through_checkpoints)
            F(through_checkpoint)(w);
    } while (status == SGMCMC_OK && step_count > 0);
    return status;
}

/* Where nothing is open, a warm-up is a run to the end of the burn-in. */
static void is_a_run(F(world) * w, const F(host) * host, sgmcmc_status status, uint64_t step_count)
{
    F(host) run_host = w->host;
    F(sgmcmc_chain) *chain = run_host.chain = (F(sgmcmc_chain) *)(void *)w->spare;
    const F(sgmcmc_model) model = F(model_of)(w, &run_host);
    const uint64_t burn_in = w->decoder->parts.settings.burn_in, done = w->sight.statistics.step_count;
    const uint64_t left = done < burn_in ? burn_in - done : 0;
    const sgmcmc_status run =
        CALL(F(sgmcmc_chain_run)(chain, NULL, left < step_count ? left : step_count, &model, NULL, NULL));
    DEMAND(run == status && run_host.seen == host->seen, "a warm-up answers %d, a run of its steps %d", (int)status,
           (int)run);
    DEMAND(memcmp(w->spare, w->memory, w->size) == 0, "a warm-up that has nothing to find is no run");
}

/* The step size that was found stays, and no callback is asked for it. A chain that has none can go on as well. */
static void goes_on(F(world) * w, bool over)
{
    F(host) host = w->host;
    F(sgmcmc_model) model = F(model_of)(w, &host);
    sgmcmc_step step = {.struct_size = sizeof step};
    F(sight) sight;
    memcpy(w->spare, w->memory, w->size);
    F(sgmcmc_chain) *chain = host.chain = (F(sgmcmc_chain) *)(void *)w->spare;
    if (over)
        model.step_size = NULL;
    const sgmcmc_status status = CALL(F(sgmcmc_chain_step)(chain, &step, NULL, NULL, 0, &model));
    F(look)(w, chain, &sight);
    F(consistent)(w, &sight);
    DEMAND(status == SGMCMC_OK || (status >= 200 && status < SGMCMC_ERROR_SETTING) || (is_of_callbacks(status) && (!over || w->missing)),
           "a step after a warm-up answers %d", (int)status);
    if (over && status == SGMCMC_OK)
        DEMAND(step.step_size == w->sight.statistics.step_size, "a step size of %.17g became %.17g",
               w->sight.statistics.step_size, step.step_size);
}

void F(warm_up)(F(world) * w, input *in)
{
    const sgmcmc_chain_settings *s = &w->decoder->parts.settings;
    sgmcmc_pilot_settings pilot;
    pilot_decode(&pilot, in);
    const size_t size = room_for(w, &pilot);
    const uint8_t how = input_byte(in);
    const uint64_t count = input_below(in, WARM_UP_MAX + 1), piece = 1 + input_below(in, 5);
    const uint64_t step_count = how == 255 && s->burn_in <= 2 * WARM_UP_MAX ? UINT64_MAX : count;
    if (size == 0)
        return;
    const F(sight) start = w->sight;
    const bool fresh = start.statistics.step_count == 0, open = leaves_open(s);
    const size_t given = how == 254 && size >= CANARY_SIZE ? size - CANARY_SIZE : size;
    order of_chain = {&pilot, given, false}, of_twin = {&pilot, given, fresh && open};
    F(host) host = w->host, twin_host = w->host;
    int32_t code, twin_code;
    prepare(size);
    TRACE("warm_up(%llu), in pieces of %llu\n", (unsigned long long)step_count, (unsigned long long)piece);
    const sgmcmc_status status = warm_up_once(w, w->chain, &host, &code, 0, step_count, &of_chain);
    const bool allowed = s->burn_in > 0 && s->batch.kind != SGMCMC_BATCH_CALLER;
    if (!open && allowed && !is_of_settings(status)) {
        memcpy(w->spare, w->twin_memory, w->size);
        is_a_run(w, &host, status, step_count);
    }
    const uint64_t most = step_count < UINT64_MAX ? step_count : 3 * WARM_UP_MAX;
    const sgmcmc_status other = in_pieces(w, &twin_host, &twin_code, most, piece, how & 1, &of_twin);
    DEMAND(status == other && code == twin_code, "a warm-up answers %d, in pieces %d", (int)status, (int)other);
    DEMAND(host.seen == twin_host.seen, "the callbacks of a warm-up saw other things than those of its pieces");
    canaries(size, "a warm-up");
    feature(11, (uint64_t)s->sampler.kind << 32 | (uint64_t)open << 24 | (uint64_t)fresh << 16 | (uint64_t)status);
    w->host = host;
    F(settle)(w, "a warm-up");
    const uint64_t done = w->sight.statistics.step_count;
    DEMAND(status != SGMCMC_ERROR_STOPPED ? code == CODE_BEFORE : code == host.last_code, "the code is %d", code);
    DEMAND((status == REFUSED_WARM_UP_BURN_IN) <= (s->burn_in == 0), "there is a burn-in");
    DEMAND(status != SGMCMC_OK || allowed, "a warm-up without burn-in, or of the caller's batches");
    DEMAND(done <= s->burn_in || done == start.statistics.step_count, "a warm-up runs %llu steps beyond its burn-in",
           (unsigned long long)(done - s->burn_in));
    if (status == SGMCMC_OK && fresh && open && done > 0 && s->sampler.schedule_unit == SGMCMC_SCHEDULE_UNIT_STEP)
        goes_on(w, done == s->burn_in);
    if (status == SGMCMC_ERROR_STEP_SIZE_NOT_FOUND || status == SGMCMC_ERROR_WARM_UP_FAR ||
        status == SGMCMC_ERROR_WARM_UP_NOISE || status == REFUSED_RULE_KIND ||
        status == REFUSED_DRIFT_KIND || status == REFUSED_PRECONDITIONER_KIND)
        goes_on(w, false);
}
