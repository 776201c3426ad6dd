//! Whether a run gets anywhere, stays one, and agrees with others; and one judgement of it with the pilot's.

use super::findings::HealthFinding;
use super::report::HealthReport;
use super::watch::Health;
use crate::chain::{Config, Sampler};
use crate::pilot::{Finding, PilotReport};
use crate::rule::Rule;

/// The correlation of neighbouring stretches from which on a run is not worth its draws: 5 standard errors of what 64
/// independent ones have, and some more.
pub(super) const CORRELATED: f64 = 0.7;

/// The change from which on the first draws are not like the last. Of 10⁶ simulated stationary Gaussian chains each at most
/// 20 have a part with more, and so at most one of 10 000 four, whatever they remember, from nothing to a random walk; where
/// they forget within a third of a stretch of a sixteenth none; of Cauchy's draws 3 in 10⁵. A stationary chain that changes
/// between two places seldomer than every third stretch is named in up to one run of five for each part: it is one whose
/// run says little of the places' shares.
pub(super) const CHANGED: f64 = 1500.0;

/// R̂ above which chains disagree.
const R_HAT: f64 = 1.01;

/// How many times a chain should have forgotten the mean direction in a run.
const LEAST_RELAXATIONS: f64 = 20.0;

/// Acceptance above which the steps of a chain that gets nowhere are too small.
const HIGH: f64 = 0.95;

/// The share of a pilot's step size from which on a larger one is no advice.
const AT_LIMIT: f64 = 0.5;

/// What asks for smaller steps.
const SHRINKS: [HealthFinding; 14] = [
    HealthFinding::StepTooLarge,
    HealthFinding::GradientNoise,
    HealthFinding::TooHot,
    HealthFinding::ThermostatDiverges,
    HealthFinding::LatticeCut,
    HealthFinding::Diverged,
    HealthFinding::NotFinite,
    HealthFinding::Frozen,
    HealthFinding::BetaCapped,
    HealthFinding::DriftDominates,
    HealthFinding::Impossible,
    HealthFinding::AcceptanceLow,
    HealthFinding::Divergences,
    HealthFinding::ModelNotAsked,
];

/// What else says why a run gets nowhere.
const EXPLAINS: [HealthFinding; 3] =
    [HealthFinding::ScaleTooLarge, HealthFinding::RoundingDrowns, HealthFinding::RunsAway];

impl Health {
    /// Whether the run gets anywhere and is where it was, unless something else says why not; and what is left of the
    /// pilot's findings.
    #[inline(never)]
    pub(super) fn judge_trends(&self, config: &Config, pilot: &PilotReport, report: &mut HealthReport) {
        let still = [f64::NAN; 2];
        let changes = self.parts.iter().map(|part| part.change());
        let [change, share] = changes.fold(still, |most, it| if most[0] >= it[0] { most } else { it });
        let looked = report.step_count.saturating_sub(self.first_step) as f64;
        report.change = change;
        report.change_step = self.first_step as f64 + share * looked;
        // R̂² of halves is 1 + B/(nW), where B/(nW) is the inverse of what a half is worth.
        report.r_hat_resolution = libm::sqrt(1.0 + 2.0 / report.independent_count);
        let has_law = samples(&config.sampler, report.temperature);
        let changed = has_law && change > CHANGED && !report.has(HealthFinding::RunsAway);
        let shrinks = SHRINKS.iter().any(|it| report.has(*it));
        let explained = shrinks || EXPLAINS.iter().any(|it| report.has(*it));
        // Of what is left where a part was elsewhere.
        let correlation = if changed { self.trace.correlation(share).0 } else { report.correlation };
        let stuck = has_law && correlation > CORRELATED && !explained;
        let small = match &config.sampler {
            Sampler::Rule(_) => {
                // η times the mean curvature is twice the heat, but for what noise brings.
                let by_heat =
                    self.squares().measured_count > 0 && 2.0 * report.heat * looked < LEAST_RELAXATIONS;
                let [step_size, would_do] = [report.step_size, pilot.step_size];
                if would_do.is_nan() {
                    // No direction is hotter than all together.
                    by_heat && report.heat * (self.dim as f64) < AT_LIMIT * self.settings.tolerance
                } else {
                    let has_room = by_heat && step_size < AT_LIMIT * would_do || step_size < 0.01 * would_do;
                    has_room && !pilot.has(Finding::NoStepSize)
                }
            }
            Sampler::MetropolisHastings(_) => report.recent_acceptance > HIGH,
        };
        report.note(&[
            (HealthFinding::StepTooSmall, stuck && small),
            (HealthFinding::Stuck, stuck && !small),
            (HealthFinding::ChainsDisagree, report.r_hat > R_HAT),
            (HealthFinding::FirstAgainstLast, changed),
        ]);
        // What a run has shown outweighs what a pilot expects of one place.
        let overruled = if shrinks { 1 << Finding::StepTooSmall as u32 } else { 0 };
        report.pilot_findings = pilot.findings & !overruled;
    }
}

/// Whether a chain is to have a law: an optimiser ends where it should, and stays there.
pub(super) fn samples(sampler: &Sampler<'_>, temperature: f64) -> bool {
    match sampler {
        Sampler::Rule(rule) => match &rule.rule {
            Rule::Adam(_) => false,
            Rule::Langevin(_)
            | Rule::Lattice(_)
            | Rule::Sghmc(_)
            | Rule::Aboba(_)
            | Rule::Baoab(_)
            | Rule::Sgnht(_)
            | Rule::Recipe(_) => temperature > 0.0,
        },
        Sampler::MetropolisHastings(_) => true,
    }
}
