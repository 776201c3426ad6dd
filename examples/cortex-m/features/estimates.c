/* SGLD with estimates: standard errors, effective sample sizes and medians of draws that nobody stores. */
#include "../curve.h"

static sgmcmc_status report(const sgmcmc_estimates *estimates, printer *print)
{
    double mean[DIM], error[DIM], sample_size[DIM], median[DIM];
    stack_depth();
    sgmcmc_status status = sgmcmc_estimates_read(mean, DIM, estimates, SGMCMC_ESTIMATE_MEAN, 0.0);
    if (status == SGMCMC_OK) status = sgmcmc_estimates_read(error, DIM, estimates, SGMCMC_ESTIMATE_STANDARD_ERROR, 0.0);
    if (status == SGMCMC_OK) status = sgmcmc_estimates_read(sample_size, DIM, estimates, SGMCMC_ESTIMATE_SAMPLE_SIZE,
                                                            0.0);
    if (status == SGMCMC_OK) status = sgmcmc_estimates_read(median, DIM, estimates, SGMCMC_ESTIMATE_QUANTILE, 0.5);
    report_depth(print, "estimates");
    for (int j = 0; j < DIM && status == SGMCMC_OK; j++) {
        line out = {.len = 0};
        put_text(&out, "mean ");
        put_number(&out, mean[j]);
        put_text(&out, ", standard error ");
        put_number(&out, error[j]);
        put_text(&out, ", effective sample size ");
        put_unsigned(&out, (uint32_t)sample_size[j], 1);
        put_text(&out, ", median ");
        put_number(&out, median[j]);
        print(out.text);
    }
    return status;
}

int sample(printer *print)
{
    static _Alignas(64) unsigned char memory[4096];
    chain_type *chain;
    sgmcmc_estimates *estimates;
    size_t size = 0;
    sgmcmc_chain_settings settings;
    sgmcmc_estimate_settings estimate_settings;
    sgmcmc_status status = curve_settings(&settings);
    if (status == SGMCMC_OK) status = curve_start(&chain, &settings, print);
    if (status == SGMCMC_OK) status = sgmcmc_estimate_settings_init(&estimate_settings, sizeof estimate_settings);
    if (status != SGMCMC_OK) return status;
    estimate_settings.centroid_count = 32;
    estimate_settings.window_len = 32;
    status = sgmcmc_estimates_size(&size, &estimate_settings, DIM);
    report_number(print, "memory of ", "the estimates", (uint32_t)size);
    if (status == SGMCMC_OK)
        status = sgmcmc_estimates_init(&estimates, memory, sizeof memory, &estimate_settings, DIM);
    if (status != SGMCMC_OK) return status;
    stack_depth();
    status = OF(sgmcmc_chain_run)(chain, NULL, STEP_COUNT, CURVE, OF(sgmcmc_estimates_observe), estimates);
    report_depth(print, "run");
    if (status == SGMCMC_OK) status = report(estimates, print);
    if (status == SGMCMC_OK) status = curve_report("SGLD", chain, print);
    return status;
}
