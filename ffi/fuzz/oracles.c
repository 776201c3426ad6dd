/* What must hold of a chain after a call. */
#include "chain.h"

#include <math.h>

void F(look)(const F(world) * w, F(sgmcmc_chain) * chain, F(sight) * sight)
{
    static const int32_t kinds[] = {SGMCMC_MOMENTS_PLAIN, SGMCMC_MOMENTS_WEIGHTED};
    memset(sight, 0, sizeof *sight);
    sight->statistics.struct_size = sizeof sight->statistics;
    DEMAND(F(sgmcmc_chain_theta)(chain, sight->theta, NULL, w->dim) == SGMCMC_OK, "theta of a chain");
    DEMAND(F(sgmcmc_chain_statistics)(chain, &sight->statistics) == SGMCMC_OK, "statistics of a chain");
    size_t dim = 0, live = 0;
    DEMAND(F(sgmcmc_chain_properties)(&dim, NULL, NULL, chain) == SGMCMC_OK && dim == w->dim, "a chain of %zu", dim);
    DEMAND(F(sgmcmc_chain_properties)(NULL, &live, NULL, chain) == SGMCMC_OK && live == w->size, "a chain of %zu bytes", live);
    const int32_t asked = w->decoder->parts.settings.moments;
    for (int i = 0; i < 2; i++) {
        double(*both)[DIM_MAX] = sight->moments[i];
        sight->statuses[i] = F(sgmcmc_chain_moments)(chain, both[0], both[1], w->dim, kinds[i]);
        const bool kept = asked == kinds[i] || asked == SGMCMC_MOMENTS_BOTH;
        /* The square of a deviation from a huge theta may be no double. */
        DEMAND(kept ? sight->statuses[i] == SGMCMC_OK || sight->statuses[i] == SGMCMC_ERROR_NOT_REPRESENTABLE
                    : sight->statuses[i] == REFUSED_MOMENTS_KIND,
               "moments answer %d", sight->statuses[i]);
    }
}

void F(same)(const F(world) * w, const char *after)
{
    F(sight) twin;
    F(look)(w, w->twin, &twin);
    DEMAND(memcmp(&twin, &w->sight, sizeof twin) == 0, "after %s a chain and its copy differ", after);
    DEMAND(memcmp(w->memory, w->twin_memory, w->size) == 0, "after %s the bytes of a chain and its copy differ",
           after);
    for (size_t i = 0; i < CANARY_SIZE; i++)
        DEMAND(w->memory[w->size + i] == 0xa5 && w->twin_memory[w->size + i] == 0xa5, "%s wrote behind the memory",
               after);
}

static bool is_metropolis(const F(world) * w)
{
    return w->decoder->parts.settings.sampler.kind == SGMCMC_SAMPLER_METROPOLIS_HASTINGS;
}

void F(consistent)(const F(world) * w, const F(sight) * sight)
{
    const sgmcmc_chain_settings *settings = &w->decoder->parts.settings;
    const sgmcmc_chain_statistics *s = &sight->statistics;
    const uint64_t proposed = s->forward_count + s->backward_count;
    F(all_finite)(&w->host, sight->theta, "after a call");
    DEMAND(s->kept_count <= s->step_count, "kept %llu of %llu", (unsigned long long)s->kept_count,
           (unsigned long long)s->step_count);
    DEMAND(s->accepted_count == s->forward_accepted_count + s->backward_accepted_count, "accepted forward or backward");
    DEMAND(s->forward_accepted_count <= s->forward_count && s->backward_accepted_count <= s->backward_count,
           "more accepted than proposed");
    DEMAND(proposed == (is_metropolis(w) ? s->step_count : 0), "%llu proposals in %llu steps",
           (unsigned long long)proposed, (unsigned long long)s->step_count);
    DEMAND(s->batch_accepted_count <= s->batch_count && s->batch_count <= proposed, "%llu batches of %llu accepted",
           (unsigned long long)s->batch_accepted_count, (unsigned long long)s->batch_count);
    DEMAND(s->nonfinite_count <= proposed - s->accepted_count + s->batch_count - s->batch_accepted_count,
           "accepted what is not finite");
    DEMAND(s->short_divergence_count <= s->divergence_count &&
               s->divergence_count + s->burn_in_divergence_count <= proposed - s->accepted_count,
           "accepted what has diverged");
    DEMAND(proposed == 0 ? isnan(s->mean_acceptance) : s->mean_acceptance >= 0.0 && s->mean_acceptance <= 1.0,
           "mean_acceptance is %.17g", s->mean_acceptance);
    DEMAND(s->beta_capped == 0 || s->beta_capped == 1, "beta_capped is %d", s->beta_capped);
    const sgmcmc_sampler *sampler = &settings->sampler;
    DEMAND(s->beta >= 1.0 && (s->beta == 1.0 || s->beta == sampler->proposal.beta || s->beta <= sampler->beta_max),
           "beta is %.17g", s->beta);
    DEMAND(is_metropolis(w) ? s->noise_scale >= 0.0 : s->noise_scale == 0.0, "noise_scale is %.17g", s->noise_scale);
    DEMAND(s->step_count == 0 ? isnan(s->log_likelihood) : isfinite(s->log_likelihood),
           "log_likelihood is %g after %llu steps", s->log_likelihood, (unsigned long long)s->step_count);
    if (s->step_count > 0)
        DEMAND(isfinite(s->step_size) && s->step_size > 0.0 && s->temperature >= 0.0,
               "step_size is %g, temperature %g", s->step_size, s->temperature);
    DEMAND(is_metropolis(w) ? true : s->clipped_count <= s->step_count * (settings->data_len + 1ULL),
           "clipped %llu", (unsigned long long)s->clipped_count);
    for (int i = 0; i < 2; i++)
        for (size_t j = 0; j < w->dim && sight->statuses[i] == SGMCMC_OK; j++) {
            const double mean = sight->moments[i][0][j], variance = sight->moments[i][1][j];
            /* Their squares overflow where theta does not. */
            if (s->kept_count == 0)
                DEMAND(mean == 0.0 && isnan(variance), "moments before the first draw: %g and %g", mean, variance);
            else if (fabs(mean) < 1e100)
                DEMAND(!(variance < 0.0), "the variance of theta[%zu] is %g", j, variance);
        }
}

/* Whether step k is in the part of a cycle of which nothing is kept: 1, 0, or -1 where the host cannot know. */
static int explores(const F(world) * w, uint64_t k)
{
    const sgmcmc_chain_settings *settings = &w->decoder->parts.settings;
    const sgmcmc_schedule *const schedules[] = {&settings->sampler.step_size, &settings->sampler.temperature};
    int answer = 0;
    for (int i = w->step_size_set; i < 2 && !is_metropolis(w); i++) {
        if (schedules[i]->kind != SGMCMC_SCHEDULE_CYCLICAL)
            continue;
        double value;
        int32_t explores;
        if (settings->sampler.schedule_unit != SGMCMC_SCHEDULE_UNIT_STEP)
            return -1;
        DEMAND(sgmcmc_schedule_at(&value, &explores, schedules[i], k) == SGMCMC_OK, "the schedule of a chain");
        answer |= explores;
    }
    return answer;
}

void F(stepped)(const F(world) * w, const F(sight) * before, const F(sight) * after, const sgmcmc_step *step)
{
    const sgmcmc_chain_settings *settings = &w->decoder->parts.settings;
    const sgmcmc_chain_statistics *a = &before->statistics, *b = &after->statistics;
    const uint64_t k = a->step_count;
    DEMAND(b->step_count == k + 1 && step->index == k, "step %llu says %llu", (unsigned long long)k,
           (unsigned long long)step->index);
    const bool due = k >= settings->burn_in && (k - settings->burn_in) % settings->thinning == settings->thinning - 1;
    const int explored = explores(w, k);
    DEMAND(step->kept == 0 || step->kept == 1, "kept is %d", step->kept);
    DEMAND(due || step->kept == 0, "step %llu is kept, which is not due", (unsigned long long)k);
    DEMAND(explored < 0 || step->kept == (due && explored == 0), "step %llu: kept is %d, due %d, explored %d",
           (unsigned long long)k, step->kept, due, explored);
    DEMAND(b->kept_count == a->kept_count + (uint64_t)step->kept, "kept_count went from %llu to %llu",
           (unsigned long long)a->kept_count, (unsigned long long)b->kept_count);
    DEMAND(memcmp(&step->log_likelihood, &b->log_likelihood, sizeof(double)) == 0 &&
               memcmp(&step->step_size, &b->step_size, sizeof(double)) == 0 &&
               memcmp(&step->temperature, &b->temperature, sizeof(double)) == 0,
           "a step and the statistics after it differ");
    DEMAND(step->ends_cycle == 0 || step->ends_cycle == 1, "ends_cycle is %d", step->ends_cycle);
    DEMAND(b->clipped_count >= a->clipped_count, "clipped_count fell");
    if (is_metropolis(w)) {
        DEMAND(b->accepted_count == a->accepted_count + (uint64_t)step->accepted, "accepted is %d", step->accepted);
        DEMAND(step->accepted == 1 || memcmp(before->theta, after->theta, sizeof after->theta) == 0,
               "a rejected proposal moved theta");
    } else {
        DEMAND(step->accepted == 1, "a rule's step is not accepted");
    }
    const bool readable = settings->block_size == sizeof *settings->blocks;
    for (size_t i = 0; readable && i < settings->block_count && i < BLOCK_MAX; i++)
        for (size_t j = 0; settings->blocks[i].frozen == 1 && j < settings->blocks[i].len; j++) {
            const size_t at = settings->blocks[i].start + j;
            DEMAND(memcmp(&before->theta[at], &after->theta[at], sizeof(real)) == 0, "theta[%zu] is frozen and moved",
                   at);
        }
}

void F(unchanged)(const F(world) * w, sgmcmc_status status, const char *call)
{
    DEMAND(memcmp(w->spare, w->memory, w->size) == 0, "%s answers %d and changes the chain", call, (int)status);
}

void F(settle)(F(world) * w, const char *call)
{
    F(look)(w, w->chain, &w->sight);
    F(consistent)(w, &w->sight);
    F(same)(w, call);
}
