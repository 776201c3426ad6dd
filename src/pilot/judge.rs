//! What is to be said of a rule's step size.

use super::findings::Finding;
use super::measured::Measured;
use super::metric::Rounding;
use super::report::PilotReport;

/// How many times the tolerated inflation that of the chain's own step must be, to be named: another look at the step that
/// one has found measures other noise.
const NOTABLE: f64 = 1.5;

/// The steps beyond which a chain is called slow.
const SLOW: f64 = 1e6;

/// What is to be said of a rule at a positive temperature.
pub(super) fn judge(measured: &Measured<'_>, floor: f64, report: &mut PilotReport) {
    let Measured { config, noise, inflation: delta, .. } = *measured;
    let Rounding { square, lattice: rounded } = measured.rounding;
    // A lattice step of δ is rounded by half of the distance u at most, which is u/(2δ) of the variance; a move of others is
    // given u²/12.
    let room = if config.sampler.is_lattice() { 8.0 * delta } else { 24.0 };
    report.rounding_limit = square / (room * measured.temperature * delta);
    let clamped = report.inflation_at(measured.step_size) + measured.clamping.heat;
    report.predicted_inflation = clamped.max(clamped + rounded);
    if rounded < -clamped.abs() {
        // To the other side.
        report.predicted_inflation = rounded;
    }
    report.noise_limit = report.noise_limit.min(measured.clamping.limit);
    let tolerates = |inflation: f64| inflation.abs() <= delta * 1.001;
    let noise_binds = report.noise_limit < report.curvature_limit;
    let plain = !config.estimator.varies();
    let pays = |step_size: f64| plain && noise_binds && step_size >= 2.0 * report.step_size;
    let compensation_pays = pays(report.compensated_step_size);
    let kept = tolerates(floor - 1.0) && tolerates(report.inflation_at(report.step_size));
    let hidden = report.step_size < report.rounding_limit;
    // Or the smallest steps do.
    let keeps = kept || tolerates(floor - 1.0) && tolerates(report.inflation_base - 1.0);
    let possible = keeps && !hidden;
    let set = measured.step_size;
    let own = report.predicted_inflation;
    // More than the rule does by itself, at a step that rounding leaves.
    let most = delta.max(report.inflation_at(report.step_size).abs());
    let notable = own.is_finite() && own.abs() > NOTABLE * most * 1.001 && !hidden;
    let found = [
        // What no step size keeps nothing limits.
        (Finding::NoiseBinds, possible && noise_binds),
        (Finding::CurvatureBinds, possible && !noise_binds && report.curvature_limit.is_finite()),
        (Finding::NoStepSize, !possible),
        (Finding::RoundingBinds, hidden || rounded.abs() > NOTABLE * delta),
        (Finding::RuleBiased, !kept),
        (Finding::StepTooLarge, notable && set > report.step_size),
        (Finding::StepTooSmall, possible && set < 0.01 * report.step_size),
        (Finding::ControlVariatePays, pays(report.variate_step_size)),
        (Finding::CompensationPays, compensation_pays),
        (Finding::NoiseCorrelated, compensation_pays && noise.correlated > 0.25 * noise.coordinate),
        (Finding::Slow, report.relaxation_steps > SLOW),
        (Finding::Clamped, report.predicted_shift > NOTABLE * delta),
    ];
    report.note(&found);
}
