/* Hamiltonian Monte Carlo on all data, the reference posterior, in the memory of a chain of SGLD. */
#include "../curve.h"

int sample(printer *print)
{
    chain_type *chain;
    sgmcmc_chain_settings settings;
    sgmcmc_status status = curve_settings(&settings);
    if (status == SGMCMC_OK) status = curve_start(&chain, &settings, print);
    if (status == SGMCMC_OK) status = curve_run(chain, STEP_COUNT, print);
    if (status == SGMCMC_OK) status = curve_report("SGLD", chain, print);
    if (status != SGMCMC_OK) return status;
    settings.batch = SGMCMC_BATCH_ALL;
    settings.batch_len = 0;
    settings.sampler = SGMCMC_SAMPLER_METROPOLIS_HASTINGS;
    settings.proposal = SGMCMC_PROPOSAL_HMC;
    settings.likelihood_scale = DATA_LEN; /* so that it samples the posterior itself */
    settings.step_size = 0.02;
    stack_depth();
    status = OF(sgmcmc_chain_hand_over)(chain, sizeof CHAIN_MEMORY, &settings);
    report_depth(print, "hand_over");
    if (status == SGMCMC_OK) status = curve_run(chain, BURN_IN + 2000, print);
    if (status == SGMCMC_OK) status = curve_report("HMC", chain, print);
    return status;
}
