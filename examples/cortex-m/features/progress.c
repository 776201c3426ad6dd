/* SGLD, watched as it goes, stopped half-way by what watches, and gone on with. */
#include "../curve.h"

enum { ENOUGH = 7 };

static int32_t look(void *user, const sgmcmc_chain_statistics *statistics, const real *theta, size_t dim)
{
    (void)user, (void)theta, (void)dim;
    return statistics->step_count == STEP_COUNT / 2 ? ENOUGH : 0;
}

int sample(printer *print)
{
    chain_type *chain;
    int32_t code = 0;
    sgmcmc_chain_settings settings;
    sgmcmc_status status = curve_settings(&settings);
    if (status == SGMCMC_OK) status = curve_start(&chain, &settings, print);
    if (status != SGMCMC_OK) return status;
    stack_depth();
    status = OF(sgmcmc_chain_run_watched)(chain, &code, STEP_COUNT, CURVE,
                                          &(OF(sgmcmc_run_options)){.struct_size = sizeof(OF(sgmcmc_run_options)),
                                                                    .progress = look, .interval = 100});
    report_depth(print, "run");
    if (status != SGMCMC_ERROR_STOPPED_BY_OBSERVER || code != ENOUGH) return status;
    status = curve_run(chain, STEP_COUNT - STEP_COUNT / 2, print);
    if (status == SGMCMC_OK) status = curve_report("SGLD", chain, print);
    return status;
}
