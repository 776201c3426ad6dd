/* Two equal chains of each kind of sampler: one for a case, one that is left alone. */
#ifndef PAIR_H
#define PAIR_H

#include "world.h"

static world w, undisturbed;

typedef enum kind { SGLD, SGLD_CHUNKED, RANDOM_WALK, MALA, RSGLD, RSGLD_REFRESH, HMC, HMC_OF_ALL, KIND_COUNT } kind;

static inline void settings_of(sgmcmc_chain_settings *settings, kind kind)
{
    switch (kind) {
    case SGLD:
    case SGLD_CHUNKED:
        settings_sgld(settings);
        break;
    case RANDOM_WALK:
        settings_metropolis(settings, SGMCMC_PROPOSAL_RANDOM_WALK);
        break;
    case MALA:
        settings_metropolis(settings, SGMCMC_PROPOSAL_SGLD);
        break;
    case HMC:
    case HMC_OF_ALL:
        settings_metropolis(settings, SGMCMC_PROPOSAL_HMC);
        settings->sampler.proposal.leapfrog_count = kind == HMC ? 3 : 2;
        break;
    default:
        settings_metropolis(settings, SGMCMC_PROPOSAL_RSGLD);
        settings->sampler.proposal.beta = 1.5;
        break;
    }
    if (kind == RSGLD_REFRESH || kind == HMC)
        settings->sampler.refresh_len = 2;
    if (kind == SGLD_CHUNKED || kind == MALA || kind == HMC_OF_ALL) {
        settings->batch.kind = SGMCMC_BATCH_ALL;
        settings->batch.len = 0;
        settings->chunk_len = 7;
    }
}

static inline void steps(world *world, int count)
{
    ANSWERS(SGMCMC_OK, F(sgmcmc_chain_run)(world->chain, NULL, (uint64_t)count, &world->model, NULL, NULL));
}

/* Two equal chains, `count` steps on. */
static inline void make_both(kind kind, int count)
{
    sgmcmc_chain_settings settings;
    settings_of(&settings, kind);
    world_make(&undisturbed, &settings);
    world_make(&w, &settings);
    steps(&undisturbed, count);
    steps(&w, count);
}

#endif
