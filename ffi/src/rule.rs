//! The settings of an update rule as a struct that can grow, and their way into the core's.

use crate::flag::flag;
use crate::guard::{Call, enter, refuse_unused};
use crate::made::types::{
    sgmcmc_drift, sgmcmc_gradient_scale, sgmcmc_momentum_form, sgmcmc_preconditioner, sgmcmc_rule_kind,
    sgmcmc_splitting,
};
use crate::status::{Owner, sgmcmc_status};
use core_crate::drift::{AdaMax, Adadelta, Adam, Drift, Momentum, MomentumForm, NoDrift};
use core_crate::precond::{AdaGrad, GradientScale, Preconditioner, RmsProp};
use core_crate::rule::{
    Aboba, AdamOptimizer, Baoab, Langevin, Lattice, Recipe, Rule, Sghmc, Sgnht, Splitting, Thermostat,
    Velocity,
};
use core_crate::{Error, built};

/// An update rule: what moves theta in a step. Call sgmcmc_rule_init first, then set what
/// should differ from the defaults. docs/src/rules.md has the equations.
///
/// Every enum and flag is checked, used or not; what the kind, the drift and the preconditioner do not use must have its
/// default, or is refused by name. Where a default depends on the kind of rule or drift the field is 0, which stands for
/// it: the kind may be set or changed later.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct sgmcmc_rule {
    /// sizeof(sgmcmc_rule) of the caller's header, set by sgmcmc_rule_init.
    pub struct_size: usize,
    /// enum sgmcmc_rule_kind.
    pub kind: i32,

    /// Langevin, lattice: enum sgmcmc_drift. Default SGMCMC_DRIFT_NONE, the only one beside other kinds.
    pub drift: i32,
    /// a, how much of the drift is added to the gradient, positive; 0, the default, is that of the drift: 1 for
    /// SGMCMC_DRIFT_MOMENTUM, 10 for the others.
    pub drift_scale: f64,
    /// Momentum, Adam, AdaMax, and the Adam optimiser: the decay of the mean gradient, at least 0 and below 1.
    /// Default 0.9.
    pub beta1: f64,
    /// Adam, AdaMax, and the Adam optimiser: the decay of the squared or largest gradient, above beta1 squared and
    /// below 1. Default 0.999.
    pub beta2: f64,
    /// Adadelta: the decay of its means, at least 0 and below 1. Default 0.95.
    pub rho: f64,
    /// Adam, AdaMax, Adadelta, and the Adam optimiser: keeps a denominator from zero, positive, the inverse of
    /// its square finite in the precision of theta; 0, the default, is 1e-5, for the optimiser 1e-8.
    pub lambda: f64,
    /// Momentum: enum sgmcmc_momentum_form. Default SGMCMC_MOMENTUM_CALIBRATED.
    pub momentum_form: i32,

    /// Langevin, lattice: enum sgmcmc_preconditioner. Default SGMCMC_PRECONDITIONER_IDENTITY, the only one beside other
    /// kinds.
    pub preconditioner: i32,
    /// RMSprop: the decay of the mean squared gradient, at least 0 and below 1. Default 0.99.
    pub preconditioner_beta: f64,
    /// RMSprop, AdaGrad: keeps a denominator from zero, positive, the inverse of its square finite in the precision of
    /// theta. Default 1e-5.
    pub preconditioner_lambda: f64,
    /// SGMCMC_PRECONDITIONER_DIAGONAL: dim positive numbers p. SGMCMC_PRECONDITIONER_DENSE: dim * dim numbers, row
    /// after row of the lower-triangular factor L, with a positive diagonal; those above it are not looked at. Copied
    /// by the function that takes the rule. NULL for the others. Default NULL.
    pub preconditioner_values: *const f64,
    /// SGMCMC_PRECONDITIONER_POSITION_DEPENDENT: 1 when theta is positive and reflected at 0. Default 0.
    pub reflect: i32,

    /// SGHMC, ABOBA, BAOAB, SGNHT: 1 draws the first velocity from its stationary law, sqrt(eta tau) xi, at the
    /// schedules' first values; 0, and a value that a callback says or that is left out, leave it zero. Default 0.
    pub draw_velocity: i32,
    /// SGHMC, ABOBA, BAOAB, SGNHT: alpha, the friction of one step, one minus the momentum, above 0 and at most 1,
    /// for SGNHT with SGMCMC_SPLITTING_EULER below 1/2. Default 0.1.
    pub friction: f64,
    /// SGHMC: the friction's share whose noise the gradient brings already, eta nu^2 / (2 tau), from 0 to friction.
    /// Default 0.
    pub noise_estimate: f64,
    /// SGHMC: every how many steps k the velocity is drawn anew, as published, which does not sample the posterior: a
    /// fresh velocity gets a full kick. As eta falls a variance is (B^2 + 2 (alpha - noise_estimate) C) / (2 A) of what
    /// it should be, and the gradient's noise v adds eta v C / (2 A tau) of it, with A, B and C the sums over j = 1 ...
    /// k of (1 - r^j) / alpha, r^j and ((1 - r^j) / alpha)^2, r = 1 - alpha: k / (k + 1) where alpha k is small; at
    /// alpha = 0.1 0.505, 0.663, 0.868 and 0.983 for k = 1, 2, 7 and 50. Default 0: never.
    pub redraw_interval: u64,
    /// SGNHT: 1 for a thermostat of its own for each parameter, 0 for one for all. Default 0.
    pub thermostat_per_coordinate: i32,
    /// SGNHT: enum sgmcmc_splitting. Default SGMCMC_SPLITTING_EULER.
    pub splitting: i32,
    /// RMSprop, AdaGrad: enum sgmcmc_gradient_scale. Default SGMCMC_GRADIENT_SCALE_MEAN.
    pub gradient_scale: i32,
    /// 0: room for a later field.
    pub reserved: i32,
}

impl Default for sgmcmc_rule {
    /// SGLD, with the other rules' numbers where these agree.
    fn default() -> Self {
        let (drift, preconditioner, sghmc) = (Adam::default(), RmsProp::default(), Sghmc::default());
        Self {
            struct_size: size_of::<Self>(),
            kind: sgmcmc_rule_kind::SGMCMC_RULE_LANGEVIN as i32,
            drift: sgmcmc_drift::SGMCMC_DRIFT_NONE as i32,
            drift_scale: 0.0,
            beta1: drift.beta1,
            beta2: drift.beta2,
            rho: Adadelta::default().rho,
            lambda: 0.0,
            momentum_form: sgmcmc_momentum_form::SGMCMC_MOMENTUM_CALIBRATED as i32,
            preconditioner: sgmcmc_preconditioner::SGMCMC_PRECONDITIONER_IDENTITY as i32,
            preconditioner_beta: preconditioner.beta,
            preconditioner_lambda: preconditioner.lambda,
            preconditioner_values: core::ptr::null(),
            reflect: 0,
            draw_velocity: 0,
            friction: sghmc.friction,
            noise_estimate: sghmc.noise_estimate,
            redraw_interval: sghmc.redraw_interval,
            thermostat_per_coordinate: 0,
            splitting: sgmcmc_splitting::SGMCMC_SPLITTING_EULER as i32,
            gradient_scale: sgmcmc_gradient_scale::SGMCMC_GRADIENT_SCALE_MEAN as i32,
            reserved: 0,
        }
    }
}

/// `value`, or the default that 0 stands for.
fn or_default(value: f64, default: f64) -> f64 {
    if value.to_bits() == 0 { default } else { value }
}

impl sgmcmc_rule {
    /// The defaults of a kind.
    pub(crate) fn of(kind: i32) -> Result<Self, Error> {
        sgmcmc_rule_kind::from_number(kind)?;
        Ok(Self { kind, ..Self::default() })
    }

    /// The core's rule for dim parameters, with the preconditioner's values.
    pub(crate) fn with_values<'a>(&self, call: &mut Call<'a>, dim: usize) -> Result<Rule<'a>, sgmcmc_status> {
        let dense = self.preconditioner == sgmcmc_preconditioner::SGMCMC_PRECONDITIONER_DENSE as i32;
        let values = match self.has_values()? && self.has_drift_and_preconditioner()? {
            true if dense => {
                call.input(self.preconditioner_values, dim.checked_mul(dim).ok_or(Error::LengthTooLarge)?)?
            }
            true => call.input(self.preconditioner_values, dim)?,
            false => &[],
        };
        self.core_rule(values)
    }

    /// Whether the preconditioner is one that the caller has the values of.
    fn has_values(&self) -> Result<bool, Error> {
        use sgmcmc_preconditioner as p;
        Ok(match p::from_number(self.preconditioner)? {
            _ if !(built::PRECONDITIONERS || built::DENSE) => false,
            p::SGMCMC_PRECONDITIONER_DIAGONAL | p::SGMCMC_PRECONDITIONER_DENSE => true,
            p::SGMCMC_PRECONDITIONER_IDENTITY
            | p::SGMCMC_PRECONDITIONER_RMSPROP
            | p::SGMCMC_PRECONDITIONER_ADAGRAD
            | p::SGMCMC_PRECONDITIONER_POSITION_DEPENDENT
            | p::SGMCMC_PRECONDITIONER_POSITION_DEPENDENT_DENSE => false,
        })
    }

    /// Whether the kind is one that a drift and a preconditioner belong to.
    fn has_drift_and_preconditioner(&self) -> Result<bool, Error> {
        Ok(match sgmcmc_rule_kind::from_number(self.kind)? {
            sgmcmc_rule_kind::SGMCMC_RULE_LANGEVIN | sgmcmc_rule_kind::SGMCMC_RULE_LATTICE => true,
            sgmcmc_rule_kind::SGMCMC_RULE_SGHMC
            | sgmcmc_rule_kind::SGMCMC_RULE_ABOBA
            | sgmcmc_rule_kind::SGMCMC_RULE_BAOAB
            | sgmcmc_rule_kind::SGMCMC_RULE_SGNHT
            | sgmcmc_rule_kind::SGMCMC_RULE_ADAM
            | sgmcmc_rule_kind::SGMCMC_RULE_RECIPE => false,
        })
    }

    /// The core's rule. Only enums and flags are checked here, and that what they do not use has its default: the core
    /// checks ranges, where they matter.
    pub(crate) fn core_rule<'a>(&self, values: &'a [f64]) -> Result<Rule<'a>, sgmcmc_status> {
        let (drift, preconditioner) = (self.core_drift()?, self.core_preconditioner(values)?);
        // No one who asks for a preconditioned SGHMC shall get a plain one.
        let family = self.has_drift_and_preconditioner()?;
        if !family {
            if drift != Drift::None(NoDrift) {
                return Err(Error::DriftKind.into());
            }
            if preconditioner != Preconditioner::Identity {
                return Err(Error::PreconditionerKind.into());
            }
        }
        let Self { friction, noise_estimate, redraw_interval, beta1, beta2, .. } = *self;
        let velocity = if flag(self.draw_velocity)? { Velocity::Drawn } else { Velocity::Zero };
        let thermostat = match flag(self.thermostat_per_coordinate)? {
            true => Thermostat::PerCoordinate,
            false => Thermostat::Scalar,
        };
        let splitting = match sgmcmc_splitting::from_number(self.splitting)? {
            sgmcmc_splitting::SGMCMC_SPLITTING_EULER => Splitting::Euler,
            sgmcmc_splitting::SGMCMC_SPLITTING_SYMMETRIC => Splitting::Symmetric,
        };
        let core = match sgmcmc_rule_kind::from_number(self.kind)? {
            sgmcmc_rule_kind::SGMCMC_RULE_LANGEVIN => Rule::Langevin(Langevin { drift, preconditioner }),
            sgmcmc_rule_kind::SGMCMC_RULE_LATTICE => Rule::Lattice(Lattice { drift, preconditioner }),
            // Settings that no chain would take are not put together, so that a small program has no code for it.
            sgmcmc_rule_kind::SGMCMC_RULE_SGHMC
            | sgmcmc_rule_kind::SGMCMC_RULE_ABOBA
            | sgmcmc_rule_kind::SGMCMC_RULE_BAOAB
                if !built::UNDERDAMPED =>
            {
                return Err(Error::NotBuilt.into());
            }
            sgmcmc_rule_kind::SGMCMC_RULE_SGNHT if !built::THERMOSTAT => return Err(Error::NotBuilt.into()),
            sgmcmc_rule_kind::SGMCMC_RULE_ADAM if !built::OPTIMIZERS => return Err(Error::NotBuilt.into()),
            sgmcmc_rule_kind::SGMCMC_RULE_SGHMC => {
                Rule::Sghmc(Sghmc { friction, noise_estimate, redraw_interval, velocity })
            }
            sgmcmc_rule_kind::SGMCMC_RULE_ABOBA => Rule::Aboba(Aboba { friction, velocity }),
            sgmcmc_rule_kind::SGMCMC_RULE_BAOAB => Rule::Baoab(Baoab { friction, velocity }),
            sgmcmc_rule_kind::SGMCMC_RULE_SGNHT => {
                Rule::Sgnht(Sgnht { friction, thermostat, splitting, velocity })
            }
            sgmcmc_rule_kind::SGMCMC_RULE_ADAM => {
                let lambda = or_default(self.lambda, AdamOptimizer::default().lambda);
                Rule::Adam(AdamOptimizer { beta1, beta2, lambda })
            }
            sgmcmc_rule_kind::SGMCMC_RULE_RECIPE => Rule::Recipe(Recipe),
        };
        let mut used = Self { struct_size: self.struct_size, ..Self::with(&core, self)? };
        // Values may be those of another call.
        if family && self.has_values()? {
            used.preconditioner_values = self.preconditioner_values;
        }
        refuse_unused(self, &used, Owner::Rule)?;
        Ok(core)
    }

    fn core_drift(&self) -> Result<Drift, Error> {
        let Self { beta1, beta2, rho, .. } = *self;
        let (scale, lambda) = (self.drift_scale, self.lambda);
        let form = match sgmcmc_momentum_form::from_number(self.momentum_form)? {
            sgmcmc_momentum_form::SGMCMC_MOMENTUM_CALIBRATED => MomentumForm::Calibrated,
            sgmcmc_momentum_form::SGMCMC_MOMENTUM_PUBLISHED => MomentumForm::Published,
        };
        Ok(match sgmcmc_drift::from_number(self.drift)? {
            sgmcmc_drift::SGMCMC_DRIFT_NONE => Drift::None(NoDrift),
            _ if !built::DRIFTS => return Err(Error::NotBuilt),
            sgmcmc_drift::SGMCMC_DRIFT_MOMENTUM => {
                Drift::Momentum(Momentum { scale: or_default(scale, Momentum::default().scale), beta1, form })
            }
            sgmcmc_drift::SGMCMC_DRIFT_ADAM => {
                let of = Adam::default();
                let (scale, lambda) = (or_default(scale, of.scale), or_default(lambda, of.lambda));
                Drift::Adam(Adam { scale, beta1, beta2, lambda })
            }
            sgmcmc_drift::SGMCMC_DRIFT_ADAMAX => {
                let of = AdaMax::default();
                let (scale, lambda) = (or_default(scale, of.scale), or_default(lambda, of.lambda));
                Drift::AdaMax(AdaMax { scale, beta1, beta2, lambda })
            }
            sgmcmc_drift::SGMCMC_DRIFT_ADADELTA => {
                let of = Adadelta::default();
                let (scale, lambda) = (or_default(scale, of.scale), or_default(lambda, of.lambda));
                Drift::Adadelta(Adadelta { scale, rho, lambda })
            }
        })
    }

    fn core_preconditioner<'a>(&self, values: &'a [f64]) -> Result<Preconditioner<'a>, Error> {
        use sgmcmc_preconditioner as p;
        let (beta, lambda) = (self.preconditioner_beta, self.preconditioner_lambda);
        let reflect = flag(self.reflect)?;
        let scale = match sgmcmc_gradient_scale::from_number(self.gradient_scale)? {
            sgmcmc_gradient_scale::SGMCMC_GRADIENT_SCALE_MEAN => GradientScale::Mean,
            sgmcmc_gradient_scale::SGMCMC_GRADIENT_SCALE_SUM => GradientScale::Sum,
        };
        Ok(match p::from_number(self.preconditioner)? {
            p::SGMCMC_PRECONDITIONER_IDENTITY => Preconditioner::Identity,
            p::SGMCMC_PRECONDITIONER_RMSPROP | p::SGMCMC_PRECONDITIONER_ADAGRAD
                if !built::PRECONDITIONERS =>
            {
                return Err(Error::NotBuilt);
            }
            p::SGMCMC_PRECONDITIONER_DIAGONAL => Preconditioner::Diagonal(values),
            p::SGMCMC_PRECONDITIONER_RMSPROP => Preconditioner::RmsProp(RmsProp { beta, lambda, scale }),
            p::SGMCMC_PRECONDITIONER_ADAGRAD => Preconditioner::AdaGrad(AdaGrad { lambda, scale }),
            p::SGMCMC_PRECONDITIONER_DENSE => Preconditioner::Dense(values),
            p::SGMCMC_PRECONDITIONER_POSITION_DEPENDENT => Preconditioner::PositionDependent { reflect },
            p::SGMCMC_PRECONDITIONER_POSITION_DEPENDENT_DENSE => Preconditioner::PositionDependentDense,
        })
    }
}

/// Sets every field to the default of this kind of rule, and struct_size; SGMCMC_RULE_LANGEVIN becomes SGLD. With other
/// drifts and preconditioners, which have their own defaults when they are set, it is another member of the Langevin family,
/// or under SGMCMC_RULE_LATTICE of the lattice random walk's. Those with names are
///
///     SGLD    SGMCMC_DRIFT_NONE       SGMCMC_PRECONDITIONER_IDENTITY
///     pSGLD   SGMCMC_DRIFT_NONE       SGMCMC_PRECONDITIONER_RMSPROP
///     MSGLD   SGMCMC_DRIFT_MOMENTUM   SGMCMC_PRECONDITIONER_IDENTITY
///     ASGLD   SGMCMC_DRIFT_ADAM       SGMCMC_PRECONDITIONER_IDENTITY
///     SGRLD   SGMCMC_DRIFT_NONE       SGMCMC_PRECONDITIONER_POSITION_DEPENDENT
///
/// Returns: SGMCMC_OK; SGMCMC_ERROR_STRUCT_SIZE when struct_size is nothing that sizeof gives; refuses an unknown kind.
/// Out: rule:        struct_size bytes; fields that this library does not know are set to 0.
/// In:  struct_size: sizeof(sgmcmc_rule).
///      kind:        enum sgmcmc_rule_kind.
#[unsafe(no_mangle)]
#[allow(unsafe_op_in_unsafe_fn, reason = "the shim passes its pointer on to a `Call`")]
pub unsafe extern "C" fn sgmcmc_rule_init(
    rule: *mut sgmcmc_rule,
    struct_size: usize,
    kind: i32,
) -> sgmcmc_status {
    enter(|call| init(call, rule, struct_size, sgmcmc_rule::of(kind)))
}

fn init(
    call: &mut Call<'_>,
    rule: *mut sgmcmc_rule,
    struct_size: usize,
    value: Result<sgmcmc_rule, Error>,
) -> Result<(), Error> {
    let slot = call.init_struct(rule, struct_size)?;
    slot.write(value?);
    Ok(())
}
