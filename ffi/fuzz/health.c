/* The health of a fuzzed chain: looks leave the chain alone, are refused without a trace, and add up to a report. */
#include "chain.h"
#include "reports.h"

#include <math.h>

enum { HEALTH_SIZE = 1 << 12, CODE_BEFORE = 0x5a5a5a5a, FEW_STEPS = 24, MANY_STEPS = 130 };

/* The chain's, its twin's, and what one of them was. */
static _Alignas(64) unsigned char memories[3][HEALTH_SIZE + CANARY_SIZE];

static sgmcmc_health *of(int which) { return (sgmcmc_health *)(void *)memories[which]; }

static void keep(void) { memcpy(memories[2], memories[0], sgmcmc_health_size()); }

static void kept(sgmcmc_status status, const char *call)
{
    DEMAND(memcmp(memories[0], memories[2], sgmcmc_health_size()) == 0, "%s answers %d and changes the health", call,
           (int)status);
}

static void equal(const char *after)
{
    const size_t size = sgmcmc_health_size();
    DEMAND(memcmp(memories[0], memories[1], size) == 0, "after %s the healths of a chain and of its copy differ", after);
    for (size_t i = 0; i < CANARY_SIZE; i++)
        DEMAND(memories[0][size + i] == 0xa5 && memories[1][size + i] == 0xa5, "%s wrote behind the health", after);
}

static sgmcmc_status begin(const sgmcmc_health_settings *settings, int which, size_t size)
{
    sgmcmc_health *health = NULL;
    const sgmcmc_status status = CALL(sgmcmc_health_init(&health, memories[which], size, settings));
    DEMAND(health == (status == SGMCMC_OK ? of(which) : NULL), "health_init answers %d and writes", (int)status);
    return status;
}

void F(begin_health)(F(world) * w, input *in)
{
    sgmcmc_health_settings settings;
    health_decode(&settings, in);
    const size_t size = sgmcmc_health_size();
    const uint8_t rare = input_byte(in);
    DEMAND(size <= HEALTH_SIZE && size % sgmcmc_align() == 0 && 64 % sgmcmc_align() == 0, "a size of %zu",
           size);
    keep();
    const sgmcmc_status expected = settings.window < 100 || settings.window > (uint64_t)1 << 32 ? REFUSED_HEALTH_WINDOW
                                   : !(settings.tolerance > 0.0 && settings.tolerance <= 1.0)
                                       ? REFUSED_HEALTH_TOLERANCE
                                   : rare == 255 ? SGMCMC_ERROR_MEMORY_TOO_SMALL
                                                 : SGMCMC_OK;
    if (expected != SGMCMC_OK) {
        const sgmcmc_status status = begin(&settings, 0, size - (rare == 255));
        DEMAND(status == expected, "health_init answers %d, not %d", (int)status, (int)expected);
        kept(status, "health_init");
        return;
    }
    /* Nothing stands for the defaults. */
    const bool is_default = settings.window == 1000 && settings.tolerance == 0.075;
    memset(memories[0], 0x00, size);
    memset(memories[1], 0xff, size);
    for (int i = 0; i < 2; i++) {
        memset(memories[i] + size, 0xa5, CANARY_SIZE);
        const sgmcmc_status status = begin(is_default && i == 1 ? NULL : &settings, i, size);
        DEMAND(status == SGMCMC_OK, "health_init answers %d", (int)status);
    }
    equal("health_init");
    w->watch = (F(watch)){.exists = true};
}

/* Who is asked for health keeps it from then on, unless the settings are refused. */
static bool is_there(F(world) * w, input *in)
{
    if (!w->watch.exists)
        F(begin_health)(w, in);
    return w->watch.exists;
}

/* What a look after this many steps does: whether it is refused. */
static bool look_after(F(world) * w, uint64_t step_count)
{
    F(watch) *watch = &w->watch;
    if (watch->has_seen && step_count <= watch->last)
        return true;
    watch->has_seen = true;
    watch->last = step_count;
    watch->look_count += step_count > w->decoder->parts.settings.burn_in;
    return false;
}

/* A run in pieces that are as long as it or shorter. */
static sgmcmc_status watched(const F(world) * w, F(sgmcmc_chain) * chain, F(host) * host, int32_t *code, int which,
                             uint64_t step_count, uint64_t interval, uint64_t piece)
{
    const F(sgmcmc_model) model = F(model_of)(w, host);
    sgmcmc_status status = SGMCMC_OK;
    host->chain = chain;
    host->health = of(which);
    *code = CODE_BEFORE;
    do {
        const uint64_t some = piece < step_count ? piece : step_count;
        status = CALL(F(sgmcmc_chain_run_watched)(chain, code, some, &model,
                                                  OPTIONS(.observer = F(host_observe), .observer_user = host,
                                                          .health = of(which), .interval = interval)));
        step_count -= some;
    } while (status == SGMCMC_OK && step_count > 0);
    host->health = NULL;
    return status;
}

static bool same_draws(const F(host) * a, const F(host) * b)
{
    return a->seen == b->seen && a->drawn == b->drawn && a->draw_count == b->draw_count;
}

/* The chain is watched, its twin is not, and a copy of it is watched in pieces. */
static void run(F(world) * w, uint64_t step_count, uint64_t draw_limit, uint64_t interval, uint64_t piece)
{
    F(host) host = w->host, twin_host, copy_host;
    int32_t code, twin_code = CODE_BEFORE, copy_code;
    host.drawn = host.draw_count = 0;
    host.draw_limit = draw_limit;
    twin_host = copy_host = host;
    const uint64_t before = w->sight.statistics.step_count;
    memcpy(w->spare, w->memory, w->size);
    keep();
    const sgmcmc_status status = watched(w, w->chain, &host, &code, 0, step_count, interval, step_count);
    F(look)(w, w->chain, &w->sight);
    const uint64_t after = w->sight.statistics.step_count;
    if (interval == 0) {
        DEMAND(status != SGMCMC_OK || step_count == 0, "a run with no steps from one look to the next");
        F(unchanged)(w, status, "run_with_health");
        kept(status, "run_with_health");
        return;
    }
    const sgmcmc_status copy = watched(w, (F(sgmcmc_chain) *)(void *)w->spare, &copy_host, &copy_code, 1, step_count,
                                       interval, piece);
    DEMAND(status == copy && code == copy_code && same_draws(&host, &copy_host),
           "a run with health answers %d, in pieces %d", (int)status, (int)copy);
    F(unchanged)(w, status, "a run with health in pieces");
    equal("a run with health");

    bool refused = false;
    uint64_t at = before;
    while (!refused && interval - at % interval <= after - at) {
        at += interval - at % interval;
        if (at == after && status == SGMCMC_ERROR_STOPPED_BY_OBSERVER)
            break;
        refused = look_after(w, at);
        DEMAND(!refused || at == after, "a look after %llu steps is refused, and the run goes on", (unsigned long long)at);
    }
    DEMAND((status == SGMCMC_ERROR_HEALTH_CHAIN) == refused, "a run with health answers %d", (int)status);
    if (status >= 200 && status < 300) {
        w->watch.refused_count++;
        w->watch.refused_status = (int32_t)status;
    }

    const F(sgmcmc_model) model = F(model_of)(w, &twin_host);
    twin_host.chain = w->twin;
    const sgmcmc_status twin = CALL(F(sgmcmc_chain_run)(w->twin, &twin_code, refused ? after - before : step_count,
                                                        &model, F(host_observe), &twin_host));
    DEMAND(twin == (refused ? SGMCMC_OK : status) && code == twin_code, "a run answers %d, watched %d", (int)twin,
           (int)status);
    DEMAND(same_draws(&host, &twin_host), "a run that is watched shows something else");
    w->host = host;
    F(settle)(w, "a run with health");
}

void F(run_with_health)(F(world) * w, input *in)
{
    const uint8_t how = input_byte(in);
    const uint64_t step_count = how < 208 ? how % (FEW_STEPS + 1) : MANY_STEPS, draw_limit = input_byte(in);
    const uint8_t every = input_byte(in);
    const uint64_t interval = every < 64 ? 1 : every < 224 ? 1 + every % 7 : every < 255 ? input_count(in, 40) : 0;
    const uint64_t piece = 1 + input_below(in, FEW_STEPS);
    if (is_there(w, in))
        run(w, step_count, draw_limit, interval, piece);
}

void F(look_at_health)(F(world) * w, input *in)
{
    if (!is_there(w, in))
        return;
    memcpy(w->spare, w->memory, w->size);
    keep();
    const sgmcmc_status status = CALL(F(sgmcmc_health_look)(w->chain, of(0)));
    const sgmcmc_status twin = CALL(F(sgmcmc_health_look)(w->twin, of(1)));
    F(unchanged)(w, status, "a look");
    if (status != SGMCMC_OK)
        kept(status, "a look");
    DEMAND(status == twin, "a look at a chain answers %d, at its copy %d", (int)status, (int)twin);
    equal("a look");
    const bool refused = look_after(w, w->sight.statistics.step_count);
    DEMAND(status == (refused ? SGMCMC_ERROR_HEALTH_CHAIN : SGMCMC_OK), "a look answers %d", (int)status);
}

static bool same_number(double x, double y) { return x == y || (isnan(x) && isnan(y)); }

/* What the chain's own statistics, and the fuzzer's count, say as well. */
static void agrees(const F(world) * w, const sgmcmc_health_report *r, double r_hat)
{
    const sgmcmc_chain_settings *settings = &w->decoder->parts.settings;
    const sgmcmc_chain_statistics *s = &w->sight.statistics;
    const uint64_t proposed = s->forward_count + s->backward_count;
    const bool by_caller = settings->batch.kind == SGMCMC_BATCH_CALLER, all = settings->batch.kind == SGMCMC_BATCH_ALL;
    DEMAND(r->look_count == w->watch.look_count, "%llu looks, not %llu", (unsigned long long)r->look_count,
           (unsigned long long)w->watch.look_count);
    DEMAND(r->refused_count == w->watch.refused_count && r->refused_status == w->watch.refused_status,
           "%llu refused, the last with %d", (unsigned long long)r->refused_count, r->refused_status);
    DEMAND(r->step_count == s->step_count && r->clipped_count == s->clipped_count &&
               r->saturated_count == s->saturated_count && r->nonfinite_count == s->nonfinite_count &&
               r->unasked_count == s->unasked_count &&
               r->rejected_count == proposed - s->accepted_count && r->divergence_count == s->divergence_count &&
               r->short_divergence_count == s->short_divergence_count, "counts of a report are not those of the chain");
    DEMAND(same_number(r->step_size, s->step_size) && same_number(r->temperature, s->temperature) &&
               same_number(r->beta, s->beta) && same_number(r->r_hat, r_hat),
           "numbers of a report are not those of the chain");
    DEMAND(same_number(r->acceptance, (double)s->accepted_count / (double)proposed) &&
               same_number(r->forward_acceptance, (double)s->forward_accepted_count / (double)s->forward_count) &&
               same_number(r->backward_acceptance, (double)s->backward_accepted_count / (double)s->backward_count),
           "acceptance of a report is not that of the chain");
    DEMAND(r->pass_count == (double)r->evaluation_count / (double)settings->data_len, "%.17g passes", r->pass_count);
    DEMAND(r->batch_len == (by_caller ? 0 : all ? settings->data_len : settings->batch.len), "batches of %u",
           r->batch_len);
    DEMAND(settings->sampler.kind == SGMCMC_SAMPLER_METROPOLIS_HASTINGS
               ? r->likelihood_scale == settings->sampler.likelihood_scale
               : isnan(r->likelihood_scale), "likelihood_scale is %.17g", r->likelihood_scale);
    DEMAND((r->findings >> SGMCMC_HEALTH_FINDING_DIVERGED & 1) == (s->saturated_count > 0), "diverged");
    DEMAND((r->findings >> SGMCMC_HEALTH_FINDING_CHAINS_DISAGREE & 1) == (r_hat > 1.01), "an R-hat of %.17g", r_hat);
    const uint64_t of_refusals =
        (uint64_t)1 << SGMCMC_HEALTH_FINDING_NOT_FINITE | (uint64_t)1 << SGMCMC_HEALTH_FINDING_REFUSED;
    DEMAND(r->refused_count > 0 || !(r->findings & of_refusals), "nothing was refused");
    DEMAND(r->refused_count == 0 ||
               r->findings & (of_refusals | (uint64_t)1 << SGMCMC_HEALTH_FINDING_MODEL_NOT_ASKED), "refused");
}

void F(report_health)(F(world) * w, input *in)
{
    struct {
        sgmcmc_health_report report;
        uint64_t behind[2];
    } before, now, twin;
    static const size_t sizes[] = {0, 8, 16, 12, sizeof before.report - 8, sizeof before.report + 8, 5000, SIZE_MAX};
    const uint8_t how = input_byte(in);
    const double r_hat = input_number(in);
    sgmcmc_pilot_report made_up, *pilot = how & 1 && w->pilot.struct_size > 0 ? &w->pilot : NULL;
    if (how & 0x40) {
        pilot_report_made_up(&made_up, in);
        pilot = &made_up;
        health_report_made_up(in);
    }
    if (!is_there(w, in))
        return;
    memset(&before, 0x5a, sizeof before);
    const size_t end = before.report.struct_size = how >= 0xf0 ? sizes[how & 7] : sizeof before.report;
    now = twin = before;
    memcpy(w->spare, w->memory, w->size);
    keep();
    const sgmcmc_status status = CALL(F(sgmcmc_health_report)(w->chain, &now.report, of(0), pilot, r_hat));
    const sgmcmc_status other = CALL(F(sgmcmc_health_report)(w->twin, &twin.report, of(1), pilot, r_hat));
    F(unchanged)(w, status, "health_report");
    kept(status, "health_report");
    DEMAND(status == other && memcmp(&now, &twin, sizeof now) == 0, "a report says %d, of a copy something else: %d",
           (int)status, (int)other);
    const bool is_other = w->watch.has_seen && w->sight.statistics.step_count < w->watch.last;
    DEMAND(status != (is_other ? SGMCMC_OK : SGMCMC_ERROR_HEALTH_CHAIN), "a report answers %d", (int)status);
    if (end == sizeof now.report)
        DEMAND(status == (is_other ? SGMCMC_ERROR_HEALTH_CHAIN : SGMCMC_OK), "a report answers %d", (int)status);
    if (status != SGMCMC_OK) {
        DEMAND(memcmp(&now, &before, sizeof now) == 0, "health_report answers %d and writes", (int)status);
        return;
    }
    DEMAND(end <= sizeof before && memcmp((char *)&now + end, (char *)&before + end, sizeof now - end) == 0,
           "a report is longer than it is");
    if (end != sizeof now.report)
        return;
    findings_seen(12, now.report.findings);
    /* The health of another chain, or a pilot of none, may say anything. */
    if (w->watch.stale || pilot == &made_up)
        return;
    health_report_holds(&now.report);
    agrees(w, &now.report, r_hat);
}
