//! Chains on the two targets of Kim, Song and Liang 2020, sections 4.1 and 4.2, which are on the plane, and the law of the
//! rules whose steps are linear on a Gaussian.

use crate::jobs::Place;
use crate::lab::Outcome;
use crate::started::Started;
use sgmcmc::drift::{Adam, Drift, Momentum, MomentumForm};
use sgmcmc::rule::Rule;
use sgmcmc::schedule::Schedule;
use sgmcmc::{BatchSettings, ChainSettings, Draw, RuleSettings, Sampler};

use example_support::planar::NoisyTarget;
pub use example_support::planar::{DIM, Target};
use example_support::plot::Panel;

/// β1 of both drifts in both sections.
pub const BETA1: f64 = 0.9;
/// Draws that are kept for a panel, and dots in it.
pub const SHOWN: usize = 1000;
const DOTS: usize = 500;
/// The seed of the chains, and that of the gradients' noise N(0, I).
const SEEDS: [u64; 2] = [1, 2];
/// Steps between two looks at the bar.
const SEEN_EVERY: u64 = 10_000;

/// MSGLD.
pub fn msgld(scale: f64, form: MomentumForm) -> Rule<'static> {
    Rule::with_drift(Drift::Momentum(Momentum { scale, beta1: BETA1, form }))
}

/// ASGLD with β2 = 0.999; its λ is not printed for these targets.
pub fn asgld(scale: f64) -> Rule<'static> {
    Rule::with_drift(Drift::Adam(Adam { scale, beta1: BETA1, ..Adam::default() }))
}

/// Runs chain `chain_index` from 0 at τ = 1; `look` sees the number of every draw from 1, and θ.
pub fn run_chain(
    place: &Place,
    target: &Target,
    (rule, step_size): (Rule<'_>, f64),
    chain_index: u32,
    steps: u64,
    mut look: impl FnMut(u64, [f64; DIM]),
) -> Outcome<()> {
    let sampler = Sampler::Rule(RuleSettings::new(rule, Schedule::constant(step_size)));
    let settings =
        ChainSettings { seed: SEEDS[0], chain_index, ..ChainSettings::new(1, BatchSettings::All, sampler) };
    let Started { mut chain, mut memory } = Started::new(&settings, &[0.0; DIM])?;
    let mut model = NoisyTarget::new(target, SEEDS[1], chain_index).ok_or("no such chain")?;
    let mut observer = |draw: &Draw<'_, f64>| {
        look(draw.step + 1, [draw.theta[0], draw.theta[1]]);
        Ok(())
    };
    let mut left = steps;
    while left > 0 {
        let now = left.min(SEEN_EVERY);
        chain.run(&mut memory, now, &mut model, Some(&mut observer))?;
        place.done(now);
        left -= now;
    }
    Ok(())
}

/// The stationary variance of published MSGLD, SGLD for a = 0, on N(0, 1/κ) with gradient noise of variance 1.
///
/// ```text
/// θ ← θ + η (G + a m) + sqrt(2η) ξ,   m ← β1 m + (1 - β1) G,   G = -κ θ + e
/// ```
///
/// With z = (θ, m) this is z ← A z + B (ξ, e), and the covariance is Σ_k A^k B Bᵀ (Aᵀ)^k.
pub fn linear_variance(precision: f64, step_size: f64, scale: f64) -> f64 {
    let mut a = [[1.0 - step_size * precision, step_size * scale], [-(1.0 - BETA1) * precision, BETA1]];
    let (on_theta, on_m) = (step_size, 1.0 - BETA1);
    let cross = on_theta * on_m;
    let mut sum = [[2.0 * step_size + on_theta * on_theta, cross], [cross, on_m * on_m]];
    let product = |x: &[[f64; 2]; 2], y: &[[f64; 2]; 2], transposed: bool| {
        let at = |k: usize, j: usize| if transposed { y[j][k] } else { y[k][j] };
        let entry = |i: usize, j: usize| x[i][0] * at(0, j) + x[i][1] * at(1, j);
        [[entry(0, 0), entry(0, 1)], [entry(1, 0), entry(1, 1)]]
    };
    // Twice as many terms each time.
    for _ in 0..40 {
        let added = product(&product(&a, &sum, false), &a, true);
        sum.iter_mut().zip(added).for_each(|(row, added)| {
            row.iter_mut().zip(added).for_each(|(x, added)| *x += added);
        });
        a = product(&a, &a, false);
    }
    sum[0][0]
}

/// Draws over the target's contours, a panel for each name; both axes show [-reach, reach].
pub fn panels(target: &Target, draws: &[(&str, Vec<[f64; DIM]>)], reach: f64) -> Vec<Panel> {
    let map = target.map(reach);
    draws.iter().map(|(title, draws)| map.panel(title, draws, DOTS)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Without the drift it is SGLD, and for small steps π to the power 1 + a, O2 of the library's oracles.
    #[test]
    fn linear_variances_have_their_known_limits() {
        let sgld = linear_variance(10.0, 0.1, 0.0);
        assert!((sgld - 0.21).abs() < 1e-14, "{sgld}");
        let sgld = linear_variance(0.5, 0.1, 0.0);
        assert!((sgld - 0.21 / (1.0 - 0.95 * 0.95)).abs() < 1e-13, "{sgld}");
        for (scale, known) in [(0.01, 0.990), (1.0, 0.5005), (10.0, 0.0919)] {
            // The known ones have no noise of the gradient, which adds about η (1 + a)/2 of the noise's variance.
            let found = linear_variance(1.0, 1e-4, scale);
            assert!((found - known).abs() < 1e-3, "{found} and {known}");
        }
    }

    /// Against the recursion for the second moments, step by step.
    #[test]
    fn a_linear_variance_is_that_of_the_recursion() {
        let (kappa, eta, a) = (2.0, 0.05, 10.0);
        let [mut tt, mut tm, mut mm] = [0.0f64; 3];
        for _ in 0..5000 {
            let (p, q, r, s) = (1.0 - eta * kappa, eta * a, -(1.0 - BETA1) * kappa, BETA1);
            let next = [
                p * p * tt + 2.0 * p * q * tm + q * q * mm + 2.0 * eta + eta * eta,
                p * r * tt + (p * s + q * r) * tm + q * s * mm + eta * (1.0 - BETA1),
                r * r * tt + 2.0 * r * s * tm + s * s * mm + (1.0 - BETA1) * (1.0 - BETA1),
            ];
            [tt, tm, mm] = next;
        }
        let found = linear_variance(kappa, eta, a);
        assert!((found - tt).abs() < 1e-12, "{found} and {tt}");
    }
}
