//! What follows from the looks: numbers, and what is wrong.

use super::evaluations::evaluations;
use super::findings::HealthFinding;
use super::report::HealthReport;
use super::sums::{Counts, Squares, band, share};
use super::trends::CORRELATED;
use super::trends::samples;
use super::watch::Health;
use crate::Error;
use crate::chain::{BatchSettings, Config, Progress, RuleSettings, Sampler, Statistics};
use crate::mh::MetropolisHastings;
use crate::pilot::PilotReport;
use crate::rule::{Rule, Sghmc, Splitting};

/// How many times its friction a thermostat may come to under exact gradients.
const ABSORBS: f64 = 5.0;

/// Acceptance below which a chain hardly moves.
const FROZEN: f64 = 0.01;

/// Acceptance below which its steps are too large.
const LOW: f64 = 0.1;

/// A cap of acceptance below which no step size is of use: the least of the usual targets.
const LEAST_CAP: f64 = 0.234;

/// The share of clipped gradients, and of impossible proposals, that is too large.
const TOO_MANY: f64 = 0.1;

/// The share of trajectories that may diverge at a step no longer than ε: of the centred eight schools 8 in 10 000 do at
/// least, of the standardised ones, which are right, 3.
const DIVERGENT: f64 = 5e-4;

/// What a model's NaN and infinities are refused with.
const NOT_FINITE: [Error; 5] = [
    Error::LogLikelihoodNotFinite,
    Error::GradientNotFinite,
    Error::LogPriorNotFinite,
    Error::PreconditionerNotUsable,
    Error::DiffusionNotFinite,
];

/// The looks before which proposals are not judged by their lengths.
const LEAST_LOOKS: u64 = 100;

/// How many looks of the last half there are before heat is judged.
const LEAST_RECENT_LOOKS: u64 = 50;

impl Health {
    #[inline(never)]
    pub(super) fn judge(
        &self,
        config: &Config,
        progress: &Progress,
        statistics: &Statistics,
        pilot: &PilotReport,
        r_hat: f64,
    ) -> HealthReport {
        let recent = Counts::of(statistics).since(&self.windows[0]);
        let mut report = self.numbers(config, progress, statistics, pilot, &recent);
        report.r_hat = r_hat;
        let nonfinite = NOT_FINITE.iter().any(|error| *error as i32 == report.refused_status);
        // A finding of its own says so.
        let unasked =
            report.refused_status == Error::ModelNotAsked as i32 && report.unasked_count >= LEAST_LOOKS;
        let refused = report.refused_count > 0;
        // A share p of the force that brings θ back is a law 1/(1 - p) times as wide; and what chance adds to it.
        let (share, moves) = (report.clamped_share, recent.steps as f64 * self.dim as f64);
        let tolerance = self.settings.tolerance;
        let widened = share - 5.0 * libm::sqrt(share / moves) > tolerance / (1.0 + tolerance);
        let shifted = if config.sampler.is_lattice() && self.look_count >= LEAST_RECENT_LOOKS {
            let (shift, is_known) = self.marks.shift(progress);
            report.clamped_shift = shift;
            is_known && shift > tolerance
        } else {
            false
        };
        let judged = recent.steps >= self.settings.window;
        let rounded = self.look_count >= LEAST_LOOKS
            && samples(&config.sampler, report.temperature)
            && report.rounding_share > self.settings.tolerance;
        report.note(&[
            (HealthFinding::RoundingDrowns, rounded),
            (HealthFinding::NotFinite, refused && nonfinite),
            (HealthFinding::Refused, refused && !nonfinite && !unasked),
            (HealthFinding::Diverged, report.saturated_count > 0),
            (HealthFinding::Clipped, judged && report.clipped_share > TOO_MANY),
            (HealthFinding::LatticeCut, judged && !rounded && (widened || shifted)),
            (HealthFinding::AnchorWorthless, config.estimator.varies() && report.anchor_worth < 2.0),
        ]);
        let away = report.saturated_count == 0
            && !rounded
            && samples(&config.sampler, report.temperature)
            && report.correlation > CORRELATED
            && self.place().is_away(report.theta_growth, self.dim);
        report.note(&[
            (HealthFinding::RunsAway, away),
            (HealthFinding::ModelNotAsked, report.unasked_count >= LEAST_LOOKS),
        ]);
        match &config.sampler {
            Sampler::Rule(rule) => self.judge_rule(config, &rule.rule, pilot, &mut report),
            Sampler::MetropolisHastings(mh) => judge_proposals(mh, statistics, pilot, judged, &mut report),
        }
        self.judge_trends(config, pilot, &mut report);
        report
    }

    /// Everything but the findings.
    #[inline(never)]
    fn numbers(
        &self,
        config: &Config,
        progress: &Progress,
        statistics: &Statistics,
        pilot: &PilotReport,
        recent: &Counts,
    ) -> HealthReport {
        let all = Counts::of(statistics);
        let evaluation_count = evaluations(config, progress);
        let (last, sums) = (self.squares(), self.judged(config));
        let looks = sums.kinetic_count as f64;
        let kinetic_temperature = sums.kinetic / looks;
        let thermostat = sums.thermostat / looks;
        let [kinetic_low, kinetic_high] =
            if sums.kinetic_count > 0 { band(sums.freedom) } else { [f64::NAN; 2] };
        let (friction, mut heat, mut scale, mut leaps) = (config.sampler.friction(), f64::NAN, f64::NAN, 1);
        match &config.sampler {
            Sampler::Rule(_) if config.sampler.is_lattice() => {
                let predicted = pilot.inflation_at(statistics.step_size);
                heat = if predicted.is_finite() { predicted } else { f64::NAN };
            }
            Sampler::Rule(_) if self.is_redrawn(config) => {}
            Sampler::Rule(_) => heat = sums.heat(config),
            Sampler::MetropolisHastings(mh) => {
                scale = mh.likelihood_scale;
                leaps = mh.proposal.leapfrog_count().map_or(1, |count| count.saturating_add(1));
            }
        }
        let mut gradient_noise_ratio =
            metric_of(&config.sampler, &last) * statistics.step_size * pilot.own_variance
                / (2.0 * statistics.temperature * friction);
        if gradient_noise_ratio.is_nan() {
            // What SGNHT's friction makes up for.
            gradient_noise_ratio = thermostat / friction - 1.0;
        }
        let [proposed, accepted] = all.proposals();
        let batch_acceptance = share(recent.batches);
        let (correlation, count) = self.trace.correlation(0.0);
        let looks_per_step =
            (statistics.step_count - self.first_step) as f64 / (self.look_count.max(2) - 1) as f64;
        HealthReport {
            step_count: statistics.step_count,
            look_count: self.look_count,
            evaluation_count,
            pass_count: evaluation_count as f64 / f64::from(config.data_len.get()),
            step_size: statistics.step_size,
            temperature: statistics.temperature,
            heat,
            kinetic_temperature,
            kinetic_low,
            kinetic_high,
            thermostat,
            noise_to_drift: libm::sqrt(last.noise / last.drift),
            gradient_noise_ratio,
            anchor_worth: pilot.noise_variance / pilot.variate_variance,
            acceptance: share([proposed, accepted]),
            forward_acceptance: share(all.forward),
            backward_acceptance: share(all.backward),
            recent_acceptance: share(recent.proposals()),
            recent_forward_acceptance: share(recent.forward),
            recent_backward_acceptance: share(recent.backward),
            batch_acceptance: if batch_acceptance.is_nan() { pilot.acceptance_cap } else { batch_acceptance },
            beta: statistics.beta,
            likelihood_scale: scale,
            batch_len: if config.batch == BatchSettings::Caller { 0 } else { config.batch_len().get() },
            refused_status: self.refused_status as i32,
            clipped_share: recent.clipped as f64 / (recent.steps as f64 * f64::from(leaps)),
            // Whoever has not looked does not know how many moves a step has.
            clamped_share: match self.dim {
                0 => f64::NAN,
                dim => recent.clamped as f64 / (recent.steps as f64 * dim as f64),
            },
            // Of batches that HMC proposes by themselves, too.
            nonfinite_share: recent.nonfinite as f64 / (recent.proposals()[0] + recent.batches[0]) as f64,
            rejected_count: proposed - accepted,
            clipped_count: statistics.clipped_count,
            saturated_count: statistics.saturated_count,
            nonfinite_count: statistics.nonfinite_count,
            refused_count: self.refused_count,
            correlation,
            stretch_steps: self.trace.stretch as f64 * looks_per_step,
            independent_count: count * ((1.0 - correlation) / (1.0 + correlation)).min(1.0),
            r_hat: f64::NAN,
            clamped_shift: f64::NAN,
            change: f64::NAN,
            change_step: f64::NAN,
            r_hat_resolution: f64::NAN,
            pilot_findings: 0,
            unasked_count: statistics.unasked_count,
            theta_length: libm::exp(0.5 * self.place().size()),
            theta_growth: libm::exp(0.5 * (self.place().size() - self.first_size)),
            rounding_share: last.rounding / last.moves * if friction.is_nan() { 1.0 } else { friction },
            divergence_count: statistics.divergence_count,
            divergence_share: match leaps {
                1 => f64::NAN,
                _ => {
                    let trajectories = statistics.step_count.saturating_sub(config.burn_in);
                    statistics.divergence_count as f64 / trajectories as f64
                }
            },
            short_divergence_count: statistics.short_divergence_count,
            findings: 0,
        }
    }

    /// By how much more the looks of a part were too hot than what is tolerated and chance; NaN of too few of them.
    #[inline(never)]
    pub(super) fn excess(&self, config: &Config, sums: &Squares) -> f64 {
        let tolerance = self.settings.tolerance;
        if sums.measured_count >= LEAST_RECENT_LOOKS {
            sums.heat(config) - tolerance - self.chance(sums)
        } else if sums.kinetic_count >= LEAST_RECENT_LOOKS {
            1.0 + sums.heat(config) - band(sums.freedom)[1].max(1.0 + tolerance)
        } else {
            f64::NAN
        }
    }

    /// Whether redraws keep variances short by more than is tolerated, which a velocity does not show: the step is not
    /// too large then, whatever heat it has.
    fn is_redrawn(&self, config: &Config) -> bool {
        let Sampler::Rule(RuleSettings { rule: Rule::Sghmc(sghmc), .. }) = &config.sampler else {
            return false;
        };
        let plain = Sghmc { noise_estimate: 0.0, ..*sghmc };
        crate::built::UNDERDAMPED && plain.redrawn().is_some_and(|it| it.base < 1.0 - self.settings.tolerance)
    }

    /// A mean square of Gaussians, all in one step independent.
    fn chance(&self, sums: &Squares) -> f64 {
        5.0 * libm::sqrt(2.0 / (sums.measured_count as f64 * self.dim as f64))
    }

    /// Heat, cold, and a thermostat that does not hold.
    #[inline(never)]
    fn judge_rule(&self, config: &Config, rule: &Rule<'_>, pilot: &PilotReport, report: &mut HealthReport) {
        let (tolerance, sums) = (self.settings.tolerance, self.judged(config));
        let [mut hot, mut cold] = if sums.measured_count >= LEAST_RECENT_LOOKS {
            [self.excess(config, &sums) > 0.0, report.heat < -tolerance - self.chance(&sums)]
        } else if sums.kinetic_count >= LEAST_RECENT_LOOKS {
            let cold = report.kinetic_temperature < report.kinetic_low.min(1.0 - tolerance);
            [self.excess(config, &sums) > 0.0, cold]
        } else {
            [config.sampler.is_lattice() && report.heat > tolerance, false]
        };
        if report.has(HealthFinding::RoundingDrowns) || report.has(HealthFinding::RunsAway) {
            [hot, cold] = [false; 2];
        }
        hot = hot && !self.is_redrawn(config);
        // A θ that overflowed has no temperature.
        let lost = report.saturated_count > 0 || report.heat.is_nan();
        if let Rule::Sgnht(sgnht) = rule {
            let euler = match sgnht.splitting {
                Splitting::Euler => true,
                Splitting::Symmetric => false,
            };
            let beyond = euler && report.thermostat >= 0.5;
            // Exact gradients bring no noise for it to take up: what it takes up is a step that is unstable somewhere.
            let absorbs = config.batch == BatchSettings::All && report.thermostat > ABSORBS * sgnht.friction;
            let diverges = hot || beyond || absorbs || sums.kinetic_count > 0 && lost;
            report.note(&[(HealthFinding::ThermostatDiverges, diverges)]);
            (hot, cold) = (false, cold && !diverges);
        }
        // Where the gradient's noise heats by more than the step's own bias does: by the pilot's limits where it predicts
        // the rule, else both of them along their worst direction.
        let (noise, bias) = (pilot.own_variance, report.temperature * pilot.curvature);
        // What is taken off the injected noise does not heat.
        let compensated = match &config.sampler {
            Sampler::Rule(rule) => !rule.compensation.is_none(),
            Sampler::MetropolisHastings(_) => false,
        };
        let exact = compensated || config.batch == BatchSettings::All;
        let [by_noise, by_curvature] = [pilot.noise_limit, pilot.curvature_limit];
        let predicted = !by_noise.is_nan() && !by_curvature.is_nan();
        let known = exact || predicted || !noise.is_nan() && !bias.is_nan();
        let noisy = !exact && if predicted { by_noise < by_curvature } else { noise > bias };
        report.note(&[
            (HealthFinding::StepTooLarge, hot && known && !noisy),
            (HealthFinding::GradientNoise, hot && known && noisy),
            (HealthFinding::TooHot, hot && !known),
            (HealthFinding::TooCold, cold),
        ]);
    }
}

/// After burn-in, of which `divergence_share` is.
fn trajectories(report: &HealthReport) -> f64 {
    report.divergence_count as f64 / report.divergence_share
}

/// What acceptance says.
#[inline(never)]
fn judge_proposals(
    mh: &MetropolisHastings,
    statistics: &Statistics,
    pilot: &PilotReport,
    judged: bool,
    report: &mut HealthReport,
) {
    let hamiltonian = mh.proposal.leapfrog_count().is_some();
    let capped = pilot.acceptance_cap < LEAST_CAP || judged && hamiltonian && report.batch_acceptance < LOW;
    let asked = !report.has(HealthFinding::ModelNotAsked);
    let acceptance = if judged && asked { report.recent_acceptance } else { f64::NAN };
    report.note(&[
        (HealthFinding::ScaleTooLarge, capped),
        (HealthFinding::Frozen, acceptance < FROZEN && !capped),
        (HealthFinding::AcceptanceLow, (FROZEN..LOW).contains(&acceptance) && !capped),
        (HealthFinding::BetaCapped, statistics.beta_capped),
        (
            HealthFinding::DriftDominates,
            report.look_count >= LEAST_LOOKS
                && report.noise_to_drift < 1.0
                && !report.has(HealthFinding::RoundingDrowns),
        ),
        (HealthFinding::Impossible, judged && asked && report.nonfinite_share > TOO_MANY),
        (
            HealthFinding::Divergences,
            asked
                && !report.has(HealthFinding::RunsAway)
                && report.short_divergence_count as f64 > DIVERGENT * trajectories(report),
        ),
    ]);
}

/// What η is multiplied by besides the metric in which a pilot measures: the mean of a preconditioner that moves, by the
/// noise that steps have shown.
fn metric_of(sampler: &Sampler<'_>, sums: &Squares) -> f64 {
    let Sampler::Rule(rule) = sampler else { return 1.0 };
    let fixed = match &rule.rule {
        Rule::Langevin(langevin) => langevin.preconditioner.is_fixed(),
        Rule::Lattice(lattice) => lattice.preconditioner.is_fixed(),
        Rule::Sghmc(_)
        | Rule::Aboba(_)
        | Rule::Baoab(_)
        | Rule::Sgnht(_)
        | Rule::Adam(_)
        | Rule::Recipe(_) => true,
    };
    if fixed { 1.0 } else { sums.noise / sums.nominal }
}
