/* Settings in which everything is set, made into ones that the library takes: what their kinds do not use has its default. */
#ifndef KINDS_H
#define KINDS_H

#include <stddef.h>

#include "sgmcmc.h"

/* Puts a default where nothing uses the field. */
#define UNLESS(used, object, field)           \
    do {                                      \
        if (!(used))                          \
            (object)->field = defaults.field; \
    } while (0)

static inline void rule_for_its_kinds(sgmcmc_rule *rule)
{
    sgmcmc_rule defaults;
    if (sgmcmc_rule_init(&defaults, sizeof defaults, SGMCMC_RULE_LANGEVIN) != SGMCMC_OK)
        return;
    const int momentum = rule->drift == SGMCMC_DRIFT_MOMENTUM, adadelta = rule->drift == SGMCMC_DRIFT_ADADELTA;
    const int adam = rule->kind == SGMCMC_RULE_ADAM || rule->drift == SGMCMC_DRIFT_ADAM ||
                     rule->drift == SGMCMC_DRIFT_ADAMAX;
    const int32_t preconditioner = rule->preconditioner;
    const int rmsprop = preconditioner == SGMCMC_PRECONDITIONER_RMSPROP;
    const int adaptive = rmsprop || preconditioner == SGMCMC_PRECONDITIONER_ADAGRAD;
    const int sghmc = rule->kind == SGMCMC_RULE_SGHMC, sgnht = rule->kind == SGMCMC_RULE_SGNHT;
    const int velocity = sghmc || sgnht || rule->kind == SGMCMC_RULE_ABOBA || rule->kind == SGMCMC_RULE_BAOAB;
    UNLESS(rule->drift != SGMCMC_DRIFT_NONE, rule, drift_scale);
    UNLESS(momentum || adam, rule, beta1);
    UNLESS(adam, rule, beta2);
    UNLESS(adadelta, rule, rho);
    UNLESS(adam || adadelta, rule, lambda);
    UNLESS(momentum, rule, momentum_form);
    UNLESS(rmsprop, rule, preconditioner_beta);
    UNLESS(adaptive, rule, preconditioner_lambda);
    UNLESS(adaptive, rule, gradient_scale);
    UNLESS(preconditioner == SGMCMC_PRECONDITIONER_DIAGONAL || preconditioner == SGMCMC_PRECONDITIONER_DENSE, rule,
           preconditioner_values);
    UNLESS(preconditioner == SGMCMC_PRECONDITIONER_POSITION_DEPENDENT, rule, reflect);
    UNLESS(velocity, rule, draw_velocity);
    UNLESS(velocity, rule, friction);
    UNLESS(sghmc, rule, noise_estimate);
    UNLESS(sghmc, rule, redraw_interval);
    UNLESS(sgnht, rule, thermostat_per_coordinate);
    UNLESS(sgnht, rule, splitting);
}

static inline void schedule_for_its_kind(sgmcmc_schedule *schedule)
{
    sgmcmc_schedule defaults;
    if (sgmcmc_schedule_init(&defaults, sizeof defaults) != SGMCMC_OK)
        return;
    UNLESS(schedule->kind == SGMCMC_SCHEDULE_POLYNOMIAL, schedule, offset);
    UNLESS(schedule->kind == SGMCMC_SCHEDULE_POLYNOMIAL, schedule, exponent);
    UNLESS(schedule->kind == SGMCMC_SCHEDULE_STEP_DECAY, schedule, factor);
    UNLESS(schedule->kind == SGMCMC_SCHEDULE_STEP_DECAY, schedule, period);
    UNLESS(schedule->kind == SGMCMC_SCHEDULE_CYCLICAL, schedule, cycle_len);
    UNLESS(schedule->kind == SGMCMC_SCHEDULE_CYCLICAL, schedule, exploration);
}

static inline void block_for_its_kind(sgmcmc_block *block)
{
    sgmcmc_block defaults;
    if (sgmcmc_block_init(&defaults, sizeof defaults) != SGMCMC_OK)
        return;
    UNLESS(block->prior == SGMCMC_PRIOR_GAUSSIAN, block, prior_mean);
    UNLESS(block->prior == SGMCMC_PRIOR_GAUSSIAN, block, prior_precision);
    UNLESS(block->prior == SGMCMC_PRIOR_SPIKE_AND_SLAB, block, slab_weight);
    UNLESS(block->prior == SGMCMC_PRIOR_SPIKE_AND_SLAB, block, slab_deviation);
    UNLESS(block->prior == SGMCMC_PRIOR_SPIKE_AND_SLAB, block, spike_deviation);
}

static inline int is_callback(const sgmcmc_schedule *schedule)
{
    return schedule != NULL && schedule->kind == SGMCMC_SCHEDULE_CALLBACK;
}

/* The chain's own; what it points to is looked at and stays. Of the other sampler's it leaves all as it is. */
static inline void settings_for_their_kinds(sgmcmc_chain_settings *s)
{
    sgmcmc_chain_settings defaults;
    if (sgmcmc_chain_settings_init(&defaults, sizeof defaults) != SGMCMC_OK)
        return;
    const int spikes = s->prior == SGMCMC_PRIOR_SPIKE_AND_SLAB, vector = s->prior == SGMCMC_PRIOR_GAUSSIAN_VECTOR;
    const int subset = s->estimator == SGMCMC_ESTIMATOR_PRACTICAL;
    const int anchors = subset || s->estimator == SGMCMC_ESTIMATOR_SVRG;
    UNLESS(s->batch != SGMCMC_BATCH_ALL && s->batch != SGMCMC_BATCH_CALLER, s, batch_len);
    UNLESS(s->prior == SGMCMC_PRIOR_GAUSSIAN, s, prior_mean);
    UNLESS(s->prior == SGMCMC_PRIOR_GAUSSIAN, s, prior_precision);
    UNLESS(vector, s, prior_means);
    UNLESS(vector, s, prior_precisions);
    UNLESS(spikes, s, slab_weight);
    UNLESS(spikes, s, slab_deviation);
    UNLESS(spikes, s, spike_deviation);
    UNLESS(s->estimator == SGMCMC_ESTIMATOR_FIXED_CENTRE, s, centre);
    UNLESS(anchors, s, anchor_interval);
    UNLESS(anchors, s, anchor_averaged);
    UNLESS(subset, s, anchor_len);
    UNLESS(s->clipping != SGMCMC_CLIPPING_NONE, s, clipping_limit);
    UNLESS(s->noise_compensation != SGMCMC_NOISE_COMPENSATION_NONE, s, noise_covariance);
    UNLESS(s->noise_covariance != NULL, s, noise_covariance_len);
    UNLESS(!is_callback(s->step_size_schedule), s, step_size);
    UNLESS(!is_callback(s->temperature_schedule), s, temperature);
    if (s->sampler != SGMCMC_SAMPLER_METROPOLIS_HASTINGS)
        return;
    const int rsgld = s->proposal == SGMCMC_PROPOSAL_RSGLD, follows = rsgld || s->proposal == SGMCMC_PROPOSAL_SGLD;
    UNLESS(rsgld, s, density);
    UNLESS(rsgld, s, beta);
    UNLESS(rsgld, s, beta_max);
    UNLESS(follows, s, noise);
    UNLESS(follows, s, proposal_gradient);
    UNLESS(follows && s->noise == SGMCMC_NOISE_CUSTOM, s, noise_scale);
    UNLESS(s->tune_beta, s, tune_interval);
    UNLESS(s->tune_step_size, s, target_acceptance);
    UNLESS(s->proposal == SGMCMC_PROPOSAL_HMC, s, leapfrog_count);
    UNLESS(s->proposal == SGMCMC_PROPOSAL_HMC, s, step_jitter);
}

#endif
