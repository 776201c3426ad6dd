/* Calls on a chain, each made on its twin too. */
#include "chain.h"

#include <math.h>

static _Alignas(64) unsigned char memories[3][MEMORY_SIZE];
static decoder decoders[2];

enum { CODE_BEFORE = 0x5a5a5a5a };

F(sgmcmc_model) F(model_of)(const F(world) * w, F(host) * host)
{
    F(sgmcmc_model) model = F(host_model)(host);
    /* One too few or one too many. */
    if ((w->missing & 1) == (w->decoder->parts.settings.prior.kind == SGMCMC_PRIOR_CALLBACK))
        model.log_prior = NULL;
    if (w->missing & 2)
        model.metric = NULL;
    if (w->missing & 4)
        model.diffusion = NULL;
    if (w->missing & 8)
        model.step_size = NULL;
    if (w->missing & 16)
        model.temperature = NULL;
    if (w->missing & 32)
        model.log_likelihood = NULL;
    return model;
}

/* A step, or what is like it, may answer these. */
static void answers_as_a_step(sgmcmc_status status, int32_t code, const F(host) * host)
{
    DEMAND(status == SGMCMC_OK || (status >= 200 && status < SGMCMC_ERROR_SETTING) || is_of_callbacks(status) ||
               status == REFUSED_BATCH_KIND || status == SGMCMC_ERROR_BATCH_INDEX ||
               status == SGMCMC_ERROR_NULL_POINTER || status == REFUSED_BETA_MAX,
           "a step answers %d", (int)status);
    if (status == SGMCMC_ERROR_STOPPED)
        DEMAND(code == host->last_code && code != 0 && code != 1, "the code is %d, not %d", code, host->last_code);
    else if (status != SGMCMC_ERROR_STOPPED_BY_OBSERVER)
        DEMAND(code == CODE_BEFORE, "code %d with status %d", code, (int)status);
}

static sgmcmc_status step_one(const F(world) * w, F(sgmcmc_chain) * chain, F(host) * host, sgmcmc_step *step,
                              int32_t *code, const uint32_t *batch, size_t batch_len)
{
    const F(sgmcmc_model) model = F(model_of)(w, host);
    host->chain = chain;
    *code = CODE_BEFORE;
    memset(step, 0x5a, sizeof *step);
    step->struct_size = sizeof *step;
    const sgmcmc_status status =
        batch == NULL ? CALL(F(sgmcmc_chain_step)(chain, step, code, NULL, 0, &model))
                      : CALL(F(sgmcmc_chain_step)(chain, step, code, batch, batch_len, &model));
    answers_as_a_step(status, *code, host);
    if (status != SGMCMC_OK)
        for (size_t i = sizeof step->struct_size; i < sizeof *step; i++)
            DEMAND(((unsigned char *)step)[i] == 0x5a, "a step answers %d and writes what it did", (int)status);
    return status;
}

static bool same_step(const sgmcmc_step *a, const sgmcmc_step *b)
{
    return memcmp(a, b, offsetof(sgmcmc_step, ends_cycle) + sizeof a->ends_cycle) == 0;
}

static void step(F(world) * w, const uint32_t *batch, size_t batch_len)
{
    F(host) host = w->host, twin_host = w->host;
    const F(sight) before = w->sight;
    sgmcmc_step done, twin_done;
    int32_t code, twin_code;
    memcpy(w->spare, w->memory, w->size);
    const sgmcmc_status status = step_one(w, w->chain, &host, &done, &code, batch, batch_len);
    if (status != SGMCMC_OK)
        F(unchanged)(w, status, "a step");
    const sgmcmc_status twin = step_one(w, w->twin, &twin_host, &twin_done, &twin_code, batch, batch_len);
    DEMAND(twin == status && twin_code == code && same_step(&done, &twin_done), "a step answers %d, its copy %d",
           (int)status, (int)twin);
    DEMAND(host.seen == twin_host.seen, "the callbacks of a chain and of its copy saw other things");
    w->host = host;
    F(settle)(w, "a step");
    if (status == SGMCMC_OK)
        F(stepped)(w, &before, &w->sight, &done);
}

/* A run is the same as its steps, its observer and what looks at its progress see what they say, and what fails or
   stops it leaves it there. */
static void run(F(world) * w, uint64_t step_count, uint64_t draw_limit, uint64_t interval, uint64_t look_limit)
{
    F(host) host = w->host, twin_host = w->host;
    const F(sgmcmc_model) model = F(model_of)(w, &host);
    int32_t code = CODE_BEFORE, twin_code;
    host.chain = w->chain;
    host.drawn = twin_host.drawn = host.draw_count = twin_host.draw_count = 0;
    host.looked = twin_host.looked = host.look_count = twin_host.look_count = 0;
    host.draw_limit = draw_limit;
    host.interval = interval;
    host.look_limit = look_limit;
    const sgmcmc_status status =
        interval == 0 ? CALL(F(sgmcmc_chain_run)(w->chain, &code, step_count, &model, F(host_observe), &host))
                      : CALL(F(sgmcmc_chain_run_watched)(w->chain, &code, step_count, &model,
                                                         OPTIONS(.observer = F(host_observe), .observer_user = &host,
                                                                 .progress = F(host_progress), .progress_user = &host,
                                                                 .interval = interval)));
    sgmcmc_status twin = SGMCMC_OK;
    for (uint64_t i = 0; i < step_count && twin == SGMCMC_OK; i++) {
        F(sight) before, after;
        sgmcmc_step done;
        F(look)(w, w->twin, &before);
        memcpy(w->spare, w->twin_memory, w->size);
        twin = step_one(w, w->twin, &twin_host, &done, &twin_code, NULL, 0);
        if (twin != SGMCMC_OK) {
            DEMAND(memcmp(w->spare, w->twin_memory, w->size) == 0, "a step answers %d and changes the chain",
                   (int)twin);
            break;
        }
        F(look)(w, w->twin, &after);
        F(consistent)(w, &after);
        F(stepped)(w, &before, &after, &done);
        bool stops = false;
        if (done.kept == 1) {
            twin_host.drawn = F(host_draw)(twin_host.drawn, done.index, after.theta, w->dim, done.log_likelihood,
                                           done.step_size, done.accepted, done.ends_cycle);
            stops = ++twin_host.draw_count == draw_limit;
        }
        if (!stops && interval > 0 && (done.index + 1) % interval == 0) {
            twin_host.looked = F(host_look)(twin_host.looked, &after.statistics, after.theta, w->dim);
            stops = ++twin_host.look_count == look_limit;
        }
        if (stops) {
            twin = SGMCMC_ERROR_STOPPED_BY_OBSERVER;
            DEMAND(code == 1, "the observer's code is %d", code);
        }
    }
    DEMAND(status == twin || (step_count == 0 && status != SGMCMC_OK), "a run answers %d, its steps %d", (int)status,
           (int)twin);
    answers_as_a_step(status, code, &host);
    DEMAND(host.seen == twin_host.seen, "the callbacks of a run saw other things than those of its steps");
    DEMAND(host.drawn == twin_host.drawn && host.draw_count == twin_host.draw_count,
           "the observer of a run saw other draws than its steps made");
    DEMAND(host.looked == twin_host.looked && host.look_count == twin_host.look_count,
           "what looked at a run saw another chain than its steps made");
    w->host = host;
    F(settle)(w, "a run");
}

static void run_watched(F(world) * w, input *in)
{
    const uint64_t step_count = input_below(in, STEPS_MAX + 1), draw_limit = input_below(in, 2 * STEPS_MAX);
    const uint64_t interval = 1 + input_count(in, 7);
    run(w, step_count, draw_limit, interval == 0 ? 1 : interval, input_below(in, STEPS_MAX));
}

static void set_step_size(F(world) * w, double step_size)
{
    memcpy(w->spare, w->memory, w->size);
    const F(sight) before = w->sight;
    TRACE("set_step_size(%.17g)\n", step_size);
    const sgmcmc_status status = CALL(F(sgmcmc_chain_set_step_size)(w->chain, step_size));
    DEMAND(F(sgmcmc_chain_set_step_size)(w->twin, step_size) == status, "a copy sets its step size otherwise");
    if (status != SGMCMC_OK)
        F(unchanged)(w, status, "set_step_size");
    else
        w->step_size_set = true;
    F(settle)(w, "set_step_size");
    DEMAND(memcmp(before.theta, w->sight.theta, sizeof before.theta) == 0, "set_step_size moves theta");
    DEMAND(status != SGMCMC_OK || w->sight.statistics.step_size == step_size, "the step size is %.17g, not %.17g",
           w->sight.statistics.step_size, step_size);
}

static void tune_beta(F(world) * w)
{
    F(host) host = w->host, twin_host = w->host;
    const F(sgmcmc_model) model = F(model_of)(w, &host), twin_model = F(model_of)(w, &twin_host);
    const F(sight) before = w->sight;
    int32_t code = CODE_BEFORE, twin_code = CODE_BEFORE;
    host.chain = w->chain, twin_host.chain = w->twin;
    memcpy(w->spare, w->memory, w->size);
    const sgmcmc_status status = CALL(F(sgmcmc_chain_tune_beta)(w->chain, &code, &model));
    const sgmcmc_status twin = CALL(F(sgmcmc_chain_tune_beta)(w->twin, &twin_code, &twin_model));
    if (status != SGMCMC_OK)
        F(unchanged)(w, status, "tune_beta");
    if (status != REFUSED_TUNER)
        answers_as_a_step(status, code, &host);
    DEMAND(status == twin && code == twin_code && host.seen == twin_host.seen, "tune_beta answers %d, on a copy %d",
           (int)status, (int)twin);
    w->host = host;
    F(settle)(w, "tune_beta");
    DEMAND(memcmp(before.theta, w->sight.theta, sizeof before.theta) == 0 &&
               before.statistics.step_count == w->sight.statistics.step_count,
           "tune_beta moves the chain");
}

/* What noise compensation goes by, and which instructions steps use. */
static void compensation(F(world) * w, input *in)
{
    static double covariance[DIM_MAX * DIM_MAX + 1];
    const sgmcmc_chain_settings *s = &w->decoder->parts.settings;
    const int32_t kind = s->sampler.compensation.kind;
    const bool compensates = kind != SGMCMC_NOISE_COMPENSATION_NONE;
    const size_t right = kind == SGMCMC_NOISE_COMPENSATION_DENSE ? w->dim * w->dim : w->dim;
    const size_t len = input_byte(in) < 240 ? right : right + 1;
    double limit = -77.0;
    int32_t level = -77;
    covariance[0] = covariance[right] = -77.0;
    const sgmcmc_status status = CALL(F(sgmcmc_chain_compensation)(w->chain, covariance, len, NULL));
    DEMAND(status == (!compensates ? REFUSED_NOISE_COMPENSATION
                      : len != right ? SGMCMC_ERROR_LENGTH_MISMATCH
                                     : SGMCMC_OK), "noise_covariance answers %d", (int)status);
    DEMAND((covariance[0] == -77.0) == (status != SGMCMC_OK) && covariance[right] == -77.0,
           "noise_covariance answers %d and writes", (int)status);
    for (size_t i = 0; i < w->dim && status == SGMCMC_OK; i++)
        DEMAND(covariance[right == w->dim ? i : i * (w->dim + 1)] >= 0.0, "a variance below 0");
    const sgmcmc_status of_limit = CALL(F(sgmcmc_chain_compensation)(w->chain, NULL, 0, &limit));
    DEMAND(of_limit == (compensates ? SGMCMC_OK : REFUSED_NOISE_COMPENSATION), "compensation_limit answers %d",
           (int)of_limit);
    DEMAND(compensates ? !(limit < 0.0) : limit == -77.0, "a limit of %.17g", limit);
    DEMAND(CALL(F(sgmcmc_chain_properties)(NULL, NULL, &level, w->chain)) == SGMCMC_OK && level >= 0 &&
               (s->simd_level == 0 || level <= s->simd_level), "instructions %d", level);
}

/* Questions with wrong arguments: an error, and nothing written. */
static void ask(F(world) * w, input *in)
{
    struct {
        real theta[DIM_MAX + 1];
        double mean[DIM_MAX + 1], variance[DIM_MAX + 1];
        sgmcmc_chain_statistics statistics;
        uint64_t behind;
    } out, before;
    memset(&out, 0x5a, sizeof out);
    const size_t sizes[] = {0, 8, 16, 12, sizeof out.statistics - 8, sizeof out.statistics + 8, 5000, SIZE_MAX};
    const size_t size = out.statistics.struct_size = sizes[input_below(in, sizeof sizes / sizeof *sizes)];
    const size_t dim = input_below(in, DIM_MAX + 2);
    const int32_t moments = (int32_t)input_byte(in) - 1;
    const F(sgmcmc_model) model = F(host_model)(NULL);
    before = out;
    memcpy(w->spare, w->memory, w->size);
    if (CALL(F(sgmcmc_chain_theta)(w->chain, out.theta, NULL, dim)) != SGMCMC_OK)
        DEMAND(dim != w->dim && memcmp(&out, &before, sizeof out) == 0, "theta of %zu", dim);
    before = out;
    if (CALL(F(sgmcmc_chain_moments)(w->chain, out.mean, out.variance, dim, moments)) != SGMCMC_OK)
        DEMAND(memcmp(&out, &before, sizeof out) == 0, "moments write after an error");
    before = out;
    if (CALL(F(sgmcmc_chain_statistics)(w->chain, &out.statistics)) != SGMCMC_OK) {
        DEMAND(memcmp(&out, &before, sizeof out) == 0, "statistics write after an error");
    } else {
        const size_t end = offsetof(__typeof__(out), statistics) + size;
        DEMAND(memcmp((char *)&out + end, (char *)&before + end, sizeof out - end) == 0, "statistics write too much");
    }
    compensation(w, in);
    DEMAND(CALL(F(sgmcmc_chain_step)(NULL, NULL, NULL, NULL, 0, &model)) == SGMCMC_ERROR_NULL_POINTER,
           "a step without a chain");
    DEMAND(CALL(F(sgmcmc_chain_step)(w->chain, NULL, NULL, NULL, 0, NULL)) == SGMCMC_ERROR_NULL_POINTER,
           "one without a model");
    F(unchanged)(w, SGMCMC_OK, "a question");
}

static void set_host(F(world) * w, input *in)
{
    w->host.random = input_byte(in);
    w->host.fault_rate = input_byte(in) / 2;
    w->host.faults = input_byte(in);
    w->host.slope = input_number(in);
    w->host.scheduled = input_number(in);
    const uint8_t rare = input_byte(in);
    w->host.intrudes = rare & 0x40;
    w->host.steep = rare & 0x20;
    w->missing = rare >= 0xf0 ? input_byte(in) : 0;
    TRACE("host: random %u, fault_rate %u, faults %02x, slope %.17g (steep: %d), scheduled %.17g, missing %02x\n",
          (unsigned)w->host.random, w->host.fault_rate, w->host.faults, w->host.slope, w->host.steep,
          w->host.scheduled, w->missing);
}

static void given_batch(F(world) * w, input *in)
{
    uint32_t batch[64];
    const size_t len = 1 + input_below(in, 12);
    for (size_t i = 0; i < len; i++)
        batch[i] = (uint32_t)(input_byte(in) >= 250 ? input_count(in, 64) : input_below(in, 64) % w->host.data_len);
    w->host.host_terms_len = len;
    step(w, batch, len);
}

enum { CALLS_MAX = 64, ACTION_COUNT = 28 };

void F(fuzz_chain)(input *in)
{
    F(world) *w = &(F(world)){.memory = memories[0], .twin_memory = memories[1], .spare = memories[2],
                              .decoder = &decoders[0], .next = &decoders[1]};
    set_host(w, in);
    if (!F(make)(w, in))
        return;
    for (int calls = 0; calls < CALLS_MAX && in->len > 0; calls++) {
        const size_t action = input_below(in, ACTION_COUNT);
        TRACE("action %zu\n", action);
        switch (action) {
        case 0: case 1: case 2: step(w, NULL, 0); break;
        case 3: case 4: case 5: run(w, input_below(in, STEPS_MAX + 1), input_below(in, 2 * STEPS_MAX), 0, 0); break;
        case 6: given_batch(w, in); break;
        case 7: set_step_size(w, input_number(in)); break;
        case 8: case 9: tune_beta(w); break;
        case 10: F(hand_over)(w, in); break;
        case 11: F(move)(w); break;
        case 12: memcpy(w->twin_memory, w->memory, w->size); break;
        case 13: ask(w, in); break;
        case 14: set_host(w, in); break;
        case 15: F(restore_twin)(w); break;
        case 16: case 17: F(restore_made_up)(w, in); break;
        case 18: run(w, STEPS_MAX, 0, 0, 0); break;
        case 19: run_watched(w, in); break;
        case 20: F(pilot)(w, in); break;
        case 21: case 22: F(warm_up)(w, in); break;
        case 23: F(begin_health)(w, in); break;
        case 24: case 25: F(run_with_health)(w, in); break;
        case 26: F(look_at_health)(w, in); break;
        default: F(report_health)(w, in); break;
        }
    }
}
