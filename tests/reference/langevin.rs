//! θ ← θ + (η P ⊙ (G + a A) + sqrt(2ητP) ⊙ ξ), (KSL 1) with (K 3.4) and (K 3.9), one number after the other.

use super::pass::{Coordinate, Coordinatewise, Moved, noise_scale};
use super::{Generators, RuleStepper, Scalar, drifts, preconditioners};
use sgmcmc::precond::Preconditioner;
use sgmcmc::prior::Prior;
use sgmcmc::rule::{Langevin, Rule, StepParameters};

impl<R: Scalar> Coordinatewise<R> for Langevin<'_> {
    fn gain(&self) -> f64 {
        1.0 + drifts::scale(&self.drift)
    }

    fn noise(&self, at: &StepParameters) -> R {
        noise_scale(at, 1.0)
    }

    /// The metric scales ξ first.
    fn noise_factor(&self, _: &StepParameters) -> R {
        R::from_f64(1.0)
    }

    fn step(&self, coordinate: &mut Coordinate<R>, g: R, xi: Option<R>, at: &StepParameters) -> Moved<R> {
        let Coordinate { theta, own, given } = coordinate;
        let (past, metric) = own.split_at_mut(drifts::state_len(&self.drift));
        let force = drifts::force(&self.drift, past, g);
        let metric = preconditioners::metric(&self.preconditioner, metric, *given, g, at);
        let drift = metric.scale(force) * R::from_f64(at.step_size);
        let scale: R = self.noise(at);
        let mut moved = Moved::by(*theta, drift, xi.map(|xi| xi * metric.p.sqrt() * scale));
        if self.preconditioner == (Preconditioner::PositionDependent { reflect: true }) {
            moved.theta = moved.theta.abs();
        }
        moved
    }
}

/// The member without drift and preconditioner, (K 3.4).
#[derive(Clone, Copy)]
pub(crate) struct Sgld {
    pub(crate) step_size: f64,
    pub(crate) temperature: f64,
    pub(crate) data_len: f64,
    /// μ0 and κ of a Gaussian prior.
    pub(crate) prior: Option<(f64, f64)>,
}

impl Sgld {
    /// Moves θ and returns the norms of the drift and the noise.
    pub(crate) fn step<R: Scalar>(
        &self,
        theta: &mut [R],
        gradient: &[R],
        generators: &mut Generators,
    ) -> (f64, f64) {
        let at =
            StepParameters { temperature: self.temperature, ..StepParameters::step_size(self.step_size) };
        let prior = self.prior.map_or(Prior::FLAT, |(mean, precision)| Prior::gaussian(mean, precision));
        let mut stepper = RuleStepper::new(Rule::SGLD, theta.len(), &[], prior);
        let norms = stepper.step((theta, gradient, &[]), (&at, self.data_len), generators);
        (norms.drift, norms.noise)
    }
}
