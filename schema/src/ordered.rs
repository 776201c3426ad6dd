//! Where the fields of settings stand in C's structs: written down, so that no field moves when the core gets another one.

use crate::groups::{Form, Slot};
use crate::prose::ROOM;

/// The fields of every struct within, and its room with the room's type. A new one takes the place of room, in front of
/// what is left of it: one of 4 bytes that of a `reserved`, one of 8 bytes the first number of `reserved2`. Programs
/// that were compiled before have 0 there, which must mean what they got.
const ORDER: [(&str, &str); 16] = [
    ("sgmcmc_batch", "kind, len, reserved2: [u64; 2]"),
    ("sgmcmc_drift", "kind, form, scale, beta1, beta2, lambda, rho, reserved2: [u64; 2]"),
    (
        "sgmcmc_preconditioner",
        "kind, scale, reflect, reserved: i32, beta, lambda, values, reserved2: [u64; 2]",
    ),
    (
        "sgmcmc_rule",
        "kind, velocity, thermostat, splitting, drift, preconditioner, friction, noise_estimate, redraw_interval, beta1, beta2, lambda, reserved2: [u64; 2]",
    ),
    (
        "sgmcmc_schedule",
        "kind, reserved: i32, value, offset, exponent, factor, period, cycle_len, exploration, floor, warm_up, reserved2: [u64; 2]",
    ),
    ("sgmcmc_noise_compensation", "kind, reserved: i32, covariance, reserved2: [u64; 2]"),
    ("sgmcmc_noise", "kind, reserved: i32, sigma, reserved2: [u64; 2]"),
    (
        "sgmcmc_proposal",
        "kind, density, leapfrog_count, reserved: i32, step_size, noise, beta, step_jitter, reserved2: [u64; 2]",
    ),
    (
        "sgmcmc_sampler",
        "kind, schedule_unit, refresh_len, proposal_gradient, tune_beta, tune_step_size, tune_refresh_len, reserved: i32, rule, step_size, temperature, compensation, proposal, likelihood_scale, beta_max, tune_interval, target_acceptance, reserved2: [u64; 2]",
    ),
    ("sgmcmc_estimator", "kind, anchor_len, averaged, reserved: i32, interval, centre, reserved2: [u64; 2]"),
    ("sgmcmc_clipping", "kind, reserved: i32, limit, reserved2: [u64; 2]"),
    (
        "sgmcmc_prior",
        "kind, reserved: i32, mean, precision, slab_weight, slab_deviation, spike_deviation, means, precisions, reserved2: [u64; 2]",
    ),
    (
        "sgmcmc_chain_settings",
        "struct_size, block_size, seed, chain_index, data_len, batch, chunk_len, moments, sampler, estimator, clipping, prior, burn_in, thinning, blocks, block_count, simd_level, reserved: i32",
    ),
    (
        "sgmcmc_ensemble_settings",
        "struct_size, block_size, seed, data_len, chunk_len, prior, blocks, block_count, chain_count, leapfrog_max, curvature_dim_max, draw_count, start_spread, target_acceptance, r_hat_max, sample_size, pass_max, deviation_error, sampler, batch_len",
    ),
    ("sgmcmc_block", "start, len, step_size_factor, frozen, reserved: i32, prior"),
    ("sgmcmc_transform", "start, len, lower, upper, kind, reserved: i32"),
];

/// The fields of a struct in their places.
pub fn ordered(name: &str, mut slots: Vec<Slot>) -> Vec<Slot> {
    let (_, order) =
        ORDER.iter().find(|(of, _)| *of == name).unwrap_or_else(|| panic!("no order for {name}"));
    let take = |word: &'static str| match word.split_once(": ") {
        Some((room, of)) => Slot {
            name: room.into(),
            form: Form::Room(of),
            docs: vec![(ROOM.into(), Vec::new())],
            default: Vec::new(),
            users: Vec::new(),
            has_default: true,
            field: None,
        },
        None => {
            let at = slots.iter().position(|slot| slot.name == word);
            slots.remove(at.unwrap_or_else(|| panic!("{name} has no {word}")))
        }
    };
    let all = order.split(", ").map(take).collect();
    let left: Vec<_> = slots.iter().map(|slot| &slot.name).collect();
    assert!(left.is_empty(), "{name} needs a place for {left:?}: in ORDER of {}, from its room", file!());
    all
}
