//! Made by `cargo run -p schema`; edit the entries in the core.

use super::types::*;
use crate::fields::fields;
use crate::flag::flag;
use crate::given::{Given, choice, kept, or_default, stated};
use core_crate::{drift::*, mh::*, precond::*, prior::*, rule::*, schedule::*};
use core_crate::schema::Numbered;
use core_crate::{BatchSettings, Clipping, Error, Estimator, RuleSettings, Sampler, built};

impl sgmcmc_batch {
    pub(crate) const DEFAULT: Self = Self {
        kind: 0,
        len: 0,
        reserved2: [0; 2],
    };
}

impl Default for sgmcmc_batch {
    fn default() -> Self {
        Self::DEFAULT
    }
}

impl sgmcmc_batch {
    pub(crate) fn core<'a>(&self, given: &mut Given<'_, 'a>) -> Result<BatchSettings, Error> {
        Ok(match self.kind {
            0 => BatchSettings::WithoutReplacement(self.len),
            1 if built::BATCHES => BatchSettings::WithReplacement(self.len),
            1 => return Err(Error::NotBuilt),
            2 if built::BATCHES => BatchSettings::Epochs(self.len),
            2 => return Err(Error::NotBuilt),
            3 => BatchSettings::All,
            4 => BatchSettings::Caller,
            _ => return Err(Error::BatchKind),
        })
    }

    pub(crate) fn set(&mut self, core: &BatchSettings, from: &Self) -> Result<(), Error> {
        self.kind = match *core {
            BatchSettings::WithoutReplacement(len) => {
                self.len = len;
                0
            }
            BatchSettings::WithReplacement(len) if built::BATCHES => {
                self.len = len;
                1
            }
            BatchSettings::Epochs(len) if built::BATCHES => {
                self.len = len;
                2
            }
            BatchSettings::All => 3,
            BatchSettings::Caller => 4,
            _ => return Err(Error::NotBuilt),
        };
        Ok(())
    }
}

impl sgmcmc_drift {
    pub(crate) const DEFAULT: Self = Self {
        kind: 0,
        form: 0,
        scale: 0.0,
        beta1: 0.9,
        beta2: 0.999,
        lambda: 1e-5,
        rho: 0.95,
        reserved2: [0; 2],
    };
}

impl Default for sgmcmc_drift {
    fn default() -> Self {
        Self::DEFAULT
    }
}

impl sgmcmc_drift {
    pub(crate) fn core<'a>(&self, given: &mut Given<'_, 'a>) -> Result<Drift, Error> {
        Ok(match self.kind {
            0 => Drift::None(NoDrift),
            1 if built::DRIFTS => Drift::Momentum(Momentum { scale: or_default(self.scale, 1.0), beta1: self.beta1, form: choice(self.form, Error::MomentumForm)? }),
            1 => return Err(Error::NotBuilt),
            2 if built::DRIFTS => Drift::Adam(Adam { scale: or_default(self.scale, 10.0), beta1: self.beta1, beta2: self.beta2, lambda: self.lambda }),
            2 => return Err(Error::NotBuilt),
            3 if built::DRIFTS => Drift::AdaMax(AdaMax { scale: or_default(self.scale, 10.0), beta1: self.beta1, beta2: self.beta2, lambda: self.lambda }),
            3 => return Err(Error::NotBuilt),
            4 if built::DRIFTS => Drift::Adadelta(Adadelta { scale: or_default(self.scale, 10.0), rho: self.rho, lambda: self.lambda }),
            4 => return Err(Error::NotBuilt),
            _ => return Err(Error::DriftKind),
        })
    }

    pub(crate) fn set(&mut self, core: &Drift, from: &Self) -> Result<(), Error> {
        self.kind = match *core {
            Drift::None(NoDrift) => 0,
            Drift::Momentum(Momentum { scale, beta1, form }) if built::DRIFTS => {
                self.scale = stated(scale, 1.0, from.scale);
                self.beta1 = beta1;
                self.form = form.number();
                1
            }
            Drift::Adam(Adam { scale, beta1, beta2, lambda }) if built::DRIFTS => {
                self.scale = stated(scale, 10.0, from.scale);
                self.beta1 = beta1;
                self.beta2 = beta2;
                self.lambda = lambda;
                2
            }
            Drift::AdaMax(AdaMax { scale, beta1, beta2, lambda }) if built::DRIFTS => {
                self.scale = stated(scale, 10.0, from.scale);
                self.beta1 = beta1;
                self.beta2 = beta2;
                self.lambda = lambda;
                3
            }
            Drift::Adadelta(Adadelta { scale, rho, lambda }) if built::DRIFTS => {
                self.scale = stated(scale, 10.0, from.scale);
                self.rho = rho;
                self.lambda = lambda;
                4
            }
            _ => return Err(Error::NotBuilt),
        };
        Ok(())
    }
}

impl sgmcmc_preconditioner {
    pub(crate) const DEFAULT: Self = Self {
        kind: 0,
        scale: 0,
        reflect: 0,
        reserved: 0,
        beta: 0.99,
        lambda: 1e-5,
        values: core::ptr::null(),
        reserved2: [0; 2],
    };
}

impl Default for sgmcmc_preconditioner {
    fn default() -> Self {
        Self::DEFAULT
    }
}

impl sgmcmc_preconditioner {
    pub(crate) fn core<'a>(&self, given: &mut Given<'_, 'a>) -> Result<Preconditioner<'a>, Error> {
        Ok(match self.kind {
            0 => Preconditioner::Identity,
            1 if built::PRECONDITIONERS => Preconditioner::Diagonal(given.vector(self.values, false)?),
            1 => return Err(Error::NotBuilt),
            2 if built::PRECONDITIONERS => Preconditioner::RmsProp(RmsProp { beta: self.beta, lambda: self.lambda, scale: choice(self.scale, Error::GradientScale)? }),
            2 => return Err(Error::NotBuilt),
            6 if built::PRECONDITIONERS => Preconditioner::AdaGrad(AdaGrad { lambda: self.lambda, scale: choice(self.scale, Error::GradientScale)? }),
            6 => return Err(Error::NotBuilt),
            3 if built::DENSE => Preconditioner::Dense(given.vector(self.values, true)?),
            3 => return Err(Error::NotBuilt),
            4 if built::POSITION_DEPENDENT => Preconditioner::PositionDependent { reflect: flag(self.reflect)? },
            4 => return Err(Error::NotBuilt),
            5 if built::POSITION_DEPENDENT => Preconditioner::PositionDependentDense,
            5 => return Err(Error::NotBuilt),
            _ => return Err(Error::PreconditionerKind),
        })
    }

    pub(crate) fn set(&mut self, core: &Preconditioner<'_>, from: &Self) -> Result<(), Error> {
        self.kind = match *core {
            Preconditioner::Identity => 0,
            Preconditioner::Diagonal(values) if built::PRECONDITIONERS => {
                self.values = kept(from.values, !values.is_empty());
                1
            }
            Preconditioner::RmsProp(RmsProp { beta, lambda, scale }) if built::PRECONDITIONERS => {
                self.beta = beta;
                self.lambda = lambda;
                self.scale = scale.number();
                2
            }
            Preconditioner::AdaGrad(AdaGrad { lambda, scale }) if built::PRECONDITIONERS => {
                self.lambda = lambda;
                self.scale = scale.number();
                6
            }
            Preconditioner::Dense(values) if built::DENSE => {
                self.values = kept(from.values, !values.is_empty());
                3
            }
            Preconditioner::PositionDependent { reflect } if built::POSITION_DEPENDENT => {
                self.reflect = reflect.into();
                4
            }
            Preconditioner::PositionDependentDense if built::POSITION_DEPENDENT => 5,
            _ => return Err(Error::NotBuilt),
        };
        Ok(())
    }
}

impl sgmcmc_rule {
    pub(crate) const DEFAULT: Self = Self {
        kind: 0,
        velocity: 0,
        thermostat: 0,
        splitting: 0,
        drift: sgmcmc_drift::DEFAULT,
        preconditioner: sgmcmc_preconditioner::DEFAULT,
        friction: 0.1,
        noise_estimate: 0.0,
        redraw_interval: 0,
        beta1: 0.9,
        beta2: 0.999,
        lambda: 1e-8,
        reserved2: [0; 2],
    };
}

impl Default for sgmcmc_rule {
    fn default() -> Self {
        Self::DEFAULT
    }
}

impl sgmcmc_rule {
    pub(crate) fn core<'a>(&self, given: &mut Given<'_, 'a>) -> Result<Rule<'a>, Error> {
        Ok(match self.kind {
            0 if built::LANGEVIN => Rule::Langevin(Langevin { drift: self.drift.core(given)?, preconditioner: self.preconditioner.core(given)? }),
            0 => return Err(Error::NotBuilt),
            6 if built::LATTICE => Rule::Lattice(Lattice { drift: self.drift.core(given)?, preconditioner: self.preconditioner.core(given)? }),
            6 => return Err(Error::NotBuilt),
            1 if built::UNDERDAMPED => Rule::Sghmc(Sghmc { friction: self.friction, noise_estimate: self.noise_estimate, redraw_interval: self.redraw_interval, velocity: choice(self.velocity, Error::VelocityKind)? }),
            1 => return Err(Error::NotBuilt),
            2 if built::UNDERDAMPED => Rule::Aboba(Aboba { friction: self.friction, velocity: choice(self.velocity, Error::VelocityKind)? }),
            2 => return Err(Error::NotBuilt),
            7 if built::UNDERDAMPED => Rule::Baoab(Baoab { friction: self.friction, velocity: choice(self.velocity, Error::VelocityKind)? }),
            7 => return Err(Error::NotBuilt),
            3 if built::THERMOSTAT => Rule::Sgnht(Sgnht { friction: self.friction, thermostat: choice(self.thermostat, Error::ThermostatKind)?, splitting: choice(self.splitting, Error::Splitting)?, velocity: choice(self.velocity, Error::VelocityKind)? }),
            3 => return Err(Error::NotBuilt),
            4 if built::OPTIMIZERS => Rule::Adam(AdamOptimizer { beta1: self.beta1, beta2: self.beta2, lambda: self.lambda }),
            4 => return Err(Error::NotBuilt),
            5 if built::RECIPE => Rule::Recipe(Recipe),
            5 => return Err(Error::NotBuilt),
            _ => return Err(Error::RuleKind),
        })
    }

    pub(crate) fn set(&mut self, core: &Rule<'_>, from: &Self) -> Result<(), Error> {
        self.kind = match *core {
            Rule::Langevin(Langevin { drift, preconditioner }) if built::LANGEVIN => {
                self.drift.set(&drift, &from.drift)?;
                self.preconditioner.set(&preconditioner, &from.preconditioner)?;
                0
            }
            Rule::Lattice(Lattice { drift, preconditioner }) if built::LATTICE => {
                self.drift.set(&drift, &from.drift)?;
                self.preconditioner.set(&preconditioner, &from.preconditioner)?;
                6
            }
            Rule::Sghmc(Sghmc { friction, noise_estimate, redraw_interval, velocity }) if built::UNDERDAMPED => {
                self.friction = friction;
                self.noise_estimate = noise_estimate;
                self.redraw_interval = redraw_interval;
                self.velocity = velocity.number();
                1
            }
            Rule::Aboba(Aboba { friction, velocity }) if built::UNDERDAMPED => {
                self.friction = friction;
                self.velocity = velocity.number();
                2
            }
            Rule::Baoab(Baoab { friction, velocity }) if built::UNDERDAMPED => {
                self.friction = friction;
                self.velocity = velocity.number();
                7
            }
            Rule::Sgnht(Sgnht { friction, thermostat, splitting, velocity }) if built::THERMOSTAT => {
                self.friction = friction;
                self.thermostat = thermostat.number();
                self.splitting = splitting.number();
                self.velocity = velocity.number();
                3
            }
            Rule::Adam(AdamOptimizer { beta1, beta2, lambda }) if built::OPTIMIZERS => {
                self.beta1 = beta1;
                self.beta2 = beta2;
                self.lambda = lambda;
                4
            }
            Rule::Recipe(Recipe) if built::RECIPE => 5,
            _ => return Err(Error::NotBuilt),
        };
        Ok(())
    }
}

impl sgmcmc_schedule {
    pub(crate) const DEFAULT: Self = Self {
        kind: 0,
        reserved: 0,
        value: 0.0,
        offset: 1.0,
        exponent: 0.55,
        factor: 0.5,
        period: 0,
        cycle_len: 0,
        exploration: 0.0,
        floor: 0.0,
        warm_up: 0,
        reserved2: [0; 2],
    };
}

impl Default for sgmcmc_schedule {
    fn default() -> Self {
        Self::DEFAULT
    }
}

impl sgmcmc_schedule {
    pub(crate) fn core<'a>(&self, given: &mut Given<'_, 'a>) -> Result<Schedule, Error> {
        Ok(Schedule {
        shape: match self.kind {
            0 => Shape::Constant(Constant { value: self.value }),
            1 if built::SCHEDULES => Shape::Polynomial(Polynomial { value: self.value, offset: self.offset, exponent: self.exponent }),
            1 => return Err(Error::NotBuilt),
            2 if built::SCHEDULES => Shape::StepDecay(StepDecay { value: self.value, factor: self.factor, period: self.period }),
            2 => return Err(Error::NotBuilt),
            3 if built::SCHEDULES => Shape::Cyclical(Cyclical { value: self.value, cycle_len: self.cycle_len, exploration: self.exploration }),
            3 => return Err(Error::NotBuilt),
            4 => Shape::Callback,
            _ => return Err(Error::ScheduleKind),
        },
        floor: self.floor,
        warm_up: self.warm_up,
        })
    }

    pub(crate) fn set(&mut self, core: &Schedule, from: &Self) -> Result<(), Error> {
        self.floor = core.floor;
        self.warm_up = core.warm_up;
        self.kind = match core.shape {
            Shape::Constant(Constant { value }) => {
                self.value = value;
                0
            }
            Shape::Polynomial(Polynomial { value, offset, exponent }) if built::SCHEDULES => {
                self.value = value;
                self.offset = offset;
                self.exponent = exponent;
                1
            }
            Shape::StepDecay(StepDecay { value, factor, period }) if built::SCHEDULES => {
                self.value = value;
                self.factor = factor;
                self.period = period;
                2
            }
            Shape::Cyclical(Cyclical { value, cycle_len, exploration }) if built::SCHEDULES => {
                self.value = value;
                self.cycle_len = cycle_len;
                self.exploration = exploration;
                3
            }
            Shape::Callback => 4,
            _ => return Err(Error::NotBuilt),
        };
        Ok(())
    }
}

impl sgmcmc_noise_compensation {
    pub(crate) const DEFAULT: Self = Self {
        kind: 0,
        reserved: 0,
        covariance: core::ptr::null(),
        reserved2: [0; 2],
    };
}

impl Default for sgmcmc_noise_compensation {
    fn default() -> Self {
        Self::DEFAULT
    }
}

impl sgmcmc_noise_compensation {
    pub(crate) fn core<'a>(&self, given: &mut Given<'_, 'a>) -> Result<NoiseCompensation<'a>, Error> {
        Ok(match self.kind {
            0 => NoiseCompensation::None,
            1 if built::NOISE_COMPENSATION => NoiseCompensation::Diagonal(given.optional(self.covariance, false)?),
            1 => return Err(Error::NotBuilt),
            2 if built::NOISE_COMPENSATION => NoiseCompensation::Dense(given.optional(self.covariance, true)?),
            2 => return Err(Error::NotBuilt),
            _ => return Err(Error::NoiseCompensation),
        })
    }

    pub(crate) fn set(&mut self, core: &NoiseCompensation<'_>, from: &Self) -> Result<(), Error> {
        self.kind = match *core {
            NoiseCompensation::None => 0,
            NoiseCompensation::Diagonal(covariance) if built::NOISE_COMPENSATION => {
                self.covariance = kept(from.covariance, covariance.is_some());
                1
            }
            NoiseCompensation::Dense(covariance) if built::NOISE_COMPENSATION => {
                self.covariance = kept(from.covariance, covariance.is_some());
                2
            }
            _ => return Err(Error::NotBuilt),
        };
        Ok(())
    }
}

impl sgmcmc_noise {
    pub(crate) const DEFAULT: Self = Self {
        kind: 1,
        reserved: 0,
        sigma: 0.0,
        reserved2: [0; 2],
    };
}

impl Default for sgmcmc_noise {
    fn default() -> Self {
        Self::DEFAULT
    }
}

impl sgmcmc_noise {
    pub(crate) fn core<'a>(&self, given: &mut Given<'_, 'a>) -> Result<NoiseScale, Error> {
        Ok(match self.kind {
            0 => NoiseScale::Published,
            1 => NoiseScale::Langevin,
            2 => NoiseScale::Custom(self.sigma),
            _ => return Err(Error::NoiseKind),
        })
    }

    pub(crate) fn set(&mut self, core: &NoiseScale, from: &Self) -> Result<(), Error> {
        self.kind = match *core {
            NoiseScale::Published => 0,
            NoiseScale::Langevin => 1,
            NoiseScale::Custom(sigma) => {
                self.sigma = sigma;
                2
            }
            _ => return Err(Error::NotBuilt),
        };
        Ok(())
    }
}

impl sgmcmc_proposal {
    pub(crate) const DEFAULT: Self = Self {
        kind: 2,
        density: 0,
        leapfrog_count: 10,
        reserved: 0,
        step_size: 0.0,
        noise: sgmcmc_noise::DEFAULT,
        beta: 1.0,
        step_jitter: 0.3,
        reserved2: [0; 2],
    };
}

impl Default for sgmcmc_proposal {
    fn default() -> Self {
        Self::DEFAULT
    }
}

impl sgmcmc_proposal {
    pub(crate) fn core<'a>(&self, given: &mut Given<'_, 'a>) -> Result<Proposal, Error> {
        Ok(match self.kind {
            0 if built::RANDOM_WALK => Proposal::RandomWalk { step_size: self.step_size },
            0 => return Err(Error::NotBuilt),
            1 => Proposal::Sgld { step_size: self.step_size, noise: self.noise.core(given)? },
            2 => Proposal::Rsgld { step_size: self.step_size, noise: self.noise.core(given)?, beta: self.beta, density: choice(self.density, Error::DensityKind)? },
            3 if built::HMC => Proposal::Hmc { step_size: self.step_size, leapfrog_count: self.leapfrog_count, step_jitter: self.step_jitter },
            3 => return Err(Error::NotBuilt),
            _ => return Err(Error::ProposalKind),
        })
    }

    pub(crate) fn set(&mut self, core: &Proposal, from: &Self) -> Result<(), Error> {
        self.kind = match *core {
            Proposal::RandomWalk { step_size } if built::RANDOM_WALK => {
                self.step_size = step_size;
                0
            }
            Proposal::Sgld { step_size, noise } => {
                self.step_size = step_size;
                self.noise.set(&noise, &from.noise)?;
                1
            }
            Proposal::Rsgld { step_size, noise, beta, density } => {
                self.step_size = step_size;
                self.noise.set(&noise, &from.noise)?;
                self.beta = beta;
                self.density = density.number();
                2
            }
            Proposal::Hmc { step_size, leapfrog_count, step_jitter } if built::HMC => {
                self.step_size = step_size;
                self.leapfrog_count = leapfrog_count;
                self.step_jitter = step_jitter;
                3
            }
            _ => return Err(Error::NotBuilt),
        };
        Ok(())
    }
}

impl sgmcmc_sampler {
    pub(crate) const DEFAULT: Self = Self {
        kind: 0,
        schedule_unit: 0,
        refresh_len: 0,
        proposal_gradient: 0,
        tune_beta: 0,
        tune_step_size: 0,
        tune_refresh_len: 0,
        reserved: 0,
        rule: sgmcmc_rule::DEFAULT,
        step_size: sgmcmc_schedule::DEFAULT,
        temperature: sgmcmc_schedule { value: 1.0, ..sgmcmc_schedule::DEFAULT },
        compensation: sgmcmc_noise_compensation::DEFAULT,
        proposal: sgmcmc_proposal::DEFAULT,
        likelihood_scale: 0.0,
        beta_max: 1e3,
        tune_interval: 0,
        target_acceptance: 0.0,
        reserved2: [0; 2],
    };
}

impl Default for sgmcmc_sampler {
    fn default() -> Self {
        Self::DEFAULT
    }
}

impl sgmcmc_sampler {
    pub(crate) fn core<'a>(&self, given: &mut Given<'_, 'a>) -> Result<Sampler<'a>, Error> {
        Ok(match self.kind {
            0 => Sampler::Rule(RuleSettings { rule: self.rule.core(given)?, step_size: self.step_size.core(given)?, temperature: self.temperature.core(given)?, schedule_unit: choice(self.schedule_unit, Error::ScheduleUnit)?, compensation: self.compensation.core(given)? }),
            1 if built::METROPOLIS_HASTINGS => Sampler::MetropolisHastings(MetropolisHastings { proposal: self.proposal.core(given)?, likelihood_scale: self.likelihood_scale, refresh_len: self.refresh_len, proposal_gradient: choice(self.proposal_gradient, Error::ProposalGradientKind)?, tune_beta: flag(self.tune_beta)?, beta_max: self.beta_max, tune_interval: self.tune_interval, target_acceptance: flag(self.tune_step_size)?.then_some(self.target_acceptance), tune_refresh_len: flag(self.tune_refresh_len)? }),
            1 => return Err(Error::NotBuilt),
            _ => return Err(Error::SamplerKind),
        })
    }

    pub(crate) fn set(&mut self, core: &Sampler<'_>, from: &Self) -> Result<(), Error> {
        self.kind = match *core {
            Sampler::Rule(RuleSettings { rule, step_size, temperature, schedule_unit, compensation }) => {
                self.rule.set(&rule, &from.rule)?;
                self.step_size.set(&step_size, &from.step_size)?;
                self.temperature.set(&temperature, &from.temperature)?;
                self.schedule_unit = schedule_unit.number();
                self.compensation.set(&compensation, &from.compensation)?;
                0
            }
            Sampler::MetropolisHastings(MetropolisHastings { proposal, likelihood_scale, refresh_len, proposal_gradient, tune_beta, beta_max, tune_interval, target_acceptance, tune_refresh_len }) if built::METROPOLIS_HASTINGS => {
                self.proposal.set(&proposal, &from.proposal)?;
                self.likelihood_scale = likelihood_scale;
                self.refresh_len = refresh_len;
                self.proposal_gradient = proposal_gradient.number();
                self.tune_beta = tune_beta.into();
                self.beta_max = beta_max;
                self.tune_interval = tune_interval;
                self.tune_step_size = target_acceptance.is_some().into();
                self.target_acceptance = target_acceptance.unwrap_or(0.0);
                self.tune_refresh_len = tune_refresh_len.into();
                1
            }
            _ => return Err(Error::NotBuilt),
        };
        Ok(())
    }
}

impl sgmcmc_estimator {
    pub(crate) const DEFAULT: Self = Self {
        kind: 0,
        anchor_len: 0,
        averaged: 0,
        reserved: 0,
        interval: 0,
        centre: core::ptr::null(),
        reserved2: [0; 2],
    };
}

impl Default for sgmcmc_estimator {
    fn default() -> Self {
        Self::DEFAULT
    }
}

impl sgmcmc_estimator {
    pub(crate) fn core<'a>(&self, given: &mut Given<'_, 'a>) -> Result<Estimator<'a>, Error> {
        Ok(match self.kind {
            0 => Estimator::Plain,
            1 if built::CONTROL_VARIATES => Estimator::FixedCentre { centre: given.optional(self.centre, false)? },
            1 => return Err(Error::NotBuilt),
            2 if built::CONTROL_VARIATES => Estimator::Practical { anchor_len: self.anchor_len, interval: self.interval, averaged: flag(self.averaged)? },
            2 => return Err(Error::NotBuilt),
            3 if built::CONTROL_VARIATES => Estimator::Svrg { interval: self.interval, averaged: flag(self.averaged)? },
            3 => return Err(Error::NotBuilt),
            4 if built::CONTROL_VARIATES => Estimator::Saga,
            4 => return Err(Error::NotBuilt),
            _ => return Err(Error::EstimatorKind),
        })
    }

    pub(crate) fn set(&mut self, core: &Estimator<'_>, from: &Self) -> Result<(), Error> {
        self.kind = match *core {
            Estimator::Plain => 0,
            Estimator::FixedCentre { centre } if built::CONTROL_VARIATES => {
                self.centre = kept(from.centre, centre.is_some());
                1
            }
            Estimator::Practical { anchor_len, interval, averaged } if built::CONTROL_VARIATES => {
                self.anchor_len = anchor_len;
                self.interval = interval;
                self.averaged = averaged.into();
                2
            }
            Estimator::Svrg { interval, averaged } if built::CONTROL_VARIATES => {
                self.interval = interval;
                self.averaged = averaged.into();
                3
            }
            Estimator::Saga if built::CONTROL_VARIATES => 4,
            _ => return Err(Error::NotBuilt),
        };
        Ok(())
    }
}

impl sgmcmc_clipping {
    pub(crate) const DEFAULT: Self = Self {
        kind: 0,
        reserved: 0,
        limit: 0.0,
        reserved2: [0; 2],
    };
}

impl Default for sgmcmc_clipping {
    fn default() -> Self {
        Self::DEFAULT
    }
}

impl sgmcmc_clipping {
    pub(crate) fn core<'a>(&self, given: &mut Given<'_, 'a>) -> Result<Clipping, Error> {
        Ok(match self.kind {
            0 => Clipping::None,
            1 if built::CLIPPING => Clipping::Norm(self.limit),
            1 => return Err(Error::NotBuilt),
            2 if built::CLIPPING => Clipping::Element(self.limit),
            2 => return Err(Error::NotBuilt),
            _ => return Err(Error::ClippingKind),
        })
    }

    pub(crate) fn set(&mut self, core: &Clipping, from: &Self) -> Result<(), Error> {
        self.kind = match *core {
            Clipping::None => 0,
            Clipping::Norm(limit) if built::CLIPPING => {
                self.limit = limit;
                1
            }
            Clipping::Element(limit) if built::CLIPPING => {
                self.limit = limit;
                2
            }
            _ => return Err(Error::NotBuilt),
        };
        Ok(())
    }
}

impl sgmcmc_prior {
    pub(crate) const DEFAULT: Self = Self {
        kind: 1,
        reserved: 0,
        mean: 0.0,
        precision: 1.0,
        slab_weight: 0.0,
        slab_deviation: 0.0,
        spike_deviation: 0.0,
        means: core::ptr::null(),
        precisions: core::ptr::null(),
        reserved2: [0; 2],
    };
}

impl Default for sgmcmc_prior {
    fn default() -> Self {
        Self::DEFAULT
    }
}

impl sgmcmc_prior {
    pub(crate) fn core<'a>(&self, given: &mut Given<'_, 'a>) -> Result<Prior<'a>, Error> {
        Ok(match self.kind {
            1 => Prior::Flat(Flat),
            2 => Prior::Gaussian(Gaussian { mean: self.mean, precision: self.precision }),
            3 if built::PRIORS => Prior::GaussianVector(GaussianVector { mean: given.vector(self.means, false)?, precision: given.vector(self.precisions, false)? }),
            3 => return Err(Error::NotBuilt),
            4 if built::PRIORS => Prior::SpikeAndSlab(SpikeAndSlab { slab_weight: self.slab_weight, slab_deviation: self.slab_deviation, spike_deviation: self.spike_deviation }),
            4 => return Err(Error::NotBuilt),
            5 if built::PRIORS => Prior::Callback,
            5 => return Err(Error::NotBuilt),
            _ => return Err(Error::PriorKind),
        })
    }

    pub(crate) fn set(&mut self, core: &Prior<'_>, from: &Self) -> Result<(), Error> {
        self.kind = match *core {
            Prior::Flat(Flat) => 1,
            Prior::Gaussian(Gaussian { mean, precision }) => {
                self.mean = mean;
                self.precision = precision;
                2
            }
            Prior::GaussianVector(GaussianVector { mean, precision }) if built::PRIORS => {
                self.means = kept(from.means, !mean.is_empty());
                self.precisions = kept(from.precisions, !precision.is_empty());
                3
            }
            Prior::SpikeAndSlab(SpikeAndSlab { slab_weight, slab_deviation, spike_deviation }) if built::PRIORS => {
                self.slab_weight = slab_weight;
                self.slab_deviation = slab_deviation;
                self.spike_deviation = spike_deviation;
                4
            }
            Prior::Callback if built::PRIORS => 5,
            _ => return Err(Error::NotBuilt),
        };
        Ok(())
    }
}

impl sgmcmc_block {
    pub(crate) const DEFAULT: Self = Self {
        start: 0,
        len: 0,
        step_size_factor: 1.0,
        frozen: 0,
        reserved: 0,
        prior: sgmcmc_prior { kind: 0, ..sgmcmc_prior::DEFAULT },
    };
}

impl Default for sgmcmc_block {
    fn default() -> Self {
        Self::DEFAULT
    }
}

impl sgmcmc_chain_settings {
    pub(crate) const DEFAULT: Self = Self {
        struct_size: size_of::<Self>(),
        block_size: 0,
        seed: 0,
        chain_index: 0,
        data_len: 0,
        batch: sgmcmc_batch::DEFAULT,
        chunk_len: 0,
        moments: 0,
        sampler: sgmcmc_sampler::DEFAULT,
        estimator: sgmcmc_estimator::DEFAULT,
        clipping: sgmcmc_clipping::DEFAULT,
        prior: sgmcmc_prior::DEFAULT,
        burn_in: 0,
        thinning: 1,
        blocks: core::ptr::null(),
        block_count: 0,
        simd_level: 0,
        reserved: 0,
    };
}

impl Default for sgmcmc_chain_settings {
    fn default() -> Self {
        Self::DEFAULT
    }
}

impl sgmcmc_ensemble_settings {
    pub(crate) const DEFAULT: Self = Self {
        struct_size: size_of::<Self>(),
        block_size: 0,
        seed: 0,
        data_len: 0,
        chunk_len: 0,
        prior: sgmcmc_prior::DEFAULT,
        blocks: core::ptr::null(),
        block_count: 0,
        chain_count: 4,
        leapfrog_max: 100,
        curvature_dim_max: 64,
        draw_count: 1000,
        start_spread: 2.0,
        target_acceptance: 0.8,
        r_hat_max: 1.01,
        sample_size: 0.0,
        pass_max: 1e5,
        deviation_error: 0.05,
        sampler: 0,
        batch_len: 0,
    };
}

impl Default for sgmcmc_ensemble_settings {
    fn default() -> Self {
        Self::DEFAULT
    }
}

impl sgmcmc_transform {
    pub(crate) const DEFAULT: Self = Self {
        start: 0,
        len: 0,
        lower: 0.0,
        upper: 0.0,
        kind: 0,
        reserved: 0,
    };
}

impl Default for sgmcmc_transform {
    fn default() -> Self {
        Self::DEFAULT
    }
}

fields! {
    sgmcmc_batch {
        kind, len, reserved2: room,
    }
    sgmcmc_drift {
        kind, form, scale, beta1, beta2, lambda, rho, reserved2: room,
    }
    sgmcmc_preconditioner {
        kind, scale, reflect, reserved: room, beta, lambda, values, reserved2: room,
    }
    sgmcmc_rule {
        kind, velocity, thermostat, splitting, drift.kind, drift.form, drift.scale, drift.beta1, drift.beta2,
        drift.lambda, drift.rho, drift.reserved2: room, preconditioner.kind, preconditioner.scale,
        preconditioner.reflect, preconditioner.reserved: room, preconditioner.beta, preconditioner.lambda,
        preconditioner.values, preconditioner.reserved2: room, friction, noise_estimate, redraw_interval, beta1, beta2,
        lambda, reserved2: room,
    }
    sgmcmc_schedule {
        kind, reserved: room, value, offset, exponent, factor, period, cycle_len, exploration, floor, warm_up,
        reserved2: room,
    }
    sgmcmc_noise_compensation {
        kind, reserved: room, covariance, reserved2: room,
    }
    sgmcmc_noise {
        kind, reserved: room, sigma, reserved2: room,
    }
    sgmcmc_proposal {
        kind, density, leapfrog_count, reserved: room, step_size, noise.kind, noise.reserved: room, noise.sigma,
        noise.reserved2: room, beta, step_jitter, reserved2: room,
    }
    sgmcmc_sampler {
        kind, schedule_unit, refresh_len, proposal_gradient, tune_beta, tune_step_size, tune_refresh_len,
        reserved: room, rule.kind, rule.velocity, rule.thermostat, rule.splitting, rule.drift.kind, rule.drift.form,
        rule.drift.scale, rule.drift.beta1, rule.drift.beta2, rule.drift.lambda, rule.drift.rho,
        rule.drift.reserved2: room, rule.preconditioner.kind, rule.preconditioner.scale, rule.preconditioner.reflect,
        rule.preconditioner.reserved: room, rule.preconditioner.beta, rule.preconditioner.lambda,
        rule.preconditioner.values, rule.preconditioner.reserved2: room, rule.friction, rule.noise_estimate,
        rule.redraw_interval, rule.beta1, rule.beta2, rule.lambda, rule.reserved2: room, step_size.kind,
        step_size.reserved: room, step_size.value, step_size.offset, step_size.exponent, step_size.factor,
        step_size.period, step_size.cycle_len, step_size.exploration, step_size.floor, step_size.warm_up,
        step_size.reserved2: room, temperature.kind, temperature.reserved: room, temperature.value, temperature.offset,
        temperature.exponent, temperature.factor, temperature.period, temperature.cycle_len, temperature.exploration,
        temperature.floor, temperature.warm_up, temperature.reserved2: room, compensation.kind,
        compensation.reserved: room, compensation.covariance, compensation.reserved2: room, proposal.kind,
        proposal.density, proposal.leapfrog_count, proposal.reserved: room, proposal.step_size, proposal.noise.kind,
        proposal.noise.reserved: room, proposal.noise.sigma, proposal.noise.reserved2: room, proposal.beta,
        proposal.step_jitter, proposal.reserved2: room, likelihood_scale, beta_max, tune_interval, target_acceptance,
        reserved2: room,
    }
    sgmcmc_estimator {
        kind, anchor_len, averaged, reserved: room, interval, centre, reserved2: room,
    }
    sgmcmc_clipping {
        kind, reserved: room, limit, reserved2: room,
    }
    sgmcmc_prior {
        kind, reserved: room, mean, precision, slab_weight, slab_deviation, spike_deviation, means, precisions,
        reserved2: room,
    }
    sgmcmc_block {
        start, len, step_size_factor, frozen, reserved: room, prior.kind, prior.reserved: room, prior.mean,
        prior.precision, prior.slab_weight, prior.slab_deviation, prior.spike_deviation, prior.means, prior.precisions,
        prior.reserved2: room,
    }
    sgmcmc_chain_settings {
        struct_size, block_size, seed, chain_index, data_len, batch.kind, batch.len, batch.reserved2: room, chunk_len,
        moments, sampler.kind, sampler.schedule_unit, sampler.refresh_len, sampler.proposal_gradient,
        sampler.tune_beta, sampler.tune_step_size, sampler.tune_refresh_len, sampler.reserved: room, sampler.rule.kind,
        sampler.rule.velocity, sampler.rule.thermostat, sampler.rule.splitting, sampler.rule.drift.kind,
        sampler.rule.drift.form, sampler.rule.drift.scale, sampler.rule.drift.beta1, sampler.rule.drift.beta2,
        sampler.rule.drift.lambda, sampler.rule.drift.rho, sampler.rule.drift.reserved2: room,
        sampler.rule.preconditioner.kind, sampler.rule.preconditioner.scale, sampler.rule.preconditioner.reflect,
        sampler.rule.preconditioner.reserved: room, sampler.rule.preconditioner.beta,
        sampler.rule.preconditioner.lambda, sampler.rule.preconditioner.values,
        sampler.rule.preconditioner.reserved2: room, sampler.rule.friction, sampler.rule.noise_estimate,
        sampler.rule.redraw_interval, sampler.rule.beta1, sampler.rule.beta2, sampler.rule.lambda,
        sampler.rule.reserved2: room, sampler.step_size.kind, sampler.step_size.reserved: room,
        sampler.step_size.value, sampler.step_size.offset, sampler.step_size.exponent, sampler.step_size.factor,
        sampler.step_size.period, sampler.step_size.cycle_len, sampler.step_size.exploration, sampler.step_size.floor,
        sampler.step_size.warm_up, sampler.step_size.reserved2: room, sampler.temperature.kind,
        sampler.temperature.reserved: room, sampler.temperature.value, sampler.temperature.offset,
        sampler.temperature.exponent, sampler.temperature.factor, sampler.temperature.period,
        sampler.temperature.cycle_len, sampler.temperature.exploration, sampler.temperature.floor,
        sampler.temperature.warm_up, sampler.temperature.reserved2: room, sampler.compensation.kind,
        sampler.compensation.reserved: room, sampler.compensation.covariance, sampler.compensation.reserved2: room,
        sampler.proposal.kind, sampler.proposal.density, sampler.proposal.leapfrog_count,
        sampler.proposal.reserved: room, sampler.proposal.step_size, sampler.proposal.noise.kind,
        sampler.proposal.noise.reserved: room, sampler.proposal.noise.sigma, sampler.proposal.noise.reserved2: room,
        sampler.proposal.beta, sampler.proposal.step_jitter, sampler.proposal.reserved2: room,
        sampler.likelihood_scale, sampler.beta_max, sampler.tune_interval, sampler.target_acceptance,
        sampler.reserved2: room, estimator.kind, estimator.anchor_len, estimator.averaged, estimator.reserved: room,
        estimator.interval, estimator.centre, estimator.reserved2: room, clipping.kind, clipping.reserved: room,
        clipping.limit, clipping.reserved2: room, prior.kind, prior.reserved: room, prior.mean, prior.precision,
        prior.slab_weight, prior.slab_deviation, prior.spike_deviation, prior.means, prior.precisions,
        prior.reserved2: room, burn_in, thinning, blocks, block_count, simd_level, reserved: room,
    }
    sgmcmc_ensemble_settings {
        struct_size, block_size, seed, data_len, chunk_len, prior.kind, prior.reserved: room, prior.mean,
        prior.precision, prior.slab_weight, prior.slab_deviation, prior.spike_deviation, prior.means, prior.precisions,
        prior.reserved2: room, blocks, block_count, chain_count, leapfrog_max, curvature_dim_max, draw_count,
        start_spread, target_acceptance, r_hat_max, sample_size, pass_max, deviation_error, sampler, batch_len,
    }
    sgmcmc_transform {
        start, len, lower, upper, kind, reserved: room,
    }
}
