/* Settings in which everything is set, made into ones that the library takes: what their kinds do not use has its default. */
#ifndef KINDS_H
#define KINDS_H

#include <stdbool.h>
#include <stddef.h>

#include "made.h"
#include "sgmcmc.h"

/* Rows of the made tables: nothing; a default where nothing uses a field. */
#define NOTHING(path, value, used)
#define FIT(path, value, used) \
    if (!(used))               \
        it->path = defaults.path;

#define DEFINE_FIT(name, S, TABLE, ...)           \
    static inline void name(S *it)                \
    {                                             \
        S defaults;                               \
        if (S##_init(__VA_ARGS__) != SGMCMC_OK)   \
            return;                               \
        TABLE(FIT, NOTHING)                          \
    }
DEFINE_FIT(rule_for_its_kinds, sgmcmc_rule, SGMCMC_RULE_FIELDS, &defaults, sizeof defaults, SGMCMC_RULE_LANGEVIN)
DEFINE_FIT(schedule_for_its_kind, sgmcmc_schedule, SGMCMC_SCHEDULE_FIELDS, &defaults, sizeof defaults)
DEFINE_FIT(block_for_its_kind, sgmcmc_block, SGMCMC_BLOCK_FIELDS, &defaults, sizeof defaults)
DEFINE_FIT(settings_for_their_kinds, sgmcmc_chain_settings, SGMCMC_CHAIN_SETTINGS_FIELDS, &defaults, sizeof defaults)

#endif
