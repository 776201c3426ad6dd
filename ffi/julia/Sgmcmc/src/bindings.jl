# The C ABI of sgmcmc, made from include/sgmcmc/*.h by `SGMCMC_BLESS_JULIA=1 cargo test -p sgmcmc-ffi --test julia`.
#
# `choices` has the symbols that stand for an enum's values, `enum_fields` says which fields hold one, and `CALLBACKS`
# has the types of a callback's arguments. A function of both precisions has methods for `Float32` and `Float64`.

const SGMCMC_VERSION_MAJOR = 0

const SGMCMC_VERSION_MINOR = 2

const SGMCMC_VERSION_PATCH = 0

const SGMCMC_ABI_VERSION = 2

@doc raw"""
```text
The version of the ABI: what an application built against one header may expect of another library.
```
""" SGMCMC_ABI_VERSION

const SGMCMC_CHAIN_COUNT_MAX = 65536

@doc raw"""
```text
How many chains one seed serves: chain_index is below this.
```
""" SGMCMC_CHAIN_COUNT_MAX

@enum sgmcmc_status::Int32 begin
    SGMCMC_OK = 0
    SGMCMC_ERROR_NULL_POINTER = 1
    SGMCMC_ERROR_LENGTH_ZERO = 2
    SGMCMC_ERROR_LENGTH_MISMATCH = 3
    SGMCMC_ERROR_OVERLAP = 4
    SGMCMC_ERROR_MEMORY_TOO_SMALL = 5
    SGMCMC_ERROR_MEMORY_MISALIGNED = 6
    SGMCMC_ERROR_NOT_INITIALIZED = 7
    SGMCMC_ERROR_STRUCT_SIZE = 8
    SGMCMC_ERROR_STRUCT_TOO_NEW = 9
    SGMCMC_ERROR_LENGTH_TOO_LARGE = 10
    SGMCMC_ERROR_THETA_NOT_FINITE = 11
    SGMCMC_ERROR_CALLBACK_MISSING = 12
    SGMCMC_ERROR_BATCH_INDEX = 13
    SGMCMC_ERROR_IN_USE = 14
    SGMCMC_ERROR_OTHER_BUILD = 15
    SGMCMC_ERROR_FLOAT_ENVIRONMENT = 16
    SGMCMC_ERROR_NOT_FINITE = 17
    SGMCMC_ERROR_WEIGHT = 18
    SGMCMC_ERROR_PROBABILITY = 19
    SGMCMC_ERROR_OTHER_SETTINGS = 20
    SGMCMC_ERROR_NOT_ESTIMATED = 21
    SGMCMC_ERROR_KERNEL_SCALE = 22
    SGMCMC_ERROR_NOT_CHECKPOINT = 23
    SGMCMC_ERROR_CHECKPOINT_VERSION = 24
    SGMCMC_ERROR_CHECKPOINT_LENGTH = 25
    SGMCMC_ERROR_CHECKPOINT_DAMAGED = 26
    SGMCMC_ERROR_CHECKPOINT_PRECISION = 27
    SGMCMC_ERROR_CHECKPOINT_DIM = 28
    SGMCMC_ERROR_CHECKPOINT_SETTINGS = 29
    SGMCMC_ERROR_CHECKPOINT_CONTENTS = 30
    SGMCMC_ERROR_PROGRESS_INTERVAL = 33
    SGMCMC_ERROR_HEALTH_CHAIN = 34
    SGMCMC_ERROR_CHOICE = 35
    SGMCMC_ERROR_SETTINGS_LINE = 37
    SGMCMC_ERROR_SETTINGS_KEY = 38
    SGMCMC_ERROR_SETTINGS_VALUE = 39
    SGMCMC_ERROR_DATA_LEN = 100
    SGMCMC_ERROR_BATCH_LEN = 101
    SGMCMC_ERROR_BATCH_KIND = 102
    SGMCMC_ERROR_SAMPLER_KIND = 103
    SGMCMC_ERROR_PRIOR_KIND = 104
    SGMCMC_ERROR_PRIOR_MEAN = 105
    SGMCMC_ERROR_PRIOR_PRECISION = 106
    SGMCMC_ERROR_MOMENTS_KIND = 107
    SGMCMC_ERROR_CHAIN_INDEX = 108
    SGMCMC_ERROR_THINNING = 109
    SGMCMC_ERROR_SCHEDULE_KIND = 110
    SGMCMC_ERROR_STEP_SIZE = 111
    SGMCMC_ERROR_SCHEDULE_OFFSET = 112
    SGMCMC_ERROR_SCHEDULE_EXPONENT = 113
    SGMCMC_ERROR_TEMPERATURE = 114
    SGMCMC_ERROR_UNSTABLE = 115
    SGMCMC_ERROR_SCHEDULE_FACTOR = 116
    SGMCMC_ERROR_SCHEDULE_PERIOD = 117
    SGMCMC_ERROR_CYCLE_LEN = 118
    SGMCMC_ERROR_EXPLORATION = 119
    SGMCMC_ERROR_PROPOSAL_KIND = 120
    SGMCMC_ERROR_DENSITY_KIND = 121
    SGMCMC_ERROR_NOISE_KIND = 122
    SGMCMC_ERROR_NOISE_SCALE = 123
    SGMCMC_ERROR_LIKELIHOOD_SCALE = 124
    SGMCMC_ERROR_BETA = 125
    SGMCMC_ERROR_BETA_MAX = 126
    SGMCMC_ERROR_REFRESH_LEN = 127
    SGMCMC_ERROR_TARGET_ACCEPTANCE = 128
    SGMCMC_ERROR_FLAG = 129
    SGMCMC_ERROR_TUNER = 130
    SGMCMC_ERROR_SCHEDULE_UNIT = 131
    SGMCMC_ERROR_RULE_KIND = 132
    SGMCMC_ERROR_DRIFT_KIND = 133
    SGMCMC_ERROR_DRIFT_SCALE = 134
    SGMCMC_ERROR_BETA1 = 135
    SGMCMC_ERROR_BETA2 = 136
    SGMCMC_ERROR_RHO = 137
    SGMCMC_ERROR_LAMBDA = 138
    SGMCMC_ERROR_MOMENTUM_FORM = 139
    SGMCMC_ERROR_PRECONDITIONER_KIND = 140
    SGMCMC_ERROR_PRECONDITIONER_DIAGONAL = 141
    SGMCMC_ERROR_PRECONDITIONER_FACTOR = 142
    SGMCMC_ERROR_FRICTION = 143
    SGMCMC_ERROR_NOISE_ESTIMATE = 144
    SGMCMC_ERROR_ESTIMATOR_KIND = 145
    SGMCMC_ERROR_ANCHOR_LEN = 146
    SGMCMC_ERROR_ANCHOR_INTERVAL = 147
    SGMCMC_ERROR_CENTRE = 148
    SGMCMC_ERROR_CLIPPING_KIND = 149
    SGMCMC_ERROR_CLIPPING_LIMIT = 150
    SGMCMC_ERROR_SLAB_DEVIATION = 151
    SGMCMC_ERROR_SLAB_WEIGHT = 152
    SGMCMC_ERROR_BLOCK_RANGE = 153
    SGMCMC_ERROR_BLOCK_OVERLAP = 154
    SGMCMC_ERROR_BLOCK_FACTOR = 155
    SGMCMC_ERROR_BLOCK_PRIOR = 156
    SGMCMC_ERROR_BLOCK_SAMPLER = 157
    SGMCMC_ERROR_PRECONDITIONER_BETA = 158
    SGMCMC_ERROR_STEP_JITTER = 159
    SGMCMC_ERROR_SCHEDULE_FLOOR = 160
    SGMCMC_ERROR_SCHEDULE_WARM_UP = 161
    SGMCMC_ERROR_SAGA_EPOCHS = 162
    SGMCMC_ERROR_SPLITTING = 163
    SGMCMC_ERROR_GRADIENT_SCALE = 164
    SGMCMC_ERROR_RULE_SETTING = 165
    SGMCMC_ERROR_METROPOLIS_SETTING = 166
    SGMCMC_ERROR_NOT_BUILT = 167
    SGMCMC_ERROR_SIMD_KIND = 168
    SGMCMC_ERROR_CENTROID_COUNT = 169
    SGMCMC_ERROR_DRAW_WEIGHT = 170
    SGMCMC_ERROR_PAIR_COUNT = 171
    SGMCMC_ERROR_PRODUCT_COUNT = 172
    SGMCMC_ERROR_DIFFERENCE = 173
    SGMCMC_ERROR_INFLATION = 174
    SGMCMC_ERROR_COVARIANCE_DIM = 175
    SGMCMC_ERROR_LEAPFROG_COUNT = 176
    SGMCMC_ERROR_KICK = 177
    SGMCMC_ERROR_UNUSED_SETTING = 178
    SGMCMC_ERROR_UNUSED_RULE_SETTING = 179
    SGMCMC_ERROR_UNUSED_SCHEDULE_SETTING = 180
    SGMCMC_ERROR_NOISE_COMPENSATION = 181
    SGMCMC_ERROR_COMPENSATION_RULE = 182
    SGMCMC_ERROR_COMPENSATION_DENSE = 183
    SGMCMC_ERROR_COMPENSATION_COVARIANCE = 184
    SGMCMC_ERROR_COMPENSATION_BATCH = 185
    SGMCMC_ERROR_WARM_UP_BURN_IN = 186
    SGMCMC_ERROR_STEP_SIZE_NOT_FOUND = 187
    SGMCMC_ERROR_TUNED_NOISE = 188
    SGMCMC_ERROR_PROPOSAL_GRADIENT_KIND = 190
    SGMCMC_ERROR_HEALTH_WINDOW = 191
    SGMCMC_ERROR_HEALTH_TOLERANCE = 192
    SGMCMC_ERROR_WARM_UP_FAR = 193
    SGMCMC_ERROR_WARM_UP_NOISE = 194
    SGMCMC_ERROR_NOT_REPRESENTABLE = 195
    SGMCMC_ERROR_WINDOW_LEN = 196
    SGMCMC_ERROR_LOG_PRIOR_UNUSED = 197
    SGMCMC_ERROR_LOG_LIKELIHOOD_NOT_FINITE = 200
    SGMCMC_ERROR_GRADIENT_NOT_FINITE = 201
    SGMCMC_ERROR_LOG_PRIOR_NOT_FINITE = 202
    SGMCMC_ERROR_IMPOSSIBLE = 203
    SGMCMC_ERROR_STEP_SIZE_NOT_USABLE = 204
    SGMCMC_ERROR_TEMPERATURE_NOT_USABLE = 205
    SGMCMC_ERROR_PRECONDITIONER_NOT_USABLE = 206
    SGMCMC_ERROR_DIFFUSION_NOT_FINITE = 207
    SGMCMC_ERROR_GRADIENT_NOISE = 208
    SGMCMC_ERROR_MODEL_NOT_ASKED = 209
    SGMCMC_ERROR_STOPPED = 300
    SGMCMC_ERROR_STOPPED_BY_OBSERVER = 301
end

choices(::Type{sgmcmc_status}) = (
    ok = SGMCMC_OK,
    error_null_pointer = SGMCMC_ERROR_NULL_POINTER,
    error_length_zero = SGMCMC_ERROR_LENGTH_ZERO,
    error_length_mismatch = SGMCMC_ERROR_LENGTH_MISMATCH,
    error_overlap = SGMCMC_ERROR_OVERLAP,
    error_memory_too_small = SGMCMC_ERROR_MEMORY_TOO_SMALL,
    error_memory_misaligned = SGMCMC_ERROR_MEMORY_MISALIGNED,
    error_not_initialized = SGMCMC_ERROR_NOT_INITIALIZED,
    error_struct_size = SGMCMC_ERROR_STRUCT_SIZE,
    error_struct_too_new = SGMCMC_ERROR_STRUCT_TOO_NEW,
    error_length_too_large = SGMCMC_ERROR_LENGTH_TOO_LARGE,
    error_theta_not_finite = SGMCMC_ERROR_THETA_NOT_FINITE,
    error_callback_missing = SGMCMC_ERROR_CALLBACK_MISSING,
    error_batch_index = SGMCMC_ERROR_BATCH_INDEX,
    error_in_use = SGMCMC_ERROR_IN_USE,
    error_other_build = SGMCMC_ERROR_OTHER_BUILD,
    error_float_environment = SGMCMC_ERROR_FLOAT_ENVIRONMENT,
    error_not_finite = SGMCMC_ERROR_NOT_FINITE,
    error_weight = SGMCMC_ERROR_WEIGHT,
    error_probability = SGMCMC_ERROR_PROBABILITY,
    error_other_settings = SGMCMC_ERROR_OTHER_SETTINGS,
    error_not_estimated = SGMCMC_ERROR_NOT_ESTIMATED,
    error_kernel_scale = SGMCMC_ERROR_KERNEL_SCALE,
    error_not_checkpoint = SGMCMC_ERROR_NOT_CHECKPOINT,
    error_checkpoint_version = SGMCMC_ERROR_CHECKPOINT_VERSION,
    error_checkpoint_length = SGMCMC_ERROR_CHECKPOINT_LENGTH,
    error_checkpoint_damaged = SGMCMC_ERROR_CHECKPOINT_DAMAGED,
    error_checkpoint_precision = SGMCMC_ERROR_CHECKPOINT_PRECISION,
    error_checkpoint_dim = SGMCMC_ERROR_CHECKPOINT_DIM,
    error_checkpoint_settings = SGMCMC_ERROR_CHECKPOINT_SETTINGS,
    error_checkpoint_contents = SGMCMC_ERROR_CHECKPOINT_CONTENTS,
    error_progress_interval = SGMCMC_ERROR_PROGRESS_INTERVAL,
    error_health_chain = SGMCMC_ERROR_HEALTH_CHAIN,
    error_choice = SGMCMC_ERROR_CHOICE,
    error_settings_line = SGMCMC_ERROR_SETTINGS_LINE,
    error_settings_key = SGMCMC_ERROR_SETTINGS_KEY,
    error_settings_value = SGMCMC_ERROR_SETTINGS_VALUE,
    error_data_len = SGMCMC_ERROR_DATA_LEN,
    error_batch_len = SGMCMC_ERROR_BATCH_LEN,
    error_batch_kind = SGMCMC_ERROR_BATCH_KIND,
    error_sampler_kind = SGMCMC_ERROR_SAMPLER_KIND,
    error_prior_kind = SGMCMC_ERROR_PRIOR_KIND,
    error_prior_mean = SGMCMC_ERROR_PRIOR_MEAN,
    error_prior_precision = SGMCMC_ERROR_PRIOR_PRECISION,
    error_moments_kind = SGMCMC_ERROR_MOMENTS_KIND,
    error_chain_index = SGMCMC_ERROR_CHAIN_INDEX,
    error_thinning = SGMCMC_ERROR_THINNING,
    error_schedule_kind = SGMCMC_ERROR_SCHEDULE_KIND,
    error_step_size = SGMCMC_ERROR_STEP_SIZE,
    error_schedule_offset = SGMCMC_ERROR_SCHEDULE_OFFSET,
    error_schedule_exponent = SGMCMC_ERROR_SCHEDULE_EXPONENT,
    error_temperature = SGMCMC_ERROR_TEMPERATURE,
    error_unstable = SGMCMC_ERROR_UNSTABLE,
    error_schedule_factor = SGMCMC_ERROR_SCHEDULE_FACTOR,
    error_schedule_period = SGMCMC_ERROR_SCHEDULE_PERIOD,
    error_cycle_len = SGMCMC_ERROR_CYCLE_LEN,
    error_exploration = SGMCMC_ERROR_EXPLORATION,
    error_proposal_kind = SGMCMC_ERROR_PROPOSAL_KIND,
    error_density_kind = SGMCMC_ERROR_DENSITY_KIND,
    error_noise_kind = SGMCMC_ERROR_NOISE_KIND,
    error_noise_scale = SGMCMC_ERROR_NOISE_SCALE,
    error_likelihood_scale = SGMCMC_ERROR_LIKELIHOOD_SCALE,
    error_beta = SGMCMC_ERROR_BETA,
    error_beta_max = SGMCMC_ERROR_BETA_MAX,
    error_refresh_len = SGMCMC_ERROR_REFRESH_LEN,
    error_target_acceptance = SGMCMC_ERROR_TARGET_ACCEPTANCE,
    error_flag = SGMCMC_ERROR_FLAG,
    error_tuner = SGMCMC_ERROR_TUNER,
    error_schedule_unit = SGMCMC_ERROR_SCHEDULE_UNIT,
    error_rule_kind = SGMCMC_ERROR_RULE_KIND,
    error_drift_kind = SGMCMC_ERROR_DRIFT_KIND,
    error_drift_scale = SGMCMC_ERROR_DRIFT_SCALE,
    error_beta1 = SGMCMC_ERROR_BETA1,
    error_beta2 = SGMCMC_ERROR_BETA2,
    error_rho = SGMCMC_ERROR_RHO,
    error_lambda = SGMCMC_ERROR_LAMBDA,
    error_momentum_form = SGMCMC_ERROR_MOMENTUM_FORM,
    error_preconditioner_kind = SGMCMC_ERROR_PRECONDITIONER_KIND,
    error_preconditioner_diagonal = SGMCMC_ERROR_PRECONDITIONER_DIAGONAL,
    error_preconditioner_factor = SGMCMC_ERROR_PRECONDITIONER_FACTOR,
    error_friction = SGMCMC_ERROR_FRICTION,
    error_noise_estimate = SGMCMC_ERROR_NOISE_ESTIMATE,
    error_estimator_kind = SGMCMC_ERROR_ESTIMATOR_KIND,
    error_anchor_len = SGMCMC_ERROR_ANCHOR_LEN,
    error_anchor_interval = SGMCMC_ERROR_ANCHOR_INTERVAL,
    error_centre = SGMCMC_ERROR_CENTRE,
    error_clipping_kind = SGMCMC_ERROR_CLIPPING_KIND,
    error_clipping_limit = SGMCMC_ERROR_CLIPPING_LIMIT,
    error_slab_deviation = SGMCMC_ERROR_SLAB_DEVIATION,
    error_slab_weight = SGMCMC_ERROR_SLAB_WEIGHT,
    error_block_range = SGMCMC_ERROR_BLOCK_RANGE,
    error_block_overlap = SGMCMC_ERROR_BLOCK_OVERLAP,
    error_block_factor = SGMCMC_ERROR_BLOCK_FACTOR,
    error_block_prior = SGMCMC_ERROR_BLOCK_PRIOR,
    error_block_sampler = SGMCMC_ERROR_BLOCK_SAMPLER,
    error_preconditioner_beta = SGMCMC_ERROR_PRECONDITIONER_BETA,
    error_step_jitter = SGMCMC_ERROR_STEP_JITTER,
    error_schedule_floor = SGMCMC_ERROR_SCHEDULE_FLOOR,
    error_schedule_warm_up = SGMCMC_ERROR_SCHEDULE_WARM_UP,
    error_saga_epochs = SGMCMC_ERROR_SAGA_EPOCHS,
    error_splitting = SGMCMC_ERROR_SPLITTING,
    error_gradient_scale = SGMCMC_ERROR_GRADIENT_SCALE,
    error_rule_setting = SGMCMC_ERROR_RULE_SETTING,
    error_metropolis_setting = SGMCMC_ERROR_METROPOLIS_SETTING,
    error_not_built = SGMCMC_ERROR_NOT_BUILT,
    error_simd_kind = SGMCMC_ERROR_SIMD_KIND,
    error_centroid_count = SGMCMC_ERROR_CENTROID_COUNT,
    error_draw_weight = SGMCMC_ERROR_DRAW_WEIGHT,
    error_pair_count = SGMCMC_ERROR_PAIR_COUNT,
    error_product_count = SGMCMC_ERROR_PRODUCT_COUNT,
    error_difference = SGMCMC_ERROR_DIFFERENCE,
    error_inflation = SGMCMC_ERROR_INFLATION,
    error_covariance_dim = SGMCMC_ERROR_COVARIANCE_DIM,
    error_leapfrog_count = SGMCMC_ERROR_LEAPFROG_COUNT,
    error_kick = SGMCMC_ERROR_KICK,
    error_unused_setting = SGMCMC_ERROR_UNUSED_SETTING,
    error_unused_rule_setting = SGMCMC_ERROR_UNUSED_RULE_SETTING,
    error_unused_schedule_setting = SGMCMC_ERROR_UNUSED_SCHEDULE_SETTING,
    error_noise_compensation = SGMCMC_ERROR_NOISE_COMPENSATION,
    error_compensation_rule = SGMCMC_ERROR_COMPENSATION_RULE,
    error_compensation_dense = SGMCMC_ERROR_COMPENSATION_DENSE,
    error_compensation_covariance = SGMCMC_ERROR_COMPENSATION_COVARIANCE,
    error_compensation_batch = SGMCMC_ERROR_COMPENSATION_BATCH,
    error_warm_up_burn_in = SGMCMC_ERROR_WARM_UP_BURN_IN,
    error_step_size_not_found = SGMCMC_ERROR_STEP_SIZE_NOT_FOUND,
    error_tuned_noise = SGMCMC_ERROR_TUNED_NOISE,
    error_proposal_gradient_kind = SGMCMC_ERROR_PROPOSAL_GRADIENT_KIND,
    error_health_window = SGMCMC_ERROR_HEALTH_WINDOW,
    error_health_tolerance = SGMCMC_ERROR_HEALTH_TOLERANCE,
    error_warm_up_far = SGMCMC_ERROR_WARM_UP_FAR,
    error_warm_up_noise = SGMCMC_ERROR_WARM_UP_NOISE,
    error_not_representable = SGMCMC_ERROR_NOT_REPRESENTABLE,
    error_window_len = SGMCMC_ERROR_WINDOW_LEN,
    error_log_prior_unused = SGMCMC_ERROR_LOG_PRIOR_UNUSED,
    error_log_likelihood_not_finite = SGMCMC_ERROR_LOG_LIKELIHOOD_NOT_FINITE,
    error_gradient_not_finite = SGMCMC_ERROR_GRADIENT_NOT_FINITE,
    error_log_prior_not_finite = SGMCMC_ERROR_LOG_PRIOR_NOT_FINITE,
    error_impossible = SGMCMC_ERROR_IMPOSSIBLE,
    error_step_size_not_usable = SGMCMC_ERROR_STEP_SIZE_NOT_USABLE,
    error_temperature_not_usable = SGMCMC_ERROR_TEMPERATURE_NOT_USABLE,
    error_preconditioner_not_usable = SGMCMC_ERROR_PRECONDITIONER_NOT_USABLE,
    error_diffusion_not_finite = SGMCMC_ERROR_DIFFUSION_NOT_FINITE,
    error_gradient_noise = SGMCMC_ERROR_GRADIENT_NOISE,
    error_model_not_asked = SGMCMC_ERROR_MODEL_NOT_ASKED,
    error_stopped = SGMCMC_ERROR_STOPPED,
    error_stopped_by_observer = SGMCMC_ERROR_STOPPED_BY_OBSERVER,
)

@doc raw"""
```text
Why a call was refused, in one sentence; nothing was done then but whole steps before. 1 to 99 are for arguments,
100 to 199 for settings, 200 to 299 for what happened in a step, 300 on for stops. A number is never given to
another meaning; a later library may have more of them.

SGMCMC_OK
    Done.

SGMCMC_ERROR_NULL_POINTER
    a required pointer is NULL: none may be but where the header says so

SGMCMC_ERROR_LENGTH_ZERO
    a length is zero

SGMCMC_ERROR_LENGTH_MISMATCH
    lengths that must be equal differ

SGMCMC_ERROR_OVERLAP
    buffers overlap

SGMCMC_ERROR_MEMORY_TOO_SMALL
    the memory is smaller than the size function says, or than two rows of a reservoir

SGMCMC_ERROR_MEMORY_MISALIGNED
    memory is not aligned: an object's as the align function says, an array's for its type

SGMCMC_ERROR_NOT_INITIALIZED
    the memory holds no initialized object of this kind

SGMCMC_ERROR_STRUCT_SIZE
    struct_size or block_size is not what sizeof gives; call the _init function or set it to sizeof

SGMCMC_ERROR_STRUCT_TOO_NEW
    the struct has fields that this library does not know and that are not zero

SGMCMC_ERROR_LENGTH_TOO_LARGE
    a length is too large for this machine or this library

SGMCMC_ERROR_THETA_NOT_FINITE
    theta has a NaN or an infinity

SGMCMC_ERROR_CALLBACK_MISSING
    a callback of the model is missing: log_likelihood always, and log_prior, metric, diffusion, step_size or
    temperature where the prior, the preconditioner, the rule or a schedule is the host's

SGMCMC_ERROR_BATCH_INDEX
    a batch index is not below data_len

SGMCMC_ERROR_IN_USE
    the object is in use by a call that has not returned

SGMCMC_ERROR_OTHER_BUILD
    the memory holds an object that another build of the library made

SGMCMC_ERROR_FLOAT_ENVIRONMENT
    the floating-point environment is not the default one, and cannot be set from here

SGMCMC_ERROR_NOT_FINITE
    a number is a NaN or an infinity

SGMCMC_ERROR_WEIGHT
    a weight must be from 1e-100 to 1e100

SGMCMC_ERROR_PROBABILITY
    a probability must be from 0 to 1, the level of an interval above 0 and below 1

SGMCMC_ERROR_OTHER_SETTINGS
    the two objects have different settings

SGMCMC_ERROR_NOT_ESTIMATED
    the settings did not ask for this estimate

SGMCMC_ERROR_KERNEL_SCALE
    the kernel's scale must be positive, and its square a normal number

SGMCMC_ERROR_NOT_CHECKPOINT
    the bytes are not a checkpoint

SGMCMC_ERROR_CHECKPOINT_VERSION
    the checkpoint has a format that this library does not know

SGMCMC_ERROR_CHECKPOINT_LENGTH
    the checkpoint is truncated, or followed by other bytes

SGMCMC_ERROR_CHECKPOINT_DAMAGED
    the checkpoint is damaged: its checksum is not that of its bytes

SGMCMC_ERROR_CHECKPOINT_PRECISION
    the checkpoint is of a chain in another precision

SGMCMC_ERROR_CHECKPOINT_DIM
    the checkpoint is of a chain with another number of parameters

SGMCMC_ERROR_CHECKPOINT_SETTINGS
    the checkpoint is of a chain with other settings

SGMCMC_ERROR_CHECKPOINT_CONTENTS
    the checkpoint holds what no chain with these settings could have

SGMCMC_ERROR_PROGRESS_INTERVAL
    the interval between two looks at a run's progress must be at least 1

SGMCMC_ERROR_HEALTH_CHAIN
    the chain is another than the one whose health is kept, or the same at an earlier step

SGMCMC_ERROR_CHOICE
    a number is none of its enum

SGMCMC_ERROR_SETTINGS_LINE
    a line of the settings is not of the form key = value

SGMCMC_ERROR_SETTINGS_KEY
    a key of the settings is not known, or has no place beside the kinds above it

SGMCMC_ERROR_SETTINGS_VALUE
    a value of the settings is not one of its key, or a vector's or the blocks' fingerprint is another

SGMCMC_ERROR_DATA_LEN
    data_len must be from 1 to 2^32 - 1

SGMCMC_ERROR_BATCH_LEN
    batch_len must be from 1 to data_len, and in a warm-up the chain's

SGMCMC_ERROR_BATCH_KIND
    batch is not a known kind, or not one that the sampler or this call can use: where the caller gives it, and
    only there, a step needs its batch, and a pilot its batch_len

SGMCMC_ERROR_SAMPLER_KIND
    sampler is not a known kind

SGMCMC_ERROR_PRIOR_KIND
    prior is not a known kind

SGMCMC_ERROR_PRIOR_MEAN
    prior_mean must be finite in the precision of theta

SGMCMC_ERROR_PRIOR_PRECISION
    prior_precision must be positive and finite in the precision of theta

SGMCMC_ERROR_MOMENTS_KIND
    moments is not a known kind, or not one that the settings asked for

SGMCMC_ERROR_CHAIN_INDEX
    chain_index must be below 65536

SGMCMC_ERROR_THINNING
    thinning must be at least 1

SGMCMC_ERROR_SCHEDULE_KIND
    a schedule's kind is not a known one, or not one that this call can use

SGMCMC_ERROR_STEP_SIZE
    step_size must be positive, and usable in the precision of theta

SGMCMC_ERROR_SCHEDULE_OFFSET
    a schedule's offset must be positive and finite

SGMCMC_ERROR_SCHEDULE_EXPONENT
    a schedule's exponent must be above 0.5 and at most 1

SGMCMC_ERROR_TEMPERATURE
    temperature must be at least 0, and usable in the precision of theta; for the lattice rule it must be positive,
    and no schedule may explore

SGMCMC_ERROR_UNSTABLE
    step_size times prior_precision must be below 2, or the prior alone makes theta diverge

SGMCMC_ERROR_SCHEDULE_FACTOR
    a schedule's factor must be above 0 and at most 1

SGMCMC_ERROR_SCHEDULE_PERIOD
    a schedule's period must be at least 1

SGMCMC_ERROR_CYCLE_LEN
    a schedule's cycle_len must be at least 1

SGMCMC_ERROR_EXPLORATION
    a schedule's exploration must be at least 0 and at most 1 - 1/cycle_len

SGMCMC_ERROR_PROPOSAL_KIND
    proposal is not a known kind

SGMCMC_ERROR_DENSITY_KIND
    density is not a known kind

SGMCMC_ERROR_NOISE_KIND
    noise is not a known kind

SGMCMC_ERROR_NOISE_SCALE
    noise_scale must be positive and finite in the precision of theta

SGMCMC_ERROR_LIKELIHOOD_SCALE
    likelihood_scale must be positive and finite, and leave the noise so in the precision of theta

SGMCMC_ERROR_BETA
    beta must be finite and at least 1

SGMCMC_ERROR_BETA_MAX
    beta_max must be finite and at least beta

SGMCMC_ERROR_REFRESH_LEN
    refresh_len must be at most batch_len and at most data_len - batch_len

SGMCMC_ERROR_TARGET_ACCEPTANCE
    target_acceptance must be between 0 and 1

SGMCMC_ERROR_FLAG
    a flag must be 0 or 1

SGMCMC_ERROR_TUNER
    tune_beta needs the RSGLD proposal

SGMCMC_ERROR_SCHEDULE_UNIT
    schedule_unit is not a known kind

SGMCMC_ERROR_RULE_KIND
    a rule's kind is not a known one, or not one that this call can use

SGMCMC_ERROR_DRIFT_KIND
    drift is not a known kind, or not one that the rule or this call can use

SGMCMC_ERROR_DRIFT_SCALE
    drift_scale must be positive and finite in the precision of theta

SGMCMC_ERROR_BETA1
    beta1 must be at least 0 and below 1

SGMCMC_ERROR_BETA2
    beta2 must be above beta1 squared and below 1

SGMCMC_ERROR_RHO
    rho must be at least 0 and below 1

SGMCMC_ERROR_LAMBDA
    lambda and preconditioner_lambda must be positive and finite, and so must the inverse of their squares in the
    precision of theta

SGMCMC_ERROR_MOMENTUM_FORM
    momentum_form is not a known kind

SGMCMC_ERROR_PRECONDITIONER_KIND
    preconditioner is not a known kind, or not one that this call can use

SGMCMC_ERROR_PRECONDITIONER_DIAGONAL
    preconditioner's diagonal must be positive, its squares finite in the precision of theta

SGMCMC_ERROR_PRECONDITIONER_FACTOR
    preconditioner's factor must have a positive diagonal, and fourth powers finite in the precision of theta

SGMCMC_ERROR_FRICTION
    friction must be above 0 and at most 1, and below 0.5 for SGNHT by Euler's splitting

SGMCMC_ERROR_NOISE_ESTIMATE
    noise_estimate must be at least 0 and at most friction

SGMCMC_ERROR_ESTIMATOR_KIND
    estimator is not a known kind, or not one that the sampler or the batches can go with

SGMCMC_ERROR_ANCHOR_LEN
    anchor_len must be above batch_len and at most data_len

SGMCMC_ERROR_ANCHOR_INTERVAL
    anchor_interval must be at least 1

SGMCMC_ERROR_CENTRE
    centre must be finite in the precision of theta

SGMCMC_ERROR_CLIPPING_KIND
    clipping is not a known kind, or a random walk has no gradient to clip

SGMCMC_ERROR_CLIPPING_LIMIT
    clipping_limit must be positive and finite, and over data_len so in the precision of theta

SGMCMC_ERROR_SLAB_DEVIATION
    spike_deviation must be positive and below slab_deviation, and both usable in the precision of theta

SGMCMC_ERROR_SLAB_WEIGHT
    slab_weight must be above 0 and below 1

SGMCMC_ERROR_BLOCK_RANGE
    a block must have a length of at least 1 and end within theta

SGMCMC_ERROR_BLOCK_OVERLAP
    blocks must be in ascending order and must not overlap

SGMCMC_ERROR_BLOCK_FACTOR
    a block's step_size_factor must be positive and finite, and so must the steps that it multiplies in the
    precision of theta

SGMCMC_ERROR_BLOCK_PRIOR
    a block's own prior must be a built-in one without vectors, and the chain's prior no callback

SGMCMC_ERROR_BLOCK_SAMPLER
    this rule cannot use a block's step_size_factor or frozen

SGMCMC_ERROR_PRECONDITIONER_BETA
    preconditioner_beta must be at least 0 and below 1

SGMCMC_ERROR_STEP_JITTER
    step_jitter must be at least 0 and below 1

SGMCMC_ERROR_SCHEDULE_FLOOR
    a schedule's floor must be at least 0 and below 1, and 0 where a callback gives the values

SGMCMC_ERROR_SCHEDULE_WARM_UP
    a schedule's warm_up must leave the first value above 0, and be 0 where a callback gives the values

SGMCMC_ERROR_SAGA_EPOCHS
    SAGA with batches by epochs is biased: within an epoch the next batch holds only stale rows of its table

SGMCMC_ERROR_SPLITTING
    splitting is not a known kind

SGMCMC_ERROR_GRADIENT_SCALE
    gradient_scale is not a known kind

SGMCMC_ERROR_RULE_SETTING
    under Metropolis-Hastings temperature, rule, the schedules and their unit, the anchor's settings and noise
    compensation must have their defaults

SGMCMC_ERROR_METROPOLIS_SETTING
    under an update rule Metropolis-Hastings' settings, from proposal to target_acceptance, leapfrog_count and
    step_jitter, must have their defaults

SGMCMC_ERROR_NOT_BUILT
    this build of the library leaves out a part that the settings ask for

SGMCMC_ERROR_SIMD_KIND
    simd_level is not a known kind

SGMCMC_ERROR_CENTROID_COUNT
    centroid_count must be 0 or at least 16

SGMCMC_ERROR_DRAW_WEIGHT
    weights is not a known kind

SGMCMC_ERROR_PAIR_COUNT
    pair_count must be from 4 to 65536

SGMCMC_ERROR_PRODUCT_COUNT
    product_count must be from 1 to 256

SGMCMC_ERROR_DIFFERENCE
    difference must be at least 0 and at most 10

SGMCMC_ERROR_INFLATION
    inflation must be above 0 and at most 1

SGMCMC_ERROR_COVARIANCE_DIM
    covariance must be off for more than 64 parameters

SGMCMC_ERROR_LEAPFROG_COUNT
    leapfrog_count must be at least 1

SGMCMC_ERROR_KICK
    for HMC step_size times likelihood_scale, and half of it, must be positive and finite in the precision of
    theta, with a block's factor too

SGMCMC_ERROR_UNUSED_SETTING
    a setting of the chain or of a block that the chosen kinds do not use must have its default: leave it out, or
    as the _init function sets it

SGMCMC_ERROR_UNUSED_RULE_SETTING
    a rule's setting that its kind, drift and preconditioner do not use must have its default: leave it out, or as
    the _init function sets it

SGMCMC_ERROR_UNUSED_SCHEDULE_SETTING
    a schedule's setting that its kind does not use must have its default: leave it out, or as the _init function
    sets it

SGMCMC_ERROR_NOISE_COMPENSATION
    noise_compensation is not a known kind, or the chain has none

SGMCMC_ERROR_COMPENSATION_RULE
    noise compensation goes with SGLD under no or a fixed preconditioner, ABOBA, BAOAB, and SGHMC without a noise
    estimate; the diagonal one not with a dense preconditioner

SGMCMC_ERROR_COMPENSATION_DENSE
    dense noise compensation takes at most 64 parameters, and no blocks

SGMCMC_ERROR_COMPENSATION_COVARIANCE
    noise_covariance must be finite and symmetric, with variances of at least 0

SGMCMC_ERROR_COMPENSATION_BATCH
    noise compensation wants batches with or without replacement; to find the covariance itself, of the chain's own
    drawing, a burn_in of at least 2, and another estimator than SAGA

SGMCMC_ERROR_WARM_UP_BURN_IN
    burn_in is too short for what it is to find: at least 1, and with a tuned step size and tune_beta at least 4
    (tune_interval + 1)

SGMCMC_ERROR_STEP_SIZE_NOT_FOUND
    a warm-up found no step size: the log posterior is flat where the chain stands; begin where it is curved, or
    set step_size

SGMCMC_ERROR_TUNED_NOISE
    a step size cannot be tuned towards an acceptance rate while noise is custom

SGMCMC_ERROR_PROPOSAL_GRADIENT_KIND
    proposal_gradient is not a known kind

SGMCMC_ERROR_HEALTH_WINDOW
    window must be from 100 to 2^32

SGMCMC_ERROR_HEALTH_TOLERANCE
    tolerance must be above 0 and at most 1

SGMCMC_ERROR_WARM_UP_FAR
    half-way through the burn-in the mode is still far: begin where an optimiser has come, burn in for longer, or
    take larger batches

SGMCMC_ERROR_WARM_UP_NOISE
    half-way through the burn-in noise hides how far the mode is, and allows no steps that would lead there: take
    larger batches or a control variate, or give the pilot more pairs

SGMCMC_ERROR_NOT_REPRESENTABLE
    a result is too large or too small for a double: scale the numbers, or ask estimates for deviations

SGMCMC_ERROR_WINDOW_LEN
    window_len must be 0, or even and from 32 to 1024

SGMCMC_ERROR_LOG_PRIOR_UNUSED
    the model has a log_prior that the settings do not ask for: choose the callback as prior, or a model without

SGMCMC_ERROR_LOG_LIKELIHOOD_NOT_FINITE
    the log-likelihood callback gave NaN or an infinity

SGMCMC_ERROR_GRADIENT_NOT_FINITE
    the gradient has a NaN, an infinity or a number too large to scale

SGMCMC_ERROR_LOG_PRIOR_NOT_FINITE
    the log prior callback gave NaN or an infinity

SGMCMC_ERROR_IMPOSSIBLE
    the model cannot be evaluated at theta

SGMCMC_ERROR_STEP_SIZE_NOT_USABLE
    the step size of the schedule, the callback or the warm-up is none that is positive in the precision of theta

SGMCMC_ERROR_TEMPERATURE_NOT_USABLE
    the temperature of the schedule or the callback is none that is at least 0 in the precision of theta

SGMCMC_ERROR_PRECONDITIONER_NOT_USABLE
    the preconditioner callback gave a metric that is negative, or a metric or Gamma that is too large or not
    finite

SGMCMC_ERROR_DIFFUSION_NOT_FINITE
    the diffusion callback gave a NaN, an infinity or a number too large

SGMCMC_ERROR_GRADIENT_NOISE
    the gradient's noise is more than the rule injects at this step size

SGMCMC_ERROR_MODEL_NOT_ASKED
    step_size is so large that more than 1000 proposals in a row overflowed before the model was asked: set a
    smaller one

SGMCMC_ERROR_STOPPED
    a callback stopped the chain

SGMCMC_ERROR_STOPPED_BY_OBSERVER
    the observer stopped the run
```
""" sgmcmc_status

@enum sgmcmc_simd::Int32 begin
    SGMCMC_SIMD_NONE = 0
    SGMCMC_SIMD_SSE2 = 1
    SGMCMC_SIMD_AVX2 = 2
    SGMCMC_SIMD_AVX512 = 3
    SGMCMC_SIMD_NEON = 4
    SGMCMC_SIMD_WASM128 = 5
end

choices(::Type{sgmcmc_simd}) = (
    none = SGMCMC_SIMD_NONE,
    sse2 = SGMCMC_SIMD_SSE2,
    avx2 = SGMCMC_SIMD_AVX2,
    avx512 = SGMCMC_SIMD_AVX512,
    neon = SGMCMC_SIMD_NEON,
    wasm128 = SGMCMC_SIMD_WASM128,
)

@doc raw"""
```text
Instruction sets that the library can be compiled for; an installed one holds several. All give the same bits.

SGMCMC_SIMD_NONE
    No vector instructions, or none that the library uses.

SGMCMC_SIMD_SSE2
    x86 with SSE2, the baseline of x86-64.

SGMCMC_SIMD_AVX2
    x86 with AVX2.

SGMCMC_SIMD_AVX512
    x86 with AVX-512.

SGMCMC_SIMD_NEON
    ARM with NEON.

SGMCMC_SIMD_WASM128
    WebAssembly with 128-bit vectors.
```
""" sgmcmc_simd

@bind sgmcmc_version_number()::UInt32

@doc raw"""
```text
The version of the library that runs, as major * 1000000 + minor * 1000 + patch.

Compare it with SGMCMC_VERSION_NUMBER, the version of the header.
```
""" sgmcmc_version_number

@bind sgmcmc_abi_version()::UInt32

@doc raw"""
```text
SGMCMC_ABI_VERSION of the library that runs.
```
""" sgmcmc_abi_version

@bind sgmcmc_align()::Csize_t

@doc raw"""
```text
The alignment in bytes of every object's memory, and of what functions work in: 64.
```
""" sgmcmc_align

@bind sgmcmc_simd_level()::Int32

@doc raw"""
```text
The instruction set that the library uses: a number of enum sgmcmc_simd. Of a library for several, the widest that
this processor has, which is what a new chain takes unless its settings say less.
```
""" sgmcmc_simd_level

@bind sgmcmc_simd_level_name(level::Int32)::Cstring

@doc raw"""
```text
The name of an instruction set, such as "AVX2".

Returns: a string that lives as long as the library; never NULL, also for numbers that are no level.
```
""" sgmcmc_simd_level_name

@bind sgmcmc_status_message(status::Int32)::Cstring

@doc raw"""
```text
One English sentence for a status: what was refused, by its name where it is one setting, and what it must be.

Returns: a string that lives as long as the library; never NULL, also for numbers that are no status.
```
""" sgmcmc_status_message

@enum sgmcmc_sampler::Int32 begin
    SGMCMC_SAMPLER_RULE = 0
    SGMCMC_SAMPLER_METROPOLIS_HASTINGS = 1
end

choices(::Type{sgmcmc_sampler}) = (
    rule = SGMCMC_SAMPLER_RULE,
    metropolis_hastings = SGMCMC_SAMPLER_METROPOLIS_HASTINGS,
)

@doc raw"""
```text
What moves theta.

SGMCMC_SAMPLER_RULE
    An update rule: every step moves.

SGMCMC_SAMPLER_METROPOLIS_HASTINGS
    Mini-batch Metropolis-Hastings.
```
""" sgmcmc_sampler

@enum sgmcmc_batch::Int32 begin
    SGMCMC_BATCH_WITHOUT_REPLACEMENT = 0
    SGMCMC_BATCH_WITH_REPLACEMENT = 1
    SGMCMC_BATCH_EPOCHS = 2
    SGMCMC_BATCH_ALL = 3
    SGMCMC_BATCH_CALLER = 4
end

choices(::Type{sgmcmc_batch}) = (
    without_replacement = SGMCMC_BATCH_WITHOUT_REPLACEMENT,
    with_replacement = SGMCMC_BATCH_WITH_REPLACEMENT,
    epochs = SGMCMC_BATCH_EPOCHS,
    all = SGMCMC_BATCH_ALL,
    caller = SGMCMC_BATCH_CALLER,
)

@doc raw"""
```text
How a step's minibatch is drawn. More is in docs/src/equations.md.

SGMCMC_BATCH_WITHOUT_REPLACEMENT
    A uniform subset of size m, in ascending order.

SGMCMC_BATCH_WITH_REPLACEMENT
    m independent uniform indices.

SGMCMC_BATCH_EPOCHS
    The next m of a pseudo-random permutation that changes every epoch; an epoch's last batch may be shorter. Not
    for a thermostat, the lattice walk or a noise estimate, which make variances too small on these batches.

SGMCMC_BATCH_ALL
    All n data.

SGMCMC_BATCH_CALLER
    The indices that the caller gives to every step.
```
""" sgmcmc_batch

@enum sgmcmc_rule_kind::Int32 begin
    SGMCMC_RULE_LANGEVIN = 0
    SGMCMC_RULE_SGHMC = 1
    SGMCMC_RULE_ABOBA = 2
    SGMCMC_RULE_SGNHT = 3
    SGMCMC_RULE_ADAM = 4
    SGMCMC_RULE_RECIPE = 5
    SGMCMC_RULE_LATTICE = 6
    SGMCMC_RULE_BAOAB = 7
end

choices(::Type{sgmcmc_rule_kind}) = (
    langevin = SGMCMC_RULE_LANGEVIN,
    sghmc = SGMCMC_RULE_SGHMC,
    aboba = SGMCMC_RULE_ABOBA,
    sgnht = SGMCMC_RULE_SGNHT,
    adam = SGMCMC_RULE_ADAM,
    recipe = SGMCMC_RULE_RECIPE,
    lattice = SGMCMC_RULE_LATTICE,
    baoab = SGMCMC_RULE_BAOAB,
)

@doc raw"""
```text
The update rules: docs/src/rules.md has what each of them computes, line by line.

SGMCMC_RULE_LANGEVIN
    The adaptive Langevin family: any drift with any preconditioner.

SGMCMC_RULE_SGHMC
    Stochastic gradient Hamiltonian Monte Carlo, underdamped Langevin dynamics; momentum SGD at temperature 0.

SGMCMC_RULE_ABOBA
    The same by a symmetric splitting.

SGMCMC_RULE_SGNHT
    The Nose-Hoover thermostat.

SGMCMC_RULE_ADAM
    Adam, an optimiser.

SGMCMC_RULE_RECIPE
    A diffusion that the host writes.

SGMCMC_RULE_LATTICE
    The lattice random walk: Langevin dynamics without normals.

SGMCMC_RULE_BAOAB
    Underdamped Langevin dynamics with the splitting BAOAB.
```
""" sgmcmc_rule_kind

@enum sgmcmc_drift::Int32 begin
    SGMCMC_DRIFT_NONE = 0
    SGMCMC_DRIFT_MOMENTUM = 1
    SGMCMC_DRIFT_ADAM = 2
    SGMCMC_DRIFT_ADAMAX = 3
    SGMCMC_DRIFT_ADADELTA = 4
end

choices(::Type{sgmcmc_drift}) = (
    none = SGMCMC_DRIFT_NONE,
    momentum = SGMCMC_DRIFT_MOMENTUM,
    adam = SGMCMC_DRIFT_ADAM,
    adamax = SGMCMC_DRIFT_ADAMAX,
    adadelta = SGMCMC_DRIFT_ADADELTA,
)

@doc raw"""
```text
What the Langevin family and the lattice walk add to the gradient: docs/src/rules.md has the equations.

SGMCMC_DRIFT_NONE
    Nothing.

SGMCMC_DRIFT_MOMENTUM
    The running mean of gradients: MSGLD.

SGMCMC_DRIFT_ADAM
    The running mean over the root of that of squares: ASGLD.

SGMCMC_DRIFT_ADAMAX
    The running mean over a decaying maximum.

SGMCMC_DRIFT_ADADELTA
    The last gradient, rescaled.
```
""" sgmcmc_drift

@enum sgmcmc_momentum_form::Int32 begin
    SGMCMC_MOMENTUM_CALIBRATED = 0
    SGMCMC_MOMENTUM_PUBLISHED = 1
end

choices(::Type{sgmcmc_momentum_form}) = (
    calibrated = SGMCMC_MOMENTUM_CALIBRATED,
    published = SGMCMC_MOMENTUM_PUBLISHED,
)

@doc raw"""
```text
What the momentum drift samples.

SGMCMC_MOMENTUM_CALIBRATED
    The gradient plus a times its running mean, over 1 + a, with a the drift's scale: as eta -> 0 this samples the
    target.

SGMCMC_MOMENTUM_PUBLISHED
    The same without the division, as published: as eta -> 0 this samples the target to the power 1 + a. An
    optimiser's form.
```
""" sgmcmc_momentum_form

@enum sgmcmc_splitting::Int32 begin
    SGMCMC_SPLITTING_EULER = 0
    SGMCMC_SPLITTING_SYMMETRIC = 1
end

choices(::Type{sgmcmc_splitting}) = (
    euler = SGMCMC_SPLITTING_EULER,
    symmetric = SGMCMC_SPLITTING_SYMMETRIC,
)

@doc raw"""
```text
How the thermostat's equations are split into a step: docs/src/rules.md has them.

SGMCMC_SPLITTING_EULER
    One after the other, as published first. With gamma = alpha + eta nu^2/(2 tau), nu^2 the variance of the
    gradient's noise, the variance on a Gaussian tends, as eta -> 0 at a fixed alpha, to gamma/(1 - sqrt(1 - 2
    gamma)) of what it should be, 0.947 for gamma = 0.1; where gamma is 1/2 or more the chain diverges. The bias
    falls with the square root of eta where alpha does so too, as alpha = h D does for a step h = sqrt(eta) and a
    fixed friction D of the equation.

SGMCMC_SPLITTING_SYMMETRIC
    Half steps before and after the kick: the bias falls with eta where alpha falls with the square root of eta,
    and every alpha is stable.
```
""" sgmcmc_splitting

@enum sgmcmc_preconditioner::Int32 begin
    SGMCMC_PRECONDITIONER_IDENTITY = 0
    SGMCMC_PRECONDITIONER_DIAGONAL = 1
    SGMCMC_PRECONDITIONER_RMSPROP = 2
    SGMCMC_PRECONDITIONER_DENSE = 3
    SGMCMC_PRECONDITIONER_POSITION_DEPENDENT = 4
    SGMCMC_PRECONDITIONER_POSITION_DEPENDENT_DENSE = 5
    SGMCMC_PRECONDITIONER_ADAGRAD = 6
end

choices(::Type{sgmcmc_preconditioner}) = (
    identity = SGMCMC_PRECONDITIONER_IDENTITY,
    diagonal = SGMCMC_PRECONDITIONER_DIAGONAL,
    rmsprop = SGMCMC_PRECONDITIONER_RMSPROP,
    dense = SGMCMC_PRECONDITIONER_DENSE,
    position_dependent = SGMCMC_PRECONDITIONER_POSITION_DEPENDENT,
    position_dependent_dense = SGMCMC_PRECONDITIONER_POSITION_DEPENDENT_DENSE,
    adagrad = SGMCMC_PRECONDITIONER_ADAGRAD,
)

@doc raw"""
```text
The metric P of the Langevin family and of the lattice walk: docs/src/rules.md has the equations. More is in
docs/src/equations.md.

SGMCMC_PRECONDITIONER_IDENTITY
    P = 1.

SGMCMC_PRECONDITIONER_DIAGONAL
    P = diag(p), as long as theta; p > 0.

SGMCMC_PRECONDITIONER_RMSPROP
    P from the running mean of squared gradients: pSGLD.

SGMCMC_PRECONDITIONER_DENSE
    P = L L^T, Karagiannis 2024, (3.9): the rows of its Cholesky factor L, lower-triangular, d by d numbers, of
    which those above the diagonal are not read; the diagonal is positive.

SGMCMC_PRECONDITIONER_POSITION_DEPENDENT
    P(theta) and Gamma(theta) from the model's metric: SGRLD.

SGMCMC_PRECONDITIONER_POSITION_DEPENDENT_DENSE
    P(theta) = L(theta) L(theta)^T and Gamma(theta) from the model's metric, which writes the rows of the Cholesky
    factor L.

SGMCMC_PRECONDITIONER_ADAGRAD
    P from the sum of squared gradients.
```
""" sgmcmc_preconditioner

@enum sgmcmc_gradient_scale::Int32 begin
    SGMCMC_GRADIENT_SCALE_MEAN = 0
    SGMCMC_GRADIENT_SCALE_SUM = 1
end

choices(::Type{sgmcmc_gradient_scale}) = (
    mean = SGMCMC_GRADIENT_SCALE_MEAN,
    sum = SGMCMC_GRADIENT_SCALE_SUM,
)

@doc raw"""
```text
Which gradient g an adaptive preconditioner squares. G is the gradient of the log posterior, summed over all n
data. More is in docs/src/equations.md.

SGMCMC_GRADIENT_SCALE_MEAN
    g = G/n: the scale of Li et al. 2016, whose g is the mean gradient of the likelihood, without the prior's. The
    preconditioner's default lambda is meant for this one.

SGMCMC_GRADIENT_SCALE_SUM
    g = G, as Kim, Song and Liang 2020, section 2, print it.
```
""" sgmcmc_gradient_scale

@enum sgmcmc_schedule_kind::Int32 begin
    SGMCMC_SCHEDULE_CONSTANT = 0
    SGMCMC_SCHEDULE_POLYNOMIAL = 1
    SGMCMC_SCHEDULE_STEP_DECAY = 2
    SGMCMC_SCHEDULE_CYCLICAL = 3
    SGMCMC_SCHEDULE_CALLBACK = 4
end

choices(::Type{sgmcmc_schedule_kind}) = (
    constant = SGMCMC_SCHEDULE_CONSTANT,
    polynomial = SGMCMC_SCHEDULE_POLYNOMIAL,
    step_decay = SGMCMC_SCHEDULE_STEP_DECAY,
    cyclical = SGMCMC_SCHEDULE_CYCLICAL,
    callback = SGMCMC_SCHEDULE_CALLBACK,
)

@doc raw"""
```text
What a step size or temperature is multiplied by at step or epoch k.

SGMCMC_SCHEDULE_CONSTANT
    1: the same value for every k.

SGMCMC_SCHEDULE_POLYNOMIAL
    (offset + k)^(-exponent).

SGMCMC_SCHEDULE_STEP_DECAY
    factor^(k / period), the quotient rounded down.

SGMCMC_SCHEDULE_CYCLICAL
    (cos(pi r) + 1) / 2, with r the part of the cycle that is over, from 0 to below 1.

SGMCMC_SCHEDULE_CALLBACK
    The model says the value itself; the setting that the schedule goes with must have its default.
```
""" sgmcmc_schedule_kind

@enum sgmcmc_schedule_unit::Int32 begin
    SGMCMC_SCHEDULE_UNIT_STEP = 0
    SGMCMC_SCHEDULE_UNIT_EPOCH = 1
end

choices(::Type{sgmcmc_schedule_unit}) = (
    step = SGMCMC_SCHEDULE_UNIT_STEP,
    epoch = SGMCMC_SCHEDULE_UNIT_EPOCH,
)

@doc raw"""
```text
What a schedule's k counts, from 0.

SGMCMC_SCHEDULE_UNIT_STEP
    Steps.

SGMCMC_SCHEDULE_UNIT_EPOCH
    Epochs: how many times n data the batches have had so far, rounded down.
```
""" sgmcmc_schedule_unit

@enum sgmcmc_estimator::Int32 begin
    SGMCMC_ESTIMATOR_PLAIN = 0
    SGMCMC_ESTIMATOR_FIXED_CENTRE = 1
    SGMCMC_ESTIMATOR_PRACTICAL = 2
    SGMCMC_ESTIMATOR_SVRG = 3
    SGMCMC_ESTIMATOR_SAGA = 4
end

choices(::Type{sgmcmc_estimator}) = (
    plain = SGMCMC_ESTIMATOR_PLAIN,
    fixed_centre = SGMCMC_ESTIMATOR_FIXED_CENTRE,
    practical = SGMCMC_ESTIMATOR_PRACTICAL,
    svrg = SGMCMC_ESTIMATOR_SVRG,
    saga = SGMCMC_ESTIMATOR_SAGA,
)

@doc raw"""
```text
How the gradient is estimated; any rule goes with any of them. More is in docs/src/equations.md.

SGMCMC_ESTIMATOR_PLAIN
    n times the batch's mean, and the prior's.

SGMCMC_ESTIMATOR_FIXED_CENTRE
    A control variate around one place, over all data: one pass over them, in the first step. The one that
    Metropolis-Hastings proposals can use.

SGMCMC_ESTIMATOR_PRACTICAL
    A control variate around theta, or its mean, over some of the data, made anew every so many steps: practical
    variance reduction, Chen et al. 2017, Algorithm 1.

SGMCMC_ESTIMATOR_SVRG
    The same with all data for the anchor, and so without noise of its own: SVRG-LD, Dubey et al. 2016.

SGMCMC_ESTIMATOR_SAGA
    Every datum has its own last gradient, in a table of n by d numbers: SAGA-LD, Dubey et al. 2016.
```
""" sgmcmc_estimator

@enum sgmcmc_clipping::Int32 begin
    SGMCMC_CLIPPING_NONE = 0
    SGMCMC_CLIPPING_NORM = 1
    SGMCMC_CLIPPING_ELEMENT = 2
end

choices(::Type{sgmcmc_clipping}) = (
    none = SGMCMC_CLIPPING_NONE,
    norm = SGMCMC_CLIPPING_NORM,
    element = SGMCMC_CLIPPING_ELEMENT,
)

@doc raw"""
```text
What is done with a large gradient g of the log posterior, summed over all data; Karagiannis 2024, Notes 37 to 41.
More is in docs/src/equations.md.

SGMCMC_CLIPPING_NONE
    Nothing.

SGMCMC_CLIPPING_NORM
    It is shortened to the Euclidean norm c > 0, the limit: g min(1, c/|g|).

SGMCMC_CLIPPING_ELEMENT
    Every element is moved to within c > 0, the limit, of 0.
```
""" sgmcmc_clipping

@enum sgmcmc_noise_compensation::Int32 begin
    SGMCMC_NOISE_COMPENSATION_NONE = 0
    SGMCMC_NOISE_COMPENSATION_DIAGONAL = 1
    SGMCMC_NOISE_COMPENSATION_DENSE = 2
end

choices(::Type{sgmcmc_noise_compensation}) = (
    none = SGMCMC_NOISE_COMPENSATION_NONE,
    diagonal = SGMCMC_NOISE_COMPENSATION_DIAGONAL,
    dense = SGMCMC_NOISE_COMPENSATION_DENSE,
)

@doc raw"""
```text
What is taken off a rule's noise to make up for the noise of minibatches: as much as C says, the covariance over
batches of the gradient of the log posterior, summed over all data. More is in docs/src/equations.md.

SGMCMC_NOISE_COMPENSATION_NONE
    None: the noise of a batch adds to the rule's.

SGMCMC_NOISE_COMPENSATION_DIAGONAL
    The variances of the gradient's numbers, as many as there are parameters.

SGMCMC_NOISE_COMPENSATION_DENSE
    C, d by d numbers row by row, for d up to 64 and without blocks; symmetric, to within a millionth of its
    variances.
```
""" sgmcmc_noise_compensation

@enum sgmcmc_proposal::Int32 begin
    SGMCMC_PROPOSAL_RANDOM_WALK = 0
    SGMCMC_PROPOSAL_SGLD = 1
    SGMCMC_PROPOSAL_RSGLD = 2
    SGMCMC_PROPOSAL_HMC = 3
end

choices(::Type{sgmcmc_proposal}) = (
    random_walk = SGMCMC_PROPOSAL_RANDOM_WALK,
    sgld = SGMCMC_PROPOSAL_SGLD,
    rsgld = SGMCMC_PROPOSAL_RSGLD,
    hmc = SGMCMC_PROPOSAL_HMC,
)

@doc raw"""
```text
Where the next theta of a Metropolis-Hastings chain comes from: the proposal q(theta -> theta'). More is in
docs/src/equations.md.

SGMCMC_PROPOSAL_RANDOM_WALK
    theta' = theta + delta xi, with delta the step size: symmetric, needs no gradient.

SGMCMC_PROPOSAL_SGLD
    theta' = theta + epsilon g_I + sigma xi, with epsilon the step size, sigma the scale of the noise and g_I the
    mean gradient over the batch.

SGMCMC_PROPOSAL_RSGLD
    With equal chance theta' = theta + epsilon g_I + sigma xi, or theta' = theta - epsilon g_I + beta sigma xi; Wu,
    Wang and Wong 2020, (6)-(8).

SGMCMC_PROPOSAL_HMC
    Hamiltonian Monte Carlo: a momentum p of standard normals, then L leapfrog steps of size epsilon with the batch
    held; Duane, Kennedy, Pendleton and Roweth 1987; Neal 2011, section 5.3.2.
```
""" sgmcmc_proposal

@enum sgmcmc_density::Int32 begin
    SGMCMC_DENSITY_NORMALIZED = 0
    SGMCMC_DENSITY_UNNORMALIZED = 1
end

choices(::Type{sgmcmc_density}) = (
    normalized = SGMCMC_DENSITY_NORMALIZED,
    unnormalized = SGMCMC_DENSITY_UNNORMALIZED,
)

@doc raw"""
```text
The density of the RSGLD proposal in the acceptance ratio. More is in docs/src/equations.md.

SGMCMC_DENSITY_NORMALIZED
    The mixture's density, with the factor beta^(-d) of its second part: exact.

SGMCMC_DENSITY_UNNORMALIZED
    Without beta^(-d), as Wu, Wang and Wong 2020 print their acceptance ratio, (37)-(51). Not a valid
    Metropolis-Hastings kernel: it does not keep the target, and is here as an optimiser's rule, to reproduce
    published tables.
```
""" sgmcmc_density

@enum sgmcmc_proposal_gradient::Int32 begin
    SGMCMC_PROPOSAL_GRADIENT_POSTERIOR = 0
    SGMCMC_PROPOSAL_GRADIENT_PUBLISHED = 1
end

choices(::Type{sgmcmc_proposal_gradient}) = (
    posterior = SGMCMC_PROPOSAL_GRADIENT_POSTERIOR,
    published = SGMCMC_PROPOSAL_GRADIENT_PUBLISHED,
)

@doc raw"""
```text
The gradient that the proposals SGLD and RSGLD follow.

SGMCMC_PROPOSAL_GRADIENT_POSTERIOR
    The mean log-likelihood's with the prior's over n, the default: that of what the chain samples.

SGMCMC_PROPOSAL_GRADIENT_PUBLISHED
    The mean log-likelihood's alone, as published, whatever the prior.
```
""" sgmcmc_proposal_gradient

@enum sgmcmc_noise::Int32 begin
    SGMCMC_NOISE_PUBLISHED = 0
    SGMCMC_NOISE_LANGEVIN = 1
    SGMCMC_NOISE_CUSTOM = 2
end

choices(::Type{sgmcmc_noise}) = (
    published = SGMCMC_NOISE_PUBLISHED,
    langevin = SGMCMC_NOISE_LANGEVIN,
    custom = SGMCMC_NOISE_CUSTOM,
)

@doc raw"""
```text
The scale sigma of a gradient proposal's noise.

SGMCMC_NOISE_PUBLISHED
    sqrt(2 epsilon) / n, as published: colder than Langevin noise by far. An optimiser's choice: at the steps of a
    sampler the normalised density then accepts next to nothing in high dimension.

SGMCMC_NOISE_LANGEVIN
    sqrt(2 epsilon / c_n), the default, for sampling: the noise of a Langevin step for the density exp(c_n times
    the mean log-likelihood), with c_n the likelihood_scale.

SGMCMC_NOISE_CUSTOM
    sigma > 0 itself.
```
""" sgmcmc_noise

@enum sgmcmc_prior::Int32 begin
    SGMCMC_PRIOR_CHAIN = 0
    SGMCMC_PRIOR_FLAT = 1
    SGMCMC_PRIOR_GAUSSIAN = 2
    SGMCMC_PRIOR_GAUSSIAN_VECTOR = 3
    SGMCMC_PRIOR_SPIKE_AND_SLAB = 4
    SGMCMC_PRIOR_CALLBACK = 5
end

choices(::Type{sgmcmc_prior}) = (
    chain = SGMCMC_PRIOR_CHAIN,
    flat = SGMCMC_PRIOR_FLAT,
    gaussian = SGMCMC_PRIOR_GAUSSIAN,
    gaussian_vector = SGMCMC_PRIOR_GAUSSIAN_VECTOR,
    spike_and_slab = SGMCMC_PRIOR_SPIKE_AND_SLAB,
    callback = SGMCMC_PRIOR_CALLBACK,
)

@doc raw"""
```text
The prior. More is in docs/src/equations.md.

SGMCMC_PRIOR_CHAIN
    Of a block alone: the chain's.

SGMCMC_PRIOR_FLAT
    Constant.

SGMCMC_PRIOR_GAUSSIAN
    Every parameter normal, with one mean and one precision.

SGMCMC_PRIOR_GAUSSIAN_VECTOR
    Every parameter normal, each with its own mean and precision.

SGMCMC_PRIOR_SPIKE_AND_SLAB
    Every parameter from a wide normal by chance, else from a narrow one.

SGMCMC_PRIOR_CALLBACK
    The model's own log_prior.
```
""" sgmcmc_prior

@enum sgmcmc_moments::Int32 begin
    SGMCMC_MOMENTS_NONE = 0
    SGMCMC_MOMENTS_PLAIN = 1
    SGMCMC_MOMENTS_WEIGHTED = 2
    SGMCMC_MOMENTS_BOTH = 3
end

choices(::Type{sgmcmc_moments}) = (
    none = SGMCMC_MOMENTS_NONE,
    plain = SGMCMC_MOMENTS_PLAIN,
    weighted = SGMCMC_MOMENTS_WEIGHTED,
    both = SGMCMC_MOMENTS_BOTH,
)

@doc raw"""
```text
Which running means and variances a chain keeps.

SGMCMC_MOMENTS_NONE
    None.

SGMCMC_MOMENTS_PLAIN
    Every kept draw counts the same; Karagiannis 2024, (3.7).

SGMCMC_MOMENTS_WEIGHTED
    A kept draw counts by the size of the step that made it, which a decreasing schedule needs. (3.8) of
    Karagiannis 2024 counts it by the step that leaves it: the same weights, one draw earlier.

SGMCMC_MOMENTS_BOTH
    Both.
```
""" sgmcmc_moments

@enum sgmcmc_draw_weight::Int32 begin
    SGMCMC_DRAW_WEIGHT_EQUAL = 0
    SGMCMC_DRAW_WEIGHT_STEP_SIZE = 1
    SGMCMC_DRAW_WEIGHT_NEXT_STEP_SIZE = 2
end

choices(::Type{sgmcmc_draw_weight}) = (
    equal = SGMCMC_DRAW_WEIGHT_EQUAL,
    step_size = SGMCMC_DRAW_WEIGHT_STEP_SIZE,
    next_step_size = SGMCMC_DRAW_WEIGHT_NEXT_STEP_SIZE,
)

@doc raw"""
```text
What a draw of a chain counts in estimates.

SGMCMC_DRAW_WEIGHT_EQUAL
    All the same; Karagiannis 2024, (3.7).

SGMCMC_DRAW_WEIGHT_STEP_SIZE
    The size of the step that made it, as in weighted sgmcmc_moments.

SGMCMC_DRAW_WEIGHT_NEXT_STEP_SIZE
    The size of the step that made the next draw that is observed: without thinning the step that leaves it, as in
    (3.8) of Karagiannis 2024. The last draw does not count yet.
```
""" sgmcmc_draw_weight

struct sgmcmc_rule
    struct_size::Csize_t
    kind::Int32
    drift::Int32
    drift_scale::Float64
    beta1::Float64
    beta2::Float64
    rho::Float64
    lambda::Float64
    momentum_form::Int32
    preconditioner::Int32
    preconditioner_beta::Float64
    preconditioner_lambda::Float64
    preconditioner_values::Ptr{Float64}
    reflect::Int32
    draw_velocity::Int32
    friction::Float64
    noise_estimate::Float64
    redraw_interval::UInt64
    thermostat_per_coordinate::Int32
    splitting::Int32
    gradient_scale::Int32
    reserved::Int32
end

enum_fields(::Type{sgmcmc_rule}) = (
    kind = sgmcmc_rule_kind,
    drift = sgmcmc_drift,
    momentum_form = sgmcmc_momentum_form,
    preconditioner = sgmcmc_preconditioner,
    splitting = sgmcmc_splitting,
    gradient_scale = sgmcmc_gradient_scale,
)

@doc raw"""
```text
An update rule: what moves theta in a step. Call sgmcmc_rule_init or sgmcmc_rule_init_langevin first, then set what
should differ from the defaults. docs/src/rules.md has the equations.

Every enum and flag is checked, used or not; what the kind, the drift and the preconditioner do not use must have its
default, or is refused with SGMCMC_ERROR_UNUSED_RULE_SETTING. Where a default depends on the
kind of rule or drift the field is 0, which stands for it: the kind may be set or changed later.

struct_size
    sizeof(sgmcmc_rule) of the caller's header, set by sgmcmc_rule_init.

kind
    enum sgmcmc_rule_kind.

drift
    Langevin, lattice: enum sgmcmc_drift. Default SGMCMC_DRIFT_NONE, the only one beside other kinds.

drift_scale
    a, how much of the drift is added to the gradient, positive; 0, the default, is that of the drift: 1 for
    SGMCMC_DRIFT_MOMENTUM, 10 for the others.

beta1
    Momentum, Adam, AdaMax, and the Adam optimiser: the decay of the mean gradient, at least 0 and below 1.
    Default 0.9.

beta2
    Adam, AdaMax, and the Adam optimiser: the decay of the squared or largest gradient, above beta1 squared and
    below 1. Default 0.999.

rho
    Adadelta: the decay of its means, at least 0 and below 1. Default 0.95.

lambda
    Adam, AdaMax, Adadelta, and the Adam optimiser: keeps a denominator from zero, positive, the inverse of
    its square finite in the precision of theta; 0, the default, is 1e-5, for the optimiser 1e-8.

momentum_form
    Momentum: enum sgmcmc_momentum_form. Default SGMCMC_MOMENTUM_CALIBRATED.

preconditioner
    Langevin, lattice: enum sgmcmc_preconditioner. Default SGMCMC_PRECONDITIONER_IDENTITY, the only one beside other
    kinds.

preconditioner_beta
    RMSprop: the decay of the mean squared gradient, at least 0 and below 1. Default 0.99.

preconditioner_lambda
    RMSprop, AdaGrad: keeps a denominator from zero, positive, the inverse of its square finite in the precision of
    theta. Default 1e-5.

preconditioner_values
    SGMCMC_PRECONDITIONER_DIAGONAL: dim positive numbers p. SGMCMC_PRECONDITIONER_DENSE: dim * dim numbers, row
    after row of the lower-triangular factor L, with a positive diagonal; those above it are not looked at. Copied
    by the function that takes the rule. NULL for the others. Default NULL.

reflect
    SGMCMC_PRECONDITIONER_POSITION_DEPENDENT: 1 when theta is positive and reflected at 0. Default 0.

draw_velocity
    SGHMC, ABOBA, BAOAB, SGNHT: 1 draws the first velocity from its stationary law, sqrt(eta tau) xi, at the
    schedules' first values; 0, and a value that a callback says, leave it zero. Default 0.

friction
    SGHMC, ABOBA, BAOAB, SGNHT: alpha, the friction of one step, one minus the momentum, above 0 and at most 1,
    for SGNHT with SGMCMC_SPLITTING_EULER below 1/2. Default 0.1.

noise_estimate
    SGHMC: the friction's share whose noise the gradient brings already, eta nu^2 / (2 tau), from 0 to friction.
    Default 0.

redraw_interval
    SGHMC: every how many steps k the velocity is drawn anew, as published, which does not sample the posterior: a
    fresh velocity gets a full kick. As eta falls a variance is (B^2 + 2 (alpha - noise_estimate) C) / (2 A) of what
    it should be, and the gradient's noise v adds eta v C / (2 A tau) of it, with A, B and C the sums over j = 1 ...
    k of (1 - r^j) / alpha, r^j and ((1 - r^j) / alpha)^2, r = 1 - alpha: k / (k + 1) where alpha k is small; at
    alpha = 0.1 0.505, 0.663, 0.868 and 0.983 for k = 1, 2, 7 and 50. Default 0: never.

thermostat_per_coordinate
    SGNHT: 1 for a thermostat of its own for each parameter, 0 for one for all. Default 0.

splitting
    SGNHT: enum sgmcmc_splitting. Default SGMCMC_SPLITTING_EULER.

gradient_scale
    RMSprop, AdaGrad: enum sgmcmc_gradient_scale. Default SGMCMC_GRADIENT_SCALE_MEAN.

reserved
    0: room for a later field.
```
""" sgmcmc_rule

struct sgmcmc_schedule
    struct_size::Csize_t
    kind::Int32
    reserved::Int32
    offset::Float64
    exponent::Float64
    factor::Float64
    period::UInt64
    cycle_len::UInt64
    exploration::Float64
    floor::Float64
    warm_up::UInt64
end

enum_fields(::Type{sgmcmc_schedule}) = (
    kind = sgmcmc_schedule_kind,
)

@doc raw"""
```text
How a step size or a temperature changes with k, the count of steps or epochs from 0: a factor of the setting that
it goes with, max(s(k), floor) * min(1, (k + 1) / warm_up) with s(k) by kind. Call sgmcmc_schedule_init first.

struct_size
    sizeof(sgmcmc_schedule) of the caller's header, set by sgmcmc_schedule_init.

kind
    enum sgmcmc_schedule_kind. Default SGMCMC_SCHEDULE_CONSTANT.

reserved
    0: room for a later field.

offset
    Polynomial: b, positive. Default 1.

exponent
    Polynomial: gamma, above 0.5 and at most 1. Default 0.55.

factor
    Step decay: above 0 and at most 1. Default 0.5.

period
    Step decay: at least 1, counted as k is. No default: must be set.

cycle_len
    Cyclical: at least 1, counted as k is; see sgmcmc_cycle_len. No default: must be set.

exploration
    Cyclical: the first part of each cycle, in which the temperature is 0 and no draw is kept, at least 0 and at
    most 1 - 1 / cycle_len. Default 0.

floor
    All but the callback, where it must be 0: once warm, the factor is never below this, at least 0 and below 1.
    Default 0: none.

warm_up
    All but the callback, where it must be 0: the first warm_up factors are multiplied by (k + 1) / warm_up, counted
    as k is, the floor included. Default 0: none.
```
""" sgmcmc_schedule

@bind sgmcmc_rule_init(rule::Ptr{sgmcmc_rule}, struct_size::Csize_t, kind::Int32)::Cint

@doc raw"""
```text
Sets every field to the default of this kind of rule, and struct_size; SGMCMC_RULE_LANGEVIN becomes SGLD.

Returns: SGMCMC_OK; SGMCMC_ERROR_RULE_KIND; SGMCMC_ERROR_STRUCT_SIZE when struct_size is nothing that sizeof gives.
Out: rule:        struct_size bytes; fields that this library does not know are set to 0.
In:  struct_size: sizeof(sgmcmc_rule).
     kind:        enum sgmcmc_rule_kind.
```
""" sgmcmc_rule_init

@bind sgmcmc_rule_init_langevin(
    rule::Ptr{sgmcmc_rule},
    struct_size::Csize_t,
    drift::Int32,
    preconditioner::Int32,
)::Cint

@doc raw"""
```text
The same for any member of the Langevin family, with the papers' defaults. Those with names are

    SGLD    SGMCMC_DRIFT_NONE       SGMCMC_PRECONDITIONER_IDENTITY
    pSGLD   SGMCMC_DRIFT_NONE       SGMCMC_PRECONDITIONER_RMSPROP
    MSGLD   SGMCMC_DRIFT_MOMENTUM   SGMCMC_PRECONDITIONER_IDENTITY
    ASGLD   SGMCMC_DRIFT_ADAM       SGMCMC_PRECONDITIONER_IDENTITY
    SGRLD   SGMCMC_DRIFT_NONE       SGMCMC_PRECONDITIONER_POSITION_DEPENDENT

With kind set to SGMCMC_RULE_LATTICE then, it is the lattice random walk with the same drift and preconditioner.

Returns: SGMCMC_OK; SGMCMC_ERROR_DRIFT_KIND; SGMCMC_ERROR_PRECONDITIONER_KIND; SGMCMC_ERROR_STRUCT_SIZE.
Out: rule:           struct_size bytes.
In:  struct_size:    sizeof(sgmcmc_rule).
     drift:          enum sgmcmc_drift.
     preconditioner: enum sgmcmc_preconditioner; preconditioner_values is yours to set.
```
""" sgmcmc_rule_init_langevin

@bind sgmcmc_schedule_init(schedule::Ptr{sgmcmc_schedule}, struct_size::Csize_t)::Cint

@doc raw"""
```text
Sets every field to its default, and struct_size.

Returns: SGMCMC_OK; SGMCMC_ERROR_STRUCT_SIZE when struct_size is nothing that sizeof gives.
Out: schedule:    struct_size bytes; fields that this library does not know are set to 0.
In:  struct_size: sizeof(sgmcmc_schedule).
```
""" sgmcmc_schedule_init

@bind sgmcmc_schedule_at(
    factor::Ptr{Float64},
    explores::Ptr{Int32},
    schedule::Ptr{sgmcmc_schedule},
    k::UInt64,
)::Cint

@doc raw"""
```text
What a schedule says at k, for hosts that own their loop. The setting times the factor has the bits of a chain's.

Returns: SGMCMC_OK; SGMCMC_ERROR_SCHEDULE_KIND, also for SGMCMC_SCHEDULE_CALLBACK; the status that names the field
         outside its range.
Out: factor:   one number.
     explores: 1 in the exploring part of a cycle, else 0; may be NULL.
In:  schedule: the schedule.
     k:        the step or epoch, from 0.
```
""" sgmcmc_schedule_at

@bind sgmcmc_cycle_len(step_count::UInt64, cycle_count::UInt64)::UInt64

@doc raw"""
```text
The length of a cycle when step_count steps or epochs make cycle_count cycles: their ratio, rounded up.

The last cycle is the shorter one. A cycle_count of 0 counts as 1.
```
""" sgmcmc_cycle_len

struct sgmcmc_block
    start::Csize_t
    len::Csize_t
    step_size_factor::Float64
    frozen::Int32
    prior::Int32
    prior_mean::Float64
    prior_precision::Float64
    slab_weight::Float64
    slab_deviation::Float64
    spike_deviation::Float64
end

enum_fields(::Type{sgmcmc_block}) = (
    prior = sgmcmc_prior,
)

@doc raw"""
```text
A range of parameters with settings of its own; parameters in no block follow the chain's settings. Call
sgmcmc_block_init first, then set start, len and what should differ from the defaults. What the prior's kind does not
use must have its default, or is refused with SGMCMC_ERROR_UNUSED_SETTING.

start
    The first parameter.

len
    How many there are, at least 1.

step_size_factor
    Multiplies the step size, positive; 1, the default, leaves it. For proposals that is epsilon and sigma squared.
    SGMCMC_RULE_RECIPE and SGMCMC_PRECONDITIONER_POSITION_DEPENDENT_DENSE take 1 only.

frozen
    1: these parameters are never written, whatever their factor and prior, which a hand-over may bring into force
    again. Not with the two. Default 0.

prior
    enum sgmcmc_prior. Default SGMCMC_PRIOR_CHAIN: the chain's. Flat, Gaussian, or spike and slab take its place,
    which may be no callback then.

prior_mean
    SGMCMC_PRIOR_GAUSSIAN: its mean, finite. Default 0.

prior_precision
    SGMCMC_PRIOR_GAUSSIAN: its precision, positive. No default: must be set.

slab_weight
    SGMCMC_PRIOR_SPIKE_AND_SLAB: as in sgmcmc_chain_settings. No default: must be set.

slab_deviation
    SGMCMC_PRIOR_SPIKE_AND_SLAB: as in sgmcmc_chain_settings. No default: must be set.

spike_deviation
    SGMCMC_PRIOR_SPIKE_AND_SLAB: as in sgmcmc_chain_settings. No default: must be set.
```
""" sgmcmc_block

struct sgmcmc_chain_settings
    struct_size::Csize_t
    seed::UInt64
    chain_index::UInt32
    data_len::UInt32
    batch::Int32
    batch_len::UInt32
    chunk_len::UInt32
    sampler::Int32
    prior::Int32
    moments::Int32
    prior_mean::Float64
    prior_precision::Float64
    prior_means::Ptr{Float64}
    prior_precisions::Ptr{Float64}
    slab_weight::Float64
    slab_deviation::Float64
    spike_deviation::Float64
    burn_in::UInt64
    thinning::UInt64
    blocks::Ptr{sgmcmc_block}
    block_count::Csize_t
    block_size::Csize_t
    step_size::Float64
    temperature::Float64
    rule::Ptr{sgmcmc_rule}
    step_size_schedule::Ptr{sgmcmc_schedule}
    temperature_schedule::Ptr{sgmcmc_schedule}
    schedule_unit::Int32
    estimator::Int32
    centre::Ptr{Float64}
    anchor_interval::UInt64
    anchor_len::UInt32
    anchor_averaged::Int32
    clipping::Int32
    reserved::Int32
    clipping_limit::Float64
    proposal::Int32
    density::Int32
    noise::Int32
    proposal_gradient::Int32
    noise_scale::Float64
    likelihood_scale::Float64
    beta::Float64
    refresh_len::UInt32
    tune_beta::Int32
    beta_max::Float64
    tune_interval::UInt64
    tune_step_size::Int32
    tune_refresh_len::Int32
    target_acceptance::Float64
    simd_level::Int32
    noise_compensation::Int32
    noise_covariance::Ptr{Float64}
    noise_covariance_len::Csize_t
    leapfrog_count::UInt32
    reserved3::Int32
    step_jitter::Float64
end

enum_fields(::Type{sgmcmc_chain_settings}) = (
    batch = sgmcmc_batch,
    sampler = sgmcmc_sampler,
    prior = sgmcmc_prior,
    moments = sgmcmc_moments,
    schedule_unit = sgmcmc_schedule_unit,
    estimator = sgmcmc_estimator,
    clipping = sgmcmc_clipping,
    proposal = sgmcmc_proposal,
    density = sgmcmc_density,
    noise = sgmcmc_noise,
    proposal_gradient = sgmcmc_proposal_gradient,
    simd_level = sgmcmc_simd,
    noise_compensation = sgmcmc_noise_compensation,
)

@doc raw"""
```text
Everything that decides a chain's draws, with its data and its start. Call sgmcmc_chain_settings_init first, then
set data_len, batch_len, step_size and what should differ from the defaults. What has no default is 0 until it is
set.

Every enum and flag is checked, used or not. A setting that only Metropolis-Hastings uses is refused under
SGMCMC_SAMPLER_RULE unless it has its default, with SGMCMC_ERROR_METROPOLIS_SETTING, and one that only the rules use
under Metropolis-Hastings, with SGMCMC_ERROR_RULE_SETTING. Within a sampler, fields say for which choices they are;
beside others they must have their defaults, too, or are refused with SGMCMC_ERROR_UNUSED_SETTING. What is pointed to
is copied. An enum is an int32_t so that any number can be told from a known one.

struct_size
    sizeof(sgmcmc_chain_settings) of the caller's header, set by sgmcmc_chain_settings_init.

seed
    The seed that all chains of one run share. Default 0.

chain_index
    Which of the seed's chains this is, below SGMCMC_CHAIN_COUNT_MAX; their random numbers never overlap.
    Default 0.

data_len
    n, how many data there are, from 1 to 2^32 - 1. No default: must be set.

batch
    How minibatches are drawn: enum sgmcmc_batch. Default SGMCMC_BATCH_WITHOUT_REPLACEMENT. Metropolis-Hastings
    takes this one and SGMCMC_BATCH_ALL.

batch_len
    m, how many data a minibatch has, from 1 to data_len. No default: must be set, unless batch is
    SGMCMC_BATCH_ALL or SGMCMC_BATCH_CALLER, where it must be 0.

chunk_len
    Passes over all data, and batches, come in pieces of at most this many. Default 0: each in one call, all data
    without indices.

sampler
    What moves theta: enum sgmcmc_sampler. Default SGMCMC_SAMPLER_RULE.

prior
    The prior: enum sgmcmc_prior. Default SGMCMC_PRIOR_FLAT.

moments
    Which running means and variances are kept: enum sgmcmc_moments. Default SGMCMC_MOMENTS_NONE.

prior_mean
    SGMCMC_PRIOR_GAUSSIAN: its mean, finite. Default 0.

prior_precision
    SGMCMC_PRIOR_GAUSSIAN: its precision, one over its variance, positive. Default 1.

prior_means
    SGMCMC_PRIOR_GAUSSIAN_VECTOR: dim means, finite. Default NULL.

prior_precisions
    SGMCMC_PRIOR_GAUSSIAN_VECTOR: dim precisions, positive. Default NULL.

slab_weight
    SGMCMC_PRIOR_SPIKE_AND_SLAB: the slab's weight, between 0 and 1. No default: must be set.

slab_deviation
    SGMCMC_PRIOR_SPIKE_AND_SLAB: the slab's standard deviation, above the spike's. No default: must be set.

spike_deviation
    SGMCMC_PRIOR_SPIKE_AND_SLAB: the spike's standard deviation, positive. No default: must be set.

burn_in
    Steps before the first draw is kept. Default 0.

thinning
    Every how many steps a draw is kept after that, from 1. Default 1.

blocks
    block_count ranges of parameters with settings of their own, in ascending order, apart from each other; each as
    long as block_size says. Default NULL.

block_count
    How many. Default 0: none, whatever blocks is.

block_size
    sizeof(sgmcmc_block) of the caller's header: what lies beyond takes its default. No default: must be set where
    there are blocks.

step_size
    Positive. Rules: eta, on the gradient of the log posterior summed over all data.
    Metropolis-Hastings: epsilon, on the mean gradient, or the step of the random walk or of HMC. No default: must be
    set, but where it is to be found: with tune_step_size = 1, and by sgmcmc_chain_warm_up_f32 and _f64 also for a rule
    whose step_size_schedule is SGMCMC_SCHEDULE_CALLBACK, under which it must be 0.

temperature
    Rules: samples the posterior to the power 1 / temperature; at 0 no noise is drawn. Default 1.

rule
    Rules: what moves theta. Default NULL: SGLD.

step_size_schedule
    Rules: what multiplies step_size. Default NULL: 1.

temperature_schedule
    Rules: what multiplies temperature. Default NULL: 1.

schedule_unit
    Rules: what both schedules count: enum sgmcmc_schedule_unit. Default SGMCMC_SCHEDULE_UNIT_STEP.

estimator
    How the gradient is estimated: enum sgmcmc_estimator. Default SGMCMC_ESTIMATOR_PLAIN. The others want batches
    without repetitions, and not SGMCMC_BATCH_ALL; SGMCMC_ESTIMATOR_PRACTICAL and _SVRG a batch_len below data_len,
    and SGMCMC_ESTIMATOR_SAGA neither epochs nor the caller's batches. Metropolis-Hastings along
    the gradient goes with SGMCMC_ESTIMATOR_FIXED_CENTRE of them; HMC on batches is worse off with it, since its
    trajectories then follow another gradient than that of the energy by which they are accepted.

centre
    SGMCMC_ESTIMATOR_FIXED_CENTRE: dim numbers, finite. Default NULL: where the chain starts.

anchor_interval
    Rules, SGMCMC_ESTIMATOR_PRACTICAL and _SVRG: steps between two anchors, at least 1. No default: must be set.

anchor_len
    Rules, SGMCMC_ESTIMATOR_PRACTICAL: how many data an anchor is over, above batch_len and at most data_len. No
    default: must be set.

anchor_averaged
    Rules, SGMCMC_ESTIMATOR_PRACTICAL and _SVRG: 1 puts the anchor at the mean of theta since the last one, 0 at
    theta. Default 0.

clipping
    What is done with a large gradient: enum sgmcmc_clipping. Default SGMCMC_CLIPPING_NONE.

reserved
    0: room for a later field.

clipping_limit
    The limit on the gradient of the log posterior, summed over all data, positive. No default: must be set where
    gradients are clipped.

proposal
    Metropolis-Hastings: enum sgmcmc_proposal. Default SGMCMC_PROPOSAL_RSGLD.

density
    RSGLD: enum sgmcmc_density. Default SGMCMC_DENSITY_NORMALIZED.

noise
    SGLD and RSGLD proposals: the scale of their noise: enum sgmcmc_noise. Default SGMCMC_NOISE_LANGEVIN.

proposal_gradient
    SGLD and RSGLD proposals: enum sgmcmc_proposal_gradient. Default SGMCMC_PROPOSAL_GRADIENT_POSTERIOR.

noise_scale
    The scale of the noise for SGMCMC_NOISE_CUSTOM, positive. No default.

likelihood_scale
    c_n, positive. The chain samples theta and its batch I with density proportional to
    exp(c_n (mean log-likelihood over I + log prior / data_len)); theta by itself follows the mixture of that over
    all batches. On all data that is the posterior to the power c_n / n, prior included, and with c_n = data_len
    the posterior itself. On batches it comes near that power as c_n^2 / batch_len falls to 0, and is flatter
    before: for the mean of normal data of variance 1 its variance is about 1 / c_n + 1 / batch_len, so that
    c_n = batch_len doubles it. With s the standard deviation of c_n times the mean log-likelihood over batches,
    at most about 2 Phi(-s / sqrt(2)) of proposals are accepted at any step size, where that noise is normal, as it
    is for s about 1 and below; beyond, where the rate is small, its tails mostly make it larger. Take a little below
    sqrt(batch_len) in low dimension, in general a little below sqrt(batch_len) over the standard deviation of one
    datum's log-likelihood; about batch_len for networks, which trains them and flattens the posterior. No default:
    must be set for Metropolis-Hastings.

beta
    RSGLD: how much wider the noise of a backward move is, at least 1. Default 1.

refresh_len
    How many indices of the batch a proposal replaces, at most batch_len and data_len - batch_len. What the chain
    samples is the same for every value; with k of them, s^2 (k / batch_len) data_len / (data_len - batch_len) takes
    the place of the s^2 that limits acceptance (see likelihood_scale), so that small ones keep it up in high
    dimension. Default 0: all of the batch, drawn afresh.

tune_beta
    RSGLD: 1 tunes beta every tune_interval steps, for as long as the chain runs. Default 0. A chain whose proposal
    follows its own past is not exactly a chain on the target: to sample, tune in a first run and start the second
    one with the beta that it found.

beta_max
    The cap of the tuner of beta, at least beta. Looked at with tune_beta = 1 and by sgmcmc_chain_tune_beta_f32 and
    _f64 only, but for NaN, which a proposal of every kind refuses. RSGLD. Default 1000.

tune_interval
    tune_beta = 1: steps between the tuner's looks. Default 0: one epoch, data_len / batch_len rounded up.

tune_step_size
    1 tunes the proposal's step_size during burn-in, after which it stays; step_size may then be 0, for one that is
    not known. Not with SGMCMC_NOISE_CUSTOM. Default 0. On batches every eighth proposal of the burn-in, but for HMC,
    is of a batch alone, whose rate is the most that any step_size can have; where target_acceptance is above half of
    that for the random walk, or 0.72 of it along the gradient, the aim is that share of it, or target_acceptance
    times it where that is more, and step_size_capped of the statistics is 1. With tune_beta, too, beta is tuned in
    the last quarter of the burn-in only, when step_size stays. Wants a burn_in of at least 1, with tune_beta of at
    least 4 (tune_interval + 1): SGMCMC_ERROR_WARM_UP_BURN_IN; one of ten steps finds nothing that is far off, some
    hundreds do.

tune_refresh_len
    1 finds refresh_len, too, as what leaves a cap on acceptance of about 0.8; on all data there is nothing to find.
    sgmcmc_chain_warm_up_f32 and _f64 begin with what a pilot finds, a run without them with what is set. With
    tune_step_size = 1 the first half of the burn-in then goes by the acceptance of batches alone; with 0 a warm-up has
    another pilot look half-way. With tune_step_size = 0 a run without a warm-up leaves it as set. Wants a
    burn_in of at least 1. Default 0.

target_acceptance
    tune_step_size = 1: the acceptance rate that the tuner aims at, between 0 and 1. Default 0: the proposal's own, at
    which a long chain goes farthest: 0.234 with the random walk, 0.574 with SGLD, 0.4 with RSGLD and 0.65 with HMC.

simd_level
    The most of the processor's instruction sets that the chain may use: enum sgmcmc_simd. Default 0: whatever there
    is. Of a library for several x86 instruction sets, a chain takes the widest that this processor has and that is not
    above this; a library for one uses that. Sets of other machines limit nothing. The bits are the same; sgmcmc_chain_simd_level_f32 and _f64 tell which it
    is.

noise_compensation
    Rules: what is taken off the rule's noise for what minibatches bring: enum sgmcmc_noise_compensation. Default
    SGMCMC_NOISE_COMPENSATION_NONE. The others want batches with or without replacement or the caller's, and go with
    SGMCMC_RULE_LANGEVIN without drift, under no preconditioner or a fixed one, and with SGMCMC_RULE_ABOBA,
    SGMCMC_RULE_BAOAB and, where noise_estimate is 0, SGMCMC_RULE_SGHMC. A step that would leave nothing to inject is
    refused with SGMCMC_ERROR_GRADIENT_NOISE: see sgmcmc_chain_compensation_limit_f32 and _f64.

noise_covariance
    SGMCMC_NOISE_COMPENSATION_DIAGONAL, _DENSE: the covariance over minibatches of the gradient of the log posterior,
    summed over all data. Default NULL: the chain finds it in the second half of its burn-in, where every step takes
    the gradient of a second minibatch, and steps are the rule's own until burn_in is over. That wants a burn_in of at
    least 2, batches of the chain's own drawing, and another estimator than SGMCMC_ESTIMATOR_SAGA. What is found has a
    relative standard error of about 2 / sqrt(burn_in), 10 % after 400 steps, by which the noise that is left to
    inject is off: take a burn_in of some thousands.

noise_covariance_len
    How many numbers that has: dim variances for SGMCMC_NOISE_COMPENSATION_DIAGONAL, dim * dim numbers, symmetric,
    for _DENSE. Default 0, which it must be where noise_covariance is NULL.

leapfrog_count
    HMC: how many leapfrog steps a trajectory has, at least 1. A step of the chain asks the log-likelihood that often
    and, with fewer than all data, once more. Default 10.

reserved3
    0: room for a later field.

step_jitter
    HMC: j, by which every trajectory's step is step_size times a number of its own, uniform from 1 - j to 1 + j, so
    that few trajectories come back to where they began; at least 0 and below 1. At 0 all have the same step, and nothing
    is drawn for it. Default 0.3.
```
""" sgmcmc_chain_settings

@bind sgmcmc_block_init(block::Ptr{sgmcmc_block}, block_size::Csize_t)::Cint

@doc raw"""
```text
Sets every field to its default: a block of no parameters yet, which has the chain's prior.

Returns: SGMCMC_OK; SGMCMC_ERROR_STRUCT_SIZE when block_size is nothing that sizeof gives.
Out: block:      block_size bytes; fields that this library does not know are set to 0.
In:  block_size: sizeof(sgmcmc_block).
```
""" sgmcmc_block_init

@bind sgmcmc_chain_settings_init(settings::Ptr{sgmcmc_chain_settings}, struct_size::Csize_t)::Cint

@doc raw"""
```text
Sets every field to its default, and struct_size.

Returns: SGMCMC_OK; SGMCMC_ERROR_STRUCT_SIZE when struct_size is nothing that sizeof gives.
Out: settings:    struct_size bytes; fields that this library does not know are set to 0.
In:  struct_size: sizeof(sgmcmc_chain_settings).
```
""" sgmcmc_chain_settings_init

@bind sgmcmc_settings_text(
    text::Cstring,
    size::Csize_t,
    needed::Ptr{Csize_t},
    settings::Ptr{sgmcmc_chain_settings},
    dim::Csize_t,
)::Cint

@doc raw"""
```text
Writes every setting in force, defaults too, as a line of key = value, and a closing zero: a record of a run, of
which sgmcmc_settings_read makes the same settings, in a program of any language. It is ASCII.

    seed = 0
    batch = WithoutReplacement
    batch.len = 100
    sampler = Rule
    sampler.rule = Sghmc
    sampler.rule.friction = 0.1

Keys and kinds are named as in the Rust library, which a kind's number in this header goes with one by one; what a
kind has of settings follows below its own key. A number has the fewest digits that are read as the same bits.
Vectors and blocks are not written out: of them the line has how many numbers or blocks there are, and a fingerprint.
simd_level is no setting of the chain's law, and is not there.

Returns: SGMCMC_OK; SGMCMC_ERROR_MEMORY_TOO_SMALL; a status for each pointer, enum and flag of the settings that is
         none, and for a setting that its kind does not use; SGMCMC_ERROR_NOT_BUILT. Numbers outside their ranges are not
         refused here.
Out: text:     size bytes, as many as needed; may be NULL where size is 0, to ask for needed alone.
     needed:   the bytes of the text with its zero; may be NULL where text is not.
In:  settings: the chain's settings, with their vectors.
     dim:      the number of parameters, at least 1, though only vectors depend on it.
```
""" sgmcmc_settings_text

@bind sgmcmc_settings_read(
    settings::Ptr{sgmcmc_chain_settings},
    rule::Ptr{sgmcmc_rule},
    step_size::Ptr{sgmcmc_schedule},
    temperature::Ptr{sgmcmc_schedule},
    line::Ptr{Csize_t},
    text::Cstring,
    text_len::Csize_t,
    dim::Csize_t,
)::Cint

@doc raw"""
```text
Sets what the lines of a text name. Lines that are empty or begin with # are passed over, spaces around key and value
too; of two lines with one key the later counts. A number has at most 38 digits, and is neither so large that it would
be infinite nor so small that it would be 0.

A line that changes a kind gives what goes with the new kind its defaults; a number without one, and one that a new
schedule multiplies, is refused by whatever takes the settings until its own line sets it. What goes with the old kind is
forgotten. Vectors and blocks are
those that the settings use: a line that has another length or fingerprint than they is refused, and so is, as a NULL
pointer, a kind with vectors that the settings do not use yet.
What the settings are to each other is checked where a chain is made of them.

Returns: SGMCMC_OK; SGMCMC_ERROR_SETTINGS_LINE for a line without = or without a key, SGMCMC_ERROR_SETTINGS_KEY for a
         key that no setting has, or none that goes with the kinds above it, SGMCMC_ERROR_SETTINGS_VALUE;
         SGMCMC_ERROR_STRUCT_SIZE for a struct that is shorter than this library's, which could not hold all that a
         line may set; as sgmcmc_settings_text.
In/out: settings:    the settings that the lines change, as for a chain. Under an update rule their rule and schedules
                     become the three structs below, under Metropolis-Hastings NULL.
Out: rule:           the update rule, struct_size set by the caller; may be the one that the settings have.
     step_size:      the schedule of the step size, likewise.
     temperature:    the schedule of the temperature, likewise.
     line:           the number of the line, from 1 on, that a status of a line is about, and else 0; written after errors,
                     too, but for SGMCMC_ERROR_OVERLAP; may be NULL.
In:  text:           text_len bytes, without a closing zero; may be NULL for none.
     dim:            the number of parameters.
```
""" sgmcmc_settings_read

struct sgmcmc_model_f32
    struct_size::Csize_t
    log_likelihood::Ptr{Cvoid}
    log_prior::Ptr{Cvoid}
    user::Ptr{Cvoid}
    metric::Ptr{Cvoid}
    diffusion::Ptr{Cvoid}
    step_size::Ptr{Cvoid}
    temperature::Ptr{Cvoid}
end

@doc raw"""
```text
The model whose posterior is sampled. Only read during a call, so that it need not outlive it.

struct_size
    sizeof(sgmcmc_model_f32).

log_likelihood
    Must be set.

log_prior
    Needed under SGMCMC_PRIOR_CALLBACK; under any other prior it must be NULL: SGMCMC_ERROR_LOG_PRIOR_UNUSED.

user
    Handed to every callback as it is; may be NULL.

metric
    Needed for position-dependent preconditioners. It and the three below: else NULL or not, they are not called, so
    that one model serves chains that move in several ways.

diffusion
    Needed for SGMCMC_RULE_RECIPE.

step_size
    Needed for a step size with SGMCMC_SCHEDULE_CALLBACK.

temperature
    Needed for a temperature with SGMCMC_SCHEDULE_CALLBACK.
```
""" sgmcmc_model_f32

struct sgmcmc_model_f64
    struct_size::Csize_t
    log_likelihood::Ptr{Cvoid}
    log_prior::Ptr{Cvoid}
    user::Ptr{Cvoid}
    metric::Ptr{Cvoid}
    diffusion::Ptr{Cvoid}
    step_size::Ptr{Cvoid}
    temperature::Ptr{Cvoid}
end

@doc raw"""
```text
As sgmcmc_model_f32, in doubles.

struct_size

log_likelihood

log_prior

user

metric

diffusion

step_size

temperature
```
""" sgmcmc_model_f64

struct sgmcmc_draw_f32
    step::UInt64
    theta::Ptr{Float32}
    dim::Csize_t
    log_likelihood::Float64
    step_size::Float64
    drift_norm::Float64
    noise_norm::Float64
    accepted::Int32
    ends_cycle::Int32
    saturated::Int32
    diverged::Int32
end

@doc raw"""
```text
A kept draw, as an observer sees it. A later library may append fields.

step
    The step that made the draw, counted from 0.

theta
    theta after the step: dim numbers, valid until the observer returns.

dim
    The number of parameters.

log_likelihood
    The mean log-likelihood over the step's batch: at theta for Metropolis-Hastings; for a rule where the gradient
    was taken, before theta moved.

step_size
    The step size of the step; HMC's before its jitter.

drift_norm
    The Euclidean norm of the drift that the step applied, or proposed; of HMC, in its first leapfrog step.

noise_norm
    The Euclidean norm of the noise that the step applied, or proposed; of HMC, in its first leapfrog step.

accepted
    1 when a proposal was accepted, 0 when theta stayed; always 1 for a rule.

ends_cycle
    1 for the last step of a cycle of a cyclical schedule, else 0.

saturated
    1 when some theta overflowed and was set to the largest finite number, else 0.

diverged
    1 when a trajectory of HMC diverged (divergence_count of sgmcmc_chain_statistics), else 0; theta is then where it
    began.
```
""" sgmcmc_draw_f32

struct sgmcmc_draw_f64
    step::UInt64
    theta::Ptr{Float64}
    dim::Csize_t
    log_likelihood::Float64
    step_size::Float64
    drift_norm::Float64
    noise_norm::Float64
    accepted::Int32
    ends_cycle::Int32
    saturated::Int32
    diverged::Int32
end

@doc raw"""
```text
As sgmcmc_draw_f32, in doubles.

step

theta

dim

log_likelihood

step_size

drift_norm

noise_norm

accepted

ends_cycle

saturated

diverged
```
""" sgmcmc_draw_f64

struct sgmcmc_chain_statistics
    struct_size::Csize_t
    step_count::UInt64
    kept_count::UInt64
    log_likelihood::Float64
    step_size::Float64
    beta::Float64
    noise_scale::Float64
    accepted_count::UInt64
    forward_count::UInt64
    forward_accepted_count::UInt64
    backward_count::UInt64
    backward_accepted_count::UInt64
    nonfinite_count::UInt64
    mean_acceptance::Float64
    beta_capped::Int32
    step_size_capped::Int32
    temperature::Float64
    clipped_count::UInt64
    saturated_count::UInt64
    clamped_count::UInt64
    batch_count::UInt64
    batch_accepted_count::UInt64
    refresh_len::UInt32
    reserved::Int32
    clamped_gradient::Float64
    divergence_count::UInt64
    short_divergence_count::UInt64
    burn_in_divergence_count::UInt64
    unasked_count::UInt64
end

@doc raw"""
```text
Counts and rates of a chain so far.

struct_size
    sizeof(sgmcmc_chain_statistics), set by the caller; only that many bytes are written.

step_count
    Steps done.

kept_count
    Draws kept: after burn-in, due by the thinning, and not in the exploring part of a cycle.

log_likelihood
    The mean log-likelihood over the last batch, at the theta where it was evaluated; NaN before the first step.

step_size
    eta of a rule's last step, or the one set since; for Metropolis-Hastings that of the next proposal.

beta
    beta of the RSGLD proposal, 1 for others.

noise_scale
    sigma of the next forward proposal, the step of HMC; 0 for a rule.

accepted_count
    Accepted proposals; 0 for a rule, which proposes nothing.

forward_count
    Proposals that went up the gradient; all of them but for RSGLD. Under HMC trajectories.

forward_accepted_count
    How many of those were accepted.

backward_count
    Proposals that went down the gradient.

backward_accepted_count
    How many of those were accepted.

nonfinite_count
    Proposals rejected because theta', the model's value or its gradient was not finite, or the model impossible,
    there or anywhere on a trajectory; those of batches by HMC too.

mean_acceptance
    The mean acceptance probability, under HMC of trajectories; NaN before the first proposal.

beta_capped
    Whether the tuner has met its cap on beta: epsilon is too large. 1 if so, else 0.

step_size_capped
    Whether batch noise keeps the tuner of the step size from the acceptance rate that it is to aim at, so that it
    aims at a share of what this noise leaves: see the setting that tunes the step size. Never for HMC, whose
    trajectories this noise does not limit. 1 if so, else 0.

temperature
    tau of a rule's last step, 0 while a cycle explores, NaN before the first step under a schedule of the host's;
    n / likelihood_scale for Metropolis-Hastings, which is exact on all data.

clipped_count
    Gradients that were clipped.

saturated_count
    Steps in which some theta overflowed and was set to the largest finite number: the chain has diverged.

clamped_count
    The lattice walk: moves of single parameters whose drift was longer than a lattice step, and was cut to it.

batch_count
    HMC: batches that were proposed by themselves, one after each trajectory where a batch is not all data.

batch_accepted_count
    How many of those were accepted.

refresh_len
    How many indices of the batch a proposal replaces, m for fresh batches: the settings', or what a warm-up has
    chosen; 0 for rules.

reserved
    0: room for a later field.

clamped_gradient
    The lattice walk: about the length of the mean, over steps after burn-in, of what the cut took off the gradient
    with the drift, over tau: the chain's mean is off by so much of the variance of theta, in a parameter that is
    independent of others. Exact for up to eight parameters; for more, by sums with random signs, its square has a
    standard deviation of about half of it. NaN before such a step.

divergence_count
    HMC: trajectories after burn-in that diverged: their energy came out more than 1000 too large, or something on
    them was not finite or the model impossible. The chain's divergence is where the last one began.

short_divergence_count
    HMC: of these, the ones whose step was no longer than step_size: they say that there are places which the chain
    may not get to, finding 22 of sgmcmc_health_finding. Those that their jitter made longer may say no more than
    that no posterior is stable at such a step.

burn_in_divergence_count
    HMC: trajectories that diverged in burn-in, where step_size is still to be found.

unasked_count
    How many proposals in a row, the last one included, overflowed before the model was asked; after 1000 of them a
    step is refused, until another step size is set.
```
""" sgmcmc_chain_statistics

struct sgmcmc_run_options_f32
    struct_size::Csize_t
    observer::Ptr{Cvoid}
    observer_user::Ptr{Cvoid}
    progress::Ptr{Cvoid}
    progress_user::Ptr{Cvoid}
    health::Ptr{Cvoid}
    interval::UInt64
end

@doc raw"""
```text
Who looks at a run, and how often. Zeros stand for nobody, so that an initializer that names the fields in use will do.

struct_size
    sizeof(sgmcmc_run_options_f32).

observer
    Called after each kept step. Default NULL.

observer_user
    Handed to the observer as it is; may be NULL.

progress
    Called after every step whose count is a multiple of interval, during burn-in, too: to say how far a run is, and to
    stop it from there. How much time is left is for the host to say. Default NULL.

progress_user
    Handed to progress as it is; may be NULL.

health
    Health that looks at the chain after those steps, and notes what was refused; only the step before a look is
    measured. Default NULL.

interval
    How many steps there are from one look to the next: at least 1 with progress or health, else 0. With health and
    batches by epochs without a common factor with the number of an epoch's batches, or heat is not measured.
```
""" sgmcmc_run_options_f32

struct sgmcmc_run_options_f64
    struct_size::Csize_t
    observer::Ptr{Cvoid}
    observer_user::Ptr{Cvoid}
    progress::Ptr{Cvoid}
    progress_user::Ptr{Cvoid}
    health::Ptr{Cvoid}
    interval::UInt64
end

@doc raw"""
```text
As sgmcmc_run_options_f32, in doubles.

struct_size

observer

observer_user

progress

progress_user

health

interval
```
""" sgmcmc_run_options_f64

struct sgmcmc_step
    struct_size::Csize_t
    index::UInt64
    log_likelihood::Float64
    step_size::Float64
    temperature::Float64
    kept::Int32
    accepted::Int32
    ends_cycle::Int32
    saturated::Int32
    diverged::Int32
    reserved::Int32
end

@doc raw"""
```text
What a step did.

struct_size
    sizeof(sgmcmc_step), set by the caller; only that many bytes are written.

index
    The step, counted from 0.

log_likelihood
    The mean log-likelihood over the step's batch: at theta for Metropolis-Hastings; for a rule where the gradient
    was taken, before theta moved.

step_size
    The step's, or for Metropolis-Hastings the next proposal's.

temperature
    The step's, as in sgmcmc_chain_statistics.

kept
    Whether the draw was kept: after burn-in, due by the thinning, not in the exploring part of a cycle. 1 if so,
    else 0.

accepted
    Whether a proposal was accepted, and theta did not stay; always for a rule. 1 if so, else 0.

ends_cycle
    Whether it is the last step of a cycle. 1 if so, else 0.

saturated
    Whether some theta overflowed and was set to the largest finite number. 1 if so, else 0.

diverged
    Whether a trajectory of HMC diverged, by divergence_count of sgmcmc_chain_statistics; theta is then where it
    began. 1 if so, else 0.

reserved
    0: room for a later field.
```
""" sgmcmc_step

@bind sgmcmc_chain_size_f32(size::Ptr{Csize_t}, settings::Ptr{sgmcmc_chain_settings}, dim::Csize_t)::Cint

@bind sgmcmc_chain_size_f64(size::Ptr{Csize_t}, settings::Ptr{sgmcmc_chain_settings}, dim::Csize_t)::Cint

@precisions sgmcmc_chain_size(size, settings, dim)

@doc raw"""
```text
Bytes of memory that a chain with these settings and dim parameters needs.

Returns: SGMCMC_OK; the status that names the setting outside its range; SGMCMC_ERROR_LENGTH_ZERO,
         SGMCMC_ERROR_LENGTH_TOO_LARGE for dim.
Out: size:     bytes, a multiple of sgmcmc_align(), as C11's aligned_alloc wants it.
In:  settings: as for sgmcmc_chain_init_f32, which checks the same.
     dim:      the number of parameters, at least 1.
```
""" sgmcmc_chain_size

@bind sgmcmc_chain_init_f32(
    chain::Ptr{Ptr{Cvoid}},
    mem::Ptr{Cvoid},
    mem_size::Csize_t,
    settings::Ptr{sgmcmc_chain_settings},
    theta::Ptr{Float32},
    dim::Csize_t,
)::Cint

@bind sgmcmc_chain_init_f64(
    chain::Ptr{Ptr{Cvoid}},
    mem::Ptr{Cvoid},
    mem_size::Csize_t,
    settings::Ptr{sgmcmc_chain_settings},
    theta::Ptr{Float64},
    dim::Csize_t,
)::Cint

@precisions sgmcmc_chain_init(chain, mem, mem_size, settings, theta, dim)

@doc raw"""
```text
Starts a chain at theta.

Returns: SGMCMC_OK; the status that names the setting outside its range; SGMCMC_ERROR_MEMORY_TOO_SMALL,
         SGMCMC_ERROR_MEMORY_MISALIGNED, SGMCMC_ERROR_THETA_NOT_FINITE, SGMCMC_ERROR_FLOAT_ENVIRONMENT.
Out: chain:    the chain, which is mem itself.
     mem:      mem_size bytes, at least sgmcmc_chain_size_f32, aligned to sgmcmc_align(); any content,
               but not a chain that a call is using. It stays the caller's: there is nothing to free.
In:  settings: not looked at after this call.
     theta:    dim numbers, finite; copied.
```
""" sgmcmc_chain_init

@bind sgmcmc_chain_hand_over_f32(
    chain::Ptr{Cvoid},
    mem_size::Csize_t,
    settings::Ptr{sgmcmc_chain_settings},
)::Cint

@bind sgmcmc_chain_hand_over_f64(
    chain::Ptr{Cvoid},
    mem_size::Csize_t,
    settings::Ptr{sgmcmc_chain_settings},
)::Cint

@precisions sgmcmc_chain_hand_over(chain, mem_size, settings)

@doc raw"""
```text
Lets the chain go on from its theta under other settings, such as a sampler's after an optimiser's, in the same
memory.

Random numbers go on from where they are, so that none serves twice: seed and chain_index have no effect, though
chain_index must be in range. All else begins anew: the rule's state, schedules, batches, counts and moments. After
an error the chain is as it was.

Returns: SGMCMC_OK; the status that names the setting outside its range; SGMCMC_ERROR_MEMORY_TOO_SMALL,
         SGMCMC_ERROR_FLOAT_ENVIRONMENT.
In/out: chain:    the chain.
In:     mem_size: bytes of the chain's memory, at least the larger of sgmcmc_chain_size_f32 of the old settings and
                  of the new. Afterwards the chain has the size of the new.
        settings: as for sgmcmc_chain_init_f32.
```
""" sgmcmc_chain_hand_over

@bind sgmcmc_chain_step_f32(
    chain::Ptr{Cvoid},
    step::Ptr{sgmcmc_step},
    callback_code::Ptr{Int32},
    batch::Ptr{UInt32},
    batch_len::Csize_t,
    model::Ptr{sgmcmc_model_f32},
)::Cint

@bind sgmcmc_chain_step_f64(
    chain::Ptr{Cvoid},
    step::Ptr{sgmcmc_step},
    callback_code::Ptr{Int32},
    batch::Ptr{UInt32},
    batch_len::Csize_t,
    model::Ptr{sgmcmc_model_f64},
)::Cint

@precisions sgmcmc_chain_step(chain, step, callback_code, batch, batch_len, model)

@doc raw"""
```text
Advances the chain by one step, or leaves every byte of it as it was.

Returns: SGMCMC_OK; SGMCMC_ERROR_STOPPED when a callback returned a code of its own; SGMCMC_ERROR_IMPOSSIBLE;
         SGMCMC_ERROR_LOG_LIKELIHOOD_NOT_FINITE, SGMCMC_ERROR_GRADIENT_NOT_FINITE,
         SGMCMC_ERROR_LOG_PRIOR_NOT_FINITE, SGMCMC_ERROR_PRECONDITIONER_NOT_USABLE,
         SGMCMC_ERROR_DIFFUSION_NOT_FINITE; SGMCMC_ERROR_STEP_SIZE_NOT_USABLE, SGMCMC_ERROR_TEMPERATURE_NOT_USABLE
         when a schedule has come to what the precision cannot hold; SGMCMC_ERROR_GRADIENT_NOISE when noise
         compensation would leave nothing to inject; SGMCMC_ERROR_MODEL_NOT_ASKED, until another step size is set;
         SGMCMC_ERROR_CALLBACK_MISSING; SGMCMC_ERROR_BATCH_KIND for a batch where the chain draws its own, and for none
         with SGMCMC_BATCH_CALLER; SGMCMC_ERROR_BATCH_INDEX.
In/out: chain:         the chain.
Out:    step:          what the step did: struct_size bytes, with struct_size set by the caller; may be NULL.
        callback_code: the callback's code with SGMCMC_ERROR_STOPPED, else untouched; may be NULL.
In:     batch:         batch_len indices, each below data_len, with SGMCMC_BATCH_CALLER; handed to the model as they
                       are. Else NULL.
        batch_len:     at least 1, or 0 where batch is NULL.
        model:         the model.
```
""" sgmcmc_chain_step

@bind sgmcmc_chain_run_f32(
    chain::Ptr{Cvoid},
    callback_code::Ptr{Int32},
    step_count::UInt64,
    model::Ptr{sgmcmc_model_f32},
    observer::Ptr{Cvoid},
    observer_user::Ptr{Cvoid},
)::Cint

@bind sgmcmc_chain_run_f64(
    chain::Ptr{Cvoid},
    callback_code::Ptr{Int32},
    step_count::UInt64,
    model::Ptr{sgmcmc_model_f64},
    observer::Ptr{Cvoid},
    observer_user::Ptr{Cvoid},
)::Cint

@precisions sgmcmc_chain_run(chain, callback_code, step_count, model, observer, observer_user)

@doc raw"""
```text
Steps step_count times and shows the kept draws to the observer, until that or an error stops it.

Returns: as sgmcmc_chain_step_f32; SGMCMC_ERROR_STOPPED_BY_OBSERVER when the observer returned a code of its own.
         Steps before a failing one stay done: sgmcmc_chain_statistics_f32 counts them.
In/out: chain:         the chain.
Out:    callback_code: the callback's or the observer's code when one stopped the run, else untouched; may be NULL.
In:     step_count:    how many steps; 0 does nothing.
        model:         the model.
        observer:      called after each kept step; may be NULL.
        observer_user: handed to the observer as it is; may be NULL.
```
""" sgmcmc_chain_run

@bind sgmcmc_chain_run_watched_f32(
    chain::Ptr{Cvoid},
    callback_code::Ptr{Int32},
    step_count::UInt64,
    model::Ptr{sgmcmc_model_f32},
    options::Ptr{sgmcmc_run_options_f32},
)::Cint

@bind sgmcmc_chain_run_watched_f64(
    chain::Ptr{Cvoid},
    callback_code::Ptr{Int32},
    step_count::UInt64,
    model::Ptr{sgmcmc_model_f64},
    options::Ptr{sgmcmc_run_options_f64},
)::Cint

@precisions sgmcmc_chain_run_watched(chain, callback_code, step_count, model, options)

@doc raw"""
```text
The same, with looks at the chain after every step whose count is a multiple of the options' interval, during burn-in,
too. The bits are the same whoever looks.

Steps are counted from the chain's first, so that a run in pieces is looked at where a whole one is. Of a step whose
draw is kept the observer sees the draw first; then health looks, and then progress.

Returns: as sgmcmc_chain_run_f32; SGMCMC_ERROR_STOPPED_BY_OBSERVER also when progress returned a code of its own;
         SGMCMC_ERROR_PROGRESS_INTERVAL; SGMCMC_ERROR_HEALTH_CHAIN for the health of another chain, or of this one at a
         later step: the step before the look stays done; SGMCMC_ERROR_NOT_BUILT.
In/out: chain:         the chain.
Out:    callback_code: as for sgmcmc_chain_run_f32; progress's code when that stopped the run.
In:     step_count:    how many steps; 0 does nothing.
        model:         the model.
        options:       who looks, and how often. The health that they point to is written, and callbacks may not use it
                       meanwhile.
```
""" sgmcmc_chain_run_watched

@bind sgmcmc_chain_dim_f32(dim::Ptr{Csize_t}, chain::Ptr{Cvoid})::Cint

@bind sgmcmc_chain_dim_f64(dim::Ptr{Csize_t}, chain::Ptr{Cvoid})::Cint

@precisions sgmcmc_chain_dim(dim, chain)

@doc raw"""
```text
The number of parameters of a chain.

Returns: SGMCMC_OK.
Out: dim:   one number.
In:  chain: the chain.
```
""" sgmcmc_chain_dim

@bind sgmcmc_chain_live_size_f32(size::Ptr{Csize_t}, chain::Ptr{Cvoid})::Cint

@bind sgmcmc_chain_live_size_f64(size::Ptr{Csize_t}, chain::Ptr{Cvoid})::Cint

@precisions sgmcmc_chain_live_size(size, chain)

@doc raw"""
```text
The bytes of a chain, to copy or to save: what sgmcmc_chain_size_f32 says of its settings.

Returns: SGMCMC_OK.
Out: size:  bytes, of the chain's memory those in use.
In:  chain: the chain.
```
""" sgmcmc_chain_live_size

@bind sgmcmc_chain_simd_level_f32(level::Ptr{Int32}, chain::Ptr{Cvoid})::Cint

@bind sgmcmc_chain_simd_level_f64(level::Ptr{Int32}, chain::Ptr{Cvoid})::Cint

@precisions sgmcmc_chain_simd_level(level, chain)

@doc raw"""
```text
The instruction set that steps of this chain use here: a number of enum sgmcmc_simd. It follows from the library, the
processor and simd_level of the settings; a chain that is moved to another machine takes what that one has.

Returns: SGMCMC_OK.
Out: level: one number; sgmcmc_simd_level_name has its name.
In:  chain: the chain.
```
""" sgmcmc_chain_simd_level

@bind sgmcmc_chain_theta_f32(chain::Ptr{Cvoid}, theta::Ptr{Float32}, dim::Csize_t)::Cint

@bind sgmcmc_chain_theta_f64(chain::Ptr{Cvoid}, theta::Ptr{Float64}, dim::Csize_t)::Cint

@precisions sgmcmc_chain_theta(chain, theta, dim)

@doc raw"""
```text
Copies theta out.

Returns: SGMCMC_OK; SGMCMC_ERROR_LENGTH_MISMATCH.
Out: theta: dim numbers.
In:  chain: the chain.
     dim:   the chain's number of parameters.
```
""" sgmcmc_chain_theta

@bind sgmcmc_chain_divergence_f32(chain::Ptr{Cvoid}, theta::Ptr{Float32}, dim::Csize_t)::Cint

@bind sgmcmc_chain_divergence_f64(chain::Ptr{Cvoid}, theta::Ptr{Float64}, dim::Csize_t)::Cint

@precisions sgmcmc_chain_divergence(chain, theta, dim)

@doc raw"""
```text
Copies theta out where the last trajectory of HMC began that diverged, in burn-in or after it: see divergence_count of
sgmcmc_chain_statistics. NaN before there is one.

Returns: SGMCMC_OK; SGMCMC_ERROR_LENGTH_MISMATCH.
Out: theta: dim numbers.
In:  chain: the chain.
     dim:   the chain's number of parameters.
```
""" sgmcmc_chain_divergence

@bind sgmcmc_chain_moments_f32(
    chain::Ptr{Cvoid},
    mean::Ptr{Float64},
    variance::Ptr{Float64},
    dim::Csize_t,
    moments::Int32,
)::Cint

@bind sgmcmc_chain_moments_f64(
    chain::Ptr{Cvoid},
    mean::Ptr{Float64},
    variance::Ptr{Float64},
    dim::Csize_t,
    moments::Int32,
)::Cint

@precisions sgmcmc_chain_moments(chain, mean, variance, dim, moments)

@doc raw"""
```text
The mean and variance of every parameter over the kept draws. Before the first, means are 0 and variances NaN.

Returns: SGMCMC_OK; SGMCMC_ERROR_LENGTH_MISMATCH; SGMCMC_ERROR_MOMENTS_KIND for moments that the settings did not
         ask for; SGMCMC_ERROR_NOT_REPRESENTABLE where a variance, or the sum that it is the mean of, is too
         large or too small for a double, as of deviations above 1e150 or below 1.5e-154.
Out: mean:     dim doubles, whatever the precision of theta.
     variance: dim doubles: sum of w (theta - mean)^2 over sum of w, with weights w of 1 or the step size.
In:  chain:    the chain.
     dim:      the chain's number of parameters.
     moments:  SGMCMC_MOMENTS_PLAIN or SGMCMC_MOMENTS_WEIGHTED.
```
""" sgmcmc_chain_moments

@bind sgmcmc_chain_noise_covariance_f32(
    chain::Ptr{Cvoid},
    covariance::Ptr{Float64},
    covariance_len::Csize_t,
)::Cint

@bind sgmcmc_chain_noise_covariance_f64(
    chain::Ptr{Cvoid},
    covariance::Ptr{Float64},
    covariance_len::Csize_t,
)::Cint

@precisions sgmcmc_chain_noise_covariance(chain, covariance, covariance_len)

@doc raw"""
```text
The covariance that noise compensation takes the gradient's noise to have. Where the chain finds it, what it has found
so far; zeros before that.

Returns: SGMCMC_OK; SGMCMC_ERROR_NOISE_COMPENSATION for a chain without; SGMCMC_ERROR_LENGTH_MISMATCH.
Out: covariance:     as settings.noise_covariance: variances, or the numbers of the matrix, row by row.
In:  chain:          the chain.
     covariance_len: dim for SGMCMC_NOISE_COMPENSATION_DIAGONAL, dim * dim for _DENSE.
```
""" sgmcmc_chain_noise_covariance

@bind sgmcmc_chain_compensation_limit_f32(chain::Ptr{Cvoid}, step_size::Ptr{Float64})::Cint

@bind sgmcmc_chain_compensation_limit_f64(chain::Ptr{Cvoid}, step_size::Ptr{Float64})::Cint

@precisions sgmcmc_chain_compensation_limit(chain, step_size)

@doc raw"""
```text
The largest step size at which noise compensation leaves something to inject, for the covariance as it stands, at the
temperature of the last step; infinite where that covariance or the temperature is zero, NaN before the first step under
a temperature of the host's. Larger ones are refused, when a step comes to them, with SGMCMC_ERROR_GRADIENT_NOISE.

Returns: SGMCMC_OK; SGMCMC_ERROR_NOISE_COMPENSATION for a chain without.
In/out: chain:     the chain, whose memory is worked in; it stays as it is.
Out:    step_size: the step size.
```
""" sgmcmc_chain_compensation_limit

@bind sgmcmc_chain_statistics_f32(chain::Ptr{Cvoid}, statistics::Ptr{sgmcmc_chain_statistics})::Cint

@bind sgmcmc_chain_statistics_f64(chain::Ptr{Cvoid}, statistics::Ptr{sgmcmc_chain_statistics})::Cint

@precisions sgmcmc_chain_statistics(chain, statistics)

@doc raw"""
```text
Counts and rates so far.

Returns: SGMCMC_OK; SGMCMC_ERROR_STRUCT_SIZE.
Out: statistics: struct_size bytes, with struct_size set by the caller; fields that this library does not know are
                 set to 0.
In:  chain:      the chain.
```
""" sgmcmc_chain_statistics_f64

@bind sgmcmc_chain_set_step_size_f32(chain::Ptr{Cvoid}, step_size::Float64)::Cint

@bind sgmcmc_chain_set_step_size_f64(chain::Ptr{Cvoid}, step_size::Float64)::Cint

@precisions sgmcmc_chain_set_step_size(chain, step_size)

@doc raw"""
```text
Changes the step size of the steps to come: the rule's, constant from here on, or the proposal's.

Returns: SGMCMC_OK; SGMCMC_ERROR_STEP_SIZE, SGMCMC_ERROR_NOISE_SCALE, SGMCMC_ERROR_KICK, SGMCMC_ERROR_TEMPERATURE,
         SGMCMC_ERROR_UNSTABLE.
In/out: chain:     the chain.
In:     step_size: positive and finite.
```
""" sgmcmc_chain_set_step_size

@bind sgmcmc_chain_tune_beta_f32(
    chain::Ptr{Cvoid},
    callback_code::Ptr{Int32},
    model::Ptr{sgmcmc_model_f32},
)::Cint

@bind sgmcmc_chain_tune_beta_f64(
    chain::Ptr{Cvoid},
    callback_code::Ptr{Int32},
    model::Ptr{sgmcmc_model_f64},
)::Cint

@precisions sgmcmc_chain_tune_beta(chain, callback_code, model)

@doc raw"""
```text
Tunes beta once, from the acceptance since the last time: for hosts that tune between runs. theta does not move; a
look at forward proposals, up to 100 for every 5 per cent that beta shrinks, asks the model.

Returns: as sgmcmc_chain_step_f32; SGMCMC_ERROR_TUNER for a chain without RSGLD proposals,
SGMCMC_ERROR_BETA_MAX where beta_max is not finite and at least beta.
In/out: chain:         the chain.
Out:    callback_code: as for sgmcmc_chain_step_f32.
In:     model:         the model.
```
""" sgmcmc_chain_tune_beta

struct sgmcmc_checkpoint
    struct_size::Csize_t
    version::UInt32
    bits::UInt32
    dim::UInt64
    settings::UInt64
    step_count::UInt64
    size::UInt64
end

@doc raw"""
```text
What a checkpoint says of itself, for hosts that look before they restore.

struct_size
    sizeof(sgmcmc_checkpoint), set by the caller; only that many bytes are written.

version
    The version of its format: this library writes and reads 1.

bits
    Bits of a number of theta: 32 or 64.

dim
    The number of parameters.

settings
    A digest of all settings but seed and chain_index, the same on every machine: equal settings have equal ones.

step_count
    Steps that the chain has done.

size
    How many bytes it has.
```
""" sgmcmc_checkpoint

@bind sgmcmc_checkpoint_read(checkpoint::Ptr{sgmcmc_checkpoint}, bytes::Ptr{Cvoid}, bytes_size::Csize_t)::Cint

@doc raw"""
```text
Says what a checkpoint is of, once its bytes are known to be whole.

Returns: SGMCMC_OK; SGMCMC_ERROR_NOT_CHECKPOINT; SGMCMC_ERROR_CHECKPOINT_VERSION; SGMCMC_ERROR_CHECKPOINT_LENGTH;
         SGMCMC_ERROR_CHECKPOINT_DAMAGED; SGMCMC_ERROR_CHECKPOINT_CONTENTS.
Out: checkpoint: struct_size bytes, with struct_size set by the caller.
In:  bytes:      bytes_size bytes, at any address; none, as an empty file has, are a truncated checkpoint.
```
""" sgmcmc_checkpoint_read

@bind sgmcmc_chain_save_size_f32(size::Ptr{Csize_t}, chain::Ptr{Cvoid})::Cint

@bind sgmcmc_chain_save_size_f64(size::Ptr{Csize_t}, chain::Ptr{Cvoid})::Cint

@precisions sgmcmc_chain_save_size(size, chain)

@doc raw"""
```text
Bytes that sgmcmc_chain_save_f32 writes: always the same for equal settings.

Returns: SGMCMC_OK.
Out: size:  bytes.
In:  chain: the chain.
```
""" sgmcmc_chain_save_size

@bind sgmcmc_chain_save_f32(chain::Ptr{Cvoid}, bytes::Ptr{Cvoid}, bytes_size::Csize_t)::Cint

@bind sgmcmc_chain_save_f64(chain::Ptr{Cvoid}, bytes::Ptr{Cvoid}, bytes_size::Csize_t)::Cint

@precisions sgmcmc_chain_save(chain, bytes, bytes_size)

@doc raw"""
```text
Writes a checkpoint: bytes from which sgmcmc_chain_restore_f32 makes the chain again, in this library or in another
that knows the format, on any machine.

All that steps depend on is there but the settings, of which there is a digest, the data, and what callbacks keep for
themselves. The bytes are little-endian and the same on every target and in every build, and end with a checksum
over them, which finds damage and is no signature. Equal chains are equal bytes. A file that is to survive a power
cut is written beside the old one, synchronised, and renamed onto it.

Returns: SGMCMC_OK; SGMCMC_ERROR_MEMORY_TOO_SMALL.
Out: bytes:      what sgmcmc_chain_save_size_f32 says, at any address; those beyond stay as they are.
In:  chain:      the chain.
     bytes_size: how many there is room for.
```
""" sgmcmc_chain_save

@bind sgmcmc_chain_restore_f32(
    chain::Ptr{Ptr{Cvoid}},
    mem::Ptr{Cvoid},
    mem_size::Csize_t,
    settings::Ptr{sgmcmc_chain_settings},
    dim::Csize_t,
    bytes::Ptr{Cvoid},
    bytes_size::Csize_t,
)::Cint

@bind sgmcmc_chain_restore_f64(
    chain::Ptr{Ptr{Cvoid}},
    mem::Ptr{Cvoid},
    mem_size::Csize_t,
    settings::Ptr{sgmcmc_chain_settings},
    dim::Csize_t,
    bytes::Ptr{Cvoid},
    bytes_size::Csize_t,
)::Cint

@precisions sgmcmc_chain_restore(chain, mem, mem_size, settings, dim, bytes, bytes_size)

@doc raw"""
```text
Makes the chain of a checkpoint again, which goes on as if nothing had come between: the same bits, counts and
moments.

The settings are those with which the chain was made, or handed over to last, and all that steps depend on must be
equal: seed and chain_index have no effect, though chain_index must be in range, since the generators go on from
where they are. A centre that was left to the chain is where it was, and a step size that was set while the chain
ran is set again. Nothing is written unless all is well.

Returns: as sgmcmc_chain_init_f32; SGMCMC_ERROR_NOT_CHECKPOINT, SGMCMC_ERROR_CHECKPOINT_VERSION,
         SGMCMC_ERROR_CHECKPOINT_LENGTH, SGMCMC_ERROR_CHECKPOINT_DAMAGED, SGMCMC_ERROR_CHECKPOINT_PRECISION,
         SGMCMC_ERROR_CHECKPOINT_DIM, SGMCMC_ERROR_CHECKPOINT_SETTINGS, SGMCMC_ERROR_CHECKPOINT_CONTENTS.
Out: chain:      the chain, which is mem itself.
     mem:        as for sgmcmc_chain_init_f32.
In:  settings:   as for sgmcmc_chain_init_f32.
     dim:        the number of parameters.
     bytes:      bytes_size bytes at any address, as many as were saved; none are a truncated checkpoint.
```
""" sgmcmc_chain_restore

@enum sgmcmc_estimate::Int32 begin
    SGMCMC_ESTIMATE_MEAN = 0
    SGMCMC_ESTIMATE_VARIANCE = 1
    SGMCMC_ESTIMATE_DEVIATION = 2
    SGMCMC_ESTIMATE_STANDARD_ERROR = 3
    SGMCMC_ESTIMATE_SAMPLE_SIZE = 4
    SGMCMC_ESTIMATE_DEGREES_OF_FREEDOM = 5
    SGMCMC_ESTIMATE_HALF_WIDTH = 6
    SGMCMC_ESTIMATE_COVARIANCE = 7
    SGMCMC_ESTIMATE_QUANTILE = 8
end

choices(::Type{sgmcmc_estimate}) = (
    mean = SGMCMC_ESTIMATE_MEAN,
    variance = SGMCMC_ESTIMATE_VARIANCE,
    deviation = SGMCMC_ESTIMATE_DEVIATION,
    standard_error = SGMCMC_ESTIMATE_STANDARD_ERROR,
    sample_size = SGMCMC_ESTIMATE_SAMPLE_SIZE,
    degrees_of_freedom = SGMCMC_ESTIMATE_DEGREES_OF_FREEDOM,
    half_width = SGMCMC_ESTIMATE_HALF_WIDTH,
    covariance = SGMCMC_ESTIMATE_COVARIANCE,
    quantile = SGMCMC_ESTIMATE_QUANTILE,
)

@doc raw"""
```text
What estimates are of each number that a draw has. More is in docs/src/equations.md.

SGMCMC_ESTIMATE_MEAN
    The means, 0 before the first draw.

SGMCMC_ESTIMATE_VARIANCE
    The variances, sum of w (x - mean)^2 / sum of w; NaN before the first draw, and refused where one is too large
    or too small for a double, of a deviation above 1e154 or below 1.5e-154.

SGMCMC_ESTIMATE_DEVIATION
    The deviations, the roots of the variances, right from 1e-300 to 1e300; NaN before the first draw.

SGMCMC_ESTIMATE_STANDARD_ERROR
    The Monte Carlo standard errors of the means; NaN below 16 draws. Of several chains they are by how far the
    chains' means are apart where these differ by more than each chain's own error lets them. The doubts say when
    not to trust them.

SGMCMC_ESTIMATE_SAMPLE_SIZE
    The effective sample sizes, how many independent draws would give the mean as exactly: the variance over the
    squared standard error, times (1 - 2/(9 nu))^3 with its nu degrees of freedom, and 1 more, since that square is
    itself an estimate. NaN below 16 draws, and for what does not vary.

SGMCMC_ESTIMATE_DEGREES_OF_FREEDOM
    The degrees of freedom of the standard errors, at least 1: (mean - truth) / error has nearly Student's t
    distribution with as many. NaN below 16 draws.

SGMCMC_ESTIMATE_HALF_WIDTH
    Half-widths of intervals: from mean - half-width to mean + half-width is what the mean estimates, with
    probability p, such as 0.95, where there is no doubt. Student's quantile times the standard error; NaN below 16
    draws.

SGMCMC_ESTIMATE_COVARIANCE
    The covariances, row by row, as many as the square of how many numbers a draw has, where the settings ask for
    them.

SGMCMC_ESTIMATE_QUANTILE
    The quantiles, below which the share p of all weight is, where the settings give room for centroids; NaN before
    the first draw.
```
""" sgmcmc_estimate

@enum sgmcmc_doubt::Int32 begin
    SGMCMC_DOUBT_TOO_SHORT = 1
    SGMCMC_DOUBT_CHAINS_DISAGREE = 2
end

choices(::Type{sgmcmc_doubt}) = (
    too_short = SGMCMC_DOUBT_TOO_SHORT,
    chains_disagree = SGMCMC_DOUBT_CHAINS_DISAGREE,
)

@doc raw"""
```text
Why a standard error, and what is made of it, is not to be trusted: bit c of a number's doubts is set for the one
with number c. The numbers are never given to another meaning; a later library may have more of them.

SGMCMC_DOUBT_TOO_SHORT
    The draws cannot tell: fewer than 16 of them or 20 effective ones, or they stay correlated over an eighth of
    what was drawn or more, or do not vary (of up to ten merged chains in one of them), or a few of them outweigh
    all others together. The error is more likely too small than too large; a longer run tells.

SGMCMC_DOUBT_CHAINS_DISAGREE
    Chains that were merged have means further apart than their own errors allow: they are in different modes, or
    have not come to the stationary law. The error is that of so few means as there are chains.
```
""" sgmcmc_doubt

struct sgmcmc_estimate_settings
    struct_size::Csize_t
    weights::Int32
    covariance::Int32
    centroid_count::UInt32
    window_len::UInt32
end

enum_fields(::Type{sgmcmc_estimate_settings}) = (
    weights = sgmcmc_draw_weight,
)

@doc raw"""
```text
What estimates are to hold. Call sgmcmc_estimate_settings_init first, then set what should differ.

struct_size
    sizeof(sgmcmc_estimate_settings) of the caller's header, set by sgmcmc_estimate_settings_init.

weights
    What a draw of a chain counts: enum sgmcmc_draw_weight. Default SGMCMC_DRAW_WEIGHT_EQUAL.

covariance
    1 for covariances, len (len + 1) / 2 numbers in place of len variances; else 0, the default.

centroid_count
    How many centroids each of the len digests has room for, from which quantiles are read: 0 for none, the default,
    else at least 16. As long as no more different numbers were drawn, quantiles are the draws', linear between the
    middles of successive ones. From then on the mass below a quantile q is off by at most about e sqrt(q (1 - q)) +
    e^2/4, at the ends, too, and mostly by a tenth of that: e is pi/delta with delta three quarters of the room for
    draws of one smooth law, 0.008 of the mass at the median with 256; twice that where the law drifts or has long
    tails, and where digests of unlike laws were merged, but more at the ends of laws that span tens of
    powers of e, such as a lognormal one of sigma = 30; three times that beside numbers that are drawn often.

window_len
    For how many means of successive draws there is room, of which standard errors, effective sample sizes and
    intervals are made: 0 for none of these, else even and from 32 to 1024; default 128. A chain's memory is seen as
    long as it is below about an eighth of the run.
```
""" sgmcmc_estimate_settings

struct sgmcmc_convergence
    struct_size::Csize_t
    r_hat::Float64
    bulk_sample_size::Float64
    tail_sample_size::Float64
end

@doc raw"""
```text
Whether chains agree, and how many independent draws they are worth, in one number of their draws. More is in
docs/src/equations.md.

struct_size
    sizeof(sgmcmc_convergence), set by the caller; only that many bytes are written.

r_hat
    The rank-normalised split R-hat: the larger of that of z, the normal quantiles of the draws' ranks, and that of
    the ranks of |x - median|: 1 where chains agree; above 1.01 they are not to be trusted.

bulk_sample_size
    The effective sample size of the bulk, that of z.

tail_sample_size
    That of the tails: the smaller of those of x <= q for the quantiles q at 5 and 95 %.
```
""" sgmcmc_convergence

@bind sgmcmc_estimates_save_size(size::Ptr{Csize_t}, estimates::Ptr{Cvoid})::Cint

@doc raw"""
```text
Bytes that sgmcmc_estimates_save writes: always the same for equal settings.

Returns: SGMCMC_OK.
Out: size:      bytes.
In:  estimates: the estimates.
```
""" sgmcmc_estimates_save_size

@bind sgmcmc_estimates_save(estimates::Ptr{Cvoid}, bytes::Ptr{Cvoid}, bytes_size::Csize_t)::Cint

@doc raw"""
```text
Writes the estimates into bytes, from which sgmcmc_estimates_restore makes them again, in any build of the library and
on any machine: to be merged there, or to go on with the same bits.

Returns: SGMCMC_OK; SGMCMC_ERROR_MEMORY_TOO_SMALL for fewer bytes than sgmcmc_estimates_save_size.
Out: bytes:      bytes_size bytes, at any address, of which as many as sgmcmc_estimates_save_size says are written.
In:  estimates:  the estimates.
```
""" sgmcmc_estimates_save

@bind sgmcmc_estimates_saved_settings(
    settings::Ptr{sgmcmc_estimate_settings},
    len::Ptr{Csize_t},
    bytes::Ptr{Cvoid},
    bytes_size::Csize_t,
)::Cint

@doc raw"""
```text
The settings of saved estimates, for which sgmcmc_estimates_size has the memory that they want.

Returns: SGMCMC_OK; SGMCMC_ERROR_NOT_CHECKPOINT; SGMCMC_ERROR_CHECKPOINT_VERSION; SGMCMC_ERROR_CHECKPOINT_LENGTH;
         SGMCMC_ERROR_CHECKPOINT_DAMAGED; SGMCMC_ERROR_CHECKPOINT_CONTENTS.
Out: settings: the settings: struct_size bytes, with struct_size set by the caller.
     len:      how many numbers a draw has.
In:  bytes:    bytes_size bytes, at any address.
```
""" sgmcmc_estimates_saved_settings

@bind sgmcmc_estimates_restore(
    estimates::Ptr{Ptr{Cvoid}},
    mem::Ptr{Cvoid},
    mem_size::Csize_t,
    bytes::Ptr{Cvoid},
    bytes_size::Csize_t,
)::Cint

@doc raw"""
```text
Makes the estimates again that sgmcmc_estimates_save wrote.

Returns: SGMCMC_OK; those of sgmcmc_estimates_saved_settings; SGMCMC_ERROR_MEMORY_TOO_SMALL,
         SGMCMC_ERROR_MEMORY_MISALIGNED. After an error nothing was written.
Out: estimates: the estimates, which are mem itself.
     mem:       mem_size bytes, as for sgmcmc_estimates_init.
In:  bytes:     bytes_size bytes, at any address; not looked at after this call.
```
""" sgmcmc_estimates_restore

@bind sgmcmc_estimate_settings_init(settings::Ptr{sgmcmc_estimate_settings}, struct_size::Csize_t)::Cint

@doc raw"""
```text
Fills settings with the defaults.

Returns: SGMCMC_OK.
Out: settings:    the settings, whose struct_size becomes the one given.
In:  struct_size: sizeof(sgmcmc_estimate_settings) of the caller's header.
```
""" sgmcmc_estimate_settings_init

@bind sgmcmc_estimates_size(size::Ptr{Csize_t}, settings::Ptr{sgmcmc_estimate_settings}, len::Csize_t)::Cint

@doc raw"""
```text
Bytes of memory that estimates of len numbers need.

Returns: SGMCMC_OK; SGMCMC_ERROR_DRAW_WEIGHT, SGMCMC_ERROR_FLAG, SGMCMC_ERROR_CENTROID_COUNT,
         SGMCMC_ERROR_WINDOW_LEN.
Out: size:     bytes, a multiple of sgmcmc_align().
In:  settings: as for sgmcmc_estimates_init; may be NULL, for the defaults.
     len:      how many numbers a draw has, at least 1.
```
""" sgmcmc_estimates_size

@bind sgmcmc_estimates_init(
    estimates::Ptr{Ptr{Cvoid}},
    mem::Ptr{Cvoid},
    mem_size::Csize_t,
    settings::Ptr{sgmcmc_estimate_settings},
    len::Csize_t,
)::Cint

@doc raw"""
```text
Makes estimates of nothing yet.

Returns: SGMCMC_OK; those of sgmcmc_estimates_size; SGMCMC_ERROR_MEMORY_TOO_SMALL,
         SGMCMC_ERROR_MEMORY_MISALIGNED.
Out: estimates: the estimates, which are mem itself.
     mem:       mem_size bytes, at least sgmcmc_estimates_size, aligned to sgmcmc_align(); any content. It
                stays the caller's: there is nothing to free.
In:  settings:  not looked at after this call; may be NULL, for the defaults.
     len:       how many numbers a draw has, at least 1: dim for theta itself.
```
""" sgmcmc_estimates_init

@bind sgmcmc_estimates_merge(estimates::Ptr{Cvoid}, other::Ptr{Cvoid})::Cint

@doc raw"""
```text
Takes in what other estimates have, of another chain: as if all draws had been given to one, up to rounding and
whatever the order.

Standard errors are then those of the chains together, by each chain's own and by how far their means are apart. With
SGMCMC_DRAW_WEIGHT_NEXT_STEP_SIZE the draw that waits there for its weight stays out. Draws that are pushed afterwards
are of the chain that these estimates had.

Returns: SGMCMC_OK; SGMCMC_ERROR_LENGTH_MISMATCH for another len, SGMCMC_ERROR_OTHER_SETTINGS for other settings;
         SGMCMC_ERROR_LENGTH_TOO_LARGE from 2^64 draws on, or an infinite weight.
In/out: estimates: the estimates.
In:     other:     those of another chain.
```
""" sgmcmc_estimates_merge

@bind sgmcmc_estimates_counts(draw_count::Ptr{UInt64}, weight::Ptr{Float64}, estimates::Ptr{Cvoid})::Cint

@doc raw"""
```text
How many draws there are, and the sum of their weights.

Returns: SGMCMC_OK.
Out: draw_count: the number of draws; may be NULL.
     weight:     the sum of their weights; may be NULL.
In:  estimates:  the estimates.
```
""" sgmcmc_estimates_counts

@bind sgmcmc_estimates_read(
    out::Ptr{Float64},
    len::Csize_t,
    estimates::Ptr{Cvoid},
    estimate::Int32,
    p::Float64,
)::Cint

@doc raw"""
```text
What estimates are of every number that a draw has: see sgmcmc_estimate.

Returns: SGMCMC_OK; SGMCMC_ERROR_CHOICE; SGMCMC_ERROR_LENGTH_MISMATCH; SGMCMC_ERROR_PROBABILITY;
         SGMCMC_ERROR_NOT_ESTIMATED for a covariance or a quantile that the settings did not ask for, and for what
         window_len = 0 has no room for: standard errors, sample sizes, degrees of freedom, half-widths;
         SGMCMC_ERROR_NOT_REPRESENTABLE.
Out: out:       len numbers, as many as a draw has; the square of that for SGMCMC_ESTIMATE_COVARIANCE.
In:  estimates: the estimates.
     estimate:  enum sgmcmc_estimate.
     p:         SGMCMC_ESTIMATE_HALF_WIDTH: above 0 and below 1; SGMCMC_ESTIMATE_QUANTILE: from 0 to 1; else 0.
```
""" sgmcmc_estimates_read

@bind sgmcmc_estimates_doubts(doubts::Ptr{UInt32}, len::Csize_t, estimates::Ptr{Cvoid})::Cint

@doc raw"""
```text
Why the standard error of each number, and what is made of it, is not to be trusted; 0 where nothing is doubtful.

Returns: SGMCMC_OK; SGMCMC_ERROR_LENGTH_MISMATCH; SGMCMC_ERROR_NOT_ESTIMATED where window_len is 0.
Out: doubts:    len numbers, as many as a draw has: bit c is set for the enum sgmcmc_doubt with number c.
In:  estimates: the estimates.
```
""" sgmcmc_estimates_doubts

@bind sgmcmc_r_hat(
    r_hat::Ptr{Float64},
    means::Ptr{Float64},
    variances::Ptr{Float64},
    count::Csize_t,
    draw_count::UInt64,
)::Cint

@doc raw"""
```text
R-hat of chains, or halves of chains, of equal length, from their means and variances as estimates of each give
them: sqrt((n - 1) / n + B / (n W)), with W the mean of their unbiased variances and B / n the variance of their
means. With the halves of every chain it is the split R-hat. NaN below two of them, below two draws, and for what does
not vary at all; infinite where each chain is constant, and not all at one number.

Returns: SGMCMC_OK.
Out: r_hat:      one number.
In:  means:      count means.
     variances:  count variances, sum of (x - mean)^2 over n.
     draw_count: n, how many draws each has.
```
""" sgmcmc_r_hat

@bind sgmcmc_convergence_size(size::Ptr{Csize_t}, chain_count::Csize_t, draw_count::Csize_t)::Cint

@doc raw"""
```text
Bytes of memory that sgmcmc_convergence_f32 and _f64 work in.

Returns: SGMCMC_OK.
Out: size:        bytes.
In:  chain_count: how many chains there are, at least 1.
     draw_count:  how many draws each has, at least 1.
```
""" sgmcmc_convergence_size

@bind sgmcmc_reservoir_size()::Csize_t

@doc raw"""
```text
Bytes of memory that a reservoir needs besides its buffer, a multiple of sgmcmc_align().
```
""" sgmcmc_reservoir_size

@bind sgmcmc_reservoir_init(
    reservoir::Ptr{Ptr{Cvoid}},
    mem::Ptr{Cvoid},
    mem_size::Csize_t,
    dim::Csize_t,
)::Cint

@doc raw"""
```text
Makes an empty reservoir.

Returns: SGMCMC_OK; SGMCMC_ERROR_MEMORY_TOO_SMALL, SGMCMC_ERROR_MEMORY_MISALIGNED.
Out: reservoir: the reservoir, which is mem itself.
     mem:       mem_size bytes, at least sgmcmc_reservoir_size(), aligned to sgmcmc_align(); stays the
                caller's.
In:  dim:       how many numbers a row has, at least 1.
```
""" sgmcmc_reservoir_init

@bind sgmcmc_reservoir_counts(
    kept::Ptr{Csize_t},
    stride::Ptr{UInt64},
    shown::Ptr{UInt64},
    reservoir::Ptr{Cvoid},
)::Cint

@doc raw"""
```text
What a reservoir holds: row i of its buffer is the one that was shown after i times stride others.

Returns: SGMCMC_OK.
Out: kept:      how many rows, at the beginning of the buffer; may be NULL.
     stride:    a power of two; may be NULL.
     shown:     how many rows it was shown; may be NULL.
In:  reservoir: the reservoir.
```
""" sgmcmc_reservoir_counts

@bind sgmcmc_estimates_push_f32(
    estimates::Ptr{Cvoid},
    values::Ptr{Float32},
    len::Csize_t,
    weight::Float64,
)::Cint

@bind sgmcmc_estimates_push_f64(
    estimates::Ptr{Cvoid},
    values::Ptr{Float64},
    len::Csize_t,
    weight::Float64,
)::Cint

@precisions sgmcmc_estimates_push(estimates, values, len, weight)

@doc raw"""
```text
Takes a draw into estimates: theta, or any numbers that the host makes of it.

Returns: SGMCMC_OK; SGMCMC_ERROR_LENGTH_MISMATCH; SGMCMC_ERROR_NOT_FINITE; SGMCMC_ERROR_WEIGHT. After an error the
         estimates are as they were.
In/out: estimates: the estimates.
In:     values:    len numbers, finite, as many as the estimates are of.
        weight:    what the draw counts, from 1e-100 to 1e100; 1 where all count the same.
```
""" sgmcmc_estimates_push

@bind sgmcmc_estimates_observe_f32(estimates::Ptr{Cvoid}, draw::Ptr{sgmcmc_draw_f32})::Int32

@bind sgmcmc_estimates_observe_f64(estimates::Ptr{Cvoid}, draw::Ptr{sgmcmc_draw_f64})::Int32

@precisions sgmcmc_estimates_observe(estimates, draw)

@doc raw"""
```text
An observer that takes theta of every kept draw into estimates: give it to sgmcmc_chain_run_f32, with the estimates
as its user pointer. What a draw counts is sgmcmc_estimate_settings.weights.

Returns: 0; the status of a refusal, as for sgmcmc_estimates_push_f32, which stops the run.
In/out: estimates: the estimates, a sgmcmc_estimates.
In:     draw:      the draw.
```
""" sgmcmc_estimates_observe

@bind sgmcmc_convergence_f32(
    convergence::Ptr{sgmcmc_convergence},
    mem::Ptr{Cvoid},
    mem_size::Csize_t,
    draws::Ptr{Float32},
    chain_count::Csize_t,
    draw_count::Csize_t,
    dim::Csize_t,
    column::Csize_t,
)::Cint

@bind sgmcmc_convergence_f64(
    convergence::Ptr{sgmcmc_convergence},
    mem::Ptr{Cvoid},
    mem_size::Csize_t,
    draws::Ptr{Float64},
    chain_count::Csize_t,
    draw_count::Csize_t,
    dim::Csize_t,
    column::Csize_t,
)::Cint

@precisions sgmcmc_convergence(convergence, mem, mem_size, draws, chain_count, draw_count, dim, column)

@doc raw"""
```text
Whether stored chains agree, and how many independent draws they are worth, in one number of their draws: see
sgmcmc_convergence. The time is that of sorts and Fourier transforms, however long the draws stay correlated. NaN below
four draws a chain, and r_hat for what does not vary.

Returns: SGMCMC_OK; SGMCMC_ERROR_NOT_FINITE for any draw; SGMCMC_ERROR_LENGTH_TOO_LARGE unless column is below dim;
         SGMCMC_ERROR_MEMORY_TOO_SMALL.
Out: convergence: struct_size bytes, with struct_size set by the caller.
     mem:         mem_size bytes, at least sgmcmc_convergence_size, aligned to 64; any content, and another
                  afterwards.
In:  draws:       chain_count times draw_count times dim numbers: all rows of the first chain, then of the second.
     chain_count: at least 1.
     draw_count:  of each chain, at least 1.
     dim:         how many numbers a row has, at least 1.
     column:      which of them is asked about, from 0.
```
""" sgmcmc_convergence_f64

@bind sgmcmc_stein_sum_f32(
    sum::Ptr{Float64},
    x::Ptr{Float32},
    x_scores::Ptr{Float32},
    x_count::Csize_t,
    y::Ptr{Float32},
    y_scores::Ptr{Float32},
    y_count::Csize_t,
    dim::Csize_t,
    c::Float64,
)::Cint

@bind sgmcmc_stein_sum_f64(
    sum::Ptr{Float64},
    x::Ptr{Float64},
    x_scores::Ptr{Float64},
    x_count::Csize_t,
    y::Ptr{Float64},
    y_scores::Ptr{Float64},
    y_count::Csize_t,
    dim::Csize_t,
    c::Float64,
)::Cint

@precisions sgmcmc_stein_sum(sum, x, x_scores, x_count, y, y_scores, y_count, dim, c)

@doc raw"""
```text
The sum over all pairs of two blocks of draws from which the kernel Stein discrepancy comes: how far draws are from a
target of which only the gradient is known. With the score s(x) at a draw, and u = c^2 + |x - y|^2,

    s(x).s(y) / u^(1/2) - (s(y) - s(x)).(x - y) / u^(3/2) + dim / u^(3/2) - 3 |x - y|^2 / u^(5/2)

The discrepancy of N draws is the root of the sum over all their pairs, over N. It falls with N for a sampler that is
right and stays for one that is not. Pairs may be summed in blocks; blocks of different draws count twice. c = 1
suits draws whose deviations are about 1: scale others, and their scores by the inverse.

Returns: SGMCMC_OK; SGMCMC_ERROR_NOT_FINITE; SGMCMC_ERROR_KERNEL_SCALE.
Out: sum:      one number.
In:  x:        x_count rows of dim numbers.
     x_scores: as many: the gradient of the log target at each row, over all data and with the prior's.
     y:        y_count rows, which may be x.
     y_scores: their gradients.
     c:        the kernel's scale, positive, its square a normal number.
```
""" sgmcmc_stein_sum

@bind sgmcmc_reservoir_push_f32(
    reservoir::Ptr{Cvoid},
    rows::Ptr{Float32},
    rows_len::Csize_t,
    row::Ptr{Float32},
    dim::Csize_t,
)::Cint

@bind sgmcmc_reservoir_push_f64(
    reservoir::Ptr{Cvoid},
    rows::Ptr{Float64},
    rows_len::Csize_t,
    row::Ptr{Float64},
    dim::Csize_t,
)::Cint

@precisions sgmcmc_reservoir_push(reservoir, rows, rows_len, row, dim)

@doc raw"""
```text
Shows a reservoir the next row, which is copied to its place when it is due.

Returns: SGMCMC_OK; SGMCMC_ERROR_LENGTH_MISMATCH for a row of another length; SGMCMC_ERROR_MEMORY_TOO_SMALL for room
         for fewer than two rows, or than are kept.
In/out: reservoir: the reservoir.
        rows:      rows_len numbers: the buffer, the same in every call; the first rows are those that are kept.
In:     row:       dim numbers.
```
""" sgmcmc_reservoir_push

@enum sgmcmc_finding::Int32 begin
    SGMCMC_FINDING_CURVATURE_BINDS = 1
    SGMCMC_FINDING_NOISE_BINDS = 2
    SGMCMC_FINDING_NO_STEP_SIZE = 3
    SGMCMC_FINDING_STEP_TOO_LARGE = 4
    SGMCMC_FINDING_UNSTABLE = 5
    SGMCMC_FINDING_STEP_TOO_SMALL = 6
    SGMCMC_FINDING_CONTROL_VARIATE_PAYS = 7
    SGMCMC_FINDING_COMPENSATION_PAYS = 8
    SGMCMC_FINDING_NOISE_CORRELATED = 9
    SGMCMC_FINDING_SLOW = 10
    SGMCMC_FINDING_FAR_FROM_MODE = 11
    SGMCMC_FINDING_NOT_CONCAVE = 12
    SGMCMC_FINDING_UNPREDICTED = 13
    SGMCMC_FINDING_ACCEPTANCE_CAPPED = 14
    SGMCMC_FINDING_SCALE_TOO_LARGE = 15
    SGMCMC_FINDING_ROUNDING_BINDS = 16
    SGMCMC_FINDING_RULE_BIASED = 17
    SGMCMC_FINDING_CLAMPED = 18
end

choices(::Type{sgmcmc_finding}) = (
    curvature_binds = SGMCMC_FINDING_CURVATURE_BINDS,
    noise_binds = SGMCMC_FINDING_NOISE_BINDS,
    no_step_size = SGMCMC_FINDING_NO_STEP_SIZE,
    step_too_large = SGMCMC_FINDING_STEP_TOO_LARGE,
    unstable = SGMCMC_FINDING_UNSTABLE,
    step_too_small = SGMCMC_FINDING_STEP_TOO_SMALL,
    control_variate_pays = SGMCMC_FINDING_CONTROL_VARIATE_PAYS,
    compensation_pays = SGMCMC_FINDING_COMPENSATION_PAYS,
    noise_correlated = SGMCMC_FINDING_NOISE_CORRELATED,
    slow = SGMCMC_FINDING_SLOW,
    far_from_mode = SGMCMC_FINDING_FAR_FROM_MODE,
    not_concave = SGMCMC_FINDING_NOT_CONCAVE,
    unpredicted = SGMCMC_FINDING_UNPREDICTED,
    acceptance_capped = SGMCMC_FINDING_ACCEPTANCE_CAPPED,
    scale_too_large = SGMCMC_FINDING_SCALE_TOO_LARGE,
    rounding_binds = SGMCMC_FINDING_ROUNDING_BINDS,
    rule_biased = SGMCMC_FINDING_RULE_BIASED,
    clamped = SGMCMC_FINDING_CLAMPED,
)

@doc raw"""
```text
What a pilot has found: bit c of its report's findings is set for the one with number c. The numbers are never
given to another meaning; a later library may have more of them.

SGMCMC_FINDING_CURVATURE_BINDS
    It is the curvature that limits the step size.

SGMCMC_FINDING_NOISE_BINDS
    It is the gradient's noise that limits the step size.

SGMCMC_FINDING_NO_STEP_SIZE
    No step size keeps what is tolerated, or is accepted; another finding says why.

SGMCMC_FINDING_STEP_TOO_LARGE
    The chain's own step size gives more than one and a half times the tolerated inflation, or of what the rule
    does by itself where that is more.

SGMCMC_FINDING_UNSTABLE
    The chain's own step size lets theta grow without end; never a lattice walk's.

SGMCMC_FINDING_STEP_TOO_SMALL
    The chain's own step size is below a hundredth of what would do.

SGMCMC_FINDING_CONTROL_VARIATE_PAYS
    A control variate would allow at least twice the step, which is what its gradients cost.

SGMCMC_FINDING_COMPENSATION_PAYS
    Taking the gradient's noise off the injected one would allow at least twice the step.

SGMCMC_FINDING_NOISE_CORRELATED
    The gradient's noise is correlated between coordinates: only dense compensation takes it off.

SGMCMC_FINDING_SLOW
    At the step size that would do, the slowest direction takes more than a million steps to forget.

SGMCMC_FINDING_FAR_FROM_MODE
    The gradient is much longer than where the posterior has its mass: go nearer to the mode and look again.

SGMCMC_FINDING_NOT_CONCAVE
    The log posterior is not concave here.

SGMCMC_FINDING_UNPREDICTED
    What the chain's rule, drift or preconditioner makes of a step size is not predicted.

SGMCMC_FINDING_ACCEPTANCE_CAPPED
    Batch noise keeps the acceptance of the chain's proposals below 0.8 at any step size.

SGMCMC_FINDING_SCALE_TOO_LARGE
    Even one replaced index leaves the cap below 0.8: likelihood_scale is too large for m.

SGMCMC_FINDING_ROUNDING_BINDS
    At the step size that would do, or at a lattice walk's own, the rounding of theta does more than what is
    tolerated.

SGMCMC_FINDING_RULE_BIASED
    What the rule's friction, noise estimate or redraws do to variances is more than what is tolerated, at every
    step size.

SGMCMC_FINDING_CLAMPED
    At the chain's own step size what the lattice walk clamps moves the mean by more than one and a half times the
    tolerated inflation, in standard deviations. With p = pair_count the pilot sees every datum, with certainty,
    where n/m is at most p, for batches of one where n is at most 2 p, except on batches with replacement of m > 1.
    Of other batches it sees one datum that is alone with probability 2 p m/n, or 1 - (1 - 1/n)^(2 p m) with
    replacement: then steps are below what it allows, and predicted_shift is NaN, since it may be the only one or
    have others to the other side. Of k such to one side, of which k' = 2 p m k/n come on average, steps are below
    with probability 1 - exp(-k'), and the shift is known where more than four come, with 0.37 for k' = 4, 0.9 for
    8 and 0.99 for 12.
```
""" sgmcmc_finding

struct sgmcmc_pilot_settings
    struct_size::Csize_t
    seed::UInt64
    pair_count::UInt32
    product_count::UInt32
    difference::Float64
    inflation::Float64
    covariance::Int32
    batch_len::UInt32
end

@doc raw"""
```text
Settings of a pilot: what it costs, and what is tolerated. Call sgmcmc_pilot_settings_init first, then set what
should differ. More is in docs/src/equations.md.

struct_size
    sizeof(sgmcmc_pilot_settings) of the caller's header, set by sgmcmc_pilot_settings_init.

seed
    The seed of the pilot's own random numbers, which are not those of a chain with this seed. Default 0.

pair_count
    How many pairs of batches the variances come from. Their relative standard errors are about sqrt(2 /
    pair_count). From 4 to 65536; default 256.

product_count
    How many products with the curvature Lanczos' method takes. It finds the largest curvature from below, and
    exactly with d of them; 16 are within a few per cent for the spectra of most models. That is of all data where
    pair_count batches hold them; else of so many batches of an epoch, each product the same, which a datum is not
    in by a chance of 1 - pair_count m/n (of exp(-pair_count m/n) in a build without the family batches, which
    draws them afresh): where single data have much of the curvature, take pairs up to n/m, rounded up, or a larger
    batch_len. This and difference mean nothing to a random walk, which asks for no gradients. From 1 to 256;
    default 16.

difference
    How far a difference of gradients reaches, in standard deviations of the posterior as the curvature in that
    direction has them; 0 is 2^-10 in double and 1/4 in float. Further where theta is so large that its rounding
    would show. From 0 to 10; default 0.

inflation
    delta, how much too large any variance may be, as a share of it, and how far off the mean of a lattice walk
    that clamps, in standard deviations. It means nothing to proposals, which a step size makes slow, not wrong.
    Above 0 and at most 1; default 0.05.

covariance
    Whether the covariance of the gradient's noise is wanted as a matrix, for at most 64 parameters. 1 if so, else
    0, the default.

batch_len
    m of the batches that the pilot draws; 0 is the chain's own. Needed where the caller gives the batches. A
    warm-up finds what the chain's own batches want, and refuses another m. Default 0.
```
""" sgmcmc_pilot_settings

struct sgmcmc_pilot_report
    struct_size::Csize_t
    findings::UInt64
    gradient_count::UInt64
    refresh_len::UInt32
    batch_len::UInt32
    curvature::Float64
    least_curvature::Float64
    mean_curvature::Float64
    noise_variance::Float64
    noise_direction::Float64
    variate_variance::Float64
    variate_direction::Float64
    gradient_norm::Float64
    expected_gradient_norm::Float64
    log_likelihood_variance::Float64
    step_size::Float64
    curvature_limit::Float64
    noise_limit::Float64
    stability_limit::Float64
    rounding_limit::Float64
    variate_step_size::Float64
    compensated_step_size::Float64
    predicted_inflation::Float64
    relaxation_steps::Float64
    noise_scale::Float64
    acceptance_cap::Float64
    least_refresh_cap::Float64
    inflation_base::Float64
    inflation_by_noise::Float64
    inflation_by_curvature::Float64
    inflation_by_both::Float64
    clamped_limit::Float64
    predicted_shift::Float64
    own_variance::Float64
end

@doc raw"""
```text
What a pilot has measured at one theta, and what follows for the step size. More is in docs/src/equations.md.

struct_size
    sizeof(sgmcmc_pilot_report), set by the caller; only that many bytes are written.

findings
    The findings: bit c for number c of sgmcmc_finding.

gradient_count
    How many gradients of single data, or log-likelihoods, the pilot has asked for.

refresh_len
    The largest number of replaced indices with which acceptance_cap would be at least 0.8, m for fresh batches; at
    least 1. 0 for a rule.

batch_len
    m of the batches that were looked at.

curvature
    lambda, the largest curvature of -log posterior.

least_curvature
    The least, from above as far as the products reach.

mean_curvature
    The mean over all directions, by some of them.

noise_variance
    The largest variance over batches of a coordinate of the gradient of the log posterior, summed over all data.

noise_direction
    The largest over all directions: that of the covariance where it was asked for, else by a few power iterations,
    from below.

variate_variance
    The variance of a control variate at a draw of the posterior, its anchor where the pilot looks, or where the
    chain's fixed centre is; the largest of a coordinate.

variate_direction
    The same in the noisiest direction of the plain gradient, if that is more.

gradient_norm
    The length of that gradient, without what the batches' noise adds.

expected_gradient_norm
    What that is about where the posterior has its mass: sqrt(tau d q), with q the mean curvature. A bound, with
    lambda for q, where the mean is not positive.

log_likelihood_variance
    The variance over batches of the mean log-likelihood.

step_size
    The step size whose inflation is delta, or where nothing else limits it a quarter of the stability limit, of a
    lattice walk 4/9 of it. For proposals along the gradient a start, the epsilon that gives sigma^2 = 1.65^2 /
    (lambda d^(1/3)) by the Langevin scaling, sigma itself for HMC, with lambda tempered like the target (Roberts
    and Rosenthal 1998); NaN for a random walk, which asks for no gradients.

curvature_limit
    What it could be if the gradient had no noise.

noise_limit
    What it could be if the curvature set no limit.

stability_limit
    Where a step becomes unstable, or noise compensation would leave nothing to inject; of the lattice walk, which
    is stable at every step, where a drift of two standard deviations is clamped.

rounding_limit
    The step size below which rounding of theta adds more than delta, a bound; NaN at temperature 0. A lattice step
    s is rounded to j u, u the distance of two numbers at theta and j = round(s/u), and the variance is then j u/s
    of what it should be. From this step size on, where s = u/(2 delta), that is off by delta at the most, as long
    as u is what it is at theta; below, it may be more.

variate_step_size
    What it could be with a control variate.

compensated_step_size
    What it could be with dense noise compensation, at half of what keeps the injected covariance positive; NaN for
    rules, batches and dimensions that it does not go with, and with blocks.

predicted_inflation
    By how much the largest variance is off at the chain's own step size, as a share; NaN where a host has not said
    it yet and at temperature 0, which has no variances, and infinity beyond the stability limit, but for a lattice
    walk.

relaxation_steps
    How many steps the flattest direction needs to forget, at step_size; NaN where it is not curved.

noise_scale
    s, the standard deviation over batches of likelihood_scale times the mean log-likelihood.

acceptance_cap
    2 Phi(-s_k / sqrt(2)), about the most that proposals are accepted at any step size with the chain's refresh_len
    k: s_k is s for fresh batches, and s^2 (k/m) n/(n - m) is its square for k replaced indices. Beyond s_k = 3 it
    is 0.0339, what it is there, and means no more than that acceptance is low: a chain then lives by the tails of
    the noise, which are no normal law's and mostly let more be accepted.

least_refresh_cap
    The cap with one index replaced.

inflation_base
    b in (b + c eta + d eta^2) / (1 - e eta) - 1, the inflation at a step size eta.

inflation_by_noise
    c in it.

inflation_by_curvature
    e in it.

inflation_by_both
    d in it: of BAOAB with noise compensation, else 0.

clamped_limit
    The step size up to which what the lattice walk clamps moves the mean by at most delta standard deviations, and
    keeps variances within delta; infinity where it does so at any that all else allows, NaN for other rules.

predicted_shift
    By how many standard deviations what the lattice walk clamps moves the mean at the chain's own step size; NaN
    where the batches that were looked at do not tell it from chance and it could be more than delta.

own_variance
    The largest variance over all directions of the chain's own estimate of the gradient: with a control variate
    that of the variate, twice it where the anchor is a draw, and what an anchor over some of the data brings
    besides. It is what binds where noise does; NaN for proposals.
```
""" sgmcmc_pilot_report

struct sgmcmc_pilot_options_f32
    struct_size::Csize_t
    settings::Ptr{sgmcmc_pilot_settings}
    theta::Ptr{Float32}
    variance::Ptr{Float64}
    covariance::Ptr{Float64}
    dim::Csize_t
end

@doc raw"""
```text
What a look of a pilot is to use, and what it fills besides its report. Zeros stand for the defaults, and for what is
not wanted.

struct_size
    sizeof(sgmcmc_pilot_options_f32).

settings
    NULL for the defaults.

theta
    Where to look: dim numbers, finite; NULL for where the chain stands.

variance
    Written: dim numbers, the variance over batches of each coordinate of the gradient of the log posterior; NaN for the
    random walk, which asks for no gradients.

covariance
    Written: dim times dim numbers, by rows, the same with the covariances, where the settings ask for them.

dim
    The chain's number of parameters; may be 0 where the three are NULL.
```
""" sgmcmc_pilot_options_f32

struct sgmcmc_pilot_options_f64
    struct_size::Csize_t
    settings::Ptr{sgmcmc_pilot_settings}
    theta::Ptr{Float64}
    variance::Ptr{Float64}
    covariance::Ptr{Float64}
    dim::Csize_t
end

@doc raw"""
```text
As sgmcmc_pilot_options_f32, in doubles.

struct_size

settings

theta

variance

covariance

dim
```
""" sgmcmc_pilot_options_f64

@bind sgmcmc_pilot_settings_init(settings::Ptr{sgmcmc_pilot_settings}, struct_size::Csize_t)::Cint

@doc raw"""
```text
Fills settings with the defaults.

Returns: SGMCMC_OK.
Out: settings:    the settings, whose struct_size becomes the one given.
In:  struct_size: sizeof(sgmcmc_pilot_settings) of the caller's header.
```
""" sgmcmc_pilot_settings_init

@bind sgmcmc_pilot_inflation(
    inflation::Ptr{Float64},
    report::Ptr{sgmcmc_pilot_report},
    step_size::Float64,
)::Cint

@doc raw"""
```text
By how much the largest variance is off at a step size, as a share; infinity where one but a lattice walk is unstable.

Returns: SGMCMC_OK.
Out: inflation: one number.
In:  report:    a pilot's report.
     step_size: any.
```
""" sgmcmc_pilot_inflation

@bind sgmcmc_pilot_text(
    text::Cstring,
    size::Csize_t,
    needed::Ptr{Csize_t},
    report::Ptr{sgmcmc_pilot_report},
)::Cint

@doc raw"""
```text
Writes an English sentence for every finding, each on a line of its own, and a closing zero. It is ASCII.

Returns: SGMCMC_OK; SGMCMC_ERROR_MEMORY_TOO_SMALL.
Out: text:   size bytes, as many as needed; may be NULL where size is 0, to ask for needed alone.
     needed: the bytes of the text with its zero; may be NULL where text is not.
In:  report: a pilot's report.
```
""" sgmcmc_pilot_text

@bind sgmcmc_pilot_size_f32(chain::Ptr{Cvoid}, size::Ptr{Csize_t}, settings::Ptr{sgmcmc_pilot_settings})::Cint

@bind sgmcmc_pilot_size_f64(chain::Ptr{Cvoid}, size::Ptr{Csize_t}, settings::Ptr{sgmcmc_pilot_settings})::Cint

@precisions sgmcmc_pilot_size(chain, size, settings)

@doc raw"""
```text
Bytes of memory that a pilot of this chain works in: about ten vectors of doubles and three like theta, and dim^2
doubles for a covariance.

Returns: SGMCMC_OK; SGMCMC_ERROR_PAIR_COUNT, SGMCMC_ERROR_PRODUCT_COUNT, SGMCMC_ERROR_DIFFERENCE,
         SGMCMC_ERROR_INFLATION, SGMCMC_ERROR_FLAG; SGMCMC_ERROR_COVARIANCE_DIM; SGMCMC_ERROR_BATCH_LEN above
         data_len; SGMCMC_ERROR_BATCH_KIND where neither the chain nor these settings say what it is.
Out: size:     bytes.
In:  chain:    the chain.
     settings: may be NULL, for the defaults.
```
""" sgmcmc_pilot_size

@bind sgmcmc_pilot_look_f32(
    chain::Ptr{Cvoid},
    report::Ptr{sgmcmc_pilot_report},
    callback_code::Ptr{Int32},
    mem::Ptr{Cvoid},
    mem_size::Csize_t,
    options::Ptr{sgmcmc_pilot_options_f32},
    model::Ptr{sgmcmc_model_f32},
)::Cint

@bind sgmcmc_pilot_look_f64(
    chain::Ptr{Cvoid},
    report::Ptr{sgmcmc_pilot_report},
    callback_code::Ptr{Int32},
    mem::Ptr{Cvoid},
    mem_size::Csize_t,
    options::Ptr{sgmcmc_pilot_options_f64},
    model::Ptr{sgmcmc_model_f64},
)::Cint

@precisions sgmcmc_pilot_look(chain, report, callback_code, mem, mem_size, options, model)

@doc raw"""
```text
Looks at the model at theta, or where the chain stands, without moving the chain. Equal settings and an equal chain
give equal reports, to the last bit.

Returns: SGMCMC_OK; those of sgmcmc_pilot_size_f32; SGMCMC_ERROR_MEMORY_TOO_SMALL, SGMCMC_ERROR_MEMORY_MISALIGNED;
         SGMCMC_ERROR_LENGTH_MISMATCH for dim, SGMCMC_ERROR_THETA_NOT_FINITE; SGMCMC_ERROR_NOT_ESTIMATED for a
         covariance that the settings did not ask for; what a step could give: SGMCMC_ERROR_STOPPED when a callback
         returned a code of its own, SGMCMC_ERROR_IMPOSSIBLE where the model is at theta,
         SGMCMC_ERROR_LOG_LIKELIHOOD_NOT_FINITE, SGMCMC_ERROR_GRADIENT_NOT_FINITE,
         SGMCMC_ERROR_LOG_PRIOR_NOT_FINITE, SGMCMC_ERROR_CALLBACK_MISSING, though not for a step size.
In/out: chain: the chain, which callbacks may not use meanwhile; every byte of it is afterwards as it was.
Out: report:        what was measured and follows; its struct_size is set by the caller.
     callback_code: the code of the callback that stopped the pilot, on SGMCMC_ERROR_STOPPED only; may be NULL.
     mem:           mem_size bytes, at least sgmcmc_pilot_size_f32, aligned to sgmcmc_align(), of any content, to work in.
In:  options:       may be NULL, for the defaults. What it points to to be written is written on success only, too.
     model:         the model.
```
""" sgmcmc_pilot_look

@bind sgmcmc_chain_warm_up_f32(
    chain::Ptr{Cvoid},
    callback_code::Ptr{Int32},
    mem::Ptr{Cvoid},
    mem_size::Csize_t,
    step_count::UInt64,
    settings::Ptr{sgmcmc_pilot_settings},
    model::Ptr{sgmcmc_model_f32},
)::Cint

@bind sgmcmc_chain_warm_up_f64(
    chain::Ptr{Cvoid},
    callback_code::Ptr{Int32},
    mem::Ptr{Cvoid},
    mem_size::Csize_t,
    step_count::UInt64,
    settings::Ptr{sgmcmc_pilot_settings},
    model::Ptr{sgmcmc_model_f64},
)::Cint

@precisions sgmcmc_chain_warm_up(chain, callback_code, mem, mem_size, step_count, settings, model)

@doc raw"""
```text
Runs the chain to the end of its burn-in, or step_count steps of it if those are fewer, and finds what its settings
leave open; does nothing once the burn-in is over. Before the first step and half-way a pilot looks at the model
where the chain stands, at what the steps themselves do not go on to tune. From it come a rule's step size
where step_size_schedule is a callback, which is not asked and may be missing; refresh_len with tune_refresh_len = 1;
and with tune_step_size = 1 the first step_size where that is 0. The last two the steps tune further, with
tune_step_size = 1. A step size that the settings say stays.

For a rule's step size there is also a look before every sixteenth of the burn-in in its first half, of at most 32
pairs and 8 products: as long as the gradient is more than three times expected_gradient_norm, and more than noise
explains, the step size is what the curvature there and the gradient's noise allow a descent. With a fixed centre it
is the pilot's. What is found half-way stays. By default the looks take some 14 400 batches in all, of a lattice
walk three times that and more, most of them the first and the last: pair_count and product_count say how many.
Where no step size keeps the tolerated inflation (SGMCMC_FINDING_NO_STEP_SIZE, of SGNHT by Euler's splitting at its
default friction already) the warm-up goes on all the same, with the pilot's step_size, and answers SGMCMC_OK: a
look of the pilot says it.

A warm-up in pieces has the bits of a whole one, with checkpoints in between, too. Steps done before an error stay
done. The next call goes on from there, and looks first if a look is due before that step; a run does not look, and
after one past half-way whatever step size the chain has stays. What was found is in the statistics: step_size,
refresh_len, beta.

Returns: SGMCMC_OK; SGMCMC_ERROR_WARM_UP_BURN_IN where burn_in is 0; SGMCMC_ERROR_RULE_KIND,
         SGMCMC_ERROR_DRIFT_KIND or SGMCMC_ERROR_PRECONDITIONER_KIND for a rule of which a pilot says nothing, by what
         keeps it from that; SGMCMC_ERROR_STEP_SIZE_NOT_FOUND where nothing is curved;
         SGMCMC_ERROR_STEP_SIZE_NOT_USABLE for a step size that the precision cannot hold; SGMCMC_ERROR_WARM_UP_FAR
         for a rule's chain that half-way stands where the posterior is nowhere concave, or where the gradient is
         still ten times expected_gradient_norm: start where an optimiser has come, or burn in for longer, or take
         batches of data_len / 32 where looks on the way do not see a datum that has most of the curvature;
         SGMCMC_ERROR_WARM_UP_NOISE where noise could hide that and the whole burn-in would go less than a thousandth
         of the way in the stiffest direction: take larger batches, a control variate, or give the pilot more pairs;
         SGMCMC_ERROR_BATCH_KIND where the caller gives the batches; SGMCMC_ERROR_BATCH_LEN where the settings' batch_len
         is neither 0 nor the chain's; those of sgmcmc_pilot_look_f32 and
         sgmcmc_chain_step_f32.
In/out: chain: the chain, which callbacks may not use meanwhile.
Out: callback_code: the code of the callback that stopped the warm-up, on SGMCMC_ERROR_STOPPED only; may be NULL.
     mem:           mem_size bytes, at least sgmcmc_pilot_size_f32, aligned to sgmcmc_align(), of any
                    content, to work in.
In:  step_count:    how many steps at the most.
     settings:      of the pilot; may be NULL, for the defaults.
     model:         the model.
```
""" sgmcmc_chain_warm_up

@enum sgmcmc_health_finding::Int32 begin
    SGMCMC_HEALTH_FINDING_STEP_TOO_LARGE = 1
    SGMCMC_HEALTH_FINDING_STEP_TOO_SMALL = 2
    SGMCMC_HEALTH_FINDING_GRADIENT_NOISE = 3
    SGMCMC_HEALTH_FINDING_TOO_HOT = 4
    SGMCMC_HEALTH_FINDING_TOO_COLD = 5
    SGMCMC_HEALTH_FINDING_THERMOSTAT_DIVERGES = 6
    SGMCMC_HEALTH_FINDING_DIVERGED = 7
    SGMCMC_HEALTH_FINDING_NOT_FINITE = 8
    SGMCMC_HEALTH_FINDING_REFUSED = 9
    SGMCMC_HEALTH_FINDING_CLIPPED = 10
    SGMCMC_HEALTH_FINDING_LATTICE_CUT = 11
    SGMCMC_HEALTH_FINDING_FROZEN = 12
    SGMCMC_HEALTH_FINDING_SCALE_TOO_LARGE = 13
    SGMCMC_HEALTH_FINDING_BETA_CAPPED = 14
    SGMCMC_HEALTH_FINDING_DRIFT_DOMINATES = 15
    SGMCMC_HEALTH_FINDING_IMPOSSIBLE = 16
    SGMCMC_HEALTH_FINDING_STUCK = 17
    SGMCMC_HEALTH_FINDING_CHAINS_DISAGREE = 18
    SGMCMC_HEALTH_FINDING_ANCHOR_WORTHLESS = 19
    SGMCMC_HEALTH_FINDING_ACCEPTANCE_LOW = 20
    SGMCMC_HEALTH_FINDING_ROUNDING_DROWNS = 21
    SGMCMC_HEALTH_FINDING_DIVERGENCES = 22
    SGMCMC_HEALTH_FINDING_RUNS_AWAY = 23
    SGMCMC_HEALTH_FINDING_MODEL_NOT_ASKED = 24
    SGMCMC_HEALTH_FINDING_FIRST_AGAINST_LAST = 25
end

choices(::Type{sgmcmc_health_finding}) = (
    step_too_large = SGMCMC_HEALTH_FINDING_STEP_TOO_LARGE,
    step_too_small = SGMCMC_HEALTH_FINDING_STEP_TOO_SMALL,
    gradient_noise = SGMCMC_HEALTH_FINDING_GRADIENT_NOISE,
    too_hot = SGMCMC_HEALTH_FINDING_TOO_HOT,
    too_cold = SGMCMC_HEALTH_FINDING_TOO_COLD,
    thermostat_diverges = SGMCMC_HEALTH_FINDING_THERMOSTAT_DIVERGES,
    diverged = SGMCMC_HEALTH_FINDING_DIVERGED,
    not_finite = SGMCMC_HEALTH_FINDING_NOT_FINITE,
    refused = SGMCMC_HEALTH_FINDING_REFUSED,
    clipped = SGMCMC_HEALTH_FINDING_CLIPPED,
    lattice_cut = SGMCMC_HEALTH_FINDING_LATTICE_CUT,
    frozen = SGMCMC_HEALTH_FINDING_FROZEN,
    scale_too_large = SGMCMC_HEALTH_FINDING_SCALE_TOO_LARGE,
    beta_capped = SGMCMC_HEALTH_FINDING_BETA_CAPPED,
    drift_dominates = SGMCMC_HEALTH_FINDING_DRIFT_DOMINATES,
    impossible = SGMCMC_HEALTH_FINDING_IMPOSSIBLE,
    stuck = SGMCMC_HEALTH_FINDING_STUCK,
    chains_disagree = SGMCMC_HEALTH_FINDING_CHAINS_DISAGREE,
    anchor_worthless = SGMCMC_HEALTH_FINDING_ANCHOR_WORTHLESS,
    acceptance_low = SGMCMC_HEALTH_FINDING_ACCEPTANCE_LOW,
    rounding_drowns = SGMCMC_HEALTH_FINDING_ROUNDING_DROWNS,
    divergences = SGMCMC_HEALTH_FINDING_DIVERGENCES,
    runs_away = SGMCMC_HEALTH_FINDING_RUNS_AWAY,
    model_not_asked = SGMCMC_HEALTH_FINDING_MODEL_NOT_ASKED,
    first_against_last = SGMCMC_HEALTH_FINDING_FIRST_AGAINST_LAST,
)

@doc raw"""
```text
What is wrong with a run: bit c of its report's findings is set for the one with number c. The numbers are never
given to another meaning; a later library may have more of them.

SGMCMC_HEALTH_FINDING_STEP_TOO_LARGE
    The step size, not the gradient's noise, heats the chain.

SGMCMC_HEALTH_FINDING_STEP_TOO_SMALL
    The chain hardly moves, though all is well at each step.

SGMCMC_HEALTH_FINDING_GRADIENT_NOISE
    The gradient's noise over batches heats the chain.

SGMCMC_HEALTH_FINDING_TOO_HOT
    The chain is too hot, and only a pilot can tell whether by noise or by the step size.

SGMCMC_HEALTH_FINDING_TOO_COLD
    The kinetic temperature is below its band.

SGMCMC_HEALTH_FINDING_THERMOSTAT_DIVERGES
    SGNHT has found no friction that holds its temperature.

SGMCMC_HEALTH_FINDING_DIVERGED
    theta has overflowed.

SGMCMC_HEALTH_FINDING_NOT_FINITE
    A callback gave a NaN or an infinity where a number was needed.

SGMCMC_HEALTH_FINDING_REFUSED
    Steps were refused for another reason.

SGMCMC_HEALTH_FINDING_CLIPPED
    Clipping changes so many gradients that the posterior is another one.

SGMCMC_HEALTH_FINDING_LATTICE_CUT
    What the lattice walk clamps moves the mean, or is a part of so many moves that variances are too large.

SGMCMC_HEALTH_FINDING_FROZEN
    Next to nothing is accepted, and smaller steps would be.

SGMCMC_HEALTH_FINDING_SCALE_TOO_LARGE
    Batch noise has proposals rejected at any step size: likelihood_scale is too large for m.

SGMCMC_HEALTH_FINDING_BETA_CAPPED
    RSGLD's beta has met its cap.

SGMCMC_HEALTH_FINDING_DRIFT_DOMINATES
    The drift of proposals outweighs their noise: they follow the gradient, and the chain optimises.

SGMCMC_HEALTH_FINDING_IMPOSSIBLE
    Many proposals go where the model cannot be evaluated.

SGMCMC_HEALTH_FINDING_STUCK
    The chain moves well from step to step, and stays where it is all the same: in a mode, or along a flat
    direction.

SGMCMC_HEALTH_FINDING_CHAINS_DISAGREE
    Several chains are not at one.

SGMCMC_HEALTH_FINDING_ANCHOR_WORTHLESS
    The control variate costs more than it saves.

SGMCMC_HEALTH_FINDING_ACCEPTANCE_LOW
    Proposals go too far to be accepted as often as is good.

SGMCMC_HEALTH_FINDING_ROUNDING_DROWNS
    theta is so large that its rounding drowns what the steps are.

SGMCMC_HEALTH_FINDING_DIVERGENCES
    More than one in 2000 trajectories of HMC after burn-in diverged at a step no longer than step_size: there are
    places whose surroundings the chain may not get to.

SGMCMC_HEALTH_FINDING_RUNS_AWAY
    theta grows, and the log posterior does not fall: it may be improper.

SGMCMC_HEALTH_FINDING_MODEL_NOT_ASKED
    Proposals overflow before the model is asked.

SGMCMC_HEALTH_FINDING_FIRST_AGAINST_LAST
    The run's first part is elsewhere than the rest, or its last.
```
""" sgmcmc_health_finding

struct sgmcmc_health_settings
    struct_size::Csize_t
    window::UInt64
    tolerance::Float64
end

@doc raw"""
```text
What the health of a run is judged by. Call sgmcmc_health_settings_init first, then set what should differ.

struct_size
    sizeof(sgmcmc_health_settings) of the caller's header, set by sgmcmc_health_settings_init.

window
    Recent rates are over at least so many steps, and over at most twice as many and an interval between two looks.
    Rates of fewer steps are not judged. From 100 to 4294967296; default 1000.

tolerance
    By what share variances, or the kinetic temperature, may be off, and by what share of a standard deviation the
    mean of a lattice walk that clamps. Above 0 and at most 1; default 0.075.
```
""" sgmcmc_health_settings

struct sgmcmc_health_report
    struct_size::Csize_t
    findings::UInt64
    step_count::UInt64
    look_count::UInt64
    evaluation_count::UInt64
    pass_count::Float64
    step_size::Float64
    temperature::Float64
    heat::Float64
    kinetic_temperature::Float64
    kinetic_low::Float64
    kinetic_high::Float64
    thermostat::Float64
    noise_to_drift::Float64
    gradient_noise_ratio::Float64
    anchor_worth::Float64
    acceptance::Float64
    forward_acceptance::Float64
    backward_acceptance::Float64
    recent_acceptance::Float64
    recent_forward_acceptance::Float64
    recent_backward_acceptance::Float64
    batch_acceptance::Float64
    beta::Float64
    likelihood_scale::Float64
    batch_len::UInt32
    refused_status::Int32
    clipped_share::Float64
    clamped_share::Float64
    nonfinite_share::Float64
    rejected_count::UInt64
    clipped_count::UInt64
    saturated_count::UInt64
    nonfinite_count::UInt64
    refused_count::UInt64
    correlation::Float64
    stretch_steps::Float64
    independent_count::Float64
    r_hat::Float64
    rounding_share::Float64
    clamped_shift::Float64
    divergence_count::UInt64
    divergence_share::Float64
    short_divergence_count::UInt64
    change::Float64
    change_step::Float64
    r_hat_resolution::Float64
    pilot_findings::UInt64
    unasked_count::UInt64
    theta_length::Float64
    theta_growth::Float64
end

@doc raw"""
```text
The numbers of a run, and what is wrong with it. A number without a meaning for the chain, or that is not known
yet, is NaN. "Recent" is of the last steps, at least sgmcmc_health_settings.window of them if there have been so
many; "all" is of the whole chain.

struct_size
    sizeof(sgmcmc_health_report), set by the caller; only that many bytes are written.

findings
    The findings: bit c for number c of sgmcmc_health_finding.

step_count
    Steps done.

look_count
    Looks after burn-in.

evaluation_count
    Gradients of single data, or log-likelihoods where no gradients are asked for, that the steps done have asked
    for: anchors, tables and the second batches of noise compensation included; without what the tuner of beta
    tries, and as if every proposal had been evaluated.

pass_count
    The same as passes through the data.

step_size
    eta of the last step, or the proposal's.

temperature
    tau of the last step, or n / likelihood_scale.

heat
    By what share variances are off, on average over directions and over the last half of the looks at least. For
    SGLD, with any fixed or adaptive preconditioner and no drift: the sum of |drift|^2 over the sum of |noise|^2;
    with noise compensation the sum of both, over that of the noise that would be injected without it, less 1. With
    a velocity: the kinetic temperature less 1. Of a lattice walk: what the pilot predicts of the largest. NaN for
    other rules, and where no step tells: for SGLD with noise compensation under a preconditioner; on batches by
    epochs where the steps from look to look and an epoch's batches have a common factor, so that some batches'
    steps are never seen; for SGHMC whose redraws keep variances short by more than the tolerance, which its
    velocity does not show and a pilot says.

kinetic_temperature
    The kinetic temperature over the one that is set, for SGHMC and SGNHT of v, for ABOBA and BAOAB of the moves of
    theta, over the last half of the looks at least: 1 is right.

kinetic_low
    The band in which that is, by its chi^2 law, in all but one of some million healthy runs.

kinetic_high
    Its upper end.

thermostat
    The mean of SGNHT's friction.

noise_to_drift
    |noise| / |drift| of what steps add to theta, or proposals: Proposition 1, Case 1 of Wu, Wang and Wong 2020 is
    where it is small, and forward moves of RSGLD are the ones that are accepted. NaN for rules with a velocity,
    and HMC.

gradient_noise_ratio
    The variance that the gradient's noise brings, over that of the injected noise, in the noisiest direction
    (Karagiannis 2024, Note 24: above 1 the chain optimises, well below 1 it samples): from the pilot, and by SGNHT
    from its friction.

anchor_worth
    How many times smaller a control variate's variance is than the plain gradient's, by the pilot.

acceptance
    The share of proposals that were accepted, all.

forward_acceptance
    Of the forward ones.

backward_acceptance
    Of the backward ones.

recent_acceptance
    The share of proposals that were accepted, recent.

recent_forward_acceptance
    Of the forward ones.

recent_backward_acceptance
    Of the backward ones.

batch_acceptance
    The share of HMC's batches that were accepted, recent; for other proposals the cap of acceptance by the pilot.

beta
    beta of RSGLD, 1 for others.

likelihood_scale
    The chain's likelihood_scale.

batch_len
    m; 0 where the caller's batches have any length.

refused_status
    The number of the last refused step's sgmcmc_status; 0 for none.

clipped_share
    Gradients that were clipped over gradients, recent.

clamped_share
    Moves of the lattice walk that were cut, over all its moves, recent; 0 for others, NaN before the first look.

nonfinite_share
    Proposals that were not finite or impossible, over all, those of batches by HMC too, recent.

rejected_count
    Proposals that were rejected, all.

clipped_count
    Gradients that were clipped, all.

saturated_count
    Steps in which some theta overflowed, all.

nonfinite_count
    Proposals that were not finite or impossible, all.

refused_count
    Steps that were refused while somebody looked.

correlation
    How the means of successive stretches of the run correlate.

stretch_steps
    How many steps a stretch has; without looks, all there were.

independent_count
    About how many independent draws the run is worth, by that; at most as many as there are stretches.

r_hat
    R-hat, as it was given.

rounding_share
    What the rounding of theta adds to its moves, over their variance, at the most: for rules with a velocity times
    the friction, over as many steps as one is remembered for. By what share it puts a lattice walk's variance off,
    in the parameter where that is most, on average over looks; a bound on about that where the metric changes as
    it runs.

clamped_shift
    By how many standard deviations of theta the lattice walk's mean is off by what it clamps, over the last half
    of the looks at least: exactly on a Gaussian of up to eight independent parameters, by sums over the parameters
    with random signs else.

divergence_count
    HMC: trajectories after burn-in that diverged, as in sgmcmc_chain_statistics.

divergence_share
    The same over all trajectories after burn-in; NaN for other samplers.

short_divergence_count
    Those of them whose step was no longer than step_size.

change
    How much the run's first part is elsewhere than the rest, in the part of theta for which that is most, over
    what these vary by in themselves: about 30 for a chain that stays in its place, more than 1500 for hardly any.

change_step
    At which step the one part ends.

r_hat_resolution
    What R-hat by halves would be of chains that agree, if each were worth independent_count draws: sqrt(1 + 2 /
    independent_count). A run of long stretches may be worth more, and have less.

pilot_findings
    The findings of the pilot's report without those that the run has shown to be wrong: put them into its findings
    before its text is written.

unasked_count
    How many proposals in a row, the last one included, overflowed before the model was asked.

theta_length
    The length of theta, as its geometric mean over the last half of the looks at least.

theta_growth
    How many times that is what it was at the first look after burn-in.
```
""" sgmcmc_health_report

@bind sgmcmc_health_settings_init(settings::Ptr{sgmcmc_health_settings}, struct_size::Csize_t)::Cint

@doc raw"""
```text
Fills settings with the defaults.

Returns: SGMCMC_OK.
Out: settings:    the settings, whose struct_size becomes the one given.
In:  struct_size: sizeof(sgmcmc_health_settings) of the caller's header.
```
""" sgmcmc_health_settings_init

@bind sgmcmc_health_size()::Csize_t

@doc raw"""
```text
Bytes of memory that the health of a run takes.
```
""" sgmcmc_health_size

@bind sgmcmc_health_init(
    health::Ptr{Ptr{Cvoid}},
    mem::Ptr{Cvoid},
    mem_size::Csize_t,
    settings::Ptr{sgmcmc_health_settings},
)::Cint

@doc raw"""
```text
Begins to keep the health of a chain, of which nothing has been seen yet.

Returns: SGMCMC_OK; SGMCMC_ERROR_HEALTH_WINDOW, SGMCMC_ERROR_HEALTH_TOLERANCE; SGMCMC_ERROR_NOT_BUILT;
         SGMCMC_ERROR_MEMORY_TOO_SMALL, SGMCMC_ERROR_MEMORY_MISALIGNED.
Out: health:   the health, which is mem itself.
     mem:      mem_size bytes, at least sgmcmc_health_size(), aligned to sgmcmc_align(); any content. It stays
               the caller's: there is nothing to free.
In:  settings: not looked at after this call; may be NULL, for the defaults.
```
""" sgmcmc_health_init

@bind sgmcmc_health_text(
    text::Cstring,
    size::Csize_t,
    needed::Ptr{Csize_t},
    report::Ptr{sgmcmc_health_report},
)::Cint

@doc raw"""
```text
Writes an English sentence for every finding, which says what is wrong and what to change, each on a line of its own,
and a closing zero. It is ASCII.

Returns: SGMCMC_OK; SGMCMC_ERROR_MEMORY_TOO_SMALL.
Out: text:   size bytes, as many as needed; may be NULL where size is 0, to ask for needed alone.
     needed: the bytes of the text with its zero; may be NULL where text is not.
In:  report: a report.
```
""" sgmcmc_health_text

@bind sgmcmc_health_look_f32(chain::Ptr{Cvoid}, health::Ptr{Cvoid})::Cint

@bind sgmcmc_health_look_f64(chain::Ptr{Cvoid}, health::Ptr{Cvoid})::Cint

@precisions sgmcmc_health_look(chain, health)

@doc raw"""
```text
Looks at a chain after a step of a host's own loop, the same chain every time, at steps that grow. Norms are not known
then, and neither is the heat of a rule without a velocity, or of SGMCMC_RULE_ABOBA and SGMCMC_RULE_BAOAB.

Returns: SGMCMC_OK; SGMCMC_ERROR_HEALTH_CHAIN; SGMCMC_ERROR_NOT_BUILT. After an error nothing was taken in.
In/out: health: the chain's health.
In:     chain:  the chain.
```
""" sgmcmc_health_look

@bind sgmcmc_health_report_f32(
    chain::Ptr{Cvoid},
    report::Ptr{sgmcmc_health_report},
    health::Ptr{Cvoid},
    pilot::Ptr{sgmcmc_pilot_report},
    r_hat::Float64,
)::Cint

@bind sgmcmc_health_report_f64(
    chain::Ptr{Cvoid},
    report::Ptr{sgmcmc_health_report},
    health::Ptr{Cvoid},
    pilot::Ptr{sgmcmc_pilot_report},
    r_hat::Float64,
)::Cint

@precisions sgmcmc_health_report(chain, report, health, pilot, r_hat)

@doc raw"""
```text
What is wrong with a run, and what to change: see sgmcmc_health_report and sgmcmc_health_text.

Returns: SGMCMC_OK; SGMCMC_ERROR_HEALTH_CHAIN for another chain than the one that was looked at;
         SGMCMC_ERROR_STRUCT_SIZE; SGMCMC_ERROR_NOT_BUILT.
Out: report: struct_size bytes, with struct_size set by the caller.
In:  chain:  the chain.
     health: its health.
     pilot:  of a pilot at the chain's place, which tells the gradient's noise from too large a step; may be NULL.
     r_hat:  R-hat of several chains, as sgmcmc_r_hat or sgmcmc_convergence_f32 have it; NaN where it is not known.
```
""" sgmcmc_health_report_f64

struct sgmcmc_rule_applied
    struct_size::Csize_t
    saturated::Int32
    reserved::Int32
    drift_norm::Float64
    noise_norm::Float64
    clamped_count::UInt64
end

@doc raw"""
```text
What a step without a chain did, filled by sgmcmc_rule_step_f32 and _f64.

struct_size
    sizeof(sgmcmc_rule_applied), set by the caller; only that many bytes are written.

saturated
    1 when some theta overflowed and was set to the largest finite number, else 0.

reserved
    0: room for a later field.

drift_norm
    The Euclidean norm of the drift that was added to theta.

noise_norm
    The Euclidean norm of the noise that was added to theta.

clamped_count
    SGMCMC_RULE_LATTICE: how many parameters had a drift longer than a lattice step, which was cut to it; else 0.
```
""" sgmcmc_rule_applied

struct sgmcmc_rule_vectors_f32
    struct_size::Csize_t
    theta::Ptr{Float32}
    state::Ptr{Float32}
    gradient::Ptr{Float32}
    host_terms::Ptr{Float32}
    dim::Csize_t
    state_len::Csize_t
    host_terms_len::Csize_t
end

@doc raw"""
```text
The caller's vectors of a step without a chain. Zeros stand for those that the rule does not have.

struct_size
    sizeof(sgmcmc_rule_vectors_f32).

theta
    dim numbers, finite, which is not checked; the step writes them.

state
    state_len numbers, as sgmcmc_rule_start_f32 or the last step left them; the step writes them.

gradient
    dim numbers: of the log posterior, summed over all data, where sgmcmc_rule_move_to_site_f32 says.

host_terms
    host_terms_len numbers.

dim
    The number of parameters.

state_len
    What sgmcmc_rule_state_len_f32 says; state may be NULL where it is 0.

host_terms_len
    What sgmcmc_rule_host_terms_len_f32 says; host_terms may be NULL where it is 0.
```
""" sgmcmc_rule_vectors_f32

struct sgmcmc_rule_vectors_f64
    struct_size::Csize_t
    theta::Ptr{Float64}
    state::Ptr{Float64}
    gradient::Ptr{Float64}
    host_terms::Ptr{Float64}
    dim::Csize_t
    state_len::Csize_t
    host_terms_len::Csize_t
end

@doc raw"""
```text
As sgmcmc_rule_vectors_f32, in doubles.

struct_size

theta

state

gradient

host_terms

dim

state_len

host_terms_len
```
""" sgmcmc_rule_vectors_f64

struct sgmcmc_rule_at
    struct_size::Csize_t
    step_size::Float64
    temperature::Float64
    index::UInt64
    data_len::UInt32
    reserved::Int32
end

@doc raw"""
```text
Where a step without a chain is: what a chain's schedules and counts would say.

struct_size
    sizeof(sgmcmc_rule_at).

step_size
    Positive.

temperature
    At least 0; 1 samples the posterior, 0 draws no noise. SGMCMC_RULE_LATTICE: positive.

index
    How many steps were taken before.

data_len
    How many data the gradient is summed over, at least 1: for SGMCMC_GRADIENT_SCALE_MEAN.

reserved
    0: room for a later field.
```
""" sgmcmc_rule_at

@bind sgmcmc_rule_state_len_f32(len::Ptr{Csize_t}, rule::Ptr{sgmcmc_rule}, dim::Csize_t)::Cint

@bind sgmcmc_rule_state_len_f64(len::Ptr{Csize_t}, rule::Ptr{sgmcmc_rule}, dim::Csize_t)::Cint

@precisions sgmcmc_rule_state_len(len, rule, dim)

@doc raw"""
```text
How many numbers of state a rule has for dim parameters; 0 for SGLD.

Returns: SGMCMC_OK; SGMCMC_ERROR_LENGTH_ZERO, SGMCMC_ERROR_LENGTH_TOO_LARGE for dim; the status of an unknown kind;
         SGMCMC_ERROR_UNUSED_RULE_SETTING.
Out: len:  one number.
In:  rule: NULL for SGLD; the numbers that its kind uses are not looked at.
     dim:  the number of parameters, at least 1.
```
""" sgmcmc_rule_state_len

@bind sgmcmc_rule_host_terms_len_f32(len::Ptr{Csize_t}, rule::Ptr{sgmcmc_rule}, dim::Csize_t)::Cint

@bind sgmcmc_rule_host_terms_len_f64(len::Ptr{Csize_t}, rule::Ptr{sgmcmc_rule}, dim::Csize_t)::Cint

@precisions sgmcmc_rule_host_terms_len(len, rule, dim)

@doc raw"""
```text
How many numbers the caller gives with every step: 2 dim for SGMCMC_RULE_RECIPE, drift and noise; 2 dim for
SGMCMC_PRECONDITIONER_POSITION_DEPENDENT, the diagonal of P and Gamma; dim * dim + dim for
SGMCMC_PRECONDITIONER_POSITION_DEPENDENT_DENSE, the rows of L and Gamma; 0 for all others.

Returns: as sgmcmc_rule_state_len_f32.
Out: len:  one number.
In:  rule: NULL for SGLD; the numbers that its kind uses are not looked at.
     dim:  the number of parameters, at least 1.
```
""" sgmcmc_rule_host_terms_len

@bind sgmcmc_rule_start_f32(
    rng::Ptr{Cvoid},
    state::Ptr{Float32},
    state_len::Csize_t,
    rule::Ptr{sgmcmc_rule},
    dim::Csize_t,
    step_size::Float64,
    temperature::Float64,
)::Cint

@bind sgmcmc_rule_start_f64(
    rng::Ptr{Cvoid},
    state::Ptr{Float64},
    state_len::Csize_t,
    rule::Ptr{sgmcmc_rule},
    dim::Csize_t,
    step_size::Float64,
    temperature::Float64,
)::Cint

@precisions sgmcmc_rule_start(rng, state, state_len, rule, dim, step_size, temperature)

@doc raw"""
```text
Fills a rule's state before the first step: thermostats, the caller's preconditioner, a velocity if one is drawn,
and zeros.

Returns: SGMCMC_OK; the status that names the field outside its range; SGMCMC_ERROR_LENGTH_MISMATCH,
         SGMCMC_ERROR_STEP_SIZE, SGMCMC_ERROR_TEMPERATURE.
In/out: rng:         the generator.
Out:    state:       state_len numbers; may be NULL when that is 0.
In:     state_len:   what sgmcmc_rule_state_len_f32 says.
        rule:        NULL for SGLD. preconditioner_values are copied into the state.
        dim:         the number of parameters, at least 1.
        step_size:   of the first step, positive.
        temperature: of the first step, at least 0.
```
""" sgmcmc_rule_start

@bind sgmcmc_rule_move_to_site_f32(
    site::Ptr{Float32},
    dim::Csize_t,
    state::Ptr{Float32},
    state_len::Csize_t,
    rule::Ptr{sgmcmc_rule},
)::Cint

@bind sgmcmc_rule_move_to_site_f64(
    site::Ptr{Float64},
    dim::Csize_t,
    state::Ptr{Float64},
    state_len::Csize_t,
    rule::Ptr{sgmcmc_rule},
)::Cint

@precisions sgmcmc_rule_move_to_site(site, dim, state, state_len, rule)

@doc raw"""
```text
Replaces theta by where the rule wants the gradient of its next step: for SGMCMC_RULE_ABOBA, and SGMCMC_RULE_SGNHT
with SGMCMC_SPLITTING_SYMMETRIC, theta + v/2, clamped to the finite numbers; for all others theta itself. Give it a
copy of theta.

Returns: SGMCMC_OK; SGMCMC_ERROR_LENGTH_MISMATCH; the status of an unknown kind.
In/out: site:      dim numbers, a copy of theta.
In:     state:     state_len numbers; may be NULL when that is 0.
        rule:      NULL for SGLD.
```
""" sgmcmc_rule_move_to_site

@bind sgmcmc_rule_step_f32(
    rng::Ptr{Cvoid},
    applied::Ptr{sgmcmc_rule_applied},
    vectors::Ptr{sgmcmc_rule_vectors_f32},
    rule::Ptr{sgmcmc_rule},
    at::Ptr{sgmcmc_rule_at},
)::Cint

@bind sgmcmc_rule_step_f64(
    rng::Ptr{Cvoid},
    applied::Ptr{sgmcmc_rule_applied},
    vectors::Ptr{sgmcmc_rule_vectors_f64},
    rule::Ptr{sgmcmc_rule},
    at::Ptr{sgmcmc_rule_at},
)::Cint

@precisions sgmcmc_rule_step(rng, applied, vectors, rule, at)

@doc raw"""
```text
One step of a rule on the caller's vectors, with the bits of a chain's. The chain does more: minibatches, priors,
schedules, estimators, moments.

Returns: SGMCMC_OK; SGMCMC_ERROR_LENGTH_MISMATCH, SGMCMC_ERROR_STEP_SIZE, SGMCMC_ERROR_TEMPERATURE,
         SGMCMC_ERROR_DATA_LEN, SGMCMC_ERROR_GRADIENT_NOT_FINITE, SGMCMC_ERROR_PRECONDITIONER_NOT_USABLE,
         SGMCMC_ERROR_DIFFUSION_NOT_FINITE; the status that names the field outside its range.
In/out: rng:     the generator.
Out:    applied: what the step did; may be NULL, which is faster.
In:     vectors: what is stepped, and what it takes.
        rule:    NULL for SGLD. preconditioner_values are not looked at: the state holds them.
        at:      where the step is.
```
""" sgmcmc_rule_step

@enum sgmcmc_function::Int32 begin
    SGMCMC_FUNCTION_EXP = 0
    SGMCMC_FUNCTION_LN = 1
    SGMCMC_FUNCTION_SIN = 2
    SGMCMC_FUNCTION_COS = 3
end

choices(::Type{sgmcmc_function}) = (
    exp = SGMCMC_FUNCTION_EXP,
    ln = SGMCMC_FUNCTION_LN,
    sin = SGMCMC_FUNCTION_SIN,
    cos = SGMCMC_FUNCTION_COS,
)

@doc raw"""
```text
A function of one number, with the same bits on every machine, whatever the length of the array it is in.

SGMCMC_FUNCTION_EXP
    e^x.

SGMCMC_FUNCTION_LN
    The natural logarithm.

SGMCMC_FUNCTION_SIN
    The sine of an angle in radians.

SGMCMC_FUNCTION_COS
    The cosine of an angle in radians.
```
""" sgmcmc_function

@bind sgmcmc_from_welling_teh(epsilon::Float64)::Float64

@doc raw"""
```text
step_size of Welling and Teh's epsilon, half of which multiplies the gradient: epsilon / 2.
```
""" sgmcmc_from_welling_teh

@bind sgmcmc_from_learning_rate(learning_rate::Float64, data_len::UInt32)::Float64

@doc raw"""
```text
step_size of a learning rate on the mean log posterior of data_len data, which has temperature 1 / data_len there:
learning_rate / data_len, at temperature 1.
```
""" sgmcmc_from_learning_rate

@bind sgmcmc_from_mini_batch_metropolis(
    step_size::Ptr{Float64},
    temperature::Ptr{Float64},
    epsilon::Float64,
    data_len::UInt32,
)::Cint

@doc raw"""
```text
step_size and temperature of the epsilon of minibatch Metropolis-Hastings, which multiplies the mean gradient beside
noise of sqrt(2 epsilon) / data_len: epsilon / data_len and 1 / data_len.

Returns: SGMCMC_OK.
Out: step_size:   one number.
     temperature: one number.
In:  epsilon:     the proposal's.
     data_len:    how many data there are.
```
""" sgmcmc_from_mini_batch_metropolis

@bind sgmcmc_from_momentum(
    step_size::Ptr{Float64},
    friction::Ptr{Float64},
    learning_rate::Float64,
    momentum::Float64,
    data_len::UInt32,
)::Cint

@doc raw"""
```text
step_size and friction of a rule with a velocity, as a learning rate and a momentum on the mean log posterior:
learning_rate / data_len and 1 - momentum.

Returns: SGMCMC_OK.
Out: step_size:     one number.
     friction:      one number, for sgmcmc_rule.friction.
In:  learning_rate: on the mean of data_len data.
     momentum:      at least 0 and below 1.
     data_len:      how many data there are.
```
""" sgmcmc_from_momentum

@bind sgmcmc_from_equation(
    step_size::Ptr{Float64},
    friction::Ptr{Float64},
    h::Float64,
    equation_friction::Float64,
)::Cint

@doc raw"""
```text
step_size and friction of SGHMC, ABOBA or SGNHT, as the step h and the friction D (for SGNHT, A) of the differential
equation: h^2 and h D. The velocity here is h times that of the equation, and SGNHT's zeta h times its own.

Returns: SGMCMC_OK.
Out: step_size:         one number.
     friction:          one number, for sgmcmc_rule.friction.
In:  h:                 the equation's step.
     equation_friction: D.
```
""" sgmcmc_from_equation

@bind sgmcmc_from_equation_exactly(
    step_size::Ptr{Float64},
    friction::Ptr{Float64},
    h::Float64,
    equation_friction::Float64,
)::Cint

@doc raw"""
```text
The same for BAOAB, whose friction acts exactly: h^2 and 1 - exp(-h D).

Returns: SGMCMC_OK.
Out: step_size:         one number.
     friction:          one number, for sgmcmc_rule.friction.
In:  h:                 the equation's step.
     equation_friction: D.
```
""" sgmcmc_from_equation_exactly

@bind sgmcmc_keep_threshold(slab_weight::Float64, slab_deviation::Float64, spike_deviation::Float64)::Float64

@doc raw"""
```text
|theta| from which the slab of a spike-and-slab prior is the likelier; 0 where it always is. The settings are
those of sgmcmc_chain_settings; outside their ranges the answer has no meaning.
```
""" sgmcmc_keep_threshold

@bind sgmcmc_rng_size()::Csize_t

@doc raw"""
```text
Bytes of memory that a generator needs, a multiple of sgmcmc_align().
```
""" sgmcmc_rng_size

@bind sgmcmc_rng_init(
    rng::Ptr{Ptr{Cvoid}},
    mem::Ptr{Cvoid},
    mem_size::Csize_t,
    seed::UInt64,
    chain_index::UInt32,
)::Cint

@doc raw"""
```text
Makes a generator: the one that chain number chain_index of this seed draws from.

Returns: SGMCMC_OK; SGMCMC_ERROR_MEMORY_TOO_SMALL, SGMCMC_ERROR_MEMORY_MISALIGNED, SGMCMC_ERROR_CHAIN_INDEX,
         SGMCMC_ERROR_FLOAT_ENVIRONMENT.
Out: rng:         the generator, which is mem itself.
     mem:         mem_size bytes, at least sgmcmc_rng_size(), aligned to sgmcmc_align(); stays the caller's.
In:  seed:        any number.
     chain_index: below SGMCMC_CHAIN_COUNT_MAX; streams of one seed never overlap.
```
""" sgmcmc_rng_init

@bind sgmcmc_rng_next_u64(rng::Ptr{Cvoid}, out::Ptr{UInt64})::Cint

@doc raw"""
```text
The next 64 random bits of the generator of choices.

Returns: SGMCMC_OK.
In/out: rng: the generator.
Out:    out: one word.
```
""" sgmcmc_rng_next_u64

@bind sgmcmc_rng_bounded(rng::Ptr{Cvoid}, out::Ptr{UInt32}, bound::UInt32)::Cint

@doc raw"""
```text
An unbiased integer, uniform on 0 to bound - 1, from the generator of choices.

Returns: SGMCMC_OK; SGMCMC_ERROR_LENGTH_ZERO when bound is 0.
In/out: rng:   the generator.
Out:    out:   one integer.
In:     bound: at least 1.
```
""" sgmcmc_rng_bounded

@bind sgmcmc_rng_batch(rng::Ptr{Cvoid}, batch::Ptr{UInt32}, batch_len::Csize_t, data_len::UInt32)::Cint

@doc raw"""
```text
A minibatch without replacement: a uniform subset of 0 to data_len - 1, ascending, from the generator of choices.

Returns: SGMCMC_OK; SGMCMC_ERROR_DATA_LEN when data_len is 0, SGMCMC_ERROR_BATCH_LEN when batch_len exceeds it.
In/out: rng:       the generator.
Out:    batch:     batch_len indices.
In:     batch_len: from 1 to data_len.
        data_len:  how many data there are.
```
""" sgmcmc_rng_batch

@bind sgmcmc_rng_normals_f32(rng::Ptr{Cvoid}, out::Ptr{Float32}, len::Csize_t)::Cint

@bind sgmcmc_rng_normals_f64(rng::Ptr{Cvoid}, out::Ptr{Float64}, len::Csize_t)::Cint

@precisions sgmcmc_rng_normals(rng, out, len)

@doc raw"""
```text
Fills an array with independent standard normals, the noise that a step of this length would take.

Returns: SGMCMC_OK.
In/out: rng: the generator.
Out:    out: len numbers.
```
""" sgmcmc_rng_normals

@bind sgmcmc_rng_uniforms_f32(rng::Ptr{Cvoid}, out::Ptr{Float32}, len::Csize_t)::Cint

@bind sgmcmc_rng_uniforms_f64(rng::Ptr{Cvoid}, out::Ptr{Float64}, len::Csize_t)::Cint

@precisions sgmcmc_rng_uniforms(rng, out, len)

@doc raw"""
```text
Fills an array with independent uniforms above 0 and at most 1.

Returns: SGMCMC_OK.
In/out: rng: the generator.
Out:    out: len numbers.
```
""" sgmcmc_rng_uniforms

@bind sgmcmc_map_f32(out::Ptr{Float32}, x::Ptr{Float32}, len::Csize_t, which::Int32)::Cint

@bind sgmcmc_map_f64(out::Ptr{Float64}, x::Ptr{Float64}, len::Csize_t, which::Int32)::Cint

@precisions sgmcmc_map(out, x, len, which)

@doc raw"""
```text
A function of every number of an array, with the same bits on every machine, whatever its length. The header has
sgmcmc_exp_f32, sgmcmc_ln_f32, sgmcmc_sin_f32 and sgmcmc_cos_f32 of one number, which call it.

Returns: SGMCMC_OK; SGMCMC_ERROR_CHOICE; SGMCMC_ERROR_OVERLAP for arrays that overlap and are not one.
Out: out:   len numbers; may be x.
In:  x:     len numbers.
     which: enum sgmcmc_function.
```
""" sgmcmc_map

@bind sgmcmc_fingerprint_f32(fingerprint::Ptr{UInt64}, x::Ptr{Float32}, len::Csize_t)::Cint

@bind sgmcmc_fingerprint_f64(fingerprint::Ptr{UInt64}, x::Ptr{Float64}, len::Csize_t)::Cint

@precisions sgmcmc_fingerprint(fingerprint, x, len)

@doc raw"""
```text
The 64-bit FNV-1a hash of an array's bits, least significant byte first on every machine, to compare chains with.

Returns: SGMCMC_OK.
Out: fingerprint: one number.
In:  x:           len numbers.
```
""" sgmcmc_fingerprint

@bind sgmcmc_kept_ratio_f32(
    ratio::Ptr{Float64},
    theta::Ptr{Float32},
    len::Csize_t,
    slab_weight::Float64,
    slab_deviation::Float64,
    spike_deviation::Float64,
)::Cint

@bind sgmcmc_kept_ratio_f64(
    ratio::Ptr{Float64},
    theta::Ptr{Float64},
    len::Csize_t,
    slab_weight::Float64,
    slab_deviation::Float64,
    spike_deviation::Float64,
)::Cint

@precisions sgmcmc_kept_ratio(ratio, theta, len, slab_weight, slab_deviation, spike_deviation)

@doc raw"""
```text
The share of parameters that a spike-and-slab prior keeps: those with |theta| at or above sgmcmc_keep_threshold.

Returns: SGMCMC_OK.
Out: ratio:           one number, from 0 to 1.
In:  theta:           len numbers.
     slab_weight:     as in sgmcmc_chain_settings.
     slab_deviation:  as in sgmcmc_chain_settings.
     spike_deviation: as in sgmcmc_chain_settings.
```
""" sgmcmc_kept_ratio

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
