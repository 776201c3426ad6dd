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
    const int family = rule->kind == SGMCMC_RULE_LANGEVIN || rule->kind == SGMCMC_RULE_LATTICE;
    UNLESS(family, rule, drift);
    UNLESS(family, rule, preconditioner);
    const int32_t drift = rule->drift.kind, preconditioner = rule->preconditioner.kind;
    const int momentum = drift == SGMCMC_DRIFT_MOMENTUM, adadelta = drift == SGMCMC_DRIFT_ADADELTA;
    const int adam_drift = drift == SGMCMC_DRIFT_ADAM || drift == SGMCMC_DRIFT_ADAMAX;
    const int rmsprop = preconditioner == SGMCMC_PRECONDITIONER_RMSPROP;
    const int adaptive = rmsprop || preconditioner == SGMCMC_PRECONDITIONER_ADAGRAD;
    const int sghmc = rule->kind == SGMCMC_RULE_SGHMC, sgnht = rule->kind == SGMCMC_RULE_SGNHT;
    const int underdamped = sghmc || sgnht || rule->kind == SGMCMC_RULE_ABOBA || rule->kind == SGMCMC_RULE_BAOAB;
    const int adam = rule->kind == SGMCMC_RULE_ADAM;
    UNLESS(drift != SGMCMC_DRIFT_NONE, rule, drift.scale);
    UNLESS(momentum, rule, drift.form);
    UNLESS(momentum || adam_drift, rule, drift.beta1);
    UNLESS(adam_drift, rule, drift.beta2);
    UNLESS(adam_drift || adadelta, rule, drift.lambda);
    UNLESS(adadelta, rule, drift.rho);
    UNLESS(rmsprop, rule, preconditioner.beta);
    UNLESS(adaptive, rule, preconditioner.lambda);
    UNLESS(adaptive, rule, preconditioner.scale);
    UNLESS(preconditioner == SGMCMC_PRECONDITIONER_DIAGONAL || preconditioner == SGMCMC_PRECONDITIONER_DENSE, rule,
           preconditioner.values);
    UNLESS(preconditioner == SGMCMC_PRECONDITIONER_POSITION_DEPENDENT, rule, preconditioner.reflect);
    UNLESS(underdamped, rule, velocity);
    UNLESS(underdamped, rule, friction);
    UNLESS(sghmc, rule, noise_estimate);
    UNLESS(sghmc, rule, redraw_interval);
    UNLESS(sgnht, rule, thermostat);
    UNLESS(sgnht, rule, splitting);
    UNLESS(adam, rule, beta1);
    UNLESS(adam, rule, beta2);
    UNLESS(adam, rule, lambda);
}

/* The same for one whose value has a default of its own. */
static inline void schedule_from(sgmcmc_schedule *schedule, sgmcmc_schedule defaults)
{
    UNLESS(schedule->kind != SGMCMC_SCHEDULE_CALLBACK, schedule, value);
    UNLESS(schedule->kind == SGMCMC_SCHEDULE_POLYNOMIAL, schedule, offset);
    UNLESS(schedule->kind == SGMCMC_SCHEDULE_POLYNOMIAL, schedule, exponent);
    UNLESS(schedule->kind == SGMCMC_SCHEDULE_STEP_DECAY, schedule, factor);
    UNLESS(schedule->kind == SGMCMC_SCHEDULE_STEP_DECAY, schedule, period);
    UNLESS(schedule->kind == SGMCMC_SCHEDULE_CYCLICAL, schedule, cycle_len);
    UNLESS(schedule->kind == SGMCMC_SCHEDULE_CYCLICAL, schedule, exploration);
}

static inline void schedule_for_its_kind(sgmcmc_schedule *schedule)
{
    sgmcmc_schedule defaults;
    if (sgmcmc_schedule_init(&defaults, sizeof defaults) == SGMCMC_OK)
        schedule_from(schedule, defaults);
}

static inline void prior_for_its_kind(sgmcmc_prior *prior)
{
    sgmcmc_chain_settings settings;
    if (sgmcmc_chain_settings_init(&settings, sizeof settings) != SGMCMC_OK)
        return;
    const sgmcmc_prior defaults = settings.prior;
    const int spikes = prior->kind == SGMCMC_PRIOR_SPIKE_AND_SLAB, vector = prior->kind == SGMCMC_PRIOR_GAUSSIAN_VECTOR;
    UNLESS(prior->kind == SGMCMC_PRIOR_GAUSSIAN, prior, mean);
    UNLESS(prior->kind == SGMCMC_PRIOR_GAUSSIAN, prior, precision);
    UNLESS(vector, prior, means);
    UNLESS(vector, prior, precisions);
    UNLESS(spikes, prior, slab_weight);
    UNLESS(spikes, prior, slab_deviation);
    UNLESS(spikes, prior, spike_deviation);
}

static inline void block_for_its_kind(sgmcmc_block *block) { prior_for_its_kind(&block->prior); }

/* The chain's own; its blocks stay as they are. What only the other sampler uses is not taken away. */
static inline void settings_for_their_kinds(sgmcmc_chain_settings *s)
{
    sgmcmc_chain_settings defaults;
    if (sgmcmc_chain_settings_init(&defaults, sizeof defaults) != SGMCMC_OK)
        return;
    const int subset = s->estimator.kind == SGMCMC_ESTIMATOR_PRACTICAL;
    const int anchors = subset || s->estimator.kind == SGMCMC_ESTIMATOR_SVRG;
    UNLESS(s->batch.kind != SGMCMC_BATCH_ALL && s->batch.kind != SGMCMC_BATCH_CALLER, s, batch.len);
    prior_for_its_kind(&s->prior);
    UNLESS(s->estimator.kind == SGMCMC_ESTIMATOR_FIXED_CENTRE, s, estimator.centre);
    UNLESS(anchors, s, estimator.interval);
    UNLESS(anchors, s, estimator.averaged);
    UNLESS(subset, s, estimator.anchor_len);
    UNLESS(s->clipping.kind != SGMCMC_CLIPPING_NONE, s, clipping.limit);
    rule_for_its_kinds(&s->sampler.rule);
    schedule_from(&s->sampler.step_size, defaults.sampler.step_size);
    schedule_from(&s->sampler.temperature, defaults.sampler.temperature);
    UNLESS(s->sampler.compensation.kind != SGMCMC_NOISE_COMPENSATION_NONE, s, sampler.compensation.covariance);
    if (s->sampler.kind != SGMCMC_SAMPLER_METROPOLIS_HASTINGS)
        return;
    const int32_t proposal = s->sampler.proposal.kind;
    const int rsgld = proposal == SGMCMC_PROPOSAL_RSGLD, follows = rsgld || proposal == SGMCMC_PROPOSAL_SGLD;
    UNLESS(rsgld, s, sampler.proposal.density);
    UNLESS(rsgld, s, sampler.proposal.beta);
    UNLESS(rsgld, s, sampler.beta_max);
    UNLESS(follows, s, sampler.proposal.noise);
    UNLESS(follows, s, sampler.proposal_gradient);
    UNLESS(s->sampler.proposal.noise.kind == SGMCMC_NOISE_CUSTOM, s, sampler.proposal.noise.sigma);
    UNLESS(s->sampler.tune_beta, s, sampler.tune_interval);
    UNLESS(s->sampler.tune_step_size, s, sampler.target_acceptance);
    UNLESS(proposal == SGMCMC_PROPOSAL_HMC, s, sampler.proposal.leapfrog_count);
    UNLESS(proposal == SGMCMC_PROPOSAL_HMC, s, sampler.proposal.step_jitter);
}

#endif
