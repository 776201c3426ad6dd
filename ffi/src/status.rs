//! What every call answers: the numbers of `sgmcmc::Error`, and 0.

use core::ffi::{CStr, c_char};
use core_crate::Error;

/// What a call answers. The numbers never change their meaning; a later library may have more of them.
///
/// 1 to 99: arguments. 100 to 199: settings. 200 to 299: what happened in a step. From 300: stops.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub enum sgmcmc_status {
    /// Done.
    SGMCMC_OK = 0,
    /// A required pointer is NULL.
    SGMCMC_ERROR_NULL_POINTER = 1,
    /// A vector has no elements.
    SGMCMC_ERROR_LENGTH_ZERO = 2,
    /// Two vectors that belong together differ in length.
    SGMCMC_ERROR_LENGTH_MISMATCH = 3,
    /// Two buffers share memory.
    SGMCMC_ERROR_OVERLAP = 4,
    /// The caller's memory is smaller than the size that was asked for.
    SGMCMC_ERROR_MEMORY_TOO_SMALL = 5,
    /// The caller's memory starts at the wrong address.
    SGMCMC_ERROR_MEMORY_MISALIGNED = 6,
    /// The memory holds no object of this kind.
    SGMCMC_ERROR_NOT_INITIALIZED = 7,
    /// A struct's struct_size, or block_size, is not one that sizeof can give: no field ends there.
    SGMCMC_ERROR_STRUCT_SIZE = 8,
    /// A struct is longer than this library knows, and the unknown part is not zero.
    SGMCMC_ERROR_STRUCT_TOO_NEW = 9,
    /// A length or index does not fit.
    SGMCMC_ERROR_LENGTH_TOO_LARGE = 10,
    /// theta is not finite.
    SGMCMC_ERROR_THETA_NOT_FINITE = 11,
    /// A callback is missing that the settings need.
    SGMCMC_ERROR_CALLBACK_MISSING = 12,
    /// A batch index is not below data_len.
    SGMCMC_ERROR_BATCH_INDEX = 13,
    /// A callback used the object whose call it is in.
    SGMCMC_ERROR_IN_USE = 14,
    /// The memory holds an object that another build of the library made.
    SGMCMC_ERROR_OTHER_BUILD = 15,
    /// The floating-point environment is not the default one, and the library cannot set it on this target.
    SGMCMC_ERROR_FLOAT_ENVIRONMENT = 16,
    /// A number of a draw is not finite.
    SGMCMC_ERROR_NOT_FINITE = 17,
    /// The weight of a draw is outside 1e-100 to 1e100.
    SGMCMC_ERROR_WEIGHT = 18,
    /// A probability is outside 0 to 1, or the level of an interval outside (0, 1).
    SGMCMC_ERROR_PROBABILITY = 19,
    /// Two objects that are to be merged have different settings.
    SGMCMC_ERROR_OTHER_SETTINGS = 20,
    /// The settings did not ask for this estimate.
    SGMCMC_ERROR_NOT_ESTIMATED = 21,
    /// The kernel's scale is not positive, or its square not a normal number.
    SGMCMC_ERROR_KERNEL_SCALE = 22,
    /// The bytes do not begin as a checkpoint does.
    SGMCMC_ERROR_NOT_CHECKPOINT = 23,
    /// The checkpoint's format is not the one that this library writes.
    SGMCMC_ERROR_CHECKPOINT_VERSION = 24,
    /// The bytes are fewer or more than the checkpoint has.
    SGMCMC_ERROR_CHECKPOINT_LENGTH = 25,
    /// The checkpoint's bytes are not those that were saved.
    SGMCMC_ERROR_CHECKPOINT_DAMAGED = 26,
    /// The checkpoint is of a chain in the other precision.
    SGMCMC_ERROR_CHECKPOINT_PRECISION = 27,
    /// The checkpoint is of a chain with another number of parameters.
    SGMCMC_ERROR_CHECKPOINT_DIM = 28,
    /// The checkpoint is of a chain with other settings.
    SGMCMC_ERROR_CHECKPOINT_SETTINGS = 29,
    /// The checkpoint was not saved by this library: no chain is ever in the state that it describes.
    SGMCMC_ERROR_CHECKPOINT_CONTENTS = 30,
    /// There are no steps between two looks at a run's progress.
    SGMCMC_ERROR_PROGRESS_INTERVAL = 33,
    /// What has looked at one chain is shown another, or the same at an earlier step.
    SGMCMC_ERROR_HEALTH_CHAIN = 34,
    /// A line of settings as text is no key = value.
    SGMCMC_ERROR_SETTINGS_LINE = 37,
    /// A line's key is that of no setting, or of none that goes with the kinds that the lines above it chose.
    SGMCMC_ERROR_SETTINGS_KEY = 38,
    /// A line's value is none that its key can have.
    SGMCMC_ERROR_SETTINGS_VALUE = 39,
    /// data_len is zero.
    SGMCMC_ERROR_DATA_LEN = 100,
    /// batch_len is zero or exceeds data_len, or is not the chain's in a warm-up.
    SGMCMC_ERROR_BATCH_LEN = 101,
    /// Unknown kind of batch, or one that does not go with the call.
    SGMCMC_ERROR_BATCH_KIND = 102,
    /// Unknown sampler.
    SGMCMC_ERROR_SAMPLER_KIND = 103,
    /// Unknown prior.
    SGMCMC_ERROR_PRIOR_KIND = 104,
    /// The prior's mean is not finite.
    SGMCMC_ERROR_PRIOR_MEAN = 105,
    /// The prior's precision is not positive and finite.
    SGMCMC_ERROR_PRIOR_PRECISION = 106,
    /// Unknown kind of moments.
    SGMCMC_ERROR_MOMENTS_KIND = 107,
    /// chain_index is beyond the last chain of a seed.
    SGMCMC_ERROR_CHAIN_INDEX = 108,
    /// thinning is zero.
    SGMCMC_ERROR_THINNING = 109,
    /// Unknown schedule.
    SGMCMC_ERROR_SCHEDULE_KIND = 110,
    /// A step size is not positive and finite.
    SGMCMC_ERROR_STEP_SIZE = 111,
    /// The polynomial schedule's offset is not positive and finite.
    SGMCMC_ERROR_SCHEDULE_OFFSET = 112,
    /// The polynomial schedule's exponent is outside (0.5, 1].
    SGMCMC_ERROR_SCHEDULE_EXPONENT = 113,
    /// The temperature is negative or not finite, or 0 under a rule that has no step there.
    SGMCMC_ERROR_TEMPERATURE = 114,
    /// A Langevin step would overshoot the Gaussian prior ever further.
    SGMCMC_ERROR_UNSTABLE = 115,
    /// The step decay's factor is outside (0, 1].
    SGMCMC_ERROR_SCHEDULE_FACTOR = 116,
    /// The step decay's period is zero.
    SGMCMC_ERROR_SCHEDULE_PERIOD = 117,
    /// The cyclical schedule's cycle is empty.
    SGMCMC_ERROR_CYCLE_LEN = 118,
    /// The cyclical schedule's exploration part is negative, or leaves nothing of a cycle.
    SGMCMC_ERROR_EXPLORATION = 119,
    /// Unknown proposal.
    SGMCMC_ERROR_PROPOSAL_KIND = 120,
    /// Unknown density.
    SGMCMC_ERROR_DENSITY_KIND = 121,
    /// Unknown scaling of sigma.
    SGMCMC_ERROR_NOISE_KIND = 122,
    /// The noise_scale of SGMCMC_NOISE_CUSTOM is not positive and finite.
    SGMCMC_ERROR_NOISE_SCALE = 123,
    /// likelihood_scale is not positive and finite, or the noise that it gives is not.
    SGMCMC_ERROR_LIKELIHOOD_SCALE = 124,
    /// beta is below 1 or not finite.
    SGMCMC_ERROR_BETA = 125,
    /// The cap on beta is below beta or not finite.
    SGMCMC_ERROR_BETA_MAX = 126,
    /// refresh_len exceeds the batch or what lies outside it.
    SGMCMC_ERROR_REFRESH_LEN = 127,
    /// The target acceptance rate is outside (0, 1).
    SGMCMC_ERROR_TARGET_ACCEPTANCE = 128,
    /// A flag is neither 0 nor 1.
    SGMCMC_ERROR_FLAG = 129,
    /// The tuner does not fit the proposal.
    SGMCMC_ERROR_TUNER = 130,
    /// Unknown unit of a schedule.
    SGMCMC_ERROR_SCHEDULE_UNIT = 131,
    /// Unknown update rule.
    SGMCMC_ERROR_RULE_KIND = 132,
    /// Unknown drift.
    SGMCMC_ERROR_DRIFT_KIND = 133,
    /// The drift's scale is not positive and finite.
    SGMCMC_ERROR_DRIFT_SCALE = 134,
    /// The decay beta1 of the mean gradient is outside [0, 1).
    SGMCMC_ERROR_BETA1 = 135,
    /// The decay beta2 of the squared gradient is outside [0, 1), or not above beta1 squared.
    SGMCMC_ERROR_BETA2 = 136,
    /// The decay rho of Adadelta's averages is outside [0, 1).
    SGMCMC_ERROR_RHO = 137,
    /// A lambda that keeps a denominator from zero is not positive, or too small for the precision.
    SGMCMC_ERROR_LAMBDA = 138,
    /// Unknown form of the momentum drift.
    SGMCMC_ERROR_MOMENTUM_FORM = 139,
    /// Unknown preconditioner.
    SGMCMC_ERROR_PRECONDITIONER_KIND = 140,
    /// A fixed diagonal preconditioner has an element that is not positive, or too large to be used.
    SGMCMC_ERROR_PRECONDITIONER_DIAGONAL = 141,
    /// A dense factor has a diagonal that is not positive or an element that is too large to be used.
    SGMCMC_ERROR_PRECONDITIONER_FACTOR = 142,
    /// The friction is outside (0, 1], or for SGNHT by Euler's splitting not below 1/2.
    SGMCMC_ERROR_FRICTION = 143,
    /// The noise estimate is outside [0, friction].
    SGMCMC_ERROR_NOISE_ESTIMATE = 144,
    /// Unknown estimator.
    SGMCMC_ERROR_ESTIMATOR_KIND = 145,
    /// The anchor's batch is not larger than the step's.
    SGMCMC_ERROR_ANCHOR_LEN = 146,
    /// The interval between anchors is zero.
    SGMCMC_ERROR_ANCHOR_INTERVAL = 147,
    /// The centre of the control variate is not finite.
    SGMCMC_ERROR_CENTRE = 148,
    /// Unknown kind of clipping.
    SGMCMC_ERROR_CLIPPING_KIND = 149,
    /// The clipping limit is not positive and finite.
    SGMCMC_ERROR_CLIPPING_LIMIT = 150,
    /// The deviations of spike and slab are not in order.
    SGMCMC_ERROR_SLAB_DEVIATION = 151,
    /// The slab's weight is outside (0, 1).
    SGMCMC_ERROR_SLAB_WEIGHT = 152,
    /// A block of parameters is empty or leaves the vector.
    SGMCMC_ERROR_BLOCK_RANGE = 153,
    /// Blocks of parameters overlap or are not in ascending order.
    SGMCMC_ERROR_BLOCK_OVERLAP = 154,
    /// A block's step-size factor is not positive and finite, or a step that it multiplies is not.
    SGMCMC_ERROR_BLOCK_FACTOR = 155,
    /// A block's prior is not flat, Gaussian or spike and slab, or the chain's prior is a callback.
    SGMCMC_ERROR_BLOCK_PRIOR = 156,
    /// A block that moves otherwise than the rest, under a rule whose terms the host writes for all of theta.
    SGMCMC_ERROR_BLOCK_SAMPLER = 157,
    /// The decay beta of the RMSprop preconditioner is outside [0, 1).
    SGMCMC_ERROR_PRECONDITIONER_BETA = 158,
    /// step_jitter is outside [0, 1).
    SGMCMC_ERROR_STEP_JITTER = 159,
    /// A schedule's floor is outside [0, 1), or a callback gives the values.
    SGMCMC_ERROR_SCHEDULE_FLOOR = 160,
    /// A schedule's warm-up leaves nothing of the first value, or a callback gives the values.
    SGMCMC_ERROR_SCHEDULE_WARM_UP = 161,
    /// SAGA with batches by epochs, under which it is biased.
    SGMCMC_ERROR_SAGA_EPOCHS = 162,
    /// Unknown splitting of the thermostat's equations.
    SGMCMC_ERROR_SPLITTING = 163,
    /// Unknown scale of the gradient that a preconditioner looks at.
    SGMCMC_ERROR_GRADIENT_SCALE = 164,
    /// A setting that only update rules use is not at its default under Metropolis-Hastings.
    SGMCMC_ERROR_RULE_SETTING = 165,
    /// A setting that only Metropolis-Hastings uses is not at its default under an update rule.
    SGMCMC_ERROR_METROPOLIS_SETTING = 166,
    /// This build of the library leaves out a part that the settings ask for: one of a family, each a Cargo feature.
    SGMCMC_ERROR_NOT_BUILT = 167,
    /// Unknown instruction set.
    SGMCMC_ERROR_SIMD_KIND = 168,
    /// The room for centroids is neither 0 nor at least 16.
    SGMCMC_ERROR_CENTROID_COUNT = 169,
    /// Unknown weight of draws.
    SGMCMC_ERROR_DRAW_WEIGHT = 170,
    /// The number of a pilot's pairs of batches is outside 4 to 65536.
    SGMCMC_ERROR_PAIR_COUNT = 171,
    /// The number of a pilot's products with the curvature is outside 1 to 256.
    SGMCMC_ERROR_PRODUCT_COUNT = 172,
    /// The reach of a pilot's differences is negative or above 10.
    SGMCMC_ERROR_DIFFERENCE = 173,
    /// The inflation that a pilot is to tolerate is outside (0, 1].
    SGMCMC_ERROR_INFLATION = 174,
    /// A matrix of covariances is wanted for more than 64 parameters.
    SGMCMC_ERROR_COVARIANCE_DIM = 175,
    /// A trajectory of HMC has no steps.
    SGMCMC_ERROR_LEAPFROG_COUNT = 176,
    /// The change of HMC's momentum by a mean gradient of 1 is not a positive number of the precision.
    SGMCMC_ERROR_KICK = 177,
    /// A setting of the chain or of a block that the chosen kinds do not use is not at its default.
    SGMCMC_ERROR_UNUSED_SETTING = 178,
    /// A rule's setting that its kind, drift and preconditioner do not use is not at its default.
    SGMCMC_ERROR_UNUSED_RULE_SETTING = 179,
    /// A schedule's setting that its kind does not use is not at its default.
    SGMCMC_ERROR_UNUSED_SCHEDULE_SETTING = 180,
    /// Unknown noise compensation, or a chain without, of which its numbers are wanted.
    SGMCMC_ERROR_NOISE_COMPENSATION = 181,
    /// Noise compensation for a rule that admits none.
    SGMCMC_ERROR_COMPENSATION_RULE = 182,
    /// Dense noise compensation of too many parameters, or with blocks.
    SGMCMC_ERROR_COMPENSATION_DENSE = 183,
    /// What is given for the covariance of the gradient is none.
    SGMCMC_ERROR_COMPENSATION_COVARIANCE = 184,
    /// Noise compensation for batches whose noise is none, or not new in every step, or that the chain cannot look at.
    SGMCMC_ERROR_COMPENSATION_BATCH = 185,
    /// A burn_in too short for what it is to find: at least 1, and with tune_step_size and tune_beta at least
    /// 4 (tune_interval + 1).
    SGMCMC_ERROR_WARM_UP_BURN_IN = 186,
    /// A warm-up found nothing that limits a step size: the posterior is not curved where the chain stands.
    SGMCMC_ERROR_STEP_SIZE_NOT_FOUND = 187,
    /// A step size that is tuned beside a noise that is not.
    SGMCMC_ERROR_TUNED_NOISE = 188,
    /// Unknown gradient of proposals.
    SGMCMC_ERROR_PROPOSAL_GRADIENT_KIND = 190,
    /// The window of recent steps is outside 100 to 2^32.
    SGMCMC_ERROR_HEALTH_WINDOW = 191,
    /// The tolerated heat is outside (0, 1].
    SGMCMC_ERROR_HEALTH_TOLERANCE = 192,
    /// Half-way through its burn-in a warm-up's chain is still far from the mode.
    SGMCMC_ERROR_WARM_UP_FAR = 193,
    /// Half-way through its burn-in a warm-up's chain has a gradient that noise hides, and steps that lead nowhere.
    SGMCMC_ERROR_WARM_UP_NOISE = 194,
    /// The square of a deviation, or a sum of products, is too large or too small to be a normal double.
    SGMCMC_ERROR_NOT_REPRESENTABLE = 195,
    /// Room for means of batches that is odd, or not from 32 to 1024.
    SGMCMC_ERROR_WINDOW_LEN = 196,
    /// A model has a log prior, which the settings do not ask for (C ABI).
    SGMCMC_ERROR_LOG_PRIOR_UNUSED = 197,
    /// The log-likelihood is NaN or infinite where a number is needed.
    SGMCMC_ERROR_LOG_LIKELIHOOD_NOT_FINITE = 200,
    /// The gradient has a NaN, an infinity, or a number too large to be scaled by n.
    SGMCMC_ERROR_GRADIENT_NOT_FINITE = 201,
    /// The log prior is NaN or infinite where a number is needed.
    SGMCMC_ERROR_LOG_PRIOR_NOT_FINITE = 202,
    /// The model cannot be evaluated at theta: under a rule a step has nowhere to go, under Metropolis-Hastings the chain
    /// cannot start.
    SGMCMC_ERROR_IMPOSSIBLE = 203,
    /// A function of the caller's gave a step size that cannot be used.
    SGMCMC_ERROR_STEP_SIZE_NOT_USABLE = 204,
    /// The schedule has come to a temperature that is negative, not finite, or too large for the precision of theta.
    SGMCMC_ERROR_TEMPERATURE_NOT_USABLE = 205,
    /// The host's position-dependent preconditioner is negative, too large or not finite, or its Gamma not finite.
    SGMCMC_ERROR_PRECONDITIONER_NOT_USABLE = 206,
    /// The host's diffusion gave a drift or a noise that is not finite.
    SGMCMC_ERROR_DIFFUSION_NOT_FINITE = 207,
    /// Noise compensation has nothing left to inject: the step size is too large for the gradient's noise.
    SGMCMC_ERROR_GRADIENT_NOISE = 208,
    /// A thousand proposals in a row have overflowed before the model was asked: the step size is much too large. The next
    /// steps are refused, too, until another is set.
    SGMCMC_ERROR_MODEL_NOT_ASKED = 209,
    /// A callback stopped the chain; its code is handed back unchanged.
    SGMCMC_ERROR_STOPPED = 300,
    /// The observer, or what looks at the progress, stopped the run; the step that it saw stays done.
    SGMCMC_ERROR_STOPPED_BY_OBSERVER = 301,
}

/// The two lists are one: 0, then the core's errors with their numbers.
const _: () = {
    assert!(sgmcmc_status::ALL.len() == Error::ALL.len() + 1);
    let mut i = 0;
    while i < Error::ALL.len() {
        assert!(sgmcmc_status::ALL[i + 1] as i32 == Error::ALL[i] as i32);
        i += 1;
    }
};

impl From<Result<(), Error>> for sgmcmc_status {
    fn from(result: Result<(), Error>) -> Self {
        let number = result.map_or_else(|error| error as i32, |()| 0);
        let status = Self::ALL.iter().find(|status| **status as i32 == number);
        // Found: see the assertion above.
        status.copied().unwrap_or(Self::SGMCMC_ERROR_STOPPED)
    }
}

/// The length of the core's sentences, each with its closing zero.
const TEXTS_SIZE: usize = {
    let (mut size, mut i) = (0, 0);
    while i < Error::ALL.len() {
        size += Error::ALL[i].message().len() + 1;
        i += 1;
    }
    size
};

/// The core's sentences as C strings, one after the other, in the order of [`Error::ALL`].
static TEXTS: [u8; TEXTS_SIZE] = {
    let mut texts = [0; TEXTS_SIZE];
    let (mut at, mut i) = (0, 0);
    while i < Error::ALL.len() {
        let message = Error::ALL[i].message().as_bytes();
        let mut j = 0;
        while j < message.len() {
            texts[at + j] = message[j];
            j += 1;
        }
        at += message.len() + 1;
        i += 1;
    }
    texts
};

/// One English sentence for a status: what was refused, by its name where it is one setting, and what it must be.
///
/// Returns: a string that lives as long as the library; never NULL, also for numbers that are no status.
#[unsafe(no_mangle)]
pub extern "C" fn sgmcmc_status_message(status: i32) -> *const c_char {
    let text = Error::ALL
        .iter()
        .zip(TEXTS.split_inclusive(|byte| *byte == 0))
        .find(|(error, _)| **error as i32 == status);
    let text = match (status, text) {
        (0, _) => Ok(c"done"),
        (_, Some((_, text))) => CStr::from_bytes_with_nul(text),
        (_, None) => Ok(c"not a status of this library"),
    };
    text.unwrap_or_default().as_ptr()
}
