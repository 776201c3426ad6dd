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
    settings.batch.kind = SGMCMC_BATCH_ALL;
    settings.batch.len = 0;
    settings.sampler.step_size.value = 0.0; /* a rule's */
    settings.sampler.kind = SGMCMC_SAMPLER_METROPOLIS_HASTINGS;
    settings.sampler.proposal.kind = SGMCMC_PROPOSAL_HMC;
    settings.sampler.proposal.step_size = 0.02;
    settings.sampler.likelihood_scale = DATA_LEN; /* so that it samples the posterior itself */
    stack_depth();
    status = OF(sgmcmc_chain_hand_over)(chain, sizeof CHAIN_MEMORY, &settings);
    report_depth(print, "hand_over");
    if (status == SGMCMC_OK) status = curve_run(chain, BURN_IN + 2000, print);
    if (status == SGMCMC_OK) status = curve_report("HMC", chain, print);
    return status;
}
