# The C ABI of sgmcmc, made by `SGMCMC_BLESS_JULIA=1 cargo test -p sgmcmc-ffi --test julia`.
#
# `choices` has the symbols that stand for an enum's values, `enum_fields` says which fields hold one, and `CALLBACKS`
# has the types of a callback's arguments. A function of `@precisions` is there in both, and has methods for `Float32`
# and `Float64`; the types are those of its `_f32`. What functions and statuses mean is in the
# headers; types are documented here, too.

const SGMCMC_VERSION_MAJOR = 0
const SGMCMC_VERSION_MINOR = 3
const SGMCMC_VERSION_PATCH = 0
const SGMCMC_ABI_VERSION = 3
const SGMCMC_CHAIN_COUNT_MAX = 65536
@choices sgmcmc_error SGMCMC_ "OK=0 ERROR_NULL_POINTER=1 ERROR_LENGTH_ZERO=2 ERROR_LENGTH_MISMATCH=3 ERROR_OVERLAP=4
    ERROR_MEMORY_TOO_SMALL=5 ERROR_MEMORY_MISALIGNED=6 ERROR_NOT_INITIALIZED=7 ERROR_STRUCT_SIZE=8
    ERROR_STRUCT_TOO_NEW=9 ERROR_LENGTH_TOO_LARGE=10 ERROR_THETA_NOT_FINITE=11 ERROR_CALLBACK_MISSING=12
    ERROR_BATCH_INDEX=13 ERROR_IN_USE=14 ERROR_OTHER_BUILD=15 ERROR_FLOAT_ENVIRONMENT=16 ERROR_NOT_FINITE=17
    ERROR_WEIGHT=18 ERROR_PROBABILITY=19 ERROR_OTHER_SETTINGS=20 ERROR_NOT_ESTIMATED=21 ERROR_KERNEL_SCALE=22
    ERROR_NOT_CHECKPOINT=23 ERROR_CHECKPOINT_VERSION=24 ERROR_CHECKPOINT_LENGTH=25 ERROR_CHECKPOINT_DAMAGED=26
    ERROR_OTHER_PRECISION=27 ERROR_CHECKPOINT_DIM=28 ERROR_CHECKPOINT_SETTINGS=29 ERROR_CHECKPOINT_CONTENTS=30
    ERROR_HEALTH_CHAIN=34 ERROR_CHOICE=35 ERROR_FLAG=36 ERROR_SETTINGS_LINE=37 ERROR_SETTINGS_KEY=38
    ERROR_SETTINGS_VALUE=39 ERROR_VALUE_NOT_FINITE=60 ERROR_VALUE_OUTSIDE=61 ERROR_NO_STEP_SIZE=166
    ERROR_NOT_BUILT=167 ERROR_STEP_SIZE_NOT_FOUND=187 ERROR_WARM_UP_FAR=193 ERROR_WARM_UP_NOISE=194
    ERROR_NOT_REPRESENTABLE=195 ERROR_LOG_PRIOR_UNUSED=197 ERROR_LOG_LIKELIHOOD_NOT_FINITE=200
    ERROR_GRADIENT_NOT_FINITE=201 ERROR_LOG_PRIOR_NOT_FINITE=202 ERROR_IMPOSSIBLE=203 ERROR_STEP_SIZE_NOT_USABLE=204
    ERROR_TEMPERATURE_NOT_USABLE=205 ERROR_PRECONDITIONER_NOT_USABLE=206 ERROR_DIFFUSION_NOT_FINITE=207
    ERROR_GRADIENT_NOISE=208 ERROR_MODEL_NOT_ASKED=209 ERROR_STOPPED=300 ERROR_STOPPED_BY_OBSERVER=301
    ERROR_SETTING=1000 ERROR_UNUSED_SETTING=2000"

@choices sgmcmc_simd SGMCMC_SIMD_ "NONE=0 SSE2=1 AVX2=2 AVX512=3 NEON=4 WASM128=5"

@doc raw"""
    Instruction sets that the library can be compiled for; an installed one holds several. All give the same bits.
    SGMCMC_SIMD_NONE: No vector instructions, or none that the library uses.
    SGMCMC_SIMD_SSE2: x86 with SSE2, the baseline of x86-64.
    SGMCMC_SIMD_AVX2: x86 with AVX2.
    SGMCMC_SIMD_AVX512: x86 with AVX-512.
    SGMCMC_SIMD_NEON: ARM with NEON.
    SGMCMC_SIMD_WASM128: WebAssembly with 128-bit vectors.
""" sgmcmc_simd

@bind sgmcmc_version_number()::UInt32
@bind sgmcmc_abi_version()::UInt32
@bind sgmcmc_align()::Csize_t
@bind sgmcmc_simd_level()::Int32
@bind sgmcmc_simd_level_name(level::Int32)::Cstring
@bind sgmcmc_status_message(status::Int32)::Cstring
@bind sgmcmc_refused_setting(status::Int32)::Cstring
@choices sgmcmc_sampler_kind SGMCMC_SAMPLER_ "RULE=0 METROPOLIS_HASTINGS=1"

@doc raw"""
    What moves theta.
    SGMCMC_SAMPLER_RULE: An update rule: every step moves.
    SGMCMC_SAMPLER_METROPOLIS_HASTINGS: Mini-batch Metropolis-Hastings.
""" sgmcmc_sampler_kind

@choices sgmcmc_batch_kind SGMCMC_BATCH_ "WITHOUT_REPLACEMENT=0 WITH_REPLACEMENT=1 EPOCHS=2 ALL=3 CALLER=4"

@doc raw"""
    How a step's minibatch is drawn. More is in docs/src/equations.md.
    SGMCMC_BATCH_WITHOUT_REPLACEMENT: A uniform subset of size m, in ascending order.
    SGMCMC_BATCH_WITH_REPLACEMENT: m independent uniform indices.
    SGMCMC_BATCH_EPOCHS: The next m of a pseudo-random permutation that changes every epoch; an epoch's last batch may
        be shorter. Not for a thermostat, the lattice walk or a noise estimate, which make variances too small on
        these batches.
    SGMCMC_BATCH_ALL: All n data.
    SGMCMC_BATCH_CALLER: The indices that the caller gives to every step.
""" sgmcmc_batch_kind

@choices sgmcmc_rule_kind SGMCMC_RULE_ "LANGEVIN=0 SGHMC=1 ABOBA=2 SGNHT=3 ADAM=4 RECIPE=5 LATTICE=6 BAOAB=7"

@doc raw"""
    The update rules: docs/src/rules.md has what each of them computes, line by line.
    SGMCMC_RULE_LANGEVIN: The adaptive Langevin family: any drift with any preconditioner.
    SGMCMC_RULE_SGHMC: Stochastic gradient Hamiltonian Monte Carlo, underdamped Langevin dynamics; momentum SGD at
        temperature 0.
    SGMCMC_RULE_ABOBA: The same by a symmetric splitting.
    SGMCMC_RULE_SGNHT: The Nose-Hoover thermostat.
    SGMCMC_RULE_ADAM: Adam, an optimiser.
    SGMCMC_RULE_RECIPE: A diffusion that the host writes.
    SGMCMC_RULE_LATTICE: The lattice random walk: Langevin dynamics without normals.
    SGMCMC_RULE_BAOAB: Underdamped Langevin dynamics with the splitting BAOAB.
""" sgmcmc_rule_kind

@choices sgmcmc_drift_kind SGMCMC_DRIFT_ "NONE=0 MOMENTUM=1 ADAM=2 ADAMAX=3 ADADELTA=4"

@doc raw"""
    What the Langevin family and the lattice walk add to the gradient: docs/src/rules.md has the equations.
    SGMCMC_DRIFT_NONE: Nothing.
    SGMCMC_DRIFT_MOMENTUM: The running mean of gradients: MSGLD.
    SGMCMC_DRIFT_ADAM: The running mean over the root of that of squares: ASGLD.
    SGMCMC_DRIFT_ADAMAX: The running mean over a decaying maximum.
    SGMCMC_DRIFT_ADADELTA: The last gradient, rescaled.
""" sgmcmc_drift_kind

@choices sgmcmc_momentum_form SGMCMC_MOMENTUM_ "CALIBRATED=0 PUBLISHED=1"

@doc raw"""
    What the momentum drift samples.
    SGMCMC_MOMENTUM_CALIBRATED: The gradient plus a times its running mean, over 1 + a, with a the drift's scale: as
        eta -> 0 this samples the target.
    SGMCMC_MOMENTUM_PUBLISHED: The same without the division, as published: as eta -> 0 this samples the target to the
        power 1 + a. An optimiser's form.
""" sgmcmc_momentum_form

@choices sgmcmc_velocity SGMCMC_VELOCITY_ "ZERO=0 DRAWN=1"

@doc raw"""
    The velocity before the first step.
    SGMCMC_VELOCITY_ZERO: v = 0.
    SGMCMC_VELOCITY_DRAWN: v from its stationary law as eta and alpha fall, N(0, eta tau). A chain takes the first eta
        and tau of their schedules, and v = 0 where the host says either.
""" sgmcmc_velocity

@choices sgmcmc_thermostat SGMCMC_THERMOSTAT_ "SCALAR=0 PER_COORDINATE=1"

@doc raw"""
    How many thermostats there are.
    SGMCMC_THERMOSTAT_SCALAR: One zeta for all coordinates.
    SGMCMC_THERMOSTAT_PER_COORDINATE: One zeta for each coordinate.
""" sgmcmc_thermostat

@choices sgmcmc_splitting SGMCMC_SPLITTING_ "EULER=0 SYMMETRIC=1"

@doc raw"""
    How the thermostat's equations are split into a step: docs/src/rules.md has them. More is in
    docs/src/equations.md.
    SGMCMC_SPLITTING_EULER: One after the other, as published first.
    SGMCMC_SPLITTING_SYMMETRIC: Half steps before and after the kick: the bias falls with eta where alpha falls with
        the square root of eta, and every alpha is stable.
""" sgmcmc_splitting

@choices sgmcmc_preconditioner_kind SGMCMC_PRECONDITIONER_ "IDENTITY=0 DIAGONAL=1 RMSPROP=2 DENSE=3
    POSITION_DEPENDENT=4 POSITION_DEPENDENT_DENSE=5 ADAGRAD=6"

@doc raw"""
    The metric P of the Langevin family and of the lattice walk: docs/src/rules.md has the equations. More is in
    docs/src/equations.md.
    SGMCMC_PRECONDITIONER_IDENTITY: P = 1.
    SGMCMC_PRECONDITIONER_DIAGONAL: P = diag(p), as long as theta; p > 0.
    SGMCMC_PRECONDITIONER_RMSPROP: P from the running mean of squared gradients: pSGLD.
    SGMCMC_PRECONDITIONER_DENSE: P = L L^T, Karagiannis 2024, (3.9): the rows of its Cholesky factor L,
        lower-triangular, d by d numbers, of which those above the diagonal are not read; the diagonal is positive.
    SGMCMC_PRECONDITIONER_POSITION_DEPENDENT: P(theta) and Gamma(theta) from the model's metric: SGRLD.
    SGMCMC_PRECONDITIONER_POSITION_DEPENDENT_DENSE: P(theta) = L(theta) L(theta)^T and Gamma(theta) from the model's
        metric, which writes the rows of the Cholesky factor L.
    SGMCMC_PRECONDITIONER_ADAGRAD: P from the sum of squared gradients.
""" sgmcmc_preconditioner_kind

@choices sgmcmc_gradient_scale SGMCMC_GRADIENT_SCALE_ "MEAN=0 SUM=1"

@doc raw"""
    Which gradient g an adaptive preconditioner squares. G is the gradient of the log posterior, summed over all n
    data. More is in docs/src/equations.md.
    SGMCMC_GRADIENT_SCALE_MEAN: g = G/n: the scale of Li et al. 2016, whose g is the mean gradient of the likelihood,
        without the prior's. The preconditioner's default lambda is meant for this one.
    SGMCMC_GRADIENT_SCALE_SUM: g = G, as Kim, Song and Liang 2020, section 2, print it.
""" sgmcmc_gradient_scale

@choices sgmcmc_schedule_kind SGMCMC_SCHEDULE_ "CONSTANT=0 POLYNOMIAL=1 STEP_DECAY=2 CYCLICAL=3 CALLBACK=4"

@doc raw"""
    What a step size or temperature is multiplied by at step or epoch k.
    SGMCMC_SCHEDULE_CONSTANT: 1: the same value for every k.
    SGMCMC_SCHEDULE_POLYNOMIAL: (offset + k)^(-exponent).
    SGMCMC_SCHEDULE_STEP_DECAY: factor^(k / period), the quotient rounded down.
    SGMCMC_SCHEDULE_CYCLICAL: (cos(pi r) + 1) / 2, with r the part of the cycle that is over, from 0 to below 1.
    SGMCMC_SCHEDULE_CALLBACK: The model says the value itself. All else of the schedule must have its default, in C
        value too.
""" sgmcmc_schedule_kind

@choices sgmcmc_schedule_unit SGMCMC_SCHEDULE_UNIT_ "STEP=0 EPOCH=1"

@doc raw"""
    What a schedule's k counts, from 0.
    SGMCMC_SCHEDULE_UNIT_STEP: Steps.
    SGMCMC_SCHEDULE_UNIT_EPOCH: Epochs: how many times n data the batches have had so far, rounded down.
""" sgmcmc_schedule_unit

@choices sgmcmc_estimator_kind SGMCMC_ESTIMATOR_ "PLAIN=0 FIXED_CENTRE=1 PRACTICAL=2 SVRG=3 SAGA=4"

@doc raw"""
    How the gradient is estimated; any rule goes with any of them. More is in docs/src/equations.md.
    SGMCMC_ESTIMATOR_PLAIN: n times the batch's mean, and the prior's.
    SGMCMC_ESTIMATOR_FIXED_CENTRE: A control variate around one place, over all data: one pass over them, in the first
        step. The one that Metropolis-Hastings proposals can use.
    SGMCMC_ESTIMATOR_PRACTICAL: A control variate around theta, or its mean, over some of the data, made anew every so
        many steps: practical variance reduction, Chen et al. 2017, Algorithm 1.
    SGMCMC_ESTIMATOR_SVRG: The same with all data for the anchor, and so without noise of its own: SVRG-LD, Dubey et
        al. 2016.
    SGMCMC_ESTIMATOR_SAGA: Every datum has its own last gradient, in a table of n by d numbers: SAGA-LD, Dubey et al.
        2016.
""" sgmcmc_estimator_kind

@choices sgmcmc_clipping_kind SGMCMC_CLIPPING_ "NONE=0 NORM=1 ELEMENT=2"

@doc raw"""
    What is done with a large gradient g of the log posterior, summed over all data; Karagiannis 2024, Notes 37 to 41.
    More is in docs/src/equations.md.
    SGMCMC_CLIPPING_NONE: Nothing.
    SGMCMC_CLIPPING_NORM: It is shortened to the Euclidean norm c > 0, the limit: g min(1, c/|g|).
    SGMCMC_CLIPPING_ELEMENT: Every element is moved to within c > 0, the limit, of 0.
""" sgmcmc_clipping_kind

@choices sgmcmc_noise_compensation_kind SGMCMC_NOISE_COMPENSATION_ "NONE=0 DIAGONAL=1 DENSE=2"

@doc raw"""
    What is taken off a rule's noise to make up for the noise of minibatches: as much as C says, the covariance over
    batches of the gradient of the log posterior, summed over all data. More is in docs/src/equations.md.
    SGMCMC_NOISE_COMPENSATION_NONE: None: the noise of a batch adds to the rule's.
    SGMCMC_NOISE_COMPENSATION_DIAGONAL: The variances of the gradient's numbers, as many as there are parameters.
    SGMCMC_NOISE_COMPENSATION_DENSE: C, d by d numbers row by row, for d up to 64 and without blocks; symmetric, to
        within a millionth of its variances.
""" sgmcmc_noise_compensation_kind

@choices sgmcmc_proposal_kind SGMCMC_PROPOSAL_ "RANDOM_WALK=0 SGLD=1 RSGLD=2 HMC=3"

@doc raw"""
    Where the next theta of a Metropolis-Hastings chain comes from: the proposal q(theta -> theta'). More is in
    docs/src/equations.md.
    SGMCMC_PROPOSAL_RANDOM_WALK: theta' = theta + delta xi, with delta the step size: symmetric, needs no gradient.
    SGMCMC_PROPOSAL_SGLD: theta' = theta + epsilon g_I + sigma xi, with epsilon the step size, sigma the scale of the
        noise and g_I the mean gradient over the batch.
    SGMCMC_PROPOSAL_RSGLD: With equal chance theta' = theta + epsilon g_I + sigma xi, or theta' = theta - epsilon g_I
        + beta sigma xi; Wu, Wang and Wong 2020, (6)-(8).
    SGMCMC_PROPOSAL_HMC: Hamiltonian Monte Carlo: a momentum p of standard normals, then L leapfrog steps of size
        epsilon with the batch held; Duane, Kennedy, Pendleton and Roweth 1987; Neal 2011, section 5.3.2.
""" sgmcmc_proposal_kind

@choices sgmcmc_density SGMCMC_DENSITY_ "NORMALIZED=0 UNNORMALIZED=1"

@doc raw"""
    The density of the RSGLD proposal in the acceptance ratio. More is in docs/src/equations.md.
    SGMCMC_DENSITY_NORMALIZED: The mixture's density, with the factor beta^(-d) of its second part: exact.
    SGMCMC_DENSITY_UNNORMALIZED: Without beta^(-d), as Wu, Wang and Wong 2020 print their acceptance ratio, (37)-(51).
        Not a valid Metropolis-Hastings kernel: it does not keep the target, and is here as an optimiser's rule, to
        reproduce published tables.
""" sgmcmc_density

@choices sgmcmc_proposal_gradient SGMCMC_PROPOSAL_GRADIENT_ "POSTERIOR=0 PUBLISHED=1"

@doc raw"""
    The gradient that the proposals SGLD and RSGLD follow.
    SGMCMC_PROPOSAL_GRADIENT_POSTERIOR: The mean log-likelihood's with the prior's over n, the default: that of what
        the chain samples.
    SGMCMC_PROPOSAL_GRADIENT_PUBLISHED: The mean log-likelihood's alone, as published, whatever the prior.
""" sgmcmc_proposal_gradient

@choices sgmcmc_noise_kind SGMCMC_NOISE_ "PUBLISHED=0 LANGEVIN=1 CUSTOM=2"

@doc raw"""
    The scale sigma of a gradient proposal's noise.
    SGMCMC_NOISE_PUBLISHED: sqrt(2 epsilon) / n, as published: colder than Langevin noise by far. An optimiser's
        choice: at the steps of a sampler the normalised density then accepts next to nothing in high dimension.
    SGMCMC_NOISE_LANGEVIN: sqrt(2 epsilon / c_n), the default, for sampling: the noise of a Langevin step for the
        density exp(c_n times the mean log-likelihood), with c_n the likelihood_scale.
    SGMCMC_NOISE_CUSTOM: sigma > 0 itself.
""" sgmcmc_noise_kind

@choices sgmcmc_prior_kind SGMCMC_PRIOR_ "CHAIN=0 FLAT=1 GAUSSIAN=2 GAUSSIAN_VECTOR=3 SPIKE_AND_SLAB=4 CALLBACK=5"

@doc raw"""
    The prior. More is in docs/src/equations.md.
    SGMCMC_PRIOR_CHAIN: Of a block alone: the chain's.
    SGMCMC_PRIOR_FLAT: Constant.
    SGMCMC_PRIOR_GAUSSIAN: Every parameter normal, with one mean and one precision.
    SGMCMC_PRIOR_GAUSSIAN_VECTOR: Every parameter normal, each with its own mean and precision.
    SGMCMC_PRIOR_SPIKE_AND_SLAB: Every parameter from a wide normal by chance, else from a narrow one.
    SGMCMC_PRIOR_CALLBACK: The model's own log_prior.
""" sgmcmc_prior_kind

@choices sgmcmc_moments SGMCMC_MOMENTS_ "NONE=0 PLAIN=1 WEIGHTED=2 BOTH=3"

@doc raw"""
    Which running means and variances a chain keeps.
    SGMCMC_MOMENTS_NONE: None.
    SGMCMC_MOMENTS_PLAIN: Every kept draw counts the same; Karagiannis 2024, (3.7).
    SGMCMC_MOMENTS_WEIGHTED: A kept draw counts by the size of the step that made it, which a decreasing schedule
        needs. (3.8) of Karagiannis 2024 counts it by the step that leaves it: the same weights, one draw earlier.
    SGMCMC_MOMENTS_BOTH: Both.
""" sgmcmc_moments

@choices sgmcmc_draw_weight SGMCMC_DRAW_WEIGHT_ "EQUAL=0 STEP_SIZE=1 NEXT_STEP_SIZE=2"

@doc raw"""
    What a draw of a chain counts in estimates.
    SGMCMC_DRAW_WEIGHT_EQUAL: All the same; Karagiannis 2024, (3.7).
    SGMCMC_DRAW_WEIGHT_STEP_SIZE: The size of the step that made it, as in weighted sgmcmc_moments.
    SGMCMC_DRAW_WEIGHT_NEXT_STEP_SIZE: The size of the step that made the next draw that is observed: without thinning
        the step that leaves it, as in (3.8) of Karagiannis 2024. The last draw does not count yet.
""" sgmcmc_draw_weight

struct sgmcmc_drift; kind::Int32; form::Int32; scale::Float64; beta1::Float64; beta2::Float64; lambda::Float64;
    rho::Float64; reserved2::NTuple{2,UInt64}; end

enum_fields(::Type{sgmcmc_drift}) = (kind = sgmcmc_drift_kind, form = sgmcmc_momentum_form,)

@doc raw"""
    What the Langevin family and the lattice walk add to the gradient: docs/src/rules.md has the equations.
    kind: enum sgmcmc_drift_kind. Default _NONE.
    form: _MOMENTUM: enum sgmcmc_momentum_form. What is done with the sum of gradient and drift. Default _CALIBRATED.
    scale: _MOMENTUM, _ADAM, _ADAMAX, _ADADELTA: a, how much of the drift is added to the gradient. Positive and
        finite in the precision of theta. 0, the default, is 1 for SGMCMC_DRIFT_MOMENTUM, 10 for the others.
    beta1: _MOMENTUM, _ADAM, _ADAMAX: beta1, the decay of the mean gradient. At least 0 and below 1. Default 0.9.
    beta2: _ADAM: beta2 > beta1^2, the decay of the squared gradient. Below 1. _ADAMAX: beta2 > beta1^2, the decay of
        the largest gradient. Below 1. Default 0.999.
    lambda: _ADAM, _ADAMAX, _ADADELTA: lambda, which keeps a denominator from zero. Positive and finite, and so is the
        inverse of its square in the precision of theta. Default 1e-5.
    rho: _ADADELTA: rho, the decay of its means. At least 0 and below 1. Default 0.95.
""" sgmcmc_drift

struct sgmcmc_preconditioner; kind::Int32; scale::Int32; reflect::Int32; reserved::Int32; beta::Float64;
    lambda::Float64; values::Ptr{Float64}; reserved2::NTuple{2,UInt64}; end

enum_fields(::Type{sgmcmc_preconditioner}) = (kind = sgmcmc_preconditioner_kind, scale = sgmcmc_gradient_scale,)

@doc raw"""
    The metric P of the Langevin family and of the lattice walk: docs/src/rules.md has the equations. More is in
    docs/src/equations.md.
    kind: enum sgmcmc_preconditioner_kind. Default _IDENTITY.
    scale: _RMSPROP, _ADAGRAD: enum sgmcmc_gradient_scale. The scale of the gradients that are squared. Default _MEAN.
    reflect: _POSITION_DEPENDENT: Whether theta is positive and reflected at 0: theta <- |theta| ends a step. Default
        0.
    beta: _RMSPROP: beta, the decay of the mean squared gradient. At least 0 and below 1. Default 0.99.
    lambda: _RMSPROP, _ADAGRAD: lambda, which keeps a denominator from zero. Positive and finite, and so is the
        inverse of its square in the precision of theta. Default 1e-5.
    values: _DIAGONAL, _DENSE: dim positive numbers p for a diagonal; for a dense one dim * dim numbers, row after row
        of the lower-triangular factor L, with a positive diagonal, of which those above it are not read. They must
        live until a chain is made or sgmcmc_rule_start_f32 is called, which copy them. No default.
""" sgmcmc_preconditioner

struct sgmcmc_rule; kind::Int32; velocity::Int32; thermostat::Int32; splitting::Int32; drift::sgmcmc_drift;
    preconditioner::sgmcmc_preconditioner; friction::Float64; noise_estimate::Float64; redraw_interval::UInt64;
    beta1::Float64; beta2::Float64; lambda::Float64; reserved2::NTuple{2,UInt64}; end

enum_fields(::Type{sgmcmc_rule}) = (kind = sgmcmc_rule_kind, velocity = sgmcmc_velocity, thermostat =
    sgmcmc_thermostat, splitting = sgmcmc_splitting,)

@doc raw"""
    The update rules: docs/src/rules.md has what each of them computes, line by line.
    kind: enum sgmcmc_rule_kind. Default _LANGEVIN.
    velocity: _SGHMC, _ABOBA, _BAOAB, _SGNHT: enum sgmcmc_velocity. The velocity before the first step. Default _ZERO.
    thermostat: _SGNHT: enum sgmcmc_thermostat. One thermostat for all parameters, or one for each. Default _SCALAR.
    splitting: _SGNHT: enum sgmcmc_splitting. How its equations are split into a step; by Euler's splitting the
        friction is below 1/2: from there on the chain diverges. Default _EULER.
    drift: _LANGEVIN, _LATTICE: What is added to the gradient, A.
    preconditioner: _LANGEVIN, _LATTICE: The metric, P; under the lattice rule it is diagonal.
    friction: _SGHMC, _ABOBA, _BAOAB, _SGNHT: alpha, the friction of one step: one minus the momentum. Above 0 and at
        most 1. Default 0.1.
    noise_estimate: _SGHMC: beta, the friction's share whose noise the gradient brings already, new in every step: eta
        nu^2/(2 tau), at most alpha. At least 0. Default 0.
    redraw_interval: _SGHMC: Every how many steps the velocity is drawn anew, as published, which does not sample the
        posterior; 0 for never. At k = 1, 2, 7 and 50 and alpha = 0.1 a variance is 0.505, 0.663, 0.868 and 0.983 of
        what it should be. More is in docs/src/equations.md. Default 0.
    beta1: _ADAM: beta1, the decay of the mean gradient. At least 0 and below 1. Default 0.9.
    beta2: _ADAM: beta2 > beta1^2, the decay of the squared gradient. Below 1. Default 0.999.
    lambda: _ADAM: lambda, which keeps a denominator from zero. Positive and finite, and so is the inverse of its
        square in the precision of theta. Default 1e-8.
""" sgmcmc_rule

struct sgmcmc_schedule; kind::Int32; reserved::Int32; value::Float64; offset::Float64; exponent::Float64;
    factor::Float64; period::UInt64; cycle_len::UInt64; exploration::Float64; floor::Float64; warm_up::UInt64;
    reserved2::NTuple{2,UInt64}; end

enum_fields(::Type{sgmcmc_schedule}) = (kind = sgmcmc_schedule_kind,)

@doc raw"""
    A step size or a temperature for every k. More is in docs/src/equations.md.
    kind: enum sgmcmc_schedule_kind. Default _CONSTANT.
    value: _CONSTANT, _POLYNOMIAL, _STEP_DECAY, _CYCLICAL: The setting, by which the factor is multiplied: positive
        for a step size, at least 0 for a temperature. No default.
    offset: _POLYNOMIAL: b, in the unit of k. Positive and finite. Default 1.
    exponent: _POLYNOMIAL: gamma, by which it falls. Above 0.5 and at most 1. Default 0.55.
    factor: _STEP_DECAY: gamma, by which every period multiplies it. Above 0 and at most 1. Default 0.5.
    period: _STEP_DECAY: L, in the unit of k. At least 1. No default.
    cycle_len: _CYCLICAL: C, how long a cycle is, in the unit of k: of c cycles in N steps or epochs N/c, rounded up.
        At least 1. No default.
    exploration: _CYCLICAL: The first part of each cycle, in which the temperature is 0 and no draw is kept: at most 1
        - 1/C. At least 0. Default 0.
    floor: f: once warm, the factor is never below it; 0 for none, as it must be where the host says. At least 0 and
        below 1. Default 0.
    warm_up: w: the first w factors are multiplied by (k + 1)/w, the floor included; in the unit of k, 0 for none, as
        it must be where the host says. Default 0.
""" sgmcmc_schedule

@bind sgmcmc_rule_init(rule::Ptr{sgmcmc_rule}, struct_size::Csize_t, kind::Int32)::Int32
@bind sgmcmc_schedule_init(schedule::Ptr{sgmcmc_schedule}, struct_size::Csize_t)::Int32
@bind sgmcmc_schedule_at(value::Ptr{Float64}, explores::Ptr{Int32}, schedule::Ptr{sgmcmc_schedule}, k::UInt64)::Int32
struct sgmcmc_batch; kind::Int32; len::UInt32; reserved2::NTuple{2,UInt64}; end

enum_fields(::Type{sgmcmc_batch}) = (kind = sgmcmc_batch_kind,)

@doc raw"""
    How a step's minibatch is drawn.
    kind: enum sgmcmc_batch_kind. Default _WITHOUT_REPLACEMENT.
    len: _WITHOUT_REPLACEMENT, _WITH_REPLACEMENT, _EPOCHS: m, how many data a minibatch has, from 1 to data_len.
        SGMCMC_BATCH_WITHOUT_REPLACEMENT with data_len is SGMCMC_BATCH_ALL: the model then gets NULL for the batch. No
        default.
""" sgmcmc_batch

struct sgmcmc_noise_compensation; kind::Int32; reserved::Int32; covariance::Ptr{Float64}; reserved2::NTuple{2,UInt64};
    end

enum_fields(::Type{sgmcmc_noise_compensation}) = (kind = sgmcmc_noise_compensation_kind,)

@doc raw"""
    What is taken off a rule's noise to make up for the noise of minibatches: as much as C says, the covariance over
    batches of the gradient of the log posterior, summed over all data. More is in docs/src/equations.md.
    kind: enum sgmcmc_noise_compensation_kind. Default _NONE.
    covariance: _DIAGONAL, _DENSE: The covariance over minibatches of the gradient of the log posterior, summed over
        all data: dim variances for a diagonal one, dim * dim numbers, symmetric, for a dense one, of at most 64
        parameters, without blocks. NULL: found in burn-in's second half, not with BATCH_CALLER or SAGA. Default NULL.
""" sgmcmc_noise_compensation

struct sgmcmc_noise; kind::Int32; reserved::Int32; sigma::Float64; reserved2::NTuple{2,UInt64}; end

enum_fields(::Type{sgmcmc_noise}) = (kind = sgmcmc_noise_kind,)

@doc raw"""
    The scale sigma of a gradient proposal's noise.
    kind: enum sgmcmc_noise_kind. Default _LANGEVIN.
    sigma: _CUSTOM: The scale of the noise, positive. No default.
""" sgmcmc_noise

struct sgmcmc_proposal; kind::Int32; density::Int32; leapfrog_count::UInt32; reserved::Int32; step_size::Float64;
    noise::sgmcmc_noise; beta::Float64; step_jitter::Float64; reserved2::NTuple{2,UInt64}; end

enum_fields(::Type{sgmcmc_proposal}) = (kind = sgmcmc_proposal_kind, density = sgmcmc_density,)

@doc raw"""
    Where the next theta of a Metropolis-Hastings chain comes from: the proposal q(theta -> theta').
    kind: enum sgmcmc_proposal_kind. Default _RSGLD.
    density: _RSGLD: enum sgmcmc_density. Which density enters the acceptance ratio. Default _NORMALIZED.
    leapfrog_count: _HMC: How many leapfrog steps a trajectory has, L. At least 1. Default 10.
    step_size: _RANDOM_WALK: delta > 0, in the unit of theta; 0 for one that is to be tuned. _SGLD, _RSGLD: epsilon >
        0, on the mean gradient; 0 for one that is to be tuned. _HMC: epsilon > 0, in the unit of theta; 0 for one
        that is to be tuned. Default 0.
    noise: _SGLD, _RSGLD: The scale of the noise, sigma.
    beta: _RSGLD: How much wider the noise of a backward move is, beta. Finite and at least 1. Default 1.
    step_jitter: _HMC: j: every trajectory's step is epsilon times a number of its own, uniform from 1 - j to 1 + j,
        so that few come back to where they began. At 0 all have the same step, and nothing is drawn for it. At least
        0 and below 1. Default 0.3.
""" sgmcmc_proposal

struct sgmcmc_sampler; kind::Int32; schedule_unit::Int32; refresh_len::UInt32; proposal_gradient::Int32;
    tune_beta::Int32; tune_step_size::Int32; tune_refresh_len::Int32; reserved::Int32; rule::sgmcmc_rule;
    step_size::sgmcmc_schedule; temperature::sgmcmc_schedule; compensation::sgmcmc_noise_compensation;
    proposal::sgmcmc_proposal; likelihood_scale::Float64; beta_max::Float64; tune_interval::UInt64;
    target_acceptance::Float64; reserved2::NTuple{2,UInt64}; end

enum_fields(::Type{sgmcmc_sampler}) = (kind = sgmcmc_sampler_kind, schedule_unit = sgmcmc_schedule_unit,
    proposal_gradient = sgmcmc_proposal_gradient,)

@doc raw"""
    What moves theta.
    kind: enum sgmcmc_sampler_kind. Default _RULE.
    schedule_unit: _RULE: enum sgmcmc_schedule_unit. What the schedules count. Default _STEP.
    refresh_len: _METROPOLIS_HASTINGS: How many indices of the batch a proposal replaces, 1 to m - 1 and at most n -
        m; m, or 0, draws a fresh batch, as published. More is in docs/src/equations.md. Default 0.
    proposal_gradient: _METROPOLIS_HASTINGS: enum sgmcmc_proposal_gradient. What proposals along the gradient follow.
        HMC always follows the posterior's, and the random walk none: with them it must have its default. Default
        _POSTERIOR.
    tune_beta: _METROPOLIS_HASTINGS: Whether beta is tuned between epochs; needs the RSGLD proposal. More is in
        docs/src/equations.md. Default 0.
    tune_step_size: _METROPOLIS_HASTINGS: Whether the proposal's step_size is tuned during burn-in, after which it
        stays; it may then be 0, for one that is not known. Not with SGMCMC_NOISE_CUSTOM. Wants a burn_in of at least
        1, with tune_beta of at least 4 (tune_interval + 1), where a tune_interval of 0 is one epoch; one of ten steps
        finds nothing that is far off, some hundreds do. Default 0.
    tune_refresh_len: _METROPOLIS_HASTINGS: Whether refresh_len is found, too, as what leaves a cap on acceptance of
        about 0.8. On all data there is nothing to find. More is in docs/src/equations.md. Default 0.
    rule: _RULE: What moves theta.
    step_size: _RULE: eta for every step, on the gradient of the log posterior summed over all data. A value of 0 with
        all else at its default, as it begins, is one that is to be found, by sgmcmc_chain_warm_up_f32 and _f64. A
        step before that takes what the model's step_size says, and is refused with SGMCMC_ERROR_NO_STEP_SIZE where
        there is none. SGMCMC_SCHEDULE_CALLBACK is the same: a warm-up finds one, and then the model's step_size is
        not asked.
    temperature: _RULE: tau >= 0 for every step: 1 samples the posterior, tau its power 1/tau, prior included; 0 is an
        optimiser. Default 1.
    compensation: _RULE: What is taken off the rule's noise for the gradient's own. For SGLD with no preconditioner or
        a fixed one, ABOBA, BAOAB and SGHMC without a noise estimate; not by epochs or on all data.
    proposal: _METROPOLIS_HASTINGS: Where the next theta comes from.
    likelihood_scale: _METROPOLIS_HASTINGS: c_n, by which the mean log-likelihood is multiplied: n on all data, for
        the posterior itself; on batches a little below sqrt(m). Positive and finite. More is in
        docs/src/equations.md. No default.
    beta_max: _METROPOLIS_HASTINGS: The tuner's cap on beta: finite and at least beta where beta is tuned, and never
        NaN. With other proposals than RSGLD it must have its default. Default 1e3.
    tune_interval: _METROPOLIS_HASTINGS: Every how many steps the tuner judges beta; 0 is one epoch, n/m rounded up.
        Must be 0 without tune_beta. Default 0.
    target_acceptance: _METROPOLIS_HASTINGS: With tune_step_size the acceptance rate that is aimed at, between 0 and
        1. 0 is the proposal's own, at which a long chain goes farthest: 0.234 with the random walk, 0.574 with SGLD,
        0.4 with RSGLD and 0.65 with HMC. Where batch noise allows less, the aim is a share of what it allows, and
        step_size_capped of the statistics is 1. Default 0.
""" sgmcmc_sampler

struct sgmcmc_estimator; kind::Int32; anchor_len::UInt32; averaged::Int32; reserved::Int32; interval::UInt64;
    centre::Ptr{Float64}; reserved2::NTuple{2,UInt64}; end

enum_fields(::Type{sgmcmc_estimator}) = (kind = sgmcmc_estimator_kind,)

@doc raw"""
    How the gradient is estimated; any rule goes with any of them. More is in docs/src/equations.md.
    kind: enum sgmcmc_estimator_kind. Default _PLAIN.
    anchor_len: _PRACTICAL: n1, how many data an anchor is over: above m and at most n. No default.
    averaged: _PRACTICAL, _SVRG: Whether the anchor is at the mean of theta over the last interval instead of at the
        last theta. Default 0.
    interval: _PRACTICAL, _SVRG: Steps between two anchors. At least 1. No default.
    centre: _FIXED_CENTRE: theta, as long as theta, finite, copied; where it is not given (NULL in C) it is where the
        chain starts. Default NULL.
""" sgmcmc_estimator

struct sgmcmc_clipping; kind::Int32; reserved::Int32; limit::Float64; reserved2::NTuple{2,UInt64}; end

enum_fields(::Type{sgmcmc_clipping}) = (kind = sgmcmc_clipping_kind,)

@doc raw"""
    What is done with a large gradient g of the log posterior, summed over all data; Karagiannis 2024, Notes 37 to 41.
    More is in docs/src/equations.md.
    kind: enum sgmcmc_clipping_kind. Default _NONE.
    limit: _NORM, _ELEMENT: The limit on the gradient of the log posterior, summed over all data, positive. No
        default.
""" sgmcmc_clipping

struct sgmcmc_prior; kind::Int32; reserved::Int32; mean::Float64; precision::Float64; slab_weight::Float64;
    slab_deviation::Float64; spike_deviation::Float64; means::Ptr{Float64}; precisions::Ptr{Float64};
    reserved2::NTuple{2,UInt64}; end

enum_fields(::Type{sgmcmc_prior}) = (kind = sgmcmc_prior_kind,)

@doc raw"""
    The prior. More is in docs/src/equations.md.
    kind: enum sgmcmc_prior_kind. Default _FLAT.
    mean: _GAUSSIAN: The mean. Finite in the precision of theta. Default 0.
    precision: _GAUSSIAN: One over the variance. Positive and finite in the precision of theta. Default 1.
    slab_weight: _SPIKE_AND_SLAB: The weight of the slab, lambda. Above 0 and below 1. No default.
    slab_deviation: _SPIKE_AND_SLAB: The standard deviation of the slab, above that of the spike. No default.
    spike_deviation: _SPIKE_AND_SLAB: The standard deviation of the spike, > 0. No default.
    means: _GAUSSIAN_VECTOR: The mean of each parameter, finite; as many numbers as there are parameters, copied. No
        default.
    precisions: _GAUSSIAN_VECTOR: The precision of each parameter, > 0; as many, copied. No default.
""" sgmcmc_prior

struct sgmcmc_block; start::Csize_t; len::Csize_t; step_size_factor::Float64; frozen::Int32; reserved::Int32;
    prior::sgmcmc_prior; end

@doc raw"""
    A range of theta with a step size, a prior and a switch of its own; what no block covers follows the chain's
    settings. Call sgmcmc_block_init first, then set start, len and what should differ from the defaults. What the
    prior's kind does not use must have its default, or is refused by name.
    start: The first parameter, counted from 0. No default.
    len: How many there are. At least 1. No default.
    step_size_factor: Multiplies a rule's step size, or epsilon of SGLD and RSGLD and the square of their sigma; of
        the walk delta squared, of HMC epsilon squared. SGMCMC_RULE_RECIPE and
        SGMCMC_PRECONDITIONER_POSITION_DEPENDENT_DENSE take 1 only. Positive and finite in the precision of theta.
        Default 1.
    frozen: Whether these parameters are never written. Their factor and prior must be in range all the same: settings
        that a chain goes on with may not freeze them. Not with SGMCMC_RULE_RECIPE or
        SGMCMC_PRECONDITIONER_POSITION_DEPENDENT_DENSE. Default 0.
    prior: The prior of these parameters in place of the chain's: any but SGMCMC_PRIOR_GAUSSIAN_VECTOR and _CALLBACK,
        and then the chain's is not SGMCMC_PRIOR_CALLBACK. Default SGMCMC_PRIOR_CHAIN: the chain's.
""" sgmcmc_block

struct sgmcmc_chain_settings; struct_size::Csize_t; block_size::Csize_t; seed::UInt64; chain_index::UInt32;
    data_len::UInt32; batch::sgmcmc_batch; chunk_len::UInt32; moments::Int32; sampler::sgmcmc_sampler;
    estimator::sgmcmc_estimator; clipping::sgmcmc_clipping; prior::sgmcmc_prior; burn_in::UInt64; thinning::UInt64;
    blocks::Ptr{sgmcmc_block}; block_count::Csize_t; simd_level::Int32; reserved::Int32; end

enum_fields(::Type{sgmcmc_chain_settings}) = (moments = sgmcmc_moments, simd_level = sgmcmc_simd,)

@doc raw"""
    Everything that decides a chain's draws, with its data and its start. Call sgmcmc_chain_settings_init first, then
    set data_len, batch.len and what should differ from the defaults. What has no default is 0 until it is set. A
    struct within has a kind, and the settings of every kind: those that the chosen one does not use must have their
    defaults, or are refused by name. Their defaults are not all 0: a struct within that is to have them again is
    copied from settings that were just initialized. Vectors and blocks are pointed to, and copied when a chain is
    made. An enum is an int32_t so that any number can be told from a known one.
    struct_size: sizeof(sgmcmc_chain_settings) of the caller's header, set by sgmcmc_chain_settings_init.
    block_size: sizeof(sgmcmc_block) of the caller's header: what lies beyond takes its default. No default: must be
        set where there are blocks.
    seed: The seed that all chains of one run share. Default 0.
    chain_index: Which of the seed's chains this is; their random numbers never overlap. Below 65536. Default 0.
    data_len: n, how many data there are. From 1 to 2^32 - 1. No default.
    batch: How minibatches are drawn. Metropolis-Hastings takes SGMCMC_BATCH_WITHOUT_REPLACEMENT and SGMCMC_BATCH_ALL.
    chunk_len: Passes over all data, and batches, come in pieces of at most this many; 0 asks for each in one call,
        for all data without indices. Default 0.
    moments: enum sgmcmc_moments. Which running means and variances are kept. Default _NONE.
    sampler: What moves theta.
    estimator: How the gradient is estimated. All but SGMCMC_ESTIMATOR_PLAIN want batches without repetitions, and not
        SGMCMC_BATCH_ALL, which a length of n without replacement is, too. By epochs SGMCMC_ESTIMATOR_PRACTICAL and
        SGMCMC_ESTIMATOR_SVRG want a length below n as well; SGMCMC_ESTIMATOR_SAGA takes neither epochs nor the
        caller's batches. Metropolis-Hastings along the gradient goes with SGMCMC_ESTIMATOR_FIXED_CENTRE of them. HMC
        on batches is worse off with it, since its trajectories then follow another gradient than that of the energy
        by which they are accepted.
    clipping: What is done with a large gradient. Must be SGMCMC_CLIPPING_NONE with SGMCMC_PROPOSAL_RANDOM_WALK, which
        has none.
    prior: The prior.
    burn_in: Steps before the first draw is kept. Default 0.
    thinning: Every how many steps a draw is kept after that. At least 1. Default 1.
    blocks: block_count ranges of parameters with settings of their own, in ascending order, apart from each other;
        each as long as block_size says. Default NULL.
    block_count: How many. Default 0: none, whatever blocks is.
    simd_level: The most of the processor's instruction sets that the chain may use: enum sgmcmc_simd. Default 0: the
        widest that this processor and the library have; so SGMCMC_SIMD_NONE, which is 0, limits nothing, and sets of
        other machines do not. The bits are the same; sgmcmc_chain_properties_f32 and _f64 tell which it is.
""" sgmcmc_chain_settings

@bind sgmcmc_settings_read(settings::Ptr{sgmcmc_chain_settings}, line::Ptr{Csize_t}, text::Cstring, text_len::Csize_t,
    dim::Csize_t)::Int32
@bind sgmcmc_block_init(block::Ptr{sgmcmc_block}, block_size::Csize_t)::Int32
@bind sgmcmc_settings_text(text::Cstring, size::Csize_t, needed::Ptr{Csize_t}, settings::Ptr{sgmcmc_chain_settings},
    dim::Csize_t)::Int32
@bind sgmcmc_chain_settings_init(settings::Ptr{sgmcmc_chain_settings}, struct_size::Csize_t)::Int32
struct sgmcmc_draw_f32; step::UInt64; theta::Ptr{Float32}; dim::Csize_t; log_likelihood::Float64; step_size::Float64;
    drift_norm::Float64; noise_norm::Float64; accepted::Int32; ends_cycle::Int32; saturated::Int32; diverged::Int32;
    end

@doc raw"""
    A kept draw, as an observer sees it. A later library may append fields.
    step: The step that made the draw, counted from 0.
    theta: theta after the step: dim numbers, valid until the observer returns.
    dim: The number of parameters.
    log_likelihood: The mean log-likelihood over the step's batch: at theta for Metropolis-Hastings; for a rule where
        the gradient was taken, before theta moved.
    step_size: The step size of the step; HMC's before its jitter.
    drift_norm: The Euclidean norm of the drift that the step applied, or proposed; of HMC, in its first leapfrog
        step.
    noise_norm: The Euclidean norm of the noise that the step applied, or proposed; of HMC, in its first leapfrog
        step.
    accepted: 1 when a proposal was accepted, 0 when theta stayed; always 1 for a rule.
    ends_cycle: 1 for the last step of a cycle of a cyclical schedule, else 0.
    saturated: 1 when some theta overflowed and was set to the largest finite number, else 0.
    diverged: 1 when a trajectory of HMC diverged (divergence_count of sgmcmc_chain_statistics), else 0; theta is then
        where it began.
""" sgmcmc_draw_f32

struct sgmcmc_draw_f64; step::UInt64; theta::Ptr{Float64}; dim::Csize_t; log_likelihood::Float64; step_size::Float64;
    drift_norm::Float64; noise_norm::Float64; accepted::Int32; ends_cycle::Int32; saturated::Int32; diverged::Int32;
    end

@doc raw"""
    As sgmcmc_draw_f32, in doubles.
""" sgmcmc_draw_f64

struct sgmcmc_model_f32; struct_size::Csize_t; log_likelihood::Ptr{Cvoid}; log_prior::Ptr{Cvoid}; user::Ptr{Cvoid};
    metric::Ptr{Cvoid}; diffusion::Ptr{Cvoid}; step_size::Ptr{Cvoid}; temperature::Ptr{Cvoid}; end

@doc raw"""
    The model whose posterior is sampled. Only read during a call, so that it need not outlive it.
    struct_size: sizeof(sgmcmc_model_f32).
    log_likelihood: Must be set.
    log_prior: Needed under SGMCMC_PRIOR_CALLBACK; under any other prior it must be NULL:
        SGMCMC_ERROR_LOG_PRIOR_UNUSED.
    user: Handed to every callback as it is; may be NULL.
    metric: Needed for position-dependent preconditioners. It and the three below: else NULL or not, they are not
        called, so that one model serves chains that move in several ways.
    diffusion: Needed for SGMCMC_RULE_RECIPE.
    step_size: Needed for a step size with SGMCMC_SCHEDULE_CALLBACK or left out, unless a warm-up finds one before the
        first step.
    temperature: Needed for a temperature with SGMCMC_SCHEDULE_CALLBACK.
""" sgmcmc_model_f32

struct sgmcmc_model_f64; struct_size::Csize_t; log_likelihood::Ptr{Cvoid}; log_prior::Ptr{Cvoid}; user::Ptr{Cvoid};
    metric::Ptr{Cvoid}; diffusion::Ptr{Cvoid}; step_size::Ptr{Cvoid}; temperature::Ptr{Cvoid}; end

@doc raw"""
    As sgmcmc_model_f32, in doubles.
""" sgmcmc_model_f64

struct sgmcmc_chain_statistics; struct_size::Csize_t; step_count::UInt64; kept_count::UInt64; log_likelihood::Float64;
    step_size::Float64; beta::Float64; noise_scale::Float64; accepted_count::UInt64; forward_count::UInt64;
    forward_accepted_count::UInt64; backward_count::UInt64; backward_accepted_count::UInt64; nonfinite_count::UInt64;
    mean_acceptance::Float64; beta_capped::Int32; step_size_capped::Int32; temperature::Float64;
    clipped_count::UInt64; saturated_count::UInt64; clamped_count::UInt64; batch_count::UInt64;
    batch_accepted_count::UInt64; refresh_len::UInt32; reserved::Int32; clamped_gradient::Float64;
    divergence_count::UInt64; short_divergence_count::UInt64; burn_in_divergence_count::UInt64; unasked_count::UInt64;
    end

@doc raw"""
    Counts and rates of a chain so far.
    struct_size: sizeof(sgmcmc_chain_statistics), set by the caller; only that many bytes are written.
    step_count: Steps done.
    kept_count: Draws kept: after burn-in, due by the thinning, and not in the exploring part of a cycle.
    log_likelihood: The mean log-likelihood over the last batch, at the theta where it was evaluated; NaN before the
        first step.
    step_size: eta of a rule's last step, or the one set since; for Metropolis-Hastings that of the next proposal.
    beta: beta of the RSGLD proposal, 1 for others.
    noise_scale: sigma of the next forward proposal, the step of HMC; 0 for a rule.
    accepted_count: Accepted proposals; 0 for a rule, which proposes nothing.
    forward_count: Proposals that went up the gradient; all of them but for RSGLD. Under HMC trajectories.
    forward_accepted_count: How many of those were accepted.
    backward_count: Proposals that went down the gradient.
    backward_accepted_count: How many of those were accepted.
    nonfinite_count: Proposals rejected because theta', the model's value or its gradient was not finite, or the model
        impossible, there or anywhere on a trajectory; those of batches by HMC too.
    mean_acceptance: The mean acceptance probability, under HMC of trajectories; NaN before the first proposal.
    beta_capped: Whether the tuner has met its cap on beta: epsilon is too large.
    step_size_capped: Whether batch noise keeps the tuner of the step size from the acceptance rate that it is to aim
        at, so that it aims at a share of what this noise leaves: see the setting that tunes the step size. Never for
        HMC, whose trajectories this noise does not limit.
    temperature: tau of a rule's last step, 0 while a cycle explores, NaN before the first step under a schedule of
        the host's; n / likelihood_scale for Metropolis-Hastings, which is exact on all data.
    clipped_count: Gradients that were clipped.
    saturated_count: Steps in which some theta overflowed and was set to the largest finite number: the chain has
        diverged.
    clamped_count: The lattice walk: moves of single parameters whose drift was longer than a lattice step, and was
        cut to it.
    batch_count: HMC: batches that were proposed by themselves, one after each trajectory where a batch is not all
        data.
    batch_accepted_count: How many of those were accepted.
    refresh_len: How many indices of the batch a proposal replaces, m for fresh batches: the settings', or what a
        warm-up has chosen; 0 for rules.
    clamped_gradient: The lattice walk: about the length of the mean, over steps after burn-in, of what the cut took
        off the gradient with the drift, over tau: the chain's mean is off by so much of the variance of theta, in a
        parameter that is independent of others. More is in docs/src/equations.md.
    divergence_count: HMC: trajectories after burn-in that diverged: their energy came out more than 1000 too large,
        or something on them was not finite or the model impossible. The chain's divergence is where the last one
        began.
    short_divergence_count: HMC: of the trajectories that diverged after burn-in, those whose step was no longer than
        step_size: they say that there are places which the chain may not get to, finding 22 of sgmcmc_health_finding.
        More is in docs/src/equations.md.
    burn_in_divergence_count: HMC: trajectories that diverged in burn-in, where step_size is still to be found.
    unasked_count: How many proposals in a row, the last one included, overflowed before the model was asked; after
        1000 of them a step is refused, until another step size is set.
""" sgmcmc_chain_statistics

struct sgmcmc_run_options_f32; struct_size::Csize_t; observer::Ptr{Cvoid}; observer_user::Ptr{Cvoid};
    progress::Ptr{Cvoid}; progress_user::Ptr{Cvoid}; health::Ptr{Cvoid}; interval::UInt64; end

@doc raw"""
    Who looks at a run, and how often: progress, health or both; for an observer alone there is sgmcmc_chain_run_f32.
    What is NULL does not look, so that an initializer that names the fields in use will do.
    struct_size: sizeof(sgmcmc_run_options_f32).
    observer: Called after each kept step. Default NULL.
    observer_user: Handed to the observer as it is; may be NULL.
    progress: Called after every step whose count is a multiple of interval, during burn-in, too: to say how far a run
        is, and to stop it from there. How much time is left is for the host to say. Default NULL.
    progress_user: Handed to progress as it is; may be NULL.
    health: Health that looks at the chain after those steps, and notes what was refused; only the step before a look
        is measured. Default NULL.
    interval: How many steps there are from one look to the next, at least 1. With health and batches by epochs it
        should have no common factor with the number of an epoch's batches, or heat is not measured.
""" sgmcmc_run_options_f32

struct sgmcmc_run_options_f64; struct_size::Csize_t; observer::Ptr{Cvoid}; observer_user::Ptr{Cvoid};
    progress::Ptr{Cvoid}; progress_user::Ptr{Cvoid}; health::Ptr{Cvoid}; interval::UInt64; end

@doc raw"""
    As sgmcmc_run_options_f32, in doubles.
""" sgmcmc_run_options_f64

struct sgmcmc_step; struct_size::Csize_t; index::UInt64; log_likelihood::Float64; step_size::Float64;
    temperature::Float64; kept::Int32; accepted::Int32; ends_cycle::Int32; saturated::Int32; diverged::Int32;
    reserved::Int32; end

@doc raw"""
    What a step did.
    struct_size: sizeof(sgmcmc_step), set by the caller; only that many bytes are written.
    index: The step, counted from 0.
    log_likelihood: The mean log-likelihood over the step's batch: at theta for Metropolis-Hastings; for a rule where
        the gradient was taken, before theta moved.
    step_size: The step's, or for Metropolis-Hastings the next proposal's.
    temperature: The step's, as in sgmcmc_chain_statistics.
    kept: Whether the draw was kept: after burn-in, due by the thinning, not in the exploring part of a cycle.
    accepted: Whether a proposal was accepted, and theta did not stay; always for a rule.
    ends_cycle: Whether it is the last step of a cycle.
    saturated: Whether some theta overflowed and was set to the largest finite number.
    diverged: Whether a trajectory of HMC diverged, by divergence_count of sgmcmc_chain_statistics; theta is then
        where it began.
""" sgmcmc_step

@precisions sgmcmc_chain_size(size::Ptr{Csize_t}, settings::Ptr{sgmcmc_chain_settings}, dim::Csize_t)::Int32
@precisions sgmcmc_chain_init(chain::Ptr{Ptr{Cvoid}}, mem::Ptr{Cvoid}, mem_size::Csize_t,
    settings::Ptr{sgmcmc_chain_settings}, theta::Ptr{Float32}, dim::Csize_t)::Int32
@precisions sgmcmc_chain_hand_over(chain::Ptr{Cvoid}, mem_size::Csize_t, settings::Ptr{sgmcmc_chain_settings})::Int32
@precisions sgmcmc_chain_step(chain::Ptr{Cvoid}, step::Ptr{sgmcmc_step}, callback_code::Ptr{Int32},
    batch::Ptr{UInt32}, batch_len::Csize_t, model::Ptr{sgmcmc_model_f32})::Int32
@precisions sgmcmc_chain_tune_beta(chain::Ptr{Cvoid}, callback_code::Ptr{Int32}, model::Ptr{sgmcmc_model_f32})::Int32
@precisions sgmcmc_chain_set_step_size(chain::Ptr{Cvoid}, step_size::Float64)::Int32
@precisions sgmcmc_chain_run(chain::Ptr{Cvoid}, callback_code::Ptr{Int32}, step_count::UInt64,
    model::Ptr{sgmcmc_model_f32}, observer::Ptr{Cvoid}, observer_user::Ptr{Cvoid})::Int32
@precisions sgmcmc_chain_run_watched(chain::Ptr{Cvoid}, callback_code::Ptr{Int32}, step_count::UInt64,
    model::Ptr{sgmcmc_model_f32}, options::Ptr{sgmcmc_run_options_f32})::Int32
@precisions sgmcmc_chain_properties(dim::Ptr{Csize_t}, size::Ptr{Csize_t}, simd_level::Ptr{Int32},
    chain::Ptr{Cvoid})::Int32
@precisions sgmcmc_chain_theta(chain::Ptr{Cvoid}, theta::Ptr{Float32}, divergence::Ptr{Float32}, dim::Csize_t)::Int32
@precisions sgmcmc_chain_moments(chain::Ptr{Cvoid}, mean::Ptr{Float64}, variance::Ptr{Float64}, dim::Csize_t,
    moments::Int32)::Int32
@precisions sgmcmc_chain_compensation(chain::Ptr{Cvoid}, covariance::Ptr{Float64}, covariance_len::Csize_t,
    step_size::Ptr{Float64})::Int32
@precisions sgmcmc_chain_statistics(chain::Ptr{Cvoid}, statistics::Ptr{sgmcmc_chain_statistics})::Int32
struct sgmcmc_checkpoint; struct_size::Csize_t; version::UInt32; bits::UInt32; dim::UInt64; settings::UInt64;
    step_count::UInt64; size::UInt64; is_ensemble::Int32; reserved::Int32; end

@doc raw"""
    What a checkpoint of a chain or of an ensemble says of itself, for hosts that look before they restore.
    struct_size: sizeof(sgmcmc_checkpoint), set by the caller; only that many bytes are written.
    version: The version of its format: this library writes and reads 1.
    bits: Bits of a number of theta: 32 or 64.
    dim: The number of parameters.
    settings: A digest of the settings, the same on every machine: equal settings have equal ones. Not in it are seed
        and chain_index, nor an ensemble's start_spread, r_hat_max, sample_size and pass_max.
    step_count: Steps that the chain has done; of an ensemble, with how many draws of each chain its round ends.
    size: How many bytes it has.
    is_ensemble: Whether it is of an ensemble.
""" sgmcmc_checkpoint

@bind sgmcmc_checkpoint_read(checkpoint::Ptr{sgmcmc_checkpoint}, bytes::Ptr{Cvoid}, bytes_size::Csize_t)::Int32
@precisions sgmcmc_chain_save(chain::Ptr{Cvoid}, bytes::Ptr{Cvoid}, size::Csize_t, needed::Ptr{Csize_t})::Int32
@precisions sgmcmc_chain_restore(chain::Ptr{Ptr{Cvoid}}, mem::Ptr{Cvoid}, mem_size::Csize_t,
    settings::Ptr{sgmcmc_chain_settings}, dim::Csize_t, bytes::Ptr{Cvoid}, bytes_size::Csize_t)::Int32
@choices sgmcmc_estimate SGMCMC_ESTIMATE_ "MEAN=0 VARIANCE=1 DEVIATION=2 STANDARD_ERROR=3 SAMPLE_SIZE=4
    DEGREES_OF_FREEDOM=5 HALF_WIDTH=6 COVARIANCE=7 QUANTILE=8"

@doc raw"""
    What can be read from estimates, for each number that a draw has. More is in docs/src/equations.md.
    SGMCMC_ESTIMATE_MEAN: The means, 0 before the first draw.
    SGMCMC_ESTIMATE_VARIANCE: The variances, sum of w (x - mean)^2 / sum of w; NaN before the first draw, and refused
        where one is too large or too small for a double, of a deviation above 1e154 or below 1.5e-154.
    SGMCMC_ESTIMATE_DEVIATION: The deviations, the roots of the variances, right from 1e-300 to 1e300; NaN before the
        first draw.
    SGMCMC_ESTIMATE_STANDARD_ERROR: The Monte Carlo standard errors of the means; NaN below 16 draws. Of several
        chains they are by how far the chains' means are apart where these differ by more than each chain's own error
        lets them. The doubts say when not to trust them.
    SGMCMC_ESTIMATE_SAMPLE_SIZE: The effective sample sizes, how many independent draws would give the mean as
        exactly: the variance over the squared standard error, times (1 - 2/(9 nu))^3 with its nu degrees of freedom,
        and 1 more, since that square is itself an estimate. NaN below 16 draws, and for what does not vary.
    SGMCMC_ESTIMATE_DEGREES_OF_FREEDOM: The degrees of freedom of the standard errors, at least 1: (mean - truth) /
        error has nearly Student's t distribution with as many. NaN below 16 draws.
    SGMCMC_ESTIMATE_HALF_WIDTH: Half-widths of intervals: from mean - half-width to mean + half-width is what the mean
        estimates, with probability p, such as 0.95, where there is no doubt. Student's quantile times the standard
        error; NaN below 16 draws.
    SGMCMC_ESTIMATE_COVARIANCE: The covariances, row by row, as many as the square of how many numbers a draw has,
        where the settings ask for them; NaN before the first draw, and refused where a variance would be.
    SGMCMC_ESTIMATE_QUANTILE: The quantiles, below which the share p of all weight is, where the settings give room
        for centroids; NaN before the first draw.
""" sgmcmc_estimate

@choices sgmcmc_doubt SGMCMC_DOUBT_ "TOO_SHORT=1 CHAINS_DISAGREE=2"

@doc raw"""
    Why a standard error, and what is made of it, is not to be trusted: bit c of a number's doubts is set for the one
    with number c. The numbers are never given to another meaning; a later library may have more of them.
    SGMCMC_DOUBT_TOO_SHORT: The draws cannot tell: fewer than 16 of them or 20 effective ones, or they stay correlated
        over an eighth of what was drawn or more, or do not vary (of up to ten merged chains in one of them), or a few
        of them outweigh all others together. The error is more likely too small than too large; a longer run tells.
    SGMCMC_DOUBT_CHAINS_DISAGREE: Chains that were merged have means further apart than their own errors allow: they
        are in different modes, or have not come to the stationary law. The error is that of so few means as there are
        chains.
""" sgmcmc_doubt

struct sgmcmc_estimate_settings; struct_size::Csize_t; weights::Int32; covariance::Int32; centroid_count::UInt32;
    window_len::UInt32; end

enum_fields(::Type{sgmcmc_estimate_settings}) = (weights = sgmcmc_draw_weight,)

@doc raw"""
    What estimates are to hold. Call sgmcmc_estimate_settings_init first, then set what should differ.
    struct_size: sizeof(sgmcmc_estimate_settings) of the caller's header, set by sgmcmc_estimate_settings_init.
    weights: What a draw of a chain counts: enum sgmcmc_draw_weight. Default SGMCMC_DRAW_WEIGHT_EQUAL.
    covariance: 1 for covariances, len (len + 1) / 2 numbers in place of len variances; else 0, the default.
    centroid_count: How many centroids each of the len digests has room for, from which quantiles are read: 0 for
        none, the default, else at least 16. As long as no more different numbers were drawn, quantiles are the
        draws'; docs/src/results.md says how far off they are from then on.
    window_len: For how many means of successive draws there is room, of which standard errors, effective sample sizes
        and intervals are made: 0 for none of these, else even and from 32 to 1024; default 128. A chain's memory is
        seen as long as it is below about an eighth of the run.
""" sgmcmc_estimate_settings

struct sgmcmc_summary; struct_size::Csize_t; mean::Float64; deviation::Float64; standard_error::Float64;
    quantile_5::Float64; median::Float64; quantile_95::Float64; bulk_sample_size::Float64; tail_sample_size::Float64;
    r_hat::Float64; end

@doc raw"""
    What stored draws say of one of their numbers, all chains together, and whether the chains agree. Below four draws
    a chain the standard error, the sizes and R-hat are NaN, and R-hat is for what does not vary. More is in
    docs/src/equations.md.
    struct_size: sizeof(sgmcmc_summary), set by the caller; only that many bytes are written.
    mean: The mean of all draws.
    deviation: Their standard deviation, over their count less 1: NaN of one draw, infinite beyond a double.
    standard_error: The mean's standard error, by the draws' own effective sample size; 0 if nothing varies.
    quantile_5: The quantile at 5 %, linear between neighbours of the sorted draws.
    median: The quantile at 50 %: of an even number the middle of the two in the middle.
    quantile_95: The quantile at 95 %.
    bulk_sample_size: The effective sample size of the bulk: of z, the normal scores of the draws' ranks.
    tail_sample_size: That of the tails: the smaller of those of x <= q for the quantiles q at 5 and 95 %.
    r_hat: Split R-hat of the ranks of x or of |x - median|, the larger: above 1.01 chains do not agree.
""" sgmcmc_summary

@bind sgmcmc_reservoir_size()::Csize_t
@precisions sgmcmc_estimates_observe(estimates::Ptr{Cvoid}, draw::Ptr{sgmcmc_draw_f32})::Int32
@bind sgmcmc_estimates_save(estimates::Ptr{Cvoid}, bytes::Ptr{Cvoid}, size::Csize_t, needed::Ptr{Csize_t})::Int32
@bind sgmcmc_estimates_saved_settings(settings::Ptr{sgmcmc_estimate_settings}, len::Ptr{Csize_t}, bytes::Ptr{Cvoid},
    bytes_size::Csize_t)::Int32
@bind sgmcmc_estimates_restore(estimates::Ptr{Ptr{Cvoid}}, mem::Ptr{Cvoid}, mem_size::Csize_t, bytes::Ptr{Cvoid},
    bytes_size::Csize_t)::Int32
@bind sgmcmc_estimates_size(size::Ptr{Csize_t}, settings::Ptr{sgmcmc_estimate_settings}, len::Csize_t)::Int32
@bind sgmcmc_estimates_init(estimates::Ptr{Ptr{Cvoid}}, mem::Ptr{Cvoid}, mem_size::Csize_t,
    settings::Ptr{sgmcmc_estimate_settings}, len::Csize_t)::Int32
@bind sgmcmc_estimates_merge(estimates::Ptr{Cvoid}, other::Ptr{Cvoid})::Int32
@bind sgmcmc_estimates_counts(draw_count::Ptr{UInt64}, weight::Ptr{Float64}, estimates::Ptr{Cvoid})::Int32
@bind sgmcmc_estimates_read(out::Ptr{Float64}, len::Csize_t, estimates::Ptr{Cvoid}, estimate::Int32,
    p::Float64)::Int32
@bind sgmcmc_estimates_doubts(doubts::Ptr{UInt32}, len::Csize_t, estimates::Ptr{Cvoid})::Int32
@bind sgmcmc_r_hat(r_hat::Ptr{Float64}, means::Ptr{Float64}, variances::Ptr{Float64}, count::Csize_t,
    draw_count::UInt64)::Int32
@bind sgmcmc_summary_size(size::Ptr{Csize_t}, chain_count::Csize_t, draw_count::Csize_t)::Int32
@bind sgmcmc_reservoir_init(reservoir::Ptr{Ptr{Cvoid}}, mem::Ptr{Cvoid}, mem_size::Csize_t, dim::Csize_t)::Int32
@bind sgmcmc_reservoir_counts(kept::Ptr{Csize_t}, stride::Ptr{UInt64}, shown::Ptr{UInt64},
    reservoir::Ptr{Cvoid})::Int32
@bind sgmcmc_estimate_settings_init(settings::Ptr{sgmcmc_estimate_settings}, struct_size::Csize_t)::Int32
@precisions sgmcmc_estimates_push(estimates::Ptr{Cvoid}, values::Ptr{Float32}, len::Csize_t, weight::Float64)::Int32
@precisions sgmcmc_summary(summary::Ptr{sgmcmc_summary}, mem::Ptr{Cvoid}, mem_size::Csize_t, draws::Ptr{Float32},
    chain_count::Csize_t, draw_count::Csize_t, dim::Csize_t, column::Csize_t)::Int32
@precisions sgmcmc_stein_sum(sum::Ptr{Float64}, x::Ptr{Float32}, x_scores::Ptr{Float32}, x_count::Csize_t,
    y::Ptr{Float32}, y_scores::Ptr{Float32}, y_count::Csize_t, dim::Csize_t, c::Float64)::Int32
@precisions sgmcmc_reservoir_push(reservoir::Ptr{Cvoid}, rows::Ptr{Float32}, rows_len::Csize_t, row::Ptr{Float32},
    dim::Csize_t)::Int32
@choices sgmcmc_finding SGMCMC_FINDING_ "CURVATURE_BINDS=1 NOISE_BINDS=2 NO_STEP_SIZE=3 STEP_TOO_LARGE=4 UNSTABLE=5
    STEP_TOO_SMALL=6 CONTROL_VARIATE_PAYS=7 COMPENSATION_PAYS=8 NOISE_CORRELATED=9 SLOW=10 FAR_FROM_MODE=11
    NOT_CONCAVE=12 UNPREDICTED=13 ACCEPTANCE_CAPPED=14 SCALE_TOO_LARGE=15 ROUNDING_BINDS=16 RULE_BIASED=17 CLAMPED=18"

@doc raw"""
    What a pilot has found: bit c of its report's findings is set for the one with number c. The numbers are never
    given to another meaning; a later library may have more of them. More is in docs/src/equations.md.
    SGMCMC_FINDING_CURVATURE_BINDS: It is the curvature that limits the step size.
    SGMCMC_FINDING_NOISE_BINDS: It is the gradient's noise that limits the step size.
    SGMCMC_FINDING_NO_STEP_SIZE: No step size keeps what is tolerated, or is accepted; another finding says why.
    SGMCMC_FINDING_STEP_TOO_LARGE: The chain's own step size gives more than one and a half times the tolerated
        inflation, or of what the rule does by itself where that is more.
    SGMCMC_FINDING_UNSTABLE: The chain's own step size lets theta grow without end; never a lattice walk's.
    SGMCMC_FINDING_STEP_TOO_SMALL: The chain's own step size is below a hundredth of what would do.
    SGMCMC_FINDING_CONTROL_VARIATE_PAYS: A control variate would allow at least twice the step, which is what its
        gradients cost.
    SGMCMC_FINDING_COMPENSATION_PAYS: Taking the gradient's noise off the injected one would allow at least twice the
        step.
    SGMCMC_FINDING_NOISE_CORRELATED: The gradient's noise is correlated between coordinates: only dense compensation
        takes it off.
    SGMCMC_FINDING_SLOW: At the step size that would do, the slowest direction takes more than a million steps to
        forget.
    SGMCMC_FINDING_FAR_FROM_MODE: The gradient is much longer than where the posterior has its mass: go nearer to the
        mode and look again.
    SGMCMC_FINDING_NOT_CONCAVE: The log posterior is not concave here.
    SGMCMC_FINDING_UNPREDICTED: What the chain's rule, drift or preconditioner makes of a step size is not predicted.
    SGMCMC_FINDING_ACCEPTANCE_CAPPED: Batch noise keeps the acceptance of the chain's proposals below 0.8 at any step
        size.
    SGMCMC_FINDING_SCALE_TOO_LARGE: Even one replaced index leaves the cap below 0.8: likelihood_scale is too large
        for m.
    SGMCMC_FINDING_ROUNDING_BINDS: At the step size that would do, or at a lattice walk's own, the rounding of theta
        does more than what is tolerated.
    SGMCMC_FINDING_RULE_BIASED: What the rule's friction, noise estimate or redraws do to variances is more than what
        is tolerated, at every step size.
    SGMCMC_FINDING_CLAMPED: At the chain's own step size what the lattice walk clamps moves the mean by more than one
        and a half times the tolerated inflation, in standard deviations.
""" sgmcmc_finding

struct sgmcmc_pilot_report; struct_size::Csize_t; findings::UInt64; gradient_count::UInt64; refresh_len::UInt32;
    batch_len::UInt32; curvature::Float64; least_curvature::Float64; mean_curvature::Float64; noise_variance::Float64;
    noise_direction::Float64; variate_variance::Float64; variate_direction::Float64; gradient_norm::Float64;
    expected_gradient_norm::Float64; log_likelihood_variance::Float64; step_size::Float64; curvature_limit::Float64;
    noise_limit::Float64; stability_limit::Float64; rounding_limit::Float64; variate_step_size::Float64;
    compensated_step_size::Float64; predicted_inflation::Float64; relaxation_steps::Float64; noise_scale::Float64;
    acceptance_cap::Float64; least_refresh_cap::Float64; inflation_base::Float64; inflation_by_noise::Float64;
    inflation_by_curvature::Float64; inflation_by_both::Float64; clamped_limit::Float64; predicted_shift::Float64;
    own_variance::Float64; end

@doc raw"""
    What a pilot has measured at one theta, and what follows for the step size. More is in docs/src/equations.md.
    struct_size: sizeof(sgmcmc_pilot_report), set by the caller; only that many bytes are written.
    findings: The findings: bit c for number c of sgmcmc_finding.
    gradient_count: How many gradients of single data, or log-likelihoods, the pilot has asked for.
    refresh_len: The largest number of replaced indices with which acceptance_cap would be at least 0.8, m for fresh
        batches; at least 1. 0 for a rule.
    batch_len: m of the batches that were looked at.
    curvature: lambda, the largest curvature of -log posterior.
    least_curvature: The least, from above as far as the products reach.
    mean_curvature: The mean over all directions, by some of them.
    noise_variance: The largest variance over batches of a coordinate of the gradient of the log posterior, summed
        over all data.
    noise_direction: The largest over all directions: that of the covariance where it was asked for, else by a few
        power iterations, from below.
    variate_variance: The variance of a control variate at a draw of the posterior, its anchor where the pilot looks,
        or where the chain's fixed centre is; the largest of a coordinate.
    variate_direction: The same in the noisiest direction of the plain gradient, if that is more.
    gradient_norm: The length of that gradient, without what the batches' noise adds.
    expected_gradient_norm: What that is about where the posterior has its mass: sqrt(tau d q), with q the mean
        curvature. A bound, with lambda for q, where the mean is not positive.
    log_likelihood_variance: The variance over batches of the mean log-likelihood.
    step_size: The step size whose inflation is delta, or where nothing else limits it a quarter of the stability
        limit, of a lattice walk 4/9 of it. For proposals a start only; NaN for a random walk. More is in
        docs/src/equations.md.
    curvature_limit: What it could be if the gradient had no noise.
    noise_limit: What it could be if the curvature set no limit.
    stability_limit: Where a step becomes unstable, or noise compensation would leave nothing to inject; of the
        lattice walk, which is stable at every step, where a drift of two standard deviations is clamped.
    rounding_limit: The step size below which rounding of theta adds more than delta, a bound; NaN at temperature 0.
        More is in docs/src/equations.md.
    variate_step_size: What it could be with a control variate.
    compensated_step_size: What it could be with dense noise compensation, at half of what keeps the injected
        covariance positive; NaN for rules, batches and dimensions that it does not go with, and with blocks.
    predicted_inflation: By how much the largest variance is off at the chain's own step size, as a share; NaN where a
        host has not said it yet and at temperature 0, which has no variances, and infinity beyond the stability
        limit, but for a lattice walk.
    relaxation_steps: How many steps the flattest direction needs to forget, at step_size; NaN where it is not curved.
    noise_scale: s, the standard deviation over batches of likelihood_scale times the mean log-likelihood.
    acceptance_cap: 2 Phi(-s_k / sqrt(2)), about the most that proposals are accepted at any step size with the
        chain's refresh_len k. More is in docs/src/equations.md.
    least_refresh_cap: The cap with one index replaced.
    inflation_base: b in (b + c eta + d eta^2) / (1 - e eta) - 1, the inflation at a step size eta.
    inflation_by_noise: c in it.
    inflation_by_curvature: e in it.
    inflation_by_both: d in it: of BAOAB with noise compensation, else 0.
    clamped_limit: The step size up to which what the lattice walk clamps moves the mean by at most delta standard
        deviations, and keeps variances within delta; infinity where it does so at any that all else allows, NaN for
        other rules.
    predicted_shift: By how many standard deviations what the lattice walk clamps moves the mean at the chain's own
        step size; NaN where the batches that were looked at do not tell it from chance and it could be more than
        delta.
    own_variance: The largest variance over all directions of the chain's own estimate of the gradient: with a control
        variate that of the variate, twice it where the anchor is a draw, and what an anchor over some of the data
        brings besides; NaN for proposals. More is in docs/src/equations.md.
""" sgmcmc_pilot_report

struct sgmcmc_pilot_settings; struct_size::Csize_t; seed::UInt64; pair_count::UInt32; product_count::UInt32;
    difference::Float64; inflation::Float64; covariance::Int32; batch_len::UInt32; end

@doc raw"""
    Settings of a pilot: what it costs, and what is tolerated. Call sgmcmc_pilot_settings_init first, then set what
    should differ. More is in docs/src/equations.md.
    struct_size: sizeof(sgmcmc_pilot_settings) of the caller's header, set by sgmcmc_pilot_settings_init.
    seed: The seed of the pilot's own random numbers, which are not those of a chain with this seed. Default 0.
    pair_count: How many pairs of batches the variances come from. Their relative standard errors are about sqrt(2 /
        pair_count). From 4 to 65536; default 256.
    product_count: How many products with the curvature Lanczos' method takes. It finds the largest curvature from
        below, and exactly with d of them; 16 are within a few per cent for the spectra of most models. From 1 to 256;
        default 16. More is in docs/src/equations.md.
    difference: How far a difference of gradients reaches, in standard deviations of the posterior as the curvature in
        that direction has them; 0 is 2^-10 in double and 1/4 in float. Further where theta is so large that its
        rounding would show. At least 0 and at most 10; default 0.
    inflation: delta, how much too large any variance may be, as a share of it, and how far off the mean of a lattice
        walk that clamps, in standard deviations. It means nothing to proposals, which a step size makes slow, not
        wrong. Above 0 and at most 1; default 0.05.
    covariance: Whether the covariance of the gradient's noise is wanted as a matrix, for at most 64 parameters.
        Default 0.
    batch_len: m of the batches that the pilot draws; 0 is the chain's own. Needed where the caller gives the batches.
        A warm-up finds what the chain's own batches want, and refuses another m. Default 0.
""" sgmcmc_pilot_settings

struct sgmcmc_pilot_options_f32; struct_size::Csize_t; settings::Ptr{sgmcmc_pilot_settings}; theta::Ptr{Float32};
    variance::Ptr{Float64}; covariance::Ptr{Float64}; dim::Csize_t; end

@doc raw"""
    What a look of a pilot is to use, and what it fills besides its report. Zeros stand for the defaults, and for what
    is not wanted.
    struct_size: sizeof(sgmcmc_pilot_options_f32).
    settings: NULL for the defaults.
    theta: Where to look: dim numbers, finite; NULL for where the chain stands.
    variance: May be NULL. Written, on success only: dim numbers, the variance over batches of each coordinate of the
        gradient of the log posterior; NaN for the random walk, which asks for no gradients.
    covariance: May be NULL, and must be unless the settings ask for a covariance: SGMCMC_ERROR_NOT_ESTIMATED.
        Written, on success only: dim times dim numbers, by rows, the same with the covariances.
    dim: The chain's number of parameters; may be 0 where theta, variance and covariance are NULL.
""" sgmcmc_pilot_options_f32

struct sgmcmc_pilot_options_f64; struct_size::Csize_t; settings::Ptr{sgmcmc_pilot_settings}; theta::Ptr{Float64};
    variance::Ptr{Float64}; covariance::Ptr{Float64}; dim::Csize_t; end

@doc raw"""
    As sgmcmc_pilot_options_f32, in doubles.
""" sgmcmc_pilot_options_f64

@bind sgmcmc_pilot_inflation(inflation::Ptr{Float64}, report::Ptr{sgmcmc_pilot_report}, step_size::Float64)::Int32
@bind sgmcmc_pilot_text(text::Cstring, size::Csize_t, needed::Ptr{Csize_t}, report::Ptr{sgmcmc_pilot_report})::Int32
@bind sgmcmc_pilot_settings_init(settings::Ptr{sgmcmc_pilot_settings}, struct_size::Csize_t)::Int32
@precisions sgmcmc_pilot_size(chain::Ptr{Cvoid}, size::Ptr{Csize_t}, settings::Ptr{sgmcmc_pilot_settings})::Int32
@precisions sgmcmc_pilot_look(chain::Ptr{Cvoid}, report::Ptr{sgmcmc_pilot_report}, callback_code::Ptr{Int32},
    mem::Ptr{Cvoid}, mem_size::Csize_t, options::Ptr{sgmcmc_pilot_options_f32}, model::Ptr{sgmcmc_model_f32})::Int32
@precisions sgmcmc_chain_warm_up(chain::Ptr{Cvoid}, callback_code::Ptr{Int32}, mem::Ptr{Cvoid}, mem_size::Csize_t,
    step_count::UInt64, settings::Ptr{sgmcmc_pilot_settings}, model::Ptr{sgmcmc_model_f32})::Int32
@choices sgmcmc_health_finding SGMCMC_HEALTH_FINDING_ "STEP_TOO_LARGE=1 STEP_TOO_SMALL=2 GRADIENT_NOISE=3 TOO_HOT=4
    TOO_COLD=5 THERMOSTAT_DIVERGES=6 DIVERGED=7 NOT_FINITE=8 REFUSED=9 CLIPPED=10 LATTICE_CUT=11 FROZEN=12
    SCALE_TOO_LARGE=13 BETA_CAPPED=14 DRIFT_DOMINATES=15 IMPOSSIBLE=16 STUCK=17 CHAINS_DISAGREE=18 ANCHOR_WORTHLESS=19
    ACCEPTANCE_LOW=20 ROUNDING_DROWNS=21 DIVERGENCES=22 RUNS_AWAY=23 MODEL_NOT_ASKED=24 FIRST_AGAINST_LAST=25"

@doc raw"""
    What is wrong with a run: bit c of its report's findings is set for the one with number c. The numbers are never
    given to another meaning; a later library may have more of them.
    SGMCMC_HEALTH_FINDING_STEP_TOO_LARGE: The step size, not the gradient's noise, heats the chain.
    SGMCMC_HEALTH_FINDING_STEP_TOO_SMALL: The chain hardly moves, though all is well at each step.
    SGMCMC_HEALTH_FINDING_GRADIENT_NOISE: The gradient's noise over batches heats the chain.
    SGMCMC_HEALTH_FINDING_TOO_HOT: The chain is too hot, and only a pilot can tell whether by noise or by the step
        size.
    SGMCMC_HEALTH_FINDING_TOO_COLD: The kinetic temperature is below its band.
    SGMCMC_HEALTH_FINDING_THERMOSTAT_DIVERGES: SGNHT has found no friction that holds its temperature.
    SGMCMC_HEALTH_FINDING_DIVERGED: theta has overflowed.
    SGMCMC_HEALTH_FINDING_NOT_FINITE: A callback gave a NaN or an infinity where a number was needed.
    SGMCMC_HEALTH_FINDING_REFUSED: Steps were refused for another reason.
    SGMCMC_HEALTH_FINDING_CLIPPED: Clipping changes so many gradients that the posterior is another one.
    SGMCMC_HEALTH_FINDING_LATTICE_CUT: What the lattice walk clamps moves the mean, or is a part of so many moves that
        variances are too large.
    SGMCMC_HEALTH_FINDING_FROZEN: Next to nothing is accepted, and smaller steps would be.
    SGMCMC_HEALTH_FINDING_SCALE_TOO_LARGE: Batch noise has proposals rejected at any step size: likelihood_scale is
        too large for m.
    SGMCMC_HEALTH_FINDING_BETA_CAPPED: RSGLD's beta has met its cap.
    SGMCMC_HEALTH_FINDING_DRIFT_DOMINATES: The drift of proposals outweighs their noise: they follow the gradient, and
        the chain optimises.
    SGMCMC_HEALTH_FINDING_IMPOSSIBLE: Many proposals go where the model cannot be evaluated.
    SGMCMC_HEALTH_FINDING_STUCK: The chain moves well from step to step, and stays where it is all the same: in a
        mode, or along a flat direction.
    SGMCMC_HEALTH_FINDING_CHAINS_DISAGREE: Several chains are not at one.
    SGMCMC_HEALTH_FINDING_ANCHOR_WORTHLESS: The control variate costs more than it saves.
    SGMCMC_HEALTH_FINDING_ACCEPTANCE_LOW: Proposals go too far to be accepted as often as is good.
    SGMCMC_HEALTH_FINDING_ROUNDING_DROWNS: theta is so large that its rounding drowns what the steps are.
    SGMCMC_HEALTH_FINDING_DIVERGENCES: More than one in 2000 trajectories of HMC after burn-in diverged at a step no
        longer than step_size: there are places whose surroundings the chain may not get to.
    SGMCMC_HEALTH_FINDING_RUNS_AWAY: theta grows, and the log posterior does not fall: it may be improper.
    SGMCMC_HEALTH_FINDING_MODEL_NOT_ASKED: Proposals overflow before the model is asked.
    SGMCMC_HEALTH_FINDING_FIRST_AGAINST_LAST: The run's first part is elsewhere than the rest, or its last.
""" sgmcmc_health_finding

struct sgmcmc_health_settings; struct_size::Csize_t; window::UInt64; tolerance::Float64; end

@doc raw"""
    What the health of a run is judged by. Call sgmcmc_health_settings_init first, then set what should differ.
    struct_size: sizeof(sgmcmc_health_settings) of the caller's header, set by sgmcmc_health_settings_init.
    window: Recent rates are over at least so many steps, and over at most twice as many and an interval between two
        looks. Rates of fewer steps are not judged. From 100 to 2^32; default 1000.
    tolerance: By what share variances, or the kinetic temperature, may be off, and by what share of a standard
        deviation the mean of a lattice walk that clamps. Above 0 and at most 1; default 0.075.
""" sgmcmc_health_settings

struct sgmcmc_health_report; struct_size::Csize_t; findings::UInt64; step_count::UInt64; look_count::UInt64;
    evaluation_count::UInt64; pass_count::Float64; step_size::Float64; temperature::Float64; heat::Float64;
    kinetic_temperature::Float64; kinetic_low::Float64; kinetic_high::Float64; thermostat::Float64;
    noise_to_drift::Float64; gradient_noise_ratio::Float64; anchor_worth::Float64; acceptance::Float64;
    forward_acceptance::Float64; backward_acceptance::Float64; recent_acceptance::Float64;
    recent_forward_acceptance::Float64; recent_backward_acceptance::Float64; batch_acceptance::Float64; beta::Float64;
    likelihood_scale::Float64; batch_len::UInt32; refused_status::Int32; clipped_share::Float64;
    clamped_share::Float64; nonfinite_share::Float64; rejected_count::UInt64; clipped_count::UInt64;
    saturated_count::UInt64; nonfinite_count::UInt64; refused_count::UInt64; correlation::Float64;
    stretch_steps::Float64; independent_count::Float64; r_hat::Float64; rounding_share::Float64;
    clamped_shift::Float64; divergence_count::UInt64; divergence_share::Float64; short_divergence_count::UInt64;
    change::Float64; change_step::Float64; r_hat_resolution::Float64; pilot_findings::UInt64; unasked_count::UInt64;
    theta_length::Float64; theta_growth::Float64; end

@doc raw"""
    The numbers of a run, and what is wrong with it. A number without a meaning for the chain, or that is not known
    yet, is NaN. "Recent" is of the last steps, at least sgmcmc_health_settings.window of them if there have been so
    many; "all" is of the whole chain.
    struct_size: sizeof(sgmcmc_health_report), set by the caller; only that many bytes are written.
    findings: The findings: bit c for number c of sgmcmc_health_finding.
    step_count: Steps done.
    look_count: Looks after burn-in.
    evaluation_count: Gradients of single data, or log-likelihoods where no gradients are asked for, that the steps
        done have asked for: anchors, tables and the second batches of noise compensation included; without what the
        tuner of beta tries, and as if every proposal had been evaluated.
    pass_count: The same as passes through the data.
    step_size: eta of the last step, or the proposal's.
    temperature: tau of the last step, or n / likelihood_scale.
    heat: By what share variances are off, on average over directions and over the last half of the looks at least;
        NaN for other rules than SGLD, the lattice walk and those with a velocity, and where no step tells. More is in
        docs/src/equations.md.
    kinetic_temperature: The kinetic temperature over the one that is set, for SGHMC and SGNHT of v, for ABOBA and
        BAOAB of the moves of theta, over the last half of the looks at least: 1 is right.
    kinetic_low: The band in which that is, by its chi^2 law, in all but one of some million healthy runs.
    kinetic_high: Its upper end.
    thermostat: The mean of SGNHT's friction.
    noise_to_drift: |noise| / |drift| of what steps add to theta, or proposals: Proposition 1, Case 1 of Wu, Wang and
        Wong 2020 is where it is small, and forward moves of RSGLD are the ones that are accepted. NaN for rules with
        a velocity, and HMC.
    gradient_noise_ratio: The variance that the gradient's noise brings, over that of the injected noise, in the
        noisiest direction (Karagiannis 2024, Note 24: above 1 the chain optimises, well below 1 it samples): from the
        pilot, and by SGNHT from its friction.
    anchor_worth: How many times smaller a control variate's variance is than the plain gradient's, by the pilot.
    acceptance: The share of proposals that were accepted, all.
    forward_acceptance: Of the forward ones.
    backward_acceptance: Of the backward ones.
    recent_acceptance: The share of proposals that were accepted, recent.
    recent_forward_acceptance: Of the forward ones.
    recent_backward_acceptance: Of the backward ones.
    batch_acceptance: The share of HMC's batches that were accepted, recent; for other proposals the cap of acceptance
        by the pilot.
    beta: beta of RSGLD, 1 for others.
    likelihood_scale: The chain's likelihood_scale.
    batch_len: m; 0 where the caller's batches have any length.
    refused_status: The number of the last refused step's sgmcmc_error; 0 for none.
    clipped_share: Gradients that were clipped over gradients, recent.
    clamped_share: Moves of the lattice walk that were cut, over all its moves, recent; 0 for others, NaN before the
        first look.
    nonfinite_share: Proposals that were not finite or impossible, over all, those of batches by HMC too, recent.
    rejected_count: Proposals that were rejected, all.
    clipped_count: Gradients that were clipped, all.
    saturated_count: Steps in which some theta overflowed, all.
    nonfinite_count: Proposals that were not finite or impossible, all.
    refused_count: Steps that were refused while somebody looked.
    correlation: How the means of successive stretches of the run correlate.
    stretch_steps: How many steps a stretch has; without looks, all there were.
    independent_count: About how many independent draws the run is worth, by that; at most as many as there are
        stretches.
    r_hat: R-hat, as it was given.
    rounding_share: What the rounding of theta adds to its moves, over their variance, at the most: for rules with a
        velocity times the friction, over as many steps as one is remembered for. More is in docs/src/equations.md.
    clamped_shift: By how many standard deviations of theta the lattice walk's mean is off by what it clamps, over the
        last half of the looks at least. More is in docs/src/equations.md.
    divergence_count: HMC: trajectories after burn-in that diverged, as in sgmcmc_chain_statistics.
    divergence_share: The same over all trajectories after burn-in; NaN for other samplers.
    short_divergence_count: Those of them whose step was no longer than step_size.
    change: How much the run's first part is elsewhere than the rest, in the part of theta for which that is most,
        over what these vary by in themselves: about 30 for a chain that stays in its place, more than 1500 for hardly
        any.
    change_step: At which step the one part ends.
    r_hat_resolution: What R-hat by halves would be of chains that agree, if each were worth independent_count draws:
        sqrt(1 + 2 / independent_count). A run of long stretches may be worth more, and have less.
    pilot_findings: The findings of the pilot's report without those that the run has shown to be wrong: put them into
        its findings before its text is written.
    unasked_count: How many proposals in a row, the last one included, overflowed before the model was asked.
    theta_length: The length of theta, as its geometric mean over the last half of the looks at least.
    theta_growth: How many times that is what it was at the first look after burn-in.
""" sgmcmc_health_report

@bind sgmcmc_health_size()::Csize_t
@bind sgmcmc_health_init(health::Ptr{Ptr{Cvoid}}, mem::Ptr{Cvoid}, mem_size::Csize_t,
    settings::Ptr{sgmcmc_health_settings})::Int32
@bind sgmcmc_health_text(text::Cstring, size::Csize_t, needed::Ptr{Csize_t}, report::Ptr{sgmcmc_health_report})::Int32
@bind sgmcmc_health_settings_init(settings::Ptr{sgmcmc_health_settings}, struct_size::Csize_t)::Int32
@precisions sgmcmc_health_look(chain::Ptr{Cvoid}, health::Ptr{Cvoid})::Int32
@precisions sgmcmc_health_report(chain::Ptr{Cvoid}, report::Ptr{sgmcmc_health_report}, health::Ptr{Cvoid},
    pilot::Ptr{sgmcmc_pilot_report}, r_hat::Float64)::Int32
@choices sgmcmc_ensemble_sampler SGMCMC_ENSEMBLE_SAMPLER_ "HMC=0 MINIBATCH=1 PLAIN=2 CONTROL_VARIATE=3 AUTO=4"

@doc raw"""
    How the chains of an ensemble draw. More is in docs/src/equations.md.
    SGMCMC_ENSEMBLE_SAMPLER_HMC: By HMC on all data: exact.
    SGMCMC_ENSEMBLE_SAMPLER_MINIBATCH: By minibatches, by whichever of the next two promises more effective draws per
        pass.
    SGMCMC_ENSEMBLE_SAMPLER_PLAIN: By minibatches with the plain gradient.
    SGMCMC_ENSEMBLE_SAMPLER_CONTROL_VARIATE: By minibatches with a control variate about the centre of the
        coordinates, which pays where data are many times as many as parameters; at most curvature_dim_max of them.
    SGMCMC_ENSEMBLE_SAMPLER_AUTO: By minibatches where the gradient is about that of a normal law and they promise
        more effective draws per pass than HMC mostly has, and else by HMC. With more than curvature_dim_max
        parameters by minibatches wherever the data have finite gradients, since warm-ups by HMC take thousands of
        passes there.
""" sgmcmc_ensemble_sampler

struct sgmcmc_ensemble_state; struct_size::Csize_t; is_over::Int32; converged::Int32; r_hat::Float64;
    sample_size::Float64; pass_count::Float64; doubtful_count::UInt32; chain_count::UInt32; dim::UInt64;
    draw_count::UInt32; reserved::Int32; divergence_count::UInt64; end

@doc raw"""
    How an ensemble stands, and what all chains show together.
    struct_size: sizeof(sgmcmc_ensemble_state), set by the caller; only that many bytes are written.
    is_over: Whether no more rounds are to come: the chains agree, or one more would take more passes than are
        allowed.
    converged: Whether the chains agree, and are worth as many independent draws as was wanted.
    r_hat: The largest R-hat of a parameter; NaN before the first round has ended.
    sample_size: The least effective sample size of a parameter, of bulk or tails; NaN before the first round has
        ended.
    pass_count: Passes over all data by the chain that took the most.
    doubtful_count: How many chains say that something is to be doubted.
    chain_count: How many chains there are.
    dim: How many parameters.
    draw_count: How many draws of each chain are kept; 0 before the first round has ended.
    divergence_count: Trajectories of all chains that diverged after the warm-up.
""" sgmcmc_ensemble_state

struct sgmcmc_ensemble_settings; struct_size::Csize_t; block_size::Csize_t; seed::UInt64; data_len::UInt32;
    chunk_len::UInt32; prior::sgmcmc_prior; blocks::Ptr{sgmcmc_block}; block_count::Csize_t; chain_count::UInt32;
    leapfrog_max::UInt32; curvature_dim_max::UInt32; draw_count::UInt32; start_spread::Float64;
    target_acceptance::Float64; r_hat_max::Float64; sample_size::Float64; pass_max::Float64; deviation_error::Float64;
    sampler::Int32; batch_len::UInt32; end

enum_fields(::Type{sgmcmc_ensemble_settings}) = (sampler = sgmcmc_ensemble_sampler,)

@doc raw"""
    A posterior, and how its chains find what it takes to sample it. Call sgmcmc_ensemble_settings_init first, then
    set data_len and what should differ from the defaults.
    struct_size: sizeof(sgmcmc_ensemble_settings) of the caller's header, set by sgmcmc_ensemble_settings_init.
    block_size: sizeof(sgmcmc_block) of the caller's header: what lies beyond takes its default. No default: must be
        set where there are blocks.
    seed: The seed that all chains share. Default 0.
    data_len: n, how many data there are: 1 where the model is a log density without data. From 1 to 2^32 - 1. No
        default.
    chunk_len: Passes over more data than this come in pieces of at most this many; 0 asks for all at once. Default 0.
    prior: The prior.
    blocks: block_count ranges of parameters that stay, or have priors of their own, in ascending order, apart from
        each other; each as long as block_size says. Their step_size_factor is 1. Default NULL.
    block_count: How many. Default 0: none, whatever blocks is.
    chain_count: How many chains there are. From 1 to 65536. Default 4.
    leapfrog_max: How many leapfrog steps a trajectory has at most. Mostly it has one to seven. At least 1. Default
        100.
    curvature_dim_max: Up to this many parameters coordinates are made of all covariances, beyond of variances alone.
        At most 1024. Default 64.
    draw_count: How many draws of each chain there is room for, and how many a chain makes in its first round. At
        least 4. Default 1000.
    start_spread: How far from where it was told to begin a chain but the first begins, at most, in each parameter.
        Finite and at least 0 in the precision of theta. Default 2.
    target_acceptance: The acceptance at which the step size aims. Nearer to 1 steps are shorter, which lets chains
        further into narrow places. Above 0 and below 1. Default 0.8.
    r_hat_max: Chains agree where R-hat is at most this for every parameter: see sgmcmc_summary. Above 1. Default
        1.01.
    sample_size: The effective sample size that all chains together are to have, in bulk and tails of every parameter:
        at most the draw_count of all chains, which is what they keep; 0 wants half of it. At least 0. More is in
        docs/src/equations.md. Default 0.
    pass_max: How many passes over all data a chain may take: no round begins that might take it further. The first
        round always runs. At least 1. Default 1e5.
    deviation_error: By how much minibatches may make a deviation wrong, as a share. HMC takes the default alone.
        Above 0 and at most 0.2.
    sampler: enum sgmcmc_ensemble_sampler. How chains draw. By minibatches there must be at least two data, and with a
        control variate at most curvature_dim_max parameters. Default _HMC.
    batch_len: How many data a step by minibatches takes, fewer than all; 0 finds it, and is all that HMC takes.
        Default 0.
""" sgmcmc_ensemble_settings

@bind sgmcmc_ensemble_judge(ensemble::Ptr{Cvoid}, state::Ptr{sgmcmc_ensemble_state})::Int32
@bind sgmcmc_ensemble_summary(summary::Ptr{sgmcmc_summary}, ensemble::Ptr{Cvoid}, parameter::Csize_t)::Int32
@bind sgmcmc_ensemble_text(text::Cstring, size::Csize_t, needed::Ptr{Csize_t}, ensemble::Ptr{Cvoid},
    names::Ptr{Cstring}, name_count::Csize_t)::Int32
@bind sgmcmc_ensemble_save(ensemble::Ptr{Cvoid}, bytes::Ptr{Cvoid}, size::Csize_t, needed::Ptr{Csize_t})::Int32
@bind sgmcmc_ensemble_settings_init(settings::Ptr{sgmcmc_ensemble_settings}, struct_size::Csize_t)::Int32
@precisions sgmcmc_ensemble_size(size::Ptr{Csize_t}, settings::Ptr{sgmcmc_ensemble_settings}, dim::Csize_t)::Int32
@precisions sgmcmc_ensemble_init(ensemble::Ptr{Ptr{Cvoid}}, callback_code::Ptr{Int32}, mem::Ptr{Cvoid},
    mem_size::Csize_t, settings::Ptr{sgmcmc_ensemble_settings}, theta::Ptr{Float32}, dim::Csize_t,
    model::Ptr{sgmcmc_model_f32})::Int32
@precisions sgmcmc_ensemble_restore(ensemble::Ptr{Ptr{Cvoid}}, mem::Ptr{Cvoid}, mem_size::Csize_t,
    settings::Ptr{sgmcmc_ensemble_settings}, dim::Csize_t, bytes::Ptr{Cvoid}, bytes_size::Csize_t)::Int32
@precisions sgmcmc_ensemble_run(ensemble::Ptr{Cvoid}, state::Ptr{sgmcmc_ensemble_state}, callback_code::Ptr{Int32},
    model::Ptr{sgmcmc_model_f32})::Int32
@precisions sgmcmc_ensemble_advance(ensemble::Ptr{Cvoid}, is_done::Ptr{Int32}, callback_code::Ptr{Int32},
    chain::UInt32, step_count::UInt64, model::Ptr{sgmcmc_model_f32})::Int32
@precisions sgmcmc_ensemble_draws(draws::Ptr{Ptr{Float32}}, draw_count::Ptr{Csize_t}, ensemble::Ptr{Cvoid})::Int32
struct sgmcmc_rule_applied; struct_size::Csize_t; saturated::Int32; reserved::Int32; drift_norm::Float64;
    noise_norm::Float64; clamped_count::UInt64; end

@doc raw"""
    What a step without a chain did, filled by sgmcmc_rule_step_f32 and _f64.
    struct_size: sizeof(sgmcmc_rule_applied), set by the caller; only that many bytes are written.
    saturated: 1 when some theta overflowed and was set to the largest finite number, else 0.
    drift_norm: The Euclidean norm of the drift that was added to theta.
    noise_norm: The Euclidean norm of the noise that was added to theta.
    clamped_count: SGMCMC_RULE_LATTICE: how many parameters had a drift longer than a lattice step, which was cut to
        it; else 0.
""" sgmcmc_rule_applied

struct sgmcmc_rule_vectors_f32; struct_size::Csize_t; theta::Ptr{Float32}; state::Ptr{Float32};
    gradient::Ptr{Float32}; host_terms::Ptr{Float32}; dim::Csize_t; state_len::Csize_t; host_terms_len::Csize_t; end

@doc raw"""
    The caller's vectors of a step without a chain. Zeros stand for those that the rule does not have.
    struct_size: sizeof(sgmcmc_rule_vectors_f32).
    theta: dim numbers, read and written; finite, which is not checked.
    state: state_len numbers, read and written: as sgmcmc_rule_start_f32 or the last step left them.
    gradient: dim numbers: of the log posterior, summed over all data, where sgmcmc_rule_move_to_site_f32 says.
    host_terms: host_terms_len numbers.
    dim: The number of parameters.
    state_len: What sgmcmc_rule_lengths_f32 says; state may be NULL where it is 0.
    host_terms_len: What sgmcmc_rule_lengths_f32 says; host_terms may be NULL where it is 0.
""" sgmcmc_rule_vectors_f32

struct sgmcmc_rule_vectors_f64; struct_size::Csize_t; theta::Ptr{Float64}; state::Ptr{Float64};
    gradient::Ptr{Float64}; host_terms::Ptr{Float64}; dim::Csize_t; state_len::Csize_t; host_terms_len::Csize_t; end

@doc raw"""
    As sgmcmc_rule_vectors_f32, in doubles.
""" sgmcmc_rule_vectors_f64

struct sgmcmc_rule_at; struct_size::Csize_t; step_size::Float64; temperature::Float64; index::UInt64;
    data_len::UInt32; reserved::Int32; end

@doc raw"""
    Where a step without a chain is: what a chain's schedules and counts would say.
    struct_size: sizeof(sgmcmc_rule_at).
    step_size: Positive.
    temperature: At least 0; 1 samples the posterior, 0 draws no noise. SGMCMC_RULE_LATTICE: positive.
    index: How many steps were taken before.
    data_len: How many data the gradient is summed over, at least 1 whatever the rule. SGMCMC_GRADIENT_SCALE_MEAN uses
        it.
""" sgmcmc_rule_at

@precisions sgmcmc_rule_lengths(state_len::Ptr{Csize_t}, host_terms_len::Ptr{Csize_t}, rule::Ptr{sgmcmc_rule},
    dim::Csize_t)::Int32
@precisions sgmcmc_rule_start(rng::Ptr{Cvoid}, state::Ptr{Float32}, state_len::Csize_t, rule::Ptr{sgmcmc_rule},
    dim::Csize_t, step_size::Float64, temperature::Float64)::Int32
@precisions sgmcmc_rule_move_to_site(site::Ptr{Float32}, dim::Csize_t, state::Ptr{Float32}, state_len::Csize_t,
    rule::Ptr{sgmcmc_rule})::Int32
@precisions sgmcmc_rule_step(rng::Ptr{Cvoid}, applied::Ptr{sgmcmc_rule_applied},
    vectors::Ptr{sgmcmc_rule_vectors_f32}, rule::Ptr{sgmcmc_rule}, at::Ptr{sgmcmc_rule_at})::Int32
@choices sgmcmc_transform_kind SGMCMC_TRANSFORM_ "BOUNDED=0 ORDERED=1 SIMPLEX=2 CORRELATION=3"

@doc raw"""
    What the values of a transform are.
    SGMCMC_TRANSFORM_BOUNDED: Each between lower and upper, of which either may be infinite, for no bound: with lower
        0, positive numbers.
    SGMCMC_TRANSFORM_ORDERED: In ascending order.
    SGMCMC_TRANSFORM_SIMPLEX: Positive, with sum 1: len of len - 1 parameters.
    SGMCMC_TRANSFORM_CORRELATION: The rows of the lower-triangular Cholesky factor of a correlation matrix, len * len
        numbers with zeros above the diagonal, of len (len - 1) / 2 parameters. What stands above it is not read.
""" sgmcmc_transform_kind

struct sgmcmc_transform; start::Csize_t; len::Csize_t; lower::Float64; upper::Float64; kind::Int32; reserved::Int32;
    end

enum_fields(::Type{sgmcmc_transform}) = (kind = sgmcmc_transform_kind,)

@doc raw"""
    A range of parameters, and what becomes of them; what no transform covers is taken as it is. No _init: what is not
    set is 0.
    start: The first parameter, counted from 0. No default.
    len: How many values there are, or rows of a correlation matrix. At least 1. No default.
    lower: Below every value; 0 for other kinds than bounded ones. Default 0.
    upper: Above every value, and above lower; 0 for other kinds than bounded ones. Default 0.
    kind: enum sgmcmc_transform_kind. What the values are. Default _BOUNDED.
""" sgmcmc_transform

@precisions sgmcmc_constrain(values::Ptr{Float32}, value_len::Csize_t, log_jacobian::Ptr{Float64},
    theta::Ptr{Float32}, dim::Csize_t, transforms::Ptr{sgmcmc_transform}, transform_count::Csize_t)::Int32
@precisions sgmcmc_pull_back(gradient::Ptr{Float32}, theta::Ptr{Float32}, dim::Csize_t, value_gradient::Ptr{Float32},
    value_len::Csize_t, transforms::Ptr{sgmcmc_transform}, transform_count::Csize_t, weight::Float64)::Int32
@precisions sgmcmc_unconstrain(theta::Ptr{Float32}, dim::Csize_t, values::Ptr{Float32}, value_len::Csize_t,
    transforms::Ptr{sgmcmc_transform}, transform_count::Csize_t)::Int32
@choices sgmcmc_function SGMCMC_FUNCTION_ "EXP=0 LN=1 SIN=2 COS=3"

@doc raw"""
    A function of one number, with the same bits on every machine, whatever the length of the array it is in.
    SGMCMC_FUNCTION_EXP: e^x.
    SGMCMC_FUNCTION_LN: The natural logarithm.
    SGMCMC_FUNCTION_SIN: The sine of an angle in radians.
    SGMCMC_FUNCTION_COS: The cosine of an angle in radians.
""" sgmcmc_function

@bind sgmcmc_keep_threshold(slab_weight::Float64, slab_deviation::Float64, spike_deviation::Float64)::Float64
@bind sgmcmc_rng_size()::Csize_t
@bind sgmcmc_from_equation(step_size::Ptr{Float64}, friction::Ptr{Float64}, h::Float64, equation_friction::Float64,
    rule::Int32)::Int32
@bind sgmcmc_rng_init(rng::Ptr{Ptr{Cvoid}}, mem::Ptr{Cvoid}, mem_size::Csize_t, seed::UInt64,
    chain_index::UInt32)::Int32
@bind sgmcmc_rng_next_u64(rng::Ptr{Cvoid}, out::Ptr{UInt64})::Int32
@bind sgmcmc_rng_bounded(rng::Ptr{Cvoid}, out::Ptr{UInt32}, bound::UInt32)::Int32
@bind sgmcmc_rng_batch(rng::Ptr{Cvoid}, batch::Ptr{UInt32}, batch_len::Csize_t, data_len::UInt32)::Int32
@precisions sgmcmc_rng_normals(rng::Ptr{Cvoid}, out::Ptr{Float32}, len::Csize_t)::Int32
@precisions sgmcmc_rng_uniforms(rng::Ptr{Cvoid}, out::Ptr{Float32}, len::Csize_t)::Int32
@precisions sgmcmc_map(out::Ptr{Float32}, x::Ptr{Float32}, len::Csize_t, which::Int32)::Int32
@precisions sgmcmc_fingerprint(fingerprint::Ptr{UInt64}, x::Ptr{Float32}, len::Csize_t)::Int32
const CALLBACKS = Dict{Symbol,Vector{Any}}(
    :sgmcmc_log_likelihood_f32 => [Ptr{Cvoid}, Ptr{Float64}, Ptr{Float32}, Ptr{Float32}, Csize_t, Ptr{UInt32}, Csize_t],
    :sgmcmc_log_likelihood_f64 => [Ptr{Cvoid}, Ptr{Float64}, Ptr{Float64}, Ptr{Float64}, Csize_t, Ptr{UInt32}, Csize_t],
    :sgmcmc_log_prior_f32 => [Ptr{Cvoid}, Ptr{Float64}, Ptr{Float32}, Ptr{Float32}, Csize_t],
    :sgmcmc_log_prior_f64 => [Ptr{Cvoid}, Ptr{Float64}, Ptr{Float64}, Ptr{Float64}, Csize_t],
    :sgmcmc_metric_f32 => [Ptr{Cvoid}, Ptr{Float32}, Csize_t, Ptr{Float32}, Ptr{Float32}, Csize_t],
    :sgmcmc_metric_f64 => [Ptr{Cvoid}, Ptr{Float64}, Csize_t, Ptr{Float64}, Ptr{Float64}, Csize_t],
    :sgmcmc_diffusion_f32 => [Ptr{Cvoid}, Ptr{Float32}, Ptr{Float32}, Ptr{Float32}, Ptr{Float32}, Ptr{Float32}, Csize_t, Float64],
    :sgmcmc_diffusion_f64 => [Ptr{Cvoid}, Ptr{Float64}, Ptr{Float64}, Ptr{Float64}, Ptr{Float64}, Ptr{Float64}, Csize_t, Float64],
    :sgmcmc_scheduled => [Ptr{Cvoid}, Ptr{Float64}, UInt64],
    :sgmcmc_observer_f32 => [Ptr{Cvoid}, Ptr{sgmcmc_draw_f32}],
    :sgmcmc_observer_f64 => [Ptr{Cvoid}, Ptr{sgmcmc_draw_f64}],
    :sgmcmc_progress_f32 => [Ptr{Cvoid}, Ptr{sgmcmc_chain_statistics}, Ptr{Float32}, Csize_t],
    :sgmcmc_progress_f64 => [Ptr{Cvoid}, Ptr{sgmcmc_chain_statistics}, Ptr{Float64}, Csize_t],
)
