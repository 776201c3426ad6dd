//! The schedules: (KSL 3), (C §3), and the cosine of Zhang et al. 2020 by its half angle.

use sgmcmc::schedule::{Constant, Cyclical, Polynomial, Schedule, StepDecay};

/// The value for `k`; `None` where the host says.
pub(crate) fn at(schedule: &Schedule, k: u64) -> Option<f64> {
    match *schedule {
        Schedule::Constant(Constant { value }) => Some(value),
        // a (b + k)^(-γ).
        Schedule::Polynomial(Polynomial { scale, offset, exponent }) => {
            Some(scale * libm::pow(offset + k as f64, -exponent))
        }
        // ε0 γ^⌊k/L⌋.
        Schedule::StepDecay(StepDecay { initial, factor, period }) => {
            Some(initial * libm::pow(factor, (k / period) as f64))
        }
        // (α0/2)(cos(π (k mod C)/C) + 1) = α0 sin²(π/2 (1 - (k mod C)/C)).
        Schedule::Cyclical(Cyclical { initial, cycle_len, .. }) => {
            let left = (cycle_len - k % cycle_len) as f64 / cycle_len as f64;
            let sine = libm::sin(core::f64::consts::FRAC_PI_2 * left);
            Some(initial * (sine * sine))
        }
        Schedule::Callback => None,
        schedule => unimplemented!("no reference for {schedule:?}"),
    }
}

/// Whether `k` is in the part of a cycle that explores at temperature 0.
pub(crate) fn explores(schedule: &Schedule, k: u64) -> bool {
    match *schedule {
        Schedule::Cyclical(Cyclical { cycle_len, exploration, .. }) => {
            ((k % cycle_len) as f64 / cycle_len as f64) < exploration
        }
        _ => false,
    }
}
