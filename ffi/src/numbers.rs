//! Numbers as the enums of `enums` and `status`, from which `SGMCMC_BLESS_HEADER=1 cargo test --test header` makes this file.

use crate::constants::sgmcmc_simd;
use crate::enums::*;
use crate::status::sgmcmc_status;
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

impl sgmcmc_status {
    /// Every status, in the order of the numbers.
    pub(crate) const ALL: &[Self] = &[
        Self::SGMCMC_OK,
        Self::SGMCMC_ERROR_NULL_POINTER,
        Self::SGMCMC_ERROR_LENGTH_ZERO,
        Self::SGMCMC_ERROR_LENGTH_MISMATCH,
        Self::SGMCMC_ERROR_OVERLAP,
        Self::SGMCMC_ERROR_MEMORY_TOO_SMALL,
        Self::SGMCMC_ERROR_MEMORY_MISALIGNED,
        Self::SGMCMC_ERROR_NOT_INITIALIZED,
        Self::SGMCMC_ERROR_STRUCT_SIZE,
        Self::SGMCMC_ERROR_STRUCT_TOO_NEW,
        Self::SGMCMC_ERROR_LENGTH_TOO_LARGE,
        Self::SGMCMC_ERROR_THETA_NOT_FINITE,
        Self::SGMCMC_ERROR_CALLBACK_MISSING,
        Self::SGMCMC_ERROR_BATCH_INDEX,
        Self::SGMCMC_ERROR_IN_USE,
        Self::SGMCMC_ERROR_OTHER_BUILD,
        Self::SGMCMC_ERROR_FLOAT_ENVIRONMENT,
        Self::SGMCMC_ERROR_NOT_FINITE,
        Self::SGMCMC_ERROR_WEIGHT,
        Self::SGMCMC_ERROR_PROBABILITY,
        Self::SGMCMC_ERROR_OTHER_SETTINGS,
        Self::SGMCMC_ERROR_NOT_ESTIMATED,
        Self::SGMCMC_ERROR_KERNEL_SCALE,
        Self::SGMCMC_ERROR_NOT_CHECKPOINT,
        Self::SGMCMC_ERROR_CHECKPOINT_VERSION,
        Self::SGMCMC_ERROR_CHECKPOINT_LENGTH,
        Self::SGMCMC_ERROR_CHECKPOINT_DAMAGED,
        Self::SGMCMC_ERROR_CHECKPOINT_PRECISION,
        Self::SGMCMC_ERROR_CHECKPOINT_DIM,
        Self::SGMCMC_ERROR_CHECKPOINT_SETTINGS,
        Self::SGMCMC_ERROR_CHECKPOINT_CONTENTS,
        Self::SGMCMC_ERROR_PROGRESS_INTERVAL,
        Self::SGMCMC_ERROR_HEALTH_CHAIN,
        Self::SGMCMC_ERROR_SETTINGS_LINE,
        Self::SGMCMC_ERROR_SETTINGS_KEY,
        Self::SGMCMC_ERROR_SETTINGS_VALUE,
        Self::SGMCMC_ERROR_DATA_LEN,
        Self::SGMCMC_ERROR_BATCH_LEN,
        Self::SGMCMC_ERROR_BATCH_KIND,
        Self::SGMCMC_ERROR_SAMPLER_KIND,
        Self::SGMCMC_ERROR_PRIOR_KIND,
        Self::SGMCMC_ERROR_PRIOR_MEAN,
        Self::SGMCMC_ERROR_PRIOR_PRECISION,
        Self::SGMCMC_ERROR_MOMENTS_KIND,
        Self::SGMCMC_ERROR_CHAIN_INDEX,
        Self::SGMCMC_ERROR_THINNING,
        Self::SGMCMC_ERROR_SCHEDULE_KIND,
        Self::SGMCMC_ERROR_STEP_SIZE,
        Self::SGMCMC_ERROR_SCHEDULE_OFFSET,
        Self::SGMCMC_ERROR_SCHEDULE_EXPONENT,
        Self::SGMCMC_ERROR_TEMPERATURE,
        Self::SGMCMC_ERROR_UNSTABLE,
        Self::SGMCMC_ERROR_SCHEDULE_FACTOR,
        Self::SGMCMC_ERROR_SCHEDULE_PERIOD,
        Self::SGMCMC_ERROR_CYCLE_LEN,
        Self::SGMCMC_ERROR_EXPLORATION,
        Self::SGMCMC_ERROR_PROPOSAL_KIND,
        Self::SGMCMC_ERROR_DENSITY_KIND,
        Self::SGMCMC_ERROR_NOISE_KIND,
        Self::SGMCMC_ERROR_NOISE_SCALE,
        Self::SGMCMC_ERROR_LIKELIHOOD_SCALE,
        Self::SGMCMC_ERROR_BETA,
        Self::SGMCMC_ERROR_BETA_MAX,
        Self::SGMCMC_ERROR_REFRESH_LEN,
        Self::SGMCMC_ERROR_TARGET_ACCEPTANCE,
        Self::SGMCMC_ERROR_FLAG,
        Self::SGMCMC_ERROR_TUNER,
        Self::SGMCMC_ERROR_SCHEDULE_UNIT,
        Self::SGMCMC_ERROR_RULE_KIND,
        Self::SGMCMC_ERROR_DRIFT_KIND,
        Self::SGMCMC_ERROR_DRIFT_SCALE,
        Self::SGMCMC_ERROR_BETA1,
        Self::SGMCMC_ERROR_BETA2,
        Self::SGMCMC_ERROR_RHO,
        Self::SGMCMC_ERROR_LAMBDA,
        Self::SGMCMC_ERROR_MOMENTUM_FORM,
        Self::SGMCMC_ERROR_PRECONDITIONER_KIND,
        Self::SGMCMC_ERROR_PRECONDITIONER_DIAGONAL,
        Self::SGMCMC_ERROR_PRECONDITIONER_FACTOR,
        Self::SGMCMC_ERROR_FRICTION,
        Self::SGMCMC_ERROR_NOISE_ESTIMATE,
        Self::SGMCMC_ERROR_ESTIMATOR_KIND,
        Self::SGMCMC_ERROR_ANCHOR_LEN,
        Self::SGMCMC_ERROR_ANCHOR_INTERVAL,
        Self::SGMCMC_ERROR_CENTRE,
        Self::SGMCMC_ERROR_CLIPPING_KIND,
        Self::SGMCMC_ERROR_CLIPPING_LIMIT,
        Self::SGMCMC_ERROR_SLAB_DEVIATION,
        Self::SGMCMC_ERROR_SLAB_WEIGHT,
        Self::SGMCMC_ERROR_BLOCK_RANGE,
        Self::SGMCMC_ERROR_BLOCK_OVERLAP,
        Self::SGMCMC_ERROR_BLOCK_FACTOR,
        Self::SGMCMC_ERROR_BLOCK_PRIOR,
        Self::SGMCMC_ERROR_BLOCK_SAMPLER,
        Self::SGMCMC_ERROR_PRECONDITIONER_BETA,
        Self::SGMCMC_ERROR_STEP_JITTER,
        Self::SGMCMC_ERROR_SCHEDULE_FLOOR,
        Self::SGMCMC_ERROR_SCHEDULE_WARM_UP,
        Self::SGMCMC_ERROR_SAGA_EPOCHS,
        Self::SGMCMC_ERROR_SPLITTING,
        Self::SGMCMC_ERROR_GRADIENT_SCALE,
        Self::SGMCMC_ERROR_RULE_SETTING,
        Self::SGMCMC_ERROR_METROPOLIS_SETTING,
        Self::SGMCMC_ERROR_NOT_BUILT,
        Self::SGMCMC_ERROR_SIMD_KIND,
        Self::SGMCMC_ERROR_CENTROID_COUNT,
        Self::SGMCMC_ERROR_DRAW_WEIGHT,
        Self::SGMCMC_ERROR_PAIR_COUNT,
        Self::SGMCMC_ERROR_PRODUCT_COUNT,
        Self::SGMCMC_ERROR_DIFFERENCE,
        Self::SGMCMC_ERROR_INFLATION,
        Self::SGMCMC_ERROR_COVARIANCE_DIM,
        Self::SGMCMC_ERROR_LEAPFROG_COUNT,
        Self::SGMCMC_ERROR_KICK,
        Self::SGMCMC_ERROR_UNUSED_SETTING,
        Self::SGMCMC_ERROR_UNUSED_RULE_SETTING,
        Self::SGMCMC_ERROR_UNUSED_SCHEDULE_SETTING,
        Self::SGMCMC_ERROR_NOISE_COMPENSATION,
        Self::SGMCMC_ERROR_COMPENSATION_RULE,
        Self::SGMCMC_ERROR_COMPENSATION_DENSE,
        Self::SGMCMC_ERROR_COMPENSATION_COVARIANCE,
        Self::SGMCMC_ERROR_COMPENSATION_BATCH,
        Self::SGMCMC_ERROR_WARM_UP_BURN_IN,
        Self::SGMCMC_ERROR_STEP_SIZE_NOT_FOUND,
        Self::SGMCMC_ERROR_TUNED_NOISE,
        Self::SGMCMC_ERROR_PROPOSAL_GRADIENT_KIND,
        Self::SGMCMC_ERROR_HEALTH_WINDOW,
        Self::SGMCMC_ERROR_HEALTH_TOLERANCE,
        Self::SGMCMC_ERROR_WARM_UP_FAR,
        Self::SGMCMC_ERROR_WARM_UP_NOISE,
        Self::SGMCMC_ERROR_NOT_REPRESENTABLE,
        Self::SGMCMC_ERROR_WINDOW_LEN,
        Self::SGMCMC_ERROR_LOG_PRIOR_UNUSED,
        Self::SGMCMC_ERROR_LOG_LIKELIHOOD_NOT_FINITE,
        Self::SGMCMC_ERROR_GRADIENT_NOT_FINITE,
        Self::SGMCMC_ERROR_LOG_PRIOR_NOT_FINITE,
        Self::SGMCMC_ERROR_IMPOSSIBLE,
        Self::SGMCMC_ERROR_STEP_SIZE_NOT_USABLE,
        Self::SGMCMC_ERROR_TEMPERATURE_NOT_USABLE,
        Self::SGMCMC_ERROR_PRECONDITIONER_NOT_USABLE,
        Self::SGMCMC_ERROR_DIFFUSION_NOT_FINITE,
        Self::SGMCMC_ERROR_GRADIENT_NOISE,
        Self::SGMCMC_ERROR_MODEL_NOT_ASKED,
        Self::SGMCMC_ERROR_STOPPED,
        Self::SGMCMC_ERROR_STOPPED_BY_OBSERVER,
    ];
}
