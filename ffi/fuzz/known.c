/*
 * Faults of the library that are known and not yet repaired: chains with these settings are let off where theta is not
 * finite, so that the fuzzer finds others. Take a line out with its repair; SGMCMC_FUZZ_STRICT takes out all.
 */
#include "chain.h"

bool F(has_known_fault)(const sgmcmc_chain_settings *settings)
{
#ifdef SGMCMC_FUZZ_STRICT
    (void)settings;
    return false;
#else
    const sgmcmc_rule *rule = settings->rule;
    const bool moves_by_rule = settings->sampler == SGMCMC_SAMPLER_RULE && rule != NULL;
    /* f32, h = 10, tau = 1e38. */
    if (moves_by_rule && rule->kind == SGMCMC_RULE_SGNHT && rule->thermostat_per_coordinate == 1)
        return true;
    /* friction = noise_estimate = 1 at eta = tau = 3e38. */
    if (moves_by_rule && rule->kind == SGMCMC_RULE_SGHMC && rule->draw_velocity == 1 &&
        rule->noise_estimate == rule->friction)
        return true;
    /* The sum of theta between two anchors overflows. */
    return settings->estimator == SGMCMC_ESTIMATOR_SVRG && settings->anchor_averaged == 1;
#endif
}

bool F(has_known_norms)(const sgmcmc_rule *rule)
{
#ifdef SGMCMC_FUZZ_STRICT
    (void)rule;
    return false;
#else
    /* A product with a dense factor that overflows: theta stays where it is, as it should, but the norm is NaN. */
    return rule != NULL && (rule->preconditioner == SGMCMC_PRECONDITIONER_DENSE ||
                            rule->preconditioner == SGMCMC_PRECONDITIONER_POSITION_DEPENDENT_DENSE);
#endif
}
