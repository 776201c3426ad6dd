// sgmcmc: the kinds that settings choose from.

#ifndef SGMCMC_KINDS_H
#define SGMCMC_KINDS_H
#ifdef __cplusplus
extern "C" {
#endif

// What moves theta.
typedef enum sgmcmc_sampler_kind {
    SGMCMC_SAMPLER_RULE = 0, // An update rule: every step moves.
    SGMCMC_SAMPLER_METROPOLIS_HASTINGS = 1, // Mini-batch Metropolis-Hastings.
} sgmcmc_sampler_kind;

// How a step's minibatch is drawn. More is in docs/src/equations.md.
typedef enum sgmcmc_batch_kind {
    SGMCMC_BATCH_WITHOUT_REPLACEMENT = 0, // A uniform subset of size m, in ascending order.
    SGMCMC_BATCH_WITH_REPLACEMENT = 1, // m independent uniform indices.
    // The next m of a pseudo-random permutation that changes every epoch; an epoch's last batch may be shorter. Not for
    // a thermostat, the lattice walk or a noise estimate, which make variances too small on these batches.
    SGMCMC_BATCH_EPOCHS = 2,
    SGMCMC_BATCH_ALL = 3, // All n data.
    SGMCMC_BATCH_CALLER = 4, // The indices that the caller gives to every step.
} sgmcmc_batch_kind;

// The update rules: docs/src/rules.md has what each of them computes, line by line.
typedef enum sgmcmc_rule_kind {
    SGMCMC_RULE_LANGEVIN = 0, // The adaptive Langevin family: any drift with any preconditioner.
    // Stochastic gradient Hamiltonian Monte Carlo, underdamped Langevin dynamics; momentum SGD at temperature 0.
    SGMCMC_RULE_SGHMC = 1,
    SGMCMC_RULE_ABOBA = 2, // The same by a symmetric splitting.
    SGMCMC_RULE_SGNHT = 3, // The Nose-Hoover thermostat.
    SGMCMC_RULE_ADAM = 4, // Adam, an optimiser.
    SGMCMC_RULE_RECIPE = 5, // A diffusion that the host writes.
    SGMCMC_RULE_LATTICE = 6, // The lattice random walk: Langevin dynamics without normals.
    SGMCMC_RULE_BAOAB = 7, // Underdamped Langevin dynamics with the splitting BAOAB.
} sgmcmc_rule_kind;

// What the Langevin family and the lattice walk add to the gradient: docs/src/rules.md has the equations.
typedef enum sgmcmc_drift_kind {
    SGMCMC_DRIFT_NONE = 0, // Nothing.
    SGMCMC_DRIFT_MOMENTUM = 1, // The running mean of gradients: MSGLD.
    SGMCMC_DRIFT_ADAM = 2, // The running mean over the root of that of squares: ASGLD.
    SGMCMC_DRIFT_ADAMAX = 3, // The running mean over a decaying maximum.
    SGMCMC_DRIFT_ADADELTA = 4, // The last gradient, rescaled.
} sgmcmc_drift_kind;

// What the momentum drift samples.
typedef enum sgmcmc_momentum_form {
    // The gradient plus a times its running mean, over 1 + a, with a the drift's scale: as eta -> 0 this samples the
    // target.
    SGMCMC_MOMENTUM_CALIBRATED = 0,
    // The same without the division, as published: as eta -> 0 this samples the target to the power 1 + a. An
    // optimiser's form.
    SGMCMC_MOMENTUM_PUBLISHED = 1,
} sgmcmc_momentum_form;

// The velocity before the first step.
typedef enum sgmcmc_velocity {
    SGMCMC_VELOCITY_ZERO = 0, // v = 0.
    // v from its stationary law as eta and alpha fall, N(0, eta tau). A chain takes the first eta and tau of their
    // schedules, and v = 0 where the host says either.
    SGMCMC_VELOCITY_DRAWN = 1,
} sgmcmc_velocity;

// How many thermostats there are.
typedef enum sgmcmc_thermostat {
    SGMCMC_THERMOSTAT_SCALAR = 0, // One zeta for all coordinates.
    SGMCMC_THERMOSTAT_PER_COORDINATE = 1, // One zeta for each coordinate.
} sgmcmc_thermostat;

// How the thermostat's equations are split into a step: docs/src/rules.md has them. More is in docs/src/equations.md.
typedef enum sgmcmc_splitting {
    SGMCMC_SPLITTING_EULER = 0, // One after the other, as published first.
    // Half steps before and after the kick: the bias falls with eta where alpha falls with the square root of eta, and
    // every alpha is stable.
    SGMCMC_SPLITTING_SYMMETRIC = 1,
} sgmcmc_splitting;

// The metric P of the Langevin family and of the lattice walk: docs/src/rules.md has the equations. More is in
// docs/src/equations.md.
typedef enum sgmcmc_preconditioner_kind {
    SGMCMC_PRECONDITIONER_IDENTITY = 0, // P = 1.
    SGMCMC_PRECONDITIONER_DIAGONAL = 1, // P = diag(p), as long as theta; p > 0.
    SGMCMC_PRECONDITIONER_RMSPROP = 2, // P from the running mean of squared gradients: pSGLD.
    // P = L L^T, Karagiannis 2024, (3.9): the rows of its Cholesky factor L, lower-triangular, d by d numbers, of which
    // those above the diagonal are not read; the diagonal is positive.
    SGMCMC_PRECONDITIONER_DENSE = 3,
    SGMCMC_PRECONDITIONER_POSITION_DEPENDENT = 4, // P(theta) and Gamma(theta) from the model's metric: SGRLD.
    // P(theta) = L(theta) L(theta)^T and Gamma(theta) from the model's metric, which writes the rows of the Cholesky
    // factor L.
    SGMCMC_PRECONDITIONER_POSITION_DEPENDENT_DENSE = 5,
    SGMCMC_PRECONDITIONER_ADAGRAD = 6, // P from the sum of squared gradients.
} sgmcmc_preconditioner_kind;

// Which gradient g an adaptive preconditioner squares. G is the gradient of the log posterior, summed over all n data.
// More is in docs/src/equations.md.
typedef enum sgmcmc_gradient_scale {
    // g = G/n: the scale of Li et al. 2016, whose g is the mean gradient of the likelihood, without the prior's. The
    // preconditioner's default lambda is meant for this one.
    SGMCMC_GRADIENT_SCALE_MEAN = 0,
    SGMCMC_GRADIENT_SCALE_SUM = 1, // g = G, as Kim, Song and Liang 2020, section 2, print it.
} sgmcmc_gradient_scale;

// What a step size or temperature is multiplied by at step or epoch k.
typedef enum sgmcmc_schedule_kind {
    SGMCMC_SCHEDULE_CONSTANT = 0, // 1: the same value for every k.
    SGMCMC_SCHEDULE_POLYNOMIAL = 1, // (offset + k)^(-exponent).
    SGMCMC_SCHEDULE_STEP_DECAY = 2, // factor^(k / period), the quotient rounded down.
    SGMCMC_SCHEDULE_CYCLICAL = 3, // (cos(pi r) + 1) / 2, with r the part of the cycle that is over, from 0 to below 1.
    // The model says the value itself. All else of the schedule must have its default, in C value too.
    SGMCMC_SCHEDULE_CALLBACK = 4,
} sgmcmc_schedule_kind;

// What a schedule's k counts, from 0.
typedef enum sgmcmc_schedule_unit {
    SGMCMC_SCHEDULE_UNIT_STEP = 0, // Steps.
    SGMCMC_SCHEDULE_UNIT_EPOCH = 1, // Epochs: how many times n data the batches have had so far, rounded down.
} sgmcmc_schedule_unit;

// How the gradient is estimated; any rule goes with any of them. More is in docs/src/equations.md.
typedef enum sgmcmc_estimator_kind {
    SGMCMC_ESTIMATOR_PLAIN = 0, // n times the batch's mean, and the prior's.
    // A control variate around one place, over all data: one pass over them, in the first step. The one that
    // Metropolis-Hastings proposals can use.
    SGMCMC_ESTIMATOR_FIXED_CENTRE = 1,
    // A control variate around theta, or its mean, over some of the data, made anew every so many steps: practical
    // variance reduction, Chen et al. 2017, Algorithm 1.
    SGMCMC_ESTIMATOR_PRACTICAL = 2,
    // The same with all data for the anchor, and so without noise of its own: SVRG-LD, Dubey et al. 2016.
    SGMCMC_ESTIMATOR_SVRG = 3,
    // Every datum has its own last gradient, in a table of n by d numbers: SAGA-LD, Dubey et al. 2016.
    SGMCMC_ESTIMATOR_SAGA = 4,
} sgmcmc_estimator_kind;

// What is done with a large gradient g of the log posterior, summed over all data; Karagiannis 2024, Notes 37 to 41.
// More is in docs/src/equations.md.
typedef enum sgmcmc_clipping_kind {
    SGMCMC_CLIPPING_NONE = 0, // Nothing.
    SGMCMC_CLIPPING_NORM = 1, // It is shortened to the Euclidean norm c > 0, the limit: g min(1, c/|g|).
    SGMCMC_CLIPPING_ELEMENT = 2, // Every element is moved to within c > 0, the limit, of 0.
} sgmcmc_clipping_kind;

// What is taken off a rule's noise to make up for the noise of minibatches: as much as C says, the covariance over
// batches of the gradient of the log posterior, summed over all data. More is in docs/src/equations.md.
typedef enum sgmcmc_noise_compensation_kind {
    SGMCMC_NOISE_COMPENSATION_NONE = 0, // None: the noise of a batch adds to the rule's.
    SGMCMC_NOISE_COMPENSATION_DIAGONAL = 1, // The variances of the gradient's numbers, as many as there are parameters.
    // C, d by d numbers row by row, for d up to 64 and without blocks; symmetric, to within a millionth of its
    // variances.
    SGMCMC_NOISE_COMPENSATION_DENSE = 2,
} sgmcmc_noise_compensation_kind;

// Where the next theta of a Metropolis-Hastings chain comes from: the proposal q(theta -> theta'). More is in
// docs/src/equations.md.
typedef enum sgmcmc_proposal_kind {
    // theta' = theta + delta xi, with delta the step size: symmetric, needs no gradient.
    SGMCMC_PROPOSAL_RANDOM_WALK = 0,
    // theta' = theta + epsilon g_I + sigma xi, with epsilon the step size, sigma the scale of the noise and g_I the
    // mean gradient over the batch.
    SGMCMC_PROPOSAL_SGLD = 1,
    // With equal chance theta' = theta + epsilon g_I + sigma xi, or theta' = theta - epsilon g_I + beta sigma xi; Wu,
    // Wang and Wong 2020, (6)-(8).
    SGMCMC_PROPOSAL_RSGLD = 2,
    // Hamiltonian Monte Carlo: a momentum p of standard normals, then L leapfrog steps of size epsilon with the batch
    // held; Duane, Kennedy, Pendleton and Roweth 1987; Neal 2011, section 5.3.2.
    SGMCMC_PROPOSAL_HMC = 3,
} sgmcmc_proposal_kind;

// The density of the RSGLD proposal in the acceptance ratio. More is in docs/src/equations.md.
typedef enum sgmcmc_density {
    SGMCMC_DENSITY_NORMALIZED = 0, // The mixture's density, with the factor beta^(-d) of its second part: exact.
    // Without beta^(-d), as Wu, Wang and Wong 2020 print their acceptance ratio, (37)-(51). Not a valid
    // Metropolis-Hastings kernel: it does not keep the target, and is here as an optimiser's rule, to reproduce
    // published tables.
    SGMCMC_DENSITY_UNNORMALIZED = 1,
} sgmcmc_density;

// The gradient that the proposals SGLD and RSGLD follow.
typedef enum sgmcmc_proposal_gradient {
    // The mean log-likelihood's with the prior's over n, the default: that of what the chain samples.
    SGMCMC_PROPOSAL_GRADIENT_POSTERIOR = 0,
    SGMCMC_PROPOSAL_GRADIENT_PUBLISHED = 1, // The mean log-likelihood's alone, as published, whatever the prior.
} sgmcmc_proposal_gradient;

// The scale sigma of a gradient proposal's noise.
typedef enum sgmcmc_noise_kind {
    // sqrt(2 epsilon) / n, as published: colder than Langevin noise by far. An optimiser's choice: at the steps of a
    // sampler the normalised density then accepts next to nothing in high dimension.
    SGMCMC_NOISE_PUBLISHED = 0,
    // sqrt(2 epsilon / c_n), the default, for sampling: the noise of a Langevin step for the density exp(c_n times the
    // mean log-likelihood), with c_n the likelihood_scale.
    SGMCMC_NOISE_LANGEVIN = 1,
    SGMCMC_NOISE_CUSTOM = 2, // sigma > 0 itself.
} sgmcmc_noise_kind;

// The prior. More is in docs/src/equations.md.
typedef enum sgmcmc_prior_kind {
    SGMCMC_PRIOR_CHAIN = 0, // Of a block alone: the chain's.
    SGMCMC_PRIOR_FLAT = 1, // Constant.
    SGMCMC_PRIOR_GAUSSIAN = 2, // Every parameter normal, with one mean and one precision.
    SGMCMC_PRIOR_GAUSSIAN_VECTOR = 3, // Every parameter normal, each with its own mean and precision.
    SGMCMC_PRIOR_SPIKE_AND_SLAB = 4, // Every parameter from a wide normal by chance, else from a narrow one.
    SGMCMC_PRIOR_CALLBACK = 5, // The model's own log_prior.
} sgmcmc_prior_kind;

// Which running means and variances a chain keeps.
typedef enum sgmcmc_moments {
    SGMCMC_MOMENTS_NONE = 0, // None.
    SGMCMC_MOMENTS_PLAIN = 1, // Every kept draw counts the same; Karagiannis 2024, (3.7).
    // A kept draw counts by the size of the step that made it, which a decreasing schedule needs. (3.8) of Karagiannis
    // 2024 counts it by the step that leaves it: the same weights, one draw earlier.
    SGMCMC_MOMENTS_WEIGHTED = 2,
    SGMCMC_MOMENTS_BOTH = 3, // Both.
} sgmcmc_moments;

// What a draw of a chain counts in estimates.
typedef enum sgmcmc_draw_weight {
    SGMCMC_DRAW_WEIGHT_EQUAL = 0, // All the same; Karagiannis 2024, (3.7).
    SGMCMC_DRAW_WEIGHT_STEP_SIZE = 1, // The size of the step that made it, as in weighted sgmcmc_moments.
    // The size of the step that made the next draw that is observed: without thinning the step that leaves it, as in
    // (3.8) of Karagiannis 2024. The last draw does not count yet.
    SGMCMC_DRAW_WEIGHT_NEXT_STEP_SIZE = 2,
} sgmcmc_draw_weight;
#ifdef __cplusplus
} // extern "C"
#endif
#endif
