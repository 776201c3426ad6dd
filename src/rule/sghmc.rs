//! Stochastic gradient Hamiltonian Monte Carlo.
//!
//! ```text
//! v ← (1 - α) v + η G + sqrt(2ητ(α - β̂)) ξ;   θ ← θ + v
//! ```
//!
//! Chen, Fox and Guestrin 2014, (15), with their η and β̂ in the parameterisation of the crate.

use super::Velocity;
use super::kernel::{Moved, Stage, Update};
use super::part::RulePart;
use super::scales::{Norms, Scales};
use super::vectors::Vectors;
use crate::Error;
use crate::num::{Column, Pieces, Real, Vector};

/// As η and α fall together, v ~ N(0, ητ) and θ samples the posterior to the power 1/τ, when β̂ is what the gradient's
/// own noise adds. Momentum SGD at τ = 0, with momentum 1 - α.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sghmc {
    /// α in (0, 1], one minus the momentum; default 0.1.
    pub friction: f64,
    /// β̂ in [0, α]: the friction's share whose noise the gradient brings already; default 0.
    pub noise_estimate: f64,
    /// Every how many steps v is redrawn from N(0, ητ); 0, the default, never.
    pub redraw_interval: u64,
    /// The first v; default zero.
    pub velocity: Velocity,
}

impl Default for Sghmc {
    fn default() -> Self {
        Self { friction: 0.1, noise_estimate: 0.0, redraw_interval: 0, velocity: Velocity::Zero }
    }
}

impl Sghmc {
    /// Whether step `index` begins with a new velocity.
    pub(crate) fn redraws_at(&self, index: u64) -> bool {
        index > 0 && index.checked_rem(self.redraw_interval) == Some(0)
    }
}

impl<R: Real> RulePart<R> for Sghmc {
    fn state_len(&self, dim: usize) -> Option<usize> {
        Some(dim)
    }

    fn check(&self) -> Result<(), Error> {
        if !(self.friction > 0.0 && self.friction <= 1.0) {
            return Err(Error::Friction);
        }
        let within = self.noise_estimate >= 0.0 && self.noise_estimate <= self.friction;
        if within { Ok(()) } else { Err(Error::NoiseEstimate) }
    }

    fn first_velocity(&self, scales: &Scales) -> Option<f64> {
        (self.velocity == Velocity::Drawn).then_some(scales.step_size * scales.temperature)
    }

    fn noise_factor(&self) -> f64 {
        self.friction - self.noise_estimate
    }

    /// The roots of z² - (2 - α - ηκ) z + 1 - α are within the circle.
    fn is_stable(&self, step_size: f64, [curvature, _]: [f64; 2]) -> bool {
        step_size * curvature < 2.0 * (2.0 - self.friction)
    }

    fn apply(&self, stage: &mut Stage<'_, R>) -> Norms {
        if self.redraws_at(stage.at.index) {
            let variance = |scales: &Scales| scales.step_size * scales.temperature;
            super::draw_velocity(stage.state, stage.lanes, stage.blocks, |factor| {
                variance(&stage.at.scales(factor))
            });
        }
        let factor = RulePart::<R>::noise_factor(self);
        let make = |scales: &Scales| Friction::<R> {
            keep: R::from_f64(1.0 - self.friction),
            eta: scales.eta::<R>(),
            noise: scales.noise(factor),
        };
        stage.pass(1.0, make)
    }
}

struct Friction<R: Real> {
    keep: R,
    eta: R::Piece,
    noise: R,
}

impl<R: Real> Update<R> for Friction<R> {
    /// v.
    type State = Pieces<R>;
    type Columns<'a> = Column<'a, R>;

    fn columns<'a>(vectors: &mut Vectors<'a, R>) -> Column<'a, R> {
        Column::new(vectors.take())
    }

    fn noise(&self) -> R {
        self.noise
    }

    #[inline(always)]
    fn apply(
        &self,
        [t0, t1]: Pieces<R>,
        [v0, v1]: Pieces<R>,
        [g0, g1]: Pieces<R>,
        noise: Option<Pieces<R>>,
    ) -> Moved<R, Pieces<R>> {
        let keep = R::Piece::splat(self.keep);
        let drift = [v0 * keep + g0 * self.eta, v1 * keep + g1 * self.eta];
        let [v0, v1] = super::kicked::<R>(drift, noise);
        Moved { theta: [t0 + v0, t1 + v1], state: [v0, v1], drift, noise }
    }
}
