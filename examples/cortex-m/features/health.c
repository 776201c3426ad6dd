/* SGLD and its health: of the run that the other programs have, and of one whose step is far too large. */
#include <math.h>

#include "../curve.h"

enum { INTERVAL = 10 };

/* Runs, and reports in sentences what is wrong. */
static sgmcmc_status run_and_judge(chain_type *chain, printer *print)
{
    static _Alignas(64) unsigned char memory[3584];
    static sgmcmc_health_report report = {.struct_size = sizeof report};
    static char text[2048];
    sgmcmc_health *health;
    sgmcmc_status status = sgmcmc_health_init(&health, memory, sizeof memory, NULL);
    if (status != SGMCMC_OK) return status;
    stack_depth();
    status = OF(sgmcmc_chain_run_watched)(chain, NULL, STEP_COUNT, CURVE,
                                          &(OF(sgmcmc_run_options)){.struct_size = sizeof(OF(sgmcmc_run_options)),
                                                                    .health = health, .interval = INTERVAL});
    report_depth(print, "run");
    if (status != SGMCMC_OK) return status;
    stack_depth();
    status = OF(sgmcmc_health_report)(chain, &report, health, NULL, NAN);
    report_depth(print, "report");
    if (status != SGMCMC_OK) return status;
    stack_depth();
    status = sgmcmc_health_text(text, sizeof text, NULL, &report);
    report_depth(print, "text");
    if (status == SGMCMC_OK) report_sentences(text, print);
    return status;
}

int sample(printer *print)
{
    chain_type *chain;
    sgmcmc_chain_settings settings;
    sgmcmc_status status = curve_settings(&settings);
    if (status == SGMCMC_OK) status = curve_start(&chain, &settings, print);
    report_number(print, "memory of ", "the health", (uint32_t)sgmcmc_health_size());
    if (status == SGMCMC_OK) status = run_and_judge(chain, print);
    if (status == SGMCMC_OK) status = curve_report("SGLD", chain, print);
    if (status == SGMCMC_OK) status = OF(sgmcmc_chain_set_step_size)(chain, 1e-3);
    if (status == SGMCMC_OK) status = run_and_judge(chain, print);
    return status;
}
