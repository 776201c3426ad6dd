//! What a look measures of the step before it: the heat of Langevin rules, and kinetic temperatures.

use super::watch::Health;
use crate::blocks::Blocks;
use crate::chain::{Config, RuleSettings, Sampler};
use crate::num::{Real, epsilon, sum_of_squares};
use crate::precond::Preconditioner;
use crate::rule::{Aboba, Baoab, Norms, Rule, Sghmc};

impl Health {
    /// What a move is, and what rounding adds to it: a twelfth of the square of the distance between two numbers at θ, or
    /// of a lattice walk its `share`; `squares` is Σ θ² over what moves.
    pub(super) fn round<R: Real>(&mut self, squares: f64, norms: Norms, share: Option<f64>) {
        let (sums, squares) = (&mut self.recent, squares * epsilon::<R>() * epsilon::<R>());
        let moves = norms.drift * norms.drift + norms.noise * norms.noise;
        sums.moves += moves;
        sums.rounding += match share {
            Some(share) if share.is_nan() => 0.5 * libm::sqrt(squares * moves),
            Some(share) => share * moves,
            None => squares / 12.0,
        };
    }

    /// The norms of a step whose heat is known, and of proposals along the gradient.
    #[inline(never)]
    pub(super) fn measure<R: Real>(
        &mut self,
        config: &Config,
        blocks: &Blocks<'_, R>,
        norms: Norms,
        [step_size, temperature]: [f64; 2],
    ) {
        let known = match &config.sampler {
            Sampler::MetropolisHastings(mh) => {
                mh.proposal.needs_gradient() && mh.proposal.leapfrog_count().is_none()
            }
            Sampler::Rule(rule) => match &rule.rule {
                Rule::Langevin(langevin) => {
                    let steady = match langevin.preconditioner {
                        Preconditioner::Identity => true,
                        Preconditioner::Diagonal(_)
                        | Preconditioner::Dense(_)
                        | Preconditioner::RmsProp(_)
                        | Preconditioner::AdaGrad(_) => rule.compensation.is_none(),
                        Preconditioner::PositionDependent { .. } | Preconditioner::PositionDependentDense => {
                            false
                        }
                    };
                    steady && langevin.drift.is_none() && temperature > 0.0
                }
                Rule::Lattice(_)
                | Rule::Sghmc(_)
                | Rule::Aboba(_)
                | Rule::Baoab(_)
                | Rule::Sgnht(_)
                | Rule::Adam(_)
                | Rule::Recipe(_) => false,
            },
        };
        if !(known && norms.drift.is_finite() && norms.noise.is_finite()) {
            return;
        }
        let sums = &mut self.recent;
        sums.measured_count += 1;
        sums.drift += norms.drift * norms.drift;
        sums.noise += norms.noise * norms.noise;
        let factors = blocks.segments().map(|it| it.factor * (it.end - it.start) as f64);
        sums.nominal += 2.0 * step_size * temperature * factors.fold(0.0, |sum, factor| sum + factor);
    }

    /// The kinetic temperature; `heat` is ητ.
    ///
    /// ```text
    /// SGHMC, SGNHT    vᵀv / (ητ d E)               E = 1/(1 - α/2), on a redrawn velocity's way there, and 1
    /// ABOBA           ‖move‖² (e^α - 1) / (ητ d α)
    /// BAOAB           ‖move‖² / (ητ d) + α/2;      compensated (‖drift‖² + ‖noise‖² (4 - α)/(2 - α)) / (ητ d)
    /// ```
    ///
    /// with ‖move‖² = ‖drift‖² + ‖noise‖². On a Gaussian the mean of each but SGNHT's, which holds it, is what the variance
    /// of θ is multiplied by, at every η and with the gradient's noise; for ABOBA besides what its friction does at any η.
    /// ABOBA's v would be too hot where θ is right, and BAOAB's, read behind its noise, hardly knows the gradient's.
    #[inline(never)]
    pub(super) fn weigh<R: Real>(
        &mut self,
        settings: &RuleSettings<'_>,
        state: &[R],
        blocks: &Blocks<'_, R>,
        norms: Option<Norms>,
        heat: f64,
        [step, steps]: [u64; 2],
    ) {
        let (friction, law) = match &settings.rule {
            Rule::Sghmc(sghmc) => (sghmc.friction, Law::Velocity(redrawn(sghmc, step))),
            Rule::Sgnht(sgnht) => (sgnht.friction, Law::Velocity(1.0)),
            Rule::Aboba(Aboba { friction, .. }) => {
                (*friction, Law::Moves([friction / libm::expm1(*friction), 1.0, 0.0]))
            }
            Rule::Baoab(Baoab { friction, .. }) if settings.compensation.is_none() => {
                (*friction, Law::Moves([1.0, 1.0, 0.5 * friction]))
            }
            Rule::Baoab(Baoab { friction, .. }) => {
                (*friction, Law::Moves([1.0, (4.0 - friction) / (2.0 - friction), 0.0]))
            }
            Rule::Langevin(_) | Rule::Lattice(_) | Rule::Adam(_) | Rule::Recipe(_) => return,
        };
        if heat.is_nan() || heat <= 0.0 {
            return;
        }
        // Σ f and Σ f² over coordinates: moves of ranges with steps of their own count by these.
        let (mut squares, mut moving, mut factors, mut squared_factors) = (0.0, 0.0, 0.0, 0.0);
        for segment in blocks.segments() {
            let velocity = state.get(segment.start..segment.end).unwrap_or_default();
            let len = velocity.len() as f64;
            squares += sum_of_squares(velocity) / (heat * segment.factor);
            moving += len;
            factors += len * segment.factor;
            squared_factors += len * segment.factor * segment.factor;
        }
        if moving == 0.0 {
            return;
        }
        let kinetic = match (law, norms) {
            (Law::Velocity(right), _) => squares / (moving * right),
            (Law::Moves(_), None) => return,
            (Law::Moves([right, noise_counts, besides]), Some(norms)) => {
                moving = factors * factors / squared_factors;
                let squares = norms.drift * norms.drift + noise_counts * norms.noise * norms.noise;
                squares / (heat * factors * right) + besides
            }
        };
        let sums = &mut self.recent;
        sums.kinetic_count += 1;
        sums.kinetic += kinetic;
        // v² forgets no faster than by (1 - α) a step where θ swings.
        let kept = libm::pow(1.0 - friction, steps as f64);
        sums.freedom += moving * (1.0 - kept) / (1.0 + kept);
        let zetas = state.iter().skip(blocks.dim());
        let (total, count) = zetas.fold((0.0, 0.0), |(sum, n), zeta| (sum + zeta.to_f64(), n + 1.0));
        sums.thermostat += total / count;
    }
}

/// What a kinetic temperature is made of.
enum Law {
    /// The velocity, and E v² / (ητ) as η falls.
    Velocity(f64),
    /// The moves of θ: what they should be, how often the noise's part of them counts, and what is added.
    Moves([f64; 3]),
}

/// E v² / (ητ) of SGHMC as η falls: 1/(1 - α/2), which a redrawn velocity of 1 goes to.
fn redrawn(sghmc: &Sghmc, step: u64) -> f64 {
    let right = 1.0 / (1.0 - 0.5 * sghmc.friction);
    match step.checked_sub(1).and_then(|index| index.checked_rem(sghmc.redraw_interval)) {
        Some(since) => {
            let kept = libm::pow(1.0 - sghmc.friction, 2.0 * (since + 1) as f64);
            right + (1.0 - right) * kept
        }
        None => right,
    }
}
