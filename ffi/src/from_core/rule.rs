//! The way back for rules, with their drifts and preconditioners.

use super::kept;
use crate::made::types::{
    sgmcmc_drift, sgmcmc_gradient_scale, sgmcmc_momentum_form, sgmcmc_preconditioner, sgmcmc_rule_kind,
    sgmcmc_splitting,
};
use crate::rule::sgmcmc_rule;
use core_crate::Error;
use core_crate::drift::{AdaMax, Adadelta, Adam, Drift, Momentum, MomentumForm};
use core_crate::precond::{AdaGrad, GradientScale, Preconditioner, RmsProp};
use core_crate::rule::{
    Aboba, AdamOptimizer, Baoab, Langevin, Lattice, Rule, Sghmc, Sgnht, Splitting, Thermostat, Velocity,
};

/// A number that is not the 0 that stands for a default.
fn stated(value: f64) -> f64 {
    // As 0 is, NaN is refused.
    if value.to_bits() == 0 { f64::NAN } else { value }
}

impl sgmcmc_rule {
    pub(crate) fn with(core: &Rule<'_>, from: &Self) -> Result<Self, Error> {
        let mut rule = Self::default();
        let kind = match *core {
            Rule::Langevin(Langevin { drift, preconditioner }) => {
                rule.set_drift(drift)?;
                rule.set_preconditioner(preconditioner, from)?;
                sgmcmc_rule_kind::SGMCMC_RULE_LANGEVIN
            }
            Rule::Lattice(Lattice { drift, preconditioner }) => {
                rule.set_drift(drift)?;
                rule.set_preconditioner(preconditioner, from)?;
                sgmcmc_rule_kind::SGMCMC_RULE_LATTICE
            }
            Rule::Sghmc(Sghmc { friction, noise_estimate, redraw_interval, velocity }) => {
                (rule.noise_estimate, rule.redraw_interval) = (noise_estimate, redraw_interval);
                rule.set_friction(friction, velocity);
                sgmcmc_rule_kind::SGMCMC_RULE_SGHMC
            }
            Rule::Aboba(Aboba { friction, velocity }) => {
                rule.set_friction(friction, velocity);
                sgmcmc_rule_kind::SGMCMC_RULE_ABOBA
            }
            Rule::Baoab(Baoab { friction, velocity }) => {
                rule.set_friction(friction, velocity);
                sgmcmc_rule_kind::SGMCMC_RULE_BAOAB
            }
            Rule::Sgnht(Sgnht { friction, thermostat, splitting, velocity }) => {
                rule.set_friction(friction, velocity);
                rule.thermostat_per_coordinate = match thermostat {
                    Thermostat::Scalar => 0,
                    Thermostat::PerCoordinate => 1,
                };
                rule.splitting = match splitting {
                    Splitting::Euler => sgmcmc_splitting::SGMCMC_SPLITTING_EULER,
                    Splitting::Symmetric => sgmcmc_splitting::SGMCMC_SPLITTING_SYMMETRIC,
                } as i32;
                sgmcmc_rule_kind::SGMCMC_RULE_SGNHT
            }
            Rule::Adam(AdamOptimizer { beta1, beta2, lambda }) => {
                (rule.beta1, rule.beta2, rule.lambda) = (beta1, beta2, stated(lambda));
                sgmcmc_rule_kind::SGMCMC_RULE_ADAM
            }
            Rule::Recipe(_) => sgmcmc_rule_kind::SGMCMC_RULE_RECIPE,
            _ => return Err(Error::RuleKind),
        };
        rule.kind = kind as i32;
        Ok(rule)
    }

    fn set_friction(&mut self, friction: f64, velocity: Velocity) {
        self.friction = friction;
        self.draw_velocity = match velocity {
            Velocity::Zero => 0,
            Velocity::Drawn => 1,
        };
    }

    fn set_drift(&mut self, core: Drift) -> Result<(), Error> {
        self.drift = match core {
            Drift::None(_) => sgmcmc_drift::SGMCMC_DRIFT_NONE,
            Drift::Momentum(Momentum { scale, beta1, form }) => {
                (self.drift_scale, self.beta1) = (stated(scale), beta1);
                self.momentum_form = match form {
                    MomentumForm::Calibrated => sgmcmc_momentum_form::SGMCMC_MOMENTUM_CALIBRATED,
                    MomentumForm::Published => sgmcmc_momentum_form::SGMCMC_MOMENTUM_PUBLISHED,
                } as i32;
                sgmcmc_drift::SGMCMC_DRIFT_MOMENTUM
            }
            Drift::Adam(Adam { scale, beta1, beta2, lambda }) => {
                (self.drift_scale, self.beta1, self.beta2) = (stated(scale), beta1, beta2);
                self.lambda = stated(lambda);
                sgmcmc_drift::SGMCMC_DRIFT_ADAM
            }
            Drift::AdaMax(AdaMax { scale, beta1, beta2, lambda }) => {
                (self.drift_scale, self.beta1, self.beta2) = (stated(scale), beta1, beta2);
                self.lambda = stated(lambda);
                sgmcmc_drift::SGMCMC_DRIFT_ADAMAX
            }
            Drift::Adadelta(Adadelta { scale, rho, lambda }) => {
                (self.drift_scale, self.rho, self.lambda) = (stated(scale), rho, stated(lambda));
                sgmcmc_drift::SGMCMC_DRIFT_ADADELTA
            }
            _ => return Err(Error::DriftKind),
        } as i32;
        Ok(())
    }

    fn set_preconditioner(&mut self, core: Preconditioner<'_>, from: &Self) -> Result<(), Error> {
        use sgmcmc_preconditioner as p;
        self.preconditioner = match core {
            Preconditioner::Identity => p::SGMCMC_PRECONDITIONER_IDENTITY,
            Preconditioner::Diagonal(values) => {
                self.preconditioner_values = kept(from.preconditioner_values, values);
                p::SGMCMC_PRECONDITIONER_DIAGONAL
            }
            Preconditioner::RmsProp(RmsProp { beta, lambda, scale }) => {
                (self.preconditioner_beta, self.preconditioner_lambda) = (beta, lambda);
                self.set_gradient_scale(scale);
                p::SGMCMC_PRECONDITIONER_RMSPROP
            }
            Preconditioner::AdaGrad(AdaGrad { lambda, scale }) => {
                self.preconditioner_lambda = lambda;
                self.set_gradient_scale(scale);
                p::SGMCMC_PRECONDITIONER_ADAGRAD
            }
            Preconditioner::Dense(values) => {
                self.preconditioner_values = kept(from.preconditioner_values, values);
                p::SGMCMC_PRECONDITIONER_DENSE
            }
            Preconditioner::PositionDependent { reflect } => {
                self.reflect = reflect.into();
                p::SGMCMC_PRECONDITIONER_POSITION_DEPENDENT
            }
            Preconditioner::PositionDependentDense => p::SGMCMC_PRECONDITIONER_POSITION_DEPENDENT_DENSE,
            _ => return Err(Error::PreconditionerKind),
        } as i32;
        Ok(())
    }

    fn set_gradient_scale(&mut self, core: GradientScale) {
        self.gradient_scale = match core {
            GradientScale::Mean => sgmcmc_gradient_scale::SGMCMC_GRADIENT_SCALE_MEAN,
            GradientScale::Sum => sgmcmc_gradient_scale::SGMCMC_GRADIENT_SCALE_SUM,
        } as i32;
    }
}
