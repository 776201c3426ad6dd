/* SGLD after a pilot, a look at its model that says in sentences what is to be known of its step size. */
#include "../curve.h"

int sample(printer *print)
{
    static _Alignas(64) unsigned char memory[2048];
    static sgmcmc_pilot_report report = {.struct_size = sizeof report};
    static char text[2048];
    chain_type *chain;
    size_t size = 0;
    sgmcmc_chain_settings settings;
    sgmcmc_status status = curve_settings(&settings);
    if (status == SGMCMC_OK) status = curve_start(&chain, &settings, print);
    if (status == SGMCMC_OK) status = OF(sgmcmc_pilot_size)(chain, &size, NULL);
    if (status != SGMCMC_OK) return status;
    report_number(print, "memory of ", "the pilot", (uint32_t)size);
    stack_depth();
    status = OF(sgmcmc_pilot_look)(chain, &report, NULL, memory, sizeof memory, NULL, CURVE);
    report_depth(print, "pilot");
    if (status != SGMCMC_OK) return status;
    stack_depth();
    status = sgmcmc_pilot_text(text, sizeof text, NULL, &report);
    report_depth(print, "text");
    if (status != SGMCMC_OK) return status;
    report_sentences(text, print);
    status = curve_run(chain, STEP_COUNT, print);
    if (status == SGMCMC_OK) status = curve_report("SGLD", chain, print);
    return status;
}
