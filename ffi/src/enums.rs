//! The enums of the settings. C passes them as `int32_t`; `numbers`, which is made from this file, takes them in.

/// What moves theta: sgmcmc_chain_settings.sampler.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub enum sgmcmc_sampler {
    /// An update rule: see sgmcmc_rule. At temperature 0, an optimiser.
    SGMCMC_SAMPLER_RULE = 0,
    /// Minibatch Metropolis-Hastings with batch tempering.
    SGMCMC_SAMPLER_METROPOLIS_HASTINGS = 1,
}

/// How a step's minibatch is drawn: sgmcmc_chain_settings.batch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub enum sgmcmc_batch {
    /// A uniform subset of batch_len data, its indices ascending.
    SGMCMC_BATCH_WITHOUT_REPLACEMENT = 0,
    /// batch_len independent uniform indices.
    SGMCMC_BATCH_WITH_REPLACEMENT = 1,
    /// The next batch_len of a pseudo-random permutation that changes every epoch; an epoch's last batch may be
    /// shorter. An index costs more time than one of the other kinds, which shows where a gradient is cheap.
    SGMCMC_BATCH_EPOCHS = 2,
    /// All data; batch_len is not looked at.
    SGMCMC_BATCH_ALL = 3,
    /// The indices given to sgmcmc_chain_step_with_batch; batch_len is not looked at.
    SGMCMC_BATCH_CALLER = 4,
}

/// The update rules: sgmcmc_rule.kind. v is a velocity, G the gradient of the log posterior, xi standard normal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub enum sgmcmc_rule_kind {
    /// theta + eta P (G + a A) + sqrt(2 eta tau P) xi, with a drift A and a preconditioner P; SGLD without both.
    SGMCMC_RULE_LANGEVIN = 0,
    /// v = (1 - alpha) v + eta G + sqrt(2 eta tau (alpha - noise_estimate)) xi, theta + v.
    SGMCMC_RULE_SGHMC = 1,
    /// The same by a symmetric splitting with step h; the gradient is taken between two halves of a step.
    SGMCMC_RULE_ABOBA = 2,
    /// v = (1 - zeta h) v + h G + sqrt(2 A h tau) xi, theta + h v, zeta + h (v^2 - tau): finds the gradient's own
    /// noise.
    SGMCMC_RULE_SGNHT = 3,
    /// The optimiser, without noise at any temperature.
    SGMCMC_RULE_ADAM = 4,
    /// theta + eta drift + sqrt(2 eta tau) noise, both from the model's diffusion.
    SGMCMC_RULE_RECIPE = 5,
}

/// What the Langevin family adds to the gradient: sgmcmc_rule.drift.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub enum sgmcmc_drift {
    /// Nothing.
    SGMCMC_DRIFT_NONE = 0,
    /// The running mean m of gradients.
    SGMCMC_DRIFT_MOMENTUM = 1,
    /// m / sqrt(V + lambda), with V the running mean of squared gradients.
    SGMCMC_DRIFT_ADAM = 2,
    /// m / (u + lambda), with u the decaying maximum of |G|.
    SGMCMC_DRIFT_ADAMAX = 3,
    /// The last gradient, rescaled by running means of squares.
    SGMCMC_DRIFT_ADADELTA = 4,
}

/// What the momentum drift samples as the step size falls: sgmcmc_rule.momentum_form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub enum sgmcmc_momentum_form {
    /// (G + a m) / (1 + a): the target.
    SGMCMC_MOMENTUM_CALIBRATED = 0,
    /// G + a m, as published: the target to the power 1 + a. An optimiser's form.
    SGMCMC_MOMENTUM_PUBLISHED = 1,
}

/// The metric P of the Langevin family: sgmcmc_rule.preconditioner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub enum sgmcmc_preconditioner {
    /// 1.
    SGMCMC_PRECONDITIONER_IDENTITY = 0,
    /// The diagonal preconditioner_values.
    SGMCMC_PRECONDITIONER_DIAGONAL = 1,
    /// 1 / (lambda + sqrt(V)), with V the running mean of squared gradients.
    SGMCMC_PRECONDITIONER_RMSPROP = 2,
    /// L L^T, with preconditioner_values the factor L.
    SGMCMC_PRECONDITIONER_DENSE = 3,
    /// The diagonal that the model's metric gives for theta.
    SGMCMC_PRECONDITIONER_POSITION_DEPENDENT = 4,
    /// L L^T, with the factor L that the model's metric gives for theta.
    SGMCMC_PRECONDITIONER_POSITION_DEPENDENT_DENSE = 5,
}

/// What a step size or temperature is multiplied by at step or epoch k: sgmcmc_schedule.kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub enum sgmcmc_schedule_kind {
    /// 1.
    SGMCMC_SCHEDULE_CONSTANT = 0,
    /// (offset + k)^(-exponent).
    SGMCMC_SCHEDULE_POLYNOMIAL = 1,
    /// factor^(k / period), the quotient rounded down.
    SGMCMC_SCHEDULE_STEP_DECAY = 2,
    /// (cos(pi r) + 1) / 2, with r the part of the cycle that is over, from 0 to below 1.
    SGMCMC_SCHEDULE_CYCLICAL = 3,
    /// The model's step_size or temperature says the value itself; the setting is not looked at.
    SGMCMC_SCHEDULE_CALLBACK = 4,
}

/// What the schedules count, from 0: sgmcmc_chain_settings.schedule_unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub enum sgmcmc_schedule_unit {
    /// Steps.
    SGMCMC_SCHEDULE_UNIT_STEP = 0,
    /// Epochs: how many times data_len data the batches have had so far, rounded down.
    SGMCMC_SCHEDULE_UNIT_EPOCH = 1,
}

/// How a rule's gradient is estimated: sgmcmc_chain_settings.estimator. All but the first vary the gradient at an
/// anchor by what a batch says about the difference.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub enum sgmcmc_estimator {
    /// data_len times the batch's mean.
    SGMCMC_ESTIMATOR_PLAIN = 0,
    /// The anchor is centre, over all data; one pass over them, in the first step.
    SGMCMC_ESTIMATOR_FIXED_CENTRE = 1,
    /// The anchor is theta, or its mean, every anchor_interval steps, over anchor_len data. All steps of an interval
    /// share the anchor's own noise, so one over few data buys nothing.
    SGMCMC_ESTIMATOR_PRACTICAL = 2,
    /// The anchor is theta, or its mean, every anchor_interval steps, over all data.
    SGMCMC_ESTIMATOR_SVRG = 3,
    /// Every datum has its own last gradient, in a table of data_len * dim numbers in the chain's memory. The model
    /// is asked for one datum at a time. Refused with SGMCMC_BATCH_EPOCHS, under which it is biased.
    SGMCMC_ESTIMATOR_SAGA = 4,
}

/// What is done with a large gradient of the log posterior: sgmcmc_chain_settings.clipping.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub enum sgmcmc_clipping {
    /// Nothing.
    SGMCMC_CLIPPING_NONE = 0,
    /// It is shortened to the Euclidean norm clipping_limit.
    SGMCMC_CLIPPING_NORM = 1,
    /// Every element is moved to within clipping_limit of 0.
    SGMCMC_CLIPPING_ELEMENT = 2,
}

/// Where a Metropolis-Hastings chain's next theta comes from: sgmcmc_chain_settings.proposal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub enum sgmcmc_proposal {
    /// theta + step_size xi; needs no gradient.
    SGMCMC_PROPOSAL_RANDOM_WALK = 0,
    /// theta + step_size g + sigma xi, with g the mean gradient over the batch.
    SGMCMC_PROPOSAL_SGLD = 1,
    /// With equal chance theta + step_size g + sigma xi or theta - step_size g + beta sigma xi.
    SGMCMC_PROPOSAL_RSGLD = 2,
}

/// The density of the RSGLD proposal in the acceptance ratio: sgmcmc_chain_settings.density.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub enum sgmcmc_density {
    /// The mixture's density, with the factor beta^(-dim) of its second part: exact.
    SGMCMC_DENSITY_NORMALIZED = 0,
    /// Without the factor beta^(-dim), as the paper prints its acceptance ratio. It does not keep the target: an
    /// optimiser's rule, for published tables. The paper does not say which of the two densities its experiments
    /// ran, nor at which beta they started; that it was this one is our inference from its numbers.
    SGMCMC_DENSITY_UNNORMALIZED = 1,
}

/// The scale sigma of a gradient proposal's noise: sgmcmc_chain_settings.noise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub enum sgmcmc_noise {
    /// sqrt(2 step_size) / data_len, as published: an optimiser's choice, with which the normalised density accepts
    /// next to nothing at the step sizes of a sampler.
    SGMCMC_NOISE_PUBLISHED = 0,
    /// sqrt(2 step_size / likelihood_scale), for sampling. The default.
    SGMCMC_NOISE_LANGEVIN = 1,
    /// noise_scale.
    SGMCMC_NOISE_CUSTOM = 2,
}

/// The prior: sgmcmc_chain_settings.prior and sgmcmc_block.prior.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub enum sgmcmc_prior {
    /// Constant.
    SGMCMC_PRIOR_FLAT = 0,
    /// Every parameter normal with prior_mean and variance 1 / prior_precision.
    SGMCMC_PRIOR_GAUSSIAN = 1,
    /// Parameter i normal with prior_means[i] and variance 1 / prior_precisions[i].
    SGMCMC_PRIOR_GAUSSIAN_VECTOR = 2,
    /// Every parameter with chance slab_weight from the normal of slab_deviation, else from that of spike_deviation.
    SGMCMC_PRIOR_SPIKE_AND_SLAB = 3,
    /// The model's log_prior.
    SGMCMC_PRIOR_CALLBACK = 4,
}

/// Which running means and variances a chain keeps: sgmcmc_chain_settings.moments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub enum sgmcmc_moments {
    /// None.
    SGMCMC_MOMENTS_NONE = 0,
    /// Every kept draw counts the same.
    SGMCMC_MOMENTS_PLAIN = 1,
    /// A kept draw counts by its step size, which a decreasing schedule needs.
    SGMCMC_MOMENTS_WEIGHTED = 2,
    /// Both.
    SGMCMC_MOMENTS_BOTH = 3,
}
