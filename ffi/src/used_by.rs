//! Which sampler uses which of a chain's settings.

use crate::guard::refuse_unused;
use crate::made::types::sgmcmc_sampler;
use crate::settings::sgmcmc_chain_settings;
use crate::status::{Owner, sgmcmc_status};

/// A field that stands in none of the lists is an error.
macro_rules! used_by {
    (either { $($either:ident),* $(,)? } rules { $($rules:ident),* $(,)? } metropolis_hastings { $($metropolis:ident),* $(,)? }) => {
        impl sgmcmc_chain_settings {
            /// Refuses a setting that only the other sampler uses and that is not at its default.
            pub(crate) fn refuse_other_sampler(&self, sampler: sgmcmc_sampler) -> Result<(), sgmcmc_status> {
                let mut used = *self;
                let default = Self::default();
                match sampler {
                    sgmcmc_sampler::SGMCMC_SAMPLER_RULE => {
                        $(used.$metropolis = default.$metropolis;)*
                    }
                    sgmcmc_sampler::SGMCMC_SAMPLER_METROPOLIS_HASTINGS => {
                        $(used.$rules = default.$rules;)*
                    }
                }
                refuse_unused(self, &used, Owner::Chain)
            }
        }

        const _: fn(&sgmcmc_chain_settings) = |it| {
            let sgmcmc_chain_settings { $($either: _,)* $($rules: _,)* $($metropolis: _),* } = it;
        };
    };
}

used_by! {
    either {
        struct_size, seed, chain_index, data_len, batch, batch_len, chunk_len, sampler, prior, moments, prior_mean,
        prior_precision, prior_means, prior_precisions, slab_weight, slab_deviation, spike_deviation, burn_in, thinning,
        blocks, block_count, block_size, step_size, estimator, centre, clipping, reserved, clipping_limit,
        simd_level, reserved3,
    }
    rules {
        temperature, rule, step_size_schedule, temperature_schedule, schedule_unit, anchor_interval, anchor_len,
        anchor_averaged, noise_compensation, noise_covariance, noise_covariance_len,
    }
    metropolis_hastings {
        proposal, density, noise, proposal_gradient, noise_scale, likelihood_scale, beta, refresh_len, tune_beta,
        beta_max, tune_interval, tune_step_size, tune_refresh_len, target_acceptance, leapfrog_count, step_jitter,
    }
}
