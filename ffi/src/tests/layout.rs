//! The layout of every struct of the ABI, pinned for 64-bit machines.

use crate::block::sgmcmc_block;
use crate::f32::model::{sgmcmc_draw_f32, sgmcmc_model_f32};
use crate::f64::model::{sgmcmc_draw_f64, sgmcmc_model_f64};
use crate::rule::sgmcmc_rule;
use crate::schedule::sgmcmc_schedule;
use crate::settings::sgmcmc_chain_settings;
use crate::statistics::{sgmcmc_chain_statistics, sgmcmc_rule_applied, sgmcmc_step};
use core::mem::offset_of;
use std::fmt::Write;

/// Lines as `tests/c/layout.c` prints them. Naming all fields in a pattern makes a missing one an error.
macro_rules! layout {
    ($text:ident, $name:ident { $($field:ident),* $(,)? }) => {
        let _ = |$name { $($field: _),* }: $name| ();
        writeln!($text, "{} {}", stringify!($name), size_of::<$name>()).unwrap();
        $( writeln!($text, "{}.{} {}", stringify!($name), stringify!($field), offset_of!($name, $field)).unwrap(); )*
    };
}

fn layout() -> String {
    let mut text = String::new();
    layout!(
        text,
        sgmcmc_chain_settings {
            struct_size,
            seed,
            chain_index,
            data_len,
            batch,
            batch_len,
            chunk_len,
            sampler,
            prior,
            moments,
            prior_mean,
            prior_precision,
            prior_means,
            prior_precisions,
            slab_weight,
            slab_deviation,
            spike_deviation,
            burn_in,
            thinning,
            blocks,
            block_count,
            block_size,
            step_size,
            temperature,
            rule,
            step_size_schedule,
            temperature_schedule,
            schedule_unit,
            estimator,
            centre,
            anchor_interval,
            anchor_len,
            anchor_averaged,
            clipping,
            clipping_limit,
            proposal,
            density,
            noise,
            proposal_uses_prior,
            noise_scale,
            likelihood_scale,
            beta,
            refresh_len,
            tune_beta,
            beta_max,
            tune_interval,
            tune_step_size,
            target_acceptance
        }
    );
    layout!(
        text,
        sgmcmc_rule {
            struct_size,
            kind,
            drift,
            drift_scale,
            beta1,
            beta2,
            rho,
            lambda,
            momentum_form,
            preconditioner,
            preconditioner_beta,
            preconditioner_lambda,
            preconditioner_values,
            reflect,
            draw_velocity,
            friction,
            noise_estimate,
            redraw_interval,
            thermostat_per_coordinate,
            splitting,
            gradient_scale,
            reserved
        }
    );
    layout!(
        text,
        sgmcmc_schedule {
            struct_size,
            kind,
            offset,
            exponent,
            factor,
            period,
            cycle_len,
            exploration,
            floor,
            warm_up,
        }
    );
    layout!(
        text,
        sgmcmc_block {
            start,
            len,
            step_size_factor,
            frozen,
            own_prior,
            prior,
            prior_mean,
            prior_precision,
            slab_weight,
            slab_deviation,
            spike_deviation
        }
    );
    layout!(
        text,
        sgmcmc_model_f32 {
            struct_size,
            log_likelihood,
            log_prior,
            user,
            metric,
            diffusion,
            step_size,
            temperature
        }
    );
    layout!(
        text,
        sgmcmc_draw_f32 {
            step,
            theta,
            dim,
            log_likelihood,
            step_size,
            drift_norm,
            noise_norm,
            accepted,
            ends_cycle,
            saturated,
            reserved
        }
    );
    layout!(
        text,
        sgmcmc_chain_statistics {
            struct_size,
            step_count,
            kept_count,
            log_likelihood,
            step_size,
            beta,
            noise_scale,
            accepted_count,
            forward_count,
            forward_accepted_count,
            backward_count,
            backward_accepted_count,
            nonfinite_count,
            mean_acceptance,
            beta_capped,
            step_size_capped,
            temperature,
            clipped_count,
            saturated_count,
            held_count
        }
    );
    layout!(
        text,
        sgmcmc_step {
            struct_size,
            index,
            log_likelihood,
            step_size,
            temperature,
            kept,
            accepted,
            ends_cycle,
            saturated
        }
    );
    layout!(
        text,
        sgmcmc_rule_applied { struct_size, saturated, reserved, drift_norm, noise_norm, held_count }
    );
    layout!(
        text,
        sgmcmc_model_f64 {
            struct_size,
            log_likelihood,
            log_prior,
            user,
            metric,
            diffusion,
            step_size,
            temperature
        }
    );
    layout!(
        text,
        sgmcmc_draw_f64 {
            step,
            theta,
            dim,
            log_likelihood,
            step_size,
            drift_norm,
            noise_norm,
            accepted,
            ends_cycle,
            saturated,
            reserved
        }
    );
    text
}

#[test]
#[cfg(target_pointer_width = "64")]
fn structs_are_laid_out_as_pinned() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/layout.txt");
    if std::env::var_os("SGMCMC_BLESS").is_some() {
        std::fs::write(path, layout()).unwrap();
    }
    assert_eq!(layout(), std::fs::read_to_string(path).unwrap());
}
