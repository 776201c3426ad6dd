/* SGLD, saved half-way as a checkpoint, made again from that, and gone on with as if nothing had come between. */
#include <string.h>

#include "../curve.h"

int sample(printer *print)
{
    static unsigned char checkpoint[1024];
    chain_type *chain;
    size_t size = 0;
    sgmcmc_chain_settings settings;
    sgmcmc_status status = curve_settings(&settings);
    if (status == SGMCMC_OK) status = curve_start(&chain, &settings, print);
    if (status == SGMCMC_OK) status = curve_run(chain, STEP_COUNT / 2, print);
    if (status == SGMCMC_OK) status = OF(sgmcmc_chain_save)(chain, NULL, 0, &size);
    if (status != SGMCMC_OK) return status;
    report_number(print, "memory of ", "the checkpoint", (uint32_t)size);
    stack_depth();
    status = OF(sgmcmc_chain_save)(chain, checkpoint, sizeof checkpoint, NULL);
    report_depth(print, "save");
    if (status != SGMCMC_OK) return status;
    memset(CHAIN_MEMORY, 0xff, sizeof CHAIN_MEMORY); /* the power cut */
    stack_depth();
    status = OF(sgmcmc_chain_restore)(&chain, CHAIN_MEMORY, sizeof CHAIN_MEMORY, &settings, DIM, checkpoint, size);
    report_depth(print, "restore");
    if (status == SGMCMC_OK) status = curve_run(chain, STEP_COUNT - STEP_COUNT / 2, print);
    if (status == SGMCMC_OK) status = curve_report("SGLD", chain, print);
    return status;
}
