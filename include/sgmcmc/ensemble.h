// sgmcmc: a model and a start: chains that find the rest.

#ifndef SGMCMC_ENSEMBLE_H
#define SGMCMC_ENSEMBLE_H
#include "library.h"
#include "settings.h"
#include "model.h"
#include "estimates.h"

#ifdef __cplusplus
extern "C" {
#endif

// How the chains of an ensemble draw. More is in docs/src/equations.md.
typedef enum sgmcmc_ensemble_sampler {
    SGMCMC_ENSEMBLE_SAMPLER_HMC = 0, // By HMC on all data: exact.
    // By minibatches, by whichever of the next two promises more effective draws per pass.
    SGMCMC_ENSEMBLE_SAMPLER_MINIBATCH = 1,
    SGMCMC_ENSEMBLE_SAMPLER_PLAIN = 2, // By minibatches with the plain gradient.
    // By minibatches with a control variate about the centre of the coordinates, which pays where data are many times
    // as many as parameters; at most curvature_dim_max of them.
    SGMCMC_ENSEMBLE_SAMPLER_CONTROL_VARIATE = 3,
    // By minibatches where the gradient is about that of a normal law and they promise more effective draws per pass
    // than HMC mostly has, and else by HMC. With more than curvature_dim_max parameters by minibatches wherever the
    // data have finite gradients, since warm-ups by HMC take thousands of passes there.
    SGMCMC_ENSEMBLE_SAMPLER_AUTO = 4,
} sgmcmc_ensemble_sampler;

// Chains over one model, of one precision, with the draws that they keep, in caller memory. Their bytes may be copied or
// moved to other aligned memory as long as no call is using them; the copy goes on with the same bits.
typedef struct sgmcmc_ensemble sgmcmc_ensemble;

// How an ensemble stands, and what all chains show together.
typedef struct sgmcmc_ensemble_state {
    size_t struct_size; // sizeof(sgmcmc_ensemble_state), set by the caller; only that many bytes are written.
    // Whether no more rounds are to come: the chains agree, or one more would take more passes than are allowed.
    int32_t is_over;
    int32_t converged; // Whether the chains agree, and are worth as many independent draws as was wanted.
    double r_hat; // The largest R-hat of a parameter; NaN before the first round has ended.
    // The least effective sample size of a parameter, of bulk or tails; NaN before the first round has ended.
    double sample_size;
    double pass_count; // Passes over all data by the chain that took the most.
    uint32_t doubtful_count; // How many chains say that something is to be doubted.
    uint32_t chain_count; // How many chains there are.
    uint64_t dim; // How many parameters.
    uint32_t draw_count; // How many draws of each chain are kept; 0 before the first round has ended.
    int32_t reserved;
    uint64_t divergence_count; // Trajectories of all chains that diverged after the warm-up.
} sgmcmc_ensemble_state;

// A posterior, and how its chains find what it takes to sample it. Call sgmcmc_ensemble_settings_init first, then set
// data_len and what should differ from the defaults.
typedef struct sgmcmc_ensemble_settings {
    // sizeof(sgmcmc_ensemble_settings) of the caller's header, set by sgmcmc_ensemble_settings_init.
    size_t struct_size;
    // sizeof(sgmcmc_block) of the caller's header: what lies beyond takes its default. No default: must be set where
    // there are blocks.
    size_t block_size;
    uint64_t seed; // The seed that all chains share. Default 0.
    // n, how many data there are: 1 where the model is a log density without data. From 1 to 2^32 - 1. No default.
    uint32_t data_len;
    // Passes over more data than this come in pieces of at most this many; 0 asks for all at once. Default 0.
    uint32_t chunk_len;
    sgmcmc_prior prior; // The prior.
    // block_count ranges of parameters that stay, or have priors of their own, in ascending order, apart from each
    // other; each as long as block_size says. Their step_size_factor is 1. Default NULL.
    const sgmcmc_block *blocks;
    size_t block_count; // How many. Default 0: none, whatever blocks is.
    uint32_t chain_count; // How many chains there are. From 1 to 65536. Default 4.
    // How many leapfrog steps a trajectory has at most. Mostly it has one to seven. At least 1. Default 100.
    uint32_t leapfrog_max;
    // Up to this many parameters coordinates are made of all covariances, beyond of variances alone. At most 1024.
    // Default 64.
    uint32_t curvature_dim_max;
    // How many draws of each chain there is room for, and how many a chain makes in its first round. At least 4.
    // Default 1000.
    uint32_t draw_count;
    // How far from where it was told to begin a chain but the first begins, at most, in each parameter. Finite and at
    // least 0 in the precision of theta. Default 2.
    double start_spread;
    // The acceptance at which the step size aims. Nearer to 1 steps are shorter, which lets chains further into narrow
    // places. Above 0 and below 1. Default 0.8.
    double target_acceptance;
    // Chains agree where R-hat is at most this for every parameter: see sgmcmc_summary. Above 1. Default 1.01.
    double r_hat_max;
    // The effective sample size that all chains together are to have, in bulk and tails of every parameter: at most the
    // draw_count of all chains, which is what they keep; 0 wants half of it. At least 0. More is in
    // docs/src/equations.md. Default 0.
    double sample_size;
    // How many passes over all data a chain may take: no round begins that might take it further. The first round
    // always runs. At least 1. Default 1e5.
    double pass_max;
    // By how much minibatches may make a deviation wrong, as a share. HMC takes the default alone. Above 0 and at most
    // 0.2.
    double deviation_error;
    // enum sgmcmc_ensemble_sampler. How chains draw. By minibatches there must be at least two data, and with a control
    // variate at most curvature_dim_max parameters. Default _HMC.
    int32_t sampler;
    // How many data a step by minibatches takes, fewer than all; 0 finds it, and is all that HMC takes. Default 0.
    uint32_t batch_len;
} sgmcmc_ensemble_settings;

// Judges the chains once all have come to the end of a round, and begins another one if they do not agree and may: for
// hosts that advance chains on threads of their own. Of a round that has not ended for all it says no more than that.
// Out: state: how the ensemble stands.
sgmcmc_status sgmcmc_ensemble_judge(sgmcmc_ensemble *ensemble, sgmcmc_ensemble_state *state);

// What the last round that has ended for all chains has shown of a parameter.
// Returns: SGMCMC_OK; SGMCMC_ERROR_NOT_ESTIMATED before a round has ended; _LENGTH_MISMATCH for a parameter that is none.
// In:  parameter: which, from 0.
sgmcmc_status sgmcmc_ensemble_summary(sgmcmc_summary *summary, const sgmcmc_ensemble *ensemble, size_t parameter);

// Writes all that an ensemble says for people, in lines of at most 100 columns, and a closing zero: a table with a row for
// every parameter, how the chains agree, and a sentence for each thing that a chain sees to be doubted.
// In:  names:      name_count strings with closing zeros, what the first parameters are called, in UTF-8; of more than 15
//                  letters only those are shown. What is NULL or no UTF-8 is called theta[i]; so are
//                  those behind the last. Without line breaks.
//      name_count: 0 for none.
sgmcmc_status sgmcmc_ensemble_text(char *text, size_t size, size_t *needed, const sgmcmc_ensemble *ensemble,
    const char *const *names, size_t name_count);

// Writes an ensemble as bytes, from which sgmcmc_ensemble_restore_f64, or its twin, makes it again on any machine; their
// number is another one after further steps.
//
// All that draws depend on is there but the settings, of which there is a digest, and the model. The bytes are the same on
// every target, and end with a checksum. A file that is to survive a power cut is written beside the old one, synchronised,
// and renamed onto it.
sgmcmc_status sgmcmc_ensemble_save(const sgmcmc_ensemble *ensemble, void *bytes, size_t size, size_t *needed);

// Sets every field to its default, and struct_size.
sgmcmc_status sgmcmc_ensemble_settings_init(sgmcmc_ensemble_settings *settings, size_t struct_size);

// Bytes of memory that an ensemble with these settings and dim parameters needs: its chains, their draws, and room to
// compare them.
// Returns: SGMCMC_OK; refuses settings outside their ranges, and those that nothing uses; SGMCMC_ERROR_FLAG.
// Out: size:     bytes, a multiple of sgmcmc_align(), as C11's aligned_alloc wants it.
// In:  settings: as for sgmcmc_ensemble_init_f32, which checks the same.
sgmcmc_status sgmcmc_ensemble_size_f32(size_t *size, const sgmcmc_ensemble_settings *settings, size_t dim);
sgmcmc_status sgmcmc_ensemble_size_f64(size_t *size, const sgmcmc_ensemble_settings *settings, size_t dim);

// Begins chains: each descends from its start to where the posterior has its mass.
//
// The first starts at theta, and each other somewhere about it: at uniform distances of at most start_spread, drawn again
// up to a hundred times where the model has no finite answer. A descent that ends early is no error: the chain says so in
// sgmcmc_ensemble_text.
// Returns: as sgmcmc_ensemble_size_f32; SGMCMC_ERROR_THETA_NOT_FINITE, _FLOAT_ENVIRONMENT,
//          _CALLBACK_MISSING, _LOG_PRIOR_UNUSED; as sgmcmc_chain_step_f32 where the model has no finite answer.
// Out: mem:   lost after SGMCMC_ERROR_THETA_NOT_FINITE, _FLOAT_ENVIRONMENT and errors of the model, too.
// In:  theta: dim numbers, finite.
sgmcmc_status sgmcmc_ensemble_init_f32(sgmcmc_ensemble **ensemble, int32_t *callback_code, void *mem, size_t mem_size,
    const sgmcmc_ensemble_settings *settings, const float *theta, size_t dim, const sgmcmc_model_f32 *model);
sgmcmc_status sgmcmc_ensemble_init_f64(sgmcmc_ensemble **ensemble, int32_t *callback_code, void *mem, size_t mem_size,
    const sgmcmc_ensemble_settings *settings, const double *theta, size_t dim, const sgmcmc_model_f64 *model);

// Makes an ensemble again of what sgmcmc_ensemble_save wrote, on whichever machine, which goes on with the same bits.
//
// The settings are those that it was begun with, but for seed and start_spread, which have no effect any more, and for
// r_hat_max, sample_size and pass_max, which may be others: an ensemble that was over goes on where these allow it. mem is
// written only if all is well, or on SGMCMC_ERROR_CHECKPOINT_CONTENTS.
// Returns: as sgmcmc_ensemble_size_f32; SGMCMC_ERROR_FLOAT_ENVIRONMENT; _NOT_CHECKPOINT, as for that of a chain;
//          _CHECKPOINT_VERSION, _CHECKPOINT_LENGTH, _CHECKPOINT_DAMAGED, _OTHER_PRECISION, _CHECKPOINT_DIM,
//          _CHECKPOINT_SETTINGS, _CHECKPOINT_CONTENTS.
// In: bytes: bytes_size bytes at any address, as many as were saved.
sgmcmc_status sgmcmc_ensemble_restore_f32(sgmcmc_ensemble **ensemble, void *mem, size_t mem_size,
    const sgmcmc_ensemble_settings *settings, size_t dim, const void *bytes, size_t bytes_size);
sgmcmc_status sgmcmc_ensemble_restore_f64(sgmcmc_ensemble **ensemble, void *mem, size_t mem_size,
    const sgmcmc_ensemble_settings *settings, size_t dim, const void *bytes, size_t bytes_size);

// Runs one chain after the other, through warm-up and rounds of draws, until they agree or no more passes are allowed. That
// they do not agree is no error: the state says so.
// Returns: as sgmcmc_chain_step_f32; SGMCMC_ERROR_OTHER_PRECISION. Steps before a failing one stay done, and the next call
//          goes on.
// Out: state: how the ensemble stands; may be NULL.
sgmcmc_status sgmcmc_ensemble_run_f32(sgmcmc_ensemble *ensemble, sgmcmc_ensemble_state *state, int32_t *callback_code,
    const sgmcmc_model_f32 *model);
sgmcmc_status sgmcmc_ensemble_run_f64(sgmcmc_ensemble *ensemble, sgmcmc_ensemble_state *state, int32_t *callback_code,
    const sgmcmc_model_f64 *model);

// Advances one chain by at most step_count steps, and not beyond the end of its round: for hosts that run chains on threads,
// show how far they are, or stop them. Calls on different chains may run at the same time, with models of their own or one
// that allows it; the bits are the same whatever the threads and pieces. Once all chains are done, sgmcmc_ensemble_judge
// says whether there is another round.
//
// Which calls on one chain come after which, and all other calls on the ensemble, is for the host to order. A step that fails
// leaves the draws to come as they were, though not every byte: what was asked of the model is counted.
// Returns: as sgmcmc_ensemble_run_f32; SGMCMC_ERROR_IN_USE in a callback that uses its own chain; refuses chain_index.
// Out: is_done:    1 at the end of the round, else 0; may be NULL.
// In:  chain:      which, from 0.
//      step_count: how many trajectories; UINT64_MAX goes to the end of the round.
sgmcmc_status sgmcmc_ensemble_advance_f32(sgmcmc_ensemble *ensemble, int32_t *is_done, int32_t *callback_code,
    uint32_t chain, uint64_t step_count, const sgmcmc_model_f32 *model);
sgmcmc_status sgmcmc_ensemble_advance_f64(sgmcmc_ensemble *ensemble, int32_t *is_done, int32_t *callback_code,
    uint32_t chain, uint64_t step_count, const sgmcmc_model_f64 *model);

// Where the draws are: in the ensemble's memory, until a chain advances or the memory is written or moved.
// Returns: SGMCMC_OK; SGMCMC_ERROR_NOT_ESTIMATED before a round has ended for all chains, and while another one is running;
//          _OTHER_PRECISION.
// Out: draws:      rows of dim numbers, a draw each: all of the first chain, then all of the second, and so on.
//      draw_count: how many draws each chain has: draw_count of the settings; may be NULL.
sgmcmc_status sgmcmc_ensemble_draws_f32(const float **draws, size_t *draw_count, const sgmcmc_ensemble *ensemble);
sgmcmc_status sgmcmc_ensemble_draws_f64(const double **draws, size_t *draw_count, const sgmcmc_ensemble *ensemble);
#ifdef __cplusplus
} // extern "C"
#endif
#endif
