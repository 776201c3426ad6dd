/* SGLD with settings that a text says, as it may come over a wire, and the text of all that is in force then. */
#include <string.h>

#include "../curve.h"

static const char RECEIVED[] = "# a warmer start\n"
                               "sampler.step_size.shape = StepDecay\n"
                               "sampler.step_size.shape.value = 0.0001\n"
                               "sampler.step_size.shape.period = 1000\n"
                               "sampler.step_size.floor = 0.5\n";

int sample(printer *print)
{
    static char text[1400];
    chain_type *chain;
    size_t line = 0, size = 0;
    sgmcmc_chain_settings settings;
    sgmcmc_status status = curve_settings(&settings);
    if (status != SGMCMC_OK) return status;
    stack_depth();
    status = sgmcmc_settings_read(&settings, &line, RECEIVED, strlen(RECEIVED), DIM);
    report_depth(print, "read");
    if (status == SGMCMC_OK) status = sgmcmc_settings_text(NULL, 0, &size, &settings, DIM);
    if (status == SGMCMC_OK) {
        stack_depth();
        status = sgmcmc_settings_text(text, sizeof text, NULL, &settings, DIM);
        report_depth(print, "write");
    }
    if (status != SGMCMC_OK) return status;
    report_number(print, "memory of ", "the text", (uint32_t)size);
    report_sentences(text, print);
    status = curve_start(&chain, &settings, print);
    if (status == SGMCMC_OK) status = curve_run(chain, STEP_COUNT, print);
    if (status == SGMCMC_OK) status = curve_report("SGLD", chain, print);
    return status;
}
