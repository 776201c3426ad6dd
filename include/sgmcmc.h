// sgmcmc: stochastic-gradient MCMC and minibatch Metropolis-Hastings over caller-owned memory. For C99 or later, and
// for C++11 or later. Include this file: those in sgmcmc/ are its parts. Conventions are in sgmcmc/library.h;
         // `make single-header` makes one file of all.

#ifndef SGMCMC_H
#define SGMCMC_H

#include "sgmcmc/library.h"     // Conventions, versions, statuses, instruction sets
#include "sgmcmc/kinds.h"       // The kinds that settings choose from
#include "sgmcmc/rule.h"        // Update rules and schedules
#include "sgmcmc/settings.h"    // The settings of a chain, and as text
#include "sgmcmc/model.h"       // What the host supplies: a model, and who looks at a run; what they see
#include "sgmcmc/chain.h"       // Chains
#include "sgmcmc/checkpoint.h"  // Chains in files
#include "sgmcmc/estimates.h"   // Estimates, and draws that are stored
#include "sgmcmc/pilot.h"       // Pilots and warm-ups: settings that are found
#include "sgmcmc/health.h"      // The health of a run
#include "sgmcmc/ensemble.h"    // A model and a start: chains that find the rest
#include "sgmcmc/stateless.h"   // Rules without a chain
#include "sgmcmc/transform.h"   // Constrained parameters
#include "sgmcmc/numbers.h"     // Random numbers, functions, fingerprints, step sizes of others

#endif
