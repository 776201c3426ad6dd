//! Stochastic gradient Hamiltonian Monte Carlo.
//!
//! ```text
//! v ← (1 - α) v + η G + sqrt(2ητ(α - β̂)) ξ;   θ ← θ + v
//! ```
//!
//! Chen, Fox and Guestrin 2014, (15), with their η and β̂ in the parameterisation of the crate.

use super::part::RulePart;
use super::velocity::{self, EulerKick, FRICTION, Velocity, check_friction, draw_velocity};
use crate::Error;
use crate::num::{Real, splat};
use crate::pass::{Applied, Needs, StepContext};

/// As η and α fall together, v ~ N(0, ητ) and θ samples the posterior to the power 1/τ, when β̂ is what the gradient's
/// own noise adds. Momentum SGD at τ = 0, with momentum 1 - α.
///
/// Plain minibatches heat it: with gradient noise of variance ν² a parameter's variance is too large, while η and α are
/// small, by about ην²/(2ατ) of
/// it, 1/α times what SGLD suffers at the same η. Use it with a control variate, with β̂, or use
/// [`Sgnht`](super::Sgnht).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sghmc {
    /// α in (0, 1], one minus the momentum; default 0.1.
    pub friction: f64,
    /// β̂ in [0, α]: the friction's share whose noise the gradient brings already, new in every step, ην²/(2τ); default
    /// 0.
    pub noise_estimate: f64,
    /// Every how many steps v is redrawn from N(0, ητ); 0, the default, never.
    pub redraw_interval: u64,
    /// The first v; default zero.
    pub velocity: Velocity,
}

impl Default for Sghmc {
    fn default() -> Self {
        Self { friction: FRICTION, noise_estimate: 0.0, redraw_interval: 0, velocity: Velocity::Zero }
    }
}

impl Sghmc {
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
        check_friction(self.friction)?;
        let within = self.noise_estimate >= 0.0 && self.noise_estimate <= self.friction;
        if within { Ok(()) } else { Err(Error::NoiseEstimate) }
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
