//! Stochastic gradient Hamiltonian Monte Carlo.
//!
//! ```text
//! v ← (1 - α) v + η G + sqrt(2ητ(α - β̂)) ξ;   θ ← θ + v
//! ```
//!
//! Chen, Fox and Guestrin 2014, (15), with their η and β̂ in the parameterisation of the crate.

use super::part::RulePart;
use super::velocity::{self, EulerKick, FRICTION, Velocity, draw_velocity};
use crate::Error;
use crate::num::{Real, splat};
use crate::pass::{Applied, Needs, StepContext};
use crate::range::Ranges;
use crate::record::part;

part! {
    /// As η and α fall together, v ~ N(0, ητ) and θ samples the posterior to the power 1/τ, when β̂ is what the gradient's
    /// own noise adds. Momentum SGD at τ = 0, with momentum 1 - α.
    ///
    /// Plain minibatches heat it: with gradient noise of variance ν² a parameter's variance is too large, while η and α are
    /// small, by about ην²/(2ατ) of
    /// it, 1/α times what SGLD suffers at the same η. Use it with a control variate, with β̂, or use
    /// [`Sgnht`](super::Sgnht).
    Sghmc: Default;

    /// α, the friction of one step: one minus the momentum.
    friction: f64 = FRICTION => above(0.0).at_most(1.0), Friction;
    /// β̂, the friction's share whose noise the gradient brings already, new in every step: ην²/(2τ), at most α.
    noise_estimate: f64 = 0.0 => at_least(0.0), NoiseEstimate;
    /// Every how many steps the velocity is drawn anew, as published, which does not sample the posterior; 0 for never.
    /// At k = 1, 2, 7 and 50 and α = 0.1 a variance is 0.505, 0.663, 0.868 and 0.983 of what it should be.
    ///
    /// That is Algorithm 2 of Chen, Fox and Guestrin 2014. No half kick goes with a fresh v, which moves θ by all of it.
    /// After every k-th step, with ρ = 1 - α and as η falls at a fixed α, a variance is
    ///
    /// ```text
    /// (B² + 2 (α - β̂) C) / (2 A)   of what it should be,   and the gradient's noise adds ην² C / (2 A τ)
    ///
    /// A = Σ (1 - ρ^j)/α,   B = Σ ρ^j,   C = Σ (1 - ρ^j)²/α²      sums over j = 1 … k
    /// ```
    ///
    /// too small for every α < 1: k/(k + 1) of it where αk is small, some 1/k short beyond. Besides, θ that swings in its
    /// potential can resonate with redraws where αk < 1.
    redraw_interval: u64 = 0;
    /// The velocity before the first step.
    velocity: Velocity;
}

/// What redraws make of a variance, (base + by_noise ην²/τ) / (1 - by_curvature ηq) up to ηq = `limit`; see
/// [`Sghmc::redraw_interval`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct Redraws {
    pub(crate) base: f64,
    pub(crate) by_noise: f64,
    pub(crate) by_curvature: f64,
    pub(crate) limit: f64,
}

/// The interval from which on redraws take less than 3·10⁻⁴ of a variance.
const REDRAWS_MAX: u64 = 4096;

impl Sghmc {
    /// What redraws make of variances; `None` where there are none, or next to none.
    ///
    /// The curvature's part is exact at one ηq: at an eighth of π²/(k + 1)², where redraws begin to resonate with a
    /// swing that hardly decays, which is the limit then; else at 0.3, and close to exact up to there.
    #[inline(never)]
    pub(crate) fn redrawn(&self) -> Option<Redraws> {
        let swings = self.friction * self.redraw_interval.min(REDRAWS_MAX) as f64 <= 1.0;
        if self.redraw_interval == 0 || !swings && self.redraw_interval > REDRAWS_MAX {
            return None;
        }
        let count = self.redraw_interval.min(REDRAWS_MAX);
        let (keep, share) = (1.0 - self.friction, self.friction - self.noise_estimate);
        let (mut power, mut sum) = (1.0, 0.0);
        let [mut a, mut b, mut c] = [0.0; 3];
        for _ in 0..count {
            // (1 - ρ^j)/α, which is Σ ρ^i from 0 to j - 1.
            sum += power;
            power *= keep;
            a += sum;
            b += power;
            c += sum * sum;
        }
        let base = (b * b + 2.0 * share * c) / (2.0 * a);
        let angle = core::f64::consts::PI / (count + 1) as f64;
        let resonance = 2.0 * (1.0 - libm::cos(angle));
        let (exact, limit) = if swings { (0.125 * resonance, resonance) } else { (0.3, 2.0) };
        let by_curvature = (1.0 - base / self.mean_variance(exact, count)) / exact;
        let limit = if by_curvature > 0.0 { limit.min(1.0 / by_curvature) } else { limit };
        Some(Redraws { base, by_noise: c / (2.0 * a), by_curvature, limit })
    }

    /// The mean over the steps between two redraws of the variance of θ on N(0, 1) at τ = 1 and a step size of `eta`.
    fn mean_variance(&self, eta: f64, count: u64) -> f64 {
        let keep = 1.0 - self.friction;
        let injected = 2.0 * eta * (self.friction - self.noise_estimate);
        // From θ = 0, and from a θ of variance 1.
        let [[end, mean], [end_of_one, mean_of_one]] = [0.0, 1.0].map(|start| {
            let (mut theta, mut both, mut v, mut sum) = (start, 0.0, eta, 0.0);
            for _ in 0..count {
                let next = keep * keep * v - 2.0 * keep * eta * both + eta * eta * theta + injected;
                let along = keep * both - eta * theta;
                (theta, both, v) = (theta + 2.0 * along + next, along + next, next);
                sum += theta;
            }
            [theta, sum / count as f64]
        });
        let variance = end / (1.0 - (end_of_one - end));
        mean + (mean_of_one - mean) * variance
    }

    /// Whether step `index` begins with a new velocity.
    fn redraws_at(&self, index: u64) -> bool {
        index > 0 && index.checked_rem(self.redraw_interval) == Some(0)
    }
}

impl<R: Real> RulePart<R> for Sghmc {
    /// v.
    fn state_len(&self, dim: usize) -> Option<usize> {
        Some(dim)
    }

    fn check(&self) -> Result<(), Error> {
        Ranges::<R>::check_ranges(self)?;
        if self.noise_estimate <= self.friction { Ok(()) } else { Err(Error::NoiseEstimate) }
    }

    fn velocity(&self) -> Velocity {
        self.velocity
    }

    fn redraws(&self) -> bool {
        self.redraw_interval > 0
    }

    fn noise_factor(&self) -> f64 {
        self.friction - self.noise_estimate
    }

    /// With β̂ a part of the gradient's noise is counted already.
    fn heating(&self) -> Option<f64> {
        (self.noise_estimate == 0.0).then_some(0.5 / self.friction)
    }

    /// The roots of z² - (2 - α - ηκ) z + 1 - α are within the circle.
    fn is_stable(&self, stiffness: f64) -> bool {
        stiffness < 2.0 * (2.0 - self.friction)
    }

    fn apply(&self, context: &mut StepContext<'_, R>) -> Applied {
        if self.redraws_at(context.at.index) {
            draw_velocity(context.state, context.lanes, context.blocks, &context.at);
        }
        let kick = EulerKick { keep: splat::<R>(1.0 - self.friction) };
        let noise_factor = RulePart::<R>::noise_factor(self);
        context.each_chunk(Needs::normals(noise_factor), &mut |chunk| velocity::kick(chunk, &kick))
    }
}
