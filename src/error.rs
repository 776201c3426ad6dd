//! Everything that can be refused, with one number and one sentence each: the C ABI uses both as they stand.

use crate::schema::choice;
use core::fmt;

macro_rules! errors {
    ($( $name:ident = $number:literal, $message:literal; )*) => {
        choice! {
            /// Why a call was refused, in one sentence; nothing was done then but whole steps before. 1 to 99 are for
            /// arguments, 100 to 199 for settings, 200 to 299 for what happened in a step, 300 on for stops. A number is
            /// never given to another meaning; a later library may have more of them.
            Error, #[non_exhaustive];
            $( #[doc = $message] $name = $number; )*
        }

        impl Error {
            /// One sentence: what was refused, by its name where it is one setting, and what it must be.
            pub const fn message(self) -> &'static str {
                match self { $(Self::$name => $message,)* }
            }
        }
    };
}

errors! {
    NullPointer = 1, "a required pointer is NULL: none may be but where the header says so";
    LengthZero = 2, "a length is zero";
    LengthMismatch = 3, "lengths that must be equal differ";
    Overlap = 4, "buffers overlap";
    MemoryTooSmall = 5, "the memory is smaller than the size function or the text says, or than two rows of a reservoir";
    MemoryMisaligned = 6, "memory is not aligned: an object's, and what is worked in, to 64 bytes, an array's for its type";
    NotInitialized = 7, "the memory holds no initialized object of this kind";
    StructSize = 8, "struct_size or block_size is not what sizeof gives; call the _init function or set it to sizeof";
    StructTooNew = 9, "the struct has fields that this library does not know and that are not zero";
    LengthTooLarge = 10, "a length is too large for this machine or this library";
    ThetaNotFinite = 11, "theta has a NaN or an infinity";
    CallbackMissing = 12, "a callback of the model is missing: log_likelihood always, and log_prior, metric, diffusion, step_size or temperature where the prior, the preconditioner, the rule or a schedule is the host's";
    BatchIndex = 13, "a batch index is not below data_len";
    InUse = 14, "the object is in use by a call that has not returned";
    OtherBuild = 15, "the memory holds an object that another build of the library made";
    FloatEnvironment = 16, "the floating-point environment is not the default one, and cannot be set from here";
    NotFinite = 17, "a number is a NaN or an infinity";
    Weight = 18, "a weight must be from 1e-100 to 1e100";
    Probability = 19, "a probability must be from 0 to 1, the level of an interval above 0 and below 1, and 0 where none is used";
    OtherSettings = 20, "the two objects have different settings";
    NotEstimated = 21, "the settings did not ask for this estimate";
    KernelScale = 22, "the kernel's scale must be positive, and its square a normal number";

    NotCheckpoint = 23, "the bytes are not a checkpoint";
    CheckpointVersion = 24, "the checkpoint has a format that this library does not know";
    CheckpointLength = 25, "the checkpoint is truncated, or followed by other bytes";
    CheckpointDamaged = 26, "the checkpoint is damaged: its checksum is not that of its bytes";
    CheckpointPrecision = 27, "the checkpoint is of a chain in another precision";
    CheckpointDim = 28, "the checkpoint is of a chain with another number of parameters";
    CheckpointSettings = 29, "the checkpoint is of a chain with other settings";
    CheckpointContents = 30, "the checkpoint holds what no chain with these settings could have";
    ProgressInterval = 33, "the interval between two looks at a run must be at least 1";
    HealthChain = 34, "the chain is another than the one whose health is kept, or the same at an earlier step";
    Choice = 35, "a number is none of its enum";
    SettingsLine = 37, "a line of the settings is not of the form key = value";
    SettingsKey = 38, "a key of the settings is not known, or has no place beside the kinds above it";
    SettingsValue = 39, "a value of the settings is not one of its key, or a vector's or the blocks' fingerprint is another";

    DataLen = 100, "data_len must be from 1 to 2^32 - 1";
    BatchLen = 101, "batch_len must be from 1 to data_len, and in a warm-up the chain's";
    BatchKind = 102, "batch is not a known kind, or not one that the sampler or this call can use: where the caller gives it, and only there, a step needs its batch, and a pilot its batch_len";
    SamplerKind = 103, "sampler is not a known kind";
    PriorKind = 104, "prior is not a known kind";
    PriorMean = 105, "prior_mean must be finite in the precision of theta";
    PriorPrecision = 106, "prior_precision must be positive and finite in the precision of theta";
    MomentsKind = 107, "moments is not a known kind, or not one that the settings asked for";
    ChainIndex = 108, "chain_index must be below 65536";
    Thinning = 109, "thinning must be at least 1";
    ScheduleKind = 110, "a schedule's kind is not a known one, or not one that this call can use";
    StepSize = 111, "step_size must be positive, and usable in the precision of theta";
    ScheduleOffset = 112, "a schedule's offset must be positive and finite";
    ScheduleExponent = 113, "a schedule's exponent must be above 0.5 and at most 1";
    Temperature = 114, "temperature must be at least 0, and usable in the precision of theta; for the lattice rule it must be positive, and no schedule may explore";
    Unstable = 115, "step_size times prior_precision must be below 2, or the prior alone makes theta diverge";
    ScheduleFactor = 116, "a schedule's factor must be above 0 and at most 1";
    SchedulePeriod = 117, "a schedule's period must be at least 1";
    CycleLen = 118, "a schedule's cycle_len must be at least 1";
    Exploration = 119, "a schedule's exploration must be at least 0 and at most 1 - 1/cycle_len";
    ProposalKind = 120, "proposal is not a known kind";
    DensityKind = 121, "density is not a known kind";
    NoiseKind = 122, "noise is not a known kind";
    NoiseScale = 123, "noise_scale must be positive and finite in the precision of theta";
    LikelihoodScale = 124, "likelihood_scale must be positive and finite, and leave the noise so in the precision of theta";
    Beta = 125, "beta must be finite and at least 1";
    BetaMax = 126, "beta_max must be finite and at least beta";
    RefreshLen = 127, "refresh_len must be at most batch_len and at most data_len - batch_len";
    TargetAcceptance = 128, "target_acceptance must be between 0 and 1";
    Flag = 129, "a flag must be 0 or 1";
    Tuner = 130, "tune_beta needs the RSGLD proposal";
    ScheduleUnit = 131, "schedule_unit is not a known kind";
    RuleKind = 132, "a rule's kind is not a known one, or not one that this call can use";
    DriftKind = 133, "drift is not a known kind, or not one that the rule or this call can use";
    DriftScale = 134, "drift_scale must be positive and finite in the precision of theta";
    Beta1 = 135, "beta1 must be at least 0 and below 1";
    Beta2 = 136, "beta2 must be above beta1 squared and below 1";
    Rho = 137, "rho must be at least 0 and below 1";
    Lambda = 138, "lambda and preconditioner_lambda must be positive and finite, and so must the inverse of their squares in the precision of theta";
    MomentumForm = 139, "momentum_form is not a known kind";
    PreconditionerKind = 140, "preconditioner is not a known kind, or not one that this call can use";
    PreconditionerDiagonal = 141, "preconditioner's diagonal must be positive, its squares finite in the precision of theta";
    PreconditionerFactor = 142, "preconditioner's factor must have a positive diagonal, and fourth powers finite in the precision of theta";
    Friction = 143, "friction must be above 0 and at most 1, and below 0.5 for SGNHT by Euler's splitting";
    NoiseEstimate = 144, "noise_estimate must be at least 0 and at most friction";
    EstimatorKind = 145, "estimator is not a known kind, or not one that the sampler or the batches can go with";
    AnchorLen = 146, "anchor_len must be above batch_len and at most data_len";
    AnchorInterval = 147, "anchor_interval must be at least 1";
    Centre = 148, "centre must be finite in the precision of theta";
    ClippingKind = 149, "clipping is not a known kind, or a random walk has no gradient to clip";
    ClippingLimit = 150, "clipping_limit must be positive and finite, and over data_len so in the precision of theta";
    SlabDeviation = 151, "spike_deviation must be positive and below slab_deviation, and both usable in the precision of theta";
    SlabWeight = 152, "slab_weight must be above 0 and below 1";
    BlockRange = 153, "a block must have a length of at least 1 and end within theta";
    BlockOverlap = 154, "blocks must be in ascending order and must not overlap";
    BlockFactor = 155, "a block's step_size_factor must be positive and finite, and so must the steps that it multiplies in the precision of theta";
    BlockPrior = 156, "a block's own prior must be a built-in one without vectors, and the chain's prior no callback";
    BlockSampler = 157, "this rule cannot use a block's step_size_factor or frozen";
    PreconditionerBeta = 158, "preconditioner_beta must be at least 0 and below 1";
    StepJitter = 159, "step_jitter must be at least 0 and below 1";
    ScheduleFloor = 160, "a schedule's floor must be at least 0 and below 1, and 0 where a callback gives the values";
    ScheduleWarmUp = 161, "a schedule's warm_up must leave the first value above 0, and be 0 where a callback gives the values";
    SagaEpochs = 162, "SAGA with batches by epochs is biased: within an epoch the next batch holds only stale rows of its table";
    Splitting = 163, "splitting is not a known kind";
    GradientScale = 164, "gradient_scale is not a known kind";
    RuleSetting = 165, "under Metropolis-Hastings temperature, rule, the schedules and their unit, the anchor's settings and noise compensation must have their defaults";
    MetropolisSetting = 166, "under an update rule Metropolis-Hastings' settings, from proposal to target_acceptance, leapfrog_count and step_jitter, must have their defaults";
    NotBuilt = 167, "this build of the library leaves out a part that the settings ask for";
    SimdKind = 168, "simd_level is not a known kind";
    CentroidCount = 169, "centroid_count must be 0 or at least 16";
    DrawWeight = 170, "weights is not a known kind";
    PairCount = 171, "pair_count must be from 4 to 65536";
    ProductCount = 172, "product_count must be from 1 to 256";
    Difference = 173, "difference must be at least 0 and at most 10";
    Inflation = 174, "inflation must be above 0 and at most 1";
    CovarianceDim = 175, "covariance must be off for more than 64 parameters";
    LeapfrogCount = 176, "leapfrog_count must be at least 1";
    Kick = 177, "for HMC step_size times likelihood_scale, and half of it, must be positive and finite in the precision of theta, with a block's factor too";
    UnusedSetting = 178, "a setting of the chain or of a block that the chosen kinds do not use must have its default: leave it out, or as the _init function sets it";
    UnusedRuleSetting = 179, "a rule's setting that its kind, drift and preconditioner do not use must have its default: leave it out, or as the _init function sets it";
    UnusedScheduleSetting = 180, "a schedule's setting that its kind does not use must have its default: leave it out, or as the _init function sets it";
    NoiseCompensation = 181, "noise_compensation is not a known kind, or the chain has none";
    CompensationRule = 182, "noise compensation goes with SGLD under no or a fixed preconditioner, ABOBA, BAOAB, and SGHMC without a noise estimate; the diagonal one not with a dense preconditioner";
    CompensationDense = 183, "dense noise compensation takes at most 64 parameters, and no blocks";
    CompensationCovariance = 184, "noise_covariance must be finite and symmetric, with variances of at least 0";
    CompensationBatch = 185, "noise compensation wants batches with or without replacement; to find the covariance itself, of the chain's own drawing, a burn_in of at least 2, and another estimator than SAGA";
    WarmUpBurnIn = 186, "burn_in is too short for what it is to find: at least 1, and with a tuned step size and tune_beta at least 4 (tune_interval + 1)";
    StepSizeNotFound = 187, "a warm-up found no step size: the log posterior is flat where the chain stands; begin where it is curved, or set step_size";
    TunedNoise = 188, "a step size cannot be tuned towards an acceptance rate while noise is custom";
    ProposalGradientKind = 190, "proposal_gradient is not a known kind";

    HealthWindow = 191, "window must be from 100 to 2^32";
    HealthTolerance = 192, "tolerance must be above 0 and at most 1";
    WarmUpFar = 193, "half-way through the burn-in the mode is still far: begin where an optimiser has come, burn in for longer, or take larger batches";
    WarmUpNoise = 194, "half-way through the burn-in noise hides how far the mode is, and allows no steps that would lead there: take larger batches or a control variate, or give the pilot more pairs";
    NotRepresentable = 195, "a result is too large or too small for a double: scale the numbers, or ask estimates for deviations";
    WindowLen = 196, "window_len must be 0, or even and from 32 to 1024";
    LogPriorUnused = 197, "the model has a log_prior that the settings do not ask for: choose the callback as prior, or a model without";

    LogLikelihoodNotFinite = 200, "the log-likelihood callback gave NaN or an infinity";
    GradientNotFinite = 201, "the gradient has a NaN, an infinity or a number too large to scale";
    LogPriorNotFinite = 202, "the log prior callback gave NaN or an infinity";
    Impossible = 203, "the model cannot be evaluated at theta";
    StepSizeNotUsable = 204, "the step size of the schedule, the callback or the warm-up is none that is positive in the precision of theta";
    TemperatureNotUsable = 205, "the temperature of the schedule or the callback is none that is at least 0 in the precision of theta";
    PreconditionerNotUsable = 206, "the preconditioner callback gave a metric that is negative, or a metric or Gamma that is too large or not finite";
    DiffusionNotFinite = 207, "the diffusion callback gave a NaN, an infinity or a number too large";
    GradientNoise = 208, "the gradient's noise is more than the rule injects at this step size";
    ModelNotAsked = 209, "step_size is so large that more than 1000 proposals in a row overflowed before the model was asked: set a smaller one";

    Stopped = 300, "a callback stopped the chain";
    StoppedByObserver = 301, "the observer stopped the run";
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.message())
    }
}

impl core::error::Error for Error {}
