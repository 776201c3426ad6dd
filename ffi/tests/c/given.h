/* Settings of which every number is another, for the tests of settings as text. */
#ifndef GIVEN_H
#define GIVEN_H

#include "world.h"

/* A number that no other field has. */
static inline double next(void)
{
    static int count;
    return 0.001 + 1e-4 * count++;
}

/* What both samplers use, and a rule's step size. */
static inline void fill(sgmcmc_chain_settings *s)
{
    ANSWERS(SGMCMC_OK, sgmcmc_chain_settings_init(s, sizeof *s));
    s->seed = UINT64_C(18446744073709551615);
    s->chain_index = 7;
    s->data_len = 4000000000u;
    s->batch.len = 11;
    s->chunk_len = 13;
    s->burn_in = 17;
    s->thinning = 19;
    s->simd_level = 1;
    s->sampler.step_size.value = next();
}

/* Another with nothing set that its kinds do not use. */
static inline void fitted(sgmcmc_chain_settings *it, const sgmcmc_chain_settings *from)
{
    *it = *from;
    settings_for_their_kinds(it);
}

/* What only update rules use. */
static inline void fill_rule(sgmcmc_chain_settings *s)
{
    sgmcmc_rule *const rule = &s->sampler.rule;
    rule->drift.scale = next();
    rule->drift.beta1 = next();
    rule->drift.beta2 = next();
    rule->drift.lambda = next();
    rule->drift.rho = next();
    rule->preconditioner.beta = next();
    rule->preconditioner.lambda = next();
    rule->friction = next();
    rule->noise_estimate = next();
    rule->redraw_interval = 23;
    rule->beta1 = next();
    rule->beta2 = next();
    rule->lambda = next();
    for (int i = 0; i < 2; i++) {
        sgmcmc_schedule *schedule = i == 0 ? &s->sampler.step_size : &s->sampler.temperature;
        schedule->value = next();
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

/* What only Metropolis-Hastings uses, without a rule's step size. */
static inline void fill_metropolis(sgmcmc_chain_settings *s)
{
    sgmcmc_sampler *const sampler = &s->sampler;
    sampler->kind = SGMCMC_SAMPLER_METROPOLIS_HASTINGS;
    sampler->step_size.value = 0.0;
    sampler->proposal.step_size = next();
    sampler->proposal.noise.sigma = next();
    sampler->likelihood_scale = next();
    sampler->proposal.beta = next();
    sampler->beta_max = next();
    sampler->refresh_len = 41;
    sampler->tune_interval = 43;
    sampler->proposal.leapfrog_count = 47;
    sampler->proposal.step_jitter = next();
}

#endif
