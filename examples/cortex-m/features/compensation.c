/* SGLD with noise compensation: the covariance of the gradient's noise, found during burn-in, is taken off the injected
   noise. */
#include "../curve.h"

int sample(printer *print)
{
    chain_type *chain;
    sgmcmc_chain_settings settings;
    sgmcmc_status status = curve_settings(&settings);
    if (status != SGMCMC_OK) return status;
    settings.sampler.compensation.kind = SGMCMC_NOISE_COMPENSATION_DENSE;
    status = curve_start(&chain, &settings, print);
    if (status == SGMCMC_OK) status = curve_run(chain, STEP_COUNT, print);
    if (status == SGMCMC_OK) status = curve_report("compensated SGLD", chain, print);
    return status;
}
