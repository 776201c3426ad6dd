//! The fields of every struct of the ABI with their places: what a `struct_size` may end on, and what a test pins.

use crate::block::sgmcmc_block;
use crate::estimates::sgmcmc_estimate_settings;
use crate::f32::model::{sgmcmc_draw_f32, sgmcmc_model_f32, sgmcmc_run_options_f32};
use crate::f64::model::{sgmcmc_draw_f64, sgmcmc_model_f64, sgmcmc_run_options_f64};
use crate::rule::sgmcmc_rule;
use crate::schedule::sgmcmc_schedule;
use crate::settings::sgmcmc_chain_settings;
use crate::statistics::sgmcmc_rule_applied;

/// A field of a C struct.
pub(crate) struct Field {
    #[cfg(test)]
    pub(crate) name: &'static str,
    pub(crate) offset: usize,
    pub(crate) size: usize,
}

/// A struct of the ABI.
pub(crate) trait Fields: Sized {
    /// All of them, in order.
    const FIELDS: &'static [Field];

    /// Whether the fields that are there for later have their only value.
    fn room_is_zero(&self) -> bool;
}

pub(crate) const fn field_size<T, F>(_: fn(&T) -> &F) -> usize {
    size_of::<F>()
}

/// Naming all fields in a pattern makes a missing one an error. Behind the last there is no padding, on any target:
/// what is added later is beyond the end of what is there. Room for a later field is 0.
macro_rules! fields {
    ($( $name:ident { $( $field:ident $(: $kind:ident)? ),* $(,)? } )*) => {
        $(
            impl $crate::fields::Fields for $name {
                const FIELDS: &'static [$crate::fields::Field] = &[$($crate::fields::Field {
                    #[cfg(test)]
                    name: stringify!($field),
                    offset: core::mem::offset_of!($name, $field),
                    size: $crate::fields::field_size(|it: &$name| &it.$field),
                }),*];

                fn room_is_zero(&self) -> bool {
                    true $(&& fields!(@is_fine self.$field $($kind)?))*
                }
            }

            const _: () = {
                const fn all_are_named(it: &$name) {
                    let $name { $($field: _),* } = it;
                }
                let _ = all_are_named;
                let [.., last] = <$name as $crate::fields::Fields>::FIELDS else { panic!("no fields") };
                assert!(last.offset + last.size == size_of::<$name>(), "padding at the end");
            };
        )*

        /// The structs of this list with their sizes.
        #[cfg(test)]
        pub(crate) const STRUCTS: &[(&str, usize, &[$crate::fields::Field])] =
            &[$((stringify!($name), size_of::<$name>(), <$name as $crate::fields::Fields>::FIELDS)),*];
    };
    (@is_fine $it:ident.$field:ident room) => { $it.$field == 0 };
    (@is_fine $it:ident.$field:ident $($kind:ident)?) => { true };
}
pub(crate) use fields;

/// Structs that are one of the core's, field by field: a flag is 0 or 1 here.
macro_rules! records {
    ($( $name:ident of $core:ident { $( $field:ident $(: $kind:ident)? ),* $(,)? } )*) => {
        fields! { $( $name { struct_size, $( $field $(: $kind)? ),* } )* }
        $(
            /// All of the core's.
            const _: () = {
                let own = [$(records!(@counts $($kind)?)),*];
                let (mut count, mut rest) = (0, own.as_slice());
                while let [one, others @ ..] = rest {
                    (count, rest) = (count + *one, others);
                }
                assert!(count == <$core as core_crate::schema::Described>::RECORD.fields.len());
            };

            impl From<$core> for $name {
                fn from(it: $core) -> Self {
                    Self { struct_size: size_of::<Self>(), $($field: records!(@from it.$field $($kind)?)),* }
                }
            }

            impl Default for $name {
                fn default() -> Self {
                    $core::default().into()
                }
            }

            impl $name {
                /// Refuses a flag that is neither 0 nor 1.
                #[allow(dead_code, reason = "not every struct comes from a caller")]
                pub(crate) fn core(&self) -> Result<$core, core_crate::Error> {
                    let mut it = $core::default();
                    $( records!(@into it self.$field $($kind)?); )*
                    Ok(it)
                }
            }
        )*
    };
    (@counts room) => { 0 };
    (@counts $($kind:ident)?) => { 1 };
    (@from $it:ident.$field:ident) => { $it.$field };
    (@from $it:ident.$field:ident flag) => { i32::from($it.$field) };
    (@from $it:ident.$field:ident room) => { 0 };
    (@into $it:ident $own:ident.$field:ident) => { $it.$field = $own.$field };
    (@into $it:ident $own:ident.$field:ident flag) => { $it.$field = $crate::flag::flag($own.$field)? };
    (@into $it:ident $own:ident.$field:ident room) => {};
}
pub(crate) use records;

/// Enums, of which C passes the numbers.
macro_rules! kinds {
    ($( $name:ident $(or $error:ident)? { $($variant:ident),* $(,)? } )*) => { $(
        #[allow(dead_code, reason = "not every enum is a setting, or gone through")]
        impl $name {
            /// All of them, in the order of their numbers.
            pub(crate) const ALL: &[Self] = &[$(Self::$variant),*];

            $(
                /// The one with this number, or the error that names the setting.
                pub(crate) fn from_number(number: i32) -> Result<Self, core_crate::Error> {
                    let found = Self::ALL.iter().find(|kind| **kind as i32 == number);
                    found.copied().ok_or(core_crate::Error::$error)
                }
            )?
        }
    )* };
}
pub(crate) use kinds;

fields! {
    sgmcmc_chain_settings {
        struct_size, seed, chain_index, data_len, batch, batch_len, chunk_len, sampler, prior, moments, prior_mean,
        prior_precision, prior_means, prior_precisions, slab_weight, slab_deviation, spike_deviation, burn_in, thinning,
        blocks, block_count, block_size, step_size, temperature, rule, step_size_schedule, temperature_schedule,
        schedule_unit, estimator, centre, anchor_interval, anchor_len, anchor_averaged, clipping, reserved: room,
        clipping_limit, proposal, density, noise, proposal_gradient, noise_scale, likelihood_scale, beta, refresh_len,
        tune_beta, beta_max, tune_interval, tune_step_size, tune_refresh_len, target_acceptance,
        simd_level, noise_compensation, noise_covariance, noise_covariance_len, leapfrog_count, reserved3: room, step_jitter,
    }
    sgmcmc_rule {
        struct_size, kind, drift, drift_scale, beta1, beta2, rho, lambda, momentum_form, preconditioner,
        preconditioner_beta, preconditioner_lambda, preconditioner_values, reflect, draw_velocity, friction,
        noise_estimate, redraw_interval, thermostat_per_coordinate, splitting, gradient_scale, reserved: room,
    }
    sgmcmc_schedule {
        struct_size, kind, reserved: room, offset, exponent, factor, period, cycle_len, exploration, floor,
        warm_up,
    }
    sgmcmc_block {
        start, len, step_size_factor, frozen, prior, prior_mean, prior_precision, slab_weight, slab_deviation,
        spike_deviation,
    }
    sgmcmc_model_f32 { struct_size, log_likelihood, log_prior, user, metric, diffusion, step_size, temperature }
    sgmcmc_model_f64 { struct_size, log_likelihood, log_prior, user, metric, diffusion, step_size, temperature }
    sgmcmc_run_options_f32 { struct_size, observer, observer_user, progress, progress_user, health, interval }
    sgmcmc_run_options_f64 { struct_size, observer, observer_user, progress, progress_user, health, interval }
    sgmcmc_draw_f32 {
        step, theta, dim, log_likelihood, step_size, drift_norm, noise_norm, accepted, ends_cycle, saturated, diverged,
    }
    sgmcmc_draw_f64 {
        step, theta, dim, log_likelihood, step_size, drift_norm, noise_norm, accepted, ends_cycle, saturated, diverged,
    }
    sgmcmc_rule_applied { struct_size, saturated, reserved, drift_norm, noise_norm, clamped_count }
    sgmcmc_estimate_settings { struct_size, weights, covariance, centroid_count, window_len }
}
