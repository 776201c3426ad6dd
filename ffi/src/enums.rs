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
    /// shorter. Where batch_len divides data_len their noise nearly cancels over an epoch, so that SGLD's error falls.
    /// Where it does not, the last batch has r = data_len mod batch_len data, whose gradient is multiplied by data_len
    /// like the rest: its variance is (batch_len / r) (data_len - r) / (data_len - batch_len) times that of a full
    /// batch, and only a part of it cancels. One datum left of 1000 by 333 brings 499 times as much, and SGLD's error
    /// grows: take a batch_len that divides data_len, or leaves nearly batch_len. What counts noise as new in every
    /// step takes too much off its own noise: a parameter's variance becomes too small under SGMCMC_RULE_SGNHT, by a
    /// factor down to alpha / (alpha + eta nu^2 / (2 tau)), with a noise_estimate, down to 1 - noise_estimate / alpha,
    /// and under SGMCMC_RULE_LATTICE, down to 1 - eta nu^2 / (2 tau). Use other batches there. An index costs more time
    /// than one with replacement.
    SGMCMC_BATCH_EPOCHS = 2,
    /// All data; batch_len must be 0.
    SGMCMC_BATCH_ALL = 3,
    /// The indices given to sgmcmc_chain_step_with_batch; batch_len must be 0.
    SGMCMC_BATCH_CALLER = 4,
}

// Here, since the header has them in this order.
mod of_rule;
pub use of_rule::*;

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
    /// The model's step_size or temperature says the value itself; the setting must have its default.
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

/// What is taken off a rule's noise for what minibatches bring: sgmcmc_chain_settings.noise_compensation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub enum sgmcmc_noise_compensation {
    /// Nothing: the noise of minibatches adds to the rule's.
    SGMCMC_NOISE_COMPENSATION_NONE = 0,
    /// The variances of the gradient's numbers: for noise that is not correlated over parameters. Where it is, this takes
    /// too much off.
    SGMCMC_NOISE_COMPENSATION_DIAGONAL = 1,
    /// The gradient's covariance, of at most 64 parameters, without blocks.
    SGMCMC_NOISE_COMPENSATION_DENSE = 2,
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
    /// Hamiltonian Monte Carlo (Duane, Kennedy, Pendleton and Roweth 1987; Neal 2011): p of standard normals, then
    /// leapfrog_count steps with the batch held, each p + (step_size c_n / 2) g, theta + step_size p and again
    /// p + (step_size c_n / 2) g, with g the mean gradient over the batch and the prior's over data_len. theta is
    /// accepted by the change of -c_n (mean log-likelihood + log prior / data_len) + |p|^2 / 2; then, with fewer than
    /// all data, a batch is proposed at the theta that was reached and accepted by itself. It keeps what the others
    /// keep: on all data with c_n = data_len the posterior; on batches it moves in high dimension with a small
    /// refresh_len. step_size counts in theta: about the target's smallest standard deviation is a start, and times
    /// leapfrog_count about its largest; a block's factor multiplies its square. Every trajectory takes it times a number
    /// of its own, by step_jitter: on a normal one of 2 pi standard deviations comes back to where it began.
    SGMCMC_PROPOSAL_HMC = 3,
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

/// The gradient that the SGLD and RSGLD proposals follow: sgmcmc_chain_settings.proposal_gradient.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub enum sgmcmc_proposal_gradient {
    /// The mean log-likelihood's with the prior's over data_len, as HMC always does. The default.
    SGMCMC_PROPOSAL_GRADIENT_POSTERIOR = 0,
    /// The mean log-likelihood's alone, as published, whatever the prior.
    SGMCMC_PROPOSAL_GRADIENT_PUBLISHED = 1,
}

/// The scale sigma of a gradient proposal's noise: sgmcmc_chain_settings.noise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub enum sgmcmc_noise {
    /// sqrt(2 step_size) / data_len, as published: an optimiser's choice, with which the normalised density accepts
    /// next to nothing at the step sizes of a sampler in high dimension.
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
    /// Of a block alone: the chain's.
    SGMCMC_PRIOR_CHAIN = 0,
    /// Constant.
    SGMCMC_PRIOR_FLAT = 1,
    /// Every parameter normal with prior_mean and variance 1 / prior_precision.
    SGMCMC_PRIOR_GAUSSIAN = 2,
    /// Parameter i normal with prior_means[i] and variance 1 / prior_precisions[i].
    SGMCMC_PRIOR_GAUSSIAN_VECTOR = 3,
    /// Every parameter with chance slab_weight from the normal of slab_deviation, else from that of spike_deviation.
    SGMCMC_PRIOR_SPIKE_AND_SLAB = 4,
    /// The model's log_prior.
    SGMCMC_PRIOR_CALLBACK = 5,
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

/// What a draw of a chain counts in estimates: sgmcmc_estimate_settings.weights.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub enum sgmcmc_draw_weight {
    /// All the same.
    SGMCMC_DRAW_WEIGHT_EQUAL = 0,
    /// The size of the step that made it, as for SGMCMC_MOMENTS_WEIGHTED.
    SGMCMC_DRAW_WEIGHT_STEP_SIZE = 1,
    /// The size of the step that made the next draw that is observed: without thinning the step that leaves it. The
    /// last draw does not count yet.
    SGMCMC_DRAW_WEIGHT_NEXT_STEP_SIZE = 2,
}
