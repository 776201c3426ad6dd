/* Runs a chain for as many steps as argv[1] says; its heap usage is its own, whatever the count. */
#include <stdlib.h>

#include "world.h"

int main(int argc, char **argv)
{
    static const int32_t PROPOSALS[] = {SGMCMC_PROPOSAL_RANDOM_WALK, SGMCMC_PROPOSAL_SGLD, SGMCMC_PROPOSAL_RSGLD,
                                        SGMCMC_PROPOSAL_HMC};
    enum { PROPOSAL_COUNT = sizeof PROPOSALS / sizeof *PROPOSALS };
    uint64_t step_count = strtoull(argc > 1 ? argv[1] : "", NULL, 10);
    world *w = aligned_alloc(64, sizeof *w);
    CHECK(w != NULL && step_count > 0);
    for (int i = 0; i < PROPOSAL_COUNT + 5; i++) {
        sgmcmc_chain_settings settings;
        sgmcmc_rule rule;
        if (i < PROPOSAL_COUNT) {
            settings_metropolis(&settings, PROPOSALS[i]);
        } else {
            /* Rules with a state of every kind, and an estimator each. */
            settings_sgld(&settings);
            ANSWERS(SGMCMC_OK, sgmcmc_rule_init(&rule, sizeof rule, i - PROPOSAL_COUNT));
            settings.rule = &rule;
            settings.estimator = i - PROPOSAL_COUNT;
            settings.anchor_interval = 3;
            settings.anchor_len = 10;
            settings_for_their_kinds(&settings);
        }
        world_make(w, &settings);
        ANSWERS(SGMCMC_OK, F(sgmcmc_chain_run)(w->chain, NULL, step_count, &w->model, NULL, NULL));
    }
    free(w);
    return check_failures != 0;
}
