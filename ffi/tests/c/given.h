/* Settings of which every number is another, with all that they point to, for the tests of settings as text. */
#ifndef GIVEN_H
#define GIVEN_H

#include "world.h"

/* Settings with all that they point to. */
typedef struct given {
    sgmcmc_chain_settings settings;
    sgmcmc_rule rule;
    sgmcmc_schedule step_size, temperature;
} given;

/* A number that no other field has. */
static inline double next(void)
{
    static int count;
    return 0.001 + 1e-4 * count++;
}

/* Settings of which every number is another. */
static inline void fill(given *it)
{
    ANSWERS(SGMCMC_OK, sgmcmc_chain_settings_init(&it->settings, sizeof it->settings));
    ANSWERS(SGMCMC_OK, sgmcmc_rule_init(&it->rule, sizeof it->rule, SGMCMC_RULE_LANGEVIN));
    ANSWERS(SGMCMC_OK, sgmcmc_schedule_init(&it->step_size, sizeof it->step_size));
    ANSWERS(SGMCMC_OK, sgmcmc_schedule_init(&it->temperature, sizeof it->temperature));
    sgmcmc_chain_settings *s = &it->settings;
    s->seed = UINT64_C(18446744073709551615);
    s->chain_index = 7;
    s->data_len = 4000000000u;
    s->batch_len = 11;
    s->chunk_len = 13;
    s->burn_in = 17;
    s->thinning = 19;
    s->simd_level = 1;
    s->step_size = next();
    it->rule.beta1 = next();
    it->rule.beta2 = next();
    it->rule.rho = next();
    it->rule.lambda = next();
    it->rule.drift_scale = next();
    it->rule.preconditioner_beta = next();
    it->rule.preconditioner_lambda = next();
    it->rule.friction = next();
    it->rule.noise_estimate = next();
    it->rule.redraw_interval = 23;
}

/* Another with nothing set that its kinds do not use, and with what it points to its own. */
static inline void fitted(given *it, const given *from)
{
    *it = *from;
    if (it->settings.rule != NULL) {
        it->settings.rule = &it->rule;
        it->settings.step_size_schedule = &it->step_size;
        it->settings.temperature_schedule = &it->temperature;
    }
    rule_for_its_kinds(&it->rule);
    schedule_for_its_kind(&it->step_size);
    schedule_for_its_kind(&it->temperature);
    settings_for_their_kinds(&it->settings);
}

/* What only update rules use. */
static inline void fill_rule(given *it)
{
    sgmcmc_chain_settings *s = &it->settings;
    s->temperature = next();
    s->rule = &it->rule;
    s->step_size_schedule = &it->step_size;
    s->temperature_schedule = &it->temperature;
    for (int i = 0; i < 2; i++) {
        sgmcmc_schedule *schedule = i == 0 ? &it->step_size : &it->temperature;
        schedule->offset = next();
        schedule->exponent = next();
        schedule->factor = next();
        schedule->exploration = next();
        schedule->floor = next();
        schedule->period = 29 + i;
        schedule->cycle_len = 31 + i;
        schedule->warm_up = 37 + i;
    }
}

/* What only Metropolis-Hastings uses. */
static inline void fill_metropolis(given *it)
{
    sgmcmc_chain_settings *s = &it->settings;
    s->sampler = SGMCMC_SAMPLER_METROPOLIS_HASTINGS;
    s->noise_scale = next();
    s->likelihood_scale = next();
    s->beta = next();
    s->beta_max = next();
    s->refresh_len = 41;
    s->tune_interval = 43;
    s->leapfrog_count = 47;
    s->step_jitter = next();
}

#endif
