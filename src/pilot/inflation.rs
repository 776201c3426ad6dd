//! What a step size makes of a rule's variances, and which step keeps them within what is tolerated.

use crate::chain::Sampler;
use crate::rule::{Rule, Sghmc, Splitting, Thermostat};

/// The share of the stability limit that is taken where nothing else limits the step.
const STABLE_SHARE: f64 = 0.25;

/// ητ, in the units of θ², up to which a thermostat that starts with v = 0 neither swings the velocity up nor leaves α
/// far behind: as a multiple of α by Euler's splitting, and by any.
const THERMOSTAT: [f64; 2] = [2.0, 0.2];

/// The inflation of a step η, (base + by_noise η + by_both η²) / (1 - by_curvature η) - 1.
#[derive(Clone, Copy)]
pub(super) struct Inflation {
    pub(super) base: f64,
    pub(super) by_noise: f64,
    pub(super) by_curvature: f64,
    pub(super) by_both: f64,
    /// What a flat direction has at the smallest steps, with noise as a noise estimate has it.
    pub(super) floor: f64,
    /// What the least noisy direction loses for every η, where a thermostat takes the noise of others off it.
    cooled: f64,
    /// The step sizes from here on are out.
    pub(super) stable: f64,
    /// The largest that is proposed.
    most: f64,
}

/// The variances of a gradient: along the noisiest direction, of the noisiest coordinate, the mean, the least of a
/// coordinate, the largest besides the diagonal, and a bound on that.
#[derive(Clone, Copy)]
pub(super) struct Levels {
    pub(super) largest: f64,
    pub(super) coordinate: f64,
    pub(super) mean: f64,
    pub(super) least: f64,
    pub(super) correlated: f64,
    pub(super) opposed: f64,
}

impl Levels {
    pub(super) const NONE: Self =
        Self { largest: 0.0, coordinate: 0.0, mean: 0.0, least: 0.0, correlated: 0.0, opposed: 0.0 };

    pub(super) fn scaled(self, by: f64) -> Self {
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
    /// That of a rule where its step is predicted; see [`PilotReport`](super::report::PilotReport).
    pub(super) fn of(
        sampler: &Sampler<'_>,
        [curvature, mean_curvature, correlated]: [f64; 3],
        noise: Levels,
        temperature: f64,
        moving: f64,
    ) -> Option<Self> {
        let Sampler::Rule(rule) = sampler else { return None };
        if sampler.family().is_some_and(|(drift, metric)| !(metric.is_fixed() && drift.is_none())) {
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
            by_both: 0.0,
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
                if crate::built::UNDERDAMPED
                    && let Some(redrawn) = sghmc.redrawn()
                {
                    let floor = Sghmc { noise_estimate: 0.0, ..*sghmc }.redrawn();
                    let by_noise = redrawn.by_noise * noise.largest / temperature;
                    let by_curvature = redrawn.by_curvature * curvature.max(0.0);
                    let of = at(redrawn.base, by_noise, by_curvature, stable(redrawn.limit));
                    return Some(Self { floor: floor.map_or(1.0, |it| it.base), ..of });
                }
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
                // What thermostats hold is the mean over what shares one, to which they add its noise: ζ rises to γ,
                // with ν² that noise. What has more than the mean is too hot then, what has less too cold.
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

    /// The same below the step size at which noise compensation would take off all that is injected.
    ///
    /// BAOAB's gradient noise moves θ by 1/(1 - ηq/4) times what the injected noise does that is taken off for it, a
    /// share η/limit of all.
    pub(super) fn within(self, sampler: &Sampler<'_>, limit: f64) -> Self {
        let (stable, half) = (self.stable, 0.5 * limit);
        let splits = matches!(sampler, Sampler::Rule(rule) if matches!(rule.rule, Rule::Baoab(_)));
        Self {
            by_both: if splits && limit.is_finite() { self.by_curvature / limit } else { 0.0 },
            stable: if limit < stable { limit } else { stable },
            most: if half < self.most { half } else { self.most },
            ..self
        }
    }

    /// The same where the noise grows with the distance from the mode, to ν² + sν_K² for variances s times the
    /// posterior's; `noise` has ν_K².
    ///
    /// ```text
    /// s (1 - eη) = b + c (ν² + sν_K²) η,      s = (b + cν²η) / (1 - (e + cν_K²) η)         cν² is `by_noise`
    /// ```
    ///
    /// Where the denominator is 0 no variance is finite any more. A thermostat takes off what it takes off, and a lattice
    /// walk's variances feel only what is correlated: of them nothing is said.
    pub(super) fn grown(self, sampler: &Sampler<'_>, noise: Levels, temperature: f64) -> Self {
        let counts = matches!(sampler, Sampler::Rule(rule) if matches!(
            rule.rule, Rule::Langevin(_) | Rule::Sghmc(_) | Rule::Baoab(_) | Rule::Aboba(_)
        ));
        let by = |noise| Self::of(sampler, [0.0; 3], noise, temperature, 1.0).map_or(0.0, |it| it.by_noise);
        let grown = by(noise) - by(Levels::NONE);
        // A NaN is a temperature of 0, or noise that was not looked at.
        if !counts || grown.is_nan() || grown <= 0.0 {
            return self;
        }
        let by_curvature = self.by_curvature + grown;
        let limit = 1.0 / by_curvature;
        Self {
            by_curvature,
            stable: self.stable.min(limit),
            most: self.most.min(STABLE_SHARE * limit),
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

    /// That of the directions which limit the step, the noisiest or the quietest, and the step size whose variances are
    /// off by δ, or the most. Where the rule takes more than half of δ off by itself, noise may take half of it
    /// besides.
    pub(super) fn limited(self, delta: f64) -> (Self, f64) {
        let grows = self.by_noise + self.base * self.by_curvature >= 0.0;
        // Nothing is gained where a rule that is too cold by itself is heated by all that it lacks.
        let most = (self.floor + 2.0 * delta).min(1.0 + delta);
        let target = if grows { most } else { 1.0 - delta };
        let (room, slope) = (target - self.base, self.by_noise + target * self.by_curvature);
        let step_size = if self.by_both > 0.0 {
            2.0 * room / (slope + libm::sqrt(slope * slope + 4.0 * self.by_both * room))
        } else {
            room / slope
        };
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
