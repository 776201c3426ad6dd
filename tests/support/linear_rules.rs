//! The rules whose step on a Gaussian is linear, each from its formula: z = θ with the rule's v or m after it.

use super::{LinearChain, Matrix};
use sgmcmc::drift::{Momentum, MomentumForm};
use sgmcmc::rule::{Aboba, Baoab, Sghmc, StepParameters};

/// Log density -½ θᵀ M θ, and what is added to its gradient.
#[derive(Clone, Debug)]
pub(crate) struct Gaussian {
    /// M.
    pub(crate) precision: Matrix,
    /// ν, the standard deviation of independent noise in every component.
    pub(crate) noise: f64,
}

impl Gaussian {
    pub(crate) fn new(precision: Matrix) -> Self {
        Self { precision, noise: 0.0 }
    }

    /// N(0, variance) in one dimension.
    pub(crate) fn scalar(variance: f64) -> Self {
        Self::new(Matrix::scalar(1, 1.0 / variance))
    }

    pub(crate) fn with_noise(self, noise: f64) -> Self {
        Self { noise, ..self }
    }

    fn identity(&self, x: f64) -> Matrix {
        Matrix::scalar(self.precision.size, x)
    }

    /// θ ← θ + c v.
    fn move_by(&self, c: f64) -> LinearChain {
        let (one, zero) = (&self.identity(1.0), &self.identity(0.0));
        LinearChain::still(Matrix::blocks([[one, &self.identity(c)], [zero, one]]))
    }

    /// v ← keep v + c G + N(0, variance).
    fn kick(&self, keep: f64, c: f64, variance: f64) -> LinearChain {
        let (one, zero) = (&self.identity(1.0), &self.identity(0.0));
        let variance = variance + c * c * self.noise * self.noise;
        LinearChain {
            map: Matrix::blocks([[one, zero], [&(-c * &self.precision), &self.identity(keep)]]),
            noise: self.fresh(variance),
        }
    }

    /// The covariance of v + N(0, variance), where v = 0 was.
    fn fresh(&self, variance: f64) -> Matrix {
        let zero = &self.identity(0.0);
        Matrix::blocks([[zero, zero], [zero, &self.identity(variance)]])
    }

    /// v ← (1 - α) v + η G + sqrt(2ητ(α - β̂)) ξ; θ ← θ + v.
    pub(crate) fn sghmc(&self, rule: &Sghmc, at: &StepParameters) -> LinearChain {
        let friction = rule.friction - rule.noise_estimate;
        let (eta, tau) = (at.step_size, at.temperature);
        self.kick(1.0 - rule.friction, eta, 2.0 * eta * tau * friction).then(&self.move_by(1.0))
    }

    /// v ~ N(0, variance).
    pub(crate) fn redraw(&self, variance: f64) -> LinearChain {
        let zero = &self.identity(0.0);
        LinearChain {
            map: Matrix::blocks([[&self.identity(1.0), zero], [zero, zero]]),
            noise: self.fresh(variance),
        }
    }

    /// θ ← θ + v/2; v ← e v; v ← v + η G + sqrt(2αητ) ξ; v ← e v; θ ← θ + v/2, with e = exp(-α/2).
    pub(crate) fn aboba(&self, rule: &Aboba, at: &StepParameters) -> LinearChain {
        self.halves(rule.friction, rule.friction, at)
    }

    /// The same with a ζ that stands still in the place of α where the velocity decays: the symmetric thermostat.
    pub(crate) fn halves(&self, zeta: f64, friction: f64, at: &StepParameters) -> LinearChain {
        let eta = at.step_size;
        let half = self.move_by(0.5);
        let decay = self.kick(libm::exp(-0.5 * zeta), 0.0, 0.0);
        let kick = self.kick(1.0, eta, 2.0 * friction * eta * at.temperature);
        half.then(&decay).then(&kick).then(&decay).then(&half)
    }

    /// v ← v + η G; θ ← θ + v/2; v ← (1 - α) v + sqrt(ητ (1 - (1 - α)²)) ξ; θ ← θ + v/2.
    pub(crate) fn baoab(&self, rule: &Baoab, at: &StepParameters) -> LinearChain {
        let (eta, keep) = (at.step_size, 1.0 - rule.friction);
        let half = self.move_by(0.5);
        let decay = LinearChain {
            noise: self.fresh(eta * at.temperature * (1.0 - keep * keep)),
            ..self.kick(keep, 0.0, 0.0)
        };
        self.kick(1.0, eta, 0.0).then(&half).then(&decay).then(&half)
    }

    /// θ ← θ + η P G + sqrt(2ητ) L ξ, P = L Lᵀ.
    pub(crate) fn langevin(&self, p: &Matrix, at: &StepParameters) -> LinearChain {
        let (eta, tau, nu) = (at.step_size, at.temperature, self.noise);
        LinearChain {
            map: &self.identity(1.0) + &(-eta * &(p * &self.precision)),
            noise: &(2.0 * eta * tau * p) + &(eta * eta * nu * nu * &(p * p)),
        }
    }

    /// θ ← θ + c η P (G + a m) + sqrt(2ητ) L ξ; m ← β1 m + (1 - β1) G; c = 1/(1 + a) or 1.
    ///
    /// The noise of G enters both: B = (c η ν P, (1 - β1) ν) next to (sqrt(2ητ) L, 0).
    pub(crate) fn momentum(&self, drift: &Momentum, p: &Matrix, at: &StepParameters) -> LinearChain {
        let Momentum { scale: a, beta1, form } = *drift;
        let c = if form == MomentumForm::Calibrated { 1.0 / (1.0 + a) } else { 1.0 };
        let (c_eta, take) = (c * at.step_size, 1.0 - beta1);
        let nu2 = self.noise * self.noise;
        let theta = &self.identity(1.0) + &(-c_eta * &(p * &self.precision));
        let map = [[&theta, &(c_eta * a * p)], [&(-take * &self.precision), &self.identity(beta1)]];
        let theta = &(2.0 * at.step_size * at.temperature * p) + &(c_eta * c_eta * nu2 * &(p * p));
        let both = &(c_eta * take * nu2 * p);
        let noise = [[&theta, both], [both, &self.identity(take * take * nu2)]];
        LinearChain { map: Matrix::blocks(map), noise: Matrix::blocks(noise) }
    }
}
