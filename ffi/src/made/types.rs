//! Made by `cargo run -p schema`; edit the entries in the core.

/// Why a call was refused, in one sentence; nothing was done then but whole steps before. 1 to 99 are for arguments, 200
/// to 299 for what happened in a step, 300 on for stops, above 1000 for a setting, and 100 to 199 for the rest. A number
/// is never given to another meaning; a later library may have more of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub enum sgmcmc_error {
    /// Done.
    SGMCMC_OK = 0,
    /// a required pointer is NULL: none may be but where the header says so
    SGMCMC_ERROR_NULL_POINTER = 1,
    /// a length is zero
    SGMCMC_ERROR_LENGTH_ZERO = 2,
    /// lengths that must be equal differ
    SGMCMC_ERROR_LENGTH_MISMATCH = 3,
    /// buffers overlap
    SGMCMC_ERROR_OVERLAP = 4,
    /// the memory is smaller than the size function or the text says, or than two rows of a reservoir
    SGMCMC_ERROR_MEMORY_TOO_SMALL = 5,
    /// memory is not aligned: an object's, and what is worked in, to 64 bytes, an array's for its type
    SGMCMC_ERROR_MEMORY_MISALIGNED = 6,
    /// the memory holds no initialized object of this kind
    SGMCMC_ERROR_NOT_INITIALIZED = 7,
    /// struct_size or block_size is not what sizeof gives; call the _init function or set it to sizeof
    SGMCMC_ERROR_STRUCT_SIZE = 8,
    /// the struct has fields that are reserved, or that this library does not know, and that are not zero: call the
    /// _init function first
    SGMCMC_ERROR_STRUCT_TOO_NEW = 9,
    /// a length is too large for this machine or this library
    SGMCMC_ERROR_LENGTH_TOO_LARGE = 10,
    /// theta has a NaN or an infinity
    SGMCMC_ERROR_THETA_NOT_FINITE = 11,
    /// a callback of the model is missing: log_likelihood always, and log_prior, metric, diffusion or temperature where
    /// the prior, the preconditioner, the rule or the schedule is the host's
    SGMCMC_ERROR_CALLBACK_MISSING = 12,
    /// a batch index is not below data_len
    SGMCMC_ERROR_BATCH_INDEX = 13,
    /// the object is in use by a call that has not returned
    SGMCMC_ERROR_IN_USE = 14,
    /// the memory holds an object that another build of the library made
    SGMCMC_ERROR_OTHER_BUILD = 15,
    /// the floating-point environment is not the default one, and cannot be set from here
    SGMCMC_ERROR_FLOAT_ENVIRONMENT = 16,
    /// a number is a NaN or an infinity
    SGMCMC_ERROR_NOT_FINITE = 17,
    /// a weight must be from 1e-100 to 1e100
    SGMCMC_ERROR_WEIGHT = 18,
    /// a probability must be from 0 to 1, the level of an interval above 0 and below 1, and 0 where none is used
    SGMCMC_ERROR_PROBABILITY = 19,
    /// the two objects have different settings
    SGMCMC_ERROR_OTHER_SETTINGS = 20,
    /// there is no such estimate: the settings did not ask for it, or a round of chains has not ended
    SGMCMC_ERROR_NOT_ESTIMATED = 21,
    /// the kernel's scale must be positive, and its square a normal number
    SGMCMC_ERROR_KERNEL_SCALE = 22,
    /// the bytes are not a checkpoint
    SGMCMC_ERROR_NOT_CHECKPOINT = 23,
    /// the checkpoint has a format that this library does not know
    SGMCMC_ERROR_CHECKPOINT_VERSION = 24,
    /// the checkpoint is truncated, or followed by other bytes
    SGMCMC_ERROR_CHECKPOINT_LENGTH = 25,
    /// the checkpoint is damaged: its checksum is not that of its bytes
    SGMCMC_ERROR_CHECKPOINT_DAMAGED = 26,
    /// the checkpoint or the ensemble is in another precision than the function
    SGMCMC_ERROR_OTHER_PRECISION = 27,
    /// the checkpoint is of a chain with another number of parameters
    SGMCMC_ERROR_CHECKPOINT_DIM = 28,
    /// the checkpoint is of a chain with other settings
    SGMCMC_ERROR_CHECKPOINT_SETTINGS = 29,
    /// the checkpoint holds what no chain with these settings could have
    SGMCMC_ERROR_CHECKPOINT_CONTENTS = 30,
    /// the chain is another than the one whose health is kept, or the same at an earlier step
    SGMCMC_ERROR_HEALTH_CHAIN = 34,
    /// a number is none of its enum
    SGMCMC_ERROR_CHOICE = 35,
    /// a flag must be 0 or 1
    SGMCMC_ERROR_FLAG = 36,
    /// a line of the settings is not of the form key = value
    SGMCMC_ERROR_SETTINGS_LINE = 37,
    /// a key of the settings is not known, or has no place beside the kinds above it
    SGMCMC_ERROR_SETTINGS_KEY = 38,
    /// a value of the settings is not one of its key, or a vector's or the blocks' fingerprint is another
    SGMCMC_ERROR_SETTINGS_VALUE = 39,
    /// a constrained value, the log Jacobian or a gradient in theta is a NaN, or too large for its precision
    SGMCMC_ERROR_VALUE_NOT_FINITE = 60,
    /// a value is on or outside its bounds, or not above the one before, or those of a simplex do not sum to 1, or a row
    /// of a factor has another length than 1 or no positive diagonal
    SGMCMC_ERROR_VALUE_OUTSIDE = 61,
    /// no step size is known: set the rule's step_size (in C its value), let a warm-up find one in a burn_in of at least
    /// 1, or give the model a step_size callback
    SGMCMC_ERROR_NO_STEP_SIZE = 166,
    /// this build of the library leaves out a part that the settings ask for
    SGMCMC_ERROR_NOT_BUILT = 167,
    /// a warm-up found no step size: the log posterior is flat where the chain stands; begin where it is curved, or set
    /// step_size
    SGMCMC_ERROR_STEP_SIZE_NOT_FOUND = 187,
    /// half-way through the burn-in the mode is still far: begin where an optimiser has come, burn in for longer, or
    /// take larger batches
    SGMCMC_ERROR_WARM_UP_FAR = 193,
    /// half-way through the burn-in noise hides how far the mode is, and allows no steps that would lead there: take
    /// larger batches or a control variate, or give the pilot more pairs
    SGMCMC_ERROR_WARM_UP_NOISE = 194,
    /// a result is too large or too small for a double: scale the numbers, or ask estimates for deviations
    SGMCMC_ERROR_NOT_REPRESENTABLE = 195,
    /// the model has a log_prior that the settings do not ask for: choose the callback as prior, or a model without
    SGMCMC_ERROR_LOG_PRIOR_UNUSED = 197,
    /// the log-likelihood callback gave NaN or an infinity
    SGMCMC_ERROR_LOG_LIKELIHOOD_NOT_FINITE = 200,
    /// the gradient has a NaN, an infinity or a number too large to scale
    SGMCMC_ERROR_GRADIENT_NOT_FINITE = 201,
    /// the log prior callback gave NaN or an infinity
    SGMCMC_ERROR_LOG_PRIOR_NOT_FINITE = 202,
    /// the model cannot be evaluated at theta
    SGMCMC_ERROR_IMPOSSIBLE = 203,
    /// the step size of the schedule, the callback or the warm-up is not positive, or too small or too large for the
    /// precision of theta
    SGMCMC_ERROR_STEP_SIZE_NOT_USABLE = 204,
    /// the temperature of the schedule or the callback is negative, or too large for the precision of theta, or 0 under
    /// the lattice rule
    SGMCMC_ERROR_TEMPERATURE_NOT_USABLE = 205,
    /// the preconditioner callback gave a metric that is negative, or a metric or Gamma that is too large or not finite
    SGMCMC_ERROR_PRECONDITIONER_NOT_USABLE = 206,
    /// the diffusion callback gave a NaN, an infinity or a number too large
    SGMCMC_ERROR_DIFFUSION_NOT_FINITE = 207,
    /// the gradient's noise is more than the rule injects at this step size
    SGMCMC_ERROR_GRADIENT_NOISE = 208,
    /// step_size is so large that more than 1000 proposals in a row overflowed before the model was asked: set a smaller
    /// one
    SGMCMC_ERROR_MODEL_NOT_ASKED = 209,
    /// a callback stopped the chain
    SGMCMC_ERROR_STOPPED = 300,
    /// the observer stopped the run
    SGMCMC_ERROR_STOPPED_BY_OBSERVER = 301,
    /// No status. Those above refuse a setting, which sgmcmc_refused_setting names.
    SGMCMC_ERROR_SETTING = 1000,
    /// No status. Those above refuse a setting because nothing that the settings choose uses it; a few below do, too.
    SGMCMC_ERROR_UNUSED_SETTING = 2000,
}

/// What moves theta.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub enum sgmcmc_sampler_kind {
    /// An update rule: every step moves.
    SGMCMC_SAMPLER_RULE = 0,
    /// Mini-batch Metropolis-Hastings.
    SGMCMC_SAMPLER_METROPOLIS_HASTINGS = 1,
}

/// How a step's minibatch is drawn. More is in docs/src/equations.md.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub enum sgmcmc_batch_kind {
    /// A uniform subset of size m, in ascending order.
    SGMCMC_BATCH_WITHOUT_REPLACEMENT = 0,
    /// m independent uniform indices.
    SGMCMC_BATCH_WITH_REPLACEMENT = 1,
    /// The next m of a pseudo-random permutation that changes every epoch; an epoch's last batch may be shorter. Not for
    /// a thermostat, the lattice walk or a noise estimate, which make variances too small on these batches.
    SGMCMC_BATCH_EPOCHS = 2,
    /// All n data.
    SGMCMC_BATCH_ALL = 3,
    /// The indices that the caller gives to every step.
    SGMCMC_BATCH_CALLER = 4,
}

/// The update rules: docs/src/rules.md has what each of them computes, line by line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub enum sgmcmc_rule_kind {
    /// The adaptive Langevin family: any drift with any preconditioner.
    SGMCMC_RULE_LANGEVIN = 0,
    /// Stochastic gradient Hamiltonian Monte Carlo, underdamped Langevin dynamics; momentum SGD at temperature 0.
    SGMCMC_RULE_SGHMC = 1,
    /// The same by a symmetric splitting.
    SGMCMC_RULE_ABOBA = 2,
    /// The Nose-Hoover thermostat.
    SGMCMC_RULE_SGNHT = 3,
    /// Adam, an optimiser.
    SGMCMC_RULE_ADAM = 4,
    /// A diffusion that the host writes.
    SGMCMC_RULE_RECIPE = 5,
    /// The lattice random walk: Langevin dynamics without normals.
    SGMCMC_RULE_LATTICE = 6,
    /// Underdamped Langevin dynamics with the splitting BAOAB.
    SGMCMC_RULE_BAOAB = 7,
}

/// What the Langevin family and the lattice walk add to the gradient: docs/src/rules.md has the equations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub enum sgmcmc_drift_kind {
    /// Nothing.
    SGMCMC_DRIFT_NONE = 0,
    /// The running mean of gradients: MSGLD.
    SGMCMC_DRIFT_MOMENTUM = 1,
    /// The running mean over the root of that of squares: ASGLD.
    SGMCMC_DRIFT_ADAM = 2,
    /// The running mean over a decaying maximum.
    SGMCMC_DRIFT_ADAMAX = 3,
    /// The last gradient, rescaled.
    SGMCMC_DRIFT_ADADELTA = 4,
}

/// What the momentum drift samples.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub enum sgmcmc_momentum_form {
    /// The gradient plus a times its running mean, over 1 + a, with a the drift's scale: as eta -> 0 this samples the
    /// target.
    SGMCMC_MOMENTUM_CALIBRATED = 0,
    /// The same without the division, as published: as eta -> 0 this samples the target to the power 1 + a. An
    /// optimiser's form.
    SGMCMC_MOMENTUM_PUBLISHED = 1,
}

/// The velocity before the first step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub enum sgmcmc_velocity {
    /// v = 0.
    SGMCMC_VELOCITY_ZERO = 0,
    /// v from its stationary law as eta and alpha fall, N(0, eta tau). A chain takes the first eta and tau of their
    /// schedules, and v = 0 where the host says either.
    SGMCMC_VELOCITY_DRAWN = 1,
}

/// How many thermostats there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub enum sgmcmc_thermostat {
    /// One zeta for all coordinates.
    SGMCMC_THERMOSTAT_SCALAR = 0,
    /// One zeta for each coordinate.
    SGMCMC_THERMOSTAT_PER_COORDINATE = 1,
}

/// How the thermostat's equations are split into a step: docs/src/rules.md has them. More is in docs/src/equations.md.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub enum sgmcmc_splitting {
    /// One after the other, as published first.
    SGMCMC_SPLITTING_EULER = 0,
    /// Half steps before and after the kick: the bias falls with eta where alpha falls with the square root of eta, and
    /// every alpha is stable.
    SGMCMC_SPLITTING_SYMMETRIC = 1,
}

/// The metric P of the Langevin family and of the lattice walk: docs/src/rules.md has the equations. More is in
/// docs/src/equations.md.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub enum sgmcmc_preconditioner_kind {
    /// P = 1.
    SGMCMC_PRECONDITIONER_IDENTITY = 0,
    /// P = diag(p), as long as theta; p > 0.
    SGMCMC_PRECONDITIONER_DIAGONAL = 1,
    /// P from the running mean of squared gradients: pSGLD.
    SGMCMC_PRECONDITIONER_RMSPROP = 2,
    /// P = L L^T, Karagiannis 2024, (3.9): the rows of its Cholesky factor L, lower-triangular, d by d numbers, of which
    /// those above the diagonal are not read; the diagonal is positive.
    SGMCMC_PRECONDITIONER_DENSE = 3,
    /// P(theta) and Gamma(theta) from the model's metric: SGRLD.
    SGMCMC_PRECONDITIONER_POSITION_DEPENDENT = 4,
    /// P(theta) = L(theta) L(theta)^T and Gamma(theta) from the model's metric, which writes the rows of the Cholesky
    /// factor L.
    SGMCMC_PRECONDITIONER_POSITION_DEPENDENT_DENSE = 5,
    /// P from the sum of squared gradients.
    SGMCMC_PRECONDITIONER_ADAGRAD = 6,
}

/// Which gradient g an adaptive preconditioner squares. G is the gradient of the log posterior, summed over all n data.
/// More is in docs/src/equations.md.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub enum sgmcmc_gradient_scale {
    /// g = G/n: the scale of Li et al. 2016, whose g is the mean gradient of the likelihood, without the prior's. The
    /// preconditioner's default lambda is meant for this one.
    SGMCMC_GRADIENT_SCALE_MEAN = 0,
    /// g = G, as Kim, Song and Liang 2020, section 2, print it.
    SGMCMC_GRADIENT_SCALE_SUM = 1,
}

/// What a step size or temperature is multiplied by at step or epoch k.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub enum sgmcmc_schedule_kind {
    /// 1: the same value for every k.
    SGMCMC_SCHEDULE_CONSTANT = 0,
    /// (offset + k)^(-exponent).
    SGMCMC_SCHEDULE_POLYNOMIAL = 1,
    /// factor^(k / period), the quotient rounded down.
    SGMCMC_SCHEDULE_STEP_DECAY = 2,
    /// (cos(pi r) + 1) / 2, with r the part of the cycle that is over, from 0 to below 1.
    SGMCMC_SCHEDULE_CYCLICAL = 3,
    /// The model says the value itself. All else of the schedule must have its default, in C value too.
    SGMCMC_SCHEDULE_CALLBACK = 4,
}

/// What a schedule's k counts, from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub enum sgmcmc_schedule_unit {
    /// Steps.
    SGMCMC_SCHEDULE_UNIT_STEP = 0,
    /// Epochs: how many times n data the batches have had so far, rounded down.
    SGMCMC_SCHEDULE_UNIT_EPOCH = 1,
}

/// How the gradient is estimated; any rule goes with any of them. More is in docs/src/equations.md.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub enum sgmcmc_estimator_kind {
    /// n times the batch's mean, and the prior's.
    SGMCMC_ESTIMATOR_PLAIN = 0,
    /// A control variate around one place, over all data: one pass over them, in the first step. The one that
    /// Metropolis-Hastings proposals can use.
    SGMCMC_ESTIMATOR_FIXED_CENTRE = 1,
    /// A control variate around theta, or its mean, over some of the data, made anew every so many steps: practical
    /// variance reduction, Chen et al. 2017, Algorithm 1.
    SGMCMC_ESTIMATOR_PRACTICAL = 2,
    /// The same with all data for the anchor, and so without noise of its own: SVRG-LD, Dubey et al. 2016.
    SGMCMC_ESTIMATOR_SVRG = 3,
    /// Every datum has its own last gradient, in a table of n by d numbers: SAGA-LD, Dubey et al. 2016.
    SGMCMC_ESTIMATOR_SAGA = 4,
}

/// What is done with a large gradient g of the log posterior, summed over all data; Karagiannis 2024, Notes 37 to 41.
/// More is in docs/src/equations.md.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub enum sgmcmc_clipping_kind {
    /// Nothing.
    SGMCMC_CLIPPING_NONE = 0,
    /// It is shortened to the Euclidean norm c > 0, the limit: g min(1, c/|g|).
    SGMCMC_CLIPPING_NORM = 1,
    /// Every element is moved to within c > 0, the limit, of 0.
    SGMCMC_CLIPPING_ELEMENT = 2,
}

/// What is taken off a rule's noise to make up for the noise of minibatches: as much as C says, the covariance over
/// batches of the gradient of the log posterior, summed over all data. More is in docs/src/equations.md.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub enum sgmcmc_noise_compensation_kind {
    /// None: the noise of a batch adds to the rule's.
    SGMCMC_NOISE_COMPENSATION_NONE = 0,
    /// The variances of the gradient's numbers, as many as there are parameters.
    SGMCMC_NOISE_COMPENSATION_DIAGONAL = 1,
    /// C, d by d numbers row by row, for d up to 64 and without blocks; symmetric, to within a millionth of its
    /// variances.
    SGMCMC_NOISE_COMPENSATION_DENSE = 2,
}

/// Where the next theta of a Metropolis-Hastings chain comes from: the proposal q(theta -> theta'). More is in
/// docs/src/equations.md.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub enum sgmcmc_proposal_kind {
    /// theta' = theta + delta xi, with delta the step size: symmetric, needs no gradient.
    SGMCMC_PROPOSAL_RANDOM_WALK = 0,
    /// theta' = theta + epsilon g_I + sigma xi, with epsilon the step size, sigma the scale of the noise and g_I the
    /// mean gradient over the batch.
    SGMCMC_PROPOSAL_SGLD = 1,
    /// With equal chance theta' = theta + epsilon g_I + sigma xi, or theta' = theta - epsilon g_I + beta sigma xi; Wu,
    /// Wang and Wong 2020, (6)-(8).
    SGMCMC_PROPOSAL_RSGLD = 2,
    /// Hamiltonian Monte Carlo: a momentum p of standard normals, then L leapfrog steps of size epsilon with the batch
    /// held; Duane, Kennedy, Pendleton and Roweth 1987; Neal 2011, section 5.3.2.
    SGMCMC_PROPOSAL_HMC = 3,
}

/// The density of the RSGLD proposal in the acceptance ratio. More is in docs/src/equations.md.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub enum sgmcmc_density {
    /// The mixture's density, with the factor beta^(-d) of its second part: exact.
    SGMCMC_DENSITY_NORMALIZED = 0,
    /// Without beta^(-d), as Wu, Wang and Wong 2020 print their acceptance ratio, (37)-(51). Not a valid
    /// Metropolis-Hastings kernel: it does not keep the target, and is here as an optimiser's rule, to reproduce
    /// published tables.
    SGMCMC_DENSITY_UNNORMALIZED = 1,
}

/// The gradient that the proposals SGLD and RSGLD follow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub enum sgmcmc_proposal_gradient {
    /// The mean log-likelihood's with the prior's over n, the default: that of what the chain samples.
    SGMCMC_PROPOSAL_GRADIENT_POSTERIOR = 0,
    /// The mean log-likelihood's alone, as published, whatever the prior.
    SGMCMC_PROPOSAL_GRADIENT_PUBLISHED = 1,
}

/// The scale sigma of a gradient proposal's noise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub enum sgmcmc_noise_kind {
    /// sqrt(2 epsilon) / n, as published: colder than Langevin noise by far. An optimiser's choice: at the steps of a
    /// sampler the normalised density then accepts next to nothing in high dimension.
    SGMCMC_NOISE_PUBLISHED = 0,
    /// sqrt(2 epsilon / c_n), the default, for sampling: the noise of a Langevin step for the density exp(c_n times the
    /// mean log-likelihood), with c_n the likelihood_scale.
    SGMCMC_NOISE_LANGEVIN = 1,
    /// sigma > 0 itself.
    SGMCMC_NOISE_CUSTOM = 2,
}

/// The prior. More is in docs/src/equations.md.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub enum sgmcmc_prior_kind {
    /// Of a block alone: the chain's.
    SGMCMC_PRIOR_CHAIN = 0,
    /// Constant.
    SGMCMC_PRIOR_FLAT = 1,
    /// Every parameter normal, with one mean and one precision.
    SGMCMC_PRIOR_GAUSSIAN = 2,
    /// Every parameter normal, each with its own mean and precision.
    SGMCMC_PRIOR_GAUSSIAN_VECTOR = 3,
    /// Every parameter from a wide normal by chance, else from a narrow one.
    SGMCMC_PRIOR_SPIKE_AND_SLAB = 4,
    /// The model's own log_prior.
    SGMCMC_PRIOR_CALLBACK = 5,
}

/// How the chains of an ensemble draw. More is in docs/src/equations.md.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub enum sgmcmc_ensemble_sampler {
    /// By HMC on all data: exact.
    SGMCMC_ENSEMBLE_SAMPLER_HMC = 0,
    /// By minibatches, by whichever of the next two promises more effective draws per pass.
    SGMCMC_ENSEMBLE_SAMPLER_MINIBATCH = 1,
    /// By minibatches with the plain gradient.
    SGMCMC_ENSEMBLE_SAMPLER_PLAIN = 2,
    /// By minibatches with a control variate about the centre of the coordinates, which pays where data are many times
    /// as many as parameters; at most curvature_dim_max of them.
    SGMCMC_ENSEMBLE_SAMPLER_CONTROL_VARIATE = 3,
    /// By minibatches where the gradient is about that of a normal law and they promise more effective draws per pass
    /// than HMC mostly has, and else by HMC. With more than curvature_dim_max parameters by minibatches wherever the
    /// data have finite gradients, since warm-ups by HMC take thousands of passes there.
    SGMCMC_ENSEMBLE_SAMPLER_AUTO = 4,
}

/// Which running means and variances a chain keeps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub enum sgmcmc_moments {
    /// None.
    SGMCMC_MOMENTS_NONE = 0,
    /// Every kept draw counts the same; Karagiannis 2024, (3.7).
    SGMCMC_MOMENTS_PLAIN = 1,
    /// A kept draw counts by the size of the step that made it, which a decreasing schedule needs. (3.8) of Karagiannis
    /// 2024 counts it by the step that leaves it: the same weights, one draw earlier.
    SGMCMC_MOMENTS_WEIGHTED = 2,
    /// Both.
    SGMCMC_MOMENTS_BOTH = 3,
}

/// What a draw of a chain counts in estimates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub enum sgmcmc_draw_weight {
    /// All the same; Karagiannis 2024, (3.7).
    SGMCMC_DRAW_WEIGHT_EQUAL = 0,
    /// The size of the step that made it, as in weighted sgmcmc_moments.
    SGMCMC_DRAW_WEIGHT_STEP_SIZE = 1,
    /// The size of the step that made the next draw that is observed: without thinning the step that leaves it, as in
    /// (3.8) of Karagiannis 2024. The last draw does not count yet.
    SGMCMC_DRAW_WEIGHT_NEXT_STEP_SIZE = 2,
}

/// What a pilot has found: bit c of its report's findings is set for the one with number c. The numbers are never given
/// to another meaning; a later library may have more of them. More is in docs/src/equations.md.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub enum sgmcmc_finding {
    /// It is the curvature that limits the step size.
    SGMCMC_FINDING_CURVATURE_BINDS = 1,
    /// It is the gradient's noise that limits the step size.
    SGMCMC_FINDING_NOISE_BINDS = 2,
    /// No step size keeps what is tolerated, or is accepted; another finding says why.
    SGMCMC_FINDING_NO_STEP_SIZE = 3,
    /// The chain's own step size gives more than one and a half times the tolerated inflation, or of what the rule does
    /// by itself where that is more.
    SGMCMC_FINDING_STEP_TOO_LARGE = 4,
    /// The chain's own step size lets theta grow without end; never a lattice walk's.
    SGMCMC_FINDING_UNSTABLE = 5,
    /// The chain's own step size is below a hundredth of what would do.
    SGMCMC_FINDING_STEP_TOO_SMALL = 6,
    /// A control variate would allow at least twice the step, which is what its gradients cost.
    SGMCMC_FINDING_CONTROL_VARIATE_PAYS = 7,
    /// Taking the gradient's noise off the injected one would allow at least twice the step.
    SGMCMC_FINDING_COMPENSATION_PAYS = 8,
    /// The gradient's noise is correlated between coordinates: only dense compensation takes it off.
    SGMCMC_FINDING_NOISE_CORRELATED = 9,
    /// At the step size that would do, the slowest direction takes more than a million steps to forget.
    SGMCMC_FINDING_SLOW = 10,
    /// The gradient is much longer than where the posterior has its mass: go nearer to the mode and look again.
    SGMCMC_FINDING_FAR_FROM_MODE = 11,
    /// The log posterior is not concave here.
    SGMCMC_FINDING_NOT_CONCAVE = 12,
    /// What the chain's rule, drift or preconditioner makes of a step size is not predicted.
    SGMCMC_FINDING_UNPREDICTED = 13,
    /// Batch noise keeps the acceptance of the chain's proposals below 0.8 at any step size.
    SGMCMC_FINDING_ACCEPTANCE_CAPPED = 14,
    /// Even one replaced index leaves the cap below 0.8: likelihood_scale is too large for m.
    SGMCMC_FINDING_SCALE_TOO_LARGE = 15,
    /// At the step size that would do, or at a lattice walk's own, the rounding of theta does more than what is
    /// tolerated.
    SGMCMC_FINDING_ROUNDING_BINDS = 16,
    /// What the rule's friction, noise estimate or redraws do to variances is more than what is tolerated, at every step
    /// size.
    SGMCMC_FINDING_RULE_BIASED = 17,
    /// At the chain's own step size what the lattice walk clamps moves the mean by more than one and a half times the
    /// tolerated inflation, in standard deviations.
    SGMCMC_FINDING_CLAMPED = 18,
}

/// What is wrong with a run: bit c of its report's findings is set for the one with number c. The numbers are never
/// given to another meaning; a later library may have more of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub enum sgmcmc_health_finding {
    /// The step size, not the gradient's noise, heats the chain.
    SGMCMC_HEALTH_FINDING_STEP_TOO_LARGE = 1,
    /// The chain hardly moves, though all is well at each step.
    SGMCMC_HEALTH_FINDING_STEP_TOO_SMALL = 2,
    /// The gradient's noise over batches heats the chain.
    SGMCMC_HEALTH_FINDING_GRADIENT_NOISE = 3,
    /// The chain is too hot, and only a pilot can tell whether by noise or by the step size.
    SGMCMC_HEALTH_FINDING_TOO_HOT = 4,
    /// The kinetic temperature is below its band.
    SGMCMC_HEALTH_FINDING_TOO_COLD = 5,
    /// SGNHT has found no friction that holds its temperature.
    SGMCMC_HEALTH_FINDING_THERMOSTAT_DIVERGES = 6,
    /// theta has overflowed.
    SGMCMC_HEALTH_FINDING_DIVERGED = 7,
    /// A callback gave a NaN or an infinity where a number was needed.
    SGMCMC_HEALTH_FINDING_NOT_FINITE = 8,
    /// Steps were refused for another reason.
    SGMCMC_HEALTH_FINDING_REFUSED = 9,
    /// Clipping changes so many gradients that the posterior is another one.
    SGMCMC_HEALTH_FINDING_CLIPPED = 10,
    /// What the lattice walk clamps moves the mean, or is a part of so many moves that variances are too large.
    SGMCMC_HEALTH_FINDING_LATTICE_CUT = 11,
    /// Next to nothing is accepted, and smaller steps would be.
    SGMCMC_HEALTH_FINDING_FROZEN = 12,
    /// Batch noise has proposals rejected at any step size: likelihood_scale is too large for m.
    SGMCMC_HEALTH_FINDING_SCALE_TOO_LARGE = 13,
    /// RSGLD's beta has met its cap.
    SGMCMC_HEALTH_FINDING_BETA_CAPPED = 14,
    /// The drift of proposals outweighs their noise: they follow the gradient, and the chain optimises.
    SGMCMC_HEALTH_FINDING_DRIFT_DOMINATES = 15,
    /// Many proposals go where the model cannot be evaluated.
    SGMCMC_HEALTH_FINDING_IMPOSSIBLE = 16,
    /// The chain moves well from step to step, and stays where it is all the same: in a mode, or along a flat direction.
    SGMCMC_HEALTH_FINDING_STUCK = 17,
    /// Several chains are not at one.
    SGMCMC_HEALTH_FINDING_CHAINS_DISAGREE = 18,
    /// The control variate costs more than it saves.
    SGMCMC_HEALTH_FINDING_ANCHOR_WORTHLESS = 19,
    /// Proposals go too far to be accepted as often as is good.
    SGMCMC_HEALTH_FINDING_ACCEPTANCE_LOW = 20,
    /// theta is so large that its rounding drowns what the steps are.
    SGMCMC_HEALTH_FINDING_ROUNDING_DROWNS = 21,
    /// More than one in 2000 trajectories of HMC after burn-in diverged at a step no longer than step_size: there are
    /// places whose surroundings the chain may not get to.
    SGMCMC_HEALTH_FINDING_DIVERGENCES = 22,
    /// theta grows, and the log posterior does not fall: it may be improper.
    SGMCMC_HEALTH_FINDING_RUNS_AWAY = 23,
    /// Proposals overflow before the model is asked.
    SGMCMC_HEALTH_FINDING_MODEL_NOT_ASKED = 24,
    /// The run's first part is elsewhere than the rest, or its last.
    SGMCMC_HEALTH_FINDING_FIRST_AGAINST_LAST = 25,
}

/// What can be read from estimates, for each number that a draw has. More is in docs/src/equations.md.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub enum sgmcmc_estimate {
    /// The means, 0 before the first draw.
    SGMCMC_ESTIMATE_MEAN = 0,
    /// The variances, sum of w (x - mean)^2 / sum of w; NaN before the first draw, and refused where one is too large or
    /// too small for a double, of a deviation above 1e154 or below 1.5e-154.
    SGMCMC_ESTIMATE_VARIANCE = 1,
    /// The deviations, the roots of the variances, right from 1e-300 to 1e300; NaN before the first draw.
    SGMCMC_ESTIMATE_DEVIATION = 2,
    /// The Monte Carlo standard errors of the means; NaN below 16 draws. Of several chains they are by how far the
    /// chains' means are apart where these differ by more than each chain's own error lets them. The doubts say when not
    /// to trust them.
    SGMCMC_ESTIMATE_STANDARD_ERROR = 3,
    /// The effective sample sizes, how many independent draws would give the mean as exactly: the variance over the
    /// squared standard error, times (1 - 2/(9 nu))^3 with its nu degrees of freedom, and 1 more, since that square is
    /// itself an estimate. NaN below 16 draws, and for what does not vary.
    SGMCMC_ESTIMATE_SAMPLE_SIZE = 4,
    /// The degrees of freedom of the standard errors, at least 1: (mean - truth) / error has nearly Student's t
    /// distribution with as many. NaN below 16 draws.
    SGMCMC_ESTIMATE_DEGREES_OF_FREEDOM = 5,
    /// Half-widths of intervals: from mean - half-width to mean + half-width is what the mean estimates, with
    /// probability p, such as 0.95, where there is no doubt. Student's quantile times the standard error; NaN below 16
    /// draws.
    SGMCMC_ESTIMATE_HALF_WIDTH = 6,
    /// The covariances, row by row, as many as the square of how many numbers a draw has, where the settings ask for
    /// them; NaN before the first draw, and refused where a variance would be.
    SGMCMC_ESTIMATE_COVARIANCE = 7,
    /// The quantiles, below which the share p of all weight is, where the settings give room for centroids; NaN before
    /// the first draw.
    SGMCMC_ESTIMATE_QUANTILE = 8,
}

/// Why a standard error, and what is made of it, is not to be trusted: bit c of a number's doubts is set for the one
/// with number c. The numbers are never given to another meaning; a later library may have more of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub enum sgmcmc_doubt {
    /// The draws cannot tell: fewer than 16 of them or 20 effective ones, or they stay correlated over an eighth of what
    /// was drawn or more, or do not vary (of up to ten merged chains in one of them), or a few of them outweigh all
    /// others together. The error is more likely too small than too large; a longer run tells.
    SGMCMC_DOUBT_TOO_SHORT = 1,
    /// Chains that were merged have means further apart than their own errors allow: they are in different modes, or
    /// have not come to the stationary law. The error is that of so few means as there are chains.
    SGMCMC_DOUBT_CHAINS_DISAGREE = 2,
}

/// A function of one number, with the same bits on every machine, whatever the length of the array it is in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub enum sgmcmc_function {
    /// e^x.
    SGMCMC_FUNCTION_EXP = 0,
    /// The natural logarithm.
    SGMCMC_FUNCTION_LN = 1,
    /// The sine of an angle in radians.
    SGMCMC_FUNCTION_SIN = 2,
    /// The cosine of an angle in radians.
    SGMCMC_FUNCTION_COS = 3,
}

/// What the values of a transform are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub enum sgmcmc_transform_kind {
    /// Each between lower and upper, of which either may be infinite, for no bound: with lower 0, positive numbers.
    SGMCMC_TRANSFORM_BOUNDED = 0,
    /// In ascending order.
    SGMCMC_TRANSFORM_ORDERED = 1,
    /// Positive, with sum 1: len of len - 1 parameters.
    SGMCMC_TRANSFORM_SIMPLEX = 2,
    /// The rows of the lower-triangular Cholesky factor of a correlation matrix, len * len numbers with zeros above the
    /// diagonal, of len (len - 1) / 2 parameters. What stands above it is not read.
    SGMCMC_TRANSFORM_CORRELATION = 3,
}

/// How a step's minibatch is drawn.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct sgmcmc_batch {
    /// enum sgmcmc_batch_kind. Default _WITHOUT_REPLACEMENT.
    pub kind: i32,
    /// _WITHOUT_REPLACEMENT, _WITH_REPLACEMENT, _EPOCHS: m, how many data a minibatch has, from 1 to data_len.
    /// SGMCMC_BATCH_WITHOUT_REPLACEMENT with data_len is SGMCMC_BATCH_ALL: the model then gets NULL for the batch. No
    /// default.
    pub len: u32,
    /// Room.
    pub reserved2: [u64; 2],
}

/// What the Langevin family and the lattice walk add to the gradient: docs/src/rules.md has the equations.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct sgmcmc_drift {
    /// enum sgmcmc_drift_kind. Default _NONE.
    pub kind: i32,
    /// _MOMENTUM: enum sgmcmc_momentum_form. What is done with the sum of gradient and drift. Default _CALIBRATED.
    pub form: i32,
    /// _MOMENTUM, _ADAM, _ADAMAX, _ADADELTA: a, how much of the drift is added to the gradient. Positive and finite in
    /// the precision of theta. 0, the default, is 1 for SGMCMC_DRIFT_MOMENTUM, 10 for the others.
    pub scale: f64,
    /// _MOMENTUM, _ADAM, _ADAMAX: beta1, the decay of the mean gradient. At least 0 and below 1. Default 0.9.
    pub beta1: f64,
    /// _ADAM: beta2 > beta1^2, the decay of the squared gradient. Below 1. _ADAMAX: beta2 > beta1^2, the decay of the
    /// largest gradient. Below 1. Default 0.999.
    pub beta2: f64,
    /// _ADAM, _ADAMAX, _ADADELTA: lambda, which keeps a denominator from zero. Positive and finite, and so is the
    /// inverse of its square in the precision of theta. Default 1e-5.
    pub lambda: f64,
    /// _ADADELTA: rho, the decay of its means. At least 0 and below 1. Default 0.95.
    pub rho: f64,
    /// Room.
    pub reserved2: [u64; 2],
}

/// The metric P of the Langevin family and of the lattice walk: docs/src/rules.md has the equations. More is in
/// docs/src/equations.md.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct sgmcmc_preconditioner {
    /// enum sgmcmc_preconditioner_kind. Default _IDENTITY.
    pub kind: i32,
    /// _RMSPROP, _ADAGRAD: enum sgmcmc_gradient_scale. The scale of the gradients that are squared. Default _MEAN.
    pub scale: i32,
    /// _POSITION_DEPENDENT: Whether theta is positive and reflected at 0: theta <- |theta| ends a step. Default 0.
    pub reflect: i32,
    /// Room.
    pub reserved: i32,
    /// _RMSPROP: beta, the decay of the mean squared gradient. At least 0 and below 1. Default 0.99.
    pub beta: f64,
    /// _RMSPROP, _ADAGRAD: lambda, which keeps a denominator from zero. Positive and finite, and so is the inverse of
    /// its square in the precision of theta. Default 1e-5.
    pub lambda: f64,
    /// _DIAGONAL, _DENSE: dim positive numbers p for a diagonal; for a dense one dim * dim numbers, row after row of the
    /// lower-triangular factor L, with a positive diagonal, of which those above it are not read. They must live until a
    /// chain is made or sgmcmc_rule_start_f32 is called, which copy them. No default.
    pub values: *const f64,
    /// Room.
    pub reserved2: [u64; 2],
}

/// The update rules: docs/src/rules.md has what each of them computes, line by line.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct sgmcmc_rule {
    /// enum sgmcmc_rule_kind. Default _LANGEVIN.
    pub kind: i32,
    /// _SGHMC, _ABOBA, _BAOAB, _SGNHT: enum sgmcmc_velocity. The velocity before the first step. Default _ZERO.
    pub velocity: i32,
    /// _SGNHT: enum sgmcmc_thermostat. One thermostat for all parameters, or one for each. Default _SCALAR.
    pub thermostat: i32,
    /// _SGNHT: enum sgmcmc_splitting. How its equations are split into a step; by Euler's splitting the friction is
    /// below 1/2: from there on the chain diverges. Default _EULER.
    pub splitting: i32,
    /// _LANGEVIN, _LATTICE: What is added to the gradient, A.
    pub drift: sgmcmc_drift,
    /// _LANGEVIN, _LATTICE: The metric, P; under the lattice rule it is diagonal.
    pub preconditioner: sgmcmc_preconditioner,
    /// _SGHMC, _ABOBA, _BAOAB, _SGNHT: alpha, the friction of one step: one minus the momentum. Above 0 and at most 1.
    /// Default 0.1.
    pub friction: f64,
    /// _SGHMC: beta, the friction's share whose noise the gradient brings already, new in every step: eta nu^2/(2 tau),
    /// at most alpha. At least 0. Default 0.
    pub noise_estimate: f64,
    /// _SGHMC: Every how many steps the velocity is drawn anew, as published, which does not sample the posterior; 0 for
    /// never. At k = 1, 2, 7 and 50 and alpha = 0.1 a variance is 0.505, 0.663, 0.868 and 0.983 of what it should be.
    /// More is in docs/src/equations.md. Default 0.
    pub redraw_interval: u64,
    /// _ADAM: beta1, the decay of the mean gradient. At least 0 and below 1. Default 0.9.
    pub beta1: f64,
    /// _ADAM: beta2 > beta1^2, the decay of the squared gradient. Below 1. Default 0.999.
    pub beta2: f64,
    /// _ADAM: lambda, which keeps a denominator from zero. Positive and finite, and so is the inverse of its square in
    /// the precision of theta. Default 1e-8.
    pub lambda: f64,
    /// Room.
    pub reserved2: [u64; 2],
}

/// A step size or a temperature for every k. More is in docs/src/equations.md.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct sgmcmc_schedule {
    /// enum sgmcmc_schedule_kind. Default _CONSTANT.
    pub kind: i32,
    /// Room.
    pub reserved: i32,
    /// _CONSTANT, _POLYNOMIAL, _STEP_DECAY, _CYCLICAL: The setting, by which the factor is multiplied: positive for a
    /// step size, at least 0 for a temperature. No default.
    pub value: f64,
    /// _POLYNOMIAL: b, in the unit of k. Positive and finite. Default 1.
    pub offset: f64,
    /// _POLYNOMIAL: gamma, by which it falls. Above 0.5 and at most 1. Default 0.55.
    pub exponent: f64,
    /// _STEP_DECAY: gamma, by which every period multiplies it. Above 0 and at most 1. Default 0.5.
    pub factor: f64,
    /// _STEP_DECAY: L, in the unit of k. At least 1. No default.
    pub period: u64,
    /// _CYCLICAL: C, how long a cycle is, in the unit of k: of c cycles in N steps or epochs N/c, rounded up. At least
    /// 1. No default.
    pub cycle_len: u64,
    /// _CYCLICAL: The first part of each cycle, in which the temperature is 0 and no draw is kept: at most 1 - 1/C. At
    /// least 0. Default 0.
    pub exploration: f64,
    /// f: once warm, the factor is never below it; 0 for none, as it must be where the host says. At least 0 and below
    /// 1. Default 0.
    pub floor: f64,
    /// w: the first w factors are multiplied by (k + 1)/w, the floor included; in the unit of k, 0 for none, as it must
    /// be where the host says. Default 0.
    pub warm_up: u64,
    /// Room.
    pub reserved2: [u64; 2],
}

/// What is taken off a rule's noise to make up for the noise of minibatches: as much as C says, the covariance over
/// batches of the gradient of the log posterior, summed over all data. More is in docs/src/equations.md.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct sgmcmc_noise_compensation {
    /// enum sgmcmc_noise_compensation_kind. Default _NONE.
    pub kind: i32,
    /// Room.
    pub reserved: i32,
    /// _DIAGONAL, _DENSE: The covariance over minibatches of the gradient of the log posterior, summed over all data:
    /// dim variances for a diagonal one, dim * dim numbers, symmetric, for a dense one, of at most 64 parameters,
    /// without blocks. NULL: found in burn-in's second half, not with BATCH_CALLER or SAGA. Default NULL.
    pub covariance: *const f64,
    /// Room.
    pub reserved2: [u64; 2],
}

/// The scale sigma of a gradient proposal's noise.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct sgmcmc_noise {
    /// enum sgmcmc_noise_kind. Default _LANGEVIN.
    pub kind: i32,
    /// Room.
    pub reserved: i32,
    /// _CUSTOM: The scale of the noise, positive. No default.
    pub sigma: f64,
    /// Room.
    pub reserved2: [u64; 2],
}

/// Where the next theta of a Metropolis-Hastings chain comes from: the proposal q(theta -> theta').
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct sgmcmc_proposal {
    /// enum sgmcmc_proposal_kind. Default _RSGLD.
    pub kind: i32,
    /// _RSGLD: enum sgmcmc_density. Which density enters the acceptance ratio. Default _NORMALIZED.
    pub density: i32,
    /// _HMC: How many leapfrog steps a trajectory has, L. At least 1. Default 10.
    pub leapfrog_count: u32,
    /// Room.
    pub reserved: i32,
    /// _RANDOM_WALK: delta > 0, in the unit of theta; 0 for one that is to be tuned. _SGLD, _RSGLD: epsilon > 0, on the
    /// mean gradient; 0 for one that is to be tuned. _HMC: epsilon > 0, in the unit of theta; 0 for one that is to be
    /// tuned. Default 0.
    pub step_size: f64,
    /// _SGLD, _RSGLD: The scale of the noise, sigma.
    pub noise: sgmcmc_noise,
    /// _RSGLD: How much wider the noise of a backward move is, beta. Finite and at least 1. Default 1.
    pub beta: f64,
    /// _HMC: j: every trajectory's step is epsilon times a number of its own, uniform from 1 - j to 1 + j, so that few
    /// come back to where they began. At 0 all have the same step, and nothing is drawn for it. At least 0 and below 1.
    /// Default 0.3.
    pub step_jitter: f64,
    /// Room.
    pub reserved2: [u64; 2],
}

/// What moves theta.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct sgmcmc_sampler {
    /// enum sgmcmc_sampler_kind. Default _RULE.
    pub kind: i32,
    /// _RULE: enum sgmcmc_schedule_unit. What the schedules count. Default _STEP.
    pub schedule_unit: i32,
    /// _METROPOLIS_HASTINGS: How many indices of the batch a proposal replaces, 1 to m - 1 and at most n - m; m, or 0,
    /// draws a fresh batch, as published. More is in docs/src/equations.md. Default 0.
    pub refresh_len: u32,
    /// _METROPOLIS_HASTINGS: enum sgmcmc_proposal_gradient. What proposals along the gradient follow. HMC always follows
    /// the posterior's, and the random walk none: with them it must have its default. Default _POSTERIOR.
    pub proposal_gradient: i32,
    /// _METROPOLIS_HASTINGS: Whether beta is tuned between epochs; needs the RSGLD proposal. More is in
    /// docs/src/equations.md. Default 0.
    pub tune_beta: i32,
    /// _METROPOLIS_HASTINGS: Whether the proposal's step_size is tuned during burn-in, after which it stays; it may then
    /// be 0, for one that is not known. Not with SGMCMC_NOISE_CUSTOM. Wants a burn_in of at least 1, with tune_beta of
    /// at least 4 (tune_interval + 1), where a tune_interval of 0 is one epoch; one of ten steps finds nothing that is
    /// far off, some hundreds do. Default 0.
    pub tune_step_size: i32,
    /// _METROPOLIS_HASTINGS: Whether refresh_len is found, too, as what leaves a cap on acceptance of about 0.8. On all
    /// data there is nothing to find. More is in docs/src/equations.md. Default 0.
    pub tune_refresh_len: i32,
    /// Room.
    pub reserved: i32,
    /// _RULE: What moves theta.
    pub rule: sgmcmc_rule,
    /// _RULE: eta for every step, on the gradient of the log posterior summed over all data. A value of 0 with all else
    /// at its default, as it begins, is one that is to be found, by sgmcmc_chain_warm_up_f32 and _f64. A step before
    /// that takes what the model's step_size says, and is refused with SGMCMC_ERROR_NO_STEP_SIZE where there is none.
    /// SGMCMC_SCHEDULE_CALLBACK is the same: a warm-up finds one, and then the model's step_size is not asked.
    pub step_size: sgmcmc_schedule,
    /// _RULE: tau >= 0 for every step: 1 samples the posterior, tau its power 1/tau, prior included; 0 is an optimiser.
    /// Default 1.
    pub temperature: sgmcmc_schedule,
    /// _RULE: What is taken off the rule's noise for the gradient's own. For SGLD with no preconditioner or a fixed one,
    /// ABOBA, BAOAB and SGHMC without a noise estimate; not by epochs or on all data.
    pub compensation: sgmcmc_noise_compensation,
    /// _METROPOLIS_HASTINGS: Where the next theta comes from.
    pub proposal: sgmcmc_proposal,
    /// _METROPOLIS_HASTINGS: c_n, by which the mean log-likelihood is multiplied: n on all data, for the posterior
    /// itself; on batches a little below sqrt(m). Positive and finite. More is in docs/src/equations.md. No default.
    pub likelihood_scale: f64,
    /// _METROPOLIS_HASTINGS: The tuner's cap on beta: finite and at least beta where beta is tuned, and never NaN. With
    /// other proposals than RSGLD it must have its default. Default 1e3.
    pub beta_max: f64,
    /// _METROPOLIS_HASTINGS: Every how many steps the tuner judges beta; 0 is one epoch, n/m rounded up. Must be 0
    /// without tune_beta. Default 0.
    pub tune_interval: u64,
    /// _METROPOLIS_HASTINGS: With tune_step_size the acceptance rate that is aimed at, between 0 and 1. 0 is the
    /// proposal's own, at which a long chain goes farthest: 0.234 with the random walk, 0.574 with SGLD, 0.4 with RSGLD
    /// and 0.65 with HMC. Where batch noise allows less, the aim is a share of what it allows, and step_size_capped of
    /// the statistics is 1. Default 0.
    pub target_acceptance: f64,
    /// Room.
    pub reserved2: [u64; 2],
}

/// How the gradient is estimated; any rule goes with any of them. More is in docs/src/equations.md.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct sgmcmc_estimator {
    /// enum sgmcmc_estimator_kind. Default _PLAIN.
    pub kind: i32,
    /// _PRACTICAL: n1, how many data an anchor is over: above m and at most n. No default.
    pub anchor_len: u32,
    /// _PRACTICAL, _SVRG: Whether the anchor is at the mean of theta over the last interval instead of at the last
    /// theta. Default 0.
    pub averaged: i32,
    /// Room.
    pub reserved: i32,
    /// _PRACTICAL, _SVRG: Steps between two anchors. At least 1. No default.
    pub interval: u64,
    /// _FIXED_CENTRE: theta, as long as theta, finite, copied; where it is not given (NULL in C) it is where the chain
    /// starts. Default NULL.
    pub centre: *const f64,
    /// Room.
    pub reserved2: [u64; 2],
}

/// What is done with a large gradient g of the log posterior, summed over all data; Karagiannis 2024, Notes 37 to 41.
/// More is in docs/src/equations.md.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct sgmcmc_clipping {
    /// enum sgmcmc_clipping_kind. Default _NONE.
    pub kind: i32,
    /// Room.
    pub reserved: i32,
    /// _NORM, _ELEMENT: The limit on the gradient of the log posterior, summed over all data, positive. No default.
    pub limit: f64,
    /// Room.
    pub reserved2: [u64; 2],
}

/// The prior. More is in docs/src/equations.md.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct sgmcmc_prior {
    /// enum sgmcmc_prior_kind. Default _FLAT.
    pub kind: i32,
    /// Room.
    pub reserved: i32,
    /// _GAUSSIAN: The mean. Finite in the precision of theta. Default 0.
    pub mean: f64,
    /// _GAUSSIAN: One over the variance. Positive and finite in the precision of theta. Default 1.
    pub precision: f64,
    /// _SPIKE_AND_SLAB: The weight of the slab, lambda. Above 0 and below 1. No default.
    pub slab_weight: f64,
    /// _SPIKE_AND_SLAB: The standard deviation of the slab, above that of the spike. No default.
    pub slab_deviation: f64,
    /// _SPIKE_AND_SLAB: The standard deviation of the spike, > 0. No default.
    pub spike_deviation: f64,
    /// _GAUSSIAN_VECTOR: The mean of each parameter, finite; as many numbers as there are parameters, copied. No
    /// default.
    pub means: *const f64,
    /// _GAUSSIAN_VECTOR: The precision of each parameter, > 0; as many, copied. No default.
    pub precisions: *const f64,
    /// Room.
    pub reserved2: [u64; 2],
}

/// A range of theta with a step size, a prior and a switch of its own; what no block covers follows the chain's
/// settings. Call sgmcmc_block_init first, then set start, len and what should differ from the defaults. What the
/// prior's kind does not use must have its default, or is refused by name.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct sgmcmc_block {
    /// The first parameter, counted from 0. No default.
    pub start: usize,
    /// How many there are. At least 1. No default.
    pub len: usize,
    /// Multiplies a rule's step size, or epsilon of SGLD and RSGLD and the square of their sigma; of the walk delta
    /// squared, of HMC epsilon squared. SGMCMC_RULE_RECIPE and SGMCMC_PRECONDITIONER_POSITION_DEPENDENT_DENSE take 1
    /// only. Positive and finite in the precision of theta. Default 1.
    pub step_size_factor: f64,
    /// Whether these parameters are never written. Their factor and prior must be in range all the same: settings that a
    /// chain goes on with may not freeze them. Not with SGMCMC_RULE_RECIPE or
    /// SGMCMC_PRECONDITIONER_POSITION_DEPENDENT_DENSE. Default 0.
    pub frozen: i32,
    /// Room.
    pub reserved: i32,
    /// The prior of these parameters in place of the chain's: any but SGMCMC_PRIOR_GAUSSIAN_VECTOR and _CALLBACK, and
    /// then the chain's is not SGMCMC_PRIOR_CALLBACK. Default SGMCMC_PRIOR_CHAIN: the chain's.
    pub prior: sgmcmc_prior,
}

/// Everything that decides a chain's draws, with its data and its start. Call sgmcmc_chain_settings_init first, then set
/// data_len, batch.len and what should differ from the defaults. What has no default is 0 until it is set.
///
/// A struct within has a kind, and the settings of every kind: those that the chosen one does not use must have their
/// defaults, or are refused by name. Their defaults are not all 0: a struct within that is to have them again is copied
/// from settings that were just initialized. Vectors and blocks are pointed to, and copied when a chain is made. An enum
/// is an int32_t so that any number can be told from a known one.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct sgmcmc_chain_settings {
    /// sizeof(sgmcmc_chain_settings) of the caller's header, set by sgmcmc_chain_settings_init.
    pub struct_size: usize,
    /// sizeof(sgmcmc_block) of the caller's header: what lies beyond takes its default. No default: must be set where
    /// there are blocks.
    pub block_size: usize,
    /// The seed that all chains of one run share. Default 0.
    pub seed: u64,
    /// Which of the seed's chains this is; their random numbers never overlap. Below 65536. Default 0.
    pub chain_index: u32,
    /// n, how many data there are. From 1 to 2^32 - 1. No default.
    pub data_len: u32,
    /// How minibatches are drawn. Metropolis-Hastings takes SGMCMC_BATCH_WITHOUT_REPLACEMENT and SGMCMC_BATCH_ALL.
    pub batch: sgmcmc_batch,
    /// Passes over all data, and batches, come in pieces of at most this many; 0 asks for each in one call, for all data
    /// without indices. Default 0.
    pub chunk_len: u32,
    /// enum sgmcmc_moments. Which running means and variances are kept. Default _NONE.
    pub moments: i32,
    /// What moves theta.
    pub sampler: sgmcmc_sampler,
    /// How the gradient is estimated. All but SGMCMC_ESTIMATOR_PLAIN want batches without repetitions, and not
    /// SGMCMC_BATCH_ALL, which a length of n without replacement is, too. By epochs SGMCMC_ESTIMATOR_PRACTICAL and
    /// SGMCMC_ESTIMATOR_SVRG want a length below n as well; SGMCMC_ESTIMATOR_SAGA takes neither epochs nor the caller's
    /// batches. Metropolis-Hastings along the gradient goes with SGMCMC_ESTIMATOR_FIXED_CENTRE of them. HMC on batches
    /// is worse off with it, since its trajectories then follow another gradient than that of the energy by which they
    /// are accepted.
    pub estimator: sgmcmc_estimator,
    /// What is done with a large gradient. Must be SGMCMC_CLIPPING_NONE with SGMCMC_PROPOSAL_RANDOM_WALK, which has
    /// none.
    pub clipping: sgmcmc_clipping,
    /// The prior.
    pub prior: sgmcmc_prior,
    /// Steps before the first draw is kept. Default 0.
    pub burn_in: u64,
    /// Every how many steps a draw is kept after that. At least 1. Default 1.
    pub thinning: u64,
    /// block_count ranges of parameters with settings of their own, in ascending order, apart from each other; each as
    /// long as block_size says. Default NULL.
    pub blocks: *const sgmcmc_block,
    /// How many. Default 0: none, whatever blocks is.
    pub block_count: usize,
    /// The most of the processor's instruction sets that the chain may use: enum sgmcmc_simd. Default 0: the widest that
    /// this processor and the library have; so SGMCMC_SIMD_NONE, which is 0, limits nothing, and sets of other machines
    /// do not. The bits are the same; sgmcmc_chain_properties_f32 and _f64 tell which it is.
    pub simd_level: i32,
    /// Room.
    pub reserved: i32,
}

/// A posterior, and how its chains find what it takes to sample it. Call sgmcmc_ensemble_settings_init first, then set
/// data_len and what should differ from the defaults.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct sgmcmc_ensemble_settings {
    /// sizeof(sgmcmc_ensemble_settings) of the caller's header, set by sgmcmc_ensemble_settings_init.
    pub struct_size: usize,
    /// sizeof(sgmcmc_block) of the caller's header: what lies beyond takes its default. No default: must be set where
    /// there are blocks.
    pub block_size: usize,
    /// The seed that all chains share. Default 0.
    pub seed: u64,
    /// n, how many data there are: 1 where the model is a log density without data. From 1 to 2^32 - 1. No default.
    pub data_len: u32,
    /// Passes over more data than this come in pieces of at most this many; 0 asks for all at once. Default 0.
    pub chunk_len: u32,
    /// The prior.
    pub prior: sgmcmc_prior,
    /// block_count ranges of parameters that stay, or have priors of their own, in ascending order, apart from each
    /// other; each as long as block_size says. Their step_size_factor is 1. Default NULL.
    pub blocks: *const sgmcmc_block,
    /// How many. Default 0: none, whatever blocks is.
    pub block_count: usize,
    /// How many chains there are. From 1 to 65536. Default 4.
    pub chain_count: u32,
    /// How many leapfrog steps a trajectory has at most. Mostly it has one to seven. At least 1. Default 100.
    pub leapfrog_max: u32,
    /// Up to this many parameters coordinates are made of all covariances, beyond of variances alone. At most 1024.
    /// Default 64.
    pub curvature_dim_max: u32,
    /// How many draws of each chain there is room for, and how many a chain makes in its first round. At least 4.
    /// Default 1000.
    pub draw_count: u32,
    /// How far from where it was told to begin a chain but the first begins, at most, in each parameter. Finite and at
    /// least 0 in the precision of theta. Default 2.
    pub start_spread: f64,
    /// The acceptance at which the step size aims. Nearer to 1 steps are shorter, which lets chains further into narrow
    /// places. Above 0 and below 1. Default 0.8.
    pub target_acceptance: f64,
    /// Chains agree where R-hat is at most this for every parameter: see sgmcmc_summary. Above 1. Default 1.01.
    pub r_hat_max: f64,
    /// The effective sample size that all chains together are to have, in bulk and tails of every parameter: at most the
    /// draw_count of all chains, which is what they keep; 0 wants half of it. At least 0. More is in
    /// docs/src/equations.md. Default 0.
    pub sample_size: f64,
    /// How many passes over all data a chain may take: no round begins that might take it further. The first round
    /// always runs. At least 1. Default 1e5.
    pub pass_max: f64,
    /// By how much minibatches may make a deviation wrong, as a share. HMC takes the default alone. Above 0 and at most
    /// 0.2.
    pub deviation_error: f64,
    /// enum sgmcmc_ensemble_sampler. How chains draw. By minibatches there must be at least two data, and with a control
    /// variate at most curvature_dim_max parameters. Default _HMC.
    pub sampler: i32,
    /// How many data a step by minibatches takes, fewer than all; 0 finds it, and is all that HMC takes. Default 0.
    pub batch_len: u32,
}

/// A range of parameters, and what becomes of them; what no transform covers is taken as it is. No _init: what is not
/// set is 0.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct sgmcmc_transform {
    /// The first parameter, counted from 0. No default.
    pub start: usize,
    /// How many values there are, or rows of a correlation matrix. At least 1. No default.
    pub len: usize,
    /// Below every value; 0 for other kinds than bounded ones. Default 0.
    pub lower: f64,
    /// Above every value, and above lower; 0 for other kinds than bounded ones. Default 0.
    pub upper: f64,
    /// enum sgmcmc_transform_kind. What the values are. Default _BOUNDED.
    pub kind: i32,
    /// Room.
    pub reserved: i32,
}

/// Counts and rates of a chain so far.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct sgmcmc_chain_statistics {
    /// sizeof(sgmcmc_chain_statistics), set by the caller; only that many bytes are written.
    pub struct_size: usize,
    /// Steps done.
    pub step_count: u64,
    /// Draws kept: after burn-in, due by the thinning, and not in the exploring part of a cycle.
    pub kept_count: u64,
    /// The mean log-likelihood over the last batch, at the theta where it was evaluated; NaN before the first step.
    pub log_likelihood: f64,
    /// eta of a rule's last step, or the one set since; for Metropolis-Hastings that of the next proposal.
    pub step_size: f64,
    /// beta of the RSGLD proposal, 1 for others.
    pub beta: f64,
    /// sigma of the next forward proposal, the step of HMC; 0 for a rule.
    pub noise_scale: f64,
    /// Accepted proposals; 0 for a rule, which proposes nothing.
    pub accepted_count: u64,
    /// Proposals that went up the gradient; all of them but for RSGLD. Under HMC trajectories.
    pub forward_count: u64,
    /// How many of those were accepted.
    pub forward_accepted_count: u64,
    /// Proposals that went down the gradient.
    pub backward_count: u64,
    /// How many of those were accepted.
    pub backward_accepted_count: u64,
    /// Proposals rejected because theta', the model's value or its gradient was not finite, or the model impossible,
    /// there or anywhere on a trajectory; those of batches by HMC too.
    pub nonfinite_count: u64,
    /// The mean acceptance probability, under HMC of trajectories; NaN before the first proposal.
    pub mean_acceptance: f64,
    /// Whether the tuner has met its cap on beta: epsilon is too large.
    pub beta_capped: i32,
    /// Whether batch noise keeps the tuner of the step size from the acceptance rate that it is to aim at, so that it
    /// aims at a share of what this noise leaves: see the setting that tunes the step size. Never for HMC, whose
    /// trajectories this noise does not limit.
    pub step_size_capped: i32,
    /// tau of a rule's last step, 0 while a cycle explores, NaN before the first step under a schedule of the host's; n
    /// / likelihood_scale for Metropolis-Hastings, which is exact on all data.
    pub temperature: f64,
    /// Gradients that were clipped.
    pub clipped_count: u64,
    /// Steps in which some theta overflowed and was set to the largest finite number: the chain has diverged.
    pub saturated_count: u64,
    /// The lattice walk: moves of single parameters whose drift was longer than a lattice step, and was cut to it.
    pub clamped_count: u64,
    /// HMC: batches that were proposed by themselves, one after each trajectory where a batch is not all data.
    pub batch_count: u64,
    /// How many of those were accepted.
    pub batch_accepted_count: u64,
    /// How many indices of the batch a proposal replaces, m for fresh batches: the settings', or what a warm-up has
    /// chosen; 0 for rules.
    pub refresh_len: u32,
    /// Room.
    pub reserved: i32,
    /// The lattice walk: about the length of the mean, over steps after burn-in, of what the cut took off the gradient
    /// with the drift, over tau: the chain's mean is off by so much of the variance of theta, in a parameter that is
    /// independent of others. More is in docs/src/equations.md.
    pub clamped_gradient: f64,
    /// HMC: trajectories after burn-in that diverged: their energy came out more than 1000 too large, or something on
    /// them was not finite or the model impossible. The chain's divergence is where the last one began.
    pub divergence_count: u64,
    /// HMC: of the trajectories that diverged after burn-in, those whose step was no longer than step_size: they say
    /// that there are places which the chain may not get to, finding 22 of sgmcmc_health_finding. More is in
    /// docs/src/equations.md.
    pub short_divergence_count: u64,
    /// HMC: trajectories that diverged in burn-in, where step_size is still to be found.
    pub burn_in_divergence_count: u64,
    /// How many proposals in a row, the last one included, overflowed before the model was asked; after 1000 of them a
    /// step is refused, until another step size is set.
    pub unasked_count: u64,
}

/// What a step did.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct sgmcmc_step {
    /// sizeof(sgmcmc_step), set by the caller; only that many bytes are written.
    pub struct_size: usize,
    /// The step, counted from 0.
    pub index: u64,
    /// The mean log-likelihood over the step's batch: at theta for Metropolis-Hastings; for a rule where the gradient
    /// was taken, before theta moved.
    pub log_likelihood: f64,
    /// The step's, or for Metropolis-Hastings the next proposal's.
    pub step_size: f64,
    /// The step's, as in sgmcmc_chain_statistics.
    pub temperature: f64,
    /// Whether the draw was kept: after burn-in, due by the thinning, not in the exploring part of a cycle.
    pub kept: i32,
    /// Whether a proposal was accepted, and theta did not stay; always for a rule.
    pub accepted: i32,
    /// Whether it is the last step of a cycle.
    pub ends_cycle: i32,
    /// Whether some theta overflowed and was set to the largest finite number.
    pub saturated: i32,
    /// Whether a trajectory of HMC diverged, by divergence_count of sgmcmc_chain_statistics; theta is then where it
    /// began.
    pub diverged: i32,
    /// Room.
    pub reserved: i32,
}

/// What a checkpoint of a chain or of an ensemble says of itself, for hosts that look before they restore.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct sgmcmc_checkpoint {
    /// sizeof(sgmcmc_checkpoint), set by the caller; only that many bytes are written.
    pub struct_size: usize,
    /// The version of its format: this library writes and reads 1.
    pub version: u32,
    /// Bits of a number of theta: 32 or 64.
    pub bits: u32,
    /// The number of parameters.
    pub dim: u64,
    /// A digest of the settings, the same on every machine: equal settings have equal ones. Not in it are seed and
    /// chain_index, nor an ensemble's start_spread, r_hat_max, sample_size and pass_max.
    pub settings: u64,
    /// Steps that the chain has done; of an ensemble, with how many draws of each chain its round ends.
    pub step_count: u64,
    /// How many bytes it has.
    pub size: u64,
    /// Whether it is of an ensemble.
    pub is_ensemble: i32,
    /// Room.
    pub reserved: i32,
}

/// What stored draws say of one of their numbers, all chains together, and whether the chains agree. Below four draws a
/// chain the standard error, the sizes and R-hat are NaN, and R-hat is for what does not vary. More is in
/// docs/src/equations.md.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct sgmcmc_summary {
    /// sizeof(sgmcmc_summary), set by the caller; only that many bytes are written.
    pub struct_size: usize,
    /// The mean of all draws.
    pub mean: f64,
    /// Their standard deviation, over their count less 1: NaN of one draw, infinite beyond a double.
    pub deviation: f64,
    /// The mean's standard error, by the draws' own effective sample size; 0 if nothing varies.
    pub standard_error: f64,
    /// The quantile at 5 %, linear between neighbours of the sorted draws.
    pub quantile_5: f64,
    /// The quantile at 50 %: of an even number the middle of the two in the middle.
    pub median: f64,
    /// The quantile at 95 %.
    pub quantile_95: f64,
    /// The effective sample size of the bulk: of z, the normal scores of the draws' ranks.
    pub bulk_sample_size: f64,
    /// That of the tails: the smaller of those of x <= q for the quantiles q at 5 and 95 %.
    pub tail_sample_size: f64,
    /// Split R-hat of the ranks of x or of |x - median|, the larger: above 1.01 chains do not agree.
    pub r_hat: f64,
}

/// How an ensemble stands, and what all chains show together.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct sgmcmc_ensemble_state {
    /// sizeof(sgmcmc_ensemble_state), set by the caller; only that many bytes are written.
    pub struct_size: usize,
    /// Whether no more rounds are to come: the chains agree, or one more would take more passes than are allowed.
    pub is_over: i32,
    /// Whether the chains agree, and are worth as many independent draws as was wanted.
    pub converged: i32,
    /// The largest R-hat of a parameter; NaN before the first round has ended.
    pub r_hat: f64,
    /// The least effective sample size of a parameter, of bulk or tails; NaN before the first round has ended.
    pub sample_size: f64,
    /// Passes over all data by the chain that took the most.
    pub pass_count: f64,
    /// How many chains say that something is to be doubted.
    pub doubtful_count: u32,
    /// How many chains there are.
    pub chain_count: u32,
    /// How many parameters.
    pub dim: u64,
    /// How many draws of each chain are kept; 0 before the first round has ended.
    pub draw_count: u32,
    /// Room.
    pub reserved: i32,
    /// Trajectories of all chains that diverged after the warm-up.
    pub divergence_count: u64,
}

/// Settings of a pilot: what it costs, and what is tolerated. Call sgmcmc_pilot_settings_init first, then set what
/// should differ. More is in docs/src/equations.md.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct sgmcmc_pilot_settings {
    /// sizeof(sgmcmc_pilot_settings) of the caller's header, set by sgmcmc_pilot_settings_init.
    pub struct_size: usize,
    /// The seed of the pilot's own random numbers, which are not those of a chain with this seed. Default 0.
    pub seed: u64,
    /// How many pairs of batches the variances come from. Their relative standard errors are about sqrt(2 / pair_count).
    /// From 4 to 65536; default 256.
    pub pair_count: u32,
    /// How many products with the curvature Lanczos' method takes. It finds the largest curvature from below, and
    /// exactly with d of them; 16 are within a few per cent for the spectra of most models. From 1 to 256; default 16.
    /// More is in docs/src/equations.md.
    pub product_count: u32,
    /// How far a difference of gradients reaches, in standard deviations of the posterior as the curvature in that
    /// direction has them; 0 is 2^-10 in double and 1/4 in float. Further where theta is so large that its rounding
    /// would show. At least 0 and at most 10; default 0.
    pub difference: f64,
    /// delta, how much too large any variance may be, as a share of it, and how far off the mean of a lattice walk that
    /// clamps, in standard deviations. It means nothing to proposals, which a step size makes slow, not wrong. Above 0
    /// and at most 1; default 0.05.
    pub inflation: f64,
    /// Whether the covariance of the gradient's noise is wanted as a matrix, for at most 64 parameters. Default 0.
    pub covariance: i32,
    /// m of the batches that the pilot draws; 0 is the chain's own. Needed where the caller gives the batches. A warm-up
    /// finds what the chain's own batches want, and refuses another m. Default 0.
    pub batch_len: u32,
}

/// What a pilot has measured at one theta, and what follows for the step size. More is in docs/src/equations.md.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct sgmcmc_pilot_report {
    /// sizeof(sgmcmc_pilot_report), set by the caller; only that many bytes are written.
    pub struct_size: usize,
    /// The findings: bit c for number c of sgmcmc_finding.
    pub findings: u64,
    /// How many gradients of single data, or log-likelihoods, the pilot has asked for.
    pub gradient_count: u64,
    /// The largest number of replaced indices with which acceptance_cap would be at least 0.8, m for fresh batches; at
    /// least 1. 0 for a rule.
    pub refresh_len: u32,
    /// m of the batches that were looked at.
    pub batch_len: u32,
    /// lambda, the largest curvature of -log posterior.
    pub curvature: f64,
    /// The least, from above as far as the products reach.
    pub least_curvature: f64,
    /// The mean over all directions, by some of them.
    pub mean_curvature: f64,
    /// The largest variance over batches of a coordinate of the gradient of the log posterior, summed over all data.
    pub noise_variance: f64,
    /// The largest over all directions: that of the covariance where it was asked for, else by a few power iterations,
    /// from below.
    pub noise_direction: f64,
    /// The variance of a control variate at a draw of the posterior, its anchor where the pilot looks, or where the
    /// chain's fixed centre is; the largest of a coordinate.
    pub variate_variance: f64,
    /// The same in the noisiest direction of the plain gradient, if that is more.
    pub variate_direction: f64,
    /// The length of that gradient, without what the batches' noise adds.
    pub gradient_norm: f64,
    /// What that is about where the posterior has its mass: sqrt(tau d q), with q the mean curvature. A bound, with
    /// lambda for q, where the mean is not positive.
    pub expected_gradient_norm: f64,
    /// The variance over batches of the mean log-likelihood.
    pub log_likelihood_variance: f64,
    /// The step size whose inflation is delta, or where nothing else limits it a quarter of the stability limit, of a
    /// lattice walk 4/9 of it. For proposals a start only; NaN for a random walk. More is in docs/src/equations.md.
    pub step_size: f64,
    /// What it could be if the gradient had no noise.
    pub curvature_limit: f64,
    /// What it could be if the curvature set no limit.
    pub noise_limit: f64,
    /// Where a step becomes unstable, or noise compensation would leave nothing to inject; of the lattice walk, which is
    /// stable at every step, where a drift of two standard deviations is clamped.
    pub stability_limit: f64,
    /// The step size below which rounding of theta adds more than delta, a bound; NaN at temperature 0. More is in
    /// docs/src/equations.md.
    pub rounding_limit: f64,
    /// What it could be with a control variate.
    pub variate_step_size: f64,
    /// What it could be with dense noise compensation, at half of what keeps the injected covariance positive; NaN for
    /// rules, batches and dimensions that it does not go with, and with blocks.
    pub compensated_step_size: f64,
    /// By how much the largest variance is off at the chain's own step size, as a share; NaN where a host has not said
    /// it yet and at temperature 0, which has no variances, and infinity beyond the stability limit, but for a lattice
    /// walk.
    pub predicted_inflation: f64,
    /// How many steps the flattest direction needs to forget, at step_size; NaN where it is not curved.
    pub relaxation_steps: f64,
    /// s, the standard deviation over batches of likelihood_scale times the mean log-likelihood.
    pub noise_scale: f64,
    /// 2 Phi(-s_k / sqrt(2)), about the most that proposals are accepted at any step size with the chain's refresh_len
    /// k. More is in docs/src/equations.md.
    pub acceptance_cap: f64,
    /// The cap with one index replaced.
    pub least_refresh_cap: f64,
    /// b in (b + c eta + d eta^2) / (1 - e eta) - 1, the inflation at a step size eta.
    pub inflation_base: f64,
    /// c in it.
    pub inflation_by_noise: f64,
    /// e in it.
    pub inflation_by_curvature: f64,
    /// d in it: of BAOAB with noise compensation, else 0.
    pub inflation_by_both: f64,
    /// The step size up to which what the lattice walk clamps moves the mean by at most delta standard deviations, and
    /// keeps variances within delta; infinity where it does so at any that all else allows, NaN for other rules.
    pub clamped_limit: f64,
    /// By how many standard deviations what the lattice walk clamps moves the mean at the chain's own step size; NaN
    /// where the batches that were looked at do not tell it from chance and it could be more than delta.
    pub predicted_shift: f64,
    /// The largest variance over all directions of the chain's own estimate of the gradient: with a control variate that
    /// of the variate, twice it where the anchor is a draw, and what an anchor over some of the data brings besides; NaN
    /// for proposals. More is in docs/src/equations.md.
    pub own_variance: f64,
}

/// What the health of a run is judged by. Call sgmcmc_health_settings_init first, then set what should differ.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct sgmcmc_health_settings {
    /// sizeof(sgmcmc_health_settings) of the caller's header, set by sgmcmc_health_settings_init.
    pub struct_size: usize,
    /// Recent rates are over at least so many steps, and over at most twice as many and an interval between two looks.
    /// Rates of fewer steps are not judged. From 100 to 2^32; default 1000.
    pub window: u64,
    /// By what share variances, or the kinetic temperature, may be off, and by what share of a standard deviation the
    /// mean of a lattice walk that clamps. Above 0 and at most 1; default 0.075.
    pub tolerance: f64,
}

/// The numbers of a run, and what is wrong with it. A number without a meaning for the chain, or that is not known yet,
/// is NaN. "Recent" is of the last steps, at least sgmcmc_health_settings.window of them if there have been so many;
/// "all" is of the whole chain.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct sgmcmc_health_report {
    /// sizeof(sgmcmc_health_report), set by the caller; only that many bytes are written.
    pub struct_size: usize,
    /// The findings: bit c for number c of sgmcmc_health_finding.
    pub findings: u64,
    /// Steps done.
    pub step_count: u64,
    /// Looks after burn-in.
    pub look_count: u64,
    /// Gradients of single data, or log-likelihoods where no gradients are asked for, that the steps done have asked
    /// for: anchors, tables and the second batches of noise compensation included; without what the tuner of beta tries,
    /// and as if every proposal had been evaluated.
    pub evaluation_count: u64,
    /// The same as passes through the data.
    pub pass_count: f64,
    /// eta of the last step, or the proposal's.
    pub step_size: f64,
    /// tau of the last step, or n / likelihood_scale.
    pub temperature: f64,
    /// By what share variances are off, on average over directions and over the last half of the looks at least; NaN for
    /// other rules than SGLD, the lattice walk and those with a velocity, and where no step tells. More is in
    /// docs/src/equations.md.
    pub heat: f64,
    /// The kinetic temperature over the one that is set, for SGHMC and SGNHT of v, for ABOBA and BAOAB of the moves of
    /// theta, over the last half of the looks at least: 1 is right.
    pub kinetic_temperature: f64,
    /// The band in which that is, by its chi^2 law, in all but one of some million healthy runs.
    pub kinetic_low: f64,
    /// Its upper end.
    pub kinetic_high: f64,
    /// The mean of SGNHT's friction.
    pub thermostat: f64,
    /// |noise| / |drift| of what steps add to theta, or proposals: Proposition 1, Case 1 of Wu, Wang and Wong 2020 is
    /// where it is small, and forward moves of RSGLD are the ones that are accepted. NaN for rules with a velocity, and
    /// HMC.
    pub noise_to_drift: f64,
    /// The variance that the gradient's noise brings, over that of the injected noise, in the noisiest direction
    /// (Karagiannis 2024, Note 24: above 1 the chain optimises, well below 1 it samples): from the pilot, and by SGNHT
    /// from its friction.
    pub gradient_noise_ratio: f64,
    /// How many times smaller a control variate's variance is than the plain gradient's, by the pilot.
    pub anchor_worth: f64,
    /// The share of proposals that were accepted, all.
    pub acceptance: f64,
    /// Of the forward ones.
    pub forward_acceptance: f64,
    /// Of the backward ones.
    pub backward_acceptance: f64,
    /// The share of proposals that were accepted, recent.
    pub recent_acceptance: f64,
    /// Of the forward ones.
    pub recent_forward_acceptance: f64,
    /// Of the backward ones.
    pub recent_backward_acceptance: f64,
    /// The share of HMC's batches that were accepted, recent; for other proposals the cap of acceptance by the pilot.
    pub batch_acceptance: f64,
    /// beta of RSGLD, 1 for others.
    pub beta: f64,
    /// The chain's likelihood_scale.
    pub likelihood_scale: f64,
    /// m; 0 where the caller's batches have any length.
    pub batch_len: u32,
    /// The number of the last refused step's sgmcmc_error; 0 for none.
    pub refused_status: i32,
    /// Gradients that were clipped over gradients, recent.
    pub clipped_share: f64,
    /// Moves of the lattice walk that were cut, over all its moves, recent; 0 for others, NaN before the first look.
    pub clamped_share: f64,
    /// Proposals that were not finite or impossible, over all, those of batches by HMC too, recent.
    pub nonfinite_share: f64,
    /// Proposals that were rejected, all.
    pub rejected_count: u64,
    /// Gradients that were clipped, all.
    pub clipped_count: u64,
    /// Steps in which some theta overflowed, all.
    pub saturated_count: u64,
    /// Proposals that were not finite or impossible, all.
    pub nonfinite_count: u64,
    /// Steps that were refused while somebody looked.
    pub refused_count: u64,
    /// How the means of successive stretches of the run correlate.
    pub correlation: f64,
    /// How many steps a stretch has; without looks, all there were.
    pub stretch_steps: f64,
    /// About how many independent draws the run is worth, by that; at most as many as there are stretches.
    pub independent_count: f64,
    /// R-hat, as it was given.
    pub r_hat: f64,
    /// What the rounding of theta adds to its moves, over their variance, at the most: for rules with a velocity times
    /// the friction, over as many steps as one is remembered for. More is in docs/src/equations.md.
    pub rounding_share: f64,
    /// By how many standard deviations of theta the lattice walk's mean is off by what it clamps, over the last half of
    /// the looks at least. More is in docs/src/equations.md.
    pub clamped_shift: f64,
    /// HMC: trajectories after burn-in that diverged, as in sgmcmc_chain_statistics.
    pub divergence_count: u64,
    /// The same over all trajectories after burn-in; NaN for other samplers.
    pub divergence_share: f64,
    /// Those of them whose step was no longer than step_size.
    pub short_divergence_count: u64,
    /// How much the run's first part is elsewhere than the rest, in the part of theta for which that is most, over what
    /// these vary by in themselves: about 30 for a chain that stays in its place, more than 1500 for hardly any.
    pub change: f64,
    /// At which step the one part ends.
    pub change_step: f64,
    /// What R-hat by halves would be of chains that agree, if each were worth independent_count draws: sqrt(1 + 2 /
    /// independent_count). A run of long stretches may be worth more, and have less.
    pub r_hat_resolution: f64,
    /// The findings of the pilot's report without those that the run has shown to be wrong: put them into its findings
    /// before its text is written.
    pub pilot_findings: u64,
    /// How many proposals in a row, the last one included, overflowed before the model was asked.
    pub unasked_count: u64,
    /// The length of theta, as its geometric mean over the last half of the looks at least.
    pub theta_length: f64,
    /// How many times that is what it was at the first look after burn-in.
    pub theta_growth: f64,
}
