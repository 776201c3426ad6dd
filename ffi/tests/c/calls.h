/*
 * Calls whose structs are built where they are made, for the contract's programs and for the fuzzer: F(name) is the name in
 * the precision of either.
 */
#ifndef CALLS_H
#define CALLS_H

/* Who looks at a run, by the fields in use. */
#define OPTIONS(...) (&(F(sgmcmc_run_options)){.struct_size = sizeof(F(sgmcmc_run_options)), __VA_ARGS__})

/* A step and a look of a pilot, by their numbers and vectors one by one. */
#define RULE_STEP(rng_, applied_, theta_, dim_, state_, state_len_, gradient_, terms_, terms_len_, rule_, step_size_, \
                  temperature_, index_, data_len_)                                                                    \
    F(sgmcmc_rule_step)(rng_, applied_,                                                                               \
                        &(F(sgmcmc_rule_vectors)){.struct_size = sizeof(F(sgmcmc_rule_vectors)), .theta = theta_,     \
                                                  .state = state_, .gradient = gradient_, .host_terms = terms_,       \
                                                  .dim = dim_, .state_len = state_len_, .host_terms_len = terms_len_}, \
                        rule_,                                                                                        \
                        &(sgmcmc_rule_at){.struct_size = sizeof(sgmcmc_rule_at), .step_size = step_size_,             \
                                          .temperature = temperature_, .index = index_, .data_len = data_len_})
#define PILOT_LOOK(chain_, report_, code_, variance_, covariance_, mem_, mem_size_, theta_, dim_, settings_, model_)  \
    F(sgmcmc_pilot_look)(chain_, report_, code_, mem_, mem_size_,                                                     \
                         &(F(sgmcmc_pilot_options)){.struct_size = sizeof(F(sgmcmc_pilot_options)),                   \
                                                    .settings = settings_, .theta = theta_, .variance = variance_,    \
                                                    .covariance = covariance_, .dim = dim_},                          \
                         model_)

#endif
