//! Numbers as the enums of `enums`: made by `cargo run -p schema`.

use crate::constants::sgmcmc_simd;
use crate::enums::*;
use core_crate::Error;

impl sgmcmc_sampler {
    /// The choice with this number, or the error that names the setting.
    pub(crate) fn from_number(number: i32) -> Result<Self, Error> {
        match number {
            0 => Ok(Self::SGMCMC_SAMPLER_RULE),
            1 => Ok(Self::SGMCMC_SAMPLER_METROPOLIS_HASTINGS),
            _ => Err(Error::SamplerKind),
        }
    }
}

impl sgmcmc_batch {
    /// The choice with this number, or the error that names the setting.
    pub(crate) fn from_number(number: i32) -> Result<Self, Error> {
        match number {
            0 => Ok(Self::SGMCMC_BATCH_WITHOUT_REPLACEMENT),
            1 => Ok(Self::SGMCMC_BATCH_WITH_REPLACEMENT),
            2 => Ok(Self::SGMCMC_BATCH_EPOCHS),
            3 => Ok(Self::SGMCMC_BATCH_ALL),
            4 => Ok(Self::SGMCMC_BATCH_CALLER),
            _ => Err(Error::BatchKind),
        }
    }
}

impl sgmcmc_rule_kind {
    /// The choice with this number, or the error that names the setting.
    pub(crate) fn from_number(number: i32) -> Result<Self, Error> {
        match number {
            0 => Ok(Self::SGMCMC_RULE_LANGEVIN),
            1 => Ok(Self::SGMCMC_RULE_SGHMC),
            2 => Ok(Self::SGMCMC_RULE_ABOBA),
            3 => Ok(Self::SGMCMC_RULE_SGNHT),
            4 => Ok(Self::SGMCMC_RULE_ADAM),
            5 => Ok(Self::SGMCMC_RULE_RECIPE),
            6 => Ok(Self::SGMCMC_RULE_LATTICE),
            7 => Ok(Self::SGMCMC_RULE_BAOAB),
            _ => Err(Error::RuleKind),
        }
    }
}

impl sgmcmc_drift {
    /// The choice with this number, or the error that names the setting.
    pub(crate) fn from_number(number: i32) -> Result<Self, Error> {
        match number {
            0 => Ok(Self::SGMCMC_DRIFT_NONE),
            1 => Ok(Self::SGMCMC_DRIFT_MOMENTUM),
            2 => Ok(Self::SGMCMC_DRIFT_ADAM),
            3 => Ok(Self::SGMCMC_DRIFT_ADAMAX),
            4 => Ok(Self::SGMCMC_DRIFT_ADADELTA),
            _ => Err(Error::DriftKind),
        }
    }
}

impl sgmcmc_momentum_form {
    /// The choice with this number, or the error that names the setting.
    pub(crate) fn from_number(number: i32) -> Result<Self, Error> {
        match number {
            0 => Ok(Self::SGMCMC_MOMENTUM_CALIBRATED),
            1 => Ok(Self::SGMCMC_MOMENTUM_PUBLISHED),
            _ => Err(Error::MomentumForm),
        }
    }
}

impl sgmcmc_splitting {
    /// The choice with this number, or the error that names the setting.
    pub(crate) fn from_number(number: i32) -> Result<Self, Error> {
        match number {
            0 => Ok(Self::SGMCMC_SPLITTING_EULER),
            1 => Ok(Self::SGMCMC_SPLITTING_SYMMETRIC),
            _ => Err(Error::Splitting),
        }
    }
}

impl sgmcmc_preconditioner {
    /// The choice with this number, or the error that names the setting.
    pub(crate) fn from_number(number: i32) -> Result<Self, Error> {
        match number {
            0 => Ok(Self::SGMCMC_PRECONDITIONER_IDENTITY),
            1 => Ok(Self::SGMCMC_PRECONDITIONER_DIAGONAL),
            2 => Ok(Self::SGMCMC_PRECONDITIONER_RMSPROP),
            3 => Ok(Self::SGMCMC_PRECONDITIONER_DENSE),
            4 => Ok(Self::SGMCMC_PRECONDITIONER_POSITION_DEPENDENT),
            5 => Ok(Self::SGMCMC_PRECONDITIONER_POSITION_DEPENDENT_DENSE),
            6 => Ok(Self::SGMCMC_PRECONDITIONER_ADAGRAD),
            _ => Err(Error::PreconditionerKind),
        }
    }
}

impl sgmcmc_gradient_scale {
    /// The choice with this number, or the error that names the setting.
    pub(crate) fn from_number(number: i32) -> Result<Self, Error> {
        match number {
            0 => Ok(Self::SGMCMC_GRADIENT_SCALE_MEAN),
            1 => Ok(Self::SGMCMC_GRADIENT_SCALE_SUM),
            _ => Err(Error::GradientScale),
        }
    }
}

impl sgmcmc_schedule_kind {
    /// The choice with this number, or the error that names the setting.
    pub(crate) fn from_number(number: i32) -> Result<Self, Error> {
        match number {
            0 => Ok(Self::SGMCMC_SCHEDULE_CONSTANT),
            1 => Ok(Self::SGMCMC_SCHEDULE_POLYNOMIAL),
            2 => Ok(Self::SGMCMC_SCHEDULE_STEP_DECAY),
            3 => Ok(Self::SGMCMC_SCHEDULE_CYCLICAL),
            4 => Ok(Self::SGMCMC_SCHEDULE_CALLBACK),
            _ => Err(Error::ScheduleKind),
        }
    }
}

impl sgmcmc_schedule_unit {
    /// The choice with this number, or the error that names the setting.
    pub(crate) fn from_number(number: i32) -> Result<Self, Error> {
        match number {
            0 => Ok(Self::SGMCMC_SCHEDULE_UNIT_STEP),
            1 => Ok(Self::SGMCMC_SCHEDULE_UNIT_EPOCH),
            _ => Err(Error::ScheduleUnit),
        }
    }
}

impl sgmcmc_estimator {
    /// The choice with this number, or the error that names the setting.
    pub(crate) fn from_number(number: i32) -> Result<Self, Error> {
        match number {
            0 => Ok(Self::SGMCMC_ESTIMATOR_PLAIN),
            1 => Ok(Self::SGMCMC_ESTIMATOR_FIXED_CENTRE),
            2 => Ok(Self::SGMCMC_ESTIMATOR_PRACTICAL),
            3 => Ok(Self::SGMCMC_ESTIMATOR_SVRG),
            4 => Ok(Self::SGMCMC_ESTIMATOR_SAGA),
            _ => Err(Error::EstimatorKind),
        }
    }
}

impl sgmcmc_clipping {
    /// The choice with this number, or the error that names the setting.
    pub(crate) fn from_number(number: i32) -> Result<Self, Error> {
        match number {
            0 => Ok(Self::SGMCMC_CLIPPING_NONE),
            1 => Ok(Self::SGMCMC_CLIPPING_NORM),
            2 => Ok(Self::SGMCMC_CLIPPING_ELEMENT),
            _ => Err(Error::ClippingKind),
        }
    }
}

impl sgmcmc_noise_compensation {
    /// The choice with this number, or the error that names the setting.
    pub(crate) fn from_number(number: i32) -> Result<Self, Error> {
        match number {
            0 => Ok(Self::SGMCMC_NOISE_COMPENSATION_NONE),
            1 => Ok(Self::SGMCMC_NOISE_COMPENSATION_DIAGONAL),
            2 => Ok(Self::SGMCMC_NOISE_COMPENSATION_DENSE),
            _ => Err(Error::NoiseCompensation),
        }
    }
}

impl sgmcmc_proposal {
    /// The choice with this number, or the error that names the setting.
    pub(crate) fn from_number(number: i32) -> Result<Self, Error> {
        match number {
            0 => Ok(Self::SGMCMC_PROPOSAL_RANDOM_WALK),
            1 => Ok(Self::SGMCMC_PROPOSAL_SGLD),
            2 => Ok(Self::SGMCMC_PROPOSAL_RSGLD),
            3 => Ok(Self::SGMCMC_PROPOSAL_HMC),
            _ => Err(Error::ProposalKind),
        }
    }
}

impl sgmcmc_density {
    /// The choice with this number, or the error that names the setting.
    pub(crate) fn from_number(number: i32) -> Result<Self, Error> {
        match number {
            0 => Ok(Self::SGMCMC_DENSITY_NORMALIZED),
            1 => Ok(Self::SGMCMC_DENSITY_UNNORMALIZED),
            _ => Err(Error::DensityKind),
        }
    }
}

impl sgmcmc_proposal_gradient {
    /// The choice with this number, or the error that names the setting.
    pub(crate) fn from_number(number: i32) -> Result<Self, Error> {
        match number {
            0 => Ok(Self::SGMCMC_PROPOSAL_GRADIENT_POSTERIOR),
            1 => Ok(Self::SGMCMC_PROPOSAL_GRADIENT_PUBLISHED),
            _ => Err(Error::ProposalGradientKind),
        }
    }
}

impl sgmcmc_noise {
    /// The choice with this number, or the error that names the setting.
    pub(crate) fn from_number(number: i32) -> Result<Self, Error> {
        match number {
            0 => Ok(Self::SGMCMC_NOISE_PUBLISHED),
            1 => Ok(Self::SGMCMC_NOISE_LANGEVIN),
            2 => Ok(Self::SGMCMC_NOISE_CUSTOM),
            _ => Err(Error::NoiseKind),
        }
    }
}

impl sgmcmc_prior {
    /// The choice with this number, or the error that names the setting.
    pub(crate) fn from_number(number: i32) -> Result<Self, Error> {
        match number {
            0 => Ok(Self::SGMCMC_PRIOR_CHAIN),
            1 => Ok(Self::SGMCMC_PRIOR_FLAT),
            2 => Ok(Self::SGMCMC_PRIOR_GAUSSIAN),
            3 => Ok(Self::SGMCMC_PRIOR_GAUSSIAN_VECTOR),
            4 => Ok(Self::SGMCMC_PRIOR_SPIKE_AND_SLAB),
            5 => Ok(Self::SGMCMC_PRIOR_CALLBACK),
            _ => Err(Error::PriorKind),
        }
    }
}

impl sgmcmc_moments {
    /// The choice with this number, or the error that names the setting.
    pub(crate) fn from_number(number: i32) -> Result<Self, Error> {
        match number {
            0 => Ok(Self::SGMCMC_MOMENTS_NONE),
            1 => Ok(Self::SGMCMC_MOMENTS_PLAIN),
            2 => Ok(Self::SGMCMC_MOMENTS_WEIGHTED),
            3 => Ok(Self::SGMCMC_MOMENTS_BOTH),
            _ => Err(Error::MomentsKind),
        }
    }
}

impl sgmcmc_draw_weight {
    /// The choice with this number, or the error that names the setting.
    pub(crate) fn from_number(number: i32) -> Result<Self, Error> {
        match number {
            0 => Ok(Self::SGMCMC_DRAW_WEIGHT_EQUAL),
            1 => Ok(Self::SGMCMC_DRAW_WEIGHT_STEP_SIZE),
            2 => Ok(Self::SGMCMC_DRAW_WEIGHT_NEXT_STEP_SIZE),
            _ => Err(Error::DrawWeight),
        }
    }
}

impl sgmcmc_simd {
    /// The choice with this number, or the error that names the setting.
    pub(crate) fn from_number(number: i32) -> Result<Self, Error> {
        match number {
            0 => Ok(Self::SGMCMC_SIMD_NONE),
            1 => Ok(Self::SGMCMC_SIMD_SSE2),
            2 => Ok(Self::SGMCMC_SIMD_AVX2),
            3 => Ok(Self::SGMCMC_SIMD_AVX512),
            4 => Ok(Self::SGMCMC_SIMD_NEON),
            5 => Ok(Self::SGMCMC_SIMD_WASM128),
            _ => Err(Error::SimdKind),
        }
    }
}
