/* The posterior of a calibration curve, sampled by the lattice walk or by SGLD, and then by RSGLD in the same memory.

   No heap and no printf: a chain lives in a fixed array, and the report is made of integers. The same files run on a
   board and on a PC, and print the same lines; host.c has the exact answer beside them.

   SAMPLER_LATTICE, SAMPLER_SGLD, or SAMPLER_BOTH (SGLD, then RSGLD) chooses the chain. */
#include "curve.h"

static sgmcmc_status run_and_report(const char *name, chain_type *chain, printer *print)
{
    sgmcmc_status status = curve_run(chain, STEP_COUNT, print);
    return status == SGMCMC_OK ? curve_report(name, chain, print) : status;
}

int sample(printer *print)
{
    chain_type *chain;
    sgmcmc_chain_settings settings;
    sgmcmc_status status = curve_settings(&settings);
    if (status != SGMCMC_OK) return status;
    const char *name = curve_rule(&settings);
    status = curve_start(&chain, &settings, print);
    if (status == SGMCMC_OK) status = run_and_report(name, chain, print);
#ifdef SAMPLER_BOTH
    if (status != SGMCMC_OK) return status;
    /* On all data with c_n = n, so that it samples the posterior itself. */
    settings.batch.kind = SGMCMC_BATCH_ALL;
    settings.batch.len = 0;
    settings.sampler.step_size.value = 0.0; /* a rule's */
    settings.sampler.kind = SGMCMC_SAMPLER_METROPOLIS_HASTINGS;
    settings.sampler.proposal.kind = SGMCMC_PROPOSAL_RSGLD;
    settings.sampler.proposal.step_size = 2e-2;
    settings.sampler.likelihood_scale = DATA_LEN;
    stack_depth();
    status = OF(sgmcmc_chain_hand_over)(chain, sizeof CHAIN_MEMORY, &settings);
    report_depth(print, "hand_over");
    if (status == SGMCMC_OK) status = run_and_report("RSGLD", chain, print);
#endif
    return status;
}
