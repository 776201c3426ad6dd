//! When a warm-up looks at the model, and which step size of an update rule it takes from what it sees.
//!
//! ```text
//! looks are due before steps ⌊j burn_in / 16⌋, j = 0 to 8
//!
//! near the mode     η = the pilot's
//! far from it       η = max(min(the pilot's, η_λ), η_λ |G|² / (|G|² + tr C))      η_λ = min(curvature_limit, α / (10 λ))
//! j = 8             η = the pilot's, or an error
//! thermostats       Euler's, far from it: η|G|² min(1/q̄, 2pη/α) ≤ d (1/4 - α²)/2, with p steps until the next look
//!                      ζ as E v² = ητ asks for, at each look but the first
//! ```
//!
//! Far from the mode variances mean nothing yet, and the pilot's step size, which keeps noise from adding to them, can be
//! so small that a chain never gets anywhere: it falls with the square of the noise, which may grow as the gradient does.
//! There -log posterior is to fall: by η|G|² - η²λ(|G|² + tr C)/2 in a step, to second order, which is most for η = 1/λ
//! times the share |G|² / (|G|² + tr C). That goes to 0 with the gradient. The curvature of a place bounds the steps from
//! it, so there are several looks: where it falls towards the mode, each look multiplies the step size. A tenth of 1/λ,
//! since λ is found from below, and may be larger a few steps on.
//! Departures:
//!
//! 1. The looks on the way are of few pairs, and do not touch a step size that is within a factor of two of theirs. Where
//!    all data are more batches than pairs, they may not see a datum that has most of the curvature.
//! 2. Where the curvature is nowhere positive, in a tail heavier than exponential, 1/|q| leads far beyond the mode, and
//!    the step that would do there is short. η is what takes a quarter of the time until the next look; and a chain that
//!    had the time to get away but is in such a place was thrown there, by steps that were too long: a quarter of them.
//! 3. A fixed centre is where the pilot's noise has its origin, and what moves away from it has more: no such steps where
//!    the curvature is positive in some direction.
//! 4. The last look refuses what it would have to keep for ever. Noise can hide a gradient; then what tells is that
//!    the steps would take the chain nowhere.
//! 5. What -log posterior falls by, about |G|²/(2q̄), is what a thermostat takes up on the way, so that ζ² comes to α² +
//!    |G|²η/(q̄d), with d the parameters that share it; in p steps at most to α² + 2pη²|G|²/(αd). Euler's diverges where ζ
//!    passes ½, and any only falls by ητ in a step: until then a chain is too cold. So it begins anew at each look. Half of
//!    what ζ² may reach leaves room for what q̄ does not know.
//! 6. What compensates noise whose C is known takes half of the longest step that leaves something to inject.

use crate::Error;
use crate::pilot::{DEVIATIONS, FAR, Finding, PilotReport, PilotSettings};

/// Looks are due before every so many parts of the burn-in.
const PARTS: u64 = 16;

/// The last look is before this one of the parts, so that the other half of the burn-in is at the step size that stays.
const LAST: u64 = 8;

/// The pairs of batches of a look on the way: noise is known to within a quarter.
const PAIR_COUNT: u32 = 32;

/// The products with the curvature of a look on the way.
const PRODUCT_COUNT: u32 = 8;

/// How many times longer than where the posterior has its mass the gradient is in a place that a burn-in has not left.
const LOST: f64 = 10.0;

/// The share of the way, in the stiffest direction, below which a burn-in's steps go nowhere.
const STANDING: f64 = 1e-3;

/// A pilot's look in a warm-up.
#[derive(Clone, Copy)]
pub(super) struct Look {
    /// Before the first step.
    pub(super) is_first: bool,
    /// What it finds stays.
    pub(super) is_last: bool,
    burn_in: f64,
}

/// What a look must know of the chain's rule.
pub(super) struct Walk {
    /// The step size so far.
    pub(super) before: Option<f64>,
    /// α, or 1 for a rule without a velocity.
    pub(super) friction: f64,
    /// Half of what a noise compensation whose C is known admits, or infinity.
    pub(super) most: f64,
    /// Whether its gradients have a fixed centre, from which the noise grows.
    pub(super) has_centre: bool,
    /// The largest η|G|²/q̄ that its thermostat takes up, or infinity.
    pub(super) taken_up: f64,
    /// What it is refused with where a pilot predicts nothing of it.
    pub(super) unpredicted: Error,
}

/// What batches do to the gradient's length, in the chain's metric.
pub(super) struct Noise {
    /// tr C.
    pub(super) total: f64,
    /// The standard deviation of |G|² that is left in the mean of all batches, or a bound of it.
    left: f64,
}

/// The step before which look j is due.
fn due(j: u64, burn_in: u64) -> u64 {
    burn_in / PARTS * j + burn_in % PARTS * j / PARTS
}

pub(super) fn is_usable(step_size: f64) -> bool {
    step_size > 0.0 && step_size.is_finite()
}

/// The noise that a pilot with these settings has found; tr C is `total`.
#[inline(never)]
pub(super) fn noise_of(pilot: &PilotSettings, report: &PilotReport, total: f64) -> Noise {
    if !(total > 0.0 && report.noise_direction > 0.0) {
        return Noise { total: 0.0, left: 0.0 };
    }
    // sqrt(2 tr C²) of a mean's square, where tr C² is at most the largest eigenvalue times tr C.
    let left = libm::sqrt(2.0 * report.noise_direction * total) / (2.0 * f64::from(pilot.pair_count));
    Noise { total, left }
}

impl Look {
    /// The look that is due before step `k`.
    pub(super) fn before(k: u64, burn_in: u64) -> Option<Self> {
        let is_due = (0..=LAST).any(|j| due(j, burn_in) == k);
        let look = Self { is_first: k == 0, is_last: k == due(LAST, burn_in), burn_in: burn_in as f64 };
        is_due.then_some(look)
    }

    /// The step of the next look after step `k`, or the end of the burn-in.
    pub(super) fn next_after(k: u64, burn_in: u64) -> u64 {
        (0..=LAST).map(|j| due(j, burn_in)).find(|due| *due > k).unwrap_or(burn_in)
    }

    /// The pilot that looks.
    pub(super) fn settings(self, pilot: &PilotSettings) -> PilotSettings {
        if self.is_first || self.is_last {
            return *pilot;
        }
        let pair_count = pilot.pair_count.min(PAIR_COUNT);
        PilotSettings { pair_count, product_count: pilot.product_count.min(PRODUCT_COUNT), ..*pilot }
    }

    /// The step size of a rule from here on, where it is another than the one before.
    ///
    /// Errors, of the last look and of one before which there was none: the rule's own where a pilot predicts nothing;
    /// `StepSizeNotFound` where nothing is curved; `StepSizeNotUsable`. Of the last look, which would keep what is worth
    /// nothing, `WarmUpFar` and `WarmUpNoise`, too.
    pub(super) fn step_size(
        self,
        report: &PilotReport,
        noise: &Noise,
        rule: &Walk,
    ) -> Result<Option<f64>, Error> {
        let before = rule.before;
        // A rule of which nothing is said has no inflation either: a host's own step size stays.
        if report.inflation_base.is_nan() {
            return if before.is_some() { Ok(None) } else { Err(rule.unpredicted) };
        }
        let near = report.step_size.min(rule.most);
        let is_concave = report.curvature > 0.0;
        let is_flat = report.curvature.is_nan() || report.curvature == 0.0 && report.least_curvature == 0.0;
        let unusable = if is_flat { Error::StepSizeNotFound } else { Error::StepSizeNotUsable };
        let [gradient, expected] = [report.gradient_norm, report.expected_gradient_norm];
        let square = gradient * gradient;
        let is_named = report.has(Finding::FarFromMode);
        if self.is_last {
            let is_lost = is_named && gradient > LOST * expected;
            // Noise that could hide that, and steps that would take the chain nowhere.
            let lost = LOST * expected;
            let is_hidden = DEVIATIONS * noise.left > lost * lost;
            let stands = near * report.curvature * self.burn_in < STANDING * rule.friction;
            return if !is_flat && (!is_concave || is_lost) {
                Err(Error::WarmUpFar)
            } else if !is_flat && is_hidden && stands {
                Err(Error::WarmUpNoise)
            } else if is_usable(near) && !is_flat {
                Ok(Some(near))
            } else {
                Err(unusable)
            };
        }
        let is_far =
            is_named || gradient > FAR * expected && square > DEVIATIONS * noise.left && expected > 0.0;
        let found = if !is_concave || !is_usable(near) || is_far && !rule.has_centre {
            let limit = self.limit(report, rule).min(rule.most);
            let share = if noise.total > 0.0 { square / (square + noise.total) } else { 1.0 };
            (share * limit).max(if near > 0.0 { near.min(limit) } else { 0.0 })
        } else {
            near
        };
        // A chain that is where it should be is not disturbed by what few pairs say.
        let is_new = |before: f64| self.is_first || !(0.5..=2.0).contains(&(found / before));
        match (before, is_usable(found)) {
            (_, true) if before.is_none_or(is_new) => Ok(Some(found)),
            (Some(_), _) => Ok(None),
            (None, _) => Err(unusable),
        }
    }

    /// The step size that the curvature alone would allow on the way.
    fn limit(self, report: &PilotReport, rule: &Walk) -> f64 {
        // A rule with a velocity goes 1/α times as far.
        let by = |curvature: f64| rule.friction / curvature.abs();
        let [largest, least] = [report.curvature, report.least_curvature];
        let stable =
            if largest > 0.0 { report.curvature_limit.min(0.1 * by(largest)) } else { f64::INFINITY };
        let part = self.burn_in / PARTS as f64;
        // On all of the way, or on that of the steps until the next look. A NaN is a place where nothing falls.
        let gradient = report.gradient_norm;
        let all = rule.taken_up * report.mean_curvature.abs() / (gradient * gradient);
        let stretch = libm::sqrt(rule.taken_up * rule.friction / (2.0 * part)) / gradient;
        let stable = stable.min(all.max(stretch));
        if largest > 0.0 && least >= 0.0 {
            return stable;
        }
        let limit = stable.min(by(least) * (4.0 / part).min(0.5));
        match rule.before {
            Some(before) if !self.is_first && before * part > by(least) => limit.min(0.25 * before),
            Some(_) | None => limit,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Error, Look, Noise, PilotReport, PilotSettings, Walk, noise_of};

    fn look(place: u64) -> Look {
        Look::before(place * 100, 1600).expect("one is due")
    }

    fn walk(before: Option<f64>) -> Walk {
        let (most, taken_up) = (f64::INFINITY, f64::INFINITY);
        Walk { before, friction: 1.0, most, has_centre: false, taken_up, unpredicted: Error::RuleKind }
    }

    const NONE: Noise = Noise { total: 0.0, left: 0.0 };

    /// At the mode of N(0, 1).
    fn report() -> PilotReport {
        PilotReport {
            curvature: 1.0,
            least_curvature: 1.0,
            mean_curvature: 1.0,
            gradient_norm: 1.0,
            expected_gradient_norm: 1.0,
            step_size: 0.1,
            curvature_limit: 0.1,
            inflation_base: 1.0,
            inflation_by_noise: 0.0,
            inflation_by_curvature: 0.5,
            inflation_by_both: 0.0,
            ..PilotReport::default()
        }
    }

    /// sqrt(2 tr C²) of the mean of 2p batches, with the largest eigenvalue and tr C.
    #[test]
    fn what_noise_leaves_is_its_formula() {
        let pilot = PilotSettings { pair_count: 4, ..PilotSettings::default() };
        let noise = noise_of(&pilot, &PilotReport { noise_direction: 8.0, ..report() }, 9.0);
        assert_eq!(noise.left, 12.0 / 8.0);
    }

    #[test]
    fn the_last_look_keeps_what_a_compensation_admits() {
        let walk = Walk { most: 0.01, ..walk(Some(0.1)) };
        assert_eq!(look(8).step_size(&report(), &NONE, &walk), Ok(Some(0.01)));
    }

    /// -log posterior curves down everywhere: after steps of 1 that had the time to leave, a quarter of them.
    #[test]
    fn what_was_thrown_out_goes_on_by_a_quarter() {
        let tail = PilotReport { curvature: -0.01, least_curvature: -0.02, step_size: f64::NAN, ..report() };
        assert_eq!(look(1).step_size(&tail, &NONE, &walk(Some(1.0))), Ok(Some(0.25)));
    }
}
