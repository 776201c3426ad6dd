/*
 * sgmcmc: stochastic-gradient MCMC and minibatch Metropolis-Hastings over caller-owned memory. For C99 or later, and
 * for C++11 or later.
 *
 * Made by `cargo run -p schema`, with cbindgen, from the entries of the core and the sources in ffi/; edit those.
 *
 * Parameters are the numbers that are sampled, theta, as many as dim. Data are n = data_len things that the host knows
 * by their indices; a minibatch is m = batch.len of them. The host's model gives the mean log-likelihood over a
 * minibatch and its gradient in theta; see sgmcmc_log_likelihood_f32. Everything climbs the log posterior.
 *
 * In formulas d is dim; eta or epsilon is the step size, tau the temperature, alpha the friction, c_n
 * likelihood_scale; xi is a vector of independent standard normals; g is the mean gradient over the minibatch, g_I
 * where the minibatch I is named, and G the gradient of the log posterior, summed over all data, with nu^2 its
 * variance over minibatches.
 *
 * Conventions
 *
 * - Order of arguments: the object, outputs, what is both, inputs, a callback, its user pointer. An object that is
 *   only read may stand among the inputs instead, as in sgmcmc_estimates_read. A length follows its pointer; arrays of
 *   one length share it. In a callback, the user pointer comes first. _len counts elements, _size bytes.
 * - Functions and types ending in _f32 are for float, those in _f64 for double; they do the same otherwise. theta, and
 *   what has its shape in a step and in a callback, is in that precision; settings, moments, norms and all single
 *   numbers are doubles in both.
 * - A fallible function returns a sgmcmc_status, 0 for success, as those always do of which nothing else is said;
 *   sgmcmc_status_message has its text. Where it refuses a setting, sgmcmc_refused_setting has the name. Docs name the
 *   statuses of their own, and what a function refuses; any function may return those of its pointers and lengths:
 *   SGMCMC_ERROR_NULL_POINTER, SGMCMC_ERROR_LENGTH_ZERO, SGMCMC_ERROR_LENGTH_TOO_LARGE, SGMCMC_ERROR_LENGTH_MISMATCH,
 *   SGMCMC_ERROR_OVERLAP, SGMCMC_ERROR_MEMORY_TOO_SMALL, SGMCMC_ERROR_MEMORY_MISALIGNED, SGMCMC_ERROR_NOT_INITIALIZED,
 *   SGMCMC_ERROR_OTHER_BUILD, SGMCMC_ERROR_STRUCT_SIZE, SGMCMC_ERROR_STRUCT_TOO_NEW; in a callback also
 *   SGMCMC_ERROR_IN_USE; and in a build that leaves families of parts out SGMCMC_ERROR_NOT_BUILT.
 * - Outputs are written on success only. The exceptions are callback_code, which may be NULL, and gets the code with
 *   which a callback stopped the call, on SGMCMC_ERROR_STOPPED and _STOPPED_BY_OBSERVER only; the line of
 *   sgmcmc_settings_read; memory to work in; and the health of a run, which notes what was refused.
 * - A pointer is required unless its docs say that it may be NULL. Arrays have at least one element and are aligned
 *   for their type. What a function writes must not overlap anything else that it is given.
 * - Enums are passed and returned as int32_t, so that a number outside the enum is refused instead of undefined. So
 *   are flags, whose docs say "Whether": 1 if so, else 0. Where a struct has a kind, the docs of a field begin with
 *   the kinds that use it, unless all do, by the ends of their names, and so are defaults named. A chain, estimates, a
 *   generator and what else a function is about are not listed again among its inputs.
 * - A struct that a function fills is struct_size bytes, with struct_size set by the caller.
 * - A text, with a closing zero, and what is saved as bytes, are written into size bytes, at least as many as needed,
 *   at any address; those beyond stay as they are. NULL with a size of 0 asks for needed alone, which else may be
 *   NULL. After an error, such as SGMCMC_ERROR_MEMORY_TOO_SMALL, needed is as it was.
 *
 * Memory
 *
 * - Objects live in memory that the caller brings: ask for _size, which is a multiple of sgmcmc_align(), then call
 *   _init with mem, mem_size bytes, at least so many, aligned to sgmcmc_align(), of any content; so is memory to work
 *   in. The object is mem itself: there is nothing to free. The library allocates nothing, keeps no pointer of the
 *   caller's after a call, and has no global state.
 * - An object's bytes may be copied or moved, to memory aligned as before, while no call uses it; the copy continues
 *   with the same bits. A library of another version or ABI, or with other families of parts, answers
 *   SGMCMC_ERROR_OTHER_BUILD. Bytes of a chain that every build on every machine goes on from are a checkpoint:
 *   sgmcmc_chain_save_f64.
 * - All of an object's bytes follow from its settings, its data and its seed, none from what its memory held before:
 *   equal chains compare equal by memcmp.
 *
 * Threads
 *
 * - One object, one thread at a time, also for functions that only read it; but for sgmcmc_ensemble_advance_f32 and
 *   _f64 on different chains of one ensemble. It may go from one thread to another where the host orders the two, by a
 *   lock or by joining a thread. Else all is undefined: SGMCMC_ERROR_IN_USE is about callbacks and finds no other
 *   thread.
 * - Different objects know nothing of each other. Chains on several threads need no lock, and give the bits that they
 *   give one after another.
 * - Settings, models and what they point to are only read, so threads may share them, and so may callbacks share data
 *   that they only read. What a callback writes, working memory too, must be each thread's own: give each its own user
 *   pointer. Functions without an object may be called from any thread.
 *
 * Structs that grow
 *
 * - A struct with a leading struct_size may get more fields, at its end only. The library reads and writes struct_size
 *   bytes: fields that a caller does not know take their defaults; fields that the library does not know are refused
 *   with SGMCMC_ERROR_STRUCT_TOO_NEW unless they are zero, and so is every struct_size above 4096 that sizeof can
 *   give. One at which no field ends, or that is no multiple of the struct's alignment, is SGMCMC_ERROR_STRUCT_SIZE.
 *   The same goes for the elements of an array of structs, which have one size that is passed beside it.
 * - The _init of a struct writes as many bytes as its caller's sizeof gives: fields that this library does not know
 *   become 0. Another size is SGMCMC_ERROR_STRUCT_SIZE.
 * - Fields named reserved or reserved2 are 0. A later library may give them a name; this one answers
 *   SGMCMC_ERROR_STRUCT_TOO_NEW to other values. By them a struct grows that has no struct_size, such as those within
 *   settings. No struct has padding at its end, on any target.
 * - Settings point to blocks and vectors. All is copied; nothing needs to outlive the call.
 *
 * Callbacks
 *
 * - Every callback gets the user pointer that was given with it. It must return: no longjmp, no C++ exception across
 *   it.
 * - A callback must not use the chain or the ensemble that calls it, nor the health of that run
 *   (sgmcmc_chain_run_watched_f32): every function that takes the object answers SGMCMC_ERROR_IN_USE, and nothing
 *   happens. Only the other chains of an ensemble may be advanced. Other objects may be used. A function that makes an
 *   object cannot tell, since it takes memory of any content: _init over that object's memory is undefined, as is
 *   writing to what else the outer call was given.
 * - What a callback is given as const is only read. Nothing finds out a callback that writes to it all the same, from
 *   a language without const; the chain is then not the one that was asked for.
 * - Other objects call nobody back, so that SGMCMC_ERROR_IN_USE is about chains, ensembles and health only.
 *
 * Promises
 *
 * - The same settings and the same callback results give the same theta, bit for bit, on every machine. A callback is
 *   as reproducible as its own arithmetic: use sgmcmc_exp_f64 and its siblings, and compile with -ffp-contract=off.
 * - That holds whatever the host's floating-point environment is. Every function computes in the default one: round to
 *   nearest, subnormal numbers kept, traps masked. Callbacks get the host's, and may change it: what they leave is the
 *   host's from then on. When a function returns, the host has its own again, after errors, too. Flags of exceptions
 *   are then as the host's code left them; only where its environment is the default one, those that the library's
 *   arithmetic raised, such as FE_INEXACT, stay raised. On targets where the library cannot set it (all but x86,
 *   AArch64, ARM with hard floats, riscv64 Linux, s390x), a chain or a generator that is to start in another one, if
 *   it rounds or flushes subnormal numbers otherwise, is refused with SGMCMC_ERROR_FLOAT_ENVIRONMENT, and no step
 *   looks again.
 * - A step happens whole or not at all: after an error, every byte of the object is as it was before the step, but for
 *   what an ensemble counts and works in: its draws go on as if nothing had happened.
 */

#ifndef SGMCMC_LIBRARY_H
#define SGMCMC_LIBRARY_H
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The version of this header; sgmcmc_version_number() has the library's. */
#define SGMCMC_VERSION_MAJOR 0
#define SGMCMC_VERSION_MINOR 3
#define SGMCMC_VERSION_PATCH 0
#define SGMCMC_VERSION_NUMBER \
    (SGMCMC_VERSION_MAJOR * 1000000 + SGMCMC_VERSION_MINOR * 1000 + SGMCMC_VERSION_PATCH)

// The version of the ABI: what an application built against one header may expect of another library.
#define SGMCMC_ABI_VERSION 3

// How many chains one seed serves: chain_index is below this.
#define SGMCMC_CHAIN_COUNT_MAX 65536

// Why a call was refused, in one sentence; nothing was done then but whole steps before. 1 to 99 are for arguments, 200
// to 299 for what happened in a step, 300 on for stops, above 1000 for a setting, and 100 to 199 for the rest. A number
// is never given to another meaning; a later library may have more of them.
typedef enum sgmcmc_error {
    SGMCMC_OK = 0, // Done.
    SGMCMC_ERROR_NULL_POINTER = 1, // a required pointer is NULL: none may be but where the header says so
    SGMCMC_ERROR_LENGTH_ZERO = 2, // a length is zero
    SGMCMC_ERROR_LENGTH_MISMATCH = 3, // lengths that must be equal differ
    SGMCMC_ERROR_OVERLAP = 4, // buffers overlap
    // the memory is smaller than the size function or the text says, or than two rows of a reservoir
    SGMCMC_ERROR_MEMORY_TOO_SMALL = 5,
    // memory is not aligned: an object's, and what is worked in, to 64 bytes, an array's for its type
    SGMCMC_ERROR_MEMORY_MISALIGNED = 6,
    SGMCMC_ERROR_NOT_INITIALIZED = 7, // the memory holds no initialized object of this kind
    // struct_size or block_size is not what sizeof gives; call the _init function or set it to sizeof
    SGMCMC_ERROR_STRUCT_SIZE = 8,
    // the struct has fields that are reserved, or that this library does not know, and that are not zero: call the
    // _init function first
    SGMCMC_ERROR_STRUCT_TOO_NEW = 9,
    SGMCMC_ERROR_LENGTH_TOO_LARGE = 10, // a length is too large for this machine or this library
    SGMCMC_ERROR_THETA_NOT_FINITE = 11, // theta has a NaN or an infinity
    // a callback of the model is missing: log_likelihood always, and log_prior, metric, diffusion or temperature where
    // the prior, the preconditioner, the rule or the schedule is the host's
    SGMCMC_ERROR_CALLBACK_MISSING = 12,
    SGMCMC_ERROR_BATCH_INDEX = 13, // a batch index is not below data_len
    SGMCMC_ERROR_IN_USE = 14, // the object is in use by a call that has not returned
    SGMCMC_ERROR_OTHER_BUILD = 15, // the memory holds an object that another build of the library made
    // the floating-point environment is not the default one, and cannot be set from here
    SGMCMC_ERROR_FLOAT_ENVIRONMENT = 16,
    SGMCMC_ERROR_NOT_FINITE = 17, // a number is a NaN or an infinity
    SGMCMC_ERROR_WEIGHT = 18, // a weight must be from 1e-100 to 1e100
    // a probability must be from 0 to 1, the level of an interval above 0 and below 1, and 0 where none is used
    SGMCMC_ERROR_PROBABILITY = 19,
    SGMCMC_ERROR_OTHER_SETTINGS = 20, // the two objects have different settings
    // there is no such estimate: the settings did not ask for it, or a round of chains has not ended
    SGMCMC_ERROR_NOT_ESTIMATED = 21,
    SGMCMC_ERROR_KERNEL_SCALE = 22, // the kernel's scale must be positive, and its square a normal number
    SGMCMC_ERROR_NOT_CHECKPOINT = 23, // the bytes are not a checkpoint
    SGMCMC_ERROR_CHECKPOINT_VERSION = 24, // the checkpoint has a format that this library does not know
    SGMCMC_ERROR_CHECKPOINT_LENGTH = 25, // the checkpoint is truncated, or followed by other bytes
    SGMCMC_ERROR_CHECKPOINT_DAMAGED = 26, // the checkpoint is damaged: its checksum is not that of its bytes
    SGMCMC_ERROR_OTHER_PRECISION = 27, // the checkpoint or the ensemble is in another precision than the function
    SGMCMC_ERROR_CHECKPOINT_DIM = 28, // the checkpoint is of a chain with another number of parameters
    SGMCMC_ERROR_CHECKPOINT_SETTINGS = 29, // the checkpoint is of a chain with other settings
    SGMCMC_ERROR_CHECKPOINT_CONTENTS = 30, // the checkpoint holds what no chain with these settings could have
    // the chain is another than the one whose health is kept, or the same at an earlier step
    SGMCMC_ERROR_HEALTH_CHAIN = 34,
    SGMCMC_ERROR_CHOICE = 35, // a number is none of its enum
    SGMCMC_ERROR_FLAG = 36, // a flag must be 0 or 1
    SGMCMC_ERROR_SETTINGS_LINE = 37, // a line of the settings is not of the form key = value
    SGMCMC_ERROR_SETTINGS_KEY = 38, // a key of the settings is not known, or has no place beside the kinds above it
    // a value of the settings is not one of its key, or a vector's or the blocks' fingerprint is another
    SGMCMC_ERROR_SETTINGS_VALUE = 39,
    // a constrained value, the log Jacobian or a gradient in theta is a NaN, or too large for its precision
    SGMCMC_ERROR_VALUE_NOT_FINITE = 60,
    // a value is on or outside its bounds, or not above the one before, or those of a simplex do not sum to 1, or a row
    // of a factor has another length than 1 or no positive diagonal
    SGMCMC_ERROR_VALUE_OUTSIDE = 61,
    // no step size is known: set the rule's step_size (in C its value), let a warm-up find one in a burn_in of at least
    // 1, or give the model a step_size callback
    SGMCMC_ERROR_NO_STEP_SIZE = 166,
    SGMCMC_ERROR_NOT_BUILT = 167, // this build of the library leaves out a part that the settings ask for
    // a warm-up found no step size: the log posterior is flat where the chain stands; begin where it is curved, or set
    // step_size
    SGMCMC_ERROR_STEP_SIZE_NOT_FOUND = 187,
    // half-way through the burn-in the mode is still far: begin where an optimiser has come, burn in for longer, or
    // take larger batches
    SGMCMC_ERROR_WARM_UP_FAR = 193,
    // half-way through the burn-in noise hides how far the mode is, and allows no steps that would lead there: take
    // larger batches or a control variate, or give the pilot more pairs
    SGMCMC_ERROR_WARM_UP_NOISE = 194,
    // a result is too large or too small for a double: scale the numbers, or ask estimates for deviations
    SGMCMC_ERROR_NOT_REPRESENTABLE = 195,
    // the model has a log_prior that the settings do not ask for: choose the callback as prior, or a model without
    SGMCMC_ERROR_LOG_PRIOR_UNUSED = 197,
    SGMCMC_ERROR_LOG_LIKELIHOOD_NOT_FINITE = 200, // the log-likelihood callback gave NaN or an infinity
    SGMCMC_ERROR_GRADIENT_NOT_FINITE = 201, // the gradient has a NaN, an infinity or a number too large to scale
    SGMCMC_ERROR_LOG_PRIOR_NOT_FINITE = 202, // the log prior callback gave NaN or an infinity
    SGMCMC_ERROR_IMPOSSIBLE = 203, // the model cannot be evaluated at theta
    // the step size of the schedule, the callback or the warm-up is not positive, or too small or too large for the
    // precision of theta
    SGMCMC_ERROR_STEP_SIZE_NOT_USABLE = 204,
    // the temperature of the schedule or the callback is negative, or too large for the precision of theta, or 0 under
    // the lattice rule
    SGMCMC_ERROR_TEMPERATURE_NOT_USABLE = 205,
    // the preconditioner callback gave a metric that is negative, or a metric or Gamma that is too large or not finite
    SGMCMC_ERROR_PRECONDITIONER_NOT_USABLE = 206,
    SGMCMC_ERROR_DIFFUSION_NOT_FINITE = 207, // the diffusion callback gave a NaN, an infinity or a number too large
    SGMCMC_ERROR_GRADIENT_NOISE = 208, // the gradient's noise is more than the rule injects at this step size
    // step_size is so large that more than 1000 proposals in a row overflowed before the model was asked: set a smaller
    // one
    SGMCMC_ERROR_MODEL_NOT_ASKED = 209,
    SGMCMC_ERROR_STOPPED = 300, // a callback stopped the chain
    SGMCMC_ERROR_STOPPED_BY_OBSERVER = 301, // the observer stopped the run
    SGMCMC_ERROR_SETTING = 1000, // No status. Those above refuse a setting, which sgmcmc_refused_setting names.
    // No status. Those above refuse a setting because nothing that the settings choose uses it; a few below do, too.
    SGMCMC_ERROR_UNUSED_SETTING = 2000,
} sgmcmc_error;

// Instruction sets that the library can be compiled for; an installed one holds several. All give the same bits.
typedef enum sgmcmc_simd {
    SGMCMC_SIMD_NONE = 0, // No vector instructions, or none that the library uses.
    SGMCMC_SIMD_SSE2 = 1, // x86 with SSE2, the baseline of x86-64.
    SGMCMC_SIMD_AVX2 = 2, // x86 with AVX2.
    SGMCMC_SIMD_AVX512 = 3, // x86 with AVX-512.
    SGMCMC_SIMD_NEON = 4, // ARM with NEON.
    SGMCMC_SIMD_WASM128 = 5, // WebAssembly with 128-bit vectors.
} sgmcmc_simd;

// What a call answers: SGMCMC_OK, another number of enum sgmcmc_error, or one above SGMCMC_ERROR_SETTING, by which a
// setting is refused that sgmcmc_refused_setting names. It is no exit code, of which a shell sees eight bits.
typedef int32_t sgmcmc_status;

// The version of the library that runs, as major * 1000000 + minor * 1000 + patch.
//
// Compare it with SGMCMC_VERSION_NUMBER, the version of the header.
uint32_t sgmcmc_version_number(void);

// SGMCMC_ABI_VERSION of the library that runs.
uint32_t sgmcmc_abi_version(void);

// The alignment in bytes of every object's memory, and of what functions work in: 64.
size_t sgmcmc_align(void);

// The instruction set that the library uses: a number of enum sgmcmc_simd. Of a library for several, the widest that
// this processor has, which is what a new chain takes unless its settings say less.
int32_t sgmcmc_simd_level(void);

// The name of an instruction set, such as "AVX2".
// Returns: a string that lives as long as the library; never NULL, also for numbers that are no level.
const char *sgmcmc_simd_level_name(int32_t level);

// One English sentence for a status: what was refused, and what it must be. That of a setting with another value than
// it may have begins with its name.
// Returns: a string that lives as long as the library; never NULL, also for numbers that are no status.
const char *sgmcmc_status_message(int32_t status);

// The name of the setting that a status refuses. Of one that nothing uses it is the path in the struct that was given,
// sampler.step_size.value; else the end of a path, batch.len or thinning, and of one that several structs have, such as
// kind or offset, the message says of what. Or it is a field of a pilot's, of health's, of a run's or of estimates'
// settings, or an argument that stands for one. Flags, vectors that are missing and lengths are refused without:
// SGMCMC_ERROR_FLAG, _NULL_POINTER, _LENGTH_MISMATCH.
// Returns: a string that lives as long as the library; NULL for a status that is about something else.
const char *sgmcmc_refused_setting(int32_t status);
#ifdef __cplusplus
} // extern "C"
#endif
#endif
