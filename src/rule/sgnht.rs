//! The stochastic gradient Nosé-Hoover thermostat, which finds out how much noise the gradient brings.
//!
//! ```text
//! v ← (1 - ζh) v + h G + sqrt(2Ahτ) ξ;   θ ← θ + h v;   ζ ← ζ + h (vᵀv/d - τ)         ζ starts at A
//! ```
//!
//! Ding et al. 2014; Chen et al. 2017, (5). With one thermostat for each coordinate, ζ_i ← ζ_i + h (v_i² - τ).

use super::Velocity;
use super::kernel::{Moved, Stage, Update};
use super::part::RulePart;
use super::scales::{Norms, Scales};
use super::vectors::Vectors;
use crate::Error;
use crate::num::{Column, Pieces, Real, Vector, splat, sum_of_squares};
use crate::range::positive;

/// As h → 0, v ~ N(0, τ) and θ samples the posterior to the power 1/τ, whatever the variance ν² of the gradient's own
/// noise, if that is the same everywhere; ζ tends to A + hν²/(2τ).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sgnht {
    /// A > 0; default 1.
    pub friction: f64,
    /// One ζ for all coordinates, the default, or one for each.
    pub thermostat: Thermostat,
    /// The first v; default zero.
    pub velocity: Velocity,
}

/// How many thermostats there are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Thermostat {
    /// One ζ for all coordinates.
    #[default]
    Scalar,
    /// One ζ for each coordinate.
    PerCoordinate,
}

impl Default for Sgnht {
    fn default() -> Self {
        Self { friction: 1.0, thermostat: Thermostat::Scalar, velocity: Velocity::Zero }
    }
}

impl<R: Real> RulePart<R> for Sgnht {
    /// v, and ζ: one number after it, or a vector.
    fn state_len(&self, dim: usize) -> Option<usize> {
        match self.thermostat {
            Thermostat::Scalar => dim.checked_add(1),
            Thermostat::PerCoordinate => dim.checked_mul(2),
        }
    }

    fn check(&self) -> Result<(), Error> {
        positive::<R>(self.friction, Error::Friction)
    }

    /// ζ = A.
    fn start(&self, state: &mut [R], dim: usize) {
        for zeta in state.iter_mut().skip(dim) {
            *zeta = R::from_f64(self.friction);
        }
    }

    fn first_velocity(&self, scales: &Scales) -> Option<f64> {
        (self.velocity == Velocity::Drawn).then_some(scales.temperature)
    }

    fn noise_factor(&self) -> f64 {
        self.friction
    }

    fn is_stable(&self, step_size: f64, [_, curvature]: [f64; 2]) -> bool {
        step_size * step_size * curvature < 4.0
    }

    fn apply(&self, stage: &mut Stage<'_, R>) -> Norms {
        let dim = stage.theta.len();
        let coupling = |scales: &Scales| Coupling::<R> {
            h: scales.eta::<R>(),
            noise: scales.noise(self.friction),
            temperature: R::from_f64(scales.temperature),
        };
        if self.thermostat == Thermostat::PerCoordinate {
            return stage.pass(1.0, |scales| PerCoordinate(coupling(scales)));
        }
        let zeta = stage.state.get(dim).copied().unwrap_or_default();
        let make = |scales: &Scales| Scalar {
            keep: within::<R>(1.0 - zeta.to_f64() * scales.step_size),
            coupling: coupling(scales),
        };
        let norms = stage.pass(1.0, make);
        // Σ h (vᵀv - dτ) over the ranges, each with its own h, and all d together: what moves faster counts more.
        let (mut excess, mut moving) = (0.0, 0.0);
        for segment in stage.blocks.segments() {
            let scales = stage.scales(segment.factor);
            let velocity = stage.state.get(segment.start..segment.end).unwrap_or_default();
            let len = velocity.len() as f64;
            // At the limits of f64 no two infinities may meet.
            let expected = f64::min(len * scales.temperature, f64::MAX);
            let share = scales.step_size * (sum_of_squares(velocity) - expected);
            excess += share.clamp(-f64::MAX, f64::MAX);
            moving += len;
        }
        if let Some(state) = stage.state.get_mut(dim) {
            *state = within(zeta.to_f64() + excess / f64::max(moving, 1.0));
        }
        norms
    }
}

/// Rounds to this precision and keeps it finite.
fn within<R: Real>(x: f64) -> R {
    R::from_f64(x.clamp(-R::MAX.to_f64(), R::MAX.to_f64()))
}

/// What both kinds of thermostat share.
struct Coupling<R: Real> {
    h: R::Piece,
    noise: R,
    temperature: R,
}

impl<R: Real> Coupling<R> {
    /// keep v + h G + noise, and θ + h times that.
    #[inline(always)]
    fn apply(
        &self,
        theta: Pieces<R>,
        velocity: Pieces<R>,
        keep: Pieces<R>,
        gradient: Pieces<R>,
        noise: Option<Pieces<R>>,
    ) -> Moved<R, Pieces<R>> {
        let ([t0, t1], [v0, v1], [k0, k1], [g0, g1]) = (theta, velocity, keep, gradient);
        let kicked = [v0 * k0 + g0 * self.h, v1 * k1 + g1 * self.h];
        let [v0, v1] = super::kicked::<R>(kicked, noise);
        let by_h = |v: Pieces<R>| v.map(|v| v * self.h);
        Moved {
            theta: [t0 + v0 * self.h, t1 + v1 * self.h],
            state: [v0, v1],
            drift: by_h(kicked),
            noise: noise.map(by_h),
        }
    }
}

struct Scalar<R: Real> {
    keep: R,
    coupling: Coupling<R>,
}

impl<R: Real> Update<R> for Scalar<R> {
    /// v.
    type State = Pieces<R>;
    type Columns<'a> = Column<'a, R>;

    fn columns<'a>(vectors: &mut Vectors<'a, R>) -> Column<'a, R> {
        Column::new(vectors.take())
    }

    fn noise(&self) -> R {
        self.coupling.noise
    }

    #[inline(always)]
    fn apply(
        &self,
        theta: Pieces<R>,
        velocity: Pieces<R>,
        gradient: Pieces<R>,
        noise: Option<Pieces<R>>,
    ) -> Moved<R, Pieces<R>> {
        let keep = [R::Piece::splat(self.keep); 2];
        self.coupling.apply(theta, velocity, keep, gradient, noise)
    }
}

struct PerCoordinate<R: Real>(Coupling<R>);

impl<R: Real> Update<R> for PerCoordinate<R> {
    /// v and ζ.
    type State = (Pieces<R>, Pieces<R>);
    type Columns<'a> = (Column<'a, R>, Column<'a, R>);

    fn columns<'a>(vectors: &mut Vectors<'a, R>) -> Self::Columns<'a> {
        (Column::new(vectors.take()), Column::new(vectors.take()))
    }

    fn noise(&self) -> R {
        self.0.noise
    }

    #[inline(always)]
    fn apply(
        &self,
        theta: Pieces<R>,
        (velocity, zeta): Self::State,
        gradient: Pieces<R>,
        noise: Option<Pieces<R>>,
    ) -> Moved<R, Self::State> {
        let h = self.0.h;
        let one = splat::<R>(1.0);
        // ζ falls by at most hτ a step, so only its growth has to be held.
        let keep = zeta.map(|zeta| (one - zeta * h).at_least(-R::MAX));
        let moved = self.0.apply(theta, velocity, keep, gradient, noise);
        let tau = R::Piece::splat(self.0.temperature);
        let ([z0, z1], [v0, v1]) = (zeta, moved.state);
        let zeta = [z0 + (v0 * v0 - tau) * h, z1 + (v1 * v1 - tau) * h].map(|zeta| zeta.at_most(R::MAX));
        Moved { theta: moved.theta, state: (moved.state, zeta), drift: moved.drift, noise: moved.noise }
    }
}
