/* Prints the size of every struct and the offset of every field; tests/layout.txt pins them, for Rust and C. */
#include "check.h"

#define SIZE(type) printf(#type " %zu\n", sizeof(type))
#define FIELD(type, field) printf(#type "." #field " %zu\n", offsetof(type, field))

int main(void)
{
    SIZE(sgmcmc_chain_settings);
    FIELD(sgmcmc_chain_settings, struct_size);
    FIELD(sgmcmc_chain_settings, seed);
    FIELD(sgmcmc_chain_settings, chain_index);
    FIELD(sgmcmc_chain_settings, data_len);
    FIELD(sgmcmc_chain_settings, batch);
    FIELD(sgmcmc_chain_settings, batch_len);
    FIELD(sgmcmc_chain_settings, chunk_len);
    FIELD(sgmcmc_chain_settings, sampler);
    FIELD(sgmcmc_chain_settings, prior);
    FIELD(sgmcmc_chain_settings, moments);
    FIELD(sgmcmc_chain_settings, prior_mean);
    FIELD(sgmcmc_chain_settings, prior_precision);
    FIELD(sgmcmc_chain_settings, burn_in);
    FIELD(sgmcmc_chain_settings, thinning);
    FIELD(sgmcmc_chain_settings, schedule);
    FIELD(sgmcmc_chain_settings, step_size);
    FIELD(sgmcmc_chain_settings, schedule_offset);
    FIELD(sgmcmc_chain_settings, schedule_exponent);
    FIELD(sgmcmc_chain_settings, temperature);
    FIELD(sgmcmc_chain_settings, proposal);
    FIELD(sgmcmc_chain_settings, density);
    FIELD(sgmcmc_chain_settings, noise);
    FIELD(sgmcmc_chain_settings, proposal_uses_prior);
    FIELD(sgmcmc_chain_settings, noise_scale);
    FIELD(sgmcmc_chain_settings, likelihood_scale);
    FIELD(sgmcmc_chain_settings, beta);
    FIELD(sgmcmc_chain_settings, refresh_len);
    FIELD(sgmcmc_chain_settings, tune_beta);
    FIELD(sgmcmc_chain_settings, beta_max);
    FIELD(sgmcmc_chain_settings, tune_interval);
    FIELD(sgmcmc_chain_settings, tune_step_size);
    FIELD(sgmcmc_chain_settings, target_acceptance);
    SIZE(sgmcmc_model_f32);
    FIELD(sgmcmc_model_f32, struct_size);
    FIELD(sgmcmc_model_f32, log_likelihood);
    FIELD(sgmcmc_model_f32, log_prior);
    FIELD(sgmcmc_model_f32, user);
    SIZE(sgmcmc_draw_f32);
    FIELD(sgmcmc_draw_f32, step);
    FIELD(sgmcmc_draw_f32, theta);
    FIELD(sgmcmc_draw_f32, dim);
    FIELD(sgmcmc_draw_f32, log_likelihood);
    FIELD(sgmcmc_draw_f32, step_size);
    FIELD(sgmcmc_draw_f32, drift_norm);
    FIELD(sgmcmc_draw_f32, noise_norm);
    FIELD(sgmcmc_draw_f32, accepted);
    SIZE(sgmcmc_chain_statistics);
    FIELD(sgmcmc_chain_statistics, struct_size);
    FIELD(sgmcmc_chain_statistics, step_count);
    FIELD(sgmcmc_chain_statistics, kept_count);
    FIELD(sgmcmc_chain_statistics, log_likelihood);
    FIELD(sgmcmc_chain_statistics, step_size);
    FIELD(sgmcmc_chain_statistics, beta);
    FIELD(sgmcmc_chain_statistics, noise_scale);
    FIELD(sgmcmc_chain_statistics, accepted_count);
    FIELD(sgmcmc_chain_statistics, forward_count);
    FIELD(sgmcmc_chain_statistics, forward_accepted_count);
    FIELD(sgmcmc_chain_statistics, backward_count);
    FIELD(sgmcmc_chain_statistics, backward_accepted_count);
    FIELD(sgmcmc_chain_statistics, nonfinite_count);
    FIELD(sgmcmc_chain_statistics, mean_acceptance);
    FIELD(sgmcmc_chain_statistics, beta_capped);
    SIZE(sgmcmc_model_f64);
    FIELD(sgmcmc_model_f64, struct_size);
    FIELD(sgmcmc_model_f64, log_likelihood);
    FIELD(sgmcmc_model_f64, log_prior);
    FIELD(sgmcmc_model_f64, user);
    SIZE(sgmcmc_draw_f64);
    FIELD(sgmcmc_draw_f64, step);
    FIELD(sgmcmc_draw_f64, theta);
    FIELD(sgmcmc_draw_f64, dim);
    FIELD(sgmcmc_draw_f64, log_likelihood);
    FIELD(sgmcmc_draw_f64, step_size);
    FIELD(sgmcmc_draw_f64, drift_norm);
    FIELD(sgmcmc_draw_f64, noise_norm);
    FIELD(sgmcmc_draw_f64, accepted);
    return 0;
}
