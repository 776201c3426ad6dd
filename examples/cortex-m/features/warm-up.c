/* SGLD, or the lattice walk where the build has that, with a step size that a warm-up finds during burn-in. */
#include "../curve.h"

int sample(printer *print)
{
    static _Alignas(64) unsigned char memory[2048];
    chain_type *chain;
    size_t size = 0;
    sgmcmc_chain_statistics statistics = {.struct_size = sizeof statistics};
    sgmcmc_chain_settings settings;
    sgmcmc_status status = curve_settings(&settings);
    if (status != SGMCMC_OK) return status;
    const char *name = curve_rule(&settings);
    settings.sampler.step_size.value = 0.0;
    status = curve_start(&chain, &settings, print);
    if (status == SGMCMC_OK) status = OF(sgmcmc_pilot_size)(chain, &size, NULL);
    if (status != SGMCMC_OK) return status;
    report_number(print, "memory of ", "the warm-up", (uint32_t)size);
    stack_depth();
    status = OF(sgmcmc_chain_warm_up)(chain, NULL, memory, sizeof memory, BURN_IN, NULL, CURVE);
    report_depth(print, "warm-up");
    if (status == SGMCMC_OK) status = OF(sgmcmc_chain_statistics)(chain, &statistics);
    if (status != SGMCMC_OK) return status;
    report_number(print, "step size, ", "in billionths", (uint32_t)(statistics.step_size * 1e9));
    status = curve_run(chain, STEP_COUNT - BURN_IN, print);
    if (status == SGMCMC_OK) status = curve_report(name, chain, print);
    return status;
}
