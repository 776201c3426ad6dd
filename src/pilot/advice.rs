//! What follows from a pilot's measurements: step sizes, inflations, and what would pay.

use super::findings::{DEVIATIONS, FAR, Finding};
use super::inflation::{Inflation, Levels};
use super::judge::judge;
use super::measured::Measured;
use super::probe::excess_of_epochs;
use super::propose::propose;
use super::report::PilotReport;
use crate::chain::{BatchSettings, Config, Sampler};
use crate::gradient::Anchoring;
use crate::rule::NoiseCompensation;

/// What follows for a chain.
pub(super) fn advise(measured: &Measured<'_>) -> PilotReport {
    let Measured { config, heating, temperature, curvature, noise, inflation: delta, .. } = *measured;
    let sampler = &config.sampler;
    // Where directions that curve the other way outweigh the rest, a bound.
    let expected = if curvature.mean > 0.0 { curvature.mean } else { curvature.largest };
    let mut report = PilotReport {
        curvature: curvature.largest,
        least_curvature: curvature.least,
        mean_curvature: curvature.mean,
        noise_variance: noise.coordinate,
        noise_direction: noise.direction,
        variate_variance: noise.variate,
        variate_direction: noise.variate_direction,
        gradient_norm: libm::sqrt(noise.gradient),
        expected_gradient_norm: libm::sqrt(temperature * noise.moving * expected),
        log_likelihood_variance: noise.log_likelihood,
        batch_len: measured.batch_len,
        gradient_count: measured.gradient_count,
        ..PilotReport::default()
    };
    let found = [
        (Finding::NotConcave, curvature.least < -curvature.precision),
        (
            Finding::FarFromMode,
            temperature > 0.0
                && report.gradient_norm > FAR * report.expected_gradient_norm
                && noise.gradient > DEVIATIONS * noise.gradient_error,
        ),
    ];
    report.note(&found);
    if crate::built::METROPOLIS_HASTINGS
        && let Sampler::MetropolisHastings(mh) = sampler
    {
        propose(measured, mh, &mut report);
        return report;
    }
    let none = Levels::NONE;
    let plain = Levels {
        largest: noise.direction,
        coordinate: noise.coordinate,
        mean: noise.mean,
        least: noise.least,
        correlated: noise.correlated,
        opposed: noise.opposed,
    };
    let share = if noise.direction > 0.0 { noise.variate_direction / noise.direction } else { 0.0 };
    let varied = plain.scaled(share);
    let own = own_noise(config, measured.batch_len, plain, varied);
    report.own_variance = own.largest;
    let injected_limit = |variance: f64| match heating {
        Some(heating) => temperature / (heating * variance),
        None => f64::NAN,
    };
    let (own, limit) = compensated(sampler, own, noise.coordinate, temperature, injected_limit);
    let lambda = [curvature.largest, curvature.mean, curvature.correlated];
    let of = |lambda, levels| Inflation::of(sampler, lambda, levels, temperature, noise.moving);
    // A control variate's own noise is what it grows by.
    let growth = if config.estimator.varies() { none } else { varied };
    let within = |lambda, levels, limit| {
        of(lambda, levels).map(|it| it.within(sampler, limit).grown(sampler, growth, temperature))
    };
    let Some(inflation) = within(lambda, own, limit) else {
        report.note(&[(Finding::Unpredicted, true)]);
        return report;
    };
    let step_size = |lambda, levels| of(lambda, levels).map_or(f64::NAN, |it| it.limited(delta).1);
    let (inflation, found) = inflation.limited(delta);
    let Inflation { base, by_noise, by_curvature, by_both, .. } = inflation;
    (report.inflation_base, report.inflation_by_both) = (base, by_both);
    (report.inflation_by_noise, report.inflation_by_curvature) = (by_noise, by_curvature);
    report.stability_limit = inflation.stable;
    report.step_size = found;
    report.curvature_limit = step_size(lambda, none);
    if sampler.is_lattice() {
        (report.clamped_limit, report.predicted_shift) = (measured.clamping.limit, measured.clamping.shift);
        report.step_size = found.min(measured.clamping.limit);
    }
    report.noise_limit = within([0.0; 3], own, limit).map_or(f64::NAN, |it| it.limited(delta).1);
    report.variate_step_size = step_size(lambda, varied);
    if measured.admits_dense {
        // At most half of what leaves an injected covariance that is positive.
        let limit = injected_limit(plain.largest);
        report.compensated_step_size = within(lambda, none, limit).map_or(f64::NAN, |it| it.limited(delta).1);
    }
    if curvature.least > curvature.precision {
        report.relaxation_steps = sampler.friction() / (report.step_size * curvature.least);
    }
    // θ never goes further than a lattice step at a time.
    let unstable = measured.step_size >= report.stability_limit && !sampler.is_lattice();
    report.note(&[(Finding::Unstable, unstable)]);
    // An optimiser has no variances.
    if temperature > 0.0 {
        judge(measured, inflation.floor, &mut report);
    }
    report
}

/// What the chain's own noise compensation leaves of its noise, and up to which step size; `limit` has the one at which
/// gradient noise of some variance is all that the rule would inject.
fn compensated(
    sampler: &Sampler<'_>,
    own: Levels,
    coordinate: f64,
    temperature: f64,
    limit: impl Fn(f64) -> f64,
) -> (Levels, f64) {
    let Sampler::Rule(rule) = sampler else { return (own, f64::INFINITY) };
    match rule.compensation {
        NoiseCompensation::None => (own, f64::INFINITY),
        // A cold chain injects nothing from which anything could be taken.
        NoiseCompensation::Diagonal(_) | NoiseCompensation::Dense(_) if temperature <= 0.0 => {
            (own, f64::INFINITY)
        }
        NoiseCompensation::Dense(_) => (Levels::NONE, limit(own.largest)),
        NoiseCompensation::Diagonal(_) => {
            let left = Levels { largest: own.correlated, correlated: own.correlated, ..Levels::NONE };
            (left, limit(if coordinate < own.largest { coordinate } else { own.largest }))
        }
    }
}

/// The noise of the chain's own estimator.
///
/// An anchor that is a draw itself is twice as far from the next as the mode is; one over n1 data brings noise that all
/// steps of an interval share.
fn own_noise(config: &Config, batch_len: u32, plain: Levels, varied: Levels) -> Levels {
    let estimator = &config.estimator;
    if !estimator.varies() {
        return plain;
    }
    if estimator.has_centre() {
        return varied;
    }
    let own = varied.scaled(2.0);
    let Some(Anchoring { subset_len: Some(anchor_len), interval: Some(interval), .. }) =
        estimator.anchoring()
    else {
        return own;
    };
    let [data, batch, anchor] = [config.data_len.get(), batch_len, anchor_len].map(f64::from);
    let share = interval as f64 * (batch / anchor) * (data - anchor) / (data - batch);
    // An anchor's data are no epoch's.
    let share = match config.batch {
        BatchSettings::Epochs(_) => share / excess_of_epochs(config.data_len.get(), batch_len),
        BatchSettings::WithoutReplacement(_)
        | BatchSettings::WithReplacement(_)
        | BatchSettings::All
        | BatchSettings::Caller => share,
    };
    let shared = plain.scaled(share);
    Levels {
        largest: own.largest + shared.largest,
        coordinate: own.coordinate + shared.coordinate,
        mean: own.mean + shared.mean,
        least: own.least + shared.least,
        correlated: own.correlated + shared.correlated,
        opposed: own.opposed + shared.opposed,
    }
}
