//! Everything that can be refused, with one number and one sentence each: the C ABI uses both as they stand.

use crate::schema::choice;
use core::fmt;

macro_rules! errors {
    ($( $name:ident = $number:literal, $([$setting:literal])? $message:literal; )*) => {
        choice! {
            /// Why a call was refused, in one sentence; nothing was done then but whole steps before. 1 to 99 are for
            /// arguments, 200 to 299 for what happened in a step, 300 on for stops, above 1000 for a setting, and 100 to
            /// 199 for the rest. A number is never given to another meaning; a later library may have more of them.
            Error, #[non_exhaustive];
            $( #[doc = concat!($($setting, " ",)? $message)] $name = $number; )*
        }

        impl Error {
            /// One sentence: what was refused, and what it must be. That of a setting begins with its name.
            pub const fn message(self) -> &'static str {
                match self { $(Self::$name => concat!($($setting, " ",)? $message),)* }
            }

            /// The name of the setting that was refused, where it is one: the end of its path in a chain's settings, or a field of
            /// others.
            pub const fn setting(self) -> Option<&'static str> {
                match self { $(Self::$name => errors!(@setting $($setting)?),)* }
            }
        }
    };
    (@setting) => { None };
    (@setting $setting:literal) => { Some($setting) };
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
    StructTooNew = 9, "the struct has fields that are reserved, or that this library does not know, and that are not zero: call the _init function first";
    LengthTooLarge = 10, "a length is too large for this machine or this library";
    ThetaNotFinite = 11, "theta has a NaN or an infinity";
    CallbackMissing = 12, "a callback of the model is missing: log_likelihood always, and log_prior, metric, diffusion or temperature where the prior, the preconditioner, the rule or the schedule is the host's";
    BatchIndex = 13, "a batch index is not below data_len";
    InUse = 14, "the object is in use by a call that has not returned";
    OtherBuild = 15, "the memory holds an object that another build of the library made";
    FloatEnvironment = 16, "the floating-point environment is not the default one, and cannot be set from here";
    NotFinite = 17, "a number is a NaN or an infinity";
    Weight = 18, "a weight must be from 1e-100 to 1e100";
    Probability = 19, "a probability must be from 0 to 1, the level of an interval above 0 and below 1, and 0 where none is used";
    OtherSettings = 20, "the two objects have different settings";
    NotEstimated = 21, "there is no such estimate: the settings did not ask for it, or a round of chains has not ended";
    KernelScale = 22, "the kernel's scale must be positive, and its square a normal number";
    NotCheckpoint = 23, "the bytes are not a checkpoint";
    CheckpointVersion = 24, "the checkpoint has a format that this library does not know";
    CheckpointLength = 25, "the checkpoint is truncated, or followed by other bytes";
    CheckpointDamaged = 26, "the checkpoint is damaged: its checksum is not that of its bytes";
    OtherPrecision = 27, "the checkpoint or the ensemble is in another precision than the function";
    CheckpointDim = 28, "the checkpoint is of a chain with another number of parameters";
    CheckpointSettings = 29, "the checkpoint is of a chain with other settings";
    CheckpointContents = 30, "the checkpoint holds what no chain with these settings could have";
    HealthChain = 34, "the chain is another than the one whose health is kept, or the same at an earlier step";
    Choice = 35, "a number is none of its enum";
    Flag = 36, "a flag must be 0 or 1";
    SettingsLine = 37, "a line of the settings is not of the form key = value";
    SettingsKey = 38, "a key of the settings is not known, or has no place beside the kinds above it";
    SettingsValue = 39, "a value of the settings is not one of its key, or a vector's or the blocks' fingerprint is another";

    ValueNotFinite = 60, "a constrained value, the log Jacobian or a gradient in theta is a NaN, or too large for its precision";
    ValueOutside = 61, "a value is on or outside its bounds, or not above the one before, or those of a simplex do not sum to 1, or a row of a factor has another length than 1 or no positive diagonal";

    NoStepSize = 166, "no step size is known: set the rule's step_size (in C its value), let a warm-up find one in a burn_in of at least 1, or give the model a step_size callback";
    NotBuilt = 167, "this build of the library leaves out a part that the settings ask for";
    StepSizeNotFound = 187, "a warm-up found no step size: the log posterior is flat where the chain stands; begin where it is curved, or set step_size";
    WarmUpFar = 193, "half-way through the burn-in the mode is still far: begin where an optimiser has come, burn in for longer, or take larger batches";
    WarmUpNoise = 194, "half-way through the burn-in noise hides how far the mode is, and allows no steps that would lead there: take larger batches or a control variate, or give the pilot more pairs";
    NotRepresentable = 195, "a result is too large or too small for a double: scale the numbers, or ask estimates for deviations";
    LogPriorUnused = 197, "the model has a log_prior that the settings do not ask for: choose the callback as prior, or a model without";

    LogLikelihoodNotFinite = 200, "the log-likelihood callback gave NaN or an infinity";
    GradientNotFinite = 201, "the gradient has a NaN, an infinity or a number too large to scale";
    LogPriorNotFinite = 202, "the log prior callback gave NaN or an infinity";
    Impossible = 203, "the model cannot be evaluated at theta";
    StepSizeNotUsable = 204, "the step size of the schedule, the callback or the warm-up is not positive, or too small or too large for the precision of theta";
    TemperatureNotUsable = 205, "the temperature of the schedule or the callback is negative, or too large for the precision of theta, or 0 under the lattice rule";
    PreconditionerNotUsable = 206, "the preconditioner callback gave a metric that is negative, or a metric or Gamma that is too large or not finite";
    DiffusionNotFinite = 207, "the diffusion callback gave a NaN, an infinity or a number too large";
    GradientNoise = 208, "the gradient's noise is more than the rule injects at this step size";
    ModelNotAsked = 209, "step_size is so large that more than 1000 proposals in a row overflowed before the model was asked: set a smaller one";

    Stopped = 300, "a callback stopped the chain";
    StoppedByObserver = 301, "the observer stopped the run";

    ProgressInterval = 1001, ["interval"] "between two looks at a run must be at least 1";
    DataLen = 1002, ["data_len"] "must be from 1 to 2^32 - 1";
    BatchLen = 1003, ["batch.len"] "must be from 1 to data_len";
    BatchKind = 1004, ["batch.kind"] "is not a known one, or not one that the sampler or this call can use: with the caller's batches every step must be given one, and a pilot a batch_len; other chains take none";
    SamplerKind = 1005, ["sampler.kind"] "is not a known one";
    PriorKind = 1006, ["prior.kind"] "is not a known one, or is a block's alone";
    PriorMean = 1007, ["prior.mean"] "must be finite in the precision of theta";
    PriorMeans = 1008, ["prior.means"] "must be finite in the precision of theta";
    PriorPrecision = 1009, ["prior.precision"] "must be positive and finite in the precision of theta";
    PriorPrecisions = 1010, ["prior.precisions"] "must be positive and finite in the precision of theta";
    MomentsKind = 1011, ["moments"] "is not a known one, or not plain or weighted, as this call wants it and the settings asked for";
    ChainIndex = 1012, ["chain_index"] "must be below 65536";
    Thinning = 1013, ["thinning"] "must be at least 1";
    ScheduleKind = 1014, ["kind"] "of a schedule is not a known one, or not one that this call can use";
    StepSize = 1015, ["step_size"] "of a rule or a proposal must be positive, and usable in the precision of theta; a rule's may be left out, for a warm-up to find, with all of its schedule as it begins, and a proposal's may be 0 with tune_step_size";
    ScheduleOffset = 1016, ["offset"] "of a schedule must be positive and finite";
    ScheduleExponent = 1017, ["exponent"] "of a schedule must be above 0.5 and at most 1";
    Temperature = 1018, ["temperature"] "must be at least 0, and usable in the precision of theta; for the lattice rule it must be positive, and no schedule may explore";
    Unstable = 1019, ["step_size"] "is so large that the prior alone makes theta diverge: take a smaller one, for SGLD below 2 over the prior's precision times a block's step_size_factor";
    ScheduleFactor = 1020, ["factor"] "of a schedule must be above 0 and at most 1";
    SchedulePeriod = 1021, ["period"] "of a schedule must be at least 1";
    CycleLen = 1022, ["cycle_len"] "of a schedule must be at least 1";
    Exploration = 1023, ["exploration"] "of a schedule must be at least 0 and at most 1 - 1/cycle_len";
    ProposalKind = 1024, ["proposal.kind"] "is not a known one";
    DensityKind = 1025, ["density"] "is not a known one";
    NoiseKind = 1026, ["noise.kind"] "is not a known one";
    NoiseScale = 1027, ["noise.sigma"] "must be positive and finite in the precision of theta";
    LikelihoodScale = 1028, ["likelihood_scale"] "must be positive and finite, and leave the noise so in the precision of theta";
    Beta = 1029, ["proposal.beta"] "must be finite and at least 1";
    BetaMax = 1030, ["beta_max"] "must be finite and at least proposal.beta";
    BetaMaxUnused = 1031, ["beta_max"] "is for the RSGLD proposal alone: leave it at its default";
    RefreshLen = 1032, ["refresh_len"] "must be at most batch.len and at most data_len - batch.len";
    TargetAcceptance = 1033, ["target_acceptance"] "must be above 0 and below 1";
    Tuner = 1034, ["tune_beta"] "needs the RSGLD proposal";
    TuneIntervalUnused = 1035, ["tune_interval"] "is for tune_beta alone: leave it at its default";
    ScheduleUnit = 1036, ["schedule_unit"] "is not a known one";
    RuleKind = 1037, ["kind"] "of a rule is not a known one, or not one that this call can use";
    DriftKind = 1038, ["drift.kind"] "is not a known one, or not one that the rule or this call can use";
    DriftScale = 1039, ["drift.scale"] "must be positive and finite in the precision of theta";
    Beta1 = 1040, ["beta1"] "of a drift or of Adam must be at least 0 and below 1";
    Beta2 = 1041, ["beta2"] "of a drift or of Adam must be above beta1 squared and below 1";
    Rho = 1042, ["drift.rho"] "must be at least 0 and below 1";
    Lambda = 1043, ["lambda"] "of a drift or of Adam must be positive and finite, and so must the inverse of its square in the precision of theta";
    PreconditionerLambda = 1044, ["preconditioner.lambda"] "must be positive and finite, and so must the inverse of its square in the precision of theta";
    MomentumForm = 1045, ["drift.form"] "is not a known one";
    PreconditionerKind = 1046, ["preconditioner.kind"] "is not a known one, or not one that the rule or this call can use";
    PreconditionerDiagonal = 1047, ["preconditioner.values"] "as a diagonal must be positive, their squares finite in the precision of theta";
    PreconditionerFactor = 1048, ["preconditioner.values"] "as a factor must have a positive diagonal, and fourth powers finite in the precision of theta";
    Friction = 1049, ["friction"] "must be above 0 and at most 1, and below 0.5 for SGNHT by Euler's splitting";
    NoiseEstimate = 1050, ["noise_estimate"] "must be at least 0 and at most friction";
    EstimatorKind = 1051, ["estimator.kind"] "is not a known one, or not one that the sampler or the batches can go with";
    AnchorLen = 1052, ["estimator.anchor_len"] "must be above batch.len and at most data_len";
    AnchorInterval = 1053, ["estimator.interval"] "must be at least 1";
    Centre = 1054, ["estimator.centre"] "must be finite in the precision of theta";
    ClippingKind = 1055, ["clipping.kind"] "is not a known one, or a random walk has no gradient to clip";
    ClippingLimit = 1056, ["clipping.limit"] "must be positive and finite, and over data_len so in the precision of theta";
    SlabDeviation = 1057, ["slab_deviation"] "must be above spike_deviation, which must be positive, and both usable in the precision of theta";
    SlabWeight = 1058, ["slab_weight"] "must be above 0 and below 1";
    BlockRange = 1059, ["blocks"] "must each have a length of at least 1 and end within theta";
    BlockOverlap = 1060, ["blocks"] "must be in ascending order and must not overlap";
    BlockFactor = 1061, ["step_size_factor"] "of a block must be positive and finite, and 1 in an ensemble, and so must the steps that it multiplies in the precision of theta";
    BlockPrior = 1062, ["prior.kind"] "of a block must be a built-in one without vectors, and the chain's prior no callback";
    BlockSampler = 1063, ["blocks"] "cannot have a step_size_factor or be frozen under a recipe or a dense position-dependent preconditioner";
    PreconditionerBeta = 1064, ["preconditioner.beta"] "must be at least 0 and below 1";
    StepJitter = 1065, ["step_jitter"] "must be at least 0 and below 1";
    ScheduleFloor = 1066, ["floor"] "of a schedule must be at least 0 and below 1, and 0 where a callback gives the values";
    ScheduleWarmUp = 1067, ["warm_up"] "of a schedule must leave the first value above 0, and be 0 where a callback gives the values";
    SagaEpochs = 1068, ["estimator.kind"] "must not be SAGA with batches by epochs, where it is biased: within an epoch the next batch holds only stale rows of its table";
    Splitting = 1069, ["splitting"] "is not a known one";
    GradientScale = 1070, ["preconditioner.scale"] "is not a known one";
    SimdKind = 1071, ["simd_level"] "is not a known one";
    CentroidCount = 1072, ["centroid_count"] "must be 0 or at least 16";
    DrawWeight = 1073, ["weights"] "is not a known one";
    PairCount = 1074, ["pair_count"] "must be from 4 to 65536";
    ProductCount = 1075, ["product_count"] "must be from 1 to 256";
    Difference = 1076, ["difference"] "must be at least 0 and at most 10";
    Inflation = 1077, ["inflation"] "must be above 0 and at most 1";
    CovarianceDim = 1078, ["covariance"] "of a pilot or of estimates must be off for more than 64 parameters";
    LeapfrogCount = 1079, ["leapfrog_count"] "must be at least 1";
    Kick = 1080, ["step_size"] "of HMC times likelihood_scale, and half of it, must be positive and finite in the precision of theta, with a block's factor too";
    NoiseCompensation = 1081, ["compensation.kind"] "is not a known one, or the chain has none";
    CompensationRule = 1082, ["compensation.kind"] "goes with SGLD under no or a fixed preconditioner, ABOBA, BAOAB, and SGHMC without a noise estimate; the diagonal one not with a dense preconditioner";
    CompensationDense = 1083, ["compensation.kind"] "that is dense takes at most 64 parameters, and no blocks";
    CompensationCovariance = 1084, ["compensation.covariance"] "must be finite and symmetric, with variances of at least 0";
    CompensationBatch = 1085, ["compensation.kind"] "wants batches with replacement, without it and of fewer than all data, or the caller's; to find the covariance itself, no caller's, a burn_in of at least 2, and another estimator than SAGA";
    WarmUpBurnIn = 1086, ["burn_in"] "is too short for what it is to find: at least 1, and with a tuned step size and tune_beta at least 4 (tune_interval + 1), where a tune_interval of 0 is one epoch";
    TunedNoise = 1087, ["tune_step_size"] "towards an acceptance rate must be off while noise is custom";
    ProposalGradientKind = 1088, ["proposal_gradient"] "is not a known one";
    ProposalGradientUnused = 1089, ["proposal_gradient"] "is for the SGLD and RSGLD proposals alone: leave it at its default";
    HealthWindow = 1090, ["window"] "must be from 100 to 2^32";
    HealthTolerance = 1091, ["tolerance"] "must be above 0 and at most 1";
    WindowLen = 1092, ["window_len"] "must be 0, or even and from 32 to 1024";
    VelocityKind = 1093, ["velocity"] "is not a known one";
    ThermostatKind = 1094, ["thermostat"] "is not a known one";
    DrawnBatchLen = 1095, ["batch_len"] "must be from 1 to data_len; a pilot's may be 0 for the chain's own, and must be that for a warm-up";
    HistoryLen = 1096, ["history_len"] "must be from 1 to 16";
    IterationMax = 1097, ["iteration_max"] "must be at least 1";
    CurvatureDimMax = 1098, ["curvature_dim_max"] "must be at most 1024";
    Gain = 1099, ["gain"] "must be above 0 and at most 1e6";
    LeapfrogMax = 1100, ["leapfrog_max"] "must be at least 1";
    StartSpread = 1101, ["start_spread"] "must be finite and at least 0 in the precision of theta";
    DrawCount = 1102, ["draw_count"] "must be at least 4";
    RHatMax = 1103, ["r_hat_max"] "must be above 1";
    SampleSize = 1104, ["sample_size"] "must be at least 0, and at most draw_count of all chains together";
    PassMax = 1105, ["pass_max"] "must be at least 1";
    ChainCount = 1106, ["chain_count"] "must be from 1 to 65536";
    TransformKind = 1107, ["kind"] "of a transform is not a known one";
    TransformRange = 1108, ["transforms"] "must each have a len of at least 1 and end within theta";
    TransformOverlap = 1109, ["transforms"] "must be in ascending order and must not overlap";
    TransformBounds = 1110, ["lower"] "must be below upper, and both in the precision of theta, as must their distance where both are finite; kinds without bounds have 0 for both";
    EnsembleSampler = 1111, ["sampler"] "of an ensemble is not a known one, or goes by minibatches, which want at least two data, for a control variate at most curvature_dim_max parameters, and a posterior where a draw takes at most a hundred passes: choose HMC";
    DeviationError = 1112, ["deviation_error"] "must be above 0 and at most 0.2, and its default where the sampler is HMC";
    EnsembleBatchLen = 1113, ["batch_len"] "of an ensemble must be below data_len, or 0, which finds it, and 0 where the sampler is HMC";

}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.message())
    }
}

impl core::error::Error for Error {}
