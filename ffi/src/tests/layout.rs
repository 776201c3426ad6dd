//! The layout of every struct of the ABI, pinned for 64-bit machines.

use crate::f32::model::{sgmcmc_draw_f32, sgmcmc_model_f32};
use crate::f64::model::{sgmcmc_draw_f64, sgmcmc_model_f64};
use crate::settings::sgmcmc_chain_settings;
use crate::statistics::sgmcmc_chain_statistics;
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
            burn_in,
            thinning,
            schedule,
            step_size,
            schedule_offset,
            schedule_exponent,
            temperature,
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
            target_acceptance,
        }
    );
    layout!(text, sgmcmc_model_f32 { struct_size, log_likelihood, log_prior, user });
    layout!(
        text,
        sgmcmc_draw_f32 { step, theta, dim, log_likelihood, step_size, drift_norm, noise_norm, accepted }
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
        }
    );
    layout!(text, sgmcmc_model_f64 { struct_size, log_likelihood, log_prior, user });
    layout!(
        text,
        sgmcmc_draw_f64 { step, theta, dim, log_likelihood, step_size, drift_norm, noise_norm, accepted }
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
