//! Tuning between epochs (β of RSGLD) and during burn-in (δ of the random walk).

use crate::num::exp;

/// The running look at one epoch's acceptance; Wu, Wang and Wong 2020, section 3.2, "Choosing β".
///
/// ```text
/// mean acceptance of the epoch above 0.4:  repeat { average 100 forward proposals from here, without moving;
///                                                   above 0.7: β ← 0.95 β } until it is not, or β has halved
/// below 0.2:                               β ← 1.05 β
/// ```
///
/// β never goes below 1. The published rule has no upper bound; a cap stops the runaway that too large an ε causes.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct BetaTuner {
    pub(crate) sum: f64,
    pub(crate) count: u64,
}

/// What the end of an epoch asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    Keep,
    Grow,
    TryToShrink,
}

impl BetaTuner {
    /// Forward proposals that one look averages.
    pub(crate) const FORWARD_COUNT: u32 = 100;
    /// The average above which β shrinks.
    pub(crate) const FORWARD_ACCEPTANCE: f64 = 0.7;
    /// The factor by which β shrinks.
    pub(crate) const SHRINK: f64 = 0.95;
    /// The factor by which β grows.
    pub(crate) const GROW: f64 = 1.05;

    pub(crate) fn record(&mut self, acceptance: f64) {
        self.sum += acceptance;
        self.count += 1;
    }

    pub(crate) fn count(&self) -> u64 {
        self.count
    }

    pub(crate) fn verdict(&self) -> Verdict {
        let mean = self.sum / self.count as f64;
        if mean > 0.4 {
            Verdict::TryToShrink
        } else if mean < 0.2 {
            Verdict::Grow
        } else {
            Verdict::Keep
        }
    }
}

/// Robbins-Monro on log δ: δ ← δ exp((k + 1)^(-0.6) (acceptance - target)) for step k of the burn-in.
///
/// Bounds keep δ a positive number of the chain's precision.
pub(crate) fn adapt_step_size(step_size: f64, k: u64, acceptance: f64, target: f64) -> f64 {
    let gain = libm::pow(k as f64 + 1.0, -0.6);
    (step_size * exp(gain * (acceptance - target))).max(step_size.min(1e-30)).min(step_size.max(1e30))
}
