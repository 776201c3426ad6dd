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
        if (i < PROPOSAL_COUNT) {
            settings_metropolis(&settings, PROPOSALS[i]);
        } else {
            /* Rules with a state of every kind, and an estimator each. */
            settings_sgld(&settings);
            settings.sampler.rule.kind = i - PROPOSAL_COUNT;
            settings.estimator.kind = i - PROPOSAL_COUNT;
            settings.estimator.interval = 3;
            settings.estimator.anchor_len = 10;
            settings_for_their_kinds(&settings);
        }
        world_make(w, &settings);
        ANSWERS(SGMCMC_OK, F(sgmcmc_chain_run)(w->chain, NULL, step_count, &w->model, NULL, NULL));
    }
    free(w);
    return check_failures != 0;
}
