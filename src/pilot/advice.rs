//! What follows from a pilot's measurements: step sizes, inflations, and what would pay.

use super::clamped::{Clamping, is_lattice};
use super::curvature::Curvature;
use super::findings::{DEVIATIONS, FAR, Finding};
use super::judge::judge;
use super::metric::{Rounding, family};
use super::noise::NoiseLevels;
use super::propose::propose;
use super::report::PilotReport;
use crate::chain::{Config, Sampler};
use crate::gradient::Estimator;
use crate::rule::{NoiseCompensation, Rule, Splitting, Thermostat};

/// The share of the stability limit that is taken where nothing else limits the step.
const STABLE_SHARE: f64 = 0.25;

/// ητ, in the units of θ², up to which a thermostat that starts with v = 0 neither swings the velocity up nor leaves α
/// far behind: as a multiple of α by Euler's splitting, and by any.
const THERMOSTAT: [f64; 2] = [2.0, 0.2];

/// What was measured, and where.
pub(super) struct Measured<'a> {
    pub(super) config: &'a Config,
    /// What the part of the rule says of its own heating: parts of a precision are not looked up here.
    pub(super) heating: Option<f64>,
    /// Whether the chain's settings could have a dense noise compensation.
    pub(super) admits_dense: bool,
    /// η, ε or δ of the chain; NaN where a host has not said it yet.
    pub(super) step_size: f64,
    /// How many indices a proposal replaces now; 0 for fresh batches.
    pub(super) refresh_len: u32,
    pub(super) temperature: f64,
    pub(super) curvature: Curvature,
    pub(super) noise: NoiseLevels,
    pub(super) clamping: Clamping,
    pub(super) rounding: Rounding,
    /// δ.
    pub(super) inflation: f64,
    pub(super) batch_len: u32,
    pub(super) gradient_count: u64,
}

/// The inflation of a step η, (base + by_noise η) / (1 - by_curvature η) - 1.
#[derive(Clone, Copy)]
struct Inflation {
    base: f64,
    by_noise: f64,
    by_curvature: f64,
    /// What a flat direction has at the smallest steps, with noise as a noise estimate has it.
    floor: f64,
    /// What the least noisy direction loses for every η, where a thermostat takes the noise of others off it.
    cooled: f64,
    /// The step sizes from here on are out.
    stable: f64,
    /// The largest that is proposed.
    most: f64,
}

/// The variances of a gradient: along the noisiest direction, of the noisiest coordinate, the mean, the least of a
/// coordinate, the largest besides the diagonal, and a bound on that.
#[derive(Clone, Copy)]
struct Levels {
    largest: f64,
    coordinate: f64,
    mean: f64,
    least: f64,
    correlated: f64,
    opposed: f64,
}

impl Levels {
    const NONE: Self =
        Self { largest: 0.0, coordinate: 0.0, mean: 0.0, least: 0.0, correlated: 0.0, opposed: 0.0 };

    fn scaled(self, by: f64) -> Self {
        Self {
            largest: by * self.largest,
            coordinate: by * self.coordinate,
            mean: by * self.mean,
            least: by * self.least,
            correlated: by * self.correlated,
            opposed: by * self.opposed,
        }
    }
}

impl Inflation {
    /// That of a rule where its step is predicted; see [`PilotReport`].
    fn of(
        sampler: &Sampler<'_>,
        [curvature, mean_curvature, correlated]: [f64; 3],
        noise: Levels,
        temperature: f64,
        moving: f64,
    ) -> Option<Self> {
        let Sampler::Rule(rule) = sampler else { return None };
        if family(sampler).is_some_and(|(drift, metric)| !(metric.is_fixed() && drift.is_none())) {
            return None;
        }
        let heat = |variance: f64, friction: f64| variance / (2.0 * friction * temperature);
        let stable = |of: f64| if curvature > 0.0 { of / curvature } else { f64::INFINITY };
        let at = |base, by_noise, by_curvature, stable| Self {
            base,
            floor: base,
            cooled: 0.0,
            by_noise,
            by_curvature,
            stable,
            most: STABLE_SHARE * stable,
        };
        Some(match &rule.rule {
            Rule::Langevin(_) => at(1.0, heat(noise.largest, 1.0), curvature / 2.0, stable(2.0)),
            Rule::Lattice(_) => {
                // A drift of so many standard deviations is a lattice step long: 0.3 % are longer, or 5 %.
                let spread = (temperature * curvature.max(0.0) + noise.largest) / temperature;
                let limit = |deviations: f64| {
                    if spread > 0.0 { 2.0 / (deviations * deviations * spread) } else { f64::INFINITY }
                };
                let by_noise = heat(noise.correlated, 1.0);
                Self { most: limit(3.0), ..at(1.0, by_noise, 0.5 * correlated, limit(2.0)) }
            }
            Rule::Sghmc(sghmc) => {
                let alpha = sghmc.friction;
                let bend = 2.0 * (2.0 - alpha);
                let base = (alpha - sghmc.noise_estimate) / alpha;
                Self { floor: 1.0, ..at(base, heat(noise.largest, alpha), curvature / bend, stable(bend)) }
            }
            Rule::Baoab(baoab) => {
                let alpha = baoab.friction;
                let by_noise = heat(noise.largest, alpha) * (1.0 - 0.5 * alpha) - curvature / 4.0;
                at(1.0, by_noise, curvature / 4.0, stable(4.0))
            }
            Rule::Aboba(aboba) => {
                let half = 0.5 * aboba.friction;
                let base = half / libm::sinh(half);
                at(base, base * heat(noise.largest, aboba.friction), 0.0, stable(4.0 * libm::cosh(half)))
            }
            Rule::Sgnht(sgnht) => {
                let alpha = sgnht.friction;
                // What thermostats hold is the mean over what shares one, to which they add its noise: ζ rises to γ, with
                // ν² that noise. What has more than the mean is too hot then, what has less too cold.
                let (noisier, quieter, shared) = match sgnht.thermostat {
                    Thermostat::Scalar => {
                        let least = noise.least - noise.opposed;
                        (noise.largest - noise.mean, noise.mean - least.max(0.0), noise.mean)
                    }
                    Thermostat::PerCoordinate => (noise.opposed, noise.opposed, noise.coordinate),
                };
                let (stiffer, held) = match sgnht.thermostat {
                    Thermostat::Scalar => (curvature - mean_curvature, mean_curvature),
                    Thermostat::PerCoordinate => (0.0, curvature),
                };
                let (hotter, colder) = (heat(noisier, alpha), heat(quieter, alpha));
                let [swings, most] = THERMOSTAT;
                match sgnht.splitting {
                    Splitting::Euler => {
                        let bend = 2.0 * (2.0 - alpha);
                        // γ = 1 - sqrt(1 - 2α - ην²/τ), and 1 - γ/2 of the variance.
                        let left = (1.0 - 2.0 * alpha).max(0.0);
                        let base = 0.5 + 0.5 * libm::sqrt(left);
                        // ζ ~ N(α, ητ/d) stays below 1/2, three standard deviations away.
                        let sharing = match sgnht.thermostat {
                            Thermostat::Scalar => moving,
                            Thermostat::PerCoordinate => 1.0,
                        };
                        let apart = (0.5 - alpha) / 3.0;
                        let limit = most.min(swings * alpha).min(sharing * apart * apart) / temperature;
                        let damped = shared / (4.0 * temperature * libm::sqrt(left));
                        // A quarter of where γ has no root; 0 or NaN in a chain without variances.
                        let room = 0.25 * left * temperature / shared;
                        let within = if room > 0.0 { limit.min(room) } else { limit };
                        let cooled = base * colder + damped;
                        Self { cooled, ..at(base, base * hotter - damped, stiffer / bend, stable(bend)) }
                            .held(within)
                    }
                    Splitting::Symmetric => {
                        let base = libm::cosh(0.5 * alpha);
                        let cooled = colder + held / 4.0;
                        Self { cooled, ..at(base, hotter - held / 4.0, 0.0, stable(4.0 * base)) }
                            .held(most / temperature)
                    }
                }
            }
            Rule::Adam(_) | Rule::Recipe(_) => return None,
        })
    }

    /// The same below a limit of another kind.
    fn within(self, limit: f64) -> Self {
        let (stable, half) = (self.stable, 0.5 * limit);
        Self {
            stable: if limit < stable { limit } else { stable },
            most: if half < self.most { half } else { self.most },
            ..self
        }
    }

    /// The same for a thermostat that holds steps up to `limit`, and none of four times that.
    fn held(self, limit: f64) -> Self {
        let beyond = 4.0 * limit;
        Self {
            stable: if beyond < self.stable { beyond } else { self.stable },
            most: if limit < self.most { limit } else { self.most },
            ..self
        }
    }

    /// That of the directions which limit the step, the noisiest or the quietest, and the step size whose variances are off
    /// by δ, or the most. Where the rule takes more than half of δ off by itself, noise may take half of it besides.
    fn limited(self, delta: f64) -> (Self, f64) {
        let grows = self.by_noise + self.base * self.by_curvature >= 0.0;
        let target = if grows { 1.0 + delta } else { 1.0 - delta };
        let step_size = (target - self.base) / (self.by_noise + target * self.by_curvature);
        // A NaN is a temperature of 0, which has no variances. Where even the noisiest grow colder, the quietest bind.
        let binds = step_size > 0.0 && (grows || self.cooled.is_nan() || self.cooled <= 0.0);
        let step_size = if binds { step_size.min(self.most) } else { self.most };
        let cold = (self.base - 1.0 + delta).max(0.5 * delta) / self.cooled;
        if cold > 0.0 && cold < step_size {
            (Self { by_noise: -self.cooled, by_curvature: 0.0, ..self }, cold)
        } else {
            (self, step_size)
        }
    }
}

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
    if let Sampler::MetropolisHastings(mh) = sampler {
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
    let Some(inflation) = of(lambda, own).map(|it| it.within(limit)) else {
        report.note(&[(Finding::Unpredicted, true)]);
        return report;
    };
    let step_size = |lambda, levels| of(lambda, levels).map_or(f64::NAN, |it| it.limited(delta).1);
    let (inflation, found) = inflation.limited(delta);
    report.inflation = [inflation.base, inflation.by_noise, inflation.by_curvature];
    report.stability_limit = inflation.stable;
    report.step_size = found;
    report.curvature_limit = step_size(lambda, none);
    if is_lattice(sampler) {
        (report.clamped_limit, report.predicted_shift) = (measured.clamping.limit, measured.clamping.shift);
        report.step_size = found.min(measured.clamping.limit);
    }
    report.noise_limit = of([0.0; 3], own).map_or(f64::NAN, |it| it.within(limit).limited(delta).1);
    report.variate_step_size = step_size(lambda, varied);
    if measured.admits_dense {
        // Half of what leaves an injected covariance that is positive.
        let half = 0.5 * injected_limit(plain.largest);
        report.compensated_step_size =
            if half < report.curvature_limit { half } else { report.curvature_limit };
    }
    if curvature.least > curvature.precision {
        report.relaxation_steps = friction_of(sampler) / (report.step_size * curvature.least);
    }
    // θ never goes further than a lattice step at a time.
    let unstable = measured.step_size >= report.stability_limit && !is_lattice(sampler);
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

/// What a Langevin step's noise is multiplied by in the friction of a rule with a velocity.
pub(crate) fn friction_of(sampler: &Sampler<'_>) -> f64 {
    let Sampler::Rule(rule) = sampler else { return 1.0 };
    match &rule.rule {
        Rule::Sghmc(sghmc) => sghmc.friction,
        Rule::Aboba(aboba) => aboba.friction,
        Rule::Baoab(baoab) => baoab.friction,
        Rule::Sgnht(sgnht) => sgnht.friction,
        Rule::Langevin(_) | Rule::Lattice(_) | Rule::Adam(_) | Rule::Recipe(_) => 1.0,
    }
}

/// The noise of the chain's own estimator.
///
/// An anchor that is a draw itself is twice as far from the next as the mode is; one over n1 data brings noise that all
/// steps of an interval share.
fn own_noise(config: &Config, batch_len: u32, plain: Levels, varied: Levels) -> Levels {
    match config.estimator {
        Estimator::Plain => plain,
        Estimator::FixedCentre { .. } => varied,
        Estimator::Svrg { .. } | Estimator::Saga => varied.scaled(2.0),
        Estimator::Practical { anchor_len, interval, .. } => {
            let [data, batch, anchor] = [config.data_len.get(), batch_len, anchor_len].map(f64::from);
            let share = interval as f64 * (batch / anchor) * (data - anchor) / (data - batch);
            let [own, shared] = [varied.scaled(2.0), plain.scaled(share)];
            Levels {
                largest: own.largest + shared.largest,
                coordinate: own.coordinate + shared.coordinate,
                mean: own.mean + shared.mean,
                least: own.least + shared.least,
                correlated: own.correlated + shared.correlated,
                opposed: own.opposed + shared.opposed,
            }
        }
    }
}
