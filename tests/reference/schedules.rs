//! The schedules: (KSL 3), (C §3), and the cosine of Zhang et al. 2020 by its half angle.

use sgmcmc::schedule::{Constant, Cyclical, Polynomial, Schedule, Shape, StepDecay};

/// The value for `k`; `None` where the host says.
pub(crate) fn at(schedule: &Schedule, k: u64) -> Option<f64> {
    let (setting, factor) = match schedule.shape {
        Shape::Constant(Constant { value }) => (value, 1.0),
        // a (b + k)^(-γ).
        Shape::Polynomial(Polynomial { value, offset, exponent }) => {
            (value, libm::pow(offset + k as f64, -exponent))
        }
        // ε0 γ^⌊k/L⌋.
        Shape::StepDecay(StepDecay { value, factor, period }) => {
            (value, libm::pow(factor, (k / period) as f64))
        }
        // (α0/2)(cos(π (k mod C)/C) + 1) = α0 sin²(π/2 (1 - (k mod C)/C)).
        Shape::Cyclical(Cyclical { value, cycle_len, .. }) => {
            let left = (cycle_len - k % cycle_len) as f64 / cycle_len as f64;
            let sine = libm::sin(core::f64::consts::FRAC_PI_2 * left);
            (value, sine * sine)
        }
        Shape::Callback => return None,
        shape => unimplemented!("no reference for {shape:?}"),
    };
    // a max(s, f), and (k + 1)/w of that while it warms up.
    let floored = if factor < schedule.floor { schedule.floor } else { factor };
    let share = if k < schedule.warm_up { (k + 1) as f64 / schedule.warm_up as f64 } else { 1.0 };
    Some(setting * (floored * share))
}

/// Whether `k` is in the part of a cycle that explores at temperature 0.
pub(crate) fn explores(schedule: &Schedule, k: u64) -> bool {
    let Shape::Cyclical(Cyclical { cycle_len, exploration, .. }) = schedule.shape else { return false };
    ((k % cycle_len) as f64 / cycle_len as f64) < exploration
}
