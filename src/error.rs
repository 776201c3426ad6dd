//! Everything that can be refused, with one number and one sentence each: the C ABI uses both as they stand.

use core::fmt;

macro_rules! errors {
    ($( $(#[doc = $doc:literal])+ $name:ident = $number:literal, $message:literal; )*) => {
        /// Why a call was refused. Nothing was written unless the variant says otherwise.
        ///
        /// The numbers are part of the C ABI: 1 to 99 for arguments, 100 to 199 for settings, 200 to 299 for what
        /// happened in a step, 300 on for stops. They are never given to another meaning.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        #[repr(i32)]
        pub enum Error {
            $( $(#[doc = $doc])+ $name = $number, )*
        }

        impl Error {
            /// Every error, in the order of the numbers.
            pub const ALL: &[Self] = &[$(Self::$name),*];

            /// The variant's name.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$name => stringify!($name),)* }
            }

            /// One sentence: what was refused, by its name where it is one setting, and what it must be.
            pub const fn message(self) -> &'static str {
                match self { $(Self::$name => $message,)* }
            }

            /// The error with this number.
            pub const fn from_number(number: i32) -> Option<Self> {
                match number { $($number => Some(Self::$name),)* _ => None }
            }
        }
    };
}

errors! {
    /// A required pointer is NULL (C ABI).
    NullPointer = 1, "a required pointer is NULL: none may be but where the header says so";
    /// A vector has no elements.
    LengthZero = 2, "a length is zero";
    /// Two vectors that belong together differ in length.
    LengthMismatch = 3, "lengths that must be equal differ";
    /// Two buffers share memory (C ABI).
    Overlap = 4, "buffers overlap";
    /// The caller's memory is smaller than the size that was asked for.
    MemoryTooSmall = 5, "the memory is smaller than the size function says, or than two rows of a reservoir";
    /// The caller's memory starts at the wrong address (C ABI).
    MemoryMisaligned = 6, "memory is not aligned: an object's as the align function says, an array's for its type";
    /// The memory holds no object of this kind (C ABI).
    NotInitialized = 7, "the memory holds no initialized object of this kind";
    /// A struct's `struct_size` is not one that `sizeof` can give (C ABI).
    StructSize = 8, "struct_size or block_size is not what sizeof gives; call the _init function or set it to sizeof";
    /// A struct is longer than this library knows, and the unknown part is not zero (C ABI).
    StructTooNew = 9, "the struct has fields that this library does not know and that are not zero";
    /// A length or index does not fit.
    LengthTooLarge = 10, "a length is too large for this machine or this library";
    /// θ is not finite.
    ThetaNotFinite = 11, "theta has a NaN or an infinity";
    /// A callback is missing that the settings need.
    CallbackMissing = 12, "a callback of the model is missing: log_likelihood always, and log_prior, metric, diffusion, step_size or temperature where the prior, the preconditioner, the rule or a schedule is the host's";
    /// A batch index is not below `data_len`.
    BatchIndex = 13, "a batch index is not below data_len";
    /// A callback used the object whose call it is in (C ABI).
    InUse = 14, "the object is in use by a call that has not returned";
    /// The memory holds an object that another build of the library made (C ABI).
    OtherBuild = 15, "the memory holds an object that another build of the library made";
    /// The floating-point environment is not the default one: another rounding, or subnormal numbers flushed to zero.
    FloatEnvironment = 16, "the floating-point environment is not the default one, and cannot be set from here";
    /// A number of a draw is not finite.
    NotFinite = 17, "a number is a NaN or an infinity";
    /// The weight of a draw is outside 1e-100 to 1e100.
    Weight = 18, "a weight must be from 1e-100 to 1e100";
    /// A probability is outside [0, 1], or the level of an interval outside (0, 1).
    Probability = 19, "a probability must be from 0 to 1, the level of an interval above 0 and below 1";
    /// Two objects that are to be merged have different settings.
    OtherSettings = 20, "the two objects have different settings";
    /// The settings did not ask for this estimate.
    NotEstimated = 21, "the settings did not ask for this estimate";
    /// The kernel's c is not positive, or its square not a normal number.
    KernelScale = 22, "the kernel's scale must be positive, and its square a normal number";

    /// The bytes do not begin as a checkpoint does.
    NotCheckpoint = 23, "the bytes are not a checkpoint";
    /// The checkpoint's format is not the one that this library writes.
    CheckpointVersion = 24, "the checkpoint has a format that this library does not know";
    /// The bytes are fewer or more than the checkpoint has.
    CheckpointLength = 25, "the checkpoint is truncated, or followed by other bytes";
    /// The checkpoint's bytes are not those that were saved.
    CheckpointDamaged = 26, "the checkpoint is damaged: its checksum is not that of its bytes";
    /// The checkpoint is of a chain in the other precision.
    CheckpointPrecision = 27, "the checkpoint is of a chain in another precision";
    /// The checkpoint is of a chain with another number of parameters.
    CheckpointDim = 28, "the checkpoint is of a chain with another number of parameters";
    /// The checkpoint is of a chain with other settings.
    CheckpointSettings = 29, "the checkpoint is of a chain with other settings";
    /// The checkpoint was not saved by this library: no chain is ever in the state that it describes.
    CheckpointContents = 30, "the checkpoint holds what no chain with these settings could have";
    /// There are no steps between two looks at a run's progress.
    ProgressInterval = 33, "the interval between two looks at a run's progress must be at least 1";
    /// What has looked at one chain is shown another, or the same at an earlier step.
    HealthChain = 34, "the chain is another than the one whose health is kept, or the same at an earlier step";
    /// A line of settings as text is no `key = value`.
    SettingsLine = 37, "a line of the settings is not of the form key = value";
    /// A line's key is that of no setting, or of none that goes with the kinds that the lines above it chose.
    SettingsKey = 38, "a key of the settings is not known, or has no place beside the kinds above it";
    /// A line's value is none that its key can have.
    SettingsValue = 39, "a value of the settings is not one of its key, or a vector's or the blocks' fingerprint is another";

    /// `data_len` is zero.
    DataLen = 100, "data_len must be from 1 to 2^32 - 1";
    /// `batch_len` is zero or exceeds `data_len`, or is not the chain's in a warm-up.
    BatchLen = 101, "batch_len must be from 1 to data_len, and in a warm-up the chain's";
    /// Unknown kind of batch, or one that does not go with the call.
    BatchKind = 102, "batch is not a known kind, or not one that the sampler or this call can use: where the caller gives it, and only there, a step needs its batch, and a pilot its batch_len";
    /// Unknown sampler.
    SamplerKind = 103, "sampler is not a known kind";
    /// Unknown prior.
    PriorKind = 104, "prior is not a known kind";
    /// The prior's mean is not finite.
    PriorMean = 105, "prior_mean must be finite in the precision of theta";
    /// The prior's precision is not positive and finite.
    PriorPrecision = 106, "prior_precision must be positive and finite in the precision of theta";
    /// Unknown kind of moments.
    MomentsKind = 107, "moments is not a known kind, or not one that the settings asked for";
    /// `chain_index` is beyond the last chain of a seed.
    ChainIndex = 108, "chain_index must be below 65536";
    /// `thinning` is zero.
    Thinning = 109, "thinning must be at least 1";
    /// Unknown schedule.
    ScheduleKind = 110, "a schedule's kind is not a known one, or not one that this call can use";
    /// A step size is not positive and finite.
    StepSize = 111, "step_size must be positive, and usable in the precision of theta";
    /// The polynomial schedule's offset is not positive and finite.
    ScheduleOffset = 112, "a schedule's offset must be positive and finite";
    /// The polynomial schedule's exponent is outside (0.5, 1].
    ScheduleExponent = 113, "a schedule's exponent must be above 0.5 and at most 1";
    /// The temperature is negative or not finite, or 0 under a rule that has no step there.
    Temperature = 114, "temperature must be at least 0, and usable in the precision of theta; for the lattice rule it must be positive, and no schedule may explore";
    /// A Langevin step would overshoot the Gaussian prior ever further.
    Unstable = 115, "step_size times prior_precision must be below 2, or the prior alone makes theta diverge";
    /// The step decay's factor is outside (0, 1].
    ScheduleFactor = 116, "a schedule's factor must be above 0 and at most 1";
    /// The step decay's period is zero.
    SchedulePeriod = 117, "a schedule's period must be at least 1";
    /// The cyclical schedule's cycle is empty.
    CycleLen = 118, "a schedule's cycle_len must be at least 1";
    /// The cyclical schedule's exploration part is negative, or leaves nothing of a cycle.
    Exploration = 119, "a schedule's exploration must be at least 0 and at most 1 - 1/cycle_len";
    /// Unknown proposal.
    ProposalKind = 120, "proposal is not a known kind";
    /// Unknown density.
    DensityKind = 121, "density is not a known kind";
    /// Unknown scaling of σ.
    NoiseKind = 122, "noise is not a known kind";
    /// σ is not positive and finite.
    NoiseScale = 123, "noise_scale must be positive and finite in the precision of theta";
    /// c_n is not positive and finite.
    LikelihoodScale = 124, "likelihood_scale must be positive and finite, and leave the noise so in the precision of theta";
    /// β is below 1 or not finite.
    Beta = 125, "beta must be finite and at least 1";
    /// The cap on β is below β or not finite.
    BetaMax = 126, "beta_max must be finite and at least beta";
    /// `refresh_len` exceeds the batch or what lies outside it.
    RefreshLen = 127, "refresh_len must be at most batch_len and at most data_len - batch_len";
    /// The target acceptance rate is outside (0, 1).
    TargetAcceptance = 128, "target_acceptance must be between 0 and 1";
    /// A flag is neither 0 nor 1 (C ABI).
    Flag = 129, "a flag must be 0 or 1";
    /// The tuner does not fit the proposal.
    Tuner = 130, "tune_beta needs the RSGLD proposal";
    /// Unknown unit of a schedule.
    ScheduleUnit = 131, "schedule_unit is not a known kind";
    /// Unknown update rule.
    RuleKind = 132, "a rule's kind is not a known one, or not one that this call can use";
    /// Unknown drift, or one beside a rule that has none.
    DriftKind = 133, "drift is not a known kind, or not one that the rule or this call can use";
    /// The drift's scale a is not positive and finite.
    DriftScale = 134, "drift_scale must be positive and finite in the precision of theta";
    /// The decay β1 of the mean gradient is outside [0, 1).
    Beta1 = 135, "beta1 must be at least 0 and below 1";
    /// The decay β2 of the squared gradient is outside [0, 1), or not above β1².
    Beta2 = 136, "beta2 must be above beta1 squared and below 1";
    /// The decay ρ of Adadelta's averages is outside [0, 1).
    Rho = 137, "rho must be at least 0 and below 1";
    /// A λ that keeps a denominator from zero is not positive, or too small for the precision.
    Lambda = 138, "lambda and preconditioner_lambda must be positive and finite, and so must the inverse of their squares in the precision of theta";
    /// Unknown form of the momentum drift.
    MomentumForm = 139, "momentum_form is not a known kind";
    /// Unknown preconditioner.
    PreconditionerKind = 140, "preconditioner is not a known kind, or not one that this call can use";
    /// A fixed diagonal preconditioner has an element that is not positive, or too large to be used.
    PreconditionerDiagonal = 141, "preconditioner's diagonal must be positive, its squares finite in the precision of theta";
    /// A dense factor has a diagonal that is not positive or an element that is too large to be used.
    PreconditionerFactor = 142, "preconditioner's factor must have a positive diagonal, and fourth powers finite in the precision of theta";
    /// The friction α is outside (0, 1], or for SGNHT by Euler's splitting not below ½.
    Friction = 143, "friction must be above 0 and at most 1, and below 0.5 for SGNHT by Euler's splitting";
    /// The noise estimate β̂ is outside [0, α].
    NoiseEstimate = 144, "noise_estimate must be at least 0 and at most friction";
    /// Unknown estimator.
    EstimatorKind = 145, "estimator is not a known kind, or not one that the sampler or the batches can go with";
    /// The anchor's batch is not larger than the step's.
    AnchorLen = 146, "anchor_len must be above batch_len and at most data_len";
    /// The interval between anchors is zero.
    AnchorInterval = 147, "anchor_interval must be at least 1";
    /// The centre of the control variate is not finite.
    Centre = 148, "centre must be finite in the precision of theta";
    /// Unknown kind of clipping.
    ClippingKind = 149, "clipping is not a known kind, or a random walk has no gradient to clip";
    /// The clipping limit is not positive and finite.
    ClippingLimit = 150, "clipping_limit must be positive and finite, and over data_len so in the precision of theta";
    /// The deviations of spike and slab are not in order.
    SlabDeviation = 151, "spike_deviation must be positive and below slab_deviation, and both usable in the precision of theta";
    /// The slab's weight is outside (0, 1).
    SlabWeight = 152, "slab_weight must be above 0 and below 1";
    /// A block of parameters is empty or leaves the vector.
    BlockRange = 153, "a block must have a length of at least 1 and end within theta";
    /// Blocks of parameters overlap or are not in ascending order.
    BlockOverlap = 154, "blocks must be in ascending order and must not overlap";
    /// A block's step-size factor is not positive and finite.
    BlockFactor = 155, "a block's step_size_factor must be positive and finite, and so must the steps that it multiplies in the precision of theta";
    /// A block's prior is not flat, Gaussian or spike and slab, or the chain's prior is a callback.
    BlockPrior = 156, "a block's own prior must be a built-in one without vectors, and the chain's prior no callback";
    /// A block that moves otherwise than the rest, under a rule whose terms the host writes for all of θ.
    BlockSampler = 157, "this rule cannot use a block's step_size_factor or frozen";
    /// The decay β of the RMSprop preconditioner is outside [0, 1).
    PreconditionerBeta = 158, "preconditioner_beta must be at least 0 and below 1";
    /// HMC's `step_jitter` is outside [0, 1).
    StepJitter = 159, "step_jitter must be at least 0 and below 1";
    /// A schedule's floor is outside [0, 1), or the host says what the values are.
    ScheduleFloor = 160, "a schedule's floor must be at least 0 and below 1, and 0 where a callback gives the values";
    /// A schedule's warm-up leaves nothing of the first value, or the host says what the values are.
    ScheduleWarmUp = 161, "a schedule's warm_up must leave the first value above 0, and be 0 where a callback gives the values";
    /// SAGA with batches by epochs, under which it is biased.
    SagaEpochs = 162, "SAGA with batches by epochs is biased: within an epoch the next batch holds only stale rows of its table";
    /// Unknown splitting of the thermostat's equations.
    Splitting = 163, "splitting is not a known kind";
    /// Unknown scale of the gradient that a preconditioner looks at.
    GradientScale = 164, "gradient_scale is not a known kind";
    /// A setting that only update rules use is not at its default under Metropolis-Hastings (C ABI).
    RuleSetting = 165, "under Metropolis-Hastings temperature, rule, the schedules and their unit, the anchor's settings and noise compensation must have their defaults";
    /// A setting that only Metropolis-Hastings uses is not at its default under an update rule (C ABI).
    MetropolisSetting = 166, "under an update rule Metropolis-Hastings' settings, from proposal to target_acceptance, leapfrog_count and step_jitter, must have their defaults";
    /// A part of a family that this build leaves out: see [`FAMILIES`](crate::FAMILIES).
    NotBuilt = 167, "this build of the library leaves out a part that the settings ask for";
    /// Unknown instruction set (C ABI).
    SimdKind = 168, "simd_level is not a known kind";
    /// The room for centroids is neither 0 nor at least 16.
    CentroidCount = 169, "centroid_count must be 0 or at least 16";
    /// Unknown weight of draws (C ABI).
    DrawWeight = 170, "weights is not a known kind";
    /// The number of a pilot's pairs of batches is outside 4 to 65536.
    PairCount = 171, "pair_count must be from 4 to 65536";
    /// The number of a pilot's products with the curvature is outside 1 to 256.
    ProductCount = 172, "product_count must be from 1 to 256";
    /// The reach of a pilot's differences is negative or above 10.
    Difference = 173, "difference must be at least 0 and at most 10";
    /// The inflation that a pilot is to tolerate is outside (0, 1].
    Inflation = 174, "inflation must be above 0 and at most 1";
    /// A matrix of covariances is wanted for more than 64 parameters.
    CovarianceDim = 175, "covariance must be off for more than 64 parameters";
    /// A trajectory of HMC has no steps.
    LeapfrogCount = 176, "leapfrog_count must be at least 1";
    /// The change of HMC's momentum by a mean gradient of 1 is not a positive number of the precision.
    Kick = 177, "for HMC step_size times likelihood_scale, and half of it, must be positive and finite in the precision of theta, with a block's factor too";
    /// A setting of a kind that is not chosen is not at its default: nothing would use it.
    UnusedSetting = 178, "a setting of the chain or of a block that the chosen kinds do not use must have its default: leave it out, or as the _init function sets it";
    /// A rule's setting that its kind, drift and preconditioner do not use is not at its default (C ABI).
    UnusedRuleSetting = 179, "a rule's setting that its kind, drift and preconditioner do not use must have its default: leave it out, or as the _init function sets it";
    /// A schedule's setting that its kind does not use is not at its default (C ABI).
    UnusedScheduleSetting = 180, "a schedule's setting that its kind does not use must have its default: leave it out, or as the _init function sets it";
    /// Unknown noise compensation (C ABI), or a chain without, of which its numbers are wanted.
    NoiseCompensation = 181, "noise_compensation is not a known kind, or the chain has none";
    /// Noise compensation for a rule that admits none.
    CompensationRule = 182, "noise compensation goes with SGLD under no or a fixed preconditioner, ABOBA, BAOAB, and SGHMC without a noise estimate; the diagonal one not with a dense preconditioner";
    /// Dense noise compensation of too many parameters, or with blocks.
    CompensationDense = 183, "dense noise compensation takes at most 64 parameters, and no blocks";
    /// What is given for the covariance of the gradient is none.
    CompensationCovariance = 184, "noise_covariance must be finite and symmetric, with variances of at least 0";
    /// Noise compensation for batches whose noise is none, or not new in every step, or that the chain cannot look at.
    CompensationBatch = 185, "noise compensation wants batches with or without replacement; to find the covariance itself, of the chain's own drawing, a burn_in of at least 2, and another estimator than SAGA";
    /// A burn-in that is too short for what it is to find.
    WarmUpBurnIn = 186, "burn_in is too short for what it is to find: at least 1, and with a tuned step size and tune_beta at least 4 (tune_interval + 1)";
    /// A warm-up found nothing that limits a step size: the posterior is not curved where the chain stands.
    StepSizeNotFound = 187, "a warm-up found no step size: the log posterior is flat where the chain stands; begin where it is curved, or set step_size";
    /// A step size that is tuned beside a noise that is not.
    TunedNoise = 188, "a step size cannot be tuned towards an acceptance rate while noise is custom";
    /// Unknown gradient of proposals.
    ProposalGradientKind = 190, "proposal_gradient is not a known kind";

    /// The window of recent steps is outside 100 to 2^32.
    HealthWindow = 191, "window must be from 100 to 2^32";
    /// The tolerated heat is outside (0, 1].
    HealthTolerance = 192, "tolerance must be above 0 and at most 1";
    /// Half-way through its burn-in a warm-up's chain is still far from the mode.
    WarmUpFar = 193, "half-way through the burn-in the mode is still far: begin where an optimiser has come, burn in for longer, or take larger batches";
    /// Half-way through its burn-in a warm-up's chain has a gradient that noise hides, and steps that lead nowhere.
    WarmUpNoise = 194, "half-way through the burn-in noise hides how far the mode is, and allows no steps that would lead there: take larger batches or a control variate, or give the pilot more pairs";
    /// The square of a deviation, or a sum of products, is too large or too small to be a normal double.
    NotRepresentable = 195, "a result is too large or too small for a double: scale the numbers, or ask estimates for deviations";
    /// Room for means of batches that is odd, or not from 32 to 1024.
    WindowLen = 196, "window_len must be 0, or even and from 32 to 1024";
    /// A model has a log prior, which the settings do not ask for (C ABI).
    LogPriorUnused = 197, "the model has a log_prior that the settings do not ask for: choose the callback as prior, or a model without";

    /// The log-likelihood is NaN or infinite where a number is needed.
    LogLikelihoodNotFinite = 200, "the log-likelihood callback gave NaN or an infinity";
    /// The gradient has a NaN, an infinity, or a number too large to be scaled by n.
    GradientNotFinite = 201, "the gradient has a NaN, an infinity or a number too large to scale";
    /// The log prior is NaN or infinite where a number is needed.
    LogPriorNotFinite = 202, "the log prior callback gave NaN or an infinity";
    /// The model cannot be evaluated at θ, so a Langevin step has nowhere to go.
    Impossible = 203, "the model cannot be evaluated at theta";
    /// The schedule or a warm-up has come to a step size that the precision of θ cannot hold.
    StepSizeNotUsable = 204, "the step size of the schedule, the callback or the warm-up is none that is positive in the precision of theta";
    /// The schedule has come to a temperature that is negative, not finite, or too large for the precision of θ.
    TemperatureNotUsable = 205, "the temperature of the schedule or the callback is none that is at least 0 in the precision of theta";
    /// The host's position-dependent preconditioner is negative, too large or not finite, or its Γ not finite.
    PreconditionerNotUsable = 206, "the preconditioner callback gave a number that is negative, too large or not finite";
    /// The host's diffusion gave a drift or a noise that is not finite.
    DiffusionNotFinite = 207, "the diffusion callback gave a NaN, an infinity or a number too large";
    /// Noise compensation has nothing left to inject: the step size is too large for the gradient's noise.
    GradientNoise = 208, "the gradient's noise is more than the rule injects at this step size";
    /// A thousand proposals in a row have overflowed before the model was asked: the step size is much too large.
    ModelNotAsked = 209, "step_size is so large that more than 1000 proposals in a row overflowed before the model was asked: set a smaller one";

    /// A callback stopped the chain; its code is handed back unchanged.
    Stopped = 300, "a callback stopped the chain";
    /// The observer, or what looks at the progress, stopped the run; the step that it saw stays done.
    StoppedByObserver = 301, "the observer stopped the run";
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.message())
    }
}

impl core::error::Error for Error {}
